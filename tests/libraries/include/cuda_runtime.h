/* cuda_runtime.h: what the headers of libraries include, without a toolkit. */
#include "runtime/types.h"
