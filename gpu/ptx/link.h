/* link.h: PTX of several source files that were compiled apart (nvcc -rdc=true), as one module. */
#pragma once

#include "ptx/ptx.h"

G_BEGIN_DECLS

/**
 * WsPtxOutside:
 * @has: whether a function is there that none of the modules defines: one of the system, as
 * vprintf()
 * @dup_title: (transfer full): a name as people know it: "add(int, int)" of "_Z3addii"
 *
 * What is outside of the modules.
 */
typedef struct {
  gboolean (*has) (const char *name);
  char *(*dup_title) (const char *name);
} WsPtxOutside;

char *ws_ptx_link (const char *const *texts, guint n_texts, const WsPtxOutside *outside,
                   GError **error);

G_END_DECLS
