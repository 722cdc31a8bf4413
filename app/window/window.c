#include "window/private.h"

#include "dialog/chooser.h"
#include "dialog/show-folder.h"
#include "dialog/stall-dialog.h"
#include "dialog/words-dialog.h"
#include "lecture/lecture.h"
#include "lesson/lesson-store.h"
#include "record/file.h"
#include "slide/slide-picture.h"
#include "toolkit/squeezer.h"
#include "playback/playhead-actions.h"
#include "editor/same-place.h"
#include "toolkit/wrap-layout.h"
#include "window/actions.h"
#include "window/options.h"
#include "window/teardown.h"
#include "words/words.h"

#include <glib/gi18n.h>
#include <math.h>

#define PROGRESS_AFTER_MS 300 /* a run that is done sooner shows no progress */

#define NARROW_PX 880 /* where a window is narrower, it shows one pane at a time */

#define KERNEL_ACTION "win.kernel"

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
  { GDK_KEY_F2, 0, "win.edit" },
  { GDK_KEY_f, GDK_CONTROL_MASK, "win.find-figure" },
  { GDK_KEY_Page_Down, GDK_CONTROL_MASK, "win.next-kernel" },
  { GDK_KEY_Page_Up, GDK_CONTROL_MASK, "win.previous-kernel" },
  { GDK_KEY_t, 0, "win.next-tree-size" },
  { GDK_KEY_s, 0, "win.thread" },
  { GDK_KEY_m, 0, "win.next-memory-mode" },
  { GDK_KEY_d, 0, "win.beside" },
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

/* A remote clicker's keys, and Space, are the playhead's in the list of kernels, too: who has just
 * chosen a kernel there goes on through its stages, and not to another kernel. */
static gboolean
list_key_pressed_cb (WsWindow *self, guint key, guint code, GdkModifierType state)
{
  if (key != GDK_KEY_Page_Down && key != GDK_KEY_Page_Up && key != GDK_KEY_space)
    return GDK_EVENT_PROPAGATE;
  return key_pressed_cb (self, key, code, state);
}

/* A chart walks its series with these keys; who presents steps through the launch, as everywhere.
 */
static gboolean
timing_key_pressed_cb (WsWindow *self, guint key)
{
  if (!ws_presentation_get_presenting (self->presentation)
      || (key != GDK_KEY_Page_Down && key != GDK_KEY_Page_Up))
    return GDK_EVENT_PROPAGATE;
  return gtk_widget_activate_action (
      GTK_WIDGET (self),
      key == GDK_KEY_Page_Down ? "playhead.next-stage" : "playhead.previous-stage", NULL);
}

static void
exported_cb (WsWindow *self, const char *path)
{
  g_autofree char *name = g_filename_display_basename (path);
  g_autofree char *text = g_strdup_printf (_ ("Exported %s"), name);

  ws_notices_tell_and_offer (self->notices, text, _ ("_Show in Folder"), "win.show-in-folder",
                             g_variant_new_bytestring (path));
}

/* What is printed is looked at next. */
static void
lesson_exported_cb (WsWindow *self, const char *path)
{
  g_autofree char *name = NULL;
  g_autofree char *text = NULL;

  if (ws_lesson_exporter_get_kind (ws_lessons_get_exporter (self->lessons))
      == WS_LESSON_EXPORT_BUNDLE)
    {
      exported_cb (self, path);
      return;
    }
  name = g_filename_display_basename (path);
  text = g_strdup_printf (_ ("Exported %s"), name);
  ws_notices_tell_and_offer (self->notices, text, _ ("_Open"), "win.show-file",
                             g_variant_new_bytestring (path));
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

/* ---- what can be done ---- */

/* Of the launch shown, on the device that recorded it, with what it was recorded with. */
static gboolean
can_count (WsWindow *self)
{
  WsRun *run = ws_playhead_get_run (self->playhead);

  return self->session != NULL && run != NULL && run->origin == WS_ORIGIN_MEASURED
         && !ws_session_is_busy (self->session) && ws_session_get_run (self->session) == run;
}

static void
update_actions (WsWindow *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  gboolean has_run = ws_playhead_get_run (self->playhead) != NULL;

  gtk_widget_action_set_enabled (widget, "win.export", has_run);
  gtk_widget_action_set_enabled (widget, "win.export-figures", has_run);
  gtk_widget_action_set_enabled (widget, "win.export-animation", has_run);
  gtk_widget_action_set_enabled (widget, "win.read-counters", can_count (self));
}

/* ---- another launch or block, which is large ---- */

static void
deriving_cb (WsWindow *self)
{
  gboolean derives = ws_playhead_is_deriving (self->playhead);

  if (derives && self->deriving_sign == NULL)
    self->deriving_sign =
        ws_notices_add_work (self->notices, _ ("Reading what the block did…"), "win.stop-deriving");
  else if (!derives)
    g_clear_pointer (&self->deriving_sign, ws_sign_end);
}

static void
stop_deriving_cb (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  ws_playhead_stop_deriving (WS_WINDOW (widget)->playhead);
}

/* ---- pictures and figures go out ---- */

static void
export_cb (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  WsWindow *self = WS_WINDOW (widget);
  WsSlideView *view = ws_presenter_get_view (self->presenter);
  WsSlide *slide = (WsSlide *)ws_slide_view_get_slide (view);
  WsPicture picture;

  if (!ws_presentation_shows_slides (self->presentation))
    {
      ws_exporter_export_pane (self->exporter, ws_panes_get_current (self->panes));
      return;
    }
  if (slide == NULL)
    return;
  ws_picture_set_slide (&picture, slide);
  ws_exporter_export_picture (self->exporter, &picture, gtk_widget_get_width (GTK_WIDGET (view)),
                              gtk_widget_get_height (GTK_WIDGET (view)));
}

static void
export_figures_cb (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  ws_exporter_export_figures (WS_WINDOW (widget)->exporter);
}

static void
export_animation_cb (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  ws_exporter_export_animation (WS_WINDOW (widget)->exporter);
}

/* ---- what the fields say, and how far a run is ---- */

/* Virtual GPUs look for mistakes; real ones cannot. */
static void
enable_checks (WsWindow *self, gboolean can_run)
{
  const char *id = ws_session_get_device_id (self->session);
  gboolean can_check = can_run && id != NULL && g_str_has_prefix (id, "vm:");

  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.check", can_check);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.run-in-order", can_check);
}

/* Reads the fields and lets the plan say whether kernel and device can do it; marks the field that
 * stands in the way. */
static gboolean
check_fields (WsWindow *self, WsPlanParameters *parameters)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WsPlan) plan = NULL;

  if (ws_fields_get_parameters (self->fields, parameters, &error))
    plan = ws_plan_new (self->catalog, self->kernel, parameters,
                        ws_session_get_spec (self->session), &error);
  ws_fields_set_problem (self->fields, error);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.run", plan != NULL);
  enable_checks (self, plan != NULL);
  return plan != NULL;
}

static void
show_fraction (WsWindow *self)
{
  g_autofree char *label = NULL;

  if (!self->progress_shown)
    return;
  label = g_strdup_printf (_ ("%.0f\u00a0%%"), ws_session_get_fraction (self->session) * 100);
  adw_button_content_set_label (self->run_content, label);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->run_button),
                               ws_session_get_sentence (self->session));
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
state_cb (WsWindow *self)
{
  if (ws_session_is_busy (self->session))
    {
      if (self->progress_timeout == 0 && !self->progress_shown)
        self->progress_timeout = g_timeout_add (PROGRESS_AFTER_MS, show_progress_cb, self);
      return;
    }
  g_clear_handle_id (&self->progress_timeout, g_source_remove);
  self->progress_shown = FALSE;
  adw_button_content_set_icon_name (self->run_content, "media-playback-start-symbolic");
  adw_button_content_set_label (self->run_content, _ ("Run"));
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->run_button), _ ("Run and record (Ctrl+R)"));
}

/* ---- what to run ---- */

/* @place: (nullable): where there is to be looked; %NULL for where the command line asked, or the
 * beginning
 *
 * Returns: (transfer full) (nullable): of what the fields say; %NULL where they say nonsense */
static WsJobSource *
make_source (WsWindow *self, const WsRunPlace *place)
{
  WsPlanParameters parameters;
  g_autofree char *blocks = NULL;

  if (self->kernel == NULL || !check_fields (self, &parameters))
    return NULL;
  ws_pages_set_job (self->pages, self->kernel, &parameters);
  parameters.checked = self->checks;
  parameters.order = self->order;
  ws_fields_forget_change (self->fields);
  ws_notices_hide_error (self->notices);
  blocks =
      place != NULL ? g_strdup_printf ("0,mid,last,%u", place->block) : g_strdup ("0,mid,last");
  return ws_catalog_choose (self->catalog, self->kernel, &parameters, blocks, FALSE);
}

/* Runs and records what the fields say, unless they say nonsense. The user's word: it takes the
 * place of what was opened, or is being opened, and of a scenario's cell that still runs. */
static void
start_run (WsWindow *self)
{
  g_autoptr (WsJobSource) source = make_source (self, NULL);
  WsRunPlace place;

  if (ws_session_get_state (self->session) == WS_SESSION_OPENS)
    ws_session_cancel (self->session);
  if (source == NULL)
    return;
  ws_editing_cancel_opening (self->editing);
  ws_pages_leave_scenario (self->pages);
  ws_start_get_place (&self->start, &place);
  ws_session_record (self->session, source, &place);
}

/* As start_run(), where the window begins by itself: what was opened stays, and what is
 * being opened comes first; and a lesson runs what it needs. */
static void
start_unasked (WsWindow *self, gboolean runs)
{
  g_autoptr (WsJobSource) source = make_source (self, NULL);
  WsRunPlace place;

  ws_start_get_place (&self->start, &place);
  if (source != NULL && runs && !ws_editing_has_source (self->editing)
      && ws_presentation_get_lesson (self->presentation) == NULL)
    ws_session_record_unasked (self->session, source, &place);
}

/* (transfer full) (nullable): of a run of a kernel that the catalogue does not know, looked at for
 * mistakes */
static WsJobSource *
make_checked (WsWindow *self, const WsRun *run)
{
  g_autoptr (WsJob) job = run->job != NULL ? ws_job_from_variant (run->job, NULL) : NULL;

  if (job == NULL)
    return NULL;
  job->checked = TRUE;
  job->order = self->order;
  return ws_job_source_new_for_job (job);
}

/* A run of a kernel that the catalogue does not know runs again as it did, unless its text stands
 * there and has become another, which runs then; of any other the fields say how. */
static gboolean
run_foreign (WsWindow *self)
{
  WsRun *run = ws_session_get_run (self->session);
  const WsRunPlace place = WS_RUN_PLACE_INIT;
  g_autoptr (WsJobSource) source = NULL;

  if (run == NULL || ws_playhead_get_run (self->playhead) != run
      || ws_catalog_find (self->catalog, run->id, NULL) != NULL)
    return FALSE;
  if (ws_editing_run_change (self->editing))
    return TRUE;
  source = self->checks ? make_checked (self, run) : ws_session_dup_source (self->session, run);
  if (source != NULL)
    ws_session_record (self->session, source, &place);
  return source != NULL;
}

static void
run_cb (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  WsWindow *self = WS_WINDOW (widget);

  if (self->progress_shown)
    {
      ws_session_cancel (self->session);
      return;
    }
  /* the worker could not be asked for them before */
  if (ws_session_get_devices (self->session) == NULL)
    ws_session_list_devices (self->session);
  if (!ws_editing_run_source (self->editing) && !run_foreign (self))
    start_run (self);
}

/* Once more what the fields say, looked at for mistakes. */
static void
check_cb (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  WsWindow *self = WS_WINDOW (widget);

  self->checks = TRUE;
  if (!ws_editing_run_source (self->editing) && !run_foreign (self))
    start_run (self);
  self->checks = FALSE;
}

/* And in an order that some GPU may choose. */
static void
run_in_order_cb (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  WsWindow *self = WS_WINDOW (widget);

  ws_order_find (g_variant_get_string (parameter, NULL), &self->order);
  check_cb (widget, action_name, NULL);
  self->order = WS_ORDER_TIME;
}

static void
go_cb (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  ws_session_go_back (WS_WINDOW (widget)->session, g_str_equal (action_name, "win.back") ? 1 : -1);
}

static void
cancel_cb (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  WsWindow *self = WS_WINDOW (widget);

  if (ws_session_get_state (self->session) == WS_SESSION_OPENS)
    ws_session_cancel (self->session);
  else if (ws_playhead_is_deriving (self->playhead))
    ws_playhead_stop_deriving (self->playhead);
  else if (!ws_presentation_go_back (self->presentation))
    ws_session_cancel (self->session);
}

/* ---- a fault, of which a real GPU says no more than that it stopped ---- */

/* A real GPU does not say where a kernel went wrong. The virtual one does, one click away. */
static void
offer_line (WsWindow *self, const GError *error)
{
  const WsClientDevice *device = ws_session_get_device (self->session);

  ws_notices_offer (self->notices, WS_REMEDY_FIND_LINE,
                    ws_client_error_is_fault (error) && device != NULL
                        && device->origin == WS_ORIGIN_MEASURED);
}

/* Shows the block that went wrong as it was just before; the code view marks the line. */
static void
show_fault (WsWindow *self, WsRun *partial)
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

/* ---- what comes of it ---- */

/* (transfer full): number and name */
static char *
name_kernel (const WsCatalogKernel *kernel)
{
  return g_strdup_printf ("%u  %s", kernel->number, ws_words_translate (kernel->name));
}

/* (transfer full): of the run that is shown; of a source without one the file's name */
static char *
make_shown_title (WsWindow *self, const WsRun *run)
{
  g_autofree char *name = NULL;

  if (!ws_editing_shows_no_run (self->editing))
    return g_strdup (run != NULL ? run->title : "");
  name = g_file_get_basename (ws_user_opener_get_file (ws_editing_get_opener (self->editing)));
  return g_filename_display_name (name);
}

/* Says which kernel is shown, what it does, and what it leaves: of what was chosen, until there is
 * a run. */
static void
update_shown (WsWindow *self)
{
  const WsRun *run = ws_playhead_get_run (self->playhead);
  const WsCatalogKernel *kernel = ws_editing_shows_no_run (self->editing) ? NULL
                                  : run != NULL ? ws_catalog_find (self->catalog, run->id, NULL)
                                                : self->kernel;
  g_autofree char *whole = NULL;
  g_autofree char *brief = NULL;
  g_autofree char *said = NULL;
  WsUserKernel *own;
  gboolean is_own;

  if (kernel != NULL)
    {
      whole = g_strdup (ws_words_translate (kernel->title));
      brief = name_kernel (kernel);
      ws_summary_show (self->summary, ws_words_translate (kernel->idea),
                       ws_words_translate (kernel->look), ws_words_translate (kernel->defect));
    }
  else
    {
      whole = make_shown_title (self, run);
      brief = g_strdup (whole);
      ws_summary_show (self->summary, NULL, NULL, NULL);
    }
  own = ws_user_opener_get_kernel (ws_editing_get_opener (self->editing));
  is_own =
      kernel == NULL && run != NULL && g_str_has_prefix (run->id, WS_USER_PREFIX) && own != NULL;
  said = is_own ? ws_user_kernel_dup_said (own) : NULL;
  is_own |= ws_editing_shows_no_run (self->editing);
  ws_fields_set_own (self->fields, is_own);
  ws_panes_set_said (self->panes, said);
  if (is_own)
    ws_sidebar_select (self->sidebar, KERNEL_ACTION, "");
  gtk_label_set_text (self->shown_whole, whole);
  gtk_label_set_text (self->shown_short, brief);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->shown_short), whole);
}

/* Chooses the kernel in the list, and nothing more. */
static void
select_kernel (WsWindow *self, const WsCatalogKernel *kernel)
{
  self->updating = TRUE;
  self->kernel = kernel;
  ws_fields_set_kernel (self->fields, kernel);
  ws_sidebar_select (self->sidebar, KERNEL_ACTION, kernel->id);
  self->updating = FALSE;
  update_shown (self);
}

/* Whether a kernel is shown that is not of the list. */
static gboolean
shows_other (WsWindow *self)
{
  const WsRun *run = ws_playhead_get_run (self->playhead);

  return run != NULL && ws_catalog_find (self->catalog, run->id, NULL) == NULL;
}

/* Lets lists and fields name what is shown, which they did not run. */
static void
follow_run (WsWindow *self, const WsRun *run)
{
  const WsCatalogKernel *kernel = ws_catalog_find (self->catalog, run->id, NULL);
  WsPlanParameters parameters;

  if (kernel == NULL)
    return;
  select_kernel (self, kernel);
  ws_plan_parameters_from_variant (&parameters, kernel, run->parameters);
  ws_fields_set_parameters (self->fields, &parameters);
  if (check_fields (self, &parameters))
    ws_pages_set_job (self->pages, self->kernel, &parameters);
}

static gboolean
has_same_source (const WsRun *a, const WsRun *b, guint launch)
{
  return a != NULL && launch < a->n_launches
         && g_strcmp0 (ws_run_get_kernel (a, launch)->source, ws_run_get_kernel (b, launch)->source)
                == 0;
}

/* A block more of the run that is shown, or a run of the kernel as it is by now, at the same
 * instant. */
static void
show_more (WsWindow *self, WsRun *run, WsScene *scene, const WsRunPlace *place)
{
  gboolean playing = ws_playhead_get_playing (self->playhead);
  WsClock clock = ws_playhead_get_clock (self->playhead);
  guint warp = ws_playhead_get_warp (self->playhead);
  double position = ws_playhead_get_position (self->playhead);
  WsMoment moment;

  ws_playhead_get_moment (self->playhead, &moment);
  if (!has_same_source (ws_playhead_get_run (self->playhead), run, place->launch))
    position = ws_same_place (ws_playhead_get_scene (self->playhead), &moment, scene);
  if (warp >= ws_launch_get_n_warps (&run->launches[place->launch]))
    warp = WS_NONE;
  ws_playhead_set_run_and_scene (self->playhead, run, scene);
  ws_playhead_look_at (self->playhead, run, place->launch, place->block, warp, position);
  ws_playhead_set_clock (self->playhead, clock);
  ws_playhead_set_playing (self->playhead, playing);
}

static void
update_history (WsWindow *self)
{
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.back",
                                 ws_session_can_go_back (self->session, 1));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.forward",
                                 ws_session_can_go_back (self->session, -1));
}

/* What a check has found: the first of it, and the block and warp that did it. */
static void
tell_findings (WsWindow *self, const WsRun *run)
{
  const WsFinding *first;
  guint n = run->findings->len;
  g_autofree char *sentence = NULL;

  if (n == 0)
    {
      ws_notices_add_news (self->notices,
                           _ ("No race, no read of unwritten memory, nothing out of bounds."));
      return;
    }
  first = g_ptr_array_index (run->findings, 0);
  if (ws_run_count_mistakes (run) == 0)
    {
      ws_notices_add_news (self->notices, first->message);
      return;
    }
  sentence = n == 1
                 ? g_strdup (first->message)
                 : g_strdup_printf (ngettext ("%s And %u more: the code marks each line.",
                                              "%s And %u more: the code marks each line.", n - 1),
                                    first->message, n - 1);
  ws_notices_show_error (self->notices, sentence);
}

static void
shown_cb (WsWindow *self, WsRun *run, WsScene *scene, const WsRunPlace *place)
{
  WsShown shown = ws_session_get_shown (self->session);

  update_history (self);
  if (shown == WS_SHOWN_RECORDED && !run->correct && run->has_result
      && !g_str_has_prefix (run->id, WS_USER_PREFIX))
    ws_notices_show_error (
        self->notices,
        _ ("The result is wrong: it differs from the host's by more than the stated bound."));
  if (shown == WS_SHOWN_RECORDED && ws_run_was_checked (run)
      && !(place->keeps && ws_editing_has_run (self->editing, run)))
    tell_findings (self, run);
  if (place->keeps && place->launch < run->n_launches)
    {
      show_more (self, run, scene, place);
      return;
    }
  if (shown != WS_SHOWN_RECORDED)
    follow_run (self, run);
  if (shown == WS_SHOWN_OPENED || shown == WS_SHOWN_AGAIN)
    {
      ws_fields_forget_change (self->fields);
      ws_notices_hide_error (self->notices);
      ws_pages_leave_scenario (self->pages);
    }
  ws_playhead_set_run_and_scene (self->playhead, run, scene);
  ws_pages_take_run (self->pages, run, shown == WS_SHOWN_CELL);
  if (shown == WS_SHOWN_LESSON && ws_presentation_get_lesson (self->presentation) != NULL)
    {
      ws_sidebar_select (
          self->sidebar, WS_LESSON_ACTION,
          ws_lesson_deck_get_lesson (ws_presentation_get_lesson (self->presentation))->id);
      ws_lesson_deck_follow (ws_presentation_get_lesson (self->presentation));
      return;
    }
  ws_presentation_close_lesson (self->presentation);
  if (shown != WS_SHOWN_CELL)
    {
      ws_start_apply (&self->start, self->playhead);
      return;
    }
  /* the launch plays where one sees its SMs */
  ws_playhead_set_clock (self->playhead, WS_CLOCK_LAUNCH);
  ws_playhead_set_playing (self->playhead, TRUE);
}

static void
failed_cb (WsWindow *self, GError *error, WsRun *partial)
{
  if (error->domain == WS_CATALOG_ERROR || error->domain == WS_JOB_ERROR)
    ws_fields_set_problem (self->fields, error);
  else
    {
      /* who types sees it at its line */
      if (!ws_editing_is_typing (self->editing))
        ws_notices_show_error (self->notices, error->message);
      else if (partial == NULL)
        ws_editing_take_failure (self->editing, error->message);
      offer_line (self, error);
      if (partial != NULL)
        show_fault (self, partial);
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
  start_run (self);
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

/* (transfer full) (nullable): of a run of a kernel that is not of the list, with another block */
static WsJobSource *
make_source_again (const WsRun *run, guint block)
{
  g_autoptr (WsJob) job = run->job != NULL ? ws_job_from_variant (run->job, NULL) : NULL;

  if (job == NULL)
    return NULL;
  g_free (job->blocks);
  job->blocks = g_strdup_printf ("0,mid,last,%u", block);
  return ws_job_source_new_for_job (job);
}

static void
block_shown_cb (WsWindow *self)
{
  WsRun *run = ws_playhead_get_run (self->playhead);
  guint launch = ws_playhead_get_launch (self->playhead);
  guint block = ws_fields_get_shown_block (self->fields);
  const WsRunPlace place = { .launch = launch, .block = block, .keeps = TRUE };
  g_autoptr (WsJobSource) source = NULL;

  if (run == NULL)
    return;
  if (ws_run_find_block (run, launch, block) != NULL)
    {
      ws_playhead_set_block (self->playhead, block);
      return;
    }
  /* a recording would be another run, and perhaps another device's */
  if (ws_session_get_shown (self->session) == WS_SHOWN_OPENED)
    {
      ws_window_choose_block (self, block);
      update_shown_block (self);
      return;
    }
  source = shows_other (self) ? make_source_again (run, block) : make_source (self, &place);
  if (source != NULL)
    ws_session_record (self->session, source, &place);
  else
    update_shown_block (self);
}

/* Chooses @kernel and runs it, unless there is a file to open. */
static void
begin_kernel (WsWindow *self, const WsCatalogKernel *kernel, gboolean runs)
{
  select_kernel (self, kernel);
  start_unasked (self, runs);
}

static void
kernel_cb (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  WsWindow *self = WS_WINDOW (widget);

  ws_window_choose_kernel (
      self, ws_catalog_find (self->catalog, g_variant_get_string (parameter, NULL), NULL));
}

/* One before or behind the kernel chosen. */
static void
next_kernel_cb (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  WsWindow *self = WS_WINDOW (widget);
  guint n = ws_catalog_get_n_kernels (self->catalog);
  guint i = 0;

  while (i < n && ws_catalog_get_kernel (self->catalog, i) != self->kernel)
    i++;
  i += g_str_equal (action_name, "win.next-kernel") ? 1 : -1;
  if (i < n)
    ws_window_choose_kernel (self, ws_catalog_get_kernel (self->catalog, i));
}

/* ---- the sidebar ---- */

/* In the list stands the kernel chosen, and no lesson. */
static void
select_own_kernel (WsWindow *self)
{
  if (self->kernel != NULL)
    ws_sidebar_select (self->sidebar, KERNEL_ACTION, self->kernel->id);
}

/* Who has chosen, and not only walked through the list, wants to see it. */
static void
side_activated_cb (WsWindow *self)
{
  if (ws_side_get_folded (self->side))
    ws_side_set_revealed (self->side, FALSE);
  if (ws_presentation_shows_course (self->presentation))
    ws_course_page_focus (self->course_page);
}

/* The catalogue, group by group; the summary has room for any of it. */
static void
fill_kernels (WsWindow *self)
{
  g_autoptr (GListStore) kernels = g_list_store_new (WS_TYPE_SIDE_ITEM);

  for (guint i = 0; i < ws_catalog_get_n_kernels (self->catalog); i++)
    {
      const WsCatalogKernel *kernel = ws_catalog_get_kernel (self->catalog, i);
      g_autofree char *name = name_kernel (kernel);
      const char *idea = ws_words_translate (kernel->idea);
      g_autoptr (WsSideItem) item = ws_side_item_new (ws_words_translate (kernel->group), name,
                                                      idea, KERNEL_ACTION, kernel->id);

      g_list_store_append (kernels, item);
      ws_summary_add (self->summary, idea, ws_words_translate (kernel->look),
                      ws_words_translate (kernel->defect));
    }
  ws_sidebar_add_section (self->sidebar, 0, G_LIST_MODEL (kernels));
}

/* A worker that may stall, and be asked about. */
static void
client_added_cb (WsWindow *self, WsClient *client)
{
  ws_stall_dialog_watch (GTK_WIDGET (self), client);
}

static void
device_taken_cb (WsWindow *self, const WsClientDevice *device)
{
  WsPlanParameters parameters;

  if (self->kernel != NULL)
    check_fields (self, &parameters);
  ws_pages_set_device (self->pages, device);
}

/* ---- hardware counters ---- */

static void
read_counters_cb (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  WsWindow *self = WS_WINDOW (widget);
  WsCodeEditor *editor = ws_panes_get_editor (self->panes);

  /* Ctrl+H of who edits */
  if (ws_code_editor_has_keyboard (editor))
    ws_code_editor_replace (editor);
  else if (can_count (self))
    ws_session_read_counters (self->session, ws_playhead_get_launch (self->playhead));
}

/* The run shown, with the counters: everything else stays where it is. */
static void
counted_cb (WsWindow *self, WsRun *run)
{
  double position = ws_playhead_get_position (self->playhead);
  gboolean playing = ws_playhead_get_playing (self->playhead);
  guint shown = ws_playhead_get_launch (self->playhead);
  guint block = ws_playhead_get_block (self->playhead);
  guint warp = ws_playhead_get_warp (self->playhead);

  ws_playhead_look_at (self->playhead, run, shown, block, warp, position);
  ws_playhead_set_playing (self->playhead, playing);
}

static void
ws_window_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  GTK_WIDGET_CLASS (ws_window_parent_class)->size_allocate (widget, width, height, baseline);
  if (WS_WINDOW (widget)->appearance != NULL) /* it has begun */
    ws_appearance_follow_size (WS_WINDOW (widget)->appearance);
}

/* Returns: how wide it is, or will be in the layout that comes; 0 before it is mapped */
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

/* GTK seeks the least size of a window that is as much wider than high as it is now: it measures a
 * dozen widths, and each lays out every text. The height that is needed in the present width serves
 * as well, and is what the layout measures in any case. */
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

/* A narrow window has one pane and its switcher; what has no room in the header is in the menu, or
 * in the switcher. */
static void
update_narrow (WsWindow *self)
{
  int width = get_present_width (self);
  gboolean narrow;

  if (width == 0 || self->presentation == NULL)
    return;
  gtk_widget_queue_resize (GTK_WIDGET (self)); /* see ws_window_measure() */
  narrow = !ws_presentation_get_presenting (self->presentation) && width < NARROW_PX;
  ws_panes_set_narrow (self->panes, narrow);
  gtk_widget_set_visible (GTK_WIDGET (self->scenarios_button), !narrow);
  gtk_widget_set_visible (GTK_WIDGET (self->present_button), !narrow);
}

/* The surface tells its width before anything is laid out in it. */
static void
ws_window_realize (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (ws_window_parent_class)->realize (widget);
  if (WS_WINDOW (widget)->appearance != NULL) /* it has begun */
    ws_appearance_apply (WS_WINDOW (widget)->appearance);
  g_signal_connect_object (gtk_native_get_surface (GTK_NATIVE (widget)), "notify::width",
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

/* From wherever the keyboard is. */
static void
find_figure_cb (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  ws_panes_find_figure (WS_WINDOW (widget)->panes);
}

static void
kernel_chosen_cb (WsWindow *self, const char *id)
{
  ws_window_choose_kernel (self, ws_catalog_find (self->catalog, id, NULL));
}

/* ---- how it begins, and what is left when it ends ---- */

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
  begin_kernel (self, kernel, options->lesson == NULL);
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
  g_settings_set_boolean (self->settings, "window-maximized",
                          gtk_window_is_maximized (GTK_WINDOW (self)));
  /* a folded one has gone for want of room, not because somebody hid it */
  if (!ws_presentation_get_presenting (self->presentation) && !ws_side_get_folded (self->side))
    g_settings_set_boolean (self->settings, "sidebar-visible", ws_side_get_revealed (self->side));
  if (self->kernel != NULL)
    g_settings_set_string (self->settings, "kernel", self->kernel->id);
  g_settings_set_string (self->settings, "device", ws_devices_get_chosen (self->devices));
  g_settings_set_double (self->settings, "speed", ws_playhead_get_speed (self->playhead));
  /* what the catalogue suggests for a kernel that maps is its point: it is not kept */
  if ((self->kernel == NULL || self->kernel->blueprint == NULL)
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

  if (self->lessons != NULL)
    ws_lessons_end (self->lessons);
  if (self->presentation != NULL)
    ws_presentation_end (self->presentation);
  g_clear_handle_id (&self->progress_timeout, g_source_remove);
  /* a field that has the keyboard loses it now, and says what was typed */
  if (self->session != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->fields, self);
      ws_session_cancel (self->session);
    }
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

  g_clear_object (&self->view_choices);
  g_clear_object (&self->new_source);
  g_clear_object (&self->devices);
  g_clear_object (&self->pages);
  g_clear_object (&self->editing);
  g_clear_object (&self->lessons);
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

/* What the calculator asks is run: the kernel as the fields have it, in blocks of another size. */
static void
run_block_cb (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  WsWindow *self = WS_WINDOW (widget);
  WsPlanParameters parameters;

  if (self->kernel == NULL || !ws_fields_get_parameters (self->fields, &parameters, NULL))
    return;
  parameters.block = g_variant_get_uint32 (parameter);
  ws_fields_set_parameters (self->fields, &parameters);
  if (!check_fields (self, &parameters))
    return;
  start_run (self);
  ws_panes_show_sms (self->panes);
}

static void
words_cb (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  gtk_window_present (GTK_WINDOW (ws_words_dialog_new (GTK_WINDOW (widget))));
}

static void
search_cb (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  WsWindow *self = WS_WINDOW (widget);

  ws_side_set_revealed (self->side, TRUE);
  ws_sidebar_search (self->sidebar);
}

/* Its widgets take longer to make than the rest of the window: made when they are asked for. */
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
    { "win.back", NULL, go_cb },
    { "win.cancel", NULL, cancel_cb },
    { "win.check", NULL, check_cb },
    { "win.export", NULL, export_cb },
    { "win.export-animation", NULL, export_animation_cb },
    { "win.export-figures", NULL, export_figures_cb },
    { "win.find-figure", NULL, find_figure_cb },
    { "win.forward", NULL, go_cb },
    { KERNEL_ACTION, "s", kernel_cb },
    { "win.next-kernel", NULL, next_kernel_cb },
    { "win.previous-kernel", NULL, next_kernel_cb },
    { "win.read-counters", NULL, read_counters_cb },
    { "win.run", NULL, run_cb },
    { "win.run-block", "u", run_block_cb },
    { "win.run-in-order", "s", run_in_order_cb },
    { "win.search", NULL, search_cb },
    { "win.shortcuts", NULL, shortcuts_cb },
    { "win.show-file", "ay", show_file_cb },
    { "win.show-in-folder", "ay", show_cb },
    { "win.sidebar", NULL, sidebar_cb },
    { "win.stop-deriving", NULL, stop_deriving_cb },
    { "win.thread", NULL, thread_cb },
    { "win.words", NULL, words_cb },
  };

  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    gtk_widget_class_install_action (widget_class, actions[i].name, actions[i].parameter,
                                     actions[i].activate);
}

static void
ws_window_class_init (WsWindowClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  g_type_ensure (WS_TYPE_COURSE_PAGE);
  g_type_ensure (WS_TYPE_SQUEEZER);
  g_type_ensure (WS_TYPE_FIELDS);
  g_type_ensure (WS_TYPE_LESSON_BAR);
  g_type_ensure (WS_TYPE_PANES);
  g_type_ensure (WS_TYPE_PLAN_ROW);
  g_type_ensure (WS_TYPE_PRESENTER);
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
  gtk_widget_class_bind_template_child_full (widget_class, "header_bar", FALSE, 0);
  gtk_widget_class_bind_template_child (widget_class, WsWindow, present_button);
  gtk_widget_class_bind_template_child (widget_class, WsWindow, scenarios_button);
  gtk_widget_class_bind_template_child (widget_class, WsWindow, shown_whole);
  gtk_widget_class_bind_template_child (widget_class, WsWindow, shown_short);
  gtk_widget_class_bind_template_child_full (widget_class, "device_drop", FALSE, 0);
  gtk_widget_class_bind_template_child (widget_class, WsWindow, run_button);
  gtk_widget_class_bind_template_child (widget_class, WsWindow, run_content);
  gtk_widget_class_bind_template_child (widget_class, WsWindow, side);
  gtk_widget_class_bind_template_child (widget_class, WsWindow, sidebar);
  gtk_widget_class_bind_template_child_full (widget_class, "toolbar", FALSE, 0);
  gtk_widget_class_bind_template_child (widget_class, WsWindow, fields);
  gtk_widget_class_bind_template_child (widget_class, WsWindow, summary);
  gtk_widget_class_bind_template_child (widget_class, WsWindow, plan_row);
  gtk_widget_class_bind_template_child_full (widget_class, "place", FALSE, 0);
  gtk_widget_class_bind_template_child (widget_class, WsWindow, course_page);
  gtk_widget_class_bind_template_child (widget_class, WsWindow, panes);
  gtk_widget_class_bind_template_child_full (widget_class, "slides", FALSE, 0);
  gtk_widget_class_bind_template_child (widget_class, WsWindow, presenter);
  gtk_widget_class_bind_template_child_full (widget_class, "lesson_bar", FALSE, 0);
  gtk_widget_class_bind_template_child_full (widget_class, "info_bar", FALSE, 0);
  gtk_widget_class_bind_template_child_full (widget_class, "info_label", FALSE, 0);
  gtk_widget_class_bind_template_child_full (widget_class, "signs", FALSE, 0);
  gtk_widget_class_bind_template_child (widget_class, WsWindow, transport);
  install_actions (widget_class);
}

/* @phase: whether it comes before what @widget makes of its keys itself */
static void
add_keys (WsWindow *self, gpointer widget, GtkPropagationPhase phase, GCallback pressed_cb)
{
  GtkEventController *keyboard = gtk_event_controller_key_new ();

  gtk_event_controller_set_propagation_phase (keyboard, phase);
  g_signal_connect_swapped (keyboard, "key-pressed", pressed_cb, self);
  gtk_widget_add_controller (widget, keyboard);
}

/* A widget of the template that only one part of the window uses. */
static gpointer
get_child (WsWindow *self, const char *id)
{
  return gtk_widget_get_template_child (GTK_WIDGET (self), WS_TYPE_WINDOW, id);
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

/* The tree is to show blocks of another size: the kernel runs in these. */
static void
block_wanted_cb (WsWindow *self, guint block)
{
  WsPlanParameters parameters;

  if (self->kernel == NULL || !ws_fields_get_parameters (self->fields, &parameters, NULL))
    return;
  if (block == 0)
    {
      WsPlanParameters usual;

      ws_plan_parameters_init (&usual, self->kernel);
      block = usual.block;
    }
  if (parameters.block == block)
    return;
  parameters.block = block;
  ws_fields_set_parameters (self->fields, &parameters);
  start_run (self);
}

static void
begin_panes (WsWindow *self)
{
  WsTimingPage *timing;

  ws_panes_begin (self->panes, self->session, self->playhead, self->settings);
  ws_transport_set_playhead (self->transport, self->playhead);
  g_object_bind_property (self->panes, "finding", self->transport, "finding",
                          G_BINDING_SYNC_CREATE);
  ws_plan_row_set_playhead (self->plan_row, self->playhead);
  g_signal_connect_object (self, "notify::focus-widget", G_CALLBACK (ws_panes_follow_focus),
                           self->panes, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->panes, "block-chosen", G_CALLBACK (ws_window_choose_block), self,
                           G_CONNECT_SWAPPED);
  timing = ws_panes_get_timing (self->panes);
  add_keys (self, timing, GTK_PHASE_CAPTURE, G_CALLBACK (timing_key_pressed_cb));
  g_signal_connect_object (timing, "kernel-chosen", G_CALLBACK (kernel_chosen_cb), self,
                           G_CONNECT_SWAPPED);
  self->view_choices = ws_view_choices_new (&self->context);
  g_signal_connect_object (self->view_choices, "block-wanted", G_CALLBACK (block_wanted_cb), self,
                           G_CONNECT_SWAPPED);
  self->pages = ws_pages_new (&self->context);
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

/* Follows what comes of the session, and of what is shown. */
static void
begin_following (WsWindow *self)
{
  g_signal_connect_object (self->playhead, "notify::deriving", G_CALLBACK (deriving_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->playhead, "notify::run", G_CALLBACK (update_actions), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "notify::state", G_CALLBACK (update_actions), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "counted", G_CALLBACK (counted_cb), self,
                           G_CONNECT_SWAPPED);
  update_actions (self);
}

/* Follows lists and fields: what is chosen is run; and the session: what comes of it is shown. */
static void
begin_runs (WsWindow *self)
{
  g_signal_connect_object (self->sidebar, "activated", G_CALLBACK (side_activated_cb), self,
                           G_CONNECT_SWAPPED);
  fill_kernels (self);
  update_history (self);
  g_signal_connect_object (ws_session_get_queue (self->session), "client-added",
                           G_CALLBACK (client_added_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "notify::state", G_CALLBACK (state_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "notify::fraction", G_CALLBACK (show_fraction), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "shown", G_CALLBACK (shown_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "failed", G_CALLBACK (failed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->fields, "changed", G_CALLBACK (fields_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->fields, "settled", G_CALLBACK (fields_settled_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->fields, "block-shown", G_CALLBACK (block_shown_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->playhead, "notify::scene", G_CALLBACK (update_shown_block), self,
                           G_CONNECT_SWAPPED);
}

/* As the options say, or else as it was left. */
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
 * Begins with the run of a file, where one is named; else by running the kernel chosen.
 *
 * Returns: (transfer none): a window, owned by GTK; %NULL where the catalogue cannot be read (the
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
 * The longer half of ws_window_new(), for who does the other in another turn of the main loop.
 *
 * Returns: (transfer none): the widgets of a window, owned by GTK; of no program, and for nothing
 * but ws_window_begin()
 */
WsWindow *
ws_window_make (void)
{
  return g_object_new (WS_TYPE_WINDOW, NULL);
}

/**
 * ws_window_begin:
 * @self: (transfer none): what ws_window_make() gave; it is destroyed where this fails
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

  g_return_val_if_fail (WS_IS_WINDOW (self) && self->catalog == NULL, FALSE);

  gtk_window_set_application (GTK_WINDOW (self), GTK_APPLICATION (application));
  self->catalog = ws_catalog_new (NULL, &error);
  if (self->catalog == NULL)
    {
      g_critical ("The catalogue of kernels cannot be read: %s", error->message);
      gtk_window_destroy (GTK_WINDOW (self));
      return FALSE;
    }
  self->session = ws_session_new (self->catalog, NULL);
  self->context = (WsContext){ .window = GTK_WINDOW (self),
                               .settings = self->settings,
                               .catalog = self->catalog,
                               .session = self->session,
                               .playhead = self->playhead,
                               .panes = self->panes,
                               .notices = self->notices,
                               .start = &self->start };
  restore_size (self, options);
  ws_playhead_set_speed (self->playhead, g_settings_get_double (self->settings, "speed"));
  self->start.stage = options->stage;
  self->start.time = options->time;
  self->start.launch = options->launch;
  self->start.paused = options->paused;
  begin_panes (self);
  begin_exports (self);
  self->appearance = ws_appearance_new (&self->context, self->exporter, options->theme);
  self->presentation = ws_presentation_new (&self->context, self->appearance);
  self->lessons = ws_lessons_new (&self->context, self->presentation);
  g_signal_connect_object (self->lessons, "exported", G_CALLBACK (lesson_exported_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->presentation, "lesson-closing", G_CALLBACK (select_own_kernel),
                           self, G_CONNECT_SWAPPED);
  self->run_files = ws_run_files_new (&self->context);
  g_signal_connect_object (self->run_files, "chosen", G_CALLBACK (ws_window_open), self,
                           G_CONNECT_SWAPPED);
  begin_following (self);
  self->devices = ws_devices_new (&self->context);
  g_signal_connect_object (self->devices, "taken", G_CALLBACK (device_taken_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->devices, "chosen", G_CALLBACK (start_run), self,
                           G_CONNECT_SWAPPED);
  self->editing = ws_editing_new (&self->context, self->presentation);
  self->new_source = ws_new_source_new (&self->context, self->editing);
  g_signal_connect_object (self->editing, "opened", G_CALLBACK (update_shown), self,
                           G_CONNECT_SWAPPED);
  /* behind the editor, which knows by then whether its text is shown */
  g_signal_connect_object (self->playhead, "notify::run", G_CALLBACK (update_shown), self,
                           G_CONNECT_SWAPPED);
  begin_runs (self);
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
 * ws_window_get_notices:
 * @self: a window
 *
 * Returns: (transfer none): what it tells its user
 */
WsNotices *
ws_window_get_notices (WsWindow *self)
{
  g_return_val_if_fail (WS_IS_WINDOW (self), NULL);
  return self->notices;
}

/**
 * ws_window_open:
 * @self: a window
 * @file: a run, a lesson or a lecture bundle
 *
 * Shows what is in @file; what its name ends in says what that is.
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
 * Reads @file in the background and shows it; a damaged one gives a sentence, and what was shown
 * stays. A file that was being opened is given up for this one.
 */
void
ws_window_open_run (WsWindow *self, GFile *file)
{
  g_return_if_fail (WS_IS_WINDOW (self) && G_IS_FILE (file));

  ws_editing_cancel_opening (self->editing);
  ws_run_files_open (self->run_files, file);
}

/**
 * ws_window_choose_kernel:
 * @self: a window
 * @kernel: (transfer none): a kernel of its catalogue
 *
 * Chooses @kernel in the list and runs it with what the fields say.
 */
void
ws_window_choose_kernel (WsWindow *self, const WsCatalogKernel *kernel)
{
  if (self->updating || kernel == NULL)
    return;
  ws_presentation_close_lesson (self->presentation);
  /* behind one that is not of the list, its last one can be chosen once more */
  if (kernel == self->kernel && !shows_other (self))
    return;
  select_kernel (self, kernel);
  start_run (self);
}

/**
 * ws_window_choose_block:
 * @self: a window
 * @block: linear index of a block of the launch shown
 *
 * Shows the block, or says that it was not recorded.
 */
void
ws_window_choose_block (WsWindow *self, guint block)
{
  WsRun *run = ws_playhead_get_run (self->playhead);
  g_autofree char *number = NULL;
  g_autofree char *text = NULL;

  if (run == NULL)
    return;
  if (ws_run_find_block (run, ws_playhead_get_launch (self->playhead), block) != NULL)
    {
      ws_playhead_set_block (self->playhead, block);
      return;
    }
  number = ws_format_count (block);
  text = g_strdup_printf (_ ("Block %s was not recorded step by step"), number);
  ws_notices_tell (self->notices, text);
}
