/* write.h: a fat binary around PTX. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

GBytes *ws_fat_binary_write (const char *ptx, guint architecture);

G_END_DECLS
