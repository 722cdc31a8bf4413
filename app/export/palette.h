/* palette.h: at most 255 colours that represent an animation's; flat colours are exact. Private to
 * export/.
 */
#pragma once

#include <cairo.h>
#include <glib.h>

G_BEGIN_DECLS

#define WS_PALETTE_MAX_COLORS 255 /* one of 256 is reserved for unchanged pixels */

/* The frequency of each colour. */
typedef struct _WsHistogram WsHistogram;
WsHistogram *ws_histogram_new (void);
void ws_histogram_free (WsHistogram *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsHistogram, ws_histogram_free)
void ws_histogram_add (WsHistogram *self, cairo_surface_t *surface);

typedef struct _WsPalette WsPalette;
WsPalette *ws_palette_new (const WsHistogram *histogram);
void ws_palette_free (WsPalette *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsPalette, ws_palette_free)
guint ws_palette_get_n_colors (const WsPalette *self);
guint32 ws_palette_get_color (const WsPalette *self, guint i);
guint ws_palette_find (WsPalette *self, guint32 color);
void ws_palette_map (WsPalette *self, cairo_surface_t *surface, guint8 *indices);

G_END_DECLS
