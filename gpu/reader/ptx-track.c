#include "reader/ptx-track.h"

#include <math.h>

#define MAX_DEPTH 512 /* of registers that lead to each other */

typedef enum { UNSEEN, VISITED, BOUNDED, SEEN } State; /* BOUNDED: visited, and met again */

typedef enum { WRITES, USES, COMPARISONS } Relation;

/* By register: the instructions that write it, use it, or compare it. */
typedef struct {
  GArray *first; /* guint32: of each register the first of its rows, and the end */
  GArray *rows;  /* guint32: instructions */
} Index;

struct _WsTracker {
  WsPtxModule *module;
  WsPtxFunction *function;
  guint32 grid[3];
  guint32 block[3];
  WsTrackNumber number;
  gpointer data;
  Index writes;
  Index uses;
  Index comparisons;
  State *states; /* of each register */
  WsTracked *seen;
  guint depth;
  guint n_steps; /* operands and instructions that were looked at */
};

/* ---- who writes a register, who compares it ---- */

typedef void (*RegisterFunc) (guint32 reg, guint32 instruction, gpointer data);

static void
walk_operand (const WsPtxFunction *function, const WsPtxOperand *operand, WsPtxRole role,
              guint32 instruction, RegisterFunc func, gpointer data)
{
  if (operand->kind == WS_PTX_OPERAND_VECTOR || operand->kind == WS_PTX_OPERAND_PAIR)
    for (guint i = 0; i < operand->n_elements; i++)
      walk_operand (function,
                    &g_array_index (function->elements, WsPtxOperand, operand->first_element + i),
                    role, instruction, func, data);
  else if (operand->kind == WS_PTX_OPERAND_REGISTER && operand->role == role
           && operand->reg != WS_NONE)
    func (operand->reg, instruction, data);
}

static void
walk (const WsPtxFunction *function, Relation relation, RegisterFunc func, gpointer data)
{
  for (guint32 i = 0; i < function->instructions->len; i++)
    {
      const WsPtxInstruction *in = &g_array_index (function->instructions, WsPtxInstruction, i);

      if (relation == COMPARISONS && in->opcode != WS_PTX_SETP)
        continue;
      for (guint k = 0; k < in->n_operands; k++)
        walk_operand (function, &in->operands[k],
                      relation == WRITES ? WS_PTX_ROLE_DEF : WS_PTX_ROLE_USE, i, func, data);
    }
}

static void
count_cb (guint32 reg, guint32 instruction, gpointer data)
{
  const Index *index = data;

  g_array_index (index->first, guint32, reg + 1)++;
}

static void
put_cb (guint32 reg, guint32 instruction, gpointer data)
{
  const Index *index = data;
  guint32 *next = &g_array_index (index->first, guint32, reg);

  g_array_index (index->rows, guint32, (*next)++) = instruction;
}

static void
index_init (Index *self, const WsPtxFunction *function, Relation relation)
{
  guint n = function->registers->len;

  self->first = g_array_new (FALSE, TRUE, sizeof (guint32));
  self->rows = g_array_new (FALSE, TRUE, sizeof (guint32));
  g_array_set_size (self->first, n + 2);
  walk (function, relation, count_cb, self);
  for (guint i = 0; i <= n; i++)
    g_array_index (self->first, guint32, i + 1) += g_array_index (self->first, guint32, i);
  g_array_set_size (self->rows, g_array_index (self->first, guint32, n + 1));
  walk (function, relation, put_cb, self);
  /* each first is now where the next one begins */
  for (guint i = n + 1; i > 0; i--)
    g_array_index (self->first, guint32, i) = g_array_index (self->first, guint32, i - 1);
  g_array_index (self->first, guint32, 0) = 0;
}

static void
index_clear (Index *self)
{
  g_array_unref (self->first);
  g_array_unref (self->rows);
}

/**
 * ws_tracker_new:
 * @module: parsed PTX; must outlive the tracker
 * @function: a kernel of it
 *
 * Returns: (transfer full): it, before ws_tracker_begin()
 */
WsTracker *
ws_tracker_new (WsPtxModule *module, WsPtxFunction *function)
{
  WsTracker *self = g_new0 (WsTracker, 1);

  self->module = module;
  self->function = function;
  index_init (&self->writes, function, WRITES);
  index_init (&self->uses, function, USES);
  index_init (&self->comparisons, function, COMPARISONS);
  self->states = g_new0 (State, function->registers->len + 1);
  self->seen = g_new0 (WsTracked, function->registers->len + 1);
  return self;
}

void
ws_tracker_free (WsTracker *self)
{
  index_clear (&self->writes);
  index_clear (&self->uses);
  index_clear (&self->comparisons);
  g_free (self->states);
  g_free (self->seen);
  g_free (self);
}

/**
 * ws_tracker_begin:
 * @grid: blocks along x, y, z
 * @block: threads
 * @number: says what parameters are
 * @data: for @number
 *
 * From now on the kernel is launched so.
 */
void
ws_tracker_begin (WsTracker *self, const guint32 grid[3], const guint32 block[3],
                  WsTrackNumber number, gpointer data)
{
  for (guint axis = 0; axis < 3; axis++)
    {
      self->grid[axis] = grid[axis];
      self->block[axis] = block[axis];
    }
  self->number = number;
  self->data = data;
  self->n_steps = 0;
  for (guint i = 0; i < self->function->registers->len; i++)
    self->states[i] = UNSEEN;
}

/* ---- what instructions make ---- */

static WsTracked
known (double low, double high, guint axes)
{
  return (WsTracked){ .bounds = ws_range_new_between (low, high), .axes = axes };
}

static WsTracked
look_at_special (const WsTracker *self, WsPtxSpecial special)
{
  if (special >= WS_PTX_SREG_TID_X && special <= WS_PTX_SREG_TID_Z)
    return known (0, self->block[special - WS_PTX_SREG_TID_X] - 1.0,
                  1u << (special - WS_PTX_SREG_TID_X));
  if (special >= WS_PTX_SREG_NTID_X && special <= WS_PTX_SREG_NTID_Z)
    return known (self->block[special - WS_PTX_SREG_NTID_X],
                  self->block[special - WS_PTX_SREG_NTID_X], 0);
  if (special >= WS_PTX_SREG_CTAID_X && special <= WS_PTX_SREG_CTAID_Z)
    return known (0, self->grid[special - WS_PTX_SREG_CTAID_X] - 1.0,
                  1u << (special - WS_PTX_SREG_CTAID_X));
  if (special >= WS_PTX_SREG_NCTAID_X && special <= WS_PTX_SREG_NCTAID_Z)
    return known (self->grid[special - WS_PTX_SREG_NCTAID_X],
                  self->grid[special - WS_PTX_SREG_NCTAID_X], 0);
  if (special == WS_PTX_SREG_LANEID)
    return known (0, 31, 1);
  return (WsTracked){ 0 };
}

static WsTracked
look_at_immediate (const WsPtxOperand *operand)
{
  if (operand->is_float)
    return (WsTracked){ 0 };
  return known ((double)(gint64)operand->bits, (double)(gint64)operand->bits, 0);
}

static WsTracked
look_at_symbol (WsTracker *self, const WsPtxOperand *operand)
{
  WsTracked tracked = known ((double)operand->offset, (double)operand->offset, 0);

  tracked.variable = ws_ptx_operand_get_variable (self->module, self->function, operand);
  return tracked;
}

static WsTracked
combine (const WsTracked *a, const WsTracked *b, double low, double high)
{
  WsTracked tracked = { .axes = a->axes | b->axes, .is_sized = a->is_sized || b->is_sized };

  if (a->bounds.known && b->bounds.known && low <= high)
    tracked.bounds = ws_range_new_between (low, high);
  return tracked;
}

static WsTracked
add (const WsTracked *a, const WsTracked *b, double sign)
{
  double low = a->bounds.low + (sign > 0 ? b->bounds.low : -b->bounds.high);
  double high = a->bounds.high + (sign > 0 ? b->bounds.high : -b->bounds.low);
  WsTracked sum = combine (a, b, low, high);

  sum.parameter = a->parameter != NULL ? a->parameter : b->parameter;
  sum.variable = a->variable != NULL ? a->variable : b->variable;
  return sum;
}

static WsTracked
multiply (const WsTracked *a, const WsTracked *b)
{
  double p = a->bounds.low * b->bounds.low, q = a->bounds.low * b->bounds.high;
  double r = a->bounds.high * b->bounds.low, s = a->bounds.high * b->bounds.high;

  return combine (a, b, fmin (fmin (p, q), fmin (r, s)), fmax (fmax (p, q), fmax (r, s)));
}

static WsTracked
divide (const WsTracked *a, const WsTracked *b)
{
  if (!b->bounds.known || b->bounds.low < 1 || !a->bounds.known || a->bounds.low < 0)
    return combine (a, b, 1, 0);
  return combine (a, b, floor (a->bounds.low / b->bounds.high),
                  floor (a->bounds.high / b->bounds.low));
}

/* Of what is not less than 0: a remainder, and what a mask leaves. */
static WsTracked
limit (const WsTracked *a, const WsTracked *b, double most)
{
  if (!b->bounds.known || b->bounds.low < 0 || (a->bounds.known && a->bounds.low < 0))
    return combine (a, b, 1, 0);
  return combine (a, b, 0, a->bounds.known ? fmin (a->bounds.high, most) : most);
}

static WsTracked
shift (const WsTracked *a, const WsTracked *b, gboolean left)
{
  WsTracked factor = *b;

  if (!b->bounds.known || b->bounds.low != b->bounds.high || b->bounds.low < 0
      || b->bounds.low > 62)
    return combine (a, b, 1, 0);
  factor.bounds = ws_range_new (exp2 (b->bounds.low));
  return left ? multiply (a, &factor) : divide (a, &factor);
}

static WsTracked
join (const WsTracked *a, const WsTracked *b)
{
  WsTracked joined =
      combine (a, b, fmin (a->bounds.low, b->bounds.low), fmax (a->bounds.high, b->bounds.high));

  joined.parameter = a->parameter != NULL ? a->parameter : b->parameter;
  joined.variable = a->variable != NULL ? a->variable : b->variable;
  return joined;
}

/**
 * ws_tracker_find_parameter:
 * @operand: of an instruction of its kernel
 *
 * Returns: (transfer none) (nullable): the parameter that is read there, as by ld.param
 */
const WsPtxVariable *
ws_tracker_find_parameter (WsTracker *self, const WsPtxOperand *operand)
{
  if (operand->kind != WS_PTX_OPERAND_MEMORY || operand->scope != WS_PTX_SCOPE_PARAM)
    return NULL;
  return ws_ptx_operand_get_variable (self->module, self->function, operand);
}

static WsTracked
look_at_load (WsTracker *self, const WsPtxInstruction *in)
{
  const WsPtxVariable *parameter = ws_tracker_find_parameter (self, &in->operands[1]);
  double value;

  if (parameter == NULL)
    {
      WsTracked tracked = { 0 };

      if (in->n_types > 0 && ws_ptx_type_get_width (in->types[0]) == 1)
        tracked.bounds = ws_range_new_between (0, 255);
      return tracked;
    }
  if (self->number (parameter, &value, self->data))
    {
      WsTracked tracked = known (value, value, 0);

      tracked.is_sized = TRUE;
      return tracked;
    }
  return (WsTracked){ .bounds = ws_range_new (0),
                      .parameter = parameter->size == 8 ? parameter : NULL };
}

static WsTracked
look_at_instruction (WsTracker *self, const WsPtxInstruction *in)
{
  WsTracked a = { 0 }, b = { 0 }, c = { 0 };

  if (in->opcode == WS_PTX_LD)
    return look_at_load (self, in);
  if (in->n_operands > 1)
    a = ws_tracker_look (self, &in->operands[1]);
  if (in->n_operands > 2)
    b = ws_tracker_look (self, &in->operands[2]);
  if (in->n_operands > 3)
    c = ws_tracker_look (self, &in->operands[3]);
  if (in->n_types > 0 && (in->types[0] == WS_PTX_F32 || in->types[0] == WS_PTX_F64))
    return (WsTracked){ 0 };
  switch (in->opcode)
    {
    case WS_PTX_MOV:
    case WS_PTX_CVTA:
    case WS_PTX_CVT:
      return a;
    case WS_PTX_ADD:
      return add (&a, &b, 1);
    case WS_PTX_SUB:
      return add (&a, &b, -1);
    case WS_PTX_MUL:
      return ws_ptx_instruction_has_mod (in, WS_PTX_MOD_HI) ? combine (&a, &b, 1, 0)
                                                            : multiply (&a, &b);
    case WS_PTX_MAD:
      a = multiply (&a, &b);
      return ws_ptx_instruction_has_mod (in, WS_PTX_MOD_HI) ? combine (&a, &c, 1, 0)
                                                            : add (&a, &c, 1);
    case WS_PTX_DIV:
      return divide (&a, &b);
    case WS_PTX_REM:
      return limit (&a, &b, b.bounds.high - 1);
    case WS_PTX_AND:
      return limit (&a, &b, b.bounds.high);
    case WS_PTX_SHL:
      return shift (&a, &b, TRUE);
    case WS_PTX_SHR:
      return shift (&a, &b, FALSE);
    case WS_PTX_MIN:
      return combine (&a, &b, fmin (a.bounds.low, b.bounds.low),
                      fmin (a.bounds.high, b.bounds.high));
    case WS_PTX_MAX:
      return combine (&a, &b, fmax (a.bounds.low, b.bounds.low),
                      fmax (a.bounds.high, b.bounds.high));
    case WS_PTX_SELP:
      return join (&a, &b);
    default:
      return combine (&a, &b, 1, 0);
    }
}

/* ---- registers ---- */

/* Whether a comparison, or its opposite, lets only what is less through. */
static gboolean
excludes_limit (WsPtxCompare compare, gboolean on_the_left)
{
  gboolean less = compare == WS_PTX_LT || compare == WS_PTX_GE || compare == WS_PTX_LO
                  || compare == WS_PTX_HS || compare == WS_PTX_EQ || compare == WS_PTX_NE;

  return on_the_left || compare == WS_PTX_EQ || compare == WS_PTX_NE ? less : !less;
}

/* What a register is held against bounds it: a number that is a parameter, or in a loop anything.
 */
static void
apply_comparisons (WsTracker *self, guint32 reg, gboolean is_loop, WsTracked *tracked)
{
  const Index *index = &self->comparisons;

  for (guint32 i = g_array_index (index->first, guint32, reg);
       i < g_array_index (index->first, guint32, reg + 1); i++)
    {
      const WsPtxInstruction *in = &g_array_index (self->function->instructions, WsPtxInstruction,
                                                   g_array_index (index->rows, guint32, i));
      gboolean on_the_left = in->operands[1].reg == reg;
      WsTracked bound = ws_tracker_look (self, &in->operands[on_the_left ? 2 : 1]);
      double most = bound.bounds.high - excludes_limit (in->compare, on_the_left);

      if (!bound.bounds.known || most < 1 || !(bound.is_sized || is_loop)
          || ((in->compare == WS_PTX_EQ || in->compare == WS_PTX_NE) && !is_loop))
        continue;
      if (!tracked->bounds.known)
        tracked->bounds = ws_range_new_between (0, most);
      tracked->bounds.high = fmin (tracked->bounds.high, most);
      tracked->bounds.low = fmin (fmax (tracked->bounds.low, 0), tracked->bounds.high);
    }
}

/* A register that leads to itself: only what it is held against says how far it goes. */
static WsTracked
look_at_counter (WsTracker *self, guint32 reg)
{
  WsTracked tracked = { 0 };

  self->states[reg] = BOUNDED;
  apply_comparisons (self, reg, TRUE, &tracked);
  self->states[reg] = VISITED;
  return tracked;
}

static WsTracked
look_at_register (WsTracker *self, guint32 reg)
{
  const Index *index = &self->writes;
  guint32 first = g_array_index (index->first, guint32, reg);
  guint32 end = g_array_index (index->first, guint32, reg + 1);
  WsTracked tracked = { 0 };
  gboolean is_loop = FALSE;
  guint n = 0;

  self->states[reg] = VISITED;
  self->seen[reg] = tracked;
  for (guint32 i = first; i < end; i++)
    {
      const WsPtxInstruction *in = &g_array_index (self->function->instructions, WsPtxInstruction,
                                                   g_array_index (index->rows, guint32, i));
      WsTracked one = look_at_instruction (self, in);

      tracked = n++ == 0 ? one : join (&tracked, &one);
      is_loop |= end - first > 1;
    }
  /* of a loop's counter only the end is known, by what it is held against */
  if (is_loop && tracked.parameter == NULL)
    apply_comparisons (self, reg, TRUE, &tracked);
  else if (!is_loop)
    apply_comparisons (self, reg, FALSE, &tracked);
  self->states[reg] = SEEN;
  self->seen[reg] = tracked;
  return tracked;
}

/**
 * ws_tracker_look:
 * @self: a tracker, behind ws_tracker_begin()
 * @operand: of an instruction of its kernel
 *
 * Returns: what it comes to; of memory, its address
 */
WsTracked
ws_tracker_look (WsTracker *self, const WsPtxOperand *operand)
{
  WsTracked tracked = { 0 };

  switch (operand->kind)
    {
    case WS_PTX_OPERAND_SPECIAL:
      return look_at_special (self, operand->special);
    case WS_PTX_OPERAND_IMMEDIATE:
      return look_at_immediate (operand);
    case WS_PTX_OPERAND_SYMBOL:
      return look_at_symbol (self, operand);
    case WS_PTX_OPERAND_MEMORY:
      if (operand->symbol != WS_NONE)
        return look_at_symbol (self, operand);
      break;
    case WS_PTX_OPERAND_REGISTER:
      break;
    default:
      return tracked;
    }
  ws_work_add (1);
  /* comparisons that lead to each other in every order have no end */
  if (operand->reg == WS_NONE || self->n_steps++ > WS_WORK_MAX_STEPS)
    return tracked;
  if (self->states[operand->reg] == VISITED)
    tracked = look_at_counter (self, operand->reg);
  else if (self->states[operand->reg] != UNSEEN)
    tracked = self->seen[operand->reg];
  else if (self->depth < MAX_DEPTH)
    {
      self->depth++;
      tracked = look_at_register (self, operand->reg);
      self->depth--;
    }
  if (operand->kind == WS_PTX_OPERAND_MEMORY && tracked.bounds.known)
    {
      tracked.bounds.low += (double)operand->offset;
      tracked.bounds.high += (double)operand->offset;
    }
  return tracked;
}

static const WsPtxInstruction *
get_row (const WsTracker *self, const Index *index, guint32 row)
{
  return &g_array_index (self->function->instructions, WsPtxInstruction,
                         g_array_index (index->rows, guint32, row));
}

/**
 * ws_tracker_find_load:
 * @reg: a register of its kernel
 *
 * Returns: (transfer none) (nullable): the first instruction that loads it, and no other with it
 */
const WsPtxInstruction *
ws_tracker_find_load (const WsTracker *self, guint32 reg)
{
  const Index *index = &self->writes;

  for (guint32 i = g_array_index (index->first, guint32, reg);
       i < g_array_index (index->first, guint32, reg + 1); i++)
    {
      const WsPtxInstruction *in = get_row (self, index, i);

      if (in->opcode == WS_PTX_LD && in->operands[0].kind == WS_PTX_OPERAND_REGISTER)
        return in;
    }
  return NULL;
}

/**
 * ws_tracker_uses_as:
 * @reg: a register of its kernel
 *
 * Whether an instruction reads it as that type: what is loaded as bits may be a number.
 */
gboolean
ws_tracker_uses_as (WsTracker *self, guint32 reg, WsPtxType type)
{
  const Index *index = &self->uses;

  for (guint32 i = g_array_index (index->first, guint32, reg);
       i < g_array_index (index->first, guint32, reg + 1); i++)
    {
      const WsPtxInstruction *in = get_row (self, index, i);

      self->n_steps++;
      ws_work_add (1);
      for (guint k = 0; k < in->n_operands; k++)
        if (in->operands[k].kind == WS_PTX_OPERAND_REGISTER && in->operands[k].reg == reg
            && in->operands[k].role == WS_PTX_ROLE_USE && in->n_types > 0
            && in->types[in->n_types - 1] == type)
          return TRUE;
    }
  return FALSE;
}

/* Returns: how much was looked at since ws_tracker_begin(), for tests */
guint
ws_tracker_get_n_steps (const WsTracker *self)
{
  return self->n_steps;
}
