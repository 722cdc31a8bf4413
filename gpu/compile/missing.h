/* missing.h: missing headers: a source is compiled without them, and the result names them. */
#pragma once

#include "compile/compile.h"

G_BEGIN_DECLS

#define WS_COMPILE_MAX_MISSING 32

char *ws_compile_read_missing (const char *text);
WsDiagnostic *ws_compile_find_missing (const WsCompileResult *result);
void ws_compile_add_missing (WsCompileResult *result, const GPtrArray *missing);

G_END_DECLS
