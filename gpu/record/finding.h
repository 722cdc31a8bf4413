/* finding.h: errors of a kernel and their places: faults that ended it, and findings of a check. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum {
  WS_FINDING_OUT_OF_BOUNDS,
  WS_FINDING_MISALIGNED,
  WS_FINDING_DIVERGENT_BARRIER,
  WS_FINDING_DEADLOCK,
  WS_FINDING_ENDLESS,
  WS_FINDING_UNINITIALISED, /* a read of uninitialised memory */
  WS_FINDING_RACE,          /* two unordered accesses, one of them a write */
  WS_FINDING_TRAP,
  WS_FINDING_DEVICE,          /* the hardware stopped it, and reports no more than the message */
  WS_FINDING_USE_AFTER_SCOPE, /* use of local memory of a function that has returned */
  WS_FINDING_USE_AFTER_FREE,  /* use of heap memory after free */
  WS_FINDING_INVALID_FREE,    /* free of a pointer not from malloc, or a double free */
  WS_FINDING_WRONG_MASK,      /* lanes of a warp-level operation with inconsistent member masks */
  WS_FINDING_CONDITIONAL_BARRIER, /* a remark: a barrier under a thread-dependent condition that did
                                     no harm this time */
  WS_FINDING_LAST = WS_FINDING_CONDITIONAL_BARRIER
} WsFindingKind;

typedef enum {
  WS_FINDING_ACCESS_NONE, /* no access, or unknown */
  WS_FINDING_ACCESS_READ,
  WS_FINDING_ACCESS_WRITE,
  WS_FINDING_ACCESS_ATOMIC,
  WS_FINDING_ACCESS_FREE,   /* frees the memory */
  WS_FINDING_ACCESS_RETURN, /* returns from the function */
  WS_FINDING_ACCESS_LAST = WS_FINDING_ACCESS_RETURN
} WsFindingAccess;

/**
 * WsOtherAccess:
 * @site: where in the kernel, %WS_NONE if unknown
 * @block: linear index in the grid, likewise
 * @warp: of the block, likewise
 * @lanes: of the warp, a bit each
 * @access: a #WsFindingAccess
 *
 * The earlier event that conflicts with it: for a race the other access, for a use after free or
 * return that free or return, for lanes that are waited for in vain their exit, for a conditional
 * barrier the condition.
 */
typedef struct {
  guint32 site;
  guint32 block;
  guint32 warp;
  guint32 lanes;
  guint8 access;
} WsOtherAccess;

/**
 * WsFinding:
 * @kind: a #WsFindingKind
 * @launch: index of a launch
 * @site: where in the kernel, %WS_NONE if unknown
 * @block: linear index in the grid, likewise
 * @warp: of the block, likewise
 * @lane: the first of these lanes, likewise
 * @address: of an access: in its space
 * @message: one sentence, with kernel, file:line, block, warp and lane
 * @lanes: of the warp, a bit each; 0 if unknown
 * @count: number of occurrences at the same two lines: the other fields describe the first
 * @access: of @lanes: a #WsFindingAccess
 * @place: (nullable): symbolic name of the address, as in "sdata[37]"
 * @has_other: whether @other is valid
 * @other: of a race, the other access; of a use after scope or free, the return or free; of a wrong
 * mask, the lanes that never arrived; of a conditional barrier, the condition
 *
 * An error of the kernel, and its place.
 */
typedef struct {
  guint32 kind;
  guint32 launch;
  guint32 site;
  guint32 block;
  guint32 warp;
  guint32 lane;
  guint64 address;
  char *message;
  guint32 lanes;
  guint64 count;
  guint8 access;
  char *place;
  gboolean has_other;
  WsOtherAccess other;
} WsFinding;

const char *ws_finding_kind_get_name (guint kind);
const char *ws_finding_access_get_name (guint access);
gboolean ws_finding_is_remark (const WsFinding *self);

G_END_DECLS
