/* folder.h: the folder that a program runs in.
 *
 * A program opens "data.txt" and means the one beside its source; it opens "out.csv" and means a
 * new one there. Here it runs in a folder of its own, in which it finds the files that it may read
 * under their names, and may write: small ones are copies, so that it can write them anew, as
 * programs do that were run before; large ones are links, which only can be read. The originals can
 * be read, too, under their absolute paths. Afterwards what the program left unchanged is removed:
 * what remains is what it has written, and no link is among it.
 *
 * It may read the files of its source's folder, and of folders in it, but none that is hidden, in a
 * hidden folder, or a link. Where that is the home folder, one above it, one for temporary files,
 * or itself hidden, what lies there is not the program's: then it may read what is named one by
 * one, and nothing else. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define WS_HOST_MAX_FILES 4096 /* that are found in the source's folder: more are not there */
#define WS_HOST_MAX_DEPTH 8    /* of folders in it */

typedef struct _WsHostFolder WsHostFolder;

/**
 * WsHostUse:
 * @n_bytes: on the disk
 * @n_files: files and folders
 *
 * What a folder takes.
 */
typedef struct {
  guint64 n_bytes;
  guint n_files;
} WsHostUse;

WsHostFolder *ws_host_folder_new (const char *own, const char *source, const char *const *files,
                                  GError **error);
void ws_host_folder_free (WsHostFolder *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsHostFolder, ws_host_folder_free)
const char *ws_host_folder_get_path (const WsHostFolder *self);
const char *const *ws_host_folder_get_readable (const WsHostFolder *self);
gboolean ws_host_folder_leaves_out (const WsHostFolder *self);
gboolean ws_host_folder_measure (const WsHostFolder *self, WsHostUse *use);
void ws_host_folder_sweep (WsHostFolder *self);

G_END_DECLS
