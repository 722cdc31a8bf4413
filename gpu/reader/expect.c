#include "reader/expect.h"

#include "user/order.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

/* "within 1e-3", at the end; is taken off the text. */
static gboolean
read_bound (WsExpect *self, GError **error)
{
  char *within = g_strrstr (self->text, " within ");
  char *end;

  if (within == NULL)
    return TRUE;
  self->bound = g_ascii_strtod (within + strlen (" within "), &end);
  end += strspn (end, " ");
  if (*end != '\0' || !(self->bound >= 0) || isinf (self->bound))
    return ws_user_plan_refuse (
        error, _ ("After “within” give the largest error allowed, as in “within 1e-3”, not “%s”."),
        within + strlen (" within "));
  self->has_bound = TRUE;
  *within = '\0';
  return TRUE;
}

static void
take_rest (WsExpect *self, WsExpectKind kind, gsize n)
{
  char *rest = g_strdup (self->text + n);

  g_free (self->text);
  self->text = g_strstrip (rest);
  self->kind = kind;
}

/* "sum of in" */
static gboolean
read_fold (WsExpect *self)
{
  const char *of = strstr (self->text, " of ");
  g_autofree char *name = of != NULL ? g_strndup (self->text, (gsize)(of - self->text)) : NULL;

  if (name == NULL || !ws_fold_parse (name, &self->fold))
    return FALSE;
  take_rest (self, WS_EXPECT_FOLD, strlen (name) + strlen (" of "));
  return TRUE;
}

/**
 * ws_expect_read:
 * @text: (nullable): as the user says it
 * @self: (out caller-allocates): what it means
 * @error: return location for a #GError: %WS_USER_PLAN_ERROR_FIELD
 *
 * Returns: whether it means anything
 */
gboolean
ws_expect_read (const char *text, WsExpect *self, GError **error)
{
  *self = (WsExpect){ .text = g_strstrip (g_strdup (text != NULL ? text : "")) };
  if (!read_bound (self, error))
    return FALSE;
  if (*self->text == '\0' || g_str_equal (self->text, "nothing"))
    self->kind = WS_EXPECT_NOTHING;
  else if (g_str_equal (self->text, "before"))
    self->kind = WS_EXPECT_BEFORE;
  else if (g_str_has_prefix (self->text, "kernel ") || g_str_equal (self->text, "kernel"))
    take_rest (self, WS_EXPECT_KERNEL, strlen ("kernel"));
  else if (*self->text == '=' && self->text[1] != '=')
    take_rest (self, WS_EXPECT_LINE, 1);
  else if (!read_fold (self))
    self->kind = WS_EXPECT_CONTENTS;
  if (*self->text == '\0' && self->kind != WS_EXPECT_NOTHING)
    return ws_user_plan_refuse (error,
                                self->kind == WS_EXPECT_FOLD
                                    ? _ ("After “of” give the name of a buffer, as in “sum of in”.")
                                : self->kind == WS_EXPECT_LINE
                                    ? _ ("After “=” give an expression, as in “= 2 * in[i]”.")
                                    : _ ("After “kernel” give the name of a kernel."));
  return TRUE;
}

/**
 * ws_expect_clear:
 * @self: (inout): what must come out
 */
void
ws_expect_clear (WsExpect *self)
{
  g_clear_pointer (&self->text, g_free);
}

/**
 * ws_expect_get_bound:
 * @self: what must come out
 * @type: of the elements
 * @values: those that are expected, packed
 *
 * Returns: the greatest difference: what is said, else ws_user_find_bound()
 */
double
ws_expect_get_bound (const WsExpect *self, WsValueType type, GBytes *values)
{
  return self->has_bound ? self->bound : ws_user_find_bound (type, values);
}

/* ---- kernels that compute it ---- */

static void
copy_field (WsUserField *to, const WsUserField *from)
{
  ws_user_field_set (to, from->text, NULL);
  to->is_users = from->is_users;
}

static void
copy_buffers (const WsUserPlan *self, WsUserPlan *copy)
{
  for (guint i = 0; i < self->buffers->len; i++)
    {
      const WsUserBuffer *from = ws_user_plan_get_buffer (self, i);
      WsUserBuffer *to = ws_user_plan_add_buffer (copy, from->name);

      copy_field (&to->type, &from->type);
      copy_field (&to->length, &from->length);
      copy_field (&to->use, &from->use);
      copy_field (&to->contents, &from->contents);
      to->symbol = g_strdup (from->symbol);
    }
}

/* The argument of the plan that has a name, or its buffer; else the one at a place of the first
 * launch. (nullable) */
static const WsUserArgument *
find_argument (const WsUserPlan *self, const char *name, guint index, guint n)
{
  const WsUserLaunch *first = ws_user_plan_get_launch (self, 0);

  for (guint l = 0; l < self->launches->len; l++)
    {
      const WsUserLaunch *launch = ws_user_plan_get_launch (self, l);

      for (guint i = 0; i < launch->arguments->len; i++)
        {
          const WsUserArgument *argument = ws_user_launch_get_argument (launch, i);

          if (g_str_equal (argument->name, name)
              || (argument->buffer >= 0
                  && g_str_equal (ws_user_plan_get_buffer (self, (guint)argument->buffer)->name,
                                  name)))
            return argument;
        }
    }
  return n == first->arguments->len ? ws_user_launch_get_argument (first, index) : NULL;
}

static void
copy_argument (WsUserLaunch *launch, const char *name, const WsUserArgument *from)
{
  WsUserArgument *to = ws_user_launch_add_argument (launch, name, from->buffer);

  to->type = g_strdup (from->type);
  copy_field (&to->value, &from->value);
}

static gboolean
has_argument (const WsUserLaunch *launch, const char *name)
{
  for (guint i = 0; i < launch->arguments->len; i++)
    if (g_str_equal (ws_user_launch_get_argument (launch, i)->name, name))
      return TRUE;
  return FALSE;
}

/* The addresses in the structures that it takes. */
static void
copy_addresses (const WsUserPlan *self, WsUserLaunch *launch)
{
  for (guint l = 0; l < self->launches->len; l++)
    for (guint i = 0; i < ws_user_plan_get_launch (self, l)->arguments->len; i++)
      {
        const WsUserArgument *from =
            ws_user_launch_get_argument (ws_user_plan_get_launch (self, l), i);
        g_autofree char *structure = g_strndup (from->name, strcspn (from->name, "."));

        if (ws_user_argument_get_field (from, NULL) != NULL && has_argument (launch, structure)
            && !has_argument (launch, from->name))
          copy_argument (launch, from->name, from);
      }
}

static gboolean
add_kernel (const WsUserPlan *self, const WsUserSource *source, const char *kernel,
            WsUserLaunch *launch, GError **error)
{
  g_autofree char *plain = g_strndup (kernel, strcspn (kernel, "<"));
  const WsUserFunction *whole = ws_user_source_find_kernel (source, kernel);
  const WsUserFunction *function =
      whole != NULL ? whole : ws_user_source_find_kernel (source, plain);

  if (function == NULL)
    return ws_user_plan_refuse (error, _ ("The file has no kernel “%s” to compare with."), kernel);
  for (guint i = 0; i < function->parameters->len; i++)
    {
      const char *name = g_array_index (function->parameters, WsUserParameter, i).name;
      const WsUserArgument *from = find_argument (self, name, i, function->parameters->len);

      if (from == NULL)
        return ws_user_plan_refuse (
            error,
            _ ("Parameter “%s” of “%s” does not exist in the kernel that runs: give "
               "both the same parameters."),
            name, kernel);
      copy_argument (launch, name, from);
    }
  copy_addresses (self, launch);
  return TRUE;
}

/* Calls a function with each thing that a line may name: buffers with their parameters' names, then
 * numbers, each once. What stands in a structure is named by it. */
static void
list_names (const WsUserPlan *self, GPtrArray *arguments)
{
  for (guint pass = 0; pass < 2; pass++)
    for (guint l = 0; l < self->launches->len; l++)
      for (guint i = 0; i < ws_user_plan_get_launch (self, l)->arguments->len; i++)
        {
          WsUserArgument *argument =
              ws_user_launch_get_argument (ws_user_plan_get_launch (self, l), i);
          gboolean is_known = (argument->buffer >= 0) != (pass == 0) || *argument->name == '\0'
                              || ws_user_argument_get_field (argument, NULL) != NULL;

          for (guint k = 0; k < arguments->len && !is_known; k++)
            is_known = g_str_equal (((WsUserArgument *)arguments->pdata[k])->name, argument->name);
          if (!is_known)
            g_ptr_array_add (arguments, argument);
        }
}

/**
 * ws_expect_name_kernel:
 * @buffer: name of a buffer of which a line says what must come out
 *
 * Returns: (transfer full): what the kernel is called that computes it
 */
char *
ws_expect_name_kernel (const char *buffer)
{
  char *name = g_strconcat (WS_EXPECT_LINE_KERNEL, buffer, NULL);

  return g_strdelimit (name, ".", '_');
}

/**
 * ws_user_plan_make_reference:
 * @buffer: index of a buffer of which a kernel or a line says what must come out
 * @error: return location for a #GError: %WS_USER_PLAN_ERROR_FIELD
 *
 * Returns: (transfer full) (nullable): a plan that computes it, by one thread, into the buffer of
 * the same index
 */
WsUserPlan *
ws_user_plan_make_reference (const WsUserPlan *self, const WsUserSource *source, guint buffer,
                             GError **error)
{
  const WsUserBuffer *of = ws_user_plan_get_buffer (self, buffer);
  g_autoptr (WsUserPlan) plan = ws_user_plan_new ();
  g_auto (WsExpect) expect = { 0 };
  g_autofree char *line_kernel = ws_expect_name_kernel (of->name);
  WsUserLaunch *launch;

  if (!ws_expect_read (of->expect.text, &expect, error))
    return NULL;
  copy_buffers (self, plan);
  launch =
      ws_user_plan_add_launch (plan, expect.kind == WS_EXPECT_LINE ? line_kernel : expect.text);
  ws_user_field_set (&launch->grid, "1", NULL);
  ws_user_field_set (&launch->block, "1", NULL);
  ws_user_field_set (&launch->shared, "0", NULL);
  if (expect.kind == WS_EXPECT_LINE)
    {
      g_autoptr (GPtrArray) arguments = g_ptr_array_new ();

      list_names (self, arguments);
      for (guint i = 0; i < arguments->len; i++)
        {
          const WsUserArgument *from = arguments->pdata[i];

          copy_argument (launch, from->name, from);
        }
      copy_addresses (self, launch);
      ws_user_field_set (&ws_user_plan_get_buffer (plan, buffer)->use, "inout", NULL);
    }
  else if (!add_kernel (self, source, expect.text, launch, error))
    return NULL;
  return g_steal_pointer (&plan);
}

/**
 * ws_user_plan_write_reference:
 * @buffer: index of a buffer of which a line says what must come out
 *
 * Returns: (transfer full) (nullable): a kernel in CUDA C++ that computes it, to stand behind the
 * source; its places are in a file of their own; %NULL if no line says it
 */
char *
ws_user_plan_write_reference (const WsUserPlan *self, guint buffer)
{
  const WsUserBuffer *of = ws_user_plan_get_buffer (self, buffer);
  g_autoptr (GPtrArray) arguments = g_ptr_array_new ();
  g_auto (WsExpect) expect = { 0 };
  const char *name = of->name;
  g_autofree char *kernel = ws_expect_name_kernel (of->name);
  GString *text;

  if (!ws_expect_read (of->expect.text, &expect, NULL) || expect.kind != WS_EXPECT_LINE)
    return NULL;
  text = g_string_new (NULL);
  list_names (self, arguments);
  g_string_append_printf (text, "\nextern \"C\" __global__ void %s (", kernel);
  for (guint i = 0; i < arguments->len; i++)
    {
      const WsUserArgument *argument = arguments->pdata[i];
      gboolean is_buffer = argument->buffer >= 0;
      const char *type = is_buffer
                             ? ws_user_plan_get_buffer (self, (guint)argument->buffer)->type.text
                             : argument->type;

      if (argument->buffer == (int)buffer)
        name = argument->name;
      g_string_append_printf (text, "%s%s %s%s", i > 0 ? ", " : "", type, is_buffer ? "*" : "",
                              argument->name);
    }
  /* the expression stands alone in its line, so that its columns are those that were typed */
  g_string_append_printf (text,
                          ")\n{\n  for (long long i = 0; i < (long long)(%s); i++)\n    %s[i] = (\n"
                          "#line 1 \"%s.expect\"\n%s\n);\n}\n",
                          of->length.text, name, of->name, expect.text);
  return g_string_free (text, FALSE);
}

/**
 * ws_user_plan_check_expected:
 * @error: return location for a #GError: %WS_USER_PLAN_ERROR_FIELD
 *
 * Returns: whether all that is said of what must come out can be asked of a compiler
 */
gboolean
ws_user_plan_check_expected (const WsUserPlan *self, const WsUserSource *source, GError **error)
{
  for (guint i = 0; i < self->buffers->len; i++)
    {
      const WsUserBuffer *buffer = ws_user_plan_get_buffer (self, i);
      g_auto (WsExpect) expect = { 0 };
      g_autoptr (WsUserPlan) reference = NULL;

      if (!ws_expect_read (buffer->expect.text, &expect, error))
        return FALSE;
      if (expect.kind == WS_EXPECT_LINE && source->ptx != NULL)
        return ws_user_plan_refuse (
            error,
            _ ("Expected values of “%s”: an expression needs a .cu file to compile. For "
               "PTX give a kernel, values or “before”."),
            buffer->name);
      if (expect.kind != WS_EXPECT_KERNEL && expect.kind != WS_EXPECT_LINE)
        continue;
      reference = ws_user_plan_make_reference (self, source, i, error);
      if (reference == NULL)
        return FALSE;
    }
  return TRUE;
}
