/* cuda.h: the real GPU: kernels run by the CUDA driver, recorded by probes, timed by events,
 * counted by CUPTI. */
#pragma once

#include "cuda/driver.h"
#include "device/device.h"

G_BEGIN_DECLS

WsDevice *ws_cuda_device_new (WsCudaDriver *driver, const WsCudaInfo *info, GError **error);

G_END_DECLS
