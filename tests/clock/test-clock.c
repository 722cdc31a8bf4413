/* The virtual GPU's clock: latencies, how warps hide them, how blocks share an SM, what the memory
 * and the block scheduler let through. Cycles are compared with what the spec's figures give. */
#include "clock/traffic.h"
#include "recorded.h"
#include "specs.h"
#include "virtual/virtual.h"

#include <stdlib.h>
#include <string.h>

#define HEADER ".version 8.0\n.target sm_75\n.address_size 64\n"

/* @instruction, @n times; "%u" in it is the chain that it belongs to, of @chains. */
static char *
repeat (const char *instruction, guint n, guint chains)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    {
      g_auto (GStrv) parts = g_strsplit (instruction, "%u", -1);
      g_autofree char *number = g_strdup_printf ("%u", i % chains);
      g_autofree char *line = g_strjoinv (number, parts);

      g_string_append (text, line);
    }
  return g_string_free (text, FALSE);
}

/* Cycles of a launch of @body on @spec. */
static guint64
time_body (WsSpec *spec, const char *body, guint grid, guint block, guint registers)
{
  g_autofree char *ptx = g_strdup_printf (
      HEADER
      ".visible .entry test (.param .u64 out)\n{\n.reg .pred %%p<2>; .reg .b32 %%r<40>; .reg "
      ".f32 %%f<8>; .reg .f64 %%fd<8>; .reg .b64 %%rd<8>;\n%s\nret;\n}\n",
      body);
  g_autoptr (WsDevice) device = ws_vm_device_new (spec, 2);
  g_autoptr (GError) error = NULL;
  guint8 params[8];
  guint64 out;
  WsLaunchRequest request = { .entry = "test",
                              .grid = { grid, 1, 1 },
                              .block = { block, 1, 1 },
                              .registers = registers,
                              .params = params,
                              .params_size = sizeof params };
  WsLaunchResult result = { 0 };

  device->klass->load (device, ptx, -1, "test.ptx", &error);
  g_assert_no_error (error);
  device->klass->alloc (device, 1 << 22, "out", &out, &error);
  g_assert_no_error (error);
  memcpy (params, &out, 8);
  device->klass->launch (device, &request, NULL, &result, NULL, &error);
  g_assert_no_error (error);
  return result.duration_cycles;
}

static guint64
time_repeated (WsSpec *spec, const char *instruction, guint n, guint chains, guint grid,
               guint block)
{
  g_autofree char *body = repeat (instruction, n, chains);

  return time_body (spec, body, grid, block, 0);
}

/* Instructions that follow from each other wait for each other; those that do not, overlap. */
static void
test_chains (void)
{
  static const char *const specs[] = { "g80", "k40c", "rtx2080ti", "h200" };
  const char *add = "add.s32 %r%u, %r%u, 1;\n";

  for (guint i = 0; i < G_N_ELEMENTS (specs); i++)
    {
      g_autoptr (WsSpec) spec = specs_load (specs[i]);
      /* from Volta on every other sum is a multiplication by 1, in the other pipe */
      guint lanes = spec->cc_major >= 7 ? 2 * spec->int_lanes : spec->int_lanes;
      guint cycles = lanes > 0 ? 32 * spec->schedulers_per_sm / lanes : spec->issue_cycles;
      guint64 one = time_repeated (spec, add, 64, 1, 1, 32);
      guint64 longer = time_repeated (spec, add, 96, 1, 1, 32);
      guint64 two = time_repeated (spec, add, 64, 2, 1, 32);
      guint64 many = time_repeated (spec, add, 64, 32, 1, 32);

      g_assert_cmpuint (longer - one, ==, 32 * spec->latency_arithmetic);
      g_assert_cmpuint (two, <, one * 11 / 20);
      /* no faster than the scheduler issues, and its lanes for integers take a warp */
      g_assert_cmpuint (many, >=, 64 * cycles);
      g_assert_cmpuint (many, <=, 64 * cycles + 3 * spec->latency_arithmetic);
    }
}

/* Of integers, sums can go into the pipe of the multiplications, logic cannot; and what has 64 bits
 * is two instructions, but for logic with a number, whose upper half says nothing. */
static void
test_integers (void)
{
  g_autoptr (WsSpec) spec = specs_load ("h200");
  guint64 sums = time_repeated (spec, "add.s32 %r%u, %r%u, %r39;\n", 256, 32, 1, 32);
  guint64 logic = time_repeated (spec, "shr.u32 %r%u, %r%u, %r39;\n", 256, 32, 1, 32);
  guint64 both = time_repeated (spec, "add.s32 %r%u, %r%u, %r39;\nmul.lo.s32 %r2%u, %r2%u, %r39;\n",
                                128, 10, 1, 32);
  guint64 one = time_repeated (spec, "shr.u64 %rd%u, %rd%u, %r39;\n", 64, 1, 1, 32);
  guint64 two = time_repeated (spec, "shr.u64 %rd%u, %rd%u, %r39;\n", 128, 1, 1, 32);
  guint64 wide = time_repeated (spec, "shr.u64 %rd%u, %rd%u, %r39;\n", 256, 7, 1, 32);
  guint64 narrow = time_repeated (spec, "shr.u32 %r%u, %r%u, %r39;\n", 256, 7, 1, 32);
  guint64 number = time_repeated (spec, "and.b64 %rd%u, %rd%u, 7;\n", 256, 7, 1, 32);

  g_assert_cmpuint (logic, >=, 256 * 2);
  g_assert_cmpuint (sums, <, logic * 6 / 10);
  g_assert_cmpuint (both, <, logic * 7 / 10);
  g_assert_cmpuint (two - one, ==, 64 * 2 * spec->latency_arithmetic);
  g_assert_cmpuint (wide, >, narrow * 18 / 10);
  g_assert_cmpuint (number, <, narrow * 11 / 10);
}

/* A division is many instructions, double precision has fewer lanes, and both keep the scheduler.
 */
static void
test_expensive (void)
{
  g_autoptr (WsSpec) turing = specs_load ("rtx2080ti");
  guint64 add = time_repeated (turing, "add.f32 %f%u, %f%u, %f7;\n", 64, 4, 1, 32);
  guint64 division = time_repeated (turing, "div.rn.f32 %f%u, %f%u, %f7;\n", 64, 4, 1, 32);
  guint64 root = time_repeated (turing, "sqrt.rn.f32 %f%u, %f%u;\n", 64, 4, 1, 32);
  guint64 remainder = time_repeated (turing, "rem.u32 %r%u, %r%u, %r9;\n", 64, 4, 1, 32);
  guint64 wide = time_repeated (turing, "add.f64 %fd%u, %fd%u, %fd7;\n", 64, 4, 1, 32);

  g_assert_cmpuint (division, >, 8 * add);
  g_assert_cmpuint (root, >, 8 * add);
  g_assert_cmpuint (remainder, >, 10 * add);
  /* 2 lanes an SM: 64 cycles of each of the four schedulers for a warp; nobody waits for the last
   */
  g_assert_cmpuint (wide, >=, 63 * 64);
}

/* What @n further products of a chain take, with so many warps; of m16n8k8, that is 1024
 * multiplications. */
static double
time_product (WsSpec *spec, const char *types, guint n_warps)
{
  g_autofree char *product = g_strdup_printf (
      "mma.sync.aligned.m16n8k8.row.col.%s {%%f0, %%f1, %%f2, %%f3}, %s, "
      "{%%f0, %%f1, %%f2, %%f3};\n",
      types,
      strstr (types, "tf32") != NULL ? "{%r1, %r2, %r3, %r4}, {%r5, %r6}" : "{%r1, %r2}, {%r3}");
  guint64 few = time_repeated (spec, product, 64, 1, 1, 32 * n_warps);
  guint64 more = time_repeated (spec, product, 96, 1, 1, 32 * n_warps);

  return (double)(more - few) / 32;
}

/* A product of matrices keeps the tensor core as long as its multiplications take, and the next of
 * a chain waits for it; with several warps at each scheduler nothing but its rate counts. */
static void
test_products (void)
{
  g_autoptr (WsSpec) turing = specs_load ("rtx2080ti");
  g_autoptr (WsSpec) hopper = specs_load ("h200");

  g_assert_cmpfloat (time_product (turing, "f32.f16.f16.f32", 1), ==,
                     turing->latency_arithmetic + 8);
  g_assert_cmpfloat (time_product (hopper, "f32.f16.f16.f32", 1), ==,
                     hopper->latency_arithmetic + 2);
  g_assert_cmpfloat (time_product (hopper, "f32.tf32.tf32.f32", 1), ==,
                     hopper->latency_arithmetic + 4);
  g_assert_cmpfloat_with_epsilon (time_product (turing, "f32.f16.f16.f32", 16), 4 * 8, 0.5);
}

/* Other warps hide the wait, until the scheduler has no free cycle left. */
static void
test_hiding (void)
{
  g_autoptr (WsSpec) spec = specs_load ("k40c");
  const char *add = "add.s32 %r%u, %r%u, 1;\n";
  guint64 one = time_repeated (spec, add, 1024, 1, 1, 32);
  guint64 sixteen = time_repeated (spec, add, 1024, 1, 1, 512);

  g_assert_cmpuint (sixteen, <=, one + 16);
  for (guint blocks = 1; blocks <= 16; blocks *= 2)
    {
      /* blocks of 128 threads, one warp for each of the four schedulers */
      guint64 shared = time_repeated (spec, add, 1024, 1, 15 * blocks, 128);
      double expected = MAX (1., (double)blocks / spec->latency_arithmetic);

      g_assert_cmpfloat_with_epsilon ((double)shared / (double)one, expected, 0.05);
    }
}

/* Memory: nearer is sooner, and what is there already is near. */
static void
test_memory (void)
{
  static const char *const specs[] = { "g80", "k40c", "rtx2080ti", "h200" };
  const char *first = "ld.param.u64 %rd0, [out]; ld.global.u32 %r1, [%rd0]; add.s32 %r2, %r1, 1;\n";
  const char *again = "ld.param.u64 %rd0, [out]; ld.global.u32 %r1, [%rd0]; add.s32 %r2, %r1, 1;\n"
                      "cvt.u64.u32 %rd1, %r2; mul.lo.u64 %rd1, %rd1, 0; add.s64 %rd2, %rd0, %rd1;\n"
                      "ld.global.u32 %r3, [%rd2]; add.s32 %r4, %r3, 1;\n";

  for (guint i = 0; i < G_N_ELEMENTS (specs); i++)
    {
      g_autoptr (WsSpec) spec = specs_load (specs[i]);
      guint64 one = time_body (spec, first, 1, 1, 0);
      guint64 two = time_body (spec, again, 1, 1, 0);
      guint between = 5 * spec->latency_arithmetic; /* conversion, product, sum of the address */

      g_assert_cmpuint (one, >=, spec->latency_memory);
      g_assert_cmpuint (one, <, spec->latency_memory + 5 * spec->latency_arithmetic);
      g_assert_cmpuint (two - one, >=, spec->latency_near);
      g_assert_cmpuint (two - one, <,
                        spec->latency_near + 2 * between + 4 * spec->issue_cycles * 4);
    }
}

/* Bank conflicts keep shared memory busy. */
static void
test_conflicts (void)
{
  g_autoptr (WsSpec) spec = specs_load ("h200");
  const char *setup =
      ".shared .align 4 .b8 buf[4096]; mov.u32 %r30, %tid.x; and.b32 %r30, %r30, "
      "31; mul.lo.u32 %r31, %r30, %s; mov.u32 %r32, buf; add.s32 %r33, %r32, %r31;\n";
  guint64 cycles[2];

  for (guint i = 0; i < 2; i++)
    {
      g_auto (GStrv) parts = g_strsplit (setup, "%s", 2);
      g_autofree char *begin = g_strjoinv (i == 0 ? "4" : "128", parts);
      g_autofree char *loads = repeat ("ld.shared.u32 %r%u, [%r33];\n", 64, 16);
      g_autofree char *body = g_strconcat (begin, loads, NULL);

      cycles[i] = time_body (spec, body, 1, 1024, 0);
    }
  /* 32 warps x 64 loads: one wavefront each, or 32 */
  g_assert_cmpuint (cycles[0], >=, 32 * 64);
  g_assert_cmpuint (cycles[0], <, 32 * 64 * 3 / 2);
  g_assert_cmpuint (cycles[1], >=, 32 * 64 * 31);
}

/* A launch moves what it moves in no less time than the memory's bandwidth lets it. */
static void
test_bandwidth (void)
{
  static const char *const specs[] = { "g80", "k40c", "rtx2080ti", "h200" };
  const char *copy = "ld.param.u64 %rd0, [out]; mov.u32 %r0, %ctaid.x; mov.u32 %r1, %ntid.x;\n"
                     "mov.u32 %r2, %tid.x; mad.lo.u32 %r3, %r0, %r1, %r2; mul.wide.u32 %rd1, %r3, "
                     "4; add.s64 %rd2, %rd0, %rd1; ld.global.u32 %r4, [%rd2];\n";

  for (guint i = 0; i < G_N_ELEMENTS (specs); i++)
    {
      g_autoptr (WsSpec) spec = specs_load (specs[i]);
      guint64 cycles = time_body (spec, copy, (1 << 20) / 256, 256, 0);
      double seconds = (double)cycles / (spec->clock_khz * 1e3);

      g_assert_cmpfloat (4 * (1 << 20) / seconds, <=,
                         (double)spec->memory_bandwidth_bytes_per_s * 1.001);
      g_assert_cmpfloat (4 * (1 << 20) / seconds, >=,
                         (double)spec->memory_bandwidth_bytes_per_s * 0.1);
    }
}

/* Blocks are launched one after another. */
static void
test_launch_rate (void)
{
  g_autoptr (WsSpec) spec = specs_load ("h200");
  guint64 cycles = time_body (spec, "", 100000, 32, 0);
  double least = 99999. * spec->block_launch_ps * 1e-12 * spec->clock_khz * 1e3;

  g_assert_cmpfloat ((double)cycles, >=, 0.999 * least);
  g_assert_cmpfloat ((double)cycles, <, 1.05 * least);
}

/* Registers and shared memory limit how many blocks are there at once. */
static void
test_registers (void)
{
  g_autoptr (WsSpec) spec = specs_load ("k40c");
  g_autofree char *chain = repeat ("add.s32 %r%u, %r%u, 1;\n", 256, 1);
  guint64 all = time_body (spec, chain, 15 * 4, 256, 16);
  guint64 unknown = time_body (spec, chain, 15 * 4, 256, 0);
  guint64 half = time_body (spec, chain, 15 * 4, 256, 128); /* 2 blocks an SM, in two waves */
  guint64 absurd = time_body (spec, chain, 15 * 4, 256, 100000);

  g_assert_cmpuint (all, ==, unknown);
  g_assert_cmpfloat_with_epsilon ((double)half / (double)all, 2, 0.05);
  g_assert_cmpuint (absurd, >, half);
}

/* A spec that says nothing of time still runs. */
static void
test_no_timing (void)
{
  g_autoptr (GKeyFile) file = specs_load_file ("h200");
  g_autoptr (WsSpec) spec = NULL;

  g_key_file_remove_group (file, "timing", NULL);
  spec = ws_spec_new_from_key_file (file, "h200", NULL);
  g_assert_cmpuint (spec->latency_memory, ==, 0);
  g_assert_cmpuint (
      time_body (spec, "ld.param.u64 %rd0, [out]; ld.global.u32 %r1, [%rd0]; add.s32 %r2, %r1, 1;",
                 10, 64, 0),
      >, 0);
}

/* ---- whole runs ---- */

static int
compare_slots (gconstpointer a, gconstpointer b)
{
  const WsResidency *x = a;
  const WsResidency *y = b;

  if (x->sm != y->sm)
    return x->sm < y->sm ? -1 : 1;
  if (x->slot != y->slot)
    return x->slot < y->slot ? -1 : 1;
  return x->start < y->start ? -1 : x->start > y->start;
}

/* A slot holds one block at a time; warps are there within their block's stay, from its start to
 * its end; events of a block lie within it, in order, what takes no cycle with what comes next;
 * blocks begin in their order. */
static void
check_run (const WsRun *run)
{
  g_assert_cmpint (run->date, ==, RECORDED_DATE);
  g_assert_null (run->driver);
  for (guint l = 0; l < run->n_launches; l++)
    {
      const WsLaunch *launch = &run->launches[l];
      const WsResidency *of = &run->residencies[launch->first_residency];
      guint n_warps = ws_launch_get_n_warps (launch);
      g_autofree WsResidency *sorted = g_memdup2 (of, launch->n_residencies * sizeof *of);

      for (guint b = 0; b < launch->n_residencies; b++)
        {
          guint64 last = 0;

          g_assert_cmpuint (of[b].block, ==, b);
          g_assert_cmpuint (of[b].start, <, of[b].end);
          g_assert_cmpuint (of[b].end, <=, launch->duration_cycles);
          g_assert_cmpuint (of[b].sm, <, run->spec->n_sms);
          g_assert_cmpuint (of[b].slot, <, run->spec->max_blocks_per_sm);
          if (b > 0)
            g_assert_cmpuint (of[b].start, >=, of[b - 1].start);
          for (guint w = 0; w < n_warps; w++)
            {
              const WsWarpSpan *span = &run->warp_spans[launch->first_warp_span + b * n_warps + w];

              g_assert_cmpuint (span->start, <, span->end);
              last = MAX (last, span->end);
            }
          g_assert_cmpuint (last, ==, of[b].end - of[b].start);
        }
      qsort (sorted, launch->n_residencies, sizeof *sorted, compare_slots);
      for (guint b = 1; b < launch->n_residencies; b++)
        if (sorted[b].sm == sorted[b - 1].sm && sorted[b].slot == sorted[b - 1].slot)
          g_assert_cmpuint (sorted[b].start, >=, sorted[b - 1].end);
    }
  for (guint i = 0; i < run->n_blocks; i++)
    {
      const WsBlockRecord *block = &run->blocks[i];
      const WsResidency *residency =
          &run->residencies[run->launches[block->launch].first_residency + block->block];

      for (guint e = 0; e < block->n_events; e++)
        {
          const WsEvent *event = &run->events[block->first_event + e];

          g_assert_cmpuint (event->time, >=, residency->start);
          g_assert_cmpuint (event->time, <, residency->end);
          if (e > 0)
            g_assert_true (event[-1].time < event->time
                           || (event[-1].time == event->time && event[-1].warp <= event->warp));
        }
    }
}

static void
test_runs (void)
{
  static const struct {
    const char *kernel;
    guint64 n;
    guint block;
  } rows[] = {
    { "vector_add", 1, 1 },
    { "vector_add", 20000, 32 },
    { "vector_add", 65536, 1024 },
    { "unbalanced_warps", 20000, 512 },
    { "unbalanced_blocks", 50000, 64 },
    { "few_blocks", 2048, 256 },
    { "partial_wave", 100000, 512 },
    { "work8", 100000, 128 },
    { "reduce1", 100000, 128 },
    { "reduce7", 1000000, 256 },
  };
  static const char *const specs[] = { "g80", "k40c", "rtx2080ti", "h200" };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    for (guint s = 0; s < G_N_ELEMENTS (specs); s++)
      {
        g_autoptr (WsRun) run = NULL;

        if (s == 0 && rows[i].block > 512)
          continue;
        run =
            recorded_new (&(Recorded){ rows[i].kernel, specs[s], rows[i].n, rows[i].block, 5, 0 });
        check_run (run);
      }
}

/* Whatever the number of the host's cores. */
static void
test_same (void)
{
  static const char *const kernels[] = { "vector_add", "unbalanced_blocks", "reduce1" };

  for (guint k = 0; k < G_N_ELEMENTS (kernels); k++)
    {
      g_autoptr (WsRun) one = recorded_new (&(Recorded){ .kernel = kernels[k],
                                                         .spec = "k40c",
                                                         .n = 40000,
                                                         .block = 128,
                                                         .repeats = 9,
                                                         .n_threads = 1 });
      g_autoptr (GVariant) first = g_variant_ref_sink (ws_run_to_variant (one));

      for (guint n_threads = 2; n_threads <= 5; n_threads++)
        {
          g_autoptr (WsRun) run = recorded_new (&(Recorded){ .kernel = kernels[k],
                                                             .spec = "k40c",
                                                             .n = 40000,
                                                             .block = 128,
                                                             .repeats = 9,
                                                             .n_threads = n_threads });
          g_autoptr (GVariant) other = g_variant_ref_sink (ws_run_to_variant (run));

          g_assert_true (g_variant_equal (first, other));
        }
    }
}

/* Warps that have less to do leave earlier, and blocks too. */
static void
test_unbalanced (void)
{
  g_autoptr (WsRun) warps =
      recorded_new (&(Recorded){ "unbalanced_warps", "h200", 2048, 256, 200 });
  g_autoptr (WsRun) blocks =
      recorded_new (&(Recorded){ "unbalanced_blocks", "h200", 128 * 64, 128, 50 });

  for (guint w = 1; w < 8; w++)
    g_assert_cmpuint (warps->warp_spans[w].end, >, warps->warp_spans[w - 1].end);
  g_assert_cmpuint (warps->warp_spans[7].end, >, 4 * warps->warp_spans[0].end);
  g_assert_cmpuint (blocks->residencies[63].end - blocks->residencies[63].start, >,
                    10 * (blocks->residencies[62].end - blocks->residencies[62].start));
}

/* More work per thread at lower occupancy takes less time, on every model: on the K40c of as many
 * elements as make whole waves of blocks, as the last wave is a third of its time otherwise; on the
 * RTX 2080 Ti up to two elements, as with more its 64 KB of shared memory hold two blocks, and then
 * one, and nothing hides what they load, nor their branches. */
static void
test_work (void)
{
  static const char *const specs[] = { "g80", "k40c", "h200", "rtx2080ti" };
  static const guint64 n[G_N_ELEMENTS (specs)] = { 262144, 245760, 262144, 262144 };
  static const char *const kernels[] = { "work1", "work2", "work4", "work8" };

  for (guint s = 0; s < G_N_ELEMENTS (specs); s++)
    {
      guint64 cycles[4];

      for (guint k = 0; k < G_N_ELEMENTS (kernels); k++)
        {
          g_autoptr (WsRun) run =
              recorded_new (&(Recorded){ kernels[k], specs[s], n[s], 128, 512 });

          cycles[k] = run->launches[0].duration_cycles;
        }
      g_print ("# %-9s cycles of 1, 2, 4, 8 elements a thread: %" G_GUINT64_FORMAT
               " %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT "\n",
               specs[s], cycles[0], cycles[1], cycles[2], cycles[3]);
      g_assert_cmpuint (cycles[1], <, cycles[0]);
      if (s == G_N_ELEMENTS (specs) - 1)
        continue;
      g_assert_cmpuint (cycles[3], <, cycles[0]);
      g_assert_cmpuint (cycles[2], <, cycles[1]);
    }
}

/* As counted on an H200, where y = a x + y of 2^24 floats reaches 134 MB: of the 67 MB that it
 * reads and writes 49 MB go back to the memory meanwhile. The rest is in the L2 cache at the end,
 * which holds 63 MB, but half of them twice. */
static void
test_written_back (void)
{
  static const guint64 n = (G_GUINT64_CONSTANT (1) << 24) * 4;
  g_autoptr (WsSpec) spec = specs_load ("h200");
  WsAllocation allocations[2] = { { 0 } };
  WsTraffic *traffic = ws_traffic_new (spec);
  double back;

  ws_traffic_reach (traffic, &(WsTrafficSpan){ &allocations[0], 0, n - 1, TRUE, FALSE });
  ws_traffic_reach (traffic, &(WsTrafficSpan){ &allocations[1], 0, n - 1, TRUE, TRUE });
  back = (double)ws_traffic_get_written_back (traffic, 2 * n / 32) * 32;
  g_assert_cmpfloat_with_epsilon (back / 49.0e6, 1, 0.07);
  ws_traffic_free (traffic);
  /* what the cache holds as a whole */
  traffic = ws_traffic_new (spec);
  ws_traffic_reach (traffic, &(WsTrafficSpan){ &allocations[0], 0, n / 2 - 1, TRUE, TRUE });
  g_assert_cmpuint (ws_traffic_get_written_back (traffic, n / 2 / 32), ==, 0);
  ws_traffic_free (traffic);
}

/* Lanes that add floats at one address wait for each other longer than those of integers; at
 * different ones of a part of the L2 cache they do not. */
static void
test_chains_of_floats (void)
{
  g_autoptr (WsSpec) spec = specs_load ("h200");
  WsTraffic *traffic = ws_traffic_new (spec);
  WsTraffic *other = ws_traffic_new (spec);
  guint64 addresses[32];

  for (guint i = 0; i < 32; i++)
    addresses[i] = 1 << 20;
  ws_traffic_add_chains (traffic, addresses, 32);
  g_assert_cmpuint (ws_traffic_get_atomic_tenths (traffic), ==, 32 * spec->atomic_float_tenths);
  /* eight at each of four addresses, and those of another part */
  for (guint i = 0; i < 32; i++)
    addresses[i] = (1 << 20) + 4 * (i % 4) + (i >= 28 ? 256 : 0);
  ws_traffic_add_chains (other, addresses, 32);
  g_assert_cmpuint (ws_traffic_get_atomic_tenths (other), ==, 7 * spec->atomic_float_tenths);
  ws_traffic_add (traffic, other);
  g_assert_cmpuint (ws_traffic_get_atomic_tenths (traffic), ==, 39 * spec->atomic_float_tenths);
  for (guint i = 0; i < 200; i++)
    ws_traffic_add_atomic (traffic, 1 << 20);
  g_assert_cmpuint (ws_traffic_get_atomic_tenths (traffic), ==, 200 * spec->atomic_tenths);
  ws_traffic_free (traffic);
  ws_traffic_free (other);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/clock/chains", test_chains);
  g_test_add_func ("/clock/integers", test_integers);
  g_test_add_func ("/clock/expensive", test_expensive);
  g_test_add_func ("/clock/products", test_products);
  g_test_add_func ("/clock/hiding", test_hiding);
  g_test_add_func ("/clock/memory", test_memory);
  g_test_add_func ("/clock/conflicts", test_conflicts);
  g_test_add_func ("/clock/bandwidth", test_bandwidth);
  g_test_add_func ("/clock/launch-rate", test_launch_rate);
  g_test_add_func ("/clock/registers", test_registers);
  g_test_add_func ("/clock/no-timing", test_no_timing);
  g_test_add_func ("/clock/runs", test_runs);
  g_test_add_func ("/clock/same", test_same);
  g_test_add_func ("/clock/unbalanced", test_unbalanced);
  g_test_add_func ("/clock/work", test_work);
  g_test_add_func ("/clock/written-back", test_written_back);
  g_test_add_func ("/clock/chains-of-floats", test_chains_of_floats);
  return g_test_run ();
}
