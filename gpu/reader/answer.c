#include "reader/answer.h"

#include "reader/include.h"
#include "reader/plan-values.h"
#include "user/plan-variant.h"

#include <glib/gi18n.h>
#include <string.h>

#define MOST_PER_BLOCK 1024

static gboolean
refuse (GError **error, const char *why)
{
  g_set_error (error, WS_COMPILE_ERROR, WS_COMPILE_ERROR_NONSENSE,
               _ ("Invalid request to read a source: %s."), why);
  return FALSE;
}

/* ---- what a source is ---- */

static void
add_types (WsUserOutline *self, const WsUserSource *source)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < self->plan->launches->len; i++)
    {
      const WsUserLaunch *launch = ws_user_plan_get_launch (self->plan, i);

      for (guint k = 0; k < launch->arguments->len; k++)
        {
          const char *text = ws_user_launch_get_argument (launch, k)->type;
          WsUserType type = { 0 };
          gboolean is_known;

          if (!g_hash_table_add (seen, (gpointer)text))
            continue;
          is_known = ws_user_type_parse (source, text, &type);
          ws_user_outline_add_type (self, text, is_known, is_known ? type.n_fields : 0);
        }
    }
}

static void
add_kernel (WsUserOutline *self, const WsUserFunction *kernel)
{
  g_autofree const char **parameters = g_new0 (const char *, kernel->parameters->len + 1);

  for (guint i = 0; i < kernel->parameters->len; i++)
    parameters[i] = g_array_index (kernel->parameters, WsUserParameter, i).name;
  ws_user_outline_add_kernel (self, kernel->qualified, kernel->line, parameters);
}

/**
 * ws_user_source_outline:
 * @kernel: (nullable): see ws_user_plan_guess()
 * @settings: (nullable): what the .wsjob file beside it says
 * @error: return location for a #GError: a #WsUserPlanError
 *
 * Returns: (transfer full) (nullable): its outline
 */
WsUserOutline *
ws_user_source_outline (const WsUserSource *source, const char *kernel, const char *settings,
                        GError **error)
{
  g_autoptr (WsUserOutline) self = ws_user_outline_new ();

  self->plan = ws_user_plan_make (source, kernel, settings, error);
  if (self->plan == NULL)
    return NULL;
  self->file = g_strdup (((const WsUserFile *)g_ptr_array_index (source->files, 0))->name);
  self->is_ptx = source->ptx != NULL;
  self->has_main = ws_user_source_find_function (source, "main") != NULL;
  for (guint i = 0; i < source->kernels->len; i++)
    add_kernel (self, g_ptr_array_index (source->kernels, i));
  self->choices = ws_user_plan_list_kernels (source);
  add_types (self, source);
  return g_steal_pointer (&self);
}

/* An answer that has nothing but @variant, in a variant of its own. */
static GVariant *
say (const char *key, GVariant *variant)
{
  GVariantDict dict;

  g_variant_dict_init (&dict, NULL);
  g_variant_dict_insert_value (&dict, key, g_variant_new_variant (variant));
  return g_variant_dict_end (&dict);
}

/* @self: (out): borrows of @question
 * @texts: (out) (nullable) (transfer full): what the source may name */
static gboolean
read_question (GVariant *question, WsUserQuestion *self, WsUserTexts **texts, GError **error)
{
  g_autoptr (GVariant) variant = ws_user_look_up (question, "texts");

  *self = (WsUserQuestion){ .name = "", .text = NULL };
  *texts = NULL;
  if (g_variant_is_of_type (question, G_VARIANT_TYPE_VARDICT))
    {
      g_variant_lookup (question, "name", "&s", &self->name);
      g_variant_lookup (question, "text", "&s", &self->text);
      g_variant_lookup (question, "kernel", "&s", &self->kernel);
      g_variant_lookup (question, "settings", "&s", &self->settings);
    }
  if (self->text == NULL)
    return refuse (error, _ ("it is malformed"));
  return ws_user_question_check (self, error)
         && (variant == NULL || (*texts = ws_user_texts_from_variant (variant, error)) != NULL);
}

/**
 * ws_user_question_answer:
 * @question: of ws_user_question_to_variant(), or anything else
 * @error: return location for a #GError: a #WsCompileError, a #WsPtxError or a #WsUserPlanError
 *
 * Reads the source, and no file.
 *
 * Returns: (transfer floating) (nullable): what is missing, see ws_user_answer_get_missing(), or an
 * outline, see ws_user_outline_from_variant()
 */
GVariant *
ws_user_question_answer (GVariant *question, GError **error)
{
  g_autoptr (WsUserTexts) texts = NULL;
  g_autoptr (WsUserSource) source = NULL;
  g_autoptr (WsUserOutline) outline = NULL;
  WsUserQuestion self;

  if (!read_question (question, &self, &texts, error))
    return NULL;
  source = ws_user_source_read (self.name, self.text, texts, error);
  if (source == NULL)
    return NULL;
  if (texts != NULL && !ws_user_texts_is_complete (texts))
    return say ("missing", ws_user_texts_missing_to_variant (texts));
  outline = ws_user_source_outline (source, self.kernel, self.settings, error);
  return outline != NULL ? ws_user_outline_to_variant (outline) : NULL;
}

/* ---- brackets ---- */

static gboolean
lacks_partner (const WsTokens *tokens, guint index, const char *const *brackets)
{
  for (guint i = 0; brackets[i] != NULL; i++)
    if (ws_tokens_is (tokens, index, brackets[i]))
      return ws_tokens_get_partner (tokens, index) == index;
  return FALSE;
}

/* Of those that are never closed the last is to blame: it keeps the others open. */
static guint
find_bracket (const WsTokens *tokens)
{
  static const char *const opening[] = { "(", "[", "{", NULL };
  static const char *const closing[] = { ")", "]", "}", NULL };
  guint n = tokens->list->len;

  for (guint i = n; i-- > 0;)
    if (lacks_partner (tokens, i, opening))
      return i;
  for (guint i = 0; i < n; i++)
    if (lacks_partner (tokens, i, closing))
      return i;
  return n;
}

/* (transfer floating) */
static GVariant *
say_bracket (const WsTokens *tokens, guint index)
{
  g_autofree char *bracket = ws_tokens_dup (tokens, index);
  GVariantDict dict;

  g_variant_dict_init (&dict, NULL);
  g_variant_dict_insert (&dict, "bracket", "(us)", ws_tokens_get (tokens, index)->line, bracket);
  return g_variant_dict_end (&dict);
}

/**
 * ws_user_question_remark:
 * @question: of ws_user_question_to_variant(), or anything else, of a source that cannot be read
 *
 * Where brackets do not match, nothing after them can be relied on. Where they do, the source may
 * be a program that runs even though the launches of its kernels cannot be derived.
 *
 * Returns: (transfer floating) (nullable): the bracket of the source that has no other, for
 * ws_user_answer_get_bracket(), or that there is a main(), for ws_user_answer_has_main(); %NULL
 * if there is nothing to say
 */
GVariant *
ws_user_question_remark (GVariant *question)
{
  g_autoptr (WsUserTexts) texts = NULL;
  g_autoptr (WsTokens) tokens = NULL;
  g_autoptr (WsUserSource) source = NULL;
  WsUserQuestion self;
  GVariantDict dict;
  guint found;

  if (!read_question (question, &self, &texts, NULL))
    return NULL;
  tokens = ws_tokens_new (self.text);
  found = find_bracket (tokens);
  if (found != tokens->list->len)
    return say_bracket (tokens, found);
  source = ws_user_source_read (self.name, self.text, texts, NULL);
  if (source == NULL || ws_user_source_find_function (source, "main") == NULL)
    return NULL;
  g_variant_dict_init (&dict, NULL);
  g_variant_dict_insert (&dict, "main", "b", TRUE);
  return g_variant_dict_end (&dict);
}

/* ---- orders ---- */

void
ws_user_work_free (WsUserWork *self)
{
  g_clear_pointer (&self->source, ws_user_source_free);
  g_clear_pointer (&self->plan, ws_user_plan_free);
  g_clear_pointer (&self->compiled, ws_compile_result_free);
  g_clear_pointer (&self->contents, ws_user_contents_free);
  g_free (self);
}

static gboolean
take_source (WsUserWork *self, GVariant *order, GError **error)
{
  g_autoptr (WsUserTexts) texts = NULL;
  WsUserQuestion question;

  if (!read_question (order, &question, &texts, error))
    return FALSE;
  self->source = ws_user_source_read (question.name, question.text, texts, error);
  if (self->source == NULL)
    return FALSE;
  return texts == NULL || ws_user_texts_is_complete (texts)
         || refuse (error, _ ("a file is malformed"));
}

static gboolean
take_plan (WsUserPlan **plan, GVariant *order, GError **error)
{
  g_autoptr (GVariant) variant = ws_user_look_up (order, "plan");

  if (variant == NULL)
    return refuse (error, _ ("there is no plan"));
  *plan = ws_user_plan_from_variant (variant, error);
  return *plan != NULL;
}

static gboolean
take_buffer (WsUserWork *self, GVariant *order, GError **error)
{
  guint32 buffer;

  self->buffer = -1;
  if (!g_variant_lookup (order, "buffer", "u", &buffer))
    return TRUE;
  if (buffer >= self->plan->buffers->len)
    return refuse (error, _ ("there is no such buffer"));
  self->buffer = (int)buffer;
  return TRUE;
}

/* One that no compiler knows is refused by the compiler. */
static void
take_architecture (WsUserWork *self, GVariant *order)
{
  guint32 architecture = 0;

  g_variant_lookup (order, "architecture", "u", &architecture);
  self->architecture = CLAMP (architecture, WS_COMPILE_LEAST_ARCHITECTURE, 999);
}

/**
 * ws_user_work_new:
 * @order: of ws_user_order_to_variant(), or anything else
 * @error: return location for a #GError: a #WsCompileError, a #WsPtxError or a #WsUserPlanError
 *
 * Reads the source, and no file; what must come out is checked.
 *
 * Returns: (transfer full) (nullable): what there is to do
 */
WsUserWork *
ws_user_work_new (GVariant *order, GError **error)
{
  g_autoptr (WsUserWork) self = g_new0 (WsUserWork, 1);
  g_autoptr (GVariant) compiled = ws_user_look_up (order, "compiled");
  g_autoptr (GVariant) contents = ws_user_look_up (order, "contents");

  if (!take_source (self, order, error) || !take_plan (&self->plan, order, error)
      || !take_buffer (self, order, error))
    return NULL;
  take_architecture (self, order);
  if (compiled != NULL
      && (self->compiled = ws_compile_result_from_variant (compiled, error)) == NULL)
    return NULL;
  if (contents != NULL
      && (self->contents = ws_user_contents_from_variant (contents, error)) == NULL)
    return NULL;
  return ws_user_plan_check_expected (self->plan, self->source, error) ? g_steal_pointer (&self)
                                                                       : NULL;
}

/**
 * ws_user_work_make_request:
 * @architecture: to compile for
 *
 * Returns: (transfer full): what a compiler is to do
 */
WsCompileRequest *
ws_user_work_make_request (WsUserWork *self, guint architecture)
{
  WsCompileRequest *request;

  for (guint i = 0; i < self->plan->launches->len; i++)
    ws_user_source_keep (self->source, ws_user_plan_get_launch (self->plan, i)->kernel);
  request = ws_user_source_make_request (self->source);
  request->architecture = architecture;
  ws_user_plan_ask (self->plan, request);
  return request;
}

/**
 * ws_user_work_tidy:
 * @result: (inout): what a compiler made of it: its diagnostics name files as the source does. What
 * a header defines anew of what stands before every source is none of the source's, and is left out
 */
void
ws_user_work_tidy (const WsUserWork *self, WsCompileResult *result)
{
  ws_user_source_name_files (self->source, result->diagnostics);
  for (guint i = result->diagnostics->len; i-- > 0;)
    if (strstr (((const WsDiagnostic *)g_ptr_array_index (result->diagnostics, i))->text,
                WS_USER_PRELUDE)
        != NULL)
      g_ptr_array_remove_index (result->diagnostics, i);
}

static void
add_expected (const WsUserWork *self, WsUserMade *made)
{
  for (guint i = 0; i < self->plan->buffers->len; i++)
    {
      const WsUserBuffer *own = ws_user_plan_get_buffer (self->plan, i);
      WsUserExpected one = { .buffer = i };
      g_auto (WsExpect) expect = { 0 };

      if (!ws_expect_read (own->expect.text, &expect, NULL)
          || (expect.kind != WS_EXPECT_KERNEL && expect.kind != WS_EXPECT_LINE
              && expect.kind != WS_EXPECT_BEFORE))
        continue;
      one.is_before = expect.kind == WS_EXPECT_BEFORE;
      one.has_bound = expect.has_bound;
      one.bound = expect.bound;
      while (one.index < made->job->buffers->len
             && !g_str_equal (ws_job_get_buffer (made->job, one.index)->name, own->name))
        one.index++;
      if (one.index < made->job->buffers->len)
        g_array_append_val (made->expected, one);
    }
}

/* (nullable): the job that computes what a buffer must hold */
static WsJob *
make_reference (WsUserWork *self, GError **error)
{
  g_autoptr (WsUserPlan) plan =
      ws_user_plan_make_reference (self->plan, self->source, (guint)self->buffer, error);
  g_autoptr (WsCompileResult) compiled = NULL;

  if (plan == NULL)
    return NULL;
  compiled =
      ws_user_plan_take_reference (self->plan, self->source, self->compiled, (guint)self->buffer);
  return ws_user_make_job (self->source, plan, compiled, self->contents, error);
}

/**
 * ws_user_work_make:
 * @self: an order, with what was built
 * @error: return location for a #GError: see ws_user_make_job()
 *
 * Returns: (transfer floating) (nullable): what was made, or the file that it lacks; see
 * ws_user_made_from_variant()
 */
GVariant *
ws_user_work_make (WsUserWork *self, GError **error)
{
  g_autoptr (WsUserMade) made = NULL;
  g_autoptr (GError) cause = NULL;
  GVariant *refused;
  WsJob *job;

  if (self->compiled == NULL)
    {
      refuse (error, _ ("nothing was compiled"));
      return NULL;
    }
  job = self->buffer >= 0
            ? make_reference (self, &cause)
            : ws_user_make_job (self->source, self->plan, self->compiled, self->contents, &cause);
  if (job == NULL)
    {
      refused = self->contents != NULL ? ws_user_contents_get_refused (self->contents) : NULL;
      if (refused != NULL)
        return say ("refused", refused);
      g_propagate_error (error, g_steal_pointer (&cause));
      return NULL;
    }
  made = ws_user_made_new (job);
  if (self->buffer < 0)
    add_expected (self, made);
  return ws_user_made_to_variant (made);
}

/* ---- forms ---- */

/* (transfer full): as in "16, 8" */
static char *
format_dims (const guint32 dims[3])
{
  if (dims[2] != 1)
    return g_strdup_printf ("%u, %u, %u", dims[0], dims[1], dims[2]);
  return dims[1] != 1 ? g_strdup_printf ("%u, %u", dims[0], dims[1])
                      : g_strdup_printf ("%u", dims[0]);
}

static void
examine_dims (const WsUserPlan *draft, const WsUserLaunch *launch, const WsUserField *field,
              WsUserRemark *remark)
{
  guint32 dims[3];

  if (!ws_user_plan_get_dims (draft, launch, field, dims))
    remark->problem = g_strdup (_ ("One to three integers of at least 1"));
  else if (field == &launch->block && (guint64)dims[0] * dims[1] * dims[2] > MOST_PER_BLOCK)
    remark->problem = g_strdup (_ ("A block has at most 1024 threads"));
  else
    remark->value = format_dims (dims);
}

typedef enum { NUMBER, LENGTH, BYTES } Kind;

static void
examine_number (const WsUserPlan *draft, const WsUserLaunch *launch, const WsUserField *field,
                Kind kind, WsUserRemark *remark)
{
  static const char *const problems[] = { [NUMBER] = N_ ("A number"),
                                          [LENGTH] = N_ ("An integer of at least 1"),
                                          [BYTES] = N_ ("A number of bytes") };
  WsRange range;
  guint64 count = 0;
  gboolean is_good =
      ws_user_plan_evaluate (draft, launch, field->text, &range) && range.low == range.high;

  if (is_good && kind != NUMBER)
    is_good =
        ws_range_get_count (&range, &count) && (kind == LENGTH ? count > 0 : count <= G_MAXUINT32);
  if (is_good)
    remark->value = g_strdup_printf ("%.15g", range.low);
  else
    remark->problem = g_strdup (_ (problems[kind]));
}

static void
examine_contents (const WsUserField *field, WsUserRemark *remark)
{
  static const char *const words[] = { "nothing", "zeros",  "constant", "ramp",  "random",
                                       "uniform", "values", "file",     "result" };
  const char *text = field->text + strspn (field->text, " ");

  if (*text == '=') /* an expression */
    return;
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (strcspn (text, " ") == strlen (words[i]) && g_str_has_prefix (text, words[i]))
      return;
  remark->problem =
      g_strdup (_ ("nothing, zeros, constant, ramp, random, uniform, values, file or result"));
}

static void
examine_expected (const WsUserField *field, WsUserRemark *remark)
{
  g_auto (WsExpect) expect = { 0 };
  g_autoptr (GError) error = NULL;

  if (field->text != NULL && *field->text != '\0' && !ws_expect_read (field->text, &expect, &error))
    remark->problem = g_strdup (error->message);
}

static void
examine_launch (const WsUserPlan *draft, const WsUserLaunch *launch, WsUserRemark **remark)
{
  examine_dims (draft, launch, &launch->grid, (*remark)++);
  examine_dims (draft, launch, &launch->block, (*remark)++);
  examine_number (draft, launch, &launch->shared, BYTES, (*remark)++);
  for (guint i = 0; i < launch->arguments->len; i++)
    examine_number (draft, launch, &ws_user_launch_get_argument (launch, i)->value, NUMBER,
                    (*remark)++);
}

/* In the order of ws_user_form_list(). */
static void
examine (const WsUserPlan *draft, WsUserRemark *remark)
{
  for (guint i = 0; i < draft->launches->len; i++)
    examine_launch (draft, ws_user_plan_get_launch (draft, i), &remark);
  for (guint i = 0; i < draft->buffers->len; i++)
    {
      const WsUserBuffer *buffer = ws_user_plan_get_buffer (draft, i);

      examine_number (draft, ws_user_plan_find_user (draft, i), &buffer->length, LENGTH, remark++);
      examine_contents (&buffer->contents, remark++);
      examine_expected (&buffer->expect, remark++);
    }
}

/**
 * ws_user_form_answer:
 * @form: of ws_user_form_to_variant(), or anything else
 * @error: return location for a #GError: a #WsCompileError or a #WsUserPlanError
 *
 * Returns: (transfer floating) (nullable): what there is to say of each field; see
 * ws_user_remarks_from_variant()
 */
GVariant *
ws_user_form_answer (GVariant *form, GError **error)
{
  g_autoptr (WsUserPlan) draft = NULL;
  g_autoptr (GPtrArray) fields = NULL;
  g_autoptr (GArray) remarks = NULL;

  if (!take_plan (&draft, form, error))
    return NULL;
  fields = ws_user_form_list (draft);
  remarks = ws_user_remarks_new ();
  g_array_set_size (remarks, fields->len);
  examine (draft, (WsUserRemark *)(gpointer)remarks->data);
  return ws_user_remarks_to_variant (remarks);
}

/* ---- settings ---- */

/**
 * ws_user_settings_answer:
 * @settings: of ws_user_settings_to_variant(), or anything else
 * @error: return location for a #GError: a #WsCompileError or a #WsUserPlanError
 *
 * Returns: (transfer floating) (nullable): the text of the .wsjob file; see
 * ws_user_settings_from_variant()
 */
GVariant *
ws_user_settings_answer (GVariant *settings, GError **error)
{
  g_autoptr (WsUserPlan) plan = NULL;
  g_autofree char *text = NULL;
  const char *before = NULL;
  GVariantDict dict;

  if (!take_plan (&plan, settings, error))
    return NULL;
  g_variant_lookup (settings, "before", "&s", &before);
  if (before != NULL && strlen (before) > WS_USER_MAX_SETTINGS)
    {
      refuse (error, _ ("it is too long"));
      return NULL;
    }
  text = ws_user_plan_to_text (plan, before);
  g_variant_dict_init (&dict, NULL);
  g_variant_dict_insert (&dict, "text", "s", text);
  return g_variant_dict_end (&dict);
}
