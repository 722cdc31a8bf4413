/* answer.h: a worker's answers about a source: it parses untrusted sources, settings, expressions
 * and PTX, and reads no file.
 */
#pragma once

#include "reader/job.h"
#include "user/order.h"
#include "reader/planning.h"

G_BEGIN_DECLS

WsUserOutline *ws_user_source_outline (const WsUserSource *source, const char *kernel,
                                       const char *settings, GError **error);
GVariant *ws_user_question_answer (GVariant *question, GError **error);
GVariant *ws_user_question_remark (GVariant *question);

/**
 * WsUserWork:
 * @source: the parsed source
 * @plan: how it is run
 * @architecture: to build it for, as in 90
 * @compiled: (nullable): the result of compiling it
 * @buffer: index of the buffer whose reference to make; -1: the job itself
 * @contents: (nullable): the files that the plan names
 *
 * A parsed order.
 */
typedef struct {
  WsUserSource *source;
  WsUserPlan *plan;
  guint architecture;
  WsCompileResult *compiled;
  int buffer;
  WsUserContents *contents;
} WsUserWork;

WsUserWork *ws_user_work_new (GVariant *order, GError **error);
void ws_user_work_free (WsUserWork *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsUserWork, ws_user_work_free)
WsCompileRequest *ws_user_work_make_request (WsUserWork *self, guint architecture);
void ws_user_work_tidy (const WsUserWork *self, WsCompileResult *result);
GVariant *ws_user_work_make (WsUserWork *self, GError **error);

GVariant *ws_user_form_answer (GVariant *form, GError **error);
GVariant *ws_user_settings_answer (GVariant *settings, GError **error);

G_END_DECLS
