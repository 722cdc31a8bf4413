/* error.c: error queries of programs. */
#include "runtime/api.h"
#include "runtime/runtime-private.h"

static const struct {
  cudaError_t error;
  const char *name;
  const char *words;
} errors[] = {
#define WS_ERROR(number, name, words) { name, #name, words },
#include "runtime/errors.def"
#undef WS_ERROR
};

#define UNKNOWN "unrecognized error code"

/* An error of a kernel persists: CUDA calls such errors sticky. */
cudaError_t
cudaGetLastError (void)
{
  WsRuntime *self = ws_runtime_enter ();
  cudaError_t error = self->is_broken ? self->left_error : self->last_error;

  self->last_error = cudaSuccess;
  g_rec_mutex_unlock (&self->lock);
  return error;
}

cudaError_t
cudaPeekAtLastError (void)
{
  WsRuntime *self = ws_runtime_enter ();
  cudaError_t error = self->is_broken ? self->left_error : self->last_error;

  g_rec_mutex_unlock (&self->lock);
  return error;
}

const char *
cudaGetErrorName (cudaError_t error)
{
  for (guint i = 0; i < G_N_ELEMENTS (errors); i++)
    if (errors[i].error == error)
      return errors[i].name;
  return UNKNOWN;
}

const char *
cudaGetErrorString (cudaError_t error)
{
  for (guint i = 0; i < G_N_ELEMENTS (errors); i++)
    if (errors[i].error == error)
      return errors[i].words;
  return UNKNOWN;
}
