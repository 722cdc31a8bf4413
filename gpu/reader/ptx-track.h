/* ptx-track.h: tracks the registers of a kernel's PTX: ranges of numbers, and for addresses their
 * parameter and offset.
 *
 * Nothing is executed: ranges are propagated from instruction to instruction. A comparison of a
 * register is taken as its bound, like "i < n" in source code.
 */
#pragma once

#include "reader/evaluate.h"
#include "ptx/ptx.h"

G_BEGIN_DECLS

/**
 * WsTracked:
 * @bounds: of a number; of an address, its offset in bytes
 * @parameter: (nullable): of an address: the parameter that it comes from
 * @variable: (nullable): of an address: the variable of the module or the kernel
 * @axes: bits: whether it depends on the thread's index along x, y, z
 * @is_sized: whether it depends on a parameter that is a number
 */
typedef struct {
  WsRange bounds;
  const WsPtxVariable *parameter;
  const WsPtxVariable *variable;
  guint axes;
  gboolean is_sized;
} WsTracked;

/* Looks up the value of a numeric parameter; FALSE if it is not one, or unknown */
typedef gboolean (*WsTrackNumber) (const WsPtxVariable *parameter, double *value, gpointer data);

typedef struct _WsTracker WsTracker;

WsTracker *ws_tracker_new (WsPtxModule *module, WsPtxFunction *function);
void ws_tracker_free (WsTracker *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsTracker, ws_tracker_free)
void ws_tracker_begin (WsTracker *self, const guint32 grid[3], const guint32 block[3],
                       WsTrackNumber number, gpointer data);
WsTracked ws_tracker_look (WsTracker *self, const WsPtxOperand *operand);
const WsPtxVariable *ws_tracker_find_parameter (WsTracker *self, const WsPtxOperand *operand);
const WsPtxInstruction *ws_tracker_find_load (const WsTracker *self, guint32 reg);
gboolean ws_tracker_uses_as (WsTracker *self, guint32 reg, WsPtxType type);
guint ws_tracker_get_n_steps (const WsTracker *self);

G_END_DECLS
