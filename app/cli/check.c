/* check.c: warpstage-cli check: what a kernel does wrong, in words. */
#include "cli/cli.h"
#include "cli/json.h"

#include "words/words.h"

#include <glib/gi18n.h>
#include <stdio.h>

static void
add_site (JsonBuilder *builder, const WsRun *run, guint launch, guint32 index)
{
  const WsKernel *kernel = ws_run_get_kernel (run, launch);
  const WsSite *site = index < kernel->n_sites ? &kernel->sites[index] : NULL;

  if (site == NULL)
    return;
  if (site->file != WS_NONE)
    {
      cli_json_add_text (builder, "file", ws_kernel_get_string (kernel, site->file));
      cli_json_add_number (builder, "line", site->line);
    }
  cli_json_add_number (builder, "ptx_line", site->ptx_line);
}

static void
add_number (JsonBuilder *builder, const char *name, guint32 number)
{
  if (number != WS_NONE)
    cli_json_add_number (builder, name, number);
}

static void
add_access (JsonBuilder *builder, guint8 access, guint32 lanes)
{
  if (access != WS_FINDING_ACCESS_NONE)
    cli_json_add_text (builder, "access", ws_finding_access_get_name (access));
  if (lanes == 0)
    return;
  json_builder_set_member_name (builder, "lanes");
  json_builder_begin_array (builder);
  for (guint lane = 0; lane < WS_WARP_SIZE; lane++)
    if ((lanes >> lane) & 1)
      json_builder_add_int_value (builder, lane);
  json_builder_end_array (builder);
}

static void
add_finding (JsonBuilder *builder, const WsRun *run, const WsFinding *finding)
{
  const WsOtherAccess *other = &finding->other;

  json_builder_begin_object (builder);
  cli_json_add_text (builder, "kind", ws_finding_kind_get_name (finding->kind));
  json_builder_set_member_name (builder, "remark");
  json_builder_add_boolean_value (builder, ws_finding_is_remark (finding));
  cli_json_add_text (builder, "kernel", ws_run_get_kernel (run, finding->launch)->title);
  cli_json_add_number (builder, "launch", finding->launch + 1);
  add_site (builder, run, finding->launch, finding->site);
  add_number (builder, "block", finding->block);
  add_number (builder, "warp", finding->warp);
  add_access (builder, finding->access, finding->lanes);
  cli_json_add_number (builder, "address", finding->address);
  if (finding->place != NULL)
    cli_json_add_text (builder, "place", finding->place);
  cli_json_add_number (builder, "count", finding->count);
  cli_json_add_text (builder, "message", finding->message);
  if (finding->has_other)
    {
      json_builder_set_member_name (builder, "other");
      json_builder_begin_object (builder);
      add_site (builder, run, finding->launch, other->site);
      add_number (builder, "block", other->block);
      add_number (builder, "warp", other->warp);
      add_access (builder, other->access, other->lanes);
      json_builder_end_object (builder);
    }
  json_builder_end_object (builder);
}

static void
print_json (const WsRun *run)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_object (builder);
  cli_json_add_text (builder, "kernel", run->id);
  cli_json_add_text (builder, "title", run->title);
  cli_json_add_text (builder, "device", run->device);
  json_builder_set_member_name (builder, "findings");
  json_builder_begin_array (builder);
  for (guint i = 0; i < run->findings->len; i++)
    add_finding (builder, run, g_ptr_array_index (run->findings, i));
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  cli_json_print (builder);
}

static void
print_words (const WsRun *run)
{
  for (guint i = 0; i < run->findings->len; i++)
    {
      const WsFinding *finding = g_ptr_array_index (run->findings, i);

      if (finding->count > 1)
        /* Translators: a sentence, and how often that was found */
        printf (ngettext ("%s (%u time)\n", "%s (%u times)\n", (gulong)finding->count),
                finding->message, (guint)MIN (finding->count, G_MAXUINT));
      else
        printf ("%s\n", finding->message);
    }
  if (ws_run_count_mistakes (run) == 0)
    printf (_ ("%s: no race, no uninitialised read, no out-of-bounds access.\n"),
            ws_words_translate (run->title));
}

static int
check (WsCatalog *catalog, CliRunOptions *options, const char *what, gboolean json)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WsRun) run = NULL;
  g_autoptr (WsRun) partial = NULL;

  if (options->device == NULL)
    options->device = g_strdup ("vm:h200");
  if (!g_str_has_prefix (options->device, "vm:"))
    {
      cli_say (_ ("Kernels can only be checked on virtual GPUs, as in --device vm:h200."));
      return CLI_USAGE;
    }
  options->checks = TRUE;
  run = cli_record (catalog, what, options, &partial, &error);
  if (run == NULL && partial == NULL)
    return cli_fail (error);
  if (run == NULL)
    run = g_steal_pointer (&partial);
  if (json)
    print_json (run);
  else
    print_words (run);
  return ws_run_count_mistakes (run) == 0 ? CLI_OK : CLI_FAILED;
}

/**
 * cli_check:
 * @catalog: what there is to run
 * @argc: of the command, its name included
 * @argv: likewise
 *
 * warpstage-cli check: runs a kernel of the catalogue, or one of the user's, on a virtual GPU, and
 * says what it does wrong: races, reads of uninitialised memory, accesses beyond memory,
 * barriers that not all reach.
 *
 * Returns: the exit status: %CLI_FAILED where there is anything
 */
int
cli_check (WsCatalog *catalog, int argc, char **argv)
{
  CliRunOptions options;
  gboolean json = FALSE;
  const GOptionEntry entries[] = {
    { "json", 0, 0, G_OPTION_ARG_NONE, &json, _ ("Print as JSON"), NULL },
    { 0 },
  };
  g_autoptr (GOptionContext) context =
      cli_run_context_new (_ ("KERNEL|FILE.cu[:KERNEL]|FILE.ptx"), entries, &options);
  const char *kernel;
  int status;

  kernel = cli_read_kernel (context, argc, argv,
                            _ ("No kernel given; “warpstage-cli kernels” lists all kernels."));
  if (kernel == NULL)
    status = CLI_USAGE;
  else
    status = check (catalog, &options, kernel, json);
  cli_run_options_clear (&options);
  return status;
}
