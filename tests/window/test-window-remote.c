/* Devices of other computers in the window, by pointer and keys: added, chosen, run on, waited for,
 * lost, connected again, installed on and removed. What leads there is fake-line, as "./line". */
#include "dialog/device-dialog.h"
#include "dialog/places-dialog.h"
#include "hands.h"
#include "paths.h"
#include "window-helpers.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

static WsWindow *window;
static char *folder;

/* ---- what there is ---- */

static WsSession *
get_session (void)
{
  return ws_window_get_session (window);
}

static WsPlace *
find_place (const char *name)
{
  return ws_places_find (ws_session_get_places (get_session ()), name);
}

static GtkWidget *
get_drop (void)
{
  return window_helper_get_child (window, "device_drop");
}

static gboolean
is_connected (gpointer name)
{
  WsPlace *place = find_place (name);

  return place != NULL && ws_place_get_state (place) == WS_PLACE_CONNECTED
         && ws_place_get_devices (place) != NULL;
}

static gboolean
is_lost (gpointer name)
{
  return ws_place_get_state (find_place (name)) == WS_PLACE_LOST;
}

static gboolean
is_waiting (gpointer name)
{
  return ws_place_get_state (find_place (name)) == WS_PLACE_WAITS;
}

static gboolean
is_resting (gpointer name)
{
  return ws_place_get_state (find_place (name)) == WS_PLACE_RESTS;
}

static gboolean
has_dialog (gpointer type)
{
  GtkWidget *dialog = helper_find_window (*(GType *)type);

  return dialog != NULL && gtk_widget_get_mapped (dialog);
}

static gboolean
has_no_dialog (gpointer type)
{
  return helper_find_window (*(GType *)type) == NULL;
}

static gboolean
shows_run_of (gpointer device)
{
  WsRun *run = ws_playhead_get_run (ws_window_get_playhead (window));

  return run != NULL && g_str_equal (run->device, device) && !window_helper_is_busy (window);
}

static gboolean
shows_error (gpointer words)
{
  WsNotices *notices = ws_window_get_notices (window);

  return ws_notices_shows_error (notices) && strstr (ws_notices_get_error (notices), words) != NULL;
}

/* A label in the dialog that is open. */
static gboolean
says (gpointer words)
{
  GtkWidget *dialog = helper_find_window (WS_TYPE_DEVICE_DIALOG);
  GtkWidget *label;

  for (guint i = 0; (label = helper_find (dialog, GTK_TYPE_LABEL, i)) != NULL; i++)
    if (gtk_widget_get_mapped (label)
        && strstr (gtk_label_get_text (GTK_LABEL (label)), words) != NULL)
      return TRUE;
  return FALSE;
}

/* In the row that has the keyboard. */
static gboolean
has_command (gpointer words)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (helper_find_window (WS_TYPE_DEVICE_DIALOG)));

  return GTK_IS_EDITABLE (focus)
         && g_str_equal (gtk_editable_get_text (GTK_EDITABLE (focus)), words);
}

static gboolean
has_sign (gpointer words)
{
  GtkWidget *signs = GTK_WIDGET (ws_notices_get_signs (ws_window_get_notices (window)));
  GtkWidget *label;

  for (guint i = 0; (label = helper_find (signs, GTK_TYPE_LABEL, i)) != NULL; i++)
    if (gtk_widget_get_mapped (label)
        && strstr (gtk_label_get_text (GTK_LABEL (label)), words) != NULL)
      return TRUE;
  return FALSE;
}

static gboolean
has_entry (gpointer text)
{
  GListModel *names = gtk_drop_down_get_model (GTK_DROP_DOWN (get_drop ()));

  for (guint i = 0; names != NULL && i < g_list_model_get_n_items (names); i++)
    if (g_str_equal (gtk_string_list_get_string (GTK_STRING_LIST (names), i), text))
      return TRUE;
  return FALSE;
}

/* What is below a name in the list of devices. */
static gboolean
has_detail (gpointer words)
{
  GListModel *names = gtk_drop_down_get_model (GTK_DROP_DOWN (get_drop ()));

  for (guint i = 0; i < g_list_model_get_n_items (names); i++)
    {
      g_autoptr (GObject) name = g_list_model_get_item (names, i);

      if (g_strcmp0 (g_object_get_data (name, "ws-detail"), words) == 0)
        return TRUE;
    }
  return FALSE;
}

static gboolean
is_open (gpointer data)
{
  return gtk_widget_get_mapped (gtk_widget_get_last_child (get_drop ()));
}

/* ---- hands ---- */

/* For a look at what is drawn: $WARPSTAGE_LOOK is a folder. */
static void
look (GtkWidget *widget, const char *name)
{
  const char *to = g_getenv ("WARPSTAGE_LOOK");
  g_autofree char *path = to != NULL ? g_strdup_printf ("%s/%s.png", to, name) : NULL;

  if (path == NULL)
    return;
  helper_iterate (400);
  helper_write_picture (widget, path);
}

static void
click (GtkWidget *widget)
{
  int x;
  int y;

  g_assert_nonnull (widget);
  g_assert_true (hands_find (widget, gtk_widget_get_width (widget) / 2.,
                             gtk_widget_get_height (widget) / 2., &x, &y));
  hands_move (x, y);
  helper_iterate (60);
  hands_button (1, TRUE);
  hands_button (1, FALSE);
  helper_iterate (60);
}

typedef struct {
  GtkWidget *root;
  const char *text;
  GtkWidget *label; /* once it is there */
} Wanted;

static gboolean
is_shown (gpointer data)
{
  Wanted *wanted = data;

  for (guint i = 0; (wanted->label = helper_find (wanted->root, GTK_TYPE_LABEL, i)) != NULL; i++)
    if (gtk_widget_get_mapped (wanted->label)
        && g_str_equal (gtk_label_get_text (GTK_LABEL (wanted->label)), wanted->text))
      return TRUE;
  return FALSE;
}

static void
click_label (GtkWidget *root, const char *text)
{
  Wanted wanted = { root, text, NULL };

  for (guint i = 0; i < 100 && !is_shown (&wanted); i++)
    helper_iterate (50);
  if (wanted.label == NULL)
    {
      look (GTK_WIDGET (window), "missed");
      g_error ("There is no “%s”.", text);
    }
  helper_iterate (300); /* a list that opens moves */
  click (wanted.label);
}

/* Whether the keys have come to that entry. */
static gboolean
is_at (const char *text)
{
  GtkWidget *row = gtk_root_get_focus (GTK_ROOT (window));
  GtkWidget *label = row != NULL ? helper_find (row, GTK_TYPE_LABEL, 0) : NULL;

  return label != NULL && g_str_equal (gtk_label_get_text (GTK_LABEL (label)), text);
}

/* By keys: an entry of the list, once it is there. */
static void
choose (const char *text)
{
  GtkWidget *drop = get_drop ();

  g_assert_true (helper_wait (has_entry, (gpointer)text));
  hands_focus (GTK_NATIVE (window));
  helper_iterate (100);
  gtk_widget_grab_focus (drop);
  hands_key (GDK_KEY_space, 0);
  g_assert_true (helper_wait (is_open, NULL));
  helper_iterate (300); /* a list that opens moves */
  hands_key (GDK_KEY_Home, 0);
  helper_iterate (60);
  for (guint i = 0; i < 40 && !is_at (text); i++)
    {
      hands_key (GDK_KEY_Down, 0);
      helper_iterate (60);
    }
  g_assert_true (is_at (text));
  look (gtk_widget_get_last_child (drop), text);
  hands_key (GDK_KEY_Return, 0);
  helper_iterate (200);
}

/* By the pointer: the list is opened, and an entry of it clicked that is in sight. */
static void
click_entry (const char *text)
{
  click (get_drop ());
  click_label (get_drop (), text);
  helper_iterate (200);
}

static void
type (const char *text)
{
  for (; *text != '\0'; text++)
    hands_key (gdk_unicode_to_keyval ((guint32)*text), 0);
  helper_iterate (60);
}

static GtkWidget *
open_dialog (gboolean by_pointer)
{
  GType dialog = WS_TYPE_DEVICE_DIALOG;

  if (by_pointer)
    click_entry ("Add Device…");
  else
    choose ("Add Device…");
  g_assert_true (helper_wait (has_dialog, &dialog));
  hands_focus (GTK_NATIVE (helper_find_window (dialog)));
  helper_iterate (100);
  return helper_find_window (dialog);
}

static void
wait_for_no_dialog (void)
{
  GType dialog = WS_TYPE_DEVICE_DIALOG;

  g_assert_true (helper_wait (has_no_dialog, &dialog));
  hands_focus (GTK_NATIVE (window));
  helper_iterate (100);
}

/* ---- tests ---- */

/* A command that is wrong is said, with what to do; Escape leaves nothing. */
static void
test_wrong (void)
{
  window_helper_settle (window);
  open_dialog (TRUE);
  type ("me@gpu");
  g_assert_true (helper_wait (says, (gpointer) "Runs ssh me@gpu warpstage-worker"));
  look (helper_find_window (WS_TYPE_DEVICE_DIALOG), "ssh");
  hands_key (GDK_KEY_a, GDK_CONTROL_MASK);
  type ("#gpu");
  g_assert_true (helper_wait (says, (gpointer) "Runs ssh '#gpu' warpstage-worker"));
  hands_key (GDK_KEY_m, GDK_ALT_MASK);
  helper_iterate (60);
  g_assert_true (helper_wait (has_command, (gpointer) "ssh '#gpu' warpstage-worker"));
  hands_key (GDK_KEY_a, GDK_CONTROL_MASK);
  type ("./line refused");
  hands_key (GDK_KEY_Return, 0);
  g_assert_true (helper_wait (says, (gpointer) "cannot be reached"));
  g_assert_false (says ((gpointer) "Install the Worker"));
  look (helper_find_window (WS_TYPE_DEVICE_DIALOG), "wrong");
  hands_key (GDK_KEY_a, GDK_CONTROL_MASK);
  type ("./line host no-worker");
  g_assert_false (says ((gpointer) "cannot be reached"));
  hands_key (GDK_KEY_Return, 0);
  g_assert_true (helper_wait (says, (gpointer) "There is no warpstage-worker on line"));
  g_assert_true (says ((gpointer) "Or choose Install the Worker"));
  g_assert_false (says ((gpointer) "warpstage-cli"));
  look (helper_find_window (WS_TYPE_DEVICE_DIALOG), "missing");
  hands_key (GDK_KEY_Escape, 0);
  wait_for_no_dialog ();
  g_assert_cmpuint (ws_places_get_n (ws_session_get_places (get_session ())), ==, 0);
}

/* The pointer opens the dialog again, right after it was closed. */
static void
test_twice (void)
{
  for (guint i = 0; i < 2; i++)
    {
      open_dialog (TRUE);
      hands_key (GDK_KEY_Escape, 0);
      wait_for_no_dialog ();
    }
}

/* By keys: what was tried is added and stays connected. */
static void
test_keys (void)
{
  open_dialog (FALSE);
  hands_key (GDK_KEY_m, GDK_ALT_MASK);
  type ("./line well");
  hands_key (GDK_KEY_n, GDK_ALT_MASK);
  hands_key (GDK_KEY_a, GDK_CONTROL_MASK);
  type ("far");
  hands_key (GDK_KEY_o, GDK_ALT_MASK);
  g_assert_true (helper_wait (says, (gpointer) "virtual GPUs"));
  g_assert_true (helper_wait (says, (gpointer) "there and back"));
  look (helper_find_window (WS_TYPE_DEVICE_DIALOG), "connected");
  hands_key (GDK_KEY_Return, 0);
  wait_for_no_dialog ();
  g_assert_nonnull (find_place ("far"));
  g_assert_cmpint (ws_place_get_state (find_place ("far")), ==, WS_PLACE_CONNECTED);
  g_assert_true (helper_wait (is_connected, (gpointer) "far"));
  g_assert_cmpstr (ws_remote_get_command (ws_place_get_remote (find_place ("far"))), ==,
                   "./line well");
  /* nothing runs there before it is chosen */
  g_assert_cmpstr (ws_session_get_device_id (get_session ()), ==, "vm:k40c");
}

/* The closed list says where the device is, and the whole name below the pointer. */
static void
test_chosen (void)
{
  Wanted wanted = { get_drop (), "Virtual H200 (far)", NULL };
  GtkLabel *label;

  choose ("Virtual NVIDIA H200 (far)");
  g_assert_true (helper_wait (shows_run_of, (gpointer) "far/vm:h200"));
  g_assert_true (helper_wait (is_shown, &wanted));
  label = GTK_LABEL (wanted.label);
  g_assert_false (pango_layout_is_ellipsized (gtk_label_get_layout (label)));
  g_assert_cmpint (gtk_label_get_ellipsize (label), ==, PANGO_ELLIPSIZE_MIDDLE);
  g_assert_true (
      g_str_has_prefix (gtk_widget_get_tooltip_text (get_drop ()), "Virtual NVIDIA H200 (far)\n"));
  look (GTK_WIDGET (window), "run");
}

/* A line that breaks is said; one click connects again, and what was finished is still shown. */
static void
test_broken (void)
{
  guint pid = ws_client_get_worker_pid (ws_place_get_client (find_place ("far")));
  GtkWidget *again;

  g_assert_cmpuint (pid, >, 0);
  kill ((pid_t)pid, SIGKILL);
  g_assert_true (helper_wait (is_lost, (gpointer) "far"));
  g_assert_true (has_detail ((gpointer) "Connection lost"));
  g_assert_true (helper_wait (shows_error, (gpointer) "The line to far broke"));
  g_assert_true (shows_run_of ((gpointer) "far/vm:h200"));
  again = ws_notices_get_remedy (ws_window_get_notices (window), WS_REMEDY_CONNECT_AGAIN);
  helper_iterate (400);
  g_assert_true (gtk_widget_get_mapped (again));
  look (GTK_WIDGET (window), "broken");
  hands_key (GDK_KEY_a, GDK_ALT_MASK);
  g_assert_true (helper_wait (is_connected, (gpointer) "far"));
  g_assert_true (helper_wait (has_sign, (gpointer) "far is connected again."));
  g_assert_false (ws_notices_shows_error (ws_window_get_notices (window)));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
  g_assert_true (helper_wait (shows_run_of, (gpointer) "far/vm:h200"));
  g_assert_false (ws_notices_shows_error (ws_window_get_notices (window)));
}

/* Nothing but what the user has added is reached for, whatever a name says. */
static void
test_stranger (void)
{
  g_autofree char *mark = g_build_filename (folder, "mark", NULL);
  g_autofree char *evil = g_strdup_printf ("touch%s/vm:h200", mark);

  g_assert_null (ws_places_find_of (ws_session_get_places (get_session ()), evil));
  ws_session_set_device (get_session (), "touch/vm:h200");
  gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
  g_assert_true (helper_wait (shows_error, (gpointer) "No device “touch” was added"));
  ws_session_set_device (get_session (), "far/vm:h200");
  gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
  g_assert_true (helper_wait (shows_run_of, (gpointer) "far/vm:h200"));
}

/* A queue is waited for in sight; to stop it leaves it, and it may end. */
static void
test_waiting (void)
{
  g_autofree char *file = g_build_filename (folder, "turn", NULL);
  g_autofree char *left = g_strconcat (file, ".ended", NULL);

  open_dialog (FALSE);
  hands_key (GDK_KEY_m, GDK_ALT_MASK);
  type ("./line queue turn");
  hands_key (GDK_KEY_n, GDK_ALT_MASK);
  hands_key (GDK_KEY_a, GDK_CONTROL_MASK);
  type ("cluster");
  hands_key (GDK_KEY_Return, 0);
  g_assert_true (helper_wait (says, (gpointer) "srun: job 5 queued and waiting"));
  look (helper_find_window (WS_TYPE_DEVICE_DIALOG), "queue");
  hands_key (GDK_KEY_a, GDK_ALT_MASK);
  wait_for_no_dialog ();
  g_assert_true (is_waiting ((gpointer) "cluster"));
  g_assert_true (helper_wait (has_sign, (gpointer) "queued and waiting"));
  g_assert_false (g_file_test (left, G_FILE_TEST_EXISTS));
  look (GTK_WIDGET (window), "waiting");
  gtk_widget_activate_action (GTK_WIDGET (window), "win.stop-connecting", NULL);
  g_assert_true (helper_wait (is_resting, (gpointer) "cluster"));
  for (guint i = 0; i < 100 && !g_file_test (left, G_FILE_TEST_EXISTS); i++)
    helper_iterate (20);
  g_assert_true (g_file_test (left, G_FILE_TEST_EXISTS));
  choose ("cluster");
  g_assert_true (helper_wait (has_sign, (gpointer) "queued and waiting"));
  g_assert_cmpstr (ws_session_get_device_id (get_session ()), ==, "far/vm:h200");
  g_assert_true (g_file_set_contents (file, "", 0, NULL));
  g_assert_true (helper_wait (shows_run_of, (gpointer) "cluster/vm:h200"));
}

static void
put (const char *name, const char *command)
{
  g_autoptr (WsRemote) remote = ws_remote_new (name, command, NULL);
  g_autoptr (WsClient) client = ws_client_new_for_remote (remote);

  g_assert_true (ws_places_add (ws_session_get_places (get_session ()), client, NULL));
}

/* It is chosen, and no longer waited for; then it is connected by hand. */
static void
change_mind (const char *name)
{
  choose (name);
  g_assert_true (helper_wait (is_waiting, (gpointer)name));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.stop-connecting", NULL);
  g_assert_true (helper_wait (is_resting, (gpointer)name));
  ws_place_connect (find_place (name));
  g_assert_true (helper_wait (is_waiting, (gpointer)name));
}

/* Who stopped waiting for a computer is not moved there when it is connected after all. */
static void
test_forgotten (void)
{
  put ("wish", "./line queue wished");
  change_mind ("wish");
  g_assert_true (g_file_set_contents ("wished", "", 0, NULL));
  g_assert_true (helper_wait (is_connected, (gpointer) "wish"));
  helper_iterate (200);
  g_assert_cmpstr (ws_session_get_device_id (get_session ()), ==, "cluster/vm:h200");
  g_assert_true (ws_places_remove (ws_session_get_places (get_session ()), "wish", NULL));
}

/* Connect Again means what the user wanted of it before. */
static void
test_wished_again (void)
{
  put ("again", "./line queue granted");
  change_mind ("again");
  kill ((pid_t)ws_client_get_worker_pid (ws_place_get_client (find_place ("again"))), SIGKILL);
  g_assert_true (helper_wait (is_lost, (gpointer) "again"));
  helper_iterate (400);
  hands_key (GDK_KEY_a, GDK_ALT_MASK);
  g_assert_true (helper_wait (is_waiting, (gpointer) "again"));
  g_assert_true (g_file_set_contents ("granted", "", 0, NULL));
  g_assert_true (helper_wait (shows_run_of, (gpointer) "again/vm:h200"));
  choose ("Virtual NVIDIA H200 (cluster)");
  g_assert_true (helper_wait (shows_run_of, (gpointer) "cluster/vm:h200"));
  g_assert_true (ws_places_remove (ws_session_get_places (get_session ()), "again", NULL));
}

/* A worker that is missing is copied there, and then connected. */
static void
test_installed (void)
{
  g_autofree char *worker = g_build_filename (folder, ".local", "bin", "warpstage-worker", NULL);
  GtkWidget *dialog = open_dialog (FALSE);

  click_label (dialog, "Command");
  type ("./line host warpstage-worker");
  click_label (dialog, "Connect");
  g_assert_true (helper_wait (says, (gpointer) "There is no warpstage-worker on line"));
  click_label (dialog, "Install the Worker");
  g_assert_true (helper_wait (says, (gpointer) "virtual GPUs"));
  g_assert_true (g_file_test (worker, G_FILE_TEST_IS_EXECUTABLE));
  look (dialog, "installed");
  click_label (dialog, "Add");
  wait_for_no_dialog ();
  g_assert_true (helper_wait (is_connected, (gpointer) "line"));
  g_assert_true (
      g_str_has_suffix (ws_remote_get_command (ws_place_get_remote (find_place ("line"))), worker));
}

static gboolean
is_away (gpointer name)
{
  return find_place (name) == NULL;
}

/* What is removed is no longer listed; what ran there is no longer chosen. */
static void
test_removed (void)
{
  GType type_of = WS_TYPE_PLACES_DIALOG;
  GtkWidget *dialog;

  choose ("Remote Devices…");
  g_assert_true (helper_wait (has_dialog, &type_of));
  dialog = helper_find_window (type_of);
  hands_focus (GTK_NATIVE (dialog));
  look (dialog, "places");
  for (guint i = 0; i < 3; i++)
    {
      const char *name =
          ws_place_get_name (ws_places_get (ws_session_get_places (get_session ()), 0));
      g_autofree char *kept = g_strdup (name);
      g_autofree char *tip = g_strdup_printf ("Remove %s", name);
      GtkWidget *button = NULL;

      for (guint k = 0; (button = helper_find (dialog, GTK_TYPE_BUTTON, k)) != NULL; k++)
        if (g_strcmp0 (gtk_widget_get_tooltip_text (button), tip) == 0)
          break;
      helper_iterate (100);
      click (button);
      g_assert_true (helper_wait (is_away, kept));
    }
  look (dialog, "no-places");
  hands_key (GDK_KEY_Escape, 0);
  g_assert_true (helper_wait (has_no_dialog, &type_of));
  g_assert_null (ws_session_find_device (get_session (), "far/vm:h200"));
  window_helper_settle (window);
  g_assert_cmpstr (ws_session_get_device_id (get_session ()), ==, "vm:h200");
}

static gboolean
is_listed (gpointer other)
{
  GListModel *names = gtk_drop_down_get_model (window_helper_get_child (other, "device_drop"));

  for (guint i = 0; names != NULL && i < g_list_model_get_n_items (names); i++)
    if (g_str_equal (gtk_string_list_get_string (GTK_STRING_LIST (names), i), "kept"))
      return TRUE;
  return FALSE;
}

/* Another window, as after a restart, has what was added, and does not reach for it by itself. */
static void
test_kept (void)
{
  g_autoptr (WsRemote) remote = ws_remote_new ("kept", "./line well", NULL);
  g_autoptr (WsClient) client = ws_client_new_for_remote (remote);
  WsWindow *other;

  g_assert_true (ws_places_add (ws_session_get_places (get_session ()), client, NULL));
  other = ws_window_new (ADW_APPLICATION (gtk_window_get_application (GTK_WINDOW (window))),
                         &window_helper_k40c);
  gtk_window_present (GTK_WINDOW (other));
  g_assert_true (helper_wait (is_listed, other));
  g_assert_cmpint (ws_place_get_state (ws_places_find (
                       ws_session_get_places (ws_window_get_session (other)), "kept")),
                   ==, WS_PLACE_RESTS);
  gtk_window_close (GTK_WINDOW (other));
  helper_iterate (300);
}

static WsWindow *
open_again (const char *last)
{
  static WsWindowOptions options;
  g_autoptr (GSettings) settings = g_settings_new ("org.warpstage.Warpstage");
  WsWindow *other;

  options = window_helper_k40c;
  options.device = NULL;
  g_settings_set_string (settings, "device", last);
  other =
      ws_window_new (ADW_APPLICATION (gtk_window_get_application (GTK_WINDOW (window))), &options);
  gtk_window_present (GTK_WINDOW (other));
  g_assert_true (helper_wait (is_listed, other));
  return other;
}

static gboolean
uses_near (gpointer other)
{
  return g_strcmp0 (ws_session_get_device_id (ws_window_get_session (other)), "near/vm:h200") == 0;
}

/* What was used last is connected at the start by ssh; what may be a job is only offered. */
static void
test_last (void)
{
  g_autoptr (GSettings) settings = g_settings_new ("org.warpstage.Warpstage");
  g_autofree char *kept = NULL;
  WsWindow *other;

  put ("job", "./line queue never");
  put ("near", "./ssh host " WS_BUILD_DIR "/bin/warpstage-worker");
  other = open_again ("job/vm:h200");
  helper_iterate (300);
  g_assert_cmpint (ws_place_get_state (ws_places_find (
                       ws_session_get_places (ws_window_get_session (other)), "job")),
                   ==, WS_PLACE_RESTS);
  gtk_window_close (GTK_WINDOW (other));
  helper_iterate (300);
  kept = g_settings_get_string (settings, "device");
  g_assert_cmpstr (kept, ==, "job/vm:h200");

  other = open_again ("near/vm:h200");
  g_assert_true (helper_wait (uses_near, other));
  window_helper_settle (other);
  gtk_window_close (GTK_WINDOW (other));
  helper_iterate (300);
}

static void
add_tests (void)
{
  g_test_add_func ("/window-remote/wrong", test_wrong);
  g_test_add_func ("/window-remote/twice", test_twice);
  g_test_add_func ("/window-remote/keys", test_keys);
  g_test_add_func ("/window-remote/chosen", test_chosen);
  g_test_add_func ("/window-remote/broken", test_broken);
  g_test_add_func ("/window-remote/stranger", test_stranger);
  g_test_add_func ("/window-remote/waiting", test_waiting);
  g_test_add_func ("/window-remote/forgotten", test_forgotten);
  g_test_add_func ("/window-remote/wished-again", test_wished_again);
  g_test_add_func ("/window-remote/installed", test_installed);
  g_test_add_func ("/window-remote/removed", test_removed);
  g_test_add_func ("/window-remote/kept", test_kept);
  g_test_add_func ("/window-remote/last", test_last);
}

int
main (int argc, char **argv)
{
  g_autofree char *line = NULL;
  g_autofree char *ssh = NULL;

  if (helper_init_gtk () && !hands_init ())
    {
      g_print ("1..0 # skipped: an X display with XTEST is what moves the pointer\n");
      return 77;
    }
  folder = g_dir_make_tmp ("warpstage-remote-XXXXXX", NULL);
  line = g_build_filename (folder, "line", NULL);
  ssh = g_build_filename (folder, "ssh", NULL);
  g_assert_true (symlink (WS_BUILD_DIR "/bin/fake-line", line) == 0
                 && symlink (WS_BUILD_DIR "/bin/fake-line", ssh) == 0 && g_chdir (folder) == 0);
  g_setenv ("HOME", folder, TRUE);
  g_setenv ("REAL_WORKER", WS_BUILD_DIR "/bin/warpstage-worker", TRUE);
  g_setenv ("WARPSTAGE_WORKER", WS_BUILD_DIR "/bin/warpstage-worker", TRUE);
  return window_helper_main (&argc, &argv, &window_helper_k40c, &window, add_tests);
}
