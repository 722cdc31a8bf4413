/* vm-private.h: rows of lanes, and the parts of a step: step-lanes.c, step-memory.c,
 * step-exchange.c and step-record.c. */
#pragma once

#include "vm/vm.h"

G_BEGIN_DECLS

/* step.c and step-memory.c are compiled once for each variant: what they export has its name. */
#define WS_JOIN_(name, variant) name##_##variant
#define WS_JOIN(name, variant)  WS_JOIN_ (name, variant)
#define WS_OWN(name)            WS_JOIN (name, WS_VARIANT)

/* AddressSanitizer would make gcc check each lane and not vectorise lane loops; step.c checks whole
 * rows beforehand. */
#if defined(__SANITIZE_ADDRESS__) && !defined(__clang__)
#define UNWATCHED __attribute__ ((no_sanitize_address))
#else
#define UNWATCHED
#endif

/* A loop over lanes without dependencies between them. */
#if defined(__clang__)
#define LANE_LOOP _Pragma ("clang loop vectorize(assume_safety)")
#else
#define LANE_LOOP _Pragma ("GCC ivdep")
#endif

#define ROW32(offset) ((guint32 *)(void *)(rows + (offset)))
#define ROW64(offset) ((guint64 *)(void *)(rows + (offset)))

#define EACH(lane, set)                                                       \
  for (guint32 lane##_left = (set), lane;                                     \
       lane##_left != 0 && (lane = (guint)__builtin_ctz (lane##_left), TRUE); \
       lane##_left &= lane##_left - 1)

static inline guint64
get (const guint8 *rows, const WsOp *op, guint source, guint lane)
{
  if (op->wide & (2u << source))
    return ((const guint64 *)(const void *)(rows + op->s[source]))[lane];
  return ((const guint32 *)(const void *)(rows + op->s[source]))[lane];
}

static inline void
put (guint8 *rows, const WsOp *op, guint destination, guint lane, guint64 value)
{
  if (op->d[destination] == WS_NO_ROW)
    return;
  if (op->wide & 1)
    ((guint64 *)(void *)(rows + op->d[destination]))[lane] = value;
  else
    ((guint32 *)(void *)(rows + op->d[destination]))[lane] = (guint32)value;
}

static inline guint32
predicate (const guint8 *rows, const WsOp *op, guint source)
{
  guint32 mask = *(const guint32 *)(const void *)(rows + op->s[source]);

  return op->negated & (1u << source) ? ~mask : mask;
}

static inline void
put_predicate (guint8 *rows, guint32 row, guint32 lanes, guint32 value)
{
  guint32 *mask;

  if (row == WS_NO_ROW)
    return;
  mask = (guint32 *)(void *)(rows + row);
  *mask = (*mask & ~lanes) | (value & lanes);
}

/* Whether @bytes at @address are within a space of @size bytes, without overflow. */
static inline gboolean
fits (guint64 address, guint64 bytes, guint64 size)
{
  return bytes <= size && address <= size - bytes;
}

static inline WsSpace
space_of (guint64 address)
{
  if (address >= WS_GLOBAL_BASE)
    return WS_SPACE_GLOBAL;
  if (address - WS_SHARED_WINDOW < WS_WINDOW_BYTES)
    return WS_SPACE_SHARED;
  if (address - WS_LOCAL_WINDOW < WS_WINDOW_BYTES)
    return WS_SPACE_LOCAL;
  if (address - WS_CONST_WINDOW < WS_WINDOW_BYTES)
    return WS_SPACE_CONST;
  return WS_SPACE_GLOBAL;
}

static inline gboolean
is_matrix_access (const WsOp *op)
{
  return op->exec == WS_X_MATRIX_LD || op->exec == WS_X_MATRIX_ST;
}

static inline gboolean
is_access (const WsOp *op)
{
  return op->exec == WS_X_LD || op->exec == WS_X_ST || op->exec == WS_X_ATOM
         || op->exec == WS_X_COPY || is_matrix_access (op);
}

/* The lanes whose addresses an access uses: ldmatrix and stmatrix take them from some of the
 * executing lanes only. */
static inline guint32
get_addressed (const WsOp *op, guint32 lanes)
{
  return is_matrix_access (op) ? lanes & op->n_targets : lanes;
}

/* What each event counts. */
static inline void
count_step (WsSiteCount *count, const WsOp *op, guint32 active, guint32 lanes)
{
  count->executed++;
  count->active_lanes += (guint)__builtin_popcount (active);
  count->taken_lanes += (guint)__builtin_popcount (lanes);
  if (op->exec == WS_X_BRA && lanes != 0 && lanes != active)
    count->divergent++;
}

void ws_step_predicate (WsWarp *warp, const WsOp *op, guint32 lanes);
void ws_step_pack (WsWarp *warp, const WsOp *op, guint32 lanes);
void ws_step_isspacep (WsWarp *warp, const WsOp *op, guint32 lanes);
gboolean ws_step_texture (WsBlockRun *block, const WsWarp *warp, const WsOp *op, guint32 lanes);
#ifdef WS_VARIANT

/**
 * WsMemoryOperand:
 * @source: the source of the operation that is the address
 * @offset: bytes to add to that
 * @space: of the address; may be generic
 * @align: required alignment of the address, bytes
 * @bytes: that the operation reaches there, at least one
 *
 * A memory operand.
 */
typedef struct {
  guint source;
  gint64 offset;
  WsSpace space;
  guint align;
  guint bytes;
} WsMemoryOperand;

gboolean WS_OWN (ws_step_load) (WsBlockRun *block, WsWarp *warp, const WsOp *op, guint32 lanes,
                                WsSpace *space);
gboolean WS_OWN (ws_step_store) (WsBlockRun *block, WsWarp *warp, const WsOp *op, guint32 lanes,
                                 WsSpace *space);
gboolean WS_OWN (ws_step_atomic) (WsBlockRun *block, WsWarp *warp, const WsOp *op, guint32 lanes,
                                  WsSpace *space, guint64 *old);
gboolean WS_OWN (ws_step_load_param) (WsBlockRun *block, WsWarp *warp, const WsOp *op,
                                      guint32 lanes);
guint8 *WS_OWN (ws_step_find) (WsBlockRun *block, const WsWarp *warp, const WsOp *op, guint lane,
                               const WsMemoryOperand *operand);
gboolean WS_OWN (ws_step_copy) (WsBlockRun *block, WsWarp *warp, const WsOp *op, guint32 lanes,
                                WsSpace *space);
void WS_OWN (ws_step_copy_group) (WsBlockRun *block, WsWarp *warp, const WsOp *op, guint32 lanes);
gboolean WS_OWN (ws_step_mbarrier) (WsBlockRun *block, WsWarp *warp, const WsOp *op, guint32 lanes);
gboolean WS_OWN (ws_step_matrix) (WsBlockRun *block, WsWarp *warp, const WsOp *op, guint32 lanes,
                                  WsSpace *space);
void WS_OWN (ws_step_shuffle) (WsWarp *warp, const WsOp *op, guint32 lanes, guint64 *from);
void WS_OWN (ws_step_vote) (WsWarp *warp, const WsOp *op, guint32 lanes, guint64 *from);
void WS_OWN (ws_step_match) (WsWarp *warp, const WsOp *op, guint32 lanes, guint64 *from);
void WS_OWN (ws_step_redux) (WsWarp *warp, const WsOp *op, guint32 lanes, guint64 *from);
void WS_OWN (ws_step_elect) (WsWarp *warp, const WsOp *op, guint32 lanes, guint64 *from);
#endif
void ws_step_count_access (WsBlockRun *block, const WsWarp *warp, const WsOp *op, WsSpace space,
                           guint n);
void ws_step_record (WsBlockRun *block, const WsWarp *warp, const WsOp *op, guint32 active,
                     guint32 lanes, WsSpace space);

G_END_DECLS
