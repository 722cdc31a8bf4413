/* Two runs side by side, by the keys of the display: on one playhead, with what differs said. */
#include "beside/beside.h"
#include "hands.h"
#include "editor/code-view.h"
#include "views/lanes-view.h"
#include "views/memory-view.h"
#include "views/sms-view.h"
#include "playback/transport.h"
#include "views/tree-view.h"
#include "window-helpers.h"
#include "compare/beside-choice.h"
#include "compare/beside-panel.h"

#include <math.h>
#include <string.h>

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

static void
press (guint keyval)
{
  hands_key (keyval, 0);
  helper_iterate (100);
  g_assert_true (helper_wait (rests, NULL));
}

/* What stands there now; FALSE where the right one is still on its way. */
static gboolean
get_picture (WsPicture *picture)
{
  return ws_panes_get_picture (ws_window_get_panes (window), WS_PANE_BESIDE, picture);
}

static WsBeside *
get_beside (void)
{
  WsPicture picture;

  return get_picture (&picture) ? picture.subject : NULL;
}

static const char *
get_finding (void)
{
  static char *finding;

  g_clear_pointer (&finding, g_free);
  g_object_get (ws_window_get_panes (window), "finding", &finding, NULL);
  return finding;
}

static gboolean
finds (gpointer data)
{
  const char *finding = get_finding ();

  return finding != NULL && strstr (finding, data) != NULL;
}

static gboolean
shows_right (gpointer data)
{
  WsBeside *beside = get_beside ();

  return beside != NULL && g_str_equal (beside->scenes[WS_BESIDE_RIGHT]->run->id, data);
}

static void
wait_for (HelperCondition condition, const char *what)
{
  g_test_message ("waits for %s", what);
  g_assert_true (helper_wait (condition, (gpointer)what));
}

static WsPlayhead *
get_right (void)
{
  GtkWidget *view =
      helper_find (GTK_WIDGET (ws_panes_get_pane (ws_window_get_panes (window), WS_PANE_BESIDE)),
                   WS_TYPE_TREE_VIEW, 1);

  return view != NULL ? ws_canvas_get_playhead (WS_CANVAS (view)) : NULL;
}

/* Both stand at a stage that belongs together, and the sentence is of it. */
static void
check_stage (guint stage)
{
  WsBeside *beside = get_beside ();
  g_autofree char *sentence = ws_beside_sentence (beside, stage);

  g_assert_cmpuint (ws_playhead_get_stage (ws_window_get_playhead (window)), ==, stage);
  g_assert_cmpuint (ws_playhead_get_stage (get_right ()), ==, beside->stage_of[stage]);
  g_assert_cmpfloat (
      ws_playhead_get_position (get_right ()), ==,
      ws_scene_stage_moment (beside->scenes[WS_BESIDE_RIGHT], beside->stage_of[stage]));
  g_assert_cmpstr (get_finding (), ==, sentence);
  g_assert_nonnull (helper_find_label (window_helper_get_child (window, "transport"), sentence));
}

static void
test_keys (void)
{
  g_assert_true (helper_wait (has_run, NULL));
  window_helper_settle (window);
  hands_focus (GTK_NATIVE (window));
  helper_iterate (200);
  press (GDK_KEY_Home);
  press (GDK_KEY_d);
  g_assert_cmpint (ws_panes_get_filled (ws_window_get_panes (window)), ==, WS_PANE_BESIDE);
  /* the next kernel, where none was chosen */
  wait_for (shows_right, "reduce2");
  for (guint stage = 0; stage < 4; stage++)
    {
      press (GDK_KEY_Page_Down);
      check_stage (stage);
    }
  g_assert_nonnull (strstr (get_finding (), "bank conflict"));
  press (GDK_KEY_Page_Up);
  check_stage (2);
  /* the run that the window shows is as it was */
  g_assert_cmpstr (ws_playhead_get_run (ws_window_get_playhead (window))->id, ==, "reduce1");
  press (GDK_KEY_Escape);
  g_assert_cmpint (ws_panes_get_filled (ws_window_get_panes (window)), ==, -1);
  g_assert_null (get_finding ());
  press (GDK_KEY_d);
  g_assert_cmpint (ws_panes_get_filled (ws_window_get_panes (window)), ==, WS_PANE_BESIDE);
  check_stage (2);
  press (GDK_KEY_d);
  g_assert_cmpint (ws_panes_get_filled (ws_window_get_panes (window)), ==, -1);
}

static GtkDropDown *
get_drop (guint nth)
{
  GtkWidget *pane = GTK_WIDGET (ws_panes_get_pane (ws_window_get_panes (window), WS_PANE_BESIDE));

  return GTK_DROP_DOWN (
      helper_find (helper_find (pane, WS_TYPE_BESIDE_CHOICE, 0), GTK_TYPE_DROP_DOWN, nth));
}

static void
choose (guint nth, const char *name)
{
  GtkDropDown *drop = get_drop (nth);
  GListModel *names = gtk_drop_down_get_model (drop);

  for (guint i = 0; i < g_list_model_get_n_items (names); i++)
    {
      g_autoptr (GtkStringObject) string = g_list_model_get_item (names, i);

      if (!g_str_equal (gtk_string_object_get_string (string), name))
        continue;
      gtk_drop_down_set_selected (drop, i);
      return;
    }
  g_assert_not_reached ();
}

/* Why nothing stands at the right. */
static gboolean
says (gpointer data)
{
  GtkWidget *panel =
      helper_find (GTK_WIDGET (ws_panes_get_pane (ws_window_get_panes (window), WS_PANE_BESIDE)),
                   WS_TYPE_BESIDE_PANEL, WS_BESIDE_RIGHT);
  GtkWidget *label;

  for (guint i = 0; (label = helper_find (panel, GTK_TYPE_LABEL, i)) != NULL; i++)
    if (strstr (gtk_label_get_text (GTK_LABEL (label)), data) != NULL)
      return gtk_widget_get_mapped (label);
  return FALSE;
}

static void
test_choices (void)
{
  WsRun *left = ws_playhead_get_run (ws_window_get_playhead (window));

  press (GDK_KEY_7);
  choose (1, "Kernel 3: sequential addressing");
  wait_for (shows_right, "reduce3");
  press (GDK_KEY_Home);
  press (GDK_KEY_Page_Down);
  press (GDK_KEY_Page_Down);
  check_stage (1);
  g_assert_true (g_str_has_prefix (get_finding (), "Stage 2 of 9: 4 of 4 warps diverge | none"));
  choose (0, "Another block size");
  choose (1, "256");
  wait_for (finds, "64 of 128 | 128 of 256 threads work");
  choose (0, "Another device");
  choose (1, "Virtual NVIDIA H200");
  wait_for (finds, "equal on both sides");
  g_assert_cmpstr (get_beside ()->scenes[WS_BESIDE_RIGHT]->run->device, ==, "vm:h200");
  choose (0, "Another kernel");
  choose (1, "Kernel 9: one instruction per warp");
  wait_for (says, "needs compute capability 8.0");
  g_assert_null (get_beside ());
  choose (0, "The run before");
  helper_iterate (100);
  g_assert_null (get_beside ());
  g_assert_nonnull (helper_find_label (GTK_WIDGET (window), "There was no run before this one."));
  g_assert_true (ws_playhead_get_run (ws_window_get_playhead (window)) == left);
}

static gboolean
shows_left (gpointer data)
{
  WsRun *run = ws_playhead_get_run (ws_window_get_playhead (window));

  return run != NULL && g_str_equal (run->id, data);
}

/* Before and after: the run that was shown stands beside the new one. */
static void
test_before (void)
{
  hands_key (GDK_KEY_Page_Down, GDK_CONTROL_MASK);
  wait_for (shows_left, "reduce2");
  wait_for (shows_right, "reduce1");
  choose (0, "Another kernel");
  choose (1, "Kernel 3: sequential addressing");
  wait_for (shows_right, "reduce3");
}

/* Who moves the right moves both. */
static void
test_right_leads (void)
{
  WsBeside *beside;

  press (GDK_KEY_Home);
  beside = get_beside ();
  ws_playhead_set_position (get_right (),
                            ws_scene_stage_moment (beside->scenes[WS_BESIDE_RIGHT], 3));
  helper_iterate (50);
  check_stage (3);
  ws_playhead_set_warp (get_right (), 2);
  g_assert_cmpuint (ws_playhead_get_warp (ws_window_get_playhead (window)), ==, 2);
}

static void
test_views (void)
{
  static const struct {
    const char *label;
    GType (*get_type) (void);
    WsView view;
  } views[] = { { "Warps", ws_lanes_view_get_type, WS_VIEW_LANES },
                { "Code", ws_code_view_get_type, WS_VIEW_CODE },
                { "Memory", ws_memory_view_get_type, WS_VIEW_MEMORY },
                { "SMs", ws_sms_view_get_type, WS_VIEW_SMS },
                { "Reduction tree", ws_tree_view_get_type, WS_VIEW_TREE } };
  GtkWidget *pane = GTK_WIDGET (ws_panes_get_pane (ws_window_get_panes (window), WS_PANE_BESIDE));

  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    {
      g_autoptr (WsData) data = NULL;
      WsPicture picture;

      gtk_widget_activate_action (helper_find (pane, WS_TYPE_BESIDE_PANEL, 0), "beside.view", "s",
                                  ws_view_get_name (views[i].view));
      helper_iterate (150);
      for (guint side = 0; side < WS_BESIDE_N_SIDES; side++)
        {
          GtkWidget *panel = helper_find (pane, WS_TYPE_BESIDE_PANEL, side);
          GtkWidget *view = helper_find (panel, views[i].get_type (), 0);

          g_assert_true (view != NULL && gtk_widget_get_mapped (view));
        }
      g_assert_true (get_picture (&picture));
      g_assert_cmpint (picture.view, ==, views[i].view);
      g_assert_cmpint (ws_playhead_get_clock (ws_window_get_playhead (window)), ==,
                       views[i].view == WS_VIEW_SMS ? WS_CLOCK_LAUNCH : WS_CLOCK_BLOCK);
      /* its keys go the window's ways, whatever is shown */
      press (GDK_KEY_d);
      g_assert_cmpint (ws_panes_get_filled (ws_window_get_panes (window)), ==, -1);
      press (GDK_KEY_d);
      g_assert_cmpint (ws_panes_get_filled (ws_window_get_panes (window)), ==, WS_PANE_BESIDE);
      press (GDK_KEY_Home);
      press (GDK_KEY_Page_Down);
      press (GDK_KEY_Page_Down);
      if (views[i].view != WS_VIEW_SMS)
        check_stage (1);
      g_assert_true (get_picture (&picture));
      data = ws_picture_make_data (&picture);
      g_assert_cmpuint (ws_data_get_n_rows (data), >, 20);
    }
}

static void
assert_one_now (void)
{
  WsBeside *beside = get_beside ();
  double left = ws_playhead_get_time (ws_window_get_playhead (window))
                * ws_scene_get_cycle_ns (beside->scenes[WS_BESIDE_LEFT]);
  double right =
      ws_playhead_get_time (get_right ()) * ws_scene_get_cycle_ns (beside->scenes[WS_BESIDE_RIGHT]);

  g_assert_cmpfloat (fabs (left - right), <, 1e-3);
}

static gboolean
says_done (gpointer data)
{
  return says ((gpointer) ", finished since ");
}

/* Over time, now is one instant on both sides; it goes on until both launches are over, and either
 * side moves the other there, also where the other is done. */
static void
test_now (void)
{
  GtkWidget *pane = GTK_WIDGET (ws_panes_get_pane (ws_window_get_panes (window), WS_PANE_BESIDE));
  WsScene *left;
  double end;

  choose (0, "Another kernel");
  choose (1, "Kernel 1: interleaved addressing");
  wait_for (shows_right, "reduce1");
  gtk_widget_activate_action (helper_find (pane, WS_TYPE_BESIDE_PANEL, 0), "beside.view", "s",
                              ws_view_get_name (WS_VIEW_SMS));
  helper_iterate (150);
  left = get_beside ()->scenes[WS_BESIDE_LEFT];
  end = ws_scene_get_end_beside (left, get_beside ()->scenes[WS_BESIDE_RIGHT]);
  g_assert_cmpfloat (end, >, (double)left->timeline->end);
  press (GDK_KEY_Home);
  assert_one_now ();
  for (guint i = 1; i <= 4; i++)
    {
      ws_playhead_set_time (ws_window_get_playhead (window), end * i / 4);
      assert_one_now ();
    }
  press (GDK_KEY_End);
  g_assert_cmpfloat (ws_playhead_get_time (ws_window_get_playhead (window)), ==, end);
  assert_one_now ();
  g_assert_true (helper_wait (says_done, NULL));
  ws_playhead_set_time (get_right (), ws_playhead_get_end_time (get_right ()) * 0.9);
  g_assert_cmpfloat (fabs (ws_playhead_get_time (ws_window_get_playhead (window)) - end * 0.9), <,
                     1);
  assert_one_now ();
  /* alone, its time ends with the launch */
  press (GDK_KEY_End);
  press (GDK_KEY_d);
  g_assert_cmpfloat (ws_playhead_get_time (ws_window_get_playhead (window)), <=,
                     (double)left->timeline->end);
  g_assert_null (ws_playhead_get_beside (ws_window_get_playhead (window)));
}

static void
add_tests (void)
{
  g_test_add_func ("/window-beside/keys", test_keys);
  g_test_add_func ("/window-beside/choices", test_choices);
  g_test_add_func ("/window-beside/before", test_before);
  g_test_add_func ("/window-beside/right-leads", test_right_leads);
  g_test_add_func ("/window-beside/views", test_views);
  g_test_add_func ("/window-beside/now", test_now);
}

int
main (int argc, char **argv)
{
  WsWindowOptions options = window_helper_k40c;

  options.paused = TRUE;
  if (helper_init_gtk () && !hands_init ())
    {
      g_print ("1..0 # skipped: an X display with XTEST is what presses the keys\n");
      return 77;
    }
  return window_helper_main (&argc, &argv, &options, &window, add_tests);
}
