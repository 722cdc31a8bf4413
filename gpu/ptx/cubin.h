/* cubin.h: what a cubin records of a kernel that ptxas compiled. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

guint32 ws_cubin_find_registers (const guint8 *data, gsize size, const char *kernel);

G_END_DECLS
