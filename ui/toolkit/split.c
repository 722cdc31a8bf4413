#include "toolkit/split.h"

/**
 * WsSplit:
 *
 * A GtkPaned has a position in pixels, so to keep a share its handle must move whenever its size
 * changes. The parent does that before it allocates the paned, so that one layout suffices.
 */
struct _WsSplit {
  GtkWidget parent_instance;

  GtkWidget *paned;
  double share; /* as it was wanted, wherever the handle can be */
  gboolean allocating;
};

enum { PROP_0, PROP_SHARE, PROP_WHOLE_END, N_PROPS, PROP_ORIENTATION = N_PROPS };

static GParamSpec *props[N_PROPS];

static void buildable_init (GtkBuildableIface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (WsSplit, ws_split, GTK_TYPE_WIDGET,
                               G_IMPLEMENT_INTERFACE (GTK_TYPE_ORIENTABLE, NULL)
                                   G_IMPLEMENT_INTERFACE (GTK_TYPE_BUILDABLE, buildable_init))

/* The first is the start child. Where one of them is hidden the other has the whole place. */
static void
ws_split_add_child (GtkBuildable *buildable, GtkBuilder *builder, GObject *child, const char *type)
{
  GtkPaned *paned = GTK_PANED (WS_SPLIT (buildable)->paned);

  if (gtk_paned_get_start_child (paned) == NULL)
    gtk_paned_set_start_child (paned, GTK_WIDGET (child));
  else
    gtk_paned_set_end_child (paned, GTK_WIDGET (child));
}

static void
buildable_init (GtkBuildableIface *iface)
{
  iface->add_child = ws_split_add_child;
}

/* Of both children's place. */
static int
get_size (WsSplit *self)
{
  return ws_split_get_orientation (self) == GTK_ORIENTATION_HORIZONTAL
             ? gtk_widget_get_width (GTK_WIDGET (self))
             : gtk_widget_get_height (GTK_WIDGET (self));
}

/* The handle was moved by hand. */
static void
position_cb (WsSplit *self)
{
  int size = get_size (self);

  if (self->allocating || size <= 0)
    return;
  self->share = CLAMP (gtk_paned_get_position (GTK_PANED (self->paned)) / (double)size, 0, 1);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_SHARE]);
}

static void
ws_split_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                  int *natural, int *minimum_baseline, int *natural_baseline)
{
  /* wrapping content asks for more width if low, and scrolls instead */
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    for_size = -1;
  gtk_widget_measure (WS_SPLIT (widget)->paned, orientation, for_size, minimum, natural,
                      minimum_baseline, natural_baseline);
}

static GtkSizeRequestMode
ws_split_get_request_mode (GtkWidget *widget)
{
  return gtk_widget_get_request_mode (WS_SPLIT (widget)->paned);
}

static void
ws_split_compute_expand (GtkWidget *widget, gboolean *across, gboolean *down)
{
  GtkWidget *paned = WS_SPLIT (widget)->paned;

  *across = gtk_widget_compute_expand (paned, GTK_ORIENTATION_HORIZONTAL);
  *down = gtk_widget_compute_expand (paned, GTK_ORIENTATION_VERTICAL);
}

/* What a child of the paned must have; its handle, too. */
static int
get_least (GtkWidget *child, GtkOrientation orientation, int across)
{
  int least = 0;

  if (child != NULL)
    gtk_widget_measure (child, orientation, across, &least, NULL, NULL, NULL);
  return least;
}

/* The first child's share of the space, within both minimum sizes: if these do not fit, each is
 * cut. */
static int
get_position (WsSplit *self, int size, int across)
{
  GtkPaned *paned = GTK_PANED (self->paned);
  GtkOrientation orientation = ws_split_get_orientation (self);
  GtkWidget *children[2] = { gtk_paned_get_start_child (paned), gtk_paned_get_end_child (paned) };
  int position = (int)(size * self->share);
  int least[2] = { get_least (children[0], orientation, across),
                   get_least (children[1], orientation, across) };

  for (GtkWidget *child = gtk_widget_get_first_child (self->paned); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (child != children[0] && child != children[1])
      least[1] += get_least (child, orientation, -1);
  if (least[0] + least[1] > size)
    return position;
  return CLAMP (position, least[0], size - least[1]);
}

static void
ws_split_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  WsSplit *self = WS_SPLIT (widget);
  GtkPaned *paned = GTK_PANED (self->paned);
  gboolean is_across = ws_split_get_orientation (self) == GTK_ORIENTATION_HORIZONTAL;
  int position = get_position (self, is_across ? width : height, is_across ? height : width);

  self->allocating = TRUE;
  if (gtk_paned_get_position (paned) != position)
    gtk_paned_set_position (paned, position);
  gtk_widget_allocate (self->paned, width, height, baseline, NULL);
  self->allocating = FALSE;
}

static void
ws_split_get_property (GObject *object, guint prop_id, GValue *value, GParamSpec *pspec)
{
  WsSplit *self = WS_SPLIT (object);

  switch (prop_id)
    {
    case PROP_SHARE:
      g_value_set_double (value, self->share);
      break;
    case PROP_WHOLE_END:
      g_value_set_boolean (value, !gtk_paned_get_shrink_end_child (GTK_PANED (self->paned)));
      break;
    case PROP_ORIENTATION:
      g_value_set_enum (value, ws_split_get_orientation (self));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
ws_split_set_property (GObject *object, guint prop_id, const GValue *value, GParamSpec *pspec)
{
  WsSplit *self = WS_SPLIT (object);

  switch (prop_id)
    {
    case PROP_SHARE:
      ws_split_set_share (self, g_value_get_double (value));
      break;
    case PROP_WHOLE_END:
      ws_split_set_whole_end (self, g_value_get_boolean (value));
      break;
    case PROP_ORIENTATION:
      ws_split_set_orientation (self, g_value_get_enum (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
ws_split_dispose (GObject *object)
{
  WsSplit *self = WS_SPLIT (object);

  if (self->paned != NULL)
    g_signal_handlers_disconnect_by_data (self->paned, self);
  g_clear_pointer (&self->paned, gtk_widget_unparent);

  G_OBJECT_CLASS (ws_split_parent_class)->dispose (object);
}

static void
ws_split_class_init (WsSplitClass *klass)
{
  GParamFlags flags = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = ws_split_get_property;
  object_class->set_property = ws_split_set_property;
  object_class->dispose = ws_split_dispose;
  widget_class->get_request_mode = ws_split_get_request_mode;
  widget_class->measure = ws_split_measure;
  widget_class->compute_expand = ws_split_compute_expand;
  widget_class->size_allocate = ws_split_size_allocate;
  props[PROP_SHARE] = g_param_spec_double ("share", NULL, NULL, 0, 1, 0.5, flags);
  props[PROP_WHOLE_END] = g_param_spec_boolean ("whole-end", NULL, NULL, FALSE, flags);
  g_object_class_install_properties (object_class, N_PROPS, props);
  g_object_class_override_property (object_class, PROP_ORIENTATION, "orientation");
}

static void
ws_split_init (WsSplit *self)
{
  self->share = 0.5;
  self->paned = gtk_paned_new (GTK_ORIENTATION_HORIZONTAL);
  /* it leaves the handle where it is put */
  gtk_paned_set_resize_start_child (GTK_PANED (self->paned), FALSE);
  gtk_widget_set_parent (self->paned, GTK_WIDGET (self));
  g_signal_connect_swapped (self->paned, "notify::position", G_CALLBACK (position_cb), self);
}

/**
 * ws_split_set_orientation:
 * @orientation: whether its children stand beside or above each other
 */
void
ws_split_set_orientation (WsSplit *self, GtkOrientation orientation)
{
  g_return_if_fail (WS_IS_SPLIT (self));
  if (ws_split_get_orientation (self) == orientation)
    return;
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self->paned), orientation);
  g_object_notify (G_OBJECT (self), "orientation");
}

/* Returns: whether its children stand beside or above each other */
GtkOrientation
ws_split_get_orientation (WsSplit *self)
{
  g_return_val_if_fail (WS_IS_SPLIT (self), GTK_ORIENTATION_HORIZONTAL);
  return gtk_orientable_get_orientation (GTK_ORIENTABLE (self->paned));
}

/**
 * ws_split_set_share:
 * @share: of the start child, from 0 to 1, for as long as the handle is not moved
 */
void
ws_split_set_share (WsSplit *self, double share)
{
  g_return_if_fail (WS_IS_SPLIT (self) && share >= 0 && share <= 1);
  if (self->share == share)
    return;
  self->share = share;
  gtk_widget_queue_allocate (GTK_WIDGET (self));
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_SHARE]);
}

/* Returns: of the start child, from 0 to 1 */
double
ws_split_get_share (WsSplit *self)
{
  g_return_val_if_fail (WS_IS_SPLIT (self), 0);
  return self->share;
}

/**
 * ws_split_set_whole_end:
 * @whole_end: whether the end child has at least its least size, and the start child gives way
 */
void
ws_split_set_whole_end (WsSplit *self, gboolean whole_end)
{
  g_return_if_fail (WS_IS_SPLIT (self));
  if (gtk_paned_get_shrink_end_child (GTK_PANED (self->paned)) == !whole_end)
    return;
  gtk_paned_set_shrink_end_child (GTK_PANED (self->paned), !whole_end);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_WHOLE_END]);
}
