/* sanitizer.c: the stepper of checked launches, and the order of their accesses. */
#include "vm/sanitizer-private.h"

#include "ptx/exchange.h"

#include <string.h>

/* ---- a launch ---- */

static guint8
find_flags (const WsCode *code, const WsOp *op)
{
  const WsPtxInstruction *inst = ws_code_get_instruction (code, op->site);
  guint8 flags = op->exec == WS_X_ATOM ? WS_SANITIZER_ATOMIC | WS_SANITIZER_STRONG : 0;

  if (op->opcode == WS_PTX_MEMBAR || op->opcode == WS_PTX_FENCE || op->exec == WS_X_MBARRIER)
    return WS_SANITIZER_FENCE;
  if (inst == NULL)
    return op->looks ? flags | WS_SANITIZER_STRONG : flags;
  if (op->opcode == WS_PTX_BRA && inst->opcode == WS_PTX_RET)
    return WS_SANITIZER_LEAVES;
  if (ws_ptx_instruction_has_mod (inst, WS_PTX_MOD_VOLATILE)
      || ws_ptx_instruction_has_mod (inst, WS_PTX_MOD_RELAXED)
      || ws_ptx_instruction_has_mod (inst, WS_PTX_MOD_ACQUIRE)
      || ws_ptx_instruction_has_mod (inst, WS_PTX_MOD_RELEASE)
      || ws_ptx_instruction_has_mod (inst, WS_PTX_MOD_ACQ_REL))
    flags |= WS_SANITIZER_STRONG;
  if (ws_ptx_instruction_has_mod (inst, WS_PTX_MOD_RELEASE)
      || ws_ptx_instruction_has_mod (inst, WS_PTX_MOD_ACQ_REL))
    flags |= WS_SANITIZER_FENCE;
  return flags;
}

/* Maps barriers under a thread-dependent condition to that condition. An inlined function has
 * several operations for the same sites: any of them serves as the condition. */
static void
find_conditions (WsSanitizer *self)
{
  const WsCode *code = self->launch->code;
  g_autofree guint32 *op_of_site = g_new (guint32, code->n_sites);
  g_autofree guint32 *conditions = g_new (guint32, code->n_sites);

  for (guint32 s = 0; s < code->n_sites; s++)
    op_of_site[s] = conditions[s] = WS_NONE;
  for (guint p = 0; p < code->parts->len; p++)
    {
      const WsPtxPart *part = &g_array_index (code->parts, WsPtxPart, p);
      g_autofree guint32 *found = ws_ptx_function_find_conditions (part->function);

      for (guint32 i = 0; found != NULL && i < part->function->instructions->len; i++)
        if (found[i] != WS_NONE)
          conditions[part->first_site + i] = part->first_site + found[i];
    }
  for (guint32 i = code->ops->len; i-- > 0;)
    if (g_array_index (code->ops, WsOp, i).site < code->n_sites)
      op_of_site[g_array_index (code->ops, WsOp, i).site] = i;
  self->conditions = g_new (guint32, code->ops->len);
  for (guint32 i = 0; i < code->ops->len; i++)
    {
      const WsOp *op = &g_array_index (code->ops, WsOp, i);
      guint32 condition =
          op->exec == WS_X_BAR && op->site < code->n_sites ? conditions[op->site] : WS_NONE;

      self->conditions[i] = condition != WS_NONE ? op_of_site[condition] : WS_NONE;
    }
}

/* Returns: (transfer full) (nullable): its sanitizer; %NULL if out of memory
 */
WsSanitizer *
ws_sanitizer_new (WsLaunchState *launch, GError **error)
{
  WsSanitizer *self = g_new0 (WsSanitizer, 1);
  const WsCode *code = launch->code;

  self->launch = launch;
  self->stepper = launch->stepper;
  self->now = 1;
  self->flags = g_new0 (guint8, code->ops->len);
  for (guint i = 0; i < code->ops->len; i++)
    {
      self->flags[i] = find_flags (code, &g_array_index (code->ops, WsOp, i));
      self->has_fences |= (self->flags[i] & WS_SANITIZER_FENCE) != 0;
    }
  find_conditions (self);
  self->seen = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  self->releases =
      g_hash_table_new_full (g_direct_hash, g_direct_equal, NULL, (GDestroyNotify)g_array_unref);
  self->found = g_array_new (FALSE, TRUE, sizeof (WsFound));
  launch->stepper = ws_sanitizer_get_stepper ();
  launch->sanitizer = self;
  if (ws_sanitizer_add_allocations (self, error))
    return self;
  ws_sanitizer_free (self);
  return NULL;
}

void
ws_sanitizer_free (WsSanitizer *self)
{
  if (self == NULL)
    return;
  self->launch->stepper = self->stepper;
  self->launch->sanitizer = NULL;
  g_free (self->flags);
  g_free (self->conditions);
  g_clear_pointer (&self->shadows, g_ptr_array_unref);
  g_hash_table_unref (self->seen);
  g_hash_table_unref (self->releases);
  for (guint i = 0; i < self->found->len; i++)
    g_free (g_array_index (self->found, WsFound, i).finding.place);
  g_array_unref (self->found);
  g_free (self);
}

/* ---- a block ---- */

static WsSanitizerBlock *
block_new (const WsBlockRun *block)
{
  WsSanitizerBlock *self = g_new0 (WsSanitizerBlock, 1);
  const WsLaunchState *launch = block->launch;
  gsize n = block->n_warps;

  self->n_warps = block->n_warps;
  self->known = g_new0 (guint32, n * n);
  self->joined = g_new0 (guint32, WS_N_BARRIERS * n);
  self->lanes = g_new0 (guint32, n * WS_LANES * WS_LANES);
  self->arrived = g_new0 (guint32, n * WS_LANES);
  self->members = g_new0 (guint32, n * WS_LANES);
  self->pending = g_new0 (guint32, n);
  self->named = g_new0 (guint32, n * WS_LANES);
  self->settled = g_new0 (guint32, n * WS_LANES);
  self->company = g_new0 (guint32, n * WS_LANES);
  self->ended = g_new0 (guint32, n * WS_LANES);
  self->waits = g_new0 (guint16, n);
  self->acquired = g_new0 (guint32, n);
  self->fence = g_new0 (guint32, n);
  self->releases = g_new0 (GArray *, n);
  self->shared = (WsShadow){
    .shift = 2,
    .cells = g_new0 (WsSanitizerCell, launch->shared_bytes / 4 + 1),
    .written = g_malloc0 (launch->shared_bytes / 8 + 1),
    .data = block->shared,
    .size = launch->shared_bytes,
    .space = WS_SPACE_SHARED,
  };
  self->mbarriers = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free);
  ws_sanitizer_local_init (block, self);
  return self;
}

/**
 * ws_sanitizer_block_reset:
 * @block: a block that begins
 *
 * Marks its shared and local memory as unwritten, and resets all arrivals.
 */
void
ws_sanitizer_block_reset (WsBlockRun *block)
{
  const WsSanitizer *sanitizer = block->launch->sanitizer;
  WsSanitizerBlock *self = block->watched;
  gsize n = block->n_warps;

  if (sanitizer == NULL)
    return;
  if (self == NULL)
    self = block->watched = block_new (block);
  memset (self->known, 0, n * n * sizeof *self->known);
  memset (self->joined, 0, WS_N_BARRIERS * n * sizeof *self->joined);
  memset (self->lanes, 0, n * WS_LANES * WS_LANES * sizeof *self->lanes);
  memset (self->pending, 0, n * sizeof *self->pending);
  memset (self->named, 0, n * WS_LANES * sizeof *self->named);
  memset (self->settled, 0, n * WS_LANES * sizeof *self->settled);
  memset (self->company, 0xff, n * WS_LANES * sizeof *self->company);
  memset (self->ended, 0, n * WS_LANES * sizeof *self->ended);
  memset (self->waits, 0, n * sizeof *self->waits);
  memset (self->acquired, 0, n * sizeof *self->acquired);
  memset (self->fence, 0, n * sizeof *self->fence);
  memset (self->shared.written, 0, block->launch->shared_bytes / 8 + 1);
  g_hash_table_remove_all (self->mbarriers);
  ws_sanitizer_local_reset (block);
  self->acquired_by_block = self->fence_of_block = 0;
  for (gsize w = 0; w < n; w++)
    g_clear_pointer (&self->releases[w], g_array_unref);
}

/**
 * ws_sanitizer_block_free:
 * @self: (transfer full) (nullable): the state of a block
 */
void
ws_sanitizer_block_free (WsSanitizerBlock *self)
{
  if (self == NULL)
    return;
  g_free (self->known);
  g_free (self->joined);
  g_free (self->lanes);
  g_free (self->arrived);
  g_free (self->members);
  g_free (self->pending);
  g_free (self->named);
  g_free (self->settled);
  g_free (self->company);
  g_free (self->ended);
  g_free (self->waits);
  g_free (self->acquired);
  g_free (self->fence);
  for (guint w = 0; w < self->n_warps; w++)
    g_clear_pointer (&self->releases[w], g_array_unref);
  g_free (self->releases);
  ws_shadow_clear (&self->shared);
  g_hash_table_unref (self->mbarriers);
  ws_sanitizer_local_clear (self);
  g_free (self);
}

/* ---- fences, and accesses that others observe ---- */

/* Whether an access at @tick was followed by a fence, and that by an access observed by @acquired.
 * Releases are sorted by both of their ticks. */
static gboolean
is_released (const GArray *releases, guint32 tick, guint32 acquired)
{
  guint low = 0;
  guint high = releases != NULL ? releases->len : 0;
  guint n = high;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (releases, WsRelease, middle).fence < tick)
        low = middle + 1;
      else
        high = middle;
    }
  return low < n && g_array_index (releases, WsRelease, low).seen <= acquired;
}

static void
add_release (GArray **releases, guint32 fence, guint32 seen)
{
  WsRelease release = { fence, seen };

  if (*releases == NULL)
    *releases = g_array_new (FALSE, FALSE, sizeof release);
  if ((*releases)->len == 0
      || g_array_index (*releases, WsRelease, (*releases)->len - 1).fence < fence)
    g_array_append_val (*releases, release);
}

/**
 * ws_sanitizer_see:
 * @warp: the warp, one lane of which
 * @address: reaches this word, in the generic address space, by a strong access
 * @reads: and reads it
 * @writes: and writes it
 */
void
ws_sanitizer_see (WsSanitizer *self, WsBlockRun *block, const WsWarp *warp, guint64 address,
                  gboolean reads, gboolean writes)
{
  WsSanitizerBlock *own = block->watched;
  gint64 key = (gint64)address;
  gpointer seen;

  if (!self->has_fences)
    return;
  if (reads && (seen = g_hash_table_lookup (self->seen, &key)) != NULL)
    {
      own->acquired[warp->index] = MAX (own->acquired[warp->index], GPOINTER_TO_UINT (seen));
      own->acquired_by_block = MAX (own->acquired_by_block, GPOINTER_TO_UINT (seen));
    }
  if (!writes || own->fence_of_block == 0)
    return;
  g_hash_table_replace (self->seen, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (self->now));
  if (own->fence[warp->index] > 0)
    add_release (&own->releases[warp->index], own->fence[warp->index], self->now);
  {
    gpointer name = GUINT_TO_POINTER (block->block + 1);
    GArray *before = g_hash_table_lookup (self->releases, name);
    GArray *after = before;

    add_release (&after, own->fence_of_block, self->now);
    if (before == NULL)
      g_hash_table_insert (self->releases, name, after);
  }
  self->now++;
}

/* ---- order ---- */

static guint32 *
lanes_of (const WsSanitizerBlock *own, guint warp, guint lane)
{
  return &own->lanes[((gsize)warp * WS_LANES + lane) * WS_LANES];
}

static gboolean
lanes_are_ordered (const WsSanitizerBlock *own, guint warp, guint lane,
                   const WsSanitizerAccess *before)
{
  const guint32 *known = lanes_of (own, warp, lane);

  EACH (other, before->lanes & ~(1u << lane))
  if (known[other] < before->tick)
    return FALSE;
  return TRUE;
}

/**
 * ws_sanitizer_is_ordered:
 * @lane: a lane of that, with a current access
 * @before: an earlier access
 *
 * Returns: whether that is ordered before it in any schedule
 */
gboolean
ws_sanitizer_is_ordered (const WsSanitizer *self, const WsBlockRun *block, const WsWarp *warp,
                         guint lane, const WsSanitizerAccess *before)
{
  const WsSanitizerBlock *own = block->watched;
  guint w = warp->index;

  if (before->block != block->block)
    return is_released (g_hash_table_lookup (self->releases, GUINT_TO_POINTER (before->block + 1)),
                        before->tick, own->acquired_by_block);
  if (before->tick <= own->known[(gsize)w * own->n_warps + before->warp])
    return TRUE;
  if (before->warp == w
      && ((before->lanes & ~(1u << lane)) == 0 || !self->launch->independent
          || lanes_are_ordered (own, w, lane, before)))
    return TRUE;
  return is_released (own->releases[before->warp], before->tick, own->acquired[w]);
}

/* ---- __syncwarp ---- */

/* Orders all that came before @tick between the lanes of @set, with what each was ordered after. */
static void
meet (WsSanitizerBlock *own, guint warp, guint32 set, guint32 tick)
{
  guint32 all[WS_LANES] = { 0 };

  EACH (lane, set)
  {
    const guint32 *known = lanes_of (own, warp, lane);

    for (guint i = 0; i < WS_LANES; i++)
      all[i] = MAX (all[i], known[i]);
  }
  EACH (lane, set)
  all[lane] = tick;
  EACH (lane, set)
  memcpy (lanes_of (own, warp, lane), all, sizeof all);
}

/* Handles lanes that have left a bar.warp.sync whose members arrived on several paths. */
static void
go_on (WsSanitizerBlock *own, guint warp, guint32 set)
{
  EACH (lane, set)
  {
    guint32 *known = lanes_of (own, warp, lane);

    EACH (other, own->members[warp * WS_LANES + lane])
    {
      const guint32 *theirs = lanes_of (own, warp, other);

      for (guint i = 0; i < WS_LANES; i++)
        known[i] = MAX (known[i], theirs[i]);
      known[other] = MAX (known[other], own->arrived[warp * WS_LANES + other]);
    }
  }
  own->pending[warp] &= ~set;
}

/* Lanes of one bar.warp.sync with the same @members. */
static void
sync_group (WsSanitizerBlock *own, const WsWarp *warp, guint32 lanes, guint32 members, guint32 tick)
{
  guint w = warp->index;

  if (members == warp->live && members == lanes)
    own->known[(gsize)w * own->n_warps + w] = tick;
  else if ((members & ~lanes) == 0)
    meet (own, w, members, tick);
  else
    {
      EACH (lane, lanes)
      {
        own->arrived[w * WS_LANES + lane] = tick;
        own->members[w * WS_LANES + lane] = members;
      }
      own->pending[w] |= lanes;
    }
}

static guint32
get_members (const WsWarp *warp, const WsOp *op, guint lane)
{
  return (guint32)get (warp->rows, op, op->members - 1u, lane);
}

static void
sync_warp (WsSanitizer *self, WsSanitizerBlock *own, const WsWarp *warp, const WsOp *op,
           guint32 lanes)
{
  guint32 tick = self->now++;

  while (lanes != 0)
    {
      const guint32 members = get_members (warp, op, (guint)__builtin_ctz (lanes));
      guint32 group = 0;

      EACH (lane, lanes)
      group |= (guint32)(get_members (warp, op, lane) == members) << lane;
      sync_group (own, warp, group, members & warp->live, tick);
      lanes &= ~group;
    }
}

/* ---- member masks ---- */

/* Reports lanes that are not in their own member mask. */
static void
look_at_masks (WsSanitizer *self, WsBlockRun *block, const WsWarp *warp, const WsOp *op,
               guint32 lanes)
{
  const guint32 *named = &block->watched->named[(gsize)warp->index * WS_LANES];

  self->serial++;
  EACH (lane, lanes)
  if (named[lane] == 0 && !(get_members (warp, op, lane) >> lane & 1))
    ws_sanitizer_find (self, &(WsSuspect){ .block = block,
                                           .warp = warp,
                                           .op = op,
                                           .kind = WS_FINDING_WRONG_MASK,
                                           .lane = lane,
                                           .space = WS_SPACE_NONE });
}

/* Reports lanes that read from a lane outside their member mask: the result is undefined (CUDA C++
 * Programming Guide, "Warp Shuffle Functions"). Shuffles up and down do so at the ends of a group,
 * for example in a reduction of a half-warp whose other results are unused: these are exempt. */
static void
look_at_sources (WsSanitizer *self, WsBlockRun *block, const WsWarp *warp, const WsOp *op,
                 guint32 lanes)
{
  const guint32 *named = &block->watched->named[(gsize)warp->index * WS_LANES];

  if (op->kind == WS_PTX_MOD_UP || op->kind == WS_PTX_MOD_DOWN)
    return;
  EACH (lane, lanes)
  {
    const guint32 members = get_members (warp, op, lane);
    WsFound *found;
    guint source;

    ws_ptx_shuffle_from ((WsPtxMod)op->kind, lane, (guint32)get (warp->rows, op, 1, lane),
                         (guint32)get (warp->rows, op, 2, lane), &source);
    if (named[lane] != 0 || !(members >> lane & 1) || (members >> source & 1))
      continue;
    found = ws_sanitizer_find (self, &(WsSuspect){ .block = block,
                                                   .warp = warp,
                                                   .op = op,
                                                   .kind = WS_FINDING_WRONG_MASK,
                                                   .lane = lane,
                                                   .space = WS_SPACE_NONE });
    if (found != NULL)
      found->source = source + 1;
  }
}

static void
note_end (WsBlockRun *block, const WsWarp *warp, const WsOp *op, guint32 lanes)
{
  EACH (lane, lanes)
  block->watched->ended[(gsize)warp->index * WS_LANES + lane] = (guint32)(op - block->ops) + 1;
}

/* Lanes arrive at @op: their member masks are saved until they continue, as the registers may be
 * overwritten by then.
 */
static void
note_named (const WsBlockRun *block, const WsWarp *warp, const WsOp *op, guint32 lanes)
{
  guint32 *named = &block->watched->named[(gsize)warp->index * WS_LANES];

  EACH (lane, lanes)
  if (named[lane] == 0)
    named[lane] = get_members (warp, op, lane);
}

/* Members of @lane's mask that have exited after executing something on a different path. Whether
 * they did so before it arrived, or while it waited, depends on scheduling. Members that only
 * exited are legitimately not waited for (CUDA C++ Programming Guide, "Warp Shuffle Functions": all
 * threads that have not exited). If lanes run one by one, no two share a path. */
static guint32
find_missing (const WsSanitizerBlock *own, const WsWarp *warp, guint lane)
{
  gsize first = (gsize)warp->index * WS_LANES;
  guint32 gone = own->named[first + lane] & warp->all & ~warp->live & ~own->settled[first + lane];
  guint32 missing = 0;

  if (warp->apart)
    return 0;
  EACH (other, gone)
  if (own->ended[first + other] != 0 && !(own->company[first + other] >> lane & 1))
    missing |= 1u << other;
  return missing;
}

/* Lanes continue from @op, together with those that waited there. Members that have exited by now
 * are not reported a second time. */
static void
end_waits (WsSanitizer *self, WsBlockRun *block, const WsWarp *warp, const WsOp *op)
{
  WsSanitizerBlock *own = block->watched;
  gsize first = (gsize)warp->index * WS_LANES;
  guint32 waiting = 0;

  for (guint i = 0; i < warp->n_paths; i++)
    if (warp->paths[i].state == WS_PATH_WAITS)
      waiting |= warp->paths[i].mask;
  self->serial++;
  EACH (lane, ~waiting)
  {
    guint32 missing = find_missing (own, warp, lane);
    WsSanitizerAccess other = { .block = block->block,
                                .warp = warp->index & 63u,
                                .lanes = missing };

    own->settled[first + lane] |= own->named[first + lane] & ~warp->live;
    own->named[first + lane] = 0;
    if (missing == 0)
      continue;
    other.op = (own->ended[first + (guint)__builtin_ctz (missing)] - 1) & 0x1fffff;
    ws_sanitizer_find (self, &(WsSuspect){ .block = block,
                                           .warp = warp,
                                           .op = op,
                                           .kind = WS_FINDING_WRONG_MASK,
                                           .lane = lane,
                                           .space = WS_SPACE_NONE,
                                           .other = &other });
  }
}

/* A block barrier waits for all lanes that have not exited: lanes that pass it no longer expect
 * exited ones. */
static void
settle (const WsBlockRun *block, const WsWarp *warp, guint32 lanes)
{
  EACH (lane, lanes)
  block->watched->settled[(gsize)warp->index * WS_LANES + lane] |= ~warp->live;
}

/* ---- barriers of the block ---- */

/* The barrier has released its warps: each is now ordered after everything that preceded the
 * arrivals. */
static void
release (WsBlockRun *block, guint id)
{
  WsSanitizerBlock *own = block->watched;
  guint32 *joined = &own->joined[(gsize)id * own->n_warps];

  for (guint w = 0; w < own->n_warps; w++)
    {
      if (own->waits[w] != id + 1 || block->warps[w].barrier != 0)
        continue;
      own->waits[w] = 0;
      for (guint v = 0; v < own->n_warps; v++)
        {
          guint32 *known = &own->known[(gsize)w * own->n_warps + v];

          *known = MAX (*known, joined[v]);
        }
    }
  memset (joined, 0, own->n_warps * sizeof *joined);
}

/* Whether lanes of the path at @pc wait for other lanes of their warp. */
static gboolean
waits_apart (const WsWarp *warp, guint32 pc, guint32 lanes)
{
  for (guint i = 0; i < warp->n_paths; i++)
    if (warp->paths[i].state == WS_PATH_WAITS && warp->paths[i].pc == pc
        && (warp->paths[i].mask & lanes) != 0)
      return TRUE;
  return FALSE;
}

/* The warp has executed a barrier. */
static void
arrive (WsSanitizer *self, WsBlockRun *block, const WsWarp *warp, const WsOp *op, guint id)
{
  WsSanitizerBlock *own = block->watched;
  guint w = warp->index;
  guint32 *joined = &own->joined[(gsize)id * own->n_warps];
  const guint32 *known = &own->known[(gsize)w * own->n_warps];

  for (guint v = 0; v < own->n_warps; v++)
    joined[v] = MAX (joined[v], known[v]);
  joined[w] = self->now++;
  if (op->kind != WS_PTX_MOD_ARRIVE)
    own->waits[w] = (guint16)(id + 1);
  if (!block->barriers[id].used)
    release (block, id);
}

/* Adds a remark on a barrier under a thread-dependent condition. */
static void
remark (WsSanitizer *self, WsBlockRun *block, const WsWarp *warp, const WsOp *op, guint32 lanes)
{
  guint32 condition = self->conditions[op - block->ops];
  const WsSanitizerAccess other = {
    .block = block->block, .warp = warp->index & 63u, .lanes = lanes, .op = condition & 0x1fffff
  };
  WsFound *found;

  if (condition == WS_NONE)
    return;
  self->serial++;
  found = ws_sanitizer_find (self, &(WsSuspect){ .block = block,
                                                 .warp = warp,
                                                 .op = op,
                                                 .kind = WS_FINDING_CONDITIONAL_BARRIER,
                                                 .lane = (guint)__builtin_ctz (lanes),
                                                 .space = WS_SPACE_NONE,
                                                 .other = &other });
  if (found != NULL)
    found->finding.lanes = lanes;
}

/* ---- the stepper ---- */

static gboolean
waits (const WsOp *op)
{
  return op->opcode == WS_PTX_MBARRIER_TEST_WAIT || op->opcode == WS_PTX_MBARRIER_TRY_WAIT;
}

/* (transfer none) (nullable): state of the mbarrier at a generic address; its phase is the highest
 * bit of the word that step-copy.c stores there */
static WsSanitizerPhase *
look_at_phase (const WsSanitizer *self, const WsBlockRun *block, guint64 address)
{
  WsSanitizerBlock *own = block->watched;
  gint64 key = (gint64)address;
  WsSanitizerPhase *known = g_hash_table_lookup (own->mbarriers, &key);
  guint64 bits;

  if (!fits (address - WS_SHARED_WINDOW, sizeof bits, block->launch->shared_bytes))
    return NULL;
  if (known == NULL)
    {
      known = g_new0 (WsSanitizerPhase, 1);
      g_hash_table_insert (own->mbarriers, g_memdup2 (&key, sizeof key), known);
    }
  memcpy (&bits, block->shared + (address - WS_SHARED_WINDOW), sizeof bits);
  if (bits >> 63 != known->phase)
    *known = (WsSanitizerPhase){ (guint32)(bits >> 63),
                                 GPOINTER_TO_UINT (g_hash_table_lookup (self->seen, &key)) };
  return known;
}

/* An arrival at an mbarrier releases all earlier accesses of its warp. A wait acquires those of all
 * arrivals in completed phases: @waited. */
static void
see_mbarrier (WsSanitizer *self, WsBlockRun *block, const WsWarp *warp, const WsOp *op,
              guint32 lanes, gboolean waited)
{
  WsSanitizerBlock *own = block->watched;

  EACH (lane, lanes)
  {
    guint64 address = get (warp->rows, op, 0, lane) + (guint64)op->offset;
    const WsSanitizerPhase *phase;

    address += address < WS_SHARED_WINDOW ? WS_SHARED_WINDOW : 0;
    phase = look_at_phase (self, block, address);
    if (phase != NULL && waited)
      own->acquired[warp->index] = MAX (own->acquired[warp->index], phase->completed);
    else if (phase != NULL)
      ws_sanitizer_see (self, block, warp, address, FALSE, TRUE);
  }
}

/* Lanes execute an operation, with the other lanes of their path. */
static void
note_company (WsSanitizerBlock *own, const WsWarp *warp, guint32 lanes)
{
  EACH (lane, lanes)
  own->company[(gsize)warp->index * WS_LANES + lane] = warp->mask;
}

/* The checks before an operation. */
static void
look (WsSanitizer *self, WsBlockRun *block, const WsWarp *warp, const WsOp *op, guint32 lanes)
{
  WsSanitizerBlock *own = block->watched;
  guint w = warp->index;

  if (own->waits[w] != 0)
    release (block, own->waits[w] - 1u);
  if ((own->pending[w] & warp->mask) != 0)
    go_on (own, w, own->pending[w] & warp->mask);
  if (lanes == 0)
    return;
  if (op->exec != WS_X_BRA && op->exec != WS_X_EXIT && op->exec != WS_X_NOP)
    note_company (own, warp, lanes);
  if (self->flags[op - block->ops] & WS_SANITIZER_FENCE)
    own->fence[w] = own->fence_of_block = self->now++;
  if (self->flags[op - block->ops] & WS_SANITIZER_LEAVES)
    ws_sanitizer_local_leave (self, block, warp, op, lanes);
  if (op->exec == WS_X_LD || op->exec == WS_X_ST || op->exec == WS_X_ATOM)
    {
      if (op->hidden)
        ws_sanitizer_local_parameter (self, block, warp, op, lanes);
      else
        ws_sanitizer_access (self, block, warp, op, lanes);
    }
  else if (op->exec == WS_X_COPY)
    ws_sanitizer_copy (self, block, warp, op, lanes);
  else if (op->exec == WS_X_MBARRIER && !waits (op))
    see_mbarrier (self, block, warp, op, lanes, FALSE);
  else if (op->exec == WS_X_EXIT)
    note_end (block, warp, op, lanes);
  else if (op->exec == WS_X_BAR_WARP && op->members != 0)
    sync_warp (self, own, warp, op, lanes);
  if (op->members != 0)
    {
      look_at_masks (self, block, warp, op, lanes);
      if (op->exec == WS_X_SHFL)
        look_at_sources (self, block, warp, op, lanes);
      note_named (block, warp, op, lanes);
    }
}

/* Flags the event of the last instruction, if recorded, as having a finding. */
static void
mark_event (WsBlockRun *block, guint n_before)
{
  if (block->events.len > n_before)
    ((WsEvent *)(void *)block->events.data)[n_before].flags |= WS_EVENT_FOUND;
}

static gboolean
step (WsBlockRun *block, WsWarp *warp, gboolean recorded)
{
  WsSanitizer *self = block->launch->sanitizer;
  guint n_before = block->events.len;
  const WsOp *op = &block->ops[warp->pc];
  guint8 *rows = warp->rows;
  guint32 pc = warp->pc;
  guint32 lanes = warp->mask;
  guint id = WS_N_BARRIERS;

  if (op->guarded != 0)
    lanes &= op->guarded == 1 ? *ROW32 (op->guard) : ~*ROW32 (op->guard);
  self->has_found = FALSE;
  look (self, block, warp, op, lanes);
  if (op->exec == WS_X_BAR && lanes != 0)
    {
      id = (guint)get (rows, op, 0, (guint)__builtin_ctz (lanes));
      remark (self, block, warp, op, lanes);
    }
  if (!(recorded ? self->stepper->step_recorded : self->stepper->step) (block, warp))
    return FALSE;
  if (op->exec == WS_X_MBARRIER && waits (op))
    see_mbarrier (self, block, warp, op, lanes, TRUE);
  if (op->members != 0 && !waits_apart (warp, pc, lanes))
    end_waits (self, block, warp, op);
  if (self->has_found)
    mark_event (block, n_before);
  if (id < WS_N_BARRIERS && !waits_apart (warp, pc, lanes))
    {
      settle (block, warp, lanes);
      arrive (self, block, warp, op, id);
    }
  return TRUE;
}

static gboolean
step_plain (WsBlockRun *block, WsWarp *warp)
{
  return step (block, warp, FALSE);
}

static gboolean
step_recorded (WsBlockRun *block, WsWarp *warp)
{
  return step (block, warp, TRUE);
}

/* There is no clock: each instruction counts as a cycle, so that events are ordered. */
static gboolean
run (WsBlockRun *block, WsWarp *warp, guint n, gboolean recorded)
{
  gboolean ok = TRUE;

  for (guint i = 0; ok && i < n && warp->live != 0 && warp->barrier == 0; i++)
    {
      block->work += block->ops[warp->pc].work;
      block->now++;
      ok = step (block, warp, recorded);
      block->issued += ok ? 1 : 0;
    }
  return ok;
}

static gboolean
run_plain (WsBlockRun *block, WsWarp *warp, guint n)
{
  return run (block, warp, n, FALSE);
}

static gboolean
run_recorded (WsBlockRun *block, WsWarp *warp, guint n)
{
  return run (block, warp, n, TRUE);
}

/* Returns: (transfer none): the stepper of checked launches */
const WsStepper *
ws_sanitizer_get_stepper (void)
{
  static const WsStepper watching = {
    .name = "watching",
    .step = step_plain,
    .step_recorded = step_recorded,
    .run = run_plain,
    .run_recorded = run_recorded,
  };

  return &watching;
}
