#include "toolkit/short-text.h"

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

static void
focus_cb (GtkWindow *window, GParamSpec *pspec, gpointer most)
{
  GtkWidget *focus = gtk_window_get_focus (window);

  if (GTK_IS_TEXT (focus) && gtk_text_get_max_length (GTK_TEXT (focus)) == 0)
    gtk_text_set_max_length (GTK_TEXT (focus), GPOINTER_TO_INT (most));
}

static void
toplevels_cb (GListModel *toplevels, guint position, guint n_removed, guint n_added, gpointer most)
{
  for (guint i = 0; i < n_added; i++)
    {
      g_autoptr (GtkWindow) window = g_list_model_get_item (toplevels, position + i);

      g_signal_connect (window, "notify::focus-widget", G_CALLBACK (focus_cb), most);
    }
}

/**
 * ws_short_text_everywhere:
 * @most: characters
 *
 * As ws_short_text(), for every entry that has no limit of its own when the keyboard comes to it,
 * in every window to come: GTK makes entries of its own, as those of the file chooser, when they
 * are needed. To be called once.
 */
void
ws_short_text_everywhere (guint most)
{
  g_signal_connect (gtk_window_get_toplevels (), "items-changed", G_CALLBACK (toplevels_cb),
                    GUINT_TO_POINTER (most));
}
