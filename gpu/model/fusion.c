/* fusion.c: PTX instructions that ptxas removes or merges into others.
 *
 * PTX is not the code of any machine: an address takes a conversion, a multiplication and an
 * addition, all of which one IMAD.WIDE does, and a loop counts each of its rounds. This file models
 * what ptxas of CUDA 13.0 makes of them, as nvdisasm shows it: multiplications and shifts go into
 * the addition that alone uses them (IMAD, LEA), additions and logic into the next (IADD3, LOP3),
 * constants beside an address into the access; registers are not moved, parameters are operands; a
 * branch around few instructions becomes their predicate; and a loop whose rounds can be counted
 * before it begins is unrolled by four, where it is not long and no pragma says otherwise.
 */
#include "model/fusion.h"

#define MOST_PREDICATED 7   /* maximum instructions of a predicated region */
#define MOST_OF_LOOP    40  /* maximum instructions of an unrolled loop */
#define MOST_APART      96  /* maximum distance in sites for fusion, or length of a loop */
#define MOST_AROUND     256 /* maximum sites from a division to where its loop begins, or ends */

typedef struct {
  const WsKernel *kernel;
  const WsSite *sites;
  guint n;
  WsFusion *fusions;
  guint16 *n_defs;      /* per register: sites that write it */
  guint16 *n_uses;      /* per register: that read it, */
  guint16 *n_addresses; /* of them, as an address */
  guint32 *user;        /* per register: the last of them */
} Fuser;

static const guint32 *
registers_of (const Fuser *self, guint site)
{
  return ws_instruction_get_registers (self->kernel, &self->sites[site]);
}

static gboolean
is_guarded (const WsSite *site)
{
  return (site->flags & WS_SITE_GUARDED) != 0;
}

static guint32
guard_of (const Fuser *self, guint site)
{
  const WsSite *it = &self->sites[site];

  return is_guarded (it) ? registers_of (self, site)[it->n_defs + it->n_uses + it->n_address]
                         : WS_NONE;
}

static gboolean
is_access (const WsSite *site)
{
  return site->op_class == WS_OP_LOAD || site->op_class == WS_OP_STORE
         || site->op_class == WS_OP_ATOMIC;
}

static gboolean
is_jump (const WsSite *site)
{
  return site->op_class == WS_OP_BRANCH || site->op_class == WS_OP_CALL
         || site->op_class == WS_OP_EXIT || site->op_class == WS_OP_BARRIER;
}

static gboolean
is_integer (const Fuser *self, guint site)
{
  return self->sites[site].op_class == WS_OP_ALU
         && self->fusions[site].instruction.kind == WS_KIND_BITS;
}

static gboolean
does (const Fuser *self, guint site, WsDoes what)
{
  return self->fusions[site].instruction.does == what;
}

static void
count_registers (Fuser *self)
{
  for (guint i = 0; i < self->n; i++)
    {
      const WsSite *site = &self->sites[i];
      const guint32 *registers = registers_of (self, i);
      guint n = site->n_defs + site->n_uses + site->n_address + is_guarded (site);

      for (guint r = 0; r < n; r++)
        if (r < site->n_defs)
          self->n_defs[registers[r]]++;
        else
          {
            self->n_uses[registers[r]]++;
            self->n_addresses[registers[r]] +=
                is_access (site) && r >= (guint)site->n_defs + site->n_uses
                && r < (guint)site->n_defs + site->n_uses + site->n_address;
            self->user[registers[r]] = i;
          }
    }
}

/* Whether the sites from @first to @last are straight-line code. */
static gboolean
is_straight (const Fuser *self, guint first, guint last)
{
  if (last < first || last - first > MOST_APART)
    return FALSE;
  for (guint i = first; i <= last; i++)
    if ((i < last && is_jump (&self->sites[i]))
        || (i > first && (self->sites[i].flags & WS_SITE_BLOCK_START) != 0))
      return FALSE;
  return TRUE;
}

/* Whether @site, used only by @other, is fused into it. */
static gboolean
absorbs (const Fuser *self, guint site, guint other)
{
  switch ((WsDoes)self->fusions[site].instruction.does)
    {
    case WS_DOES_MUL:
    case WS_DOES_SHIFT_LEFT:
    case WS_DOES_ADD:
      return is_integer (self, site) && is_integer (self, other) && does (self, other, WS_DOES_ADD);
    case WS_DOES_LOGIC:
      return is_integer (self, site) && is_integer (self, other)
             && does (self, other, WS_DOES_LOGIC);
    case WS_DOES_SIGN:
      return self->sites[other].op_class == WS_OP_ALU;
    default:
      return FALSE;
    }
}

/* Whether it is an alias, or folded into the use of the value. */
static gboolean
is_name (const Fuser *self, guint index)
{
  const WsSite *site = &self->sites[index];
  const WsInstruction *says = &self->fusions[index].instruction;
  guint32 row;

  if (is_guarded (site) || site->op_class != WS_OP_ALU)
    return FALSE;
  switch ((WsDoes)says->does)
    {
    case WS_DOES_PARAMETER:
    case WS_DOES_ADDRESS:
      return TRUE;
    case WS_DOES_MOVE:
      return !says->is_special;
    case WS_DOES_CONVERT:
      /* conversions of integers that only change the width */
      return says->kind == WS_KIND_BITS && says->from == WS_KIND_BITS && says->bits >= 32
             && says->from_bits >= 32;
    case WS_DOES_ADD:
      /* an offset added to an address is folded into the access */
      if (!is_integer (self, index) || !says->has_immediate || site->n_defs != 1)
        return FALSE;
      row = registers_of (self, index)[0];
      return self->n_defs[row] == 1 && self->n_addresses[row] > 0
             && self->n_uses[row] == self->n_addresses[row];
    default:
      return says->kind == WS_KIND_PREDICATE;
    }
}

static void
fold (Fuser *self)
{
  for (guint i = 0; i < self->n; i++)
    {
      const WsSite *site = &self->sites[i];
      guint32 row = site->n_defs == 1 ? registers_of (self, i)[0] : WS_NONE;
      guint user;

      if (is_name (self, i))
        {
          self->fusions[i].kind = WS_FUSION_FOLDED;
          continue;
        }
      if (row == WS_NONE || is_guarded (site) || self->n_defs[row] != 1 || self->n_uses[row] != 1
          || self->fusions[i].kind == WS_FUSION_TAKES)
        continue;
      user = self->user[row];
      if (self->fusions[user].kind == WS_FUSION_TAKES || !absorbs (self, i, user)
          || is_name (self, user) || !is_straight (self, i, user))
        continue;
      self->fusions[i].kind = WS_FUSION_FOLDED;
      self->fusions[user].kind = WS_FUSION_TAKES;
      self->fusions[user].is_product =
          does (self, i, WS_DOES_MUL) && self->fusions[i].instruction.bits == 64;
    }
}

/* ---- branches ---- */

/* Whether [@first, @end) is short enough and can be predicated. */
static gboolean
can_be_predicated (const Fuser *self, guint first, guint end)
{
  guint n = end - first > MOST_APART ? end - first : 0;

  for (guint i = first; i < end && n <= MOST_PREDICATED; i++)
    {
      if (is_jump (&self->sites[i]))
        return FALSE;
      n += self->fusions[i].kind != WS_FUSION_FOLDED;
    }
  return n <= MOST_PREDICATED;
}

static gboolean
jumps_ahead (const Fuser *self, guint site)
{
  const WsSite *it = &self->sites[site];

  return it->op_class == WS_OP_BRANCH && it->target != WS_NONE && it->target > site
         && it->target < self->n;
}

static void
predicate (Fuser *self)
{
  for (guint i = 0; i < self->n; i++)
    {
      guint target = self->sites[i].target;

      if (!jumps_ahead (self, i) || !is_guarded (&self->sites[i]))
        continue;
      if (can_be_predicated (self, i + 1, target))
        self->fusions[i].kind = WS_FUSION_PREDICATED;
      /* if and else, both short */
      else if (jumps_ahead (self, target - 1) && !is_guarded (&self->sites[target - 1])
               && self->sites[target - 1].target > target
               && can_be_predicated (self, i + 1, target - 1)
               && can_be_predicated (self, target, self->sites[target - 1].target))
        self->fusions[i].kind = self->fusions[target - 1].kind = WS_FUSION_PREDICATED;
    }
}

/* ---- loops ---- */

static gboolean
is_written (const Fuser *self, guint first, guint last, guint32 row)
{
  for (guint i = first; i <= last; i++)
    for (guint d = 0; d < self->sites[i].n_defs; d++)
      if (registers_of (self, i)[d] == row)
        return TRUE;
  return FALSE;
}

/* Whether it adds a constant to a register. */
static gboolean
is_counter (const Fuser *self, guint site)
{
  const WsSite *it = &self->sites[site];

  return is_integer (self, site) && does (self, site, WS_DOES_ADD) && it->n_defs == 1
         && it->n_uses == 1 && registers_of (self, site)[0] == registers_of (self, site)[1]
         && self->fusions[site].instruction.has_immediate;
}

/* The comparison that controls the loop, if it compares a counter with a loop-invariant value; else
 * WS_NONE: then the number of iterations is not known in advance. */
static guint
find_test (const Fuser *self, guint first, guint last)
{
  guint test = WS_NONE;

  for (guint i = first; i < last; i++)
    if (does (self, i, WS_DOES_COMPARE) && self->sites[i].n_defs > 0
        && registers_of (self, i)[0] == guard_of (self, last))
      test = i;
  for (guint i = first; test != WS_NONE && i < last; i++)
    {
      const WsSite *site = &self->sites[test];
      const guint32 *uses = registers_of (self, test) + site->n_defs;

      if (is_counter (self, i) && site->n_uses > 0 && registers_of (self, i)[0] == uses[0])
        return site->n_uses > 1 && is_written (self, first, last, uses[1]) ? WS_NONE : test;
    }
  return WS_NONE;
}

static gboolean
is_unrolled (const Fuser *self, guint first, guint last)
{
  guint n = 0;

  if ((self->sites[first].flags & WS_SITE_ROLLED) != 0 || last - first > MOST_APART
      || find_test (self, first, last) == WS_NONE)
    return FALSE;
  for (guint i = first; i < last; i++)
    {
      if ((is_jump (&self->sites[i]) && self->fusions[i].kind != WS_FUSION_PREDICATED)
          || does (self, i, WS_DOES_DIVIDE))
        return FALSE;
      n += self->fusions[i].kind != WS_FUSION_FOLDED;
    }
  return n <= MOST_OF_LOOP;
}

static void
mark_counting (Fuser *self, guint first, guint last, guint16 loop)
{
  for (guint i = first; i < last; i++)
    if (is_counter (self, i))
      self->fusions[i].loop = loop;
  self->fusions[find_test (self, first, last)].loop = loop;
  self->fusions[last].loop = self->fusions[last].turns = loop;
}

/* An integer division with a loop-invariant divisor. */
static void
share_reciprocal (Fuser *self, guint index)
{
  const WsSite *site = &self->sites[index];
  guint last = index;

  if (!does (self, index, WS_DOES_DIVIDE) || !is_integer (self, index) || site->n_uses == 0)
    return;
  while (last < self->n && last - index < MOST_AROUND
         && !(self->sites[last].op_class == WS_OP_BRANCH && self->sites[last].target <= index))
    last++;
  if (last == self->n || last - index == MOST_AROUND
      || index - self->sites[last].target > MOST_AROUND)
    return;
  self->fusions[index].is_half_done = site->n_uses == 1
                                      || !is_written (self, self->sites[last].target, last,
                                                      registers_of (self, index)[site->n_defs + 1]);
}

static guint
unroll (Fuser *self)
{
  guint n = 0;

  for (guint i = 0; i < self->n && n < WS_MAX_LOOPS; i++)
    {
      const WsSite *site = &self->sites[i];

      share_reciprocal (self, i);
      if (site->op_class == WS_OP_BRANCH && site->target <= i && is_guarded (site)
          && is_unrolled (self, site->target, i))
        mark_counting (self, site->target, i, (guint16)++n);
    }
  return n;
}

/**
 * ws_fusion_new:
 * @kernel: a kernel with validated sites
 * @n_loops: (out): loops that are unrolled
 *
 * Returns: (transfer full) (array): the fusion of each site
 */
WsFusion *
ws_fusion_new (const WsKernel *kernel, guint *n_loops)
{
  guint n_rows = kernel->n_register_names + 1;
  g_autofree guint16 *n_defs = g_new0 (guint16, n_rows);
  g_autofree guint16 *n_uses = g_new0 (guint16, n_rows);
  g_autofree guint16 *n_addresses = g_new0 (guint16, n_rows);
  g_autofree guint32 *user = g_new0 (guint32, n_rows);
  Fuser self = {
    .kernel = kernel,
    .sites = kernel->sites,
    .n = kernel->n_sites,
    .fusions = g_new0 (WsFusion, kernel->n_sites + 1),
    .n_defs = n_defs,
    .n_uses = n_uses,
    .n_addresses = n_addresses,
    .user = user,
  };

  for (guint i = 0; i < self.n; i++)
    ws_instruction_read (kernel, &self.sites[i], &self.fusions[i].instruction);
  count_registers (&self);
  fold (&self);
  predicate (&self);
  *n_loops = unroll (&self);
  return self.fusions;
}
