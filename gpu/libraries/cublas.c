/* cublas.c: cuBLAS, as the library that programs look for: libcublas.so.13. */
#include "libraries/blas.h"

#define VERSION 130000

#define REAL             float
#define IS_DOUBLE        FALSE
#define CALL(name)       cublasS##name##_v2
#define PLAIN_CALL(name) cublasS##name
#define FIND(name)       cublasIs##name##_v2
#define TITLE(name)      "cublasS" #name
#define FIND_TITLE(name) "cublasIs" #name
#include "libraries/blas-calls.def"
#undef REAL
#undef IS_DOUBLE
#undef CALL
#undef PLAIN_CALL
#undef FIND
#undef TITLE
#undef FIND_TITLE

#define REAL             double
#define IS_DOUBLE        TRUE
#define CALL(name)       cublasD##name##_v2
#define PLAIN_CALL(name) cublasD##name
#define FIND(name)       cublasId##name##_v2
#define TITLE(name)      "cublasD" #name
#define FIND_TITLE(name) "cublasId" #name
#include "libraries/blas-calls.def"

/* ---- handles ---- */

WS_LIBRARY_API int cublasCreate_v2 (WsBlasHandle **handle);
WS_LIBRARY_API int cublasDestroy_v2 (WsBlasHandle *handle);
WS_LIBRARY_API int cublasGetVersion_v2 (WsBlasHandle *handle, int *version);
WS_LIBRARY_API int cublasSetStream_v2 (WsBlasHandle *handle, cudaStream_t stream);
WS_LIBRARY_API int cublasGetStream_v2 (WsBlasHandle *handle, cudaStream_t *stream);
WS_LIBRARY_API int cublasSetPointerMode_v2 (WsBlasHandle *handle, int mode);
WS_LIBRARY_API int cublasGetPointerMode_v2 (WsBlasHandle *handle, int *mode);
WS_LIBRARY_API int cublasSetMathMode (WsBlasHandle *handle, int mode);
WS_LIBRARY_API int cublasGetMathMode (WsBlasHandle *handle, int *mode);
WS_LIBRARY_API int cublasSetAtomicsMode (WsBlasHandle *handle, int mode);
WS_LIBRARY_API int cublasGetAtomicsMode (WsBlasHandle *handle, int *mode);
WS_LIBRARY_API int cublasSetWorkspace_v2 (WsBlasHandle *handle, void *workspace, size_t size);
WS_LIBRARY_API const char *cublasGetStatusName (int status);
WS_LIBRARY_API const char *cublasGetStatusString (int status);

int
cublasCreate_v2 (WsBlasHandle **handle)
{
  if (handle == NULL)
    return WS_BLAS_INVALID_VALUE;
  *handle = g_new0 (WsBlasHandle, 1);
  return WS_BLAS_SUCCESS;
}

int
cublasDestroy_v2 (WsBlasHandle *handle)
{
  if (handle == NULL)
    return WS_BLAS_NOT_INITIALIZED;
  g_free (handle);
  return WS_BLAS_SUCCESS;
}

int
cublasGetVersion_v2 (WsBlasHandle *handle, int *version)
{
  *version = VERSION;
  return WS_BLAS_SUCCESS;
}

int
cublasSetStream_v2 (WsBlasHandle *handle, cudaStream_t stream)
{
  if (handle == NULL)
    return WS_BLAS_NOT_INITIALIZED;
  handle->stream = stream;
  return WS_BLAS_SUCCESS;
}

int
cublasGetStream_v2 (WsBlasHandle *handle, cudaStream_t *stream)
{
  if (handle == NULL)
    return WS_BLAS_NOT_INITIALIZED;
  *stream = handle->stream;
  return WS_BLAS_SUCCESS;
}

static int
keep (int *kept, int mode)
{
  *kept = mode;
  return WS_BLAS_SUCCESS;
}

int
cublasSetPointerMode_v2 (WsBlasHandle *handle, int mode)
{
  return handle != NULL ? keep (&handle->pointer_mode, mode) : WS_BLAS_NOT_INITIALIZED;
}

int
cublasGetPointerMode_v2 (WsBlasHandle *handle, int *mode)
{
  return handle != NULL ? keep (mode, handle->pointer_mode) : WS_BLAS_NOT_INITIALIZED;
}

/* Hints: all is calculated in double. */
int
cublasSetMathMode (WsBlasHandle *handle, int mode)
{
  return handle != NULL ? keep (&handle->math_mode, mode) : WS_BLAS_NOT_INITIALIZED;
}

int
cublasGetMathMode (WsBlasHandle *handle, int *mode)
{
  return handle != NULL ? keep (mode, handle->math_mode) : WS_BLAS_NOT_INITIALIZED;
}

int
cublasSetAtomicsMode (WsBlasHandle *handle, int mode)
{
  return handle != NULL ? keep (&handle->atomics_mode, mode) : WS_BLAS_NOT_INITIALIZED;
}

int
cublasGetAtomicsMode (WsBlasHandle *handle, int *mode)
{
  return handle != NULL ? keep (mode, handle->atomics_mode) : WS_BLAS_NOT_INITIALIZED;
}

int
cublasSetWorkspace_v2 (WsBlasHandle *handle, void *workspace, size_t size)
{
  return handle != NULL ? WS_BLAS_SUCCESS : WS_BLAS_NOT_INITIALIZED;
}

static const struct {
  int status;
  const char *name;
  const char *words;
} statuses[] = {
  { 0, "CUBLAS_STATUS_SUCCESS", "success" },
  { 1, "CUBLAS_STATUS_NOT_INITIALIZED", "the library was not initialized" },
  { 3, "CUBLAS_STATUS_ALLOC_FAILED", "the resource allocation failed" },
  { 7, "CUBLAS_STATUS_INVALID_VALUE",
    "an unsupported value or parameter was passed to the function" },
  { 8, "CUBLAS_STATUS_ARCH_MISMATCH", "the device does not have what the function needs" },
  { 11, "CUBLAS_STATUS_MAPPING_ERROR", "an access to GPU memory space failed" },
  { 13, "CUBLAS_STATUS_EXECUTION_FAILED", "the GPU program failed to execute" },
  { 14, "CUBLAS_STATUS_INTERNAL_ERROR", "an internal operation failed" },
  { 15, "CUBLAS_STATUS_NOT_SUPPORTED", "the requested functionality is not supported" },
  { 16, "CUBLAS_STATUS_LICENSE_ERROR", "the functionality requires a license" },
};

const char *
cublasGetStatusName (int status)
{
  for (guint i = 0; i < G_N_ELEMENTS (statuses); i++)
    if (statuses[i].status == status)
      return statuses[i].name;
  return "CUBLAS_STATUS_UNKNOWN";
}

const char *
cublasGetStatusString (int status)
{
  for (guint i = 0; i < G_N_ELEMENTS (statuses); i++)
    if (statuses[i].status == status)
      return statuses[i].words;
  return "unknown status";
}

/* ---- copies ---- */

/* What one of them says: @n elements of @bytes, and from one to the next; of a matrix, columns. */
typedef struct {
  const char *name;
  cudaMemcpyKind kind;
  gsize bytes;
  gsize n;
  cudaStream_t stream;
  gboolean waits;
} Transfer;

static int
transfer (const Transfer *self, const void *from, gsize from_pitch, const void *to, gsize to_pitch)
{
  gboolean is_row = from_pitch == self->bytes && to_pitch == self->bytes;
  gsize width = is_row ? self->bytes * self->n : self->bytes;
  gsize height = is_row ? 1 : self->n;

  if (self->n == 0 || self->bytes == 0)
    return WS_BLAS_SUCCESS;
  if (from_pitch < self->bytes || to_pitch < self->bytes)
    return WS_BLAS_INVALID_VALUE;
  return ws_library_copy (self->name, &(WsLibraryRange){ to, width, height, to_pitch },
                          &(WsLibraryRange){ from, width, height, from_pitch }, self->kind,
                          self->stream, self->waits)
                 == cudaSuccess
             ? WS_BLAS_SUCCESS
             : WS_BLAS_MAPPING_ERROR;
}

#define VECTOR(call, direction)                                                                    \
  WS_LIBRARY_API int cublas##call##Vector (int n, int size, const void *x, int incx, void *y,      \
                                           int incy);                                              \
  int cublas##call##Vector (int n, int size, const void *x, int incx, void *y, int incy)           \
  {                                                                                                \
    const Transfer self = {                                                                        \
      "cublas" #call "Vector", direction, (gsize)size, (gsize)n, NULL, TRUE                        \
    };                                                                                             \
                                                                                                   \
    return transfer (&self, x, (gsize)incx * (gsize)size, y, (gsize)incy * (gsize)size);           \
  }                                                                                                \
  WS_LIBRARY_API int cublas##call##VectorAsync (int n, int size, const void *x, int incx, void *y, \
                                                int incy, cudaStream_t stream);                    \
  int cublas##call##VectorAsync (int n, int size, const void *x, int incx, void *y, int incy,      \
                                 cudaStream_t stream)                                              \
  {                                                                                                \
    const Transfer self = {                                                                        \
      "cublas" #call "VectorAsync", direction, (gsize)size, (gsize)n, stream, FALSE                \
    };                                                                                             \
                                                                                                   \
    return transfer (&self, x, (gsize)incx * (gsize)size, y, (gsize)incy * (gsize)size);           \
  }
VECTOR (Set, cudaMemcpyHostToDevice)
VECTOR (Get, cudaMemcpyDeviceToHost)

#define MATRIX(call, direction)                                                                  \
  WS_LIBRARY_API int cublas##call##Matrix (int rows, int cols, int size, const void *a, int lda, \
                                           void *b, int ldb);                                    \
  int cublas##call##Matrix (int rows, int cols, int size, const void *a, int lda, void *b,       \
                            int ldb)                                                             \
  {                                                                                              \
    const Transfer self = {                                                                      \
      "cublas" #call "Matrix", direction, (gsize)size * (gsize)rows, (gsize)cols, NULL, TRUE     \
    };                                                                                           \
                                                                                                 \
    return transfer (&self, a, (gsize)lda * (gsize)size, b, (gsize)ldb * (gsize)size);           \
  }                                                                                              \
  WS_LIBRARY_API int cublas##call##MatrixAsync (int rows, int cols, int size, const void *a,     \
                                                int lda, void *b, int ldb, cudaStream_t stream); \
  int cublas##call##MatrixAsync (int rows, int cols, int size, const void *a, int lda, void *b,  \
                                 int ldb, cudaStream_t stream)                                   \
  {                                                                                              \
    const Transfer self = { "cublas" #call "MatrixAsync",                                        \
                            direction,                                                           \
                            (gsize)size * (gsize)rows,                                           \
                            (gsize)cols,                                                         \
                            stream,                                                              \
                            FALSE };                                                             \
                                                                                                 \
    return transfer (&self, a, (gsize)lda * (gsize)size, b, (gsize)ldb * (gsize)size);           \
  }
MATRIX (Set, cudaMemcpyHostToDevice)
MATRIX (Get, cudaMemcpyDeviceToHost)

/* ---- what is not there ---- */

#define WS_LACKS(call)                   \
  WS_LIBRARY_API int call (void);        \
  int call (void)                        \
  {                                      \
    ws_library_refuse (#call, "cuBLAS"); \
    return WS_BLAS_NOT_SUPPORTED;        \
  }
#include "libraries/cublas.def"
