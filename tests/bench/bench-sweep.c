/* bench-sweep: how long a sweep takes, from its start with no worker to its last point, and how
 * many samples a live timing gives; printed, never asserted.
 * build/bin/bench-sweep [DEVICE [KIND|live|frame ...]] */
#include "chosen.h"
#include "measure.h"
#include "sweeps/live-runner.h"
#include "sweeps/sweep-plan.h"
#include "sweeps/sweep-runner.h"

#include <stdio.h>

#define LIVE_SECONDS 5

typedef struct {
  WsCatalog *catalog;
  WsClientDevice *device;
  GPtrArray *devices;
  GMainLoop *loop;
  GError *error;
} Bench;

static void
devices_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  Bench *self = data;

  self->devices = ws_client_devices_finish (WS_CLIENT (source), result, &self->error);
  g_main_loop_quit (self->loop);
}

static gboolean
find_device (Bench *self, const char *id)
{
  g_autoptr (WsClient) client = ws_client_new (NULL);

  ws_client_devices_async (client, NULL, devices_cb, self);
  g_main_loop_run (self->loop);
  for (guint i = 0; self->devices != NULL && i < self->devices->len; i++)
    {
      WsClientDevice *device = g_ptr_array_index (self->devices, i);

      if (g_str_equal (device->id, id) && device->usable)
        self->device = device;
    }
  return self->device != NULL;
}

static double
seconds (void)
{
  return (double)g_get_monotonic_time () / 1e6;
}

static void
finished_cb (WsSweepRunner *runner, WsSweep *sweep, Bench *self)
{
  g_main_loop_quit (self->loop);
}

static void
print_points (const WsSweep *sweep)
{
  for (guint i = 0; i < ws_sweep_get_n_points (sweep); i++)
    {
      const WsSweepPoint *point = ws_sweep_get_point (sweep, i);

      printf ("  %-8s n %9" G_GUINT64_FORMAT " block %4u grid %6" G_GUINT64_FORMAT
              "  %10.3f us  p5 %.3f p95 %.3f  %7.1f GB/s%s",
              point->kernel, point->n, point->block, point->grid,
              (double)point->time.median_ns / 1e3, (double)point->time.p5_ns / 1e3,
              (double)point->time.p95_ns / 1e3, ws_sweep_point_get_bandwidth (point) / 1e9,
              point->correct ? "" : "  WRONG");
      if (point->has_occupancy)
        printf ("  occupancy %.3f of %.3f", point->achieved, point->theoretical);
      if (point->has_work)
        printf ("  %.0f bytes, %.0f operations", point->moved_bytes, point->operations);
      printf ("%s%s\n", point->sentence != NULL ? "  " : "",
              point->sentence != NULL ? point->sentence : "");
    }
}

static void
bench_sweep (Bench *self, WsSweepKind kind)
{
  g_autoptr (WsQueue) queue = ws_queue_new (NULL);
  g_autoptr (WsSweepRunner) runner = ws_sweep_runner_new (self->catalog, queue);
  g_autoptr (GError) error = NULL;
  g_autoptr (WsSweep) sweep = NULL;
  WsSweepRequest request;
  double began = seconds ();

  ws_sweep_request_init (&request, kind);
  sweep = ws_sweep_plan (self->catalog, &request, self->device->spec, &error);
  if (sweep == NULL)
    {
      printf ("%s: %s\n", ws_sweep_kind_get_name (kind), error->message);
      return;
    }
  g_signal_connect (runner, "finished", G_CALLBACK (finished_cb), self);
  ws_sweep_runner_start (runner, sweep, self->device);
  if (ws_sweep_runner_is_busy (runner))
    g_main_loop_run (self->loop);
  printf ("%-9s on %s, driver %s: %.2f s for %u points of %u samples, copy %.0f GB/s\n",
          ws_sweep_kind_get_name (kind), sweep->device_name,
          sweep->driver != NULL ? sweep->driver : "-", seconds () - began,
          ws_sweep_get_n_done (sweep), sweep->repeats, (double)sweep->copy_bytes_per_s / 1e9);
  print_points (sweep);
}

static void
told_cb (WsLiveRunner *runner, WsLive *live, guint *n)
{
  ++*n;
}

static gboolean
quit_cb (gpointer data)
{
  g_main_loop_quit (data);
  return G_SOURCE_REMOVE;
}

static void
start (WsLiveRunner *runner, WsLive *live, const Chosen *chosen, const WsClientDevice *device)
{
  g_autoptr (WsJobSource) source = chosen_new_source (chosen);

  ws_live_runner_start (runner, live, source, device);
}

static void
failed_cb (WsLiveRunner *runner, const GError *error, Bench *self)
{
  printf ("live: %s\n", error->message);
  g_main_loop_quit (self->loop);
}

static void
bench_live (Bench *self, guint64 n)
{
  g_autoptr (WsQueue) queue = ws_queue_new (NULL);
  g_autoptr (WsLiveRunner) runner = ws_live_runner_new (queue);
  g_autoptr (WsLive) live = ws_live_new ("reduce7", "Kernel 7");
  const Chosen job = { .device = self->device->id,
                       .kernel = "reduce7",
                       .n = n,
                       .block = 128,
                       .type = WS_VALUE_S32,
                       .op = "sum",
                       .max_grid = 1024 };
  WsTimingSummary summary;
  guint n_told = 0;
  guint timeout;
  double began = seconds ();

  g_signal_connect (runner, "samples", G_CALLBACK (told_cb), &n_told);
  g_signal_connect (runner, "failed", G_CALLBACK (failed_cb), self);
  start (runner, live, &job, self->device);
  timeout = g_timeout_add_seconds (LIVE_SECONDS, quit_cb, self->loop);
  g_main_loop_run (self->loop);
  if (!ws_live_runner_is_running (runner))
    g_source_remove (timeout);
  ws_live_summarise (live, &summary);
  printf ("live      reduce7, 2^%d: %" G_GUINT64_FORMAT
          " samples in %.1f s with the worker's start, told %u times; median %.3f us, p5 %.3f, "
          "p95 %.3f\n",
          g_bit_nth_msf (n, -1), ws_live_get_n_total (live), seconds () - began, n_told,
          (double)summary.median_ns / 1e3, (double)summary.p5_ns / 1e3,
          (double)summary.p95_ns / 1e3);
  /* stopped, and another at once: the worker has let go */
  began = seconds ();
  ws_live_runner_stop (runner);
  ws_live_clear (live);
  n_told = 0;
  start (runner, live, &job, self->device);
  while (n_told == 0 && ws_live_runner_is_running (runner))
    g_main_context_iteration (NULL, TRUE);
  printf ("live      stopped and started anew: first sample after %.3f s\n", seconds () - began);
}

/* What a frame of a live chart asks for, with as many samples as are kept, while @n more come for
 * each: columns of all of them, figures and histogram. @aligned: columns that stay what they are
 */
static void
bench_frame (guint n, gboolean aligned)
{
  g_autoptr (WsLive) live = ws_live_new ("reduce7", "Kernel 7");
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  g_autofree guint64 *durations = g_new (guint64, WS_LIVE_MAX_SAMPLES);
  g_autofree WsLiveColumn *columns = g_new (WsLiveColumn, 1600);
  g_autoptr (GArray) took = g_array_new (FALSE, FALSE, sizeof (double));
  guint bins[60];
  WsTimingSummary summary;

  for (guint i = 0; i < WS_LIVE_MAX_SAMPLES; i++)
    durations[i] = 10000 + (guint64)g_rand_int_range (rand, 0, 2000);
  ws_live_append (live, durations, WS_LIVE_MAX_SAMPLES);
  for (guint i = 0; i < 101; i++)
    {
      double began;
      double ms;
      guint first = 0;

      ws_live_append (live, durations + i * n, n);
      began = seconds ();
      if (aligned)
        first = (guint)((80 - ws_live_get_n_total (live) % 80) % 80);
      ws_live_get_columns (live, first, aligned ? 1600 * 80 : WS_LIVE_MAX_SAMPLES, columns, 1600);
      ws_live_summarise (live, &summary);
      ws_live_get_histogram (live, summary.min_ns, summary.max_ns + 1, bins, G_N_ELEMENTS (bins));
      ms = (seconds () - began) * 1e3;
      g_array_append_val (took, ms);
    }
  printf ("frame     %u samples kept, %u more: columns%s, figures and histogram %.3f ms\n",
          (guint)WS_LIVE_MAX_SAMPLES, n, aligned ? " that stay" : " that move",
          measure_get_share (took, 0.5));
}

int
main (int argc, char **argv)
{
  Bench self = { .catalog = ws_catalog_new (NULL, NULL), .loop = g_main_loop_new (NULL, FALSE) };
  const char *id = argc > 1 ? argv[1] : "vm:h200";
  static const char *const all[] = {
    "ladder", "heatmap", "block-size", "roofline", "live", "frame"
  };
  guint n = argc > 2 ? (guint)argc - 2 : G_N_ELEMENTS (all);

  if (!find_device (&self, id))
    {
      printf ("There is no device %s.\n", id);
      return 1;
    }
  for (guint i = 0; i < n; i++)
    {
      const char *part = argc > 2 ? argv[i + 2] : all[i];
      WsSweepKind kind;

      if (ws_sweep_kind_parse (part, &kind))
        bench_sweep (&self, kind);
      else if (g_str_equal (part, "frame"))
        for (guint k = 0; k < 4; k++)
          bench_frame (k < 2 ? 17 : 1000, k % 2 == 0);
      else
        for (guint64 size = 1 << 16; size <= 1 << 22; size *= 8)
          bench_live (&self, size);
    }
  g_ptr_array_unref (self.devices);
  g_main_loop_unref (self.loop);
  ws_catalog_unref (self.catalog);
  return 0;
}
