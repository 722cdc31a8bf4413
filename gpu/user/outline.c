#include "user/outline.h"

#include "compile/compile.h"
#include "user/plan-variant.h"

#include <glib/gi18n.h>
#include <string.h>

#define MOST_KERNELS (1u << 16)
#define MOST_TYPES   (WS_JOB_MAX_LAUNCHES * WS_JOB_MAX_ARGUMENTS)
#define MOST_NAME    4096 /* bytes */

#define KERNEL "(suas)" /* name, line, parameters */
#define TYPE   "(sbu)"  /* text, whether it is a known type, fields */

static void
kernel_free (gpointer data)
{
  WsUserOutlineKernel *self = data;

  g_free (self->name);
  g_strfreev (self->parameters);
  g_free (self);
}

static void
type_free (gpointer data)
{
  WsUserOutlineType *self = data;

  g_free (self->text);
  g_free (self);
}

/* Returns: (transfer full): an empty outline */
WsUserOutline *
ws_user_outline_new (void)
{
  WsUserOutline *self = g_new0 (WsUserOutline, 1);

  self->kernels = g_ptr_array_new_with_free_func (kernel_free);
  self->types = g_ptr_array_new_with_free_func (type_free);
  return self;
}

void
ws_user_outline_free (WsUserOutline *self)
{
  g_free (self->file);
  g_ptr_array_unref (self->kernels);
  g_clear_pointer (&self->choices, g_ptr_array_unref);
  g_ptr_array_unref (self->types);
  g_clear_pointer (&self->plan, ws_user_plan_free);
  g_free (self);
}

/**
 * ws_user_outline_add_kernel:
 * @self: (inout): an outline
 * @name: with its namespaces
 * @line: its line number
 * @parameters: their names
 */
void
ws_user_outline_add_kernel (WsUserOutline *self, const char *name, guint line,
                            const char *const *parameters)
{
  WsUserOutlineKernel *one = g_new0 (WsUserOutlineKernel, 1);

  one->name = g_strdup (name);
  one->line = line;
  one->parameters = g_strdupv ((char **)parameters);
  g_ptr_array_add (self->kernels, one);
}

/**
 * ws_user_outline_add_type:
 * @self: (inout): an outline
 * @text: a type, as an argument of its plan has it
 * @is_known: whether the type is known
 * @n_fields: of a structure or a vector
 */
void
ws_user_outline_add_type (WsUserOutline *self, const char *text, gboolean is_known, guint n_fields)
{
  WsUserOutlineType *one = g_new0 (WsUserOutlineType, 1);

  one->text = g_strdup (text);
  one->is_known = is_known;
  one->n_fields = n_fields;
  g_ptr_array_add (self->types, one);
}

static gboolean
is_called (const char *qualified, const char *name)
{
  const char *colon = strrchr (qualified, ':');

  return g_str_equal (qualified, name) || (colon != NULL && g_str_equal (colon + 1, name));
}

/**
 * ws_user_outline_find_kernel:
 * @name: of a kernel, with its namespaces or without
 *
 * Returns: (transfer none) (nullable): it
 */
const WsUserOutlineKernel *
ws_user_outline_find_kernel (const WsUserOutline *self, const char *name)
{
  for (guint i = 0; i < self->kernels->len; i++)
    {
      const WsUserOutlineKernel *one = g_ptr_array_index (self->kernels, i);

      if (is_called (one->name, name))
        return one;
    }
  return NULL;
}

/**
 * ws_user_outline_find_type:
 * @text: a type, as an argument of its plan has it
 *
 * Returns: (nullable) (transfer none): the type, if known
 */
const WsUserOutlineType *
ws_user_outline_find_type (const WsUserOutline *self, const char *text)
{
  for (guint i = 0; i < self->types->len; i++)
    {
      const WsUserOutlineType *one = g_ptr_array_index (self->types, i);

      if (g_str_equal (one->text, text))
        return one;
    }
  return NULL;
}

/* ---- to bytes ---- */

static GVariant *
kernels_to_variant (const WsUserOutline *self)
{
  GVariantBuilder builder;

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a" KERNEL));
  for (guint i = 0; i < self->kernels->len; i++)
    {
      const WsUserOutlineKernel *one = g_ptr_array_index (self->kernels, i);

      g_variant_builder_add (&builder, "(su^as)", one->name, one->line, one->parameters);
    }
  return g_variant_builder_end (&builder);
}

static GVariant *
types_to_variant (const WsUserOutline *self)
{
  GVariantBuilder builder;

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a" TYPE));
  for (guint i = 0; i < self->types->len; i++)
    {
      const WsUserOutlineType *one = g_ptr_array_index (self->types, i);

      g_variant_builder_add (&builder, TYPE, one->text, one->is_known, one->n_fields);
    }
  return g_variant_builder_end (&builder);
}

/* Returns: (transfer floating): it as a{sv} */
GVariant *
ws_user_outline_to_variant (const WsUserOutline *self)
{
  GVariantDict dict;

  g_variant_dict_init (&dict, NULL);
  g_variant_dict_insert (&dict, "file", "s", self->file);
  g_variant_dict_insert (&dict, "ptx", "b", self->is_ptx);
  g_variant_dict_insert (&dict, "main", "b", self->has_main);
  g_variant_dict_insert_value (&dict, "kernels", kernels_to_variant (self));
  g_variant_dict_insert_value (
      &dict, "choices",
      g_variant_new_strv ((const char *const *)self->choices->pdata, self->choices->len));
  g_variant_dict_insert_value (&dict, "types", types_to_variant (self));
  g_variant_dict_insert_value (&dict, "plan",
                               g_variant_new_variant (ws_user_plan_to_variant (self->plan)));
  return g_variant_dict_end (&dict);
}

/* ---- from bytes ---- */

static gboolean
refuse (GError **error, const char *why)
{
  g_set_error (error, WS_USER_PLAN_ERROR, WS_USER_PLAN_ERROR_NONSENSE,
               _ ("Invalid reply from the worker about a source: %s."), why);
  return FALSE;
}

static gboolean
are_short (const char *name, const char *const *more)
{
  gsize n = strlen (name);

  for (guint i = 0; more[i] != NULL && n <= WS_USER_PLAN_MAX_TEXT; i++)
    n += strlen (more[i]) + 1;
  return n <= WS_USER_PLAN_MAX_TEXT;
}

static gboolean
take_kernels (WsUserOutline *self, GVariant *kernels, GError **error)
{
  gsize n = kernels != NULL ? g_variant_n_children (kernels) : 0;

  if (n == 0 || n > MOST_KERNELS)
    return refuse (error, _ ("no kernels, or too many"));
  for (gsize i = 0; i < n; i++)
    {
      g_autofree const char **parameters = NULL;
      const char *name;
      guint32 line;

      g_variant_get_child (kernels, i, "(&su^a&s)", &name, &line, &parameters);
      if (!are_short (name, parameters))
        return refuse (error, _ ("a text is too long"));
      ws_user_outline_add_kernel (self, name, line, parameters);
    }
  return TRUE;
}

static gboolean
take_choices (WsUserOutline *self, GVariant *choices, GError **error)
{
  gsize n = choices != NULL ? g_variant_n_children (choices) : MOST_KERNELS + 1;

  if (n > MOST_KERNELS)
    return refuse (error, _ ("no kernels, or too many"));
  self->choices = g_ptr_array_new_with_free_func (g_free);
  for (gsize i = 0; i < n; i++)
    {
      char *name;

      g_variant_get_child (choices, i, "s", &name);
      g_ptr_array_add (self->choices, name);
      if (strlen (name) > WS_USER_PLAN_MAX_TEXT)
        return refuse (error, _ ("a text is too long"));
    }
  return TRUE;
}

static gboolean
take_types (WsUserOutline *self, GVariant *types, GError **error)
{
  gsize n = types != NULL ? g_variant_n_children (types) : MOST_TYPES + 1;

  if (n > MOST_TYPES)
    return refuse (error, _ ("no types, or too many"));
  for (gsize i = 0; i < n; i++)
    {
      const char *text;
      gboolean is_known;
      guint32 n_fields;

      g_variant_get_child (types, i, "(&sbu)", &text, &is_known, &n_fields);
      if (strlen (text) > WS_USER_PLAN_MAX_TEXT)
        return refuse (error, _ ("a text is too long"));
      if (n_fields > WS_USER_MAX_FIELDS)
        return refuse (error, _ ("a type has too many fields"));
      ws_user_outline_add_type (self, text, is_known, n_fields);
    }
  return TRUE;
}

static gboolean
take_plan (WsUserOutline *self, GVariant *boxed, GError **error)
{
  g_autoptr (GVariant) plan = boxed != NULL ? g_variant_get_variant (boxed) : NULL;

  if (plan == NULL)
    return refuse (error, _ ("no plan"));
  self->plan = ws_user_plan_from_variant (plan, error);
  return self->plan != NULL;
}

/**
 * ws_user_outline_from_variant:
 * @answer: of ws_user_outline_to_variant(), or any other variant
 * @error: return location for a #GError: %WS_USER_PLAN_ERROR_NONSENSE
 *
 * Returns: (transfer full) (nullable): the outline
 */
WsUserOutline *
ws_user_outline_from_variant (GVariant *answer, GError **error)
{
  g_autoptr (WsUserOutline) self = ws_user_outline_new ();
  g_autoptr (GVariant) kernels = NULL;
  g_autoptr (GVariant) choices = NULL;
  g_autoptr (GVariant) types = NULL;
  g_autoptr (GVariant) plan = NULL;
  const char *file = "";

  if (!g_variant_is_of_type (answer, G_VARIANT_TYPE_VARDICT) || !g_variant_is_normal_form (answer))
    {
      refuse (error, _ ("it is malformed"));
      return NULL;
    }
  g_variant_lookup (answer, "file", "&s", &file);
  g_variant_lookup (answer, "ptx", "b", &self->is_ptx);
  g_variant_lookup (answer, "main", "b", &self->has_main);
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
               _ ("Invalid request to read a source: %s."), why);
  return FALSE;
}

static gboolean
is_text (const char *text)
{
  return text == NULL || g_utf8_validate (text, -1, NULL);
}

/**
 * ws_user_question_check:
 * @error: return location for a #GError: %WS_COMPILE_ERROR_NONSENSE
 *
 * Returns: whether it is within the limits
 */
gboolean
ws_user_question_check (const WsUserQuestion *self, GError **error)
{
  const gsize most = ws_user_source_is_ptx (self->name) ? WS_USER_MAX_PTX : WS_COMPILE_MAX_SOURCE;

  if (*self->name == '\0' || strlen (self->name) > MOST_NAME || strchr (self->name, '/') != NULL)
    return refuse_question (error, _ ("its name is invalid"));
  if (!is_text (self->name) || !is_text (self->text) || !is_text (self->kernel)
      || !is_text (self->settings))
    return refuse_question (error, _ ("it is not text"));
  if (strlen (self->text) > most
      || (self->kernel != NULL && strlen (self->kernel) > WS_USER_PLAN_MAX_TEXT)
      || (self->settings != NULL && strlen (self->settings) > WS_USER_MAX_SETTINGS))
    return refuse_question (error, _ ("it is too long"));
  return TRUE;
}

/**
 * ws_user_question_to_variant:
 * @error: return location for a #GError: %WS_COMPILE_ERROR_NONSENSE
 *
 * Returns: (transfer floating) (nullable): it as a{sv}
 */
GVariant *
ws_user_question_to_variant (const WsUserQuestion *self, GError **error)
{
  GVariantDict dict;

  if (!ws_user_question_check (self, error))
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
                                 g_variant_new_variant (ws_user_texts_to_variant (self->texts)));
  return g_variant_dict_end (&dict);
}

/**
 * ws_user_look_up:
 * @of: a dictionary, or any other variant
 * @key: of an entry that is a nested variant
 *
 * Returns: (transfer full) (nullable): the contents of that variant
 */
GVariant *
ws_user_look_up (GVariant *of, const char *key)
{
  g_autoptr (GVariant) boxed = g_variant_is_of_type (of, G_VARIANT_TYPE_VARDICT)
                                   ? g_variant_lookup_value (of, key, G_VARIANT_TYPE_VARIANT)
                                   : NULL;

  return boxed != NULL ? g_variant_get_variant (boxed) : NULL;
}

/**
 * ws_user_answer_get_missing:
 * @answer: what a worker answered, or any other variant
 *
 * Returns: (transfer full) (nullable): the missing texts, for ws_user_texts_read_missing(); %NULL
 * for an outline
 */
GVariant *
ws_user_answer_get_missing (GVariant *answer)
{
  return ws_user_look_up (answer, "missing");
}

void
ws_user_bracket_free (WsUserBracket *self)
{
  g_free (self->text);
  g_free (self);
}

/**
 * ws_user_answer_get_bracket:
 * @answer: a worker's answer on a source that it cannot read, or any other variant
 *
 * Returns: (transfer full) (nullable): the bracket at fault
 */
WsUserBracket *
ws_user_answer_get_bracket (GVariant *answer)
{
  WsUserBracket *self;
  const char *text;
  guint32 line;

  if (!g_variant_is_of_type (answer, G_VARIANT_TYPE_VARDICT)
      || !g_variant_lookup (answer, "bracket", "(u&s)", &line, &text) || line > G_MAXINT
      || strlen (text) != 1 || strchr ("()[]{}", *text) == NULL)
    return NULL;
  self = g_new0 (WsUserBracket, 1);
  self->line = line;
  self->text = g_strdup (text);
  return self;
}

/**
 * ws_user_answer_has_main:
 * @answer: a worker's answer on a source that it cannot read, or any other variant
 *
 * Returns: whether it is nevertheless a whole program
 */
gboolean
ws_user_answer_has_main (GVariant *answer)
{
  gboolean has_main = FALSE;

  if (g_variant_is_of_type (answer, G_VARIANT_TYPE_VARDICT))
    g_variant_lookup (answer, "main", "b", &has_main);
  return has_main;
}
