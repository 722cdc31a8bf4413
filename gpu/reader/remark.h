/* remark.h: comments that resources/python and the package for Python add to compiled kernels, to
 * map parameters of the script: "// parameters of NAME: a b.shape0".
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

char **ws_user_remark_read (const char *ptx, const char *entry, guint n);

G_END_DECLS
