/* link.h: links the PTX of separately compiled source files (nvcc -rdc=true) into one module. */
#pragma once

#include "ptx/ptx.h"

G_BEGIN_DECLS

/**
 * WsPtxOutside:
 * @has: whether a function exists that no module defines: a system function such as vprintf()
 * @dup_title: (transfer full): a demangled name: "add(int, int)" for "_Z3addii"
 *
 * What lies outside the modules.
 */
typedef struct {
  gboolean (*has) (const char *name);
  char *(*dup_title) (const char *name);
} WsPtxOutside;

char *ws_ptx_link (const char *const *texts, guint n_texts, const WsPtxOutside *outside,
                   GError **error);

G_END_DECLS
