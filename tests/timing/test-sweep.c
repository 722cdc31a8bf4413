/* Sweeps: written and read again, and what is no sweep refused. */
#include "timing/sweep.h"

#include <math.h>

static WsSweep *
make_sweep (void)
{
  WsSweep *sweep = ws_sweep_new (WS_SWEEP_HEATMAP);
  WsSweepPoint *point;

  g_free (sweep->device);
  sweep->device = g_strdup ("cuda:0");
  g_free (sweep->device_name);
  sweep->device_name = g_strdup ("NVIDIA H200");
  sweep->driver = g_strdup ("580.159");
  sweep->origin = WS_ORIGIN_MEASURED;
  sweep->type = WS_VALUE_F32;
  sweep->repeats = 31;
  sweep->peak_bytes_per_s = G_GUINT64_CONSTANT (4800000000000);
  sweep->copy_bytes_per_s = G_GUINT64_CONSTANT (4251000000000);
  point = ws_sweep_add_point (sweep, "reduce7", "Kernel 7: many elements", 1 << 24, 128, 64);
  point->state = WS_SWEEP_DONE;
  point->time = (WsTimingSummary){
    .n = 31, .median_ns = 12, .p5_ns = 11, .p95_ns = 20, .min_ns = 10, .max_ns = 21
  };
  point->grid = 64;
  point->n_bytes = 4 << 24;
  point->rotates = point->correct = point->has_occupancy = point->has_work = TRUE;
  point->theoretical = 1;
  point->achieved = 0.25;
  point->moved_bytes = 7e7;
  point->operations = 1.6e7;
  sweep->over = g_strdup ("stride");
  sweep->over_label = g_strdup ("Stride");
  sweep->over_is_choice = TRUE;
  sweep->metric = g_strdup ("achieved-occupancy");
  sweep->metric_title = g_strdup ("Achieved occupancy");
  sweep->metric_unit = g_strdup ("%");
  sweep->rounds = 256;
  sweep->needs = 192;
  sweep->each = 4;
  point->set = g_strdup ("stride=7");
  point->option = g_strdup ("7");
  point->value = 7;
  point->has_metric = TRUE;
  point->metric = -0.5;
  point->has_gain = TRUE;
  point->step = 1.42;
  point->speedup = 30.04;
  point = ws_sweep_add_point (sweep, "reduce7", "Kernel 7: many elements", 1 << 24, 1024, 64);
  point->state = WS_SWEEP_FAILED;
  point->sentence = g_strdup ("Too large.");
  point = ws_sweep_add_point (sweep, "reduce7", "Kernel 7: many elements", 1 << 24, 64, 64);
  point->state = WS_SWEEP_RUNNING;
  return sweep;
}

static void
test_points (void)
{
  g_autoptr (WsSweep) sweep = make_sweep ();
  WsSweep *other = ws_sweep_ref (sweep);
  WsSweepKind kind;

  g_assert_cmpuint (ws_sweep_get_n_points (sweep), ==, 3);
  g_assert_cmpuint (ws_sweep_get_n_done (sweep), ==, 1);
  g_assert_false (ws_sweep_is_finished (sweep));
  ws_sweep_get_point (sweep, 2)->state = WS_SWEEP_FAILED;
  g_assert_true (ws_sweep_is_finished (sweep));
  g_assert_cmpfloat (
      fabs (ws_sweep_point_get_bandwidth (ws_sweep_get_point (sweep, 0)) - (4 << 24) / 12e-9), <,
      1e6);
  g_assert_cmpfloat (ws_sweep_point_get_bandwidth (ws_sweep_get_point (sweep, 1)), ==, 0);
  ws_sweep_unref (other);
  for (guint i = 0; i < WS_N_SWEEPS; i++)
    {
      g_assert_true (ws_sweep_kind_parse (ws_sweep_kind_get_name (i), &kind));
      g_assert_cmpuint (kind, ==, i);
    }
  g_assert_true (ws_sweep_kind_parse ("occupancy", &kind)); /* of older files */
  g_assert_cmpint (kind, ==, WS_SWEEP_BLOCK_SIZE);
  g_assert_false (ws_sweep_kind_parse ("waffle", &kind));
}

static void
assert_equal_points (const WsSweepPoint *a, const WsSweepPoint *b)
{
  g_assert_cmpstr (a->kernel, ==, b->kernel);
  g_assert_cmpstr (a->title, ==, b->title);
  g_assert_cmpuint (a->n, ==, b->n);
  g_assert_cmpuint (a->block, ==, b->block);
  g_assert_cmpuint (a->max_grid, ==, b->max_grid);
  g_assert_cmpuint (a->grid, ==, b->grid);
  g_assert_cmpstr (a->sentence, ==, b->sentence);
  g_assert_cmpmem (&a->time, sizeof a->time, &b->time, sizeof b->time);
  g_assert_cmpuint (a->n_bytes, ==, b->n_bytes);
  g_assert_cmpint (a->rotates, ==, b->rotates);
  g_assert_cmpint (a->correct, ==, b->correct);
  g_assert_cmpint (a->has_occupancy, ==, b->has_occupancy);
  g_assert_cmpfloat (a->theoretical, ==, b->theoretical);
  g_assert_cmpfloat (a->achieved, ==, b->achieved);
  g_assert_cmpint (a->has_work, ==, b->has_work);
  g_assert_cmpfloat (a->moved_bytes, ==, b->moved_bytes);
  g_assert_cmpfloat (a->operations, ==, b->operations);
  g_assert_cmpstr (a->set, ==, b->set);
  g_assert_cmpstr (a->option, ==, b->option);
  g_assert_cmpuint (a->value, ==, b->value);
  g_assert_cmpint (a->has_metric, ==, b->has_metric);
  g_assert_cmpfloat (a->metric, ==, b->metric);
  g_assert_cmpint (a->has_gain, ==, b->has_gain);
  g_assert_cmpfloat (a->step, ==, b->step);
  g_assert_cmpfloat (a->speedup, ==, b->speedup);
}

static void
test_round_trip (void)
{
  g_autoptr (WsSweep) sweep = make_sweep ();
  g_autoptr (GVariant) variant = g_variant_ref_sink (ws_sweep_to_variant (sweep));
  g_autoptr (GError) error = NULL;
  g_autoptr (WsSweep) again = ws_sweep_new_from_variant (variant, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (again->kind, ==, sweep->kind);
  g_assert_cmpstr (again->id, ==, sweep->id);
  g_assert_cmpstr (again->device, ==, sweep->device);
  g_assert_cmpstr (again->device_name, ==, sweep->device_name);
  g_assert_cmpstr (again->driver, ==, sweep->driver);
  g_assert_cmpstr (again->over, ==, sweep->over);
  g_assert_cmpstr (again->over_label, ==, sweep->over_label);
  g_assert_cmpint (again->over_is_choice, ==, sweep->over_is_choice);
  g_assert_cmpstr (again->metric, ==, sweep->metric);
  g_assert_cmpstr (again->metric_title, ==, sweep->metric_title);
  g_assert_cmpstr (again->metric_unit, ==, sweep->metric_unit);
  g_assert_cmpuint (again->rounds, ==, sweep->rounds);
  g_assert_cmpfloat (again->needs, ==, sweep->needs);
  g_assert_cmpfloat (again->each, ==, sweep->each);
  g_assert_null (again->spec);
  g_assert_null (again->source);
  g_assert_cmpuint (again->origin, ==, sweep->origin);
  g_assert_cmpint (again->date, ==, sweep->date);
  g_assert_cmpuint (again->type, ==, sweep->type);
  g_assert_cmpstr (again->op, ==, sweep->op);
  g_assert_cmpuint (again->repeats, ==, sweep->repeats);
  g_assert_cmpuint (again->peak_bytes_per_s, ==, sweep->peak_bytes_per_s);
  g_assert_cmpuint (again->copy_bytes_per_s, ==, sweep->copy_bytes_per_s);
  g_assert_cmpuint (ws_sweep_get_n_points (again), ==, 3);
  for (guint i = 0; i < 3; i++)
    assert_equal_points (ws_sweep_get_point (again, i), ws_sweep_get_point (sweep, i));
  g_assert_cmpuint (ws_sweep_get_point (again, 0)->state, ==, WS_SWEEP_DONE);
  g_assert_cmpuint (ws_sweep_get_point (again, 1)->state, ==, WS_SWEEP_FAILED);
  g_assert_cmpuint (ws_sweep_get_point (again, 2)->state, ==, WS_SWEEP_WAITING);
}

/* ---- damage ---- */

static void
assert_refused (GVariant *floating)
{
  g_autoptr (GVariant) variant = g_variant_ref_sink (floating);
  g_autoptr (GError) error = NULL;
  g_autoptr (WsSweep) sweep = ws_sweep_new_from_variant (variant, &error);

  if (sweep != NULL)
    {
      g_autofree char *text = g_variant_print (variant, TRUE);
      g_error ("taken: %s", text);
    }
  g_assert_error (error, WS_RECORD_ERROR, WS_RECORD_ERROR_DAMAGED);
}

/* (transfer floating): @dict with another value under @key; @value: (nullable): none */
static GVariant *
with (GVariant *dict, const char *key, GVariant *value)
{
  GVariantDict changed;

  g_variant_dict_init (&changed, dict);
  g_variant_dict_remove (&changed, key);
  if (value != NULL)
    g_variant_dict_insert_value (&changed, key, value);
  return g_variant_dict_end (&changed);
}

static GVariant *
with_point (GVariant *dict, const char *key, GVariant *value)
{
  g_autoptr (GVariant) points = g_variant_lookup_value (dict, "points", NULL);
  g_autoptr (GVariant) first = g_variant_get_child_value (points, 0);
  GVariantBuilder builder;

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("aa{sv}"));
  g_variant_builder_add_value (&builder, with (first, key, value));
  return with (dict, "points", g_variant_builder_end (&builder));
}

static void
test_wrong_values (void)
{
  static const struct {
    gboolean of_point;
    const char *key;
    const char *value;
  } cases[] = {
    { FALSE, "kind", "'waffle'" },
    { FALSE, "id", "''" },
    { FALSE, "id", "'../../escape'" },
    { FALSE, "date", "int64 -1" },
    { FALSE, "date", "int64 9223372036854775807" },
    { FALSE, "type", "uint32 4000000000" },
    { FALSE, "repeats", "uint32 4294967295" },
    { FALSE, "peak-bytes-per-s", "uint64 18446744073709551615" },
    { FALSE, "spec", "'h200'" },
    { FALSE, "driver", "uint32 580" },
    { FALSE, "source", "true" },
    { TRUE, "kernel", "''" },
    { TRUE, "title", "''" },
    { TRUE, "n", "uint64 0" },
    { TRUE, "n", "uint64 18446744073709551615" },
    { TRUE, "block", "uint32 0" },
    { TRUE, "block", "uint32 2048" },
    { TRUE, "grid", "uint64 18446744073709551615" },
    { TRUE, "state", "'asleep'" },
    { TRUE, "sentence", "7" },
    { TRUE, "time", "(uint32 0, uint64 1, uint64 1, uint64 1, uint64 1, uint64 1)" },
    { TRUE, "time", "(uint32 3, uint64 1, uint64 2, uint64 1, uint64 1, uint64 1)" },
    { TRUE, "time",
      "(uint32 3, uint64 5, uint64 5, uint64 5, uint64 5, "
      "uint64 18446744073709551615)" },
    { TRUE, "occupancy", "(1.5, 0.5)" },
    { TRUE, "occupancy", "(0.5, -0.1)" },
    { TRUE, "occupancy", "0.5" },
    { TRUE, "work", "(1e300, 1.0)" },
    { TRUE, "work", "(-1.0, 1.0)" },
    { TRUE, "gain", "(1e300, 1.0)" },
    { TRUE, "gain", "(1.0, -1.0)" },
  };
  g_autoptr (WsSweep) sweep = make_sweep ();
  g_autoptr (GVariant) good = g_variant_ref_sink (ws_sweep_to_variant (sweep));

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      GVariant *value = g_variant_new_parsed (cases[i].value);

      assert_refused (cases[i].of_point ? with_point (good, cases[i].key, value)
                                        : with (good, cases[i].key, value));
    }
  assert_refused (with_point (good, "work", g_variant_new ("(dd)", (double)NAN, 1.)));
  assert_refused (with_point (good, "work", g_variant_new ("(dd)", 1., (double)INFINITY)));
  assert_refused (with_point (good, "occupancy", g_variant_new ("(dd)", (double)NAN, 1.)));
}

/* Every member missing, and every member of another type. */
static void
test_wrong_types (void)
{
  static const char *const optional[] = { "driver",    "source",       "spec",        "sentence",
                                          "occupancy", "work",         "gain",        "over",
                                          "metric",    "metric-title", "metric-unit", "needs",
                                          "set",       "option",       "value",       NULL };
  g_autoptr (WsSweep) sweep = make_sweep ();
  g_autoptr (GVariant) good = g_variant_ref_sink (ws_sweep_to_variant (sweep));
  g_autoptr (GVariant) points = g_variant_lookup_value (good, "points", NULL);
  g_autoptr (GVariant) first = g_variant_get_child_value (points, 0);

  for (guint level = 0; level < 2; level++)
    {
      GVariant *dict = level == 0 ? good : first;

      for (gsize i = 0; i < g_variant_n_children (dict); i++)
        {
          g_autoptr (GVariant) entry = g_variant_get_child_value (dict, i);
          const char *key;

          g_variant_get_child (entry, 0, "&s", &key);
          assert_refused ((level == 0 ? with : with_point) (good, key, g_variant_new_byte (1)));
          if (!g_strv_contains (optional, key))
            assert_refused ((level == 0 ? with : with_point) (good, key, NULL));
        }
    }
  assert_refused (g_variant_new_string ("no sweep"));
  assert_refused (g_variant_new ("a{ss}", NULL));
}

/* Bytes of a good one, changed at random: refused or taken, never more. */
static void
test_noise (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (g_test_rand_int ());
  g_autoptr (WsSweep) sweep = make_sweep ();
  g_autoptr (GVariant) good = g_variant_ref_sink (ws_sweep_to_variant (sweep));
  gsize size = g_variant_get_size (good);

  for (guint round = 0; round < 3000; round++)
    {
      guint8 *data = g_memdup2 (g_variant_get_data (good), size);
      g_autoptr (GBytes) bytes = NULL;
      g_autoptr (GVariant) variant = NULL;
      g_autoptr (WsSweep) again = NULL;
      g_autoptr (GError) error = NULL;
      guint n = g_rand_int_range (rand, 1, 6);

      for (guint i = 0; i < n; i++)
        data[g_rand_int_range (rand, 0, (int)size)] = (guint8)g_rand_int (rand);
      bytes = g_bytes_new_take (data, g_rand_boolean (rand) ? size : size / 2);
      variant =
          g_variant_ref_sink (g_variant_new_from_bytes (G_VARIANT_TYPE_VARDICT, bytes, FALSE));
      again = ws_sweep_new_from_variant (variant, &error);
      g_assert_true ((again == NULL) == (error != NULL));
      if (error != NULL)
        g_assert_error (error, WS_RECORD_ERROR, WS_RECORD_ERROR_DAMAGED);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/record/sweep/points", test_points);
  g_test_add_func ("/record/sweep/round-trip", test_round_trip);
  g_test_add_func ("/record/sweep/wrong-values", test_wrong_values);
  g_test_add_func ("/record/sweep/wrong-types", test_wrong_types);
  g_test_add_func ("/record/sweep/noise", test_noise);
  return g_test_run ();
}
