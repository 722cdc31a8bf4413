/* catalog-private.h: what the sources of catalog/ share. */
#pragma once

#include "catalog/catalog.h"
#include "catalog/expression.h"
#include "catalog/section.h"
#include "words/words.h"

G_BEGIN_DECLS

#define WS_CATALOG_PATH "kernels/catalog.ini"

WsCatalogKernel *ws_catalog_read_kernel (GKeyFile *key_file, const char *group, guint number,
                                         const char *id, GError **error);
void ws_catalog_kernel_free (WsCatalogKernel *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsCatalogKernel, ws_catalog_kernel_free)
gboolean ws_catalog_damaged (GError **error, const char *section, const char *format, ...)
    G_GNUC_PRINTF (3, 4);

void ws_registers_describe (GKeyFile *table, const char *file, WsJob *job);
GKeyFile *ws_catalog_get_registers (WsCatalog *self);

/* option.c */
GArray *ws_options_read (const WsSection *section, GError **error);
guint ws_option_get_axes (const WsOption *self, guint32 value, gint64 axes[3]);
/* What every kernel can be set to, beside options of its own: check=yes, order=warps. */
#define WS_PLAN_CHECK "check"
#define WS_PLAN_ORDER "order"

gboolean ws_plan_check_options (const WsPlanParameters *self, const WsCatalogKernel *kernel,
                                GError **error);

char *ws_plan_fill_pattern (const WsPlan *self, const char *pattern);
gboolean ws_plan_read_whole (const char *text, guint64 *number);

gboolean ws_catalog_refuse (GError **error, WsCatalogError code, const char *format, ...)
    G_GNUC_PRINTF (3, 4);

gboolean ws_plan_is_op (const char *name);

gboolean ws_plan_type_parse (const char *name, WsValueType *type);

G_END_DECLS
