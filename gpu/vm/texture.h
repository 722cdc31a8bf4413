/* texture.h: texture fetches, and addresses of surface accesses. */
#pragma once

#include "record/texture.h"

G_BEGIN_DECLS

#define WS_TEXTURE_AXES     3
#define WS_TEXTURE_CHANNELS 4

/**
 * WsTextureSpot:
 * @x: coordinates, as many as the texture has dimensions: whole numbers of texels where @is_whole
 * @is_whole: whether they are integers, which bypass the sampler
 *
 * Where a lane fetches.
 */
typedef struct {
  double x[WS_TEXTURE_AXES];
  gboolean is_whole;
} WsTextureSpot;

/* Called for each texel that a fetch reads. */
typedef void (*WsTextureTold) (const guint8 *at, guint n_bytes, gpointer data);

void ws_texture_fetch (const WsTexture *self, const guint8 *texels, const WsTextureSpot *spot,
                       guint32 result[WS_TEXTURE_CHANNELS], WsTextureTold told, gpointer data);

/* How an out-of-bounds surface access behaves. */
typedef enum {
  WS_SURFACE_TRAP,
  WS_SURFACE_CLAMP,
  WS_SURFACE_ZERO,
} WsSurfaceBeyond;

gboolean ws_texture_find_bytes (const WsTexture *self, const gint32 place[WS_TEXTURE_AXES],
                                guint n_bytes, WsSurfaceBeyond beyond, guint64 *offset);

G_END_DECLS
