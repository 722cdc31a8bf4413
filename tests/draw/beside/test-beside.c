/* Two runs beside each other: which stage belongs to which, and what is said of them. */
#include "beside/beside.h"
#include "beside/times.h"
#include "recorded.h"
#include "scene/course.h"

#include <math.h>
#include <string.h>

static const char *const kernels[] = { "reduce1", "reduce2",  "reduce3",  "reduce4",
                                       "reduce5", "reduce6",  "reduce7",  "reduce8",
                                       "reduce9", "reduce10", "reduce11", "reduce12" };

#define N_KERNELS G_N_ELEMENTS (kernels)

static WsScene *
record (const char *kernel, guint block)
{
  g_autoptr (WsRun) run = recorded_new (&(Recorded){ kernel, "h200", 16384, block });
  WsScene *scene = ws_scene_new_first (run, 0);

  g_assert_nonnull (scene);
  return scene;
}

static WsBeside *
record_beside (const char *left, guint left_block, const char *right, guint right_block)
{
  g_autoptr (WsScene) ours = record (left, left_block);
  g_autoptr (WsScene) theirs = record (right, right_block);

  return ws_beside_new (ours, theirs);
}

static const WsStage *
get_right (const WsBeside *self, guint stage)
{
  return &self->scenes[WS_BESIDE_RIGHT]->stages->stages[self->stage_of[stage]];
}

/* Never back; load beside load, store beside store where there is one; the end beside the end. */
static void
check_stages (const WsBeside *self)
{
  const WsStages *ours = self->scenes[WS_BESIDE_LEFT]->stages;
  const WsStages *theirs = self->scenes[WS_BESIDE_RIGHT]->stages;
  gboolean has_store = theirs->stages[theirs->n_stages - 1].kind == WS_STAGE_STORE;

  for (guint i = 0; i < ours->n_stages; i++)
    {
      WsStageKind kind = ours->stages[i].kind;

      g_assert_cmpuint (self->stage_of[i], <, theirs->n_stages);
      if (i > 0)
        g_assert_cmpuint (self->stage_of[i], >=, self->stage_of[i - 1]);
      /* the last block of all loads what the others left, which no other kernel does */
      if ((kind == WS_STAGE_LOAD && i == 0) || (kind == WS_STAGE_STORE && has_store))
        g_assert_cmpint (get_right (self, i)->kind, ==, kind);
      if (kind == WS_STAGE_COMBINE && i + 1 < ours->n_stages && theirs->n_stages > 2)
        g_assert_cmpint (get_right (self, i)->kind, ==, WS_STAGE_COMBINE);
    }
  g_assert_cmpuint (self->stage_of[ours->n_stages - 1], ==, theirs->n_stages - 1);
}

/* Time never runs back on the right; where the left stops, the right does. */
static void
check_moments (const WsBeside *self)
{
  const WsScene *left = self->scenes[WS_BESIDE_LEFT];
  const WsScene *right = self->scenes[WS_BESIDE_RIGHT];
  double end = ws_scene_get_n_events (left) - 1;
  double before = -1;

  for (guint k = 0; k <= 64; k++)
    {
      double position = ws_beside_position_of (self, end * k / 64);
      guint stage = ws_scene_stage_at (left, end * k / 64);
      guint belongs = self->stage_of[stage];

      g_assert_cmpfloat (position, >=, before);
      g_assert_cmpuint (ws_scene_stage_at (right, position), <=, belongs);
      if (stage > 0 && self->stage_of[stage - 1] + 1 >= belongs)
        g_assert_cmpuint (ws_scene_stage_at (right, position), ==, belongs);
      before = position;
    }
  g_assert_cmpfloat (ws_beside_position_of (self, 0), ==, 0);
  g_assert_cmpfloat (before, ==, ws_scene_get_n_events (right) - 1);
  for (guint i = 0; i < left->stages->n_stages; i++)
    g_assert_cmpfloat (ws_beside_position_of (self, ws_scene_stage_moment (left, i)), ==,
                       ws_scene_stage_moment (right, self->stage_of[i]));
}

static void
test_align (gconstpointer data)
{
  guint block = GPOINTER_TO_UINT (data);
  WsScene *scenes[N_KERNELS];

  for (guint i = 0; i < N_KERNELS; i++)
    scenes[i] = record (kernels[i], block);
  for (guint i = 0; i < N_KERNELS; i++)
    for (guint k = 0; k < N_KERNELS; k++)
      {
        g_autoptr (WsBeside) beside = ws_beside_new (scenes[i], scenes[k]);

        g_test_message ("%s beside %s", kernels[i], kernels[k]);
        check_stages (beside);
        check_moments (beside);
        if (i == k)
          for (guint stage = 0; stage < beside->n_stages[WS_BESIDE_LEFT]; stage++)
            g_assert_cmpuint (beside->stage_of[stage], ==, stage);
      }
  for (guint i = 0; i < N_KERNELS; i++)
    ws_scene_unref (scenes[i]);
}

/* What differs, by value, at each stage of the left. */
typedef struct {
  const char *left;
  const char *right;
  guint right_block;
  guint stage;
  const char *said;
} Saying;

static const Saying sayings[] = {
  { "reduce1", "reduce3", 128, 0,
    "Stage 1 of 9, load. The same on both sides. Same result, 15753." },
  { "reduce1", "reduce2", 128, 2,
    "Stage 3 of 9, stride 2. The same sums; 4 of 4 warps diverge | none does; no bank conflict | "
    "4-way; 4 | 1 of 4 warps work. Same result, 15753." },
  { "reduce1", "reduce3", 128, 1,
    "Stage 2 of 9, stride 1 | stride 64. 4 of 4 warps diverge | none does; 4 | 2 of 4 warps work. "
    "Same result, 15753." },
  { "reduce1", "reduce3", 128, 3,
    "Stage 4 of 9, stride 4 | stride 16. 4 | 1 of 4 warps diverge; 4 | 1 of 4 warps work. "
    "Same result, 15753." },
  { "reduce3", "reduce4", 128, 1,
    "Stage 2 of 9, stride 64. Each cell sums 2 | 4 elements. Same result, 15753." },
  { "reduce2", "reduce3", 128, 1,
    "Stage 2 of 9, stride 1 | stride 64. 2-way bank conflict | none. Same result, 15753." },
  { "reduce3", "reduce2", 128, 2,
    "Stage 3 of 9, stride 32 | stride 2. No bank conflict | 4-way. Same result, 15753." },
  { "reduce3", "reduce3", 128, 2,
    "Stage 3 of 9, stride 32. The same on both sides. Same result, 15753." },
  { "reduce3", "reduce3", 256, 1,
    "Stage 2 of 9 | 2 of 10, stride 64 | stride 128. 64 of 128 | 128 of 256 threads work. "
    "Same result, 15753." },
  { "reduce3", "reduce9", 128, 1,
    "Stage 2 of 9 | 2 of 3, stride 64 | add. Each cell sums 2 | 64 elements; no warp diverges "
    "| 4 of 4 do; 64 | 4 of 128 threads work. Same result, 15753." },
};

static void
test_sentence (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (sayings); i++)
    {
      const Saying *saying = &sayings[i];
      g_autoptr (WsBeside) beside =
          record_beside (saying->left, 128, saying->right, saying->right_block);
      g_autofree char *sentence = ws_beside_sentence (beside, saying->stage);

      g_test_message ("%s", sentence);
      g_assert_cmpstr (sentence, ==, saying->said);
    }
}

/* The figures of a launch that is the same say so, and none has a mark. */
static void
test_same (void)
{
  g_autoptr (WsBeside) beside = record_beside ("reduce3", 128, "reduce3", 128);
  g_autofree char *sentence = ws_beside_sentence (beside, WS_NONE);
  g_autofree char *heading = ws_beside_heading (beside, WS_BESIDE_RIGHT);
  g_autoptr (GPtrArray) figures = ws_beside_list_figures (beside, 2);

  g_assert_cmpstr (sentence, ==, "The same occupancy and SM efficiency. Same result, 15753.");
  g_assert_nonnull (strstr (heading, "After: kernel 3, sequential addressing"));
  for (guint i = 0; i < figures->len; i++)
    {
      const WsBesideFigure *figure = figures->pdata[i];

      g_test_message ("%s", figure->id);
      g_assert_false (figure->differs);
    }
}

static WsScene *
record_stride (guint32 stride)
{
  const guint32 options[] = { stride };
  g_autoptr (WsRun) run = recorded_new (&(Recorded){
      .kernel = "bank_stride", .spec = "h200", .n = 1024, .block = 64, .options = options });

  return ws_scene_new (run, 0, 0, NULL);
}

/* Two runs of one kernel are told apart by what was chosen of it. */
static void
test_options (void)
{
  g_autoptr (WsScene) odd = record_stride (31);
  g_autoptr (WsScene) even = record_stride (32);
  g_autoptr (WsBeside) beside = ws_beside_new (odd, even);
  g_autofree char *left = ws_beside_heading (beside, WS_BESIDE_LEFT);
  g_autofree char *right = ws_beside_heading (beside, WS_BESIDE_RIGHT);

  g_assert_cmpstr (left, ==, "Before: stride 31");
  g_assert_cmpstr (right, ==, "After: stride 32");
}

static gboolean
are_same (const char *left, const char *right, guint64 n, guint block)
{
  g_autoptr (WsRun) ours = recorded_new (&(Recorded){ left, "h200", n, block });
  g_autoptr (WsRun) theirs = recorded_new (&(Recorded){ right, "h200", n, block });
  g_autoptr (WsScene) ours_scene = ws_scene_new_first (ours, 0);
  g_autoptr (WsScene) theirs_scene = ws_scene_new_first (theirs, 0);
  g_autoptr (WsBeside) beside = ws_beside_new (ours_scene, theirs_scene);

  return ws_beside_is_same (beside);
}

/* Kernels 3 and 4 do the same with one block, and not with two; others differ with one. */
static void
test_is_same (void)
{
  static const guint blocks[] = { 16, 64, 128 };

  for (guint i = 0; i < G_N_ELEMENTS (blocks); i++)
    {
      guint block = blocks[i];

      g_assert_true (are_same ("reduce3", "reduce4", block, block));
      g_assert_false (are_same ("reduce3", "reduce4", 2 * block, block));
      g_assert_true (are_same ("reduce3", "reduce3", 2 * block, block));
      g_assert_false (are_same ("reduce1", "reduce2", block, block));
      g_assert_false (are_same ("reduce2", "reduce3", block, block));
      g_assert_false (are_same ("reduce4", "reduce5", block, block));
    }
}

/* What sets them apart is their name; what differs has a sign besides its colour. */
static void
test_names (void)
{
  g_autoptr (WsBeside) kernels_beside = record_beside ("reduce2", 128, "reduce3", 128);
  g_autoptr (WsBeside) blocks_beside = record_beside ("reduce3", 128, "reduce3", 256);
  g_autofree char *title = ws_beside_title (kernels_beside);
  g_autofree char *heading = ws_beside_heading (kernels_beside, WS_BESIDE_LEFT);
  g_autofree char *block = ws_beside_heading (blocks_beside, WS_BESIDE_RIGHT);
  g_autofree char *source = ws_beside_source (blocks_beside);
  g_autofree char *note =
      ws_beside_note (kernels_beside, WS_BESIDE_LEFT, 1, ws_theme_get (WS_THEME_PROJECTOR));

  g_assert_cmpstr (title, ==, "Kernel 2 compared with kernel 3");
  g_assert_cmpstr (heading, ==, "Before: kernel 2, strided index");
  g_assert_cmpstr (block, ==, "After: block 256");
  g_assert_nonnull (strstr (source, "block 128 | block 256"));
  g_assert_nonnull (strstr (note, "<b>≠\u00a02-way\u00a0bank\u00a0conflict</b>"));
  g_assert_null (strstr (note, "<b>≠\u00a0no\u00a0warp\u00a0diverges</b>"));
  g_assert_true (pango_parse_markup (note, -1, 0, NULL, NULL, NULL, NULL));
}

static void
test_data (void)
{
  g_autoptr (WsBeside) beside = record_beside ("reduce2", 128, "reduce3", 128);
  g_autoptr (WsData) data = ws_data_new_for_beside (beside, 1);
  g_autoptr (GPtrArray) figures = ws_beside_list_figures (beside, 1);
  guint found = 0;

  g_assert_cmpuint (ws_data_get_n_rows (data), ==, figures->len);
  for (guint i = 0; i < figures->len; i++)
    {
      const WsBesideFigure *figure = figures->pdata[i];

      if (!g_str_equal (figure->id, "bank-conflict-ways"))
        continue;
      g_assert_cmpfloat (figure->values[WS_BESIDE_LEFT], ==, 2);
      g_assert_cmpfloat (figure->values[WS_BESIDE_RIGHT], ==, 0);
      g_assert_true (figure->differs);
      found++;
    }
  g_assert_cmpuint (found, ==, 1);
}

static WsScene *
record_on (const char *kernel, const char *spec)
{
  g_autoptr (WsRun) run = recorded_new (&(Recorded){ kernel, spec, 16384, 128 });

  return ws_scene_new_first (run, 0);
}

/* Now is one instant: as many nanoseconds after the begin, whichever launch is over by then, and
 * whatever the clocks are. */
static void
test_launches (void)
{
  static const char *const specs[] = { "h200", "k40c" };

  for (guint i = 0; i < G_N_ELEMENTS (specs); i++)
    {
      g_autoptr (WsScene) left = record_on ("reduce1", "h200");
      g_autoptr (WsScene) right = record_on ("reduce3", specs[i]);
      g_autoptr (WsBeside) beside = ws_beside_new (left, right);
      double end = ws_scene_get_end_beside (left, right);
      double ends[] = { (double)left->timeline->end * ws_scene_get_cycle_ns (left),
                        (double)right->timeline->end * ws_scene_get_cycle_ns (right) };

      for (guint k = 0; k <= 32; k++)
        {
          WsMoment ours = { .time = end * k / 32 };
          WsMoment theirs;
          double ns = ours.time * ws_scene_get_cycle_ns (left);

          ws_beside_moment_of (beside, &ours, &theirs);
          g_assert_cmpfloat (theirs.time, ==, ws_beside_time_of (beside, ours.time));
          g_assert_cmpfloat (ABS (theirs.time * ws_scene_get_cycle_ns (right) - ns), <, 1e-6);
        }
      g_assert_cmpfloat (ABS (end * ws_scene_get_cycle_ns (left) - MAX (ends[0], ends[1])), <,
                         1e-6);
      g_assert_cmpfloat (ABS (ws_beside_get_shared_end (beside) * ws_scene_get_cycle_ns (left)
                              - MIN (ends[0], ends[1])),
                         <, 1e-6);
    }
}

static double
get_plan_ns (const WsRun *run)
{
  double sum = 0;

  for (gsize i = 0; i < run->n_launches; i++)
    sum += (double)run->launches[i].duration_ns;
  return sum;
}

/* The bars begin at one place and are as long as the times, whichever is longer, at any size; what
 * is said of them holds for their lengths. */
static void
check_bars (const WsBeside *beside, double width, double height)
{
  const double ns[] = { get_plan_ns (beside->scenes[WS_BESIDE_LEFT]->run),
                        get_plan_ns (beside->scenes[WS_BESIDE_RIGHT]->run) };
  const WsMoment begin = { .warp = 0 };
  WsBesideTimesLayout l;
  WsBesideTimes times;
  g_autofree char *ratio = NULL;
  g_autofree char *said = NULL;
  double said_times = 0;

  ws_beside_times_init (&times, beside, &begin, TRUE);
  ws_beside_times_layout (&times, ws_theme_get (WS_THEME_LIGHT), width, height, &l);
  for (guint i = 0; i < WS_BESIDE_N_SIDES; i++)
    {
      g_assert_cmpfloat (times.ns[i], ==, ns[i]);
      g_assert_cmpfloat (l.bars[i].x, ==, l.plot.x);
      g_assert_cmpfloat (l.bars[i].x + l.bars[i].w, <=, l.plot.x + l.plot.w + 1e-6);
      g_assert_cmpfloat_with_epsilon (l.bars[i].w / l.plot.w, ns[i] / MAX (ns[0], ns[1]), 1e-9);
    }
  g_assert_cmpfloat (l.bars[WS_BESIDE_LEFT].y + l.bars[WS_BESIDE_LEFT].h, <,
                     l.bars[WS_BESIDE_RIGHT].y);
  ratio = ws_beside_times_say_ratio (&times);
  said = ws_beside_times_say (&times, beside);
  g_test_message ("%s", said);
  if (sscanf (ratio, "takes %lf× as long", &said_times) == 1)
    said_times = 1 / said_times;
  else if (sscanf (ratio, "%lf× as fast", &said_times) != 1)
    said_times = 1;
  g_assert_cmpfloat_with_epsilon (said_times * l.bars[WS_BESIDE_RIGHT].w / l.bars[WS_BESIDE_LEFT].w,
                                  1, 0.01);
  g_assert_true (g_str_has_suffix (ratio, ns[1] < ns[0]   ? "as fast"
                                          : ns[1] > ns[0] ? "as long"
                                                          : "equally fast")
                 || g_str_equal (ratio, "equally fast"));
  g_assert_nonnull (strstr (said, ratio));
  g_assert_nonnull (strstr (said, "modelled, Virtual NVIDIA H200"));
}

static void
test_bars (void)
{
  static const double sizes[][2] = { { 300, 90 }, { 1200, 110 }, { 3600, 350 } };
  static const char *const ladder[] = { "reduce1", "reduce3", "reduce4", "reduce7", "reduce11" };
  guint slower = 0;

  for (guint i = 0; i < G_N_ELEMENTS (ladder); i++)
    for (guint k = 0; k < G_N_ELEMENTS (ladder); k++)
      {
        g_autoptr (WsBeside) beside = record_beside (ladder[i], 128, ladder[k], 128);

        slower += get_plan_ns (beside->scenes[WS_BESIDE_RIGHT]->run)
                  > get_plan_ns (beside->scenes[WS_BESIDE_LEFT]->run);
        for (guint n = 0; n < G_N_ELEMENTS (sizes); n++)
          check_bars (beside, sizes[n][0], sizes[n][1]);
      }
  g_assert_cmpuint (slower, >=, 10);
}

/* Over time the playhead is at one place on both bars; at a stage, where each side comes to it. */
static void
test_nows (void)
{
  g_autoptr (WsBeside) beside = record_beside ("reduce1", 128, "reduce2", 128);
  const WsScene *left = beside->scenes[WS_BESIDE_LEFT];
  const WsScene *right = beside->scenes[WS_BESIDE_RIGHT];
  WsMoment moment = { .time = (double)left->timeline->end / 3,
                      .position = ws_scene_stage_moment (left, 4) };
  const WsTheme *theme = ws_theme_get (WS_THEME_LIGHT);
  WsBesideTimesLayout l;
  WsBesideTimes times;
  g_autofree char *now = NULL;
  g_autofree char *stage = NULL;
  double at[WS_BESIDE_N_SIDES];

  ws_beside_times_init (&times, beside, &moment, TRUE);
  ws_beside_times_layout (&times, theme, 1000, 100, &l);
  g_assert_cmpfloat_with_epsilon (l.nows[0], l.nows[1], 1e-6);
  g_assert_cmpfloat_with_epsilon (
      l.nows[0], l.plot.x + l.plot.w * moment.time * ws_scene_get_cycle_ns (left) / l.end_ns, 1e-6);
  now = ws_beside_times_say_now (&times);
  g_assert_true (g_str_has_suffix (now, " on both"));
  ws_beside_times_init (&times, beside, &moment, FALSE);
  ws_beside_times_layout (&times, theme, 1000, 100, &l);
  at[0] = ws_scene_time_at (left, moment.position) * ws_scene_get_cycle_ns (left);
  at[1] = ws_scene_time_at (right, ws_scene_stage_moment (right, beside->stage_of[4]))
          * ws_scene_get_cycle_ns (right);
  g_assert_cmpfloat (at[0], >, at[1]);
  for (guint i = 0; i < WS_BESIDE_N_SIDES; i++)
    g_assert_cmpfloat_with_epsilon (l.nows[i], l.plot.x + l.plot.w * at[i] / l.end_ns, 1e-6);
  stage = ws_beside_times_say_now (&times);
  g_assert_true (g_str_has_prefix (stage, "this stage at "));
}

/* What is not known has no bar, and nothing is said of how many times. */
static void
test_untimed (void)
{
  g_autoptr (WsBeside) beside = record_beside ("reduce1", 128, "reduce3", 128);
  const WsMoment begin = { .warp = 0 };
  WsBesideTimesLayout l;
  WsBesideTimes times;
  g_autofree char *said = NULL;

  ws_beside_times_init (&times, beside, &begin, TRUE);
  times.ns[WS_BESIDE_RIGHT] = times.now_ns[WS_BESIDE_RIGHT] = NAN;
  ws_beside_times_layout (&times, ws_theme_get (WS_THEME_DARK), 800, 100, &l);
  g_assert_cmpfloat (l.bars[WS_BESIDE_RIGHT].w, ==, 0);
  g_assert_cmpfloat_with_epsilon (l.bars[WS_BESIDE_LEFT].w, l.plot.w, 1e-9);
  g_assert_null (ws_beside_times_say_ratio (&times));
  g_assert_null (ws_beside_times_say_now (&times));
  said = ws_beside_times_say (&times, beside);
  g_assert_nonnull (strstr (said, "not timed"));
}

int
main (int argc, char **argv)
{
  static const guint blocks[] = { 16, 128, 1024 };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (blocks); i++)
    {
      g_autofree char *path = g_strdup_printf ("/draw/beside/align/%u", blocks[i]);

      g_test_add_data_func (path, GUINT_TO_POINTER (blocks[i]), test_align);
    }
  g_test_add_func ("/draw/beside/sentence", test_sentence);
  g_test_add_func ("/draw/beside/same", test_same);
  g_test_add_func ("/draw/beside/names", test_names);
  g_test_add_func ("/draw/beside/options", test_options);
  g_test_add_func ("/draw/beside/data", test_data);
  g_test_add_func ("/draw/beside/launches", test_launches);
  g_test_add_func ("/draw/beside/is-same", test_is_same);
  g_test_add_func ("/draw/beside/bars", test_bars);
  g_test_add_func ("/draw/beside/nows", test_nows);
  g_test_add_func ("/draw/beside/untimed", test_untimed);
  return g_test_run ();
}
