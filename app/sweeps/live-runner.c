#include "sweeps/live-runner.h"

#define WARMUP 3 /* of a real GPU; every run of the virtual one is alike */

/* One endless timing. */
typedef struct {
  WsLiveRunner *runner; /* not owned; NULL after it was stopped */
  WsLive *live;
} Task;

struct _WsLiveRunner {
  GObject parent_instance;

  WsClient *client;
  GMainContext *context;
  Task *running; /* not owned: the call under way owns it */
  GCancellable *cancellable;
  GSource *telling; /* nullable: samples were appended that nobody was told of */
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
take_timing (WsLive *live, const WsClientTiming *timing)
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
samples_cb (const WsClientTiming *timing, const guint64 *durations_ns, guint n, gpointer data)
{
  Task *task = data;

  if (task->runner == NULL)
    return;
  take_timing (task->live, timing);
  ws_live_append (task->live, durations_ns, n);
  tell_soon (task->runner);
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
  /* first, or who is told that it has ended would begin it again */
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
  g_clear_object (&self->client);
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
  self->client = ws_client_new (NULL);
  self->context = g_main_context_ref_thread_default ();
}

/**
 * ws_live_runner_new:
 *
 * Returns: (transfer full): a runner at rest; its worker is started when it first runs
 */
WsLiveRunner *
ws_live_runner_new (void)
{
  return g_object_new (WS_TYPE_LIVE_RUNNER, NULL);
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
 * @self: a runner
 * @live: (transfer none): takes the samples
 * @source: of the job to time
 * @device: what to time it on
 *
 * Times again and again, after stopping what ran. What a device takes to load and to warm up is in
 * none of the samples.
 */
void
ws_live_runner_start (WsLiveRunner *self, WsLive *live, WsJobSource *source,
                      const WsClientDevice *device)
{
  WsTimeRequest request = { .repeats = 0, .rotate = TRUE };
  Task *task;

  g_return_if_fail (WS_IS_LIVE_RUNNER (self) && live != NULL && source != NULL && device != NULL);

  ws_live_runner_stop (self);
  take_device (live, device);
  request.warmup = device->origin == WS_ORIGIN_MEASURED ? WARMUP : 0;
  request.copy = device->origin == WS_ORIGIN_MEASURED;
  task = g_new0 (Task, 1);
  task->runner = self;
  task->live = ws_live_ref (live);
  self->running = task;
  self->cancellable = g_cancellable_new ();
  ws_client_time_async (self->client, device->id, source, &request, self->cancellable, samples_cb,
                        task, ended_cb, task);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_RUNNING]);
}

/**
 * ws_live_runner_stop:
 * @self: a runner
 *
 * Nothing more is appended after this.
 */
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

gboolean
ws_live_runner_is_running (WsLiveRunner *self)
{
  g_return_val_if_fail (WS_IS_LIVE_RUNNER (self), FALSE);
  return self->running != NULL;
}

WsClient *
ws_live_runner_get_client (WsLiveRunner *self)
{
  g_return_val_if_fail (WS_IS_LIVE_RUNNER (self), NULL);
  return self->client;
}
