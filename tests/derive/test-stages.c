#include "play.h"
#include "stages/stages.h"

typedef struct {
  WsRun *run;
  WsDataflow *flow;
  WsStages *stages;
} Cut;

static Cut
cut (PlayKernel kernel, guint n_threads, guint n, const char *spec)
{
  Cut self = { .run = kernel (n_threads, n, spec) };

  self.flow = ws_dataflow_new (self.run, 0, 0);
  self.stages = ws_stages_new (self.run, 0, 0, self.flow);
  return self;
}

static void
clear (Cut *self)
{
  ws_stages_free (self->stages);
  ws_dataflow_free (self->flow);
  ws_run_unref (self->run);
}

static void
assert_labels (const Cut *self, const char *labels)
{
  g_auto (GStrv) expected = g_strsplit (labels, " ", -1);

  g_assert_cmpuint (self->stages->n_stages, ==, g_strv_length (expected));
  for (guint i = 0; i < self->stages->n_stages; i++)
    g_assert_cmpstr (self->stages->stages[i].label, ==, expected[i]);
}

/* What holds of any stages: every event is in one, every node's is its event's, and they lie where
 * they say. */
static void
assert_consistent (const Cut *self)
{
  const WsStages *stages = self->stages;
  const WsEvent *events = self->run->events;
  guint n_nodes = 0;

  g_assert_cmpuint (stages->n_events, ==, self->run->n_events);
  for (guint i = 0; i < stages->n_events; i++)
    {
      const WsStage *stage = &stages->stages[stages->stage_of_event[i]];
      g_assert_cmpuint (stages->stage_of_event[i], <, stages->n_stages);
      g_assert_cmpuint (i, >=, stage->first_event);
      g_assert_cmpuint (i, <=, stage->last_event);
    }
  for (guint i = 0; i < stages->n_stages; i++)
    {
      const WsStage *stage = &stages->stages[i];
      g_assert_cmpuint (stages->stage_of_event[stage->first_event], ==, i);
      g_assert_cmpuint (stages->stage_of_event[stage->last_event], ==, i);
      g_assert_cmpuint (stage->start, ==, events[stage->first_event].time);
      g_assert_cmpuint (stage->end, ==, events[stage->last_event].time);
      n_nodes += stage->n_nodes;
    }
  for (guint i = 0; i < self->flow->n_nodes; i++)
    {
      const WsNode *node = &self->flow->nodes[i];
      if (node->event == WS_NONE)
        g_assert_cmpuint (node->stage, ==, WS_NONE);
      else
        {
          g_assert_cmpuint (node->stage, ==, stages->stage_of_event[node->event]);
          n_nodes -= node->reaches_result;
        }
    }
  g_assert_cmpuint (n_nodes, ==, 0);
}

static void
test_labels (void)
{
  static const struct {
    PlayKernel kernel;
    guint n_threads;
    const char *labels;
  } cases[] = {
    { play_reduce1, 128, "load 1 2 4 8 16 32 64 store" },
    { play_reduce1, 2, "load 1 store" },
    { play_reduce2, 256, "load 1 2 4 8 16 32 64 128 store" },
    { play_reduce3, 128, "load 64 32 16 8 4 2 1 store" },
    { play_reduce_warp, 64, "load 32 16 8 4 2 1 store" },
    { play_reduce_shuffle, 1024, "load 16 8 4 2 1 16 8 4 2 1" },
    /* one warp: no lane has anything to add to its sum the second time */
    { play_reduce_shuffle, 32, "load 16 8 4 2 1 copy copy copy copy store" },
    { play_add, 256, "store" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      Cut self = cut (cases[i].kernel, cases[i].n_threads, cases[i].n_threads, "h200");

      assert_consistent (&self);
      assert_labels (&self, cases[i].labels);
      clear (&self);
    }
}

/* An H200 recorded these active masks of the branch of reduce1. */
static void
test_interleaved (void)
{
  static const guint32 masks[] = { 0x55555555, 0x11111111, 0x01010101, 0x00010001, 1, 1, 1 };
  Cut self = cut (play_reduce1, 128, 128, "h200");

  for (guint i = 0; i < G_N_ELEMENTS (masks); i++)
    {
      const WsStage *stage = &self.stages->stages[i + 1];
      guint n_found = 0;

      g_assert_cmpint (stage->kind, ==, WS_STAGE_COMBINE);
      g_assert_true (stage->has_stride);
      g_assert_cmpint (stage->stride, ==, 1 << i);
      g_assert_cmpstr (stage->verb, ==, "add");
      g_assert_cmpuint (stage->n_threads, ==, 64 >> i);
      g_assert_cmpuint (stage->n_nodes, ==, 64 >> i);
      g_assert_cmpuint (stage->n_warps_active, ==, 4);
      g_assert_cmpuint (stage->n_warps_divergent, ==, i < 5 ? 4 : 4 >> (i - 4));
      g_assert_cmpuint (stage->ways, ==, 1);
      for (guint k = 0; k < self.run->n_events; k++)
        if (self.run->events[k].warp == 0 && self.stages->stage_of_event[k] == i + 1
            && ws_run_get_site (self.run, 0, self.run->events[k].site)->op_class == WS_OP_STORE)
          {
            g_assert_cmphex (self.run->events[k].active, ==, masks[i]);
            n_found++;
          }
      g_assert_cmpuint (n_found, ==, 1);
    }
  clear (&self);
}

static void
test_conflicts (void)
{
  static const guint ways[] = { 1, 2, 4, 8, 8, 8, 4, 2, 1, 1 };
  Cut strided = cut (play_reduce2, 256, 256, "h200");
  Cut sequential = cut (play_reduce3, 256, 256, "h200");

  for (guint i = 0; i < strided.stages->n_stages; i++)
    g_assert_cmpuint (strided.stages->stages[i].ways, ==, ways[i]);
  for (guint i = 0; i < sequential.stages->n_stages; i++)
    {
      g_assert_cmpuint (sequential.stages->stages[i].ways, ==, 1);
      /* whole warps work or rest, down to the last one */
      g_assert_cmpuint (sequential.stages->stages[i].n_warps_divergent, ==, i < 4 ? 0 : 1);
    }
  clear (&strided);
  clear (&sequential);
}

static void
assert_caption (const Cut *self, guint stage, const char *expected)
{
  g_autofree char *caption = ws_stages_caption (self->stages, self->run, 0, 0, stage);
  g_assert_cmpstr (caption, ==, expected);
}

/* Each thread loads, and the warp counts in @n words of shared memory by an atomic. */
static WsRun *
play_meeting (guint n_threads, guint n, const char *spec)
{
  Play *p = play_new (n_threads);
  guint load = play_site (p, WS_OP_LOAD, "ld.global.u32", "r1 = [r9]");
  guint update = play_site (p, WS_OP_ATOMIC, "atom.shared.add.u32", "r0 = r1 [r9]");
  guint64 from[32];
  guint64 to[32];

  for (guint i = 0; i < 32; i++)
    {
      from[i] = PLAY_INPUT + 4 * (guint64)i;
      to[i] = 4 * (guint64)(i % n);
    }
  play_access (p, load, 0, G_MAXUINT32, G_MAXUINT32, from);
  play_access (p, update, 0, G_MAXUINT32, G_MAXUINT32, to);
  return play_end (p, spec);
}

/* Lanes of an atomic that meet are no bank conflict of different words. */
static void
test_atomic_captions (void)
{
  for (guint n = 8; n <= 32; n *= 4)
    {
      Cut self = cut (play_meeting, 32, n, "h200");
      guint last = self.stages->n_stages - 1;
      g_autofree char *caption = ws_stages_caption (self.stages, self.run, 0, 0, last);

      g_assert_null (strstr (caption, "conflict"));
      g_assert_true ((strstr (caption, "Up to 4 lanes of an atomic on shared memory hit one bank "
                                       "and are served one after another.")
                      != NULL)
                     == (n == 8));
      if (n == 8)
        {
          guint told = self.stages->stages[last].telling_event;

          g_assert_cmpint (ws_run_get_site (self.run, 0, self.run->events[told].site)->op_class, ==,
                           WS_OP_ATOMIC);
        }
      clear (&self);
    }
}

static void
test_captions (void)
{
  Cut self = cut (play_reduce1, 128, 128, "h200");

  assert_caption (&self, 0, "Stage 1 of 9, load: 128 threads load 128 elements. No warp diverges.");
  assert_caption (&self, 2,
                  "Stage 3 of 9, stride 2: 32 of 128 threads add. Every warp diverges: 8 lanes "
                  "work, 24 wait.");
  assert_caption (&self, 7,
                  "Stage 8 of 9, stride 64: 1 of 128 threads adds. 1 of 4 warps diverges: 1 lane "
                  "works, 31 wait. 3 of 4 warps are idle.");
  assert_caption (&self, 8,
                  "Stage 9 of 9, store: 1 of 128 threads stores the result. 1 of 4 warps diverges: "
                  "1 lane works, 31 wait. 3 of 4 warps are idle.");
  assert_caption (&self, 9, "Block 0 was not recorded.");
  clear (&self);

  self = cut (play_reduce2, 256, 256, "h200");
  assert_caption (
      &self, 3,
      "Stage 4 of 10, stride 4: 32 of 256 threads add. No warp diverges; 7 of 8 warps are idle. An "
      "8-way bank conflict makes an access to shared memory take up to 8 times the passes.");
  clear (&self);

  self = cut (play_reduce3, 128, 40, "h200");
  assert_caption (&self, 0,
                  "Stage 1 of 9, load: 40 of 128 threads load 40 elements. 88 threads have no "
                  "element and contribute a constant. No warp diverges.");
  assert_caption (
      &self, 1,
      "Stage 2 of 9, stride 64: 64 of 128 threads add. No warp diverges; 2 of 4 warps are idle.");
  clear (&self);

  self = cut (play_reduce1, 1, 1, "h200");
  assert_caption (
      &self, 0, "Stage 1 of 2, load: the only thread loads 1 element. The warp does not diverge.");
  assert_caption (&self, 1,
                  "Stage 2 of 2, store: the only thread stores the result. The warp does not "
                  "diverge.");
  clear (&self);

  /* the unrolled warp works whole, though only some of its sums are used */
  self = cut (play_reduce_warp, 64, 64, "h200");
  assert_caption (&self, 3,
                  "Stage 4 of 8, stride 8: 8 of 64 threads add; the results of 24 more are unused. "
                  "No warp diverges; 1 of 2 warps is idle.");
  clear (&self);

  self = cut (play_add, 64, 64, "h200");
  assert_caption (&self, 0,
                  "Stage 1 of 1, store: 64 threads add and store 64 results. No warp diverges.");
  clear (&self);
}

/* A load that combines at once, as the fourth kernel does; and a block that stores nothing at all.
 */
static void
test_first_add (void)
{
  Play *p = play_new (2);
  guint64 low[32] = { PLAY_INPUT, PLAY_INPUT + 4 };
  guint64 high[32] = { PLAY_INPUT + 8, PLAY_INPUT + 12 };
  guint64 cells[32] = { 0, 4 };
  guint64 out[32] = { PLAY_OUTPUT };
  guint sites[] = { play_site (p, WS_OP_LOAD, "ld.global.u32", "r0 = [r9]"),
                    play_site (p, WS_OP_LOAD, "ld.global.u32", "r1 = [r9]"),
                    play_site (p, WS_OP_ALU, "max.s32", "r2 = r0 r1"),
                    play_site (p, WS_OP_STORE, "st.shared.u32", "r2 [r9]"),
                    play_site (p, WS_OP_BARRIER, "bar.sync", ""),
                    play_site (p, WS_OP_LOAD, "ld.shared.v2.u32", "r3 r4 = [r9]"),
                    play_site (p, WS_OP_ALU, "max.s32", "r5 = r3 r4"),
                    play_site (p, WS_OP_STORE, "st.global.u32", "r5 [r9]") };
  Cut self;

  play_access (p, sites[0], 0, 3, 3, low);
  play_access (p, sites[1], 0, 3, 3, high);
  play (p, sites[2], 0, 3, 3);
  play_access (p, sites[3], 0, 3, 3, cells);
  play (p, sites[4], 0, 3, 3);
  play_access (p, sites[5], 0, 1, 1, cells);
  play (p, sites[6], 0, 1, 1);
  play_access (p, sites[7], 0, 1, 1, out);
  self.run = play_end (p, "h200");
  self.flow = ws_dataflow_new (self.run, 0, 0);
  self.stages = ws_stages_new (self.run, 0, 0, self.flow);
  assert_consistent (&self);
  assert_labels (&self, "load 1");
  assert_caption (&self, 0,
                  "Stage 1 of 2, load: 2 threads load 4 elements and keep the larger for the first "
                  "time. The warp does not diverge.");
  assert_caption (&self, 1,
                  "Stage 2 of 2, stride 1: 1 of 2 threads keeps the larger. The warp does not "
                  "diverge.");
  clear (&self);

  p = play_new (33);
  sites[0] = play_site (p, WS_OP_EXIT, "ret", "");
  play (p, sites[0], 0, G_MAXUINT32, G_MAXUINT32);
  play (p, sites[0], 1, 1, 1);
  self.run = play_end (p, "h200");
  self.flow = ws_dataflow_new (self.run, 0, 0);
  self.stages = ws_stages_new (self.run, 0, 0, self.flow);
  assert_labels (&self, "run");
  assert_caption (&self, 0,
                  "Stage 1 of 1, run: no thread stores a value that is used. No warp diverges.");
  clear (&self);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/record/stages/atomic-captions", test_atomic_captions);
  g_test_add_func ("/record/stages/labels", test_labels);
  g_test_add_func ("/record/stages/interleaved", test_interleaved);
  g_test_add_func ("/record/stages/conflicts", test_conflicts);
  g_test_add_func ("/record/stages/captions", test_captions);
  g_test_add_func ("/record/stages/first-add", test_first_add);
  return g_test_run ();
}
