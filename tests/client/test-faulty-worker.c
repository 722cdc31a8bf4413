/* The client and workers that misbehave: that say nothing, or too much, or the wrong thing, or end
 * at any message. Each gives one sentence, nothing is left behind, and the next run works. */
#include "chosen.h"
#include "call.h"
#include "client/ending.h"
#include "client/life.h"
#include "paths.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>

#define FAULTY WS_BUILD_DIR "/bin/faulty-worker"

typedef struct {
  Call call;
  guint n_stalls[3]; /* of each kind */
} Answer;

static void
answer_clear (Answer *self)
{
  g_clear_pointer (&self->call.loop, g_main_loop_unref);
  g_clear_error (&self->call.error);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Answer, answer_clear)

/* Short where the worker is silent; where it is well, so long that no machine is too slow. */
static const WsClientLimits brief = {
  .hello_ms = 300, .devices_ms = 300, .silence_ms = 300, .let_go_ms = 100
};
static const WsClientLimits after_hello = {
  .hello_ms = 60000, .devices_ms = 300, .silence_ms = 300, .let_go_ms = 100
};
static const WsClientLimits patient = {
  .hello_ms = 60000, .devices_ms = 60000, .silence_ms = 60000, .let_go_ms = 60000
};

static void
devices_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  GError *error = NULL;
  G_GNUC_UNUSED g_autoptr (GPtrArray) devices =
      ws_client_devices_finish (WS_CLIENT (source), result, &error);

  call_end (data, error);
}

static void
ask_to_record (WsClient *client, Answer *answer)
{
  chosen_record_async (client, &chosen_small, NULL, NULL, call_recorded_cb, answer);
}

static void
ask_for_devices (WsClient *client, Answer *answer)
{
  ws_client_devices_async (client, NULL, devices_cb, answer);
}

static void
ask_to_time (WsClient *client, Answer *answer)
{
  const WsTimeRequest request = { .repeats = 3, .warmup = 1 };

  chosen_time_async (client, &chosen_small, &request, NULL, call_timed_cb, answer);
}

static void
ask_to_count (WsClient *client, Answer *answer)
{
  Chosen job = chosen_small;

  job.device = "cuda:1";
  chosen_count_async (client, &job, 0, NULL, call_counted_cb, answer);
}

typedef void (*Ask) (WsClient *client, Answer *answer);

static void
run (WsClient *client, Ask ask, Answer *answer)
{
  answer_clear (answer);
  *answer = (Answer){ .call.loop = g_main_loop_new (NULL, FALSE) };
  ask (client, answer);
  g_main_loop_run (answer->call.loop);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_cmpuint (answer->call.n_answers, ==, 1);
}

static void
assert_sentence (const GError *error)
{
  g_assert_nonnull (error);
  g_assert_true (error->domain == WS_CLIENT_ERROR);
  g_assert_cmpuint (strlen (error->message), >, 20);
  g_assert_true (g_str_has_suffix (error->message, "."));
  g_assert_true (g_utf8_validate (error->message, -1, NULL));
}

/* No process of ours is left, not even as a zombie: GSubprocess waits for them in a thread. */
static void
assert_nothing_left (void)
{
  gint64 end_us = g_get_monotonic_time () + 60 * G_USEC_PER_SEC;

  while (waitid (P_ALL, 0, &(siginfo_t){ 0 }, WEXITED | WNOHANG | WNOWAIT) == 0
         && g_get_monotonic_time () < end_us)
    g_usleep (5000);
  g_assert_cmpint (waitid (P_ALL, 0, &(siginfo_t){ 0 }, WEXITED | WNOHANG | WNOWAIT), ==, -1);
  g_assert_cmpint (errno, ==, ECHILD);
}

/* ---- one sentence each ---- */

static void
test_sentences (void)
{
  static const struct {
    const char *mode;
    const WsClientLimits *limits;
    int code;
    const char *says;
  } cases[] = {
    { "silent", &brief, WS_CLIENT_ERROR_SILENT, "WARPSTAGE_WORKER" },
    { "deaf", &after_hello, WS_CLIENT_ERROR_SILENT, "did not respond" },
    { "shut", &patient, WS_CLIENT_ERROR_DIED, "ended" },
    { "twice", &patient, WS_CLIENT_ERROR_PROTOCOL, "Unexpected message" },
    { "huge", &after_hello, WS_CLIENT_ERROR_SILENT, "did not respond" },
    { "babble", &patient, WS_CLIENT_ERROR_PROTOCOL, "Unexpected message" },
    { "echo", &patient, WS_CLIENT_ERROR_PROTOCOL, "Unexpected message" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const char *const argv[] = { FAULTY, cases[i].mode, NULL };
      g_autoptr (WsClient) client = ws_client_new (argv);
      g_auto (Answer) answer = { 0 };

      g_test_message ("%s", cases[i].mode);
      ws_client_set_limits (client, cases[i].limits);
      run (client, ask_for_devices, &answer);
      g_assert_error (answer.call.error, WS_CLIENT_ERROR, cases[i].code);
      assert_sentence (answer.call.error);
      g_assert_nonnull (strstr (answer.call.error->message, cases[i].says));
      g_assert_cmpint (ws_client_get_state (client), ==, WS_CLIENT_STOPPED);
    }
  assert_nothing_left ();
}

/* ---- ended by a signal ---- */

#define ENDED "The worker ended unexpectedly. The next run starts a new one."
#define FORBIDDEN                                                        \
  "The worker was stopped: it tried something that its sandbox forbids." \
  " The next run starts a new one."
#define SPENT                                                                                   \
  "The worker was stopped: the request exceeded the limit of 600 s of processor time per core." \
  " The next run starts a new one."

static void
test_endings (void)
{
  g_assert_cmpstr (ws_ending_describe (SIGSYS), ==, FORBIDDEN);
  g_assert_cmpstr (ws_ending_describe (SIGXCPU), ==, SPENT);
  g_assert_cmpstr (ws_ending_describe (SIGSEGV), ==, ENDED);
  g_assert_cmpstr (ws_ending_describe (SIGKILL), ==, ENDED);
  g_assert_cmpstr (ws_ending_describe (0), ==, ENDED);
}

/* Whichever pipe tells first: the job is larger than a pipe holds, so that its rest is written into
 * one that is no longer read. */
static void
test_signals (void)
{
  static const struct {
    const char *mode;
    const char *sentence;
  } cases[] = {
    { "trespass", FORBIDDEN },
    { "trespass-at-once", FORBIDDEN },
    { "trespass-later", FORBIDDEN },
    { "spend", SPENT },
    { "crash", ENDED },
    { "shut", ENDED },
  };
  g_autofree char *blocks = g_strnfill (1 << 20, ' ');
  Chosen large = chosen_small;

  blocks[0] = '0';
  large.blocks = blocks;
  for (guint i = 0; i < 2 * G_N_ELEMENTS (cases); i++)
    {
      const char *const argv[] = { FAULTY, cases[i / 2].mode, NULL };
      g_autoptr (WsClient) client = ws_client_new (argv);
      g_auto (Answer) answer = { .call.loop = g_main_loop_new (NULL, FALSE) };

      g_test_message ("%s", cases[i / 2].mode);
      ws_client_set_limits (client, &patient);
      chosen_record_async (client, i % 2 == 0 ? &chosen_small : &large, NULL, NULL,
                           call_recorded_cb, &answer);
      g_main_loop_run (answer.call.loop);
      g_assert_error (answer.call.error, WS_CLIENT_ERROR, WS_CLIENT_ERROR_DIED);
      g_assert_cmpstr (answer.call.error->message, ==, cases[i / 2].sentence);
      g_assert_cmpint (ws_client_get_state (client), ==, WS_CLIENT_STOPPED);
    }
  assert_nothing_left ();
}

/* What WARPSTAGE_WORKER may name. */
static void
test_names (void)
{
  g_autofree char *folder = g_dir_make_tmp ("warpstage-faulty-XXXXXX", NULL);
  g_autofree char *plain = g_build_filename (folder, "plain", NULL);
  g_autofree char *script = g_build_filename (folder, "script", NULL);
  const char *const names[] = {
    "", folder, plain, script, "/nonexistent/worker", "/bin/false", "/bin/cat", "/usr/bin/yes"
  };
  g_autofree char *real = g_strdup (g_getenv ("WARPSTAGE_WORKER"));

  g_assert_true (g_file_set_contents (plain, "no program", -1, NULL));
  g_assert_true (
      g_file_set_contents (script, "echo no line above says what reads this\n", -1, NULL));
  g_assert_cmpint (g_chmod (script, 0700), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (WsClient) client = ws_client_new (NULL);
      g_auto (Answer) answer = { 0 };

      g_test_message ("“%s”", names[i]);
      ws_client_set_limits (client, &patient);
      g_setenv ("WARPSTAGE_WORKER", names[i], TRUE);
      run (client, ask_to_record, &answer);
      assert_sentence (answer.call.error);
      run (client, ask_for_devices, &answer);
      assert_sentence (answer.call.error);
      g_setenv ("WARPSTAGE_WORKER", real, TRUE);
      run (client, ask_for_devices, &answer);
      g_assert_no_error (answer.call.error);
    }
  assert_nothing_left ();
  g_unlink (plain);
  g_unlink (script);
  g_rmdir (folder);
}

/* ---- silence ---- */

/* Where no user is told, none can end it. */
static void
test_unheard (void)
{
  const char *const argv[] = { FAULTY, "deaf", NULL };
  g_autoptr (WsClient) client = ws_client_new (argv);
  g_auto (Answer) answer = { 0 };

  ws_client_set_limits (client, &after_hello);
  run (client, ask_to_record, &answer);
  g_assert_error (answer.call.error, WS_CLIENT_ERROR, WS_CLIENT_ERROR_SILENT);
  assert_sentence (answer.call.error);
  assert_nothing_left ();
}

static void
stalled_cb (WsClient *client, guint stall, guint seconds, Answer *answer)
{
  answer->n_stalls[stall]++;
  g_assert_true ((stall == WS_CLIENT_STALL_NONE) == (seconds == 0));
  if (answer->n_stalls[WS_CLIENT_STALL_SILENT] + answer->n_stalls[WS_CLIENT_STALL_STILL] == 2
      || stall == WS_CLIENT_STALL_NONE)
    g_main_loop_quit (answer->call.loop);
}

/* A silent worker, and one that is still, are told apart, and again after as long again; whoever is
 * told may end it. */
static void
test_stalled (void)
{
  static const struct {
    const char *mode;
    WsClientStall stall;
  } cases[] = { { "deaf", WS_CLIENT_STALL_SILENT },
                { "huge", WS_CLIENT_STALL_SILENT },
                { "still", WS_CLIENT_STALL_STILL } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const char *const argv[] = { FAULTY, cases[i].mode, NULL };
      const WsClientLimits limits = { 60000, 60000,
                                      cases[i].stall == WS_CLIENT_STALL_STILL ? 1500 : 300, 60000 };
      g_autoptr (WsClient) client = ws_client_new (argv);
      g_auto (Answer) answer = { .call.loop = g_main_loop_new (NULL, FALSE) };

      ws_client_set_limits (client, &limits);
      g_signal_connect (client, "stalled", G_CALLBACK (stalled_cb), &answer);
      ask_to_record (client, &answer);
      g_main_loop_run (answer.call.loop);
      g_assert_cmpuint (answer.call.n_answers, ==, 0);
      g_assert_cmpuint (answer.n_stalls[cases[i].stall], ==, 2);
      g_assert_cmpint (ws_client_get_state (client), ==, WS_CLIENT_BUSY);
      ws_client_end_worker (client);
      g_main_loop_run (answer.call.loop);
      while (answer.call.n_answers == 0)
        g_main_context_iteration (NULL, TRUE);
      g_assert_error (answer.call.error, WS_CLIENT_ERROR, WS_CLIENT_ERROR_SILENT);
      assert_sentence (answer.call.error);
      g_assert_cmpint (ws_client_get_state (client), ==, WS_CLIENT_STOPPED);
    }
  assert_nothing_left ();
}

/* One that was silent and goes on: it is told so. */
static void
test_goes_on (void)
{
  const char *const argv[] = { FAULTY, "late", NULL };
  const WsClientLimits limits = { 60000, 60000, 300, 100 };
  g_autoptr (WsClient) client = ws_client_new (argv);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_auto (Answer) answer = { .call.loop = g_main_loop_new (NULL, FALSE) };

  ws_client_set_limits (client, &limits);
  g_signal_connect (client, "stalled", G_CALLBACK (stalled_cb), &answer);
  chosen_record_async (client, &chosen_small, NULL, cancellable, call_recorded_cb, &answer);
  while (answer.n_stalls[WS_CLIENT_STALL_NONE] == 0)
    g_main_loop_run (answer.call.loop);
  g_assert_cmpuint (answer.n_stalls[WS_CLIENT_STALL_SILENT], >=, 1);
  g_cancellable_cancel (cancellable);
  while (answer.call.n_answers == 0)
    g_main_context_iteration (NULL, TRUE);
  g_assert_error (answer.call.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* A request that was given up, and is not let go of, ends with its worker. That for the devices is
 * sent at once; a job is made in a thread first, and nothing has to be let go of until it is sent.
 */
static void
test_cancelled (void)
{
  const char *const argv[] = { FAULTY, "busy", NULL };
  g_autoptr (WsClient) client = ws_client_new (argv);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_auto (Answer) answer = { .call.loop = g_main_loop_new (NULL, FALSE) };

  ws_client_set_limits (client, &after_hello);
  ws_client_devices_async (client, cancellable, devices_cb, &answer);
  g_cancellable_cancel (cancellable);
  g_main_loop_run (answer.call.loop);
  g_assert_error (answer.call.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  while (ws_client_get_state (client) != WS_CLIENT_STOPPED)
    g_main_context_iteration (NULL, TRUE);
  assert_nothing_left ();
}

/* What is no silence: a program that was stopped itself, or did not come to look. */
static void
test_looks (void)
{
  WsLife life = { .looked_us = 1000 };

  ws_life_look (&life, 0, 2000, 1000);
  g_assert_cmpint (life.silent_us, ==, 1000);
  ws_life_look (&life, 0, 9000000, 1000);
  g_assert_cmpint (life.silent_us, ==, 3000);
  ws_life_take_steps (&life, 1);
  ws_life_look (&life, 10, 9001000, 1000);
  g_assert_cmpint (life.silent_us, ==, 0);
  g_assert_cmpint (life.still_us, ==, 0);
  ws_life_take_steps (&life, 1);
  ws_life_look (&life, 20, 9002000, 1000);
  g_assert_cmpint (life.silent_us, ==, 0);
  g_assert_cmpint (life.still_us, ==, 1000);
  g_assert_cmpint (life.waited_us, ==, 5000);
  ws_life_begin (&life);
  g_assert_cmpint (life.still_us, ==, 0);
}

/* ---- slow, and large ---- */

static void
test_slow (void)
{
  static const Ask asks[] = { ask_to_record, ask_for_devices, ask_to_time };
  const char *const argv[] = { FAULTY, "slow", NULL };
  g_autoptr (WsClient) client = ws_client_new (argv);
  g_auto (Answer) answer = { 0 };

  ws_client_set_limits (client, &patient);
  for (guint i = 0; i < G_N_ELEMENTS (asks); i++)
    {
      run (client, asks[i], &answer);
      g_assert_no_error (answer.call.error);
    }
}

/* A request that no pipe holds: the program does not wait for a worker that does not read it, one
 * that has closed its end is lost, and one that reads has all of it. */
static void
test_large (void)
{
  static const struct {
    const char *mode;
    const WsClientLimits *limits;
    int code;
  } cases[] = { { "deaf", &after_hello, WS_CLIENT_ERROR_SILENT },
                { "no-input", &patient, WS_CLIENT_ERROR_DIED },
                { "slow", &patient, -1 } };
  Chosen job = chosen_small;

  job.n_source_bytes = 1 << 20;
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const char *const argv[] = { FAULTY, cases[i].mode, NULL };
      g_autoptr (WsClient) client = ws_client_new (argv);
      g_auto (Answer) answer = { .call.loop = g_main_loop_new (NULL, FALSE) };

      ws_client_set_limits (client, cases[i].limits);
      g_signal_connect (client, "stalled", G_CALLBACK (stalled_cb), &answer);
      chosen_record_async (client, &job, NULL, NULL, call_recorded_cb, &answer);
      g_main_loop_run (answer.call.loop);
      if (answer.call.n_answers == 0)
        ws_client_end_worker (client);
      while (answer.call.n_answers == 0)
        g_main_context_iteration (NULL, TRUE);
      if (cases[i].code < 0)
        g_assert_no_error (answer.call.error);
      else
        g_assert_error (answer.call.error, WS_CLIENT_ERROR, cases[i].code);
    }
  assert_nothing_left ();
}

/* ---- ended at each message ---- */

static void
touch (const char *file)
{
  g_assert_true (g_file_set_contents (file, "", 0, NULL));
}

/* Returns: whether there was such a message */
static gboolean
end_at (Ask ask, const char *how, guint frame, const char *file)
{
  g_autofree char *number = g_strdup_printf ("%u", frame);
  const char *const argv[] = { FAULTY, how, number, file, NULL };
  g_autoptr (WsClient) client = ws_client_new (argv);
  g_auto (Answer) answer = { 0 };
  gboolean ended;

  ws_client_set_limits (client, &patient);
  touch (file);
  run (client, ask, &answer);
  ended = answer.call.error != NULL;
  if (ended)
    assert_sentence (answer.call.error);
  /* at even messages it is killed, wherever it is */
  if (ended && frame % 2 == 0)
    g_assert_error (answer.call.error, WS_CLIENT_ERROR, WS_CLIENT_ERROR_DIED);
  run (client, ask_for_devices, &answer);
  /* it ended behind the last message: this run may be the one that finds out */
  if (answer.call.error != NULL && !ended)
    {
      assert_sentence (answer.call.error);
      run (client, ask_for_devices, &answer);
    }
  g_assert_no_error (answer.call.error);
  return ended;
}

static void
test_ended_at_each (void)
{
  static const struct {
    const char *name;
    Ask ask;
    guint least; /* messages, with hello and done */
  } asks[] = {
    { "record", ask_to_record, 4 },
    { "devices", ask_for_devices, 3 },
    { "time", ask_to_time, 5 },
    { "count", ask_to_count, 3 },
  };
  static const char *const ends[] = { "before", "in-header", "within", "after" };
  g_autofree char *folder = g_dir_make_tmp ("warpstage-faulty-XXXXXX", NULL);
  g_autofree char *file = g_build_filename (folder, "once", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (asks); i++)
    for (guint e = 0; e < G_N_ELEMENTS (ends); e++)
      {
        guint frame = 0;

        while (end_at (asks[i].ask, ends[e], frame, file))
          frame++;
        g_test_message ("%s: ended %s each of %u messages", asks[i].name, ends[e], frame);
        g_assert_cmpuint (frame + (e == 3), >=, asks[i].least);
        g_assert_cmpuint (frame, <, 100);
      }
  assert_nothing_left ();
  g_unlink (file);
  g_rmdir (folder);
}

/* A child that is killed while LeakSanitizer looks at it is traced: GLib 2.74 finds that it has
 * ended and cannot wait for it yet, and lets it be. */
static void
look_for_no_leaks_in_children (void)
{
  const char *options = g_getenv ("ASAN_OPTIONS");
  g_autofree char *all = g_strconcat (options != NULL ? options : "", ":detect_leaks=0", NULL);

  g_setenv ("ASAN_OPTIONS", all, TRUE);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  look_for_no_leaks_in_children ();
  g_setenv ("REAL_WORKER", WS_BUILD_DIR "/bin/fake-gpu-worker", TRUE);
  g_test_add_func ("/faulty-worker/sentences", test_sentences);
  g_test_add_func ("/faulty-worker/endings", test_endings);
  g_test_add_func ("/faulty-worker/signals", test_signals);
  g_test_add_func ("/faulty-worker/names", test_names);
  g_test_add_func ("/faulty-worker/stalled", test_stalled);
  g_test_add_func ("/faulty-worker/goes-on", test_goes_on);
  g_test_add_func ("/faulty-worker/cancelled", test_cancelled);
  g_test_add_func ("/faulty-worker/looks", test_looks);
  g_test_add_func ("/faulty-worker/unheard", test_unheard);
  g_test_add_func ("/faulty-worker/slow", test_slow);
  g_test_add_func ("/faulty-worker/large", test_large);
  g_test_add_func ("/faulty-worker/ended-at-each", test_ended_at_each);
  return g_test_run ();
}
