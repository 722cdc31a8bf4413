/* vm.h: the virtual GPU executes: warp by warp, registers as reg[r][32], a 32-bit active mask,
 * paths that diverge at branches and reconverge at immediate post-dominators. It has no notion of
 * time: a block runs to its end warp after warp (run.c), or gpu/clock chooses the next warp and
 * keeps the time. It never touches the host's memory: every access is checked against the
 * allocations.
 *
 *   decode.c      a parsed function becomes flat operations (WsOp), once; code.c: how many it may
 *   step.c        one warp executes one operation: vm-private.h; stepper.c chooses
 *   lanes.def     the lane loops of instructions on registers; lanes.c: their code
 *   atomics.def   the operations of atomics; atomic.c: their loops
 *   call.c        calls of functions that are not inlined: a stack for each thread
 *   system.c      functions that every device provides: printf, assert, malloc, free
 *   children.c    the grids that a kernel launches
 *   texture.c     texture fetches: texture.h
 *   format.c      printf's formatting
 *   simt-stack.c  the paths of a warp: simt-stack.h
 *   memory.c      the spaces, and where an address is
 *   block.c       one block: its warps, their registers and barriers
 *   run.c         runs a block to its end, within limits of instructions, work and time
 *   reach.c       the cost of accesses to consecutive words
 *   fault.c       a fault of a kernel as a sentence
 *   sanitizer.c   errors that do not stop a kernel: sanitizer.h
 */
#pragma once

#include "device/device.h"
#include "ptx/matrix.h"
#include "record/access.h"
#include "record/texture.h"

G_BEGIN_DECLS

#define WS_LANES        WS_WARP_SIZE
#define WS_MAX_VECTOR   4
#define WS_ROW_BYTES    256 /* a register of 32 lanes: u64[32], or u32[32] in its first half */
#define WS_ALL_LANES    0xffffffffu
#define WS_VECTOR_ALIGN 64 /* bytes: of the widest vector of the host's processor */

/* Windows of the generic address space. Global addresses begin far above them. */
#define WS_WINDOW_BYTES (G_GUINT64_CONSTANT (1) << 32)
#define WS_GLOBAL_BASE  G_GUINT64_CONSTANT (0x200000000000)

/* How an operation is executed. Most are a loop over lanes: a row of lanes.def. */
typedef enum {
  WS_X_LANES,
  WS_X_LANES_ROUNDED, /* with a rounding mode of its own */
  WS_X_LANES_RESIZED, /* with registers of other widths than the loop reads or writes */
  WS_X_PREDICATE,     /* and, or, xor, not, mov of predicates */
  WS_X_PACK,          /* mov with a vector on either side */
  WS_X_ISSPACEP,
  WS_X_LD,
  WS_X_LD_PARAM,
  WS_X_ST,
  WS_X_ATOM,
  WS_X_SHFL,
  WS_X_VOTE,
  WS_X_MATCH,
  WS_X_REDUX,
  WS_X_ELECT,
  WS_X_BRA,
  WS_X_BRX,
  WS_X_BAR,
  WS_X_BAR_WARP,
  WS_X_EXIT,
  WS_X_TRAP,
  WS_X_COPY,
  WS_X_COPY_GROUP,
  WS_X_MBARRIER,
  WS_X_MATRIX,
  WS_X_MATRIX_LD,
  WS_X_MATRIX_ST,
  WS_X_CLOCK,
  WS_X_SLEEP,
  WS_X_CALL,
  WS_X_RETURN,
  WS_X_SYSTEM,
  WS_X_STACK,   /* alloca, stacksave, stackrestore */
  WS_X_TEXTURE, /* tex, suld, sust */
  WS_X_NOP,
} WsExec;

#define WS_NO_ROW      0xffffffffu
#define WS_ROW_IS_WIDE 1u /* flag of a row that encodes its width: 64 bits */
#define WS_MAX_SOURCE  5

/* A flat operation. Rows are byte offsets into a warp's register file, constants and special
 * registers included. */
typedef struct {
  guint8 exec;    /* WsExec */
  guint8 type;    /* WsPtxType: types[0] */
  guint8 type2;   /* types[1], or types[0] where there is one */
  guint8 type3;   /* types[2], or as type2 */
  guint8 compare; /* WsPtxCompare */
  guint8 space;   /* WsSpace */
  guint8 vector;  /* 1, 2, 4 */
  guint8 width;   /* bytes of an element in memory */
  guint8 n_source;
  guint8 wide;    /* bit 0: d is a 64-bit row; bit 1 + i: source i is */
  guint8 guarded; /* 0 no, 1 @p, 2 @!p */
  guint8 negated; /* bit i: source predicate i is negated */
  guint8 round;   /* a WsPtxMod: RN, RZ, RM, RP, RNI ..., or 0 */
  guint8 ftz, sat, carry_out, approx;
  guint8 part;              /* of what is moved of a matrix: the first 512 bytes, or the rest */
  guint8 carries_nan;       /* of redux: with .NaN */
  guint8 hidden;            /* moves parameters: not recorded as an access */
  guint8 looks;             /* observes writes of other warps: an atomic, a volatile load */
  guint8 kind;              /* a WsPtxMod: LO, HI, WIDE, SYNC's companion (UP, ADD, BALLOT, ...) */
  guint8 kind2;             /* a WsPtxMod that goes with it */
  guint16 opcode;           /* WsPtxOpcode */
  guint16 lanes;            /* WsLanesId; of an atomic, which one: atomic.h */
  guint32 guard;            /* row of the predicate */
  guint32 d[4];             /* destinations: of a vector all, of p|q both; WS_NO_ROW for _ */
  guint32 s[WS_MAX_SOURCE]; /* sources */
  gint64 offset;            /* of a memory operand */
  gint64 offset2;           /* of a second one */
  guint32 target;           /* operation */
  guint32 rpc;              /* reconvergence operation, WS_NONE if the lanes never reconverge */
  guint32 targets;          /* of brx and sust: into WsCode.targets; of matrices: into
                               WsCode.matrices; of a call: into WsCode.calls */
  guint32 n_targets;        /* of matrices: the lanes whose addresses count; of what reads a
                               parameter or a result: its bytes, which begin offset2 before */
  guint32 site;             /* WS_NONE for operations without a site: argument passing of calls */
  guint32 ptx_line;
  guint8 work;         /* cost on the host, in plain instructions */
  guint8 joins;        /* paths of a warp may reconverge here */
  guint8 ends;         /* the warp may stop here: barriers, exit */
  guint8 meets_at_end; /* of a branch: its reconvergence point is an exit */
  guint8 members;      /* source with its member mask, plus 1; 0: none */
  guint8 aligned;      /* of a barrier: all lanes of the warp must reach this same one */
  guint8 spins;        /* a branch back that spins until another thread writes */
  guint8 is_word;      /* a load, store or atomic of one element of 32 bits, in shared, global or
                        * constant memory */
  guint8 kept;         /* entry of WsWarp.kept with its address pattern, plus 1; 0: none */
  guint8 follows;      /* an earlier access of its straight-line code has set that */
  guint16 straight;    /* operations of straight-line code from here on, without later joins */
  guint32 looker; /* first access of its straight-line code with the same base addresses, plus 1 */
  guint32 work_before; /* of all operations before it */
} WsOp;

typedef struct {
  guint32 row;
  WsPtxSpecial special;
} WsSpecialRow;

/* An argument or result of a call: its place in the lane's local memory, and its size. */
typedef struct {
  guint32 row; /* of the register file: that address */
  guint32 bytes;
} WsPassed;

/**
 * WsCall:
 * @body: into WsCode.bodies; %WS_NONE for an indirect call or a system function
 * @system: index of the system function in the table of system.c
 * @first_passed: into WsCode.passed: first the parameters, then the results
 * @n_params: how many
 * @n_returns: how many
 */
typedef struct {
  guint32 body;
  guint32 system;
  guint32 first_passed;
  guint32 n_params;
  guint32 n_returns;
} WsCall;

/* A register that a frame saves. */
typedef struct {
  guint32 row;     /* of the register file, bytes */
  guint8 bytes;    /* of a lane; 0 of a predicate */
  guint8 is_frame; /* an address in the frame: @offset from its begin */
  guint64 offset;
} WsFrameRow;

/**
 * WsBody:
 * @function: the function
 * @op: its first operation
 * @params_at: offset of parameters in a frame; results come first in it
 * @frame_bytes: of the lane's local memory, in a call of it
 * @rows: (element-type WsFrameRow): the registers that each call has separately
 *
 * A function that is called instead of inlined, because it is recursive, called through an address,
 * or nested too deeply.
 */
typedef struct {
  WsPtxFunction *function;
  guint32 op;
  guint32 params_at;
  guint32 frame_bytes;
  GArray *rows;
} WsBody;

/**
 * WsScope:
 * @function: the inlined function
 * @body: (nullable): the body that contains it; %NULL for the kernel
 * @first_op: its first operation
 * @end_op: where lanes that leave it continue
 * @first_byte: offset of its variables in local memory, or in the frame of @body
 * @n_bytes: of them, at least 1
 *
 * The local variables of an inlined function, which live while a thread is in it.
 */
typedef struct {
  const WsPtxFunction *function;
  const WsBody *body;
  guint32 first_op;
  guint32 end_op;
  guint32 first_byte;
  guint32 n_bytes;
} WsScope;

#define WS_MAX_FRAGMENT 8 /* registers of a lane for a matrix */

/* The matrices of an instruction: d, a, b and c; for loads and stores, the one matrix. */
typedef struct {
  WsMatrixShape shape;
  WsPtxType types[4];
  guint n_registers[4];
  guint32 rows[4][WS_MAX_FRAGMENT];
  gboolean column_major[2]; /* of a and b, or of the one that is loaded or stored */
  gboolean transposed;
} WsMatrixPlan;

/* A function, decoded. */
typedef struct {
  WsPtxModule *module;
  WsPtxFunction *function;
  GArray *parts; /* WsPtxPart: whose instructions are sites */
  guint32 n_sites;
  GPtrArray *bodies;   /* WsBody */
  guint32 *body_of;    /* by function of the module; WS_NONE where it has none */
  GArray *calls;       /* WsCall */
  GArray *passed;      /* WsPassed */
  GArray *scopes;      /* WsScope, of inlined functions with local variables */
  guint32 fixed_bytes; /* of @local_bytes, those below the stack */
  gboolean has_stack;
  gboolean waits;    /* blocks may wait for each other: they are co-resident and take turns */
  GArray *ops;       /* WsOp */
  GArray *targets;   /* guint32: operations; of what sust writes, rows, with WS_ROW_IS_WIDE */
  GArray *matrices;  /* WsMatrixPlan */
  GArray *constants; /* { guint32 row; guint64 bits } as WsConstantRow */
  GArray *specials;  /* WsSpecialRow */
  guint32 n_rows;
  guint32 local_bytes;
  guint32 call_param_bytes; /* per lane: .param variables inside functions */
  gboolean ordered;         /* blocks may communicate: they run one after another */
  gboolean launches;        /* it may launch grids */
  gboolean timely; /* it depends on timing: it reads a clock, or may spin on another warp */
} WsCode;

typedef struct {
  guint32 row;
  guint64 bits;
  gboolean wide;
} WsConstantRow;

/* Addresses of functions, by their number in the module. */
#define WS_CODE_WINDOW (G_GUINT64_CONSTANT (4) << 40)
#define WS_CODE_STEP   16

/* A thread's stack: the frames of its calls, and the live registers of the callers, as on the
 * hardware. */
#define WS_STACK_BYTES (1u << 16)

/* decode-choose.c */
void ws_decode_read_words (const WsPtxInstruction *inst, WsOp *op);
void ws_decode_read_bar_words (const WsPtxInstruction *inst, WsOp *op);
gboolean ws_decode_immediate_is_wide (const WsPtxInstruction *in, guint index);
const WsPtxOperand *ws_decode_call_list (const WsPtxInstruction *inst, gboolean before);
gboolean ws_decode_choose (const WsPtxInstruction *inst, WsOp *op);

/* Side effects of system functions. */
typedef enum {
  WS_SYSTEM_HEAP = 1 << 0,     /* allocate or free memory: blocks run one after another */
  WS_SYSTEM_LAUNCHES = 1 << 1, /* launch grids */
} WsSystemEffects;

guint32 ws_system_find (const char *name);
gboolean ws_system_check (guint32 system, const WsPtxFunction *declared);
guint ws_system_get_effects (guint32 system);

WsCode *ws_code_new (WsPtxModule *module, WsPtxFunction *function, guint64 global_base,
                     GError **error);
guint32 ws_code_take_rows (WsCode *self, guint32 n, GError **error);
guint32 ws_code_take_local (WsCode *self, guint32 *end, guint64 bytes, guint align, GError **error);
void ws_code_mark (WsCode *self);
const WsPtxInstruction *ws_code_get_instruction (const WsCode *self, guint32 site);
guint32 ws_code_find_site (const WsCode *self, guint32 op);
int ws_code_compare_constants (gconstpointer a, gconstpointer b, gpointer data);
void ws_code_free (WsCode *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsCode, ws_code_free)

/* ---- memory ---- */

typedef struct {
  guint64 address;
  guint64 size;
  guint8 *data;
  gpointer room; /* the host's allocation behind it */
  char *name;
  guint64 promised_bytes; /* not yet committed by the host, as they are unwritten */
  gboolean is_heap;       /* allocated by a kernel */
  gboolean is_parameters; /* of a grid that a kernel is about to launch */
  guint64 freed_bytes;    /* its former size, once freed: its size is 0 since */
  WsOtherAccess freed;    /* the free, in this launch: its site is WS_NONE if in an earlier one */
  gboolean is_cached;     /* an earlier launch left it in the L2 cache */
  gboolean is_filled;     /* all of it is written, or that is unknown */
  GArray *filled;         /* guint64, two of each range that the host wrote; or, */
  guint8 *written;        /* once a launch is checked, a bit for each byte that was written */
} WsAllocation;

/* The heap of all kernels: the default of cudaLimitMallocHeapSize (CUDA C++ Programming Guide,
 * "Heap Memory Allocation"). */
#define WS_HEAP_BYTES (8u << 20)

typedef struct {
  GPtrArray *allocations; /* WsAllocation, ascending */
  guint64 next;
  guint64 limit_bytes;
  guint64 used_bytes;
  guint64 promised_bytes; /* of all allocations */
  guint64 heap_bytes;     /* of those that kernels asked for */
  WsHostMemory *host;
} WsMemory;

WsMemory *ws_memory_new (guint64 limit_bytes, WsHostMemory *host);
void ws_memory_free (WsMemory *self);
void ws_memory_clear (WsMemory *self);
void ws_memory_touch (WsMemory *self, WsAllocation *allocation, guint64 n_bytes);
WsAllocation *ws_memory_alloc (WsMemory *self, guint64 size, const char *name, GError **error);
WsAllocation *ws_memory_adopt (WsMemory *self, gpointer data, guint64 size, const char *name);
void ws_memory_release (WsMemory *self, WsAllocation *allocation);
WsAllocation *ws_memory_alloc_heap (WsMemory *self, guint64 size);
void ws_memory_free_heap (WsMemory *self, WsAllocation *allocation, const WsOtherAccess *by);
void ws_memory_forget_frees (WsMemory *self);
void ws_memory_forget_cached (WsMemory *self);
WsAllocation *ws_memory_alloc_parameters (WsMemory *self, guint64 size);
void ws_memory_drop_parameters (WsMemory *self);
void ws_memory_assume_written (WsMemory *self);
void ws_allocation_fill (WsAllocation *self, guint64 first, guint64 n_bytes);
guint8 *ws_allocation_get_written (WsAllocation *self);
WsAllocation *ws_memory_find (const WsMemory *self, guint64 address);
WsAllocation *ws_memory_find_nearest (const WsMemory *self, guint64 address);

/* ---- textures ---- */

/* Handles of textures and surfaces are numbers, not addresses: they start here, and increase by
 * this step. */
#define WS_TEXTURE_WINDOW (G_GUINT64_CONSTANT (5) << 40)
#define WS_TEXTURE_STEP   32

/* A texture or surface of the device, and its texels. */
typedef struct {
  WsTexture texture;
  guint8 *texels;
  const char *name;
} WsBoundTexture;

/* ---- a launch ---- */

/* State of an inactive path. */
typedef enum {
  WS_PATH_READY,
  WS_PATH_WAITS, /* at an instruction, for lanes of other paths */
} WsPathState;

/* simt-stack.h: converged lanes. */
typedef struct {
  guint32 pc;
  guint32 mask;
  guint32 join;    /* their next join: in WsWarp.joins, or WS_NONE */
  guint32 members; /* of a waiting path: the lanes that it waits for */
  guint32 key;     /* and the instruction that they must reach */
  guint8 state;    /* WsPathState */
  guint8 at_barrier;
  guint8 spins; /* spins until another thread writes */
} WsPath;

/* simt-stack.h: a reconvergence point. */
typedef struct {
  guint32 pc;
  guint32 mask;     /* the expected lanes; 0: a finished join */
  guint32 arrived;  /* the lanes that have arrived */
  guint32 outer;    /* the join of the reconverged path */
  gboolean ends;    /* all lanes end there */
  gboolean of_call; /* they arrive by returning, not by reaching that place */
} WsJoin;

/* A lane's call stack: the state that a return restores. */
typedef struct {
  guint8 *data;
  guint32 len;
  guint32 room;
} WsCallStack;

/* The pattern of the words that the lanes of half a warp address by a register. */
typedef enum {
  WS_WORDS_ASTRAY,
  WS_WORDS_IN_A_ROW,
  WS_WORDS_THE_SAME,
} WsWordsPattern;

typedef struct {
  guint64 start;  /* what the first lane's register holds */
  guint8 pattern; /* WsWordsPattern */
  guint8 first;   /* lane */
  guint8 n_words; /* from the first lane's to the last one's; 0: no lane is there */
} WsHalfWords;

/* Likewise for a whole warp, shared by accesses at other offsets from the same register. */
typedef struct {
  guint32 looker; /* WsOp.looker of these accesses; 0: unset */
  guint32 lanes;  /* of the path that set it */
  WsHalfWords halves[2];
  guint64 low;        /* if all lanes are active, in patterns: the lowest word of both halves */
  guint32 extent;     /* and bytes from there to the end of the highest; 0: it is not so */
  guint32 at[2];      /* from the lowest to those of the first lanes: bytes */
  guint32 span_at[2]; /* as WsReach.spans: bytes from there */
  guint32 span_end[2];
  guint8 n_spans;
  guint8 wavefronts; /* wavefronts in shared memory; 0: not counted */
} WsKeptWords;

#define WS_N_KEPT 4

typedef struct {
  guint32 *tops;       /* per lane: where its stack ends in local memory; NULL: it has none */
  WsCallStack *stacks; /* per lane */
  guint8 *rows;        /* register file */
  guint8 *local;       /* local memory, then call parameters: lane after lane */
  WsPath *paths;       /* that do not run */
  guint n_paths;
  guint paths_room;
  WsJoin *joins;
  guint32 n_joins; /* with those in between that are done with */
  guint32 n_used_joins;
  guint joins_room;
  guint32 pc; /* of the path that runs */
  guint32 mask;
  guint32 join;
  guint32 rpc;                   /* the place of that join, or WS_NONE */
  guint32 rounds;                /* iterations of spin loops */
  guint32 live;                  /* lanes that have not exited */
  guint32 all;                   /* lanes that are threads */
  guint8 n_all;                  /* how many */
  guint8 apart;                  /* its lanes reconverge only where they must: WS_ORDER_LANES */
  guint32 carry;                 /* condition code, a bit per lane */
  WsKeptWords *kept;             /* WS_N_KEPT */
  GArray *copies;                /* in flight: step-copy.c; NULL for none */
  guint32 copy_groups[WS_LANES]; /* that each lane has closed */
  guint16 index;
  guint16 barrier;     /* barrier that it waits at, plus 1; 0: running */
  guint64 path;        /* hash of the paths taken by its lanes */
  guint32 barrier_row; /* of bar.red: row of the result, else WS_NO_ROW */
  const WsOp *barrier_op;
} WsWarp;

typedef struct {
  guint expected; /* threads, 0 for all of the block */
  guint arrived;  /* threads */
  guint votes;    /* bar.red: threads whose predicate held */
  gboolean used;
} WsBarrier;

#define WS_N_BARRIERS 16

/* Consecutive 32-bit words: the addresses of the first and the last. */
typedef struct {
  guint64 low;
  guint64 high;
} WsReachSpan;

/* The range of an access. If spans, or low and high, describe it completely, WsBlockRun.scratch has
 * the lanes' addresses only if the block notes each. */
typedef struct {
  guint8 space;       /* WsSpace; generic if lanes accessed different ones */
  guint8 n_lanes;     /* 0: none did */
  guint8 n_spans;     /* 0: unknown, else the lanes accessed exactly these, in this order: */
  gboolean are_words; /* of 32 bits, the lowest and the highest of them these: */
  guint64 low;
  guint64 high;
  WsReachSpan spans[2];
} WsReach;

/* The limit that an endless block exceeded. The first two are reproducible. */
typedef enum {
  WS_ENDLESS_INSTRUCTIONS, /* it executed too many, */
  WS_ENDLESS_WORK,         /* or fewer, expensive ones, */
  WS_ENDLESS_TIME,         /* or took too much processor time */
} WsEndless;

/* The first fault, of the block with the lowest index. */
typedef struct {
  gboolean set;
  WsFindingKind kind;
  guint32 block, warp, lane, site;
  guint64 address;
  WsSpace space;
  guint bytes;
  WsEndless limit; /* of an endless block */
  guint n_ways;    /* of a jump beyond a branch table: its entries; else 0 */
  gboolean is_store;
  guint8 access;    /* a WsFindingAccess */
  gboolean of_warp; /* concerns only other lanes of the same warp */
  char *detail;     /* description of the error, if the kind is not enough */
  char *assertion;  /* of a failed assert: CUDA's message */
  gboolean has_other;
  WsOtherAccess other; /* of memory that was freed: the free */
} WsFault;

/**
 * WsChild:
 * @address: of its parameters, until it is launched; then 0
 * @params: (nullable): its parameters, once launched
 * @function: its kernel: of the module's functions
 * @grid: blocks
 * @block: threads
 * @dynamic_shared_bytes: for the extern array
 * @stream: a #WsStreamKind
 * @stream_id: which of the streams that the block created
 * @by_block: linear index of the block that launched it
 * @by_thread: linear index of the thread in that block
 * @by_site: where in its kernel
 * @time: cycles on that block's clock
 *
 * A grid that a kernel launches.
 */
typedef struct {
  guint64 address;
  GBytes *params;
  guint32 function;
  guint32 grid[3];
  guint32 block[3];
  guint32 dynamic_shared_bytes;
  guint8 stream;
  guint64 stream_id;
  guint32 by_block;
  guint32 by_thread;
  guint32 by_site;
  guint64 time;
} WsChild;

void ws_child_free (WsChild *self);

/* Pending grids: the default of cudaLimitDevRuntimePendingLaunchCount; and the nesting limit of
 * launches (CUDA C++ Programming Guide, "CUDA Dynamic Parallelism", "Implementation Restrictions
 * and Limitations"). */
#define WS_MAX_PENDING 2048
#define WS_MAX_DEPTH   24

typedef struct _WsLaunchState WsLaunchState;
typedef struct _WsSanitizer WsSanitizer; /* sanitizer.h */

/* The recording of a block, as far as memory allows. */
typedef struct {
  guint8 *data;
  guint len;
  guint room;
  guint width; /* bytes of an element */
} WsRecords;

/* Counts of straight-line code, as differences: added at its first operation, and taken off at its
 * end; if fewer operations were executed, behind the last of these. */
typedef struct {
  guint64 executed;
  guint64 active_lanes;
  guint64 left;
  guint64 left_lanes;
  guint64 idle_lanes; /* of this operation alone: predicated-off lanes */
} WsTally;

/* State of a host thread: the block that it runs, and its counts. */
typedef struct {
  const WsLaunchState *launch;
  const WsOp *ops; /* of the launch's code */
  guint32 block;
  guint32 ctaid[3];
  WsWarp *warps;
  guint n_warps;
  guint n_live; /* threads that have not exited */
  guint8 *shared;
  guint64 now; /* cycle of the block, according to a clock */
  guint64 issued;
  guint64 work;        /* issued work, by its cost on the host in plain instructions */
  double began_s;      /* the host thread's processor time when first read; 0: not timed yet */
  guint64 looked_at;   /* when that was last checked, in long intervals */
  gboolean abandoned;  /* an earlier block faulted */
  gboolean woke;       /* warps have left a barrier */
  guint64 sleeps;      /* nanoseconds that the last operation suspends its warp */
  guint64 n_rounds;    /* iterations of spin loops */
  guint64 n_writes;    /* stores, and atomics that changed memory */
  guint64 began;       /* cycle of the launch at which the block began, for the timer */
  GString *printed;    /* output of the block, up to a limit; NULL: none */
  GPtrArray *children; /* WsChild, launched or in preparation; NULL: none */
  guint n_streams;     /* that it created */
  WsReach reach;       /* of the last access, if noted */
  WsBarrier barriers[WS_N_BARRIERS];
  WsAllocation *last; /* allocation of the last global access */
  WsSiteCount *counts;
  WsTally *tallies;        /* per operation, and one more: not yet added to counts */
  gboolean notes_reach;    /* a clock or a counter needs the addresses of accesses */
  gboolean notes_each;     /* and of each lane, whatever their pattern */
  gboolean counts_at_once; /* accesses are counted as they are executed */
  gboolean is_recorded;    /* in full: */
  WsRecords events;        /* WsEvent */
  WsRecords lanes;         /* WsLane */
  guint most;              /* limit of its recorded events, and of lanes */
  gboolean cut;            /* there were more */
  WsFault fault;
  struct _WsSanitizerBlock *watched; /* the sanitizer's state; NULL: unchecked */
  guint64 scratch[WS_LANES];
  guint64 moved[WS_LANES * WS_MAX_VECTOR]; /* values of an access that are not in registers */
  GArray *trackers;                        /* mbarriers that wait for copies: step-copy.c */
  guint64 extra[WS_LANES];                 /* additional values per lane for a step's event */
} WsBlockRun;

/* Executes one operation of a warp's active path, or operations until it exits, waits at a barrier
 * or has executed @n; FALSE on a fault (block->fault). The _recorded variants count, and append
 * events if the block is recorded, so that other launches do not pay for it. run_counted, which may
 * be missing, only counts. The same code is compiled for several instruction sets. */
typedef struct {
  const char *name;
  gboolean (*step) (WsBlockRun *block, WsWarp *warp);
  gboolean (*step_recorded) (WsBlockRun *block, WsWarp *warp);
  gboolean (*run) (WsBlockRun *block, WsWarp *warp, guint n);
  gboolean (*run_recorded) (WsBlockRun *block, WsWarp *warp, guint n);
  gboolean (*run_counted) (WsBlockRun *block, WsWarp *warp, guint n);
} WsStepper;

/* What the blocks of a launch share. */
struct _WsLaunchState {
  const WsSpec *spec;
  const WsStepper *stepper;
  WsCode *code;
  WsMemory *memory;
  WsSanitizer *sanitizer;      /* NULL: no check */
  const WsAllocation *globals; /* the module's variables; NULL: none */
  const WsLaunchRequest *request;
  const guint8 *constant; /* .const data */
  guint64 constant_bytes;
  guint64 timer_ns;       /* the device's timer when the launch begins */
  const GArray *textures; /* WsBoundTexture, of the device */
  guint64 grid_workspace; /* address of the counters for grid-wide synchronisation */
  guint *n_pending;       /* of the device: pending grids */
  guint depth;            /* nesting depth of launches by kernels */
  guint n_threads;        /* of a block */
  guint n_warps;
  guint32 n_blocks;
  guint32 shared_bytes;
  guint32 allocated_shared_bytes; /* in whole units of the SM: %total_smem_size */
  guint32 local_bytes;            /* of a thread: those of the code, and room for the sanitizer */
  guint64 max_instructions;       /* of one block */
  double max_seconds;             /* processor time of one block */
  gint stop_at;                   /* atomic: blocks from here on are not started */
  WsOrder order;
  gboolean independent; /* independent thread scheduling: lanes of a warp that spin on each other
                           make progress */
  GCancellable *cancellable;
  WsDevice *device; /* whose steps are counted at each check for cancellation */
};

const WsStepper *ws_stepper_find (const char *name);
const char *const *ws_stepper_get_names (void);

/* step-record.c */
void ws_block_add_tallies (WsBlockRun *self);
void ws_records_clear (WsRecords *self);

/* call.c */
gboolean ws_call_enter (WsBlockRun *block, WsWarp *warp, const WsOp *op);
void ws_call_return (WsBlockRun *block, WsWarp *warp);
gboolean ws_call_stack (WsBlockRun *block, WsWarp *warp, const WsOp *op, guint32 lanes);

/* system.c */
gboolean ws_system_call (WsBlockRun *block, WsWarp *warp, const WsOp *op, guint32 lanes);

/* format.c */
typedef struct {
  gboolean (*read) (gpointer data, guint64 address, gpointer to, guint bytes);
  gpointer data;
} WsReader;
int ws_format (const WsReader *reader, guint64 format, guint64 arguments, GString *out);

gboolean ws_block_arrive (WsBlockRun *block, WsWarp *warp, const WsOp *op, guint32 lanes);
void ws_block_check_barriers (WsBlockRun *block);
void ws_block_reset (WsBlockRun *block);
WsBlockRun *ws_block_run_new (const WsLaunchState *launch, gboolean counts);
void ws_block_run_free (WsBlockRun *self);
guint64 ws_block_get_path (const WsBlockRun *self);

/* run.c */
/* A block's limit of work (WsBlockRun.work), for each instruction of its limit of instructions. */
#define WS_WORK_OF_INSTRUCTION 3
/* Instructions between two checks for cancellation. */
#define WS_LOOK_INTERVAL 4096

void ws_block_note (WsBlockRun *self, gboolean reach);
gboolean ws_block_run (WsBlockRun *self);
gboolean ws_block_may_go_on (WsBlockRun *self);
gboolean ws_block_no_progress (WsBlockRun *self);

/* reach.c */
gboolean ws_reach_find_cost (const WsReach *self, guint banks, WsAccessCost *cost);

/* fault.c */
gboolean ws_block_fault (WsBlockRun *block, const WsWarp *warp, const WsOp *op, WsFindingKind kind,
                         guint lane);
void ws_fault_clear (WsFault *self);
gboolean ws_block_fault_free (WsBlockRun *block, const WsWarp *warp, const WsOp *op, guint lane,
                              guint64 address);
gboolean ws_block_fault_detail (WsBlockRun *block, const WsWarp *warp, const WsOp *op,
                                WsFindingKind kind, guint lane, char *detail);
char *ws_fault_dup_name (const char *name);
char *ws_fault_dup_line (const WsCode *code, guint32 site);
char *ws_fault_sentence (const WsLaunchState *launch, const WsFault *fault);

G_END_DECLS
