#include "compare/times-view.h"

#include "beside/times.h"

#include <glib/gi18n.h>
#include <math.h>

#define TEXT_PX 13.5

struct _WsTimesView {
  WsDrawing parent_instance;

  WsBeside *beside; /* nullable */
  WsMoment moment;  /* of the left */
  gboolean over_time;
};

G_DEFINE_FINAL_TYPE (WsTimesView, ws_times_view, WS_TYPE_DRAWING)

static gboolean
ws_times_view_draw (WsDrawing *drawing, cairo_t *cr, const WsTheme *theme, double width,
                    double height)
{
  WsTimesView *self = WS_TIMES_VIEW (drawing);
  WsBesideTimes times;

  if (self->beside == NULL)
    return FALSE;
  ws_beside_times_init (&times, self->beside, &self->moment, self->over_time);
  ws_draw_beside_times (cr, &times, self->beside, theme, width, height);
  return TRUE;
}

static char *
ws_times_view_describe (WsDrawing *drawing)
{
  WsTimesView *self = WS_TIMES_VIEW (drawing);
  WsBesideTimes times;

  if (self->beside == NULL)
    return NULL;
  ws_beside_times_init (&times, self->beside, &self->moment, self->over_time);
  return ws_beside_times_say (&times, self->beside);
}

/* A projector's text is a share of what it shows, which is the monitor. */
static double
get_text_px (WsTimesView *self)
{
  const WsTheme *theme = ws_theme_get (ws_drawing_get_theme (WS_DRAWING (self)));
  GtkNative *native = gtk_widget_get_native (GTK_WIDGET (self));
  GdkSurface *surface = native != NULL ? gtk_native_get_surface (native) : NULL;
  GdkMonitor *monitor = NULL;
  GdkRectangle screen = { 0 };

  if (surface != NULL)
    monitor =
        gdk_display_get_monitor_at_surface (gtk_widget_get_display (GTK_WIDGET (self)), surface);
  if (monitor != NULL)
    gdk_monitor_get_geometry (monitor, &screen);
  return MAX (TEXT_PX, theme->min_share * screen.height);
}

static void
ws_times_view_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                       int *natural, int *minimum_baseline, int *natural_baseline)
{
  *minimum = *natural =
      orientation == GTK_ORIENTATION_VERTICAL
          ? (int)ceil (WS_BESIDE_TIMES_LINES * get_text_px (WS_TIMES_VIEW (widget)))
          : 0;
  *minimum_baseline = *natural_baseline = -1;
}

static void
ws_times_view_theme_changed (WsDrawing *drawing)
{
  gtk_widget_queue_resize (GTK_WIDGET (drawing));
}

static void
ws_times_view_dispose (GObject *object)
{
  g_clear_pointer (&WS_TIMES_VIEW (object)->beside, ws_beside_unref);
  G_OBJECT_CLASS (ws_times_view_parent_class)->dispose (object);
}

static void
ws_times_view_class_init (WsTimesViewClass *klass)
{
  WsDrawingClass *drawing_class = WS_DRAWING_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ws_times_view_dispose;
  widget_class->measure = ws_times_view_measure;
  drawing_class->draw = ws_times_view_draw;
  drawing_class->describe = ws_times_view_describe;
  drawing_class->theme_changed = ws_times_view_theme_changed;
  gtk_widget_class_set_css_name (widget_class, "timesview");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
ws_times_view_init (WsTimesView *self)
{
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Times before and after"), -1);
  gtk_widget_set_vexpand (GTK_WIDGET (self), FALSE);
}

/* Returns: (transfer floating): a strip with nothing in it */
GtkWidget *
ws_times_view_new (void)
{
  return g_object_new (WS_TYPE_TIMES_VIEW, NULL);
}

/**
 * ws_times_view_show:
 * @self: a strip
 * @beside: (transfer none) (nullable): whose times it shows
 * @left: the moment of the left
 * @over_time: whether both stand at one instant; else at one stage
 */
void
ws_times_view_show (WsTimesView *self, WsBeside *beside, const WsMoment *left, gboolean over_time)
{
  gboolean is_other = beside != self->beside;

  g_return_if_fail (WS_IS_TIMES_VIEW (self) && left != NULL);
  if (is_other)
    {
      g_clear_pointer (&self->beside, ws_beside_unref);
      self->beside = beside != NULL ? ws_beside_ref (beside) : NULL;
    }
  self->moment = *left;
  self->over_time = over_time;
  gtk_widget_set_visible (GTK_WIDGET (self), beside != NULL);
  if (is_other)
    ws_drawing_update_description (WS_DRAWING (self));
  gtk_widget_queue_draw (GTK_WIDGET (self));
}
