/* fat-binary.h: a fat binary, as nvcc's code has it: a kernel's code, several times over. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * WsFatBinary:
 * @ptx: (nullable): the text for the highest architecture, not zero-terminated
 * @ptx_bytes: how long that is
 * @problem: (nullable): why there is none, as a sentence: its parts do not fit together
 * @cubin: (nullable): what was compiled for the GPU that is meant
 * @cubin_bytes: how long that is
 *
 * What is taken out of it. It stays where it is, to the program's end.
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
