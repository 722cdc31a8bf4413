#include "code/private.h"

#include <glib/gi18n.h>

static WsCodeOptions
get_code_options (const WsLook *look)
{
  WsCodeOptions options = *(const WsCodeOptions *)look->options;

  options.emphasis = *look->emphasis;
  return options;
}

static void
draw_code (const WsLook *look, cairo_t *cr)
{
  WsCodeOptions options = get_code_options (look);

  ws_draw_code (cr, &look->frame, &options);
}

static char *
get_code_subtitle (const WsLook *look)
{
  return g_strdup_printf (
      _ ("%s  ·  bars: active lanes"),
      ws_run_get_kernel (look->frame.scene->run, look->frame.scene->launch)->file);
}

static char *
describe_code (const WsLook *look, const char *caption)
{
  g_autofree char *what = ws_code_subtitle (look->frame.scene, look->frame.moment);

  return g_strdup_printf (_ ("Source code, at %1$s. %2$s"), what, caption);
}

static WsData *
make_code_data (const WsLook *look)
{
  return ws_data_new_for_code (look->frame.scene);
}

const WsViewClass ws_view_of_code = { "code",
                                      N_ ("Code"),
                                      WS_VIEW_OF_BLOCK,
                                      draw_code,
                                      get_code_subtitle,
                                      ws_look_say_stage,
                                      describe_code,
                                      NULL,
                                      NULL,
                                      NULL,
                                      NULL,
                                      make_code_data,
                                      NULL,
                                      NULL,
                                      TRUE };
