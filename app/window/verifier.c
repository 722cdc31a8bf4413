#include "window/verifier.h"

#include "edit/user-checker.h"
#include "session/agreement.h"

struct _WsVerifier {
  GObject parent_instance;

  WsSession *session;
  WsPlayhead *playhead;
  WsPanes *panes;
  WsUserEditor *editor;
  WsUserChecker *checker; /* checks for mistakes */
  WsAgreement *agreement; /* compares a real GPU with the virtual one */
  WsJob *own_job;         /* nullable: the last job run, until checked */
};

G_DEFINE_FINAL_TYPE (WsVerifier, ws_verifier, G_TYPE_OBJECT)

/* The run of the edited source is shown: now checks it for mistakes, if a device can. */
static void
check_own (WsVerifier *self, const WsRun *run)
{
  g_autoptr (WsJob) job = g_steal_pointer (&self->own_job);

  if (job != NULL && run->origin == WS_ORIGIN_MODELLED && g_str_has_prefix (run->device, "vm:"))
    ws_user_checker_check (self->checker, run->device, job);
}

/* Compares a run on a real GPU with the virtual one. */
static void
compare_own (WsVerifier *self, WsRun *run)
{
  const WsClientDevice *real = ws_session_find_device (self->session, run->device);
  const WsClientDevice *virtual = NULL;
  g_autoptr (WsJobSource) source = NULL;

  ws_agreement_cancel (self->agreement);
  if (run->origin != WS_ORIGIN_MEASURED || !g_str_has_prefix (run->id, WS_USER_PREFIX)
      || real == NULL || !real->usable)
    return;
  virtual = ws_client_device_find_virtual (ws_session_get_devices (self->session), real);
  source = ws_session_dup_source (self->session, run);
  if (source != NULL && virtual != NULL)
    ws_agreement_check (self->agreement, run, source, virtual->id);
}

static void
agreement_cb (WsVerifier *self)
{
  static const char *const icons[] = { [WS_AGREEMENT_NONE] = NULL,
                                       [WS_AGREEMENT_RUNS] = "content-loading-symbolic",
                                       [WS_AGREEMENT_SAME] = "emblem-ok-symbolic",
                                       [WS_AGREEMENT_DIFFERS] = "dialog-warning-symbolic",
                                       [WS_AGREEMENT_FAILED] = "dialog-information-symbolic" };

  ws_inspector_set_agreement (
      ws_panes_get_inspector (self->panes), icons[ws_agreement_get_state (self->agreement)],
      ws_agreement_get_sentence (self->agreement), ws_agreement_get_details (self->agreement));
}

/* The same run, with its findings: everything else stays in place. */
static void
own_found_cb (WsVerifier *self, WsRun *run)
{
  WsRun *shown = ws_playhead_get_run (self->playhead);
  const WsRunPlace place = { .launch = ws_playhead_get_launch (self->playhead),
                             .block = ws_playhead_get_block (self->playhead),
                             .keeps = TRUE };

  if (shown != NULL && g_strcmp0 (shown->id, run->id) == 0 && place.launch < run->n_launches
      && !ws_user_editor_is_stale (self->editor) && !ws_session_is_busy (self->session))
    ws_session_show (self->session, run, WS_SHOWN_RECORDED, &place);
}

static void
shown_cb (WsVerifier *self, WsRun *run)
{
  check_own (self, run);
  compare_own (self, run);
}

static void
ws_verifier_dispose (GObject *object)
{
  ws_verifier_end (WS_VERIFIER (object));

  G_OBJECT_CLASS (ws_verifier_parent_class)->dispose (object);
}

static void
ws_verifier_class_init (WsVerifierClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ws_verifier_dispose;
}

static void
ws_verifier_init (WsVerifier *self)
{
}

WsVerifier *
ws_verifier_new (const WsContext *context, WsUserEditor *editor)
{
  WsVerifier *self = g_object_new (WS_TYPE_VERIFIER, NULL);

  self->session = context->session;
  self->playhead = context->playhead;
  self->panes = context->panes;
  self->editor = g_object_ref (editor);
  self->agreement = ws_agreement_new (ws_session_get_queue (self->session));
  g_signal_connect_object (self->agreement, "changed", G_CALLBACK (agreement_cb), self,
                           G_CONNECT_SWAPPED);
  self->checker = ws_user_checker_new (ws_session_get_queue (self->session));
  g_signal_connect_object (self->checker, "found", G_CALLBACK (own_found_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "shown", G_CALLBACK (shown_cb), self, G_CONNECT_SWAPPED);
  return self;
}

/**
 * ws_verifier_end:
 * @self: a verifier
 *
 * To be called when the window closes: it checks nothing any more.
 */
void
ws_verifier_end (WsVerifier *self)
{
  g_return_if_fail (WS_IS_VERIFIER (self));

  if (self->checker != NULL)
    ws_user_checker_cancel (self->checker);
  g_clear_object (&self->checker);
  if (self->agreement != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->agreement, self);
      ws_agreement_cancel (self->agreement);
    }
  g_clear_object (&self->agreement);
  g_clear_pointer (&self->own_job, ws_job_unref);
  g_clear_object (&self->editor);
}

/**
 * ws_verifier_take_job:
 * @self: a verifier
 * @job: the job that will run
 *
 * Cancels earlier checks, and checks @job once its run is shown.
 */
void
ws_verifier_take_job (WsVerifier *self, WsJob *job)
{
  g_return_if_fail (WS_IS_VERIFIER (self));

  ws_user_checker_cancel (self->checker);
  ws_job_ref (job);
  g_clear_pointer (&self->own_job, ws_job_unref);
  self->own_job = job;
}

/**
 * ws_verifier_is_busy:
 * @self: a verifier
 *
 * Returns: whether something remains to be run or checked
 */
gboolean
ws_verifier_is_busy (WsVerifier *self)
{
  g_return_val_if_fail (WS_IS_VERIFIER (self), FALSE);
  return self->own_job != NULL || ws_user_checker_is_busy (self->checker);
}
