/* run.c: what to run, running it, and what comes of it. */
#include "dialog/stall-dialog.h"
#include "window/private.h"

#define PROGRESS_AFTER_MS 300 /* a run that is done sooner shows no progress */

static const WsSpec *
chosen_spec (WsWindow *self)
{
  GPtrArray *specs = ws_catalog_get_specs (self->catalog);
  const WsSpec *last = NULL;

  for (guint i = 0; self->devices != NULL && i < self->devices->len; i++)
    {
      const WsClientDevice *device = g_ptr_array_index (self->devices, i);

      if (g_strcmp0 (device->id, self->device) == 0 && device->spec != NULL)
        return device->spec;
    }
  for (guint i = 0; i < specs->len; i++)
    {
      last = g_ptr_array_index (specs, i);
      if (self->device != NULL && g_str_has_suffix (self->device, last->id))
        return last;
    }
  return last;
}

/* Reads the fields and lets the plan say whether kernel and device can do it; marks the field that
 * stands in the way. */
static gboolean
check_fields (WsWindow *self, WsPlanParameters *parameters)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WsPlan) plan = NULL;

  if (ws_fields_get_parameters (self->fields, parameters, &error))
    plan = ws_plan_new (self->catalog, self->kernel, parameters, chosen_spec (self), &error);
  ws_fields_set_problem (self->fields, error);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.run", plan != NULL);
  return plan != NULL;
}

static void
show_fraction (WsWindow *self)
{
  double fraction;
  g_autofree char *sentence = NULL;
  g_autofree char *label = NULL;

  if (!self->progress_shown)
    return;
  g_object_get (self->recorder, "fraction", &fraction, "sentence", &sentence, NULL);
  label = g_strdup_printf ("Stop, %.0f\u00a0%%", fraction * 100);
  adw_button_content_set_label (self->run_content, label);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->run_button), sentence);
}

static gboolean
show_progress_cb (gpointer data)
{
  WsWindow *self = data;

  self->progress_timeout = 0;
  self->progress_shown = TRUE;
  adw_button_content_set_icon_name (self->run_content, "process-stop-symbolic");
  show_fraction (self);
  return G_SOURCE_REMOVE;
}

static void
busy_cb (WsWindow *self)
{
  g_clear_handle_id (&self->progress_timeout, g_source_remove);
  if (ws_recorder_is_busy (self->recorder))
    {
      self->progress_timeout = g_timeout_add (PROGRESS_AFTER_MS, show_progress_cb, self);
      return;
    }
  self->progress_shown = FALSE;
  adw_button_content_set_icon_name (self->run_content, "media-playback-start-symbolic");
  adw_button_content_set_label (self->run_content, "Run");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->run_button), "Run and record (Ctrl+R)");
}

static char *
blocks_to_record (WsWindow *self)
{
  if (self->keep_place)
    return g_strdup_printf ("0,mid,last,%u", self->wanted_block);
  return g_strdup ("0,mid,last");
}

/**
 * ws_window_start_run:
 * @self: a window
 *
 * Runs and records what the fields say, unless they say nonsense. The user's word: it takes the
 * place of what was opened, or is being opened.
 */
void
ws_window_start_run (WsWindow *self)
{
  WsPlanParameters parameters;
  g_autofree char *blocks = NULL;
  g_autoptr (WsJobSource) source = NULL;

  ws_window_cancel_opening (self);
  self->start_unless_opened = FALSE;
  self->opened = FALSE;
  if (self->kernel == NULL || !check_fields (self, &parameters))
    return;
  /* the device is not known yet: ws_window_devices_listed() comes back */
  if (self->device == NULL)
    return;
  ws_window_time_job (self, &parameters);
  if (ws_window_must_wait (self))
    return;
  ws_fields_forget_change (self->fields);
  blocks = blocks_to_record (self);
  gtk_info_bar_set_revealed (self->info_bar, FALSE);
  source = ws_catalog_choose (self->catalog, self->kernel, &parameters, blocks, FALSE);
  if (self->keep_place)
    ws_recorder_start (self->recorder, self->device, source, self->wanted_launch,
                       self->wanted_block);
  else
    ws_recorder_start (self->recorder, self->device, source,
                       self->start.launch > 1 ? (guint)self->start.launch - 1 : 0, WS_NONE);
}

/**
 * ws_window_start_unasked:
 * @self: a window
 *
 * As ws_window_start_run(), where the window begins by itself: what was opened stays, and what is
 * being opened comes first.
 */
void
ws_window_start_unasked (WsWindow *self)
{
  if (self->opening != NULL)
    self->start_unless_opened = TRUE;
  else if (!self->opened)
    ws_window_start_run (self);
}

static void
run_cb (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  WsWindow *self = WS_WINDOW (widget);

  if (self->progress_shown)
    {
      ws_recorder_cancel (self->recorder);
      return;
    }
  /* the worker could not be asked for them before */
  if (self->devices == NULL)
    ws_recorder_list_devices (self->recorder);
  self->keep_place = FALSE;
  ws_window_start_run (self);
}

static void
cancel_cb (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  WsWindow *self = WS_WINDOW (widget);

  if (self->opening != NULL)
    gtk_widget_activate_action (widget, "win.cancel-opening", NULL);
  else if (ws_playhead_is_deriving (self->playhead))
    ws_playhead_stop_deriving (self->playhead);
  else if (self->presenting)
    ws_window_set_presenting (self, FALSE);
  else if (self->filled_pane >= 0)
    ws_window_fill (self, -1);
  else
    ws_recorder_cancel (self->recorder);
}

/**
 * ws_window_apply_start:
 * @self: a window that shows a run
 *
 * The first run of a window stands where the command line asked, and plays unless it was to stand
 * still.
 */
void
ws_window_apply_start (WsWindow *self)
{
  WsScene *scene;

  if (self->start.launch > 1)
    ws_playhead_set_launch (self->playhead, self->start.launch - 1);
  scene = ws_playhead_get_scene (self->playhead);
  if (self->start.time > 0 && ws_playhead_get_end_time (self->playhead) > 0)
    {
      ws_playhead_set_clock (self->playhead, WS_CLOCK_LAUNCH);
      ws_playhead_set_time (self->playhead,
                            self->start.time * ws_playhead_get_end_time (self->playhead));
    }
  else if (scene != NULL && self->start.stage >= 0 && scene->stages->n_stages > 0)
    ws_playhead_set_position (
        self->playhead,
        ws_scene_stage_moment (scene, MIN ((guint)self->start.stage, scene->stages->n_stages - 1)));
  else
    ws_playhead_set_playing (self->playhead, !self->start.paused);
  self->start.stage = -1;
  self->start.time = 0;
  self->start.launch = 0;
  self->start.paused = FALSE;
}

static void
recorded_cb (WsWindow *self, WsRun *run, WsScene *scene)
{
  double position = ws_playhead_get_position (self->playhead);

  if (!run->correct && run->has_result)
    ws_window_show_error (
        self, "The result is wrong: it differs from the host's by more than the stated bound.");
  if (self->keep_place)
    {
      gboolean playing = ws_playhead_get_playing (self->playhead);

      self->keep_place = FALSE;
      ws_playhead_set_run_and_scene (self->playhead, run, scene);
      ws_playhead_look_at (self->playhead, run, self->wanted_launch, self->wanted_block, WS_NONE,
                           position);
      ws_playhead_set_playing (self->playhead, playing);
      return;
    }
  ws_playhead_set_run_and_scene (self->playhead, run, scene);
  ws_window_apply_start (self);
}

static void
failed_cb (WsWindow *self, GError *error, WsRun *partial)
{
  self->keep_place = FALSE;
  if (error->domain == WS_CATALOG_ERROR || error->domain == WS_JOB_ERROR)
    ws_fields_set_problem (self->fields, error);
  else
    {
      ws_window_show_error (self, error->message);
      ws_window_offer_line (self, error);
      if (partial != NULL)
        ws_window_show_fault (self, partial);
    }
}

static void
fields_changed_cb (WsWindow *self)
{
  WsPlanParameters parameters;

  if (self->kernel != NULL)
    check_fields (self, &parameters);
}

static void
fields_settled_cb (WsWindow *self)
{
  self->keep_place = FALSE;
  ws_window_start_run (self);
}

static void
update_shown_block (WsWindow *self)
{
  WsRun *run = ws_playhead_get_run (self->playhead);
  guint launch = ws_playhead_get_launch (self->playhead);

  if (run != NULL && launch < run->n_launches)
    ws_fields_set_shown_block (self->fields, ws_playhead_get_block (self->playhead),
                               ws_launch_get_n_blocks (&run->launches[launch]));
}

static void
block_shown_cb (WsWindow *self)
{
  WsRun *run = ws_playhead_get_run (self->playhead);
  guint launch = ws_playhead_get_launch (self->playhead);
  guint block = ws_fields_get_shown_block (self->fields);

  if (run == NULL)
    return;
  if (ws_run_find_block (run, launch, block) != NULL)
    {
      ws_playhead_set_block (self->playhead, block);
      return;
    }
  /* a recording would be another run, and perhaps another device's */
  if (self->opened)
    {
      ws_window_choose_block (self, block);
      update_shown_block (self);
      return;
    }
  self->keep_place = TRUE;
  self->wanted_launch = launch;
  self->wanted_block = block;
  ws_window_start_run (self);
}

/* Chooses the kernel in both lists, and nothing more. */
static void
select_kernel (WsWindow *self, const WsCatalogKernel *kernel)
{
  self->updating = TRUE;
  self->kernel = kernel;
  ws_fields_set_kernel (self->fields, kernel);
  for (guint i = 0; i < ws_catalog_get_n_kernels (self->catalog); i++)
    if (ws_catalog_get_kernel (self->catalog, i) == kernel)
      {
        gtk_drop_down_set_selected (self->kernel_drop, i);
        gtk_list_box_select_row (self->kernel_list,
                                 gtk_list_box_get_row_at_index (self->kernel_list, (int)i));
      }
  self->updating = FALSE;
  self->keep_place = FALSE;
}

/**
 * ws_window_begin_kernel:
 * @self: a window that is being made
 * @kernel: (transfer none): a kernel of its catalogue
 *
 * Chooses @kernel and runs it, unless there is a file to open.
 */
void
ws_window_begin_kernel (WsWindow *self, const WsCatalogKernel *kernel)
{
  select_kernel (self, kernel);
  ws_window_start_unasked (self);
}

/**
 * ws_window_choose_kernel:
 * @self: a window
 * @kernel: (transfer none): a kernel of its catalogue
 *
 * Chooses @kernel in both lists and runs it with what the fields say.
 */
void
ws_window_choose_kernel (WsWindow *self, const WsCatalogKernel *kernel)
{
  if (self->updating || kernel == NULL || kernel == self->kernel)
    return;
  select_kernel (self, kernel);
  ws_window_start_run (self);
}

/**
 * ws_window_dup_source:
 * @self: a window
 * @run: a run
 *
 * Returns: (transfer full) (nullable): a source of the job that made it; of a run of an older
 * program, of what the catalogue has by its name
 */
WsJobSource *
ws_window_dup_source (WsWindow *self, const WsRun *run)
{
  WsJobSource *source = ws_job_source_new_for_run (run);
  const WsCatalogKernel *kernel = ws_catalog_find (self->catalog, run->id, NULL);
  WsPlanParameters parameters;

  if (source != NULL || kernel == NULL)
    return source;
  ws_plan_parameters_from_variant (&parameters, kernel, run->parameters);
  return ws_catalog_choose (self->catalog, kernel, &parameters, NULL, FALSE);
}

/**
 * ws_window_follow_run:
 * @self: a window
 * @run: a run that its recorder did not make: a scenario's, or a file's
 *
 * Lets lists and fields name what is shown. Nothing is run; what was running is given up, or it
 * would take the place of @run.
 */
void
ws_window_follow_run (WsWindow *self, const WsRun *run)
{
  const WsCatalogKernel *kernel = ws_catalog_find (self->catalog, run->id, NULL);
  WsPlanParameters parameters;

  ws_recorder_cancel (self->recorder);
  self->opened = FALSE;
  if (kernel == NULL)
    return;
  select_kernel (self, kernel);
  ws_plan_parameters_from_variant (&parameters, kernel, run->parameters);
  ws_fields_set_parameters (self->fields, &parameters);
  if (check_fields (self, &parameters))
    ws_window_time_job (self, &parameters);
}

static void
kernel_selected_cb (WsWindow *self)
{
  if (!self->updating)
    ws_window_choose_kernel (
        self,
        ws_catalog_get_kernel (self->catalog, gtk_drop_down_get_selected (self->kernel_drop)));
}

static void
kernel_row_cb (WsWindow *self, GtkListBoxRow *row)
{
  if (!self->updating && row != NULL)
    ws_window_choose_kernel (
        self, ws_catalog_get_kernel (self->catalog, (guint)gtk_list_box_row_get_index (row)));
}

static void
next_kernel_cb (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  WsWindow *self = WS_WINDOW (widget);
  int index = (int)gtk_drop_down_get_selected (self->kernel_drop)
              + (g_str_equal (action_name, "win.next-kernel") ? 1 : -1);

  if (index >= 0 && index < (int)ws_catalog_get_n_kernels (self->catalog))
    ws_window_choose_kernel (self, ws_catalog_get_kernel (self->catalog, (guint)index));
}

static void
group_header_cb (GtkListBoxRow *row, GtkListBoxRow *before, gpointer data)
{
  WsWindow *self = data;
  const WsCatalogKernel *kernel =
      ws_catalog_get_kernel (self->catalog, (guint)gtk_list_box_row_get_index (row));
  GtkWidget *header;

  if (before != NULL
      && g_str_equal (
          kernel->group,
          ws_catalog_get_kernel (self->catalog, (guint)gtk_list_box_row_get_index (before))->group))
    {
      gtk_list_box_row_set_header (row, NULL);
      return;
    }
  header = gtk_label_new (kernel->group);
  gtk_label_set_xalign (GTK_LABEL (header), 0);
  gtk_widget_add_css_class (header, "heading");
  gtk_widget_add_css_class (header, "sidebar-heading");
  gtk_list_box_row_set_header (row, header);
}

static GtkWidget *
make_kernel_row (const WsCatalogKernel *kernel)
{
  g_autofree char *text = g_strdup_printf ("%u  %s", kernel->number, kernel->name);
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_set_tooltip_text (label, kernel->idea);
  return label;
}

static void
fill_kernels (WsWindow *self)
{
  g_autoptr (GtkStringList) titles = gtk_string_list_new (NULL);

  self->updating = TRUE;
  for (guint i = 0; i < ws_catalog_get_n_kernels (self->catalog); i++)
    {
      const WsCatalogKernel *kernel = ws_catalog_get_kernel (self->catalog, i);

      gtk_string_list_append (titles, kernel->title);
      gtk_list_box_append (self->kernel_list, make_kernel_row (kernel));
    }
  gtk_list_box_set_header_func (self->kernel_list, group_header_cb, self, NULL);
  gtk_drop_down_set_model (self->kernel_drop, G_LIST_MODEL (titles));
  self->updating = FALSE;
}

static void
shown_setup_cb (GtkListItemFactory *factory, GtkListItem *item)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_list_item_set_child (item, label);
}

static void
shown_bind_cb (GtkListItemFactory *factory, GtkListItem *item)
{
  GtkStringObject *string = gtk_list_item_get_item (item);

  gtk_label_set_text (GTK_LABEL (gtk_list_item_get_child (item)),
                      gtk_string_object_get_string (string));
}

/* What is chosen is shortened where a window is narrow; its list is as it was. */
static void
shorten (GtkDropDown *drop)
{
  g_autoptr (GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();

  g_signal_connect (factory, "setup", G_CALLBACK (shown_setup_cb), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (shown_bind_cb), NULL);
  gtk_drop_down_set_list_factory (drop, gtk_drop_down_get_factory (drop));
  gtk_drop_down_set_factory (drop, factory);
}

void
ws_window_run_class_init (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "win.run", NULL, run_cb);
  gtk_widget_class_install_action (widget_class, "win.cancel", NULL, cancel_cb);
  gtk_widget_class_install_action (widget_class, "win.next-kernel", NULL, next_kernel_cb);
  gtk_widget_class_install_action (widget_class, "win.previous-kernel", NULL, next_kernel_cb);
}

void
ws_window_run_init (WsWindow *self)
{
  fill_kernels (self);
  shorten (self->kernel_drop);
  shorten (self->device_drop);
  ws_stall_dialog_watch (GTK_WIDGET (self), ws_recorder_get_client (self->recorder));
  g_signal_connect_object (self->recorder, "notify::busy", G_CALLBACK (busy_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->recorder, "notify::fraction", G_CALLBACK (show_fraction), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->recorder, "recorded", G_CALLBACK (recorded_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->recorder, "failed", G_CALLBACK (failed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->fields, "changed", G_CALLBACK (fields_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->fields, "settled", G_CALLBACK (fields_settled_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->fields, "block-shown", G_CALLBACK (block_shown_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->playhead, "notify::scene", G_CALLBACK (update_shown_block), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->kernel_drop, "notify::selected", G_CALLBACK (kernel_selected_cb),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->kernel_list, "row-selected", G_CALLBACK (kernel_row_cb), self,
                           G_CONNECT_SWAPPED);
}
