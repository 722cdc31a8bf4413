/* runner.h: starts runs from the fields, and handles progress, findings, faults and counters. Its
 * actions: run, check, run-in-order, run-block, back, forward, read-counters, stop-deriving. */
#pragma once

#include "window/kernel-choice.h"
#include "window/pages.h"

G_BEGIN_DECLS

#define WS_TYPE_RUNNER (ws_runner_get_type ())
G_DECLARE_FINAL_TYPE (WsRunner, ws_runner, WS, RUNNER, GObject)

WsRunner *ws_runner_new (const WsContext *context, WsPresentation *presentation, WsEditing *editing,
                         WsKernelChoice *choice, WsPages *pages);
void ws_runner_end (WsRunner *self);
void ws_runner_begin (WsRunner *self, gboolean runs);
void ws_runner_run (WsRunner *self);
void ws_runner_run_shown (WsRunner *self);
void ws_runner_take_device (WsRunner *self, const WsClientDevice *device);

G_END_DECLS
