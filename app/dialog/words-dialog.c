#include "dialog/words-dialog.h"

#include "toolkit/short-text.h"
#include "words/glossary.h"

#include <glib/gi18n.h>

#define WIDTH_PX  520
#define HEIGHT_PX 560

static GtkWidget *
make_row (guint term)
{
  g_autofree char *name = ws_glossary_dup_name (term);
  GtkWidget *row = adw_action_row_new ();

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), name);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), ws_glossary_get_meaning (term));
  return row;
}

/* Whether the word or its meaning has what is typed. */
static gboolean
filter_row (GtkListBoxRow *row, gpointer entry)
{
  g_autofree char *typed = g_utf8_casefold (gtk_editable_get_text (GTK_EDITABLE (entry)), -1);
  g_autofree char *name =
      g_utf8_casefold (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (row)), -1);
  g_autofree char *meaning =
      g_utf8_casefold (adw_action_row_get_subtitle (ADW_ACTION_ROW (row)), -1);

  g_strstrip (typed);
  return strstr (name, typed) != NULL || strstr (meaning, typed) != NULL;
}

static GtkWidget *
make_list (GtkWidget *entry)
{
  GtkWidget *list = gtk_list_box_new ();
  GtkWidget *nothing = gtk_label_new (_ ("No Results Found"));

  gtk_list_box_set_selection_mode (GTK_LIST_BOX (list), GTK_SELECTION_NONE);
  gtk_widget_add_css_class (list, "boxed-list");
  gtk_widget_set_valign (list, GTK_ALIGN_START);
  gtk_widget_set_margin_start (list, 12);
  gtk_widget_set_margin_end (list, 12);
  gtk_widget_set_margin_top (list, 6);
  gtk_widget_set_margin_bottom (list, 12);
  for (guint i = 0; i < ws_glossary_get_n_terms (); i++)
    gtk_list_box_append (GTK_LIST_BOX (list), make_row (i));
  gtk_widget_set_margin_top (nothing, 18);
  gtk_widget_set_margin_bottom (nothing, 18);
  gtk_list_box_set_placeholder (GTK_LIST_BOX (list), nothing);
  gtk_list_box_set_filter_func (GTK_LIST_BOX (list), filter_row, entry, NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Glossary"), -1);
  return list;
}

static GtkWidget *
make_entry (void)
{
  GtkWidget *entry = gtk_search_entry_new ();

  ws_short_text (entry, WS_SHORT_WORDS);
  g_object_set (entry, "placeholder-text", _ ("Search the glossary"), NULL);
  gtk_widget_set_margin_start (entry, 12);
  gtk_widget_set_margin_end (entry, 12);
  gtk_widget_set_margin_top (entry, 6);
  gtk_widget_set_margin_bottom (entry, 6);
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Search the glossary"), -1);
  return entry;
}

static void
close_by_escape (GtkWidget *window)
{
  GtkEventController *shortcuts = gtk_shortcut_controller_new ();

  gtk_shortcut_controller_add_shortcut (
      GTK_SHORTCUT_CONTROLLER (shortcuts),
      gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_Escape, 0),
                        gtk_named_action_new ("window.close")));
  gtk_widget_add_controller (window, shortcuts);
}

/**
 * ws_words_dialog_new:
 * @parent: (nullable): parent window
 *
 * Returns: (transfer none): a window with all words, not yet shown; it belongs to GTK
 */
GtkWidget *
ws_words_dialog_new (GtkWindow *parent)
{
  GtkWidget *window = adw_window_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *entry = make_entry ();
  GtkWidget *list = make_list (entry);
  GtkWidget *scroller = gtk_scrolled_window_new ();

  gtk_window_set_title (GTK_WINDOW (window), _ ("Glossary"));
  gtk_window_set_default_size (GTK_WINDOW (window), WIDTH_PX, HEIGHT_PX);
  gtk_window_set_transient_for (GTK_WINDOW (window), parent);
  gtk_window_set_destroy_with_parent (GTK_WINDOW (window), TRUE);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), list);
  gtk_widget_set_vexpand (scroller, TRUE);
  gtk_box_append (GTK_BOX (box), adw_header_bar_new ());
  gtk_box_append (GTK_BOX (box), entry);
  gtk_box_append (GTK_BOX (box), scroller);
  adw_window_set_content (ADW_WINDOW (window), box);
  g_signal_connect_object (entry, "search-changed", G_CALLBACK (gtk_list_box_invalidate_filter),
                           list, G_CONNECT_SWAPPED);
  g_signal_connect_object (entry, "stop-search", G_CALLBACK (gtk_window_close), window,
                           G_CONNECT_SWAPPED);
  gtk_search_entry_set_key_capture_widget (GTK_SEARCH_ENTRY (entry), window);
  close_by_escape (window);
  gtk_window_set_focus (GTK_WINDOW (window), entry);
  return window;
}
