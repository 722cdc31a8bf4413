/* temporary.h: names for files that are not complete yet, beside their targets: .warpstage-<16
 * digits of the target's name>-<number>. Its writer holds a lock on it (flock), which the kernel
 * releases however the program ends: an unlocked file is stale, and the next writer of the same
 * target removes it. Private to files/.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define WS_TEMPORARY_PREFIX ".warpstage-"

char *ws_temporary_make_stem (const char *name);
void ws_temporary_sweep (int folder, const char *stem);
gboolean ws_temporary_remove_stale (int folder, const char *name);

int ws_temporary_create_file (int folder, const char *stem, int mode, char **name);
char *ws_temporary_name_file (int file, int folder, const char *stem);
int ws_temporary_create_folder (int folder, const char *stem, char **name);
void ws_temporary_remove_folder (int folder, const char *name);

G_END_DECLS
