/* A plan "launches": what catalog.ini says, as a job; and what is wrong with it. */
#include "paths.h"
#include "plans.h"

#include <glib/gstdio.h>
#include <string.h>

typedef struct {
  char *dir;
} Fixture;

/* A matrix of rows of 8 elements, two kernels, the second of them once for each power of two. */
static const char good_ini[] =
    "[group Shapes]\n"
    "kernels=one;\n"
    "plan=launches\nptx={id}.{type}.{op}.ptx\ncc-min=1.0\ncc-for=CUDA\n"
    "types=int;float;\nops=map;\nn=64\nn-max=4096\nblock=32\nblock-max=256\nseed=0\nmax-grid=8\n"
    "[one]\n"
    "title=One\nname=One\nidea=One.\ndefect=None.\nlook=Look.\nfile=one.cu\n"
    "entry=one_{shape}\ncall=one<{tile}>\n"
    "options=tile;shape;\n"
    "tile.label=Tile\ntile.tip=A tile.\ntile.range=2..16\ntile.default=4\n"
    "shape.label=Shape\nshape.tip=A shape.\nshape.choices=8x4;4x2x2;\nshape.default=4x2x2\n"
    "let=columns = 8; rows = ceil(n, columns); steps = log2(tile);\n"
    "needs=n % 8 = 0;block >= 16;\n"
    "needs-words=The elements must be a multiple of 8.;A block must have 16 threads.;\n"
    "buffers=in;out;sums;\n"
    "in.use=in\nin.columns=columns\nin.begins=3, 1, -7\nin.contents=random -2, 2\n"
    "out.use=both\nout.columns=columns\nout.contents=ramp 5, 2\n"
    "sums.use=out\nsums.type=double\nsums.length=rows + 1\n"
    "launches=first;rest;\n"
    "first.grid=ceil(rows, shape.y), 2\nfirst.block=shape.x, shape.y, shape.z\n"
    "first.shared=4 * block\n"
    "first.arguments=in; out + columns; n; ulong rows * columns; float tile\n"
    "rest.entry=two\nrest.call=two\nrest.times=steps\nrest.grid=2 ^ step\nrest.block=block\n"
    "rest.elements=rows\nrest.results=step + 1\nrest.arguments=sums + step; step\n"
    "check=out folds in;\nout.roundings=tile\n";

static void
write_file (Fixture *fixture, const char *path, const char *text)
{
  g_autofree char *filename = g_build_filename (fixture->dir, path, NULL);
  g_autofree char *folder = g_path_get_dirname (filename);

  g_assert_no_errno (g_mkdir_with_parents (folder, 0700));
  g_assert_true (g_file_set_contents (filename, text, -1, NULL));
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  g_autofree char *spec = NULL;
  g_autofree char *from = g_build_filename (WS_SOURCE_DIR, "resources/specs/h200.ini", NULL);

  fixture->dir = g_dir_make_tmp ("shape-XXXXXX", NULL);
  g_assert_true (g_file_get_contents (from, &spec, NULL, NULL));
  write_file (fixture, "specs/h200.ini", spec);
  write_file (fixture, "kernels/one.cu", "// one\n");
  write_file (fixture, "ptx/one.int.map.ptx", "// nothing\n");
  write_file (fixture, "kernels/catalog.ini", good_ini);
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

static WsJob *
make_job (Fixture *fixture, const char *options, guint64 n, GError **error)
{
  g_autoptr (WsCatalog) catalog = ws_catalog_new (fixture->dir, error);
  g_autoptr (WsPlan) plan = NULL;
  WsPlanParameters parameters;

  g_assert_nonnull (catalog);
  ws_plan_parameters_init (&parameters, ws_catalog_get_kernel (catalog, 0));
  parameters.n = n;
  if (!ws_plan_set_options (&parameters, ws_catalog_get_kernel (catalog, 0), options, error))
    return NULL;
  plan = ws_plan_new (catalog, ws_catalog_get_kernel (catalog, 0), &parameters,
                      ws_catalog_find_spec (catalog, "h200", NULL), error);
  return plan != NULL ? ws_plan_make_job (plan, catalog, FALSE, error) : NULL;
}

static void
check_launch (const WsJob *job, guint index, const char *entry, const guint32 grid[3],
              const guint32 block[3], guint32 shared)
{
  const WsJobLaunch *launch = ws_job_get_launch (job, index);

  g_assert_cmpstr (ws_job_get_entry (job, launch->entry)->name, ==, entry);
  g_assert_cmpmem (launch->grid, sizeof launch->grid, grid, 3 * sizeof *grid);
  g_assert_cmpmem (launch->block, sizeof launch->block, block, 3 * sizeof *block);
  g_assert_cmpuint (launch->dynamic_shared_bytes, ==, shared);
}

static const WsArgument *
get_argument (const WsJob *job, guint launch, guint index)
{
  return &g_array_index (ws_job_get_launch (job, launch)->arguments, WsArgument, index);
}

static void
check_arguments (const WsJob *job)
{
  const float tile = 8;
  guint32 bits;

  memcpy (&bits, &tile, sizeof bits);
  g_assert_cmpuint (get_argument (job, 0, 0)->buffer, ==, 0);
  g_assert_cmpuint (get_argument (job, 0, 1)->buffer, ==, 1);
  g_assert_cmpuint (get_argument (job, 0, 1)->offset, ==, 32);
  g_assert_cmpuint (get_argument (job, 0, 2)->bits, ==, 64);
  g_assert_cmpuint (get_argument (job, 0, 2)->type, ==, WS_VALUE_S32);
  g_assert_cmpuint (get_argument (job, 0, 3)->bits, ==, 64);
  g_assert_cmpuint (get_argument (job, 0, 3)->type, ==, WS_VALUE_U64);
  g_assert_cmpuint (get_argument (job, 0, 4)->bits, ==, bits);
  g_assert_cmpuint (get_argument (job, 2, 0)->offset, ==, 8); /* one double on */
  g_assert_cmpuint (get_argument (job, 2, 1)->bits, ==, 1);
}

static void
check_contents (const WsJob *job)
{
  g_autoptr (GBytes) in = ws_job_make_contents (job, 0, NULL);
  g_autoptr (GBytes) out = ws_job_make_contents (job, 1, NULL);
  const gint32 *values = g_bytes_get_data (in, NULL);

  g_assert_cmpint (values[0], ==, 3);
  g_assert_cmpint (values[1], ==, 1);
  g_assert_cmpint (values[2], ==, -7);
  for (guint i = 3; i < 64; i++)
    g_assert_true (values[i] >= -2 && values[i] <= 2);
  g_assert_cmpint (((const gint32 *)g_bytes_get_data (out, NULL))[10], ==, 25);
}

static void
test_job (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WsJob) made = make_job (fixture, "tile=8", 64, &error);
  g_autoptr (GVariant) variant = NULL;
  g_autoptr (WsJob) job = NULL;

  g_assert_no_error (error);
  variant = g_variant_ref_sink (ws_job_to_variant (made));
  job = ws_job_from_variant (variant, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (job->buffers->len, ==, 3);
  g_assert_cmpuint (ws_job_get_buffer (job, 0)->columns, ==, 8);
  g_assert_cmpuint (ws_job_get_buffer (job, 2)->columns, ==, 0);
  g_assert_cmpuint (ws_job_get_buffer (job, 2)->length, ==, 9);
  g_assert_cmpuint (ws_job_get_buffer (job, 2)->element_bytes, ==, 8);
  g_assert_cmpuint (job->launches->len, ==, 4);
  g_assert_cmpuint (job->program.entries->len, ==, 2);
  check_launch (job, 0, "one_4x2x2", (guint32[]){ 4, 2, 1 }, (guint32[]){ 4, 2, 2 }, 128);
  for (guint i = 1; i < 4; i++)
    check_launch (job, i, "two", (guint32[]){ 1u << (i - 1), 1, 1 }, (guint32[]){ 32, 1, 1 }, 0);
  g_assert_cmpuint (ws_job_get_launch (job, 3)->n_elements, ==, 8);
  g_assert_cmpuint (ws_job_get_launch (job, 3)->n_results, ==, 3);
  g_assert_cmpstr (ws_job_get_entry (job, 0)->title, ==, "one<8>");
  g_assert_cmpstr (job->words.look, ==, "Look.");
  g_assert_cmpuint (ws_job_get_check (job, 0)->roundings, ==, 8);
  check_arguments (job);
  check_contents (job);
}

/* What the user may choose, and the sentences where it is not possible. */
static void
test_choices (Fixture *fixture, gconstpointer data)
{
  static const struct {
    const char *options;
    guint64 n;
    WsCatalogError code;
    const char *message;
  } rows[] = {
    { "tile=17", 64, WS_CATALOG_ERROR_BAD_OPTION, "Tile must be 2 to 16, not 17." },
    { "tile=x", 64, WS_CATALOG_ERROR_BAD_OPTION, "Tile must be 2 to 16, not “x”." },
    { "tile=-1", 64, WS_CATALOG_ERROR_BAD_OPTION, "Tile must be 2 to 16, not “-1”." },
    { "tile=5000000000", 64, WS_CATALOG_ERROR_BAD_OPTION,
      "Tile must be 2 to 16, not “5000000000”." },
    { "tile=99999999999999999999", 64, WS_CATALOG_ERROR_BAD_OPTION,
      "Tile must be 2 to 16, not “99999999999999999999”." },
    { "shape=3x3", 64, WS_CATALOG_ERROR_BAD_OPTION, "Shape must be one of 8x4, 4x2x2, not “3x3”." },
    { "stride=3", 64, WS_CATALOG_ERROR_BAD_OPTION,
      "one has no option “stride”; it has tile, shape." },
    { "tile", 64, WS_CATALOG_ERROR_BAD_OPTION, "Set options as in stride=4, not “tile”." },
    { "tile=4", 65, WS_CATALOG_ERROR_BAD_N, "The elements must be a multiple of 8." },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (make_job (fixture, rows[i].options, rows[i].n, &error));
      g_assert_error (error, WS_CATALOG_ERROR, (int)rows[i].code);
      g_assert_cmpstr (error->message, ==, rows[i].message);
    }
}

/* What was chosen comes back from what a run keeps; what is none of the kernel's is left alone. */
static void
test_recipe (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WsCatalog) catalog = ws_catalog_new (fixture->dir, &error);
  const WsCatalogKernel *kernel = ws_catalog_get_kernel (catalog, 0);
  g_autoptr (GVariant) variant = NULL;
  g_autoptr (GVariant) odd = NULL;
  WsPlanParameters parameters;
  WsPlanParameters back;

  ws_plan_parameters_init (&parameters, kernel);
  g_assert_cmpuint (parameters.options[0], ==, 4);
  g_assert_cmpuint (parameters.options[1], ==, 1);
  g_assert_true (ws_plan_set_options (&parameters, kernel, "TILE = 2^3; shape=8 × 4", &error));
  g_assert_no_error (error);
  variant = g_variant_ref_sink (ws_plan_parameters_to_variant (&parameters, kernel));
  ws_plan_parameters_from_variant (&back, kernel, variant);
  g_assert_cmpuint (back.options[0], ==, 8);
  g_assert_cmpuint (back.options[1], ==, 0);
  odd = g_variant_ref_sink (
      g_variant_new_parsed ("{'options': <{'tile': '99', 'shape': '8x4', 'other': '1'}>}"));
  ws_plan_parameters_from_variant (&back, kernel, odd);
  g_assert_cmpuint (back.options[0], ==, 4);
  g_assert_cmpuint (back.options[1], ==, 0);
}

/* Each slip of the pen is named with section and key. */
static void
test_damaged (Fixture *fixture, gconstpointer data)
{
  static const struct {
    const char *find;
    const char *replace;
    const char *message;
  } slips[] = {
    { "tile.label=Tile\n", "", "[one] tile.label: it is missing." },
    { "tile.tip=A tile.\n", "", "[one] tile.tip: it is missing." },
    { "tile.range=2..16\n", "", "[one] tile.choices: it is missing." },
    { "tile.range=2..16", "tile.range=16..2",
      "[one] tile.range: “16..2” does not have the form 1..32." },
    { "tile.default=4", "tile.default=1", "[one] tile.default: “1” is not possible." },
    { "shape.default=4x2x2", "shape.default=3", "[one] shape.default: “3” is not possible." },
    { "options=tile;", "options=2;", "[one] options: “2” is not a valid name for an option." },
    { "options=tile;", "options=n;", "is missing." },
    { "let=columns = 8", "let=columns",
      "[one] let: “columns” does not have the form rows = n / 4." },
    { "let=columns = 8", "let=columns = 8 +",
      "[one] let: “8 +”: a number or name is missing at the end." },
    { "let=columns = 8", "let=n = 8; columns = 8", "[one] let: duplicate “n”." },
    { "let=columns = 8", "let=columns = rows", "[one] let: “rows”: unknown name “rows”." },
    { "needs-words=The elements must be a multiple of 8.;",
      "needs-words=", "[one] needs: it must be given together with needs-words." },
    { "buffers=in;out;sums;\n", "", "[one] buffers: it is missing." },
    { "in.use=in\n", "", "[one] in.use: it is missing." },
    { "in.use=in\n", "in.use=read\n", "[one] in.use: “read” is not in, out or both." },
    { "in.contents=random -2, 2", "in.contents=random 3",
      "[one] in.contents: “random 3” must be nothing, zeros," },
    { "in.begins=3, 1", "in.begins=3, x", "[one] in.begins: “x” is not an integer." },
    { "sums.type=double", "sums.type=half", "[one] sums.type: unknown type “half”." },
    { "sums.length=rows + 1", "sums.length=rows - 8",
      "[one]: sums of one would be 0 with these numbers: 1 to 17592186044416 are possible." },
    { "launches=first;rest;\n", "", "[one] launches: it is missing." },
    { "first.grid=ceil(rows, shape.y), 2\n", "", "[one] first.grid: it is missing." },
    { "first.grid=ceil(rows, shape.y), 2", "first.grid=1, 2, 3, 4",
      "[one] first.grid: “1, 2, 3, 4” is not one to three numbers." },
    { "first.grid=ceil(rows, shape.y), 2", "first.grid=rows - 8",
      "[one]: The grid of one would be 0 with these numbers: 1 to 4294967295 are possible." },
    { "first.block=shape.x", "first.block=shape.w",
      "[one] first.block: “shape.w”: unknown name “shape.w”." },
    { "rest.times=steps", "rest.times=1000",
      "[one]: The number of launches of one would be 1000 with these numbers: 1 to 256 are "
      "possible." },
    { "rest.times=steps", "rest.times=n / (n - 64)",
      "[one]: “n / (n - 64)” has no value for these numbers: it divides by zero, or exceeds 64 "
      "bits." },
    { "in; out + columns;", "in; out * columns;",
      "[one] first.arguments: “out * columns” must have the form BUFFER + ELEMENT." },
    { "in; out + columns;", "in; outer;", "[one] first.arguments: “outer”: unknown name “outer”." },
    { "check=out folds in;", "check=out;",
      "[one] check: “out” does not have the form out equals scan, or out folds in." },
    { "check=out folds in;", "check=out equals nothing;",
      "[one] check: “nothing” is not a function of the host." },
    { "check=out folds in;", "check=out folds on;",
      "[one] check: “out folds on” folds an unknown buffer." },
    { "check=out folds in;", "check=out equals paths;",
      "[one] check: the type of “paths” does not match that of “out”." },
    { "out.roundings=tile\n", "", "[one] out.roundings: it is missing." },
  };

  for (guint i = 0; i < G_N_ELEMENTS (slips); i++)
    {
      g_autoptr (GString) ini = g_string_new (good_ini);
      g_autoptr (GError) error = NULL;
      g_autoptr (WsCatalog) catalog = NULL;

      g_assert_cmpuint (g_string_replace (ini, slips[i].find, slips[i].replace, 1), ==, 1);
      write_file (fixture, "kernels/catalog.ini", ini->str);
      catalog = ws_catalog_new (fixture->dir, &error);
      if (catalog != NULL)
        g_error ("“%s” is taken", slips[i].replace);
      g_assert_error (error, WS_CATALOG_ERROR, WS_CATALOG_ERROR_DAMAGED);
      if (strstr (error->message, slips[i].message) == NULL)
        g_error ("“%s” instead of “%s”", error->message, slips[i].message);
    }
}

/* No bytes bring it down. */
static void
test_hostile (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (1);

  for (guint i = 0; i < 1000; i++)
    {
      g_autofree char *text = g_strdup (good_ini);
      g_autoptr (WsCatalog) catalog = NULL;
      g_autoptr (GError) error = NULL;

      for (guint k = 0; k < 1 + i % 3; k++)
        text[g_rand_int_range (random, 0, sizeof good_ini - 1)] =
            good_ini[g_rand_int_range (random, 0, sizeof good_ini - 1)];
      write_file (fixture, "kernels/catalog.ini", text);
      catalog = ws_catalog_new (fixture->dir, &error);
      g_assert_true ((catalog != NULL) != (error != NULL));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/shape/job", Fixture, NULL, set_up, test_job, tear_down);
  g_test_add ("/shape/choices", Fixture, NULL, set_up, test_choices, tear_down);
  g_test_add ("/shape/recipe", Fixture, NULL, set_up, test_recipe, tear_down);
  g_test_add ("/shape/damaged", Fixture, NULL, set_up, test_damaged, tear_down);
  g_test_add ("/shape/hostile", Fixture, NULL, set_up, test_hostile, tear_down);
  return g_test_run ();
}
