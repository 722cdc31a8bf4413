/* user-permits.h: of which of the user's programs the own main() may run: as the user has said. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

gboolean ws_user_permits_have (GSettings *settings, GFile *file, const char *text);
void ws_user_permits_add (GSettings *settings, GFile *file, const char *text);

G_END_DECLS
