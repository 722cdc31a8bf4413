/* One thread's story in the window: it follows the playhead, moves it, and its field and the lanes
 * choose the thread. */
#include "helpers.h"
#include "recorded.h"
#include "editor/code-view.h"
#include "inspector/story-list.h"
#include "inspector/story-picture.h"

typedef struct {
  WsPlayhead *playhead;
  WsRun *run;
  GtkWidget *list;
  GtkWidget *window;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->playhead = ws_playhead_new ();
  fixture->run = recorded_new (&(Recorded){ "reduce1", "h200", 1 << 12, 128 });
  fixture->list = g_object_new (WS_TYPE_STORY_LIST, NULL);
  fixture->window = helper_open (fixture->list, 320, 300);
  ws_follower_set_playhead (WS_FOLLOWER (fixture->list), fixture->playhead);
  ws_playhead_set_run (fixture->playhead, fixture->run);
  helper_iterate (60);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  helper_close (fixture->window);
  g_object_unref (fixture->playhead);
  ws_run_unref (fixture->run);
}

static const WsThreadStory *
get_story (Fixture *fixture)
{
  return ws_story_list_get_story (WS_STORY_LIST (fixture->list));
}

static GtkSelectionModel *
get_model (Fixture *fixture)
{
  return gtk_list_view_get_model (
      GTK_LIST_VIEW (helper_find (fixture->list, GTK_TYPE_LIST_VIEW, 0)));
}

static guint
get_selected (Fixture *fixture)
{
  return gtk_single_selection_get_selected (GTK_SINGLE_SELECTION (get_model (fixture)));
}

/* The present step is marked, forwards and backwards; before the first there is none. */
static void
test_follows (Fixture *fixture, gconstpointer data)
{
  const WsThreadStory *story = get_story (fixture);

  g_assert_nonnull (story);
  g_assert_cmpuint (story->steps->len, >, 10);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (get_model (fixture))), ==,
                    story->steps->len);
  for (int i = (int)story->steps->len - 1; i >= 0; i--)
    {
      guint32 event = g_array_index (story->steps, WsThreadStep, i).event;

      ws_playhead_set_position (fixture->playhead, event);
      g_assert_cmpuint (get_selected (fixture), ==, ws_thread_story_find (story, event));
      g_assert_cmpfloat (ws_playhead_get_position (fixture->playhead), ==, event);
    }
  ws_playhead_set_position (fixture->playhead, 0);
  g_assert_cmpuint (get_selected (fixture), ==, GTK_INVALID_LIST_POSITION);
  g_assert_true (story == get_story (fixture));
}

/* A step that is chosen, or activated, is where the playhead goes. */
static void
test_moves (Fixture *fixture, gconstpointer data)
{
  const WsThreadStory *story = get_story (fixture);
  GtkWidget *view = helper_find (fixture->list, GTK_TYPE_LIST_VIEW, 0);

  gtk_selection_model_select_item (get_model (fixture), 4, TRUE);
  g_assert_cmpfloat (ws_playhead_get_position (fixture->playhead), ==,
                     g_array_index (story->steps, WsThreadStep, 4).event);
  g_signal_emit_by_name (view, "activate", 2);
  g_assert_cmpfloat (ws_playhead_get_position (fixture->playhead), ==,
                     g_array_index (story->steps, WsThreadStep, 2).event);
}

/* The field counts the block's threads; the warp that is followed changes with it, and the other
 * way round. */
static void
test_thread (Fixture *fixture, gconstpointer data)
{
  GtkSpinButton *field = GTK_SPIN_BUTTON (helper_find (fixture->list, GTK_TYPE_SPIN_BUTTON, 0));
  double most;

  gtk_spin_button_get_range (field, NULL, &most);
  g_assert_cmpfloat (most, ==, 127);
  gtk_spin_button_set_value (field, 37);
  g_assert_cmpuint (ws_playhead_get_warp (fixture->playhead), ==, 1);
  g_assert_cmpuint (ws_story_list_get_lane (WS_STORY_LIST (fixture->list)), ==, 5);
  g_assert_cmpuint (get_story (fixture)->warp, ==, 1);
  g_assert_cmpuint (get_story (fixture)->lane, ==, 5);
  g_assert_nonnull (helper_find_label (fixture->list, "block 0, warp 1, lane 5"));
  ws_playhead_set_warp (fixture->playhead, 3);
  g_assert_cmpint (gtk_spin_button_get_value_as_int (field), ==, 101);
  g_assert_cmpuint (get_story (fixture)->warp, ==, 3);
  ws_story_list_set_lane (WS_STORY_LIST (fixture->list), 0);
  g_assert_cmpint (gtk_spin_button_get_value_as_int (field), ==, 96);
  ws_playhead_set_block (fixture->playhead, 31);
  g_assert_cmpuint (get_story (fixture)->block, ==, 31);
  ws_playhead_set_run (fixture->playhead, NULL);
  g_assert_null (get_story (fixture));
  g_assert_false (gtk_widget_get_sensitive (GTK_WIDGET (field)));
}

static void
assert_variables (Fixture *fixture, const char *words)
{
  g_autoptr (WsThreadState) state = ws_story_list_get_state (WS_STORY_LIST (fixture->list), 8);
  g_autofree char *text = ws_thread_state_describe (state);

  g_assert_cmpstr (text, ==, words);
}

/* Its variables by name, backwards too: those that are sure, and once they are set. */
static void
test_variables (Fixture *fixture, gconstpointer data)
{
  guint end = fixture->run->blocks[0].n_events - 1;

  ws_playhead_set_warp (fixture->playhead, 1);
  ws_story_list_set_lane (WS_STORY_LIST (fixture->list), 5);
  ws_playhead_set_position (fixture->playhead, end);
  assert_variables (fixture, "tid = 37, i = 37");
  ws_playhead_set_block (fixture->playhead, 31);
  ws_playhead_set_position (fixture->playhead, end / 2);
  assert_variables (fixture, "tid = 37, i = 4005");
  ws_playhead_set_position (fixture->playhead, 0);
  assert_variables (fixture, "");
  ws_playhead_set_run (fixture->playhead, NULL);
  g_assert_null (ws_story_list_get_state (WS_STORY_LIST (fixture->list), 8));
}

/* A lane that is clicked in the picture is told of, and with Alt the arrows go to the next. */
static void
test_other_thread (Fixture *fixture, gconstpointer data)
{
  WsStoryList *list = WS_STORY_LIST (fixture->list);
  GtkWidget *picture = helper_find (fixture->list, WS_TYPE_STORY_PICTURE, 0);
  g_autoptr (WsThreadState) state = ws_story_list_get_state (list, 8);
  const WsArea area = { ws_theme_get (WS_THEME_LIGHT), gtk_widget_get_width (picture),
                        gtk_widget_get_height (picture) };
  const WsStoryOptions options = { ws_story_list_get_story (list), state, 0, G_MAXUINT32 };
  double x = 0;

  g_assert_cmpint (gtk_widget_get_width (picture), >, 100);
  while (ws_story_pick_lane (&options, &area, x, 8) != 7)
    g_assert_cmpfloat (++x, <, area.width);
  helper_click (picture, x + 2, 8);
  g_assert_cmpuint (ws_story_list_get_lane (list), ==, 7);
  helper_press (fixture->list, GDK_KEY_Down, GDK_ALT_MASK);
  g_assert_cmpuint (ws_story_list_get_lane (list), ==, 8);
  helper_press (fixture->list, GDK_KEY_Up, GDK_ALT_MASK);
  g_assert_cmpuint (ws_story_list_get_lane (list), ==, 7);
}

/* A variable under the pointer has a tip from the first instruction on, where the line has no value
 * yet; another word has none. */
static void
test_tip (Fixture *fixture, gconstpointer data)
{
  static const struct {
    const char *text;
    guint offset;
    gboolean told;
  } words[] = { { "unsigned tid", 10, TRUE },
                { "unsigned tid", 2, FALSE },
                { "unsigned i ", 9, TRUE } };
  GtkWidget *code = ws_code_view_new ();
  GtkWidget *window = helper_open (code, 700, 500);
  GtkTextView *view;

  ws_follower_set_playhead (WS_FOLLOWER (code), fixture->playhead);
  helper_iterate (60);
  ws_playhead_set_position (fixture->playhead, 0);
  view = GTK_TEXT_VIEW (helper_find (code, GTK_SOURCE_TYPE_VIEW, 0));
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    {
      g_autoptr (GObject) tooltip = g_object_new (GTK_TYPE_TOOLTIP, NULL);
      GtkTextIter start;
      GtkTextIter end;
      GdkRectangle place;
      gboolean told = !words[i].told;
      int x;
      int y;

      gtk_text_buffer_get_start_iter (gtk_text_view_get_buffer (view), &start);
      g_assert_true (gtk_text_iter_forward_search (&start, words[i].text, 0, &start, &end, NULL));
      gtk_text_iter_forward_chars (&start, (int)words[i].offset);
      gtk_text_view_get_iter_location (view, &start, &place);
      gtk_text_view_buffer_to_window_coords (view, GTK_TEXT_WINDOW_WIDGET,
                                             place.x + place.width / 2, place.y + place.height / 2,
                                             &x, &y);
      g_signal_emit_by_name (view, "query-tooltip", x, y, FALSE, tooltip, &told);
      g_assert_cmpint (told, ==, words[i].told);
    }
  helper_close (window);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  if (!helper_init_gtk ())
    return 77;
#define ADD(name, test) g_test_add (name, Fixture, NULL, set_up, test, tear_down)
  ADD ("/story-list/follows", test_follows);
  ADD ("/story-list/moves", test_moves);
  ADD ("/story-list/thread", test_thread);
  ADD ("/story-list/variables", test_variables);
  ADD ("/story-list/other-thread", test_other_thread);
  ADD ("/story-list/tip", test_tip);
  return g_test_run ();
}
