/* What the worker takes of the computer's memory for a recording: the buffers once, and little
 * beside them. */
#include "call.h"
#include "chosen.h"

#define SMALL (G_GUINT64_CONSTANT (1) << 20)
#define LARGE (G_GUINT64_CONSTANT (1) << 24)

/* The most that a process has ever had resident, bytes. */
static guint64
read_peak (guint pid)
{
  g_autofree char *file = g_strdup_printf ("/proc/%u/status", pid);
  g_autofree char *text = NULL;
  const char *at;

  g_assert_true (g_file_get_contents (file, &text, NULL, NULL));
  at = strstr (text, "VmHWM:");
  g_assert_nonnull (at);
  return g_ascii_strtoull (at + strlen ("VmHWM:"), NULL, 10) * 1024;
}

static guint64
record (WsClient *client, const char *kernel, guint64 n)
{
  Call call = { .loop = g_main_loop_new (NULL, FALSE) };
  const Chosen job = {
    .device = "vm:h200",
    .kernel = kernel,
    .n = n,
    .block = 1024,
    .type = WS_VALUE_S32,
    .op = "sum",
    .repeats = 1,
  };

  chosen_record_async (client, &job, NULL, NULL, call_recorded_cb, &call);
  g_main_loop_run (call.loop);
  g_main_loop_unref (call.loop);
  g_assert_no_error (call.error);
  return read_peak (ws_client_get_worker_pid (client));
}

/* The input is made where the kernel reads it, and made again, part by part, to judge by. */
static void
test_once (void)
{
  g_autoptr (WsClient) client = ws_client_new (NULL);
  guint64 before = record (client, "reduce1", SMALL);
  guint64 grown = record (client, "reduce1", LARGE) - before;
  guint64 input = (LARGE - SMALL) * sizeof (gint32);

  g_test_message ("%.2f times the input", (double)grown / (double)input);
  g_assert_cmpuint (grown, >, input / 2);
  g_assert_cmpuint (grown, <, input + input / 2);
}

int
main (int argc, char **argv)
{
  g_autofree char *options = NULL;

  /* what AddressSanitizer holds back of what was freed is not in use */
  options = g_strconcat (
      "quarantine_size_mb=1:thread_local_quarantine_size_kb=64:", g_getenv ("ASAN_OPTIONS"), NULL);
  g_setenv ("ASAN_OPTIONS", options, TRUE);
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/worker/memory/once", test_once);
  return g_test_run ();
}
