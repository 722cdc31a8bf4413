/* The calculator's view: keys, drags, fields and undo, and that its parts follow each other.
 * WS_PICTURES=FOLDER writes what the window shows. */
#include "helpers.h"
#include "views/calculator-fields.h"
#include "views/calculator-view.h"

#include <adwaita.h>

static const WsOccupancyLaunch run_launch = {
  .threads = 256, .registers = 37, .static_shared_bytes = 12288, .carve_out = -1, .barriers = 1
};

typedef struct {
  GtkWidget *window;
  WsCalculatorView *view;
  WsCalculatorState *state;
  GtkWidget *plot;
  guint changes;
} Fixture;

static void
changed_cb (Fixture *fixture)
{
  fixture->changes++;
}

static void
fixture_set_up (Fixture *fixture, gconstpointer data)
{
  fixture->view = g_object_new (WS_TYPE_CALCULATOR_VIEW, NULL);
  fixture->state = ws_calculator_view_get_state (fixture->view);
  fixture->plot = GTK_WIDGET (ws_calculator_view_get_plot (fixture->view));
  ws_calculator_view_set_launch (fixture->view, 8, 0, &run_launch, "from ptxas for sm_80");
  fixture->window = helper_open (GTK_WIDGET (fixture->view), 1280, 800);
  gtk_widget_grab_focus (fixture->plot);
  g_signal_connect_swapped (fixture->view, "changed", G_CALLBACK (changed_cb), fixture);
}

static void
fixture_tear_down (Fixture *fixture, gconstpointer data)
{
  helper_close (fixture->window);
}

static const WsOccupancyLaunch *
get_launch (Fixture *fixture)
{
  return ws_calculator_state_get_launch (fixture->state);
}

/* What a key does is an action: activated from where the focus is. */
static void
act (Fixture *fixture, const char *action)
{
  g_assert_true (gtk_widget_activate_action (fixture->plot, action, NULL));
}

static void
act_by (Fixture *fixture, const char *action, int by)
{
  g_assert_true (gtk_widget_activate_action (fixture->plot, action, "i", by));
}

static void
write_picture (Fixture *fixture, const char *name)
{
  const char *folder = g_getenv ("WS_PICTURES");
  g_autofree char *path = NULL;

  if (folder == NULL)
    return;
  helper_iterate (200);
  path = g_strdup_printf ("%s/%s.png", folder, name);
  helper_write_picture (fixture->window, path);
}

static void
test_keys (Fixture *fixture, gconstpointer data)
{
  act_by (fixture, "plot.move", 1);
  g_assert_cmpuint (get_launch (fixture)->threads, ==, 288);
  gtk_test_accessible_assert_property (fixture->plot, GTK_ACCESSIBLE_PROPERTY_VALUE_NOW, 288.);
  gtk_test_accessible_assert_property (fixture->plot, GTK_ACCESSIBLE_PROPERTY_VALUE_MAX, 1024.);
  act_by (fixture, "plot.move", -2);
  g_assert_cmpuint (get_launch (fixture)->threads, ==, 160);
  act_by (fixture, "plot.end", 1);
  g_assert_cmpuint (get_launch (fixture)->threads, ==, 1024);
  act_by (fixture, "plot.move", 1);
  g_assert_cmpuint (get_launch (fixture)->threads, ==, 1024);

  /* Tab goes on to the registers; they are typed in from then on */
  g_assert_true (gtk_widget_child_focus (fixture->plot, GTK_DIR_TAB_FORWARD));
  g_assert_cmpstr (ws_calculator_state_get_registers_from (fixture->state), ==,
                   "from ptxas for sm_80");
  act_by (fixture, "plot.move", -1);
  g_assert_cmpuint (get_launch (fixture)->registers, ==, 36);
  gtk_test_accessible_assert_property (fixture->plot, GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT,
                                       "36 registers per thread");
  g_assert_cmpstr (ws_calculator_state_get_registers_from (fixture->state), ==, "typed in");

  act_by (fixture, "plot.chart", 1);
  act_by (fixture, "plot.move", 1);
  g_assert_cmpuint (get_launch (fixture)->static_shared_bytes, ==, 12544);
  g_assert_cmpuint (get_launch (fixture)->registers, ==, 36);
  /* behind the last chart Tab leaves */
  g_assert_false (gtk_widget_child_focus (fixture->plot, GTK_DIR_TAB_FORWARD)
                  && gtk_widget_is_focus (fixture->plot));
}

static void
test_time_machine (Fixture *fixture, gconstpointer data)
{
  const WsCalculator *calculator;

  act (fixture, "calculator.newer");
  calculator = ws_calculator_state_get_calculator (fixture->state);
  g_assert_cmpuint (calculator->sides[0].limits->cc_minor, ==, 6);
  g_assert_cmpstr (calculator->change, ==,
                   "8.0 → 8.6: warps per SM 64 → 48, blocks 32 → 16; occupancy 75 % → 100 %; now "
                   "limited by warps and registers");
  write_picture (fixture, "calculator-time-machine");
  for (guint i = 0; i < 100; i++)
    act (fixture, "calculator.older");
  calculator = ws_calculator_state_get_calculator (fixture->state);
  g_assert_cmpuint (calculator->sides[0].limits->cc_major, ==, 1);
  g_assert_cmpuint (calculator->sides[0].limits->cc_minor, ==, 0);
  /* the launch is what it was */
  g_assert_cmpuint (get_launch (fixture)->threads, ==, 256);
  g_assert_cmpuint (get_launch (fixture)->registers, ==, 37);
  for (guint i = 0; i < 100; i++)
    act (fixture, "calculator.newer");
  calculator = ws_calculator_state_get_calculator (fixture->state);
  g_assert_cmpuint (calculator->sides[0].limits->cc_major, ==, 12);
}

static void
test_undo (Fixture *fixture, gconstpointer data)
{
  for (guint i = 0; i < 5; i++)
    act_by (fixture, "plot.move", 1);
  act (fixture, "calculator.newer");
  act (fixture, "calculator.compare");
  g_assert_cmpuint (ws_calculator_state_get_calculator (fixture->state)->n_sides, ==, 2);
  act (fixture, "calculator.undo");
  g_assert_cmpuint (ws_calculator_state_get_calculator (fixture->state)->n_sides, ==, 1);
  act (fixture, "calculator.undo");
  g_assert_cmpuint (ws_calculator_state_get_limits (fixture->state)->cc_minor, ==, 0);
  for (guint i = 0; i < 5; i++)
    act (fixture, "calculator.undo");
  g_assert_cmpuint (get_launch (fixture)->threads, ==, 256);
  act (fixture, "calculator.redo");
  g_assert_cmpuint (get_launch (fixture)->threads, ==, 288);
  /* a new change forgets what was undone */
  act_by (fixture, "plot.move", -1);
  act (fixture, "calculator.redo");
  g_assert_cmpuint (get_launch (fixture)->threads, ==, 256);
  /* back to before the run's launch, and no further */
  for (guint i = 0; i < 20; i++)
    act (fixture, "calculator.undo");
  g_assert_cmpuint (get_launch (fixture)->registers, ==, 32);
  g_assert_false (ws_calculator_state_can_undo (fixture->state));
}

static void
test_compare (Fixture *fixture, gconstpointer data)
{
  const WsCalculator *calculator;

  act (fixture, "calculator.compare");
  act_by (fixture, "plot.move", -2);
  calculator = ws_calculator_state_get_calculator (fixture->state);
  g_assert_cmpuint (calculator->n_sides, ==, 2);
  g_assert_cmpuint (calculator->sides[0].launch.threads, ==, 128);
  g_assert_cmpuint (calculator->sides[1].launch.threads, ==, 256);
  g_assert_nonnull (strstr (calculator->difference, "threads 128 → 256"));
  write_picture (fixture, "calculator-compare");
  act (fixture, "calculator.compare");
  g_assert_cmpuint (ws_calculator_state_get_calculator (fixture->state)->n_sides, ==, 1);
}

static void
test_from_run (Fixture *fixture, gconstpointer data)
{
  g_assert_false (ws_calculator_state_can_return (fixture->state));
  act_by (fixture, "plot.move", 2);
  act (fixture, "calculator.newer");
  g_assert_true (ws_calculator_state_can_return (fixture->state));
  act (fixture, "calculator.from-run");
  g_assert_cmpuint (get_launch (fixture)->threads, ==, 256);
  g_assert_cmpuint (ws_calculator_state_get_limits (fixture->state)->cc_minor, ==, 0);
  g_assert_false (ws_calculator_state_can_return (fixture->state));
  /* a capability that is not known shows nothing new */
  ws_calculator_view_set_launch (fixture->view, 99, 9, &run_launch, NULL);
  g_assert_false (ws_calculator_state_can_return (fixture->state));
  g_assert_cmpuint (get_launch (fixture)->threads, ==, 256);
}

/* A drag ends where the pointer does, and is undone as one. */
static void
test_drag (Fixture *fixture, gconstpointer data)
{
  WsCalculatorPlot *plot = ws_calculator_view_get_plot (fixture->view);
  const WsTheme *theme = ws_theme_get (WS_THEME_LIGHT);
  double width = gtk_widget_get_width (fixture->plot);
  double height = gtk_widget_get_height (fixture->plot);
  WsCalculatorOptions options;

  ws_calculator_plot_get_options (plot, &options);
  for (guint chart = 0; chart < WS_CALCULATOR_N_CHARTS; chart++)
    {
      static const guint wanted[] = { 640, 120, 40960 };
      WsOccupancyLaunch there = run_launch;
      g_autoptr (WsCalculator) goal = NULL;
      WsCalculatorCase asked = { .limits = ws_occupancy_limits_find (8, 0) };
      double x;
      double y;
      double to_x;
      double to_y;

      ws_calculator_set_value (&there, chart, wanted[chart]);
      asked.launch = there;
      goal = ws_calculator_new (&asked, NULL, NULL);
      g_assert_true (ws_calculator_locate (ws_calculator_state_get_calculator (fixture->state),
                                           &options, &(WsArea){ theme, width, height }, chart, &x,
                                           &y));
      g_assert_true (ws_calculator_locate (goal, &options, &(WsArea){ theme, width, height }, chart,
                                           &to_x, &to_y));
      ws_calculator_plot_drag (plot, x, y, to_x, to_y);
      g_assert_cmpuint (ws_calculator_get_value (get_launch (fixture), chart), <=,
                        wanted[chart] + 1024 * (chart == WS_CALCULATOR_SHARED));
      g_assert_cmpuint (ws_calculator_get_value (get_launch (fixture), chart) + 1024, >,
                        wanted[chart]);
      if (chart != WS_CALCULATOR_SHARED)
        g_assert_cmpuint (ws_calculator_get_value (get_launch (fixture), chart), ==, wanted[chart]);
      act (fixture, "calculator.undo");
      g_assert_cmpuint (ws_calculator_get_value (get_launch (fixture), chart), ==,
                        ws_calculator_get_value (&run_launch, chart));
    }
}

/* A drag that comes back to where it began leaves nothing to undo. */
static void
test_drag_back (Fixture *fixture, gconstpointer data)
{
  WsCalculatorPlot *plot = ws_calculator_view_get_plot (fixture->view);
  WsCalculatorOptions options;
  double x;
  double y;

  act_by (fixture, "plot.move", 1);
  ws_calculator_plot_get_options (plot, &options);
  g_assert_true (ws_calculator_locate (
      ws_calculator_state_get_calculator (fixture->state), &options,
      &(WsArea){ ws_theme_get (WS_THEME_LIGHT), gtk_widget_get_width (fixture->plot),
                 gtk_widget_get_height (fixture->plot) },
      WS_CALCULATOR_THREADS, &x, &y));
  ws_calculator_plot_drag (plot, x + 150, y, x, y);
  g_assert_cmpuint (get_launch (fixture)->threads, ==, 288);
  act (fixture, "calculator.undo");
  g_assert_cmpuint (get_launch (fixture)->threads, ==, 256);
}

static GtkWidget *
find (GtkWidget *widget, GType type, guint *index)
{
  if (G_TYPE_CHECK_INSTANCE_TYPE (widget, type) && (*index)-- == 0)
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find (child, type, index);

      if (found != NULL)
        return found;
    }
  return NULL;
}

/* Fields follow the picture, and the picture the fields. */
static void
test_fields (Fixture *fixture, gconstpointer data)
{
  static const double shown[] = { 256, 37, 12288, 0, -1, 1 };
  guint first = 0;
  GtkWidget *drop = find (GTK_WIDGET (fixture->view), GTK_TYPE_DROP_DOWN, &first);

  for (guint i = 0; i < G_N_ELEMENTS (shown); i++)
    {
      guint index = i;
      GtkWidget *spin = find (GTK_WIDGET (fixture->view), GTK_TYPE_SPIN_BUTTON, &index);

      g_assert_nonnull (spin);
      g_assert_cmpfloat (gtk_spin_button_get_value (GTK_SPIN_BUTTON (spin)), ==, shown[i]);
      if (shown[i] == -1)
        g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (spin)), ==, "auto");
      gtk_spin_button_set_value (GTK_SPIN_BUTTON (spin), shown[i] + 1);
    }
  g_assert_cmpuint (get_launch (fixture)->threads, ==, 257);
  g_assert_cmpuint (get_launch (fixture)->registers, ==, 38);
  g_assert_cmpuint (get_launch (fixture)->static_shared_bytes, ==, 12289);
  g_assert_cmpuint (get_launch (fixture)->dynamic_shared_bytes, ==, 1);
  g_assert_cmpint (get_launch (fixture)->carve_out, ==, 0);
  g_assert_cmpuint (get_launch (fixture)->barriers, ==, 2);
  g_assert_nonnull (drop);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (drop), 0);
  g_assert_cmpuint (ws_calculator_state_get_limits (fixture->state)->cc_major, ==, 1);
  act (fixture, "calculator.newer");
  g_assert_cmpuint (gtk_drop_down_get_selected (GTK_DROP_DOWN (drop)), ==, 1);
}

static void
type_registers (GtkWidget *spin, const char *text)
{
  gtk_editable_set_text (GTK_EDITABLE (spin), text);
  gtk_spin_button_update (GTK_SPIN_BUTTON (spin));
}

/* What no thread can have is not taken, and a sentence names the limit until something changes. */
static void
test_refused (Fixture *fixture, gconstpointer data)
{
  guint registers = 1;
  guint first = 0;
  GtkWidget *spin = find (GTK_WIDGET (fixture->view), GTK_TYPE_SPIN_BUTTON, &registers);
  GtkWidget *revealer = find (GTK_WIDGET (fixture->view), GTK_TYPE_REVEALER, &first);
  GtkWidget *problem = gtk_revealer_get_child (GTK_REVEALER (revealer));

  g_assert_false (gtk_revealer_get_reveal_child (GTK_REVEALER (revealer)));
  type_registers (spin, "300");
  g_assert_cmpuint (get_launch (fixture)->registers, ==, 37);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (spin)), ==, "37");
  g_assert_true (gtk_revealer_get_reveal_child (GTK_REVEALER (revealer)));
  g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (problem)), ==,
                   "A thread of compute capability 8.0 can have at most 255 registers, not 300.");
  write_picture (fixture, "refused");
  type_registers (spin, "255");
  g_assert_cmpuint (get_launch (fixture)->registers, ==, 255);
  g_assert_false (gtk_revealer_get_reveal_child (GTK_REVEALER (revealer)));

  /* fewer than the field's own limit, and what stands there already may stay */
  ws_calculator_state_set_limits (fixture->state, ws_occupancy_limits_find (2, 0), 0);
  type_registers (spin, "255");
  g_assert_false (gtk_revealer_get_reveal_child (GTK_REVEALER (revealer)));
  type_registers (spin, "64");
  g_assert_cmpuint (get_launch (fixture)->registers, ==, 255);
  g_assert_true (gtk_revealer_get_reveal_child (GTK_REVEALER (revealer)));
  type_registers (spin, "63");
  g_assert_cmpuint (get_launch (fixture)->registers, ==, 63);
}

static void
test_equal_set (Fixture *fixture, gconstpointer data)
{
  guint before = fixture->changes;

  ws_calculator_state_set_launch (fixture->state, get_launch (fixture), 0);
  ws_calculator_state_set_limits (fixture->state, ws_calculator_state_get_limits (fixture->state),
                                  0);
  ws_calculator_state_return_to_run (fixture->state);
  ws_calculator_view_set_theme (fixture->view, WS_THEME_LIGHT);
  g_assert_cmpuint (fixture->changes, ==, before);
  act_by (fixture, "plot.move", 1);
  g_assert_cmpuint (fixture->changes, ==, before + 1);
}

/* In every theme it draws, and says what it shows. */
static void
test_looks (Fixture *fixture, gconstpointer data)
{
  static const char described[] =
      "8.0 Ampere: 256 threads per block, 37 registers (from ptxas for sm_80), 12\u202f288 bytes "
      "of shared memory: 75 % theoretical occupancy, 6 blocks and 48 of 64 warps on an SM, limited "
      "by registers. 5 fewer registers give 8 blocks.";
  static const char *const names[] = { "calculator-light", "calculator-dark",
                                       "calculator-projector" };
  g_autofree char *subtitle = ws_calculator_view_dup_subtitle (fixture->view);

  g_assert_cmpstr (subtitle, ==, "compute capability 8.0 (Ampere)");
  for (guint theme = 0; theme < WS_N_THEMES; theme++)
    {
      ws_calculator_view_set_theme (fixture->view, theme);
      helper_iterate (60);
      g_assert_cmpfloat (
          ws_drawing_get_last_draw_ms (WS_DRAWING (ws_calculator_view_get_plot (fixture->view))), >,
          0);
      write_picture (fixture, names[theme]);
    }
  g_assert_cmpint (gtk_accessible_get_accessible_role (GTK_ACCESSIBLE (fixture->plot)), ==,
                   GTK_ACCESSIBLE_ROLE_SLIDER);
  gtk_test_accessible_assert_property (fixture->plot, GTK_ACCESSIBLE_PROPERTY_LABEL,
                                       "Occupancy calculator");
  /* in a variable: the macro makes a format of what it is given */
  gtk_test_accessible_assert_property (fixture->plot, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                       described);
}

static void
gone_cb (gpointer data, GObject *where)
{
  *(gboolean *)data = TRUE;
}

static void
test_lifetime (gconstpointer data)
{
  GType type = *(const GType *)data;
  gboolean gone = FALSE;
  GObject *object = g_object_new (type, NULL);

  if (g_object_is_floating (object))
    g_object_ref_sink (object);
  g_object_weak_ref (object, gone_cb, &gone);
  g_object_unref (object);
  g_assert_true (gone);
}

int
main (int argc, char **argv)
{
  static GType types[4];

  g_test_init (&argc, &argv, NULL);
  if (!helper_init_gtk ())
    return 77;
  adw_init ();
  types[0] = WS_TYPE_CALCULATOR_STATE;
  types[1] = WS_TYPE_CALCULATOR_PLOT;
  types[2] = WS_TYPE_CALCULATOR_FIELDS;
  types[3] = WS_TYPE_CALCULATOR_VIEW;
  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    {
      g_autofree char *path = g_strdup_printf ("/calculator/lifetime/%s", g_type_name (types[i]));

      g_test_add_data_func (path, &types[i], test_lifetime);
    }
#define ADD(name, function) \
  g_test_add ("/calculator/" name, Fixture, NULL, fixture_set_up, function, fixture_tear_down)
  ADD ("keys", test_keys);
  ADD ("time-machine", test_time_machine);
  ADD ("undo", test_undo);
  ADD ("compare", test_compare);
  ADD ("from-run", test_from_run);
  ADD ("drag", test_drag);
  ADD ("drag-back", test_drag_back);
  ADD ("fields", test_fields);
  ADD ("refused", test_refused);
  ADD ("equal-set", test_equal_set);
  ADD ("looks", test_looks);
  return g_test_run ();
}
