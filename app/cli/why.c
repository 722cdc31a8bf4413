/* why.c: warpstage-cli why: what makes a launch slow, by importance. */
#include "cli/cli.h"
#include "cli/json.h"

#include "advice/causes.h"
#include "advice/launch-stalls.h"
#include "timing/fidelity.h"
#include "words/words.h"

#include <glib/gi18n.h>
#include <stdio.h>

static void
print_cause (WsCatalog *catalog, const WsCause *cause, guint number, const WsRun *run, guint launch)
{
  g_autofree char *gain = ws_cause_describe_gain (cause);
  g_autofree char *place = ws_cause_describe_place (cause, run, launch);
  const WsCatalogKernel *cure =
      cause->cure != NULL ? ws_catalog_find (catalog, cause->cure, NULL) : NULL;

  printf ("\n%u. %s\n   %s\n   %s\n", number, cause->title, cause->figure, gain);
  if (place != NULL)
    printf ("   %s\n", place);
  printf ("   %s\n", cause->how);
  if (cure != NULL)
    {
      printf ("   ");
      printf (_ ("Remedy: %1$s (%2$s)"), ws_words_translate (cure->title), cure->id);
      printf ("\n");
    }
}

/* What the warps of the launch waited for, longest wait first. */
static void
print_stalls (const WsRun *run, guint launch)
{
  g_autoptr (WsLaunchStalls) stalls = ws_launch_stalls_new (run, launch);
  g_autofree char *sentence = ws_launch_stalls_describe (stalls);
  WsStall sorted[WS_N_STALLS];
  guint n = ws_launch_stalls_sort (stalls, sorted);

  printf ("\n%s\n   %s\n", _ ("Where the cycles of the warps went"), sentence);
  for (guint i = 0; i < n; i++)
    if (100 * ws_launch_stalls_get_share (stalls, sorted[i]) >= 1)
      printf ("   %3.0f %%  %-20s %s\n", 100 * ws_launch_stalls_get_share (stalls, sorted[i]),
              ws_stall_get_title (sorted[i]), ws_stall_get_meaning (sorted[i]));
}

static void
print_causes (WsCatalog *catalog, const WsRun *run, guint launch)
{
  g_autoptr (WsCauses) causes = ws_causes_new (run, launch);
  g_autofree char *fidelity = ws_fidelity_describe_run (run);

  printf (_ ("%1$s on %2$s"), ws_words_translate (run->title), run->device_name);
  printf (", ");
  printf (_ ("launch %u"), launch + 1);
  if (run->launches[launch].has_duration)
    printf (": %.3f us %s", run->launches[launch].duration_ns / 1000.,
            _ (ws_origin_get_name (run->launches[launch].origin)));
  printf ("\n");
  if (fidelity != NULL && run->launches[launch].has_duration)
    printf ("%s\n", fidelity);
  if (causes->is_small)
    {
      g_autofree char *remark = ws_cause_describe_remark (&causes->remark);

      printf ("\n%s\n   %s\n", remark, causes->remark.how);
    }
  else if (causes->n_causes == 0)
    printf ("%s\n", causes->summary);
  for (guint i = 0; i < causes->n_causes; i++)
    print_cause (catalog, &causes->causes[i], i + 1, run, launch);
  print_stalls (run, launch);
}

static int
show (WsCatalog *catalog, const CliRunOptions *options, const char *what, guint launch,
      gboolean json)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WsRun) run = cli_record (catalog, what, options, NULL, &error);
  g_autoptr (JsonBuilder) builder = NULL;

  if (run == NULL)
    return cli_fail (error);
  if (launch >= run->n_launches)
    {
      cli_say (_ ("The run has %zu launches; there is no launch %u."), run->n_launches, launch + 1);
      return CLI_FAILED;
    }
  if (!json)
    {
      print_causes (catalog, run, launch);
      return cli_finish_run (run);
    }
  builder = json_builder_new ();
  json_builder_begin_object (builder);
  cli_json_add_text (builder, "kernel", run->id);
  cli_json_add_text (builder, "device", run->device);
  cli_json_add_number (builder, "launch", launch + 1);
  cli_json_add_causes (builder, run, launch);
  cli_json_add_stalls (builder, run, launch);
  json_builder_end_object (builder);
  cli_json_print (builder);
  return cli_finish_run (run);
}

/**
 * cli_why:
 * @catalog: the kernels to run
 * @argc: number of arguments, including the command's name
 * @argv: the arguments
 *
 * warpstage-cli why: what makes a launch slow, with the gain from removing each cause, as text or
 * JSON.
 *
 * Returns: the exit status
 */
int
cli_why (WsCatalog *catalog, int argc, char **argv)
{
  CliRunOptions options;
  int launch = 1;
  gboolean json = FALSE;
  const GOptionEntry entries[] = {
    { "launch", 'l', 0, G_OPTION_ARG_INT, &launch, _ ("Launch of the plan, counted from 1"), "L" },
    { "json", 0, 0, G_OPTION_ARG_NONE, &json, _ ("Print as JSON"), NULL },
    { 0 },
  };
  g_autoptr (GOptionContext) context = cli_run_context_new ("KERNEL|F.wsrun", entries, &options);
  const char *kernel;
  int status;

  kernel = cli_read_kernel_or_command (
      context, argc, argv, &options,
      _ ("No kernel given; “warpstage-cli kernels” lists all kernels."));
  if (kernel == NULL)
    status = CLI_USAGE;
  else if (launch < 1)
    status = cli_usage (context, _ ("Launches are counted from 1."));
  else
    status = show (catalog, &options, kernel, (guint)launch - 1, json);
  cli_run_options_clear (&options);
  return status;
}
