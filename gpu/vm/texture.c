/* texture.c: CUDA C++ Programming Guide, appendix "Texture Fetching".
 *
 * Details of the linear filter that the appendix leaves open follow an H200
 * (tests/isa/textures.sh):
 *
 * - a normalized coordinate is truncated to 21 fractional bits; times the size, it is rounded to
 * the 1.8 bits of fixed point of the appendix;
 * - the weights of the texels are of 8 bits, too, and are 256 together: rounded each time that an
 *   axis divides them, see weigh();
 * - 8 and 16 bits are summed in 16, with a sign or without one, and rounded there;
 * - floats and halves of a slice are cut at 4 bits below the last of the highest that weighs
 *   anything, and summed; the sum of both slices is rounded to the nearest, halves away from 0;
 * - a texture of one dimension is one of two and of one row, read at that row's edge: it matters
 *   with a border alone.
 *
 * To the bit in each of 168,000 fetches of one to three dimensions, but for 9 of floats that are
 * many powers of two apart, in three: of these the last bit.
 */
#include "vm/texture.h"

#include "vm/lanes-half.h"

#include <math.h>

#define FRACTION_BITS 8
#define ONE           (1 << FRACTION_BITS)
#define CORNERS       (1 << WS_TEXTURE_AXES)
#define COORDINATE    0x1p21 /* parts of a normalized coordinate */
#define GUARD_BITS    4      /* behind the last of the largest of the floats that are summed */
#define FLOAT_BITS    24
#define HALF_BITS     11

/* Beyond any texture: coordinates are clamped to this. */
#define FURTHEST 0x1p40

static guint
size_of (const WsTexture *self, guint axis)
{
  return MAX (axis == 0 ? self->width : axis == 1 ? self->height : self->depth, 1);
}

/* The texel at place @i after addressing; -1: none. */
static gint64
find_texel (const WsTexture *self, guint axis, gint64 i)
{
  const gint64 n = size_of (self, axis);
  const gboolean repeats = (self->flags & WS_TEXTURE_NORMALIZED) != 0;
  gint64 turn;

  if (i >= 0 && i < n)
    return i;
  if (self->address == WS_TEXTURE_BORDER || (self->flags & WS_TEXTURE_BUFFER) != 0)
    return -1;
  if (repeats && self->address == WS_TEXTURE_WRAP)
    return (i % n + n) % n;
  if (repeats && self->address == WS_TEXTURE_MIRROR)
    {
      turn = (i % (2 * n) + 2 * n) % (2 * n);
      return turn < n ? turn : 2 * n - 1 - turn;
    }
  return CLAMP (i, 0, n - 1);
}

/* One component of a texel, as a number. */
static double
value_of (const WsTexture *self, guint32 bits)
{
  double most;

  if (self->kind == WS_TEXEL_FLOAT && self->bits == 16)
    return (double)half_value (WS_PTX_F16, bits);
  if (self->kind == WS_TEXEL_FLOAT)
    return (double)ws_to_float (bits);
  most = (double)((1u << (self->bits - (self->kind == WS_TEXEL_SIGNED ? 1 : 0))) - 1);
  if (self->kind == WS_TEXEL_SIGNED)
    return MAX ((double)(gint32)(bits << (32 - self->bits)) / (double)(1u << (32 - self->bits))
                    / most,
                -1.);
  return (double)bits / most;
}

/* One component of a texel, as the instruction returns it without filtering. */
static guint32
element_of (const WsTexture *self, guint32 bits)
{
  if (self->kind == WS_TEXEL_FLOAT && self->bits == 32)
    return bits;
  if (ws_texture_is_float (self))
    return (guint32)ws_from_float ((float)value_of (self, bits));
  if (self->kind == WS_TEXEL_SIGNED && self->bits < 32)
    return (guint32)((gint32)(bits << (32 - self->bits)) >> (32 - self->bits));
  return bits;
}

typedef struct {
  const WsTexture *texture;
  const guint8 *texels;
  WsTextureTold told;
  gpointer data;
} Reader;

/* The components of the texel at @place, as bits; zeros if there is none. */
static void
read_texel (const Reader *self, const gint64 place[WS_TEXTURE_AXES],
            guint32 bits[WS_TEXTURE_CHANNELS])
{
  const WsTexture *texture = self->texture;
  const guint n_bytes = ws_texture_get_texel_bytes (texture);
  const guint64 row =
      texture->row_bytes > 0 ? texture->row_bytes : (guint64)texture->width * n_bytes;
  guint64 offset = 0;
  const guint8 *at;

  memset (bits, 0, WS_TEXTURE_CHANNELS * sizeof *bits);
  for (guint axis = WS_TEXTURE_AXES; axis-- > 0;)
    {
      gint64 i = find_texel (texture, axis, place[axis]);

      if (i < 0)
        return;
      offset = axis == 0 ? offset * row + (guint64)i * n_bytes
                         : offset * size_of (texture, axis) + (guint64)i;
    }
  at = self->texels + offset;
  for (guint c = 0; c < texture->channels; c++)
    memcpy (&bits[c], at + (gsize)c * texture->bits / 8, texture->bits / 8);
  if (self->told != NULL)
    self->told (at, n_bytes, self->data);
}

/* A coordinate in texels. */
static double
scale (const WsTexture *self, guint axis, double x)
{
  if ((self->flags & WS_TEXTURE_NORMALIZED) != 0)
    x = floor (x * COORDINATE) / COORDINATE * size_of (self, axis);
  return isnan (x) ? 0 : CLAMP (x, -FURTHEST, FURTHEST);
}

static void
fetch_nearest (const Reader *self, const gint64 place[WS_TEXTURE_AXES],
               guint32 result[WS_TEXTURE_CHANNELS])
{
  read_texel (self, place, result);
  for (guint c = 0; c < self->texture->channels; c++)
    result[c] = element_of (self->texture, result[c]);
}

static gint64
round_weight (gint64 product)
{
  return (product + ONE / 2) >> FRACTION_BITS;
}

/* The weight of each corner, @ONE in total; bit n of a corner: the next texel on axis n. */
static void
weigh (const gint64 beyond[WS_TEXTURE_AXES], gint64 weights[CORNERS])
{
  for (guint slice = 0; slice < 2; slice++)
    {
      gint64 *own = weights + 4 * (gsize)slice;
      const gint64 both = slice == 0 ? ONE - beyond[2] : beyond[2];
      const gint64 right = round_weight (both * beyond[0]);
      const gint64 left = both - right;

      own[3] = round_weight (right * beyond[1]);
      own[1] = right - own[3];
      own[0] = round_weight (left * (ONE - beyond[1]));
      own[2] = left - own[0];
    }
}

static float
sum_unsigned (const guint32 *values, const gint64 *weights, guint bits)
{
  gint64 sum = 0;

  for (guint corner = 0; corner < CORNERS; corner++)
    sum += weights[corner] * (bits == 8 ? values[corner] * 0x101 : values[corner]);
  return (float)((double)round_weight (sum) / G_MAXUINT16);
}

static float
sum_signed (const guint32 *values, const gint64 *weights, guint bits)
{
  gint64 sum = 0;

  for (guint corner = 0; corner < CORNERS; corner++)
    sum += weights[corner]
           * (bits == 8 ? (gint64)(gint8)values[corner] : (gint64)(gint16)values[corner]);
  /* 7 bits and a sign, and the 8 of the weights, become 15: times 1 + 2^-7, and some of the 2^-14
   */
  sum = bits == 8 ? (sum * 129 + (sum >> 12) * 16 + 64) >> 7 : round_weight (sum);
  return (float)((double)MAX (sum, -G_MAXINT16) / G_MAXINT16);
}

/* Sums the four texels of a slice; @n_bits: significant bits of a number. */
static double
sum_slice (const double *values, const gint64 *weights, int n_bits)
{
  int highest = G_MININT;
  double sum = 0;

  for (guint corner = 0; corner < CORNERS / 2; corner++)
    if (weights[corner] != 0)
      {
        int exponent;

        if (!isfinite (values[corner]))
          return values[corner];
        if (values[corner] == 0)
          continue;
        frexp (values[corner], &exponent);
        highest = MAX (highest, exponent - n_bits - GUARD_BITS);
      }
  for (guint corner = 0; corner < CORNERS / 2 && highest != G_MININT; corner++)
    sum += (double)weights[corner] / ONE
           * (weights[corner] != 0 ? ldexp (trunc (ldexp (values[corner], -highest)), highest) : 0);
  return sum;
}

static float
sum_floats (const double *values, const gint64 *weights, int n_bits)
{
  const double sum = sum_slice (values, weights, n_bits)
                     + sum_slice (values + CORNERS / 2, weights + CORNERS / 2, n_bits);
  int exponent;
  double fraction;

  if (!isfinite (sum))
    return (float)sum;
  fraction = frexp (sum, &exponent);
  return (float)ldexp (round (ldexp (fraction, n_bits)), exponent - n_bits);
}

static float
sum_component (const WsTexture *self, const guint32 *bits, const gint64 *weights)
{
  double values[CORNERS];

  if (self->kind != WS_TEXEL_FLOAT && self->bits < 32)
    return self->kind == WS_TEXEL_SIGNED ? sum_signed (bits, weights, self->bits)
                                         : sum_unsigned (bits, weights, self->bits);
  for (guint corner = 0; corner < CORNERS; corner++)
    values[corner] = value_of (self, bits[corner]);
  return sum_floats (values, weights, self->bits == 16 ? HALF_BITS : FLOAT_BITS);
}

/* The 2, 4 or 8 texels around @spot, weighted by how near they are on each axis. */
static void
fetch_linear (const Reader *self, const WsTextureSpot *spot, guint32 result[WS_TEXTURE_CHANNELS])
{
  const guint n_axes = ws_texture_get_dimensions (self->texture);
  guint32 texels[WS_TEXTURE_CHANNELS][CORNERS] = { 0 };
  gint64 weights[CORNERS];
  gint64 first[WS_TEXTURE_AXES] = { 0 };
  gint64 beyond[WS_TEXTURE_AXES] = { 0 }; /* the first texel, of @ONE */

  for (guint axis = 0; axis < n_axes; axis++)
    {
      gint64 fixed =
          (gint64)floor (scale (self->texture, axis, spot->x[axis]) * ONE + 0.5) - ONE / 2;

      first[axis] = fixed >> FRACTION_BITS;
      beyond[axis] = fixed & (ONE - 1);
      /* outside, the edge is all there is */
      if (self->texture->address == WS_TEXTURE_CLAMP
          && (first[axis] < 0 || first[axis] + 1 >= size_of (self->texture, axis)))
        beyond[axis] = 0;
    }
  if (n_axes == 1 && self->texture->address == WS_TEXTURE_BORDER)
    {
      first[1] = -1;
      beyond[1] = ONE / 2;
    }
  weigh (beyond, weights);
  for (guint corner = 0; corner < CORNERS; corner++)
    {
      gint64 place[WS_TEXTURE_AXES] = { 0 };
      guint32 bits[WS_TEXTURE_CHANNELS];

      if (weights[corner] == 0)
        continue;
      for (guint axis = 0; axis < WS_TEXTURE_AXES; axis++)
        place[axis] = first[axis] + (corner >> axis & 1);
      read_texel (self, place, bits);
      for (guint c = 0; c < self->texture->channels; c++)
        texels[c][corner] = bits[c];
    }
  for (guint c = 0; c < WS_TEXTURE_CHANNELS; c++)
    result[c] = (guint32)ws_from_float (sum_component (self->texture, texels[c], weights));
}

/**
 * ws_texture_fetch:
 * @self: a texture, not a surface
 * @texels: ws_texture_get_bytes() of them
 * @spot: where
 * @result: (out): its components, as in registers; 0 for missing ones
 * @told: (nullable): called for each texel that is read
 * @data: for @told
 *
 * Reads a texture, as tex does.
 */
void
ws_texture_fetch (const WsTexture *self, const guint8 *texels, const WsTextureSpot *spot,
                  guint32 result[WS_TEXTURE_CHANNELS], WsTextureTold told, gpointer data)
{
  const Reader reader = { self, texels, told, data };
  gint64 place[WS_TEXTURE_AXES] = { 0 };

  if (!spot->is_whole && (self->flags & WS_TEXTURE_LINEAR) != 0)
    {
      fetch_linear (&reader, spot, result);
      return;
    }
  for (guint axis = 0; axis < ws_texture_get_dimensions (self); axis++)
    place[axis] =
        spot->is_whole ? (gint64)spot->x[axis] : (gint64)floor (scale (self, axis, spot->x[axis]));
  fetch_nearest (&reader, place, result);
}

/**
 * ws_texture_find_bytes:
 * @place: bytes along a row, row, slice
 * @n_bytes: to read or write there
 * @beyond: out-of-bounds behaviour
 * @offset: (out): their offset in the surface
 *
 * PTX ISA, suld and sust: .clamp takes the nearest texel of the surface.
 *
 * Returns: %FALSE if nothing of the surface is accessed
 */
gboolean
ws_texture_find_bytes (const WsTexture *self, const gint32 place[WS_TEXTURE_AXES], guint n_bytes,
                       WsSurfaceBeyond beyond, guint64 *offset)
{
  const gint64 row = (gint64)self->width * ws_texture_get_texel_bytes (self);

  *offset = 0;
  if (row < n_bytes)
    return FALSE;
  for (guint axis = ws_texture_get_dimensions (self); axis-- > 0;)
    {
      const gint64 last = axis == 0 ? row - n_bytes : (gint64)size_of (self, axis) - 1;
      gint64 at = place[axis];

      if (beyond != WS_SURFACE_CLAMP && (at < 0 || at > last))
        return FALSE;
      *offset = *offset * (guint64)(axis == 0 ? row : (gint64)size_of (self, axis))
                + (guint64)CLAMP (at, 0, last);
    }
  return TRUE;
}
