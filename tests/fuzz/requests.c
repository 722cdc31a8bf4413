/* requests.c: any bytes as what a client asks a worker for. The worker's own functions answer, in
 * this process, one request after another; jobs are made small, and given up when they take long.
 * What it says is read again: every request is answered to its end. */
#define main ws_worker_main
int ws_worker_main (int argc, char **argv);
#include "worker/main.c"
#undef main

#include "fuzz.h"

#define MOST_REQUESTS 4
#define MOST_ELEMENTS 4096
#define MOST_BLOCKS   8
#define MOST_NUMBER   600 /* of a kernel's argument: it may be how often it repeats its work */
#define MOST_TIMES    4
#define MOST_US       (2 * G_USEC_PER_SEC) /* of one request: a kernel may never end */

static void
tame_contents (const WsContents *contents, guint64 *length)
{
  if (contents->kind != WS_CONTENTS_VALUES && *length > MOST_ELEMENTS)
    *length = 1 + *length % MOST_ELEMENTS;
}

/* What would take long, made short: whatever does not fit together then is refused. */
static void
tame_job (WsJob *job)
{
  for (guint i = 0; i < job->buffers->len; i++)
    {
      WsBuffer *buffer = &g_array_index (job->buffers, WsBuffer, i);

      tame_contents (&buffer->contents, &buffer->length);
    }
  for (guint i = 0; i < job->checks->len; i++)
    {
      WsCheck *check = &g_array_index (job->checks, WsCheck, i);

      tame_contents (&check->contents, &check->count);
    }
  for (guint i = 0; i < job->launches->len; i++)
    {
      WsJobLaunch *launch = &g_array_index (job->launches, WsJobLaunch, i);

      for (guint d = 0; d < 3; d++)
        if (launch->grid[d] > MOST_BLOCKS)
          launch->grid[d] = 1 + launch->grid[d] % MOST_BLOCKS;
      for (guint a = 0; a < launch->arguments->len; a++)
        {
          WsArgument *argument = &g_array_index (launch->arguments, WsArgument, a);

          if (argument->kind == WS_ARGUMENT_SCALAR && argument->bits > MOST_NUMBER)
            argument->bits %= MOST_NUMBER;
        }
    }
}

/* @body: nullable */
static GVariant *
tame (GVariant *body)
{
  g_autoptr (GVariant) variant = NULL;
  g_autoptr (WsJob) job = NULL;
  GVariantDict dict;
  guint32 number = 1;

  if (body == NULL || !g_variant_is_of_type (body, G_VARIANT_TYPE_VARDICT))
    return body != NULL ? g_variant_ref (body) : NULL;
  g_variant_dict_init (&dict, body);
  variant = g_variant_lookup_value (body, "job", G_VARIANT_TYPE_VARDICT);
  job = variant != NULL ? ws_job_from_variant (variant, NULL) : NULL;
  if (job != NULL)
    {
      tame_job (job);
      g_variant_dict_insert_value (&dict, "job", ws_job_to_variant (job));
    }
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

/* Gives up what takes too long. */
typedef struct {
  GCancellable *cancellable;
  GMutex lock;
  GCond ended;
  gboolean has_ended;
} Watch;

static gpointer
watch (gpointer data)
{
  Watch *self = data;
  gint64 until_us = g_get_monotonic_time () + MOST_US;

  g_mutex_lock (&self->lock);
  while (!self->has_ended)
    if (!g_cond_wait_until (&self->ended, &self->lock, until_us))
      break;
  g_mutex_unlock (&self->lock);
  g_cancellable_cancel (self->cancellable);
  return NULL;
}

static void
answer_in_time (Worker *worker, const Request *request)
{
  Watch self = { .cancellable = request->cancellable };
  GThread *thread;

  g_mutex_init (&self.lock);
  g_cond_init (&self.ended);
  thread = g_thread_new ("watch", watch, &self);
  answer (worker, request);
  g_mutex_lock (&self.lock);
  self.has_ended = TRUE;
  g_cond_signal (&self.ended);
  g_mutex_unlock (&self.lock);
  g_thread_join (thread);
  g_cond_clear (&self.ended);
  g_mutex_clear (&self.lock);
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
  worker.devices = ws_devices_new (worker.catalog, NULL);
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
      answer_in_time (&worker, &request);
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
