/* method-block.c: figures that follow from the cycles of one block.
 *
 * The overhead of a kernel does not depend on the number of copies of the timed code: the
 * difference between two numbers of copies counts.
 */
#include "calibrate/probes.h"

#define FEW_WARPS    4
#define MANY_WARPS   16
#define LINE_BYTES   128
#define NEAR_STEP    (8u << 10)
#define NEAR_UNIT    (32u << 10)
#define NEAR_MOST    (512u << 10)
#define CHASE_COPIES 64
#define LANE_BYTES   16

/* Cycles of @rounds rounds of @copies copies. */
static gboolean
time_copies (WsBench *bench, const WsProbe *probe, guint copies, guint warps, double *cycles,
             GError **error)
{
  WsBenchShape shape = {
    .grid = 1,
    .block = warps > 0 ? MIN (warps * WS_WARP_SIZE, ws_bench_get_threads (bench))
                       : ws_bench_get_threads (bench),
    .copies = copies,
    .rounds = probe->rounds,
    .a = probe->a,
    .b = LANE_BYTES,
    .is_warm = probe->is_warm,
  };
  WsBenchTime time;

  if (!ws_bench_time (bench, &probe->parts, &shape, &time, error))
    return FALSE;
  *cycles = time.cycles;
  return TRUE;
}

/* Cycles of one copy, in a block of @warps. */
static gboolean
time_copy (WsBench *bench, const WsProbe *probe, guint warps, double *cycles, GError **error)
{
  double once;
  double twice;

  if (!time_copies (bench, probe, probe->copies, warps, &once, error)
      || !time_copies (bench, probe, 2 * probe->copies, warps, &twice, error))
    return FALSE;
  *cycles = (twice - once) / ((double)probe->copies * probe->rounds);
  return TRUE;
}

/**
 * ws_method_cycles:
 * @value: (out): the figure
 *
 * Cycles of one of the @probe->n operations of a copy.
 *
 * Returns: whether all launches succeeded
 */
gboolean
ws_method_cycles (WsBench *bench, const WsProbe *probe, const WsFound *found, double *value,
                  GError **error)
{
  if (!time_copy (bench, probe, probe->warps, value, error))
    return FALSE;
  *value /= probe->n;
  return TRUE;
}

/**
 * ws_method_lanes:
 * @value: (out): the figure
 *
 * Lanes that an SM full of warps serves per cycle.
 *
 * Returns: whether all launches succeeded
 */
gboolean
ws_method_lanes (WsBench *bench, const WsProbe *probe, const WsFound *found, double *value,
                 GError **error)
{
  double cycles;

  if (!time_copy (bench, probe, 0, &cycles, error))
    return FALSE;
  *value = cycles > 0 ? probe->n * (double)ws_bench_get_threads (bench) / cycles : -1;
  return TRUE;
}

/**
 * ws_method_warps:
 * @value: (out): the figure
 *
 * Cycles that each further warp adds, without the issue cycles of its scheduler.
 *
 * Returns: whether all launches succeeded
 */
gboolean
ws_method_warps (WsBench *bench, const WsProbe *probe, const WsFound *found, double *value,
                 GError **error)
{
  const WsSpec *spec = bench->device->spec;
  double issue = (double)spec->issue_cycles / spec->schedulers_per_sm;
  double few;
  double many;

  if (!time_copy (bench, probe, FEW_WARPS, &few, error)
      || !time_copy (bench, probe, MANY_WARPS, &many, error))
    return FALSE;
  *value = MAX ((many - few) / (MANY_WARPS - FEW_WARPS) - issue, 0);
  return TRUE;
}

/**
 * ws_method_branch:
 * @value: (out): the figure
 *
 * A round of an almost empty loop, without its dependent addition and comparison, and without its
 * body: a completely empty loop would be removed.
 *
 * Returns: whether all launches succeeded
 */
gboolean
ws_method_branch (WsBench *bench, const WsProbe *probe, const WsFound *found, double *value,
                  GError **error)
{
  WsProbe twice = *probe;
  double few;
  double many;

  twice.rounds *= 2;
  if (!time_copies (bench, probe, probe->copies, 1, &few, error)
      || !time_copies (bench, &twice, probe->copies, 1, &many, error))
    return FALSE;
  *value = (many - few) / probe->rounds - 2 * ws_found_get (found, "arithmetic")
           - (double)probe->copies * bench->device->spec->issue_cycles;
  return TRUE;
}

/* Builds a pointer chain in the buffer: each of @n places, @bytes apart, has the address of
 * another, never the next one. */
static gboolean
lay_chain (WsBench *bench, guint n, guint bytes, GError **error)
{
  static const WsKernelParts parts = {
    .before = "mad.lo.u32 %r10, %r3, %r4, %r2;\n"
              "  rem.u32 %r10, %r10, %r7;\n"
              "  add.u32 %r11, %r10, 509;\n"
              "  rem.u32 %r11, %r11, %r7;\n"
              "  mul.wide.u32 %rd8, %r10, %r6;\n"
              "  mul.wide.u32 %rd9, %r11, %r6;\n"
              "  add.u64 %rd8, %rd2, %rd8;\n"
              "  add.u64 %rd9, %rd2, %rd9;\n"
              "  st.global.u64 [%rd8], %rd9;",
    .is_untimed = TRUE,
  };
  const WsBenchShape shape = {
    .grid = (n + LINE_BYTES - 1) / LINE_BYTES,
    .block = LINE_BYTES,
    .rounds = 1,
    .a = bytes,
    .b = n,
  };
  WsBenchTime time;

  return ws_bench_time (bench, &parts, &shape, &time, error);
}

/**
 * ws_method_chase:
 * @value: (out): the figure
 *
 * Cycles of a load that depends on the previous one, each from another place.
 *
 * Returns: whether all launches succeeded
 */
gboolean
ws_method_chase (WsBench *bench, const WsProbe *probe, const WsFound *found, double *value,
                 GError **error)
{
  guint n = 2 * probe->copies * probe->rounds;

  return lay_chain (bench, n, probe->a, error)
         && ws_method_cycles (bench, probe, found, value, error);
}

/* Cycles of such a load if the places fill @bytes and are loaded repeatedly. */
static gboolean
chase_within (WsBench *bench, const WsProbe *probe, guint bytes, double *cycles, GError **error)
{
  WsProbe chase = *probe;
  guint n = bytes / LINE_BYTES;
  double once;
  double thrice;

  chase.rounds = (n + CHASE_COPIES - 1) / CHASE_COPIES;
  if (!lay_chain (bench, n, LINE_BYTES, error)
      || !time_copies (bench, &chase, CHASE_COPIES, 1, &once, error))
    return FALSE;
  chase.rounds *= 3;
  if (!time_copies (bench, &chase, CHASE_COPIES, 1, &thrice, error))
    return FALSE;
  *cycles = (thrice - once) / (chase.rounds / 3. * 2 * CHASE_COPIES);
  return TRUE;
}

/**
 * ws_method_near_bytes:
 * @value: (out): the figure
 *
 * Size up to which the cache nearest to the SM serves most repeated loads; a multiple of 32 KB, of
 * which a little may be used otherwise.
 *
 * Returns: whether all launches succeeded
 */
gboolean
ws_method_near_bytes (WsBench *bench, const WsProbe *probe, const WsFound *found, double *value,
                      GError **error)
{
  double near = ws_found_get (found, "near");
  double l2 = ws_found_get (found, "l2");
  guint fits = 0;
  guint over = NEAR_MOST / NEAR_STEP;

  *value = 0;
  if (l2 < 1.5 * near)
    return TRUE;
  while (over - fits > 1)
    {
      guint middle = (fits + over) / 2;
      double cycles;

      if (!chase_within (bench, probe, middle * NEAR_STEP, &cycles, error))
        return FALSE;
      if (cycles < (near + l2) / 2)
        fits = middle;
      else
        over = middle;
    }
  *value = (fits * NEAR_STEP + NEAR_UNIT - 1) / NEAR_UNIT * NEAR_UNIT;
  return TRUE;
}

/**
 * ws_method_port:
 * @value: (out): the figure
 *
 * Bytes per cycle.
 *
 * Returns: whether all launches succeeded
 */
gboolean
ws_method_port (WsBench *bench, const WsProbe *probe, const WsFound *found, double *value,
                GError **error)
{
  double cycles;

  if (!time_copy (bench, probe, 0, &cycles, error))
    return FALSE;
  *value = cycles > 0 ? LANE_BYTES * (double)ws_bench_get_threads (bench) / cycles : -1;
  return TRUE;
}
