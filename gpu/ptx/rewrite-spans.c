/* rewrite-spans.c: what a warp does to say when it was there. */
#include "ptx/rewrite-private.h"

#define emit ws_rewrite_emit

/* The block's index in the grid, to %ws_t, and the thread's in the block, to %ws_m. */
static void
emit_place (WsRewriter *self)
{
  if (self->spans == WS_SPANS_FLAT)
    {
      emit (self, "mov.u32 %%ws_t, %%ctaid.x;");
      emit (self, "mov.u32 %%ws_m, %%tid.x;");
      return;
    }
  for (guint i = 0; i < 2; i++)
    {
      const char *to = i == 0 ? "t" : "m";
      const char *place = i == 0 ? "ctaid" : "tid";
      const char *extent = i == 0 ? "nctaid" : "ntid";

      emit (self, "mov.u32 %%ws_%s, %%%s.z;", to, place);
      emit (self, "mov.u32 %%ws_k, %%%s.y;", extent);
      emit (self, "mov.u32 %%ws_n, %%%s.y;", place);
      emit (self, "mad.lo.u32 %%ws_%s, %%ws_%s, %%ws_k, %%ws_n;", to, to);
      emit (self, "mov.u32 %%ws_k, %%%s.x;", extent);
      emit (self, "mov.u32 %%ws_n, %%%s.x;", place);
      emit (self, "mad.lo.u32 %%ws_%s, %%ws_%s, %%ws_k, %%ws_n;", to, to);
    }
}

/* All lanes write the same: one store of one sector, and nobody has to find out who is first. The
 * span's address stays in %ws_a. */
void
ws_rewrite_spans_begin (WsRewriter *self)
{
  emit (self, ".reg .pred %%ws_q;");
  emit (self, ".reg .b32 %%ws_c, %%ws_k, %%ws_m, %%ws_n, %%ws_t;");
  emit (self, ".reg .b64 %%ws_a, %%ws_e, %%ws_f;");
  emit (self, "mov.u32 %%ws_c, %%clock;");
  emit_place (self);
  emit (self, "ld.param.u32 %%ws_k, [ws_control+%u];",
        (guint)G_STRUCT_OFFSET (WsSpanControl, n_warps));
  emit (self, "shr.u32 %%ws_m, %%ws_m, 5;");
  emit (self, "mad.lo.u32 %%ws_t, %%ws_t, %%ws_k, %%ws_m;");
  emit (self, "ld.param.u64 %%ws_a, [ws_control+%u];",
        (guint)G_STRUCT_OFFSET (WsSpanControl, spans));
  emit (self, "mad.wide.u32 %%ws_a, %%ws_t, %u, %%ws_a;", (guint)sizeof (WsProbeSpan));
  emit (self, "mov.u32 %%ws_k, %%smid;");
  emit (self, "st.global.v2.u32 [%%ws_a], {%%ws_c, %%ws_k};");
  emit (self, "setp.ge.u32 %%ws_q, %%ws_t, %u;", WS_PROBE_TIMED_WARPS);
  emit (self, "@%%ws_q bra.uni $ws_body;");
  emit (self, "ld.param.u64 %%ws_e, [ws_control+%u];",
        (guint)G_STRUCT_OFFSET (WsSpanControl, timings));
  emit (self, "mad.wide.u32 %%ws_e, %%ws_t, %u, %%ws_e;", (guint)sizeof (WsProbeTiming));
  emit (self, "mov.u64 %%ws_f, %%globaltimer;");
  emit (self, "st.global.u64 [%%ws_e+%u], %%ws_f;",
        (guint)G_STRUCT_OFFSET (WsProbeTiming, timer_ns));
  emit (self, "mov.u64 %%ws_f, %%clock64;");
  emit (self, "st.global.u64 [%%ws_e+%u], %%ws_f;", (guint)G_STRUCT_OFFSET (WsProbeTiming, clock));
  emit (self, "$ws_body:");
}

/* Of threads that leave one after the other, the last one's clock stays. */
void
ws_rewrite_spans_end (WsRewriter *self)
{
  emit (self, "mov.u32 %%ws_c, %%clock;");
  emit (self, "st.global.u32 [%%ws_a+%u], %%ws_c;", (guint)G_STRUCT_OFFSET (WsProbeSpan, end));
}
