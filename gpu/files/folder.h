/* folder.h: removes a folder with its contents. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

void ws_folder_remove (const char *path);

G_END_DECLS
