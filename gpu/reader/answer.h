/* answer.h: what a worker does for whoever asks it of a source: it reads the source, settings,
 * expressions and PTX, none of which need be friendly, and no file.
 */
#pragma once

#include "reader/job.h"
#include "own/order.h"
#include "reader/planning.h"

G_BEGIN_DECLS

WsOwnOutline *ws_own_source_outline (const WsOwnSource *source, const char *kernel,
                                     const char *settings, GError **error);
GVariant *ws_own_question_answer (GVariant *question, GError **error);
GVariant *ws_own_question_find_bracket (GVariant *question);

/**
 * WsOwnWork:
 * @source: what stands in the source
 * @plan: how it is run
 * @compiled: (nullable): what was built of it
 * @buffer: index of the buffer whose reference is to be made; -1 of the job itself
 * @contents: (nullable): the files that the plan names
 *
 * An order that was read.
 */
typedef struct {
  WsOwnSource *source;
  WsOwnPlan *plan;
  WsCompileResult *compiled;
  int buffer;
  WsOwnContents *contents;
} WsOwnWork;

WsOwnWork *ws_own_work_new (GVariant *order, GError **error);
void ws_own_work_free (WsOwnWork *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsOwnWork, ws_own_work_free)
WsCompileRequest *ws_own_work_make_request (WsOwnWork *self, guint architecture);
void ws_own_work_tidy (const WsOwnWork *self, WsCompileResult *result);
GVariant *ws_own_work_make (WsOwnWork *self, GError **error);

GVariant *ws_own_form_answer (GVariant *form, GError **error);
GVariant *ws_own_settings_answer (GVariant *settings, GError **error);

G_END_DECLS
