/* devices.h: the device in use: the list in the header, and the last choice. Actions of the window:
 * connect-device, reconnect, use-device. */
#pragma once

#include "window/context.h"

G_BEGIN_DECLS

#define WS_TYPE_DEVICES (ws_devices_get_type ())
G_DECLARE_FINAL_TYPE (WsDevices, ws_devices, WS, DEVICES, GObject)

/* Signals: taken (const WsClientDevice *): the device in use changed; chosen: the user chose it, to
 * run on it. */
WsDevices *ws_devices_new (const WsContext *context);
void ws_devices_restore (WsDevices *self, const char *named, const char *last);
void ws_devices_end (WsDevices *self);
const char *ws_devices_get_chosen (WsDevices *self);

G_END_DECLS
