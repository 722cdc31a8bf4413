/* user-folders.h: folders outside a source's own that the user allows it to access. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

char **ws_user_folders_list (GSettings *settings, GFile *file);
void ws_user_folders_allow (GSettings *settings, GFile *file, const char *folder);

G_END_DECLS
