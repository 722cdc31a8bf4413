#include "tree/private.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

/* Boxes of one look, to be painted at once. */
typedef struct {
  WsColor fill;
  WsColor line;
  WsColor hatch_color;
  double line_w;
  gboolean dashed;
  WsHatch hatch;
} Look;

typedef struct {
  Look look;
  GArray *boxes; /* WsBox */
} Pile;

static void
pile_free (gpointer data)
{
  Pile *self = data;

  g_array_unref (self->boxes);
  g_free (self);
}

/* @join: where it touches the one before it, they become one. */
static void
add_box (GPtrArray *piles, const Look *look, const WsBox *box, gboolean join)
{
  Pile *pile;

  for (guint i = piles->len; i-- > 0;)
    {
      pile = g_ptr_array_index (piles, i);
      if (memcmp (&pile->look, look, sizeof *look) == 0)
        {
          WsBox *last = &g_array_index (pile->boxes, WsBox, pile->boxes->len - 1);

          if (join && last->y == box->y && fabs (last->x + last->w - box->x) < 0.01)
            last->w += box->w;
          else
            g_array_append_val (pile->boxes, *box);
          return;
        }
    }
  pile = g_new0 (Pile, 1);
  pile->look = *look;
  pile->boxes = g_array_new (FALSE, FALSE, sizeof (WsBox));
  g_array_append_val (pile->boxes, *box);
  g_ptr_array_add (piles, pile);
}

static void
paint_pile (WsTree *self, const Pile *pile)
{
  const WsTreeLayout *l = &self->layout;
  const Look *look = &pile->look;
  gboolean bars = l->detail == WS_TREE_DETAIL_BARS;
  double radius = bars ? 0 : MIN (7 * l->scale, l->cell_w * 0.2);
  double line = look->line_w > 0 ? ws_snap_line (self->cr, look->line_w) : 0;
  WsStampShape shape = { .kind = WS_STAMP_FILL, .radius = radius };
  guint n_boxes = pile->boxes->len;
  g_autofree WsBox *boxes = g_memdup2 (pile->boxes->data, n_boxes * sizeof (WsBox));
  cairo_t *cr = self->cr;

  for (guint i = 0; i < n_boxes && !bars; i++)
    boxes[i] = ws_box_snap (cr, boxes[i]);
  if (look->fill.a > 0)
    ws_stamps_show (self->stamps, &shape, boxes, n_boxes, look->fill);
  if (look->hatch != WS_HATCH_NONE)
    {
      double spacing = CLAMP (l->cell_h * 0.24, 4, 12 * l->scale);

      for (guint i = 0; i < n_boxes; i++)
        {
          WsBox box = ws_box_snap (cr, boxes[i]);

          if (box.w < spacing)
            continue;
          box = ws_box_inset (&box, MAX (bars ? 0 : line, radius * 0.35));
          ws_hatch_path (cr, look->hatch, &box, spacing);
        }
      ws_paint_set (cr, look->hatch_color);
      cairo_set_line_width (cr, MAX (spacing * 0.16, 0.8));
      cairo_stroke (cr);
    }
  if (line > 0 && !bars)
    {
      shape.kind = look->dashed ? WS_STAMP_DASHES : WS_STAMP_FRAME;
      shape.line = line;
      shape.dash = 4 * l->scale;
      ws_stamps_show (self->stamps, &shape, boxes, n_boxes, look->line);
    }
}

static WsHatch
get_hatch (const WsNode *node)
{
  return node->thread != WS_NONE ? ws_hatch_of_warp (node->thread / WS_WARP_SIZE) : WS_HATCH_NONE;
}

/* Look of a cell that its row makes itself. */
static Look
get_look (WsTree *self, const WsNode *node, WsTreeState state, double shown)
{
  const WsTheme *theme = self->theme;
  WsColor color = ws_tree_get_color (self, node);
  WsColor ground = theme->background;
  double line = theme->line_px * self->layout.scale;
  Look look = { .line_w = line * 1.5,
                .line = ws_tree_get_line_tone (self, node, 1),
                .fill = ground };

  switch (state)
    {
    case WS_TREE_FUTURE:
      look.fill = ws_color_alpha (ground, 0);
      look.line = node->reaches_result ? ws_tree_get_line_tone (self, node, 0.42)
                                       : ws_color_mix (ground, theme->faint, 0.7);
      look.line_w = line * 0.8;
      look.dashed = !node->reaches_result;
      break;
    case WS_TREE_AWAITED:
      if (!node->reaches_result)
        look.line = theme->faint;
      look.dashed = TRUE;
      break;
    case WS_TREE_FRESH:
      look.fill = color;
      look.line_w = 0;
      look.hatch = get_hatch (node);
      look.hatch_color = ws_color_alpha (ws_color_ink_on (color), 0.28);
      break;
    case WS_TREE_DEAD:
      look.line = ws_color_mix (theme->faint, theme->muted, 0.35);
      look.line_w = line;
      look.dashed = TRUE;
      break;
    case WS_TREE_PAST:
    default:
      look.hatch = get_hatch (node);
      look.hatch_color = self->layout.detail == WS_TREE_DETAIL_BARS ? ws_color_alpha (ground, 0.5)
                                                                    : ws_color_alpha (color, 0.3);
      /* initial contents belong to memory, not to a warp */
      if (node->event == WS_NONE)
        {
          look.line = ws_color_mix (theme->faint, theme->muted, 0.7);
          look.line_w = line;
        }
      break;
    }
  if (self->layout.detail == WS_TREE_DETAIL_CELLS && self->layout.pitch_x < 14 * self->layout.scale
      && state == WS_TREE_PAST)
    look.fill = ws_color_mix (ground, color, 0.5);
  if (self->layout.detail == WS_TREE_DETAIL_BARS && state != WS_TREE_FRESH)
    look.fill = ws_color_mix (ground, color,
                              state == WS_TREE_PAST   ? 0.75
                              : state == WS_TREE_DEAD ? 0.12
                                                      : 0.3);
  look.fill = ws_color_alpha (look.fill, shown);
  look.line = ws_color_alpha (look.line, shown);
  look.hatch_color = ws_color_alpha (look.hatch_color, shown);
  return look;
}

/* Look of a cell with a hidden value: the same whether the value exists or not. */
static Look
get_veiled_look (WsTree *self, double shown)
{
  const WsTheme *theme = self->theme;
  WsColor ground = ws_color_mix (theme->background, theme->idle, 0.55);

  return (Look){
    .fill = ws_color_alpha (ground, shown),
    .line = ws_color_alpha (ws_color_mix (theme->faint, theme->muted, 0.55), shown),
    .line_w = theme->line_px * self->layout.scale,
    .dashed = TRUE,
    .hatch = WS_HATCH_RISING,
    .hatch_color = ws_color_alpha (ws_color_mix (ground, theme->muted, 0.22), shown),
  };
}

/* Replaces a hidden value. The hatch does not cross the sign. */
static void
write_sign (WsTree *self, const WsBox *box, double shown)
{
  const WsTreeLayout *l = &self->layout;
  double px =
      MAX (MIN (l->value_px * 1.1, box->h * 0.8), ws_theme_get_min_text (self->theme, l->height));

  if (l->value_px <= 0)
    return;
  ws_text_gather (self->text,
                  &(WsTextStyle){ WS_FACE_MONO_BOLD, px,
                                  ws_color_alpha (ws_veil_get_ink (self->theme), shown) },
                  &(WsTextPlace){ box->x + box->w / 2, box->y + box->h / 2, 0.5 }, WS_VEIL_SIGN);
}

static Look
get_idle_look (WsTree *self, gboolean has_begun, double shown)
{
  const WsTheme *theme = self->theme;
  Look look = { .line_w = 0 };

  if (has_begun)
    {
      look.fill = ws_color_alpha (theme->idle, shown);
      if (theme->kind != WS_THEME_LIGHT)
        {
          look.line = ws_color_alpha (ws_color_mix (theme->idle, theme->faint, 0.5), shown);
          look.line_w = theme->line_px * self->layout.scale * 0.7;
        }
    }
  else if (self->layout.detail == WS_TREE_DETAIL_BARS)
    look.fill = ws_color_alpha (theme->idle, shown * 0.4);
  else
    {
      look.line = ws_color_alpha (ws_color_mix (theme->background, theme->faint, 0.75), shown);
      look.line_w = theme->line_px * self->layout.scale * 0.8;
    }
  return look;
}

/* The value of one of several inputs in the width of one cell: all of them or none. In a folded
 * tree each column has room for its own in the smallest type. */
static void
write_input (WsTree *self, const WsNode *node, const WsBox *box, WsColor color)
{
  const WsTreeLayout *l = &self->layout;
  double px = l->input_px;
  guint chars = ws_tree_get_value_chars (self, node);
  g_autofree char *value = NULL;

  if (l->value_chars == 0)
    return;
  if (!l->folded)
    {
      double room = box->w - l->value_px * 0.2;
      guint longest = CLAMP (self->model->longest_input, 1, 6);

      px = CLAMP (room / (0.61 * longest), px, l->value_px);
      chars = (guint)MAX (room / (px * 0.61), 0);
      if (chars < MIN (longest, 4))
        return;
    }
  value = ws_tree_format_value (node, chars);
  if (ws_text_gather_width (self->text, WS_FACE_MONO, px, value) > box->w)
    return;
  ws_text_gather (self->text, &(WsTextStyle){ WS_FACE_MONO, px, color },
                  &(WsTextPlace){ box->x + box->w / 2, box->y + box->h / 2, 0.5 }, value);
}

static void
write_value (WsTree *self, const WsNode *node, const WsBox *box, WsFace face, WsColor color)
{
  const WsTreeLayout *l = &self->layout;
  double px = l->value_px;
  g_autofree char *value = NULL;

  if (l->value_chars == 0)
    return;
  value = ws_tree_format_value (node, ws_tree_get_value_chars (self, node));
  if (ws_text_gather_width (self->text, face, px, value) > box->w)
    return;
  ws_text_gather (self->text, &(WsTextStyle){ face, px, color },
                  &(WsTextPlace){ box->x + box->w / 2, box->y + box->h / 2, 0.5 }, value);
}

static WsColor
get_ink (WsTree *self, const WsNode *node, WsTreeState state, double shown)
{
  switch (state)
    {
    case WS_TREE_FRESH:
      return ws_color_alpha (ws_tree_get_ink_on (ws_tree_get_color (self, node)), shown);
    case WS_TREE_DEAD:
      return ws_color_alpha (ws_tree_get_ink (self, self->theme->idle_ink, self->theme->band),
                             shown);
    case WS_TREE_PAST:
      return ws_color_alpha (node->event == WS_NONE ? self->theme->muted : self->theme->ink, shown);
    case WS_TREE_FUTURE:
    case WS_TREE_AWAITED:
    default:
      return ws_color_alpha (self->theme->ink, 0);
    }
}

/* Many inputs of one cell: a stack of cards with their number. */
static void
draw_stack (WsTree *self, const WsBox *cell, const WsNode *input, guint n, double shown)
{
  const WsTreeLayout *l = &self->layout;
  Look look = get_look (self, input, WS_TREE_PAST, shown);
  double step = MIN (cell->h * 0.12, 4 * l->scale);
  g_autofree char *text = ws_tree_format_elements (self, n);

  for (guint i = 3; i-- > 0;)
    {
      WsBox card = { cell->x + i * step, cell->y + (2 - i) * step, cell->w - 2 * step,
                     cell->h - 2 * step };
      Pile pile = { .look = look, .boxes = g_array_new (FALSE, FALSE, sizeof (WsBox)) };

      if (i > 0)
        pile.look.line = ws_color_alpha (self->theme->faint, shown);

      /* they overlap, so not in one fill */
      g_array_append_val (pile.boxes, card);
      paint_pile (self, &pile);
      g_array_unref (pile.boxes);
    }
  if (l->value_chars > 0)
    {
      WsFace face = WS_FACE_MONO;
      double px = l->value_px;
      double least = ws_theme_get_min_text (self->theme, l->height);

      px =
          MIN (px, px * (cell->w - 4 * step) / MAX (ws_text_width (self->text, face, px, text), 1));
      if (px >= least)
        ws_text_show (
            self->text, &(WsTextStyle){ face, px, ws_color_alpha (self->theme->muted, shown) },
            &(WsTextPlace){ cell->x + cell->w / 2 - step, cell->y + cell->h / 2 + step, 0.5 },
            text);
    }
}

/* Whether the value exists, and a check found it wrong. */
static gboolean
is_hazard (const WsTree *self, guint r, guint32 node)
{
  return ws_tree_tells_hazards (self, r) && ws_hazards_find (self->scene->hazards, node) != NULL
         && ws_tree_get_state (self, r, node) >= WS_TREE_FRESH;
}

/* Over the cells of a row. */
static void
draw_hazards (WsTree *self, guint r)
{
  const WsTreeModel *model = self->model;
  const WsTreeLayout *l = &self->layout;
  g_autoptr (GArray) boxes = g_array_new (FALSE, FALSE, sizeof (WsBox));

  for (guint slot = 0; ws_tree_tells_hazards (self, r) && slot < l->count; slot++)
    {
      guint32 column = ws_tree_layout_get_column (l, slot);
      guint32 node = ws_tree_model_get_node (model, r, column);
      WsBox cell = ws_tree_layout_get_cell (l, r, column);

      if (node != WS_NONE && is_hazard (self, r, node))
        g_array_append_val (boxes, cell);
    }
  ws_hazard_draw_cells (self->cr, self->theme, (const WsBox *)(const void *)boxes->data, boxes->len,
                        MIN (7 * l->scale, l->cell_w * 0.2), l->scale);
}

static void
draw_inputs (WsTree *self, guint r, GPtrArray *piles, double shown)
{
  const WsTreeModel *model = self->model;
  const WsTreeLayout *l = &self->layout;

  for (guint slot = 0; slot < l->count; slot++)
    {
      guint32 column = ws_tree_layout_get_column (l, slot);
      guint first = model->first_input[column];
      guint n = model->first_input[column + 1] - first;
      WsBox cell = ws_tree_layout_get_cell (l, r, column);

      if (ws_tree_layout_has_stack (l, n))
        {
          draw_stack (self, &cell, &model->dataflow->nodes[model->nodes[first]], n, shown);
          continue;
        }
      for (guint k = 0; k < n; k++)
        {
          const WsNode *node = &model->dataflow->nodes[model->nodes[first + k]];
          WsBox box = ws_tree_layout_get_input (l, &cell, k, n);
          Look look = get_look (self, node, WS_TREE_PAST, shown);

          add_box (piles, &look, &box, FALSE);
          if (n > 1)
            write_input (self, node, &box, get_ink (self, node, WS_TREE_PAST, shown));
          else
            write_value (self, node, &box, WS_FACE_MONO, get_ink (self, node, WS_TREE_PAST, shown));
        }
    }
}

/* A cell among idle ones can be seen, however narrow it is. */
static double
widen_bar (const WsTree *self, guint r, guint column, double width)
{
  const WsTreeLayout *l = &self->layout;
  double least = 2.4 * l->scale;
  guint c = column + 1;

  if (width >= least)
    return width;
  while (c < l->first + l->count && (c - column) * l->pitch_x < 2 * least
         && ws_tree_model_get_node (self->model, r, c) == WS_NONE)
    c++;
  return c > column + 1 ? MIN (least, (c - column) * l->pitch_x * 0.6) : width;
}

static void
draw_row (WsTree *self, guint r, GPtrArray *piles, double shown)
{
  const WsTreeModel *model = self->model;
  const WsTreeLayout *l = &self->layout;
  gboolean results = model->rows[r].kind == WS_TREE_ROW_RESULTS;
  gboolean kept_back = ws_tree_is_kept_back (self, r);

  for (guint slot = 0; slot < l->count; slot++)
    {
      guint32 c = ws_tree_layout_get_column (l, slot);
      WsBox cell = ws_tree_layout_get_cell (l, r, c);
      guint32 own = ws_tree_model_get_node (model, r, c);
      guint32 kept;
      Look look;

      if (own != WS_NONE)
        {
          const WsNode *node = &model->dataflow->nodes[own];
          WsTreeState state = ws_tree_get_state (self, r, own);

          if (kept_back && node->reaches_result)
            {
              look = get_veiled_look (self, shown);
              add_box (piles, &look, &cell, l->detail == WS_TREE_DETAIL_BARS);
              write_sign (self, &cell, shown);
              continue;
            }
          look = get_look (self, node, state, shown);
          if (l->detail == WS_TREE_DETAIL_BARS)
            cell.w = widen_bar (self, r, c, cell.w);
          add_box (piles, &look, &cell, l->detail == WS_TREE_DETAIL_BARS);
          if (state >= WS_TREE_FRESH)
            write_value (self, node, &cell,
                         state == WS_TREE_FRESH ? WS_FACE_MONO_BOLD : WS_FACE_MONO,
                         get_ink (self, node, state, shown));
          continue;
        }
      if (results)
        continue;
      look = get_idle_look (self, r <= l->row, shown);
      add_box (piles, &look, &cell, l->detail == WS_TREE_DETAIL_BARS);
      kept = r <= l->row ? ws_tree_model_get_latest (model, r, c) : WS_NONE;
      if (kept != WS_NONE
          && (model->dataflow->nodes[kept].event == WS_NONE
              || model->dataflow->nodes[kept].told <= self->event))
        write_value (self, &model->dataflow->nodes[kept], &cell, WS_FACE_MONO,
                     ws_color_alpha (
                         ws_tree_get_ink (self, self->theme->idle_ink, self->theme->idle), shown));
    }
}

/* Returns: (transfer full) (nullable): where the result went, as in "out[0]" */
static char *
name_place (const WsTree *self, const WsNode *node)
{
  const WsRun *run = self->scene->run;

  for (guint i = 0; i < run->regions->len; i++)
    {
      const WsRegion *region = g_ptr_array_index (run->regions, i);

      if (region->space == WS_SPACE_GLOBAL && node->address >= region->address
          && node->address - region->address < region->size_bytes)
        return g_strdup_printf ("%s[%" G_GUINT64_FORMAT "]", region->name,
                                (node->address - region->address) / MAX (node->width_bytes, 1));
    }
  return NULL;
}

/* Whether it is the last one stored with the run's result: partial sums and counters are results of
 * a block, too. @or_only: if there is none, whether any may be it, hidden or not */
static gboolean
is_total (const WsTree *self, const WsNode *node, gboolean or_only)
{
  const WsDataflow *flow = self->model->dataflow;
  const WsRun *run = self->scene->run;

  for (guint i = flow->n_results; i-- > 0;)
    {
      const WsNode *result = &flow->nodes[flow->results[i]];

      if (result->has_value && result->value == run->result)
        return result == node;
    }
  return or_only;
}

/* For the only block of the last launch, or the one that finishes a single launch, once the result
 * exists: the host's check of it. Returns: (transfer full) (nullable): as in "1046920, the same on
 * the host ✓" */
static char *
compare_with_host (const WsTree *self, const WsNode *node)
{
  const WsRun *run = self->scene->run;
  gboolean only = ws_launch_get_n_blocks (&run->launches[self->scene->launch]) == 1;

  if (self->scene->launch + 1 < run->n_launches || (!only && run->n_launches > 1)
      || node->event > self->event || !is_total (self, node, only))
    return NULL;
  return ws_scene_say_host (self->scene);
}

/* Labels where the result was stored, and where it is if not in the focus. */
static void
draw_result_note (WsTree *self, guint r, double shown)
{
  const WsTreeModel *model = self->model;
  const WsTreeLayout *l = &self->layout;
  const WsTreeRow *row = &model->rows[r];
  guint32 id = model->nodes[row->first];
  const WsNode *node = &model->dataflow->nodes[id];
  guint32 column = model->column_of[id];
  gboolean seen = ws_tree_is_seen (self, column);
  WsBox cell = ws_tree_layout_get_cell (l, r, seen ? column : l->first);
  double x = seen ? cell.x + MAX (l->folded ? 0 : l->pitch_x, cell.w + l->note_px * 0.6)
                  : l->cells.x + (l->pitch_x - l->cell_w) / 2;
  WsColor color = ws_tree_get_ink (self, self->theme->muted, self->theme->band);
  g_autofree char *note = NULL;
  g_autofree char *host = NULL;

  if (row->n_nodes != 1)
    return;
  if (!seen)
    note = g_strdup_printf (column < l->first ? _ ("← element %u") : _ ("→ element %u"), column);
  else
    note = name_place (self, node);
  if (seen && note != NULL && (!node->has_value || node->is_packed))
    {
      g_autofree char *place = g_steal_pointer (&note);

      note = g_strdup_printf (node->is_packed ? _ ("%s: its upper and its lower half")
                                              : _ ("%s, which was not recorded"),
                              place);
    }
  if (!ws_tree_is_kept_back (self, r))
    host = compare_with_host (self, node);
  if (note != NULL && host != NULL)
    {
      ws_text_show (self->text,
                    &(WsTextStyle){ WS_FACE_SANS, l->note_px, ws_color_alpha (color, shown) },
                    &(WsTextPlace){ x, cell.y + cell.h / 2, 0 }, note);
      x += ws_text_width (self->text, WS_FACE_SANS, l->note_px, note) + l->note_px;
      color = self->scene->run->correct ? self->theme->good : self->theme->playhead;
      g_free (g_steal_pointer (&note));
      note = g_steal_pointer (&host);
    }
  if (note != NULL)
    ws_text_show_fit (self->text,
                      &(WsTextStyle){ WS_FACE_SANS, l->note_px, ws_color_alpha (color, shown) },
                      &(WsTextPlace){ x, cell.y + cell.h / 2, 0 }, l->width - l->pad - x, note);
}

/**
 * ws_tree_draw_cells:
 * @r: index of a row
 *
 * Draws cells of a row and their values; values are drawn with the text's next flush.
 */
void
ws_tree_draw_cells (WsTree *self, guint r)
{
  g_autoptr (GPtrArray) piles = g_ptr_array_new_with_free_func (pile_free);
  double shown = ws_tree_layout_get_shown (&self->layout, r);

  if (ws_tree_is_veiled (self, r))
    return;
  if (self->model->rows[r].kind == WS_TREE_ROW_INPUTS && self->model->grouped)
    draw_inputs (self, r, piles, shown);
  else
    draw_row (self, r, piles, shown);
  if (self->model->rows[r].kind == WS_TREE_ROW_RESULTS)
    draw_result_note (self, r, shown);
  for (guint i = 0; i < piles->len; i++)
    paint_pile (self, g_ptr_array_index (piles, i));
  draw_hazards (self, r);
}
