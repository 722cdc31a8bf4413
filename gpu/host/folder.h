/* folder.h: the folder that a program runs in.
 *
 * A program expects "data.txt" beside its source, and writes "out.csv" there. Here it runs in a
 * private, writable folder that contains the files that it may read: small ones are copies, so that
 * it can overwrite its earlier results; large ones are read-only links. The originals can be read,
 * too, under their absolute paths. Afterwards unchanged files are removed: only what it has written
 * remains, and no link.
 *
 * It may read the files in and below its source's folder, except hidden ones and links. If that
 * folder is the home folder, a parent of it, a temporary folder, or itself hidden, its files are
 * not the program's: then it may read only files that are named one by one. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define WS_HOST_MAX_FILES 4096 /* taken from the source's folder; any more are left out */
#define WS_HOST_MAX_DEPTH 8    /* of folders in it */

typedef struct _WsHostFolder WsHostFolder;

/**
 * WsHostUse:
 * @n_bytes: on the disk
 * @n_files: files and folders
 *
 * The size of a folder.
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
