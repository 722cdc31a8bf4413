/* cuBLAS: each call of both kinds of number, held against a plain loop. */
#include "library.h"

#include "cublas_v2.h"

#include <math.h>
#include <string.h>

#define N 37

static cublasHandle_t handle;

/* Elements of @rows × @columns with @gap unused below each column. */
typedef struct {
  int rows, columns, leading;
  double *values;
} Matrix;

static Matrix
matrix_new (int rows, int columns, int gap)
{
  Matrix self = { rows, columns, rows + gap, NULL };

  self.values = g_new (double, self.leading *columns);
  for (int i = 0; i < self.leading * columns; i++)
    self.values[i] = g_test_rand_int_range (-20, 21) / 4.0;
  return self;
}

static double
get (const Matrix *self, int how, int row, int column)
{
  return how == CUBLAS_OP_N ? self->values[column * self->leading + row]
                            : self->values[row * self->leading + column];
}

static gsize
count (const Matrix *self)
{
  return (gsize)(self->leading * self->columns);
}

/* (transfer full): on the device, as floats or doubles */
static void *
put (const double *values, gsize n, gboolean is_double)
{
  g_autofree float *singles = g_new (float, n);

  for (gsize i = 0; i < n; i++)
    singles[i] = (float)values[i];
  return is_double ? library_put (values, n * 8) : library_put (singles, n * 4);
}

/* Gives it back. */
static void
take (double *values, void *device, gsize n, gboolean is_double)
{
  g_autofree float *singles = g_new (float, n);

  library_get (is_double ? (void *)values : singles, device, n * (is_double ? 8 : 4));
  for (gsize i = 0; i < n && !is_double; i++)
    values[i] = (double)singles[i];
  g_assert_cmpint (cudaFree (device), ==, cudaSuccess);
}

static void
check (const double *came, const double *expected, gsize n)
{
  for (gsize i = 0; i < n; i++)
    g_assert_cmpfloat (fabs (came[i] - expected[i]), <=, 1e-5 * fmax (1, fabs (expected[i])));
}

/* A factor, where the handle's mode says that it is. */
typedef struct {
  double value;
  float single;
  void *device; /* nullable */
} Scalar;

static const void *
scalar_get (Scalar *self, double value, gboolean is_double, gboolean on_device)
{
  *self = (Scalar){ value, (float)value, NULL };
  if (on_device)
    return self->device = put (&value, 1, is_double);
  return is_double ? (const void *)&self->value : &self->single;
}

static void
scalar_clear (Scalar *self)
{
  cudaFree (self->device);
}

typedef struct {
  int transa, transb;
  gboolean is_double;
  gboolean on_device;
  double beta;
} Case;

static Case
get_case (guint i)
{
  return (Case){ (int)(i % 3), (int)(i / 3 % 3), i / 9 % 2 == 1, i / 18 % 2 == 1,
                 i / 36 % 2 == 1 ? -0.5 : 0 };
}

#define N_CASES 72

static void
multiply (const Case *c, const Matrix m[3], int k, void *const d[3])
{
  Scalar scalars[2];
  const void *alpha = scalar_get (&scalars[0], 1.5, c->is_double, c->on_device);
  const void *beta = scalar_get (&scalars[1], c->beta, c->is_double, c->on_device);

  cublasSetPointerMode (handle,
                        c->on_device ? CUBLAS_POINTER_MODE_DEVICE : CUBLAS_POINTER_MODE_HOST);
  g_assert_cmpint (
      c->is_double ? cublasDgemm (handle, (cublasOperation_t)c->transa,
                                  (cublasOperation_t)c->transb, m[2].rows, m[2].columns, k, alpha,
                                  d[0], m[0].leading, d[1], m[1].leading, beta, d[2], m[2].leading)
                   : cublasSgemm (handle, (cublasOperation_t)c->transa,
                                  (cublasOperation_t)c->transb, m[2].rows, m[2].columns, k, alpha,
                                  d[0], m[0].leading, d[1], m[1].leading, beta, d[2], m[2].leading),
      ==, CUBLAS_STATUS_SUCCESS);
  for (guint i = 0; i < 2; i++)
    scalar_clear (&scalars[i]);
}

/* Every transposition, gaps between columns, factors on either side; what is between the columns
 * stays. */
static void
test_gemm (void)
{
  const int m = 7, n = 5, k = 9;

  for (guint i = 0; i < N_CASES; i++)
    {
      const Case c = get_case (i);
      Matrix all[] = { c.transa == CUBLAS_OP_N ? matrix_new (m, k, 2) : matrix_new (k, m, 1),
                       c.transb == CUBLAS_OP_N ? matrix_new (k, n, 0) : matrix_new (n, k, 3),
                       matrix_new (m, n, 4) };
      g_autofree double *expected = g_memdup2 (all[2].values, count (&all[2]) * 8);
      void *device[3];

      for (int column = 0; column < n; column++)
        for (int row = 0; row < m; row++)
          {
            double sum = 0;

            for (int p = 0; p < k; p++)
              sum += get (&all[0], c.transa, row, p) * get (&all[1], c.transb, p, column);
            expected[column * all[2].leading + row] =
                1.5 * sum
                + (c.beta == 0 ? 0 : c.beta * all[2].values[column * all[2].leading + row]);
          }
      for (guint e = 0; c.beta == 0 && e < (guint)m; e++)
        all[2].values[e] = NAN; /* what is not read does no harm */
      for (guint e = 0; e < 3; e++)
        device[e] = put (all[e].values, count (&all[e]), c.is_double);
      multiply (&c, all, k, device);
      take (all[2].values, device[2], count (&all[2]), c.is_double);
      check (all[2].values, expected, count (&all[2]));
      for (guint e = 0; e < 3; e++)
        g_free (all[e].values);
      cudaFree (device[0]);
      cudaFree (device[1]);
    }
  cublasSetPointerMode (handle, CUBLAS_POINTER_MODE_HOST);
}

static void
test_gemv (void)
{
  const float alpha = 2, beta = 3;

  for (int how = CUBLAS_OP_N; how <= CUBLAS_OP_C; how++)
    for (int step = -2; step <= 2; step += 2)
      {
        Matrix a = matrix_new (6, 4, 1);
        int n = how == CUBLAS_OP_N ? 4 : 6, rows = how == CUBLAS_OP_N ? 6 : 4;
        int apart = step == 0 ? 1 : step, far = ABS (apart);
        Matrix x = matrix_new (1, n * far, 0), y = matrix_new (1, rows, 0);
        g_autofree double *expected = g_memdup2 (y.values, count (&y) * 8);
        void *d[] = { put (a.values, count (&a), FALSE), put (x.values, count (&x), FALSE),
                      put (y.values, count (&y), FALSE) };

        for (int row = 0; row < rows; row++)
          {
            double sum = 0;

            for (int p = 0; p < n; p++)
              sum += get (&a, how, row, p) * x.values[apart < 0 ? (n - 1 - p) * far : p * far];
            expected[row] = 2 * sum + 3 * expected[row];
          }
        g_assert_cmpint (cublasSgemv (handle, (cublasOperation_t)how, a.rows, a.columns, &alpha,
                                      d[0], a.leading, d[1], apart, &beta, d[2], 1),
                         ==, CUBLAS_STATUS_SUCCESS);
        take (y.values, d[2], count (&y), FALSE);
        check (y.values, expected, count (&y));
        cudaFree (d[0]);
        cudaFree (d[1]);
        g_free (a.values);
        g_free (x.values);
        g_free (y.values);
      }
}

static void
test_vectors (void)
{
  Matrix x = matrix_new (1, N, 0), y = matrix_new (1, N, 0);
  double sum = 0, dot = 0, squares = 0;
  g_autofree double *expected = g_new (double, N);
  double *dx, *dy;
  float *fx;
  double result, alpha = -2;
  float single;
  int found;

  x.values[20] = -77;
  x.values[30] = 77;
  for (int i = 0; i < N; i++)
    {
      sum += fabs (x.values[i]);
      dot += x.values[i] * y.values[i];
      squares += x.values[i] * x.values[i];
      expected[i] = y.values[i] - 2 * x.values[i];
    }
  dx = put (x.values, N, TRUE);
  dy = put (y.values, N, TRUE);
  fx = put (x.values, N, FALSE);
  g_assert_cmpint (cublasDasum (handle, N, dx, 1, &result), ==, 0);
  g_assert_cmpfloat (result, ==, sum);
  g_assert_cmpint (cublasDdot (handle, N, dx, 1, dy, 1, &result), ==, 0);
  g_assert_cmpfloat (result, ==, dot);
  g_assert_cmpint (cublasDnrm2 (handle, N, dx, 1, &result), ==, 0);
  check (&result, (double[]){ sqrt (squares) }, 1);
  g_assert_cmpint (cublasSnrm2 (handle, N, fx, 1, &single), ==, 0);
  check ((double[]){ (double)single }, (double[]){ sqrt (squares) }, 1);
  g_assert_cmpint (cublasIdamax (handle, N, dx, 1, &found), ==, 0);
  g_assert_cmpint (found, ==, 21);
  g_assert_cmpint (cublasIsamax (handle, N / 2, fx, 2, &found), ==, 0);
  g_assert_cmpint (found, ==, 11);
  g_assert_cmpint (cublasSasum (handle, 0, fx, 1, &single), ==, 0);
  g_assert_cmpfloat (single, ==, 0);
  g_assert_cmpint (cublasDaxpy (handle, N, &alpha, dx, 1, dy, 1), ==, 0);
  g_assert_cmpint (cublasDswap (handle, N, dx, 1, dy, 1), ==, 0);
  g_assert_cmpint (cublasDscal (handle, N, &alpha, dy, 1), ==, 0);
  for (int i = 0; i < N; i++)
    x.values[i] *= -2;
  take (y.values, dx, N, TRUE);
  check (y.values, expected, N);
  take (y.values, dy, N, TRUE);
  check (y.values, x.values, N);
  cudaFree (fx);
  g_free (x.values);
  g_free (y.values);
}

/* Matrices and vectors to the device and back, with their own gaps on either side. */
static void
test_copies (void)
{
  Matrix a = matrix_new (3, 4, 2);
  double back[20] = { 0 }, every[8] = { 0 };
  double *device;

  g_assert_cmpint (cudaMalloc ((void **)&device, 4 * 5 * 8), ==, cudaSuccess);
  g_assert_cmpint (cublasSetMatrix (3, 4, 8, a.values, a.leading, device, 4), ==, 0);
  g_assert_cmpint (cublasGetMatrix (3, 4, 8, device, 4, back, 3), ==, 0);
  for (int column = 0; column < 4; column++)
    for (int row = 0; row < 3; row++)
      g_assert_cmpfloat (back[column * 3 + row], ==, get (&a, CUBLAS_OP_N, row, column));
  g_assert_cmpint (cublasSetVector (4, 8, a.values, 5, device, 1), ==, 0);
  g_assert_cmpint (cublasGetVector (4, 8, device, 1, every, 2), ==, 0);
  for (int i = 0; i < 4; i++)
    g_assert_cmpfloat (every[2 * i], ==, a.values[5 * i]);
  g_assert_cmpint (cublasSetMatrix (3, 40, 8, a.values, a.leading, device, 4), ==,
                   CUBLAS_STATUS_MAPPING_ERROR);
  cudaGetLastError ();
  cudaFree (device);
  g_free (a.values);
}

/* Several products; a transposed matrix by a sum of matrices; a product of vectors. */
static void
test_others (void)
{
  enum { SIZE = 3, COUNT = 2, ALL = SIZE * SIZE * COUNT };
  Matrix a = matrix_new (SIZE, SIZE * COUNT, 0), b = matrix_new (SIZE, SIZE * COUNT, 0);
  double expected[ALL] = { 0 }, came[ALL], one = 1, none = 0;
  double *d[] = { put (a.values, ALL, TRUE), put (b.values, ALL, TRUE), put (a.values, ALL, TRUE) };
  const double *const lists[3][COUNT] = { { d[0], d[0] + 9 },
                                          { d[1], d[1] + 9 },
                                          { d[2] + 9, d[2] } };
  void *device[3];

  for (guint i = 0; i < ALL; i++)
    for (int p = 0; p < SIZE; p++)
      expected[i] += a.values[i / 9 * 9 + p * 3 + i % 3] * b.values[i / 3 * 3 + p];
  g_assert_cmpint (cublasDgemmStridedBatched (handle, CUBLAS_OP_N, CUBLAS_OP_N, SIZE, SIZE, SIZE,
                                              &one, d[0], SIZE, 9, d[1], SIZE, 9, &none, d[2], SIZE,
                                              9, COUNT),
                   ==, 0);
  library_get (came, d[2], sizeof came);
  check (came, expected, ALL);
  for (guint i = 0; i < 3; i++)
    device[i] = library_put (lists[i], sizeof lists[i]);
  g_assert_cmpint (cublasDgemmBatched (handle, CUBLAS_OP_N, CUBLAS_OP_N, SIZE, SIZE, SIZE, &one,
                                       device[0], SIZE, device[1], SIZE, &none, device[2], SIZE,
                                       COUNT),
                   ==, 0);
  library_get (came, d[2], sizeof came);
  check (came + 9, expected, 9);
  check (came, expected + 9, 9);
  g_assert_cmpint (cublasDgeam (handle, CUBLAS_OP_T, CUBLAS_OP_N, SIZE, SIZE, &one, d[0], SIZE,
                                &none, NULL, SIZE, d[2], SIZE),
                   ==, 0);
  library_get (came, d[2], sizeof came);
  for (int i = 0; i < 9; i++)
    g_assert_cmpfloat (came[i], ==, a.values[i % 3 * 3 + i / 3]);
  g_assert_cmpint (cublasDger (handle, SIZE, SIZE, &one, d[1], 1, d[1] + 3, 1, d[2], SIZE), ==, 0);
  library_get (came, d[2], sizeof came);
  for (int i = 0; i < 9; i++)
    expected[i] = a.values[i % 3 * 3 + i / 3] + b.values[i % 3] * b.values[3 + i / 3];
  check (came, expected, 9);
  for (guint i = 0; i < 3; i++)
    {
      cudaFree (d[i]);
      cudaFree (device[i]);
    }
  g_free (a.values);
  g_free (b.values);
}

cublasStatus_t cublasStrsm_v2 (cublasHandle_t);
int cufftPlan1d (void);
int cusparseSpMV (void);
int cusolverDnSgetrf (void);
int ncclAllReduce (void);
int cublasLtMatmul (void);

/* Last: behind what a call did wrong, nothing works. */
static void
test_history (void)
{
  static const char *const refused[][2] = {
    { "cublasStrsm_v2", "cuBLAS" }, { "cufftPlan1d", "cuFFT" },
    { "cusparseSpMV", "cuSPARSE" }, { "cusolverDnSgetrf", "cuSOLVER" },
    { "ncclAllReduce", "NCCL" },    { "cublasLtMatmul", "cuBLASLt" }
  };
  g_autoptr (WsHistory) history = NULL;
  const float one = 1;
  float *device;
  float host[4];

  g_assert_cmpint (cudaMalloc ((void **)&device, 36), ==, cudaSuccess);
  g_assert_cmpint (cublasSgemm (NULL, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &one, device, 2, device, 2,
                                &one, device, 2),
                   ==, CUBLAS_STATUS_NOT_INITIALIZED);
  g_assert_cmpint (cublasSgemm (handle, CUBLAS_OP_N, CUBLAS_OP_N, 3, 2, 2, &one, device, 2, device,
                                2, &one, device, 3),
                   ==, CUBLAS_STATUS_INVALID_VALUE);
  g_assert_cmpint (cublasStrsm_v2 (handle), ==, CUBLAS_STATUS_NOT_SUPPORTED);
  g_assert_cmpint (cufftPlan1d (), ==, 16);
  g_assert_cmpint (cusparseSpMV (), ==, 10);
  g_assert_cmpint (cusolverDnSgetrf (), ==, 9);
  g_assert_cmpint (ncclAllReduce (), !=, 0);
  g_assert_cmpint (cublasLtMatmul (), ==, 15);
  g_assert_cmpstr (cublasGetStatusName (CUBLAS_STATUS_NOT_SUPPORTED), ==,
                   "CUBLAS_STATUS_NOT_SUPPORTED");
  g_assert_cmpint (cudaDeviceSynchronize (), ==, cudaSuccess);
  g_assert_cmpint (cublasSscal (handle, 4, &one, host, 1), ==, CUBLAS_STATUS_EXECUTION_FAILED);
  g_assert_cmpint (cudaDeviceSynchronize (), ==, cudaErrorIllegalAddress);
  history = library_end ();
  for (guint i = 0; i < G_N_ELEMENTS (refused); i++)
    {
      const WsStep *step = library_find (history, refused[i][0]);
      g_autofree char *end = g_strdup_printf ("this call of %s is not there.", refused[i][1]);

      g_assert_cmpint (step->kind, ==, WS_STEP_REFUSED);
      g_assert_true (g_str_has_suffix (step->words, end));
    }
  g_assert_cmpint (library_find (history, "cublasIsamax")->kind, ==, WS_STEP_LIBRARY);
  g_assert_cmpint (library_find (history, "cublasSetMatrix")->kind, ==, WS_STEP_COPY);
  g_assert_nonnull (
      strstr (library_find (history, "cublasSscal")->words, "not memory of the device"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  library_begin ();
  g_assert_cmpint (cublasCreate (&handle), ==, CUBLAS_STATUS_SUCCESS);
  g_test_add_func ("/cublas/gemm", test_gemm);
  g_test_add_func ("/cublas/gemv", test_gemv);
  g_test_add_func ("/cublas/vectors", test_vectors);
  g_test_add_func ("/cublas/copies", test_copies);
  g_test_add_func ("/cublas/others", test_others);
  g_test_add_func ("/cublas/history", test_history);
  return g_test_run ();
}
