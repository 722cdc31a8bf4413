/* texture.h: parameters that are textures or surfaces: what a source says of them, and the words
 * that a plan says it in.
 *
 * "64, 64: filtered clamp": how many texels along each axis, as expressions; then words, each of
 * which may be left out: filtered, normalized (coordinates), floats (what is read of integers),
 * surface, fetched (linear memory), and what is beyond the edges: wrap, clamp, mirror, border. What
 * a texel is, the type of the buffer's elements says.
 */
#pragma once

#include "reader/type.h"

G_BEGIN_DECLS

/**
 * WsOwnTextureUse:
 * @n_axes: 1 to 3
 * @type: (nullable): what is read or written, as in "float4"; %NULL where nothing says it
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
} WsOwnTextureUse;

gboolean ws_own_texture_is_type (const WsSpan *type);
void ws_own_texture_look (const WsOwnFunction *kernel, const char *name, WsOwnTextureUse *use);
void ws_own_texture_use_clear (WsOwnTextureUse *self);
void ws_own_texture_append_words (const WsOwnSource *source, const WsOwnTextureUse *use,
                                  GString *words);
gboolean ws_own_texture_read_words (const char *words, const char *type, WsTexture *texture);

G_END_DECLS
