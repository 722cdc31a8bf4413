#include "own/job.h"

#include "ptx/ptx.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#define MOST_BYTES (G_GUINT64_CONSTANT (1) << 31) /* of what is filled in here, and travels */

typedef struct {
  const WsOwnSource *source;
  const WsOwnPlan *plan;
  GFile *folder; /* nullable */
  WsPtxModule *module;
  WsJob *job;
  GPtrArray *asked; /* utf8: kernels, without those that came before */
  gint64 *buffers;  /* (array): of the plan's buffers those of the job; -1 of one that is not */
} Maker;

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

/* (transfer full) (element-type utf8): each kernel once */
static GPtrArray *
list_kernels (const WsOwnPlan *plan)
{
  GPtrArray *kernels = g_ptr_array_new ();

  for (guint i = 0; i < plan->launches->len; i++)
    {
      const WsOwnLaunch *launch = ws_own_plan_get_launch (plan, i);

      if (!g_ptr_array_find_with_equal_func (kernels, launch->kernel, g_str_equal, NULL))
        g_ptr_array_add (kernels, launch->kernel);
    }
  return kernels;
}

/**
 * ws_own_plan_ask:
 * @self: a plan
 * @request: (inout): of its source: is asked what the plan's kernels are called in the PTX
 */
void
ws_own_plan_ask (const WsOwnPlan *self, WsCompileRequest *request)
{
  g_autoptr (GPtrArray) kernels = list_kernels (self);

  for (guint i = 0; i < kernels->len; i++)
    g_ptr_array_add (request->expressions, g_strdup (g_ptr_array_index (kernels, i)));
}

/* ---- kernels ---- */

static gboolean
add_entry (Maker *self, const char *kernel, const char *name, GError **error)
{
  WsPtxFunction *function = *name != '\0' ? ws_ptx_module_find (self->module, name) : NULL;
  const WsOwnLaunch *launch = NULL;
  WsEntry *entry;

  for (guint i = 0; i < self->plan->launches->len && launch == NULL; i++)
    if (g_str_equal (ws_own_plan_get_launch (self->plan, i)->kernel, kernel))
      launch = ws_own_plan_get_launch (self->plan, i);
  if (function == NULL)
    return refuse (error, _ ("The compiler made no kernel “%s”."), kernel);
  if (!ws_ptx_function_check (self->module, function, error))
    return FALSE;
  if (function->params->len != launch->arguments->len)
    return refuse (error, _ ("“%s” takes %u parameters, and %u are filled in."), kernel,
                   function->params->len, launch->arguments->len);
  entry = ws_job_add_entry (self->job, name, kernel);
  for (guint i = 0; i < function->params->len; i++)
    {
      const WsPtxVariable *parameter = g_ptr_array_index (function->params, i);
      const WsOwnArgument *argument = ws_own_launch_get_argument (launch, i);
      g_autofree char *numbered = g_strdup_printf ("parameter %u", i + 1);
      gboolean is_const =
          argument->buffer >= 0
          && g_str_equal (ws_own_plan_get_buffer (self->plan, (guint)argument->buffer)->use.text,
                          "in");

      ws_entry_add_parameter (entry, *argument->name != '\0' ? argument->name : numbered,
                              (guint32)parameter->size, parameter->align, argument->buffer >= 0,
                              is_const);
    }
  return TRUE;
}

/* ---- what buffers hold ---- */

/* The launch whose numbers a buffer's length speaks of. */
static const WsOwnLaunch *
find_user (const WsOwnPlan *plan, guint buffer)
{
  for (guint i = 0; i < plan->launches->len; i++)
    for (guint j = 0; j < ws_own_plan_get_launch (plan, i)->arguments->len; j++)
      if (ws_own_launch_get_argument (ws_own_plan_get_launch (plan, i), j)->buffer == (int)buffer)
        return ws_own_plan_get_launch (plan, i);
  return NULL;
}

static gboolean
get_length (const Maker *self, guint index, guint64 *length, GError **error)
{
  const WsOwnBuffer *buffer = ws_own_plan_get_buffer (self->plan, index);
  WsRange range;

  if (!ws_own_plan_evaluate (self->plan, find_user (self->plan, index), buffer->length.text, &range)
      || !ws_range_get_count (&range, length) || *length == 0)
    return refuse (error, _ ("The length of “%s” is a whole number of at least 1, not “%s”."),
                   buffer->name, buffer->length.text);
  return TRUE;
}

/* A number of "ramp 0 1"; "length(a)" is that of another buffer. */
static gboolean
read_number (const Maker *self, guint index, const char *text, double *value, GError **error)
{
  const WsOwnBuffer *buffer = ws_own_plan_get_buffer (self->plan, index);
  g_autofree char *name = g_str_has_prefix (text, "length(") && g_str_has_suffix (text, ")")
                              ? g_strndup (text + 7, strlen (text) - 8)
                              : NULL;
  WsRange range;

  for (guint i = 0; name != NULL && i < self->plan->buffers->len; i++)
    {
      guint64 length;

      if (!g_str_equal (ws_own_plan_get_buffer (self->plan, i)->name, name))
        continue;
      if (!get_length (self, i, &length, error))
        return FALSE;
      *value = (double)length;
      return TRUE;
    }
  if (!ws_own_plan_evaluate (self->plan, find_user (self->plan, index), text, &range)
      || range.low != range.high)
    return refuse (error, _ ("What “%s” holds is said with numbers, not “%s”."), buffer->name,
                   text);
  *value = range.low;
  return TRUE;
}

static void
put_value (guint8 *at, WsValueType type, double value)
{
  gint64 whole = value > -9e18 && value < 9e18 ? (gint64)value : 0;
  guint64 bits = (guint64)whole;
  float single = (float)value;

  if (type == WS_VALUE_F32)
    memcpy (at, &single, sizeof single);
  else if (type == WS_VALUE_F64)
    memcpy (at, &value, sizeof value);
  else if (type == WS_VALUE_U64 && value >= 9e18)
    memcpy (at, &(guint64){ value < 1.8e19 ? (guint64)value : G_MAXUINT64 }, 8);
  else
    {
      bits = GUINT64_TO_LE (bits);
      memcpy (at, &bits, ws_value_type_get_width (type));
    }
}

/* Numbers between commas, blanks and lines; what is missing is 0. (transfer full) */
static GBytes *
read_values (const char *text, WsValueType type, guint64 length)
{
  guint width = ws_value_type_get_width (type);
  guint8 *data = g_malloc0 (length * width);
  const char *at = text;

  for (guint64 i = 0; i < length; i++)
    {
      char *end;
      double value;

      at += strspn (at, ",; \t\r\n{}");
      if (*at == '\0')
        break;
      value = g_ascii_strtod (at, &end);
      if (end == at)
        {
          /* a heading, or something that is no number */
          at += strcspn (at, ",; \t\r\n");
          i--;
          continue;
        }
      put_value (data + i * width, type, value);
      at = end + strspn (end, "fFuUlL");
    }
  return g_bytes_new_take (data, length * width);
}

static GBytes *
read_file (const Maker *self, const char *name, WsValueType type, guint64 length, GError **error)
{
  g_autoptr (GFile) file = g_path_is_absolute (name) || self->folder == NULL
                               ? g_file_new_for_path (name)
                               : g_file_resolve_relative_path (self->folder, name);
  g_autofree char *text = NULL;
  gsize n;
  guint64 bytes = length * ws_value_type_get_width (type);
  guint8 *data;

  if (!g_file_load_contents (file, NULL, &text, &n, NULL, error))
    return NULL;
  if (g_str_has_suffix (name, ".csv") || g_str_has_suffix (name, ".txt"))
    return read_values (text, type, length);
  data = g_malloc0 (bytes);
  memcpy (data, text, MIN (bytes, n));
  return g_bytes_new_take (data, bytes);
}

static gboolean
read_contents (const Maker *self, guint index, const char *said, WsValueType type,
               gboolean is_float, guint64 length, WsContents *contents, GError **error)
{
  const WsOwnBuffer *buffer = ws_own_plan_get_buffer (self->plan, index);
  const char *text = said + strspn (said, " ");
  gsize n_word = strcspn (text, " ");
  g_autofree char *word = g_strndup (text, n_word);
  const char *rest = text + n_word + strspn (text + n_word, " ");
  g_auto (GStrv) parts = g_strsplit_set (rest, " ,", -1);
  double numbers[2] = { 0, 0 };
  guint n = 0;

  *contents = (WsContents){ .kind = WS_CONTENTS_CONSTANT, .seed = index + 1, .divisor = 1 };
  if (g_str_equal (word, "nothing"))
    contents->kind = WS_CONTENTS_NOTHING;
  else if (g_str_equal (word, "values") || g_str_equal (word, "file"))
    {
      contents->kind = WS_CONTENTS_VALUES;
      contents->values = g_str_equal (word, "values") ? read_values (rest, type, length)
                                                      : read_file (self, rest, type, length, error);
      return contents->values != NULL;
    }
  if (g_str_equal (word, "nothing") || g_str_equal (word, "zeros"))
    return TRUE;
  for (guint i = 0; parts[i] != NULL && n < 2; i++)
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
  if (!g_str_equal (word, "random") || n == 1 || (n == 2 && !(numbers[1] - numbers[0] >= 1)))
    return refuse (
        error,
        _ ("“%s” holds nothing, zeros, constant 1, ramp 0 1, random, random 0 100, values "
           "1, 2, 3 or file a.csv, not “%s”."),
        buffer->name, said);
  contents->kind = WS_CONTENTS_RANDOM;
  contents->count = n == 2 ? (guint32)MIN (numbers[1] - numbers[0], 4e9) : is_float ? 1024 : 100;
  contents->divisor = n == 0 && is_float ? 1024 : 1;
  return TRUE;
}

/* Structures: each field is filled as a buffer of its own would be, and then they are laid beside
 * each other. */
static gboolean
fill_structures (const Maker *self, guint index, const WsOwnType *type, WsBuffer *buffer,
                 GError **error)
{
  guint64 n_bytes = buffer->length * type->bytes;
  g_autofree guint8 *data = n_bytes <= MOST_BYTES ? g_try_malloc0 (n_bytes) : NULL;

  if (data == NULL)
    return refuse (error, _ ("“%s” is too large."), buffer->name);
  for (guint f = 0; f < type->n_fields; f++)
    {
      WsValueType value = type->fields[f].value;
      guint width = ws_value_type_get_width (value);
      gboolean is_float = value == WS_VALUE_F32 || value == WS_VALUE_F64;
      WsContents contents = { 0 };
      g_autoptr (GBytes) bytes = NULL;
      const guint8 *from;

      if (!read_contents (self, index, ws_own_plan_get_buffer (self->plan, index)->contents.text,
                          value, is_float, buffer->length * type->fields[f].n, &contents, error))
        return FALSE;
      if (contents.kind == WS_CONTENTS_NOTHING)
        return TRUE;
      contents.seed += f * 64;
      bytes = ws_contents_make (&contents, value, buffer->length * type->fields[f].n);
      ws_contents_clear (&contents);
      if (bytes == NULL)
        return refuse (error, _ ("There is no memory for “%s”."), buffer->name);
      from = g_bytes_get_data (bytes, NULL);
      for (guint64 i = 0; i < buffer->length; i++)
        memcpy (data + i * type->bytes + type->fields[f].offset,
                from + i * type->fields[f].n * width, width * type->fields[f].n);
    }
  buffer->contents = (WsContents){ .kind = WS_CONTENTS_VALUES, .divisor = 1 };
  buffer->contents.values = g_bytes_new_take (g_steal_pointer (&data), n_bytes);
  return TRUE;
}

static void
set_structure (WsBuffer *buffer, const WsOwnType *type)
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

static gboolean
add_buffer (Maker *self, guint index, GError **error)
{
  const WsOwnBuffer *own = ws_own_plan_get_buffer (self->plan, index);
  const WsPtxVariable *variable =
      own->symbol != NULL ? ws_ptx_module_find_variable (self->module, own->symbol) : NULL;
  gboolean in = !g_str_equal (own->use.text, "out");
  gboolean out = !g_str_equal (own->use.text, "in");
  WsOwnType type;
  guint64 length;
  WsBuffer *buffer;

  self->buffers[index] = -1;
  /* one that the kernels turned out not to need is not there */
  if (own->symbol != NULL && variable == NULL)
    return TRUE;
  if (!ws_own_type_parse (self->source, own->type.text, &type))
    return refuse (error, _ ("The type of the elements of “%s” is not known: “%s”."), own->name,
                   own->type.text);
  if (in && out && !g_str_equal (own->use.text, "inout"))
    return refuse (error, _ ("“%s” is in, out or inout, not “%s”."), own->name, own->use.text);
  if (!get_length (self, index, &length, error))
    return FALSE;
  buffer = ws_job_add_buffer (self->job, own->name, type.value, length,
                              (in ? WS_BUFFER_IN : 0u) | (out ? WS_BUFFER_OUT : 0u));
  buffer->symbol = g_strdup (own->symbol);
  self->buffers[index] = self->job->buffers->len - 1;
  if (type.n_fields > 0)
    {
      set_structure (buffer, &type);
      return fill_structures (self, index, &type, buffer, error);
    }
  return read_contents (self, index, own->contents.text, type.value, type.is_float, length,
                        &buffer->contents, error);
}

/* ---- launches ---- */

/* A parameter of so many bytes. */
static WsValueType
fit_type (WsValueType type, guint32 size)
{
  if (size == 1)
    return WS_VALUE_B8;
  if (size == 2)
    return WS_VALUE_B16;
  return type;
}

static gboolean
add_structure (const Maker *self, const WsOwnArgument *argument, guint32 size, WsJobLaunch *launch,
               GError **error)
{
  g_auto (GStrv) parts = g_strsplit (argument->value.text, ",", -1);
  g_autofree guint8 *data = g_malloc0 (size);
  WsOwnType type;
  guint next = 0, n = g_strv_length (parts);

  if (!ws_own_type_parse (self->source, argument->type, &type) || type.bytes > size)
    return refuse (error, _ ("“%s” is of a type that is not known: “%s”."), argument->name,
                   argument->type);
  for (guint f = 0; f < type.n_fields; f++)
    for (guint j = 0; j < type.fields[f].n && next < n; j++, next++)
      {
        WsRange range;

        if (!ws_own_plan_evaluate (self->plan, NULL, parts[next], &range))
          return refuse (error, _ ("The fields of “%s” are numbers between commas, not “%s”."),
                         argument->name, parts[next]);
        put_value (data + type.fields[f].offset
                       + j * ws_value_type_get_width (type.fields[f].value),
                   type.fields[f].value, range.low);
      }
  ws_launch_add_bytes (launch, data, size);
  return TRUE;
}

static gboolean
add_argument (const Maker *self, const WsOwnLaunch *own, guint index, const WsParameter *parameter,
              WsJobLaunch *launch, GError **error)
{
  const WsOwnArgument *argument = ws_own_launch_get_argument (own, index);
  WsOwnType type;
  WsRange range;
  guint64 bits = 0;

  ws_own_type_parse (self->source, argument->type, &type);
  if (argument->buffer < 0 && type.n_fields > 0)
    return add_structure (self, argument, parameter->size, launch, error);
  if (!ws_own_plan_evaluate (self->plan, own, argument->value.text, &range)
      || range.low != range.high)
    return refuse (error, _ ("“%s” is a number, not “%s”."), argument->name, argument->value.text);
  if (argument->buffer >= 0)
    {
      const WsOwnBuffer *buffer = ws_own_plan_get_buffer (self->plan, (guint)argument->buffer);
      gint64 of = self->buffers[argument->buffer];
      WsOwnType element;

      ws_own_type_parse (self->source, buffer->type.text, &element);
      if (range.low < 0 || of < 0)
        return refuse (error, _ ("“%s” begins before its buffer."), argument->name);
      ws_launch_add_buffer (launch, (guint32)of, (guint64)range.low * element.bytes);
      return TRUE;
    }
  put_value ((guint8 *)&bits, type.value, range.low);
  ws_launch_add_scalar (launch, fit_type (type.value, parameter->size), GUINT64_FROM_LE (bits));
  return TRUE;
}

static gboolean
add_launch (Maker *self, guint index, GError **error)
{
  const WsOwnLaunch *own = ws_own_plan_get_launch (self->plan, index);
  guint32 grid[3], block[3];
  guint entry = 0;
  WsJobLaunch *launch;
  WsRange shared;
  guint64 n_shared;

  if (!ws_own_plan_get_dims (self->plan, own, &own->grid, grid))
    return refuse (error,
                   _ ("The grid of “%s” is one to three whole numbers of at least 1, not “%s”."),
                   own->kernel, own->grid.text);
  if (!ws_own_plan_get_dims (self->plan, own, &own->block, block))
    return refuse (error,
                   _ ("The block of “%s” is one to three whole numbers of at least 1, not “%s”."),
                   own->kernel, own->block.text);
  if (!ws_own_plan_evaluate (self->plan, own, own->shared.text, &shared)
      || !ws_range_get_count (&shared, &n_shared) || n_shared > G_MAXUINT32)
    return refuse (error, _ ("The shared memory of “%s” is a number of bytes, not “%s”."),
                   own->kernel, own->shared.text);
  g_ptr_array_find_with_equal_func (self->asked, own->kernel, g_str_equal, &entry);
  launch = ws_job_add_launch (self->job, entry, grid, block);
  launch->dynamic_shared_bytes = (guint32)n_shared;
  for (guint i = 0; i < own->arguments->len; i++)
    if (!add_argument (
            self, own, i,
            &g_array_index (ws_job_get_entry (self->job, entry)->parameters, WsParameter, i),
            launch, error))
      return FALSE;
  return TRUE;
}

/* ---- what must come out ---- */

static gboolean
find_job_buffer (const Maker *self, const char *name, guint *index, guint32 *of)
{
  for (guint i = 0; name != NULL && i < self->plan->buffers->len; i++)
    if (g_str_equal (ws_own_plan_get_buffer (self->plan, i)->name, name) && self->buffers[i] >= 0)
      {
        *index = i;
        *of = (guint32)self->buffers[i];
        return TRUE;
      }
  return FALSE;
}

/* What @field comes to; @usual where it says nothing, or nonsense. */
static double
read_field (const Maker *self, const WsOwnField *field, double usual)
{
  WsRange range;

  return field->text != NULL && ws_own_plan_evaluate (self->plan, NULL, field->text, &range)
             ? range.low
             : usual;
}

/* Elements of a file of contents that is there; the whole length of other contents. */
static guint64
count_said (const Maker *self, const char *said, WsValueType type, guint64 length)
{
  g_autoptr (GFile) file = NULL;
  g_autoptr (GFileInfo) info = NULL;

  if (!g_str_has_prefix (said, "file ") || !g_str_has_suffix (said, ".raw") || self->folder == NULL)
    return length;
  file = g_file_resolve_relative_path (self->folder, said + strlen ("file "));
  info =
      g_file_query_info (file, G_FILE_ATTRIBUTE_STANDARD_SIZE, G_FILE_QUERY_INFO_NONE, NULL, NULL);
  return info != NULL ? (guint64)g_file_info_get_size (info) / ws_value_type_get_width (type) : 0;
}

/* "sum of in" */
static gboolean
parse_fold (const Maker *self, const char *said, WsFold *fold, guint32 *of)
{
  const char *word = strstr (said, " of ");
  g_autofree char *name = word != NULL ? g_strndup (said, (gsize)(word - said)) : NULL;
  guint index;

  return name != NULL && ws_fold_parse (name, fold)
         && find_job_buffer (self, word + strlen (" of "), &index, of);
}

static gboolean
add_check (const Maker *self, const WsOwnCheck *own, GError **error)
{
  guint index = 0;
  guint32 buffer = 0;
  guint32 of = 0;
  WsFold fold = WS_FOLD_SUM;
  guint64 length;
  WsValueType type;
  gboolean folds;
  WsCheck *check;
  double count;

  if (own->is.text == NULL || !find_job_buffer (self, own->buffer.text, &index, &buffer))
    return refuse (error, _ ("No buffer is checked by “%s”."),
                   own->buffer.text != NULL ? own->buffer.text : "");
  folds = parse_fold (self, own->is.text, &fold, &of);
  type = ws_buffer_get_type (ws_job_get_buffer (self->job, buffer), &length);
  count = read_field (self, &own->count, folds ? 1 : (double)length);
  if (!(count >= 1 && count <= (double)length))
    return refuse (error, _ ("Of “%s”, 1 to all of its elements are checked, not %s."),
                   own->buffer.text, own->count.text);
  if (!folds && count_said (self, own->is.text, type, length) < (guint64)count)
    return TRUE; /* the file is of another length: it says nothing any more */
  check = ws_job_add_check (self->job, folds ? WS_CHECK_FOLD : WS_CHECK_EQUALS, buffer, 0,
                            (guint64)count);
  check->bound = read_field (self, &own->bound, 0);
  check->roundings = (guint64)MAX (read_field (self, &own->roundings, 0), 0);
  check->fold = fold;
  check->of = of;
  return folds
         || read_contents (self, index, own->is.text, type,
                           type == WS_VALUE_F32 || type == WS_VALUE_F64, (guint64)count,
                           &check->contents, error);
}

/* ---- all of it ---- */

static void
add_program (const Maker *self, const WsCompileResult *compiled)
{
  const WsOwnFile *file = g_ptr_array_index (self->source->files, 0);
  g_autofree char *stem = g_strndup (file->name, strcspn (file->name, "."));
  const WsOwnLaunch *first = ws_own_plan_get_launch (self->plan, 0);
  g_autofree char *name = g_strndup (first->kernel, strcspn (first->kernel, "<"));
  WsJob *job = self->job;

  job->program.name = g_strconcat (stem, ".ptx", NULL);
  job->program.ptx = g_strdup (compiled->ptx);
  job->program.file = g_strdup (file->name);
  job->program.source = g_strdup (file->tokens->text);
  job->words.id = g_strconcat (WS_OWN_PREFIX, g_strdelimit (name, ":", '-'), NULL);
  job->words.title =
      self->plan->launches->len > 1
          ? g_strdup_printf (_ ("%s: %u launches"), file->name, self->plan->launches->len)
          : g_strdup_printf ("%s: %s", file->name, first->kernel);
}

static gboolean
fill_job (Maker *self, const WsCompileResult *compiled, GError **error)
{
  add_program (self, compiled);
  for (guint i = 0; i < self->asked->len; i++)
    if (!add_entry (self, g_ptr_array_index (self->asked, i),
                    i < compiled->names->len ? g_ptr_array_index (compiled->names, i) : "", error))
      return FALSE;
  for (guint i = 0; i < self->plan->buffers->len; i++)
    if (!add_buffer (self, i, error))
      return FALSE;
  for (guint i = 0; i < self->plan->launches->len; i++)
    if (!add_launch (self, i, error))
      return FALSE;
  for (guint i = 0; i < self->plan->checks->len; i++)
    if (!add_check (self, ws_own_plan_get_check (self->plan, i), error))
      return FALSE;
  return ws_job_check (self->job, error);
}

/**
 * ws_own_make_job:
 * @source: a source
 * @plan: how it is run
 * @compiled: of a request that ws_own_plan_ask() has asked of that plan's kernels
 * @folder: (nullable): in which files of contents are
 * @error: return location for a #GError: a #WsOwnPlanError, a #WsCompileError, %WS_PTX_ERROR or
 * %WS_JOB_ERROR
 *
 * Returns: (transfer full) (nullable): the job
 */
WsJob *
ws_own_make_job (const WsOwnSource *source, const WsOwnPlan *plan, const WsCompileResult *compiled,
                 GFile *folder, GError **error)
{
  g_autoptr (WsJob) job = ws_job_new ();
  g_autoptr (GPtrArray) asked = list_kernels (plan);
  g_autofree gint64 *buffers = g_new0 (gint64, plan->buffers->len + 1);
  g_autoptr (WsPtxModule) module = NULL;
  Maker maker = {
    .source = source, .plan = plan, .folder = folder, .job = job, .asked = asked, .buffers = buffers
  };

  if (!ws_compile_result_check (compiled, error))
    return NULL;
  module = ws_ptx_parse (compiled->ptx, -1, "the compiler's PTX", error);
  if (module == NULL)
    return NULL;
  maker.module = module;
  return fill_job (&maker, compiled, error) ? g_steal_pointer (&job) : NULL;
}
