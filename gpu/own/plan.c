#include "own/plan.h"

#include <glib/gi18n.h>
#include <string.h>

G_DEFINE_QUARK (ws - own - plan - error - quark, ws_own_plan_error)

/* ---- life ---- */

static void
field_clear (WsOwnField *self)
{
  g_free (self->text);
  g_free (self->why);
}

static void
buffer_free (WsOwnBuffer *self)
{
  g_free (self->name);
  g_free (self->id);
  g_free (self->symbol);
  field_clear (&self->type);
  field_clear (&self->length);
  field_clear (&self->use);
  field_clear (&self->contents);
  field_clear (&self->expect);
  field_clear (&self->texture);
  g_free (self);
}

static void
argument_clear (gpointer data)
{
  WsOwnArgument *self = data;

  g_free (self->name);
  g_free (self->type);
  field_clear (&self->value);
}

static void
launch_free (WsOwnLaunch *self)
{
  g_free (self->kernel);
  field_clear (&self->grid);
  field_clear (&self->block);
  field_clear (&self->shared);
  g_array_unref (self->arguments);
  g_free (self);
}

/**
 * ws_own_plan_new:
 *
 * Returns: (transfer full): a plan of nothing
 */
WsOwnPlan *
ws_own_plan_new (void)
{
  WsOwnPlan *self = g_new0 (WsOwnPlan, 1);

  self->buffers = g_ptr_array_new_with_free_func ((GDestroyNotify)buffer_free);
  self->launches = g_ptr_array_new_with_free_func ((GDestroyNotify)launch_free);
  self->skipped = g_ptr_array_new_with_free_func (g_free);
  return self;
}

/**
 * ws_own_plan_free:
 * @self: (transfer full): a plan
 */
void
ws_own_plan_free (WsOwnPlan *self)
{
  g_ptr_array_unref (self->buffers);
  g_ptr_array_unref (self->launches);
  g_ptr_array_unref (self->skipped);
  g_free (self->kernel);
  g_free (self);
}

static void
copy_field (WsOwnField *self, const WsOwnField *from)
{
  ws_own_field_set (self, from->text, from->why);
  self->is_users = from->is_users;
}

static void
copy_buffer (WsOwnPlan *plan, const WsOwnBuffer *from)
{
  WsOwnBuffer *to = ws_own_plan_add_buffer (plan, from->name);

  g_free (to->id);
  to->id = g_strdup (from->id);
  to->symbol = g_strdup (from->symbol);
  copy_field (&to->type, &from->type);
  copy_field (&to->length, &from->length);
  copy_field (&to->use, &from->use);
  copy_field (&to->contents, &from->contents);
  copy_field (&to->expect, &from->expect);
  copy_field (&to->texture, &from->texture);
}

static void
copy_launch (WsOwnPlan *plan, const WsOwnLaunch *from)
{
  WsOwnLaunch *to = ws_own_plan_add_launch (plan, from->kernel);

  copy_field (&to->grid, &from->grid);
  copy_field (&to->block, &from->block);
  copy_field (&to->shared, &from->shared);
  to->line = from->line;
  for (guint i = 0; i < from->arguments->len; i++)
    {
      const WsOwnArgument *argument = ws_own_launch_get_argument (from, i);
      WsOwnArgument *copy = ws_own_launch_add_argument (to, argument->name, argument->buffer);

      g_free (copy->type);
      copy->type = g_strdup (argument->type);
      copy_field (&copy->value, &argument->value);
    }
}

/**
 * ws_own_plan_copy:
 * @self: a plan
 *
 * Returns: (transfer full): one that says the same
 */
WsOwnPlan *
ws_own_plan_copy (const WsOwnPlan *self)
{
  WsOwnPlan *copy = ws_own_plan_new ();

  copy->kernel = g_strdup (self->kernel);
  for (guint i = 0; i < self->buffers->len; i++)
    copy_buffer (copy, ws_own_plan_get_buffer (self, i));
  for (guint i = 0; i < self->launches->len; i++)
    copy_launch (copy, ws_own_plan_get_launch (self, i));
  for (guint i = 0; i < self->skipped->len; i++)
    g_ptr_array_add (copy->skipped, g_strdup (g_ptr_array_index (self->skipped, i)));
  return copy;
}

/**
 * ws_own_argument_get_field:
 * @self: an argument
 * @parameter: (nullable): of a kernel, a structure; %NULL for any
 *
 * Returns: (nullable): of an address in @parameter the field's name, as in "x" or "left.x"
 */
const char *
ws_own_argument_get_field (const WsOwnArgument *self, const char *parameter)
{
  const char *dot = strchr (self->name, '.');

  if (dot == NULL
      || (parameter != NULL
          && (strlen (parameter) != (gsize)(dot - self->name)
              || !g_str_has_prefix (self->name, parameter))))
    return NULL;
  return dot + 1;
}

/**
 * ws_own_launch_count_parameters:
 * @self: a launch
 *
 * Returns: how many of its arguments are the kernel's parameters
 */
guint
ws_own_launch_count_parameters (const WsOwnLaunch *self)
{
  guint n = 0;

  while (n < self->arguments->len
         && ws_own_argument_get_field (ws_own_launch_get_argument (self, n), NULL) == NULL)
    n++;
  return n;
}

/**
 * ws_own_plan_find_user:
 * @self: a plan
 * @buffer: index of a buffer
 *
 * Returns: (transfer none) (nullable): the launch whose numbers its length speaks of
 */
const WsOwnLaunch *
ws_own_plan_find_user (const WsOwnPlan *self, guint buffer)
{
  for (guint i = 0; i < self->launches->len; i++)
    for (guint j = 0; j < ws_own_plan_get_launch (self, i)->arguments->len; j++)
      if (ws_own_launch_get_argument (ws_own_plan_get_launch (self, i), j)->buffer == (int)buffer)
        return ws_own_plan_get_launch (self, i);
  return NULL;
}

/**
 * ws_own_field_set:
 * @self: (inout): a field
 * @text: what holds from now on
 * @why: (nullable): why it is guessed
 */
void
ws_own_field_set (WsOwnField *self, const char *text, const char *why)
{
  char *copy = g_strdup (text);
  char *reason = g_strdup (why);

  field_clear (self);
  self->text = copy;
  self->why = reason;
  self->is_users = FALSE;
}

/**
 * ws_own_field_say:
 * @self: (inout): a field
 * @text: what the user says of it, on the command line or in a form
 */
void
ws_own_field_say (WsOwnField *self, const char *text)
{
  ws_own_field_set (self, text, NULL);
  self->is_users = TRUE;
}

/**
 * ws_own_plan_get_buffer:
 * @self: a plan
 * @index: of a buffer
 *
 * Returns: (transfer none): it
 */
WsOwnBuffer *
ws_own_plan_get_buffer (const WsOwnPlan *self, guint index)
{
  return g_ptr_array_index (self->buffers, index);
}

/**
 * ws_own_plan_get_launch:
 * @self: a plan
 * @index: of a launch
 *
 * Returns: (transfer none): it
 */
WsOwnLaunch *
ws_own_plan_get_launch (const WsOwnPlan *self, guint index)
{
  return g_ptr_array_index (self->launches, index);
}

/**
 * ws_own_launch_get_argument:
 * @self: a launch
 * @index: of an argument
 *
 * Returns: (transfer none): it, until another is added
 */
WsOwnArgument *
ws_own_launch_get_argument (const WsOwnLaunch *self, guint index)
{
  return &g_array_index (self->arguments, WsOwnArgument, index);
}

/**
 * ws_own_plan_add_buffer:
 * @self: a plan
 * @name: of the buffer
 *
 * Returns: (transfer none): it, with nothing said of it
 */
WsOwnBuffer *
ws_own_plan_add_buffer (WsOwnPlan *self, const char *name)
{
  WsOwnBuffer *buffer = g_new0 (WsOwnBuffer, 1);

  buffer->name = g_strdup (name);
  buffer->id = g_strdup ("");
  g_ptr_array_add (self->buffers, buffer);
  return buffer;
}

/**
 * ws_own_plan_add_launch:
 * @self: a plan
 * @kernel: as it is asked of a compiler
 *
 * Returns: (transfer none): it, without arguments
 */
WsOwnLaunch *
ws_own_plan_add_launch (WsOwnPlan *self, const char *kernel)
{
  WsOwnLaunch *launch = g_new0 (WsOwnLaunch, 1);

  launch->kernel = g_strdup (kernel);
  launch->arguments = g_array_new (FALSE, TRUE, sizeof (WsOwnArgument));
  g_array_set_clear_func (launch->arguments, argument_clear);
  g_ptr_array_add (self->launches, launch);
  return launch;
}

/**
 * ws_own_launch_add_argument:
 * @self: a launch
 * @name: of the parameter
 * @buffer: index of a buffer; -1 of a number
 *
 * Returns: (transfer none): it, until another is added
 */
WsOwnArgument *
ws_own_launch_add_argument (WsOwnLaunch *self, const char *name, int buffer)
{
  const WsOwnArgument argument = { .name = g_strdup (name), .buffer = buffer };

  g_array_append_val (self->arguments, argument);
  return &g_array_index (self->arguments, WsOwnArgument, self->arguments->len - 1);
}

/* ---- expressions of a plan ---- */

typedef struct {
  const WsOwnPlan *plan;
  const WsOwnLaunch *launch;
  const guint64 *index; /* nullable: of an element */
} Place;

static gboolean look_up (const WsScope *scope, const char *name, WsRange *range);

static WsScope
make_scope (const Place *place)
{
  return (WsScope){ .lookup = look_up, .data = (gpointer)place, .has_powers = TRUE };
}

/* Fields that name each other twice lead to twice as many: they are counted with those that led
 * here. */
static WsScope
make_inner (const WsScope *outer)
{
  WsScope inner = *outer;

  inner.depth++;
  return inner;
}

/* A number among the launch's, or another launch's. */
static const WsOwnArgument *
find_number (const Place *place, const char *name)
{
  for (guint i = 0; i <= place->plan->launches->len; i++)
    {
      const WsOwnLaunch *launch =
          i == 0 ? place->launch : ws_own_plan_get_launch (place->plan, i - 1);

      for (guint j = 0; launch != NULL && j < launch->arguments->len; j++)
        {
          const WsOwnArgument *argument = ws_own_launch_get_argument (launch, j);

          if (argument->buffer < 0 && g_str_equal (argument->name, name))
            return argument;
        }
    }
  return NULL;
}

static gboolean
get_component (const WsScope *scope, const WsOwnField *field, guint axis, WsRange *range)
{
  g_autoptr (WsTokens) tokens = ws_tokens_new (field->text != NULL ? field->text : "");
  WsSpan all = ws_tokens_get_all (tokens);
  g_autoptr (GArray) parts = ws_span_split (&all, ",");

  if (parts->len > 3)
    return FALSE;
  *range = axis < parts->len ? ws_evaluate (scope, &g_array_index (parts, WsSpan, axis))
                             : ws_range_new (1);
  return range->known && parts->len > 0;
}

static gboolean
look_up (const WsScope *scope, const char *name, WsRange *range)
{
  const Place *place = scope->data;
  const WsScope inner = make_inner (scope);
  const WsOwnArgument *number;

  if (scope->depth >= WS_SCOPE_MAX_DEPTH)
    return FALSE;
  if (place->index != NULL && g_str_equal (name, "i"))
    {
      *range = ws_range_new ((double)*place->index);
      return TRUE;
    }
  if (place->launch != NULL && g_str_has_prefix (name, "grid.") && strlen (name) == 6)
    return get_component (&inner, &place->launch->grid, (guint)(name[5] - 'x') % 3, range);
  if (place->launch != NULL && g_str_has_prefix (name, "block.") && strlen (name) == 7)
    return get_component (&inner, &place->launch->block, (guint)(name[6] - 'x') % 3, range);
  number = find_number (place, name);
  if (number == NULL || number->value.text == NULL)
    return FALSE;
  *range = ws_evaluate_text (&inner, number->value.text);
  return range->known;
}

/**
 * ws_own_plan_evaluate:
 * @self: a plan
 * @launch: (nullable): whose numbers are meant first
 * @text: an expression: of numbers, with 2^20 for a power, and grid.x, block.x ... of @launch
 * @range: (out): what it comes to
 *
 * Whether it comes to anything.
 */
gboolean
ws_own_plan_evaluate (const WsOwnPlan *self, const WsOwnLaunch *launch, const char *text,
                      WsRange *range)
{
  const Place place = { .plan = self, .launch = launch };
  const WsScope scope = make_scope (&place);

  *range = ws_evaluate_text (&scope, text);
  return range->known;
}

/**
 * ws_own_plan_evaluate_at:
 * @self: a plan
 * @launch: (nullable): whose numbers are meant first
 * @span: an expression of C: of numbers, grid.x, block.x ... of @launch, and of i
 * @index: of an element: i
 * @range: (out): what it comes to
 *
 * Whether it comes to anything.
 */
gboolean
ws_own_plan_evaluate_at (const WsOwnPlan *self, const WsOwnLaunch *launch, const WsSpan *span,
                         guint64 index, WsRange *range)
{
  const Place place = { .plan = self, .launch = launch, .index = &index };
  const WsScope scope = { .lookup = look_up, .data = (gpointer)&place };

  *range = ws_evaluate (&scope, span);
  return range->known;
}

/**
 * ws_own_plan_get_dims:
 * @self: a plan
 * @launch: of it
 * @field: its grid or its block
 * @dims: (out): along x, y, z
 *
 * Whether these are whole numbers of at least 1.
 */
gboolean
ws_own_plan_get_dims (const WsOwnPlan *self, const WsOwnLaunch *launch, const WsOwnField *field,
                      guint32 dims[3])
{
  const Place place = { .plan = self, .launch = launch };
  const WsScope scope = make_scope (&place);

  for (guint axis = 0; axis < 3; axis++)
    {
      WsRange range;
      guint64 count;

      if (!get_component (&scope, field, axis, &range) || !ws_range_get_count (&range, &count)
          || count == 0 || count > G_MAXINT32)
        return FALSE;
      dims[axis] = (guint32)count;
    }
  return TRUE;
}

/* ---- what the user says ---- */

static gboolean refuse (GError **error, const char *format, ...) G_GNUC_PRINTF (2, 3);

static gboolean
refuse (GError **error, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_propagate_error (
      error, g_error_new_valist (WS_OWN_PLAN_ERROR, WS_OWN_PLAN_ERROR_FIELD, format, arguments));
  va_end (arguments);
  return FALSE;
}

static gboolean
set_number (WsOwnPlan *self, const char *name, const char *text)
{
  gboolean found = FALSE;

  for (guint i = 0; i < self->launches->len; i++)
    for (guint j = 0; j < ws_own_plan_get_launch (self, i)->arguments->len; j++)
      {
        WsOwnArgument *argument = ws_own_launch_get_argument (ws_own_plan_get_launch (self, i), j);

        if (argument->buffer >= 0 || !g_str_equal (argument->name, name))
          continue;
        ws_own_field_set (&argument->value, text, NULL);
        found = TRUE;
      }
  return found;
}

static WsOwnBuffer *
find_buffer (WsOwnPlan *self, const char *name)
{
  for (guint i = 0; i < self->buffers->len; i++)
    if (g_str_equal (ws_own_plan_get_buffer (self, i)->name, name))
      return ws_own_plan_get_buffer (self, i);
  for (guint i = 0; i < self->launches->len; i++)
    for (guint j = 0; j < ws_own_plan_get_launch (self, i)->arguments->len; j++)
      {
        const WsOwnArgument *argument =
            ws_own_launch_get_argument (ws_own_plan_get_launch (self, i), j);

        if (argument->buffer >= 0 && g_str_equal (argument->name, name))
          return ws_own_plan_get_buffer (self, (guint)argument->buffer);
      }
  return NULL;
}

static WsOwnField *
find_buffer_field (WsOwnBuffer *buffer, const char *name)
{
  const struct {
    const char *name;
    WsOwnField *field;
  } fields[] = { { "type", &buffer->type },     { "length", &buffer->length },
                 { "use", &buffer->use },       { "contents", &buffer->contents },
                 { "expect", &buffer->expect }, { "texture", &buffer->texture } };

  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    if (g_str_equal (name, fields[i].name))
      return fields[i].field;
  return NULL;
}

static gboolean
set_of_launches (WsOwnPlan *self, const char *name, const char *text)
{
  gboolean is_grid = g_str_equal (name, "grid"), is_block = g_str_equal (name, "block");

  if (!is_grid && !is_block && !g_str_equal (name, "shared"))
    return FALSE;
  for (guint i = 0; i < self->launches->len; i++)
    {
      WsOwnLaunch *launch = ws_own_plan_get_launch (self, i);

      ws_own_field_set (is_grid    ? &launch->grid
                        : is_block ? &launch->block
                                   : &launch->shared,
                        text, NULL);
    }
  return TRUE;
}

/**
 * ws_own_plan_set:
 * @self: a plan
 * @assignment: "n=4096" of a number, "in.length=2 * n" of a buffer, "grid=64, 2", "block=256" or
 * "shared=1024" of all launches
 * @error: return location for a #GError: %WS_OWN_PLAN_ERROR_FIELD: there is no such thing
 *
 * Returns: whether it was taken
 */
gboolean
ws_own_plan_set (WsOwnPlan *self, const char *assignment, GError **error)
{
  const char *equals = strchr (assignment, '=');
  g_autofree char *name =
      equals != NULL ? g_strndup (assignment, (gsize)(equals - assignment)) : NULL;
  char *dot;
  WsOwnBuffer *buffer;
  WsOwnField *field;

  if (name == NULL || *g_strstrip (name) == '\0')
    return refuse (error, _ ("Say what is to be what, as in “n=4096”, not “%s”."), assignment);
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
    return refuse (error, _ ("The kernel has no parameter “%s”."), name);
  field = dot != NULL ? find_buffer_field (buffer, dot + 1) : &buffer->contents;
  if (field == NULL)
    return refuse (
        error,
        _ ("Of a buffer, type, length, use, contents, expect and texture are said, not “%s”."),
        dot + 1);
  ws_own_field_say (field, equals + 1);
  return TRUE;
}

/* ---- files ---- */

/* A group's name may not have brackets, as in "sum<a[2]>", nor ends of lines. */
static char *
escape_group (char *name)
{
  GString *escaped = g_string_new (NULL);

  for (const char *c = name; *c != '\0'; c++)
    if (*c == '[' || *c == ']' || g_ascii_iscntrl (*c))
      g_string_append_printf (escaped, "%%%02X", (guint)*c);
    else
      g_string_append_c (escaped, *c);
  g_free (name);
  return g_string_free (escaped, FALSE);
}

/* What stands before the groups of a plan of one kernel: "scale<float>: launch 1". (transfer full)
 */
static char *
name_group (const WsOwnPlan *self, const char *what)
{
  return escape_group (self->kernel != NULL ? g_strconcat (self->kernel, ": ", what, NULL)
                                            : g_strdup (what));
}

static char *
name_launch (const WsOwnPlan *self, guint index)
{
  g_autofree char *what = g_strdup_printf ("launch %u", index + 1);

  return name_group (self, what);
}

static char *
name_buffer (const WsOwnPlan *self, const WsOwnBuffer *buffer)
{
  g_autofree char *what = g_strconcat ("buffer ", buffer->name, NULL);

  return name_group (self, what);
}

/* Those of another kernel's plan stay. */
static void
remove_groups (const WsOwnPlan *self, GKeyFile *file)
{
  g_autofree char *prefix = name_group (self, "");
  g_auto (GStrv) groups = g_key_file_get_groups (file, NULL);

  for (guint i = 0; groups[i] != NULL; i++)
    if (self->kernel != NULL
            ? g_str_has_prefix (groups[i], prefix)
            : g_str_has_prefix (groups[i], "launch ") || g_str_has_prefix (groups[i], "buffer "))
      g_key_file_remove_group (file, groups[i], NULL);
}

static void
put (GKeyFile *file, const char *group, const char *key, const WsOwnField *field)
{
  if (field->text == NULL)
    return;
  g_key_file_set_string (file, group, key, field->text);
  if (field->why != NULL)
    g_key_file_set_comment (file, group, key, field->why, NULL);
}

/* Which buffer an argument is the address of, where that has not its name. */
static void
put_buffer (GKeyFile *file, const char *group, const WsOwnPlan *plan, const WsOwnArgument *argument)
{
  const char *name = argument->buffer >= 0
                         ? ws_own_plan_get_buffer (plan, (guint)argument->buffer)->name
                         : argument->name;
  g_autofree char *key = g_strconcat ("buffer.", argument->name, NULL);

  if (!g_str_equal (name, argument->name))
    g_key_file_set_string (file, group, key, name);
}

/**
 * ws_own_plan_to_text:
 * @self: a plan
 * @before: (nullable): the text of the file so far; of it stays what is said of other kernels
 *
 * Returns: (transfer full): it as the text of a .wsjob file; above what was guessed stands why
 */
char *
ws_own_plan_to_text (const WsOwnPlan *self, const char *before)
{
  g_autoptr (GKeyFile) file = g_key_file_new ();

  if (before != NULL
      && g_key_file_load_from_data (file, before, strlen (before), G_KEY_FILE_KEEP_COMMENTS, NULL))
    remove_groups (self, file);
  for (guint i = 0; i < self->launches->len; i++)
    {
      const WsOwnLaunch *launch = ws_own_plan_get_launch (self, i);
      g_autofree char *group = name_launch (self, i);

      g_key_file_set_string (file, group, "kernel", launch->kernel);
      put (file, group, "grid", &launch->grid);
      put (file, group, "block", &launch->block);
      put (file, group, "shared", &launch->shared);
      for (guint j = 0; j < launch->arguments->len; j++)
        {
          const WsOwnArgument *argument = ws_own_launch_get_argument (launch, j);
          g_autofree char *key = g_strconcat ("argument.", argument->name, NULL);

          put (file, group, key, &argument->value);
          put_buffer (file, group, self, argument);
        }
    }
  for (guint i = 0; i < self->buffers->len; i++)
    {
      const WsOwnBuffer *buffer = ws_own_plan_get_buffer (self, i);
      g_autofree char *group = name_buffer (self, buffer);

      put (file, group, "type", &buffer->type);
      put (file, group, "length", &buffer->length);
      put (file, group, "use", &buffer->use);
      put (file, group, "contents", &buffer->contents);
      put (file, group, "expect", &buffer->expect);
      put (file, group, "texture", &buffer->texture);
    }
  return g_key_file_to_data (file, NULL, NULL);
}

static void
get (GKeyFile *file, const char *group, const char *key, WsOwnField *field)
{
  g_autofree char *text = g_key_file_get_string (file, group, key, NULL);
  g_autofree char *why = g_key_file_get_comment (file, group, key, NULL);

  if (text == NULL)
    return;
  if (why != NULL)
    g_strstrip (why);
  ws_own_field_set (field, text, why != NULL && *why != '\0' ? why : NULL);
}

static int
find_buffer_of_name (const WsOwnPlan *plan, const char *name)
{
  for (guint i = 0; i < plan->buffers->len; i++)
    if (g_str_equal (ws_own_plan_get_buffer (plan, i)->name, name))
      return (int)i;
  return -1;
}

/* Where nothing is said, it has the argument's name. One that the plan does not have is as the one
 * that was guessed, until the file says more. */
static void
read_buffer (GKeyFile *file, const char *group, WsOwnPlan *plan, WsOwnArgument *argument)
{
  g_autofree char *key = g_strconcat ("buffer.", argument->name, NULL);
  g_autofree char *name = g_key_file_get_string (file, group, key, NULL);
  int found;

  if (argument->buffer < 0)
    return;
  if (name == NULL)
    {
      g_autofree char *of = g_strconcat ("buffer ", argument->name, NULL);

      if (!g_key_file_has_group (file, of))
        return;
      name = g_strdup (argument->name);
    }
  found = find_buffer_of_name (plan, name);
  if (found < 0)
    {
      WsOwnBuffer *added = ws_own_plan_add_buffer (plan, name);
      const WsOwnBuffer *like = ws_own_plan_get_buffer (plan, (guint)argument->buffer);

      copy_field (&added->type, &like->type);
      copy_field (&added->length, &like->length);
      copy_field (&added->use, &like->use);
      copy_field (&added->contents, &like->contents);
      copy_field (&added->texture, &like->texture);
      found = (int)plan->buffers->len - 1;
    }
  argument->buffer = found;
}

static gboolean
is_used (const WsOwnPlan *plan, guint buffer)
{
  if (ws_own_plan_get_buffer (plan, buffer)->symbol != NULL)
    return TRUE;
  for (guint i = 0; i < plan->launches->len; i++)
    for (guint j = 0; j < ws_own_plan_get_launch (plan, i)->arguments->len; j++)
      if (ws_own_launch_get_argument (ws_own_plan_get_launch (plan, i), j)->buffer == (int)buffer)
        return TRUE;
  return FALSE;
}

/* Those that were guessed, and that the file has others for. */
static void
remove_unused (WsOwnPlan *plan)
{
  for (guint b = plan->buffers->len; b-- > 0;)
    {
      if (is_used (plan, b))
        continue;
      g_ptr_array_remove_index (plan->buffers, b);
      for (guint i = 0; i < plan->launches->len; i++)
        for (guint j = 0; j < ws_own_plan_get_launch (plan, i)->arguments->len; j++)
          {
            WsOwnArgument *argument =
                ws_own_launch_get_argument (ws_own_plan_get_launch (plan, i), j);

            argument->buffer -= argument->buffer > (int)b;
          }
    }
}

/**
 * ws_own_plan_list_launches:
 * @text: of a .wsjob file
 *
 * Returns: (transfer full): the kernels that it launches, in their order; none where it is no such
 * file
 */
char **
ws_own_plan_list_launches (const char *text)
{
  g_autoptr (GKeyFile) file = g_key_file_new ();
  GPtrArray *kernels = g_ptr_array_new ();

  if (g_key_file_load_from_data (file, text, strlen (text), G_KEY_FILE_NONE, NULL))
    for (guint i = 0; i < WS_JOB_MAX_LAUNCHES; i++)
      {
        g_autofree char *group = g_strdup_printf ("launch %u", i + 1);
        char *kernel = g_key_file_get_string (file, group, "kernel", NULL);

        if (kernel == NULL)
          break;
        g_ptr_array_add (kernels, kernel);
      }
  g_ptr_array_add (kernels, NULL);
  return (char **)g_ptr_array_free (kernels, FALSE);
}

static void
read_launch (GKeyFile *file, const char *group, WsOwnPlan *plan, WsOwnLaunch *launch)
{
  get (file, group, "grid", &launch->grid);
  get (file, group, "block", &launch->block);
  get (file, group, "shared", &launch->shared);
  for (guint j = 0; j < launch->arguments->len; j++)
    {
      WsOwnArgument *argument = ws_own_launch_get_argument (launch, j);
      g_autofree char *key = g_strconcat ("argument.", argument->name, NULL);

      get (file, group, key, &argument->value);
      read_buffer (file, group, plan, argument);
    }
}

/**
 * ws_own_plan_read_text:
 * @self: a plan of the same source
 * @text: of a .wsjob file
 * @error: return location for a #GError: %WS_OWN_PLAN_ERROR_FILE
 *
 * Takes what the file says of the plan's launches and buffers: launches are known by their kernels,
 * and what has gone from the source is passed over.
 *
 * Returns: whether it is such a file
 */
gboolean
ws_own_plan_read_text (WsOwnPlan *self, const char *text, GError **error)
{
  g_autoptr (GKeyFile) file = g_key_file_new ();
  g_autoptr (GError) cause = NULL;

  if (!g_utf8_validate (text, -1, NULL))
    {
      g_set_error_literal (error, WS_OWN_PLAN_ERROR, WS_OWN_PLAN_ERROR_FILE,
                           _ ("The settings of the kernel are no text in UTF-8."));
      return FALSE;
    }
  if (!g_key_file_load_from_data (file, text, strlen (text), G_KEY_FILE_KEEP_COMMENTS, &cause))
    {
      g_set_error (error, WS_OWN_PLAN_ERROR, WS_OWN_PLAN_ERROR_FILE,
                   _ ("The settings of the kernel cannot be read: %s."), cause->message);
      return FALSE;
    }
  for (guint i = 0; i < self->launches->len; i++)
    {
      WsOwnLaunch *launch = ws_own_plan_get_launch (self, i);
      g_autofree char *group = name_launch (self, i);
      g_autofree char *kernel = g_key_file_get_string (file, group, "kernel", NULL);

      if (g_strcmp0 (kernel, launch->kernel) == 0)
        read_launch (file, group, self, launch);
    }
  remove_unused (self);
  for (guint i = 0; i < self->buffers->len; i++)
    {
      WsOwnBuffer *buffer = ws_own_plan_get_buffer (self, i);
      g_autofree char *group = name_buffer (self, buffer);

      get (file, group, "type", &buffer->type);
      get (file, group, "length", &buffer->length);
      get (file, group, "use", &buffer->use);
      get (file, group, "contents", &buffer->contents);
      get (file, group, "expect", &buffer->expect);
      get (file, group, "texture", &buffer->texture);
    }
  return TRUE;
}

/**
 * ws_own_plan_make:
 * @source: a source
 * @kernel: (nullable): see ws_own_plan_guess()
 * @settings: (nullable): what the .wsjob file beside it says
 * @error: return location for a #GError: a #WsOwnPlanError
 *
 * Returns: (transfer full) (nullable): how it is run: as the settings say, and guessed where they
 * say nothing
 */
WsOwnPlan *
ws_own_plan_make (const WsOwnSource *source, const char *kernel, const char *settings,
                  GError **error)
{
  gboolean is_asked = kernel != NULL && *kernel != '\0';
  g_auto (GStrv) launches =
      settings != NULL && !is_asked ? ws_own_plan_list_launches (settings) : NULL;
  g_autoptr (WsOwnPlan) self = NULL;

  if (launches != NULL && launches[0] != NULL)
    self = ws_own_plan_guess_launches (source, (const char *const *)launches, error);
  else
    self = ws_own_plan_guess (source, kernel, error);
  if (self == NULL || (settings != NULL && !ws_own_plan_read_text (self, settings, error)))
    return NULL;
  return g_steal_pointer (&self);
}
