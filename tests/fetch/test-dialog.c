/* The dialog that fetches a compiler, from a server of this test's own: nothing comes before the
 * licence is there and accepted; then it says that it is there, and goes. */
#include "dialog/compiler-dialog.h"
#include "helpers.h"
#include "scratch.h"
#include "server.h"
#include "wheel.h"

#include <string.h>

static char *root;
static Server *server;
static WsFetchPlaces places;
static guint n_installed;

static WsFetch *
make_fetch (void)
{
  const WheelEntry entries[] = { { "nvidia/cu13/include/cuda_fp16.h", "fp16" },
                                 { "nvidia/cu13/lib/libnvrtc.so.13", "nvrtc" },
                                 { "a.dist-info/licenses/License.txt", "Read this." },
                                 { NULL, NULL } };
  g_autoptr (GBytes) wheel = wheel_make (entries);
  g_autoptr (GString) table = g_string_new ("[wheels]\nbase=https://nowhere.invalid\n");
  g_autoptr (GBytes) text = NULL;
  g_autoptr (GError) error = NULL;
  WsWheels *wheels;

  server_set (server, "a.whl", wheel);
  wheel_add (table, "a", "compiler", wheel, "include/;lib/", 1000);
  text = g_bytes_new (table->str, table->len);
  wheels = ws_wheels_read (text, &error);
  g_assert_no_error (error);
  return ws_fetch_new (wheels, &places);
}

static void
installed_cb (void)
{
  n_installed++;
}

static GtkWidget *
open_dialog (void)
{
  g_autoptr (WsFetch) fetch = make_fetch ();
  GtkWidget *dialog = ws_compiler_dialog_new (NULL, fetch);

  g_signal_connect (dialog, "installed", G_CALLBACK (installed_cb), NULL);
  gtk_window_present (GTK_WINDOW (dialog));
  return dialog;
}

static char *
get_licence (GtkWidget *dialog)
{
  GtkTextBuffer *buffer =
      gtk_text_view_get_buffer (GTK_TEXT_VIEW (helper_find (dialog, GTK_TYPE_TEXT_VIEW, 0)));
  GtkTextIter start, end;

  gtk_text_buffer_get_bounds (buffer, &start, &end);
  return gtk_text_buffer_get_text (buffer, &start, &end, FALSE);
}

static gboolean
shows_licence (gpointer data)
{
  g_autofree char *text = get_licence (data);

  return g_str_equal (text, "Read this.");
}

static gboolean
says_error (gpointer data)
{
  for (guint i = 0;; i++)
    {
      GtkWidget *label = helper_find (data, GTK_TYPE_LABEL, i);

      if (label == NULL)
        return FALSE;
      if (gtk_widget_get_visible (label) && gtk_widget_has_css_class (label, "error"))
        return strstr (gtk_label_get_text (GTK_LABEL (label)), "could not be fetched") != NULL;
    }
}

static gboolean
is_installed (gpointer data)
{
  return n_installed == 1;
}

static GtkWidget *
find_get (GtkWidget *dialog)
{
  GtkWidget *button = NULL;

  for (guint i = 0; (button = helper_find (dialog, GTK_TYPE_BUTTON, i)) != NULL; i++)
    if (gtk_widget_has_css_class (button, "suggested-action"))
      break;
  return button;
}

static GtkCheckButton *
find_accepts (GtkWidget *dialog)
{
  return GTK_CHECK_BUTTON (helper_find (dialog, GTK_TYPE_CHECK_BUTTON, 0));
}

static void
test_gets (void)
{
  GtkWidget *dialog = open_dialog ();
  g_autofree char *path = g_build_filename (places.folder, "lib", "libnvrtc.so.13", NULL);

  g_assert_false (gtk_widget_get_sensitive (GTK_WIDGET (find_accepts (dialog))));
  g_assert_true (helper_wait (shows_licence, dialog));
  g_assert_false (gtk_widget_get_sensitive (find_get (dialog)));
  gtk_check_button_set_active (find_accepts (dialog), TRUE);
  g_assert_true (gtk_widget_get_sensitive (find_get (dialog)));
  g_assert_false (g_file_test (places.folder, G_FILE_TEST_EXISTS));
  g_signal_emit_by_name (find_get (dialog), "clicked");
  g_assert_true (helper_wait (is_installed, NULL));
  g_assert_true (g_file_test (path, G_FILE_TEST_EXISTS));
}

/* Without the licence nothing can be accepted, and closing while something comes ends it. */
static void
test_fails (void)
{
  GtkWidget *dialog;

  server_behave (server, SERVER_MISSING);
  dialog = open_dialog ();
  g_assert_true (helper_wait (says_error, dialog));
  g_assert_false (gtk_widget_get_sensitive (GTK_WIDGET (find_accepts (dialog))));
  g_assert_false (gtk_widget_get_sensitive (find_get (dialog)));
  gtk_window_close (GTK_WINDOW (dialog));
  server_behave (server, SERVER_GOOD);
  dialog = open_dialog ();
  g_object_add_weak_pointer (G_OBJECT (dialog), (gpointer *)&dialog);
  g_assert_true (helper_press (dialog, GDK_KEY_Escape, 0));
  helper_iterate (100);
  g_assert_null (dialog);
  g_assert_cmpuint (n_installed, ==, 1);
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  if (!helper_init_gtk ())
    return 77;
  adw_init ();
  root = g_dir_make_tmp ("dialog-XXXXXX", NULL);
  server = server_new ();
  places = (WsFetchPlaces){ .folder = g_build_filename (root, "data", "compiler", NULL),
                            .cache = g_build_filename (root, "cache", NULL),
                            .base = server_get_base (server) };
  g_test_add_func ("/compiler-dialog/gets", test_gets);
  g_test_add_func ("/compiler-dialog/fails", test_fails);
  status = g_test_run ();
  server_free (server);
  scratch_remove (root);
  ws_fetch_places_clear (&places);
  g_free (root);
  return status;
}
