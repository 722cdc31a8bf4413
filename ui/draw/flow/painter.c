/* painter.c: a dataflow in parts: those of the way in which it is drawn. */
#include "flow/private.h"
#include "scene/painter-private.h"

typedef struct {
  WsPainter base;
  WsPainter *ways[WS_N_FLOW_WAYS]; /* made when first used */
  WsFlowWay way;
} WsFlowPainter;

/* A part of one way is none of another. */
typedef struct {
  guint64 key;
  guint64 way;
} Key;

static void
draw (WsPainter *painter, const WsPart *part, cairo_t *cr)
{
  WsFlowPainter *self = (WsFlowPainter *)painter;
  guint i = (guint)(part - (const WsPart *)(const void *)painter->parts->data);

  ws_painter_draw (self->ways[self->way], i, cr);
}

static void
clear (WsPainter *painter)
{
  WsFlowPainter *self = (WsFlowPainter *)painter;

  for (guint i = 0; i < WS_N_FLOW_WAYS; i++)
    g_clear_pointer (&self->ways[i], ws_painter_free);
}

static void
forget (WsPainter *painter)
{
  WsFlowPainter *self = (WsFlowPainter *)painter;

  for (guint i = 0; i < WS_N_FLOW_WAYS; i++)
    if (self->ways[i] != NULL)
      ws_painter_forget (self->ways[i]);
}

/**
 * ws_flow_painter_new:
 * @cr: (nullable): where all parts will be drawn; %NULL if each is drawn elsewhere, with a scale
 * of 1
 *
 * Returns: (transfer full): a painter of no dataflow yet
 */
WsPainter *
ws_flow_painter_new (cairo_t *cr)
{
  WsFlowPainter *self = g_new0 (WsFlowPainter, 1);

  ws_painter_init (&self->base, cr, draw, clear);
  self->base.forget = forget;
  return &self->base;
}

/**
 * ws_flow_painter_set:
 * @painter: from ws_flow_painter_new()
 * @options: which elements, and as what
 *
 * Finds the parts of a drawing. Keys of before are still valid: a part of this painter that has one
 * of them looks as it did.
 */
void
ws_flow_painter_set (WsPainter *painter, const WsFrame *frame, const WsTreeOptions *options)
{
  WsFlowPainter *self = (WsFlowPainter *)painter;
  WsTreeOptions chosen;
  const WsFlowClass *class;
  const WsPart *parts;
  guint n_parts;

  g_return_if_fail (frame->scene != NULL && frame->moment != NULL && options != NULL
                    && frame->theme != NULL);

  self->way = ws_flow_choose (frame->scene, options, &chosen);
  class = ws_flow_get_class (self->way);
  if (self->ways[self->way] == NULL)
    self->ways[self->way] = class->new_painter (painter->target);
  class->set_painter (self->ways[self->way], frame, &chosen);
  if (!ws_painter_begin (painter, frame) || painter->text == NULL)
    ws_painter_lay_out (painter);
  parts = ws_painter_get_parts (self->ways[self->way], &n_parts);
  for (guint i = 0; i < n_parts; i++)
    {
      Key key = { .key = parts[i].key, .way = self->way };

      ws_painter_add (painter, parts[i], &key, sizeof key);
    }
}
