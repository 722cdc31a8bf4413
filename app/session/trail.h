/* trail.h: the history of shown runs, for going back. */
#pragma once

#include "record/run.h"

G_BEGIN_DECLS

typedef struct _WsTrail WsTrail;

WsTrail *ws_trail_new (void);
void ws_trail_free (WsTrail *self);
void ws_trail_visit (WsTrail *self, WsRun *run);
void ws_trail_replace (WsTrail *self, const WsRun *run, WsRun *by);
WsRun *ws_trail_get (WsTrail *self, int back);

G_END_DECLS
