#include "session/place.h"

#include <glib/gi18n.h>

struct _WsPlace {
  GObject parent_instance;

  WsRemote *remote;
  WsClient *client;
  GCancellable *cancellable; /* nullable: of a list that was asked for */
  GPtrArray *devices;        /* nullable: WsClientDevice: what it offered last */
  gint64 latency_us;         /* as it was last; -1: not known */
  gboolean was_connected;
};

enum { CHANGED, LISTED, FAILED, STOPPED, N_SIGNALS };

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WsPlace, ws_place, G_TYPE_OBJECT)

/* Its usable real GPUs. Its virtual ones are the same as on this computer: only the first is
 * offered, and only without a real one.
 *
 * @devices: (transfer full)
 *
 * Returns: (transfer full) */
static GPtrArray *
choose (GPtrArray *devices)
{
  g_autoptr (GPtrArray) all = devices;
  GPtrArray *offered = g_ptr_array_new_with_free_func ((GDestroyNotify)ws_client_device_free);
  const WsClientDevice *virtual = NULL;

  for (guint i = 0; i < all->len; i++)
    {
      const WsClientDevice *device = all->pdata[i];

      if (device->usable && device->origin == WS_ORIGIN_MEASURED)
        g_ptr_array_add (offered, ws_client_device_copy (device));
      else if (device->usable && virtual == NULL)
        virtual = device;
    }
  if (offered->len == 0 && virtual != NULL)
    g_ptr_array_add (offered, ws_client_device_copy (virtual));
  return offered;
}

static void
listed_cb (GObject *client, GAsyncResult *result, gpointer data)
{
  g_autoptr (WsPlace) self = data;
  g_autoptr (GError) error = NULL;
  GPtrArray *devices = ws_client_devices_finish (WS_CLIENT (client), result, &error);

  if (g_task_get_cancellable (G_TASK (result)) == self->cancellable)
    g_clear_object (&self->cancellable);
  if (devices != NULL)
    {
      g_clear_pointer (&self->devices, g_ptr_array_unref);
      self->devices = choose (devices);
      g_signal_emit (self, signals[LISTED], 0);
    }
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_signal_emit (self, signals[FAILED], 0, error);
  g_signal_emit (self, signals[CHANGED], 0);
}

/**
 * ws_place_connect:
 * @self: another computer
 *
 * Connects to its worker and lists its devices. Ends with listed, failed or stopped.
 */
void
ws_place_connect (WsPlace *self)
{
  g_return_if_fail (WS_IS_PLACE (self));
  if (self->cancellable != NULL)
    return;
  self->cancellable = g_cancellable_new ();
  ws_client_devices_async (self->client, self->cancellable, listed_cb, g_object_ref (self));
}

/* Cancels connecting; a job leaves its queue. It can be connected again at once: the cancellation
 * of the pending list may be reported later. */
void
ws_place_stop_connecting (WsPlace *self)
{
  g_return_if_fail (WS_IS_PLACE (self));
  if (ws_place_get_state (self) != WS_PLACE_WAITS)
    return;
  g_clear_object (&self->cancellable);
  ws_client_stop_waiting (self->client);
  g_signal_emit (self, signals[STOPPED], 0);
}

/* A place that runs something was connected for that, possibly without listing its devices. */
static void
state_cb (WsPlace *self)
{
  gboolean is_connected = ws_client_is_connected (self->client);
  gboolean is_new = is_connected && !self->was_connected;
  gboolean is_lost = !is_connected && self->was_connected;

  self->was_connected = is_connected;
  if (ws_client_get_latency_us (self->client) >= 0)
    self->latency_us = ws_client_get_latency_us (self->client);
  if (is_new && self->devices == NULL)
    ws_place_connect (self);
  g_signal_emit (self, signals[CHANGED], 0);
  if (is_lost && ws_client_get_loss (self->client) != NULL)
    g_signal_emit (self, signals[FAILED], 0, ws_client_get_loss (self->client));
}

static void
waiting_cb (WsPlace *self)
{
  g_signal_emit (self, signals[CHANGED], 0);
}

/* ---- the object ---- */

static void
ws_place_dispose (GObject *object)
{
  WsPlace *self = WS_PLACE (object);

  g_cancellable_cancel (self->cancellable); /* does nothing if NULL */
  g_clear_object (&self->cancellable);
  g_clear_object (&self->client);

  G_OBJECT_CLASS (ws_place_parent_class)->dispose (object);
}

static void
ws_place_finalize (GObject *object)
{
  WsPlace *self = WS_PLACE (object);

  ws_remote_unref (self->remote);
  g_clear_pointer (&self->devices, g_ptr_array_unref);

  G_OBJECT_CLASS (ws_place_parent_class)->finalize (object);
}

static void
ws_place_class_init (WsPlaceClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ws_place_dispose;
  G_OBJECT_CLASS (klass)->finalize = ws_place_finalize;
  signals[CHANGED] = g_signal_new ("changed", WS_TYPE_PLACE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 0);
  signals[LISTED] = g_signal_new ("listed", WS_TYPE_PLACE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 0);
  signals[FAILED] = g_signal_new ("failed", WS_TYPE_PLACE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 1, G_TYPE_ERROR);
  signals[STOPPED] = g_signal_new ("stopped", WS_TYPE_PLACE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 0);
}

static void
ws_place_init (WsPlace *self)
{
  self->latency_us = -1;
}

/**
 * ws_place_new:
 * @remote: (transfer none): another computer, which @queue knows
 * @queue: (transfer none): for requests to it
 *
 * Returns: (transfer full): the place, not connected
 */
WsPlace *
ws_place_new (WsRemote *remote, WsQueue *queue)
{
  WsPlace *self = g_object_new (WS_TYPE_PLACE, NULL);
  g_autofree char *device = g_strconcat (ws_remote_get_name (remote), "/", NULL);

  self->remote = ws_remote_ref (remote);
  self->client = g_object_ref (ws_queue_get_client (queue, device));
  g_signal_connect_object (self->client, "state-changed", G_CALLBACK (state_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->client, "waiting", G_CALLBACK (waiting_cb), self,
                           G_CONNECT_SWAPPED);
  state_cb (self);
  return self;
}

WsRemote *
ws_place_get_remote (WsPlace *self)
{
  g_return_val_if_fail (WS_IS_PLACE (self), NULL);
  return self->remote;
}

/* Returns: (transfer none): its client */
WsClient *
ws_place_get_client (WsPlace *self)
{
  g_return_val_if_fail (WS_IS_PLACE (self), NULL);
  return self->client;
}

const char *
ws_place_get_name (WsPlace *self)
{
  g_return_val_if_fail (WS_IS_PLACE (self), NULL);
  return ws_remote_get_name (self->remote);
}

WsPlaceState
ws_place_get_state (WsPlace *self)
{
  g_return_val_if_fail (WS_IS_PLACE (self), WS_PLACE_RESTS);
  if (ws_client_is_connected (self->client))
    return WS_PLACE_CONNECTED;
  if (ws_client_get_state (self->client) != WS_CLIENT_STOPPED)
    return WS_PLACE_WAITS;
  return ws_client_get_loss (self->client) != NULL ? WS_PLACE_LOST : WS_PLACE_RESTS;
}

/* Returns: (transfer full): a few words on its state, as in "Connected, 3.2 ms" */
char *
ws_place_dup_sentence (WsPlace *self)
{
  switch (ws_place_get_state (self))
    {
    case WS_PLACE_CONNECTED:
      return self->latency_us < 0
                 ? g_strdup (_ ("Connected"))
                 /* Translators: how long a word takes there and back */
                 : g_strdup_printf (_ ("Connected, %.1f\u00a0ms"), (double)self->latency_us / 1e3);
    case WS_PLACE_WAITS:
      return ws_client_dup_waiting (self->client);
    case WS_PLACE_LOST:
      return g_strdup (_ ("Connection lost"));
    default:
      return g_strdup (_ ("Not connected"));
    }
}

/* Returns: (transfer none) (nullable): why it is lost */
const GError *
ws_place_get_error (WsPlace *self)
{
  g_return_val_if_fail (WS_IS_PLACE (self), NULL);
  return ws_client_get_loss (self->client);
}

/* Returns: (transfer none) (nullable) (element-type WsClientDevice): its devices when last listed;
 * %NULL before the first answer */
GPtrArray *
ws_place_get_devices (WsPlace *self)
{
  g_return_val_if_fail (WS_IS_PLACE (self), NULL);
  return self->devices;
}
