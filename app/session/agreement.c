#include "session/agreement.h"

#include "threads/compare-runs.h"
#include "record/opcode.h"

#include <glib/gi18n.h>
#include <inttypes.h>

#define MAX_CHARS 24 /* of a value */

/* The requests, in order. */
typedef enum {
  STEP_RECORD,  /* the virtual GPU's recording */
  STEP_VIRTUAL, /* its result */
  STEP_REAL,    /* the real GPU's result */
  N_STEPS,
} Step;

/* One comparison: it lives until its last request has ended. */
typedef struct {
  WsAgreement *agreement;
  GCancellable *cancellable;
  WsRun *run; /* of the real GPU */
  WsJobSource *source;
  char *devices[N_STEPS];
  Step step;
  WsRun *other;                /* of the virtual GPU */
  GPtrArray *outputs[N_STEPS]; /* of GBytes */
  WsAgreementState state;      /* what has come of it */
  char *sentence;
  char *details;
  guint64 n_values;
  guint64 n_steps;
} Look;

struct _WsAgreement {
  GObject parent_instance;

  WsQueue *queue;
  GCancellable *cancellable; /* nullable: of what is compared */
  WsAgreementState state;
  char *sentence;
  char *details;
  guint64 n_values; /* that were compared */
  guint64 n_steps;  /* likewise: recorded instructions of lanes */
};

enum { CHANGED, N_SIGNALS };

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WsAgreement, ws_agreement, G_TYPE_OBJECT)

static void
look_free (Look *self)
{
  g_object_unref (self->agreement);
  g_object_unref (self->cancellable);
  ws_run_unref (self->run);
  ws_job_source_unref (self->source);
  g_clear_pointer (&self->other, ws_run_unref);
  g_free (self->sentence);
  g_free (self->details);
  for (guint i = 0; i < N_STEPS; i++)
    {
      g_free (self->devices[i]);
      g_clear_pointer (&self->outputs[i], g_ptr_array_unref);
    }
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Look, look_free)

/* @sentence: (transfer full) (nullable); @details: (transfer full) (nullable) */
static void
set_state (WsAgreement *self, WsAgreementState state, char *sentence, char *details)
{
  self->state = state;
  g_free (self->sentence);
  g_free (self->details);
  self->sentence = sentence;
  self->details = details;
  g_signal_emit (self, signals[CHANGED], 0);
}

/* ---- what is said ---- */

/* All digits of a float, to show a difference in the last one. */
static void
spell_out (WsValueType type, guint64 bits, char **text)
{
  g_free (*text);
  *text = g_strdup_printf ("%.*g", type == WS_VALUE_F64 ? 17 : 9, ws_value_to_double (type, bits));
}

static char *
describe_value (const WsJob *job, const WsJobDifference *difference)
{
  g_autofree char *here = ws_value_format (difference->type, difference->first, MAX_CHARS);
  g_autofree char *there = ws_value_format (difference->type, difference->second, MAX_CHARS);
  g_autofree char *place = NULL;

  if (g_str_equal (here, there))
    {
      spell_out (difference->type, difference->first, &here);
      spell_out (difference->type, difference->second, &there);
    }
  place = g_strdup_printf ("%s[%" G_GUINT64_FORMAT "]%s%s",
                           ws_job_get_buffer (job, difference->buffer)->name, difference->element,
                           difference->field != NULL ? "." : "",
                           difference->field != NULL ? difference->field : "");
  /* Translators: a value of a buffer: "out[17] is 3 on the GPU and 4 on the virtual one" */
  return g_strdup_printf (_ ("%1$s is %2$s on the GPU and %3$s on the virtual one"), place, here,
                          there);
}

static char *
describe_sameness (const WsJobDifference *difference, const WsComparison *comparison,
                   gboolean approximate, gboolean passes_over)
{
  g_autoptr (GString) text = g_string_new (NULL);

  g_string_append_printf (text,
                          ngettext ("%'" PRIu64 " result is the same as on the virtual GPU.",
                                    "%'" PRIu64 " results are the same as on the virtual GPU.",
                                    difference->n_values),
                          difference->n_values);
  if (difference->n_rounded + comparison->n_rounded > 0)
    g_string_append_printf (text, "\n%s",
                            approximate
                                ? _ ("Some floats differ in their last digits: each device has its "
                                     "own approximate functions.")
                                : _ ("Some floats differ by no more than the job’s check allows."));
  g_string_append_c (text, '\n');
  g_string_append_printf (text,
                          ngettext ("The same holds for %'" PRIu64
                                    " recorded instruction of a lane, with address and value.",
                                    "The same holds for %'" PRIu64
                                    " recorded instructions of lanes, with addresses and values.",
                                    comparison->n_lane_events),
                          comparison->n_lane_events);
  if (passes_over)
    g_string_append_printf (
        text, "\n%s",
        _ ("8-byte numbers and addresses outside the buffers were not compared: each device places "
           "its heap, its stack and its tables differently."));
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
conclude (Look *look, WsAgreementState state, const char *sentence, char *details)
{
  look->state = state;
  look->sentence = g_strdup (sentence);
  look->details = details;
}

/* Whether a kernel of the run uses approximate functions. */
static gboolean
is_approximate (const WsRun *run)
{
  for (guint k = 0; k < run->kernels->len; k++)
    {
      const WsKernel *kernel = g_ptr_array_index (run->kernels, k);

      for (guint i = 0; i < kernel->n_sites; i++)
        if (ws_opcode_is_approx (ws_kernel_get_string (kernel, kernel->sites[i].opcode)))
          return TRUE;
    }
  return FALSE;
}

/* What differs may be an address that the kernel keeps. */
static gboolean
compare_steps (const Look *look, gboolean approximate, gboolean *passes_over,
               WsComparison *comparison)
{
  WsCompareFlags flags = WS_COMPARE_CONTENDED | (approximate ? WS_COMPARE_APPROXIMATE : 0);
  g_auto (WsComparison) loose = { 0 };

  if (ws_compare_runs (look->run, look->other, flags, comparison))
    return TRUE;
  *passes_over = ws_compare_runs (look->run, look->other, flags | WS_COMPARE_PLACES, &loose);
  if (*passes_over)
    {
      ws_comparison_clear (comparison);
      *comparison = loose;
      loose = (WsComparison){ 0 };
    }
  return *passes_over;
}

/* In a thread. */
static void
compare (Look *look)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WsJob) job = ws_job_source_make (look->source, &error);
  g_auto (WsComparison) comparison = { 0 };
  WsJobDifference difference;
  gboolean approximate = is_approximate (look->run);
  gboolean passes_over = FALSE;

  if (job == NULL)
    conclude (look, WS_AGREEMENT_FAILED, _ ("Not compared with the virtual GPU"),
              g_strdup (error->message));
  else if (!ws_job_compare (job, look->outputs[STEP_REAL], look->outputs[STEP_VIRTUAL], approximate,
                            &difference))
    conclude (look, WS_AGREEMENT_DIFFERS, _ ("Different on both devices"),
              describe_value (job, &difference));
  else if (!compare_steps (look, approximate, &passes_over, &comparison))
    conclude (look, WS_AGREEMENT_DIFFERS, _ ("Same results, different steps"),
              g_strdup (comparison.difference));
  else
    conclude (look, WS_AGREEMENT_SAME, _ ("Same on both devices"),
              describe_sameness (&difference, &comparison, approximate, passes_over));
  look->n_values = job != NULL ? difference.n_values : 0;
  look->n_steps = comparison.n_lane_events;
}

static void
compare_cb (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  compare (data);
  g_task_return_boolean (task, TRUE);
}

static void
compared_cb (GObject *object, GAsyncResult *result, gpointer data)
{
  WsAgreement *self = WS_AGREEMENT (object);
  Look *look = g_task_get_task_data (G_TASK (result));

  if (self->cancellable != look->cancellable)
    return;
  g_clear_object (&self->cancellable);
  self->n_values = look->n_values;
  self->n_steps = look->n_steps;
  set_state (self, look->state, g_steal_pointer (&look->sentence),
             g_steal_pointer (&look->details));
}

/* ---- what is run ---- */

static void
ask (WsClient *client, GCancellable *cancellable, GAsyncReadyCallback callback,
     gpointer callback_data, gpointer data)
{
  const Look *look = data;

  if (look->step == STEP_RECORD)
    ws_client_record_async (client, &(WsClientJob){ look->devices[look->step], look->source }, NULL,
                            cancellable, callback, callback_data);
  else
    ws_client_compute_async (client, &(WsClientJob){ look->devices[look->step], look->source },
                             cancellable, callback, callback_data);
}

static gboolean
take (Look *look, WsClient *client, GAsyncResult *result, GError **error)
{
  if (look->step == STEP_RECORD)
    return (look->other = ws_client_record_finish (client, result, error)) != NULL;
  return (look->outputs[look->step] = ws_client_compute_finish (client, result, error)) != NULL;
}

static void add (Look *look);

static void
done_cb (GObject *client, GAsyncResult *result, gpointer data)
{
  g_autoptr (Look) look = data;
  g_autoptr (GError) error = NULL;
  WsAgreement *self = look->agreement;
  gboolean has_run = take (look, WS_CLIENT (client), result, &error);

  if (self->cancellable != look->cancellable)
    return;
  if (has_run && ++look->step < N_STEPS)
    {
      add (g_steal_pointer (&look));
      return;
    }
  if (has_run)
    {
      g_autoptr (GTask) task = g_task_new (self, NULL, compared_cb, NULL);

      g_task_set_task_data (task, g_steal_pointer (&look), (GDestroyNotify)look_free);
      g_task_run_in_thread (task, compare_cb);
      return;
    }
  g_clear_object (&self->cancellable);
  set_state (self, WS_AGREEMENT_FAILED, g_strdup (_ ("Not compared with the virtual GPU")),
             g_strdup (error->message));
}

/* @look: (transfer full) */
static void
add (Look *look)
{
  const WsRequest request = { .device = look->devices[look->step],
                              .priority = WS_PRIORITY_CELL,
                              .yields = TRUE,
                              .ask = ask,
                              .done = done_cb,
                              .user_data = look };

  ws_queue_add (look->agreement->queue, &request, look->cancellable);
}

/**
 * ws_agreement_check:
 * @run: (transfer none): of a real GPU
 * @virtual_device: as in "vm:h200"
 *
 * Runs the job on the virtual GPU, and again on the real one for its results, when they are idle.
 * Cancels an earlier comparison.
 */
void
ws_agreement_check (WsAgreement *self, WsRun *run, WsJobSource *source, const char *virtual_device)
{
  Look *look;

  g_return_if_fail (WS_IS_AGREEMENT (self) && run != NULL && source != NULL);
  ws_agreement_cancel (self);
  self->cancellable = g_cancellable_new ();
  look = g_new0 (Look, 1);
  look->agreement = g_object_ref (self);
  look->cancellable = g_object_ref (self->cancellable);
  look->run = ws_run_ref (run);
  look->source = ws_job_source_ref (source);
  look->devices[STEP_RECORD] = g_strdup (virtual_device);
  look->devices[STEP_VIRTUAL] = g_strdup (virtual_device);
  look->devices[STEP_REAL] = g_strdup (run->device);
  set_state (self, WS_AGREEMENT_RUNS, g_strdup (_ ("Comparing with the virtual GPU…")), NULL);
  add (look);
}

/* Cancels the comparison, and drops its result. */
void
ws_agreement_cancel (WsAgreement *self)
{
  g_autoptr (GCancellable) cancellable = NULL;

  g_return_if_fail (WS_IS_AGREEMENT (self));
  cancellable = g_steal_pointer (&self->cancellable);
  g_cancellable_cancel (cancellable); /* does nothing if NULL */
  if (self->state != WS_AGREEMENT_NONE)
    set_state (self, WS_AGREEMENT_NONE, NULL, NULL);
}

/* Returns: what is known */
WsAgreementState
ws_agreement_get_state (WsAgreement *self)
{
  g_return_val_if_fail (WS_IS_AGREEMENT (self), WS_AGREEMENT_NONE);
  return self->state;
}

/* Returns: (transfer none) (nullable): its state, in a few words */
const char *
ws_agreement_get_sentence (WsAgreement *self)
{
  g_return_val_if_fail (WS_IS_AGREEMENT (self), NULL);
  return self->sentence;
}

/* Returns: (transfer none) (nullable): what was compared, the first difference, or why nothing was
 * compared */
const char *
ws_agreement_get_details (WsAgreement *self)
{
  g_return_val_if_fail (WS_IS_AGREEMENT (self), NULL);
  return self->details;
}

/**
 * ws_agreement_get_counts:
 * @self: an agreement, after a comparison
 * @n_values: (out): results that were compared
 * @n_steps: (out): recorded instructions of lanes that were compared, up to the first that differs
 */
void
ws_agreement_get_counts (WsAgreement *self, guint64 *n_values, guint64 *n_steps)
{
  g_return_if_fail (WS_IS_AGREEMENT (self) && n_values != NULL && n_steps != NULL);
  *n_values = self->n_values;
  *n_steps = self->n_steps;
}

static void
ws_agreement_dispose (GObject *object)
{
  WsAgreement *self = WS_AGREEMENT (object);

  ws_agreement_cancel (self);
  g_clear_object (&self->queue);

  G_OBJECT_CLASS (ws_agreement_parent_class)->dispose (object);
}

static void
ws_agreement_class_init (WsAgreementClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ws_agreement_dispose;
  signals[CHANGED] = g_signal_new ("changed", WS_TYPE_AGREEMENT, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                   NULL, G_TYPE_NONE, 0);
}

static void
ws_agreement_init (WsAgreement *self)
{
}

/**
 * ws_agreement_new:
 * @queue: (transfer none): of what is asked of the devices
 *
 * Returns: (transfer full): one with nothing to compare
 */
WsAgreement *
ws_agreement_new (WsQueue *queue)
{
  WsAgreement *self = g_object_new (WS_TYPE_AGREEMENT, NULL);

  self->queue = g_object_ref (queue);
  return self;
}
