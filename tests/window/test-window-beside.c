/* Two runs side by side, by the keys of the display: on one playhead, with what differs said. */
#include "beside/times.h"
#include "hands.h"
#include "metrics/metrics.h"
#include "editor/code-view.h"
#include "views/lanes-view.h"
#include "views/memory-view.h"
#include "views/sms-view.h"
#include "playback/transport.h"
#include "views/tree-view.h"
#include "window-helpers.h"
#include "compare/beside-choice.h"
#include "compare/beside-panel.h"
#include "compare/times-view.h"

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

/* What is before stands at the left. */
static gboolean
shows_before (gpointer data)
{
  WsBeside *beside = get_beside ();

  return beside != NULL && g_str_equal (beside->scenes[WS_BESIDE_LEFT]->run->id, data);
}

static void
wait_for (HelperCondition condition, const char *what)
{
  g_test_message ("waits for %s", what);
  if (!helper_wait (condition, (gpointer)what))
    g_error ("waited in vain for %s: %s", what, get_finding ());
}

static GtkWidget *
get_pane (void)
{
  return GTK_WIDGET (ws_panes_get_pane (ws_window_get_panes (window), WS_PANE_BESIDE));
}

static WsPlayhead *
get_playhead (WsBesideSide side)
{
  GtkWidget *view = helper_find (get_pane (), WS_TYPE_TREE_VIEW, side);

  return view != NULL ? ws_canvas_get_playhead (WS_CANVAS (view)) : NULL;
}

static WsPlayhead *
get_right (void)
{
  return get_playhead (WS_BESIDE_RIGHT);
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
  g_assert_nonnull (helper_find_label (window_helper_get_child (window, "caption"), sentence));
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

/* As the menu does. */
static void
choose (const char *with)
{
  GtkWidget *choice = helper_find (get_pane (), WS_TYPE_BESIDE_CHOICE, 0);

  g_assert_true (gtk_widget_activate_action (helper_find (choice, GTK_TYPE_MENU_BUTTON, 0),
                                             "compare.with", "s", with));
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
  choose ("kernel:reduce3");
  wait_for (shows_right, "reduce3");
  press (GDK_KEY_Home);
  press (GDK_KEY_Page_Down);
  press (GDK_KEY_Page_Down);
  check_stage (1);
  g_assert_true (g_str_has_prefix (get_finding (),
                                   "Stage 2 of 9, stride 1 | stride 64. 4 of 4 warps "
                                   "diverge | none"));
  choose ("block:256");
  wait_for (finds, "64 of 128 | 128 of 256 threads work");
  choose ("block:64");
  wait_for (finds, "32 of 64 | 64 of 128 threads work");
  g_assert_true (get_beside ()->scenes[WS_BESIDE_RIGHT]->run == left);
  choose ("device:vm:h200");
  wait_for (finds, "The same on both sides");
  g_assert_cmpstr (get_beside ()->scenes[WS_BESIDE_RIGHT]->run->device, ==, "vm:h200");
  choose ("kernel:reduce9");
  wait_for (says, "needs compute capability 8.0");
  g_assert_null (get_beside ());
  choose ("before:");
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
  wait_for (shows_before, "reduce1");
  g_assert_nonnull (helper_find_label (get_pane (), "Before: kernel 1, interleaved addressing"));
  g_assert_nonnull (helper_find_label (get_pane (), "After: kernel 2, strided index"));
  g_assert_true (get_right () == ws_window_get_playhead (window));
  press (GDK_KEY_Home);
  press (GDK_KEY_Page_Down);
  press (GDK_KEY_Page_Down);
  g_assert_cmpuint (ws_playhead_get_stage (get_playhead (WS_BESIDE_LEFT)), ==, 1);
  wait_for (finds, "Stage 2 of 9, stride 1. The same sums; 4 of 4 warps diverge | none does");
  choose ("kernel:reduce3");
  wait_for (shows_right, "reduce3");
  g_assert_true (get_playhead (WS_BESIDE_LEFT) == ws_window_get_playhead (window));
}

static GtkWidget *
find_button (const char *action)
{
  GtkWidget *button;

  for (guint i = 0; (button = helper_find (get_pane (), GTK_TYPE_BUTTON, i)) != NULL; i++)
    if (g_strcmp0 (gtk_actionable_get_action_name (GTK_ACTIONABLE (button)), action) == 0)
      return button;
  return NULL;
}

/* By the pointer. */
static void
click (GtkWidget *widget)
{
  int x = 0;
  int y = 0;

  g_assert_nonnull (widget);
  g_assert_true (gtk_widget_get_sensitive (widget));
  g_assert_true (hands_find (widget, gtk_widget_get_width (widget) / 2.0,
                             gtk_widget_get_height (widget) / 2.0, &x, &y));
  hands_move (x, y);
  hands_button (1, TRUE);
  hands_button (1, FALSE);
  helper_iterate (200);
}

/* The other way round, and back; the ladder goes on, and what was chosen is forgotten. */
static void
test_buttons (void)
{
  click (find_button ("beside.swap"));
  g_assert_true (shows_before ((gpointer) "reduce3"));
  g_assert_true (shows_right ((gpointer) "reduce2"));
  g_assert_nonnull (helper_find_label (get_pane (), "Before: kernel 3, sequential addressing"));
  click (find_button ("beside.swap"));
  g_assert_true (shows_before ((gpointer) "reduce2"));
  click (find_button ("beside.next"));
  wait_for (shows_right, "reduce4");
  g_assert_true (shows_before ((gpointer) "reduce3"));
  wait_for (shows_left, "reduce3");
  g_assert_true (gtk_widget_activate_action (get_pane (), "win.kernel", "s", "reduce2"));
  wait_for (shows_left, "reduce2");
  wait_for (shows_right, "reduce3");
}

/* The bars are those of the picture that is shown, and go with the playhead. */
static void
test_times (void)
{
  GtkWidget *times = helper_find (get_pane (), WS_TYPE_TIMES_VIEW, 0);
  g_autofree char *said = NULL;
  g_autofree char *shown = NULL;
  WsBesideTimes wanted;
  WsPicture picture;

  g_assert_true (times != NULL && gtk_widget_get_mapped (times));
  g_assert_cmpint (gtk_widget_get_height (times), <, gtk_widget_get_height (get_pane ()) / 4);
  g_assert_true (get_picture (&picture));
  ws_beside_times_init (&wanted, picture.subject, &picture.moment, FALSE);
  said = ws_beside_times_say (&wanted, picture.subject);
  g_assert_nonnull (strstr (said, "modelled, Virtual"));
  shown = WS_DRAWING_GET_CLASS (times)->describe (WS_DRAWING (times));
  g_assert_cmpstr (shown, ==, said);
}

/* The menu, by keys. */
static void
test_menu (void)
{
  GtkWidget *choice = helper_find (get_pane (), WS_TYPE_BESIDE_CHOICE, 0);

  click (helper_find (choice, GTK_TYPE_MENU_BUTTON, 0));
  helper_iterate (300);
  /* from the next kernel to another one, and to the run before */
  hands_key (GDK_KEY_Down, 0);
  hands_key (GDK_KEY_Down, 0);
  hands_key (GDK_KEY_Return, 0);
  helper_iterate (300);
  wait_for (shows_before, "reduce3");
  wait_for (shows_right, "reduce2");
  choose ("kernel:");
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
  double ns[WS_BESIDE_N_SIDES];

  for (guint i = 0; i < WS_BESIDE_N_SIDES; i++)
    ns[i] = ws_playhead_get_time (get_playhead (i)) * ws_scene_get_cycle_ns (beside->scenes[i]);
  g_assert_cmpfloat (fabs (ns[0] - ns[1]), <, 1e-3);
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
  WsPlayhead *playhead = ws_window_get_playhead (window);
  WsScene *shown;
  double end;

  choose ("kernel:reduce1");
  wait_for (shows_before, "reduce1");
  gtk_widget_activate_action (helper_find (get_pane (), WS_TYPE_BESIDE_PANEL, 0), "beside.view",
                              "s", ws_view_get_name (WS_VIEW_SMS));
  helper_iterate (150);
  shown = get_beside ()->scenes[WS_BESIDE_RIGHT];
  end = ws_scene_get_end_beside (shown, get_beside ()->scenes[WS_BESIDE_LEFT]);
  g_assert_cmpfloat (end, >, (double)shown->timeline->end);
  press (GDK_KEY_Home);
  assert_one_now ();
  for (guint i = 1; i <= 4; i++)
    {
      ws_playhead_set_time (playhead, end * i / 4);
      assert_one_now ();
    }
  press (GDK_KEY_End);
  g_assert_cmpfloat (ws_playhead_get_time (playhead), ==, end);
  assert_one_now ();
  g_assert_true (helper_wait (says_done, NULL));
  ws_playhead_set_time (get_playhead (WS_BESIDE_LEFT),
                        ws_playhead_get_end_time (get_playhead (WS_BESIDE_LEFT)) * 0.9);
  g_assert_cmpfloat (fabs (ws_playhead_get_time (playhead) - end * 0.9), <, 1);
  assert_one_now ();
  /* alone, its time ends with the launch */
  press (GDK_KEY_End);
  press (GDK_KEY_d);
  g_assert_cmpfloat (ws_playhead_get_time (playhead), <=, (double)shown->timeline->end);
  g_assert_null (ws_playhead_get_beside (playhead));
}

static gboolean
has_elements (gpointer data)
{
  WsRun *run = ws_playhead_get_run (ws_window_get_playhead (window));

  return run != NULL && run->n_launches > 0
         && run->launches[0].n_elements == GPOINTER_TO_UINT (data);
}

static void
run_block (const char *kernel, guint n)
{
  WsSession *session = ws_window_get_session (window);
  WsCatalog *catalog = ws_session_get_catalog (session);
  const WsCatalogKernel *found = ws_catalog_find (catalog, kernel, NULL);
  const WsRunPlace place = WS_RUN_PLACE_INIT;
  WsPlanParameters parameters;
  g_autoptr (WsJobSource) source = NULL;

  ws_plan_parameters_init (&parameters, found);
  parameters.n = parameters.block = n;
  source = ws_catalog_choose (catalog, found, &parameters, "0", FALSE);
  ws_session_record (session, source, &place);
  g_assert_true (helper_wait (has_elements, GUINT_TO_POINTER (n)));
}

/* With one block kernels 3 and 4 do the same: what comes by itself comes with two, at the stage
 * that was looked at. One block can be chosen, and two are then offered. */
static void
test_equal (void)
{
  WsPlayhead *playhead = ws_window_get_playhead (window);
  GtkWidget *offer;

  gtk_widget_activate_action (helper_find (get_pane (), WS_TYPE_BESIDE_PANEL, 0), "beside.view",
                              "s", ws_view_get_name (WS_VIEW_TREE));
  run_block ("reduce3", 16);
  ws_playhead_set_playing (playhead, FALSE);
  ws_playhead_set_clock (playhead, WS_CLOCK_BLOCK);
  ws_playhead_set_position (playhead, ws_scene_stage_moment (ws_playhead_get_scene (playhead), 1));
  g_assert_cmpuint (ws_playhead_get_stage (playhead), ==, 1);
  press (GDK_KEY_d);
  choose ("kernel:");
  wait_for (shows_right, "reduce4");
  g_assert_true (helper_wait (has_elements, GUINT_TO_POINTER (32)));
  wait_for (finds, "Stage 2 of 6, stride 8. Each cell sums 2 | 4 elements");
  g_assert_false (ws_beside_is_same (get_beside ()));
  g_assert_nonnull (
      helper_find_label (get_pane (), "Compared at n = 32: at n = 16 both do the same."));
  g_assert_cmpuint (ws_playhead_get_stage (playhead), ==, 1);
  run_block ("reduce3", 16);
  wait_for (finds, "The same on both sides");
  helper_iterate (300);
  g_assert_true (has_elements (GUINT_TO_POINTER (16)));
  offer = helper_find_label (get_pane (), "Compare at 2 blocks");
  click (offer);
  g_assert_true (helper_wait (has_elements, GUINT_TO_POINTER (32)));
  wait_for (finds, "Each cell sums ");
  g_assert_false (gtk_widget_get_mapped (offer));
}

/* (nullable): what is inside that begins with the text */
static const char *
find_said (GtkWidget *widget, const char *begins)
{
  const char *found = NULL;

  if (GTK_IS_LABEL (widget) && g_str_has_prefix (gtk_label_get_text (GTK_LABEL (widget)), begins))
    return gtk_label_get_text (GTK_LABEL (widget));
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_said (child, begins);
  return found;
}

static double
get_instructions (WsBesideSide side)
{
  WsScene *scene = get_beside ()->scenes[side];
  g_autoptr (GArray) metrics = ws_metrics_new (scene->run, scene->launch);

  return ws_metrics_find (metrics, "warp-instructions")->value;
}

/* Kernels 5 and 6 do the same with any number of elements: that the code differs is said with the
 * figure of both runs, and the code is offered. */
static void
test_elsewhere (void)
{
  GtkWidget *offer;
  const char *said;
  double left;
  double right;

  run_block ("reduce5", 128);
  choose ("kernel:reduce6");
  wait_for (shows_right, "reduce6");
  wait_for (finds, "The same on both sides");
  said = find_said (get_pane (), "Both do the same here, stage by stage. The code differs: ");
  g_assert_nonnull (said);
  g_assert_cmpint (sscanf (strrchr (said, ':'), ": %lf | %lf warp instructions.", &left, &right),
                   ==, 2);
  g_assert_cmpfloat (left, ==, get_instructions (WS_BESIDE_LEFT));
  g_assert_cmpfloat (right, ==, get_instructions (WS_BESIDE_RIGHT));
  g_assert_cmpfloat (left, >, right);
  offer = helper_find_label (get_pane (), "Show Code");
  g_assert_true (gtk_widget_get_mapped (offer));
  helper_iterate (300);
  click (offer);
  helper_iterate (300);
  g_assert_nonnull (helper_find (get_pane (), WS_TYPE_CODE_VIEW, 0));
  g_assert_true (gtk_widget_get_mapped (helper_find (get_pane (), WS_TYPE_CODE_VIEW, 0)));
  g_assert_false (gtk_widget_get_mapped (offer));
}

static void
add_tests (void)
{
  g_test_add_func ("/window-beside/keys", test_keys);
  g_test_add_func ("/window-beside/choices", test_choices);
  g_test_add_func ("/window-beside/before", test_before);
  g_test_add_func ("/window-beside/buttons", test_buttons);
  g_test_add_func ("/window-beside/times", test_times);
  g_test_add_func ("/window-beside/menu", test_menu);
  g_test_add_func ("/window-beside/right-leads", test_right_leads);
  g_test_add_func ("/window-beside/views", test_views);
  g_test_add_func ("/window-beside/now", test_now);
  g_test_add_func ("/window-beside/equal", test_equal);
  g_test_add_func ("/window-beside/elsewhere", test_elsewhere);
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
