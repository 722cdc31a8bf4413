/* call.c: calls of functions that are not inlined: a stack for each thread.
 *
 * A call pushes a frame in the lane's local memory: results, parameters, local variables, and
 * arguments of calls that the function itself makes. Registers are rows of the warp, one set for
 * each function: a recursive call saves those of the earlier one until it returns. Lanes that call
 * different functions are on different paths.
 */
#include "vm/vm-private.h"
#include "vm/sanitizer.h"
#include "vm/simt-stack.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <string.h>

#define FRAME_ALIGN 16
#define FIRST_ROOM  256 /* bytes of a call stack */

/* Header of the registers that a call saves. */
typedef struct {
  guint32 call;
  guint32 body;
  guint32 base; /* of the frame, in the lane's local memory */
  guint32 top;  /* end of the caller's frame: the same, unless the launch is checked */
} Header;

static const WsCall *
get_call (const WsCode *code, guint32 call)
{
  return &g_array_index (code->calls, WsCall, call);
}

static const WsPassed *
get_passed (const WsCode *code, const WsCall *call, guint i)
{
  return &g_array_index (code->passed, WsPassed, call->first_passed + i);
}

static const WsBody *
get_body (const WsCode *code, guint32 body)
{
  return g_ptr_array_index (code->bodies, body);
}

static guint8 *
get_local (const WsBlockRun *block, const WsWarp *warp, guint lane)
{
  return warp->local + (gsize)lane * block->launch->local_bytes;
}

static guint64
read_lane (const WsWarp *warp, const WsFrameRow *row, guint lane)
{
  const guint8 *rows = warp->rows + row->row;
  guint32 word;
  guint64 bits;

  if (row->bytes == 8)
    {
      memcpy (&bits, rows + lane * 8, 8);
      return bits;
    }
  memcpy (&word, rows + (row->bytes == 4 ? lane * 4 : 0), 4);
  return row->bytes == 4 ? word : (word >> lane) & 1;
}

static void
write_lane (WsWarp *warp, const WsFrameRow *row, guint lane, guint64 bits)
{
  guint8 *rows = warp->rows + row->row;
  guint32 word = (guint32)bits;

  if (row->bytes == 8)
    memcpy (rows + lane * 8, &bits, 8);
  else if (row->bytes == 4)
    memcpy (rows + lane * 4, &word, 4);
  else
    put_predicate (warp->rows, row->row, 1u << lane, bits != 0 ? 1u << lane : 0);
}

/* Whether the lane's stack has room for @frame more bytes of local memory, and @kept of registers.
 */
static gboolean
has_room (const WsBlockRun *block, const WsWarp *warp, guint lane, guint64 frame, guint64 kept)
{
  guint32 taken = warp->tops[lane] - block->launch->code->fixed_bytes
                  - ws_sanitizer_get_gaps (block, warp, lane);

  return taken + frame + warp->stacks[lane].len + kept <= WS_STACK_BYTES;
}

static gboolean
overflow (WsBlockRun *block, const WsWarp *warp, const WsOp *op, guint lane)
{
  return ws_block_fault_detail (
      block, warp, op, WS_FINDING_OUT_OF_BOUNDS, lane,
      g_strdup_printf (_ ("overflows its stack of %u bytes: its calls are nested too deeply"),
                       WS_STACK_BYTES));
}

/* Saves the lane's registers of @body. */
static void
save (WsWarp *warp, const WsBody *body, guint lane, Header header)
{
  WsCallStack *stack = &warp->stacks[lane];
  gsize bytes = sizeof header + body->rows->len * sizeof (guint64);
  guint64 *to;

  if (bytes > stack->room - stack->len)
    {
      stack->room = MAX (MAX (stack->room * 2, FIRST_ROOM), stack->len + (guint32)bytes);
      stack->data = g_realloc (stack->data, stack->room);
    }
  memcpy (stack->data + stack->len, &header, sizeof header);
  to = (guint64 *)(void *)(stack->data + stack->len + sizeof header);
  for (guint i = 0; i < body->rows->len; i++)
    {
      const WsFrameRow *row = &g_array_index (body->rows, WsFrameRow, i);

      to[i] = read_lane (warp, row, lane);
      if (row->is_frame)
        write_lane (warp, row, lane, header.base + row->offset);
    }
  stack->len += (guint32)bytes;
}

/* Copies arguments or results of a lane between the caller's local memory and a frame. */
static gboolean
copy (WsBlockRun *block, const WsWarp *warp, guint lane, const WsPassed *passed, guint32 in_frame,
      gboolean back)
{
  const guint32 local_bytes = block->launch->local_bytes;
  guint8 *local = get_local (block, warp, lane);
  guint64 outside = ((const guint64 *)(const void *)(warp->rows + passed->row))[lane];

  if (!fits (outside, passed->bytes, local_bytes) || !fits (in_frame, passed->bytes, local_bytes))
    return FALSE;
  memmove (local + (back ? outside : in_frame), local + (back ? in_frame : outside), passed->bytes);
  ws_sanitizer_pass (block, warp, lane, (guint32)(back ? in_frame : outside),
                     (guint32)(back ? outside : in_frame), passed->bytes);
  return TRUE;
}

static guint32
place_of (const GPtrArray *variables, guint i)
{
  return (guint32)((const WsPtxVariable *)g_ptr_array_index (variables, i))->offset;
}

/* One lane calls a body. */
static gboolean
enter (WsBlockRun *block, WsWarp *warp, const WsOp *op, guint32 body_index, guint lane)
{
  const WsCode *code = block->launch->code;
  const WsCall *call = get_call (code, op->targets);
  const WsBody *body = get_body (code, body_index);
  Header header = {
    .call = op->targets, .body = body_index, .base = warp->tops[lane], .top = warp->tops[lane]
  };

  if (!has_room (block, warp, lane, body->frame_bytes,
                 sizeof header + body->rows->len * sizeof (guint64)))
    return overflow (block, warp, op, lane);
  if (block->watched != NULL)
    header.base = ws_sanitizer_enter (block, warp, op, lane, body);
  memset (get_local (block, warp, lane) + header.base, 0, body->frame_bytes);
  for (guint i = 0; i < call->n_params; i++)
    if (!copy (block, warp, lane, get_passed (code, call, i),
               header.base + body->params_at + place_of (body->function->params, i), FALSE))
      return ws_block_fault (block, warp, op, WS_FINDING_OUT_OF_BOUNDS, lane);
  save (warp, body, lane, header);
  warp->tops[lane] = header.base + body->frame_bytes;
  return TRUE;
}

static gboolean
takes (const WsCode *code, const GPtrArray *variables, const WsCall *call, guint first, guint n)
{
  gboolean same = variables->len == n;

  for (guint i = 0; same && i < n; i++)
    same = ((const WsPtxVariable *)g_ptr_array_index (variables, i))->size
           == get_passed (code, call, first + i)->bytes;
  return same;
}

/* The body at an address that a lane calls; WS_NONE for a fault. */
static guint32
find_body (WsBlockRun *block, WsWarp *warp, const WsOp *op, guint lane)
{
  const WsCode *code = block->launch->code;
  const WsCall *call = get_call (code, op->targets);
  guint64 address = get (warp->rows, op, 0, lane);
  guint64 index = (address - WS_CODE_WINDOW) / WS_CODE_STEP - 1;
  const WsPtxFunction *function;

  if (address % WS_CODE_STEP != 0 || index >= code->module->functions->len)
    {
      ws_block_fault_detail (
          block, warp, op, WS_FINDING_OUT_OF_BOUNDS, lane,
          g_strdup_printf (_ ("calls through address 0x%" PRIx64 ", which is not a function"),
                           address));
      return WS_NONE;
    }
  function = g_ptr_array_index (code->module->functions, index);
  if (code->body_of[index] == WS_NONE || !takes (code, function->params, call, 0, call->n_params)
      || !takes (code, function->returns, call, call->n_params, call->n_returns))
    {
      ws_block_fault_detail (
          block, warp, op, WS_FINDING_OUT_OF_BOUNDS, lane,
          g_strdup_printf (
              code->body_of[index] == WS_NONE
                  ? _ ("calls %s through its address; this function cannot be called indirectly")
                  : _ ("calls %s through its address with parameters that do not match"),
              function->name));
      return WS_NONE;
    }
  return code->body_of[index];
}

/**
 * ws_call_enter:
 * @op: a call, executed by all lanes of the path
 *
 * The lanes continue in the function; lanes that call different ones diverge.
 *
 * Returns: %FALSE if a lane faulted, with the block's fault set
 */
gboolean
ws_call_enter (WsBlockRun *block, WsWarp *warp, const WsOp *op)
{
  const WsCode *code = block->launch->code;
  guint32 bodies[WS_LANES];
  guint32 targets[WS_LANES];
  guint32 masks[WS_LANES] = { 0 };
  guint n = 0;

  EACH (lane, warp->mask)
  {
    guint32 body = get_call (code, op->targets)->body;
    guint i = 0;

    if (body == WS_NONE)
      body = find_body (block, warp, op, lane);
    if (body == WS_NONE || !enter (block, warp, op, body, lane))
      return FALSE;
    while (i < n && bodies[i] != body)
      i++;
    bodies[i] = body;
    targets[i] = get_body (code, body)->op;
    masks[i] |= 1u << lane;
    n = MAX (n, i + 1);
  }
  for (guint i = 0; i < n; i++)
    warp->path = (warp->path ^ targets[i]) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  ws_simt_stack_call (warp, targets, masks, n);
  return TRUE;
}

/* Returns a lane to its caller, with the results. */
static void
leave (WsBlockRun *block, WsWarp *warp, guint lane)
{
  const WsCode *code = block->launch->code;
  WsCallStack *stack = &warp->stacks[lane];
  const WsBody *body = get_body (code, g_array_index (code->ops, WsOp, warp->pc).targets);
  gsize bytes = sizeof (Header) + body->rows->len * sizeof (guint64);
  const guint64 *from;
  const WsCall *call;
  Header header;

  g_return_if_fail (stack->len >= bytes);
  stack->len -= (guint32)bytes;
  memcpy (&header, stack->data + stack->len, sizeof header);
  from = (const guint64 *)(const void *)(stack->data + stack->len + sizeof header);
  for (guint i = 0; i < body->rows->len; i++)
    write_lane (warp, &g_array_index (body->rows, WsFrameRow, i), lane, from[i]);
  call = get_call (code, header.call);
  for (guint i = 0; i < call->n_returns; i++)
    copy (block, warp, lane, get_passed (code, call, call->n_params + i),
          header.base + place_of (body->function->returns, i), TRUE);
  if (block->watched != NULL)
    ws_sanitizer_leave (block, warp, lane);
  warp->tops[lane] = header.top;
}

/**
 * ws_call_return:
 * @warp: one of its warps, whose path has reached the end of a body
 */
void
ws_call_return (WsBlockRun *block, WsWarp *warp)
{
  EACH (lane, warp->mask)
  leave (block, warp, lane);
  ws_simt_stack_return (warp);
}

static guint32
align_up (guint64 value, guint64 align)
{
  return (guint32)((value + align - 1) / align * align);
}

/* alloca: @bytes at a multiple of @align, zeroed. */
static gboolean
take (WsBlockRun *block, WsWarp *warp, const WsOp *op, guint lane)
{
  guint64 bytes = get (warp->rows, op, 0, lane);
  guint64 align = op->n_source > 1 ? get (warp->rows, op, 1, lane) : FRAME_ALIGN;
  guint32 first;

  align = CLAMP (align, FRAME_ALIGN, WS_STACK_BYTES);
  first = align_up (warp->tops[lane], align);
  if (bytes > WS_STACK_BYTES
      || !has_room (block, warp, lane, first - warp->tops[lane] + bytes + FRAME_ALIGN, 0))
    return overflow (block, warp, op, lane);
  memset (get_local (block, warp, lane) + first, 0, bytes);
  if (block->watched != NULL)
    ws_sanitizer_take (block, warp, lane, first, (guint32)bytes);
  warp->tops[lane] = align_up (first + bytes, FRAME_ALIGN);
  put (warp->rows, op, 0, lane, first);
  return TRUE;
}

/**
 * ws_call_stack:
 * @op: an alloca, stacksave or stackrestore
 * @lanes: mask of the executing lanes
 *
 * Returns: %FALSE if a lane faulted, with the block's fault set
 */
gboolean
ws_call_stack (WsBlockRun *block, WsWarp *warp, const WsOp *op, guint32 lanes)
{
  EACH (lane, lanes)
  {
    guint64 top = op->opcode == WS_PTX_STACKRESTORE ? get (warp->rows, op, 0, lane) : 0;

    if (op->opcode == WS_PTX_STACKSAVE)
      put (warp->rows, op, 0, lane, warp->tops[lane]);
    else if (op->opcode == WS_PTX_ALLOCA)
      {
        if (!take (block, warp, op, lane))
          return FALSE;
      }
    else if (top < block->launch->code->fixed_bytes || top > warp->tops[lane])
      return ws_block_fault_detail (
          block, warp, op, WS_FINDING_OUT_OF_BOUNDS, lane,
          g_strdup_printf (
              _ ("restores its stack to 0x%" PRIx64 ", which is not an earlier position"), top));
    else
      {
        if (block->watched != NULL)
          ws_sanitizer_give_back (block, warp, op, lane, align_up (top, FRAME_ALIGN));
        warp->tops[lane] = align_up (top, FRAME_ALIGN);
      }
  }
  return TRUE;
}
