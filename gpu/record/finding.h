/* finding.h: what a kernel did wrong, and where: faults that ended it, and what a check found. */
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
  WS_FINDING_RACE,          /* two accesses that nothing puts in order, one of them a write */
  WS_FINDING_TRAP,
  WS_FINDING_DEVICE,          /* the hardware stopped it, and says no more than the message */
  WS_FINDING_USE_AFTER_SCOPE, /* of local memory of a function that has returned */
  WS_FINDING_USE_AFTER_FREE,  /* of memory that malloc gave */
  WS_FINDING_INVALID_FREE,    /* of what malloc did not give, or a second time */
  WS_FINDING_WRONG_MASK, /* lanes that do something together, and do not agree on which they are */
  WS_FINDING_CONDITIONAL_BARRIER, /* a remark: a barrier under a condition that depends on the
                                     thread, which went well this time */
  WS_FINDING_LAST = WS_FINDING_CONDITIONAL_BARRIER
} WsFindingKind;

typedef enum {
  WS_FINDING_ACCESS_NONE, /* it has to do with no access, or it is not known */
  WS_FINDING_ACCESS_READ,
  WS_FINDING_ACCESS_WRITE,
  WS_FINDING_ACCESS_ATOMIC,
  WS_FINDING_ACCESS_FREE,   /* gives the memory back */
  WS_FINDING_ACCESS_RETURN, /* ends the function that it is of */
  WS_FINDING_ACCESS_LAST = WS_FINDING_ACCESS_RETURN
} WsFindingAccess;

/**
 * WsOtherAccess:
 * @site: where in the kernel, %WS_NONE where that is not known
 * @block: linear index in the grid, likewise
 * @warp: of the block, likewise
 * @lanes: of the warp, a bit each
 * @access: a #WsFindingAccess
 *
 * What came before, and does not go with it: of a race the other access, of memory that is used too
 * late the free or the return, of lanes that are waited for in vain where they ended, of a barrier
 * under a condition that condition.
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
 * @site: where in the kernel, %WS_NONE where that is not known
 * @block: linear index in the grid, likewise
 * @warp: of the block, likewise
 * @lane: of the warp, likewise: the first of them
 * @address: of an access: in its space
 * @message: one sentence, with kernel, file:line, block, warp and lane
 * @lanes: of the warp, a bit each; 0 where they are not known
 * @count: how often it was found at the same two lines: the other fields are of the first time
 * @access: of @lanes: a #WsFindingAccess
 * @place: (nullable): what is meant by the address, as in "sdata[37]"
 * @has_other: whether @other is valid
 * @other: of a race, with what it is; of a use after scope or free, what ended that;
 * of a wrong mask, the lanes that never came; of a conditional barrier, the condition
 *
 * Something wrong that the kernel did, and where.
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
