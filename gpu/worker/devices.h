/* devices.h: what devices there are, real and virtual, and the one that is open. */
#pragma once

#include "catalog/catalog.h"
#include "device/device.h"

G_BEGIN_DECLS

typedef struct _WsDevices WsDevices;

WsDevices *ws_devices_new (WsCatalog *catalog, const char *const *files);
GPtrArray *ws_devices_get_bundled (WsDevices *self);
void ws_devices_free (WsDevices *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsDevices, ws_devices_free)

GVariant *ws_devices_to_variant (WsDevices *self);
WsDevice *ws_devices_open (WsDevices *self, const char *id, GError **error);

G_END_DECLS
