#include "play.h"
#include "shapes.h"
#include "dataflow/dataflow.h"

/* The dataflow of a reduction is a tree over exactly the block's elements, each used once, whose
 * root is the block's result. */
static void
assert_tree (WsRun *run, guint n_elements)
{
  g_autoptr (WsDataflow) flow = ws_dataflow_new (run, 0, 0);
  g_autofree guint *n_uses = g_new0 (guint, flow->n_nodes + 1);
  g_autoptr (GHashTable) elements = g_hash_table_new (NULL, NULL);
  const WsNode *root;
  guint32 sum = 0;
  guint n_inputs = 0;

  g_assert_false (flow->truncated);
  g_assert_cmpuint (flow->n_results, ==, 1);
  root = &flow->nodes[flow->results[0]];
  for (guint i = 0; i < flow->n_nodes; i++)
    {
      const WsNode *node = &flow->nodes[i];

      if (!node->reaches_result)
        continue;
      for (guint k = 0; k < node->n_edges; k++)
        {
          g_assert_cmpuint (flow->edges[node->first_edge + k], <, i);
          n_uses[flow->edges[node->first_edge + k]]++;
        }
      if (node->event == WS_NONE && node->space == WS_SPACE_GLOBAL)
        {
          n_inputs++;
          sum += node->value;
          g_assert_true (g_hash_table_add (elements, GUINT_TO_POINTER (node->address)));
        }
      g_assert_true (node->has_value);
    }
  for (guint i = 0; i < flow->n_nodes; i++)
    if (flow->nodes[i].reaches_result && &flow->nodes[i] != root)
      g_assert_cmpuint (n_uses[i], ==, 1);
  g_assert_cmpuint (n_inputs, ==, n_elements);
  g_assert_cmpuint ((guint32)root->value, ==, sum);
  g_assert_cmpuint (root->value_type, ==, WS_VALUE_S32);
  g_assert_cmpuint (flow->element_bytes, ==, 4);
  for (guint i = 0; i < n_elements; i++)
    g_assert_true (g_hash_table_contains (elements, GUINT_TO_POINTER (PLAY_INPUT + 4 * i)));
}

static void
test_trees (void)
{
  static const struct {
    PlayKernel kernel;
    guint n_threads, n;
  } cases[] = {
    { play_reduce1, 128, 128 },
    { play_reduce1, 1, 1 },
    { play_reduce1, 2, 2 },
    { play_reduce1, 16, 16 },
    { play_reduce1, 1024, 1024 },
    { play_reduce1, 128, 100 },
    { play_reduce2, 128, 128 },
    { play_reduce2, 256, 256 },
    { play_reduce2, 64, 33 },
    { play_reduce3, 128, 128 },
    { play_reduce3, 512, 512 },
    { play_reduce_warp, 64, 64 },
    { play_reduce_warp, 64, 41 },
    { play_reduce_shuffle, 32, 32 },
    { play_reduce_shuffle, 128, 128 },
    { play_reduce_shuffle, 1024, 1024 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (WsRun) run = cases[i].kernel (cases[i].n_threads, cases[i].n, "h200");
      assert_tree (run, cases[i].n);
    }
}

/* A reduction by shuffles is a tree of pairs too, not one node of 32 sources. */
static void
test_shuffle_pairs (void)
{
  g_autoptr (WsRun) run = play_reduce_shuffle (128, 128, "h200");
  g_autoptr (WsDataflow) flow = ws_dataflow_new (run, 0, 0);
  guint n_pairs = 0;

  for (guint i = 0; i < flow->n_nodes; i++)
    if (flow->nodes[i].reaches_result)
      {
        g_assert_cmpuint (flow->nodes[i].n_edges, <=, 2);
        n_pairs += flow->nodes[i].n_edges == 2;
        if (flow->nodes[i].n_edges == 2)
          {
            const WsNode *a = &flow->nodes[flow->edges[flow->nodes[i].first_edge]];
            const WsNode *b = &flow->nodes[flow->edges[flow->nodes[i].first_edge + 1]];
            g_assert_cmpuint ((guint32)flow->nodes[i].value, ==, (guint32)(a->value + b->value));
          }
      }
  g_assert_cmpuint (n_pairs, ==, 127);
}

/* a[0] += a[1]; a[0] = a[@second] + a[2]; a[1] = a[0]; out[0] = a[@from] */
static WsRun *
play_in_place (guint second, guint from)
{
  Play *p = play_new (1);
  const guint64 a[] = { PLAY_INPUT, PLAY_INPUT + 4, PLAY_INPUT + 8, PLAY_INPUT + 12 };
  const guint64 out[] = { PLAY_OUTPUT };
  guint load = play_site (p, WS_OP_LOAD, "ld.global.u32", "r0 = [r9]");
  guint load_other = play_site (p, WS_OP_LOAD, "ld.global.u32", "r1 = [r9]");
  guint add = play_site (p, WS_OP_ALU, "add.s32", "r2 = r0 r1");
  guint store_sum = play_site (p, WS_OP_STORE, "st.global.u32", "r2 [r9]");
  guint store = play_site (p, WS_OP_STORE, "st.global.u32", "r0 [r9]");

  p->has_regions = TRUE;
  for (guint other = 1; other <= 2; other++)
    {
      play_access (p, load, 0, 1, 1, a + (other == 2 ? second : 0));
      play_access (p, load_other, 0, 1, 1, a + other);
      play (p, add, 0, 1, 1);
      play_access (p, store_sum, 0, 1, 1, a);
    }
  play_access (p, store_sum, 0, 1, 1, a + 1);
  play_access (p, load, 0, 1, 1, a + from);
  play_access (p, store, 0, 1, 1, out);
  return play_end (p, "h200");
}

/* What stays in a buffer that a block works in is no result where what came of it is in another
 * one: not where it wrote over nothing that it had read back, nor where that came of something
 * else, nor where the launch is said to leave more. */
static void
test_in_place (void)
{
  static const struct {
    guint second;
    guint from;
    guint n_results; /* of the launch */
    guint n_left;    /* of the block */
    guint n_unused;
  } cases[] = {
    { 0, 0, 1, 1, 1 }, { 3, 0, 1, 3, 3 }, { 0, 3, 1, 3, 0 }, { 0, 0, 2, 3, 0 }, { 0, 0, 0, 1, 1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (WsRun) run = play_in_place (cases[i].second, cases[i].from);
      g_autoptr (WsDataflow) flow = NULL;
      guint n_unused = 0;

      ((WsLaunch *)run->launches)->n_results = cases[i].n_results;
      flow = ws_dataflow_new (run, 0, 0);
      g_assert_cmpuint (flow->n_results, ==, cases[i].n_left);
      g_assert_cmphex (flow->nodes[flow->results[flow->n_results - 1]].address, ==, PLAY_OUTPUT);
      for (guint k = 0; k < flow->n_nodes; k++)
        n_unused += !flow->nodes[k].reaches_result;
      g_assert_cmpuint (n_unused, ==, cases[i].n_unused);
    }
}

/* v += s[t + 16]; s[t] = v; v += s[t + 8]; s[t] = v is two nodes of two sources. */
static void
test_stored_register (void)
{
  Play *p = play_new (1);
  static const guint64 address[3] = { 0, 64, 32 };
  guint sites[] = { play_site (p, WS_OP_LOAD, "ld.shared.u32", "r0 = [r9]"),
                    play_site (p, WS_OP_LOAD, "ld.shared.u32", "r1 = [r9]"),
                    play_site (p, WS_OP_ALU, "add.s32", "r2 = r0 r1"),
                    play_site (p, WS_OP_ALU, "mov.u32", "r3 = r2"),
                    play_site (p, WS_OP_STORE, "st.shared.u32", "r2 [r9]"),
                    play_site (p, WS_OP_LOAD, "ld.shared.u32", "r1 = [r9]"),
                    play_site (p, WS_OP_ALU, "add.s32", "r2 = r3 r1"),
                    play_site (p, WS_OP_STORE, "st.shared.u32", "r2 [r9]"),
                    play_site (p, WS_OP_STORE, "st.global.u32", "r2 [r9]") };
  static const guint64 out[1] = { PLAY_OUTPUT };
  g_autoptr (WsRun) run = NULL;
  g_autoptr (WsDataflow) flow = NULL;
  const WsNode *node;

  play_access (p, sites[0], 0, 1, 1, address);
  play_access (p, sites[1], 0, 1, 1, address + 1);
  play (p, sites[2], 0, 1, 1);
  /* a copy of the register, as the compiler makes at the foot of a loop, stands for the stored
   * value too */
  play (p, sites[3], 0, 1, 1);
  play_access (p, sites[4], 0, 1, 1, address);
  play_access (p, sites[5], 0, 1, 1, address + 2);
  play (p, sites[6], 0, 1, 1);
  play_access (p, sites[7], 0, 1, 1, address);
  play_access (p, sites[8], 0, 1, 1, out);
  run = play_end (p, "h200");
  flow = ws_dataflow_new (run, 0, 0);

  g_assert_cmpuint (flow->n_nodes, ==, 6);
  node = &flow->nodes[2];
  g_assert_cmpuint (node->n_edges, ==, 2);
  g_assert_cmpuint (node->event, ==, 4);
  g_assert_cmpuint (node->load_event, ==, 0);
  g_assert_cmpuint (node->version, ==, 1);
  g_assert_cmpuint (node->op_site, ==, 2);
  node = &flow->nodes[4];
  g_assert_cmpuint (node->n_edges, ==, 2);
  g_assert_cmpuint (flow->edges[node->first_edge], ==, 2);
  g_assert_cmpuint (flow->edges[node->first_edge + 1], ==, 3);
  g_assert_cmpuint (node->load_event, ==, 5);
  g_assert_cmpuint (node->version, ==, 2);
  node = &flow->nodes[flow->results[0]];
  g_assert_cmpuint (node->n_edges, ==, 1);
  g_assert_cmpuint (flow->edges[node->first_edge], ==, 4);
  g_assert_cmpuint (flow->shared_base, ==, 0);
  g_assert_cmpuint (flow->shared_end, ==, 68);
}

/* Comparisons, addresses and guards carry no data; a guarded instruction changes only the lanes
 * whose guard holds. */
static void
test_no_data (void)
{
  Play *p = play_new (2);
  guint64 in[32] = { PLAY_INPUT, PLAY_INPUT + 4 };
  guint64 out[32] = { PLAY_OUTPUT, PLAY_OUTPUT + 4 };
  guint load = play_site (p, WS_OP_LOAD, "ld.global.u32", "r0 = [r9]");
  guint compare = play_site (p, WS_OP_ALU, "setp.lt.s32", "r1 = r0");
  guint set = play_site (p, WS_OP_ALU, "mov.u32", "r2 = r1");
  guint guarded = play_site (p, WS_OP_ALU, "mov.u32", "r2 = r0 @r1");
  guint store = play_site (p, WS_OP_STORE, "st.global.u32", "r2 [r0]");
  g_autoptr (WsRun) run = NULL;
  g_autoptr (WsDataflow) flow = NULL;

  play_access (p, load, 0, 3, 3, in);
  play (p, compare, 0, 3, 3);
  play (p, set, 0, 3, 3);
  play (p, guarded, 0, 3, 2);
  play_access (p, store, 0, 3, 3, out);
  run = play_end (p, "h200");
  flow = ws_dataflow_new (run, 0, 0);
  g_assert_cmpuint (flow->n_results, ==, 2);
  g_assert_cmpuint (flow->nodes[flow->results[0]].n_edges, ==, 0);
  g_assert_cmpuint (flow->nodes[flow->results[1]].n_edges, ==, 1);
}

/* Four bytes of an eight-byte cell come from it; eight bytes over two cells come from both; an
 * overwritten cell is no result. */
static void
test_widths (void)
{
  Play *p = play_new (1);
  guint64 in[32] = { PLAY_INPUT };
  guint64 high[32] = { 4 };
  guint64 zero[32] = { 0 };
  guint64 out[32] = { PLAY_OUTPUT };
  guint load = play_site (p, WS_OP_LOAD, "ld.global.v2.u32", "r0 r1 = [r9]");
  guint store = play_site (p, WS_OP_STORE, "st.shared.v2.u32", "r0 r1 [r9]");
  guint high_load = play_site (p, WS_OP_LOAD, "ld.shared.u32", "r2 = [r9]");
  guint out_store = play_site (p, WS_OP_STORE, "st.global.u32", "r2 [r9]");
  guint wide_load = play_site (p, WS_OP_LOAD, "ld.shared.b64", "r3 = [r9]");
  guint wide_store = play_site (p, WS_OP_STORE, "st.global.b64", "r3 [r9]");
  g_autoptr (WsRun) run = NULL;
  g_autoptr (WsDataflow) flow = NULL;
  const WsNode *result;

  g_array_index (p->sites, WsSite, wide_load).width_bytes = 8;
  g_array_index (p->sites, WsSite, wide_store).width_bytes = 8;
  play_access (p, load, 0, 1, 1, in);
  play_access (p, store, 0, 1, 1, zero);
  play_access (p, high_load, 0, 1, 1, high);
  play_access (p, out_store, 0, 1, 1, out);
  play_access (p, wide_load, 0, 1, 1, zero);
  play_access (p, wide_store, 0, 1, 1, out);
  run = play_end (p, "h200");
  flow = ws_dataflow_new (run, 0, 0);

  g_assert_cmpuint (flow->n_results, ==, 1);
  result = &flow->nodes[flow->results[0]];
  g_assert_cmpuint (result->width_bytes, ==, 8);
  g_assert_cmpuint (result->n_edges, ==, 2);
  g_assert_cmpuint (result->version, ==, 1);
  /* the first store to the output took the high word, and was overwritten */
  g_assert_cmpuint (flow->nodes[flow->n_nodes - 2].n_edges, ==, 1);
  g_assert_cmpuint (flow->nodes[flow->edges[flow->nodes[flow->n_nodes - 2].first_edge]].address, ==,
                    4);
  g_assert_false (flow->nodes[flow->n_nodes - 2].reaches_result);
}

/* Every lane adds to one cell: a chain of nodes, each from the one before and from the lane's own
 * value. */
static void
test_atomic (void)
{
  Play *p = play_new (4);
  guint64 in[32] = { PLAY_INPUT, PLAY_INPUT + 4, PLAY_INPUT + 8, PLAY_INPUT + 12 };
  guint64 out[32] = { PLAY_OUTPUT, PLAY_OUTPUT, PLAY_OUTPUT, PLAY_OUTPUT };
  guint load = play_site (p, WS_OP_LOAD, "ld.global.u32", "r0 = [r9]");
  guint atomic = play_site (p, WS_OP_ATOMIC, "red.global.add.s32", "r0 [r9]");
  g_autoptr (WsRun) run = NULL;
  g_autoptr (WsDataflow) flow = NULL;
  const WsNode *last;

  play_access (p, load, 0, 15, 15, in);
  play_access (p, atomic, 0, 15, 15, out);
  run = play_end (p, "h200");
  flow = ws_dataflow_new (run, 0, 0);

  g_assert_cmpuint (flow->n_results, ==, 1);
  last = &flow->nodes[flow->results[0]];
  g_assert_cmpuint (last->version, ==, 4);
  g_assert_cmpuint (last->n_edges, ==, 2);
  g_assert_true (last->has_value);
  g_assert_cmpuint (last->value, ==, 1 + 8 + 15 + 22);
  for (guint i = 0; i < flow->n_nodes; i++)
    g_assert_true (flow->nodes[i].reaches_result);
}

/* redux: one node from all of the warp. */
static void
test_redux (void)
{
  Play *p = play_new (32);
  guint64 in[32];
  guint64 out[32] = { PLAY_OUTPUT };
  guint load = play_site (p, WS_OP_LOAD, "ld.global.u32", "r0 = [r9]");
  guint redux = play_site (p, WS_OP_REDUX, "redux.sync.add.s32", "r1 = r0 [r8]");
  guint store = play_site (p, WS_OP_STORE, "st.global.u32", "r1 [r9]");
  guint32 sum = 0;
  WsEvent event = { .active = G_MAXUINT32, .taken = G_MAXUINT32 };
  g_autoptr (WsRun) run = NULL;
  g_autoptr (WsDataflow) flow = NULL;
  const WsNode *result;

  for (guint i = 0; i < 32; i++)
    {
      in[i] = PLAY_INPUT + 4 * i;
      sum += p->input[i];
    }
  play_access (p, load, 0, G_MAXUINT32, G_MAXUINT32, in);
  event.time = p->time++;
  event.site = redux;
  event.access = p->lanes->len;
  g_array_append_val (p->events, event);
  for (guint i = 0; i < 32; i++)
    {
      WsLane lane = { .address = G_MAXUINT32, .value = sum };
      g_array_append_val (p->lanes, lane);
      p->regs[i][1] = sum;
    }
  play_access (p, store, 0, 1, 1, out);
  run = play_end (p, "h200");
  flow = ws_dataflow_new (run, 0, 0);

  result = &flow->nodes[flow->results[0]];
  g_assert_cmpuint (result->n_edges, ==, 1);
  result = &flow->nodes[flow->edges[result->first_edge]];
  g_assert_cmpuint (result->space, ==, WS_SPACE_NONE);
  g_assert_cmpuint (result->n_edges, ==, 32);
  g_assert_cmpuint (result->value, ==, sum);
  g_assert_cmpuint (result->op_site, ==, redux);
}

/* The bin of a histogram has its place by an element: it is no source, and it counts. */
static void
test_choosers (void)
{
  g_autoptr (WsRun) run = shapes_new ("histogram");
  g_autoptr (WsDataflow) flow = ws_dataflow_new (run, 0, 0);
  guint n_counted[8] = { 0 };
  guint n_merged = 0;

  for (guint i = 0; i < flow->n_nodes; i++)
    {
      const WsNode *node = &flow->nodes[i];

      g_assert_cmpint (node->is_atomic, ==, node->event != WS_NONE && node->version > 0);
      if (node->space == WS_SPACE_GLOBAL && node->is_atomic)
        {
          g_assert_cmpuint (node->n_choosers, ==, 0);
          g_assert_cmpuint (node->n_edges, ==, 2);
          n_merged++;
        }
      if (node->space != WS_SPACE_SHARED || !node->is_atomic)
        continue;
      /* each is one more than what was there, in the bin that the element says */
      g_assert_cmpuint (node->n_choosers, ==, 1);
      g_assert_cmpuint (node->n_edges, ==, 1);
      g_assert_true (node->has_value && node->reaches_result);
      g_assert_cmpuint (flow->edges[node->first_edge + 1], <, i);
      g_assert_cmpuint (flow->nodes[flow->edges[node->first_edge + 1]].value, ==,
                        (node->address - flow->shared_base) / 4);
      g_assert_true (flow->nodes[flow->edges[node->first_edge + 1]].reaches_result);
      g_assert_cmpuint (node->value, ==, ++n_counted[(node->address - flow->shared_base) / 4]);
    }
  g_assert_cmpuint (n_merged, ==, 8);
  g_assert_cmpuint (flow->n_results, ==, 8);
  for (guint bin = 1; bin < 8; bin++)
    n_counted[0] += n_counted[bin];
  g_assert_cmpuint (n_counted[0], ==, 32);
}

static void
test_not_recorded (void)
{
  g_autoptr (WsRun) run = play_reduce1 (32, 32, "h200");
  g_autoptr (WsDataflow) flow = ws_dataflow_new (run, 0, 7);

  g_assert_cmpuint (flow->n_nodes, ==, 0);
  g_assert_cmpuint (flow->n_results, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/record/dataflow/trees", test_trees);
  g_test_add_func ("/record/dataflow/shuffle-pairs", test_shuffle_pairs);
  g_test_add_func ("/record/dataflow/in-place", test_in_place);
  g_test_add_func ("/record/dataflow/stored-register", test_stored_register);
  g_test_add_func ("/record/dataflow/no-data", test_no_data);
  g_test_add_func ("/record/dataflow/widths", test_widths);
  g_test_add_func ("/record/dataflow/atomic", test_atomic);
  g_test_add_func ("/record/dataflow/redux", test_redux);
  g_test_add_func ("/record/dataflow/choosers", test_choosers);
  g_test_add_func ("/record/dataflow/not-recorded", test_not_recorded);
  return g_test_run ();
}
