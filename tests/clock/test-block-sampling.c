/* Blocks that no clock ran along with take what those took that went the same ways, and a grid that
 * is timed in part takes as long as one that is timed whole. */
#include "clock/block-sampling.h"
#include "part.h"
#include "recorded.h"
#include "specs.h"
#include "virtual/virtual.h"

#include <math.h>
#include <string.h>

#define HEADER ".version 8.0\n.target sm_75\n.address_size 64\n"

/* A block of one warp that went @path and issued @issued instructions. */
static void
add (WsBlockSampling *sampling, guint32 index, guint64 path, guint64 issued, const WsBlockUse *use)
{
  WsWarp warp = { .path = path };
  WsBlockRun block = { .block = index, .warps = &warp, .n_warps = 1, .issued = issued };

  if (use != NULL)
    ws_block_sampling_add_timed (sampling, &block, use);
  else
    ws_block_sampling_add (sampling, &block);
}

static void
assert_use (const WsBlockSampling *sampling, guint32 block, WsBlockUse expected)
{
  const WsBlockUse *use = &ws_block_sampling_get_uses (sampling)[block];

  g_assert_cmpuint (use->duration, ==, expected.duration);
  g_assert_cmpuint (use->issue, ==, expected.issue);
  g_assert_cmpuint (use->missed, ==, expected.missed);
}

static void
test_resolve (void)
{
  WsBlockSampling *sampling = ws_block_sampling_new (9);
  guint32 models[9];

  /* timed: two that went way 7, one that went way 8 */
  add (sampling, 5, 8, 400, &(WsBlockUse){ 1000, 800, 4 });
  add (sampling, 4, 7, 100, &(WsBlockUse){ 303, 100, 9 });
  add (sampling, 0, 7, 100, &(WsBlockUse){ 300, 100, 8 });
  /* not timed: as those; untimed ways, which issued half, or nearly as much */
  add (sampling, 1, 7, 100, NULL);
  add (sampling, 2, 8, 400, NULL);
  add (sampling, 3, 9, 50, NULL);
  add (sampling, 6, 10, 300, NULL);
  add (sampling, 7, 11, 800, NULL);
  add (sampling, 8, 12, 240, NULL);
  g_assert_cmpuint (ws_block_sampling_get_n_timed (sampling), ==, 3);
  ws_block_sampling_resolve (sampling, models);
  assert_use (sampling, 0, (WsBlockUse){ 300, 100, 8 });
  assert_use (sampling, 4, (WsBlockUse){ 303, 100, 9 });
  assert_use (sampling, 1, (WsBlockUse){ 302, 100, 9 });
  assert_use (sampling, 2, (WsBlockUse){ 1000, 800, 4 });
  /* half of the smallest; between; beyond the largest, on the line through the last two */
  assert_use (sampling, 3, (WsBlockUse){ 150, 50, 4 });
  assert_use (sampling, 6, (WsBlockUse){ 768, 567, 6 });
  assert_use (sampling, 7, (WsBlockUse){ 1929, 1733, 0 });
  assert_use (sampling, 8, (WsBlockUse){ 628, 427, 7 });
  for (guint i = 0; i < G_N_ELEMENTS (models); i++)
    {
      static const guint32 expected[] = { 0, 0, 5, 0, 4, 5, 5, 5, 5 };

      g_assert_cmpuint (models[i], ==, expected[i]);
    }
  ws_block_sampling_free (sampling);
}

/* Behind a fault nothing counts. */
static void
test_cut (void)
{
  WsBlockSampling *sampling = ws_block_sampling_new (4);

  add (sampling, 0, 1, 10, &(WsBlockUse){ 50, 10, 0 });
  add (sampling, 1, 1, 10, NULL);
  add (sampling, 2, 1, 10, &(WsBlockUse){ 70, 10, 6 });
  ws_block_sampling_cut (sampling, 2);
  ws_block_sampling_resolve (sampling, NULL);
  g_assert_cmpuint (ws_block_sampling_get_n_timed (sampling), ==, 1);
  assert_use (sampling, 1, (WsBlockUse){ 50, 10, 0 });
  assert_use (sampling, 2, (WsBlockUse){ 1, 0, 0 });
  assert_use (sampling, 3, (WsBlockUse){ 1, 0, 0 });
  ws_block_sampling_free (sampling);
}

/* All of a small grid, some hundred of a large one, in step with no power of two. */
static void
test_samples (void)
{
  for (guint32 n = 1; n < 256; n++)
    for (guint32 b = 0; b < n; b++)
      g_assert_true (ws_block_sampling_is_sample (b, n));
  for (guint32 n = 256; n <= 1u << 22; n = n * 2 + 1)
    {
      guint count = 0;
      guint odd = 0;
      guint third = 0;

      for (guint32 b = 0; b < n; b++)
        {
          guint is = ws_block_sampling_is_sample (b, n) ? 1 : 0;

          count += is;
          odd += b % 2 == 1 ? is : 0;
          third += b % 3 == 1 ? is : 0;
        }
      g_assert_true (ws_block_sampling_is_sample (0, n));
      g_assert_true (ws_block_sampling_is_sample (n - 1, n));
      g_assert_cmpuint (count, >=, 100);
      g_assert_cmpuint (count, <=, 260);
      g_assert_cmpuint (odd, >, count * 2 / 5);
      g_assert_cmpuint (odd, <, count * 3 / 5);
      g_assert_cmpuint (third, >, count / 4);
      g_assert_cmpuint (third, <, count * 5 / 12);
    }
}

/* A grid of @n blocks, of which the one behind those of @light cycles takes @heavy. */
static WsBlockSampling *
make_uneven (guint n, guint light, guint heavy, GPtrArray *traces)
{
  WsBlockSampling *sampling = ws_block_sampling_new (n);

  for (guint i = 0; i < n; i++)
    {
      /* the others have numbers on both sides of it */
      guint32 block = (i + n / 2) % n;

      add (sampling, block, i, 10 + i,
           &(WsBlockUse){ .duration = i == n - 1 ? heavy : light, .issue = 10 });
      g_ptr_array_add (traces, ws_trace_new (block, 1, 1));
    }
  ws_block_sampling_resolve (sampling, NULL);
  return sampling;
}

static void
assert_chosen (guint n, guint heavy, const guint32 *expected, guint n_expected)
{
  g_autoptr (GPtrArray) traces = g_ptr_array_new_with_free_func ((GDestroyNotify)ws_trace_free);
  g_autoptr (GPtrArray) chosen = NULL;
  WsBlockSampling *sampling = make_uneven (n, 100, heavy, traces);

  chosen = ws_block_sampling_choose (sampling, traces);
  g_assert_cmpuint (chosen->len, ==, n_expected);
  for (guint i = 0; i < n_expected; i++)
    g_assert_cmpuint (((const WsTrace *)g_ptr_array_index (chosen, i))->block, ==, expected[i]);
  ws_block_sampling_free (sampling);
}

/* Those blocks stand for all that an SM meets: the one that takes most of the time more than once,
 * and blocks that are alike from all over the grid. */
static void
test_choose (void)
{
  static const guint32 alike[] = { 1, 3, 5, 7 };
  static const guint32 uneven[] = { 3, 3, 3, 5 };
  static const guint32 few[] = { 0, 1 };

  assert_chosen (8, 100, alike, G_N_ELEMENTS (alike));
  assert_chosen (8, 3000, uneven, G_N_ELEMENTS (uneven));
  assert_chosen (2, 100, few, G_N_ELEMENTS (few));
}

/* What is traced is timed, and there is enough of it to choose from. */
static void
test_traced (void)
{
  for (guint32 n = 1; n <= 1u << 20; n = n * 2 + 1)
    {
      guint count = 0;

      for (guint32 b = 0; b < n; b++)
        if (ws_block_sampling_is_traced (b, n))
          {
            g_assert_true (ws_block_sampling_is_sample (b, n));
            count++;
          }
      g_assert_cmpuint (count, >=, MIN (n, 12));
      g_assert_cmpuint (count, <=, 40);
    }
}

/* Cycles of @n blocks that go round a loop as often as their number says. @special: what it reads
 * besides: of %clock, the kernel is timed whole. */
static guint64
time_rounds (WsSpec *spec, guint n, const char *rounds, const char *special)
{
  g_autofree char *ptx = g_strdup_printf (
      HEADER ".visible .entry test (.param .u64 out)\n{\n.reg .pred %%p<2>; .reg .b32 %%r<9>; .reg "
             ".b64 %%rd<5>;\nmov.u32 %%r7, %s;\nmov.u32 %%r0, %%ctaid.x; mov.u32 %%r8, %%tid.x;\n"
             "%s mov.u32 %%r3, %%ntid.x; mad.lo.u32 %%r4, %%r0, %%r3, %%r8;\n"
             "ld.param.u64 %%rd0, [out]; mul.wide.u32 %%rd1, %%r4, 4; add.s64 %%rd2, %%rd0, "
             "%%rd1;\nL: ld.global.u32 %%r5, [%%rd2]; sub.s32 %%r1, %%r1, 1; setp.ne.s32 %%p1, "
             "%%r1, 0; @%%p1 bra L;\nst.global.u32 [%%rd2], %%r5; ret;\n}\n",
      special, rounds);
  g_autoptr (WsDevice) device = ws_vm_device_new (spec, 2);
  g_autoptr (GError) error = NULL;
  guint8 params[8];
  guint64 out;
  WsLaunchRequest request = { .entry = "test",
                              .grid = { n, 1, 1 },
                              .block = { 64, 1, 1 },
                              .params = params,
                              .params_size = sizeof params };
  WsLaunchResult result = { 0 };

  device->klass->load (device, ptx, -1, "test.ptx", &error);
  g_assert_no_error (error);
  device->klass->alloc (device, (guint64)n * 64 * 4, "out", &out, &error);
  g_assert_no_error (error);
  memcpy (params, &out, 8);
  device->klass->launch (device, &request, NULL, &result, NULL, &error);
  g_assert_no_error (error);
  return result.duration_cycles;
}

static void
test_whole (void)
{
  static const char *const specs[] = { "g80", "k40c", "h200" };
  static const char *const rounds[] = {
    "mov.u32 %r1, 3;",                                                              /* all alike */
    "and.b32 %r1, %r0, 7; add.s32 %r1, %r1, 1;",                                    /* eight ways */
    "mul.lo.u32 %r2, %r0, -1640531527; shr.u32 %r1, %r2, 22; add.s32 %r1, %r1, 1;", /* many */
  };

  for (guint s = 0; s < G_N_ELEMENTS (specs); s++)
    for (guint r = 0; r < G_N_ELEMENTS (rounds); r++)
      {
        g_autoptr (WsSpec) spec = specs_load (specs[s]);
        guint64 whole = time_rounds (spec, 4096, rounds[r], "%clock");
        guint64 part = time_rounds (spec, 4096, rounds[r], "%laneid");

        g_print ("# %-5s rounds %u: timed whole %" G_GUINT64_FORMAT
                 " cycles, in part %" G_GUINT64_FORMAT "\n",
                 specs[s], r, whole, part);
        if (r < 2)
          g_assert_cmpuint (part, ==, whole);
        g_assert_cmpfloat_with_epsilon ((double)part / (double)whole, 1, 0.03);
      }
}

/* Each block of a recorded run has its stay, and each warp its end, as if it had been timed. */
static void
test_spans (void)
{
  g_autoptr (WsRun) run = recorded_new (&(Recorded){ "reduce3", "h200", 1 << 17, 128 });
  const WsResidency *first = &run->residencies[0];

  g_assert_cmpuint (run->launches[0].grid[0], ==, 1024);
  for (guint b = 1; b < 1024; b++)
    {
      const WsResidency *other = &run->residencies[b];

      gint64 last = 0;

      g_assert_cmpuint (other->end, >, other->start);
      for (guint w = 0; w < 4; w++)
        {
          g_assert_cmpint (run->warp_spans[b * 4 + w].end, >, 0);
          last = MAX (last, run->warp_spans[b * 4 + w].end);
        }
      g_assert_cmpint (last, ==, (gint64)(other->end - other->start));
    }
  g_assert_cmpuint (first->end, >, first->start);
}

/* Launches of which only some blocks are timed: alike, divergent, irregular, bound by memory. */
static const Recorded sampled[] = {
  { "reduce1", "h200", 1 << 18, 128 },
  { "reduce7", "k40c", 1 << 20, 128 },
  { "vector_add", "h200", 1 << 18, 128 },
  { "warp_divergence", "h200", 1 << 19, 256 },
  { "warp_no_divergence", "rtx2080ti", 1 << 19, 256 },
  { "mathKernel1", "rtx3080", 1 << 18, 128 },
  { "unbalanced_blocks", "h200", 1 << 18, 128 },
  { "unbalanced_warps", "h200", 1 << 18, 128 },
  { "transpose_shared", "h200", 1024, 128 },
  { "convolution_1d", "h100", 1 << 18, 128 },
  { "scan_work_efficient", "h200", 1 << 18, 128 },
  { "readStride", "h200", 1 << 18, 128 },
  { "reduceNeighbored", "a100", 1 << 18, 128 },
  { "vector_add", "rtx3090", 1 << 20, 256 },
  { "vector_add", "k40c", 1 << 19, 128 },
  { "warp_divergence", "k40c", 1 << 18, 64 },
  { "warp_no_divergence", "h100", 1 << 20, 128 },
  { "mathKernel2", "v100", 1 << 20, 256 },
  { "matrix_product_tiled", "h200", 512, 256 },
};

/* (transfer full): @percent: (out): what the run says of its first launch; 0 where it says nothing
 */
static WsRun *
time_sampled (const Recorded *recorded, gboolean all, double *percent)
{
  WsRun *run;

  ws_block_sampling_set_times_all (all);
  run = recorded_new (recorded);
  ws_block_sampling_set_times_all (FALSE);
  *percent = 0;
  for (guint i = 0; run->notes[i] != NULL; i++)
    if (g_str_has_prefix (run->notes[i], "Launch 1: ± "))
      *percent = g_ascii_strtod (run->notes[i] + strlen ("Launch 1: ± "), NULL);
  return run;
}

/* The time of a launch of which all blocks are timed is as far off as was said, or nearer. */
static void
test_bound (void)
{
  guint n_tried = 0;
  guint n_wide = 0;
  guint n_sampled = 0;

  for (guint i = 0; i < G_N_ELEMENTS (sampled); i++)
    {
      double percent[2];
      double off;
      g_autoptr (WsRun) part = NULL;
      g_autoptr (WsRun) whole = NULL;

      if (!part_has (i, 6))
        continue;
      part = time_sampled (&sampled[i], FALSE, &percent[0]);
      whole = time_sampled (&sampled[i], TRUE, &percent[1]);
      off = 100
            * fabs ((double)part->launches[0].duration_cycles
                        / (double)whole->launches[0].duration_cycles
                    - 1);
      g_test_message ("%s on %s: off by %.3f %%, said %.1f %%", sampled[i].kernel, sampled[i].spec,
                      off, percent[0]);
      g_assert_cmpfloat (percent[1], ==, 0);
      g_assert_cmpfloat (off, <=, percent[0]);
      n_tried++;
      n_sampled += percent[0] > 0;
      n_wide += percent[0] > 25;
    }
  g_assert_cmpuint (n_sampled * G_N_ELEMENTS (sampled), >=, n_tried * 12);
  g_assert_cmpuint (n_wide * 9, <=, n_tried);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/block-sampling/resolve", test_resolve);
  g_test_add_func ("/block-sampling/cut", test_cut);
  g_test_add_func ("/block-sampling/samples", test_samples);
  g_test_add_func ("/block-sampling/choose", test_choose);
  g_test_add_func ("/block-sampling/traced", test_traced);
  g_test_add_func ("/block-sampling/whole", test_whole);
  g_test_add_func ("/block-sampling/spans", test_spans);
  g_test_add_func ("/block-sampling/bound", test_bound);
  return g_test_run ();
}
