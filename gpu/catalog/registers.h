/* registers.h: what a compiler gives a kernel's threads, for devices that have no compiler. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* @exact: (out): whether @table has that very architecture; else the answer is of the nearest
 * before it, or of its first. Returns 0 where @table does not have the kernel. */
guint ws_registers_find (GKeyFile *table, const char *file, const char *entry, guint cc_major,
                         guint cc_minor, gboolean *exact);

G_END_DECLS
