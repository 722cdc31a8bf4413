/* gutter-line.h: the place of a line in a margin of GtkSourceView.
 */
#pragma once

#include <gtksourceview/gtksource.h>

G_BEGIN_DECLS

gboolean ws_gutter_line_get_place (GtkSourceGutterLines *lines, guint line, int *y, int *height);

G_END_DECLS
