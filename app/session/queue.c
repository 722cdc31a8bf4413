#include "session/queue.h"

/* A request, from its arrival to its end. */
typedef struct {
  WsQueue *queue;
  WsRequest request;
  char *device;
  char *place;            /* of the station */
  GCancellable *given_up; /* nullable: the caller's */
  gulong given_up_id;
  GCancellable *cancellable; /* of the running call; NULL while it waits */
  gboolean makes_room;
} Entry;

/* A device and its worker; for another computer, all its devices, which share one connection. */
typedef struct {
  char *place; /* as in "vm:h200" or "gpu-server/"; NULL: of none yet */
  WsClient *client;
  Entry *running; /* not owned: the running call owns it */
} Station;

struct _WsQueue {
  GObject parent_instance;

  char **argv;
  WsRemotes *remotes; /* nullable */
  GMainContext *context;
  GPtrArray *stations; /* Station */
  GQueue waiting;      /* Entry, in the order of service */
  GSource *looking;    /* nullable: a device has become free */
};

enum { CLIENT_ADDED, N_SIGNALS };

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WsQueue, ws_queue, G_TYPE_OBJECT)

static void
station_free (gpointer data)
{
  Station *self = data;

  g_free (self->place);
  g_object_unref (self->client);
  g_free (self);
}

static void
entry_free (Entry *self)
{
  if (self->given_up != NULL && self->given_up_id != 0)
    g_signal_handler_disconnect (self->given_up, self->given_up_id);
  g_clear_object (&self->given_up);
  g_clear_object (&self->cancellable);
  g_object_unref (self->queue);
  g_free (self->device);
  g_free (self->place);
  g_free (self);
}

/* ---- workers ---- */

/* (transfer full) */
static WsClient *
make_client (WsQueue *self, const char *device)
{
  g_autoptr (GError) error = NULL;
  WsRemote *remote =
      self->remotes != NULL ? ws_remotes_find_of (self->remotes, device, &error) : NULL;

  if (error != NULL)
    return ws_client_new_absent (error);
  return remote != NULL ? ws_client_new_for_remote (remote)
                        : ws_client_new ((const char *const *)self->argv);
}

static Station *
add_station (WsQueue *self, const char *device)
{
  Station *station = g_new0 (Station, 1);

  station->client = make_client (self, device);
  g_ptr_array_add (self->stations, station);
  g_signal_emit (self, signals[CLIENT_ADDED], 0, station->client);
  return station;
}

/* (transfer full): the station that a device is of */
static char *
dup_place (const char *device)
{
  g_autofree char *name = ws_remote_dup_name_of (device);

  return name != NULL ? g_strconcat (name, "/", NULL) : g_strdup (device);
}

/* A station without a device can serve any device of this computer: so the client that listed the
 * devices is reused. */
static Station *
get_station (WsQueue *self, const char *device)
{
  g_autofree char *place = dup_place (device);
  gboolean is_here = g_strcmp0 (place, device) == 0;
  Station *free_one = NULL;

  for (guint i = 0; i < self->stations->len; i++)
    {
      Station *station = self->stations->pdata[i];

      if (g_strcmp0 (station->place, place) == 0)
        return station;
      if (station->place == NULL && free_one == NULL && is_here)
        free_one = station;
    }
  if (free_one == NULL)
    free_one = add_station (self, device);
  free_one->place = g_steal_pointer (&place);
  return free_one;
}

/* ---- turns ---- */

static void look (WsQueue *self, Station *station);
static void look_soon (WsQueue *self);

static gboolean
look_cb (gpointer data)
{
  g_autoptr (WsQueue) self = g_object_ref (data);

  g_clear_pointer (&self->looking, g_source_unref);
  for (guint i = 0; i < self->stations->len; i++)
    look (self, self->stations->pdata[i]);
  return G_SOURCE_REMOVE;
}

/* Deferred: the receiver of the answer may add a request that comes first. */
static void
look_soon (WsQueue *self)
{
  if (self->looking != NULL)
    return;
  self->looking = g_idle_source_new ();
  g_source_set_priority (self->looking, G_PRIORITY_DEFAULT + 1);
  g_source_set_callback (self->looking, look_cb, self, NULL);
  g_source_attach (self->looking, self->context);
}

/* The cell that the user looks at, and a preempted request, precede others of the same priority;
 * all else follows these. */
static void
put (WsQueue *self, Entry *entry)
{
  gboolean before = entry->request.priority == WS_PRIORITY_CHOSEN_CELL || entry->makes_room;
  GList *link = self->waiting.head;

  while (link != NULL)
    {
      const Entry *other = link->data;

      if (other->request.priority < entry->request.priority
          || (before && other->request.priority == entry->request.priority))
        break;
      link = link->next;
    }
  entry->makes_room = FALSE;
  g_queue_insert_before (&self->waiting, link, entry);
}

static void
done_cb (GObject *client, GAsyncResult *result, gpointer data)
{
  Entry *entry = data;
  g_autoptr (WsQueue) self = g_object_ref (entry->queue);

  for (guint i = 0; i < self->stations->len; i++)
    {
      Station *station = self->stations->pdata[i];

      if (station->running == entry)
        station->running = NULL;
    }
  look_soon (self);
  /* a preempted request is queued again, unless its answer arrived first */
  if (entry->makes_room && g_task_had_error (G_TASK (result))
      && !g_cancellable_is_cancelled (entry->given_up))
    {
      g_clear_object (&entry->cancellable);
      put (self, entry);
      return;
    }
  entry->request.done (client, result, entry->request.user_data);
  entry_free (entry);
}

static void
ask (Entry *entry, WsClient *client)
{
  entry->cancellable = g_cancellable_new ();
  if (g_cancellable_is_cancelled (entry->given_up))
    g_cancellable_cancel (entry->cancellable);
  entry->request.ask (client, entry->cancellable, done_cb, entry, entry->request.user_data);
}

/* Starts the next request, if the device is free or can be freed. */
static void
look (WsQueue *self, Station *station)
{
  Entry *running = station->running;
  GList *link = self->waiting.head;
  Entry *next;

  while (link != NULL && g_strcmp0 (((Entry *)link->data)->place, station->place) != 0)
    link = link->next;
  if (link == NULL)
    return;
  next = link->data;
  if (running == NULL)
    {
      g_queue_delete_link (&self->waiting, link);
      station->running = next;
      ask (next, station->client);
    }
  else if (running->request.yields && running->request.priority < next->request.priority
           && !running->makes_room)
    {
      running->makes_room = TRUE;
      g_cancellable_cancel (running->cancellable); /* its call may end here */
    }
}

static void
given_up_cb (GCancellable *given_up, Entry *entry)
{
  if (entry->cancellable != NULL)
    g_cancellable_cancel (entry->cancellable); /* its call may end here, and free the entry */
  else if (g_queue_remove (&entry->queue->waiting, entry))
    ask (entry, get_station (entry->queue, entry->device)->client);
}

/* ---- remotes that come and go ---- */

/* Running requests are cancelled; waiting ones go to the new remote, or fail if there is none. */
static void
drop_station (WsQueue *self, guint index)
{
  Station *station = g_ptr_array_steal_index (self->stations, index);
  Entry *running = station->running;

  for (GList *link = self->waiting.head; link != NULL; link = link->next)
    if (g_strcmp0 (((Entry *)link->data)->place, station->place) == 0)
      get_station (self, ((Entry *)link->data)->device);
  station_free (station);
  if (running != NULL)
    {
      running->makes_room = FALSE;
      g_cancellable_cancel (running->cancellable); /* its call may end here */
    }
  look_soon (self);
}

static gboolean
is_as_kept (WsQueue *self, const Station *station)
{
  g_autofree char *name = ws_remote_dup_name_of (station->place);
  WsRemote *kept = name != NULL ? ws_remotes_find (self->remotes, name) : NULL;
  WsRemote *asked = ws_client_get_remote (station->client);

  if (kept == NULL || asked == NULL)
    return kept == asked;
  return g_str_equal (ws_remote_get_command (kept), ws_remote_get_command (asked));
}

static void
remotes_cb (WsQueue *self)
{
  for (guint i = self->stations->len; i > 0; i--)
    if (!is_as_kept (self, self->stations->pdata[i - 1]))
      drop_station (self, i - 1);
}

/* ---- the object ---- */

static void
ws_queue_dispose (GObject *object)
{
  WsQueue *self = WS_QUEUE (object);

  if (self->looking != NULL)
    g_source_destroy (self->looking);
  g_clear_pointer (&self->looking, g_source_unref);
  g_clear_pointer (&self->stations, g_ptr_array_unref);

  G_OBJECT_CLASS (ws_queue_parent_class)->dispose (object);
}

static void
ws_queue_finalize (GObject *object)
{
  WsQueue *self = WS_QUEUE (object);

  g_strfreev (self->argv);
  g_clear_object (&self->remotes);
  g_main_context_unref (self->context);

  G_OBJECT_CLASS (ws_queue_parent_class)->finalize (object);
}

static void
ws_queue_class_init (WsQueueClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = ws_queue_dispose;
  object_class->finalize = ws_queue_finalize;
  signals[CLIENT_ADDED] = g_signal_new ("client-added", WS_TYPE_QUEUE, G_SIGNAL_RUN_LAST, 0, NULL,
                                        NULL, NULL, G_TYPE_NONE, 1, WS_TYPE_CLIENT);
}

static void
ws_queue_init (WsQueue *self)
{
  self->context = g_main_context_ref_thread_default ();
  self->stations = g_ptr_array_new_with_free_func (station_free);
  g_queue_init (&self->waiting);
}

/**
 * ws_queue_new:
 * @argv: (nullable) (array zero-terminated=1): the workers' command, as for ws_client_new()
 *
 * Returns: (transfer full): a queue with nothing in it and no worker. Each request holds a
 * reference to it until it is done.
 */
WsQueue *
ws_queue_new (const char *const *argv)
{
  WsQueue *self = g_object_new (WS_TYPE_QUEUE, NULL);

  self->argv = g_strdupv ((char **)argv);
  return self;
}

/**
 * ws_queue_set_remotes:
 * @remotes: (transfer none): whose devices are available, too
 */
void
ws_queue_set_remotes (WsQueue *self, WsRemotes *remotes)
{
  g_return_if_fail (WS_IS_QUEUE (self) && WS_IS_REMOTES (remotes) && self->remotes == NULL);
  self->remotes = g_object_ref (remotes);
  g_signal_connect_object (remotes, "changed", G_CALLBACK (remotes_cb), self, G_CONNECT_SWAPPED);
}

/**
 * ws_queue_adopt:
 * @client: (transfer none): of another computer, which may be connected by now
 *
 * Replaces a client of the same name by @client. Add it to the remotes next: clients that are not
 * in there are dropped when these change.
 */
void
ws_queue_adopt (WsQueue *self, WsClient *client)
{
  WsRemote *remote;
  g_autofree char *place = NULL;
  Station *station;

  g_return_if_fail (WS_IS_QUEUE (self) && WS_IS_CLIENT (client));
  remote = ws_client_get_remote (client);
  g_return_if_fail (remote != NULL);
  place = g_strconcat (ws_remote_get_name (remote), "/", NULL);
  station = g_new0 (Station, 1);
  station->place = g_strdup (place);
  station->client = g_object_ref (client);
  g_ptr_array_insert (self->stations, 0, station); /* before the old one is dropped */
  for (guint i = self->stations->len - 1; i > 0; i--)
    if (g_strcmp0 (((Station *)self->stations->pdata[i])->place, place) == 0)
      drop_station (self, i);
  g_signal_emit (self, signals[CLIENT_ADDED], 0, client);
}

/**
 * ws_queue_add:
 * @request: (transfer none): the call, its device and priority
 * @cancellable: (nullable): to cancel it: its callback receives %G_IO_ERROR_CANCELLED at once
 *
 * Makes the call when the device is free, possibly at once. A more urgent request preempts a
 * running one that yields, which is repeated afterwards.
 */
void
ws_queue_add (WsQueue *self, const WsRequest *request, GCancellable *cancellable)
{
  Station *station;
  Entry *entry;

  g_return_if_fail (WS_IS_QUEUE (self) && request != NULL && request->device != NULL);
  station = get_station (self, request->device);
  entry = g_new0 (Entry, 1);
  entry->queue = g_object_ref (self);
  entry->request = *request;
  entry->request.device = entry->device = g_strdup (request->device);
  entry->place = g_strdup (station->place);
  if (g_cancellable_is_cancelled (cancellable))
    {
      entry->given_up = g_object_ref (cancellable);
      ask (entry, station->client);
      return;
    }
  if (cancellable != NULL)
    {
      entry->given_up = g_object_ref (cancellable);
      entry->given_up_id =
          g_signal_connect (cancellable, "cancelled", G_CALLBACK (given_up_cb), entry);
    }
  put (self, entry);
  look (self, station);
}

/**
 * ws_queue_get_client:
 * @device: (nullable): as in "vm:h200"; %NULL for any idle one of this computer
 *
 * Returns: (transfer none): the client that talks to the device's worker: only for calls that do
 * not disturb measurements, such as a list of devices
 */
WsClient *
ws_queue_get_client (WsQueue *self, const char *device)
{
  g_return_val_if_fail (WS_IS_QUEUE (self), NULL);
  if (device != NULL)
    return get_station (self, device)->client;
  for (guint i = 0; i < self->stations->len; i++)
    {
      Station *station = self->stations->pdata[i];

      if (station->running == NULL && ws_client_get_remote (station->client) == NULL)
        return station->client;
    }
  return add_station (self, NULL)->client;
}

/**
 * ws_queue_get_n_waiting:
 * @device: as in "vm:h200"
 *
 * Returns: number of requests that wait for @device
 */
guint
ws_queue_get_n_waiting (WsQueue *self, const char *device)
{
  guint n = 0;

  g_return_val_if_fail (WS_IS_QUEUE (self), 0);
  for (GList *link = self->waiting.head; link != NULL; link = link->next)
    n += g_str_equal (((Entry *)link->data)->device, device);
  return n;
}
