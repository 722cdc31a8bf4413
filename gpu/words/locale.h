/* locale.h: the language that a program speaks. Its numbers keep their point, whatever the
 * language: they stand on axes, in CSV and in files. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* To be called first in main(). What it needs of the disk is read before it returns: a worker that
 * can open no file any more still speaks its user's language. */
void ws_locale_init (void);

G_END_DECLS
