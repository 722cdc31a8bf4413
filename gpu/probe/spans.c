/* spans.c: residencies: a launch that only records when its warps were resident. */
#include "probe/probe-private.h"

#include <glib/gi18n.h>

#define SAMPLE_MIN  256   /* blocks */
#define TIMED_WARPS 16384 /* a few of every SM */

/* Returns: whether its grid and its blocks extend along x alone */
gboolean
ws_probe_is_flat (const WsLaunchRequest *request)
{
  return request->grid[1] == 1 && request->grid[2] == 1 && request->block[1] == 1
         && request->block[2] == 1;
}

/**
 * ws_probe_make_spans_text:
 * @self: a kernel with probes
 * @flat: ws_probe_is_flat() of the launches it is for
 * @error: return location: as for ws_ptx_rewrite_spans()
 *
 * Returns: (transfer full) (nullable): the PTX to load for ws_probe_record_spans(); the entry keeps
 * its name
 */
char *
ws_probe_make_spans_text (WsProbe *self, gboolean flat, GError **error)
{
  return ws_ptx_rewrite_spans (self->module, self->function, flat, error);
}

/* Returns: the mask that selects few blocks to probe: one in 64 if that suffices for a mean; 0 if
 * the launch has so few blocks that all must be probed */
guint32
ws_probe_choose_mask (const WsLaunchRequest *request)
{
  guint64 n_blocks = (guint64)request->grid[0] * request->grid[1] * request->grid[2];
  guint32 mask = 63;

  while (mask > 0 && n_blocks / (mask + 1) < SAMPLE_MIN)
    mask >>= 1;
  return mask;
}

void
ws_span_reading_free (WsSpanReading *self)
{
  if (self == NULL)
    return;
  g_free (self->memory);
  g_free (self);
}

/**
 * ws_probe_read_spans:
 * @self: a kernel with probes
 * @target: what runs it; has loaded the text of ws_probe_make_spans_text()
 * @request: the launch, with the kernel's own parameters
 * @mask: blocks whose index has none of these bits are probed
 * @error: return location: errors of @target
 *
 * Runs the launch once.
 *
 * Returns: (transfer full) (nullable): the records of its warps
 */
WsSpanReading *
ws_probe_read_spans (WsProbe *self, const WsProbeTarget *target, const WsLaunchRequest *request,
                     guint32 mask, GError **error)
{
  g_autoptr (WsSpanReading) reading = g_new0 (WsSpanReading, 1);
  guint32 n_threads = request->block[0] * request->block[1] * request->block[2];
  WsSpanControl control = { .mask = mask };
  gsize spans_size;
  gsize size;
  gboolean ok;

  reading->mask = mask;
  reading->n_warps = (n_threads + WS_WARP_SIZE - 1) / WS_WARP_SIZE;
  reading->n_blocks = request->grid[0] * request->grid[1] * request->grid[2];
  spans_size = (gsize)reading->n_blocks * reading->n_warps * sizeof (WsProbeSpan);
  reading->n_timed = (guint32)MIN ((guint64)reading->n_blocks * reading->n_warps,
                                   (guint64)TIMED_WARPS * (mask + 1));
  size = spans_size + reading->n_timed * sizeof (WsProbeTiming);
  reading->memory = g_try_malloc0 (size);
  if (reading->memory == NULL)
    {
      g_set_error (error, WS_DEVICE_ERROR, WS_DEVICE_ERROR_MEMORY,
                   _ ("Not enough memory on this computer for the residencies of %u blocks."),
                   reading->n_blocks);
      return NULL;
    }
  reading->spans = (const WsProbeSpan *)reading->memory;
  reading->timings =
      (const WsProbeTiming *)(gconstpointer)((const guint8 *)reading->memory + spans_size);
  if (!target->alloc (target->data, size, &control.spans, error))
    return NULL;
  control.n_warps = reading->n_warps;
  control.n_timed = reading->n_timed;
  control.timings = control.spans + spans_size;
  ok = target->clear (target->data, control.spans, size, error)
       && ws_probe_launch (self, target, request, &control, sizeof control, error)
       && target->read (target->data, control.spans, reading->memory, size, error);
  target->release (target->data, control.spans);
  return ok ? g_steal_pointer (&reading) : NULL;
}

/**
 * ws_span_reading_get_life:
 * @self: the records of a launch's warps
 *
 * Returns: mean lifetime of a probed warp, in cycles
 */
double
ws_span_reading_get_life (const WsSpanReading *self)
{
  guint64 sum = 0;
  guint64 n = 0;

  for (guint64 i = 0; i < (guint64)self->n_blocks * self->n_warps; i++)
    {
      const WsProbeSpan *span = &self->spans[i];

      if (!ws_probe_span_is_written (span))
        continue;
      sum += span->end - span->start;
      n++;
    }
  return n > 0 ? (double)sum / (double)n : 0;
}

/* ---- overhead of the probes ---- */

/* Sums over the blocks that both launches probed. */
typedef struct {
  guint64 first;
  guint64 last;
  guint64 *ends; /* per warp of the block */
} Sums;

static void
add_up (const WsResidency *residencies, const WsWarpSpan *spans, const WsSpanReading *reading,
        guint32 mask, Sums *sums)
{
  *sums = (Sums){ .first = G_MAXUINT64, .ends = g_new0 (guint64, reading->n_warps) };
  for (guint32 b = 0; b < reading->n_blocks; b++)
    if ((b & mask) == 0)
      {
        sums->first = MIN (sums->first, residencies[b].start);
        sums->last = MAX (sums->last, residencies[b].end);
        for (guint32 w = 0; w < reading->n_warps; w++)
          sums->ends[w] += spans[(gsize)b * reading->n_warps + w].end;
      }
}

static double
ratio (guint64 of, guint64 to)
{
  return of > 0 && to > 0 ? CLAMP ((double)of / (double)to, 0.25, 1.5) : 1;
}

/* Blocks keep their SM and order; the launch's duration and the lifetime of warps are taken from
 * the launch with few probed blocks. */
static void
take_out_probes (const WsSpanReading *all, const WsSpanReading *sample, const WsSpec *spec,
                 WsResidency *residencies, WsWarpSpan *spans)
{
  gsize n_spans = (gsize)all->n_blocks * all->n_warps;
  g_autofree WsResidency *sampled = g_new0 (WsResidency, all->n_blocks);
  g_autofree WsWarpSpan *sampled_spans = g_new0 (WsWarpSpan, n_spans);
  Sums with;
  Sums without;
  double time;

  ws_probe_place (sample, spec, sampled, sampled_spans);
  add_up (residencies, spans, all, sample->mask, &with);
  add_up (sampled, sampled_spans, sample, sample->mask, &without);
  time = ratio (without.last - without.first, with.last - with.first);
  for (guint32 b = 0; b < all->n_blocks; b++)
    {
      guint32 last = 1;

      for (guint32 w = 0; w < all->n_warps; w++)
        {
          WsWarpSpan *span = &spans[(gsize)b * all->n_warps + w];
          double life = ratio (without.ends[w], with.ends[w]);

          span->start = (guint32)(span->start * life);
          span->end = (guint32)(span->end * life);
          last = MAX (last, span->end);
        }
      residencies[b].start = (guint64)((double)residencies[b].start * time);
      residencies[b].end = residencies[b].start + last;
    }
  g_free (with.ends);
  g_free (without.ends);
}

/**
 * ws_span_reading_deliver:
 * @self: reading of a launch with all blocks probed
 * @sample: (nullable): of the same launch with few blocks probed: gives the overhead of the probes,
 * which is then subtracted
 * @spec: spec of the device
 * @before: cycles of a launch before its first block begins
 * @record: receives residencies and spans of warps; its blocks are ignored
 *
 * Returns: cycles from the launch's begin to its last warp's end
 */
guint64
ws_span_reading_deliver (const WsSpanReading *self, const WsSpanReading *sample, const WsSpec *spec,
                         guint64 before, const WsRecordRequest *record)
{
  gsize n_spans = (gsize)self->n_blocks * self->n_warps;
  g_autofree WsResidency *residencies = g_new0 (WsResidency, self->n_blocks);
  g_autofree WsWarpSpan *spans = g_new0 (WsWarpSpan, n_spans);
  guint64 duration = 0;

  ws_probe_place (self, spec, residencies, spans);
  if (sample != NULL && sample->mask > 0 && sample->n_blocks == self->n_blocks
      && sample->n_warps == self->n_warps)
    take_out_probes (self, sample, spec, residencies, spans);
  ws_probe_give_slots (residencies, self->n_blocks, spec);
  for (guint32 b = 0; b < self->n_blocks; b++)
    {
      residencies[b].start += before;
      residencies[b].end += before;
      duration = MAX (duration, residencies[b].end);
    }
  if (record->builder != NULL)
    {
      ws_run_builder_add_residencies (record->builder, record->launch, residencies, self->n_blocks);
      ws_run_builder_add_warp_spans (record->builder, record->launch, spans, n_spans);
    }
  return duration;
}
