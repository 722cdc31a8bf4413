/* theme.h: colours, fonts and measures of a drawing: light, dark and projector. */
#pragma once

#include <glib-object.h>
#include <pango/pangocairo.h>

G_BEGIN_DECLS

/**
 * WsThemeKind:
 * @WS_THEME_PRESENTING: the projector's, for a pane that fills a screen, with header and caption;
 * not offered for choice
 */
typedef enum {
  WS_THEME_LIGHT,
  WS_THEME_DARK,
  WS_THEME_PROJECTOR,
  WS_N_THEMES,
  WS_THEME_PRESENTING = WS_N_THEMES,
} WsThemeKind;

#define WS_TYPE_THEME_KIND (ws_theme_kind_get_type ())
GType ws_theme_kind_get_type (void);

/**
 * WsColor:
 * @r: red, 0 to 1
 * @g: green
 * @b: blue
 * @a: opacity
 */
typedef struct {
  double r, g, b, a;
} WsColor;

#define WS_N_WARP_COLORS 7

/**
 * WsTheme:
 *
 * Immutable, one per kind; ws_theme_get() gives it. Sizes are for a drawing of 1920x1080 at scale
 * 1: a drawing function multiplies them by its own scale. Categories are Okabe-Ito, magnitudes
 * viridis; colour is never the only sign.
 */
typedef struct {
  WsThemeKind kind;
  const char *name;   /* "light" */
  WsColor background; /* of the pane */
  WsColor ink;        /* text */
  WsColor muted;      /* secondary text */
  WsColor faint;      /* ghosts, hairlines */
  WsColor idle;       /* fill of an idle cell */
  WsColor idle_ink;
  WsColor band;       /* soft band behind the current stage */
  WsColor accent;     /* values being computed */
  WsColor accent_ink; /* text on it */
  WsColor accent_soft;
  WsColor playhead; /* orange */
  WsColor good;
  WsColor warning;                /* values with a finding */
  WsColor warp[WS_N_WARP_COLORS]; /* categories, by warp */
  const char *font;
  const char *mono_font;
  double title_px;  /* of a page */
  double text_px;   /* body, and headings in bold */
  double label_px;  /* labels of bars and axes */
  double note_px;   /* secondary text, and sources of figures */
  double index_px;  /* numbers of cells, figures of tables */
  double line_px;   /* hairline width */
  double min_px;    /* minimum size of text */
  double min_share; /* and its minimum share of the drawing's height */
} WsTheme;

/**
 * WsArea:
 * @theme: in which colours
 * @width: of the drawing
 * @height: of the drawing
 *
 * The area of a drawing without a scene, such as a chart. Borrowed.
 */
typedef struct {
  const WsTheme *theme;
  double width;
  double height;
} WsArea;

const WsTheme *ws_theme_get (WsThemeKind kind);
gboolean ws_theme_parse (const char *name, WsThemeKind *kind);
const WsColor *ws_theme_get_warp_color (const WsTheme *self, guint warp);
double ws_theme_get_scale (const WsTheme *self, double width, double height);
double ws_theme_get_margin (const WsTheme *self, double width, double height);
double ws_theme_get_min_text (const WsTheme *self, double height);

G_END_DECLS
