/* fake-cuda.h: a CUDA driver without a GPU, to see what is made of its answers.
 *
 * The environment variable FAKE_CUDA says what calls answer: "cuInit=100 cuMemAlloc=2"; all others
 * succeed. FAKE_CUDA_PRINTS is what each kernel prints. There is one device, an "NVIDIA Fake 9000"
 * of compute capability 9.0.
 */
#pragma once

#include "cuda/types.h"

#include <stddef.h>

CUresult fake_answer (const char *name);
