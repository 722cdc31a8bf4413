/* The client and workers of other computers: what leads there is a command, which may wait in a
 * queue, print what nobody asked for, find no worker, or break at any byte. */
#include "answer.h"
#include "chosen.h"
#include "paths.h"
#include "remote/remotes.h"

#include <glib/gstdio.h>
#include <string.h>

#define LINE  WS_BUILD_DIR "/bin/fake-line"
#define PLACE "gpu-server"

static const Chosen far_small = { .device = PLACE "/vm:h200",
                                  .kernel = "reduce1",
                                  .n = 1000,
                                  .block = 128,
                                  .type = WS_VALUE_S32,
                                  .op = "sum" };

/* ---- names ---- */

static void
test_names (void)
{
  static const struct {
    const char *device;
    const char *place;
    const char *own;
  } devices[] = {
    { "cuda:0", NULL, "cuda:0" },
    { "vm:h200", NULL, "vm:h200" },
    { "vm:/home/me/twin.ini", NULL, "vm:/home/me/twin.ini" },
    { "vm:twin/a.ini", NULL, "vm:twin/a.ini" },
    { "gpu-server/cuda:0", "gpu-server", "cuda:0" },
    { "gpu.example.org/vm:h200", "gpu.example.org", "vm:h200" },
    { "a/b/c", "a", "b/c" },
    { "gpu-server/", "gpu-server", "" },
    { "/cuda:0", NULL, "/cuda:0" },
    { "-o/cuda:0", NULL, "-o/cuda:0" },
    { "", NULL, "" },
  };
  static const char *const ids[] = { "cuda:0", "cuda:12", "vm:h200", "vm:my-twin.2" };
  static const char *const no_ids[] = {
    "",        "cuda",   ":0",     "cuda:",   "vm:/etc/passwd", "vm:a/b", "vm:../a",
    "vm:.ini", "vm:a b", "vm:a\n", "vm:\xc3", "cuda:0:1/",      "-x:y"
  };

  for (guint i = 0; i < G_N_ELEMENTS (devices); i++)
    {
      g_autofree char *place = ws_remote_dup_name_of (devices[i].device);

      g_assert_cmpstr (place, ==, devices[i].place);
      g_assert_cmpstr (ws_remote_strip (devices[i].device), ==, devices[i].own);
    }
  g_assert_null (ws_remote_dup_name_of (NULL));
  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    g_assert_true (ws_remote_is_device_id (ids[i]));
  for (guint i = 0; i < G_N_ELEMENTS (no_ids); i++)
    g_assert_false (ws_remote_is_device_id (no_ids[i]));
}

/* Words as a shell has them, of which no shell ever hears. */
static void
test_commands (void)
{
  static const char *const words[] = { "ssh", "-o", "User=a b", "it's", "$(id)", "", NULL };
  static const struct {
    const char *name;
    const char *command;
    int code;
  } wrong[] = {
    { "a/b", "ssh a", WS_REMOTE_ERROR_NAME },    { "", "ssh a", WS_REMOTE_ERROR_NAME },
    { "vm:x", "ssh a", WS_REMOTE_ERROR_NAME },   { "-a", "ssh a", WS_REMOTE_ERROR_NAME },
    { "a", "", WS_REMOTE_ERROR_COMMAND },        { "a", "  ", WS_REMOTE_ERROR_COMMAND },
    { "a", "ssh 'a", WS_REMOTE_ERROR_COMMAND },  { "a", "'' b", WS_REMOTE_ERROR_COMMAND },
    { "a", "# ssh b", WS_REMOTE_ERROR_COMMAND },
  };
  g_autoptr (GError) error = NULL;
  g_autoptr (WsRemote) typed = ws_remote_new ("a", "ssh -o 'User=a b' \"it's\" '$(id)' ''", &error);
  g_autoptr (WsRemote) given = ws_remote_new_of_words ("a", words, &error);
  g_autoptr (WsRemote) again = NULL;

  g_assert_no_error (error);
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    {
      g_assert_cmpstr (ws_remote_get_words (typed)[i], ==, words[i]);
      g_assert_cmpstr (ws_remote_get_words (given)[i], ==, words[i]);
    }
  again = ws_remote_new ("a", ws_remote_get_command (given), &error);
  g_assert_no_error (error);
  g_assert_true (g_strv_equal (ws_remote_get_words (again), ws_remote_get_words (given)));
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_assert_null (ws_remote_new (wrong[i].name, wrong[i].command, &error));
      g_assert_error (error, WS_REMOTE_ERROR, wrong[i].code);
      g_clear_error (&error);
    }
}

static void
count_cb (WsRemotes *remotes, guint *n)
{
  ++*n;
}

/* What is added is there the next time, under one name once. */
static void
test_kept (void)
{
  g_autoptr (WsRemotes) remotes = ws_remotes_new ();
  g_autoptr (WsRemotes) others = ws_remotes_new ();
  g_autoptr (WsRemote) first = ws_remote_new ("a", "ssh a warpstage-worker", NULL);
  g_autoptr (WsRemote) second = ws_remote_new ("b", "ssh b warpstage-worker", NULL);
  g_autoptr (WsRemote) other = ws_remote_new ("a", "srun warpstage-worker", NULL);
  g_autoptr (GError) error = NULL;
  guint n_changes = 0;

  g_signal_connect (others, "changed", G_CALLBACK (count_cb), &n_changes);
  g_assert_cmpuint (ws_remotes_get_n (remotes), ==, 0);
  ws_remotes_put (remotes, first, &error);
  ws_remotes_put (remotes, second, &error);
  ws_remotes_put (remotes, other, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (n_changes, ==, 3);
  g_assert_cmpuint (ws_remotes_get_n (others), ==, 2);
  g_assert_cmpstr (ws_remote_get_command (ws_remotes_find (others, "a")), ==,
                   "srun warpstage-worker");
  g_assert_cmpstr (ws_remote_get_name (ws_remotes_find_of (others, "b/cuda:0", &error)), ==, "b");
  g_assert_null (ws_remotes_find_of (others, "cuda:0", &error));
  g_assert_no_error (error);
  g_assert_null (ws_remotes_find_of (others, "c/cuda:0", &error));
  g_assert_error (error, WS_REMOTE_ERROR, WS_REMOTE_ERROR_UNKNOWN);
  g_clear_error (&error);
  g_assert_true (ws_remotes_remove (remotes, "a", &error));
  g_assert_false (ws_remotes_remove (remotes, "a", &error));
  g_assert_error (error, WS_REMOTE_ERROR, WS_REMOTE_ERROR_UNKNOWN);
  g_assert_cmpuint (ws_remotes_get_n (others), ==, 1);
}

/* ---- lines ---- */

static WsClient *
reach (const char *mode, const char *number, const char *file)
{
  const char *const words[] = { LINE, mode, number, file, NULL };
  g_autoptr (WsRemote) remote = ws_remote_new_of_words (PLACE, words, NULL);

  return ws_client_new_for_remote (remote);
}

static void
begin (Answer *answer)
{
  answer_clear (answer);
  *answer = (Answer){ .loop = g_main_loop_new (NULL, FALSE) };
}

static void
record (WsClient *client, Answer *answer)
{
  begin (answer);
  chosen_record_async (client, &far_small, NULL, NULL, answer_recorded_cb, answer);
  g_main_loop_run (answer->loop);
}

static void
list_devices (WsClient *client, Answer *answer)
{
  begin (answer);
  ws_client_devices_async (client, NULL, answer_devices_cb, answer);
  g_main_loop_run (answer->loop);
}

/* What is far away is called so, and how far is known. */
static void
test_far (void)
{
  g_autoptr (WsClient) client = reach ("well", NULL, NULL);
  g_auto (Answer) answer = { 0 };

  g_assert_false (ws_client_is_connected (client));
  list_devices (client, &answer);
  g_assert_no_error (answer.error);
  for (guint i = 0; i < answer.devices->len; i++)
    {
      const WsClientDevice *device = answer.devices->pdata[i];

      g_assert_true (g_str_has_prefix (device->id, PLACE "/"));
      g_assert_true (g_str_has_suffix (device->name, " (" PLACE ")"));
    }
  g_assert_true (ws_client_is_connected (client));
  g_assert_cmpint (ws_client_get_latency_us (client), >=, 0);
  g_assert_nonnull (ws_client_get_version (client));
  record (client, &answer);
  g_assert_no_error (answer.error);
  g_assert_cmpstr (answer.run->device, ==, PLACE "/vm:h200");
  g_assert_cmpstr (answer.run->device_name, ==, "Virtual NVIDIA H200 (" PLACE ")");
  g_assert_true (answer.run->correct);
}

static void
test_noise (void)
{
  static const struct {
    const char *lines;
    gboolean is_too_much;
  } cases[] = { { "1", FALSE }, { "300", FALSE }, { "5000", TRUE } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (WsClient) client = reach ("noise", cases[i].lines, NULL);
      g_auto (Answer) answer = { 0 };

      record (client, &answer);
      if (!cases[i].is_too_much)
        g_assert_no_error (answer.error);
      else
        {
          g_assert_error (answer.error, WS_CLIENT_ERROR, WS_CLIENT_ERROR_START);
          g_assert_nonnull (strstr (answer.error->message, "printed “Welcome to gpu-server."));
        }
    }
}

/* Each end is one sentence, which names the place and says what to do. */
static void
test_sentences (void)
{
  static const struct {
    const char *mode;
    int code;
    const char *says[3];
  } cases[] = {
    { "missing",
      WS_CLIENT_ERROR_NO_WORKER,
      { "There is no warpstage-worker on gpu-server", "command not found",
        "--install gpu-server" } },
    { "missing-german",
      WS_CLIENT_ERROR_NO_WORKER,
      { "There is no warpstage-worker on gpu-server", "nicht gefunden", "--install gpu-server" } },
    { "missing-srun",
      WS_CLIENT_ERROR_NO_WORKER,
      { "There is no warpstage-worker", "execve(): warpstage-worker: No such file", "--install" } },
    { "missing-pod",
      WS_CLIENT_ERROR_NO_WORKER,
      { "There is no warpstage-worker", "executable file not found in $PATH", "--install" } },
    { "library",
      WS_CLIENT_ERROR_START,
      { "cannot start there", "libseccomp.so.2", "Install the package" } },
    { "refused",
      WS_CLIENT_ERROR_START,
      { "gpu-server cannot be reached", "Connection refused”",
        "in a terminal: " LINE " refused" } },
    { "host-key",
      WS_CLIENT_ERROR_START,
      { "ssh does not know gpu-server yet", "Host key verification failed.”", "in a terminal" } },
    { "no-key",
      WS_CLIENT_ERROR_START,
      { "gpu-server does not let this user in", "(publickey).”", "ssh-copy-id" } },
    { "partition",
      WS_CLIENT_ERROR_START,
      { "ended before a worker answered", "invalid partition specified: gpus”", "in a terminal" } },
    { "wordless",
      WS_CLIENT_ERROR_START,
      { "ended before a worker answered", "ended with status 3", "in a terminal" } },
    { "page",
      WS_CLIENT_ERROR_START,
      { "does not end in a worker", "“<html>  [1mForbidden [0m</html>”", "" } },
    { "one-byte", WS_CLIENT_ERROR_START, { "does not end in a worker", "printed “W”", "" } },
    { "old",
      WS_CLIENT_ERROR_NO_WORKER,
      { "too old: it is of Warpstage 0.2.0", "--install gpu-server", "" } },
    { "new",
      WS_CLIENT_ERROR_NO_WORKER,
      { "newer than this program: it is of Warpstage 9.9.0", "Update this program", "" } },
    { "bomb",
      WS_CLIENT_ERROR_PROTOCOL,
      { "An invalid message came from gpu-server", "squeezed", "" } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (WsClient) client = reach (cases[i].mode, NULL, NULL);
      g_auto (Answer) answer = { 0 };

      list_devices (client, &answer);
      g_test_message ("%s: %s", cases[i].mode, answer.error != NULL ? answer.error->message : "");
      g_assert_error (answer.error, WS_CLIENT_ERROR, cases[i].code);
      for (guint k = 0; k < G_N_ELEMENTS (cases[i].says); k++)
        g_assert_nonnull (strstr (answer.error->message, cases[i].says[k]));
      g_assert_false (ws_client_is_connected (client));
    }
}

static void
test_absent (void)
{
  const char *const words[] = { "/nowhere/ssh", "gpu", NULL };
  g_autoptr (WsRemote) remote = ws_remote_new_of_words (PLACE, words, NULL);
  g_autoptr (WsClient) client = ws_client_new_for_remote (remote);
  g_auto (Answer) answer = { 0 };

  list_devices (client, &answer);
  g_assert_error (answer.error, WS_CLIENT_ERROR, WS_CLIENT_ERROR_START);
  g_assert_nonnull (strstr (answer.error->message, "cannot be started on this computer"));
  g_assert_nonnull (strstr (answer.error->message, "/nowhere/ssh"));
}

/* ---- a queue ---- */

typedef struct {
  Answer answer; /* first: the callback's */
  const char *file;
  GCancellable *cancellable;
  GString *said; /* all that was waited for, a line each */
} Queue;

/* The resources are there as soon as the user has read that they are waited for. */
static void
wait_cb (double fraction, const char *sentence, gpointer data)
{
  Queue *queue = data;

  g_string_append_printf (queue->said, "%s\n", sentence);
  if (strstr (sentence, "queued and waiting") == NULL)
    return;
  if (queue->cancellable != NULL)
    g_cancellable_cancel (queue->cancellable);
  else
    g_file_set_contents (queue->file, "", 0, NULL);
}

static void
run_queued (Queue *queue)
{
  g_autoptr (WsClient) client = reach ("queue", queue->file, NULL);
  /* no limit of time ends it */
  const WsClientLimits limits = { 1, 60000, 60000, 60000 };

  ws_client_set_limits (client, &limits);
  begin (&queue->answer);
  chosen_record_async (client, &far_small, &(WsClientWatch){ wait_cb, queue }, queue->cancellable,
                       answer_recorded_cb, queue);
  g_main_loop_run (queue->answer.loop);
}

static void
test_queue (void)
{
  g_autofree char *folder = g_dir_make_tmp ("warpstage-line-XXXXXX", NULL);
  g_autofree char *file = g_build_filename (folder, "granted", NULL);
  Queue queue = { .file = file, .said = g_string_new (NULL) };

  run_queued (&queue);
  g_assert_no_error (queue.answer.error);
  g_assert_true (queue.answer.run->correct);
  g_assert_true (g_str_has_prefix (queue.said->str, "Connecting to gpu-server\n"));
  g_assert_nonnull (strstr (queue.said->str, "Waiting for gpu-server: srun: job 5 queued and "
                                             "waiting for resources\n"));
  answer_clear (&queue.answer);
  g_string_free (queue.said, TRUE);
  g_unlink (file);
  g_rmdir (folder);
}

/* A call that is given up leaves the queue. */
static void
test_queue_left (void)
{
  g_autofree char *folder = g_dir_make_tmp ("warpstage-line-XXXXXX", NULL);
  g_autofree char *file = g_build_filename (folder, "granted", NULL);
  g_autofree char *ended = g_strconcat (file, ".ended", NULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  Queue queue = { .file = file, .said = g_string_new (NULL), .cancellable = cancellable };

  run_queued (&queue);
  g_assert_error (queue.answer.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  while (!g_file_test (ended, G_FILE_TEST_EXISTS))
    g_usleep (1000);
  answer_clear (&queue.answer);
  g_string_free (queue.said, TRUE);
  g_unlink (ended);
  g_rmdir (folder);
}

/* ---- a line that breaks ---- */

/* Returns: whether it broke */
static gboolean
break_at (guint at, const char *file)
{
  g_autofree char *number = g_strdup_printf ("%u", at);
  g_autoptr (WsClient) client = reach ("cut", number, file);
  g_auto (Answer) answer = { 0 };
  gboolean broke;

  g_assert_true (g_file_set_contents (file, "", 0, NULL));
  record (client, &answer);
  broke = answer.error != NULL;
  if (broke)
    {
      g_assert_true (answer.error->domain == WS_CLIENT_ERROR);
      g_assert_nonnull (strstr (answer.error->message, PLACE));
      g_assert_nonnull (strstr (answer.error->message, "Broken pipe"));
      g_assert_false (ws_client_is_connected (client));
    }
  /* the next one connects again; where it broke behind the last byte, this one may find out */
  record (client, &answer);
  if (answer.error != NULL && !broke)
    record (client, &answer);
  g_assert_no_error (answer.error);
  g_assert_true (answer.run->correct);
  return broke;
}

/* Within the greeting, within what follows, and within the run. */
static void
test_broken (void)
{
  g_autofree char *folder = g_dir_make_tmp ("warpstage-line-XXXXXX", NULL);
  g_autofree char *file = g_build_filename (folder, "once", NULL);
  guint step = g_test_thorough () ? 1 : 7;
  guint at = 0;

  while (break_at (at, file))
    at += at < 200 ? step : MAX (step, at / 8);
  g_test_message ("not broken by %u bytes", at);
  g_assert_cmpuint (at, >, 1000);
  g_unlink (file);
  g_rmdir (folder);
}

/* ---- a line that is slow ---- */

typedef struct {
  WsClient *client;
  GMainLoop *loop;
  gint64 end_us;
} Watched;

static gboolean
watch_cb (gpointer data)
{
  Watched *watched = data;

  if (ws_client_is_connected (watched->client) && g_get_monotonic_time () < watched->end_us)
    return G_SOURCE_CONTINUE;
  g_main_loop_quit (watched->loop);
  return G_SOURCE_REMOVE;
}

static gboolean
cancel_cb (gpointer cancellable)
{
  g_cancellable_cancel (cancellable);
  return G_SOURCE_REMOVE;
}

/* (transfer full): of a request that no packing makes small */
static WsJobSource *
make_large (void)
{
  Chosen chosen = far_small;
  g_autoptr (WsJobSource) source = NULL;
  g_autoptr (WsJob) job = NULL;

  chosen.n_source_bytes = 4u << 20;
  source = chosen_new_source (&chosen);
  job = ws_job_source_make (source, NULL);
  for (gsize i = 0; i < chosen.n_source_bytes; i++)
    if (job->program.source[i] == ' ')
      job->program.source[i] = (char)g_test_rand_int_range ('A', 'z');
  return ws_job_source_new_for_job (job);
}

/* A call that is given up while its request is on its way is not waited for: the next one connects
 * again. No limit of time ends it. */
static void
test_slow (void)
{
  g_autofree char *folder = g_dir_make_tmp ("warpstage-line-XXXXXX", NULL);
  g_autofree char *file = g_build_filename (folder, "once", NULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  const WsClientLimits limits = { 60000, 60000, 60000, 60000 };
  g_autoptr (WsClient) client = reach ("stuck", file, NULL);
  Watched watched = { client, NULL, g_get_monotonic_time () + 20 * G_USEC_PER_SEC };
  g_auto (Answer) answer = { 0 };
  g_autoptr (WsJobSource) large = make_large ();

  g_assert_true (g_file_set_contents (file, "", 0, NULL));
  ws_client_set_limits (client, &limits);
  begin (&answer);
  ws_client_record_async (client, &(WsClientJob){ far_small.device, large }, NULL, cancellable,
                          answer_recorded_cb, &answer);
  g_timeout_add (1500, cancel_cb, cancellable);
  g_main_loop_run (answer.loop);
  g_assert_error (answer.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_true (ws_client_is_connected (client));
  watched.loop = g_main_loop_new (NULL, FALSE);
  g_timeout_add (10, watch_cb, &watched);
  g_main_loop_run (watched.loop);
  g_main_loop_unref (watched.loop);
  g_assert_false (ws_client_is_connected (client));
  record (client, &answer);
  g_assert_no_error (answer.error);
  g_assert_true (answer.run->correct);
  g_rmdir (folder);
}

/* ---- what is asked ---- */

/* Jobs and words, and nothing of this computer: no path, no command, no spec file. */
static void
test_asked (void)
{
  static const char *const messages[] = { "far", "ping", "devices", "record", "time", "cancel" };
  g_autofree char *folder = g_dir_make_tmp ("warpstage-line-XXXXXX", NULL);
  g_autofree char *file = g_build_filename (folder, "log", NULL);
  g_autofree char *log = NULL;
  g_auto (GStrv) lines = NULL;
  g_auto (Answer) answer = { 0 };
  Chosen by_path = far_small;

  {
    g_autoptr (WsClient) client = reach ("log", file, NULL);

    ws_client_add_spec_file ("/home/me/twin.ini");
    list_devices (client, &answer);
    g_assert_no_error (answer.error);
    record (client, &answer);
    g_assert_no_error (answer.error);
    by_path.device = PLACE "/vm:/etc/passwd";
    begin (&answer);
    chosen_record_async (client, &by_path, NULL, NULL, answer_recorded_cb, &answer);
    g_main_loop_run (answer.loop);
    g_assert_error (answer.error, WS_REMOTE_ERROR, WS_REMOTE_ERROR_UNKNOWN);
  }
  g_assert_true (g_file_get_contents (file, &log, NULL, NULL));
  g_assert_null (strstr (log, "/home/"));
  g_assert_null (strstr (log, "/etc/"));
  lines = g_strsplit (log, "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), >=, 5);
  for (guint i = 0; lines[i] != NULL && *lines[i] != '\0'; i++)
    {
      g_autofree char *name = g_strndup (lines[i], strcspn (lines[i], " "));
      gboolean is_known = FALSE;

      for (guint k = 0; k < G_N_ELEMENTS (messages); k++)
        is_known = is_known || g_str_equal (name, messages[k]);
      g_assert_true (is_known);
    }
  g_unlink (file);
  g_rmdir (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_setenv ("REAL_WORKER", WS_BUILD_DIR "/bin/warpstage-worker", TRUE);
  g_test_add_func ("/remote/names", test_names);
  g_test_add_func ("/remote/commands", test_commands);
  g_test_add_func ("/remote/kept", test_kept);
  g_test_add_func ("/remote/far", test_far);
  g_test_add_func ("/remote/noise", test_noise);
  g_test_add_func ("/remote/sentences", test_sentences);
  g_test_add_func ("/remote/absent", test_absent);
  g_test_add_func ("/remote/queue", test_queue);
  g_test_add_func ("/remote/queue-left", test_queue_left);
  g_test_add_func ("/remote/broken", test_broken);
  g_test_add_func ("/remote/slow", test_slow);
  g_test_add_func ("/remote/asked", test_asked);
  return g_test_run ();
}
