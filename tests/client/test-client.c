/* The client and a real worker: answers, errors with their domains, cancelling, and workers that
 * die or talk nonsense. */
#include "answer.h"
#include "catalog/catalog.h"
#include "chosen.h"
#include "paths.h"
#include "wire/protocol.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>

static void
timed_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  Answer *answer = data;

  answer->samples =
      ws_client_time_finish (WS_CLIENT (source), result, &answer->timing, &answer->error);
  g_main_loop_quit (answer->loop);
}

static void
progress_cb (double fraction, const char *sentence, gpointer data)
{
  g_assert_cmpfloat (fraction, >=, 0);
  g_assert_cmpfloat (fraction, <=, 1);
  ((Answer *)data)->n_progress++;
}

static void
record (WsClient *client, const Chosen *job, GCancellable *cancellable, Answer *answer)
{
  answer_clear (answer);
  answer->loop = g_main_loop_new (NULL, FALSE);
  chosen_record_async (client, job, &(WsClientWatch){ progress_cb, answer }, cancellable,
                       answer_recorded_cb, answer);
}

static void
test_record (void)
{
  g_autoptr (WsClient) client = ws_client_new (NULL);
  g_auto (Answer) answer = { 0 };

  g_assert_cmpint (ws_client_get_state (client), ==, WS_CLIENT_STOPPED);
  record (client, &chosen_small, NULL, &answer);
  g_main_loop_run (answer.loop);
  g_assert_no_error (answer.error);
  g_assert_true (answer.run->correct);
  g_assert_cmpuint (answer.run->n_launches, ==, 2);
  g_assert_cmpuint (answer.n_progress, >=, 1);
  g_assert_cmpint (ws_client_get_state (client), ==, WS_CLIENT_READY);
}

/* Of a real GPU with the limits of a model, a model of its compute capability is taken; where they
 * are not known, the usual one. */
static void
assert_alike (GPtrArray *devices)
{
  WsClientDevice unknown = { .origin = WS_ORIGIN_MEASURED };

  for (guint i = 0; i < devices->len; i++)
    {
      const WsClientDevice *like = g_ptr_array_index (devices, i);
      const WsClientDevice *found = ws_client_device_find_virtual (devices, like);

      if (!g_str_has_prefix (like->id, "vm:"))
        continue;
      g_assert_true (g_str_has_prefix (found->id, "vm:"));
      g_assert_cmpuint (found->spec->cc_major, ==, like->spec->cc_major);
      g_assert_cmpuint (found->spec->cc_minor, ==, like->spec->cc_minor);
    }
  g_assert_cmpstr (ws_client_device_find_virtual (devices, &unknown)->id, ==, "vm:h200");
  g_assert_cmpstr (ws_client_device_find_virtual (devices, NULL)->id, ==, "vm:h200");
}

static void
test_devices (void)
{
  g_autoptr (WsClient) client = ws_client_new (NULL);
  g_auto (Answer) answer = { .loop = g_main_loop_new (NULL, FALSE) };
  const WsClientDevice *first;

  ws_client_devices_async (client, NULL, answer_devices_cb, &answer);
  g_main_loop_run (answer.loop);
  g_assert_no_error (answer.error);
  /* real GPUs come first: one that says what is missing, where there is none */
  g_assert_cmpuint (answer.devices->len, >=, 6);
  first = g_ptr_array_index (answer.devices, 0);
  g_assert_cmpstr (first->id, ==, "cuda:0");
  g_assert_cmpint (first->origin, ==, WS_ORIGIN_MEASURED);
  g_assert_true (first->usable == (first->spec != NULL));
  g_assert_cmpuint (strlen (first->state), >, 0);
  for (guint i = 0; !g_str_has_prefix (first->id, "vm:"); i++)
    first = g_ptr_array_index (answer.devices, i);
  g_assert_cmpstr (first->id, ==, "vm:h200");
  g_assert_true (first->usable);
  g_assert_cmpuint (first->spec->n_sms, ==, 132);
  first = g_ptr_array_index (answer.devices, answer.devices->len - 1);
  g_assert_cmpstr (first->id, ==, "vm:g80");
  assert_alike (answer.devices);
}

static void
test_time (void)
{
  g_autoptr (WsClient) client = ws_client_new (NULL);
  g_auto (Answer) answer = { .loop = g_main_loop_new (NULL, FALSE) };
  const WsTimeRequest request = { .repeats = 5, .warmup = 1, .rotate = TRUE, .copy = TRUE };

  chosen_time_async (client, &chosen_small, &request, NULL, timed_cb, &answer);
  g_main_loop_run (answer.loop);
  g_assert_no_error (answer.error);
  g_assert_cmpuint (answer.samples->len, ==, 5);
  g_assert_cmpuint (g_array_index (answer.samples, WsSample, 0).duration_ns, >, 0);
  g_assert_cmpuint (answer.timing.n_bytes, ==, chosen_small.n * 4);
  g_assert_cmpuint (answer.timing.n_copies, >=, 1);
  g_assert_cmpuint (answer.timing.peak_bytes_per_s, >, 0);
  g_assert_cmpint (answer.timing.origin, ==, WS_ORIGIN_MODELLED);
  g_assert_true (answer.timing.correct);
}

/* A timing without end: samples come with what they are to be held against, until it is cancelled;
 * and the worker lives on. */
typedef struct {
  GCancellable *cancellable;
  guint n_samples;
  guint n_calls;
} Endless;

static void
samples_cb (const WsTiming *timing, const guint64 *durations_ns, guint n, gpointer data)
{
  Endless *endless = data;

  g_assert_false (g_cancellable_is_cancelled (endless->cancellable));
  g_assert_cmpuint (n, >, 0);
  g_assert_cmpuint (n, <=, 256);
  g_assert_cmpuint (timing->n_bytes, ==, chosen_small.n * 4);
  g_assert_cmpuint (timing->grid, ==, 8);
  for (guint i = 0; i < n; i++)
    g_assert_cmpuint (durations_ns[i], >, 0);
  endless->n_samples += n;
  endless->n_calls++;
  if (endless->n_calls == 4)
    g_cancellable_cancel (endless->cancellable);
}

static void
test_endless (void)
{
  g_autoptr (WsClient) client = ws_client_new (NULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_auto (Answer) answer = { .loop = g_main_loop_new (NULL, FALSE) };
  Endless endless = { .cancellable = cancellable };
  const WsTimeRequest request = { .repeats = 0, .samples = samples_cb, .samples_data = &endless };
  guint pid;

  chosen_time_async (client, &chosen_small, &request, cancellable, timed_cb, &answer);
  g_main_loop_run (answer.loop);
  g_assert_error (answer.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_null (answer.samples);
  g_assert_cmpuint (endless.n_calls, ==, 4);
  g_assert_cmpuint (endless.n_samples, >=, 4);
  pid = ws_client_get_worker_pid (client);
  record (client, &chosen_small, NULL, &answer);
  g_main_loop_run (answer.loop);
  g_assert_no_error (answer.error);
  g_assert_cmpuint (ws_client_get_worker_pid (client), ==, pid);
}

static void
count_cb (const WsTiming *timing, const guint64 *durations_ns, guint n, gpointer data)
{
  *(guint *)data += n;
}

/* All of many samples come, with many in a message or one. */
static void
test_many (void)
{
  g_autoptr (WsClient) client = ws_client_new (NULL);
  g_auto (Answer) answer = { .loop = g_main_loop_new (NULL, FALSE) };
  guint n = 0;
  const WsTimeRequest request = { .repeats = 3000, .samples = count_cb, .samples_data = &n };
  Chosen job = chosen_small;

  job.n = 32;
  job.block = 32;
  chosen_time_async (client, &job, &request, NULL, timed_cb, &answer);
  g_main_loop_run (answer.loop);
  g_assert_no_error (answer.error);
  g_assert_cmpuint (n, ==, 3000);
  g_assert_cmpuint (answer.samples->len, ==, 3000);
  for (guint i = 0; i < 3000; i++)
    {
      const WsSample *sample = &g_array_index (answer.samples, WsSample, i);

      g_assert_cmpuint (sample->duration_ns, >, 0);
      g_assert_cmpuint (sample->launch, ==, WS_NONE);
      g_assert_cmpuint (sample->origin, ==, WS_ORIGIN_MODELLED);
    }
  g_assert_true (answer.timing.correct);
}

/* The worker says when, and with which driver; without a real GPU there is none. Counters that are
 * read later, of the same device, leave both. */
static void
test_driver_and_date (void)
{
  static const struct {
    const char *device;
    const char *driver;
  } cases[] = { { "vm:h200", NULL }, { "cuda:1", "580.159" } };
  const char *const argv[] = { WS_BUILD_DIR "/bin/fake-gpu-worker", NULL };
  g_autoptr (WsClient) client = ws_client_new (argv);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (Answer) answer = { 0 };
      Chosen job = chosen_small;
      gint64 before = g_get_real_time () / G_USEC_PER_SEC;

      job.device = cases[i].device;
      record (client, &job, NULL, &answer);
      g_main_loop_run (answer.loop);
      g_assert_no_error (answer.error);
      g_assert_cmpstr (answer.run->driver, ==, cases[i].driver);
      g_assert_cmpint (answer.run->date, >=, before);
      g_assert_cmpint (answer.run->date, <=, g_get_real_time () / G_USEC_PER_SEC);
    }
}

#ifndef __SANITIZE_THREAD__ /* gigabytes, minutes, and no thread that the others have not */
/* What a real GPU adds: copies of the input in turn, a large copy, a driver. */
static void
test_measured (void)
{
  const char *const argv[] = { WS_BUILD_DIR "/bin/fake-gpu-worker", NULL };
  g_autoptr (WsClient) client = ws_client_new (argv);
  g_auto (Answer) answer = { .loop = g_main_loop_new (NULL, FALSE) };
  const WsTimeRequest request = { .repeats = 2, .warmup = 1, .rotate = TRUE, .copy = TRUE };
  Chosen job = chosen_small;
  guint64 copy_bytes_per_s = 0;

  job.device = "cuda:1";
  job.n = 1 << 20;
  ws_client_devices_async (client, NULL, answer_devices_cb, &answer);
  g_main_loop_run (answer.loop);
  g_assert_no_error (answer.error);
  g_assert_cmpstr (((const WsClientDevice *)g_ptr_array_index (answer.devices, 1))->driver, ==,
                   "580.159");
  g_assert_null (((const WsClientDevice *)g_ptr_array_index (answer.devices, 2))->driver);
  for (guint i = 0; i < 2; i++)
    {
      g_clear_pointer (&answer.samples, g_array_unref);
      chosen_time_async (client, &job, &request, NULL, timed_cb, &answer);
      g_main_loop_run (answer.loop);
      g_assert_no_error (answer.error);
      g_assert_cmpuint (answer.samples->len, ==, 2);
      g_assert_cmpint (answer.timing.origin, ==, WS_ORIGIN_MEASURED);
      g_assert_cmpuint (answer.timing.n_copies, >, 20);
      g_assert_true (answer.timing.rotates);
      g_assert_true (answer.timing.correct);
      g_assert_cmpuint (answer.timing.copy_bytes_per_s, >, 0);
      /* measured once */
      if (i > 0)
        g_assert_cmpuint (answer.timing.copy_bytes_per_s, ==, copy_bytes_per_s);
      copy_bytes_per_s = answer.timing.copy_bytes_per_s;
    }
}

#endif

/* What the worker refuses keeps its domain and sentence, and the worker lives on. */
static void
test_refusals (void)
{
  g_autoptr (WsClient) client = ws_client_new (NULL);
  g_auto (Answer) answer = { 0 };
  Chosen job = chosen_small;
  guint pid;

  job.block = 2048;
  record (client, &job, NULL, &answer);
  g_main_loop_run (answer.loop);
  g_assert_error (answer.error, WS_CATALOG_ERROR, WS_CATALOG_ERROR_BAD_BLOCK);
  g_assert_nonnull (strstr (answer.error->message, "1024"));
  pid = ws_client_get_worker_pid (client);
  job = chosen_small;
  job.kernel = "nothing";
  record (client, &job, NULL, &answer);
  g_main_loop_run (answer.loop);
  g_assert_error (answer.error, WS_CATALOG_ERROR, WS_CATALOG_ERROR_UNKNOWN_KERNEL);
  job = chosen_small;
  job.blocks = "0,last,none";
  record (client, &job, NULL, &answer);
  g_main_loop_run (answer.loop);
  g_assert_error (answer.error, WS_JOB_ERROR, WS_JOB_ERROR_LAUNCH);
  g_assert_cmpuint (ws_client_get_worker_pid (client), ==, pid);
}

static gboolean
kill_worker_cb (gpointer data)
{
  guint pid = ws_client_get_worker_pid (data);

  if (pid == 0)
    return G_SOURCE_CONTINUE;
  kill ((pid_t)pid, SIGKILL);
  return G_SOURCE_REMOVE;
}

static void
test_killed (void)
{
  g_autoptr (WsClient) client = ws_client_new (NULL);
  g_auto (Answer) answer = { 0 };
  Chosen job = chosen_small;

  job.n = 1 << 26;
  record (client, &job, NULL, &answer);
  g_timeout_add (60, kill_worker_cb, client);
  g_main_loop_run (answer.loop);
  g_assert_error (answer.error, WS_CLIENT_ERROR, WS_CLIENT_ERROR_DIED);
  g_assert_cmpint (ws_client_get_state (client), ==, WS_CLIENT_STOPPED);
  record (client, &chosen_small, NULL, &answer);
  g_main_loop_run (answer.loop);
  g_assert_no_error (answer.error);
  g_assert_true (answer.run->correct);
}

static gboolean
cancel_cb (gpointer data)
{
  g_cancellable_cancel (data);
  return G_SOURCE_REMOVE;
}

static void
test_cancelled (void)
{
  g_autoptr (WsClient) client = ws_client_new (NULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_auto (Answer) answer = { 0 };
  Chosen job = chosen_small;

  job.n = 1 << 26;
  record (client, &job, cancellable, &answer);
  g_timeout_add (60, cancel_cb, cancellable);
  g_main_loop_run (answer.loop);
  g_assert_error (answer.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  record (client, &chosen_small, NULL, &answer);
  g_main_loop_run (answer.loop);
  g_assert_no_error (answer.error);
}

static void
test_nonsense (void)
{
  const char *const babbler[] = { "/bin/sh", "-c", "echo this is no frame of anything; sleep 5",
                                  NULL };
  const char *const silent[] = { "/bin/true", NULL };
  const char *const missing[] = { "/nonexistent/worker", NULL };
  const struct {
    const char *const *argv;
    int code;
  } cases[] = { { babbler, WS_CLIENT_ERROR_PROTOCOL },
                { silent, WS_CLIENT_ERROR_DIED },
                { missing, WS_CLIENT_ERROR_START } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (WsClient) client = ws_client_new (cases[i].argv);
      g_auto (Answer) answer = { 0 };

      record (client, &chosen_small, NULL, &answer);
      g_main_loop_run (answer.loop);
      g_assert_error (answer.error, WS_CLIENT_ERROR, cases[i].code);
    }
}

/* A worker of another version says so in its first message. */
static void
test_version (void)
{
  g_autoptr (GOutputStream) hello = g_memory_output_stream_new_resizable ();
  g_autofree char *folder = g_dir_make_tmp ("warpstage-hello-XXXXXX", NULL);
  g_autofree char *file = g_build_filename (folder, "hello", NULL);
  g_autofree char *command = g_strdup_printf ("cat %s; sleep 5", file);
  const char *const argv[] = { "/bin/sh", "-c", command, NULL };
  g_autoptr (WsClient) client = ws_client_new (argv);
  g_auto (Answer) answer = { 0 };
  GMemoryOutputStream *memory = G_MEMORY_OUTPUT_STREAM (hello);

  g_assert_true (ws_protocol_write (
      hello, "hello", g_variant_new ("(uu)", WS_PROTOCOL_VERSION - 1, 1), NULL, NULL));
  g_assert_true (g_file_set_contents (file, g_memory_output_stream_get_data (memory),
                                      (gssize)g_memory_output_stream_get_data_size (memory), NULL));
  record (client, &chosen_small, NULL, &answer);
  g_main_loop_run (answer.loop);
  g_assert_error (answer.error, WS_CLIENT_ERROR, WS_CLIENT_ERROR_PROTOCOL);
  g_assert_nonnull (strstr (answer.error->message, "version"));
  g_assert_cmpint (ws_client_get_state (client), ==, WS_CLIENT_STOPPED);
  g_unlink (file);
  g_rmdir (folder);
}

/* ---- a job is made in a thread of its own ---- */

typedef struct {
  GMutex lock;
  GCond cond;
  gboolean may_go;
  WsClient *client;
  GCancellable *cancellable;
} Maker;

/* Waits for a word of the main loop, which does not come where that waits for this. */
static WsJob *
make_slowly (gpointer data, GError **error)
{
  Maker *self = data;
  g_autoptr (WsJobSource) source = chosen_new_source (&chosen_small);
  gint64 until_us = g_get_monotonic_time () + 20 * G_USEC_PER_SEC;
  gboolean waits = TRUE;

  g_mutex_lock (&self->lock);
  while (!self->may_go && waits)
    waits = g_cond_wait_until (&self->cond, &self->lock, until_us);
  g_mutex_unlock (&self->lock);
  if (waits)
    return ws_job_source_make (source, error);
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_TIMED_OUT, "The main loop stands still.");
  return NULL;
}

static gboolean
let_go_cb (gpointer data)
{
  Maker *self = data;

  g_mutex_lock (&self->lock);
  self->may_go = TRUE;
  g_cond_signal (&self->cond);
  g_mutex_unlock (&self->lock);
  return G_SOURCE_REMOVE;
}

static void
test_made (void)
{
  g_autoptr (WsClient) client = ws_client_new (NULL);
  g_auto (Answer) answer = { .loop = g_main_loop_new (NULL, FALSE) };
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  Maker maker = { 0 };
  g_autoptr (WsJobSource) source = ws_job_source_new (make_slowly, &maker, NULL);

  g_mutex_init (&maker.lock);
  g_cond_init (&maker.cond);
  ws_client_record_async (client, &(WsClientJob){ "vm:h200", source }, NULL, NULL,
                          answer_recorded_cb, &answer);
  g_timeout_add (20, let_go_cb, &maker);
  g_main_loop_run (answer.loop);
  g_assert_no_error (answer.error);
  g_assert_true (answer.run->correct);
  g_assert_nonnull (answer.run->job);
  /* given up before it was made: the answer comes at once, and what is made is dropped */
  maker.may_go = FALSE;
  answer_clear (&answer);
  answer.loop = g_main_loop_new (NULL, FALSE);
  ws_client_record_async (client, &(WsClientJob){ "vm:h200", source }, NULL, cancellable,
                          answer_recorded_cb, &answer);
  g_timeout_add (20, cancel_cb, cancellable);
  g_main_loop_run (answer.loop);
  g_assert_error (answer.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  record (client, &chosen_small, NULL, &answer);
  let_go_cb (&maker);
  g_main_loop_run (answer.loop);
  g_assert_no_error (answer.error);
  g_assert_true (answer.run->correct);
  g_mutex_clear (&maker.lock);
  g_cond_clear (&maker.cond);
}

/* A job that cannot be made is an error of who makes it, and no worker's. */
static void
test_not_made (void)
{
  g_autoptr (WsClient) client = ws_client_new (NULL);
  g_auto (Answer) answer = { 0 };
  Chosen job = chosen_small;

  job.n = (guint64)1 << 40;
  record (client, &job, NULL, &answer);
  g_main_loop_run (answer.loop);
  g_assert_error (answer.error, WS_CATALOG_ERROR, WS_CATALOG_ERROR_BAD_N);
  record (client, &chosen_small, NULL, &answer);
  g_main_loop_run (answer.loop);
  g_assert_no_error (answer.error);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/client/record", test_record);
  g_test_add_func ("/client/devices", test_devices);
  g_test_add_func ("/client/time", test_time);
  g_test_add_func ("/client/endless", test_endless);
  g_test_add_func ("/client/many", test_many);
  g_test_add_func ("/client/driver-and-date", test_driver_and_date);
#ifndef __SANITIZE_THREAD__
  g_test_add_func ("/client/measured", test_measured);
#endif
  g_test_add_func ("/client/refusals", test_refusals);
  g_test_add_func ("/client/made", test_made);
  g_test_add_func ("/client/not-made", test_not_made);
  g_test_add_func ("/client/killed", test_killed);
  g_test_add_func ("/client/cancelled", test_cancelled);
  g_test_add_func ("/client/nonsense", test_nonsense);
  g_test_add_func ("/client/version", test_version);
  return g_test_run ();
}
