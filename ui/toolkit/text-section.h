/* text-section.h: selectable text under a heading: the output of a kernel or of its compiler.
 * Hidden without text. It grows with the text up to some lines, then scrolls.
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WS_TYPE_TEXT_SECTION (ws_text_section_get_type ())
G_DECLARE_FINAL_TYPE (WsTextSection, ws_text_section, WS, TEXT_SECTION, GtkWidget)

/* Properties: title. */
void ws_text_section_set_text (WsTextSection *self, const char *text);

G_END_DECLS
