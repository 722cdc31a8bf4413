/* Five tasks of one who sees the program for the first time and reads no manual: a log of clicks,
 * keys and words for each, replayed on the program as it first starts. What is shown at the end is
 * compared with the recording. NEWCOMER_PICTURES names a folder for pictures of the ends. The log
 * stands in docs/manual/window.md, too. */
#include "accesses/memory-request.h"
#include "beside/times.h"
#include "compare/times-view.h"
#include "hands.h"
#include "playback/track.h"
#include "scratch.h"
#include "views/memory-view.h"
#include "window-helpers.h"
#include "window/application.h"

#include <glib/gstdio.h>
#include <string.h>

#define MAX_ACTIONS  6
#define TRACK_MARGIN 14.
#define TRACK_NAMES  38.

typedef enum {
  DONE,
  CLICK, /* what says @what: a label, or a tooltip that begins so */
  STAGE, /* the name @what below the slider */
  TYPE,  /* @what, and Enter */
} ActionKind;

typedef struct {
  ActionKind kind;
  const char *what;
} Action;

typedef struct {
  const char *name;
  Action log[MAX_ACTIONS + 1];
  void (*check) (void);
} Task;

static WsWindow *window;
static char *home;

/* ---- what is in sight ---- */

static gboolean
says (GtkWidget *widget, const char *what)
{
  const char *tip = gtk_widget_get_tooltip_text (widget);

  return (GTK_IS_LABEL (widget) && g_str_equal (gtk_label_get_text (GTK_LABEL (widget)), what))
         || (GTK_IS_BUTTON (widget) && tip != NULL && g_str_has_prefix (tip, what));
}

static GtkWidget *
find_within (GtkWidget *root, const char *what)
{
  GtkWidget *found = NULL;

  if (!gtk_widget_get_mapped (root) || !gtk_widget_is_sensitive (root))
    return NULL;
  if (says (root, what))
    return root;
  for (GtkWidget *child = gtk_widget_get_last_child (root); child != NULL && found == NULL;
       child = gtk_widget_get_prev_sibling (child))
    found = find_within (child, what);
  return found;
}

/* (nullable): the dialog that stands before the window */
static GtkWidget *
find_dialog (void)
{
  GListModel *toplevels = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (toplevels); i++)
    {
      g_autoptr (GtkWidget) toplevel = g_list_model_get_item (toplevels, i);

      if (toplevel != GTK_WIDGET (window) && gtk_widget_get_mapped (toplevel))
        return toplevel;
    }
  return NULL;
}

/* (nullable): what says that, in the dialog or else in the window; a menu that is open comes last
 * among the children */
static GtkWidget *
find (const char *what)
{
  GtkWidget *dialog = find_dialog ();

  return find_within (dialog != NULL ? dialog : GTK_WIDGET (window), what);
}

static gboolean
is_there (gpointer what)
{
  return find (what) != NULL;
}

static gboolean
is_timed (gpointer data)
{
  return !ws_timing_page_is_busy (ws_panes_get_timing (ws_window_get_panes (window)));
}

static gboolean
is_at_rest (gpointer data)
{
  return !window_helper_is_busy (window) && is_timed (NULL);
}

/* No user acts on what still moves; with sanitizers it takes its minutes. */
static void
settle (void)
{
  window_helper_settle (window);
  helper_iterate (300);
  for (guint i = 0; i < 5 && !helper_wait (is_at_rest, NULL); i++)
    ;
  g_assert_true (is_at_rest (NULL));
  helper_iterate (300);
}

/* ---- actions ---- */

static void
click_at (GtkWidget *widget, double x, double y)
{
  int root_x;
  int root_y;

  g_assert_true (hands_find (widget, x, y, &root_x, &root_y));
  hands_move (root_x, root_y);
  helper_iterate (60);
  hands_button (1, TRUE);
  hands_button (1, FALSE);
  helper_iterate (200);
}

static void
click (const char *what)
{
  GtkWidget *widget;

  if (!helper_wait (is_there, (gpointer)what))
    g_error ("nothing in sight says \"%s\"", what);
  widget = find (what);
  click_at (widget, gtk_widget_get_width (widget) / 2., gtk_widget_get_height (widget) / 2.);
}

static void
click_stage (const char *label)
{
  GtkWidget *track = helper_find (GTK_WIDGET (window), WS_TYPE_TRACK, 0);
  const WsStages *stages = ws_playhead_get_scene (ws_window_get_playhead (window))->stages;
  double gap = (gtk_widget_get_width (track) - 2 * TRACK_MARGIN) / stages->n_stages;

  for (guint i = 0; i < stages->n_stages; i++)
    if (g_str_equal (stages->stages[i].label, label))
      {
        click_at (track, TRACK_MARGIN + gap * (i + 0.5), TRACK_NAMES);
        return;
      }
  g_error ("no stage is called \"%s\"", label);
}

static void
type (const char *text)
{
  helper_iterate (200);
  for (const char *p = text; *p != '\0'; p++)
    {
      hands_key (gdk_unicode_to_keyval ((guint32)*p), 0);
      helper_iterate (30);
    }
  helper_iterate (200);
  hands_key (GDK_KEY_Return, 0);
  helper_iterate (200);
}

/* ---- what is shown at the end ---- */

static const char *
get_sentence (void)
{
  return gtk_label_get_text (
      GTK_LABEL (gtk_widget_get_first_child (window_helper_get_child (window, "caption"))));
}

/* On the stage, or alone. */
static void
check_pane (int pane)
{
  WsPanes *panes = ws_window_get_panes (window);

  g_assert_cmpint (ws_panes_get_current (panes), ==, pane);
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (ws_panes_get_pane (panes, pane))));
}

static const WsEvent *
get_event (const WsScene *scene)
{
  WsPlayhead *playhead = ws_window_get_playhead (window);
  guint index = ws_scene_warp_event_at (scene, ws_playhead_get_warp (playhead),
                                        ws_playhead_get_position (playhead));

  g_assert_cmpuint (index, !=, WS_NONE);
  return &scene->run->events[scene->record->first_event + index];
}

static const char *
get_kernel (void)
{
  return ws_playhead_get_run (ws_window_get_playhead (window))->id;
}

/* Lanes between those that work wait, and the sentence counts them. */
static void
check_divergence (void)
{
  const WsScene *scene = ws_playhead_get_scene (ws_window_get_playhead (window));
  guint n = (guint)ws_launch_get_n_threads (&scene->run->launches[scene->launch]);
  guint32 mask = get_event (scene)->taken;
  guint n_working = (guint)__builtin_popcount (mask);
  g_autofree char *counts = g_strdup_printf ("%u lanes work, %u wait", n_working, n - n_working);

  check_pane (WS_PANE_LANES);
  g_assert_cmpstr (get_kernel (), ==, "reduce1");
  g_assert_cmpuint (mask, ==, 0x55555555u & ((1ull << n) - 1));
  g_assert_nonnull (strstr (get_sentence (), "The warp diverges"));
  g_assert_nonnull (strstr (get_sentence (), counts));
}

/* The access has the passes that the banks ask for. */
static void
check_conflict (void)
{
  const WsScene *scene = ws_playhead_get_scene (ws_window_get_playhead (window));
  const WsEvent *event = get_event (scene);
  const WsSite *site = &ws_run_get_kernel (scene->run, scene->launch)->sites[event->site];
  WsMemoryView *view = window_helper_get (window, "memory");
  g_autofree char *shown = ws_memory_view_dup_subtitle (view);
  g_autofree char *described = WS_DRAWING_GET_CLASS (view)->describe (WS_DRAWING (view));
  g_autofree char *passes = NULL;
  WsMemoryRequest request;

  check_pane (WS_PANE_MEMORY);
  g_assert_cmpstr (get_kernel (), ==, "reduce2");
  g_assert_true (ws_memory_request_init (&request, scene->run, site, event));
  g_assert_cmpint (event->space, ==, WS_SPACE_SHARED);
  g_assert_cmpuint (request.n_passes, >, 1);
  passes = g_strdup_printf ("in %u passes", request.n_passes);
  if (strstr (described, passes) == NULL)
    g_error ("\"%s\" and \"%s\" do not say \"%s\"", shown, described, passes);
}

static void
check_compared (void)
{
  WsPanes *panes = ws_window_get_panes (window);
  GtkWidget *times = helper_find (GTK_WIDGET (window), WS_TYPE_TIMES_VIEW, 0);
  g_autofree char *said = WS_DRAWING_GET_CLASS (times)->describe (WS_DRAWING (times));
  g_autofree char *ratio = NULL;
  double ns[WS_BESIDE_N_SIDES] = { 0 };
  WsPicture picture;

  check_pane (WS_PANE_BESIDE);
  g_assert_nonnull (find ("Before: kernel 3, sequential addressing"));
  g_assert_nonnull (find ("After: kernel 4, first add during the load"));
  g_assert_true (gtk_widget_get_mapped (times));
  g_assert_true (ws_panes_get_picture (panes, WS_PANE_BESIDE, &picture));
  for (guint side = 0; side < WS_BESIDE_N_SIDES; side++)
    {
      const WsRun *run = ((const WsBeside *)picture.subject)->scenes[side]->run;

      for (guint i = 0; i < run->n_launches; i++)
        ns[side] += (double)run->launches[i].duration_ns;
    }
  g_assert_cmpfloat (ns[WS_BESIDE_LEFT], >, ns[WS_BESIDE_RIGHT]);
  ratio = g_strdup_printf ("%.2f× as fast", ns[WS_BESIDE_LEFT] / ns[WS_BESIDE_RIGHT]);
  if (strstr (said, ratio) == NULL)
    g_error ("\"%s\" does not say \"%s\"", said, ratio);
}

/* Every cell has figures, those of the launch shown are its run's, and the sentence answers. */
static void
check_scenarios (void)
{
  WsScenarioView *view =
      ws_scenario_page_get_view (ws_panes_get_scenarios (ws_window_get_panes (window)));
  WsScenario *scenario = ws_scenario_view_get_scenario (view);
  const WsRun *run = ws_playhead_get_run (ws_window_get_playhead (window));
  const WsScenarioResult *result;
  g_autofree char *told = NULL;
  guint row;
  guint group;

  check_pane (WS_PANE_SCENARIOS);
  g_assert_cmpstr (scenario->id, ==, "occupancy-k40c");
  g_assert_cmpuint (ws_scenario_count (scenario, WS_SCENARIO_DONE), ==,
                    ws_scenario_get_n_cells (scenario));
  ws_scenario_table_get_chosen (ws_scenario_view_get_table (view), &row, &group);
  result = ws_scenario_get_result (scenario, row, group);
  g_assert_cmpfloat_with_epsilon (result->value[WS_SCENARIO_TIME] * 1e9,
                                  (double)run->launches[0].duration_ns, 1e-3);
  g_assert_cmpuint (result->blocks, ==, ws_launch_get_n_blocks (&run->launches[0]));
  told = ws_scenario_tell (scenario, row, group);
  g_assert_cmpstr (get_sentence (), ==, told);
  g_assert_nonnull (strstr (told, "as fast"));
  g_assert_nonnull (strstr (told, "occupancy"));
}

static gboolean
has_no_dialog (gpointer data)
{
  return find_dialog () == NULL;
}

/* (transfer full): rows of a picture's file */
static GBytes *
read_picture (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GdkTexture) texture = gdk_texture_new_from_filename (path, &error);
  gsize stride = 1920 * 4;
  guchar *data = g_malloc0 (stride * 1080);

  g_assert_no_error (error);
  g_assert_cmpint (gdk_texture_get_width (texture), ==, 1920);
  g_assert_cmpint (gdk_texture_get_height (texture), ==, 1080);
  gdk_texture_download (texture, data, stride);
  return g_bytes_new_take (data, stride * 1080);
}

/* The only file is the chart, as large as a slide. */
static void
check_exported (void)
{
  g_autofree char *folder = g_build_filename (home, "Pictures", NULL);
  g_autofree char *again = g_build_filename (home, "again.png", NULL);
  g_autofree char *path = NULL;
  g_autoptr (GDir) dir = NULL;
  g_autoptr (GBytes) exported = NULL;
  g_autoptr (GBytes) drawn = NULL;
  g_autoptr (GError) error = NULL;
  const WsExportForm form = { WS_THEME_LIGHT, 1920, 1080, 1 };
  WsPicture picture;

  g_assert_true (helper_wait (has_no_dialog, NULL));
  dir = g_dir_open (folder, 0, &error);
  g_assert_no_error (error);
  path = g_build_filename (folder, g_dir_read_name (dir), NULL);
  g_assert_null (g_dir_read_name (dir));
  g_assert_true (g_str_has_suffix (path, ".png"));
  g_assert_nonnull (strstr (path, "ladder"));
  check_pane (WS_PANE_TIMING);
  g_assert_true (ws_panes_get_picture (ws_window_get_panes (window), WS_PANE_TIMING, &picture));
  g_assert_nonnull (picture.sheet);
  g_assert_true (ws_picture_write (&picture, &form, again, NULL, &error));
  g_assert_no_error (error);
  exported = read_picture (path);
  drawn = read_picture (again);
  g_assert_true (g_bytes_equal (exported, drawn));
}

/* ---- the log ---- */

static const Task tasks[] = {
  { "divergence", { { CLICK, "Explore" }, { CLICK, "Warps" }, { STAGE, "1" } }, check_divergence },
  { "conflict",
    { { CLICK, "Find" }, { TYPE, "kernel 2 bank conflict" }, { CLICK, "Explore" } },
    check_conflict },
  { "compare",
    { { CLICK, "Compare" }, { CLICK, "Next kernel ▸" }, { CLICK, "Next kernel ▸" } },
    check_compared },
  { "scenarios",
    { { CLICK, "Explore" }, { CLICK, "Scenarios" }, { CLICK, "Run all" } },
    check_scenarios },
  { "export",
    { { CLICK, "Explore" },
      { CLICK, "Speed" },
      { CLICK, "Run the ladder" },
      { CLICK, "Share" },
      { CLICK, "Save Picture…" },
      { CLICK, "Export" } },
    check_exported },
};

static void
replay (const Task *task)
{
  const char *where = g_getenv ("NEWCOMER_PICTURES");
  g_autofree char *picture =
      where != NULL ? g_strdup_printf ("%s/%s.png", where, task->name) : NULL;
  gint64 began;
  guint n = 0;

  settle ();
  /* the bar below the first lesson's slides */
  g_assert_true (helper_wait (is_there, (gpointer) "Seven reductions"));
  settle ();
  hands_focus (GTK_NATIVE (window));
  helper_iterate (200);
  began = g_get_monotonic_time ();
  for (; task->log[n].kind != DONE; n++)
    {
      if (task->log[n].kind == CLICK)
        click (task->log[n].what);
      else if (task->log[n].kind == STAGE)
        click_stage (task->log[n].what);
      else
        type (task->log[n].what);
      settle ();
    }
  g_test_message ("%s: %u actions, %.1f s", task->name, n,
                  (double)(g_get_monotonic_time () - began) / G_USEC_PER_SEC);
  g_assert_cmpuint (n, <=, MAX_ACTIONS);
  if (picture != NULL)
    helper_write_picture (GTK_WIDGET (window), picture);
  task->check ();
}

/* ---- the program ---- */

static gboolean
replay_cb (gpointer task)
{
  window = WS_WINDOW (
      gtk_application_get_windows (GTK_APPLICATION (g_application_get_default ()))->data);
  replay (task);
  gtk_window_destroy (GTK_WINDOW (window));
  return G_SOURCE_REMOVE;
}

static void
activated_cb (GApplication *application, gpointer task)
{
  g_idle_add (replay_cb, task);
}

/* Folders of its own, as a new user's. */
static void
make_home (void)
{
  g_autofree char *config = NULL;
  g_autofree char *kept = NULL;
  g_autofree char *pictures = NULL;
  g_autofree char *dirs = NULL;
  g_autofree char *line = NULL;

  home = g_dir_make_tmp ("warpstage-newcomer-XXXXXX", NULL);
  g_assert_nonnull (home);
  config = g_build_filename (home, "config", NULL);
  kept = g_build_filename (home, "data", NULL);
  pictures = g_build_filename (home, "Pictures", NULL);
  dirs = g_build_filename (config, "user-dirs.dirs", NULL);
  line = g_strdup_printf ("XDG_PICTURES_DIR=\"%s\"\n", pictures);
  g_mkdir_with_parents (config, 0700);
  g_mkdir_with_parents (kept, 0700);
  g_mkdir_with_parents (pictures, 0700);
  g_assert_true (g_file_set_contents (dirs, line, -1, NULL));
  g_setenv ("XDG_CONFIG_HOME", config, TRUE);
  g_setenv ("XDG_DATA_HOME", kept, TRUE);
}

/* As it starts for the first time: with no setting changed, and nothing kept. */
static void
test_task (gconstpointer data)
{
  const char *arguments[] = { "warpstage", "--size", "1366x768", "--device", "vm:h200" };
  g_autoptr (WsApplication) application = ws_application_new ();

  g_signal_connect_after (application, "activate", G_CALLBACK (activated_cb), (gpointer)data);
  g_assert_cmpint (
      g_application_run (G_APPLICATION (application), G_N_ELEMENTS (arguments), (char **)arguments),
      ==, 0);
}

/* A process for each: what GLib has read of its folders, it does not read again. */
static void
test_in_process (gconstpointer data)
{
  const Task *task = data;
  g_autofree char *path = g_strdup_printf ("/newcomer/%s/subprocess", task->name);

  g_test_trap_subprocess (path, 0,
                          G_TEST_SUBPROCESS_INHERIT_STDERR | G_TEST_SUBPROCESS_INHERIT_STDOUT);
  g_test_trap_assert_passed ();
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  if (g_test_subprocess ())
    make_home ();
  if (!helper_init_gtk ())
    return 77;
  if (!hands_init ())
    {
      g_print ("1..0 # skipped: an X display with XTEST is what moves the pointer\n");
      return 77;
    }
  for (guint i = 0; i < G_N_ELEMENTS (tasks); i++)
    {
      g_autofree char *path = g_strdup_printf ("/newcomer/%s", tasks[i].name);
      g_autofree char *inner = g_strdup_printf ("%s/subprocess", path);

      g_test_add_data_func (path, &tasks[i], test_in_process);
      g_test_add_data_func (inner, &tasks[i], test_task);
    }
  status = g_test_run ();
  if (home != NULL)
    scratch_remove (home);
  g_free (home);
  return status;
}
