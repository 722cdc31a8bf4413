/* A way through everything that leaves the window as a file: pictures and their figures by the
 * dialog's one button, all figures, animations, the clipboard. */
#include "dialog/animation-dialog.h"
#include "dialog/export-dialog.h"
#include "dialog/export-progress.h"
#include "scratch.h"
#include "window-helpers.h"

#include <dlfcn.h>
#include <glib/gstdio.h>
#include <string.h>

static WsWindow *window;
static char *folder;
static char *home; /* an empty one: GTK 4.8 leaks the names of the files that its chooser sorts */

static gboolean
is_gone (gpointer type)
{
  return helper_find_window (GPOINTER_TO_SIZE (type)) == NULL;
}

static guint
count_entries (void)
{
  GDir *dir = g_dir_open (folder, 0, NULL);
  guint n = 0;

  while (g_dir_read_name (dir) != NULL)
    n++;
  g_dir_close (dir);
  return n;
}

static void
expect_file (const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    g_error ("There is no %s.", path);
}

static WsExportDialog *
open_dialog (int pane)
{
  GtkWidget *dialog;

  ws_exporter_export_pane (ws_window_get_exporter (window), pane);
  dialog = helper_find_window (WS_TYPE_EXPORT_DIALOG);
  g_assert_nonnull (dialog);
  helper_iterate (80);
  return WS_EXPORT_DIALOG (dialog);
}

static void export(WsExportDialog *dialog)
{
  ws_export_dialog_export (dialog);
  g_assert_true (helper_wait (is_gone, GSIZE_TO_POINTER (WS_TYPE_EXPORT_DIALOG)));
}

/* for who wants to see it */
static void
keep_picture (GtkWidget *widget, const char *name)
{
  const char *where = g_getenv ("WS_KEEP_PICTURES");
  g_autofree char *path = NULL;

  if (where == NULL)
    return;
  helper_iterate (300);
  path = g_build_filename (where, name, NULL);
  helper_write_picture (widget, path);
}

static GtkWidget *
find_toggle (GtkWidget *root, const char *label)
{
  for (guint i = 0;; i++)
    {
      GtkWidget *toggle = helper_find (root, GTK_TYPE_TOGGLE_BUTTON, i);

      g_assert_nonnull (toggle);
      if (g_strcmp0 (gtk_button_get_label (GTK_BUTTON (toggle)), label) == 0)
        return toggle;
    }
}

/* One press of the button that has the keyboard: no chooser, and nothing is written over. */
static void
test_button (void)
{
  GtkWidget *dialog = GTK_WIDGET (open_dialog (WS_PANE_TREE));
  guint before = count_entries ();

  keep_picture (dialog, "export-dialog.png");
  g_assert_true (gtk_window_get_default_widget (GTK_WINDOW (dialog))
                 == gtk_window_get_focus (GTK_WINDOW (dialog)));
  gtk_widget_activate (gtk_window_get_default_widget (GTK_WINDOW (dialog)));
  g_assert_true (helper_wait (is_gone, GSIZE_TO_POINTER (WS_TYPE_EXPORT_DIALOG)));
  g_assert_cmpuint (count_entries (), ==, before + 1);
  expect_file ("reduce1-tree-stage0-vm-k40c.png");

  export(open_dialog (WS_PANE_TREE));
  expect_file ("reduce1-tree-stage0-vm-k40c (2).png");
  helper_iterate (80);
  g_assert_nonnull (
      helper_find_label (GTK_WIDGET (window), "Exported reduce1-tree-stage0-vm-k40c (2).png"));
}

static gboolean
shows_lesson (gpointer data)
{
  return ws_presentation_get_lesson (ws_window_get_presentation (window)) != NULL
         && ws_lesson_deck_is_ready (
             ws_presentation_get_lesson (ws_window_get_presentation (window)))
         && ws_slide_view_get_slide (
                ws_presenter_get_view (window_helper_get_child (window, "presenter")))
                != NULL;
}

/* Where a slide is on the screen, it is what is exported. */
static void
test_slide (void)
{
  GtkWidget *dialog;

  gtk_widget_activate_action (GTK_WIDGET (window), "win.lesson", "s", "why-kernel-1-diverges");
  g_assert_true (helper_wait (shows_lesson, NULL));
  helper_iterate (200);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.export", NULL);
  dialog = helper_find_window (WS_TYPE_EXPORT_DIALOG);
  g_assert_nonnull (dialog);
  helper_iterate (80);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (find_toggle (dialog, "PNG")), TRUE);
  export(WS_EXPORT_DIALOG (dialog));
  expect_file ("slide-01.png");
  gtk_widget_activate_action (GTK_WIDGET (window), "win.close-lesson", NULL);
  helper_iterate (200);
  g_assert_null (ws_presentation_get_lesson (ws_window_get_presentation (window)));
}

/* What was chosen is chosen again; figures are offered like pictures. */
static void
test_choices (void)
{
  GtkWidget *dialog = GTK_WIDGET (open_dialog (WS_PANE_SMS));

  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (find_toggle (dialog, "CSV")), TRUE);
  helper_iterate (50);
  keep_picture (dialog, "export-dialog-csv.png");
  export(WS_EXPORT_DIALOG (dialog));
  expect_file ("reduce1-sms-vm-k40c.csv");
  helper_iterate (50);
  dialog = GTK_WIDGET (open_dialog (WS_PANE_LANES));
  g_assert_true (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (find_toggle (dialog, "CSV"))));
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (find_toggle (dialog, "SVG")), TRUE);
  export(WS_EXPORT_DIALOG (dialog));
  expect_file ("reduce1-lanes-stage0-vm-k40c.svg");
  helper_iterate (50);
}

/* A size typed in is there again; what was chosen and then given up is not. */
static void
test_kept (void)
{
  GtkWidget *dialog = GTK_WIDGET (open_dialog (WS_PANE_TREE));
  GtkWidget *spin = helper_find (dialog, GTK_TYPE_SPIN_BUTTON, 0);
  GtkWidget *caption = helper_find (dialog, GTK_TYPE_SWITCH, 0);
  g_autoptr (GSettings) settings = g_settings_new ("org.warpstage.Warpstage");

  gtk_spin_button_set_value (GTK_SPIN_BUTTON (spin), 1234);
  gtk_switch_set_active (GTK_SWITCH (caption), FALSE);
  g_assert_cmpint (g_settings_get_int (settings, "export-width"), !=, 1234);
  export(WS_EXPORT_DIALOG (dialog));
  helper_iterate (50);
  g_assert_cmpint (g_settings_get_int (settings, "export-width"), ==, 1234);
  dialog = GTK_WIDGET (open_dialog (WS_PANE_TREE));
  spin = helper_find (dialog, GTK_TYPE_SPIN_BUTTON, 0);
  caption = helper_find (dialog, GTK_TYPE_SWITCH, 0);
  g_assert_cmpfloat (gtk_spin_button_get_value (GTK_SPIN_BUTTON (spin)), ==, 1234);
  g_assert_false (gtk_switch_get_active (GTK_SWITCH (caption)));
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (find_toggle (dialog, "PDF")), TRUE);
  gtk_switch_set_active (GTK_SWITCH (caption), TRUE);
  gtk_window_close (GTK_WINDOW (dialog));
  helper_iterate (50);
  g_assert_false (g_settings_get_boolean (settings, "export-caption"));
  dialog = GTK_WIDGET (open_dialog (WS_PANE_TREE));
  g_assert_false (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (find_toggle (dialog, "PDF"))));
  gtk_window_close (GTK_WINDOW (dialog));
  helper_iterate (50);
  g_settings_reset (settings, "export-size");
  g_settings_reset (settings, "export-width");
  g_settings_reset (settings, "export-caption");
}

static void
count_cb (guint *n)
{
  (*n)++;
}

static gboolean
says_no_such_folder (gpointer dialog)
{
  GtkWidget *label = helper_find_label (dialog, "/no/such/folder");

  return label != NULL && gtk_widget_get_mapped (label);
}

/* Where it cannot be written, the dialog says why and stays, and can be used again. */
static void
test_problem (void)
{
  WsExportDialog *dialog = open_dialog (WS_PANE_TREE);
  GtkWidget *button = gtk_window_get_default_widget (GTK_WINDOW (dialog));
  guint before = count_entries ();

  ws_export_dialog_write (dialog, "/no/such/folder/tree.png");
  g_assert_false (gtk_widget_get_sensitive (button));
  ws_export_dialog_write (dialog, "/no/such/folder/another.png"); /* one at a time */
  g_assert_true (helper_wait (says_no_such_folder, dialog));
  g_assert_true (gtk_widget_get_sensitive (button));
  g_assert_true (gtk_window_get_focus (GTK_WINDOW (dialog)) == button);
  g_assert_null (helper_find_label (GTK_WIDGET (dialog), "Writing…"));
  export(dialog);
  g_assert_cmpuint (count_entries (), ==, before + 1);
}

/* Closed while it writes, there is no picture, and no notice of one. */
static void
test_given_up (void)
{
  WsExportDialog *dialog = open_dialog (WS_PANE_TREE);
  guint before = count_entries ();
  guint n_exported = 0;

  g_signal_connect_swapped (dialog, "exported", G_CALLBACK (count_cb), &n_exported);
  g_object_ref (dialog);
  ws_export_dialog_export (dialog);
  gtk_window_destroy (GTK_WINDOW (dialog));
  while (G_OBJECT (dialog)->ref_count > 1)
    helper_iterate (10);
  g_object_unref (dialog);
  g_assert_cmpuint (n_exported, ==, 0);
  g_assert_cmpuint (count_entries (), ==, before);
}

/* (transfer none): the dialog of files, which GTK opens where there is no portal */
static GtkWidget *
open_chooser (WsExportDialog *dialog)
{
  GtkWidget *button = helper_find_label (GTK_WIDGET (dialog), "Save As…");
  GtkWidget *chooser;

  g_assert_nonnull (button);
  g_signal_emit_by_name (gtk_widget_get_ancestor (button, GTK_TYPE_BUTTON), "clicked");
  helper_iterate (200);
  chooser = helper_find_window (GTK_TYPE_FILE_CHOOSER_DIALOG);
  g_assert_nonnull (chooser);
  return chooser;
}

static gboolean
is_hidden (gpointer chooser)
{
  return !gtk_widget_get_visible (chooser);
}

static void
export_to (const char *path)
{
  g_autoptr (GSettings) settings = g_settings_new ("org.warpstage.Warpstage");

  g_settings_set_string (settings, "export-folder", path);
}

static gboolean
has_portal (void)
{
  const char *portal = g_getenv ("GTK_USE_PORTAL");

  return portal != NULL && *portal == '1';
}

/* The chooser goes when it has answered, and with the dialog; but it is kept, and is the same the
 * next time: GTK 4.8's tells the changes of a folder to freed memory. */
static void
test_chooser (void)
{
  WsExportDialog *dialog;
  GtkWidget *chooser;

  if (has_portal ())
    {
      g_test_skip ("a portal's chooser cannot be seen");
      return;
    }
  export_to (home);
  dialog = open_dialog (WS_PANE_TREE);
  chooser = open_chooser (dialog);
  g_object_add_weak_pointer (G_OBJECT (chooser), (gpointer *)&chooser);
  gtk_dialog_response (GTK_DIALOG (chooser), GTK_RESPONSE_CANCEL);
  g_assert_true (helper_wait (is_hidden, chooser));
  g_assert_true (open_chooser (dialog) == chooser);
  g_assert_true (gtk_widget_get_visible (chooser));
  gtk_window_destroy (GTK_WINDOW (dialog));
  helper_iterate (50);
  g_assert_nonnull (chooser);
  g_assert_true (helper_wait (is_hidden, chooser));
  dialog = open_dialog (WS_PANE_TREE);
  g_assert_true (open_chooser (dialog) == chooser);
  gtk_window_destroy (GTK_WINDOW (dialog));
  helper_iterate (50);
  g_assert_nonnull (chooser);
  g_object_remove_weak_pointer (G_OBJECT (chooser), (gpointer *)&chooser);
  export_to (folder);
}

static GtkWidget *
find_titled (const char *title)
{
  GListModel *toplevels = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (toplevels); i++)
    {
      g_autoptr (GtkWindow) toplevel = g_list_model_get_item (toplevels, i);

      if (g_strcmp0 (gtk_window_get_title (toplevel), title) == 0)
        return GTK_WIDGET (toplevel);
    }
  return NULL;
}

static gboolean
has_label (gpointer text)
{
  return helper_find_label (GTK_WIDGET (ws_notices_get_signs (ws_window_get_notices (window))),
                            text)
         != NULL;
}

static WsSign *
find_sign (const char *text)
{
  for (GtkWidget *child = gtk_widget_get_first_child (
           GTK_WIDGET (ws_notices_get_signs (ws_window_get_notices (window))));
       child != NULL; child = gtk_widget_get_next_sibling (child))
    if (helper_find_label (child, text) != NULL)
      return WS_SIGN (child);
  return NULL;
}

static gboolean
is_seen (gpointer widget)
{
  return gtk_widget_get_mapped (widget);
}

static graphene_rect_t
place_of (gpointer widget)
{
  graphene_rect_t bounds;

  g_assert_true (gtk_widget_compute_bounds (widget, GTK_WIDGET (window), &bounds));
  return bounds;
}

/* A sign over a slide does not lie over what is said. */
static void
check_sign_over_slide (const graphene_rect_t *bounds)
{
  WsSlideView *view = ws_presenter_get_view (window_helper_get_child (window, "presenter"));
  WsSlideLayout layout;

  ws_slide_layout (ws_slide_view_get_slide (view), ws_theme_get (WS_THEME_PROJECTOR),
                   gtk_widget_get_width (GTK_WIDGET (view)),
                   gtk_widget_get_height (GTK_WIDGET (view)), &layout);
  g_assert_cmpfloat (layout.words.h, >, 0);
  g_assert_cmpfloat (bounds->origin.y, >=, 0);
  g_assert_cmpfloat (bounds->origin.y + bounds->size.height, <,
                     place_of (view).origin.y + layout.words.y);
}

/* A sign stands over the panes, and over nothing else: neither sentence nor track is below it. */
static void
check_sign_place (WsSign *sign)
{
  graphene_rect_t panes = place_of (ws_window_get_panes (window));
  graphene_rect_t transport = place_of (window_helper_get_child (window, "transport"));
  graphene_rect_t bounds = place_of (sign);

  g_assert_cmpfloat (bounds.size.width, >, 0);
  if (gtk_widget_get_mapped (window_helper_get_child (window, "presenter")))
    {
      check_sign_over_slide (&bounds);
      return;
    }
  g_assert_true (graphene_rect_contains_rect (&panes, &bounds));
  g_assert_false (graphene_rect_intersection (&transport, &bounds, NULL));
}

/* On a busy machine it takes a while until it is laid out. */
static gboolean
has_place (gpointer text)
{
  WsSign *sign = find_sign (text);

  return sign != NULL && gtk_widget_get_width (GTK_WIDGET (sign)) > 0;
}

static void
test_sign_place (void)
{
  g_autofree char *text = g_strnfill (400, 'm');
  const char *texts[] = { "One", text };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      ws_notices_tell (ws_window_get_notices (window), texts[i]);
      g_assert_true (helper_wait (has_place, (gpointer)texts[i]));
      helper_iterate (50);
      check_sign_place (ws_notices_get_news (ws_window_get_notices (window)));
      ws_presentation_set_presenting (ws_window_get_presentation (window), TRUE);
      helper_iterate (200);
      /* on a busy machine, news may be old by now */
      ws_notices_tell (ws_window_get_notices (window), texts[i]);
      g_assert_true (helper_wait (has_place, (gpointer)texts[i]));
      helper_iterate (50);
      check_sign_place (ws_notices_get_news (ws_window_get_notices (window)));
      keep_picture (GTK_WIDGET (window), "sign-presenting.png");
      ws_presentation_set_presenting (ws_window_get_presentation (window), FALSE);
      helper_iterate (200);
    }
  if (ws_notices_get_news (ws_window_get_notices (window)) != NULL)
    ws_sign_end (ws_notices_get_news (ws_window_get_notices (window)));
}

/* What takes a while is told of, and can be stopped there. */
static void
test_sign (void)
{
  WsSign *sign = ws_sign_new_work (ws_notices_get_signs (ws_window_get_notices (window)),
                                   "Counting <all> the sheep…", "win.about");
  WsSign *another = ws_sign_new_work (ws_notices_get_signs (ws_window_get_notices (window)),
                                      "Counting goats…", "win.scenarios");
  GtkWidget *button;

  g_assert_true (find_sign ("Counting <all> the sheep…") == sign);
  g_assert_false (is_seen (sign));
  g_assert_true (helper_wait (is_seen, sign));
  keep_picture (GTK_WIDGET (window), "sign.png");
  ws_sign_end (sign);
  g_assert_null (find_sign ("sheep"));
  g_assert_true (helper_wait (is_seen, another));
  button = helper_find (GTK_WIDGET (another), GTK_TYPE_BUTTON, 0);
  g_assert_false (ws_panes_get_shows_scenarios (ws_window_get_panes (window)));
  g_signal_emit_by_name (button, "clicked");
  g_assert_true (ws_panes_get_shows_scenarios (ws_window_get_panes (window)));
  g_signal_emit_by_name (button, "clicked");
  ws_sign_end (another);
  ws_sign_end (ws_sign_new_work (ws_notices_get_signs (ws_window_get_notices (window)),
                                 "Counting geese…", "win.scenarios"));
  helper_iterate (300);
  g_assert_null (find_sign ("geese"));
}

/* The latest news take the place of those before, and can be closed, at any moment. */
static void
test_news (void)
{
  WsSign *sign;

  ws_notices_tell (ws_window_get_notices (window), "One <b>");
  g_assert_nonnull (find_sign ("One <b>"));
  ws_notices_tell_and_offer (ws_window_get_notices (window), "Two", "_Do", "win.scenarios", NULL);
  g_assert_null (find_sign ("One"));
  sign = find_sign ("Two");
  g_assert_true (is_seen (sign));
  keep_picture (GTK_WIDGET (window), "news.png");
  g_signal_emit_by_name (helper_find (GTK_WIDGET (sign), GTK_TYPE_BUTTON, 0), "clicked");
  g_assert_true (ws_panes_get_shows_scenarios (ws_window_get_panes (window)));
  g_signal_emit_by_name (helper_find (GTK_WIDGET (sign), GTK_TYPE_BUTTON, 0), "clicked");
  g_assert_true (find_sign ("Two") == sign);
  g_signal_emit_by_name (helper_find (GTK_WIDGET (sign), GTK_TYPE_BUTTON, 1), "clicked");
  g_assert_null (find_sign ("Two"));
  g_assert_null (ws_notices_get_news (ws_window_get_notices (window)));
  ws_notices_tell (ws_window_get_notices (window), "Three");
  g_assert_nonnull (find_sign ("Three"));
  ws_sign_end (ws_notices_get_news (ws_window_get_notices (window)));
  helper_iterate (50);
}

/* What stands for something in markup stands for itself in the name of a file. */
static void
test_names (void)
{
  const char *name = "R&D <b>.wsrun";
  g_autofree char *path = g_build_filename (home, name, NULL);
  g_autoptr (GFile) there = g_file_new_for_path (home);
  GtkWidget *chooser;

  if (has_portal ())
    {
      g_test_skip ("a portal's chooser cannot be seen");
      return;
    }
  gtk_widget_activate_action (GTK_WIDGET (window), "win.save", NULL);
  helper_iterate (100);
  chooser = find_titled ("Save Run");
  g_assert_nonnull (chooser);
  gtk_file_chooser_set_current_folder (GTK_FILE_CHOOSER (chooser), there, NULL);
  helper_iterate (200);
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (chooser), name);
  gtk_dialog_response (GTK_DIALOG (chooser), GTK_RESPONSE_ACCEPT);
  g_assert_true (helper_wait (has_label, (gpointer) "Saved R&D <b>.wsrun"));
  g_assert_null (find_sign ("Saving"));
  g_assert_true (g_file_test (path, G_FILE_TEST_IS_REGULAR));
  g_unlink (path);
}

static void
test_clipboard (void)
{
  GdkContentFormats *formats;

  ws_exporter_copy_pane (ws_window_get_exporter (window), WS_PANE_TREE);
  formats = gdk_clipboard_get_formats (gtk_widget_get_clipboard (GTK_WIDGET (window)));
  g_assert_true (gdk_content_formats_contain_gtype (formats, GDK_TYPE_TEXTURE));
  g_assert_true (gdk_content_formats_contain_mime_type (formats, "text/csv"));
  gdk_clipboard_set_content (gtk_widget_get_clipboard (GTK_WIDGET (window)), NULL);
}

static void
dropped_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (
      gdk_content_provider_write_mime_type_finish (GDK_CONTENT_PROVIDER (source), result, &error));
  g_assert_no_error (error);
  *(gboolean *)data = TRUE;
}

static gboolean
is_true (gpointer data)
{
  return *(gboolean *)data;
}

/* What is dragged out of a header is a file: who it is dropped on asks where it is, and it is
 * written then, and not before. */
static void
test_drag (void)
{
  g_autoptr (GOutputStream) stream = g_memory_output_stream_new_resizable ();
  g_auto (GStrv) lines = NULL;
  g_autofree char *text = NULL;
  g_autofree char *path = NULL;
  GdkContentProvider *provider = NULL;
  g_autoptr (GdkContentFormats) formats = NULL;
  g_autoptr (GFile) file = NULL;
  gboolean dropped = FALSE;
  gsize size;

  g_signal_emit_by_name (ws_panes_get_pane (ws_window_get_panes (window), WS_PANE_TREE), "drag",
                         &provider);
  g_assert_nonnull (provider);
  formats = gdk_content_provider_ref_formats (provider);
  g_assert_true (gdk_content_formats_contain_mime_type (formats, "text/uri-list"));
  gdk_content_provider_write_mime_type_async (provider, "text/uri-list", stream, 0, NULL,
                                              dropped_cb, &dropped);
  g_assert_true (helper_wait (is_true, &dropped));
  size = g_memory_output_stream_get_data_size (G_MEMORY_OUTPUT_STREAM (stream));
  text = g_strndup (g_memory_output_stream_get_data (G_MEMORY_OUTPUT_STREAM (stream)), size);
  lines = g_uri_list_extract_uris (text);
  g_assert_cmpuint (g_strv_length (lines), ==, 1);
  file = g_file_new_for_uri (lines[0]);
  path = g_file_get_path (file);
  g_assert_true (g_str_has_suffix (path, "reduce1-tree-stage0-vm-k40c.png"));
  g_assert_true (g_file_test (path, G_FILE_TEST_IS_REGULAR));
  g_unlink (path);
  g_object_unref (provider);

  g_signal_emit_by_name (ws_panes_get_pane (ws_window_get_panes (window), WS_PANE_TREE), "drag",
                         &provider);
  g_object_unref (provider); /* dropped nowhere */
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
}

static void
test_figures (void)
{
  g_autofree char *page = g_build_filename (folder, "reduce1-vm-k40c-figures", "index.html", NULL);
  guint before = count_entries ();
  GtkWidget *progress;

  gtk_widget_activate_action (GTK_WIDGET (window), "win.export-figures", NULL);
  progress = helper_find_window (WS_TYPE_EXPORT_PROGRESS);
  g_assert_nonnull (progress);
  g_assert_true (helper_wait (is_gone, GSIZE_TO_POINTER (WS_TYPE_EXPORT_PROGRESS)));
  g_assert_true (g_file_test (page, G_FILE_TEST_EXISTS));
  g_assert_cmpuint (count_entries (), ==, before + 1);

  /* stopped, there is nothing */
  gtk_widget_activate_action (GTK_WIDGET (window), "win.export-figures", NULL);
  progress = helper_find_window (WS_TYPE_EXPORT_PROGRESS);
  keep_picture (progress, "export-progress.png");
  ws_export_progress_cancel (WS_EXPORT_PROGRESS (progress));
  g_assert_true (helper_wait (is_gone, GSIZE_TO_POINTER (WS_TYPE_EXPORT_PROGRESS)));
  g_assert_false (ws_notices_shows_error (ws_window_get_notices (window)));
  if (g_getenv ("WS_KEEP_PICTURES") == NULL)
    g_assert_cmpuint (count_entries (), ==, before + 1);
}

/* A page of what is shown: where it is asked to be, and offered to be opened. */
static void
test_page (void)
{
  g_autofree char *path = g_build_filename (folder, "reduce1.html", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autofree char *html = NULL;
  g_autofree char *name = NULL;
  GtkWidget *chooser;

  if (has_portal ())
    {
      g_test_skip ("a portal's chooser cannot be seen");
      return;
    }
  gtk_widget_activate_action (GTK_WIDGET (window), "win.export-page", NULL);
  helper_iterate (200);
  chooser = find_titled ("Save Web Page");
  g_assert_nonnull (chooser);
  name = gtk_file_chooser_get_current_name (GTK_FILE_CHOOSER (chooser));
  g_assert_cmpstr (name, ==, "reduce1.html");
  g_assert_true (gtk_file_chooser_set_file (GTK_FILE_CHOOSER (chooser), file, NULL));
  helper_iterate (200);
  gtk_dialog_response (GTK_DIALOG (chooser), GTK_RESPONSE_ACCEPT);
  g_assert_true (helper_wait (is_hidden, chooser));
  g_assert_true (helper_wait (is_gone, GSIZE_TO_POINTER (WS_TYPE_EXPORT_PROGRESS)));
  g_assert_true (g_file_get_contents (path, &html, NULL, NULL));
  g_assert_nonnull (strstr (html, "<title>Kernel 1: interleaved addressing"));
  g_assert_nonnull (helper_find_label (GTK_WIDGET (window), "Open"));
}

/* ---- the thread that works ---- */

#define N_AT_ONCE 16
#define SLOW_US   20000

static GThread *main_thread; /* while threads are slow */
static int n_freed;
static int n_elsewhere;

/* Stands before GLib's own: a thread lets its task go late, as on a machine that is busy. */
void
g_object_unref (gpointer object)
{
  void (*next) (gpointer) = (void (*) (gpointer))dlsym (RTLD_NEXT, "g_object_unref");

  if (main_thread != NULL && g_thread_self () != main_thread && G_IS_TASK (object))
    g_usleep (SLOW_US);
  next (object);
}

static gboolean
do_nothing (gpointer data, GCancellable *cancellable, gpointer progress, GError **error)
{
  ws_export_progress_report (1, 1, progress);
  return TRUE;
}

static void
freed_cb (gpointer data)
{
  g_atomic_int_inc (&n_freed);
  if (g_thread_self () != data)
    g_atomic_int_inc (&n_elsewhere);
}

/* Windows, and what is counted without a lock, are let go in the main thread, even if the thread
 * that worked is the last to be done with its task. */
static void
test_thread (void)
{
  main_thread = g_thread_self ();
  for (guint i = 0; i < N_AT_ONCE; i++)
    {
      WsExportProgress *progress = ws_export_progress_new (GTK_WINDOW (window), "Nothing",
                                                           do_nothing, main_thread, freed_cb);

      g_object_set_data_full (G_OBJECT (progress), "last", main_thread, freed_cb);
    }
  g_assert_true (helper_wait (is_gone, GSIZE_TO_POINTER (WS_TYPE_EXPORT_PROGRESS)));
  helper_iterate (200);
  g_assert_cmpint (g_atomic_int_get (&n_freed), ==, 2 * N_AT_ONCE);
  g_assert_cmpint (g_atomic_int_get (&n_elsewhere), ==, 0);
  main_thread = NULL;
}

static void
export_animation (const char *format)
{
  GtkWidget *dialog;

  gtk_widget_activate_action (GTK_WIDGET (window), "win.export-animation", NULL);
  dialog = helper_find_window (WS_TYPE_ANIMATION_DIALOG);
  g_assert_nonnull (dialog);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (find_toggle (dialog, format)), TRUE);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (helper_find (dialog, GTK_TYPE_SPIN_BUTTON, 0)), 0.5);
  helper_iterate (100);
  if (g_str_equal (format, "GIF"))
    keep_picture (dialog, "animation-dialog.png");
  gtk_widget_activate (gtk_window_get_default_widget (GTK_WINDOW (dialog)));
  g_assert_true (helper_wait (is_gone, GSIZE_TO_POINTER (WS_TYPE_ANIMATION_DIALOG)));
  g_assert_true (helper_wait (is_gone, GSIZE_TO_POINTER (WS_TYPE_EXPORT_PROGRESS)));
  g_assert_false (ws_notices_shows_error (ws_window_get_notices (window)));
}

static void
test_animation (void)
{
  g_autofree char *first =
      g_build_filename (folder, "reduce1-tree-vm-k40c-frames", "frame-0001.png", NULL);

  export_animation ("GIF");
  expect_file ("reduce1-tree-vm-k40c.gif");
  export_animation ("PNG frames");
  g_assert_true (g_file_test (first, G_FILE_TEST_EXISTS));
}

static void
begin (void)
{
  export_to (folder);
  window_helper_settle (window);
  ws_playhead_set_playing (ws_window_get_playhead (window), FALSE);
  ws_playhead_set_position (ws_window_get_playhead (window), 0);
  helper_iterate (50);
}

static void
add_tests (void)
{
  g_test_add_func ("/window/export/begin", begin);
  g_test_add_func ("/window/export/button", test_button);
  g_test_add_func ("/window/export/choices", test_choices);
  g_test_add_func ("/window/export/kept", test_kept);
  g_test_add_func ("/window/export/sign", test_sign);
  g_test_add_func ("/window/export/sign-place", test_sign_place);
  g_test_add_func ("/window/export/news", test_news);
  g_test_add_func ("/window/export/problem", test_problem);
  g_test_add_func ("/window/export/given-up", test_given_up);
  g_test_add_func ("/window/export/chooser", test_chooser);
  g_test_add_func ("/window/export/names", test_names);
  g_test_add_func ("/window/export/clipboard", test_clipboard);
  g_test_add_func ("/window/export/drag", test_drag);
  g_test_add_func ("/window/export/figures", test_figures);
  g_test_add_func ("/window/export/page", test_page);
  g_test_add_func ("/window/export/animation", test_animation);
  g_test_add_func ("/window/export/thread", test_thread);
  g_test_add_func ("/window/export/slide", test_slide);
}

int
main (int argc, char **argv)
{
  int status;

  folder = g_dir_make_tmp ("warpstage-window-XXXXXX", NULL);
  home = g_build_filename (folder, "home", NULL);
  g_mkdir (home, 0700);
  g_setenv ("HOME", home, TRUE);
  status = window_helper_main (&argc, &argv, &window_helper_k40c, &window, add_tests);
  scratch_remove (folder);
  g_free (home);
  g_free (folder);
  return status;
}
