/* glossary-tip.h: tooltips that explain the glossary's terms in a label or a drawing. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void ws_glossary_tip_add (GtkLabel *label, gboolean marks);
char *ws_glossary_tip_dup_meaning (const char *text, gsize index);
char *ws_glossary_tip_dup_markup (GtkLabel *label, int x, int y);

G_END_DECLS
