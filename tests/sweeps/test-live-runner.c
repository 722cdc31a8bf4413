/* Live timings by a real worker: started, stopped, gone on with, failing. */
#include "chosen.h"
#include "sweeps/live-runner.h"

#include "catalog/catalog.h"

typedef struct {
  WsCatalog *catalog;
  WsQueue *queue;
  WsClientDevice device;
  WsLiveRunner *runner;
  GMainLoop *loop;
  guint64 wanted; /* samples at which the loop ends */
  guint n_told;
  GError *error;
} Fixture;

static const Chosen job = { .device = "vm:h200",
                            .kernel = "reduce7",
                            .n = 4096,
                            .block = 128,
                            .type = WS_VALUE_S32,
                            .op = "sum",
                            .max_grid = 1024 };

static void
samples_cb (WsLiveRunner *runner, WsLive *live, Fixture *fixture)
{
  fixture->n_told++;
  if (ws_live_get_n_total (live) >= fixture->wanted)
    g_main_loop_quit (fixture->loop);
}

static void
failed_cb (WsLiveRunner *runner, const GError *error, Fixture *fixture)
{
  fixture->error = g_error_copy (error);
  g_main_loop_quit (fixture->loop);
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  fixture->catalog = ws_catalog_new (NULL, &error);
  g_assert_no_error (error);
  fixture->device = (WsClientDevice){
    .id = (char *)"vm:h200",
    .name = (char *)"Virtual NVIDIA H200",
    .usable = TRUE,
    .origin = WS_ORIGIN_MEASURED, /* so that there is no end to it */
    .spec = (WsSpec *)ws_catalog_find_spec (fixture->catalog, "h200", NULL),
  };
  fixture->loop = g_main_loop_new (NULL, FALSE);
  fixture->queue = ws_queue_new (NULL);
  fixture->runner = ws_live_runner_new (fixture->queue);
  g_signal_connect (fixture->runner, "samples", G_CALLBACK (samples_cb), fixture);
  g_signal_connect (fixture->runner, "failed", G_CALLBACK (failed_cb), fixture);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  g_object_unref (fixture->runner);
  g_object_unref (fixture->queue);
  g_main_loop_unref (fixture->loop);
  ws_catalog_unref (fixture->catalog);
  g_clear_error (&fixture->error);
}

static void
start (WsLiveRunner *runner, WsLive *live, const Chosen *chosen, const WsClientDevice *device)
{
  g_autoptr (WsJobSource) source = chosen_new_source (chosen);

  live->n = chosen->n;
  live->block = chosen->block;
  ws_live_runner_start (runner, live, source, device);
}

static void
run_until (Fixture *fixture, guint64 wanted)
{
  fixture->wanted = wanted;
  g_main_loop_run (fixture->loop);
}

static void
test_start_and_stop (Fixture *fixture, gconstpointer data)
{
  g_autoptr (WsLive) live = ws_live_new ("reduce7", "Kernel 7: several elements per thread");
  WsTimingSummary summary;
  guint64 n;

  start (fixture->runner, live, &job, &fixture->device);
  g_assert_true (ws_live_runner_is_running (fixture->runner));
  g_assert_cmpstr (live->device, ==, "vm:h200");
  g_assert_cmpuint (live->n, ==, 4096);
  run_until (fixture, 5);
  g_assert_no_error (fixture->error);
  g_assert_cmpuint (live->n_bytes, ==, 4 * 4096);
  g_assert_cmpuint (live->grid, ==, 16);
  g_assert_cmpuint (live->peak_bytes_per_s, >, 0);
  /* so little stays in the L2 cache, however many copies there are */
  g_assert_false (live->rotates);
  ws_live_runner_stop (fixture->runner);
  g_assert_false (ws_live_runner_is_running (fixture->runner));

  /* nothing comes after it was stopped */
  n = ws_live_get_n_total (live);
  for (guint i = 0; i < 100; i++)
    {
      g_main_context_iteration (NULL, FALSE);
      g_usleep (1000);
    }
  g_assert_cmpuint (ws_live_get_n_total (live), ==, n);
  g_assert_null (fixture->error);

  /* and it goes on where it stopped */
  start (fixture->runner, live, &job, &fixture->device);
  run_until (fixture, n + 3);
  g_assert_cmpuint (ws_live_get_n_total (live), >=, n + 3);
  ws_live_summarise (live, &summary);
  g_assert_cmpuint (summary.min_ns, >, 0);
  g_assert_cmpuint (summary.min_ns, ==, summary.max_ns); /* every modelled run is alike */
  ws_live_runner_stop (fixture->runner);
  ws_live_runner_stop (fixture->runner);
}

static void
running_cb (WsLiveRunner *runner, GParamSpec *pspec, Fixture *fixture)
{
  g_main_loop_quit (fixture->loop);
}

/* On a virtual GPU one sample says all, and it ends by itself. */
static void
test_alike (Fixture *fixture, gconstpointer data)
{
  g_autoptr (WsLive) live = ws_live_new ("reduce7", "Kernel 7: several elements per thread");

  fixture->device.origin = WS_ORIGIN_MODELLED;
  fixture->wanted = G_MAXUINT64;
  start (fixture->runner, live, &job, &fixture->device);
  g_signal_connect (fixture->runner, "notify::running", G_CALLBACK (running_cb), fixture);
  g_main_loop_run (fixture->loop);
  g_assert_no_error (fixture->error);
  g_assert_false (ws_live_runner_is_running (fixture->runner));
  g_assert_cmpuint (ws_live_get_n_total (live), ==, 1);
}

/* Another is started while one runs. */
static void
test_change (Fixture *fixture, gconstpointer data)
{
  g_autoptr (WsLive) first = ws_live_new ("reduce7", "Kernel 7");
  g_autoptr (WsLive) second = ws_live_new ("reduce1", "Kernel 1");
  Chosen other = job;
  guint64 n;

  other.kernel = "reduce1";
  start (fixture->runner, first, &job, &fixture->device);
  run_until (fixture, 2);
  start (fixture->runner, second, &other, &fixture->device);
  n = ws_live_get_n_total (first);
  run_until (fixture, 2);
  g_assert_no_error (fixture->error);
  g_assert_cmpuint (ws_live_get_n_total (second), >=, 2);
  g_assert_cmpuint (ws_live_get_n_total (first), ==, n);
}

static void
test_failure (Fixture *fixture, gconstpointer data)
{
  g_autoptr (WsLive) live = ws_live_new ("reduce7", "Kernel 7");
  Chosen bad = job;

  bad.block = 2048;
  start (fixture->runner, live, &bad, &fixture->device);
  run_until (fixture, 1);
  g_assert_error (fixture->error, WS_CATALOG_ERROR, WS_CATALOG_ERROR_BAD_BLOCK);
  g_assert_false (ws_live_runner_is_running (fixture->runner));
  g_clear_error (&fixture->error);
  start (fixture->runner, live, &job, &fixture->device);
  run_until (fixture, 1);
  g_assert_no_error (fixture->error);
}

static void
test_dropped (Fixture *fixture, gconstpointer data)
{
  g_autoptr (WsLive) live = ws_live_new ("reduce7", "Kernel 7");
  WsLiveRunner *runner = ws_live_runner_new (fixture->queue);

  start (runner, live, &job, &fixture->device);
  for (guint i = 0; i < 50; i++)
    {
      g_main_context_iteration (NULL, FALSE);
      g_usleep (1000);
    }
  g_assert_finalize_object (runner);
  for (guint i = 0; i < 20; i++)
    g_main_context_iteration (NULL, FALSE);
}

#define ADD(path, function) g_test_add (path, Fixture, NULL, set_up, function, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("/live/alike", test_alike);
  ADD ("/live/start-and-stop", test_start_and_stop);
  ADD ("/live/change", test_change);
  ADD ("/live/failure", test_failure);
  ADD ("/live/dropped", test_dropped);
  return g_test_run ();
}
