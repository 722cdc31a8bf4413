/* blas-vector.c: level 1: vectors. Of no elements there is nothing to do, and results are 0. */
#include "libraries/blas.h"

#include <math.h>
#include <string.h>

/* Where the handle says; a result on the host has been waited for. */
static void
give (WsBlas *self, void *result, const void *value, gsize bytes)
{
  const WsLibraryRange one = { result, bytes, 1, 0 };

  if (self->handle->pointer_mode == WS_BLAS_DEVICE)
    result = ws_library_write (&self->call, &one);
  else
    ws_library_wait (&self->call);
  if (result != NULL && self->call.error == cudaSuccess)
    memcpy (result, value, bytes);
}

static void
give_number (WsBlas *self, void *result, double number)
{
  double value;

  ws_blas_put (self, &value, 0, number);
  give (self, result, &value, self->is_double ? sizeof (double) : sizeof (float));
}

static gboolean
load_two (WsBlas *self, const WsBlasVector *x, const WsBlasVector *y, double *values[2])
{
  values[0] = ws_blas_load (self, x);
  values[1] = values[0] != NULL ? ws_blas_load (self, y) : NULL;
  return values[1] != NULL;
}

static void
free_two (double *values[2])
{
  g_free (values[0]);
  g_free (values[1]);
}

void
ws_blas_sum (WsBlas *self, const WsBlasVector *x, void *result)
{
  g_autofree double *values = x->n > 0 ? ws_blas_load (self, x) : NULL;
  double sum = 0;

  for (int i = 0; values != NULL && i < x->n; i++)
    sum += fabs (values[i]);
  give_number (self, result, sum);
}

void
ws_blas_norm (WsBlas *self, const WsBlasVector *x, void *result)
{
  g_autofree double *values = x->n > 0 ? ws_blas_load (self, x) : NULL;
  double norm = 0;

  for (int i = 0; values != NULL && i < x->n; i++)
    norm = hypot (norm, values[i]);
  give_number (self, result, norm);
}

void
ws_blas_dot (WsBlas *self, const WsBlasVector *x, const WsBlasVector *y, void *result)
{
  double *values[2] = { NULL, NULL };
  double sum = 0;

  if (x->n > 0 && load_two (self, x, y, values))
    for (int i = 0; i < x->n; i++)
      sum += values[0][i] * values[1][i];
  free_two (values);
  give_number (self, result, sum);
}

/**
 * ws_blas_find:
 * @greatest: whether the element of the greatest magnitude is looked for; else that of the least
 * @result: (out): which it is, counted from 1; the first of several
 */
void
ws_blas_find (WsBlas *self, const WsBlasVector *x, gboolean greatest, int *result)
{
  g_autofree double *values = x->n > 0 && x->step > 0 ? ws_blas_load (self, x) : NULL;
  int found = values != NULL ? 1 : 0;

  for (int i = 1; values != NULL && i < x->n; i++)
    if (greatest ? fabs (values[i]) > fabs (values[found - 1])
                 : fabs (values[i]) < fabs (values[found - 1]))
      found = i + 1;
  give (self, result, &found, sizeof found);
}

void
ws_blas_scale (WsBlas *self, const void *alpha, const WsBlasVector *x)
{
  g_autofree double *values = NULL;
  double factor;

  if (x->n <= 0 || x->step <= 0 || !ws_blas_read_scalar (self, alpha, &factor)
      || (values = ws_blas_load (self, x)) == NULL)
    return;
  for (int i = 0; i < x->n; i++)
    values[i] *= factor;
  ws_blas_store (self, x, values);
}

/* y += alpha x */
void
ws_blas_add (WsBlas *self, const void *alpha, const WsBlasVector *x, const WsBlasVector *y)
{
  double *values[2] = { NULL, NULL };
  double factor;

  if (x->n > 0 && ws_blas_read_scalar (self, alpha, &factor) && load_two (self, x, y, values))
    {
      for (int i = 0; i < x->n; i++)
        values[1][i] += factor * values[0][i];
      ws_blas_store (self, y, values[1]);
    }
  free_two (values);
}

void
ws_blas_copy (WsBlas *self, const WsBlasVector *x, const WsBlasVector *y)
{
  g_autofree double *values = x->n > 0 ? ws_blas_load (self, x) : NULL;

  if (values != NULL)
    ws_blas_store (self, y, values);
}

void
ws_blas_swap (WsBlas *self, const WsBlasVector *x, const WsBlasVector *y)
{
  double *values[2] = { NULL, NULL };

  if (x->n > 0 && load_two (self, x, y, values))
    {
      ws_blas_store (self, x, values[1]);
      ws_blas_store (self, y, values[0]);
    }
  free_two (values);
}

/**
 * ws_blas_rotate:
 * @scalars: (array fixed-size=2): cosine and sine of the angle
 */
void
ws_blas_rotate (WsBlas *self, const WsBlasVector *x, const WsBlasVector *y,
                const void *const scalars[2])
{
  double *values[2] = { NULL, NULL };
  double cosine, sine;

  if (x->n > 0 && ws_blas_read_scalar (self, scalars[0], &cosine)
      && ws_blas_read_scalar (self, scalars[1], &sine) && load_two (self, x, y, values))
    {
      for (int i = 0; i < x->n; i++)
        {
          double before = values[0][i];

          values[0][i] = cosine * before + sine * values[1][i];
          values[1][i] = cosine * values[1][i] - sine * before;
        }
      ws_blas_store (self, x, values[0]);
      ws_blas_store (self, y, values[1]);
    }
  free_two (values);
}
