/* method-grid.c: figures that follow from the time of a grid, between events. */
#include "calibrate/probes.h"

#include <math.h>

#define MORE_ROUNDS   3 /* times as many */
#define VECTOR_BYTES  16
#define WORD_BYTES    4
#define SECTOR_BYTES  32
#define LINE_BYTES    128
#define FEW_BLOCKS    16384
#define MANY_BLOCKS   65536
#define FEW_LAUNCHES  3
#define MANY_LAUNCHES 11
#define FEW_WAVES     4
#define MANY_WAVES    8
#define SLICE_BYTES   512

/* Nanoseconds of @more rounds beyond the first. */
static gboolean
time_more (WsBench *bench, const WsProbe *probe, WsBenchShape *shape, guint more, double *ns,
           GError **error)
{
  WsBenchTime few;
  WsBenchTime many;

  if (!ws_bench_time (bench, &probe->parts, shape, &few, error))
    return FALSE;
  shape->rounds += more;
  if (!ws_bench_time (bench, &probe->parts, shape, &many, error))
    return FALSE;
  *ns = many.ns - few.ns;
  return TRUE;
}

/**
 * ws_method_clock:
 * @value: (out): the figure
 *
 * The clock under load, in kHz: how many cycles pass while a block waits for some.
 *
 * Returns: whether all launches ended well
 */
gboolean
ws_method_clock (WsBench *bench, const WsProbe *probe, const WsFound *found, double *value,
                 GError **error)
{
  WsBenchShape shape = {
    .grid = 1, .block = WS_WARP_SIZE, .copies = 1, .rounds = 1, .a = probe->a
  };
  WsBenchTime few;
  WsBenchTime many;

  if (!ws_bench_time (bench, &probe->parts, &shape, &few, error))
    return FALSE;
  shape.a *= MORE_ROUNDS;
  if (!ws_bench_time (bench, &probe->parts, &shape, &many, error))
    return FALSE;
  *value = many.ns > few.ns ? (many.cycles - few.cycles) / (many.ns - few.ns) * 1e6 : -1;
  if (*value > 0)
    bench->khz = *value;
  return TRUE;
}

/* Threads per block, one block per SM, such that half of the L2 cache holds what they access
 * once. */
static guint
find_fitting_threads (const WsBench *bench, guint bytes_of_thread)
{
  const WsSpec *spec = bench->device->spec;
  guint threads = ws_bench_get_threads (bench);

  while (threads > 4 * WS_WARP_SIZE
         && (guint64)spec->n_sms * threads * bytes_of_thread > spec->l2_bytes / 2)
    threads /= 2;
  return threads;
}

/**
 * ws_method_rate:
 * @value: (out): the figure
 *
 * Operations of all SMs per cycle, of which each lane does @probe->n. Blocks move from place to
 * place, so that the cache nearest to the SM does not serve them.
 *
 * Returns: whether all launches ended well
 */
gboolean
ws_method_rate (WsBench *bench, const WsProbe *probe, const WsFound *found, double *value,
                GError **error)
{
  const WsSpec *spec = bench->device->spec;
  guint threads = find_fitting_threads (bench, probe->a);
  guint64 bytes = (guint64)spec->n_sms * threads * probe->a;
  WsBenchShape shape = {
    .grid = spec->n_sms,
    .block = threads,
    .copies = (guint)CLAMP (spec->l2_bytes / 2 / bytes, 1, probe->copies),
    .rounds = probe->rounds,
    .b = probe->a,
    .is_warm = TRUE,
  };
  double ns;

  *value = -1;
  if (bytes > spec->l2_bytes / 2)
    return TRUE;
  shape.a = threads * probe->a * shape.copies;
  if (!time_more (bench, probe, &shape, (MORE_ROUNDS - 1) * probe->rounds, &ns, error))
    return FALSE;
  if (ns > 0)
    *value = (double)probe->n * shape.grid * threads * shape.copies * (MORE_ROUNDS - 1)
             * probe->rounds / ws_bench_get_cycles (bench, ns);
  return TRUE;
}

/**
 * ws_method_stream:
 * @value: (out): the figure
 *
 * Achieved percentage of the memory's peak: compares reading all of some memory with reading every
 * other part, so that effects of its extent cancel out.
 *
 * Returns: whether all launches ended well
 */
gboolean
ws_method_stream (WsBench *bench, const WsProbe *probe, const WsFound *found, double *value,
                  GError **error)
{
  const WsSpec *spec = bench->device->spec;
  guint threads = ws_bench_get_threads (bench);
  guint part = threads * VECTOR_BYTES * probe->copies;
  WsBenchShape shape = {
    .grid = 2 * spec->n_sms,
    .block = threads,
    .copies = probe->copies,
    .rounds = 2 * probe->rounds,
    .a = part,
    .b = VECTOR_BYTES,
  };
  WsBenchTime all;
  WsBenchTime half;
  double bytes;

  if (!ws_bench_time (bench, &probe->parts, &shape, &all, error))
    return FALSE;
  shape.rounds /= 2;
  shape.a *= 2;
  if (!ws_bench_time (bench, &probe->parts, &shape, &half, error))
    return FALSE;
  bytes = (double)part * shape.grid * shape.rounds;
  *value = all.ns > half.ns ? 100. * bytes / (all.ns - half.ns) * 1e9
                                  / (double)spec->memory_bandwidth_bytes_per_s
                            : -1;
  return TRUE;
}

/**
 * ws_method_granule:
 * @value: (out): the figure
 *
 * Bytes that the memory transfers for an isolated sector: a power of two.
 *
 * Returns: whether all launches ended well
 */
gboolean
ws_method_granule (WsBench *bench, const WsProbe *probe, const WsFound *found, double *value,
                   GError **error)
{
  static const guint apart[] = { SECTOR_BYTES, LINE_BYTES };
  guint threads = ws_bench_get_threads (bench);
  double ns[2];

  for (guint i = 0; i < G_N_ELEMENTS (apart); i++)
    {
      WsBenchShape shape = {
        .grid = 2 * bench->device->spec->n_sms,
        .block = threads,
        .copies = 1,
        .rounds = probe->rounds,
        .a = threads * apart[i],
        .b = apart[i],
      };

      if (!time_more (bench, probe, &shape, 2 * probe->rounds, &ns[i], error))
        return FALSE;
    }
  *value =
      ns[0] > 0 && ns[1] > 0 ? SECTOR_BYTES * exp2 (round (log2 (MAX (ns[1] / ns[0], 1)))) : -1;
  return TRUE;
}

/**
 * ws_method_atomic:
 * @value: (out): the figure
 *
 * Tenths of a cycle per lane of an atomic, with all lanes at one address. For the figure of L2
 * slices, the speed-up with addresses that are @probe->a apart.
 *
 * Returns: whether all launches ended well
 */
gboolean
ws_method_atomic (WsBench *bench, const WsProbe *probe, const WsFound *found, double *value,
                  GError **error)
{
  const WsSpec *spec = bench->device->spec;
  guint threads = ws_bench_get_threads (bench);
  WsBenchShape shape = {
    .grid = spec->n_sms,
    .block = threads,
    .copies = 1,
    .rounds = probe->rounds,
    .a = probe->a,
    .b = MAX (probe->a, WORD_BYTES),
    .is_warm = TRUE,
  };
  double ns;
  double tenths;

  *value = -1;
  if (spec->l2_bytes == 0)
    return TRUE;
  /* mask for a power of two of addresses that fit in half of the L2 cache */
  shape.b = (guint)exp2 (floor (log2 ((double)spec->l2_bytes / 2 / SLICE_BYTES))) - 1;
  if (!time_more (bench, probe, &shape, (MORE_ROUNDS - 1) * probe->rounds, &ns, error))
    return FALSE;
  tenths = ws_bench_get_cycles (bench, ns) * 10 / shape.grid / threads
           / ((MORE_ROUNDS - 1) * probe->rounds);
  *value = probe->a == 0 ? tenths : ws_found_get (found, "atomic_tenths") / tenths;
  return TRUE;
}

/**
 * ws_method_blocks:
 * @value: (out): the figure
 *
 * Picoseconds from one block's launch to the next one's.
 *
 * Returns: whether all launches ended well
 */
gboolean
ws_method_blocks (WsBench *bench, const WsProbe *probe, const WsFound *found, double *value,
                  GError **error)
{
  double few;
  double many;

  if (!ws_bench_time_empty (bench, FEW_BLOCKS, 1, &few, error)
      || !ws_bench_time_empty (bench, MANY_BLOCKS, 1, &many, error))
    return FALSE;
  *value = (many - few) * 1000 / (MANY_BLOCKS - FEW_BLOCKS);
  return TRUE;
}

/**
 * ws_method_gap:
 * @value: (out): the figure
 *
 * Cycles between a block and the next one in its slot: blocks wait so long that nothing else
 * counts, and each uses all shared memory of an SM.
 *
 * Returns: whether all launches ended well
 */
gboolean
ws_method_gap (WsBench *bench, const WsProbe *probe, const WsFound *found, double *value,
               GError **error)
{
  const WsSpec *spec = bench->device->spec;
  guint per_sm = spec->shared_per_sm_bytes
                 / MAX (spec->shared_per_block_bytes + spec->shared_reserved_bytes, 1);
  guint places = spec->n_sms * MAX (per_sm, 1);
  WsBenchShape shape = {
    .grid = FEW_WAVES * places,
    .block = WS_WARP_SIZE,
    .copies = 1,
    .rounds = 1,
    .a = probe->a,
    .shared_bytes = spec->shared_per_block_bytes,
  };
  WsBenchTime few;
  WsBenchTime many;

  if (!ws_bench_time (bench, &probe->parts, &shape, &few, error))
    return FALSE;
  shape.grid = MANY_WAVES * places;
  if (!ws_bench_time (bench, &probe->parts, &shape, &many, error))
    return FALSE;
  *value =
      ws_bench_get_cycles (bench, many.ns - few.ns) / (MANY_WAVES - FEW_WAVES) - many.mean_cycles;
  *value = MAX (*value, 0);
  return TRUE;
}

/**
 * ws_method_launch:
 * @value: (out): the figure
 *
 * Nanoseconds of one more launch.
 *
 * Returns: whether all launches ended well
 */
gboolean
ws_method_launch (WsBench *bench, const WsProbe *probe, const WsFound *found, double *value,
                  GError **error)
{
  double few;
  double many;

  if (!ws_bench_time_empty (bench, 1, FEW_LAUNCHES, &few, error)
      || !ws_bench_time_empty (bench, 1, MANY_LAUNCHES, &many, error))
    return FALSE;
  *value = (many - few) / (MANY_LAUNCHES - FEW_LAUNCHES);
  return TRUE;
}

/**
 * ws_method_event:
 * @value: (out): the figure
 *
 * Nanoseconds from one event to the next.
 *
 * Returns: whether all launches ended well
 */
gboolean
ws_method_event (WsBench *bench, const WsProbe *probe, const WsFound *found, double *value,
                 GError **error)
{
  return ws_bench_time_empty (bench, 1, 0, value, error);
}
