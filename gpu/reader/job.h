/* job.h: the job that comes of a source, its plan, and what a compiler made of it. */
#pragma once

#include "own/contents.h"
#include "reader/expect.h"

G_BEGIN_DECLS

void ws_own_plan_ask (const WsOwnPlan *self, WsCompileRequest *request);
WsCompileResult *ws_own_plan_take_ptx (const WsOwnPlan *self, const WsOwnSource *source);
WsCompileResult *ws_own_plan_take_reference (const WsOwnPlan *self, const WsOwnSource *source,
                                             const WsCompileResult *compiled, guint buffer);
WsJob *ws_own_make_job (const WsOwnSource *source, const WsOwnPlan *plan,
                        const WsCompileResult *compiled, WsOwnContents *contents, GError **error);

G_END_DECLS
