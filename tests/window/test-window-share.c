/* The button Share, by pointer and keys: what is shown goes onto the clipboard as PNG, as CSV and
 * as GIF, in the size, the theme and with the caption that were chosen; and it can be dragged out
 * of the button. */
#include "dialog/export-progress.h"
#include "dialog/share-button.h"
#include "hands.h"
#include "views/tree-view.h"
#include "window-helpers.h"

#include <string.h>

static WsWindow *window;

static GtkWidget *
get_button (void)
{
  return window_helper_get_child (window, "picture_button");
}

static GdkClipboard *
get_clipboard (void)
{
  return gtk_widget_get_clipboard (GTK_WIDGET (window));
}

static void
point_at (GtkWidget *widget)
{
  int x;
  int y;

  g_assert_true (hands_find (widget, gtk_widget_get_width (widget) / 2.,
                             gtk_widget_get_height (widget) / 2., &x, &y));
  hands_move (x, y);
  helper_iterate (60);
}

static void
click (GtkWidget *widget)
{
  point_at (widget);
  hands_button (1, TRUE);
  hands_button (1, FALSE);
  helper_iterate (60);
}

static void
click_label (const char *text)
{
  GtkWidget *label = NULL;

  for (guint i = 0; i < 100 && (label == NULL || !gtk_widget_get_mapped (label)); i++)
    {
      helper_iterate (20);
      label = helper_find_label (get_button (), text);
    }
  g_assert_nonnull (label);
  click (label);
}

/* ---- what is on the clipboard ---- */

typedef struct {
  GBytes *bytes; /* NULL until it is read */
} Content;

static gboolean
is_read (gpointer data)
{
  return ((Content *)data)->bytes != NULL;
}

static void
spliced_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;

  g_output_stream_splice_finish (G_OUTPUT_STREAM (source), result, &error);
  g_assert_no_error (error);
  ((Content *)data)->bytes =
      g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (source));
}

static void
take (GInputStream *stream, Content *content)
{
  g_autoptr (GOutputStream) memory = g_memory_output_stream_new_resizable ();

  g_output_stream_splice_async (
      memory, stream, G_OUTPUT_STREAM_SPLICE_CLOSE_SOURCE | G_OUTPUT_STREAM_SPLICE_CLOSE_TARGET, 0,
      NULL, spliced_cb, content);
}

static void
read_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GInputStream) stream =
      gdk_clipboard_read_finish (GDK_CLIPBOARD (source), result, NULL, &error);

  g_assert_no_error (error);
  take (stream, data);
}

/* (transfer full) */
static GBytes *
read_clipboard (const char *type)
{
  const char *types[] = { type, NULL };
  Content content = { NULL };

  gdk_clipboard_read_async (get_clipboard (), types, 0, NULL, read_cb, &content);
  g_assert_true (helper_wait (is_read, &content));
  return content.bytes;
}

/* As its header says. */
static void
check_png (GBytes *bytes, guint width, guint height)
{
  gsize size;
  const guint8 *data = g_bytes_get_data (bytes, &size);

  g_assert_cmpuint (size, >, 24);
  g_assert_cmpmem (data, 8, "\x89PNG\r\n\x1a\n", 8);
  g_assert_cmpuint ((guint)data[16] << 24 | data[17] << 16 | data[18] << 8 | data[19], ==, width);
  g_assert_cmpuint ((guint)data[20] << 24 | data[21] << 16 | data[22] << 8 | data[23], ==, height);
}

static void
check_gif (GBytes *bytes, guint width, guint height)
{
  gsize size;
  const guint8 *data = g_bytes_get_data (bytes, &size);

  g_assert_cmpuint (size, >, 1000);
  g_assert_cmpmem (data, 6, "GIF89a", 6);
  g_assert_cmpuint (data[6] | (guint)data[7] << 8, ==, width);
  g_assert_cmpuint (data[8] | (guint)data[9] << 8, ==, height);
  g_assert_cmpuint (data[size - 1], ==, ';'); /* to its end */
}

static gboolean
has_type (gpointer type)
{
  return gdk_content_formats_contain_mime_type (gdk_clipboard_get_formats (get_clipboard ()), type);
}

static gboolean
has_picture (gpointer data)
{
  return gdk_content_formats_contain_gtype (gdk_clipboard_get_formats (get_clipboard ()),
                                            GDK_TYPE_TEXTURE);
}

static void
empty_clipboard (void)
{
  gdk_clipboard_set_content (get_clipboard (), NULL);
  helper_iterate (50);
  g_assert_false (has_picture (NULL));
}

static void
copy_by_keys (void)
{
  empty_clipboard ();
  hands_key (GDK_KEY_c, GDK_CONTROL_MASK | GDK_SHIFT_MASK);
  g_assert_true (helper_wait (has_picture, NULL));
}

static GSettings *
get_settings (void)
{
  return g_settings_new ("org.warpstage.Warpstage");
}

/* ---- the tests ---- */

static void
begin (void)
{
  window_helper_settle (window);
  ws_playhead_set_playing (ws_window_get_playhead (window), FALSE);
  hands_focus (GTK_NATIVE (window));
  helper_iterate (100);
}

static void
test_picture (void)
{
  g_autoptr (GBytes) png = NULL;
  g_autoptr (GBytes) csv = NULL;

  copy_by_keys ();
  png = read_clipboard ("image/png");
  check_png (png, 1920, 1080);
  csv = read_clipboard ("text/csv");
  g_assert_nonnull (g_strstr_len (g_bytes_get_data (csv, NULL), -1, ","));
}

/* What is chosen below the menu is how the next picture is, and is remembered. */
static void
test_form (void)
{
  g_autoptr (GSettings) settings = get_settings ();
  g_autoptr (GBytes) with = NULL;
  g_autoptr (GBytes) without = NULL;
  g_autoptr (GBytes) dark = NULL;

  copy_by_keys ();
  with = read_clipboard ("image/png");
  click (get_button ());
  helper_iterate (200);
  click (helper_find (get_button (), GTK_TYPE_SWITCH, 0));
  helper_iterate (100);
  g_assert_false (g_settings_get_boolean (settings, "export-caption"));
  gtk_drop_down_set_selected (GTK_DROP_DOWN (helper_find (get_button (), GTK_TYPE_DROP_DOWN, 1)),
                              1);
  click_label ("Copy Picture");
  helper_iterate (100);
  without = read_clipboard ("image/png");
  check_png (without, 960, 1080);
  g_settings_set_string (settings, "export-size", "paper");
  g_settings_set_string (settings, "export-theme", "dark");
  copy_by_keys ();
  dark = read_clipboard ("image/png");
  check_png (dark, 1754, 1240);
  g_settings_reset (settings, "export-size");
  g_settings_reset (settings, "export-theme");
  g_clear_pointer (&without, g_bytes_unref);
  copy_by_keys ();
  without = read_clipboard ("image/png");
  check_png (without, 1920, 1080);
  g_assert_false (g_bytes_equal (with, without));
  g_settings_reset (settings, "export-caption");
}

/* As large as on the screen. */
static void
test_as_shown (void)
{
  g_autoptr (GSettings) settings = get_settings ();
  WsPanes *panes = ws_window_get_panes (window);
  GtkWidget *view = ws_pane_get_child (ws_panes_get_pane (panes, ws_panes_get_current (panes)));
  g_autoptr (GBytes) png = NULL;

  g_settings_set_string (settings, "export-size", "as-shown");
  copy_by_keys ();
  png = read_clipboard ("image/png");
  check_png (png, (guint)gtk_widget_get_width (view), (guint)gtk_widget_get_height (view));
  g_settings_reset (settings, "export-size");
}

static WsExportProgress *
find_progress (void)
{
  GListModel *toplevels = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (toplevels); i++)
    {
      g_autoptr (GObject) item = g_list_model_get_item (toplevels, i);

      if (WS_IS_EXPORT_PROGRESS (item))
        return WS_EXPORT_PROGRESS (item);
    }
  return NULL;
}

static gboolean
is_done (gpointer data)
{
  return find_progress () == NULL;
}

static void
test_animation (void)
{
  g_autoptr (GBytes) gif = NULL;
  g_autoptr (GBytes) list = NULL;
  g_autofree char *uris = NULL;
  g_auto (GStrv) lines = NULL;
  g_autoptr (GFile) file = NULL;
  g_autofree char *path = NULL;

  empty_clipboard ();
  click (get_button ());
  click_label ("Copy as GIF");
  g_assert_nonnull (find_progress ());
  g_assert_true (helper_wait (has_type, (gpointer) "image/gif"));
  gif = read_clipboard ("image/gif");
  check_gif (gif, 1280, 720);
  list = read_clipboard ("text/uri-list");
  uris = g_strndup (g_bytes_get_data (list, NULL), g_bytes_get_size (list));
  lines = g_uri_list_extract_uris (uris);
  g_assert_cmpuint (g_strv_length (lines), ==, 1);
  file = g_file_new_for_uri (lines[0]);
  path = g_file_get_path (file);
  g_assert_true (g_str_has_suffix (path, ".gif"));
  g_assert_true (g_file_test (path, G_FILE_TEST_IS_REGULAR));

  /* stopped, the clipboard keeps what it had */
  empty_clipboard ();
  gtk_widget_activate_action (GTK_WIDGET (window), "win.copy-animation", NULL);
  ws_export_progress_cancel (find_progress ());
  g_assert_true (helper_wait (is_done, NULL));
  helper_iterate (50);
  g_assert_false (has_type ((gpointer) "image/gif"));
  g_assert_false (ws_notices_shows_error (ws_window_get_notices (window)));
}

/* A chart stands still: asked for its animation, the program says so, and copies nothing. */
static void
test_still (void)
{
  gtk_widget_activate_action (GTK_WIDGET (window), "win.fill", "s", "calculator");
  helper_iterate (200);
  empty_clipboard ();
  gtk_widget_activate_action (GTK_WIDGET (window), "win.copy-animation", NULL);
  g_assert_null (find_progress ());
  g_assert_nonnull (helper_find_label (GTK_WIDGET (window), "does not move"));
  hands_key (GDK_KEY_Escape, 0);
  helper_iterate (100);
}

/* ---- dragging ---- */

static void
given_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;

  gdk_content_provider_write_mime_type_finish (GDK_CONTENT_PROVIDER (source), result, &error);
  g_assert_no_error (error);
  *(gboolean *)data = TRUE;
}

static gboolean
is_true (gpointer data)
{
  return *(gboolean *)data;
}

/* (transfer full): what @drag gives to whom it is dropped on */
static GBytes *
drop (GdkDrag *drag, const char *type)
{
  g_autoptr (GOutputStream) memory = g_memory_output_stream_new_resizable ();
  gboolean given = FALSE;

  g_assert_true (gdk_content_formats_contain_mime_type (gdk_drag_get_formats (drag), type));
  gdk_content_provider_write_mime_type_async (gdk_drag_get_content (drag), type, memory, 0, NULL,
                                              given_cb, &given);
  g_assert_true (helper_wait (is_true, &given));
  g_output_stream_close (memory, NULL, NULL);
  return g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (memory));
}

/* Presses at the middle of @widget, and moves on. */
static void
begin_drag (GtkWidget *widget)
{
  int x;
  int y;

  g_assert_true (hands_find (widget, gtk_widget_get_width (widget) / 2.,
                             gtk_widget_get_height (widget) / 2., &x, &y));
  point_at (widget);
  hands_button (1, TRUE);
  for (int i = 0; i < 20; i++)
    {
      helper_iterate (30);
      hands_move (x + i, y + i);
    }
  helper_iterate (60);
}

/* (nullable) */
static GdkDrag *
get_drag (GtkWidget *widget)
{
  return gtk_drag_source_get_drag (
      GTK_DRAG_SOURCE (helper_find_controller (widget, GTK_TYPE_DRAG_SOURCE)));
}

/* What is dragged is the picture that is shown, as PNG and as a file. */
static void
check_drag (GdkDrag *drag)
{
  g_autoptr (GBytes) png = NULL;
  g_autoptr (GBytes) list = NULL;

  g_assert_nonnull (drag);
  png = drop (drag, "image/png");
  check_png (png, 1920, 1080);
  list = drop (drag, "text/uri-list");
  g_assert_nonnull (g_strstr_len (g_bytes_get_data (list, NULL), -1, ".png\r\n"));
}

static void
end_drag (void)
{
  hands_button (1, FALSE);
  helper_iterate (300);
}

/* A drag from the button takes the picture along, and opens no menu. */
static void
test_drag (void)
{
  GtkWidget *button = gtk_widget_get_first_child (get_button ());

  begin_drag (get_button ());
  check_drag (get_drag (get_button ()));
  end_drag ();
  g_assert_false (
      gtk_widget_get_mapped (GTK_WIDGET (gtk_menu_button_get_popover (GTK_MENU_BUTTON (button)))));
}

/* So does one from the picture with Ctrl, which leaves it as it is; without, it is the picture's
 * own. */
static void
test_drag_picture (void)
{
  GtkWidget *view = window_helper_get (window, "tree");
  GtkWidget *box = gtk_widget_get_parent (view);
  WsTreeOptions before;
  WsTreeOptions after;

  begin_drag (view);
  g_assert_null (get_drag (box));
  end_drag ();
  ws_tree_view_get_options (WS_TREE_VIEW (view), &before);
  hands_hold (GDK_KEY_Control_L, TRUE);
  begin_drag (view);
  check_drag (get_drag (box));
  end_drag ();
  hands_hold (GDK_KEY_Control_L, FALSE);
  ws_tree_view_get_options (WS_TREE_VIEW (view), &after);
  g_assert_cmpmem (&before, sizeof before, &after, sizeof after);
}

static gboolean
shows_slide (gpointer data)
{
  WsSlideView *view = ws_presenter_get_view (window_helper_get_child (window, "presenter"));

  return gtk_widget_get_mapped (GTK_WIDGET (view)) && ws_slide_view_get_slide (view) != NULL
         && ws_slide_view_get_slide (view)->parts->len > 0;
}

/* Where a slide is shown, it is what is copied; and of it, its picture moves. */
static void
test_slide (void)
{
  g_autoptr (GBytes) pane = NULL;
  g_autoptr (GBytes) slide = NULL;

  copy_by_keys ();
  pane = read_clipboard ("image/png");
  gtk_widget_activate_action (GTK_WIDGET (window), "win.lesson", "s", "why-kernel-1-diverges");
  g_assert_true (helper_wait (shows_slide, NULL));
  helper_iterate (200);
  copy_by_keys ();
  slide = read_clipboard ("image/png");
  check_png (slide, 1920, 1080);
  g_assert_false (g_bytes_equal (pane, slide));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.copy-animation", NULL);
  g_assert_true (helper_wait (has_type, (gpointer) "image/gif"));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.close-lesson", NULL);
  helper_iterate (200);
}

static void
add_tests (void)
{
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);
  g_test_add_func ("/window-share/begin", begin);
  g_test_add_func ("/window-share/picture", test_picture);
  g_test_add_func ("/window-share/form", test_form);
  g_test_add_func ("/window-share/as-shown", test_as_shown);
  g_test_add_func ("/window-share/animation", test_animation);
  g_test_add_func ("/window-share/still", test_still);
  g_test_add_func ("/window-share/slide", test_slide);
  g_test_add_func ("/window-share/drag", test_drag);
  g_test_add_func ("/window-share/drag-picture", test_drag_picture);
}

int
main (int argc, char **argv)
{
  if (helper_init_gtk () && !hands_init ())
    {
      g_print ("1..0 # skipped: an X display with XTEST is what moves the pointer\n");
      return 77;
    }
  return window_helper_main (&argc, &argv, &window_helper_k40c, &window, add_tests);
}
