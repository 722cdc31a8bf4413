/* stamp.h: round shapes that a drawing has by the hundred: where there are pixels, each shape is
 * drawn once, and stamped wherever it is asked for; elsewhere they are paths as all others.
 */
#pragma once

#include "pen/paint.h"

G_BEGIN_DECLS

typedef enum {
  WS_STAMP_FILL,
  WS_STAMP_FRAME, /* inside the box's edge */
  WS_STAMP_DASHES /* the same, dashed */
} WsStampKind;

/**
 * WsStampShape:
 * @kind: what is painted
 * @radius: of its corners
 * @line: width of a frame
 * @dash: length of a dash, and of the gap behind it
 *
 * A shape round a box.
 */
typedef struct {
  WsStampKind kind;
  double radius;
  double line;
  double dash;
} WsStampShape;

/* For one drawing, or for one after the other of the same shapes. */
typedef struct _WsStamps WsStamps;

WsStamps *ws_stamps_new (cairo_t *cr);
void ws_stamps_set_target (WsStamps *self, cairo_t *cr);
void ws_stamps_free (WsStamps *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsStamps, ws_stamps_free)

void ws_stamps_show (WsStamps *self, const WsStampShape *shape, const WsBox *boxes, guint n_boxes,
                     WsColor color);

void ws_stamps_set_scale (cairo_t *cr, int scale);

G_END_DECLS
