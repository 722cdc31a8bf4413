/* queue.h: the queue of requests to devices: one worker for each, and one request at a time, so
 * that nothing disturbs the measurements of a real GPU. */
#pragma once

#include "client/client.h"
#include "remote/remotes.h"

G_BEGIN_DECLS

/**
 * WsPriority:
 * @WS_PRIORITY_LIVE: timings without an end
 * @WS_PRIORITY_SWEEP: a point of a sweep
 * @WS_PRIORITY_CELL: a cell of a scenario that runs as a whole
 * @WS_PRIORITY_CHOSEN_CELL: the cell that the user looks at
 * @WS_PRIORITY_COUNTERS: the hardware's counters, which the user waits for
 * @WS_PRIORITY_RECORD: a run of the user
 *
 * Priorities on a device, ascending.
 */
typedef enum {
  WS_PRIORITY_LIVE,
  WS_PRIORITY_SWEEP,
  WS_PRIORITY_CELL,
  WS_PRIORITY_CHOSEN_CELL,
  WS_PRIORITY_COUNTERS,
  WS_PRIORITY_RECORD,
} WsPriority;

/* Makes one call of @client, with @cancellable, @callback and @callback_data. Called when it is the
 * request's turn, and again if it was preempted; also, with @cancellable cancelled, for a request
 * that is cancelled before its turn. */
typedef void (*WsRequestFunc) (WsClient *client, GCancellable *cancellable,
                               GAsyncReadyCallback callback, gpointer callback_data,
                               gpointer user_data);

/**
 * WsRequest:
 * @device: as in "vm:h200"
 * @priority: its priority
 * @yields: whether one of higher priority preempts it, to be repeated later: not for finite
 * measurements
 * @ask: makes the call
 * @done: called with the client and its result
 * @user_data: for @ask and @done
 *
 * A request to a device's worker.
 */
typedef struct {
  const char *device;
  WsPriority priority;
  gboolean yields;
  WsRequestFunc ask;
  GAsyncReadyCallback done;
  gpointer user_data;
} WsRequest;

#define WS_TYPE_QUEUE (ws_queue_get_type ())
G_DECLARE_FINAL_TYPE (WsQueue, ws_queue, WS, QUEUE, GObject)

/* Signal "client-added" (WsQueue *, WsClient *, gpointer): a worker was added, which may stall. */
WsQueue *ws_queue_new (const char *const *argv);
void ws_queue_set_remotes (WsQueue *self, WsRemotes *remotes);
void ws_queue_adopt (WsQueue *self, WsClient *client);
void ws_queue_add (WsQueue *self, const WsRequest *request, GCancellable *cancellable);
WsClient *ws_queue_get_client (WsQueue *self, const char *device);
guint ws_queue_get_n_waiting (WsQueue *self, const char *device);

G_END_DECLS
