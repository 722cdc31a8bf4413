/* usage.h: what the threads of kernels take, as ptxas says it. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * WsUsage:
 * @entry: of the kernel, as in PTX
 * @registers: of a thread
 * @stack_bytes: of a thread
 * @spill_store_bytes: that a thread writes because it has not enough registers
 * @spill_load_bytes: that it reads again
 * @shared_bytes: of a block, declared
 */
typedef struct {
  char *entry;
  guint registers;
  guint stack_bytes;
  guint spill_store_bytes;
  guint spill_load_bytes;
  guint shared_bytes;
} WsUsage;

GPtrArray *ws_usage_parse (const char *text);
const WsUsage *ws_usage_find (GPtrArray *list, const char *entry);

G_END_DECLS
