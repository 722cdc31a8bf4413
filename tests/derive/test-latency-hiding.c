/* Little's law: the figures that lectures show, and those of the specs. */
#include "schedule/latency-hiding.h"
#include "specs.h"

#include <math.h>

/* A spec like @id's, with other numbers in its groups: as in "sm/schedulers=2". */
static WsSpec *
load_changed (const char *id, const char *const *changes)
{
  g_autoptr (GKeyFile) file = specs_load_file (id);
  g_autoptr (GError) error = NULL;
  WsSpec *spec;

  for (guint i = 0; changes[i] != NULL; i++)
    {
      g_auto (GStrv) parts = g_strsplit_set (changes[i], "/=", 3);

      g_key_file_set_value (file, parts[0], parts[1], parts[2]);
    }
  spec = ws_spec_new_from_key_file (file, "changed", &error);
  g_assert_no_error (error);
  return spec;
}

/* Arithmetic of an SM: G80 to GT200 24 cycles and 8 lanes, GF100 18 and 32, GF104 18 and 48 (V.
 * Volkov, "Better Performance at Lower Occupancy", GTC 2010). The first is a spec of ours. */
static void
test_arithmetic (void)
{
  static const char *const gf100[] = { "timing/arithmetic=18", "sm/schedulers=2",
                                       "sm/issue_cycles=2", NULL };
  static const char *const gf104[] = { "timing/arithmetic=18", "sm/schedulers=3",
                                       "sm/issue_cycles=2", NULL };
  static const struct {
    const char *const *changes; /* NULL: the spec as it is */
    double per_cycle;
    double operations;
    guint warps[4];
  } cases[] = {
    { NULL, 8, 192, { 6, 3, 2, 2 } },
    { gf100, 32, 576, { 18, 9, 6, 5 } },
    { gf104, 48, 864, { 27, 14, 9, 7 } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      static const char *const none[] = { NULL };
      g_autoptr (WsSpec) spec =
          load_changed ("g80", cases[i].changes != NULL ? cases[i].changes : none);
      WsLatencyHiding little;

      g_assert_true (ws_latency_hiding_init (&little, spec));
      g_assert_cmpfloat (little.operations_per_cycle, ==, cases[i].per_cycle);
      g_assert_cmpfloat (little.operations, ==, cases[i].operations);
      for (guint chains = 1; chains <= 4; chains++)
        g_assert_cmpuint (ws_latency_hiding_get_warps (&little, chains), ==,
                          cases[i].warps[chains - 1]);
    }
}

/* Memory of a GeForce GTX 480: 800 cycles at 1.401 GHz and 177.4 GB/s are about 100 KB in flight.
 */
static void
test_memory (void)
{
  static const char *const gtx480[] = { "timing/memory=800", "sm/clock_khz=1401000",
                                        "memory/bandwidth_bytes_per_s=177400000000",
                                        "device/sms=15", NULL };
  g_autoptr (WsSpec) spec = load_changed ("g80", gtx480);
  WsLatencyHiding little;

  g_assert_true (ws_latency_hiding_init (&little, spec));
  g_assert_cmpfloat (fabs (little.memory_latency_ns - 571.0), <, 0.1);
  g_assert_cmpfloat (fabs (little.bytes / 1024 - 100), <, 2);
  g_assert_cmpfloat (fabs (little.bytes_per_sm * 15 - little.bytes), <, 1e-6);
}

/* Every spec of ours says its latencies, and so does what comes with a run; where one is not known
 * the law says nothing. */
static void
test_specs (void)
{
  static const char *const ids[] = { "g80", "k40c", "rtx2080ti", "h200" };

  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    {
      g_autoptr (WsSpec) spec = specs_load (ids[i]);
      g_autoptr (GVariant) variant = g_variant_ref_sink (ws_spec_to_variant (spec));
      g_autoptr (WsSpec) of_a_run = ws_spec_new_from_variant (variant, NULL);
      WsLatencyHiding little;
      WsLatencyHiding same;

      g_assert_true (ws_latency_hiding_init (&little, spec));
      g_assert_cmpuint (ws_latency_hiding_get_warps (&little, 1), <=, spec->max_warps_per_sm);
      g_test_message ("%s: %.0f operations in an SM, %.1f kB in the GPU", ids[i], little.operations,
                      little.bytes / 1e3);
      g_assert_nonnull (of_a_run);
      g_assert_true (ws_latency_hiding_init (&same, of_a_run));
      g_assert_cmpfloat (same.operations, ==, little.operations);
      g_assert_cmpfloat (same.bytes, ==, little.bytes);
      of_a_run->latency_memory = 0;
      g_assert_false (ws_latency_hiding_init (&little, of_a_run));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/latency-hiding/arithmetic", test_arithmetic);
  g_test_add_func ("/latency-hiding/memory", test_memory);
  g_test_add_func ("/latency-hiding/specs", test_specs);
  return g_test_run ();
}
