/* parameters.c: the parameter block of a launch. */
#include "job/job.h"

#include <string.h>

/* The offset of a parameter after the previous ones (PTX ISA 5.1.6.4: each at its own
 * alignment). */
static gsize
align (gsize at, gsize alignment)
{
  return (at + alignment - 1) / alignment * alignment;
}

/* A structure, with the addresses in it. */
static void
fill_structure (const WsArgument *argument, gsize size, const guint64 *addresses, guint8 *place)
{
  memcpy (place, g_bytes_get_data (argument->bytes, NULL), size);
  for (guint i = 0; argument->links != NULL && i < argument->links->len; i++)
    {
      const WsAddress *link = &g_array_index (argument->links, WsAddress, i);
      guint64 address = GUINT64_TO_LE (addresses[link->buffer] + link->offset);

      memcpy (place + link->at, &address, sizeof address);
    }
}

/**
 * ws_job_fill_parameters:
 * @self: a job that passes ws_job_check()
 * @addresses: (array): of its buffers on the device; for textures and surfaces, their objects
 * @params: (out): %WS_JOB_PARAMS_BYTES of room
 *
 * Lays out the arguments according to the kernel's parameters.
 *
 * Returns: bytes of the block
 */
gsize
ws_job_fill_parameters (const WsJob *self, const WsJobLaunch *launch, const guint64 *addresses,
                        guint8 *params)
{
  const GArray *parameters = ws_job_get_entry (self, launch->entry)->parameters;
  gsize at = 0;

  for (guint i = 0; i < parameters->len; i++)
    {
      const WsParameter *parameter = &g_array_index (parameters, WsParameter, i);
      const WsArgument *argument = &g_array_index (launch->arguments, WsArgument, i);
      guint64 bits = argument->kind == WS_ARGUMENT_BUFFER
                         ? addresses[argument->buffer] + argument->offset
                         : argument->bits;
      gsize begin = align (at, parameter->alignment);

      g_return_val_if_fail (begin + parameter->size <= WS_JOB_PARAMS_BYTES, 0);

      memset (params + at, 0, begin - at);
      bits = GUINT64_TO_LE (bits);
      if (argument->kind == WS_ARGUMENT_BYTES)
        fill_structure (argument, parameter->size, addresses, params + begin);
      else
        memcpy (params + begin, &bits, parameter->size);
      at = begin + parameter->size;
    }
  return at;
}
