/* session.h: the state of the work, without a window: the devices, the requests to them, the run
 * shown and its origin, and earlier runs. */
#pragma once

#include "catalog/catalog.h"
#include "scene/scene.h"
#include "session/places.h"
#include "session/queue.h"

G_BEGIN_DECLS

/**
 * WsSessionState:
 * @WS_SESSION_RESTS: nothing is running
 * @WS_SESSION_WAITS: a recording waits for a device
 * @WS_SESSION_OPENS: a file is being read
 * @WS_SESSION_RECORDS: a kernel runs, or waits for its device
 * @WS_SESSION_COUNTS: hardware counters are read
 * @WS_SESSION_DERIVES: a run is available, and its stages and figures are being derived
 *
 * The work towards the next run to show. Excludes scenarios and timings, which run independently.
 */
typedef enum {
  WS_SESSION_RESTS,
  WS_SESSION_WAITS,
  WS_SESSION_OPENS,
  WS_SESSION_RECORDS,
  WS_SESSION_COUNTS,
  WS_SESSION_DERIVES,
} WsSessionState;

/**
 * WsShown:
 * @WS_SHOWN_NOTHING: there is no run yet
 * @WS_SHOWN_RECORDED: it was recorded for the user
 * @WS_SHOWN_OPENED: it was opened from a file, and stays until the user runs something
 * @WS_SHOWN_CELL: it was recorded for a cell of a scenario
 * @WS_SHOWN_LESSON: it was recorded for a step of a lesson
 * @WS_SHOWN_AGAIN: it is shown again
 *
 * The origin of the run shown.
 */
typedef enum {
  WS_SHOWN_NOTHING,
  WS_SHOWN_RECORDED,
  WS_SHOWN_OPENED,
  WS_SHOWN_CELL,
  WS_SHOWN_LESSON,
  WS_SHOWN_AGAIN,
} WsShown;

/**
 * WsRunPlace:
 * @launch: of the run; the last if there are fewer
 * @block: of the launch; %WS_NONE for the first recorded
 * @keeps: whether to keep the current instant
 *
 * The place of a run to show first.
 */
typedef struct {
  guint launch;
  guint block;
  gboolean keeps;
} WsRunPlace;

#define WS_RUN_PLACE_INIT \
  {                       \
    .block = WS_NONE      \
  }

#define WS_TYPE_RUN_PLACE (ws_run_place_get_type ())
GType ws_run_place_get_type (void);

#define WS_TYPE_SESSION (ws_session_get_type ())
G_DECLARE_FINAL_TYPE (WsSession, ws_session, WS, SESSION, GObject)

/* Signals: "shown" (WsRun *, WsScene * or NULL, const WsRunPlace *): show another run; "counted"
 * (WsRun *): the run shown has counters now; "failed" (GError *, WsRun *partial or NULL);
 * "devices-changed". Properties: state, fraction, sentence. */
WsSession *ws_session_new (WsCatalog *catalog, const char *const *argv);

WsCatalog *ws_session_get_catalog (WsSession *self);
WsQueue *ws_session_get_queue (WsSession *self);
void ws_session_set_remotes (WsSession *self, WsRemotes *remotes);
WsPlaces *ws_session_get_places (WsSession *self);

void ws_session_list_devices (WsSession *self);
GPtrArray *ws_session_get_devices (WsSession *self);
const WsClientDevice *ws_session_find_device (WsSession *self, const char *id);
const WsClientDevice *ws_session_find_best_device (WsSession *self);
void ws_session_set_device (WsSession *self, const char *id);
const char *ws_session_get_device_id (WsSession *self);
const WsClientDevice *ws_session_get_device (WsSession *self);
const WsSpec *ws_session_get_spec (WsSession *self);

void ws_session_record (WsSession *self, WsJobSource *source, const WsRunPlace *place);
void ws_session_record_unasked (WsSession *self, WsJobSource *source, const WsRunPlace *place);
void ws_session_open (WsSession *self, GFile *file, const WsRunPlace *place);
void ws_session_show (WsSession *self, WsRun *run, WsShown shown, const WsRunPlace *place);
gboolean ws_session_read_counters (WsSession *self, guint launch);
void ws_session_cancel (WsSession *self);

WsSessionState ws_session_get_state (WsSession *self);
gboolean ws_session_is_busy (WsSession *self);
double ws_session_get_fraction (WsSession *self);
const char *ws_session_get_sentence (WsSession *self);
WsRun *ws_session_get_run (WsSession *self);
WsShown ws_session_get_shown (WsSession *self);
WsJobSource *ws_session_dup_source (WsSession *self, const WsRun *run);
WsRun *ws_session_get_earlier (WsSession *self, int by);
gboolean ws_session_go_back (WsSession *self, int by);
gboolean ws_session_can_go_back (WsSession *self, int by);

G_END_DECLS
