/* GtkBox, which also lays out a row, shrinks all children equally: buttons change their shape
 * although the title next to them could be shortened. */
#include "toolkit/head-layout.h"

#define SPACING_PX 10
#define LEAST_PX   96 /* minimum width of an expanding child: with less it is unreadable */

/**
 * WsHeadLayout:
 *
 * Children get their natural width from the last to the first, as far as it fits; none is narrower
 * than its minimum. Extra space goes to expanding children; one that gets too little is hidden.
 */
struct _WsHeadLayout {
  GtkLayoutManager parent_instance;
};

G_DEFINE_FINAL_TYPE (WsHeadLayout, ws_head_layout, GTK_TYPE_LAYOUT_MANAGER)

static void
ws_head_layout_measure (GtkLayoutManager *layout, GtkWidget *widget, GtkOrientation orientation,
                        int for_size, int *minimum, int *natural, int *minimum_baseline,
                        int *natural_baseline)
{
  int spacing = 0;

  *minimum = *natural = 0;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      int least;
      int liked;

      if (!gtk_widget_should_layout (child))
        continue;
      gtk_widget_measure (child, orientation, -1, &least, &liked, NULL, NULL);
      if (orientation == GTK_ORIENTATION_VERTICAL)
        {
          *minimum = MAX (*minimum, least);
          *natural = MAX (*natural, liked);
          continue;
        }
      *minimum += least + spacing;
      *natural += liked + spacing;
      spacing = SPACING_PX;
    }
}

static void
ws_head_layout_allocate (GtkLayoutManager *layout, GtkWidget *widget, int width, int height,
                         int baseline)
{
  gboolean is_rtl = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  int n_greedy = 0;
  int x = width;
  int least;
  int liked;
  int extra;

  ws_head_layout_measure (layout, widget, GTK_ORIENTATION_HORIZONTAL, -1, &least, &liked, NULL,
                          NULL);
  extra = MAX (0, width - least);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    n_greedy += gtk_widget_should_layout (child)
                && gtk_widget_compute_expand (child, GTK_ORIENTATION_HORIZONTAL);
  for (GtkWidget *child = gtk_widget_get_last_child (widget); child != NULL;
       child = gtk_widget_get_prev_sibling (child))
    {
      GtkAllocation box = { .height = height };
      int more;

      if (!gtk_widget_should_layout (child))
        continue;
      gtk_widget_measure (child, GTK_ORIENTATION_HORIZONTAL, -1, &box.width, &more, NULL, NULL);
      more = MIN (more - box.width, extra);
      extra -= more;
      box.width += more;
      if (gtk_widget_compute_expand (child, GTK_ORIENTATION_HORIZONTAL))
        {
          box.width += MAX (width - liked, 0) / n_greedy;
          gtk_widget_set_child_visible (child, box.width >= LEAST_PX);
        }
      x -= box.width;
      box.x = is_rtl ? width - x - box.width : x;
      gtk_widget_size_allocate (child, &box, -1);
      x -= SPACING_PX;
    }
}

static void
ws_head_layout_class_init (WsHeadLayoutClass *klass)
{
  GtkLayoutManagerClass *layout_class = GTK_LAYOUT_MANAGER_CLASS (klass);

  layout_class->measure = ws_head_layout_measure;
  layout_class->allocate = ws_head_layout_allocate;
}

static void
ws_head_layout_init (WsHeadLayout *self)
{
}
