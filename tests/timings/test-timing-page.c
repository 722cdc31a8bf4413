/* The page of timings with real workers: an invitation, a ladder, what it is compared with, what is
 * deleted and had back, live samples, a worker that dies. TIMING_PICTURES names a folder for
 * pictures of it. */
#include "hands.h"
#include "helpers.h"
#include "timings/private.h"

#include <adwaita.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>

typedef struct {
  WsTimingPage *page;
  GtkWidget *window;
  WsSession *session;
  GSettings *settings;
  WsClientDevice device;
  WsSweep *removed; /* what was put aside last */
  gboolean stopped;
  char *kernel;     /* what was chosen in a chart last */
  guint64 n_before; /* samples */
} Fixture;

static WsCatalog *catalog;
static char *folder;

static void
removed_cb (WsTimingPage *page, WsSweep *sweep, gboolean stopped, Fixture *fixture)
{
  g_clear_pointer (&fixture->removed, ws_sweep_unref);
  fixture->removed = ws_sweep_ref (sweep);
  fixture->stopped = stopped;
}

static void
kernel_chosen_cb (WsTimingPage *page, const char *id, Fixture *fixture)
{
  g_free (fixture->kernel);
  fixture->kernel = g_strdup (id);
}

static void
set_job (Fixture *fixture, const char *id, guint64 n)
{
  const WsCatalogKernel *kernel = ws_catalog_find (catalog, id, NULL);
  WsPlanParameters parameters;

  ws_plan_parameters_init (&parameters, kernel);
  parameters.n = n;
  ws_timing_page_set_job (fixture->page, kernel, &parameters);
}

static void
open_page (Fixture *fixture, int width, int height)
{
  GtkWidget *page = ws_timing_page_new (fixture->session, fixture->settings, folder);

  fixture->page = WS_TIMING_PAGE (page);
  g_signal_connect (page, "removed", G_CALLBACK (removed_cb), fixture);
  g_signal_connect (page, "kernel-chosen", G_CALLBACK (kernel_chosen_cb), fixture);
  fixture->window = helper_open (page, width, height);
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  GError *error = NULL;

  fixture->session = ws_session_new (catalog, NULL);
  fixture->settings = g_settings_new ("org.warpstage.Warpstage");
  g_settings_reset (fixture->settings, "timing-compare");
  g_settings_reset (fixture->settings, "timing-chart");
  fixture->device = (WsClientDevice){
    .id = (char *)"vm:k40c",
    .name = (char *)"Virtual NVIDIA Tesla K40c",
    .spec_id = (char *)"k40c",
    .state = (char *)"It is ready.",
    .uuid = (char *)"",
    .usable = TRUE,
    .origin = WS_ORIGIN_MODELLED,
    .spec = (WsSpec *)ws_catalog_find_spec (catalog, "k40c", &error),
  };
  g_assert_no_error (error);
  open_page (fixture, 900, 420);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  helper_close (fixture->window);
  g_clear_pointer (&fixture->removed, ws_sweep_unref);
  g_clear_pointer (&fixture->kernel, g_free);
  g_clear_object (&fixture->settings);
  g_clear_object (&fixture->session);
}

static void
give_device (Fixture *fixture)
{
  ws_timing_page_set_device (fixture->page, &fixture->device);
  set_job (fixture, "reduce2", 4096);
}

static void
act (Fixture *fixture, const char *action)
{
  gtk_widget_activate_action (GTK_WIDGET (fixture->page), action, NULL);
}

static void
take_picture (Fixture *fixture, const char *name)
{
  const char *where = g_getenv ("TIMING_PICTURES");
  g_autofree char *path = where != NULL ? g_strdup_printf ("%s/timing-%s.png", where, name) : NULL;

  if (path != NULL)
    helper_write_picture (fixture->window, path);
}

static gboolean
is_idle (gpointer page)
{
  return !ws_timing_page_is_busy (page);
}

static void
settle (Fixture *fixture)
{
  g_assert_true (helper_wait (is_idle, fixture->page));
  helper_iterate (30);
}

static guint
count_kept (Fixture *fixture, WsSweepKind kind)
{
  g_autoptr (GPtrArray) sweeps = ws_sweep_store_list (fixture->page->store, kind);
  guint n = 0;

  for (guint i = 0; i < sweeps->len; i++)
    n += ((WsSweep *)sweeps->pdata[i])->source == NULL;
  return n;
}

static gboolean
shows (Fixture *fixture, const char *name)
{
  return g_strcmp0 (gtk_stack_get_visible_child_name (fixture->page->stack), name) == 0;
}

static void
forget_all (Fixture *fixture)
{
  for (guint kind = 0; kind < WS_N_SWEEPS; kind++)
    {
      g_autoptr (GPtrArray) sweeps = ws_sweep_store_list (fixture->page->store, (WsSweepKind)kind);

      for (guint i = 0; i < sweeps->len; i++)
        if (((WsSweep *)sweeps->pdata[i])->source == NULL)
          ws_sweep_store_remove (fixture->page->store, sweeps->pdata[i]);
    }
}

/* Before anything was run it invites to, and says what would run. */
static void
test_empty (Fixture *fixture, gconstpointer data)
{
  WsTimingPage *page = fixture->page;

  forget_all (fixture);
  g_assert_true (shows (fixture, "empty"));
  g_assert_false (gtk_widget_is_sensitive (GTK_WIDGET (page->empty_button)));
  give_device (fixture);
  helper_iterate (50);
  g_assert_true (gtk_widget_is_sensitive (GTK_WIDGET (page->empty_button)));
  g_assert_cmpstr (gtk_button_get_label (page->empty_button), ==, "Run the ladder");
  g_assert_nonnull (strstr (gtk_label_get_text (page->empty_label), "seven kernels"));
  g_assert_nonnull (strstr (gtk_label_get_text (page->empty_label), "modelled"));
  g_assert_null (ws_timing_page_get_sheet (page));
  g_assert_null (ws_timing_page_get_origin (page));
  take_picture (fixture, "empty");
  for (guint kind = 0; kind < WS_N_TIMINGS; kind++)
    {
      WsTimingKind parsed = WS_N_TIMINGS;

      g_assert_true (ws_timing_kind_parse (ws_timing_kind_get_name ((WsTimingKind)kind), &parsed));
      g_assert_cmpuint (parsed, ==, kind);
      ws_timing_page_set_kind (page, (WsTimingKind)kind);
      helper_iterate (20);
      g_assert_true (shows (fixture, "empty"));
      g_assert_true (gtk_widget_is_sensitive (GTK_WIDGET (page->empty_button)));
      g_assert_cmpuint (strlen (gtk_label_get_text (page->empty_label)), >, 20);
    }
}

/* A kernel's option is chosen in the bar, swept and shown; another kernel's chart is not. */
static void
test_option (Fixture *fixture, gconstpointer data)
{
  WsTimingPage *page = fixture->page;
  GtkWidget *over = helper_find (GTK_WIDGET (page->bar), GTK_TYPE_DROP_DOWN, 1);
  const WsSheet *sheet;

  forget_all (fixture);
  give_device (fixture);
  ws_timing_page_set_kind (page, (WsTimingKind)(WS_TIMING_SWEEPS + WS_SWEEP_OPTION));
  set_job (fixture, "bank_stride", 1024);
  /* one option: nothing to choose */
  g_assert_false (gtk_widget_get_visible (over));
  act (fixture, "timing.run");
  settle (fixture);
  sheet = ws_timing_page_get_sheet (page);
  g_assert_nonnull (sheet);
  g_assert_cmpstr (sheet->main->x.label, ==, "Stride");
  g_assert_cmpuint (count_kept (fixture, WS_SWEEP_OPTION), ==, 1);
  take_picture (fixture, "option");

  set_job (fixture, "convolution_2d", 49);
  g_assert_null (ws_timing_page_get_sheet (page));
  g_assert_true (gtk_widget_get_visible (over));
  g_assert_cmpstr (ws_timing_bar_get_over (page->bar), ==, "height");
  gtk_drop_down_set_selected (GTK_DROP_DOWN (over), 1);
  g_assert_cmpstr (ws_timing_bar_get_over (page->bar), ==, "mask_width");
  act (fixture, "timing.run");
  settle (fixture);
  sheet = ws_timing_page_get_sheet (page);
  g_assert_nonnull (sheet);
  g_assert_true (g_str_has_prefix (sheet->subtitle, "Mask"));
  /* and back: each has its own */
  set_job (fixture, "bank_stride", 1024);
  g_assert_false (gtk_widget_get_visible (over));
  g_assert_cmpstr (ws_timing_page_get_sheet (page)->main->x.label, ==, "Stride");
  ws_timing_page_set_kind (page, (WsTimingKind)(WS_TIMING_SWEEPS + WS_SWEEP_LADDER));
  forget_all (fixture);
}

/* One button of the bar, or the invitation, is the obvious one; every control has a name. */
static void
test_names (Fixture *fixture, gconstpointer data)
{
  GtkWidget *button;

  give_device (fixture);
  gtk_test_accessible_assert_role (GTK_WIDGET (fixture->page), GTK_ACCESSIBLE_ROLE_GROUP);
  gtk_test_accessible_assert_property (GTK_WIDGET (fixture->page), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                       "Timing");
  gtk_test_accessible_assert_property (GTK_WIDGET (fixture->page->bar),
                                       GTK_ACCESSIBLE_PROPERTY_LABEL, "What is timed");
  for (guint i = 0; (button = helper_find (fixture->window, GTK_TYPE_BUTTON, i)) != NULL; i++)
    g_assert_true (
        gtk_button_get_label (GTK_BUTTON (button)) != NULL
        || gtk_widget_get_tooltip_text (button) != NULL
        || gtk_test_accessible_has_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL)
        || gtk_button_get_child (GTK_BUTTON (button)) != NULL);
}

/* A small ladder runs, is shown, is kept, and is there at the next start. */
static void
test_ladder (Fixture *fixture, gconstpointer data)
{
  WsTimingPage *page = fixture->page;
  g_autofree char *fidelity = NULL;
  WsSheet *sheet;

  forget_all (fixture);
  g_assert_null (ws_timing_page_dup_fidelity (page)); /* of no chart */
  give_device (fixture);
  act (fixture, "timing.run-fields");
  g_assert_true (ws_timing_page_is_busy (page));
  act (fixture, "timing.run-fields"); /* one at a time */
  settle (fixture);
  g_assert_cmpuint (count_kept (fixture, WS_SWEEP_LADDER), ==, 1);
  g_assert_true (shows (fixture, "chart"));
  g_assert_cmpstr (ws_timing_page_get_origin (page), ==, "modelled");
  fidelity = ws_timing_page_dup_fidelity (page);
  g_assert_nonnull (strstr (fidelity, "published for an NVIDIA Tesla K40c"));
  sheet = ws_timing_page_get_sheet (page);
  g_assert_nonnull (sheet);
  g_assert_cmpstr (sheet->name, ==, "ladder");
  g_assert_nonnull (strstr (sheet->subtitle, "4"));
  take_picture (fixture, "ladder");

  helper_close (fixture->window);
  open_page (fixture, 600, 300);
  g_assert_true (shows (fixture, "chart"));
  g_assert_nonnull (ws_timing_page_get_sheet (fixture->page));
  take_picture (fixture, "ladder-600");
}

/* What is given up is not kept, unless that is asked for. */
static void
test_stop (Fixture *fixture, gconstpointer data)
{
  WsTimingPage *page = fixture->page;
  guint before;

  give_device (fixture);
  before = count_kept (fixture, WS_SWEEP_LADDER);
  act (fixture, "timing.run");
  for (guint i = 0; i < 6000 && page->sweep != NULL && ws_sweep_get_n_done (page->sweep) == 0; i++)
    helper_iterate (5);
  g_assert_nonnull (page->sweep);
  take_picture (fixture, "progress");
  act (fixture, "timing.stop");
  settle (fixture);
  g_assert_true (fixture->stopped);
  g_assert_nonnull (fixture->removed);
  g_assert_cmpuint (ws_sweep_get_n_done (fixture->removed), <, 7);
  g_assert_cmpuint (count_kept (fixture, WS_SWEEP_LADDER), ==, before);
  ws_timing_page_restore (page, fixture->removed->id);
  g_assert_cmpuint (count_kept (fixture, WS_SWEEP_LADDER), ==, before + 1);
  ws_timing_page_restore (page, fixture->removed->id); /* once */
  g_assert_cmpuint (count_kept (fixture, WS_SWEEP_LADDER), ==, before + 1);
}

static gboolean
is_chosen (Fixture *fixture, const char *id)
{
  g_auto (GStrv) chosen = g_settings_get_strv (fixture->settings, "timing-compare");

  return g_strv_contains ((const char *const *)chosen, id);
}

/* Tab comes to the row above the chart, then to the chart. */
static void
check_tab (Fixture *fixture)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (fixture->page));
  GtkWidget *focus;

  gtk_root_set_focus (root, NULL);
  g_assert_true (gtk_widget_child_focus (GTK_WIDGET (fixture->page), GTK_DIR_TAB_FORWARD));
  focus = gtk_root_get_focus (root);
  g_assert_true (gtk_widget_is_ancestor (focus, GTK_WIDGET (fixture->page->bar)));
  for (guint i = 0; i < 20 && gtk_root_get_focus (root) != fixture->page->view; i++)
    g_assert_true (gtk_widget_child_focus (GTK_WIDGET (fixture->page), GTK_DIR_TAB_FORWARD));
  g_assert_true (gtk_root_get_focus (root) == fixture->page->view);
}

static void
count_cb (guint *n)
{
  (*n)++;
}

/* Who zoomed by mistake reads how to get out. */
static void
check_zoom (WsTimingPage *page)
{
  WsSheetView *view = WS_SHEET_VIEW (page->view);
  int width = gtk_widget_get_width (page->view);
  int height = gtk_widget_get_height (page->view);
  guint n_changes = 0;
  gulong handler = g_signal_connect_swapped (page, "changed", G_CALLBACK (count_cb), &n_changes);
  g_autofree char *zoomed = NULL;
  g_autofree char *whole = NULL;

  ws_sheet_view_zoom (view, width * 0.4, height * 0.3, 2);
  g_assert_true (ws_sheet_view_is_zoomed (view));
  g_assert_cmpuint (n_changes, ==, 1);
  zoomed = ws_timing_page_dup_subtitle (page);
  g_assert_true (g_str_has_prefix (zoomed, "zoomed: 0 shows all"));
  ws_sheet_view_show_all (view);
  whole = ws_timing_page_dup_subtitle (page);
  g_assert_null (strstr (whole, "zoomed"));
  g_assert_cmpuint (n_changes, ==, 2);
  g_signal_handler_disconnect (page, handler);
}

/* With each point of a sweep the page is made anew, but not the rows: one may have the keyboard. */
static void
check_rows_stay (WsTimingPage *page)
{
  GtkWidget *check = helper_find (GTK_WIDGET (page->list), GTK_TYPE_CHECK_BUTTON, 0);

  g_assert_nonnull (check);
  ws_timing_page_update (page);
  g_assert_true (helper_find (GTK_WIDGET (page->list), GTK_TYPE_CHECK_BUTTON, 0) == check);
  g_assert_true (gtk_check_button_get_active (GTK_CHECK_BUTTON (check)));
}

/* Two sweeps on the same axes; one is deleted, and had back. */
static void
test_compare (Fixture *fixture, gconstpointer data)
{
  WsTimingPage *page = fixture->page;
  g_autoptr (GPtrArray) shown = NULL;
  g_autofree char *id = NULL;
  WsSweep *first;

  forget_all (fixture);
  give_device (fixture);
  act (fixture, "timing.run-fields");
  settle (fixture);
  helper_iterate (1100); /* sweeps are in the order of their seconds */
  set_job (fixture, "reduce2", 8192);
  act (fixture, "timing.run-fields");
  settle (fixture);
  g_assert_cmpuint (count_kept (fixture, WS_SWEEP_LADDER), ==, 2);
  shown = ws_timing_page_list_shown (page);
  g_assert_cmpuint (ws_sweep_get_point (shown->pdata[0], 0)->n, ==, 8192);
  g_assert_cmpuint (shown->len, ==, 2); /* the published one */
  {
    g_autoptr (GPtrArray) all = ws_sweep_store_list (page->store, WS_SWEEP_LADDER);

    first = all->pdata[1];
    id = g_strdup (first->id);
    g_signal_emit_by_name (page->list, "chosen", first, TRUE);
  }
  g_clear_pointer (&shown, g_ptr_array_unref);
  shown = ws_timing_page_list_shown (page);
  g_assert_cmpuint (shown->len, ==, 3);
  g_assert_true (shown->pdata[1] == first);
  take_picture (fixture, "compare");
  check_rows_stay (page);
  check_tab (fixture);
  check_zoom (page);

  /* the latest is deleted: the one before is shown in its place, and it is no longer compared with
   * itself */
  g_signal_emit_by_name (page->list, "remove", shown->pdata[0]);
  g_assert_false (fixture->stopped);
  g_assert_cmpuint (count_kept (fixture, WS_SWEEP_LADDER), ==, 1);
  g_clear_pointer (&shown, g_ptr_array_unref);
  shown = ws_timing_page_list_shown (page);
  g_assert_true (shown->pdata[0] == first);
  g_assert_cmpuint (shown->len, ==, 2);
  ws_timing_page_restore (page, fixture->removed->id);
  g_assert_cmpuint (count_kept (fixture, WS_SWEEP_LADDER), ==, 2);

  /* the choice is remembered */
  helper_close (fixture->window);
  open_page (fixture, 900, 420);
  ws_timing_page_set_device (fixture->page, &fixture->device);
  g_clear_pointer (&shown, g_ptr_array_unref);
  shown = ws_timing_page_list_shown (fixture->page);
  g_assert_cmpuint (shown->len, ==, 3);

  /* and forgotten with what was chosen */
  g_assert_true (is_chosen (fixture, id));
  g_assert_cmpstr (((WsSweep *)shown->pdata[1])->id, ==, id);
  g_signal_emit_by_name (fixture->page->list, "remove", shown->pdata[1]);
  helper_close (fixture->window);
  open_page (fixture, 900, 420);
  g_assert_false (is_chosen (fixture, id));
  g_assert_true (is_chosen (fixture, "g80-ladder"));
}

/* In one layout the sentence below the chart is there or not, and the chart has the rest. */
static void
test_caption (Fixture *fixture, gconstpointer data)
{
  GtkWidget *page = GTK_WIDGET (fixture->page);
  GtkWidget *caption = GTK_WIDGET (fixture->page->caption);

  give_device (fixture);
  act (fixture, "timing.run-fields");
  settle (fixture);
  gtk_widget_allocate (page, 900, 420, -1, NULL);
  g_assert_true (gtk_widget_get_child_visible (caption));
  g_assert_cmpint (gtk_widget_get_height (caption), >, 0);
  g_assert_cmpint (gtk_widget_get_height (fixture->page->content) + gtk_widget_get_height (caption),
                   <=, 420);
  gtk_widget_allocate (page, 900, 300, -1, NULL);
  g_assert_false (gtk_widget_get_child_visible (caption));
  g_assert_cmpint (gtk_widget_get_height (fixture->page->content), ==, 300);
}

static gboolean
says_both (gpointer page)
{
  g_autofree char *subtitle = ws_timing_page_dup_subtitle (page);

  return g_str_has_prefix (subtitle, "4 shows both");
}

/* A chart of one kernel says which, where the window does not show its title. */
static void
check_names_kernel (WsTimingPage *page)
{
  g_autofree char *subtitle = ws_timing_page_dup_subtitle (page);

  g_assert_true (g_str_has_prefix (subtitle, "7 several elements per thread  ·  "));
}

/* Where a second heat map has no room, it is said how to see it. */
static void
test_heat_maps (Fixture *fixture, gconstpointer data)
{
  helper_close (fixture->window);
  open_page (fixture, 300, 170);
  give_device (fixture);
  ws_timing_page_set_kind (fixture->page, (WsTimingKind)(WS_TIMING_SWEEPS + WS_SWEEP_HEATMAP));
  act (fixture, "timing.run-fields");
  settle (fixture);
  g_assert_true (helper_wait (says_both, fixture->page));
  g_assert_false (ws_sheet_view_has_side (WS_SHEET_VIEW (fixture->page->view)));

  helper_close (fixture->window);
  open_page (fixture, 1300, 700);
  ws_timing_page_set_device (fixture->page, &fixture->device);
  ws_timing_page_set_kind (fixture->page, (WsTimingKind)(WS_TIMING_SWEEPS + WS_SWEEP_HEATMAP));
  helper_iterate (100);
  g_assert_true (ws_sheet_view_has_side (WS_SHEET_VIEW (fixture->page->view)));
  g_assert_false (says_both (fixture->page));
  check_names_kernel (fixture->page);
}

/* The first mouse button, in the middle of a widget. */
static void
click (GtkWidget *widget)
{
  int x;
  int y;

  g_assert_true (gtk_widget_get_mapped (widget));
  g_assert_true (hands_find (widget, gtk_widget_get_width (widget) / 2.,
                             gtk_widget_get_height (widget) / 2., &x, &y));
  hands_move (x, y);
  helper_iterate (60);
  hands_button (1, TRUE);
  hands_button (1, FALSE);
  helper_iterate (150);
}

/* A button of the bar, by what it says. */
static GtkWidget *
find_button (WsTimingPage *page, const char *label)
{
  GtkWidget *found = helper_find_label (GTK_WIDGET (page), label);

  while (found != NULL && !GTK_IS_BUTTON (found))
    found = gtk_widget_get_parent (found);
  return found;
}

static const char *
get_stop_label (WsTimingPage *page)
{
  GtkWidget *content = helper_find (GTK_WIDGET (page->bar), ADW_TYPE_BUTTON_CONTENT, 0);

  return adw_button_content_get_label (ADW_BUTTON_CONTENT (content));
}

static gboolean
has_a_point (gpointer page)
{
  WsSweep *sweep = ((WsTimingPage *)page)->sweep;

  return sweep != NULL && ws_sweep_get_n_done (sweep) > 0;
}

/* Another chart is chosen while one is timed: that goes on, the bar says how far it is and can stop
 * it, nothing else is begun, and what was timed so far is there when its chart is shown again. */
static void
test_goes_on (Fixture *fixture, gconstpointer data)
{
  WsTimingPage *page;
  WsSweep *sweep;

  forget_all (fixture);
  helper_close (fixture->window);
  open_page (fixture, 1600, 420);
  page = fixture->page;
  give_device (fixture);
  hands_focus (GTK_NATIVE (fixture->window));
  ws_timing_page_set_kind (page, WS_TIMING_SWEEPS + WS_SWEEP_SCALING);
  helper_iterate (100);
  click (GTK_WIDGET (page->empty_button));
  g_assert_true (helper_wait (has_a_point, page));
  sweep = page->sweep;
  g_assert_true (g_str_has_prefix (get_stop_label (page), "Stop, "));

  click (find_button (page, "Heat map"));
  g_assert_true (page->sweep == sweep);
  g_assert_true (g_str_has_prefix (get_stop_label (page), "Scaling: "));
  g_assert_nonnull (strstr (get_stop_label (page), " of 63"));
  g_assert_true (shows (fixture, "empty"));
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (page->empty_spinner)));
  g_assert_nonnull (strstr (gtk_label_get_text (page->empty_label), "Scaling"));
  g_assert_false (gtk_widget_is_sensitive (GTK_WIDGET (page->empty_button)));
  take_picture (fixture, "goes-on");
  click (find_button (page, "Live"));
  g_assert_true (page->sweep == sweep);
  g_assert_true (g_str_has_prefix (get_stop_label (page), "Scaling: "));

  click (find_button (page, "Scaling"));
  g_assert_true (page->sweep == sweep);
  g_assert_true (shows (fixture, "chart"));
  g_assert_true (page->shown->pdata[0] == sweep);
  g_assert_true (g_str_has_prefix (get_stop_label (page), "Stop, "));

  /* from another chart, too */
  click (find_button (page, "Heat map"));
  click (find_button (page, get_stop_label (page)));
  g_assert_null (page->sweep);
  g_assert_true (fixture->removed == sweep && fixture->stopped);
  g_assert_true (gtk_widget_is_sensitive (GTK_WIDGET (page->empty_button)));
}

/* A chart of one kernel is of the chosen one; where that cannot be swept so, the heading has the
 * name of the one that is. */
static void
test_of_kernel (Fixture *fixture, gconstpointer data)
{
  WsTimingPage *page = fixture->page;
  g_autofree char *heading = NULL;

  forget_all (fixture);
  give_device (fixture);
  ws_timing_page_set_kind (page, WS_TIMING_SWEEPS + WS_SWEEP_HEATMAP);
  set_job (fixture, "reduce8", 4096);
  act (fixture, "timing.run-fields");
  settle (fixture);
  g_assert_cmpstr (ws_sweep_get_point (page->shown->pdata[0], 0)->kernel, ==, "reduce8");
  heading = ws_timing_page_dup_subtitle (page);
  g_assert_true (g_str_has_prefix (heading, "8 "));

  /* one without a stride: the chart's own kernel */
  set_job (fixture, "reduce2", 4096);
  g_assert_true (shows (fixture, "empty"));
  g_assert_nonnull (strstr (gtk_label_get_text (page->empty_label), "kernel 7"));
  act (fixture, "timing.run-fields");
  settle (fixture);
  g_assert_cmpstr (ws_sweep_get_point (page->shown->pdata[0], 0)->kernel, ==, "reduce7");
  check_names_kernel (page);
  set_job (fixture, "reduce8", 4096);
  g_assert_cmpstr (ws_sweep_get_point (page->shown->pdata[0], 0)->kernel, ==, "reduce8");

  ws_timing_page_set_kind (page, WS_TIMING_SWEEPS + WS_SWEEP_BLOCK_SIZE);
  set_job (fixture, "reduce2", 4096);
  act (fixture, "timing.run-fields");
  settle (fixture);
  g_assert_cmpstr (ws_sweep_get_point (page->shown->pdata[0], 0)->kernel, ==, "reduce2");
  set_job (fixture, "reduce1", 4096);
  g_assert_true (shows (fixture, "empty"));
  forget_all (fixture);
}

/* ---- what else wants the device ---- */

/* Something that is running until it is given up. */
typedef struct {
  GTask *task;
  GCancellable *cancellable;
} Other;

static void
other_cancelled_cb (GCancellable *cancellable, GTask *task)
{
  g_task_return_boolean (task, TRUE);
}

static void
ask_other (WsClient *client, GCancellable *cancellable, GAsyncReadyCallback callback,
           gpointer callback_data, gpointer data)
{
  Other *other = data;

  other->task = g_task_new (client, NULL, callback, callback_data);
  g_signal_connect (cancellable, "cancelled", G_CALLBACK (other_cancelled_cb), other->task);
}

static void
other_done_cb (GObject *client, GAsyncResult *result, gpointer data)
{
  Other *other = data;

  g_clear_object (&other->task);
}

static void
occupy (Fixture *fixture, Other *other)
{
  const WsRequest request = { .device = fixture->device.id,
                              .priority = WS_PRIORITY_RECORD,
                              .ask = ask_other,
                              .done = other_done_cb,
                              .user_data = other };

  *other = (Other){ .cancellable = g_cancellable_new () };
  ws_queue_add (ws_session_get_queue (fixture->session), &request, other->cancellable);
}

static gboolean
has_begun (gpointer other)
{
  return ((Other *)other)->task != NULL;
}

static void
set_free (Other *other)
{
  g_cancellable_cancel (other->cancellable);
  g_clear_object (&other->cancellable);
}

static guint
count_waiting (Fixture *fixture)
{
  return ws_queue_get_n_waiting (ws_session_get_queue (fixture->session), fixture->device.id);
}

/* While the device records, what is begun waits. */
static void
test_waits (Fixture *fixture, gconstpointer data)
{
  WsTimingPage *page = fixture->page;
  guint before;
  Other other;

  give_device (fixture);
  before = count_kept (fixture, WS_SWEEP_LADDER);
  occupy (fixture, &other);
  act (fixture, "timing.run-fields");
  g_assert_true (ws_timing_page_is_busy (page));
  helper_iterate (100);
  g_assert_true (ws_timing_is_waiting (page->sweep));
  act (fixture, "timing.stop");
  g_assert_false (ws_timing_page_is_busy (page));
  act (fixture, "timing.run-fields");
  g_assert_cmpuint (count_waiting (fixture), ==, 1);
  set_free (&other);
  settle (fixture);
  g_assert_cmpuint (count_kept (fixture, WS_SWEEP_LADDER), ==, before + 1);
}

static gboolean
has_samples (gpointer data)
{
  WsTimingPage *page = data;

  return page->live != NULL && ws_live_get_n_total (page->live) > 3;
}

static gboolean
has_more (gpointer data)
{
  Fixture *fixture = data;

  return ws_live_get_n_total (fixture->page->live) > fixture->n_before;
}

/* Start, pause, go on, clear; another kernel goes on where the one before ended. */
static void
test_live (Fixture *fixture, gconstpointer data)
{
  WsTimingPage *page = fixture->page;
  WsLive *live;
  Other other;
  guint64 n;

  fixture->device.origin = WS_ORIGIN_MEASURED; /* else one sample would be all */
  give_device (fixture);
  ws_timing_page_set_kind (page, WS_TIMING_LIVE);
  g_assert_true (shows (fixture, "empty"));
  act (fixture, "timing.live");
  g_assert_true (helper_wait (has_samples, page));
  helper_iterate (50);
  g_assert_true (ws_timing_page_is_busy (page));
  g_assert_true (shows (fixture, "chart"));
  g_assert_cmpstr (ws_timing_page_get_origin (page), ==, "modelled");
  take_picture (fixture, "live");
  act (fixture, "timing.live");
  settle (fixture);
  n = ws_live_get_n_total (page->live);
  helper_iterate (100);
  g_assert_cmpuint (ws_live_get_n_total (page->live), ==, n);

  live = page->live;
  act (fixture, "timing.live");
  fixture->n_before = n;
  g_assert_true (helper_wait (has_more, fixture));
  g_assert_true (page->live == live);

  set_job (fixture, "reduce3", 4096);
  g_assert_true (helper_wait (has_samples, page));
  helper_iterate (100);
  g_assert_cmpstr (page->live->kernel, ==, "reduce3");
  g_assert_nonnull (page->live->before);
  g_assert_cmpuint (ws_timing_page_get_sheet (page)->main->series->len, ==, 2);
  g_assert_cmpfloat (ws_timing_page_get_sheet (page)->main->y.from, ==, 0);
  take_picture (fixture, "live-step");
  /* a recording comes between */
  occupy (fixture, &other);
  g_assert_true (helper_wait (has_begun, &other));
  n = ws_live_get_n_total (page->live);
  helper_iterate (100);
  g_assert_cmpuint (ws_live_get_n_total (page->live), ==, n);
  g_assert_cmpuint (count_waiting (fixture), ==, 1);
  set_free (&other);
  fixture->n_before = n;
  g_assert_true (helper_wait (has_more, fixture));
  g_assert_true (ws_timing_page_is_busy (page));
  act (fixture, "timing.live");
  settle (fixture);
  act (fixture, "timing.clear");
  g_assert_cmpuint (ws_live_get_n_total (page->live), ==, 0);
  g_assert_true (shows (fixture, "empty"));
}

/* A virtual GPU takes one sample, says that nothing varies, and offers what does: its buttons open
 * that chart, and time it where it is not there yet. */
static void
test_alike (Fixture *fixture, gconstpointer data)
{
  WsTimingPage *page;
  WsSweep *sweep;

  forget_all (fixture);
  helper_close (fixture->window);
  open_page (fixture, 1600, 420);
  page = fixture->page;
  give_device (fixture);
  hands_focus (GTK_NATIVE (fixture->window));
  ws_timing_page_set_kind (page, WS_TIMING_LIVE);
  helper_iterate (100);
  g_assert_false (gtk_widget_get_visible (page->instead));
  click (GTK_WIDGET (page->empty_button));
  settle (fixture);
  helper_iterate (300);
  g_assert_cmpuint (ws_live_get_n_total (page->live), ==, 1);
  g_assert_true (g_str_has_prefix (ws_timing_page_get_finding (page), "Kernel 2 took "));
  g_assert_true (gtk_widget_get_mapped (helper_find_label (
      page->instead, "A virtual GPU takes the same time in every run: nothing varies.")));
  g_assert_false (page->live_wanted);
  act (fixture, "timing.live"); /* it has no more to say */
  settle (fixture);
  g_assert_cmpuint (ws_live_get_n_total (page->live), ==, 1);
  g_assert_false (gtk_widget_get_mapped (find_button (page, "Sweep the Option")));
  take_picture (fixture, "alike");

  click (find_button (page, "Sweep the Block Size"));
  g_assert_cmpuint (ws_timing_bar_get_kind (page->bar), ==, WS_TIMING_SWEEPS + WS_SWEEP_BLOCK_SIZE);
  settle (fixture);
  g_assert_cmpuint (count_kept (fixture, WS_SWEEP_BLOCK_SIZE), ==, 1);
  sweep = page->shown->pdata[0];
  g_assert_cmpstr (ws_sweep_get_point (sweep, 0)->kernel, ==, "reduce2");
  g_assert_false (gtk_widget_get_visible (page->instead));
  click (find_button (page, "Live"));
  click (find_button (page, "Sweep the Block Size"));
  g_assert_null (page->sweep); /* it is there */
  g_assert_true (page->shown->pdata[0] == sweep);
  click (find_button (page, "Live"));
  click (find_button (page, "Sweep n"));
  g_assert_nonnull (page->sweep);
  g_assert_cmpuint (page->sweep->kind, ==, WS_SWEEP_SCALING);
  act (fixture, "timing.stop");

  /* another kernel has another time, and another thing that varies */
  ws_timing_page_set_kind (page, WS_TIMING_LIVE);
  set_job (fixture, "bank_stride", 1024);
  act (fixture, "timing.live");
  settle (fixture);
  g_assert_cmpuint (ws_live_get_n_total (page->live), ==, 1);
  g_assert_cmpstr (page->live->kernel, ==, "bank_stride");
  g_assert_true (gtk_widget_get_mapped (find_button (page, "Sweep the Option")));
  g_assert_false (gtk_widget_get_mapped (find_button (page, "Sweep n")));
  forget_all (fixture);
}

static gboolean
is_not_wanted (gpointer data)
{
  return !((WsTimingPage *)data)->live_wanted;
}

/* What fails is not begun again. */
static void
test_live_failure (Fixture *fixture, gconstpointer data)
{
  WsTimingPage *page = fixture->page;
  guint n_turns = 0;

  g_signal_connect_swapped (page->live_runner, "notify::running", G_CALLBACK (count_cb), &n_turns);
  give_device (fixture);
  set_job (fixture, "reduce2", 0);
  ws_timing_page_set_kind (page, WS_TIMING_LIVE);
  act (fixture, "timing.live");
  g_assert_true (helper_wait (is_not_wanted, page));
  settle (fixture);
  g_assert_cmpuint (n_turns, ==, 2); /* begun, and ended */
  g_signal_handlers_disconnect_by_data (page->live_runner, &n_turns);
  g_assert_true (gtk_revealer_get_reveal_child (page->problem_revealer));
}

static gboolean
has_begun_sweep (gpointer data)
{
  WsTimingPage *page = data;

  return page->sweep != NULL && !ws_timing_is_waiting (page->sweep);
}

static gboolean
has_point (gpointer data)
{
  WsTimingPage *page = data;

  return page->sweep != NULL && ws_sweep_get_n_done (page->sweep) > 0;
}

/* On a device that measures a live timing makes room for a sweep, and goes on after it. */
static void
test_live_makes_room (Fixture *fixture, gconstpointer data)
{
  WsTimingPage *page = fixture->page;

  fixture->device.origin = WS_ORIGIN_MEASURED;
  give_device (fixture);
  ws_timing_page_set_kind (page, WS_TIMING_LIVE);
  act (fixture, "timing.live");
  g_assert_true (helper_wait (has_samples, page));
  ws_timing_page_set_kind (page, WS_TIMING_SWEEPS + WS_SWEEP_LADDER);
  act (fixture, "timing.run-fields");
  g_assert_nonnull (page->sweep);
  g_assert_true (helper_wait (has_begun_sweep, page));
  fixture->n_before = ws_live_get_n_total (page->live);
  g_assert_true (helper_wait (has_point, page));
  g_assert_cmpuint (ws_live_get_n_total (page->live), ==, fixture->n_before);
  g_assert_cmpuint (count_waiting (fixture), >=, 1);
  act (fixture, "timing.stop");
  g_assert_null (page->sweep);
  g_assert_true (helper_wait (has_more, fixture));
  act (fixture, "timing.live");
  settle (fixture);
}

/* ---- many samples ---- */

typedef struct {
  Fixture *fixture;
  guint n_turns;
  guint n_frames;
  guint n_sheets;
  WsSheet *sheet; /* the last one seen: a place, not looked into */
  GArray *update_ms;
} Stream;

/* A turn of the main loop in which some samples came. */
static gboolean
stream_cb (gpointer data)
{
  Stream *stream = data;
  WsTimingPage *page = stream->fixture->page;
  guint64 durations[32];

  for (guint i = 0; i < G_N_ELEMENTS (durations); i++)
    durations[i] = 52000 + (guint64)g_test_rand_int_range (0, 1500)
                   + (g_test_rand_int_range (0, 100) == 0 ? 9000 : 0);
  ws_live_append (page->live, durations, G_N_ELEMENTS (durations));
  g_signal_emit_by_name (page->live_runner, "samples", page->live);
  stream->n_turns++;
  return G_SOURCE_CONTINUE;
}

static gboolean
frame_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  ((Stream *)data)->n_frames++;
  return G_SOURCE_CONTINUE;
}

static void
sheet_cb (WsTimingPage *page, Stream *stream)
{
  double ms = ws_timing_page_get_last_update_ms (page);

  stream->n_sheets++;
  g_array_append_val (stream->update_ms, ms);
}

static int
compare_doubles (gconstpointer a, gconstpointer b)
{
  double x = *(const double *)a;
  double y = *(const double *)b;

  return (x > y) - (x < y);
}

static gboolean
has_streamed (gpointer data)
{
  const Stream *stream = data;

  return stream->n_turns > 20 && stream->n_sheets > 2;
}

/* Samples come faster than frames: one chart a frame at most, and none where it is not seen. */
static void
test_stream (Fixture *fixture, gconstpointer data)
{
  WsTimingPage *page = fixture->page;
  Stream stream = { .fixture = fixture };
  guint source;
  guint tick;

  give_device (fixture);
  helper_close (fixture->window);
  open_page (fixture, 1920, 1080);
  page = fixture->page;
  give_device (fixture);
  ws_timing_page_set_kind (page, WS_TIMING_LIVE);
  page->live = ws_live_new ("reduce7", "Kernel 7: several elements per thread");
  page->live->n = 1 << 22;
  page->live->block = 128;
  page->live->n_bytes = 4 << 22;
  page->live->origin = WS_ORIGIN_MEASURED;
  page->live->device_name = g_strdup ("NVIDIA H200");
  page->live->peak_bytes_per_s = 4800ull * 1000 * 1000 * 1000;
  stream.update_ms = g_array_new (FALSE, FALSE, sizeof (double));
  g_signal_connect (page, "changed", G_CALLBACK (sheet_cb), &stream);
  tick = gtk_widget_add_tick_callback (GTK_WIDGET (page), frame_cb, &stream, NULL);
  source = g_timeout_add (2, stream_cb, &stream);
  helper_iterate (1500);
  /* a slow machine has longer */
  g_assert_true (helper_wait (has_streamed, &stream));
  /* the first takes the place of the invitation, which is more than one change */
  g_assert_cmpuint (stream.n_sheets, <=, stream.n_frames + 3);
  g_array_sort (stream.update_ms, compare_doubles);
  g_test_message ("%" G_GUINT64_FORMAT " samples, %u frames, %u charts: making one takes "
                  "%.2f ms (median) to %.2f ms, drawing it %.2f ms",
                  ws_live_get_n_total (page->live), stream.n_frames, stream.n_sheets,
                  g_array_index (stream.update_ms, double, stream.update_ms->len / 2),
                  g_array_index (stream.update_ms, double, stream.update_ms->len - 1),
                  ws_drawing_get_last_draw_ms (WS_DRAWING (page->view)));
  take_picture (fixture, "stream");

  gtk_widget_set_visible (GTK_WIDGET (page), FALSE);
  helper_iterate (50);
  stream.n_sheets = 0;
  helper_iterate (200);
  g_assert_cmpuint (stream.n_sheets, ==, 0);

  /* no more than a glance a second where nothing is to move */
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);
  gtk_widget_set_visible (GTK_WIDGET (page), TRUE);
  helper_iterate (50);
  stream.n_sheets = 0;
  helper_iterate (600);
  g_assert_cmpuint (stream.n_sheets, <=, 2);
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", TRUE, NULL);
  g_source_remove (source);
  gtk_widget_remove_tick_callback (GTK_WIDGET (page), tick);
  g_signal_handlers_disconnect_by_data (page, &stream);
  g_array_unref (stream.update_ms);
}

/* Processes that this one started, and that still run: the workers. */
static guint
kill_workers (void)
{
  g_autoptr (GDir) dir = g_dir_open ("/proc", 0, NULL);
  const char *name;
  guint n = 0;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_strdup_printf ("/proc/%s/stat", name);
      g_autofree char *stat = NULL;
      const char *rest;
      int parent = 0;
      char state = 0;

      if (!g_ascii_isdigit (*name) || !g_file_get_contents (path, &stat, NULL, NULL)
          || (rest = strrchr (stat, ')')) == NULL || sscanf (rest, ") %c %d", &state, &parent) != 2
          || parent != getpid () || strstr (stat, "warpstage-worke") == NULL)
        continue;
      kill ((pid_t)atoi (name), SIGKILL);
      n++;
    }
  return n;
}

/* The worker is killed: a sentence in the page, nothing of it is kept, and the next sweep runs. */
static void
test_dead_worker (Fixture *fixture, gconstpointer data)
{
  WsTimingPage *page = fixture->page;
  guint before;
  guint killed = 0;

  give_device (fixture);
  before = count_kept (fixture, WS_SWEEP_LADDER);
  act (fixture, "timing.run");
  for (guint i = 0; i < 500 && killed == 0; i++)
    {
      helper_iterate (20);
      killed = kill_workers ();
    }
  g_assert_cmpuint (killed, >, 0);
  settle (fixture);
  g_assert_true (gtk_revealer_get_reveal_child (page->problem_revealer));
  g_assert_cmpuint (strlen (gtk_label_get_text (page->problem)), >, 20);
  g_assert_cmpuint (count_kept (fixture, WS_SWEEP_LADDER), ==, before);
  take_picture (fixture, "problem");
  act (fixture, "timing.run-fields");
  g_assert_false (gtk_revealer_get_reveal_child (page->problem_revealer));
  settle (fixture);
  g_assert_cmpuint (count_kept (fixture, WS_SWEEP_LADDER), ==, before + 1);
}

static void
add (const char *path, void (*test) (Fixture *, gconstpointer))
{
  g_test_add (path, Fixture, NULL, set_up, test, tear_down);
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  int status;

  g_test_init (&argc, &argv, NULL);
  if (!helper_init_gtk () || !hands_init ())
    return 77;
  adw_init ();
  catalog = ws_catalog_new (NULL, &error);
  g_assert_no_error (error);
  folder = g_dir_make_tmp ("warpstage-timing-XXXXXX", &error);
  g_assert_no_error (error);
  add ("/timing-page/empty", test_empty);
  add ("/timing-page/option", test_option);
  add ("/timing-page/names", test_names);
  add ("/timing-page/ladder", test_ladder);
  add ("/timing-page/stop", test_stop);
  add ("/timing-page/compare", test_compare);
  add ("/timing-page/caption", test_caption);
  add ("/timing-page/heat-maps", test_heat_maps);
  add ("/timing-page/goes-on", test_goes_on);
  add ("/timing-page/of-kernel", test_of_kernel);
  add ("/timing-page/waits", test_waits);
  add ("/timing-page/live", test_live);
  add ("/timing-page/alike", test_alike);
  add ("/timing-page/live-failure", test_live_failure);
  add ("/timing-page/live-makes-room", test_live_makes_room);
  add ("/timing-page/stream", test_stream);
  add ("/timing-page/dead-worker", test_dead_worker);
  status = g_test_run ();
  g_clear_pointer (&catalog, ws_catalog_unref);
  {
    g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
    const char *name;

    while ((name = g_dir_read_name (dir)) != NULL)
      {
        g_autofree char *path = g_build_filename (folder, name, NULL);

        g_unlink (path);
      }
    g_rmdir (folder);
  }
  g_free (folder);
  return status;
}
