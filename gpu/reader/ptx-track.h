/* ptx-track.h: what the registers of a kernel's PTX come to: between which bounds numbers lie, and
 * how far behind which parameter addresses point.
 *
 * Nothing is executed: a register is what the instructions that write it make of what they read. A
 * comparison of a register is taken for what bounds it, as "i < n" is in source code.
 */
#pragma once

#include "reader/evaluate.h"
#include "ptx/ptx.h"

G_BEGIN_DECLS

/**
 * WsTracked:
 * @bounds: of a number; of an address, bytes behind what it is an address of
 * @parameter: (nullable): of an address: the parameter that it comes from
 * @variable: (nullable): of an address: the variable of the module or the kernel
 * @axes: bits: whether it depends on the thread's place along x, y, z
 * @is_sized: whether it depends on a parameter that is a number
 */
typedef struct {
  WsRange bounds;
  const WsPtxVariable *parameter;
  const WsPtxVariable *variable;
  guint axes;
  gboolean is_sized;
} WsTracked;

/* What a parameter that is a number is; FALSE where it is none, or nothing says */
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
