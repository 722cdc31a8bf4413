#include "sweeps/sweep-runner.h"

#include "sweeps/sweep-plan.h"

#include "device/device.h"
#include "metrics/metrics.h"
#include "timing/timing.h"
#include "accesses/work.h"

#include <glib/gi18n.h>

#define BLOCKS  "0" /* of a recording: counts and residencies are all that is wanted */
#define WARMUP  3
#define REPEATS 31 /* of what is measured: enough for p5 and p95 */
/* Where the device does not count what all blocks do, the virtual GPU does: both execute the same
 * PTX. */
#define COUNTING_DEVICE "vm:h200"

/* A point that runs: it is recorded first, where its sweep needs that, then timed. */
typedef struct {
  WsSweepRunner *runner; /* not owned; NULL after it was given up */
  WsSweep *sweep;
  WsSweepPoint *point;
  char *device;
  WsJobSource *source;
} Task;

struct _WsSweepRunner {
  GObject parent_instance;

  WsCatalog *catalog;
  WsQueue *queue;
  WsSweep *sweep; /* nullable: the running one */
  Task *running;  /* not owned: what is asked of the queue owns it */
  GCancellable *cancellable;
  gboolean has_failed; /* one of its points */
};

enum { PROP_0, PROP_BUSY, N_PROPS };
enum { CHANGED, FINISHED, FAILED, N_SIGNALS };

static GParamSpec *props[N_PROPS];
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WsSweepRunner, ws_sweep_runner, G_TYPE_OBJECT)

static void begin_next (WsSweepRunner *self);

static void
task_free (Task *task)
{
  ws_sweep_unref (task->sweep);
  g_clear_pointer (&task->source, ws_job_source_unref);
  g_free (task->device);
  g_free (task);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Task, task_free)

static void
changed (WsSweepRunner *self)
{
  g_signal_emit (self, signals[CHANGED], 0, self->sweep);
}

/* What still comes of the running point is dropped. */
static void
let_go (WsSweepRunner *self)
{
  if (self->running != NULL)
    self->running->runner = NULL;
  self->running = NULL;
}

/* Points that have not run are taken out. */
static void
end (WsSweepRunner *self)
{
  g_autoptr (WsSweep) sweep = g_steal_pointer (&self->sweep);

  let_go (self);
  for (guint i = ws_sweep_get_n_points (sweep); i-- > 0;)
    {
      const WsSweepPoint *point = ws_sweep_get_point (sweep, i);

      if (point->state == WS_SWEEP_WAITING || point->state == WS_SWEEP_RUNNING)
        g_ptr_array_remove_index (sweep->points, i);
    }
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_BUSY]);
  g_signal_emit (self, signals[FINISHED], 0, sweep);
}

/* Whether other points may well run: not where the worker is gone, or has no such device. */
static gboolean
is_of_point (const GError *error)
{
  return error->domain == WS_CATALOG_ERROR || error->domain == WS_JOB_ERROR
         || error->domain == WS_DEVICE_ERROR;
}

static void
fail (WsSweepRunner *self, WsSweepPoint *point, const GError *error)
{
  g_autoptr (WsSweep) sweep = ws_sweep_ref (self->sweep);

  point->state = WS_SWEEP_FAILED;
  point->sentence = g_strdup (error->message);
  changed (self);
  if (self->sweep == sweep && !self->has_failed)
    {
      self->has_failed = TRUE;
      g_signal_emit (self, signals[FAILED], 0, sweep, error);
    }
  if (self->sweep != sweep) /* a handler has cancelled it */
    return;
  if (is_of_point (error))
    begin_next (self);
  else
    end (self);
}

/* (transfer full) */
static WsJobSource *
choose (WsSweepRunner *self, const WsSweepPoint *point, const WsCatalogKernel *kernel,
        gboolean keeps_input)
{
  WsPlanParameters parameters;

  ws_plan_parameters_init (&parameters, kernel);
  parameters.n = point->n;
  parameters.block = point->block;
  parameters.type = self->sweep->type;
  g_strlcpy (parameters.op, self->sweep->op, sizeof parameters.op);
  if (point->max_grid > 0)
    parameters.max_grid = point->max_grid;
  if (self->sweep->rounds > 0)
    parameters.repeats = self->sweep->rounds;
  /* the plan has asked the kernel already */
  if (point->set != NULL && !ws_plan_set_options (&parameters, kernel, point->set, NULL))
    g_warning ("%s does not take %s.", kernel->id, point->set);
  return ws_catalog_choose (self->catalog, kernel, &parameters, BLOCKS, keeps_input);
}

/* Its turn has come; it may come again, where something more urgent comes between. */
static void
mark_running (Task *task)
{
  if (task->runner == NULL || task->point->state == WS_SWEEP_RUNNING)
    return;
  task->point->state = WS_SWEEP_RUNNING;
  changed (task->runner);
}

/* @source: (transfer full). What is modelled comes out the same whenever it runs; what is measured
 * is measured to its end. */
static void
ask_for (WsSweepRunner *self, Task *task, const char *device, WsJobSource *source,
         WsRequestFunc ask, GAsyncReadyCallback done)
{
  const WsRequest request = { .device = device,
                              .priority = WS_PRIORITY_SWEEP,
                              .yields = self->sweep->origin != WS_ORIGIN_MEASURED,
                              .ask = ask,
                              .done = done,
                              .user_data = task };

  g_clear_pointer (&task->source, ws_job_source_unref);
  g_free (task->device);
  task->source = source;
  task->device = g_strdup (device);
  ws_queue_add (self->queue, &request, self->cancellable);
}

/* ---- timing ---- */

static void
timed_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (Task) task = data;
  g_autoptr (WsSweepRunner) self = NULL;
  g_autoptr (GError) error = NULL;
  WsTiming timing;
  g_autoptr (GArray) samples = ws_client_time_finish (WS_CLIENT (source), result, &timing, &error);
  WsSweepPoint *point = task->point;

  if (task->runner == NULL) /* given up */
    return;
  self = g_object_ref (task->runner);
  self->running = NULL;
  if (samples == NULL || samples->len == 0)
    {
      if (error == NULL)
        error = g_error_new_literal (WS_CLIENT_ERROR, WS_CLIENT_ERROR_PROTOCOL,
                                     _ ("The worker sent no timing."));
      fail (self, point, error);
      return;
    }
  ws_timing_summarise ((const WsSample *)(const void *)samples->data, samples->len, &point->time);
  point->n_bytes = timing.n_bytes;
  point->grid = timing.grid;
  point->rotates = timing.rotates;
  point->correct = timing.correct;
  point->state = WS_SWEEP_DONE;
  if (timing.copy_bytes_per_s > 0)
    self->sweep->copy_bytes_per_s = timing.copy_bytes_per_s;
  changed (self);
  begin_next (self);
}

static void
ask_timing (WsClient *client, GCancellable *cancellable, GAsyncReadyCallback callback,
            gpointer callback_data, gpointer data)
{
  const Task *task = data;
  gboolean measured = task->sweep->origin == WS_ORIGIN_MEASURED;
  const WsTimeRequest request = {
    .repeats = task->sweep->repeats,
    .warmup = measured ? WARMUP : 0,
    .rotate = TRUE,
    .copy = measured,
  };

  mark_running (data);
  ws_client_time_async (client, &(WsClientJob){ task->device, task->source }, &request, cancellable,
                        callback, callback_data);
}

static void
begin_timing (WsSweepRunner *self, Task *task, const WsCatalogKernel *kernel)
{
  ask_for (self, task, self->sweep->device, choose (self, task->point, kernel, TRUE), ask_timing,
           timed_cb);
}

/* ---- recording ---- */

static void
take_occupancy (WsSweepPoint *point, const WsRun *run)
{
  g_autoptr (GArray) metrics = ws_metrics_new (run, 0);
  const WsMetric *theoretical = ws_metrics_find (metrics, "theoretical-occupancy");
  const WsMetric *achieved = ws_metrics_find (metrics, "achieved-occupancy");

  point->has_occupancy =
      theoretical != NULL && theoretical->valid && achieved != NULL && achieved->valid;
  if (!point->has_occupancy)
    return;
  point->theoretical = CLAMP (theoretical->value / 100, 0, 1);
  point->achieved = CLAMP (achieved->value / 100, 0, 1);
}

static void
take_metric (WsSweep *sweep, WsSweepPoint *point, const WsRun *run)
{
  g_autoptr (GArray) metrics = ws_metrics_new (run, 0);
  const WsMetric *metric = sweep->metric != NULL ? ws_metrics_find (metrics, sweep->metric) : NULL;

  point->has_metric = metric != NULL && metric->valid;
  if (!point->has_metric)
    return;
  point->metric = metric->value;
  g_free (sweep->metric_title);
  sweep->metric_title = g_strdup (metric->title);
  g_free (sweep->metric_unit);
  sweep->metric_unit = g_strdup (metric->unit);
}

static void
take_work (WsSweepPoint *point, const WsRun *run, const WsSpec *spec)
{
  WsWork work;

  point->has_work = ws_work_count (run, WS_NONE, spec, &work) && work.of_all_blocks;
  if (!point->has_work)
    return;
  point->moved_bytes = (double)work.moved_bytes;
  point->operations = (double)work.operations;
}

static void
recorded_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (Task) task = data;
  g_autoptr (WsSweepRunner) self = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (WsRun) run = ws_client_record_finish (WS_CLIENT (source), result, &error);
  const WsCatalogKernel *kernel;
  gboolean counts;

  if (task->runner == NULL) /* given up */
    return;
  self = g_object_ref (task->runner);
  if (run == NULL)
    {
      self->running = NULL;
      fail (self, task->point, error);
      return;
    }
  ws_sweep_kind_records (self->sweep->kind, &counts);
  if (counts)
    take_work (task->point, run, self->sweep->spec);
  else
    {
      take_occupancy (task->point, run);
      take_metric (task->sweep, task->point, run);
    }
  kernel = ws_catalog_find (self->catalog, task->point->kernel, NULL);
  begin_timing (self, task, kernel);
  g_steal_pointer (&task);
}

static void
ask_recording (WsClient *client, GCancellable *cancellable, GAsyncReadyCallback callback,
               gpointer callback_data, gpointer data)
{
  const Task *task = data;

  mark_running (data);
  ws_client_record_async (client, &(WsClientJob){ task->device, task->source }, NULL, cancellable,
                          callback, callback_data);
}

static void
begin_recording (WsSweepRunner *self, Task *task, const WsCatalogKernel *kernel)
{
  gboolean counts;

  ws_sweep_kind_records (self->sweep->kind, &counts);
  counts = counts && self->sweep->origin == WS_ORIGIN_MEASURED;
  ask_for (self, task, counts ? COUNTING_DEVICE : self->sweep->device,
           choose (self, task->point, kernel, FALSE), ask_recording, recorded_cb);
}

/* ---- one point after another ---- */

static void
begin (WsSweepRunner *self, WsSweepPoint *point)
{
  g_autoptr (GError) error = NULL;
  const WsCatalogKernel *kernel = ws_catalog_find (self->catalog, point->kernel, &error);
  Task *task;

  if (kernel == NULL)
    {
      fail (self, point, error);
      return;
    }
  task = g_new0 (Task, 1);
  task->runner = self;
  task->sweep = ws_sweep_ref (self->sweep);
  task->point = point;
  self->running = task;
  if (ws_sweep_kind_records (self->sweep->kind, NULL))
    begin_recording (self, task, kernel);
  else
    begin_timing (self, task, kernel);
}

static void
begin_next (WsSweepRunner *self)
{
  if (self->sweep == NULL || self->running != NULL)
    return;
  for (guint i = 0; i < ws_sweep_get_n_points (self->sweep); i++)
    {
      WsSweepPoint *point = ws_sweep_get_point (self->sweep, i);

      if (point->state == WS_SWEEP_WAITING)
        {
          begin (self, point);
          return;
        }
    }
  end (self);
}

/* ---- the object ---- */

static void
ws_sweep_runner_dispose (GObject *object)
{
  WsSweepRunner *self = WS_SWEEP_RUNNER (object);

  let_go (self);
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->sweep, ws_sweep_unref);
  g_clear_object (&self->queue);

  G_OBJECT_CLASS (ws_sweep_runner_parent_class)->dispose (object);
}

/* An answer may come after dispose. */
static void
ws_sweep_runner_finalize (GObject *object)
{
  ws_catalog_unref (WS_SWEEP_RUNNER (object)->catalog);

  G_OBJECT_CLASS (ws_sweep_runner_parent_class)->finalize (object);
}

static void
ws_sweep_runner_get_property (GObject *object, guint prop_id, GValue *value, GParamSpec *pspec)
{
  if (prop_id == PROP_BUSY)
    g_value_set_boolean (value, ws_sweep_runner_is_busy (WS_SWEEP_RUNNER (object)));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
}

static void
ws_sweep_runner_class_init (WsSweepRunnerClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = ws_sweep_runner_dispose;
  object_class->finalize = ws_sweep_runner_finalize;
  object_class->get_property = ws_sweep_runner_get_property;
  props[PROP_BUSY] =
      g_param_spec_boolean ("busy", NULL, NULL, FALSE, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, props);
  signals[CHANGED] = g_signal_new ("changed", WS_TYPE_SWEEP_RUNNER, G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 1, WS_TYPE_SWEEP);
  signals[FINISHED] = g_signal_new ("finished", WS_TYPE_SWEEP_RUNNER, G_SIGNAL_RUN_LAST, 0, NULL,
                                    NULL, NULL, G_TYPE_NONE, 1, WS_TYPE_SWEEP);
  signals[FAILED] = g_signal_new ("failed", WS_TYPE_SWEEP_RUNNER, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                  NULL, G_TYPE_NONE, 2, WS_TYPE_SWEEP, G_TYPE_ERROR);
}

static void
ws_sweep_runner_init (WsSweepRunner *self)
{
}

/**
 * ws_sweep_runner_new:
 * @catalog: (transfer none): what the kernels are
 * @queue: (transfer none): by what the devices are asked
 */
WsSweepRunner *
ws_sweep_runner_new (WsCatalog *catalog, WsQueue *queue)
{
  WsSweepRunner *self;

  g_return_val_if_fail (catalog != NULL, NULL);
  self = g_object_new (WS_TYPE_SWEEP_RUNNER, NULL);
  self->catalog = ws_catalog_ref (catalog);
  self->queue = g_object_ref (queue);
  return self;
}

static void
take_device (WsSweep *sweep, const WsClientDevice *device)
{
  gboolean measured = device->origin == WS_ORIGIN_MEASURED;

  g_free (sweep->device);
  sweep->device = g_strdup (device->id);
  g_free (sweep->device_name);
  sweep->device_name = g_strdup (device->name);
  g_free (sweep->driver);
  sweep->driver = g_strdup (device->driver);
  g_clear_pointer (&sweep->spec, ws_spec_unref);
  sweep->spec = device->spec != NULL ? ws_spec_ref (device->spec) : NULL;
  sweep->peak_bytes_per_s = device->spec != NULL ? device->spec->memory_bandwidth_bytes_per_s : 0;
  sweep->origin = device->origin;
  sweep->date = g_get_real_time () / G_USEC_PER_SEC;
  if (sweep->repeats == 0)
    sweep->repeats = measured ? REPEATS : 1;
}

/**
 * ws_sweep_runner_start:
 * @sweep: (transfer none): a sweep; its points that wait are run
 * @device: what to run it on; its id, name, driver and limits are taken into @sweep
 *
 * Begins, after giving up what was running. All times of the virtual GPU are alike: there one
 * sample stands for many unless the sweep says how many it wants.
 */
void
ws_sweep_runner_start (WsSweepRunner *self, WsSweep *sweep, const WsClientDevice *device)
{
  g_return_if_fail (WS_IS_SWEEP_RUNNER (self) && sweep != NULL && device != NULL);

  ws_sweep_runner_cancel (self);
  take_device (sweep, device);
  self->sweep = ws_sweep_ref (sweep);
  self->has_failed = FALSE;
  g_clear_object (&self->cancellable);
  self->cancellable = g_cancellable_new ();
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_BUSY]);
  begin_next (self);
}

/* Gives up the point that runs and all that wait; those that are done stay in the sweep. */
void
ws_sweep_runner_cancel (WsSweepRunner *self)
{
  g_autoptr (GCancellable) cancellable = NULL;

  g_return_if_fail (WS_IS_SWEEP_RUNNER (self));

  if (self->sweep == NULL)
    return;
  cancellable = g_steal_pointer (&self->cancellable);
  end (self);
  g_cancellable_cancel (cancellable); /* its call may end here, and free the task */
}

/* Whether a sweep is running. */
gboolean
ws_sweep_runner_is_busy (WsSweepRunner *self)
{
  g_return_val_if_fail (WS_IS_SWEEP_RUNNER (self), FALSE);
  return self->sweep != NULL;
}

/* Returns: (transfer none) (nullable): the running sweep; %NULL if none is */
WsSweep *
ws_sweep_runner_get_sweep (WsSweepRunner *self)
{
  g_return_val_if_fail (WS_IS_SWEEP_RUNNER (self), NULL);
  return self->sweep;
}
