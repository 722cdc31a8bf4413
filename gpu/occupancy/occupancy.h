/* occupancy.h: how many blocks of a launch an SM holds at once, what limits that, and what would
 * help. Pure: a function of compute capability and launch. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define WS_OCCUPANCY_UNLIMITED G_MAXUINT

/* What an SM of a compute capability holds: see limits.def. */
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
  guint barriers_per_slot; /* 0: barriers limit nothing */
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

G_END_DECLS
