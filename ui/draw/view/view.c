#include "view/view.h"

/* A view is the row of its folder, and its offset in the options of a figure. */
static const struct {
  const WsViewClass *klass;
  gsize options;
} views[WS_N_VIEWS] = {
  [WS_VIEW_TREE] = { &ws_view_of_tree, G_STRUCT_OFFSET (WsFigureOptions, tree) },
  [WS_VIEW_LANES] = { &ws_view_of_lanes, G_STRUCT_OFFSET (WsFigureOptions, lanes) },
  [WS_VIEW_CODE] = { &ws_view_of_code, G_STRUCT_OFFSET (WsFigureOptions, code) },
  [WS_VIEW_MEMORY] = { &ws_view_of_memory, G_STRUCT_OFFSET (WsFigureOptions, memory) },
  [WS_VIEW_SMS] = { &ws_view_of_sms, G_STRUCT_OFFSET (WsFigureOptions, sms) },
  [WS_VIEW_CALCULATOR] = { &ws_view_of_calculator, G_STRUCT_OFFSET (WsFigureOptions, occupancy) },
  [WS_VIEW_STALLS] = { &ws_view_of_stalls, G_STRUCT_OFFSET (WsFigureOptions, stalls) },
};

const WsViewClass *
ws_view_get_class (WsView view)
{
  g_return_val_if_fail ((guint)view < WS_N_VIEWS, NULL);
  return views[view].klass;
}

/* Returns: (transfer none): its name on command lines and in files: "tree", "lanes", "code",
 * "memory", "sms", "calculator", "stalls" */
const char *
ws_view_get_name (WsView view)
{
  g_return_val_if_fail ((guint)view < WS_N_VIEWS, NULL);
  return views[view].klass->name;
}

/**
 * ws_view_parse:
 * @name: (nullable): from ws_view_get_name(); the calculator was once "occupancy"
 * @view: (out): the view; unchanged if there is no such view
 */
gboolean
ws_view_parse (const char *name, WsView *view)
{
  if (g_strcmp0 (name, "occupancy") == 0)
    name = views[WS_VIEW_CALCULATOR].klass->name;
  for (guint i = 0; i < WS_N_VIEWS; i++)
    if (g_strcmp0 (name, views[i].klass->name) == 0)
      {
        *view = (WsView)i;
        return TRUE;
      }
  return FALSE;
}

static gboolean
class_shows (const WsViewClass *klass, const WsScene *scene)
{
  if (scene == NULL)
    return FALSE;
  switch (klass->needs)
    {
    case WS_VIEW_OF_BLOCK:
      return scene->record != NULL || klass->stands_alone;
    case WS_VIEW_OF_LAUNCH:
      return scene->timeline != NULL;
    case WS_VIEW_OF_LIMITS:
    default:
      return TRUE;
    }
}

/**
 * ws_view_shows:
 * @scene: (nullable): of what
 *
 * Returns: whether the scene has the data for the view
 */
gboolean
ws_view_shows (WsView view, const WsScene *scene)
{
  g_return_val_if_fail ((guint)view < WS_N_VIEWS, FALSE);

  return class_shows (views[view].klass, scene);
}

/**
 * ws_view_dup_figure:
 *
 * Returns: (transfer full) (nullable): the view's single figure; %NULL if the scene lacks the data,
 * or the view has none
 */
char *
ws_view_dup_figure (const WsViewClass *klass, const WsLook *look)
{
  return klass->figure != NULL && class_shows (klass, look->frame.scene) ? klass->figure (look)
                                                                         : NULL;
}

/**
 * ws_view_find_lanes:
 * @boxes: (out caller-allocates): position of each lane of the followed warp, in pixels
 *
 * Returns: a bit for each lane that the view draws
 */
guint32
ws_view_find_lanes (const WsViewClass *klass, const WsLook *look, WsBox boxes[WS_WARP_SIZE])
{
  return klass->find_lanes != NULL && class_shows (klass, look->frame.scene)
             ? klass->find_lanes (look, boxes)
             : 0;
}

/**
 * ws_view_look_at:
 * @options: all options that the view reads; they must outlive the look
 *
 * Returns: the argument for the functions of the class; for limits, with the calculator of
 * @options, if any
 */
WsLook
ws_view_look_at (const WsViewClass *klass, const WsFrame *frame, const WsFigureOptions *options)
{
  guint view = 0;

  while (views[view].klass != klass)
    view++;
  return (WsLook){ .frame = *frame,
                   .options = (const char *)options + views[view].options,
                   .emphasis = &options->emphasis,
                   .beside = options->beside,
                   .calculator = klass->needs == WS_VIEW_OF_LIMITS ? options->calculator : NULL };
}

/**
 * ws_data_new_for_view:
 * @view: which view
 * @scene: (nullable): as ws_draw_figure() takes it
 * @moment: (nullable): ignored: a table has all moments
 * @options: (nullable): for a calculator
 *
 * Returns: (transfer full) (nullable): the figures behind the picture; %NULL if there are none
 */
WsData *
ws_data_new_for_view (WsView view, const WsScene *scene, const WsMoment *moment,
                      const WsFigureOptions *options)
{
  static const WsFigureOptions defaults = WS_FIGURE_OPTIONS_INIT;
  g_autoptr (WsCalculator) of_launch = NULL;
  const WsViewClass *klass;
  WsLook look;

  g_return_val_if_fail ((guint)view < WS_N_VIEWS, NULL);

  klass = views[view].klass;
  look = ws_view_look_at (klass, &(WsFrame){ .scene = scene, .moment = moment },
                          options != NULL ? options : &defaults);
  if (klass->needs != WS_VIEW_OF_LIMITS)
    return ws_view_shows (view, scene) ? klass->make_data (&look) : NULL;
  if (look.calculator == NULL && scene != NULL)
    {
      look.calculator = of_launch = ws_calculator_new_for_launch (scene->run, scene->launch);
      look.of_launch = TRUE;
    }
  return klass->make_data (&look);
}
