/* GtkScrolledWindow asks GtkBox, which also lays out a column, for its height at its natural width,
 * for which it measures all its contents. This is unnecessary: the scrolled window gets its height
 * from outside, and asks again once its width is known. */
#include "toolkit/column-layout.h"

/**
 * WsColumnLayout:
 *
 * Each child has the column's width and the minimum height for it. Without a width it has no
 * height: for content that only scrolls vertically.
 */
struct _WsColumnLayout {
  GtkLayoutManager parent_instance;
};

G_DEFINE_FINAL_TYPE (WsColumnLayout, ws_column_layout, GTK_TYPE_LAYOUT_MANAGER)

/* Returns: of @child in a column of @width, in pixels */
static int
get_height (GtkWidget *child, int width)
{
  int height;

  gtk_widget_measure (child, GTK_ORIENTATION_VERTICAL, width, &height, NULL, NULL, NULL);
  return height;
}

static GtkSizeRequestMode
ws_column_layout_get_request_mode (GtkLayoutManager *layout, GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
ws_column_layout_measure (GtkLayoutManager *layout, GtkWidget *widget, GtkOrientation orientation,
                          int for_size, int *minimum, int *natural, int *minimum_baseline,
                          int *natural_baseline)
{
  *minimum = *natural = 0;
  if (orientation == GTK_ORIENTATION_VERTICAL && for_size < 0)
    return;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      int least;
      int liked;

      if (!gtk_widget_should_layout (child))
        continue;
      if (orientation == GTK_ORIENTATION_VERTICAL)
        {
          *natural = *minimum += get_height (child, for_size);
          continue;
        }
      gtk_widget_measure (child, orientation, -1, &least, &liked, NULL, NULL);
      *minimum = MAX (*minimum, least);
      *natural = MAX (*natural, liked);
    }
}

static void
ws_column_layout_allocate (GtkLayoutManager *layout, GtkWidget *widget, int width, int height,
                           int baseline)
{
  int y = 0;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkAllocation box = { 0, y, width, 0 };

      if (!gtk_widget_should_layout (child))
        continue;
      box.height = get_height (child, width);
      gtk_widget_size_allocate (child, &box, -1);
      y += box.height;
    }
}

static void
ws_column_layout_class_init (WsColumnLayoutClass *klass)
{
  GtkLayoutManagerClass *layout_class = GTK_LAYOUT_MANAGER_CLASS (klass);

  layout_class->get_request_mode = ws_column_layout_get_request_mode;
  layout_class->measure = ws_column_layout_measure;
  layout_class->allocate = ws_column_layout_allocate;
}

static void
ws_column_layout_init (WsColumnLayout *self)
{
}
