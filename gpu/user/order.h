/* order.h: requests to a worker about a source and its plan, and the answers.
 *
 * Building compiles the source. From the result its job is made, and a reference job for each
 * buffer whose expected contents come from another kernel or an expression. The same worker
 * examines forms and writes settings: both contain untrusted expressions and texts.
 */
#pragma once

#include "compile/compile.h"
#include "user/contents.h"
#include "user/outline.h"

G_BEGIN_DECLS

/**
 * WsUserOrder:
 * @question: the source; neither a kernel nor settings
 * @plan: how it is run
 * @architecture: to build it for, as in 90; 0 for the least
 * @compiled: (nullable): the build; %NULL to build it
 * @buffer: index of the buffer whose reference to make; -1: the job itself
 * @contents: (nullable): the files that the plan names
 */
typedef struct {
  WsUserQuestion question;
  const WsUserPlan *plan;
  guint architecture;
  const WsCompileResult *compiled;
  int buffer;
  const WsUserContents *contents;
} WsUserOrder;

/**
 * WsUserExpected:
 * @buffer: index of a buffer of the plan
 * @index: of the corresponding buffer of the job
 * @is_before: whether the result of the first run is expected; else a reference computes it
 * @has_bound: whether a tolerance is given
 * @bound: it
 *
 * An expected result to compute before a job can be checked.
 */
typedef struct {
  guint buffer;
  guint index;
  gboolean is_before;
  gboolean has_bound;
  double bound;
} WsUserExpected;

/**
 * WsUserMade:
 * @job: the job
 * @expected: (element-type WsUserExpected): in the order of the plan's buffers
 */
typedef struct {
  WsJob *job;
  GArray *expected;
} WsUserMade;

/**
 * WsUserRemark:
 * @problem: (nullable): what is wrong with a field of a form
 * @value: (nullable): what its expression comes to
 */
typedef struct {
  char *problem;
  char *value;
} WsUserRemark;

GVariant *ws_user_order_to_variant (const WsUserOrder *self, GError **error);

WsUserMade *ws_user_made_new (WsJob *job);
void ws_user_made_free (WsUserMade *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsUserMade, ws_user_made_free)
GVariant *ws_user_made_to_variant (const WsUserMade *self);
WsUserMade *ws_user_made_from_variant (GVariant *answer, const WsUserOrder *order, GError **error);

double ws_user_find_bound (WsValueType type, GBytes *values);
void ws_user_job_expect (WsJob *job, guint buffer, gboolean has_bound, double bound,
                         GBytes *values);

GPtrArray *ws_user_form_list (const WsUserPlan *draft);
GVariant *ws_user_form_to_variant (const WsUserPlan *draft);
GArray *ws_user_remarks_new (void);
GVariant *ws_user_remarks_to_variant (GArray *remarks);
GArray *ws_user_remarks_from_variant (GVariant *answer, const WsUserPlan *draft, GError **error);

GVariant *ws_user_settings_to_variant (const WsUserPlan *plan, const char *before);
char *ws_user_settings_from_variant (GVariant *answer, GError **error);

G_END_DECLS
