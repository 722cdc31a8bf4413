/* fat-binary.h: a fat binary, as embedded by nvcc: a module's code for several architectures. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * WsFatBinary:
 * @ptx: (nullable): the text for the highest architecture, not zero-terminated
 * @ptx_bytes: its length
 * @problem: (nullable): why there is none, as a sentence: it is malformed
 * @cubin: (nullable): machine code for the requested GPU
 * @cubin_bytes: its length
 *
 * The selected code. It stays in the program's own memory.
 */
typedef struct {
  const char *ptx;
  gsize ptx_bytes;
  char *problem;
  const guint8 *cubin;
  gsize cubin_bytes;
} WsFatBinary;

char *ws_fat_binary_demangle (const char *name);
WsFatBinary ws_fat_binary_read (gconstpointer image, guint architecture);
char *ws_module_link (const char *const *texts, guint n, GError **error);

G_END_DECLS
