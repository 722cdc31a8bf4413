#include "reader/captured.h"
#include "reader/remark.h"

#include "compile/tidy.h"
#include "history/writer.h"
#include "ptx/cubin.h"
#include "ptx/ptx.h"
#include "reader/demangle.h"
#include "reader/entry.h"
#include "reader/job.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <string.h>

/* Memory is looked through for addresses where it is no larger: what is holds numbers. */
#define MAX_SEARCHED_BYTES (64u << 20)

/* What is known of a parameter. */
typedef struct {
  char *name;
  WsUserType type;
} Known;

typedef struct {
  const WsHistory *history;
  const WsCapture *capture;
  const WsStep *step;
  const WsUserSource *source; /* NULL: there is none */
  const WsPtxFunction *function;
  GPtrArray *memories; /* WsHistoryMemory, of those that the program has: buffers of the job */
  WsJob *job;
  GArray *known; /* Known, of each parameter */
  char *name;    /* of the kernel, as the source has it: "image::scale" */
} Maker;

static void
known_clear (gpointer data)
{
  g_free (((Known *)data)->name);
}

/* ---- what the source says, or the instructions ---- */

/* "void image::scale<float>(float*, int)" -> "image::scale" (transfer full) */
static char *
get_plain_name (const WsStep *step)
{
  g_autofree char *title = g_str_equal (step->title, step->name) ? ws_user_demangle (step->name)
                                                                 : g_strdup (step->title);
  gsize length = strcspn (title, "(<");
  gsize first = 0;

  for (gsize i = 0; i < length; i++)
    if (title[i] == ' ')
      first = i + 1;
  return g_strndup (title + first, length - first);
}

static const WsUserFunction *
find_in_source (const Maker *self)
{
  const char *last = strrchr (self->name, ':');
  const WsUserFunction *found;

  if (self->source == NULL)
    return NULL;
  found = ws_user_source_find_kernel (self->source, self->name);
  return found != NULL || last == NULL ? found
                                       : ws_user_source_find_kernel (self->source, last + 1);
}

static void
read_source (Maker *self)
{
  const WsUserFunction *kernel = find_in_source (self);

  for (guint i = 0; kernel != NULL && i < self->known->len && i < kernel->parameters->len; i++)
    {
      const WsUserParameter *parameter = &g_array_index (kernel->parameters, WsUserParameter, i);
      Known *known = &g_array_index (self->known, Known, i);

      known->name = g_strdup (parameter->name);
      if (!ws_user_type_read (self->source, &parameter->type, NULL, NULL, &known->type))
        known->type.is_known = FALSE;
      known->type.is_pointer |= parameter->is_array;
    }
}

static void
read_remark (Maker *self, const char *ptx)
{
  g_auto (GStrv) names = ws_user_remark_read (ptx, self->step->name, self->known->len);

  for (guint i = 0; names != NULL && i < self->known->len; i++)
    {
      Known *known = &g_array_index (self->known, Known, i);

      if (known->name == NULL)
        known->name = g_strdup (names[i]);
    }
}

/* Of what the source leaves open: what the instructions do with it. */
static void
read_instructions (Maker *self, const char *name, const char *ptx)
{
  g_autoptr (WsUserSource) source = ws_user_source_new_for_ptx (name, ptx, NULL, NULL);
  g_autoptr (WsUserPlan) plan = ws_user_plan_new ();
  const WsUserFunction *entry = NULL;
  const WsUserLaunch *launch;

  for (guint i = 0; source != NULL && i < source->kernels->len && entry == NULL; i++)
    if (g_str_equal (((const WsUserFunction *)source->kernels->pdata[i])->name, self->step->name))
      entry = source->kernels->pdata[i];
  if (entry == NULL || !ws_user_guess_entry (source, entry, plan, NULL) || plan->launches->len == 0)
    return;
  launch = ws_user_plan_get_launch (plan, 0);
  for (guint i = 0; i < self->known->len && i < ws_user_launch_count_parameters (launch); i++)
    {
      const WsUserArgument *argument = ws_user_launch_get_argument (launch, i);
      Known *known = &g_array_index (self->known, Known, i);
      const char *type = argument->buffer >= 0
                             ? ws_user_plan_get_buffer (plan, (guint)argument->buffer)->type.text
                             : argument->type;

      if (known->name == NULL || *known->name == '\0')
        {
          g_free (known->name);
          known->name = g_strdup (argument->name);
        }
      if (!known->type.is_known && type != NULL)
        ws_user_type_parse (source, type, &known->type);
    }
}

/* ---- memory ---- */

static const WsHistoryMemory *
get_memory (const Maker *self, guint index)
{
  return g_ptr_array_index (self->memories, index);
}

static gsize
get_size (const Maker *self, guint index)
{
  return g_bytes_get_size (get_memory (self, index)->bytes);
}

/* Index of the memory that an address is in; %G_MAXUINT if it is in none. */
static guint
find_memory (const Maker *self, guint64 address)
{
  guint low = 0;
  guint high = self->memories->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (get_memory (self, middle)->address <= address)
        low = middle + 1;
      else
        high = middle;
    }
  return low > 0 && address - get_memory (self, low - 1)->address < get_size (self, low - 1)
             ? low - 1
             : G_MAXUINT;
}

/* The bits of a parameter, or of its part at @at. */
static guint64
get_bits (const Maker *self, const WsPtxVariable *parameter, gsize at, gsize size)
{
  const guint8 *params = g_bytes_get_data (self->capture->params, NULL);
  guint64 bits = 0;

  memcpy (&bits, params + parameter->offset + at, MIN (size, sizeof bits));
  return bits;
}

static gboolean
is_address (const Maker *self, const WsPtxVariable *parameter)
{
  return parameter->size == sizeof (guint64)
         && find_memory (self, get_bits (self, parameter, 0, sizeof (guint64))) != G_MAXUINT;
}

/* The parameter that leads to a memory, and says the most about it. */
static const Known *
find_known (const Maker *self, guint index)
{
  const Known *found = NULL;

  for (guint i = 0; i < self->function->params->len; i++)
    {
      const WsPtxVariable *parameter = g_ptr_array_index (self->function->params, i);
      const Known *known = &g_array_index (self->known, Known, i);

      if (is_address (self, parameter)
          && find_memory (self, get_bits (self, parameter, 0, sizeof (guint64))) == index
          && (found == NULL || (!found->type.is_known && known->type.is_known)))
        found = known;
    }
  return found;
}

/* (transfer full): as no other buffer is called */
static char *
make_name (const Maker *self, const char *wanted, guint index)
{
  g_autofree char *plain = wanted != NULL && *wanted != '\0'
                               ? g_strndup (wanted, WS_JOB_MAX_NAME - 16)
                               : g_strdup_printf (_ ("memory %u"), index + 1);

  for (guint i = 0; i < self->job->buffers->len; i++)
    if (g_str_equal (ws_job_get_buffer (self->job, i)->name, plain))
      return g_strdup_printf ("%s %u", plain, index + 1);
  return g_steal_pointer (&plain);
}

static gboolean
check_room (const Maker *self, GError **error)
{
  if (self->job->buffers->len < WS_JOB_MAX_BUFFERS)
    return TRUE;
  g_set_error (error, WS_JOB_ERROR, WS_JOB_ERROR_BUFFER,
               _ ("The launch reaches more than %d buffers."), WS_JOB_MAX_BUFFERS);
  return FALSE;
}

static WsWriter
find_writer (const Maker *self, guint index)
{
  return ws_history_find_writer (self->history, self->capture->launch,
                                 get_memory (self, index)->address, get_size (self, index));
}

/* Whether nothing can have written it since it was allocated: no call has, and no kernel has run
 * since then. Of a real GPU not all that writes is seen. */
static gboolean
is_fresh (const Maker *self, guint index)
{
  WsWriter writer = { .kind = WS_WRITER_UNKNOWN };

  if (*get_memory (self, index)->symbol == '\0' && g_str_has_prefix (self->history->device, "vm:"))
    writer = find_writer (self, index);
  return writer.kind == WS_WRITER_NONE && writer.launch == self->capture->launch;
}

/* What it holds is known; of what, the parameter that leads to it may say. What was never written
 * holds nothing, so that a check finds who reads it. */
static gboolean
add_memory (Maker *self, guint index, GError **error)
{
  const WsHistoryMemory *memory = get_memory (self, index);
  gboolean is_variable = *memory->symbol != '\0';
  const Known *known = is_variable ? NULL : find_known (self, index);
  gsize size = get_size (self, index);
  g_autofree char *plain =
      is_variable ? ws_user_demangle (memory->symbol) : g_strdup (known != NULL ? known->name : "");
  g_autofree char *name = make_name (self, plain, index);
  gboolean fits = known != NULL && known->type.is_known && known->type.bytes > 0
                  && size % known->type.bytes == 0;
  WsValueType type = fits ? known->type.value : size % 4 == 0 ? WS_VALUE_U32 : WS_VALUE_B8;
  guint32 bytes = fits ? known->type.bytes : ws_value_type_get_width (type);
  WsBuffer *buffer;

  if (!check_room (self, error))
    return FALSE;
  buffer = ws_job_add_buffer (self->job, name, type, size / bytes, WS_BUFFER_IN | WS_BUFFER_OUT);
  if (fits && known->type.n_fields > 0)
    ws_user_job_set_structure (buffer, &known->type);
  if (is_variable)
    buffer->symbol = g_strdup (memory->symbol);
  if (is_fresh (self, index))
    return TRUE;
  buffer->contents.kind = WS_CONTENTS_VALUES;
  buffer->contents.values = g_bytes_ref (memory->bytes);
  return TRUE;
}

/* ---- textures ---- */

/* Which texture a parameter is, of the capture; %G_MAXUINT if it is none. */
static guint
find_texture (const Maker *self, const WsPtxVariable *parameter)
{
  guint64 bits = parameter->size == sizeof bits ? get_bits (self, parameter, 0, sizeof bits) : 0;

  for (guint i = 0; bits != 0 && i < self->capture->textures->len; i++)
    if (((const WsHistoryTexture *)g_ptr_array_index (self->capture->textures, i))->object == bits)
      return i;
  return G_MAXUINT;
}

/* Texels are numbers of their components' type; of several channels, side by side. */
static gboolean
add_texture (Maker *self, guint index, GError **error)
{
  static const WsValueType types[][3] = {
    [WS_TEXEL_UNSIGNED] = { WS_VALUE_B8, WS_VALUE_B16, WS_VALUE_U32 },
    [WS_TEXEL_SIGNED] = { WS_VALUE_B8, WS_VALUE_B16, WS_VALUE_S32 },
    [WS_TEXEL_FLOAT] = { WS_VALUE_B8, WS_VALUE_F16, WS_VALUE_F32 }
  };
  const WsHistoryTexture *one = g_ptr_array_index (self->capture->textures, index);
  const WsTexture *texture = &one->texture;
  WsValueType type = types[texture->kind][texture->bits == 8 ? 0 : texture->bits == 16 ? 1 : 2];
  g_autofree char *wanted = g_strdup_printf (_ ("texture %u"), index + 1);
  g_autofree char *name = make_name (self, wanted, index);
  WsBuffer *buffer;

  if (!check_room (self, error))
    return FALSE;
  buffer = ws_job_add_buffer (self->job, name, type,
                              g_bytes_get_size (one->bytes) / ws_value_type_get_width (type),
                              WS_BUFFER_IN | WS_BUFFER_OUT);
  buffer->texture = *texture;
  buffer->contents.kind = WS_CONTENTS_VALUES;
  buffer->contents.values = g_bytes_ref (one->bytes);
  return TRUE;
}

/* Addresses that a memory holds. */
static void
add_links (Maker *self, guint index)
{
  const guint8 *data = g_bytes_get_data (get_memory (self, index)->bytes, NULL);
  gsize size = get_size (self, index);
  WsBuffer *buffer = &g_array_index (self->job->buffers, WsBuffer, index);

  if (buffer->contents.kind == WS_CONTENTS_NOTHING)
    return;
  for (gsize at = 0; size <= MAX_SEARCHED_BYTES && at + sizeof (guint64) <= size;
       at += sizeof (guint64))
    {
      guint64 address;
      guint found;

      memcpy (&address, data + at, sizeof address);
      found = find_memory (self, address);
      if (found != G_MAXUINT)
        ws_buffer_add_link (buffer, (guint32)at, found,
                            address - get_memory (self, found)->address);
    }
}

/* ---- the launch ---- */

static void
add_entry (Maker *self)
{
  WsEntry *entry = ws_job_add_entry (self->job, self->step->name, self->name);

  if (self->capture->registers > 0)
    ws_entry_add_registers (entry, self->capture->architecture, self->capture->registers);

  for (guint i = 0; i < self->function->params->len; i++)
    {
      const WsPtxVariable *parameter = g_ptr_array_index (self->function->params, i);
      const Known *known = &g_array_index (self->known, Known, i);
      g_autofree char *numbered = g_strdup_printf ("parameter %u", i + 1);

      ws_entry_add_parameter (entry,
                              known->name != NULL && *known->name != '\0' ? known->name : numbered,
                              (guint32)parameter->size, parameter->align,
                              is_address (self, parameter), known->type.is_const);
    }
}

static WsValueType
get_scalar_type (const Known *known, gsize size)
{
  if (known->type.is_known && !known->type.is_pointer && known->type.n_fields == 0
      && ws_value_type_get_width (known->type.value) == size)
    return known->type.value;
  return size == 8   ? WS_VALUE_U64
         : size == 4 ? WS_VALUE_U32
         : size == 2 ? WS_VALUE_B16
                     : WS_VALUE_B8;
}

static void
add_structure (Maker *self, const WsPtxVariable *parameter, WsJobLaunch *launch)
{
  const guint8 *params = g_bytes_get_data (self->capture->params, NULL);

  ws_launch_add_bytes (launch, params + parameter->offset, parameter->size);
  for (gsize at = 0; at + sizeof (guint64) <= parameter->size; at += sizeof (guint64))
    {
      guint64 address = get_bits (self, parameter, at, sizeof address);
      guint found = find_memory (self, address);

      if (found != G_MAXUINT && *get_memory (self, found)->symbol == '\0')
        ws_launch_add_link (launch, (guint32)at, found,
                            address - get_memory (self, found)->address);
    }
}

static void
add_launch (Maker *self)
{
  WsJobLaunch *launch = ws_job_add_launch (self->job, 0, self->step->grid, self->step->block);

  launch->dynamic_shared_bytes = self->step->shared_bytes;
  for (guint i = 0; i < self->function->params->len; i++)
    {
      const WsPtxVariable *parameter = g_ptr_array_index (self->function->params, i);
      gboolean is_scalar = parameter->size == 1 || parameter->size == 2 || parameter->size == 4
                           || parameter->size == 8;

      if (is_address (self, parameter))
        {
          guint64 address = get_bits (self, parameter, 0, sizeof address);
          guint found = find_memory (self, address);

          ws_launch_add_buffer (launch, found, address - get_memory (self, found)->address);
        }
      else if (find_texture (self, parameter) != G_MAXUINT)
        ws_launch_add_buffer (launch, self->memories->len + find_texture (self, parameter), 0);
      else if (is_scalar)
        ws_launch_add_scalar (
            launch, get_scalar_type (&g_array_index (self->known, Known, i), parameter->size),
            get_bits (self, parameter, 0, parameter->size));
      else
        add_structure (self, parameter, launch);
    }
}

/* (nullable): the path of the file that most of the kernel's instructions come from */
static const char *
find_path (const Maker *self, WsPtxModule *ptx)
{
  g_autofree guint *counts = g_new0 (guint, ptx->files->len + 1);
  guint best = WS_NONE;

  for (guint i = 0; i < self->function->instructions->len; i++)
    {
      guint32 file = g_array_index (self->function->instructions, WsPtxInstruction, i).file;

      if (file >= ptx->files->len)
        continue;
      counts[file]++;
      if (best == WS_NONE || counts[file] > counts[best])
        best = file;
    }
  return best != WS_NONE ? ws_ptx_module_get_file (ptx, best) : NULL;
}

static void
add_words (Maker *self, const WsHistoryModule *module, WsPtxModule *parsed, const char *ptx)
{
  const WsUserFile *file = self->source != NULL ? g_ptr_array_index (self->source->files, 0) : NULL;
  const char *path = find_path (self, parsed);
  WsJob *job = self->job;

  job->program.name = g_strdup (module->name);
  job->program.ptx = g_strdup (ptx);
  if (file != NULL && *file->tokens->text != '\0')
    {
      job->program.file = g_strdup (file->name);
      job->program.source = g_strdup (file->tokens->text);
    }
  else if (path != NULL && strlen (path) <= WS_JOB_MAX_NAME)
    job->program.file = g_strdup (path); /* its text is added where files may be read */
  job->words.id = g_strconcat (WS_USER_PREFIX, self->name, NULL);
  g_strdelimit (job->words.id, ":", '-');
  /* Translators: a file, a kernel, and which launch of the program it was */
  job->words.title =
      g_strdup_printf (_ ("%s: %s, launch %u"), file != NULL ? file->name : module->name,
                       self->name, self->capture->launch + 1);
}

/* Who has written what the launch finds. Variables lie in one piece of memory, all of them. */
static void
add_writers (Maker *self)
{
  for (guint i = 0; i < self->memories->len; i++)
    {
      const WsHistoryMemory *memory = get_memory (self, i);
      WsBuffer *buffer = &g_array_index (self->job->buffers, WsBuffer, i);
      g_autofree char *kernel = NULL;
      WsWriter writer;

      if (*memory->symbol != '\0')
        continue;
      writer = find_writer (self, i);
      kernel = writer.kind == WS_WRITER_LAUNCH ? get_plain_name (writer.step) : NULL;
      buffer->writer = ws_writer_describe (&writer, kernel);
      buffer->writer_launch = writer.kind == WS_WRITER_LAUNCH ? writer.launch : WS_NONE;
    }
}

static gboolean
refuse (GError **error)
{
  g_set_error_literal (error, WS_HISTORY_ERROR, WS_HISTORY_ERROR_NONSENSE,
                       _ ("The launch that was captured does not fit its kernel."));
  return FALSE;
}

/* Whether the parameters that came are those that the kernel takes. */
static gboolean
check (const Maker *self, GError **error)
{
  gsize size = g_bytes_get_size (self->capture->params);

  for (guint i = 0; i < self->function->params->len; i++)
    {
      const WsPtxVariable *parameter = g_ptr_array_index (self->function->params, i);

      if (parameter->offset > size || parameter->size > size - parameter->offset)
        return refuse (error);
    }
  return TRUE;
}

/**
 * ws_user_make_captured_job:
 * @history: of a program
 * @source: (nullable): of its file, for names and types of parameters
 * @error: return location for a #GError: a #WsHistoryError, %WS_PTX_ERROR or %WS_JOB_ERROR
 *
 * Returns: (transfer full) (nullable): the job that is the launch which was captured, as it was
 */
WsJob *
ws_user_make_captured_job (const WsHistory *history, const WsUserSource *source, GError **error)
{
  g_autoptr (WsJob) job = ws_job_new ();
  g_autoptr (GArray) known = g_array_new (FALSE, TRUE, sizeof (Known));
  g_autoptr (WsPtxModule) ptx = NULL;
  g_autoptr (GPtrArray) memories = g_ptr_array_new ();
  g_autofree char *text = NULL;
  g_autofree char *name = NULL;
  const WsHistoryModule *module;
  Maker self = {
    .history = history,
    .capture = history->capture,
    .source = source,
    .memories = memories,
    .job = job,
    .known = known,
  };

  g_array_set_clear_func (known, known_clear);
  self.step = self.capture != NULL ? ws_history_get_launch (history, self.capture->launch) : NULL;
  if (self.step == NULL || self.step->module != self.capture->module)
    return refuse (error), NULL;
  module = g_ptr_array_index (history->modules, self.capture->module);
  text = ws_compile_tidy (module->ptx);
  ptx = ws_ptx_parse (text, -1, module->name, error);
  if (ptx == NULL)
    return NULL;
  self.function = ws_ptx_module_find (ptx, self.step->name);
  if (self.function == NULL)
    return refuse (error), NULL;
  if (!ws_ptx_function_check (ptx, (WsPtxFunction *)self.function, error) || !check (&self, error))
    return NULL;
  g_array_set_size (known, self.function->params->len);
  self.name = name = get_plain_name (self.step);
  for (guint i = 0; i < self.capture->memories->len; i++)
    {
      WsHistoryMemory *memory = g_ptr_array_index (self.capture->memories, i);

      /* what no kernel uses is not in the PTX any more */
      if (*memory->symbol == '\0' || ws_ptx_module_find_variable (ptx, memory->symbol) != NULL)
        g_ptr_array_add (memories, memory);
    }
  read_source (&self);
  read_remark (&self, text);
  read_instructions (&self, module->name, text);
  for (guint i = 0; i < self.memories->len; i++)
    if (!add_memory (&self, i, error))
      return NULL;
  for (guint i = 0; i < self.capture->textures->len; i++)
    if (!add_texture (&self, i, error))
      return NULL;
  for (guint i = 0; i < self.memories->len; i++)
    add_links (&self, i);
  add_words (&self, module, ptx, text);
  add_writers (&self);
  add_entry (&self);
  add_launch (&self);
  return ws_job_check (job, error) ? g_steal_pointer (&job) : NULL;
}

/* The kernels were edited since: the launch is as it was, with what they are now. */
static void
take_edited (WsHistory *history, GVariant *body)
{
  WsCapture *capture = history->capture;
  const WsStep *step = capture != NULL ? ws_history_get_launch (history, capture->launch) : NULL;
  g_autoptr (GVariant) cubin = g_variant_lookup_value (body, "cubin", G_VARIANT_TYPE_BYTESTRING);
  WsHistoryModule *module;
  const char *ptx;

  if (step == NULL || !g_variant_lookup (body, "ptx", "&s", &ptx))
    return;
  module = g_ptr_array_index (history->modules, capture->module);
  g_free (module->ptx);
  module->ptx = g_strdup (ptx);
  capture->registers = cubin != NULL ? ws_cubin_find_registers (
                           g_variant_get_data (cubin), g_variant_get_size (cubin), step->name)
                                     : 0;
}

/**
 * ws_user_captured_answer:
 * @body: a dictionary: "history" (ay), "file" and "source" (s); of kernels that were edited since
 * "ptx" (s) and "cubin" (ay), too; or anything else
 * @error: return location for a #GError: see ws_user_make_captured_job()
 *
 * Returns: (transfer floating) (nullable): the job
 */
GVariant *
ws_user_captured_answer (GVariant *body, GError **error)
{
  g_autoptr (GVariant) bytes = NULL;
  g_autoptr (GBytes) data = NULL;
  g_autoptr (GInputStream) stream = NULL;
  g_autoptr (WsHistory) history = NULL;
  g_autoptr (WsUserSource) source = NULL;
  g_autoptr (WsJob) job = NULL;
  const char *file = NULL;
  const char *text = NULL;

  if (!g_variant_is_of_type (body, G_VARIANT_TYPE_VARDICT)
      || (bytes = g_variant_lookup_value (body, "history", G_VARIANT_TYPE_BYTESTRING)) == NULL)
    return refuse (error), NULL;
  data = g_variant_get_data_as_bytes (bytes);
  stream = g_memory_input_stream_new_from_bytes (data);
  history = ws_history_read (stream, NULL, error);
  if (history == NULL)
    return NULL;
  take_edited (history, body);
  /* a source that cannot be read has no names to give */
  if (g_variant_lookup (body, "file", "&s", &file)
      && g_variant_lookup (body, "source", "&s", &text))
    source = ws_user_source_new (file, text, NULL, NULL);
  job = ws_user_make_captured_job (history, source, error);
  return job != NULL ? ws_job_to_variant (job) : NULL;
}
