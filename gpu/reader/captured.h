/* captured.h: makes a job of a captured launch of a program, with its memory.
 */
#pragma once

#include "history/history.h"
#include "job/job.h"
#include "reader/source.h"

G_BEGIN_DECLS

WsJob *ws_user_make_captured_job (const WsHistory *history, const WsUserSource *source,
                                  GError **error);
GVariant *ws_user_captured_answer (GVariant *body, GError **error);

G_END_DECLS
