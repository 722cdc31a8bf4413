#include "calculator/private.h"

#include <glib/gi18n.h>

static void
draw_calculator (const WsLook *look, cairo_t *cr)
{
  WsCalculatorOptions options = *(const WsCalculatorOptions *)look->options;

  options.hide = look->emphasis->hide;
  if (look->calculator != NULL)
    ws_draw_calculator (cr, look->calculator, &options,
                        &(WsArea){ look->frame.theme, look->frame.width, look->frame.height });
}

static char *
get_calculator_subtitle (const WsLook *look)
{
  return look->calculator != NULL ? ws_calculator_subtitle (look->calculator)
                                  : g_strdup (_ ("compute capability not known"));
}

static char *
get_calculator_caption (const WsLook *look)
{
  return look->calculator != NULL && !ws_look_hides (look, WS_HIDE_COUNTS)
             ? ws_calculator_caption (look->calculator)
             : g_strdup ("");
}

static char *
describe_calculator (const WsLook *look, const char *caption)
{
  return look->calculator != NULL && !ws_look_hides (look, WS_HIDE_COUNTS)
             ? ws_calculator_describe (look->calculator)
             : g_strdup (caption);
}

/* Without one of its own, the launch's, which says which launch of which run that is. */
static WsData *
make_calculator_data (const WsLook *look)
{
  if (look->calculator == NULL)
    return NULL;
  return look->of_launch ? ws_data_new_for_launch (look->frame.scene, look->calculator)
                         : ws_data_new_for_calculator (look->calculator);
}

const WsViewClass ws_view_of_calculator = { "calculator",
                                            N_ ("Calculator"),
                                            WS_VIEW_OF_LIMITS,
                                            draw_calculator,
                                            get_calculator_subtitle,
                                            get_calculator_caption,
                                            describe_calculator,
                                            NULL,
                                            NULL,
                                            NULL,
                                            NULL,
                                            make_calculator_data };
