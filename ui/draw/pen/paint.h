/* paint.h: what every drawing is made of: colours, boxes, hatches, arrow heads. Everything is drawn
 * as vectors, also in SVG and PDF; functions that end in _path only add to the path, so that a
 * thousand boxes of one style are one fill.
 */
#pragma once

#include "pen/theme.h"

G_BEGIN_DECLS

/**
 * WsPoint:
 * @x: to the right, pixels
 * @y: downwards
 */
typedef struct {
  double x, y;
} WsPoint;

/**
 * WsBox:
 * @x: left, pixels
 * @y: top, pixels
 * @w: to the right
 * @h: downwards
 */
typedef struct {
  double x, y, w, h;
} WsBox;

/* ---- colours ---- */

WsColor ws_color_get_magnitude (double share);
WsColor ws_color_mix (WsColor a, WsColor b, double share_of_b);
WsColor ws_color_alpha (WsColor color, double alpha);
WsColor ws_color_ink_on (WsColor fill);
double ws_color_contrast (WsColor a, WsColor b);
WsColor ws_color_make_seen (WsColor color, WsColor ground, WsColor toward, double least);
void ws_paint_set (cairo_t *cr, WsColor color);

/* ---- boxes ---- */

gboolean ws_box_contains (const WsBox *self, double x, double y);
WsBox ws_box_inset (const WsBox *self, double d);
WsBox ws_box_snap (cairo_t *cr, WsBox box);
WsBox ws_box_snap_stroke (cairo_t *cr, WsBox box, double line);
void ws_rounded_path (cairo_t *cr, const WsBox *box, double radius);
void ws_box_path (cairo_t *cr, const WsBox *box);
double ws_snap_line (cairo_t *cr, double line);
double ws_snap (cairo_t *cr, double at);

/* ---- hatches ---- */

typedef enum {
  WS_HATCH_NONE,
  WS_HATCH_RISING,
  WS_HATCH_FALLING,
  WS_HATCH_LEVEL,
  WS_HATCH_UPRIGHT,
  WS_HATCH_CROSSED,
  WS_HATCH_GRID,
  WS_N_HATCHES
} WsHatch;

/**
 * WsHatchFill:
 * @hatch: which
 * @spacing: between its lines; rounded to a whole number
 * @line_px: width of a line
 * @ground: below them
 * @color: of the lines
 */
typedef struct {
  WsHatch hatch;
  double spacing;
  double line_px;
  WsColor ground;
  WsColor color;
} WsHatchFill;

void ws_hatch_path (cairo_t *cr, WsHatch hatch, const WsBox *box, double spacing);
void ws_hatch_path_in_steps (cairo_t *cr, WsHatch hatch, const WsBox *boxes, guint n_boxes,
                             double spacing);
void ws_hatch_fill (cairo_t *cr, const WsHatchFill *fill, const WsBox *boxes, guint n_boxes);
WsHatch ws_hatch_of_warp (guint warp);

/* ---- arrows ---- */

void ws_arrow_path (cairo_t *cr, double x, double y, double dx, double dy, double size);

/* ---- numbers ---- */

double ws_ease (double t);
double ws_clamp01 (double t);
char *ws_format_count (guint64 n);
char *ws_format_extent (const guint32 extent[3]);

G_END_DECLS
