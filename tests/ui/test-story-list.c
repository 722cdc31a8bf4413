/* One thread's story in the window: it follows the playhead, moves it, and its field and the lanes
 * choose the thread. */
#include "helpers.h"
#include "recorded.h"
#include "ui/story-list.h"

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
  fixture->list = ws_story_list_new ();
  fixture->window = helper_open (fixture->list, 320, 300);
  ws_story_list_set_playhead (WS_STORY_LIST (fixture->list), fixture->playhead);
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
  return g_test_run ();
}
