/* sass.c: warpstage-cli sass: what NVIDIA's assembler generates for a kernel: registers and spills
 * by architecture, and the machine code. */
#include "cli/cli.h"
#include "cli/column.h"

#include "machine/machine.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NAME_COLUMNS 28

/* "sm_90", "9.0" or "90"; 0 if invalid */
static guint
read_architecture (const char *text)
{
  const char *digits = g_str_has_prefix (text, "sm_") ? text + 3 : text;
  guint value = strchr (digits, '.') != NULL ? (guint)(g_ascii_strtod (digits, NULL) * 10 + 0.5)
                                             : (guint)g_ascii_strtoull (digits, NULL, 10);
  guint n;
  const guint *list = ws_machine_list_architectures (&n);

  for (guint i = 0; i < n; i++)
    if (list[i] == value)
      return value;
  return 0;
}

static void
print_usage (const WsJob *job, GPtrArray *usage, guint architecture)
{
  for (guint i = 0; i < job->program.entries->len; i++)
    {
      const WsEntry *entry = ws_job_get_entry (job, i);
      const WsUsage *one = ws_usage_find (usage, entry->name);
      g_autofree char *spills = NULL;

      if (one == NULL)
        continue;
      spills = one->spill_store_bytes + one->spill_load_bytes > 0 ? g_strdup_printf (
                   _ ("%u B written, %u B read"), one->spill_store_bytes, one->spill_load_bytes)
                                                                  : g_strdup (_ ("none"));
      printf ("%4u.%u  ", architecture / 10, architecture % 10);
      cli_column_print (-NAME_COLUMNS, entry->title);
      printf ("%9u  %6u B  %6u B  %s\n", one->registers, one->shared_bytes, one->stack_bytes,
              spills);
    }
}

static int
print_table (const WsMachineTools *tools, const WsJob *job)
{
  guint n, n_done = 0;
  const guint *list = ws_machine_list_architectures (&n);
  g_autoptr (GError) first = NULL;

  cli_column_print (-8, _ ("    CC"));
  cli_column_print (-NAME_COLUMNS, _ ("kernel"));
  printf ("%s\n", _ ("registers    shared     stack  spills"));
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (GPtrArray) usage = ws_machine_get_usage (tools, job->program.ptx, list[i], &error);

      if (usage != NULL)
        {
          print_usage (job, usage, list[i]);
          n_done++;
          continue;
        }
      if (g_error_matches (error, WS_COMPILE_ERROR, WS_COMPILE_ERROR_NO_COMPILER))
        return cli_fail (error);
      printf ("%4u.%u  %s\n", list[i] / 10, list[i] % 10, error->message);
      if (first == NULL)
        first = g_steal_pointer (&error);
    }
  return n_done > 0 ? CLI_OK : cli_fail (first);
}

static int
print_code (const WsMachineTools *tools, const WsJob *job, guint architecture)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = ws_machine_disassemble (
      tools, &(WsMachineInput){ job->program.ptx, architecture, WS_MACHINE_OF_SOURCE }, NULL, NULL,
      &error);

  if (text == NULL)
    return cli_fail (error);
  for (guint i = 0; i < job->program.entries->len; i++)
    {
      const WsEntry *entry = ws_job_get_entry (job, i);
      g_autofree char *code = ws_machine_cut_kernel (text, entry->name);

      printf ("%s, sm_%u\n\n%s\n", entry->title, architecture, code != NULL ? code : text);
    }
  return CLI_OK;
}

static int
show (WsCatalog *catalog, const char *what, const CliRunOptions *options, guint architecture)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WsJobSource) source = cli_choose_source (catalog, what, options, &error);
  g_autoptr (WsJob) job = source != NULL ? ws_job_source_make (source, &error) : NULL;
  g_auto (WsMachineTools) tools = { 0 };

  if (job == NULL)
    return cli_fail (error);
  if (job->program.ptx == NULL)
    {
      cli_say (_ ("%s comes from a library, which has no PTX."), what);
      return CLI_FAILED;
    }
  ws_machine_tools_find (&tools);
  return architecture > 0 ? print_code (&tools, job, architecture) : print_table (&tools, job);
}

/**
 * cli_sass:
 * @catalog: the kernels to run
 * @argc: number of arguments, including the command's name
 * @argv: the arguments
 *
 * warpstage-cli sass.
 *
 * Returns: the exit status
 */
int
cli_sass (WsCatalog *catalog, int argc, char **argv)
{
  CliRunOptions options;
  g_autofree char *arch = NULL;
  const GOptionEntry entries[] = {
    { "arch", 0, 0, G_OPTION_ARG_STRING, &arch,
      _ ("Print the machine code for this architecture, as in sm_90"), "sm_N" },
    { 0 },
  };
  g_autoptr (GOptionContext) context =
      cli_run_context_new ("KERNEL|F.cu[:KERNEL]|F.ptx[:KERNEL]", entries, &options);
  const char *kernel;
  guint architecture;
  int status;

  kernel = cli_read_kernel (context, argc, argv,
                            _ ("No kernel given; “warpstage-cli kernels” lists all kernels."));
  if (kernel == NULL)
    status = CLI_USAGE;
  else if (arch != NULL && read_architecture (arch) == 0)
    status = cli_usage (context, _ ("The architecture must be sm_75 to sm_121, as in sm_90."));
  else
    {
      architecture = arch != NULL ? read_architecture (arch) : 0;
      status = show (catalog, kernel, &options, architecture);
    }
  cli_run_options_clear (&options);
  return status;
}
