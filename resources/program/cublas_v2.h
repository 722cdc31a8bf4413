/* cublas_v2.h: the part of cuBLAS that Warpstage has, for who has no header of NVIDIA's. It is
 * found last. */
#pragma once

#include <cuda_runtime.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
  CUBLAS_STATUS_SUCCESS = 0,
  CUBLAS_STATUS_NOT_INITIALIZED = 1,
  CUBLAS_STATUS_ALLOC_FAILED = 3,
  CUBLAS_STATUS_INVALID_VALUE = 7,
  CUBLAS_STATUS_ARCH_MISMATCH = 8,
  CUBLAS_STATUS_MAPPING_ERROR = 11,
  CUBLAS_STATUS_EXECUTION_FAILED = 13,
  CUBLAS_STATUS_INTERNAL_ERROR = 14,
  CUBLAS_STATUS_NOT_SUPPORTED = 15,
  CUBLAS_STATUS_LICENSE_ERROR = 16
} cublasStatus_t;

typedef enum { CUBLAS_OP_N = 0, CUBLAS_OP_T = 1, CUBLAS_OP_C = 2 } cublasOperation_t;
typedef enum { CUBLAS_POINTER_MODE_HOST = 0, CUBLAS_POINTER_MODE_DEVICE = 1 } cublasPointerMode_t;
typedef enum { CUBLAS_ATOMICS_NOT_ALLOWED = 0, CUBLAS_ATOMICS_ALLOWED = 1 } cublasAtomicsMode_t;
typedef enum {
  CUBLAS_DEFAULT_MATH = 0,
  CUBLAS_TENSOR_OP_MATH = 1,
  CUBLAS_PEDANTIC_MATH = 2,
  CUBLAS_TF32_TENSOR_OP_MATH = 3
} cublasMath_t;

typedef struct cublasContext *cublasHandle_t;

cublasStatus_t cublasCreate_v2 (cublasHandle_t *handle);
cublasStatus_t cublasDestroy_v2 (cublasHandle_t handle);
cublasStatus_t cublasGetVersion_v2 (cublasHandle_t handle, int *version);
cublasStatus_t cublasSetStream_v2 (cublasHandle_t handle, cudaStream_t stream);
cublasStatus_t cublasGetStream_v2 (cublasHandle_t handle, cudaStream_t *stream);
cublasStatus_t cublasSetPointerMode_v2 (cublasHandle_t handle, cublasPointerMode_t mode);
cublasStatus_t cublasGetPointerMode_v2 (cublasHandle_t handle, cublasPointerMode_t *mode);
cublasStatus_t cublasSetMathMode (cublasHandle_t handle, cublasMath_t mode);
cublasStatus_t cublasGetMathMode (cublasHandle_t handle, cublasMath_t *mode);
cublasStatus_t cublasSetAtomicsMode (cublasHandle_t handle, cublasAtomicsMode_t mode);
cublasStatus_t cublasGetAtomicsMode (cublasHandle_t handle, cublasAtomicsMode_t *mode);
cublasStatus_t cublasSetWorkspace_v2 (cublasHandle_t handle, void *workspace, size_t size);
const char *cublasGetStatusName (cublasStatus_t status);
const char *cublasGetStatusString (cublasStatus_t status);
cublasStatus_t cublasSetVector (int n, int size, const void *x, int incx, void *y, int incy);
cublasStatus_t cublasSetMatrix (int rows, int cols, int size, const void *a, int lda, void *b,
                                int ldb);
cublasStatus_t cublasSetVectorAsync (int n, int size, const void *x, int incx, void *y, int incy,
                                     cudaStream_t stream);
cublasStatus_t cublasSetMatrixAsync (int rows, int cols, int size, const void *a, int lda, void *b,
                                     int ldb, cudaStream_t stream);
cublasStatus_t cublasGetVector (int n, int size, const void *x, int incx, void *y, int incy);
cublasStatus_t cublasGetMatrix (int rows, int cols, int size, const void *a, int lda, void *b,
                                int ldb);
cublasStatus_t cublasGetVectorAsync (int n, int size, const void *x, int incx, void *y, int incy,
                                     cudaStream_t stream);
cublasStatus_t cublasGetMatrixAsync (int rows, int cols, int size, const void *a, int lda, void *b,
                                     int ldb, cudaStream_t stream);

cublasStatus_t cublasSasum_v2 (cublasHandle_t handle, int n, const float *x, int incx,
                               float *result);
cublasStatus_t cublasSnrm2_v2 (cublasHandle_t handle, int n, const float *x, int incx,
                               float *result);
cublasStatus_t cublasSdot_v2 (cublasHandle_t handle, int n, const float *x, int incx,
                              const float *y, int incy, float *result);
cublasStatus_t cublasIsamax_v2 (cublasHandle_t handle, int n, const float *x, int incx,
                                int *result);
cublasStatus_t cublasIsamin_v2 (cublasHandle_t handle, int n, const float *x, int incx,
                                int *result);
cublasStatus_t cublasSscal_v2 (cublasHandle_t handle, int n, const float *alpha, float *x,
                               int incx);
cublasStatus_t cublasSaxpy_v2 (cublasHandle_t handle, int n, const float *alpha, const float *x,
                               int incx, float *y, int incy);
cublasStatus_t cublasScopy_v2 (cublasHandle_t handle, int n, const float *x, int incx, float *y,
                               int incy);
cublasStatus_t cublasSswap_v2 (cublasHandle_t handle, int n, float *x, int incx, float *y,
                               int incy);
cublasStatus_t cublasSrot_v2 (cublasHandle_t handle, int n, float *x, int incx, float *y, int incy,
                              const float *c, const float *s);
cublasStatus_t cublasSgemv_v2 (cublasHandle_t handle, cublasOperation_t trans, int m, int n,
                               const float *alpha, const float *a, int lda, const float *x,
                               int incx, const float *beta, float *y, int incy);
cublasStatus_t cublasSger_v2 (cublasHandle_t handle, int m, int n, const float *alpha,
                              const float *x, int incx, const float *y, int incy, float *a,
                              int lda);
cublasStatus_t cublasSgemm_v2 (cublasHandle_t handle, cublasOperation_t transa,
                               cublasOperation_t transb, int m, int n, int k, const float *alpha,
                               const float *a, int lda, const float *b, int ldb, const float *beta,
                               float *c, int ldc);
cublasStatus_t cublasSgemmStridedBatched (cublasHandle_t handle, cublasOperation_t transa,
                                          cublasOperation_t transb, int m, int n, int k,
                                          const float *alpha, const float *a, int lda,
                                          long long int stride_a, const float *b, int ldb,
                                          long long int stride_b, const float *beta, float *c,
                                          int ldc, long long int stride_c, int count);
cublasStatus_t cublasSgemmBatched (cublasHandle_t handle, cublasOperation_t transa,
                                   cublasOperation_t transb, int m, int n, int k,
                                   const float *alpha, const float *const a[], int lda,
                                   const float *const b[], int ldb, const float *beta,
                                   float *const c[], int ldc, int count);
cublasStatus_t cublasSgeam (cublasHandle_t handle, cublasOperation_t transa,
                            cublasOperation_t transb, int m, int n, const float *alpha,
                            const float *a, int lda, const float *beta, const float *b, int ldb,
                            float *c, int ldc);

cublasStatus_t cublasDasum_v2 (cublasHandle_t handle, int n, const double *x, int incx,
                               double *result);
cublasStatus_t cublasDnrm2_v2 (cublasHandle_t handle, int n, const double *x, int incx,
                               double *result);
cublasStatus_t cublasDdot_v2 (cublasHandle_t handle, int n, const double *x, int incx,
                              const double *y, int incy, double *result);
cublasStatus_t cublasIdamax_v2 (cublasHandle_t handle, int n, const double *x, int incx,
                                int *result);
cublasStatus_t cublasIdamin_v2 (cublasHandle_t handle, int n, const double *x, int incx,
                                int *result);
cublasStatus_t cublasDscal_v2 (cublasHandle_t handle, int n, const double *alpha, double *x,
                               int incx);
cublasStatus_t cublasDaxpy_v2 (cublasHandle_t handle, int n, const double *alpha, const double *x,
                               int incx, double *y, int incy);
cublasStatus_t cublasDcopy_v2 (cublasHandle_t handle, int n, const double *x, int incx, double *y,
                               int incy);
cublasStatus_t cublasDswap_v2 (cublasHandle_t handle, int n, double *x, int incx, double *y,
                               int incy);
cublasStatus_t cublasDrot_v2 (cublasHandle_t handle, int n, double *x, int incx, double *y,
                              int incy, const double *c, const double *s);
cublasStatus_t cublasDgemv_v2 (cublasHandle_t handle, cublasOperation_t trans, int m, int n,
                               const double *alpha, const double *a, int lda, const double *x,
                               int incx, const double *beta, double *y, int incy);
cublasStatus_t cublasDger_v2 (cublasHandle_t handle, int m, int n, const double *alpha,
                              const double *x, int incx, const double *y, int incy, double *a,
                              int lda);
cublasStatus_t cublasDgemm_v2 (cublasHandle_t handle, cublasOperation_t transa,
                               cublasOperation_t transb, int m, int n, int k, const double *alpha,
                               const double *a, int lda, const double *b, int ldb,
                               const double *beta, double *c, int ldc);
cublasStatus_t cublasDgemmStridedBatched (cublasHandle_t handle, cublasOperation_t transa,
                                          cublasOperation_t transb, int m, int n, int k,
                                          const double *alpha, const double *a, int lda,
                                          long long int stride_a, const double *b, int ldb,
                                          long long int stride_b, const double *beta, double *c,
                                          int ldc, long long int stride_c, int count);
cublasStatus_t cublasDgemmBatched (cublasHandle_t handle, cublasOperation_t transa,
                                   cublasOperation_t transb, int m, int n, int k,
                                   const double *alpha, const double *const a[], int lda,
                                   const double *const b[], int ldb, const double *beta,
                                   double *const c[], int ldc, int count);
cublasStatus_t cublasDgeam (cublasHandle_t handle, cublasOperation_t transa,
                            cublasOperation_t transb, int m, int n, const double *alpha,
                            const double *a, int lda, const double *beta, const double *b, int ldb,
                            double *c, int ldc);

#ifdef __cplusplus
}
#endif

#define cublasSasum          cublasSasum_v2
#define cublasSnrm2          cublasSnrm2_v2
#define cublasSdot           cublasSdot_v2
#define cublasIsamax         cublasIsamax_v2
#define cublasIsamin         cublasIsamin_v2
#define cublasSscal          cublasSscal_v2
#define cublasSaxpy          cublasSaxpy_v2
#define cublasScopy          cublasScopy_v2
#define cublasSswap          cublasSswap_v2
#define cublasSrot           cublasSrot_v2
#define cublasSgemv          cublasSgemv_v2
#define cublasSger           cublasSger_v2
#define cublasSgemm          cublasSgemm_v2
#define cublasDasum          cublasDasum_v2
#define cublasDnrm2          cublasDnrm2_v2
#define cublasDdot           cublasDdot_v2
#define cublasIdamax         cublasIdamax_v2
#define cublasIdamin         cublasIdamin_v2
#define cublasDscal          cublasDscal_v2
#define cublasDaxpy          cublasDaxpy_v2
#define cublasDcopy          cublasDcopy_v2
#define cublasDswap          cublasDswap_v2
#define cublasDrot           cublasDrot_v2
#define cublasDgemv          cublasDgemv_v2
#define cublasDger           cublasDger_v2
#define cublasDgemm          cublasDgemm_v2
#define cublasCreate         cublasCreate_v2
#define cublasDestroy        cublasDestroy_v2
#define cublasGetVersion     cublasGetVersion_v2
#define cublasSetStream      cublasSetStream_v2
#define cublasGetStream      cublasGetStream_v2
#define cublasSetPointerMode cublasSetPointerMode_v2
#define cublasGetPointerMode cublasGetPointerMode_v2
#define cublasSetWorkspace   cublasSetWorkspace_v2
