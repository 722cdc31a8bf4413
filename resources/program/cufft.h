/* cufft.h: calls of cuFFT, for who has no header of NVIDIA's: a program that has them compiles, and
 * is told that they are not there. It is found last. */
#pragma once

#include <cuComplex.h>
#include <cuda_runtime.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
  CUFFT_SUCCESS = 0,
  CUFFT_INVALID_PLAN = 1,
  CUFFT_ALLOC_FAILED = 2,
  CUFFT_INVALID_VALUE = 4,
  CUFFT_INTERNAL_ERROR = 5,
  CUFFT_EXEC_FAILED = 6,
  CUFFT_SETUP_FAILED = 7,
  CUFFT_INVALID_SIZE = 8,
  CUFFT_NOT_SUPPORTED = 16
} cufftResult;

typedef enum {
  CUFFT_R2C = 0x2a,
  CUFFT_C2R = 0x2c,
  CUFFT_C2C = 0x29,
  CUFFT_D2Z = 0x6a,
  CUFFT_Z2D = 0x6c,
  CUFFT_Z2Z = 0x69
} cufftType;

#define CUFFT_FORWARD -1
#define CUFFT_INVERSE 1

typedef int cufftHandle;
typedef float cufftReal;
typedef double cufftDoubleReal;
typedef cuComplex cufftComplex;
typedef cuDoubleComplex cufftDoubleComplex;

cufftResult cufftCreate (cufftHandle *plan);
cufftResult cufftPlan1d (cufftHandle *plan, int nx, cufftType type, int batch);
cufftResult cufftPlan2d (cufftHandle *plan, int nx, int ny, cufftType type);
cufftResult cufftPlan3d (cufftHandle *plan, int nx, int ny, int nz, cufftType type);
cufftResult cufftPlanMany (cufftHandle *plan, int rank, int *n, int *inembed, int istride,
                           int idist, int *onembed, int ostride, int odist, cufftType type,
                           int batch);
cufftResult cufftSetStream (cufftHandle plan, cudaStream_t stream);
cufftResult cufftExecC2C (cufftHandle plan, cufftComplex *from, cufftComplex *to, int direction);
cufftResult cufftExecR2C (cufftHandle plan, cufftReal *from, cufftComplex *to);
cufftResult cufftExecC2R (cufftHandle plan, cufftComplex *from, cufftReal *to);
cufftResult cufftExecZ2Z (cufftHandle plan, cufftDoubleComplex *from, cufftDoubleComplex *to,
                          int direction);
cufftResult cufftExecD2Z (cufftHandle plan, cufftDoubleReal *from, cufftDoubleComplex *to);
cufftResult cufftExecZ2D (cufftHandle plan, cufftDoubleComplex *from, cufftDoubleReal *to);
cufftResult cufftDestroy (cufftHandle plan);

#ifdef __cplusplus
}
#endif
