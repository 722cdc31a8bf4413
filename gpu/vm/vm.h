/* vm.h: the virtual GPU executes: warp by warp, registers as reg[r][32], a 32-bit active mask,
 * paths that part at branches and meet at immediate post-dominators. It knows no time: a block runs
 * to its end warp after warp (run.c), or gpu/clock says which warp is next and keeps the time. It
 * never touches the host: every access is checked against the memory that was allocated for it.
 *
 *   decode.c      a parsed function becomes flat operations (WsOp), once; code.c: how many it may
 *   step.c        one warp executes one operation: vm-private.h; stepper.c chooses
 *   lanes.def     what the lanes do in an instruction on registers; lanes.c: the loops of it
 *   atomics.def   what an atomic makes of memory; atomic.c: the loops of it
 *   call.c        calls of functions that are not put in line: a stack for each thread
 *   system.c      functions that every device brings along: printf, assert, malloc, free
 *   children.c    the grids that a kernel launches
 *   texture.c     what a fetch of a texture gives: texture.h
 *   format.c      what printf makes of its format
 *   simt-stack.c  the paths of a warp: simt-stack.h
 *   memory.c      the spaces, and where an address is
 *   block.c       one block: its warps, their registers and barriers
 *   run.c         a block from its beginning to its end, and how long it may take
 *   reach.c       what an access costs whose lanes reach words side by side
 *   fault.c       what a kernel did wrong, as a sentence
 *   sanitizer.c   what it did wrong and was not stopped for: sanitizer.h
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
#define WS_ROW_IS_WIDE 1u /* of a row that says itself how wide it is: of 64 bits */
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
  guint8 hidden;            /* moves parameters: no access of the run */
  guint8 looks;             /* tells what other warps wrote meanwhile: an atomic, a volatile load */
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
  guint32 rpc;              /* reconvergence operation, WS_NONE where the lanes meet no more */
  guint32 targets;          /* of brx and sust: into WsCode.targets; of matrices: into
                               WsCode.matrices; of a call: into WsCode.calls */
  guint32 n_targets;        /* of matrices: the lanes whose addresses count; of what reads a
                               parameter or a result: its bytes, which begin offset2 before */
  guint32 site;             /* WS_NONE for operations that no site stands for: what calls hand on */
  guint32 ptx_line;
  guint8 work;         /* of the host: so many plain instructions take it as long */
  guint8 joins;        /* paths of a warp may meet here */
  guint8 ends;         /* the warp may not go on behind it: barriers, the end */
  guint8 meets_at_end; /* of a branch: where its lanes meet again they end */
  guint8 members;   /* source that says which lanes are to execute it together, plus 1; 0: none */
  guint8 aligned;   /* of a barrier: all lanes of the warp have to come to this very one */
  guint8 spins;     /* goes back until another thread has written something */
  guint8 is_word;   /* a load, store or atomic of one element of 32 bits, in shared, global or
                     * constant memory */
  guint8 kept;      /* of WsWarp.kept, plus 1: where it is kept how its addresses lie; 0: nowhere */
  guint8 follows;   /* another access of its straight line has kept that */
  guint16 straight; /* so many from here on follow each other whatever the lanes do, and no path
                     * joins behind the first */
  guint32 looker;   /* the first access of its straight line with these addresses, but for the
                     * offset, plus 1 */
  guint32 work_before; /* of all operations before it */
} WsOp;

typedef struct {
  guint32 row;
  WsPtxSpecial special;
} WsSpecialRow;

/* What a call hands on: where it stands in the lane's local memory, and how large it is. */
typedef struct {
  guint32 row; /* of the register file: that address */
  guint32 bytes;
} WsPassed;

/**
 * WsCall:
 * @body: into WsCode.bodies; %WS_NONE of a call through an address, or of the system
 * @system: which of its functions: into the table of system.c
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

/* Where a lane's bits of a row stand. */
typedef struct {
  guint32 row;     /* of the register file, bytes */
  guint8 bytes;    /* of a lane; 0 of a predicate */
  guint8 is_frame; /* an address in the frame: @offset from its begin */
  guint64 offset;
} WsFrameRow;

/**
 * WsBody:
 * @function: what it is of
 * @op: its first operation
 * @params_at: where parameters stand in a frame; results stand at its begin
 * @frame_bytes: of the lane's local memory, in a call of it
 * @rows: (element-type WsFrameRow): the registers that each call of it has for itself
 *
 * A function that is called, and not put in line: because it calls itself, is called through an
 * address, or calls are nested too deeply.
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
 * @function: that was put in line
 * @body: (nullable): of which its code is part; %NULL for the kernel
 * @first_op: its first operation
 * @end_op: where lanes that leave it go on
 * @first_byte: where its variables stand in local memory, or in the frame of @body
 * @n_bytes: of them, at least 1
 *
 * Local variables that are there while a thread is in a function.
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

/* The matrices of an instruction: d, a, b and c, of loads and stores the one that they move. */
typedef struct {
  WsMatrixShape shape;
  WsPtxType types[4];
  guint n_registers[4];
  guint32 rows[4][WS_MAX_FRAGMENT];
  gboolean column_major[2]; /* of a and b, or of the one that is moved */
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
  GArray *scopes;      /* WsScope, of functions put in line that have local variables */
  guint32 fixed_bytes; /* of @local_bytes, those below the stack */
  gboolean has_stack;
  gboolean waits;    /* blocks may wait for each other: they are there at once, and take turns */
  GArray *ops;       /* WsOp */
  GArray *targets;   /* guint32: operations; of what sust writes, rows, with WS_ROW_IS_WIDE */
  GArray *matrices;  /* WsMatrixPlan */
  GArray *constants; /* { guint32 row; guint64 bits } as WsConstantRow */
  GArray *specials;  /* WsSpecialRow */
  guint32 n_rows;
  guint32 local_bytes;
  guint32 call_param_bytes; /* per lane: .param variables inside functions */
  gboolean ordered;         /* blocks may talk to each other: they run one after another */
  gboolean launches;        /* it may launch grids */
  gboolean timely;          /* what it does depends on the time: it reads a clock, or may wait for
                             * another warp in a loop */
} WsCode;

typedef struct {
  guint32 row;
  guint64 bits;
  gboolean wide;
} WsConstantRow;

/* Addresses of functions, by their number in the module. */
#define WS_CODE_WINDOW (G_GUINT64_CONSTANT (4) << 40)
#define WS_CODE_STEP   16

/* A thread's stack: frames of the functions that it is in, and the registers that their callers
 * have in use, as the hardware keeps both there. */
#define WS_STACK_BYTES (1u << 16)

/* decode-choose.c */
void ws_decode_read_words (const WsPtxInstruction *inst, WsOp *op);
void ws_decode_read_bar_words (const WsPtxInstruction *inst, WsOp *op);
gboolean ws_decode_immediate_is_wide (const WsPtxInstruction *in, guint index);
const WsPtxOperand *ws_decode_call_list (const WsPtxInstruction *inst, gboolean before);
gboolean ws_decode_choose (const WsPtxInstruction *inst, WsOp *op);

/* What calls of the system do beside handing something back. */
typedef enum {
  WS_SYSTEM_HEAP = 1 << 0,     /* change what memory there is: blocks run one after another */
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
  gpointer room; /* that the host's allocator has given for it */
  char *name;
  guint64 promised_bytes; /* that the computer has not given yet: they are unwritten */
  gboolean is_heap;       /* a kernel asked for it */
  gboolean is_parameters; /* of a grid that a kernel is about to launch */
  guint64 freed_bytes;    /* that it had, and gave back: its size is 0 since */
  WsOtherAccess freed;    /* the free, in this launch: its site is WS_NONE if in an earlier one */
  gboolean is_cached;     /* an earlier launch has left it in the L2 cache */
  gboolean is_filled;     /* all of it was written, or it is not known */
  GArray *filled;         /* guint64, two of each range that the host wrote; or, */
  guint8 *written;        /* once a launch is checked, a bit for each byte that was written */
} WsAllocation;

/* What kernels may allocate together: cudaLimitMallocHeapSize, as it is by default (CUDA C++
 * Programming Guide, "Heap Memory Allocation"). */
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

/* Objects of textures and surfaces are numbers, no addresses: this one, and so many further for
 * each that the device has. */
#define WS_TEXTURE_WINDOW (G_GUINT64_CONSTANT (5) << 40)
#define WS_TEXTURE_STEP   32

/* A texture or surface of the device, and its texels. */
typedef struct {
  WsTexture texture;
  guint8 *texels;
  const char *name;
} WsBoundTexture;

/* ---- a launch ---- */

/* Of a path that does not run. */
typedef enum {
  WS_PATH_READY,
  WS_PATH_WAITS, /* at an instruction, for lanes of others */
} WsPathState;

/* simt-stack.h: lanes that are at one place. */
typedef struct {
  guint32 pc;
  guint32 mask;
  guint32 join;    /* that they come to: of WsWarp.joins, or WS_NONE */
  guint32 members; /* of one that waits: the lanes that are to be there */
  guint32 key;     /* and what they have to come to */
  guint8 state;    /* WsPathState */
  guint8 at_barrier;
  guint8 spins; /* goes round until another thread has written something */
} WsPath;

/* simt-stack.h: where paths meet again. */
typedef struct {
  guint32 pc;
  guint32 mask;     /* the lanes that are to meet; 0: a join that is done with */
  guint32 arrived;  /* those that are there */
  guint32 outer;    /* the join of the path that they will be */
  gboolean ends;    /* all lanes end there */
  gboolean of_call; /* they come there by returning, not by getting to that place */
} WsJoin;

/* A lane's calls: what a return brings back. */
typedef struct {
  guint8 *data;
  guint32 len;
  guint32 room;
} WsCallStack;

/* How the words lie that the lanes of half a warp point to with a register. */
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

/* How those of a warp do, for the accesses that add other offsets to the same register. */
typedef struct {
  guint32 looker; /* WsOp.looker of those; 0: none has looked */
  guint32 lanes;  /* of the path that has */
  WsHalfWords halves[2];
  guint64 low;        /* where all lanes have one: of the words of both halves the lowest */
  guint32 extent;     /* and bytes from there to the end of the highest; 0: not so */
  guint32 at[2];      /* from the lowest to those of the first lanes: bytes */
  guint32 span_at[2]; /* as WsReach.spans: bytes from there */
  guint32 span_end[2];
  guint8 n_spans;
  guint8 wavefronts; /* that they take in shared memory; 0: not counted */
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
  guint32 rounds;                /* of loops that wait for others */
  guint32 live;                  /* lanes that have not left */
  guint32 all;                   /* lanes that are threads */
  guint8 n_all;                  /* how many */
  guint8 apart;                  /* its lanes meet only where they have to: WS_ORDER_LANES */
  guint32 carry;                 /* condition code, a bit per lane */
  WsKeptWords *kept;             /* WS_N_KEPT */
  GArray *copies;                /* in flight: step-copy.c; NULL for none */
  guint32 copy_groups[WS_LANES]; /* that each lane has closed */
  guint16 index;
  guint16 barrier;     /* id that it waits at, plus 1; 0 while it runs */
  guint64 path;        /* which way its lanes went at each branch: a hash */
  guint32 barrier_row; /* of bar.red: where the answer goes, WS_NO_ROW otherwise */
  const WsOp *barrier_op;
} WsWarp;

typedef struct {
  guint expected; /* threads, 0 for all of the block */
  guint arrived;  /* threads */
  guint votes;    /* bar.red: threads whose predicate held */
  gboolean used;
} WsBarrier;

#define WS_N_BARRIERS 16

/* Words of 32 bits side by side: the address of the first and of the last of them. */
typedef struct {
  guint64 low;
  guint64 high;
} WsReachSpan;

/* Where an access went. Where spans tell all, or low and high do, the addresses of its lanes stand
 * in WsBlockRun.scratch only if the block notes each. */
typedef struct {
  guint8 space;       /* WsSpace; generic where lanes reached different ones */
  guint8 n_lanes;     /* 0: none did */
  guint8 n_spans;     /* 0: not known, else the lanes reached all of these, in this order: */
  gboolean are_words; /* of 32 bits, the lowest and the highest of them these: */
  guint64 low;
  guint64 high;
  WsReachSpan spans[2];
} WsReach;

/* Which limit a block came to that does not end. The first two are the same in every run. */
typedef enum {
  WS_ENDLESS_INSTRUCTIONS, /* it executed so many, */
  WS_ENDLESS_WORK,         /* or fewer that take long, */
  WS_ENDLESS_TIME,         /* or took so much of a processor's time */
} WsEndless;

/* What went wrong first, in the block with the lowest index. */
typedef struct {
  gboolean set;
  WsFindingKind kind;
  guint32 block, warp, lane, site;
  guint64 address;
  WsSpace space;
  guint bytes;
  WsEndless limit; /* of what does not end */
  guint n_ways;    /* of a jump through a branch table that has no such way; else 0 */
  gboolean is_store;
  guint8 access;    /* a WsFindingAccess */
  gboolean of_warp; /* it has to do with other lanes of the warp alone */
  char *detail;     /* what the thread did, where the kind does not say it */
  char *assertion;  /* of an assert that failed: what CUDA says of it */
  gboolean has_other;
  WsOtherAccess other; /* of memory that was freed: the free */
} WsFault;

/**
 * WsChild:
 * @address: of its parameters, until it is launched; 0 from then on
 * @params: (nullable): them, from then on
 * @function: its kernel: of the module's functions
 * @grid: blocks
 * @block: threads
 * @dynamic_shared_bytes: for the extern array
 * @stream: a #WsStreamKind
 * @stream_id: which, of those that the block has made
 * @by_block: linear index of the block that launched it
 * @by_thread: linear index of the thread in that block
 * @by_site: where in its kernel
 * @time: cycles of that block, as its clock has it
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

/* Grids that may wait to begin, as cudaLimitDevRuntimePendingLaunchCount is by default, and how
 * deeply launches may be nested (CUDA C++ Programming Guide, "CUDA Dynamic Parallelism",
 * "Implementation Restrictions and Limitations"). */
#define WS_MAX_PENDING 2048
#define WS_MAX_DEPTH   24

typedef struct _WsLaunchState WsLaunchState;
typedef struct _WsSanitizer WsSanitizer; /* sanitizer.h */

/* What is recorded of a block, as far as the computer has memory for it. */
typedef struct {
  guint8 *data;
  guint len;
  guint room;
  guint width; /* bytes of an element */
} WsRecords;

/* What is counted of operations that follow each other: at the first of them for as many as its
 * straight line has; where fewer were executed, behind the last of those, and taken off at the
 * line's end. */
typedef struct {
  guint64 executed;
  guint64 active_lanes;
  guint64 left;
  guint64 left_lanes;
  guint64 idle_lanes; /* of this operation alone: whose guard did not hold */
} WsTally;

/* One host thread's own: the block that it runs, and what it counted. */
typedef struct {
  const WsLaunchState *launch;
  const WsOp *ops; /* of the launch's code */
  guint32 block;
  guint32 ctaid[3];
  WsWarp *warps;
  guint n_warps;
  guint n_live; /* threads that have not left */
  guint8 *shared;
  guint64 now; /* cycle, in the block, that a clock says */
  guint64 issued;
  guint64 work;        /* what was issued, in plain instructions, as long as they take the host */
  double began_s;      /* seconds of the host thread's processor; 0: not timed yet */
  guint64 looked_at;   /* when they were looked at last, in long intervals */
  gboolean abandoned;  /* a block before it did something wrong */
  gboolean woke;       /* warps have left a barrier */
  guint64 sleeps;      /* nanoseconds that the last operation holds its warp up */
  guint64 n_rounds;    /* in loops that go round until another thread has written something */
  guint64 n_writes;    /* stores, and atomics that changed something */
  guint64 began;       /* cycle of the launch in which the block began, as far as the timer knows */
  GString *printed;    /* what the block has printed, up to a bound; NULL: nothing */
  GPtrArray *children; /* WsChild, that the block has launched or is about to; NULL: none */
  guint n_streams;     /* that it has made */
  WsReach reach;       /* of the last access, where it is noted */
  WsBarrier barriers[WS_N_BARRIERS];
  WsAllocation *last; /* allocation of the last global access */
  WsSiteCount *counts;
  WsTally *tallies;        /* of each operation, and one more: not in counts yet */
  gboolean notes_reach;    /* a clock or a counter needs the addresses of accesses */
  gboolean notes_each;     /* and of each lane, however they lie */
  gboolean counts_at_once; /* what is known of an access is counted where it is executed */
  gboolean is_recorded;    /* in full: */
  WsRecords events;        /* WsEvent */
  WsRecords lanes;         /* WsLane */
  guint most;              /* events, and lanes, that are kept of it */
  gboolean cut;            /* there were more */
  WsFault fault;
  struct _WsSanitizerBlock *watched; /* what the sanitizer knows of it; NULL: no check */
  guint64 scratch[WS_LANES];
  guint64 moved[WS_LANES * WS_MAX_VECTOR]; /* by an access whose values are in no register */
  GArray *trackers;                        /* mbarriers that wait for copies: step-copy.c */
  guint64 extra[WS_LANES];                 /* what a step's event has of each lane besides */
} WsBlockRun;

/* One warp executes one operation of its top path, or operations until it ends, waits at a barrier
 * or has executed @n; FALSE where it did something wrong (block->fault). Two of each, so that a
 * launch that is not recorded pays nothing for what recording needs: those count, and append an
 * event where the block is recorded. The last one, which may be missing, only counts. The same code
 * is there for several instruction sets. */
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
  const WsAllocation *globals; /* of the module's variables; NULL where it has none */
  const WsLaunchRequest *request;
  const guint8 *constant; /* .const data */
  guint64 constant_bytes;
  guint64 timer_ns;       /* of the device, when the launch begins */
  const GArray *textures; /* WsBoundTexture, of the device */
  guint64 grid_workspace; /* address of what grids that wait for all their blocks count in */
  guint *n_pending;       /* of the device: grids that were launched, and have not begun */
  guint depth;            /* so many launches by kernels led to it */
  guint n_threads;        /* of a block */
  guint n_warps;
  guint32 n_blocks;
  guint32 shared_bytes;
  guint32 local_bytes;      /* of a thread: those of the code, and room for the sanitizer */
  guint64 max_instructions; /* of one block */
  double max_seconds;       /* of a processor's time, for one block */
  gint stop_at;             /* atomic: blocks from here on are not begun */
  WsOrder order;
  gboolean independent; /* lanes of a warp that go round for each other come on */
  GCancellable *cancellable;
  WsDevice *device; /* whose steps are counted wherever it is looked whether to give up */
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
/* Where plain instructions may be so many, others may take as long as so many times more. */
#define WS_WORK_OF_INSTRUCTION 3
/* Instructions from one look whether to give up to the next. */
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
