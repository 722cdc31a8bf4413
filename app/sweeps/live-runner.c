#include "sweeps/live-runner.h"

/* Of a real GPU. Every run of the virtual one is alike: there one stands for all. */
#define WARMUP 3

/* One endless timing. */
typedef struct {
  WsLiveRunner *runner; /* not owned; NULL after it was stopped */
  WsLive *live;
  char *device;
  WsJobSource *source;
  WsTimeRequest request;
} Task;

struct _WsLiveRunner {
  GObject parent_instance;

  WsQueue *queue;
  GMainContext *context;
  Task *running; /* not owned: what is asked of the queue owns it */
  GCancellable *cancellable;
  GSource *telling; /* nullable: samples were appended that no signal has told of */
};

enum { PROP_0, PROP_RUNNING, N_PROPS };
enum { SAMPLES, FAILED, N_SIGNALS };

static GParamSpec *props[N_PROPS];
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WsLiveRunner, ws_live_runner, G_TYPE_OBJECT)

static void
task_free (Task *task)
{
  ws_live_unref (task->live);
  ws_job_source_unref (task->source);
  g_free (task->device);
  g_free (task);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Task, task_free)

static void
drop_telling (WsLiveRunner *self)
{
  if (self->telling == NULL)
    return;
  g_source_destroy (self->telling);
  g_clear_pointer (&self->telling, g_source_unref);
}

static void
let_go (WsLiveRunner *self)
{
  if (self->running != NULL)
    self->running->runner = NULL;
  self->running = NULL;
}

static gboolean
tell_cb (gpointer data)
{
  WsLiveRunner *self = data;
  g_autoptr (WsLive) live = self->running != NULL ? ws_live_ref (self->running->live) : NULL;

  drop_telling (self);
  if (live != NULL)
    g_signal_emit (self, signals[SAMPLES], 0, live);
  return G_SOURCE_REMOVE;
}

/* In the next turn of the main loop: whatever comes until then is told with it. */
static void
tell_soon (WsLiveRunner *self)
{
  if (self->telling != NULL)
    return;
  self->telling = g_idle_source_new ();
  g_source_set_priority (self->telling, G_PRIORITY_DEFAULT);
  g_source_set_callback (self->telling, tell_cb, self, NULL);
  g_source_attach (self->telling, self->context);
}

static void
take_timing (WsLive *live, const WsTiming *timing)
{
  live->origin = timing->origin;
  live->n_bytes = timing->n_bytes;
  live->grid = timing->grid;
  live->rotates = timing->rotates;
  live->peak_bytes_per_s = timing->peak_bytes_per_s;
  if (timing->copy_bytes_per_s > 0)
    live->copy_bytes_per_s = timing->copy_bytes_per_s;
}

static void
samples_cb (const WsTiming *timing, const guint64 *durations_ns, guint n, gpointer data)
{
  Task *task = data;

  if (task->runner == NULL)
    return;
  take_timing (task->live, timing);
  ws_live_append (task->live, durations_ns, n);
  tell_soon (task->runner);
}

static void
ask (WsClient *client, GCancellable *cancellable, GAsyncReadyCallback callback,
     gpointer callback_data, gpointer data)
{
  Task *task = data;

  ws_client_time_async (client, &(WsClientJob){ task->device, task->source }, &task->request,
                        cancellable, callback, callback_data);
}

static void
ended_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (Task) task = data;
  g_autoptr (WsLiveRunner) self = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) none = NULL;

  none = ws_client_time_finish (WS_CLIENT (source), result, NULL, &error);
  if (task->runner == NULL) /* stopped */
    return;
  self = g_object_ref (task->runner);
  if (self->telling != NULL)
    tell_cb (self);
  if (task->runner == NULL)
    return;
  self->running = NULL;
  /* first, or the handler of the end would begin it again */
  if (error != NULL)
    g_signal_emit (self, signals[FAILED], 0, error);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_RUNNING]);
}

static void
ws_live_runner_dispose (GObject *object)
{
  WsLiveRunner *self = WS_LIVE_RUNNER (object);

  drop_telling (self);
  let_go (self);
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->queue);
  g_clear_pointer (&self->context, g_main_context_unref);

  G_OBJECT_CLASS (ws_live_runner_parent_class)->dispose (object);
}

static void
ws_live_runner_get_property (GObject *object, guint prop_id, GValue *value, GParamSpec *pspec)
{
  if (prop_id == PROP_RUNNING)
    g_value_set_boolean (value, ws_live_runner_is_running (WS_LIVE_RUNNER (object)));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
}

static void
ws_live_runner_class_init (WsLiveRunnerClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = ws_live_runner_dispose;
  object_class->get_property = ws_live_runner_get_property;
  props[PROP_RUNNING] = g_param_spec_boolean ("running", NULL, NULL, FALSE,
                                              G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, props);
  signals[SAMPLES] = g_signal_new ("samples", WS_TYPE_LIVE_RUNNER, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                   NULL, G_TYPE_NONE, 1, WS_TYPE_LIVE);
  signals[FAILED] = g_signal_new ("failed", WS_TYPE_LIVE_RUNNER, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                  NULL, G_TYPE_NONE, 1, G_TYPE_ERROR);
}

static void
ws_live_runner_init (WsLiveRunner *self)
{
  self->context = g_main_context_ref_thread_default ();
}

/**
 * ws_live_runner_new:
 * @queue: (transfer none): by what the device is asked
 */
WsLiveRunner *
ws_live_runner_new (WsQueue *queue)
{
  WsLiveRunner *self;

  g_return_val_if_fail (WS_IS_QUEUE (queue), NULL);
  self = g_object_new (WS_TYPE_LIVE_RUNNER, NULL);
  self->queue = g_object_ref (queue);
  return self;
}

static void
set_text (char **text, const char *value)
{
  if (*text == NULL)
    *text = g_strdup (value);
}

static void
take_device (WsLive *live, const WsClientDevice *device)
{
  set_text (&live->device, device->id);
  set_text (&live->device_name, device->name);
  set_text (&live->driver, device->driver);
  live->origin = device->origin;
  if (live->peak_bytes_per_s == 0 && device->spec != NULL)
    live->peak_bytes_per_s = device->spec->memory_bandwidth_bytes_per_s;
}

/**
 * ws_live_runner_start:
 * @live: (transfer none): takes the samples, after those that it has
 * @source: of the job to time
 * @device: what to time it on; its origin, and what @live does not say of a device yet, are taken
 * into @live
 *
 * Times again and again, or once where all runs are alike, after stopping what ran; pauses while
 * anything else is asked of the device. What a device takes to load and to warm up is in none of
 * the samples.
 */
void
ws_live_runner_start (WsLiveRunner *self, WsLive *live, WsJobSource *source,
                      const WsClientDevice *device)
{
  WsRequest request = {
    .priority = WS_PRIORITY_LIVE, .yields = TRUE, .ask = ask, .done = ended_cb
  };
  gboolean measured;
  Task *task;

  g_return_if_fail (WS_IS_LIVE_RUNNER (self) && live != NULL && source != NULL && device != NULL);

  ws_live_runner_stop (self);
  take_device (live, device);
  measured = device->origin == WS_ORIGIN_MEASURED;
  task = g_new0 (Task, 1);
  task->runner = self;
  task->live = ws_live_ref (live);
  task->device = g_strdup (device->id);
  task->source = ws_job_source_ref (source);
  task->request = (WsTimeRequest){ .rotate = TRUE,
                                   .repeats = measured ? 0 : 1,
                                   .warmup = measured ? WARMUP : 0,
                                   .copy = measured,
                                   .samples = samples_cb,
                                   .samples_data = task };
  request.device = task->device;
  request.user_data = task;
  self->running = task;
  self->cancellable = g_cancellable_new ();
  ws_queue_add (self->queue, &request, self->cancellable);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_RUNNING]);
}

/* Gives up the timing, if there is one. What was measured stays; nothing is appended after this. */
void
ws_live_runner_stop (WsLiveRunner *self)
{
  g_autoptr (GCancellable) cancellable = NULL;

  g_return_if_fail (WS_IS_LIVE_RUNNER (self));

  if (self->telling != NULL)
    tell_cb (self);
  cancellable = g_steal_pointer (&self->cancellable);
  if (self->running != NULL)
    {
      let_go (self);
      g_object_notify_by_pspec (G_OBJECT (self), props[PROP_RUNNING]);
    }
  if (cancellable != NULL)
    g_cancellable_cancel (cancellable);
}

/* Whether it times a job, or waits until its device is free to. */
gboolean
ws_live_runner_is_running (WsLiveRunner *self)
{
  g_return_val_if_fail (WS_IS_LIVE_RUNNER (self), FALSE);
  return self->running != NULL;
}
