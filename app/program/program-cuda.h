/* program-cuda.h: CUDA's own runtime library. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

char *ws_program_find_cudart (const char *nvcc);

G_END_DECLS
