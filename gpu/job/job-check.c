/* job-check.c: validates a job. The error names the problem and its location: jobs come from files,
 * other programs and forms. */
#include "job/job.h"

#include "record/bounds.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#define MOST_BYTES     (G_GUINT64_CONSTANT (1) << 46) /* of a buffer: no device has more */
#define MOST_SHARED    (1u << 20)                     /* of a launch */
#define MOST_ALIGNMENT 128
#define MOST_REGISTERS 1024  /* of a thread */
#define MOST_ELEMENT   65536 /* bytes */
#define MOST_PER_BLOCK 1024  /* threads; a device may take fewer */
#define MOST_TRIED     65536 /* for a job meant to be rejected */
#define MOST_GRID_X    G_MAXINT32
#define MOST_GRID_YZ   65535

static gboolean refuse (GError **error, WsJobError code, const char *format, ...)
    G_GNUC_PRINTF (3, 4);

static gboolean
refuse (GError **error, WsJobError code, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  g_propagate_error (error, g_error_new_valist (WS_JOB_ERROR, (int)code, format, args));
  va_end (args);
  return FALSE;
}

/* ---- words ---- */

static gboolean
check_text (const char *text, gsize most, gboolean needed, WsJobError code, const char *what,
            GError **error)
{
  if (text == NULL || *text == '\0')
    return !needed || refuse (error, code, _ ("%s is missing."), what);
  if (strlen (text) > most)
    return refuse (error, code, _ ("%s has %zu bytes: at most %zu are possible."), what,
                   strlen (text), most);
  return g_utf8_validate (text, -1, NULL)
         || refuse (error, code, _ ("%s is not UTF-8 text."), what);
}

static gboolean
check_words (const WsJobWords *self, GError **error)
{
  const WsJobError code = WS_JOB_ERROR_WORDS;

  return check_text (self->id, WS_JOB_MAX_NAME, TRUE, code, _ ("The name of the job"), error)
         && check_text (self->title, WS_JOB_MAX_NAME, TRUE, code, _ ("The title of the job"), error)
         && check_text (self->idea, WS_JOB_MAX_WORDS, FALSE, code, _ ("What the job shows"), error)
         && check_text (self->left, WS_JOB_MAX_WORDS, FALSE, code, _ ("What remains slow"), error)
         && check_text (self->look, WS_JOB_MAX_WORDS, FALSE, code, _ ("What to look at"), error)
         && check_text (self->run.result, WS_JOB_MAX_NAME, FALSE, code, _ ("The result's name"),
                        error)
         && check_text (self->run.combine, WS_JOB_MAX_NAME, FALSE, code, _ ("The sign"), error)
         && check_text (self->run.combines, WS_JOB_MAX_NAME, FALSE, code, _ ("The verb"), error)
         && check_text (self->run.many, WS_JOB_MAX_NAME, FALSE, code, _ ("The sign of many"),
                        error);
}

/* ---- the program ---- */

static gboolean
check_parameters (const WsEntry *entry, GError **error)
{
  guint64 at = 0;

  if (entry->parameters->len > WS_JOB_MAX_ARGUMENTS)
    return refuse (error, WS_JOB_ERROR_PROGRAM,
                   _ ("“%s” has %u parameters: at most %d are supported."), entry->title,
                   entry->parameters->len, WS_JOB_MAX_ARGUMENTS);
  for (guint i = 0; i < entry->parameters->len; i++)
    {
      const WsParameter *parameter = &g_array_index (entry->parameters, WsParameter, i);
      guint32 alignment = parameter->alignment;

      if (!check_text (parameter->name, WS_JOB_MAX_NAME, TRUE, WS_JOB_ERROR_PROGRAM,
                       _ ("The name of a parameter"), error))
        return FALSE;
      if (alignment == 0 || alignment > MOST_ALIGNMENT || (alignment & (alignment - 1)) != 0)
        return refuse (error, WS_JOB_ERROR_PROGRAM,
                       _ ("Parameter “%s” of “%s” has alignment %u: it must be 1, 2, 4 ... %d."),
                       parameter->name, entry->title, alignment, MOST_ALIGNMENT);
      if (parameter->size == 0)
        return refuse (error, WS_JOB_ERROR_PROGRAM, _ ("Parameter “%s” of “%s” has no bytes."),
                       parameter->name, entry->title);
      if (parameter->is_pointer && parameter->size != sizeof (guint64))
        return refuse (error, WS_JOB_ERROR_PROGRAM,
                       _ ("Parameter “%s” of “%s” is an address of %u bytes: addresses have 8."),
                       parameter->name, entry->title, parameter->size);
      at = (at + alignment - 1) / alignment * alignment + parameter->size;
      if (at > WS_JOB_PARAMS_BYTES)
        return refuse (error, WS_JOB_ERROR_PROGRAM,
                       _ ("The parameters of “%s” exceed the %d bytes that a launch takes."),
                       entry->title, WS_JOB_PARAMS_BYTES);
    }
  return TRUE;
}

/* Limits of what a run can store and a view can show. */
static gboolean
check_source (const char *text, gboolean needed, const char *what, GError **error)
{
  const WsJobError code = WS_JOB_ERROR_PROGRAM;

  if (!check_text (text, ws_bound_get (WS_BOUND_TEXT_BYTES), needed, code, what, error))
    return FALSE;
  return ws_bound_check_lines (text, NULL)
         || refuse (error, code,
                    _ ("%s is too long to show: at most %" PRIu64
                       " lines are supported, of at most %" PRIu64 " bytes each."),
                    what, ws_bound_get (WS_BOUND_TEXT_LINES), ws_bound_get (WS_BOUND_LINE_BYTES));
}

static gboolean
check_registers (const WsEntry *entry, GError **error)
{
  guint32 before = 0;

  if (entry->registers->len > WS_JOB_MAX_ARCHITECTURES)
    return refuse (
        error, WS_JOB_ERROR_PROGRAM,
        _ ("The registers of “%s” are given for %u architectures: at most %d are supported."),
        entry->title, entry->registers->len, WS_JOB_MAX_ARCHITECTURES);
  for (guint i = 0; i < entry->registers->len; i++)
    {
      const WsRegisters *one = &g_array_index (entry->registers, WsRegisters, i);

      if (one->architecture <= before)
        return refuse (error, WS_JOB_ERROR_PROGRAM,
                       _ ("The registers of “%s” must be sorted by architecture."), entry->title);
      if (one->registers == 0 || one->registers > MOST_REGISTERS)
        return refuse (error, WS_JOB_ERROR_PROGRAM,
                       _ ("“%s” takes %u registers: 1 to %d are possible."), entry->title,
                       one->registers, MOST_REGISTERS);
      before = one->architecture;
    }
  return TRUE;
}

static gboolean
check_program (const WsProgram *self, GError **error)
{
  const WsJobError code = WS_JOB_ERROR_PROGRAM;

  if (!check_text (self->name, WS_JOB_MAX_NAME, TRUE, code, _ ("The name of the program"), error)
      || !check_text (self->file, WS_JOB_MAX_NAME, FALSE, code, _ ("The name of the source"), error)
      || !check_text (self->library, WS_JOB_MAX_NAME, FALSE, code, _ ("The name of the library"),
                      error)
      || !check_source (self->source, FALSE, _ ("The source"), error)
      || !check_source (self->ptx, self->library == NULL, _ ("The PTX"), error))
    return FALSE;
  if (self->ptx != NULL && self->library != NULL)
    return refuse (error, code, _ ("A program must be PTX or a library, not both."));
  if (self->entries->len == 0)
    return refuse (error, code, _ ("The program has no kernel."));
  if (self->entries->len > WS_JOB_MAX_LAUNCHES)
    return refuse (error, code, _ ("The program has %u kernels: at most %d are supported."),
                   self->entries->len, WS_JOB_MAX_LAUNCHES);
  if (self->architectures->len > WS_JOB_MAX_ARCHITECTURES)
    return refuse (error, code,
                   _ ("The program is given for %u architectures: at most %d are supported."),
                   self->architectures->len, WS_JOB_MAX_ARCHITECTURES);
  for (guint i = 0; i < self->entries->len; i++)
    {
      const WsEntry *entry = &g_array_index (self->entries, WsEntry, i);

      if (!check_text (entry->name, WS_JOB_MAX_WORDS, TRUE, code, _ ("The name of a kernel"), error)
          || !check_text (entry->title, WS_JOB_MAX_WORDS, TRUE, code, _ ("The title of a kernel"),
                          error)
          || !check_registers (entry, error) || !check_parameters (entry, error))
        return FALSE;
    }
  return TRUE;
}

/* ---- buffers ---- */

static gboolean
check_contents (const WsContents *self, WsValueType type, guint64 length, const char *name,
                WsJobError code, GError **error)
{
  guint width = ws_value_type_get_width (type);

  if ((guint)self->kind > WS_CONTENTS_LAST)
    return refuse (error, code, _ ("The contents of “%s” have an unknown kind."), name);
  if (!isfinite (self->first) || !isfinite (self->step) || !isfinite (self->plus)
      || !isfinite (self->divisor))
    return refuse (error, code, _ ("The contents of “%s” must be finite numbers."), name);
  if (self->kind == WS_CONTENTS_RANDOM && (self->count == 0 || self->divisor == 0))
    return refuse (error, code, _ ("The random numbers of “%s” have an empty range."), name);
  if (self->kind == WS_CONTENTS_VALUES
      && (self->values == NULL || g_bytes_get_size (self->values) != length * width))
    return refuse (error, code, _ ("“%s” holds %" PRIu64 " bytes, but %zu are given."), name,
                   length * width, self->values != NULL ? g_bytes_get_size (self->values) : 0);
  if (self->patches == NULL)
    return TRUE;
  if (self->patches->len > WS_JOB_MAX_PATCHES)
    return refuse (error, code,
                   _ ("“%s” has %u elements set one by one: at most %d are supported."), name,
                   self->patches->len, WS_JOB_MAX_PATCHES);
  for (guint i = 0; i < self->patches->len; i++)
    if (g_array_index (self->patches, WsPatch, i).index >= length)
      return refuse (error, code,
                     _ ("Element %" PRIu64 " of “%s” is given, but the buffer has %" PRIu64 "."),
                     g_array_index (self->patches, WsPatch, i).index, name, length);
  return TRUE;
}

static gboolean
check_fields (const WsBuffer *self, GError **error)
{
  if (self->fields->len == 0 || self->fields->len > WS_JOB_MAX_FIELDS)
    return refuse (error, WS_JOB_ERROR_BUFFER,
                   _ ("An element of “%s” has %u fields: 1 to %d are supported."), self->name,
                   self->fields->len, WS_JOB_MAX_FIELDS);
  if (self->element_bytes == 0 || self->element_bytes > MOST_ELEMENT)
    return refuse (error, WS_JOB_ERROR_BUFFER,
                   _ ("An element of “%s” has %u bytes: 1 to %d are supported."), self->name,
                   self->element_bytes, MOST_ELEMENT);
  for (guint i = 0; i < self->fields->len; i++)
    {
      const WsField *field = &g_array_index (self->fields, WsField, i);

      if ((guint)field->type > WS_VALUE_LAST)
        return refuse (error, WS_JOB_ERROR_BUFFER, _ ("A field of “%s” has an unknown type."),
                       self->name);
      if (!check_text (field->name, WS_JOB_MAX_NAME, self->fields->len > 1, WS_JOB_ERROR_BUFFER,
                       _ ("The name of a field"), error))
        return FALSE;
      if ((guint64)field->offset + ws_value_type_get_width (field->type) > self->element_bytes)
        return refuse (error, WS_JOB_ERROR_BUFFER,
                       _ ("Field %u of “%s” exceeds its element of %u bytes."), i, self->name,
                       self->element_bytes);
    }
  return TRUE;
}

/* Its last writer; and that each variable of the program has only one buffer. */
static gboolean
check_symbol (const WsJob *job, guint index, GError **error)
{
  const WsBuffer *self = ws_job_get_buffer (job, index);

  if (!check_text (self->writer, WS_JOB_MAX_WORDS, FALSE, WS_JOB_ERROR_BUFFER,
                   _ ("Who has written a buffer"), error))
    return FALSE;
  if (self->symbol == NULL)
    return TRUE;
  if (!check_text (self->symbol, WS_JOB_MAX_WORDS, TRUE, WS_JOB_ERROR_BUFFER,
                   _ ("The name of a variable"), error))
    return FALSE;
  if (job->program.ptx == NULL)
    return refuse (
        error, WS_JOB_ERROR_BUFFER,
        _ ("“%s” is to be the variable “%s”, but the variables of a library are not known."),
        self->name, self->symbol);
  for (guint i = 0; i < index; i++)
    if (g_strcmp0 (ws_job_get_buffer (job, i)->symbol, self->symbol) == 0)
      return refuse (error, WS_JOB_ERROR_BUFFER, _ ("“%s” and “%s” are the same variable: “%s”."),
                     ws_job_get_buffer (job, i)->name, self->name, self->symbol);
  return TRUE;
}

/* The addresses in its contents. */
static gboolean
check_addresses (const WsJob *job, const WsBuffer *self, GError **error)
{
  if (self->links == NULL)
    return TRUE;
  if (self->links->len > WS_JOB_MAX_PATCHES)
    return refuse (error, WS_JOB_ERROR_BUFFER,
                   _ ("“%s” holds %u addresses: at most %d are supported."), self->name,
                   self->links->len, WS_JOB_MAX_PATCHES);
  for (guint i = 0; i < self->links->len; i++)
    {
      const WsAddress *link = &g_array_index (self->links, WsAddress, i);

      if (link->at % sizeof (guint64) != 0
          || link->at + sizeof (guint64) > ws_buffer_get_bytes (self))
        return refuse (error, WS_JOB_ERROR_BUFFER, _ ("“%s” cannot hold an address at byte %u."),
                       self->name, link->at);
      if (link->buffer >= job->buffers->len
          || link->offset >= ws_buffer_get_bytes (ws_job_get_buffer (job, link->buffer)))
        return refuse (error, WS_JOB_ERROR_BUFFER,
                       _ ("“%s” holds an address beyond the end of a buffer."), self->name);
    }
  return TRUE;
}

static gboolean
check_texture (const WsBuffer *self, GError **error)
{
  const char *wrong;

  if (self->texture.width == 0)
    return TRUE;
  wrong = ws_texture_find_wrong (&self->texture);
  if (wrong != NULL)
    return refuse (error, WS_JOB_ERROR_BUFFER, _ ("“%s” %s."), self->name, wrong);
  if (self->symbol != NULL)
    return refuse (error, WS_JOB_ERROR_BUFFER,
                   _ ("“%s” is a variable of the program and cannot be a texture."), self->name);
  if (ws_texture_get_bytes (&self->texture) > ws_buffer_get_bytes (self))
    return refuse (error, WS_JOB_ERROR_BUFFER,
                   _ ("“%s” has %" PRIu64 " bytes, fewer than the %" PRIu64 " of its texels."),
                   self->name, ws_buffer_get_bytes (self), ws_texture_get_bytes (&self->texture));
  return TRUE;
}

static gboolean
check_buffer (const WsBuffer *self, GError **error)
{
  WsValueType type;
  guint64 length;

  if (!check_text (self->name, WS_JOB_MAX_NAME, TRUE, WS_JOB_ERROR_BUFFER,
                   _ ("The name of a buffer"), error)
      || !check_text (self->unit, WS_JOB_MAX_NAME, FALSE, WS_JOB_ERROR_BUFFER, _ ("A unit"), error)
      || !check_fields (self, error))
    return FALSE;
  if (self->length == 0)
    return refuse (error, WS_JOB_ERROR_BUFFER, _ ("“%s” has no elements."), self->name);
  if (self->length > MOST_BYTES / self->element_bytes)
    return refuse (error, WS_JOB_ERROR_BUFFER,
                   _ ("“%s” has %" PRIu64 " elements of %u bytes: too large for any device."),
                   self->name, self->length, self->element_bytes);
  if (self->columns > self->length)
    return refuse (error, WS_JOB_ERROR_BUFFER,
                   _ ("A row of “%s” has %" PRIu64 " elements, more than the buffer: %" PRIu64 "."),
                   self->name, self->columns, self->length);
  if (self->use == 0 || (self->use & ~(guint)(WS_BUFFER_IN | WS_BUFFER_OUT)) != 0)
    return refuse (error, WS_JOB_ERROR_BUFFER, _ ("“%s” is neither read nor written."), self->name);
  if (!check_texture (self, error))
    return FALSE;
  type = ws_buffer_get_type (self, &length);
  return check_contents (&self->contents, type, length, self->name, WS_JOB_ERROR_BUFFER, error);
}

/* ---- launches ---- */

static gboolean
check_shape (const WsJob *job, guint number, const WsJobLaunch *self, GError **error)
{
  const guint most_threads = job->tries ? MOST_TRIED : MOST_PER_BLOCK;
  static const guint64 most[3] = { MOST_GRID_X, MOST_GRID_YZ, MOST_GRID_YZ };
  static const char axes[] = "xyz";

  for (guint i = 0; i < 3; i++)
    {
      if (self->grid[i] == 0 || self->grid[i] > most[i])
        return refuse (
            error, WS_JOB_ERROR_LAUNCH,
            _ ("Launch %u: the grid has %u blocks in %c: 1 to %" PRIu64 " are possible."), number,
            self->grid[i], axes[i], most[i]);
      if (self->block[i] == 0 || self->block[i] > most_threads)
        return refuse (error, WS_JOB_ERROR_LAUNCH,
                       _ ("Launch %u: a block has %u threads in %c: 1 to %u are possible."), number,
                       self->block[i], axes[i], most_threads);
    }
  if ((guint64)self->block[0] * self->block[1] * self->block[2] > most_threads)
    return refuse (error, WS_JOB_ERROR_LAUNCH,
                   _ ("Launch %u: a block of %u x %u x %u threads has more than %u."), number,
                   self->block[0], self->block[1], self->block[2], most_threads);
  if ((guint64)self->grid[0] * self->grid[1] * self->grid[2] >= WS_NONE)
    return refuse (error, WS_JOB_ERROR_LAUNCH,
                   _ ("Launch %u: a grid of %u x %u x %u blocks is too large."), number,
                   self->grid[0], self->grid[1], self->grid[2]);
  if (self->residency_percent == 0 || self->residency_percent > 100)
    return refuse (error, WS_JOB_ERROR_LAUNCH,
                   _ ("Launch %u: %u %% of an SM's warps: 1 to 100 are possible."), number,
                   self->residency_percent);
  if (self->dynamic_shared_bytes > MOST_SHARED)
    return refuse (error, WS_JOB_ERROR_LAUNCH,
                   _ ("Launch %u asks for %u bytes of shared memory, more than any device has."),
                   number, self->dynamic_shared_bytes);
  return TRUE;
}

/* The object of a texture or surface is a 64-bit number. */
static gboolean
check_object (const WsJob *job, guint number, const WsEntry *entry, const WsParameter *parameter,
              const WsArgument *self, GError **error)
{
  const WsBuffer *buffer = ws_job_get_buffer (job, self->buffer);

  if (parameter->is_pointer || parameter->size != sizeof (guint64))
    return refuse (error, WS_JOB_ERROR_LAUNCH,
                   _ ("Launch %u: “%s” of “%s” is given “%s”, which is a texture, but is not a "
                      "texture object."),
                   number, parameter->name, entry->title, buffer->name);
  if (self->offset != 0)
    return refuse (error, WS_JOB_ERROR_LAUNCH,
                   _ ("Launch %u: “%s” of “%s” is given part of “%s”, which is a texture."), number,
                   parameter->name, entry->title, buffer->name);
  return TRUE;
}

static gboolean
check_link (const WsJob *job, guint number, const WsEntry *entry, const WsParameter *parameter,
            const WsAddress *self, GError **error)
{
  const WsBuffer *buffer;

  if (self->buffer >= job->buffers->len)
    return refuse (error, WS_JOB_ERROR_LAUNCH,
                   _ ("Launch %u: “%s” of “%s” is given buffer %u of %u."), number, parameter->name,
                   entry->title, self->buffer + 1, job->buffers->len);
  buffer = ws_job_get_buffer (job, self->buffer);
  if (self->at % sizeof (guint64) != 0 || (guint64)self->at + sizeof (guint64) > parameter->size)
    return refuse (error, WS_JOB_ERROR_LAUNCH,
                   _ ("Launch %u: “%s” of “%s” cannot hold an address at byte %u."), number,
                   parameter->name, entry->title, self->at);
  if (buffer->symbol != NULL || buffer->texture.width > 0)
    return refuse (error, WS_JOB_ERROR_LAUNCH,
                   _ ("Launch %u: “%s” of “%s” cannot hold the address of “%s”."), number,
                   parameter->name, entry->title, buffer->name);
  if (self->offset >= ws_buffer_get_bytes (buffer))
    return refuse (error, WS_JOB_ERROR_LAUNCH,
                   _ ("Launch %u: “%s” of “%s” starts beyond the end of “%s”."), number,
                   parameter->name, entry->title, buffer->name);
  return TRUE;
}

static gboolean
check_bytes (const WsJob *job, guint number, const WsEntry *entry, const WsParameter *parameter,
             const WsArgument *self, GError **error)
{
  if (self->bytes == NULL || g_bytes_get_size (self->bytes) != parameter->size)
    return refuse (error, WS_JOB_ERROR_LAUNCH,
                   _ ("Launch %u: “%s” of “%s” has %u bytes, but %zu are given."), number,
                   parameter->name, entry->title, parameter->size,
                   self->bytes != NULL ? g_bytes_get_size (self->bytes) : 0);
  for (guint i = 0; self->links != NULL && i < self->links->len; i++)
    if (!check_link (job, number, entry, parameter, &g_array_index (self->links, WsAddress, i),
                     error))
      return FALSE;
  return TRUE;
}

static gboolean
check_argument (const WsJob *job, guint number, const WsEntry *entry, const WsParameter *parameter,
                const WsArgument *self, GError **error)
{
  const WsBuffer *buffer;
  gboolean is_texture;

  if (self->links != NULL && self->kind != WS_ARGUMENT_BYTES)
    return refuse (error, WS_JOB_ERROR_LAUNCH,
                   _ ("Launch %u: “%s” of “%s” is given addresses, but is not a structure."),
                   number, parameter->name, entry->title);
  switch (self->kind)
    {
    case WS_ARGUMENT_BUFFER:
      is_texture = self->buffer < job->buffers->len
                   && ws_job_get_buffer (job, self->buffer)->texture.width > 0;
      if (is_texture)
        return check_object (job, number, entry, parameter, self, error);
      if (!parameter->is_pointer)
        return refuse (error, WS_JOB_ERROR_LAUNCH,
                       _ ("Launch %u: “%s” of “%s” is given a buffer, but is not a pointer."),
                       number, parameter->name, entry->title);
      if (self->buffer >= job->buffers->len)
        return refuse (error, WS_JOB_ERROR_LAUNCH,
                       _ ("Launch %u: “%s” of “%s” is given buffer %u of %u."), number,
                       parameter->name, entry->title, self->buffer + 1, job->buffers->len);
      buffer = ws_job_get_buffer (job, self->buffer);
      if (buffer->symbol != NULL)
        return refuse (error, WS_JOB_ERROR_LAUNCH,
                       _ ("Launch %u: “%s” of “%s” is given “%s”, a variable of the program, which "
                          "kernels access by name."),
                       number, parameter->name, entry->title, buffer->name);
      if (self->offset >= ws_buffer_get_bytes (buffer))
        return refuse (error, WS_JOB_ERROR_LAUNCH,
                       _ ("Launch %u: “%s” of “%s” starts beyond the end of “%s”."), number,
                       parameter->name, entry->title, buffer->name);
      if (!parameter->is_const && (buffer->use & WS_BUFFER_OUT) == 0)
        return refuse (error, WS_JOB_ERROR_LAUNCH,
                       _ ("Launch %u: “%s” of “%s” may write to “%s”, which is read-only."), number,
                       parameter->name, entry->title, buffer->name);
      return TRUE;
    case WS_ARGUMENT_SCALAR:
      if ((guint)self->type <= WS_VALUE_LAST
          && ws_value_type_get_width (self->type) == parameter->size)
        return TRUE;
      return refuse (
          error, WS_JOB_ERROR_LAUNCH,
          _ ("Launch %u: “%s” of “%s” has %u bytes, but another number of bytes is given."), number,
          parameter->name, entry->title, parameter->size);
    case WS_ARGUMENT_BYTES:
      return check_bytes (job, number, entry, parameter, self, error);
    default:
      return refuse (error, WS_JOB_ERROR_LAUNCH,
                     _ ("Launch %u: “%s” of “%s” is given an argument of unknown kind."), number,
                     parameter->name, entry->title);
    }
}

static gboolean
check_launch (const WsJob *job, guint number, const WsJobLaunch *self, GError **error)
{
  const WsEntry *entry;

  if (self->entry >= job->program.entries->len)
    return refuse (error, WS_JOB_ERROR_LAUNCH, _ ("Launch %u: no kernel %u."), number,
                   self->entry + 1);
  if (!check_shape (job, number, self, error))
    return FALSE;
  entry = ws_job_get_entry (job, self->entry);
  if (self->arguments->len != entry->parameters->len)
    return refuse (error, WS_JOB_ERROR_LAUNCH,
                   _ ("Launch %u: “%s” has %u parameters, but %u arguments are given."), number,
                   entry->title, entry->parameters->len, self->arguments->len);
  for (guint i = 0; i < self->arguments->len; i++)
    if (!check_argument (job, number, entry, &g_array_index (entry->parameters, WsParameter, i),
                         &g_array_index (self->arguments, WsArgument, i), error))
      return FALSE;
  return TRUE;
}

/* ---- expected results ---- */

static gboolean
can_fold (WsValueType type)
{
  return type == WS_VALUE_S32 || type == WS_VALUE_U32 || type == WS_VALUE_F32;
}

static gboolean
check_check (const WsJob *job, guint number, const WsCheck *self, GError **error)
{
  const WsBuffer *buffer;
  WsValueType type;
  guint64 length;

  if ((guint)self->kind > WS_CHECK_LAST || (guint)self->fold > WS_FOLD_LAST)
    return refuse (error, WS_JOB_ERROR_CHECK, _ ("Check %u has an unknown kind."), number);
  if (self->buffer >= job->buffers->len)
    return refuse (error, WS_JOB_ERROR_CHECK, _ ("Check %u: no buffer %u."), number,
                   self->buffer + 1);
  buffer = ws_job_get_buffer (job, self->buffer);
  type = ws_buffer_get_type (buffer, &length);
  if (self->count == 0 || self->first >= length || self->count > length - self->first)
    return refuse (error, WS_JOB_ERROR_CHECK,
                   _ ("Check %u: “%s” has no %" PRIu64 " elements from %" PRIu64 " on."), number,
                   buffer->name, self->count, self->first);
  if (!isfinite (self->bound) || self->bound < 0)
    return refuse (error, WS_JOB_ERROR_CHECK,
                   _ ("Check %u: the bound must be a number, at least 0."), number);
  if (self->kind == WS_CHECK_EQUALS)
    return check_contents (&self->contents, type, self->count, buffer->name, WS_JOB_ERROR_CHECK,
                           error);
  if (self->of >= job->buffers->len
      || ws_buffer_get_type (ws_job_get_buffer (job, self->of), NULL) != type || !can_fold (type))
    return refuse (
        error, WS_JOB_ERROR_CHECK,
        _ ("Check %u: a fold needs 32-bit integers or 32-bit floats, both of the same type."),
        number);
  return TRUE;
}

/**
 * ws_job_check:
 * @error: return location: #WsJobError
 *
 * A valid job can be given to a device, which may still reject it for lack of memory, threads or
 * instructions. The error says what is wrong, and where.
 *
 * Returns: whether it is valid
 */
gboolean
ws_job_check (const WsJob *self, GError **error)
{
  g_return_val_if_fail (self != NULL, FALSE);

  if (!check_words (&self->words, error) || !check_program (&self->program, error)
      || !check_text (self->needs.what, WS_JOB_MAX_NAME, FALSE, WS_JOB_ERROR_PROGRAM,
                      _ ("The program's requirements"), error)
      || !check_text (self->blocks, WS_JOB_MAX_WORDS, FALSE, WS_JOB_ERROR_LAUNCH,
                      _ ("The list of blocks to record"), error))
    return FALSE;
  if (self->buffers->len > WS_JOB_MAX_BUFFERS)
    return refuse (error, WS_JOB_ERROR_BUFFER,
                   _ ("%u buffers are too many: at most %d are supported."), self->buffers->len,
                   WS_JOB_MAX_BUFFERS);
  if (self->launches->len == 0 || self->launches->len > WS_JOB_MAX_LAUNCHES)
    return refuse (error, WS_JOB_ERROR_LAUNCH, _ ("%u launches: 1 to %d are supported."),
                   self->launches->len, WS_JOB_MAX_LAUNCHES);
  if (self->checks->len > WS_JOB_MAX_CHECKS)
    return refuse (error, WS_JOB_ERROR_CHECK,
                   _ ("%u checks are too many: at most %d are supported."), self->checks->len,
                   WS_JOB_MAX_CHECKS);
  for (guint i = 0; i < self->buffers->len; i++)
    if (!check_buffer (ws_job_get_buffer (self, i), error) || !check_symbol (self, i, error))
      return FALSE;
  for (guint i = 0; i < self->buffers->len; i++)
    if (!check_addresses (self, ws_job_get_buffer (self, i), error))
      return FALSE;
  for (guint i = 0; i < self->launches->len; i++)
    if (!check_launch (self, i + 1, ws_job_get_launch (self, i), error))
      return FALSE;
  for (guint i = 0; i < self->checks->len; i++)
    if (!check_check (self, i + 1, ws_job_get_check (self, i), error))
      return FALSE;
  return TRUE;
}
