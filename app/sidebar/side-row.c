#include "sidebar/side-row.h"

struct _WsSideRow {
  GtkWidget parent_instance;

  WsSideItem *item; /* NULL for none yet */
  GtkWidget *label;
};

G_DEFINE_FINAL_TYPE (WsSideRow, ws_side_row, GTK_TYPE_WIDGET)

static void
ws_side_row_dispose (GObject *object)
{
  WsSideRow *self = WS_SIDE_ROW (object);

  g_clear_object (&self->item);
  g_clear_pointer (&self->label, gtk_widget_unparent);

  G_OBJECT_CLASS (ws_side_row_parent_class)->dispose (object);
}

static void
ws_side_row_class_init (WsSideRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ws_side_row_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_LIST_ITEM);
  /* it looks as rows of lists do */
  gtk_widget_class_set_css_name (widget_class, "row");
}

static void
ws_side_row_init (WsSideRow *self)
{
  self->label = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (self->label), PANGO_ELLIPSIZE_END);
  gtk_widget_set_parent (self->label, GTK_WIDGET (self));
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (self), "activatable");
}

/**
 * ws_side_row_new:
 *
 * Returns: (transfer floating): a row that shows nothing yet
 */
GtkWidget *
ws_side_row_new (void)
{
  return g_object_new (WS_TYPE_SIDE_ROW, NULL);
}

/**
 * ws_side_row_show:
 * @self: a row
 * @item: (transfer none): what it shows from now on
 * @place: which of the rows it is, from 1
 * @n: of how many
 *
 * Shows @item, and tells screen readers which of the rows it is.
 */
void
ws_side_row_show (WsSideRow *self, WsSideItem *item, guint place, guint n)
{
  GtkAccessible *accessible;
  const char *tip;

  g_return_if_fail (WS_IS_SIDE_ROW (self) && WS_IS_SIDE_ITEM (item));

  accessible = GTK_ACCESSIBLE (self);
  if (g_set_object (&self->item, item))
    {
      tip = ws_side_item_get_tip (item);
      gtk_label_set_text (GTK_LABEL (self->label), ws_side_item_get_label (item));
      gtk_accessible_update_property (
          accessible, GTK_ACCESSIBLE_PROPERTY_LABEL, ws_side_item_get_label (item),
          GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, tip != NULL ? tip : "", -1);
    }
  gtk_accessible_update_relation (accessible, GTK_ACCESSIBLE_RELATION_POS_IN_SET, (int)place,
                                  GTK_ACCESSIBLE_RELATION_SET_SIZE, (int)n, -1);
}

/**
 * ws_side_row_set_selected:
 * @self: a row
 * @selected: whether its item is the one chosen
 *
 * Draws the row as the one chosen, and tells screen readers so.
 */
void
ws_side_row_set_selected (WsSideRow *self, gboolean selected)
{
  g_return_if_fail (WS_IS_SIDE_ROW (self));

  if (selected)
    gtk_widget_set_state_flags (GTK_WIDGET (self), GTK_STATE_FLAG_SELECTED, FALSE);
  else
    gtk_widget_unset_state_flags (GTK_WIDGET (self), GTK_STATE_FLAG_SELECTED);
  gtk_accessible_update_state (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_STATE_SELECTED, selected, -1);
}

/**
 * ws_side_row_get_item:
 * @self: a row
 *
 * Returns: (transfer none) (nullable): what it shows
 */
WsSideItem *
ws_side_row_get_item (WsSideRow *self)
{
  g_return_val_if_fail (WS_IS_SIDE_ROW (self), NULL);
  return self->item;
}
