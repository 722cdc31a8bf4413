#include "job/job.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <string.h>

G_DEFINE_QUARK (ws - job - error - quark, ws_job_error)
G_DEFINE_BOXED_TYPE (WsJob, ws_job, ws_job_ref, ws_job_unref)

/* ---- life ---- */

static void
parameter_clear (gpointer data)
{
  g_free (((WsParameter *)data)->name);
}

static void
entry_clear (gpointer data)
{
  WsEntry *self = data;

  g_free (self->name);
  g_free (self->title);
  g_array_unref (self->parameters);
  g_array_unref (self->registers);
}

static void
field_clear (gpointer data)
{
  g_free (((WsField *)data)->name);
}

static void
buffer_clear (gpointer data)
{
  WsBuffer *self = data;

  g_free (self->name);
  g_free (self->unit);
  g_free (self->symbol);
  g_free (self->writer);
  g_clear_pointer (&self->links, g_array_unref);
  g_array_unref (self->fields);
  ws_contents_clear (&self->contents);
}

static void
argument_clear (gpointer data)
{
  g_clear_pointer (&((WsArgument *)data)->bytes, g_bytes_unref);
  g_clear_pointer (&((WsArgument *)data)->links, g_array_unref);
}

static void
launch_clear (gpointer data)
{
  g_array_unref (((WsJobLaunch *)data)->arguments);
}

static void
check_clear (gpointer data)
{
  ws_contents_clear (&((WsCheck *)data)->contents);
}

static GArray *
new_array (gsize size, GDestroyNotify clear)
{
  GArray *array = g_array_new (FALSE, TRUE, (guint)size);

  g_array_set_clear_func (array, clear);
  return array;
}

static void
clear (gpointer data)
{
  WsJob *self = data;

  g_free (self->program.name);
  g_free (self->program.ptx);
  g_free (self->program.file);
  g_free (self->program.source);
  g_free (self->program.library);
  g_array_unref (self->program.architectures);
  g_array_unref (self->program.entries);
  g_array_unref (self->buffers);
  g_array_unref (self->launches);
  g_array_unref (self->checks);
  g_free (self->words.id);
  g_free (self->words.title);
  g_free (self->words.idea);
  g_free (self->words.left);
  g_free (self->words.look);
  g_free (self->words.run.result);
  g_free (self->words.run.combine);
  g_free (self->words.run.combines);
  g_free (self->words.run.many);
  g_free (self->needs.what);
  g_free (self->blocks);
  g_clear_pointer (&self->recipe, g_variant_unref);
}

/* Returns: (transfer full): an empty job */
WsJob *
ws_job_new (void)
{
  WsJob *self = g_atomic_rc_box_new0 (WsJob);

  self->program.architectures = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->program.entries = new_array (sizeof (WsEntry), entry_clear);
  self->buffers = new_array (sizeof (WsBuffer), buffer_clear);
  self->launches = new_array (sizeof (WsJobLaunch), launch_clear);
  self->checks = new_array (sizeof (WsCheck), check_clear);
  return self;
}

WsJob *
ws_job_ref (WsJob *self)
{
  g_return_val_if_fail (self != NULL, NULL);
  return g_atomic_rc_box_acquire (self);
}

void
ws_job_unref (WsJob *self)
{
  if (self != NULL)
    g_atomic_rc_box_release_full (self, clear);
}

/* ---- making one ---- */

/* The new last element of @array, zeroed. */
static gpointer
append (GArray *array)
{
  g_array_set_size (array, array->len + 1);
  return array->data + (gsize)(array->len - 1) * g_array_get_element_size (array);
}

/**
 * ws_job_add_entry:
 * @name: as in the PTX
 * @title: its name for readers
 *
 * Returns: (transfer none): a kernel of the program, without parameters
 */
WsEntry *
ws_job_add_entry (WsJob *self, const char *name, const char *title)
{
  WsEntry *entry;

  g_return_val_if_fail (self != NULL && name != NULL && title != NULL, NULL);

  entry = append (self->program.entries);
  entry->name = g_strdup (name);
  entry->title = g_strdup (title);
  entry->parameters = new_array (sizeof (WsParameter), parameter_clear);
  entry->registers = g_array_new (FALSE, FALSE, sizeof (WsRegisters));
  return entry;
}

/**
 * ws_entry_add_parameter:
 * @size: bytes
 * @alignment: a power of two
 * @is_pointer: whether it is an address
 * @is_const: whether nothing is written through it
 */
void
ws_entry_add_parameter (WsEntry *self, const char *name, guint32 size, guint32 alignment,
                        gboolean is_pointer, gboolean is_const)
{
  WsParameter *parameter;

  g_return_if_fail (self != NULL && name != NULL);

  parameter = append (self->parameters);
  *parameter = (WsParameter){ g_strdup (name), size, alignment, is_pointer, is_const };
}

/**
 * ws_entry_add_registers:
 * @architecture: compute capability times ten; above those already added
 * @registers: per thread, from this architecture on
 */
void
ws_entry_add_registers (WsEntry *self, guint32 architecture, guint32 registers)
{
  WsRegisters one = { architecture, registers };

  g_return_if_fail (self != NULL);

  g_array_append_val (self->registers, one);
}

/**
 * ws_job_add_buffer:
 * @type: of its elements; see ws_buffer_add_field() for structures
 * @length: elements
 * @use: #WsBufferUse
 *
 * Returns: (transfer none): a buffer without contents
 */
WsBuffer *
ws_job_add_buffer (WsJob *self, const char *name, WsValueType type, guint64 length, guint use)
{
  WsBuffer *buffer;
  WsField *field;

  g_return_val_if_fail (self != NULL && name != NULL && type <= WS_VALUE_LAST, NULL);

  buffer = append (self->buffers);
  buffer->name = g_strdup (name);
  buffer->element_bytes = ws_value_type_get_width (type);
  buffer->length = length;
  buffer->use = use;
  buffer->fields = new_array (sizeof (WsField), field_clear);
  field = append (buffer->fields);
  field->type = type;
  return buffer;
}

/**
 * ws_buffer_add_field:
 * @offset: in bytes, into the element
 *
 * Makes the elements structures, or adds a field; their size grows to fit it. The first field
 * replaces the scalar element.
 */
void
ws_buffer_add_field (WsBuffer *self, const char *name, WsValueType type, guint32 offset)
{
  guint32 end = offset + ws_value_type_get_width (type);
  WsField *field;

  g_return_if_fail (self != NULL && name != NULL && type <= WS_VALUE_LAST);

  if (self->fields->len == 1 && g_array_index (self->fields, WsField, 0).name == NULL)
    {
      g_array_set_size (self->fields, 0);
      self->element_bytes = 0;
    }
  self->element_bytes = MAX (self->element_bytes, end);
  field = append (self->fields);
  *field = (WsField){ g_strdup (name), type, offset };
}

/**
 * ws_job_add_launch:
 * @entry: index of a kernel
 * @grid: blocks
 * @block: threads
 *
 * Returns: (transfer none): a launch without arguments
 */
WsJobLaunch *
ws_job_add_launch (WsJob *self, guint32 entry, const guint32 grid[3], const guint32 block[3])
{
  WsJobLaunch *launch;

  g_return_val_if_fail (self != NULL, NULL);

  launch = append (self->launches);
  launch->entry = entry;
  memcpy (launch->grid, grid, sizeof launch->grid);
  memcpy (launch->block, block, sizeof launch->block);
  launch->residency_percent = 100;
  launch->arguments = new_array (sizeof (WsArgument), argument_clear);
  return launch;
}

/**
 * ws_launch_add_buffer:
 * @buffer: index into the job's buffers
 * @offset: bytes into the buffer
 *
 * Adds an argument: the buffer's address on the device, plus @offset.
 */
void
ws_launch_add_buffer (WsJobLaunch *self, guint32 buffer, guint64 offset)
{
  WsArgument *argument = append (self->arguments);

  *argument = (WsArgument){ .kind = WS_ARGUMENT_BUFFER, .buffer = buffer, .offset = offset };
}

/**
 * ws_launch_add_scalar:
 * @type: type of @bits
 * @bits: the value, in the low bits
 *
 * Adds an argument: a number.
 */
void
ws_launch_add_scalar (WsJobLaunch *self, WsValueType type, guint64 bits)
{
  WsArgument *argument = append (self->arguments);

  *argument = (WsArgument){ .kind = WS_ARGUMENT_SCALAR, .type = type, .bits = bits };
}

/**
 * ws_launch_add_bytes:
 * @data: (array length=size) (element-type guint8): a structure passed by value, in its memory
 * layout; copied
 * @size: bytes
 *
 * Adds an argument: a structure.
 */
void
ws_launch_add_bytes (WsJobLaunch *self, gconstpointer data, gsize size)
{
  WsArgument *argument = append (self->arguments);

  *argument = (WsArgument){ .kind = WS_ARGUMENT_BYTES, .bytes = g_bytes_new (data, size) };
}

static void
add_link (GArray **links, const WsAddress *link)
{
  if (*links == NULL)
    *links = g_array_new (FALSE, FALSE, sizeof (WsAddress));
  g_array_append_val (*links, *link);
}

/**
 * ws_buffer_add_link:
 * @at: bytes into its contents
 * @buffer: index
 * @offset: into that buffer, bytes
 *
 * Says that the buffer's address on the device, plus @offset, stands there.
 */
void
ws_buffer_add_link (WsBuffer *self, guint32 at, guint32 buffer, guint64 offset)
{
  add_link (&self->links, &(WsAddress){ at, buffer, offset });
}

/**
 * ws_launch_add_link:
 * @at: bytes into the last added structure
 * @buffer: index into the job's buffers
 * @offset: bytes into the buffer
 *
 * Says that the buffer's address on the device, plus @offset, stands there.
 */
void
ws_launch_add_link (WsJobLaunch *self, guint32 at, guint32 buffer, guint64 offset)
{
  g_return_if_fail (self->arguments->len > 0);

  add_link (&g_array_index (self->arguments, WsArgument, self->arguments->len - 1).links,
            &(WsAddress){ at, buffer, offset });
}

/**
 * ws_job_add_check:
 * @kind: origin of the expected result
 * @buffer: where
 * @first: element
 * @count: elements
 *
 * Returns: (transfer none): a check to be filled in
 */
WsCheck *
ws_job_add_check (WsJob *self, WsCheckKind kind, guint32 buffer, guint64 first, guint64 count)
{
  WsCheck *check;

  g_return_val_if_fail (self != NULL, NULL);

  check = append (self->checks);
  check->kind = kind;
  check->buffer = buffer;
  check->first = first;
  check->count = count;
  return check;
}

/* ---- reading one ---- */

/**
 * ws_job_get_entry:
 * @index: into the program's entries, from 0
 */
const WsEntry *
ws_job_get_entry (const WsJob *self, guint index)
{
  g_return_val_if_fail (index < self->program.entries->len, NULL);
  return &g_array_index (self->program.entries, WsEntry, index);
}

/**
 * ws_job_get_buffer:
 * @index: from 0
 */
const WsBuffer *
ws_job_get_buffer (const WsJob *self, guint index)
{
  g_return_val_if_fail (index < self->buffers->len, NULL);
  return &g_array_index (self->buffers, WsBuffer, index);
}

/**
 * ws_job_get_launch:
 * @index: position in the plan, from 0
 */
const WsJobLaunch *
ws_job_get_launch (const WsJob *self, guint index)
{
  g_return_val_if_fail (index < self->launches->len, NULL);
  return &g_array_index (self->launches, WsJobLaunch, index);
}

/**
 * ws_job_get_check:
 * @index: from 0
 *
 * Returns: (transfer none): the expected result
 */
const WsCheck *
ws_job_get_check (const WsJob *self, guint index)
{
  g_return_val_if_fail (index < self->checks->len, NULL);
  return &g_array_index (self->checks, WsCheck, index);
}

/**
 * ws_buffer_get_type:
 * @length: (out) (optional): number of elements of that type
 *
 * Returns: the type of its elements; %WS_VALUE_B8 (bytes) for structures
 */
WsValueType
ws_buffer_get_type (const WsBuffer *self, guint64 *length)
{
  const WsField *field = &g_array_index (self->fields, WsField, 0);
  gboolean is_scalar = self->fields->len == 1 && field->offset == 0
                       && ws_value_type_get_width (field->type) == self->element_bytes;

  if (length != NULL)
    *length = is_scalar ? self->length : ws_buffer_get_bytes (self);
  return is_scalar ? field->type : WS_VALUE_B8;
}

/* Returns: bytes of device memory that it takes: length × stride of its elements */
guint64
ws_buffer_get_bytes (const WsBuffer *self)
{
  return self->length * self->element_bytes;
}

/* Returns: elements per row, of the type from ws_buffer_get_type(); 0 if it has no rows */
guint64
ws_buffer_get_columns (const WsBuffer *self)
{
  guint width = MAX (ws_value_type_get_width (ws_buffer_get_type (self, NULL)), 1);

  return self->columns * (self->element_bytes / width);
}

/**
 * ws_job_find_registers:
 * @entry: index of a kernel
 * @from: (out): their origin: the compiler's for the device's architecture, or for the nearest
 * earlier one, or the first one
 *
 * Returns: registers per thread; 0 if unknown
 */
guint32
ws_job_find_registers (const WsJob *self, guint entry, const WsSpec *spec, WsRegistersFrom *from)
{
  const GArray *steps = ws_job_get_entry (self, entry)->registers;
  const GArray *known = self->program.architectures;
  guint32 wanted = ws_spec_get_capability (spec);
  guint32 found = 0;

  *from = WS_REGISTERS_UNKNOWN;
  for (guint i = 0; i < steps->len; i++)
    {
      const WsRegisters *step = &g_array_index (steps, WsRegisters, i);

      if (i == 0 || step->architecture <= wanted)
        found = step->registers;
    }
  if (found > 0)
    *from = WS_REGISTERS_NEAREST;
  for (guint i = 0; found > 0 && i < known->len; i++)
    if (g_array_index (known, guint32, i) == wanted)
      *from = WS_REGISTERS_PTXAS;
  return found;
}

/* Returns: the type of the checked values, or else of the first buffer */
WsValueType
ws_job_get_value_type (const WsJob *self)
{
  guint buffer = self->checks->len > 0 ? ws_job_get_check (self, 0)->buffer : 0;

  return buffer < self->buffers->len ? ws_buffer_get_type (ws_job_get_buffer (self, buffer), NULL)
                                     : WS_VALUE_B8;
}

/**
 * ws_job_make_contents_part:
 * @buffer: index
 * @first: the first requested element
 * @n: number from there on, within the buffer
 *
 * Returns: (transfer full) (nullable): these elements before the first launch
 */
GBytes *
ws_job_make_contents_part (const WsJob *self, guint buffer, guint64 first, guint64 n,
                           GError **error)
{
  const WsBuffer *what = ws_job_get_buffer (self, buffer);
  guint64 length;
  WsValueType type = ws_buffer_get_type (what, &length);
  GBytes *bytes = ws_contents_make_part (&what->contents, type, length, first, n);

  if (bytes == NULL)
    g_set_error (error, WS_JOB_ERROR, WS_JOB_ERROR_MEMORY,
                 _ ("Not enough memory on this computer for the %" PRIu64
                    " bytes of “%s”: take fewer elements."),
                 n * ws_value_type_get_width (type), what->name);
  return bytes;
}

/**
 * ws_job_make_contents:
 * @buffer: index
 *
 * Returns: (transfer full) (nullable): the buffer's contents before the first launch
 */
GBytes *
ws_job_make_contents (const WsJob *self, guint buffer, GError **error)
{
  guint64 length;

  ws_buffer_get_type (ws_job_get_buffer (self, buffer), &length);
  return ws_job_make_contents_part (self, buffer, 0, length, error);
}
