/* stalls-view.c: times a launch again in a thread, when first shown. */
#include "views/stalls-view.h"

#include "views/stalls-finder.h"

#include <glib/gi18n.h>

struct _WsStallsView {
  WsCanvas parent_instance;

  WsScene *asked; /* of what it is being found out, or is known */
};

G_DEFINE_FINAL_TYPE (WsStallsView, ws_stalls_view, WS_TYPE_CANVAS)

static const WsScene *
get_scene (WsStallsView *self)
{
  const WsScene *scene;
  WsMoment moment;

  return ws_canvas_get_moment (WS_CANVAS (self), &scene, &moment) ? scene : NULL;
}

static void
ws_stalls_view_draw (WsCanvas *canvas, cairo_t *cr, const WsFrame *frame)
{
  const WsScene *found = ws_stalls_view_get_found (WS_STALLS_VIEW (canvas));
  double scale = ws_theme_get_scale (frame->theme, frame->width, frame->height);
  double px =
      MAX (frame->theme->text_px * scale, ws_theme_get_min_text (frame->theme, frame->height));
  double pad = ws_theme_get_margin (frame->theme, frame->width, frame->height);
  double head = 2 * px;
  g_autofree char *sentence = NULL;
  g_autoptr (WsText) text = ws_text_new (cr, frame->theme);

  if (found == NULL)
    {
      ws_text_show_fit (text, &(WsTextStyle){ WS_FACE_SANS, px, frame->theme->muted },
                        &(WsTextPlace){ frame->width / 2, frame->height / 2, 0.5 },
                        frame->width - 2 * pad, _ ("Timing again…"));
      return;
    }
  sentence = ws_launch_stalls_describe (ws_scene_get_stalls (found));
  if (ws_scene_get_stalls (found)->stalls != NULL)
    ws_text_show_fit (text, &(WsTextStyle){ WS_FACE_SANS, px, frame->theme->ink },
                      &(WsTextPlace){ pad, head * 0.7, 0 }, frame->width - 2 * pad, sentence);
  cairo_save (cr);
  cairo_translate (cr, 0, head);
  ws_draw_stalls (cr, ws_scene_get_stalls (found),
                  &(WsArea){ frame->theme, frame->width, MAX (frame->height - head, 1) });
  cairo_restore (cr);
}

static char *
ws_stalls_view_describe (WsCanvas *canvas, const WsScene *scene, const WsMoment *moment)
{
  const WsScene *found = ws_stalls_view_get_found (WS_STALLS_VIEW (canvas));

  return found != NULL ? ws_launch_stalls_describe (ws_scene_get_stalls (found))
                       : g_strdup (_ ("Timing again…"));
}

static void
ws_stalls_view_scene_changed (WsCanvas *canvas)
{
  WsStallsView *self = WS_STALLS_VIEW (canvas);

  ws_stalls_find (WS_DRAWING (self), &self->asked, get_scene (self));
}

static void
ws_stalls_view_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (ws_stalls_view_parent_class)->map (widget);
  ws_stalls_view_scene_changed (WS_CANVAS (widget));
}

static void
ws_stalls_view_dispose (GObject *object)
{
  g_clear_pointer (&WS_STALLS_VIEW (object)->asked, ws_scene_unref);
  G_OBJECT_CLASS (ws_stalls_view_parent_class)->dispose (object);
}

static void
ws_stalls_view_class_init (WsStallsViewClass *klass)
{
  WsCanvasClass *canvas_class = WS_CANVAS_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ws_stalls_view_dispose;
  GTK_WIDGET_CLASS (klass)->map = ws_stalls_view_map;
  canvas_class->follows_launch = TRUE;
  canvas_class->draw = ws_stalls_view_draw;
  canvas_class->describe = ws_stalls_view_describe;
  canvas_class->scene_changed = ws_stalls_view_scene_changed;
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "stallsview");
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (klass), GTK_ACCESSIBLE_ROLE_IMG);
}

static void
ws_stalls_view_init (WsStallsView *self)
{
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Where the cycles went"), -1);
}

/* Returns: (transfer none) (nullable): of what it is known and shown; %NULL until then */
const WsScene *
ws_stalls_view_get_found (WsStallsView *self)
{
  const WsScene *scene;

  g_return_val_if_fail (WS_IS_STALLS_VIEW (self), NULL);

  scene = get_scene (self);
  return scene != NULL && ws_scene_peek_stalls (scene) != NULL ? scene : NULL;
}
