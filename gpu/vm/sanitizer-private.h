/* sanitizer-private.h: what the sources of the sanitizer share. */
#pragma once

#include "vm/vm-private.h"
#include "vm/sanitizer.h"

G_BEGIN_DECLS

/* Properties of an operation that matter to the sanitizer. */
typedef enum {
  WS_SANITIZER_STRONG =
      1 << 0, /* volatile, relaxed, acquire or release: ordered for other threads */
  WS_SANITIZER_ATOMIC = 1 << 1,
  WS_SANITIZER_FENCE = 1 << 2,  /* of any scope, or implied */
  WS_SANITIZER_LEAVES = 1 << 3, /* an inlined function, or a call */
} WsSanitizerFlags;

/* An access by lanes of one warp. */
typedef struct {
  guint32 block;
  guint32 lanes; /* 0: none did */
  guint32 tick;
  guint32 op : 21;
  guint32 warp : 6;
  guint32 is_atomic : 1;
  guint32 is_strong : 1;
} WsSanitizerAccess;

#define WS_SANITIZER_READERS 2

/* Of a word, or of a byte where narrower accesses are made. */
typedef struct {
  WsSanitizerAccess writer;
  WsSanitizerAccess readers[WS_SANITIZER_READERS]; /* since that write, the latest first */
} WsSanitizerCell;

/* Of an allocation, or of a block's shared memory. */
typedef struct {
  WsSanitizerCell *cells;
  guint shift;     /* log2 of a cell's bytes: 2 for words, 0 for bytes */
  guint8 *written; /* a bit for each byte; NULL: all of them were */
  guint8 *data;
  guint64 size;
  guint64 base; /* its address, in its space */
  WsSpace space;
} WsShadow;

/* A fence, and a later access that others may have observed. */
typedef struct {
  guint32 fence;
  guint32 seen;
} WsRelease;

/* One kind of mistake, at one line or two. */
typedef struct {
  guint64 key;
  guint64 serial;    /* of the instruction that was executed */
  WsFinding finding; /* its place, where it is set, is owned */
  WsSpace space;
  guint bytes; /* of an element */
  guint32 op;
  guint source;            /* of a shuffle: source lane, plus 1; else 0 */
  WsSanitizerAccess other; /* as it was the first time; of one instruction with it: its tick is 0 */
} WsFound;

struct _WsSanitizer {
  WsLaunchState *launch;
  const WsStepper *stepper; /* the true one */
  guint8 *flags;            /* per operation: WsSanitizerFlags */
  guint32 *conditions;      /* per operation: for a barrier under a thread-dependent condition, the
                               operation with that guard; else WS_NONE */
  gboolean has_fences;
  guint32 now;
  guint64 serial;     /* of instructions that reach memory */
  gboolean has_found; /* the current instruction has a finding */
  guint32 issued;     /* tick of the last copy */
  GPtrArray *shadows; /* WsShadow, of each allocation */
  WsShadow *last;
  GHashTable *seen;     /* address to the tick of the last access that others may have observed */
  GHashTable *releases; /* block to GArray of WsRelease */
  GArray *found;        /* WsFound */
};

/* Of an mbarrier. */
typedef struct {
  guint32 phase;     /* 0 or 1: parity of the current phase */
  guint32 completed; /* tick of the last arrival in the previous phase */
} WsSanitizerPhase;

/* A call's part of its thread's local memory. */
typedef struct {
  guint32 begin;
  guint32 end;        /* of an ended frame */
  guint32 callers;    /* of a live frame: end of its caller's part */
  guint32 op;         /* of a live frame: the call; of an ended one: what ended it */
  const WsBody *body; /* NULL: the kernel's */
  gboolean is_taken;  /* of an ended frame: allocated by alloca */
} WsSanitizerFrame;

/* Of a thread. */
typedef struct {
  GArray *frames; /* WsSanitizerFrame: of its active calls; NULL for none */
  GArray *ended;  /* likewise: of those that have ended */
  guint32 fresh;  /* nothing beyond this was ever in use */
  guint32 gaps;   /* bytes between live frames */
  guint32 left;   /* operation of its last return from a function */
} WsSanitizerStack;

struct _WsSanitizerBlock {
  guint n_warps;
  guint32 *known; /* per pair of warps: the tick up to which the other's accesses are ordered before
                     it */
  guint32 *joined;   /* per barrier, per warp: ticks of the warps that have arrived */
  guint32 *lanes;    /* per warp, per lane, per lane: likewise, within the warp */
  guint32 *arrived;  /* per warp, per lane: tick of its last bar.warp.sync */
  guint32 *members;  /* per warp, per lane: the members that it waits for there */
  guint32 *pending;  /* per warp: lanes that wait there */
  guint32 *named;    /* per warp, per lane: members of what it executes or waits at */
  guint32 *settled;  /* per warp, per lane: exited lanes that are no longer expected */
  guint32 *company;  /* per warp, per lane: lanes of its path at its last operation */
  guint32 *ended;    /* per warp, per lane: the operation at which it exited, plus 1 */
  guint16 *waits;    /* per warp: barrier that it waits at, plus 1 */
  guint32 *acquired; /* per warp: tick up to which it has observed others' accesses */
  guint32 acquired_by_block;
  guint32 fence_of_block;
  guint32 *fence;
  GArray **releases; /* per warp: WsRelease */
  WsShadow shared;
  guint8 *local_written; /* per thread: a bit for each byte of local memory */
  gsize local_stride;
  WsSanitizerStack *stacks; /* per thread */
  GHashTable *mbarriers;    /* address to WsSanitizerPhase */
  GHashTable *left;         /* scope and thread to the operation of its last exit, plus 1 */
};

/* sanitizer.c */
gboolean ws_sanitizer_is_ordered (const WsSanitizer *self, const WsBlockRun *block,
                                  const WsWarp *warp, guint lane, const WsSanitizerAccess *before);
void ws_sanitizer_see (WsSanitizer *self, WsBlockRun *block, const WsWarp *warp, guint64 address,
                       gboolean reads, gboolean writes);

/* sanitizer-local.c */
void ws_sanitizer_local_init (const WsBlockRun *block, WsSanitizerBlock *self);
void ws_sanitizer_local_reset (const WsBlockRun *block);
void ws_sanitizer_local_clear (WsSanitizerBlock *self);
void ws_sanitizer_local_fill (const WsBlockRun *block, const guint8 *at, guint n_bytes);
void ws_sanitizer_local_leave (WsSanitizer *self, WsBlockRun *block, const WsWarp *warp,
                               const WsOp *op, guint32 lanes);
void ws_sanitizer_local_access (WsSanitizer *self, WsBlockRun *block, const WsWarp *warp,
                                const WsOp *op, guint lane, guint64 address);
void ws_sanitizer_local_parameter (WsSanitizer *self, WsBlockRun *block, const WsWarp *warp,
                                   const WsOp *op, guint32 lanes);
gboolean ws_sanitizer_is_written (const guint8 *written, guint64 first, guint n);
void ws_sanitizer_set_written (guint8 *written, guint64 first, guint n);

/* sanitizer-memory.c */
gboolean ws_sanitizer_add_allocations (WsSanitizer *self, GError **error);
void ws_shadow_clear (WsShadow *self);
void ws_sanitizer_copy (WsSanitizer *self, WsBlockRun *block, const WsWarp *warp, const WsOp *op,
                        guint32 lanes);
void ws_sanitizer_access (WsSanitizer *self, WsBlockRun *block, const WsWarp *warp, const WsOp *op,
                          guint32 lanes);

/* sanitizer-report.c */
/**
 * WsSuspect:
 * @op: that is about to be executed
 * @kind: what is wrong
 * @lane: that does it
 * @space: of memory
 * @address: in it
 * @writes: whether it writes there
 * @other: (nullable): of a race: the earlier access; of a use after scope: the return
 * @other_writes: whether that wrote
 *
 * A suspected error.
 */
typedef struct {
  const WsBlockRun *block;
  const WsWarp *warp;
  const WsOp *op;
  WsFindingKind kind;
  guint lane;
  WsSpace space;
  guint64 address;
  gboolean writes;
  const WsSanitizerAccess *other;
  gboolean other_writes;
} WsSuspect;

WsFound *ws_sanitizer_find (WsSanitizer *self, const WsSuspect *suspect);

G_END_DECLS
