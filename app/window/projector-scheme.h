#pragma once

#include <glib.h>

G_BEGIN_DECLS

void ws_projector_scheme_add (void);

G_END_DECLS
