/* sanitizer-memory.c: the shadow of memory: the last write of each word, and the reads since then.
 */
#include "vm/sanitizer-private.h"

#include "vm/types.h"

#include <glib/gi18n.h>
#include <string.h>

#define WORD_SHIFT 2

/**
 * ws_shadow_clear:
 * @self: the shadow of some memory
 *
 * Frees it; the struct can be filled anew.
 */
void
ws_shadow_clear (WsShadow *self)
{
  g_clear_pointer (&self->cells, g_free);
  if (self->space == WS_SPACE_SHARED)
    g_clear_pointer (&self->written, g_free);
}

static void
shadow_free (WsShadow *self)
{
  ws_shadow_clear (self);
  g_free (self);
}

/* (transfer full) (nullable): shadow of an allocation; %NULL if out of memory */
static WsShadow *
new_shadow (WsAllocation *allocation)
{
  WsShadow shadow = {
    .shift = WORD_SHIFT,
    .cells = g_try_new0 (WsSanitizerCell, allocation->size / 4 + 1),
    .written = ws_allocation_get_written (allocation),
    .data = allocation->data,
    .size = allocation->size,
    .base = allocation->address,
    .space = WS_SPACE_GLOBAL,
  };

  return shadow.cells != NULL ? g_memdup2 (&shadow, sizeof shadow) : NULL;
}

/* Creates the shadow of all global memory, which takes twelve times its size, a cell per word.
 *
 * Returns: %FALSE if out of memory */
gboolean
ws_sanitizer_add_allocations (WsSanitizer *self, GError **error)
{
  const WsMemory *memory = self->launch->memory;
  guint64 bytes = 0;

  self->shadows = g_ptr_array_new_with_free_func ((GDestroyNotify)shadow_free);
  for (guint i = 0; i < memory->allocations->len; i++)
    {
      const WsAllocation *allocation = g_ptr_array_index (memory->allocations, i);

      bytes += (allocation->size / 4 + 1) * sizeof (WsSanitizerCell) + allocation->size / 8;
    }
  if (!ws_host_memory_check (memory->host, bytes, memory->promised_bytes, _ ("The check"),
                             _ ("take fewer elements"), error))
    return FALSE;
  for (guint i = 0; i < memory->allocations->len; i++)
    {
      WsAllocation *allocation = g_ptr_array_index (memory->allocations, i);
      WsShadow *shadow = new_shadow (allocation);

      if (shadow != NULL)
        {
          g_ptr_array_add (self->shadows, shadow);
          continue;
        }
      g_set_error_literal (
          error, WS_DEVICE_ERROR, WS_DEVICE_ERROR_MEMORY,
          _ ("Not enough memory on this computer for the check: take fewer elements."));
      return FALSE;
    }
  return TRUE;
}

/* From now on each byte has its own cell. */
static gboolean
refine (WsShadow *self)
{
  WsSanitizerCell *cells = g_try_new0 (WsSanitizerCell, self->size + 1);

  if (cells == NULL)
    return FALSE;
  for (guint64 i = 0; i < self->size; i++)
    cells[i] = self->cells[i >> WORD_SHIFT];
  g_free (self->cells);
  self->cells = cells;
  self->shift = 0;
  return TRUE;
}

/* (nullable): shadow of heap memory, created on first access */
static WsShadow *
add_of_heap (WsSanitizer *self, guint64 address)
{
  WsAllocation *allocation = ws_memory_find (self->launch->memory, address);
  WsShadow *shadow = allocation != NULL && allocation->is_heap ? new_shadow (allocation) : NULL;

  if (shadow != NULL)
    g_ptr_array_add (self->shadows, shadow);
  return shadow;
}

static WsShadow *
find_shadow (WsSanitizer *self, guint64 address)
{
  if (self->last != NULL && address - self->last->base < self->last->size)
    return self->last;
  for (guint i = 0; i < self->shadows->len; i++)
    {
      WsShadow *shadow = g_ptr_array_index (self->shadows, i);

      if (address - shadow->base < shadow->size)
        return self->last = shadow;
    }
  return self->last = add_of_heap (self, address);
}

/* (nullable): of what stands on the host at @at */
static WsShadow *
find_shadow_of (WsSanitizer *self, const WsBlockRun *block, const guint8 *at)
{
  WsShadow *shared = &block->watched->shared;

  if (at >= shared->data && at < shared->data + shared->size)
    return shared;
  for (guint i = 0; i < self->shadows->len; i++)
    {
      WsShadow *shadow = g_ptr_array_index (self->shadows, i);

      if (at >= shadow->data && at < shadow->data + shadow->size)
        return shadow;
    }
  return NULL;
}

/* One lane's part of an instruction. */
typedef struct {
  WsSanitizer *sanitizer;
  WsBlockRun *block;
  const WsWarp *warp;
  const WsOp *op;
  guint lane;
  WsShadow *shadow;
  guint64 offset; /* into the memory of the shadow */
  guint bytes;
  WsSanitizerAccess access;
  gboolean reads;
  gboolean writes;
  gboolean is_told;   /* the written data is not in registers of the operation */
  gboolean is_silent; /* the memory already has the written value */
  guint32 issued;     /* of a completing copy: the tick of its issue; else 0 */
} Visit;

static gboolean
is_same (const WsSanitizerAccess *a, const WsSanitizerAccess *b)
{
  return a->lanes != 0 && a->block == b->block && a->tick == b->tick && a->op == b->op
         && a->warp == b->warp;
}

static gboolean
moves_together (const WsBlockRun *block, const WsSanitizerAccess *access)
{
  guint exec = block->ops[access->op].exec;

  return exec == WS_X_MATRIX_LD || exec == WS_X_MATRIX_ST;
}

/* Whether the lane's access races with an earlier one. */
static gboolean
races (const Visit *visit, const WsSanitizerAccess *before)
{
  const WsSanitizerAccess *now = &visit->access;
  gboolean is_of_warp = before->block == now->block && before->warp == now->warp;

  if (before->lanes == 0 || (before->is_atomic && now->is_atomic)
      || (before->block != now->block && visit->shadow->space == WS_SPACE_SHARED))
    return FALSE;
  /* accesses before a copy were checked when it was issued; later accesses of other threads did not
   * wait for it */
  if (visit->issued != 0)
    return before->tick > visit->issued
           && (!is_of_warp || (before->lanes & ~(1u << visit->lane)) != 0);
  /* volatile accesses within a warp were once taken for a barrier; polling for an atomic is none */
  if (before->is_strong && now->is_strong && (!is_of_warp || before->is_atomic || now->is_atomic))
    return FALSE;
  /* the lanes of a warp move a matrix together */
  if (is_of_warp && (moves_together (visit->block, before) || moves_together (visit->block, now)))
    return FALSE;
  return !ws_sanitizer_is_ordered (visit->sanitizer, visit->block, visit->warp, visit->lane,
                                   before);
}

/* A completing copy was issued before the access that races with it: it is reported as the earlier
 * one of the two, whose bytes arrive too late. */
static void
find_race (const Visit *visit, guint64 address, const WsSanitizerAccess *before, gboolean wrote)
{
  const WsWarp *warp = &visit->block->warps[before->warp];
  guint32 others = before->lanes;

  if (visit->issued == 0)
    {
      ws_sanitizer_find (visit->sanitizer, &(WsSuspect){ .block = visit->block,
                                                         .warp = visit->warp,
                                                         .op = visit->op,
                                                         .kind = WS_FINDING_RACE,
                                                         .lane = visit->lane,
                                                         .space = visit->shadow->space,
                                                         .address = address,
                                                         .writes = visit->writes,
                                                         .other = before,
                                                         .other_writes = wrote });
      return;
    }
  if (warp == visit->warp)
    others &= ~(1u << visit->lane);
  ws_sanitizer_find (visit->sanitizer, &(WsSuspect){ .block = visit->block,
                                                     .warp = warp,
                                                     .op = &visit->block->ops[before->op],
                                                     .kind = WS_FINDING_RACE,
                                                     .lane = (guint)__builtin_ctz (others),
                                                     .space = visit->shadow->space,
                                                     .address = address,
                                                     .writes = wrote,
                                                     .other = &visit->access,
                                                     .other_writes = TRUE });
}

static void
look_at_cell (const Visit *visit, WsSanitizerCell *cell, guint64 address)
{
  if (races (visit, &cell->writer)
      && !(visit->writes && visit->is_silent && !visit->access.is_atomic))
    find_race (visit, address, &cell->writer, TRUE);
  for (guint i = 0; visit->writes && i < WS_SANITIZER_READERS; i++)
    if (races (visit, &cell->readers[i]))
      find_race (visit, address, &cell->readers[i], FALSE);
}

/* Chooses the recorded reader to evict for the current one. A reader ordered before the current one
 * is redundant: whatever is ordered after the current one is after it, too. Readers of two
 * different blocks are kept, so that a block's own reads do not hide its neighbour's. */
static guint
choose_forgotten (const Visit *visit, const WsSanitizerCell *cell)
{
  const guint32 block = visit->access.block;
  const guint last = WS_SANITIZER_READERS - 1;

  for (guint i = WS_SANITIZER_READERS; i-- > 0;)
    if (cell->readers[i].lanes == 0)
      return i;
  for (guint i = WS_SANITIZER_READERS; i-- > 0;)
    if (cell->readers[i].block == block
        && ws_sanitizer_is_ordered (visit->sanitizer, visit->block, visit->warp, visit->lane,
                                    &cell->readers[i]))
      return i;
  return cell->readers[0].block == block && cell->readers[last].block != block ? 0 : last;
}

static void
mark_reader (const Visit *visit, WsSanitizerCell *cell)
{
  guint i = 0;

  while (i < WS_SANITIZER_READERS && !is_same (&cell->readers[i], &visit->access))
    i++;
  if (i < WS_SANITIZER_READERS)
    {
      cell->readers[i].lanes |= visit->access.lanes;
      return;
    }
  i = choose_forgotten (visit, cell);
  memmove (&cell->readers[1], &cell->readers[0], i * sizeof cell->readers[0]);
  cell->readers[0] = visit->access;
}

static void
mark_cell (const Visit *visit, WsSanitizerCell *cell)
{
  if (!visit->writes)
    mark_reader (visit, cell);
  else if (is_same (&cell->writer, &visit->access))
    cell->writer.lanes |= visit->access.lanes;
  else
    {
      memset (cell->readers, 0, sizeof cell->readers);
      cell->writer = visit->access;
    }
}

/* Whether memory already has the value that an element of a store writes. */
static gboolean
is_silent (const Visit *visit)
{
  const WsOp *op = visit->op;

  for (guint e = 0; e < op->vector; e++)
    {
      guint64 value = get (visit->warp->rows, op, 1 + e, visit->lane);

      if (memcmp (visit->shadow->data + visit->offset + e * op->width, &value, op->width) != 0)
        return FALSE;
    }
  return TRUE;
}

static void
visit_memory (Visit *visit)
{
  WsShadow *shadow = visit->shadow;
  guint64 first;
  guint64 last;

  if (shadow->shift != 0 && (visit->bytes % 4 != 0 || visit->offset % 4 != 0) && !refine (shadow))
    return;
  if (visit->reads && shadow->written != NULL
      && !ws_sanitizer_is_written (shadow->written, visit->offset, visit->bytes))
    ws_sanitizer_find (visit->sanitizer, &(WsSuspect){ .block = visit->block,
                                                       .warp = visit->warp,
                                                       .op = visit->op,
                                                       .kind = WS_FINDING_UNINITIALISED,
                                                       .lane = visit->lane,
                                                       .space = shadow->space,
                                                       .address = shadow->base + visit->offset });
  visit->is_silent = visit->writes && !visit->reads && !visit->is_told && is_silent (visit);
  first = visit->offset >> shadow->shift;
  last = (visit->offset + visit->bytes - 1) >> shadow->shift;
  for (guint64 i = first; i <= last; i++)
    {
      look_at_cell (visit, &shadow->cells[i], shadow->base + visit->offset);
      mark_cell (visit, &shadow->cells[i]);
    }
  if (visit->writes && shadow->written != NULL)
    ws_sanitizer_set_written (shadow->written, visit->offset, visit->bytes);
}

static WsSpace
resolve (const WsOp *op, guint64 *address)
{
  WsSpace space = op->space != WS_SPACE_GENERIC ? (WsSpace)op->space : space_of (*address);

  if (op->space == WS_SPACE_GENERIC && space == WS_SPACE_SHARED)
    *address -= WS_SHARED_WINDOW;
  else if (op->space == WS_SPACE_GENERIC && space == WS_SPACE_LOCAL)
    *address -= WS_LOCAL_WINDOW;
  return space;
}

static guint64
address_of (const WsWarp *warp, const WsOp *op, guint lane)
{
  guint64 address = get (warp->rows, op, 0, lane) + (guint64)op->offset;

  return (op->wide & 2) ? address : (guint32)address;
}

/* Reports lanes of one store that write different values to one place. */
static void
look_within (WsSanitizer *self, const WsBlockRun *block, const WsWarp *warp, const WsOp *op,
             guint32 lanes, guint bytes)
{
  guint64 before = 0;
  gboolean ascend = TRUE;

  EACH (lane, lanes)
  {
    guint64 address = address_of (warp, op, lane);

    ascend &= address >= before;
    before = address + bytes;
  }
  if (ascend)
    return;
  EACH (lane, lanes)
  {
    guint64 address = address_of (warp, op, lane);
    guint64 own = address;
    WsSpace space = resolve (op, &own);

    if (space != WS_SPACE_SHARED && space != WS_SPACE_GLOBAL)
      continue;
    EACH (other, lanes & ((1u << lane) - 1))
    {
      WsSanitizerAccess access = { .block = block->block,
                                   .lanes = 1u << other,
                                   .op = (guint)(op - block->ops) & 0x1fffff,
                                   .warp = warp->index & 63u };
      gboolean differs = FALSE;

      if (address_of (warp, op, other) != address)
        continue;
      for (guint e = 0; e < op->vector; e++)
        differs |= ws_truncate (op->type, get (warp->rows, op, 1 + e, lane)
                                              ^ get (warp->rows, op, 1 + e, other))
                   != 0;
      if (differs)
        ws_sanitizer_find (self, &(WsSuspect){ .block = block,
                                               .warp = warp,
                                               .op = op,
                                               .kind = WS_FINDING_RACE,
                                               .lane = lane,
                                               .space = space,
                                               .address = own,
                                               .writes = TRUE,
                                               .other = &access,
                                               .other_writes = TRUE });
    }
  }
}

/* Checks the target of a copy against earlier accesses. */
static void
issue_copy (WsSanitizer *self, WsBlockRun *block, const WsWarp *warp, const WsOp *op, guint lane)
{
  WsShadow *shadow = &block->watched->shared;
  guint64 to = get (warp->rows, op, 1, lane) + (guint64)op->offset2;
  guint bytes = (guint)op->width * op->vector;
  const Visit visit = {
    .sanitizer = self,
    .block = block,
    .warp = warp,
    .op = op,
    .lane = lane,
    .shadow = shadow,
    .writes = TRUE,
    .access = { .block = block->block,
                .lanes = 1u << lane,
                .op = (guint)(op - block->ops) & 0x1fffff,
                .warp = warp->index & 63u },
  };

  if (!fits (to, bytes, shadow->size))
    return;
  for (guint64 i = to >> shadow->shift; i <= (to + bytes - 1) >> shadow->shift; i++)
    look_at_cell (&visit, &shadow->cells[i], to);
}

/**
 * ws_sanitizer_copy:
 * @warp: one of its warps, that is about to execute
 * @op: a cp.async
 * @lanes: with these lanes
 *
 * Its source counts as read now. Its target may be written at any time until it completes: see
 * ws_sanitizer_finish_copy().
 */
void
ws_sanitizer_copy (WsSanitizer *self, WsBlockRun *block, const WsWarp *warp, const WsOp *op,
                   guint32 lanes)
{
  /* a zero-filling copy may read less */
  if (op->n_source <= 3)
    ws_sanitizer_access (self, block, warp, op, lanes);
  EACH (lane, lanes)
  issue_copy (self, block, warp, op, lane);
  self->issued = self->now++;
}

/**
 * ws_sanitizer_access:
 * @warp: one of its warps, that is about to execute
 * @op: a load, store or atomic, or a copy, of which the reading
 * @lanes: with these lanes, at least one
 *
 * Checks their accesses against earlier ones. Out-of-bounds and misaligned accesses are left to the
 * regular stepper.
 */
void
ws_sanitizer_access (WsSanitizer *self, WsBlockRun *block, const WsWarp *warp, const WsOp *op,
                     guint32 lanes)
{
  guint flags = self->flags[op - block->ops];
  Visit visit = {
    .sanitizer = self,
    .block = block,
    .warp = warp,
    .op = op,
    .bytes = (guint)op->width * op->vector,
    .reads = op->exec != WS_X_ST,
    .writes = op->exec == WS_X_ST || op->exec == WS_X_ATOM,
    .access = { .block = block->block,
                .tick = self->now,
                .op = (guint)(op - block->ops) & 0x1fffff,
                .warp = warp->index & 63u,
                .is_atomic = (flags & WS_SANITIZER_ATOMIC) != 0,
                .is_strong = (flags & WS_SANITIZER_STRONG) != 0 },
  };

  self->serial++;
  if (op->exec == WS_X_ST)
    look_within (self, block, warp, op, lanes, visit.bytes);
  EACH (lane, lanes)
  {
    guint64 address = address_of (warp, op, lane);
    guint64 generic = address;
    WsSpace space = resolve (op, &address);

    if (op->space == WS_SPACE_SHARED)
      generic += WS_SHARED_WINDOW;
    visit.lane = lane;
    visit.access.lanes = 1u << lane;
    if (address % visit.bytes != 0)
      continue;
    if (space == WS_SPACE_LOCAL)
      ws_sanitizer_local_access (self, block, warp, op, lane, address);
    if (space != WS_SPACE_SHARED && space != WS_SPACE_GLOBAL)
      continue;
    visit.shadow = space == WS_SPACE_SHARED ? &block->watched->shared : find_shadow (self, address);
    if (visit.shadow == NULL
        || !fits (address - visit.shadow->base, visit.bytes, visit.shadow->size))
      continue;
    if (visit.access.is_strong)
      {
        ws_sanitizer_see (self, block, warp, generic, visit.reads, visit.writes);
        visit.access.tick = self->now;
      }
    visit.offset = address - visit.shadow->base;
    visit_memory (&visit);
  }
}

/**
 * ws_sanitizer_touch:
 * @op: an operation on memory other than a load or store: of a matrix, a texture or a surface
 * @lane: a lane of the warp
 * @at: the accessed memory on the host: in the block's shared memory, or in an allocation
 * @n_bytes: size: it either writes or reads all of it
 *
 * Checks it against the earlier accesses, as ws_sanitizer_access() does.
 */
void
ws_sanitizer_touch (WsBlockRun *block, const WsWarp *warp, const WsOp *op, guint lane,
                    const guint8 *at, guint n_bytes)
{
  WsSanitizer *self = block->launch->sanitizer;
  gboolean writes = op->exec == WS_X_MATRIX_ST || op->opcode == WS_PTX_SUST_B;
  Visit visit = {
    .sanitizer = self,
    .block = block,
    .warp = warp,
    .op = op,
    .lane = lane,
    .bytes = n_bytes,
    .reads = !writes,
    .writes = writes,
    .is_told = TRUE,
    .access = { .block = block->block,
                .lanes = 1u << lane,
                .op = (guint)(op - block->ops) & 0x1fffff,
                .warp = warp->index & 63u },
  };

  if (self == NULL || block->watched == NULL)
    return;
  visit.access.tick = self->now;
  visit.shadow = find_shadow_of (self, block, at);
  if (visit.shadow == NULL || n_bytes > visit.shadow->size)
    return;
  visit.offset = (guint64)(at - visit.shadow->data);
  visit_memory (&visit);
}

/* Returns: issue tick of the copy that is executed now; 0 without a check */
guint32
ws_sanitizer_get_issue (const WsBlockRun *block)
{
  return block->watched != NULL ? block->launch->sanitizer->issued : 0;
}

/**
 * ws_sanitizer_finish_copy:
 * @copy: that completes now
 * @is_own: whether the lane itself waits for it, so that it counts as its write; else an mbarrier
 * signals its completion, and a thread that has observed the signal sees all earlier accesses of
 * the warp
 *
 * Any access to its target since it was issued did not wait for it.
 */
void
ws_sanitizer_finish_copy (WsBlockRun *block, const WsWarp *warp, const WsCopy *copy,
                          gboolean is_own)
{
  WsSanitizer *self = block->launch->sanitizer;
  Visit visit = {
    .sanitizer = self,
    .block = block,
    .warp = warp,
    .op = &block->ops[copy->op],
    .lane = copy->lane,
    .bytes = copy->n_bytes,
    .writes = TRUE,
    .is_told = TRUE,
    .issued = copy->tick,
    .access = { .block = block->block,
                .lanes = 1u << copy->lane,
                .op = copy->op & 0x1fffff,
                .warp = warp->index & 63u },
  };

  if (self == NULL || block->watched == NULL)
    return;
  visit.shadow = &block->watched->shared;
  visit.offset = (guint64)(block->shared + copy->to - visit.shadow->data);
  visit.access.tick = is_own ? self->now : copy->tick;
  visit_memory (&visit);
}

/**
 * ws_sanitizer_fill:
 * @at: host address of written memory: in its shared or local memory, or in an allocation
 * @n_bytes: that were
 *
 * Writes by the device itself are only marked as written; they are not checked for races.
 */
void
ws_sanitizer_fill (WsBlockRun *block, const guint8 *at, guint n_bytes)
{
  WsSanitizer *self = block->launch->sanitizer;
  WsShadow *shadow;

  if (self == NULL || block->watched == NULL)
    return;
  ws_sanitizer_local_fill (block, at, n_bytes);
  shadow = find_shadow_of (self, block, at);
  if (shadow != NULL && shadow->written != NULL)
    ws_sanitizer_set_written (shadow->written, (guint64)(at - shadow->data), n_bytes);
}

/**
 * ws_sanitizer_free_heap:
 * @op: a call of free()
 * @lane: the lane that executes it
 * @allocation: to be freed
 *
 * A free must be ordered after every use of the memory: it counts as a write to all of it.
 */
void
ws_sanitizer_free_heap (WsBlockRun *block, const WsWarp *warp, const WsOp *op, guint lane,
                        const WsAllocation *allocation)
{
  WsSanitizer *self = block->launch->sanitizer;
  Visit visit = {
    .sanitizer = self,
    .block = block,
    .warp = warp,
    .op = op,
    .lane = lane,
    .writes = TRUE,
    .access = { .block = block->block,
                .lanes = 1u << lane,
                .op = (guint)(op - block->ops) & 0x1fffff,
                .warp = warp->index & 63u },
  };

  if (self == NULL || block->watched == NULL)
    return;
  visit.shadow = find_shadow (self, allocation->address);
  if (visit.shadow == NULL)
    return;
  self->serial++;
  for (guint64 i = 0; i <= (visit.shadow->size - 1) >> visit.shadow->shift; i++)
    look_at_cell (&visit, &visit.shadow->cells[i], visit.shadow->base + (i << visit.shadow->shift));
  self->last = NULL;
  g_ptr_array_remove_fast (self->shadows, visit.shadow);
}
