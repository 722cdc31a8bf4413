/* inside.h: the virtual GPU inside the process of a host program, with shared memory: several
 * modules, and allocations that come and go. */
#pragma once

#include "virtual/virtual.h"
#include "vm/vm.h"

G_BEGIN_DECLS

gboolean ws_vm_device_add_module (WsDevice *device, const char *ptx, gssize length,
                                  const char *name, guint *index, GError **error);
void ws_vm_device_use_module (WsDevice *device, guint index);
const WsPtxModule *ws_vm_device_get_module (WsDevice *device);
const WsPtxFunction *ws_vm_device_find_entry (WsDevice *device, const char *entry, GError **error);
gboolean ws_vm_device_tells_time (WsDevice *device, const char *entry);
const WsBoundTexture *ws_vm_device_find_texture (WsDevice *device, guint64 object);
WsMemory *ws_vm_device_get_memory (WsDevice *device);

G_END_DECLS
