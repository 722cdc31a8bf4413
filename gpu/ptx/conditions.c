/* conditions.c: barriers of the block under a condition that depends on the thread.
 *
 * A register depends on the thread if arithmetic, a move, a comparison or a selection computes it
 * from a special register that differs between threads, or from another such register. Values from
 * memory, from other lanes or from a call count as equal in all threads: a reported barrier must be
 * a true positive.
 *
 * An instruction is under the condition of a branch if it is between the branch and the branch's
 * immediate post-dominator. Those are the instructions that are control-dependent on the branch,
 * directly or through other branches: J. Ferrante, K. J. Ottenstein, J. D. Warren, "The Program
 * Dependence Graph and Its Use in Optimization" (1987). The walks up the tree of post-dominators
 * skip what was found before, so that their total time is almost linear in the number of edges: a
 * hostile text must not cause quadratic time.
 *
 * If one side of a branch in a kernel only ends the thread, as in "if (i >= n) return;", nothing is
 * under its condition: a barrier does not wait for threads that have ended.
 */
#include "ptx/parser.h"

/* ---- registers that depend on the thread ---- */

typedef struct {
  const WsPtxFunction *function;
  guint8 *depends;    /* per register */
  guint32 *first_use; /* per register, and one more: into uses */
  guint32 *uses;      /* instructions that read it */
  guint32 *stack;     /* worklist of registers */
  guint32 n_stack;
} Dependence;

/* Called for each operand, those of vectors and pairs too. */
typedef void (*Visit) (Dependence *self, guint32 instruction, const WsPtxOperand *operand);

static const WsPtxInstruction *
get_instruction (const WsPtxFunction *function, guint32 index)
{
  return &g_array_index (function->instructions, WsPtxInstruction, index);
}

static const WsPtxBlock *
get_block (const WsPtxFunction *function, guint32 block)
{
  return &g_array_index (function->blocks, WsPtxBlock, block);
}

static gboolean
differs_between_threads (WsPtxSpecial special)
{
  return special <= WS_PTX_SREG_TID_Z || special == WS_PTX_SREG_LANEID
         || special == WS_PTX_SREG_WARPID
         || (special >= WS_PTX_SREG_LANEMASK_EQ && special <= WS_PTX_SREG_LANEMASK_GT);
}

static void
visit_operands (Dependence *self, guint32 index, Visit visit)
{
  const WsPtxInstruction *in = get_instruction (self->function, index);

  for (guint o = 0; o < in->n_operands; o++)
    {
      const WsPtxOperand *operand = &in->operands[o];

      if (operand->kind != WS_PTX_OPERAND_VECTOR && operand->kind != WS_PTX_OPERAND_PAIR)
        visit (self, index, operand);
      else
        for (guint e = 0; e < operand->n_elements; e++)
          visit (
              self, index,
              &g_array_index (self->function->elements, WsPtxOperand, operand->first_element + e));
    }
}

static gboolean
is_followed (const WsPtxInstruction *in)
{
  return ws_ptx_opcode_get_class (in->opcode) == WS_OP_ALU;
}

static void
mark_register (Dependence *self, guint32 reg)
{
  if (self->depends[reg])
    return;
  self->depends[reg] = TRUE;
  self->stack[self->n_stack++] = reg;
}

static void
mark_written (Dependence *self, guint32 instruction, const WsPtxOperand *operand)
{
  if (operand->role == WS_PTX_ROLE_DEF && operand->reg != WS_NONE)
    mark_register (self, operand->reg);
}

static void
mark_if_special (Dependence *self, guint32 instruction, const WsPtxOperand *operand)
{
  if (operand->kind == WS_PTX_OPERAND_SPECIAL && differs_between_threads (operand->special))
    visit_operands (self, instruction, mark_written);
}

static void
count_use (Dependence *self, guint32 instruction, const WsPtxOperand *operand)
{
  if (operand->role == WS_PTX_ROLE_USE && operand->reg != WS_NONE)
    self->first_use[operand->reg]++;
}

/* The slots of a register are filled from the end: first_use counts down to the first. */
static void
add_use (Dependence *self, guint32 instruction, const WsPtxOperand *operand)
{
  if (operand->role == WS_PTX_ROLE_USE && operand->reg != WS_NONE)
    self->uses[--self->first_use[operand->reg]] = instruction;
}

/* Guards are uses, too: whether the instruction writes depends on them. */
static void
visit_uses (Dependence *self, Visit visit)
{
  for (guint32 i = 0; i < self->function->instructions->len; i++)
    {
      const WsPtxInstruction *in = get_instruction (self->function, i);
      const WsPtxOperand guard = { .role = WS_PTX_ROLE_USE, .reg = in->guard };

      if (!is_followed (in))
        continue;
      visit_operands (self, i, visit);
      visit (self, i, &guard);
    }
}

static void
find_uses (Dependence *self)
{
  guint32 n = self->function->registers->len;

  self->first_use = g_new0 (guint32, n + 1);
  visit_uses (self, count_use);
  for (guint32 r = 0; r < n; r++)
    self->first_use[r + 1] += self->first_use[r];
  self->uses = g_new (guint32, self->first_use[n] + 1);
  visit_uses (self, add_use);
}

/* (transfer full): per register, whether it depends on the thread */
static guint8 *
find_dependent (const WsPtxFunction *function)
{
  guint32 n = function->registers->len;
  Dependence self = {
    .function = function,
    .depends = g_new0 (guint8, n + 1),
    .stack = g_new (guint32, n + 1),
  };

  find_uses (&self);
  for (guint32 i = 0; i < function->instructions->len; i++)
    if (is_followed (get_instruction (function, i)))
      visit_operands (&self, i, mark_if_special);
  while (self.n_stack > 0)
    {
      guint32 reg = self.stack[--self.n_stack];

      for (guint32 u = self.first_use[reg]; u < self.first_use[reg + 1]; u++)
        visit_operands (&self, self.uses[u], mark_written);
    }
  g_free (self.first_use);
  g_free (self.uses);
  g_free (self.stack);
  return self.depends;
}

/* ---- instructions under a condition ---- */

typedef struct {
  const WsPtxFunction *function;
  guint32 n;           /* blocks; n is the virtual exit */
  guint32 *depth;      /* per block: in the tree of post-dominators; the exit's is 0 */
  guint32 *above;      /* per block: where to look for the next block without a condition */
  guint32 *conditions; /* per block: the branch of its condition, WS_NONE for none */
  guint32 *stack;
  guint32 n_stack;
} Region;

static guint32
get_parent (const Region *self, guint32 block)
{
  guint32 parent = get_block (self->function, block)->ipdom;

  return parent != WS_NONE ? parent : self->n;
}

static void
find_depths (Region *self)
{
  for (guint32 b = 0; b < self->n; b++)
    {
      guint32 n = 0;

      for (guint32 up = b; up != self->n && self->depth[up] == 0; up = get_parent (self, up))
        self->stack[n++] = up;
      while (n-- > 0)
        self->depth[self->stack[n]] = self->depth[get_parent (self, self->stack[n])] + 1;
    }
}

/* The first of @block and its post-dominators without a condition so far. */
static guint32
find_free (Region *self, guint32 block)
{
  guint32 top = block;

  while (self->above[top] != top)
    top = self->above[top];
  while (self->above[block] != top)
    {
      guint32 next = self->above[block];

      self->above[block] = top;
      block = next;
    }
  return top;
}

/* Puts everything control-dependent on the branch at the end of @block under @condition. */
static void
mark_dependent (Region *self, guint32 block, guint32 condition)
{
  const WsPtxBlock *from = get_block (self->function, block);
  guint32 least = self->depth[get_parent (self, block)];

  for (guint i = 0; i < from->n_succ; i++)
    {
      guint32 to = g_array_index (self->function->edges, guint32, from->first_edge + i);

      for (to = find_free (self, to); self->depth[to] > least; to = find_free (self, to))
        {
          self->conditions[to] = condition;
          self->above[to] = get_parent (self, to);
          self->stack[self->n_stack++] = to;
        }
    }
}

/* Whether only the end of the thread follows where the successors of @block meet. Code that the
 * compiler merged from the end of both sides, such as two writes before two returns, counts as part
 * of the sides. */
static gboolean
meets_at_end (const Region *self, guint32 block)
{
  guint32 parent = get_parent (self, block);
  const WsPtxBlock *meeting = parent != self->n ? get_block (self->function, parent) : NULL;
  guint32 i = meeting != NULL ? meeting->first : 0;
  const WsPtxInstruction *in;

  if (meeting == NULL)
    return TRUE;
  while (i + 1 < meeting->end && get_instruction (self->function, i)->is_of_many)
    i++;
  in = get_instruction (self->function, i);
  return in->guard == WS_NONE
         && (in->opcode == WS_PTX_EXIT || (in->opcode == WS_PTX_RET && self->function->is_entry));
}

static gboolean
branches_by_thread (const WsPtxInstruction *in, const guint8 *depends)
{
  return (in->guard != WS_NONE && depends[in->guard])
         || (in->opcode == WS_PTX_BRX && in->operands[0].reg != WS_NONE
             && depends[in->operands[0].reg]);
}

/* In compiled code, inner conditions follow outer ones: handling them first gives each block its
 * nearest condition. */
static void
find_regions (Region *self, const guint8 *depends)
{
  for (guint32 b = self->n; b-- > 0;)
    {
      guint32 last = get_block (self->function, b)->end - 1;

      if (get_block (self->function, b)->n_succ < 2
          || !branches_by_thread (get_instruction (self->function, last), depends)
          || meets_at_end (self, b))
        continue;
      self->n_stack = 0;
      mark_dependent (self, b, last);
      while (self->n_stack > 0)
        {
          guint32 under = self->stack[--self->n_stack];

          mark_dependent (self, under, self->conditions[under]);
        }
    }
}

/* Whether it waits for all threads of the block, rather than for a given number. */
static gboolean
is_barrier_of_all (const WsPtxInstruction *in)
{
  gboolean is_red = ws_ptx_instruction_has_mod (in, WS_PTX_MOD_RED);

  return ws_ptx_opcode_get_class (in->opcode) == WS_OP_BARRIER
         && in->n_operands == (is_red ? 3 : 1);
}

static gboolean
has_barrier (const WsPtxFunction *function)
{
  for (guint32 i = 0; i < function->instructions->len; i++)
    if (is_barrier_of_all (get_instruction (function, i)))
      return TRUE;
  return FALSE;
}

/**
 * ws_ptx_function_find_conditions:
 * @self: a function with a body and its control flow
 *
 * Finds barriers of the block under conditions that depend on the thread: some threads may reach
 * them, others not. See the top of this file for the rules.
 *
 * Returns: (transfer full) (nullable): per instruction: for such a barrier, the instruction whose
 * guard is the condition, which is the barrier itself or a branch; %WS_NONE for any other. %NULL if
 * the
 *   function has no barrier.
 */
guint32 *
ws_ptx_function_find_conditions (const WsPtxFunction *self)
{
  guint32 n = self->blocks->len;
  g_autofree guint8 *depends = NULL;
  Region region = { .function = self, .n = n };
  guint32 *found;

  if (!has_barrier (self))
    return NULL;
  depends = find_dependent (self);
  region.depth = g_new0 (guint32, n + 1);
  region.above = g_new (guint32, n + 1);
  region.conditions = g_new (guint32, n + 1);
  region.stack = g_new (guint32, n + 1);
  for (guint32 b = 0; b <= n; b++)
    {
      region.above[b] = b;
      region.conditions[b] = WS_NONE;
    }
  find_depths (&region);
  find_regions (&region, depends);
  found = g_new (guint32, self->instructions->len);
  for (guint32 i = 0; i < self->instructions->len; i++)
    {
      const WsPtxInstruction *in = get_instruction (self, i);

      found[i] = !is_barrier_of_all (in)                      ? WS_NONE
                 : in->guard != WS_NONE && depends[in->guard] ? i
                                                              : region.conditions[in->block];
    }
  g_free (region.depth);
  g_free (region.above);
  g_free (region.conditions);
  g_free (region.stack);
  return found;
}
