/* own.h: the user's own kernels, on the command line. */
#pragma once

#include "client/client.h"

G_BEGIN_DECLS

WsCompileResult *cli_compile (const WsCompileRequest *request, GError **error);

G_END_DECLS
