#include "views/transition.h"

#include "playback/canvas.h"

#define FADE_FROM 0.7 /* fraction of the way from which the lanes fade into the new picture */

/* Lies over both views, and takes no pointer. */
struct _WsTransition {
  GtkWidget parent_instance;

  GtkWidget *to; /* what is shown next; NULL while nothing moves */
  GdkTexture *before;
  graphene_rect_t place; /* of @before */
  WsBox from[WS_WARP_SIZE];
  WsBox onto[WS_WARP_SIZE];
  guint32 known;  /* lanes that @from has */
  guint32 moving; /* those that both have */
  GdkRGBA color;
  gint64 began_us; /* 0 until the new view is laid out */
  gboolean waits;  /* for that layout, for one frame */
  double share;    /* of the way */
  guint tick;
};

G_DEFINE_FINAL_TYPE (WsTransition, ws_transition, GTK_TYPE_WIDGET)

static void
stop (WsTransition *self)
{
  if (self->tick != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->tick);
  self->tick = 0;
  g_clear_object (&self->before);
  g_clear_weak_pointer (&self->to);
  self->known = self->moving = 0;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* Where the lanes stand on @widget, in this widget's pixels. Returns: which of them are drawn */
static guint32
find_lanes (WsTransition *self, GtkWidget *widget, WsBox boxes[WS_WARP_SIZE])
{
  graphene_rect_t place;
  guint32 found;

  if (!WS_IS_CANVAS (widget) || !gtk_widget_compute_bounds (widget, GTK_WIDGET (self), &place))
    return 0;
  found = ws_canvas_find_lanes (WS_CANVAS (widget), boxes);
  for (guint lane = 0; lane < WS_WARP_SIZE; lane++)
    {
      boxes[lane].x += place.origin.x;
      boxes[lane].y += place.origin.y;
    }
  return found;
}

static gboolean
tick_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  WsTransition *self = WS_TRANSITION (widget);
  gint64 now_us = gdk_frame_clock_get_frame_time (clock);

  if (self->to == NULL)
    {
      self->tick = 0;
      return G_SOURCE_REMOVE;
    }
  if (self->began_us == 0)
    {
      /* the layout of the first frame is yet to come */
      if (self->waits || gtk_widget_get_width (self->to) <= 0)
        {
          self->waits = FALSE;
          return G_SOURCE_CONTINUE;
        }
      self->began_us = now_us;
      self->moving = self->known & find_lanes (self, self->to, self->onto);
    }
  self->share = (double)(now_us - self->began_us) / (WS_TRANSITION_MS * 1000.);
  gtk_widget_queue_draw (widget);
  if (self->share < 1)
    return G_SOURCE_CONTINUE;
  self->tick = 0;
  stop (self);
  return G_SOURCE_REMOVE;
}

static void
ws_transition_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  WsTransition *self = WS_TRANSITION (widget);
  double left = 1 - CLAMP (self->share, 0, 1);
  double eased = 1 - left * left * left;
  GdkRGBA color = self->color;

  if (self->before == NULL)
    return;
  gtk_snapshot_push_opacity (snapshot, 1 - eased);
  gtk_snapshot_append_texture (snapshot, self->before, &self->place);
  gtk_snapshot_pop (snapshot);
  color.alpha = (float)CLAMP ((1 - self->share) / (1 - FADE_FROM), 0, 1);
  for (guint lane = 0; lane < WS_WARP_SIZE; lane++)
    if ((self->moving >> lane & 1) != 0)
      {
        const WsBox *a = &self->from[lane];
        const WsBox *b = &self->onto[lane];

        gtk_snapshot_append_color (snapshot, &color,
                                   &GRAPHENE_RECT_INIT ((float)(a->x + (b->x - a->x) * eased),
                                                        (float)(a->y + (b->y - a->y) * eased),
                                                        (float)(a->w + (b->w - a->w) * eased),
                                                        (float)(a->h + (b->h - a->h) * eased)));
      }
}

static void
ws_transition_dispose (GObject *object)
{
  stop (WS_TRANSITION (object));

  G_OBJECT_CLASS (ws_transition_parent_class)->dispose (object);
}

static void
ws_transition_class_init (WsTransitionClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ws_transition_dispose;
  widget_class->snapshot = ws_transition_snapshot;
  gtk_widget_class_set_css_name (widget_class, "transition");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_PRESENTATION);
}

static void
ws_transition_init (WsTransition *self)
{
  gtk_widget_set_can_target (GTK_WIDGET (self), FALSE);
  gtk_widget_set_can_focus (GTK_WIDGET (self), FALSE);
}

/* (transfer full) (nullable): @widget as it is drawn now. GTK has no picture of one that it is
 * about to draw anew. */
static GdkTexture *
take_picture (GtkWidget *widget)
{
  g_autoptr (GdkPaintable) paintable = gtk_widget_paintable_new (widget);
  g_autoptr (GtkSnapshot) snapshot = gtk_snapshot_new ();
  GskRenderer *renderer = gtk_native_get_renderer (gtk_widget_get_native (widget));
  g_autoptr (GskRenderNode) node = NULL;
  int width = gtk_widget_get_width (widget);
  int height = gtk_widget_get_height (widget);

  if (WS_IS_DRAWING (widget))
    WS_DRAWING_GET_CLASS (widget)->record (
        WS_DRAWING (widget), snapshot, ws_theme_get (ws_drawing_get_theme (WS_DRAWING (widget))),
        width, height);
  else
    gdk_paintable_snapshot (paintable, snapshot, width, height);
  node = gtk_snapshot_to_node (snapshot);
  return node != NULL && renderer != NULL ? gsk_renderer_render_texture (
             renderer, node, &GRAPHENE_RECT_INIT (0, 0, (float)width, (float)height))
                                          : NULL;
}

/**
 * ws_transition_capture:
 * @from: (transfer none): the view that is to go, still as it was; the place that it has is fixed
 *
 * If the desktop disables animations, nothing is captured, and nothing will move.
 */
void
ws_transition_capture (WsTransition *self, GtkWidget *from)
{
  gboolean animates = FALSE;

  g_return_if_fail (WS_IS_TRANSITION (self) && GTK_IS_WIDGET (from));
  stop (self);
  g_object_get (gtk_widget_get_settings (from), "gtk-enable-animations", &animates, NULL);
  if (!animates || gtk_widget_get_width (from) <= 0 || gtk_widget_get_height (from) <= 0
      || !gtk_widget_get_mapped (from) || !gtk_widget_get_mapped (GTK_WIDGET (self))
      || !gtk_widget_compute_bounds (from, GTK_WIDGET (self), &self->place))
    return;
  self->before = take_picture (from);
  self->known = find_lanes (self, from, self->from);
  if (WS_IS_DRAWING (from))
    {
      WsColor color = ws_theme_get (ws_drawing_get_theme (WS_DRAWING (from)))->accent;

      self->color = (GdkRGBA){ (float)color.r, (float)color.g, (float)color.b, 1 };
    }
}

/**
 * ws_transition_play:
 * @to: (transfer none): the view that is shown from now on, in a layout that may be yet to come
 *
 * From what was captured last, if anything was.
 */
void
ws_transition_play (WsTransition *self, GtkWidget *to)
{
  g_return_if_fail (WS_IS_TRANSITION (self) && GTK_IS_WIDGET (to));
  if (self->before == NULL)
    return;
  g_set_weak_pointer (&self->to, to);
  self->began_us = 0;
  self->waits = TRUE;
  self->share = 0;
  self->tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), tick_cb, NULL, NULL);
}

gboolean
ws_transition_is_playing (WsTransition *self)
{
  g_return_val_if_fail (WS_IS_TRANSITION (self), FALSE);
  return self->to != NULL;
}

/* Returns: how many lanes move from the old view to the new one; 0 while nothing moves */
guint
ws_transition_get_n_lanes (WsTransition *self)
{
  g_return_val_if_fail (WS_IS_TRANSITION (self), 0);
  return (guint)__builtin_popcount (self->moving);
}
