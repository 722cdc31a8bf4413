#include "record/texture.h"

#include <glib/gi18n.h>
#include <string.h>

/* cuDeviceGetAttribute() of every device since compute capability 3.0: CUDA C++ Programming Guide,
 * "Technical Specifications per Compute Capability". */
#define MOST_FETCHED (1u << 27)
#define MOST_1D      32768
#define MOST_2D      32768
#define MOST_3D      2048

static const char kinds[] = "usf";

static const char *const address_names[] = {
  [WS_TEXTURE_WRAP] = "wrap",
  [WS_TEXTURE_CLAMP] = "clamp",
  [WS_TEXTURE_MIRROR] = "mirror",
  [WS_TEXTURE_BORDER] = "border",
};

/* Returns: 1 to 3; 0 if invalid */
guint
ws_texture_get_dimensions (const WsTexture *self)
{
  return self->width == 0 ? 0 : self->height == 0 ? 1 : self->depth == 0 ? 2 : 3;
}

/* Returns: bytes from one texel to the next */
guint
ws_texture_get_texel_bytes (const WsTexture *self)
{
  return (guint)self->bits / 8 * self->channels;
}

/* Returns: bytes of memory that its texels take */
guint64
ws_texture_get_bytes (const WsTexture *self)
{
  if (self->row_bytes > 0 && self->height > 0)
    return (guint64)self->row_bytes * (self->height - 1)
           + (guint64)self->width * ws_texture_get_texel_bytes (self);
  return (guint64)self->width * MAX (self->height, 1) * MAX (self->depth, 1)
         * ws_texture_get_texel_bytes (self);
}

/* Returns: whether reads return floats */
gboolean
ws_texture_is_float (const WsTexture *self)
{
  return self->kind == WS_TEXEL_FLOAT || (self->flags & WS_TEXTURE_READS_FLOAT) != 0;
}

/* Returns: (transfer none) (nullable): why no GPU supports it, as the end of a sentence that begins
 * with its name; %NULL if one does */
const char *
ws_texture_find_wrong (const WsTexture *self)
{
  guint dimensions = ws_texture_get_dimensions (self);
  guint32 most = dimensions == 3 ? MOST_3D : dimensions == 2 ? MOST_2D : MOST_1D;
  guint32 largest = MAX (MAX (self->width, self->height), self->depth);

  if (self->kind > WS_TEXEL_LAST || self->address > WS_TEXTURE_ADDRESS_LAST
      || (self->flags & ~(guint32)WS_TEXTURE_FLAGS) != 0)
    return _ ("has an unknown kind of texture");
  if ((self->bits != 8 && self->bits != 16 && self->bits != 32)
      || (self->channels != 1 && self->channels != 2 && self->channels != 4)
      || (self->kind == WS_TEXEL_FLOAT && self->bits == 8))
    return _ ("has an unknown texel format");
  if (self->height == 0 && self->depth > 0)
    return _ ("has slices, but no rows");
  if ((self->flags & WS_TEXTURE_BUFFER) != 0
      && (dimensions != 1
          || (self->flags & (WS_TEXTURE_LINEAR | WS_TEXTURE_NORMALIZED | WS_TEXTURE_SURFACE)) != 0))
    return _ ("is read as linear memory: it must be one-dimensional and unfiltered");
  if (largest > ((self->flags & WS_TEXTURE_BUFFER) != 0 ? MOST_FETCHED : most))
    return _ ("exceeds the largest texture size");
  if ((self->flags & WS_TEXTURE_READS_FLOAT) != 0
      && (self->kind == WS_TEXEL_FLOAT || self->bits == 32))
    return _ ("is read as normalised floats: its texels must be 8- or 16-bit integers");
  if ((self->flags & WS_TEXTURE_LINEAR) != 0 && !ws_texture_is_float (self))
    return _ ("is filtered: it must be read as floats");
  return NULL;
}

/* Returns: (transfer full): the format of its texels, as in "u8x4" or "f32" */
char *
ws_texture_dup_format (const WsTexture *self)
{
  char kind = kinds[MIN (self->kind, WS_TEXEL_LAST)];

  return self->channels > 1 ? g_strdup_printf ("%c%ux%u", kind, self->bits, self->channels)
                            : g_strdup_printf ("%c%u", kind, self->bits);
}

/**
 * ws_texture_read_format:
 * @format: as from ws_texture_dup_format()
 *
 * Sets the format of its texels.
 *
 * Returns: %FALSE if there is no such format
 */
gboolean
ws_texture_read_format (WsTexture *self, const char *format)
{
  static const guint8 bits[] = { 8, 16, 32 };
  static const guint8 channels[] = { 1, 2, 4 };

  for (guint k = 0; k <= WS_TEXEL_LAST; k++)
    for (guint b = 0; b < G_N_ELEMENTS (bits); b++)
      for (guint c = 0; c < G_N_ELEMENTS (channels); c++)
        {
          const WsTexture one = { .kind = (guint8)k, .bits = bits[b], .channels = channels[c] };
          g_autofree char *name = ws_texture_dup_format (&one);

          if (!g_str_equal (name, format) || (k == WS_TEXEL_FLOAT && bits[b] == 8))
            continue;
          self->kind = one.kind;
          self->bits = one.bits;
          self->channels = one.channels;
          return TRUE;
        }
  return FALSE;
}

/**
 * ws_texture_get_address_name:
 * @address: an address mode
 *
 * Returns: (transfer none): its name in files, as in "clamp"
 */
const char *
ws_texture_get_address_name (WsTextureAddress address)
{
  g_return_val_if_fail ((guint)address <= WS_TEXTURE_ADDRESS_LAST, NULL);
  return address_names[address];
}

/**
 * ws_texture_find_address:
 * @name: as from ws_texture_get_address_name()
 * @address: (out): the #WsTextureAddress of that name
 *
 * Returns: %FALSE if there is none
 */
gboolean
ws_texture_find_address (const char *name, guint8 *address)
{
  for (guint i = 0; i < G_N_ELEMENTS (address_names); i++)
    if (g_str_equal (name, address_names[i]))
      {
        *address = (guint8)i;
        return TRUE;
      }
  return FALSE;
}
