/* timing-view.c: what the page of timings draws, and what a click on it means. */
#include "timing-page-private.h"

static void
draw_cb (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer data)
{
  WsTimingPage *self = data;

  if (self->sheet != NULL)
    ws_draw_chart (cr, self->sheet->main, NULL, ws_theme_get (self->theme), width, height);
}

/**
 * ws_timing_page_make_view:
 * @self: a page
 *
 * Returns: (transfer floating): what shows its charts
 */
GtkWidget *
ws_timing_page_make_view (WsTimingPage *self)
{
  self->view = gtk_drawing_area_new ();
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (self->view), draw_cb, self, NULL);
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
  gtk_widget_queue_draw (self->view);
}

void
ws_timing_page_set_theme (WsTimingPage *self, WsThemeKind theme)
{
  g_return_if_fail (WS_IS_TIMING_PAGE (self));
  self->theme = theme;
  gtk_widget_queue_draw (self->view);
}
