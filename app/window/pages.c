#include "window/pages.h"

#include <glib/gi18n.h>

struct _WsPages {
  GObject parent_instance;

  GtkWindow *window;
  WsSession *session;
  WsPanes *panes;
  WsNotices *notices;
  gboolean has_job;
  gboolean run_timing;   /* run the shown chart once there is a device */
  gboolean run_scenario; /* run the whole scenario once there is a device */
};

G_DEFINE_FINAL_TYPE (WsPages, ws_pages, G_TYPE_OBJECT)

/* ---- timings ---- */

/* The requests of the command line, once kernel and device are known. */
static void
begin_timing (WsPages *self)
{
  if (!self->run_timing || !self->has_job || ws_session_get_device (self->session) == NULL)
    return;
  self->run_timing = !ws_timing_page_begin (ws_panes_get_timing (self->panes));
}

/**
 * ws_pages_set_job:
 * @self: the pages of a window
 * @kernel: (transfer none): the kernel shown in the window
 * @parameters: how it runs
 *
 * Sets the subject of the timings, and begins those requested on the command line.
 */
void
ws_pages_set_job (WsPages *self, const WsCatalogKernel *kernel, const WsPlanParameters *parameters)
{
  g_return_if_fail (WS_IS_PAGES (self));

  self->has_job = TRUE;
  ws_timing_page_set_job (ws_panes_get_timing (self->panes), kernel, parameters);
  begin_timing (self);
}

/**
 * ws_pages_begin_timing:
 * @self: the pages of a window
 * @name: name of a chart
 *
 * Shows the chart, and runs it once there is a device.
 */
void
ws_pages_begin_timing (WsPages *self, const char *name)
{
  WsTimingKind kind;
  g_autofree char *sentence = NULL;

  if (ws_timing_kind_parse (name, &kind))
    {
      ws_timing_page_set_kind (ws_panes_get_timing (self->panes), kind);
      self->run_timing = TRUE;
      return;
    }
  sentence = g_strdup_printf (_ ("Unknown timing chart “%s”."), name);
  ws_notices_show_error (self->notices, sentence);
}

static void
removed_cb (WsPages *self, WsSweep *sweep, gboolean stopped)
{
  g_autofree char *text = NULL;

  if (stopped)
    text = g_strdup_printf (_ ("Stopped after %u of the timings"), ws_sweep_get_n_done (sweep));
  else
    text = g_strdup (_ ("Timings deleted"));
  ws_notices_tell_and_offer (self->notices, text, stopped ? _ ("_Keep Them") : _ ("_Undo"),
                             "win.restore-timings", g_variant_new_string (sweep->id));
}

static void
restore_timings_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  WsPages *self = data;

  ws_timing_page_restore (ws_panes_get_timing (self->panes),
                          g_variant_get_string (parameter, NULL));
}

/* ---- scenarios ---- */

static void
cell_shown_cb (WsPages *self, WsRun *run)
{
  const WsRunPlace place = WS_RUN_PLACE_INIT;

  ws_session_show (self->session, run, WS_SHOWN_CELL, &place);
}

static void
cell_failed_cb (WsPages *self, GError *error)
{
  if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    ws_notices_show_error (self->notices, error->message);
}

/**
 * ws_pages_begin_scenario:
 * @self: the pages of a window
 * @id: id of a scenario
 *
 * Shows the scenario, and runs all of it once there is a device.
 */
void
ws_pages_begin_scenario (WsPages *self, const char *id)
{
  WsScenarioPage *scenarios = ws_panes_get_scenarios (self->panes);
  g_autofree char *sentence = NULL;

  if (scenarios != NULL && ws_scenario_view_show (ws_scenario_page_get_view (scenarios), id))
    {
      ws_panes_show_scenarios (self->panes, TRUE);
      self->run_scenario = TRUE;
      return;
    }
  sentence = g_strdup_printf (_ ("Unknown scenario “%s”."), id);
  ws_notices_show_error (self->notices, sentence);
}

/**
 * ws_pages_leave_scenario:
 * @self: the pages of a window
 *
 * To be called when something else is run or opened: a cell that is still running is then not
 * shown.
 */
void
ws_pages_leave_scenario (WsPages *self)
{
  WsScenarioPage *scenarios;

  g_return_if_fail (WS_IS_PAGES (self));

  scenarios = ws_panes_get_scenarios (self->panes);
  if (scenarios != NULL)
    ws_scenario_page_leave (scenarios);
}

/**
 * ws_pages_take_run:
 * @self: the pages of a window
 * @run: the shown run
 * @is_cell: whether it belongs to a scenario's cell
 */
void
ws_pages_take_run (WsPages *self, WsRun *run, gboolean is_cell)
{
  WsScenarioPage *scenarios;

  g_return_if_fail (WS_IS_PAGES (self));

  scenarios = ws_panes_get_scenarios (self->panes);
  if (scenarios != NULL)
    ws_scenario_page_set_launch (scenarios, run, !is_cell);
}

/* ---- both ---- */

/**
 * ws_pages_set_device:
 * @self: the pages of a window
 * @device: the device to use from now on
 *
 * Starts what was waiting for a device.
 */
void
ws_pages_set_device (WsPages *self, const WsClientDevice *device)
{
  WsScenarioPage *scenarios;

  g_return_if_fail (WS_IS_PAGES (self) && device != NULL);

  scenarios = ws_panes_get_scenarios (self->panes);
  if (scenarios != NULL)
    {
      ws_scenario_page_set_devices (scenarios, ws_session_get_devices (self->session), device->id);
      if (self->run_scenario)
        ws_scenario_page_run_all (scenarios);
      self->run_scenario = FALSE;
    }
  ws_timing_page_set_device (ws_panes_get_timing (self->panes), device);
  begin_timing (self);
}

static const GActionEntry entries[] = {
  { "restore-timings", restore_timings_cb, "s" },
};

static void
ws_pages_class_init (WsPagesClass *klass)
{
}

static void
ws_pages_init (WsPages *self)
{
}

WsPages *
ws_pages_new (const WsContext *context)
{
  WsPages *self = g_object_new (WS_TYPE_PAGES, NULL);
  WsScenarioPage *scenarios = ws_panes_get_scenarios (context->panes);

  self->window = context->window;
  self->session = context->session;
  self->panes = context->panes;
  self->notices = context->notices;
  g_action_map_add_action_entries (G_ACTION_MAP (self->window), entries, G_N_ELEMENTS (entries),
                                   self);
  g_signal_connect_object (ws_panes_get_timing (self->panes), "removed", G_CALLBACK (removed_cb),
                           self, G_CONNECT_SWAPPED);
  if (scenarios == NULL)
    return self;
  g_signal_connect_object (scenarios, "run-shown", G_CALLBACK (cell_shown_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (scenarios, "failed", G_CALLBACK (cell_failed_cb), self,
                           G_CONNECT_SWAPPED);
  return self;
}
