/* frames.c: changes what two processes say to each other, frame by frame: what a message says,
 * which come, how often, in which order, and which of them are squeezed, as those of a slow line
 * are. */
#include "fuzz.h"

#include "wire/squeeze.h"

#include <string.h>
#include <zstd.h>

#define HEADER_BYTES 8
#define MOST_CHANGES 3
#define MOST_PAYLOAD ((guint64)1 << 20) /* of a frame that is squeezed */
#define MAGIC        "WSF1"
#define SQUEEZED     "WSZ1"

static guint
below (GRand *rand, gsize n)
{
  return n > 1 ? (guint)g_rand_int_range (rand, 0, (gint32)MIN (n, G_MAXINT32)) : 0;
}

/* (transfer full) (nullable): what a frame of that header carries */
static GBytes *
read_payload (const guint8 *header, guint32 length)
{
  gsize size;
  guint8 *payload;

  if (memcmp (header, MAGIC, 4) == 0)
    return g_bytes_new (header + HEADER_BYTES, length);
  payload = ws_unsqueeze (header + HEADER_BYTES, length, MOST_PAYLOAD, &size);
  return payload != NULL ? g_bytes_new_take (payload, size) : NULL;
}

/* (element-type GVariant): the payloads, of type (sv); what is none ends them */
static GPtrArray *
split (const guint8 *data, gsize size)
{
  GPtrArray *frames = g_ptr_array_new_with_free_func ((GDestroyNotify)g_variant_unref);
  gsize at = 0;

  while (size - at >= HEADER_BYTES
         && (memcmp (data + at, MAGIC, 4) == 0 || memcmp (data + at, SQUEEZED, 4) == 0))
    {
      g_autoptr (GBytes) bytes = NULL;
      GVariant *frame;
      guint32 length;

      memcpy (&length, data + at + 4, 4);
      length = GUINT32_FROM_LE (length);
      if (length > size - at - HEADER_BYTES)
        break;
      bytes = read_payload (data + at, length);
      if (bytes == NULL)
        break;
      frame = g_variant_ref_sink (g_variant_new_from_bytes (G_VARIANT_TYPE ("(sv)"), bytes, FALSE));
      if (g_variant_is_normal_form (frame))
        g_ptr_array_add (frames, frame);
      else
        g_variant_unref (frame);
      at += HEADER_BYTES + length;
    }
  return frames;
}

static void
change (GRand *rand, GPtrArray *frames)
{
  guint at = below (rand, frames->len);
  guint to = below (rand, frames->len);
  gpointer frame = frames->pdata[at];

  switch (below (rand, 8))
    {
    case 0:
      if (frames->len > 1)
        g_ptr_array_remove_index (frames, at);
      break;
    case 1:
      g_ptr_array_insert (frames, (gint)to, g_variant_ref (frame));
      break;
    case 2:
      frames->pdata[at] = frames->pdata[to];
      frames->pdata[to] = frame;
      break;
    default:
      frames->pdata[at] = ws_fuzz_mutate_variant (frame, rand);
      g_variant_unref (frame);
      break;
    }
}

/* Returns: how many bytes of @room the frame takes; 0 where there are not so many */
static gsize
write_frame (GVariant *frame, gboolean is_squeezed, guint8 *room, gsize n_room)
{
  gsize length = g_variant_get_size (frame);
  guint32 little;

  if (n_room < HEADER_BYTES)
    return 0;
  if (is_squeezed)
    {
      length = ZSTD_compress (room + HEADER_BYTES, n_room - HEADER_BYTES,
                              g_variant_get_data (frame), length, 1);
      if (ZSTD_isError (length))
        return 0;
    }
  else if (length <= n_room - HEADER_BYTES)
    memcpy (room + HEADER_BYTES, g_variant_get_data (frame), length);
  else
    return 0;
  little = GUINT32_TO_LE ((guint32)length);
  memcpy (room, is_squeezed ? SQUEEZED : MAGIC, 4);
  memcpy (room + 4, &little, 4);
  return HEADER_BYTES + length;
}

/* Returns: how many bytes of @data they take; 0 where there is no room */
static gsize
join (GRand *rand, GPtrArray *frames, guint8 *data, gsize max_size)
{
  gsize at = 0;

  for (guint i = 0; i < frames->len; i++)
    {
      gsize taken = write_frame (frames->pdata[i], below (rand, 4) == 0, data + at, max_size - at);

      if (taken == 0)
        return 0;
      at += taken;
    }
  return at;
}

/**
 * ws_fuzz_mutate_frames:
 * @data: frames
 * @size: of @data
 * @max_size: room for them
 * @seed: of the changes
 *
 * Changes frames in place.
 *
 * Returns: the new size; 0 where there are none, or no room
 */
gsize
ws_fuzz_mutate_frames (guint8 *data, gsize size, gsize max_size, guint32 seed)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  g_autoptr (GPtrArray) frames = split (data, size);

  if (frames->len == 0 || below (rand, 10) == 0)
    return 0;
  for (guint i = 1 + below (rand, MOST_CHANGES); i > 0; i--)
    change (rand, frames);
  return join (rand, frames, data, max_size);
}
