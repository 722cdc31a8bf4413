/* catalog-private.h: what the sources of catalog/ share. */
#pragma once

#include "catalog/catalog.h"

G_BEGIN_DECLS

typedef enum { WS_PLAN_SUM, WS_PLAN_MAX, WS_PLAN_MIN, WS_PLAN_PRODUCT, WS_PLAN_N_OPS } WsPlanOp;

/* Sets @error; always FALSE. */
gboolean ws_catalog_refuse (GError **error, WsCatalogError code, const char *format, ...)
    G_GNUC_PRINTF (3, 4);

/* FALSE for a name that is none */
gboolean ws_plan_op_parse (const char *name, WsPlanOp *op);

gboolean ws_plan_type_parse (const char *name, WsValueType *type);

G_END_DECLS
