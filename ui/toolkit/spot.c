#include "toolkit/spot.h"

#include <math.h>

struct _WsSpot {
  GtkWidget parent_instance;

  char *label;
  int selected; /* -1 if nothing has been said of it */
};

G_DEFINE_FINAL_TYPE (WsSpot, ws_spot, GTK_TYPE_WIDGET)

static void
ws_spot_dispose (GObject *object)
{
  ws_spot_remove_all (GTK_WIDGET (object));
  g_clear_pointer (&WS_SPOT (object)->label, g_free);

  G_OBJECT_CLASS (ws_spot_parent_class)->dispose (object);
}

static void
ws_spot_class_init (WsSpotClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ws_spot_dispose;
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "spot");
}

static void
ws_spot_init (WsSpot *self)
{
  self->selected = -1;
  gtk_widget_set_can_target (GTK_WIDGET (self), FALSE);
}

/**
 * ws_spot_new:
 * @parent: a drawing, or another spot
 *
 * Returns: (transfer none): a spot behind those that @parent has, with no place yet
 */
WsSpot *
ws_spot_new (GtkWidget *parent, GtkAccessibleRole role)
{
  WsSpot *self = g_object_new (WS_TYPE_SPOT, "accessible-role", role, NULL);

  gtk_widget_set_parent (GTK_WIDGET (self), parent);
  return self;
}

void
ws_spot_set_label (WsSpot *self, const char *label)
{
  g_return_if_fail (WS_IS_SPOT (self));
  if (g_strcmp0 (self->label, label) == 0)
    return;
  g_free (self->label);
  self->label = g_strdup (label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}

/**
 * ws_spot_set_selected:
 * @self: a spot of a role that can be selected
 * @selected: whether it is
 */
void
ws_spot_set_selected (WsSpot *self, gboolean selected)
{
  g_return_if_fail (WS_IS_SPOT (self));
  if (self->selected == selected)
    return;
  self->selected = selected;
  gtk_accessible_update_state (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_STATE_SELECTED, selected, -1);
}

/**
 * ws_spot_place:
 * @x: in its parent
 * @y: in its parent
 * @width: 0 if it is out of sight
 * @height: as @width
 *
 * To be called when its parent is laid out, and the parent's place is known.
 */
void
ws_spot_place (WsSpot *self, double x, double y, double width, double height)
{
  gboolean seen = width >= 1 && height >= 1;

  g_return_if_fail (WS_IS_SPOT (self));
  gtk_widget_set_child_visible (GTK_WIDGET (self), seen);
  if (seen)
    gtk_widget_allocate (GTK_WIDGET (self), (int)floor (width), (int)floor (height), -1,
                         gsk_transform_translate (NULL, &GRAPHENE_POINT_INIT ((float)x, (float)y)));
}

/**
 * ws_spot_remove_all:
 * @parent: a drawing, or a spot, with no children but spots
 */
void
ws_spot_remove_all (GtkWidget *parent)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (parent)) != NULL)
    gtk_widget_unparent (child);
}
