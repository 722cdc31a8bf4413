/* blueprint-read.c: reads the keys of a plan "launches", and finds every mistake that does not
 * depend on the user's choices. */
#include "catalog/catalog-private.h"
#include "catalog/blueprint.h"

#include <glib/gi18n.h>
#include <string.h>

typedef struct {
  const WsSection *section;
  const WsCatalogKernel *kernel;
  WsBlueprint *blueprint;
} Reader;

/* ---- expressions ---- */

static gboolean
read_expression (Reader *self, const char *key, const char *text, WsExpression **expression)
{
  GError *error = NULL;

  *expression = ws_expression_new (text, (const char *const *)self->blueprint->names->pdata,
                                   self->blueprint->names->len, &error);
  if (*expression != NULL)
    return TRUE;
  ws_section_refuse (self->section, key, "%s", error->message);
  g_clear_error (&error);
  return FALSE;
}

/* The value of "NAME.what", or the default @otherwise; with %NULL, the key is required. */
static gboolean
read_part (Reader *self, const char *name, const char *what, const char *otherwise,
           WsExpression **expression)
{
  g_autofree char *key = g_strdup_printf ("%s.%s", name, what);
  g_autofree char *text = ws_section_dup (self->section, key);

  if (text == NULL && otherwise == NULL)
    return ws_section_refuse (self->section, key, _ ("it is missing."));
  return read_expression (self, key, text != NULL ? text : otherwise, expression);
}

/* Splits at commas, except within parentheses. (transfer full) */
static char **
split_commas (const char *text)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new ();
  const char *begin = text;
  guint depth = 0;

  for (const char *p = text;; p++)
    {
      if (*p == '(')
        depth++;
      else if (*p == ')' && depth > 0)
        depth--;
      if (*p == '\0' || (*p == ',' && depth == 0))
        {
          g_ptr_array_add (parts, g_strstrip (g_strndup (begin, (gsize)(p - begin))));
          begin = p + 1;
        }
      if (*p == '\0')
        break;
    }
  g_ptr_array_add (parts, NULL);
  return (char **)g_ptr_array_free (g_steal_pointer (&parts), FALSE);
}

/* "NAME.what=x, y, z": 1 if omitted. */
static gboolean
read_axes (Reader *self, const char *name, const char *what, WsExpression **axes)
{
  g_autofree char *key = g_strdup_printf ("%s.%s", name, what);
  g_autofree char *text = NULL;
  g_auto (GStrv) parts = NULL;
  guint n;

  if (!ws_section_read_text (self->section, key, &text))
    return FALSE;
  parts = split_commas (text);
  n = g_strv_length (parts);
  if (n > 3)
    return ws_section_refuse (self->section, key, _ ("“%s” is not one to three numbers."), text);
  for (guint i = 0; i < 3; i++)
    if (!read_expression (self, key, i < n ? parts[i] : "1", &axes[i]))
      return FALSE;
  return TRUE;
}

/* ---- names ---- */

static gboolean
add_name (Reader *self, const char *key, const char *name)
{
  if (!ws_expression_is_name (name))
    return ws_section_refuse (self->section, key, _ ("“%s” is not a name."), name);
  for (guint i = 0; i < self->blueprint->names->len; i++)
    if (g_str_equal (self->blueprint->names->pdata[i], name))
      return ws_section_refuse (self->section, key, _ ("duplicate “%s”."), name);
  g_ptr_array_add (self->blueprint->names, g_strdup (name));
  return TRUE;
}

static gboolean
add_names (Reader *self)
{
  static const char *const always[WS_BLUEPRINT_N_NAMES] = { "n", "block", "repeats", "max_grid",
                                                            "step" };
  static const char *const axes[] = { "", ".x", ".y", ".z" };

  for (guint i = 0; i < G_N_ELEMENTS (always); i++)
    if (!add_name (self, "let", always[i]))
      return FALSE;
  for (guint i = 0; i < self->kernel->options->len; i++)
    for (guint a = 0; a < G_N_ELEMENTS (axes); a++)
      {
        g_autofree char *name =
            g_strconcat (ws_catalog_kernel_get_option (self->kernel, i)->name, axes[a], NULL);

        if (!add_name (self, "options", name))
          return FALSE;
      }
  return TRUE;
}

/* "let=rows = ceil(n, columns); ..." */
static gboolean
read_lets (Reader *self)
{
  g_auto (GStrv) list = ws_section_dup_list (self->section, "let");

  for (guint i = 0; list[i] != NULL; i++)
    {
      char *sign = strchr (list[i], '=');
      WsBlueprintLet let = { .name = self->blueprint->names->len };

      if (*list[i] == '\0')
        continue;
      if (sign == NULL)
        return ws_section_refuse (self->section, "let",
                                  _ ("“%s” does not have the form rows = n / 4."), list[i]);
      *sign = '\0';
      g_strstrip (list[i]);
      if (!read_expression (self, "let", g_strstrip (sign + 1), &let.expression))
        return FALSE;
      g_array_append_val (self->blueprint->lets, let);
      if (!add_name (self, "let", list[i]))
        return FALSE;
    }
  return TRUE;
}

/* "needs=side * side = n; ..." with one sentence each in "needs-words". */
static gboolean
read_needs (Reader *self)
{
  g_auto (GStrv) relations = ws_section_dup_list (self->section, "needs");
  g_auto (GStrv) words = ws_section_dup_list (self->section, "needs-words");

  if (g_strv_length (relations) != g_strv_length (words))
    return ws_section_refuse (self->section, "needs",
                              _ ("it must be given together with needs-words."));
  for (guint i = 0; relations[i] != NULL; i++)
    {
      WsBlueprintNeed need = { .words = g_strdup (words[i]) };

      g_array_append_val (self->blueprint->needs, need);
      if (!read_expression (self, "needs", relations[i],
                            &g_array_index (self->blueprint->needs, WsBlueprintNeed, i).relation))
        return FALSE;
    }
  return TRUE;
}

/* ---- types ---- */

static const struct {
  const char *name;
  WsValueType type;
} type_names[] = {
  { "int", WS_VALUE_S32 },  { "uint", WS_VALUE_U32 },  { "float", WS_VALUE_F32 },
  { "long", WS_VALUE_S64 }, { "ulong", WS_VALUE_U64 }, { "double", WS_VALUE_F64 },
  { "byte", WS_VALUE_B8 },
};

static gboolean
find_type (const char *name, WsValueType *type)
{
  for (guint i = 0; i < G_N_ELEMENTS (type_names); i++)
    if (g_str_equal (type_names[i].name, name))
      {
        *type = type_names[i].type;
        return TRUE;
      }
  return FALSE;
}

static gboolean
read_type (Reader *self, const char *name, gboolean *typed, WsValueType *type)
{
  g_autofree char *key = g_strconcat (name, ".type", NULL);
  g_autofree char *text = ws_section_dup (self->section, key);

  *typed = text != NULL;
  return text == NULL || find_type (text, type)
         || ws_section_refuse (self->section, key, _ ("unknown type “%s”."), text);
}

/* ---- buffers ---- */

/* The word before the numbers, and their minimum and maximum number. */
static const struct {
  const char *name;
  WsContentsKind kind;
  guint least;
  guint most;
} contents[] = {
  { "nothing", WS_CONTENTS_NOTHING, 0, 0 },   { "zeros", WS_CONTENTS_CONSTANT, 0, 0 },
  { "constant", WS_CONTENTS_CONSTANT, 1, 1 }, { "ramp", WS_CONTENTS_RAMP, 2, 2 },
  { "random", WS_CONTENTS_RANDOM, 2, 4 },
};

/* "NAME.contents=random -9, 11", "ramp 0, 1", or the name of a function of the host. */
static gboolean
read_contents (Reader *self, WsBlueprintBuffer *buffer)
{
  g_autofree char *key = g_strconcat (buffer->name, ".contents", NULL);
  g_autofree char *given = ws_section_dup (self->section, key);
  const char *text = given != NULL                       ? given
                     : (buffer->use & WS_BUFFER_IN) != 0 ? "random -9, 11"
                                                         : "nothing";
  gsize length = strcspn (text, " ");
  g_autofree char *word = g_strndup (text, length);
  g_auto (GStrv) numbers = NULL;

  buffer->maker = ws_reference_find (word);
  buffer->kind = WS_CONTENTS_VALUES;
  if (buffer->maker != NULL && text[length] == '\0')
    return TRUE;
  numbers = text[length] != '\0' ? split_commas (text + length) : g_new0 (char *, 1);
  for (guint i = 0; i < G_N_ELEMENTS (contents); i++)
    {
      guint n = g_strv_length (numbers);

      if (!g_str_equal (contents[i].name, word) || n < contents[i].least || n > contents[i].most)
        continue;
      buffer->kind = contents[i].kind;
      for (guint k = 0; k < n; k++)
        if (!read_expression (self, key, numbers[k], &buffer->numbers[k]))
          return FALSE;
      return TRUE;
    }
  return ws_section_refuse (self->section, key,
                            _ ("“%s” must be nothing, zeros, constant A, ramp A, B, random A, "
                               "B, or a function of the host."),
                            text);
}

/* "NAME.begins=3, 1, 7": first elements of seed 0. */
static gboolean
read_begins (Reader *self, WsBlueprintBuffer *buffer)
{
  g_autofree char *key = g_strconcat (buffer->name, ".begins", NULL);
  g_autofree char *text = ws_section_dup (self->section, key);
  g_auto (GStrv) parts = NULL;

  buffer->begins = g_array_new (FALSE, FALSE, sizeof (gint64));
  if (text == NULL)
    return TRUE;
  parts = split_commas (text);
  for (guint i = 0; parts[i] != NULL; i++)
    {
      gint64 value;

      if (!g_ascii_string_to_signed (parts[i], 10, G_MININT32, G_MAXINT32, &value, NULL))
        return ws_section_refuse (self->section, key, _ ("“%s” is not an integer."), parts[i]);
      g_array_append_val (buffer->begins, value);
    }
  return TRUE;
}

static gboolean
read_use (Reader *self, WsBlueprintBuffer *buffer)
{
  static const struct {
    const char *name;
    guint use;
  } uses[] = { { "in", WS_BUFFER_IN },
               { "out", WS_BUFFER_OUT },
               { "both", WS_BUFFER_IN | WS_BUFFER_OUT } };
  g_autofree char *key = g_strconcat (buffer->name, ".use", NULL);
  g_autofree char *text = NULL;

  if (!ws_section_read_text (self->section, key, &text))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (uses); i++)
    if (g_str_equal (uses[i].name, text))
      buffer->use = uses[i].use;
  return buffer->use != 0
         || ws_section_refuse (self->section, key, _ ("“%s” is not in, out or both."), text);
}

static gboolean
read_buffers (Reader *self)
{
  g_auto (GStrv) names = NULL;

  if (!ws_section_read_list (self->section, "buffers", &names))
    return FALSE;
  for (guint i = 0; names[i] != NULL; i++)
    {
      g_autofree char *key = g_strconcat (names[i], ".columns", NULL);
      g_autofree char *symbol = g_strconcat (names[i], ".symbol", NULL);
      WsBlueprintBuffer *buffer;

      g_array_set_size (self->blueprint->buffers, i + 1);
      buffer = &g_array_index (self->blueprint->buffers, WsBlueprintBuffer, i);
      buffer->name = g_strdup (names[i]);
      buffer->symbol = ws_section_dup (self->section, symbol);
      if (!ws_expression_is_name (names[i]))
        return ws_section_refuse (self->section, "buffers", _ ("“%s” is not a name."), names[i]);
      if (!read_type (self, names[i], &buffer->typed, &buffer->type)
          || !read_part (self, names[i], "length", "n", &buffer->length)
          || (ws_section_has (self->section, key)
              && !read_part (self, names[i], "columns", NULL, &buffer->columns))
          || !read_use (self, buffer) || !read_contents (self, buffer)
          || !read_begins (self, buffer))
        return FALSE;
    }
  return TRUE;
}

/* -1 if there is no such name. */
static int
find_buffer (const WsBlueprint *shape, const char *name)
{
  for (guint i = 0; i < shape->buffers->len; i++)
    if (g_str_equal (g_array_index (shape->buffers, WsBlueprintBuffer, i).name, name))
      return (int)i;
  return -1;
}

/* ---- launches ---- */

static void
argument_clear (gpointer data)
{
  WsBlueprintArgument *argument = data;

  g_free (argument->name);
  g_clear_pointer (&argument->value, ws_expression_free);
}

/* "in", "in + offset", "n", "float 2 * n". A type differs from a name in what follows it. */
static gboolean
read_argument (Reader *self, const char *key, const char *text, guint index,
               WsBlueprintArgument *argument)
{
  gsize length = strcspn (text, " +");
  g_autofree char *word = g_strndup (text, length);
  const char *rest = text + length + strspn (text + length, " ");

  argument->type = WS_VALUE_S32;
  argument->buffer = find_buffer (self->blueprint, word);
  if (argument->buffer >= 0)
    {
      argument->name = g_strdup (word);
      if (g_array_index (self->blueprint->buffers, WsBlueprintBuffer, argument->buffer).symbol
          != NULL)
        return ws_section_refuse (self->section, key,
                                  _ ("“%s” is a variable of the PTX, not an argument."), word);
      if (*rest != '\0' && *rest != '+')
        return ws_section_refuse (self->section, key,
                                  _ ("“%s” must have the form BUFFER + ELEMENT."), text);
      return read_expression (self, key, *rest == '+' ? rest + 1 : "0", &argument->value);
    }
  if (*rest != '\0' && find_type (word, &argument->type))
    text = rest;
  argument->name = ws_expression_is_name (text) ? g_strdup (text)
                                                : g_strdup_printf (_ ("argument %u"), index + 1);
  return read_expression (self, key, text, &argument->value);
}

static gboolean
read_arguments (Reader *self, const char *name, WsBlueprintLaunch *launch)
{
  g_autofree char *key = g_strconcat (name, ".arguments", NULL);
  g_auto (GStrv) list = NULL;

  launch->arguments = g_array_new (FALSE, TRUE, sizeof (WsBlueprintArgument));
  g_array_set_clear_func (launch->arguments, argument_clear);
  if (!ws_section_read_list (self->section, key, &list))
    return FALSE;
  if (g_strv_length (list) > WS_PLAN_MAX_ARGUMENTS)
    return ws_section_refuse (self->section, key, _ ("a kernel has at most %u arguments."),
                              WS_PLAN_MAX_ARGUMENTS);
  for (guint i = 0; list[i] != NULL; i++)
    {
      g_array_set_size (launch->arguments, i + 1);
      if (!read_argument (self, key, list[i], i,
                          &g_array_index (launch->arguments, WsBlueprintArgument, i)))
        return FALSE;
    }
  return TRUE;
}

static gboolean
read_launches (Reader *self)
{
  g_auto (GStrv) names = NULL;

  if (!ws_section_read_list (self->section, "launches", &names))
    return FALSE;
  for (guint i = 0; names[i] != NULL; i++)
    {
      g_autofree char *entry = g_strconcat (names[i], ".entry", NULL);
      g_autofree char *call = g_strconcat (names[i], ".call", NULL);
      WsBlueprintLaunch *launch;

      g_array_set_size (self->blueprint->launches, i + 1);
      launch = &g_array_index (self->blueprint->launches, WsBlueprintLaunch, i);
      launch->entry = ws_section_dup (self->section, entry);
      launch->call = ws_section_dup (self->section, call);
      if (launch->entry == NULL)
        launch->entry = g_strdup (self->kernel->entry);
      if (launch->call == NULL)
        launch->call = g_strdup (self->kernel->call);
      if (!read_part (self, names[i], "times", "1", &launch->times)
          || !read_axes (self, names[i], "grid", launch->grid)
          || !read_axes (self, names[i], "block", launch->block)
          || !read_part (self, names[i], "shared", "0", &launch->shared)
          || !read_part (self, names[i], "elements", "n", &launch->elements)
          || !read_part (self, names[i], "results", "n", &launch->results)
          || !read_arguments (self, names[i], launch))
        return FALSE;
    }
  return TRUE;
}

/* ---- checks ---- */

/* Whether the host's function supports all types of the buffer, and its inputs exist. */
static gboolean
check_reference (Reader *self, const char *key, const WsReference *reference,
                 const WsBlueprintBuffer *buffer)
{
  for (guint t = 0; self->kernel->types[t] != NULL; t++)
    {
      WsValueType type = buffer->type;

      if (!buffer->typed)
        ws_plan_type_parse (self->kernel->types[t], &type);
      if ((reference->types & (1u << type)) == 0)
        return ws_section_refuse (self->section, key,
                                  _ ("the type of “%s” does not match that of “%s”."),
                                  reference->name, buffer->name);
    }
  for (guint i = 0; reference->buffers[i] != NULL; i++)
    if (find_buffer (self->blueprint, reference->buffers[i]) < 0)
      return ws_section_refuse (self->section, key, _ ("“%s” needs an unknown buffer, “%s”."),
                                reference->name, reference->buffers[i]);
  for (guint i = 0; reference->numbers[i] != NULL; i++)
    {
      guint k = 0;

      while (k < self->blueprint->names->len
             && !g_str_equal (self->blueprint->names->pdata[k], reference->numbers[i]))
        k++;
      if (k == self->blueprint->names->len)
        return ws_section_refuse (self->section, key, _ ("“%s” needs an unknown number, “%s”."),
                                  reference->name, reference->numbers[i]);
    }
  return TRUE;
}

/* "out equals scan", "out folds in" */
static gboolean
read_check (Reader *self, const char *text, WsBlueprintCheck *check)
{
  g_auto (GStrv) words = g_strsplit_set (text, " ", 3);
  int buffer = words[0] != NULL ? find_buffer (self->blueprint, words[0]) : -1;
  const WsBlueprintBuffer *checked;
  int of;

  if (buffer < 0 || words[1] == NULL || words[2] == NULL)
    return ws_section_refuse (self->section, "check",
                              _ ("“%s” does not have the form out equals scan, or out folds in."),
                              text);
  check->buffer = (guint)buffer;
  checked = &g_array_index (self->blueprint->buffers, WsBlueprintBuffer, buffer);
  if (g_str_equal (words[1], "equals"))
    {
      check->kind = WS_CHECK_EQUALS;
      check->reference = ws_reference_find (words[2]);
      if (check->reference == NULL)
        return ws_section_refuse (self->section, "check", _ ("“%s” is not a function of the host."),
                                  words[2]);
      return check_reference (self, "check", check->reference, checked)
             && read_part (self, words[0], "checked", "n", &check->count)
             && read_part (self, words[0], "roundings", "0", &check->roundings);
    }
  of = find_buffer (self->blueprint, words[2]);
  if (!g_str_equal (words[1], "folds") || of < 0)
    return ws_section_refuse (self->section, "check", _ ("“%s” folds an unknown buffer."), text);
  check->kind = WS_CHECK_FOLD;
  check->of = (guint)of;
  return read_part (self, words[0], "checked", "1", &check->count)
         && read_part (self, words[0], "roundings", NULL, &check->roundings);
}

static gboolean
read_checks (Reader *self)
{
  g_auto (GStrv) list = NULL;

  if (!ws_section_read_list (self->section, "check", &list))
    return FALSE;
  for (guint i = 0; list[i] != NULL; i++)
    {
      g_array_set_size (self->blueprint->checks, i + 1);
      if (!read_check (self, list[i],
                       &g_array_index (self->blueprint->checks, WsBlueprintCheck, i)))
        return FALSE;
    }
  return TRUE;
}

/* For contents computed by the host: like a check of the buffer itself. */
static gboolean
check_makers (Reader *self)
{
  for (guint i = 0; i < self->blueprint->buffers->len; i++)
    {
      const WsBlueprintBuffer *buffer =
          &g_array_index (self->blueprint->buffers, WsBlueprintBuffer, i);

      if (buffer->maker == NULL)
        continue;
      if (buffer->maker->buffers[0] != NULL)
        return ws_section_refuse (self->section, buffer->name,
                                  _ ("its contents, “%s”, depend on another buffer."),
                                  buffer->maker->name);
      if (!check_reference (self, "contents", buffer->maker, buffer))
        return FALSE;
    }
  return TRUE;
}

/* ---- the whole ---- */

static void
let_clear (gpointer data)
{
  g_clear_pointer (&((WsBlueprintLet *)data)->expression, ws_expression_free);
}

static void
need_clear (gpointer data)
{
  WsBlueprintNeed *need = data;

  g_clear_pointer (&need->relation, ws_expression_free);
  g_free (need->words);
}

static void
buffer_clear (gpointer data)
{
  WsBlueprintBuffer *buffer = data;

  g_free (buffer->name);
  g_free (buffer->symbol);
  g_clear_pointer (&buffer->length, ws_expression_free);
  g_clear_pointer (&buffer->columns, ws_expression_free);
  for (guint i = 0; i < WS_BLUEPRINT_MAX_NUMBERS; i++)
    g_clear_pointer (&buffer->numbers[i], ws_expression_free);
  g_clear_pointer (&buffer->begins, g_array_unref);
}

static void
launch_clear (gpointer data)
{
  WsBlueprintLaunch *launch = data;

  g_free (launch->entry);
  g_free (launch->call);
  g_clear_pointer (&launch->times, ws_expression_free);
  for (guint i = 0; i < 3; i++)
    {
      g_clear_pointer (&launch->grid[i], ws_expression_free);
      g_clear_pointer (&launch->block[i], ws_expression_free);
    }
  g_clear_pointer (&launch->shared, ws_expression_free);
  g_clear_pointer (&launch->elements, ws_expression_free);
  g_clear_pointer (&launch->results, ws_expression_free);
  g_clear_pointer (&launch->arguments, g_array_unref);
}

static void
check_clear (gpointer data)
{
  WsBlueprintCheck *check = data;

  g_clear_pointer (&check->count, ws_expression_free);
  g_clear_pointer (&check->roundings, ws_expression_free);
}

static GArray *
new_array (gsize size, GDestroyNotify clear)
{
  GArray *array = g_array_new (FALSE, TRUE, (guint)size);

  g_array_set_clear_func (array, clear);
  return array;
}

void
ws_blueprint_free (WsBlueprint *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->names);
  g_array_unref (self->lets);
  g_array_unref (self->needs);
  g_array_unref (self->buffers);
  g_array_unref (self->launches);
  g_array_unref (self->checks);
  g_free (self);
}

/**
 * ws_blueprint_read:
 * @section: of a kernel of a plan "launches"
 * @kernel: the kernel, with its options and types already read
 *
 * Returns: (transfer full) (nullable): buffers, launches and checks
 */
WsBlueprint *
ws_blueprint_read (const WsSection *section, const WsCatalogKernel *kernel)
{
  g_autoptr (WsBlueprint) self = g_new0 (WsBlueprint, 1);
  Reader reader = { section, kernel, self };

  self->names = g_ptr_array_new_with_free_func (g_free);
  self->lets = new_array (sizeof (WsBlueprintLet), let_clear);
  self->needs = new_array (sizeof (WsBlueprintNeed), need_clear);
  self->buffers = new_array (sizeof (WsBlueprintBuffer), buffer_clear);
  self->launches = new_array (sizeof (WsBlueprintLaunch), launch_clear);
  self->checks = new_array (sizeof (WsBlueprintCheck), check_clear);
  if (!add_names (&reader) || !read_lets (&reader) || !read_needs (&reader)
      || !read_buffers (&reader) || !read_launches (&reader) || !read_checks (&reader)
      || !check_makers (&reader))
    return NULL;
  return g_steal_pointer (&self);
}
