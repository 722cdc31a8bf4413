/* rewrite-frame.c: code before a kernel's first instruction, and after its last. */
#include "ptx/rewrite-private.h"

#define emit ws_rewrite_emit

/**
 * ws_rewrite_emit:
 * @self: the function being rewritten
 * @format: a line, as of printf()
 *
 * Writes a line of PTX.
 */
void
ws_rewrite_emit (WsRewriter *self, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_string_append_vprintf (self->out, format, arguments);
  va_end (arguments);
  g_string_append_c (self->out, '\n');
}

/**
 * ws_rewrite_emit_index:
 * @self: the function being rewritten
 * @to: register for the index, as in "lo" for %ws_lo
 * @place: "ctaid" for the block in the grid, or "tid" for the thread in its block
 * @extent: "nctaid" or "ntid"
 * @a: a scratch register
 * @b: another one
 *
 * Writes code that computes a linear index from three dimensions.
 */
void
ws_rewrite_emit_index (WsRewriter *self, const char *to, const char *place, const char *extent,
                       const char *a, const char *b)
{
  emit (self, "mov.u32 %%ws_%s, %%%s.z;", to, place);
  for (const char *along = "yx"; *along != '\0'; along++)
    {
      emit (self, "mov.u32 %%ws_%s, %%%s.%c;", a, extent, *along);
      emit (self, "mov.u32 %%ws_%s, %%%s.%c;", b, place, *along);
      emit (self, "mad.lo.u32 %%ws_%s, %%ws_%s, %%ws_%s, %%ws_%s;", to, to, a, b);
    }
}

/* The block's index in the grid, to %ws_lo. */
static void
emit_block (WsRewriter *self)
{
  ws_rewrite_emit_index (self, "lo", "ctaid", "nctaid", "hi", "f");
}

/* The thread's index in the block, to %ws_hi. */
static void
emit_thread (WsRewriter *self)
{
  ws_rewrite_emit_index (self, "hi", "tid", "ntid", "f", "m");
}

/* After emit_block() and emit_thread(): the index among the recorded warps, to %ws_lo. Takes the
 * block's index among the recorded ones from %ws_f. */
static void
emit_warp (WsRewriter *self)
{
  emit (self, "ld.param.u64 %%ws_a, [ws_control+%u];",
        (guint)G_STRUCT_OFFSET (WsProbeControl, n_warps));
  emit (self, "cvt.u32.u64 %%ws_m, %%ws_a;");
  emit (self, "shr.u32 %%ws_lo, %%ws_hi, 5;");
  emit (self, "mad.lo.u32 %%ws_lo, %%ws_f, %%ws_m, %%ws_lo;");
}

/* To %ws_f: the index among the recorded blocks. */
static void
emit_recorded (WsRewriter *self)
{
  emit (self, "ld.param.u64 %%ws_a, [ws_control+%u];",
        (guint)G_STRUCT_OFFSET (WsProbeControl, recorded));
  emit (self, "mad.wide.u32 %%ws_a, %%ws_lo, 4, %%ws_a;");
  emit (self, "ld.global.u32 %%ws_f, [%%ws_a];");
}

/**
 * ws_rewrite_end:
 * @self: the function being rewritten
 *
 * Writes the code at the end of a recorded thread: it stores where its slots end. Writes nothing in
 * the unprobed body.
 */
void
ws_rewrite_end (WsRewriter *self)
{
  if (self->kinds == NULL)
    return;
  emit_block (self);
  emit_thread (self);
  emit_recorded (self);
  emit_warp (self);
  emit (self, "and.b32 %%ws_hi, %%ws_hi, 31;");
  emit (self, "mad.lo.u32 %%ws_lo, %%ws_lo, 32, %%ws_hi;");
  emit (self, "ld.param.u64 %%ws_a, [ws_control+%u];",
        (guint)G_STRUCT_OFFSET (WsProbeControl, ends));
  emit (self, "mad.wide.u32 %%ws_a, %%ws_lo, 8, %%ws_a;");
  emit (self, "st.global.u64 [%%ws_a], %%ws_p;");
}

static void
declare (WsRewriter *self)
{
  emit (self, ".reg .pred %%ws_q, %%ws_g, %%ws_r;");
  emit (self, ".reg .b16 %%ws_h;");
  emit (self, ".reg .b32 %%ws_f, %%ws_k, %%ws_m, %%ws_lo, %%ws_hi;");
  emit (self, ".reg .b64 %%ws_a, %%ws_c, %%ws_p, %%ws_e, %%ws_s;");
}

/**
 * ws_rewrite_begin_function:
 * @self: the function being rewritten, and is no entry
 *
 * Writes its first instructions: they find the slots of the thread, if it is recorded.
 */
void
ws_rewrite_begin_function (WsRewriter *self)
{
  declare (self);
  emit (self, "ld.param.u64 %%ws_s, [ws_state];");
  if (self->kinds == NULL)
    return;
  emit (self, "setp.ne.u64 %%ws_r, %%ws_s, 0;");
  emit (self, "mov.u64 %%ws_p, 0;");
  emit (self, "mov.u64 %%ws_e, 0;");
  emit (self, "@%%ws_r ld.local.u64 %%ws_p, [%%ws_s+%u];",
        (guint)G_STRUCT_OFFSET (WsThreadState, next));
  emit (self, "@%%ws_r ld.local.u64 %%ws_e, [%%ws_s+%u];",
        (guint)G_STRUCT_OFFSET (WsThreadState, end));
}

/**
 * ws_rewrite_end_function:
 * @self: the function being rewritten, and is no entry
 * @of_thread: whether the thread ends there
 *
 * Writes its last instructions: they store where its slots end.
 */
void
ws_rewrite_end_function (WsRewriter *self, gboolean of_thread)
{
  if (self->kinds == NULL)
    return;
  emit (self, "@%%ws_r st.local.u64 [%%ws_s+%u], %%ws_p;",
        (guint)G_STRUCT_OFFSET (WsThreadState, next));
  if (!of_thread)
    return;
  emit (self, "@%%ws_r ld.local.u64 %%ws_a, [%%ws_s+%u];",
        (guint)G_STRUCT_OFFSET (WsThreadState, ended));
  emit (self, "@%%ws_r st.global.u64 [%%ws_a], %%ws_p;");
}

/* The state that functions called by a recorded thread need. */
static void
emit_state (WsRewriter *self)
{
  emit (self, "mov.u64 %%ws_s, ws_thread;");
  emit (self, "setp.ne.u64 %%ws_r, %%ws_e, 0;");
  emit (self, "st.local.u64 [%%ws_s+%u], %%ws_e;", (guint)G_STRUCT_OFFSET (WsThreadState, end));
  emit (self, "mad.lo.u32 %%ws_lo, %%ws_lo, 32, %%ws_hi;");
  emit (self, "ld.param.u64 %%ws_a, [ws_control+%u];",
        (guint)G_STRUCT_OFFSET (WsProbeControl, ends));
  emit (self, "mad.wide.u32 %%ws_a, %%ws_lo, 8, %%ws_a;");
  emit (self, "st.local.u64 [%%ws_s+%u], %%ws_a;", (guint)G_STRUCT_OFFSET (WsThreadState, ended));
}

/* The first thread of a recorded block stores its start time. */
static void
emit_start (WsRewriter *self)
{
  emit (self, "setp.eq.u32 %%ws_q, %%ws_hi, 0;");
  emit (self, "ld.param.u64 %%ws_a, [ws_control+%u];",
        (guint)G_STRUCT_OFFSET (WsProbeControl, starts));
  emit (self, "mad.wide.u32 %%ws_a, %%ws_f, 8, %%ws_a;");
  emit (self, "mov.u64 %%ws_c, %%clock64;");
  emit (self, "@%%ws_q st.global.u64 [%%ws_a], %%ws_c;");
}

/* Branches to $ws_plain in blocks that are not recorded: for nearly all of them by the filter,
 * which only reads parameters. */
static void
emit_choice (WsRewriter *self)
{
  emit (self, "ld.param.u64 %%ws_c, [ws_control+%u];",
        (guint)G_STRUCT_OFFSET (WsProbeControl, filter[0]));
  emit (self, "and.b32 %%ws_m, %%ws_lo, 63;");
  emit (self, "shr.u64 %%ws_c, %%ws_c, %%ws_m;");
  emit (self, "ld.param.u64 %%ws_a, [ws_control+%u];",
        (guint)G_STRUCT_OFFSET (WsProbeControl, filter[1]));
  emit (self, "shr.u32 %%ws_m, %%ws_lo, 6;");
  emit (self, "and.b32 %%ws_m, %%ws_m, 63;");
  emit (self, "shr.u64 %%ws_a, %%ws_a, %%ws_m;");
  emit (self, "and.b64 %%ws_c, %%ws_c, %%ws_a;");
  emit (self, "and.b64 %%ws_c, %%ws_c, 1;");
  emit (self, "setp.eq.u64 %%ws_q, %%ws_c, 0;");
  emit (self, "@%%ws_q bra.uni $ws_plain;");
  emit_recorded (self);
  emit (self, "setp.eq.u32 %%ws_q, %%ws_f, %u;", WS_PROBE_NO_BLOCK);
  emit (self, "@%%ws_q bra.uni $ws_plain;");
}

/* The first recorded thread stores the addresses of the variables on this device. */
static void
emit_symbols (WsRewriter *self, GPtrArray *symbols)
{
  emit (self, "or.b32 %%ws_m, %%ws_f, %%ws_hi;");
  emit (self, "setp.eq.u32 %%ws_q, %%ws_m, 0;");
  emit (self, "ld.param.u64 %%ws_a, [ws_control+%u];",
        (guint)G_STRUCT_OFFSET (WsProbeControl, symbols));
  emit (self, "mov.u64 %%ws_c, 0;");
  emit (self, "cvta.shared.u64 %%ws_c, %%ws_c;");
  emit (self, "@%%ws_q st.global.u64 [%%ws_a], %%ws_c;");
  emit (self, "mov.u64 %%ws_c, 0;");
  emit (self, "cvta.local.u64 %%ws_c, %%ws_c;");
  emit (self, "@%%ws_q st.global.u64 [%%ws_a+8], %%ws_c;");
  for (guint i = 0; i < symbols->len; i++)
    {
      const WsPtxVariable *variable = g_ptr_array_index (symbols, i);

      emit (self, "mov.u64 %%ws_c, %s;", variable->name);
      emit (self, "@%%ws_q st.global.u64 [%%ws_a+%u], %%ws_c;", 16 + 8 * i);
    }
}

/**
 * ws_rewrite_begin:
 * @self: the function being rewritten
 * @symbols: (element-type WsPtxVariable): the variables whose addresses are stored
 *
 * Writes the first instructions of every block: unrecorded blocks branch to $ws_plain; in the
 * others, each thread finds its slots.
 */
void
ws_rewrite_begin (WsRewriter *self, GPtrArray *symbols)
{
  declare (self);
  if (self->has_state)
    {
      emit (self, ".local .align 8 .b8 ws_thread[%u];", (guint)sizeof (WsThreadState));
      emit (self, "mov.u64 %%ws_s, 0;");
    }
  if (self->kinds == NULL)
    return;
  emit_block (self);
  emit_thread (self);
  emit_choice (self);
  emit_start (self);
  emit_symbols (self, symbols);
  emit_warp (self);
  emit (self, "ld.param.u64 %%ws_a, [ws_control+%u];",
        (guint)G_STRUCT_OFFSET (WsProbeControl, warp_bytes));
  emit (self, "ld.param.u64 %%ws_p, [ws_control+%u];",
        (guint)G_STRUCT_OFFSET (WsProbeControl, slots));
  emit (self, "cvt.u64.u32 %%ws_c, %%ws_lo;");
  emit (self, "mad.lo.u64 %%ws_p, %%ws_c, %%ws_a, %%ws_p;");
  emit (self, "and.b32 %%ws_hi, %%ws_hi, 31;");
  emit (self, "mad.wide.u32 %%ws_p, %%ws_hi, %u, %%ws_p;", WS_PROBE_SLOT_BYTES);
  emit (self, "add.u64 %%ws_e, %%ws_p, %%ws_a;");
  if (self->has_state)
    emit_state (self);
}
