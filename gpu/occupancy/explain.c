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

char *
ws_occupancy_advise (const WsOccupancyLimits *limits, const WsOccupancyLaunch *launch)
{
  guint now = count_blocks (limits, launch);
  WsOccupancy result;

  ws_occupancy_compute (limits, launch, &result);
  if (result.warps >= limits->warps)
    return NULL;
  for (guint fewer = 1; fewer < launch->registers; fewer++)
    {
      WsOccupancyLaunch other = *launch;
      guint blocks;

      other.registers -= fewer;
      blocks = count_blocks (limits, &other);
      if (blocks > now)
        return g_strdup_printf ("%u register%s fewer give%s %u blocks", fewer, plural (fewer),
                                fewer == 1 ? "s" : "", blocks);
    }
  for (guint fewer = 1; fewer <= launch->static_shared_bytes + launch->dynamic_shared_bytes;
       fewer++)
    {
      WsOccupancyLaunch other = *launch;
      guint from_dynamic = MIN (fewer, other.dynamic_shared_bytes);
      guint blocks;

      other.dynamic_shared_bytes -= from_dynamic;
      other.static_shared_bytes -= fewer - from_dynamic;
      blocks = count_blocks (limits, &other);
      if (blocks > now)
        return g_strdup_printf ("%u byte%s of shared memory fewer give%s %u blocks", fewer,
                                plural (fewer), fewer == 1 ? "s" : "", blocks);
    }
  return NULL;
}
