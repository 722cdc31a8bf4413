#include "toolkit/steady-drop.h"

#define SHORT "ws-short" /* data of a string of the list */
#define DEAF  "ws-deaf"  /* data of a surface */

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

/* ---- a list that is closed ---- */

/* GTK, as of 4.8, lays a closed list out with the rest of the window, and tells it then that the
 * pointer is in it, where the list would be below the pointer. The next click goes to the list,
 * whatever is there to be seen. So a hidden surface gets no events. */
static void
make_deaf (GtkWidget *popover, gboolean is_deaf)
{
  GdkSurface *surface = gtk_native_get_surface (GTK_NATIVE (popover));
  guint id = g_signal_lookup ("event", GDK_TYPE_SURFACE);

  if (surface == NULL || (g_object_get_data (G_OBJECT (surface), DEAF) != NULL) == is_deaf)
    return;
  if (is_deaf)
    g_signal_handlers_block_matched (surface, G_SIGNAL_MATCH_ID | G_SIGNAL_MATCH_DATA, id, 0, NULL,
                                     NULL, popover);
  else
    g_signal_handlers_unblock_matched (surface, G_SIGNAL_MATCH_ID | G_SIGNAL_MATCH_DATA, id, 0,
                                       NULL, NULL, popover);
  g_object_set_data (G_OBJECT (surface), DEAF, GINT_TO_POINTER (is_deaf));
}

static void
hide_cb (GtkWidget *popover)
{
  make_deaf (popover, TRUE);
}

static void
show_cb (GtkWidget *popover)
{
  make_deaf (popover, FALSE);
}

/**
 * ws_steady_drop:
 * @drop: a drop-down list of strings
 * @chars: how many of them what is chosen has room for
 *
 * Keeps the width of @drop constant when the selection changes; longer strings are ellipsized on
 * the button, but complete in the list.
 */
void
ws_steady_drop (GtkDropDown *drop, int chars)
{
  g_autoptr (GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();
  GtkWidget *popover = gtk_widget_get_last_child (GTK_WIDGET (drop));

  g_signal_connect (factory, "setup", G_CALLBACK (setup_cb), GINT_TO_POINTER (chars));
  g_signal_connect (factory, "bind", G_CALLBACK (bind_cb), NULL);
  gtk_drop_down_set_list_factory (drop, gtk_drop_down_get_factory (drop));
  gtk_drop_down_set_factory (drop, factory);
  g_signal_connect (popover, "hide", G_CALLBACK (hide_cb), NULL);
  g_signal_connect (popover, "show", G_CALLBACK (show_cb), NULL);
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
