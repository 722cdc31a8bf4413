/* The stages of kernel 1 by hand, with the pointer and the keys of the display: each stop is at the
 * telling instant of a stage. */
#include "hands.h"
#include "editor/code-view.h"
#include "views/lanes-view.h"
#include "views/memory-view.h"
#include "views/stalls-view.h"
#include "playback/track.h"
#include "playback/transport.h"
#include "window-helpers.h"

#include <math.h>

static WsWindow *window;

static gboolean
rests (gpointer data)
{
  return !ws_playhead_is_moving (ws_window_get_playhead (window));
}

static gboolean
has_run (gpointer data)
{
  return ws_playhead_get_scene (ws_window_get_playhead (window)) != NULL;
}

static const WsScene *
get_scene (void)
{
  return ws_playhead_get_scene (ws_window_get_playhead (window));
}

static void
press (guint keyval)
{
  hands_key (keyval, 0);
  helper_iterate (100);
  g_assert_true (helper_wait (rests, NULL));
}

static const char *
get_lanes_title (void)
{
  GtkWidget *pane = GTK_WIDGET (ws_panes_get_pane (ws_window_get_panes (window), WS_PANE_LANES));

  return gtk_inscription_get_text (GTK_INSCRIPTION (helper_find (pane, GTK_TYPE_INSCRIPTION, 0)));
}

/* Caption, warps and code are at the stage's telling instant. */
static void
check_stop (guint stage)
{
  const WsScene *scene = get_scene ();
  guint index =
      ws_scene_warp_event_at (scene, 0, ws_playhead_get_position (ws_window_get_playhead (window)));
  const WsEvent *event = &scene->run->events[scene->record->first_event + index];
  g_autofree char *told = NULL;

  g_assert_cmpfloat (ws_playhead_get_position (ws_window_get_playhead (window)), ==,
                     ws_scene_stage_moment (scene, stage));
  g_assert_cmpuint (ws_playhead_get_stage (ws_window_get_playhead (window)), ==, stage);
  if (scene->stages->stages[stage].lanes_working > 0)
    g_assert_cmpint (__builtin_popcount (event->taken), ==,
                     scene->stages->stages[stage].lanes_working);
  helper_iterate (60);
  told = ws_lanes_view_dup_subtitle (window_helper_get (window, "lanes"));
  g_assert_cmpstr (get_lanes_title (), ==, told);
  g_assert_cmpuint (ws_code_view_get_current_line (window_helper_get (window, "code")), ==,
                    ws_run_get_kernel (scene->run, scene->launch)->sites[event->site].line);
}

static void
test_clicker (void)
{
  guint n;

  g_assert_true (helper_wait (has_run, NULL));
  window_helper_settle (window);
  hands_focus (GTK_NATIVE (window));
  helper_iterate (200);
  press (GDK_KEY_Home);
  n = get_scene ()->stages->n_stages;
  g_assert_cmpuint (n, >, 4);
  for (guint stage = 0; stage < n; stage++)
    {
      press (GDK_KEY_Page_Down);
      check_stop (stage);
    }
  for (guint stage = n - 1; stage-- > 0;)
    {
      press (stage % 2 == 0 ? GDK_KEY_Page_Up : GDK_KEY_Up);
      check_stop (stage);
    }
  press (GDK_KEY_Down);
  check_stop (1);
}

static void
test_ticks (void)
{
  GtkWidget *track = helper_find (GTK_WIDGET (window), WS_TYPE_TRACK, 0);
  guint n = get_scene ()->stages->n_stages;
  double margin = 14;

  for (guint stage = 0; stage < n; stage++)
    {
      /* the caption beside it takes more room or less */
      double gap = (gtk_widget_get_width (track) - 2 * margin) / n;
      int x;
      int y;

      g_assert_true (
          hands_find (track, margin + gap * (stage + 1) + (stage % 2 == 0 ? 2 : -2), 16, &x, &y));
      hands_move (x, y);
      helper_iterate (60);
      hands_button (1, TRUE);
      hands_button (1, FALSE);
      helper_iterate (100);
      check_stop (stage);
    }
}

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
  helper_iterate (100);
}

/* A click on the name below a stretch, anywhere on that stretch, goes where the sentence holds. */
static void
test_names (void)
{
  GtkWidget *track = helper_find (GTK_WIDGET (window), WS_TYPE_TRACK, 0);
  guint n = get_scene ()->stages->n_stages;
  double margin = 14;

  for (guint stage = n; stage-- > 0;)
    {
      double gap = (gtk_widget_get_width (track) - 2 * margin) / n;

      click_at (track, margin + gap * (stage + 0.5), 38);
      check_stop (stage);
    }
}

static void
test_played (void)
{
  ws_playhead_set_speed (ws_window_get_playhead (window), 64);
  press (GDK_KEY_Home);
  press (GDK_KEY_space);
  check_stop (get_scene ()->stages->n_stages - 1);
}

static WsMemoryMode
get_memory_mode (void)
{
  WsMemoryOptions options;

  ws_memory_view_get_options (window_helper_get (window, "memory"), &options);
  return options.mode;
}

/* Clicks at the middle of the view at *@y, and below it until a click moves the playhead. Returns:
 * (nullable): the event that it is at then; *@y is below the click */
static const WsEvent *
click_event (GtkWidget *view, int *y)
{
  const WsScene *scene = get_scene ();

  while (*y < gtk_widget_get_height (view))
    {
      double position = ws_playhead_get_position (ws_window_get_playhead (window));

      click_at (view, gtk_widget_get_width (view) / 2., *y);
      *y += 24;
      if (ws_playhead_get_position (ws_window_get_playhead (window)) != position)
        return &scene->run
                    ->events[scene->record->first_event
                             + (guint)ws_playhead_get_position (ws_window_get_playhead (window))];
    }
  return NULL;
}

/* A click on an element goes to the access that touched it, and chooses its warp. */
static void
check_buffer_clicks (GtkWidget *view)
{
  const WsEvent *event;
  guint n = 0;

  for (int y = 40; (event = click_event (view, &y)) != NULL; n++)
    {
      g_assert_cmpint (event->space, ==, WS_SPACE_GLOBAL);
      g_assert_cmpuint (event->warp, ==, ws_playhead_get_warp (ws_window_get_playhead (window)));
    }
  g_assert_cmpuint (n, >, 0);
}

/* What varies is shown, until one clicks another colouring: there is a button for each. */
static void
check_colorings (GtkWidget *view)
{
  GtkWidget *buttons = window_helper_get (window, "memory_colors");
  WsMemoryOptions options;
  guint chosen = 0;

  ws_memory_view_get_options (WS_MEMORY_VIEW (view), &options);
  g_assert_cmpint (options.coloring, ==, WS_MEMORY_BY_WHAT_VARIES);
  for (GtkWidget *b = gtk_widget_get_last_child (buttons); b != NULL;
       b = gtk_widget_get_prev_sibling (b))
    {
      click_at (b, gtk_widget_get_width (b) / 2., gtk_widget_get_height (b) / 2.);
      g_assert_true (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (b)));
      ws_memory_view_get_options (WS_MEMORY_VIEW (view), &options);
      chosen |= 1u << options.coloring;
    }
  g_assert_cmphex (chosen, ==, (1u << WS_N_MEMORY_COLORINGS) - 1);
}

/* Bytes at first; the time of lines is found out in a thread, and then a sentence says it. */
static void
check_rankings (GtkWidget *view)
{
  GtkWidget *buttons = window_helper_get (window, "memory_rankings");
  gint64 end = g_get_monotonic_time () + 30 * G_TIME_SPAN_SECOND;
  GtkWidget *time = gtk_widget_get_last_child (buttons);
  WsMemoryOptions options;

  g_assert_true (gtk_widget_get_mapped (buttons));
  ws_memory_view_get_options (WS_MEMORY_VIEW (view), &options);
  g_assert_cmpint (options.ranking, ==, WS_MEMORY_RANK_BYTES);
  g_assert_true (
      gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (gtk_widget_get_first_child (buttons))));
  click_at (time, gtk_widget_get_width (time) / 2., gtk_widget_get_height (time) / 2.);
  g_assert_true (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (time)));
  ws_memory_view_get_options (WS_MEMORY_VIEW (view), &options);
  g_assert_cmpint (options.ranking, ==, WS_MEMORY_RANK_TIME);
  while (ws_scene_peek_stalls (get_scene ()) == NULL && g_get_monotonic_time () < end)
    g_main_context_iteration (NULL, TRUE);
  g_assert_nonnull (ws_scene_peek_stalls (get_scene ()));
}

/* M shows memory, then its modes; a click on a line goes to its first access, one on a lane lets it
 * stand out. */
static void
test_memory (void)
{
  GtkWidget *view = window_helper_get (window, "memory");
  g_autoptr (GHashTable) lines = g_hash_table_new (NULL, NULL);
  const WsEvent *event;

  press (GDK_KEY_m);
  g_assert_cmpint (ws_panes_get_filled (ws_window_get_panes (window)), ==, WS_PANE_MEMORY);
  g_assert_cmpint (get_memory_mode (), ==, WS_MEMORY_REQUEST);
  press (GDK_KEY_Home);
  press (GDK_KEY_Page_Down);
  press (GDK_KEY_Page_Down);
  check_stop (1);
  press (GDK_KEY_m);
  g_assert_cmpint (get_memory_mode (), ==, WS_MEMORY_LINES);
  for (int y = 40; (event = click_event (view, &y)) != NULL;)
    {
      const WsSite *site = ws_run_get_site (get_scene ()->run, 0, event->site);

      g_assert_true (ws_memory_request_is_access (site, event));
      g_hash_table_add (lines, GUINT_TO_POINTER (site->line));
    }
  g_assert_cmpuint (g_hash_table_size (lines), >=, 3);
  check_rankings (view);
  press (GDK_KEY_m);
  g_assert_cmpint (get_memory_mode (), ==, WS_MEMORY_BUFFER);
  check_buffer_clicks (view);
  check_colorings (view);
  g_assert_true (gtk_widget_get_mapped (window_helper_get (window, "memory_colors")));
  press (GDK_KEY_m);
  g_assert_cmpint (get_memory_mode (), ==, WS_MEMORY_REQUEST);
  g_assert_false (gtk_widget_get_mapped (window_helper_get (window, "memory_colors")));
  g_assert_false (gtk_widget_get_mapped (window_helper_get (window, "memory_rankings")));
  press (GDK_KEY_Escape);
  g_assert_cmpint (ws_panes_get_filled (ws_window_get_panes (window)), ==, -1);
  press (GDK_KEY_8);
  g_assert_cmpint (ws_panes_get_filled (ws_window_get_panes (window)), ==, WS_PANE_MEMORY);
  press (GDK_KEY_Escape);
}

/* One that shows a pane. */
static GtkWidget *
find_button (GtkWidget *in, const char *pane)
{
  GtkWidget *button;

  for (guint i = 0; (button = helper_find (in, GTK_TYPE_BUTTON, i)) != NULL; i++)
    {
      GVariant *target = gtk_actionable_get_action_target_value (GTK_ACTIONABLE (button));

      if (g_strcmp0 (gtk_actionable_get_action_name (GTK_ACTIONABLE (button)), "win.show-pane") == 0
          && g_str_equal (g_variant_get_string (target, NULL), pane))
        return button;
    }
  return NULL;
}

/* 9 shows where the cycles went, of this launch; so does the button below the causes. */
static void
test_cycles (void)
{
  WsStallsView *view = window_helper_get (window, "stalls");
  GtkWidget *button;
  gint64 end = g_get_monotonic_time () + 30 * G_TIME_SPAN_SECOND;

  g_assert_null (ws_stalls_view_get_found (view));
  press (GDK_KEY_9);
  g_assert_cmpint (ws_panes_get_filled (ws_window_get_panes (window)), ==, WS_PANE_STALLS);
  while (ws_stalls_view_get_found (view) == NULL && g_get_monotonic_time () < end)
    g_main_context_iteration (NULL, TRUE);
  g_assert_nonnull (ws_stalls_view_get_found (view));
  g_assert_cmpuint (ws_stalls_view_get_found (view)->launch, ==, get_scene ()->launch);
  g_assert_cmpuint (ws_scene_get_stalls (ws_stalls_view_get_found (view))->warp_cycles, >, 0);
  press (GDK_KEY_Escape);
  g_assert_cmpint (ws_panes_get_filled (ws_window_get_panes (window)), ==, -1);
  button = find_button (window_helper_get (window, "inspector"), "stalls");
  g_assert_nonnull (button);
  g_signal_emit_by_name (button, "clicked");
  g_assert_cmpint (ws_panes_get_filled (ws_window_get_panes (window)), ==, WS_PANE_STALLS);
  press (GDK_KEY_Escape);
}

static void
add_tests (void)
{
  g_test_add_func ("/window-stages/clicker", test_clicker);
  g_test_add_func ("/window-stages/cycles", test_cycles);
  g_test_add_func ("/window-stages/ticks", test_ticks);
  g_test_add_func ("/window-stages/names", test_names);
  g_test_add_func ("/window-stages/played", test_played);
  g_test_add_func ("/window-stages/memory", test_memory);
}

int
main (int argc, char **argv)
{
  WsWindowOptions options = window_helper_k40c;

  options.paused = TRUE;
  if (helper_init_gtk () && !hands_init ())
    {
      g_print ("1..0 # skipped: an X display with XTEST is what moves the pointer\n");
      return 77;
    }
  return window_helper_main (&argc, &argv, &options, &window, add_tests);
}
