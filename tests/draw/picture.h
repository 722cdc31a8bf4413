/* picture.h: what the tests of drawings share: drawing into memory, comparing, golden files. */
#pragma once

#include "view/figure.h"
#include "synthetic.h"

G_BEGIN_DECLS

#define PICTURE_TOLERANCE 40 /* of a channel */
/* of the pixels: edges fall differently in another version of cairo */
#define PICTURE_MAX_SHARE 0.004

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
/* Holds @drawn against golden/@name.png. WS_UPDATE_GOLDEN=1 writes it anew. */
void picture_check_golden (cairo_surface_t *drawn, const char *name);

G_END_DECLS
