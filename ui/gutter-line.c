#include "ui/gutter-line.h"

/**
 * ws_gutter_line_get_place:
 * @lines: of a margin that is drawn
 * @line: of the text, from 0
 * @y: (out): pixels from the margin's top
 * @height: (out): of its first row, pixels
 */
void
ws_gutter_line_get_place (GtkSourceGutterLines *lines, guint line, int *y, int *height)
{
  /* GtkSourceView 5.16 has another for it, which 5.6 has not, and warns whatever it is asked for */
  G_GNUC_BEGIN_IGNORE_DEPRECATIONS
  gtk_source_gutter_lines_get_line_yrange (
      lines, line, GTK_SOURCE_GUTTER_RENDERER_ALIGNMENT_MODE_FIRST, y, height);
  G_GNUC_END_IGNORE_DEPRECATIONS
}
