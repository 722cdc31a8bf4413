/* code.c: a decoded kernel, and its limits. */
#include "vm/lanes.h"
#include "vm/types.h"

#include <glib/gi18n.h>

#define MAX_ROWS    (1u << 20)
#define MAX_LOCAL   (1u << 25) /* bytes of a lane */
#define MOST_ROUNDS 32

static void
refuse (const WsCode *self, const char *what, guint limit, GError **error)
{
  g_set_error (error, WS_DEVICE_ERROR, WS_DEVICE_ERROR_UNSUPPORTED,
               _ ("The virtual GPU cannot execute kernel %s: together with the functions it calls "
                  "it has more than %u %s."),
               self->function->name, limit, what);
}

/**
 * ws_code_take_rows:
 * @self: a kernel that is being decoded
 * @n: rows of the register file
 * @error: return location: %WS_DEVICE_ERROR_UNSUPPORTED, with row 0, if there are too many
 *
 * Returns: the first of @n new rows
 */
guint32
ws_code_take_rows (WsCode *self, guint32 n, GError **error)
{
  guint32 row = self->n_rows;

  if (n > MAX_ROWS - row)
    {
      refuse (self, _ ("registers and constants"), MAX_ROWS, error);
      return 0;
    }
  self->n_rows += n;
  return row;
}

/**
 * ws_code_take_local:
 * @self: a kernel that is being decoded
 * @end: (inout): end of the allocated part of the kernel's memory, or of a frame
 * @bytes: of a lane
 * @align: their alignment
 * @error: return location: %WS_DEVICE_ERROR_UNSUPPORTED, with place 0, if there are too many
 *
 * Returns: their place in the lane's memory
 */
guint32
ws_code_take_local (WsCode *self, guint32 *end, guint64 bytes, guint align, GError **error)
{
  guint32 first = (*end + align - 1) / align * align;

  if (bytes > MAX_LOCAL || first > MAX_LOCAL - bytes)
    {
      refuse (self, _ ("bytes of local memory per thread"), MAX_LOCAL, error);
      return 0;
    }
  *end = first + (guint32)bytes;
  return first;
}

/**
 * ws_code_get_instruction:
 * @site: of it, or %WS_NONE
 *
 * Returns: (transfer none) (nullable): the instruction, of the kernel or of a function that it
 * calls; %NULL if there is no such site
 */
const WsPtxInstruction *
ws_code_get_instruction (const WsCode *self, guint32 site)
{
  const WsPtxPart *part = ws_ptx_parts_find (self->parts, site);

  return part != NULL ? &g_array_index (part->function->instructions, WsPtxInstruction,
                                        site - part->first_site)
                      : NULL;
}

/**
 * ws_code_find_site:
 * @op: one of its operations
 *
 * Returns: its site; of an operation that passes arguments, or is a system function, the site of
 * the call; %WS_NONE if there is none
 */
guint32
ws_code_find_site (const WsCode *self, guint32 op)
{
  for (guint32 i = op + 1; i-- > 0;)
    {
      guint32 site = g_array_index (self->ops, WsOp, i).site;

      if (site != WS_NONE)
        return site;
    }
  return WS_NONE;
}

/* Whether it loads, stores or updates one element of 4 bytes, from or to a 32-bit register, in
 * shared, global or constant memory. */
static gboolean
is_word (const WsOp *op)
{
  return op->width == 4 && op->vector == 1
         && ((op->exec == WS_X_LD && (op->wide & 1) == 0 && op->d[0] != WS_NO_ROW)
             || (op->exec == WS_X_ST && (op->wide & 4) == 0)
             || (op->exec == WS_X_ATOM && op->wide == 0))
         && (op->space == WS_SPACE_SHARED || op->space == WS_SPACE_GLOBAL
             || op->space == WS_SPACE_CONST);
}

/* Measured host costs; those that depend on addresses are added at the access, those that depend on
 * the block's warps in block.c. */
static guint8
work_of (const WsOp *op)
{
  switch ((WsExec)op->exec)
    {
    case WS_X_LANES:
    case WS_X_LANES_ROUNDED:
      return ws_lanes_rows[op->lanes].work;
    case WS_X_LANES_RESIZED:
      return 16 + ws_lanes_rows[op->lanes].work;
    case WS_X_ATOM:
    case WS_X_COPY:
    case WS_X_MBARRIER:
      return 160;
    case WS_X_MATRIX:
      return 255;
    case WS_X_MATRIX_LD:
    case WS_X_MATRIX_ST:
    case WS_X_TEXTURE:
      return 200;
    case WS_X_COPY_GROUP:
      return 100;
    case WS_X_MATCH:
      return 100;
    case WS_X_REDUX:
      return 48;
    case WS_X_LD:
    case WS_X_ST:
      return op->is_word ? 2 : 32;
    case WS_X_PACK:
    case WS_X_ISSPACEP:
    case WS_X_SHFL:
    case WS_X_VOTE:
    case WS_X_BRX:
      return 16;
    case WS_X_CALL:
    case WS_X_RETURN:
    case WS_X_SYSTEM:
      return 200;
    default:
      return 1;
    }
}

/* Paths may reconverge at @at. */
static void
join (WsCode *self, guint32 at)
{
  if (at < self->ops->len)
    g_array_index (self->ops, WsOp, at).joins = TRUE;
}

/* The source of @op with the member mask, plus 1 (PTX ISA, "membermask"). */
static guint8
members_of (const WsOp *op)
{
  static const guint8 sources[WS_X_NOP + 1] = {
    [WS_X_SHFL] = 4,  [WS_X_VOTE] = 2,  [WS_X_MATCH] = 2,
    [WS_X_REDUX] = 2, [WS_X_ELECT] = 1, [WS_X_BAR_WARP] = 1,
  };
  guint8 members = sources[op->exec];

  return members <= op->n_source && op->opcode != WS_PTX_ACTIVEMASK ? members : 0;
}

/* Whether a row that @op reads is one of @rows, a flag each. */
static gboolean
reads (const WsOp *op, const guint8 *rows)
{
  gboolean found = op->guarded != 0 && rows[op->guard / WS_ROW_BYTES];

  for (guint i = 0; i < op->n_source; i++)
    found |= rows[op->s[i] / WS_ROW_BYTES];
  return found;
}

/* The rows that depend on concurrent writes of other threads, a flag each; found by a few passes
 * over the kernel. (transfer full) */
static guint8 *
find_looks (const WsCode *self)
{
  const WsOp *ops = (const WsOp *)(const void *)self->ops->data;
  guint8 *rows = g_new0 (guint8, MAX (self->n_rows, 1));
  gboolean grew = TRUE;

  for (guint round = 0; round < MOST_ROUNDS && grew; round++)
    {
      grew = FALSE;
      for (guint32 i = 0; i < self->ops->len; i++)
        {
          if (!ops[i].looks && !reads (&ops[i], rows))
            continue;
          for (guint d = 0; d < G_N_ELEMENTS (ops[i].d); d++)
            if (ops[i].d[d] != WS_NO_ROW && !rows[ops[i].d[d] / WS_ROW_BYTES])
              {
                rows[ops[i].d[d] / WS_ROW_BYTES] = TRUE;
                grew = TRUE;
              }
        }
    }
  return rows;
}

/* Marks the back branches of spin loops: loops that read what other threads write, and have a
 * branch that depends on it. */
static void
mark_spins (WsCode *self)
{
  WsOp *ops = (WsOp *)(void *)self->ops->data;
  g_autofree guint8 *rows = find_looks (self);
  /* per operation: how many before it observe writes, and how many branches depend on them */
  g_autofree guint32 *n_looks = g_new0 (guint32, self->ops->len + 1);
  g_autofree guint32 *n_branches = g_new0 (guint32, self->ops->len + 1);
  /* and how many observe writes of other blocks */
  g_autofree guint32 *n_far = g_new0 (guint32, self->ops->len + 1);

  for (guint32 i = 0; i < self->ops->len; i++)
    {
      gboolean is_branch = ops[i].exec == WS_X_BRA;
      guint32 target = ops[i].target;

      n_looks[i + 1] = n_looks[i] + (ops[i].looks ? 1 : 0);
      n_far[i + 1] = n_far[i] + (ops[i].looks && ops[i].space != WS_SPACE_SHARED ? 1 : 0);
      n_branches[i + 1] =
          n_branches[i]
          + (is_branch && ops[i].guarded != 0 && rows[ops[i].guard / WS_ROW_BYTES] ? 1 : 0);
      ops[i].spins = is_branch && target <= i && n_looks[i] > n_looks[target]
                     && n_branches[i + 1] > n_branches[target];
      self->waits |= ops[i].spins && n_far[i] > n_far[target];
    }
}

/* Whether the path continues after @op with unchanged lanes. */
static gboolean
goes_on (const WsOp *op)
{
  return op->exec != WS_X_BRA && op->exec != WS_X_BRX && op->exec != WS_X_BAR
         && op->exec != WS_X_EXIT && op->exec != WS_X_TRAP && op->exec != WS_X_CALL
         && op->exec != WS_X_RETURN;
}

/* A base register of accesses in straight-line code. */
typedef struct {
  guint32 row;
  guint32 first; /* of them, plus 1; 0: none */
  gboolean has_others;
} Pointer;

/* Whether @op writes nothing but its destinations. */
static gboolean
writes_destinations (const WsOp *op)
{
  return op->exec <= WS_X_ELECT || op->exec == WS_X_BAR_WARP || op->exec == WS_X_NOP;
}

/* A write to a register invalidates what is known of it. */
static void
forget_written (Pointer *pointers, const WsOp *op, WsOp *ops)
{
  for (guint p = 0; p < WS_N_KEPT; p++)
    {
      Pointer *pointer = &pointers[p];
      gboolean is_written = !writes_destinations (op);

      for (guint d = 0; d < G_N_ELEMENTS (op->d); d++)
        is_written |= op->d[d] == pointer->row;
      if (pointer->first == 0 || !is_written)
        continue;
      if (!pointer->has_others)
        ops[pointer->first - 1].kept = 0;
      *pointer = (Pointer){ 0 };
    }
}

/* Accesses in straight-line code through one unmodified base register have the same address
 * pattern: the first one executed stores it. @n: operations of the code. */
static void
find_same_addresses (WsOp *ops, guint32 begin, guint32 n)
{
  Pointer pointers[WS_N_KEPT] = { 0 };
  guint next = 0;

  for (guint32 i = begin; i < begin + n; i++)
    {
      WsOp *op = &ops[i];
      guint p = 0;

      if (op->is_word && op->exec != WS_X_ATOM && op->guarded == 0)
        {
          while (p < WS_N_KEPT && (pointers[p].first == 0 || pointers[p].row != op->s[0]))
            p++;
          if (p == WS_N_KEPT)
            {
              p = next++ % WS_N_KEPT;
              if (pointers[p].first != 0 && !pointers[p].has_others)
                ops[pointers[p].first - 1].kept = 0;
              pointers[p] = (Pointer){ .row = op->s[0], .first = i + 1 };
            }
          else
            pointers[p].has_others = TRUE;
          op->kept = (guint8)(p + 1);
          op->looker = pointers[p].first;
          op->follows = op->looker != i + 1;
        }
      forget_written (pointers, op, ops);
    }
  for (guint p = 0; p < WS_N_KEPT; p++)
    if (pointers[p].first != 0 && !pointers[p].has_others)
      ops[pointers[p].first - 1].kept = 0;
}

/* The length of straight-line code from each operation on. */
static void
find_straight_lines (WsCode *self)
{
  WsOp *ops = (WsOp *)(void *)self->ops->data;
  guint32 work = 0;

  for (guint32 i = self->ops->len; i-- > 0;)
    if (goes_on (&ops[i]))
      ops[i].straight = ops[i + 1].joins ? 1 : (guint16)MIN (ops[i + 1].straight + 1, G_MAXUINT16);
  for (guint32 i = 0; i < self->ops->len; i++)
    {
      ops[i].work_before = work;
      work += ops[i].work;
    }
  for (guint32 i = 0; i < self->ops->len; i += MAX (ops[i].straight, 1))
    find_same_addresses (ops, i, ops[i].straight);
}

/* Completes the operations once all are decoded: their work; possible reconvergence points (branch
 * targets, fall-through and post-dominators); and which lanes wait for which. Also sets whether the
 * kernel depends on timing: it reads a clock, has a spin loop, or launches grids. */
void
ws_code_mark (WsCode *self)
{
  mark_spins (self);
  self->ordered |= self->waits;
  self->timely |= self->launches;
  for (guint32 i = 0; i < self->ops->len; i++)
    {
      WsOp *op = &g_array_index (self->ops, WsOp, i);

      op->is_word = is_word (op);
      op->work = work_of (op);
      op->ends = op->exec == WS_X_BAR || op->exec == WS_X_EXIT;
      op->members = members_of (op);
      self->timely |= op->exec == WS_X_CLOCK || op->spins;
      if (op->exec == WS_X_CALL)
        join (self, i + 1);
      if (op->exec != WS_X_BRA && op->exec != WS_X_BRX)
        continue;
      if (op->rpc < self->ops->len)
        {
          const WsOp *meeting = &g_array_index (self->ops, WsOp, op->rpc);

          op->meets_at_end = meeting->exec == WS_X_EXIT && meeting->guarded == 0;
        }
      join (self, i + 1);
      join (self, op->rpc);
      if (op->exec == WS_X_BRA)
        join (self, op->target);
      for (guint32 t = 0; op->exec == WS_X_BRX && t < op->n_targets; t++)
        join (self, g_array_index (self->targets, guint32, op->targets + t));
    }
  find_straight_lines (self);
}

/**
 * ws_code_compare_constants:
 * @b: another
 * @data: unused
 *
 * Returns: less than, equal to or greater than 0, by width and bits, for a GTree
 */
int
ws_code_compare_constants (gconstpointer a, gconstpointer b, gpointer data)
{
  const WsConstantRow *x = a;
  const WsConstantRow *y = b;

  if (x->wide != y->wide)
    return x->wide < y->wide ? -1 : 1;
  return x->bits < y->bits ? -1 : x->bits > y->bits;
}

void
ws_code_free (WsCode *self)
{
  g_clear_pointer (&self->ops, g_array_unref);
  g_clear_pointer (&self->targets, g_array_unref);
  g_clear_pointer (&self->matrices, g_array_unref);
  g_clear_pointer (&self->constants, g_array_unref);
  g_clear_pointer (&self->specials, g_array_unref);
  g_clear_pointer (&self->parts, g_array_unref);
  g_clear_pointer (&self->bodies, g_ptr_array_unref);
  g_clear_pointer (&self->calls, g_array_unref);
  g_clear_pointer (&self->passed, g_array_unref);
  g_clear_pointer (&self->scopes, g_array_unref);
  g_free (self->body_of);
  g_clear_pointer (&self->module, ws_ptx_module_unref);
  g_free (self);
}
