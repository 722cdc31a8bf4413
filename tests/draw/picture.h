/* picture.h: what the tests of drawings share: drawing into memory, comparing, golden files. */
#pragma once

#include "draw/figure.h"
#include "synthetic.h"

G_BEGIN_DECLS

/* A theme without text: what it draws is the same with whatever fonts. */
WsTheme picture_get_wordless_theme (WsThemeKind kind);
void picture_draw (cairo_t *cr, WsView view, const WsScene *scene, const WsMoment *moment,
                   const WsTheme *theme, double width, double height);
/* (transfer full): on the theme's background */
cairo_surface_t *picture_new (WsView view, const WsScene *scene, const WsMoment *moment,
                              const WsTheme *theme, int width, int height);
/* Share of the pixels in which a channel differs by more than @tolerance; 1 where the sizes differ.
 */
double picture_compare (cairo_surface_t *a, cairo_surface_t *b, guint tolerance);
/* (transfer full): white where they are alike, the difference amplified where not */
cairo_surface_t *picture_new_difference (cairo_surface_t *a, cairo_surface_t *b);

G_END_DECLS
