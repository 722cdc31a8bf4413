#include "own/outline.h"

#include "own/plan-variant.h"

#include <glib/gi18n.h>
#include <string.h>

#define MOST_KERNELS (1u << 16)
#define MOST_TYPES   (WS_JOB_MAX_LAUNCHES * WS_JOB_MAX_ARGUMENTS)
#define MOST_NAME    4096 /* bytes */

#define KERNEL "(su)"  /* name, line */
#define TYPE   "(sbu)" /* text, whether it is known, fields */

static void
kernel_free (gpointer data)
{
  WsOwnOutlineKernel *self = data;

  g_free (self->name);
  g_free (self);
}

static void
type_free (gpointer data)
{
  WsOwnOutlineType *self = data;

  g_free (self->text);
  g_free (self);
}

static WsOwnOutline *
new_empty (void)
{
  WsOwnOutline *self = g_new0 (WsOwnOutline, 1);

  self->kernels = g_ptr_array_new_with_free_func (kernel_free);
  self->types = g_ptr_array_new_with_free_func (type_free);
  return self;
}

/**
 * ws_own_outline_free:
 * @self: (transfer full): an outline
 */
void
ws_own_outline_free (WsOwnOutline *self)
{
  g_free (self->file);
  g_ptr_array_unref (self->kernels);
  g_clear_pointer (&self->choices, g_ptr_array_unref);
  g_ptr_array_unref (self->types);
  g_clear_pointer (&self->plan, ws_own_plan_free);
  g_free (self);
}

/* ---- of a source ---- */

static void
add_kernel (WsOwnOutline *self, const char *name, guint line)
{
  WsOwnOutlineKernel *one = g_new0 (WsOwnOutlineKernel, 1);

  one->name = g_strdup (name);
  one->line = line;
  g_ptr_array_add (self->kernels, one);
}

static void
add_type (WsOwnOutline *self, const char *text, gboolean is_known, guint n_fields)
{
  WsOwnOutlineType *one = g_new0 (WsOwnOutlineType, 1);

  one->text = g_strdup (text);
  one->is_known = is_known;
  one->n_fields = n_fields;
  g_ptr_array_add (self->types, one);
}

/**
 * ws_own_outline_find_type:
 * @self: an outline
 * @text: a type, as an argument of its plan has it
 *
 * Returns: (nullable) (transfer none): what is known of it
 */
const WsOwnOutlineType *
ws_own_outline_find_type (const WsOwnOutline *self, const char *text)
{
  for (guint i = 0; i < self->types->len; i++)
    {
      const WsOwnOutlineType *one = g_ptr_array_index (self->types, i);

      if (g_str_equal (one->text, text))
        return one;
    }
  return NULL;
}

static void
add_types (WsOwnOutline *self, const WsOwnSource *source)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < self->plan->launches->len; i++)
    {
      const WsOwnLaunch *launch = ws_own_plan_get_launch (self->plan, i);

      for (guint k = 0; k < launch->arguments->len; k++)
        {
          const char *text = ws_own_launch_get_argument (launch, k)->type;
          WsOwnType type = { 0 };
          gboolean is_known;

          if (!g_hash_table_add (seen, (gpointer)text))
            continue;
          is_known = ws_own_type_parse (source, text, &type);
          add_type (self, text, is_known, is_known ? type.n_fields : 0);
        }
    }
}

/**
 * ws_own_outline_new:
 * @source: a source
 * @kernel: (nullable): see ws_own_plan_guess()
 * @settings: (nullable): what the .wsjob file beside it says
 * @error: return location for a #GError: a #WsOwnPlanError
 *
 * Returns: (transfer full) (nullable): its outline
 */
WsOwnOutline *
ws_own_outline_new (const WsOwnSource *source, const char *kernel, const char *settings,
                    GError **error)
{
  g_autoptr (WsOwnOutline) self = new_empty ();

  self->plan = ws_own_plan_make (source, kernel, settings, error);
  if (self->plan == NULL)
    return NULL;
  self->file = g_strdup (((const WsOwnFile *)g_ptr_array_index (source->files, 0))->name);
  self->is_ptx = source->ptx != NULL;
  for (guint i = 0; i < source->kernels->len; i++)
    {
      const WsOwnFunction *one = g_ptr_array_index (source->kernels, i);

      add_kernel (self, one->qualified, one->line);
    }
  self->choices = ws_own_plan_list_kernels (source);
  add_types (self, source);
  return g_steal_pointer (&self);
}

/* ---- to bytes ---- */

static GVariant *
kernels_to_variant (const WsOwnOutline *self)
{
  GVariantBuilder builder;

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a" KERNEL));
  for (guint i = 0; i < self->kernels->len; i++)
    {
      const WsOwnOutlineKernel *one = g_ptr_array_index (self->kernels, i);

      g_variant_builder_add (&builder, KERNEL, one->name, one->line);
    }
  return g_variant_builder_end (&builder);
}

static GVariant *
types_to_variant (const WsOwnOutline *self)
{
  GVariantBuilder builder;

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a" TYPE));
  for (guint i = 0; i < self->types->len; i++)
    {
      const WsOwnOutlineType *one = g_ptr_array_index (self->types, i);

      g_variant_builder_add (&builder, TYPE, one->text, one->is_known, one->n_fields);
    }
  return g_variant_builder_end (&builder);
}

/**
 * ws_own_outline_to_variant:
 * @self: an outline
 *
 * Returns: (transfer floating): it as a{sv}
 */
GVariant *
ws_own_outline_to_variant (const WsOwnOutline *self)
{
  GVariantDict dict;

  g_variant_dict_init (&dict, NULL);
  g_variant_dict_insert (&dict, "file", "s", self->file);
  g_variant_dict_insert (&dict, "ptx", "b", self->is_ptx);
  g_variant_dict_insert_value (&dict, "kernels", kernels_to_variant (self));
  g_variant_dict_insert_value (
      &dict, "choices",
      g_variant_new_strv ((const char *const *)self->choices->pdata, self->choices->len));
  g_variant_dict_insert_value (&dict, "types", types_to_variant (self));
  g_variant_dict_insert_value (&dict, "plan",
                               g_variant_new_variant (ws_own_plan_to_variant (self->plan)));
  return g_variant_dict_end (&dict);
}

/* ---- from bytes ---- */

static gboolean
refuse (GError **error, const char *why)
{
  g_set_error (error, WS_OWN_PLAN_ERROR, WS_OWN_PLAN_ERROR_NONSENSE,
               _ ("What the worker says of a source makes no sense: %s."), why);
  return FALSE;
}

static gboolean
take_kernels (WsOwnOutline *self, GVariant *kernels, GError **error)
{
  gsize n = kernels != NULL ? g_variant_n_children (kernels) : 0;

  if (n == 0 || n > MOST_KERNELS)
    return refuse (error, _ ("there are no kernels, or too many"));
  for (gsize i = 0; i < n; i++)
    {
      const char *name;
      guint32 line;

      g_variant_get_child (kernels, i, "(&su)", &name, &line);
      if (strlen (name) > WS_OWN_PLAN_MAX_TEXT)
        return refuse (error, _ ("a text is too long"));
      add_kernel (self, name, line);
    }
  return TRUE;
}

static gboolean
take_choices (WsOwnOutline *self, GVariant *choices, GError **error)
{
  gsize n = choices != NULL ? g_variant_n_children (choices) : MOST_KERNELS + 1;

  if (n > MOST_KERNELS)
    return refuse (error, _ ("there are no kernels, or too many"));
  self->choices = g_ptr_array_new_with_free_func (g_free);
  for (gsize i = 0; i < n; i++)
    {
      char *name;

      g_variant_get_child (choices, i, "s", &name);
      g_ptr_array_add (self->choices, name);
      if (strlen (name) > WS_OWN_PLAN_MAX_TEXT)
        return refuse (error, _ ("a text is too long"));
    }
  return TRUE;
}

static gboolean
take_types (WsOwnOutline *self, GVariant *types, GError **error)
{
  gsize n = types != NULL ? g_variant_n_children (types) : MOST_TYPES + 1;

  if (n > MOST_TYPES)
    return refuse (error, _ ("there are no types, or too many"));
  for (gsize i = 0; i < n; i++)
    {
      const char *text;
      gboolean is_known;
      guint32 n_fields;

      g_variant_get_child (types, i, "(&sbu)", &text, &is_known, &n_fields);
      if (strlen (text) > WS_OWN_PLAN_MAX_TEXT)
        return refuse (error, _ ("a text is too long"));
      if (n_fields > WS_OWN_MAX_FIELDS)
        return refuse (error, _ ("a type has too many fields"));
      add_type (self, text, is_known, n_fields);
    }
  return TRUE;
}

static gboolean
take_plan (WsOwnOutline *self, GVariant *boxed, GError **error)
{
  g_autoptr (GVariant) plan = boxed != NULL ? g_variant_get_variant (boxed) : NULL;

  if (plan == NULL)
    return refuse (error, _ ("there is no plan"));
  self->plan = ws_own_plan_from_variant (plan, error);
  return self->plan != NULL;
}

/**
 * ws_own_outline_from_variant:
 * @answer: of ws_own_outline_to_variant(), or anything else
 * @error: return location for a #GError: %WS_OWN_PLAN_ERROR_NONSENSE
 *
 * Returns: (transfer full) (nullable): the outline
 */
WsOwnOutline *
ws_own_outline_from_variant (GVariant *answer, GError **error)
{
  g_autoptr (WsOwnOutline) self = new_empty ();
  g_autoptr (GVariant) kernels = NULL;
  g_autoptr (GVariant) choices = NULL;
  g_autoptr (GVariant) types = NULL;
  g_autoptr (GVariant) plan = NULL;
  const char *file = "";

  if (!g_variant_is_of_type (answer, G_VARIANT_TYPE_VARDICT) || !g_variant_is_normal_form (answer))
    {
      refuse (error, _ ("it is none"));
      return NULL;
    }
  g_variant_lookup (answer, "file", "&s", &file);
  g_variant_lookup (answer, "ptx", "b", &self->is_ptx);
  kernels = g_variant_lookup_value (answer, "kernels", G_VARIANT_TYPE ("a" KERNEL));
  choices = g_variant_lookup_value (answer, "choices", G_VARIANT_TYPE_STRING_ARRAY);
  types = g_variant_lookup_value (answer, "types", G_VARIANT_TYPE ("a" TYPE));
  plan = g_variant_lookup_value (answer, "plan", G_VARIANT_TYPE_VARIANT);
  if (*file == '\0' || strlen (file) > MOST_NAME)
    {
      refuse (error, _ ("it has no name"));
      return NULL;
    }
  self->file = g_strdup (file);
  return take_kernels (self, kernels, error) && take_choices (self, choices, error)
                 && take_types (self, types, error) && take_plan (self, plan, error)
             ? g_steal_pointer (&self)
             : NULL;
}

/* ---- questions ---- */

static gboolean
refuse_question (GError **error, const char *why)
{
  g_set_error (error, WS_COMPILE_ERROR, WS_COMPILE_ERROR_NONSENSE,
               _ ("The request to read a source makes no sense: %s."), why);
  return FALSE;
}

static gboolean
is_text (const char *text)
{
  return text == NULL || g_utf8_validate (text, -1, NULL);
}

static gboolean
check_question (const WsOwnQuestion *self, GError **error)
{
  const gsize most = ws_own_source_is_ptx (self->name) ? WS_OWN_MAX_PTX : WS_COMPILE_MAX_SOURCE;

  if (*self->name == '\0' || strlen (self->name) > MOST_NAME
      || strpbrk (self->name, "/\"\n") != NULL)
    return refuse_question (error, _ ("its name is none"));
  if (!is_text (self->name) || !is_text (self->text) || !is_text (self->kernel)
      || !is_text (self->settings))
    return refuse_question (error, _ ("it is no text"));
  if (strlen (self->text) > most
      || (self->kernel != NULL && strlen (self->kernel) > WS_OWN_PLAN_MAX_TEXT)
      || (self->settings != NULL && strlen (self->settings) > WS_OWN_MAX_SETTINGS))
    return refuse_question (error, _ ("it is too long"));
  return TRUE;
}

/**
 * ws_own_question_to_variant:
 * @self: a question
 * @error: return location for a #GError: %WS_COMPILE_ERROR_NONSENSE
 *
 * Returns: (transfer floating) (nullable): it as a{sv}
 */
GVariant *
ws_own_question_to_variant (const WsOwnQuestion *self, GError **error)
{
  GVariantDict dict;

  if (!check_question (self, error))
    return NULL;
  g_variant_dict_init (&dict, NULL);
  g_variant_dict_insert (&dict, "name", "s", self->name);
  g_variant_dict_insert (&dict, "text", "s", self->text);
  if (self->kernel != NULL)
    g_variant_dict_insert (&dict, "kernel", "s", self->kernel);
  if (self->settings != NULL)
    g_variant_dict_insert (&dict, "settings", "s", self->settings);
  if (self->texts != NULL)
    g_variant_dict_insert_value (&dict, "texts",
                                 g_variant_new_variant (ws_own_texts_to_variant (self->texts)));
  return g_variant_dict_end (&dict);
}

static GVariant *
say_missing (const WsOwnTexts *texts)
{
  GVariantDict dict;

  g_variant_dict_init (&dict, NULL);
  g_variant_dict_insert_value (&dict, "missing",
                               g_variant_new_variant (ws_own_texts_missing_to_variant (texts)));
  return g_variant_dict_end (&dict);
}

static GVariant *
answer (const WsOwnQuestion *self, WsOwnTexts *texts, GError **error)
{
  g_autoptr (WsOwnSource) source = ws_own_source_read (self->name, self->text, texts, error);
  g_autoptr (WsOwnOutline) outline = NULL;

  if (source == NULL)
    return NULL;
  if (texts != NULL && !ws_own_texts_is_complete (texts))
    return say_missing (texts);
  outline = ws_own_outline_new (source, self->kernel, self->settings, error);
  return outline != NULL ? ws_own_outline_to_variant (outline) : NULL;
}

/**
 * ws_own_question_answer:
 * @question: of ws_own_question_to_variant(), or anything else
 * @error: return location for a #GError: a #WsCompileError, a #WsPtxError or a #WsOwnPlanError
 *
 * Reads the source, and no file.
 *
 * Returns: (transfer floating) (nullable): what is missing, see ws_own_answer_get_missing(), or an
 * outline, see ws_own_outline_from_variant()
 */
GVariant *
ws_own_question_answer (GVariant *question, GError **error)
{
  WsOwnQuestion self = { .name = "", .text = NULL };
  g_autoptr (GVariant) boxed = NULL;
  g_autoptr (GVariant) variant = NULL;
  g_autoptr (WsOwnTexts) texts = NULL;

  if (g_variant_is_of_type (question, G_VARIANT_TYPE_VARDICT))
    {
      g_variant_lookup (question, "name", "&s", &self.name);
      g_variant_lookup (question, "text", "&s", &self.text);
      g_variant_lookup (question, "kernel", "&s", &self.kernel);
      g_variant_lookup (question, "settings", "&s", &self.settings);
      boxed = g_variant_lookup_value (question, "texts", G_VARIANT_TYPE_VARIANT);
    }
  if (self.text == NULL)
    {
      refuse_question (error, _ ("it is none"));
      return NULL;
    }
  variant = boxed != NULL ? g_variant_get_variant (boxed) : NULL;
  if (!check_question (&self, error)
      || (variant != NULL && (texts = ws_own_texts_from_variant (variant, error)) == NULL))
    return NULL;
  return answer (&self, texts, error);
}

/**
 * ws_own_answer_get_missing:
 * @answer: what a worker answered, or anything else
 *
 * Returns: (transfer full) (nullable): what it has to be given, for ws_own_texts_read_missing();
 * %NULL of an outline
 */
GVariant *
ws_own_answer_get_missing (GVariant *answer)
{
  g_autoptr (GVariant) boxed =
      g_variant_is_of_type (answer, G_VARIANT_TYPE_VARDICT)
          ? g_variant_lookup_value (answer, "missing", G_VARIANT_TYPE_VARIANT)
          : NULL;

  return boxed != NULL ? g_variant_get_variant (boxed) : NULL;
}
