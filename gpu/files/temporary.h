/* temporary.h: names for what is not whole yet, beside where it will stand: .warpstage-<16 digits
 * of the target's name>-<number>. Who writes one holds its lock (flock), which the kernel lets go
 * when the program ends, however it ends: one that is not locked is nobody's, and whoever writes
 * the same target next removes it. Private to files/.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define WS_TEMPORARY_PREFIX ".warpstage-"

/* (transfer full): the start of the names for a target called @name */
char *ws_temporary_make_stem (const char *name);
/* Removes all of this stem in @folder that are nobody's. */
void ws_temporary_sweep (int folder, const char *stem);
/* Whether @name in @folder is one, or was: it is removed if it is nobody's. */
gboolean ws_temporary_remove_stale (int folder, const char *name);

/* A file in @folder that is locked, to write and read: without a name yet where the system knows
 * such (@name is NULL then), or with one, (transfer full). -1: errno says why not */
int ws_temporary_create_file (int folder, const char *stem, int mode, char **name);
/* (transfer full) (nullable): gives such a file a name; NULL: errno says why not */
char *ws_temporary_name_file (int file, int folder, const char *stem);
/* A new folder in @folder that is locked: as long as what is returned is open. */
int ws_temporary_create_folder (int folder, const char *stem, char **name);
/* Removes a folder and the files in it. */
void ws_temporary_remove_folder (int folder, const char *name);

G_END_DECLS
