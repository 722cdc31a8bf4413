/* private.h: the ways to draw a dataflow, for flow.c and painter.c. */
#pragma once

#include "flow/flow.h"

G_BEGIN_DECLS

typedef enum { WS_FLOW_ROWS, WS_FLOW_PLANES, WS_FLOW_LAUNCHES, WS_N_FLOW_WAYS } WsFlowWay;

/**
 * WsFlowClass:
 * @describe: (transfer full) (nullable): what there is to say of what was hit
 * @summarise: (nullable) (transfer full): what an eye would see, where the title and the stage's
 * caption do not say it
 *
 * A way to draw; the other functions are as those of flow.h.
 */
typedef struct {
  WsPainter *(*new_painter) (cairo_t *cr);
  void (*set_painter) (WsPainter *painter, const WsScene *scene, const WsMoment *moment,
                       const WsTreeOptions *options, const WsTheme *theme, double width,
                       double height);
  gboolean (*pick) (const WsScene *scene, const WsMoment *moment, const WsTreeOptions *options,
                    const WsTheme *theme, double width, double height, double x, double y,
                    WsTreeHit *hit);
  void (*clamp_options) (const WsScene *scene, const WsMoment *moment, const WsTheme *theme,
                         double width, double height, WsTreeOptions *options);
  guint (*get_n_elements) (const WsScene *scene);
  char *(*subtitle) (const WsScene *scene, const WsTreeOptions *options, const WsTheme *theme,
                     double width, double height);
  char *(*describe) (const WsScene *scene, const WsMoment *moment, const WsTreeHit *hit);
  char *(*summarise) (const WsScene *scene, const WsTreeOptions *options);
} WsFlowClass;

const WsFlowClass *ws_flow_get_class (WsFlowWay way);
WsFlowWay ws_flow_choose (const WsScene *scene, const WsTreeOptions *options,
                          WsTreeOptions *chosen);

G_END_DECLS
