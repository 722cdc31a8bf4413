/* error.h: the errors of a device. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define WS_DEVICE_ERROR (ws_device_error_quark ())
GQuark ws_device_error_quark (void);
typedef enum {
  WS_DEVICE_ERROR_LIMIT,       /* the launch asks for more than the spec allows */
  WS_DEVICE_ERROR_UNSUPPORTED, /* an instruction or feature that the device lacks */
  WS_DEVICE_ERROR_FAULT,       /* the kernel faulted: the builder holds the finding */
  WS_DEVICE_ERROR_ENDLESS,
  WS_DEVICE_ERROR_MEMORY,
  WS_DEVICE_ERROR_NOT_FOUND,
  WS_DEVICE_ERROR_AGAIN,    /* the recording overflowed its buffer, which is larger now: record the
                               plan again from its beginning */
  WS_DEVICE_ERROR_COUNTERS, /* hardware counters cannot be read: why, and how to fix it */
} WsDeviceError;

G_END_DECLS
