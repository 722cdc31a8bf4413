/* replacement.h: writes files atomically: all of the program's files are written by this.
 *
 * The new contents are written to a temporary file beside the target and synced to disk, and only
 * then renamed to the target: a reader finds either the old file or the new one, complete, even
 * after a crash. On a full disk the old one stays. An incomplete file is never committed.
 *
 * - Symbolic links are followed: the link stays, and its target is replaced.
 * - A file with several names (hard links) keeps them all. A new file under one name would leave
 *   the others with the old contents, so the contents are copied into the old one, once they are
 *   whole on the disk and there is room for them. So it is with a file that cannot be renamed onto:
 *   in a folder that may not be written to, or mounted by itself. That copy is the one moment in
 *   which a killed program leaves half a file; the whole one then lies beside it, as
 *   .warpstage-*, until the target is written again.
 * - Mode and, where the system allows it, owner and group of the old file are kept. A new one has
 *   what the umask leaves.
 * - Anything but a regular file (a pipe, a terminal, /dev/stdout) is written to directly.
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef enum {
  WS_REPLACE_NONE = 0,
  WS_REPLACE_PRIVATE = 1 << 0, /* a new file is readable by its owner only */
} WsReplaceFlags;

typedef struct _WsReplacement WsReplacement;

WsReplacement *ws_replacement_new (GFile *file, WsReplaceFlags flags, GCancellable *cancellable,
                                   GError **error);
GOutputStream *ws_replacement_get_stream (WsReplacement *self);
gboolean ws_replacement_commit (WsReplacement *self, GCancellable *cancellable, GError **error);
void ws_replacement_free (WsReplacement *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsReplacement, ws_replacement_free)

gboolean ws_file_replace (GFile *file, gconstpointer data, gsize size, WsReplaceFlags flags,
                          GCancellable *cancellable, GError **error);
gboolean ws_file_replace_path (const char *path, gconstpointer data, gsize size,
                               WsReplaceFlags flags, GError **error);

G_END_DECLS
