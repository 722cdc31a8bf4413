/* timing.c: the pane of timings: what it times is what the window shows. */
#include "window/private.h"

/* The header says what is shown, and where its figures are from. */
static void
changed_cb (WsWindow *self)
{
  const char *origin = ws_timing_page_get_origin (self->timing);
  g_autofree char *subtitle = ws_timing_page_dup_subtitle (self->timing);

  ws_pane_set_subtitle (self->pane[PANE_TIMING], subtitle);
  gtk_label_set_text (self->timing_badge, origin != NULL ? origin : "");
  gtk_widget_set_visible (GTK_WIDGET (self->timing_badge), origin != NULL);
}

static void
kernel_chosen_cb (WsWindow *self, const char *id)
{
  ws_window_choose_kernel (self, ws_catalog_find (self->catalog, id, NULL));
}

static void
removed_cb (WsWindow *self, WsSweep *sweep, gboolean stopped)
{
  g_autofree char *text = NULL;

  if (stopped)
    text = g_strdup_printf ("Stopped after %u of the timings", ws_sweep_get_n_done (sweep));
  else
    text = g_strdup ("Timings deleted");
  ws_window_tell_and_offer (self, text, stopped ? "_Keep Them" : "_Undo", "win.restore-timings",
                            g_variant_new_string (sweep->id));
}

static void
restore_cb (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  WsWindow *self = WS_WINDOW (widget);

  ws_timing_page_restore (self->timing, g_variant_get_string (parameter, NULL));
}

/* A real device does one thing at a time. */
static void
recording_cb (WsWindow *self)
{
  const WsClientDevice *device = ws_window_get_device (self);

  ws_timing_page_set_held (self->timing, ws_recorder_is_busy (self->recorder) && device != NULL
                                             && device->origin == WS_ORIGIN_MEASURED);
}

/* What waited for the end of a sweep is run. */
static void
timing_busy_cb (WsWindow *self)
{
  if (!self->run_waits || ws_timing_page_is_measuring (self->timing))
    return;
  self->run_waits = FALSE;
  ws_window_start_unasked (self);
}

/* What the command line asked for, as soon as it is known what to run, and on what. */
static void
begin_asked_for (WsWindow *self)
{
  if (!self->run_timing || self->kernel == NULL || ws_window_get_device (self) == NULL)
    return;
  self->run_timing = !ws_timing_page_begin (self->timing);
}

/**
 * ws_window_time_on:
 * @self: a window
 * @device: what it runs on from now on
 *
 * Lets the timings know.
 */
void
ws_window_time_on (WsWindow *self, const WsClientDevice *device)
{
  ws_timing_page_set_device (self->timing, device);
  begin_asked_for (self);
}

/**
 * ws_window_time_job:
 * @self: a window
 * @parameters: what its fields say of its kernel
 *
 * Lets the timings know what the window shows; begins them where the command line asked for some.
 */
void
ws_window_time_job (WsWindow *self, const WsPlanParameters *parameters)
{
  ws_timing_page_set_job (self->timing, self->kernel, parameters);
  begin_asked_for (self);
}

/**
 * ws_window_begin_timing:
 * @self: a window
 * @name: of a chart of timings, as in "ladder"
 *
 * Shows the chart, and runs it as soon as there is a device.
 */
void
ws_window_begin_timing (WsWindow *self, const char *name)
{
  WsTimingKind kind;
  g_autofree char *sentence = NULL;

  if (ws_timing_kind_parse (name, &kind))
    {
      ws_timing_page_set_kind (self->timing, kind);
      self->run_timing = TRUE;
      return;
    }
  sentence = g_strdup_printf ("There is no chart of timings “%s”.", name);
  ws_window_show_error (self, sentence);
}

/**
 * ws_window_must_wait:
 * @self: a window
 *
 * A recording in the middle of a sweep on a real device would spoil its times: it waits, and says
 * so.
 *
 * Returns: whether a run is to wait; it is started when the sweep is over
 */
gboolean
ws_window_must_wait (WsWindow *self)
{
  if (self->timing == NULL || !ws_timing_page_is_measuring (self->timing))
    return FALSE;
  if (!self->run_waits)
    ws_window_tell (self, "It is recorded when the timings are done");
  self->run_waits = TRUE;
  return TRUE;
}

/* A chart walks its series with these keys; who presents steps through the launch, as everywhere.
 */
static gboolean
key_cb (WsWindow *self, guint key)
{
  if (!self->presenting || (key != GDK_KEY_Page_Down && key != GDK_KEY_Page_Up))
    return GDK_EVENT_PROPAGATE;
  return gtk_widget_activate_action (
      GTK_WIDGET (self),
      key == GDK_KEY_Page_Down ? "playhead.next-stage" : "playhead.previous-stage", NULL);
}

void
ws_window_timing_class_init (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "win.restore-timings", "s", restore_cb);
}

/**
 * ws_window_timing_init:
 * @self: a window with a catalogue
 *
 * Puts the timings into their pane.
 */
void
ws_window_timing_init (WsWindow *self)
{
  GtkWidget *page = ws_timing_page_new (self->catalog, self->settings, NULL);
  GtkWidget *badge = gtk_label_new (NULL);
  GtkEventController *keyboard = gtk_event_controller_key_new ();

  self->timing = WS_TIMING_PAGE (page);
  gtk_event_controller_set_propagation_phase (keyboard, GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (keyboard, "key-pressed", G_CALLBACK (key_cb), self);
  gtk_widget_add_controller (page, keyboard);
  self->timing_badge = GTK_LABEL (badge);
  gtk_widget_add_css_class (badge, "timing-badge");
  gtk_widget_set_valign (badge, GTK_ALIGN_CENTER);
  ws_pane_add_control (self->pane[PANE_TIMING], badge);
  ws_pane_set_child (self->pane[PANE_TIMING], page);
  ws_timing_page_set_theme (self->timing, self->theme);
  g_signal_connect_object (page, "changed", G_CALLBACK (changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (page, "kernel-chosen", G_CALLBACK (kernel_chosen_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (page, "removed", G_CALLBACK (removed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (page, "notify::busy", G_CALLBACK (timing_busy_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->recorder, "notify::busy", G_CALLBACK (recording_cb), self,
                           G_CONNECT_SWAPPED);
  changed_cb (self);
}
