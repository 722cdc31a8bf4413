/* exchange.h: which lane a shuffle reads from. For all who run or record one. */
#pragma once

#include "ptx/ptx.h"

G_BEGIN_DECLS

gboolean ws_ptx_shuffle_from (WsPtxMod mode, guint lane, guint32 b, guint32 c, guint *source);
gboolean ws_ptx_shuffle_source (const WsPtxInstruction *instruction, guint lane, guint32 b,
                                guint32 c, guint64 *source);

G_END_DECLS
