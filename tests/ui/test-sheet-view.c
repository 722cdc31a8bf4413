/* The sheet in a widget: it shows, zooms, moves and goes back; keys walk its points and say them;
 * what is zoomed stays so while figures come in. */
#include "chart-fixture.h"
#include "helpers.h"
#include "charts/sheet-view.h"

typedef struct {
  GtkWidget *window;
  GtkWidget *widget;
  WsSheetView *view;
  WsSheet *sheet;
  guint n_zoomed;
  guint n_picked;
  guint part;
  guint series;
  guint point;
} Fixture;

static void
zoomed_cb (Fixture *fixture)
{
  fixture->n_zoomed++;
}

static void
picked_cb (Fixture *fixture, guint part, guint series, guint point)
{
  fixture->n_picked++;
  fixture->part = part;
  fixture->series = series;
  fixture->point = point;
}

static WsSheet *
make_sheet (const char *name, ChartFixture kind)
{
  WsSheet *sheet = ws_sheet_new (name);

  g_clear_pointer (&sheet->main, ws_chart_free);
  sheet->main = chart_fixture_new (kind);
  sheet->title = g_strdup ("Seven reductions");
  sheet->caption = g_strdup ("Kernel 7 is 10 times as fast as kernel 1.");
  return sheet;
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->widget = ws_sheet_view_new ();
  fixture->view = WS_SHEET_VIEW (fixture->widget);
  fixture->sheet = make_sheet ("scaling", CHART_LINES);
  ws_sheet_view_set_sheet (fixture->view, fixture->sheet);
  g_signal_connect_swapped (fixture->view, "zoomed", G_CALLBACK (zoomed_cb), fixture);
  g_signal_connect_swapped (fixture->view, "picked", G_CALLBACK (picked_cb), fixture);
  fixture->window = helper_open (fixture->widget, 800, 500);
  gtk_widget_grab_focus (fixture->widget);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  helper_close (fixture->window);
  ws_sheet_unref (fixture->sheet);
}

static void
test_lifetime (void)
{
  helper_check_lifetime (WS_TYPE_SHEET_VIEW);
}

static void
test_show (Fixture *fixture, gconstpointer data)
{
  for (guint theme = 0; theme <= WS_THEME_PRESENTING; theme++)
    {
      ws_drawing_set_theme (WS_DRAWING (fixture->view), theme);
      helper_iterate (40);
      g_assert_cmpuint (ws_drawing_get_theme (WS_DRAWING (fixture->view)), ==, theme);
    }
  g_assert_cmpfloat (ws_drawing_get_last_draw_ms (WS_DRAWING (fixture->view)), >, 0);
  g_assert_cmpint (gtk_accessible_get_accessible_role (GTK_ACCESSIBLE (fixture->view)), ==,
                   GTK_ACCESSIBLE_ROLE_SLIDER);
  gtk_test_accessible_assert_property (fixture->view, GTK_ACCESSIBLE_PROPERTY_LABEL,
                                       "Seven reductions");
  gtk_test_accessible_assert_property (
      fixture->view, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
      "Seven reductions. Kernel 7 is 10 times as fast as kernel 1.");
  ws_sheet_view_set_sheet (fixture->view, NULL);
  helper_iterate (40);
  g_assert_null (ws_sheet_view_get_sheet (fixture->view));
}

static void
get_window (Fixture *fixture, WsChartWindow *window)
{
  WsSheetOptions options;

  ws_sheet_view_get_options (fixture->view, &options);
  *window = options.main.window;
  g_assert_cmpfloat (options.main.hover_x, ==, -1);
  g_assert_cmpint (options.main.focus, ==, -1);
}

static void
test_zoom (Fixture *fixture, gconstpointer data)
{
  WsChartWindow before;
  WsChartWindow after;

  ws_sheet_view_zoom (fixture->view, 300, 200, 3);
  g_assert_true (ws_sheet_view_is_zoomed (fixture->view));
  g_assert_cmpuint (fixture->n_zoomed, ==, 1);
  get_window (fixture, &before);
  /* to the right: what lay left of it is seen */
  ws_sheet_view_drag (fixture->view, 300, 200, 360, 200, FALSE);
  get_window (fixture, &after);
  g_assert_cmpfloat (after.x_from, <, before.x_from);
  g_assert_cmpfloat (after.x_to, <, before.x_to);
  g_assert_cmpfloat_with_epsilon (after.x_to / after.x_from, before.x_to / before.x_from, 1e-6);
  g_assert_cmpuint (fixture->n_picked, ==, 0);
  helper_press (fixture->widget, GDK_KEY_Escape, 0);
  g_assert_false (ws_sheet_view_is_zoomed (fixture->view));
  /* a box, and the keys */
  ws_sheet_view_drag (fixture->view, 200, 150, 400, 300, TRUE);
  g_assert_true (ws_sheet_view_is_zoomed (fixture->view));
  get_window (fixture, &before);
  g_assert_true (helper_press (fixture->widget, GDK_KEY_plus, GDK_CONTROL_MASK));
  get_window (fixture, &after);
  g_assert_cmpfloat (after.x_to / after.x_from, <, before.x_to / before.x_from);
  g_assert_true (helper_press (fixture->widget, GDK_KEY_0, 0));
  g_assert_false (ws_sheet_view_is_zoomed (fixture->view));
  fixture->n_zoomed = 0;
  helper_press (fixture->widget, GDK_KEY_minus, GDK_CONTROL_MASK); /* all is seen */
  ws_sheet_view_show_all (fixture->view);
  g_assert_cmpuint (fixture->n_zoomed, ==, 0);
}

/* What comes in while a sweep goes on leaves the zoom; another sheet does not. */
static void
test_same_name (Fixture *fixture, gconstpointer data)
{
  g_autoptr (WsSheet) again = make_sheet ("scaling", CHART_LINES);
  g_autoptr (WsSheet) other = make_sheet ("heatmap", CHART_CELLS);
  WsChartWindow before;
  WsChartWindow after;

  ws_sheet_view_zoom (fixture->view, 300, 200, 3);
  get_window (fixture, &before);
  ws_sheet_view_set_sheet (fixture->view, again);
  get_window (fixture, &after);
  g_assert_true (after.set && before.x_from == after.x_from && before.y_to == after.y_to);
  ws_sheet_view_set_sheet (fixture->view, other);
  g_assert_false (ws_sheet_view_is_zoomed (fixture->view));
  ws_sheet_view_zoom (fixture->view, 300, 200, 3); /* cells are not zoomed */
  g_assert_false (ws_sheet_view_is_zoomed (fixture->view));
  helper_iterate (40);
}

/* The point that has the keys, as assistive technology is told of it. */
static void
assert_described (Fixture *fixture, int number, const char *begin)
{
  g_autofree char *words =
      g_strconcat (begin, "\nSeven reductions. Kernel 7 is 10 times as fast as kernel 1.", NULL);

  gtk_test_accessible_assert_property (fixture->view, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, words);
  gtk_test_accessible_assert_property (fixture->view, GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, begin);
  gtk_test_accessible_assert_property (fixture->view, GTK_ACCESSIBLE_PROPERTY_VALUE_NOW,
                                       (double)number);
  gtk_test_accessible_assert_property (fixture->view, GTK_ACCESSIBLE_PROPERTY_VALUE_MAX,
                                       (double)ws_chart_count_points (fixture->sheet->main) - 1);
}

static void
test_keys (Fixture *fixture, gconstpointer data)
{
  g_assert_false (gtk_test_accessible_has_property (GTK_ACCESSIBLE (fixture->view),
                                                    GTK_ACCESSIBLE_PROPERTY_VALUE_NOW));
  g_assert_true (helper_press (fixture->widget, GDK_KEY_Right, 0));
  assert_described (fixture, 0,
                    "1 interleaved addressing\nelements: 2¹⁷\ntime per run: 97.5 µs\n"
                    "93.6 µs to 104 µs, measured");
  helper_press (fixture->widget, GDK_KEY_End, 0);
  helper_press (fixture->widget, GDK_KEY_Down, 0);
  assert_described (fixture, 17,
                    "2 strided index\nelements: 2²⁵\ntime per run: 13.7 ms\n"
                    "13.2 ms to 14.7 ms, measured");
  helper_press (fixture->widget, GDK_KEY_Return, 0);
  g_assert_cmpuint (fixture->n_picked, ==, 1);
  g_assert_cmpuint (fixture->part, ==, WS_SHEET_MAIN);
  g_assert_cmpuint (fixture->series, ==, 1);
  g_assert_cmpuint (fixture->point, ==, 8);
  helper_iterate (40);
}

/* A click on a mark says which it is. */
static void
test_click (Fixture *fixture, gconstpointer data)
{
  WsChartPick pick;

  g_assert_cmpint (ws_sheet_pick (fixture->sheet, NULL,
                                  &(WsArea){ ws_theme_get (WS_THEME_LIGHT),
                                             gtk_widget_get_width (fixture->widget),
                                             gtk_widget_get_height (fixture->widget) },
                                  300, 250, &pick),
                   ==, WS_SHEET_MAIN);
  ws_sheet_view_drag (fixture->view, 300, 250, 301, 250, FALSE);
  g_assert_cmpuint (fixture->n_picked, ==, 1);
  g_assert_cmpuint (fixture->series, ==, pick.series);
  g_assert_cmpuint (fixture->point, ==, pick.point);
  ws_sheet_view_drag (fixture->view, 1, 1, 1, 1, FALSE);
  g_assert_cmpuint (fixture->n_picked, ==, 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  if (!helper_init_gtk ())
    return 77;
  g_test_add_func ("/sheet-view/lifetime", test_lifetime);
  g_test_add ("/sheet-view/show", Fixture, NULL, set_up, test_show, tear_down);
  g_test_add ("/sheet-view/zoom", Fixture, NULL, set_up, test_zoom, tear_down);
  g_test_add ("/sheet-view/same-name", Fixture, NULL, set_up, test_same_name, tear_down);
  g_test_add ("/sheet-view/keys", Fixture, NULL, set_up, test_keys, tear_down);
  g_test_add ("/sheet-view/click", Fixture, NULL, set_up, test_click, tear_down);
  return g_test_run ();
}
