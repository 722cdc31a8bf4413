/* mangled.h: finds the kernel in PTX for a name from its source. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

char *ws_mangled_find (const char *ptx, const char *expression);

G_END_DECLS
