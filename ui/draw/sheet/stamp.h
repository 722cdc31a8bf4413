/* stamp.h: rounded shapes that a drawing repeats by the hundred: on pixel surfaces each shape is
 * drawn once and then stamped; on vector surfaces it is a normal path.
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

/* For one drawing, or a sequence with the same shapes. */
typedef struct _WsStamps WsStamps;

WsStamps *ws_stamps_new (cairo_t *cr);
void ws_stamps_set_target (WsStamps *self, cairo_t *cr);
void ws_stamps_free (WsStamps *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsStamps, ws_stamps_free)

void ws_stamps_show (WsStamps *self, const WsStampShape *shape, const WsBox *boxes, guint n_boxes,
                     WsColor color);

void ws_stamps_set_scale (cairo_t *cr, int scale);

G_END_DECLS
