/* link.h: a worker that runs: its process, what it says, and what is said to it. It knows frames,
 * and nothing of calls.
 *
 * Nothing here waits: a thread of its own reads, and what is to be said is kept until the worker
 * takes it. A link belongs to the thread that started it. */
#pragma once

#include "record/run.h"
#include "remote/remote.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * WsMessage:
 * @name: what kind it is, as in "run"
 * @body: what it says
 * @run: (nullable): of "run" and "partial": what @body holds, checked
 * @said: (nullable): instead of all that: a line that a remote's command has printed on stderr
 * @error: (nullable): instead of all that: the worker is gone, or sends an invalid reply; the last
 * there is
 *
 * A message of a worker.
 */
typedef struct {
  char *name;
  GVariant *body;
  WsRun *run;
  char *said;
  GError *error;
} WsMessage;

typedef struct _WsLink WsLink;
typedef void (*WsMessageFunc) (WsMessage *message, gpointer user_data);

void ws_link_call_soon (GMainContext *context, GSourceFunc func, gpointer data,
                        GDestroyNotify notify);
char *ws_link_find_worker (GError **error);
WsLink *ws_link_start (const char *const *argv, WsRemote *remote, GMainContext *context,
                       WsMessageFunc on_message, gpointer user_data, GError **error);
void ws_link_stop (WsLink *self);
void ws_link_say (WsLink *self, const char *message, GVariant *body);
void ws_link_say_frame (WsLink *self, GBytes *frame);
gboolean ws_link_is_saying (WsLink *self);
gsize ws_link_count_received (WsLink *self);
const char *ws_link_get_pid (WsLink *self);

G_END_DECLS
