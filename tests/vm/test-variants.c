/* The code for one instruction set against that for another: what each computes and records is the
 * same, bit for bit. One that this computer does not have is skipped. */
#include "virtual/virtual.h"
#include "plans.h"
#include "specs.h"

#include <string.h>

#define N 1024 /* threads, and words of each buffer */

/* Each operation that has a loop over lanes, on numbers of all sorts, by all threads and by some.
 */
#define BODY                                                                                 \
  ".version 8.0\n.target sm_75\n.address_size 64\n"                                          \
  ".visible .entry test (.param .u64 in, .param .u64 out)\n{\n"                              \
  ".reg .pred %p<8>; .reg .b32 %r<32>; .reg .b64 %rd<16>; .shared .align 4 .b8 buf[4096];\n" \
  "ld.param.u64 %rd1, [in]; ld.param.u64 %rd2, [out]; mov.u32 %r1, %tid.x;\n"                \
  "mul.wide.u32 %rd3, %r1, 4; add.s64 %rd4, %rd1, %rd3; add.s64 %rd5, %rd2, %rd3;\n"         \
  "ld.global.u32 %r2, [%rd4]; xor.b32 %r3, %r1, 21; mul.wide.s32 %rd6, %r3, 4;\n"            \
  "add.s64 %rd6, %rd1, %rd6; ld.global.u32 %r3, [%rd6]; mov.u32 %r10, 0;\n"

#define MIX(instruction) instruction "mad.lo.u32 %r10, %r10, 31, %r4;\n"
#define TWICE(opcode, rest) \
  MIX (opcode " %r4, " rest ";\n") "@%p1 " opcode " %r4, " rest ";\n" MIX ("")

#define OPERATIONS                                                                                \
  TWICE ("mov.b32", "%r2")                                                                        \
  TWICE ("add.s32", "%r2, %r3")                                                                   \
  TWICE ("sub.s32", "%r2, %r3")                                                                   \
  TWICE ("mul.lo.s32", "%r2, %r3")                                                                \
  TWICE ("mad.lo.s32", "%r2, %r3, %r10")                                                          \
  TWICE ("and.b32", "%r2, %r3")                                                                   \
  TWICE ("or.b32", "%r2, %r3")                                                                    \
  TWICE ("xor.b32", "%r2, %r10")                                                                  \
  TWICE ("shl.b32", "%r2, %r3")                                                                   \
  TWICE ("shr.u32", "%r2, %r3")                                                                   \
  TWICE ("shr.s32", "%r2, %r1")                                                                   \
  TWICE ("min.s32", "%r2, %r3")                                                                   \
  TWICE ("min.u32", "%r2, %r3")                                                                   \
  TWICE ("max.s32", "%r2, %r3")                                                                   \
  TWICE ("max.u32", "%r2, %r3")                                                                   \
  TWICE ("rem.u32", "%r2, %r3")                                                                   \
  TWICE ("selp.b32", "%r2, %r3, %p1")                                                             \
  TWICE ("add.f32", "%r2, %r3")                                                                   \
  TWICE ("mul.f32", "%r2, %r3")                                                                   \
  TWICE ("fma.rn.f32", "%r2, %r3, %r10")                                                          \
  TWICE ("min.f32", "%r2, %r3")                                                                   \
  "mul.wide.u32 %rd7, %r2, %r3; mul.wide.s32 %rd8, %r2, %r3; add.s64 %rd7, %rd7, %rd8;\n"         \
  "mov.b64 %rd9, %rd7; mov.b64 {%r4, %r5}, %rd9;\n" MIX ("") MIX (                                \
      "mov.u32 %r4, %r5;") "setp.lt.s32 %p2, %r2, %r3; setp.hi.u32 %p3, %r2, %r3; setp.eq.u32 "   \
                           "%p4, %r2, %r3;\n"                                                     \
                           "selp.b32 %r4, 1, 2, %p2; selp.b32 %r5, 4, 8, %p3; selp.b32 %r6, 16, " \
                           "32, %p4;\n"                                                           \
                           "add.u32 %r4, %r4, %r5; add.u32 %r4, %r4, %r6;\n" MIX (                \
                               "") "mov.u32 %r7, buf; shl.b32 %r8, %r1, 2; add.u32 %r7, %r7, "    \
                                   "%r8; st.shared.u32 [%r7], %r10;\n"                            \
                                   "bar.sync 0; xor.b32 %r8, %r8, 2044; mov.u32 %r9, buf; "       \
                                   "add.u32 %r9, %r9, %r8;\n"                                     \
                                   "ld.shared.u32 %r4, [%r9];\n" MIX (                            \
                                       "") "@%p1 ld.global.u32 "                                  \
                                           "%r4, [%rd4];\n" MIX (                                 \
                                               "") "atom.shared."                                 \
                                                   "add.u32 %r4, "                                \
                                                   "[buf], "                                      \
                                                   "%r1;\n" MIX (                                 \
                                                       "") "st.global.u32 [%rd5], %r10; @%p1 "    \
                                                           "st.global.u32 [%rd5], %r4; ret;\n}\n"

static WsDevice *
new_device (const char *variant)
{
  g_autoptr (WsSpec) spec = specs_load ("h200");
  WsDevice *device = ws_vm_device_new (spec, 1);

  if (ws_vm_device_set_variant (device, variant))
    return device;
  ws_device_close (device);
  return NULL;
}

/* Small and large, both signs, infinities, numbers that are none, and what is too small to be
 * normal. */
static void
fill (guint32 words[N])
{
  static const guint32 odd[] = { 0,          1,          2,          31,         32,
                                 0x7fffffff, 0x80000000, 0xffffffff, 0x7f800000, 0xff800000,
                                 0x7fc00001, 0x7f7fffff, 0x00000001, 0x807fffff, 0x3f800000 };
  g_autoptr (GRand) random = g_rand_new_with_seed (7);

  for (guint i = 0; i < N; i++)
    words[i] = i < 450 ? odd[(i * 7 + i / 15) % G_N_ELEMENTS (odd)]
                       : g_rand_int (random) >> g_rand_int_range (random, 0, 32);
}

/* What the operations give, and the recording of them. */
static GVariant *
compute (const char *variant, const char *some, guint32 block, guint32 results[N])
{
  g_autoptr (WsDevice) device = new_device (variant);
  g_autofree char *ptx = g_strconcat (BODY "setp.", some, " %p1, %r1, 777;\n" OPERATIONS, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (WsRunBuilder) builder = NULL;
  g_autoptr (WsRun) run = NULL;
  static const guint32 first = 0;
  guint32 words[N];
  guint64 params[2];
  WsLaunch launch = { .grid = { 1, 1, 1 }, .block = { block, 1, 1 } };
  WsLaunchRequest request = { .entry = "test",
                              .grid = { 1, 1, 1 },
                              .block = { block, 1, 1 },
                              .params = (const guint8 *)params,
                              .params_size = sizeof params };
  WsRecordRequest record = { .blocks = &first, .n_blocks = 1, .counts = TRUE, .residencies = TRUE };

  device->klass->load (device, ptx, -1, "test.ptx", &error);
  g_assert_no_error (error);
  fill (words);
  for (guint i = 0; i < 2; i++)
    {
      device->klass->alloc (device, sizeof words, "words", &params[i], &error);
      device->klass->write (device, params[i], words, sizeof words, &error);
    }
  builder = ws_run_builder_new (device->spec, "vm:test", "Test", WS_ORIGIN_MODELLED);
  ws_run_builder_add_kernel (
      builder, device->klass->describe (device, "test", "test", "test.cu", NULL, &error));
  record.builder = builder;
  record.launch = ws_run_builder_add_launch (builder, &launch);
  /* not recorded first: the two have code of their own */
  device->klass->launch (device, &request, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  device->klass->read (device, params[1], results, sizeof words, &error);
  /* from a cold cache, as the first: which warp comes first to an atomic depends on that */
  device->klass->time_start (device, &error);
  device->klass->launch (device, &request, &record, NULL, NULL, &error);
  g_assert_no_error (error);
  device->klass->read (device, params[1], words, sizeof words, &error);
  g_assert_cmpmem (words, sizeof words, results, sizeof words);
  run = ws_run_builder_end (builder);
  return g_variant_ref_sink (ws_run_to_variant (run));
}

static void
test_operations (gconstpointer data)
{
  static const char *const some[] = { "ge.u32", "lt.u32", "ne.s32" };
  static const guint32 blocks[] = { N, 37, 1 };
  const char *variant = data;
  g_autoptr (WsDevice) device = new_device (variant);

  if (device == NULL)
    {
      g_test_skip ("This computer does not have the instruction set.");
      return;
    }
  for (guint i = 0; i < G_N_ELEMENTS (some) * G_N_ELEMENTS (blocks); i++)
    {
      guint32 block = blocks[i / G_N_ELEMENTS (some)];
      guint32 results[N];
      guint32 expected[N];
      g_autoptr (GVariant) run = compute (variant, some[i % G_N_ELEMENTS (some)], block, results);
      g_autoptr (GVariant) other =
          compute ("plain", some[i % G_N_ELEMENTS (some)], block, expected);

      g_assert_cmpmem (results, sizeof results, expected, sizeof expected);
      g_assert_true (g_variant_equal (run, other));
    }
}

/* Kernels of the catalogue, as a click records them. */
static void
test_catalog (gconstpointer data)
{
  static const char *const ids[] = { "reduce1", "reduce4", "reduce7" };
  const char *variant = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (WsCatalog) catalog = ws_catalog_new (NULL, &error);
  g_autoptr (WsDevice) device = new_device (variant);
  g_autoptr (WsDevice) plain = new_device ("plain");
  WsDevice *const devices[] = { device, plain };

  if (device == NULL)
    {
      g_test_skip ("This computer does not have the instruction set.");
      return;
    }
  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    {
      const WsCatalogKernel *kernel = ws_catalog_find (catalog, ids[i], &error);
      g_autoptr (WsPlan) plan = NULL;
      GVariant *runs[2];
      WsPlanParameters parameters;

      ws_plan_parameters_init (&parameters, kernel);
      parameters.n = 5000;
      plan = ws_plan_new (catalog, kernel, &parameters, device->spec, &error);
      g_assert_no_error (error);
      for (guint d = 0; d < 2; d++)
        {
          g_autoptr (WsRun) run = plan_record (devices[d], catalog, plan, NULL, 0, NULL, &error);

          g_assert_no_error (error);
          g_assert_true (run->correct);
          runs[d] = g_variant_ref_sink (ws_run_to_variant (run));
        }
      g_assert_true (g_variant_equal (runs[0], runs[1]));
      g_variant_unref (runs[0]);
      g_variant_unref (runs[1]);
    }
}

static void
test_names (void)
{
  const char *const *names = ws_vm_get_variants ();
  g_autoptr (WsDevice) device = new_device (names[0]);

  g_assert_cmpstr (names[0], ==, "plain");
  g_assert_nonnull (device);
  g_assert_false (ws_vm_device_set_variant (device, "sse9"));
}

int
main (int argc, char **argv)
{
  const char *const *names = ws_vm_get_variants ();

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/vm/variants", test_names);
  for (guint i = 1; names[i] != NULL; i++)
    {
      g_autofree char *operations = g_strdup_printf ("/vm/%s/operations", names[i]);
      g_autofree char *catalog = g_strdup_printf ("/vm/%s/catalog", names[i]);

      g_test_add_data_func (operations, names[i], test_operations);
      g_test_add_data_func (catalog, names[i], test_catalog);
    }
  return g_test_run ();
}
