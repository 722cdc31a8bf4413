/* devices.c: warpstage-cli devices. */
#include "cli/cli.h"
#include "cli/column.h"
#include "cli/json.h"

#include <glib/gi18n.h>
#include <stdio.h>

static void
print_device (const WsClientDevice *device, int id_width, int name_width)
{
  const WsSpec *spec = device->spec;

  cli_column_print (id_width - 2, device->id);
  cli_column_print (name_width - 2, device->name);
  if (spec != NULL)
    {
      g_autofree char *memory = g_format_size_full (spec->memory_bytes, G_FORMAT_SIZE_IEC_UNITS);

      printf (_ ("cc %u.%u, %3u SMs, %4.2f GHz, %s, %6.1f GB/s  "), spec->cc_major, spec->cc_minor,
              spec->n_sms, spec->clock_khz / 1e6, memory, spec->memory_bandwidth_bytes_per_s / 1e9);
    }
  printf ("%s%s%s\n", device->state, device->uuid[0] != '\0' ? "  " : "", device->uuid);
}

static void
add_spec (JsonBuilder *builder, const WsSpec *spec)
{
  g_autofree char *capability = g_strdup_printf ("%u.%u", spec->cc_major, spec->cc_minor);

  cli_json_add_text (builder, "compute_capability", capability);
  cli_json_add_number (builder, "sms", spec->n_sms);
  cli_json_add_number (builder, "schedulers_per_sm", spec->schedulers_per_sm);
  cli_json_add_number (builder, "max_warps_per_sm", spec->max_warps_per_sm);
  cli_json_add_number (builder, "max_blocks_per_sm", spec->max_blocks_per_sm);
  cli_json_add_number (builder, "max_threads_per_sm", spec->max_threads_per_sm);
  cli_json_add_number (builder, "max_threads_per_block", spec->max_threads_per_block);
  cli_json_add_number (builder, "registers_per_sm", spec->registers_per_sm);
  cli_json_add_number (builder, "shared_per_sm_bytes", spec->shared_per_sm_bytes);
  cli_json_add_number (builder, "shared_per_block_bytes", spec->shared_per_block_bytes);
  cli_json_add_number (builder, "shared_reserved_bytes", spec->shared_reserved_bytes);
  cli_json_add_number (builder, "clock_khz", spec->clock_khz);
  cli_json_add_number (builder, "memory_bandwidth_bytes_per_s", spec->memory_bandwidth_bytes_per_s);
  cli_json_add_number (builder, "memory_bytes", spec->memory_bytes);
  cli_json_add_number (builder, "l2_bytes", spec->l2_bytes);
}

static void
print_json (GPtrArray *devices)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_array (builder);
  for (guint i = 0; i < devices->len; i++)
    {
      const WsClientDevice *device = g_ptr_array_index (devices, i);

      json_builder_begin_object (builder);
      cli_json_add_text (builder, "id", device->id);
      cli_json_add_text (builder, "name", device->name);
      cli_json_add_text (builder, "uuid", device->uuid);
      if (device->driver != NULL)
        cli_json_add_text (builder, "driver", device->driver);
      cli_json_add_text (builder, "state", device->state);
      json_builder_set_member_name (builder, "usable");
      json_builder_add_boolean_value (builder, device->usable);
      cli_json_add_text (builder, "times", ws_origin_get_name (device->origin));
      if (device->spec != NULL)
        add_spec (builder, device->spec);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
  cli_json_print (builder);
}

/**
 * cli_devices:
 * @argc: of the command, its name included
 * @argv: likewise
 *
 * warpstage-cli devices: what there is to run on.
 *
 * Returns: the exit status
 */
int
cli_devices (int argc, char **argv)
{
  gboolean json = FALSE;
  const GOptionEntry entries[] = {
    { "json", 0, 0, G_OPTION_ARG_NONE, &json, _ ("Print as JSON"), NULL },
    { 0 },
  };
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (WsClient) client = cli_client_new ();
  g_autoptr (GPtrArray) devices = NULL;
  int id_width = -1;
  int name_width = -1;

  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error))
    return cli_usage (context, error->message);
  if (argc > 1)
    return cli_usage (context, _ ("This command lists all devices and takes no arguments."));
  devices = cli_list_devices (client, &error);
  if (devices == NULL)
    return cli_fail (error);
  if (json)
    {
      print_json (devices);
      return CLI_OK;
    }
  for (guint i = 0; i < devices->len; i++)
    {
      const WsClientDevice *device = g_ptr_array_index (devices, i);

      cli_column_widen (&id_width, device->id);
      cli_column_widen (&name_width, device->name);
    }
  for (guint i = 0; i < devices->len; i++)
    print_device (g_ptr_array_index (devices, i), id_width, name_width);
  return CLI_OK;
}
