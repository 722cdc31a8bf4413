#include "ui/short-text.h"

/**
 * ws_short_text:
 * @editable: a #GtkEditable made of a #GtkText: an entry, a spin button, a search entry
 * @most: characters
 *
 * Cuts off what is typed or pasted beyond @most characters.
 */
void
ws_short_text (gpointer editable, guint most)
{
  GtkEditable *text;

  g_return_if_fail (GTK_IS_EDITABLE (editable));

  text = gtk_editable_get_delegate (GTK_EDITABLE (editable));
  g_return_if_fail (GTK_IS_TEXT (text));
  gtk_text_set_max_length (GTK_TEXT (text), (int)most);
}

/**
 * ws_short_texts_of:
 * @widget: one that is not ours
 * @most: characters
 *
 * As ws_short_text(), for every entry in @widget.
 */
void
ws_short_texts_of (GtkWidget *widget, guint most)
{
  g_return_if_fail (GTK_IS_WIDGET (widget));

  if (GTK_IS_TEXT (widget))
    gtk_text_set_max_length (GTK_TEXT (widget), (int)most);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    ws_short_texts_of (child, most);
}
