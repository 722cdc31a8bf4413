#include "toolkit/paragraph.h"

/* GTK finds the minimum width of a label that may break within words by laying it out with one
 * letter per line, ten times slower than any other layout, unless it has a minimum width in
 * characters. Nothing is ever that narrow. */
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
