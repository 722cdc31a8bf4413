/* cuda.h: the real GPU: kernels run by the CUDA driver, recorded by probes, timed by events,
 * counted by CUPTI. */
#pragma once

#include "cuda/driver.h"
#include "device/device.h"

G_BEGIN_DECLS

WsDevice *ws_cuda_device_new (WsCudaDriver *driver, const WsCudaInfo *info, GError **error);

/* Of a device of this kind: for libraries that queue their own work on it. */
void *ws_cuda_device_get_stream (WsDevice *device);

G_END_DECLS
