/* A session without a window, by real workers on the virtual GPU: what is recorded, opened, given
 * up and gone back to, and what comes beside it. */
#include "session/session.h"
#include "chosen.h"
#include "record/file.h"
#include "sweeps/live-runner.h"
#include "sweeps/sweep-plan.h"
#include "sweeps/sweep-runner.h"

#include <glib/gstdio.h>
#include <string.h>

#define WAIT_MS 60000

typedef struct {
  WsCatalog *catalog;
  WsSession *session;
  char *folder;
  guint n_shown;
  guint n_failed;
  guint n_listed;
  WsRunPlace place; /* of the run shown last */
  gboolean had_scene;
  GError *error;   /* of the last failure */
  guint states;    /* those that were seen: 1 << WsSessionState */
  double fraction; /* the highest seen */
} Fixture;

static void
shown_cb (WsSession *session, WsRun *run, WsScene *scene, const WsRunPlace *place, Fixture *fixture)
{
  fixture->n_shown++;
  fixture->place = *place;
  fixture->had_scene = scene != NULL;
  g_assert_true (ws_session_get_run (session) == run);
  g_assert_cmpint (ws_session_get_state (session), ==, WS_SESSION_RESTS);
  g_assert_false (ws_session_is_busy (session));
}

static void
failed_cb (WsSession *session, GError *error, WsRun *partial, Fixture *fixture)
{
  fixture->n_failed++;
  g_clear_error (&fixture->error);
  fixture->error = g_error_copy (error);
}

static void
listed_cb (WsSession *session, Fixture *fixture)
{
  fixture->n_listed++;
}

static void
state_cb (WsSession *session, GParamSpec *pspec, Fixture *fixture)
{
  fixture->states |= 1u << ws_session_get_state (session);
}

static void
fraction_cb (WsSession *session, GParamSpec *pspec, Fixture *fixture)
{
  fixture->fraction = MAX (fixture->fraction, ws_session_get_fraction (session));
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  fixture->catalog = ws_catalog_new (NULL, &error);
  g_assert_no_error (error);
  fixture->session = ws_session_new (fixture->catalog, NULL);
  fixture->folder = g_dir_make_tmp ("warpstage-session-XXXXXX", &error);
  g_assert_no_error (error);
  g_signal_connect (fixture->session, "shown", G_CALLBACK (shown_cb), fixture);
  g_signal_connect (fixture->session, "failed", G_CALLBACK (failed_cb), fixture);
  g_signal_connect (fixture->session, "devices-changed", G_CALLBACK (listed_cb), fixture);
  g_signal_connect (fixture->session, "notify::state", G_CALLBACK (state_cb), fixture);
  g_signal_connect (fixture->session, "notify::fraction", G_CALLBACK (fraction_cb), fixture);
}

static void
turn (guint ms)
{
  gint64 end = g_get_monotonic_time () + ms * 1000;

  while (g_get_monotonic_time () < end)
    if (!g_main_context_iteration (NULL, FALSE))
      g_usleep (1000);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  ws_session_cancel (fixture->session);
  turn (20);
  g_assert_finalize_object (fixture->session);
  ws_catalog_unref (fixture->catalog);
  g_clear_error (&fixture->error);
  g_rmdir (fixture->folder);
  g_free (fixture->folder);
}

static WsJobSource *
choose (const char *kernel, guint64 n, guint32 block)
{
  const Chosen chosen = { .device = "vm:h200",
                          .kernel = kernel,
                          .n = n,
                          .block = block,
                          .type = WS_VALUE_S32,
                          .op = "sum",
                          .max_grid = 1024,
                          .blocks = "0,mid,last" };

  return chosen_new_source (&chosen);
}

static void
record (Fixture *fixture, const char *kernel, guint64 n, guint32 block)
{
  g_autoptr (WsJobSource) source = choose (kernel, n, block);
  const WsRunPlace place = WS_RUN_PLACE_INIT;

  ws_session_record (fixture->session, source, &place);
}

static void
wait_for (Fixture *fixture)
{
  gint64 end = g_get_monotonic_time () + WAIT_MS * 1000;

  while (ws_session_get_state (fixture->session) != WS_SESSION_RESTS)
    {
      g_assert_cmpint (g_get_monotonic_time (), <, end);
      g_main_context_iteration (NULL, TRUE);
    }
}

static void
assert_shows (Fixture *fixture, const char *kernel, WsShown shown)
{
  g_assert_no_error (fixture->error);
  g_assert_nonnull (ws_session_get_run (fixture->session));
  g_assert_cmpstr (ws_session_get_run (fixture->session)->id, ==, kernel);
  g_assert_cmpint (ws_session_get_shown (fixture->session), ==, shown);
}

/* (transfer full) */
static GFile *
save (Fixture *fixture, const char *name)
{
  g_autofree char *path = g_build_filename (fixture->folder, name, NULL);
  GFile *file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;

  ws_run_save (ws_session_get_run (fixture->session), file, NULL, &error);
  g_assert_no_error (error);
  return file;
}

/* ---- recording ---- */

static void
test_record (Fixture *fixture, gconstpointer data)
{
  g_autoptr (WsJobSource) source = choose ("reduce1", 4096, 128);
  const WsRunPlace place = { .launch = 1, .block = WS_NONE, .keeps = TRUE };

  g_assert_null (ws_session_get_run (fixture->session));
  g_assert_cmpint (ws_session_get_shown (fixture->session), ==, WS_SHOWN_NOTHING);
  ws_session_set_device (fixture->session, "vm:h200");
  ws_session_record (fixture->session, source, &place);
  g_assert_true (ws_session_is_busy (fixture->session));
  wait_for (fixture);
  assert_shows (fixture, "reduce1", WS_SHOWN_RECORDED);
  g_assert_true (ws_session_get_run (fixture->session)->correct);
  g_assert_cmpuint (fixture->n_shown, ==, 1);
  g_assert_true (fixture->had_scene);
  g_assert_cmpuint (fixture->place.launch, ==, 1);
  g_assert_cmpuint (fixture->place.block, ==, WS_NONE);
  g_assert_true (fixture->place.keeps);
  g_assert_cmpuint (fixture->states, ==,
                    1u << WS_SESSION_RESTS | 1u << WS_SESSION_WAITS | 1u << WS_SESSION_RECORDS
                        | 1u << WS_SESSION_DERIVES);
}

/* What begins before there is a device is recorded when there is one; limits are known before. */
static void
test_no_device_yet (Fixture *fixture, gconstpointer data)
{
  g_assert_cmpstr (ws_session_get_spec (fixture->session)->id, ==, "h200");
  record (fixture, "reduce2", 4096, 128);
  g_assert_cmpint (ws_session_get_state (fixture->session), ==, WS_SESSION_WAITS);
  g_assert_false (ws_session_is_busy (fixture->session));
  turn (30);
  record (fixture, "reduce3", 4096, 128); /* takes its place */
  ws_session_list_devices (fixture->session);
  while (fixture->n_listed == 0)
    g_main_context_iteration (NULL, TRUE);
  g_assert_null (ws_session_get_device (fixture->session));
  g_assert_nonnull (ws_session_find_device (fixture->session, "vm:k40c"));
  g_assert_null (ws_session_find_device (fixture->session, "vm:nonsuch"));
  g_assert_true (ws_session_find_best_device (fixture->session)->usable);
  g_assert_cmpuint (fixture->n_shown, ==, 0);
  ws_session_set_device (fixture->session, "vm:k40c");
  g_assert_cmpstr (ws_session_get_spec (fixture->session)->id, ==, "k40c");
  wait_for (fixture);
  assert_shows (fixture, "reduce3", WS_SHOWN_RECORDED);
  g_assert_cmpstr (ws_session_get_run (fixture->session)->device, ==, "vm:k40c");
  g_assert_cmpuint (fixture->n_shown, ==, 1);
}

/* The last word counts, and what was given up says nothing. */
static void
test_last_word (Fixture *fixture, gconstpointer data)
{
  ws_session_set_device (fixture->session, "vm:h200");
  record (fixture, "reduce1", 1 << 24, 128);
  turn (20);
  record (fixture, "reduce2", 4096, 128);
  record (fixture, "reduce3", 4096, 128);
  wait_for (fixture);
  assert_shows (fixture, "reduce3", WS_SHOWN_RECORDED);
  g_assert_cmpuint (fixture->n_shown, ==, 1);
  record (fixture, "reduce1", 1 << 24, 128);
  turn (20);
  ws_session_cancel (fixture->session);
  g_assert_cmpint (ws_session_get_state (fixture->session), ==, WS_SESSION_RESTS);
  turn (50);
  assert_shows (fixture, "reduce3", WS_SHOWN_RECORDED);
  g_assert_cmpuint (fixture->n_shown, ==, 1);
  g_assert_cmpuint (fixture->n_failed, ==, 0);
  record (fixture, "reduce4", 4096, 128);
  wait_for (fixture);
  assert_shows (fixture, "reduce4", WS_SHOWN_RECORDED);
}

static void
test_failure (Fixture *fixture, gconstpointer data)
{
  ws_session_set_device (fixture->session, "vm:h200");
  record (fixture, "reduce1", 4096, 2048);
  wait_for (fixture);
  g_assert_error (fixture->error, WS_CATALOG_ERROR, WS_CATALOG_ERROR_BAD_BLOCK);
  g_assert_cmpuint (fixture->n_failed, ==, 1);
  g_assert_null (ws_session_get_run (fixture->session));
  g_clear_error (&fixture->error);
  ws_session_set_device (fixture->session, "vm:nonsuch");
  record (fixture, "reduce1", 4096, 128);
  wait_for (fixture);
  g_assert_cmpuint (fixture->n_failed, ==, 2);
  g_assert_nonnull (strstr (fixture->error->message, "nonsuch"));
  g_clear_error (&fixture->error);
  ws_session_set_device (fixture->session, "vm:h200");
  record (fixture, "reduce1", 1 << 22, 128);
  wait_for (fixture);
  assert_shows (fixture, "reduce1", WS_SHOWN_RECORDED);
  g_assert_cmpfloat (fixture->fraction, >, 0);
}

/* Something else has the device, until it is given up. */
static void
ask_other (WsClient *client, GCancellable *cancellable, GAsyncReadyCallback callback,
           gpointer callback_data, gpointer data)
{
  GTask **task = data;

  *task = g_task_new (client, NULL, callback, callback_data);
}

static void
other_cb (GObject *client, GAsyncResult *result, gpointer data)
{
  g_clear_object ((GTask **)data);
}

/* A device that is changed while a recording waits is for the next one. */
static void
test_device_changed (Fixture *fixture, gconstpointer data)
{
  GTask *task = NULL;
  const WsRequest request = { .device = "vm:g80",
                              .priority = WS_PRIORITY_RECORD,
                              .ask = ask_other,
                              .done = other_cb,
                              .user_data = &task };

  ws_session_set_device (fixture->session, "vm:g80");
  ws_queue_add (ws_session_get_queue (fixture->session), &request, NULL);
  record (fixture, "reduce1", 4096, 128);
  g_assert_cmpstr (ws_session_get_sentence (fixture->session), ==, "Waiting for the device");
  ws_session_set_device (fixture->session, "vm:h200");
  g_task_return_boolean (task, TRUE);
  wait_for (fixture);
  assert_shows (fixture, "reduce1", WS_SHOWN_RECORDED);
  g_assert_cmpstr (ws_session_get_run (fixture->session)->device, ==, "vm:g80");
}

/* ---- files ---- */

static void
test_open (Fixture *fixture, gconstpointer data)
{
  const WsRunPlace place = { .launch = 7, .block = WS_NONE };
  g_autoptr (WsJobSource) source = choose ("reduce5", 4096, 128);
  g_autoptr (GFile) file = NULL;
  g_autoptr (GFile) none = NULL;
  g_autofree char *path = g_build_filename (fixture->folder, "none.wsrun", NULL);

  ws_session_set_device (fixture->session, "vm:h200");
  record (fixture, "reduce4", 4096, 128);
  wait_for (fixture);
  file = save (fixture, "a.wsrun");
  none = g_file_new_for_path (path);

  /* what begins by itself does not take the place of what is opened, or being opened */
  ws_session_open (fixture->session, file, &place);
  g_assert_cmpint (ws_session_get_state (fixture->session), ==, WS_SESSION_OPENS);
  g_assert_false (ws_session_is_busy (fixture->session));
  ws_session_record_unasked (fixture->session, source, &place);
  wait_for (fixture);
  assert_shows (fixture, "reduce4", WS_SHOWN_OPENED);
  g_assert_cmpuint (fixture->place.launch, ==, 0); /* there is no eighth */
  ws_session_record_unasked (fixture->session, source, &place);
  turn (50);
  assert_shows (fixture, "reduce4", WS_SHOWN_OPENED);
  g_assert_cmpuint (fixture->n_shown, ==, 2);

  /* the user's word does */
  ws_session_record (fixture->session, source, &place);
  wait_for (fixture);
  assert_shows (fixture, "reduce5", WS_SHOWN_RECORDED);

  /* it runs where nothing could be opened, or the opening was given up */
  record (fixture, "reduce6", 4096, 128);
  wait_for (fixture);
  ws_session_open (fixture->session, none, &place);
  ws_session_record_unasked (fixture->session, source, &place);
  while (fixture->n_failed == 0)
    g_main_context_iteration (NULL, TRUE);
  g_assert_true (g_str_has_prefix (fixture->error->message, "The run could not be opened: "));
  g_clear_error (&fixture->error);
  wait_for (fixture);
  assert_shows (fixture, "reduce5", WS_SHOWN_RECORDED);
  record (fixture, "reduce6", 4096, 128);
  wait_for (fixture);
  ws_session_open (fixture->session, file, &place);
  ws_session_record_unasked (fixture->session, source, &place);
  ws_session_cancel (fixture->session);
  g_assert_cmpint (ws_session_get_state (fixture->session), ==, WS_SESSION_RECORDS);
  wait_for (fixture);
  assert_shows (fixture, "reduce5", WS_SHOWN_RECORDED);
  g_file_delete (file, NULL, NULL);
}

/* A run from a file runs again as it was, and so does one of before. */
static void
test_again (Fixture *fixture, gconstpointer data)
{
  const WsRunPlace place = WS_RUN_PLACE_INIT;
  g_autoptr (WsJobSource) source = NULL;
  g_autoptr (GFile) file = NULL;
  guint64 n;

  ws_session_set_device (fixture->session, "vm:h200");
  record (fixture, "reduce4", 5000, 64);
  wait_for (fixture);
  n = ws_session_get_run (fixture->session)->launches[0].n_elements;
  g_assert_cmpuint (n, ==, 5000);
  file = save (fixture, "a.wsrun");
  ws_session_open (fixture->session, file, &place);
  wait_for (fixture);
  source = ws_session_dup_source (fixture->session, ws_session_get_run (fixture->session));
  g_assert_nonnull (source);
  ws_session_set_device (fixture->session, "vm:k40c");
  ws_session_record (fixture->session, source, &place);
  wait_for (fixture);
  assert_shows (fixture, "reduce4", WS_SHOWN_RECORDED);
  g_assert_cmpstr (ws_session_get_run (fixture->session)->device, ==, "vm:k40c");
  g_assert_cmpuint (ws_session_get_run (fixture->session)->launches[0].n_elements, ==, 5000);
  g_file_delete (file, NULL, NULL);
}

/* ---- going back ---- */

static void
test_history (Fixture *fixture, gconstpointer data)
{
  static const char *const kernels[] = { "reduce1", "reduce2", "reduce3" };
  WsRun *runs[G_N_ELEMENTS (kernels)];

  ws_session_set_device (fixture->session, "vm:h200");
  g_assert_false (ws_session_go_back (fixture->session, 1));
  for (guint i = 0; i < G_N_ELEMENTS (kernels); i++)
    {
      record (fixture, kernels[i], 4096, 128);
      wait_for (fixture);
      runs[i] = ws_session_get_run (fixture->session);
    }
  g_assert_false (ws_session_can_go_back (fixture->session, -1));
  g_assert_true (ws_session_can_go_back (fixture->session, 2));
  g_assert_false (ws_session_can_go_back (fixture->session, 3));
  g_assert_true (ws_session_go_back (fixture->session, 1));
  g_assert_cmpint (ws_session_get_state (fixture->session), ==, WS_SESSION_DERIVES);
  wait_for (fixture);
  assert_shows (fixture, "reduce2", WS_SHOWN_AGAIN);
  g_assert_true (ws_session_get_run (fixture->session) == runs[1]);
  g_assert_true (ws_session_go_back (fixture->session, 1));
  wait_for (fixture);
  assert_shows (fixture, "reduce1", WS_SHOWN_AGAIN);
  g_assert_false (ws_session_go_back (fixture->session, 1));
  g_assert_true (ws_session_go_back (fixture->session, -2));
  wait_for (fixture);
  g_assert_true (ws_session_get_run (fixture->session) == runs[2]);
  /* the oldest is forgotten */
  for (guint i = 0; i < 8; i++)
    {
      record (fixture, "reduce7", 4096, 128);
      wait_for (fixture);
    }
  g_assert_true (ws_session_can_go_back (fixture->session, 7));
  g_assert_false (ws_session_can_go_back (fixture->session, 8));
}

/* ---- what goes on beside it ---- */

static void
samples_cb (WsLiveRunner *runner, WsLive *live, guint64 *n)
{
  *n = ws_live_get_n_total (live);
}

/* A live timing and a sweep on the device make room for a recording, and go on; no second worker is
 * needed, and none is left. */
static void
test_beside (Fixture *fixture, gconstpointer data)
{
  WsQueue *queue = ws_session_get_queue (fixture->session);
  g_autoptr (WsLiveRunner) live_runner = ws_live_runner_new (queue);
  g_autoptr (WsSweepRunner) sweep_runner = ws_sweep_runner_new (fixture->catalog, queue);
  g_autoptr (WsLive) live = ws_live_new ("reduce7", "Kernel 7");
  g_autoptr (WsJobSource) source = choose ("reduce7", 4096, 128);
  g_autoptr (WsSweep) sweep = NULL;
  g_autoptr (GError) error = NULL;
  WsSweepRequest request;
  WsClientDevice device;
  WsClient *client;
  guint64 n = 0;
  guint64 before;
  guint pid;

  ws_session_list_devices (fixture->session);
  while (fixture->n_listed == 0)
    g_main_context_iteration (NULL, TRUE);
  ws_session_set_device (fixture->session, "vm:h200");
  g_signal_connect (live_runner, "samples", G_CALLBACK (samples_cb), &n);
  device = *ws_session_get_device (fixture->session);
  device.origin = WS_ORIGIN_MEASURED; /* else one sample would be all */
  ws_live_runner_start (live_runner, live, source, &device);
  while (n == 0)
    g_main_context_iteration (NULL, TRUE);
  client = ws_queue_get_client (queue, "vm:h200");
  pid = ws_client_get_worker_pid (client);
  g_assert_cmpuint (pid, >, 0);

  record (fixture, "reduce1", 4096, 128);
  g_assert_cmpuint (ws_queue_get_n_waiting (queue, "vm:h200"), ==, 1); /* for room to be made */
  before = n;
  wait_for (fixture);
  assert_shows (fixture, "reduce1", WS_SHOWN_RECORDED);
  g_assert_true (ws_live_runner_is_running (live_runner));
  while (n == before)
    g_main_context_iteration (NULL, TRUE);

  ws_sweep_request_init (&request, WS_SWEEP_LADDER);
  request.n = 1 << 16;
  sweep =
      ws_sweep_plan (fixture->catalog, &request, ws_session_get_spec (fixture->session), &error);
  g_assert_no_error (error);
  ws_sweep_runner_start (sweep_runner, sweep, ws_session_get_device (fixture->session));
  record (fixture, "reduce2", 4096, 128);
  wait_for (fixture);
  assert_shows (fixture, "reduce2", WS_SHOWN_RECORDED);
  g_assert_true (ws_sweep_runner_is_busy (sweep_runner));
  while (ws_sweep_runner_is_busy (sweep_runner))
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpuint (ws_sweep_get_n_done (sweep), ==, 7);
  before = n;
  while (n == before)
    g_main_context_iteration (NULL, TRUE);
  ws_live_runner_stop (live_runner);
  g_assert_true (ws_queue_get_client (queue, "vm:h200") == client);
  turn (50);
}

#define ADD(path, function) g_test_add (path, Fixture, NULL, set_up, function, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("/session/record", test_record);
  ADD ("/session/no-device-yet", test_no_device_yet);
  ADD ("/session/last-word", test_last_word);
  ADD ("/session/failure", test_failure);
  ADD ("/session/device-changed", test_device_changed);
  ADD ("/session/open", test_open);
  ADD ("/session/again", test_again);
  ADD ("/session/history", test_history);
  ADD ("/session/beside", test_beside);
  return g_test_run ();
}
