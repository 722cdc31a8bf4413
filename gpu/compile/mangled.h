/* mangled.h: which kernel of a PTX text is meant by a name of its source. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

char *ws_mangled_find (const char *ptx, const char *expression);

G_END_DECLS
