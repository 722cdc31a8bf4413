/* client.c: blocking calls of the worker, one at a time. */
#include "cli/cli.h"

#include <glib/gi18n.h>

typedef struct {
  GMainLoop *loop;
  GPtrArray *list;
  GArray *samples;
  WsTiming timing;
  GError *error;
} Answer;

static void
stalled_cb (WsClient *client, guint stall, guint seconds)
{
  if (stall == WS_CLIENT_STALL_SILENT)
    ws_client_end_worker (client);
  else if (stall == WS_CLIENT_STALL_STILL)
    g_printerr (_ ("warpstage-cli: The worker is running, but has made no progress for %u s. Still "
                   "waiting; press Ctrl+C to stop it.\n"),
                seconds);
}

/* Delayed: most answer within a second. */
static void
waiting_cb (WsClient *client, const char *sentence, guint seconds)
{
  if (seconds > 0)
    cli_say ("%s", sentence);
}

/* A worker's output before its first answer is in the sentence above, or in the error. */
static void
said_cb (WsClient *client, const char *line)
{
  if (ws_client_is_connected (client))
    cli_say ("%s: %s", ws_remote_get_name (ws_client_get_remote (client)), line);
}

/* From now on, reports a stalled worker, ends a silent one, and says when it waits for another
 * computer. */
static void
watch (WsClient *client)
{
  g_signal_connect (client, "stalled", G_CALLBACK (stalled_cb), NULL);
  g_signal_connect (client, "waiting", G_CALLBACK (waiting_cb), NULL);
  g_signal_connect (client, "said", G_CALLBACK (said_cb), NULL);
}

static void
client_added_cb (WsQueue *queue, WsClient *client)
{
  watch (client);
}

/* Returns: (transfer full): a queue whose clients report a stalled worker, and end a silent one */
WsQueue *
cli_queue_new (void)
{
  WsQueue *queue = ws_queue_new (NULL);
  g_autoptr (WsRemotes) remotes = ws_remotes_new ();

  ws_queue_set_remotes (queue, remotes);
  g_signal_connect (queue, "client-added", G_CALLBACK (client_added_cb), NULL);
  return queue;
}

/**
 * cli_client_new_for:
 * @remote: (nullable): the other computer to ask
 *
 * Returns: (transfer full): a client that reports a stalled worker, and ends a silent one
 */
WsClient *
cli_client_new_for (WsRemote *remote)
{
  WsClient *client = remote != NULL ? ws_client_new_for_remote (remote) : ws_client_new (NULL);

  watch (client);
  return client;
}

/**
 * cli_client_new:
 * @device: (nullable): id of the requested device
 *
 * Returns: (transfer full): as cli_client_new_for(), for the computer that has it. If that was
 * never added, every call fails
 */
WsClient *
cli_client_new (const char *device)
{
  g_autoptr (WsRemotes) remotes = ws_remotes_new ();
  g_autoptr (GError) error = NULL;
  WsRemote *remote = ws_remotes_find_of (remotes, device, &error);

  return error != NULL ? ws_client_new_absent (error) : cli_client_new_for (remote);
}

static void
devices_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  Answer *answer = data;

  answer->list = ws_client_devices_finish (WS_CLIENT (source), result, &answer->error);
  g_main_loop_quit (answer->loop);
}

static void
counted_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  Answer *answer = data;

  answer->list = ws_client_read_counters_finish (WS_CLIENT (source), result, &answer->error);
  g_main_loop_quit (answer->loop);
}

static void
timed_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  Answer *answer = data;

  answer->samples =
      ws_client_time_finish (WS_CLIENT (source), result, &answer->timing, &answer->error);
  g_main_loop_quit (answer->loop);
}

static void
wait_for (Answer *answer, GError **error)
{
  g_main_loop_run (answer->loop);
  g_main_loop_unref (answer->loop);
  if (answer->error != NULL)
    g_propagate_error (error, answer->error);
}

/**
 * cli_list_devices:
 * @client: asks its worker
 *
 * Waits for the answer.
 *
 * Returns: (transfer full) (element-type WsClientDevice) (nullable): the devices, real GPUs first
 */
GPtrArray *
cli_list_devices (WsClient *client, GError **error)
{
  Answer answer = { .loop = g_main_loop_new (NULL, FALSE) };

  ws_client_devices_async (client, NULL, devices_cb, &answer);
  wait_for (&answer, error);
  return answer.list;
}

/* A name without a device, as in "gpu-server/", leaves the choice to us. */
static gboolean
is_choice (const char *wanted)
{
  g_autofree char *name = ws_remote_dup_name_of (wanted);

  return wanted == NULL || (name != NULL && *ws_remote_strip (wanted) == '\0');
}

/* (transfer full): as cli_choose_device(); @devices: (nullable): its computer's */
static char *
choose (GPtrArray *devices, const char *wanted)
{
  if (!is_choice (wanted))
    return g_strdup (wanted);
  for (guint i = 0; devices != NULL && i < devices->len; i++)
    {
      const WsClientDevice *device = g_ptr_array_index (devices, i);

      if (device->usable && device->origin == WS_ORIGIN_MEASURED)
        return g_strdup (device->id);
    }
  return g_strconcat (wanted != NULL ? wanted : "", "vm:h200", NULL);
}

/**
 * cli_choose_device:
 * @client: asks its worker
 * @wanted: (nullable): id of the requested device
 *
 * Returns: (transfer full): id of that device, or of the first real GPU that can run, or "vm:h200";
 * if "gpu-server/" was given, of that computer
 */
char *
cli_choose_device (WsClient *client, const char *wanted)
{
  g_autoptr (GPtrArray) devices = is_choice (wanted) ? cli_list_devices (client, NULL) : NULL;

  return choose (devices, wanted);
}

/* (nullable): "h200" of "vm:h200", wherever that is */
static const char *
get_model (const char *wanted)
{
  const char *id = is_choice (wanted) ? "" : ws_remote_strip (wanted);

  return g_str_has_prefix (id, "vm:") ? id + strlen ("vm:") : NULL;
}

/* (transfer full) (nullable): the device that is chosen if no virtual one is named */
static WsClientDevice *
find_device (const char *wanted)
{
  g_autoptr (WsClient) client = cli_client_new (wanted);
  g_autoptr (GPtrArray) devices = cli_list_devices (client, NULL);
  g_autofree char *id = choose (devices, wanted);

  for (guint i = 0; devices != NULL && i < devices->len; i++)
    {
      const WsClientDevice *device = g_ptr_array_index (devices, i);

      if (g_str_equal (device->id, id))
        return ws_client_device_copy (device);
    }
  return NULL;
}

/**
 * cli_find_architecture:
 * @wanted: (nullable): id of the requested device
 *
 * Returns: the architecture to compile the user's kernels for, as in 90; 0 if the device is unknown
 */
guint
cli_find_architecture (WsCatalog *catalog, const char *wanted)
{
  const char *model = get_model (wanted);
  g_autoptr (WsClientDevice) device = model == NULL ? find_device (wanted) : NULL;
  const WsSpec *spec = model != NULL    ? ws_catalog_find_spec (catalog, model, NULL)
                       : device != NULL ? device->spec
                                        : NULL;

  return spec != NULL ? ws_compile_get_architecture (ws_spec_get_capability (spec)) : 0;
}

/**
 * cli_find_model:
 * @wanted: (nullable): id of the requested device
 * @error: return location for a #GError: there is no such virtual GPU
 *
 * Returns: (transfer none) (nullable): the virtual GPU that a program runs on: the requested one,
 * or the one that is most like a real GPU, which can then record a launch
 */
const WsSpec *
cli_find_model (WsCatalog *catalog, const char *wanted, GError **error)
{
  const char *model = get_model (wanted);
  g_autoptr (WsClientDevice) device = model == NULL ? find_device (wanted) : NULL;

  if (device != NULL && device->origin == WS_ORIGIN_MEASURED && device->spec != NULL)
    return ws_catalog_find_nearest_spec (catalog, device->spec);
  return ws_catalog_find_spec (catalog, model != NULL ? model : WS_CATALOG_USUAL_SPEC, error);
}

/**
 * cli_time:
 * @client: asks its worker
 * @device: id, as in "vm:h200"
 * @request: how
 * @timing: (out): the reference for the samples
 *
 * Waits for completion.
 *
 * Returns: (transfer full) (element-type WsSample) (nullable): the samples
 */
GArray *
cli_time (WsClient *client, const char *device, WsJobSource *source, const WsTimeRequest *request,
          WsTiming *timing, GError **error)
{
  Answer answer = { .loop = g_main_loop_new (NULL, FALSE) };

  ws_client_time_async (client, &(WsClientJob){ device, source }, request, NULL, timed_cb, &answer);
  wait_for (&answer, error);
  *timing = answer.timing;
  return answer.samples;
}

/**
 * cli_read_counters:
 * @client: asks its worker
 * @device: id, as in "cuda:0"
 * @launch: index, from 0
 *
 * Waits for completion.
 *
 * Returns: (transfer full) (element-type WsCounter) (nullable): the hardware counters of the launch
 */
GPtrArray *
cli_read_counters (WsClient *client, const char *device, WsJobSource *source, guint launch,
                   GError **error)
{
  Answer answer = { .loop = g_main_loop_new (NULL, FALSE) };

  ws_client_read_counters_async (client, &(WsClientJob){ device, source }, launch, NULL, counted_cb,
                                 &answer);
  wait_for (&answer, error);
  return answer.list;
}
