/* remark.h: what resources/python and the package for Python say of the kernels that they have had
 * compiled: of what a parameter of the script's becomes, "// parameters of NAME: a b.shape0".
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

char **ws_user_remark_read (const char *ptx, const char *entry, guint n);

G_END_DECLS
