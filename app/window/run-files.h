/* run-files.h: opens and saves files of runs. Its actions: open, save-run, cancel-opening,
 * cancel-saving. */
#pragma once

#include "window/context.h"

G_BEGIN_DECLS

#define WS_TYPE_RUN_FILES (ws_run_files_get_type ())
G_DECLARE_FINAL_TYPE (WsRunFiles, ws_run_files, WS, RUN_FILES, GObject)

/* Signal: chosen (GFile *): a file to open was chosen or dropped: a run, or another kind. */
WsRunFiles *ws_run_files_new (const WsContext *context);
void ws_run_files_open (WsRunFiles *self, GFile *file);

G_END_DECLS
