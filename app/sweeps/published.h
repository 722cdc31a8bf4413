/* published.h: what others have published, as sweeps: resources/published. */
#pragma once

#include "timing/sweep.h"

G_BEGIN_DECLS

/* (transfer full) (element-type WsSweep): all that are bundled, by name */
GPtrArray *ws_published_load_all (GError **error);
/* @id: of the sweep. The key file has a section [sweep], and one for each point */
WsSweep *ws_published_read (GKeyFile *file, const char *id, GError **error);

G_END_DECLS
