#include "flow/flow.h"

#include "flow/private.h"
#include "launches/launches.h"
#include "planes/planes.h"
#include "scene/planes.h"

#include <glib/gi18n.h>

/* So many columns stay at their place without a window. */
#define MAX_WHOLE 32

/* Which elements of a tree are seen does not depend on the moment. */
static void
clamp_tree (const WsFrame *frame, WsTreeOptions *options)
{
  ws_tree_clamp_options (frame, options);
}

static const WsFlowClass ways[WS_N_FLOW_WAYS] = {
  [WS_FLOW_ROWS] = { ws_tree_painter_new, ws_tree_painter_set, ws_tree_pick, clamp_tree,
                     ws_tree_get_n_elements, ws_tree_subtitle, ws_tree_hit_describe, NULL },
  [WS_FLOW_PLANES] = { ws_planes_painter_new, ws_planes_painter_set, ws_planes_pick,
                       ws_planes_clamp_options, ws_planes_get_n_elements, ws_planes_subtitle,
                       ws_tree_hit_describe, NULL },
  [WS_FLOW_LAUNCHES] = { ws_launches_painter_new, ws_launches_painter_set, ws_launches_pick,
                         ws_launches_clamp_options, ws_launches_get_n_elements,
                         ws_launches_subtitle, ws_launches_hit_describe, ws_launches_summarise },
};

/* How each pattern is drawn, and what the pane is called then. */
static const struct {
  const char *title;
  WsFlowWay way;
  gboolean stays; /* columns stay at their place: none is folded away */
} patterns[WS_N_PATTERNS] = {
  [WS_PATTERN_AUTO] = { N_ ("Data flow"), WS_FLOW_PLANES, FALSE },
  [WS_PATTERN_TREE] = { N_ ("Reduction tree"), WS_FLOW_ROWS, FALSE },
  [WS_PATTERN_SCAN] = { N_ ("Scan"), WS_FLOW_ROWS, TRUE },
  [WS_PATTERN_STENCIL] = { N_ ("Stencil"), WS_FLOW_PLANES, FALSE },
  [WS_PATTERN_TILES] = { N_ ("Tiles"), WS_FLOW_PLANES, FALSE },
  [WS_PATTERN_SCATTER] = { N_ ("Scatter"), WS_FLOW_PLANES, FALSE },
  [WS_PATTERN_MAP] = { N_ ("Map"), WS_FLOW_PLANES, FALSE },
  [WS_PATTERN_PLAIN] = { N_ ("Data flow"), WS_FLOW_PLANES, FALSE },
  [WS_PATTERN_PYRAMID] = { N_ ("Launches"), WS_FLOW_LAUNCHES, FALSE },
};

/**
 * ws_flow_get_class:
 * @way: to draw
 */
const WsFlowClass *
ws_flow_get_class (WsFlowWay way)
{
  return &ways[way];
}

/**
 * ws_flow_get_pattern:
 * @options: how
 *
 * Returns: the pattern to draw: from the options, or the best match; a single launch is not a
 * pyramid
 */
WsPattern
ws_flow_get_pattern (const WsScene *scene, const WsTreeOptions *options)
{
  if (options->layout == WS_PATTERN_AUTO
      || (options->layout == WS_PATTERN_PYRAMID && scene->pyramid == NULL))
    return scene->planes->pattern;
  return options->layout;
}

/**
 * ws_flow_choose:
 * @options: as they were asked for
 * @chosen: (out): as the way takes them
 *
 * Returns: the way in which it is drawn
 */
WsFlowWay
ws_flow_choose (const WsScene *scene, const WsTreeOptions *options, WsTreeOptions *chosen)
{
  WsPattern pattern = ws_flow_get_pattern (scene, options);

  *chosen = *options;
  if (patterns[pattern].way == WS_FLOW_LAUNCHES)
    return WS_FLOW_LAUNCHES;
  if (scene->planes->n_planes == 0)
    return WS_FLOW_ROWS;
  if (patterns[pattern].stays && options->focus == WS_TREE_FOCUS_FOLDED)
    chosen->focus =
        ws_tree_get_n_elements (scene) <= MAX_WHOLE ? WS_TREE_FOCUS_FULL : WS_TREE_FOCUS_WINDOW;
  return patterns[pattern].way;
}

/**
 * ws_draw_flow:
 * @options: which elements, and as what
 *
 * Draws the dataflow. The background is the caller's.
 */
void
ws_draw_flow (cairo_t *cr, const WsFrame *frame, const WsTreeOptions *options)
{
  WsTreeOptions chosen;
  const WsFlowClass *class = &ways[ws_flow_choose (frame->scene, options, &chosen)];
  g_autoptr (WsPainter) painter = class->new_painter (cr);

  class->set_painter (painter, frame, &chosen);
  ws_painter_draw_all (painter, cr);
}

/**
 * ws_flow_pick:
 * @hit: (out): the hit
 *
 * Returns: whether anything is there
 */
gboolean
ws_flow_pick (const WsFrame *frame, const WsTreeOptions *options, double x, double y,
              WsTreeHit *hit)
{
  WsTreeOptions chosen;
  WsFlowWay way = ws_flow_choose (frame->scene, options, &chosen);

  return ways[way].pick (frame, &chosen, x, y, hit);
}

/**
 * ws_flow_clamp_options:
 * @options: (inout): the part in view
 *
 * Brings the part in view inside the block, and says how many elements it has. Afterwards its zoom
 * is 1.
 */
void
ws_flow_clamp_options (const WsFrame *frame, WsTreeOptions *options)
{
  WsTreeOptions chosen;
  WsFlowWay way = ws_flow_choose (frame->scene, options, &chosen);

  ways[way].clamp_options (frame, &chosen);
  options->first = chosen.first;
  options->first_row = chosen.first_row;
  options->count = chosen.count;
  options->zoom = chosen.zoom;
}

/**
 * ws_flow_get_n_elements:
 * @scene: of a block
 *
 * Returns: columns that the focus moves over
 */
guint
ws_flow_get_n_elements (const WsScene *scene, const WsTreeOptions *options)
{
  WsTreeOptions chosen;

  return ways[ws_flow_choose (scene, options, &chosen)].get_n_elements (scene);
}

/* Returns: (transfer none): what a pane that shows it is called, as in "Reduction tree" */
const char *
ws_flow_get_pattern_title (WsPattern pattern)
{
  g_return_val_if_fail (pattern < WS_N_PATTERNS, NULL);
  return _ (patterns[pattern].title);
}

/* Returns: (transfer none): what is drawn, as in "Scan" */
const char *
ws_flow_get_title (const WsScene *scene, const WsTreeOptions *options)
{
  return ws_flow_get_pattern_title (ws_flow_get_pattern (scene, options));
}

/**
 * ws_flow_subtitle:
 * @options: the part in view
 *
 * Returns: (transfer full): as in "block 0 of 32 768, elements 0 to 15 of 128"
 */
char *
ws_flow_subtitle (const WsFrame *frame, const WsTreeOptions *options)
{
  WsTreeOptions chosen;
  WsFlowWay way = ws_flow_choose (frame->scene, options, &chosen);

  return ways[way].subtitle (frame, &chosen);
}

/**
 * ws_flow_hit_describe:
 * @moment: when
 * @hit: from ws_flow_pick()
 *
 * Returns: (transfer full) (nullable): text for a tooltip
 */
char *
ws_flow_hit_describe (const WsScene *scene, const WsMoment *moment, const WsTreeOptions *options,
                      const WsTreeHit *hit)
{
  WsTreeOptions chosen;

  return ways[ws_flow_choose (scene, options, &chosen)].describe (scene, moment, hit);
}

/* Returns: (transfer full): what an eye would see, besides what happens */
char *
ws_flow_summarise (const WsScene *scene, const WsTreeOptions *options)
{
  WsTreeOptions chosen;
  const WsFlowClass *class = &ways[ws_flow_choose (scene, options, &chosen)];

  if (class->summarise != NULL)
    return class->summarise (scene, options);
  /* Translators: what is drawn, as in "Reduction tree", as a sentence */
  return g_strdup_printf (_ ("%s."), ws_flow_get_title (scene, options));
}
