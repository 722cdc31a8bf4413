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

static void
print_table (GPtrArray *devices)
{
  int id_width = -1;
  int name_width = -1;

  for (guint i = 0; i < devices->len; i++)
    {
      const WsClientDevice *device = g_ptr_array_index (devices, i);

      cli_column_widen (&id_width, device->id);
      cli_column_widen (&name_width, device->name);
    }
  for (guint i = 0; i < devices->len; i++)
    print_device (g_ptr_array_index (devices, i), id_width, name_width);
}

/* As --device takes them. They are not queried: in a queue that may take hours. */
static void
print_remotes (void)
{
  g_autoptr (WsRemotes) remotes = ws_remotes_new ();
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  int width = -1;

  for (guint i = 0; i < ws_remotes_get_n (remotes); i++)
    {
      g_ptr_array_add (names,
                       g_strconcat (ws_remote_get_name (ws_remotes_get (remotes, i)), "/", NULL));
      cli_column_widen (&width, names->pdata[i]);
    }
  for (guint i = 0; i < names->len; i++)
    {
      cli_column_print (width - 2, names->pdata[i]);
      printf ("%s\n", ws_remote_get_command (ws_remotes_get (remotes, i)));
    }
}

static int
list_own (gboolean json)
{
  g_autoptr (WsClient) client = cli_client_new (NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) devices = cli_list_devices (client, &error);

  if (devices == NULL)
    return cli_fail (error);
  if (json)
    print_json (devices);
  else
    {
      print_table (devices);
      print_remotes ();
    }
  return CLI_OK;
}

/**
 * cli_devices_list_remote:
 * @remote: another computer
 * @json: whether its devices are printed as JSON
 *
 * Connects to its worker, and prints its devices.
 *
 * Returns: the exit status
 */
int
cli_devices_list_remote (WsRemote *remote, gboolean json)
{
  g_autoptr (WsClient) client = cli_client_new_for (remote);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) devices = cli_list_devices (client, &error);
  const char *version = ws_client_get_version (client);
  gint64 latency_us = ws_client_get_latency_us (client);

  if (devices == NULL)
    return cli_fail (error);
  if (json)
    {
      print_json (devices);
      return CLI_OK;
    }
  print_table (devices);
  if (latency_us >= 0)
    printf (_ ("%1$s: Warpstage %2$s, %3$.1f ms there and back\n"), ws_remote_get_name (remote),
            version != NULL ? version : "?", (double)latency_us / 1e3);
  return CLI_OK;
}

static int
list_remote (const char *name, gboolean json)
{
  g_autoptr (WsRemotes) remotes = ws_remotes_new ();
  g_autoptr (GError) error = NULL;
  g_autofree char *device =
      g_str_has_suffix (name, "/") ? g_strdup (name) : g_strconcat (name, "/", NULL);
  WsRemote *remote = ws_remotes_find_of (remotes, device, &error);

  if (remote == NULL && error == NULL)
    error = g_error_new (G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, _ ("No device “%s” was added."),
                         name);
  return remote != NULL ? cli_devices_list_remote (remote, json) : cli_fail (error);
}

/**
 * cli_devices:
 * @argc: number of arguments, including the command's name
 * @argv: the arguments
 *
 * warpstage-cli devices: lists the devices of this and other computers.
 *
 * Returns: the exit status
 */
int
cli_devices (int argc, char **argv)
{
  gboolean json = FALSE;
  g_autofree char *add = NULL;
  g_autofree char *remove = NULL;
  g_autofree char *install = NULL;
  const GOptionEntry entries[] = {
    { "json", 0, 0, G_OPTION_ARG_NONE, &json, _ ("Print as JSON"), NULL },
    { "add", 0, 0, G_OPTION_ARG_STRING, &add,
      _ ("Add the devices that a command leads to, as in: --add gpu-server ssh gpu-server "
         "warpstage-worker"),
      "NAME" },
    { "remove", 0, 0, G_OPTION_ARG_STRING, &remove, _ ("Forget them"), "NAME" },
    { "install", 0, 0, G_OPTION_ARG_STRING, &install,
      _ ("Copy this computer's worker there, by ssh NAME, or the ssh command that follows"),
      "NAME" },
    { 0 },
  };
  g_autoptr (GOptionContext) context = g_option_context_new ("[NAME|COMMAND…]");
  g_autoptr (GError) error = NULL;

  g_option_context_add_main_entries (context, entries, NULL);
  /* the options of ssh are left to ssh */
  g_option_context_set_strict_posix (context, TRUE);
  if (!g_option_context_parse (context, &argc, &argv, &error))
    return cli_usage (context, error->message);
  if ((add != NULL) + (remove != NULL) + (install != NULL) > 1)
    return cli_usage (context, _ ("Give one of --add, --remove and --install."));
  if (argc > 1 && g_str_equal (argv[1], "--"))
    argv++, argc--;
  if (add != NULL)
    return argc > 1 ? cli_remote_add (add, argv + 1, json)
                    : cli_usage (context, _ ("Which command leads there? As in: --add gpu-server "
                                             "ssh gpu-server warpstage-worker"));
  if (install != NULL)
    return cli_remote_install (install, argv + 1);
  if (remove != NULL && argc == 1)
    return cli_remote_remove (remove);
  if (argc > 2 || remove != NULL)
    return cli_usage (context, _ ("This command lists all devices, or those of one name."));
  return argc == 2 ? list_remote (argv[1], json) : list_own (json);
}
