/* blas.h: the supported part of cuBLAS: the levels of BLAS that courses use, for float and double,
 * computed by the host in double. Matrices are column-major, as in cuBLAS.
 *
 * Arguments are those of cuBLAS's calls of the same names ("cuBLAS", NVIDIA). Missing calls are
 * listed in cublas.def. */
#pragma once

#include "runtime/library.h"

G_BEGIN_DECLS

/* cublasStatus_t */
enum {
  WS_BLAS_SUCCESS = 0,
  WS_BLAS_NOT_INITIALIZED = 1,
  WS_BLAS_INVALID_VALUE = 7,
  WS_BLAS_MAPPING_ERROR = 11,
  WS_BLAS_EXECUTION_FAILED = 13,
  WS_BLAS_NOT_SUPPORTED = 15
};

/* cublasOperation_t */
enum { WS_BLAS_PLAIN, WS_BLAS_TRANSPOSED, WS_BLAS_CONJUGATED };

/* cublasPointerMode_t: where scalars are */
enum { WS_BLAS_HOST, WS_BLAS_DEVICE };

/* cublasHandle_t */
typedef struct {
  cudaStream_t stream;
  int pointer_mode;
  int math_mode;
  int atomics_mode;
} WsBlasHandle;

/**
 * WsBlas:
 * @is_double: whether it works on doubles; else on floats
 * @status: what is wrong with its arguments
 *
 * A call.
 */
typedef struct {
  WsLibraryCall call;
  const WsBlasHandle *handle;
  gboolean is_double;
  int status;
} WsBlas;

typedef struct {
  const void *data;
  int n;
  int step; /* from one element to the next; below 0: from the last one on */
} WsBlasVector;

typedef struct {
  const void *data;
  int rows;
  int columns;
  int leading; /* elements from one column to the next */
} WsBlasMatrix;

/**
 * WsBlasProduct:
 * @m: rows of the result
 * @n: its columns
 * @k: the summed dimension
 * @transpose: how the two factors are transposed
 * @alpha: by which the product is multiplied
 * @beta: by which the previous contents are multiplied
 */
typedef struct {
  int m, n, k;
  int transpose[2];
  const void *alpha;
  const void *beta;
} WsBlasProduct;

/* one product of a batch: its matrices */
typedef struct {
  const void *a;
  const void *b;
  void *c;
  int leading[3];
} WsBlasOperands;

gboolean ws_blas_begin (WsBlas *self, const WsBlasHandle *handle, const char *name,
                        gboolean is_double);
int ws_blas_end (WsBlas *self);
gboolean ws_blas_refuse (WsBlas *self, const char *argument, int value);
double ws_blas_get (const WsBlas *self, const void *data, gsize index);
void ws_blas_put (const WsBlas *self, void *data, gsize index, double value);
gboolean ws_blas_read_scalar (WsBlas *self, const void *pointer, double *value);
double *ws_blas_load (WsBlas *self, const WsBlasVector *vector);
void ws_blas_store (WsBlas *self, const WsBlasVector *vector, const double *values);

/* blas-vector.c: level 1 */
void ws_blas_sum (WsBlas *self, const WsBlasVector *x, void *result);
void ws_blas_norm (WsBlas *self, const WsBlasVector *x, void *result);
void ws_blas_dot (WsBlas *self, const WsBlasVector *x, const WsBlasVector *y, void *result);
void ws_blas_find (WsBlas *self, const WsBlasVector *x, gboolean greatest, int *result);
void ws_blas_scale (WsBlas *self, const void *alpha, const WsBlasVector *x);
void ws_blas_add (WsBlas *self, const void *alpha, const WsBlasVector *x, const WsBlasVector *y);
void ws_blas_copy (WsBlas *self, const WsBlasVector *x, const WsBlasVector *y);
void ws_blas_swap (WsBlas *self, const WsBlasVector *x, const WsBlasVector *y);
void ws_blas_rotate (WsBlas *self, const WsBlasVector *x, const WsBlasVector *y,
                     const void *const scalars[2]);

/* blas-matrix.c: levels 2 and 3 */
void ws_blas_apply (WsBlas *self, const WsBlasProduct *product, const WsBlasMatrix *a,
                    const WsBlasVector *x, const WsBlasVector *y);
void ws_blas_update (WsBlas *self, const void *alpha, const WsBlasVector *x, const WsBlasVector *y,
                     const WsBlasMatrix *a);
void ws_blas_multiply (WsBlas *self, const WsBlasProduct *product, const WsBlasOperands *operands);
void ws_blas_combine (WsBlas *self, const WsBlasProduct *product, const WsBlasOperands *operands);

G_END_DECLS
