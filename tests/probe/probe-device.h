/* probe-device.h: a device, as the target of a probe. */
#pragma once

#include "device/device.h"
#include "probe/probe.h"

G_BEGIN_DECLS

typedef struct {
  WsDevice *device;
  guint64 max_instructions; /* of a block; 0: the device's own limit */
} ProbeDevice;

/* The target lasts as long as @self does. */
WsProbeTarget probe_device_target (const ProbeDevice *self);

G_END_DECLS
