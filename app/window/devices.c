#include "window/devices.h"

#include "catalog/catalog.h"
#include "toolkit/steady-drop.h"
#include "toolkit/tip.h"
#include "window/device-entries.h"
#include "window/twin.h"

#include <glib/gi18n.h>

#define DEVICE_CHARS 18 /* of the chosen device: "Virtual NVIDIA H200" */

struct _WsDevices {
  GObject parent_instance;

  WsSession *session;
  WsNotices *notices;
  GtkWindow *window; /* parent of the dialogs; not owned */
  GtkDropDown *device_drop;
  WsDeviceEntries *entries;
  char *awaited; /* nullable: a device of another computer, or "gpu-server/" for any of its devices,
                    to be used once connected */
  char *given_up; /* nullable: the awaited device when the user stopped waiting: used again only if
                     its computer is connected again */
  char *device_wanted;    /* the last used real GPU, until the list tells whether it exists */
  gboolean device_chosen; /* by the user, so it is stored */
  gboolean updating;
};

enum { SIGNAL_TAKEN, SIGNAL_CHOSEN, N_SIGNALS };

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WsDevices, ws_devices, G_TYPE_OBJECT)

/* The full name, which the button may abbreviate. */
static void
tell_device (WsDevices *self, const WsClientDevice *device)
{
  g_autofree char *tip = g_strdup_printf ("%s\n%s", device->name, device->state);

  ws_tip_set (GTK_WIDGET (self->device_drop), tip);
}

static void
select_in_list (WsDevices *self)
{
  const char *id = ws_session_get_device_id (self->session);
  const WsClientDevice *device = ws_session_get_device (self->session);
  g_autofree char *place = ws_remote_dup_name_of (id);
  guint index = ws_device_entries_find (self->entries, WS_DEVICE_ENTRY_DEVICE, id);

  /* a device of another computer whose devices are not known yet */
  if (index == GTK_INVALID_LIST_POSITION && place != NULL)
    index = ws_device_entries_find (self->entries, WS_DEVICE_ENTRY_PLACE, place);
  if (index == GTK_INVALID_LIST_POSITION)
    return;
  self->updating = TRUE;
  gtk_drop_down_set_selected (self->device_drop, index);
  self->updating = FALSE;
  if (device != NULL)
    tell_device (self, device);
}

static void
take_device (WsDevices *self, const WsClientDevice *device)
{
  ws_session_set_device (self->session, device->id);
  select_in_list (self);
  g_signal_emit (self, signals[SIGNAL_TAKEN], 0, device);
}

/* (nullable): the real GPU in use, or the first usable one */
static const WsClientDevice *
find_real (WsDevices *self)
{
  GPtrArray *devices = ws_session_get_devices (self->session);
  const WsClientDevice *used = ws_session_get_device (self->session);

  if (used != NULL && used->usable && used->origin == WS_ORIGIN_MEASURED)
    return used;
  for (guint i = 0; i < devices->len; i++)
    {
      const WsClientDevice *device = g_ptr_array_index (devices, i);

      if (device->usable && device->origin == WS_ORIGIN_MEASURED)
        return device;
    }
  return NULL;
}

static void
forget_awaited (WsDevices *self)
{
  g_clear_pointer (&self->awaited, g_free);
  g_clear_pointer (&self->given_up, g_free);
}

static void
choose_device (WsDevices *self, const WsClientDevice *device)
{
  /* also when the list goes back from an entry that is not a device */
  if (g_strcmp0 (device->id, ws_session_get_device_id (self->session)) == 0)
    return;
  if (!device->usable)
    {
      ws_notices_show_error (self->notices, device->state);
      select_in_list (self);
      return;
    }
  forget_awaited (self);
  take_device (self, device);
  self->device_chosen = TRUE;
  g_signal_emit (self, signals[SIGNAL_CHOSEN], 0);
}

/* @device: of another computer, or "gpu-server/"
 *
 * Connects to it, if that computer was added. */
static void
await_device (WsDevices *self, const char *device)
{
  WsPlace *place = ws_places_find_of (ws_session_get_places (self->session), device);
  char *awaited = g_strdup (device); /* which may be the device awaited before */

  if (place == NULL)
    {
      g_free (awaited);
      return;
    }
  forget_awaited (self);
  self->awaited = awaited;
  ws_place_connect (place);
}

static void
choose_other (WsDevices *self, guint index)
{
  g_autofree char *any = NULL;

  select_in_list (self);
  switch (ws_device_entries_get_kind (self->entries, index))
    {
    case WS_DEVICE_ENTRY_PLACE:
      any = g_strconcat (ws_device_entries_get_id (self->entries, index), "/", NULL);
      await_device (self, any);
      break;
    case WS_DEVICE_ENTRY_ADD:
      gtk_widget_activate_action (GTK_WIDGET (self->window), "win.add-device", NULL);
      break;
    case WS_DEVICE_ENTRY_PLACES:
      gtk_widget_activate_action (GTK_WIDGET (self->window), "win.remote-devices", NULL);
      break;
    default:
      ws_twin_make (find_real (self), self->window, self->session, self->notices);
    }
}

static void
device_selected_cb (WsDevices *self)
{
  guint index = gtk_drop_down_get_selected (self->device_drop);

  if (self->updating || self->session == NULL || ws_session_get_devices (self->session) == NULL
      || index == GTK_INVALID_LIST_POSITION)
    return;
  if (ws_device_entries_get_kind (self->entries, index) == WS_DEVICE_ENTRY_DEVICE)
    choose_device (self, ws_session_find_device (self->session,
                                                 ws_device_entries_get_id (self->entries, index)));
  else
    choose_other (self, index);
}

static void
connect_device_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  await_device (data, g_variant_get_string (parameter, NULL));
}

/* Whether @device is of that computer, or stands for any of its devices. */
static gboolean
is_of (WsDevices *self, const char *device, WsPlace *place)
{
  return ws_places_find_of (ws_session_get_places (self->session), device) == place;
}

/* Awaits the device that the user wanted from it before. */
static void
reconnect_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  WsDevices *self = data;
  WsPlace *place = ws_places_find (ws_session_get_places (self->session),
                                   g_variant_get_string (parameter, NULL));

  if (place == NULL)
    return;
  if (self->given_up != NULL && is_of (self, self->given_up, place))
    await_device (self, self->given_up);
  else
    ws_place_connect (place);
}

/* A user who stops waiting for a computer no longer wants it when it connects later. */
static void
stopped_cb (WsDevices *self, WsPlace *place)
{
  if (self->awaited == NULL || !is_of (self, self->awaited, place))
    return;
  g_free (self->given_up);
  self->given_up = g_steal_pointer (&self->awaited);
}

/* As if chosen in the list. */
static void
use_device_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  WsDevices *self = data;
  guint index = ws_device_entries_find (self->entries, WS_DEVICE_ENTRY_DEVICE,
                                        g_variant_get_string (parameter, NULL));

  if (index != GTK_INVALID_LIST_POSITION)
    gtk_drop_down_set_selected (self->device_drop, index);
}

static void
fill_list (WsDevices *self)
{
  self->updating = TRUE;
  ws_device_entries_fill (self->entries, self->session, find_real (self) != NULL);
  self->updating = FALSE;
}

/* The state of a computer, or the list of computers, has changed. */
static void
places_cb (WsDevices *self)
{
  if (ws_session_get_devices (self->session) == NULL)
    return;
  fill_list (self);
  select_in_list (self);
}

/* Uses the awaited device once it is listed: the named one, else the first of that computer. */
static void
take_awaited (WsDevices *self)
{
  WsPlace *place = ws_places_find_of (ws_session_get_places (self->session), self->awaited);
  GPtrArray *devices = place != NULL ? ws_place_get_devices (place) : NULL;
  const WsClientDevice *device;

  if (devices == NULL || devices->len == 0)
    return;
  device = ws_session_find_device (self->session, self->awaited);
  choose_device (self, device != NULL ? device : devices->pdata[0]);
}

/* The list has arrived: chooses a device if none was chosen, or if the chosen one no longer
 * exists. */
static void
devices_cb (WsDevices *self)
{
  const char *id = ws_session_get_device_id (self->session);
  const WsClientDevice *best = ws_session_find_best_device (self->session);
  const WsClientDevice *wanted = ws_session_find_device (
      self->session, self->device_wanted != NULL ? self->device_wanted : id);
  g_autofree char *place = ws_remote_dup_name_of (id);
  /* nothing is reported for a removed computer */
  gboolean is_named =
      id != NULL
      && (place == NULL || ws_places_find (ws_session_get_places (self->session), place) != NULL);

  fill_list (self);
  if (wanted != NULL && wanted->usable)
    best = wanted;
  else if (self->device_wanted != NULL)
    {
      g_autofree char *sentence =
          g_strdup_printf (_ ("The device %1$s that was used last is not here. %2$s"),
                           self->device_wanted, wanted != NULL ? wanted->state : "");

      ws_notices_show_error (self->notices, sentence);
    }
  g_clear_pointer (&self->device_wanted, g_free);
  /* given on the command line: the worker reports an unknown one */
  if (best != NULL && (wanted != NULL || !is_named))
    take_device (self, best);
  else
    select_in_list (self);
  take_awaited (self);
}

/* Repeats the faulty run on the virtual GPU most like the real one. */
static void
find_line_cb (WsDevices *self)
{
  const WsClientDevice *virtual;

  if (ws_session_get_devices (self->session) == NULL)
    return;
  virtual = ws_client_device_find_virtual (ws_session_get_devices (self->session),
                                           ws_session_get_device (self->session));
  if (virtual == NULL)
    return;
  take_device (self, virtual);
  g_signal_emit (self, signals[SIGNAL_CHOSEN], 0);
}

/* Only plain ssh connects automatically: a job is never queued without the user's request. */
static void
restore_other (WsDevices *self, WsPlace *place, const char *device, gboolean is_named)
{
  g_autofree char *sentence = NULL;

  if (is_named || ws_remote_is_direct (ws_place_get_remote (place)))
    {
      await_device (self, device);
      return;
    }
  self->awaited = g_strdup (device);
  sentence =
      g_strdup_printf (_ ("%s was used last. It is not connected."), ws_place_get_name (place));
  ws_notices_tell_and_offer (self->notices, sentence, _ ("_Connect"), "win.connect-device",
                             g_variant_new_string (device));
}

/**
 * ws_devices_restore:
 * @self: the devices of a window
 * @named: (nullable): the device named on the command line
 * @last: the last used device; empty for none
 *
 * With neither, the first real GPU is used, or the virtual one if there is none. A virtual GPU is
 * always available, so it is used at once; a real one must be listed first. A device of another
 * computer is used once connected, and one of this computer until then; it is connected now if it
 * is named, or if that takes no more than ssh.
 */
void
ws_devices_restore (WsDevices *self, const char *named, const char *last)
{
  const char *path = ws_spec_file_find (named != NULL ? named : last);
  WsPlace *place =
      ws_places_find_of (ws_session_get_places (self->session), named != NULL ? named : last);

  if (path != NULL)
    {
      ws_client_add_spec_file (path);
      ws_catalog_add_spec_file (ws_session_get_catalog (self->session), path, path, NULL);
    }
  self->device_chosen = named != NULL || *last != '\0';
  if (place != NULL)
    restore_other (self, place, named != NULL ? named : last, named != NULL);
  else if (named != NULL || g_str_has_prefix (last, "vm:"))
    ws_session_set_device (self->session, named != NULL ? named : last);
  else if (*last != '\0')
    self->device_wanted = g_strdup (last);
}

static void
ws_devices_finalize (GObject *object)
{
  g_free (WS_DEVICES (object)->device_wanted);
  forget_awaited (WS_DEVICES (object));
  g_clear_pointer (&WS_DEVICES (object)->entries, ws_device_entries_free);

  G_OBJECT_CLASS (ws_devices_parent_class)->finalize (object);
}

static void
ws_devices_class_init (WsDevicesClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ws_devices_finalize;
  signals[SIGNAL_TAKEN] = g_signal_new ("taken", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                        NULL, NULL, NULL, G_TYPE_NONE, 1, WS_TYPE_CLIENT_DEVICE);
  signals[SIGNAL_CHOSEN] = g_signal_new ("chosen", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                         NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ws_devices_init (WsDevices *self)
{
}

static const GActionEntry actions[] = {
  { "connect-device", connect_device_cb, "s" },
  { "reconnect", reconnect_cb, "s" },
  { "use-device", use_device_cb, "s" },
};

WsDevices *
ws_devices_new (const WsContext *context)
{
  WsDevices *self = g_object_new (WS_TYPE_DEVICES, NULL);

  self->session = context->session;
  self->notices = context->notices;
  self->window = context->window;
  self->device_drop = ws_context_get_child (context, "device_drop");
  ws_steady_drop (self->device_drop, DEVICE_CHARS);
  self->entries = ws_device_entries_new (self->device_drop);
  g_action_map_add_action_entries (G_ACTION_MAP (self->window), actions, G_N_ELEMENTS (actions),
                                   self);
  g_signal_connect_object (self->session, "devices-changed", G_CALLBACK (devices_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (ws_session_get_places (self->session), "changed", G_CALLBACK (places_cb),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (ws_session_get_places (self->session), "stopped",
                           G_CALLBACK (stopped_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->device_drop, "notify::selected", G_CALLBACK (device_selected_cb),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->notices, "find-line", G_CALLBACK (find_line_cb), self,
                           G_CONNECT_SWAPPED);
  return self;
}

/* The window closes: later lists are no longer shown. */
void
ws_devices_end (WsDevices *self)
{
  g_return_if_fail (WS_IS_DEVICES (self));
  if (self->session == NULL)
    return;
  g_signal_handlers_disconnect_by_data (ws_session_get_places (self->session), self);
  g_signal_handlers_disconnect_by_data (self->session, self);
  self->session = NULL;
}

/**
 * ws_devices_get_chosen:
 * @self: the devices of a window
 *
 * Returns: id of the device that the user chose; empty for none
 */
const char *
ws_devices_get_chosen (WsDevices *self)
{
  const char *id;

  g_return_val_if_fail (WS_IS_DEVICES (self), NULL);

  id = self->awaited != NULL ? self->awaited : ws_session_get_device_id (self->session);
  return self->device_chosen && id != NULL ? id : "";
}
