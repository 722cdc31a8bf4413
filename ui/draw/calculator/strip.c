/* strip.c: the time machine: the same launch on every compute capability. */
#include "calculator/private.h"

#include <glib/gi18n.h>
#include <math.h>

static gboolean
is_of (const WsOccupancyLimits *a, const WsOccupancyLimits *b)
{
  return a->cc_major == b->cc_major && a->cc_minor == b->cc_minor;
}

static guint
find (const WsOccupancyLimits *limits)
{
  for (guint i = 0; i < ws_occupancy_limits_get_n (); i++)
    if (is_of (ws_occupancy_limits_get (i), limits))
      return i;
  return G_MAXUINT;
}

/* Names the architectures, with a line over the capabilities of each. */
static void
draw_names (const WsCalculatorDrawing *self, guint present)
{
  const WsCalculatorLayout *l = &self->layout;
  const WsOccupancyLimits *shown = ws_occupancy_limits_get (present);
  const char *bold = ws_occupancy_get_architecture (shown->cc_major, shown->cc_minor);
  double gap = l->note_px * 0.25;
  double line = ws_snap_line (self->cr, l->line);
  double y = l->strip_names.y + l->note_px * 0.7;

  for (guint i = 0; i < l->n_capabilities;)
    {
      const WsOccupancyLimits *limits = ws_occupancy_limits_get (i);
      const char *name = ws_occupancy_get_architecture (limits->cc_major, limits->cc_minor);
      double x0 = l->capabilities[i].x;
      double x1 = x0;
      gboolean here = g_str_equal (name, bold);
      double at = ws_snap (self->cr, l->strip_names.y + l->strip_names.h - line);

      for (; i < l->n_capabilities; i++)
        {
          const WsOccupancyLimits *next = ws_occupancy_limits_get (i);

          if (!g_str_equal (name, ws_occupancy_get_architecture (next->cc_major, next->cc_minor)))
            break;
          x1 = l->capabilities[i].x + l->capabilities[i].w;
        }
      ws_text_show_fit (
          self->text,
          &(WsTextStyle){ WS_FACE_SANS, l->note_px, here ? self->theme->ink : self->theme->muted },
          &(WsTextPlace){ (x0 + x1) / 2, y, 0.5 }, x1 - x0, name);
      cairo_rectangle (self->cr, x0 + gap, at, x1 - x0 - 2 * gap, line);
      ws_paint_set (self->cr, here ? self->theme->ink : self->theme->faint);
      cairo_fill (self->cr);
    }
}

static WsBox
get_bar (const WsCalculatorLayout *l, guint index, double share)
{
  const WsBox *cell = &l->capabilities[index];
  double least = l->strip_bars.w / MAX (l->n_capabilities, 1);
  double w = MIN (cell->w * 0.68, least * 0.8);
  double h = MAX (cell->h * share, 1);

  return (WsBox){ cell->x + (cell->w - w) / 2, cell->y + cell->h - h, w, h };
}

/* The room of each, and what of it is filled; bars that lie side by side and have one limiter are
 * filled at once. */
static void
draw_capabilities (const WsCalculatorDrawing *self)
{
  const WsCalculatorLayout *l = &self->layout;
  const WsOccupancy *results = self->calculator->capabilities;
  WsBox bars[G_N_ELEMENTS (l->capabilities)];

  for (guint i = 0; i < l->n_capabilities; i++)
    {
      WsBox room = ws_box_snap (self->cr, get_bar (l, i, 1));

      ws_box_path (self->cr, &room);
    }
  ws_paint_set (self->cr, self->theme->idle);
  cairo_fill (self->cr);
  for (WsLimiter limiter = 0; limiter < WS_N_LIMITERS; limiter++)
    {
      guint n = 0;

      for (guint i = 0; i < l->n_capabilities; i++)
        if (results[i].blocks > 0
            && ws_occupancy_get_first_limiter (results[i].limiters) == limiter)
          bars[n++] = ws_box_snap (self->cr, get_bar (l, i, results[i].occupancy));
      ws_calculator_fill (self, bars, n, limiter);
    }
}

/* A cross where the launch does not run. */
static void
draw_refused (const WsCalculatorDrawing *self)
{
  const WsCalculatorLayout *l = &self->layout;

  for (guint i = 0; i < l->n_capabilities; i++)
    {
      WsBox room = ws_box_snap (self->cr, get_bar (l, i, 1));
      double r = MIN (room.w, room.h) * 0.28;
      double x = room.x + room.w / 2;
      double y = room.y + room.h / 2;

      if (self->calculator->capabilities[i].blocks > 0)
        continue;
      cairo_move_to (self->cr, x - r, y - r);
      cairo_line_to (self->cr, x + r, y + r);
      cairo_move_to (self->cr, x + r, y - r);
      cairo_line_to (self->cr, x - r, y + r);
    }
  cairo_set_line_width (self->cr, MAX (l->line, 1));
  ws_paint_set (self->cr, self->theme->muted);
  cairo_stroke (self->cr);
}

/* Shows what fits beside what is there already; the present one comes first. */
static void
draw_labels (const WsCalculatorDrawing *self, guint present)
{
  const WsCalculatorLayout *l = &self->layout;
  g_autofree gboolean *shown = g_new0 (gboolean, MAX (l->n_capabilities, 1));
  g_autofree WsBox *boxes = g_new0 (WsBox, MAX (l->n_capabilities, 1));
  double y = l->strip_labels.y + l->note_px * 0.8;

  for (guint pass = 0; pass < 3; pass++)
    for (guint i = 0; i < l->n_capabilities; i++)
      {
        const WsOccupancyLimits *limits = ws_occupancy_limits_get (i);
        const WsBox *cell = &l->capabilities[i];
        g_autofree char *label = g_strdup_printf ("%u.%u", limits->cc_major, limits->cc_minor);
        WsFace face = i == present ? WS_FACE_BOLD : WS_FACE_SANS;
        double w = ws_text_gather_width (self->text, face, l->note_px, label);
        double x = CLAMP (cell->x + cell->w / 2 - w / 2, l->strip.x, l->strip.x + l->strip.w - w);
        gboolean free = TRUE;

        /* first the present one, then the first of each generation, then all others */
        if (shown[i] || (pass == 0 && i != present) || (pass == 1 && limits->cc_minor != 0))
          continue;
        for (guint k = 0; k < l->n_capabilities && free; k++)
          free = !shown[k] || x > boxes[k].x + boxes[k].w + l->note_px * 0.3
                 || x + w + l->note_px * 0.3 < boxes[k].x;
        if (!free)
          continue;
        shown[i] = TRUE;
        boxes[i] = (WsBox){ .x = x, .w = w };
        ws_text_gather (self->text,
                        &(WsTextStyle){ face, l->note_px,
                                        i == present ? self->theme->ink : self->theme->muted },
                        &(WsTextPlace){ x, y, 0 }, label);
      }
}

static void
draw_title (const WsCalculatorDrawing *self)
{
  const WsCalculatorLayout *l = &self->layout;
  g_autofree char *change = ws_calculator_dup_change (self->calculator);
  guint max_lines = MAX ((guint)(l->strip_title.h / (l->note_px * 1.4)), 1);
  g_auto (GStrv) lines =
      ws_text_wrap (self->text, WS_FACE_SANS, l->note_px, l->strip_title.w, max_lines, change);
  double y = l->strip_title.y + l->note_px * 0.7;

  for (guint i = 0; lines[i] != NULL; i++, y += l->note_px * 1.4)
    ws_text_show (
        self->text,
        &(WsTextStyle){ WS_FACE_SANS, l->note_px,
                        self->calculator->change != NULL ? self->theme->ink : self->theme->muted },
        &(WsTextPlace){ l->strip_title.x, y, 0 }, lines[i]);
}

/* A frame round the present one, its share above it, and where B is, B's diamond. */
static void
mark (const WsCalculatorDrawing *self, guint present)
{
  const WsCalculatorLayout *l = &self->layout;
  const WsOccupancy *result = &self->calculator->capabilities[present];
  g_autofree char *share = result->blocks > 0 ? ws_occupancy_format_share (result->occupancy)
                                              : g_strdup (_ ("does not run"));
  double line = ws_snap_line (self->cr, l->line * 2);
  WsBox frame = get_bar (l, present, 1);
  double w = ws_text_width (self->text, WS_FACE_BOLD, l->note_px, share);
  double x;

  x = CLAMP (frame.x + frame.w / 2 - w / 2, l->strip.x, l->strip.x + l->strip.w - w);
  frame = ws_box_inset (&frame, -line * 1.5);
  frame = (WsBox){ frame.x - 0, frame.y, frame.w, frame.h };
  frame = ws_box_snap_stroke (self->cr, frame, line);
  ws_box_path (self->cr, &frame);
  cairo_set_line_width (self->cr, line);
  ws_paint_set (self->cr, self->theme->playhead);
  cairo_stroke (self->cr);
  ws_text_show (self->text, &(WsTextStyle){ WS_FACE_BOLD, l->note_px, self->theme->ink },
                &(WsTextPlace){ x, l->strip_bars.y - l->note_px * 0.75, 0 }, share);
  if (self->calculator->n_sides == 2)
    {
      guint b = find (self->calculator->sides[1].limits);

      if (b < l->n_capabilities && b != present)
        ws_calculator_draw_point (self, 1, l->capabilities[b].x + l->capabilities[b].w / 2,
                                  l->strip_bars.y - l->note_px * 0.3, l->note_px * 0.26);
    }
}

/* Draws the time machine: the same launch on every compute capability. */
void
ws_calculator_draw_strip (WsCalculatorDrawing *self)
{
  const WsCalculatorLayout *l = &self->layout;
  guint present = find (self->calculator->sides[0].limits);

  if (l->strip.h <= 0 || present >= l->n_capabilities)
    return;
  draw_title (self);
  if (l->strip_names.h > 0)
    draw_names (self, present);
  draw_capabilities (self);
  draw_refused (self);
  draw_labels (self, present);
  mark (self, present);
}
