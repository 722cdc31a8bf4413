/* scenarios.c: the scenarios above the SMs: a cell is chosen, its run plays below. */
#include "window/derive.h"
#include "window/private.h"

/* Whatever is shown now, it is not waited for any more. */
static void
forget_cb (WsWindow *self)
{
  self->awaited = NULL;
}

/* A run of a cell, on its way to the screen. */
typedef struct {
  WsWindow *window;
  WsRun *run;
} Shown;

static void
shown_free (Shown *self)
{
  g_object_unref (self->window);
  ws_run_unref (self->run);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Shown, shown_free)

/* The launch plays where one sees its SMs. */
static void
derived_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (Shown) shown = data;
  WsWindow *self = shown->window;
  g_autoptr (WsScene) scene = ws_derive_finish (result);

  /* something else was chosen meanwhile, or recorded, or opened */
  if (self->awaited != shown->run)
    return;
  ws_window_follow_run (self, shown->run);
  ws_playhead_set_run_and_scene (self->playhead, shown->run, scene);
  ws_playhead_set_clock (self->playhead, WS_CLOCK_LAUNCH);
  ws_playhead_set_playing (self->playhead, TRUE);
}

static void
run_shown_cb (WsWindow *self, WsRun *run)
{
  Shown *shown = g_new0 (Shown, 1);

  shown->window = g_object_ref (self);
  shown->run = ws_run_ref (run);
  self->awaited = run;
  ws_derive_async (run, 0, WS_NONE, derived_cb, shown);
}

static void
failed_cb (WsWindow *self, GError *error)
{
  if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    ws_window_show_error (self, error->message);
}

/**
 * ws_window_place_scenarios:
 * @self: a window
 *
 * Puts the scenarios, or tree and warps, above the SMs: a stack leaves a child that is hidden, and
 * does not come back to it.
 */
void
ws_window_place_scenarios (WsWindow *self)
{
  gtk_stack_set_visible_child (self->workspace, self->shows_scenarios
                                                    ? GTK_WIDGET (self->pane[PANE_SCENARIOS])
                                                    : self->left_paned);
}

/**
 * ws_window_show_scenarios:
 * @self: a window
 * @show: whether the scenarios are to stand above the SMs, instead of tree and warps
 */
void
ws_window_show_scenarios (WsWindow *self, gboolean show)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self), "scenarios");

  self->shows_scenarios = show;
  ws_window_place_scenarios (self);
  if (action != NULL)
    g_simple_action_set_state (G_SIMPLE_ACTION (action), g_variant_new_boolean (show));
  if (show && self->scenarios != NULL)
    gtk_widget_grab_focus (
        GTK_WIDGET (ws_scenario_view_get_table (ws_scenario_page_get_view (self->scenarios))));
}

/**
 * ws_window_update_scenarios:
 * @self: a window
 *
 * Says where the run of a cell is to be seen.
 */
void
ws_window_update_scenarios (WsWindow *self)
{
  ws_pane_set_subtitle (self->pane[PANE_SCENARIOS],
                        self->filled_pane == PANE_SCENARIOS
                            ? "choose a cell: it runs; 3 shows its SMs, 6 comes back"
                            : "choose a cell: it runs, and plays below");
}

static void
change_state_cb (GSimpleAction *action, GVariant *state, gpointer data)
{
  WsWindow *self = data;
  gboolean show = g_variant_get_boolean (state);

  if (self->filled_pane >= 0 && !self->presenting)
    ws_window_fill (self, -1);
  ws_window_show_scenarios (self, show);
  if (self->presenting)
    ws_window_fill (self, show ? PANE_SCENARIOS : PANE_TREE);
}

/**
 * ws_window_scenarios_set_device:
 * @self: a window
 * @device: (nullable): what cells are to run on
 */
void
ws_window_scenarios_set_device (WsWindow *self, const WsClientDevice *device)
{
  if (self->scenarios == NULL || device == NULL)
    return;
  ws_scenario_page_set_device (self->scenarios, device->id, device->name);
  if (self->run_scenario)
    ws_scenario_page_run_all (self->scenarios);
  self->run_scenario = FALSE;
}

/**
 * ws_window_scenarios_init:
 * @self: a window with a catalogue
 *
 * Puts the scenarios into their pane.
 */
void
ws_window_scenarios_init (WsWindow *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GSimpleAction) action =
      g_simple_action_new_stateful ("scenarios", NULL, g_variant_new_boolean (FALSE));
  GtkWidget *page = ws_scenario_page_new (self->catalog, &error);

  if (page == NULL)
    {
      g_critical ("The scenarios cannot be read: %s", error->message);
      return;
    }
  self->scenarios = WS_SCENARIO_PAGE (page);
  gtk_widget_set_hexpand (page, TRUE);
  gtk_widget_set_vexpand (page, TRUE);
  ws_pane_set_child (self->pane[PANE_SCENARIOS], page);
  ws_window_update_scenarios (self);
  ws_scenario_page_set_theme (self->scenarios, self->theme);
  g_signal_connect_object (self->playhead, "notify::run", G_CALLBACK (forget_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (page, "run-shown", G_CALLBACK (run_shown_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (page, "failed", G_CALLBACK (failed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect (action, "change-state", G_CALLBACK (change_state_cb), self);
  g_action_map_add_action (G_ACTION_MAP (self), G_ACTION (action));
}

/**
 * ws_window_begin_scenario:
 * @self: a window
 * @id: of a scenario, as in "occupancy-k40c"
 *
 * Shows the scenario, and runs all of it as soon as there is a device.
 */
void
ws_window_begin_scenario (WsWindow *self, const char *id)
{
  g_autofree char *sentence = NULL;

  if (self->scenarios != NULL
      && ws_scenario_view_show (ws_scenario_page_get_view (self->scenarios), id))
    {
      ws_window_show_scenarios (self, TRUE);
      self->run_scenario = TRUE;
      return;
    }
  sentence = g_strdup_printf ("There is no scenario “%s”.", id);
  ws_window_show_error (self, sentence);
}
