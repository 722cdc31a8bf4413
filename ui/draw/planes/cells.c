/* cells.c: the cells of a plane, and the values in them. */
#include "planes/private.h"

#include <string.h>

typedef struct {
  WsColor fill;
  WsColor line;
  double line_w;
  gboolean dashed;
  WsHatch hatch;
  WsColor hatch_color;
  WsColor ink;
} Look;

static WsColor
get_color (const WsPlanesDrawing *self, const WsNode *node)
{
  if (node->thread == WS_NONE)
    return self->theme->muted;
  return *ws_theme_get_warp_color (self->theme, node->thread / WS_WARP_SIZE);
}

static gboolean
is_fresh (const WsPlanesDrawing *self, const WsNode *node)
{
  return node->event != WS_NONE && node->stage == self->stage;
}

/* A cell that waits for its value, or one beyond the edge of a buffer. */
static Look
get_ghost_look (const WsPlanesDrawing *self, gboolean is_outside)
{
  const WsTheme *theme = self->theme;

  return (Look){ .line = ws_color_mix (theme->background, theme->faint, is_outside ? 0.6 : 0.9),
                 .line_w = theme->line_px * self->layout.scale,
                 .dashed = is_outside };
}

static Look
get_look (const WsPlanesDrawing *self, guint32 id)
{
  const WsTheme *theme = self->theme;
  const WsNode *node = &self->planes->dataflow->nodes[id];
  WsColor color = get_color (self, node);
  double line = theme->line_px * self->layout.scale;
  Look look = { .fill = theme->background,
                .line = color,
                .line_w = line * 1.5,
                .ink = node->event == WS_NONE ? theme->muted : theme->ink };

  if (node->event == WS_NONE)
    {
      look.line = ws_color_mix (theme->faint, theme->muted, 0.35);
      look.line_w = line;
      look.ink = theme->ink;
    }
  else if (ws_planes_drawing_is_kept_back (self, id))
    {
      look.fill = ws_color_mix (theme->background, theme->idle, 0.55);
      look.line = ws_color_mix (theme->faint, theme->muted, 0.55);
      look.dashed = TRUE;
      look.ink = ws_veil_get_ink (theme);
    }
  else if (!node->reaches_result)
    {
      look.line = theme->faint;
      look.dashed = TRUE;
      look.ink = theme->idle_ink;
    }
  else if (is_fresh (self, node))
    {
      look.fill = color;
      look.ink = ws_color_ink_on (color);
    }
  else
    {
      look.hatch = ws_hatch_of_warp (node->thread / WS_WARP_SIZE);
      look.hatch_color = ws_color_mix (theme->background, color, 0.35);
    }
  return look;
}

static void
paint (WsPlanesDrawing *self, const Look *look, const WsBox *box)
{
  const WsPlanesLayout *l = &self->layout;
  WsBox snapped = ws_box_snap (self->cr, *box);
  double radius = MIN (5 * l->scale, l->cell_w * 0.16);
  double spacing = CLAMP (l->cell_h * 0.24, 4, 12 * l->scale);
  WsStampShape shape = { .kind = WS_STAMP_FILL, .radius = radius };

  if (look->fill.a > 0)
    ws_stamps_show (self->stamps, &shape, &snapped, 1, look->fill);
  if (look->hatch != WS_HATCH_NONE)
    {
      WsBox inside = ws_box_inset (&snapped, look->line_w);

      ws_hatch_path (self->cr, look->hatch, &inside, spacing);
      ws_paint_set (self->cr, look->hatch_color);
      cairo_set_line_width (self->cr, MAX (spacing * 0.16, 0.8));
      cairo_stroke (self->cr);
    }
  shape.kind = look->dashed ? WS_STAMP_DASHES : WS_STAMP_FRAME;
  shape.line = ws_snap_line (self->cr, look->line_w);
  shape.dash = 4 * l->scale;
  ws_stamps_show (self->stamps, &shape, &snapped, 1, look->line);
}

static void
write_value (WsPlanesDrawing *self, guint32 id, const Look *look, const WsBox *box)
{
  const WsPlanesLayout *l = &self->layout;
  const WsNode *node = &self->planes->dataflow->nodes[id];
  gboolean is_real = node->value_type == WS_VALUE_F32 || node->value_type == WS_VALUE_F64;
  gboolean kept_back = ws_planes_drawing_is_kept_back (self, id);
  g_autofree char *value = ws_tree_model_format_value (node, is_real ? WS_TREE_MAX_FLOAT_CHARS : 0);
  const char *text = kept_back ? WS_VEIL_SIGN : value;
  WsFace face = is_fresh (self, node) || kept_back ? WS_FACE_MONO_BOLD : WS_FACE_MONO;

  if (l->value_px <= 0 || ws_text_gather_width (self->text, face, l->value_px, text) > box->w)
    return;
  ws_text_gather (self->text, &(WsTextStyle){ face, l->value_px, look->ink },
                  &(WsTextPlace){ box->x + box->w / 2, box->y + box->h / 2, 0.5 }, text);
}

/* Whether it is shown that a check found the value wrong. */
static gboolean
is_hazard (const WsPlanesDrawing *self, guint32 node)
{
  return (self->emphasis->hide & WS_HIDE_FAULT) == 0
         && ws_hazards_find (self->scene->hazards, node) != NULL
         && !ws_planes_drawing_is_kept_back (self, node);
}

static void
draw_cell (WsPlanesDrawing *self, guint32 cell, const WsBox *box)
{
  const WsPlanes *planes = self->planes;
  guint32 latest = ws_planes_get_latest (planes, cell, self->event);
  Look look;

  if (planes->first_version[cell] == planes->first_version[cell + 1])
    return;
  if (latest == WS_NONE)
    {
      /* nor is told that there will be one */
      if ((self->emphasis->hide & WS_HIDE_COUNTS) != 0)
        return;
      look = get_ghost_look (self, FALSE);
      paint (self, &look, box);
      return;
    }
  look = get_look (self, latest);
  paint (self, &look, box);
  if (is_hazard (self, latest))
    ws_hazard_draw_cells (self->cr, self->theme, box, 1,
                          MIN (5 * self->layout.scale, self->layout.cell_w * 0.16),
                          self->layout.scale);
  write_value (self, latest, &look, box);
}

static void
draw_ghosts (WsPlanesDrawing *self, guint i)
{
  const WsPlanesLayout *l = &self->layout;
  const WsPlaneBox *box = &l->boxes[i];
  Look look = get_ghost_look (self, TRUE);
  int top = (int)box->first_row - (int)box->ghost_above;
  int bottom = (int)(box->first_row + box->n_rows + box->ghost_below);
  int left = (int)box->first_column - (int)box->ghost_left;
  int right = (int)(box->first_column + box->n_columns + box->ghost_right);

  for (int r = top; r < bottom; r++)
    for (int c = left; c < right; c++)
      {
        WsBox place;

        if (r >= (int)box->first_row && r < (int)(box->first_row + box->n_rows)
            && c >= (int)box->first_column && c < (int)(box->first_column + box->n_columns))
          continue;
        place = ws_planes_layout_get_place (l, i, r, c);
        paint (self, &look, &place);
      }
}

/**
 * ws_planes_draw_cells:
 * @i: index of a plane
 *
 * Draws the cells in view; values are shown with the text's next flush.
 */
void
ws_planes_draw_cells (WsPlanesDrawing *self, guint i)
{
  const WsPlaneBox *box = &self->layout.boxes[i];
  const WsPlane *plane = &self->planes->planes[i];

  draw_ghosts (self, i);
  for (guint r = box->first_row; r < box->first_row + box->n_rows; r++)
    for (guint c = box->first_column; c < box->first_column + box->n_columns; c++)
      {
        WsBox place = ws_planes_layout_get_place (&self->layout, i, (int)r, (int)c);

        draw_cell (self, plane->first_cell + r * plane->n_columns + c, &place);
      }
}

/* ---- highlights ---- */

static void
ring (WsPlanesDrawing *self, guint32 cell)
{
  const WsPlanesLayout *l = &self->layout;
  WsBox box;

  if (ws_planes_layout_get_cell (l, self->planes, cell, &box))
    ws_highlight_draw_ring (self->cr, self->theme, &box, MIN (5 * l->scale, box.w * 0.16),
                            l->scale);
}

/* What threads from @first on have stored. */
static void
ring_threads (gpointer drawing, guint first, guint n)
{
  WsPlanesDrawing *self = drawing;
  const WsDataflow *flow = self->planes->dataflow;

  for (guint32 i = 0; i < flow->n_nodes; i++)
    if (flow->nodes[i].thread != WS_NONE && flow->nodes[i].thread - first < n
        && flow->nodes[i].thread >= first && flow->nodes[i].told <= self->event
        && !ws_planes_drawing_is_kept_back (self, i))
      ring (self, self->planes->cell_of[i]);
}

static void
ring_element (gpointer drawing, guint number)
{
  WsPlanesDrawing *self = drawing;

  for (guint i = 0; i < self->layout.n_boxes; i++)
    {
      const WsPlane *plane = &self->planes->planes[i];

      for (guint k = 0; k < plane->n_rows * plane->n_columns; k++)
        if (plane->rows[k / plane->n_columns] * plane->pitch + plane->columns[k % plane->n_columns]
            == number)
          ring (self, plane->first_cell + k);
    }
}

static void
ring_plane (gpointer drawing, guint plane)
{
  WsPlanesDrawing *self = drawing;
  const WsPlanesLayout *l = &self->layout;

  if (plane < l->n_boxes)
    ws_highlight_draw_ring (self->cr, self->theme, &l->boxes[plane].cells, 8 * l->scale, l->scale);
}

/* Draws what the marks of a check mean. */
void
ws_planes_draw_legend (WsPlanesDrawing *self)
{
  const WsPlanesLayout *l = &self->layout;

  if ((self->emphasis->hide & WS_HIDE_FAULT) == 0)
    ws_hazard_draw_legend (self->text, self->theme, &l->legend, l->index_px, l->scale,
                           ws_scene_say_hazards (self->scene));
}

/* Draws rings around highlights, as far as it is seen: a row of the tree is a plane here. */
void
ws_planes_draw_highlights (WsPlanesDrawing *self)
{
  static const WsHighlightRings rings = { ring_threads, ring_element, ring_plane };

  ws_emphasis_draw_rings (self->emphasis, &rings, self);
}

/* Returns: whether its value is not told: those of the present stage and of later ones, and results
 */
gboolean
ws_planes_drawing_is_kept_back (const WsPlanesDrawing *self, guint32 node)
{
  const WsNode *n = &self->planes->dataflow->nodes[node];

  return (self->emphasis->hide & (WS_HIDE_VALUES | WS_HIDE_COUNTS)) != 0 && n->event != WS_NONE
         && (n->space == WS_SPACE_GLOBAL || n->stage >= self->stage);
}
