/* capture.h: a launch as it is about to run, with all memory that its kernel can reach. */
#pragma once

#include "runtime/runtime-private.h"

G_BEGIN_DECLS

void ws_runtime_capture (WsRuntime *self, const WsFunction *function,
                         const WsLaunchRequest *request);

G_END_DECLS
