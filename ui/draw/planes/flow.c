/* flow.c: what flows into a value: lines from where it comes from, windows round sources in rows,
 * and values on their way. */
#include "planes/private.h"

#include <math.h>

#define MAX_LINES  6   /* from one plane; more have a window round them, as all in rows have */
#define MAX_TOKENS 96  /* values on their way in one picture */
#define MAX_EDGES  512 /* lines of all values at once */

/* Sources in one plane. */
typedef struct {
  guint plane;
  guint n;
  WsBox bounds;
  WsBox boxes[MAX_LINES]; /* of the first of them */
} Sources;

static WsBox
unite (const WsBox *a, const WsBox *b)
{
  double x = MIN (a->x, b->x);
  double y = MIN (a->y, b->y);

  return (WsBox){ x, y, MAX (a->x + a->w, b->x + b->w) - x, MAX (a->y + a->h, b->y + b->h) - y };
}

/* Returns: the number of planes that the focus has sources in view in */
static guint
find_sources (const WsPlanesDrawing *self, guint32 node, Sources sources[WS_PLANES_MOST])
{
  const WsDataflow *flow = self->planes->dataflow;
  const WsNode *focus = &flow->nodes[node];
  guint own = self->planes->cell_of[node];
  guint n = 0;

  for (guint k = 0; k < focus->n_edges + focus->n_choosers; k++)
    {
      guint32 cell = self->planes->cell_of[flow->edges[focus->first_edge + k]];
      WsBox box;
      guint plane;
      guint i = 0;

      if (cell == own || !ws_planes_layout_get_cell (&self->layout, self->planes, cell, &box))
        continue;
      plane = ws_planes_get_plane (self->planes, cell);
      while (i < n && sources[i].plane != plane)
        i++;
      if (i == n)
        sources[n++] = (Sources){ .plane = plane, .bounds = box };
      sources[i].bounds = unite (&sources[i].bounds, &box);
      if (sources[i].n < MAX_LINES)
        sources[i].boxes[sources[i].n] = box;
      sources[i].n++;
    }
  return n;
}

/* A line from the edge of one box to that of another, whichever way they lie. */
static void
line_between (WsPlanesDrawing *self, const WsBox *from, double x, double y)
{
  gboolean across = self->layout.across;

  if (across)
    cairo_move_to (self->cr, from->x + from->w, from->y + from->h / 2);
  else
    cairo_move_to (self->cr, from->x + from->w / 2, y > from->y ? from->y + from->h : from->y);
  cairo_line_to (self->cr, x, y);
}

/* The sides of what lies between a window and the value that it becomes. */
static void
project (WsPlanesDrawing *self, const WsBox *window, double x, double y)
{
  if (self->layout.across)
    {
      cairo_move_to (self->cr, window->x + window->w, window->y);
      cairo_line_to (self->cr, x, y);
      cairo_move_to (self->cr, window->x + window->w, window->y + window->h);
      cairo_line_to (self->cr, x, y);
      return;
    }
  cairo_move_to (self->cr, window->x, window->y + window->h);
  cairo_line_to (self->cr, x, y);
  cairo_move_to (self->cr, window->x + window->w, window->y + window->h);
  cairo_line_to (self->cr, x, y);
}

/* Where the thread stands that makes a value: before its plane. */
static WsBox
get_thread (const WsPlanesDrawing *self, const WsBox *cell, guint plane)
{
  const WsPlanesLayout *l = &self->layout;
  const WsPlaneBox *box = &l->boxes[plane];
  double px = MAX (l->index_px, ws_theme_get_min_text (self->theme, l->height));
  double size = 1.75 * px;

  if (l->across)
    return (WsBox){ box->cells.x - l->index_w - 0.4 * l->text_px - size,
                    cell->y + cell->h / 2 - size / 2, size, size };
  return (WsBox){ cell->x + cell->w / 2 - size / 2,
                  cell->y - (l->index_px > 0 ? 1.7 * l->index_px : 0.4 * px) - size, size, size };
}

static void
draw_thread (WsPlanesDrawing *self, const WsNode *node, const WsBox *box)
{
  const WsTheme *theme = self->theme;
  double px = box->h / 1.75;
  WsColor color = *ws_theme_get_warp_color (theme, node->thread / WS_WARP_SIZE);
  char number[16];
  WsBox pill = *box;
  double width;

  g_snprintf (number, sizeof number, "%u", node->thread);
  width = ws_text_width (self->text, WS_FACE_BOLD, px, number) + 0.9 * px;
  if (width > pill.w)
    {
      pill.x -= (width - pill.w) / 2;
      pill.w = width;
    }
  ws_rounded_path (self->cr, &pill, pill.h / 2);
  ws_paint_set (self->cr, theme->background);
  cairo_fill_preserve (self->cr);
  ws_paint_set (self->cr, color);
  cairo_set_line_width (self->cr, 2 * theme->line_px * self->layout.scale);
  cairo_stroke (self->cr);
  ws_text_show (self->text, &(WsTextStyle){ WS_FACE_BOLD, px, theme->ink },
                &(WsTextPlace){ pill.x + pill.w / 2, pill.y + pill.h / 2, 0.5 }, number);
}

/* ---- all values, faintly ---- */

/* Whether the lines of all values at once can be told apart. */
static gboolean
draws_all (const WsPlanesDrawing *self)
{
  return !self->layout.across && self->planes->pattern != WS_PATTERN_STENCIL
         && self->planes->pattern != WS_PATTERN_SCATTER
         && (self->emphasis->hide & WS_HIDE_COUNTS) == 0;
}

static void
draw_all (WsPlanesDrawing *self)
{
  const WsDataflow *flow = self->planes->dataflow;
  guint n = 0;

  for (guint32 i = 0; i < flow->n_nodes && n < MAX_EDGES; i++)
    {
      WsBox to;

      if (!ws_planes_layout_get_cell (&self->layout, self->planes, self->planes->cell_of[i], &to))
        continue;
      for (guint k = 0; k < flow->nodes[i].n_edges && n < MAX_EDGES; k++)
        {
          guint32 source = flow->edges[flow->nodes[i].first_edge + k];
          WsBox from;

          if (self->planes->cell_of[source] == self->planes->cell_of[i]
              || !ws_planes_layout_get_cell (&self->layout, self->planes,
                                             self->planes->cell_of[source], &from))
            continue;
          line_between (self, &from, to.x + to.w / 2, to.y);
          n++;
        }
    }
  ws_paint_set (self->cr, ws_color_mix (self->theme->background, self->theme->muted, 0.4));
  cairo_set_line_width (self->cr, self->theme->line_px * self->layout.scale);
  cairo_stroke (self->cr);
}

/* ---- what was found wrong ---- */

static void
draw_hazards (WsPlanesDrawing *self)
{
  const WsHazards *hazards = self->scene->hazards;
  const WsDataflow *flow = self->planes->dataflow;

  if (hazards == NULL || self->layout.across || (self->emphasis->hide & WS_HIDE_FAULT) != 0)
    return;
  for (guint i = 0; i < MIN (hazards->n_items, MAX_EDGES); i++)
    {
      const WsHazard *hazard = &hazards->items[i];
      WsBox from;
      WsBox to;

      if (hazard->source == WS_NONE || flow->nodes[hazard->node].told > self->event
          || ws_planes_drawing_is_kept_back (self, hazard->node)
          || !ws_planes_layout_get_cell (&self->layout, self->planes,
                                         self->planes->cell_of[hazard->node], &to)
          || !ws_planes_layout_get_cell (&self->layout, self->planes,
                                         self->planes->cell_of[hazard->source], &from))
        continue;
      line_between (self, &from, to.x + to.w / 2, to.y);
    }
  ws_hazard_stroke (self->cr, self->theme, self->theme->line_px * self->layout.scale);
}

/* ---- tiles ---- */

/* What of a buffer stands in shared memory at the moment, with a dashed window round it. */
static void
frame_tile (WsPlanesDrawing *self, guint shared)
{
  const WsPlanesLayout *l = &self->layout;
  const WsPlanes *planes = self->planes;
  const WsPlane *plane = &planes->planes[shared];
  const WsDataflow *flow = planes->dataflow;
  const double dash[2] = { 6 * l->scale, 4 * l->scale };
  WsBox bounds = { 0 };
  WsBox place;
  double x;
  double y;
  guint n = 0;

  for (guint k = 0; k < plane->n_rows * plane->n_columns; k++)
    {
      guint32 node = ws_planes_get_latest (planes, plane->first_cell + k, self->event);
      guint32 cell;
      WsBox box;

      if (node == WS_NONE || flow->nodes[node].n_edges != 1)
        continue;
      cell = planes->cell_of[flow->edges[flow->nodes[node].first_edge]];
      if (!ws_planes_layout_get_cell (l, planes, cell, &box))
        continue;
      bounds = n++ > 0 ? unite (&bounds, &box) : box;
    }
  if (n == 0)
    return;
  bounds = ws_box_inset (&bounds, -3 * l->scale);
  place = l->boxes[shared].cells;
  x = place.x - l->index_w - 0.3 * l->text_px;
  y = place.y + place.h / 2;
  ws_rounded_path (self->cr, &bounds, 5 * l->scale);
  cairo_move_to (self->cr, bounds.x + bounds.w, bounds.y + bounds.h / 2);
  cairo_line_to (self->cr, x, y);
  cairo_save (self->cr);
  cairo_set_dash (self->cr, dash, 2, 0);
  cairo_set_line_width (self->cr, 2 * self->theme->line_px * l->scale);
  ws_paint_set (self->cr, self->theme->playhead);
  cairo_stroke (self->cr);
  cairo_restore (self->cr);
  ws_paint_set (self->cr, self->theme->playhead);
  ws_arrow_path (self->cr, x, y, x - bounds.x - bounds.w, y - bounds.y - bounds.h / 2,
                 0.5 * l->text_px);
  cairo_fill (self->cr);
}

/* ---- the one that stands out ---- */

/* What is drawn of the focus: where it is, where its thread is, where it comes from. */
typedef struct {
  WsBox to;
  WsBox thread;
  gboolean is_piled; /* it lies on a stack, where its thread's number is */
  Sources sources[WS_PLANES_MOST];
  guint n_sources;
} Focus;

/* Of a value that was counted up: its place on the stack. */
static gboolean
find_brick (const WsPlanesDrawing *self, guint32 cell, WsBox *box)
{
  const WsPlanes *planes = self->planes;
  guint k = 0;

  if (ws_planes_get_plane (planes, cell) != planes->stacked)
    return FALSE;
  for (guint v = planes->first_version[cell]; v < planes->first_version[cell + 1]; v++)
    {
      if (planes->versions[v] == self->focus)
        return planes->dataflow->nodes[self->focus].is_atomic
               && ws_planes_layout_get_stack (&self->layout, planes, cell, k, box);
      k += planes->dataflow->nodes[planes->versions[v]].is_atomic;
    }
  return FALSE;
}

static gboolean
find_focus (const WsPlanesDrawing *self, Focus *focus)
{
  guint32 cell;

  if (self->focus == WS_NONE
      || ((self->emphasis->hide & WS_HIDE_COUNTS) != 0
          && ws_planes_drawing_is_kept_back (self, self->focus)))
    return FALSE;
  cell = self->planes->cell_of[self->focus];
  if (!ws_planes_layout_get_cell (&self->layout, self->planes, cell, &focus->to))
    return FALSE;
  focus->thread = get_thread (self, &focus->to, ws_planes_get_plane (self->planes, cell));
  focus->is_piled = find_brick (self, cell, &focus->thread);
  focus->n_sources = find_sources (self, self->focus, focus->sources);
  return TRUE;
}

static void
draw_focus_lines (WsPlanesDrawing *self, const Focus *focus)
{
  const WsPlanesLayout *l = &self->layout;
  double x = focus->thread.x + focus->thread.w / 2;
  double y = focus->thread.y + focus->thread.h / 2;

  for (guint i = 0; i < focus->n_sources; i++)
    {
      const Sources *sources = &focus->sources[i];
      WsBox window = ws_box_inset (&sources->bounds, -2.5 * l->scale);

      if (sources->n > MAX_LINES)
        project (self, &window, x, y);
      for (guint k = 0; k < sources->n && sources->n <= MAX_LINES; k++)
        line_between (self, &sources->boxes[k], x, y);
    }
  /* across, the line ends before the numbers of the rows */
  if (!l->across && !focus->is_piled)
    {
      cairo_move_to (self->cr, x, y);
      cairo_line_to (self->cr, focus->to.x + focus->to.w / 2, focus->to.y);
    }
  ws_paint_set (self->cr, ws_color_mix (self->theme->background, self->theme->playhead, 0.8));
  cairo_set_line_width (self->cr, 1.6 * self->theme->line_px * l->scale);
  cairo_stroke (self->cr);
}

/* One line from each plane can be followed over the cells. */
static gboolean
is_simple (const Focus *focus)
{
  for (guint i = 0; i < focus->n_sources; i++)
    if (focus->sources[i].n > 1)
      return FALSE;
  return TRUE;
}

/* Draws windows round the sources of the value that stands out, a ring round itself, and its
 * thread. */
void
ws_planes_draw_marks (WsPlanesDrawing *self)
{
  const WsPlanesLayout *l = &self->layout;
  double line = 2.2 * self->theme->line_px * l->scale;
  const WsNode *node;
  Focus focus;

  for (guint i = 0; i < l->n_boxes && l->across; i++)
    if (self->planes->planes[i].kind == WS_PLANE_SHARED)
      frame_tile (self, i);
  if (!find_focus (self, &focus))
    return;
  node = &self->planes->dataflow->nodes[self->focus];
  if (l->across && is_simple (&focus))
    draw_focus_lines (self, &focus);
  for (guint i = 0; i < focus.n_sources; i++)
    {
      const Sources *sources = &focus.sources[i];
      WsBox window = ws_box_inset (&sources->bounds, -2.5 * l->scale);

      if (sources->n > MAX_LINES)
        ws_rounded_path (self->cr, &window, 5 * l->scale);
      for (guint k = 0; k < sources->n && sources->n <= MAX_LINES; k++)
        {
          WsBox box = ws_box_inset (&sources->boxes[k], -1.5 * l->scale);

          ws_rounded_path (self->cr, &box, 5 * l->scale);
        }
    }
  focus.to = ws_box_inset (&focus.to, -1.5 * l->scale);
  ws_rounded_path (self->cr, &focus.to, 5 * l->scale);
  if (focus.is_piled)
    ws_rounded_path (self->cr, &focus.thread, 3 * l->scale);
  /* in a halo, so that it is seen on everything */
  cairo_set_line_width (self->cr, 2 * line);
  ws_paint_set (self->cr, self->theme->background);
  cairo_stroke_preserve (self->cr);
  cairo_set_line_width (self->cr, line);
  ws_paint_set (self->cr, self->theme->playhead);
  cairo_stroke (self->cr);
  if (node->thread != WS_NONE && !focus.is_piled)
    draw_thread (self, node, &focus.thread);
}

/* Draws the lines to the value that stands out, and where there is room for it those of all. Cells
 * are drawn over them. */
void
ws_planes_draw_flow (WsPlanesDrawing *self)
{
  Focus focus;

  if (draws_all (self))
    draw_all (self);
  draw_hazards (self);
  if (find_focus (self, &focus) && (!self->layout.across || !is_simple (&focus)))
    draw_focus_lines (self, &focus);
}

/* ---- on their way ---- */

static void
draw_token (WsPlanesDrawing *self, const WsNode *source, const WsBox *from, const WsBox *to,
            double progress)
{
  const WsPlanesLayout *l = &self->layout;
  double t = ws_ease (progress);
  g_autofree char *value = ws_tree_model_format_value (source, WS_TREE_MAX_FLOAT_CHARS);
  double px = l->value_px;
  double width = ws_text_gather_width (self->text, WS_FACE_MONO_BOLD, px, value) + 0.7 * px;
  WsBox box = { from->x + (to->x - from->x) * t + (from->w - width) / 2,
                from->y + (to->y - from->y) * t + (from->h - 1.35 * px) / 2, width, 1.35 * px };
  WsStampShape shape = { .kind = WS_STAMP_FILL, .radius = box.h / 2 };

  if (px <= 0)
    return;
  ws_stamps_show (self->stamps, &shape, &box, 1, self->theme->playhead);
  ws_text_gather (self->text,
                  &(WsTextStyle){ WS_FACE_MONO_BOLD, px, ws_color_ink_on (self->theme->playhead) },
                  &(WsTextPlace){ box.x + box.w / 2, box.y + box.h / 2, 0.5 }, value);
}

/* Draws the values that are on their way at the moment: those that flow into the value that stands
 * out, and those that are copied. */
void
ws_planes_draw_tokens (WsPlanesDrawing *self)
{
  const WsDataflow *flow = self->planes->dataflow;
  double position = self->moment->position;
  guint n = 0;

  for (guint32 i = 0; i < flow->n_nodes && n < MAX_TOKENS; i++)
    {
      const WsNode *node = &flow->nodes[i];
      double start;
      WsBox to;

      if (node->event == WS_NONE || node->told == 0 || !node->reaches_result
          || (i != self->focus && node->n_edges > 2) || ws_planes_drawing_is_kept_back (self, i))
        continue;
      start = MIN (node->load_event, node->told - 1);
      if (position <= start || position >= node->told
          || !ws_planes_layout_get_cell (&self->layout, self->planes, self->planes->cell_of[i],
                                         &to))
        continue;
      for (guint k = 0; k < node->n_edges + node->n_choosers && n < MAX_TOKENS; k++)
        {
          guint32 source = flow->edges[node->first_edge + k];
          WsBox from;

          if (self->planes->cell_of[source] == self->planes->cell_of[i]
              || !ws_planes_layout_get_cell (&self->layout, self->planes,
                                             self->planes->cell_of[source], &from))
            continue;
          draw_token (self, &flow->nodes[source], &from, &to,
                      (position - start) / (node->told - start));
          n++;
        }
    }
}
