/* launcher.h: what launched a grid, in words. */
#pragma once

#include "record/run.h"

G_BEGIN_DECLS

char *ws_launcher_name (const WsRun *run, guint launch);
char *ws_launcher_describe (const WsRun *run, guint launch);
const char *ws_launcher_get_stream (WsStreamKind stream);

G_END_DECLS
