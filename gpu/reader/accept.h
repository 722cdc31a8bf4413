/* accept.h: whether the virtual GPU has all instructions of what a compiler has made. */
#pragma once

#include "compile/compile.h"

G_BEGIN_DECLS

gboolean ws_accept_compiled (const WsCompileResult *result);

G_END_DECLS
