/* second-run.h: a run beside the one shown: recorded by the same queue, without disturbing it. */
#pragma once

#include "scene/scene.h"
#include "session/queue.h"

G_BEGIN_DECLS

/**
 * WsSecondState:
 * @WS_SECOND_NONE: nothing was requested
 * @WS_SECOND_RUNS: it is being recorded, waits for its device, or is being derived
 * @WS_SECOND_THERE: the run is available
 * @WS_SECOND_FAILED: failed, with a sentence
 */
typedef enum {
  WS_SECOND_NONE,
  WS_SECOND_RUNS,
  WS_SECOND_THERE,
  WS_SECOND_FAILED,
} WsSecondState;

#define WS_TYPE_SECOND_RUN (ws_second_run_get_type ())
G_DECLARE_FINAL_TYPE (WsSecondRun, ws_second_run, WS, SECOND_RUN, GObject)

/* Signal: changed: its state or progress. */
WsSecondRun *ws_second_run_new (WsQueue *queue);
void ws_second_run_record (WsSecondRun *self, const char *device, WsJobSource *source, guint launch,
                           guint block);
void ws_second_run_show (WsSecondRun *self, WsRun *run, guint launch, guint block);
void ws_second_run_fail (WsSecondRun *self, const char *sentence);
void ws_second_run_cancel (WsSecondRun *self);
WsSecondState ws_second_run_get_state (WsSecondRun *self);
double ws_second_run_get_fraction (WsSecondRun *self);
const char *ws_second_run_get_sentence (WsSecondRun *self);
WsRun *ws_second_run_get_run (WsSecondRun *self);
WsScene *ws_second_run_get_scene (WsSecondRun *self);
const GError *ws_second_run_get_error (WsSecondRun *self);
WsRun *ws_second_run_get_partial (WsSecondRun *self);

G_END_DECLS
