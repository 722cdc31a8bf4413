#include "window/place-control.h"

#include "client/install-hint.h"
#include "client/install.h"
#include "dialog/device-dialog.h"
#include "dialog/places-dialog.h"

#include <glib/gi18n.h>

struct _WsPlaceControl {
  GObject parent_instance;

  GtkWindow *window; /* above the dialogs; not owned */
  WsSession *session;
  WsPlaces *places;
  WsNotices *notices;
  GtkWidget *dialog;        /* nullable: the dialog of the places; a weak pointer */
  WsSign *waiting;          /* nullable: shows the computer it waits for */
  char *failed;             /* nullable: the place whose failure is shown */
  WsRemote *removed;        /* nullable: the last removed place */
  GCancellable *installing; /* nullable */
};

G_DEFINE_FINAL_TYPE (WsPlaceControl, ws_place_control, G_TYPE_OBJECT)

/* ---- waiting ---- */

/* (transfer full) (nullable): of the first computer that it waits for */
static char *
dup_waiting (WsPlaceControl *self)
{
  for (guint i = 0; i < ws_places_get_n (self->places); i++)
    {
      WsPlace *place = ws_places_get (self->places, i);

      if (ws_place_get_state (place) == WS_PLACE_WAITS)
        return ws_place_dup_sentence (place);
    }
  return NULL;
}

static void
show_waiting (WsPlaceControl *self, const char *sentence)
{
  if (sentence == NULL)
    g_clear_pointer (&self->waiting, ws_sign_end);
  else if (self->waiting == NULL)
    self->waiting = ws_notices_add_work (self->notices, sentence, "win.stop-connecting");
  else
    ws_sign_set_sentence (self->waiting, sentence);
}

static void
changed_cb (WsPlaceControl *self)
{
  g_autofree char *sentence = dup_waiting (self);

  if (self->installing == NULL)
    show_waiting (self, sentence);
}

/* Also cancels requests that wait for it: they would connect again. */
static void
stop_connecting_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  WsPlaceControl *self = data;
  WsPlace *used = ws_places_find_of (self->places, ws_session_get_device_id (self->session));

  g_cancellable_cancel (self->installing); /* does nothing if NULL */
  if (used != NULL && ws_place_get_state (used) == WS_PLACE_WAITS)
    ws_session_cancel (self->session);
  for (guint i = 0; i < ws_places_get_n (self->places); i++)
    if (ws_place_get_state (ws_places_get (self->places, i)) == WS_PLACE_WAITS)
      ws_place_stop_connecting (ws_places_get (self->places, i));
}

/* ---- failures ---- */

static void
offer (WsPlaceControl *self, const GError *error)
{
  gboolean is_missing = g_error_matches (error, WS_CLIENT_ERROR, WS_CLIENT_ERROR_NO_WORKER);

  ws_notices_offer (self->notices, WS_REMEDY_INSTALL_WORKER, is_missing);
  ws_notices_offer (self->notices, WS_REMEDY_CONNECT_AGAIN, !is_missing);
}

static void
take_failed (WsPlaceControl *self, WsPlace *place)
{
  g_free (self->failed);
  self->failed = g_strdup (ws_place_get_name (place));
}

static void
failed_cb (WsPlaceControl *self, WsPlace *place, const GError *error)
{
  take_failed (self, place);
  ws_notices_show_error (self->notices, error->message);
  offer (self, error);
}

/* A run has failed; the error is already shown. */
static void
run_failed_cb (WsPlaceControl *self, const GError *error)
{
  WsPlace *place = ws_places_find_of (self->places, ws_session_get_device_id (self->session));

  if (place == NULL || error->domain != WS_CLIENT_ERROR
      || ws_place_get_state (place) != WS_PLACE_LOST)
    return;
  take_failed (self, place);
  offer (self, error);
}

/* The computer is connected again. */
static void
listed_cb (WsPlaceControl *self, WsPlace *place)
{
  g_autofree char *sentence = NULL;

  if (place == NULL || g_strcmp0 (self->failed, ws_place_get_name (place)) != 0)
    return;
  g_clear_pointer (&self->failed, g_free);
  ws_notices_hide_error (self->notices);
  sentence = g_strdup_printf (_ ("%s is connected again."), ws_place_get_name (place));
  ws_notices_tell (self->notices, sentence);
}

static void
connect_again_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  WsPlaceControl *self = data;

  if (self->failed != NULL)
    gtk_widget_activate_action (GTK_WIDGET (self->window), "win.reconnect", "s", self->failed);
}

/* ---- adding ---- */

/* Connects it: immediate if the dialog has already connected. */
static gboolean
add (WsPlaceControl *self, WsClient *client)
{
  g_autoptr (GError) error = NULL;

  if (!ws_places_add (self->places, client, &error))
    {
      ws_notices_show_error (self->notices, error->message);
      return FALSE;
    }
  ws_place_connect (
      ws_places_find (self->places, ws_remote_get_name (ws_client_get_remote (client))));
  return TRUE;
}

static void
accepted_cb (WsPlaceControl *self, WsClient *client)
{
  add (self, client);
}

static void
add_device_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  WsPlaceControl *self = data;
  GtkWidget *dialog = ws_device_dialog_new (self->dialog != NULL ? GTK_WINDOW (self->dialog)
                                                                 : GTK_WINDOW (self->window));

  g_signal_connect_object (dialog, "accepted", G_CALLBACK (accepted_cb), self, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
installed_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (WsPlaceControl) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (WsRemote) remote = ws_install_worker_finish (result, &error);
  g_autoptr (WsClient) client = NULL;

  g_clear_object (&self->installing);
  if (self->places == NULL)
    return;
  show_waiting (self, NULL);
  if (remote != NULL)
    {
      client = ws_client_new_for_remote (remote);
      add (self, client);
    }
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    ws_notices_show_error (self->notices, error->message);
}

static void
install_worker_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  WsPlaceControl *self = data;
  WsPlace *place = ws_places_find (self->places, self->failed);
  g_autofree char *sentence = NULL;

  if (place == NULL || self->installing != NULL)
    return;
  sentence = g_strdup_printf (_ ("Copying the worker to %s"), ws_place_get_name (place));
  show_waiting (self, sentence);
  self->installing = g_cancellable_new ();
  ws_install_worker_async (ws_place_get_remote (place), self->installing, installed_cb,
                           g_object_ref (self));
}

/* ---- removing ---- */

static void
removed_cb (WsPlaceControl *self, WsPlace *place)
{
  WsRemote *remote = ws_remote_ref (ws_place_get_remote (place));
  g_autofree char *sentence = g_strdup_printf (_ ("%s was removed."), ws_place_get_name (place));
  g_autoptr (GError) error = NULL;

  g_clear_pointer (&self->removed, ws_remote_unref);
  self->removed = remote;
  if (ws_places_remove (self->places, ws_remote_get_name (remote), &error))
    ws_notices_tell_and_offer (self->notices, sentence, _ ("_Undo"), "win.undo-remove", NULL);
  else
    ws_notices_show_error (self->notices, error->message);
}

static void
undo_remove_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  WsPlaceControl *self = data;
  g_autoptr (WsRemote) remote = g_steal_pointer (&self->removed);
  g_autoptr (WsClient) client = remote != NULL ? ws_client_new_for_remote (remote) : NULL;
  g_autoptr (GError) error = NULL;

  if (client != NULL && !ws_places_add (self->places, client, &error))
    ws_notices_show_error (self->notices, error->message);
}

static void
remote_devices_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  WsPlaceControl *self = data;

  if (self->dialog == NULL)
    {
      g_set_weak_pointer (&self->dialog, ws_places_dialog_new (self->window, self->places));
      g_signal_connect_object (self->dialog, "removed", G_CALLBACK (removed_cb), self,
                               G_CONNECT_SWAPPED);
    }
  gtk_window_present (GTK_WINDOW (self->dialog));
}

/* ---- the object ---- */

static const GActionEntry entries[] = {
  { "add-device", add_device_cb },           { "connect-again", connect_again_cb },
  { "install-worker", install_worker_cb },   { "remote-devices", remote_devices_cb },
  { "stop-connecting", stop_connecting_cb }, { "undo-remove", undo_remove_cb },
};

static void
ws_place_control_finalize (GObject *object)
{
  WsPlaceControl *self = WS_PLACE_CONTROL (object);

  ws_place_control_end (self);
  g_free (self->failed);
  g_clear_pointer (&self->removed, ws_remote_unref);
  g_clear_weak_pointer (&self->dialog);

  G_OBJECT_CLASS (ws_place_control_parent_class)->finalize (object);
}

static void
ws_place_control_class_init (WsPlaceControlClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ws_place_control_finalize;
  ws_install_hint_offer_button ();
}

static void
ws_place_control_init (WsPlaceControl *self)
{
}

/**
 * ws_place_control_new:
 * @context: of the window, whose session has places
 *
 * Returns: (transfer full): the control of places; the window has its actions by now
 */
WsPlaceControl *
ws_place_control_new (const WsContext *context)
{
  WsPlaceControl *self = g_object_new (WS_TYPE_PLACE_CONTROL, NULL);

  self->window = context->window;
  self->session = context->session;
  self->places = ws_session_get_places (context->session);
  self->notices = context->notices;
  g_action_map_add_action_entries (G_ACTION_MAP (self->window), entries, G_N_ELEMENTS (entries),
                                   self);
  g_signal_connect_object (self->places, "changed", G_CALLBACK (changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->places, "failed", G_CALLBACK (failed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->places, "listed", G_CALLBACK (listed_cb), self, G_CONNECT_SWAPPED);
  /* after the runner, which reports failures */
  g_signal_connect_object (self->session, "failed", G_CALLBACK (run_failed_cb), self,
                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  return self;
}

/**
 * ws_place_control_end:
 * @self: of a window that closes
 *
 * Cancels pending work.
 */
void
ws_place_control_end (WsPlaceControl *self)
{
  g_return_if_fail (WS_IS_PLACE_CONTROL (self));
  g_cancellable_cancel (self->installing); /* does nothing if NULL */
  if (self->places != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->places, self);
      g_signal_handlers_disconnect_by_data (self->session, self);
    }
  self->places = NULL;
}
