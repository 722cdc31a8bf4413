/* devices.h: what devices there are, real and virtual, and the one that is open. */
#pragma once

#include "catalog/catalog.h"
#include "device/device.h"

G_BEGIN_DECLS

typedef struct _WsDevices WsDevices;

/* @catalog: must outlive it */
WsDevices *ws_devices_new (WsCatalog *catalog);
void ws_devices_free (WsDevices *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsDevices, ws_devices_free)

/* (transfer floating): as the message "devices" has them: real GPUs first */
GVariant *ws_devices_to_variant (WsDevices *self);
/* (transfer none): opened at its first use, and kept until another is asked for */
WsDevice *ws_devices_open (WsDevices *self, const char *id, GError **error);

G_END_DECLS
