/* usage.h: resource usage of kernels, as reported by ptxas. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * WsUsage:
 * @entry: of the kernel, as in PTX
 * @registers: of a thread
 * @stack_bytes: of a thread
 * @spill_store_bytes: that a thread spills for lack of registers
 * @spill_load_bytes: that it reloads
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
