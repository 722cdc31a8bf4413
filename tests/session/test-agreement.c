/* Whether two devices do the same, by real workers: a GPU that is none (see
 * tests/fixture/fake-devices.c), which is right as a rule, and the virtual one. */
#include "chosen.h"
#include "threads/compare-runs.h"
#include "paths.h"
#include "session/agreement.h"

#include <string.h>

typedef struct {
  WsQueue *queue;
  WsAgreement *agreement;
  WsJobSource *source;
  WsRun *run;
  GMainLoop *loop;
} Fixture;

static void
recorded_cb (GObject *client, GAsyncResult *result, gpointer data)
{
  Fixture *self = data;
  g_autoptr (GError) error = NULL;

  self->run = ws_client_record_finish (WS_CLIENT (client), result, &error);
  g_assert_no_error (error);
  g_main_loop_quit (self->loop);
}

/* The vector addition, recorded by the GPU. */
static void
set_up (Fixture *self, gconstpointer block)
{
  const char *const argv[] = { WS_BUILD_DIR "/bin/fake-gpu-worker", NULL };
  const Chosen chosen = { .device = "cuda:1",
                          .kernel = "vector_add",
                          .n = 3000,
                          .block = GPOINTER_TO_UINT (block),
                          .type = WS_VALUE_F32 };

  self->loop = g_main_loop_new (NULL, FALSE);
  self->queue = ws_queue_new (argv);
  self->agreement = ws_agreement_new (self->queue);
  self->source = chosen_new_source (&chosen);
  ws_client_record_async (ws_queue_get_client (self->queue, "cuda:1"),
                          &(WsClientJob){ "cuda:1", self->source }, NULL, NULL, recorded_cb, self);
  g_main_loop_run (self->loop);
}

static void
tear_down (Fixture *self, gconstpointer block)
{
  ws_agreement_cancel (self->agreement);
  g_clear_object (&self->agreement);
  g_clear_object (&self->queue);
  g_clear_pointer (&self->source, ws_job_source_unref);
  g_clear_pointer (&self->run, ws_run_unref);
  g_clear_pointer (&self->loop, g_main_loop_unref);
}

static WsAgreementState
compare (Fixture *self)
{
  ws_agreement_check (self->agreement, self->run, self->source, "vm:h200");
  g_assert_cmpint (ws_agreement_get_state (self->agreement), ==, WS_AGREEMENT_RUNS);
  while (ws_agreement_get_state (self->agreement) == WS_AGREEMENT_RUNS)
    g_main_context_iteration (NULL, TRUE);
  return ws_agreement_get_state (self->agreement);
}

static void
test_same (Fixture *self, gconstpointer block)
{
  g_assert_cmpint (compare (self), ==, WS_AGREEMENT_SAME);
  g_assert_cmpstr (ws_agreement_get_sentence (self->agreement), ==, "Same on both devices");
  g_assert_nonnull (strstr (ws_agreement_get_details (self->agreement), "results"));
  ws_agreement_cancel (self->agreement);
  g_assert_cmpint (ws_agreement_get_state (self->agreement), ==, WS_AGREEMENT_NONE);
  g_assert_null (ws_agreement_get_sentence (self->agreement));
}

/* With blocks of 32 one sum is wrong: it is named, with both values. */
static void
test_result_differs (Fixture *self, gconstpointer block)
{
  const char *details;

  g_assert_cmpint (compare (self), ==, WS_AGREEMENT_DIFFERS);
  details = ws_agreement_get_details (self->agreement);
  g_assert_nonnull (strstr (details, "[5] is -7 on the GPU"));
}

/* A lane that did not take part where the virtual GPU says so. */
static void
test_steps_differ (Fixture *self, gconstpointer block)
{
  WsEvent *event = (WsEvent *)&self->run->events[self->run->n_events / 2];

  event->active ^= 1;
  g_assert_cmpint (compare (self), ==, WS_AGREEMENT_DIFFERS);
  g_assert_nonnull (strstr (ws_agreement_get_sentence (self->agreement), "different steps"));
  g_assert_nonnull (strstr (ws_agreement_get_details (self->agreement), "lane 0"));
  event->active ^= 1;
}

/* What is asked for next takes the place; what is given up says nothing any more. */
static void
test_takes_over (Fixture *self, gconstpointer block)
{
  ws_agreement_check (self->agreement, self->run, self->source, "vm:h200");
  g_assert_cmpint (compare (self), ==, WS_AGREEMENT_SAME);
  ws_agreement_check (self->agreement, self->run, self->source, "vm:h200");
  ws_agreement_cancel (self->agreement);
  for (guint i = 0; i < 50; i++)
    {
      g_main_context_iteration (NULL, FALSE);
      g_usleep (2000);
    }
  g_assert_cmpint (ws_agreement_get_state (self->agreement), ==, WS_AGREEMENT_NONE);
}

static WsJob *
make_none (gpointer data, GError **error)
{
  g_set_error_literal (error, WS_JOB_ERROR, WS_JOB_ERROR_SIZE, "It is too large.");
  return NULL;
}

/* What cannot be run is no difference, and why it cannot is said. */
static void
test_fails (Fixture *self, gconstpointer block)
{
  ws_job_source_unref (self->source);
  self->source = ws_job_source_new (make_none, NULL, NULL);
  g_assert_cmpint (compare (self), ==, WS_AGREEMENT_FAILED);
  g_assert_cmpstr (ws_agreement_get_details (self->agreement), ==, "It is too large.");
}

/* A recording of the same once more. */
static WsRun *
record_again (Fixture *self)
{
  g_autoptr (WsRun) first = g_steal_pointer (&self->run);
  WsRun *again;

  ws_client_record_async (ws_queue_get_client (self->queue, "cuda:1"),
                          &(WsClientJob){ "cuda:1", self->source }, NULL, NULL, recorded_cb, self);
  g_main_loop_run (self->loop);
  again = self->run;
  self->run = g_steal_pointer (&first);
  return again;
}

/* The value that the first lane of the first load of a float read. */
static guint64 *
find_float (const WsRun *run)
{
  for (guint64 i = 0; i < run->n_events; i++)
    {
      const WsSite *site = ws_run_get_site (run, 0, run->events[i].site);

      if (site->op_class == WS_OP_LOAD && site->value_type == WS_VALUE_F32
          && run->events[i].access != WS_NONE)
        return (guint64 *)&run->lanes[run->events[i].access].value;
    }
  g_assert_not_reached ();
}

/* The last digit of a float is one that approximate functions may give another, the first is not.
 */
static void
test_nearly (Fixture *self, gconstpointer block)
{
  g_autoptr (WsRun) again = record_again (self);
  g_auto (WsComparison) same = { 0 };
  g_auto (WsComparison) strict = { 0 };
  g_auto (WsComparison) loose = { 0 };
  g_auto (WsComparison) other = { 0 };
  guint64 *value = find_float (again);
  float number = 3;
  guint32 bits;

  memcpy (&bits, &number, sizeof bits);
  *value = *find_float (self->run) = bits;
  g_assert_true (ws_compare_runs (self->run, again, 0, &same));
  g_assert_cmpuint (same.n_rounded, ==, 0);
  *value = bits + 1;
  g_assert_false (ws_compare_runs (self->run, again, 0, &strict));
  g_assert_nonnull (strstr (strict.difference, "the values are 0x40400000 and 0x40400001"));
  g_assert_true (ws_compare_runs (self->run, again, WS_COMPARE_APPROXIMATE, &loose));
  g_assert_cmpuint (loose.n_rounded, ==, 1);
  *value = bits + (1 << 16);
  g_assert_false (ws_compare_runs (self->run, again, WS_COMPARE_APPROXIMATE, &other));
}

/* What comes out is held to the same. */
static void
test_results_nearly (Fixture *self, gconstpointer block)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WsJob) job = ws_job_source_make (self->source, &error);
  g_autoptr (GPtrArray) a = g_ptr_array_new_with_free_func ((GDestroyNotify)g_bytes_unref);
  g_autoptr (GPtrArray) b = g_ptr_array_new_with_free_func ((GDestroyNotify)g_bytes_unref);
  const float one[] = { 1e6f, 2e6f, 3e6f };
  const float near[] = { 1e6f, 2e6f + 0.25f, 3e6f };
  WsJobDifference found;
  guint32 out = job->buffers->len - 1;

  for (guint32 i = 0; i < out; i++)
    {
      g_ptr_array_add (a, g_bytes_new (NULL, 0));
      g_ptr_array_add (b, g_bytes_new (NULL, 0));
    }
  g_ptr_array_add (a, g_bytes_new (one, sizeof one));
  g_ptr_array_add (b, g_bytes_new (near, sizeof near));
  g_assert_false (ws_job_compare (job, a, b, FALSE, &found));
  g_assert_cmpuint (found.buffer, ==, out);
  g_assert_cmpuint (found.element, ==, 1);
  g_assert_true (ws_job_compare (job, a, b, TRUE, &found));
  g_assert_cmpuint (found.n_rounded, ==, 1);
  g_assert_cmpuint (found.n_values, ==, 3);
}

/* Of a structure each field is one value; what is between them is none. */
static void
test_structures (void)
{
  typedef struct {
    float x;
    guint8 kind; /* 3 bytes of nothing behind it */
    gint32 n;
  } One;
  static const struct {
    One first;
    One second;
    const char *field; /* that differs */
  } rows[] = {
    { { 1e6f, 1, 7 }, { 1e6f + 0.25f, 1, 7 }, NULL },
    { { 1, 1, 7 }, { 1.1f, 1, 7 }, "x" },
    { { 1, 1, 7 }, { 1, 2, 7 }, "kind" },
    { { 1, 1, 7 }, { 1, 1, 8 }, "n" },
    { { 1, 1, 7 }, { 1, 1, 7 }, NULL },
  };
  g_autoptr (WsJob) job = ws_job_new ();
  WsBuffer *buffer = ws_job_add_buffer (job, "p", WS_VALUE_F32, 2, WS_BUFFER_OUT);

  ws_buffer_add_field (buffer, "x", WS_VALUE_F32, offsetof (One, x));
  ws_buffer_add_field (buffer, "kind", WS_VALUE_B8, offsetof (One, kind));
  ws_buffer_add_field (buffer, "n", WS_VALUE_S32, offsetof (One, n));
  buffer->element_bytes = sizeof (One);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GPtrArray) a = g_ptr_array_new_with_free_func ((GDestroyNotify)g_bytes_unref);
      g_autoptr (GPtrArray) b = g_ptr_array_new_with_free_func ((GDestroyNotify)g_bytes_unref);
      One here[2] = { { 3, 3, 3 }, rows[i].first };
      One there[2] = { { 3, 3, 3 }, rows[i].second };
      WsJobDifference found;

      memset ((guint8 *)&here[1] + offsetof (One, kind) + 1, 0x11, 3);
      memset ((guint8 *)&there[1] + offsetof (One, kind) + 1, 0x22, 3);
      g_ptr_array_add (a, g_bytes_new (here, sizeof here));
      g_ptr_array_add (b, g_bytes_new (there, sizeof there));
      g_assert_true (ws_job_compare (job, a, b, TRUE, &found) == (rows[i].field == NULL));
      g_assert_cmpstr (found.field, ==, rows[i].field);
      g_assert_cmpuint (found.element, ==, rows[i].field != NULL ? 1 : 0);
    }
  /* beyond the fields that a job has */
  buffer->element_bytes = sizeof (One) + 64;
  for (guint at = 0; at < 64; at += 63)
    {
      g_autoptr (GPtrArray) a = g_ptr_array_new_with_free_func ((GDestroyNotify)g_bytes_unref);
      g_autoptr (GPtrArray) b = g_ptr_array_new_with_free_func ((GDestroyNotify)g_bytes_unref);
      guint8 here[sizeof (One) + 64] = { 0 };
      guint8 there[sizeof (One) + 64] = { 0 };
      WsJobDifference found;

      there[sizeof (One) + at] = 1;
      g_ptr_array_add (a, g_bytes_new (here, sizeof here));
      g_ptr_array_add (b, g_bytes_new (there, sizeof there));
      g_assert_false (ws_job_compare (job, a, b, TRUE, &found));
    }
}

/* Integers are near to nothing, numbers that are none neither; zero is near to zero alone. */
static void
test_near (void)
{
  g_assert_false (ws_value_is_nearly (WS_VALUE_S32, 1000000, 1000001));
  g_assert_true (ws_value_is_nearly (WS_VALUE_F32, 0, 0x80000000));
  g_assert_false (ws_value_is_nearly (WS_VALUE_F32, 0, 1));
  g_assert_false (ws_value_is_nearly (WS_VALUE_F32, 0x7fc00000, 0x3f800000));
  g_assert_true (ws_value_is_nearly (WS_VALUE_F32, 0xbf800000, 0xbf800050));
  g_assert_false (ws_value_is_nearly (WS_VALUE_F32, 0x3f800000, 0xbf800000));
  g_assert_false (ws_value_is_nearly (WS_VALUE_F32, 0xbf800000, 0xbf800060));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/agreement/same", Fixture, GUINT_TO_POINTER (128), set_up, test_same, tear_down);
  g_test_add ("/agreement/result-differs", Fixture, GUINT_TO_POINTER (32), set_up,
              test_result_differs, tear_down);
  g_test_add ("/agreement/steps-differ", Fixture, GUINT_TO_POINTER (128), set_up, test_steps_differ,
              tear_down);
  g_test_add ("/agreement/takes-over", Fixture, GUINT_TO_POINTER (128), set_up, test_takes_over,
              tear_down);
  g_test_add ("/agreement/nearly", Fixture, GUINT_TO_POINTER (128), set_up, test_nearly, tear_down);
  g_test_add ("/agreement/results-nearly", Fixture, GUINT_TO_POINTER (128), set_up,
              test_results_nearly, tear_down);
  g_test_add_func ("/agreement/near", test_near);
  g_test_add_func ("/agreement/structures", test_structures);
  g_test_add ("/agreement/fails", Fixture, GUINT_TO_POINTER (128), set_up, test_fails, tear_down);
  return g_test_run ();
}
