/* least.h: the least of many keys that change one at a time. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _WsLeast WsLeast;

WsLeast *ws_least_new (guint n, guint64 key);
void ws_least_free (WsLeast *self);
void ws_least_set (WsLeast *self, guint index, guint64 key);
guint ws_least_find (const WsLeast *self);
guint64 ws_least_get (const WsLeast *self, guint index);

G_END_DECLS
