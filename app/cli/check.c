/* check.c: warpstage-cli check: reports the mistakes of a kernel. */
#include "cli/cli.h"
#include "cli/report.h"
#include "cli/user.h"

#include <glib/gi18n.h>
#include <string.h>

typedef struct {
  char *format;
  gboolean json;
  char **requirements;
  char *kernels;
  char *skipped;
} CheckOptions;

static void
check_options_clear (CheckOptions *self)
{
  g_free (self->format);
  g_strfreev (self->requirements);
  g_free (self->kernels);
  g_free (self->skipped);
}

/* (transfer full) (nullable): "F.cu" of "F.cu:KERNEL" */
static char *
get_source (const char *what)
{
  g_autofree char *path = cli_user_dup_path (what);

  return g_str_has_suffix (path, ".cu") || g_str_has_suffix (path, ".ptx") ? g_steal_pointer (&path)
                                                                           : NULL;
}

static int
report (const WsRun *run, const char *source, const WsGate *gate, const CliReportFormat *format)
{
  g_autoptr (GPtrArray) findings = ws_gate_list_findings (gate, run);
  g_autoptr (GPtrArray) results = ws_gate_try (gate, run, NULL);
  const CliReport report = { run, source, gate, findings, results };

  format->print (&report);
  return cli_report_is_good (&report) ? CLI_OK : CLI_FAILED;
}

/* Prints why nothing was checked to stderr, and to the report if its format has a place for it. */
static int
refuse (const CliRefusal *refusal, const CliReportFormat *format)
{
  if (format->print_refusal != NULL)
    format->print_refusal (refusal);
  return cli_fail (refusal->error);
}

/* The H200 if none is named, even on another computer, as in "gpu-server/". */
static void
take_virtual (CliRunOptions *options)
{
  char *device = options->device;

  if (device == NULL || *ws_remote_strip (device) == '\0')
    {
      options->device = g_strconcat (device != NULL ? device : "", "vm:h200", NULL);
      g_free (device);
    }
}

static int
check (WsCatalog *catalog, CliRunOptions *options, const char *what, const CheckOptions *how)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WsGate) gate =
      ws_gate_new ((const char *const *)how->requirements, how->kernels, how->skipped, &error);
  const CliReportFormat *format = gate != NULL && cli_check_gate (options, gate, &error)
                                      ? cli_report_find (how->format != NULL ? how->format
                                                         : how->json         ? "json"
                                                                             : "text",
                                                         &error)
                                      : NULL;
  g_autofree char *source = get_source (what);
  CliDiagnostics diagnostics = { NULL };
  g_autoptr (WsRun) run = NULL;
  g_autoptr (WsRun) partial = NULL;
  int status;

  if (format == NULL)
    {
      cli_say ("%s", error->message);
      return CLI_USAGE;
    }
  take_virtual (options);
  if (!g_str_has_prefix (ws_remote_strip (options->device), "vm:"))
    {
      cli_say (_ ("Kernels can only be checked on virtual GPUs, as in --device vm:h200."));
      return CLI_USAGE;
    }
  options->checks = TRUE;
  options->diagnostics = &diagnostics;
  run = cli_record (catalog, what, options, &partial, &error);
  if (run == NULL)
    run = g_steal_pointer (&partial);
  if (run != NULL && how->kernels != NULL && ws_gate_count_launches (gate, run) == 0)
    {
      g_clear_error (&error);
      g_set_error (
          &error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED,
          _ ("Nothing was checked: “%1$s” matches the kernel of no launch that was recorded; the "
             "first one is of “%2$s”."),
          how->kernels, ws_run_get_kernel (run, 0)->title);
      g_clear_pointer (&run, ws_run_unref);
    }
  status = run != NULL ? report (run, source, gate, format)
                       : refuse (&(CliRefusal){ source, error, &diagnostics }, format);
  cli_diagnostics_clear (&diagnostics);
  return status;
}

/**
 * cli_check:
 * @catalog: the kernels to run
 * @argc: number of arguments, including the command's name
 * @argv: the arguments
 *
 * warpstage-cli check: runs a kernel of the catalogue, or one of the user's, on a virtual GPU, and
 * reports its mistakes: races, reads of uninitialised memory, accesses beyond memory, barriers that
 * not all threads reach.
 *
 * Returns: the exit status: %CLI_FAILED if there is a mistake, or a requirement is not met
 */
int
cli_check (WsCatalog *catalog, int argc, char **argv)
{
  CliRunOptions options;
  CheckOptions how = { .format = NULL };
  const GOptionEntry entries[] = {
    { "format", 0, 0, G_OPTION_ARG_STRING, &how.format,
      _ ("Print as text, json, sarif, junit or sanitizer"), "FORMAT" },
    { "json", 0, 0, G_OPTION_ARG_NONE, &how.json, _ ("Print as JSON"), NULL },
    { "require", 0, 0, G_OPTION_ARG_STRING_ARRAY, &how.requirements,
      _ ("Fail unless this holds: “result”, or a count as in “races == 0” or "
         "“sectors-per-request <= 4.5”; may be repeated"),
      "WHAT" },
    { "kernels", 0, 0, G_OPTION_ARG_STRING, &how.kernels,
      _ ("Look only at kernels whose names match"), "REGEX" },
    { "skip", 0, 0, G_OPTION_ARG_STRING, &how.skipped,
      _ ("Do not look at kernels whose names match"), "REGEX" },
    { 0 },
  };
  g_autoptr (GOptionContext) context =
      cli_run_context_new (_ ("KERNEL|FILE.cu[:KERNEL]|FILE.ptx"), entries, &options);
  const char *kernel;
  int status;

  kernel = cli_read_kernel_or_command (
      context, argc, argv, &options,
      _ ("No kernel given; “warpstage-cli kernels” lists all kernels."));
  if (kernel == NULL)
    status = CLI_USAGE;
  else
    status = check (catalog, &options, kernel, &how);
  cli_run_options_clear (&options);
  check_options_clear (&how);
  return status;
}
