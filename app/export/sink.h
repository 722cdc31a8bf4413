/* sink.h: where cairo writes a picture or a document.
 *
 * Accepts all data even after a failed write: a PDF surface that gets an error in the middle of a
 * page aborts the program by an assertion. The caller checks the sink at the end.
 */
#pragma once

#include <cairo.h>
#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * WsSink:
 * @stream: (transfer none): where to
 * @error: (owned) (nullable): the first error; nothing is written after it
 */
typedef struct {
  GOutputStream *stream;
  GError *error;
} WsSink;

cairo_status_t ws_sink_write_cb (void *sink, const unsigned char *data, unsigned int length);
gboolean ws_sink_finish (WsSink *self, GError **error);

G_END_DECLS
