/* fold.h: many values made one, as the host does it. */
#pragma once

#include "record/run.h"

#include <gio/gio.h>

G_BEGIN_DECLS

typedef enum {
  WS_FOLD_SUM,
  WS_FOLD_PRODUCT,
  WS_FOLD_MAX,
  WS_FOLD_MIN,
  WS_FOLD_LAST = WS_FOLD_MIN
} WsFold;

guint64 ws_fold (WsFold self, WsValueType type, GBytes *values, guint64 roundings, double *bound);
const char *ws_fold_get_name (WsFold self);
gboolean ws_fold_parse (const char *name, WsFold *self);

G_END_DECLS
