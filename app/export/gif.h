/* gif.h: writes an animated GIF, frame by frame: only changes are written. Private to export/.
 */
#pragma once

#include "export/palette.h"

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct _WsGif WsGif;

WsGif *ws_gif_new (GOutputStream *stream, int width, int height, WsPalette *palette, gboolean loop,
                   GError **error);
gboolean ws_gif_add (WsGif *self, cairo_surface_t *surface, guint delay_cs, GError **error);
gboolean ws_gif_end (WsGif *self, GError **error);
void ws_gif_free (WsGif *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsGif, ws_gif_free)

G_END_DECLS
