/* user-permits.h: the user's permissions for programs to run their main(). */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

gboolean ws_user_permits_have (GSettings *settings, GFile *file, const char *text);
void ws_user_permits_add (GSettings *settings, GFile *file, const char *text);

G_END_DECLS
