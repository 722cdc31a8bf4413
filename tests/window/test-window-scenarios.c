/* A way through the window by its occupancy: scenarios run cell by cell and play below, the
 * calculator follows what is shown, and each page exports its picture. */
#include "dialog/export-dialog.h"
#include "views/calculator-view.h"
#include "window-helpers.h"

#include <glib/gstdio.h>
#include <string.h>

static WsWindow *window;

static WsScenarioTable *
get_table (void)
{
  return ws_scenario_view_get_table (
      ws_scenario_page_get_view (ws_panes_get_scenarios (ws_window_get_panes (window))));
}

static gboolean
shows_scenarios (void)
{
  return gtk_widget_is_visible (
             GTK_WIDGET (ws_panes_get_pane (ws_window_get_panes (window), WS_PANE_SCENARIOS)))
         && gtk_stack_get_visible_child (window_helper_get (window, "workspace"))
                == GTK_WIDGET (ws_panes_get_pane (ws_window_get_panes (window), WS_PANE_SCENARIOS));
}

/* What the fields say is what is shown. */
static void
check_header (const char *kernel)
{
  const WsCatalogKernel *chosen = ws_catalog_find (ws_window_get_catalog (window), kernel, NULL);
  const WsLaunch *launch = &ws_playhead_get_run (ws_window_get_playhead (window))->launches[0];
  WsPlanParameters parameters;

  g_assert_cmpstr (ws_playhead_get_run (ws_window_get_playhead (window))->id, ==, kernel);
  g_assert_true (ws_kernel_choice_get (ws_window_get_choice (window)) == chosen);
  g_assert_cmpstr (gtk_label_get_text (window_helper_get_child (window, "shown_whole")), ==,
                   chosen->title);
  g_assert_true (window_helper_is_chosen (window, "win.kernel", kernel));
  g_assert_true (
      ws_fields_get_parameters (window_helper_get_child (window, "fields"), &parameters, NULL));
  g_assert_cmpuint (parameters.n, ==, launch->n_elements);
  g_assert_cmpuint (parameters.block, ==, launch->block[0]);
}

static void
check_calculator (void)
{
  const WsLaunch *launch = &ws_playhead_get_run (ws_window_get_playhead (window))->launches[0];
  const WsOccupancyLaunch *asked = ws_calculator_state_get_launch (
      ws_calculator_view_get_state (window_helper_get (window, "calculator")));

  g_assert_cmpuint (asked->threads, ==, launch->block[0]);
}

/* Whether what the chosen cell says stands above the transport's controls. */
static gboolean
tells_cell (void)
{
  g_autofree char *told = ws_scenario_view_dup_subtitle (
      ws_scenario_page_get_view (ws_panes_get_scenarios (ws_window_get_panes (window))));
  GtkWidget *caption = gtk_widget_get_first_child (window_helper_get_child (window, "caption"));

  return *told != '\0' && g_str_equal (gtk_label_get_text (GTK_LABEL (caption)), told);
}

static gboolean
is_later (gpointer before)
{
  return ws_playhead_get_time (ws_window_get_playhead (window)) > *(const double *)before;
}

/* F6, a cell, its run plays; Page Down, the next; F6 again. */
static void
test_cells (void)
{
  GtkWidget *table = GTK_WIDGET (get_table ());
  WsScenarioView *view =
      ws_scenario_page_get_view (ws_panes_get_scenarios (ws_window_get_panes (window)));
  WsScenario *scenario = ws_scenario_view_get_scenario (view);
  g_autoptr (WsRun) first = NULL;
  guint row;
  guint group;
  double before;

  window_helper_settle (window);
  g_assert_cmpstr (ws_playhead_get_run (ws_window_get_playhead (window))->id, ==, "reduce1");
  gtk_widget_activate_action (GTK_WIDGET (window), "win.scenarios", NULL);
  helper_iterate (120);
  g_assert_true (shows_scenarios ());
  g_assert_true (tells_cell ());
  g_assert_true (gtk_window_get_focus (GTK_WINDOW (window)) == table);
  g_assert_cmpuint (ws_playhead_get_clock (ws_window_get_playhead (window)), ==, WS_CLOCK_LAUNCH);

  gtk_widget_activate_action (table, "table.run", NULL);
  window_helper_settle (window);
  g_assert_true (tells_cell ());
  check_header ("vector_add");
  check_calculator ();
  first = ws_run_ref (ws_playhead_get_run (ws_window_get_playhead (window)));
  g_assert_cmpuint (ws_playhead_get_clock (ws_window_get_playhead (window)), ==, WS_CLOCK_LAUNCH);
  g_assert_true (ws_playhead_get_playing (ws_window_get_playhead (window)));
  g_assert_true (gtk_widget_is_visible (GTK_WIDGET (window_helper_get (window, "sms"))));
  before = ws_playhead_get_time (ws_window_get_playhead (window));
  g_assert_true (helper_wait (is_later, &before));

  gtk_widget_activate_action (table, "table.next", NULL);
  window_helper_settle (window);
  g_assert_true (tells_cell ());
  ws_scenario_table_get_chosen (get_table (), &row, &group);
  g_assert_cmpuint (row + group, ==, 1);
  g_assert_true (ws_playhead_get_run (ws_window_get_playhead (window)) != first);
  check_header ("vector_add");

  /* behind the last cell comes the next scenario, and before its first cell the last one */
  ws_scenario_table_choose (get_table (), scenario->n_rows - 1, scenario->n_groups - 1);
  gtk_widget_activate_action (table, "table.next", NULL);
  g_assert_true (ws_scenario_view_get_scenario (view) != scenario);
  window_helper_settle (window);
  g_assert_true (gtk_window_get_focus (GTK_WINDOW (window)) == table);
  gtk_widget_activate_action (table, "table.previous", NULL);
  g_assert_true (ws_scenario_view_get_scenario (view) == scenario);
  window_helper_settle (window);
  ws_scenario_table_choose (get_table (), 0, 1);

  /* back to the first: its run is kept, nothing runs */
  gtk_widget_activate_action (table, "table.previous", NULL);
  g_assert_false (ws_scenario_page_is_busy (ws_panes_get_scenarios (ws_window_get_panes (window))));
  g_assert_cmpint (ws_session_get_state (ws_window_get_session (window)), ==, WS_SESSION_DERIVES);
  window_helper_settle (window);
  g_assert_true (ws_playhead_get_run (ws_window_get_playhead (window)) == first);

  gtk_widget_activate_action (GTK_WIDGET (window), "win.scenarios", NULL);
  helper_iterate (120);
  g_assert_false (shows_scenarios ());
  g_assert_false (tells_cell ());
  g_assert_true (gtk_widget_is_visible (GTK_WIDGET (window_helper_get (window, "tree"))));
  check_header ("vector_add");
}

/* Whether a cell is outlined as the one whose launch is shown, and its launch is. */
static gboolean
frames_launch (void)
{
  const WsLaunch *launch = &ws_playhead_get_run (ws_window_get_playhead (window))->launches[0];
  const WsScenarioCell *cell;
  WsScenarioOptions options;

  ws_scenario_table_get_options (get_table (), &options);
  g_assert_true (options.has_launch);
  if (options.launch_row == WS_NONE)
    return FALSE;
  cell = ws_scenario_get_cell (ws_scenario_table_get_scenario (get_table ()), options.launch_row,
                               options.launch_group);
  g_assert_cmpstr (cell->kernel, ==, ws_playhead_get_run (ws_window_get_playhead (window))->id);
  g_assert_cmpuint (cell->n, ==, launch->n_elements);
  if (cell->block > 0)
    g_assert_cmpuint (cell->block, ==, launch->block[0]);
  return TRUE;
}

static gboolean
frames_chosen (void)
{
  WsScenarioOptions options;

  ws_scenario_table_get_options (get_table (), &options);
  return frames_launch () && options.launch_row == options.row
         && options.launch_group == options.group;
}

static gboolean
is_idle (gpointer page)
{
  return !ws_scenario_page_is_busy (page);
}

static void
settle_cells (void)
{
  window_helper_settle (window);
  g_assert_true (helper_wait (is_idle, ws_panes_get_scenarios (ws_window_get_panes (window))));
  window_helper_settle (window);
}

/* The outline stays on what is shown: while another cell is looked at, when something else is
 * chosen in the list, when that is undone, and when so many cells have run since that its run is
 * not kept. */
static void
test_frame (void)
{
  GtkWidget *table = GTK_WIDGET (get_table ());
  WsScenario *scenario = ws_scenario_table_get_scenario (get_table ());
  guint last = scenario->n_rows - 1;

  gtk_widget_activate_action (GTK_WIDGET (window), "win.scenarios", NULL);
  helper_iterate (80);
  g_assert_true (helper_press (table, GDK_KEY_Home, 0));
  g_assert_true (helper_press (table, GDK_KEY_Return, 0));
  window_helper_settle (window);
  g_assert_true (frames_chosen ());

  ws_scenario_page_run_all (ws_panes_get_scenarios (ws_window_get_panes (window)));
  settle_cells ();
  g_assert_true (frames_chosen ());
  for (guint row = 0; row <= last; row++)
    {
      settle_cells ();
      g_assert_true (frames_chosen ());
      g_assert_true (helper_press (table, GDK_KEY_Down, 0));
    }

  window_helper_choose (window, "reduce1");
  window_helper_settle (window);
  g_assert_false (frames_launch ());
  gtk_widget_activate_action (GTK_WIDGET (window), "win.back", NULL);
  window_helper_settle (window);
  g_assert_true (frames_chosen ());
  g_assert_true (helper_press (table, GDK_KEY_Home, 0));
  settle_cells ();
  g_assert_true (frames_chosen ());
  gtk_widget_activate_action (GTK_WIDGET (window), "win.scenarios", NULL);
  helper_iterate (80);
}

/* Of the slide on the screen. */
static WsView
get_presented_view (void)
{
  const WsSlide *slide = ws_slide_view_get_slide (
      ws_presenter_get_view (window_helper_get_child (window, "presenter")));

  g_assert_true (gtk_widget_get_mapped (window_helper_get_child (window, "presenter")));
  return ((const WsSlidePart *)g_ptr_array_index (slide->parts, 0))->picture->view;
}

/* What is looked at is presented, fills the screen alone, and what was before comes back. */
static void
test_presents (void)
{
  gtk_widget_activate_action (GTK_WIDGET (window), "win.scenarios", NULL);
  helper_iterate (80);
  ws_presentation_set_presenting (ws_window_get_presentation (window), TRUE);
  helper_iterate (150);
  g_assert_cmpint (ws_panes_get_filled (ws_window_get_panes (window)), ==, WS_PANE_SCENARIOS);
  g_assert_true (shows_scenarios ());
  g_assert_false (gtk_widget_is_visible (
      GTK_WIDGET (ws_panes_get_pane (ws_window_get_panes (window), WS_PANE_SMS))));
  g_assert_cmpint (ws_appearance_get_type_px (ws_window_get_appearance (window)), >=,
                   (int)(0.022 * gtk_widget_get_height (GTK_WIDGET (window))));
  g_assert_true (gtk_window_get_focus (GTK_WINDOW (window)) == GTK_WIDGET (get_table ()));
  g_assert_true (tells_cell ());
  gtk_widget_activate_action (GTK_WIDGET (window), "win.fill", "s", "sms");
  helper_iterate (120);
  g_assert_false (gtk_widget_get_mapped (window_helper_get_child (window, "transport")));
  g_assert_cmpint (get_presented_view (), ==, WS_VIEW_SMS);
  g_assert_false (gtk_widget_get_mapped (
      GTK_WIDGET (ws_panes_get_pane (ws_window_get_panes (window), WS_PANE_SCENARIOS))));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.cancel", NULL);
  helper_iterate (120);
  g_assert_false (ws_presentation_get_presenting (ws_window_get_presentation (window)));
  g_assert_cmpint (ws_panes_get_filled (ws_window_get_panes (window)), ==, -1);
  g_assert_cmpint (ws_appearance_get_type_px (ws_window_get_appearance (window)), ==, 0);
  g_assert_true (shows_scenarios ());
  g_assert_true (gtk_widget_is_visible (
      GTK_WIDGET (ws_panes_get_pane (ws_window_get_panes (window), WS_PANE_SMS))));
}

/* The calculator is asked for the run shown, whatever was typed before; its keys are there as soon
 * as its page is. */
static void
test_calculator (void)
{
  WsCalculatorState *state =
      ws_calculator_view_get_state (window_helper_get (window, "calculator"));
  GtkWidget *plot =
      GTK_WIDGET (ws_calculator_view_get_plot (window_helper_get (window, "calculator")));
  const WsOccupancyLimits *before;

  gtk_widget_grab_focus (GTK_WIDGET (get_table ()));
  gtk_stack_set_visible_child_name (window_helper_get (window, "occupancy"), "calculator");
  helper_iterate (80);
  g_assert_true (gtk_window_get_focus (GTK_WINDOW (window)) == plot);
  check_calculator ();
  before = ws_calculator_state_get_limits (state);
  gtk_widget_activate_action (plot, "calculator.older", NULL);
  g_assert_true (ws_calculator_state_get_limits (state) != before);
  window_helper_choose (window, "partial_wave");
  window_helper_settle (window);
  check_header ("partial_wave");
  check_calculator ();
  g_assert_true (ws_calculator_state_get_limits (state) == before);
}

/* "Run this launch": the block size that the calculator was asked runs, and its SMs are shown; one
 * that the kernel cannot have is refused beside its field. */
static void
test_run_launch (void)
{
  WsCalculatorView *calculator = window_helper_get (window, "calculator");
  WsCalculatorState *state = ws_calculator_view_get_state (calculator);
  GtkStack *pages = window_helper_get (window, "occupancy");
  WsOccupancyLaunch launch = *ws_calculator_state_get_launch (state);
  WsRun *before;

  gtk_stack_set_visible_child_name (pages, "calculator");
  helper_iterate (80);
  launch.threads = 256;
  ws_calculator_state_set_launch (state, &launch, 0);
  g_assert_true (helper_press (GTK_WIDGET (calculator), GDK_KEY_r, 0));
  window_helper_settle (window);
  check_header ("partial_wave");
  check_calculator ();
  g_assert_cmpuint (ws_playhead_get_run (ws_window_get_playhead (window))->launches[0].block[0], ==,
                    256);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (pages), ==, "sms");

  gtk_stack_set_visible_child_name (pages, "calculator");
  launch.threads = 4096;
  ws_calculator_state_set_launch (state, &launch, 0);
  before = ws_playhead_get_run (ws_window_get_playhead (window));
  gtk_widget_activate_action (GTK_WIDGET (calculator), "calculator.run", NULL);
  window_helper_settle (window);
  g_assert_true (ws_playhead_get_run (ws_window_get_playhead (window)) == before);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (pages), ==, "calculator");
  window_helper_choose (window, "few_blocks");
  window_helper_choose (window, "partial_wave");
  window_helper_settle (window);
}

static WsExportDialog *
find_dialog (void)
{
  GListModel *toplevels = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (toplevels); i++)
    {
      g_autoptr (GObject) item = g_list_model_get_item (toplevels, i);

      if (WS_IS_EXPORT_DIALOG (item))
        return WS_EXPORT_DIALOG (item);
    }
  return NULL;
}

static gboolean
is_written (gpointer data)
{
  return find_dialog () == NULL;
}

static void
check_export (int pane)
{
  static const char *const suffixes[] = { "png", "svg", "pdf" };
  static const char *const begins[] = { "\x89PNG", "<?xml", "%PDF" };
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("warpstage-test-XXXXXX", &error);

  g_assert_no_error (error);
  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    {
      g_autofree char *name = g_strdup_printf ("picture.%s", suffixes[i]);
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_autofree char *contents = NULL;
      gsize length;

      ws_exporter_export_pane (ws_window_get_exporter (window), pane);
      g_assert_nonnull (find_dialog ());
      ws_export_dialog_write (find_dialog (), path);
      g_assert_true (helper_wait (is_written, NULL));
      g_assert_true (g_file_get_contents (path, &contents, &length, &error));
      g_assert_cmpuint (length, >, 2000);
      g_assert_cmpint (memcmp (contents, begins[i], strlen (begins[i])), ==, 0);
      g_remove (path);
    }
  g_rmdir (folder);
  ws_exporter_copy_pane (ws_window_get_exporter (window), pane);
  g_assert_true (gdk_content_formats_contain_gtype (
      gdk_clipboard_get_formats (gtk_widget_get_clipboard (GTK_WIDGET (window))),
      GDK_TYPE_TEXTURE));
  g_assert_false (ws_notices_shows_error (ws_window_get_notices (window)));
  gdk_clipboard_set_content (gtk_widget_get_clipboard (GTK_WIDGET (window)), NULL);
}

static void
test_pictures (void)
{
  gtk_stack_set_visible_child_name (window_helper_get (window, "occupancy"), "sms");
  check_export (WS_PANE_SMS);
  gtk_stack_set_visible_child_name (window_helper_get (window, "occupancy"), "calculator");
  check_export (WS_PANE_SMS);
  check_export (WS_PANE_SCENARIOS);
}

/* Every button and every view has a name that can be read out. */
static guint
check_names (GtkWidget *widget)
{
  guint n = 0;

  if (!gtk_widget_get_visible (widget))
    return 0;
  if (GTK_IS_BUTTON (widget) && gtk_button_get_label (GTK_BUTTON (widget)) == NULL
      && gtk_button_get_icon_name (GTK_BUTTON (widget)) != NULL)
    {
      /* spin buttons name their own */
      if (!GTK_IS_SPIN_BUTTON (gtk_widget_get_parent (widget)))
        {
          g_assert_nonnull (gtk_widget_get_tooltip_text (widget));
          n++;
        }
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    n += check_names (child);
  return n;
}

static void
test_names (void)
{
  static const char *const titles[WS_N_PANES] = {
    [WS_PANE_TREE] = "Map",
    [WS_PANE_SMS] = "Occupancy",
    [WS_PANE_TIMING] = "Timing",
    [WS_PANE_SCENARIOS] = "Scenarios",
  };
  GtkAccessible *views[] = {
    GTK_ACCESSIBLE (get_table ()), GTK_ACCESSIBLE (window_helper_get (window, "sms")),
    GTK_ACCESSIBLE (ws_calculator_view_get_plot (window_helper_get (window, "calculator")))
  };

  for (int i = 0; i < WS_N_PANES; i++)
    if (titles[i] != NULL)
      gtk_test_accessible_assert_property (
          GTK_WIDGET (ws_panes_get_pane (ws_window_get_panes (window), i)),
          GTK_ACCESSIBLE_PROPERTY_LABEL, titles[i]);
  gtk_test_accessible_assert_property (window_helper_get_child (window, "device_drop"),
                                       GTK_ACCESSIBLE_PROPERTY_LABEL, "Device");
  gtk_test_accessible_assert_property (
      ws_sidebar_get_list (window_helper_get_child (window, "sidebar")),
      GTK_ACCESSIBLE_PROPERTY_LABEL, "Lessons and kernels");
  gtk_test_accessible_assert_role (GTK_WIDGET (get_table ()), GTK_ACCESSIBLE_ROLE_GRID);
  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    {
      g_assert_true (gtk_test_accessible_has_property (views[i], GTK_ACCESSIBLE_PROPERTY_LABEL));
      g_assert_true (
          gtk_test_accessible_has_property (views[i], GTK_ACCESSIBLE_PROPERTY_DESCRIPTION));
    }
  g_assert_cmpuint (check_names (GTK_WIDGET (
                        ws_panes_get_pane (ws_window_get_panes (window), WS_PANE_SCENARIOS))),
                    >=, 2);
  g_assert_cmpuint (
      check_names (GTK_WIDGET (ws_panes_get_pane (ws_window_get_panes (window), WS_PANE_SMS))), >=,
      1);
}

/* Whether the main fields show it. */
static gboolean
shows_device (const char *id)
{
  GtkDropDown *drop = window_helper_get_child (window, "device_drop");
  const WsClientDevice *device = ws_session_find_device (ws_window_get_session (window), id);

  return g_str_equal (gtk_string_object_get_string (gtk_drop_down_get_selected_item (drop)),
                      device->name);
}

/* The scenarios' own choice of a device, and that of the main fields, leave each other alone. */
static void
test_device (void)
{
  WsScenarioView *view =
      ws_scenario_page_get_view (ws_panes_get_scenarios (ws_window_get_panes (window)));
  GtkDropDown *drop = GTK_DROP_DOWN (helper_find (GTK_WIDGET (view), GTK_TYPE_DROP_DOWN, 1));
  const WsScenario *scenario;

  gtk_widget_activate_action (GTK_WIDGET (window), "win.scenarios", NULL);
  helper_iterate (80);
  g_assert_true (ws_scenario_view_show (view, "block-sizes"));
  scenario = ws_scenario_view_get_scenario (view);
  g_assert_cmpstr (scenario->device->id, ==, "vm:k40c");
  g_assert_cmpstr (ws_session_get_device_id (ws_window_get_session (window)), ==, "vm:k40c");
  gtk_widget_activate_action (GTK_WIDGET (window), "win.use-device", "s", "vm:rtx2080ti");
  settle_cells ();
  g_assert_cmpstr (ws_session_get_device_id (ws_window_get_session (window)), ==, "vm:rtx2080ti");
  g_assert_cmpstr (scenario->device->id, ==, "vm:k40c");

  for (guint i = 0; !g_str_equal (scenario->device->id, "vm:h200"); i++)
    gtk_drop_down_set_selected (drop, i);
  g_assert_true (helper_press (GTK_WIDGET (get_table ()), GDK_KEY_Home, 0));
  g_assert_true (helper_press (GTK_WIDGET (get_table ()), GDK_KEY_Return, 0));
  settle_cells ();
  g_assert_cmpstr (ws_playhead_get_run (ws_window_get_playhead (window))->device, ==, "vm:h200");
  g_assert_true (frames_chosen ());
  g_assert_cmpstr (ws_session_get_device_id (ws_window_get_session (window)), ==, "vm:rtx2080ti");
  g_assert_true (shows_device ("vm:rtx2080ti"));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.scenarios", NULL);
  helper_iterate (80);
}

static void
add_tests (void)
{
  g_test_add_func ("/window/scenarios/cells", test_cells);
  g_test_add_func ("/window/scenarios/presents", test_presents);
  g_test_add_func ("/window/scenarios/calculator", test_calculator);
  g_test_add_func ("/window/scenarios/run-launch", test_run_launch);
  g_test_add_func ("/window/scenarios/pictures", test_pictures);
  g_test_add_func ("/window/scenarios/names", test_names);
  g_test_add_func ("/window/scenarios/frame", test_frame);
  g_test_add_func ("/window/scenarios/device", test_device);
}

int
main (int argc, char **argv)
{
  return window_helper_main (&argc, &argv, &window_helper_k40c, &window, add_tests);
}
