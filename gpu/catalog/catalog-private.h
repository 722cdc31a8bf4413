/* catalog-private.h: what the sources of catalog/ share. */
#pragma once

#include "catalog/catalog.h"
#include "catalog/option.h"
#include "words/words.h"

G_BEGIN_DECLS

WsCatalogKernel *ws_catalog_read_kernel (GKeyFile *key_file, const char *group, guint number,
                                         const char *id, GError **error);
void ws_catalog_kernel_free (WsCatalogKernel *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsCatalogKernel, ws_catalog_kernel_free)

void ws_registers_describe (GKeyFile *table, const char *file, WsJob *job);
GKeyFile *ws_catalog_get_registers (WsCatalog *self);

gboolean ws_plan_is_op (const char *name);

gboolean ws_plan_type_parse (const char *name, WsValueType *type);

G_END_DECLS
