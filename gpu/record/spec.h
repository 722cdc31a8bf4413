/* spec.h: the limits and rates of one GPU model.
 *
 * A spec is data (resources/specs/<id>.ini); no GPU model has rules in code. It is immutable once
 * loaded.
 */
#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

#define WS_WARP_SIZE 32

#define WS_TYPE_SPEC (ws_spec_get_type ())

typedef struct _WsSpec WsSpec;

/**
 * WsSpec:
 * @id: short name, as in "h200"
 * @name: the product name, as in "NVIDIA H200"
 * @cc_major: compute capability, before the point
 * @cc_minor: compute capability, after the point
 * @n_sms: streaming multiprocessors
 * @schedulers_per_sm: warp schedulers of one SM; each issues at most one warp instruction per cycle
 * @issue_cycles: SM cycles between two warp instructions of one scheduler: 1, but 4 where 8 cores
 * serve the 32 lanes
 * @max_warps_per_sm: resident warps of one SM
 * @max_blocks_per_sm: resident blocks of one SM
 * @max_threads_per_sm: resident threads of one SM
 * @max_threads_per_block: threads of one block
 * @max_grid_x: blocks along x
 * @registers_per_sm: 32-bit registers of one SM
 * @registers_per_block: 32-bit registers that one block may take
 * @max_registers_per_thread: registers that the compiler may give a thread
 * @shared_per_sm_bytes: shared memory of one SM
 * @shared_per_block_bytes: shared memory of one block, opt-in included
 * @shared_reserved_bytes: shared memory that the system reserves per block
 * @shared_banks: shared-memory banks, four bytes wide each
 * @clock_khz: SM clock
 * @memory_bandwidth_bytes_per_s: peak of the device memory
 * @memory_bytes: size of the device memory
 * @l2_bytes: size of the L2 cache, 0 if there is none
 * @transaction_bytes: the device's own unit of global memory traffic: 32-byte sectors, or 128-byte
 * segments for old models
 *
 * @latency_arithmetic: cycles until a warp can use the result of a simple instruction
 * @latency_shared: of a load from shared memory without bank conflicts
 * @latency_near: of a load from global memory that the L1 cache serves
 * @latency_l2: that the L2 cache serves
 * @latency_memory: that the device memory serves
 * @latency_barrier: from the last warp's arrival at a barrier to the next instruction
 * @fp64_lanes: lanes of double precision that an SM serves in a cycle; 0 if it has none
 * @sfu_lanes: lanes of special functions (reciprocal, square root, sine) that it serves in a cycle
 * @port_bytes: bytes that an SM transfers from and to the caches in a cycle
 * @block_launch_ps: picoseconds from one block's launch to the next one's, of the whole device
 * @launch_ns: nanoseconds that each launch takes beyond its blocks' time
 * @event_ns: nanoseconds from one event to the next if there is nothing between them
 * @block_gap: cycles from a block's end until another one takes its slot on the SM
 * @barrier_warp: cycles that each warp adds to a barrier
 * @branch: cycles until a warp issues the target of a branch
 * @int_lanes: lanes of integer arithmetic that an SM serves in a cycle
 * @mul_lanes: of multiplications of 32-bit integers
 * @replay: scheduler cycles of each shared-memory pass beyond the first for each part of the warp
 * @slow_division: cycles of a floating-point division with an operand that is zero, denormal or
 * very large
 * @l1_bytes: of the L1 cache, shared memory included
 * @l2_bytes_per_cycle: bytes that the L2 cache transfers in a cycle, of all SMs
 * @l2_requests: of a warp for a line of 128 bytes, that it takes in a cycle, of all SMs
 * @partial_writes: sectors that are written in part, that it takes in a cycle, of all SMs
 * @bandwidth_percent: achievable share of the memory's peak bandwidth
 * @granule_bytes: that the memory transfers at once
 * @atomic_tenths: tenths of a cycle that the L2 cache takes for an atomic of a lane
 * @atomic_float_tenths: likewise, between lanes that add floats at the same address; 0: as others
 * @atomic_slices: slices of the L2 cache that serve atomics in parallel
 * @page_cycles: cycles per SM to translate the first access to each 16 MB
 * @l2_parts: partitions of the L2 cache, each of which replicates for its own SMs what another one
 * holds
 *
 * All fields are read-only. Those from @latency_arithmetic on parametrise the virtual GPU's timing:
 * spec files and its runs have them; for a real GPU they are 0, unknown. Those from
 * @event_ns on may be 0: not modelled.
 */
struct _WsSpec {
  char *id;
  char *name;
  guint cc_major;
  guint cc_minor;
  guint n_sms;
  guint schedulers_per_sm;
  guint issue_cycles;
  guint max_warps_per_sm;
  guint max_blocks_per_sm;
  guint max_threads_per_sm;
  guint max_threads_per_block;
  guint max_grid_x;
  guint registers_per_sm;
  guint registers_per_block;
  guint max_registers_per_thread;
  guint shared_per_sm_bytes;
  guint shared_per_block_bytes;
  guint shared_reserved_bytes;
  guint shared_banks;
  guint clock_khz;
  guint64 memory_bandwidth_bytes_per_s;
  guint64 memory_bytes;
  guint64 l2_bytes;
  guint transaction_bytes;
  guint latency_arithmetic;
  guint latency_shared;
  guint latency_near;
  guint latency_l2;
  guint latency_memory;
  guint latency_barrier;
  guint fp64_lanes;
  guint sfu_lanes;
  guint port_bytes;
  guint block_launch_ps;
  guint launch_ns;
  guint event_ns;
  guint block_gap;
  guint barrier_warp;
  guint branch;
  guint int_lanes;
  guint mul_lanes;
  guint replay;
  guint slow_division;
  guint l1_bytes;
  guint l2_bytes_per_cycle;
  guint l2_requests;
  guint partial_writes;
  guint bandwidth_percent;
  guint granule_bytes;
  guint atomic_tenths;
  guint atomic_float_tenths;
  guint atomic_slices;
  guint page_cycles;
  guint l2_parts;
};

/**
 * WsSpecFigure:
 * @group: of a spec file, as in "timing"
 * @key: in it
 * @value: of a spec
 * @min: the least that it can be
 * @max: the most
 *
 * A figure of a spec, as its file has it.
 */
typedef struct {
  const char *group;
  const char *key;
  guint64 value;
  guint64 min;
  guint64 max;
} WsSpecFigure;

GType ws_spec_get_type (void);
WsSpec *ws_spec_new_from_key_file (GKeyFile *key_file, const char *id, GError **error);
WsSpec *ws_spec_new_from_variant (GVariant *variant, GError **error);
WsSpec *ws_spec_new_with_timing (const WsSpec *self, const WsSpec *model);
GVariant *ws_spec_to_variant (const WsSpec *self);
guint ws_spec_get_capability (const WsSpec *self);
gboolean ws_spec_is_nearer (const WsSpec *self, const WsSpec *best, const WsSpec *like);
guint64 ws_spec_get_rate (const WsSpec *self);
guint ws_spec_get_n_figures (void);
gboolean ws_spec_is_timing (guint index);
void ws_spec_get_figure (const WsSpec *self, guint index, WsSpecFigure *figure);
WsSpec *ws_spec_ref (WsSpec *self);
void ws_spec_unref (WsSpec *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsSpec, ws_spec_unref)

G_END_DECLS
