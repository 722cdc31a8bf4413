/* requests.c: any bytes as what a client asks a worker for. The worker's own functions answer, in
 * this process, one request after another; jobs are made small, but for what the catalogue refuses
 * anyway. What it says is read again: every request is answered to its end. */
#define main ws_worker_main
int ws_worker_main (int argc, char **argv);
#include "worker/main.c"
#undef main

#include "fuzz.h"

#define MOST_REQUESTS 4
#define MOST_N        600
#define LEAST_REFUSED ((guint64)1 << 40)
#define MOST_TIMES    4

/* @job: nullable */
static GVariant *
tame (GVariant *job)
{
  GVariantDict dict;
  guint64 n;
  guint32 number;

  if (job == NULL || !g_variant_is_of_type (job, G_VARIANT_TYPE_VARDICT))
    return job != NULL ? g_variant_ref (job) : NULL;
  g_variant_dict_init (&dict, job);
  if (!g_variant_dict_lookup (&dict, "n", "t", &n))
    n = 33;
  if (n < LEAST_REFUSED)
    g_variant_dict_insert (&dict, "n", "t", n > MOST_N ? n % MOST_N : n);
  if (!g_variant_dict_lookup (&dict, "kernel_repeats", "u", &number) || number < G_MAXINT32)
    g_variant_dict_insert (&dict, "kernel_repeats", "u", number % MOST_TIMES);
  number = 1;
  g_variant_dict_lookup (&dict, "repeats", "u", &number);
  g_variant_dict_insert (&dict, "repeats", "u", 1 + number % MOST_TIMES);
  number = 1;
  g_variant_dict_lookup (&dict, "warmup", "u", &number);
  g_variant_dict_insert (&dict, "warmup", "u", number % MOST_TIMES);
  /* both take memory and time by the size of the device's cache, whatever the job */
  g_variant_dict_insert (&dict, "rotate", "b", FALSE);
  g_variant_dict_insert (&dict, "copy", "b", FALSE);
  return g_variant_ref_sink (g_variant_dict_end (&dict));
}

/* What was said of one request: frames, and its end. */
static void
check_answer (GOutputStream *out)
{
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GInputStream) in = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *last = NULL;

  g_output_stream_close (out, NULL, NULL);
  bytes = g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (out));
  in = g_memory_input_stream_new_from_bytes (bytes);
  for (;;)
    {
      g_autofree char *message = NULL;
      g_autoptr (GVariant) body = ws_protocol_read (in, &message, NULL, &error);

      if (body == NULL)
        break;
      g_assert_true (last == NULL || !g_str_equal (last, "done"));
      g_free (last);
      last = g_steal_pointer (&message);
    }
  g_assert_error (error, WS_PROTOCOL_ERROR, WS_PROTOCOL_ERROR_CLOSED);
  g_assert_true (g_strcmp0 (last, "done") == 0 || g_strcmp0 (last, "error") == 0);
}

static gpointer
load_catalog (gpointer data)
{
  return ws_catalog_new (NULL, NULL);
}

void
ws_fuzz_requests (const guint8 *data, gsize size)
{
  static GOnce catalog = G_ONCE_INIT;
  g_autoptr (GInputStream) in = g_memory_input_stream_new_from_data (data, (gssize)size, NULL);
  Worker worker = { .catalog = g_once (&catalog, load_catalog, NULL) };
  gboolean cancelled = FALSE;

  g_mutex_init (&worker.lock);
  worker.devices = ws_devices_new (worker.catalog);
  worker.timings = ws_timing_cache_new ();
  for (guint i = 0; i < MOST_REQUESTS; i++)
    {
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      g_autofree char *message = NULL;
      g_autoptr (GVariant) body = ws_protocol_read (in, &message, NULL, NULL);
      g_autoptr (GVariant) tamed = tame (body);
      Request request = { .message = message, .body = tamed, .cancellable = cancellable };

      if (body == NULL)
        break;
      if (cancelled)
        g_cancellable_cancel (cancellable);
      cancelled = g_str_equal (message, "cancel");
      if (cancelled)
        continue;
      worker.out = g_memory_output_stream_new_resizable ();
      answer (&worker, &request);
      check_answer (worker.out);
      g_clear_object (&worker.out);
    }
  ws_timing_cache_free (worker.timings);
  ws_devices_free (worker.devices);
  g_mutex_clear (&worker.lock);
}

gsize
ws_fuzz_requests_mutate (guint8 *data, gsize size, gsize max_size, guint32 seed)
{
  return ws_fuzz_mutate_frames (data, size, max_size, seed);
}
