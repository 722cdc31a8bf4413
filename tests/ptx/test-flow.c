/* Basic blocks, post-dominators and the places where lanes meet, on small programs and on random
 * graphs against the definition. */
#include "ptx/ptx.h"

#include <string.h>

#define HEADER                                                                                 \
  ".version 8.0\n.target sm_75\n.address_size 64\n.visible .entry k ()\n{\n.reg .pred %p<4>; " \
  ".reg .b32 %r<4>;\n"

static WsPtxModule *
parse (const char *body)
{
  g_autofree char *text = g_strconcat (HEADER, body, "\n}\n", NULL);
  g_autoptr (GError) error = NULL;
  WsPtxModule *module = ws_ptx_parse (text, -1, "flow.ptx", &error);

  g_assert_no_error (error);
  return module;
}

static const WsPtxFunction *
get_function (WsPtxModule *module)
{
  const WsPtxFunction *function = ws_ptx_module_find (module, "k");

  g_assert_nonnull (function);
  return function;
}

static const WsPtxInstruction *
get_instruction (const WsPtxFunction *function, guint i)
{
  g_assert_cmpuint (i, <, function->instructions->len);
  return &g_array_index (function->instructions, WsPtxInstruction, i);
}

static const WsPtxBlock *
get_block (const WsPtxFunction *function, guint i)
{
  g_assert_cmpuint (i, <, function->blocks->len);
  return &g_array_index (function->blocks, WsPtxBlock, i);
}

static void
assert_reconverge (const char *body, guint branch, guint32 expected)
{
  g_autoptr (WsPtxModule) module = parse (body);

  g_assert_cmpuint (get_instruction (get_function (module), branch)->reconverge, ==, expected);
}

static void
test_if (void)
{
  /*                  0              1             2         3 */
  assert_reconverge ("@%p1 bra DONE; mov.u32 %r1, 1; DONE: mov.u32 %r2, 2; ret;", 0, 2);
  assert_reconverge (
      "@%p1 bra YES; mov.u32 %r1, 1; bra DONE; YES: mov.u32 %r1, 2; DONE: mov.u32 %r2, 2; ret;", 0,
      4);
  /* an unguarded branch sends all lanes one way: nothing to meet for */
  assert_reconverge ("bra DONE; mov.u32 %r1, 1; DONE: ret;", 0, WS_NONE);
}

static void
test_nested_if (void)
{
  g_autoptr (WsPtxModule) module = parse ("@%p1 bra OUTER;\n"        /* 0 */
                                          "mov.u32 %r1, 1;\n"        /* 1 */
                                          "@%p2 bra INNER;\n"        /* 2 */
                                          "mov.u32 %r1, 2;\n"        /* 3 */
                                          "INNER: mov.u32 %r1, 3;\n" /* 4 */
                                          "OUTER: ret;\n");          /* 5 */
  const WsPtxFunction *function = get_function (module);

  g_assert_cmpuint (get_instruction (function, 0)->reconverge, ==, 5);
  g_assert_cmpuint (get_instruction (function, 2)->reconverge, ==, 4);
  g_assert_cmpuint (function->blocks->len, ==, 5);
  for (guint i = 0; i < function->blocks->len; i++)
    g_assert_cmpuint (get_block (function, i)->end, >, get_block (function, i)->first);
  g_assert_cmpuint (get_block (function, 4)->n_succ, ==, 0);
  g_assert_cmpuint (get_block (function, 4)->ipdom, ==, WS_NONE);
}

static void
test_loop (void)
{
  assert_reconverge ("LOOP: mov.u32 %r1, 1; @%p1 bra LOOP; mov.u32 %r1, 2; ret;", 1, 2);
  /* leaving a loop in its middle: lanes meet behind it */
  assert_reconverge ("LOOP: @%p1 bra OUT; mov.u32 %r1, 1; @%p2 bra LOOP; OUT: ret;", 0, 3);
  /* a block that branches to itself, and a guarded branch to the next instruction */
  assert_reconverge ("SELF: @%p1 bra SELF; ret;", 0, 1);
  assert_reconverge ("@%p1 bra NEXT; NEXT: ret;", 0, 1);
}

static void
test_switch (void)
{
  g_autoptr (WsPtxModule) module = parse ("TABLE: .branchtargets A, B, A, C;\n"
                                          "brx.idx %r1, TABLE;\n"          /* 0 */
                                          "A: mov.u32 %r2, 1; bra DONE;\n" /* 1 2 */
                                          "B: mov.u32 %r2, 2; bra DONE;\n" /* 3 4 */
                                          "C: mov.u32 %r2, 3;\n"           /* 5 */
                                          "DONE: ret;\n");                 /* 6 */
  const WsPtxFunction *function = get_function (module);
  const WsPtxInstruction *brx = get_instruction (function, 0);
  const WsPtxBlock *block = get_block (function, 0);
  const guint targets[] = { 1, 3, 1, 5 };

  g_assert_cmpint (brx->opcode, ==, WS_PTX_BRX);
  g_assert_cmpuint (brx->operands[1].n_elements, ==, 4);
  for (guint i = 0; i < 4; i++)
    g_assert_cmpuint (
        g_array_index (function->elements, WsPtxOperand, brx->operands[1].first_element + i).target,
        ==, targets[i]);
  g_assert_cmpuint (brx->reconverge, ==, 6);
  /* a target named twice is one edge */
  g_assert_cmpuint (block->n_succ, ==, 3);
  for (guint i = 0; i < 3; i++)
    g_assert_cmpuint (g_array_index (function->edges, guint32, block->first_edge + i), ==, i + 1);
  g_assert_cmpuint (block->succ[0], ==, 1);
  g_assert_cmpuint (block->succ[1], ==, 2);
}

static void
test_early_return (void)
{
  /* ret on one way: its lanes leave, so there is nowhere to meet */
  assert_reconverge ("@%p1 bra ON; ret; ON: mov.u32 %r1, 1; ret;", 0, WS_NONE);
  /* trap and exit end a block like ret */
  assert_reconverge ("@%p1 bra ON; trap; ON: mov.u32 %r1, 1; ret;", 0, WS_NONE);
  assert_reconverge ("@%p1 bra ON; exit; ON: mov.u32 %r1, 1; ret;", 0, WS_NONE);
}

static void
test_guarded_return (void)
{
  g_autoptr (WsPtxModule) module =
      parse ("@%p1 ret; mov.u32 %r1, 1; @!%p2 exit; mov.u32 %r1, 2; ret;");
  const WsPtxFunction *function = get_function (module);

  g_assert_cmpuint (function->blocks->len, ==, 1);
  g_assert_cmpuint (get_instruction (function, 0)->reconverge, ==, WS_NONE);
  /* ... so that an if round one meets behind it all the same */
  assert_reconverge ("@%p1 bra ON; @%p2 ret; ON: mov.u32 %r1, 1; ret;", 0, 2);
}

static void
test_endless (void)
{
  /* while (1) { if (p) a; else b; c; }: lanes meet at c, and no path reaches the exit */
  assert_reconverge (
      "LOOP: @%p1 bra A; mov.u32 %r1, 1; bra C; A: mov.u32 %r1, 2; C: mov.u32 %r2, 3; bra LOOP;", 0,
      4);
  assert_reconverge ("LOOP: bra LOOP;", 0, WS_NONE);
  /* one way out, one endless: only paths to the exit count */
  assert_reconverge ("@%p1 bra OUT; LOOP: mov.u32 %r1, 1; bra LOOP; OUT: ret;", 0, 3);
}

/* What PTX leaves out at the end is there: control never runs off. */
static void
test_last_return (void)
{
  static const struct {
    const char *body;
    guint n;
  } cases[] = {
    { "", 1 },
    { "mov.u32 %r1, 1;", 2 },
    { "mov.u32 %r1, 1; END:", 2 },
    { "bra END; END:", 2 },
    { "ret; END:", 2 },
    { "ret;", 1 },
    { "L: bra L;", 1 },
    { "@%p1 ret;", 2 },
    { "exit;", 1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (WsPtxModule) module = parse (cases[i].body);
      const WsPtxFunction *function = get_function (module);
      const WsPtxInstruction *last = get_instruction (function, function->instructions->len - 1);

      g_assert_cmpuint (function->instructions->len, ==, cases[i].n);
      g_assert_true (last->opcode == WS_PTX_RET || last->opcode == WS_PTX_EXIT
                     || last->opcode == WS_PTX_BRA);
    }
}

/* ---- conditions ---- */

/* Which barrier of a text stands under which instruction's condition. */
static void
test_conditions (void)
{
  static const struct {
    const char *body;
    guint barrier;
    guint32 condition; /* WS_NONE: none that depends on the thread */
  } cases[] = {
#define BY_THREAD "mov.u32 %r1, %tid.x; setp.lt.u32 %p1, %r1, 5; " /* 0 1 */
    { BY_THREAD "@%p1 bra ON; bar.sync 0; ON: mov.u32 %r2, 2; ret;", 3, 2 },
    { BY_THREAD "@!%p1 bra ON; barrier.sync 0; ON: mov.u32 %r2, 2; ret;", 3, 2 },
    { BY_THREAD "@%p1 bra ON; mov.u32 %r3, 1; ON: bar.sync 0; ret;", 4, WS_NONE },
    { BY_THREAD "@%p1 bra ON; bar.sync 1, 32; ON: mov.u32 %r2, 2; ret;", 3, WS_NONE },
    { BY_THREAD "@%p1 bra ON; bar.red.popc.u32 %r2, 0, %p1; ON: mov.u32 %r3, 2; ret;", 3, 2 },
    { BY_THREAD "@%p1 bra ON; bar.arrive 0, 32; ON: mov.u32 %r2, 2; ret;", 3, WS_NONE },
    { BY_THREAD "@%p1 bar.sync 0; ret;", 2, 2 },
    /* who does not come there has ended */
    { BY_THREAD "@%p1 bra END; bar.sync 0; END: ret;", 3, WS_NONE },
    { BY_THREAD "@%p1 bra ON; exit; ON: bar.sync 0; ret;", 4, WS_NONE },
    { BY_THREAD "@%p1 ret; bar.sync 0; ret;", 3, WS_NONE },
    /* through a branch that is the same for all, and with the nearest of two conditions */
    { BY_THREAD
      "@%p1 bra ON; @%p2 bra IN; bar.sync 0; IN: mov.u32 %r2, 1; ON: mov.u32 %r2, 2; ret;",
      4, 2 },
    { BY_THREAD "@%p1 bra ON; @!%p1 bra IN; bar.sync 0; IN: mov.u32 %r2, 1; "
                "ON: mov.u32 %r2, 2; ret;",
      4, 3 },
    /* in a loop that is left by the thread, and behind it */
    { BY_THREAD "L: bar.sync 0; @%p1 bra L; mov.u32 %r2, 2; ret;", 2, 3 },
    { BY_THREAD "L: mov.u32 %r2, 1; @%p1 bra L; bar.sync 0; ret;", 4, WS_NONE },
    /* by other ways from the thread's number to the condition, written before it, too */
    { "L: setp.ne.u32 %p2, %r2, 0; @%p2 bra ON; bar.sync 0; ON: add.u32 %r2, %r3, 1; "
      "mov.b32 %r3, %laneid; @%p3 bra L; ret;",
      2, 1 },
    { BY_THREAD "selp.u32 %r2, 1, 2, %p1; setp.ne.u32 %p2, %r2, 0; @%p2 bra ON; bar.sync 0; "
                "ON: mov.u32 %r2, 2; ret;",
      5, 4 },
    { BY_THREAD "@%p1 mov.u32 %r2, 1; setp.ne.u32 %p2, %r2, 0; @%p2 bra ON; bar.sync 0; "
                "ON: mov.u32 %r2, 2; ret;",
      5, 4 },
    { BY_THREAD "T: .branchtargets A, B; brx.idx %r1, T; A: bar.sync 0; B: mov.u32 %r2, 2; ret;", 3,
      2 },
    /* all threads get the same of a barrier, and the same from a place in memory */
    { BY_THREAD "bar.red.or.pred %p2, 0, %p1; @%p2 bra ON; bar.sync 0; ON: mov.u32 %r2, 2; ret;", 4,
      WS_NONE },
    { BY_THREAD "ld.shared.u32 %r2, [%r1]; setp.ne.u32 %p2, %r2, 0; @%p2 bra ON; bar.sync 0; "
                "ON: mov.u32 %r2, 2; ret;",
      5, WS_NONE },
    { "mov.u32 %r1, %ctaid.x; setp.lt.u32 %p1, %r1, 5; @%p1 bra ON; bar.sync 0; "
      "ON: mov.u32 %r2, 2; ret;",
      3, WS_NONE },
#undef BY_THREAD
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (WsPtxModule) module = parse (cases[i].body);
      const WsPtxFunction *function = get_function (module);
      g_autofree guint32 *found = ws_ptx_function_find_conditions (function);

      g_test_message ("%s", cases[i].body);
      g_assert_true (found != NULL || cases[i].condition == WS_NONE);
      for (guint32 at = 0; found != NULL && at < function->instructions->len; at++)
        g_assert_cmpuint (found[at], ==, at == cases[i].barrier ? cases[i].condition : WS_NONE);
    }
}

/* ---- random graphs ---- */

#define MAX_NODES 11

typedef struct {
  guint n;
  gboolean edge[MAX_NODES + 1][MAX_NODES + 1]; /* n is the exit */
} Graph;

/* Nodes of @graph that can be reached from @from, not through @without. */
static void
reach (const Graph *graph, guint from, guint without, gboolean *reached)
{
  guint stack[MAX_NODES + 1];
  guint depth = 0;

  memset (reached, 0, sizeof (gboolean) * (MAX_NODES + 1));
  if (from == without)
    return;
  reached[from] = TRUE;
  stack[depth++] = from;
  while (depth > 0)
    {
      guint node = stack[--depth];

      for (guint to = 0; to <= graph->n; to++)
        if (graph->edge[node][to] && !reached[to] && to != without)
          {
            reached[to] = TRUE;
            stack[depth++] = to;
          }
    }
}

/* Nodes from which the exit cannot be reached get an edge to it, as flow.c says: of each loop that
 * nothing leaves, the last node. What leads into such a loop and to the exit as well loses the edge
 * into the loop: only paths to the exit count. */
static void
complete (Graph *graph)
{
  gboolean reached[MAX_NODES + 1][MAX_NODES + 1];
  gboolean endless[MAX_NODES + 1] = { FALSE };
  Graph old;

  for (guint a = 0; a < graph->n; a++)
    {
      reach (graph, a, graph->n + 1, reached[a]);
      endless[a] = !reached[a][graph->n];
    }
  old = *graph;
  for (guint a = 0; a < graph->n; a++)
    for (guint b = 0; b < graph->n; b++)
      if (!endless[a] && endless[b])
        graph->edge[a][b] = FALSE;
  for (guint a = 0; a < old.n; a++)
    if (endless[a])
      {
        gboolean is_closed = TRUE;
        guint last = a;

        for (guint b = 0; b < old.n; b++)
          if (reached[a][b])
            {
              is_closed = is_closed && reached[b][a];
              last = MAX (last, b);
            }
        if (is_closed)
          graph->edge[last][old.n] = TRUE;
      }
}

static gboolean
post_dominates (const Graph *graph, guint d, guint node)
{
  gboolean reached[MAX_NODES + 1];

  reach (graph, node, d, reached);
  return d == node || !reached[graph->n];
}

/* By definition: the post-dominator, other than the node, that all its others post-dominate. */
static guint32
brute_force (const Graph *graph, guint node)
{
  for (guint d = 0; d < graph->n; d++)
    {
      gboolean is_nearest = d != node && post_dominates (graph, d, node);

      for (guint other = 0; is_nearest && other < graph->n; other++)
        if (other != node && other != d && post_dominates (graph, other, node)
            && !post_dominates (graph, other, d))
          is_nearest = FALSE;
      if (is_nearest)
        return d;
    }
  return WS_NONE;
}

/* One block per node: "N3: mov; <end>", where the end is a ret, a jump, a branch, or a branch
 * table. */
static char *
write_program (Graph *graph, GRand *rand)
{
  GString *text = g_string_new (NULL);

  memset (graph, 0, sizeof *graph);
  graph->n = (guint)g_rand_int_range (rand, 2, MAX_NODES + 1);
  for (guint i = 0; i < graph->n - 1; i++)
    {
      guint a = (guint)g_rand_int_range (rand, 0, (gint32)graph->n);
      guint b = (guint)g_rand_int_range (rand, 0, (gint32)graph->n);
      guint c = (guint)g_rand_int_range (rand, 0, (gint32)graph->n);
      guint end = (guint)g_rand_int_range (rand, 0, 10);

      g_string_append_printf (text, "N%u: mov.u32 %%r1, %u;\n", i, i);
      if (end == 0)
        {
          g_string_append (text, "ret;\n");
          graph->edge[i][graph->n] = TRUE;
        }
      else if (end < 4)
        {
          g_string_append_printf (text, "bra N%u;\n", a);
          graph->edge[i][a] = TRUE;
        }
      else if (end < 9)
        {
          g_string_append_printf (text, "@%%p1 bra N%u;\n", a);
          graph->edge[i][a] = graph->edge[i][i + 1] = TRUE;
        }
      else
        {
          g_string_append_printf (text, "T%u: .branchtargets N%u, N%u, N%u;\nbrx.idx %%r1, T%u;\n",
                                  i, a, b, c, i);
          graph->edge[i][a] = graph->edge[i][b] = graph->edge[i][c] = TRUE;
        }
    }
  /* a node for the last of them to fall into */
  g_string_append_printf (text, "N%u: ret;\n", graph->n - 1);
  graph->edge[graph->n - 1][graph->n] = TRUE;
  return g_string_free (text, FALSE);
}

static void
test_random (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (20261121);
  guint n_endless = 0;

  for (guint round = 0; round < 3000; round++)
    {
      Graph graph;
      g_autofree char *body = write_program (&graph, rand);
      g_autoptr (WsPtxModule) module = parse (body);
      const WsPtxFunction *function = get_function (module);
      gboolean was_endless = FALSE;
      Graph before = graph;

      g_assert_cmpuint (function->blocks->len, ==, graph.n);
      complete (&graph);
      for (guint i = 0; i < graph.n; i++)
        {
          const WsPtxBlock *block = get_block (function, i);
          const WsPtxInstruction *last = get_instruction (function, block->end - 1);
          guint32 expected = brute_force (&graph, i);
          guint n_edges = 0;

          for (guint to = 0; to < graph.n; to++)
            n_edges += before.edge[i][to] ? 1 : 0;
          g_assert_cmpuint (block->n_succ, ==, n_edges);
          was_endless |= memcmp (before.edge[i], graph.edge[i], sizeof before.edge[i]) != 0;
          if (block->ipdom != expected)
            g_test_message ("round %u, block %u of\n%s", round, i, body);
          g_assert_cmpuint (block->ipdom, ==, expected);
          if (last->guard != WS_NONE || last->opcode == WS_PTX_BRX)
            g_assert_cmpuint (last->reconverge, ==,
                              expected != WS_NONE ? get_block (function, expected)->first
                                                  : WS_NONE);
          else
            g_assert_cmpuint (last->reconverge, ==, WS_NONE);
        }
      n_endless += was_endless ? 1 : 0;
    }
  g_assert_cmpuint (n_endless, >, 100);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ptx/flow/if", test_if);
  g_test_add_func ("/ptx/flow/nested-if", test_nested_if);
  g_test_add_func ("/ptx/flow/loop", test_loop);
  g_test_add_func ("/ptx/flow/switch", test_switch);
  g_test_add_func ("/ptx/flow/early-return", test_early_return);
  g_test_add_func ("/ptx/flow/guarded-return", test_guarded_return);
  g_test_add_func ("/ptx/flow/endless", test_endless);
  g_test_add_func ("/ptx/flow/last-return", test_last_return);
  g_test_add_func ("/ptx/flow/conditions", test_conditions);
  g_test_add_func ("/ptx/flow/random", test_random);
  return g_test_run ();
}
