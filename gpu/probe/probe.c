/* probe.c: records events: allocates memory, launches, and reads the records. */
#include "probe/probe-private.h"

#include <glib/gi18n.h>
#include <string.h>

#define ALIGNMENT 512

/* The parts of a recording's single allocation. */
typedef struct {
  guint64 recorded;
  guint64 starts;
  guint64 ends;
  guint64 symbols;
  guint64 slots;
  guint64 size;
  guint64 base; /* on the device */
  guint64 warp_bytes;
  guint32 n_warps;
  guint32 n_blocks; /* of the grid */
  guint32 n_recorded;
} Layout;

/**
 * ws_probe_new:
 * @module: the kernel's module
 * @error: return location: as for ws_ptx_function_check(), or %WS_DEVICE_ERROR_NOT_FOUND
 *
 * Returns: (transfer full) (nullable): the kernel with probes
 */
WsProbe *
ws_probe_new (WsPtxModule *module, const char *entry, GError **error)
{
  g_autoptr (WsProbe) self = g_new0 (WsProbe, 1);
  g_autofree guint8 *kinds = NULL;

  self->module = ws_ptx_module_ref (module);
  self->function = ws_ptx_module_find (module, entry);
  if (self->function == NULL)
    {
      g_set_error (error, WS_DEVICE_ERROR, WS_DEVICE_ERROR_NOT_FOUND,
                   _ ("The PTX has no kernel “%s”."), entry);
      return NULL;
    }
  if (!ws_ptx_function_check (module, self->function, error))
    return NULL;
  kinds = ws_ptx_choose_probes (module, self->function);
  self->probed = ws_ptx_rewrite (module, self->function, kinds, error);
  if (self->probed == NULL)
    return NULL;
  self->sites = g_new (WsProbeSite, self->probed->n_sites + 1);
  for (guint p = 0; p < self->probed->parts->len; p++)
    {
      const WsPtxPart *part = &g_array_index (self->probed->parts, WsPtxPart, p);

      for (guint32 i = 0; i < part->function->instructions->len; i++)
        self->sites[part->first_site + i] =
            (WsProbeSite){ part->function,
                           &g_array_index (part->function->instructions, WsPtxInstruction, i) };
    }
  return g_steal_pointer (&self);
}

void
ws_probe_free (WsProbe *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->probed, ws_ptx_probed_free);
  g_free (self->sites);
  ws_ptx_module_unref (self->module);
  g_free (self);
}

/**
 * ws_probe_get_text:
 * @self: a kernel with probes
 *
 * Returns: (transfer none): the PTX to load; the entry keeps its name
 */
const char *
ws_probe_get_text (WsProbe *self)
{
  return self->probed->text;
}

/**
 * ws_probe_set_slots:
 * @slots: room for what each thread records, before ws_probe_record()
 */
void
ws_probe_set_slots (WsProbe *self, guint64 slots)
{
  self->slots = slots;
}

static guint64
align (guint64 value)
{
  return (value + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

static Layout
lay_out (const WsProbe *self, const WsLaunchRequest *request, const WsRecordRequest *record)
{
  guint32 n_threads = request->block[0] * request->block[1] * request->block[2];
  Layout layout = {
    .n_warps = (n_threads + WS_WARP_SIZE - 1) / WS_WARP_SIZE,
    .n_blocks = request->grid[0] * request->grid[1] * request->grid[2],
    .n_recorded = record->n_blocks,
    .warp_bytes = self->slots * WS_PROBE_ROW_BYTES,
  };
  guint64 n_warps = (guint64)layout.n_warps * layout.n_recorded;

  layout.starts = align ((guint64)layout.n_blocks * sizeof (guint32));
  layout.ends = align (layout.starts + (guint64)layout.n_recorded * sizeof (guint64));
  layout.symbols = align (layout.ends + n_warps * WS_WARP_SIZE * sizeof (guint64));
  layout.slots = align (layout.symbols + (2 + self->probed->symbols->len) * sizeof (guint64));
  layout.size = layout.slots + n_warps * layout.warp_bytes;
  return layout;
}

static gboolean
prepare (const WsProbeTarget *target, const Layout *layout, const WsRecordRequest *record,
         GError **error)
{
  g_autofree guint32 *recorded = g_new (guint32, layout->n_blocks);

  memset (recorded, 0xff, layout->n_blocks * sizeof *recorded);
  for (guint i = 0; i < record->n_blocks; i++)
    recorded[record->blocks[i]] = i;
  return target->clear (target->data, layout->base, layout->size, error)
         && target->write (target->data, layout->base + layout->recorded, recorded,
                           layout->n_blocks * sizeof *recorded, error);
}

/**
 * ws_probe_launch:
 * @request: the launch of the original kernel
 * @control: the control block: a #WsProbeControl or a #WsSpanControl
 * @control_size: bytes
 *
 * Launches the kernel with its own parameters, followed by the control block.
 *
 * Returns: the result of the target's launch
 */
gboolean
ws_probe_launch (const WsProbe *self, const WsProbeTarget *target, const WsLaunchRequest *request,
                 gconstpointer control, gsize control_size, GError **error)
{
  gsize size = self->probed->control_offset + control_size;
  g_autofree guint8 *params = g_malloc0 (size);
  WsLaunchRequest probed = *request;

  memcpy (params, request->params, MIN (request->params_size, self->probed->control_offset));
  memcpy (params + self->probed->control_offset, control, control_size);
  probed.params = params;
  probed.params_size = size;
  return target->launch (target->data, &probed, error);
}

static gboolean
launch (const WsProbe *self, const WsProbeTarget *target, const WsLaunchRequest *request,
        const WsRecordRequest *record, const Layout *layout, GError **error)
{
  WsProbeControl control = {
    .recorded = layout->base + layout->recorded,
    .starts = layout->base + layout->starts,
    .slots = layout->base + layout->slots,
    .warp_bytes = layout->warp_bytes,
    .ends = layout->base + layout->ends,
    .symbols = layout->base + layout->symbols,
    .n_warps = layout->n_warps,
  };

  for (guint i = 0; i < record->n_blocks; i++)
    {
      control.filter[0] |= G_GUINT64_CONSTANT (1) << (record->blocks[i] & 63);
      control.filter[1] |= G_GUINT64_CONSTANT (1) << (record->blocks[i] >> 6 & 63);
    }
  return ws_probe_launch (self, target, request, &control, sizeof control, error);
}

/* Buffers defined by the module. */
static void
add_globals (const WsProbe *self, const guint64 *symbols, WsRunBuilder *builder)
{
  for (guint i = 0; i < self->probed->symbols->len; i++)
    {
      const WsPtxVariable *variable = g_ptr_array_index (self->probed->symbols, i);

      if (variable->space == WS_SPACE_GLOBAL)
        ws_ptx_variable_add_region (variable, builder, symbols[2 + i]);
    }
}

/* Maps times to the launch's clock: scales them to the block's duration without probes, as probes
 * make it longer. */
static void
fit (const WsRecordRequest *record, guint32 block, GArray *events)
{
  const WsResidency *residency =
      ws_run_builder_get_residency (record->builder, record->launch, block);
  guint64 last = events->len > 0 ? g_array_index (events, WsEvent, events->len - 1).time : 0;
  guint64 room = residency != NULL ? residency->end - residency->start : last + 1;

  for (guint i = 0; i < events->len; i++)
    {
      WsEvent *event = &g_array_index (events, WsEvent, i);

      if (last >= room)
        event->time = (guint64)((unsigned __int128)event->time * room / (last + 1));
      event->time += residency != NULL ? residency->start : 0;
    }
  ws_probe_sort_events (events);
}

static void
deliver (const WsProbe *self, const Layout *layout, const guint8 *memory,
         const WsRecordRequest *record, WsProbeResult *result)
{
  WsProbeData data = {
    .probe = self,
    .n_warps = layout->n_warps,
    .slots_address = layout->base + layout->slots,
    .warp_bytes = layout->warp_bytes,
    .slots = memory + layout->slots,
    .ends = (const guint64 *)(const void *)(memory + layout->ends),
    .symbols = (const guint64 *)(const void *)(memory + layout->symbols),
    .starts = (const guint64 *)(const void *)(memory + layout->starts),
  };

  if (record->builder != NULL && record->n_blocks > 0)
    add_globals (self, data.symbols, record->builder);
  for (guint i = 0; i < record->n_blocks; i++)
    {
      guint32 block = record->blocks[i];
      g_autoptr (GArray) events = g_array_new (FALSE, FALSE, sizeof (WsEvent));
      g_autoptr (GArray) lanes = g_array_new (FALSE, FALSE, sizeof (WsLane));

      ws_probe_decode_block (&data, i, block, events, lanes, result);
      if (record->builder != NULL)
        fit (record, block, events);
      if (record->builder != NULL)
        ws_run_builder_add_block (
            record->builder, record->launch,
            &(WsRecordedBlock){ .block = block,
                                .events = (const WsEvent *)(const void *)events->data,
                                .n_events = events->len,
                                .lanes = (const WsLane *)(const void *)lanes->data,
                                .n_lanes = lanes->len });
    }
}

/* Reads the records: everything before the slots, and each recorded warp's slots as far as they
 * were used. */
static gboolean
read_back (const WsProbeTarget *target, const Layout *layout, guint8 *memory, GError **error)
{
  const guint64 *ends = (const guint64 *)(const void *)(memory + layout->ends);

  if (!target->read (target->data, layout->base, memory, layout->slots, error))
    return FALSE;
  for (guint64 warp = 0; warp < (guint64)layout->n_warps * layout->n_recorded; warp++)
    {
      guint64 first = layout->slots + warp * layout->warp_bytes;
      guint64 end = 0;

      for (guint lane = 0; lane < WS_WARP_SIZE; lane++)
        end = MAX (end, ends[warp * WS_WARP_SIZE + lane]);
      end = end > layout->base + first ? MIN (end - layout->base - first, layout->warp_bytes) : 0;
      if (end > 0 && !target->read (target->data, layout->base + first, memory + first, end, error))
        return FALSE;
    }
  return TRUE;
}

/**
 * ws_probe_record:
 * @self: a kernel with probes, whose text @target has loaded
 * @target: what runs it
 * @request: the launch, with the kernel's own parameters
 * @record: which blocks, and the destination; its @counts are not filled in
 * @result: (out caller-allocates): the outcome
 * @error: return location: errors of @target
 *
 * Records the events of one launch; on the launch's clock, if the builder has its residencies
 * already. If there were too few slots, @result has the required number; the events that fitted are
 * still delivered. The kernel has run, so its input must be restored before recording it again.
 *
 * Returns: whether the launch succeeded
 */
gboolean
ws_probe_record (WsProbe *self, const WsProbeTarget *target, const WsLaunchRequest *request,
                 const WsRecordRequest *record, WsProbeResult *result, GError **error)
{
  Layout layout = lay_out (self, request, record);
  g_autofree guint8 *memory = NULL;
  gboolean ok;

  *result = (WsProbeResult){ 0 };
  memory = g_try_malloc0 (layout.size);
  if (memory == NULL)
    {
      g_autofree char *size = g_format_size_full (layout.size, G_FORMAT_SIZE_IEC_UNITS);

      g_set_error (error, WS_DEVICE_ERROR, WS_DEVICE_ERROR_MEMORY,
                   _ ("The recording needs %s of memory, more than this computer has free."), size);
      return FALSE;
    }
  if (!target->alloc (target->data, layout.size, &layout.base, error))
    return FALSE;
  ok = prepare (target, &layout, record, error)
       && launch (self, target, request, record, &layout, error)
       && read_back (target, &layout, memory, error);
  target->release (target->data, layout.base);
  if (ok)
    deliver (self, &layout, memory, record, result);
  return ok;
}
