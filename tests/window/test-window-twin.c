/* The list of devices makes a twin of a real GPU: it can be stopped, and then leaves nothing; and
 * it is listed when it is made. */
#include "dialog/export-progress.h"
#include "helpers.h"
#include "paths.h"
#include "window-helpers.h"

#include <string.h>

static WsWindow *the_window;
static char *home;

static gboolean
waits (gpointer data)
{
  return helper_find_window (WS_TYPE_EXPORT_PROGRESS) != NULL;
}

static gboolean
waits_no_more (gpointer data)
{
  return helper_find_window (WS_TYPE_EXPORT_PROGRESS) == NULL;
}

static gboolean
has_twin (gpointer data)
{
  return ws_session_find_device (ws_window_get_session (the_window), "vm:nvidia-fake-twin") != NULL;
}

static gboolean
has_devices (gpointer data)
{
  return ws_session_get_devices (ws_window_get_session (the_window)) != NULL;
}

/* (transfer full): where the twin's spec would be */
static char *
make_path (void)
{
  return g_build_filename (home, "warpstage", "specs", "nvidia-fake-twin.ini", NULL);
}

/* Chooses the last entry. */
static void
choose_last (void)
{
  GtkDropDown *drop = window_helper_get_child (the_window, "device_drop");
  GListModel *names = gtk_drop_down_get_model (drop);
  guint n = g_list_model_get_n_items (names);
  guint before = gtk_drop_down_get_selected (drop);

  g_assert_cmpstr (gtk_string_list_get_string (GTK_STRING_LIST (names), n - 1), ==,
                   "Make a Virtual Twin…");
  gtk_drop_down_set_selected (drop, n - 1);
  g_assert_cmpuint (gtk_drop_down_get_selected (drop), ==, before);
  g_assert_true (helper_wait (waits, NULL));
}

static void
test_cancel (void)
{
  g_autofree char *path = make_path ();

  g_assert_true (helper_wait (has_devices, NULL));
  window_helper_settle (the_window);
  choose_last ();
  ws_export_progress_cancel (WS_EXPORT_PROGRESS (helper_find_window (WS_TYPE_EXPORT_PROGRESS)));
  g_assert_true (helper_wait (waits_no_more, NULL));
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
  g_assert_false (ws_notices_shows_error (ws_window_get_notices (the_window)));
}

static void
test_made (void)
{
  g_autofree char *path = make_path ();
  GtkDropDown *drop = window_helper_get_child (the_window, "device_drop");
  guint n = g_list_model_get_n_items (gtk_drop_down_get_model (drop));
  const WsClientDevice *twin;

  choose_last ();
  for (guint i = 0; i < 10 && !has_twin (NULL); i++)
    helper_wait (has_twin, NULL);
  twin = ws_session_find_device (ws_window_get_session (the_window), "vm:nvidia-fake-twin");
  g_assert_nonnull (twin);
  g_assert_true (twin->usable);
  g_assert_cmpuint (twin->spec->latency_arithmetic, ==, 11);
  g_assert_true (g_file_test (path, G_FILE_TEST_EXISTS));
  g_assert_true (helper_wait (waits_no_more, NULL));
  g_assert_cmpuint (g_list_model_get_n_items (gtk_drop_down_get_model (drop)), ==, n + 1);
}

static void
add_tests (void)
{
  g_test_add_func ("/window-twin/cancel", test_cancel);
  g_test_add_func ("/window-twin/made", test_made);
}

int
main (int argc, char **argv)
{
  const WsWindowOptions options = { .device = (char *)"vm:h200", .stage = -1, .paused = TRUE };

  home = g_dir_make_tmp ("warpstage-twin-XXXXXX", NULL);
  g_setenv ("XDG_DATA_HOME", home, TRUE);
  g_setenv ("WARPSTAGE_WORKER", WS_BUILD_DIR "/bin/fake-gpu-worker", TRUE);
  g_setenv ("FAKE_GPU_SPEC", "k40c", TRUE);
  return window_helper_main (&argc, &argv, &options, &the_window, add_tests);
}
