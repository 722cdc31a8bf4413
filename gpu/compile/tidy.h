/* tidy.h: removes the unused parts of a compiler's PTX. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

char *ws_compile_tidy (const char *ptx);

G_END_DECLS
