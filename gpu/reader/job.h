/* job.h: makes a job of a source, its plan and its compiled PTX. */
#pragma once

#include "user/contents.h"
#include "reader/expect.h"
#include "reader/type.h"

G_BEGIN_DECLS

void ws_user_plan_ask (const WsUserPlan *self, WsCompileRequest *request);
WsCompileResult *ws_user_plan_take_ptx (const WsUserPlan *self, const WsUserSource *source);
WsCompileResult *ws_user_plan_take_reference (const WsUserPlan *self, const WsUserSource *source,
                                              const WsCompileResult *compiled, guint buffer);
WsJob *ws_user_make_job (const WsUserSource *source, const WsUserPlan *plan,
                         const WsCompileResult *compiled, WsUserContents *contents, GError **error);

void ws_user_job_set_structure (WsBuffer *buffer, const WsUserType *type);

G_END_DECLS
