#include "export/sink.h"

/**
 * ws_sink_write_cb:
 * @sink: a #WsSink
 * @data: (array length=length): what cairo has for the file
 * @length: bytes
 *
 * Returns: success, whatever becomes of it: ws_sink_finish() says
 */
cairo_status_t
ws_sink_write_cb (void *sink, const unsigned char *data, unsigned int length)
{
  WsSink *self = sink;

  if (self->error == NULL)
    g_output_stream_write_all (self->stream, data, length, NULL, NULL, &self->error);
  return CAIRO_STATUS_SUCCESS;
}

/**
 * ws_sink_finish:
 * @self: a sink that nothing more is written to
 *
 * Returns: whether all was written
 */
gboolean
ws_sink_finish (WsSink *self, GError **error)
{
  if (self->error == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&self->error));
  return FALSE;
}
