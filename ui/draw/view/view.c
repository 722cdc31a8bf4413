#include "view/view.h"

#include "launches/launches.h"
#include "view/private.h"

#include <glib/gi18n.h>

static gboolean
hides (const WsLook *look, guint hide)
{
  return (look->options->emphasis.hide & hide) != 0;
}

/* ---- the tree ---- */

static WsTreeOptions
get_tree_options (const WsLook *look)
{
  WsTreeOptions options = look->options->tree;

  options.emphasis = look->options->emphasis;
  return options;
}

static void
draw_tree (const WsLook *look, cairo_t *cr, const WsTheme *theme, double width, double height)
{
  WsTreeOptions options = get_tree_options (look);

  ws_draw_flow (cr, look->scene, look->moment, &options, theme, width, height);
}

static char *
get_tree_subtitle (const WsLook *look, const WsTheme *theme, double width, double height)
{
  WsTreeOptions options = get_tree_options (look);

  return ws_flow_subtitle (look->scene, &options, theme, width, height);
}

/* What happens in the stage: of all views of a block. */
static char *
get_stage_caption (const WsLook *look)
{
  const WsScene *scene = look->scene;
  const WsFinding *finding =
      scene->record == NULL ? ws_run_find_finding (scene->run, scene->launch) : NULL;

  if (scene->record == NULL)
    return finding != NULL && !hides (look, WS_HIDE_FAULT) ? g_strdup (finding->message) : NULL;
  if (hides (look, WS_HIDE_MASKS | WS_HIDE_COUNTS))
    return ws_stages_name (scene->stages, ws_scene_stage_at (scene, look->moment->position));
  return ws_scene_caption (scene, ws_scene_stage_at (scene, look->moment->position),
                           !hides (look, WS_HIDE_FAULT));
}

static char *
describe_tree (const WsLook *look, const char *caption)
{
  WsTreeOptions options = get_tree_options (look);
  g_autofree char *what = ws_flow_summarise (look->scene, &options);

  return g_strdup_printf ("%s %s", what, caption);
}

static char *
point_at_tree (const WsLook *look, const WsTheme *theme, double width, double height, double x,
               double y)
{
  WsTreeOptions options = get_tree_options (look);
  WsTreeHit hit;

  return ws_flow_pick (look->scene, look->moment, &options, theme, width, height, x, y, &hit)
             ? ws_flow_hit_describe (look->scene, look->moment, &options, &hit)
             : NULL;
}

/* Of the thread in a circle. */
static guint
find_warp_of_tree (const WsLook *look, const WsTheme *theme, double width, double height, double x,
                   double y)
{
  WsTreeHit hit;

  return ws_flow_pick (look->scene, look->moment, &look->options->tree, theme, width, height, x, y,
                       &hit)
                 && hit.thread != WS_NONE
             ? hit.thread / WS_WARP_SIZE
             : WS_NONE;
}

static void
set_tree_painter (WsPainter *painter, const WsLook *look, const WsTheme *theme, double width,
                  double height)
{
  WsTreeOptions options = get_tree_options (look);

  ws_flow_painter_set (painter, look->scene, look->moment, &options, theme, width, height);
}

static WsData *
make_tree_data (const WsLook *look)
{
  return ws_flow_get_pattern (look->scene, &look->options->tree) == WS_PATTERN_PYRAMID
             ? ws_data_new_for_launches (look->scene)
             : ws_data_new_for_tree (look->scene);
}

/* ---- the lanes ---- */

static WsLanesOptions
get_lanes_options (const WsLook *look)
{
  WsLanesOptions options = look->options->lanes;

  options.emphasis = look->options->emphasis;
  options.beside = look->options->beside;
  return options;
}

static void
draw_lanes (const WsLook *look, cairo_t *cr, const WsTheme *theme, double width, double height)
{
  WsLanesOptions options = get_lanes_options (look);

  ws_draw_lanes (cr, look->scene, look->moment, &options, theme, width, height);
}

static char *
get_lanes_subtitle (const WsLook *look, const WsTheme *theme, double width, double height)
{
  return ws_lanes_subtitle (look->scene, look->moment);
}

static char *
describe_lanes (const WsLook *look, const char *caption)
{
  g_autofree char *what = ws_lanes_subtitle (look->scene, look->moment);

  return g_strdup_printf (_ ("Lanes of warp %1$u: %2$s. %3$s"), look->moment->warp, what, caption);
}

static char *
point_at_lanes (const WsLook *look, const WsTheme *theme, double width, double height, double x,
                double y)
{
  WsLanesOptions options = get_lanes_options (look);
  WsLanesHit hit;

  return !hides (look, WS_HIDE_MASKS | WS_HIDE_COUNTS)
                 && ws_lanes_pick (look->scene, look->moment, &options, theme, width, height, x, y,
                                   &hit)
             ? ws_lanes_hit_describe (look->scene, look->moment, &hit)
             : NULL;
}

/* Of a row of the instant. */
static guint
find_warp_of_lanes (const WsLook *look, const WsTheme *theme, double width, double height, double x,
                    double y)
{
  WsLanesOptions options = get_lanes_options (look);
  WsLanesHit hit;

  return ws_lanes_pick (look->scene, look->moment, &options, theme, width, height, x, y, &hit)
                 && (hit.kind == WS_LANES_HIT_WARP || hit.kind == WS_LANES_HIT_LANE)
             ? hit.warp
             : WS_NONE;
}

static void
set_lanes_painter (WsPainter *painter, const WsLook *look, const WsTheme *theme, double width,
                   double height)
{
  WsLanesOptions options = get_lanes_options (look);

  ws_lanes_painter_set (painter, look->scene, look->moment, &options, theme, width, height);
}

static WsData *
make_lanes_data (const WsLook *look)
{
  return ws_data_new_for_lanes (look->scene);
}

/* ---- the code ---- */

static WsCodeOptions
get_code_options (const WsLook *look)
{
  WsCodeOptions options = look->options->code;

  options.emphasis = look->options->emphasis;
  return options;
}

static void
draw_code (const WsLook *look, cairo_t *cr, const WsTheme *theme, double width, double height)
{
  WsCodeOptions options = get_code_options (look);

  ws_draw_code (cr, look->scene, look->moment, &options, theme, width, height);
}

static char *
get_code_subtitle (const WsLook *look, const WsTheme *theme, double width, double height)
{
  return g_strdup_printf (_ ("%s  ·  bars: active lanes"),
                          ws_run_get_kernel (look->scene->run, look->scene->launch)->file);
}

static char *
describe_code (const WsLook *look, const char *caption)
{
  g_autofree char *what = ws_code_subtitle (look->scene, look->moment);

  return g_strdup_printf (_ ("Source code, at %1$s. %2$s"), what, caption);
}

static WsData *
make_code_data (const WsLook *look)
{
  return ws_data_new_for_code (look->scene);
}

/* ---- memory ---- */

static WsMemoryOptions
get_memory_options (const WsLook *look)
{
  WsMemoryOptions options = look->options->memory;

  options.emphasis = look->options->emphasis;
  return options;
}

static void
draw_memory (const WsLook *look, cairo_t *cr, const WsTheme *theme, double width, double height)
{
  WsMemoryOptions options = get_memory_options (look);

  ws_draw_memory (cr, look->scene, look->moment, &options, theme, width, height);
}

static char *
get_memory_subtitle (const WsLook *look, const WsTheme *theme, double width, double height)
{
  WsMemoryOptions options = get_memory_options (look);

  return ws_memory_subtitle (look->scene, look->moment, &options);
}

static char *
describe_memory (const WsLook *look, const char *caption)
{
  WsMemoryOptions options = get_memory_options (look);
  g_autofree char *sentence = ws_memory_sentence (look->scene, look->moment, &options);

  return g_strdup_printf (_ ("Memory. %1$s %2$s"), sentence, caption);
}

static char *
point_at_memory (const WsLook *look, const WsTheme *theme, double width, double height, double x,
                 double y)
{
  WsMemoryOptions options = get_memory_options (look);
  WsMemoryHit hit;

  return ws_memory_pick (look->scene, look->moment, &options, theme, width, height, x, y, &hit)
             ? ws_memory_hit_describe (look->scene, look->moment, &hit)
             : NULL;
}

static void
set_memory_painter (WsPainter *painter, const WsLook *look, const WsTheme *theme, double width,
                    double height)
{
  WsMemoryOptions options = get_memory_options (look);

  ws_memory_painter_set (painter, look->scene, look->moment, &options, theme, width, height);
}

static WsData *
make_memory_data (const WsLook *look)
{
  WsMemoryOptions options = get_memory_options (look);

  return ws_data_new_for_memory (look->scene, look->moment, &options);
}

/* ---- the SMs ---- */

static WsSmsOptions
get_sms_options (const WsLook *look)
{
  WsSmsOptions options = look->options->sms;

  options.emphasis = look->options->emphasis;
  options.beside = look->options->beside;
  return options;
}

static void
draw_sms (const WsLook *look, cairo_t *cr, const WsTheme *theme, double width, double height)
{
  WsSmsOptions options = get_sms_options (look);

  ws_draw_sms (cr, look->scene, look->moment, &options, theme, width, height);
}

static char *
get_sms_subtitle (const WsLook *look, const WsTheme *theme, double width, double height)
{
  WsSmsOptions options = get_sms_options (look);

  if (hides (look, WS_HIDE_COUNTS))
    return g_strdup ("");
  return ws_sms_subtitle (look->scene, &options);
}

static char *
get_sms_caption (const WsLook *look)
{
  if (hides (look, WS_HIDE_COUNTS | WS_HIDE_TIMES))
    return g_strdup ("");
  return ws_sms_caption (look->scene, look->moment->time);
}

static char *
describe_sms (const WsLook *look, const char *caption)
{
  return hides (look, WS_HIDE_COUNTS | WS_HIDE_TIMES) ? g_strdup (caption)
                                                      : ws_sms_summarise (look->scene);
}

static char *
point_at_sms (const WsLook *look, const WsTheme *theme, double width, double height, double x,
              double y)
{
  WsSmsOptions options = get_sms_options (look);
  WsSmsHit hit;

  return !hides (look, WS_HIDE_COUNTS | WS_HIDE_TIMES)
                 && ws_sms_pick (look->scene, look->moment, &options, theme, width, height, x, y,
                                 &hit)
             ? ws_sms_hit_describe (look->scene, look->moment, &hit)
             : NULL;
}

static void
set_sms_painter (WsPainter *painter, const WsLook *look, const WsTheme *theme, double width,
                 double height)
{
  WsSmsOptions options = get_sms_options (look);

  ws_sms_painter_set (painter, look->scene, look->moment, &options, theme, width, height);
}

static WsData *
make_sms_data (const WsLook *look)
{
  return ws_data_new_for_sms (look->scene);
}

/* ---- the calculator ---- */

static void
draw_calculator (const WsLook *look, cairo_t *cr, const WsTheme *theme, double width, double height)
{
  WsCalculatorOptions options = look->options->occupancy;

  options.hide = look->options->emphasis.hide;
  if (look->calculator != NULL)
    ws_draw_calculator (cr, look->calculator, &options, theme, width, height);
}

static char *
get_calculator_subtitle (const WsLook *look, const WsTheme *theme, double width, double height)
{
  return look->calculator != NULL ? ws_calculator_subtitle (look->calculator)
                                  : g_strdup (_ ("compute capability not known"));
}

static char *
get_calculator_caption (const WsLook *look)
{
  return look->calculator != NULL && !hides (look, WS_HIDE_COUNTS)
             ? ws_calculator_caption (look->calculator)
             : g_strdup ("");
}

static char *
describe_calculator (const WsLook *look, const char *caption)
{
  return look->calculator != NULL && !hides (look, WS_HIDE_COUNTS)
             ? ws_calculator_describe (look->calculator)
             : g_strdup (caption);
}

/* Without one of its own, the launch's, which says which launch of which run that is. */
static WsData *
make_calculator_data (const WsLook *look)
{
  if (look->options->calculator != NULL)
    return ws_data_new_for_calculator (look->options->calculator);
  return look->calculator != NULL ? ws_data_new_for_launch (look->scene, look->calculator) : NULL;
}

/* ---- all of them ---- */

static const WsViewClass classes[WS_N_VIEWS] = {
  [WS_VIEW_TREE] = { "tree", N_ ("Reduction tree"), WS_VIEW_OF_BLOCK, draw_tree, get_tree_subtitle,
                     get_stage_caption, describe_tree, point_at_tree, find_warp_of_tree,
                     ws_flow_painter_new, set_tree_painter, make_tree_data },
  [WS_VIEW_LANES] = { "lanes", N_ ("Warps"), WS_VIEW_OF_BLOCK, draw_lanes, get_lanes_subtitle,
                      get_stage_caption, describe_lanes, point_at_lanes, find_warp_of_lanes,
                      ws_lanes_painter_new, set_lanes_painter, make_lanes_data },
  [WS_VIEW_CODE] = { "code", N_ ("Code"), WS_VIEW_OF_BLOCK, draw_code, get_code_subtitle,
                     get_stage_caption, describe_code, NULL, NULL, NULL, NULL, make_code_data,
                     TRUE },
  [WS_VIEW_MEMORY] = { "memory", N_ ("Memory"), WS_VIEW_OF_BLOCK, draw_memory, get_memory_subtitle,
                       get_stage_caption, describe_memory, point_at_memory, NULL,
                       ws_memory_painter_new, set_memory_painter, make_memory_data },
  [WS_VIEW_SMS] = { "sms", N_ ("SMs"), WS_VIEW_OF_LAUNCH, draw_sms, get_sms_subtitle,
                    get_sms_caption, describe_sms, point_at_sms, NULL, ws_sms_painter_new,
                    set_sms_painter, make_sms_data },
  [WS_VIEW_CALCULATOR] = { "calculator", N_ ("Calculator"), WS_VIEW_OF_LIMITS, draw_calculator,
                           get_calculator_subtitle, get_calculator_caption, describe_calculator,
                           NULL, NULL, NULL, NULL, make_calculator_data },
};

/**
 * ws_view_get_class:
 * @view: a view
 *
 * Returns: (transfer none): its row
 */
const WsViewClass *
ws_view_get_class (WsView view)
{
  g_return_val_if_fail ((guint)view < WS_N_VIEWS, NULL);
  return &classes[view];
}

/**
 * ws_view_get_name:
 * @view: a view
 *
 * Returns: (transfer none): its name on command lines and in files: "tree", "lanes", "code",
 * "memory", "sms", "calculator"
 */
const char *
ws_view_get_name (WsView view)
{
  g_return_val_if_fail ((guint)view < WS_N_VIEWS, NULL);
  return classes[view].name;
}

/**
 * ws_view_parse:
 * @name: (nullable): what ws_view_get_name() gives; the calculator was once "occupancy"
 * @view: (out): the view; untouched where there is none of this name
 *
 * Returns: whether there is one
 */
gboolean
ws_view_parse (const char *name, WsView *view)
{
  if (g_strcmp0 (name, "occupancy") == 0)
    name = classes[WS_VIEW_CALCULATOR].name;
  for (guint i = 0; i < WS_N_VIEWS; i++)
    if (g_strcmp0 (name, classes[i].name) == 0)
      {
        *view = (WsView)i;
        return TRUE;
      }
  return FALSE;
}

/**
 * ws_view_shows:
 * @view: a view
 * @scene: (nullable): of what
 *
 * Returns: whether the scene has what the view looks at
 */
gboolean
ws_view_shows (WsView view, const WsScene *scene)
{
  g_return_val_if_fail ((guint)view < WS_N_VIEWS, FALSE);

  if (scene == NULL)
    return FALSE;
  switch (classes[view].needs)
    {
    case WS_VIEW_OF_BLOCK:
      return scene->record != NULL || classes[view].stands_alone;
    case WS_VIEW_OF_LAUNCH:
      return scene->timeline != NULL;
    case WS_VIEW_OF_LIMITS:
    default:
      return TRUE;
    }
}

/**
 * ws_data_new_for_view:
 * @view: which view
 * @scene: (nullable): as ws_draw_figure() takes it
 * @moment: (nullable): not looked at: a table has all moments
 * @options: (nullable): for a calculator
 *
 * Returns: (transfer full) (nullable): the figures behind the picture; %NULL where there are none
 */
WsData *
ws_data_new_for_view (WsView view, const WsScene *scene, const WsMoment *moment,
                      const WsFigureOptions *options)
{
  static const WsFigureOptions defaults = WS_FIGURE_OPTIONS_INIT;
  WsLook look = { .scene = scene,
                  .moment = moment,
                  .options = options != NULL ? options : &defaults };
  g_autoptr (WsCalculator) of_launch = NULL;

  g_return_val_if_fail ((guint)view < WS_N_VIEWS, NULL);

  look.calculator = look.options->calculator;
  if (classes[view].needs != WS_VIEW_OF_LIMITS)
    return ws_view_shows (view, scene) ? classes[view].make_data (&look) : NULL;
  if (look.calculator == NULL && scene != NULL)
    look.calculator = of_launch = ws_calculator_new_for_launch (scene->run, scene->launch);
  return classes[view].make_data (&look);
}
