/* From the program's start to a ladder in a file, as a new user would: the program itself, driven
 * by the pointer and the keys of the display. TIMING_PICTURES names a folder for pictures of the
 * way. */
#include "window/application.h"
#include "dialog/export-dialog.h"
#include "hands.h"
#include "helpers.h"
#include "timings/private.h"
#include "views/tree-view.h"
#include "window/actions.h"
#include "scratch.h"
#include "window-helpers.h"

#include <glib/gstdio.h>
#include <string.h>

#define MAX_CLICKS 5

static WsWindow *window;
static char *home;
static guint n_clicks;

/* ---- pointer and keys ---- */

static gboolean
is_there (gpointer data)
{
  GtkWidget *widget = data;

  return gtk_widget_get_mapped (widget) && gtk_widget_get_width (widget) > 0;
}

/* The first mouse button, in the middle of a widget. */
static void
click (GtkWidget *widget)
{
  int x;
  int y;
  int was_x = -1;
  int was_y = -1;
  guint n_same = 0;

  g_assert_true (helper_wait (is_there, widget));
  /* no user clicks on what still moves: a plan of fewer launches takes fewer rows */
  while (n_same < 4)
    {
      helper_iterate (100);
      g_assert_true (hands_find (widget, gtk_widget_get_width (widget) / 2.,
                                 gtk_widget_get_height (widget) / 2., &x, &y));
      n_same = x == was_x && y == was_y ? n_same + 1 : 0;
      was_x = x;
      was_y = y;
    }
  hands_move (x, y);
  helper_iterate (60);
  hands_button (1, TRUE);
  hands_button (1, FALSE);
  helper_iterate (150);
  n_clicks++;
}

static void
press (guint keyval, GdkModifierType modifiers)
{
  hands_key (keyval, modifiers);
  helper_iterate (200);
}

static void
take_picture (const char *name)
{
  const char *where = g_getenv ("TIMING_PICTURES");
  g_autofree char *path = where != NULL ? g_strdup_printf ("%s/clicks-%s.png", where, name) : NULL;

  if (path != NULL)
    helper_write_picture (GTK_WIDGET (window), path);
}

/* ---- what is waited for ---- */

static gboolean
is_ready (gpointer data)
{
  return ws_session_get_device (ws_window_get_session (window)) != NULL
         && ws_session_get_state (ws_window_get_session (window)) == WS_SESSION_RESTS
         && gtk_widget_is_sensitive (
             GTK_WIDGET (ws_panes_get_timing (ws_window_get_panes (window))->empty_button));
}

static gboolean
is_finished (gpointer data)
{
  return !ws_timing_page_is_busy (ws_panes_get_timing (ws_window_get_panes (window)))
         && ws_timing_page_get_sheet (ws_panes_get_timing (ws_window_get_panes (window))) != NULL;
}

static gboolean
has_dialog (gpointer data)
{
  return helper_find_window (WS_TYPE_EXPORT_DIALOG) != NULL;
}

static gboolean
has_no_dialog (gpointer data)
{
  return helper_find_window (WS_TYPE_EXPORT_DIALOG) == NULL;
}

/* (nullable): the only file in the folder of pictures */
static char *
find_picture (void)
{
  g_autofree char *folder = g_build_filename (home, "Pictures", NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name = dir != NULL ? g_dir_read_name (dir) : NULL;

  return name != NULL ? g_build_filename (folder, name, NULL) : NULL;
}

static void
check_picture (void)
{
  g_autofree char *path = find_picture ();
  g_autoptr (GdkTexture) texture = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_nonnull (path);
  g_assert_true (g_str_has_suffix (path, ".png"));
  g_assert_nonnull (strstr (path, "ladder"));
  texture = gdk_texture_new_from_filename (path, &error);
  g_assert_no_error (error);
  g_assert_cmpint (gdk_texture_get_width (texture), >=, 640);
  g_assert_cmpint (gdk_texture_get_height (texture), >=, 360);
  g_unlink (path);
}

/* ---- the ways ---- */

/* A label of the menu of the pane of timings, which is open. */
static GtkWidget *
find_menu_item (const char *text)
{
  GtkWidget *item = helper_find_label (
      GTK_WIDGET (ws_panes_get_pane (ws_window_get_panes (window), WS_PANE_TIMING)), text);

  g_assert_nonnull (item);
  return item;
}

/* ---- the tree's size ---- */

typedef struct {
  const char *size;
  guint block;
} Tree;

static gboolean
has_tree (gpointer data)
{
  const Tree *tree = data;
  g_autofree char *size = ws_actions_dup_choice (window, "tree-size");
  const WsScene *scene = ws_playhead_get_scene (ws_window_get_playhead (window));

  return scene != NULL && g_str_equal (size, tree->size)
         && ws_launch_get_n_threads (&scene->run->launches[scene->launch]) == tree->block;
}

static void
wait_for_tree (const char *size, guint block)
{
  Tree tree = { size, block };

  if (!helper_wait (has_tree, &tree))
    {
      g_autofree char *shown = ws_actions_dup_choice (window, "tree-size");
      WsRun *run = ws_playhead_get_run (ws_window_get_playhead (window));

      g_error ("the tree is that of the %s, of %u launches, and not of the %s, of %u threads",
               shown, run != NULL ? (guint)run->n_launches : 0, size, block);
    }
}

/* A block of the plan, where it is drawn. */
static void
click_block (guint launch, guint block)
{
  GtkWidget *tree = GTK_WIDGET (gtk_widget_get_template_child (
      GTK_WIDGET (ws_window_get_panes (window)), WS_TYPE_PANES, "tree"));
  double width = gtk_widget_get_width (tree);
  double height = gtk_widget_get_height (tree);
  const WsScene *scene = ws_playhead_get_scene (ws_window_get_playhead (window));
  const WsTheme *theme = ws_theme_get (ws_drawing_get_theme (WS_DRAWING (tree)));
  const WsMoment moment = { .hover_x = -1, .hover_y = -1 };
  WsTreeOptions options;
  int x;
  int y;

  ws_tree_view_get_options (WS_TREE_VIEW (tree), &options);
  for (double down = 0; down < height; down += 4)
    for (double right = 0; right < width; right += 4)
      {
        WsTreeHit hit;

        if (!ws_flow_pick (&(WsFrame){ scene, &moment, theme, width, height }, &options, right,
                           down, &hit)
            || hit.launch != launch || hit.block != block || hit.n_folded > 0)
          continue;
        g_assert_true (hands_find (tree, right + 2, down + 2, &x, &y));
        hands_move (x, y);
        helper_iterate (100);
        hands_button (1, TRUE);
        hands_button (1, FALSE);
        helper_iterate (600);
        return;
      }
  g_error ("block %u of launch %u is not in view", block, launch);
}

static gboolean
has_launches (gpointer n)
{
  WsRun *run = ws_playhead_get_run (ws_window_get_playhead (window));

  return run != NULL && run->n_launches == GPOINTER_TO_UINT (n)
         && ws_playhead_get_scene (ws_window_get_playhead (window)) != NULL;
}

/* Where there are several launches, the plan is one more size, and a click on a block goes there.
 */
static void
check_plan (GtkWidget *sizes)
{
  GtkWidget *plan = helper_find (sizes, GTK_TYPE_TOGGLE_BUTTON, 4);
  WsPlanParameters parameters;
  guint64 n;

  g_assert_false (gtk_widget_get_visible (plan));
  g_assert_true (
      ws_fields_get_parameters (window_helper_get_child (window, "fields"), &parameters, NULL));
  n = parameters.n;
  parameters.n = 65536;
  ws_fields_set_parameters (window_helper_get_child (window, "fields"), &parameters);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
  g_assert_true (helper_wait (has_launches, GUINT_TO_POINTER (3)));
  g_assert_true (gtk_widget_get_visible (plan));
  click (plan);
  wait_for_tree ("plan", 128);
  click_block (2, 0);
  g_assert_cmpuint (ws_playhead_get_launch (ws_window_get_playhead (window)), ==, 2);
  wait_for_tree ("plan", 128);
  click_block (1, 3);
  g_assert_cmpuint (ws_playhead_get_launch (ws_window_get_playhead (window)), ==, 1);
  g_assert_cmpuint (ws_playhead_get_block (ws_window_get_playhead (window)), ==, 3);
  parameters.n = n;
  ws_fields_set_parameters (window_helper_get_child (window, "fields"), &parameters);
  press (GDK_KEY_t, 0);
  wait_for_tree ("slide", 128);
}

/* Of the block that is there, and not of another: the run stays the same. */
static void
check_zoom (WsRun *run, const char *size)
{
  wait_for_tree (size, 128);
  helper_iterate (300);
  g_assert_true (ws_playhead_get_run (ws_window_get_playhead (window)) == run);
}

/* Who comes for the first time sees the slide's tree; one key goes on to the next zoom, and one
 * click to any. */
static void
test_tree_sizes (void)
{
  GtkWidget *sizes = GTK_WIDGET (gtk_widget_get_template_child (
      GTK_WIDGET (ws_window_get_panes (window)), WS_TYPE_PANES, "tree_sizes"));

  WsFields *fields = window_helper_get_child (window, "fields");
  WsPlanParameters parameters;
  WsRun *run;

  wait_for_tree ("block", 16);
  g_assert_true (ws_fields_get_parameters (fields, &parameters, NULL));
  parameters.block = 128;
  ws_fields_set_parameters (fields, &parameters);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
  wait_for_tree ("block", 128);
  run = ws_playhead_get_run (ws_window_get_playhead (window));
  hands_focus (GTK_NATIVE (window));
  helper_iterate (200);
  press (GDK_KEY_t, 0);
  check_zoom (run, "full");
  press (GDK_KEY_t, 0);
  check_zoom (run, "slide");
  press (GDK_KEY_t, 0);
  check_zoom (run, "warp");
  press (GDK_KEY_t, 0);
  check_zoom (run, "block");
  for (guint i = 0; i < 4; i++)
    {
      static const Tree trees[] = {
        { "slide", 128 }, { "warp", 128 }, { "block", 128 }, { "full", 128 }
      };

      click (helper_find (sizes, GTK_TYPE_TOGGLE_BUTTON, i));
      wait_for_tree (trees[i].size, trees[i].block);
      g_assert_true (gtk_toggle_button_get_active (
          GTK_TOGGLE_BUTTON (helper_find (sizes, GTK_TYPE_TOGGLE_BUTTON, i))));
    }
  /* a part of the block is none of the sizes */
  g_assert_true (gtk_widget_grab_focus (GTK_WIDGET (gtk_widget_get_template_child (
      GTK_WIDGET (ws_window_get_panes (window)), WS_TYPE_PANES, "tree"))));
  press (GDK_KEY_bracketright, 0);
  wait_for_tree ("", 128);
  press (GDK_KEY_0, GDK_CONTROL_MASK);
  wait_for_tree ("block", 128);
  check_plan (sizes);
}

static void
test_pointer (void)
{
  WsPane *pane = ws_panes_get_pane (ws_window_get_panes (window), WS_PANE_TIMING);
  gint64 began;

  g_assert_true (helper_wait (is_ready, NULL));
  take_picture ("0-start");
  n_clicks = 0;
  began = g_get_monotonic_time ();
  click (ws_ribbon_get_card (ws_panes_get_ribbon (ws_window_get_panes (window)), WS_PANE_TIMING));
  click (GTK_WIDGET (ws_panes_get_timing (ws_window_get_panes (window))->empty_button));
  g_assert_true (ws_timing_page_is_busy (ws_panes_get_timing (ws_window_get_panes (window))));
  take_picture ("1-running");
  /* with sanitizers it takes its minutes */
  for (guint i = 0; i < 5 && !helper_wait (is_finished, NULL); i++)
    ;
  g_assert_true (is_finished (NULL));
  g_test_message ("from the click to the ladder: %.1f s",
                  (double)(g_get_monotonic_time () - began) / G_USEC_PER_SEC);
  helper_iterate (200);
  take_picture ("2-finished");
  for (guint i = 0;; i++)
    {
      GtkWidget *button = helper_find (GTK_WIDGET (pane), GTK_TYPE_MENU_BUTTON, i);

      g_assert_nonnull (button);
      if (g_strcmp0 (gtk_menu_button_get_icon_name (GTK_MENU_BUTTON (button)), "view-more-symbolic")
          == 0)
        {
          click (button);
          break;
        }
    }
  click (find_menu_item ("Export"));
  g_assert_true (helper_wait (has_dialog, NULL));
  helper_iterate (300);
  click (gtk_window_get_default_widget (GTK_WINDOW (helper_find_window (WS_TYPE_EXPORT_DIALOG))));
  g_assert_true (helper_wait (has_no_dialog, NULL));
  check_picture ();
  take_picture ("3-exported");
  g_assert_cmpuint (n_clicks, <=, MAX_CLICKS);
}

/* What the chart has found is told in one place: above it where it has the stage or fills the
 * window, else below it. */
static void
check_finding (gboolean is_large)
{
  WsTimingPage *page = ws_panes_get_timing (ws_window_get_panes (window));
  GtkWidget *caption = gtk_widget_get_first_child (window_helper_get_child (window, "caption"));
  const char *finding = ws_timing_page_get_finding (page);

  g_assert_nonnull (finding);
  g_assert_cmpint (g_str_equal (gtk_label_get_text (GTK_LABEL (caption)), finding), ==, is_large);
  g_assert_cmpint (gtk_widget_get_visible (GTK_WIDGET (page->caption)), ==, !is_large);
}

/* The same without a pointer: the chart, which has the stage, fills the window, Ctrl+E, Enter. */
static void
test_keys (void)
{
  hands_focus (GTK_NATIVE (window));
  helper_iterate (200);
  press (GDK_KEY_4, 0);
  g_assert_cmpint (ws_panes_get_filled (ws_window_get_panes (window)), ==, WS_PANE_TIMING);
  helper_iterate (200);
  check_finding (TRUE);
  take_picture ("4-filled");
  press (GDK_KEY_e, GDK_CONTROL_MASK);
  g_assert_true (helper_wait (has_dialog, NULL));
  hands_focus (GTK_NATIVE (helper_find_window (WS_TYPE_EXPORT_DIALOG)));
  helper_iterate (300);
  press (GDK_KEY_Return, 0);
  g_assert_true (helper_wait (has_no_dialog, NULL));
  check_picture ();
  helper_iterate (300);
  hands_focus (GTK_NATIVE (window));
  helper_iterate (300);
  press (GDK_KEY_Escape, 0);
  g_assert_cmpint (ws_panes_get_filled (ws_window_get_panes (window)), ==, -1);
  check_finding (TRUE);
  press (GDK_KEY_1, 0);
  check_finding (FALSE);
}

static gboolean
shows_run (gpointer data)
{
  return ws_playhead_get_run (ws_window_get_playhead (data)) != NULL;
}

static gboolean
is_gone (gpointer data)
{
  return *(WsWindow **)data == NULL;
}

/* A field says what was typed into it when it loses the keyboard, and so when its window goes:
 * nothing is run for that. */
static void
test_closed_while_typing (void)
{
  const WsWindowOptions options = { .stage = -1, .paused = TRUE, .kernel = (char *)"reduce1" };
  WsWindow *second =
      ws_window_new (ADW_APPLICATION (gtk_window_get_application (GTK_WINDOW (window))), &options);
  GtkWidget *block;

  g_object_add_weak_pointer (G_OBJECT (second), (gpointer *)&second);
  gtk_window_present (GTK_WINDOW (second));
  g_assert_true (helper_wait (shows_run, second));
  hands_focus (GTK_NATIVE (second));
  helper_iterate (200);
  block = helper_find (window_helper_get_child (second, "fields"), GTK_TYPE_SPIN_BUTTON, 0);
  g_assert_null (ws_run_find_block (ws_playhead_get_run (ws_window_get_playhead (second)), 0, 1));
  press (GDK_KEY_e, 0);
  g_assert_true (gtk_widget_grab_focus (block));
  press (GDK_KEY_a, GDK_CONTROL_MASK);
  press (GDK_KEY_1, 0);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (block)), ==, "1");
  press (GDK_KEY_w, GDK_CONTROL_MASK);
  g_assert_true (helper_wait (is_gone, &second));
  hands_focus (GTK_NATIVE (window));
}

/* (nullable): the window of GTK's own that has the keyboard's text */
static GtkWindow *
find_foreign (void)
{
  GListModel *toplevels = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (toplevels); i++)
    {
      g_autoptr (GtkWindow) toplevel = g_list_model_get_item (toplevels, i);

      if (!WS_IS_WINDOW (toplevel) && gtk_widget_get_mapped (GTK_WIDGET (toplevel)))
        return toplevel;
    }
  return NULL;
}

static gboolean
has_foreign (gpointer data)
{
  return find_foreign () != NULL;
}

static gboolean
has_no_foreign (gpointer data)
{
  return find_foreign () == NULL;
}

/* What the clipboard holds goes into the entry that @key opens in the window that @open opens. */
static void
check_pasted (guint open, GdkModifierType modifiers, guint key, guint most)
{
  GtkWidget *focus;

  press (open, modifiers);
  g_assert_true (helper_wait (has_foreign, NULL));
  hands_focus (GTK_NATIVE (find_foreign ()));
  helper_iterate (500);
  press (key, 0);
  helper_iterate (300);
  focus = gtk_window_get_focus (find_foreign ());
  g_assert_true (GTK_IS_TEXT (focus));
  press (GDK_KEY_v, GDK_CONTROL_MASK);
  g_assert_cmpuint (g_utf8_strlen (gtk_editable_get_text (GTK_EDITABLE (focus)), -1), ==, most);
  while (has_foreign (NULL))
    press (GDK_KEY_Escape, 0);
  g_assert_true (helper_wait (has_no_foreign, NULL));
  hands_focus (GTK_NATIVE (window));
  helper_iterate (200);
}

/* GTK needs a second for each step of the cursor in a megabyte, and there may be one on the
 * clipboard. */
static void
test_pasted_into_gtk (void)
{
  g_autofree char *line = g_strnfill (1 << 20, 'x');

  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (window)), line);
  check_pasted (GDK_KEY_question, GDK_CONTROL_MASK | GDK_SHIFT_MASK, GDK_KEY_s, 1024);
  check_pasted (GDK_KEY_o, GDK_CONTROL_MASK, GDK_KEY_slash, 1024);
  check_pasted (GDK_KEY_s, GDK_CONTROL_MASK, GDK_KEY_a, 1024);
}

/* ---- the program ---- */

static gboolean
run_tests_cb (gpointer data)
{
  GList *windows = gtk_application_get_windows (GTK_APPLICATION (g_application_get_default ()));

  g_assert_nonnull (windows);
  window = WS_WINDOW (windows->data);
  *(int *)data = g_test_run ();
  gtk_window_destroy (GTK_WINDOW (window));
  return G_SOURCE_REMOVE;
}

static void
activated_cb (GApplication *application, gpointer data)
{
  g_idle_add (run_tests_cb, data);
}

/* Folders of its own, as a new user's: nothing of the user who runs the test is read or written. */
static void
make_home (void)
{
  g_autofree char *config = NULL;
  g_autofree char *data = NULL;
  g_autofree char *pictures = NULL;
  g_autofree char *dirs = NULL;
  g_autofree char *line = NULL;

  home = g_dir_make_tmp ("warpstage-clicks-XXXXXX", NULL);
  g_assert_nonnull (home);
  config = g_build_filename (home, "config", NULL);
  data = g_build_filename (home, "data", NULL);
  pictures = g_build_filename (home, "Pictures", NULL);
  dirs = g_build_filename (config, "user-dirs.dirs", NULL);
  line = g_strdup_printf ("XDG_PICTURES_DIR=\"%s\"\n", pictures);
  g_mkdir_with_parents (config, 0700);
  g_mkdir_with_parents (data, 0700);
  g_mkdir_with_parents (pictures, 0700);
  g_assert_true (g_file_set_contents (dirs, line, -1, NULL));
  g_setenv ("XDG_CONFIG_HOME", config, TRUE);
  g_setenv ("XDG_DATA_HOME", data, TRUE);
}

int
main (int argc, char **argv)
{
  g_autoptr (WsApplication) application = NULL;
  const char *arguments[] = { "warpstage", "--size", "1280x800" };
  int status = 1;

  g_test_init (&argc, &argv, NULL);
  make_home ();
  if (!helper_init_gtk ())
    return 77;
  if (!hands_init ())
    {
      g_print ("1..0 # skipped: an X display with XTEST is what moves the pointer\n");
      scratch_remove (home);
      return 77;
    }
  g_test_add_func ("/five-clicks/tree-sizes", test_tree_sizes);
  g_test_add_func ("/five-clicks/pointer", test_pointer);
  g_test_add_func ("/five-clicks/keys", test_keys);
  g_test_add_func ("/five-clicks/closed-while-typing", test_closed_while_typing);
  g_test_add_func ("/five-clicks/pasted-into-gtk", test_pasted_into_gtk);
  application = ws_application_new ();
  g_signal_connect_after (application, "activate", G_CALLBACK (activated_cb), &status);
  g_application_run (G_APPLICATION (application), G_N_ELEMENTS (arguments), (char **)arguments);
  scratch_remove (home);
  g_free (home);
  return status;
}
