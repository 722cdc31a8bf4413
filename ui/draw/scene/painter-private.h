/* painter-private.h: common state of painters, for their implementations. */
#pragma once

#include "scene/painter.h"
#include "pen/text.h"

G_BEGIN_DECLS

/**
 * WsPainter:
 * @draw: draws a part; batched text is shown after it
 * @clear: (nullable): frees the painter's additional state
 * @forget: (nullable): drops the painter's additional state until it is set again
 * @target: (nullable): target of all parts; else each may be drawn to a different one, at a scale
 * of 1
 * @scene: (nullable): of what
 * @moment: when
 * @text: of this layout
 * @layout: serial number; parts of different layouts differ
 * @parts: (element-type WsPart): of this moment
 *
 * The first member of each painter.
 */
struct _WsPainter {
  void (*draw) (WsPainter *self, const WsPart *part, cairo_t *cr);
  void (*clear) (WsPainter *self);
  void (*forget) (WsPainter *self);
  cairo_t *target;

  WsScene *scene;
  WsMoment moment;
  const WsTheme *theme;
  double width;
  double height;
  WsText *text;
  guint64 layout;
  GArray *parts;
};

void ws_painter_init (WsPainter *self, cairo_t *target,
                      void (*draw) (WsPainter *self, const WsPart *part, cairo_t *cr),
                      void (*clear) (WsPainter *self));
gboolean ws_painter_begin (WsPainter *self, const WsFrame *frame);
void ws_painter_lay_out (WsPainter *self);
void ws_painter_add (WsPainter *self, WsPart part, gconstpointer key, gsize key_size);

G_END_DECLS
