/* One thread's story, and what the lanes of a warp had at a line. */
#include "threads/thread-story.h"
#include "recorded.h"

#include <string.h>

static const WsThreadStep *
get_step (const WsThreadStory *story, guint n)
{
  return &g_array_index (story->steps, WsThreadStep, n);
}

static void
assert_step (const WsThreadStory *story, guint n, guint line, const char *words)
{
  g_autofree char *text = NULL;

  g_assert_cmpuint (n, <, story->steps->len);
  text = ws_thread_story_describe (story, n);
  g_assert_cmpstr (text, ==, words);
  g_assert_cmpuint (get_step (story, n)->line, ==, line);
}

/* Thread 1 of the first kernel: loads, parts from the others, and waits for them. */
static void
test_reduce (void)
{
  const Recorded what = { "reduce1", "h200", 128, 128 };
  g_autoptr (WsRun) run = recorded_new (&what);
  g_autoptr (WsThreadStory) one = ws_thread_story_new (run, 0, 0, 0, 1);
  g_autoptr (WsThreadStory) zero = ws_thread_story_new (run, 0, 0, 0, 0);

  assert_step (one, 0, 13, "reads 1 from in[1]");
  assert_step (one, 1, 13, "writes 1 to sdata[1]");
  assert_step (one, 2, 14, "reaches the barrier of the block");
  assert_step (one, 3, 19, "continues with 16 lanes; 16 take another path");
  g_assert_cmpint (get_step (one, 4)->kind, ==, WS_THREAD_WAITS);
  g_assert_cmpuint (get_step (one, 4)->n, >=, 4);
  assert_step (zero, 0, 13, "reads 10 from in[0]");
  assert_step (zero, 3, 19, "continues with 16 lanes; 16 take another path");
  assert_step (zero, 4, 20, "reads 10 from sdata[0]");
  assert_step (zero, 5, 20, "reads 1 from sdata[1]");
  assert_step (zero, 6, 20, "writes 11 to sdata[0]");
  assert_step (zero, zero->steps->len - 1, 27, "exits");
  g_assert_cmpint (get_step (zero, zero->steps->len - 2)->kind, ==, WS_THREAD_WRITES);
  g_assert_cmpint (get_step (zero, zero->steps->len - 2)->space, ==, WS_SPACE_GLOBAL);
  g_assert_cmpuint (get_step (zero, zero->steps->len - 2)->value, ==, run->result);
  for (guint i = 1; i < zero->steps->len; i++)
    g_assert_cmpuint (get_step (zero, i)->event, >=, get_step (zero, i - 1)->event);
  for (guint i = 0; i < zero->steps->len; i++)
    {
      guint found = ws_thread_story_find (zero, get_step (zero, i)->event);

      g_assert_cmpuint (get_step (zero, found)->event, ==, get_step (zero, i)->event);
    }
  g_assert_cmpuint (ws_thread_story_find (zero, 0), ==, WS_NONE);
}

/* A load of sixteen bytes brings four elements, each lane its own. */
static void
test_vector (void)
{
  const Recorded what = { "reduce10", "h200", 8192, 512 };
  g_autoptr (WsRun) run = recorded_new (&what);
  g_autoptr (WsThreadStory) story = ws_thread_story_new (run, 0, 0, 0, 3);
  const WsBlockRecord *block = ws_run_find_block (run, 0, 0);
  WsLaneValues values;

  for (guint i = 0; i < 4; i++)
    {
      g_autofree char *text = ws_thread_story_describe (story, i);
      g_autofree char *end = g_strdup_printf (" from in[%u]", 12 + i);

      g_assert_cmpint (get_step (story, i)->kind, ==, WS_THREAD_READS);
      g_assert_true (g_str_has_suffix (text, end));
    }
  g_assert_true (ws_lane_values_init (&values, run, 0, block, get_step (story, 0)->event));
  g_assert_cmpuint (values.values[3], ==, get_step (story, 0)->value);
  g_assert_cmpuint (values.addresses[3] - values.addresses[0], ==, 48);
}

/* A shuffle says whom it came from. */
static void
test_shuffle (void)
{
  const Recorded what = { "reduce8", "h200", 256, 128 };
  g_autoptr (WsRun) run = recorded_new (&what);
  g_autoptr (WsThreadStory) story = ws_thread_story_new (run, 0, 0, 1, 3);
  guint n = 0;

  for (guint i = 0; i < story->steps->len; i++)
    if (get_step (story, i)->kind == WS_THREAD_RECEIVES)
      {
        g_autofree char *text = ws_thread_story_describe (story, i);

        if (n++ == 0)
          {
            g_assert_true (g_str_has_suffix (text, " from lane 19"));
            g_assert_true (g_str_has_prefix (text, "receives "));
          }
      }
  g_assert_cmpuint (n, ==, 5);
}

static const char *
find_variable (const WsThreadStory *story, char **text)
{
  for (guint i = 0; i < story->steps->len; i++)
    if (get_step (story, i)->variable != NULL)
      {
        *text = ws_thread_story_describe (story, i);
        return get_step (story, i)->variable;
      }
  return NULL;
}

/* A variable is named where the line sets it to what it reads, and only there. */
static void
test_names (void)
{
  const Recorded plain = { "few_blocks", "h200", 2048, 256, 2 };
  const Recorded atomic = { "histogram_global", "h200", 1024, 128 };
  g_autoptr (WsRun) run = recorded_new (&plain);
  g_autoptr (WsRun) other = recorded_new (&atomic);
  g_autoptr (WsThreadStory) story = ws_thread_story_new (run, 0, 0, 0, 5);
  g_autoptr (WsThreadStory) updates = ws_thread_story_new (other, 0, 0, 0, 0);
  g_autofree char *text = NULL;
  g_autofree char *none = NULL;

  g_assert_cmpstr (find_variable (story, &text), ==, "x");
  g_assert_true (g_str_has_prefix (text, "x = "));
  g_assert_true (g_str_has_suffix (text, ", read from a[5]"));
  g_assert_null (find_variable (updates, &none));
  for (guint i = 0; none == NULL && i < updates->steps->len; i++)
    if (get_step (updates, i)->kind == WS_THREAD_UPDATES)
      none = ws_thread_story_describe (updates, i);
  g_assert_true (g_str_has_prefix (none, "updates bins["));
}

/* The last values of a line, at different times: forwards and backwards. */
static void
test_values (void)
{
  const Recorded what = { "reduce1", "h200", 128, 128 };
  g_autoptr (WsRun) run = recorded_new (&what);
  const WsBlockRecord *block = ws_run_find_block (run, 0, 0);
  WsLaneValues values;
  g_autofree char *text = NULL;
  guint32 last;

  g_assert_false (ws_lane_values_init_at_line (&values, run, block, 0, 13, 0));
  g_assert_true (ws_lane_values_init_at_line (&values, run, block, 0, 13, block->n_events - 1));
  g_assert_cmphex (values.lanes, ==, G_MAXUINT32);
  g_assert_cmpuint (values.values[0], ==, 10);
  g_assert_cmpuint (values.values[1], ==, 1);
  g_assert_cmpuint (values.addresses[3], ==, 12);
  text = ws_lane_values_describe (&values, run, 0, 8);
  g_assert_nonnull (strstr (text, "st.shared"));
  g_assert_nonnull (strstr (text, "\n 8 "));
  g_assert_nonnull (strstr (text, "\n24 "));
  g_assert_null (strstr (text, "\n32 "));
  /* of an int, which the compiler moves as any 32 bits */
  g_assert_nonnull (strstr (text, " -1 "));
  g_assert_null (strstr (text, "4294967295"));
  /* the last addition of the warp has one lane; an earlier one has more */
  g_assert_true (ws_lane_values_init_at_line (&values, run, block, 0, 20, block->n_events - 1));
  g_assert_cmphex (values.lanes, ==, 1);
  last = values.event;
  while (values.lanes == 1)
    g_assert_true (ws_lane_values_init_at_line (&values, run, block, 0, 20, values.event - 1));
  g_assert_cmpuint (values.event, <, last);
  g_assert_cmphex (values.lanes, ==, 0x10001);
}

/* Of a thread that is none, or a block that was not recorded, there is no story. */
static void
test_nobody (void)
{
  const Recorded whole = { "reduce1", "h200", 4096, 128 };
  g_autoptr (WsRun) run = recorded_new (&whole);
  g_autoptr (WsThreadStory) story = ws_thread_story_new (run, 0, 5, 0, 0);
  g_autoptr (WsThreadStory) beyond = ws_thread_story_new (run, 0, 0, 9, 0);

  g_assert_cmpuint (story->steps->len, ==, 0);
  g_assert_cmpuint (beyond->steps->len, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/story/reduce", test_reduce);
  g_test_add_func ("/story/vector", test_vector);
  g_test_add_func ("/story/shuffle", test_shuffle);
  g_test_add_func ("/story/names", test_names);
  g_test_add_func ("/story/values", test_values);
  g_test_add_func ("/story/nobody", test_nobody);
  return g_test_run ();
}
