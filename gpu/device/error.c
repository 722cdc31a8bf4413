#include "device/error.h"

G_DEFINE_QUARK (ws - device - error - quark, ws_device_error)
