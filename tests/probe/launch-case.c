#include "launch-case.h"

#include <string.h>

WsCase *
ws_case_new_from_parity (const WsParityCase *parity)
{
  g_autoptr (GError) error = NULL;
  WsCase *self = g_new0 (WsCase, 1);

  self->name = parity->entry;
  self->ptx = ws_parity_case_load_ptx (parity, &error);
  g_assert_no_error (error);
  self->ptx_length = strlen (self->ptx);
  for (guint i = 0; i < 3; i++)
    {
      self->grid[i] = parity->grid[i];
      self->block[i] = parity->block[i];
    }
  self->shared_bytes = parity->dynamic_shared_bytes;
  self->input = ws_parity_case_make_input (parity);
  self->n = parity->n;
  self->n_out = parity->n_out;
  self->blocks = parity->blocks;
  self->n_blocks = parity->n_blocks;
  self->contended = parity->contended;
  return self;
}

void
ws_case_free (WsCase *self)
{
  g_free (self->ptx);
  g_free (self->input);
  g_free (self);
}

/* The memory as it was before the first launch: what a plan "map" writes depends on nothing there.
 */
void
ws_case_reset (WsDevice *device, const WsCase *each, const WsLaunchRequest *request)
{
  g_autoptr (GError) error = NULL;
  g_autofree gint32 *zeros = g_new0 (gint32, each->n_out);
  guint64 addresses[2];

  if (each->job != NULL)
    return;
  memcpy (addresses, request->params, sizeof addresses);
  device->klass->write (device, addresses[0], each->input, each->n * 4ull, &error);
  device->klass->write (device, addresses[1], zeros, each->n_out * 4ull, &error);
  g_assert_no_error (error);
}

/* Buffers and parameters of a kernel (in, out, n). Returns: the address of what it writes. */
static guint64
place_buffers (WsDevice *device, const WsCase *each, WsRunBuilder *builder, guint8 *params,
               gsize *params_size)
{
  g_autoptr (GError) error = NULL;
  const WsDeviceClass *klass = device->klass;
  g_autofree gint32 *zeros = g_new0 (gint32, each->n_out);
  guint64 addresses[2];

  klass->alloc (device, each->n * 4ull, "in", &addresses[0], &error);
  klass->alloc (device, each->n_out * 4ull, "out", &addresses[1], &error);
  klass->write (device, addresses[0], each->input, each->n * 4ull, &error);
  klass->write (device, addresses[1], zeros, each->n_out * 4ull, &error);
  g_assert_no_error (error);
  memcpy (params, addresses, sizeof addresses);
  memcpy (params + 16, &each->n, 4);
  *params_size = 20;
  ws_run_builder_add_region (builder, "in", WS_SPACE_GLOBAL, addresses[0], each->n * 4ull,
                             WS_VALUE_S32);
  ws_run_builder_add_region (builder, "out", WS_SPACE_GLOBAL, addresses[1], each->n_out * 4ull,
                             WS_VALUE_S32);
  return addresses[1];
}

/* The same of a job. Returns: where its last buffer is */
static guint64
place_job (WsDevice *device, const WsJob *job, WsRunBuilder *builder, guint8 *params,
           gsize *params_size)
{
  const WsDeviceClass *klass = device->klass;
  guint64 addresses[WS_JOB_MAX_BUFFERS];
  guint n = job->buffers->len;

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GError) error = NULL;
      const WsBuffer *buffer = ws_job_get_buffer (job, i);
      /* zeros where the job says nothing */
      g_autoptr (GBytes) bytes = ws_job_make_contents (job, i, &error);

      klass->alloc (device, ws_buffer_get_bytes (buffer), buffer->name, &addresses[i], &error);
      klass->write (device, addresses[i], g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes),
                    &error);
      g_assert_no_error (error);
      ws_run_builder_add_region (builder, buffer->name, WS_SPACE_GLOBAL, addresses[i],
                                 ws_buffer_get_bytes (buffer), ws_buffer_get_type (buffer, NULL));
    }
  *params_size = ws_job_fill_parameters (job, ws_job_get_launch (job, 0), addresses, params);
  return addresses[n - 1];
}

WsRun *
ws_case_record (WsDevice *device, const WsCase *each, WsCaseRecord record, gpointer data,
                gint32 *out)
{
  g_autoptr (GError) error = NULL;
  const WsDeviceClass *klass = device->klass;
  g_autoptr (WsRunBuilder) builder =
      ws_run_builder_new (device->spec, device->id, device->name, klass->origin);
  guint64 out_address;
  guint8 params[WS_JOB_PARAMS_BYTES];
  WsLaunchRequest request = {
    .entry = each->name,
    .grid = { each->grid[0], each->grid[1], each->grid[2] },
    .block = { each->block[0], each->block[1], each->block[2] },
    .dynamic_shared_bytes = each->shared_bytes,
    .params = params,
  };
  const WsRecordRequest wanted = { .builder = builder,
                                   .blocks = each->blocks,
                                   .n_blocks = each->n_blocks,
                                   .residencies = !device->records_by_probes };
  WsLaunch launch = { .grid = { each->grid[0], each->grid[1], each->grid[2] },
                      .block = { each->block[0], each->block[1], each->block[2] } };

  klass->free_all (device);
  klass->load (device, each->ptx, (gssize)each->ptx_length, each->name, &error);
  g_assert_no_error (error);
  launch.kernel = ws_run_builder_add_kernel (
      builder, klass->describe (device, each->name, each->name, "k.cu", NULL, &error));
  g_assert_no_error (error);
  ws_run_builder_add_launch (builder, &launch);
  out_address = each->job != NULL
                    ? place_job (device, each->job, builder, params, &request.params_size)
                    : place_buffers (device, each, builder, params, &request.params_size);
  if (record != NULL)
    g_assert_true (record (device, each, &request, &wanted, data));
  else
    klass->launch (device, &request, &wanted, NULL, NULL, &error);
  g_assert_no_error (error);
  if (out != NULL)
    klass->read (device, out_address, out, each->n_out * 4ull, &error);
  g_assert_no_error (error);
  return ws_run_builder_end (builder);
}
