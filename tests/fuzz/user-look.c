#include "user-look.h"

#include "fuzz.h"

#include "user/plan-variant.h"

#include <string.h>

#define MOST_KERNELS  4 /* of a source */
#define MOST_ELEMENTS 100000

/* Of steps, which are tokens and registers: so many for each byte, and so many at least. */
#define STEPS_PER_BYTE 5000
#define STEPS_AT_LEAST 2000000

void
ws_fuzz_check_work (guint64 before, gsize size)
{
  g_assert_cmpuint (ws_work_get_total () - before, <, STEPS_AT_LEAST + STEPS_PER_BYTE * size);
}

char *
ws_fuzz_read_text (const guint8 *data, gsize size)
{
  g_autoptr (GBytes) bytes = g_bytes_new (data, size);

  return ws_input_dup_text (bytes);
}

/* ---- a job, without a compiler ---- */

static void
add_parameter (GString *text, const WsUserSource *source, const WsUserArgument *argument,
               guint index)
{
  WsUserType type = { 0 };

  if (index > 0)
    g_string_append (text, ", ");
  if (argument->buffer >= 0)
    g_string_append_printf (text, ".param .u64 p%u", index);
  else if (ws_user_type_parse (source, argument->type, &type) && type.n_fields == 0)
    g_string_append_printf (text, ".param .b%u p%u", MAX (type.bytes, 1) * 8, index);
  else
    g_string_append_printf (text, ".param .align %u .b8 p%u[%u]", MAX (type.alignment, 1), index,
                            MAX (type.bytes, 1));
}

WsCompileResult *
ws_fuzz_pretend_to_compile (const WsUserSource *source, const WsUserPlan *plan)
{
  WsCompileResult *result = ws_compile_result_new ("none");
  g_autoptr (WsCompileRequest) request = ws_compile_request_new ("k.cu", "");
  GString *text = g_string_new (".version 8.0\n.target sm_75\n.address_size 64\n");

  ws_user_plan_ask (plan, request);
  for (guint i = 0; i < request->expressions->len; i++)
    {
      const WsUserLaunch *launch = NULL;

      for (guint k = 0; k < plan->launches->len && launch == NULL; k++)
        if (g_str_equal (ws_user_plan_get_launch (plan, k)->kernel, request->expressions->pdata[i]))
          launch = ws_user_plan_get_launch (plan, k);
      g_ptr_array_add (result->names, g_strdup_printf ("k%u", i));
      g_string_append_printf (text, ".visible .entry k%u (", i);
      for (guint k = 0; launch != NULL && k < launch->arguments->len; k++)
        add_parameter (text, source, ws_user_launch_get_argument (launch, k), k);
      g_string_append (text, ") { ret; }\n");
    }
  result->ptx = g_string_free (text, FALSE);
  return result;
}

gboolean
ws_fuzz_plan_is_small (const WsUserPlan *plan)
{
  for (guint i = 0; i < plan->buffers->len; i++)
    {
      WsRange range;

      if (ws_user_plan_evaluate (plan, ws_user_plan_find_user (plan, i),
                                 ws_user_plan_get_buffer (plan, i)->length.text, &range)
          && range.high > MOST_ELEMENTS)
        return FALSE;
    }
  return TRUE;
}

static void
make_job (const WsUserSource *source, const WsUserPlan *plan, const WsCompileResult *compiled)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WsJob) job = ws_user_make_job (source, plan, compiled, NULL, &error);

  g_assert_true ((job == NULL) == (error != NULL));
  if (error != NULL)
    ws_fuzz_hear (g_strdup (error->message));
  if (job != NULL)
    {
      g_autoptr (GVariant) variant = g_variant_ref_sink (ws_job_to_variant (job));
      g_autoptr (WsJob) again = NULL;

      again = ws_job_from_variant (variant, &error);
      g_assert_no_error (error);
    }
}

/* ---- plans ---- */

static void
hear_field (const WsUserField *field)
{
  ws_fuzz_hear (g_strdup (field->text));
  ws_fuzz_hear (g_strdup (field->why));
}

static void
hear_plan (const WsUserPlan *plan)
{
  for (guint i = 0; i < plan->buffers->len; i++)
    {
      const WsUserBuffer *buffer = ws_user_plan_get_buffer (plan, i);

      ws_fuzz_hear (g_strdup (buffer->name));
      hear_field (&buffer->type);
      hear_field (&buffer->length);
      hear_field (&buffer->use);
      hear_field (&buffer->contents);
      hear_field (&buffer->expect);
      hear_field (&buffer->texture);
    }
  for (guint i = 0; i < plan->launches->len; i++)
    {
      const WsUserLaunch *launch = ws_user_plan_get_launch (plan, i);

      hear_field (&launch->grid);
      hear_field (&launch->block);
      hear_field (&launch->shared);
      for (guint k = 0; k < launch->arguments->len; k++)
        {
          const WsUserArgument *argument = ws_user_launch_get_argument (launch, k);

          g_assert_cmpint (argument->buffer, <, (int)plan->buffers->len);
          hear_field (&argument->value);
        }
    }
}

/* What a form writes into a file, it reads again. */
static void
keep_plan (const WsUserPlan *plan)
{
  g_autoptr (WsUserPlan) copy = ws_user_plan_copy (plan);
  g_autofree char *text = ws_user_plan_to_text (plan, NULL);
  g_autofree char *again = NULL;
  g_autoptr (GError) error = NULL;

  ws_user_plan_read_text (copy, text, &error);
  g_assert_no_error (error);
  again = ws_user_plan_to_text (copy, text);
  ws_fuzz_hear (g_steal_pointer (&again));
}

/* (transfer full): something a little different */
static GVariant *
change (GVariant *variant)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed ((guint32)g_variant_get_size (variant));

  return g_variant_take_ref (ws_fuzz_mutate_variant (variant, rand));
}

/* What a worker says of a plan, and what one says that is a little different. */
static void
send_plan (const WsUserPlan *plan)
{
  g_autoptr (GVariant) variant = g_variant_ref_sink (ws_user_plan_to_variant (plan));
  g_autoptr (GVariant) changed = change (variant);
  g_autoptr (WsUserPlan) again = ws_user_plan_from_variant (variant, NULL);
  g_autoptr (WsUserPlan) other = ws_user_plan_from_variant (changed, NULL);
  g_autoptr (GVariant) same = NULL;

  if (other != NULL)
    hear_plan (other);
  if (again == NULL) /* more than a job may have */
    return;
  same = g_variant_ref_sink (ws_user_plan_to_variant (again));
  g_assert_true (g_variant_equal (variant, same));
}

/* What must come out, as a kernel or a line says it. */
static void
look_at_expected (const WsUserSource *source, const WsUserPlan *plan,
                  const WsCompileResult *compiled)
{
  for (guint i = 0; i < plan->buffers->len; i++)
    {
      g_autoptr (WsUserPlan) reference = NULL;
      g_autoptr (WsCompileResult) taken = NULL;

      if (ws_user_plan_get_buffer (plan, i)->expect.text == NULL)
        continue;
      ws_fuzz_hear (ws_user_plan_write_reference (plan, i));
      reference = ws_user_plan_make_reference (plan, source, i, NULL);
      if (reference == NULL)
        continue;
      taken = ws_user_plan_take_reference (plan, source, compiled, i);
      make_job (source, reference, taken);
    }
}

void
ws_fuzz_look_at_plan (const WsUserSource *source, const WsUserPlan *plan, gboolean is_ptx)
{
  g_autoptr (WsCompileResult) compiled =
      is_ptx ? ws_user_plan_take_ptx (plan, source) : ws_fuzz_pretend_to_compile (source, plan);

  hear_plan (plan);
  keep_plan (plan);
  send_plan (plan);
  if (!ws_fuzz_plan_is_small (plan))
    return;
  make_job (source, plan, compiled);
  if (ws_user_plan_check_expected (plan, source, NULL))
    look_at_expected (source, plan, compiled);
}

/* ---- sources ---- */

static void
guess (const WsUserSource *source, const char *kernel)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WsUserPlan) plan = ws_user_plan_guess (source, kernel, &error);

  g_assert_true ((plan == NULL) == (error != NULL));
  if (error != NULL)
    ws_fuzz_hear (g_strdup (error->message));
  else
    ws_fuzz_look_at_plan (source, plan, source->ptx != NULL);
}

/* @size: of its text */
void
ws_fuzz_look_at_source (const WsUserSource *source, gsize size)
{
  guint64 before = ws_work_get_total ();
  g_autoptr (GPtrArray) kernels = ws_user_plan_list_kernels (source);
  g_autoptr (WsCompileRequest) request = NULL;

  ws_fuzz_check_work (before, size);
  if (source->ptx == NULL)
    request = ws_user_source_make_request (source);
  before = ws_work_get_total ();
  guess (source, NULL);
  ws_fuzz_check_work (before, size);
  for (guint i = 0; i < MIN (kernels->len, MOST_KERNELS); i++)
    {
      before = ws_work_get_total ();
      guess (source, kernels->pdata[i]);
      ws_fuzz_check_work (before, size);
    }
}

/* ---- what a worker is asked, and answers ---- */

/* @is_same: whether it is a worker's own answer, which comes back as it was */
static void
hear_outline (GVariant *answer, gboolean is_same)
{
  g_autoptr (WsUserOutline) outline = ws_user_outline_from_variant (answer, NULL);
  G_GNUC_UNUSED g_autoptr (GVariant) missing = ws_user_answer_get_missing (answer);
  g_autoptr (GVariant) again = NULL;

  if (outline == NULL) /* more than a job may have */
    return;
  again = g_variant_ref_sink (ws_user_outline_to_variant (outline));
  g_assert_true (!is_same || g_variant_equal (answer, again));
  hear_plan (outline->plan);
  for (guint i = 0; i < outline->choices->len; i++)
    ws_fuzz_hear (g_strdup (outline->choices->pdata[i]));
}

/* (nullable): what is answered */
static GVariant *
ask (GVariant *question)
{
  g_autoptr (GError) error = NULL;
  GVariant *answer = ws_user_question_answer (question, &error);

  g_assert_true ((answer == NULL) == (error != NULL));
  if (error != NULL)
    ws_fuzz_hear (g_strdup (error->message));
  return answer != NULL ? g_variant_ref_sink (answer) : NULL;
}

/* An answer is understood, or says what is missing; one that is a little different, and one to a
 * question that is, does no harm. */
void
ws_fuzz_ask_about (const char *name, const char *text)
{
  g_autoptr (WsUserTexts) texts = ws_user_texts_new ();
  const WsUserQuestion self = { .name = name, .text = text, .texts = texts };
  GVariant *floating = ws_user_question_to_variant (&self, NULL);
  g_autoptr (GVariant) question = NULL;
  g_autoptr (GVariant) changed = NULL;
  g_autoptr (GVariant) answer = NULL;
  g_autoptr (GVariant) other = NULL;

  if (floating == NULL)
    return;
  question = g_variant_ref_sink (floating);
  changed = change (question);
  answer = ask (question);
  other = ask (changed);
  if (other != NULL)
    hear_outline (other, TRUE);
  if (answer != NULL)
    {
      g_autoptr (GVariant) odd = change (answer);

      hear_outline (answer, TRUE);
      hear_outline (odd, FALSE);
    }
}
