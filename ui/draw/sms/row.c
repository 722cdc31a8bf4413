#include "sms/private.h"

#include <glib/gi18n.h>

static WsSmsOptions
get_sms_options (const WsLook *look)
{
  WsSmsOptions options = *(const WsSmsOptions *)look->options;

  options.emphasis = *look->emphasis;
  options.beside = look->beside;
  return options;
}

static void
draw_sms (const WsLook *look, cairo_t *cr)
{
  WsSmsOptions options = get_sms_options (look);

  /* a picture can wait for them; drawing in the window must not */
  if (ws_sms_shows_issue (&look->frame))
    ws_scene_get_stalls (look->frame.scene);
  ws_draw_sms (cr, &look->frame, &options);
}

static char *
get_sms_subtitle (const WsLook *look)
{
  WsSmsOptions options = get_sms_options (look);

  if (ws_look_hides (look, WS_HIDE_COUNTS))
    return g_strdup ("");
  return ws_sms_subtitle (look->frame.scene, &options);
}

static char *
get_sms_caption (const WsLook *look)
{
  if (ws_look_hides (look, WS_HIDE_COUNTS | WS_HIDE_TIMES))
    return g_strdup ("");
  return ws_sms_caption (look->frame.scene, look->frame.moment->time);
}

static char *
describe_sms (const WsLook *look, const char *caption)
{
  return ws_look_hides (look, WS_HIDE_COUNTS | WS_HIDE_TIMES)
             ? g_strdup (caption)
             : ws_sms_summarise (look->frame.scene);
}

static char *
point_at_sms (const WsLook *look, double x, double y)
{
  WsSmsOptions options = get_sms_options (look);
  WsSmsHit hit;

  return !ws_look_hides (look, WS_HIDE_COUNTS | WS_HIDE_TIMES)
                 && ws_sms_pick (&look->frame, &options, x, y, &hit)
             ? ws_sms_hit_describe (look->frame.scene, look->frame.moment, &hit)
             : NULL;
}

static void
set_sms_painter (WsPainter *painter, const WsLook *look)
{
  WsSmsOptions options = get_sms_options (look);

  ws_sms_painter_set (painter, &look->frame, &options);
}

static WsData *
make_sms_data (const WsLook *look)
{
  return ws_data_new_for_sms (look->frame.scene);
}

static char *
get_sms_figure (const WsLook *look)
{
  WsSmsFigure figures[WS_SMS_N_FIGURES];

  if (ws_look_hides (look, WS_HIDE_COUNTS))
    return NULL;
  ws_sms_get_figures (look->frame.scene, figures);
  /* Translators: achieved occupancy, as in "82.7 % achieved" */
  return g_strdup_printf (_ ("%s achieved"), figures[1].value);
}

const WsViewClass ws_view_of_sms = {
  "sms",           N_ ("SMs"),    WS_VIEW_OF_LAUNCH, draw_sms, get_sms_subtitle,
  get_sms_caption, describe_sms,  point_at_sms,      NULL,     ws_sms_painter_new,
  set_sms_painter, make_sms_data, get_sms_figure
};
