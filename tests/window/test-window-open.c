/* What was opened stays: until the user runs, nothing takes its place, whichever way it came in and
 * whatever happens beside it. Runs with a GPU that is none, too: see tests/fixture/fake-devices.c.
 */
#include "record/file.h"
#include "window-helpers.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <time.h>

#if defined(__SANITIZE_ADDRESS__) || defined(__clang__)
#define LARGE_N (1 << 16)
#else
#define LARGE_N (1 << 21) /* by one block: half a million events */
#endif
#define QUIET_MS 700 /* fields settle after 450 */

static WsWindow *window;
static GFile *folder;
static GFile *file;  /* a run of reduce3 */
static GFile *other; /* a run of reduce2 */

static WsRun *
get_run (WsWindow *self)
{
  return ws_playhead_get_run (ws_window_get_playhead (self));
}

/* Records @kernel and saves it. */
static GFile *
make_file (const char *kernel)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *name = g_strdup_printf ("%s.wsrun", kernel);
  GFile *made = g_file_get_child (folder, name);

  window_helper_choose (window, kernel);
  window_helper_settle (window);
  g_assert_cmpstr (get_run (window)->id, ==, kernel);
  ws_run_save (get_run (window), made, NULL, &error);
  g_assert_no_error (error);
  return made;
}

static void
run_something_else (void)
{
  window_helper_choose (window, "reduce4");
  window_helper_settle (window);
  if (!g_str_equal (get_run (window)->id, "reduce4"))
    {
      gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
      window_helper_settle (window);
    }
  ws_playhead_set_playing (ws_window_get_playhead (window), FALSE);
  g_assert_cmpstr (get_run (window)->id, ==, "reduce4");
  g_assert_cmpint (ws_session_get_shown (ws_window_get_session (window)), ==, WS_SHOWN_RECORDED);
}

static void
set_up (void)
{
  g_autofree char *dir = g_dir_make_tmp ("warpstage-XXXXXX", NULL);

  window_helper_settle (window);
  window_helper_type (window, "5000", NULL);
  folder = g_file_new_for_path (dir);
  other = make_file ("reduce2");
  file = make_file ("reduce3");
}

static void
tear_down (void)
{
  g_file_delete (file, NULL, NULL);
  g_file_delete (other, NULL, NULL);
  g_file_delete (folder, NULL, NULL);
  g_clear_object (&file);
  g_clear_object (&other);
  g_clear_object (&folder);
}

static gboolean
is_opened (gpointer data)
{
  WsWindow *self = data;

  return ws_session_get_state (ws_window_get_session (self)) == WS_SESSION_RESTS
         && ws_session_get_shown (ws_window_get_session (self)) == WS_SHOWN_OPENED;
}

static void
state_cb (WsSession *session, GParamSpec *pspec, guint *n_begun)
{
  *n_begun += ws_session_is_busy (session);
}

/* What @self opened is there, and still is when all has had its time. */
static void
assert_stays (WsWindow *self, const char *job)
{
  g_autoptr (WsRun) run = NULL;
  guint n_begun = 0;

  g_assert_true (helper_wait (is_opened, self));
  g_assert_cmpstr (get_run (self)->id, ==, job);
  ws_playhead_set_playing (ws_window_get_playhead (self), FALSE); /* and draws less */
  g_signal_connect (ws_window_get_session (self), "notify::state", G_CALLBACK (state_cb), &n_begun);
  run = ws_run_ref (get_run (self));
  window_helper_settle (self);
  ws_session_list_devices (ws_window_get_session (self));
  helper_iterate (QUIET_MS);
  window_helper_settle (self);
  g_signal_handlers_disconnect_by_func (ws_window_get_session (self), state_cb, &n_begun);
  g_assert_true (get_run (self) == run);
  g_assert_cmpuint (n_begun, ==, 0);
}

static gboolean
is_gone (gpointer data)
{
  return *(WsWindow **)data == NULL;
}

/* Waits until it is no more: settings that change are told to all windows. What was in it goes in
 * later turns of the main loop. */
static void
close_second (WsWindow *second)
{
  gpointer inspector = gtk_widget_get_template_child (GTK_WIDGET (ws_window_get_panes (second)),
                                                      WS_TYPE_PANES, "inspector");

  g_object_add_weak_pointer (inspector, &inspector);
  g_object_add_weak_pointer (G_OBJECT (second), (gpointer *)&second);
  gtk_window_close (GTK_WINDOW (second));
  while (second != NULL)
    g_main_context_iteration (NULL, TRUE);
  g_assert_nonnull (inspector);
  g_assert_true (helper_wait (is_gone, &inspector));
}

/* ---- the ways in ---- */

/* warpstage RUN.wsrun: @device as on the command line. */
static void
open_second (const char *device)
{
  const WsWindowOptions options = { .stage = -1, .file = file, .device = (char *)device };
  WsWindow *second =
      ws_window_new (ADW_APPLICATION (gtk_window_get_application (GTK_WINDOW (window))), &options);

  gtk_window_present (GTK_WINDOW (second));
  g_assert_true (helper_wait (is_opened, second));
  g_assert_true (ws_playhead_get_playing (ws_window_get_playhead (second)));
  assert_stays (second, "reduce3");
  g_assert_cmpstr (ws_kernel_choice_get (ws_window_get_choice (second))->id, ==, "reduce3");
  close_second (second);
}

static void
test_command_line (void)
{
  open_second (NULL);
  open_second ("vm:h200");
}

/* Its widgets are of no program before it has begun: half a window is never found. */
static void
test_two_halves (void)
{
  const WsWindowOptions options = { .stage = -1, .file = file };
  GtkApplication *application = gtk_window_get_application (GTK_WINDOW (window));
  WsWindow *second = ws_window_make ();

  g_assert_null (gtk_window_get_application (GTK_WINDOW (second)));
  g_assert_null (g_list_find (gtk_application_get_windows (application), second));
  helper_iterate (20);
  g_assert_true (ws_window_begin (second, ADW_APPLICATION (application), &options));
  g_assert_nonnull (g_list_find (gtk_application_get_windows (application), second));
  gtk_window_present (GTK_WINDOW (second));
  assert_stays (second, "reduce3");
  close_second (second);
}

/* The command line's other words hold for what it opens. */
static void
test_command_line_place (void)
{
  const WsWindowOptions options = { .stage = 2, .launch = 2, .file = file };
  WsWindow *second =
      ws_window_new (ADW_APPLICATION (gtk_window_get_application (GTK_WINDOW (window))), &options);

  gtk_window_present (GTK_WINDOW (second));
  assert_stays (second, "reduce3");
  g_assert_cmpuint (ws_playhead_get_launch (ws_window_get_playhead (second)), ==, 1);
  g_assert_cmpuint (ws_playhead_get_stage (ws_window_get_playhead (second)), ==, 2);
  g_assert_false (ws_playhead_get_playing (ws_window_get_playhead (second)));
  close_second (second);
}

/* What cannot be opened is said, and the window begins as it does without. */
static void
test_command_line_damaged (void)
{
  const WsWindowOptions options = { .stage = -1, .file = folder, .kernel = (char *)"reduce1" };
  WsWindow *second =
      ws_window_new (ADW_APPLICATION (gtk_window_get_application (GTK_WINDOW (window))), &options);

  gtk_window_present (GTK_WINDOW (second));
  window_helper_settle (second);
  g_assert_nonnull (get_run (second));
  g_assert_cmpstr (get_run (second)->id, ==, "reduce1");
  g_assert_true (ws_notices_shows_error (ws_window_get_notices (second)));
  g_assert_nonnull (strstr (ws_notices_get_error (ws_window_get_notices (second)), "is a folder"));
  close_second (second);
}

/* The theme that the command line names is that window's: the one that is remembered stays, and can
 * be chosen there. */
static void
test_command_line_theme (void)
{
  const WsWindowOptions options = { .stage = -1, .theme = (char *)"projector", .file = file };
  g_autoptr (GSettings) settings = g_settings_new ("org.warpstage.Warpstage");
  g_autofree char *kept = NULL;
  g_autofree char *chosen = NULL;
  WsWindow *second;

  window_helper_set_theme (window, "light");
  second =
      ws_window_new (ADW_APPLICATION (gtk_window_get_application (GTK_WINDOW (window))), &options);
  gtk_window_present (GTK_WINDOW (second));
  assert_stays (second, "reduce3");
  g_assert_cmpint (ws_appearance_get_theme (ws_window_get_appearance (second)), ==,
                   WS_THEME_PROJECTOR);
  kept = g_settings_get_string (settings, "theme");
  g_assert_cmpstr (kept, ==, "light");
  g_action_group_change_action_state (G_ACTION_GROUP (second), "theme",
                                      g_variant_new_string ("light"));
  g_assert_cmpint (ws_appearance_get_theme (ws_window_get_appearance (second)), ==, WS_THEME_LIGHT);
  g_action_group_change_action_state (G_ACTION_GROUP (second), "theme",
                                      g_variant_new_string ("dark"));
  chosen = g_settings_get_string (settings, "theme");
  g_assert_cmpstr (chosen, ==, "dark");
  close_second (second);
  window_helper_set_theme (window, "light");
}

static void
test_drop (void)
{
  GtkEventController *target = helper_find_controller (GTK_WIDGET (window), GTK_TYPE_DROP_TARGET);
  g_auto (GValue) value = G_VALUE_INIT;
  gboolean taken = FALSE;

  run_something_else ();
  g_value_init (&value, G_TYPE_FILE);
  g_value_set_object (&value, file);
  g_signal_emit_by_name (target, "drop", &value, 10., 10., &taken);
  g_assert_true (taken);
  assert_stays (window, "reduce3");
}

/* What the chooser's answer calls. */
static void
test_chosen (void)
{
  run_something_else ();
  ws_window_open_run (window, file);
  g_assert_true (helper_wait (is_opened, window));
  window_helper_set_theme (window, "dark");
  assert_stays (window, "reduce3");
  window_helper_set_theme (window, "light");
  assert_stays (window, "reduce3");
}

/* ---- what happens beside it ---- */

/* A running recording ends where something was opened. */
static void
test_recording (void)
{
  run_something_else ();
  window_helper_type (window, "2^24", NULL);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
  g_assert_true (ws_session_is_busy (ws_window_get_session (window)));
  ws_window_open_run (window, file);
  g_assert_true (helper_wait (is_opened, window));
  assert_stays (window, "reduce3");
  /* what was typed just before is not meant any more */
  window_helper_type (window, "4000", NULL);
  ws_window_open_run (window, other);
  g_assert_cmpint (ws_session_get_state (ws_window_get_session (window)), ==, WS_SESSION_OPENS);
  assert_stays (window, "reduce2");
}

static gboolean
is_timed (gpointer data)
{
  return !ws_timing_page_is_busy (ws_panes_get_timing (ws_window_get_panes (window)));
}

/* So does one beside a sweep, which goes on. */
static void
test_sweep (void)
{
  run_something_else ();
  gtk_widget_activate_action (GTK_WIDGET (ws_panes_get_timing (ws_window_get_panes (window))),
                              "timing.run-fields", NULL);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
  ws_window_open_run (window, file);
  g_assert_true (helper_wait (is_opened, window));
  g_assert_true (helper_wait (is_timed, NULL));
  assert_stays (window, "reduce3");
}

static gboolean
runs_no_scenario (gpointer data)
{
  return !ws_scenario_page_is_busy (ws_panes_get_scenarios (ws_window_get_panes (window)));
}

/* A scenario's cell that was chosen before is not shown any more. */
static void
test_scenario (void)
{
  WsScenarioView *view =
      ws_scenario_page_get_view (ws_panes_get_scenarios (ws_window_get_panes (window)));
  guint row;
  guint group;

  run_something_else ();
  ws_panes_show_scenarios (ws_window_get_panes (window), TRUE);
  ws_scenario_table_get_chosen (ws_scenario_view_get_table (view), &row, &group);
  g_signal_emit_by_name (view, "run-cell", ws_scenario_view_get_scenario (view), row, group);
  g_assert_true (ws_scenario_page_is_busy (ws_panes_get_scenarios (ws_window_get_panes (window))));
  ws_window_open_run (window, file);
  g_assert_true (helper_wait (is_opened, window));
  g_assert_true (helper_wait (runs_no_scenario, NULL));
  assert_stays (window, "reduce3");
  ws_panes_show_scenarios (ws_window_get_panes (window), FALSE);
}

/* The worker dies, and another lists the devices. */
static void
test_worker_killed (void)
{
  guint pid;

  run_something_else ();
  ws_window_open_run (window, file);
  g_assert_true (helper_wait (is_opened, window));
  pid = ws_client_get_worker_pid (window_helper_get_client (window));
  g_assert_cmpuint (pid, !=, 0);
  kill ((pid_t)pid, SIGKILL);
  helper_iterate (100);
  assert_stays (window, "reduce3");
}

/* A block that the file does not have is not recorded on whatever device there is. */
static void
test_block (void)
{
  guint shown;

  run_something_else ();
  ws_window_open_run (window, file);
  g_assert_true (helper_wait (is_opened, window));
  shown = ws_playhead_get_block (ws_window_get_playhead (window));
  g_assert_null (ws_run_find_block (get_run (window), 0, 5));
  ws_fields_set_shown_block (window_helper_get_child (window, "fields"), 5, 20);
  g_signal_emit_by_name (window_helper_get_child (window, "fields"), "block-shown");
  g_assert_cmpuint (ws_fields_get_shown_block (window_helper_get_child (window, "fields")), ==,
                    shown);
  assert_stays (window, "reduce3");
}

/* Another block is asked for in the last launch, and of fewer elements there is only the first. */
static void
test_fewer_launches (void)
{
  WsPlanParameters parameters;

  run_something_else ();
  g_assert_true (
      ws_fields_get_parameters (window_helper_get_child (window, "fields"), &parameters, NULL));
  parameters.n = 1 << 20;
  ws_fields_set_parameters (window_helper_get_child (window, "fields"), &parameters);
  run_something_else ();
  g_assert_cmpuint (get_run (window)->n_launches, >, 1);
  ws_playhead_set_launch (ws_window_get_playhead (window), (guint)get_run (window)->n_launches - 1);
  parameters.n = 64;
  ws_fields_set_parameters (window_helper_get_child (window, "fields"), &parameters);
  ws_fields_set_shown_block (window_helper_get_child (window, "fields"), 5, 20);
  g_signal_emit_by_name (window_helper_get_child (window, "fields"), "block-shown");
  window_helper_settle (window);
  g_assert_cmpuint (get_run (window)->n_launches, ==, 1);
  g_assert_cmpuint (ws_playhead_get_launch (ws_window_get_playhead (window)), ==, 0);
}

/* ---- who has the last word ---- */

static void
test_last_word (void)
{
  WsRun *before;

  run_something_else ();
  before = get_run (window);
  /* given up */
  ws_window_open_run (window, file);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.cancel", NULL);
  g_assert_cmpint (ws_session_get_state (ws_window_get_session (window)), !=, WS_SESSION_OPENS);
  helper_iterate (QUIET_MS);
  g_assert_true (get_run (window) == before);
  g_assert_false (ws_notices_shows_error (ws_window_get_notices (window)));
  /* another file */
  ws_window_open_run (window, file);
  ws_window_open_run (window, other);
  assert_stays (window, "reduce2");
  /* a run */
  ws_window_open_run (window, file);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
  g_assert_cmpint (ws_session_get_state (ws_window_get_session (window)), !=, WS_SESSION_OPENS);
  window_helper_settle (window);
  helper_iterate (QUIET_MS);
  g_assert_cmpstr (get_run (window)->id, ==, "reduce2");
  g_assert_cmpint (ws_session_get_shown (ws_window_get_session (window)), ==, WS_SHOWN_RECORDED);
}

/* The file of an open run is overwritten and cut while everything of it is drawn. */
static void
test_overwritten (void)
{
  g_autoptr (GFile) copy = g_file_get_child (folder, "copy.wsrun");
  g_autofree char *noise = NULL;
  gsize size;
  FILE *stream;

  g_assert_true (g_file_copy (file, copy, G_FILE_COPY_NONE, NULL, NULL, NULL, NULL));
  g_assert_true (g_file_load_contents (copy, NULL, &noise, &size, NULL, NULL));
  memset (noise, 0xab, size);
  ws_window_open_run (window, copy);
  g_assert_true (helper_wait (is_opened, window));
  stream = g_fopen (g_file_peek_path (copy), "r+");
  g_assert_cmpuint (fwrite (noise, 1, size, stream), ==, size);
  fflush (stream);
  ws_playhead_set_playing (ws_window_get_playhead (window), FALSE);
  for (guint launch = 0; launch < get_run (window)->n_launches; launch++)
    {
      ws_playhead_set_launch (ws_window_get_playhead (window), launch);
      gtk_widget_activate_action (GTK_WIDGET (window), "playhead.last", NULL);
      helper_iterate (60);
    }
  g_assert_cmpint (ftruncate (fileno (stream), 0), ==, 0);
  fclose (stream);
  ws_playhead_set_launch (ws_window_get_playhead (window), 0);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.fill", "s", "sms");
  helper_iterate (100);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.cancel", NULL);
  assert_stays (window, "reduce3");
  g_file_delete (copy, NULL, NULL);
}

/* ---- the main loop ---- */

static GPollFunc real_poll;
static double iteration_begin;
static double longest_iteration; /* seconds of processor time */

static double
get_cpu_seconds (void)
{
  struct timespec now;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* Whatever lies between two waits is one iteration. */
static int
poll_cb (GPollFD *fds, guint n, int timeout)
{
  int result;

  longest_iteration = MAX (longest_iteration, get_cpu_seconds () - iteration_begin);
  result = real_poll (fds, n, timeout);
  iteration_begin = get_cpu_seconds ();
  return result;
}

/* A run of half a million events is opened while the loop goes on: however fast the machine, no
 * iteration has a tenth of the work in it. */
static void
test_loop (void)
{
  WsPlanParameters parameters;
  g_autoptr (GFile) large = NULL;
  g_autoptr (WsRun) run = NULL;
  g_autoptr (WsScene) scene = NULL;
  double begin;
  double work; /* seconds of processor time */
  GMainContext *context = g_main_context_default ();

  run_something_else ();
  g_assert_true (
      ws_fields_get_parameters (window_helper_get_child (window, "fields"), &parameters, NULL));
  parameters.n = LARGE_N;
  parameters.max_grid = 1;
  ws_fields_set_parameters (window_helper_get_child (window, "fields"), &parameters);
  large = make_file ("reduce7");
  parameters.n = 1000;
  ws_fields_set_parameters (window_helper_get_child (window, "fields"), &parameters);
  run_something_else ();
  real_poll = g_main_context_get_poll_func (context);
  iteration_begin = get_cpu_seconds ();
  longest_iteration = 0;
  g_main_context_set_poll_func (context, poll_cb);
  ws_window_open_run (window, large);
  g_assert_true (helper_wait (is_opened, window));
  helper_iterate (500);
  g_main_context_set_poll_func (context, real_poll);
  begin = get_cpu_seconds ();
  run = ws_run_load (large, NULL, NULL);
  scene = ws_scene_new_first (run, 0);
  work = get_cpu_seconds () - begin;
  g_test_message ("%" G_GSIZE_FORMAT " events, longest iteration %.1f ms; to read and derive them "
                  "takes %.0f ms",
                  run->n_events, longest_iteration * 1e3, work * 1e3);
#if !defined(__SANITIZE_ADDRESS__) && defined(NDEBUG)
  g_assert_cmpfloat (longest_iteration, <, work / 10);
#endif
  g_file_delete (large, NULL, NULL);
}

static void
add_tests (void)
{
  g_test_add_func ("/window-open/set-up", set_up);
  g_test_add_func ("/window-open/chosen", test_chosen);
  g_test_add_func ("/window-open/command-line", test_command_line);
  g_test_add_func ("/window-open/two-halves", test_two_halves);
  g_test_add_func ("/window-open/command-line-place", test_command_line_place);
  g_test_add_func ("/window-open/command-line-damaged", test_command_line_damaged);
  g_test_add_func ("/window-open/command-line-theme", test_command_line_theme);
  g_test_add_func ("/window-open/drop", test_drop);
  g_test_add_func ("/window-open/recording", test_recording);
  g_test_add_func ("/window-open/sweep", test_sweep);
  g_test_add_func ("/window-open/scenario", test_scenario);
  g_test_add_func ("/window-open/worker-killed", test_worker_killed);
  g_test_add_func ("/window-open/block", test_block);
  g_test_add_func ("/window-open/fewer-launches", test_fewer_launches);
  g_test_add_func ("/window-open/last-word", test_last_word);
  g_test_add_func ("/window-open/overwritten", test_overwritten);
  g_test_add_func ("/window-open/loop", test_loop);
  g_test_add_func ("/window-open/tear-down", tear_down);
}

int
main (int argc, char **argv)
{
  const WsWindowOptions options = {
    .stage = -1, .width = 1280, .height = 720, .kernel = (char *)"reduce1"
  };

  return window_helper_main (&argc, &argv, &options, &window, add_tests);
}
