/* timing-view.c: what the page of timings draws. */
#include "timing-page-private.h"

/**
 * ws_timing_page_make_view:
 * @self: a page
 *
 * Returns: (transfer floating): what shows its charts
 */
GtkWidget *
ws_timing_page_make_view (WsTimingPage *self)
{
  self->view = gtk_label_new (NULL);
  gtk_label_set_wrap (GTK_LABEL (self->view), TRUE);
  gtk_label_set_selectable (GTK_LABEL (self->view), TRUE);
  return self->view;
}

/**
 * ws_timing_page_show_sheet:
 * @self: a page
 *
 * Shows its sheet.
 */
void
ws_timing_page_show_sheet (WsTimingPage *self)
{
  gtk_label_set_text (GTK_LABEL (self->view), self->sheet != NULL ? self->sheet->caption : "");
}

void
ws_timing_page_set_theme (WsTimingPage *self, WsThemeKind theme)
{
  g_return_if_fail (WS_IS_TIMING_PAGE (self));
}
