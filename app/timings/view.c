/* view.c: what the page of timings draws, and what a click on it means. */
#include "timings/private.h"

#include <glib/gi18n.h>

#define NEAR_PX   12  /* of a mark: still a click on it */
#define ROW_PROBE 0.7 /* of the chart's width: inside its plot */

static gboolean
is_near (const WsBox *mark, double x, double y)
{
  WsBox about = ws_box_inset (mark, -NEAR_PX);

  return ws_box_contains (&about, x, y);
}

/* Lets the window's kernel stand out in the sheet, and says of the marks of kernels what a click
 * does. */
void
ws_timing_page_mark_kernels (WsTimingPage *self)
{
  const WsChart *chart;

  if (self->sheet == NULL || self->sheet->kernels == NULL)
    return;
  if (self->kernel != NULL)
    ws_sheet_choose_kernel (self->sheet, self->kernel->id);
  chart = self->sheet->main;
  for (guint i = 0; i < chart->series->len; i++)
    {
      GArray *points = ((WsSeries *)chart->series->pdata[i])->points;

      for (guint k = 0; k < points->len; k++)
        {
          WsChartPoint *point = &g_array_index (points, WsChartPoint, k);
          const char *kernel = ws_sheet_get_kernel (self->sheet, i, k);
          g_autofree char *tip = point->tip;

          if (kernel == NULL || (self->kernel != NULL && g_str_equal (kernel, self->kernel->id)))
            point->tip = g_steal_pointer (&tip);
          else if (tip == NULL)
            point->tip = g_strdup (_ ("click: shows this kernel"));
          else
            point->tip = g_strconcat (tip, "\n", _ ("click: shows this kernel"), NULL);
        }
    }
}

/* (nullable): id of the kernel that a click at the place would choose. Of bars that lie, the whole
 * row is the kernel's, its name too. */
static const char *
find_kernel (WsTimingPage *self, double x, double y)
{
  const WsTheme *theme = ws_theme_get (ws_drawing_get_theme (WS_DRAWING (self->view)));
  const WsSheet *sheet = self->sheet;
  WsSheetOptions options;
  double width = gtk_widget_get_width (self->view);
  double height = gtk_widget_get_height (self->view);
  WsChartPick pick;
  WsBox main;
  WsBox side;
  WsBox table;
  gboolean rows;

  if (sheet == NULL || sheet->kernels == NULL || width <= 0 || height <= 0)
    return NULL;
  rows = sheet->main->horizontal && sheet->main->y.categories != NULL;
  ws_sheet_view_get_options (WS_SHEET_VIEW (self->view), &options);
  ws_sheet_layout (sheet, &options, &(WsArea){ theme, width, height }, &main, &side, &table);
  if (!ws_box_contains (&main, x, y) && !(rows && ws_box_contains (&side, x, y)))
    return NULL;
  if (rows)
    x = main.x + main.w * ROW_PROBE;
  if (ws_sheet_pick (sheet, &options, &(WsArea){ theme, width, height }, x, y, &pick)
      != WS_SHEET_MAIN)
    return NULL;
  if (rows)
    x = pick.box.x;
  return is_near (&pick.box, x, y) ? ws_sheet_get_kernel (sheet, pick.series, pick.point) : NULL;
}

/* ---- the pointer and the keys ---- */

/* The view speaks of the mark that is nearest, however far away that is: a click is on a mark, or
 * beside one. */
static void
clicked_cb (WsTimingPage *self, int n_press, double x, double y)
{
  const char *kernel = n_press == 1 ? find_kernel (self, x, y) : NULL;

  self->clicked = TRUE;
  if (kernel != NULL)
    ws_timing_page_choose_kernel (self, kernel);
}

static gboolean
key_cb (WsTimingPage *self)
{
  self->clicked = FALSE;
  return GDK_EVENT_PROPAGATE;
}

/* Enter, on the mark that the arrows have reached. */
static void
picked_cb (WsTimingPage *self, guint part, guint series, guint point)
{
  const char *kernel = self->sheet != NULL && part == WS_SHEET_MAIN && !self->clicked
                           ? ws_sheet_get_kernel (self->sheet, series, point)
                           : NULL;

  if (kernel != NULL)
    ws_timing_page_choose_kernel (self, kernel);
}

static void
motion_cb (WsTimingPage *self, double x, double y)
{
  const char *cursor = ws_sheet_view_is_zoomed (WS_SHEET_VIEW (self->view)) ? "grab" : NULL;

  gtk_widget_set_cursor_from_name (self->view,
                                   find_kernel (self, x, y) != NULL ? "pointer" : cursor);
}

static void
zoomed_cb (WsTimingPage *self)
{
  g_signal_emit_by_name (self, "changed");
}

/* Returns: (transfer floating): what shows its charts */
GtkWidget *
ws_timing_page_make_view (WsTimingPage *self)
{
  GtkGesture *click = gtk_gesture_click_new ();
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *keyboard = gtk_event_controller_key_new ();

  self->view = ws_sheet_view_new ();
  gtk_event_controller_set_propagation_phase (keyboard, GTK_PHASE_CAPTURE);
  g_signal_connect_object (click, "released", G_CALLBACK (clicked_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (motion, "motion", G_CALLBACK (motion_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (keyboard, "key-pressed", G_CALLBACK (key_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->view, "picked", G_CALLBACK (picked_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->view, "zoomed", G_CALLBACK (zoomed_cb), self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (self->view, GTK_EVENT_CONTROLLER (click));
  gtk_widget_add_controller (self->view, motion);
  gtk_widget_add_controller (self->view, keyboard);
  return self->view;
}

void
ws_timing_page_show_sheet (WsTimingPage *self)
{
  ws_sheet_view_set_sheet (WS_SHEET_VIEW (self->view), self->sheet);
}

/**
 * ws_timing_page_set_theme:
 * @theme: in which its charts are drawn
 */
void
ws_timing_page_set_theme (WsTimingPage *self, WsThemeKind theme)
{
  g_return_if_fail (WS_IS_TIMING_PAGE (self));
  ws_drawing_set_theme (WS_DRAWING (self->view), theme);
}

/**
 * ws_timing_page_get_options:
 * @options: (out): which part of the charts is shown, to be drawn elsewhere
 */
void
ws_timing_page_get_options (WsTimingPage *self, WsSheetOptions *options)
{
  g_return_if_fail (WS_IS_TIMING_PAGE (self));
  ws_sheet_view_get_options (WS_SHEET_VIEW (self->view), options);
}
