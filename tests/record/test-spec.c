#include "paths.h"
#include "record/spec.h"
#include "record/run.h"

#include <string.h>

static char *
read_spec_file (const char *id)
{
  g_autofree char *name = g_strconcat (id, ".ini", NULL);
  g_autofree char *path = g_build_filename (WS_SOURCE_DIR, "resources", "specs", name, NULL);
  g_autoptr (GError) error = NULL;
  char *text = NULL;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  return text;
}

static WsSpec *
parse (const char *text, const char *id, GError **error)
{
  g_autoptr (GKeyFile) key_file = g_key_file_new ();

  g_assert_true (g_key_file_load_from_data (key_file, text, -1, G_KEY_FILE_NONE, NULL));
  return ws_spec_new_from_key_file (key_file, id, error);
}

static char *
replace (const char *text, const char *from, const char *to)
{
  g_auto (GStrv) parts = g_strsplit (text, from, 2);

  g_assert_cmpuint (g_strv_length (parts), ==, 2);
  return g_strjoinv (to, parts);
}

/* What the lectures' chapters on these GPUs say. */
static void
test_known (void)
{
  static const struct {
    const char *id;
    guint cc, sms, warps, blocks, threads, block_threads, banks, mhz;
    double gb_per_s;
  } known[] = {
    { "g80", 10, 16, 24, 8, 768, 512, 16, 1350, 86.4 },
    { "k40c", 35, 15, 64, 16, 2048, 1024, 32, 745, 288 },
    { "rtx2080ti", 75, 68, 32, 16, 1024, 1024, 32, 1545, 616 },
    { "h200", 90, 132, 64, 32, 2048, 1024, 32, 1980, 4800 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    {
      g_autofree char *text = read_spec_file (known[i].id);
      g_autoptr (GError) error = NULL;
      g_autoptr (WsSpec) spec = parse (text, known[i].id, &error);

      g_assert_no_error (error);
      g_assert_cmpstr (spec->id, ==, known[i].id);
      g_assert_cmpuint (spec->cc_major * 10 + spec->cc_minor, ==, known[i].cc);
      g_assert_cmpuint (spec->n_sms, ==, known[i].sms);
      g_assert_cmpuint (spec->max_warps_per_sm, ==, known[i].warps);
      g_assert_cmpuint (spec->max_blocks_per_sm, ==, known[i].blocks);
      g_assert_cmpuint (spec->max_threads_per_sm, ==, known[i].threads);
      g_assert_cmpuint (spec->max_threads_per_block, ==, known[i].block_threads);
      g_assert_cmpuint (spec->shared_banks, ==, known[i].banks);
      g_assert_cmpuint (spec->clock_khz, ==, known[i].mhz * 1000);
      g_assert_cmpfloat_with_epsilon (spec->memory_bandwidth_bytes_per_s / 1e9, known[i].gb_per_s,
                                      0.05);
    }
}

static void
assert_refused (const char *text, const char *group, const char *key)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WsSpec) spec = parse (text, "odd", &error);
  g_autofree char *place = g_strdup_printf ("[%s] %s: ", group, key);

  g_assert_null (spec);
  g_assert_error (error, WS_RECORD_ERROR, WS_RECORD_ERROR_SPEC);
  g_assert_nonnull (strstr (error->message, "“odd”"));
  g_assert_nonnull (strstr (error->message, place));
}

/* What the model may do without: it is behind what each spec has. */
static gboolean
is_optional (const char *group, const char *key)
{
  static const char *const needed[] = { "arithmetic", "shared",          "near",       "l2",
                                        "memory",     "barrier",         "fp64_lanes", "sfu_lanes",
                                        "port_bytes", "block_launch_ps", "launch_ns",  NULL };

  return g_strcmp0 (group, "timing") == 0 && !g_strv_contains (needed, key);
}

static void
assert_taken (const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WsSpec) spec = parse (text, "less", &error);

  g_assert_no_error (error);
  g_assert_nonnull (spec);
}

static void
test_missing (void)
{
  g_autofree char *text = read_spec_file ("h200");
  g_autoptr (GKeyFile) key_file = g_key_file_new ();
  g_auto (GStrv) groups = NULL;
  guint n = 0;

  g_key_file_load_from_data (key_file, text, -1, G_KEY_FILE_NONE, NULL);
  groups = g_key_file_get_groups (key_file, NULL);
  for (guint i = 0; groups[i] != NULL; i++)
    {
      g_auto (GStrv) keys = g_key_file_get_keys (key_file, groups[i], NULL, NULL);

      for (guint k = 0; keys[k] != NULL; k++)
        {
          g_autofree char *value = g_key_file_get_string (key_file, groups[i], keys[k], NULL);
          g_autofree char *without = NULL;

          g_key_file_remove_key (key_file, groups[i], keys[k], NULL);
          without = g_key_file_to_data (key_file, NULL, NULL);
          if (is_optional (groups[i], keys[k]))
            assert_taken (without);
          else
            assert_refused (without, groups[i], keys[k]);
          g_key_file_set_string (key_file, groups[i], keys[k], value);
          n++;
        }
    }
  g_assert_cmpuint (n, ==, 50);
}

static void
test_absurd (void)
{
  static const struct {
    const char *from, *to, *group, *key;
  } cases[] = {
    { "sms=132", "sms=0", "device", "sms" },
    { "sms=132", "sms=-1", "device", "sms" },
    { "sms=132", "sms=many", "device", "sms" },
    { "sms=132", "sms=132 of them", "device", "sms" },
    { "sms=132", "sms=99999999999999999999", "device", "sms" },
    { "compute_capability=9.0", "compute_capability=9", "device", "compute_capability" },
    { "compute_capability=9.0", "compute_capability=9.0.1", "device", "compute_capability" },
    { "compute_capability=9.0", "compute_capability=0.9", "device", "compute_capability" },
    { "clock_khz=1980000", "clock_khz=1980000000", "sm", "clock_khz" },
    { "issue_cycles=1", "issue_cycles=0", "sm", "issue_cycles" },
    { "shared_banks=32", "shared_banks=31", "sm", "shared_banks" },
    { "transaction_bytes=32", "transaction_bytes=48", "memory", "transaction_bytes" },
    { "max_threads=1024", "max_threads=2048", "block", "max_threads" },
    { "max_warps=64", "max_warps=32", "sm", "max_threads" },
    { "max_shared_bytes=232448", "max_shared_bytes=250000", "block", "max_shared_bytes" },
    { "max_registers=65536", "max_registers=131072", "block", "max_registers" },
    { "name=NVIDIA H200", "name=", "device", "name" },
  };
  g_autofree char *text = read_spec_file ("h200");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *odd = replace (text, cases[i].from, cases[i].to);
      assert_refused (odd, cases[i].group, cases[i].key);
    }
}

static void
test_variant (void)
{
  g_autofree char *text = read_spec_file ("g80");
  g_autoptr (WsSpec) spec = parse (text, "g80", NULL);
  g_autoptr (GVariant) variant = g_variant_ref_sink (ws_spec_to_variant (spec));
  g_autoptr (GError) error = NULL;
  g_autoptr (WsSpec) copy = ws_spec_new_from_variant (variant, &error);
  g_autoptr (GVariant) again = g_variant_ref_sink (ws_spec_to_variant (copy));
  g_autoptr (GVariant) short_one =
      g_variant_ref_sink (g_variant_new_parsed ("('a', 'b', [@t 9, 0])"));
  g_autoptr (GVariant) other = g_variant_ref_sink (g_variant_new_string ("spec"));

  g_assert_no_error (error);
  g_assert_true (g_variant_equal (variant, again));
  g_assert_cmpuint (copy->issue_cycles, ==, 4);
  g_assert_cmpuint (spec->latency_memory, >, 0);
  g_assert_cmpuint (copy->latency_memory, ==, spec->latency_memory);
  g_assert_cmpuint (copy->launch_ns, ==, spec->launch_ns);
  g_assert_null (ws_spec_new_from_variant (short_one, &error));
  g_assert_error (error, WS_RECORD_ERROR, WS_RECORD_ERROR_DAMAGED);
  g_clear_error (&error);
  g_assert_null (ws_spec_new_from_variant (other, &error));
  g_assert_error (error, WS_RECORD_ERROR, WS_RECORD_ERROR_DAMAGED);
}

/* Of a real GPU the timing is not known; one much like it lends its own, and nothing else. */
static void
test_timing (void)
{
  g_autofree char *text = read_spec_file ("g80");
  g_autofree char *bare = g_strndup (text, (gsize)(strstr (text, "[timing]") - text));
  g_autofree char *other = read_spec_file ("h200");
  g_autoptr (WsSpec) spec = parse (bare, "own", NULL);
  g_autoptr (WsSpec) model = parse (other, "h200", NULL);
  g_autoptr (WsSpec) both = ws_spec_new_with_timing (spec, model);
  g_autoptr (GVariant) variant = g_variant_ref_sink (ws_spec_to_variant (spec));
  g_autoptr (GError) error = NULL;
  g_autoptr (WsSpec) copy = ws_spec_new_from_variant (variant, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (spec->latency_memory, ==, 0);
  g_assert_cmpuint (copy->latency_memory, ==, 0);
  g_assert_cmpuint (both->latency_memory, ==, model->latency_memory);
  g_assert_cmpuint (both->block_launch_ps, ==, model->block_launch_ps);
  g_assert_cmpuint (both->n_sms, ==, spec->n_sms);
  g_assert_cmpstr (both->id, ==, "own");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/record/spec/known", test_known);
  g_test_add_func ("/record/spec/missing", test_missing);
  g_test_add_func ("/record/spec/absurd", test_absurd);
  g_test_add_func ("/record/spec/variant", test_variant);
  g_test_add_func ("/record/spec/timing", test_timing);
  return g_test_run ();
}
