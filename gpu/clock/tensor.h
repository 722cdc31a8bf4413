/* tensor.h: how long an SM's tensor cores take for the matrices of a warp. */
#pragma once

#include "vm/vm.h"

G_BEGIN_DECLS

guint ws_tensor_get_cycles (const WsSpec *spec, const WsMatrixPlan *plan);

G_END_DECLS
