#include "calibrate/kernel-text.h"

#include <string.h>

/* sm_75: as the catalogue's kernels are compiled for. */
static const char declarations[] =
    ".version 7.0\n"
    ".target sm_75\n"
    ".address_size 64\n"
    ".visible .entry " WS_KERNEL_TEXT_ENTRY " (.param .u64 out, .param .u64 buffer,\n"
    "  .param .u32 rounds, .param .u32 a, .param .u32 b, .param .u32 zero)\n"
    "{\n"
    "  .reg .pred %p<4>;\n"
    "  .reg .b32 %r<32>;\n"
    "  .reg .b64 %rd<16>;\n"
    "  .reg .f32 %f<8>;\n"
    "  .reg .f64 %fd<8>;\n";

static const char head[] = "  ld.param.u64 %rd1, [out];\n"
                           "  ld.param.u64 %rd2, [buffer];\n"
                           "  cvta.to.global.u64 %rd1, %rd1;\n"
                           "  cvta.to.global.u64 %rd2, %rd2;\n"
                           "  ld.param.u32 %r1, [rounds];\n"
                           "  ld.param.u32 %r6, [a];\n"
                           "  ld.param.u32 %r7, [b];\n"
                           "  ld.param.u32 %r21, [zero];\n"
                           "  mov.u32 %r2, %tid.x;\n"
                           "  mov.u32 %r3, %ctaid.x;\n"
                           "  mov.u32 %r4, %ntid.x;\n"
                           "  mov.u32 %r5, %nctaid.x;\n"
                           "  mov.u32 %r9, 0;\n"
                           "  mov.u32 %r20, 0;\n"
                           "  and.b32 %r22, %r2, 31;\n"
                           "  setp.ne.u32 %p2, %r22, 0;\n"
                           "  add.u32 %r23, %r4, 31;\n"
                           "  shr.u32 %r23, %r23, 5;\n"
                           "  shr.u32 %r24, %r2, 5;\n"
                           "  mad.lo.u32 %r23, %r3, %r23, %r24;\n"
                           "  mul.wide.u32 %rd5, %r23, 24;\n"
                           "  add.u64 %rd5, %rd1, %rd5;\n";

/* Declaring it leaves less for the L1 cache. */
static const char shared[] = "  .shared .align 16 .b8 tile[128];\n";

/* The clock is read as close as possible to the warp's first and last cycle. */
static const char start[] = "  mov.u64 %rd3, %clock64;\n";

/* A loop, so that no instruction is moved across the clock read. */
static const char loop[] = "ROUND:\n"
                           "  .pragma \"nounroll\";\n";

static const char tail[] = "  add.u32 %r9, %r9, 1;\n"
                           "  setp.lt.u32 %p1, %r9, %r1;\n"
                           "  @%p1 bra ROUND;\n";

static const char stop[] = "  mov.u64 %rd4, %clock64;\n";

/* The first lane of each warp writes. */
static const char end[] = "  @%p2 bra DONE;\n"
                          "  st.global.u64 [%rd5], %rd3;\n"
                          "  st.global.u64 [%rd5+8], %rd4;\n"
                          "  st.global.u32 [%rd5+16], %r20;\n"
                          "DONE:\n"
                          "  ret;\n"
                          "}\n";

static void
append (GString *text, const char *part)
{
  if (part != NULL)
    g_string_append_printf (text, "  %s\n", part);
}

/**
 * ws_kernel_text_new:
 * @parts: of the kernel
 * @copies: of its body per round
 *
 * Returns: (transfer full): a PTX module whose entry is %WS_KERNEL_TEXT_ENTRY
 */
char *
ws_kernel_text_new (const WsKernelParts *parts, guint copies)
{
  gboolean has_tile = parts->before != NULL && strstr (parts->before, "tile") != NULL;
  GString *text = g_string_new (declarations);

  if (has_tile)
    g_string_append (text, shared);
  g_string_append (text, parts->is_untimed ? "  mov.u64 %rd3, 0;\n" : start);
  g_string_append (text, head);
  append (text, parts->before);
  g_string_append (text, loop);
  append (text, parts->turn);
  for (guint i = 0; i < copies; i++)
    append (text, parts->body);
  g_string_append (text, tail);
  g_string_append (text, parts->is_untimed ? "  mov.u64 %rd4, 0;\n" : stop);
  append (text, parts->after);
  g_string_append (text, end);
  return g_string_free (text, FALSE);
}
