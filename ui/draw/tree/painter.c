/* painter.c: a tree in parts: an unchanged row is not redrawn. */
#include "tree/tree.h"
#include "scene/painter-private.h"
#include "tree/private.h"

#include <stdlib.h>

#define N_STRIPES 32 /* parts of the strip, at most */

typedef enum {
  BAND,
  NOTHING,
  HEADER,
  NOTES,
  TITLES,
  LINES,
  HOVER_LINES,
  THREADS,
  CELLS,
  VEIL,
  HIGHLIGHTS,
  HOVER_OUTLINE,
  TOKENS,
  STRIP_GROUND,
  STRIP_ROWS,
  STRIP_FRAME,
  LEGEND,
} Kind;

/* Everything that a part depends on except the layout; unused fields are 0. */
typedef struct {
  double offset;
  double present;
  double position;
  guint32 kind;
  guint32 first; /* row, or rows from here on */
  guint32 end;
  guint32 event;    /* last one executed that it shows */
  guint32 relation; /* of its row to the row being computed */
  guint32 element;  /* that the pointer is on */
  guint32 in_band;
  guint32 padding;
} Key;

typedef struct {
  WsPainter base;
  WsTree tree;
  WsTreeOptions options;
  GArray *events;       /* guint32: those that store nodes, row by row, ascending */
  GArray *first_events; /* guint: into @events, one more than there are rows */
  WsTreeHit hit;
} WsTreePainter;

static int
compare_events (gconstpointer a, gconstpointer b)
{
  guint32 x = *(const guint32 *)a;
  guint32 y = *(const guint32 *)b;

  return (x > y) - (x < y);
}

/* When rows change: a warp stores its values in one event. */
static void
find_events (WsTreePainter *self)
{
  const WsTreeModel *model = self->tree.model;

  g_array_set_size (self->events, 0);
  g_array_set_size (self->first_events, 0);
  for (guint r = 0; r < model->n_rows; r++)
    {
      const WsTreeRow *row = &model->rows[r];
      guint first = self->events->len;
      guint n = first;

      g_array_append_val (self->first_events, first);
      for (guint i = 0; i < row->n_nodes && row->kind != WS_TREE_ROW_INPUTS; i++)
        {
          guint32 event = model->dataflow->nodes[model->nodes[row->first + i]].told;

          if (event != WS_NONE
              && (self->events->len == first
                  || g_array_index (self->events, guint32, self->events->len - 1) != event))
            g_array_append_val (self->events, event);
        }
      if (self->events->len == first)
        continue;
      qsort (&g_array_index (self->events, guint32, first), self->events->len - first,
             sizeof (guint32), compare_events);
      for (guint i = first; i < self->events->len; i++)
        if (i == first
            || g_array_index (self->events, guint32, i)
                   != g_array_index (self->events, guint32, n - 1))
          g_array_index (self->events, guint32, n++) = g_array_index (self->events, guint32, i);
      g_array_set_size (self->events, n);
    }
  g_array_append_val (self->first_events, self->events->len);
}

/* One more than the last event that stored a node of the row; 0 if none has. */
static guint
get_last_event (const WsTreePainter *self, guint r)
{
  guint first = g_array_index (self->first_events, guint, r);
  guint low = first;
  guint high = g_array_index (self->first_events, guint, r + 1);

  while (low < high)
    {
      guint middle = (low + high) / 2;

      if (g_array_index (self->events, guint32, middle) <= self->tree.event)
        low = middle + 1;
      else
        high = middle;
    }
  return low > first ? g_array_index (self->events, guint32, low - 1) + 1 : 0;
}

/* Where rows are seen. */
static WsBox
get_rows_box (const WsTree *tree)
{
  const WsTreeLayout *l = &tree->layout;
  double air = l->text_px * 0.5;

  return (WsBox){ 0, l->rows.y - air * 0.2, l->width, l->rows.h + air * 0.4 };
}

static WsBox
intersect (const WsBox *a, const WsBox *b)
{
  double x = MAX (a->x, b->x);
  double y = MAX (a->y, b->y);

  return (WsBox){ x, y, MIN (a->x + a->w, b->x + b->w) - x, MIN (a->y + a->h, b->y + b->h) - y };
}

static void
add (WsTreePainter *self, Key key, WsBox box)
{
  WsPart part = { .bounds = box, .kind = key.kind, .first = key.first, .end = key.end };

  ws_painter_add (&self->base, part, &key, sizeof key);
}

static gboolean
is_row_part_seen (const WsTree *tree, Kind kind, guint r)
{
  if (ws_tree_is_veiled (tree, r))
    return FALSE;
  switch ((int)kind)
    {
    case CELLS:
      return ws_tree_layout_get_shown (&tree->layout, r) > 0.02;
    case THREADS:
      return !ws_tree_is_dense (&tree->layout) && ws_tree_get_lines_shown (tree, r) > 0.02;
    default:
      return ws_tree_get_lines_shown (tree, r) > 0.02;
    }
}

/* One kind of part of every row. */
static void
add_rows (WsTreePainter *self, Kind kind)
{
  const WsTree *tree = &self->tree;
  const WsTreeLayout *l = &tree->layout;
  WsBox rows = get_rows_box (tree);
  double air = 2 * tree->theme->line_px * l->scale + 1;
  guint event = 0;

  for (guint r = 0; r < tree->model->n_rows; r++)
    {
      WsBox box = ws_tree_layout_get_cell (l, r, l->first);
      WsBox thread = ws_tree_layout_get_thread (l, r, l->first);
      Key key = { .kind = kind, .first = r, .offset = l->offset, .end = r + 1 };
      guint last = get_last_event (self, r);

      /* an idle cell shows the value of an earlier row */
      event = MAX (event, last);
      if (!is_row_part_seen (tree, kind, r))
        continue;
      key.event = kind == CELLS && r <= l->row ? event : last;
      key.relation = r < l->row ? 1 : r == l->row ? 2 : 3;
      if (kind == LINES)
        box = ws_tree_get_lines_box (tree, r);
      else if (kind == THREADS)
        {
          box = thread;
          key.in_band = ws_tree_is_in_band (tree, r);
          if (l->has_guests && l->guest_rows[r])
            {
              double gap = ws_tree_layout_get_gap (l, r);

              /* guests are of earlier rows */
              key.event = event;
              box.h += box.y;
              box.y = ws_tree_layout_get_cell (l, r, l->first).y - gap;
              box.h -= box.y;
            }
        }
      if (kind != LINES)
        box = (WsBox){ 0, box.y - air, l->width, box.h + 2 * air };
      add (self, key, intersect (&box, &rows));
    }
}

/* The parts around the rows, each with its own area: a common area would be redrawn with every one
 * of them. */
static void
add_surroundings (WsTreePainter *self)
{
  const WsTreeLayout *l = &self->tree.layout;
  WsBox columns = { 0, l->header.y, l->width, l->header.h };

  /* no header: the first row has its information */
  if (columns.h <= 0)
    {
      WsBox cell = ws_tree_layout_get_cell (l, (guint)l->offset, l->first);
      columns = (WsBox){ l->margin.x, cell.y, l->margin.w, cell.h };
    }
  /* dotted lines go through all rows */
  if (l->folded)
    columns = (WsBox){ 0, l->header.y, l->width, l->rows.y + l->rows.h - l->header.y };
  add (self, (Key){ .kind = HEADER, .offset = l->header.h > 0 ? 0 : l->offset }, columns);
  for (guint i = 0; i < 2 && l->earlier.h > 0; i++)
    add (self, (Key){ .kind = NOTES, .first = i, .offset = l->offset },
         i == 0 ? l->earlier : l->later);
}

static void
add_hover (WsTreePainter *self, Kind kind)
{
  const WsTreeLayout *l = &self->tree.layout;
  WsBox cell = ws_tree_layout_get_cell (l, self->hit.row, self->hit.element);
  Key key = { .kind = kind,
              .first = self->hit.row,
              .end = self->hit.row + 1,
              .offset = l->offset,
              .event = self->hit.node,
              .element = self->hit.element };
  WsBox rows = get_rows_box (&self->tree);
  WsBox box = kind == HOVER_LINES ? ws_tree_get_lines_box (&self->tree, self->hit.row)
                                  : ws_box_inset (&cell, -l->text_px);

  add (self, key, intersect (&box, &rows));
}

static void
add_tokens (WsTreePainter *self)
{
  const WsTree *tree = &self->tree;
  WsBox rows = get_rows_box (tree);

  for (guint r = 0; r < tree->model->n_rows; r++)
    {
      Key key = { .kind = TOKENS,
                  .first = r,
                  .end = r + 1,
                  .offset = tree->layout.offset,
                  .position = tree->moment->position };
      WsBox box;

      if (!ws_tree_is_veiled (tree, r) && ws_tree_get_tokens_box (tree, r, &box))
        add (self, key, intersect (&box, &rows));
    }
}

static void
add_strip (WsTreePainter *self)
{
  const WsTreeLayout *l = &self->tree.layout;
  guint n_rows = self->tree.model->n_rows;
  guint step = (n_rows + N_STRIPES - 1) / N_STRIPES;
  WsBox box = { 0, l->strip.y - l->note_px, l->width, l->height - l->strip.y + l->note_px };

  add (self, (Key){ .kind = STRIP_GROUND }, box);
  for (guint r = 0; r < n_rows; r += step)
    {
      Key key = { .kind = STRIP_ROWS, .first = r, .end = MIN (r + step, n_rows) };

      for (guint k = key.first; k < key.end; k++)
        {
          key.event = MAX (key.event, get_last_event (self, k));
          key.relation += ws_tree_is_veiled (&self->tree, k);
        }
      add (self, key, ws_tree_get_strip_rows_box (&self->tree, key.first, key.end));
    }
  add (self, (Key){ .kind = STRIP_FRAME }, box);
}

static void
find_parts (WsTreePainter *self)
{
  const WsTree *tree = &self->tree;
  const WsTreeLayout *l = &tree->layout;
  WsBox whole = { 0, 0, l->width, l->height };
  WsBox rows = get_rows_box (tree);
  WsBox band;
  WsBox veil;
  gboolean hovers;

  if (tree->model->n_rows == 0)
    {
      add (self, (Key){ .kind = NOTHING }, whole);
      return;
    }
  band = ws_tree_layout_get_band (l);
  hovers = ws_tree_get_hover (tree, &self->hit);
  band = ws_box_inset (&band, -1);
  add (self, (Key){ .kind = BAND, .present = l->present, .offset = l->offset }, band);
  add_surroundings (self);
  add (self, (Key){ .kind = TITLES, .first = l->row, .offset = l->offset },
       (WsBox){ l->titles.x, rows.y, l->titles.w, rows.h });
  add_rows (self, LINES);
  if (hovers)
    add_hover (self, HOVER_LINES);
  add_rows (self, THREADS);
  add_rows (self, CELLS);
  if (ws_tree_get_veil_box (tree, &veil))
    add (self, (Key){ .kind = VEIL, .first = l->row, .offset = l->offset }, veil);
  if (tree->emphasis->n_highlights > 0)
    add (self, (Key){ .kind = HIGHLIGHTS, .first = l->row, .offset = l->offset },
         (WsBox){ 0, l->header.y, l->width, l->rows.y + l->rows.h - l->header.y });
  if (hovers)
    add_hover (self, HOVER_OUTLINE);
  add_tokens (self);
  if (l->strip.h > 0)
    add_strip (self);
  if (l->legend.h > 0)
    add (self, (Key){ .kind = LEGEND }, l->legend);
}

static gboolean
are_same (const WsTreeOptions *a, const WsTreeOptions *b)
{
  return a->focus == b->focus && a->first == b->first && a->count == b->count
         && a->show_strip == b->show_strip && a->zoom == b->zoom
         && ws_emphasis_equal (&a->emphasis, &b->emphasis);
}

static void
draw (WsPainter *painter, const WsPart *part, cairo_t *cr)
{
  WsTreePainter *self = (WsTreePainter *)painter;
  WsTree *tree = &self->tree;
  WsBox rows = get_rows_box (tree);

  tree->cr = cr;
  ws_stamps_set_target (tree->stamps, cr);
  if (part->kind >= TITLES && part->kind <= TOKENS && part->kind != HIGHLIGHTS)
    {
      ws_box_path (cr, &rows);
      cairo_clip (cr);
    }
  switch ((Kind)part->kind)
    {
    case BAND:
      ws_tree_draw_band (tree);
      break;
    case TITLES:
      ws_tree_draw_titles (tree);
      break;
    case LINES:
      ws_tree_draw_lines (tree, part->first);
      break;
    case HOVER_LINES:
      ws_tree_draw_hover_lines (tree, &self->hit);
      break;
    case THREADS:
      ws_tree_draw_threads (tree, part->first);
      break;
    case CELLS:
      ws_tree_draw_cells (tree, part->first);
      break;
    case VEIL:
      ws_tree_draw_veil (tree);
      break;
    case HIGHLIGHTS:
      ws_tree_draw_highlights (tree);
      break;
    case HOVER_OUTLINE:
      ws_tree_draw_hover_outline (tree, &self->hit);
      break;
    case TOKENS:
      ws_tree_draw_tokens (tree, part->first);
      break;
    case STRIP_GROUND:
      ws_tree_draw_strip_ground (tree);
      break;
    case STRIP_ROWS:
      ws_tree_draw_strip_rows (tree, part->first, part->end);
      break;
    case STRIP_FRAME:
      ws_tree_draw_strip_frame (tree);
      break;
    case LEGEND:
      ws_tree_draw_legend (tree);
      break;
    case NOTES:
      ws_tree_draw_note (tree, part->first > 0);
      break;
    case HEADER:
      ws_tree_draw_header (tree);
      break;
    case NOTHING:
    default:
      ws_tree_draw_nothing (tree);
    }
}

static void
clear (WsPainter *painter)
{
  WsTreePainter *self = (WsTreePainter *)painter;

  ws_stamps_free (self->tree.stamps);
  g_array_unref (self->events);
  g_array_unref (self->first_events);
}

/**
 * ws_tree_painter_new:
 * @cr: (nullable): where all parts will be drawn; %NULL if each is drawn elsewhere, with a scale
 * of 1
 *
 * Returns: (transfer full): a painter of no tree yet
 */
WsPainter *
ws_tree_painter_new (cairo_t *cr)
{
  WsTreePainter *self = g_new0 (WsTreePainter, 1);

  ws_painter_init (&self->base, cr, draw, clear);
  self->tree.stamps = ws_stamps_new (cr);
  self->events = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->first_events = g_array_new (FALSE, FALSE, sizeof (guint));
  return &self->base;
}

/**
 * ws_tree_painter_set:
 * @painter: from ws_tree_painter_new()
 * @options: which elements
 *
 * Finds the parts of a drawing. Earlier keys stay valid: a part of this painter with the same key
 * looks the same.
 */
void
ws_tree_painter_set (WsPainter *painter, const WsFrame *frame, const WsTreeOptions *options)
{
  WsTreePainter *self = (WsTreePainter *)painter;
  WsTree *tree = &self->tree;
  gboolean same;

  g_return_if_fail (frame->scene != NULL && frame->scene->tree != NULL);
  g_return_if_fail (frame->moment != NULL && options != NULL && frame->theme != NULL);

  same = ws_painter_begin (painter, frame);
  tree->scene = frame->scene;
  tree->moment = &painter->moment;
  tree->theme = frame->theme;
  tree->emphasis = &self->options.emphasis;
  tree->model = frame->scene->tree;
  tree->event = ws_scene_event_at (frame->scene, frame->moment->position);
  if (!same || !are_same (&self->options, options))
    {
      ws_painter_lay_out (painter);
      tree->text = painter->text;
      self->options = *options;
      ws_tree_layout_init (&tree->layout, tree->text, frame, options);
      find_events (self);
    }
  ws_tree_layout_set_moment (&tree->layout, tree->model, frame->moment);
  find_parts (self);
}
