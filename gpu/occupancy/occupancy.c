/* occupancy.c: the rules by which an SM's room is given out.
 *
 * Compute capability 3.x and later: as cuda_occupancy.h of the CUDA Toolkit. 1.x and 2.x: as the
 * CUDA Occupancy Calculator spreadsheet.
 */
#include "occupancy/occupancy.h"

#include <string.h>

#define WARP_SIZE 32

static guint
round_up (guint value, guint unit)
{
  return (value + unit - 1) / unit * unit;
}

/* Returns: the shared memory that is allocated for @bytes, in whole units */
guint
ws_occupancy_limits_round_shared (const WsOccupancyLimits *self, guint bytes)
{
  return round_up (bytes, self->shared_unit_bytes);
}

/* ---- registers ---- */

/* 1.x: blocks get registers, for an even number of warps. */
static guint
limit_registers_of_block (const WsOccupancyLimits *limits, const WsOccupancyLaunch *launch,
                          WsOccupancy *result)
{
  guint warps = round_up (result->warps_per_block, limits->register_parts);

  result->registers_per_warp = launch->registers * WARP_SIZE;
  result->registers_per_block =
      round_up (warps * result->registers_per_warp, limits->register_unit);
  return result->registers_per_block > 0 ? limits->registers / result->registers_per_block
                                         : WS_OCCUPANCY_UNLIMITED;
}

/* Each part of the SM has its own registers; a launch is admitted as if its warps were spread over
 * all parts evenly. */
static guint
limit_registers_in_parts (const WsOccupancyLimits *limits, const WsOccupancy *result, guint parts)
{
  guint admitted = result->registers_per_warp * round_up (result->warps_per_block, parts);

  if (admitted > limits->registers_per_block)
    return 0;
  if (result->registers_per_warp == 0)
    return WS_OCCUPANCY_UNLIMITED;
  return limits->registers / parts / result->registers_per_warp * parts / result->warps_per_block;
}

static guint
limit_registers (const WsOccupancyLimits *limits, const WsOccupancyLaunch *launch,
                 WsOccupancy *result)
{
  guint n;

  if (launch->registers > limits->registers_per_thread)
    return 0;
  if (limits->cc_major == 1)
    return limit_registers_of_block (limits, launch, result);
  result->registers_per_warp = round_up (launch->registers * WARP_SIZE, limits->register_unit);
  result->registers_per_block = result->registers_per_warp * result->warps_per_block;
  if (limits->cc_major == 2)
    return result->registers_per_warp == 0
               ? WS_OCCUPANCY_UNLIMITED
               : limits->registers / result->registers_per_warp / limits->register_parts
                     * limits->register_parts / result->warps_per_block;
  n = limit_registers_in_parts (limits, result, limits->register_parts);
  /* what would not run on 6.1 does not run on 6.0 either */
  if (limits->cc_major == 6 && limits->cc_minor == 0
      && limit_registers_in_parts (limits, result, 4) == 0)
    return 0;
  return n;
}

/* ---- shared memory ---- */

/* The smallest of the carve-outs that hold @bytes; the largest there is where none does. */
static guint
carve (const WsOccupancyLimits *limits, guint bytes)
{
  guint64 size = 0;

  for (const char *at = limits->carve_outs; at != NULL && *at != '\0';)
    {
      char *end;

      size = g_ascii_strtoull (at, &end, 10) * 1024;
      if (size >= bytes)
        return (guint)size;
      at = *end == ',' ? end + 1 : NULL;
    }
  return (guint)size;
}

/* What shared memory has of the SM where @wanted of 100 are asked for it. */
static guint
prefer_shared (const WsOccupancyLimits *limits, int wanted)
{
  const guint least_l1 = 16384;
  const guint most_l1 = 49152;
  guint low = limits->shared_bytes + least_l1 - most_l1;

  if (*limits->carve_outs == '\0' || wanted < 0)
    return limits->shared_bytes;
  if (limits->cc_major == 3)
    return wanted == 0                                      ? low
           : wanted <= 50 /* the driver's “prefer equal” */ ? (limits->shared_bytes + low) / 2
                                                            : limits->shared_bytes;
  return carve (limits, (guint)((guint64)limits->shared_bytes * (guint)wanted / 100));
}

static guint
limit_shared (const WsOccupancyLimits *limits, const WsOccupancyLaunch *launch, WsOccupancy *result)
{
  guint64 used = (guint64)launch->static_shared_bytes + launch->dynamic_shared_bytes
                 + limits->shared_reserved_bytes;
  guint most = used > limits->shared_per_block_bytes ? limits->shared_opt_in_bytes
                                                     : limits->shared_per_block_bytes;

  if (used > G_MAXINT32)
    return 0;
  result->shared_per_block_bytes = ws_occupancy_limits_round_shared (limits, (guint)used);
  result->shared_per_sm_bytes = prefer_shared (limits, launch->carve_out);
  if (result->shared_per_block_bytes > most + limits->shared_reserved_bytes)
    return 0;
  /* a preference that would not hold one block is not honoured */
  if (result->shared_per_sm_bytes < result->shared_per_block_bytes)
    result->shared_per_sm_bytes = limits->cc_major >= 7
                                      ? carve (limits, result->shared_per_block_bytes)
                                      : limits->shared_bytes;
  return result->shared_per_block_bytes > 0
             ? result->shared_per_sm_bytes / result->shared_per_block_bytes
             : WS_OCCUPANCY_UNLIMITED;
}

/* ---- all of it ---- */

static guint
limit_warps (const WsOccupancyLimits *limits, const WsOccupancyLaunch *launch,
             const WsOccupancy *result)
{
  guint warps = result->warps_per_block;

  if (launch->threads > limits->threads_per_block)
    return 0;
  return limits->warps / (limits->cc_major == 1 ? round_up (warps, limits->register_parts) : warps);
}

/**
 * ws_occupancy_compute:
 * @limits: of a compute capability
 * @launch: what is launched; of at least one thread
 * @result: (out caller-allocates): how many blocks an SM holds, and why
 *
 * A launch that cannot run at all holds 0 blocks, and the limiters say what stands in its way.
 */
void
ws_occupancy_compute (const WsOccupancyLimits *limits, const WsOccupancyLaunch *launch,
                      WsOccupancy *result)
{
  guint blocks = WS_OCCUPANCY_UNLIMITED;

  g_return_if_fail (limits != NULL && launch != NULL && launch->threads > 0);

  *result = (WsOccupancy){ .warps_per_block = (launch->threads + WARP_SIZE - 1) / WARP_SIZE };
  result->limit[WS_LIMITER_WARPS] = limit_warps (limits, launch, result);
  result->limit[WS_LIMITER_BLOCKS] = limits->blocks;
  result->limit[WS_LIMITER_REGISTERS] = limit_registers (limits, launch, result);
  result->limit[WS_LIMITER_SHARED] = limit_shared (limits, launch, result);
  result->limit[WS_LIMITER_BARRIERS] =
      limits->barriers_per_slot > 0 && launch->barriers > 0
          ? limits->barriers_per_slot * limits->blocks / launch->barriers
          : WS_OCCUPANCY_UNLIMITED;
  for (guint i = 0; i < WS_N_LIMITERS; i++)
    blocks = MIN (blocks, result->limit[i]);
  for (guint i = 0; i < WS_N_LIMITERS; i++)
    if (result->limit[i] == blocks)
      result->limiters |= 1u << i;
  result->blocks = blocks;
  result->warps = blocks * result->warps_per_block;
  result->occupancy = (double)result->warps / limits->warps;
}
