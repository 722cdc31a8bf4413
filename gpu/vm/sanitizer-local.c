/* sanitizer-local.c: local memory of threads: which parts are live, and which of these were
 * written.
 *
 * A call's frame, including alloca memory, is live until the call returns; variables of an inlined
 * function are live while the thread is in it. A later use would normally hit another call's frame:
 * so a checked launch has twice the room for frames, and gives each new one a fresh place in the
 * first half, while there is any.
 */
#include "vm/sanitizer-private.h"

#include <glib/gi18n.h>
#include <string.h>

#define MOST_ENDED 1024 /* ended frames that are remembered per thread */
#define NO_FRAME   G_MAXUINT

/**
 * ws_sanitizer_is_written:
 * @written: a bit for each byte
 * @n: from there on
 *
 * Returns: whether all of them were written
 */
gboolean
ws_sanitizer_is_written (const guint8 *written, guint64 first, guint n)
{
  for (guint64 i = first; i < first + n; i++)
    if ((written[i >> 3] >> (i & 7) & 1) == 0)
      return FALSE;
  return TRUE;
}

/**
 * ws_sanitizer_set_written:
 * @written: a bit for each byte
 * @n: number of bytes written
 */
void
ws_sanitizer_set_written (guint8 *written, guint64 first, guint n)
{
  for (guint64 i = first; i < first + n; i++)
    written[i >> 3] |= (guint8)(1 << (i & 7));
}

static void
set_unwritten (guint8 *written, guint64 first, guint64 n)
{
  for (guint64 i = first; i < first + n; i++)
    written[i >> 3] &= (guint8) ~(1 << (i & 7));
}

static guint
thread_of (const WsWarp *warp, guint lane)
{
  return warp->index * WS_LANES + lane;
}

static guint8 *
written_of (const WsSanitizerBlock *own, const WsWarp *warp, guint lane)
{
  return own->local_written + thread_of (warp, lane) * own->local_stride;
}

static WsSanitizerStack *
stack_of (const WsBlockRun *block, const WsWarp *warp, guint lane)
{
  return &block->watched->stacks[thread_of (warp, lane)];
}

/* ---- a block ---- */

/**
 * ws_sanitizer_local_init:
 * @self: its state
 *
 * Allocates the state of its local memory.
 */
void
ws_sanitizer_local_init (const WsBlockRun *block, WsSanitizerBlock *self)
{
  gsize n_threads = (gsize)block->n_warps * WS_LANES;

  self->local_stride = block->launch->local_bytes / 8 + 1;
  self->local_written = g_malloc0 (n_threads * self->local_stride);
  self->stacks = g_new0 (WsSanitizerStack, n_threads);
  self->left = g_hash_table_new (NULL, NULL);
}

/**
 * ws_sanitizer_local_clear:
 * @self: the state of a block
 *
 * Frees the memory of ws_sanitizer_local_init().
 */
void
ws_sanitizer_local_clear (WsSanitizerBlock *self)
{
  for (gsize i = 0; i < (gsize)self->n_warps * WS_LANES; i++)
    {
      g_clear_pointer (&self->stacks[i].frames, g_array_unref);
      g_clear_pointer (&self->stacks[i].ended, g_array_unref);
    }
  g_free (self->stacks);
  g_free (self->local_written);
  g_hash_table_unref (self->left);
}

/**
 * ws_sanitizer_local_reset:
 * @block: a block that begins
 *
 * Its local memory is unwritten; frames are unwritten when pushed.
 */
void
ws_sanitizer_local_reset (const WsBlockRun *block)
{
  WsSanitizerBlock *self = block->watched;
  const WsCode *code = block->launch->code;
  gsize n_bytes = code->has_stack ? code->fixed_bytes / 8 + 1 : self->local_stride;

  for (gsize i = 0; i < (gsize)self->n_warps * WS_LANES; i++)
    {
      WsSanitizerStack *stack = &self->stacks[i];

      memset (self->local_written + i * self->local_stride, 0, n_bytes);
      g_clear_pointer (&stack->frames, g_array_unref);
      g_clear_pointer (&stack->ended, g_array_unref);
      stack->fresh = stack->gaps = 0;
      stack->left = WS_NONE;
    }
  g_hash_table_remove_all (self->left);
}

/* ---- frames ---- */

static guint
n_frames (const WsSanitizerStack *stack)
{
  return stack->frames != NULL ? stack->frames->len : 0;
}

static const WsSanitizerFrame *
get_frame (const WsSanitizerStack *stack, guint i)
{
  return &g_array_index (stack->frames, WsSanitizerFrame, i);
}

static const WsBody *
current_body (const WsSanitizerStack *stack)
{
  guint n = n_frames (stack);

  return n > 0 ? get_frame (stack, n - 1)->body : NULL;
}

static void
add_ended (WsSanitizerStack *stack, WsSanitizerFrame frame)
{
  if (stack->ended == NULL)
    stack->ended = g_array_new (FALSE, FALSE, sizeof frame);
  if (stack->ended->len == MOST_ENDED)
    g_array_remove_range (stack->ended, 0, MOST_ENDED / 2);
  g_array_append_val (stack->ended, frame);
  stack->fresh = MAX (stack->fresh, frame.end);
}

/**
 * ws_sanitizer_enter:
 * @block: a block that is watched
 * @lane: a lane that executes it
 * @body: the called function
 *
 * Returns: the place of the call's frame in the lane's local memory; its bytes are marked unwritten
 */
guint32
ws_sanitizer_enter (WsBlockRun *block, const WsWarp *warp, const WsOp *op, guint lane,
                    const WsBody *body)
{
  WsSanitizerStack *stack = stack_of (block, warp, lane);
  WsSanitizerFrame frame = { .begin = MAX (warp->tops[lane], stack->fresh),
                             .callers = warp->tops[lane],
                             .op = (guint32)(op - block->ops),
                             .body = body };

  if (frame.begin + body->frame_bytes > block->launch->code->fixed_bytes + WS_STACK_BYTES)
    frame.begin = warp->tops[lane];
  stack->gaps += frame.begin - frame.callers;
  if (stack->frames == NULL)
    stack->frames = g_array_new (FALSE, FALSE, sizeof frame);
  g_array_append_val (stack->frames, frame);
  set_unwritten (written_of (block->watched, warp, lane), frame.begin, body->frame_bytes);
  return frame.begin;
}

/**
 * ws_sanitizer_leave:
 * @block: a block that is watched
 * @warp: one of its warps, at the end of a body
 * @lane: a lane that returns to its caller; called before its stack is popped
 */
void
ws_sanitizer_leave (WsBlockRun *block, const WsWarp *warp, guint lane)
{
  WsSanitizerStack *stack = stack_of (block, warp, lane);
  WsSanitizerFrame frame;

  g_return_if_fail (n_frames (stack) > 0);

  frame = *get_frame (stack, n_frames (stack) - 1);
  g_array_set_size (stack->frames, stack->frames->len - 1);
  stack->gaps -= frame.begin - frame.callers;
  frame.end = warp->tops[lane];
  frame.op = stack->left != WS_NONE ? stack->left : warp->pc;
  stack->left = WS_NONE;
  add_ended (stack, frame);
}

/**
 * ws_sanitizer_take:
 * @block: a block that is watched
 * @first: offset of the memory from alloca
 * @bytes: its size
 *
 * Marks it as unwritten.
 */
void
ws_sanitizer_take (WsBlockRun *block, const WsWarp *warp, guint lane, guint32 first, guint32 bytes)
{
  set_unwritten (written_of (block->watched, warp, lane), first, bytes);
}

/**
 * ws_sanitizer_give_back:
 * @block: a block that is watched
 * @lane: a lane that executes it
 * @top: new end of the lane's stack
 *
 * Ends the life of alloca memory beyond that.
 */
void
ws_sanitizer_give_back (WsBlockRun *block, const WsWarp *warp, const WsOp *op, guint lane,
                        guint32 top)
{
  WsSanitizerStack *stack = stack_of (block, warp, lane);
  const WsSanitizerFrame ended = { .begin = top,
                                   .end = warp->tops[lane],
                                   .op = (guint32)(op - block->ops),
                                   .body = current_body (stack),
                                   .is_taken = TRUE };

  if (top < ended.end)
    add_ended (stack, ended);
}

/**
 * ws_sanitizer_pass:
 * @from: from here, in its local memory,
 * @to: to there
 * @bytes: were copied
 */
void
ws_sanitizer_pass (WsBlockRun *block, const WsWarp *warp, guint lane, guint32 from, guint32 to,
                   guint32 bytes)
{
  guint8 *written = block->watched != NULL ? written_of (block->watched, warp, lane) : NULL;

  for (guint32 i = 0; written != NULL && i < bytes; i++)
    if (ws_sanitizer_is_written (written, from + i, 1))
      ws_sanitizer_set_written (written, to + i, 1);
    else
      set_unwritten (written, to + i, 1);
}

/* Returns: unused bytes of the lane's stack between frames, which give each its own place */
guint32
ws_sanitizer_get_gaps (const WsBlockRun *block, const WsWarp *warp, guint lane)
{
  return block->watched != NULL ? stack_of (block, warp, lane)->gaps : 0;
}

/**
 * ws_sanitizer_local_fill:
 * @block: a block that is watched
 * @at: host address of written memory
 * @n_bytes: number of bytes written
 *
 * If it is a lane's local memory, marks it as written.
 */
void
ws_sanitizer_local_fill (const WsBlockRun *block, const guint8 *at, guint n_bytes)
{
  gsize local_bytes = block->launch->local_bytes;

  for (guint w = 0; w < block->n_warps; w++)
    {
      const WsWarp *warp = &block->warps[w];
      gsize offset = (gsize)(at - warp->local);

      if (at >= warp->local && offset < local_bytes * WS_LANES)
        ws_sanitizer_set_written (written_of (block->watched, warp, (guint)(offset / local_bytes)),
                                  offset % local_bytes, n_bytes);
    }
}

/**
 * ws_sanitizer_local_leave:
 * @op: a return that it is about to execute
 * @lanes: with these lanes
 *
 * Ends the life of an inlined function's variables, until it is called again; then they are
 * unwritten.
 */
void
ws_sanitizer_local_leave (WsSanitizer *self, WsBlockRun *block, const WsWarp *warp, const WsOp *op,
                          guint32 lanes)
{
  const GArray *scopes = self->launch->code->scopes;
  guint32 at = (guint32)(op - block->ops);

  EACH (lane, lanes)
  stack_of (block, warp, lane)->left = at;
  for (guint s = 0; s < scopes->len; s++)
    {
      const WsScope *scope = &g_array_index (scopes, WsScope, s);

      if (scope->end_op != op->target || at < scope->first_op || at >= scope->end_op)
        continue;
      EACH (lane, lanes)
      {
        const WsSanitizerStack *stack = stack_of (block, warp, lane);
        guint n = n_frames (stack);
        guint32 begin = n > 0 ? get_frame (stack, n - 1)->begin : 0;

        set_unwritten (written_of (block->watched, warp, lane), begin + scope->first_byte,
                       scope->n_bytes);
        g_hash_table_replace (block->watched->left,
                              GSIZE_TO_POINTER ((gsize)s << 32 | thread_of (warp, lane)),
                              GUINT_TO_POINTER (at + 1));
      }
    }
}

/* ---- accesses ---- */

/* One lane's access. */
typedef struct {
  WsSanitizer *sanitizer;
  const WsBlockRun *block;
  const WsWarp *warp;
  const WsOp *op;
  guint lane;
  guint64 address;
  guint bytes;
} Visit;

static WsFound *
find (const Visit *visit, WsFindingKind kind, const WsSanitizerAccess *other)
{
  return ws_sanitizer_find (visit->sanitizer, &(WsSuspect){ .block = visit->block,
                                                            .warp = visit->warp,
                                                            .op = visit->op,
                                                            .kind = kind,
                                                            .lane = visit->lane,
                                                            .space = WS_SPACE_LOCAL,
                                                            .address = visit->address,
                                                            .writes = visit->op->exec == WS_X_ST,
                                                            .other = other });
}

/* @ended_by: operation, or %WS_NONE. @is_taken: by alloca. */
static void
find_after_scope (const Visit *visit, const WsPtxFunction *function, guint32 ended_by,
                  gboolean is_taken)
{
  const WsSanitizerAccess other = { .block = visit->block->block,
                                    .lanes = 1u << visit->lane,
                                    .op = ended_by & 0x1fffff,
                                    .warp = visit->warp->index & 63u };
  WsFound *found = find (visit, WS_FINDING_USE_AFTER_SCOPE, ended_by != WS_NONE ? &other : NULL);
  g_autofree char *name = ws_fault_dup_name (function->name);

  if (found != NULL)
    /* Translators: of a function */
    found->finding.place =
        g_strdup_printf (is_taken ? _ ("alloca memory of %s") : _ ("a variable of %s"), name);
}

/* Index of the frame that contains the access: 0 for the kernel, 1 for the first call, ...; or
 * %NO_FRAME */
static guint
find_frame (const Visit *visit)
{
  const WsSanitizerStack *stack = stack_of (visit->block, visit->warp, visit->lane);
  guint32 end = visit->warp->tops != NULL ? visit->warp->tops[visit->lane]
                                          : visit->block->launch->local_bytes;

  for (guint i = n_frames (stack); i > 0; i--)
    {
      const WsSanitizerFrame *frame = get_frame (stack, i - 1);

      if (visit->address >= frame->begin && fits (visit->address, visit->bytes, end))
        return i;
      end = frame->callers;
    }
  return fits (visit->address, visit->bytes, end) ? 0 : NO_FRAME;
}

/* An access outside live frames: to an ended one, or to none. */
static void
visit_nowhere (const Visit *visit)
{
  const WsSanitizerStack *stack = stack_of (visit->block, visit->warp, visit->lane);
  const WsCode *code = visit->sanitizer->launch->code;

  for (guint i = stack->ended != NULL ? stack->ended->len : 0; i > 0; i--)
    {
      const WsSanitizerFrame *frame = &g_array_index (stack->ended, WsSanitizerFrame, i - 1);

      if (visit->address - frame->begin >= frame->end - frame->begin)
        continue;
      find_after_scope (
          visit, frame->body != NULL ? frame->body->function : code->function, frame->op,
          frame->is_taken || visit->address - frame->begin >= frame->body->frame_bytes);
      return;
    }
  find (visit, WS_FINDING_OUT_OF_BOUNDS, NULL);
}

/* Reports an access to a variable of an inlined function that the thread is not in; returns whether
 * it is one. */
static gboolean
is_after_scope (const Visit *visit, guint frame)
{
  const WsSanitizerStack *stack = stack_of (visit->block, visit->warp, visit->lane);
  const GArray *scopes = visit->sanitizer->launch->code->scopes;
  const WsBody *body = frame > 0 ? get_frame (stack, frame - 1)->body : NULL;
  guint64 offset = visit->address - (frame > 0 ? get_frame (stack, frame - 1)->begin : 0);
  guint32 at = frame < n_frames (stack) ? get_frame (stack, frame)->op
                                        : (guint32)(visit->op - visit->block->ops);

  for (guint s = 0; s < scopes->len; s++)
    {
      const WsScope *scope = &g_array_index (scopes, WsScope, s);
      guint32 left;

      if (scope->body != body || offset - scope->first_byte >= scope->n_bytes
          || (at >= scope->first_op && at < scope->end_op))
        continue;
      left = GPOINTER_TO_UINT (g_hash_table_lookup (
          visit->block->watched->left,
          GSIZE_TO_POINTER ((gsize)s << 32 | thread_of (visit->warp, visit->lane))));
      find_after_scope (visit, scope->function, left - 1, FALSE);
      return TRUE;
    }
  return FALSE;
}

/**
 * ws_sanitizer_local_access:
 * @warp: one of its warps, that is about to execute
 * @op: a load or store
 * @lane: with this lane,
 * @address: at this place in its local memory
 */
void
ws_sanitizer_local_access (WsSanitizer *self, WsBlockRun *block, const WsWarp *warp, const WsOp *op,
                           guint lane, guint64 address)
{
  const Visit visit = { self, block, warp, op, lane, address, (guint)op->width * op->vector };
  guint8 *written = written_of (block->watched, warp, lane);
  guint frame;

  if (!fits (address, visit.bytes, block->launch->local_bytes))
    return;
  frame = find_frame (&visit);
  if (frame == NO_FRAME)
    visit_nowhere (&visit);
  else if (is_after_scope (&visit, frame))
    return;
  else if (op->exec != WS_X_ST && !ws_sanitizer_is_written (written, address, visit.bytes))
    find (&visit, WS_FINDING_UNINITIALISED, NULL);
  if (frame != NO_FRAME && op->exec != WS_X_LD)
    ws_sanitizer_set_written (written, address, visit.bytes);
}

/* (transfer full): "a parameter of square" */
static char *
dup_parameter (const WsCode *code, const WsOp *op)
{
  const WsPtxInstruction *inst = ws_code_get_instruction (code, op->site);
  const WsPtxPart *part = ws_ptx_parts_find (code->parts, op->site);
  g_autofree char *name = NULL;

  if (inst == NULL || part == NULL || inst->operands[1].scope != WS_PTX_SCOPE_PARAM)
    return g_strdup (_ ("the result of a call"));
  name = ws_fault_dup_name (part->function->name);
  /* Translators: of a function */
  return g_strdup_printf (_ ("a parameter of %s"), name);
}

/**
 * ws_sanitizer_local_parameter:
 * @warp: one of its warps, that is about to execute
 * @op: a load or store in the .param space, of what calls hand on
 * @lanes: with these lanes
 *
 * A parameter or result counts as unwritten only if none of it was written: structs may be
 * partially written.
 */
void
ws_sanitizer_local_parameter (WsSanitizer *self, WsBlockRun *block, const WsWarp *warp,
                              const WsOp *op, guint32 lanes)
{
  self->serial++;
  EACH (lane, lanes)
  {
    guint64 address = get (warp->rows, op, 0, lane) + (guint64)op->offset;
    const Visit visit = { self, block, warp, op, lane, address, (guint)op->width * op->vector };
    guint8 *written = written_of (block->watched, warp, lane);
    guint64 first = address - (guint64)op->offset2;
    gboolean any = FALSE;
    WsFound *found;

    if (!fits (address, visit.bytes, block->launch->local_bytes))
      continue;
    if (op->exec == WS_X_ST)
      ws_sanitizer_set_written (written, address, visit.bytes);
    if (op->exec == WS_X_ST || op->n_targets == 0
        || !fits (first, op->n_targets, block->launch->local_bytes))
      continue;
    for (guint32 i = 0; !any && i < op->n_targets; i++)
      any = ws_sanitizer_is_written (written, first + i, 1);
    found = any ? NULL : find (&visit, WS_FINDING_UNINITIALISED, NULL);
    if (found != NULL)
      found->finding.place = dup_parameter (self->launch->code, op);
  }
}
