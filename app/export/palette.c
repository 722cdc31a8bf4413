/* palette.c: frequent colours get their own entries; the shades at their edges share the rest, by
 * median cut (P. Heckbert, Color Image Quantization for Frame Buffer Display, SIGGRAPH 1982). */
#include "export/palette.h"

#include <stdlib.h>
#include <string.h>

#define MAX_FLAT     128    /* number of colours with their own entries, if not all can have one */
#define FLAT_SHARE   0.0001 /* of the pixels, for a colour to be flat */
#define CACHE_SIZE   (1 << 16) /* of colours looked up before */
#define COLOR_MASK   0xffffffu
#define NOT_CACHED   0xffffffffu
#define GREEN_WEIGHT 4 /* of a distance: eyes see green best */
#define RED_WEIGHT   2
#define BLUE_WEIGHT  1

typedef struct {
  guint32 color;
  guint64 n;
} Entry;

struct _WsHistogram {
  GHashTable *counts; /* colour + 1 -> n */
  guint64 n_pixels;
};

struct _WsPalette {
  guint32 colors[WS_PALETTE_MAX_COLORS];
  guint n_colors;
  guint32 keys[CACHE_SIZE];
  guint8 found[CACHE_SIZE];
};

static guint
get_channel (guint32 color, guint channel)
{
  return color >> (8 * channel) & 0xff;
}

/* ---- histogram ---- */

/* Returns: (transfer full): a histogram of no colours */
WsHistogram *
ws_histogram_new (void)
{
  WsHistogram *self = g_new0 (WsHistogram, 1);

  self->counts = g_hash_table_new (NULL, NULL);
  return self;
}

void
ws_histogram_free (WsHistogram *self)
{
  if (self == NULL)
    return;
  g_hash_table_unref (self->counts);
  g_free (self);
}

static void
count (WsHistogram *self, guint32 color, gsize n)
{
  gpointer key = GSIZE_TO_POINTER ((gsize)color + 1);
  gsize before = GPOINTER_TO_SIZE (g_hash_table_lookup (self->counts, key));

  g_hash_table_insert (self->counts, key, GSIZE_TO_POINTER (before + n));
  self->n_pixels += n;
}

/**
 * ws_histogram_add:
 * @surface: RGB24; all of its pixels are counted
 */
void
ws_histogram_add (WsHistogram *self, cairo_surface_t *surface)
{
  int width = cairo_image_surface_get_width (surface);
  int height = cairo_image_surface_get_height (surface);
  const guint8 *data = cairo_image_surface_get_data (surface);
  int stride = cairo_image_surface_get_stride (surface);

  for (int y = 0; y < height; y++)
    {
      const guint32 *row = (const guint32 *)(const void *)(data + (gsize)y * (gsize)stride);
      int begin = 0;

      /* most pixels are like their neighbour */
      for (int x = 1; x <= width; x++)
        if (x == width || ((row[x] ^ row[begin]) & COLOR_MASK) != 0)
          {
            count (self, row[begin] & COLOR_MASK, (gsize)(x - begin));
            begin = x;
          }
    }
}

/* ---- median cut ---- */

/* entries[first ... + n), and how far they reach along the channel that they differ most in */
typedef struct {
  guint first;
  guint n;
  guint channel;
  guint extent;
  guint64 weight;
} Box;

static int
compare_count (gconstpointer a, gconstpointer b)
{
  const Entry *x = a;
  const Entry *y = b;

  if (x->n != y->n)
    return x->n < y->n ? 1 : -1;
  return x->color < y->color ? -1 : x->color > y->color; /* the same for all hash tables */
}

static int
compare_channel (gconstpointer a, gconstpointer b, gpointer data)
{
  guint channel = GPOINTER_TO_UINT (data);
  const Entry *x = a;
  const Entry *y = b;
  int difference = (int)get_channel (x->color, channel) - (int)get_channel (y->color, channel);

  if (difference != 0)
    return difference;
  return x->color < y->color ? -1 : x->color > y->color;
}

static Box
measure (const Entry *entries, guint first, guint n)
{
  static const guint weights[] = { BLUE_WEIGHT, RED_WEIGHT, GREEN_WEIGHT };
  static const guint of[] = { 0, 2, 1 };
  Box box = { .first = first, .n = n };

  for (guint i = 0; i < n; i++)
    box.weight += entries[first + i].n;
  for (guint k = 0; k < 3; k++)
    {
      guint low = 255;
      guint high = 0;

      for (guint i = 0; i < n; i++)
        {
          guint value = get_channel (entries[first + i].color, of[k]);

          low = MIN (low, value);
          high = MAX (high, value);
        }
      if ((high - low) * weights[k] > box.extent)
        {
          box.extent = (high - low) * weights[k];
          box.channel = of[k];
        }
    }
  return box;
}

/* Where half of the pixels are on either side, at least one colour on each. */
static guint
find_median (const Entry *entries, const Box *box)
{
  guint64 seen = 0;

  for (guint i = 0; i + 1 < box->n; i++)
    {
      seen += entries[box->first + i].n;
      if (seen * 2 >= box->weight)
        return i + 1;
    }
  return box->n - 1;
}

static guint32
get_mean (const Entry *entries, const Box *box)
{
  guint32 color = 0;

  for (guint channel = 0; channel < 3; channel++)
    {
      guint64 sum = 0;

      for (guint i = 0; i < box->n; i++)
        sum += get_channel (entries[box->first + i].color, channel) * entries[box->first + i].n;
      color |= (guint32)((sum + box->weight / 2) / box->weight) << (8 * channel);
    }
  return color;
}

/* @n: more than there are places for */
static void
cut (WsPalette *self, Entry *entries, guint n)
{
  Box boxes[WS_PALETTE_MAX_COLORS];
  guint most = WS_PALETTE_MAX_COLORS - self->n_colors;
  guint n_boxes = 1;

  boxes[0] = measure (entries, 0, n);
  while (n_boxes < most)
    {
      guint widest = 0;
      Box box;
      guint middle;

      for (guint i = 1; i < n_boxes; i++)
        if (boxes[i].extent > boxes[widest].extent)
          widest = i;
      box = boxes[widest];
      if (box.n < 2)
        break;
      g_qsort_with_data (entries + box.first, (int)box.n, sizeof *entries, compare_channel,
                         GUINT_TO_POINTER (box.channel));
      middle = find_median (entries, &box);
      boxes[widest] = measure (entries, box.first, middle);
      boxes[n_boxes++] = measure (entries, box.first + middle, box.n - middle);
    }
  for (guint i = 0; i < n_boxes; i++)
    self->colors[self->n_colors++] = get_mean (entries, &boxes[i]);
}

/* ---- palette ---- */

/**
 * ws_palette_new:
 * @histogram: of the pictures that it is for
 *
 * Returns: (transfer full): all their colours, if few; otherwise the frequent ones and averages of
 * the others
 */
WsPalette *
ws_palette_new (const WsHistogram *histogram)
{
  WsPalette *self = g_new0 (WsPalette, 1);
  guint n = g_hash_table_size (histogram->counts);
  g_autofree Entry *entries = g_new (Entry, n + 1);
  GHashTableIter iter;
  gpointer key;
  gpointer value;
  guint n_flat = 0;
  guint i = 0;

  g_hash_table_iter_init (&iter, histogram->counts);
  while (g_hash_table_iter_next (&iter, &key, &value))
    entries[i++] = (Entry){ (guint32)(GPOINTER_TO_SIZE (key) - 1), GPOINTER_TO_SIZE (value) };
  qsort (entries, n, sizeof *entries, compare_count);
  if (n <= WS_PALETTE_MAX_COLORS)
    n_flat = n;
  else
    while (n_flat < MAX_FLAT
           && (double)entries[n_flat].n >= FLAT_SHARE * (double)histogram->n_pixels)
      n_flat++;
  for (i = 0; i < n_flat; i++)
    self->colors[self->n_colors++] = entries[i].color;
  if (n_flat < n)
    cut (self, entries + n_flat, n - n_flat);
  memset (self->keys, 0xff, sizeof self->keys);
  return self;
}

void
ws_palette_free (WsPalette *self)
{
  g_free (self);
}

/* Returns: its colours, at most %WS_PALETTE_MAX_COLORS */
guint
ws_palette_get_n_colors (const WsPalette *self)
{
  return self->n_colors;
}

/**
 * ws_palette_get_color:
 * @i: index of a colour
 *
 * Returns: the colour, as 0xrrggbb
 */
guint32
ws_palette_get_color (const WsPalette *self, guint i)
{
  g_return_val_if_fail (i < self->n_colors, 0);
  return self->colors[i];
}

static guint
find_nearest (const WsPalette *self, guint32 color)
{
  guint best = 0;
  int least = G_MAXINT;

  for (guint i = 0; i < self->n_colors; i++)
    {
      int red = (int)get_channel (color, 2) - (int)get_channel (self->colors[i], 2);
      int green = (int)get_channel (color, 1) - (int)get_channel (self->colors[i], 1);
      int blue = (int)get_channel (color, 0) - (int)get_channel (self->colors[i], 0);
      int distance =
          RED_WEIGHT * red * red + GREEN_WEIGHT * green * green + BLUE_WEIGHT * blue * blue;

      if (distance < least)
        {
          least = distance;
          best = i;
        }
    }
  return best;
}

/**
 * ws_palette_find:
 * @self: a palette; remembers what was asked
 * @color: 0xrrggbb
 *
 * Returns: index of the nearest colour
 */
guint
ws_palette_find (WsPalette *self, guint32 color)
{
  guint slot = (color * 2654435761u) >> 16;

  G_STATIC_ASSERT (CACHE_SIZE == 1 << 16);
  if (self->keys[slot] != color)
    {
      self->keys[slot] = color;
      self->found[slot] = (guint8)find_nearest (self, color);
    }
  return self->found[slot];
}

/**
 * ws_palette_map:
 * @surface: RGB24
 * @indices: (out caller-allocates) (array): for each pixel, row by row, the colour that stands for
 * it; width times height of them
 */
void
ws_palette_map (WsPalette *self, cairo_surface_t *surface, guint8 *indices)
{
  int width = cairo_image_surface_get_width (surface);
  int height = cairo_image_surface_get_height (surface);
  const guint8 *data = cairo_image_surface_get_data (surface);
  int stride = cairo_image_surface_get_stride (surface);
  guint32 last = NOT_CACHED;
  guint index = 0;

  for (int y = 0; y < height; y++)
    {
      const guint32 *row = (const guint32 *)(const void *)(data + (gsize)y * (gsize)stride);

      for (int x = 0; x < width; x++)
        {
          guint32 color = row[x] & COLOR_MASK;

          if (color != last)
            index = ws_palette_find (self, last = color);
          *indices++ = (guint8)index;
        }
    }
}
