/* blas.c: what calls of cuBLAS have in common. */
#include "libraries/blas.h"

#include <glib/gi18n.h>
#include <string.h>

/**
 * ws_blas_begin:
 * @self: (out): for the others
 * @handle: (nullable): what the program hands over
 * @name: of the call, as programs write it
 *
 * Returns: whether there is something to do; ws_blas_end() has to follow in either case
 */
gboolean
ws_blas_begin (WsBlas *self, const WsBlasHandle *handle, const char *name, gboolean is_double)
{
  gboolean is_good;

  *self = (WsBlas){ .handle = handle, .is_double = is_double };
  is_good = ws_library_begin (&self->call, name, handle != NULL ? handle->stream : NULL);
  if (handle == NULL)
    self->status = WS_BLAS_NOT_INITIALIZED;
  return is_good && handle != NULL;
}

/* Returns: its status */
int
ws_blas_end (WsBlas *self)
{
  cudaError_t error = ws_library_end (&self->call);

  if (self->status != WS_BLAS_SUCCESS || error == cudaSuccess)
    return self->status;
  return error == cudaErrorStreamCaptureUnsupported ? WS_BLAS_NOT_SUPPORTED
                                                    : WS_BLAS_EXECUTION_FAILED;
}

/* Says which argument cannot be. Returns: always %FALSE */
gboolean
ws_blas_refuse (WsBlas *self, const char *argument, int value)
{
  self->status = WS_BLAS_INVALID_VALUE;
  self->call.error = cudaErrorInvalidValue;
  if (self->call.words == NULL)
    self->call.words = g_strdup_printf (_ ("%s: %s = %d does not go with the others."),
                                        self->call.name, argument, value);
  return FALSE;
}

/* ---- numbers ---- */

static gsize
get_bytes (const WsBlas *self)
{
  return self->is_double ? sizeof (double) : sizeof (float);
}

/* Returns: the number at @index of @data, on the host */
double
ws_blas_get (const WsBlas *self, const void *data, gsize index)
{
  return self->is_double ? ((const double *)data)[index] : (double)((const float *)data)[index];
}

void
ws_blas_put (const WsBlas *self, void *data, gsize index, double value)
{
  if (self->is_double)
    ((double *)data)[index] = value;
  else
    ((float *)data)[index] = (float)value;
}

/**
 * ws_blas_read_scalar:
 * @pointer: of the host or of the device, as the handle says
 * @value: (out): what is there
 *
 * Returns: %FALSE if it cannot be read
 */
gboolean
ws_blas_read_scalar (WsBlas *self, const void *pointer, double *value)
{
  const WsLibraryRange one = { pointer, get_bytes (self), 1, 0 };

  if (pointer == NULL)
    return ws_blas_refuse (self, "alpha, beta", 0);
  if (self->handle->pointer_mode == WS_BLAS_DEVICE)
    pointer = ws_library_read (&self->call, &one);
  if (pointer != NULL)
    *value = ws_blas_get (self, pointer, 0);
  return pointer != NULL;
}

/* ---- vectors ---- */

/* Element @i is the one at this index. */
static gsize
get_place (const WsBlasVector *self, gsize i)
{
  gsize step = (gsize)ABS (self->step);

  return self->step < 0 ? ((gsize)self->n - 1 - i) * step : i * step;
}

static WsLibraryRange
get_range (const WsBlas *self, const WsBlasVector *vector)
{
  gsize bytes = get_bytes (self);

  if (vector->step == 1)
    return (WsLibraryRange){ vector->data, bytes * (gsize)vector->n, 1, 0 };
  return (WsLibraryRange){ vector->data, bytes, (gsize)vector->n,
                           bytes * (gsize)ABS (vector->step) };
}

/**
 * ws_blas_load:
 * @vector: of one element or more
 *
 * Returns: (transfer full) (nullable): its elements; %NULL if they cannot be read
 */
double *
ws_blas_load (WsBlas *self, const WsBlasVector *vector)
{
  const WsLibraryRange range = get_range (self, vector);
  const void *data = ws_library_read (&self->call, &range);
  double *values;

  if (data == NULL)
    return NULL;
  values = g_new (double, vector->n);
  for (gsize i = 0; i < (gsize)vector->n; i++)
    values[i] = ws_blas_get (self, data, get_place (vector, i));
  return values;
}

/* @values: (array): as many as @vector has elements */
void
ws_blas_store (WsBlas *self, const WsBlasVector *vector, const double *values)
{
  const WsLibraryRange range = get_range (self, vector);
  void *data = ws_library_write (&self->call, &range);

  for (gsize i = 0; data != NULL && i < (gsize)vector->n; i++)
    ws_blas_put (self, data, get_place (vector, i), values[i]);
}
