/* texture.h: parameters that are textures or surfaces: what a source tells about them, and how a
 * plan describes them.
 *
 * "64, 64: filtered clamp": how many texels along each axis, as expressions; then words, each of
 * which may be left out: filtered, normalized (coordinates), floats (what is read of integers),
 * surface, fetched (linear memory), and the addressing mode: wrap, clamp, mirror, border. The type
 * of a texel is that of the buffer's elements.
 */
#pragma once

#include "reader/type.h"

G_BEGIN_DECLS

/**
 * WsUserTextureUse:
 * @n_axes: 1 to 3
 * @type: (nullable): type that is read or written, as in "float4"; %NULL if unknown
 * @is_surface: whether it is a surface
 * @is_fetched: whether tex1Dfetch() reads it
 * @reads: whether anything is read
 * @writes: whether anything is written
 */
typedef struct {
  guint n_axes;
  char *type;
  gboolean is_surface;
  gboolean is_fetched;
  gboolean reads;
  gboolean writes;
} WsUserTextureUse;

gboolean ws_user_texture_is_type (const WsSpan *type);
void ws_user_texture_look (const WsUserFunction *kernel, const char *name, WsUserTextureUse *use);
void ws_user_texture_use_clear (WsUserTextureUse *self);
void ws_user_texture_append_words (const WsUserSource *source, const WsUserTextureUse *use,
                                   GString *words);
gboolean ws_user_texture_read_words (const char *words, const char *type, WsTexture *texture);

G_END_DECLS
