/* painter.c: planes in parts: a plane whose values are what they were is not drawn anew. */
#include "planes/planes.h"
#include "planes/private.h"
#include "scene/painter-private.h"

typedef enum {
  NOTHING,
  TITLES,
  FLOW,
  CELLS,
  STACKS,
  MARKS,
  HIGHLIGHTS,
  TOKENS,
  STRIP,
  LEGEND,
} Kind;

/* All that a part depends on besides the layout. Of a part that does not depend on something, that
 * is 0. */
typedef struct {
  double position;
  guint32 kind;
  guint32 plane;
  guint32 event; /* that changed it last */
  guint32 stage;
  guint32 focus;
  guint32 padding;
} Key;

typedef struct {
  WsPainter base;
  WsPlanesDrawing drawing;
  WsTreeOptions options;
  guint event; /* that the layout is of */
} WsPlanesPainter;

static void
add (WsPlanesPainter *self, Key key, WsBox box)
{
  WsPart part = { .bounds = box, .kind = key.kind, .first = key.plane, .end = key.plane + 1 };

  ws_painter_add (&self->base, part, &key, sizeof key);
}

/* One more than the last event that changed anything in each plane; 0 if none has. */
static void
find_events (const WsPlanesDrawing *drawing, guint32 events[WS_PLANES_MOST])
{
  const WsDataflow *flow = drawing->planes->dataflow;

  for (guint i = 0; i < WS_PLANES_MOST; i++)
    events[i] = 0;
  for (guint32 i = 0; i < flow->n_nodes; i++)
    {
      const WsNode *node = &flow->nodes[i];
      guint plane;

      if (node->event == WS_NONE || node->told > drawing->event
          || drawing->planes->cell_of[i] == WS_NONE)
        continue;
      plane = ws_planes_get_plane (drawing->planes, drawing->planes->cell_of[i]);
      if (plane < WS_PLANES_MOST)
        events[plane] = MAX (events[plane], node->told + 1);
    }
}

static WsBox
get_title_box (const WsPlanesDrawing *drawing, guint i)
{
  const WsPlanesLayout *l = &drawing->layout;
  const WsPlaneBox *box = &l->boxes[i];
  double top = MIN (box->title.y, box->cells.y - 1.5 * l->index_px) - 2;
  double left = MIN (box->title.x, box->cells.x - l->index_w) - 2;

  return (WsBox){ left, top,
                  MAX (box->cells.x + box->cells.w, box->title.x + box->title.w) - left
                      + l->index_px,
                  box->cells.y + box->cells.h - top + 2 };
}

static WsBox
get_cells_box (const WsPlanesDrawing *drawing, guint i)
{
  return ws_box_inset (&drawing->layout.boxes[i].cells, -3 * drawing->layout.scale - 1);
}

static void
find_parts (WsPlanesPainter *self)
{
  WsPlanesDrawing *drawing = &self->drawing;
  const WsPlanesLayout *l = &drawing->layout;
  WsBox whole = { 0, 0, l->width, l->height };
  guint32 events[WS_PLANES_MOST];
  Key marks = { .event = drawing->event, .stage = drawing->stage, .focus = drawing->focus };

  if (l->n_boxes == 0)
    {
      add (self, (Key){ .kind = NOTHING }, whole);
      return;
    }
  find_events (drawing, events);
  marks.kind = FLOW;
  add (self, marks, whole);
  marks.kind = MARKS;
  for (guint i = 0; i < l->n_boxes; i++)
    add (self, (Key){ .kind = TITLES, .plane = i }, get_title_box (drawing, i));
  for (guint i = 0; i < l->n_boxes; i++)
    add (self, (Key){ .kind = CELLS, .plane = i, .event = events[i], .stage = drawing->stage },
         get_cells_box (drawing, i));
  if (drawing->planes->stacked < l->n_boxes && l->boxes[drawing->planes->stacked].stacks.h > 0)
    add (
        self,
        (Key){ .kind = STACKS, .event = events[drawing->planes->stacked], .stage = drawing->stage },
        l->boxes[drawing->planes->stacked].stacks);
  add (self, marks, whole);
  if (drawing->emphasis->n_highlights > 0)
    add (self, (Key){ .kind = HIGHLIGHTS, .event = drawing->event, .stage = drawing->stage },
         whole);
  add (self, (Key){ .kind = TOKENS, .position = drawing->moment->position }, whole);
  if (l->strip.h > 0)
    add (self, (Key){ .kind = STRIP }, ws_box_inset (&l->strip, -3 * l->scale));
  if (l->legend.h > 0)
    add (self, (Key){ .kind = LEGEND }, l->legend);
}

static gboolean
are_same (const WsTreeOptions *a, const WsTreeOptions *b)
{
  return a->focus == b->focus && a->first == b->first && a->first_row == b->first_row
         && a->count == b->count && a->show_strip == b->show_strip && a->zoom == b->zoom
         && a->layout == b->layout && ws_emphasis_equal (&a->emphasis, &b->emphasis);
}

/* Whether what is seen of the planes is another part than before: it follows the value that is
 * looked at. @now: (out) */
static gboolean
has_moved (WsPlanesPainter *self, const WsTreeOptions *options, WsPlanesLayout *now)
{
  WsPlanesDrawing *drawing = &self->drawing;
  const WsPlanes *planes = drawing->planes;

  if (!drawing->layout.across || drawing->event == self->event
      || (drawing->layout.count == drawing->layout.n_columns
          && drawing->layout.count_rows == drawing->layout.n_rows)
      || (drawing->stage == ws_scene_stage_at (drawing->scene, self->event)
          && ws_planes_get_focus (planes, WS_NONE, drawing->event)
                 == ws_planes_get_focus (planes, WS_NONE, self->event)))
    return FALSE;
  ws_planes_layout_init (now, drawing->text,
                         &(WsFrame){ .scene = drawing->scene,
                                     .theme = drawing->theme,
                                     .width = drawing->layout.width,
                                     .height = drawing->layout.height },
                         drawing->event, options);
  return !ws_planes_layout_is_same (&drawing->layout, now);
}

static void
draw (WsPainter *painter, const WsPart *part, cairo_t *cr)
{
  WsPlanesPainter *self = (WsPlanesPainter *)painter;
  WsPlanesDrawing *drawing = &self->drawing;

  drawing->cr = cr;
  ws_stamps_set_target (drawing->stamps, cr);
  switch ((Kind)part->kind)
    {
    case TITLES:
      ws_planes_draw_titles (drawing, part->first);
      break;
    case FLOW:
      ws_planes_draw_flow (drawing);
      break;
    case MARKS:
      ws_planes_draw_marks (drawing);
      break;
    case CELLS:
      ws_planes_draw_cells (drawing, part->first);
      break;
    case STACKS:
      ws_planes_draw_stacks (drawing);
      break;
    case HIGHLIGHTS:
      ws_planes_draw_highlights (drawing);
      break;
    case TOKENS:
      ws_planes_draw_tokens (drawing);
      break;
    case STRIP:
      ws_planes_draw_strip (drawing);
      break;
    case LEGEND:
      ws_planes_draw_legend (drawing);
      break;
    case NOTHING:
    default:
      ws_planes_draw_nothing (drawing);
    }
}

static void
clear (WsPainter *painter)
{
  WsPlanesPainter *self = (WsPlanesPainter *)painter;

  ws_stamps_free (self->drawing.stamps);
}

/**
 * ws_planes_painter_new:
 * @cr: (nullable): where all parts will be drawn; %NULL if each is drawn elsewhere, with a scale
 * of 1
 *
 * Returns: (transfer full): a painter of no planes yet
 */
WsPainter *
ws_planes_painter_new (cairo_t *cr)
{
  WsPlanesPainter *self = g_new0 (WsPlanesPainter, 1);

  ws_painter_init (&self->base, cr, draw, clear);
  self->drawing.stamps = ws_stamps_new (cr);
  return &self->base;
}

/**
 * ws_planes_painter_set:
 * @painter: from ws_planes_painter_new()
 * @options: which elements
 *
 * Finds the parts of a drawing. Keys of before are still valid: a part of this painter that has one
 * of them looks as it did.
 */
void
ws_planes_painter_set (WsPainter *painter, const WsFrame *frame, const WsTreeOptions *options)
{
  WsPlanesPainter *self = (WsPlanesPainter *)painter;
  WsPlanesDrawing *drawing = &self->drawing;
  WsPlanesLayout moved;
  gboolean same;

  g_return_if_fail (frame->scene != NULL && frame->scene->planes != NULL);
  g_return_if_fail (frame->moment != NULL && options != NULL && frame->theme != NULL);

  same = ws_painter_begin (painter, frame);
  drawing->scene = frame->scene;
  drawing->moment = &painter->moment;
  drawing->theme = frame->theme;
  drawing->emphasis = &self->options.emphasis;
  drawing->planes = frame->scene->planes;
  drawing->event = ws_scene_event_at (frame->scene, frame->moment->position);
  drawing->stage = ws_scene_stage_at (frame->scene, frame->moment->position);
  if (!same || !are_same (&self->options, options))
    {
      ws_painter_lay_out (painter);
      drawing->text = painter->text;
      self->options = *options;
      self->event = drawing->event;
      ws_planes_layout_init (&drawing->layout, drawing->text, frame, drawing->event, options);
    }
  else if (has_moved (self, options, &moved))
    {
      ws_painter_lay_out (painter);
      drawing->text = painter->text;
      self->event = drawing->event;
      drawing->layout = moved;
    }
  drawing->focus = ws_planes_drawing_find_focus (drawing);
  find_parts (self);
}
