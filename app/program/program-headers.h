/* program-headers.h: the headers that a program finds beside it. */
#pragma once

#include "compile/compile.h"

G_BEGIN_DECLS

gboolean ws_program_add_headers (WsCompileRequest *request, GFile *folder,
                                 GCancellable *cancellable, GError **error);

G_END_DECLS
