/* fold.h: the host's reduction of many values to one. */
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

/* Of floating-point numbers. */
typedef struct {
  double result;
  double magnitude; /* sum of absolute values */
  guint64 factors;  /* number of values other than 1 */
} WsFoldedFloats;

/* A reduction in pieces: there may be gigabytes of values. */
typedef struct {
  WsFold fold;
  WsValueType type;
  guint64 n;    /* so far */
  guint32 bits; /* of integers */
  WsFoldedFloats floats;
} WsFolding;

void ws_folding_init (WsFolding *self, WsFold fold, WsValueType type);
void ws_folding_add (WsFolding *self, GBytes *values);
guint64 ws_folding_finish (const WsFolding *self, guint64 roundings, double *bound);
guint64 ws_fold (WsFold self, WsValueType type, GBytes *values, guint64 roundings, double *bound);
const char *ws_fold_get_name (WsFold self);
gboolean ws_fold_parse (const char *name, WsFold *self);

G_END_DECLS
