/* texture.c: CUDA C++ Programming Guide, appendix "Texture Fetching".
 *
 * Where a coordinate lies between texels is kept in 1.8 bits of fixed point, as the appendix says
 * of the hardware's weights: they are rounded to the nearest, and the texels are then weighted in
 * double precision and rounded once. What the sampler's own arithmetic keeps beyond that, the
 * appendix does not say.
 */
#include "vm/texture.h"

#include "vm/lanes-half.h"

#include <math.h>

#define FRACTION_BITS 8
#define ONE           (1 << FRACTION_BITS)

/* Beyond any texture: a coordinate further away means the same. */
#define FURTHEST 0x1p40

static guint
size_of (const WsTexture *self, guint axis)
{
  return MAX (axis == 0 ? self->width : axis == 1 ? self->height : self->depth, 1);
}

/* The texel that place @i means; -1: none. */
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

/* One component of a texel, as the instruction gives it where nothing is filtered. */
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

/* The components of the texel at @place, as their bits; zeros where there is none. */
static void
read_texel (const Reader *self, const gint64 place[WS_TEXTURE_AXES],
            guint32 bits[WS_TEXTURE_CHANNELS])
{
  const WsTexture *texture = self->texture;
  const guint n_bytes = ws_texture_get_texel_bytes (texture);
  guint64 index = 0;
  const guint8 *at;

  memset (bits, 0, WS_TEXTURE_CHANNELS * sizeof *bits);
  for (guint axis = WS_TEXTURE_AXES; axis-- > 0;)
    {
      gint64 i = find_texel (texture, axis, place[axis]);

      if (i < 0)
        return;
      index = index * size_of (texture, axis) + (guint64)i;
    }
  at = self->texels + index * n_bytes;
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
    x *= size_of (self, axis);
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

/* The 2, 4 or 8 texels round @spot, each by how near it is on each axis. */
static void
fetch_linear (const Reader *self, const WsTextureSpot *spot, guint32 result[WS_TEXTURE_CHANNELS])
{
  const guint n_axes = ws_texture_get_dimensions (self->texture);
  double sums[WS_TEXTURE_CHANNELS] = { 0 };
  gint64 first[WS_TEXTURE_AXES] = { 0 };
  gint64 beyond[WS_TEXTURE_AXES] = { 0 }; /* the first texel, of @ONE */

  for (guint axis = 0; axis < n_axes; axis++)
    {
      gint64 fixed =
          (gint64)floor (scale (self->texture, axis, spot->x[axis]) * ONE + 0.5) - ONE / 2;

      first[axis] = fixed >> FRACTION_BITS;
      beyond[axis] = fixed & (ONE - 1);
    }
  for (guint corner = 0; corner < 1u << n_axes; corner++)
    {
      gint64 place[WS_TEXTURE_AXES] = { 0 };
      guint32 bits[WS_TEXTURE_CHANNELS];
      double weight = 1;

      for (guint axis = 0; axis < n_axes; axis++)
        {
          const gboolean is_next = (corner >> axis & 1) != 0;

          place[axis] = first[axis] + is_next;
          weight *= (double)(is_next ? beyond[axis] : ONE - beyond[axis]) / ONE;
        }
      if (weight == 0)
        continue;
      read_texel (self, place, bits);
      for (guint c = 0; c < self->texture->channels; c++)
        sums[c] += weight * value_of (self->texture, bits[c]);
    }
  for (guint c = 0; c < WS_TEXTURE_CHANNELS; c++)
    result[c] = (guint32)ws_from_float ((float)sums[c]);
}

/**
 * ws_texture_fetch:
 * @self: a texture, and no surface
 * @texels: ws_texture_get_bytes() of them
 * @spot: where
 * @result: (out): its components, as a register has them; 0 of those that its texels do not have
 * @told: (nullable): is told of each texel that is read
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
 * @self: a surface
 * @place: bytes along a row, row, slice
 * @n_bytes: that are read or written there
 * @beyond: what is done where they do not lie in it
 * @offset: (out): of them, from the surface's begin
 *
 * PTX ISA, suld and sust: .clamp takes what is nearest in the surface.
 *
 * Returns: %FALSE where nothing of the surface is reached
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
