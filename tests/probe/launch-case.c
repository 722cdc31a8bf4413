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

/* The memory as it was before the first launch. */
void
ws_case_reset (WsDevice *device, const WsCase *each, const WsLaunchRequest *request)
{
  g_autoptr (GError) error = NULL;
  g_autofree gint32 *zeros = g_new0 (gint32, each->n_out);
  guint64 addresses[2];

  memcpy (addresses, request->params, sizeof addresses);
  device->klass->write (device, addresses[0], each->input, each->n * 4ull, &error);
  device->klass->write (device, addresses[1], zeros, each->n_out * 4ull, &error);
  g_assert_no_error (error);
}

WsRun *
ws_case_record (WsDevice *device, const WsCase *each, WsCaseRecord record, gpointer data,
                gint32 *out)
{
  g_autoptr (GError) error = NULL;
  const WsDeviceClass *klass = device->klass;
  g_autoptr (WsRunBuilder) builder =
      ws_run_builder_new (device->spec, device->id, device->name, klass->origin);
  g_autofree gint32 *zeros = g_new0 (gint32, each->n_out);
  guint64 addresses[2];
  guint8 params[20];
  const WsLaunchRequest request = {
    .entry = each->name,
    .grid = { each->grid[0], each->grid[1], each->grid[2] },
    .block = { each->block[0], each->block[1], each->block[2] },
    .dynamic_shared_bytes = each->shared_bytes,
    .params = params,
    .params_size = sizeof params,
  };
  const WsRecordRequest wanted = {
    .builder = builder, .blocks = each->blocks, .n_blocks = each->n_blocks, .residencies = TRUE
  };
  WsLaunch launch = { .grid = { each->grid[0], each->grid[1], each->grid[2] },
                      .block = { each->block[0], each->block[1], each->block[2] } };

  klass->free_all (device);
  klass->load (device, each->ptx, (gssize)each->ptx_length, each->name, &error);
  g_assert_no_error (error);
  launch.kernel = ws_run_builder_add_kernel (
      builder, klass->describe (device, each->name, each->name, "k.cu", NULL, &error));
  g_assert_no_error (error);
  ws_run_builder_add_launch (builder, &launch);
  klass->alloc (device, each->n * 4ull, "in", &addresses[0], &error);
  klass->alloc (device, each->n_out * 4ull, "out", &addresses[1], &error);
  klass->write (device, addresses[0], each->input, each->n * 4ull, &error);
  klass->write (device, addresses[1], zeros, each->n_out * 4ull, &error);
  g_assert_no_error (error);
  memcpy (params, addresses, sizeof addresses);
  memcpy (params + 16, &each->n, 4);
  ws_run_builder_add_region (builder, "in", WS_SPACE_GLOBAL, addresses[0], each->n * 4ull,
                             WS_VALUE_S32);
  ws_run_builder_add_region (builder, "out", WS_SPACE_GLOBAL, addresses[1], each->n_out * 4ull,
                             WS_VALUE_S32);
  if (record != NULL)
    g_assert_true (record (device, each, &request, &wanted, data));
  else
    klass->launch (device, &request, &wanted, NULL, NULL, &error);
  g_assert_no_error (error);
  if (out != NULL)
    klass->read (device, addresses[1], out, each->n_out * 4ull, &error);
  g_assert_no_error (error);
  return ws_run_builder_end (builder);
}
