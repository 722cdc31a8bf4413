/* hatch.c: lines of hatches, cut to where they are, for a clip per box would be slow, and heavy in
 * a file. */
#include "pen/paint.h"

#include <math.h>

/* The part inside @box of the line x + slope y = c, for a slope of 1 or -1. */
static void
diagonal_path (cairo_t *cr, const WsBox *box, double c, int slope)
{
  double y0 = box->y;
  double y1 = box->y + box->h;
  double x0 = c - slope * y0;
  double x1 = c - slope * y1;
  double left = box->x;
  double right = box->x + box->w;

  if (MAX (x0, x1) <= left || MIN (x0, x1) >= right)
    return;
  if (x0 < left || x0 > right)
    {
      x0 = CLAMP (x0, left, right);
      y0 = slope * (c - x0);
    }
  if (x1 < left || x1 > right)
    {
      x1 = CLAMP (x1, left, right);
      y1 = slope * (c - x1);
    }
  cairo_move_to (cr, x0, y0);
  cairo_line_to (cr, x1, y1);
}

/**
 * ws_hatch_path:
 * @hatch: which
 * @box: where
 * @spacing: between its lines
 *
 * Adds the lines to the path. The hatch goes on from box to box: lines of neighbours meet.
 */
void
ws_hatch_path (cairo_t *cr, WsHatch hatch, const WsBox *box, double spacing)
{
  if (spacing <= 0 || box->w <= 0 || box->h <= 0 || (box->w + box->h) / spacing > 4096)
    return;
  if (hatch == WS_HATCH_RISING || hatch == WS_HATCH_CROSSED)
    for (double c = ceil ((box->x + box->y) / spacing) * spacing;
         c < box->x + box->w + box->y + box->h; c += spacing)
      diagonal_path (cr, box, c, 1);
  if (hatch == WS_HATCH_FALLING || hatch == WS_HATCH_CROSSED)
    for (double c = ceil ((box->x - box->y - box->h) / spacing) * spacing;
         c < box->x + box->w - box->y; c += spacing)
      diagonal_path (cr, box, c, -1);
  if (hatch == WS_HATCH_LEVEL || hatch == WS_HATCH_GRID)
    for (double y = ceil (box->y / spacing) * spacing; y < box->y + box->h; y += spacing)
      {
        cairo_move_to (cr, box->x, y);
        cairo_line_to (cr, box->x + box->w, y);
      }
  if (hatch == WS_HATCH_UPRIGHT || hatch == WS_HATCH_GRID)
    for (double x = ceil (box->x / spacing) * spacing; x < box->x + box->w; x += spacing)
      {
        cairo_move_to (cr, x, box->y);
        cairo_line_to (cr, x, box->y + box->h);
      }
}

/* A line that grows from left to right, box by box. */
typedef struct {
  cairo_t *cr;
  double c; /* x + slope y, or y of a level line */
  int slope;
  double from;
  double to; /* x; nothing is there where it is less than from */
} Run;

static void
run_end (Run *self)
{
  double y0 = self->slope == 0 ? self->c : self->slope * (self->c - self->from);
  double y1 = self->slope == 0 ? self->c : self->slope * (self->c - self->to);

  if (self->to > self->from)
    {
      cairo_move_to (self->cr, self->from, y0);
      cairo_line_to (self->cr, self->to, y1);
    }
  self->to = self->from = -G_MAXDOUBLE;
}

static void
run_add (Run *self, const WsBox *box)
{
  double top = box->y;
  double bottom = box->y + box->h;
  double from = box->x;
  double to = box->x + box->w;

  if (self->slope == 1)
    {
      from = MAX (from, self->c - bottom);
      to = MIN (to, self->c - top);
    }
  else if (self->slope == -1)
    {
      from = MAX (from, self->c + top);
      to = MIN (to, self->c + bottom);
    }
  else if (self->c < top || self->c >= bottom)
    return;
  if (to <= from)
    return;
  if (from > self->to + 1e-6)
    {
      run_end (self);
      self->from = from;
    }
  self->to = MAX (self->to, to);
}

/* Lines of a slope, as @c of a Run, from @from on to @to. */
typedef struct {
  cairo_t *cr;
  int slope;
  double from;
  double to;
  double spacing;
} Runs;

static void
runs_path (const Runs *runs, const WsBox *boxes, guint n_boxes)
{
  for (double c = ceil (runs->from / runs->spacing) * runs->spacing; c < runs->to;
       c += runs->spacing)
    {
      Run run = { runs->cr, c, runs->slope, -G_MAXDOUBLE, -G_MAXDOUBLE };

      for (guint i = 0; i < n_boxes; i++)
        run_add (&run, &boxes[i]);
      run_end (&run);
    }
}

/**
 * ws_hatch_path_in_steps:
 * @hatch: which
 * @boxes: where: side by side, from left to right, with one lower edge
 * @spacing: between its lines
 *
 * Adds the lines to the path. A line that goes on from box to box is one line.
 */
void
ws_hatch_path_in_steps (cairo_t *cr, WsHatch hatch, const WsBox *boxes, guint n_boxes,
                        double spacing)
{
  double left;
  double right;
  double top;
  double bottom;

  if (n_boxes == 0 || spacing <= 0)
    return;
  left = boxes[0].x;
  right = boxes[n_boxes - 1].x + boxes[n_boxes - 1].w;
  top = boxes[0].y;
  bottom = boxes[0].y + boxes[0].h;
  for (guint i = 1; i < n_boxes; i++)
    {
      top = MIN (top, boxes[i].y);
      bottom = MAX (bottom, boxes[i].y + boxes[i].h);
    }
  if ((right - left + bottom - top) / spacing > 4096)
    return;
  if (hatch == WS_HATCH_RISING || hatch == WS_HATCH_CROSSED)
    runs_path (&(Runs){ cr, 1, left + top, right + bottom, spacing }, boxes, n_boxes);
  if (hatch == WS_HATCH_FALLING || hatch == WS_HATCH_CROSSED)
    runs_path (&(Runs){ cr, -1, left - bottom, right - top, spacing }, boxes, n_boxes);
  if (hatch == WS_HATCH_LEVEL || hatch == WS_HATCH_GRID)
    runs_path (&(Runs){ cr, 0, top, bottom, spacing }, boxes, n_boxes);
  if (hatch == WS_HATCH_UPRIGHT || hatch == WS_HATCH_GRID)
    for (guint i = 0; i < n_boxes; i++)
      ws_hatch_path (cr, WS_HATCH_UPRIGHT, &boxes[i], spacing);
}

#define TILE_PX 64. /* wide at least: narrow ones cost more a pixel */

static void
boxes_path (cairo_t *cr, const WsBox *boxes, guint n_boxes)
{
  for (guint i = 0; i < n_boxes; i++)
    ws_box_path (cr, &boxes[i]);
}

/* Whether tiles of @period meet pixel by pixel: without rotation, at a whole place and a scale that
 * leaves them whole. What GTK records is drawn later, at a whole scale. */
static gboolean
can_tile (cairo_t *cr, double period)
{
  cairo_surface_type_t type = cairo_surface_get_type (cairo_get_group_target (cr));
  cairo_matrix_t m;

  if (type != CAIRO_SURFACE_TYPE_IMAGE && type != CAIRO_SURFACE_TYPE_RECORDING)
    return FALSE;
  cairo_get_matrix (cr, &m);
  return m.xy == 0 && m.yx == 0 && m.xx == m.yy && m.xx > 0
         && fabs (m.xx * period - round (m.xx * period)) < 1e-9 && m.x0 == round (m.x0)
         && m.y0 == round (m.y0);
}

/* As lines, so that it is sharp at every scale. */
static cairo_pattern_t *
make_tile (WsHatch hatch, double period, double line_px, WsColor ground, WsColor color)
{
  WsBox tile = { 0, 0, period * ceil (TILE_PX / period), period };
  WsBox beyond = { -period, -period, tile.w + 2 * period, tile.h + 2 * period };
  cairo_rectangle_t extents = { 0, 0, tile.w, tile.h };
  cairo_surface_t *surface = cairo_recording_surface_create (CAIRO_CONTENT_COLOR_ALPHA, &extents);
  cairo_t *cr = cairo_create (surface);
  cairo_pattern_t *pattern;

  ws_box_path (cr, &tile);
  ws_paint_set (cr, ground);
  cairo_fill (cr);
  /* a level line begins on a whole pixel */
  cairo_translate (cr, line_px / 2, line_px / 2);
  ws_hatch_path (cr, hatch, &beyond, period);
  ws_paint_set (cr, color);
  cairo_set_line_width (cr, line_px);
  cairo_stroke (cr);
  cairo_destroy (cr);
  pattern = cairo_pattern_create_for_surface (surface);
  cairo_pattern_set_extend (pattern, CAIRO_EXTEND_REPEAT);
  cairo_pattern_set_filter (pattern, CAIRO_FILTER_NEAREST);
  cairo_surface_destroy (surface);
  return pattern;
}

/**
 * ws_hatch_fill:
 * @fill: with what
 * @boxes: where: side by side, from left to right; but for vertical lines, with one lower edge
 *
 * Fills the boxes and hatches them. Where there are pixels the lines are drawn once, on a tile: a
 * large area costs what filling it does.
 */
void
ws_hatch_fill (cairo_t *cr, const WsHatchFill *fill, const WsBox *boxes, guint n_boxes)
{
  double spacing = MAX (round (fill->spacing), 2);

  boxes_path (cr, boxes, n_boxes);
  if (can_tile (cr, spacing))
    {
      cairo_pattern_t *tile =
          make_tile (fill->hatch, spacing, fill->line_px, fill->ground, fill->color);

      cairo_set_source (cr, tile);
      cairo_fill (cr);
      cairo_pattern_destroy (tile);
      return;
    }
  ws_paint_set (cr, fill->ground);
  cairo_fill (cr);
  ws_hatch_path_in_steps (cr, fill->hatch, boxes, n_boxes, spacing);
  cairo_set_line_width (cr, fill->line_px);
  ws_paint_set (cr, fill->color);
  cairo_stroke (cr);
}

/**
 * ws_hatch_of_warp:
 * @warp: a warp of a block
 *
 * Neighbours differ in colour and in hatch; where the colours begin again the hatches are one
 * further. With the colour it is unlike for 49 warps.
 */
WsHatch
ws_hatch_of_warp (guint warp)
{
  return (warp + warp / WS_N_WARP_COLORS) % WS_N_HATCHES;
}
