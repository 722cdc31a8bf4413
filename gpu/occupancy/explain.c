/* explain.c: the arithmetic of occupancy in sentences. */
#include "occupancy/occupancy.h"

#define WARP_SIZE 32

static const char *
plural (guint n)
{
  return n == 1 ? "" : "s";
}

static char *
explain_registers (const WsOccupancyLimits *limits, const WsOccupancyLaunch *launch,
                   const WsOccupancy *result)
{
  guint n = result->limit[WS_LIMITER_REGISTERS];
  guint given = limits->cc_major == 1 ? launch->registers : result->registers_per_warp / WARP_SIZE;

  if (launch->registers > limits->registers_per_thread)
    return g_strdup_printf ("registers: %u per thread are over the limit of %u", launch->registers,
                            limits->registers_per_thread);
  if (n == 0)
    return g_strdup_printf ("registers: %u for a block are over the limit of %u",
                            result->registers_per_block, limits->registers_per_block);
  if (n == WS_OCCUPANCY_UNLIMITED)
    return g_strdup ("registers: none are used");
  if (given != launch->registers)
    return g_strdup_printf ("registers: %u per thread round up to %u; %u block%s fit",
                            launch->registers, given, n, plural (n));
  return g_strdup_printf ("registers: %u per thread, %u of the SM's %u for a block; %u block%s fit",
                          launch->registers, result->registers_per_block, limits->registers, n,
                          plural (n));
}

static char *
explain_shared (const WsOccupancyLimits *limits, const WsOccupancyLaunch *launch,
                const WsOccupancy *result)
{
  guint n = result->limit[WS_LIMITER_SHARED];
  guint64 used = (guint64)launch->static_shared_bytes + launch->dynamic_shared_bytes;

  if (n == 0)
    return g_strdup_printf ("shared memory: %" G_GUINT64_FORMAT
                            " bytes for a block are over the limit of %u",
                            used, limits->shared_opt_in_bytes);
  if (n == WS_OCCUPANCY_UNLIMITED)
    return g_strdup ("shared memory: none is used");
  return g_strdup_printf (
      "shared memory: %" G_GUINT64_FORMAT " bytes%s round up to %u, of the SM's %u; %u block%s fit",
      used, limits->shared_reserved_bytes > 0 ? " and 1024 reserved" : "",
      result->shared_per_block_bytes, result->shared_per_sm_bytes, n, plural (n));
}

/**
 * ws_occupancy_explain:
 * @limits: of a compute capability
 * @launch: what is launched; of at least one thread
 * @limiter: a resource
 *
 * Returns: (transfer full): what @limiter allows, and how that comes: "registers: 37 per thread
 * round up to 40; 6 blocks fit"
 */
char *
ws_occupancy_explain (const WsOccupancyLimits *limits, const WsOccupancyLaunch *launch,
                      WsLimiter limiter)
{
  WsOccupancy result;
  guint n;

  ws_occupancy_compute (limits, launch, &result);
  n = result.limit[limiter];
  switch (limiter)
    {
    case WS_LIMITER_WARPS:
      if (n == 0)
        return g_strdup_printf ("warps: %u threads are over the limit of %u per block",
                                launch->threads, limits->threads_per_block);
      return g_strdup_printf ("warps: %u threads are %u warp%s, of the SM's %u; %u block%s fit",
                              launch->threads, result.warps_per_block,
                              plural (result.warps_per_block), limits->warps, n, plural (n));
    case WS_LIMITER_BLOCKS:
      return g_strdup_printf ("blocks: an SM has %u slots for blocks", limits->blocks);
    case WS_LIMITER_REGISTERS:
      return explain_registers (limits, launch, &result);
    case WS_LIMITER_SHARED:
      return explain_shared (limits, launch, &result);
    case WS_LIMITER_BARRIERS:
      if (n == WS_OCCUPANCY_UNLIMITED)
        return g_strdup ("barriers: they limit nothing here");
      return g_strdup_printf ("barriers: %u of the SM's %u for a block; %u block%s fit",
                              launch->barriers, limits->barriers_per_slot * limits->blocks, n,
                              plural (n));
    default:
      g_return_val_if_reached (NULL);
    }
}

static guint
count_blocks (const WsOccupancyLimits *limits, const WsOccupancyLaunch *launch)
{
  WsOccupancy result;

  ws_occupancy_compute (limits, launch, &result);
  return result.blocks;
}

static char *
advise_registers (const WsOccupancyLimits *limits, const WsOccupancyLaunch *launch, guint now)
{
  guint over = launch->registers > limits->registers_per_thread
                   ? launch->registers - limits->registers_per_thread
                   : 1;

  for (guint fewer = over; fewer < launch->registers; fewer++)
    {
      WsOccupancyLaunch other = *launch;
      guint blocks;

      other.registers -= fewer;
      blocks = count_blocks (limits, &other);
      if (blocks > now)
        return g_strdup_printf ("%u register%s fewer give%s %u block%s", fewer, plural (fewer),
                                fewer == 1 ? "s" : "", blocks, plural (blocks));
    }
  return NULL;
}

/* Only whole units matter: the first step goes to the end of one. */
static char *
advise_shared (const WsOccupancyLimits *limits, const WsOccupancyLaunch *launch, guint now)
{
  guint64 used = (guint64)launch->static_shared_bytes + launch->dynamic_shared_bytes;
  guint64 first = (used + limits->shared_reserved_bytes) % limits->shared_unit_bytes;
  guint64 over = used > limits->shared_bytes ? used - limits->shared_bytes : 0;

  first += over / limits->shared_unit_bytes * limits->shared_unit_bytes;
  first = first > 0 ? first : limits->shared_unit_bytes;
  for (guint64 fewer = first; fewer <= used; fewer += limits->shared_unit_bytes)
    {
      WsOccupancyLaunch other = *launch;
      guint from_dynamic = (guint)MIN (fewer, other.dynamic_shared_bytes);
      guint blocks;

      other.dynamic_shared_bytes -= from_dynamic;
      other.static_shared_bytes -= (guint)fewer - from_dynamic;
      blocks = count_blocks (limits, &other);
      if (blocks > now)
        return g_strdup_printf ("%" G_GUINT64_FORMAT " byte%s of shared memory fewer give%s %u "
                                "block%s",
                                fewer, plural ((guint)fewer), fewer == 1 ? "s" : "", blocks,
                                plural (blocks));
    }
  return NULL;
}

/* The nearest block size, in whole warps, that keeps more warps resident; of two equally near ones
 * the larger. */
static char *
advise_threads (const WsOccupancyLimits *limits, const WsOccupancyLaunch *launch, guint now)
{
  int warps = (int)((launch->threads + WARP_SIZE - 1) / WARP_SIZE);
  int most = (int)(limits->threads_per_block / WARP_SIZE);

  for (int away = 1; away < MAX (most, warps); away++)
    for (int sign = 1; sign >= -1; sign -= 2)
      {
        WsOccupancyLaunch other = *launch;
        WsOccupancy result;

        if (warps + sign * away < 1 || warps + sign * away > most)
          continue;
        other.threads = (guint)(warps + sign * away) * WARP_SIZE;
        ws_occupancy_compute (limits, &other, &result);
        if (result.warps > now)
          return g_strdup_printf ("blocks of %u threads give %u warps", other.threads,
                                  result.warps);
      }
  return NULL;
}

/**
 * ws_occupancy_advise:
 * @limits: of a compute capability
 * @launch: what is launched; of at least one thread
 *
 * What would help next: fewer registers; if none of them helps by itself, less shared memory; if
 * that does not either, another block size.
 *
 * Returns: (transfer full) (nullable): the least change of one thing that gives more blocks, or of
 * the block size that gives more warps; %NULL where the SM is full, or no change of one thing helps
 */
char *
ws_occupancy_advise (const WsOccupancyLimits *limits, const WsOccupancyLaunch *launch)
{
  WsOccupancy result;
  char *advice;

  ws_occupancy_compute (limits, launch, &result);
  if (result.warps >= limits->warps)
    return NULL;
  advice = advise_registers (limits, launch, result.blocks);
  if (advice == NULL)
    advice = advise_shared (limits, launch, result.blocks);
  return advice != NULL ? advice : advise_threads (limits, launch, result.warps);
}
