/* device.c: which device runs, and what is done when a real one says no more than that it
 * stopped. */
#include "window/private.h"

#define RESPONSE_FIND_LINE 1

static const WsClientDevice *
find_device (WsWindow *self, const char *id)
{
  for (guint i = 0; self->devices != NULL && i < self->devices->len; i++)
    {
      const WsClientDevice *device = g_ptr_array_index (self->devices, i);

      if (g_strcmp0 (device->id, id) == 0)
        return device;
    }
  return NULL;
}

/* The first real GPU that can run, else the first virtual one. */
static const WsClientDevice *
choose_device (WsWindow *self)
{
  const WsClientDevice *best = NULL;

  for (guint i = 0; i < self->devices->len; i++)
    {
      const WsClientDevice *device = g_ptr_array_index (self->devices, i);

      if (device->usable
          && (best == NULL
              || (device->origin == WS_ORIGIN_MEASURED && best->origin != WS_ORIGIN_MEASURED)))
        best = device;
    }
  return best;
}

static void
select_in_list (WsWindow *self)
{
  self->updating = TRUE;
  for (guint i = 0; i < self->devices->len; i++)
    {
      const WsClientDevice *device = g_ptr_array_index (self->devices, i);

      if (g_strcmp0 (device->id, self->device) == 0)
        {
          gtk_drop_down_set_selected (self->device_drop, i);
          gtk_widget_set_tooltip_text (GTK_WIDGET (self->device_drop), device->state);
        }
    }
  self->updating = FALSE;
}

static void
take_device (WsWindow *self, const WsClientDevice *device)
{
  g_free (self->device);
  self->device = g_strdup (device->id);
  select_in_list (self);
  ws_window_scenarios_set_device (self, device);
  ws_window_time_on (self, device);
}

static void
device_selected_cb (WsWindow *self)
{
  guint index = gtk_drop_down_get_selected (self->device_drop);
  const WsClientDevice *device;

  if (self->updating || self->devices == NULL || index >= self->devices->len)
    return;
  device = g_ptr_array_index (self->devices, index);
  if (g_strcmp0 (device->id, self->device) == 0)
    return;
  if (!device->usable)
    {
      ws_window_show_error (self, device->state);
      select_in_list (self);
      return;
    }
  take_device (self, device);
  self->device_chosen = TRUE;
  self->keep_place = FALSE;
  ws_window_start_run (self);
}

static void
fill_list (WsWindow *self)
{
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);

  for (guint i = 0; i < self->devices->len; i++)
    {
      const WsClientDevice *device = g_ptr_array_index (self->devices, i);
      g_autofree char *name = device->usable ? g_strdup (device->name)
                                             : g_strdup_printf ("%s (not available)", device->name);

      gtk_string_list_append (names, name);
    }
  self->updating = TRUE;
  gtk_drop_down_set_model (self->device_drop, G_LIST_MODEL (names));
  self->updating = FALSE;
}

/* The list is there: a device that nobody chose, or that is no longer there, is chosen now. */
static void
devices_cb (WsWindow *self, GPtrArray *devices)
{
  const WsClientDevice *wanted;
  const WsClientDevice *best;
  gboolean waiting = self->device == NULL;

  g_clear_pointer (&self->devices, g_ptr_array_unref);
  self->devices = g_ptr_array_ref (devices);
  fill_list (self);
  best = choose_device (self);
  wanted = self->device_wanted != NULL ? find_device (self, self->device_wanted)
                                       : find_device (self, self->device);
  if (wanted != NULL && wanted->usable)
    best = wanted;
  else if (self->device_wanted != NULL)
    {
      g_autofree char *sentence =
          g_strdup_printf ("The device %s that was used last is not here. %s", self->device_wanted,
                           wanted != NULL ? wanted->state : "");

      ws_window_show_error (self, sentence);
    }
  g_clear_pointer (&self->device_wanted, g_free);
  if (best == NULL)
    return;
  if (!waiting && wanted == NULL)
    return; /* the command line named it: the worker says what it makes of it */
  take_device (self, best);
  if (waiting)
    {
      gboolean revealed = gtk_info_bar_get_revealed (self->info_bar);

      ws_window_start_unasked (self);
      gtk_info_bar_set_revealed (self->info_bar, revealed);
    }
}

const WsClientDevice *
ws_window_get_device (WsWindow *self)
{
  return find_device (self, self->device);
}

/**
 * ws_window_restore_device:
 * @self: a window
 * @named: (nullable): what the command line says
 * @last: what was used last; empty for the first real GPU, or the virtual one where there is none
 *
 * A virtual GPU is always there, so it can begin at once; a real one must be listed first.
 */
void
ws_window_restore_device (WsWindow *self, const char *named, const char *last)
{
  self->device_chosen = named != NULL || *last != '\0';
  if (named != NULL)
    self->device = g_strdup (named);
  else if (g_str_has_prefix (last, "vm:"))
    self->device = g_strdup (last);
  else if (*last != '\0')
    self->device_wanted = g_strdup (last);
}

/* ---- a fault ---- */

/* The virtual GPU that is most like a device: of the highest compute capability that is not above
 * its own. */
static const WsClientDevice *
find_virtual (WsWindow *self, const WsClientDevice *like)
{
  const WsClientDevice *best = NULL;
  guint most = like != NULL && like->spec != NULL ? like->spec->cc_major * 10 + like->spec->cc_minor
                                                  : G_MAXUINT;

  for (guint i = 0; self->devices != NULL && i < self->devices->len; i++)
    {
      const WsClientDevice *device = g_ptr_array_index (self->devices, i);

      if (g_str_has_prefix (device->id, "vm:") && device->usable
          && (best == NULL || best->spec->cc_major * 10 + best->spec->cc_minor > most))
        best = device; /* they come newest first */
    }
  return best;
}

static void
find_line_cb (WsWindow *self, int response)
{
  const WsClientDevice *virtual;

  if (response != RESPONSE_FIND_LINE)
    return;
  virtual = find_virtual (self, find_device (self, self->device));
  if (virtual == NULL)
    return;
  take_device (self, virtual);
  self->keep_place = FALSE;
  ws_window_start_run (self);
}

/**
 * ws_window_offer_line:
 * @self: a window
 * @error: what a recording failed with
 *
 * A real GPU does not say where a kernel went wrong. The virtual one does, one click away.
 */
void
ws_window_offer_line (WsWindow *self, const GError *error)
{
  const WsClientDevice *device = find_device (self, self->device);

  gtk_widget_set_visible (self->find_line_button, ws_client_error_is_fault (error) && device != NULL
                                                      && device->origin == WS_ORIGIN_MEASURED);
}

/**
 * ws_window_show_fault:
 * @self: a window
 * @partial: what was recorded up to a fault, with the finding
 *
 * Shows the block that went wrong as it was just before; the code view marks the line.
 */
void
ws_window_show_fault (WsWindow *self, WsRun *partial)
{
  const WsFinding *finding;

  if (partial->findings->len == 0 || partial->n_launches == 0)
    return;
  finding = g_ptr_array_index (partial->findings, 0);
  ws_playhead_set_playing (self->playhead, FALSE);
  if (ws_run_find_block (partial, finding->launch, finding->block) != NULL)
    ws_playhead_look_at (self->playhead, partial, finding->launch, finding->block, finding->warp,
                         G_MAXDOUBLE);
  else
    ws_playhead_look_at (self->playhead, partial, finding->launch,
                         ws_run_get_first_block (partial, finding->launch), WS_NONE, -1);
  ws_playhead_set_playing (self->playhead, FALSE);
}

void
ws_window_device_init (WsWindow *self)
{
  self->find_line_button =
      gtk_info_bar_add_button (self->info_bar, "_Find the Line", RESPONSE_FIND_LINE);
  gtk_widget_set_tooltip_text (self->find_line_button,
                               "Run it on the virtual GPU, which names the line of the source");
  gtk_widget_set_visible (self->find_line_button, FALSE);
  g_signal_connect_object (self->info_bar, "response", G_CALLBACK (find_line_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->recorder, "devices", G_CALLBACK (devices_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->device_drop, "notify::selected", G_CALLBACK (device_selected_cb),
                           self, G_CONNECT_SWAPPED);
}
