/* flow.c: basic blocks, and where diverged lanes reconverge: the immediate post-dominator.
 *
 * Post-dominators are the dominators of the reversed graph, from one virtual exit: T. Lengauer, R.
 * E. Tarjan, "A Fast Algorithm for Finding Dominators in a Flowgraph" (1979), the simple variant,
 * which takes O(edges log blocks) for any graph: a hostile text must not cause quadratic time. Only
 * paths that reach the exit count. Blocks that cannot reach the exit, those of an endless loop,
 * form a separate graph. There the last block of each loop without an exit counts as one, so that
 * branches inside the loop still meet before the next iteration.
 *
 * A guarded ret or exit is not a branch: its lanes leave, the others continue.
 */
#include "ptx/parser.h"

typedef struct {
  WsPtxFunction *function;
  guint32 n;           /* blocks; n is the virtual exit */
  guint32 *first_pred; /* n + 1 of them, into preds */
  guint32 *preds;
  guint8 *is_endless; /* no path to the exit */
  guint8 *is_last;    /* has an edge to the virtual exit: ends, or is the last of an endless loop */
  guint32 *order;     /* blocks in the order of a walk from the exit along reversed edges */
  guint32 *number;    /* place in it */
  guint32 n_order;
  guint32 *dominator;
  guint32 *stack;
  guint32 *next; /* of a depth-first walk: next edge of a block */
} Graph;

static WsPtxBlock *
get_block (const WsPtxFunction *function, guint32 block)
{
  return &g_array_index (function->blocks, WsPtxBlock, block);
}

static guint32
get_successor (const WsPtxFunction *function, const WsPtxBlock *block, guint i)
{
  return g_array_index (function->edges, guint32, block->first_edge + i);
}

static WsPtxInstruction *
get_instruction (const WsPtxFunction *function, guint32 index)
{
  return &g_array_index (function->instructions, WsPtxInstruction, index);
}

/* Whether it ends its basic block: it branches, or ends the thread without a guard. */
gboolean
ws_ptx_instruction_ends_block (const WsPtxInstruction *self)
{
  switch (self->opcode)
    {
    case WS_PTX_BRA:
    case WS_PTX_BRX:
      return TRUE;
    case WS_PTX_RET:
    case WS_PTX_EXIT:
    case WS_PTX_TRAP:
      return self->guard == WS_NONE;
    default:
      return FALSE;
    }
}

/* ---- blocks and edges ---- */

static guint
count_targets (const WsPtxInstruction *instruction)
{
  if (instruction->opcode == WS_PTX_BRA)
    return 1;
  return instruction->opcode == WS_PTX_BRX ? instruction->operands[1].n_elements : 0;
}

static guint32
get_target (const WsPtxFunction *function, const WsPtxInstruction *instruction, guint i)
{
  if (instruction->opcode == WS_PTX_BRA)
    return instruction->operands[0].target;
  return g_array_index (function->elements, WsPtxOperand,
                        instruction->operands[1].first_element + i)
      .target;
}

static void
find_blocks (WsPtxFunction *function)
{
  guint32 n = function->instructions->len;
  g_autofree guint8 *starts = g_new0 (guint8, n + 1);

  starts[0] = TRUE;
  for (guint32 i = 0; i < n; i++)
    {
      const WsPtxInstruction *instruction = get_instruction (function, i);

      if (ws_ptx_instruction_ends_block (instruction) || instruction->opcode == WS_PTX_CALL)
        starts[i + 1] = TRUE;
      for (guint t = 0; t < count_targets (instruction); t++)
        starts[get_target (function, instruction, t)] = TRUE;
    }
  for (guint32 i = 0; i < n; i++)
    {
      if (starts[i])
        {
          WsPtxBlock block = {
            .first = i, .end = i, .ipdom = WS_NONE, .succ = { WS_NONE, WS_NONE }
          };

          g_array_append_val (function->blocks, block);
        }
      get_instruction (function, i)->block = function->blocks->len - 1;
      get_block (function, function->blocks->len - 1)->end = i + 1;
    }
}

static void
add_edge (WsPtxFunction *function, WsPtxBlock *block, guint32 instruction, guint32 *last_of,
          guint32 self)
{
  guint32 to = get_instruction (function, instruction)->block;

  /* A branch table may repeat a label; it is one edge. */
  if (last_of[to] == self)
    return;
  last_of[to] = self;
  if (block->n_succ < G_N_ELEMENTS (block->succ))
    block->succ[block->n_succ] = to;
  block->n_succ++;
  g_array_append_val (function->edges, to);
}

static void
find_edges (WsPtxFunction *function)
{
  guint32 n = function->blocks->len;
  g_autofree guint32 *last_of = g_new (guint32, n);

  for (guint32 i = 0; i < n; i++)
    last_of[i] = WS_NONE;
  for (guint32 i = 0; i < n; i++)
    {
      WsPtxBlock *block = get_block (function, i);
      const WsPtxInstruction *last = get_instruction (function, block->end - 1);

      block->first_edge = function->edges->len;
      for (guint t = 0; t < count_targets (last); t++)
        add_edge (function, block, get_target (function, last, t), last_of, i);
      if ((!ws_ptx_instruction_ends_block (last) || last->guard != WS_NONE)
          && block->end < function->instructions->len)
        add_edge (function, block, block->end, last_of, i);
    }
}

/* ---- the reversed graph ---- */

static void
find_predecessors (Graph *self)
{
  g_autofree guint32 *filled = g_new0 (guint32, self->n);

  self->first_pred = g_new0 (guint32, self->n + 1);
  self->preds = g_new (guint32, self->function->edges->len + 1);
  for (guint32 e = 0; e < self->function->edges->len; e++)
    self->first_pred[g_array_index (self->function->edges, guint32, e) + 1]++;
  for (guint32 b = 0; b < self->n; b++)
    self->first_pred[b + 1] += self->first_pred[b];
  for (guint32 b = 0; b < self->n; b++)
    {
      const WsPtxBlock *block = get_block (self->function, b);

      for (guint i = 0; i < block->n_succ; i++)
        {
          guint32 to = get_successor (self->function, block, i);

          self->preds[self->first_pred[to] + filled[to]++] = b;
        }
    }
}

/* Walks from @root along reversed edges, depth first, through blocks that are endless or not, as
 * @root is, each once according to @seen. Appends them to @post in post-order. Uses an explicit
 * stack: a function may have any number of blocks. */
static void
walk_back (Graph *self, guint32 root, guint8 *seen, guint32 *post, guint32 *n_post)
{
  guint32 depth = 0;

  if (seen[root])
    return;
  seen[root] = TRUE;
  self->stack[depth++] = root;
  while (depth > 0)
    {
      guint32 block = self->stack[depth - 1];

      if (self->next[block] < self->first_pred[block + 1])
        {
          guint32 pred = self->preds[self->next[block]++];

          if (!seen[pred] && self->is_endless[pred] == self->is_endless[root])
            {
              seen[pred] = TRUE;
              self->stack[depth++] = pred;
            }
        }
      else
        {
          post[(*n_post)++] = block;
          depth--;
        }
    }
}

static void
begin_walk (Graph *self)
{
  for (guint32 b = 0; b < self->n; b++)
    self->next[b] = self->first_pred[b];
}

/* The block with the highest number among those that @from leads to. */
static guint32
find_last_reached (Graph *self, guint32 from, guint8 *reached)
{
  guint32 depth = 0;
  guint32 last = from;

  reached[from] = TRUE;
  self->stack[depth++] = from;
  while (depth > 0)
    {
      guint32 b = self->stack[--depth];
      const WsPtxBlock *block = get_block (self->function, b);

      last = MAX (last, b);
      for (guint i = 0; i < block->n_succ; i++)
        {
          guint32 to = get_successor (self->function, block, i);

          if (!reached[to])
            {
              reached[to] = TRUE;
              self->stack[depth++] = to;
            }
        }
    }
  return last;
}

/* Finds the blocks that cannot reach the exit, and those of them that count as exits. As in
 * Kosaraju's algorithm, the last block in post-order is in a loop without an exit; blocks that lead
 * to it are done, and the rest are handled likewise. */
static void
find_endless (Graph *self)
{
  g_autofree guint8 *seen = g_new0 (guint8, self->n);
  g_autofree guint8 *reached = g_new0 (guint8, self->n);
  g_autofree guint32 *post = g_new (guint32, self->n);
  g_autofree guint32 *covered = g_new (guint32, self->n);
  guint32 n_post = 0, n_covered = 0;

  begin_walk (self);
  for (guint32 b = 0; b < self->n; b++)
    if (get_block (self->function, b)->n_succ == 0)
      {
        self->is_last[b] = TRUE;
        walk_back (self, b, seen, post, &n_post);
      }
  if (n_post == self->n)
    return;

  for (guint32 b = 0; b < self->n; b++)
    self->is_endless[b] = !seen[b];
  n_post = 0;
  begin_walk (self);
  for (guint32 b = 0; b < self->n; b++)
    if (self->is_endless[b])
      walk_back (self, b, seen, post, &n_post);
  for (guint32 b = 0; b < self->n; b++)
    seen[b] = !self->is_endless[b];
  begin_walk (self);
  for (guint32 i = n_post; i-- > 0;)
    if (!seen[post[i]])
      {
        guint32 last = find_last_reached (self, post[i], reached);

        self->is_last[last] = TRUE;
        walk_back (self, last, seen, covered, &n_covered);
      }
}

/* ---- dominators ---- */

/* The algorithm's data of a block; blocks are referred to by number. */
typedef struct {
  guint32 parent; /* predecessor in the walk */
  guint32 semi;   /* semidominator */
  guint32 ancestor;
  guint32 label;
  guint32 dominator;
  guint32 bucket; /* first block whose semidominator it is, */
  guint32 next;   /* and next block with the same one */
} Node;

static void
number_block (Graph *self, Node *nodes, guint32 block, guint32 parent)
{
  guint32 number = self->n_order++;

  self->order[number] = block;
  self->number[block] = number;
  nodes[number] = (Node){ .parent = parent,
                          .semi = number,
                          .ancestor = WS_NONE,
                          .label = number,
                          .dominator = 0,
                          .bucket = WS_NONE,
                          .next = WS_NONE };
}

/* Numbers the blocks in the order of a depth-first walk from the exit. */
static void
number_blocks (Graph *self, Node *nodes)
{
  self->order = g_new (guint32, self->n + 1);
  self->number = g_new (guint32, self->n + 1);
  for (guint32 b = 0; b < self->n; b++)
    self->number[b] = WS_NONE;
  begin_walk (self);
  number_block (self, nodes, self->n, 0);
  for (guint32 b = 0; b < self->n; b++)
    {
      guint32 depth = 0;

      if (!self->is_last[b] || self->number[b] != WS_NONE)
        continue;
      number_block (self, nodes, b, 0);
      self->stack[depth++] = b;
      while (depth > 0)
        {
          guint32 block = self->stack[depth - 1];
          guint32 pred;

          if (self->next[block] == self->first_pred[block + 1])
            {
              depth--;
              continue;
            }
          pred = self->preds[self->next[block]++];
          if (self->number[pred] != WS_NONE || self->is_endless[pred] != self->is_endless[block])
            continue;
          number_block (self, nodes, pred, self->number[block]);
          self->stack[depth++] = pred;
        }
    }
  g_assert (self->n_order == self->n + 1);
}

/* The block with the least semidominator on the path from @v up to the root of its tree, excluding
 * the root; compresses the path. */
static guint32
find_label (Graph *self, Node *nodes, guint32 v)
{
  guint32 depth = 0;

  if (nodes[v].ancestor == WS_NONE)
    return v;
  for (guint32 u = v; nodes[nodes[u].ancestor].ancestor != WS_NONE; u = nodes[u].ancestor)
    self->stack[depth++] = u;
  while (depth > 0)
    {
      Node *node = &nodes[self->stack[--depth]];
      const Node *ancestor = &nodes[node->ancestor];

      if (nodes[ancestor->label].semi < nodes[node->label].semi)
        node->label = ancestor->label;
      node->ancestor = ancestor->ancestor;
    }
  return nodes[v].label;
}

static void
find_semidominator (Graph *self, Node *nodes, guint32 w)
{
  guint32 b = self->order[w];
  const WsPtxBlock *block = get_block (self->function, b);

  if (self->is_last[b])
    nodes[w].semi = 0;
  for (guint i = 0; i < block->n_succ; i++)
    {
      guint32 to = get_successor (self->function, block, i);

      if (self->is_endless[to] == self->is_endless[b])
        nodes[w].semi = MIN (nodes[w].semi, nodes[find_label (self, nodes, self->number[to])].semi);
    }
}

static void
find_dominators (Graph *self)
{
  g_autofree Node *nodes = g_new (Node, self->n + 1);

  number_blocks (self, nodes);
  self->dominator = g_new (guint32, self->n + 1);
  for (guint32 w = self->n; w > 0; w--)
    {
      guint32 parent = nodes[w].parent;
      guint32 next;

      find_semidominator (self, nodes, w);
      nodes[w].next = nodes[nodes[w].semi].bucket;
      nodes[nodes[w].semi].bucket = w;
      nodes[w].ancestor = parent;
      for (guint32 v = nodes[parent].bucket; v != WS_NONE; v = next)
        {
          guint32 u = find_label (self, nodes, v);

          next = nodes[v].next;
          nodes[v].dominator = nodes[u].semi < nodes[v].semi ? u : parent;
        }
      nodes[parent].bucket = WS_NONE;
    }
  for (guint32 w = 1; w <= self->n; w++)
    {
      if (nodes[w].dominator != nodes[w].semi)
        nodes[w].dominator = nodes[nodes[w].dominator].dominator;
      self->dominator[self->order[w]] = self->order[nodes[w].dominator];
    }
}

static void
store (Graph *self)
{
  for (guint32 b = 0; b < self->n; b++)
    {
      WsPtxBlock *block = get_block (self->function, b);
      WsPtxInstruction *last = get_instruction (self->function, block->end - 1);
      gboolean is_conditional =
          (last->opcode == WS_PTX_BRA && last->guard != WS_NONE) || last->opcode == WS_PTX_BRX;

      block->ipdom = self->dominator[b] != self->n ? self->dominator[b] : WS_NONE;
      if (is_conditional && block->ipdom != WS_NONE)
        last->reconverge = get_block (self->function, block->ipdom)->first;
    }
}

/**
 * ws_ptx_function_find_flow:
 * @function: a function whose labels are resolved
 *
 * Fills in blocks, edges, immediate post-dominators, and the point where each conditional branch's
 * lanes reconverge. See the top of this file for the algorithm.
 */
void
ws_ptx_function_find_flow (WsPtxFunction *function)
{
  Graph graph = { .function = function };

  if (!function->has_body)
    return;
  find_blocks (function);
  find_edges (function);
  graph.n = function->blocks->len;
  graph.is_endless = g_new0 (guint8, graph.n);
  graph.is_last = g_new0 (guint8, graph.n);
  graph.stack = g_new (guint32, graph.n);
  graph.next = g_new (guint32, graph.n);
  find_predecessors (&graph);
  find_endless (&graph);
  find_dominators (&graph);
  store (&graph);
  g_free (graph.first_pred);
  g_free (graph.preds);
  g_free (graph.is_endless);
  g_free (graph.is_last);
  g_free (graph.order);
  g_free (graph.number);
  g_free (graph.dominator);
  g_free (graph.stack);
  g_free (graph.next);
}
