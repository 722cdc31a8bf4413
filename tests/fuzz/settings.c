/* settings.c: what is typed, or stands in small files: numbers of elements, blocks to record, names
 * of views, themes and charts, file names, specs, published figures, the catalogue. The first byte
 * says which. */
#include "fuzz.h"

#include "catalog/catalog-private.h"
#include "view/figure.h"
#include "sheet/sheet.h"
#include "export/data.h"
#include "export/export.h"
#include "export/place.h"
#include "sweeps/published.h"
#include "worker/execution.h"

#include <string.h>

static const char *const words[] = {
  "0",
  "mid",
  "last",
  "0,mid,last,17",
  "2^17..2^28",
  "2^63",
  "2^64",
  "4M",
  "1G",
  "1k",
  "100 000",
  "4194304",
  "-1",
  "+1",
  "1e3",
  "0x10",
  "[device]",
  "[sm]",
  "[block]",
  "[grid]",
  "[memory]",
  "[timing]",
  "name=",
  "compute_capability=9.0",
  "sms=132",
  "schedulers=4",
  "clock_khz=",
  "max_warps=64",
  "max_blocks=32",
  "max_threads=2048",
  "registers=65536",
  "shared_bytes=",
  "4294967295",
  "4294967296",
  "18446744073709551615",
  "[sweep]",
  "kind=ladder",
  "kind=heatmap",
  "kind=occupancy",
  "kind=roofline",
  "kind=scaling",
  "type=int",
  "op=sum",
  "unit=ms",
  "unit=us",
  "spec=g80",
  "n=4194304",
  "block=128",
  "time=8.054",
  "time=nan",
  "time=1e308",
  "title=",
  "[group Reduction]",
  "kernels=reduce1",
  "libraries=cub",
  "{block}",
  "{type}",
  "{op}",
  "{id}",
  "{",
  "}",
  "plan=map",
  "plan=reduce",
  "check=map",
  "cc-min=8.0",
  "inputs=a;b",
  "outputs=c",
  "arguments=a;b;c;n;repeats",
  "elements=16",
  "n-max=",
  "true",
  "false",
  "tree",
  "lanes",
  "sms",
  "code",
  "calculator",
  "block-size",
  "projector",
  "light",
  "dark",
  ".csv",
  ".json",
  ".png",
  "../../x",
  "a/b",
};

static void
read_number (const char *text)
{
  WsPlanParameters parameters = { 0 };
  g_autoptr (GArray) sizes = ws_plan_parse_sizes (text, NULL);
  guint64 n;

  for (guint i = 0; sizes != NULL && i < sizes->len; i++)
    g_assert_cmpuint (g_array_index (sizes, guint64, i), >, 0);
  ws_plan_parse_n (text, &n, NULL);
  ws_plan_parse_block (text, &parameters.block, NULL);
  ws_plan_parse_repeats (text, &parameters.repeats, NULL);
  ws_plan_set_type (&parameters, text, NULL);
  ws_plan_set_op (&parameters, text, NULL);
}

static void
read_blocks (const char *text)
{
  static const guint64 grids[] = { 1, 2, 17, 65536, G_MAXUINT32 - 1 };

  for (guint i = 0; i < G_N_ELEMENTS (grids); i++)
    {
      g_autoptr (GArray) blocks = ws_execution_parse_blocks (text, grids[i], NULL);

      for (guint k = 0; blocks != NULL && k < blocks->len; k++)
        g_assert_cmpuint (g_array_index (blocks, guint32, k), <, grids[i]);
    }
}

static void
read_names (const char *text)
{
  g_autofree char *stem = ws_place_make_stem (text);
  WsScenarioColumn column;
  WsSweepKind kind;
  WsThemeKind theme;
  WsView view;

  ws_fuzz_hear (ws_sheet_shorten_title (text));
  g_assert_null (strchr (stem, '/'));
  ws_view_parse (text, &view);
  ws_theme_parse (text, &theme);
  ws_sweep_kind_parse (text, &kind);
  ws_scenario_column_parse (text, &column);
  ws_export_is_path (text);
  ws_data_is_path (text);
}

/* (transfer full) (nullable) */
static GKeyFile *
read_keys (const char *text)
{
  g_autoptr (GKeyFile) file = g_key_file_new ();

  return g_key_file_load_from_data (file, text, -1, G_KEY_FILE_NONE, NULL) ? g_steal_pointer (&file)
                                                                           : NULL;
}

static void
read_spec (const char *text)
{
  g_autoptr (GKeyFile) file = read_keys (text);
  g_autoptr (WsSpec) spec = file != NULL ? ws_spec_new_from_key_file (file, "fuzz", NULL) : NULL;
  g_autoptr (GVariant) variant = NULL;
  g_autoptr (WsSpec) again = NULL;
  g_autoptr (GError) error = NULL;

  if (spec == NULL)
    return;
  variant = g_variant_ref_sink (ws_spec_to_variant (spec));
  again = ws_spec_new_from_variant (variant, &error);
  g_assert_no_error (error);
}

static void
read_published (const char *text)
{
  g_autoptr (GKeyFile) file = read_keys (text);
  g_autoptr (WsSweep) sweep = file != NULL ? ws_published_read (file, "fuzz", NULL) : NULL;

  if (sweep != NULL)
    ws_fuzz_write_data (ws_data_new_for_sweeps (&sweep, 1));
}

#define MOST_IN_A_JOB 5000 /* elements */

/* All plans that a kernel has on the first and the last model. */
static void
plan (WsCatalog *catalog, const WsCatalogKernel *kernel)
{
  GPtrArray *specs = ws_catalog_get_specs (catalog);
  WsPlanParameters parameters;

  ws_plan_parameters_init (&parameters, kernel);
  for (guint i = 0; i < specs->len; i += MAX (specs->len - 1, 1))
    for (guint64 n = 1; n <= kernel->max_n; n *= 4097)
      {
        g_autoptr (WsPlan) made = NULL;

        parameters.n = n;
        made = ws_plan_new (catalog, kernel, &parameters, specs->pdata[i], NULL);
        if (made != NULL)
          {
            g_autoptr (WsJob) job = NULL;

            g_assert_cmpuint (made->launches->len, <=, WS_JOB_MAX_LAUNCHES);
            if (n <= MOST_IN_A_JOB)
              job = ws_plan_make_job (made, catalog, FALSE, NULL);
          }
      }
}

static void
read_catalog (const char *text)
{
  g_autoptr (GKeyFile) file = read_keys (text);
  g_auto (GStrv) groups = file != NULL ? g_key_file_get_groups (file, NULL) : NULL;
  g_autoptr (WsCatalog) catalog = NULL;

  for (guint i = 0; groups != NULL && groups[i] != NULL && i < 8; i++)
    {
      g_autoptr (WsCatalogKernel) kernel = NULL;

      if (g_str_has_prefix (groups[i], "group "))
        continue;
      kernel = ws_catalog_read_kernel (file, "Reduction", i + 1, groups[i], NULL);
      if (kernel == NULL)
        continue;
      if (catalog == NULL)
        catalog = ws_catalog_new (NULL, NULL);
      plan (catalog, kernel);
    }
}

void
ws_fuzz_settings (const guint8 *data, gsize size)
{
  static void (*const readers[]) (const char *) = { read_number, read_blocks,    read_names,
                                                    read_spec,   read_published, read_catalog };
  g_autofree char *text = size > 0 ? g_strndup ((const char *)data + 1, size - 1) : NULL;

  /* what is typed, or comes from a command line, is UTF-8 by the time it is looked at; so is a key
   * file */
  if (text != NULL && g_utf8_validate (text, -1, NULL))
    readers[data[0] % G_N_ELEMENTS (readers)](text);
}

gsize
ws_fuzz_settings_mutate (guint8 *data, gsize size, gsize max_size, guint32 seed)
{
  gsize changed = size > 1 ? ws_fuzz_mutate_text (data + 1, size - 1, max_size - 1, seed, words,
                                                  G_N_ELEMENTS (words))
                           : 0;

  return changed > 0 ? changed + 1 : 0;
}
