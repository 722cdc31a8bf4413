#include "session/second-run.h"

#include "session/derive.h"

/* The request, until it is done or cancelled. */
typedef struct {
  WsSecondRun *second;
  GCancellable *cancellable;
  char *device;        /* of a recording */
  WsJobSource *source; /* of a recording */
  WsRun *run;          /* once it is there */
  guint launch;
  guint block;
} Work;

struct _WsSecondRun {
  GObject parent_instance;

  WsQueue *queue;
  GCancellable *cancellable; /* of the running work */
  WsSecondState state;
  double fraction;
  char *sentence; /* why there is none */
  GError *error;  /* of a recording: the same */
  WsRun *partial; /* what was recorded before it failed */
  WsRun *run;
  WsScene *scene;
};

enum { CHANGED, N_SIGNALS };

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WsSecondRun, ws_second_run, G_TYPE_OBJECT)

static void
work_free (Work *work)
{
  g_object_unref (work->second);
  g_object_unref (work->cancellable);
  g_clear_pointer (&work->source, ws_job_source_unref);
  g_clear_pointer (&work->run, ws_run_unref);
  g_free (work->device);
  g_free (work);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Work, work_free)

static gboolean
is_under_way (const Work *work)
{
  return work->second->cancellable == work->cancellable;
}

static void
set_state (WsSecondRun *self, WsSecondState state, double fraction, const char *sentence)
{
  char *kept = g_strdup (sentence); /* it may be the one before */

  self->state = state;
  self->fraction = fraction;
  g_free (self->sentence);
  self->sentence = kept;
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
give_up (WsSecondRun *self)
{
  g_autoptr (GCancellable) cancellable = g_steal_pointer (&self->cancellable);

  if (cancellable != NULL)
    g_cancellable_cancel (cancellable);
}

static Work *
begin (WsSecondRun *self, guint launch, guint block)
{
  Work *work = g_new0 (Work, 1);

  give_up (self);
  g_clear_error (&self->error);
  g_clear_pointer (&self->partial, ws_run_unref);
  self->cancellable = g_cancellable_new ();
  work->second = g_object_ref (self);
  work->cancellable = g_object_ref (self->cancellable);
  work->launch = launch;
  work->block = block;
  return work;
}

static void
end (WsSecondRun *self, WsSecondState state, const char *sentence)
{
  g_clear_object (&self->cancellable);
  set_state (self, state, 0, sentence);
}

static void
derived_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (Work) work = data;
  g_autoptr (WsScene) scene = ws_derive_finish (result);
  WsSecondRun *self = work->second;

  if (!is_under_way (work))
    return;
  g_clear_pointer (&self->run, ws_run_unref);
  g_clear_pointer (&self->scene, ws_scene_unref);
  self->run = g_steal_pointer (&work->run);
  self->scene = g_steal_pointer (&scene);
  end (self, WS_SECOND_THERE, NULL);
}

/* @work: (transfer full): a block that was not recorded is replaced by the first that was */
static void
derive (Work *work)
{
  guint launch = MIN (work->launch, (guint)MAX (work->run->n_launches, 1) - 1);
  gboolean has_block =
      work->run->n_launches > 0 && ws_run_find_block (work->run, launch, work->block) != NULL;

  ws_derive_async (work->run, launch, has_block ? work->block : WS_NONE, derived_cb, work);
}

static void
progress_cb (double fraction, const char *sentence, gpointer data)
{
  const Work *work = data;

  if (is_under_way (work))
    set_state (work->second, WS_SECOND_RUNS, fraction, NULL);
}

static void
ask (WsClient *client, GCancellable *cancellable, GAsyncReadyCallback callback,
     gpointer callback_data, gpointer data)
{
  Work *work = data;

  ws_client_record_async (client, &(WsClientJob){ work->device, work->source },
                          &(WsClientWatch){ progress_cb, work }, cancellable, callback,
                          callback_data);
}

static void
recorded_cb (GObject *client, GAsyncResult *result, gpointer data)
{
  g_autoptr (Work) work = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (WsRun) run = ws_client_record_finish (WS_CLIENT (client), result, &error);

  if (!is_under_way (work))
    return;
  if (run == NULL)
    {
      g_clear_error (&work->second->error);
      work->second->error = g_error_copy (error);
      g_clear_pointer (&work->second->partial, ws_run_unref);
      work->second->partial = ws_client_record_dup_partial (WS_CLIENT (client), result);
      end (work->second, WS_SECOND_FAILED, error->message);
      return;
    }
  work->run = g_steal_pointer (&run);
  derive (g_steal_pointer (&work));
}

static void
ws_second_run_dispose (GObject *object)
{
  WsSecondRun *self = WS_SECOND_RUN (object);

  give_up (self);
  g_clear_object (&self->queue);

  G_OBJECT_CLASS (ws_second_run_parent_class)->dispose (object);
}

static void
ws_second_run_finalize (GObject *object)
{
  WsSecondRun *self = WS_SECOND_RUN (object);

  g_clear_pointer (&self->scene, ws_scene_unref);
  g_clear_pointer (&self->run, ws_run_unref);
  g_clear_pointer (&self->partial, ws_run_unref);
  g_clear_error (&self->error);
  g_free (self->sentence);

  G_OBJECT_CLASS (ws_second_run_parent_class)->finalize (object);
}

static void
ws_second_run_class_init (WsSecondRunClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ws_second_run_dispose;
  G_OBJECT_CLASS (klass)->finalize = ws_second_run_finalize;
  signals[CHANGED] = g_signal_new ("changed", WS_TYPE_SECOND_RUN, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                   NULL, G_TYPE_NONE, 0);
}

static void
ws_second_run_init (WsSecondRun *self)
{
}

/**
 * ws_second_run_new:
 * @queue: (transfer none): by what the device is asked
 *
 * Returns: (transfer full): a second run, without a request
 */
WsSecondRun *
ws_second_run_new (WsQueue *queue)
{
  WsSecondRun *self = g_object_new (WS_TYPE_SECOND_RUN, NULL);

  self->queue = g_object_ref (queue);
  return self;
}

/**
 * ws_second_run_record:
 * @self: a second run
 * @device: what to run it on
 * @source: (transfer none): of the job to run
 * @launch: what is looked at; the last, where there are fewer
 * @block: of it; the first that was recorded, where this was not
 *
 * Replaces the running request. The user's runs have priority.
 */
void
ws_second_run_record (WsSecondRun *self, const char *device, WsJobSource *source, guint launch,
                      guint block)
{
  Work *work;
  WsRequest request = {
    .priority = WS_PRIORITY_CHOSEN_CELL, .yields = TRUE, .ask = ask, .done = recorded_cb
  };

  g_return_if_fail (WS_IS_SECOND_RUN (self) && device != NULL && source != NULL);

  work = begin (self, launch, block);
  work->device = g_strdup (device);
  work->source = ws_job_source_ref (source);
  set_state (self, WS_SECOND_RUNS, 0, NULL);
  request.device = work->device;
  request.user_data = work;
  ws_queue_add (self->queue, &request, work->cancellable);
}

/**
 * ws_second_run_show:
 * @self: a second run
 * @launch: what is looked at; the last, where there are fewer
 * @block: of it; the first that was recorded, where this was not
 *
 * Takes the place of what is running.
 */
void
ws_second_run_show (WsSecondRun *self, WsRun *run, guint launch, guint block)
{
  Work *work;

  g_return_if_fail (WS_IS_SECOND_RUN (self) && run != NULL);

  work = begin (self, launch, block);
  work->run = ws_run_ref (run);
  set_state (self, WS_SECOND_RUNS, 0, NULL);
  derive (work);
}

/**
 * ws_second_run_fail:
 * @self: a second run
 * @sentence: why there is none
 *
 * Gives up what is running.
 */
void
ws_second_run_fail (WsSecondRun *self, const char *sentence)
{
  g_return_if_fail (WS_IS_SECOND_RUN (self));
  give_up (self);
  end (self, WS_SECOND_FAILED, sentence);
}

/**
 * ws_second_run_cancel:
 * @self: a second run
 *
 * Cancels the running request; none remains.
 */
void
ws_second_run_cancel (WsSecondRun *self)
{
  g_return_if_fail (WS_IS_SECOND_RUN (self));
  if (self->cancellable == NULL)
    return;
  give_up (self);
  end (self, WS_SECOND_NONE, NULL);
}

/**
 * ws_second_run_get_state:
 * @self: a second run
 */
WsSecondState
ws_second_run_get_state (WsSecondRun *self)
{
  g_return_val_if_fail (WS_IS_SECOND_RUN (self), WS_SECOND_NONE);
  return self->state;
}

/**
 * ws_second_run_get_fraction:
 * @self: a second run
 *
 * Returns: progress, 0 to 1
 */
double
ws_second_run_get_fraction (WsSecondRun *self)
{
  g_return_val_if_fail (WS_IS_SECOND_RUN (self), 0);
  return self->fraction;
}

/**
 * ws_second_run_get_sentence:
 * @self: a second run
 *
 * Returns: (transfer none) (nullable): why there is none
 */
const char *
ws_second_run_get_sentence (WsSecondRun *self)
{
  g_return_val_if_fail (WS_IS_SECOND_RUN (self), NULL);
  return self->sentence;
}

/**
 * ws_second_run_get_run:
 * @self: a second run
 *
 * Returns: (transfer none) (nullable): the latest run
 */
WsRun *
ws_second_run_get_run (WsSecondRun *self)
{
  g_return_val_if_fail (WS_IS_SECOND_RUN (self), NULL);
  return self->run;
}

/**
 * ws_second_run_get_scene:
 * @self: a second run
 *
 * Returns: (transfer none) (nullable): its scene
 */
WsScene *
ws_second_run_get_scene (WsSecondRun *self)
{
  g_return_val_if_fail (WS_IS_SECOND_RUN (self), NULL);
  return self->scene;
}

/**
 * ws_second_run_get_error:
 * @self: a second run
 *
 * Returns: (transfer none) (nullable): the error of the last recording; %NULL if there was none
 */
const GError *
ws_second_run_get_error (WsSecondRun *self)
{
  g_return_val_if_fail (WS_IS_SECOND_RUN (self), NULL);
  return self->error;
}

/**
 * ws_second_run_get_partial:
 * @self: a second run
 *
 * Returns: (transfer none) (nullable): for a recording that ended by a fault or a refusal: the
 * partial run, with the finding
 */
WsRun *
ws_second_run_get_partial (WsSecondRun *self)
{
  g_return_val_if_fail (WS_IS_SECOND_RUN (self), NULL);
  return self->partial;
}
