/* From the program's start to a ladder in a file, as a new user would: the program itself, driven
 * by the pointer and the keys of the display. TIMING_PICTURES names a folder for pictures of the
 * way. */
#include "window/application.h"
#include "dialog/export-dialog.h"
#include "hands.h"
#include "helpers.h"
#include "timings/private.h"
#include "window/private.h"

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

  g_assert_true (helper_wait (is_there, widget));
  helper_iterate (100);
  g_assert_true (hands_find (widget, gtk_widget_get_width (widget) / 2.,
                             gtk_widget_get_height (widget) / 2., &x, &y));
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
  return window->device != NULL && window->devices != NULL
         && !ws_recorder_is_busy (window->recorder)
         && gtk_widget_is_sensitive (GTK_WIDGET (window->timing->empty_button));
}

static gboolean
is_finished (gpointer data)
{
  return !ws_timing_page_is_busy (window->timing)
         && ws_timing_page_get_sheet (window->timing) != NULL;
}

static GtkWidget *
find_dialog (void)
{
  GListModel *toplevels = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (toplevels); i++)
    {
      g_autoptr (GtkWidget) toplevel = g_list_model_get_item (toplevels, i);

      if (WS_IS_EXPORT_DIALOG (toplevel))
        return toplevel;
    }
  return NULL;
}

static gboolean
has_dialog (gpointer data)
{
  return find_dialog () != NULL;
}

static gboolean
has_no_dialog (gpointer data)
{
  return find_dialog () == NULL;
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
  GtkWidget *item = helper_find_label (GTK_WIDGET (window->pane[PANE_TIMING]), text);

  g_assert_nonnull (item);
  return item;
}

static void
test_pointer (void)
{
  WsPane *pane = window->pane[PANE_TIMING];
  gint64 began;

  g_assert_true (helper_wait (is_ready, NULL));
  take_picture ("0-start");
  n_clicks = 0;
  began = g_get_monotonic_time ();
  click (GTK_WIDGET (window->timing->empty_button));
  g_assert_true (ws_timing_page_is_busy (window->timing));
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
  click (gtk_window_get_default_widget (GTK_WINDOW (find_dialog ())));
  g_assert_true (helper_wait (has_no_dialog, NULL));
  check_picture ();
  take_picture ("3-exported");
  g_assert_cmpuint (n_clicks, <=, MAX_CLICKS);
}

/* The same without a pointer: the pane fills the window, Ctrl+E, Enter. */
static void
test_keys (void)
{
  hands_focus (GTK_NATIVE (window));
  helper_iterate (200);
  press (GDK_KEY_4, 0);
  g_assert_cmpint (window->filled_pane, ==, PANE_TIMING);
  helper_iterate (200);
  take_picture ("4-filled");
  press (GDK_KEY_e, GDK_CONTROL_MASK);
  g_assert_true (helper_wait (has_dialog, NULL));
  hands_focus (GTK_NATIVE (find_dialog ()));
  helper_iterate (300);
  press (GDK_KEY_Return, 0);
  g_assert_true (helper_wait (has_no_dialog, NULL));
  check_picture ();
  helper_iterate (300);
  hands_focus (GTK_NATIVE (window));
  helper_iterate (300);
  press (GDK_KEY_Escape, 0);
  g_assert_cmpint (window->filled_pane, ==, -1);
}

static gboolean
shows_run (gpointer data)
{
  return ws_playhead_get_run (WS_WINDOW (data)->playhead) != NULL;
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
  block = helper_find (GTK_WIDGET (second->fields), GTK_TYPE_SPIN_BUTTON, 0);
  g_assert_null (ws_run_find_block (ws_playhead_get_run (second->playhead), 0, 1));
  g_assert_true (gtk_widget_grab_focus (block));
  press (GDK_KEY_a, GDK_CONTROL_MASK);
  press (GDK_KEY_1, 0);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (block)), ==, "1");
  press (GDK_KEY_w, GDK_CONTROL_MASK);
  g_assert_true (helper_wait (is_gone, &second));
  hands_focus (GTK_NATIVE (window));
}

/* GTK needs a second for each step of the cursor in a megabyte, and there may be one on the
 * clipboard. */
static void
test_pasted_into_help (void)
{
  GtkShortcutsWindow *help =
      gtk_application_window_get_help_overlay (GTK_APPLICATION_WINDOW (window));
  g_autofree char *line = g_strnfill (1 << 20, 'x');
  GtkWidget *text;
  int place = 0;

  g_assert_nonnull (help);
  text = helper_find (GTK_WIDGET (help), GTK_TYPE_TEXT, 0);
  g_assert_nonnull (text);
  gtk_editable_insert_text (GTK_EDITABLE (text), line, -1, &place);
  g_assert_cmpuint (strlen (gtk_editable_get_text (GTK_EDITABLE (text))), ==, 256);
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

/* Folders of its own, as a new user's: nothing of whoever runs the test is read or written. */
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
      helper_remove_folder (home);
      return 77;
    }
  g_test_add_func ("/five-clicks/pointer", test_pointer);
  g_test_add_func ("/five-clicks/keys", test_keys);
  g_test_add_func ("/five-clicks/closed-while-typing", test_closed_while_typing);
  g_test_add_func ("/five-clicks/pasted-into-help", test_pasted_into_help);
  application = ws_application_new ();
  g_signal_connect_after (application, "activate", G_CALLBACK (activated_cb), &status);
  g_application_run (G_APPLICATION (application), G_N_ELEMENTS (arguments), (char **)arguments);
  helper_remove_folder (home);
  g_free (home);
  return status;
}
