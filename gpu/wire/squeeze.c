#include "wire/squeeze.h"

#include <zstd.h>

#define LEAST_BYTES 4096 /* less is soon said, whatever the line */
#define LEVEL       3    /* some 200 MB/s of a recording; 100 Mbit/s are 12 */
#define FREE_BYTES  ((guint64)16 << 20)
#define MOST_FOLD   1024

static guint64
get_most (gsize squeezed)
{
  return MAX (FREE_BYTES, (guint64)squeezed * MOST_FOLD);
}

/**
 * ws_squeeze:
 * @data: (array length=size): any bytes
 * @size: of @data
 * @n_before: bytes left free before what is returned
 * @squeezed: (out): size of what is returned, with @n_before
 *
 * Returns: (transfer full) (nullable) (array length=squeezed): fewer bytes, of which
 * ws_unsqueeze() makes @data again; %NULL if they would not be an eighth fewer, or hardly any
 */
guint8 *
ws_squeeze (gconstpointer data, gsize size, gsize n_before, gsize *squeezed)
{
  gsize room = size - size / 8;
  guint8 *fewer;
  gsize n;

  if (size < LEAST_BYTES)
    return NULL;
  fewer = g_try_malloc (n_before + room);
  if (fewer == NULL)
    return NULL;
  n = ZSTD_compress (fewer + n_before, room, data, size, LEVEL);
  if (ZSTD_isError (n) || size > get_most (n))
    {
      g_free (fewer);
      return NULL;
    }
  *squeezed = n_before + n;
  return g_realloc (fewer, *squeezed);
}

/**
 * ws_unsqueeze:
 * @data: (array length=size): of ws_squeeze(), or of a stranger
 * @size: of @data
 * @most: bytes that are taken
 * @unsqueezed: (out): size of what is returned
 *
 * Returns: (transfer full) (nullable) (array length=unsqueezed): what was squeezed; %NULL if it
 * is damaged, or says that it is larger than it may be
 */
guint8 *
ws_unsqueeze (gconstpointer data, gsize size, guint64 most, gsize *unsqueezed)
{
  unsigned long long said = ZSTD_getFrameContentSize (data, size);
  guint8 *bytes;

  /* above all are the two that say that it is not known, and no frame */
  if (said > MIN (most, get_most (size)))
    return NULL;
  bytes = g_try_malloc (MAX (said, 1));
  if (bytes == NULL)
    return NULL;
  *unsqueezed = ZSTD_decompress (bytes, said, data, size);
  if (*unsqueezed == said)
    return bytes;
  g_free (bytes);
  return NULL;
}
