/* device-entries.h: the entries of the device list: devices of this computer and of others,
 * unconnected computers, and entries that add devices. */
#pragma once

#include "session/session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * WsDeviceEntryKind:
 * @WS_DEVICE_ENTRY_DEVICE: a device that has been listed
 * @WS_DEVICE_ENTRY_PLACE: another computer whose devices are unknown
 * @WS_DEVICE_ENTRY_ADD: adds another computer
 * @WS_DEVICE_ENTRY_PLACES: shows the other computers
 * @WS_DEVICE_ENTRY_TWIN: makes a virtual twin
 *
 * The kind of an entry.
 */
typedef enum {
  WS_DEVICE_ENTRY_DEVICE,
  WS_DEVICE_ENTRY_PLACE,
  WS_DEVICE_ENTRY_ADD,
  WS_DEVICE_ENTRY_PLACES,
  WS_DEVICE_ENTRY_TWIN,
} WsDeviceEntryKind;

typedef struct _WsDeviceEntries WsDeviceEntries;

WsDeviceEntries *ws_device_entries_new (GtkDropDown *drop);
void ws_device_entries_free (WsDeviceEntries *self);
void ws_device_entries_fill (WsDeviceEntries *self, WsSession *session, gboolean offers_twin);
WsDeviceEntryKind ws_device_entries_get_kind (WsDeviceEntries *self, guint index);
const char *ws_device_entries_get_id (WsDeviceEntries *self, guint index);
guint ws_device_entries_find (WsDeviceEntries *self, WsDeviceEntryKind kind, const char *id);

G_END_DECLS
