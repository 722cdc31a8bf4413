/* published.h: published figures, as sweeps: resources/published. */
#pragma once

#include "timing/sweep.h"

G_BEGIN_DECLS

GPtrArray *ws_published_load_all (GError **error);
WsSweep *ws_published_read (GKeyFile *file, const char *id, GError **error);

G_END_DECLS
