/* rewrite-spans.c: code by which a warp records when it was resident. */
#include "ptx/rewrite-private.h"

#define emit ws_rewrite_emit

static void
emit_index (WsRewriter *self, const char *to, const char *place, const char *extent)
{
  if (self->spans == WS_SPANS_FLAT)
    emit (self, "mov.u32 %%ws_%s, %%%s.x;", to, place);
  else
    ws_rewrite_emit_index (self, to, place, extent, "k", "n");
}

/**
 * ws_rewrite_spans_begin:
 * @self: the kernel being rewritten
 *
 * Writes the first instructions of every block: blocks not chosen branch to $ws_plain. The clock is
 * read before that decision: checking the mask takes about as long as a warp occupies its slot
 * before its first instruction and after its last (45 to 85 cycles on an H200), which no clock in
 * the kernel can measure.
 */
void
ws_rewrite_spans_begin (WsRewriter *self)
{
  emit (self, ".reg .pred %%ws_q;");
  emit (self, ".reg .b32 %%ws_c, %%ws_e, %%ws_k, %%ws_m, %%ws_n, %%ws_t;");
  emit (self, ".reg .b64 %%ws_a, %%ws_f;");
  emit (self, "mov.u32 %%ws_c, %%clock;");
  emit_index (self, "t", "ctaid", "nctaid");
  emit (self, "ld.param.u32 %%ws_k, [ws_control+%u];",
        (guint)G_STRUCT_OFFSET (WsSpanControl, mask));
  emit (self, "and.b32 %%ws_k, %%ws_k, %%ws_t;");
  emit (self, "setp.ne.u32 %%ws_q, %%ws_k, 0;");
  emit (self, "@%%ws_q bra.uni $ws_plain;");
}

/* The first warps also record the relation of their SM's clock to the global timer. */
static void
emit_timing (WsRewriter *self)
{
  guint label = self->n_labels++;

  emit (self, "ld.param.u32 %%ws_k, [ws_control+%u];",
        (guint)G_STRUCT_OFFSET (WsSpanControl, n_timed));
  emit (self, "setp.ge.u32 %%ws_q, %%ws_t, %%ws_k;");
  emit (self, "@%%ws_q bra $ws_timed%u;", label);
  emit (self, "ld.param.u64 %%ws_a, [ws_control+%u];",
        (guint)G_STRUCT_OFFSET (WsSpanControl, timings));
  emit (self, "mad.wide.u32 %%ws_a, %%ws_t, %u, %%ws_a;", (guint)sizeof (WsProbeTiming));
  emit (self, "mov.u64 %%ws_f, %%globaltimer;");
  emit (self, "st.global.u64 [%%ws_a+%u], %%ws_f;",
        (guint)G_STRUCT_OFFSET (WsProbeTiming, timer_ns));
  emit (self, "mov.u64 %%ws_f, %%clock64;");
  emit (self, "st.global.u64 [%%ws_a+%u], %%ws_f;", (guint)G_STRUCT_OFFSET (WsProbeTiming, clock));
  emit (self, "$ws_timed%u:", label);
}

/**
 * ws_rewrite_spans_end:
 * @self: the kernel being rewritten
 *
 * Writes the code at the end of a thread: it stores its warp's #WsProbeSpan. All stores are here,
 * so that they do not delay the kernel's first load. All lanes store the same value, as one store
 * to one sector, without having to elect a lane. If threads exit one after the other, the last
 * store counts.
 */
void
ws_rewrite_spans_end (WsRewriter *self)
{
  emit (self, "mov.u32 %%ws_e, %%clock;");
  emit_index (self, "t", "ctaid", "nctaid");
  emit_index (self, "m", "tid", "ntid");
  emit (self, "ld.param.u32 %%ws_k, [ws_control+%u];",
        (guint)G_STRUCT_OFFSET (WsSpanControl, n_warps));
  emit (self, "shr.u32 %%ws_m, %%ws_m, 5;");
  emit (self, "mad.lo.u32 %%ws_t, %%ws_t, %%ws_k, %%ws_m;");
  emit (self, "ld.param.u64 %%ws_a, [ws_control+%u];",
        (guint)G_STRUCT_OFFSET (WsSpanControl, spans));
  emit (self, "mad.wide.u32 %%ws_a, %%ws_t, %u, %%ws_a;", (guint)sizeof (WsProbeSpan));
  emit (self, "mov.u32 %%ws_k, %%smid;");
  emit (self, "st.global.v4.u32 [%%ws_a], {%%ws_c, %%ws_k, %%ws_e, %%ws_e};");
  emit_timing (self);
}
