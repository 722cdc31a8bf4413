/* spans.c: residencies: a launch whose warps say when they were there, and nothing else. */
#include "probe/probe-private.h"

/**
 * ws_probe_is_flat:
 * @request: a launch
 *
 * Returns: whether its grid and its blocks extend along x alone
 */
gboolean
ws_probe_is_flat (const WsLaunchRequest *request)
{
  return request->grid[1] == 1 && request->grid[2] == 1 && request->block[1] == 1
         && request->block[2] == 1;
}

/**
 * ws_probe_make_spans_text:
 * @self: a kernel with probes
 * @flat: what ws_probe_is_flat() says of the launches that it is for
 * @error: return location: as of ws_ptx_rewrite_spans()
 *
 * Returns: (transfer full) (nullable): the PTX to load for ws_probe_record_spans(); the entry keeps
 * its name
 */
char *
ws_probe_make_spans_text (WsProbe *self, gboolean flat, GError **error)
{
  return ws_ptx_rewrite_spans (self->module, self->function, flat, error);
}

/**
 * ws_probe_record_spans:
 * @self: a kernel with probes
 * @target: what runs it; has loaded the text of ws_probe_make_spans_text()
 * @spec: the device's
 * @request: the launch, with the kernel's own parameters
 * @record: where residencies and spans of warps go; its blocks are not looked at
 * @duration_cycles: (out): from the first warp's begin to the last one's end
 * @error: return location: that of @target
 *
 * Returns: whether the launch ended well
 */
gboolean
ws_probe_record_spans (WsProbe *self, const WsProbeTarget *target, const WsSpec *spec,
                       const WsLaunchRequest *request, const WsRecordRequest *record,
                       guint64 *duration_cycles, GError **error)
{
  guint32 n_threads = request->block[0] * request->block[1] * request->block[2];
  guint32 n_warps = (n_threads + WS_WARP_SIZE - 1) / WS_WARP_SIZE;
  guint32 n_blocks = request->grid[0] * request->grid[1] * request->grid[2];
  guint64 n_spans = (guint64)n_blocks * n_warps;
  gsize spans_size = n_spans * sizeof (WsProbeSpan);
  gsize size = spans_size + WS_PROBE_TIMED_WARPS * sizeof (WsProbeTiming);
  g_autofree guint8 *memory = g_try_malloc0 (size);
  g_autofree WsResidency *residencies = g_try_new0 (WsResidency, n_blocks);
  g_autofree WsWarpSpan *spans = g_try_new0 (WsWarpSpan, n_spans);
  WsSpanControl control = { .n_warps = n_warps };
  gboolean ok;

  if (memory == NULL || residencies == NULL || spans == NULL)
    {
      g_set_error (error, WS_DEVICE_ERROR, WS_DEVICE_ERROR_MEMORY,
                   "The computer has not enough memory left for the residencies of %u blocks.",
                   n_blocks);
      return FALSE;
    }
  if (!target->alloc (target->data, size, &control.spans, error))
    return FALSE;
  control.timings = control.spans + spans_size;
  ok = target->clear (target->data, control.spans, size, error)
       && ws_probe_launch (self, target, request, &control, sizeof control, error)
       && target->read (target->data, control.spans, memory, size, error);
  target->release (target->data, control.spans);
  if (!ok)
    return FALSE;
  *duration_cycles = ws_probe_place ((const WsProbeSpan *)(const void *)memory,
                                     (const WsProbeTiming *)(const void *)(memory + spans_size),
                                     n_blocks, n_warps, spec, residencies, spans);
  if (record->builder != NULL)
    {
      ws_run_builder_add_residencies (record->builder, record->launch, residencies, n_blocks);
      ws_run_builder_add_warp_spans (record->builder, record->launch, spans, n_spans);
    }
  return TRUE;
}
