/* squeeze.h: bytes made fewer for a slow line, by Zstandard (RFC 8878), and made again of what a
 * stranger may have written.
 *
 * What was squeezed says how long it was. It is believed up to 16 MiB, and above that up to 1024
 * times of what came: a few bytes cannot ask for gigabytes. What would become smaller than that is
 * not squeezed. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

guint8 *ws_squeeze (gconstpointer data, gsize size, gsize n_before, gsize *squeezed);
guint8 *ws_unsqueeze (gconstpointer data, gsize size, guint64 most, gsize *unsqueezed);

G_END_DECLS
