/* What fake-cuda.c does not define: every other function of the driver, which answers what
 * FAKE_CUDA says of it and does nothing. */
#include "fake-cuda.h"

#define WS_CUDA(name, symbol, since, required, parameters)         \
  CUresult name parameters __asm__(symbol) __attribute__ ((weak)); \
  CUresult name parameters                                         \
  {                                                                \
    return fake_answer (#name);                                    \
  }
#include "cuda/api.def"
#undef WS_CUDA
