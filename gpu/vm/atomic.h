/* atomic.h: the memory operations of atomics: atomics.def. Private to vm/. */
#pragma once

#include "vm/vm.h"

G_BEGIN_DECLS

/* The targets of an atomic's lanes: offsets @at into @data, validated. */
typedef struct {
  guint8 *data;
  const guint32 *at; /* per lane of the warp */
  WsSpace space;
} WsAtomicPlace;

typedef guint (*WsAtomicLoop) (const WsOp *op, guint8 *rows, const WsAtomicPlace *place,
                               guint32 lanes, guint64 *before);

gboolean ws_atomic_find (WsPtxMod word, WsPtxType type, guint16 *atomic);
guint ws_atomic_run (const WsOp *op, guint8 *rows, const WsAtomicPlace *place, guint32 lanes,
                     guint64 *before);

G_END_DECLS
