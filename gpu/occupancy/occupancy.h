/* occupancy.h: how many blocks of a launch an SM holds at once, what limits that, and what would
 * help. Pure: a function of compute capability and launch. */
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
 * @register_unit: a warp, of 1.x a block, is given registers in such units
 * @register_parts: an SM's registers and warps are divided into so many; of 1.x and 2.x, warps
 * count in such multiples
 * @shared_bytes: shared memory of an SM, at most
 * @shared_per_block_bytes: shared memory that a block may take without asking
 * @shared_opt_in_bytes: shared memory that a block may take
 * @shared_unit_bytes: shared memory is given out in so many bytes
 * @shared_reserved_bytes: what the system keeps of each block's shared memory
 * @threads_per_block: threads that a block may have
 * @barriers_per_slot: named barriers of an SM for each block that it has room for; 0: barriers
 * limit nothing
 * @carve_outs: sizes in KB that shared memory can have, rising, as in "0,8,16"; "kepler" for 16, 32
 * or 48 less than all; empty where it is what it is
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
 * @carve_out: share of the memory that L1 and shared memory divide, wanted for shared memory: 0 to
 * 100, or -1 for the driver's own choice
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
 * @occupancy: @warps of those that the SM has room for, 0 to 1
 * @limit: blocks that each resource allows, %WS_OCCUPANCY_UNLIMITED where it is not used
 * @limiters: bit i: #WsLimiter i allows no more than @blocks
 * @warps_per_block: warps of a block
 * @registers_per_warp: given to a warp, in whole units; of 1.x, to a block's share of it
 * @registers_per_block: given to a block
 * @shared_per_block_bytes: given to a block, with what is reserved
 * @shared_per_sm_bytes: what shared memory has of the SM, after the carve-out
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

void ws_occupancy_compute (const WsOccupancyLimits *limits, const WsOccupancyLaunch *launch,
                           WsOccupancy *result);
char *ws_occupancy_explain (const WsOccupancyLimits *limits, const WsOccupancyLaunch *launch,
                            WsLimiter limiter);
char *ws_occupancy_advise (const WsOccupancyLimits *limits, const WsOccupancyLaunch *launch);
char *ws_occupancy_refuse_registers (const WsOccupancyLimits *limits, guint registers);

G_END_DECLS
