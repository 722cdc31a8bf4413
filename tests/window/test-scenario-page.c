/* The scenarios' page with a real worker: a click runs a cell and hands its run out; another device
 * has figures of its own. SCENARIO_PICTURE names a file for a picture of it. */
#include "helpers.h"
#include "charts/sheet-view.h"
#include "window/scenario-page.h"

#include <adwaita.h>
#include <string.h>

static WsCatalog *catalog;
static WsSession *session;
static WsRun *shown;
static guint n_shown;
static guint n_failed;

static void
shown_cb (WsScenarioPage *page, WsRun *run, gpointer data)
{
  g_clear_pointer (&shown, ws_run_unref);
  shown = ws_run_ref (run);
  n_shown++;
}

static void
failed_cb (WsScenarioPage *page, GError *error, gpointer data)
{
  n_failed++;
}

static gboolean
is_idle (gpointer page)
{
  return !ws_scenario_page_is_busy (page);
}

static void
settle (WsScenarioPage *page)
{
  helper_iterate (30);
  g_assert_true (helper_wait (is_idle, page));
}

static guint
count (WsScenarioPage *page, WsScenarioState state)
{
  return ws_scenario_count (ws_scenario_view_get_scenario (ws_scenario_page_get_view (page)),
                            state);
}

static void
offer_devices (WsScenarioPage *page, const char *at_hand)
{
  static const struct {
    const char *id;
    const char *name;
    gboolean usable;
  } all[] = {
    { "vm:h200", "Virtual NVIDIA H200", TRUE },
    { "vm:k40c", "Virtual NVIDIA Tesla K40c", TRUE },
    { "cuda:0", "A GPU without a driver", FALSE },
    { "vm:nonsuch", "A GPU of no model", TRUE },
  };
  WsClientDevice devices[G_N_ELEMENTS (all)];
  g_autoptr (GPtrArray) list = g_ptr_array_new ();

  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    {
      devices[i] = (WsClientDevice){ .id = (char *)all[i].id,
                                     .name = (char *)all[i].name,
                                     .usable = all[i].usable };
      g_ptr_array_add (list, &devices[i]);
    }
  ws_scenario_page_set_devices (page, list, at_hand);
}

static const char *
get_device (WsScenarioPage *page)
{
  return ws_scenario_view_get_scenario (ws_scenario_page_get_view (page))->device->id;
}

/* A scenario begins with the model of its published figures, whatever is at hand; one that has none
 * follows what is at hand. What is chosen in the bar is this scenario's alone. */
static void
test_device (void)
{
  GtkWidget *widget = ws_scenario_page_new (session, NULL);
  WsScenarioPage *page = WS_SCENARIO_PAGE (widget);
  WsScenarioView *view = ws_scenario_page_get_view (page);
  GtkWidget *window = helper_open (widget, 1000, 640);
  GtkWidget *drop = helper_find (widget, GTK_TYPE_DROP_DOWN, 1);
  g_autofree char *place = NULL;

  g_assert_false (gtk_widget_get_visible (drop));
  offer_devices (page, "vm:h200");
  g_assert_true (gtk_widget_get_visible (drop));
  g_assert_cmpuint (g_list_model_get_n_items (gtk_drop_down_get_model (GTK_DROP_DOWN (drop))), ==,
                    3);
  g_assert_true (ws_scenario_view_show (view, "occupancy-k40c"));
  g_assert_cmpstr (get_device (page), ==, "vm:k40c");
  g_assert_null (ws_scenario_describe_place (ws_scenario_view_get_scenario (view)));
  g_assert_cmpuint (gtk_drop_down_get_selected (GTK_DROP_DOWN (drop)), ==, 1);
  g_assert_true (ws_scenario_view_show (view, "low-achieved"));
  g_assert_cmpstr (get_device (page), ==, "vm:h200");
  offer_devices (page, "vm:k40c");
  g_assert_cmpstr (get_device (page), ==, "vm:k40c");
  offer_devices (page, "vm:h200");
  g_assert_true (ws_scenario_view_show (view, "occupancy-k40c"));
  gtk_drop_down_set_selected (GTK_DROP_DOWN (drop), 0);
  g_assert_cmpstr (get_device (page), ==, "vm:h200");
  place = ws_scenario_describe_place (ws_scenario_view_get_scenario (view));
  g_assert_cmpstr (place, ==, "on Virtual NVIDIA H200; published: Tesla K40c");
  helper_iterate (50);
  helper_write_picture (window, g_getenv ("SCENARIO_DEVICE_PICTURE"));
  g_assert_true (ws_scenario_view_show (view, "block-sizes"));
  g_assert_cmpstr (get_device (page), ==, "vm:k40c");
  offer_devices (page, "vm:k40c");
  g_assert_true (ws_scenario_view_show (view, "occupancy-k40c"));
  g_assert_cmpstr (get_device (page), ==, "vm:h200");
  helper_close (window);
}

static void
test_page (void)
{
  g_autoptr (GError) error = NULL;
  GtkWidget *widget = ws_scenario_page_new (session, &error);
  WsScenarioPage *page = WS_SCENARIO_PAGE (widget);
  GtkWidget *window = helper_open (widget, 1000, 640);
  WsScenarioTable *table;

  g_assert_no_error (error);
  table = ws_scenario_view_get_table (ws_scenario_page_get_view (page));
  g_signal_connect (page, "run-shown", G_CALLBACK (shown_cb), NULL);
  g_signal_connect (page, "failed", G_CALLBACK (failed_cb), NULL);

  /* no device yet: nothing to run on */
  gtk_widget_activate_action (GTK_WIDGET (table), "table.run", NULL);
  g_assert_false (ws_scenario_page_is_busy (page));
  offer_devices (page, "vm:h200");
  gtk_widget_activate_action (GTK_WIDGET (table), "table.run", NULL);
  g_assert_true (ws_scenario_page_is_busy (page));
  settle (page);
  g_assert_cmpuint (n_shown, ==, 1);
  g_assert_cmpuint (count (page, WS_SCENARIO_DONE), ==, 1);
  g_assert_cmpuint (ws_launch_get_n_threads (&shown->launches[0]), ==, 32);
  g_assert_cmpuint (shown->launches[0].n_residencies, ==, 1);

  /* the next cell runs when it is stepped to; the one before is shown again from what is kept */
  gtk_widget_activate_action (GTK_WIDGET (table), "table.next", NULL);
  settle (page);
  g_assert_cmpuint (n_shown, ==, 2);
  gtk_widget_activate_action (GTK_WIDGET (table), "table.previous", NULL);
  g_assert_false (ws_scenario_page_is_busy (page));
  g_assert_cmpuint (n_shown, ==, 3);

  /* all of them: the chosen cell's run alone is handed out, and it has been */
  g_signal_emit_by_name (ws_scenario_page_get_view (page), "run-all",
                         ws_scenario_view_get_scenario (ws_scenario_page_get_view (page)));
  settle (page);
  g_assert_cmpuint (count (page, WS_SCENARIO_DONE), ==, 24);
  g_assert_cmpuint (n_shown, ==, 3);
  ws_scenario_table_choose (table, 3, 1);
  helper_write_picture (window, g_getenv ("SCENARIO_PICTURE"));

  /* another device */
  ws_scenario_view_choose_device (ws_scenario_page_get_view (page), "vm:h200");
  g_assert_cmpuint (count (page, WS_SCENARIO_NOT_RUN), ==, 24);
  ws_scenario_view_choose_device (ws_scenario_page_get_view (page), "vm:k40c");
  g_assert_cmpuint (count (page, WS_SCENARIO_DONE), ==, 24);
  ws_scenario_view_choose_device (ws_scenario_page_get_view (page), "vm:nonsuch");
  gtk_widget_activate_action (GTK_WIDGET (table), "table.run", NULL);
  settle (page);
  g_assert_cmpuint (n_failed, ==, 1);
  g_assert_cmpuint (count (page, WS_SCENARIO_FAILED), ==, 1);

  /* closed while it runs */
  ws_scenario_view_choose_device (ws_scenario_page_get_view (page), "vm:k40c");
  gtk_widget_activate_action (GTK_WIDGET (table), "table.run", NULL);
  g_assert_true (ws_scenario_page_is_busy (page));
  helper_close (window);
  helper_iterate (50);
  g_clear_pointer (&shown, ws_run_unref);
}

/* A column is chosen for a chart: its bars are there, a bar's row is
 * chosen by the keys, and what is exported is the chart; a scenario without the column has its
 * table.
 */
static void
test_chart (void)
{
  GtkWidget *widget = ws_scenario_page_new (session, NULL);
  WsScenarioView *view = ws_scenario_page_get_view (WS_SCENARIO_PAGE (widget));
  GtkWidget *window = helper_open (widget, 1000, 640);
  GtkWidget *form = helper_find (widget, GTK_TYPE_DROP_DOWN, 2);
  GtkWidget *chart = helper_find (widget, WS_TYPE_SHEET_VIEW, 0);
  WsScenarioOptions options;
  g_autofree char *told = NULL;
  guint row;
  guint group;

  offer_devices (WS_SCENARIO_PAGE (widget), "vm:h200");
  g_assert_true (ws_scenario_view_show (view, "coalescing-k40c"));
  helper_iterate (50);
  g_assert_false (gtk_widget_get_mapped (chart));
  ws_scenario_view_get_options (view, &options);
  g_assert_cmpint (options.chart, ==, WS_SCENARIO_N_COLUMNS);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (form), 1);
  helper_iterate (100);
  g_assert_true (gtk_widget_get_mapped (chart));
  g_assert_true (gtk_widget_has_focus (chart));
  ws_scenario_view_get_options (view, &options);
  g_assert_cmpint (options.chart, ==, WS_SCENARIO_TIME);
  g_assert_cmpuint (ws_sheet_view_get_sheet (WS_SHEET_VIEW (chart))->main->series->len, ==, 2);
  told = ws_scenario_view_dup_subtitle (view);
  g_assert_nonnull (strstr (told, "177×"));
  /* arrows walk the bars: Enter chooses the row of one */
  g_assert_true (helper_press (chart, GDK_KEY_Right, 0));
  g_assert_true (helper_press (chart, GDK_KEY_Right, 0));
  g_assert_true (helper_press (chart, GDK_KEY_Return, 0));
  ws_scenario_table_get_chosen (ws_scenario_view_get_table (view), &row, &group);
  g_assert_cmpuint (row, >, 0);
  g_assert_cmpuint (group, ==, 0);
  helper_write_picture (window, g_getenv ("SCENARIO_CHART_PICTURE"));
  /* another scenario has that column, too; one that lacks it shows its table */
  g_assert_true (ws_scenario_view_show (view, "block-shape-k40c"));
  g_assert_true (gtk_widget_get_mapped (chart));
  g_assert_true (ws_scenario_view_show (view, "low-achieved"));
  g_assert_false (gtk_widget_get_mapped (chart));
  helper_close (window);
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  if (!helper_init_gtk ())
    return 77;
  adw_init ();
  catalog = ws_catalog_new (NULL, NULL);
  session = ws_session_new (catalog, NULL);
  g_test_add_func ("/scenario-page/chart", test_chart);
  g_test_add_func ("/scenario-page/device", test_device);
  g_test_add_func ("/scenario-page", test_page);
  status = g_test_run ();
  g_object_unref (session);
  ws_catalog_unref (catalog);
  return status;
}
