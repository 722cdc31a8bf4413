/* link.h: the connection to a running worker: its process, and the messages from and to it. It
 * knows frames, but not calls.
 *
 * Nothing here blocks: a thread reads, and outgoing messages are queued until the worker accepts
 * them. A link belongs to the thread that started it. */
#pragma once

#include "record/run.h"
#include "remote/remote.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * WsMessage:
 * @name: its kind, as in "run"
 * @body: its contents
 * @run: (nullable): for "run" and "partial": the run in @body, validated
 * @said: (nullable): instead: a line that a remote's command printed on stderr
 * @error: (nullable): instead: the worker has ended, or sent an invalid reply; the last message
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
