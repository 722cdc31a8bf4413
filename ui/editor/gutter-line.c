#include "editor/gutter-line.h"

#include "editor/code-folds.h"

/**
 * ws_gutter_line_get_place:
 * @lines: of a margin that is drawn
 * @line: of the text, from 0
 * @y: (out): pixels from the margin's top
 * @height: (out): of its first row, pixels
 *
 * Returns: %FALSE if the line is folded away and has no place
 */
gboolean
ws_gutter_line_get_place (GtkSourceGutterLines *lines, guint line, int *y, int *height)
{
  GtkTextBuffer *buffer = gtk_source_gutter_lines_get_buffer (lines);
  GtkTextTag *folded =
      gtk_text_tag_table_lookup (gtk_text_buffer_get_tag_table (buffer), WS_CODE_FOLDS_TAG);
  GtkTextIter iter;

  if (folded != NULL)
    {
      gtk_text_buffer_get_iter_at_line (buffer, &iter, (int)line);
      if (gtk_text_iter_has_tag (&iter, folded))
        return FALSE;
    }
  /* GtkSourceView 5.16 has another function for it, which 5.6 lacks, and warns for every call of
   * the old one */
  G_GNUC_BEGIN_IGNORE_DEPRECATIONS
  gtk_source_gutter_lines_get_line_yrange (
      lines, line, GTK_SOURCE_GUTTER_RENDERER_ALIGNMENT_MODE_FIRST, y, height);
  G_GNUC_END_IGNORE_DEPRECATIONS
  return TRUE;
}
