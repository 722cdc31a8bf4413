/* painter-private.h: what all painters have, for the files that make one. */
#pragma once

#include "scene/painter.h"
#include "pen/text.h"

G_BEGIN_DECLS

/**
 * WsPainter:
 * @draw: draws a part; what is gathered as text is shown after it
 * @clear: (nullable): frees what the painter has besides
 * @forget: (nullable): lets go of what the painter has besides, until it is set again
 * @target: (nullable): where all parts are drawn; else each may be drawn elsewhere, at a scale of 1
 * @scene: (nullable): of what
 * @moment: when
 * @text: of this layout
 * @layout: its number; parts of another are others
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
