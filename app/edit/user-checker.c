#include "edit/user-checker.h"

struct _WsUserChecker {
  GObject parent_instance;

  WsQueue *queue;
  GCancellable *cancellable; /* nullable: of what is looked at */
};

/* One check: it lives until its request has ended. */
typedef struct {
  WsUserChecker *checker;
  GCancellable *cancellable;
  WsJobSource *source;
  char *device;
} Look;

enum { FOUND, N_SIGNALS };

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WsUserChecker, ws_user_checker, G_TYPE_OBJECT)

static void
look_free (Look *self)
{
  g_object_unref (self->checker);
  g_object_unref (self->cancellable);
  ws_job_source_unref (self->source);
  g_free (self->device);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Look, look_free)

/* The same job, with checks: one that was handed on is not changed any more. */
static WsJob *
make_checked (gpointer data, GError **error)
{
  g_autoptr (GVariant) variant = g_variant_ref_sink (ws_job_to_variant (data));
  WsJob *job = ws_job_from_variant (variant, error);

  if (job != NULL)
    job->checked = TRUE;
  return job;
}

static void
ask (WsClient *client, GCancellable *cancellable, GAsyncReadyCallback callback,
     gpointer callback_data, gpointer data)
{
  const Look *look = data;

  ws_client_record_async (client, &(WsClientJob){ look->device, look->source }, NULL, cancellable,
                          callback, callback_data);
}

/* Failures of checks are not reported: the run was shown without checks, with its own error if
 * any. */
static void
recorded_cb (GObject *client, GAsyncResult *result, gpointer data)
{
  g_autoptr (Look) look = data;
  g_autoptr (WsRun) run = ws_client_record_finish (WS_CLIENT (client), result, NULL);
  WsUserChecker *self = look->checker;

  if (self->cancellable != look->cancellable)
    return;
  g_clear_object (&self->cancellable);
  if (run != NULL && run->findings->len > 0)
    g_signal_emit (self, signals[FOUND], 0, run);
}

/**
 * ws_user_checker_cancel:
 * @self: a checker
 *
 * Cancels its check.
 */
void
ws_user_checker_cancel (WsUserChecker *self)
{
  g_autoptr (GCancellable) cancellable = NULL;

  g_return_if_fail (WS_IS_USER_CHECKER (self));
  cancellable = g_steal_pointer (&self->cancellable);
  g_cancellable_cancel (cancellable); /* does nothing if NULL */
}

/**
 * ws_user_checker_check:
 * @self: a checker
 * @device: a virtual one: as in "vm:h200"
 * @job: (transfer none): what has run there
 *
 * Runs it again, checking every access, once nothing else is waiting. Cancels an earlier check.
 */
void
ws_user_checker_check (WsUserChecker *self, const char *device, WsJob *job)
{
  WsRequest request = {
    .device = device, .priority = WS_PRIORITY_CELL, .yields = TRUE, .ask = ask, .done = recorded_cb
  };
  Look *look;

  g_return_if_fail (WS_IS_USER_CHECKER (self));
  ws_user_checker_cancel (self);
  self->cancellable = g_cancellable_new ();
  look = g_new0 (Look, 1);
  look->checker = g_object_ref (self);
  look->cancellable = g_object_ref (self->cancellable);
  look->device = g_strdup (device);
  look->source = ws_job_source_new (make_checked, ws_job_ref (job), (GDestroyNotify)ws_job_unref);
  request.user_data = look;
  ws_queue_add (self->queue, &request, self->cancellable);
}

/**
 * ws_user_checker_is_busy:
 * @self: a checker
 *
 * Returns: whether it is checking, or waiting to
 */
gboolean
ws_user_checker_is_busy (WsUserChecker *self)
{
  g_return_val_if_fail (WS_IS_USER_CHECKER (self), FALSE);
  return self->cancellable != NULL;
}

static void
ws_user_checker_dispose (GObject *object)
{
  WsUserChecker *self = WS_USER_CHECKER (object);

  ws_user_checker_cancel (self);
  g_clear_object (&self->queue);
  G_OBJECT_CLASS (ws_user_checker_parent_class)->dispose (object);
}

static void
ws_user_checker_class_init (WsUserCheckerClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ws_user_checker_dispose;
  signals[FOUND] = g_signal_new ("found", WS_TYPE_USER_CHECKER, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                 NULL, G_TYPE_NONE, 1, WS_TYPE_RUN);
}

static void
ws_user_checker_init (WsUserChecker *self)
{
}

/**
 * ws_user_checker_new:
 * @queue: (transfer none): of what is asked of the devices
 *
 * Returns: (transfer full): a checker with nothing to look at
 */
WsUserChecker *
ws_user_checker_new (WsQueue *queue)
{
  WsUserChecker *self = g_object_new (WS_TYPE_USER_CHECKER, NULL);

  self->queue = g_object_ref (queue);
  return self;
}
