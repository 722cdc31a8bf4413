/* diagnostics.h: parses a compiler's output into locations and messages. */
#pragma once

#include "compile/compile.h"

G_BEGIN_DECLS

void ws_diagnostics_parse (const char *log, const char *file, guint n_lines,
                           GPtrArray *diagnostics);

G_END_DECLS
