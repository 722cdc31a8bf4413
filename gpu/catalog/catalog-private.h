/* catalog-private.h: what the sources of catalog/ share. */
#pragma once

#include "catalog/catalog.h"

G_BEGIN_DECLS

#define WS_CATALOG_PATH "kernels/catalog.ini"

/* read.c: a section of catalog.ini, but for the text of the source. (nullable) */
WsCatalogKernel *ws_catalog_read_kernel (GKeyFile *key_file, const char *group, guint number,
                                         const char *id, GError **error);
void ws_catalog_kernel_free (WsCatalogKernel *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsCatalogKernel, ws_catalog_kernel_free)
/* Sets an error that names the section; always FALSE. */
gboolean ws_catalog_damaged (GError **error, const char *section, const char *format, ...)
    G_GNUC_PRINTF (3, 4);

/* map.c: what the host does with each element of a plan "map". */

/* Of element @i: its inputs stand in @inputs[k][i]; a bound of 0 where the result is exact. */
typedef float (*WsMapFunction) (const WsPlan *plan, const float *const *inputs, guint64 i,
                                double *bound);
/* (nullable) */
WsMapFunction ws_map_find (const char *name, guint *n_inputs);
GBytes *ws_map_make_output (const WsPlan *self, GBytes *input, guint64 count);
void ws_map_judge (const WsPlan *self, GBytes *input, GBytes *output, WsPlanVerdict *verdict);

/* check.c: how a plan combines; WS_FOLD_SUM where it does not */
WsFold ws_plan_get_fold (const WsPlan *self);
/* the operations that an element goes through, at most */
guint64 ws_plan_count_roundings (const WsPlan *self);

/* Sets @error; always FALSE. */
gboolean ws_catalog_refuse (GError **error, WsCatalogError code, const char *format, ...)
    G_GNUC_PRINTF (3, 4);

/* Whether it names a fold; or "map": each element by itself. */
gboolean ws_plan_is_op (const char *name);

gboolean ws_plan_type_parse (const char *name, WsValueType *type);

G_END_DECLS
