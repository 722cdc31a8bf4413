/* What a check found, in the data flow: which values were taken in a race, by whom, and when. */
#include "dataflow/hazards.h"
#include "recorded.h"

#define BLOCK 128

typedef struct {
  WsRun *run;
  WsDataflow *flow;
  WsHazards *hazards;
} Checked;

/* A reduction of 128 elements without its barrier. */
static void
checked_init (Checked *self, const char *kernel, gboolean checked, WsOrder order)
{
  const Recorded what = {
    .kernel = kernel, .spec = "h200", .n = BLOCK, .block = BLOCK, .checked = checked, .order = order
  };

  self->run = recorded_new (&what);
  self->flow = ws_dataflow_new (self->run, 0, 0);
  self->hazards = ws_hazards_new (self->run, 0, 0, self->flow);
}

static void
checked_clear (Checked *self)
{
  g_clear_pointer (&self->hazards, ws_hazards_free);
  ws_dataflow_free (self->flow);
  ws_run_unref (self->run);
}

static guint
count_edges (const Checked *self, guint32 node)
{
  const WsNode *made = &self->flow->nodes[node];
  guint n = 0;

  for (guint i = 0; i < made->n_edges; i++)
    n += ws_hazards_has_edge (self->hazards, self->flow->edges[made->first_edge + i], node);
  return n;
}

/* Of a sum of two elements: how far apart they stand; 0 of others. */
static guint64
get_stride (const Checked *self, guint32 node)
{
  const WsNode *made = &self->flow->nodes[node];
  const guint32 *sources = self->flow->edges + made->first_edge;
  guint64 a;
  guint64 b;

  if (made->n_edges != 2 || made->space != WS_SPACE_SHARED)
    return 0;
  a = self->flow->nodes[sources[0]].address / 4;
  b = self->flow->nodes[sources[1]].address / 4;
  return MAX (a, b) - MIN (a, b);
}

/* The barrier behind the loads is there: what is added at stride 64 is as it should be, all that
 * comes after is not; and of each sum only the element that another thread has written. */
static void
test_race (void)
{
  guint n_of_stride[BLOCK] = { 0 };
  Checked self;

  checked_init (&self, "race1", TRUE, WS_ORDER_TIME);
  g_assert_nonnull (self.hazards);
  for (guint32 i = 0; i < self.flow->n_nodes; i++)
    {
      guint64 stride = get_stride (&self, i);

      g_assert_cmpuint (count_edges (&self, i), ==, stride > 0 && stride < 64 ? 1 : 0);
      g_assert_cmpint (ws_hazards_find (self.hazards, i) != NULL, ==, stride > 0 && stride < 64);
      n_of_stride[stride] += ws_hazards_find (self.hazards, i) != NULL;
      for (guint k = 0; stride > 0 && k < 2; k++)
        {
          guint32 source = self.flow->edges[self.flow->nodes[i].first_edge + k];

          if (ws_hazards_has_edge (self.hazards, source, i))
            g_assert_cmpuint (self.flow->nodes[source].thread, ==,
                              self.flow->nodes[i].thread + stride);
        }
    }
  for (guint stride = 1; stride <= 32; stride *= 2)
    g_assert_cmpuint (n_of_stride[stride], ==, stride);
  checked_clear (&self);
}

/* When: the first of warp 0 that reaches element 32, which is its second sum. */
static void
test_instant (void)
{
  const WsFinding *finding;
  const WsEvent *event;
  guint32 index;
  Checked self;

  checked_init (&self, "race1", TRUE, WS_ORDER_TIME);
  g_assert_cmpuint (self.run->findings->len, ==, 1);
  g_assert_cmpuint (self.hazards->n_instants, ==, 1);
  finding = g_ptr_array_index (self.run->findings, 0);
  index = ws_hazards_find_event (self.run, 0);
  g_assert_cmpuint (index, ==, self.hazards->instants[0].event);
  event = &self.run->events[ws_run_find_block (self.run, 0, 0)->first_event + index];
  g_assert_cmpuint (event->site, ==, finding->site);
  g_assert_cmpuint (event->warp, ==, finding->warp);
  g_assert_cmpuint (event->flags, ==, WS_EVENT_FOUND);
  g_assert_cmpuint (self.run->lanes[event->access + finding->lane].address, ==, finding->address);
  g_assert_cmpuint (finding->address, ==, 32 * 4);
  checked_clear (&self);
}

/* One warp after another: warp 0 reads element 32 before warp 1 has added to it. What it takes is
 * the element as it was loaded, and warp 1's addition is what races. */
static void
test_stale (void)
{
  guint n = 0;
  Checked self;

  checked_init (&self, "race1", TRUE, WS_ORDER_WARPS);
  g_assert_false (self.run->correct);
  g_assert_nonnull (self.hazards);
  for (guint32 i = 0; i < self.flow->n_nodes; i++)
    {
      const WsNode *node = &self.flow->nodes[i];

      if (get_stride (&self, i) != 32)
        continue;
      g_assert_cmpuint (count_edges (&self, i), ==, 1);
      for (guint k = 0; k < 2; k++)
        {
          guint32 source = self.flow->edges[node->first_edge + k];

          if (!ws_hazards_has_edge (self.hazards, source, i))
            continue;
          g_assert_cmpuint (self.flow->nodes[source].address / 4, ==, node->thread + 32);
          g_assert_cmpuint (self.flow->nodes[source].n_edges, ==, 1);
          n++;
        }
    }
  g_assert_cmpuint (n, ==, 32);
  checked_clear (&self);
}

/* It was not checked, or nothing was found. */
static void
test_nothing (void)
{
  static const struct {
    const char *kernel;
    gboolean checked;
  } cases[] = { { "race1", FALSE }, { "reduce3", TRUE }, { "reduce3", FALSE } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      Checked self;

      checked_init (&self, cases[i].kernel, cases[i].checked, WS_ORDER_TIME);
      g_assert_cmpint (ws_run_was_checked (self.run), ==, cases[i].checked);
      g_assert_cmpuint (self.run->findings->len, ==, 0);
      g_assert_null (self.hazards);
      g_assert_null (ws_hazards_find (self.hazards, 0));
      g_assert_false (ws_hazards_has_edge (self.hazards, 0, 1));
      checked_clear (&self);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/hazards/race", test_race);
  g_test_add_func ("/hazards/instant", test_instant);
  g_test_add_func ("/hazards/stale", test_stale);
  g_test_add_func ("/hazards/nothing", test_nothing);
  return g_test_run ();
}
