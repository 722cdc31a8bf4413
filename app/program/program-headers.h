/* program-headers.h: the headers beside a program. */
#pragma once

#include "compile/compile.h"

G_BEGIN_DECLS

gboolean ws_program_add_headers (WsCompileRequest *request, GFile *folder,
                                 GCancellable *cancellable, GError **error);

G_END_DECLS
