/* The worker in its sandbox: what it gave up before its first word, that it runs jobs all the same,
 * and that a session may go from one kind of device to the other and back. */
#include "answer.h"
#include "chosen.h"
#include "catalog/catalog.h"
#include "client/client.h"
#include "paths.h"
#include "wire/protocol.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#define WORKER      WS_BUILD_DIR "/bin/warpstage-worker"
#define FAKE_WORKER WS_BUILD_DIR "/bin/fake-gpu-worker"
#define POOR_KERNEL WS_BUILD_DIR "/bin/poor-kernel"

/* ---- a worker, spoken to frame by frame ---- */

typedef struct {
  GSubprocess *process;
  GOutputStream *in;
  GInputStream *out;
  guint32 pid;
} Worker;

static void
worker_clear (Worker *self)
{
  if (self->process != NULL)
    g_subprocess_force_exit (self->process);
  g_clear_object (&self->process);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Worker, worker_clear)

static void
start (Worker *self, const char *sandbox, const char *const *argv)
{
  g_autoptr (GSubprocessLauncher) launcher =
      g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE
                                 | G_SUBPROCESS_FLAGS_STDERR_PIPE);
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) hello = NULL;
  g_autofree char *message = NULL;

  if (sandbox != NULL)
    g_subprocess_launcher_setenv (launcher, "WARPSTAGE_SANDBOX", sandbox, TRUE);
  else
    g_subprocess_launcher_unsetenv (launcher, "WARPSTAGE_SANDBOX");
  g_subprocess_launcher_take_fd (launcher, open ("/etc/passwd", O_RDONLY), 17);
  self->process = g_subprocess_launcher_spawnv (launcher, argv, &error);
  g_assert_no_error (error);
  self->in = g_subprocess_get_stdin_pipe (self->process);
  self->out = g_subprocess_get_stdout_pipe (self->process);
  hello = ws_protocol_read (self->out, &message, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (message, ==, "hello");
  g_variant_get (hello, "(uu&s)", NULL, &self->pid, NULL);
}

static GVariant *
job (const char *device)
{
  const Chosen chosen = { .kernel = "reduce1", .n = 1000, .block = 128, .type = WS_VALUE_S32 };
  g_autoptr (WsJobSource) source = chosen_new_source (&chosen);
  g_autoptr (WsJob) made = ws_job_source_make (source, NULL);
  GVariantDict dict;

  g_variant_dict_init (&dict, NULL);
  g_variant_dict_insert (&dict, "device", "s", device);
  g_variant_dict_insert_value (&dict, "job", ws_job_to_variant (made));
  return g_variant_dict_end (&dict);
}

/* Returns: the message that ended it; *got_run: whether there was a run before */
static char *
ask (Worker *self, const char *request, GVariant *body, gboolean *got_run)
{
  g_autoptr (GError) error = NULL;

  if (got_run != NULL)
    *got_run = FALSE;
  g_assert_true (ws_protocol_write (self->in, request, body, NULL, &error));
  for (;;)
    {
      g_autofree char *message = NULL;
      G_GNUC_UNUSED g_autoptr (GVariant) answer =
          ws_protocol_read (self->out, &message, NULL, &error);

      g_assert_no_error (error);
      if (g_str_equal (message, "run") && got_run != NULL)
        *got_run = TRUE;
      if (g_str_equal (message, "done") || g_str_equal (message, "error")
          || g_str_equal (message, "again"))
        return g_steal_pointer (&message);
    }
}

/* The number that the kernel has of the process under @key. */
static guint64
read_status (const Worker *self, const char *key)
{
  g_autofree char *path = g_strdup_printf ("/proc/%u/status", self->pid);
  g_autofree char *text = NULL;
  const char *at;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  at = strstr (text, key);
  g_assert_nonnull (at);
  return g_ascii_strtoull (at + strlen (key), NULL, 10);
}

static void
assert_records (Worker *self)
{
  gboolean got_run;
  g_autofree char *last = ask (self, "record", job ("vm:h200"), &got_run);

  g_assert_cmpstr (last, ==, "done");
  g_assert_true (got_run);
}

/* Closes its stdin: it ends by itself, as well as it can. Returns: (transfer full): its stderr */
static char *
end (Worker *self)
{
  g_autoptr (GError) error = NULL;
  char *said = NULL;

  g_subprocess_communicate_utf8 (self->process, NULL, NULL, NULL, &said, &error);
  g_assert_no_error (error);
  g_assert_true (g_subprocess_get_successful (self->process));
  return said;
}

/* ---- what it gave up ---- */

static void
test_locked (void)
{
  static const char *const argv[] = { WORKER, NULL };
  g_auto (Worker) worker = { 0 };
  g_autofree char *inherited = NULL;
  g_autofree char *limits = NULL;
  g_autofree char *path = NULL;
  g_autofree char *said = NULL;

  start (&worker, NULL, argv);
  if (read_status (&worker, "\nSeccomp:") == 0)
    {
      g_test_skip ("this computer's kernel refuses seccomp");
      return;
    }
  g_assert_cmpuint (read_status (&worker, "\nSeccomp:"), ==, 2);
  g_assert_cmpuint (read_status (&worker, "\nNoNewPrivs:"), ==, 1);
  inherited = g_strdup_printf ("/proc/%u/fd/17", worker.pid);
  g_assert_false (g_file_test (inherited, G_FILE_TEST_IS_SYMLINK));
  path = g_strdup_printf ("/proc/%u/limits", worker.pid);
  g_assert_true (g_file_get_contents (path, &limits, NULL, NULL));
  g_assert_true (g_regex_match_simple ("Max core file size +0 +0", limits, 0, 0));
  g_assert_false (g_regex_match_simple ("Max cpu time +unlimited", limits, 0, 0));
  assert_records (&worker);
  assert_records (&worker);
  said = end (&worker);
  g_assert_cmpstr (said, ==, "");
}

static void
test_off (void)
{
  static const char *const argv[] = { WORKER, NULL };
  g_auto (Worker) worker = { 0 };

  start (&worker, "off", argv);
  g_assert_cmpuint (read_status (&worker, "\nSeccomp:"), ==, 0);
  g_assert_cmpuint (read_status (&worker, "\nNoNewPrivs:"), ==, 0);
  assert_records (&worker);
}

/* Where the kernel has none of it the worker says so, and works. */
static void
test_poor_kernel (void)
{
  static const char *const argv[] = { POOR_KERNEL, WORKER, NULL };
  g_auto (Worker) worker = { 0 };
  g_autofree char *said = NULL;

  start (&worker, NULL, argv);
  assert_records (&worker);
  said = end (&worker);
  g_assert_nonnull (strstr (said, "warpstage-worker: This computer's kernel refuses"));
  g_assert_true (g_str_has_suffix (said, ".\n"));
}

/* A worker that has opened a driver gives that up for a virtual GPU, and then cannot go back. */
static void
test_tightens (void)
{
  static const char *const argv[] = { WORKER, NULL };
  g_auto (Worker) worker = { 0 };
  g_autofree char *devices = NULL;
  g_autofree char *again = NULL;
  g_autofree char *said = NULL;
  guint64 filters;

  start (&worker, "driver", argv);
  filters = read_status (&worker, "\nSeccomp_filters:");
  devices = ask (&worker, "devices", NULL, NULL);
  g_assert_cmpstr (devices, ==, "done");
  g_assert_cmpuint (read_status (&worker, "\nSeccomp_filters:"), ==, filters);
  assert_records (&worker);
  if (filters > 0)
    g_assert_cmpuint (read_status (&worker, "\nSeccomp_filters:"), ==, filters + 1);
  again = ask (&worker, "devices", NULL, NULL);
  g_assert_cmpstr (again, ==, "again");
  g_free (again);
  again = ask (&worker, "count", job ("cuda:0"), NULL);
  g_assert_cmpstr (again, ==, "again");
  assert_records (&worker);
  said = end (&worker);
}

/* ---- and the client sees nothing of it ---- */

static guint
record_with (WsClient *client, const char *device)
{
  g_auto (Answer) answer = { .loop = g_main_loop_new (NULL, FALSE) };
  Chosen record = chosen_small;

  record.device = device;
  chosen_record_async (client, &record, NULL, NULL, answer_recorded_cb, &answer);
  g_main_loop_run (answer.loop);
  g_assert_no_error (answer.error);
  g_assert_true (answer.run->correct);
  return ws_client_get_worker_pid (client);
}

static void
list_devices (WsClient *client)
{
  g_auto (Answer) answer = { .loop = g_main_loop_new (NULL, FALSE) };

  ws_client_devices_async (client, NULL, answer_devices_cb, &answer);
  g_main_loop_run (answer.loop);
  g_assert_no_error (answer.error);
  g_assert_cmpuint (answer.devices->len, ==, 3);
}

static void
test_switching (void)
{
  static const char *const argv[] = { FAKE_WORKER, NULL };
  g_autoptr (WsClient) client = ws_client_new (argv);
  guint real;
  guint virtual;

  g_setenv ("WARPSTAGE_SANDBOX", "driver", TRUE);
  list_devices (client);
  real = record_with (client, "cuda:1");
  g_assert_cmpuint (record_with (client, "cuda:1"), ==, real);
  virtual = record_with (client, "vm:h200");
  g_assert_cmpuint (virtual, !=, real);
  g_assert_cmpuint (record_with (client, "vm:h200"), ==, virtual);
  list_devices (client);
  g_assert_cmpuint (ws_client_get_worker_pid (client), !=, virtual);
  real = record_with (client, "cuda:1");
  g_assert_cmpuint (record_with (client, "vm:h200"), !=, real);
  g_unsetenv ("WARPSTAGE_SANDBOX");
}

/* One that says so for ever is no worker. It ends when the pipe is closed: GLib kills it from
 * another thread, and this program may end before. */
static void
test_again_and_again (void)
{
  static const char *const argv[] = { "sh", "-c", "while cat \"$0\"; do :; done",
                                      WS_BUILD_DIR "/test-data/again", NULL };
  g_autoptr (GOutputStream) frames = g_memory_output_stream_new_resizable ();
  g_autoptr (WsClient) client = ws_client_new (argv);
  g_auto (Answer) answer = { .loop = g_main_loop_new (NULL, FALSE) };
  g_autofree char *folder = g_path_get_dirname (argv[3]);

  g_assert_true (ws_protocol_write (frames, "hello", g_variant_new ("(uu)", WS_PROTOCOL_VERSION, 1),
                                    NULL, NULL));
  g_assert_true (ws_protocol_write (frames, "again", NULL, NULL, NULL));
  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_assert_true (g_file_set_contents (
      argv[3], g_memory_output_stream_get_data (G_MEMORY_OUTPUT_STREAM (frames)),
      (gssize)g_memory_output_stream_get_data_size (G_MEMORY_OUTPUT_STREAM (frames)), NULL));
  ws_client_devices_async (client, NULL, answer_devices_cb, &answer);
  g_main_loop_run (answer.loop);
  g_assert_error (answer.error, WS_CLIENT_ERROR, WS_CLIENT_ERROR_PROTOCOL);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sandbox/worker/locked", test_locked);
  g_test_add_func ("/sandbox/worker/off", test_off);
  g_test_add_func ("/sandbox/worker/poor-kernel", test_poor_kernel);
  g_test_add_func ("/sandbox/worker/tightens", test_tightens);
  g_test_add_func ("/sandbox/worker/switching", test_switching);
  g_test_add_func ("/sandbox/worker/again-and-again", test_again_and_again);
  return g_test_run ();
}
