/* AdwSqueezer, which does the same, asks for another layout in the course of one; GTK 4.8 can lose
 * that, draws nothing of the pane above it from then on, and warns. */
#include "ui/either.h"

struct _WsEither {
  GtkWidget parent_instance;

  GtkWidget *wide;
  GtkWidget *narrow;
};

G_DEFINE_FINAL_TYPE (WsEither, ws_either, GTK_TYPE_WIDGET)

static void
ws_either_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                   int *natural, int *minimum_baseline, int *natural_baseline)
{
  WsEither *self = WS_EITHER (widget);
  int least[2];
  int liked[2];

  gtk_widget_measure (self->wide, orientation, -1, &least[0], &liked[0], NULL, NULL);
  gtk_widget_measure (self->narrow, orientation, -1, &least[1], &liked[1], NULL, NULL);
  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL ? least[1] : MAX (least[0], least[1]);
  *natural = MAX (liked[0], liked[1]);
}

static void
ws_either_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  WsEither *self = WS_EITHER (widget);
  int liked;

  gtk_widget_measure (self->wide, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &liked, NULL, NULL);
  gtk_widget_set_child_visible (self->wide, liked <= width);
  gtk_widget_set_child_visible (self->narrow, liked > width);
  gtk_widget_allocate (liked <= width ? self->wide : self->narrow, width, height, baseline, NULL);
}

static void
ws_either_dispose (GObject *object)
{
  WsEither *self = WS_EITHER (object);

  g_clear_pointer (&self->wide, gtk_widget_unparent);
  g_clear_pointer (&self->narrow, gtk_widget_unparent);

  G_OBJECT_CLASS (ws_either_parent_class)->dispose (object);
}

static void
ws_either_class_init (WsEitherClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ws_either_dispose;
  widget_class->measure = ws_either_measure;
  widget_class->size_allocate = ws_either_size_allocate;
}

static void
ws_either_init (WsEither *self)
{
}

/**
 * ws_either_new:
 * @wide: (transfer floating): shown where it has the width that it likes
 * @narrow: (transfer floating): shown elsewhere
 *
 * Returns: (transfer floating): a widget that shows one of them
 */
GtkWidget *
ws_either_new (GtkWidget *wide, GtkWidget *narrow)
{
  WsEither *self = g_object_new (WS_TYPE_EITHER, NULL);

  self->wide = wide;
  self->narrow = narrow;
  gtk_widget_set_parent (wide, GTK_WIDGET (self));
  gtk_widget_set_parent (narrow, GTK_WIDGET (self));
  return GTK_WIDGET (self);
}
