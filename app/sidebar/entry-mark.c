#include "sidebar/entry-mark.h"

/**
 * ws_entry_mark:
 * @entry: an entry
 * @is_wrong: whether its text is not possible: it is marked then, and says so to a screen reader
 */
void
ws_entry_mark (GtkEntry *entry, gboolean is_wrong)
{
  if (is_wrong)
    gtk_widget_add_css_class (GTK_WIDGET (entry), "error");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (entry), "error");
  /* it would lie over the sentence below */
  gtk_widget_set_has_tooltip (GTK_WIDGET (entry), !is_wrong);
  gtk_accessible_update_state (
      GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_STATE_INVALID,
      is_wrong ? GTK_ACCESSIBLE_INVALID_TRUE : GTK_ACCESSIBLE_INVALID_FALSE, -1);
}
