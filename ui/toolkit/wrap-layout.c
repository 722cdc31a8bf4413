/* GtkFlowBox, which also wraps, aligns columns: a short child is as wide as a long one below it. */
#include "toolkit/wrap-layout.h"

struct _WsWrapLayout {
  GtkLayoutManager parent_instance;
  int spacing;
};

enum { PROP_0, PROP_SPACING, N_PROPS };

static GParamSpec *props[N_PROPS];

G_DEFINE_FINAL_TYPE (WsWrapLayout, ws_wrap_layout, GTK_TYPE_LAYOUT_MANAGER)

/* (nullable): @child, or the first of its siblings behind it that is laid out */
static GtkWidget *
find_next (GtkWidget *child)
{
  while (child != NULL && !gtk_widget_should_layout (child))
    child = gtk_widget_get_next_sibling (child);
  return child;
}

/* Returns: how wide @child is on a row of @width */
static int
get_width (GtkWidget *child, int width)
{
  int least;
  int liked;

  gtk_widget_measure (child, GTK_ORIENTATION_HORIZONTAL, -1, &least, &liked, NULL, NULL);
  return MAX (MIN (liked, width), least);
}

/* One row, which begins with *@child, below @y of @widget; *@child is then the first of the next
 * one. The last child of a row has all that is left of it, if it expands.
 *
 * Returns: its height */
static int
place_row (WsWrapLayout *self, GtkWidget *widget, GtkWidget **child, int y, int width,
           gboolean allocate)
{
  GtkWidget *first = *child;
  int x = 0;
  int row = 0;

  for (; *child != NULL; *child = find_next (gtk_widget_get_next_sibling (*child)))
    {
      int wide = get_width (*child, width);
      int least;

      if (*child != first && x + wide > width)
        break;
      gtk_widget_measure (*child, GTK_ORIENTATION_VERTICAL, wide, &least, NULL, NULL, NULL);
      row = MAX (row, least);
      x += wide + self->spacing;
    }
  x = 0;
  for (GtkWidget *at = first; allocate && at != *child;
       at = find_next (gtk_widget_get_next_sibling (at)))
    {
      GtkAllocation box = { x, y, get_width (at, width), row };

      if (find_next (gtk_widget_get_next_sibling (at)) == *child
          && gtk_widget_compute_expand (at, GTK_ORIENTATION_HORIZONTAL))
        box.width = MAX (box.width, width - x);
      x += box.width + self->spacing;
      if (gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL)
        box.x = width - box.x - box.width;
      gtk_widget_size_allocate (at, &box, -1);
    }
  return row;
}

/* Returns: height of all rows */
static int
place (WsWrapLayout *self, GtkWidget *widget, int width, gboolean allocate)
{
  GtkWidget *child = find_next (gtk_widget_get_first_child (widget));
  int y = 0;

  while (child != NULL)
    {
      y += place_row (self, widget, &child, y, width, allocate);
      if (child != NULL)
        y += self->spacing;
    }
  return y;
}

static GtkSizeRequestMode
ws_wrap_layout_get_request_mode (GtkLayoutManager *layout, GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
ws_wrap_layout_measure (GtkLayoutManager *layout, GtkWidget *widget, GtkOrientation orientation,
                        int for_size, int *minimum, int *natural, int *minimum_baseline,
                        int *natural_baseline)
{
  WsWrapLayout *self = WS_WRAP_LAYOUT (layout);
  int spacing = 0;

  *minimum = *natural = 0;
  if (orientation == GTK_ORIENTATION_VERTICAL)
    {
      *minimum = *natural = place (self, widget, for_size < 0 ? G_MAXINT / 2 : for_size, FALSE);
      return;
    }
  for (GtkWidget *child = find_next (gtk_widget_get_first_child (widget)); child != NULL;
       child = find_next (gtk_widget_get_next_sibling (child)))
    {
      int least;
      int liked;

      gtk_widget_measure (child, orientation, -1, &least, &liked, NULL, NULL);
      *minimum = MAX (*minimum, least);
      *natural += liked + spacing;
      spacing = self->spacing;
    }
}

static void
ws_wrap_layout_allocate (GtkLayoutManager *layout, GtkWidget *widget, int width, int height,
                         int baseline)
{
  place (WS_WRAP_LAYOUT (layout), widget, width, TRUE);
}

static void
ws_wrap_layout_get_property (GObject *object, guint prop_id, GValue *value, GParamSpec *pspec)
{
  if (prop_id == PROP_SPACING)
    g_value_set_int (value, WS_WRAP_LAYOUT (object)->spacing);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
}

/* Between children, and between rows; 0 by default. */
static void
set_spacing (WsWrapLayout *self, int spacing_px)
{
  if (self->spacing == spacing_px)
    return;
  self->spacing = spacing_px;
  gtk_layout_manager_layout_changed (GTK_LAYOUT_MANAGER (self));
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_SPACING]);
}

static void
ws_wrap_layout_set_property (GObject *object, guint prop_id, const GValue *value, GParamSpec *pspec)
{
  if (prop_id == PROP_SPACING)
    set_spacing (WS_WRAP_LAYOUT (object), g_value_get_int (value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
}

static void
ws_wrap_layout_class_init (WsWrapLayoutClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkLayoutManagerClass *layout_class = GTK_LAYOUT_MANAGER_CLASS (klass);

  object_class->get_property = ws_wrap_layout_get_property;
  object_class->set_property = ws_wrap_layout_set_property;
  layout_class->get_request_mode = ws_wrap_layout_get_request_mode;
  layout_class->measure = ws_wrap_layout_measure;
  layout_class->allocate = ws_wrap_layout_allocate;
  props[PROP_SPACING] =
      g_param_spec_int ("spacing", NULL, NULL, 0, G_MAXINT16, 0,
                        G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, props);
}

static void
ws_wrap_layout_init (WsWrapLayout *self)
{
}
