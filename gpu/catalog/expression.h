/* expression.h: what catalog.ini computes: how long a buffer is, how large a grid, from the numbers
 * that the user chooses. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct _WsExpression WsExpression;

#define WS_EXPRESSION_MAX_STEPS 256 /* operations, numbers and names of one expression */

WsExpression *ws_expression_new (const char *text, const char *const *names, guint n_names,
                                 GError **error);
void ws_expression_free (WsExpression *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsExpression, ws_expression_free)

gboolean ws_expression_evaluate (const WsExpression *self, const gint64 *values, gint64 *result,
                                 GError **error);
gboolean ws_expression_uses (const WsExpression *self, guint name);
gboolean ws_expression_is_name (const char *text);
const char *ws_expression_get_text (const WsExpression *self);

G_END_DECLS
