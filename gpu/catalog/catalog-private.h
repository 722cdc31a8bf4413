/* catalog-private.h: what the sources of catalog/ share. */
#pragma once

#include "catalog/catalog.h"

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

/* map.c: what the host does with each element of a plan "map". */

/* Of element @i: its inputs stand in @inputs[k][i]. The result is exact. */
typedef float (*WsMapFunction) (const WsPlan *plan, const float *const *inputs, guint64 i);
WsMapFunction ws_map_find (const char *name, guint *n_inputs);
GBytes *ws_map_make_output (const WsPlan *self, GBytes *input, guint64 count);

gboolean ws_catalog_refuse (GError **error, WsCatalogError code, const char *format, ...)
    G_GNUC_PRINTF (3, 4);

gboolean ws_plan_is_op (const char *name);

gboolean ws_plan_type_parse (const char *name, WsValueType *type);

G_END_DECLS
