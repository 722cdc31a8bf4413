/* blas-matrix.c: levels 2 and 3: a matrix by a vector, and by another. */
#include "libraries/blas.h"

/* ---- matrices ---- */

static gboolean
is_transposed (int how)
{
  return how != WS_BLAS_PLAIN; /* of real numbers, conjugated is transposed */
}

static gboolean
check (WsBlas *self, const WsBlasMatrix *matrix, const char *leading)
{
  return matrix->leading >= MAX (1, matrix->rows)
         || ws_blas_refuse (self, leading, matrix->leading);
}

static WsLibraryRange
get_range (const WsBlas *self, const WsBlasMatrix *matrix)
{
  gsize bytes = self->is_double ? sizeof (double) : sizeof (float);

  return (WsLibraryRange){ matrix->data, bytes * (gsize)matrix->rows, (gsize)matrix->columns,
                           bytes * (gsize)matrix->leading };
}

/* (transfer full) (nullable): its elements, column after column, of it as it is taken */
static double *
load (WsBlas *self, const WsBlasMatrix *matrix, int how)
{
  const WsLibraryRange range = get_range (self, matrix);
  const void *data = ws_library_read (&self->call, &range);
  gsize rows = (gsize)matrix->rows;
  gsize columns = (gsize)matrix->columns;
  double *values;

  if (data == NULL)
    return NULL;
  values = g_new (double, rows *columns);
  for (gsize k = 0; k < columns; k++)
    for (gsize i = 0; i < rows; i++)
      values[is_transposed (how) ? i * columns + k : k * rows + i] =
          ws_blas_get (self, data, k * (gsize)matrix->leading + i);
  return values;
}

static void
store (WsBlas *self, const WsBlasMatrix *matrix, const double *values)
{
  const WsLibraryRange range = get_range (self, matrix);
  void *data = ws_library_write (&self->call, &range);

  for (gsize k = 0; data != NULL && k < (gsize)matrix->columns; k++)
    for (gsize i = 0; i < (gsize)matrix->rows; i++)
      ws_blas_put (self, data, k * (gsize)matrix->leading + i, values[k * (gsize)matrix->rows + i]);
}

static gboolean
check_how (WsBlas *self, int how, const char *name)
{
  return (how >= WS_BLAS_PLAIN && how <= WS_BLAS_CONJUGATED) || ws_blas_refuse (self, name, how);
}

static gboolean
check_size (WsBlas *self, int size, const char *name)
{
  return size >= 0 || ws_blas_refuse (self, name, size);
}

static gboolean
read_factors (WsBlas *self, const WsBlasProduct *product, double factors[2])
{
  return ws_blas_read_scalar (self, product->alpha, &factors[0])
         && ws_blas_read_scalar (self, product->beta, &factors[1]);
}

/* As it is stored: of @rows and @columns where it is taken as it is. */
static WsBlasMatrix
describe (const void *data, int rows, int columns, int how, int leading)
{
  return is_transposed (how) ? (WsBlasMatrix){ data, columns, rows, leading }
                             : (WsBlasMatrix){ data, rows, columns, leading };
}

/* (transfer full) (nullable): what is there, by @beta; where that is 0 it is not read */
static double *
load_target (WsBlas *self, const WsBlasMatrix *matrix, double beta)
{
  gsize n = (gsize)matrix->rows * (gsize)matrix->columns;
  double *values;

  if (beta == 0)
    return g_new0 (double, n);
  values = load (self, matrix, WS_BLAS_PLAIN);
  for (gsize i = 0; values != NULL && i < n; i++)
    values[i] *= beta;
  return values;
}

/* ---- products ---- */

/* Column by column, so that the innermost loop is over what lies side by side. */
static void
add_product (const WsBlasProduct *product, double alpha, const double *a, const double *b,
             double *c)
{
  gsize m = (gsize)product->m;
  gsize k = (gsize)product->k;

  for (gsize column = 0; column < (gsize)product->n; column++)
    for (gsize p = 0; p < k; p++)
      {
        double factor = alpha * b[column * k + p];
        const double *from = a + p * m;
        double *to = c + column * m;

        for (gsize i = 0; i < m; i++)
          to[i] += factor * from[i];
      }
}

static gboolean
check_product (WsBlas *self, const WsBlasProduct *product, const WsBlasMatrix matrices[3])
{
  return check_how (self, product->transpose[0], "transa")
         && check_how (self, product->transpose[1], "transb") && check_size (self, product->m, "m")
         && check_size (self, product->n, "n") && check_size (self, product->k, "k")
         && check (self, &matrices[0], "lda") && check (self, &matrices[1], "ldb")
         && check (self, &matrices[2], "ldc");
}

/**
 * ws_blas_multiply:
 * @operands: of C = alpha A B + beta C
 *
 * Where nothing is added up, C is what beta leaves of it.
 */
void
ws_blas_multiply (WsBlas *self, const WsBlasProduct *product, const WsBlasOperands *operands)
{
  const WsBlasMatrix matrices[] = {
    describe (operands->a, product->m, product->k, product->transpose[0], operands->leading[0]),
    describe (operands->b, product->k, product->n, product->transpose[1], operands->leading[1]),
    { operands->c, product->m, product->n, operands->leading[2] },
  };
  g_autofree double *a = NULL;
  g_autofree double *b = NULL;
  g_autofree double *c = NULL;
  double factors[2];
  gboolean has_product;

  if (!check_product (self, product, matrices) || product->m == 0 || product->n == 0
      || !read_factors (self, product, factors))
    return;
  has_product = product->k > 0 && factors[0] != 0;
  c = load_target (self, &matrices[2], factors[1]);
  if (c == NULL)
    return;
  if (has_product)
    {
      a = load (self, &matrices[0], product->transpose[0]);
      b = a != NULL ? load (self, &matrices[1], product->transpose[1]) : NULL;
      if (b == NULL)
        return;
      add_product (product, factors[0], a, b, c);
    }
  store (self, &matrices[2], c);
}

/**
 * ws_blas_combine:
 * @product: k is not looked at
 * @operands: of C = alpha A + beta B
 */
void
ws_blas_combine (WsBlas *self, const WsBlasProduct *product, const WsBlasOperands *operands)
{
  const void *const data[] = { operands->a, operands->b };
  static const char *const leading[] = { "lda", "ldb" };
  const WsBlasMatrix to = { operands->c, product->m, product->n, operands->leading[2] };
  gsize n = (gsize)MAX (product->m, 0) * (gsize)MAX (product->n, 0);
  g_autofree double *sum = NULL;
  double factors[2];

  if (!check_size (self, product->m, "m") || !check_size (self, product->n, "n")
      || !check (self, &to, "ldc") || n == 0 || !read_factors (self, product, factors))
    return;
  sum = g_new0 (double, n);
  for (guint i = 0; i < 2; i++)
    {
      const WsBlasMatrix matrix =
          describe (data[i], product->m, product->n, product->transpose[i], operands->leading[i]);
      g_autofree double *values = NULL;

      if (factors[i] == 0)
        continue;
      if (!check (self, &matrix, leading[i])
          || (values = load (self, &matrix, product->transpose[i])) == NULL)
        return;
      for (gsize e = 0; e < n; e++)
        sum[e] += factors[i] * values[e];
    }
  store (self, &to, sum);
}

/* ---- a matrix and vectors ---- */

/**
 * ws_blas_apply:
 * @product: of y = alpha A x + beta y; its sizes are not looked at
 * @a: as it is stored
 */
void
ws_blas_apply (WsBlas *self, const WsBlasProduct *product, const WsBlasMatrix *a,
               const WsBlasVector *x, const WsBlasVector *y)
{
  const WsBlasProduct column = { y->n, 1, x->n, { 0, 0 }, NULL, NULL };
  g_autofree double *matrix = NULL;
  g_autofree double *from = NULL;
  g_autofree double *to = NULL;
  double factors[2];

  if (!check_how (self, product->transpose[0], "trans") || !check_size (self, a->rows, "m")
      || !check_size (self, a->columns, "n") || !check (self, a, "lda") || a->rows == 0
      || a->columns == 0 || !read_factors (self, product, factors))
    return;
  to = factors[1] != 0 ? ws_blas_load (self, y) : g_new0 (double, y->n);
  matrix = to != NULL ? load (self, a, product->transpose[0]) : NULL;
  from = matrix != NULL ? ws_blas_load (self, x) : NULL;
  if (from == NULL)
    return;
  for (int i = 0; i < y->n; i++)
    to[i] *= factors[1];
  add_product (&column, factors[0], matrix, from, to);
  ws_blas_store (self, y, to);
}

/* A += alpha x y^T */
void
ws_blas_update (WsBlas *self, const void *alpha, const WsBlasVector *x, const WsBlasVector *y,
                const WsBlasMatrix *a)
{
  const WsBlasProduct outer = { x->n, y->n, 1, { 0, 0 }, NULL, NULL };
  g_autofree double *matrix = NULL;
  g_autofree double *left = NULL;
  g_autofree double *right = NULL;
  double factor;

  if (!check_size (self, x->n, "m") || !check_size (self, y->n, "n") || !check (self, a, "lda")
      || x->n == 0 || y->n == 0 || !ws_blas_read_scalar (self, alpha, &factor))
    return;
  matrix = load (self, a, WS_BLAS_PLAIN);
  left = matrix != NULL ? ws_blas_load (self, x) : NULL;
  right = left != NULL ? ws_blas_load (self, y) : NULL;
  if (right == NULL)
    return;
  add_product (&outer, factor, left, right, matrix);
  store (self, a, matrix);
}
