/* tidy.h: the PTX of a compiler, without what nothing needs. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

char *ws_compile_tidy (const char *ptx);

G_END_DECLS
