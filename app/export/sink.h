/* sink.h: where cairo writes a picture or a document.
 *
 * Takes all that comes, also after a write has failed: a PDF surface that is told of a failure in
 * the middle of a page goes on, and ends the program by an assertion. The caller asks the sink at
 * the end.
 */
#pragma once

#include <cairo.h>
#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * WsSink:
 * @stream: (transfer none): where to
 * @error: (owned) (nullable): the first that went wrong; nothing is written after it
 */
typedef struct {
  GOutputStream *stream;
  GError *error;
} WsSink;

cairo_status_t ws_sink_write_cb (void *sink, const unsigned char *data, unsigned int length);
gboolean ws_sink_finish (WsSink *self, GError **error);

G_END_DECLS
