#include "present/slide-view.h"

#include <math.h>

#include <glib/gi18n.h>

#define SPOT_SHARE 0.13 /* of the height */
#define SPOT_VEIL  0.72
#define MOVED_PX   8 /* that the pointer moves on purpose */

struct _WsSlideView {
  WsDrawing parent_instance;

  WsSlide *slide; /* NULL: none yet */
  WsInk *ink;     /* borrowed; NULL: none */
  WsCurtain curtain;
  gboolean spotlight;
  gboolean draws; /* the pointer draws */
  gboolean rests; /* the pointer has not moved since the slide came */
  double rest_x;  /* where it was then; -1 if not known yet */
  double rest_y;
};

enum { ANSWER_CHOSEN, WARP_CHOSEN, N_SIGNALS };

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WsSlideView, ws_slide_view, WS_TYPE_DRAWING)

static double
get_width (WsSlideView *self)
{
  return gtk_widget_get_width (GTK_WIDGET (self));
}

static double
get_height (WsSlideView *self)
{
  return gtk_widget_get_height (GTK_WIDGET (self));
}

static void
lay_out (WsSlideView *self, WsSlideLayout *layout)
{
  ws_slide_layout (self->slide, ws_drawing_peek_theme (WS_DRAWING (self)), get_width (self),
                   get_height (self), layout);
}

/* All is dark but for a circle round the pointer. */
static void
draw_spotlight (WsSlideView *self, cairo_t *cr, double width, double height)
{
  double x;
  double y;

  ws_drawing_get_hover (WS_DRAWING (self), &x, &y);
  cairo_rectangle (cr, 0, 0, width, height);
  if (x >= 0)
    {
      cairo_new_sub_path (cr);
      cairo_arc_negative (cr, x, y, height * SPOT_SHARE, 2 * G_PI, 0);
    }
  cairo_set_source_rgba (cr, 0, 0, 0, SPOT_VEIL);
  cairo_fill (cr);
}

static gboolean
ws_slide_view_draw (WsDrawing *drawing, cairo_t *cr, const WsTheme *theme, double width,
                    double height)
{
  WsSlideView *self = WS_SLIDE_VIEW (drawing);

  if (self->curtain != WS_CURTAIN_NONE)
    {
      double level = self->curtain == WS_CURTAIN_WHITE ? 1 : 0;

      cairo_set_source_rgb (cr, level, level, level);
      cairo_paint (cr);
      return TRUE;
    }
  if (self->slide == NULL)
    return FALSE;
  ws_draw_slide (cr, self->slide, theme, width, height);
  if (self->ink != NULL)
    ws_draw_ink (cr, self->ink, theme->playhead, width, height);
  if (self->spotlight)
    draw_spotlight (self, cr, width, height);
  return TRUE;
}

static char *
ws_slide_view_describe (WsDrawing *drawing)
{
  WsSlideView *self = WS_SLIDE_VIEW (drawing);

  return self->slide != NULL && self->curtain == WS_CURTAIN_NONE ? ws_slide_describe (self->slide)
                                                                 : NULL;
}

/* Returns: the part at a place, which is then one of the part; -1 if there is none */
static int
find_part (const WsSlideLayout *layout, double *x, double *y)
{
  for (guint i = 0; i < layout->n_parts; i++)
    if (ws_box_contains (&layout->parts[i], *x, *y))
      {
        *x -= layout->parts[i].x;
        *y -= layout->parts[i].y;
        return (int)i;
      }
  return -1;
}

/* What the view of a run at a place is to say of it; the place is then one of @part.
 *
 * Returns: (nullable): the view, and what it looks at; NULL if there is none */
static const WsViewClass *
find_view (WsSlideView *self, double *x, double *y, WsSlideLayout *layout, int *part, WsLook *look)
{
  const WsPicture *picture;
  const WsViewClass *klass;

  lay_out (self, layout);
  *part = find_part (layout, x, y);
  if (*part < 0)
    return NULL;
  picture = ((const WsSlidePart *)g_ptr_array_index (self->slide->parts, *part))->picture;
  if (!ws_picture_is_of_view (picture))
    return NULL;
  klass = ws_view_get_class (picture->view);
  *look = ws_view_look_at (klass,
                           &(WsFrame){ picture->scene, &picture->moment, &layout->theme,
                                       layout->parts[*part].w, layout->parts[*part].h },
                           &picture->options);
  return klass;
}

static char *
ws_slide_view_tooltip (WsDrawing *drawing, const WsTheme *theme, double x, double y, double width,
                       double height)
{
  WsSlideView *self = WS_SLIDE_VIEW (drawing);
  WsSlideLayout layout;
  const WsViewClass *klass;
  WsLook look;
  int part;

  if (self->slide == NULL || self->curtain != WS_CURTAIN_NONE || self->draws || self->spotlight)
    return NULL;
  klass = find_view (self, &x, &y, &layout, &part, &look);
  return klass != NULL && klass->point != NULL ? klass->point (&look, x, y) : NULL;
}

/* Whether something is asked that is not answered yet, or kept back. */
static gboolean
is_open (const WsSlide *slide)
{
  gboolean hides = FALSE;

  for (guint i = 0; i < slide->parts->len && !hides; i++)
    {
      const WsPicture *picture = ((const WsSlidePart *)slide->parts->pdata[i])->picture;

      hides =
          (picture->options.emphasis.hide | picture->charts.main.hide | picture->table.hide) != 0;
    }
  return hides || (slide->question != NULL && !slide->revealed);
}

/* None that nobody has asked for: a slide that comes under a pointer that rests says nothing. None
 * that answers the question. */
static gboolean
ws_slide_view_query_tooltip (GtkWidget *widget, int x, int y, gboolean by_keyboard,
                             GtkTooltip *tooltip)
{
  WsSlideView *self = WS_SLIDE_VIEW (widget);

  return self->slide != NULL && !self->rests && !is_open (self->slide)
         && GTK_WIDGET_CLASS (ws_slide_view_parent_class)
                ->query_tooltip (widget, x, y, by_keyboard, tooltip);
}

static void
released_cb (WsSlideView *self, int n_press, double x, double y)
{
  WsSlideLayout layout;
  const WsViewClass *klass;
  WsLook look;
  guint warp = WS_NONE;
  int part;
  int answer;

  if (self->slide == NULL || self->curtain != WS_CURTAIN_NONE || self->draws)
    return;
  lay_out (self, &layout);
  answer = ws_slide_pick_answer (&layout, x, y);
  if (answer >= 0)
    {
      g_signal_emit (self, signals[ANSWER_CHOSEN], 0, answer);
      return;
    }
  klass = find_view (self, &x, &y, &layout, &part, &look);
  if (klass != NULL && klass->find_warp != NULL)
    warp = klass->find_warp (&look, x, y);
  if (warp != WS_NONE)
    g_signal_emit (self, signals[WARP_CHOSEN], 0, (guint)part, warp);
}

static void
drag_begin_cb (WsSlideView *self, double x, double y)
{
  if (!self->draws || self->ink == NULL)
    return;
  ws_ink_begin_line (self->ink);
  ws_ink_add (self->ink, x, y, get_width (self), get_height (self));
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
drag_update_cb (WsSlideView *self, double dx, double dy, GtkGestureDrag *drag)
{
  double x;
  double y;

  if (!self->draws || self->ink == NULL || ws_ink_get_n_lines (self->ink) == 0
      || !gtk_gesture_drag_get_start_point (drag, &x, &y))
    return;
  ws_ink_add (self->ink, x + dx, y + dy, get_width (self), get_height (self));
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* What comes under the pointer tells it of a motion, too: only from the first place on does it
 * move. */
static void
watch_pointer (WsSlideView *self, double x, double y)
{
  if (!self->rests)
    return;
  if (self->rest_x < 0 || x < 0)
    {
      self->rest_x = x;
      self->rest_y = y;
    }
  else
    self->rests = hypot (x - self->rest_x, y - self->rest_y) < MOVED_PX;
}

static void
ws_slide_view_hovered (WsDrawing *drawing, double x, double y)
{
  WsSlideView *self = WS_SLIDE_VIEW (drawing);

  watch_pointer (self, x, y);
  if (self->spotlight)
    gtk_widget_queue_draw (GTK_WIDGET (drawing));
}

static void
ws_slide_view_finalize (GObject *object)
{
  WsSlideView *self = WS_SLIDE_VIEW (object);

  g_clear_pointer (&self->slide, ws_slide_free);

  G_OBJECT_CLASS (ws_slide_view_parent_class)->finalize (object);
}

static void
ws_slide_view_class_init (WsSlideViewClass *klass)
{
  WsDrawingClass *drawing_class = WS_DRAWING_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = ws_slide_view_finalize;
  drawing_class->draw = ws_slide_view_draw;
  drawing_class->describe = ws_slide_view_describe;
  drawing_class->tooltip = ws_slide_view_tooltip;
  drawing_class->hovered = ws_slide_view_hovered;
  GTK_WIDGET_CLASS (klass)->query_tooltip = ws_slide_view_query_tooltip;

  signals[ANSWER_CHOSEN] = g_signal_new ("answer-chosen", WS_TYPE_SLIDE_VIEW, G_SIGNAL_RUN_LAST, 0,
                                         NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_INT);
  signals[WARP_CHOSEN] = g_signal_new ("warp-chosen", WS_TYPE_SLIDE_VIEW, G_SIGNAL_RUN_LAST, 0,
                                       NULL, NULL, NULL, G_TYPE_NONE, 2, G_TYPE_UINT, G_TYPE_UINT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "slide");
}

static void
ws_slide_view_init (WsSlideView *self)
{
  GtkGesture *click = gtk_gesture_click_new ();
  GtkGesture *drag = gtk_gesture_drag_new ();

  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Slide"),
                                  -1);
  g_signal_connect_swapped (click, "released", G_CALLBACK (released_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  g_signal_connect_swapped (drag, "drag-begin", G_CALLBACK (drag_begin_cb), self);
  g_signal_connect_swapped (drag, "drag-update", G_CALLBACK (drag_update_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
}

/* Returns: (transfer floating): a view of no slide yet */
GtkWidget *
ws_slide_view_new (void)
{
  return g_object_new (WS_TYPE_SLIDE_VIEW, NULL);
}

/**
 * ws_slide_view_set_slide:
 * @slide: (transfer full) (nullable): what it shows
 */
void
ws_slide_view_set_slide (WsSlideView *self, WsSlide *slide)
{
  g_return_if_fail (WS_IS_SLIDE_VIEW (self));

  if (self->slide == slide)
    return;
  g_clear_pointer (&self->slide, ws_slide_free);
  self->slide = slide;
  self->rests = TRUE;
  ws_drawing_get_hover (WS_DRAWING (self), &self->rest_x, &self->rest_y);
  gtk_widget_trigger_tooltip_query (GTK_WIDGET (self)); /* what it said of the one before */
  ws_drawing_update_description (WS_DRAWING (self));
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* Returns: (transfer none) (nullable): what it shows */
const WsSlide *
ws_slide_view_get_slide (WsSlideView *self)
{
  g_return_val_if_fail (WS_IS_SLIDE_VIEW (self), NULL);
  return self->slide;
}

/**
 * ws_slide_view_set_moment:
 * @moment: when it is
 *
 * As ws_slide_set_moment(): while something plays, nothing else changes.
 */
void
ws_slide_view_set_moment (WsSlideView *self, guint part, const WsMoment *moment)
{
  g_return_if_fail (WS_IS_SLIDE_VIEW (self));

  if (self->slide == NULL || part >= self->slide->parts->len)
    return;
  ws_slide_set_moment (self->slide, part, moment);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/**
 * ws_slide_view_set_curtain:
 * @curtain: what hides the slide
 */
void
ws_slide_view_set_curtain (WsSlideView *self, WsCurtain curtain)
{
  g_return_if_fail (WS_IS_SLIDE_VIEW (self));

  self->curtain = curtain;
  ws_drawing_update_description (WS_DRAWING (self));
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* Returns: what hides the slide */
WsCurtain
ws_slide_view_get_curtain (WsSlideView *self)
{
  g_return_val_if_fail (WS_IS_SLIDE_VIEW (self), WS_CURTAIN_NONE);
  return self->curtain;
}

/**
 * ws_slide_view_set_spotlight:
 * @spotlight: whether all is dark but for a circle round the pointer
 */
void
ws_slide_view_set_spotlight (WsSlideView *self, gboolean spotlight)
{
  g_return_if_fail (WS_IS_SLIDE_VIEW (self));

  self->spotlight = spotlight;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* Returns: whether the spotlight is on */
gboolean
ws_slide_view_get_spotlight (WsSlideView *self)
{
  g_return_val_if_fail (WS_IS_SLIDE_VIEW (self), FALSE);
  return self->spotlight;
}

/**
 * ws_slide_view_set_ink:
 * @ink: (nullable): the lines over its slide; borrowed, for as long as it is set
 */
void
ws_slide_view_set_ink (WsSlideView *self, WsInk *ink)
{
  g_return_if_fail (WS_IS_SLIDE_VIEW (self));

  self->ink = ink;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* Returns: (transfer none) (nullable): the lines over its slide */
WsInk *
ws_slide_view_get_ink (WsSlideView *self)
{
  g_return_val_if_fail (WS_IS_SLIDE_VIEW (self), NULL);
  return self->ink;
}

/**
 * ws_slide_view_set_draws:
 * @draws: whether the pointer draws, and no longer clicks
 */
void
ws_slide_view_set_draws (WsSlideView *self, gboolean draws)
{
  g_return_if_fail (WS_IS_SLIDE_VIEW (self));

  self->draws = draws;
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), draws ? "crosshair" : NULL);
}

/* Returns: whether the pointer draws */
gboolean
ws_slide_view_get_draws (WsSlideView *self)
{
  g_return_val_if_fail (WS_IS_SLIDE_VIEW (self), FALSE);
  return self->draws;
}
