/* texture.h: how memory is read as a texture, or read and written as a surface. CUDA C++
 * Programming Guide, "Texture and Surface Memory" and "Texture Fetching". */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The type of a texel's components. */
typedef enum {
  WS_TEXEL_UNSIGNED,
  WS_TEXEL_SIGNED,
  WS_TEXEL_FLOAT,
  WS_TEXEL_LAST = WS_TEXEL_FLOAT
} WsTexelKind;

/* What a coordinate beyond the texture means; numbered as cudaTextureAddressMode. */
typedef enum {
  WS_TEXTURE_WRAP,   /* the texture repeats; only with normalised coordinates, else as clamp */
  WS_TEXTURE_CLAMP,  /* the texel at the edge */
  WS_TEXTURE_MIRROR, /* it repeats, mirrored every other time; likewise */
  WS_TEXTURE_BORDER, /* zero */
  WS_TEXTURE_ADDRESS_LAST = WS_TEXTURE_BORDER
} WsTextureAddress;

/**
 * WsTextureFlags:
 * @WS_TEXTURE_LINEAR: interpolates between texels; else takes the texel that contains the
 * coordinate
 * @WS_TEXTURE_NORMALIZED: coordinates go from 0 to 1, not to the number of texels
 * @WS_TEXTURE_READS_FLOAT: texels of 8 or 16 bits are read as floats from 0 or -1 to 1:
 * cudaReadModeNormalizedFloat
 * @WS_TEXTURE_SURFACE: it is a surface: read and written by byte, neither filtered nor converted
 * @WS_TEXTURE_BUFFER: one-dimensional, read at integer coordinates only, as by tex1Dfetch() from
 * linear memory
 */
typedef enum {
  WS_TEXTURE_LINEAR = 1 << 0,
  WS_TEXTURE_NORMALIZED = 1 << 1,
  WS_TEXTURE_READS_FLOAT = 1 << 2,
  WS_TEXTURE_SURFACE = 1 << 3,
  WS_TEXTURE_BUFFER = 1 << 4,
  WS_TEXTURE_FLAGS = (1 << 5) - 1
} WsTextureFlags;

/**
 * WsTexture:
 * @width: texels; 0 of what is no texture
 * @height: rows; 0 of one dimension
 * @depth: slices; 0 of fewer than three dimensions
 * @kind: a #WsTexelKind
 * @bits: of a component: 8, 16 or 32
 * @channels: components of a texel: 1, 2 or 4
 * @address: a #WsTextureAddress, of all axes
 * @flags: #WsTextureFlags
 * @row_bytes: two-dimensional: pitch of memory that a program laid out itself; 0 if rows are
 * contiguous. Not stored in files
 *
 * Texels are stored contiguously, row after row, slice after slice.
 */
typedef struct {
  guint32 width;
  guint32 height;
  guint32 depth;
  guint8 kind;
  guint8 bits;
  guint8 channels;
  guint8 address;
  guint32 flags;
  guint32 row_bytes;
} WsTexture;

guint ws_texture_get_dimensions (const WsTexture *self);
guint ws_texture_get_texel_bytes (const WsTexture *self);
guint64 ws_texture_get_bytes (const WsTexture *self);
gboolean ws_texture_is_float (const WsTexture *self);
const char *ws_texture_find_wrong (const WsTexture *self);
char *ws_texture_dup_format (const WsTexture *self);
gboolean ws_texture_read_format (WsTexture *self, const char *format);
const char *ws_texture_get_address_name (WsTextureAddress address);
gboolean ws_texture_find_address (const char *name, guint8 *address);

G_END_DECLS
