/* The window and a worker that says nothing, or does not get on: what it says and asks, and that
 * the next run works. */
#include "client/client.h"
#include "helpers.h"
#include "paths.h"
#include "window-helpers.h"

#include <string.h>

static WsWindow *the_window;

static GtkWidget *
find_dialog (void)
{
  GListModel *windows = gtk_window_get_toplevels ();
  GtkWidget *found = NULL;

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (windows, i);

      if (ADW_IS_MESSAGE_DIALOG (window) && gtk_widget_get_visible (window))
        found = window;
    }
  return found;
}

static gboolean
says_something (gpointer data)
{
  return ws_notices_shows_error (ws_window_get_notices (the_window));
}

static gboolean
asks (gpointer data)
{
  return find_dialog () != NULL;
}

static gboolean
asks_nothing (gpointer data)
{
  return find_dialog () == NULL;
}

static gboolean
shows_run (gpointer data)
{
  return ws_playhead_get_run (ws_window_get_playhead (the_window)) != NULL;
}

static const char *
get_sentence (void)
{
  return ws_notices_get_error (ws_window_get_notices (the_window));
}

/* It is not left empty and wordless. */
static void
test_silent (void)
{
  g_assert_true (helper_wait (says_something, NULL));
  g_assert_nonnull (strstr (get_sentence (), "WARPSTAGE_WORKER"));
  g_assert_null (ws_playhead_get_run (ws_window_get_playhead (the_window)));
}

static void
close_bar (void)
{
  ws_notices_hide_error (ws_window_get_notices (the_window));
}

/* It asks, waits where it is told to, asks again, and stops the worker. */
static void
test_still (void)
{
  const WsClientLimits limits = { 60000, 60000, 1500, 100 };
  GtkWidget *dialog;

  close_bar ();
  ws_client_set_limits (window_helper_get_client (the_window), &limits);
  g_setenv ("FAULTY_WORKER", "still", TRUE);
  gtk_widget_activate_action (GTK_WIDGET (the_window), "win.run", NULL);
  g_assert_true (helper_wait (asks, NULL));
  dialog = find_dialog ();
  g_assert_true (gtk_window_get_transient_for (GTK_WINDOW (dialog)) == GTK_WINDOW (the_window));
  g_assert_nonnull (
      strstr (adw_message_dialog_get_body (ADW_MESSAGE_DIALOG (dialog)), "It is running"));
  g_assert_cmpstr (adw_message_dialog_get_default_response (ADW_MESSAGE_DIALOG (dialog)), ==,
                   "wait");
  g_assert_cmpstr (adw_message_dialog_get_close_response (ADW_MESSAGE_DIALOG (dialog)), ==, "wait");
  /* as Escape does */
  gtk_window_close (GTK_WINDOW (dialog));
  g_assert_true (helper_wait (asks_nothing, NULL));
  g_assert_false (ws_notices_shows_error (ws_window_get_notices (the_window)));
  g_assert_true (helper_wait (asks, NULL));
  adw_message_dialog_response (ADW_MESSAGE_DIALOG (find_dialog ()), "stop");
  g_assert_true (helper_wait (says_something, NULL));
  g_assert_nonnull (strstr (get_sentence (), "made no progress"));
  g_assert_true (helper_wait (asks_nothing, NULL));
}

/* The question goes by itself where the worker gets on after all. */
static void
test_late (void)
{
  const WsClientLimits limits = { 60000, 60000, 600, 100 };

  close_bar ();
  ws_client_set_limits (window_helper_get_client (the_window), &limits);
  g_setenv ("FAULTY_WORKER", "late", TRUE);
  gtk_widget_activate_action (GTK_WIDGET (the_window), "win.run", NULL);
  g_assert_true (helper_wait (asks, NULL));
  g_assert_true (helper_wait (asks_nothing, NULL));
  ws_client_end_worker (window_helper_get_client (the_window));
  g_assert_true (helper_wait (says_something, NULL));
}

/* A worker that is well: the list and the run are there after all. */
static void
test_well (void)
{
  const WsClientLimits patient = { 60000, 60000, 60000, 60000 };

  close_bar ();
  g_setenv ("WARPSTAGE_WORKER", WS_BUILD_DIR "/bin/warpstage-worker", TRUE);
  ws_client_set_limits (window_helper_get_client (the_window), &patient);
  gtk_widget_activate_action (GTK_WIDGET (the_window), "win.run", NULL);
  g_assert_true (helper_wait (shows_run, NULL));
  window_helper_settle (the_window);
  g_assert_nonnull (ws_session_get_devices (ws_window_get_session (the_window)));
  g_assert_false (ws_notices_shows_error (ws_window_get_notices (the_window)));
}

static void
add_tests (void)
{
  g_test_add_func ("/window-silent/silent", test_silent);
  g_test_add_func ("/window-silent/still", test_still);
  g_test_add_func ("/window-silent/late", test_late);
  g_test_add_func ("/window-silent/well", test_well);
}

int
main (int argc, char **argv)
{
  const WsWindowOptions options = { .stage = -1, .paused = TRUE };

  g_setenv ("WARPSTAGE_WORKER", WS_BUILD_DIR "/bin/faulty-worker", TRUE);
  g_setenv ("FAULTY_WORKER", "silent", TRUE);
  g_setenv ("WARPSTAGE_PATIENCE", "0.02", TRUE);
  return window_helper_main (&argc, &argv, &options, &the_window, add_tests);
}
