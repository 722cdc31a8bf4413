/* webp.h: writes a lossless animated WebP. Private to export/. */
#pragma once

#include <cairo.h>
#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct _WsWebp WsWebp;

WsWebp *ws_webp_new (int width, int height, gboolean loop, GError **error);
gboolean ws_webp_add (WsWebp *self, cairo_surface_t *surface, guint delay_cs, GError **error);
gboolean ws_webp_end (WsWebp *self, GOutputStream *stream, GError **error);
void ws_webp_free (WsWebp *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsWebp, ws_webp_free)

G_END_DECLS
