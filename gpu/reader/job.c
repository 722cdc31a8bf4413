#include "reader/job.h"

#include "reader/plan-values.h"
#include "reader/expect.h"
#include "user/order.h"
#include "reader/texture.h"

#include "ptx/ptx.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#define FOLD_ROUNDINGS 8         /* for each level of a tree */
#define FRACTIONS      (1 << 20) /* that random ones between two numbers are of */
#define MOST_BYTES     (G_GUINT64_CONSTANT (1) << 31) /* of what is filled in here, and travels */

#define MOST_EVALUATED (1u << 22) /* elements that an expression fills */

typedef struct {
  const WsUserSource *source;
  const WsUserPlan *plan;
  WsUserContents *contents; /* nullable */
  WsPtxModule *module;
  WsJob *job;
  GPtrArray *asked; /* utf8: kernels, without those that came before */
  gint64 *buffers;  /* (array): of the plan's buffers those of the job; -1 of one that is not */
} Maker;

/* (transfer full) (element-type utf8): each kernel once */
static GPtrArray *
list_kernels (const WsUserPlan *plan)
{
  GPtrArray *kernels = g_ptr_array_new ();

  for (guint i = 0; i < plan->launches->len; i++)
    {
      const WsUserLaunch *launch = ws_user_plan_get_launch (plan, i);

      if (!g_ptr_array_find_with_equal_func (kernels, launch->kernel, g_str_equal, NULL))
        g_ptr_array_add (kernels, launch->kernel);
    }
  return kernels;
}

/* The kernel that computes what must come out: another one of the file, or one that a line makes.
 */
static void
ask_expected (const WsUserPlan *self, guint buffer, WsCompileRequest *request)
{
  g_auto (WsExpect) expect = { 0 };
  g_autofree char *text = ws_user_plan_write_reference (self, buffer);

  if (!ws_expect_read (ws_user_plan_get_buffer (self, buffer)->expect.text, &expect, NULL))
    return;
  if (expect.kind == WS_EXPECT_KERNEL)
    g_ptr_array_add (request->expressions, g_strdup (expect.text));
  if (text != NULL)
    {
      char *whole = g_strconcat (request->source, text, NULL);

      g_free (request->source);
      request->source = whole;
    }
}

/**
 * ws_user_plan_ask:
 * @request: (inout): of its source: is asked what the plan's kernels are called in the PTX, and
 * those that compute what must come out
 */
void
ws_user_plan_ask (const WsUserPlan *self, WsCompileRequest *request)
{
  g_autoptr (GPtrArray) kernels = list_kernels (self);

  for (guint i = 0; i < kernels->len; i++)
    g_ptr_array_add (request->expressions, g_strdup (g_ptr_array_index (kernels, i)));
  for (guint i = 0; i < self->buffers->len; i++)
    ask_expected (self, i, request);
}

/* Returns: (transfer full) (nullable): of PTX what a compiler would have made of it; %NULL of
 * sources that have to be compiled */
WsCompileResult *
ws_user_plan_take_ptx (const WsUserPlan *self, const WsUserSource *source)
{
  g_autoptr (GPtrArray) kernels = NULL;
  WsCompileResult *result;

  if (source->ptx == NULL)
    return NULL;
  kernels = list_kernels (self);
  result = ws_compile_result_new ("PTX");
  result->ptx = g_strdup (source->ptx);
  for (guint i = 0; i < kernels->len; i++)
    {
      const WsUserFunction *entry =
          ws_user_source_find_kernel (source, g_ptr_array_index (kernels, i));

      g_ptr_array_add (result->names, g_strdup (entry != NULL ? entry->name : ""));
    }
  return result;
}

/**
 * ws_user_plan_take_reference:
 * @compiled: of a request that ws_user_plan_ask() has asked of it
 * @buffer: index of a buffer of which a kernel or a line says what must come out
 *
 * Returns: (transfer full): of @compiled, what ws_user_plan_make_reference()'s plan is made a job
 * of
 */
WsCompileResult *
ws_user_plan_take_reference (const WsUserPlan *self, const WsUserSource *source,
                             const WsCompileResult *compiled, guint buffer)
{
  g_autoptr (GPtrArray) kernels = list_kernels (self);
  WsCompileResult *result = ws_compile_result_new (compiled->compiler);
  guint index = kernels->len;
  g_auto (WsExpect) expect = { 0 };

  result->ptx = g_strdup (compiled->ptx);
  for (guint i = 0; i < buffer; i++)
    {
      g_auto (WsExpect) one = { 0 };

      if (ws_expect_read (ws_user_plan_get_buffer (self, i)->expect.text, &one, NULL)
          && one.kind == WS_EXPECT_KERNEL)
        index++;
    }
  ws_expect_read (ws_user_plan_get_buffer (self, buffer)->expect.text, &expect, NULL);
  if (expect.kind == WS_EXPECT_LINE)
    g_ptr_array_add (result->names,
                     ws_expect_name_kernel (ws_user_plan_get_buffer (self, buffer)->name));
  else if (source->ptx != NULL)
    {
      const WsUserFunction *entry = ws_user_source_find_kernel (source, expect.text);

      g_ptr_array_add (result->names, g_strdup (entry != NULL ? entry->name : ""));
    }
  else
    g_ptr_array_add (
        result->names,
        g_strdup (index < compiled->names->len ? g_ptr_array_index (compiled->names, index) : ""));
  return result;
}

/* ---- kernels ---- */

static gboolean
add_entry (Maker *self, const char *kernel, const char *name, GError **error)
{
  WsPtxFunction *function = *name != '\0' ? ws_ptx_module_find (self->module, name) : NULL;
  const WsUserLaunch *launch = NULL;
  WsEntry *entry;

  for (guint i = 0; i < self->plan->launches->len && launch == NULL; i++)
    if (g_str_equal (ws_user_plan_get_launch (self->plan, i)->kernel, kernel))
      launch = ws_user_plan_get_launch (self->plan, i);
  if (function == NULL)
    return ws_user_plan_refuse (error, _ ("The compiled program has no kernel “%s”."), kernel);
  if (!ws_ptx_function_check (self->module, function, error))
    return FALSE;
  if (function->params->len != ws_user_launch_count_parameters (launch))
    return ws_user_plan_refuse (error, _ ("“%s” takes %u parameters, but %u are given."), kernel,
                                function->params->len, ws_user_launch_count_parameters (launch));
  entry = ws_job_add_entry (self->job, name, kernel);
  for (guint i = 0; i < function->params->len; i++)
    {
      const WsPtxVariable *parameter = g_ptr_array_index (function->params, i);
      const WsUserArgument *argument = ws_user_launch_get_argument (launch, i);
      g_autofree char *numbered = g_strdup_printf ("parameter %u", i + 1);
      gboolean is_const =
          argument->buffer >= 0
          && g_str_equal (ws_user_plan_get_buffer (self->plan, (guint)argument->buffer)->use.text,
                          "in");

      ws_entry_add_parameter (
          entry, *argument->name != '\0' ? argument->name : numbered, (guint32)parameter->size,
          parameter->align,
          argument->buffer >= 0
              && ws_user_plan_get_buffer (self->plan, (guint)argument->buffer)->texture.text
                     == NULL,
          is_const);
    }
  return TRUE;
}

/* ---- what buffers hold ---- */

static gboolean
is_number (const char *text)
{
  char *end;

  g_ascii_strtod (text, &end);
  return end > text && *end == '\0';
}

static gboolean
get_length (const Maker *self, guint index, guint64 *length, GError **error)
{
  const WsUserBuffer *buffer = ws_user_plan_get_buffer (self->plan, index);
  WsRange range;

  if (!ws_user_plan_evaluate (self->plan, ws_user_plan_find_user (self->plan, index),
                              buffer->length.text, &range))
    range = (WsRange){ 0 };
  if (range.known && range.low == range.high && range.low > WS_RANGE_MAX_COUNT)
    return ws_user_plan_refuse (
        error, _ ("The length of “%s” is %.0f elements: at most %.0f are possible."), buffer->name,
        range.low, WS_RANGE_MAX_COUNT);
  if (ws_range_get_count (&range, length) && *length > 0)
    return TRUE;
  /* of an expression, what it comes to */
  if (range.known && range.low == range.high && !is_number (buffer->length.text))
    return ws_user_plan_refuse (
        error, _ ("The length of “%s” must be an integer of at least 1, not “%s”, which is %g."),
        buffer->name, buffer->length.text, range.low);
  return ws_user_plan_refuse (error,
                              _ ("The length of “%s” must be an integer of at least 1, not “%s”."),
                              buffer->name, buffer->length.text);
}

/* The buffer of a name, or that which a parameter of this name is of the launch that uses @buffer;
 * -1 of none. */
static gint64
find_named (const WsUserPlan *plan, guint buffer, const char *name)
{
  const WsUserLaunch *user = ws_user_plan_find_user (plan, buffer);

  for (guint i = 0; user != NULL && i < user->arguments->len; i++)
    if (ws_user_launch_get_argument (user, i)->buffer >= 0
        && g_str_equal (ws_user_launch_get_argument (user, i)->name, name))
      return ws_user_launch_get_argument (user, i)->buffer;
  for (guint i = 0; i < plan->buffers->len; i++)
    if (g_str_equal (ws_user_plan_get_buffer (plan, i)->name, name))
      return i;
  return -1;
}

/* A number of "ramp 0 1"; "length(a)" is that of another buffer. */
static gboolean
read_number (const Maker *self, guint index, const char *text, double *value, GError **error)
{
  const WsUserBuffer *buffer = ws_user_plan_get_buffer (self->plan, index);
  g_autofree char *name = g_str_has_prefix (text, "length(") && g_str_has_suffix (text, ")")
                              ? g_strndup (text + 7, strlen (text) - 8)
                              : NULL;
  gint64 of = name != NULL ? find_named (self->plan, index, name) : -1;
  WsRange range;

  if (of >= 0)
    {
      guint64 length;

      if (!get_length (self, (guint)of, &length, error))
        return FALSE;
      *value = (double)length;
      return TRUE;
    }
  if (!ws_user_plan_evaluate (self->plan, ws_user_plan_find_user (self->plan, index), text, &range)
      || range.low != range.high)
    return ws_user_plan_refuse (error, _ ("The contents of “%s” must be numbers, not “%s”."),
                                buffer->name, text);
  *value = range.low;
  return TRUE;
}

static void
put_value (guint8 *at, WsValueType type, double value)
{
  gint64 whole = value > -9e18 && value < 9e18 ? (gint64)value : 0;
  guint64 bits = (guint64)whole;

  if (ws_value_type_is_float (type))
    {
      bits = GUINT64_TO_LE (ws_value_from_double (type, value));
      memcpy (at, &bits, ws_value_type_get_width (type));
    }
  else if (type == WS_VALUE_U64 && value >= 9e18)
    memcpy (at, &(guint64){ value < 1.8e19 ? (guint64)value : G_MAXUINT64 }, 8);
  else
    {
      bits = GUINT64_TO_LE (bits);
      memcpy (at, &bits, ws_value_type_get_width (type));
    }
}

/* A whole number in decimal or, behind 0x, in hexadecimal, with nothing lost of 64 bits. FALSE
 * where it has a fraction or an exponent; @fits: (out): whether 64 bits hold it */
static gboolean
read_whole (const char *text, guint64 *bits, gboolean *fits, char **end)
{
  gboolean is_negative = *text == '-';
  const char *digits = text + (*text == '-' || *text == '+');
  gboolean is_hex = digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X');
  guint64 value;

  if (!g_ascii_isdigit (*digits))
    return FALSE;
  errno = 0;
  value = g_ascii_strtoull (digits, end, is_hex ? 16 : 10);
  if (!is_hex && (**end == '.' || **end == 'e' || **end == 'E'))
    return FALSE;
  *fits = errno == 0 && (!is_negative || value <= G_GUINT64_CONSTANT (1) << 63);
  *bits = is_negative ? 0 - value : value;
  return TRUE;
}

/* Whether as many bits hold it as the type has, with or without a sign. */
static gboolean
fits_type (guint64 bits, gboolean is_negative, guint width)
{
  if (width >= 8)
    return TRUE;
  return is_negative ? (gint64)bits >= -(G_GINT64_CONSTANT (1) << (8 * width - 1))
                     : bits < G_GUINT64_CONSTANT (1) << (8 * width);
}

/* Of one number at @at. FALSE where the type cannot hold it; @end: (out): @at where there is none
 */
static gboolean
read_value (const char *at, WsValueType type, guint8 *to, char **end)
{
  guint width = ws_value_type_get_width (type);
  gboolean is_float = ws_value_type_is_float (type);
  gboolean fits = TRUE;
  guint64 bits;
  double value;

  if (!is_float && read_whole (at, &bits, &fits, end))
    {
      fits = fits && fits_type (bits, *at == '-', width);
      bits = GUINT64_TO_LE (bits);
      memcpy (to, &bits, width);
      return fits;
    }
  value = g_ascii_strtod (at, end);
  if (*end == at)
    return TRUE;
  put_value (to, type, value);
  return is_float || (value > -exp2 (8 * width - 1) - 1 && value < exp2 (8 * width));
}

static gboolean
refuse_value (const char *name, const char *text, const char *at, const char *end, GError **error)
{
  g_autofree char *value = g_strndup (at, (gsize)(end - at));
  guint line = 1;
  const char *begin = text;

  for (const char *p = text; p < at; p++)
    if (*p == '\n')
      {
        line++;
        begin = p + 1;
      }
  return ws_user_plan_refuse (error, _ ("%s:%u:%u: %s is too large for the element type."), name,
                              line, (guint)(at - begin) + 1, value);
}

/* Numbers between commas, blanks and lines; what is missing is 0. @name: of the file or the buffer;
 * @n: (out) (optional): how many there are. (transfer full) (nullable) */
static GBytes *
read_values (const char *name, const char *text, WsValueType type, guint64 length, guint64 *n,
             GError **error)
{
  guint width = ws_value_type_get_width (type);
  g_autofree guint8 *data = g_malloc0 (length * width);
  const char *at = text;
  guint64 i;

  for (i = 0; i < length; i++)
    {
      char *end;

      at += strspn (at, ",; \t\r\n{}");
      if (*at == '\0')
        break;
      if (!read_value (at, type, data + i * width, &end))
        {
          refuse_value (name, text, at, end, error);
          return NULL;
        }
      if (end == at)
        {
          /* a heading, or something that is no number */
          at += strcspn (at, ",; \t\r\n");
          i--;
          continue;
        }
      at = end + strspn (end, "fFuUlL");
    }
  if (n != NULL)
    *n = i;
  return g_bytes_new_take (g_steal_pointer (&data), length * width);
}

/* "= i % 7" */
static GBytes *
read_expression (const Maker *self, guint index, const char *text, WsValueType type, guint64 length,
                 GError **error)
{
  const WsUserBuffer *buffer = ws_user_plan_get_buffer (self->plan, index);
  const WsUserLaunch *user = ws_user_plan_find_user (self->plan, index);
  guint width = ws_value_type_get_width (type);
  g_autoptr (WsTokens) tokens = ws_tokens_new (text);
  WsSpan all = ws_tokens_get_all (tokens);
  g_autofree guint8 *data = NULL;

  if (length > MOST_EVALUATED)
    {
      ws_user_plan_refuse (error, _ ("“%s” is too large: an expression fills at most %u elements."),
                           buffer->name, MOST_EVALUATED);
      return NULL;
    }
  data = g_malloc0 (length * width);
  for (guint64 i = 0; i < length; i++)
    {
      WsRange range;

      if (!ws_user_plan_evaluate_at (self->plan, user, &all, i, &range) || range.low != range.high)
        {
          ws_user_plan_refuse (error,
                               _ ("Contents of “%s”: no number for i = %" G_GUINT64_FORMAT
                                  ": “= %s”; an expression may use i and the kernel’s numbers."),
                               buffer->name, i, text);
          return NULL;
        }
      put_value (data + i * width, type, range.low);
    }
  return g_bytes_new_take (g_steal_pointer (&data), length * width);
}

/* @field: that says it
 * @is_float: whether the elements are fractions, whatever type they are packed as */
typedef struct {
  guint index; /* of the buffer */
  const WsUserField *field;
  WsValueType type;
  gboolean is_float;
  guint64 length;
} Wanted;

static GBytes *
read_file (const Maker *self, const Wanted *wanted, const char *name, guint64 *count,
           GError **error)
{
  guint index = wanted->index;
  WsValueType type = wanted->type;
  guint64 length = wanted->length;
  gboolean is_expected = wanted->field == &ws_user_plan_get_buffer (self->plan, index)->expect;
  g_autoptr (GBytes) file = ws_user_contents_get (self->contents, index, is_expected, name, error);
  gsize n;
  guint64 bytes = length * ws_value_type_get_width (type);
  guint8 *data;

  if (file == NULL)
    return NULL;
  if (g_str_has_suffix (name, ".csv") || g_str_has_suffix (name, ".txt"))
    {
      g_autofree char *text = g_strndup (g_bytes_get_data (file, NULL), g_bytes_get_size (file));

      return read_values (name, text, type, length, count, error);
    }
  n = g_bytes_get_size (file);
  if (count != NULL)
    *count = MIN (bytes, n) / ws_value_type_get_width (type);
  data = g_malloc0 (bytes);
  if (n > 0)
    memcpy (data, g_bytes_get_data (file, NULL), MIN (bytes, n));
  return g_bytes_new_take (data, bytes);
}

/* "seed 7", at the end of what random numbers are. */
static gboolean
read_seed (const char *name, char *const *parts, WsContents *contents, GError **error)
{
  char *end;

  if (parts[0] == NULL)
    return TRUE;
  contents->seed = parts[1] != NULL ? g_ascii_strtoull (parts[1], &end, 10) : 0;
  if (parts[1] != NULL && g_ascii_isdigit (*parts[1]) && *end == '\0' && parts[2] == NULL)
    return TRUE;
  return ws_user_plan_refuse (
      error, _ ("After “seed”, “%s” needs an integer, as in “random seed 7”."), name);
}

/* @said: what the field says of contents
 * @count: (out) (optional): of values and files: how many there are */
static gboolean
read_contents (const Maker *self, const Wanted *wanted, const char *said, WsContents *contents,
               guint64 *count, GError **error)
{
  guint index = wanted->index;
  WsValueType type = wanted->type;
  gboolean is_float = wanted->is_float;
  guint64 length = wanted->length;
  const WsUserBuffer *buffer = ws_user_plan_get_buffer (self->plan, index);
  const char *text = said + strspn (said, " ");
  gsize n_word = strcspn (text, " ");
  g_autofree char *word = g_strndup (text, n_word);
  const char *rest = text + n_word + strspn (text + n_word, " ");
  g_auto (GStrv) parts = g_strsplit_set (rest, " ,", -1);
  double numbers[2] = { 0, 0 };
  guint n = 0, n_parts;

  *contents = (WsContents){ .kind = WS_CONTENTS_CONSTANT, .seed = index + 1, .divisor = 1 };
  if (count != NULL)
    *count = length;
  if (*text == '=')
    {
      contents->kind = WS_CONTENTS_VALUES;
      contents->values =
          read_expression (self, index, text + 1 + strspn (text + 1, " "), type, length, error);
      return contents->values != NULL;
    }
  if (length > MOST_BYTES / 8 && (g_str_equal (word, "values") || g_str_equal (word, "file")))
    return ws_user_plan_refuse (error, _ ("“%s” is too large."), buffer->name);
  if (g_str_equal (word, "nothing"))
    contents->kind = WS_CONTENTS_NOTHING;
  else if (g_str_equal (word, "values") || g_str_equal (word, "file"))
    {
      contents->kind = WS_CONTENTS_VALUES;
      contents->values = g_str_equal (word, "values")
                             ? read_values (buffer->name, rest, type, length, count, error)
                             : read_file (self, wanted, rest, count, error);
      return contents->values != NULL;
    }
  if (g_str_equal (word, "nothing") || g_str_equal (word, "zeros"))
    return TRUE;
  for (n_parts = 0; parts[n_parts] != NULL && !g_str_equal (parts[n_parts], "seed");)
    n_parts++;
  if (!read_seed (buffer->name, parts + n_parts, contents, error))
    return FALSE;
  for (guint i = 0; i < n_parts && n < 2; i++)
    if (*parts[i] != '\0' && !read_number (self, index, parts[i], &numbers[n++], error))
      return FALSE;
  contents->first = numbers[0];
  if (g_str_equal (word, "constant") && n == 1)
    return TRUE;
  if (g_str_equal (word, "ramp") && (n == 2 || n == 0))
    {
      contents->kind = WS_CONTENTS_RAMP;
      contents->step = n == 2 ? numbers[1] : 1;
      return TRUE;
    }
  if (g_str_equal (word, "uniform") && n == 2 && numbers[1] > numbers[0])
    {
      contents->kind = WS_CONTENTS_RANDOM;
      contents->first = 0;
      contents->plus = numbers[0];
      contents->count = FRACTIONS;
      contents->divisor = FRACTIONS / (numbers[1] - numbers[0]);
      return TRUE;
    }
  if (!g_str_equal (word, "random") || n == 1 || (n == 2 && !(numbers[1] - numbers[0] >= 1)))
    return ws_user_plan_refuse (
        error,
        _ ("Contents of “%s”: nothing, zeros, constant 1, ramp 0 1, random, random 0 "
           "100, uniform -1 1, values 1, 2, 3, = i %% 7 or file a.csv, not “%s”."),
        buffer->name, said);
  contents->kind = WS_CONTENTS_RANDOM;
  contents->count = n == 2 ? (guint32)MIN (numbers[1] - numbers[0], 4e9) : is_float ? 1024 : 100;
  contents->divisor = n == 0 && is_float ? 1024 : 1;
  return TRUE;
}

/* "a.bin" of "file a.bin": structures as memory has them, no table of numbers. (nullable) */
static const char *
find_memory_file (const char *said)
{
  const char *text = said + strspn (said, " ");

  if (!g_str_has_prefix (text, "file ") || g_str_has_suffix (text, ".csv")
      || g_str_has_suffix (text, ".txt"))
    return NULL;
  text += strlen ("file ");
  return text + strspn (text, " ");
}

static gboolean
read_memory_file (const Maker *self, guint index, const char *name, guint8 *data, guint64 n_bytes,
                  GError **error)
{
  g_autoptr (GBytes) file = ws_user_contents_get (self->contents, index, FALSE, name, error);

  if (file == NULL)
    return FALSE;
  if (g_bytes_get_size (file) > 0)
    memcpy (data, g_bytes_get_data (file, NULL), MIN (n_bytes, g_bytes_get_size (file)));
  return TRUE;
}

/* Structures: each field is filled as a buffer of its own would be, and then they are laid beside
 * each other; or all of them as a file has them. */
static gboolean
fill_structures (const Maker *self, guint index, const WsUserType *type, WsBuffer *buffer,
                 GError **error)
{
  guint64 n_bytes = buffer->length * type->bytes;
  g_autofree guint8 *data = n_bytes <= MOST_BYTES ? g_try_malloc0 (n_bytes) : NULL;
  const WsUserField *said = &ws_user_plan_get_buffer (self->plan, index)->contents;
  const char *file = find_memory_file (said->text);

  if (data == NULL)
    return ws_user_plan_refuse (error, _ ("“%s” is too large."), buffer->name);
  if (file != NULL && !read_memory_file (self, index, file, data, n_bytes, error))
    return FALSE;
  for (guint f = 0; file == NULL && f < type->n_fields; f++)
    {
      WsValueType value = type->fields[f].value;
      guint width = ws_value_type_get_width (value);
      gboolean is_float = ws_value_type_is_float (value);
      WsContents contents = { 0 };
      g_autoptr (GBytes) bytes = NULL;
      const guint8 *from;

      if (!read_contents (
              self, &(Wanted){ index, said, value, is_float, buffer->length * type->fields[f].n },
              said->text, &contents, NULL, error))
        return FALSE;
      if (contents.kind == WS_CONTENTS_NOTHING)
        return TRUE;
      contents.seed += f * 64;
      bytes = ws_contents_make (&contents, value, buffer->length * type->fields[f].n);
      ws_contents_clear (&contents);
      if (bytes == NULL)
        return ws_user_plan_refuse (error, _ ("Not enough memory for “%s”."), buffer->name);
      from = g_bytes_get_data (bytes, NULL);
      for (guint64 i = 0; i < buffer->length; i++)
        memcpy (data + i * type->bytes + type->fields[f].offset,
                from + i * type->fields[f].n * width, width * type->fields[f].n);
    }
  buffer->contents = (WsContents){ .kind = WS_CONTENTS_VALUES, .divisor = 1 };
  buffer->contents.values = g_bytes_new_take (g_steal_pointer (&data), n_bytes);
  return TRUE;
}

/* ---- buffers ---- */

/* Of "result out" the buffer that is meant; its own index of any other. */
static guint
find_source (const WsUserPlan *plan, guint index)
{
  const char *text = ws_user_plan_get_buffer (plan, index)->contents.text;
  guint found = index;

  if (text == NULL || !g_str_has_prefix (text, "result "))
    return index;
  for (guint i = 0; i < plan->buffers->len; i++)
    if (g_str_equal (ws_user_plan_get_buffer (plan, i)->name, text + strlen ("result ")))
      found = i;
  text = ws_user_plan_get_buffer (plan, found)->contents.text;
  /* of a result's result there is no end */
  return text != NULL && g_str_has_prefix (text, "result ") ? index : found;
}

/**
 * ws_user_job_set_structure:
 * @buffer: of a job
 * @type: a structure, or a vector
 *
 * Makes the buffer's elements such.
 */
void
ws_user_job_set_structure (WsBuffer *buffer, const WsUserType *type)
{
  g_array_set_size (buffer->fields, 0);
  for (guint f = 0; f < type->n_fields; f++)
    for (guint j = 0; j < type->fields[f].n && buffer->fields->len < WS_JOB_MAX_FIELDS; j++)
      {
        g_autofree char *name = type->fields[f].n > 1
                                    ? g_strdup_printf ("%s[%u]", type->fields[f].name, j)
                                    : g_strdup (type->fields[f].name);

        ws_buffer_add_field (buffer, name, type->fields[f].value,
                             type->fields[f].offset
                                 + j * ws_value_type_get_width (type->fields[f].value));
      }
  buffer->element_bytes = type->bytes;
}

/* Whether another buffer is what this one holds in the end. */
static gboolean
is_result (const WsUserPlan *plan, guint index)
{
  for (guint i = 0; i < plan->buffers->len; i++)
    if (i != index && find_source (plan, i) == index)
      return TRUE;
  return FALSE;
}

/* "64, 64: filtered clamp", of a buffer of such elements. */
static gboolean
read_texture (const Maker *self, guint index, WsTexture *texture, GError **error)
{
  const WsUserBuffer *own = ws_user_plan_get_buffer (self->plan, index);
  const WsUserLaunch *launch = ws_user_plan_find_user (self->plan, index);
  g_auto (GStrv) halves = g_strsplit (own->texture.text, ":", 2);
  g_auto (GStrv) sizes = NULL;
  guint32 *places[] = { &texture->width, &texture->height, &texture->depth };

  *texture = (WsTexture){ 0 };
  if (halves[0] == NULL)
    return TRUE;
  sizes = g_strsplit (halves[0], ",", -1);
  for (guint i = 0; sizes[i] != NULL; i++)
    {
      guint64 size = 0;
      WsRange range;

      if (i >= G_N_ELEMENTS (places)
          || !ws_user_plan_evaluate (self->plan, launch, sizes[i], &range)
          || !ws_range_get_count (&range, &size) || size == 0 || size > G_MAXUINT32)
        return ws_user_plan_refuse (
            error, _ ("The size of “%s” must be one to three integers of at least 1, not “%s”."),
            own->name, halves[0]);
      *places[i] = (guint32)size;
    }
  if (ws_user_texture_read_words (halves[1] != NULL ? halves[1] : "", own->type.text, texture))
    return TRUE;
  return ws_user_plan_refuse (
      error,
      _ ("“%s” has elements of type “%s” and cannot be “%s”: textures have 1, 2 or 4 "
         "numbers, and are filtered, normalized, floats, surface or fetched, and wrap, "
         "clamp, mirror or border."),
      own->name, own->type.text, own->texture.text);
}

static gboolean
add_buffer (Maker *self, guint index, GError **error)
{
  const WsUserBuffer *own = ws_user_plan_get_buffer (self->plan, index);
  const WsPtxVariable *variable =
      own->symbol != NULL ? ws_ptx_module_find_variable (self->module, own->symbol) : NULL;
  gboolean in = !g_str_equal (own->use.text, "out");
  gboolean out = !g_str_equal (own->use.text, "in");
  WsUserType type;
  guint64 length;
  WsBuffer *buffer;

  self->buffers[index] = -1;
  /* one that the kernels turned out not to need is not there */
  if (own->symbol != NULL && variable == NULL)
    return TRUE;
  if (!ws_user_type_parse (self->source, own->type.text, &type))
    return ws_user_plan_refuse (error, _ ("Unknown element type of “%s”: “%s”."), own->name,
                                own->type.text);
  if (in && out && !g_str_equal (own->use.text, "inout"))
    return ws_user_plan_refuse (error, _ ("“%s” must be in, out or inout, not “%s”."), own->name,
                                own->use.text);
  if (!get_length (self, index, &length, error))
    return FALSE;
  buffer = ws_job_add_buffer (self->job, own->name, type.value, length,
                              (in ? WS_BUFFER_IN : 0u)
                                  | (out || is_result (self->plan, index) ? WS_BUFFER_OUT : 0u));
  buffer->symbol = g_strdup (own->symbol);
  if (own->texture.text != NULL && !read_texture (self, index, &buffer->texture, error))
    return FALSE;
  self->buffers[index] = self->job->buffers->len - 1;
  if (type.n_fields > 0)
    {
      ws_user_job_set_structure (buffer, &type);
      return fill_structures (self, index, &type, buffer, error);
    }
  return read_contents (self, &(Wanted){ index, &own->contents, type.value, type.is_float, length },
                        own->contents.text, &buffer->contents, NULL, error);
}

/* ---- launches ---- */

/* A parameter of so many bytes. */
static WsValueType
fit_type (WsValueType type, guint32 size)
{
  if (size == 1)
    return WS_VALUE_B8;
  if (size == 2 && ws_value_type_get_width (type) != 2)
    return WS_VALUE_B16;
  return type;
}

/* Which byte of its buffer an argument begins with. */
static gboolean
find_begin (const Maker *self, const WsUserLaunch *own, const WsUserArgument *argument,
            guint32 *buffer, guint64 *begin, GError **error)
{
  const WsUserBuffer *plans = ws_user_plan_get_buffer (self->plan, (guint)argument->buffer);
  gint64 of = self->buffers[argument->buffer];
  WsUserType element;
  WsRange range;

  if (!ws_user_plan_evaluate (self->plan, own, argument->value.text, &range)
      || range.low != range.high)
    return ws_user_plan_refuse (error, _ ("“%s” must be a number, not “%s”."), argument->name,
                                argument->value.text);
  ws_user_type_parse (self->source, plans->type.text, &element);
  if (range.low < 0 || of < 0)
    return ws_user_plan_refuse (error, _ ("“%s” begins before the start of its buffer."),
                                argument->name);
  *buffer = (guint32)of;
  *begin = (guint64)range.low * element.bytes;
  return TRUE;
}

/* The addresses in the structure that was added last. */
static gboolean
add_links (const Maker *self, const WsUserLaunch *own, const WsUserArgument *structure,
           const WsUserType *type, WsJobLaunch *launch, GError **error)
{
  for (guint i = ws_user_launch_count_parameters (own); i < own->arguments->len; i++)
    {
      const WsUserArgument *argument = ws_user_launch_get_argument (own, i);
      const char *name = ws_user_argument_get_field (argument, structure->name);
      guint32 buffer;
      guint64 begin;

      for (guint f = 0; name != NULL && argument->buffer >= 0 && f < type->n_fields; f++)
        if (type->fields[f].is_address && g_str_equal (type->fields[f].name, name))
          {
            if (!find_begin (self, own, argument, &buffer, &begin, error))
              return FALSE;
            ws_launch_add_link (launch, type->fields[f].offset, buffer, begin);
          }
    }
  return TRUE;
}

static gboolean
add_structure (const Maker *self, const WsUserLaunch *own, const WsUserArgument *argument,
               guint32 size, WsJobLaunch *launch, GError **error)
{
  g_auto (GStrv) parts = g_strsplit (argument->value.text, ",", -1);
  g_autofree guint8 *data = g_malloc0 (size);
  WsUserType type;
  guint next = 0, n = g_strv_length (parts);

  if (!ws_user_type_parse (self->source, argument->type, &type) || type.bytes != size)
    return ws_user_plan_refuse (error, _ ("“%s” has an unknown type: “%s”."), argument->name,
                                argument->type);
  for (guint f = 0; f < type.n_fields; f++)
    for (guint j = 0; !type.fields[f].is_address && j < type.fields[f].n && next < n; j++, next++)
      {
        WsRange range;

        if (!ws_user_plan_evaluate (self->plan, NULL, parts[next], &range))
          return ws_user_plan_refuse (
              error, _ ("The fields of “%s” must be numbers separated by commas, not “%s”."),
              argument->name, parts[next]);
        put_value (data + type.fields[f].offset
                       + j * ws_value_type_get_width (type.fields[f].value),
                   type.fields[f].value, range.low);
      }
  ws_launch_add_bytes (launch, data, size);
  return add_links (self, own, argument, &type, launch, error);
}

static gboolean
add_argument (const Maker *self, const WsUserLaunch *own, guint index, const WsParameter *parameter,
              WsJobLaunch *launch, GError **error)
{
  const WsUserArgument *argument = ws_user_launch_get_argument (own, index);
  WsUserType type;
  WsRange range;
  guint64 bits = 0;

  ws_user_type_parse (self->source, argument->type, &type);
  if (argument->buffer < 0 && type.n_fields > 0)
    return add_structure (self, own, argument, parameter->size, launch, error);
  if (argument->buffer >= 0)
    {
      guint32 buffer;

      if (!find_begin (self, own, argument, &buffer, &bits, error))
        return FALSE;
      ws_launch_add_buffer (launch, buffer, bits);
      return TRUE;
    }
  if (!ws_user_plan_evaluate (self->plan, own, argument->value.text, &range)
      || range.low != range.high)
    return ws_user_plan_refuse (error, _ ("“%s” must be a number, not “%s”."), argument->name,
                                argument->value.text);
  /* a structure of PTX that no instruction reads */
  if (parameter->size > sizeof bits)
    {
      g_autofree guint8 *nothing = g_malloc0 (parameter->size);

      ws_launch_add_bytes (launch, nothing, parameter->size);
      return TRUE;
    }
  put_value ((guint8 *)&bits, type.value, range.low);
  ws_launch_add_scalar (launch, fit_type (type.value, parameter->size), GUINT64_FROM_LE (bits));
  return TRUE;
}

/* The least and the greatest of the sizes of a grid or a block, of those that are known. */
static void
find_extremes (const Maker *self, const WsUserLaunch *launch, const WsUserField *field,
               double *least, double *most)
{
  g_autoptr (WsTokens) tokens = ws_tokens_new (field->text != NULL ? field->text : "");
  WsSpan all = ws_tokens_get_all (tokens);
  g_autoptr (GArray) parts = ws_span_split (&all, ",");

  *least = *most = 1;
  for (guint i = 0; i < parts->len; i++)
    {
      g_autofree char *part = ws_span_dup_text (&g_array_index (parts, WsSpan, i));
      WsRange size;

      if (!ws_user_plan_evaluate (self->plan, launch, part, &size) || size.low != size.high)
        continue;
      *least = MIN (*least, size.low);
      *most = MAX (*most, size.low);
    }
}

/* What the source itself says has its line. */
static void
add_line (const Maker *self, const WsUserLaunch *launch, const WsUserField *field, GError **error)
{
  const WsUserFile *file = g_ptr_array_index (self->source->files, 0);

  if (field->why != NULL && launch->line > 0)
    g_prefix_error (error, "%s:%u: ", file->name, launch->line);
}

static gboolean
add_launch (Maker *self, guint index, GError **error)
{
  const WsUserLaunch *own = ws_user_plan_get_launch (self->plan, index);
  guint32 grid[3], block[3];
  double least, most;
  guint entry = 0;
  WsJobLaunch *launch;
  WsRange shared;
  guint64 n_shared;

  find_extremes (self, own, &own->block, &least, &most);
  if (least == 0)
    {
      ws_user_plan_refuse (
          error,
          _ ("The block of “%s” must be one to three integers of at least 1, not “%s”. CUDA "
             "refuses such a launch: cudaErrorInvalidConfiguration, “invalid configuration "
             "argument”."),
          own->kernel, own->block.text);
      add_line (self, own, &own->block, error);
      return FALSE;
    }
  find_extremes (self, own, &own->grid, &least, &most);
  if (least == 0)
    {
      ws_user_plan_refuse (
          error,
          _ ("The grid of “%s” must be one to three integers of at least 1, not “%s”. CUDA refuses "
             "such a launch: cudaErrorInvalidConfiguration, “invalid configuration argument”."),
          own->kernel, own->grid.text);
      add_line (self, own, &own->grid, error);
      return FALSE;
    }
  if (most > G_MAXINT32)
    return ws_user_plan_refuse (
        error, _ ("The grid of “%s” has %.0f blocks along an axis: at most %d are possible."),
        own->kernel, most, G_MAXINT32);
  /* the block first: grids are expressions of it */
  if (!ws_user_plan_get_dims (self->plan, own, &own->block, block))
    return ws_user_plan_refuse (
        error, _ ("The block of “%s” must be one to three integers of at least 1, not “%s”."),
        own->kernel, own->block.text);
  if (!ws_user_plan_get_dims (self->plan, own, &own->grid, grid))
    return ws_user_plan_refuse (
        error, _ ("The grid of “%s” must be one to three integers of at least 1, not “%s”."),
        own->kernel, own->grid.text);
  if (!ws_user_plan_evaluate (self->plan, own, own->shared.text, &shared)
      || !ws_range_get_count (&shared, &n_shared) || n_shared > G_MAXUINT32)
    return ws_user_plan_refuse (
        error, _ ("The shared memory of “%s” must be a number of bytes, not “%s”."), own->kernel,
        own->shared.text);
  g_ptr_array_find_with_equal_func (self->asked, own->kernel, g_str_equal, &entry);
  launch = ws_job_add_launch (self->job, entry, grid, block);
  launch->dynamic_shared_bytes = (guint32)n_shared;
  for (guint i = 0; i < ws_user_launch_count_parameters (own); i++)
    if (!add_argument (
            self, own, i,
            &g_array_index (ws_job_get_entry (self->job, entry)->parameters, WsParameter, i),
            launch, error))
      return FALSE;
  return TRUE;
}

/* ---- what must come out ---- */

/* The first element, in whatever order its sources were combined. Rounding grows with the depth of
 * a tree of them; what adds them up one by one is as near, as a rule. */
static gboolean
add_fold (Maker *self, guint index, const WsExpect *expect, GError **error)
{
  gint64 of = -1;
  guint64 length;
  WsCheck *check;

  for (guint i = 0; i < self->plan->buffers->len; i++)
    if (g_str_equal (ws_user_plan_get_buffer (self->plan, i)->name, expect->text))
      of = self->buffers[i];
  if (of < 0)
    return ws_user_plan_refuse (error, _ ("Unknown buffer “%s”."), expect->text);
  ws_buffer_get_type (ws_job_get_buffer (self->job, (guint)of), &length);
  check = ws_job_add_check (self->job, WS_CHECK_FOLD, (guint32)self->buffers[index], 0, 1);
  check->fold = expect->fold;
  check->of = (guint32)of;
  check->roundings = FOLD_ROUNDINGS * g_bit_storage (length);
  check->bound = expect->has_bound ? expect->bound : 0;
  return TRUE;
}

/* What is said with the words of contents; what has to be computed first is ws_user_job_expect()'s.
 */
static gboolean
add_check (Maker *self, guint index, GError **error)
{
  const WsUserBuffer *own = ws_user_plan_get_buffer (self->plan, index);
  g_auto (WsExpect) expect = { 0 };
  WsContents contents = { 0 };
  g_autoptr (GBytes) values = NULL;
  const WsBuffer *buffer;
  WsValueType type;
  guint64 length, count;

  if (!ws_expect_read (own->expect.text, &expect, error))
    return FALSE;
  if (expect.kind == WS_EXPECT_FOLD && self->buffers[index] >= 0)
    return add_fold (self, index, &expect, error);
  if (expect.kind != WS_EXPECT_CONTENTS || self->buffers[index] < 0)
    return TRUE;
  buffer = ws_job_get_buffer (self->job, (guint)self->buffers[index]);
  type = ws_buffer_get_type (buffer, &length);
  if (buffer->fields->len > 1)
    return ws_user_plan_refuse (
        error,
        _ ("“%s” holds structures: give its expected values as a kernel, a line or “before”."),
        own->name);
  if (!read_contents (self,
                      &(Wanted){ index, &own->expect, type, ws_value_type_is_float (type), length },
                      expect.text, &contents, &count, error))
    return FALSE;
  values = count == length ? ws_contents_make (&contents, type, length) : NULL;
  ws_contents_clear (&contents);
  if (values == NULL)
    return ws_user_plan_refuse (error,
                                _ ("“%s” has %" G_GUINT64_FORMAT
                                   " elements, but expected values for %" G_GUINT64_FORMAT
                                   " are given."),
                                own->name, length, count);
  ws_user_job_expect (self->job, (guint)self->buffers[index], expect.has_bound, expect.bound,
                      values);
  return TRUE;
}

/* ---- all of it ---- */

static void
add_program (const Maker *self, const WsCompileResult *compiled)
{
  const WsUserFile *file = g_ptr_array_index (self->source->files, 0);
  g_autofree char *stem = g_strndup (file->name, strcspn (file->name, "."));
  const WsUserLaunch *first = ws_user_plan_get_launch (self->plan, 0);
  g_autofree char *name = g_strndup (first->kernel, strcspn (first->kernel, "<"));
  WsJob *job = self->job;

  job->program.name = g_strconcat (stem, ".ptx", NULL);
  job->program.ptx = g_strdup (compiled->ptx);
  job->program.file = g_strdup (file->name);
  job->program.source = g_strdup (file->tokens->text);
  job->words.id = g_strconcat (WS_USER_PREFIX, g_strdelimit (name, ":", '-'), NULL);
  job->words.title =
      self->plan->launches->len > 1
          ? g_strdup_printf (_ ("%s: %u launches"), file->name, self->plan->launches->len)
          : g_strdup_printf ("%s: %s", file->name, first->kernel);
}

/* A number of a parameter. In hexadecimal an int may have all of its bits; of less than four bytes
 * it is not known whether they have a sign, and "unsigned n = -1" is usual. */
static gboolean
check_fits (const WsUserArgument *argument, WsValueType type, double value, GError **error)
{
  guint bits = 8 * ws_value_type_get_width (type);
  gboolean is_hex = g_str_has_prefix (argument->value.text, "0x");
  gboolean is_signed = type == WS_VALUE_S64 || (type == WS_VALUE_S32 && !is_hex);
  guint64 most = G_MAXUINT64 >> (64 - bits + is_signed);

  if (ws_value_type_is_float (type))
    return TRUE;
  if (value >= exp2 (bits - is_signed))
    return ws_user_plan_refuse (
        error, _ ("“%s” is %.0f, which is too large: type %s holds at most %" G_GUINT64_FORMAT "."),
        argument->name, value, argument->type, most);
  if (value < -exp2 (bits - 1))
    return ws_user_plan_refuse (
        error, _ ("“%s” is %.0f, which is too small: type %s holds at least %" G_GINT64_FORMAT "."),
        argument->name, value, argument->type, G_MININT64 >> (64 - bits));
  return TRUE;
}

/* Lengths, grids and blocks are expressions of the numbers: what is wrong with one of these is said
 * of it. */
static gboolean
check_numbers (const Maker *self, GError **error)
{
  for (guint l = 0; l < self->plan->launches->len; l++)
    {
      const WsUserLaunch *launch = ws_user_plan_get_launch (self->plan, l);

      for (guint i = 0; i < launch->arguments->len; i++)
        {
          const WsUserArgument *argument = ws_user_launch_get_argument (launch, i);
          WsUserType type;
          WsRange range;

          if (argument->buffer >= 0
              || (ws_user_type_parse (self->source, argument->type, &type) && type.n_fields > 0))
            continue;
          if (!ws_user_plan_evaluate (self->plan, launch, argument->value.text, &range))
            return ws_user_plan_refuse (error, _ ("“%s” must be a number, not “%s”."),
                                        argument->name, argument->value.text);
          if (range.low == range.high && !check_fits (argument, type.value, range.low, error))
            return FALSE;
        }
    }
  return TRUE;
}

static gboolean
fill_job (Maker *self, const WsCompileResult *compiled, GError **error)
{
  add_program (self, compiled);
  for (guint i = 0; i < self->asked->len; i++)
    if (!add_entry (self, g_ptr_array_index (self->asked, i),
                    i < compiled->names->len ? g_ptr_array_index (compiled->names, i) : "", error))
      return FALSE;
  if (!check_numbers (self, error))
    return FALSE;
  for (guint i = 0; i < self->plan->buffers->len; i++)
    if (find_source (self->plan, i) == i && !add_buffer (self, i, error))
      return FALSE;
  for (guint i = 0; i < self->plan->buffers->len; i++)
    self->buffers[i] = self->buffers[find_source (self->plan, i)];
  for (guint i = 0; i < self->plan->launches->len; i++)
    if (!add_launch (self, i, error))
      return FALSE;
  for (guint i = 0; i < self->plan->buffers->len; i++)
    if (!add_check (self, i, error))
      return FALSE;
  return ws_job_check (self->job, error);
}

/**
 * ws_user_make_job:
 * @plan: how it is run
 * @compiled: of a request that ws_user_plan_ask() has asked of that plan's kernels
 * @contents: (nullable): the files that the plan names
 * @error: return location for a #GError: a #WsUserPlanError, a #WsCompileError, a #WsInputError,
 * %WS_PTX_ERROR or %WS_JOB_ERROR
 *
 * Returns: (transfer full) (nullable): the job
 */
WsJob *
ws_user_make_job (const WsUserSource *source, const WsUserPlan *plan,
                  const WsCompileResult *compiled, WsUserContents *contents, GError **error)
{
  g_autoptr (WsJob) job = ws_job_new ();
  g_autoptr (GPtrArray) asked = list_kernels (plan);
  g_autofree gint64 *buffers = g_new0 (gint64, plan->buffers->len + 1);
  g_autoptr (WsPtxModule) module = NULL;
  Maker maker = { .source = source,
                  .plan = plan,
                  .contents = contents,
                  .job = job,
                  .asked = asked,
                  .buffers = buffers };

  if (!ws_compile_result_check (compiled, error))
    return NULL;
  module = ws_ptx_parse (compiled->ptx, -1, "the compiler's PTX", error);
  if (module == NULL)
    return NULL;
  maker.module = module;
  return fill_job (&maker, compiled, error) ? g_steal_pointer (&job) : NULL;
}
