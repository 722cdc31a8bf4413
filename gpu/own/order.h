/* order.h: what a worker is asked to make of a source, as a plan says it, and what it answers.
 *
 * Building compiles the source. Then its job is made of what was built, and a job for each buffer
 * of which another kernel, or a line, says what it must hold. A form is examined, and settings are
 * written, by the same worker: both have expressions and texts of strangers in them.
 */
#pragma once

#include "compile/compile.h"
#include "own/contents.h"
#include "own/outline.h"

G_BEGIN_DECLS

/**
 * WsOwnOrder:
 * @question: the source; neither a kernel nor settings
 * @plan: how it is run
 * @compiled: (nullable): what was built; %NULL to build it
 * @buffer: index of the buffer whose reference is to be made; -1 of the job itself
 * @contents: (nullable): the files that the plan names
 */
typedef struct {
  WsOwnQuestion question;
  const WsOwnPlan *plan;
  const WsCompileResult *compiled;
  int buffer;
  const WsOwnContents *contents;
} WsOwnOrder;

/**
 * WsOwnExpected:
 * @buffer: index of a buffer of the plan
 * @index: of the job's buffer that it is
 * @is_before: whether it must hold what it held the first time; else a reference computes it
 * @has_bound: whether the greatest difference is said
 * @bound: it
 *
 * What has to be computed before a job can be checked.
 */
typedef struct {
  guint buffer;
  guint index;
  gboolean is_before;
  gboolean has_bound;
  double bound;
} WsOwnExpected;

/**
 * WsOwnMade:
 * @job: the job
 * @expected: (element-type WsOwnExpected): in the order of the plan's buffers
 */
typedef struct {
  WsJob *job;
  GArray *expected;
} WsOwnMade;

/**
 * WsOwnRemark:
 * @problem: (nullable): what is wrong with a field of a form
 * @value: (nullable): what its expression comes to
 */
typedef struct {
  char *problem;
  char *value;
} WsOwnRemark;

GVariant *ws_own_order_to_variant (const WsOwnOrder *self, GError **error);

WsOwnMade *ws_own_made_new (WsJob *job);
void ws_own_made_free (WsOwnMade *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsOwnMade, ws_own_made_free)
GVariant *ws_own_made_to_variant (const WsOwnMade *self);
WsOwnMade *ws_own_made_from_variant (GVariant *answer, const WsOwnOrder *order, GError **error);

double ws_own_find_bound (WsValueType type, GBytes *values);
void ws_own_job_expect (WsJob *job, guint buffer, gboolean has_bound, double bound, GBytes *values);

GPtrArray *ws_own_form_list (const WsOwnPlan *draft);
GVariant *ws_own_form_to_variant (const WsOwnPlan *draft);
GArray *ws_own_remarks_new (void);
GVariant *ws_own_remarks_to_variant (GArray *remarks);
GArray *ws_own_remarks_from_variant (GVariant *answer, const WsOwnPlan *draft, GError **error);

GVariant *ws_own_settings_to_variant (const WsOwnPlan *plan, const char *before);
char *ws_own_settings_from_variant (GVariant *answer, GError **error);

G_END_DECLS
