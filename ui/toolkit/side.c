/* AdwFlap, which does the same, queues a layout during layout, and can compute a NaN width: GTK 4.8
 * then draws nothing, and warns. */
#include "toolkit/side.h"

/**
 * WsSide:
 *
 * If both fit, with the property room for the content, the sidebar is next to the content, if
 * revealed. Otherwise it is folded: the content has all the space; the sidebar is an overlay on
 * request, closed by Escape or by a click outside. To be made in a template, with its properties.
 */
struct _WsSide {
  GtkWidget parent_instance;

  GtkWidget *sidebar;
  GtkWidget *content;
  int room;        /* that the content has beside it, in pixels */
  gboolean wanted; /* beside the content */
  gboolean over;   /* it, while folded */
  gboolean folded;
};

enum { PROP_0, PROP_SIDEBAR, PROP_CONTENT, PROP_REVEALED, PROP_ROOM, N_PROPS };

static GParamSpec *props[N_PROPS];

G_DEFINE_FINAL_TYPE (WsSide, ws_side, GTK_TYPE_WIDGET)

/* ---- layout ---- */

static void
ws_side_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                 int *natural, int *minimum_baseline, int *natural_baseline)
{
  WsSide *self = WS_SIDE (widget);
  int least[2] = { 0, 0 };
  int liked[2] = { 0, 0 };

  gtk_widget_measure (self->sidebar, orientation, -1, &least[0], &liked[0], NULL, NULL);
  gtk_widget_measure (self->content, orientation, -1, &least[1], &liked[1], NULL, NULL);
  *minimum = MAX (least[0], least[1]);
  *natural =
      orientation == GTK_ORIENTATION_HORIZONTAL ? liked[0] + liked[1] : MAX (liked[0], liked[1]);
}

static void
allocate_at (WsSide *self, GtkWidget *child, int x, int width, int height)
{
  int all = gtk_widget_get_width (GTK_WIDGET (self));
  gboolean from_right = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;
  graphene_point_t place = GRAPHENE_POINT_INIT ((float)(from_right ? all - x - width : x), 0);

  gtk_widget_allocate (child, width, height, -1, gsk_transform_translate (NULL, &place));
}

/* Told in the course of the layout: listeners may redraw, but not resize. */
static void
set_folded (WsSide *self, gboolean folded)
{
  gboolean revealed = ws_side_get_revealed (self);

  if (self->folded == folded)
    return;
  self->folded = folded;
  self->over = FALSE;
  if (ws_side_get_revealed (self) != revealed)
    g_object_notify_by_pspec (G_OBJECT (self), props[PROP_REVEALED]);
}

static void
ws_side_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  WsSide *self = WS_SIDE (widget);
  int side;
  int liked;
  int least;

  gtk_widget_measure (self->sidebar, GTK_ORIENTATION_HORIZONTAL, -1, &side, &liked, NULL, NULL);
  gtk_widget_measure (self->content, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  set_folded (self, width < side + MAX (least, self->room));
  side = CLAMP (liked, side, MAX (side, width - MAX (least, self->room)));
  gtk_widget_set_child_visible (self->sidebar, ws_side_get_revealed (self));
  if (ws_side_get_revealed (self))
    allocate_at (self, self->sidebar, 0, side, height);
  if (self->folded || !self->wanted)
    side = 0;
  allocate_at (self, self->content, side, MAX (width - side, least), height);
}

/* ---- over the content ---- */

static void
close_over (WsSide *self)
{
  if (self->folded)
    ws_side_set_revealed (self, FALSE);
}

static void
pressed_cb (GtkGestureClick *gesture, int n_press, double x, double y, WsSide *self)
{
  graphene_rect_t bounds;

  if (!self->folded || !self->over
      || !gtk_widget_compute_bounds (self->sidebar, GTK_WIDGET (self), &bounds)
      || graphene_rect_contains_point (&bounds, &GRAPHENE_POINT_INIT ((float)x, (float)y)))
    return;
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  close_over (self);
}

static gboolean
escape_cb (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  WsSide *self = WS_SIDE (widget);

  if (!self->folded || !self->over)
    return FALSE;
  close_over (self);
  return TRUE;
}

/* ---- the object ---- */

static void
set_child (WsSide *self, GtkWidget **place, GtkWidget *child)
{
  g_clear_pointer (place, gtk_widget_unparent);
  *place = child;
  if (child == NULL)
    return;
  /* the later sibling is drawn on top, and gets the pointer first */
  if (place == &self->content)
    gtk_widget_insert_after (child, GTK_WIDGET (self), NULL);
  else
    gtk_widget_insert_before (child, GTK_WIDGET (self), NULL);
}

static void
ws_side_get_property (GObject *object, guint prop_id, GValue *value, GParamSpec *pspec)
{
  WsSide *self = WS_SIDE (object);

  switch (prop_id)
    {
    case PROP_SIDEBAR:
      g_value_set_object (value, self->sidebar);
      break;
    case PROP_CONTENT:
      g_value_set_object (value, self->content);
      break;
    case PROP_REVEALED:
      g_value_set_boolean (value, ws_side_get_revealed (self));
      break;
    case PROP_ROOM:
      g_value_set_int (value, self->room);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
ws_side_set_property (GObject *object, guint prop_id, const GValue *value, GParamSpec *pspec)
{
  WsSide *self = WS_SIDE (object);

  switch (prop_id)
    {
    case PROP_SIDEBAR:
      set_child (self, &self->sidebar, g_value_get_object (value));
      break;
    case PROP_CONTENT:
      set_child (self, &self->content, g_value_get_object (value));
      break;
    case PROP_REVEALED:
      ws_side_set_revealed (self, g_value_get_boolean (value));
      break;
    case PROP_ROOM:
      self->room = g_value_get_int (value);
      gtk_widget_queue_allocate (GTK_WIDGET (self));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
ws_side_dispose (GObject *object)
{
  WsSide *self = WS_SIDE (object);

  g_clear_pointer (&self->sidebar, gtk_widget_unparent);
  g_clear_pointer (&self->content, gtk_widget_unparent);

  G_OBJECT_CLASS (ws_side_parent_class)->dispose (object);
}

static void
ws_side_class_init (WsSideClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = ws_side_get_property;
  object_class->set_property = ws_side_set_property;
  object_class->dispose = ws_side_dispose;
  widget_class->measure = ws_side_measure;
  widget_class->size_allocate = ws_side_size_allocate;
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Escape, 0, escape_cb, NULL);
  props[PROP_SIDEBAR] = g_param_spec_object ("sidebar", NULL, NULL, GTK_TYPE_WIDGET,
                                             G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  props[PROP_CONTENT] = g_param_spec_object ("content", NULL, NULL, GTK_TYPE_WIDGET,
                                             G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  props[PROP_REVEALED] =
      g_param_spec_boolean ("revealed", NULL, NULL, TRUE,
                            G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  props[PROP_ROOM] = g_param_spec_int ("room", NULL, NULL, 0, G_MAXINT16, 0,
                                       G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, props);
}

static void
ws_side_init (WsSide *self)
{
  GtkGesture *click = gtk_gesture_click_new ();

  self->wanted = TRUE;
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), 0);
  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (click), GTK_PHASE_CAPTURE);
  g_signal_connect (click, "pressed", G_CALLBACK (pressed_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
}

/**
 * ws_side_set_revealed:
 * @self: a sidebar with its content
 * @revealed: whether the sidebar is to be seen
 *
 * While folded, this only applies until unfolded, which restores the previous state.
 */
void
ws_side_set_revealed (WsSide *self, gboolean revealed)
{
  g_return_if_fail (WS_IS_SIDE (self));

  if (ws_side_get_revealed (self) == revealed)
    return;
  if (self->folded)
    self->over = revealed;
  else
    self->wanted = revealed;
  gtk_widget_queue_allocate (GTK_WIDGET (self));
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_REVEALED]);
}

/* Whether the sidebar is seen: beside the content, or over it. */
gboolean
ws_side_get_revealed (WsSide *self)
{
  g_return_val_if_fail (WS_IS_SIDE (self), FALSE);
  return self->folded ? self->over : self->wanted;
}

/**
 * ws_side_get_folded:
 * @self: a sidebar with its content
 *
 * Returns: whether there is no room for both side by side
 */
gboolean
ws_side_get_folded (WsSide *self)
{
  g_return_val_if_fail (WS_IS_SIDE (self), FALSE);
  return self->folded;
}
