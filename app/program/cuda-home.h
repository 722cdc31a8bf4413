/* cuda-home.h: a folder as that of a CUDA Toolkit, for Makefiles that name one. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define WS_CUDA_HEADERS "include" /* Warpstage's, in the folder of ws_program_find_runtime() */
#define WS_CUDA_NVCC    "warpstage-nvcc"

char *ws_cuda_home_make (const char *nvcc, GError **error);

G_END_DECLS
