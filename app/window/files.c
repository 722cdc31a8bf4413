/* files.c: which run comes in, and which picture goes out. */
#include "dialog/chooser.h"
#include "dialog/export-dialog.h"
#include "export/export.h"
#include "window/private.h"

/**
 * ws_window_get_picture:
 * @self: a window
 * @pane: which
 * @picture: (out): what it shows; borrows all
 *
 * Returns: whether it shows anything
 */
gboolean
ws_window_get_picture (WsWindow *self, int pane, WsPicture *picture)
{
  WsView shown = ws_window_panes[pane].view;
  gboolean of_launch = shown != WS_N_VIEWS && ws_view_get_class (shown)->needs == WS_VIEW_OF_LAUNCH;

  *picture = (WsPicture){ .view = shown != WS_N_VIEWS ? shown : WS_VIEW_TREE,
                          .options = WS_FIGURE_OPTIONS_INIT };
  /* a block that was not recorded has no pictures but the launch's */
  picture->scene = of_launch ? ws_playhead_get_launch_scene (self->playhead)
                             : ws_playhead_get_scene (self->playhead);
  ws_playhead_get_moment (self->playhead, &picture->moment);
  ws_sms_view_get_options (self->sms, &picture->options.sms);
  if (pane == PANE_SCENARIOS && self->scenarios != NULL)
    {
      WsScenarioView *view = ws_scenario_page_get_view (self->scenarios);

      picture->scene = NULL;
      picture->scenario = ws_scenario_view_get_scenario (view);
      ws_scenario_table_get_options (ws_scenario_view_get_table (view), &picture->table);
      picture->table.show_title = TRUE;
      return picture->scenario != NULL;
    }
  if (pane == PANE_TIMING)
    {
      picture->scene = NULL;
      picture->sheet = ws_timing_page_get_sheet (self->timing);
      ws_timing_page_get_options (self->timing, &picture->charts);
      ws_timing_page_get_sources (self->timing, &picture->sweeps, &picture->live);
      return picture->sheet != NULL;
    }
  if (pane == PANE_SMS
      && gtk_stack_get_visible_child (self->occupancy) == GTK_WIDGET (self->calculator))
    {
      picture->view = WS_VIEW_OCCUPANCY;
      picture->scene = NULL;
      picture->calculator = (WsCalculator *)ws_calculator_state_get_calculator (
          ws_calculator_view_get_state (self->calculator));
      return picture->calculator != NULL;
    }
  return ws_view_shows (picture->view, picture->scene);
}

static void
open_chosen (GFile *file, gpointer window)
{
  ws_window_open_run (window, file);
}

static void
open_cb (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  ws_chooser_ask (GTK_WINDOW (widget), WS_CHOOSER_OPEN_RUN, NULL, NULL, open_chosen);
}

/**
 * ws_window_get_current_pane:
 * @self: a window
 *
 * Returns: the pane that fills the window, or has the keyboard, or else the first that is there
 */
int
ws_window_get_current_pane (WsWindow *self)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));

  if (self->filled_pane >= 0)
    return self->filled_pane;
  for (int i = 0; focus != NULL && i < N_PANES; i++)
    if (gtk_widget_is_ancestor (focus, GTK_WIDGET (self->pane[i])))
      return i;
  return gtk_stack_get_visible_child (self->workspace) == GTK_WIDGET (self->pane[PANE_SCENARIOS])
             ? PANE_SCENARIOS
             : PANE_TREE;
}

void
ws_window_tell_no_picture (WsWindow *self)
{
  ws_window_tell (self, "This pane has nothing to show yet");
}

static void
exported_cb (WsExportDialog *dialog, const char *path, WsWindow *self)
{
  ws_window_tell_exported (self, path);
}

/**
 * ws_window_export_pane:
 * @self: a window
 * @pane: which
 *
 * Asks for format, size and place, and writes the pane's picture of this moment.
 */
void
ws_window_export_pane (WsWindow *self, int pane)
{
  GtkWidget *child = ws_pane_get_child (self->pane[pane]);
  WsPicture picture;
  WsExportDialog *dialog;

  if (!ws_window_get_picture (self, pane, &picture))
    {
      ws_window_tell_no_picture (self);
      return;
    }
  dialog = ws_export_dialog_new (GTK_WINDOW (self), &picture, self->theme,
                                 gtk_widget_get_width (child), gtk_widget_get_height (child));
  g_signal_connect_object (dialog, "exported", G_CALLBACK (exported_cb), self, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
export_cb (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  ws_window_export_pane (WS_WINDOW (widget), ws_window_get_current_pane (WS_WINDOW (widget)));
}

static void
pane_export_cb (WsWindow *self, WsPane *pane)
{
  for (int i = 0; i < N_PANES; i++)
    if (self->pane[i] == pane)
      ws_window_export_pane (self, i);
}

static void
pane_copy_cb (WsWindow *self, WsPane *pane)
{
  for (int i = 0; i < N_PANES; i++)
    if (self->pane[i] == pane)
      ws_window_copy_pane (self, i);
}

/* A picture that is dragged out of this program is no run, and GTK 4.8 cannot have the window
 * closed while it waits for one. */
static gboolean
accept_cb (GtkDropTarget *target, GdkDrop *drop)
{
  return gdk_drop_get_drag (drop) == NULL
         && gdk_content_formats_match (gdk_drop_get_formats (drop),
                                       gtk_drop_target_get_formats (target));
}

static gboolean
drop_cb (GtkDropTarget *target, const GValue *value, double x, double y, WsWindow *self)
{
  GFile *file = g_value_get_object (value);

  /* a list of none is a drop, too */
  if (file != NULL)
    ws_window_open_run (self, file);
  return file != NULL;
}

static void
run_changed_cb (WsWindow *self)
{
  gboolean has_run = ws_playhead_get_run (self->playhead) != NULL;

  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.export", has_run);
}

void
ws_window_files_class_init (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "win.open", NULL, open_cb);
  gtk_widget_class_install_action (widget_class, "win.export", NULL, export_cb);
}

void
ws_window_files_init (WsWindow *self)
{
  GtkDropTarget *target = gtk_drop_target_new (G_TYPE_FILE, GDK_ACTION_COPY);

  g_signal_connect (target, "accept", G_CALLBACK (accept_cb), NULL);
  g_signal_connect (target, "drop", G_CALLBACK (drop_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (target));
  for (int i = 0; i < N_PANES; i++)
    {
      g_signal_connect_object (self->pane[i], "export", G_CALLBACK (pane_export_cb), self,
                               G_CONNECT_SWAPPED);
      g_signal_connect_object (self->pane[i], "copy", G_CALLBACK (pane_copy_cb), self,
                               G_CONNECT_SWAPPED);
    }
  g_signal_connect_object (self->playhead, "notify::run", G_CALLBACK (run_changed_cb), self,
                           G_CONNECT_SWAPPED);
  run_changed_cb (self);
}
