/* fetch.h: downloads NVIDIA's compiler to a folder of the user's: its licence first, then the
 * packages.
 *
 * Each file is pinned by its SHA-256. The folder appears when it is complete; until then, a
 * previous one stays.
 */
#pragma once

#include "fetch/wheels.h"

G_BEGIN_DECLS

typedef struct _WsFetch WsFetch;

/**
 * WsFetchPlaces:
 * @folder: target of the compiler
 * @cache: folder for partial downloads
 * @base: (nullable): base of addresses, instead of the table's; files are directly below it
 */
typedef struct {
  char *folder;
  char *cache;
  char *base;
} WsFetchPlaces;

void ws_fetch_places_init (WsFetchPlaces *self);
void ws_fetch_places_clear (WsFetchPlaces *self);
gboolean ws_fetch_check (GError **error);

WsFetch *ws_fetch_new (WsWheels *wheels, const WsFetchPlaces *places);
WsFetch *ws_fetch_ref (WsFetch *self);
void ws_fetch_unref (WsFetch *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsFetch, ws_fetch_unref)
const WsWheels *ws_fetch_get_wheels (WsFetch *self);
void ws_fetch_read_licence_async (WsFetch *self, GCancellable *cancellable,
                                  GAsyncReadyCallback callback, gpointer user_data);
char *ws_fetch_read_licence_finish (GAsyncResult *result, GError **error);
void ws_fetch_install_async (WsFetch *self, guint parts, GCancellable *cancellable,
                             GAsyncReadyCallback callback, gpointer user_data);
gboolean ws_fetch_install_finish (GAsyncResult *result, GError **error);
double ws_fetch_get_fraction (WsFetch *self, char **name);
gboolean ws_fetch_remove (WsFetch *self, GError **error);

G_END_DECLS
