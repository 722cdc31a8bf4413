/* sanitizer-private.h: what the sources of the sanitizer share. */
#pragma once

#include "vm/vm-private.h"
#include "vm/sanitizer.h"

G_BEGIN_DECLS

/* What an operation is to the sanitizer. */
typedef enum {
  WS_SANITIZER_STRONG =
      1 << 0, /* volatile, relaxed, acquire or release: seen by others in an order */
  WS_SANITIZER_ATOMIC = 1 << 1,
  WS_SANITIZER_FENCE = 1 << 2,  /* of any scope; or comes with one */
  WS_SANITIZER_LEAVES = 1 << 3, /* a function that was put in line, or a call */
} WsSanitizerFlags;

/* Lanes of a warp that did the same. */
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
  WsSanitizerAccess readers[WS_SANITIZER_READERS]; /* since then, the last one first */
} WsSanitizerCell;

/* Of an allocation, or of a block's shared memory. */
typedef struct {
  WsSanitizerCell *cells;
  guint shift;     /* a cell is so large: 2 of a word, 0 of a byte */
  guint8 *written; /* a bit for each byte; NULL: all of them were */
  guint8 *data;
  guint64 size;
  guint64 base; /* its address, in its space */
  WsSpace space;
} WsShadow;

/* A fence, and an access behind it that others may have seen. */
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
  guint source;            /* of a shuffle: one more than the lane that is read; 0 of others */
  WsSanitizerAccess other; /* as it was the first time; of one instruction with it: its tick is 0 */
} WsFound;

struct _WsSanitizer {
  WsLaunchState *launch;
  const WsStepper *stepper; /* the true one */
  guint8 *flags;            /* per operation: WsSanitizerFlags */
  guint32 *conditions;      /* per operation: of a barrier under a condition that depends on the
                               thread, the operation whose guard that is; else WS_NONE */
  gboolean has_fences;
  guint32 now;
  guint64 serial;     /* of instructions that reach memory */
  gboolean has_found; /* something, in the instruction that is looked at */
  guint32 issued;     /* tick of the last copy */
  GPtrArray *shadows; /* WsShadow, of each allocation */
  WsShadow *last;
  GHashTable *seen;     /* address to the tick of the last access that others may have seen */
  GHashTable *releases; /* block to GArray of WsRelease */
  GArray *found;        /* WsFound */
};

/* Of an mbarrier. */
typedef struct {
  guint32 phase;     /* 0 or 1: the one that goes on */
  guint32 completed; /* tick of the last that came in the one before */
} WsSanitizerPhase;

/* A call's part of its thread's local memory. */
typedef struct {
  guint32 begin;
  guint32 end;        /* of one that was in use */
  guint32 callers;    /* of one that is: where its caller's part ends */
  guint32 op;         /* of one in use: the call; of one that was: what ended it */
  const WsBody *body; /* NULL: the kernel's */
  gboolean is_taken;  /* of one that was in use: alloca gave all of it */
} WsSanitizerFrame;

/* Of a thread. */
typedef struct {
  GArray *frames; /* WsSanitizerFrame: of the calls that it is in; NULL for none */
  GArray *ended;  /* likewise: of those that have ended */
  guint32 fresh;  /* from here on nothing was in use so far */
  guint32 gaps;   /* bytes between frames that are in use */
  guint32 left;   /* operation: the last by which it left a function */
} WsSanitizerStack;

struct _WsSanitizerBlock {
  guint n_warps;
  guint32 *known;    /* per warp, per warp: the tick up to which it is behind the other */
  guint32 *joined;   /* per barrier, per warp: those of the warps that have come to it */
  guint32 *lanes;    /* per warp, per lane, per lane: likewise, within the warp */
  guint32 *arrived;  /* per warp, per lane: tick of its last bar.warp.sync */
  guint32 *members;  /* per warp, per lane: those that it waits for there */
  guint32 *pending;  /* per warp: lanes that do */
  guint32 *named;    /* per warp, per lane: members of what it executes, or waits for others at */
  guint32 *settled;  /* per warp, per lane: lanes that have ended, and are missed no more */
  guint32 *company;  /* per warp, per lane: the lanes of its path when it last did something */
  guint32 *ended;    /* per warp, per lane: the operation that ended it, plus 1 */
  guint16 *waits;    /* per warp: barrier that it waits at, plus 1 */
  guint32 *acquired; /* per warp: tick up to which it has seen others' accesses */
  guint32 acquired_by_block;
  guint32 fence_of_block;
  guint32 *fence;
  GArray **releases; /* per warp: WsRelease */
  WsShadow shared;
  guint8 *local_written; /* per thread: a bit for each byte of local memory */
  gsize local_stride;
  WsSanitizerStack *stacks; /* per thread */
  GHashTable *mbarriers;    /* address to WsSanitizerPhase */
  GHashTable *left; /* scope and thread to the operation by which it left that last, plus 1 */
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
 * @other: (nullable): of a race: what was done before; of a use after scope: the return
 * @other_writes: whether that wrote
 *
 * What a sanitizer has found.
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
