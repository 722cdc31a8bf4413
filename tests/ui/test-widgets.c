/* Every widget constructs and finalises; an equal set notifies nothing; roles and names are there;
 * the playhead keeps its promises. */
#include "helpers.h"
#include "recorded.h"
#include "toolkit/glossary-tip.h"
#include "toolkit/head-layout.h"
#include "views/calculator-view.h"
#include "lines/lines.h"
#include "inspector/cause-list.h"
#include "editor/code-editor.h"
#include "editor/code-search.h"
#include "toolkit/column-layout.h"
#include "editor/problem-gutter.h"
#include "views/lanes-view.h"
#include "editor/machine-view.h"
#include "views/memory-view.h"
#include "editor/line-gutter.h"
#include "inspector/inspector.h"
#include "toolkit/pane.h"
#include "toolkit/paragraph.h"
#include "scene/course.h"
#include "playback/caption.h"
#include "playback/plan-row.h"
#include "playback/playhead-actions.h"
#include "charts/scenario-view.h"
#include "charts/sheet-view.h"
#include "toolkit/side.h"
#include "views/sms-view.h"
#include "toolkit/split.h"
#include "toolkit/steady-drop.h"
#include "inspector/story-list.h"
#include "inspector/story-picture.h"
#include "inspector/summary.h"
#include "toolkit/text-room.h"
#include "charts/sweep-list.h"
#include "charts/timing-bar.h"
#include "playback/track.h"
#include "playback/transport.h"
#include "views/tree-view.h"
#include "words/glossary.h"
#include "words/words.h"

#include <adwaita.h>
#include <glib/gstdio.h>
#include <math.h>

static WsRun *
record (const char *kernel, guint block)
{
  return recorded_new (&(Recorded){ kernel, "h200", 65536, block });
}

static void
test_lifetime (gconstpointer data)
{
  helper_check_lifetime (*(const GType *)data);
}

static void
count_cb (GObject *object, GParamSpec *pspec, guint *count)
{
  (*count)++;
}

static void
test_equal_set (void)
{
  g_autoptr (WsPlayhead) playhead = ws_playhead_new ();
  g_autoptr (WsRun) run = record ("reduce1", 128);
  guint count = 0;

  ws_playhead_set_run (playhead, run);
  ws_playhead_set_position (playhead, 12);
  ws_playhead_set_warp (playhead, 2);
  ws_playhead_set_speed (playhead, 2);
  g_signal_connect (playhead, "notify", G_CALLBACK (count_cb), &count);
  ws_playhead_set_run (playhead, run);
  ws_playhead_set_position (playhead, 12);
  ws_playhead_set_warp (playhead, 2);
  ws_playhead_set_speed (playhead, 2);
  ws_playhead_set_launch (playhead, 0);
  ws_playhead_set_clock (playhead, WS_CLOCK_BLOCK);
  ws_playhead_set_time (playhead, ws_playhead_get_time (playhead));
  ws_playhead_set_block (playhead, ws_playhead_get_block (playhead));
  ws_playhead_set_playing (playhead, FALSE);
  g_assert_cmpuint (count, ==, 0);
  ws_playhead_set_position (playhead, 13);
  g_assert_cmpuint (count, >, 0);
}

/* What is stepped forwards is stepped backwards, and nothing leaves the block. */
static void
test_steps (void)
{
  g_autoptr (WsPlayhead) playhead = ws_playhead_new ();
  g_autoptr (WsRun) run = record ("reduce1", 128);
  double end;
  guint n = 0;

  ws_playhead_step (playhead, WS_PLAYHEAD_STEP_STAGE, 1); /* with no run: nothing */
  ws_playhead_set_run (playhead, run);
  end = ws_playhead_get_end (playhead);
  g_assert_cmpfloat (end, >, 100);
  while (ws_playhead_get_position (playhead) < end && n++ < 10000)
    ws_playhead_step (playhead, WS_PLAYHEAD_STEP_EVENT, 1);
  g_assert_cmpuint (n, ==, (guint)end);
  ws_playhead_step (playhead, WS_PLAYHEAD_STEP_EVENT, 1);
  g_assert_cmpfloat (ws_playhead_get_position (playhead), ==, end);
  for (n = 0; ws_playhead_get_position (playhead) > 0 && n < 10000; n++)
    ws_playhead_step (playhead, WS_PLAYHEAD_STEP_INSTRUCTION, -1);
  g_assert_cmpuint (n, >, 50);
  for (n = 0; ws_playhead_get_position (playhead) < end && n < 100; n++)
    {
      ws_playhead_step (playhead, WS_PLAYHEAD_STEP_STAGE, 1);
      ws_playhead_advance (playhead, 10, TRUE);
    }
  g_assert_cmpuint (n, ==, ws_playhead_get_scene (playhead)->stages->n_stages + 1);
  for (n = 0; ws_playhead_get_position (playhead) > 0 && n < 100; n++)
    {
      ws_playhead_step (playhead, WS_PLAYHEAD_STEP_STAGE, -1);
      ws_playhead_advance (playhead, 10, FALSE);
    }
  g_assert_cmpuint (n, ==, ws_playhead_get_scene (playhead)->stages->n_stages + 1);
}

static void
test_progress (void)
{
  g_autoptr (WsPlayhead) playhead = ws_playhead_new ();
  g_autoptr (WsRun) run = record ("reduce7", 256);
  double before = -1;

  ws_playhead_set_run (playhead, run);
  for (double position = 0; position <= ws_playhead_get_end (playhead); position += 0.5)
    {
      double progress = ws_playhead_to_progress (playhead, position);

      g_assert_cmpfloat (progress, >=, before);
      g_assert_cmpfloat_with_epsilon (ws_playhead_from_progress (playhead, progress), position,
                                      1e-6);
      before = progress;
    }
}

/* A step of a stage goes to its telling instant, however many events that are, and moves by the
 * same share of its way in the same time: below speed 1 in a time in which it can be watched. */
static void
test_glide (void)
{
  static const struct {
    double speed;
    double seconds;
  } glides[] = { { 0.25, 2.4 }, { 0.5, 1.2 }, { 1, 0.12 }, { 2, 0.06 } };
  g_autoptr (WsPlayhead) playhead = ws_playhead_new ();
  g_autoptr (WsRun) run = record ("reduce1", 256);
  const WsScene *scene;

  ws_playhead_set_run (playhead, run);
  scene = ws_playhead_get_scene (playhead);
  for (guint i = 0; i < G_N_ELEMENTS (glides); i++)
    {
      ws_playhead_set_position (playhead, 0);
      ws_playhead_set_speed (playhead, glides[i].speed);
      for (guint stage = 0; stage < scene->stages->n_stages; stage++)
        {
          double moment = ws_scene_stage_moment (scene, stage);
          double from = ws_playhead_to_progress (playhead, ws_playhead_get_position (playhead));
          double to = ws_playhead_to_progress (playhead, moment);
          double seconds = 0;

          ws_playhead_step (playhead, WS_PLAYHEAD_STEP_STAGE, 1);
          for (; ws_playhead_is_moving (playhead) && seconds < 10; seconds += 0.001)
            {
              ws_playhead_advance (playhead, 0.001, TRUE);
              if (fabs (seconds + 0.001 - glides[i].seconds / 2) < 0.0001)
                g_assert_cmpfloat_with_epsilon (
                    ws_playhead_to_progress (playhead, ws_playhead_get_position (playhead)),
                    (from + to) / 2, 0.01);
            }
          g_assert_cmpfloat_with_epsilon (seconds, glides[i].seconds, 0.0021);
          g_assert_cmpfloat (ws_playhead_get_position (playhead), ==, moment);
        }
    }
}

/* Playing gives each stage its seconds, so that values are seen on their way; a step is quicker. */
static void
test_play_seconds (void)
{
  g_autoptr (WsPlayhead) playhead = ws_playhead_new ();
  g_autoptr (WsRun) run = record ("reduce3", 64);
  double before = 0;
  double seconds = 0;
  guint stage = 0;

  ws_playhead_set_run (playhead, run);
  ws_playhead_set_playing (playhead, TRUE);
  for (; ws_playhead_get_playing (playhead); seconds += 0.01)
    {
      const WsScene *scene = ws_playhead_get_scene (playhead);

      g_assert_cmpuint (stage, <, scene->stages->n_stages);
      ws_playhead_advance (playhead, 0.01, TRUE);
      if (ws_playhead_get_position (playhead) < ws_scene_stage_moment (scene, stage))
        continue;
      /* the way to the end of the last stage goes on behind its telling instant */
      if (stage + 1 < scene->stages->n_stages)
        g_assert_cmpfloat_with_epsilon (seconds - before, WS_SECONDS_PER_STAGE, 0.03);
      before = seconds;
      stage++;
    }
  g_assert_cmpuint (stage, ==, ws_playhead_get_scene (playhead)->stages->n_stages);
}

/* Playing stops at the telling instant of the last stage; the next play begins anew. Without motion
 * it goes from one telling instant to the next. */
static void
test_play (gconstpointer data)
{
  gboolean smooth = GPOINTER_TO_INT (data);
  g_autoptr (WsPlayhead) playhead = ws_playhead_new ();
  g_autoptr (WsRun) run = record ("reduce3", 64);
  const WsScene *scene;
  guint stage = 0;

  ws_playhead_set_run (playhead, run);
  ws_playhead_set_playing (playhead, TRUE);
  scene = ws_playhead_get_scene (playhead);
  for (guint i = 0; i < 100000 && ws_playhead_get_playing (playhead); i++)
    {
      double position = ws_playhead_get_position (playhead);

      ws_playhead_advance (playhead, 0.016, smooth);
      if (smooth || ws_playhead_get_position (playhead) == position)
        continue;
      g_assert_cmpfloat (ws_playhead_get_position (playhead), ==,
                         ws_scene_stage_moment (scene, stage));
      stage++;
    }
  g_assert_false (ws_playhead_is_moving (playhead));
  g_assert_cmpfloat (ws_playhead_get_position (playhead), ==,
                     ws_scene_stage_moment (scene, scene->stages->n_stages - 1));
  ws_playhead_set_playing (playhead, TRUE);
  g_assert_cmpfloat (ws_playhead_get_position (playhead), ==, 0);
}

static void
test_launches_and_blocks (void)
{
  g_autoptr (WsPlayhead) playhead = ws_playhead_new ();
  g_autoptr (WsRun) run = record ("reduce1", 128);

  ws_playhead_set_run (playhead, run);
  ws_playhead_set_launch (playhead, 99);
  g_assert_cmpuint (ws_playhead_get_launch (playhead), ==, 0);
  ws_playhead_set_launch (playhead, 1);
  g_assert_cmpuint (ws_playhead_get_scene (playhead)->launch, ==, 1);
  ws_playhead_set_launch (playhead, 0);
  ws_playhead_set_block (playhead, 3); /* not recorded */
  g_assert_null (ws_playhead_get_scene (playhead));
  /* then the launch plays: where the blocks were is known of all */
  g_assert_cmpuint (ws_playhead_get_clock (playhead), ==, WS_CLOCK_LAUNCH);
  g_assert_null (ws_playhead_get_launch_scene (playhead)->record);
  ws_playhead_step (playhead, WS_PLAYHEAD_STEP_EVENT, 1);
  g_assert_cmpfloat (ws_playhead_get_time (playhead), >, 0);
  ws_playhead_set_block (playhead, 511);
  g_assert_nonnull (ws_playhead_get_scene (playhead));
  g_assert_cmpuint (ws_playhead_get_clock (playhead), ==, WS_CLOCK_BLOCK);
  g_assert_true (ws_playhead_get_launch_scene (playhead) == ws_playhead_get_scene (playhead));
}

static gboolean
is_done (gpointer playhead)
{
  return !ws_playhead_is_deriving (playhead);
}

static void
count_deriving_cb (WsPlayhead *playhead, GParamSpec *pspec, guint *n)
{
  (*n)++;
}

/* A large block is derived while the main loop goes on, and what is shown stays until it is there;
 * a second wish, or a change of mind, takes the place of the first. */
static void
test_deriving (void)
{
  g_autoptr (WsPlayhead) playhead = ws_playhead_new ();
  g_autoptr (WsRun) run = recorded_new (&(Recorded){ "few_blocks", "k40c", 4096, 1024 });
  g_autoptr (WsRun) other = record ("reduce1", 128);
  guint n = 0;

  g_assert_cmpuint (run->blocks[0].n_events, >, 10000);
  ws_playhead_set_run (playhead, run);
  g_signal_connect (playhead, "notify::deriving", G_CALLBACK (count_deriving_cb), &n);
  g_assert_cmpuint (ws_playhead_get_scene (playhead)->block, ==, 0);
  ws_playhead_set_block (playhead, 2);
  g_assert_true (ws_playhead_is_deriving (playhead));
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpuint (ws_playhead_get_block (playhead), ==, 0);
  g_assert_cmpuint (ws_playhead_get_scene (playhead)->block, ==, 0);
  g_assert_true (helper_wait (is_done, playhead));
  g_assert_cmpuint (n, ==, 2);
  g_assert_cmpuint (ws_playhead_get_block (playhead), ==, 2);
  g_assert_cmpuint (ws_playhead_get_scene (playhead)->block, ==, 2);
  /* the last wish counts */
  ws_playhead_set_block (playhead, 0);
  ws_playhead_set_block (playhead, 3);
  g_assert_true (helper_wait (is_done, playhead));
  g_assert_cmpuint (ws_playhead_get_scene (playhead)->block, ==, 3);
  /* given up, by word, by going back, by another run */
  ws_playhead_set_block (playhead, 2);
  ws_playhead_stop_deriving (playhead);
  g_assert_false (ws_playhead_is_deriving (playhead));
  ws_playhead_set_block (playhead, 2);
  ws_playhead_set_block (playhead, 3);
  g_assert_false (ws_playhead_is_deriving (playhead));
  ws_playhead_set_block (playhead, 2);
  ws_playhead_set_run (playhead, other);
  g_assert_false (ws_playhead_is_deriving (playhead));
  helper_iterate (200);
  g_assert_true (ws_playhead_get_run (playhead) == other);
  g_assert_cmpuint (ws_playhead_get_scene (playhead)->block, ==, 0);
  /* what is not large is there at once */
  ws_playhead_set_block (playhead, 511);
  g_assert_false (ws_playhead_is_deriving (playhead));
  g_assert_cmpuint (ws_playhead_get_scene (playhead)->block, ==, 511);
}

/* Time follows the position of the block, and the position the time of the launch. */
static void
test_launch_time (void)
{
  g_autoptr (WsPlayhead) playhead = ws_playhead_new ();
  g_autoptr (WsRun) run = record ("reduce3", 64);
  const WsScene *scene;
  double end;
  guint n = 0;

  ws_playhead_set_time (playhead, 5); /* with no run: nothing */
  g_assert_cmpfloat (ws_playhead_get_time (playhead), ==, 0);
  ws_playhead_set_clock (playhead, WS_CLOCK_LAUNCH);
  g_assert_cmpuint (ws_playhead_get_clock (playhead), ==, WS_CLOCK_BLOCK);
  ws_playhead_set_clock (playhead, WS_CLOCK_BLOCK);
  ws_playhead_set_run (playhead, run);
  scene = ws_playhead_get_scene (playhead);
  end = ws_playhead_get_end_time (playhead);
  g_assert_cmpfloat (end, ==, (double)scene->timeline->end);
  for (double position = 0; position <= ws_playhead_get_end (playhead); position += 0.5)
    {
      double time;

      ws_playhead_set_position (playhead, position);
      time = ws_playhead_get_time (playhead);
      g_assert_cmpfloat (time, ==, ws_scene_time_at (scene, position));
      /* events of one time: the last of them */
      g_assert_cmpfloat (ws_scene_position_at (scene, time), >=, position - 1e-9);
      g_assert_cmpfloat_with_epsilon (ws_scene_time_at (scene, ws_scene_position_at (scene, time)),
                                      time, 1e-6);
    }
  ws_playhead_set_time (playhead, end * 2);
  g_assert_cmpfloat (ws_playhead_get_time (playhead), ==, end);
  g_assert_cmpfloat (ws_playhead_get_position (playhead), ==, ws_playhead_get_end (playhead));
  ws_playhead_set_time (playhead, -3);
  g_assert_cmpfloat (ws_playhead_get_time (playhead), ==, 0);

  /* stepping goes through every change, and through every chapter, and back */
  ws_playhead_set_clock (playhead, WS_CLOCK_LAUNCH);
  while (ws_playhead_get_time (playhead) < end && n++ < 100000)
    ws_playhead_step (playhead, WS_PLAYHEAD_STEP_EVENT, 1);
  g_assert_cmpuint (n, >=, scene->timeline->n_changes - 1);
  g_assert_cmpuint (n, <=, scene->timeline->n_changes);
  for (n = 0; ws_playhead_get_time (playhead) > 0 && n < 1000; n++)
    {
      ws_playhead_step (playhead, WS_PLAYHEAD_STEP_STAGE, -1);
      ws_playhead_advance (playhead, 10, n % 2 == 0);
    }
  g_assert_cmpuint (n, <=, 26);
  ws_playhead_jump (playhead, TRUE);
  g_assert_cmpfloat (ws_playhead_get_time (playhead), ==, end);
}

/* At speed 1 a launch takes eight seconds, with motion or without, and stops where its last block
 * is active, not on empty SMs. */
static void
test_play_launch (gconstpointer data)
{
  gboolean smooth = GPOINTER_TO_INT (data);
  g_autoptr (WsPlayhead) playhead = ws_playhead_new ();
  g_autoptr (WsRun) run = record ("reduce3", 64);
  const WsTimeline *timeline;
  double seconds = 0;

  ws_playhead_set_run (playhead, run);
  ws_playhead_set_clock (playhead, WS_CLOCK_LAUNCH);
  ws_playhead_set_playing (playhead, TRUE);
  for (; seconds < 100 && ws_playhead_get_playing (playhead); seconds += 0.016)
    ws_playhead_advance (playhead, 0.016, smooth);
  g_assert_cmpfloat (seconds, >, 7.9);
  g_assert_cmpfloat (seconds, <, 8.6);
  timeline = ws_playhead_get_launch_scene (playhead)->timeline;
  g_assert_cmpfloat (ws_playhead_get_time (playhead), <, ws_playhead_get_end_time (playhead));
  g_assert_cmpuint (ws_steps_get_value (&timeline->sms, (guint64)ws_playhead_get_time (playhead)),
                    >, 0);
  g_assert_cmpfloat (ws_playhead_get_time (playhead), >=, (double)timeline->tail);
  ws_playhead_set_playing (playhead, TRUE);
  g_assert_cmpfloat (ws_playhead_get_time (playhead), ==, 0);
  /* another block of the launch is looked at at the same time */
  ws_playhead_set_time (playhead, 100);
  ws_playhead_set_block (playhead, 1023);
  g_assert_cmpfloat (ws_playhead_get_time (playhead), ==, 100);
}

/* A launch stops where its figures are explained: by SMs that never get a block, or by those that
 * are left with a long one. */
static void
test_end_of_launch (void)
{
  static const struct {
    Recorded recorded;
    guint n_sms;
  } cases[] = {
    { { "few_blocks", "k40c", 2048, 256 }, 8 },
    { { "unbalanced_blocks", "k40c", 65536, 256 }, 4 },
    { { "unbalanced_blocks", "k40c", 16384, 256 }, 1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (WsRun) run = recorded_new (&cases[i].recorded);
      g_autoptr (WsTimeline) timeline = ws_timeline_new (run, 0);
      guint64 telling = ws_timeline_get_telling (timeline);

      g_assert_cmpuint (ws_steps_get_value (&timeline->sms, telling), ==, cases[i].n_sms);
      g_assert_cmpuint (telling, >, timeline->end * 8 / 10);
    }
}

static gboolean
is_drawn (gpointer drawing)
{
  return ws_drawing_get_last_draw_ms (WS_DRAWING (drawing)) > 0;
}

static gboolean
has_moved (gpointer playhead)
{
  return ws_playhead_get_position (playhead) > 0;
}

/* In a window, with a run, in every theme: they draw, and say what they show. */
static void
test_views (void)
{
  g_autoptr (WsPlayhead) playhead = ws_playhead_new ();
  g_autoptr (WsRun) run = record ("reduce2", 128);
  GtkWidget *window = gtk_window_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *tree = ws_tree_view_new ();
  GtkWidget *lanes = ws_lanes_view_new ();
  GtkWidget *code = ws_code_view_new ();
  GtkWidget *transport = g_object_new (WS_TYPE_TRANSPORT, NULL);
  g_autofree char *subtitle = NULL;

  gtk_window_set_default_size (GTK_WINDOW (window), 900, 900);
  gtk_window_set_child (GTK_WINDOW (window), box);
  gtk_box_append (GTK_BOX (box), tree);
  gtk_box_append (GTK_BOX (box), lanes);
  gtk_box_append (GTK_BOX (box), code);
  gtk_box_append (GTK_BOX (box), transport);
  ws_canvas_set_playhead (WS_CANVAS (tree), playhead);
  ws_canvas_set_playhead (WS_CANVAS (lanes), playhead);
  ws_follower_set_playhead (WS_FOLLOWER (code), playhead);
  ws_follower_set_playhead (WS_FOLLOWER (transport), playhead);
  ws_playhead_set_run (playhead, run);
  gtk_window_present (GTK_WINDOW (window));
  for (guint theme = 0; theme < WS_N_THEMES; theme++)
    {
      ws_drawing_set_theme (WS_DRAWING (tree), theme);
      ws_drawing_set_theme (WS_DRAWING (lanes), theme);
      ws_code_view_set_theme (WS_CODE_VIEW (code), theme);
      ws_transport_set_theme (WS_TRANSPORT (transport), theme);
      ws_playhead_step (playhead, WS_PLAYHEAD_STEP_STAGE, 1);
      helper_iterate (60);
    }
  /* what is presented is as large as the last row needs, however small the view in the window */
  ws_drawing_set_theme (WS_DRAWING (lanes), WS_THEME_PRESENTING);
  g_assert_cmpfloat (fabs (ws_theme_get_min_text (ws_drawing_peek_theme (WS_DRAWING (lanes)),
                                                  gtk_widget_get_height (lanes))
                           - 0.022 * gtk_widget_get_height (window)),
                     <, 0.01);
  ws_code_view_set_shown (WS_CODE_VIEW (code), WS_CODE_PTX, TRUE);
  ws_playhead_set_playing (playhead, TRUE);
  g_assert_true (helper_wait (has_moved, playhead));
  g_assert_true (helper_wait (is_drawn, tree));
  g_assert_true (helper_wait (is_drawn, lanes));
  g_assert_cmpuint (ws_code_view_get_current_line (WS_CODE_VIEW (code)), >, 0);
  g_assert_cmpfloat (ws_playhead_get_position (playhead), >, 0);
  subtitle = ws_tree_view_dup_subtitle (WS_TREE_VIEW (tree));
  g_assert_nonnull (strstr (subtitle, "block 0 of 512"));
  g_assert_cmpint (gtk_accessible_get_accessible_role (GTK_ACCESSIBLE (tree)), ==,
                   GTK_ACCESSIBLE_ROLE_SLIDER);
  gtk_test_accessible_assert_property (tree, GTK_ACCESSIBLE_PROPERTY_LABEL, "Reduction tree");
  helper_close (window);
}

#define N_LINES 4000

typedef struct {
  WsPlayhead *playhead;
  WsRun *runs[2];
  GtkWidget *code;
  guint n_frames;
  guint n_wanted;
} Reader;

/* While a frame is made: another line, another part of the texts, other texts. */
static gboolean
read_cb (GtkWidget *window, GdkFrameClock *clock, gpointer data)
{
  Reader *self = data;
  GtkWidget *scroller;
  guint n = self->n_frames++;

  if (n % 7 == 0)
    ws_playhead_set_run (self->playhead, self->runs[n / 7 % 2]);
  if (n % 2 == 0)
    ws_playhead_step (self->playhead, WS_PLAYHEAD_STEP_EVENT, 1);
  if (n % 5 == 0)
    ws_playhead_set_position (self->playhead, 977 * n % 2000);
  for (guint i = 0; (scroller = helper_find (self->code, GTK_TYPE_SCROLLED_WINDOW, i)) != NULL; i++)
    if (n % 3 == 0)
      gtk_adjustment_set_value (
          gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scroller)), 131 * n % 4096);
  return G_SOURCE_CONTINUE;
}

static gboolean
has_read (gpointer data)
{
  const Reader *self = data;

  return self->n_frames >= self->n_wanted;
}

/* A source with far more lines than are seen, each wider than the one above, and wider still with
 * its bold words; neighbouring instructions are far from each other. */
static WsRun *
record_long (const char *name, WsSite **sites)
{
  WsRun *run = record (name, 128);
  WsKernel *kernel = g_ptr_array_index (run->kernels, run->launches[0].kernel);
  GString *source = g_string_new (NULL);

  for (guint i = 0; i < N_LINES; i++)
    {
      for (guint k = 0; k <= i / 200; k++)
        g_string_append (source, "return sizeof int; ");
      g_string_append_c (source, '\n');
    }
  g_free (kernel->source);
  kernel->source = g_string_free (source, FALSE);
  *sites = g_memdup2 (kernel->sites, sizeof **sites * kernel->n_sites);
  for (guint i = 0; i < kernel->n_sites; i++)
    (*sites)[i].line = 1 + i * 131 % N_LINES;
  kernel->sites = *sites;
  return run;
}

typedef struct {
  GtkWidget *widget;
  int width;
} Width;

static gboolean
is_wider (gpointer data)
{
  const Width *than = data;

  return gtk_widget_get_width (than->widget) > than->width + 10;
}

static gboolean
is_as_wide (gpointer data)
{
  const Width *as = data;

  return gtk_widget_get_width (as->widget) == as->width;
}

/* Columns of figures make the gutter wider, each by its action, and go again. */
static void
test_code_columns (void)
{
  g_autoptr (WsRun) run = recorded_new (&(Recorded){ "reduce2", "h200", 1 << 12, 128 });
  g_autoptr (WsPlayhead) playhead = ws_playhead_new ();
  GtkWidget *code = ws_code_view_new ();
  GtkWidget *window = helper_open (code, 600, 400);
  GActionGroup *actions = ws_code_view_get_actions (WS_CODE_VIEW (code));
  g_autoptr (GMenuModel) menu = ws_code_view_dup_menu (WS_CODE_VIEW (code), "columns");
  GtkWidget *gutter;
  int before;

  ws_follower_set_playhead (WS_FOLLOWER (code), playhead);
  ws_playhead_set_run (playhead, run);
  helper_iterate (60);
  gutter = helper_find (code, WS_TYPE_LINE_GUTTER, 0);
  g_assert_nonnull (gutter);
  before = gtk_widget_get_width (gutter);
  g_assert_cmpint (g_menu_model_get_n_items (menu), ==, WS_N_LINE_COLUMNS);
  for (guint column = 0; column < WS_N_LINE_COLUMNS; column++)
    {
      const char *name = ws_line_column_get_name ((WsLineColumn)column);
      Width width = { gutter, gtk_widget_get_width (gutter) };

      g_action_group_activate_action (actions, name, NULL);
      g_assert_cmpuint (ws_code_view_get_columns (WS_CODE_VIEW (code)), ==, (2u << column) - 1);
      g_assert_true (helper_wait (is_wider, &width));
    }
  for (guint column = 0; column < WS_N_LINE_COLUMNS; column++)
    g_action_group_activate_action (actions, ws_line_column_get_name ((WsLineColumn)column), NULL);
  g_assert_cmpuint (ws_code_view_get_columns (WS_CODE_VIEW (code)), ==, 0);
  g_assert_true (helper_wait (is_as_wide, &(Width){ gutter, before }));
  helper_close (window);
}

/* (transfer full): the signs in a gutter, from the top: an "e" for an error, a "w" for a warning;
 * @height: (out): from the first to the last, pixels */
static char *
read_signs (GtkWidget *gutter, int *height)
{
  g_autofree char *path = NULL;
  int file = g_file_open_tmp ("signs-XXXXXX.png", &path, NULL);
  GString *signs = g_string_new (NULL);
  cairo_surface_t *surface;
  char before = ' ';
  int first = 0;

  *height = 0;
  g_close (file, NULL);
  helper_write_picture (gutter, path);
  surface = cairo_image_surface_create_from_png (path);
  g_assert_cmpint (cairo_image_surface_get_width (surface), >, 4);
  for (int at = 0; at < cairo_image_surface_get_height (surface); at++)
    {
      const guint8 *pixel = cairo_image_surface_get_data (surface)
                            + at * cairo_image_surface_get_stride (surface) + 4 * 4;
      char sign = pixel[2] < 200 || pixel[0] > 100 ? ' ' : pixel[1] < 100 ? 'e' : 'w';

      if (sign != before && sign != ' ')
        {
          g_string_append_c (signs, sign);
          first = signs->len == 1 ? at : first;
          *height = at - first;
        }
      before = sign;
    }
  cairo_surface_destroy (surface);
  g_remove (path);
  return g_string_free (signs, FALSE);
}

/* A line has the sign of the worst that is said of it, which moves with the line. */
static void
test_code_signs (void)
{
  g_autoptr (GtkSourceBuffer) document = gtk_source_buffer_new (NULL);
  g_autoptr (GPtrArray) problems =
      g_ptr_array_new_with_free_func ((GDestroyNotify)ws_code_problem_free);
  GtkWidget *code = ws_code_view_new ();
  GtkWidget *editor = g_object_new (WS_TYPE_CODE_EDITOR, "view", code, NULL);
  GtkWidget *window = helper_open (editor, 600, 400);
  GtkWidget *gutter;
  GtkTextIter start;
  g_autofree char *signs = NULL;
  g_autofree char *moved = NULL;
  int height, moved_height;

  gtk_text_buffer_set_text (GTK_TEXT_BUFFER (document), "one\n\nthree\nfour\n", -1);
  ws_code_editor_set_document (WS_CODE_EDITOR (editor), document);
  g_ptr_array_add (problems, ws_code_problem_new (WS_PROBLEM_WARNING, 2, 1, "First."));
  g_ptr_array_add (problems, ws_code_problem_new (WS_PROBLEM_ERROR, 2, 1, "Second."));
  g_ptr_array_add (problems, ws_code_problem_new (WS_PROBLEM_REMARK, 3, 1, "Third."));
  g_ptr_array_add (problems, ws_code_problem_new (WS_PROBLEM_WARNING, 4, 1, "Fourth."));
  ws_code_editor_set_problems (WS_CODE_EDITOR (editor), problems);
  gutter = helper_find (editor, WS_TYPE_PROBLEM_GUTTER, 0);
  g_assert_nonnull (gutter);
  signs = read_signs (gutter, &height);
  g_assert_cmpstr (signs, ==, "ew");
  gtk_text_buffer_get_iter_at_line (GTK_TEXT_BUFFER (document), &start, 2);
  gtk_text_buffer_insert (GTK_TEXT_BUFFER (document), &start, "between\n", -1);
  moved = read_signs (gutter, &moved_height);
  g_assert_cmpstr (moved, ==, "ew");
  g_assert_cmpint (moved_height, >, height + 8);
  ws_code_editor_set_problems (WS_CODE_EDITOR (editor), NULL);
  g_assert_null (gtk_source_buffer_get_source_marks_at_line (document, 1, NULL));
  g_assert_null (gtk_source_buffer_get_source_marks_at_line (document, 4, NULL));
  helper_close (window);
}

/* Whatever changes and scrolls the texts is laid out when it is drawn: GTK warns where it is not.
 */
static void
test_code_frames (void)
{
  g_autoptr (WsPlayhead) playhead = ws_playhead_new ();
  g_autofree WsSite *sites = NULL; /* outlive the run */
  g_autoptr (WsRun) one = record_long ("reduce2", &sites);
  g_autoptr (WsRun) other = record ("reduce6", 128);
  g_autoptr (GtkCssProvider) style = gtk_css_provider_new ();
  GtkWidget *code = ws_code_view_new ();
  Reader reader = { .playhead = playhead, .runs = { one, other }, .code = code };
  GtkWidget *window;

  gtk_css_provider_load_from_data (style, "textview { font-family: sans-serif; }", -1);
  gtk_style_context_add_provider_for_display (
      gdk_display_get_default (), GTK_STYLE_PROVIDER (style), GTK_STYLE_PROVIDER_PRIORITY_USER);
  ws_follower_set_playhead (WS_FOLLOWER (code), playhead);
  ws_playhead_set_run (playhead, one);
  window = helper_open (code, 400, 300);
  gtk_widget_add_tick_callback (window, read_cb, &reader, NULL);
  for (int i = 0; i < 24; i++)
    {
      ws_code_view_set_shown (WS_CODE_VIEW (code), WS_CODE_PTX, i % 3 != 0);
      gtk_window_set_default_size (GTK_WINDOW (window), 400 + i % 4 * 100, 300 + i % 3 * 150);
      reader.n_wanted = reader.n_frames + 6;
      g_assert_true (helper_wait (has_read, &reader));
    }
  helper_close (window);
  gtk_style_context_remove_provider_for_display (gdk_display_get_default (),
                                                 GTK_STYLE_PROVIDER (style));
}

static void
assert_part (GtkWidget *drawing, double now, double most, const char *text)
{
  gtk_test_accessible_assert_role (drawing, GTK_ACCESSIBLE_ROLE_SLIDER);
  gtk_test_accessible_assert_property (drawing, GTK_ACCESSIBLE_PROPERTY_VALUE_MIN, 0.);
  gtk_test_accessible_assert_property (drawing, GTK_ACCESSIBLE_PROPERTY_VALUE_MAX, most);
  gtk_test_accessible_assert_property (drawing, GTK_ACCESSIBLE_PROPERTY_VALUE_NOW, now);
  gtk_test_accessible_assert_property (drawing, GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, text);
}

/* What keys move among the parts of a drawing is told to assistive technology as it moves. */
static void
test_parts (void)
{
  g_autoptr (WsPlayhead) playhead = ws_playhead_new ();
  g_autoptr (WsRun) run = record ("reduce2", 128);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *tree = ws_tree_view_new ();
  GtkWidget *lanes = ws_lanes_view_new ();
  GtkWidget *sms = ws_sms_view_new ();
  GtkWidget *window;
  g_autofree char *elements = NULL;
  g_autofree char *instruction = NULL;

  gtk_box_append (GTK_BOX (box), tree);
  gtk_box_append (GTK_BOX (box), lanes);
  gtk_box_append (GTK_BOX (box), sms);
  ws_canvas_set_playhead (WS_CANVAS (tree), playhead);
  ws_canvas_set_playhead (WS_CANVAS (lanes), playhead);
  ws_canvas_set_playhead (WS_CANVAS (sms), playhead);
  ws_playhead_set_run (playhead, run);
  window = helper_open (box, 900, 900);
  ws_tree_view_set_focus (WS_TREE_VIEW (tree), 16, 8);
  elements = ws_tree_view_dup_subtitle (WS_TREE_VIEW (tree));
  assert_part (tree, 16, 120, elements);
  ws_playhead_set_position (playhead, 100);
  instruction = ws_lanes_view_dup_subtitle (WS_LANES_VIEW (lanes));
  assert_part (lanes, 100, ws_scene_get_n_events (ws_playhead_get_scene (playhead)) - 1.,
               instruction);
  g_assert_false (
      gtk_test_accessible_has_property (GTK_ACCESSIBLE (sms), GTK_ACCESSIBLE_PROPERTY_VALUE_NOW));
  for (int i = 0; i < 2; i++)
    {
      WsSmsHit hit = { .kind = WS_SMS_HIT_SM, .sm = (guint)i };
      g_autofree char *text = NULL;
      const WsScene *scene;
      WsMoment moment;

      g_assert_true (helper_press (sms, GDK_KEY_Right, 0));
      g_assert_true (ws_canvas_get_moment (WS_CANVAS (sms), &scene, &moment));
      text = ws_sms_hit_describe (scene, &moment, &hit);
      assert_part (sms, i, 131, text);
    }
  helper_close (window);
}

/* The least that a widget of a view may be: without options, painter and answers to the pointer. */
typedef WsCanvas PlainCanvas;
typedef WsCanvasClass PlainCanvasClass;
GType plain_canvas_get_type (void);
G_DEFINE_TYPE (PlainCanvas, plain_canvas, WS_TYPE_CANVAS)

static void
plain_canvas_class_init (PlainCanvasClass *klass)
{
  klass->view = ws_view_get_class (WS_VIEW_CODE);
  g_assert_null (klass->view->new_painter);
  g_assert_null (klass->view->point);
}

static void
plain_canvas_init (PlainCanvas *self)
{
}

static void
test_plain_canvas (void)
{
  g_autoptr (WsPlayhead) playhead = ws_playhead_new ();
  g_autoptr (WsRun) run = record ("reduce2", 128);
  g_autoptr (GObject) tooltip = g_object_new (GTK_TYPE_TOOLTIP, NULL);
  GtkWidget *canvas = g_object_new (plain_canvas_get_type (), NULL);
  gboolean told = TRUE;
  GtkWidget *window;

  ws_canvas_set_playhead (WS_CANVAS (canvas), playhead);
  ws_playhead_set_run (playhead, run);
  window = helper_open (canvas, 600, 400);
  helper_iterate (60);
  g_signal_emit_by_name (canvas, "query-tooltip", 20, 20, FALSE, tooltip, &told);
  g_assert_false (told);
  helper_close (window);
}

static void
count_signal_cb (GtkWidget *view, guint *count)
{
  (*count)++;
}

static gboolean
has_counted (gpointer count)
{
  return *(guint *)count > 0;
}

/* Another size of the tree is told behind the layout, in which none may ask for another. */
static void
test_tree_size (void)
{
  g_autoptr (WsPlayhead) playhead = ws_playhead_new ();
  g_autoptr (WsRun) run = record ("reduce2", 128);
  GtkWidget *tree = ws_tree_view_new ();
  GtkWidget *window;
  guint count = 0;

  ws_canvas_set_playhead (WS_CANVAS (tree), playhead);
  ws_playhead_set_run (playhead, run);
  window = helper_open (tree, 900, 900);
  g_signal_connect (tree, "focus-moved", G_CALLBACK (count_signal_cb), &count);
  helper_iterate (60);
  count = 0;
  gtk_widget_measure (tree, GTK_ORIENTATION_HORIZONTAL, -1, NULL, NULL, NULL, NULL);
  gtk_widget_allocate (tree, 640, 480, -1, NULL);
  g_assert_cmpuint (count, ==, 0);
  g_assert_true (helper_wait (has_counted, &count));
  gtk_widget_measure (tree, GTK_ORIENTATION_HORIZONTAL, -1, NULL, NULL, NULL, NULL);
  gtk_widget_allocate (tree, 500, 480, -1, NULL);
  helper_close (window);
}

/* The SMs draw in every theme, one by one too, and say what they show, also where the block was not
 * recorded. */
static void
test_sms (void)
{
  g_autoptr (WsPlayhead) playhead = ws_playhead_new ();
  g_autoptr (WsRun) run = record ("reduce2", 128);
  GtkWidget *window = gtk_window_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *sms = ws_sms_view_new ();
  GtkWidget *transport = g_object_new (WS_TYPE_TRANSPORT, NULL);
  g_autofree char *all = NULL;
  g_autofree char *one = NULL;
  WsSmsOptions options;
  guint zoomed = 0;

  gtk_window_set_default_size (GTK_WINDOW (window), 800, 600);
  gtk_window_set_child (GTK_WINDOW (window), box);
  gtk_box_append (GTK_BOX (box), sms);
  gtk_box_append (GTK_BOX (box), transport);
  ws_canvas_set_playhead (WS_CANVAS (sms), playhead);
  ws_follower_set_playhead (WS_FOLLOWER (transport), playhead);
  g_signal_connect (sms, "zoomed", G_CALLBACK (count_signal_cb), &zoomed);
  gtk_window_present (GTK_WINDOW (window));
  helper_iterate (30);
  ws_playhead_set_run (playhead, run);
  ws_playhead_set_block (playhead, 3); /* not recorded */
  g_assert_null (ws_playhead_get_scene (playhead));
  for (guint theme = 0; theme < WS_N_THEMES; theme++)
    {
      ws_drawing_set_theme (WS_DRAWING (sms), theme);
      ws_transport_set_theme (WS_TRANSPORT (transport), theme);
      ws_sms_view_set_sm (WS_SMS_VIEW (sms), theme == 1 ? 7 : WS_NONE);
      ws_playhead_step (playhead, WS_PLAYHEAD_STEP_STAGE, 1);
      helper_iterate (60);
    }
  g_assert_true (helper_wait (is_drawn, sms));
  g_assert_cmpfloat (ws_playhead_get_time (playhead), >, 0);
  ws_playhead_set_time (playhead, ws_playhead_get_end_time (playhead) / 4);
  ws_playhead_set_playing (playhead, TRUE);
  helper_iterate (250);
  g_assert_true (ws_playhead_get_playing (playhead));
  all = ws_sms_view_dup_subtitle (WS_SMS_VIEW (sms));
  g_assert_nonnull (strstr (all, "512 blocks on 132 × 16"));
  zoomed = 0;
  ws_sms_view_set_sm (WS_SMS_VIEW (sms), 131);
  ws_sms_view_set_sm (WS_SMS_VIEW (sms), 131);
  g_assert_cmpuint (zoomed, ==, 1);
  one = ws_sms_view_dup_subtitle (WS_SMS_VIEW (sms));
  g_assert_true (g_str_has_prefix (one, "SM 131: "));
  /* another block keeps it, another launch does not */
  ws_playhead_set_block (playhead, 0);
  ws_sms_view_get_options (WS_SMS_VIEW (sms), &options);
  g_assert_cmpuint (options.sm, ==, 131);
  ws_playhead_set_launch (playhead, 1);
  g_assert_cmpuint (ws_sms_view_get_sm (WS_SMS_VIEW (sms)), ==, WS_NONE);
  gtk_test_accessible_assert_property (sms, GTK_ACCESSIBLE_PROPERTY_LABEL, "SMs");
  gtk_test_accessible_assert_role (sms, GTK_ACCESSIBLE_ROLE_SLIDER);
  helper_close (window);
}

static void
test_caption_markup (void)
{
  g_autofree char *both = ws_words_make_markup ("Stage 2: a < b & c.");
  g_autofree char *none = ws_words_make_markup ("nothing");
  g_autofree char *point = ws_words_make_markup ("t = 41.2 µs: it works.");

  g_assert_cmpstr (both, ==, "<b>Stage 2:</b> a &lt; b &amp; c.");
  g_assert_cmpstr (none, ==, "<b>nothing</b>");
  g_assert_cmpstr (point, ==, "<b>t = 41.2 µs:</b> it works.");
}

/* A run of the same plan leaves the buttons as they are: one of them may be what was clicked. */
static void
test_plan_stays (void)
{
  const Recorded kinds[] = { { "reduce1", "h200", 65536, 32 },
                             { "reduce1", "h200", 65536, 32 },
                             { "reduce1", "h200", 65536, 64 } };
  g_autoptr (WsPlayhead) playhead = ws_playhead_new ();
  GtkWidget *row = g_object_ref_sink (g_object_new (WS_TYPE_PLAN_ROW, NULL));
  GtkWidget *first[3];

  ws_follower_set_playhead (WS_FOLLOWER (row), playhead);
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autoptr (WsRun) run = recorded_new (&kinds[i]);

      ws_playhead_set_run (playhead, run);
      ws_playhead_set_launch (playhead, 1);
      first[i] = gtk_widget_get_next_sibling (gtk_widget_get_first_child (row));
      if (i == 1)
        g_assert_true (first[0] == first[1]);
      g_object_add_weak_pointer (G_OBJECT (first[i]), (gpointer *)&first[i]);
      g_assert_false (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (first[i])));
    }
  g_assert_null (first[0]);
  g_assert_null (first[1]);
  g_assert_nonnull (first[2]);
  g_object_unref (row);
}

/* Whether a step of the row, or what the last launch leaves, says @text. */
static gboolean
shows_step (GtkWidget *row, const char *text)
{
  for (GtkWidget *child = gtk_widget_get_first_child (row); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      const char *label = GTK_IS_BUTTON (child) ? gtk_button_get_label (GTK_BUTTON (child))
                                                : gtk_label_get_text (GTK_LABEL (child));

      if (gtk_widget_get_child_visible (child) && g_str_equal (label, text))
        return TRUE;
    }
  return FALSE;
}

/* What has room is whole, in its order, and the launch shown is one of them. */
static guint
check_plan (GtkWidget *row, int width, int height)
{
  float end = 0;
  guint n = 0;

  gtk_widget_allocate (row, width, height, -1, NULL);
  for (GtkWidget *child = gtk_widget_get_first_child (row); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      graphene_rect_t at;
      int wide;

      if (!gtk_widget_get_child_visible (child))
        {
          g_assert_false (GTK_IS_TOGGLE_BUTTON (child)
                          && gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (child)));
          continue;
        }
      g_assert_true (gtk_widget_compute_bounds (child, row, &at));
      gtk_widget_measure (child, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &wide, NULL, NULL);
      g_assert_cmpfloat (at.size.width, >=, wide);
      g_assert_cmpfloat (at.origin.x, >=, end);
      g_assert_cmpfloat (at.origin.x + at.size.width, <=, width);
      g_assert_cmpfloat (at.origin.y + at.size.height, <=, height);
      end = at.origin.x + at.size.width;
      n += GTK_IS_TOGGLE_BUTTON (child);
    }
  return n;
}

static GtkWidget *
get_step (GtkWidget *row, guint launch)
{
  GtkWidget *child = gtk_widget_get_first_child (row);

  for (guint i = 0; child != NULL; child = gtk_widget_get_next_sibling (child))
    if (GTK_IS_TOGGLE_BUTTON (child) && i++ == launch)
      return child;
  return NULL;
}

/* Whatever the plan, it takes one line; where not all launches have room, those round the one shown
 * do, and each can be reached from there by clicks. */
static void
check_plan_of (const Recorded *kind, GtkWidget *row, WsPlayhead *playhead, int *row_height)
{
  g_autoptr (WsRun) run = recorded_new (kind);
  int least;
  int liked;
  int height;

  ws_playhead_set_run (playhead, run);
  helper_iterate (60);
  gtk_widget_measure (row, GTK_ORIENTATION_HORIZONTAL, -1, &least, &liked, NULL, NULL);
  gtk_widget_measure (row, GTK_ORIENTATION_VERTICAL, -1, &height, NULL, NULL, NULL);
  if (*row_height == 0)
    *row_height = height;
  g_assert_cmpint (height, ==, *row_height);
  for (guint i = 0; i < run->n_launches; i++)
    {
      ws_playhead_set_launch (playhead, i);
      g_assert_cmpuint (check_plan (row, liked, height), ==, run->n_launches);
      g_assert_true (shows_step (row, "1"));
      for (int width = liked; width >= least; width -= 7)
        g_assert_cmpuint (check_plan (row, width, height), >=, 1);
    }
  /* from the last to the first in the least room, and back */
  check_plan (row, least, height);
  for (guint i = run->n_launches; i-- > 1;)
    {
      g_signal_emit_by_name (gtk_widget_get_first_child (row), "clicked");
      check_plan (row, least, height);
      g_assert_cmpuint (ws_playhead_get_launch (playhead), <, i + 1);
    }
  g_assert_cmpuint (ws_playhead_get_launch (playhead), ==, 0);
  for (guint i = 1; i < run->n_launches; i++)
    {
      g_signal_emit_by_name (gtk_widget_get_last_child (row), "clicked");
      check_plan (row, least, height);
    }
  g_assert_cmpuint (ws_playhead_get_launch (playhead), ==, run->n_launches - 1);
  check_plan (row, liked, height);
  g_signal_emit_by_name (get_step (row, 0), "clicked");
  g_assert_cmpuint (ws_playhead_get_launch (playhead), ==, 0);
}

static void
test_plan_row (void)
{
  static const Recorded kinds[] = {
    { "reduce1", "h200", 100, 128 },
    { "reduce1", "h200", 4096, 16 },
    { "reduce1", "h200", 1 << 10, 4 },
    { "reduce1", "h200", 1 << 8, 2 },
  };
  g_autoptr (WsPlayhead) playhead = ws_playhead_new ();
  GtkWidget *row = g_object_new (WS_TYPE_PLAN_ROW, NULL);
  GtkWidget *window = helper_open (row, 900, 100);
  int height = 0;

  gtk_widget_measure (row, GTK_ORIENTATION_VERTICAL, -1, &height, NULL, NULL, NULL);
  g_assert_cmpint (height, >, 0); /* of no plan, too */
  height = 0;
  ws_follower_set_playhead (WS_FOLLOWER (row), playhead);
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    check_plan_of (&kinds[i], row, playhead, &height);
  helper_close (window);
}

/* Grids that kernels launched are told by their size, and by who launched them. */
static void
test_plan_of_children (void)
{
  g_autoptr (WsPlayhead) playhead = ws_playhead_new ();
  g_autoptr (WsRun) run = recorded_new (&(Recorded){ "gpuRecursiveReduce2", "h200", 32, 8 });
  GtkWidget *row = g_object_new (WS_TYPE_PLAN_ROW, NULL);
  GtkWidget *window = helper_open (row, 900, 100);

  ws_follower_set_playhead (WS_FOLLOWER (row), playhead);
  ws_playhead_set_run (playhead, run);
  g_assert_true (shows_step (row, "32"));
  g_assert_true (shows_step (row, "↳"));
  g_assert_true (shows_step (row, "4 × 2"));
  g_assert_true (shows_step (row, "4 × 1"));
  g_assert_cmpstr (
      gtk_widget_get_tooltip_text (get_step (row, 1)), ==,
      "Launch 2: gpuRecursiveReduce2, 4 blocks of 2 threads, launched by block 0, thread 0 of "
      "launch 1, starting when that launch and all its descendants have ended");
  g_signal_emit_by_name (get_step (row, 2), "clicked");
  g_assert_cmpuint (ws_playhead_get_launch (playhead), ==, 2);
  helper_close (window);
}

/* A launch that works on each element by itself is described in the same room. */
static void
test_plan_of_map (void)
{
  g_autoptr (WsPlayhead) playhead = ws_playhead_new ();
  g_autoptr (WsRun) run = recorded_new (&(Recorded){ "vector_add", "h200", 2048, 128 });
  GtkWidget *row = g_object_ref_sink (g_object_new (WS_TYPE_PLAN_ROW, NULL));
  int height[2];

  gtk_widget_measure (row, GTK_ORIENTATION_VERTICAL, -1, &height[0], NULL, NULL, NULL);
  ws_follower_set_playhead (WS_FOLLOWER (row), playhead);
  ws_playhead_set_run (playhead, run);
  gtk_widget_measure (row, GTK_ORIENTATION_VERTICAL, -1, &height[1], NULL, NULL, NULL);
  g_assert_cmpint (height[0], ==, height[1]);
  g_assert_true (shows_step (row, "2048 elements, 16 blocks of 128 threads"));
  g_object_unref (row);
}

#define LEFT "<Something> & something else."
#define LOOK "Everywhere at once, and at the first of them before all."

/* Where there is room for the longest text, any is shown in as much; where there is less, without
 * where to look; elsewhere none is, and none is cut. */
static void
test_summary (void)
{
  static const char *const ideas[] = { "Short.",
                                       "An idea that takes many more words than the others do, and "
                                       "so more lines than one where there is little width." };
  GtkWidget *summary = g_object_new (WS_TYPE_SUMMARY, NULL);
  GtkWidget *labels[] = { gtk_widget_get_first_child (summary),
                          gtk_widget_get_last_child (summary) };
  GtkWidget *window = helper_open (summary, 400, 200);
  guint n_shown[2] = { 0, 0 };

  for (guint i = 0; i < G_N_ELEMENTS (ideas); i++)
    ws_summary_add (WS_SUMMARY (summary), ideas[i], LOOK, LEFT);
  for (int width = 150; width < 1200; width += 50)
    {
      int room[2];
      guint shown = 0;

      for (guint i = 0; i < G_N_ELEMENTS (ideas); i++)
        {
          int least;
          int needed;

          ws_summary_show (WS_SUMMARY (summary), ideas[i], LOOK, LEFT);
          g_assert_true (g_str_has_prefix (ws_summary_get_text (WS_SUMMARY (summary)), ideas[i]));
          g_assert_true (g_str_has_suffix (ws_summary_get_text (WS_SUMMARY (summary)), LEFT));
          gtk_widget_measure (summary, GTK_ORIENTATION_VERTICAL, width, &least, &room[i], NULL,
                              NULL);
          g_assert_cmpint (least, ==, 0);
          gtk_widget_allocate (summary, width, room[i], -1, NULL);
          g_assert_true (gtk_widget_get_child_visible (labels[0])
                         != gtk_widget_get_child_visible (labels[1]));
          shown = gtk_widget_get_child_visible (labels[0]) ? 0 : 1;
          g_assert_true (shown == 1 || room[i] <= width * 0.057);
          n_shown[shown]++;
          gtk_widget_measure (labels[shown], GTK_ORIENTATION_VERTICAL, width, &needed, NULL, NULL,
                              NULL);
          g_assert_cmpint (room[i], >=, needed);
          g_assert_true ((strstr (gtk_label_get_text (GTK_LABEL (labels[shown])), LOOK) != NULL)
                         == (shown == 0));
          gtk_widget_allocate (summary, width, room[i] - 1, -1, NULL);
          g_assert_false (gtk_widget_get_child_visible (labels[shown]));
        }
      g_assert_true (room[0] == room[1] || shown == 1);
    }
  g_assert_true (n_shown[0] > 0 && n_shown[1] > 0);
  ws_summary_show (WS_SUMMARY (summary), "Nothing is left.", NULL, NULL);
  g_assert_cmpstr (ws_summary_get_text (WS_SUMMARY (summary)), ==, "Nothing is left.");
  ws_summary_show (WS_SUMMARY (summary), NULL, NULL, NULL);
  g_assert_cmpstr (ws_summary_get_text (WS_SUMMARY (summary)), ==, "");
  helper_close (window);
}

/* @n: of its words
 *
 * Returns: (transfer full): a sentence; each @seed gives another */
static char *
make_sentence (guint seed, guint n)
{
  static const char *const words[] = { "a",      "warp",   "reads",      "neighbouring", "elements",
                                       "of",     "shared", "memory",     "and",          "waits",
                                       "MMMMMM", "iiiii",  "divergence", "it",           "<b>" };
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  GString *text = g_string_new ("Now");

  for (guint i = 0; i < n; i++)
    {
      g_string_append_c (text, ' ');
      g_string_append (text, words[g_rand_int_range (rand, 0, G_N_ELEMENTS (words))]);
    }
  return g_string_free (text, FALSE);
}

/* A title gives way to the buttons beside it, to its least width; what is left is the subtitle's.
 */
static void
test_head_layout (void)
{
  static const struct {
    int width;
    int widths[3];
  } cases[] = {
    /* 40 to 100, 0 to 50 and expanding, 30 to 80; two gaps of 10 */
    { 90, { 40, 0, 30 } },     { 120, { 40, 0, 60 } },  { 140, { 40, 0, 80 } },
    { 170, { 40, 30, 80 } },   { 200, { 50, 50, 80 } }, { 250, { 100, 50, 80 } },
    { 300, { 100, 100, 80 } },
  };
  static const int liked[] = { 100, 50, 80 };
  static const int least[] = { 40, 0, 30 };
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  GtkWidget *window = helper_open (box, 400, 200);
  GtkWidget *children[3];

  gtk_widget_set_layout_manager (box, g_object_new (WS_TYPE_HEAD_LAYOUT, NULL));
  for (guint i = 0; i < 3; i++)
    {
      GtkWidget *inner = gtk_drawing_area_new ();

      gtk_widget_set_size_request (inner, liked[i], 10);
      children[i] = gtk_scrolled_window_new ();
      gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (children[i]), GTK_POLICY_EXTERNAL,
                                      GTK_POLICY_NEVER);
      gtk_scrolled_window_set_propagate_natural_width (GTK_SCROLLED_WINDOW (children[i]), TRUE);
      gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (children[i]), inner);
      gtk_widget_set_size_request (children[i], least[i], -1);
      gtk_widget_set_hexpand (children[i], i == 1);
      gtk_box_append (GTK_BOX (box), children[i]);
    }
  for (guint i = 0; i < 2 * G_N_ELEMENTS (cases); i++)
    {
      gboolean is_rtl = i % 2 == 1;
      int x = 0;

      gtk_widget_set_direction (box, is_rtl ? GTK_TEXT_DIR_RTL : GTK_TEXT_DIR_LTR);
      gtk_widget_measure (box, GTK_ORIENTATION_HORIZONTAL, -1, NULL, NULL, NULL, NULL);
      gtk_widget_allocate (box, cases[i / 2].width, 20, -1, NULL);
      for (guint c = 0; c < 3; c++)
        {
          int width = cases[i / 2].widths[c];
          graphene_rect_t at;

          g_assert_true (gtk_widget_compute_bounds (children[c], box, &at));
          g_assert_cmpfloat (at.size.width, ==, width);
          g_assert_cmpint (gtk_widget_get_child_visible (children[c]), ==, c != 1 || width == 100);
          g_assert_cmpfloat (at.origin.x, ==, is_rtl ? cases[i / 2].width - x - width : x);
          x += width + 10;
        }
    }
  helper_close (window);
}

/* A word that is longer than a line breaks; and a label is never asked for a letter a line, which
 * GTK takes longest to lay out. */
static void
test_paragraph (void)
{
  static const char word[] = "antidisestablishmentarianism";
  GtkWidget *label = ws_paragraph_new (word, "dim-label");
  GtkWidget *window = helper_open (label, 400, 200);
  g_autoptr (PangoLayout) letter = gtk_widget_create_pango_layout (label, "m");
  int letter_px;
  int line_px;
  int least;
  int liked;
  int height;

  g_assert_true (gtk_widget_has_css_class (label, "dim-label"));
  pango_layout_get_pixel_size (letter, &letter_px, &line_px);
  gtk_widget_measure (label, GTK_ORIENTATION_HORIZONTAL, -1, &least, &liked, NULL, NULL);
  g_assert_cmpint (least, >, 2 * letter_px);
  g_assert_cmpint (least, <, liked / 2);
  gtk_widget_measure (label, GTK_ORIENTATION_VERTICAL, least, &height, NULL, NULL, NULL);
  g_assert_cmpint (height, >, 2 * line_px);
  gtk_widget_measure (label, GTK_ORIENTATION_VERTICAL, liked, &height, NULL, NULL, NULL);
  g_assert_cmpint (height, <, 2 * line_px);
  helper_close (window);
}

static GArray *column_widths; /* that a child's height was asked in */

/* As a text: the wider, the lower. */
static void
measure_cb (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
            int *minimum_baseline, int *natural_baseline)
{
  if (orientation == GTK_ORIENTATION_VERTICAL)
    g_array_append_val (column_widths, for_size);
  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL ? 50 : 24000 / MAX (for_size, 50);
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? 2000 : *minimum;
}

static GtkSizeRequestMode
request_mode_cb (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
allocate_cb (GtkWidget *widget, int width, int height, int baseline)
{
}

/* What scrolls down is laid out in the width that it has, and in no other. */
static void
test_column_layout (void)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *scroller = gtk_scrolled_window_new ();
  GtkWidget *children[3];
  GtkWidget *window;
  float y = 0;

  column_widths = g_array_new (FALSE, FALSE, sizeof (int));
  gtk_widget_set_layout_manager (box, g_object_new (WS_TYPE_COLUMN_LAYOUT, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (children); i++)
    {
      children[i] = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
      gtk_widget_set_layout_manager (
          children[i], gtk_custom_layout_new (request_mode_cb, measure_cb, allocate_cb));
      gtk_box_append (GTK_BOX (box), children[i]);
    }
  gtk_widget_set_visible (children[1], FALSE);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), box);
  window = helper_open (scroller, 240, 150);
  for (guint i = 0; i < G_N_ELEMENTS (children); i += 2)
    {
      int width = gtk_widget_get_width (box);
      graphene_rect_t at;

      g_assert_cmpint (width, >=, 200);
      g_assert_true (gtk_widget_compute_bounds (children[i], box, &at));
      g_assert_cmpfloat (at.origin.y, ==, y);
      g_assert_cmpfloat (at.size.width, ==, width);
      g_assert_cmpfloat (at.size.height, ==, (float)(24000 / width));
      y += at.size.height;
    }
  g_assert_cmpint (gtk_widget_get_height (box), ==, MAX ((int)y, 150));
  g_assert_cmpuint (column_widths->len, >, 0);
  for (guint i = 0; i < column_widths->len; i++)
    g_assert_cmpint (g_array_index (column_widths, int, i), ==, gtk_widget_get_width (box));
  helper_close (window);
  g_array_unref (column_widths);
}

/* Not all of many texts are laid out, and yet there is room for each, and no more than that. */
static void
test_text_room (void)
{
  GtkWidget *label = gtk_label_new (NULL);
  GtkWidget *window = helper_open (label, 400, 200);
  g_autoptr (WsTextRoom) room = ws_text_room_new (GTK_LABEL (label));
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  for (guint i = 0; i < 40; i++)
    {
      g_autofree char *text = make_sentence (i, 20 + i);

      g_ptr_array_add (texts, g_markup_escape_text (text, -1));
      ws_text_room_add (room, texts->pdata[i]);
    }
  g_ptr_array_add (texts, g_strdup ("Two\nlines"));
  ws_text_room_add (room, g_ptr_array_index (texts, texts->len - 1));
  for (int width = 120; width < 6000; width = width * 21 / 20)
    {
      int most = 0;

      for (guint i = 0; i < texts->len; i++)
        {
          int height;

          gtk_label_set_markup (GTK_LABEL (label), texts->pdata[i]);
          gtk_widget_measure (label, GTK_ORIENTATION_VERTICAL, width, &height, NULL, NULL, NULL);
          most = MAX (most, height);
        }
      gtk_label_set_text (GTK_LABEL (label), "");
      g_assert_cmpint (ws_text_room_get_height (room, width, G_MAXINT), ==, most);
      /* who needs to know only whether it is too high is told so; a text more lets it forget */
      ws_text_room_add (room, "Again");
      g_assert_cmpint (ws_text_room_get_height (room, width, most - 1), >, most - 1);
      ws_text_room_add (room, "And again");
    }
  helper_close (window);
}

/* Its button is as wide for a short choice as for a long one. */
static void
test_steady_drop (void)
{
  GtkWidget *drop = gtk_drop_down_new_from_strings (
      (const char *const[]){ "a", "something longer", "something that is far too long", NULL });
  GtkWidget *window;
  int first = 0;

  ws_steady_drop (GTK_DROP_DOWN (drop), 10);
  window = helper_open (drop, 300, 50);
  for (guint i = 0; i < 3; i++)
    {
      int width;

      gtk_drop_down_set_selected (GTK_DROP_DOWN (drop), i);
      helper_iterate (60);
      gtk_widget_measure (drop, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &width, NULL, NULL);
      if (i == 0)
        first = width;
      g_assert_cmpint (width, ==, first);
    }
  helper_close (window);
}

static graphene_rect_t
place_of (GtkWidget *child, GtkWidget *parent)
{
  graphene_rect_t bounds;

  g_assert_true (gtk_widget_compute_bounds (child, parent, &bounds));
  return bounds;
}

/* A layout at @width, which tells at once what it has to tell. */
static void
lay_out (GtkWidget *side, int width)
{
  gtk_widget_allocate (side, width, 300, -1, NULL);
}

/* Beside the content where there is room, over it where there is not and it is asked for. */
static void
test_side (void)
{
  GtkWidget *list = gtk_label_new ("list");
  GtkWidget *rest = gtk_label_new ("rest");
  GtkWidget *side = g_object_new (WS_TYPE_SIDE, "sidebar", list, "content", rest, NULL);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  GtkWidget *window;
  guint n_told = 0;

  gtk_widget_set_size_request (list, 200, -1);
  gtk_widget_set_size_request (rest, 400, -1);
  gtk_box_append (GTK_BOX (box), side);
  window = helper_open (box, 1000, 300);
  lay_out (side, 700);
  g_assert_false (ws_side_get_folded (WS_SIDE (side)));
  g_assert_true (ws_side_get_revealed (WS_SIDE (side)));
  g_assert_cmpfloat (place_of (list, side).size.width, ==, 200);
  g_assert_cmpfloat (place_of (rest, side).origin.x, ==, 200);
  g_assert_cmpfloat (place_of (rest, side).size.width, ==, 500);
  g_assert_false (helper_press (side, GDK_KEY_Escape, 0));
  g_assert_true (ws_side_get_revealed (WS_SIDE (side)));

  g_signal_connect (side, "notify::revealed", G_CALLBACK (count_cb), &n_told);
  lay_out (side, 599);
  g_assert_true (ws_side_get_folded (WS_SIDE (side)));
  g_assert_false (ws_side_get_revealed (WS_SIDE (side)));
  g_assert_cmpuint (n_told, ==, 1);
  g_assert_false (gtk_widget_get_child_visible (list));
  g_assert_cmpfloat (place_of (rest, side).origin.x, ==, 0);
  g_assert_cmpfloat (place_of (rest, side).size.width, ==, 599);

  ws_side_set_revealed (WS_SIDE (side), TRUE);
  ws_side_set_revealed (WS_SIDE (side), TRUE);
  g_assert_cmpuint (n_told, ==, 2);
  lay_out (side, 599);
  g_assert_true (gtk_widget_get_child_visible (list));
  g_assert_cmpfloat (place_of (list, side).size.width, ==, 200);
  g_assert_cmpfloat (place_of (rest, side).origin.x, ==, 0);
  g_assert_true (gtk_widget_pick (side, 100, 150, GTK_PICK_DEFAULT) == list);
  helper_click (side, 100, 150);
  g_assert_true (ws_side_get_revealed (WS_SIDE (side)));
  helper_click (side, 300, 150);
  g_assert_false (ws_side_get_revealed (WS_SIDE (side)));
  ws_side_set_revealed (WS_SIDE (side), TRUE);
  g_assert_true (helper_press (side, GDK_KEY_Escape, 0));
  g_assert_false (ws_side_get_revealed (WS_SIDE (side)));

  /* what was wanted comes back with the room */
  lay_out (side, 600);
  g_assert_false (ws_side_get_folded (WS_SIDE (side)));
  g_assert_true (ws_side_get_revealed (WS_SIDE (side)));
  ws_side_set_revealed (WS_SIDE (side), FALSE);
  lay_out (side, 599);
  lay_out (side, 800);
  g_assert_false (ws_side_get_revealed (WS_SIDE (side)));
  g_assert_cmpfloat (place_of (rest, side).size.width, ==, 800);
  helper_close (window);
}

/* Shares stay as the place changes, at once; the handle changes them. */
static void
test_split (void)
{
  static const char ui[] = "<interface><object class='WsSplit' id='split'>"
                           "<child><object class='GtkLabel' id='start'/></child>"
                           "<child><object class='GtkLabel' id='end'/></child>"
                           "</object></interface>";
  g_autoptr (GtkBuilder) builder = gtk_builder_new_from_string (ui, -1);
  GtkWidget *start = GTK_WIDGET (gtk_builder_get_object (builder, "start"));
  GtkWidget *end = GTK_WIDGET (gtk_builder_get_object (builder, "end"));
  GtkWidget *split = GTK_WIDGET (gtk_builder_get_object (builder, "split"));
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  GtkWidget *paned = gtk_widget_get_first_child (split);
  GtkWidget *window;
  guint n_told = 0;

  ws_split_set_share (WS_SPLIT (split), 0.25);
  gtk_widget_set_size_request (end, 120, -1);
  gtk_box_append (GTK_BOX (box), split);
  window = helper_open (box, 1300, 300);
  g_signal_connect (split, "notify::share", G_CALLBACK (count_cb), &n_told);
  for (int width = 1200; width > 200; width -= 100)
    {
      lay_out (split, width);
      g_assert_cmpfloat (place_of (start, split).size.width, ==, width / 4);
    }
  lay_out (split, 1000);
  g_assert_cmpuint (n_told, ==, 0);
  gtk_paned_set_position (GTK_PANED (paned), 600); /* as a drag does */
  g_assert_cmpuint (n_told, ==, 1);
  g_assert_cmpfloat (ws_split_get_share (WS_SPLIT (split)), ==, 0.6);
  lay_out (split, 500);
  g_assert_cmpfloat (place_of (start, split).size.width, ==, 300);

  /* each has what it must, as long as there is room for both */
  ws_split_set_share (WS_SPLIT (split), 0.9);
  lay_out (split, 500);
  g_assert_cmpfloat (place_of (end, split).size.width, ==, 120);
  gtk_widget_set_size_request (start, 200, -1);
  ws_split_set_share (WS_SPLIT (split), 0.1);
  lay_out (split, 500);
  g_assert_cmpfloat (place_of (start, split).size.width, ==, 200);
  gtk_widget_set_size_request (start, -1, -1);

  /* a place that is too small for it does not spoil the share */
  ws_split_set_whole_end (WS_SPLIT (split), TRUE);
  ws_split_set_share (WS_SPLIT (split), 0.9);
  lay_out (split, 500);
  g_assert_cmpfloat (place_of (end, split).size.width, ==, 120);
  g_assert_cmpfloat (ws_split_get_share (WS_SPLIT (split)), ==, 0.9);

  /* alone, the other has it all, and the share is kept */
  gtk_widget_set_visible (end, FALSE);
  helper_iterate (100);
  lay_out (split, 800);
  g_assert_cmpfloat (place_of (start, split).size.width, ==, 800);
  gtk_widget_set_visible (end, TRUE);
  helper_iterate (100);
  lay_out (split, 2000);
  g_assert_cmpfloat (place_of (start, split).size.width, ==, 1800);
  g_assert_cmpuint (n_told, ==, 4);
  helper_close (window);
}

/* Where the pointer rests on a word of the subject, its meaning is there; elsewhere nothing is. */
static void
test_glossary_tip (void)
{
  GtkWidget *label = gtk_label_new (NULL);
  GtkWidget *window;
  guint n_none = 0;
  guint n_warp = 0;
  guint n_lane = 0;

  gtk_label_set_markup (GTK_LABEL (label), "<b>Well</b>: in one warp 16 lanes &lt;wait&gt;");
  ws_glossary_tip_add (GTK_LABEL (label), TRUE);
  g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (label)), ==, "Well: in one warp 16 lanes <wait>");
  window = helper_open (label, 500, 60);
  for (int x = 0; x < gtk_widget_get_width (label); x++)
    {
      g_autofree char *markup =
          ws_glossary_tip_dup_markup (GTK_LABEL (label), x, gtk_widget_get_height (label) / 2);

      n_none += markup == NULL;
      n_warp += markup != NULL && g_str_has_prefix (markup, "<b>warp</b>\n32 threads");
      n_lane += markup != NULL && g_str_has_prefix (markup, "<b>lane</b>\nThe position");
    }
  g_assert_cmpuint (n_warp, >, 15);
  g_assert_cmpuint (n_lane, >, 15);
  g_assert_cmpuint (n_none + n_warp + n_lane, ==, (guint)gtk_widget_get_width (label));
  g_assert_cmpuint (n_none, >, n_warp + n_lane);
  helper_close (window);
}

/* So does a word that is drawn: each of them, at each of its letters, in every theme. */
static guint
check_drawn_words (WsDrawing *drawing)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_A8, 1, 1);
  cairo_t *cr = cairo_create (surface);
  g_autoptr (GArray) lines = ws_text_watch (cr);
  guint n = 0;

  WS_DRAWING_GET_CLASS (drawing)->draw (drawing, cr, ws_theme_get (ws_drawing_get_theme (drawing)),
                                        gtk_widget_get_width (GTK_WIDGET (drawing)),
                                        gtk_widget_get_height (GTK_WIDGET (drawing)));
  for (guint i = 0; i < lines->len; i++)
    {
      const WsTextBox *line = &g_array_index (lines, WsTextBox, i);
      WsGlossaryHit hit = { 0 };

      while (ws_glossary_find (line->string, hit.end, &hit))
        {
          double share = (double)(hit.start + hit.end) / 2 / (double)strlen (line->string);
          g_autofree char *name = ws_glossary_dup_name (hit.term);
          g_autofree char *head = g_strdup_printf ("<b>%s</b>\n", name);
          g_autofree char *meaning = ws_drawing_dup_meaning (
              drawing, line->box.x + share * line->box.w, line->box.y + line->box.h / 2);

          g_assert_nonnull (meaning);
          g_assert_true (g_str_has_prefix (meaning, head));
          n++;
        }
    }
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  return n;
}

static void
test_drawn_words (void)
{
  g_autoptr (WsPlayhead) playhead = ws_playhead_new ();
  g_autoptr (WsRun) run = record ("reduce1", 128);
  GtkWidget *views[] = { ws_lanes_view_new (), ws_sms_view_new () };

  for (guint v = 0; v < G_N_ELEMENTS (views); v++)
    {
      GtkWidget *window = helper_open (views[v], 900, 600);
      g_autofree char *none = NULL;

      g_object_set (views[v], "playhead", playhead, NULL);
      ws_playhead_set_run (playhead, run);
      helper_iterate (100);
      g_assert_nonnull (ws_playhead_get_scene (playhead));
      for (guint theme = 0; theme < 3; theme++)
        {
          ws_drawing_set_theme (WS_DRAWING (views[v]), (WsThemeKind)theme);
          g_assert_cmpuint (check_drawn_words (WS_DRAWING (views[v])), >, 3);
        }
      none = ws_drawing_dup_meaning (WS_DRAWING (views[v]), 1, 1);
      g_assert_null (none);
      helper_close (window);
    }
}

/* A drawing of one word, which counts how often it is drawn. */
typedef struct {
  WsDrawing parent_instance;

  guint n_drawn;
  double y; /* of the word */
} OneWord;

typedef WsDrawingClass OneWordClass;

static GType one_word_get_type (void);

G_DEFINE_TYPE (OneWord, one_word, ws_drawing_get_type ())

static gboolean
one_word_draw (WsDrawing *drawing, cairo_t *cr, const WsTheme *theme, double width, double height)
{
  OneWord *self = (OneWord *)drawing;
  WsText *text = ws_text_new (cr, theme);

  self->n_drawn++;
  ws_text_show (text, &(WsTextStyle){ WS_FACE_SANS, 14, theme->ink },
                &(WsTextPlace){ 20, self->y, 0 }, "warp");
  ws_text_free (text);
  return TRUE;
}

static void
one_word_class_init (OneWordClass *klass)
{
  klass->draw = one_word_draw;
}

static void
one_word_init (OneWord *self)
{
  self->y = 50;
}

static gboolean
has_meaning (OneWord *drawing, double y)
{
  g_autofree char *meaning = ws_drawing_dup_meaning (WS_DRAWING (drawing), 24, y - 4);

  return meaning != NULL;
}

/* What stands where is found once, however often it is asked for, until it is drawn anew. */
static void
test_words_kept (void)
{
  OneWord *drawing = g_object_new (one_word_get_type (), NULL);
  GtkWidget *window = helper_open (GTK_WIDGET (drawing), 300, 200);
  guint before;

  helper_iterate (100);
  before = drawing->n_drawn;
  for (guint i = 0; i < 60; i++)
    g_assert_true (has_meaning (drawing, 50));
  g_assert_cmpuint (drawing->n_drawn - before, >=, 1);
  g_assert_cmpuint (drawing->n_drawn - before, <, 30);
  drawing->y = 150;
  gtk_widget_queue_draw (GTK_WIDGET (drawing));
  helper_iterate (100);
  g_assert_false (has_meaning (drawing, 50));
  g_assert_true (has_meaning (drawing, 150));
  helper_close (window);
}

int
main (int argc, char **argv)
{
  static GType types[32];
  guint n = 0;

  g_test_init (&argc, &argv, NULL);
  if (!helper_init_gtk ())
    return 77;
  adw_init ();
  types[n++] = WS_TYPE_PLAYHEAD;
  types[n++] = WS_TYPE_TREE_VIEW;
  types[n++] = WS_TYPE_LANES_VIEW;
  types[n++] = WS_TYPE_MACHINE_VIEW;
  types[n++] = WS_TYPE_MEMORY_VIEW;
  types[n++] = WS_TYPE_SMS_VIEW;
  types[n++] = WS_TYPE_CODE_VIEW;
  types[n++] = WS_TYPE_CODE_EDITOR;
  types[n++] = WS_TYPE_CODE_SEARCH;
  types[n++] = WS_TYPE_PROBLEM_GUTTER;
  types[n++] = WS_TYPE_LINE_GUTTER;
  types[n++] = WS_TYPE_TRACK;
  types[n++] = WS_TYPE_TRANSPORT;
  types[n++] = WS_TYPE_PANE;
  types[n++] = WS_TYPE_PLAN_ROW;
  types[n++] = WS_TYPE_SUMMARY;
  types[n++] = WS_TYPE_CAUSE_LIST;
  types[n++] = WS_TYPE_METRIC_LIST;
  types[n++] = WS_TYPE_INSPECTOR;
  types[n++] = WS_TYPE_CALCULATOR_VIEW;
  types[n++] = WS_TYPE_SHEET_VIEW;
  types[n++] = WS_TYPE_SCENARIO_VIEW;
  types[n++] = WS_TYPE_SWEEP_LIST;
  types[n++] = WS_TYPE_TIMING_BAR;
  types[n++] = WS_TYPE_SIDE;
  types[n++] = WS_TYPE_SPLIT;
  types[n++] = WS_TYPE_STORY_LIST;
  types[n++] = WS_TYPE_STORY_PICTURE;
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *path = g_strdup_printf ("/widgets/lifetime/%s", g_type_name (types[i]));

      g_test_add_data_func (path, &types[i], test_lifetime);
    }
  g_test_add_func ("/widgets/equal-set", test_equal_set);
  g_test_add_func ("/widgets/steps", test_steps);
  g_test_add_func ("/widgets/progress", test_progress);
  g_test_add_func ("/widgets/glide", test_glide);
  g_test_add_func ("/widgets/play-seconds", test_play_seconds);
  g_test_add_data_func ("/widgets/play/smooth", GINT_TO_POINTER (TRUE), test_play);
  g_test_add_data_func ("/widgets/play/without-motion", GINT_TO_POINTER (FALSE), test_play);
  g_test_add_func ("/widgets/launches-and-blocks", test_launches_and_blocks);
  g_test_add_func ("/widgets/launch-time", test_launch_time);
  g_test_add_func ("/widgets/deriving", test_deriving);
  g_test_add_func ("/widgets/end-of-launch", test_end_of_launch);
  g_test_add_data_func ("/widgets/play-launch/smooth", GINT_TO_POINTER (TRUE), test_play_launch);
  g_test_add_data_func ("/widgets/play-launch/without-motion", GINT_TO_POINTER (FALSE),
                        test_play_launch);
  g_test_add_func ("/widgets/views", test_views);
  g_test_add_func ("/widgets/code-signs", test_code_signs);
  g_test_add_func ("/widgets/code-frames", test_code_frames);
  g_test_add_func ("/widgets/code-columns", test_code_columns);
  g_test_add_func ("/widgets/parts", test_parts);
  g_test_add_func ("/widgets/tree-size", test_tree_size);
  g_test_add_func ("/widgets/plain-canvas", test_plain_canvas);
  g_test_add_func ("/widgets/glossary-tip", test_glossary_tip);
  g_test_add_func ("/widgets/drawn-words", test_drawn_words);
  g_test_add_func ("/widgets/sms", test_sms);
  g_test_add_func ("/widgets/plan-row", test_plan_row);
  g_test_add_func ("/widgets/plan-of-children", test_plan_of_children);
  g_test_add_func ("/widgets/plan-of-map", test_plan_of_map);
  g_test_add_func ("/widgets/summary", test_summary);
  g_test_add_func ("/widgets/text-room", test_text_room);
  g_test_add_func ("/widgets/head-layout", test_head_layout);
  g_test_add_func ("/widgets/paragraph", test_paragraph);
  g_test_add_func ("/widgets/column-layout", test_column_layout);
  g_test_add_func ("/widgets/words-kept", test_words_kept);
  g_test_add_func ("/widgets/steady-drop", test_steady_drop);
  g_test_add_func ("/widgets/plan-stays", test_plan_stays);
  g_test_add_func ("/widgets/side", test_side);
  g_test_add_func ("/widgets/split", test_split);
  g_test_add_func ("/widgets/caption-markup", test_caption_markup);
  return g_test_run ();
}
