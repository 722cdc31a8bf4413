/* The scenarios' view: a way through it by keys, clicks and buttons; roles and names; a picture of
 * it where SCENARIO_PICTURE names a file. */
#include "helpers.h"
#include "scenario-fixture.h"
#include "charts/scenario-view.h"

#include <adwaita.h>

typedef struct {
  GtkWidget *window;
  WsScenarioView *view;
  WsScenarioTable *table;
  GPtrArray *scenarios;
  guint n_run;
  guint row;
  guint group;
  guint n_all;
  guint n_stop;
  guint n_chosen;
} Fixture;

static void
run_cell_cb (WsScenarioView *view, WsScenario *scenario, guint row, guint group, Fixture *fixture)
{
  g_assert_true (scenario == ws_scenario_view_get_scenario (view));
  fixture->n_run++;
  fixture->row = row;
  fixture->group = group;
}

static void
run_all_cb (WsScenarioView *view, WsScenario *scenario, Fixture *fixture)
{
  fixture->n_all++;
}

static void
stop_cb (WsScenarioView *view, Fixture *fixture)
{
  fixture->n_stop++;
}

static void
chosen_cb (WsScenarioView *view, WsScenario *scenario, guint row, guint group, Fixture *fixture)
{
  fixture->n_chosen++;
}

static const char *const ids[] = { "cuda:0", "vm:h200", "vm:k40c", NULL };
static const char *const names[] = { "NVIDIA H200", "Virtual NVIDIA H200",
                                     "Virtual NVIDIA Tesla K40c", NULL };

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->scenarios = g_ptr_array_new_with_free_func ((GDestroyNotify)ws_scenario_unref);
  g_ptr_array_add (fixture->scenarios, scenario_fixture_load ("occupancy-k40c"));
  g_ptr_array_add (fixture->scenarios, scenario_fixture_load ("utilisation"));
  fixture->view = WS_SCENARIO_VIEW (ws_scenario_view_new ());
  fixture->table = ws_scenario_view_get_table (fixture->view);
  ws_scenario_view_set_scenarios (fixture->view, fixture->scenarios);
  ws_scenario_view_set_devices (fixture->view, ids, names, "vm:h200");
  g_signal_connect (fixture->view, "run-cell", G_CALLBACK (run_cell_cb), fixture);
  g_signal_connect (fixture->view, "run-all", G_CALLBACK (run_all_cb), fixture);
  g_signal_connect (fixture->view, "stop", G_CALLBACK (stop_cb), fixture);
  g_signal_connect (fixture->view, "chosen", G_CALLBACK (chosen_cb), fixture);
  fixture->window = helper_open (GTK_WIDGET (fixture->view), 900, 340);
  gtk_widget_grab_focus (GTK_WIDGET (fixture->table));
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  helper_close (fixture->window);
  g_ptr_array_unref (fixture->scenarios);
}

static void
press (WsScenarioTable *table, guint key)
{
  g_assert_true (helper_press (GTK_WIDGET (table), key, 0));
}

static gboolean
find_cell (Fixture *fixture, guint row, guint group, double *x, double *y)
{
  int width = gtk_widget_get_width (GTK_WIDGET (fixture->table));
  int height = gtk_widget_get_height (GTK_WIDGET (fixture->table));
  WsScenarioOptions options;
  WsScenarioHit hit;

  ws_scenario_table_get_options (fixture->table, &options);
  for (*y = 2; *y < height; *y += 10)
    for (*x = 2; *x < width; *x += 30)
      if (ws_scenario_pick (ws_scenario_view_get_scenario (fixture->view), &options,
                            &(WsArea){ ws_theme_get (WS_THEME_LIGHT), width, height }, *x, *y, &hit)
          && hit.row == row && hit.group == group)
        return TRUE;
  return FALSE;
}

static void
assert_chosen (Fixture *fixture, guint row, guint group)
{
  guint its_row;
  guint its_group;

  ws_scenario_table_get_chosen (fixture->table, &its_row, &its_group);
  g_assert_cmpuint (its_row, ==, row);
  g_assert_cmpuint (its_group, ==, group);
}

static void
test_keys (Fixture *fixture, gconstpointer data)
{
  assert_chosen (fixture, 0, 0);
  press (fixture->table, GDK_KEY_Up);
  press (fixture->table, GDK_KEY_Left);
  assert_chosen (fixture, 0, 0);
  g_assert_cmpuint (fixture->n_chosen, ==, 0);
  press (fixture->table, GDK_KEY_Right);
  press (fixture->table, GDK_KEY_Right);
  press (fixture->table, GDK_KEY_Down);
  assert_chosen (fixture, 1, 1);
  g_assert_cmpuint (fixture->n_chosen, ==, 2);
  g_assert_cmpuint (fixture->n_run, ==, 0);
  press (fixture->table, GDK_KEY_Return);
  g_assert_cmpuint (fixture->n_run, ==, 1);
  press (fixture->table, GDK_KEY_space);
  g_assert_cmpuint (fixture->n_run, ==, 2);
  g_assert_cmpuint (fixture->row, ==, 1);
  g_assert_cmpuint (fixture->group, ==, 1);
  press (fixture->table, GDK_KEY_End);
  assert_chosen (fixture, 11, 1);
  press (fixture->table, GDK_KEY_Down);
  assert_chosen (fixture, 11, 1);
  press (fixture->table, GDK_KEY_Home);
  assert_chosen (fixture, 0, 0);
}

/* A remote clicker has two keys: they go on, and run what has no figures. */
static void
test_clicker (Fixture *fixture, gconstpointer data)
{
  WsScenario *scenario = ws_scenario_view_get_scenario (fixture->view);

  press (fixture->table, GDK_KEY_Page_Down);
  assert_chosen (fixture, 0, 1);
  g_assert_cmpuint (fixture->n_run, ==, 1);
  ws_scenario_set_state (scenario, "vm:k40c", 1, 0,
                         &(WsScenarioProgress){ WS_SCENARIO_DONE, 0, NULL });
  press (fixture->table, GDK_KEY_Page_Down);
  assert_chosen (fixture, 1, 0);
  g_assert_cmpuint (fixture->n_run, ==, 1);
  press (fixture->table, GDK_KEY_Page_Up);
  press (fixture->table, GDK_KEY_Page_Up);
  press (fixture->table, GDK_KEY_Page_Up);
  assert_chosen (fixture, 0, 0);
  /* published figures alone cannot be run, and are passed over */
  g_assert_false (ws_scenario_view_show (fixture->view, "nonsuch"));
  g_assert_true (ws_scenario_view_show (fixture->view, "utilisation"));
  g_assert_cmpstr (ws_scenario_view_get_scenario (fixture->view)->id, ==, "utilisation");
  assert_chosen (fixture, 0, 0);
  for (guint i = 0; i < 9; i++)
    press (fixture->table, GDK_KEY_Page_Down);
  assert_chosen (fixture, 3, 0);
  press (fixture->table, GDK_KEY_End);
  assert_chosen (fixture, 7, 0);
  fixture->n_run = 0;
  press (fixture->table, GDK_KEY_Return);
  g_assert_cmpuint (fixture->n_run, ==, 0);
}

static void
test_clicks (Fixture *fixture, gconstpointer data)
{
  double x;
  double y;

  g_assert_true (find_cell (fixture, 2, 1, &x, &y));
  helper_click (GTK_WIDGET (fixture->table), x, y);
  assert_chosen (fixture, 2, 1);
  g_assert_cmpuint (fixture->n_run, ==, 1);
  g_assert_cmpuint (fixture->row, ==, 2);
  g_assert_cmpuint (fixture->group, ==, 1);
  helper_click (GTK_WIDGET (fixture->table), 1, 1);
  g_assert_cmpuint (fixture->n_run, ==, 1);
  /* the last row is out of sight until it is chosen */
  g_assert_false (find_cell (fixture, 11, 0, &x, &y));
  ws_scenario_table_choose (fixture->table, 11, 0);
  g_assert_true (find_cell (fixture, 11, 0, &x, &y));
}

static void
find_buttons (GtkWidget *widget, GPtrArray *buttons)
{
  if (GTK_IS_BUTTON (widget))
    g_ptr_array_add (buttons, widget);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (!GTK_IS_DROP_DOWN (child))
      find_buttons (child, buttons);
}

static void
test_buttons (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GPtrArray) buttons = g_ptr_array_new ();

  find_buttons (GTK_WIDGET (fixture->view), buttons);
  g_assert_cmpuint (buttons->len, ==, 3);
  g_assert_false (gtk_widget_get_sensitive (buttons->pdata[0]));
  g_signal_emit_by_name (buttons->pdata[1], "clicked");
  assert_chosen (fixture, 0, 1);
  g_assert_true (gtk_widget_get_sensitive (buttons->pdata[0]));
  g_signal_emit_by_name (buttons->pdata[0], "clicked");
  assert_chosen (fixture, 0, 0);
  g_signal_emit_by_name (buttons->pdata[2], "clicked");
  g_assert_cmpuint (fixture->n_all, ==, 1);
  ws_scenario_view_set_busy (fixture->view, TRUE);
  g_assert_cmpstr (gtk_button_get_label (buttons->pdata[2]), ==, "Stop");
  g_signal_emit_by_name (buttons->pdata[2], "clicked");
  g_assert_cmpuint (fixture->n_all, ==, 1);
  g_assert_cmpuint (fixture->n_stop, ==, 1);
}

static void
test_accessible (Fixture *fixture, gconstpointer data)
{
  g_autofree char *subtitle = ws_scenario_view_dup_subtitle (fixture->view);

  gtk_test_accessible_assert_role (GTK_ACCESSIBLE (fixture->table), GTK_ACCESSIBLE_ROLE_GRID);
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (fixture->table),
                                       GTK_ACCESSIBLE_PROPERTY_LABEL,
                                       "More occupancy is not always more speed");
  g_assert_true (gtk_test_accessible_has_property (GTK_ACCESSIBLE (fixture->table),
                                                   GTK_ACCESSIBLE_PROPERTY_DESCRIPTION));
  g_assert_true (g_str_has_prefix (subtitle, "Published: "));
}

/* Returns: the nth row of the table, 0 for the headers */
static GtkWidget *
get_nth (GtkWidget *parent, guint n)
{
  GtkWidget *child = gtk_widget_get_first_child (parent);

  while (child != NULL && n-- > 0)
    child = gtk_widget_get_next_sibling (child);
  return child;
}

/* A cell has its role, its place among the cells, and words; and is where it is drawn. */
static void
check_cell (Fixture *fixture, GtkWidget *cell, guint row, guint group)
{
  WsScenario *scenario = ws_scenario_view_get_scenario (fixture->view);
  GtkWidget *table = GTK_WIDGET (fixture->table);
  g_autofree char *words = ws_scenario_describe_cell (scenario, row, group);
  WsScenarioOptions options;
  graphene_rect_t bounds;
  WsScenarioHit hit;

  gtk_test_accessible_assert_role (cell, GTK_ACCESSIBLE_ROLE_GRID_CELL);
  gtk_test_accessible_assert_property (cell, GTK_ACCESSIBLE_PROPERTY_LABEL, words);
  gtk_test_accessible_assert_relation (cell, GTK_ACCESSIBLE_RELATION_COL_INDEX, (int)group + 2);
  if (!gtk_widget_get_mapped (cell))
    return;
  ws_scenario_table_get_options (fixture->table, &options);
  g_assert_true (gtk_widget_compute_bounds (cell, table, &bounds));
  g_assert_true (ws_scenario_pick (
      scenario, &options,
      &(WsArea){ ws_theme_get (WS_THEME_LIGHT), gtk_widget_get_width (table),
                 gtk_widget_get_height (table) },
      bounds.origin.x + bounds.size.width / 2, bounds.origin.y + bounds.size.height / 2, &hit));
  g_assert_cmpuint (hit.row, ==, row);
  g_assert_cmpuint (hit.group, ==, group);
}

/* Walks the table as a screen reader does. Returns: how many cells are in sight */
static guint
check_grid (Fixture *fixture, guint chosen_row, guint chosen_group)
{
  WsScenario *scenario = ws_scenario_view_get_scenario (fixture->view);
  guint n_seen = 0;

  for (guint i = 0; i < scenario->n_rows; i++)
    {
      GtkWidget *row = get_nth (GTK_WIDGET (fixture->table), i + 1);
      GtkWidget *header = get_nth (row, 0);

      gtk_test_accessible_assert_role (row, GTK_ACCESSIBLE_ROLE_ROW);
      gtk_test_accessible_assert_relation (row, GTK_ACCESSIBLE_RELATION_ROW_INDEX, (int)i + 2);
      gtk_test_accessible_assert_role (header, GTK_ACCESSIBLE_ROLE_ROW_HEADER);
      gtk_test_accessible_assert_property (header, GTK_ACCESSIBLE_PROPERTY_LABEL,
                                           scenario->rows[i].label);
      for (guint g = 0; g < scenario->n_groups; g++)
        {
          GtkWidget *cell = get_nth (row, g + 1);

          check_cell (fixture, cell, i, g);
          gtk_test_accessible_assert_state (cell, GTK_ACCESSIBLE_STATE_SELECTED,
                                            i == chosen_row && g == chosen_group);
          n_seen += gtk_widget_get_mapped (cell);
        }
      g_assert_null (get_nth (row, scenario->n_groups + 1));
    }
  g_assert_null (get_nth (GTK_WIDGET (fixture->table), scenario->n_rows + 1));
  return n_seen;
}

static void
test_grid (Fixture *fixture, gconstpointer data)
{
  GtkWidget *headers = get_nth (GTK_WIDGET (fixture->table), 0);
  WsScenario *scenario = ws_scenario_view_get_scenario (fixture->view);

  gtk_test_accessible_assert_role (headers, GTK_ACCESSIBLE_ROLE_ROW);
  gtk_test_accessible_assert_role (get_nth (headers, 1), GTK_ACCESSIBLE_ROLE_COLUMN_HEADER);
  gtk_test_accessible_assert_property (get_nth (headers, 2), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                       "Scenario 2");
  gtk_test_accessible_assert_relation (GTK_ACCESSIBLE (fixture->table),
                                       GTK_ACCESSIBLE_RELATION_ROW_COUNT,
                                       (int)scenario->n_rows + 1);
  helper_iterate (100);
  g_assert_cmpuint (check_grid (fixture, 0, 0), >=, 4);
  press (fixture->table, GDK_KEY_Right);
  press (fixture->table, GDK_KEY_Down);
  g_assert_cmpuint (check_grid (fixture, 1, 1), >=, 4);
  /* what is chosen comes into sight */
  g_assert_false (gtk_widget_get_mapped (get_nth (GTK_WIDGET (fixture->table), 12)));
  press (fixture->table, GDK_KEY_End);
  helper_iterate (100);
  g_assert_true (gtk_widget_get_mapped (get_nth (GTK_WIDGET (fixture->table), 12)));
  g_assert_cmpuint (check_grid (fixture, 11, 1), >=, 4);
  /* what has changed is told */
  ws_scenario_set_state (scenario, "vm:k40c", 11, 1,
                         &(WsScenarioProgress){ WS_SCENARIO_FAILED, 0, "It was too much." });
  ws_scenario_view_refresh (fixture->view);
  check_grid (fixture, 11, 1);
  g_assert_true (ws_scenario_view_show (fixture->view, "utilisation"));
  helper_iterate (100);
  check_grid (fixture, 0, 0);
}

static void
test_picture (Fixture *fixture, gconstpointer data)
{
  helper_write_picture (fixture->window, g_getenv ("SCENARIO_PICTURE"));
  g_assert_cmpfloat (ws_drawing_get_last_draw_ms (WS_DRAWING (fixture->table)), >, 0);
}

static void
test_lifetime (void)
{
  helper_check_lifetime (WS_TYPE_SCENARIO_TABLE);
  helper_check_lifetime (WS_TYPE_SCENARIO_VIEW);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  if (!helper_init_gtk ())
    return 77;
  adw_init ();
  g_test_add_func ("/scenario-view/lifetime", test_lifetime);
#define ADD(name, test) g_test_add (name, Fixture, NULL, set_up, test, tear_down)
  ADD ("/scenario-view/keys", test_keys);
  ADD ("/scenario-view/clicker", test_clicker);
  ADD ("/scenario-view/clicks", test_clicks);
  ADD ("/scenario-view/buttons", test_buttons);
  ADD ("/scenario-view/accessible", test_accessible);
  ADD ("/scenario-view/grid", test_grid);
  ADD ("/scenario-view/picture", test_picture);
  return g_test_run ();
}
