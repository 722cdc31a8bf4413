/* glossary-tip.h: the words of the subject in a label or a drawing say what they mean where the
 * pointer rests. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void ws_glossary_tip_add (GtkLabel *label, gboolean marks);
char *ws_glossary_tip_dup_meaning (const char *text, gsize index);
char *ws_glossary_tip_dup_markup (GtkLabel *label, int x, int y);

G_END_DECLS
