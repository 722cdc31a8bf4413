/* queue.h: what all parts of the program ask of the devices: one worker for each, and one request
 * and one request of it at a time, so that nothing disturbs what a real GPU measures. */
#pragma once

#include "client/client.h"
#include "remote/remotes.h"

G_BEGIN_DECLS

/**
 * WsPriority:
 * @WS_PRIORITY_LIVE: timings without an end
 * @WS_PRIORITY_SWEEP: a point of a sweep
 * @WS_PRIORITY_CELL: a cell of a scenario that runs with all of it
 * @WS_PRIORITY_CHOSEN_CELL: the cell that the user looks at
 * @WS_PRIORITY_COUNTERS: the hardware's counters, which the user waits for
 * @WS_PRIORITY_RECORD: what the user runs
 *
 * What comes first on a device, the last of these before all others.
 */
typedef enum {
  WS_PRIORITY_LIVE,
  WS_PRIORITY_SWEEP,
  WS_PRIORITY_CELL,
  WS_PRIORITY_CHOSEN_CELL,
  WS_PRIORITY_COUNTERS,
  WS_PRIORITY_RECORD,
} WsPriority;

/* Asks @client: makes one call of it, with @cancellable, @callback and @callback_data. Called when
 * the request's turn comes, and again where it had to make room; also, with @cancellable cancelled,
 * for one that is given up before its turn. */
typedef void (*WsRequestFunc) (WsClient *client, GCancellable *cancellable,
                               GAsyncReadyCallback callback, gpointer callback_data,
                               gpointer user_data);

/**
 * WsRequest:
 * @device: as in "vm:h200"
 * @priority: what it comes before
 * @yields: whether it is given up for one of higher priority, and asked again later: not what
 * measures, and has an end
 * @ask: asks the client
 * @done: called with the client and its result
 * @user_data: for @ask and @done
 *
 * Something to be asked of a device's worker.
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

/* Signal "client-added" (WsQueue *, WsClient *, gpointer): there is one more worker that may
 * stall. */
WsQueue *ws_queue_new (const char *const *argv);
void ws_queue_set_remotes (WsQueue *self, WsRemotes *remotes);
void ws_queue_adopt (WsQueue *self, WsClient *client);
void ws_queue_add (WsQueue *self, const WsRequest *request, GCancellable *cancellable);
WsClient *ws_queue_get_client (WsQueue *self, const char *device);
guint ws_queue_get_n_waiting (WsQueue *self, const char *device);

G_END_DECLS
