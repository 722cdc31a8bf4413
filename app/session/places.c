#include "session/places.h"

struct _WsPlaces {
  GObject parent_instance;

  WsRemotes *remotes;
  WsQueue *queue;
  GPtrArray *list; /* WsPlace, in the order of the remotes */
};

enum { CHANGED, LISTED, FAILED, STOPPED, N_SIGNALS };

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WsPlaces, ws_places, G_TYPE_OBJECT)

static void
changed_cb (WsPlaces *self)
{
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
listed_cb (WsPlaces *self, WsPlace *place)
{
  g_signal_emit (self, signals[LISTED], 0, place);
}

static void
failed_cb (WsPlaces *self, const GError *error, WsPlace *place)
{
  g_signal_emit (self, signals[FAILED], 0, place, error);
}

static void
stopped_cb (WsPlaces *self, WsPlace *place)
{
  g_signal_emit (self, signals[STOPPED], 0, place);
}

/* (transfer full) */
static WsPlace *
make_place (WsPlaces *self, WsRemote *remote)
{
  WsPlace *place = ws_place_new (remote, self->queue);

  g_signal_connect_object (place, "changed", G_CALLBACK (changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (place, "listed", G_CALLBACK (listed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (place, "failed", G_CALLBACK (failed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (place, "stopped", G_CALLBACK (stopped_cb), self, G_CONNECT_SWAPPED);
  return place;
}

/* (nullable): the one with the same command and the same client */
static WsPlace *
find_same (WsPlaces *self, WsRemote *remote)
{
  WsPlace *place = ws_places_find (self, ws_remote_get_name (remote));
  g_autofree char *device = g_strconcat (ws_remote_get_name (remote), "/", NULL);

  return place != NULL && ws_place_get_client (place) == ws_queue_get_client (self->queue, device)
             ? place
             : NULL;
}

static void
follow (WsPlaces *self)
{
  GPtrArray *list = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < ws_remotes_get_n (self->remotes); i++)
    {
      WsRemote *remote = ws_remotes_get (self->remotes, i);
      WsPlace *same = find_same (self, remote);

      g_ptr_array_add (list, same != NULL ? g_object_ref (same) : make_place (self, remote));
    }
  for (guint i = 0; i < self->list->len; i++)
    if (!g_ptr_array_find (list, self->list->pdata[i], NULL))
      g_signal_handlers_disconnect_by_data (self->list->pdata[i], self);
  g_ptr_array_unref (self->list);
  self->list = list;
}

static void
remotes_cb (WsPlaces *self)
{
  follow (self);
  g_signal_emit (self, signals[LISTED], 0, NULL);
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
ws_places_dispose (GObject *object)
{
  WsPlaces *self = WS_PLACES (object);

  g_ptr_array_set_size (self->list, 0);
  g_clear_object (&self->remotes);
  g_clear_object (&self->queue);

  G_OBJECT_CLASS (ws_places_parent_class)->dispose (object);
}

static void
ws_places_finalize (GObject *object)
{
  g_ptr_array_unref (WS_PLACES (object)->list);

  G_OBJECT_CLASS (ws_places_parent_class)->finalize (object);
}

static void
ws_places_class_init (WsPlacesClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ws_places_dispose;
  G_OBJECT_CLASS (klass)->finalize = ws_places_finalize;
  signals[CHANGED] = g_signal_new ("changed", WS_TYPE_PLACES, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                   NULL, G_TYPE_NONE, 0);
  signals[LISTED] = g_signal_new ("listed", WS_TYPE_PLACES, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 1, WS_TYPE_PLACE);
  signals[FAILED] = g_signal_new ("failed", WS_TYPE_PLACES, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 2, WS_TYPE_PLACE, G_TYPE_ERROR);
  signals[STOPPED] = g_signal_new ("stopped", WS_TYPE_PLACES, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                   NULL, G_TYPE_NONE, 1, WS_TYPE_PLACE);
}

static void
ws_places_init (WsPlaces *self)
{
  self->list = g_ptr_array_new_with_free_func (g_object_unref);
}

/**
 * ws_places_new:
 * @remotes: (transfer none): what the user has added
 * @queue: (transfer none): which follows them already
 *
 * Returns: (transfer full): the places of @remotes; none of them is connected
 */
WsPlaces *
ws_places_new (WsRemotes *remotes, WsQueue *queue)
{
  WsPlaces *self = g_object_new (WS_TYPE_PLACES, NULL);

  self->remotes = g_object_ref (remotes);
  self->queue = g_object_ref (queue);
  follow (self);
  g_signal_connect_object (remotes, "changed", G_CALLBACK (remotes_cb), self, G_CONNECT_SWAPPED);
  return self;
}

guint
ws_places_get_n (WsPlaces *self)
{
  g_return_val_if_fail (WS_IS_PLACES (self), 0);
  return self->list->len;
}

/* Returns: (transfer none): of ws_places_get_n() */
WsPlace *
ws_places_get (WsPlaces *self, guint i)
{
  g_return_val_if_fail (WS_IS_PLACES (self) && i < self->list->len, NULL);
  return self->list->pdata[i];
}

/* Returns: (transfer none) (nullable): the one of that name */
WsPlace *
ws_places_find (WsPlaces *self, const char *name)
{
  g_return_val_if_fail (WS_IS_PLACES (self), NULL);
  for (guint i = 0; i < self->list->len; i++)
    if (g_strcmp0 (ws_place_get_name (self->list->pdata[i]), name) == 0)
      return self->list->pdata[i];
  return NULL;
}

/**
 * ws_places_find_of:
 * @device: (nullable): id of any device
 *
 * Returns: (transfer none) (nullable): the owner of the device; %NULL for this computer
 */
WsPlace *
ws_places_find_of (WsPlaces *self, const char *device)
{
  g_autofree char *name = ws_remote_dup_name_of (device);

  return name != NULL ? ws_places_find (self, name) : NULL;
}

/**
 * ws_places_add:
 * @client: (transfer none): of another computer, which may be connected
 *
 * Adds it, also to the settings, replacing one of the same name; an existing connection is kept.
 *
 * Returns: whether it was saved
 */
gboolean
ws_places_add (WsPlaces *self, WsClient *client, GError **error)
{
  g_return_val_if_fail (WS_IS_PLACES (self) && WS_IS_CLIENT (client), FALSE);
  ws_queue_adopt (self->queue, client);
  return ws_remotes_put (self->remotes, ws_client_get_remote (client), error);
}

/* Removes it, also from the settings, and cancels its work.
 *
 * Returns: whether it existed and was removed */
gboolean
ws_places_remove (WsPlaces *self, const char *name, GError **error)
{
  g_return_val_if_fail (WS_IS_PLACES (self) && name != NULL, FALSE);
  return ws_remotes_remove (self->remotes, name, error);
}
