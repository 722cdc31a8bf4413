/* sweep-file.h: a sweep as bytes: magic "WSSWP\0\0\1", then a version, then the sweep as a
 * GVariant, little-endian. */
#pragma once

#include "timing/sweep.h"

G_BEGIN_DECLS

GBytes *ws_sweep_file_to_bytes (const WsSweep *sweep);
WsSweep *ws_sweep_file_from_bytes (GBytes *bytes, GError **error);

G_END_DECLS
