/* cuda-home.h: a folder that mimics a CUDA Toolkit, for Makefiles that refer to one. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define WS_CUDA_HEADERS "include" /* Warpstage's, in the folder of ws_program_find_runtime() */
#define WS_CUDA_NVCC    "warpstage-nvcc"

char *ws_cuda_home_make (const char *nvcc, GError **error);

G_END_DECLS
