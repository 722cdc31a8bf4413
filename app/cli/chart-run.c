#include "cli/chart.h"
#include "cli/cli.h"
#include "cli/output.h"

#include "sweeps/live-runner.h"
#include "sweeps/sweep-runner.h"
#include "words/words.h"

#include <glib-unix.h>
#include <glib/gi18n.h>
#include <inttypes.h>

#define SHOW_MS 100 /* between two updates of the progress line */

typedef struct {
  GMainLoop *loop;
  GError *error; /* the first */
  gboolean cancelled;
  WsLive *live; /* nullable */
  double seconds;
  gint64 first_us; /* time of the first samples, 0 before */
} Running;

static gboolean
interrupt_cb (gpointer data)
{
  Running *self = data;

  self->cancelled = TRUE;
  g_main_loop_quit (self->loop);
  return G_SOURCE_CONTINUE;
}

static void
take_error (Running *self, const GError *error)
{
  if (self->error == NULL)
    self->error = g_error_copy (error);
}

/* ---- sweeps ---- */

static void
changed_cb (WsSweepRunner *runner, WsSweep *sweep, Running *self)
{
  for (guint i = 0; i < ws_sweep_get_n_points (sweep); i++)
    {
      const WsSweepPoint *point = ws_sweep_get_point (sweep, i);
      g_autofree char *line = NULL;

      if (point->state != WS_SWEEP_RUNNING)
        continue;
      line = g_strdup_printf (_ ("%u of %u  %s, n %" PRIu64 ", block %u"), i + 1,
                              ws_sweep_get_n_points (sweep), ws_words_translate (point->title),
                              point->n, point->block);
      cli_output_show (line);
      return;
    }
}

static void
finished_cb (WsSweepRunner *runner, WsSweep *sweep, Running *self)
{
  g_main_loop_quit (self->loop);
}

static void
sweep_failed_cb (WsSweepRunner *runner, WsSweep *sweep, const GError *error, Running *self)
{
  take_error (self, error);
}

/**
 * cli_chart_run_sweep:
 * @catalog: the kernels to run
 * @sweep: its pending points are run
 * @device: id of the device
 * @cancelled: (out): whether Ctrl+C was pressed; finished points are kept
 * @error: return location for a #GError: the first point's error, if no point is done
 *
 * Returns: %FALSE if no point is done
 */
gboolean
cli_chart_run_sweep (WsCatalog *catalog, WsSweep *sweep, const WsClientDevice *device,
                     gboolean *cancelled, GError **error)
{
  g_autoptr (WsQueue) queue = cli_queue_new ();
  g_autoptr (WsSweepRunner) runner = ws_sweep_runner_new (catalog, queue);
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  Running self = { .loop = loop };
  guint interrupt = g_unix_signal_add (SIGINT, interrupt_cb, &self);

  g_signal_connect (runner, "changed", G_CALLBACK (changed_cb), &self);
  g_signal_connect (runner, "finished", G_CALLBACK (finished_cb), &self);
  g_signal_connect (runner, "failed", G_CALLBACK (sweep_failed_cb), &self);
  ws_sweep_runner_start (runner, sweep, device);
  if (ws_sweep_runner_is_busy (runner))
    g_main_loop_run (loop);
  g_source_remove (interrupt); /* pressing it again ends the program */
  ws_sweep_runner_cancel (runner);
  cli_output_show (NULL);
  *cancelled = self.cancelled;
  if (ws_sweep_get_n_done (sweep) > 0)
    {
      g_clear_error (&self.error);
      return TRUE;
    }
  if (self.error != NULL)
    g_propagate_error (error, self.error);
  else
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, _ ("Cancelled."));
  return FALSE;
}

/* ---- live ---- */

static void
samples_cb (WsLiveRunner *runner, WsLive *live, Running *self)
{
  gint64 now_us = g_get_monotonic_time ();

  if (self->first_us == 0)
    self->first_us = now_us;
  if ((double)(now_us - self->first_us) >= self->seconds * G_USEC_PER_SEC)
    g_main_loop_quit (self->loop);
}

static void
live_failed_cb (WsLiveRunner *runner, const GError *error, Running *self)
{
  take_error (self, error);
  g_main_loop_quit (self->loop);
}

static gboolean
show_live_cb (gpointer data)
{
  Running *self = data;
  g_autofree char *line =
      g_strdup_printf (_ ("%" PRIu64 " samples"), ws_live_get_n_total (self->live));

  cli_output_show (line);
  return G_SOURCE_CONTINUE;
}

/**
 * cli_chart_run_live:
 * @live: gets the samples
 * @device: id of the device it runs
 * @seconds: for how long, from the first sample on
 * @cancelled: (out): whether Ctrl+C was pressed; samples are kept
 *
 * Returns: %FALSE if there is no sample, or the timing failed
 */
gboolean
cli_chart_run_live (WsLive *live, WsJobSource *source, const WsClientDevice *device, double seconds,
                    gboolean *cancelled, GError **error)
{
  g_autoptr (WsQueue) queue = cli_queue_new ();
  g_autoptr (WsLiveRunner) runner = ws_live_runner_new (queue);
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  Running self = { .loop = loop, .live = live, .seconds = seconds };
  guint interrupt = g_unix_signal_add (SIGINT, interrupt_cb, &self);
  guint showing = g_timeout_add (SHOW_MS, show_live_cb, &self);

  g_signal_connect (runner, "samples", G_CALLBACK (samples_cb), &self);
  g_signal_connect (runner, "failed", G_CALLBACK (live_failed_cb), &self);
  ws_live_runner_start (runner, live, source, device);
  /* on a virtual GPU, which has one sample to give */
  g_signal_connect_swapped (runner, "notify::running", G_CALLBACK (g_main_loop_quit), loop);
  g_main_loop_run (loop);
  g_signal_handlers_disconnect_by_data (runner, loop);
  g_source_remove (showing);
  g_source_remove (interrupt);
  ws_live_runner_stop (runner);
  cli_output_show (NULL);
  *cancelled = self.cancelled;
  if (self.error != NULL)
    {
      g_propagate_error (error, self.error);
      return FALSE;
    }
  if (ws_live_get_n_total (live) > 0)
    return TRUE;
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, _ ("Cancelled."));
  return FALSE;
}
