/* The window and its session, told at random what users tell them by buttons, lists and keys: pick,
 * run, scrub, device, timings, scenarios, files, export, cancel, back. In the end everything is at
 * rest, what is shown is what the session says, and no worker is left.
 *
 *   RANDOM_COUNT  how many actions (2000)
 *   RANDOM_SEED   which (1)
 */
#include "clock.h"
#include "export/picture.h"
#include "part.h"
#include "record/file.h"
#include "timings/private.h"
#include "scratch.h"
#include "window-helpers.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#define DEFAULT_COUNT 2000
#define MAX_WAIT_MS   12

static WsWindow *window;
static GRand *dice;
static char *folder;
static GFile *saved;

static guint
roll (guint n)
{
  return (guint)g_rand_int_range (dice, 0, (gint32)n);
}

static void
activate (gpointer widget, const char *action)
{
  gtk_widget_activate_action (widget, action, NULL);
}

/* ---- what users do ---- */

static void
pick (void)
{
  ws_kernel_choice_choose (
      ws_window_get_choice (window),
      ws_catalog_get_kernel (ws_window_get_catalog (window),
                             roll (ws_catalog_get_n_kernels (ws_window_get_catalog (window)))));
}

static void
type (void)
{
  static const char *const ns[] = { "1000", "4096", "2^16", "2^20", "7", "0", "nonsense", "2^24" };
  static const char *const blocks[] = { "64", "128", "256", "100", "1024", "4096" };

  window_helper_type (window, ns[roll (G_N_ELEMENTS (ns))], blocks[roll (G_N_ELEMENTS (blocks))]);
}

static void
run (void)
{
  activate (window, "win.run");
}

static void
scrub (void)
{
  WsRun *shown = ws_playhead_get_run (ws_window_get_playhead (window));

  if (shown == NULL || shown->n_launches == 0)
    return;
  switch (roll (4))
    {
    case 0:
      ws_playhead_set_launch (ws_window_get_playhead (window), roll (shown->n_launches));
      break;
    case 1:
      ws_playhead_set_position (ws_window_get_playhead (window), roll (1000));
      break;
    case 2:
      ws_fields_set_shown_block (window_helper_get_child (window, "fields"), roll (20), 20);
      g_signal_emit_by_name (window_helper_get_child (window, "fields"), "block-shown");
      break;
    default:
      activate (window, roll (2) ? "playhead.next-stage" : "playhead.play");
    }
}

static void
choose_device (void)
{
  GPtrArray *devices = ws_session_get_devices (ws_window_get_session (window));

  if (devices != NULL)
    gtk_widget_activate_action (
        GTK_WIDGET (window), "win.use-device", "s",
        ((const WsClientDevice *)g_ptr_array_index (devices, roll (devices->len)))->id);
}

static void
time_it (void)
{
  static const char *const actions[] = { "timing.run",  "timing.run-fields", "timing.stop",
                                         "timing.stop", "timing.live",       "timing.clear" };

  if (roll (3) == 0)
    ws_timing_page_set_kind (ws_panes_get_timing (ws_window_get_panes (window)),
                             (WsTimingKind)roll (WS_TIMING_SWEEPS + WS_N_SWEEPS));
  activate (ws_panes_get_timing (ws_window_get_panes (window)),
            actions[roll (G_N_ELEMENTS (actions))]);
}

static void
play_scenario (void)
{
  static const char *const actions[] = { "table.run", "table.next", "table.previous" };
  WsScenarioView *view =
      ws_scenario_page_get_view (ws_panes_get_scenarios (ws_window_get_panes (window)));
  GtkWidget *table = GTK_WIDGET (ws_scenario_view_get_table (view));

  switch (roll (8))
    {
    case 0:
      ws_scenario_page_run_all (ws_panes_get_scenarios (ws_window_get_panes (window)));
      break;
    case 1:
    case 2:
      ws_scenario_page_stop (ws_panes_get_scenarios (ws_window_get_panes (window)));
      break;
    case 3:
      activate (window, "win.scenarios");
      break;
    default:
      activate (table, actions[roll (G_N_ELEMENTS (actions))]);
    }
}

static void export(void)
{
  WsPicture picture;
  const WsExportForm form = { .theme = WS_THEME_LIGHT, .width = 640, .height = 400, .scale = 1 };
  g_autofree char *path = g_build_filename (folder, "picture.png", NULL);
  g_autoptr (GError) error = NULL;
  guint pane = roll (WS_N_PANES);

  if (roll (2) == 0)
    ws_exporter_copy_pane (ws_window_get_exporter (window), (int)pane);
  else if (ws_panes_get_picture (ws_window_get_panes (window), (int)pane, &picture))
    {
      ws_picture_write (&picture, &form, path, NULL, &error);
      g_assert_no_error (error);
    }
}

static void
use_file (void)
{
  WsRun *shown = ws_session_get_run (ws_window_get_session (window));

  if (shown != NULL && (saved == NULL || roll (4) == 0))
    {
      g_autofree char *path = g_build_filename (folder, "run.wsrun", NULL);
      g_autoptr (GError) error = NULL;

      g_clear_object (&saved);
      saved = g_file_new_for_path (path);
      ws_run_save (shown, saved, NULL, &error);
      g_assert_no_error (error);
    }
  else if (saved != NULL)
    ws_window_open_run (window, saved);
}

static void
go (void)
{
  activate (window, roll (3) > 0 ? "win.back" : "win.forward");
}

static void
cancel (void)
{
  activate (window, "win.cancel");
}

static void
undo (void)
{
  if (ws_panes_get_timing (ws_window_get_panes (window))->removed->len > 0)
    {
      const WsSweep *sweep =
          ws_panes_get_timing (ws_window_get_panes (window))
              ->removed
              ->pdata[roll (ws_panes_get_timing (ws_window_get_panes (window))->removed->len)];
      g_autofree char *id = g_strdup (sweep->id);

      gtk_widget_activate_action (GTK_WIDGET (window), "win.restore-timings", "s", id);
    }
}

static void
count (void)
{
  activate (window, "win.read-counters");
}

static void
kill_worker (void)
{
  guint pid = ws_client_get_worker_pid (window_helper_get_client (window));

  if (pid != 0)
    kill ((pid_t)pid, SIGKILL);
}

static void
look (void)
{
  static const char *const themes[] = { "light", "dark", "projector" };

  if (roll (4) == 0)
    window_helper_set_theme (window, themes[roll (G_N_ELEMENTS (themes))]);
  else
    ws_panes_fill (ws_window_get_panes (window), (int)roll (WS_N_PANES + 1) - 1);
}

static const struct {
  void (*act) (void);
  guint weight;
} actions[] = {
  { pick, 10 },          { type, 6 },   { run, 10 },     { scrub, 14 }, { choose_device, 4 },
  { time_it, 12 },       { export, 4 }, { use_file, 6 }, { go, 8 },     { cancel, 6 },
  { play_scenario, 12 }, { undo, 2 },   { count, 2 },    { look, 3 },   { kill_worker, 1 },
};

static void
act (void)
{
  guint sum = 0;
  guint drawn;

  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    sum += actions[i].weight;
  drawn = roll (sum);
  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    {
      if (drawn < actions[i].weight)
        {
          actions[i].act ();
          return;
        }
      drawn -= actions[i].weight;
    }
}

/* ---- what must be so ---- */

/* Processes that this one has begun and that are still there. */
static guint
count_children (void)
{
  g_autofree char *path = g_strdup_printf ("/proc/self/task/%d/children", (int)getpid ());
  g_autofree char *text = NULL;
  g_auto (GStrv) pids = NULL;
  guint n = 0;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  pids = g_strsplit (g_strstrip (text), " ", -1);
  for (guint i = 0; pids[i] != NULL; i++)
    n += *pids[i] != '\0';
  return n;
}

static gboolean
is_at_rest (gpointer data)
{
  return ws_session_get_state (ws_window_get_session (window)) == WS_SESSION_RESTS
         && !ws_scenario_page_is_busy (ws_panes_get_scenarios (ws_window_get_panes (window)))
         && !ws_timing_page_is_busy (ws_panes_get_timing (ws_window_get_panes (window)));
}

static void
rest (void)
{
  ws_scenario_page_stop (ws_panes_get_scenarios (ws_window_get_panes (window)));
  activate (ws_panes_get_timing (ws_window_get_panes (window)), "timing.stop");
  if (ws_panes_get_timing (ws_window_get_panes (window))->live_wanted)
    activate (ws_panes_get_timing (ws_window_get_panes (window)), "timing.live");
  ws_session_cancel (ws_window_get_session (window));
  g_assert_true (helper_wait (is_at_rest, NULL));
}

static void
test_random (void)
{
  const char *count = g_getenv ("RANDOM_COUNT");
  guint n = count != NULL ? (guint)atoi (count) : part_of (DEFAULT_COUNT, 4);

  window_helper_settle (window);
  for (guint i = 0; i < n; i++)
    {
      clock_name (i);
      act ();
      helper_iterate (roll (MAX_WAIT_MS));
      if (i % 200 == 199)
        rest ();
    }
  rest ();
  g_test_message ("%u actions; the main loop was held longest in action %u: %.0f ms of processor "
                  "time in %.0f ms; %u times over 100 ms; %u workers",
                  n, clock_get_longest ()->action, clock_get_longest ()->cpu_ms,
                  clock_get_longest ()->wall_ms, clock_count_over (), count_children ());
  /* one for each device, a real one too, and not one more */
  g_assert_cmpuint (count_children (), <=,
                    ws_catalog_get_specs (ws_window_get_catalog (window))->len + 1);
}

/* After all that the window does what it did at first, and shows what it did. */
static void
test_well (void)
{
  const WsCatalogKernel *kernel = ws_catalog_find (ws_window_get_catalog (window), "reduce4", NULL);
  WsRun *shown;

  ws_kernel_choice_choose (ws_window_get_choice (window), kernel);
  window_helper_settle (window);
  window_helper_type (window, "5000", "128");
  run ();
  window_helper_settle (window);
  shown = ws_session_get_run (ws_window_get_session (window));
  g_assert_true (ws_playhead_get_run (ws_window_get_playhead (window)) == shown);
  g_assert_cmpstr (shown->id, ==, "reduce4");
  g_assert_cmpuint (shown->launches[0].n_elements, ==, 5000);
  g_assert_true (shown->correct);
  g_assert_cmpint (ws_session_get_shown (ws_window_get_session (window)), ==, WS_SHOWN_RECORDED);
}

static gboolean
has_no_child (gpointer data)
{
  return count_children () == 0;
}

/* Its workers go with the window. */
static void
test_no_worker_left (void)
{
  WsWindowOptions options = { .stage = -1, .paused = TRUE, .kernel = (char *)"reduce1" };
  WsWindow *first = window;

  g_assert_cmpuint (count_children (), >, 0);
  window =
      ws_window_new (ADW_APPLICATION (gtk_window_get_application (GTK_WINDOW (first))), &options);
  gtk_window_destroy (GTK_WINDOW (first));
  window_helper_settle (window);
  ws_session_cancel (ws_window_get_session (window));
  gtk_window_destroy (GTK_WINDOW (window));
  g_assert_true (helper_wait (has_no_child, NULL));
  window = ws_window_new (ADW_APPLICATION (g_application_get_default ()), &options);
}

static void
add_tests (void)
{
  g_test_add_func ("/window-random/actions", test_random);
  g_test_add_func ("/window-random/well", test_well);
  g_test_add_func ("/window-random/no-worker-left", test_no_worker_left);
}

int
main (int argc, char **argv)
{
  const WsWindowOptions options = {
    .stage = -1, .width = 1280, .height = 720, .paused = TRUE, .kernel = (char *)"reduce1"
  };
  const char *seed = g_getenv ("RANDOM_SEED");
  int status;

  dice = g_rand_new_with_seed (seed != NULL ? (guint32)atoi (seed) : 1);
  folder = g_dir_make_tmp ("warpstage-random-XXXXXX", NULL);
  g_setenv ("XDG_DATA_HOME", folder, TRUE);
  clock_init ();
  status = window_helper_main (&argc, &argv, &options, &window, add_tests);
  g_rand_free (dice);
  g_clear_object (&saved);
  scratch_remove (folder);
  g_free (folder);
  return status;
}
