#include "toolkit/glossary-tip.h"

#include "words/glossary.h"

#include <glib/gi18n.h>

#define GREY 0x8888 /* of the lines: seen on light and on dark, and no link */

static gboolean
query_cb (GtkWidget *label, int x, int y, gboolean by_keyboard, GtkTooltip *tooltip, gpointer data)
{
  g_autofree char *markup = ws_glossary_tip_dup_markup (GTK_LABEL (label), x, y);

  gtk_tooltip_set_markup (tooltip, markup);
  return markup != NULL;
}

static void
add_line (PangoAttrList *list, const WsGlossaryHit *hit)
{
  PangoAttribute *lines[] = { pango_attr_underline_new (PANGO_UNDERLINE_SINGLE),
                              pango_attr_underline_color_new (GREY, GREY, GREY) };

  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      lines[i]->start_index = (guint)hit->start;
      lines[i]->end_index = (guint)hit->end;
      pango_attr_list_insert (list, lines[i]);
    }
}

/* Each word once, where it comes first. */
static void
mark_words (GtkLabel *label)
{
  g_autoptr (PangoAttrList) list = pango_attr_list_new ();
  g_autofree gboolean *seen = g_new0 (gboolean, ws_glossary_get_n_terms ());
  const char *text = gtk_label_get_text (label);
  WsGlossaryHit hit = { 0 };

  while (ws_glossary_find (text, hit.end, &hit))
    {
      if (!seen[hit.term])
        add_line (list, &hit);
      seen[hit.term] = TRUE;
    }
  gtk_label_set_attributes (label, list);
}

/**
 * ws_glossary_tip_add:
 * @marks: whether terms with a tip have a thin underline
 *
 * Explains technical terms in tooltips. For assistive technology the label is unchanged.
 */
void
ws_glossary_tip_add (GtkLabel *label, gboolean marks)
{
  g_return_if_fail (GTK_IS_LABEL (label));

  gtk_widget_set_has_tooltip (GTK_WIDGET (label), TRUE);
  g_signal_connect (label, "query-tooltip", G_CALLBACK (query_cb), NULL);
  if (!marks)
    return;
  g_signal_connect (label, "notify::label", G_CALLBACK (mark_words), NULL);
  mark_words (label);
}

/**
 * ws_glossary_tip_dup_meaning:
 * @index: of one of its bytes
 *
 * Returns: (transfer full) (nullable): the term there and its meaning, as Pango markup; %NULL if
 * there is none
 */
char *
ws_glossary_tip_dup_meaning (const char *text, gsize index)
{
  WsGlossaryHit hit = { 0 };

  g_return_val_if_fail (text != NULL, NULL);

  while (ws_glossary_find (text, hit.end, &hit) && hit.start <= index)
    if (index < hit.end)
      {
        g_autofree char *name = ws_glossary_dup_name (hit.term);
        g_autofree char *head = g_markup_escape_text (name, -1);
        g_autofree char *meaning = g_markup_escape_text (ws_glossary_get_meaning (hit.term), -1);

        return g_strdup_printf ("<b>%s</b>\n%s", head, meaning);
      }
  return NULL;
}

/**
 * ws_glossary_tip_dup_markup:
 * @x: a place in it
 * @y: a place in it
 *
 * Returns: (transfer full) (nullable): the word that stands there and what it means, as Pango
 * markup; %NULL if none does
 */
char *
ws_glossary_tip_dup_markup (GtkLabel *label, int x, int y)
{
  PangoLayout *layout;
  int left;
  int top;
  int index;
  int trailing;

  g_return_val_if_fail (GTK_IS_LABEL (label), NULL);

  layout = gtk_label_get_layout (label);
  gtk_label_get_layout_offsets (label, &left, &top);
  if (!pango_layout_xy_to_index (layout, (x - left) * PANGO_SCALE, (y - top) * PANGO_SCALE, &index,
                                 &trailing))
    return NULL;
  return ws_glossary_tip_dup_meaning (pango_layout_get_text (layout), (gsize)index);
}
