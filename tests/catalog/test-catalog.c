/* What the catalogue holds, and what a damaged one says. */
#include "catalog/catalog.h"
#include "occupancy/occupancy.h"
#include "paths.h"

#include <glib/gstdio.h>
#include <string.h>

static void
test_bundle (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WsCatalog) catalog = ws_catalog_new (NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (ws_catalog_get_libraries (catalog)->len, ==, 1);
  for (guint i = 0; i < 12; i++)
    {
      const WsCatalogKernel *kernel = ws_catalog_get_kernel (catalog, i);
      g_autofree char *id = g_strdup_printf ("reduce%u", i + 1);
      g_autofree char *prefix = g_strdup_printf ("Kernel %u: ", i + 1);

      g_assert_cmpstr (kernel->id, ==, id);
      g_assert_cmpuint (kernel->number, ==, i + 1);
      g_assert_cmpstr (kernel->group, ==, "Reduction");
      g_assert_true (g_str_has_prefix (kernel->title, prefix));
      g_assert_true (g_str_has_suffix (kernel->idea, "."));
      g_assert_true (g_str_has_suffix (kernel->defect, "."));
      g_assert_nonnull (strstr (kernel->source, "__global__ void "));
      g_assert_nonnull (strstr (kernel->source, id));
      g_assert_cmpuint (kernel->default_block, ==, kernel->single ? 512 : 128);
      g_assert_cmpuint (kernel->default_max_grid, ==, kernel->single ? 528 : 1024);
      g_assert_cmpuint (kernel->default_n, ==, 1048576);
      g_assert_true (ws_catalog_find (catalog, id, &error) == kernel);
    }
  g_assert_null (ws_catalog_find (catalog, "reduce13", &error));
  g_assert_error (error, WS_CATALOG_ERROR, WS_CATALOG_ERROR_UNKNOWN_KERNEL);
  g_assert_cmpstr (error->message, ==,
                   "Unknown kernel “reduce13”; “warpstage-cli kernels” lists all kernels.");
}

static gboolean
is_sentence (const char *text)
{
  return !g_unichar_islower (g_utf8_get_char (text)) && g_str_has_suffix (text, ".")
         && strchr (text, '\n') == NULL;
}

/* Of every kernel there is what windows, lists and slides say. */
static void
test_words (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WsCatalog) catalog = ws_catalog_new (NULL, &error);
  guint n_looks = 0;

  g_assert_no_error (error);
  for (guint i = 0; i < ws_catalog_get_n_kernels (catalog); i++)
    {
      const WsCatalogKernel *kernel = ws_catalog_get_kernel (catalog, i);
      const char *colon = strstr (kernel->title, ": ");

      g_assert_nonnull (colon);
      g_assert_cmpuint (strlen (kernel->name), <=, 32); /* in the list at the left */
      g_assert_true (is_sentence (kernel->idea) && is_sentence (kernel->defect));
      g_assert_nonnull (strstr (kernel->source, "__global__ void "));
      if (kernel->look != NULL)
        {
          g_assert_true (is_sentence (kernel->look));
          n_looks++;
        }
      for (guint o = 0; o < kernel->options->len; o++)
        {
          const WsOption *option = ws_catalog_kernel_get_option (kernel, o);

          g_assert_true (is_sentence (option->tip));
          g_assert_cmpuint (strlen (option->label), <=, 16);
          g_assert_true (ws_option_check (option, option->initial, &error));
        }
    }
  g_assert_cmpuint (n_looks, >=, 22);
}

/* What the catalogue says of a kernel that it does not say of its group. */
static void
test_own_keys (void)
{
  static const struct {
    const char *id;
    guint elements;
    gboolean strides, single;
    guint cc_major;
    const char *cc_for;
    guint n_types, n_ops;
  } rows[] = {
    { "reduce1", 1, FALSE, FALSE, 1, "CUDA", 2, 4 },
    { "reduce7", 2, TRUE, FALSE, 1, "CUDA", 2, 4 },
    { "reduce8", 2, TRUE, FALSE, 3, "the warp shuffle", 2, 4 },
    { "reduce9", 2, TRUE, FALSE, 8, "redux.sync", 1, 3 },
    { "reduce10", 16, TRUE, TRUE, 8, "redux.sync", 1, 1 },
    { "reduce11", 16, TRUE, TRUE, 3, "the warp shuffle", 2, 4 },
    { "reduce12", 2, TRUE, FALSE, 3, "the warp shuffle", 2, 4 },
  };
  g_autoptr (GError) error = NULL;
  g_autoptr (WsCatalog) catalog = ws_catalog_new (NULL, &error);

  g_assert_no_error (error);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const WsCatalogKernel *kernel = ws_catalog_find (catalog, rows[i].id, &error);

      g_assert_no_error (error);
      g_assert_cmpuint (kernel->elements_per_thread, ==, rows[i].elements);
      g_assert_cmpint (kernel->strides, ==, rows[i].strides);
      g_assert_cmpint (kernel->single, ==, rows[i].single);
      g_assert_cmpuint (kernel->cc_min_major, ==, rows[i].cc_major);
      g_assert_cmpuint (kernel->cc_min_minor, ==, 0);
      g_assert_cmpstr (kernel->cc_for, ==, rows[i].cc_for);
      g_assert_cmpuint (g_strv_length (kernel->types), ==, rows[i].n_types);
      g_assert_cmpuint (g_strv_length (kernel->ops), ==, rows[i].n_ops);
    }
}

static void
test_specs (void)
{
  static const char *const by_age[] = { "g80",       "k40c",    "v100",    "gtx1650",   "rtx2060",
                                        "rtx2080ti", "a100",    "rtx3060", "rtx3060ti", "rtx3070ti",
                                        "rtx3080",   "rtx3090", "rtx4090", "h100",      "h200",
                                        "b200",      "rtx5090" };
  g_autofree char *known = NULL;
  g_autofree char *message = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (WsCatalog) catalog = ws_catalog_new (NULL, &error);
  GPtrArray *specs;

  g_assert_no_error (error);
  specs = ws_catalog_get_specs (catalog);
  g_assert_cmpuint (specs->len, ==, G_N_ELEMENTS (by_age));
  for (guint i = 0; i < specs->len; i++)
    {
      g_assert_cmpstr (((WsSpec *)g_ptr_array_index (specs, i))->id, ==, by_age[i]);
      g_assert_true (ws_catalog_find_spec (catalog, by_age[i], &error)
                     == g_ptr_array_index (specs, i));
    }
  g_assert_null (ws_catalog_find_spec (catalog, "voodoo", &error));
  g_assert_error (error, WS_CATALOG_ERROR, WS_CATALOG_ERROR_BAD_PARAMETER);
  for (guint i = 0; i < specs->len; i++)
    {
      g_autofree char *before = g_steal_pointer (&known);

      known = i == 0 ? g_strdup (by_age[i]) : g_strconcat (before, ", ", by_age[i], NULL);
    }
  message = g_strdup_printf ("Unknown GPU model “voodoo”; known are %s.", known);
  g_assert_cmpstr (error->message, ==, message);
}

/* Of a GPU that has no model: that of the highest compute capability which is not above its own. */
static void
test_nearest (void)
{
  static const struct {
    guint major;
    guint minor;
    guint found;
  } rows[] = { { 1, 0, 10 }, { 3, 7, 35 }, { 7, 2, 70 },   { 7, 5, 75 },   { 8, 0, 80 },
               { 8, 7, 86 }, { 8, 9, 89 }, { 10, 3, 100 }, { 12, 1, 120 }, { 0, 9, 10 } };
  g_autoptr (GError) error = NULL;
  g_autoptr (WsCatalog) catalog = ws_catalog_new (NULL, &error);

  g_assert_no_error (error);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const WsSpec like = { .cc_major = rows[i].major, .cc_minor = rows[i].minor };

      g_assert_cmpuint (ws_spec_get_capability (ws_catalog_find_nearest_spec (catalog, &like)), ==,
                        rows[i].found);
    }
}

/* What a spec says of its SM is what the calculator knows of its compute capability. */
static void
test_limits (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WsCatalog) catalog = ws_catalog_new (NULL, &error);
  GPtrArray *specs;

  g_assert_no_error (error);
  specs = ws_catalog_get_specs (catalog);
  for (guint i = 0; i < specs->len; i++)
    {
      const WsSpec *spec = g_ptr_array_index (specs, i);
      const WsOccupancyLimits *limits = ws_occupancy_limits_find (spec->cc_major, spec->cc_minor);

      g_test_message ("%s", spec->id);
      g_assert_nonnull (limits);
      g_assert_cmpuint (spec->max_warps_per_sm, ==, limits->warps);
      g_assert_cmpuint (spec->max_threads_per_sm, ==, limits->warps * WS_WARP_SIZE);
      g_assert_cmpuint (spec->max_blocks_per_sm, ==, limits->blocks);
      g_assert_cmpuint (spec->max_threads_per_block, ==, limits->threads_per_block);
      g_assert_cmpuint (spec->registers_per_sm, ==, limits->registers);
      g_assert_cmpuint (spec->registers_per_block, ==, limits->registers_per_block);
      g_assert_cmpuint (spec->max_registers_per_thread, ==, limits->registers_per_thread);
      g_assert_cmpuint (spec->shared_per_sm_bytes, ==, limits->shared_bytes);
      g_assert_cmpuint (spec->shared_per_block_bytes, ==, limits->shared_opt_in_bytes);
      g_assert_cmpuint (spec->shared_reserved_bytes, ==, limits->shared_reserved_bytes);
    }
}

/* Every kernel's PTX of every type, operator and block size is there and holds the entry that the
 * plan names. */
static void
test_ptx (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WsCatalog) catalog = ws_catalog_new (NULL, &error);
  const WsSpec *spec;
  guint n_modules = 0;
  guint n_pairs = 0;

  g_assert_no_error (error);
  spec = ws_catalog_find_spec (catalog, "h200", &error);
  for (guint k = 0; k < ws_catalog_get_n_kernels (catalog); k++)
    {
      const WsCatalogKernel *kernel = ws_catalog_get_kernel (catalog, k);

      n_pairs += g_strv_length (kernel->types) * g_strv_length (kernel->ops);
      for (guint t = 0; kernel->types[t] != NULL; t++)
        for (guint o = 0; kernel->ops[o] != NULL; o++)
          {
            g_autofree char *text = NULL;

            for (guint block = 1; block <= 1024; block *= 2)
              {
                WsPlanParameters parameters;
                g_autoptr (WsPlan) plan = NULL;
                g_autofree char *entry = NULL;

                ws_plan_parameters_init (&parameters, kernel);
                parameters.block = block;
                g_assert_true (ws_plan_set_type (&parameters, kernel->types[t], &error));
                g_assert_true (ws_plan_set_op (&parameters, kernel->ops[o], &error));
                plan = ws_plan_new (catalog, kernel, &parameters, spec, &error);
                g_assert_no_error (error);
                if (text == NULL)
                  {
                    g_autoptr (GBytes) ptx = ws_catalog_load_ptx (catalog, plan, &error);

                    g_assert_no_error (error);
                    text = g_strndup (g_bytes_get_data (ptx, NULL), g_bytes_get_size (ptx));
                    n_modules++;
                  }
                entry =
                    g_strconcat (".visible .entry ",
                                 g_array_index (plan->launches, WsPlanLaunch, 0).entry, "(", NULL);
                g_assert_nonnull (strstr (text, entry));
              }
          }
    }
  g_assert_cmpuint (n_modules, ==, n_pairs);
  g_assert_cmpuint (n_pairs, >=, 179);
}

/* ---- a folder instead of the bundle ---- */

typedef struct {
  char *dir;
} Fixture;

static void
write_file (Fixture *fixture, const char *path, const char *text, gssize length)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *filename = g_build_filename (fixture->dir, path, NULL);
  g_autofree char *folder = g_path_get_dirname (filename);

  g_assert_no_errno (g_mkdir_with_parents (folder, 0700));
  g_file_set_contents (filename, text, length, &error);
  g_assert_no_error (error);
}

static const char good_ini[] =
    "[group Reduction]\n"
    "kernels=one;\n"
    "plan=reduce\ncheck=reduce\nptx={id}.{type}.{op}.ptx\nshared-min=1\n"
    "shared-per-thread=1\ncc-min=1.0\ncc-for=CUDA\nstride=false\nsingle=false\n"
    "types=int;\nops=sum;\nn=1024\nn-max=4096\nblock=32\nblock-max=256\n"
    "seed=0\nmax-grid=8\n"
    "[one]\n"
    "title=One\nname=One\nidea=One.\ndefect=None.\nfile=one.cu\n"
    "entry=one\ncall=one\nelements=1\n";

static void
set_up (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *spec = NULL;
  g_autofree char *from = g_build_filename (WS_SOURCE_DIR, "resources/specs/h200.ini", NULL);
  gsize length;

  fixture->dir = g_dir_make_tmp ("catalog-XXXXXX", &error);
  g_assert_no_error (error);
  g_file_get_contents (from, &spec, &length, &error);
  g_assert_no_error (error);
  write_file (fixture, "specs/h200.ini", spec, length);
  write_file (fixture, "kernels/one.cu", "// one\n", -1);
  write_file (fixture, "ptx/one.int.sum.ptx", "// nothing\n", -1);
  write_file (fixture, "kernels/catalog.ini", good_ini, -1);
}

static void
remove_tree (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      remove_tree (child);
    }
  g_remove (path);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  remove_tree (fixture->dir);
  g_free (fixture->dir);
}

static void
test_folder (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WsCatalog) catalog = ws_catalog_new (fixture->dir, &error);
  g_autoptr (WsPlan) plan = NULL;
  g_autoptr (GBytes) ptx = NULL;
  WsPlanParameters parameters;

  g_assert_no_error (error);
  g_assert_cmpuint (ws_catalog_get_n_kernels (catalog), ==, 1);
  ws_plan_parameters_init (&parameters, ws_catalog_get_kernel (catalog, 0));
  plan = ws_plan_new (catalog, ws_catalog_get_kernel (catalog, 0), &parameters,
                      ws_catalog_find_spec (catalog, "h200", &error), &error);
  g_assert_no_error (error);
  ptx = ws_catalog_load_ptx (catalog, plan, &error);
  g_assert_no_error (error);
  g_assert_cmpmem (g_bytes_get_data (ptx, NULL), g_bytes_get_size (ptx), "// nothing\n", 11);
}

/* Each slip of the pen in catalog.ini is named with its section. */
static void
test_damaged (Fixture *fixture, gconstpointer data)
{
  static const struct {
    const char *find;
    const char *replace;
    const char *message;
  } slips[] = {
    { "title=One\n", "", "[one] title: it is missing." },
    { "elements=1", "elements=0", "[one] elements: “0” is not an integer from 1 to 16." },
    { "stride=false", "stride=no", "[one] stride: “no” is neither true nor false." },
    { "single=false", "single=true",
      "[one] single: a kernel of a single launch must stride over all elements." },
    { "single=false", "", "[one] single: it is missing." },
    { "cc-min=1.0", "cc-min=8", "[one] cc-min: “8” is not a compute capability such as 8.0." },
    { "cc-min=1.0", "cc-min=8.x", "[one] cc-min: “8.x” is not a compute capability such as 8.0." },
    { "cc-for=CUDA", "", "[one] cc-for: it is missing." },
    { "shared-per-thread=1", "shared-per-thread=-1",
      "[one] shared-per-thread: “-1” is not an integer from 0 to 16." },
    { "block=32", "block=512", "[one] block: “512” is not an integer from 1 to 256." },
    { "n=1024", "n=many", "[one] n: “many” is not an integer from 1 to 4096." },
    { "n-max=4096", "n-max=-1", "[one] n-max: “-1” is not an integer from 1 to 2147483648." },
    { "types=int;", "types=double;", "[one] types: “double” is unknown." },
    { "ops=sum;", "ops=;", "[one] ops: “” is unknown." },
    { "ops=sum;", "", "[one] ops: it is missing." },
    { "plan=reduce", "plan=scan", "[one] plan: unknown plan “scan” with check “reduce”." },
    { "ops=sum;", "ops=map;", "[one] plan: a plan “reduce” combines: its operator is not map." },
    { "max-grid=8", "max-grid=8\nin-place=yes",
      "[one] in-place: “yes” is neither true nor false." },
    { "max-grid=8", "max-grid=8\nrepeats=3", "[one] repeats-max: it is missing." },
    { "max-grid=8", "max-grid=8\nrepeats=3\nrepeats-max=2",
      "[one] repeats: “3” is not an integer from 1 to 2." },
    { "max-grid=8", "max-grid=8\nresidency=0",
      "[one] residency: “0” is not an integer from 1 to 100." },
    { "file=one.cu", "file=../../etc/passwd",
      "[one] file: “../../etc/passwd” is not a file name." },
    { "kernels=one;", "kernels=two;", "[two]: no such section." },
    { "kernels=one;", "", "there are no kernels." },
    { "[group Reduction]", "[group", "kernels/catalog.ini: " },
  };

  for (guint i = 0; i < G_N_ELEMENTS (slips); i++)
    {
      g_autoptr (GString) ini = g_string_new (good_ini);
      g_autoptr (GError) error = NULL;

      g_assert_cmpuint (g_string_replace (ini, slips[i].find, slips[i].replace, 1), ==, 1);
      write_file (fixture, "kernels/catalog.ini", ini->str, -1);
      g_assert_null (ws_catalog_new (fixture->dir, &error));
      g_assert_error (error, WS_CATALOG_ERROR, WS_CATALOG_ERROR_DAMAGED);
      if (strstr (error->message, slips[i].message) == NULL)
        g_error ("“%s” instead of “%s”", error->message, slips[i].message);
    }
}

/* No bytes in catalog.ini bring it down. */
static void
test_hostile (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (1);

  for (gsize length = 0; length < sizeof good_ini; length += 7)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (WsCatalog) catalog = NULL;

      write_file (fixture, "kernels/catalog.ini", good_ini, length);
      catalog = ws_catalog_new (fixture->dir, &error);
      g_assert_true ((catalog != NULL) != (error != NULL));
    }
  for (guint i = 0; i < 300; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (WsCatalog) catalog = NULL;
      g_autofree char *text = g_strdup (good_ini);

      for (guint k = 0; k < 3; k++)
        text[g_rand_int_range (random, 0, sizeof good_ini - 1)] = g_rand_int_range (random, 0, 256);
      write_file (fixture, "kernels/catalog.ini", text, sizeof good_ini - 1);
      catalog = ws_catalog_new (fixture->dir, &error);
      g_assert_true ((catalog != NULL) != (error != NULL));
    }
}

static void
test_missing (Fixture *fixture, gconstpointer data)
{
  static const char *const files[] = { "ptx/one.int.sum.ptx", "kernels/one.cu", "specs/h200.ini",
                                       "kernels/catalog.ini" };

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *filename = g_build_filename (fixture->dir, files[i], NULL);
      g_autoptr (GError) error = NULL;
      g_autoptr (WsCatalog) catalog = NULL;

      g_assert_no_errno (g_remove (filename));
      catalog = ws_catalog_new (fixture->dir, &error);
      if (i == 0)
        {
          g_autoptr (WsPlan) plan = NULL;
          WsPlanParameters parameters;

          g_assert_no_error (error);
          ws_plan_parameters_init (&parameters, ws_catalog_get_kernel (catalog, 0));
          plan = ws_plan_new (catalog, ws_catalog_get_kernel (catalog, 0), &parameters,
                              ws_catalog_find_spec (catalog, "h200", &error), &error);
          g_assert_null (ws_catalog_load_ptx (catalog, plan, &error));
        }
      g_assert_nonnull (error);
      if (i == 0)
        write_file (fixture, files[i], "", 0);
      else if (i == 1)
        write_file (fixture, files[i], "// one\n", -1);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/catalog/bundle", test_bundle);
  g_test_add_func ("/catalog/words", test_words);
  g_test_add_func ("/catalog/own-keys", test_own_keys);
  g_test_add_func ("/catalog/specs", test_specs);
  g_test_add_func ("/catalog/nearest", test_nearest);
  g_test_add_func ("/catalog/limits", test_limits);
  g_test_add_func ("/catalog/ptx", test_ptx);
  g_test_add ("/catalog/folder", Fixture, NULL, set_up, test_folder, tear_down);
  g_test_add ("/catalog/damaged", Fixture, NULL, set_up, test_damaged, tear_down);
  g_test_add ("/catalog/hostile", Fixture, NULL, set_up, test_hostile, tear_down);
  g_test_add ("/catalog/missing", Fixture, NULL, set_up, test_missing, tear_down);
  return g_test_run ();
}
