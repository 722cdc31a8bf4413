/* libFuzzer: any bytes as what a worker says. */
#include "worker/protocol.h"

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_data (data, (gssize)size, NULL);
  gboolean more = TRUE;

  while (more)
    {
      g_autofree char *message = NULL;
      g_autoptr (GVariant) body = ws_protocol_read (stream, &message, NULL, NULL);

      more = body != NULL;
    }
  return 0;
}
