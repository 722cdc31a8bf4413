/* guess.c: guesses a plan for kernels of a source: from launches in host code, if any, and from the
 * kernels' own code. Every guess has its reason. */
#include "reader/access-ranges.h"
#include "reader/entry.h"
#include "reader/infer-length.h"
#include "reader/names.h"
#include "reader/plan-values.h"
#include "reader/texture.h"
#include "words/words.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#define USUAL_N       1024
#define USUAL_SIDE    64 /* of what has two axes or more */
#define USUAL_BLOCK   256
#define USUAL_SQUARE  16
#define USUAL_CUBE    16 /* of a texture with three axes */
#define USUAL_GRID    4
#define USUAL_BINS    256
#define MOST_THREADS  1024 /* of a block */
#define EDGES         1.1  /* maximum factor by which a kernel may stay short of a length */
#define MOST_ELEMENTS (1u << 24)

typedef struct {
  const WsUserSource *source;
  const WsHost *host;
  WsUserPlan *plan;
  const WsUserFunction *kernel;
  const WsHostLaunch *seen; /* nullable */
  WsUserLaunch *launch;
  GPtrArray *instance;       /* utf8: a template's arguments */
  const char *const *listed; /* nullable: the given kernels to launch */
  gboolean takes_first;      /* of several kernels, none of which is requested */
  WsReach reach;             /* of the kernel, in the grid that is guessed */
} Guess;

static char *reason (const char *format, ...) G_GNUC_PRINTF (1, 2);

static char *
reason (const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list arguments;

  va_start (arguments, format);
  text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  return ws_words_shorten (text);
}

static gboolean refuse (GError **error, const char *format, ...) G_GNUC_PRINTF (2, 3);

static gboolean
refuse (GError **error, const char *format, ...)
{
  g_autofree char *whole = NULL;
  g_autofree char *sentence = NULL;
  va_list arguments;

  va_start (arguments, format);
  whole = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  sentence = ws_words_shorten (whole);
  g_set_error_literal (error, WS_USER_PLAN_ERROR, WS_USER_PLAN_ERROR_TYPE, sentence);
  return FALSE;
}

static char *
format_number (double value)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  return g_strdup (g_ascii_formatd (buffer, sizeof buffer, "%.9g", value));
}

/* As written in the source, if it is a literal: 1e-5f, 1024. */
static char *
format_whole (double value, gboolean is_float)
{
  return is_float || value != floor (value) ? format_number (value)
                                            : g_strdup_printf ("%.0f", value);
}

/* ---- templates ---- */

static char *
get_template_default (const WsSpan *parameter, const char *name, gboolean is_type)
{
  static const char *const squares[] = { "tile", "width", "dim" };
  g_autofree char *lower = g_ascii_strdown (name, -1);

  for (guint i = parameter->first; i < parameter->end; i++)
    if (ws_tokens_is (parameter->tokens, i, "="))
      {
        WsSpan value = { parameter->tokens, i + 1, parameter->end };

        return ws_span_dup_text (&value);
      }
  if (is_type)
    return g_strdup ("float");
  if (ws_tokens_is (parameter->tokens, parameter->first, "bool"))
    return g_strdup ("true");
  for (guint i = 0; i < G_N_ELEMENTS (squares); i++)
    if (strstr (lower, squares[i]) != NULL)
      return g_strdup_printf ("%d", USUAL_SQUARE);
  if (strstr (lower, "block") != NULL || strstr (lower, "thread") != NULL)
    return g_strdup_printf ("%d", USUAL_BLOCK);
  return g_strdup ("4");
}

/* "template __global__ void scale<float> (float *, int);" (transfer full) (nullable) */
static char *
find_instance (const WsUserSource *source, const WsUserFunction *kernel, guint index)
{
  for (guint i = 0; i < source->items->len; i++)
    {
      const WsUserItem *item = g_ptr_array_index (source->items, i);
      const WsSpan *span = &item->span;

      if (!ws_tokens_is (span->tokens, span->first, "template")
          || ws_tokens_is (span->tokens, span->first + 1, "<"))
        continue;
      for (guint j = span->first; j + 1 < span->end; j++)
        if (ws_tokens_is (span->tokens, j, kernel->name) && ws_tokens_is (span->tokens, j + 1, "<"))
          {
            WsSpan inside = { span->tokens, j + 2,
                              ws_tokens_skip_angles (span->tokens, j + 1) - 1 };

            if (index-- > 0)
              break;
            return ws_span_dup_text (&inside);
          }
    }
  return NULL;
}

/* What the name of a launch's argument was declared as: of "scale<<<1, n>>> (d_a, n)", where the
 * type is deduced, the buffer's. */
static char *
deduce_type (const Guess *self, const char *parameter)
{
  for (guint i = 0; self->seen != NULL && i < self->kernel->parameters->len; i++)
    {
      const WsUserParameter *one = &g_array_index (self->kernel->parameters, WsUserParameter, i);
      const char *name = i < self->seen->n_arguments ? self->seen->arguments[i].text : NULL;

      if (name == NULL || !ws_span_has_word (&one->type, parameter))
        continue;
      for (guint f = 0; f < self->source->files->len; f++)
        {
          const WsTokens *tokens =
              ((const WsUserFile *)g_ptr_array_index (self->source->files, f))->tokens;

          for (guint k = 2; k < tokens->list->len; k++)
            if (ws_tokens_is (tokens, k, name) && ws_tokens_is (tokens, k - 1, "*")
                && ws_tokens_is_word (tokens, k - 2))
              {
                g_autofree char *type = ws_tokens_dup (tokens, k - 2);
                WsUserType known;

                if (ws_user_type_parse (self->source, type, &known))
                  return g_steal_pointer (&type);
              }
        }
    }
  return NULL;
}

static void
choose_instance (Guess *self, const char *asked)
{
  g_autofree char *found = asked == NULL && (self->seen == NULL || self->seen->instance == NULL)
                               ? find_instance (self->source, self->kernel, 0)
                               : NULL;
  const char *text = asked != NULL                                        ? asked
                     : self->seen != NULL && self->seen->instance != NULL ? self->seen->instance
                                                                          : found;
  g_autoptr (WsTokens) tokens = ws_tokens_new (text != NULL ? text : "");
  WsSpan all = ws_tokens_get_all (tokens);
  g_autoptr (GArray) parts = ws_span_split (&all, ",");

  self->instance = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < self->kernel->template_parameters->len; i++)
    {
      const WsSpan *parameter = &g_array_index (self->kernel->template_parameters, WsSpan, i);
      gboolean is_type;
      g_autofree char *name = ws_host_get_template_name (parameter, &is_type);
      char *value = i < parts->len ? ws_span_dup_text (&g_array_index (parts, WsSpan, i))
                    : is_type      ? deduce_type (self, name)
                                   : NULL;
      WsUserType type;

      /* known only to host code, like a macro's "scalar_t" */
      if (value != NULL && is_type && asked == NULL
          && !ws_user_type_parse (self->source, value, &type))
        g_clear_pointer (&value, g_free);

      g_ptr_array_add (self->instance,
                       value != NULL ? value : get_template_default (parameter, name, is_type));
    }
}

static const char *
find_template_argument (const Guess *self, const char *name)
{
  for (guint i = 0; i < self->instance->len; i++)
    {
      gboolean is_type;
      g_autofree char *one = ws_host_get_template_name (
          &g_array_index (self->kernel->template_parameters, WsSpan, i), &is_type);

      if (g_str_equal (one, name))
        return g_ptr_array_index (self->instance, i);
    }
  return NULL;
}

static char *
look_up_type (const char *name, gpointer data)
{
  return g_strdup (find_template_argument (data, name));
}

static char *
make_expression (const Guess *self)
{
  GString *text = g_string_new (self->kernel->qualified);

  if (self->instance->len == 0)
    return g_string_free (text, FALSE);
  g_string_append_c (text, '<');
  for (guint i = 0; i < self->instance->len; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? ", " : "",
                            (const char *)g_ptr_array_index (self->instance, i));
  g_string_append_c (text, '>');
  return g_string_free (text, FALSE);
}

/* ---- numbers ---- */

/* Of "a.n" the number among those of the structure. */
static gboolean
get_field_number (const Guess *self, const WsUserArgument *argument, const char *name,
                  WsRange *range)
{
  gsize length = strlen (argument->name);
  WsUserType type;
  g_auto (GStrv) parts = NULL;
  guint next = 0;

  if (argument->buffer >= 0 || argument->value.text == NULL
      || !g_str_has_prefix (name, argument->name) || name[length] != '.'
      || !ws_user_type_parse (self->source, argument->type, &type))
    return FALSE;
  parts = g_strsplit (argument->value.text, ",", -1);
  for (guint f = 0; f < type.n_fields;
       next += type.fields[f].is_address ? 0 : type.fields[f].n, f++)
    if (g_str_equal (type.fields[f].name, name + length + 1))
      return !type.fields[f].is_address && type.fields[f].n == 1 && next < g_strv_length (parts)
             && ws_user_plan_evaluate (self->plan, self->launch, parts[next], range);
  return FALSE;
}

static gboolean
get_number (const char *name, WsRange *range, gpointer data)
{
  const Guess *self = data;
  const char *argument = find_template_argument (self, name);

  if (argument != NULL)
    {
      const WsScope scope = { .source = self->source };

      *range = ws_evaluate_text (&scope, argument);
      return TRUE;
    }
  for (guint i = 0; i < self->launch->arguments->len; i++)
    {
      const WsUserArgument *one = ws_user_launch_get_argument (self->launch, i);

      if (one->buffer < 0 && g_str_equal (one->name, name))
        return one->value.text != NULL
               && ws_user_plan_evaluate (self->plan, self->launch, one->value.text, range);
      if (strchr (name, '.') != NULL && get_field_number (self, one, name, range))
        return TRUE;
    }
  return FALSE;
}

/* Usual values of sizes, steps and the like, by their names or prefixes. */
static const struct {
  const char *name;
  double value;
} usual[] = {
  { "stride", 1 },
  { "offset", 0 },
  { "seed", 1234 },
  { "radius", 2 },
  { "iter", 10 },
  { "steps", 10 },
  { "step", 1 },
  { "shift", 1 },
  { "start", 0 },
  { "begin", 0 },
  { "key", 3 },
  { "threshold", 128 },
  { "bins", USUAL_BINS },
  { "nbins", USUAL_BINS },
  { "num_bins", USUAL_BINS },
  { "maxiter", 50 },
  { "max_iter", 50 },
  { "channels", 3 },
  { "k", 4 },
  { "pitch", USUAL_SIDE },
};

static gboolean
find_usual (const char *name, double *value)
{
  g_autofree char *lower = g_ascii_strdown (name, -1);

  for (guint i = 0; i < G_N_ELEMENTS (usual); i++)
    if (strlen (usual[i].name) > 1 ? g_str_has_prefix (lower, usual[i].name)
                                   : g_str_equal (lower, usual[i].name))
      {
        *value = usual[i].value;
        return TRUE;
      }
  return FALSE;
}

static void
guess_number (Guess *self, guint index, const WsUserType *type, WsUserArgument *argument)
{
  const WsHostArgument *seen =
      self->seen != NULL && index < self->seen->n_arguments ? &self->seen->arguments[index] : NULL;
  g_autofree char *text = NULL;
  g_autofree char *why = NULL;
  guint line = 0;
  double value = 1;
  gboolean is_size = !type->is_float && ws_reach_is_size (self->kernel, argument->name, &line);

  /* a variable that host code reads later is 0 before, and as a size would launch nothing; a
   * literal 0 in the launch is intended */
  if (seen != NULL && seen->value.known && seen->value.low == seen->value.high
      && (!is_size || seen->value.low > 0 || g_ascii_isdigit (*seen->text)))
    {
      text = format_whole (seen->value.low, type->is_float);
      why = reason (_ ("the launch in line %u passes “%s”"), self->seen->line, seen->text);
    }
  else if (type->is_empty)
    {
      text = g_strdup ("0");
      why = g_strdup (_ ("it has functions only, no data"));
    }
  else if (type->is_float)
    {
      text = g_strdup ("2");
      why = g_strdup (_ ("any number will do"));
    }
  else if (is_size && !find_usual (argument->name, &value))
    {
      text = g_strdup_printf ("%d", ws_reach_count_axes (self->kernel) > 1 ? USUAL_SIDE : USUAL_N);
      why = reason (_ ("compared with an index in line %u"), line);
    }
  else
    {
      gboolean is_usual = find_usual (argument->name, &value);

      text = format_whole (value, FALSE);
      why = is_usual ? reason (_ ("“%s” is usually about this"), argument->name)
                     : g_strdup (_ ("not known; a default"));
    }
  ws_user_field_set (&argument->value, text, why);
}

/* Of a structure's number, by its name. */
static double
guess_field (const Guess *self, const char *name, WsValueType value)
{
  static const char *const sizes[] = { "n", "size", "count", "len", "length", "num" };
  double usual_value;

  if (find_usual (name, &usual_value))
    return usual_value;
  if (ws_value_type_is_float (value))
    return 1;
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    if (g_ascii_strcasecmp (name, sizes[i]) == 0 && ws_reach_count_axes (self->kernel) == 1)
      return USUAL_N;
  return USUAL_SIDE;
}

/* The numbers of a structure, in order: as set by host code, if known. */
static void
guess_structure (const Guess *self, guint index, const WsUserType *type, WsUserArgument *argument)
{
  const WsHostArgument *seen =
      self->seen != NULL && index < self->seen->n_arguments ? &self->seen->arguments[index] : NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GString) unknown = g_string_new (NULL);
  g_autofree char *why = NULL;
  guint n = 0, n_known = 0;

  for (guint i = 0; i < type->n_fields; i++)
    {
      double usual_value = guess_field (self, type->fields[i].name, type->fields[i].value);
      gboolean is_known = TRUE;

      for (guint j = 0; !type->fields[i].is_address && j < type->fields[i].n; j++)
        {
          WsRange value = seen != NULL && seen->object != NULL
                              ? ws_object_get (seen->object, self->source, type, i, j, n)
                              : (WsRange){ 0 };
          gboolean is_one = value.known && value.low == value.high;
          g_autofree char *number = format_whole (is_one ? value.low : usual_value,
                                                  ws_value_type_is_float (type->fields[i].value));

          g_string_append_printf (text, "%s%s", n++ > 0 ? ", " : "", number);
          n_known += is_one;
          is_known &= is_one;
        }
      if (!is_known)
        g_string_append_printf (unknown, "%s%s", unknown->len > 0 ? ", " : "",
                                type->fields[i].name);
    }
  if (n == 0)
    ws_user_field_set (&argument->value, "0", _ ("holds addresses only"));
  else
    {
      why = n_known == n
                ? reason (_ ("the launch in line %u passes “%s”"), self->seen->line, seen->text)
            : n_known == 0 ? g_strdup (_ ("its fields are not known"))
                           : reason (_ ("not known: %s"), unknown->str);
      ws_user_field_set (&argument->value, text->str, why);
      argument->value.is_unknown = n_known < n && seen != NULL;
    }
}

/* ---- grid and block ---- */

/* A launch without threads, for example with n = 0, is not intended, unless the launch itself says
 * @nothing. */
static gboolean
take_dims (const WsRange dims[3], gboolean nothing, char **text)
{
  guint64 n[3];

  for (guint i = 0; i < 3; i++)
    if (!ws_range_get_count (&dims[i], &n[i]) || (n[i] == 0 && !nothing))
      return FALSE;
  *text = n[2] != 1   ? g_strdup_printf ("%u, %u, %u", (guint)n[0], (guint)n[1], (guint)n[2])
          : n[1] != 1 ? g_strdup_printf ("%u, %u", (guint)n[0], (guint)n[1])
                      : g_strdup_printf ("%u", (guint)n[0]);
  return TRUE;
}

static gboolean
look_up_constant (const WsScope *scope, const char *name, WsRange *range)
{
  if (get_number (name, range, scope->data))
    return range->known;
  *range = ws_host_find_global (scope, name);
  return range->known;
}

/* The lengths of the first shared array, which a block usually fills: rows before columns. */
static guint
read_tile (const Guess *self, guint64 lengths[2])
{
  const WsSpan *body = &self->kernel->body;
  const WsScope scope = { .source = self->source,
                          .lookup = look_up_constant,
                          .data = (gpointer)self };

  for (guint i = body->first; i < body->end; i++)
    {
      guint n = 0;

      if (!ws_tokens_is (body->tokens, i, "__shared__"))
        continue;
      while (i < body->end && !ws_tokens_is (body->tokens, i, "[")
             && !ws_tokens_is (body->tokens, i, ";"))
        i++;
      for (; ws_tokens_is (body->tokens, i, "[") && n < 2;
           i = ws_tokens_get_partner (body->tokens, i) + 1)
        {
          WsSpan inside = { body->tokens, i + 1, ws_tokens_get_partner (body->tokens, i) };
          WsRange range = ws_evaluate (&scope, &inside);

          if (!ws_range_get_count (&range, &lengths[n]))
            break;
          n++;
        }
      if (n > 0)
        return n;
    }
  return 0;
}

/* Returns: whether its size is unknown */
static gboolean
guess_block (Guess *self)
{
  guint axes = ws_reach_count_axes (self->kernel);
  guint64 tile[2];
  guint n_tile;
  gboolean is_usual = FALSE;
  g_autofree char *text = NULL;
  g_autofree char *why = NULL;

  if (self->seen != NULL && take_dims (self->seen->block, self->seen->has_no_threads, &text))
    why = reason (_ ("from the launch in line %u"), self->seen->line);
  else if ((n_tile = read_tile (self, tile)) == 2 && axes == 2
           && MIN (tile[0], tile[1]) * MIN (tile[0], tile[1]) <= 1024)
    {
      guint64 side = MIN (tile[0], tile[1]);

      text = g_strdup_printf ("%u, %u", (guint)side, (guint)side);
      why = g_strdup (_ ("matches its tile of shared memory"));
    }
  else if (n_tile == 1 && axes == 1 && tile[0] >= 32 && tile[0] <= 1024 && tile[0] % 32 == 0)
    {
      text = g_strdup_printf ("%u", (guint)tile[0]);
      why = g_strdup (_ ("matches its array of shared memory"));
    }
  else
    {
      text = axes == 1   ? g_strdup_printf ("%d", USUAL_BLOCK)
             : axes == 2 ? g_strdup_printf ("%d, %d", USUAL_SQUARE, USUAL_SQUARE)
                         : g_strdup ("8, 8, 4");
      why = g_strdup (_ ("a usual size"));
      is_usual = TRUE;
    }
  ws_user_field_set (&self->launch->block, text, why);
  return is_usual;
}

static gboolean
has_block_word (const WsSpan *span)
{
  static const char *const words[] = { "blockIdx", "gridDim", "this_grid", "clusterIdx",
                                       "this_cluster" };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (ws_span_has_word (span, words[i]))
      return TRUE;
  return FALSE;
}

/* Whether the kernel, or a function that it may call, reads the block index. If not, all blocks
 * would do the same. */
static gboolean
tells_blocks_apart (const Guess *self)
{
  GHashTableIter iter;
  const WsUserMacro *macro;

  if (has_block_word (&self->kernel->body))
    return TRUE;
  for (guint i = 0; i < self->source->items->len; i++)
    {
      const WsUserItem *item = g_ptr_array_index (self->source->items, i);

      if (item->kept && (item->function == NULL || !item->function->is_kernel)
          && has_block_word (&item->span))
        return TRUE;
    }
  g_hash_table_iter_init (&iter, self->source->macros);
  while (g_hash_table_iter_next (&iter, NULL, (gpointer *)&macro))
    {
      WsSpan all = ws_tokens_get_all (macro->tokens);

      if (has_block_word (&all))
        return TRUE;
    }
  return FALSE;
}

static gboolean
is_number_type (const Guess *self, const WsUserArgument *argument)
{
  WsUserType type;

  return !ws_user_type_parse (self->source, argument->type, &type) || type.n_fields == 0;
}

/* The numbers that an index along an axis is compared with. */
static const char *
find_size (const Guess *self, guint axis)
{
  static const char *const names[][8] = {
    { "width", "w", "cols", "nx", "n", "ncols", "columns", "size" },
    { "height", "h", "rows", "ny", "m", "nrows", "n", "size" },
    { "depth", "d", "nz", "slices", "n", "size", "nz", "k" },
  };
  const char *only = NULL;

  for (guint k = 0; k < G_N_ELEMENTS (names[axis]); k++)
    for (guint i = 0; i < self->launch->arguments->len; i++)
      {
        const WsUserArgument *one = ws_user_launch_get_argument (self->launch, i);
        g_autofree char *lower = g_ascii_strdown (one->name, -1);
        guint line;

        if (one->buffer >= 0 || !is_number_type (self, one)
            || !ws_reach_is_size (self->kernel, one->name, &line))
          continue;
        if (only == NULL)
          only = one->name;
        if (g_str_equal (lower, names[axis][k]))
          return one->name;
      }
  return only;
}

/* For a grid from host code: an expression, if it just covers one of the launch's numbers, so that
 * it changes with it. (transfer full) */
static char *
fit_grid (const Guess *self, guint axis, guint32 dim)
{
  static const char *const axis_names[] = { "x", "y", "z" };
  const char *likely = find_size (self, axis);

  for (guint i = 0; dim > 1 && i <= self->launch->arguments->len; i++)
    {
      const char *name = i == 0 ? likely : ws_user_launch_get_argument (self->launch, i - 1)->name;
      g_autofree char *text = NULL;
      WsRange size, grid;
      guint line;

      if (name == NULL || !get_number (name, &size, (gpointer)self) || !size.known || size.is_float
          || !ws_reach_is_size (self->kernel, name, &line))
        continue;
      text = g_strdup_printf ("(%s + block.%s - 1) / block.%s", name, axis_names[axis],
                              axis_names[axis]);
      if (ws_user_plan_evaluate (self->plan, self->launch, text, &grid) && grid.low == dim)
        return g_steal_pointer (&text);
    }
  return g_strdup_printf ("%u", dim);
}

static char *
fit_grids (const Guess *self, const char *known)
{
  g_auto (GStrv) parts = g_strsplit (known, ", ", -1);

  for (guint axis = 0; parts[axis] != NULL; axis++)
    {
      char *text = fit_grid (self, axis, (guint32)g_ascii_strtoull (parts[axis], NULL, 10));

      g_free (parts[axis]);
      parts[axis] = text;
    }
  return g_strjoinv (", ", parts);
}

static void
guess_grid (Guess *self)
{
  static const char *const axis_names[] = { "x", "y", "z" };
  guint axes = ws_reach_count_axes (self->kernel);
  g_autofree char *known = NULL;
  g_autofree char *why = NULL;
  g_autoptr (GString) text = g_string_new (NULL);

  if (self->seen != NULL && take_dims (self->seen->grid, self->seen->has_no_blocks, &known))
    {
      g_autofree char *fitted = fit_grids (self, known);

      why = reason (_ ("from the launch in line %u"), self->seen->line);
      ws_user_field_set (&self->launch->grid, fitted, why);
      return;
    }
  if (self->seen == NULL && axes == 1 && !tells_blocks_apart (self))
    {
      ws_user_field_set (&self->launch->grid, "1", _ ("no thread reads blockIdx"));
      return;
    }
  for (guint axis = 0; axis < axes; axis++)
    {
      const char *size = find_size (self, axis);

      if (axis > 0)
        g_string_append (text, ", ");
      if (size == NULL)
        g_string_append_printf (text, "%d", USUAL_GRID);
      else
        g_string_append_printf (text, "(%s + block.%s - 1) / block.%s", size, axis_names[axis],
                                axis_names[axis]);
    }
  ws_user_field_set (&self->launch->grid, text->str,
                     find_size (self, 0) != NULL ? _ ("enough threads for every element")
                                                 : _ ("number of blocks not known"));
}

/* Elements of a parameter per additional thread; 0 if that is not an integer, or does not depend on
 * the block. */
static double
count_per_thread (const WsReach *reach, const char *parameter)
{
  WsReach larger = *reach;
  WsAccessed accessed[2];
  double per_thread;

  larger.block[0] *= 2;
  ws_reach_look (reach, parameter, &accessed[0]);
  ws_reach_look (&larger, parameter, &accessed[1]);
  per_thread = (accessed[1].least - accessed[0].least) / reach->block[0];
  ws_accessed_clear (&accessed[0]);
  ws_accessed_clear (&accessed[1]);
  return per_thread == floor (per_thread) ? per_thread : 0;
}

/* The single block of a grid: one thread per element, if each takes its own. */
static void
fit_only_block (Guess *self, const WsReach *reach)
{
  const char *size = find_size (self, 0);
  double per_thread = 0;
  WsRange n;
  g_autofree char *text = NULL;
  g_autofree char *why = NULL;

  if (size == NULL || !get_number (size, &n, self) || n.low != n.high)
    return;
  for (guint i = 0; i < self->launch->arguments->len; i++)
    if (ws_user_launch_get_argument (self->launch, i)->buffer >= 0)
      per_thread =
          MAX (per_thread,
               count_per_thread (reach, ws_user_launch_get_argument (self->launch, i)->name));
  if (per_thread < 1 || n.low / per_thread != floor (n.low / per_thread) || n.low < per_thread
      || n.low / per_thread > MOST_THREADS)
    return;
  text = per_thread == 1 ? g_strdup (size) : g_strdup_printf ("%s / %.0f", size, per_thread);
  why = per_thread == 1 ? g_strdup (_ ("one element for each thread"))
                        : reason (ngettext ("%.0f element for each thread",
                                            "%.0f elements for each thread", (gulong)per_thread),
                                  per_thread);
  ws_user_field_set (&self->launch->block, text, why);
}

/* "extern __shared__ float s[];", in the kernel or before it. */
typedef struct {
  char name[64];
  guint bytes; /* of an element */
} Dynamic;

static gboolean
read_dynamic (const Guess *self, const WsSpan *span, guint at, Dynamic *found)
{
  const WsTokens *tokens = span->tokens;
  WsSpan type_span = { tokens, at, at };
  g_autofree char *name = NULL;
  WsUserType type;

  while (type_span.end < span->end && !ws_tokens_is (tokens, type_span.end, "[")
         && !ws_tokens_is (tokens, type_span.end, ";"))
    type_span.end++;
  if (!ws_tokens_is (tokens, type_span.end, "[") || !ws_tokens_is (tokens, type_span.end + 1, "]"))
    return FALSE;
  name = ws_tokens_dup (tokens, --type_span.end);
  g_strlcpy (found->name, name, sizeof found->name);
  found->bytes = ws_user_type_read (self->source, &type_span, look_up_type, (gpointer)self, &type)
                     ? type.bytes
                     : 4;
  return TRUE;
}

static gboolean
find_dynamic_in (const Guess *self, const WsSpan *span, Dynamic *found)
{
  for (guint i = span->first; i < span->end; i++)
    {
      guint before = i;

      if (!ws_tokens_is (span->tokens, i, "__shared__"))
        continue;
      while (before > span->first && ws_tokens_is_word (span->tokens, before)
             && !ws_tokens_is (span->tokens, before, "extern"))
        before--;
      if (ws_tokens_is (span->tokens, before, "extern") && read_dynamic (self, span, i + 1, found))
        return TRUE;
    }
  return FALSE;
}

static gboolean
find_dynamic (const Guess *self, Dynamic *found)
{
  if (find_dynamic_in (self, &self->kernel->body, found))
    return TRUE;
  for (guint i = 0; i < self->source->items->len; i++)
    {
      const WsUserItem *item = g_ptr_array_index (self->source->items, i);

      if (item->kept && item->function == NULL && find_dynamic_in (self, &item->span, found)
          && ws_span_has_word (&self->kernel->body, found->name))
        return TRUE;
    }
  return FALSE;
}

/* Required elements of shared memory: the range of its indices. Data that is read was stored
 * before, so the range of stores suffices if it is known: for "if (i % (2 * s) == 0) x[i] += x[i +
 * s]", the bound of the sum is unknown. */
static double
count_shared (const WsAccessed *accessed)
{
  return ceil (accessed->length.known && accessed->stored.known && accessed->stored.high >= 1
                   ? MIN (accessed->least, accessed->stored.high)
                   : accessed->least);
}

/* Whether a larger block needs more. */
static gboolean
goes_with_block (const WsReach *reach, const char *name, double count)
{
  WsReach larger = *reach;
  WsAccessed accessed;
  gboolean goes;

  for (guint i = 0; i < 3; i++)
    larger.block[i] *= larger.block[i] > 1 ? 2 : 1;
  ws_reach_look (&larger, name, &accessed);
  goes = count_shared (&accessed) != count;
  ws_accessed_clear (&accessed);
  return goes;
}

/* The required size, as an expression of the block if it depends on it. */
static void
guess_dynamic (Guess *self, const Dynamic *found, const WsReach *reach)
{
  WsReach inner = *reach;
  WsAccessed accessed;
  double threads = (double)reach->block[0] * reach->block[1] * reach->block[2];
  g_autofree char *text = NULL;
  double length, times;

  inner.element_bytes = found->bytes;
  ws_reach_look (&inner, found->name, &accessed);
  length = count_shared (&accessed);
  times = length / threads;
  if (length < 1)
    {
      text = g_strdup_printf ("block.x * block.y * block.z * %u", MAX (found->bytes, 4));
      ws_user_field_set (&self->launch->shared, text,
                         _ ("default, one element for each thread; its extent is not known"));
    }
  else
    {
      gboolean is_of_block = goes_with_block (&inner, found->name, length);

      if (is_of_block && length > threads && times != floor (times) && length - threads <= 64)
        text = g_strdup_printf ("(block.x * block.y * block.z + %.0f) * %u", length - threads,
                                found->bytes);
      else if (is_of_block && times == floor (times) && times * found->bytes >= 1 && threads > 1)
        text = g_strdup_printf ("block.x * block.y * block.z * %.0f", times * found->bytes);
      else
        {
          g_autofree char *elements =
              ws_user_infer_length (self->plan, self->launch, length, length);

          text = g_ascii_isdigit (*elements) ? g_strdup_printf ("%.0f", length * found->bytes)
                                             : g_strdup_printf ("%s * %u", elements, found->bytes);
        }
      ws_user_field_set (&self->launch->shared, text, _ ("the kernel's extent in shared memory"));
    }
  ws_accessed_clear (&accessed);
}

static void
guess_shared (Guess *self, const WsReach *reach)
{
  Dynamic found;
  guint64 count;

  if (self->seen != NULL && ws_range_get_count (&self->seen->shared, &count))
    {
      g_autofree char *text = g_strdup_printf ("%u", (guint)MIN (count, G_MAXUINT));
      g_autofree char *why = reason (_ ("from the launch in line %u"), self->seen->line);

      ws_user_field_set (&self->launch->shared, text, why);
      return;
    }
  if (find_dynamic (self, &found))
    {
      guess_dynamic (self, &found, reach);
      return;
    }
  ws_user_field_set (&self->launch->shared, "0", NULL);
}

/* ---- buffers ---- */

static void
guess_length (Guess *self, WsUserBuffer *buffer, const WsHostBuffer *seen, const WsUserType *type,
              const WsAccessed *accessed, const char *parameter)
{
  g_autofree char *text = NULL;
  g_autofree char *why = NULL;
  guint line;
  const char *size = find_size (self, 0);
  WsRange n = ws_range_new (USUAL_N);
  gboolean from_host = seen != NULL && seen->bytes.known && seen->bytes.low >= type->bytes;

  if (from_host)
    {
      double length = floor (seen->bytes.low / type->bytes);

      text = ws_user_infer_length (self->plan, self->launch, length, length);
      why = reason (_ ("line %u allocates %.0f bytes"), seen->line, seen->bytes.low);
    }
  else if (accessed->length.known && accessed->length.high <= MOST_ELEMENTS)
    {
      double length = MAX (ceil (accessed->length.high), 1);

      /* elements that a stencil's edges skip exist nevertheless */
      text = ws_user_infer_length (self->plan, self->launch, length, length * EDGES);
      why = g_strdup (_ ("the kernel's extent in it"));
    }
  else if (accessed->adds && !accessed->length.known)
    {
      text = g_strdup_printf ("%d", USUAL_BINS);
      why = g_strdup (_ ("its index depends on data"));
    }
  else
    {
      if (size != NULL)
        get_number (size, &n, self);
      text = size == NULL ? g_strdup_printf ("%d", USUAL_N)
             : ws_reach_count_axes (self->kernel) > 1 && n.known && n.low < 4096
                 ? g_strdup_printf ("%s * %s", size, find_size (self, 1))
                 : g_strdup (size);
      why = size != NULL && ws_reach_is_size (self->kernel, size, &line)
                ? reason (_ ("line %u compares an index with “%s”"), line, size)
                : g_strdup (_ ("its length is not known"));
    }
  if (!from_host && accessed->is_cut && !accessed->length.known)
    {
      g_free (why);
      why = g_strdup (ws_work_tell_cut ());
    }
  ws_user_field_set (&buffer->length, text, why);
}

static void
guess_use (const Guess *self, WsUserBuffer *buffer, const WsUserType *type,
           const WsAccessed *accessed)
{
  const char *use = type->is_const || !accessed->writes ? "in" : accessed->reads ? "inout" : "out";
  const char *why = type->is_const      ? _ ("it is const")
                    : !accessed->writes ? _ ("the kernel only reads it")
                    : accessed->reads   ? _ ("the kernel reads and writes it")
                                        : _ ("the kernel only writes it");

  /* a buffer that one launch writes and another reads is both */
  if (buffer->use.text != NULL && !g_str_equal (buffer->use.text, use))
    {
      use = "inout";
      why = _ ("one launch writes it, another reads it");
    }
  ws_user_field_set (&buffer->use, use, why);
}

/* (transfer full) (nullable): contents, of what is understood */
static char *
format_fill (const WsFill *fill)
{
  static const char *const words[] = {
    [WS_FILL_ZEROS] = "zeros",   [WS_FILL_CONSTANT] = "constant", [WS_FILL_RAMP] = "ramp",
    [WS_FILL_RANDOM] = "random", [WS_FILL_UNIFORM] = "uniform",   [WS_FILL_VALUES] = "values",
  };
  g_autofree char *first = format_whole (fill->first, FALSE);
  g_autofree char *step = format_whole (fill->step, FALSE);
  g_autofree char *last = format_whole (fill->first + fill->step, FALSE);

  switch (fill->kind)
    {
    case WS_FILL_ZEROS:
      return g_strdup (words[fill->kind]);
    case WS_FILL_CONSTANT:
      return g_strdup_printf ("%s %s", words[fill->kind], first);
    case WS_FILL_RAMP:
      return g_strdup_printf ("%s %s %s", words[fill->kind], first, step);
    case WS_FILL_RANDOM:
    case WS_FILL_UNIFORM:
      return g_strdup_printf ("%s %s %s", words[fill->kind], first, last);
    case WS_FILL_VALUES:
      return g_strdup_printf ("%s %s", words[fill->kind], fill->text);
    case WS_FILL_EXPRESSION:
      return g_strdup (fill->text);
    default:
      return NULL;
    }
}

static gboolean
set_fill (WsUserBuffer *buffer, const WsFill *fill)
{
  g_autofree char *text = format_fill (fill);
  g_autofree char *why = NULL;

  if (text == NULL)
    return FALSE;
  why = fill->kind == WS_FILL_RANDOM || fill->kind == WS_FILL_UNIFORM
            ? reason (_ ("line %u fills it with random numbers in this range"), fill->line)
            : reason (_ ("as filled in line %u"), fill->line);
  ws_user_field_set (&buffer->contents, text, why);
  return TRUE;
}

/* Any numbers will do, unless host code has its own, which are not understood. */
static void
set_default (WsUserBuffer *buffer, const WsHostBuffer *seen, const char *text)
{
  g_autofree char *why =
      seen != NULL && seen->fill.kind == WS_FILL_OTHER
          ? reason (_ ("default; how line %u fills it was not understood"), seen->fill.line)
          : g_strdup (_ ("any numbers will do"));

  ws_user_field_set (&buffer->contents, text, why);
}

/* Numbers that say where in an array: a parameter's, or one of shared memory, as long as it is
 * declared, or as the kernel goes through it. (transfer full) */
static char *
format_places (const Guess *self, const char *array)
{
  const WsSpan *body = &self->kernel->body;
  const WsScope scope = { .source = self->source,
                          .lookup = look_up_constant,
                          .data = (gpointer)self };
  WsReach inner = self->reach;
  WsAccessed accessed;
  g_autofree char *length = NULL;

  for (guint i = 0; i < self->kernel->parameters->len; i++)
    if (g_str_equal (g_array_index (self->kernel->parameters, WsUserParameter, i).name, array))
      return g_strdup_printf ("random 0 length(%s)", array);
  for (guint i = body->first; i + 2 < body->end; i++)
    {
      WsSpan inside = { body->tokens, i + 2, ws_tokens_get_partner (body->tokens, i + 1) };
      WsRange range = { 0 };
      guint64 count;

      if (!ws_tokens_is (body->tokens, i, array) || !ws_tokens_is (body->tokens, i + 1, "["))
        continue;
      range = ws_evaluate (&scope, &inside);
      if (ws_range_get_count (&range, &count) && count > 0)
        return g_strdup_printf ("random 0 %" G_GUINT64_FORMAT, count);
      break;
    }
  inner.element_bytes = 0;
  ws_reach_look (&inner, array, &accessed);
  length = accessed.least >= 1 ? ws_user_infer_length (self->plan, self->launch,
                                                       ceil (accessed.least), ceil (accessed.least))
                               : g_strdup_printf ("%d", USUAL_BINS);
  ws_accessed_clear (&accessed);
  return g_strdup_printf ("random 0 %s", length);
}

static void
guess_contents (const Guess *self, WsUserBuffer *buffer, const WsHostBuffer *seen,
                const WsUserType *type, const WsAccessed *accessed, const char *parameter)
{
  const char *use = buffer->use.text;
  g_autofree char *text = NULL;
  g_autofree char *why = NULL;

  if (seen != NULL && set_fill (buffer, &seen->fill))
    return;
  if (g_str_equal (use, "out"))
    ws_user_field_set (&buffer->contents, "nothing", _ ("only written"));
  else if (accessed->adds || g_str_has_prefix (buffer->type.text, "curandState"))
    ws_user_field_set (&buffer->contents, "zeros", _ ("the kernel adds to it"));
  else if (ws_reach_is_row_start (parameter))
    {
      text = g_strdup_printf ("ramp 0 %d", WS_REACH_ROW_ELEMENTS);
      ws_user_field_set (&buffer->contents, text, _ ("by its name: where each row begins"));
    }
  else if (accessed->indexes != NULL && !type->is_float)
    {
      text = format_places (self, accessed->indexes);
      why = reason (_ ("an index into “%s”"), accessed->indexes);
      ws_user_field_set (&buffer->contents, text, why);
    }
  else
    set_default (buffer, seen, type->is_float ? "random" : "random 0 100");
}

static guint
find_or_add_buffer (Guess *self, const char *name, const char *id)
{
  for (guint i = 0; i < self->plan->buffers->len; i++)
    if (*id != '\0' && g_str_equal (ws_user_plan_get_buffer (self->plan, i)->id, id))
      return i;
  for (guint i = 0; i < self->plan->buffers->len; i++)
    if (g_str_equal (ws_user_plan_get_buffer (self->plan, i)->name, name))
      {
        /* another launch's: by host code's name for it, or a number */
        g_autofree char *other = g_strndup (id, strcspn (id, "@"));
        g_autofree char *numbered = g_strdup_printf ("%s_%u", name, self->plan->buffers->len);
        WsUserBuffer *added = ws_user_plan_add_buffer (
            self->plan, *other != '\0' && !g_str_equal (other, name) ? other : numbered);

        g_free (added->id);
        added->id = g_strdup (id);
        return self->plan->buffers->len - 1;
      }
  {
    WsUserBuffer *added = ws_user_plan_add_buffer (self->plan, name);

    g_free (added->id);
    added->id = g_strdup (id);
  }
  return self->plan->buffers->len - 1;
}

/* Of a parameter that is "void *": "float", of "(float *)p" or "static_cast<float *> (p)".
 * (transfer full) (nullable): %NULL of others */
static char *
dup_cast_type (const Guess *self, const WsUserParameter *parameter)
{
  const WsSpan *body = &self->kernel->body;
  const WsTokens *tokens = body->tokens;

  if (!ws_span_has_word (&parameter->type, "void") || !ws_span_has_word (&parameter->type, "*"))
    return NULL;
  for (guint i = body->first + 2; i < body->end; i++)
    {
      guint close = ws_tokens_is (tokens, i - 1, "(") && ws_tokens_is (tokens, i - 2, ">") ? i - 2
                    : ws_tokens_is (tokens, i - 1, ")")                                    ? i - 1
                                                                                           : 0;
      WsSpan inside = { tokens, 0, close };
      WsUserType type;

      if (!ws_tokens_is (tokens, i, parameter->name) || close == 0
          || !ws_tokens_is (tokens, close - 1, "*"))
        continue;
      inside.first = (close == i - 1 ? ws_tokens_get_partner (tokens, close)
                                     : ws_tokens_find_angle (tokens, close))
                     + 1;
      inside.end = close - 1;
      while (ws_tokens_is (tokens, inside.first, "const"))
        inside.first++;
      if (ws_user_type_read (self->source, &inside, look_up_type, (gpointer)self, &type))
        return ws_span_dup_text (&inside);
    }
  return g_strdup ("unsigned char");
}

static void
guess_buffer (Guess *self, guint index, const WsUserParameter *parameter, const WsUserType *type)
{
  const WsHostArgument *argument =
      self->seen != NULL && index < self->seen->n_arguments ? &self->seen->arguments[index] : NULL;
  const char *id = argument != NULL && argument->buffer != NULL ? argument->buffer : "";
  const WsHostBuffer *seen = *id != '\0' ? g_hash_table_lookup (self->host->buffers, id) : NULL;
  WsUserArgument *own = ws_user_launch_get_argument (self->launch, index);
  guint n_before = self->plan->buffers->len;
  guint number = find_or_add_buffer (self, parameter->name, id);
  WsUserBuffer *buffer = ws_user_plan_get_buffer (self->plan, number);
  WsReach inner = self->reach;
  WsAccessed accessed;

  own->buffer = (int)number;
  inner.element_bytes = type->bytes;
  ws_reach_look (&inner, parameter->name, &accessed);
  if (argument != NULL && argument->offset.known && argument->offset.low > 0)
    {
      g_autofree char *text = g_strdup_printf ("%.0f", argument->offset.low);

      ws_user_field_set (&own->value, text, _ ("from the launch"));
    }
  else
    ws_user_field_set (&own->value, "0", NULL);
  if (number >= n_before)
    {
      WsSpan bare = parameter->type;
      g_autofree char *made = dup_cast_type (self, parameter);
      g_autoptr (GString) words = g_string_new (made);

      for (guint i = bare.first; made == NULL && i < bare.end; i++)
        {
          g_autofree char *word = ws_tokens_dup (bare.tokens, i);
          const char *stands = find_template_argument (self, word);

          if (ws_tokens_is_word (bare.tokens, i) && !g_str_equal (word, "const")
              && !g_str_has_prefix (word, "__restrict") && !g_str_equal (word, "volatile"))
            g_string_append_printf (words, "%s%s", words->len > 0 ? " " : "",
                                    stands != NULL ? stands : word);
        }
      ws_user_field_set (&buffer->type, words->str,
                         made != NULL ? _ ("what the kernel makes of it")
                                      : _ ("from the parameter"));
      guess_length (self, buffer, seen, type, &accessed, parameter->name);
    }
  guess_use (self, buffer, type, &accessed);
  if (number >= n_before)
    guess_contents (self, buffer, seen, type, &accessed, parameter->name);
  ws_accessed_clear (&accessed);
}

/* Number of texels, from the kernel's numbers; else a default. */
static void
guess_texels (Guess *self, const WsUserTextureUse *use, WsUserBuffer *buffer)
{
  g_autoptr (GString) sizes = g_string_new (NULL);
  g_autoptr (GString) product = g_string_new (NULL);
  const char *before = NULL;
  gboolean is_said = TRUE;

  for (guint axis = 0; axis < use->n_axes; axis++)
    {
      const char *size = find_size (self, axis);
      g_autofree char *most = g_strdup_printf ("%d", use->n_axes == 1   ? USUAL_N
                                                     : use->n_axes == 2 ? USUAL_SIDE
                                                                        : USUAL_CUBE);
      gboolean is_other = size != NULL && g_strcmp0 (size, before) != 0;

      is_said &= is_other;
      g_string_append_printf (sizes, "%s%s", axis > 0 ? ", " : "", is_other ? size : most);
      g_string_append_printf (product, "%s%s", axis > 0 ? " * " : "", is_other ? size : most);
      before = size;
    }
  ws_user_texture_append_words (self->source, use, sizes);
  ws_user_field_set (&buffer->length, product->str,
                     is_said ? _ ("compared with coordinates") : _ ("its size is not known"));
  ws_user_field_set (&buffer->texture, sizes->str,
                     _ ("from the functions that access it and the host code"));
}

static void
guess_texture (Guess *self, guint index, const WsUserParameter *parameter)
{
  WsUserArgument *own = ws_user_launch_get_argument (self->launch, index);
  guint n_before = self->plan->buffers->len;
  guint number = find_or_add_buffer (self, parameter->name, "");
  WsUserBuffer *buffer = ws_user_plan_get_buffer (self->plan, number);
  WsUserTextureUse use;
  WsUserType type;

  own->buffer = (int)number;
  ws_user_field_set (&own->value, "0", NULL);
  if (number < n_before)
    return;
  ws_user_texture_look (self->kernel, parameter->name, &use);
  ws_user_field_set (&buffer->type, use.type != NULL ? use.type : "float",
                     use.type != NULL ? _ ("type of the kernel's accesses")
                                      : _ ("texel type not known"));
  guess_texels (self, &use, buffer);
  /* texels read as floats from 0 to 1 are nearly always bytes */
  if (strstr (buffer->texture.text, " floats") != NULL
      && g_str_has_prefix (buffer->type.text, "float"))
    {
      g_autofree char *bytes = g_strconcat ("uchar", buffer->type.text + strlen ("float"), NULL);

      ws_user_field_set (&buffer->type, bytes, _ ("read as floats"));
    }
  ws_user_field_set (&buffer->use,
                     !use.writes ? "in"
                     : use.reads ? "inout"
                                 : "out",
                     _ ("from the functions that access it and the host code"));
  ws_user_type_parse (self->source, buffer->type.text, &type);
  ws_user_field_set (&buffer->contents,
                     use.writes && !use.reads ? "nothing"
                     : type.is_float          ? "random"
                                              : "random 0 100",
                     use.writes && !use.reads ? _ ("only written") : _ ("any numbers will do"));
  ws_user_texture_use_clear (&use);
}

/* __constant__ arrays that host code fills, or that nothing sets. */
static void
guess_symbols (Guess *self)
{
  for (guint i = 0; i < self->source->items->len; i++)
    {
      const WsUserItem *item = g_ptr_array_index (self->source->items, i);
      const WsSpan *span = &item->span;
      const WsScope scope = { .source = self->source, .lookup = look_up_constant, .data = self };
      guint name = span->first;
      WsSpan type_span;
      WsUserType type;
      WsRange length = ws_range_new (1);
      g_autofree char *text = NULL;
      g_autofree char *id = NULL;
      WsUserBuffer *buffer;
      const WsHostBuffer *seen;

      if (item->function != NULL || !item->kept || !ws_span_has_word (span, "__constant__")
          || ws_span_has_word (span, "=") || ws_span_has_word (span, "{"))
        continue;
      while (name + 1 < span->end && !ws_tokens_is (span->tokens, name + 1, "[")
             && !ws_tokens_is (span->tokens, name + 1, ";"))
        name++;
      type_span = (WsSpan){ span->tokens, span->first, name };
      text = ws_tokens_dup (span->tokens, name);
      if (!ws_user_type_read (self->source, &type_span, NULL, NULL, &type))
        continue;
      for (guint j = name + 1; ws_tokens_is (span->tokens, j, "[");
           j = ws_tokens_get_partner (span->tokens, j) + 1)
        {
          WsSpan inside = { span->tokens, j + 1, ws_tokens_get_partner (span->tokens, j) };
          WsRange one = ws_evaluate (&scope, &inside);

          length.known &= one.known;
          length.low *= one.low;
        }
      if (!length.known)
        continue;
      buffer = ws_user_plan_add_buffer (self->plan, text);
      buffer->symbol = g_strconcat (item->prefix, text, NULL);
      id = g_strconcat (text, "@", NULL);
      seen = g_hash_table_lookup (self->host->buffers, id);
      {
        g_autofree char *count = g_strdup_printf ("%.0f", length.low);
        g_autofree char *of =
            g_strdup (type.n_fields > 0 ? "" : ws_user_type_name_value (type.value));
        WsSpan words = type_span;
        g_autofree char *whole = NULL;

        while (words.first < words.end
               && (ws_tokens_is (words.tokens, words.first, "__constant__")
                   || ws_tokens_is (words.tokens, words.first, "static")
                   || ws_tokens_is (words.tokens, words.first, "__device__")))
          words.first++;
        whole = ws_span_dup_text (&words);
        ws_user_field_set (&buffer->type, *of != '\0' ? of : whole, _ ("from the declaration"));
        ws_user_field_set (&buffer->length, count, _ ("from the declaration"));
      }
      ws_user_field_set (&buffer->use, "in", _ ("it is constant"));
      if (seen == NULL || !set_fill (buffer, &seen->fill))
        set_default (buffer, seen, type.is_float ? "random" : "random 0 10");
    }
}

/* ---- launches ---- */

/* "void *" is the address of what the kernel makes of it; of bytes where it does not say. */
static gboolean
read_parameter_type (const Guess *self, const WsUserParameter *parameter, WsUserType *type)
{
  g_autofree char *made = dup_cast_type (self, parameter);

  if (made == NULL)
    return ws_user_type_read (self->source, &parameter->type, look_up_type, (gpointer)self, type);
  if (!ws_user_type_parse (self->source, made, type))
    return FALSE;
  type->is_pointer = TRUE;
  type->is_const = ws_span_has_word (&parameter->type, "const");
  return TRUE;
}

/* Whether each address in a structure is one of numbers. */
static gboolean
can_fill (const WsUserType *type)
{
  for (guint f = 0; f < type->n_fields; f++)
    if (type->fields[f].is_address && type->fields[f].of_bytes == 0)
      return FALSE;
  return TRUE;
}

/* An argument for each address in a structure, behind those of the parameters. */
static void
add_fields (Guess *self, guint parameter, const WsUserType *type)
{
  g_autofree char *structure =
      g_strdup (ws_user_launch_get_argument (self->launch, parameter)->name);

  for (guint f = 0; f < type->n_fields; f++)
    if (type->fields[f].is_address)
      {
        g_autofree char *name = g_strconcat (structure, ".", type->fields[f].name, NULL);
        WsUserArgument *argument = ws_user_launch_add_argument (self->launch, name, 0);

        argument->type = g_strdup (ws_user_type_name_value (type->fields[f].of));
      }
}

/* Facts about an address in a structure.
 * @lambda: (nullable): that the structure replaces
 * @address: (nullable): that the lambda captures
 * @is_const: whether nothing is written through it */
typedef struct {
  const WsLambda *lambda;
  const WsHostAddress *address;
  gboolean is_const;
} Field;

/* The use of captures follows from the lambda's code; they are named as in host code.
 */
static void
guess_field_buffer (Guess *self, guint index, const char *field, const Field *of)
{
  WsUserArgument *own = ws_user_launch_get_argument (self->launch, index);
  const char *name = of->lambda != NULL ? field : own->name;
  const char *id = of->address != NULL && of->address->buffer != NULL ? of->address->buffer : "";
  const WsHostBuffer *seen = *id != '\0' ? g_hash_table_lookup (self->host->buffers, id) : NULL;
  guint n_before = self->plan->buffers->len;
  guint number = find_or_add_buffer (self, name, id);
  WsUserBuffer *buffer = ws_user_plan_get_buffer (self->plan, number);
  WsReach inner = self->reach;
  WsAccessed accessed;
  WsUserType type;

  own->buffer = (int)number;
  if (of->address != NULL && of->address->offset.known && of->address->offset.low > 0)
    {
      g_autofree char *text = g_strdup_printf ("%.0f", of->address->offset.low);

      ws_user_field_set (&own->value, text, _ ("from the launch"));
    }
  else
    ws_user_field_set (&own->value, "0", NULL);
  ws_user_type_parse (self->source, own->type, &type);
  type.is_pointer = TRUE;
  type.is_const = of->is_const;
  inner.element_bytes = type.bytes;
  if (of->lambda != NULL)
    {
      inner.kernel = of->lambda->call;
      inner.number = NULL;
    }
  ws_reach_look (&inner, name, &accessed);
  if (number >= n_before)
    {
      ws_user_field_set (&buffer->type, own->type,
                         of->lambda != NULL ? _ ("from the declaration")
                                            : _ ("from the structure"));
      guess_length (self, buffer, seen, &type, &accessed, name);
    }
  guess_use (self, buffer, &type, &accessed);
  if (number >= n_before)
    guess_contents (self, buffer, seen, &type, &accessed, name);
  ws_accessed_clear (&accessed);
}

static void
guess_field_buffers (Guess *self, const WsUserType *types)
{
  guint index = self->kernel->parameters->len;

  for (guint i = 0; i < self->kernel->parameters->len; i++)
    {
      const WsHostArgument *seen =
          self->seen != NULL && i < self->seen->n_arguments ? &self->seen->arguments[i] : NULL;
      guint n = 0;

      for (guint f = 0; types[i].has_addresses && !types[i].is_pointer && f < types[i].n_fields;
           f++)
        {
          Field of = { .is_const = types[i].fields[f].is_const };

          if (!types[i].fields[f].is_address)
            continue;
          of.lambda = seen != NULL ? seen->lambda : NULL;
          if (of.lambda != NULL && n < seen->captured->len)
            of.address = &g_array_index (seen->captured, WsHostAddress, n);
          n++;
          guess_field_buffer (self, index++, types[i].fields[f].name, &of);
        }
    }
}

static void
take_reach (const Guess *self, WsReach *reach)
{
  if (!ws_user_plan_get_dims (self->plan, self->launch, &self->launch->grid, reach->grid))
    reach->grid[0] = reach->grid[1] = reach->grid[2] = 1;
  if (!ws_user_plan_get_dims (self->plan, self->launch, &self->launch->block, reach->block))
    reach->block[0] = reach->block[1] = reach->block[2] = 1;
}

/* @reach: (inout): takes the sizes */
static void
guess_launch_dims (Guess *self, WsReach *reach)
{
  gboolean is_usual = guess_block (self);

  guess_grid (self);
  take_reach (self, reach);
  if (!is_usual || self->seen != NULL || ws_reach_count_axes (self->kernel) > 1
      || !g_str_equal (self->launch->grid.text, "1"))
    return;
  fit_only_block (self, reach);
  take_reach (self, reach);
}

static gboolean
check_parameters (const WsUserSource *source, const WsUserFunction *kernel, GError **error)
{
  if (kernel->parameters->len <= WS_JOB_MAX_ARGUMENTS)
    return TRUE;
  return refuse (error, _ ("%s:%u: “%s” has %u parameters; at most %d are supported."),
                 ((const WsUserFile *)g_ptr_array_index (source->files, kernel->file))->name,
                 kernel->line, kernel->name, kernel->parameters->len, WS_JOB_MAX_ARGUMENTS);
}

/* Parameters, addresses in structures and constants. */
static gboolean
check_buffers (const WsUserSource *source, const WsUserPlan *plan, GError **error)
{
  if (plan->buffers->len <= WS_JOB_MAX_BUFFERS)
    return TRUE;
  return refuse (error, _ ("“%s” needs %u buffers for its launches; at most %d are supported."),
                 ((const WsUserFile *)g_ptr_array_index (source->files, 0))->name,
                 plan->buffers->len, WS_JOB_MAX_BUFFERS);
}

static gboolean
guess_arguments (Guess *self, GError **error)
{
  const GArray *parameters = self->kernel->parameters;
  g_autofree WsUserType *types = g_new0 (WsUserType, parameters->len + 1);

  self->reach = (WsReach){
    .source = self->source,
    .kernel = self->kernel,
    .number = get_number,
    .type = look_up_type,
    .data = self,
  };
  if (!check_parameters (self->source, self->kernel, error))
    return FALSE;
  for (guint i = 0; i < parameters->len; i++)
    {
      const WsUserParameter *parameter = &g_array_index (parameters, WsUserParameter, i);
      g_autofree char *type = ws_span_dup_text (&parameter->type);
      WsUserArgument *argument;

      if (!read_parameter_type (self, parameter, &types[i]))
        {
          return refuse (
              error,
              _ ("%s:%u: parameter “%s” of “%s” has type “%s”, which is not supported: use "
                 "numbers, structures of numbers, or pointers to them."),
              ((const WsUserFile *)g_ptr_array_index (self->source->files, self->kernel->file))
                  ->name,
              self->kernel->line, parameter->name, self->kernel->name, type);
        }
      types[i].is_pointer |= parameter->is_array;
      if (types[i].has_addresses && !types[i].is_pointer && !can_fill (&types[i]))
        {
          return refuse (
              error,
              _ ("%s:%u: parameter “%s” of “%s” has type “%s”, a structure with a pointer to "
                 "structures or an array of pointers, which is not supported: pass the pointer as "
                 "a separate parameter."),
              ((const WsUserFile *)g_ptr_array_index (self->source->files, self->kernel->file))
                  ->name,
              self->kernel->line, parameter->name, self->kernel->name, type);
        }
      argument = ws_user_launch_add_argument (self->launch, parameter->name, -1);
      /* what a template's parameter stands for, which nothing knows by its name later on */
      argument->type = types[i].n_fields > 0
                           ? ws_user_type_spell (&parameter->type, look_up_type, self)
                           : g_strdup (ws_user_type_name_value (types[i].value));
      if (types[i].is_pointer || ws_user_texture_is_type (&parameter->type))
        argument->buffer = 0;
      else if (types[i].n_fields > 0)
        guess_structure (self, i, &types[i], argument);
      else
        guess_number (self, i, &types[i], argument);
    }
  for (guint i = 0; i < parameters->len; i++)
    if (types[i].has_addresses && !types[i].is_pointer)
      add_fields (self, i, &types[i]);
  guess_launch_dims (self, &self->reach);
  guess_shared (self, &self->reach);
  for (guint i = 0; i < parameters->len; i++)
    if (ws_user_texture_is_type (&g_array_index (parameters, WsUserParameter, i).type))
      guess_texture (self, i, &g_array_index (parameters, WsUserParameter, i));
    else if (types[i].is_pointer)
      guess_buffer (self, i, &g_array_index (parameters, WsUserParameter, i), &types[i]);
  guess_field_buffers (self, types);
  return TRUE;
}

static gboolean
guess_launch (Guess *self, const char *asked, GError **error)
{
  g_autofree char *expression = NULL;
  gboolean guessed;

  choose_instance (self, asked);
  expression = make_expression (self);
  self->launch = ws_user_plan_add_launch (self->plan, expression);
  self->launch->line = self->seen != NULL ? self->seen->line : 0;
  guessed = guess_arguments (self, error);
  g_clear_pointer (&self->instance, g_ptr_array_unref);
  return guessed;
}

static gboolean
say_which (const WsUserSource *source, GError **error)
{
  const char *file = ((const WsUserFile *)g_ptr_array_index (source->files, 0))->name;
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint i = 0; i < source->kernels->len; i++)
    g_string_append_printf (
        names, "%s%s:%s", i > 0 ? ", " : "", file,
        ((const WsUserFunction *)g_ptr_array_index (source->kernels, i))->qualified);
  g_set_error (error, WS_USER_PLAN_ERROR, WS_USER_PLAN_ERROR_WHICH,
               _ ("“%s” has %u kernels and launches none: choose one of %s."), file,
               source->kernels->len, names->str);
  return FALSE;
}

/* "scale<float>" is the kernel "scale" of "float". (transfer full) (nullable): the latter */
static char *
split_name (const char *kernel, char **name)
{
  const char *angle = strchr (kernel, '<');

  *name = angle != NULL ? g_strndup (kernel, (gsize)(angle - kernel)) : g_strdup (kernel);
  return angle != NULL ? g_strndup (angle + 1, MAX (strlen (angle), 2) - 2) : NULL;
}

static gboolean
has_listed (const Guess *self)
{
  for (guint i = 0; self->listed[i] != NULL; i++)
    {
      g_autofree char *name = NULL;

      g_free (split_name (self->listed[i], &name));
      if (ws_user_source_find_kernel (self->source, name) == NULL)
        return FALSE;
    }
  return self->listed[0] != NULL;
}

static gboolean
guess_listed (Guess *self, GError **error)
{
  for (guint i = 0; self->listed[i] != NULL; i++)
    {
      g_autofree char *name = NULL;
      g_autofree char *instance = split_name (self->listed[i], &name);

      self->kernel = ws_user_source_find_kernel (self->source, name);
      if (!guess_launch (self, instance, error))
        return FALSE;
    }
  return TRUE;
}

/* (nullable): the argument that is a lambda without a replacing structure */
static const WsHostArgument *
find_refused (const WsHostLaunch *launch)
{
  for (guint i = 0; i < launch->n_arguments; i++)
    {
      const WsHostArgument *one = &launch->arguments[i];

      if (one->is_lambda && (one->lambda == NULL || one->lambda->refused != NULL))
        return one;
    }
  return NULL;
}

static gboolean
refuse_lambda (const Guess *self, const WsHostLaunch *launch, GError **error)
{
  const WsUserFile *file = g_ptr_array_index (self->source->files, 0);
  const WsLambda *lambda = find_refused (launch)->lambda;

  return refuse (error,
                 _ ("%s:%u: “%s” is launched with a lambda that cannot be passed to a kernel here. "
                    "%s"),
                 file->name, launch->line, launch->kernel->name,
                 lambda != NULL ? lambda->refused : _ ("It lacks “__device__”."));
}

/* Whether a kernel calls a parameter, or reads its fields, so that it is not a number. */
static gboolean
is_object (const WsUserFunction *kernel, const char *name)
{
  const WsSpan *body = &kernel->body;

  for (guint i = ws_tokens_find (body->tokens, body->first, name); i < body->end;
       i = ws_tokens_find (body->tokens, i + 1, name))
    if (ws_tokens_is (body->tokens, i + 1, "(") || ws_tokens_is (body->tokens, i + 1, "."))
      return TRUE;
  return FALSE;
}

/* The parameter of a template's type that is an object, where nothing says what type that is: a
 * number in its place would not be what is launched. -1 of none */
static int
find_untyped (const Guess *self)
{
  const WsUserFunction *kernel = self->seen->kernel;
  g_autoptr (WsTokens) tokens =
      ws_tokens_new (self->seen->instance != NULL ? self->seen->instance : "");
  WsSpan all = ws_tokens_get_all (tokens);
  g_autoptr (GArray) known = ws_span_split (&all, ",");

  for (guint k = 0; k < kernel->template_parameters->len; k++)
    {
      gboolean is_type;
      g_autofree char *name = ws_host_get_template_name (
          &g_array_index (kernel->template_parameters, WsSpan, k), &is_type);
      WsUserType type;

      if (!is_type
          || (k < known->len
              && ws_user_type_read (self->source, &g_array_index (known, WsSpan, k), NULL, NULL,
                                    &type)))
        continue;
      for (guint i = 0; i < MIN (kernel->parameters->len, self->seen->n_arguments); i++)
        {
          const WsUserParameter *one = &g_array_index (kernel->parameters, WsUserParameter, i);

          if (ws_span_has_word (&one->type, name) && !ws_span_has_word (&one->type, "*")
              && is_object (kernel, one->name))
            return (int)i;
        }
    }
  return -1;
}

static gboolean
refuse_untyped (const Guess *self, guint index, GError **error)
{
  const WsUserFile *file = g_ptr_array_index (self->source->files, 0);
  const WsHostLaunch *launch = self->seen;

  return refuse (error,
                 _ ("%s:%u: the type of “%s”, which “%s” is launched with, is not known: write the "
                    "template’s arguments, as in “%s<float, Plus>”."),
                 file->name, launch->line, launch->arguments[index].text, launch->kernel->name,
                 launch->kernel->name);
}

/* Whether a launch's kernel can be named. */
static gboolean
check_seen (const Guess *self, GError **error)
{
  int untyped;

  if (self->seen == NULL)
    return TRUE;
  if (find_refused (self->seen) != NULL)
    return refuse_lambda (self, self->seen, error);
  untyped = find_untyped (self);
  return untyped < 0 || refuse_untyped (self, (guint)untyped, error);
}

/* As guess_launch(), of one of several: where it cannot be run, the others are.
 * Returns: whether it can */
static gboolean
try_launch (Guess *self, GError **first)
{
  guint n_before = self->plan->launches->len;
  g_autoptr (GError) error = NULL;

  if (check_seen (self, &error) && guess_launch (self, NULL, &error))
    return TRUE;
  g_ptr_array_set_size (self->plan->launches, (int)n_before);
  g_ptr_array_add (self->plan->skipped,
                   g_strdup_printf (self->seen != NULL ? _ ("%s The launch is skipped.")
                                                       : _ ("%s The kernel is skipped."),
                                    error->message));
  if (*first == NULL)
    *first = g_steal_pointer (&error);
  return FALSE;
}

/* @first: (inout): why the first one cannot be run */
static void
guess_seen (Guess *self, const WsUserFunction *kernel, const char *instance, GError **first)
{
  for (guint i = 0; i < self->host->launches->len; i++)
    {
      self->seen = g_ptr_array_index (self->host->launches, i);
      self->kernel = self->seen->kernel;
      if ((kernel == NULL || self->kernel == kernel)
          && (instance == NULL || g_strcmp0 (instance, self->seen->instance) == 0))
        try_launch (self, first);
    }
  self->seen = NULL;
  if (self->host->cut_line > 0 && self->plan->launches->len > 0)
    g_ptr_array_add (
        self->plan->skipped,
        reason (_ ("The loop in line %u makes more launches; only the first %d are used."),
                self->host->cut_line, WS_HOST_MAX_LAUNCHES));
}

/* The requested kernel, the only one, or the first that can be run. */
static gboolean
guess_unseen (Guess *self, const WsUserFunction *kernel, const char *instance, GError **error)
{
  GPtrArray *kernels = self->source->kernels;
  g_autoptr (GError) first = NULL;
  gboolean guessed = FALSE;

  if (kernel == NULL && kernels->len > 1 && !self->takes_first)
    return say_which (self->source, error);
  self->kernel = kernel;
  for (guint i = 0; kernel == NULL && !guessed && i < kernels->len; i++)
    {
      self->kernel = g_ptr_array_index (kernels, i);
      guessed = try_launch (self, &first);
    }
  if (kernel == NULL && !guessed)
    {
      g_propagate_error (error, g_steal_pointer (&first));
      return FALSE;
    }
  if (self->plan->kernel == NULL && kernels->len > 1)
    self->plan->kernel = g_strdup (self->kernel->qualified);
  return guessed || guess_launch (self, instance, error);
}

static gboolean
guess_all (Guess *self, const WsUserFunction *kernel, const char *instance, GError **error)
{
  g_autoptr (GError) first = NULL;
  gboolean guessed;

  guess_seen (self, kernel, instance, &first);
  if (self->plan->launches->len > 0)
    guessed = TRUE;
  else if (first != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&first));
      return FALSE;
    }
  else if (self->listed != NULL && has_listed (self))
    guessed = guess_listed (self, error);
  else
    guessed = guess_unseen (self, kernel, instance, error);
  if (!guessed)
    return FALSE;
  self->instance = g_ptr_array_new ();
  guess_symbols (self);
  g_clear_pointer (&self->instance, g_ptr_array_unref);
  return TRUE;
}

/* By its full name, like "scale<float>" in PTX; else by its template. */
static const WsUserFunction *
find_asked (const WsUserSource *source, const char *kernel, const char *name)
{
  const WsUserFunction *whole = kernel != NULL ? ws_user_source_find_kernel (source, kernel) : NULL;

  return whole != NULL || name == NULL || source->ptx != NULL
             ? whole
             : ws_user_source_find_kernel (source, name);
}

static void
add_once (GPtrArray *list, char *name)
{
  if (g_ptr_array_find_with_equal_func (list, name, g_str_equal, NULL))
    g_free (name);
  else
    g_ptr_array_add (list, name);
}

/* "scale<float>", "scale<int>": as host code launches a template, as the source instantiates it; as
 * is guessed where neither does. */
static void
list_instances (Guess *self, GPtrArray *list)
{
  guint n_before = list->len;

  for (guint i = 0; i < self->host->launches->len; i++)
    {
      self->seen = g_ptr_array_index (self->host->launches, i);
      if (self->seen->kernel != self->kernel)
        continue;
      choose_instance (self, NULL);
      add_once (list, make_expression (self));
      g_clear_pointer (&self->instance, g_ptr_array_unref);
    }
  self->seen = NULL;
  for (guint i = 0;; i++)
    {
      g_autofree char *instance = find_instance (self->source, self->kernel, i);

      if (instance == NULL && list->len > n_before)
        return;
      choose_instance (self, instance);
      add_once (list, make_expression (self));
      g_clear_pointer (&self->instance, g_ptr_array_unref);
    }
}

/* Returns: (transfer full) (element-type utf8): what ws_user_plan_guess() can be asked for: "" for
 * all launches, where host code has several, and each kernel; of a template its instances */
GPtrArray *
ws_user_plan_list_kernels (const WsUserSource *source)
{
  GPtrArray *list = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (WsHost) host = source->ptx == NULL ? ws_host_new (source) : NULL;
  Guess guess = { .source = source, .host = host };

  if (host != NULL && host->launches->len > 1)
    g_ptr_array_add (list, g_strdup (""));
  for (guint i = 0; i < source->kernels->len; i++)
    {
      guess.kernel = g_ptr_array_index (source->kernels, i);
      if (source->ptx == NULL && guess.kernel->template_parameters->len > 0)
        list_instances (&guess, list);
      else if (!guess.kernel->is_specialization)
        add_once (list, g_strdup (guess.kernel->qualified));
    }
  return list;
}

/* @asked: see ws_user_plan_guess(); @listed: nullable: see ws_user_plan_guess_launches() */
static WsUserPlan *
guess_plan (const WsUserSource *source, const char *asked, const char *const *listed,
            GError **error)
{
  const char *file = ((const WsUserFile *)g_ptr_array_index (source->files, 0))->name;
  gboolean takes_first = asked != NULL && *asked == '\0';
  const char *kernel = takes_first ? NULL : asked;
  g_autofree char *name = NULL;
  g_autofree char *instance = kernel != NULL ? split_name (kernel, &name) : NULL;
  const WsUserFunction *function = find_asked (source, kernel, name);
  g_autoptr (WsUserPlan) plan = ws_user_plan_new ();
  g_autoptr (WsHost) host = NULL;
  Guess guess = { .source = source, .plan = plan, .listed = listed, .takes_first = takes_first };

  if (source->kernels->len > 1 || instance != NULL)
    plan->kernel = g_strdup (kernel);
  if (source->kernels->len == 0)
    {
      g_set_error (error, WS_USER_PLAN_ERROR, WS_USER_PLAN_ERROR_NO_KERNEL,
                   source->ptx != NULL
                       ? _ ("“%s” has no kernel: a kernel begins with “.entry”.")
                       : _ ("“%s” has no kernel: a kernel is a function with __global__."),
                   file);
      return NULL;
    }
  if (name != NULL && function == NULL)
    {
      g_set_error (error, WS_USER_PLAN_ERROR, WS_USER_PLAN_ERROR_NO_KERNEL,
                   _ ("“%s” has no kernel “%s”; “warpstage-cli kernels %s” lists its kernels."),
                   file, name, file);
      return NULL;
    }
  if (source->ptx != NULL)
    {
      if (kernel == NULL && source->kernels->len > 1 && !takes_first)
        {
          say_which (source, error);
          return NULL;
        }
      if (kernel == NULL)
        function = g_ptr_array_index (source->kernels, 0);
      if (plan->kernel == NULL && source->kernels->len > 1)
        plan->kernel = g_strdup (function->qualified);
      return check_parameters (source, function, error)
                     && ws_user_guess_entry (source, function, plan, error)
                     && check_buffers (source, plan, error)
                 ? g_steal_pointer (&plan)
                 : NULL;
    }
  host = ws_host_new (source);
  guess.host = host;
  return guess_all (&guess, function, instance, error) && check_buffers (source, plan, error)
             ? g_steal_pointer (&plan)
             : NULL;
}

/**
 * ws_user_plan_guess:
 * @asked: (nullable): which of its kernels, as in "scale" or "scale<float>"; %NULL for those that
 * its host code launches, or for the only one; "" likewise, or for the first of several
 * @error: return location for a #GError: a #WsUserPlanError
 *
 * Returns: (transfer full) (nullable): how it is probably meant to be run
 */
WsUserPlan *
ws_user_plan_guess (const WsUserSource *source, const char *asked, GError **error)
{
  return guess_plan (source, asked, NULL, error);
}

/**
 * ws_user_plan_guess_launches:
 * @kernels: (array zero-terminated=1): what is launched, one after the other, as in "scale<float>",
 * unless its host code says it, or it does not have all of them any more
 * @error: return location for a #GError: a #WsUserPlanError
 *
 * Returns: (transfer full) (nullable): how they are probably meant to be run
 */
WsUserPlan *
ws_user_plan_guess_launches (const WsUserSource *source, const char *const *kernels, GError **error)
{
  return guess_plan (source, "", kernels, error);
}
