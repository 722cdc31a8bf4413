/* run.h: a run: the result of one recording.
 *
 * A run is immutable: flat arrays of fixed-width records, so that a million events cost no million
 * allocations and a file is read as it stands. A WsRunBuilder makes one; file.h reads and writes
 * it. Nothing here knows which device recorded it. Unknown values have their validity flag unset,
 * rather than a value of 0.
 */
#pragma once

#include "record/error.h"
#include "record/finding.h"
#include "record/order.h"
#include "record/spec.h"

G_BEGIN_DECLS

/* Key of a job: whether it is checked. */
#define WS_RUN_CHECKED "checked"

#define WS_NONE G_MAXUINT32 /* "no such index" in every guint32 index below */

typedef enum {
  WS_ORIGIN_MODELLED, /* computed by the virtual GPU */
  WS_ORIGIN_MEASURED, /* measured on real hardware */
} WsOrigin;

typedef enum {
  WS_OP_ALU,     /* arithmetic, logic, moves, comparisons, conversions */
  WS_OP_BRANCH,  /* bra, brx */
  WS_OP_LOAD,    /* ld, ldu, but for parameters */
  WS_OP_STORE,   /* st */
  WS_OP_ATOMIC,  /* atom, red */
  WS_OP_SHUFFLE, /* shfl */
  WS_OP_REDUX,   /* redux */
  WS_OP_VOTE,    /* vote, match, activemask */
  WS_OP_BARRIER, /* of the block: bar, barrier */
  WS_OP_WARP_BARRIER,
  WS_OP_FENCE,
  WS_OP_CALL,
  WS_OP_EXIT, /* ret of the kernel, exit, trap */
  WS_OP_LAST = WS_OP_EXIT
} WsOpClass;

typedef enum {
  WS_SPACE_NONE,
  WS_SPACE_PARAM,
  WS_SPACE_GLOBAL,
  WS_SPACE_SHARED,
  WS_SPACE_LOCAL,
  WS_SPACE_CONST,
  WS_SPACE_GENERIC, /* an access of a generic site is resolved to its actual space by address; it
                       stays generic if its lanes access different spaces */
  WS_SPACE_LAST = WS_SPACE_GENERIC
} WsSpace;

/* In a generic access, addresses of shared, local and constant memory start here.
 */
#define WS_SHARED_WINDOW (G_GUINT64_CONSTANT (1) << 40)
#define WS_LOCAL_WINDOW  (G_GUINT64_CONSTANT (2) << 40)
#define WS_CONST_WINDOW  (G_GUINT64_CONSTANT (3) << 40)

/* The interpretation of a value's bits. */
typedef enum {
  WS_VALUE_U32,
  WS_VALUE_S32,
  WS_VALUE_F32,
  WS_VALUE_U64,
  WS_VALUE_S64,
  WS_VALUE_F64,
  WS_VALUE_B8,
  WS_VALUE_B16,
  WS_VALUE_F16,  /* IEEE 754 binary16: __half */
  WS_VALUE_BF16, /* the upper half of an f32: __nv_bfloat16 */
  WS_VALUE_LAST = WS_VALUE_BF16
} WsValueType;

/**
 * WsSite:
 * @text: offset into WsKernel.strings of the instruction as it stands in the PTX, without its
 * guard's line end
 * @opcode: offset into WsKernel.strings of the opcode with its modifiers, as in "setp.ge.u32"
 * @file: offset into WsKernel.strings of the source file's base name, %WS_NONE if the PTX does
 * not tell
 * @line: line of the source file, 1-based: the instruction's own, also within an inlined function;
 * for code inlined from another file, that of the call
 * @column: column of the source file, 1-based
 * @ptx_line: line of the PTX text, 1-based
 * @target: site that a branch jumps to, else %WS_NONE
 * @reconverge: for a conditional branch, its reconvergence point: the first site of its immediate
 * post-dominator; %WS_NONE without one
 * @first_register: into WsKernel.registers: first the registers that the site writes, then its data
 * sources, then those of its address, then its guard
 * @op_class: a #WsOpClass
 * @space: a #WsSpace
 * @value_type: a #WsValueType, of memory, shuffle, redux and atomic sites and of arithmetic ones
 * @width_bytes: bytes of one element moved
 * @vector: elements moved per lane: 1, 2 or 4
 * @n_defs: registers written
 * @n_uses: data sources
 * @n_address: registers of the address (of a shuffle: of its lane operand, clamp and member mask)
 * @flags: of #WsSiteFlags, and from bit %WS_SITE_CALL_LINE_SHIFT on what
 * ws_site_get_call_line() says
 *
 * One instruction of a kernel. 48 bytes.
 */
typedef struct {
  guint32 text;
  guint32 opcode;
  guint32 file;
  guint32 line;
  guint32 column;
  guint32 ptx_line;
  guint32 target;
  guint32 reconverge;
  guint32 first_register;
  guint8 op_class;
  guint8 space;
  guint8 value_type;
  guint8 width_bytes;
  guint8 vector;
  guint8 n_defs;
  guint8 n_uses;
  guint8 n_address;
  guint32 flags;
} WsSite;

typedef enum {
  WS_SITE_GUARDED = 1 << 0,       /* has a guard: @p or @!p */
  WS_SITE_GUARD_NEGATED = 1 << 1, /* @!p */
  WS_SITE_UNIFORM = 1 << 2,       /* bra.uni */
  WS_SITE_BLOCK_START = 1 << 3,   /* first of its basic block */
  WS_SITE_ROLLED = 1 << 4,        /* begins a loop that must not be unrolled */
} WsSiteFlags;

#define WS_SITE_CALL_LINE_SHIFT 8

/**
 * ws_site_get_call_line:
 * @self: an instruction
 *
 * Returns: for an instruction of an inlined function, the kernel's line of the call; else 0
 */
static inline guint32
ws_site_get_call_line (const WsSite *self)
{
  return self->flags >> WS_SITE_CALL_LINE_SHIFT;
}

/**
 * ws_site_get_kernel_line:
 * @self: an instruction
 *
 * Returns: its line; for an instruction of an inlined function, the kernel's line of the call
 */
static inline guint32
ws_site_get_kernel_line (const WsSite *self)
{
  return ws_site_get_call_line (self) != 0 ? ws_site_get_call_line (self) : self->line;
}

/**
 * WsEvent:
 * @time: cycles since the launch began
 * @site: the site executed
 * @block: linear index of the block in the grid
 * @active: lanes of the warp that are on this path
 * @taken: those of them that executed it: whose guard held; of a branch, the lanes that jump
 * @access: index of the first of its #WsLane records, or %WS_NONE. There are popcount(@taken) x
 * vector of them, in lane order, the elements of a vector side by side
 * @warp: warp of the block
 * @space: actual #WsSpace of a memory access
 * @flags: of #WsEventFlags
 *
 * One warp executed one site once. 32 bytes.
 */
typedef struct {
  guint64 time;
  guint32 site;
  guint32 block;
  guint32 active;
  guint32 taken;
  guint32 access;
  guint16 warp;
  guint8 space;
  guint8 flags;
} WsEvent;

/**
 * WsEventFlags:
 * @WS_EVENT_FOUND: some of its lanes belong to a finding of the run: they race with an earlier
 * access, or read uninitialised memory
 *
 * Flags of an event.
 */
typedef enum {
  WS_EVENT_FOUND = 1 << 0,
} WsEventFlags;

/**
 * WsLane:
 * @address: byte address. Shared and local addresses count from 0 of their window. Of a shuffle:
 * the source lane. Of a vote, match, activemask or redux: those of its members that executed it
 * together
 * @value: the bits loaded, stored (atomics: the value read), or received, zero-extended
 *
 * What one lane did in an access. 16 bytes.
 */
typedef struct {
  guint64 address;
  guint64 value;
} WsLane;

/**
 * WsResidency:
 * @block: linear index of the block
 * @sm: the SM that it was on
 * @slot: block slot of the SM, the lowest free one when it arrived
 * @start: cycles since the launch began
 * @end: cycles since the launch began, when its last warp had left
 *
 * 24 bytes.
 */
typedef struct {
  guint32 block;
  guint16 sm;
  guint16 slot;
  guint64 start;
  guint64 end;
} WsResidency;

/**
 * WsWarpSpan:
 * @start: cycles since its block's start, when the warp began
 * @end: cycles since its block's start, when its last lane had left
 *
 * 8 bytes.
 */
typedef struct {
  guint32 start;
  guint32 end;
} WsWarpSpan;

/**
 * WsSiteCount:
 * @executed: warp instructions
 * @active_lanes: sum of the lanes on the path
 * @taken_lanes: sum of the lanes that executed it (branches: that jumped)
 * @divergent: executions of a branch that diverged
 * @requests: executions as a memory access with at least one lane
 * @sectors: 32-byte sectors touched, summed over requests (global, local)
 * @segments: 128-byte segments touched, summed over requests
 * @wavefronts: shared-memory wavefronts needed (1 + the replays that bank conflicts cause)
 * @ideal_wavefronts: wavefronts that the same bytes need without a conflict
 * @bytes: bytes asked for by the lanes
 *
 * Totals of a site over all blocks of a launch, recorded in full or not. 80 bytes.
 */
typedef struct {
  guint64 executed;
  guint64 active_lanes;
  guint64 taken_lanes;
  guint64 divergent;
  guint64 requests;
  guint64 sectors;
  guint64 segments;
  guint64 wavefronts;
  guint64 ideal_wavefronts;
  guint64 bytes;
} WsSiteCount;

/**
 * WsBlockRecord:
 * @launch: index of a launch
 * @block: its linear index in the grid
 * @first_event: into the run's events
 * @n_events: its events, in the order of (time, warp)
 *
 * One block that was recorded in full. 16 bytes.
 */
typedef struct {
  guint32 launch;
  guint32 block;
  guint32 first_event;
  guint32 n_events;
} WsBlockRecord;

/**
 * WsSample:
 * @duration_ns: how long it took
 * @launch: index of a launch, %WS_NONE for the whole plan
 * @origin: a #WsOrigin
 *
 * One timing. 16 bytes.
 */
typedef struct {
  guint64 duration_ns;
  guint32 launch;
  guint32 origin;
} WsSample;

G_STATIC_ASSERT (sizeof (WsSite) == 48);
G_STATIC_ASSERT (sizeof (WsEvent) == 32);
G_STATIC_ASSERT (sizeof (WsLane) == 16);
G_STATIC_ASSERT (sizeof (WsResidency) == 24);
G_STATIC_ASSERT (sizeof (WsWarpSpan) == 8);
G_STATIC_ASSERT (sizeof (WsSiteCount) == 80);
G_STATIC_ASSERT (sizeof (WsBlockRecord) == 16);
G_STATIC_ASSERT (sizeof (WsSample) == 16);

/**
 * WsRegion:
 * @name: of the variable or buffer
 * @space: where it is
 * @address: of its first byte, in its space
 * @size_bytes: its size
 * @value_type: of its elements
 * @columns: elements of a row, where it is two-dimensional, row after row; 0 if it is not, or
 * is not known to be
 *
 * A named piece of memory: a __shared__ variable of the kernel, or a buffer of the run.
 */
typedef struct {
  char *name;
  WsSpace space;
  guint64 address;
  guint64 size_bytes;
  WsValueType value_type;
  guint64 columns;
} WsRegion;

/**
 * WsKernel:
 * @entry: name of the PTX entry
 * @title: what people call it, as in "reduce6<128>"
 * @file: base name of the source file, as in "reduce6.cu"
 * @source: text of that file; %NULL if unknown
 * @ptx: text of the PTX module
 * @sites: (array length=n_sites): its instructions
 * @registers: (array length=n_registers): register lists of the sites
 * @n_register_names: registers of the kernel; every number in @registers is below it
 * @register_names: (array length=n_register_names): offsets into @strings
 * @strings: (array length=strings_size): zero-terminated texts that sites point into
 * @shared: (element-type WsRegion): its variables in shared memory
 */
typedef struct {
  char *entry;
  char *title;
  char *file;
  char *source;
  char *ptx;
  const WsSite *sites;
  guint n_sites;
  const guint32 *registers;
  gsize n_registers;
  const guint32 *register_names;
  guint n_register_names;
  const char *strings;
  gsize strings_size;
  GPtrArray *shared;
  GVariant *backing; /* owns the arrays */
} WsKernel;

/* The origin of a grid, and what it waits for: CUDA C++ Programming Guide, "CUDA Dynamic
 * Parallelism", "Streams". */
typedef enum {
  WS_STREAM_HOST,            /* the host, after the launch before it */
  WS_STREAM_BLOCK,           /* a thread, in the implicit stream of its block */
  WS_STREAM_NAMED,           /* a thread, in a stream that its block created */
  WS_STREAM_FIRE_AND_FORGET, /* a thread; it waits for nothing */
  WS_STREAM_TAIL,            /* a thread; it waits for the thread's grid and all its child grids */
  WS_STREAM_LAST = WS_STREAM_TAIL
} WsStreamKind;

/* Where a launch's registers per thread come from. */
typedef enum {
  WS_REGISTERS_UNKNOWN,
  WS_REGISTERS_DRIVER,  /* the driver compiled it for the GPU that it ran on */
  WS_REGISTERS_PTXAS,   /* ptxas, for the spec's compute capability */
  WS_REGISTERS_NEAREST, /* ptxas, for the nearest compute capability that it knows */
  WS_REGISTERS_GIVEN,   /* typed in */
  WS_REGISTERS_LAST = WS_REGISTERS_GIVEN
} WsRegistersFrom;

/**
 * WsLaunch:
 * @kernel: index into WsRun.kernels
 * @grid: blocks along x, y, z
 * @block: threads along x, y, z
 * @static_shared_bytes: shared memory that the kernel declares
 * @dynamic_shared_bytes: shared memory that the launch asks for
 * @registers_per_thread: valid unless @registers_from is %WS_REGISTERS_UNKNOWN
 * @n_elements: elements that this launch works on
 * @n_results: elements that it leaves for the next
 * @duration_cycles: from the launch's begin to the last block's end
 * @duration_ns: valid if @has_duration
 * @first_residency: into WsRun.residencies, one per block of the grid, in block order
 * @first_warp_span: into WsRun.warp_spans, for each residency one per warp of the block, in warp
 * order; %WS_NONE if unknown
 * @driver_blocks: resident blocks of an SM according to the driver's occupancy function, 0 without
 * a driver
 * @registers_from: a #WsRegistersFrom
 * @first_count: into WsRun.counts, one per site of its kernel; valid if @has_counts
 * @begin_cycles: of a grid that a kernel launched: from the begin of the host's launch that led to
 * it
 * @parent: index of the launch whose kernel launched it, always below its own; %WS_NONE if the
 * host did
 * @parent_block: linear index of the block whose thread did; %WS_NONE likewise
 * @parent_thread: linear index of that thread in its block, likewise
 * @parent_site: where in the parent's kernel, likewise
 * @depth: nesting depth of launches by kernels: 0 for the host's
 * @stream: a #WsStreamKind
 */
typedef struct {
  guint32 kernel;
  guint32 grid[3];
  guint32 block[3];
  guint32 static_shared_bytes;
  guint32 dynamic_shared_bytes;
  guint32 registers_per_thread;
  guint64 n_elements;
  guint64 n_results;
  guint64 duration_cycles;
  guint64 duration_ns;
  guint64 begin_cycles;
  guint32 first_residency;
  guint32 n_residencies;
  guint32 first_count;
  guint32 first_warp_span;
  guint32 driver_blocks;
  guint32 parent;
  guint32 parent_block;
  guint32 parent_thread;
  guint32 parent_site;
  guint32 depth;
  guint32 stream;
  guint8 registers_from;
  guint8 has_duration;
  guint8 has_counts;
  guint8 origin; /* a WsOrigin */
} WsLaunch;

G_STATIC_ASSERT (sizeof (WsLaunch) == 128);

/**
 * WsCounter:
 * @launch: index of a launch, %WS_NONE for the whole plan
 * @name: of the metric, as in Nsight Compute
 * @unit: of @value, as in "byte"; empty where it has none
 * @value: the counter's reading
 *
 * A hardware counter.
 */
typedef struct {
  guint32 launch;
  char *name;
  char *unit;
  double value;
} WsCounter;

GPtrArray *ws_counters_new (void);

/**
 * WsRunWords:
 * @result: (nullable): what the result is called, as in "sum"; %NULL if it is one of many
 * @combine: (nullable): the operator that combines two values, as in "+"; %NULL if nothing is
 * combined
 * @combines: (nullable): the same as a verb, as in "12 lanes add": "add"
 * @many: (nullable): prefix for the number of combined values, as in "Σ32"
 *
 * Words that the job's maker supplies, and alone compares.
 */
typedef struct {
  char *result;
  char *combine;
  char *combines;
  char *many;
} WsRunWords;

const WsRunWords *ws_run_words_find (const char *op);

/**
 * WsRun:
 * @spec: the device's limits
 * @device: the device that ran it, as in "vm:h200"
 * @device_name: as in "Virtual H200"
 * @driver: (nullable): of the GPU, as in "580.159"; %NULL of the virtual one
 * @date: when it was recorded, seconds since 1970; 0 if unknown
 * @origin: measured or modelled
 * @id: short name of what was run, for files and for the job's maker: "reduce1"
 * @title: as in "Kernel 1: interleaved addressing"
 * @parameters: the user's choices, a{sv}: n (t), block (u), op (s), type (s), seed (t) and the rest
 * of the catalogue's parameters
 * @value_type: type of the elements
 * @words: to speak of it
 * @has_result: whether any result was checked, so that the five fields that follow are valid
 * @result: bits of the result; of several, of the one with the greatest error
 * @expected: bits of the host's value
 * @bound: greatest admissible absolute difference (0 for integers)
 * @correct: whether the result is right
 * @element: of several: its index
 * @notes: (array zero-terminated=1): what the recording left out, in sentences; and the kernel's
 * output, on separate lines after a sentence
 * @job: (nullable): the complete job, so that it can run again: see job/job.h; not checked
 *
 * All fields are read-only. The arrays live as long as the run.
 */
typedef struct _WsRun WsRun;
struct _WsRun {
  WsSpec *spec;
  char *device;
  char *device_name;
  char *driver;
  gint64 date;
  WsOrigin origin;
  char *id;
  char *title;
  GVariant *parameters;
  WsValueType value_type;
  WsRunWords words;
  gboolean has_result;
  guint64 result;
  guint64 expected;
  double bound;
  gboolean correct;
  guint64 element;
  char **notes;
  GVariant *job;

  GPtrArray *kernels;  /* WsKernel */
  GPtrArray *regions;  /* WsRegion: global buffers */
  GPtrArray *counters; /* WsCounter */
  GPtrArray *findings; /* WsFinding */

  const WsLaunch *launches;
  gsize n_launches;
  const WsBlockRecord *blocks;
  gsize n_blocks;
  const WsEvent *events;
  gsize n_events;
  const WsLane *lanes;
  gsize n_lanes;
  const WsResidency *residencies;
  gsize n_residencies;
  const WsWarpSpan *warp_spans;
  gsize n_warp_spans;
  const WsSiteCount *counts;
  gsize n_counts;
  const WsSample *samples;
  gsize n_samples;

  /*< private >*/
  GVariant *backing;
};

#define WS_TYPE_RUN (ws_run_get_type ())

GType ws_run_get_type (void);
WsRun *ws_run_ref (WsRun *self);
void ws_run_unref (WsRun *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsRun, ws_run_unref)

GVariant *ws_run_to_variant (const WsRun *self);
WsRun *ws_run_new_from_variant (GVariant *variant, GError **error);

GVariant *ws_run_variant_move (GVariant *run, const char *place);
WsRun *ws_run_with_counters (const WsRun *self, guint launch, GPtrArray *counters);
const WsKernel *ws_run_get_kernel (const WsRun *self, guint launch);
const WsBlockRecord *ws_run_find_block (const WsRun *self, guint launch, guint block);
const WsBlockRecord *ws_run_get_blocks (const WsRun *self, guint launch, gsize *n);
guint32 ws_run_find_region (const WsRun *self, WsSpace space, guint64 address);
const char *ws_run_note_get_text (const char *note);
gboolean ws_run_was_checked (const WsRun *self);
guint ws_run_count_mistakes (const WsRun *self);
const WsFinding *ws_run_find_finding (const WsRun *self, guint launch);
guint ws_run_get_first_block (const WsRun *self, guint launch);
const WsSite *ws_run_get_site (const WsRun *self, guint launch, guint site);
guint ws_launch_get_n_threads (const WsLaunch *self);
guint ws_launch_get_n_warps (const WsLaunch *self);
guint64 ws_launch_get_n_blocks (const WsLaunch *self);
guint32 ws_launch_get_warp_mask (const WsLaunch *self, guint warp);
const char *ws_kernel_get_string (const WsKernel *self, guint32 offset);
char *ws_value_format (WsValueType type, guint64 bits, guint max_chars);
double ws_value_to_double (WsValueType type, guint64 bits);
guint64 ws_value_from_double (WsValueType type, double value);
gboolean ws_value_type_is_float (WsValueType type);
gboolean ws_value_is_nearly (WsValueType type, guint64 a, guint64 b);
guint ws_value_type_get_width (WsValueType type);
guint64 ws_double_to_count (double value);
const char *ws_origin_get_name (WsOrigin origin);

/* ---- making one ---- */

/**
 * WsRecordedBlock:
 * @block: its linear index in the grid
 * @events: (array length=n_events): its events in the order of (time, warp)
 * @n_events: number of events
 * @lanes: (array length=n_lanes): what their access indices count from
 * @n_lanes: number of lanes
 *
 * The recording of one block.
 */
typedef struct {
  guint block;
  guint n_events;
  const WsEvent *events;
  const WsLane *lanes;
  gsize n_lanes;
} WsRecordedBlock;

typedef struct _WsRunBuilder WsRunBuilder;

WsRunBuilder *ws_run_builder_new (WsSpec *spec, const char *device, const char *device_name,
                                  WsOrigin origin);
void ws_run_builder_free (WsRunBuilder *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsRunBuilder, ws_run_builder_free)

void ws_run_builder_set_driver (WsRunBuilder *self, const char *driver);
void ws_run_builder_set_date (WsRunBuilder *self, gint64 date);
void ws_run_builder_set_about (WsRunBuilder *self, const char *id, const char *title,
                               GVariant *parameters, WsValueType value_type,
                               const WsRunWords *words);
void ws_run_builder_set_job (WsRunBuilder *self, GVariant *job);
void ws_run_builder_set_result (WsRunBuilder *self, guint64 result, guint64 expected, double bound,
                                gboolean correct, guint64 element);
void ws_run_builder_add_note (WsRunBuilder *self, const char *format, ...) G_GNUC_PRINTF (2, 3);
void ws_run_builder_add_printed (WsRunBuilder *self, guint launch, const char *text, gsize length);
guint ws_run_builder_add_kernel (WsRunBuilder *self, WsKernel *kernel /* transfer full */);
guint ws_run_builder_find_kernel (const WsRunBuilder *self, const char *entry);
const WsKernel *ws_run_builder_get_kernel (const WsRunBuilder *self, guint kernel);
void ws_run_builder_add_region (WsRunBuilder *self, const WsRegion *region);
guint ws_run_builder_add_launch (WsRunBuilder *self, const WsLaunch *launch);
WsLaunch *ws_run_builder_get_launch (WsRunBuilder *self, guint launch);
void ws_run_builder_add_block (WsRunBuilder *self, guint launch, const WsRecordedBlock *block);
void ws_run_builder_add_residencies (WsRunBuilder *self, guint launch,
                                     const WsResidency *residencies, guint n);
const WsResidency *ws_run_builder_get_residency (WsRunBuilder *self, guint launch, guint32 block);
void ws_run_builder_add_warp_spans (WsRunBuilder *self, guint launch, const WsWarpSpan *spans,
                                    gsize n);
void ws_run_builder_add_counts (WsRunBuilder *self, guint launch, const WsSiteCount *counts,
                                guint n);
void ws_run_builder_add_sample (WsRunBuilder *self, guint launch, guint64 duration_ns,
                                WsOrigin origin);
void ws_run_builder_add_counter (WsRunBuilder *self, guint launch, const char *name,
                                 const char *unit, double value);
void ws_run_builder_add_finding (WsRunBuilder *self, const WsFinding *finding);
void ws_run_builder_merge_finding (WsRunBuilder *self, const WsFinding *finding);
void ws_run_builder_explain_findings (WsRunBuilder *self, const char *sentence);
gboolean ws_run_builder_has_room (const WsRunBuilder *self, guint kernel, guint64 n_blocks);
WsRun *ws_run_builder_finish (WsRunBuilder *self, GError **error);
WsRun *ws_run_builder_end (WsRunBuilder *self);

/* ---- kernels ---- */

WsKernel *ws_kernel_new (const WsKernel *like);
void ws_kernel_free (WsKernel *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsKernel, ws_kernel_free)

G_END_DECLS
