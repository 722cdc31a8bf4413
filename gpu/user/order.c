#include "user/order.h"

#include "user/plan-variant.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#define EXPECTED "(uubbd)" /* buffer, the job's buffer, before, has_bound, bound */
#define REMARK   "(msms)"  /* problem, value */

#define MOST_SETTINGS (64u << 20) /* bytes of a plan's text */

/* Sums in another order differ by rounding: tolerance relative to the greatest expected value. */
#define RELATIVE_F32 1e-5
#define RELATIVE_F64 1e-12
/* an eighth more than two roundings of a value computed in single precision */
#define RELATIVE_F16  0x9p-13
#define RELATIVE_BF16 0x9p-10

static gboolean
refuse (GError **error, const char *why)
{
  g_set_error (error, WS_USER_PLAN_ERROR, WS_USER_PLAN_ERROR_NONSENSE,
               _ ("Invalid reply from the worker about a source: %s."), why);
  return FALSE;
}

/* ---- orders ---- */

/**
 * ws_user_order_to_variant:
 * @error: return location for a #GError: %WS_COMPILE_ERROR_NONSENSE
 *
 * Returns: (transfer floating) (nullable): it as a{sv}: that of the question, with additions
 */
GVariant *
ws_user_order_to_variant (const WsUserOrder *self, GError **error)
{
  GVariant *floating = ws_user_question_to_variant (&self->question, error);
  g_autoptr (GVariant) question = NULL;
  GVariantDict dict;

  if (floating == NULL)
    return NULL;
  question = g_variant_ref_sink (floating);
  g_variant_dict_init (&dict, question);
  g_variant_dict_insert_value (&dict, "plan",
                               g_variant_new_variant (ws_user_plan_to_variant (self->plan)));
  if (self->architecture > 0)
    g_variant_dict_insert (&dict, "architecture", "u", self->architecture);
  if (self->compiled != NULL)
    g_variant_dict_insert_value (
        &dict, "compiled", g_variant_new_variant (ws_compile_result_to_variant (self->compiled)));
  if (self->buffer >= 0)
    g_variant_dict_insert (&dict, "buffer", "u", (guint)self->buffer);
  if (self->contents != NULL)
    g_variant_dict_insert_value (
        &dict, "contents", g_variant_new_variant (ws_user_contents_to_variant (self->contents)));
  return g_variant_dict_end (&dict);
}

/* ---- results ---- */

/**
 * ws_user_made_new:
 * @job: (transfer full): a job
 *
 * Returns: (transfer full): the result, with nothing left to compute
 */
WsUserMade *
ws_user_made_new (WsJob *job)
{
  WsUserMade *self = g_new0 (WsUserMade, 1);

  self->job = job;
  self->expected = g_array_new (FALSE, FALSE, sizeof (WsUserExpected));
  return self;
}

void
ws_user_made_free (WsUserMade *self)
{
  ws_job_unref (self->job);
  g_array_unref (self->expected);
  g_free (self);
}

/* Returns: (transfer floating): it as a{sv} */
GVariant *
ws_user_made_to_variant (const WsUserMade *self)
{
  GVariantBuilder expected;
  GVariantDict dict;

  g_variant_builder_init (&expected, G_VARIANT_TYPE ("a" EXPECTED));
  for (guint i = 0; i < self->expected->len; i++)
    {
      const WsUserExpected *one = &g_array_index (self->expected, WsUserExpected, i);

      g_variant_builder_add (&expected, EXPECTED, one->buffer, one->index, one->is_before,
                             one->has_bound, one->bound);
    }
  g_variant_dict_init (&dict, NULL);
  g_variant_dict_insert_value (&dict, "job", g_variant_new_variant (ws_job_to_variant (self->job)));
  g_variant_dict_insert_value (&dict, "expected", g_variant_builder_end (&expected));
  return g_variant_dict_end (&dict);
}

static gboolean
take_expected (WsUserMade *self, GVariant *expected, const WsUserPlan *plan, GError **error)
{
  gsize n = expected != NULL ? g_variant_n_children (expected) : 0;

  for (gsize i = 0; i < n; i++)
    {
      WsUserExpected one;

      g_variant_get_child (expected, i, EXPECTED, &one.buffer, &one.index, &one.is_before,
                           &one.has_bound, &one.bound);
      if (one.buffer >= plan->buffers->len || one.index >= self->job->buffers->len
          || (i > 0 && one.buffer <= g_array_index (self->expected, WsUserExpected, i - 1).buffer))
        return refuse (error, _ ("no such buffer"));
      if (one.has_bound && (!(one.bound >= 0) || isinf (one.bound)))
        return refuse (error, _ ("a bound is not a number"));
      g_array_append_val (self->expected, one);
    }
  return TRUE;
}

/**
 * ws_user_made_from_variant:
 * @answer: of ws_user_made_to_variant(), or any other variant
 * @order: the request
 * @error: return location for a #GError: %WS_USER_PLAN_ERROR_NONSENSE, %WS_JOB_ERROR, or a
 * #WsInputError where a file that the job needs cannot be read
 *
 * The job is checked as untrusted input.
 *
 * Returns: (transfer full) (nullable): what was made
 */
WsUserMade *
ws_user_made_from_variant (GVariant *answer, const WsUserOrder *order, GError **error)
{
  g_autoptr (GVariant) refused = ws_user_look_up (answer, "refused");
  g_autoptr (GVariant) variant = ws_user_look_up (answer, "job");
  g_autoptr (GVariant) expected = NULL;
  g_autoptr (WsUserMade) self = NULL;
  WsJob *job;

  if (refused != NULL && order->contents != NULL)
    {
      ws_user_contents_explain (order->contents, refused, error);
      return NULL;
    }
  if (variant == NULL || !g_variant_is_of_type (variant, G_VARIANT_TYPE_VARDICT))
    {
      refuse (error, _ ("no job"));
      return NULL;
    }
  job = ws_job_from_variant (variant, error);
  if (job == NULL)
    return NULL;
  self = ws_user_made_new (job);
  if (!g_str_has_prefix (job->words.id != NULL ? job->words.id : "", WS_USER_PREFIX))
    {
      refuse (error, _ ("the job does not belong to the source"));
      return NULL;
    }
  expected = g_variant_lookup_value (answer, "expected", G_VARIANT_TYPE ("a" EXPECTED));
  return take_expected (self, expected, order->plan, error) ? g_steal_pointer (&self) : NULL;
}

/* ---- expected results ---- */

static double
find_greatest (WsValueType type, GBytes *values)
{
  gsize size;
  const guint8 *data = g_bytes_get_data (values, &size);
  guint width = ws_value_type_get_width (type);
  double greatest = 0;

  for (gsize at = 0; at + width <= size; at += width)
    {
      guint64 bits = 0;
      double value;

      memcpy (&bits, data + at, width);
      value = fabs (ws_value_to_double (type, GUINT64_FROM_LE (bits)));
      if (value > greatest && !isinf (value))
        greatest = value;
    }
  return greatest;
}

/**
 * ws_user_find_bound:
 * @type: of the elements
 * @values: expected ones, packed
 *
 * Returns: the default tolerance: 0 for integers; for floating-point numbers, the rounding of
 * another order: 1e-5 (single precision) or 1e-12 (double) of the greatest expected value, and for
 * 16-bit formats a little more than their last bit
 */
double
ws_user_find_bound (WsValueType type, GBytes *values)
{
  static const double relative[WS_VALUE_LAST + 1] = {
    [WS_VALUE_F32] = RELATIVE_F32,
    [WS_VALUE_F64] = RELATIVE_F64,
    [WS_VALUE_F16] = RELATIVE_F16,
    [WS_VALUE_BF16] = RELATIVE_BF16,
  };

  return ws_value_type_is_float (type) ? find_greatest (type, values) * relative[type] : 0;
}

/**
 * ws_user_job_expect:
 * @job: (inout): a job under construction
 * @buffer: index of one of its buffers
 * @has_bound: whether @values come with a tolerance
 * @values: its expected final contents, packed
 *
 * Adds a check of all of it.
 */
void
ws_user_job_expect (WsJob *job, guint buffer, gboolean has_bound, double bound, GBytes *values)
{
  guint64 length;
  WsValueType type = ws_buffer_get_type (ws_job_get_buffer (job, buffer), &length);
  WsCheck *check = ws_job_add_check (job, WS_CHECK_EQUALS, buffer, 0, length);

  check->contents =
      (WsContents){ .kind = WS_CONTENTS_VALUES, .divisor = 1, .values = g_bytes_ref (values) };
  check->bound = has_bound ? bound : ws_user_find_bound (type, values);
}

/* ---- forms ---- */

static void
remark_clear (gpointer data)
{
  WsUserRemark *self = data;

  g_free (self->problem);
  g_free (self->value);
}

/* Returns: (transfer full) (element-type WsUserRemark): no remarks */
GArray *
ws_user_remarks_new (void)
{
  GArray *remarks = g_array_new (FALSE, TRUE, sizeof (WsUserRemark));

  g_array_set_clear_func (remarks, remark_clear);
  return remarks;
}

/**
 * ws_user_form_to_variant:
 * @draft: contents of a form
 *
 * Returns: (transfer floating): it as a{sv}, for validation
 */
GVariant *
ws_user_form_to_variant (const WsUserPlan *draft)
{
  GVariantDict dict;

  g_variant_dict_init (&dict, NULL);
  g_variant_dict_insert_value (&dict, "plan",
                               g_variant_new_variant (ws_user_plan_to_variant (draft)));
  return g_variant_dict_end (&dict);
}

/**
 * ws_user_form_list:
 * @draft: contents of a form
 *
 * Returns: (transfer full) (element-type WsUserField): the fields to validate: for each launch
 * grid, block, shared memory and arguments, then for each buffer length, contents and expected
 * result
 */
GPtrArray *
ws_user_form_list (const WsUserPlan *draft)
{
  GPtrArray *fields = g_ptr_array_new ();

  for (guint i = 0; i < draft->launches->len; i++)
    {
      WsUserLaunch *launch = ws_user_plan_get_launch (draft, i);

      g_ptr_array_add (fields, &launch->grid);
      g_ptr_array_add (fields, &launch->block);
      g_ptr_array_add (fields, &launch->shared);
      for (guint j = 0; j < launch->arguments->len; j++)
        g_ptr_array_add (fields, &ws_user_launch_get_argument (launch, j)->value);
    }
  for (guint i = 0; i < draft->buffers->len; i++)
    {
      WsUserBuffer *buffer = ws_user_plan_get_buffer (draft, i);

      g_ptr_array_add (fields, &buffer->length);
      g_ptr_array_add (fields, &buffer->contents);
      g_ptr_array_add (fields, &buffer->expect);
    }
  return fields;
}

/**
 * ws_user_remarks_to_variant:
 * @remarks: (element-type WsUserRemark): of each field of ws_user_form_list()
 *
 * Returns: (transfer floating): them as a{sv}
 */
GVariant *
ws_user_remarks_to_variant (GArray *remarks)
{
  GVariantBuilder builder;
  GVariantDict dict;

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a" REMARK));
  for (guint i = 0; i < remarks->len; i++)
    {
      const WsUserRemark *one = &g_array_index (remarks, WsUserRemark, i);

      g_variant_builder_add (&builder, REMARK, one->problem, one->value);
    }
  g_variant_dict_init (&dict, NULL);
  g_variant_dict_insert_value (&dict, "remarks", g_variant_builder_end (&builder));
  return g_variant_dict_end (&dict);
}

static gboolean
is_short (const char *text)
{
  return text == NULL || strlen (text) <= WS_USER_PLAN_MAX_TEXT;
}

/**
 * ws_user_remarks_from_variant:
 * @answer: of ws_user_remarks_to_variant(), or any other variant
 * @draft: the validated form
 * @error: return location for a #GError: %WS_USER_PLAN_ERROR_NONSENSE
 *
 * Returns: (transfer full) (nullable) (element-type WsUserRemark): of each field of
 * ws_user_form_list()
 */
GArray *
ws_user_remarks_from_variant (GVariant *answer, const WsUserPlan *draft, GError **error)
{
  g_autoptr (GPtrArray) fields = ws_user_form_list (draft);
  g_autoptr (GArray) remarks = ws_user_remarks_new ();
  g_autoptr (GVariant) list =
      g_variant_is_of_type (answer, G_VARIANT_TYPE_VARDICT)
          ? g_variant_lookup_value (answer, "remarks", G_VARIANT_TYPE ("a" REMARK))
          : NULL;

  if (list == NULL || g_variant_n_children (list) != fields->len)
    {
      refuse (error, _ ("unexpected or missing fields"));
      return NULL;
    }
  for (guint i = 0; i < fields->len; i++)
    {
      WsUserRemark one;

      g_variant_get_child (list, i, REMARK, &one.problem, &one.value);
      g_array_append_val (remarks, one);
      if (!is_short (one.problem) || !is_short (one.value))
        {
          refuse (error, _ ("a text is too long"));
          return NULL;
        }
    }
  return g_steal_pointer (&remarks);
}

/* ---- settings ---- */

/**
 * ws_user_settings_to_variant:
 * @plan: how a kernel is run
 * @before: (nullable): the current text of its .wsjob file
 *
 * Returns: (transfer floating): them as a{sv}, for merging into one text
 */
GVariant *
ws_user_settings_to_variant (const WsUserPlan *plan, const char *before)
{
  GVariantDict dict;

  g_variant_dict_init (&dict, NULL);
  g_variant_dict_insert_value (&dict, "plan",
                               g_variant_new_variant (ws_user_plan_to_variant (plan)));
  if (before != NULL)
    g_variant_dict_insert (&dict, "before", "s", before);
  return g_variant_dict_end (&dict);
}

/**
 * ws_user_settings_from_variant:
 * @answer: a worker's answer to ws_user_settings_to_variant(), or any other variant
 * @error: return location for a #GError: %WS_USER_PLAN_ERROR_NONSENSE
 *
 * Returns: (transfer full) (nullable): the text of the .wsjob file
 */
char *
ws_user_settings_from_variant (GVariant *answer, GError **error)
{
  const char *text = NULL;

  if (g_variant_is_of_type (answer, G_VARIANT_TYPE_VARDICT))
    g_variant_lookup (answer, "text", "&s", &text);
  if (text != NULL && strlen (text) <= MOST_SETTINGS)
    return g_strdup (text);
  refuse (error, _ ("empty or too much text"));
  return NULL;
}
