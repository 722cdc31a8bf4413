/* text-section.h: text under a heading, to be read, selected and copied: what a kernel printed,
 * what its compiler said. Without text there is nothing of it. Low as far as the text is, and no
 * higher than some lines: then it scrolls.
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WS_TYPE_TEXT_SECTION (ws_text_section_get_type ())
G_DECLARE_FINAL_TYPE (WsTextSection, ws_text_section, WS, TEXT_SECTION, GtkWidget)

/* Properties: title. */
void ws_text_section_set_text (WsTextSection *self, const char *text);

G_END_DECLS
