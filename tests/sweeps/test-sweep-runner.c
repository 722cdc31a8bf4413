/* Sweeps planned, and run by a real worker: whole ones, cancelled ones, points that fail, and a
 * worker that is killed. */
#include "sweeps/sweep-runner.h"

#include "sweeps/sweep-plan.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>

typedef struct {
  WsCatalog *catalog;
  WsQueue *queue;
  WsClientDevice *device;
  WsSweepRunner *runner;
  GMainLoop *loop;
  guint n_changed;
  guint n_finished;
  guint n_failed;
  GError *error;      /* of the signal failed */
  guint cancel_after; /* points that are done; 0: never */
  guint kill_after;   /* likewise: the worker */
} Fixture;

/* Says its process id in a file, and becomes the worker. */
static char *script;
static char *pid_file;

static void
make_script (void)
{
  g_autofree char *text = NULL;
  g_autofree char *folder = g_dir_make_tmp ("warpstage-worker-XXXXXX", NULL);

  script = g_build_filename (folder, "worker", NULL);
  pid_file = g_build_filename (folder, "pid", NULL);
  text = g_strdup_printf ("#!/bin/sh\necho $$ > %s\nexec %s\n", pid_file,
                          g_getenv ("WARPSTAGE_WORKER"));
  g_assert_true (g_file_set_contents (script, text, -1, NULL));
  g_assert_cmpint (g_chmod (script, 0700), ==, 0);
  g_setenv ("WARPSTAGE_WORKER", script, TRUE);
}

static void
remove_script (void)
{
  g_autofree char *folder = g_path_get_dirname (script);

  g_unlink (script);
  g_unlink (pid_file);
  g_rmdir (folder);
  g_free (script);
  g_free (pid_file);
}

static void
kill_worker (void)
{
  g_autofree char *text = NULL;

  g_assert_true (g_file_get_contents (pid_file, &text, NULL, NULL));
  kill ((pid_t)g_ascii_strtoll (text, NULL, 10), SIGKILL);
}

static void
changed_cb (WsSweepRunner *runner, WsSweep *sweep, Fixture *fixture)
{
  fixture->n_changed++;
  g_assert_true (ws_sweep_runner_get_sweep (runner) == sweep);
  if (fixture->cancel_after > 0 && ws_sweep_get_n_done (sweep) == fixture->cancel_after)
    ws_sweep_runner_cancel (runner);
  if (fixture->kill_after > 0 && ws_sweep_get_n_done (sweep) == fixture->kill_after)
    kill_worker ();
}

static void
finished_cb (WsSweepRunner *runner, WsSweep *sweep, Fixture *fixture)
{
  fixture->n_finished++;
  g_assert_true (ws_sweep_is_finished (sweep));
  g_assert_false (ws_sweep_runner_is_busy (runner));
  g_main_loop_quit (fixture->loop);
}

static void
failed_cb (WsSweepRunner *runner, WsSweep *sweep, const GError *error, Fixture *fixture)
{
  fixture->n_failed++;
  g_clear_error (&fixture->error);
  fixture->error = g_error_copy (error);
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  const WsSpec *spec;

  fixture->catalog = ws_catalog_new (NULL, &error);
  g_assert_no_error (error);
  spec = ws_catalog_find_spec (fixture->catalog, "h200", &error);
  g_assert_no_error (error);
  fixture->device = g_new0 (WsClientDevice, 1);
  fixture->device->id = g_strdup ("vm:h200");
  fixture->device->name = g_strdup ("Virtual NVIDIA H200");
  fixture->device->usable = TRUE;
  fixture->device->origin = WS_ORIGIN_MODELLED;
  fixture->device->spec = ws_spec_ref ((WsSpec *)spec);
  fixture->loop = g_main_loop_new (NULL, FALSE);
  fixture->queue = ws_queue_new (NULL);
  fixture->runner = ws_sweep_runner_new (fixture->catalog, fixture->queue);
  g_signal_connect (fixture->runner, "changed", G_CALLBACK (changed_cb), fixture);
  g_signal_connect (fixture->runner, "finished", G_CALLBACK (finished_cb), fixture);
  g_signal_connect (fixture->runner, "failed", G_CALLBACK (failed_cb), fixture);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  g_object_unref (fixture->runner);
  g_object_unref (fixture->queue);
  g_main_loop_unref (fixture->loop);
  ws_client_device_free (fixture->device);
  ws_catalog_unref (fixture->catalog);
  g_clear_error (&fixture->error);
}

static WsSweep *
plan (Fixture *fixture, WsSweepKind kind, guint64 n)
{
  g_autoptr (GError) error = NULL;
  WsSweepRequest request;
  WsSweep *sweep;

  ws_sweep_request_init (&request, kind);
  request.n = n;
  sweep = ws_sweep_plan (fixture->catalog, &request, fixture->device->spec, &error);
  g_assert_no_error (error);
  return sweep;
}

static void
run (Fixture *fixture, WsSweep *sweep)
{
  ws_sweep_runner_start (fixture->runner, sweep, fixture->device);
  if (ws_sweep_runner_is_busy (fixture->runner))
    g_main_loop_run (fixture->loop);
}

/* ---- plans ---- */

static void
test_plans (Fixture *fixture, gconstpointer data)
{
  g_autoptr (WsSweep) ladder = plan (fixture, WS_SWEEP_LADDER, 0);
  g_autoptr (WsSweep) scaling = plan (fixture, WS_SWEEP_SCALING, 0);
  g_autoptr (WsSweep) heatmap = plan (fixture, WS_SWEEP_HEATMAP, 0);
  g_autoptr (WsSweep) occupancy = plan (fixture, WS_SWEEP_BLOCK_SIZE, 0);
  g_autoptr (WsSweep) roofline = plan (fixture, WS_SWEEP_ROOFLINE, 0);
  guint corners = 0;

  g_assert_cmpuint (ws_sweep_get_n_points (ladder), ==, 7);
  for (guint i = 0; i < 7; i++)
    {
      const WsSweepPoint *point = ws_sweep_get_point (ladder, i);

      g_assert_cmpint (point->kernel[strlen ("reduce")], ==, '1' + (int)i);
      g_assert_true (g_str_has_prefix (point->title, "Kernel "));
      g_assert_cmpuint (point->n, ==, 1 << 22);
      g_assert_cmpuint (point->block, ==, 128);
      g_assert_cmpuint (point->grid, >, 0);
      g_assert_cmpuint (point->state, ==, WS_SWEEP_WAITING);
    }
  g_assert_cmpuint (ws_sweep_get_n_points (scaling), ==, 7 * 9);
  g_assert_cmpuint (ws_sweep_get_point (scaling, 0)->n, ==, 1 << 17);
  g_assert_cmpuint (ws_sweep_get_point (scaling, 62)->n, ==, 1 << 25);
  g_assert_cmpuint (ws_sweep_get_n_points (heatmap), ==, 5 * 7);
  for (guint i = 0; i < 35; i++)
    {
      const WsSweepPoint *point = ws_sweep_get_point (heatmap, i);
      gboolean corner = (point->block == 64 || point->block == 1024)
                        && (point->max_grid == 64 || point->max_grid == 4096);

      corners += corner && i < 10;
      g_assert_cmpuint (point->grid, ==, point->max_grid);
      for (guint k = 0; k < i; k++)
        g_assert_false (ws_sweep_get_point (heatmap, k)->block == point->block
                        && ws_sweep_get_point (heatmap, k)->max_grid == point->max_grid);
    }
  g_assert_cmpuint (corners, ==, 4);
  g_assert_cmpuint (ws_sweep_get_n_points (occupancy), >=, 6);
  g_assert_cmpuint (ws_sweep_get_n_points (roofline), ==, 10);
}

/* Every stride is planned, recorded and timed with its passes; chains by the warps of an SM, with
 * what Little's law asks for; what has no option, or none that hides a latency, says so. */
static void
test_options (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  const WsSpec *spec = ws_catalog_find_spec (fixture->catalog, "g80", NULL);
  const WsCatalogKernel *stencil = ws_catalog_find (fixture->catalog, "convolution_2d", NULL);
  g_autoptr (WsSweep) strides = NULL;
  g_autoptr (WsSweep) chains = NULL;
  g_autoptr (WsSweep) shapes = NULL;
  g_autoptr (WsSweep) none = NULL;
  guint32 options[WS_PLAN_MAX_OPTIONS] = { 9, 3, 0 };
  WsSweepRequest request;

  ws_sweep_request_init (&request, WS_SWEEP_OPTION);
  request.kernel = "bank_stride";
  strides = ws_sweep_plan (fixture->catalog, &request, fixture->device->spec, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (strides->over, ==, "stride");
  g_assert_cmpuint (ws_sweep_get_n_points (strides), ==, 32);
  run (fixture, strides);
  g_assert_cmpuint (ws_sweep_get_n_done (strides), ==, 32);
  g_assert_cmpstr (strides->metric_title, !=, NULL);
  for (guint i = 0; i < 32; i++)
    {
      const WsSweepPoint *point = ws_sweep_get_point (strides, i);
      guint stride = i + 1;

      g_assert_cmpuint (point->value, ==, stride);
      g_assert_true (point->correct && point->has_metric);
      g_assert_cmpfloat (point->metric, ==, stride & -stride);
    }
  g_assert_cmpuint (ws_sweep_get_point (strides, 31)->time.median_ns, >,
                    ws_sweep_get_point (strides, 0)->time.median_ns);

  ws_sweep_request_init (&request, WS_SWEEP_LATENCY);
  chains = ws_sweep_plan (fixture->catalog, &request, spec, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (ws_sweep_get_point (chains, 0)->kernel, ==, "chains");
  g_assert_cmpfloat (chains->needs, ==, 192);
  g_assert_cmpfloat (chains->each, ==, 1);
  g_assert_cmpstr (ws_sweep_get_point (chains, 3)->set, ==, "chains=4");
  for (guint i = 0; i < ws_sweep_get_n_points (chains); i++)
    {
      const WsSweepPoint *point = ws_sweep_get_point (chains, i);

      g_assert_cmpuint (point->grid, ==, spec->n_sms);
      g_assert_cmpuint (point->n, ==, (guint64)spec->n_sms * point->block);
    }

  /* the second of three options, with the others as they were set */
  ws_sweep_request_init (&request, WS_SWEEP_OPTION);
  request.kernel = stencil->id;
  request.over = "mask_width";
  request.options = options;
  shapes = ws_sweep_plan (fixture->catalog, &request, fixture->device->spec, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (ws_sweep_get_point (shapes, 0)->option, ==, "1");
  g_assert_nonnull (strstr (ws_sweep_get_point (shapes, 0)->set, "height=9"));

  request.over = "depth";
  none = ws_sweep_plan (fixture->catalog, &request, fixture->device->spec, &error);
  g_assert_error (error, WS_CATALOG_ERROR, WS_CATALOG_ERROR_BAD_OPTION);
  g_assert_nonnull (strstr (error->message, "mask_width"));
  g_clear_error (&error);
  request.over = NULL;
  request.kernel = "reduce1";
  none = ws_sweep_plan (fixture->catalog, &request, fixture->device->spec, &error);
  g_assert_error (error, WS_CATALOG_ERROR, WS_CATALOG_ERROR_BAD_PARAMETER);
  g_clear_error (&error);
  request.kind = WS_SWEEP_LATENCY;
  request.kernel = "bank_stride";
  none = ws_sweep_plan (fixture->catalog, &request, fixture->device->spec, &error);
  g_assert_error (error, WS_CATALOG_ERROR, WS_CATALOG_ERROR_BAD_PARAMETER);
  g_assert_null (none);
  g_assert_true (ws_sweep_kind_takes (WS_SWEEP_OPTION, stencil));
  g_assert_false (ws_sweep_kind_takes (WS_SWEEP_LATENCY, stencil));
  g_assert_false (ws_sweep_kind_takes (WS_SWEEP_LADDER, stencil));
}

/* What a kernel or a device refuses is left out; where nothing is left, it says why. */
static void
test_refused (Fixture *fixture, gconstpointer data)
{
  const WsSpec *old = ws_catalog_find_spec (fixture->catalog, "g80", NULL);
  g_autoptr (WsSweep) sweep = NULL;
  g_autoptr (GError) error = NULL;
  WsSweepRequest request;

  ws_sweep_request_init (&request, WS_SWEEP_BLOCK_SIZE);
  sweep = ws_sweep_plan (fixture->catalog, &request, old, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < ws_sweep_get_n_points (sweep); i++)
    g_assert_cmpuint (ws_sweep_get_point (sweep, i)->block, <=, old->max_threads_per_block);
  g_clear_pointer (&sweep, ws_sweep_unref);

  /* a small n: grids that cannot grow any more are one point */
  ws_sweep_request_init (&request, WS_SWEEP_HEATMAP);
  request.n = 1 << 16;
  sweep = ws_sweep_plan (fixture->catalog, &request, fixture->device->spec, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (ws_sweep_get_n_points (sweep), <, 35);
  g_clear_pointer (&sweep, ws_sweep_unref);

  /* sizes that no kernel takes */
  ws_sweep_request_init (&request, WS_SWEEP_SCALING);
  request.n = G_MAXUINT64;
  sweep = ws_sweep_plan (fixture->catalog, &request, fixture->device->spec, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (ws_sweep_get_n_points (sweep), ==, 7 * 12); /* up to 2^28 */
  g_clear_pointer (&sweep, ws_sweep_unref);
  request.n = 1000;
  sweep = ws_sweep_plan (fixture->catalog, &request, fixture->device->spec, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (ws_sweep_get_n_points (sweep), ==, 7);
  g_clear_pointer (&sweep, ws_sweep_unref);

  ws_sweep_request_init (&request, WS_SWEEP_HEATMAP);
  request.kernel = "reduce1";
  g_assert_null (ws_sweep_plan (fixture->catalog, &request, fixture->device->spec, &error));
  g_assert_error (error, WS_CATALOG_ERROR, WS_CATALOG_ERROR_BAD_PARAMETER);
  g_clear_error (&error);
  request.kernel = "nonsuch";
  g_assert_null (ws_sweep_plan (fixture->catalog, &request, fixture->device->spec, &error));
  g_assert_error (error, WS_CATALOG_ERROR, WS_CATALOG_ERROR_UNKNOWN_KERNEL);
  g_clear_error (&error);
  request.kernel = "vector_add";
  g_assert_null (ws_sweep_plan (fixture->catalog, &request, fixture->device->spec, &error));
  g_assert_error (error, WS_CATALOG_ERROR, WS_CATALOG_ERROR_BAD_PARAMETER);
  g_clear_error (&error);
  ws_sweep_request_init (&request, WS_SWEEP_LADDER);
  request.block = 100;
  g_assert_null (ws_sweep_plan (fixture->catalog, &request, fixture->device->spec, &error));
  g_assert_error (error, WS_CATALOG_ERROR, WS_CATALOG_ERROR_BAD_BLOCK);
  g_clear_error (&error);
  request.block = 0;
  request.op = "xor";
  g_assert_null (ws_sweep_plan (fixture->catalog, &request, fixture->device->spec, &error));
  g_assert_error (error, WS_CATALOG_ERROR, WS_CATALOG_ERROR_BAD_PARAMETER);
}

/* ---- runs ---- */

static void
test_ladder (Fixture *fixture, gconstpointer data)
{
  g_autoptr (WsSweep) sweep = plan (fixture, WS_SWEEP_LADDER, 1 << 16);

  run (fixture, sweep);
  g_assert_no_error (fixture->error);
  g_assert_cmpuint (fixture->n_finished, ==, 1);
  g_assert_cmpuint (fixture->n_changed, ==, 14);
  g_assert_cmpuint (ws_sweep_get_n_done (sweep), ==, 7);
  g_assert_cmpstr (sweep->device, ==, "vm:h200");
  g_assert_cmpint (sweep->origin, ==, WS_ORIGIN_MODELLED);
  g_assert_cmpuint (sweep->repeats, ==, 1);
  g_assert_cmpuint (sweep->peak_bytes_per_s, >, 0);
  g_assert_cmpuint (sweep->copy_bytes_per_s, ==, 0);
  g_assert_nonnull (sweep->spec);
  for (guint i = 0; i < 7; i++)
    {
      const WsSweepPoint *point = ws_sweep_get_point (sweep, i);

      g_assert_true (point->correct);
      g_assert_cmpuint (point->time.n, ==, 1);
      g_assert_cmpuint (point->time.median_ns, >, 0);
      g_assert_cmpuint (point->n_bytes, ==, 4 << 16);
      g_assert_cmpfloat (ws_sweep_point_get_bandwidth (point), >, 0);
    }
  g_assert_cmpuint (ws_sweep_get_point (sweep, 0)->time.median_ns, >,
                    ws_sweep_get_point (sweep, 5)->time.median_ns);
}

static void
test_occupancy (Fixture *fixture, gconstpointer data)
{
  g_autoptr (WsSweep) sweep = plan (fixture, WS_SWEEP_BLOCK_SIZE, 1 << 18);

  run (fixture, sweep);
  g_assert_no_error (fixture->error);
  g_assert_cmpuint (ws_sweep_get_n_done (sweep), ==, ws_sweep_get_n_points (sweep));
  for (guint i = 0; i < ws_sweep_get_n_points (sweep); i++)
    {
      const WsSweepPoint *point = ws_sweep_get_point (sweep, i);

      g_assert_true (point->has_occupancy);
      g_assert_cmpfloat (point->achieved, >, 0);
      g_assert_cmpfloat (point->achieved, <=, point->theoretical);
      /* blocks of one warp: 32 of them fill half of an H200's SM */
      if (point->block == 32)
        g_assert_cmpfloat (point->theoretical, ==, 0.5);
    }
}

static void
test_roofline (Fixture *fixture, gconstpointer data)
{
  g_autoptr (WsSweep) sweep = plan (fixture, WS_SWEEP_ROOFLINE, 1 << 16);

  run (fixture, sweep);
  g_assert_no_error (fixture->error);
  g_assert_cmpuint (ws_sweep_get_n_done (sweep), ==, 10);
  for (guint i = 0; i < 10; i++)
    {
      const WsSweepPoint *point = ws_sweep_get_point (sweep, i);

      g_assert_true (point->has_work);
      /* every element is read once, and added once */
      g_assert_cmpfloat (point->moved_bytes, >=, 4 << 16);
      g_assert_cmpfloat (point->moved_bytes, <, 2 * (4 << 16));
      g_assert_cmpfloat (point->operations, >=, (1 << 16) - 1);
    }
  g_assert_cmpfloat (ws_sweep_get_point (sweep, 0)->operations, >,
                     ws_sweep_get_point (sweep, 6)->operations);
}

static void
test_cancel (Fixture *fixture, gconstpointer data)
{
  g_autoptr (WsSweep) sweep = plan (fixture, WS_SWEEP_SCALING, 0);
  g_autoptr (WsSweep) next = plan (fixture, WS_SWEEP_LADDER, 4096);

  fixture->cancel_after = 5;
  run (fixture, sweep);
  g_assert_cmpuint (fixture->n_finished, ==, 1);
  g_assert_cmpuint (fixture->n_failed, ==, 0);
  g_assert_cmpuint (ws_sweep_get_n_points (sweep), ==, 5);
  g_assert_cmpuint (ws_sweep_get_n_done (sweep), ==, 5);
  ws_sweep_runner_cancel (fixture->runner); /* nothing is running */
  g_assert_cmpuint (fixture->n_finished, ==, 1);
  fixture->cancel_after = 0;
  run (fixture, next);
  g_assert_no_error (fixture->error);
  g_assert_cmpuint (ws_sweep_get_n_done (next), ==, 7);
}

static gboolean
cancel_cb (gpointer data)
{
  ws_sweep_runner_cancel (data);
  return G_SOURCE_REMOVE;
}

/* In the middle of a point that takes long. */
static void
test_cancel_in_point (Fixture *fixture, gconstpointer data)
{
  g_autoptr (WsSweep) sweep = plan (fixture, WS_SWEEP_LADDER, 1 << 26);
  g_autoptr (WsSweep) next = plan (fixture, WS_SWEEP_LADDER, 4096);

  g_timeout_add (100, cancel_cb, fixture->runner);
  run (fixture, sweep);
  g_assert_cmpuint (fixture->n_finished, ==, 1);
  g_assert_cmpuint (ws_sweep_get_n_points (sweep), ==, ws_sweep_get_n_done (sweep));
  run (fixture, next);
  g_assert_no_error (fixture->error);
  g_assert_cmpuint (ws_sweep_get_n_done (next), ==, 7);
}

/* A point that is refused, and one that faults, fail alone. */
static void
test_failing_points (Fixture *fixture, gconstpointer data)
{
  g_autoptr (WsSweep) sweep = ws_sweep_new (WS_SWEEP_LADDER);

  ws_sweep_add_point (sweep, "reduce1", "Kernel 1", 4096, 128, 0);
  ws_sweep_add_point (sweep, "reduce1", "Kernel 1", 4096, 2048, 0);
  ws_sweep_add_point (sweep, "nonsuch", "No kernel", 4096, 128, 0);
  ws_sweep_add_point (sweep, "null1", "Null", 4096, 128, 0);
  ws_sweep_add_point (sweep, "reduce2", "Kernel 2", 4096, 128, 0);
  run (fixture, sweep);
  g_assert_cmpuint (fixture->n_finished, ==, 1);
  g_assert_cmpuint (fixture->n_failed, ==, 1);
  g_assert_error (fixture->error, WS_CATALOG_ERROR, WS_CATALOG_ERROR_BAD_BLOCK);
  g_assert_cmpuint (ws_sweep_get_n_points (sweep), ==, 5);
  g_assert_cmpuint (ws_sweep_get_point (sweep, 0)->state, ==, WS_SWEEP_DONE);
  for (guint i = 1; i < 4; i++)
    {
      g_assert_cmpuint (ws_sweep_get_point (sweep, i)->state, ==, WS_SWEEP_FAILED);
      g_assert_nonnull (ws_sweep_get_point (sweep, i)->sentence);
    }
  g_assert_nonnull (strstr (ws_sweep_get_point (sweep, 1)->sentence, "1024"));
  g_assert_cmpuint (ws_sweep_get_point (sweep, 4)->state, ==, WS_SWEEP_DONE);
}

/* A worker that dies ends the sweep with a sentence; what was done stays, and the next one runs. */
static void
test_dead_worker (Fixture *fixture, gconstpointer data)
{
  g_autoptr (WsSweep) sweep = plan (fixture, WS_SWEEP_LADDER, 1 << 20);
  g_autoptr (WsSweep) next = plan (fixture, WS_SWEEP_LADDER, 4096);

  fixture->kill_after = 2;
  run (fixture, sweep);
  g_assert_error (fixture->error, WS_CLIENT_ERROR, WS_CLIENT_ERROR_DIED);
  g_assert_cmpuint (fixture->n_failed, ==, 1);
  g_assert_cmpuint (fixture->n_finished, ==, 1);
  g_assert_cmpuint (ws_sweep_get_n_points (sweep), ==, 3);
  g_assert_cmpuint (ws_sweep_get_n_done (sweep), ==, 2);
  g_assert_cmpuint (ws_sweep_get_point (sweep, 2)->state, ==, WS_SWEEP_FAILED);
  g_assert_cmpstr (ws_sweep_get_point (sweep, 2)->sentence, ==, fixture->error->message);
  fixture->kill_after = 0;
  run (fixture, next);
  g_assert_cmpuint (ws_sweep_get_n_done (next), ==, 7);
}

/* ---- what comes between ---- */

typedef struct {
  WsSweep *sweep;
  guint n_done; /* points, when its turn came */
  gboolean begun;
  gboolean done;
} Between;

static void
ask_between (WsClient *client, GCancellable *cancellable, GAsyncReadyCallback callback,
             gpointer callback_data, gpointer data)
{
  Between *between = data;

  between->n_done = ws_sweep_get_n_done (between->sweep);
  between->begun = TRUE;
  ws_client_devices_async (client, cancellable, callback, callback_data);
}

static void
between_cb (GObject *client, GAsyncResult *result, gpointer data)
{
  g_autoptr (GPtrArray) devices = ws_client_devices_finish (WS_CLIENT (client), result, NULL);

  g_assert_nonnull (devices);
  ((Between *)data)->done = TRUE;
}

/* What is modelled makes room in the middle of a point, and the point is run again; what is
 * measured is measured to its end. */
static void
check_between (Fixture *fixture, WsOrigin origin, guint64 n, guint n_more)
{
  g_autoptr (WsSweep) sweep = plan (fixture, WS_SWEEP_LADDER, n);
  Between between = { .sweep = sweep };
  const WsRequest request = { .device = "vm:h200",
                              .priority = WS_PRIORITY_RECORD,
                              .ask = ask_between,
                              .done = between_cb,
                              .user_data = &between };
  guint n_done;

  fixture->device->origin = origin;
  ws_sweep_runner_start (fixture->runner, sweep, fixture->device);
  g_assert_cmpuint (ws_sweep_get_point (sweep, 0)->state, ==, WS_SWEEP_RUNNING);
  for (guint i = 0; i < 50; i++)
    {
      g_main_context_iteration (NULL, FALSE);
      g_usleep (1000);
    }
  n_done = ws_sweep_get_n_done (sweep); /* a fast machine is at its second point by now */
  g_assert_cmpuint (n_done, <, ws_sweep_get_n_points (sweep));
  ws_queue_add (fixture->queue, &request, NULL);
  g_assert_false (between.begun);
  while (!between.done)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpuint (between.n_done, ==, n_done + n_more);
  if (origin == WS_ORIGIN_MEASURED)
    ws_sweep_runner_cancel (fixture->runner);
  else
    g_main_loop_run (fixture->loop);
  g_assert_cmpuint (ws_sweep_get_n_done (sweep), ==, ws_sweep_get_n_points (sweep));
}

static void
test_between (Fixture *fixture, gconstpointer data)
{
  check_between (fixture, WS_ORIGIN_MODELLED, 1 << 22, 0);
  check_between (fixture, WS_ORIGIN_MEASURED, 1 << 20, 1);
}

/* Given up with its owner. */
static void
test_dropped (Fixture *fixture, gconstpointer data)
{
  g_autoptr (WsSweep) sweep = plan (fixture, WS_SWEEP_LADDER, 1 << 24);
  WsSweepRunner *runner = ws_sweep_runner_new (fixture->catalog, fixture->queue);

  ws_sweep_runner_start (runner, sweep, fixture->device);
  g_assert_true (ws_sweep_runner_is_busy (runner));
  for (guint i = 0; i < 20; i++)
    g_main_context_iteration (NULL, FALSE);
  g_assert_finalize_object (runner);
  for (guint i = 0; i < 20; i++)
    g_main_context_iteration (NULL, FALSE);
}

#define ADD(path, function) g_test_add (path, Fixture, NULL, set_up, function, tear_down)

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  make_script ();
  ADD ("/sweeps/plans", test_plans);
  ADD ("/sweeps/options", test_options);
  ADD ("/sweeps/refused", test_refused);
  ADD ("/sweeps/ladder", test_ladder);
  ADD ("/sweeps/occupancy", test_occupancy);
  ADD ("/sweeps/roofline", test_roofline);
  ADD ("/sweeps/cancel", test_cancel);
  ADD ("/sweeps/cancel-in-point", test_cancel_in_point);
  ADD ("/sweeps/failing-points", test_failing_points);
  ADD ("/sweeps/dead-worker", test_dead_worker);
  ADD ("/sweeps/between", test_between);
  ADD ("/sweeps/dropped", test_dropped);
  status = g_test_run ();
  remove_script ();
  return status;
}
