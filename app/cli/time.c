/* time.c: warpstage-cli time: times kernels at one size or several. */
#include "cli/cli.h"
#include "cli/column.h"
#include "cli/json.h"
#include "cli/output.h"

#include "kernel/user-kernel.h"
#include "timing/fidelity.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>

#define DEFAULT_REPEATS 20

typedef enum { TABLE, CSV, JSON } Form;

/* One line of output. */
typedef struct {
  const char *kernel;
  guint64 n; /* 0 for a source, whose launches determine their size */
  guint32 block;
  WsTimingSummary summary;
  WsTiming timing;
} Row;

typedef enum {
  COLUMN_KERNEL,
  COLUMN_N,
  COLUMN_BLOCK,
  COLUMN_MEDIAN,
  COLUMN_P5,
  COLUMN_P95,
  COLUMN_RATE,
  COLUMN_PEAK,
  COLUMN_COPY,
  N_COLUMNS
} Column;

static const struct {
  const char *title;
  int width; /* minimum, of its figures */
} columns[N_COLUMNS] = {
  [COLUMN_KERNEL] = { N_ ("kernel"), -9 }, [COLUMN_N] = { "n", 12 },
  [COLUMN_BLOCK] = { N_ ("block"), 7 },    [COLUMN_MEDIAN] = { N_ ("median us"), 13 },
  [COLUMN_P5] = { N_ ("p5 us"), 13 },      [COLUMN_P95] = { N_ ("p95 us"), 13 },
  [COLUMN_RATE] = { "GB/s", 11 },          [COLUMN_PEAK] = { N_ ("% peak"), 8 },
  [COLUMN_COPY] = { N_ ("% copy"), 8 },
};

/* As wide as the figures and the title need. */
static int
get_width (Column column)
{
  g_autofree char *title = g_strdup_printf (" %s", _ (columns[column].title));
  int width = columns[column].width;

  cli_column_widen (&width, title);
  return width;
}

/* A source may have no expected result. */
static gboolean
is_wrong (const WsTiming *timing)
{
  return timing->has_result && !timing->correct;
}

static double
bandwidth (const Row *row)
{
  return (double)row->timing.n_bytes / (double)MAX (row->summary.median_ns, 1); /* GB/s */
}

static void
print_head (Form form)
{
  if (form == TABLE)
    {
      for (guint i = 0; i < N_COLUMNS; i++)
        cli_column_print (get_width (i), _ (columns[i].title));
      printf ("\n");
    }
  else if (form == CSV)
    printf ("kernel,n,block,samples,median_ns,p5_ns,p95_ns,min_ns,max_ns,bytes_per_s,"
            "peak_bytes_per_s,copy_bytes_per_s,input_copies,cached,origin,right\n");
}

/* @rate in GB/s; a dash if unknown */
static void
print_share (Column column, double rate, guint64 of_bytes_per_s)
{
  if (of_bytes_per_s > 0)
    cli_column_printf (get_width (column), "%.1f%%", rate * 1e11 / (double)of_bytes_per_s);
  else
    cli_column_print (get_width (column), "-");
}

static void
print_row (const Row *row, Form form)
{
  const WsTimingSummary *s = &row->summary;
  const WsTiming *t = &row->timing;
  const char *origin = ws_origin_get_name (t->origin);

  if (form == TABLE)
    {
      cli_column_print (get_width (COLUMN_KERNEL), row->kernel);
      if (row->n > 0)
        cli_column_printf (get_width (COLUMN_N), "%" G_GUINT64_FORMAT, row->n);
      else
        cli_column_print (get_width (COLUMN_N), "-");
      cli_column_printf (get_width (COLUMN_BLOCK), "%u", row->block);
      cli_column_printf (get_width (COLUMN_MEDIAN), "%.3f", s->median_ns / 1e3);
      cli_column_printf (get_width (COLUMN_P5), "%.3f", s->p5_ns / 1e3);
      cli_column_printf (get_width (COLUMN_P95), "%.3f", s->p95_ns / 1e3);
      cli_column_printf (get_width (COLUMN_RATE), "%.1f", bandwidth (row));
      print_share (COLUMN_PEAK, bandwidth (row), t->peak_bytes_per_s);
      print_share (COLUMN_COPY, bandwidth (row), t->copy_bytes_per_s);
      printf ("  %s%s%s\n", _ (origin),
              t->rotates || t->origin == WS_ORIGIN_MODELLED ? "" : _ (", from L2"),
              is_wrong (t) ? _ (", WRONG") : "");
    }
  else
    printf ("%s,%" G_GUINT64_FORMAT ",%u,%u,%" G_GUINT64_FORMAT ",%" G_GUINT64_FORMAT
            ",%" G_GUINT64_FORMAT ",%" G_GUINT64_FORMAT ",%" G_GUINT64_FORMAT ",%.0f,"
            "%" G_GUINT64_FORMAT ",%" G_GUINT64_FORMAT ",%u,%s,%s,%s\n",
            row->kernel, row->n, row->block, s->n, s->median_ns, s->p5_ns, s->p95_ns, s->min_ns,
            s->max_ns, bandwidth (row) * 1e9, t->peak_bytes_per_s, t->copy_bytes_per_s, t->n_copies,
            t->rotates ? "no" : "yes", origin,
            !t->has_result ? "unchecked"
            : t->correct   ? "yes"
                           : "no");
  cli_output_flush ();
}

static void
add_row (JsonBuilder *builder, const Row *row, const char *device)
{
  json_builder_begin_object (builder);
  json_builder_set_member_name (builder, "kernel");
  json_builder_add_string_value (builder, row->kernel);
  if (row->n > 0)
    cli_json_add_number (builder, "n", row->n);
  cli_json_add_number (builder, "block", row->block);
  cli_json_add_number (builder, "samples", row->summary.n);
  cli_json_add_number (builder, "median_ns", row->summary.median_ns);
  cli_json_add_number (builder, "p5_ns", row->summary.p5_ns);
  cli_json_add_number (builder, "p95_ns", row->summary.p95_ns);
  cli_json_add_number (builder, "bytes", row->timing.n_bytes);
  cli_json_add_number (builder, "peak_bytes_per_s", row->timing.peak_bytes_per_s);
  if (row->timing.copy_bytes_per_s > 0)
    cli_json_add_number (builder, "copy_bytes_per_s", row->timing.copy_bytes_per_s);
  cli_json_add_number (builder, "input_copies", row->timing.n_copies);
  json_builder_set_member_name (builder, "cached");
  json_builder_add_boolean_value (builder, !row->timing.rotates);
  json_builder_set_member_name (builder, "origin");
  json_builder_add_string_value (builder, ws_origin_get_name (row->timing.origin));
  cli_json_add_fidelity (builder, device, row->kernel);
  if (row->timing.has_result)
    {
      json_builder_set_member_name (builder, "right");
      json_builder_add_boolean_value (builder, row->timing.correct);
    }
  json_builder_end_object (builder);
}

typedef struct {
  CliRunOptions run;
  char *sizes;
  int repeats;
  gboolean cached;
  Form form;
  WsCatalog *catalog;
  WsClient *client;
  char *device;
  JsonBuilder *json;
  gboolean wrong;
} Timing;

/* @row: with the parameters of the timing set */
static gboolean
time_source (Timing *self, Row *row, WsJobSource *source, GError **error)
{
  g_autoptr (GArray) samples = NULL;
  WsTimeRequest request;

  ws_time_request_init (&request);
  request.repeats = (guint)self->repeats;
  request.rotate = !self->cached;
  samples = cli_time (self->client, self->device, source, &request, &row->timing, error);
  if (samples == NULL)
    return FALSE;
  ws_timing_summarise ((const WsSample *)(const void *)samples->data, samples->len, &row->summary);
  self->wrong = self->wrong || is_wrong (&row->timing);
  if (self->form == JSON)
    add_row (self->json, row, self->device);
  else
    print_row (row, self->form);
  return TRUE;
}

/* @n: 0 for the kernel's default */
static gboolean
time_kernel (Timing *self, const char *id, guint64 n, GError **error)
{
  const WsCatalogKernel *kernel = ws_catalog_find (self->catalog, id, error);
  Row row = { .kernel = id };
  WsPlanParameters parameters;
  g_autoptr (WsJobSource) source = NULL;

  if (kernel == NULL || !cli_read_parameters (kernel, &self->run, &parameters, error))
    return FALSE;
  if (n > 0)
    parameters.n = n;
  row.n = parameters.n;
  row.block = parameters.block;
  source = ws_catalog_choose (self->catalog, kernel, &parameters, NULL, TRUE);
  return time_source (self, &row, source, error);
}

/* @n: 0 for the source's own */
static gboolean
time_user (Timing *self, const char *what, guint64 n, GError **error)
{
  g_autofree char *size = n > 0 ? g_strdup_printf ("%" G_GUINT64_FORMAT, n) : NULL;
  CliRunOptions options = self->run;
  g_autoptr (WsJobSource) source = NULL;
  g_autoptr (WsJob) job = NULL;
  const WsJobLaunch *launch;
  Row row = { .n = n };

  if (size != NULL)
    options.n = size;
  source = cli_choose_source (self->catalog, what, &options, error);
  job = source != NULL ? ws_job_source_make (source, error) : NULL;
  if (job == NULL)
    return FALSE;
  launch = &g_array_index (job->launches, WsJobLaunch, 0);
  row.kernel = ws_job_get_entry (job, launch->entry)->title;
  row.block = launch->block[0] * launch->block[1] * launch->block[2];
  return time_source (self, &row, source, error);
}

static gboolean
time_all (Timing *self, const char *kernels, GError **error)
{
  g_auto (GStrv) ids = g_strsplit (kernels, ",", -1);
  g_autoptr (GArray) sizes = NULL;
  const guint64 own = 0;

  if (self->sizes != NULL && (sizes = ws_plan_parse_sizes (self->sizes, error)) == NULL)
    return FALSE;
  if (sizes == NULL)
    {
      sizes = g_array_new (FALSE, FALSE, sizeof (guint64));
      g_array_append_val (sizes, own);
    }
  for (guint k = 0; ids[k] != NULL; k++)
    {
      gboolean is_source = ws_user_kernel_is_source (ids[k]);

      for (guint i = 0; i < sizes->len; i++)
        {
          const guint64 n = g_array_index (sizes, guint64, i);

          if (is_source ? !time_user (self, ids[k], n, error)
                        : !time_kernel (self, ids[k], n, error))
            return FALSE;
        }
    }
  return TRUE;
}

/* Explains the table and its accuracy. */
static void
print_foot (const Timing *self, const char *kernels)
{
  g_auto (GStrv) ids = g_strsplit (kernels, ",", -1);
  g_autofree char *fidelity = ws_fidelity_describe (self->device, (const char *const *)ids);

  printf (_ ("On %1$s. Times cover all launches of a plan; GB/s is the input's bytes over the "
             "median time. %2$s\n"),
          self->device,
          self->cached ? _ ("The input is the same each time: L2 may serve it as far as it fits.")
                       : _ ("The input rotates through copies, so that L2 cannot serve it."));
  if (fidelity != NULL)
    printf ("%s\n", fidelity);
}

static int
finish (Timing *self, const char *kernels)
{
  g_autoptr (GError) error = NULL;

  self->client = cli_client_new (self->run.device);
  self->device = cli_choose_device (self->client, self->run.device);
  self->json = json_builder_new ();
  json_builder_begin_array (self->json);
  print_head (self->form);
  if (time_all (self, kernels, &error) && self->form == TABLE)
    print_foot (self, kernels);
  json_builder_end_array (self->json);
  if (self->form == JSON && error == NULL)
    cli_json_print (self->json);
  g_object_unref (self->json);
  g_object_unref (self->client);
  g_free (self->device);
  if (error != NULL)
    return cli_fail (error);
  if (!self->wrong)
    return CLI_OK;
  cli_say (_ ("A result was wrong, so the timings are not valid."));
  return CLI_FAILED;
}

/**
 * cli_time_command:
 * @catalog: the kernels to run
 * @argc: number of arguments, including the command's name
 * @argv: the arguments
 *
 * warpstage-cli time: times kernels at one size or several.
 *
 * Returns: the exit status
 */
int
cli_time_command (WsCatalog *catalog, int argc, char **argv)
{
  Timing self = { .catalog = catalog, .repeats = DEFAULT_REPEATS };
  gboolean csv = FALSE;
  gboolean json = FALSE;
  const GOptionEntry entries[] = {
    { "repeat", 'r', 0, G_OPTION_ARG_INT, &self.repeats, _ ("Samples per size (20)"), "R" },
    { "sizes", 's', 0, G_OPTION_ARG_STRING, &self.sizes,
      _ ("Numbers of elements, as in 2^17..2^28 or 1000,100000"), "SIZES" },
    { "cached", 0, 0, G_OPTION_ARG_NONE, &self.cached,
      _ ("Read the same input each time, so that L2 can serve it"), NULL },
    { "csv", 0, 0, G_OPTION_ARG_NONE, &csv, _ ("Print as CSV"), NULL },
    { "json", 0, 0, G_OPTION_ARG_NONE, &json, _ ("Print as JSON"), NULL },
    { 0 },
  };
  g_autoptr (GOptionContext) context =
      cli_run_context_new ("KERNEL[,KERNEL…]|F.cu[:KERNEL]", entries, &self.run);
  const char *kernel;
  int status;

  kernel = cli_read_kernel (context, argc, argv,
                            _ ("No kernel given; “warpstage-cli kernels” lists all kernels."));
  if (kernel == NULL)
    status = CLI_USAGE;
  else if (csv && json)
    status = cli_usage (context, _ ("Choose one output format."));
  else if (self.repeats < 1 || self.repeats > 1000000)
    status = cli_usage (context, _ ("The number of samples must be 1 to a million."));
  else
    {
      self.form = json ? JSON : csv ? CSV : TABLE;
      status = finish (&self, kernel);
    }
  cli_run_options_clear (&self.run);
  g_free (self.sizes);
  return status;
}
