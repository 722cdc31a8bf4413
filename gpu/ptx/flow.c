/* flow.c: basic blocks, and where diverged lanes meet again: the immediate post-dominator.
 *
 * Cooper, Harvey, Kennedy: A Simple, Fast Dominance Algorithm (2001), on the reversed graph with
 * one virtual exit. A guarded ret or exit ends no block: lanes whose guard does not hold go on.
 */
#include "ptx/ptx.h"

#include "ptx/parser.h"

static gboolean
ends_block (const WsPtxInstruction *in)
{
  switch (in->opcode)
    {
    case WS_PTX_BRA:
    case WS_PTX_BRX:
      return TRUE;
    case WS_PTX_RET:
    case WS_PTX_EXIT:
    case WS_PTX_TRAP:
      return in->guard == WS_NONE;
    default:
      return FALSE;
    }
}

static guint
n_targets (const WsPtxInstruction *in)
{
  return in->opcode == WS_PTX_BRA ? 1 : in->opcode == WS_PTX_BRX ? in->operands[1].n_elements : 0;
}

static guint32
get_target (const WsPtxFunction *function, const WsPtxInstruction *in, guint i)
{
  if (in->opcode == WS_PTX_BRA)
    return in->operands[0].target;
  return g_array_index (function->elements, WsPtxOperand, in->operands[1].first_element + i).target;
}

static void
find_blocks (WsPtxFunction *function)
{
  guint n = function->instructions->len;
  g_autofree guint8 *leader = g_malloc0 (n + 1);
  guint32 first = 0;

  leader[0] = 1;
  for (guint i = 0; i < n; i++)
    {
      const WsPtxInstruction *in = &g_array_index (function->instructions, WsPtxInstruction, i);

      if (ends_block (in))
        leader[i + 1] = 1;
      for (guint t = 0; t < n_targets (in); t++)
        if (get_target (function, in, t) <= n)
          leader[get_target (function, in, t)] = 1;
    }
  for (guint32 i = 1; i <= n; i++)
    if (i == n || leader[i])
      {
        WsPtxBlock block = {
          .first = first, .end = i, .ipdom = WS_NONE, .succ = { WS_NONE, WS_NONE }
        };

        for (guint32 k = first; k < i; k++)
          g_array_index (function->instructions, WsPtxInstruction, k).block = function->blocks->len;
        g_array_append_val (function->blocks, block);
        first = i;
      }
}

static void
add_edge (WsPtxFunction *function, guint32 from, guint32 to_instruction)
{
  WsPtxBlock *block = &g_array_index (function->blocks, WsPtxBlock, from);
  guint32 to;

  if (to_instruction >= function->instructions->len)
    return; /* off the end: leaves */
  to = g_array_index (function->instructions, WsPtxInstruction, to_instruction).block;
  for (guint i = 0; i < block->n_succ; i++)
    if (g_array_index (function->edges, guint32, block->first_edge + i) == to)
      return;
  if (block->n_succ < 2)
    block->succ[block->n_succ] = to;
  block->n_succ++;
  g_array_append_val (function->edges, to);
}

static void
find_edges (WsPtxFunction *function)
{
  for (guint32 b = 0; b < function->blocks->len; b++)
    {
      WsPtxBlock *block = &g_array_index (function->blocks, WsPtxBlock, b);
      const WsPtxInstruction *last =
          &g_array_index (function->instructions, WsPtxInstruction, block->end - 1);

      block->first_edge = function->edges->len;
      for (guint t = 0; t < n_targets (last); t++)
        add_edge (function, b, get_target (function, last, t));
      if (!ends_block (last) || last->guard != WS_NONE)
        add_edge (function, b, block->end);
    }
}

/* Blocks that lanes leave the function from: their own end, or a guarded ret inside. */
static gboolean
leaves (const WsPtxFunction *function, const WsPtxBlock *block)
{
  const WsPtxInstruction *last =
      &g_array_index (function->instructions, WsPtxInstruction, block->end - 1);

  return block->n_succ == 0
         || ((last->opcode == WS_PTX_BRA || !ends_block (last))
             && block->end == function->instructions->len
             && (last->guard != WS_NONE || !ends_block (last)));
}

typedef struct {
  WsPtxFunction *function;
  guint n;         /* blocks; n is the virtual exit */
  guint32 *order;  /* reverse post-order of the reversed graph: the exit first */
  guint32 *number; /* of a block in it; WS_NONE where the exit cannot be reached */
  guint n_order;
  guint32 *first_pred; /* predecessors of a block, as a packed list */
  guint32 *preds;
  guint32 *dom;
} Graph;

static void
find_predecessors (Graph *self)
{
  g_autofree guint32 *fill = g_new0 (guint32, self->n + 1);

  self->first_pred = g_new0 (guint32, self->n + 2);
  for (guint b = 0; b < self->n; b++)
    {
      const WsPtxBlock *block = &g_array_index (self->function->blocks, WsPtxBlock, b);

      for (guint i = 0; i < block->n_succ; i++)
        self->first_pred[g_array_index (self->function->edges, guint32, block->first_edge + i)
                         + 1]++;
    }
  for (guint b = 0; b < self->n; b++)
    self->first_pred[b + 1] += self->first_pred[b];
  self->preds = g_new0 (guint32, self->function->edges->len + 1);
  for (guint32 b = 0; b < self->n; b++)
    {
      const WsPtxBlock *block = &g_array_index (self->function->blocks, WsPtxBlock, b);

      for (guint i = 0; i < block->n_succ; i++)
        {
          guint32 to = g_array_index (self->function->edges, guint32, block->first_edge + i);

          self->preds[self->first_pred[to] + fill[to]++] = b;
        }
    }
}

/* Depth first from the exit against the edges, with a stack of its own: functions can be long. */
static void
number_blocks (Graph *self)
{
  g_autofree guint32 *stack = g_new (guint32, self->n + 1);
  g_autofree guint32 *next = g_new0 (guint32, self->n + 1);
  g_autofree guint8 *seen = g_malloc0 (self->n + 1);
  g_autofree guint32 *post = g_new (guint32, self->n + 1);
  guint n_post = 0;

  for (guint32 root = 0; root < self->n; root++)
    {
      guint depth = 0;

      if (seen[root]
          || !leaves (self->function, &g_array_index (self->function->blocks, WsPtxBlock, root)))
        continue;
      stack[depth++] = root;
      seen[root] = 1;
      while (depth > 0)
        {
          guint32 b = stack[depth - 1];

          if (next[b] < self->first_pred[b + 1] - self->first_pred[b])
            {
              guint32 p = self->preds[self->first_pred[b] + next[b]++];

              if (!seen[p])
                {
                  seen[p] = 1;
                  stack[depth++] = p;
                }
              continue;
            }
          post[n_post++] = b;
          depth--;
        }
    }
  self->order = g_new (guint32, self->n + 1);
  self->number = g_new (guint32, self->n + 1);
  for (guint b = 0; b <= self->n; b++)
    self->number[b] = WS_NONE;
  self->order[self->n_order] = self->n;
  self->number[self->n] = self->n_order++;
  for (guint i = n_post; i-- > 0;)
    {
      self->number[post[i]] = self->n_order;
      self->order[self->n_order++] = post[i];
    }
}

static guint32
intersect (const Graph *self, guint32 a, guint32 b)
{
  while (a != b)
    {
      while (self->number[a] > self->number[b])
        a = self->dom[a];
      while (self->number[b] > self->number[a])
        b = self->dom[b];
    }
  return a;
}

static void
find_dominators (Graph *self)
{
  gboolean changed = TRUE;

  self->dom = g_new (guint32, self->n + 1);
  for (guint b = 0; b <= self->n; b++)
    self->dom[b] = WS_NONE;
  self->dom[self->n] = self->n;
  while (changed)
    {
      changed = FALSE;
      for (guint i = 1; i < self->n_order; i++)
        {
          guint32 b = self->order[i];
          const WsPtxBlock *block = &g_array_index (self->function->blocks, WsPtxBlock, b);
          guint32 dom = leaves (self->function, block) ? self->n : WS_NONE;

          for (guint s = 0; s < block->n_succ; s++)
            {
              guint32 to = g_array_index (self->function->edges, guint32, block->first_edge + s);

              if (self->number[to] == WS_NONE || self->dom[to] == WS_NONE)
                continue;
              dom = dom == WS_NONE ? to : intersect (self, dom, to);
            }
          if (dom != self->dom[b])
            {
              self->dom[b] = dom;
              changed = TRUE;
            }
        }
    }
}

static void
store (Graph *self)
{
  for (guint32 b = 0; b < self->n; b++)
    {
      WsPtxBlock *block = &g_array_index (self->function->blocks, WsPtxBlock, b);
      WsPtxInstruction *last =
          &g_array_index (self->function->instructions, WsPtxInstruction, block->end - 1);

      block->ipdom = self->dom[b] < self->n ? self->dom[b] : WS_NONE;
      if (((last->opcode == WS_PTX_BRA && last->guard != WS_NONE) || last->opcode == WS_PTX_BRX)
          && block->ipdom != WS_NONE)
        last->reconverge = g_array_index (self->function->blocks, WsPtxBlock, block->ipdom).first;
    }
}

void
ws_ptx_function_find_flow (WsPtxFunction *function)
{
  Graph graph = { .function = function };

  if (function->instructions->len == 0 || function->blocks->len > 0)
    return;
  find_blocks (function);
  find_edges (function);
  graph.n = function->blocks->len;
  find_predecessors (&graph);
  number_blocks (&graph);
  find_dominators (&graph);
  store (&graph);
  g_free (graph.order);
  g_free (graph.number);
  g_free (graph.first_pred);
  g_free (graph.preds);
  g_free (graph.dom);
}
