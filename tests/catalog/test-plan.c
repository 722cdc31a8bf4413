/* What is launched for a choice of the user, and the sentence for a choice that cannot be. */
#include "plans.h"

static WsPlan *
make_plan (PlanFixture *fixture, const char *id, guint64 n, guint32 block, const char *spec,
           GError **error)
{
  const WsCatalogKernel *kernel = ws_catalog_find (fixture->catalog, id, NULL);
  WsPlanParameters parameters;

  ws_plan_parameters_init (&parameters, kernel);
  parameters.n = n;
  parameters.block = block;
  return ws_plan_new (fixture->catalog, kernel, &parameters,
                      ws_catalog_find_spec (fixture->catalog, spec, NULL), error);
}

/* "4194304 -> 32768 -> 256 -> 2 -> 1" */
static char *
format_plan (const WsPlan *plan)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < plan->launches->len; i++)
    {
      const WsPlanLaunch *launch = &g_array_index (plan->launches, WsPlanLaunch, i);

      g_string_append_printf (text, "%" G_GUINT64_FORMAT " -> ", launch->n_elements);
      g_assert_cmpuint (plan->kernel->single ? 1 : launch->grid[0], ==, launch->n_results);
      g_assert_cmpuint (launch->block[0], ==, plan->parameters.block);
    }
  g_string_append_printf (text, "%" G_GUINT64_FORMAT, plan->remaining);
  return g_string_free (text, FALSE);
}

static void
test_launches (PlanFixture *fixture, gconstpointer data)
{
  static const struct {
    const char *kernel;
    guint64 n;
    guint32 block;
    const char *plan;
  } rows[] = {
    { "reduce1", 4194304, 128, "4194304 -> 32768 -> 256 -> 2 -> 1" },
    { "reduce1", 100000, 256, "100000 -> 391 -> 2 -> 1" },
    { "reduce3", 1048576, 1024, "1048576 -> 1024 -> 1" },
    { "reduce4", 4194304, 128, "4194304 -> 16384 -> 64 -> 1" },
    { "reduce6", 1000, 1, "1000 -> 500 -> 250 -> 125 -> 63 -> 32 -> 16 -> 8 -> 4 -> 2 -> 1" },
    { "reduce7", 4194304, 128, "4194304 -> 1024 -> 4 -> 1" },
    { "reduce7", 100000, 256, "100000 -> 196 -> 1" },
    { "reduce7", 4194304, 1,
      "4194304 -> 1024 -> 512 -> 256 -> 128 -> 64 -> 32 -> 16 -> 8 -> 4 -> 2 -> 1" },
    { "reduce8", 4194304, 128, "4194304 -> 1024 -> 4 -> 1" },
    { "reduce9", 100000, 256, "100000 -> 196 -> 1" },
    { "reduce12", 100000, 256, "100000 -> 196 -> 1" },
    { "reduce10", 268435456, 512, "268435456 -> 1" },
    { "reduce11", 1000, 1, "1000 -> 1" },
    { "reduce10", 1, 1024, "1 -> 1" },
    { "reduce1", 1, 128, "1 -> 1" },
    { "reduce1", 1, 1, "1 -> 1" },
    { "reduce7", 1, 1, "1 -> 1" },
    { "reduce1", 2, 2, "2 -> 1" },
    { "reduce1", 3, 2, "3 -> 2 -> 1" },
    /* blocks of one thread that take one element combine nothing: the host goes on */
    { "reduce1", 1000, 1, "1000 -> 1000" },
    { "reduce3", 100000, 1, "100000 -> 100000" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (WsPlan) plan =
          make_plan (fixture, rows[i].kernel, rows[i].n, rows[i].block, "h200", &error);
      g_autofree char *text = NULL;

      g_assert_no_error (error);
      text = format_plan (plan);
      g_assert_cmpstr (text, ==, rows[i].plan);
    }
}

/* The grid of a single launch: as many blocks as one step needs, and no more than one wave. */
static void
test_single_grid (PlanFixture *fixture, gconstpointer data)
{
  static const struct {
    guint64 n;
    guint32 block;
    guint32 grid;
  } rows[] = {
    { 1, 512, 1 },          { 8192, 512, 1 },        { 8193, 512, 2 }, { 4194304, 512, 512 },
    { 16777216, 512, 528 }, { 268435456, 512, 528 }, { 1000, 1, 63 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (WsPlan) plan =
          make_plan (fixture, "reduce11", rows[i].n, rows[i].block, "h200", &error);

      g_assert_no_error (error);
      g_assert_cmpuint (plan->launches->len, ==, 1);
      g_assert_cmpuint (plan->remaining, ==, 1);
      g_assert_cmpuint (g_array_index (plan->launches, WsPlanLaunch, 0).grid[0], ==, rows[i].grid);
    }
}

/* Names and shared memory of the launches. */
static void
test_names (PlanFixture *fixture, gconstpointer data)
{
  static const struct {
    const char *kernel;
    guint32 block;
    const char *title;
    const char *entry;
    guint shared;
  } rows[] = {
    { "reduce1", 128, "reduce1", "_Z7reduce1PKiPij", 512 },
    { "reduce5", 8, "reduce5", "_Z7reduce5PKiPij", 256 },
    { "reduce6", 128, "reduce6<128>", "_Z7reduce6ILj128EEvPKiPij", 512 },
    { "reduce7", 1, "reduce7<1>", "_Z7reduce7ILj1EEvPKiPij", 256 },
    { "reduce8", 64, "reduce8<64>", "_Z7reduce8ILj64EEvPKiPij", 0 },
    { "reduce9", 1024, "reduce9", "_Z7reduce9PKiPij", 0 },
    { "reduce11", 512, "reduce11<512>", "_Z8reduce11ILj512EEvPKiPij", 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (WsPlan) plan =
          make_plan (fixture, rows[i].kernel, 1000, rows[i].block, "h200", &error);
      const WsPlanLaunch *launch;

      g_assert_no_error (error);
      launch = &g_array_index (plan->launches, WsPlanLaunch, 0);
      g_assert_cmpstr (plan->kernel_title, ==, rows[i].title);
      g_assert_cmpstr (launch->entry, ==, rows[i].entry);
      g_assert_cmpuint (launch->dynamic_shared_bytes, ==, rows[i].shared);
    }
}

static void
test_refusals (PlanFixture *fixture, gconstpointer data)
{
  static const struct {
    const char *kernel;
    guint64 n;
    guint32 block;
    const char *spec;
    WsCatalogError code;
    const char *message;
  } rows[] = {
    { "reduce1", 0, 128, "h200", WS_CATALOG_ERROR_BAD_N,
      "The number of elements must be at least 1." },
    { "reduce1", G_GUINT64_CONSTANT (1) << 40, 128, "h200", WS_CATALOG_ERROR_BAD_N,
      "1099511627776 elements are too many for reduce1: it supports up to 268435456 (2^28)." },
    { "reduce1", 1000, 0, "h200", WS_CATALOG_ERROR_BAD_BLOCK,
      "The block size of reduce1 must be a power of two from 1 to 1024, not 0." },
    { "reduce1", 1000, 96, "h200", WS_CATALOG_ERROR_BAD_BLOCK,
      "The block size of reduce1 must be a power of two from 1 to 1024, not 96." },
    { "reduce1", 1000, 2048, "h200", WS_CATALOG_ERROR_BAD_BLOCK,
      "A block of 2048 threads exceeds the limit of the NVIDIA H200: 1024 threads per block." },
    { "reduce1", 1000, 1024, "g80", WS_CATALOG_ERROR_BAD_BLOCK,
      "A block of 1024 threads exceeds the limit of the NVIDIA GeForce 8800 GTX: 512 threads per "
      "block." },
    { "reduce1", 1000, 96, "g80", WS_CATALOG_ERROR_BAD_BLOCK,
      "The block size of reduce1 must be a power of two from 1 to 512, not 96." },
    { "reduce1", 4194304, 32, "g80", WS_CATALOG_ERROR_BAD_N,
      "4194304 elements in blocks of 32 threads need a grid of 131072 blocks, more than the limit "
      "of the NVIDIA GeForce 8800 GTX: 65535. Take larger blocks or fewer elements." },
    { "reduce7", 268435456, 128, "g80", WS_CATALOG_ERROR_BAD_N,
      "268435456 elements need 1.0\u00a0GiB of memory; the NVIDIA GeForce 8800 GTX has "
      "768.0\u00a0MiB." },
    { "reduce8", 1000, 128, "g80", WS_CATALOG_ERROR_BAD_PARAMETER,
      "reduce8 uses the warp shuffle, which needs compute capability 3.0; the NVIDIA GeForce 8800 "
      "GTX has 1.0." },
    { "reduce9", 1000, 128, "k40c", WS_CATALOG_ERROR_BAD_PARAMETER,
      "reduce9 uses redux.sync, which needs compute capability 8.0; the NVIDIA Tesla K40c has "
      "3.5." },
    { "reduce10", 1000, 128, "rtx2080ti", WS_CATALOG_ERROR_BAD_PARAMETER,
      "reduce10 uses redux.sync, which needs compute capability 8.0; the NVIDIA GeForce RTX 2080 "
      "Ti has 7.5." },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (
          make_plan (fixture, rows[i].kernel, rows[i].n, rows[i].block, rows[i].spec, &error));
      g_assert_error (error, WS_CATALOG_ERROR, (int)rows[i].code);
      g_assert_cmpstr (error->message, ==, rows[i].message);
    }
}

static void
test_parameters (PlanFixture *fixture, gconstpointer data)
{
  const WsCatalogKernel *kernel = ws_catalog_find (fixture->catalog, "reduce7", NULL);
  const WsSpec *spec = ws_catalog_find_spec (fixture->catalog, "h200", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) variant = NULL;
  g_autofree char *printed = NULL;
  WsPlanParameters parameters = { 0 };
  WsPlanParameters back = { 0 };

  ws_plan_parameters_init (&parameters, kernel);
  g_assert_true (ws_plan_set_type (&parameters, "float", &error));
  g_assert_true (ws_plan_set_op (&parameters, "product", &error));
  variant = g_variant_ref_sink (ws_plan_parameters_to_variant (&parameters, kernel));
  printed = g_variant_print (variant, TRUE);
  g_assert_cmpstr (printed, ==,
                   "{'n': <uint64 1048576>, 'block': <uint32 128>, 'type': <'float'>, "
                   "'op': <'product'>, 'seed': <uint64 0>, 'max_grid': <uint32 1024>}");

  /* and back; what is not there, or of another kind, is the default */
  parameters.seed = 7;
  parameters.n = 1000;
  g_clear_pointer (&variant, g_variant_unref);
  variant = g_variant_ref_sink (ws_plan_parameters_to_variant (&parameters, kernel));
  ws_plan_parameters_from_variant (&back, kernel, variant);
  g_assert_cmpmem (&back, sizeof back, &parameters, sizeof parameters);
  g_clear_pointer (&variant, g_variant_unref);
  variant = g_variant_ref_sink (
      g_variant_new_parsed ("{'n': <'many'>, 'op': <'mean'>, 'block': <uint32 64>}"));
  ws_plan_parameters_from_variant (&back, kernel, variant);
  g_assert_cmpuint (back.n, ==, 1048576);
  g_assert_cmpuint (back.block, ==, 64);
  g_assert_cmpstr (back.op, ==, "sum");

  g_assert_false (ws_plan_set_type (&parameters, "double", &error));
  g_assert_error (error, WS_CATALOG_ERROR, WS_CATALOG_ERROR_BAD_PARAMETER);
  g_assert_cmpstr (error->message, ==, "“double” is not an element type: use int or float.");
  g_clear_error (&error);
  g_assert_false (ws_plan_set_op (&parameters, "mean", &error));
  g_assert_cmpstr (error->message, ==, "“mean” is not an operator: use sum, max, min or product.");
  g_clear_error (&error);

  parameters.max_grid = 0;
  g_assert_null (ws_plan_new (fixture->catalog, kernel, &parameters, spec, &error));
  g_assert_cmpstr (error->message, ==, "The grid of reduce7 must have at least one block.");
  g_clear_error (&error);
  parameters.max_grid = 1;
  g_strlcpy (parameters.op, "mean", sizeof parameters.op);
  g_assert_null (ws_plan_new (fixture->catalog, kernel, &parameters, spec, &error));
  g_assert_cmpstr (error->message, ==,
                   "reduce7 has no operator “mean”; it has sum, max, min, product.");
  g_clear_error (&error);
  g_strlcpy (parameters.op, "max", sizeof parameters.op);
  parameters.type = WS_VALUE_F64;
  g_assert_null (ws_plan_new (fixture->catalog, kernel, &parameters, spec, &error));
  g_assert_cmpstr (error->message, ==, "reduce7 has no type “?”; it has int, float.");
}

/* Whatever is typed gives sizes, or a sentence; the last power of two has none behind it. */
static void
test_parse_sizes (void)
{
  static const struct {
    const char *text;
    guint n;
    guint64 first;
    guint64 last;
  } good[] = {
    { "2^17..2^28", 12, 1 << 17, 1 << 28 },
    { "1000,100000", 2, 1000, 100000 },
    { "3..13", 3, 3, 12 },
    { "2^63", 1, (guint64)1 << 63, (guint64)1 << 63 },
    { "2^62..18446744073709551615", 2, (guint64)1 << 62, (guint64)1 << 63 },
  };
  static const char *const bad[] = { "", ",", "1,,2", "5..4", "..", "1..", "..4", "abc", "0" };

  for (guint i = 0; i < G_N_ELEMENTS (good); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (GArray) sizes = ws_plan_parse_sizes (good[i].text, &error);

      g_assert_no_error (error);
      g_assert_cmpuint (sizes->len, ==, good[i].n);
      g_assert_cmpuint (g_array_index (sizes, guint64, 0), ==, good[i].first);
      g_assert_cmpuint (g_array_index (sizes, guint64, sizes->len - 1), ==, good[i].last);
    }
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (ws_plan_parse_sizes (bad[i], &error));
      g_assert_error (error, WS_CATALOG_ERROR, WS_CATALOG_ERROR_BAD_N);
    }
}

static void
test_parse_n (void)
{
  static const struct {
    const char *text;
    guint64 n;
  } good[] = {
    { "4194304", 4194304 },
    { "1", 1 },
    { "0001", 1 },
    { "  100000\t", 100000 },
    { "100 000", 100000 },
    { "4 194 304", 4194304 },
    { "4\u202f194\u202f304", 4194304 },
    { "4,194,304", 4194304 },
    { "4_194_304", 4194304 },
    { "4'194'304", 4194304 },
    { "2^20", 1048576 },
    { "2 ^ 22", 4194304 },
    { "10^6", 1000000 },
    { "1M", 1048576 },
    { "4M", 4194304 },
    { "4 Mi", 4194304 },
    { "64k", 65536 },
    { "1G", 1073741824 },
    { "1e6", 1000000 },
    { "2^0", 1 },
    { "1^99999999999", 1 },
    { "18446744073709551615", G_MAXUINT64 },
    { "2^63", G_GUINT64_CONSTANT (1) << 63 },
  };
  static const struct {
    const char *text;
    const char *message;
  } bad[] = {
    { "", "The number of elements is missing: try 4194304, 2^20 or 4M." },
    { " ", "The number of elements is missing: try 4194304, 2^20 or 4M." },
    { "0", "The number of elements must be at least 1." },
    { "0^5", "The number of elements must be at least 1." },
    { "0e9", "The number of elements must be at least 1." },
    { "-5", "The number of elements must be at least 1." },
    { "−5", "The number of elements must be at least 1." },
    { "lots", "“lots” is not an integer: try 4194304, 2^20 or 4M." },
    { "1.5M", "“1.5M” is not an integer: try 4194304, 2^20 or 4M." },
    { "10 0", "“10 0” is not an integer: try 4194304, 2^20 or 4M." },
    { "1000 000", "“1000 000” is not an integer: try 4194304, 2^20 or 4M." },
    { "1,2", "“1,2” is not an integer: try 4194304, 2^20 or 4M." },
    { "1,", "“1,” is not an integer: try 4194304, 2^20 or 4M." },
    { "2^", "“2^” is not an integer: try 4194304, 2^20 or 4M." },
    { "2^-1", "“2^-1” is not an integer: try 4194304, 2^20 or 4M." },
    { "2^2^2", "“2^2^2” is not an integer: try 4194304, 2^20 or 4M." },
    { "4MM", "“4MM” is not an integer: try 4194304, 2^20 or 4M." },
    { "0x10", "“0x10” is not an integer: try 4194304, 2^20 or 4M." },
    { "18446744073709551616", "18446744073709551616 elements exceed any memory." },
    { "2^64", "2^64 elements exceed any memory." },
    { "3^99999999999999", "3^99999999999999 elements exceed any memory." },
    { "1e20", "1e20 elements exceed any memory." },
    { "99999999999999999M", "99999999999999999M elements exceed any memory." },
    { "\xff", "The number of elements is not text." },
    { NULL, "The number of elements is not text." },
  };

  for (guint i = 0; i < G_N_ELEMENTS (good); i++)
    {
      g_autoptr (GError) error = NULL;
      guint64 n = 0;

      g_assert_true (ws_plan_parse_n (good[i].text, &n, &error));
      g_assert_no_error (error);
      g_assert_cmpuint (n, ==, good[i].n);
    }
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) error = NULL;
      guint64 n = 7;

      g_assert_false (ws_plan_parse_n (bad[i].text, &n, &error));
      g_assert_error (error, WS_CATALOG_ERROR, WS_CATALOG_ERROR_BAD_N);
      g_assert_cmpstr (error->message, ==, bad[i].message);
      g_assert_cmpuint (n, ==, 7);
    }
}

static void
test_parse_block (void)
{
  static const struct {
    const char *text;
    const char *message;
  } bad[] = {
    { "", "The block size is missing: try 128." },
    { "0", "A block needs at least one thread." },
    { "-1", "“-1” is not a block size: try 128." },
    { "many", "“many” is not a block size: try 128." },
    { "2^40", "A block of 2^40 threads exceeds the limit of every GPU." },
    { "99999999999999999999",
      "A block of 99999999999999999999 threads exceeds the limit of every GPU." },
    { "\xff", "The block size is not text." },
  };
  g_autoptr (GError) error = NULL;
  guint32 block = 0;

  g_assert_true (ws_plan_parse_block (" 128 ", &block, &error));
  g_assert_cmpuint (block, ==, 128);
  g_assert_true (ws_plan_parse_block ("2^10", &block, &error));
  g_assert_cmpuint (block, ==, 1024);
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_clear_error (&error);
      g_assert_false (ws_plan_parse_block (bad[i].text, &block, &error));
      g_assert_error (error, WS_CATALOG_ERROR, WS_CATALOG_ERROR_BAD_BLOCK);
      g_assert_cmpstr (error->message, ==, bad[i].message);
    }
}

/* What ptxas says, per architecture; for one that it does not know, of the nearest. */
int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/plan/launches", PlanFixture, NULL, plan_set_up, test_launches, plan_tear_down);
  g_test_add ("/plan/single-grid", PlanFixture, NULL, plan_set_up, test_single_grid,
              plan_tear_down);
  g_test_add ("/plan/names", PlanFixture, NULL, plan_set_up, test_names, plan_tear_down);
  g_test_add ("/plan/refusals", PlanFixture, NULL, plan_set_up, test_refusals, plan_tear_down);
  g_test_add ("/plan/parameters", PlanFixture, NULL, plan_set_up, test_parameters, plan_tear_down);
  g_test_add_func ("/plan/parse-sizes", test_parse_sizes);
  g_test_add_func ("/plan/parse-n", test_parse_n);
  g_test_add_func ("/plan/parse-block", test_parse_block);
  return g_test_run ();
}
