/* answers.c: any bytes as what a worker says, to a client that has asked it for something: the
 * first byte says what. The worker is a process that writes just these bytes and ends. */
#include "fuzz.h"

#include "chosen.h"
#include "sheet/figure.h"
#include "wire/protocol.h"

#include <sys/mman.h>
#include <unistd.h>

typedef struct {
  GAsyncResult *result; /* once the call is answered */
  WsLive *live;         /* of the samples that came; NULL: none */
} Answer;

static void
answered_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  Answer *self = data;

  self->result = g_object_ref (result);
}

static void
progress_cb (double fraction, const char *sentence, gpointer data)
{
  g_assert_true (fraction >= 0 && fraction <= 1);
  g_assert_true (g_utf8_validate (sentence, -1, NULL));
}

static void
samples_cb (const WsTiming *timing, const guint64 *durations_ns, guint n, gpointer data)
{
  Answer *self = data;

  g_assert_cmpuint (n, >, 0);
  if (self->live == NULL)
    self->live = ws_live_new ("reduce1", "Kernel 1: interleaved addressing");
  self->live->n_bytes = timing->n_bytes;
  self->live->grid = timing->grid;
  self->live->peak_bytes_per_s = timing->peak_bytes_per_s;
  self->live->copy_bytes_per_s = timing->copy_bytes_per_s;
  self->live->origin = timing->origin;
  self->live->rotates = timing->rotates;
  ws_live_append (self->live, durations_ns, n);
}

static void
draw_sheet (cairo_t *cr, gconstpointer subject, const WsTheme *theme, double width, double height)
{
  ws_draw_sheet_figure (cr, subject, NULL, FALSE, &(WsArea){ theme, width, height });
}

static void
look_at_live (WsLive *live, guint32 choice)
{
  g_autoptr (WsSheet) sheet = ws_sheet_new_for_live (live, 0, ws_live_get_n_kept (live), 64);

  ws_fuzz_hear (ws_sheet_describe (sheet));
  ws_fuzz_draw (draw_sheet, sheet, choice);
  ws_fuzz_write_data (ws_data_new_for_live (live));
}

static void
finish_record (WsClient *client, GAsyncResult *result, guint32 choice)
{
  g_autoptr (WsRun) run = ws_client_record_finish (client, result, NULL);
  g_autoptr (WsRun) partial = ws_client_record_dup_partial (client, result);

  if (run != NULL)
    ws_fuzz_look_at_run (run, choice);
  if (partial != NULL)
    ws_fuzz_look_at_run (partial, choice);
}

static void
finish_devices (WsClient *client, GAsyncResult *result)
{
  g_autoptr (GPtrArray) devices = ws_client_devices_finish (client, result, NULL);

  for (guint i = 0; devices != NULL && i < devices->len; i++)
    ws_client_device_free (ws_client_device_copy (devices->pdata[i]));
}

static void
ask (WsClient *client, guint8 kind, Answer *answer)
{
  static const Chosen job = { .device = "vm:h200",
                              .kernel = "reduce1",
                              .n = 64,
                              .block = 32,
                              .type = WS_VALUE_S32,
                              .op = "sum" };
  WsTimeRequest request;

  ws_time_request_init (&request);
  if (kind % 8 == 7)
    request.repeats = 0;
  request.samples = samples_cb;
  request.samples_data = answer;
  switch (kind % 4)
    {
    case 0:
      chosen_record_async (client, &job, &(WsClientWatch){ progress_cb, answer }, NULL, answered_cb,
                           answer);
      break;
    case 1:
      ws_client_devices_async (client, NULL, answered_cb, answer);
      break;
    case 2:
      chosen_count_async (client, &job, 0, NULL, answered_cb, answer);
      break;
    default:
      chosen_time_async (client, &job, &request, NULL, answered_cb, answer);
      break;
    }
}

static void
finish (WsClient *client, guint8 kind, GAsyncResult *result, guint32 choice)
{
  WsTiming timing;
  GPtrArray *counters;
  GArray *samples;

  switch (kind % 4)
    {
    case 0:
      finish_record (client, result, choice);
      break;
    case 1:
      finish_devices (client, result);
      break;
    case 2:
      counters = ws_client_read_counters_finish (client, result, NULL);
      g_clear_pointer (&counters, g_ptr_array_unref);
      break;
    default:
      samples = ws_client_time_finish (client, result, &timing, NULL);
      g_clear_pointer (&samples, g_array_unref);
      break;
    }
}

/* What the worker says: today's greeting, so that what is kept outlives a version of the protocol,
 * and then the input; only where bit 3 of the first byte says so the input greets itself.
 * @greeting: (out): the bytes of the greeting */
static gboolean
write_speech (int file, const guint8 *data, gsize size, gsize *greeting)
{
  g_autoptr (GOutputStream) stream = g_memory_output_stream_new_resizable ();
  GMemoryOutputStream *memory = G_MEMORY_OUTPUT_STREAM (stream);
  gsize length;

  if ((data[0] & 8) == 0)
    ws_protocol_write (stream, "hello", g_variant_new ("(uu)", WS_PROTOCOL_VERSION, 17), NULL,
                       NULL);
  *greeting = g_memory_output_stream_get_data_size (memory);
  g_output_stream_write_all (stream, data + 1, size - 1, NULL, NULL, NULL);
  length = g_memory_output_stream_get_data_size (memory);
  return write (file, g_memory_output_stream_get_data (memory), length) == (gssize)length;
}

/* ---- threads that end by and by ---- */

static guint
count_threads (void)
{
  g_autoptr (GDir) tasks = g_dir_open ("/proc/self/task", 0, NULL);
  guint n = 0;

  while (tasks != NULL && g_dir_read_name (tasks) != NULL)
    n++;
  return n;
}

#define PATIENCE 200 /* times 100 us */

/* Until the client's threads are gone: LeakSanitizer takes what one has of its own, as it ends, for
 * lost. */
static void
let_threads_end (guint n_before)
{
  for (guint i = 0; i < PATIENCE && count_threads () > n_before; i++)
    g_usleep (100);
}

#define SPEAK "head -c \"$1\" \"$0\"; head -c 1 > /dev/null; tail -c \"+$(($1 + 1))\" \"$0\""

void
ws_fuzz_answers (const guint8 *data, gsize size)
{
  int said = memfd_create ("answers", MFD_CLOEXEC);
  g_autofree char *path = g_strdup_printf ("/proc/%d/fd/%d", (int)getpid (), said);
  /* it answers once it was asked: before, what it says would be dropped */
  const char *argv[] = { "/bin/sh", "-c", SPEAK, path, NULL, NULL };
  g_autofree char *pause = NULL;
  gsize greeting;
  g_autoptr (GMainContext) context = g_main_context_new ();
  g_autoptr (WsClient) client = NULL;
  Answer answer = { 0 };
  guint n_threads = count_threads ();

  if (size > 0 && write_speech (said, data, size, &greeting))
    {
      argv[4] = pause = g_strdup_printf ("%" G_GSIZE_FORMAT, greeting);
      g_main_context_push_thread_default (context);
      client = ws_client_new ((const char *const *)argv);
      ask (client, data[0], &answer);
      while (answer.result == NULL)
        g_main_context_iteration (context, TRUE);
      finish (client, data[0], answer.result, ws_fuzz_choose (data, size));
      if (answer.live != NULL)
        look_at_live (answer.live, ws_fuzz_choose (data, size));
      g_clear_object (&answer.result);
      g_clear_pointer (&answer.live, ws_live_unref);
      while (g_main_context_iteration (context, FALSE))
        ;
      g_main_context_pop_thread_default (context);
    }
  close (said);
  g_clear_object (&client);
  let_threads_end (n_threads);
}

gsize
ws_fuzz_answers_mutate (guint8 *data, gsize size, gsize max_size, guint32 seed)
{
  gsize changed = size > 1 ? ws_fuzz_mutate_frames (data + 1, size - 1, max_size - 1, seed) : 0;

  return changed > 0 ? changed + 1 : 0;
}
