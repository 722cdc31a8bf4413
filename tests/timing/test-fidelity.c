/* How far modelled times are off: fidelity.ini against the catalogue, and what is said of it. */
#include "catalog/catalog.h"
#include "timing/fidelity.h"

#include "paths.h"

#include <math.h>

#define MOST 4 /* times too long or too short: beyond, a spec is wrong */

/* What every run of fidelity.py has compared. */
#define LEAST_OF_H200 200

static GKeyFile *
load_file (void)
{
  g_autoptr (GError) error = NULL;
  GKeyFile *file = g_key_file_new ();

  g_key_file_load_from_file (file, WS_SOURCE_DIR "/resources/fidelity.ini", G_KEY_FILE_NONE,
                             &error);
  g_assert_no_error (error);
  return file;
}

/* Of a group: its kernels are those of the catalogue. */
static void
check_group (WsCatalog *catalog, GKeyFile *file, const char *section)
{
  const char *group = section + strlen ("group ");
  g_auto (GStrv) kernels = g_key_file_get_string_list (file, section, "kernels", NULL, NULL);
  guint n = 0;

  g_assert_nonnull (kernels);
  for (guint i = 0; i < ws_catalog_get_n_kernels (catalog); i++)
    {
      const WsCatalogKernel *kernel = ws_catalog_get_kernel (catalog, i);
      gboolean listed = g_strv_contains ((const char *const *)kernels, kernel->id);

      if (listed != g_str_equal (kernel->group, group))
        g_error ("[%s] and %s: run tests/bench/fidelity.py --data", section, kernel->id);
      n += listed;
    }
  g_assert_cmpuint (g_strv_length (kernels), ==, n);
}

/* Of a spec, or a group with it. */
static void
check_figures (GKeyFile *file, const char *section)
{
  double factor = g_key_file_get_double (file, section, "factor", NULL);

  g_assert_cmpint (g_key_file_get_integer (file, section, "launches", NULL), >, 0);
  g_assert_cmpfloat (factor, >=, 1);
  g_assert_cmpfloat (factor, <, MOST);
}

/* Of a spec: it is one of ours, and its groups are all that was compared. */
static void
check_spec (WsCatalog *catalog, GKeyFile *file, const char *id)
{
  g_auto (GStrv) sections = g_key_file_get_groups (file, NULL);
  const WsSpec *spec = ws_catalog_find_spec (catalog, id, NULL);
  g_autofree char *name = g_key_file_get_string (file, id, "name", NULL);
  g_autofree char *times = g_key_file_get_string (file, id, "times", NULL);
  g_autofree char *prefix = g_strdup_printf ("%s ", id);
  int launches = 0;
  double logarithms = 0;

  g_assert_nonnull (spec);
  g_assert_cmpstr (name, ==, spec->name);
  g_assert_true (g_str_equal (times, "measured") || g_str_equal (times, "published"));
  for (guint i = 0; sections[i] != NULL; i++)
    if (g_str_has_prefix (sections[i], prefix))
      {
        g_autofree char *group = g_strconcat ("group ", sections[i] + strlen (prefix), NULL);
        int n = g_key_file_get_integer (file, sections[i], "launches", NULL);

        g_assert_true (g_key_file_has_group (file, group));
        launches += n;
        logarithms += n * log (g_key_file_get_double (file, sections[i], "factor", NULL));
      }
  g_assert_cmpint (launches, ==, g_key_file_get_integer (file, id, "launches", NULL));
  g_assert_cmpfloat_with_epsilon (exp (logarithms / launches),
                                  g_key_file_get_double (file, id, "factor", NULL), 0.002);
}

/* The file is whole, and of the catalogue as it is. */
static void
test_file (void)
{
  g_autoptr (WsCatalog) catalog = ws_catalog_new (NULL, NULL);
  g_autoptr (GKeyFile) file = load_file ();
  g_auto (GStrv) sections = g_key_file_get_groups (file, NULL);

  for (guint i = 0; sections[i] != NULL; i++)
    if (g_str_has_prefix (sections[i], "group "))
      check_group (catalog, file, sections[i]);
    else
      {
        check_figures (file, sections[i]);
        if (strchr (sections[i], ' ') == NULL)
          check_spec (catalog, file, sections[i]);
      }
  g_assert_cmpint (g_key_file_get_integer (file, "h200", "launches", NULL), >, LEAST_OF_H200);
}

static WsFidelity
find (const char *device, const char *kernel)
{
  const char *kernels[] = { kernel, NULL };
  WsFidelity found;

  g_assert_true (ws_fidelity_find (device, kernels, &found));
  return found;
}

/* By the group, or all; nothing of what was not compared. */
static void
test_find (void)
{
  g_autoptr (GKeyFile) file = load_file ();
  static const char *const alike[] = { "reduce1", "reduce7", NULL };
  static const char *const mixed[] = { "reduce1", "transpose_naive", NULL };
  static const char *const none[] = { NULL };
  WsFidelity all = find ("vm:h200", "user.sum");
  WsFidelity group = find ("vm:h200", "reduce1");
  WsFidelity other;

  g_assert_false (all.is_of_group);
  g_assert_cmpuint (all.launches, ==, g_key_file_get_integer (file, "h200", "launches", NULL));
  g_assert_cmpfloat (all.factor, ==, g_key_file_get_double (file, "h200", "factor", NULL));
  g_assert_cmpstr (all.gpu, ==, "NVIDIA H200");
  g_assert_false (all.is_published);
  g_assert_true (group.is_of_group);
  g_assert_cmpuint (group.launches, ==,
                    g_key_file_get_integer (file, "h200 Reduction", "launches", NULL));
  g_assert_cmpfloat (group.factor, ==,
                     g_key_file_get_double (file, "h200 Reduction", "factor", NULL));
  g_assert_true (ws_fidelity_find ("vm:h200", alike, &other) && other.is_of_group);
  g_assert_true (ws_fidelity_find ("vm:h200", mixed, &other) && !other.is_of_group);
  g_assert_true (ws_fidelity_find ("vm:h200", none, &other) && !other.is_of_group);
  other = find ("vm:g80", "reduce3");
  g_assert_true (other.is_published && other.is_of_group);
  g_assert_false (find ("vm:g80", "transpose_naive").is_of_group);
  g_assert_false (ws_fidelity_find ("vm:v100", alike, &other));
  g_assert_false (ws_fidelity_find ("vm:h200 Reduction", alike, &other));
  g_assert_false (ws_fidelity_find ("vm:/tmp/h200.ini", alike, &other));
  g_assert_false (ws_fidelity_find ("vm:/tmp/vm:h200", alike, &other));
  g_assert_false (ws_fidelity_find ("gpu-server/cuda:0", alike, &other));
  g_assert_true (ws_fidelity_find ("gpu-server/vm:h200", alike, &other) && other.is_of_group);
  g_assert_false (ws_fidelity_find ("cuda:0", alike, &other));
}

/* Rounded up, and no better than a real GPU repeats itself. */
static void
test_percent (void)
{
  static const struct {
    double factor;
    guint percent;
  } rows[] = { { 1, 5 },     { 1.031, 5 }, { 1.05, 5 }, { 1.051, 6 },
               { 1.088, 9 }, { 1.09, 9 },  { 1.78, 78 } };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    g_assert_cmpuint (ws_fidelity_get_percent (&(WsFidelity){ .factor = rows[i].factor }), ==,
                      rows[i].percent);
}

static void
check_sentence (const char *device, const char *kernel, const char *expected)
{
  const char *kernels[] = { kernel, NULL };
  g_autofree char *sentence = ws_fidelity_describe (device, kernels);
  g_autofree char *off = NULL;
  g_autofree char *whole = NULL;
  WsFidelity found;

  if (ws_fidelity_find (device, kernels, &found))
    off = found.factor > 1.5 ? g_strdup_printf ("a factor of %.1f", ceil (found.factor * 10) / 10)
                             : g_strdup_printf ("%u %%", ws_fidelity_get_percent (&found));
  whole = expected != NULL ? g_strdup (expected) : NULL;
  if (off != NULL)
    {
      g_auto (GStrv) parts = g_strsplit (expected, "#", 2);

      g_free (whole);
      whole = g_strjoinv (off, parts);
    }
  g_assert_cmpstr (sentence, ==, whole);
}

static void
test_sentences (void)
{
  check_sentence ("vm:h200", "reduce1",
                  "Modelled times of such kernels are on average # off those measured on an "
                  "NVIDIA H200.");
  check_sentence ("vm:h200", "user.sum",
                  "Modelled times are on average # off those measured on an NVIDIA H200, of the "
                  "kernels compared.");
  check_sentence ("vm:g80", "reduce1",
                  "Modelled times of such kernels are on average # off those published for an "
                  "NVIDIA GeForce 8800 GTX.");
  check_sentence ("vm:k40c", "user.sum",
                  "Modelled times are on average # off those published for an NVIDIA Tesla K40c, "
                  "of the kernels compared.");
  check_sentence ("vm:v100", "reduce1",
                  "Modelled times of this GPU have not been compared with a real one.");
  check_sentence ("cuda:0", "reduce1", NULL);
}

/* A sweep that was measured, or that others published, is none of the model's. */
static void
test_sweep (void)
{
  g_autoptr (WsSweep) sweep = ws_sweep_new (WS_SWEEP_LADDER);
  g_autofree char *sentence = NULL;
  g_autofree char *item = NULL;

  g_free (sweep->device);
  sweep->device = g_strdup ("vm:h200");
  sweep->origin = WS_ORIGIN_MODELLED;
  ws_sweep_add_point (sweep, "reduce1", "Kernel 1: interleaved addressing", 1024, 128, 0);
  ws_sweep_add_point (sweep, "reduce2", "Kernel 2: strided index", 1024, 128, 0);
  sentence = ws_fidelity_describe_sweep (sweep);
  item = ws_fidelity_format_sweep (sweep);
  g_assert_nonnull (strstr (sentence, "of such kernels"));
  g_assert_true (g_str_has_prefix (item, "off by ") && g_str_has_suffix (item, " on average"));
  sweep->origin = WS_ORIGIN_MEASURED;
  g_assert_null (ws_fidelity_describe_sweep (sweep));
  g_assert_null (ws_fidelity_format_sweep (sweep));
  sweep->origin = WS_ORIGIN_MODELLED;
  sweep->source = g_strdup ("M. Harris");
  g_assert_null (ws_fidelity_describe_sweep (sweep));
  g_assert_null (ws_fidelity_format_sweep (sweep));
}

/* Only of a run whose times are modelled. */
static void
test_run (void)
{
  WsRun run = { .device = (char *)"vm:h200",
                .id = (char *)"reduce1",
                .origin = WS_ORIGIN_MODELLED };
  g_autofree char *sentence = ws_fidelity_describe_run (&run);

  g_assert_nonnull (strstr (sentence, "of such kernels"));
  run.origin = WS_ORIGIN_MEASURED;
  g_assert_null (ws_fidelity_describe_run (&run));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/timing/fidelity/file", test_file);
  g_test_add_func ("/timing/fidelity/find", test_find);
  g_test_add_func ("/timing/fidelity/percent", test_percent);
  g_test_add_func ("/timing/fidelity/sentences", test_sentences);
  g_test_add_func ("/timing/fidelity/sweep", test_sweep);
  g_test_add_func ("/timing/fidelity/run", test_run);
  return g_test_run ();
}
