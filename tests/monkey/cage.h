/* cage.h: nothing outside of one folder is written, renamed or removed by this program, whatever
 * its choosers of files are told: the calls that would are refused. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* @folder: what may be written to, from now on */
void cage_close (const char *folder);
/* How often something was refused. */
guint cage_count_refused (void);

G_END_DECLS
