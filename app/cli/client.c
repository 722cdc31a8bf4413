/* client.c: what is asked of the worker, one question after another. */
#include "cli/cli.h"

typedef struct {
  GMainLoop *loop;
  GPtrArray *list;
  GArray *samples;
  WsClientTiming timing;
  GError *error;
} Answer;

static void
stalled_cb (WsClient *client, guint stall, guint seconds)
{
  if (stall == WS_CLIENT_STALL_SILENT)
    ws_client_end_worker (client);
  else if (stall == WS_CLIENT_STALL_STILL)
    g_printerr ("warpstage-cli: The worker lives, and its work has not gone on for %u s. It is "
                "waited for; Ctrl+C ends it.\n",
                seconds);
}

void
cli_watch (WsClient *client)
{
  g_signal_connect (client, "stalled", G_CALLBACK (stalled_cb), NULL);
}

WsClient *
cli_client_new (void)
{
  WsClient *client = ws_client_new (NULL);

  cli_watch (client);
  return client;
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

  answer->list = ws_client_count_finish (WS_CLIENT (source), result, &answer->error);
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

/* (transfer full) (element-type WsClientDevice) */
GPtrArray *
cli_list_devices (WsClient *client, GError **error)
{
  Answer answer = { .loop = g_main_loop_new (NULL, FALSE) };

  ws_client_devices_async (client, NULL, devices_cb, &answer);
  wait_for (&answer, error);
  return answer.list;
}

/* (transfer full): @wanted, or the first real GPU that can run, or the virtual one */
char *
cli_choose_device (WsClient *client, const char *wanted)
{
  g_autoptr (GPtrArray) devices = NULL;

  if (wanted != NULL)
    return g_strdup (wanted);
  devices = cli_list_devices (client, NULL);
  for (guint i = 0; devices != NULL && i < devices->len; i++)
    {
      const WsClientDevice *device = g_ptr_array_index (devices, i);

      if (device->usable && device->origin == WS_ORIGIN_MEASURED)
        return g_strdup (device->id);
    }
  return g_strdup ("vm:h200");
}

/* (transfer full) (element-type WsSample) */
GArray *
cli_time (WsClient *client, const char *device, WsJobSource *source, guint repeats, gboolean rotate,
          WsClientTiming *timing, GError **error)
{
  Answer answer = { .loop = g_main_loop_new (NULL, FALSE) };
  WsTimeRequest request;

  ws_time_request_init (&request);
  request.repeats = repeats;
  request.rotate = rotate;
  ws_client_time_async (client, device, source, &request, NULL, NULL, NULL, timed_cb, &answer);
  wait_for (&answer, error);
  *timing = answer.timing;
  return answer.samples;
}

/* (transfer full) (element-type WsCounter) */
GPtrArray *
cli_count (WsClient *client, const char *device, WsJobSource *source, guint launch, GError **error)
{
  Answer answer = { .loop = g_main_loop_new (NULL, FALSE) };

  ws_client_count_async (client, device, source, launch, NULL, counted_cb, &answer);
  wait_for (&answer, error);
  return answer.list;
}
