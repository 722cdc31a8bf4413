/* The worker by itself, spoken to in frames: what it must do for any client. */
#include "chosen.h"
#include "paths.h"
#include "wire/protocol.h"

#include <string.h>

typedef struct {
  GSubprocess *process;
  GOutputStream *in;
  GInputStream *out;
} Worker;

static void
worker_clear (Worker *self)
{
  g_subprocess_force_exit (self->process);
  g_subprocess_wait (self->process, NULL, NULL);
  g_clear_object (&self->process);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Worker, worker_clear)

/* (transfer full) */
static GVariant *
hear (Worker *self, const char *wanted)
{
  for (;;)
    {
      g_autofree char *message = NULL;
      g_autoptr (GError) error = NULL;
      g_autoptr (GVariant) body = ws_protocol_read (self->out, &message, NULL, &error);

      g_assert_no_error (error);
      if (g_str_equal (message, wanted))
        return g_steal_pointer (&body);
      g_assert_cmpstr (message, !=, "error");
      g_assert_cmpstr (message, !=, "done");
    }
}

static void
start (Worker *self, const char *program)
{
  g_autoptr (GVariant) hello = NULL;

  (void)G_IO_ERROR; /* a domain that is not known here is no error of it */

  self->process =
      g_subprocess_new (G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE, NULL,
                        program != NULL ? program : g_getenv ("WARPSTAGE_WORKER"), NULL);
  g_assert_nonnull (self->process);
  self->in = g_subprocess_get_stdin_pipe (self->process);
  self->out = g_subprocess_get_stdout_pipe (self->process);
  hello = hear (self, "hello");
  g_assert_true (g_variant_is_of_type (hello, G_VARIANT_TYPE ("(uus)")));
}

static GVariant *
make_job (const char *device, guint block, guint64 n)
{
  const Chosen chosen = { .kernel = "reduce1", .n = n, .block = block, .type = WS_VALUE_S32 };
  g_autoptr (WsJobSource) source = chosen_new_source (&chosen);
  g_autoptr (WsJob) made = ws_job_source_make (source, NULL);
  GVariantDict dict;

  g_variant_dict_init (&dict, NULL);
  g_variant_dict_insert (&dict, "device", "s", device);
  g_variant_dict_insert_value (&dict, "job", ws_job_to_variant (made));
  g_variant_dict_insert (&dict, "repeats", "u", 0);
  return g_variant_dict_end (&dict);
}

/* Whatever is to be said, in one write: the worker's reader has all of it at once. */
static void
say (Worker *self, const char *const *messages, guint64 n)
{
  g_autoptr (GOutputStream) memory = g_memory_output_stream_new_resizable ();
  GMemoryOutputStream *frames = G_MEMORY_OUTPUT_STREAM (memory);

  for (guint i = 0; messages[i] != NULL; i++)
    {
      gboolean bare = g_str_equal (messages[i], "cancel") || g_str_equal (messages[i], "devices");

      g_assert_true (ws_protocol_write (memory, messages[i],
                                        bare ? NULL : make_job ("vm:h200", 128, n), NULL, NULL));
    }
  g_assert_true (g_output_stream_write_all (self->in, g_memory_output_stream_get_data (frames),
                                            g_memory_output_stream_get_data_size (frames), NULL,
                                            NULL, NULL));
}

static void
assert_cancelled (Worker *self)
{
  g_autoptr (GVariant) body = hear (self, "error");
  g_autoptr (GError) error = ws_protocol_error_from_variant (body);

  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* A cancel may be heard before its request has begun. Lost, this timing would go on for good. */
static void
test_cancelled_at_once (void)
{
  static const char *const both[] = { "time", "cancel", NULL };
  static const char *const all[] = { "time", "time", "cancel", "devices", NULL };
  g_auto (Worker) worker = { 0 };
  g_autoptr (GVariant) devices = NULL;
  g_autoptr (GVariant) done = NULL;

  start (&worker, NULL);
  for (guint i = 0; i < 50; i++)
    {
      say (&worker, both, 1000);
      assert_cancelled (&worker);
    }
  /* it gives up all that was asked for before it, and nothing that comes after it */
  say (&worker, all, 1000);
  assert_cancelled (&worker);
  assert_cancelled (&worker);
  devices = hear (&worker, "devices");
  done = hear (&worker, "done");
}

static guint32
hear_steps (Worker *self)
{
  g_autoptr (GVariant) body = hear (self, "alive");
  guint32 steps;

  g_assert_true (g_variant_is_of_type (body, G_VARIANT_TYPE ("(u)")));
  g_variant_get (body, "(u)", &steps);
  return steps;
}

/* A launch that takes long gets on all the time; and is given up where stdin closes. */
static void
test_alive (void)
{
  static const char *const record[] = { "record", NULL };
  g_auto (Worker) worker = { 0 };
  guint32 steps;

  start (&worker, NULL);
  say (&worker, record, 1 << 27);
  steps = hear_steps (&worker);
  for (guint i = 0; i < 60 && hear_steps (&worker) == steps; i++)
    ;
  g_assert_cmpuint (hear_steps (&worker), !=, steps);
  g_assert_true (g_output_stream_close (worker.in, NULL, NULL));
  g_assert_true (g_subprocess_wait (worker.process, NULL, NULL));
}

/* A device that hangs: there is life, and always the same number; and the worker ends all the same
 * where stdin closes. */
static void
test_hung (void)
{
  g_auto (Worker) worker = { 0 };
  guint32 steps;

  start (&worker, WS_BUILD_DIR "/bin/fake-gpu-worker");
  g_assert_true (ws_protocol_write (worker.in, "count", make_job ("cuda:1", 32, 1000), NULL, NULL));
  hear_steps (&worker);
  steps = hear_steps (&worker);
  g_assert_cmpuint (hear_steps (&worker), ==, steps);
  g_assert_true (g_output_stream_close (worker.in, NULL, NULL));
  g_assert_true (g_subprocess_wait (worker.process, NULL, NULL));
}

/* Its output is not read: it ends where stdin closes, though it waits to be heard. */
static void
test_unheard (void)
{
  static const char *const endless[] = { "time", NULL };
  g_auto (Worker) worker = { 0 };

  start (&worker, NULL);
  say (&worker, endless, 1000);
  g_usleep (100000);
  g_assert_true (g_output_stream_close (worker.in, NULL, NULL));
  g_assert_true (g_subprocess_wait (worker.process, NULL, NULL));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/worker/cancelled-at-once", test_cancelled_at_once);
  g_test_add_func ("/worker/alive", test_alive);
  g_test_add_func ("/worker/hung", test_hung);
  g_test_add_func ("/worker/unheard", test_unheard);
  return g_test_run ();
}
