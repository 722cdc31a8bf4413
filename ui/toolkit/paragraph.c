#include "toolkit/paragraph.h"

/* Of a label that may break within words GTK asks how narrow it can be by laying it out with a
 * letter on each line, which takes ten times as long as any other layout of it, unless it is told
 * that it has room for so many. Nothing is that narrow. */
#define LEAST_CHARS 8

/**
 * ws_paragraph_new:
 * @text: (nullable): what it says
 * @css_class: (nullable): its style
 *
 * Returns: (transfer floating): a label, as ws_paragraph_set_up() makes it
 */
GtkWidget *
ws_paragraph_new (const char *text, const char *css_class)
{
  GtkWidget *label = gtk_label_new (text);

  ws_paragraph_set_up (GTK_LABEL (label));
  if (css_class != NULL)
    gtk_widget_add_css_class (label, css_class);
  return label;
}

/* Lets it wrap, between words or, where one is longer than a line, within it, and begin at the
 * start of its place. */
void
ws_paragraph_set_up (GtkLabel *label)
{
  g_return_if_fail (GTK_IS_LABEL (label));

  gtk_label_set_wrap (label, TRUE);
  gtk_label_set_wrap_mode (label, PANGO_WRAP_WORD_CHAR);
  gtk_label_set_width_chars (label, LEAST_CHARS);
  gtk_label_set_xalign (label, 0);
}
