/* squeeze.h: compression for a slow line by Zstandard (RFC 8878), and decompression of data that
 * may come from a stranger.
 *
 * Compressed data states its original length. That is accepted up to 16 MiB, and above that up to
 * 1024 times the compressed length: a few bytes cannot ask for gigabytes. Data that would compress
 * further is sent as it is. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

guint8 *ws_squeeze (gconstpointer data, gsize size, gsize n_before, gsize *squeezed);
guint8 *ws_unsqueeze (gconstpointer data, gsize size, guint64 most, gsize *unsqueezed);

G_END_DECLS
