#include "window/recorder.h"

#include "window/derive.h"

struct _WsRecorder {
  GObject parent_instance;

  WsClient *client;
  GCancellable *cancellable; /* of the recording under way, else NULL */
  double fraction;
  char *sentence;
};

enum { PROP_0, PROP_BUSY, PROP_FRACTION, PROP_SENTENCE, N_PROPS };

enum { RECORDED, FAILED, COUNTED, DEVICES, N_SIGNALS };

static GParamSpec *props[N_PROPS];
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WsRecorder, ws_recorder, G_TYPE_OBJECT)

/* A recording or counting, so that the answer to one that was given up does not pass for that of
 * the next. */
typedef struct {
  WsRecorder *recorder;
  GCancellable *cancellable;
  WsRun *run; /* of a counting: what it is for; of a recording: what was recorded */
  guint launch;
  guint block; /* of a recording: what is looked at first; WS_NONE for the first recorded */
} Call;

static void
call_free (Call *call)
{
  g_object_unref (call->recorder);
  g_object_unref (call->cancellable);
  g_clear_pointer (&call->run, ws_run_unref);
  g_free (call);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Call, call_free)

static void
set_progress (WsRecorder *self, double fraction, const char *sentence)
{
  self->fraction = fraction;
  g_free (self->sentence);
  self->sentence = g_strdup (sentence);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_FRACTION]);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_SENTENCE]);
}

static void
progress_cb (double fraction, const char *sentence, gpointer data)
{
  Call *call = data;

  if (call->recorder->cancellable == call->cancellable)
    set_progress (call->recorder, fraction, sentence);
}

static void
derived_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (Call) call = data;
  WsRecorder *self = call->recorder;
  g_autoptr (WsScene) scene = ws_derive_finish (result);

  if (self->cancellable != call->cancellable)
    return;
  g_clear_object (&self->cancellable);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_BUSY]);
  g_signal_emit (self, signals[RECORDED], 0, call->run, scene);
}

static void
recorded_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (Call) call = data;
  WsRecorder *self = call->recorder;
  g_autoptr (GError) error = NULL;
  g_autoptr (WsRun) run = ws_client_record_finish (WS_CLIENT (source), result, &error);
  g_autoptr (WsRun) partial =
      run == NULL ? ws_client_record_dup_partial (WS_CLIENT (source), result) : NULL;

  if (self->cancellable != call->cancellable)
    return;
  if (run != NULL)
    {
      call->run = g_steal_pointer (&run);
      ws_derive_async (call->run, call->launch, call->block, derived_cb, call);
      g_steal_pointer (&call);
      return;
    }
  g_clear_object (&self->cancellable);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_BUSY]);
  if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_signal_emit (self, signals[FAILED], 0, error, partial);
}

static void
counted_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (Call) call = data;
  WsRecorder *self = call->recorder;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) counters = ws_client_count_finish (WS_CLIENT (source), result, &error);

  if (self->cancellable != call->cancellable)
    return;
  g_clear_object (&self->cancellable);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_BUSY]);
  if (counters != NULL)
    g_signal_emit (self, signals[COUNTED], 0, call->run, call->launch, counters);
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_signal_emit (self, signals[FAILED], 0, error, NULL);
}

static void
ws_recorder_get_property (GObject *object, guint prop_id, GValue *value, GParamSpec *pspec)
{
  WsRecorder *self = WS_RECORDER (object);

  switch (prop_id)
    {
    case PROP_BUSY:
      g_value_set_boolean (value, ws_recorder_is_busy (self));
      break;
    case PROP_FRACTION:
      g_value_set_double (value, self->fraction);
      break;
    case PROP_SENTENCE:
      g_value_set_string (value, self->sentence);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
ws_recorder_dispose (GObject *object)
{
  WsRecorder *self = WS_RECORDER (object);

  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->client);
  g_clear_pointer (&self->sentence, g_free);

  G_OBJECT_CLASS (ws_recorder_parent_class)->dispose (object);
}

static void
ws_recorder_class_init (WsRecorderClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;

  object_class->get_property = ws_recorder_get_property;
  object_class->dispose = ws_recorder_dispose;
  props[PROP_BUSY] = g_param_spec_boolean ("busy", NULL, NULL, FALSE, flags);
  props[PROP_FRACTION] = g_param_spec_double ("fraction", NULL, NULL, 0, 1, 0, flags);
  props[PROP_SENTENCE] = g_param_spec_string ("sentence", NULL, NULL, NULL, flags);
  g_object_class_install_properties (object_class, N_PROPS, props);
  signals[RECORDED] = g_signal_new ("recorded", WS_TYPE_RECORDER, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                    NULL, G_TYPE_NONE, 2, WS_TYPE_RUN, G_TYPE_POINTER);
  signals[FAILED] = g_signal_new ("failed", WS_TYPE_RECORDER, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                  NULL, G_TYPE_NONE, 2, G_TYPE_ERROR, WS_TYPE_RUN);
  signals[COUNTED] =
      g_signal_new ("counted", WS_TYPE_RECORDER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                    G_TYPE_NONE, 3, WS_TYPE_RUN, G_TYPE_UINT, G_TYPE_PTR_ARRAY);
  signals[DEVICES] = g_signal_new ("devices", WS_TYPE_RECORDER, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                   NULL, G_TYPE_NONE, 1, G_TYPE_PTR_ARRAY);
}

static void
devices_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (WsRecorder) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) devices = ws_client_devices_finish (WS_CLIENT (source), result, &error);

  if (devices != NULL)
    g_signal_emit (self, signals[DEVICES], 0, devices);
  else
    g_signal_emit (self, signals[FAILED], 0, error, NULL);
}

static void
ws_recorder_init (WsRecorder *self)
{
  self->client = ws_client_new (NULL);
}

/**
 * ws_recorder_new:
 *
 * Returns: (transfer full): a recorder at rest
 */
WsRecorder *
ws_recorder_new (void)
{
  return g_object_new (WS_TYPE_RECORDER, NULL);
}

/**
 * ws_recorder_list_devices:
 * @self: a recorder
 *
 * Asks the worker what there is to run on. Emits devices, or failed.
 */
void
ws_recorder_list_devices (WsRecorder *self)
{
  g_return_if_fail (WS_IS_RECORDER (self));
  ws_client_devices_async (self->client, NULL, devices_cb, g_object_ref (self));
}

/* Gives up what is under way and begins something else. */
static Call *
begin (WsRecorder *self)
{
  Call *call = g_new0 (Call, 1);

  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  self->cancellable = g_cancellable_new ();
  call->recorder = g_object_ref (self);
  call->cancellable = g_object_ref (self->cancellable);
  set_progress (self, 0, "");
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_BUSY]);
  return call;
}

/**
 * ws_recorder_count:
 * @self: a recorder
 * @run: (transfer none): what was recorded, on the device that is to count
 * @source: of the job that made it
 * @launch: the launch whose hardware counters are read
 *
 * Gives up a recording under way. Emits counted or failed.
 */
void
ws_recorder_count (WsRecorder *self, WsRun *run, WsJobSource *source, guint launch)
{
  Call *call;

  g_return_if_fail (WS_IS_RECORDER (self));

  call = begin (self);
  call->run = ws_run_ref (run);
  call->launch = launch;
  set_progress (self, 0, "Reading hardware counters");
  ws_client_count_async (self->client, run->device, source, launch, self->cancellable, counted_cb,
                         call);
}

/**
 * ws_recorder_start:
 * @self: a recorder
 * @device: as in "vm:h200"
 * @source: of the job to run
 * @launch: what is looked at first
 * @block: a block of it, or %WS_NONE for the first recorded
 *
 * Gives up a recording under way and starts another. Emits recorded or failed, unless it is given
 * up itself.
 */
void
ws_recorder_start (WsRecorder *self, const char *device, WsJobSource *source, guint launch,
                   guint block)
{
  Call *call;

  g_return_if_fail (WS_IS_RECORDER (self));

  call = begin (self);
  call->launch = launch;
  call->block = block;
  ws_client_record_async (self->client, device, source, self->cancellable, progress_cb, call,
                          recorded_cb, call);
}

/**
 * ws_recorder_cancel:
 * @self: a recorder
 *
 * Gives up the recording under way, if any. Nothing is emitted for it.
 */
void
ws_recorder_cancel (WsRecorder *self)
{
  g_return_if_fail (WS_IS_RECORDER (self));

  if (self->cancellable == NULL)
    return;
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_BUSY]);
}

gboolean
ws_recorder_is_busy (WsRecorder *self)
{
  g_return_val_if_fail (WS_IS_RECORDER (self), FALSE);
  return self->cancellable != NULL;
}

/**
 * ws_recorder_get_worker_pid:
 * @self: a recorder
 *
 * Returns: process id of the worker, 0 while there is none
 */
guint
ws_recorder_get_worker_pid (WsRecorder *self)
{
  g_return_val_if_fail (WS_IS_RECORDER (self), 0);
  return ws_client_get_worker_pid (self->client);
}

WsClient *
ws_recorder_get_client (WsRecorder *self)
{
  g_return_val_if_fail (WS_IS_RECORDER (self), NULL);
  return self->client;
}
