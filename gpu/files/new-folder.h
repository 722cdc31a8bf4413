/* new-folder.h: a folder of files that appears only when all of them are written. Until then they
 * are in a temporary folder beside it, or inside it if it exists and is empty: it stays the same
 * folder then, for a shell whose working directory it is, or a link to it.
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct _WsNewFolder WsNewFolder;

gboolean ws_new_folder_check (const char *path, GError **error);
WsNewFolder *ws_new_folder_begin (const char *path, GError **error);
const char *ws_new_folder_get_path (WsNewFolder *self);
gboolean ws_new_folder_commit (WsNewFolder *self, const char *last, GError **error);
void ws_new_folder_free (WsNewFolder *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsNewFolder, ws_new_folder_free)

G_END_DECLS
