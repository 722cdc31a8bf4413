/* capture.h: the memory that a kernel can reach, for capturing a launch. */
#pragma once

#include "history/history.h"
#include "registry/registry.h"

G_BEGIN_DECLS

/* A span of device memory. */
typedef struct {
  guint64 address;
  gsize size;
} WsSpan;

/**
 * WsReachable:
 * @data: argument of the functions
 * @find: finds the allocation of an address; whether there is one
 * @find_variable: finds the address of a variable; whether there is one
 * @read: (nullable): content of a span, until the capture is written to the history
 *
 * A device's memory.
 */
typedef struct {
  gpointer data;
  gboolean (*find) (gpointer data, guint64 address, WsSpan *span);
  gboolean (*find_variable) (gpointer data, const WsVariable *variable, WsSpan *span);
  const guint8 *(*read) (gpointer data, const WsSpan *span);
} WsReachable;

GPtrArray *ws_reachable_collect (const WsReachable *self, const WsRegistry *registry,
                                 const WsModule *module, const guint8 *params, gsize size);

G_END_DECLS
