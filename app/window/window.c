#include "dialog/chooser.h"
#include "ui/short-text.h"
#include "window/private.h"

#include "ui/playhead-actions.h"

#define MIN_WIDTH_PX  360 /* as in org.warpstage.Warpstage.gschema.xml */
#define MIN_HEIGHT_PX 240

G_DEFINE_FINAL_TYPE (WsWindow, ws_window, ADW_TYPE_APPLICATION_WINDOW)

/* Keys of a window that no entry or list has taken: the playhead's, as in a player, and those of a
 * remote clicker. */
typedef struct {
  guint key;
  GdkModifierType modifiers;
  const char *action;
} Key;

static const Key keys[] = {
  { GDK_KEY_space, 0, "playhead.play" },
  { GDK_KEY_Right, 0, "playhead.next-instruction" },
  { GDK_KEY_Left, 0, "playhead.previous-instruction" },
  { GDK_KEY_Right, GDK_SHIFT_MASK, "playhead.next-event" },
  { GDK_KEY_Left, GDK_SHIFT_MASK, "playhead.previous-event" },
  { GDK_KEY_Down, 0, "playhead.next-stage" },
  { GDK_KEY_Up, 0, "playhead.previous-stage" },
  { GDK_KEY_Page_Down, 0, "playhead.next-stage" },
  { GDK_KEY_Page_Up, 0, "playhead.previous-stage" },
  { GDK_KEY_Home, 0, "playhead.first" },
  { GDK_KEY_End, 0, "playhead.last" },
  { GDK_KEY_plus, 0, "playhead.faster" },
  { GDK_KEY_KP_Add, 0, "playhead.faster" },
  { GDK_KEY_equal, 0, "playhead.faster" },
  { GDK_KEY_minus, 0, "playhead.slower" },
  { GDK_KEY_KP_Subtract, 0, "playhead.slower" },
  { GDK_KEY_Escape, 0, "win.cancel" },
  { GDK_KEY_f, GDK_CONTROL_MASK, "win.find-figure" },
  { GDK_KEY_Page_Down, GDK_CONTROL_MASK, "win.next-kernel" },
  { GDK_KEY_Page_Up, GDK_CONTROL_MASK, "win.previous-kernel" },
};

static gboolean
key_pressed_cb (WsWindow *self, guint key, guint code, GdkModifierType state)
{
  GdkModifierType modifiers = state & (GDK_CONTROL_MASK | GDK_SHIFT_MASK | GDK_ALT_MASK);

  if (key >= GDK_KEY_1 && key < GDK_KEY_1 + N_PANES && modifiers == 0)
    return gtk_widget_activate_action (GTK_WIDGET (self), "win.fill", "s",
                                       ws_window_panes[key - GDK_KEY_1].id);
  if (key == GDK_KEY_plus)
    modifiers = 0;
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    if (keys[i].key == key && keys[i].modifiers == modifiers)
      return gtk_widget_activate_action (GTK_WIDGET (self), keys[i].action, NULL);
  return GDK_EVENT_PROPAGATE;
}

/* A remote clicker's keys, and Space, are the playhead's in the list of kernels, too: who has just
 * chosen a kernel there goes on through its stages, and not to another kernel. */
static gboolean
list_key_pressed_cb (WsWindow *self, guint key, guint code, GdkModifierType state)
{
  if (key != GDK_KEY_Page_Down && key != GDK_KEY_Page_Up && key != GDK_KEY_space)
    return GDK_EVENT_PROPAGATE;
  return key_pressed_cb (self, key, code, state);
}

static void
ws_window_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  WsWindow *self = WS_WINDOW (widget);
  int before_width = gtk_widget_get_width (GTK_WIDGET (self->panes));
  int before_height = gtk_widget_get_height (GTK_WIDGET (self->panes));

  GTK_WIDGET_CLASS (ws_window_parent_class)->size_allocate (widget, width, height, baseline);
  if (gtk_widget_get_width (GTK_WIDGET (self->panes)) != before_width
      || gtk_widget_get_height (GTK_WIDGET (self->panes)) != before_height)
    ws_window_place_panes (self);
}

static void
info_response_cb (GtkInfoBar *bar)
{
  gtk_info_bar_set_revealed (bar, FALSE);
}

/* What is begun with: the command line's word, else what was left, else the catalogue's defaults.
 */
static void
restore (WsWindow *self, const WsWindowOptions *options)
{
  WsPlanParameters parameters;
  g_autofree char *kernel_id = g_settings_get_string (self->settings, "kernel");
  g_autofree char *device = g_settings_get_string (self->settings, "device");
  g_autofree char *op = g_settings_get_string (self->settings, "op");
  g_autofree char *type = g_settings_get_string (self->settings, "type");
  const WsCatalogKernel *kernel =
      ws_catalog_find (self->catalog, options->kernel != NULL ? options->kernel : kernel_id, NULL);
  g_autoptr (GError) error = NULL;

  if (kernel == NULL)
    kernel = ws_catalog_get_kernel (self->catalog, 0);
  ws_window_restore_device (self, options->device, device);
  ws_fields_set_kernel (self->fields, kernel);
  ws_plan_parameters_init (&parameters, kernel);
  if (kernel->map == NULL)
    {
      parameters.n = g_settings_get_uint64 (self->settings, "n");
      parameters.block = g_settings_get_uint (self->settings, "block");
      ws_plan_set_op (&parameters, op, NULL);
      ws_plan_set_type (&parameters, type, NULL);
    }
  if ((options->n != NULL && !ws_plan_parse_n (options->n, &parameters.n, &error))
      || (error == NULL && options->block != NULL
          && !ws_plan_parse_block (options->block, &parameters.block, &error))
      || (error == NULL && options->op != NULL
          && !ws_plan_set_op (&parameters, options->op, &error))
      || (error == NULL && options->type != NULL
          && !ws_plan_set_type (&parameters, options->type, &error)))
    ws_window_show_error (self, error->message);
  ws_fields_set_parameters (self->fields, &parameters);
  ws_window_begin_kernel (self, kernel);
}

/* A window that is closed before it was shown has no size, and without a window manager one can be
 * smaller than the settings allow. */
static void
remember_size (WsWindow *self)
{
  int width = gtk_widget_get_width (GTK_WIDGET (self));
  int height = gtk_widget_get_height (GTK_WIDGET (self));

  if (gtk_window_is_fullscreen (GTK_WINDOW (self)) || gtk_window_is_maximized (GTK_WINDOW (self))
      || width < MIN_WIDTH_PX || height < MIN_HEIGHT_PX)
    return;
  g_settings_set_int (self->settings, "window-width", width);
  g_settings_set_int (self->settings, "window-height", height);
}

static void
remember (WsWindow *self)
{
  WsPlanParameters parameters;

  remember_size (self);
  ws_window_keep_shares (self);
  g_settings_set_boolean (self->settings, "window-maximized",
                          gtk_window_is_maximized (GTK_WINDOW (self)));
  /* a folded one has gone for want of room, not because somebody hid it */
  if (!self->presenting && !ws_side_get_folded (self->side))
    g_settings_set_boolean (self->settings, "sidebar-visible", ws_side_get_revealed (self->side));
  if (self->kernel != NULL)
    g_settings_set_string (self->settings, "kernel", self->kernel->id);
  g_settings_set_string (self->settings, "device",
                         self->device_chosen && self->device != NULL ? self->device : "");
  g_settings_set_double (self->settings, "speed", ws_playhead_get_speed (self->playhead));
  /* what the catalogue suggests for a kernel that maps is its point: it is not kept */
  if ((self->kernel == NULL || self->kernel->map == NULL)
      && ws_fields_get_parameters (self->fields, &parameters, NULL))
    {
      g_settings_set_uint64 (self->settings, "n", parameters.n);
      g_settings_set_uint (self->settings, "block", parameters.block);
      g_settings_set_string (self->settings, "op", parameters.op);
      g_settings_set_string (self->settings, "type",
                             parameters.type == WS_VALUE_F32 ? "float" : "int");
    }
}

static gboolean
ws_window_close_request (GtkWindow *window)
{
  remember (WS_WINDOW (window));
  return GTK_WINDOW_CLASS (ws_window_parent_class)->close_request (window);
}

static void
ws_window_dispose (GObject *object)
{
  WsWindow *self = WS_WINDOW (object);

  g_clear_handle_id (&self->progress_timeout, g_source_remove);
  g_clear_handle_id (&self->place_idle, g_source_remove);
  g_clear_handle_id (&self->focus_idle, g_source_remove);
  /* a field that has the keyboard loses it now, and says what was typed */
  if (self->recorder != NULL)
    g_signal_handlers_disconnect_by_data (self->fields, self);
  ws_window_cancel_opening (self);
  if (self->recorder != NULL)
    ws_recorder_cancel (self->recorder);
  g_clear_object (&self->recorder);
  if (self->type != NULL)
    gtk_style_context_remove_provider_for_display (gtk_widget_get_display (GTK_WIDGET (self)),
                                                   GTK_STYLE_PROVIDER (self->type));
  g_clear_object (&self->type);
  g_clear_weak_pointer (&self->news);
  /* a group that is finalised goes on listening to an action that is not */
  g_action_map_remove_action (G_ACTION_MAP (self), "theme");
  ws_chooser_cancel (GTK_WINDOW (self));

  G_OBJECT_CLASS (ws_window_parent_class)->dispose (object);
}

static void
ws_window_finalize (GObject *object)
{
  WsWindow *self = WS_WINDOW (object);

  g_clear_object (&self->settings);
  g_clear_object (&self->playhead);
  g_clear_pointer (&self->catalog, ws_catalog_unref);
  g_clear_pointer (&self->devices, g_ptr_array_unref);
  g_clear_pointer (&self->device, g_free);
  g_clear_pointer (&self->device_wanted, g_free);

  G_OBJECT_CLASS (ws_window_parent_class)->finalize (object);
}

static void
ws_window_class_init (WsWindowClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  g_type_ensure (WS_TYPE_FIELDS);
  g_type_ensure (WS_TYPE_PLAN_ROW);
  g_type_ensure (WS_TYPE_SIDE);
  g_type_ensure (WS_TYPE_TRANSPORT);
  object_class->dispose = ws_window_dispose;
  object_class->finalize = ws_window_finalize;
  widget_class->size_allocate = ws_window_size_allocate;
  GTK_WINDOW_CLASS (klass)->close_request = ws_window_close_request;

  gtk_widget_class_set_template_from_resource (widget_class, "/org/warpstage/ui/window.ui");
  gtk_widget_class_bind_template_child (widget_class, WsWindow, signs);
  gtk_widget_class_bind_template_child (widget_class, WsWindow, header_bar);
  gtk_widget_class_bind_template_child (widget_class, WsWindow, kernel_drop);
  gtk_widget_class_bind_template_child (widget_class, WsWindow, device_drop);
  gtk_widget_class_bind_template_child (widget_class, WsWindow, run_button);
  gtk_widget_class_bind_template_child (widget_class, WsWindow, run_content);
  gtk_widget_class_bind_template_child (widget_class, WsWindow, info_bar);
  gtk_widget_class_bind_template_child (widget_class, WsWindow, info_label);
  gtk_widget_class_bind_template_child (widget_class, WsWindow, side);
  gtk_widget_class_bind_template_child (widget_class, WsWindow, kernel_list);
  gtk_widget_class_bind_template_child (widget_class, WsWindow, toolbar);
  gtk_widget_class_bind_template_child (widget_class, WsWindow, fields);
  gtk_widget_class_bind_template_child (widget_class, WsWindow, plan_row);
  gtk_widget_class_bind_template_child (widget_class, WsWindow, panes);
  gtk_widget_class_bind_template_child (widget_class, WsWindow, transport);
  ws_window_run_class_init (widget_class);
  ws_window_counters_class_init (widget_class);
  ws_window_look_class_init (widget_class);
  ws_window_files_class_init (widget_class);
  ws_window_open_class_init (widget_class);
  ws_window_save_class_init (widget_class);
  ws_window_timing_class_init (widget_class);
  ws_window_export_class_init (widget_class);
}

static void
ws_window_init (WsWindow *self)
{
  GtkEventController *keyboard = gtk_event_controller_key_new ();
  GtkEventController *list_keyboard = gtk_event_controller_key_new ();
  GActionGroup *actions;

  self->playhead = ws_playhead_new ();
  self->recorder = ws_recorder_new ();
  self->settings = g_settings_new ("org.warpstage.Warpstage");
  self->filled_pane = -1;
  self->start.stage = -1;
  gtk_widget_init_template (GTK_WIDGET (self));
  actions = ws_playhead_actions_new (self->playhead);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "playhead", actions);
  g_object_unref (actions);
  ws_window_open_init (self);
  ws_window_panes_init (self);
  ws_transport_set_playhead (self->transport, self->playhead);
  ws_plan_row_set_playhead (self->plan_row, self->playhead);
  g_signal_connect_swapped (keyboard, "key-pressed", G_CALLBACK (key_pressed_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keyboard);
  gtk_event_controller_set_propagation_phase (list_keyboard, GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (list_keyboard, "key-pressed", G_CALLBACK (list_key_pressed_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self->kernel_list), list_keyboard);
  g_signal_connect (self->info_bar, "response", G_CALLBACK (info_response_cb), NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->kernel_drop), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  "Kernel", -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->device_drop), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  "Device", -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->kernel_list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  "Kernels", -1);
}

/**
 * ws_window_new:
 * @application: the program
 * @options: how to begin
 *
 * Begins with the run of a file, where one is named; else by running the kernel chosen.
 *
 * Returns: (transfer none): a window, owned by GTK; %NULL where the catalogue cannot be read (the
 * program is damaged)
 */
WsWindow *
ws_window_new (AdwApplication *application, const WsWindowOptions *options)
{
  WsWindow *self = g_object_new (WS_TYPE_WINDOW, "application", application, NULL);
  GtkShortcutsWindow *help;
  g_autoptr (GError) error = NULL;

  self->catalog = ws_catalog_new (NULL, &error);
  if (self->catalog == NULL)
    {
      g_critical ("The catalogue of kernels cannot be read: %s", error->message);
      gtk_window_destroy (GTK_WINDOW (self));
      return NULL;
    }
  if (options->width > 0 && options->height > 0)
    gtk_window_set_default_size (GTK_WINDOW (self), options->width, options->height);
  else
    gtk_window_set_default_size (GTK_WINDOW (self),
                                 g_settings_get_int (self->settings, "window-width"),
                                 g_settings_get_int (self->settings, "window-height"));
  if (options->maximised || g_settings_get_boolean (self->settings, "window-maximized"))
    gtk_window_maximize (GTK_WINDOW (self));
  ws_side_set_revealed (self->side, g_settings_get_boolean (self->settings, "sidebar-visible"));
  ws_playhead_set_speed (self->playhead, g_settings_get_double (self->settings, "speed"));
  if (options->theme != NULL)
    ws_window_set_theme_name (self, options->theme);
  self->start.stage = options->stage;
  self->start.time = options->time;
  self->start.launch = options->launch;
  self->start.paused = options->paused;
  help = gtk_application_window_get_help_overlay (GTK_APPLICATION_WINDOW (self));
  if (help != NULL)
    ws_short_texts_of (GTK_WIDGET (help), WS_SHORT_WORDS);
  ws_window_look_init (self);
  ws_window_files_init (self);
  ws_window_save_init (self);
  ws_window_export_init (self);
  ws_window_device_init (self);
  ws_window_counters_init (self);
  ws_window_run_init (self);
  ws_window_occupancy_init (self);
  ws_window_scenarios_init (self);
  ws_window_timing_init (self);
  /* before anything can run by itself */
  if (options->file != NULL)
    ws_window_open_run (self, options->file);
  restore (self, options);
  ws_recorder_list_devices (self->recorder);
  if (options->scenario != NULL)
    ws_window_begin_scenario (self, options->scenario);
  if (options->timing != NULL)
    ws_window_begin_timing (self, options->timing);
  if (options->pane != NULL)
    gtk_widget_activate_action (GTK_WIDGET (self), "win.fill", "s", options->pane);
  if (options->present)
    ws_window_set_presenting (self, TRUE);
  if (options->scenario == NULL && options->pane == NULL)
    gtk_widget_grab_focus (GTK_WIDGET (self->tree));
  return self;
}

/**
 * ws_window_get_playhead:
 * @self: a window
 *
 * Returns: (transfer none): where it looks
 */
WsPlayhead *
ws_window_get_playhead (WsWindow *self)
{
  g_return_val_if_fail (WS_IS_WINDOW (self), NULL);
  return self->playhead;
}

/**
 * ws_window_show_error:
 * @self: a window
 * @sentence: what went wrong, and how to mend it
 *
 * Shows @sentence below the header until it is closed or the next run begins.
 */
void
ws_window_show_error (WsWindow *self, const char *sentence)
{
  g_return_if_fail (WS_IS_WINDOW (self));
  gtk_widget_set_visible (self->find_line_button, FALSE);
  gtk_label_set_text (self->info_label, sentence);
  gtk_info_bar_set_revealed (self->info_bar, TRUE);
}
