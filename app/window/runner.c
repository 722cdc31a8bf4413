#include "window/runner.h"

#include "editor/same-place.h"
#include "sidebar/sidebar.h"
#include "toolkit/tip.h"
#include "window/actions.h"
#include "window/lessons.h"
#include "words/words.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#define PROGRESS_AFTER_MS 300 /* shorter runs show no progress */

struct _WsRunner {
  GObject parent_instance;

  GtkWindow *window;
  WsCatalog *catalog;
  WsSession *session;
  WsPlayhead *playhead;
  WsPanes *panes;
  WsNotices *notices;
  WsStart *start;
  WsPresentation *presentation;
  WsEditing *editing;
  WsKernelChoice *choice;
  WsPages *pages;
  WsFields *fields;
  WsSidebar *sidebar;
  GtkButton *run_button;
  AdwButtonContent *run_content;
  guint progress_timeout;
  gboolean progress_shown; /* the Run button stops the run, and shows its progress */
  WsSign *deriving_sign;   /* shown if preparing another launch or block takes a while */
  gboolean checks;         /* the next run is checked for mistakes, */
  WsOrder order;           /* with its threads in this order */
};

G_DEFINE_FINAL_TYPE (WsRunner, ws_runner, G_TYPE_OBJECT)

/* ---- the fields, and progress ---- */

/* Only virtual GPUs can check for mistakes. */
static void
enable_checks (WsRunner *self, gboolean can_run)
{
  const char *id = ws_session_get_device_id (self->session);
  gboolean can_check = can_run && id != NULL && g_str_has_prefix (id, "vm:");

  ws_actions_enable (self->window, "check", can_check);
  ws_actions_enable (self->window, "run-in-order", can_check);
}

/* Reads the fields and has the plan check them against kernel and device; marks an invalid
 * field. */
static gboolean
check_fields (WsRunner *self, WsPlanParameters *parameters)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WsPlan) plan = NULL;

  if (ws_fields_get_parameters (self->fields, parameters, &error))
    plan = ws_plan_new (self->catalog, ws_kernel_choice_get (self->choice), parameters,
                        ws_session_get_spec (self->session), &error);
  ws_fields_set_problem (self->fields, error);
  ws_actions_enable (self->window, "run", plan != NULL);
  enable_checks (self, plan != NULL);
  return plan != NULL;
}

static void
show_fraction (WsRunner *self)
{
  g_autofree char *label = NULL;

  if (!self->progress_shown)
    return;
  label = g_strdup_printf (_ ("%.0f\u00a0%%"), ws_session_get_fraction (self->session) * 100);
  adw_button_content_set_label (self->run_content, label);
  ws_tip_set (GTK_WIDGET (self->run_button), ws_session_get_sentence (self->session));
}

static gboolean
show_progress_cb (gpointer data)
{
  WsRunner *self = data;

  self->progress_timeout = 0;
  self->progress_shown = TRUE;
  adw_button_content_set_icon_name (self->run_content, "process-stop-symbolic");
  show_fraction (self);
  return G_SOURCE_REMOVE;
}

static void
state_cb (WsRunner *self)
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
  ws_tip_set (GTK_WIDGET (self->run_button), _ ("Run and record (Ctrl+R)"));
}

/* ---- what to run ---- */

/* @place: (nullable): the place to show; %NULL for that of the command line, or the beginning
 *
 * Returns: (transfer full) (nullable): source of the job in the fields; %NULL if one of them is
 * invalid
 */
static WsJobSource *
make_source (WsRunner *self, const WsRunPlace *place)
{
  WsPlanParameters parameters;
  g_autofree char *blocks = NULL;

  if (ws_kernel_choice_get (self->choice) == NULL || !check_fields (self, &parameters))
    return NULL;
  ws_pages_set_job (self->pages, ws_kernel_choice_get (self->choice), &parameters);
  parameters.checked = self->checks;
  parameters.order = self->order;
  ws_fields_forget_change (self->fields);
  ws_notices_hide_error (self->notices);
  blocks =
      place != NULL ? g_strdup_printf ("0,mid,last,%u", place->block) : g_strdup ("0,mid,last");
  return ws_catalog_choose (self->catalog, ws_kernel_choice_get (self->choice), &parameters, blocks,
                            FALSE);
}

/**
 * ws_runner_run:
 * @self: a runner
 *
 * Runs and records what the fields specify, unless one of them is invalid. As the user's request,
 * it replaces what was or is being opened, and a scenario's cell that is still running.
 */
void
ws_runner_run (WsRunner *self)
{
  g_autoptr (WsJobSource) source = make_source (self, NULL);
  WsRunPlace place;

  if (ws_session_get_state (self->session) == WS_SESSION_OPENS)
    ws_session_cancel (self->session);
  if (source == NULL)
    return;
  ws_editing_cancel_opening (self->editing);
  ws_pages_leave_scenario (self->pages);
  ws_start_get_place (self->start, &place);
  ws_session_record (self->session, source, &place);
}

/**
 * ws_runner_begin:
 * @self: a runner
 * @runs: whether to run
 *
 * As ws_runner_run(), for a window's automatic start: an opened file stays, one being opened takes
 * precedence, and a lesson runs what it needs.
 */
void
ws_runner_begin (WsRunner *self, gboolean runs)
{
  g_autoptr (WsJobSource) source = make_source (self, NULL);
  WsRunPlace place;

  ws_start_get_place (self->start, &place);
  if (source != NULL && runs && !ws_editing_has_source (self->editing)
      && ws_presentation_get_lesson (self->presentation) == NULL)
    ws_session_record_unasked (self->session, source, &place);
}

/* (transfer full) (nullable): source of a checked run of a kernel outside the catalogue */
static WsJobSource *
make_checked (WsRunner *self, const WsRun *run)
{
  g_autoptr (WsJob) job = run->job != NULL ? ws_job_from_variant (run->job, NULL) : NULL;

  if (job == NULL)
    return NULL;
  job->checked = TRUE;
  job->order = self->order;
  return ws_job_source_new_for_job (job);
}

/* Repeats a run of a kernel outside the catalogue: the same job, or its text if that is shown and
 * has changed. For any other, the fields apply. */
static gboolean
run_foreign (WsRunner *self)
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

/**
 * ws_runner_run_shown:
 * @self: a runner
 *
 * Repeats what is shown: the user's source, or the fields.
 */
void
ws_runner_run_shown (WsRunner *self)
{
  g_return_if_fail (WS_IS_RUNNER (self));
  if (!ws_editing_run_source (self->editing) && !run_foreign (self))
    ws_runner_run (self);
}

static void
run_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  WsRunner *self = data;

  if (self->progress_shown)
    {
      ws_session_cancel (self->session);
      return;
    }
  /* the worker could not provide them before */
  if (ws_session_get_devices (self->session) == NULL)
    ws_session_list_devices (self->session);
  ws_runner_run_shown (self);
}

/* Repeats the run, checked for mistakes. */
static void
check_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  WsRunner *self = data;

  self->checks = TRUE;
  ws_runner_run_shown (self);
  self->checks = FALSE;
}

/* Also with another order of threads, as some GPU may choose. */
static void
run_in_order_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  WsRunner *self = data;

  ws_order_find (g_variant_get_string (parameter, NULL), &self->order);
  check_cb (action, NULL, data);
  self->order = WS_ORDER_TIME;
}

static void
go_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  ws_session_go_back (WS_RUNNER (data)->session,
                      g_str_equal (g_action_get_name (G_ACTION (action)), "back") ? 1 : -1);
}

/* Runs the calculator's suggestion: the kernel with the current fields, but another block size. */
static void
run_block_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  WsRunner *self = data;
  WsPlanParameters parameters;

  if (ws_kernel_choice_get (self->choice) == NULL
      || !ws_fields_get_parameters (self->fields, &parameters, NULL))
    return;
  parameters.block = g_variant_get_uint32 (parameter);
  ws_fields_set_parameters (self->fields, &parameters);
  if (!check_fields (self, &parameters))
    return;
  ws_runner_run (self);
  ws_panes_show_sms (self->panes);
}

/* ---- a fault, which a real GPU does not locate ---- */

/* A real GPU does not say where a kernel went wrong. Offers to run it on the virtual one, which
 * does. */
static void
offer_line (WsRunner *self, const GError *error)
{
  const WsClientDevice *device = ws_session_get_device (self->session);

  ws_notices_offer (self->notices, WS_REMEDY_FIND_LINE,
                    ws_client_error_is_fault (error) && device != NULL
                        && device->origin == WS_ORIGIN_MEASURED);
}

/* Shows the faulty block just before the fault; the code view marks the line. */
static void
show_fault (WsRunner *self, WsRun *partial)
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

/* ---- results ---- */

/* Updates lists and fields to a run that they did not start. */
static void
follow_run (WsRunner *self, const WsRun *run)
{
  const WsCatalogKernel *kernel = ws_catalog_find (self->catalog, run->id, NULL);
  WsPlanParameters parameters;

  if (kernel == NULL)
    return;
  ws_kernel_choice_select (self->choice, kernel);
  ws_plan_parameters_from_variant (&parameters, kernel, run->parameters);
  ws_fields_set_parameters (self->fields, &parameters);
  if (check_fields (self, &parameters))
    ws_pages_set_job (self->pages, ws_kernel_choice_get (self->choice), &parameters);
}

static gboolean
has_same_source (const WsRun *a, const WsRun *b, guint launch)
{
  return a != NULL && launch < a->n_launches
         && g_strcmp0 (ws_run_get_kernel (a, launch)->source, ws_run_get_kernel (b, launch)->source)
                == 0;
}

/* Another block of the shown run, or a newer run of its kernel, at the same instant. */
static void
show_more (WsRunner *self, WsRun *run, WsScene *scene, const WsRunPlace *place)
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
update_history (WsRunner *self)
{
  ws_actions_enable (self->window, "back", ws_session_can_go_back (self->session, 1));
  ws_actions_enable (self->window, "forward", ws_session_can_go_back (self->session, -1));
}

/* Shows the first finding of a check, with its block and warp. */
static void
tell_findings (WsRunner *self, const WsRun *run)
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
shown_cb (WsRunner *self, WsRun *run, WsScene *scene, const WsRunPlace *place)
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
      ws_start_apply (self->start, self->playhead);
      return;
    }
  /* the launch plays where its SMs are visible */
  ws_playhead_set_clock (self->playhead, WS_CLOCK_LAUNCH);
  ws_playhead_set_playing (self->playhead, TRUE);
}

static void
failed_cb (WsRunner *self, GError *error, WsRun *partial)
{
  if (error->domain == WS_CATALOG_ERROR || error->domain == WS_JOB_ERROR)
    ws_fields_set_problem (self->fields, error);
  else
    {
      /* while the user types, the error is shown at its line */
      if (!ws_editing_is_typing (self->editing))
        ws_notices_show_error (self->notices, error->message);
      else if (partial == NULL)
        ws_editing_take_failure (self->editing, error->message);
      offer_line (self, error);
      if (partial != NULL)
        show_fault (self, partial);
    }
}

/* ---- the fields ---- */

static void
fields_changed_cb (WsRunner *self)
{
  WsPlanParameters parameters;

  if (ws_kernel_choice_get (self->choice) != NULL)
    check_fields (self, &parameters);
}

static void
fields_settled_cb (WsRunner *self)
{
  ws_runner_run (self);
}

static void
update_shown_block (WsRunner *self)
{
  WsRun *run = ws_playhead_get_run (self->playhead);
  guint launch = ws_playhead_get_launch (self->playhead);

  if (run != NULL && launch < run->n_launches)
    ws_fields_set_shown_block (self->fields, ws_playhead_get_block (self->playhead),
                               ws_launch_get_n_blocks (&run->launches[launch]));
}

/* (transfer full) (nullable): source for a kernel outside the list, with another recorded block */
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

/* Shows a block of the current launch, or tells that it was not recorded. */
static void
choose_block (WsRunner *self, guint block)
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

static void
block_shown_cb (WsRunner *self)
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
  /* recording it would make another run, perhaps on another device */
  if (ws_session_get_shown (self->session) == WS_SHOWN_OPENED)
    {
      choose_block (self, block);
      update_shown_block (self);
      return;
    }
  source = ws_kernel_choice_shows_other (self->choice) ? make_source_again (run, block)
                                                       : make_source (self, &place);
  if (source != NULL)
    ws_session_record (self->session, source, &place);
  else
    update_shown_block (self);
}

void
ws_runner_take_device (WsRunner *self, const WsClientDevice *device)
{
  WsPlanParameters parameters;

  g_return_if_fail (WS_IS_RUNNER (self) && device != NULL);

  if (ws_kernel_choice_get (self->choice) != NULL)
    check_fields (self, &parameters);
  ws_pages_set_device (self->pages, device);
}

/* ---- hardware counters ---- */

/* Whether the counters of the shown launch can be read: on the device and with the job that
 * recorded it. */
static gboolean
can_count (WsRunner *self)
{
  WsRun *run = ws_playhead_get_run (self->playhead);

  return run != NULL && run->origin == WS_ORIGIN_MEASURED && !ws_session_is_busy (self->session)
         && ws_session_get_run (self->session) == run;
}

static void
update_counting (WsRunner *self)
{
  ws_actions_enable (self->window, "read-counters", can_count (self));
}

static void
read_counters_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  WsRunner *self = data;
  WsCodeEditor *editor = ws_panes_get_editor (self->panes);

  /* Ctrl+H while the user edits */
  if (ws_code_editor_has_keyboard (editor))
    ws_code_editor_replace (editor);
  else if (can_count (self))
    ws_session_read_counters (self->session, ws_playhead_get_launch (self->playhead));
}

/* Shows the same run with the counters: everything else stays in place. */
static void
counted_cb (WsRunner *self, WsRun *run)
{
  double position = ws_playhead_get_position (self->playhead);
  gboolean playing = ws_playhead_get_playing (self->playhead);
  guint shown = ws_playhead_get_launch (self->playhead);
  guint block = ws_playhead_get_block (self->playhead);
  guint warp = ws_playhead_get_warp (self->playhead);

  ws_playhead_look_at (self->playhead, run, shown, block, warp, position);
  ws_playhead_set_playing (self->playhead, playing);
}

/* ---- another launch or block, if large ---- */

static void
deriving_cb (WsRunner *self)
{
  gboolean derives = ws_playhead_is_deriving (self->playhead);

  if (derives && self->deriving_sign == NULL)
    self->deriving_sign =
        ws_notices_add_work (self->notices, _ ("Reading what the block did…"), "win.stop-deriving");
  else if (!derives)
    g_clear_pointer (&self->deriving_sign, ws_sign_end);
}

static void
stop_deriving_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  ws_playhead_stop_deriving (WS_RUNNER (data)->playhead);
}

/* ---- the object ---- */

static const GActionEntry entries[] = {
  { "back", go_cb },
  { "check", check_cb },
  { "forward", go_cb },
  { "read-counters", read_counters_cb },
  { "run", run_cb },
  { "run-block", run_block_cb, "u" },
  { "run-in-order", run_in_order_cb, "s" },
  { "stop-deriving", stop_deriving_cb },
};

static void
ws_runner_finalize (GObject *object)
{
  ws_runner_end (WS_RUNNER (object));

  G_OBJECT_CLASS (ws_runner_parent_class)->finalize (object);
}

static void
ws_runner_class_init (WsRunnerClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ws_runner_finalize;
}

static void
ws_runner_init (WsRunner *self)
{
}

static void
follow_session (WsRunner *self)
{
  g_signal_connect_object (self->session, "notify::state", G_CALLBACK (update_counting), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "notify::state", G_CALLBACK (state_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "notify::fraction", G_CALLBACK (show_fraction), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "counted", G_CALLBACK (counted_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "shown", G_CALLBACK (shown_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "failed", G_CALLBACK (failed_cb), self,
                           G_CONNECT_SWAPPED);
}

static void
follow_fields (WsRunner *self)
{
  g_signal_connect_object (self->fields, "changed", G_CALLBACK (fields_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->fields, "settled", G_CALLBACK (fields_settled_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->fields, "block-shown", G_CALLBACK (block_shown_cb), self,
                           G_CONNECT_SWAPPED);
}

/**
 * ws_runner_new:
 * @context: of the window
 * @presentation: replaced by a run
 * @editing: whose source may be what runs
 * @choice: the kernel to run
 * @pages: follow the runs
 *
 * Returns: (transfer full): a runner, whose actions the window has by now
 */
WsRunner *
ws_runner_new (const WsContext *context, WsPresentation *presentation, WsEditing *editing,
               WsKernelChoice *choice, WsPages *pages)
{
  WsRunner *self = g_object_new (WS_TYPE_RUNNER, NULL);

  self->window = context->window;
  self->catalog = context->catalog;
  self->session = context->session;
  self->playhead = context->playhead;
  self->panes = context->panes;
  self->notices = context->notices;
  self->start = context->start;
  self->presentation = presentation;
  self->editing = editing;
  self->choice = choice;
  self->pages = pages;
  self->fields = ws_context_get_child (context, "fields");
  self->sidebar = ws_context_get_child (context, "sidebar");
  self->run_button = ws_context_get_child (context, "run_button");
  self->run_content = ws_context_get_child (context, "run_content");
  g_action_map_add_action_entries (G_ACTION_MAP (self->window), entries, G_N_ELEMENTS (entries),
                                   self);
  g_signal_connect_object (self->playhead, "notify::deriving", G_CALLBACK (deriving_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->playhead, "notify::run", G_CALLBACK (update_counting), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->playhead, "notify::scene", G_CALLBACK (update_shown_block), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->panes, "block-chosen", G_CALLBACK (choose_block), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (choice, "chosen", G_CALLBACK (ws_runner_run), self, G_CONNECT_SWAPPED);
  follow_session (self);
  follow_fields (self);
  update_counting (self);
  update_history (self);
  return self;
}

/**
 * ws_runner_end:
 * @self: a runner
 *
 * To be called when the window closes. A focused field then loses the focus and reports its text:
 * this must not start a run.
 */
void
ws_runner_end (WsRunner *self)
{
  g_return_if_fail (WS_IS_RUNNER (self));

  g_clear_handle_id (&self->progress_timeout, g_source_remove);
  if (self->session == NULL)
    return;
  g_signal_handlers_disconnect_by_data (self->fields, self);
  g_signal_handlers_disconnect_by_data (self->playhead, self);
  ws_session_cancel (self->session);
  self->session = NULL;
}
