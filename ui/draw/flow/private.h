/* private.h: the ways to draw a dataflow, for flow.c and painter.c. */
#pragma once

#include "flow/flow.h"

G_BEGIN_DECLS

typedef enum { WS_FLOW_ROWS, WS_FLOW_PLANES, WS_N_FLOW_WAYS } WsFlowWay;

/* A way to draw. */
typedef struct {
  WsPainter *(*new_painter) (cairo_t *cr);
  void (*set_painter) (WsPainter *painter, const WsScene *scene, const WsMoment *moment,
                       const WsTreeOptions *options, const WsTheme *theme, double width,
                       double height);
  gboolean (*pick) (const WsScene *scene, const WsMoment *moment, const WsTreeOptions *options,
                    const WsTheme *theme, double width, double height, double x, double y,
                    WsTreeHit *hit);
  void (*clamp_options) (const WsScene *scene, const WsTheme *theme, double width, double height,
                         WsTreeOptions *options);
  guint (*get_n_elements) (const WsScene *scene);
  char *(*subtitle) (const WsScene *scene, const WsTreeOptions *options, const WsTheme *theme,
                     double width, double height);
} WsFlowClass;

const WsFlowClass *ws_flow_get_class (WsFlowWay way);
WsFlowWay ws_flow_choose (const WsScene *scene, const WsTreeOptions *options,
                          WsTreeOptions *chosen);

G_END_DECLS
