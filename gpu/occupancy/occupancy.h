/* occupancy.h: how many blocks of a launch an SM holds at once, what limits it, and how to raise
 * it. Pure: a function of compute capability and launch. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define WS_OCCUPANCY_UNLIMITED G_MAXUINT

/**
 * WsOccupancyLimits:
 * @cc_major: compute capability, before the point
 * @cc_minor: compute capability, after the point
 * @warps: resident warps of an SM
 * @blocks: resident blocks of an SM
 * @registers: 32-bit registers of an SM
 * @registers_per_block: 32-bit registers that a block may take
 * @registers_per_thread: 32-bit registers that a thread may have
 * @register_unit: allocation unit of registers: per warp, on 1.x per block
 * @register_parts: partitions of an SM's registers and warps; on 1.x and 2.x, allocation
 * granularity of warps
 * @shared_bytes: shared memory of an SM, at most
 * @shared_per_block_bytes: shared memory that a block may take without asking
 * @shared_opt_in_bytes: shared memory that a block may take
 * @shared_unit_bytes: allocation unit of shared memory
 * @shared_reserved_bytes: shared memory that the system reserves per block
 * @threads_per_block: threads that a block may have
 * @barriers_per_slot: named barriers of an SM for each block that it has room for; 0: barriers
 * limit nothing
 * @carve_outs: possible sizes of shared memory in KB, ascending, as in "0,8,16"; "kepler" for 16,
 * 32 or 48 less than the total; empty if fixed
 *
 * What an SM of a compute capability holds: limits.def says where each number is from.
 */
typedef struct {
  guint cc_major;
  guint cc_minor;
  guint warps;
  guint blocks;
  guint registers;
  guint registers_per_block;
  guint registers_per_thread;
  guint register_unit;
  guint register_parts;
  guint shared_bytes;
  guint shared_per_block_bytes;
  guint shared_opt_in_bytes;
  guint shared_unit_bytes;
  guint shared_reserved_bytes;
  guint threads_per_block;
  guint barriers_per_slot;
  const char *carve_outs;
} WsOccupancyLimits;

const WsOccupancyLimits *ws_occupancy_limits_get (guint index);
guint ws_occupancy_limits_get_n (void);
const WsOccupancyLimits *ws_occupancy_limits_find (guint cc_major, guint cc_minor);

/**
 * WsOccupancyLaunch:
 * @threads: of a block
 * @registers: per thread
 * @static_shared_bytes: shared memory that the kernel declares
 * @dynamic_shared_bytes: shared memory that the launch asks for
 * @carve_out: preferred carve-out for shared memory in percent of the unified L1 and shared memory,
 * or -1 for the driver's default
 * @barriers: named barriers that a block uses; most use 1
 */
typedef struct {
  guint threads;
  guint registers;
  guint static_shared_bytes;
  guint dynamic_shared_bytes;
  int carve_out;
  guint barriers;
} WsOccupancyLaunch;

typedef enum {
  WS_LIMITER_WARPS,
  WS_LIMITER_BLOCKS,
  WS_LIMITER_REGISTERS,
  WS_LIMITER_SHARED,
  WS_LIMITER_BARRIERS,
  WS_N_LIMITERS
} WsLimiter;

/**
 * WsOccupancy:
 * @blocks: resident blocks of an SM
 * @warps: their warps
 * @occupancy: @warps divided by the SM's maximum, 0 to 1
 * @limit: blocks that each resource allows, %WS_OCCUPANCY_UNLIMITED if it is not used
 * @limiters: bit i: #WsLimiter i allows no more than @blocks
 * @warps_per_block: warps of a block
 * @registers_per_warp: allocated to a warp, in whole units; on 1.x, a block's allocation divided by
 * its warps
 * @registers_per_block: allocated to a block
 * @shared_per_block_bytes: allocated to a block, including what is reserved
 * @shared_per_sm_bytes: shared memory of the SM, after the carve-out
 */
typedef struct {
  guint blocks;
  guint warps;
  double occupancy;
  guint limit[WS_N_LIMITERS];
  guint limiters;
  guint warps_per_block;
  guint registers_per_warp;
  guint registers_per_block;
  guint shared_per_block_bytes;
  guint shared_per_sm_bytes;
} WsOccupancy;

guint ws_occupancy_limits_round_shared (const WsOccupancyLimits *self, guint bytes);
void ws_occupancy_compute (const WsOccupancyLimits *limits, const WsOccupancyLaunch *launch,
                           WsOccupancy *result);
char *ws_occupancy_explain (const WsOccupancyLimits *limits, const WsOccupancyLaunch *launch,
                            WsLimiter limiter);
char *ws_occupancy_advise (const WsOccupancyLimits *limits, const WsOccupancyLaunch *launch);
char *ws_occupancy_refuse_registers (const WsOccupancyLimits *limits, guint registers);

G_END_DECLS
