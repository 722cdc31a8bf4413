/* expect.h: the expected contents of a buffer, as the user writes them.
 *
 *   nothing               nothing is held against it
 *   zeros, constant 1, ramp 0 1, values 3, 1, 2, file a.csv     as of contents
 *   kernel naive          what another kernel of the file leaves there, run by one thread
 *   before                the result of the first run
 *   sum of in             the first element: also product, max and min of what a buffer held before
 *   = 2 * in[i]           for each i, an expression of C++ with the kernel's parameters
 *
 * Each may be followed by "within 1e-3": the tolerance.
 */
#pragma once

#include "reader/planning.h"

G_BEGIN_DECLS

#define WS_EXPECT_LINE_KERNEL \
  "warpstage_expected_" /* and the buffer's name: the kernel that a line makes */

typedef enum {
  WS_EXPECT_NOTHING,
  WS_EXPECT_CONTENTS,
  WS_EXPECT_KERNEL,
  WS_EXPECT_BEFORE,
  WS_EXPECT_LINE,
  WS_EXPECT_FOLD,
} WsExpectKind;

/**
 * WsExpect:
 * @kind: the form of it
 * @text: contents, the kernel's name, the expression, or the buffer that is folded
 * @fold: of %WS_EXPECT_FOLD
 * @has_bound: whether a tolerance is given
 * @bound: it
 */
typedef struct {
  WsExpectKind kind;
  char *text;
  WsFold fold;
  gboolean has_bound;
  double bound;
} WsExpect;

gboolean ws_expect_read (const char *text, WsExpect *self, GError **error);
void ws_expect_clear (WsExpect *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (WsExpect, ws_expect_clear)
double ws_expect_get_bound (const WsExpect *self, WsValueType type, GBytes *values);

char *ws_expect_name_kernel (const char *buffer);
WsUserPlan *ws_user_plan_make_reference (const WsUserPlan *self, const WsUserSource *source,
                                         guint buffer, GError **error);
gboolean ws_user_plan_check_expected (const WsUserPlan *self, const WsUserSource *source,
                                      GError **error);
char *ws_user_plan_write_reference (const WsUserPlan *self, guint buffer);

G_END_DECLS
