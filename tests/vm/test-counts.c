/* What is counted where an access is executed is what is counted of one that is recorded: of each
 * site, the same program with no block recorded and with all of them. */
#include "virtual/virtual.h"
#include "specs.h"

#include <string.h>

#define N_BLOCKS 400  /* so many that most are not timed */
#define N_WORDS  8192 /* of global memory */

/* The index of the word that lane %r1 reaches, to %r2: below 1024. */
static const char *const pointers[] = {
  /* rows of 8, as of square blocks; from a word on that begins no sector; the last one first */
  "shr.u32 %r2, %r1, 3; mul.lo.u32 %r2, %r2, 40; and.b32 %r3, %r1, 7; add.u32 %r2, %r2, %r3;",
  "shr.u32 %r2, %r1, 3; mul.lo.u32 %r2, %r2, 29; and.b32 %r3, %r1, 7; add.u32 %r2, %r2, %r3;"
  "add.u32 %r2, %r2, 5;",
  "shr.u32 %r2, %r1, 3; xor.b32 %r2, %r2, 3; mul.lo.u32 %r2, %r2, 40; and.b32 %r3, %r1, 7;"
  "add.u32 %r2, %r2, %r3;",
  /* one of each sector, of each segment, of every third word; two lanes at each */
  "shl.b32 %r2, %r1, 3;",
  "shl.b32 %r2, %r1, 5;",
  "mul.lo.u32 %r2, %r1, 3; add.u32 %r2, %r2, 1;",
  "shr.u32 %r2, %r1, 1;",
  /* one word, a row, and out of order within sectors */
  "mov.u32 %r2, 77;",
  "add.u32 %r2, %r1, 3;",
  "xor.b32 %r2, %r1, 5;",
  "mul.lo.u32 %r2, %r1, 11; and.b32 %r2, %r2, 63;",
};

/* What reaches there: by all lanes, by those whose guard holds, in one arm of a branch. */
static char *
write_program (const char *pointer)
{
  return g_strdup_printf (
      ".version 8.0\n.target sm_75\n.address_size 64\n.const .align 4 .b8 table[4096];\n"
      ".visible .entry k (.param .u64 in)\n{\n.reg .b32 %%r<12>; .reg .b64 %%rd<8>;\n"
      ".reg .pred %%p<4>;\n.shared .align 4 .b8 buf[4096];\n"
      "ld.param.u64 %%rd1, [in]; mov.u32 %%r1, %%tid.x; mov.u32 %%r7, 0;\n%s\n"
      "shl.b32 %%r4, %%r2, 2; cvt.u64.u32 %%rd2, %%r4; add.s64 %%rd3, %%rd1, %%rd2;\n"
      "mov.u32 %%r9, buf; add.u32 %%r10, %%r9, %%r4;\n"
      "mov.u64 %%rd4, table; add.s64 %%rd4, %%rd4, %%rd2; and.b32 %%r5, %%r1, 5;\n"
      "setp.ne.u32 %%p1, %%r5, 0; setp.lt.u32 %%p2, %%r1, 12;\n"
      "LOOP:\nld.global.u32 %%r6, [%%rd3]; ld.const.u32 %%r8, [%%rd4];\n"
      "@%%p1 ld.global.u32 %%r6, [%%rd3+64]; @%%p1 ld.const.u32 %%r8, [%%rd4];\n"
      "st.global.u32 [%%rd3+8192], %%r6; atom.shared.add.u32 %%r6, [%%r10], 1;\n"
      "@%%p1 atom.shared.add.u32 %%r6, [%%r10], 1; red.shared.add.u32 [%%r10], 1;\n"
      "@%%p2 bra OTHER;\nadd.u32 %%r6, %%r6, 1; shfl.sync.idx.b32 %%r6, %%r6, 0, 31, -1;\n"
      "ld.global.u32 %%r6, [%%rd3+4]; ld.const.u32 %%r8, [%%rd4];\n"
      "atom.shared.add.u32 %%r6, [%%r10], 1; bra JOIN;\n"
      "OTHER:\nadd.u32 %%r6, %%r6, 2; shfl.sync.idx.b32 %%r6, %%r6, 0, 31, -1;\n"
      "st.global.u32 [%%rd3+8196], %%r6;\nJOIN:\n"
      "add.u32 %%r7, %%r7, 1; setp.lt.u32 %%p3, %%r7, 3; @%%p3 bra LOOP;\nret;\n}\n",
      pointer);
}

static WsRun *
run_program (const char *ptx, const char *variant, guint n_recorded)
{
  g_autoptr (WsSpec) spec = specs_load ("h200");
  g_autoptr (WsDevice) device = ws_vm_device_new (spec, 1);
  g_autoptr (WsRunBuilder) builder =
      ws_run_builder_new (spec, "vm:h200", "Test", WS_ORIGIN_MODELLED);
  g_autofree guint32 *words = g_new0 (guint32, N_WORDS);
  guint32 blocks[N_BLOCKS];
  guint64 in = 0;
  WsLaunch launch = { .grid = { N_BLOCKS, 1, 1 }, .block = { 32, 1, 1 } };
  const WsLaunchRequest request = { .entry = "k",
                                    .grid = { N_BLOCKS, 1, 1 },
                                    .block = { 32, 1, 1 },
                                    .params = (const guint8 *)&in,
                                    .params_size = sizeof in };
  WsRecordRequest record = {
    .counts = TRUE, .builder = builder, .blocks = blocks, .n_blocks = n_recorded
  };
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < N_BLOCKS; i++)
    blocks[i] = i;
  ws_vm_device_set_variant (device, variant);
  device->klass->load (device, ptx, -1, "counts.ptx", &error);
  g_assert_no_error (error);
  device->klass->alloc (device, sizeof *words * N_WORDS, "in", &in, &error);
  device->klass->write (device, in, words, sizeof *words * N_WORDS, &error);
  ws_run_builder_add_kernel (builder,
                             device->klass->describe (device, "k", "k", "k.cu", NULL, &error));
  record.launch = ws_run_builder_add_launch (builder, &launch);
  device->klass->launch (device, &request, &record, NULL, NULL, &error);
  g_assert_no_error (error);
  return ws_run_builder_end (builder);
}

static void
test_counts (void)
{
  const char *const *variants = ws_vm_get_variants ();

  for (guint i = 0; i < G_N_ELEMENTS (pointers); i++)
    {
      g_autofree char *ptx = write_program (pointers[i]);

      for (guint v = 0; variants[v] != NULL; v++)
        {
          g_autoptr (WsRun) counted = run_program (ptx, variants[v], 0);
          g_autoptr (WsRun) recorded = run_program (ptx, variants[v], N_BLOCKS);

          g_assert_cmpuint (counted->n_counts, >, 0);
          g_assert_cmpuint (counted->n_events, ==, 0);
          g_assert_cmpuint (recorded->n_events, >, 0);
          g_assert_cmpmem (counted->counts, counted->n_counts * sizeof *counted->counts,
                           recorded->counts, recorded->n_counts * sizeof *recorded->counts);
        }
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/vm/counts/recorded", test_counts);
  return g_test_run ();
}
