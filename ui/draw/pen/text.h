/* text.h: text of a drawing: measured, shortened to fit, and shown.
 *
 * A WsText lives as long as one drawing. Numbers and code take a fast path: their glyphs are
 * batched into one call per colour, as a tree has hundreds of them in every frame. With a theme
 * without a font, nothing is shown, and all characters have the same width.
 */
#pragma once

#include "pen/paint.h"

G_BEGIN_DECLS

typedef enum { WS_FACE_SANS, WS_FACE_BOLD, WS_FACE_MONO, WS_FACE_MONO_BOLD, WS_N_FACES } WsFace;

/**
 * WsTextStyle:
 * @face: of its font
 * @px: size of the font, pixels
 * @color: of its letters
 *
 * The style of a text.
 */
typedef struct {
  WsFace face;
  double px;
  WsColor color;
} WsTextStyle;

/**
 * WsTextPlace:
 * @x: its place, pixels
 * @y: middle of its capitals
 * @align: 0 begins at @x, 0.5 is centred on it, 1 ends there
 *
 * The place of a text.
 */
typedef struct {
  double x, y;
  double align;
} WsTextPlace;

typedef struct _WsText WsText;

WsText *ws_text_new (cairo_t *cr, const WsTheme *theme);
void ws_text_free (WsText *self); /* shows the batched glyphs */
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsText, ws_text_free)

void ws_text_set_target (WsText *self, cairo_t *cr);
cairo_t *ws_text_get_target (WsText *self);
double ws_text_width (WsText *self, WsFace face, double px, const char *string);
double ws_text_cap_height (WsText *self, WsFace face, double px);
char *ws_text_fit (WsText *self, WsFace face, double px, double width, const char *string);

double ws_text_show (WsText *self, const WsTextStyle *style, const WsTextPlace *place,
                     const char *string);
double ws_text_show_fit (WsText *self, const WsTextStyle *style, const WsTextPlace *place,
                         double width, const char *string);
void ws_text_gather (WsText *self, const WsTextStyle *style, const WsTextPlace *place,
                     const char *string);
double ws_text_gather_width (WsText *self, WsFace face, double px, const char *string);
void ws_text_flush (WsText *self);

char **ws_text_wrap (WsText *self, WsFace face, double px, double width, guint max_lines,
                     const char *string);

/* ---- Pango markup, on several lines ---- */

double ws_text_measure_markup (WsText *self, double px, double width, const char *markup,
                               double *widest);
double ws_text_show_markup (WsText *self, const WsTextStyle *style, const WsTextPlace *place,
                            double width, const char *markup);

/* ---- where texts stand ---- */

/**
 * WsTextBox:
 * @box: in device units: its capitals' height and its width
 * @px: size of its font
 * @color: of it, over its background
 * @string: what was shown
 *
 * One text that was shown.
 */
typedef struct {
  WsBox box;
  double px;
  WsColor color;
  char *string;
} WsTextBox;

GArray *ws_text_watch (cairo_t *cr);

G_END_DECLS
