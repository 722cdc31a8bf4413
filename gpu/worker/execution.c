/* execution.c: what recording, timing and counting a job share. */
#include "worker/execution-private.h"

#include "words/words.h"

#include <glib/gi18n.h>
#include <inttypes.h>

/* The memory needed before the first launch; a short description in the job may mean gigabytes. */
static gboolean
holds_anything (const WsBuffer *buffer)
{
  return buffer->contents.kind != WS_CONTENTS_NOTHING || buffer->contents.patches != NULL;
}

/* Whether the computer has memory for the buffers' contents: in @device's memory, if that is the
 * computer's, or in addition to it. */
static gboolean
check_contents (const WsDevice *device, const WsJob *job, GError **error)
{
  guint64 n = ws_job_get_launch (job, 0)->n_elements;
  g_autofree char *what = n > 0 ? g_strdup_printf (_ ("An input of %" PRIu64 " elements"), n)
                                : g_strdup (_ ("The input"));
  guint64 size = 0;

  for (guint i = 0; i < job->buffers->len; i++)
    if (holds_anything (ws_job_get_buffer (job, i)))
      size += ws_buffer_get_bytes (ws_job_get_buffer (job, i));
  return ws_host_memory_check (device->host, size, 0, what, _ ("take fewer"), error);
}

/**
 * ws_execution_make_contents:
 * @device: limits the host memory
 * @job: the job to run
 * @error: return location for a #GError, which has the required size if they do not fit
 *
 * Returns: (transfer full) (nullable) (array): each buffer's contents before the first launch,
 * %NULL if it has none; for ws_execution_free_contents()
 */
GBytes **
ws_execution_make_contents (WsDevice *device, const WsJob *job, GError **error)
{
  guint n_buffers = job->buffers->len;
  GBytes **contents;

  if (!check_contents (device, job, error))
    return NULL;
  contents = g_new0 (GBytes *, n_buffers + 1);
  for (guint i = 0; i < n_buffers; i++)
    {
      if (!holds_anything (ws_job_get_buffer (job, i)))
        continue;
      contents[i] = ws_job_make_contents (job, i, error);
      if (contents[i] == NULL)
        {
          ws_execution_free_contents (contents, n_buffers);
          return NULL;
        }
    }
  return contents;
}

/**
 * ws_execution_free_contents:
 * @contents: (transfer full) (nullable) (array length=n): from ws_execution_make_contents()
 * @n: buffers of the job
 */
void
ws_execution_free_contents (GBytes **contents, guint n)
{
  for (guint i = 0; contents != NULL && i < n; i++)
    g_clear_pointer (&contents[i], g_bytes_unref);
  g_free (contents);
}

/**
 * ws_execution_init:
 * @self: (out caller-allocates): a running job
 * @device: runs it; must outlive it
 * @job: the job; must outlive it
 * @contents: (nullable) (transfer full): the buffers' contents, from ws_execution_make_contents();
 * %NULL to generate them in parts when needed, so that they are only once in memory
 *
 * Returns: %FALSE if the contents do not fit into memory
 */
gboolean
ws_execution_init (WsExecution *self, WsDevice *device, const WsJob *job, GBytes **contents,
                   GError **error)
{
  *self = (WsExecution){ .device = device, .job = job, .contents = contents };
  if (contents == NULL && !check_contents (device, job, error))
    return FALSE;
  self->buffers = g_new0 (guint64, job->buffers->len + 1);
  self->handed = g_new0 (guint64, job->buffers->len + 1);
  return TRUE;
}

/**
 * ws_execution_clear:
 * @self: a running job, or zeros
 *
 * Frees its contents, but not the device's memory.
 */
void
ws_execution_clear (WsExecution *self)
{
  if (self->job != NULL)
    ws_execution_free_contents (self->contents, self->job->buffers->len);
  g_free (self->buffers);
  g_free (self->handed);
}

/**
 * ws_execution_load:
 * @self: a running job
 *
 * Frees all memory of the device and loads the program; for a library there is nothing to load.
 *
 * Returns: %FALSE if the device rejects the program
 */
gboolean
ws_execution_load (WsExecution *self, GError **error)
{
  const WsDeviceClass *klass = self->device->klass;
  const WsProgram *program = &self->job->program;

  klass->free_all (self->device);
  return program->ptx == NULL || klass->load (self->device, program->ptx, -1, program->name, error);
}

/* The kernel's argument for a buffer: its address, or the object of a texture. */
static gboolean
bind (WsExecution *self, guint index, GError **error)
{
  const WsBuffer *buffer = ws_job_get_buffer (self->job, index);
  const WsDeviceClass *klass = self->device->klass;

  self->handed[index] = self->buffers[index];
  if (buffer->texture.width == 0)
    return TRUE;
  if (klass->bind_texture != NULL)
    return klass->bind_texture (self->device, &buffer->texture, self->buffers[index],
                                &self->handed[index], error);
  g_set_error (error, WS_DEVICE_ERROR, WS_DEVICE_ERROR_UNSUPPORTED,
               _ ("“%s” is a texture; the %s does not support textures."), buffer->name,
               self->device->name);
  return FALSE;
}

/**
 * ws_execution_place:
 * @self: a running job whose program is loaded
 * @index: of a buffer
 *
 * Assigns the buffer memory on the device: its own, or that of the program's variable.
 *
 * Returns: %FALSE if the device is out of memory, or the program has no such variable, or a smaller
 * one
 */
gboolean
ws_execution_place (WsExecution *self, guint index, GError **error)
{
  const WsDeviceClass *klass = self->device->klass;
  const WsBuffer *buffer = ws_job_get_buffer (self->job, index);
  guint64 size = ws_buffer_get_bytes (buffer);
  WsDeviceSymbol symbol;

  if (buffer->symbol == NULL
      && (!klass->alloc (self->device, size, buffer->name, &self->buffers[index], error)
          || !bind (self, index, error)))
    return FALSE;
  if (buffer->symbol == NULL)
    return TRUE;
  if (!klass->find_symbol (self->device, buffer->symbol, &symbol, error))
    return FALSE;
  if (size > symbol.size_bytes)
    {
      g_set_error (
          error, WS_DEVICE_ERROR, WS_DEVICE_ERROR_LIMIT,
          _ ("“%s” has %" PRIu64 " bytes; the variable “%s” of the PTX holds %" PRIu64 "."),
          buffer->name, size, buffer->symbol, symbol.size_bytes);
      return FALSE;
    }
  self->buffers[index] = self->handed[index] = symbol.address;
  return TRUE;
}

/* Generates a buffer's contents in place, part by part. */
static gboolean
write_parts (WsExecution *self, guint index, GError **error)
{
  guint64 length;
  guint width =
      ws_value_type_get_width (ws_buffer_get_type (ws_job_get_buffer (self->job, index), &length));

  for (guint64 done = 0, n; done < length; done += n)
    {
      g_autoptr (GBytes) part = NULL;
      gsize size;
      const void *data;

      n = MIN (WS_JOB_PART_BYTES / width, length - done);
      part = ws_job_make_contents_part (self->job, index, done, n, error);
      if (part == NULL)
        return FALSE;
      data = g_bytes_get_data (part, &size);
      if (!self->device->klass->write (self->device, self->buffers[index] + done * width, data,
                                       size, error))
        return FALSE;
    }
  return TRUE;
}

/* Writes a buffer's contents before the first launch. */
static gboolean
write_contents (WsExecution *self, guint index, GError **error)
{
  gsize size;
  const void *data;

  if (!holds_anything (ws_job_get_buffer (self->job, index)))
    return TRUE;
  if (self->contents == NULL)
    return write_parts (self, index, error);
  data = g_bytes_get_data (self->contents[index], &size);
  return self->device->klass->write (self->device, self->buffers[index], data, size, error);
}

/* Writes the addresses in a buffer's contents: known once all buffers are placed. */
static gboolean
write_addresses (WsExecution *self, guint index, GError **error)
{
  const GArray *links = ws_job_get_buffer (self->job, index)->links;

  for (guint i = 0; links != NULL && i < links->len; i++)
    {
      const WsAddress *link = &g_array_index (links, WsAddress, i);
      guint64 address = self->handed[link->buffer] + link->offset;

      if (!self->device->klass->write (self->device, self->buffers[index] + link->at, &address,
                                       sizeof address, error))
        return FALSE;
    }
  return TRUE;
}

/**
 * ws_execution_begin:
 * @self: a running job
 *
 * Loads the program, and writes the buffers' contents to the device's memory.
 *
 * Returns: %FALSE if the device rejects the program, or has no room
 */
gboolean
ws_execution_begin (WsExecution *self, GError **error)
{
  if (!ws_execution_load (self, error))
    return FALSE;
  for (guint i = 0; i < self->job->buffers->len; i++)
    if (!ws_execution_place (self, i, error) || !write_contents (self, i, error))
      return FALSE;
  for (guint i = 0; i < self->job->buffers->len; i++)
    if (!write_addresses (self, i, error))
      return FALSE;
  return TRUE;
}

/**
 * ws_execution_find_registers:
 * @self: a running job whose program is loaded
 * @entry: index of a kernel
 * @from: (out): their origin
 *
 * Returns: registers per thread, from the device's own compiler or the job; 0 if unknown
 */
guint32
ws_execution_find_registers (WsExecution *self, guint entry, WsRegistersFrom *from)
{
  guint32 registers;

  if (self->device->klass->get_registers == NULL)
    return ws_job_find_registers (self->job, entry, self->device->spec, from);
  *from = self->device->klass->get_registers (
              self->device, ws_job_get_entry (self->job, entry)->name, &registers, NULL)
              ? WS_REGISTERS_DRIVER
              : WS_REGISTERS_UNKNOWN;
  return *from != WS_REGISTERS_UNKNOWN ? registers : 0;
}

/**
 * ws_execution_get_shared_bytes:
 * @self: a running job whose program is loaded
 *
 * Returns: requested bytes of dynamic shared memory: the launch's own, and those that limit
 * occupancy
 */
guint32
ws_execution_get_shared_bytes (const WsExecution *self, const WsJobLaunch *launch)
{
  guint n_threads = launch->block[0] * launch->block[1] * launch->block[2];
  guint32 declared = 0;

  if (launch->residency_percent >= 100)
    return launch->dynamic_shared_bytes;
  self->device->klass->get_shared_bytes (
      self->device, ws_job_get_entry (self->job, launch->entry)->name, &declared, NULL);
  return launch->dynamic_shared_bytes
         + ws_limits_get_spare_shared (launch->residency_percent, n_threads,
                                       launch->dynamic_shared_bytes + declared, self->device->spec);
}

/**
 * ws_execution_make_request:
 * @self: a running job whose buffers are placed
 * @launch: one of its launches
 * @params: (out caller-allocates): receives its arguments; %WS_JOB_PARAMS_BYTES large, must outlive
 * @request
 * @request: (out): the launch for the device
 */
void
ws_execution_make_request (WsExecution *self, const WsJobLaunch *launch, guint8 *params,
                           WsLaunchRequest *request)
{
  WsRegistersFrom from;

  *request = (WsLaunchRequest){
    .entry = ws_job_get_entry (self->job, launch->entry)->name,
    .registers = ws_execution_find_registers (self, launch->entry, &from),
    .grid = { launch->grid[0], launch->grid[1], launch->grid[2] },
    .block = { launch->block[0], launch->block[1], launch->block[2] },
    .dynamic_shared_bytes = ws_execution_get_shared_bytes (self, launch),
    .params = params,
    .tries = self->job->tries,
    .params_size = ws_job_fill_parameters (self->job, launch, self->handed, params),
  };
}

/* A library reads its first buffer, and writes its second; the entry's name selects the
 * operation. */
static gboolean
launch_library (WsExecution *self, const WsJobLaunch *launch, GError **error)
{
  const WsEntry *entry = ws_job_get_entry (self->job, launch->entry);
  guint64 buffers[2] = { 0 };
  WsLibraryRequest request = {
    .library = self->job->program.library,
    .n = launch->n_elements,
    .type = ws_job_get_value_type (self->job),
    .op = entry->name,
  };
  guint n = 0;

  for (guint i = 0; i < launch->arguments->len && n < G_N_ELEMENTS (buffers); i++)
    {
      const WsArgument *argument = &g_array_index (launch->arguments, WsArgument, i);

      if (argument->kind == WS_ARGUMENT_BUFFER)
        buffers[n++] = self->buffers[argument->buffer] + argument->offset;
    }
  request.in = buffers[0];
  request.out = buffers[1];
  if (self->device->klass->call_library != NULL && n == G_N_ELEMENTS (buffers))
    return self->device->klass->call_library (self->device, &request, error);
  g_set_error (error, WS_DEVICE_ERROR, WS_DEVICE_ERROR_UNSUPPORTED,
               _ ("%s is compiled code for a real GPU: the %s cannot run it."),
               ws_words_translate (self->job->words.title), self->device->name);
  return FALSE;
}

/**
 * ws_execution_launch:
 * @self: a running job
 * @record: (nullable): what to record
 * @result: receives its duration and what was recorded
 *
 * Runs one launch, or queues it between time_start() and time_stop() of the device.
 *
 * Returns: whether it succeeded
 */
gboolean
ws_execution_launch (WsExecution *self, const WsJobLaunch *launch, const WsRecordRequest *record,
                     WsLaunchResult *result, GCancellable *cancellable, GError **error)
{
  guint8 params[WS_JOB_PARAMS_BYTES];
  WsLaunchRequest request;

  ws_device_step (self->device);
  if (self->job->program.library != NULL)
    return launch_library (self, launch, error);
  ws_execution_make_request (self, launch, params, &request);
  return self->device->klass->launch (self->device, &request, record, result, cancellable, error);
}

static GBytes *
read_cb (guint buffer, guint64 first, guint64 n, gpointer data, GError **error)
{
  const WsExecution *self = data;
  g_autofree guint8 *values = NULL;

  if (!ws_host_memory_check (self->device->host, n, 0, _ ("The result"), _ ("take fewer elements"),
                             error))
    return NULL;
  values = g_try_malloc (n);
  if (values == NULL)
    {
      g_set_error_literal (
          error, WS_DEVICE_ERROR, WS_DEVICE_ERROR_MEMORY,
          _ ("Not enough memory on this computer for the result: take fewer elements."));
      return NULL;
    }
  if (!self->device->klass->read (self->device, self->buffers[buffer] + first, values, n, error))
    return NULL;
  return g_bytes_new_take (g_steal_pointer (&values), n);
}

/**
 * ws_execution_judge:
 * @self: a running job, all of whose launches have run
 * @verdict: (out): whether the results are as expected
 *
 * Returns: %FALSE if the device's memory could not be read
 */
gboolean
ws_execution_judge (WsExecution *self, WsVerdict *verdict, GError **error)
{
  return ws_job_judge (self->job, self->contents, read_cb, self, verdict, error);
}

/**
 * ws_execution_run_all:
 * @self: a running job
 * @durations_ns: (out caller-allocates) (optional) (array): of each launch, ns
 * @failed: (out) (optional): the launch that failed; if none did, the last
 *
 * Runs all launches without recording.
 *
 * Returns: whether all succeeded
 */
gboolean
ws_execution_run_all (WsExecution *self, guint64 *durations_ns, guint *failed,
                      GCancellable *cancellable, GError **error)
{
  for (guint i = 0; i < self->job->launches->len; i++)
    {
      WsLaunchResult result = { 0 };

      if (failed != NULL)
        *failed = i;
      if (!ws_execution_launch (self, ws_job_get_launch (self->job, i), NULL, &result, cancellable,
                                error))
        return FALSE;
      if (durations_ns != NULL)
        durations_ns[i] = result.duration_ns;
    }
  return TRUE;
}

/**
 * ws_execution_compute:
 * @device: what runs it
 * @job: what is run
 * @verdict: (out caller-allocates): whether the results are right
 *
 * Runs @job without recording.
 *
 * Returns: whether it succeeded
 */
gboolean
ws_execution_compute (WsDevice *device, const WsJob *job, WsVerdict *verdict, GError **error)
{
  g_auto (WsExecution) self = { 0 };

  return ws_execution_init (&self, device, job, NULL, error) && ws_execution_begin (&self, error)
         && ws_execution_run_all (&self, NULL, NULL, NULL, error)
         && ws_execution_judge (&self, verdict, error);
}

/**
 * ws_execution_get_outputs:
 * @device: what runs it
 * @job: what is run
 *
 * Runs @job without recording.
 *
 * Returns: (transfer full) (element-type GBytes) (nullable): the final contents of each written
 * buffer, packed; empty for others
 */
GPtrArray *
ws_execution_get_outputs (WsDevice *device, const WsJob *job, GCancellable *cancellable,
                          GError **error)
{
  g_auto (WsExecution) self = { 0 };
  g_autoptr (GPtrArray) outputs = g_ptr_array_new_with_free_func ((GDestroyNotify)g_bytes_unref);

  if (!ws_execution_init (&self, device, job, NULL, error) || !ws_execution_begin (&self, error)
      || !ws_execution_run_all (&self, NULL, NULL, cancellable, error))
    return NULL;
  for (guint i = 0; i < job->buffers->len; i++)
    {
      const WsBuffer *buffer = ws_job_get_buffer (job, i);
      GBytes *bytes = (buffer->use & WS_BUFFER_OUT) != 0
                          ? read_cb (i, 0, ws_buffer_get_bytes (buffer), &self, error)
                          : g_bytes_new (NULL, 0);

      if (bytes == NULL)
        return NULL;
      g_ptr_array_add (outputs, bytes);
    }
  return g_steal_pointer (&outputs);
}
