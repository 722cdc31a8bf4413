/* demangle.h: names of C++ as PTX has them. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

char *ws_user_demangle (const char *name);

G_END_DECLS
