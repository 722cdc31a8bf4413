#include "user/plan.h"

#include "words/words.h"

#include <glib/gi18n.h>
#include <string.h>

G_DEFINE_QUARK (ws - own - plan - error - quark, ws_user_plan_error)

const WsUserKey ws_user_buffer_keys[] = {
  { "type", G_STRUCT_OFFSET (WsUserBuffer, type), TRUE },
  { "length", G_STRUCT_OFFSET (WsUserBuffer, length), TRUE },
  { "use", G_STRUCT_OFFSET (WsUserBuffer, use), TRUE },
  { "contents", G_STRUCT_OFFSET (WsUserBuffer, contents), TRUE },
  { "expect", G_STRUCT_OFFSET (WsUserBuffer, expect) },
  { "texture", G_STRUCT_OFFSET (WsUserBuffer, texture) },
  { NULL },
};

const WsUserKey ws_user_launch_keys[] = {
  { "grid", G_STRUCT_OFFSET (WsUserLaunch, grid), TRUE },
  { "block", G_STRUCT_OFFSET (WsUserLaunch, block), TRUE },
  { "shared", G_STRUCT_OFFSET (WsUserLaunch, shared), TRUE },
  { NULL },
};

/* ---- life ---- */

static void
field_clear (WsUserField *self)
{
  g_free (self->text);
  g_free (self->why);
}

static void
clear_fields (const WsUserKey *keys, gpointer of)
{
  for (guint i = 0; keys[i].name != NULL; i++)
    field_clear (G_STRUCT_MEMBER_P (of, keys[i].offset));
}

static void
buffer_free (WsUserBuffer *self)
{
  g_free (self->name);
  g_free (self->id);
  g_free (self->symbol);
  clear_fields (ws_user_buffer_keys, self);
  g_free (self);
}

static void
argument_clear (gpointer data)
{
  WsUserArgument *self = data;

  g_free (self->name);
  g_free (self->type);
  field_clear (&self->value);
}

static void
launch_free (WsUserLaunch *self)
{
  g_free (self->kernel);
  clear_fields (ws_user_launch_keys, self);
  g_array_unref (self->arguments);
  g_free (self);
}

/* Returns: (transfer full): an empty plan */
WsUserPlan *
ws_user_plan_new (void)
{
  WsUserPlan *self = g_new0 (WsUserPlan, 1);

  self->buffers = g_ptr_array_new_with_free_func ((GDestroyNotify)buffer_free);
  self->launches = g_ptr_array_new_with_free_func ((GDestroyNotify)launch_free);
  self->skipped = g_ptr_array_new_with_free_func (g_free);
  return self;
}

void
ws_user_plan_free (WsUserPlan *self)
{
  g_ptr_array_unref (self->buffers);
  g_ptr_array_unref (self->launches);
  g_ptr_array_unref (self->skipped);
  g_free (self->kernel);
  g_free (self);
}

/**
 * ws_user_field_copy:
 * @self: (inout): a field
 * @from: the text to take over, with its source
 */
void
ws_user_field_copy (WsUserField *self, const WsUserField *from)
{
  ws_user_field_set (self, from->text, from->why);
  self->is_users = from->is_users;
  self->is_unknown = from->is_unknown;
}

/**
 * ws_user_fields_copy:
 * @keys: of a table
 * @to: (inout): a structure described by the table
 * @from: likewise: its fields are copied to @to
 */
void
ws_user_fields_copy (const WsUserKey *keys, gpointer to, gconstpointer from)
{
  for (guint i = 0; keys[i].name != NULL; i++)
    ws_user_field_copy (G_STRUCT_MEMBER_P (to, keys[i].offset),
                        G_STRUCT_MEMBER_P (from, keys[i].offset));
}

static void
copy_buffer (WsUserPlan *plan, const WsUserBuffer *from)
{
  WsUserBuffer *to = ws_user_plan_add_buffer (plan, from->name);

  g_free (to->id);
  to->id = g_strdup (from->id);
  to->symbol = g_strdup (from->symbol);
  ws_user_fields_copy (ws_user_buffer_keys, to, from);
}

static void
copy_launch (WsUserPlan *plan, const WsUserLaunch *from)
{
  WsUserLaunch *to = ws_user_plan_add_launch (plan, from->kernel);

  ws_user_fields_copy (ws_user_launch_keys, to, from);
  to->line = from->line;
  for (guint i = 0; i < from->arguments->len; i++)
    {
      const WsUserArgument *argument = ws_user_launch_get_argument (from, i);
      WsUserArgument *copy = ws_user_launch_add_argument (to, argument->name, argument->buffer);

      g_free (copy->type);
      copy->type = g_strdup (argument->type);
      ws_user_field_copy (&copy->value, &argument->value);
    }
}

/* Returns: (transfer full): a copy */
WsUserPlan *
ws_user_plan_copy (const WsUserPlan *self)
{
  WsUserPlan *copy = ws_user_plan_new ();

  copy->kernel = g_strdup (self->kernel);
  for (guint i = 0; i < self->buffers->len; i++)
    copy_buffer (copy, ws_user_plan_get_buffer (self, i));
  for (guint i = 0; i < self->launches->len; i++)
    copy_launch (copy, ws_user_plan_get_launch (self, i));
  for (guint i = 0; i < self->skipped->len; i++)
    g_ptr_array_add (copy->skipped, g_strdup (g_ptr_array_index (self->skipped, i)));
  return copy;
}

/**
 * ws_user_argument_get_field:
 * @parameter: (nullable): of a kernel, a structure; %NULL for any
 *
 * Returns: (nullable): the field's name for an address in @parameter, as in "x" or "left.x"
 */
const char *
ws_user_argument_get_field (const WsUserArgument *self, const char *parameter)
{
  const char *dot = strchr (self->name, '.');

  if (dot == NULL
      || (parameter != NULL
          && (strlen (parameter) != (gsize)(dot - self->name)
              || !g_str_has_prefix (self->name, parameter))))
    return NULL;
  return dot + 1;
}

/* Returns: number of its arguments that are the kernel's parameters */
guint
ws_user_launch_count_parameters (const WsUserLaunch *self)
{
  guint n = 0;

  while (n < self->arguments->len
         && ws_user_argument_get_field (ws_user_launch_get_argument (self, n), NULL) == NULL)
    n++;
  return n;
}

/**
 * ws_user_plan_find_user:
 * @buffer: index of a buffer
 *
 * Returns: (transfer none) (nullable): the launch whose numbers its length refers to
 */
const WsUserLaunch *
ws_user_plan_find_user (const WsUserPlan *self, guint buffer)
{
  for (guint i = 0; i < self->launches->len; i++)
    for (guint j = 0; j < ws_user_plan_get_launch (self, i)->arguments->len; j++)
      if (ws_user_launch_get_argument (ws_user_plan_get_launch (self, i), j)->buffer == (int)buffer)
        return ws_user_plan_get_launch (self, i);
  return NULL;
}

/**
 * ws_user_field_set:
 * @self: (inout): a field
 * @text: the new text
 * @why: (nullable): why it is guessed
 */
void
ws_user_field_set (WsUserField *self, const char *text, const char *why)
{
  char *copy = g_strdup (text);
  char *reason = g_strdup (why);

  field_clear (self);
  self->text = copy;
  self->why = reason;
  self->is_users = self->is_unknown = FALSE;
}

/**
 * ws_user_field_say:
 * @self: (inout): a field
 * @text: the user's text, from the command line or a form
 */
void
ws_user_field_say (WsUserField *self, const char *text)
{
  ws_user_field_set (self, text, NULL);
  self->is_users = TRUE;
}

WsUserBuffer *
ws_user_plan_get_buffer (const WsUserPlan *self, guint index)
{
  return g_ptr_array_index (self->buffers, index);
}

WsUserLaunch *
ws_user_plan_get_launch (const WsUserPlan *self, guint index)
{
  return g_ptr_array_index (self->launches, index);
}

/* Returns: (transfer none): it, until another is added */
WsUserArgument *
ws_user_launch_get_argument (const WsUserLaunch *self, guint index)
{
  return &g_array_index (self->arguments, WsUserArgument, index);
}

/* Returns: (transfer none): it, without a text */
WsUserBuffer *
ws_user_plan_add_buffer (WsUserPlan *self, const char *name)
{
  WsUserBuffer *buffer = g_new0 (WsUserBuffer, 1);

  buffer->name = g_strdup (name);
  buffer->id = g_strdup ("");
  g_ptr_array_add (self->buffers, buffer);
  return buffer;
}

/**
 * ws_user_plan_add_launch:
 * @kernel: name as passed to the compiler
 *
 * Returns: (transfer none): it, without arguments
 */
WsUserLaunch *
ws_user_plan_add_launch (WsUserPlan *self, const char *kernel)
{
  WsUserLaunch *launch = g_new0 (WsUserLaunch, 1);

  launch->kernel = g_strdup (kernel);
  launch->arguments = g_array_new (FALSE, TRUE, sizeof (WsUserArgument));
  g_array_set_clear_func (launch->arguments, argument_clear);
  g_ptr_array_add (self->launches, launch);
  return launch;
}

/**
 * ws_user_launch_add_argument:
 * @name: of the parameter
 * @buffer: index of a buffer; -1 for a number
 *
 * Returns: (transfer none): it, until another is added
 */
WsUserArgument *
ws_user_launch_add_argument (WsUserLaunch *self, const char *name, int buffer)
{
  const WsUserArgument argument = { .name = g_strdup (name), .buffer = buffer };

  g_array_append_val (self->arguments, argument);
  return &g_array_index (self->arguments, WsUserArgument, self->arguments->len - 1);
}

/* ---- the user's settings ---- */

/**
 * ws_user_plan_refuse:
 * @error: return location for a #GError: %WS_USER_PLAN_ERROR_FIELD
 * @format: a sentence, as of printf()
 * @...: its arguments
 *
 * Sets the error of a field of a plan.
 *
 * Returns: %FALSE
 */
gboolean
ws_user_plan_refuse (GError **error, const char *format, ...)
{
  g_autofree char *whole = NULL;
  g_autofree char *sentence = NULL;
  va_list arguments;

  va_start (arguments, format);
  whole = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  sentence = ws_words_shorten (whole);
  g_set_error_literal (error, WS_USER_PLAN_ERROR, WS_USER_PLAN_ERROR_FIELD, sentence);
  return FALSE;
}

static gboolean
set_number (WsUserPlan *self, const char *name, const char *text)
{
  gboolean found = FALSE;

  for (guint i = 0; i < self->launches->len; i++)
    for (guint j = 0; j < ws_user_plan_get_launch (self, i)->arguments->len; j++)
      {
        WsUserArgument *argument =
            ws_user_launch_get_argument (ws_user_plan_get_launch (self, i), j);

        if (argument->buffer >= 0 || !g_str_equal (argument->name, name))
          continue;
        ws_user_field_set (&argument->value, text, NULL);
        found = TRUE;
      }
  return found;
}

static WsUserBuffer *
find_buffer (WsUserPlan *self, const char *name)
{
  for (guint i = 0; i < self->buffers->len; i++)
    if (g_str_equal (ws_user_plan_get_buffer (self, i)->name, name))
      return ws_user_plan_get_buffer (self, i);
  for (guint i = 0; i < self->launches->len; i++)
    for (guint j = 0; j < ws_user_plan_get_launch (self, i)->arguments->len; j++)
      {
        const WsUserArgument *argument =
            ws_user_launch_get_argument (ws_user_plan_get_launch (self, i), j);

        if (argument->buffer >= 0 && g_str_equal (argument->name, name))
          return ws_user_plan_get_buffer (self, (guint)argument->buffer);
      }
  return NULL;
}

/* (nullable) */
static const WsUserKey *
find_key (const WsUserKey *keys, const char *name)
{
  while (keys->name != NULL && !g_str_equal (keys->name, name))
    keys++;
  return keys->name != NULL ? keys : NULL;
}

static gboolean
set_of_launches (WsUserPlan *self, const char *name, const char *text)
{
  const WsUserKey *key = find_key (ws_user_launch_keys, name);

  for (guint i = 0; key != NULL && i < self->launches->len; i++)
    ws_user_field_set (G_STRUCT_MEMBER_P (ws_user_plan_get_launch (self, i), key->offset), text,
                       NULL);
  return key != NULL;
}

/**
 * ws_user_plan_set:
 * @assignment: "n=4096" for a number, "in.length=2 * n" for a buffer, "grid=64, 2", "block=256" or
 * "shared=1024" for all launches
 * @error: return location for a #GError: %WS_USER_PLAN_ERROR_FIELD for an unknown name
 *
 * Returns: whether it was accepted
 */
gboolean
ws_user_plan_set (WsUserPlan *self, const char *assignment, GError **error)
{
  const char *equals = strchr (assignment, '=');
  g_autofree char *name =
      equals != NULL ? g_strndup (assignment, (gsize)(equals - assignment)) : NULL;
  char *dot;
  WsUserBuffer *buffer;
  const WsUserKey *key;

  if (name == NULL || *g_strstrip (name) == '\0')
    return ws_user_plan_refuse (error, _ ("Give a name and a value, as in “n=4096”, not “%s”."),
                                assignment);
  if (set_of_launches (self, name, equals + 1) || set_number (self, name, equals + 1))
    return TRUE;
  buffer = find_buffer (self, name);
  dot = buffer == NULL ? strrchr (name, '.') : NULL;
  if (dot != NULL)
    {
      *dot = '\0';
      buffer = find_buffer (self, name);
    }
  if (buffer == NULL)
    return ws_user_plan_refuse (error, _ ("The kernel has no parameter “%s”."), name);
  key = find_key (ws_user_buffer_keys, dot != NULL ? dot + 1 : "contents");
  if (key == NULL)
    return ws_user_plan_refuse (
        error, _ ("A buffer has type, length, use, contents, expect and texture, but no “%s”."),
        dot + 1);
  ws_user_field_say (G_STRUCT_MEMBER_P (buffer, key->offset), equals + 1);
  return TRUE;
}

/**
 * ws_user_type_name_value:
 * @value: type of a number
 *
 * Returns: its name in C
 */
const char *
ws_user_type_name_value (WsValueType value)
{
  static const char *const names[] = {
    [WS_VALUE_U32] = "unsigned",  [WS_VALUE_S32] = "int",
    [WS_VALUE_F32] = "float",     [WS_VALUE_U64] = "size_t",
    [WS_VALUE_S64] = "long long", [WS_VALUE_F64] = "double",
    [WS_VALUE_B8] = "char",       [WS_VALUE_B16] = "short",
    [WS_VALUE_F16] = "__half",    [WS_VALUE_BF16] = "__nv_bfloat16",
  };

  return names[value];
}
