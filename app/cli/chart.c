/* chart.c: warpstage-cli chart: the documents' charts, made on a device, as picture or data. */
#include "cli/chart.h"
#include "cli/look.h"
#include "cli/picture.h"
#include "cli/cli.h"

#include "sheet/sheet.h"
#include "export/data.h"
#include "sweeps/sweep-plan.h"
#include "sweeps/sweep-store.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <string.h>

#define LIVE_KERNEL  "reduce7"
#define LIVE_N       (G_GUINT64_CONSTANT (1) << 22)
#define LIVE_SECONDS 5.
#define MAX_SECONDS  3600.
#define MAX_REPEATS  100000

typedef enum { COMPARE_PUBLISHED, COMPARE_LAST, COMPARE_NONE } Compare;

typedef struct {
  char *device;
  char *n;
  char *block;
  char *type;
  char *op;
  char *kernel;
  char *over;
  char *set;
  guint32 values[WS_PLAN_MAX_OPTIONS]; /* of @set */
  char *compare_name;
  int repeats;
  double seconds;
  Compare compare;
  char *hide;
  int shown;
  CliPictureOptions picture;
} Options;

/* ---- the request ---- */

static gboolean
bad (GError **error, const char *sentence, const char *what)
{
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "%s “%s”.", sentence, what);
  return FALSE;
}

static gboolean
read_compare (Options *self, GError **error)
{
  static const char *const names[] = { "published", "last", "none" };

  if (self->compare_name == NULL)
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_str_equal (self->compare_name, names[i]))
      {
        self->compare = i;
        return TRUE;
      }
  return bad (error, _ ("A chart can be compared with published, last or none, not"),
              self->compare_name);
}

/* Before anything runs. */
static gboolean
check_output (const Options *self, GError **error)
{
  const char *path = self->picture.output;
  g_autofree char *folder = path != NULL ? g_path_get_dirname (path) : NULL;
  WsExportForm form;

  if (path == NULL)
    {
      g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                           _ ("No output file: use -o ladder.png."));
      return FALSE;
    }
  if (!ws_data_is_path (path) && !ws_export_is_path (path))
    return bad (error, _ ("A chart can be written as .png, .svg, .pdf, .csv or .json, not"), path);
  if (!g_file_test (folder, G_FILE_TEST_IS_DIR))
    return bad (error, _ ("No such folder:"), folder);
  return cli_picture_read_form (&self->picture, &form, error);
}

static gboolean
check_numbers (const Options *self, GError **error)
{
  if (self->repeats != CLI_NOT_GIVEN && (self->repeats < 1 || self->repeats > MAX_REPEATS))
    g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                 _ ("The samples of a point must be 1 to %d, not %d."), MAX_REPEATS, self->repeats);
  else if (!(self->seconds > 0 && self->seconds <= MAX_SECONDS))
    g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                 _ ("The duration must be more than 0 and at most %g seconds, not %g."),
                 MAX_SECONDS, self->seconds);
  else
    return TRUE;
  return FALSE;
}

/* The kernel's own options, of those that are not swept. */
static gboolean
read_set (Options *self, WsCatalog *catalog, WsSweepKind kind, WsSweepRequest *request,
          GError **error)
{
  const WsCatalogKernel *kernel;
  WsPlanParameters parameters;

  request->over = self->over;
  if (self->set == NULL && self->over == NULL)
    return TRUE;
  if (kind != WS_SWEEP_OPTION && kind != WS_SWEEP_LATENCY)
    return bad (error, _ ("Options can be set and swept in the charts option and latency, not in"),
                ws_sweep_kind_get_name (kind));
  if (self->kernel == NULL)
    return bad (error, _ ("No kernel given:"), "--kernel");
  if (self->set == NULL)
    return TRUE;
  kernel = ws_catalog_find (catalog, self->kernel, error);
  if (kernel == NULL)
    return FALSE;
  ws_plan_parameters_init (&parameters, kernel);
  if (!ws_plan_set_options (&parameters, kernel, self->set, error))
    return FALSE;
  memcpy (self->values, parameters.options, sizeof self->values);
  request->options = self->values;
  return TRUE;
}

static gboolean
read_request (const Options *self, WsSweepRequest *request, GError **error)
{
  WsPlanParameters parameters = { .type = request->type };

  request->kernel = self->kernel;
  if (self->repeats != CLI_NOT_GIVEN)
    request->repeats = (guint)self->repeats;
  if ((self->n != NULL && !ws_plan_parse_n (self->n, &request->n, error))
      || (self->block != NULL && !ws_plan_parse_block (self->block, &request->block, error))
      || (self->type != NULL && !ws_plan_set_type (&parameters, self->type, error)))
    return FALSE;
  request->type = parameters.type;
  if (self->op != NULL)
    request->op = self->op;
  return TRUE;
}

/* Whether to prefer @device to @other: if none is requested, the first real GPU that can run, else
 * the virtual H200. */
static gboolean
is_better (const WsClientDevice *device, const WsClientDevice *other)
{
  return device->usable
         && (other == NULL
             || (other->origin == WS_ORIGIN_MODELLED && g_str_equal (device->id, "vm:h200")));
}

/* (transfer none): of @devices */
static const WsClientDevice *
choose_device (GPtrArray *devices, const char *wanted, GError **error)
{
  const WsClientDevice *chosen = NULL;

  for (guint i = 0; i < devices->len; i++)
    {
      const WsClientDevice *device = g_ptr_array_index (devices, i);

      if (wanted != NULL ? g_str_equal (device->id, wanted) : is_better (device, chosen))
        chosen = device;
    }
  if (chosen != NULL && chosen->usable)
    return chosen;
  if (chosen != NULL)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_FAILED, chosen->state);
  else
    g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                 _ ("Unknown device “%s”; “warpstage-cli devices” lists all devices."),
                 wanted != NULL ? wanted : "");
  return NULL;
}

/* ---- what is drawn ---- */

/* The sweeps in the background: (transfer full) (element-type WsSweep) */
static GPtrArray *
find_others (const Options *self, WsSweepStore *store, const WsSweep *sweep)
{
  GPtrArray *others = g_ptr_array_new_with_free_func ((GDestroyNotify)ws_sweep_unref);
  g_autoptr (GPtrArray) kept = ws_sweep_store_list (store, sweep->kind);
  gboolean whole = FALSE;

  /* compares times of first launches with whole plans only for lack of anything better */
  for (guint i = 0; i < kept->len; i++)
    {
      const WsSweep *other = g_ptr_array_index (kept, i);

      whole = whole || (other->source != NULL && !other->first_launch_only);
    }
  for (guint i = 0; i < kept->len && self->compare != COMPARE_NONE; i++)
    {
      WsSweep *other = g_ptr_array_index (kept, i);
      gboolean published = other->source != NULL;

      if (g_str_equal (other->id, sweep->id) || published != (self->compare == COMPARE_PUBLISHED)
          || (published && whole && other->first_launch_only))
        continue;
      g_ptr_array_add (others, ws_sweep_ref (other));
      if (!published)
        break;
    }
  return others;
}

static gboolean
write_sheet (const Options *self, const WsSheet *sheet, GError **error)
{
  WsExportForm form;

  WsSheetOptions options = WS_SHEET_OPTIONS_INIT;
  guint hide = 0;

  if (!cli_look_read_hide (self->hide, &hide, error))
    return FALSE;
  ws_sheet_options_keep_back (&options, hide, self->shown);
  return cli_picture_read_form (&self->picture, &form, error)
         && ws_export_sheet (sheet, &options, self->picture.bare, &form, self->picture.output,
                             error);
}

/* @others: (element-type WsSweep) */
static gboolean
write_sweep (const Options *self, WsSweep *sweep, GPtrArray *others, GError **error)
{
  g_autoptr (GPtrArray) all = g_ptr_array_new ();
  WsSweep *const *sweeps;

  g_ptr_array_add (all, sweep);
  for (guint i = 0; i < others->len; i++)
    g_ptr_array_add (all, g_ptr_array_index (others, i));
  sweeps = (WsSweep *const *)all->pdata;
  if (ws_data_is_path (self->picture.output))
    {
      g_autoptr (WsData) data = ws_data_new_for_sweeps (sweeps, all->len);

      return ws_data_write (data, self->picture.output, NULL, error);
    }
  else
    {
      g_autoptr (WsSheet) sheet = ws_sheet_new_for_sweeps (sweeps, all->len);

      return write_sheet (self, sheet, error);
    }
}

static gboolean
write_live (const Options *self, WsLive *live, GError **error)
{
  g_autoptr (WsSheet) sheet = NULL;
  WsExportForm form;

  if (ws_data_is_path (self->picture.output))
    {
      g_autoptr (WsData) data = ws_data_new_for_live (live);

      return ws_data_write (data, self->picture.output, NULL, error);
    }
  if (!cli_picture_read_form (&self->picture, &form, error))
    return FALSE;
  sheet = ws_sheet_new_for_live (live, 0, ws_live_get_n_kept (live), (guint)form.width);
  return write_sheet (self, sheet, error);
}

/* ---- the two kinds of charts ---- */

/* Prints to stderr what failed or has a wrong result. Returns: whether anything did */
static gboolean
say_failures (const WsSweep *sweep)
{
  gboolean any = FALSE;

  for (guint i = 0; i < ws_sweep_get_n_points (sweep); i++)
    {
      const WsSweepPoint *point = ws_sweep_get_point (sweep, i);

      if (point->state == WS_SWEEP_DONE && point->correct)
        continue;
      any = TRUE;
      cli_say (_ ("%s, n %" PRIu64 ", block %u: %s"), point->kernel, point->n, point->block,
               point->sentence != NULL ? point->sentence : _ ("its result is wrong."));
    }
  return any;
}

static void
say_cancelled (void)
{
  cli_say (_ ("Cancelled; the chart shows what was timed until then."));
}

static int
chart_sweep (Options *self, WsCatalog *catalog, WsSweepKind kind, const WsClientDevice *device)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WsSweepStore) store = ws_sweep_store_new (NULL);
  g_autoptr (WsSweep) sweep = NULL;
  g_autoptr (GPtrArray) others = NULL;
  WsSweepRequest request;
  gboolean cancelled = FALSE;

  ws_sweep_request_init (&request, kind);
  if (!read_request (self, &request, &error) || !read_set (self, catalog, kind, &request, &error))
    return cli_fail (error);
  sweep = ws_sweep_plan (catalog, &request, device->spec, &error);
  if (sweep == NULL || !cli_chart_run_sweep (catalog, sweep, device, &cancelled, &error))
    return cli_fail (error);
  others = find_others (self, store, sweep);
  if (!cancelled)
    ws_sweep_store_add (store, sweep);
  if (!write_sweep (self, sweep, others, &error))
    return cli_fail (error);
  if (cancelled)
    say_cancelled ();
  return say_failures (sweep) || cancelled ? CLI_FAILED : CLI_OK;
}

static int
chart_live (const Options *self, WsCatalog *catalog, const WsClientDevice *device)
{
  g_autoptr (GError) error = NULL;
  const WsCatalogKernel *kernel =
      ws_catalog_find (catalog, self->kernel != NULL ? self->kernel : LIVE_KERNEL, &error);
  g_autoptr (WsLive) live = NULL;
  const CliRunOptions run = { .n = self->n,
                              .block = self->block,
                              .type = self->type,
                              .op = self->op,
                              .seed = CLI_NO_SEED,
                              .max_grid = CLI_NOT_GIVEN };
  WsPlanParameters parameters;
  g_autoptr (WsJobSource) source = NULL;
  gboolean cancelled = FALSE;

  if (kernel == NULL || !cli_read_parameters (kernel, &run, &parameters, &error))
    return cli_fail (error);
  if (self->n == NULL)
    parameters.n = LIVE_N;
  source = ws_catalog_choose (catalog, kernel, &parameters, NULL, TRUE);
  live = ws_live_new (kernel->id, kernel->title);
  live->n = parameters.n;
  live->block = parameters.block;
  if (!cli_chart_run_live (live, source, device, self->seconds, &cancelled, &error)
      || !write_live (self, live, &error))
    return cli_fail (error);
  if (!cancelled)
    return CLI_OK;
  say_cancelled ();
  return CLI_FAILED;
}

static int
finish (Options *self, WsCatalog *catalog, const char *name)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WsClient) client = cli_client_new (self->device);
  g_autoptr (GPtrArray) devices = cli_list_devices (client, &error);
  const WsClientDevice *device;
  WsSweepKind kind;

  if (devices == NULL || (device = choose_device (devices, self->device, &error)) == NULL)
    return cli_fail (error);
  g_clear_object (&client); /* one line at a time, for one GPU */
  if (ws_sweep_kind_parse (name, &kind))
    return chart_sweep (self, catalog, kind, device);
  return chart_live (self, catalog, device);
}

/**
 * cli_chart:
 * @catalog: the kernels to run
 * @argc: number of arguments, including the command's name
 * @argv: the arguments
 *
 * warpstage-cli chart: the documents' charts, made on a device, as picture or data.
 *
 * Returns: the exit status
 */
int
cli_chart (WsCatalog *catalog, int argc, char **argv)
{
  Options self = { .repeats = CLI_NOT_GIVEN, .seconds = LIVE_SECONDS, .shown = -1 };
  const GOptionEntry entries[] = {
    { "device", 'd', 0, G_OPTION_ARG_STRING, &self.device,
      _ ("Device that runs it, as in cuda:0 or vm:h200"), "ID" },
    { "n", 'n', 0, G_OPTION_ARG_STRING, &self.n,
      _ ("Number of elements, as in 2^22; for scaling, the largest"), "N" },
    { "block", 'b', 0, G_OPTION_ARG_STRING, &self.block, _ ("Threads per block"), "B" },
    { "type", 0, 0, G_OPTION_ARG_STRING, &self.type, _ ("int or float"), "TYPE" },
    { "op", 0, 0, G_OPTION_ARG_STRING, &self.op, _ ("sum, max, min or product"), "OP" },
    { "kernel", 'k', 0, G_OPTION_ARG_STRING, &self.kernel,
      _ ("For heatmap, block-size, option, latency and live: the kernel"), "KERNEL" },
    { "over", 0, 0, G_OPTION_ARG_STRING, &self.over,
      _ ("For option and latency: the kernel's option to sweep, as in stride (default: its first)"),
      "OPTION" },
    { "set", 0, 0, G_OPTION_ARG_STRING, &self.set,
      _ ("For option and latency: other options of the kernel, as in tile=8"), "OPTION=VALUE,…" },
    { "repeat", 'r', 0, G_OPTION_ARG_INT, &self.repeats, _ ("Samples per point"), "R" },
    { "seconds", 0, 0, G_OPTION_ARG_DOUBLE, &self.seconds, _ ("For live: duration in seconds (5)"),
      "S" },
    { "compare", 0, 0, G_OPTION_ARG_STRING, &self.compare_name,
      _ ("Comparison: published (default), last or none"), "WITH" },
    { "hide", 0, 0, G_OPTION_ARG_STRING, &self.hide,
      _ ("Hide, as for a question: times, published"), "WHAT,…" },
    { "show", 0, 0, G_OPTION_ARG_INT, &self.shown, _ ("Show the first N bars and hide the others"),
      "N" },
    { 0 },
  };
  g_autoptr (GOptionContext) context = g_option_context_new (
      "ladder|scaling|heatmap|live|block-size|roofline|option|latency|stalls");
  g_autoptr (GError) error = NULL;
  WsSweepKind kind;
  int status;

  /* a chart of a run, like a view */
  for (int i = 1; i < argc; i++)
    if (g_str_equal (argv[i], "stalls"))
      return cli_export (catalog, argc, argv);
  g_option_context_add_main_entries (context, entries, NULL);
  cli_picture_add_options (context, &self.picture, CLI_PICTURE_SIZE, CLI_PICTURE_FILES);
  if (!g_option_context_parse (context, &argc, &argv, &error))
    status = cli_usage (context, error->message);
  else if (argc != 2 || (!ws_sweep_kind_parse (argv[1], &kind) && !g_str_equal (argv[1], "live")))
    status = cli_usage (context, _ ("No chart given: use ladder, scaling, heatmap, live, "
                                    "block-size, roofline, option, latency or stalls."));
  else if (!read_compare (&self, &error) || !check_output (&self, &error)
           || !check_numbers (&self, &error))
    status = cli_usage (context, error->message);
  else
    status = finish (&self, catalog, argv[1]);
  g_free (self.device);
  g_free (self.n);
  g_free (self.block);
  g_free (self.type);
  g_free (self.op);
  g_free (self.kernel);
  g_free (self.over);
  g_free (self.set);
  g_free (self.compare_name);
  g_free (self.hide);
  cli_picture_clear (&self.picture);
  return status;
}
