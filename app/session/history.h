/* history.h: the runs that were shown, so that one can go back to them. */
#pragma once

#include "record/run.h"

G_BEGIN_DECLS

typedef struct _WsHistory WsHistory;

WsHistory *ws_history_new (void);
void ws_history_free (WsHistory *self);
void ws_history_visit (WsHistory *self, WsRun *run);
void ws_history_replace (WsHistory *self, const WsRun *run, WsRun *by);
WsRun *ws_history_get (WsHistory *self, int back);

G_END_DECLS
