/* painter.c: memory in parts: the words above change with each access, the picture with each pass.
 */
#include "memory/private.h"
#include "scene/painter-private.h"

#include <string.h>

typedef enum { HEAD, BODY, MAP, VEIL, HIGHLIGHTS } Kind;

/* All that a part depends on besides the layout. */
typedef struct {
  guint32 kind;
  guint32 event;
  guint32 n_served;
  guint32 is_to_come;
  guint32 now; /* where values change with each event */
} Key;

typedef struct {
  WsPainter base;
  WsMemoryDrawing memory;
  WsMemoryOptions options;
  guint32 event; /* that the layout is of */
} WsMemoryPainter;

static void
add (WsMemoryPainter *self, Kind kind, WsBox box)
{
  const WsMemoryDrawing *m = &self->memory;
  Key key = { .kind = kind, .event = m->event, .is_to_come = m->is_to_come };
  WsPart part = { .bounds = box, .kind = kind };

  if (kind == BODY)
    key.n_served = m->n_served;
  if (kind == BODY && m->image.buffer != NULL && m->image.coloring == WS_MEMORY_BY_VALUE)
    key.now = ws_scene_event_at (m->scene, m->moment->position);
  ws_painter_add (&self->base, part, &key, sizeof key);
}

static void
draw_body (WsMemoryDrawing *self)
{
  if (self->options->mode == WS_MEMORY_LINES)
    ws_memory_draw_table (self);
  else if (self->options->mode == WS_MEMORY_BUFFER)
    ws_memory_draw_image (self);
  else if (self->request.space == WS_SPACE_SHARED)
    ws_memory_draw_banks (self);
  else
    ws_memory_draw_segments (self);
}

static void
draw_veil (WsMemoryDrawing *self)
{
  const WsMemoryLayout *l = &self->layout;

  ws_veil_draw (self->cr, self->text, self->theme, &l->body, 6 * l->scale,
                MIN (l->text_px * 2, l->body.h * 0.6));
}

static void
draw (WsPainter *painter, const WsPart *part, cairo_t *cr)
{
  static void (*const draws[]) (WsMemoryDrawing *) = {
    [HEAD] = ws_memory_draw_head,
    [BODY] = draw_body,
    [MAP] = ws_memory_draw_map,
    [VEIL] = draw_veil,
    [HIGHLIGHTS] = ws_memory_draw_highlights,
  };
  WsMemoryDrawing *memory = &((WsMemoryPainter *)painter)->memory;

  memory->cr = cr;
  draws[part->kind](memory);
}

static void
clear (WsPainter *painter)
{
  ws_memory_end (&((WsMemoryPainter *)painter)->memory);
}

static void
find_parts (WsMemoryPainter *self)
{
  const WsMemoryDrawing *m = &self->memory;
  const WsMemoryLayout *l = &m->layout;
  /* rings and bands reach beyond what they are round */
  double above = l->body.y - l->note_px * 0.4;
  WsBox below = { 0, above, l->width, l->height - above };

  add (self, HEAD, (WsBox){ 0, 0, l->width, l->note.y + l->note.h });
  if (m->options->mode == WS_MEMORY_REQUEST && !m->has_request)
    return;
  if (m->options->mode == WS_MEMORY_REQUEST && ws_memory_hides (m))
    {
      add (self, VEIL, l->body);
      return;
    }
  add (self, BODY, below);
  if (m->options->mode == WS_MEMORY_REQUEST && m->request.space == WS_SPACE_SHARED
      && m->banks.map.h > 0)
    add (self, MAP, (WsBox){ 0, m->banks.map_title.y, l->width, l->height - m->banks.map_title.y });
  if (m->options->emphasis.n_highlights > 0)
    add (self, HIGHLIGHTS, below);
}

/**
 * ws_memory_painter_new:
 * @cr: (nullable): where all parts will be drawn; %NULL if each is drawn elsewhere, with a scale
 * of 1
 *
 * Returns: (transfer full): a painter of nothing yet
 */
WsPainter *
ws_memory_painter_new (cairo_t *cr)
{
  WsMemoryPainter *self = g_new0 (WsMemoryPainter, 1);

  ws_painter_init (&self->base, cr, draw, clear);
  return &self->base;
}

static gboolean
are_same (const WsMemoryOptions *a, const WsMemoryOptions *b)
{
  return a->mode == b->mode && a->coloring == b->coloring && a->ranking == b->ranking
         && ws_emphasis_equal (&a->emphasis, &b->emphasis);
}

/**
 * ws_memory_painter_set:
 * @painter: from ws_memory_painter_new()
 * @options: (nullable): what of it
 *
 * Finds the parts of a drawing: none where the scene has no block. Keys of before are still valid.
 */
void
ws_memory_painter_set (WsPainter *painter, const WsFrame *frame, const WsMemoryOptions *options)
{
  static const WsMemoryOptions defaults;
  WsMemoryPainter *self = (WsMemoryPainter *)painter;
  WsMemoryDrawing *m = &self->memory;
  WsMemoryDrawing now;
  gboolean same;

  g_return_if_fail (frame->scene != NULL && frame->moment != NULL && frame->theme != NULL);

  options = options != NULL ? options : &defaults;
  same = ws_painter_begin (painter, frame) && are_same (&self->options, options);
  self->options = *options;
  if (!ws_memory_begin (&now, frame->scene, &painter->moment, &self->options, frame->theme))
    return;
  if (same && self->event == now.event && m->scene != NULL && m->stalls == now.stalls)
    {
      m->is_to_come = now.is_to_come;
      m->n_served = now.n_served;
    }
  else
    {
      ws_painter_lay_out (painter);
      ws_memory_end (m);
      *m = now;
      m->text = painter->text;
      self->event = now.event;
      ws_memory_lay_out (m, frame->width, frame->height);
    }
  find_parts (self);
}
