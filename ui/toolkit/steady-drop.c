#include "toolkit/steady-drop.h"

#define SHORT "ws-short" /* data of a string of the list */

static void
setup_cb (GtkListItemFactory *factory, GtkListItem *item, gpointer chars)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_width_chars (GTK_LABEL (label), GPOINTER_TO_INT (chars));
  gtk_label_set_max_width_chars (GTK_LABEL (label), GPOINTER_TO_INT (chars));
  gtk_list_item_set_child (item, label);
}

static void
bind_cb (GtkListItemFactory *factory, GtkListItem *item)
{
  GtkStringObject *string = gtk_list_item_get_item (item);
  GtkLabel *label = GTK_LABEL (gtk_list_item_get_child (item));
  const char *shorter = g_object_get_data (G_OBJECT (string), SHORT);

  gtk_label_set_ellipsize (label, shorter != NULL ? PANGO_ELLIPSIZE_MIDDLE : PANGO_ELLIPSIZE_END);
  gtk_label_set_text (label, shorter != NULL ? shorter : gtk_string_object_get_string (string));
}

/**
 * ws_steady_drop:
 * @drop: a drop-down list of strings
 * @chars: how many of them what is chosen has room for
 *
 * What stands beside @drop does not move when something else is chosen; what is longer is shortened
 * there, and whole in the list.
 */
void
ws_steady_drop (GtkDropDown *drop, int chars)
{
  g_autoptr (GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();

  g_signal_connect (factory, "setup", G_CALLBACK (setup_cb), GINT_TO_POINTER (chars));
  g_signal_connect (factory, "bind", G_CALLBACK (bind_cb), NULL);
  gtk_drop_down_set_list_factory (drop, gtk_drop_down_get_factory (drop));
  gtk_drop_down_set_factory (drop, factory);
}

/**
 * ws_steady_drop_shorten:
 * @string: of the list of a steady drop-down list that is to have it
 * @shorter: what stands on the button where @string is chosen; where it is still too long, the
 * middle is left out, as both of its ends matter
 */
void
ws_steady_drop_shorten (GtkStringObject *string, const char *shorter)
{
  g_object_set_data_full (G_OBJECT (string), SHORT, g_strdup (shorter), g_free);
}
