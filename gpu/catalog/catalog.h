/* catalog.h: the kernels of the catalogue, their requirements, their launches, and the checks of
 * their results. Reads catalog.ini. */
#pragma once

#include "catalog/error.h"
#include "catalog/kernel.h"

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct _WsCatalog WsCatalog;

/* The model whose times are compared with those of a real GPU. */
#define WS_CATALOG_USUAL_SPEC "h200"

WsCatalog *ws_catalog_new (const char *resources_dir, GError **error);
WsCatalog *ws_catalog_ref (WsCatalog *self);
void ws_catalog_unref (WsCatalog *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsCatalog, ws_catalog_unref)
guint ws_catalog_get_n_kernels (WsCatalog *self);
const WsCatalogKernel *ws_catalog_get_kernel (WsCatalog *self, guint index);
GPtrArray *ws_catalog_get_libraries (WsCatalog *self);
const WsCatalogKernel *ws_catalog_find (WsCatalog *self, const char *id, GError **error);

GPtrArray *ws_catalog_get_specs (WsCatalog *self);
void ws_catalog_complete_run (WsCatalog *self, WsRun *run);
const WsSpec *ws_catalog_find_spec (WsCatalog *self, const char *id, GError **error);
const WsSpec *ws_catalog_find_nearest_spec (WsCatalog *self, const WsSpec *like);
void ws_catalog_add_spec (WsCatalog *self, WsSpec *spec);

/**
 * WsSpecFailure:
 * @id: of the model that a file would be
 * @message: why it was rejected
 *
 * A spec file that cannot be read.
 */
typedef struct {
  char *id;
  char *message;
} WsSpecFailure;

GPtrArray *ws_spec_failures_new (void);
char *ws_spec_file_dup_folder (void);
WsSpec *ws_spec_file_parse (GBytes *bytes, const char *id, GError **error);
WsSpec *ws_spec_file_load (const char *path, const char *id, GError **error);
const char *ws_spec_file_find (const char *device);
void ws_catalog_add_spec_file (WsCatalog *self, const char *path, const char *id,
                               GPtrArray *failures);
void ws_catalog_add_user_specs (WsCatalog *self, GPtrArray *failures);

GBytes *ws_catalog_load_ptx (WsCatalog *self, const WsPlan *plan, GError **error);

void ws_plan_parameters_init (WsPlanParameters *self, const WsCatalogKernel *kernel);
gboolean ws_plan_parse_n (const char *text, guint64 *n, GError **error);
GArray *ws_plan_parse_sizes (const char *text, GError **error);
gboolean ws_plan_parse_repeats (const char *text, guint32 *repeats, GError **error);
gboolean ws_plan_parse_block (const char *text, guint32 *block, GError **error);
gboolean ws_plan_set_type (WsPlanParameters *self, const char *text, GError **error);
gboolean ws_plan_set_op (WsPlanParameters *self, const char *text, GError **error);

GVariant *ws_plan_parameters_to_variant (const WsPlanParameters *self,
                                         const WsCatalogKernel *kernel);
void ws_plan_parameters_from_variant (WsPlanParameters *self, const WsCatalogKernel *kernel,
                                      GVariant *variant);

WsPlan *ws_plan_new (WsCatalog *catalog, const WsCatalogKernel *kernel,
                     const WsPlanParameters *parameters, const WsSpec *spec, GError **error);
void ws_plan_free (WsPlan *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsPlan, ws_plan_free)

GBytes *ws_plan_make_input (const WsPlan *self);
void ws_plan_describe_input (const WsPlan *self, WsContents *contents);
WsJob *ws_plan_make_job (const WsPlan *self, WsCatalog *catalog, gboolean keeps_input,
                         GError **error);

WsJobSource *ws_catalog_choose (WsCatalog *self, const WsCatalogKernel *kernel,
                                const WsPlanParameters *parameters, const char *blocks,
                                gboolean keeps_input);

G_END_DECLS
