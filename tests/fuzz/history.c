/* history.c: any bytes as what a program's own process says that it did. What it says is told, and
 * of the launch that it has captured a job is made, as a worker makes it. */
#include "fuzz.h"

#include "history/fold.h"
#include "history/history.h"
#include "job/job.h"
#include "reader/captured.h"

#define SOURCE                                                       \
  "__device__ unsigned count;\n__constant__ float factor;\n"         \
  "__global__ void gather (float **table, float *out, unsigned n)\n" \
  "{\n}\n"

/* Every step is in one of the rounds, and in its order. */
static void
look_at_folds (const WsHistory *history)
{
  g_autoptr (GArray) folds = ws_history_fold (history);
  guint n = 0;

  for (guint i = 0; i < folds->len; i++)
    {
      const WsRounds *rounds = &g_array_index (folds, WsRounds, i);

      g_assert_cmpuint (rounds->first, ==, n);
      g_assert_cmpuint (rounds->n_rounds, >, 0);
      n += rounds->n_steps * rounds->n_rounds;
    }
  g_assert_cmpuint (n, ==, history->steps->len);
}

static void
look_at_steps (const WsHistory *history)
{
  guint longest = ws_history_find_longest (history);

  for (guint i = 0; i < history->steps->len; i++)
    {
      const WsStep *step = g_ptr_array_index (history->steps, i);
      g_autoptr (GVariant) sent = g_variant_ref_sink (ws_step_to_variant (step));
      g_autoptr (WsStep) again = ws_step_from_variant (sent, NULL);

      g_assert_true (ws_step_is_like (step, again));
      ws_fuzz_hear (g_strdup (step->name));
      ws_fuzz_hear (g_strdup (step->title));
      ws_fuzz_hear (g_strdup (step->words));
      if (step->kind == WS_STEP_LAUNCH)
        g_assert_cmpuint (step->module, <, history->modules->len);
    }
  g_assert_true (longest == G_MAXUINT || ws_history_get_launch (history, longest)->error == 0);
  g_assert_null (ws_history_get_launch (history, ws_history_count_launches (history)));
}

/* Those of a job are what the launch found. */
static void
look_at_capture (const WsHistory *history)
{
  g_autoptr (GVariant) sent = g_variant_ref_sink (ws_capture_to_variant (history->capture));
  g_autoptr (WsHistory) again = ws_history_new ();
  guint64 end = 0;

  for (guint i = 0; i < history->capture->memories->len; i++)
    {
      const WsHistoryMemory *memory = g_ptr_array_index (history->capture->memories, i);

      g_assert_cmpuint (memory->address, >=, end);
      end = memory->address + g_bytes_get_size (memory->bytes);
      ws_fuzz_hear (g_strdup (memory->symbol));
    }
  /* of a history that has no modules it is refused */
  g_assert_false (ws_history_take (again, "capture", sent, NULL));
}

static void
make_job (const guint8 *data, gsize size)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) made = NULL;
  g_autoptr (WsJob) job = NULL;
  GVariantDict body;
  GVariant *answer;
  g_autoptr (GVariant) asked = NULL;

  g_variant_dict_init (&body, NULL);
  g_variant_dict_insert_value (&body, "history",
                               g_variant_new_fixed_array (G_VARIANT_TYPE_BYTE, data, size, 1));
  g_variant_dict_insert (&body, "file", "s", "gather.cu");
  g_variant_dict_insert (&body, "source", "s", SOURCE);
  asked = g_variant_ref_sink (g_variant_dict_end (&body));
  answer = ws_user_captured_answer (asked, &error);
  g_assert_true ((answer == NULL) == (error != NULL));
  if (answer == NULL)
    {
      ws_fuzz_hear (g_strdup (error->message));
      return;
    }
  made = g_variant_ref_sink (answer);
  job = ws_job_from_variant (made, &error);
  g_assert_no_error (error);
}

void
ws_fuzz_history (const guint8 *data, gsize size)
{
  g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_data (data, (gssize)size, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (WsHistory) history = ws_history_read (stream, NULL, &error);

  g_assert_true ((history == NULL) == (error != NULL));
  if (history == NULL)
    {
      ws_fuzz_hear (g_strdup (error->message));
      return;
    }
  look_at_steps (history);
  look_at_folds (history);
  if (history->capture != NULL)
    look_at_capture (history);
  make_job (data, size);
}

gsize
ws_fuzz_history_mutate (guint8 *data, gsize size, gsize max_size, guint32 seed)
{
  return ws_fuzz_mutate_frames (data, size, max_size, seed);
}
