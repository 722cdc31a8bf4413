/* painter.c: a plan in parts: a launch whose blocks are as far as they were is not drawn anew. */
#include "launches/private.h"
#include "scene/painter-private.h"

typedef enum { BAND, LINKS, ROW, MARKS, NOTES } Kind;

/* All that a part depends on besides the layout; 0 of what it does not depend on. */
typedef struct {
  guint64 states; /* of the blocks in view */
  guint32 kind;
  guint32 row;
  guint32 focus;
  guint32 n_done;
} Key;

typedef struct {
  WsPainter base;
  WsLaunchesDrawing drawing;
  WsEmphasis emphasis;
} WsLaunchesPainter;

static void
add (WsLaunchesPainter *self, Key key, WsBox box)
{
  WsPart part = { .bounds = box, .kind = key.kind, .first = key.row, .end = key.row + 1 };

  ws_painter_add (&self->base, part, &key, sizeof key);
}

/* Of the present launch how far each block in view is; all others stay as they are. */
static guint64
get_states (const WsLaunchesDrawing *drawing, const WsLaunchesRow *row)
{
  guint64 states = 0;

  for (guint i = 0; i < row->n_items && row->launch == drawing->scene->launch; i++)
    if (row->items[i].node != WS_NONE)
      states = states * 3 + ws_launches_get_state (drawing, row->launch, row->items[i].block);
  return states;
}

static guint32
count_done (const WsLaunchesDrawing *drawing)
{
  return drawing->scene->timeline != NULL
             ? ws_timeline_count_left (drawing->scene->timeline, (guint64)MAX (drawing->time, 0))
             : 0;
}

static void
find_parts (WsLaunchesPainter *self)
{
  WsLaunchesDrawing *drawing = &self->drawing;
  const WsLaunchesLayout *l = &drawing->layout;
  WsBox whole = { 0, 0, l->width, l->height };

  add (self, (Key){ .kind = BAND }, whole);
  add (self, (Key){ .kind = LINKS, .focus = drawing->focus }, whole);
  for (guint i = 0; i < l->n_rows; i++)
    {
      gboolean is_present = l->rows[i].launch == drawing->scene->launch;
      WsBox box = { 0, MAX (l->rows[i].y - l->text_px, 0), l->width, l->box_h + 2 * l->text_px };

      add (self,
           (Key){ .kind = ROW,
                  .row = i,
                  .states = get_states (drawing, &l->rows[i]),
                  .n_done = is_present ? count_done (drawing) : 0 },
           box);
    }
  add (self, (Key){ .kind = MARKS }, whole);
  add (self, (Key){ .kind = NOTES }, whole);
}

static void
draw (WsPainter *painter, const WsPart *part, cairo_t *cr)
{
  WsLaunchesPainter *self = (WsLaunchesPainter *)painter;
  WsLaunchesDrawing *drawing = &self->drawing;

  drawing->cr = cr;
  switch ((Kind)part->kind)
    {
    case BAND:
      ws_launches_draw_band (drawing);
      break;
    case LINKS:
      ws_launches_draw_links (drawing);
      break;
    case ROW:
      ws_launches_draw_row (drawing, part->first);
      break;
    case MARKS:
      ws_launches_draw_marks (drawing);
      break;
    case NOTES:
    default:
      ws_launches_draw_notes (drawing);
    }
}

/**
 * ws_launches_painter_new:
 * @cr: (nullable): where all parts will be drawn; %NULL if each is drawn elsewhere, with a scale
 * of 1
 *
 * Returns: (transfer full): a painter of no plan yet
 */
WsPainter *
ws_launches_painter_new (cairo_t *cr)
{
  WsLaunchesPainter *self = g_new0 (WsLaunchesPainter, 1);

  ws_painter_init (&self->base, cr, draw, NULL);
  return &self->base;
}

/* The block under the pointer, else the present one. */
static guint32
find_focus (const WsLaunchesDrawing *drawing)
{
  WsTreeHit hit;

  if (drawing->moment->hover_x >= 0
      && ws_launches_pick_in (&drawing->layout, drawing->moment->hover_x, drawing->moment->hover_y,
                              &hit)
      && hit.n_folded == 0)
    return ws_pyramid_find (drawing->pyramid, hit.launch, hit.block);
  return drawing->present;
}

/**
 * ws_launches_painter_set:
 * @painter: from ws_launches_painter_new()
 * @options: what stands out, and what is kept back
 *
 * Finds the parts of a drawing. Keys of before are still valid: a part of this painter that has one
 * of them looks as it did.
 */
void
ws_launches_painter_set (WsPainter *painter, const WsFrame *frame, const WsTreeOptions *options)
{
  WsLaunchesPainter *self = (WsLaunchesPainter *)painter;
  WsLaunchesDrawing *drawing = &self->drawing;
  gboolean same;

  g_return_if_fail (frame->scene != NULL && frame->scene->pyramid != NULL);
  g_return_if_fail (frame->moment != NULL && options != NULL && frame->theme != NULL);

  same = ws_painter_begin (painter, frame);
  ws_launches_set_moment (drawing, frame->scene, &painter->moment);
  drawing->theme = frame->theme;
  drawing->emphasis = &self->emphasis;
  if (!same || !ws_emphasis_equal (&self->emphasis, &options->emphasis))
    {
      ws_painter_lay_out (painter);
      drawing->text = painter->text;
      self->emphasis = options->emphasis;
      ws_launches_layout_init (&drawing->layout, drawing->text, frame);
    }
  drawing->focus = find_focus (drawing);
  find_parts (self);
}
