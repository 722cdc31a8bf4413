/* summary.h: what a kernel does, where to look, and what remains to be improved, in the room of the
 * longest such text.
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WS_TYPE_SUMMARY (ws_summary_get_type ())
G_DECLARE_FINAL_TYPE (WsSummary, ws_summary, WS, SUMMARY, GtkWidget)

void ws_summary_add (WsSummary *self, const char *idea, const char *look, const char *left);
void ws_summary_show (WsSummary *self, const char *idea, const char *look, const char *left);
const char *ws_summary_get_text (WsSummary *self);

G_END_DECLS
