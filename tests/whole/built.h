/* built.h: a whole program, compiled as the window compiles it: what was compiled before is not
 * again. */
#pragma once

#include "client/client.h"

G_BEGIN_DECLS

/* (transfer full): @request: (transfer full) */
WsCompileResult *built_compile (WsClient *client, WsCompileRequest *request);

G_END_DECLS
