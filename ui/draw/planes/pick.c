#include "planes/planes.h"
#include "planes/private.h"

#include <glib/gi18n.h>
#include <math.h>

static guint32
find_pending (const WsPlanes *planes, guint32 cell)
{
  guint first = planes->first_version[cell];

  return first < planes->first_version[cell + 1] ? planes->versions[first] : WS_NONE;
}

static gboolean
pick_strip (const WsPlanesLayout *l, double x, double y, WsTreeHit *hit)
{
  double element;

  if (l->strip.h <= 0
      || (!ws_box_contains (&l->strip_cells, x, y) && !ws_box_contains (&l->frame, x, y)))
    return FALSE;
  element = l->strip_cells.w / l->n_columns;
  hit->kind = ws_box_contains (&l->frame, x, y) ? WS_TREE_HIT_FRAME : WS_TREE_HIT_STRIP;
  hit->strip_element = CLAMP ((x - l->strip_cells.x) / element, 0, l->n_columns);
  hit->element = MIN ((guint)hit->strip_element, l->n_columns - 1);
  hit->strip_row = CLAMP ((y - l->strip_cells.y) / (l->strip_cells.h / l->n_rows), 0, l->n_rows);
  return TRUE;
}

/* One of the values that have piled up. */
static gboolean
pick_stack (const WsPlanesLayout *l, const WsPlanes *planes, guint event, double x, double y,
            WsTreeHit *hit)
{
  const WsPlane *plane;

  if (planes->stacked >= l->n_boxes || !ws_box_contains (&l->boxes[planes->stacked].stacks, x, y))
    return FALSE;
  plane = &planes->planes[planes->stacked];
  for (guint c = 0; c < plane->n_rows * plane->n_columns; c++)
    {
      guint32 cell = plane->first_cell + c;
      guint k = 0;

      for (guint v = planes->first_version[cell]; v < planes->first_version[cell + 1]; v++)
        {
          const WsNode *node = &planes->dataflow->nodes[planes->versions[v]];
          WsBox box;

          if (!node->is_atomic || node->told > event
              || !ws_planes_layout_get_stack (l, planes, cell, k++, &box)
              || !ws_box_contains (&box, x, y))
            continue;
          *hit = (WsTreeHit){ .kind = WS_TREE_HIT_THREAD,
                              .row = planes->stacked,
                              .element = (guint)plane->columns[c % plane->n_columns],
                              .node = planes->versions[v],
                              .thread = node->thread };
          return TRUE;
        }
    }
  return FALSE;
}

/**
 * ws_planes_pick_in:
 * @l: the layout
 * @scene: of a block
 * @event: last one executed
 * @x: of the pointer
 * @y: of the pointer
 * @hit: (out): the hit; its row is the plane, its element the number of the column
 *
 * Returns: whether anything is
 */
gboolean
ws_planes_pick_in (const WsPlanesLayout *l, const WsScene *scene, guint event, double x, double y,
                   WsTreeHit *hit)
{
  const WsPlanes *planes = scene->planes;

  *hit = (WsTreeHit){ .kind = WS_TREE_HIT_NONE, .node = WS_NONE, .thread = WS_NONE };
  if (pick_strip (l, x, y, hit) || pick_stack (l, planes, event, x, y, hit))
    return TRUE;
  for (guint i = 0; i < l->n_boxes; i++)
    {
      const WsPlaneBox *box = &l->boxes[i];
      const WsPlane *plane = &planes->planes[i];
      int row = (int)floor ((y - box->cells.y) / l->pitch_y) - (int)box->ghost_above;
      int column = (int)floor ((x - box->cells.x) / l->pitch_x) - (int)box->ghost_left;
      guint32 cell;
      WsBox place;

      if (row < 0 || column < 0 || row >= (int)box->n_rows || column >= (int)box->n_columns)
        continue;
      row += (int)box->first_row;
      column += (int)box->first_column;
      place = ws_planes_layout_get_place (l, i, row, column);
      cell = plane->first_cell + (guint)row * plane->n_columns + (guint)column;
      if (!ws_box_contains (&place, x, y)
          || planes->first_version[cell] == planes->first_version[cell + 1])
        continue;
      *hit =
          (WsTreeHit){ .kind = WS_TREE_HIT_CELL,
                       .row = i,
                       .element = (guint)(plane->rows[row] * plane->pitch + plane->columns[column]),
                       .node = ws_planes_get_latest (planes, cell, event),
                       .thread = WS_NONE };
      if (hit->node == WS_NONE)
        hit->node = find_pending (planes, cell);
      if (hit->node != WS_NONE)
        hit->thread = planes->dataflow->nodes[hit->node].thread;
      return TRUE;
    }
  return FALSE;
}

/**
 * ws_planes_pick:
 * @hit: (out): the hit
 *
 * Returns: whether anything is there; pointing at a hidden value does not reveal it, either
 */
gboolean
ws_planes_pick (const WsFrame *frame, const WsTreeOptions *options, double x, double y,
                WsTreeHit *hit)
{
  g_autoptr (WsText) text = ws_text_new (NULL, frame->theme);
  WsPlanesDrawing drawing = { .scene = frame->scene,
                              .moment = frame->moment,
                              .theme = frame->theme,
                              .emphasis = &options->emphasis,
                              .planes = frame->scene->planes,
                              .event = ws_scene_event_at (frame->scene, frame->moment->position),
                              .stage = ws_scene_stage_at (frame->scene, frame->moment->position) };

  g_return_val_if_fail (hit != NULL, FALSE);

  ws_planes_layout_init (&drawing.layout, text, frame, drawing.event, options);
  if (!ws_planes_pick_in (&drawing.layout, frame->scene, drawing.event, x, y, hit))
    return FALSE;
  if (hit->node != WS_NONE && ws_planes_drawing_is_kept_back (&drawing, hit->node))
    {
      *hit = (WsTreeHit){ .kind = WS_TREE_HIT_NONE, .node = WS_NONE, .thread = WS_NONE };
      return FALSE;
    }
  return TRUE;
}

static void
lay_out (WsPlanesLayout *l, const WsFrame *frame, guint event, const WsTreeOptions *options)
{
  g_autoptr (WsText) text = ws_text_new (NULL, frame->theme);

  ws_planes_layout_init (l, text, frame, event, options);
}

/**
 * ws_planes_clamp_options:
 * @options: (inout): the part in view
 *
 * Brings the part in view inside the block, and says how many columns it has. Afterwards its zoom
 * is 1.
 */
void
ws_planes_clamp_options (const WsFrame *frame, WsTreeOptions *options)
{
  WsPlanesLayout l;

  lay_out (&l, frame, ws_scene_event_at (frame->scene, frame->moment->position), options);
  options->first = l.first;
  options->first_row = l.first_row;
  options->count = l.count;
  options->zoom = 1;
}

/**
 * ws_planes_get_n_elements:
 * @scene: of a block
 *
 * Returns: columns of the longest plane; 1 where there is none
 */
guint
ws_planes_get_n_elements (const WsScene *scene)
{
  guint n = 1;

  for (guint i = 0; i < scene->planes->n_planes; i++)
    n = MAX (n, scene->planes->planes[i].n_columns);
  return n;
}

/**
 * ws_planes_subtitle:
 * @options: the part in view
 *
 * Returns: (transfer full): as in "block 0 of 4, columns 8 to 31 of 64"
 */
char *
ws_planes_subtitle (const WsFrame *frame, const WsTreeOptions *options)
{
  WsPlanesLayout l;
  g_autofree char *blocks =
      ws_format_count (ws_launch_get_n_blocks (&frame->scene->run->launches[frame->scene->launch]));

  lay_out (&l, frame, 0, options);
  /* what is seen of planes in rows stands beside their names, and moves */
  if (l.count < l.n_columns && !l.across)
    return g_strdup_printf (_ ("block %1$u of %2$s, columns %3$u to %4$u of %5$u"),
                            frame->scene->block, blocks, l.first, l.first + l.count - 1,
                            l.n_columns);
  return g_strdup_printf (_ ("block %1$u of %2$s"), frame->scene->block, blocks);
}
