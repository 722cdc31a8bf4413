/* both.c: warpstage-cli run --both: runs a kernel on a real GPU and checks that the virtual one
 * gives the same result. */
#include "cli/cli.h"
#include "cli/json.h"

#include <glib/gi18n.h>
#include <stdio.h>

/* (nullable): by its id, or the first that can run; if there is none, prints what is missing */
static const WsClientDevice *
find_real (GPtrArray *devices, const char *wanted)
{
  const WsClientDevice *found = NULL;

  for (guint i = 0; i < devices->len && found == NULL; i++)
    {
      const WsClientDevice *device = g_ptr_array_index (devices, i);

      if (wanted != NULL ? g_str_equal (device->id, wanted)
                         : device->usable && device->origin == WS_ORIGIN_MEASURED)
        found = device;
    }
  if (found == NULL && wanted != NULL)
    cli_say (_ ("Unknown device “%s”; “warpstage-cli devices” lists all devices."), wanted);
  else if (found == NULL)
    cli_say (
        _ ("--both needs a real GPU, and none is available; “warpstage-cli devices” says why."));
  else if (found->origin != WS_ORIGIN_MEASURED)
    cli_say (_ ("--both compares a real GPU with a virtual one, and “%s” is virtual: give a real "
                "one, as in --device cuda:0."),
             found->id);
  else if (!found->usable)
    cli_say ("%s: %s", found->id, found->state);
  else
    return found;
  return NULL;
}

static void
wait_for (WsAgreement *agreement)
{
  while (ws_agreement_get_state (agreement) == WS_AGREEMENT_RUNS)
    g_main_context_iteration (NULL, TRUE);
}

/**
 * cli_run_both:
 * @catalog: the kernels to run
 * @what: a kernel of it, a .wsrun file, or a source
 * @options: the real GPU, and parameters
 * @run: (out) (transfer full) (nullable): the run on the real GPU
 * @agreement: (out) (transfer full) (nullable): comparison with the most similar virtual GPU
 *
 * Waits for completion, and prints errors to stderr.
 *
 * Returns: the exit status: %CLI_OK if both have run, whether they agree or not, and %CLI_USAGE if
 * there is no real GPU
 */
int
cli_run_both (WsCatalog *catalog, const char *what, const CliRunOptions *options, WsRun **run,
              WsAgreement **agreement)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WsQueue) queue = cli_queue_new ();
  g_autoptr (GPtrArray) own = cli_list_devices (ws_queue_get_client (queue, NULL), &error);
  g_autofree char *place = ws_remote_dup_name_of (options->device);
  g_autoptr (GPtrArray) devices =
      place == NULL || own == NULL
          ? own != NULL ? g_ptr_array_ref (own) : NULL
          : cli_list_devices (ws_queue_get_client (queue, options->device), &error);
  g_autoptr (WsJobSource) source = NULL;
  const WsClientDevice *real;
  const WsClientDevice *virtual;

  if (devices == NULL)
    return cli_fail (error);
  real = find_real (devices, options->device);
  if (real == NULL)
    return CLI_USAGE;
  virtual = ws_client_device_find_virtual (own, real);
  g_assert (virtual != NULL); /* every worker has virtual GPUs */
  source = cli_choose_source (catalog, what, options, &error);
  if (source != NULL)
    *run = cli_record_source (ws_queue_get_client (queue, real->id),
                              &(WsClientJob){ real->id, source }, NULL, NULL, &error);
  if (source == NULL || *run == NULL)
    return cli_fail (error);
  ws_catalog_complete_run (catalog, *run);
  *agreement = ws_agreement_new (queue);
  ws_agreement_check (*agreement, *run, source, virtual->id);
  wait_for (*agreement);
  return CLI_OK;
}

/**
 * cli_print_both:
 * @agreement: after its comparison
 *
 * Prints that both devices agree, and what was compared; cli_finish_both() reports a difference.
 */
void
cli_print_both (WsAgreement *agreement)
{
  if (ws_agreement_get_state (agreement) == WS_AGREEMENT_SAME)
    printf ("%s\n%s\n", ws_agreement_get_sentence (agreement),
            ws_agreement_get_details (agreement));
}

/**
 * cli_json_add_both:
 * @builder: in an object
 * @agreement: after its comparison
 *
 * Adds the member "both": whether the devices agree, null if the virtual one could not run it; how
 * much was compared, and a description of the differences.
 */
void
cli_json_add_both (JsonBuilder *builder, WsAgreement *agreement)
{
  WsAgreementState state = ws_agreement_get_state (agreement);
  guint64 n_values;
  guint64 n_steps;

  ws_agreement_get_counts (agreement, &n_values, &n_steps);
  json_builder_set_member_name (builder, "both");
  json_builder_begin_object (builder);
  json_builder_set_member_name (builder, "same");
  if (state == WS_AGREEMENT_FAILED)
    json_builder_add_null_value (builder);
  else
    json_builder_add_boolean_value (builder, state == WS_AGREEMENT_SAME);
  cli_json_add_number (builder, "values", n_values);
  cli_json_add_number (builder, "lane_instructions", n_steps);
  cli_json_add_text (builder, "difference",
                     state == WS_AGREEMENT_SAME ? NULL : ws_agreement_get_details (agreement));
  json_builder_end_object (builder);
}

/**
 * cli_finish_both:
 * @agreement: after its comparison
 *
 * Prints to stderr where the devices first differ, or why they were not compared.
 *
 * Returns: the exit status
 */
int
cli_finish_both (WsAgreement *agreement)
{
  if (ws_agreement_get_state (agreement) == WS_AGREEMENT_SAME)
    return CLI_OK;
  /* Translators: whether two devices agree, and where they differ */
  cli_say (_ ("%1$s: %2$s"), ws_agreement_get_sentence (agreement),
           ws_agreement_get_details (agreement));
  return CLI_FAILED;
}
