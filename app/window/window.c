#include "window/private.h"

#include "dialog/chooser.h"
#include "dialog/share-button.h"
#include "dialog/show-folder.h"
#include "dialog/stall-dialog.h"
#include "dialog/words-dialog.h"
#include "edit/program-strip.h"
#include "lecture/lecture.h"
#include "lesson/lesson-store.h"
#include "player/exercise-panel.h"
#include "toolkit/squeezer.h"
#include "playback/caption.h"
#include "playback/playhead-actions.h"
#include "toolkit/wrap-layout.h"
#include "window/options.h"
#include "window/teardown.h"
#include "words/words.h"

#include <glib/gi18n.h>

#define MIN_WIDTH_PX  360 /* as in org.warpstage.Warpstage.gschema.xml */
#define MIN_HEIGHT_PX 240

G_DEFINE_FINAL_TYPE (WsWindow, ws_window, ADW_TYPE_APPLICATION_WINDOW)

/* A widget of the template. */
static gpointer
get_child (WsWindow *self, const char *id)
{
  return gtk_widget_get_template_child (GTK_WIDGET (self), WS_TYPE_WINDOW, id);
}

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
  { GDK_KEY_F2, 0, "win.edit" },
  { GDK_KEY_f, GDK_CONTROL_MASK, "win.find-figure" },
  { GDK_KEY_C, GDK_CONTROL_MASK | GDK_SHIFT_MASK, "win.copy-picture" },
  { GDK_KEY_Page_Down, GDK_CONTROL_MASK, "win.next-kernel" },
  { GDK_KEY_Page_Up, GDK_CONTROL_MASK, "win.previous-kernel" },
  { GDK_KEY_t, 0, "win.next-tree-size" },
  { GDK_KEY_s, 0, "win.thread" },
  { GDK_KEY_m, 0, "win.next-memory-mode" },
  { GDK_KEY_d, 0, "win.beside" },
  { GDK_KEY_e, 0, "win.edit-fields" },
  { GDK_KEY_i, 0, "win.figures" },
  { GDK_KEY_l, 0, "win.lecturer" },
};

static gboolean
key_pressed_cb (WsWindow *self, guint key, guint code, GdkModifierType state)
{
  GdkModifierType modifiers = state & (GDK_CONTROL_MASK | GDK_SHIFT_MASK | GDK_ALT_MASK);

  if (ws_presentation_press (self->presentation, key, state))
    return GDK_EVENT_STOP;
  if (key >= GDK_KEY_1 && key < GDK_KEY_1 + WS_N_PANES && modifiers == 0)
    {
      ws_presentation_fill (self->presentation, (int)(key - GDK_KEY_1));
      return GDK_EVENT_STOP;
    }
  if (key == GDK_KEY_plus)
    modifiers = 0;
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    if (keys[i].key == key && keys[i].modifiers == modifiers)
      return gtk_widget_activate_action (GTK_WIDGET (self), keys[i].action, NULL);
  return GDK_EVENT_PROPAGATE;
}

/* A remote clicker's keys, and Space, control the playhead even in the list of kernels: a user who
 * has just chosen a kernel there wants its stages, not another kernel. */
static gboolean
list_key_pressed_cb (WsWindow *self, guint key, guint code, GdkModifierType state)
{
  if (key != GDK_KEY_Page_Down && key != GDK_KEY_Page_Up && key != GDK_KEY_space)
    return GDK_EVENT_PROPAGATE;
  return key_pressed_cb (self, key, code, state);
}

static void
tell_exported (WsWindow *self, const char *path, gboolean offers_to_open)
{
  g_autofree char *name = g_filename_display_basename (path);
  g_autofree char *text = g_strdup_printf (_ ("Exported %s"), name);

  ws_notices_tell_and_offer (
      self->notices, text, offers_to_open ? _ ("_Open") : _ ("_Show in Folder"),
      offers_to_open ? "win.show-file" : "win.show-in-folder", g_variant_new_bytestring (path));
}

/* A web page is opened next; a picture is only used elsewhere. */
static void
exported_cb (WsWindow *self, const char *path)
{
  tell_exported (self, path, g_str_has_suffix (path, ".html"));
}

/* A printable document is opened next. */
static void
lesson_exported_cb (WsWindow *self, const char *path)
{
  tell_exported (self, path,
                 ws_lesson_exporter_get_kind (ws_lessons_get_exporter (self->lessons))
                     != WS_LESSON_EXPORT_BUNDLE);
}

static void
show_file_cb (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  ws_show_file (GTK_WINDOW (widget), g_variant_get_bytestring (parameter));
}

static void
show_cb (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  ws_show_folder (GTK_WINDOW (widget), g_variant_get_bytestring (parameter));
}

static void
cancel_cb (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  WsWindow *self = WS_WINDOW (widget);

  if (ws_session_get_state (self->session) == WS_SESSION_OPENS)
    ws_session_cancel (self->session);
  else if (ws_playhead_is_deriving (self->playhead))
    ws_playhead_stop_deriving (self->playhead);
  else if (!ws_explore_close_fields (self->explore)
           && !ws_presentation_go_back (self->presentation))
    ws_session_cancel (self->session);
}

/* ---- the sidebar ---- */

/* Something was chosen in the list, rather than passed over: shows it. */
static void
side_activated_cb (WsWindow *self)
{
  if (ws_side_get_folded (self->side))
    ws_side_set_revealed (self->side, FALSE);
  if (ws_presentation_shows_course (self->presentation))
    ws_course_page_focus (get_child (self, "course_page"));
}

/* A worker may stall: asks the user what to do. */
static void
client_added_cb (WsWindow *self, WsClient *client)
{
  ws_stall_dialog_watch (GTK_WIDGET (self), client);
}

static void
ws_window_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  GTK_WIDGET_CLASS (ws_window_parent_class)->size_allocate (widget, width, height, baseline);
  if (WS_WINDOW (widget)->appearance != NULL) /* it has begun */
    ws_appearance_follow_size (WS_WINDOW (widget)->appearance);
}

/* Returns: its width, or that of the coming layout; 0 before it is mapped */
static int
get_present_width (WsWindow *self)
{
  GdkSurface *surface = gtk_native_get_surface (GTK_NATIVE (self));
  double shadow = 0;
  double top;

  if (surface == NULL || !gdk_surface_get_mapped (surface))
    return 0;
  gtk_native_get_surface_transform (GTK_NATIVE (self), &shadow, &top);
  return (int)(gdk_surface_get_width (surface) - 2 * shadow);
}

static int
get_present_height (WsWindow *self)
{
  GdkSurface *surface = gtk_native_get_surface (GTK_NATIVE (self));
  double shadow;
  double top = 0;

  gtk_native_get_surface_transform (GTK_NATIVE (self), &shadow, &top);
  return (int)(gdk_surface_get_height (surface) - 2 * top);
}

/* GTK searches for the minimum size of a window with its current aspect ratio: it measures a dozen
 * widths, each of which lays out every text. The height needed for the current width does as well,
 * and the layout measures it in any case. */
static void
ws_window_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                   int *natural, int *minimum_baseline, int *natural_baseline)
{
  int width = get_present_width (WS_WINDOW (widget));

  if (width > 0)
    for_size = orientation == GTK_ORIENTATION_VERTICAL ? width : -1;
  GTK_WIDGET_CLASS (ws_window_parent_class)
      ->measure (widget, orientation, for_size, minimum, natural, minimum_baseline,
                 natural_baseline);
}

/* A narrow window has one pane and its switcher. */
static void
update_narrow (WsWindow *self)
{
  int width = get_present_width (self);
  gboolean narrow;

  if (width == 0 || self->explore == NULL)
    return;
  gtk_widget_queue_resize (GTK_WIDGET (self)); /* see ws_window_measure() */
  narrow = !ws_presentation_get_presenting (self->presentation) && width < WS_EXPLORE_NARROW_PX;
  ws_panes_set_narrow (self->panes, narrow);
  ws_panes_set_room (self->panes, width, get_present_height (self));
  ws_explore_set_width (self->explore, width);
}

/* The width of the surface is known before its contents are laid out. */
static void
ws_window_realize (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (ws_window_parent_class)->realize (widget);
  if (WS_WINDOW (widget)->appearance != NULL) /* it has begun */
    ws_appearance_apply (WS_WINDOW (widget)->appearance);
  g_signal_connect_object (gtk_native_get_surface (GTK_NATIVE (widget)), "notify::width",
                           G_CALLBACK (update_narrow), widget, G_CONNECT_SWAPPED);
  g_signal_connect_object (gtk_native_get_surface (GTK_NATIVE (widget)), "notify::height",
                           G_CALLBACK (update_narrow), widget, G_CONNECT_SWAPPED);
}

static void
sidebar_cb (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  WsWindow *self = WS_WINDOW (widget);

  ws_side_set_revealed (self->side, !ws_side_get_revealed (self->side));
}

/* ---- the panes ---- */

static void
thread_cb (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  ws_panes_toggle_thread (WS_WINDOW (widget)->panes);
}

static void
figures_cb (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  WsPanes *panes = WS_WINDOW (widget)->panes;

  if (!ws_panes_show_figures (panes, TRUE))
    ws_panes_show_figures (panes, FALSE);
}

/* Wherever the focus is. */
static void
find_figure_cb (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  ws_panes_find_figure (WS_WINDOW (widget)->panes);
}

/* ---- start and end ---- */

/* Initial values: from the command line, else from the last session, else the catalogue's
 * defaults. */
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
  ws_devices_restore (self->devices, options->device, device);
  ws_fields_set_kernel (self->fields, kernel);
  ws_plan_parameters_init (&parameters, kernel);
  if (kernel->blueprint == NULL)
    {
      parameters.n = g_settings_get_uint64 (self->settings, "n");
      parameters.block = g_settings_get_uint (self->settings, "block");
      ws_plan_set_op (&parameters, op, NULL);
      ws_plan_set_type (&parameters, type, NULL);
    }
  if (!ws_window_options_apply (options, &parameters, &error))
    ws_notices_show_error (self->notices, error->message);
  ws_fields_set_parameters (self->fields, &parameters);
  ws_kernel_choice_select (self->choice, kernel);
  ws_runner_begin (self->runner, options->lesson == NULL);
}

/* A window closed before it was shown has no size, and without a window manager it can be smaller
 * than the settings allow. */
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
  g_settings_set_boolean (self->settings, "window-maximized",
                          gtk_window_is_maximized (GTK_WINDOW (self)));
  /* a folded sidebar is hidden for lack of room, not by the user */
  if (!ws_presentation_get_presenting (self->presentation) && !ws_side_get_folded (self->side))
    g_settings_set_boolean (self->settings, "sidebar-visible", ws_side_get_revealed (self->side));
  if (ws_kernel_choice_get (self->choice) != NULL)
    g_settings_set_string (self->settings, "kernel", ws_kernel_choice_get (self->choice)->id);
  g_settings_set_string (self->settings, "device", ws_devices_get_chosen (self->devices));
  g_settings_set_double (self->settings, "speed", ws_playhead_get_speed (self->playhead));
  /* the operator suggested for a mapping kernel is its purpose: it is not stored */
  if ((ws_kernel_choice_get (self->choice) == NULL
       || ws_kernel_choice_get (self->choice)->blueprint == NULL)
      && ws_fields_get_parameters (self->fields, &parameters, NULL))
    {
      g_settings_set_uint64 (self->settings, "n", parameters.n);
      g_settings_set_uint (self->settings, "block", parameters.block);
      g_settings_set_string (self->settings, "op", parameters.op);
      g_settings_set_string (self->settings, "type",
                             parameters.type == WS_VALUE_F32 ? "float" : "int");
    }
}

static void
close_cb (gpointer data)
{
  WS_WINDOW (data)->closes = TRUE;
  gtk_window_close (data);
}

static gboolean
ws_window_close_request (GtkWindow *window)
{
  WsWindow *self = WS_WINDOW (window);

  if (!self->closes && self->editing != NULL && ws_editing_ask (self->editing, close_cb, self))
    return GDK_EVENT_STOP;
  remember (self);
  ws_teardown_begin (window);
  return GTK_WINDOW_CLASS (ws_window_parent_class)->close_request (window);
}

static void
ws_window_dispose (GObject *object)
{
  WsWindow *self = WS_WINDOW (object);

  if (self->finder != NULL)
    ws_finder_end (self->finder);
  if (self->lessons != NULL)
    ws_lessons_end (self->lessons);
  if (self->presentation != NULL)
    ws_presentation_end (self->presentation);
  if (self->runner != NULL)
    ws_runner_end (self->runner);
  if (self->devices != NULL)
    ws_devices_end (self->devices);
  if (self->place_control != NULL)
    ws_place_control_end (self->place_control);
  if (self->program != NULL)
    ws_program_control_end (self->program);
  if (self->editing != NULL)
    ws_editing_end (self->editing);
  g_clear_object (&self->session);
  ws_chooser_cancel (GTK_WINDOW (self));

  G_OBJECT_CLASS (ws_window_parent_class)->dispose (object);
}

static void
ws_window_finalize (GObject *object)
{
  WsWindow *self = WS_WINDOW (object);

  g_clear_object (&self->explore);
  g_clear_object (&self->view_choices);
  g_clear_object (&self->runner);
  g_clear_object (&self->choice);
  g_clear_object (&self->new_source);
  g_clear_object (&self->devices);
  g_clear_object (&self->place_control);
  g_clear_object (&self->pages);
  g_clear_object (&self->program);
  g_clear_object (&self->editing);
  g_clear_object (&self->lessons);
  g_clear_object (&self->share);
  g_clear_object (&self->finder);
  g_clear_object (&self->presentation);
  g_clear_object (&self->appearance);
  g_clear_object (&self->run_files);
  g_clear_object (&self->notices);
  g_clear_object (&self->exporter);
  g_clear_object (&self->settings);
  g_clear_object (&self->playhead);
  g_clear_pointer (&self->catalog, ws_catalog_unref);

  G_OBJECT_CLASS (ws_window_parent_class)->finalize (object);
}

static void
words_cb (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  gtk_window_present (GTK_WINDOW (ws_words_dialog_new (GTK_WINDOW (widget))));
}

/* Its widgets take longer to create than the rest of the window: created on demand. */
static void
shortcuts_cb (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  GtkApplicationWindow *window = GTK_APPLICATION_WINDOW (widget);

  if (gtk_application_window_get_help_overlay (window) == NULL)
    {
      g_autoptr (GtkBuilder) builder =
          gtk_builder_new_from_resource ("/org/warpstage/ui/shortcuts.ui");

      gtk_application_window_set_help_overlay (
          window, GTK_SHORTCUTS_WINDOW (gtk_builder_get_object (builder, "help_overlay")));
    }
  gtk_window_present (GTK_WINDOW (gtk_application_window_get_help_overlay (window)));
}

static void
install_actions (GtkWidgetClass *widget_class)
{
  static const struct {
    const char *name;
    const char *parameter; /* its type */
    GtkWidgetActionActivateFunc activate;
  } actions[] = {
    { "win.cancel", NULL, cancel_cb },
    { "win.figures", NULL, figures_cb },
    { "win.find-figure", NULL, find_figure_cb },
    { "win.shortcuts", NULL, shortcuts_cb },
    { "win.show-file", "ay", show_file_cb },
    { "win.show-in-folder", "ay", show_cb },
    { "win.sidebar", NULL, sidebar_cb },
    { "win.thread", NULL, thread_cb },
    { "win.words", NULL, words_cb },
  };

  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    gtk_widget_class_install_action (widget_class, actions[i].name, actions[i].parameter,
                                     actions[i].activate);
}

/* Widgets of the template that the parts of the window look up by id. */
static const char *const children[] = {
  "caption",          "compare_button", "course_page",    "device_drop",  "exercise_panel",
  "fields_chip",      "find_button",    "figures_button", "header_bar",   "info_bar",
  "info_label",       "lesson_bar",     "lesson_chip",    "lesson_label", "menu_button",
  "picture_button",   "place",          "place_switch",   "plan_row",     "player",
  "present_button",   "presenter",      "program_strip",  "run_button",   "run_content",
  "scenarios_button", "share_button",   "shown_short",    "shown_whole",  "signs",
  "slides",           "summary",        "toolbar",        "transport",
};

static void
ws_window_class_init (WsWindowClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  g_type_ensure (WS_TYPE_CAPTION);
  g_type_ensure (WS_TYPE_COURSE_PAGE);
  g_type_ensure (WS_TYPE_EXERCISE_PANEL);
  g_type_ensure (WS_TYPE_SQUEEZER);
  g_type_ensure (WS_TYPE_FIELDS);
  g_type_ensure (WS_TYPE_LESSON_BAR);
  g_type_ensure (WS_TYPE_PANES);
  g_type_ensure (WS_TYPE_PLAN_ROW);
  g_type_ensure (WS_TYPE_PRESENTER);
  g_type_ensure (WS_TYPE_PROGRAM_STRIP);
  g_type_ensure (WS_TYPE_SHARE_BUTTON);
  g_type_ensure (WS_TYPE_SIDE);
  g_type_ensure (WS_TYPE_SIDEBAR);
  g_type_ensure (WS_TYPE_SUMMARY);
  g_type_ensure (WS_TYPE_TRANSPORT);
  g_type_ensure (WS_TYPE_WRAP_LAYOUT);
  object_class->dispose = ws_window_dispose;
  object_class->finalize = ws_window_finalize;
  widget_class->measure = ws_window_measure;
  widget_class->realize = ws_window_realize;
  widget_class->size_allocate = ws_window_size_allocate;
  GTK_WINDOW_CLASS (klass)->close_request = ws_window_close_request;

  gtk_widget_class_set_template_from_resource (widget_class, "/org/warpstage/ui/window.ui");
  gtk_widget_class_bind_template_child (widget_class, WsWindow, side);
  gtk_widget_class_bind_template_child (widget_class, WsWindow, sidebar);
  gtk_widget_class_bind_template_child (widget_class, WsWindow, fields);
  gtk_widget_class_bind_template_child (widget_class, WsWindow, panes);
  for (guint i = 0; i < G_N_ELEMENTS (children); i++)
    gtk_widget_class_bind_template_child_full (widget_class, children[i], FALSE, 0);
  install_actions (widget_class);
}

/* @phase: whether it runs before @widget's own key handling */
static void
add_keys (WsWindow *self, gpointer widget, GtkPropagationPhase phase, GCallback pressed_cb)
{
  GtkEventController *keyboard = gtk_event_controller_key_new ();

  gtk_event_controller_set_propagation_phase (keyboard, phase);
  g_signal_connect_swapped (keyboard, "key-pressed", pressed_cb, self);
  gtk_widget_add_controller (widget, keyboard);
}

static void
ws_window_init (WsWindow *self)
{
  GActionGroup *actions;

  self->playhead = ws_playhead_new ();
  self->settings = g_settings_new ("org.warpstage.Warpstage");
  self->start = (WsStart)WS_START_INIT;
  gtk_widget_init_template (GTK_WIDGET (self));
  actions = ws_playhead_actions_new (self->playhead);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "playhead", actions);
  g_object_unref (actions);
  add_keys (self, self, GTK_PHASE_BUBBLE, G_CALLBACK (key_pressed_cb));
  add_keys (self, ws_sidebar_get_list (self->sidebar), GTK_PHASE_CAPTURE,
            G_CALLBACK (list_key_pressed_cb));
  self->notices = ws_notices_new (get_child (self, "info_bar"), get_child (self, "info_label"),
                                  get_child (self, "signs"));
}

/* The context shared by its parts. */
static WsContext
make_context (WsWindow *self)
{
  return (WsContext){ .window = GTK_WINDOW (self),
                      .settings = self->settings,
                      .catalog = self->catalog,
                      .session = self->session,
                      .playhead = self->playhead,
                      .panes = self->panes,
                      .notices = self->notices,
                      .start = &self->start };
}

static void
begin_panes (WsWindow *self, const WsContext *context)
{
  WsTransport *transport = get_child (self, "transport");
  WsCaption *caption = get_child (self, "caption");

  ws_panes_begin (self->panes, self->session, self->playhead, self->settings);
  ws_follower_set_playhead (WS_FOLLOWER (transport), self->playhead);
  ws_follower_set_playhead (WS_FOLLOWER (caption), self->playhead);
  g_object_bind_property (self->panes, "finding", caption, "finding", G_BINDING_SYNC_CREATE);
  ws_follower_set_playhead (WS_FOLLOWER (get_child (self, "plan_row")), self->playhead);
  g_signal_connect_object (self, "notify::focus-widget", G_CALLBACK (ws_panes_follow_focus),
                           self->panes, G_CONNECT_SWAPPED);
  self->view_choices = ws_view_choices_new (context);
  self->pages = ws_pages_new (context);
}

static void
begin_exports (WsWindow *self)
{
  self->exporter = ws_exporter_new (self->panes, self->playhead, self->settings);
  g_signal_connect_object (self->exporter, "exported", G_CALLBACK (exported_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->exporter, "told", G_CALLBACK (ws_notices_tell), self->notices,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->exporter, "failed", G_CALLBACK (ws_notices_show_error),
                           self->notices, G_CONNECT_SWAPPED);
}

/* The parts that run kernels: from the chosen kernel, or the source, to what is shown. */
static void
begin_runs (WsWindow *self, const WsContext *context)
{
  self->devices = ws_devices_new (context);
  self->place_control = ws_place_control_new (context);
  self->editing = ws_editing_new (context, self->presentation);
  self->program = ws_program_control_new (context, self->presentation, self->editing);
  self->new_source = ws_new_source_new (context, self->editing);
  self->choice = ws_kernel_choice_new (context, self->presentation, self->editing);
  self->runner =
      ws_runner_new (context, self->presentation, self->editing, self->choice, self->pages);
  self->explore = ws_explore_new (context, self->presentation, self->choice);
  g_signal_connect_object (self->devices, "taken", G_CALLBACK (ws_runner_take_device), self->runner,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->devices, "taken", G_CALLBACK (ws_program_control_follow_device),
                           self->program, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->devices, "chosen", G_CALLBACK (ws_runner_run_shown), self->runner,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->sidebar, "activated", G_CALLBACK (side_activated_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (ws_session_get_queue (self->session), "client-added",
                           G_CALLBACK (client_added_cb), self, G_CONNECT_SWAPPED);
}

/* As the options specify, or as in the last session. */
static void
restore_size (WsWindow *self, const WsWindowOptions *options)
{
  if (options->width > 0 && options->height > 0)
    gtk_window_set_default_size (GTK_WINDOW (self), options->width, options->height);
  else
    gtk_window_set_default_size (GTK_WINDOW (self),
                                 g_settings_get_int (self->settings, "window-width"),
                                 g_settings_get_int (self->settings, "window-height"));
  if (options->maximised || g_settings_get_boolean (self->settings, "window-maximized"))
    gtk_window_maximize (GTK_WINDOW (self));
  ws_side_set_revealed (self->side, g_settings_get_boolean (self->settings, "sidebar-visible"));
}

/**
 * ws_window_new:
 * @application: the program
 * @options: how to begin
 *
 * Begins with the run of a file, if one is named; otherwise by running the chosen kernel.
 *
 * Returns: (transfer none): a window, owned by GTK; %NULL if the catalogue cannot be read (the
 * program is damaged)
 */
WsWindow *
ws_window_new (AdwApplication *application, const WsWindowOptions *options)
{
  WsWindow *self = ws_window_make ();

  return ws_window_begin (self, application, options) ? self : NULL;
}

/**
 * ws_window_make:
 *
 * The longer half of ws_window_new(), so that a caller can do the other half in another iteration
 * of the main loop.
 *
 * Returns: (transfer none): the widgets of a window, owned by GTK; without an application, and only
 * for ws_window_begin()
 */
WsWindow *
ws_window_make (void)
{
  return g_object_new (WS_TYPE_WINDOW, NULL);
}

/**
 * ws_window_begin:
 * @self: (transfer none): from ws_window_make(); destroyed if this fails
 * @application: the program
 * @options: how to begin
 *
 * The other half of ws_window_new().
 *
 * Returns: whether the catalogue could be read
 */
gboolean
ws_window_begin (WsWindow *self, AdwApplication *application, const WsWindowOptions *options)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WsRemotes) remotes = NULL;
  WsContext context;

  g_return_val_if_fail (WS_IS_WINDOW (self) && self->catalog == NULL, FALSE);

  gtk_window_set_application (GTK_WINDOW (self), GTK_APPLICATION (application));
  self->catalog = ws_catalog_new (NULL, &error);
  if (self->catalog == NULL)
    {
      g_critical ("The catalogue of kernels cannot be read: %s", error->message);
      gtk_window_destroy (GTK_WINDOW (self));
      return FALSE;
    }
  ws_catalog_add_user_specs (self->catalog, NULL);
  self->session = ws_session_new (self->catalog, NULL);
  remotes = ws_remotes_new ();
  ws_session_set_remotes (self->session, remotes);
  context = make_context (self);
  restore_size (self, options);
  ws_playhead_set_speed (self->playhead, g_settings_get_double (self->settings, "speed"));
  self->start.stage = options->stage;
  self->start.time = options->time;
  self->start.launch = options->launch;
  self->start.paused = options->paused;
  begin_panes (self, &context);
  begin_exports (self);
  self->appearance = ws_appearance_new (&context, self->exporter, options->theme);
  self->presentation = ws_presentation_new (&context, self->appearance);
  self->share = ws_share_new (&context, self->exporter, self->presentation);
  self->lessons = ws_lessons_new (&context, self->presentation);
  self->finder = ws_finder_new (&context, self->presentation, self->lessons);
  g_signal_connect_object (self->lessons, "exported", G_CALLBACK (lesson_exported_cb), self,
                           G_CONNECT_SWAPPED);
  self->run_files = ws_run_files_new (&context);
  g_signal_connect_object (self->run_files, "chosen", G_CALLBACK (ws_window_open), self,
                           G_CONNECT_SWAPPED);
  begin_runs (self, &context);
  if (options->file != NULL)
    ws_window_open (self, options->file);
  restore (self, options);
  ws_session_list_devices (self->session);
  if (options->scenario != NULL)
    ws_pages_begin_scenario (self->pages, options->scenario);
  if (options->timing != NULL)
    ws_pages_begin_timing (self->pages, options->timing);
  if (options->pane != NULL)
    gtk_widget_activate_action (GTK_WIDGET (self), "win.fill", "s", options->pane);
  if (options->lesson != NULL && ws_lecture_is_path (options->lesson))
    {
      g_autoptr (GFile) file = g_file_new_for_commandline_arg (options->lesson);

      ws_lessons_open_lecture (self->lessons, file);
    }
  else if (options->lesson != NULL)
    ws_lessons_begin_named (self->lessons, options->lesson);
  if (options->present)
    ws_presentation_set_presenting (self->presentation, TRUE);
  if (options->scenario == NULL && options->pane == NULL
      && ws_presentation_get_lesson (self->presentation) == NULL)
    gtk_widget_grab_focus (ws_pane_get_child (ws_panes_get_pane (self->panes, WS_PANE_TREE)));
  return TRUE;
}

WsPlayhead *
ws_window_get_playhead (WsWindow *self)
{
  g_return_val_if_fail (WS_IS_WINDOW (self), NULL);
  return self->playhead;
}

WsNotices *
ws_window_get_notices (WsWindow *self)
{
  g_return_val_if_fail (WS_IS_WINDOW (self), NULL);
  return self->notices;
}

WsSession *
ws_window_get_session (WsWindow *self)
{
  g_return_val_if_fail (WS_IS_WINDOW (self), NULL);
  return self->session;
}

WsCatalog *
ws_window_get_catalog (WsWindow *self)
{
  g_return_val_if_fail (WS_IS_WINDOW (self), NULL);
  return self->catalog;
}

WsPanes *
ws_window_get_panes (WsWindow *self)
{
  g_return_val_if_fail (WS_IS_WINDOW (self), NULL);
  return self->panes;
}

WsExporter *
ws_window_get_exporter (WsWindow *self)
{
  g_return_val_if_fail (WS_IS_WINDOW (self), NULL);
  return self->exporter;
}

WsAppearance *
ws_window_get_appearance (WsWindow *self)
{
  g_return_val_if_fail (WS_IS_WINDOW (self), NULL);
  return self->appearance;
}

WsPresentation *
ws_window_get_presentation (WsWindow *self)
{
  g_return_val_if_fail (WS_IS_WINDOW (self), NULL);
  return self->presentation;
}

WsLessons *
ws_window_get_lessons (WsWindow *self)
{
  g_return_val_if_fail (WS_IS_WINDOW (self), NULL);
  return self->lessons;
}

WsEditing *
ws_window_get_editing (WsWindow *self)
{
  g_return_val_if_fail (WS_IS_WINDOW (self), NULL);
  return self->editing;
}

WsKernelChoice *
ws_window_get_choice (WsWindow *self)
{
  g_return_val_if_fail (WS_IS_WINDOW (self), NULL);
  return self->choice;
}

/**
 * ws_window_open:
 * @self: a window
 * @file: a run, a lesson or a lecture bundle
 *
 * Opens @file according to its suffix.
 */
void
ws_window_open (WsWindow *self, GFile *file)
{
  g_autofree char *path = NULL;

  g_return_if_fail (WS_IS_WINDOW (self) && G_IS_FILE (file));

  path = g_file_get_path (file);
  if (path != NULL && g_str_has_suffix (path, WS_LESSON_SUFFIX))
    ws_lessons_begin_named (self->lessons, path);
  else if (path != NULL && ws_lecture_is_path (path))
    ws_lessons_open_lecture (self->lessons, file);
  else if (path != NULL && ws_user_kernel_is_source (path))
    ws_editing_open (self->editing, file);
  else
    ws_window_open_run (self, file);
}

/**
 * ws_window_open_run:
 * @self: a window
 * @file: a .wsrun file
 *
 * Reads @file in the background and shows it; for a damaged file it shows an error and keeps the
 * current run. Cancels the opening of another file.
 */
void
ws_window_open_run (WsWindow *self, GFile *file)
{
  g_return_if_fail (WS_IS_WINDOW (self) && G_IS_FILE (file));

  ws_editing_cancel_opening (self->editing);
  ws_run_files_open (self->run_files, file);
}
