/* virtual.h: the virtual GPU as a device.
 *
 * gpu/vm executes, gpu/clock keeps the time; here blocks run in parallel on the host's cores, and
 * the same input gives the same run on any number of cores. All its times are modelled.
 */
#pragma once

#include "device/device.h"

G_BEGIN_DECLS

WsDevice *ws_vm_device_new (WsSpec *spec, guint n_threads);
WsDevice *ws_vm_device_new_on (WsSpec *spec, guint n_threads, WsHostMemory *host);

const char *const *ws_vm_get_variants (void);
gboolean ws_vm_device_set_variant (WsDevice *device, const char *name);

G_END_DECLS
