/* private.h: the ways to draw a dataflow, for flow.c and painter.c. */
#pragma once

#include "flow/flow.h"

G_BEGIN_DECLS

typedef enum { WS_FLOW_ROWS, WS_FLOW_PLANES, WS_FLOW_LAUNCHES, WS_N_FLOW_WAYS } WsFlowWay;

/**
 * WsFlowClass:
 * @describe: (transfer full) (nullable): description of a hit
 * @summarise: (nullable) (transfer full): visible facts that neither the title nor the stage's
 * caption states
 *
 * A way to draw; the other functions correspond to those of flow.h.
 */
typedef struct {
  WsPainter *(*new_painter) (cairo_t *cr);
  void (*set_painter) (WsPainter *painter, const WsFrame *frame, const WsTreeOptions *options);
  gboolean (*pick) (const WsFrame *frame, const WsTreeOptions *options, double x, double y,
                    WsTreeHit *hit);
  void (*clamp_options) (const WsFrame *frame, WsTreeOptions *options);
  guint (*get_n_elements) (const WsScene *scene);
  char *(*subtitle) (const WsFrame *frame, const WsTreeOptions *options);
  char *(*describe) (const WsScene *scene, const WsMoment *moment, const WsTreeHit *hit);
  char *(*summarise) (const WsScene *scene, const WsTreeOptions *options);
} WsFlowClass;

const WsFlowClass *ws_flow_get_class (WsFlowWay way);
WsData *ws_data_new_for_tree (const WsScene *scene);
WsFlowWay ws_flow_choose (const WsScene *scene, const WsTreeOptions *options,
                          WsTreeOptions *chosen);

G_END_DECLS
