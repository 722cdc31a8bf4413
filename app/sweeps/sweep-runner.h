/* sweep-runner.h: runs the points of sweeps, one after another, on their device. */
#pragma once

#include "catalog/catalog.h"
#include "session/queue.h"
#include "timing/sweep.h"

G_BEGIN_DECLS

#define WS_TYPE_SWEEP_RUNNER (ws_sweep_runner_get_type ())
G_DECLARE_FINAL_TYPE (WsSweepRunner, ws_sweep_runner, WS, SWEEP_RUNNER, GObject)

/* Signals: changed (WsSweep *): a point has begun, is done or failed; finished (WsSweep *): all
 * points are done, or it was cancelled: points that had not run are removed; failed (WsSweep *,
 * GError *): error of the first point that failed. Property busy. */
WsSweepRunner *ws_sweep_runner_new (WsCatalog *catalog, WsQueue *queue);
void ws_sweep_runner_start (WsSweepRunner *self, WsSweep *sweep, const WsClientDevice *device);
void ws_sweep_runner_cancel (WsSweepRunner *self);
gboolean ws_sweep_runner_is_busy (WsSweepRunner *self);
WsSweep *ws_sweep_runner_get_sweep (WsSweepRunner *self);

G_END_DECLS
