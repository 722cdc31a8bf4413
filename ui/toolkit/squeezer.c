/* AdwSqueezer, which does the same, queues a layout during layout; GTK 4.8 can lose that, then
 * draws nothing of the pane above it, and warns. */
#include "toolkit/squeezer.h"

/**
 * WsSqueezer:
 *
 * Shows the widget of its property wide if its natural width fits, otherwise that of narrow. To be
 * made in a template.
 */
struct _WsSqueezer {
  GtkWidget parent_instance;

  GtkWidget *wide;
  GtkWidget *narrow;
};

enum { PROP_0, PROP_WIDE, PROP_NARROW, N_PROPS };

static GParamSpec *props[N_PROPS];

G_DEFINE_FINAL_TYPE (WsSqueezer, ws_squeezer, GTK_TYPE_WIDGET)

static void
ws_squeezer_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                     int *natural, int *minimum_baseline, int *natural_baseline)
{
  WsSqueezer *self = WS_SQUEEZER (widget);
  int least[2];
  int liked[2];

  gtk_widget_measure (self->wide, orientation, -1, &least[0], &liked[0], NULL, NULL);
  gtk_widget_measure (self->narrow, orientation, -1, &least[1], &liked[1], NULL, NULL);
  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL ? least[1] : MAX (least[0], least[1]);
  *natural = MAX (liked[0], liked[1]);
}

static void
ws_squeezer_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  WsSqueezer *self = WS_SQUEEZER (widget);
  int liked;

  gtk_widget_measure (self->wide, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &liked, NULL, NULL);
  gtk_widget_set_child_visible (self->wide, liked <= width);
  gtk_widget_set_child_visible (self->narrow, liked > width);
  gtk_widget_allocate (liked <= width ? self->wide : self->narrow, width, height, baseline, NULL);
}

static void
set_child (WsSqueezer *self, GtkWidget **place, GtkWidget *child)
{
  g_clear_pointer (place, gtk_widget_unparent);
  *place = child;
  if (child != NULL)
    gtk_widget_insert_before (child, GTK_WIDGET (self), NULL);
}

static void
ws_squeezer_get_property (GObject *object, guint prop_id, GValue *value, GParamSpec *pspec)
{
  WsSqueezer *self = WS_SQUEEZER (object);

  g_value_set_object (value, prop_id == PROP_WIDE ? self->wide : self->narrow);
}

static void
ws_squeezer_set_property (GObject *object, guint prop_id, const GValue *value, GParamSpec *pspec)
{
  WsSqueezer *self = WS_SQUEEZER (object);

  set_child (self, prop_id == PROP_WIDE ? &self->wide : &self->narrow, g_value_get_object (value));
}

static void
ws_squeezer_dispose (GObject *object)
{
  WsSqueezer *self = WS_SQUEEZER (object);

  g_clear_pointer (&self->wide, gtk_widget_unparent);
  g_clear_pointer (&self->narrow, gtk_widget_unparent);

  G_OBJECT_CLASS (ws_squeezer_parent_class)->dispose (object);
}

static void
ws_squeezer_class_init (WsSqueezerClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS;

  object_class->get_property = ws_squeezer_get_property;
  object_class->set_property = ws_squeezer_set_property;
  object_class->dispose = ws_squeezer_dispose;
  props[PROP_WIDE] = g_param_spec_object ("wide", NULL, NULL, GTK_TYPE_WIDGET, flags);
  props[PROP_NARROW] = g_param_spec_object ("narrow", NULL, NULL, GTK_TYPE_WIDGET, flags);
  g_object_class_install_properties (object_class, N_PROPS, props);
  widget_class->measure = ws_squeezer_measure;
  widget_class->size_allocate = ws_squeezer_size_allocate;
}

static void
ws_squeezer_init (WsSqueezer *self)
{
}
