/* latency.c: warpstage-cli latency: the parallelism that hides the latencies of each GPU model, by
 * Little's law. */
#include "cli/cli.h"
#include "cli/column.h"
#include "cli/json.h"
#include "schedule/latency-hiding.h"

#include <glib/gi18n.h>
#include <stdio.h>

#define MOST_CHAINS 4 /* as in the catalogue's kernels */

static void
print_text (const WsSpec *spec, const WsLatencyHiding *little)
{
  printf ("%s\n", spec->name);
  printf ("  ");
  printf (_ ("arithmetic: %1$.0f cycles × %2$.0f operations per cycle = %3$.0f operations in "
             "flight per SM"),
          little->latency_cycles, little->operations_per_cycle, little->operations);
  printf ("\n  ");
  printf (_ ("warps that hide it: %1$u per SM with one chain each, %2$u with two, %3$u with three, "
             "%4$u with four"),
          ws_latency_hiding_get_warps (little, 1), ws_latency_hiding_get_warps (little, 2),
          ws_latency_hiding_get_warps (little, 3),
          ws_latency_hiding_get_warps (little, MOST_CHAINS));
  printf ("\n  ");
  printf (_ ("memory: %1$.0f ns × %2$.1f GB/s = %3$.1f kB in flight on the GPU, %4$.1f kB per SM"),
          little->memory_latency_ns, (double)spec->memory_bandwidth_bytes_per_s / 1e9,
          little->bytes / 1e3, little->bytes_per_sm / 1e3);
  printf ("\n");
}

static void
add_json (JsonBuilder *builder, const WsSpec *spec, const WsLatencyHiding *little)
{
  json_builder_begin_object (builder);
  cli_json_add_text (builder, "id", spec->id);
  cli_json_add_text (builder, "name", spec->name);
  cli_json_add_number (builder, "arithmetic_latency_cycles", (guint64)little->latency_cycles);
  cli_json_add_number (builder, "operations_per_cycle", (guint64)little->operations_per_cycle);
  cli_json_add_number (builder, "operations_per_sm", (guint64)little->operations);
  json_builder_set_member_name (builder, "warps_per_sm");
  json_builder_begin_array (builder);
  for (guint chains = 1; chains <= MOST_CHAINS; chains++)
    json_builder_add_int_value (builder, ws_latency_hiding_get_warps (little, chains));
  json_builder_end_array (builder);
  json_builder_set_member_name (builder, "memory_latency_ns");
  json_builder_add_double_value (builder, little->memory_latency_ns);
  cli_json_add_number (builder, "memory_bandwidth_bytes_per_s", spec->memory_bandwidth_bytes_per_s);
  json_builder_set_member_name (builder, "bytes");
  json_builder_add_double_value (builder, little->bytes);
  json_builder_set_member_name (builder, "bytes_per_sm");
  json_builder_add_double_value (builder, little->bytes_per_sm);
  json_builder_end_object (builder);
}

/**
 * cli_latency:
 * @catalog: whose specs are listed
 * @argc: number of arguments, including the command's name
 * @argv: the arguments
 *
 * warpstage-cli latency: how much each GPU model must have in flight at once, as text or JSON.
 *
 * Returns: the exit status
 */
int
cli_latency (WsCatalog *catalog, int argc, char **argv)
{
  gboolean json = FALSE;
  const GOptionEntry entries[] = {
    { "json", 0, 0, G_OPTION_ARG_NONE, &json, _ ("Print as JSON"), NULL },
    { 0 },
  };
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autoptr (GError) error = NULL;
  GPtrArray *specs = ws_catalog_get_specs (catalog);

  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error))
    return cli_usage (context, error->message);
  if (argc > 1)
    return cli_usage (context, _ ("This command lists all GPU models and takes no arguments."));
  json_builder_begin_array (builder);
  for (guint i = 0; i < specs->len; i++)
    {
      const WsSpec *spec = g_ptr_array_index (specs, i);
      WsLatencyHiding little;

      if (!ws_latency_hiding_init (&little, spec))
        continue;
      if (json)
        add_json (builder, spec, &little);
      else
        print_text (spec, &little);
    }
  json_builder_end_array (builder);
  if (json)
    cli_json_print (builder);
  return CLI_OK;
}
