/* vm.h: the virtual GPU.
 *
 * Runs parsed PTX, warp by warp: registers as reg[r][32], a 32-bit active mask, a divergence stack
 * on immediate post-dominators. Blocks run in parallel on the host's cores and the same input gives
 * the same run whatever their number. All its times are modelled. It never touches the host: every
 * access is checked against the memory that was allocated for it.
 */
#pragma once

#include "device/device.h"

G_BEGIN_DECLS

/* (transfer full). @n_threads: host threads to use, 0 for one per core. */
WsDevice *ws_vm_device_new (WsSpec *spec, guint n_threads);
/* The same, told what the computer has: @host, (transfer none). */
WsDevice *ws_vm_device_new_on (WsSpec *spec, guint n_threads, WsHostMemory *host);

/* (array zero-terminated=1): the instruction sets that its loops over lanes are compiled for, the
 * narrowest first; this computer need not have all of them */
const char *const *ws_vm_get_variants (void);
gboolean ws_vm_device_set_variant (WsDevice *device, const char *name);

G_END_DECLS
