#include "session/session.h"

#include "session/derive.h"
#include "session/trail.h"

#include "record/file.h"

#include <glib/gi18n.h>

static WsRunPlace *
run_place_copy (const WsRunPlace *self)
{
  return g_memdup2 (self, sizeof *self);
}

G_DEFINE_BOXED_TYPE (WsRunPlace, ws_run_place, run_place_copy, g_free)

/* Running work that ends with a run to show, or with a sentence. */
typedef struct {
  WsSession *session;
  GCancellable *cancellable;
  WsShown shown;
  WsRunPlace place;
  char *device;        /* of a recording */
  WsJobSource *source; /* of a recording or counting */
  WsRun *run;          /* of a counting, or once it is there */
} Work;

struct _WsSession {
  GObject parent_instance;

  WsCatalog *catalog;
  WsQueue *queue;
  GPtrArray *own;     /* nullable: WsClientDevice: those of this computer */
  GPtrArray *devices; /* nullable: these, and those of other computers */
  WsPlaces *places;   /* nullable */
  char *device;       /* nullable: id of the chosen one */
  WsSessionState state;
  GCancellable *cancellable; /* of the running work */
  double fraction;
  char *sentence;
  WsRun *run; /* nullable: the one shown */
  WsShown shown;
  WsTrail *trail;
  WsJobSource *later; /* nullable: to record once there is a device, or no file being opened */
  WsRunPlace later_place;
};

enum { PROP_0, PROP_STATE, PROP_FRACTION, PROP_SENTENCE, N_PROPS };

enum { SHOWN, COUNTED, FAILED, DEVICES_CHANGED, N_SIGNALS };

static GParamSpec *props[N_PROPS];
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WsSession, ws_session, G_TYPE_OBJECT)

static void
work_free (Work *work)
{
  g_object_unref (work->session);
  g_object_unref (work->cancellable);
  g_clear_pointer (&work->source, ws_job_source_unref);
  g_free (work->device);
  g_clear_pointer (&work->run, ws_run_unref);
  g_free (work);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Work, work_free)

/* ---- work, one at a time ---- */

static void
set_state (WsSession *self, WsSessionState state)
{
  if (self->state == state)
    return;
  self->state = state;
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_STATE]);
}

static void
set_progress (WsSession *self, double fraction, const char *sentence)
{
  self->fraction = fraction;
  g_free (self->sentence);
  self->sentence = g_strdup (sentence);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_FRACTION]);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_SENTENCE]);
}

/* Drops later results of the running work. */
static void
give_up (WsSession *self)
{
  g_autoptr (GCancellable) cancellable = g_steal_pointer (&self->cancellable);

  if (cancellable != NULL)
    g_cancellable_cancel (cancellable);
}

/* Cancels the running work and begins another. */
static Work *
begin (WsSession *self, WsSessionState state, WsShown shown, const WsRunPlace *place)
{
  Work *work = g_new0 (Work, 1);

  give_up (self);
  self->cancellable = g_cancellable_new ();
  work->session = g_object_ref (self);
  work->cancellable = g_object_ref (self->cancellable);
  work->shown = shown;
  work->place = *place;
  set_progress (self, 0, "");
  set_state (self, state);
  return work;
}

static gboolean
is_under_way (const Work *work)
{
  return work->session->cancellable == work->cancellable;
}

static void
end (WsSession *self)
{
  g_clear_object (&self->cancellable);
  set_state (self, WS_SESSION_RESTS);
}

static void
fail (WsSession *self, const GError *error, WsRun *partial)
{
  end (self);
  g_signal_emit (self, signals[FAILED], 0, error, partial);
}

/* ---- an available run ---- */

static void
take_run (WsSession *self, WsRun *run, WsShown shown)
{
  ws_run_ref (run);
  g_clear_pointer (&self->run, ws_run_unref);
  self->run = run;
  self->shown = shown;
  ws_trail_visit (self->trail, run);
}

static void
show (const Work *work, WsScene *scene)
{
  WsSession *self = work->session;

  take_run (self, work->run, work->shown);
  end (self);
  g_signal_emit (self, signals[SHOWN], 0, work->run, scene, &work->place);
}

static void
derived_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (Work) work = data;
  g_autoptr (WsScene) scene = ws_derive_finish (result);

  if (is_under_way (work))
    show (work, scene);
}

/* @work: (transfer full) */
static void
derive (Work *work)
{
  ws_derive_async (work->run, work->place.launch, work->place.block, derived_cb, work);
}

/**
 * ws_session_show:
 * @shown: its origin
 * @place: what of it is looked at first
 *
 * Cancels the running work and shows @run, once derived.
 */
void
ws_session_show (WsSession *self, WsRun *run, WsShown shown, const WsRunPlace *place)
{
  Work *work;

  g_return_if_fail (WS_IS_SESSION (self) && run != NULL && place != NULL);
  g_clear_pointer (&self->later, ws_job_source_unref);
  work = begin (self, WS_SESSION_DERIVES, shown, place);
  work->run = ws_run_ref (run);
  derive (work);
}

/* ---- recording ---- */

static void
progress_cb (double fraction, const char *sentence, gpointer data)
{
  const Work *work = data;

  if (is_under_way (work))
    set_progress (work->session, fraction, sentence);
}

static void
ask_record (WsClient *client, GCancellable *cancellable, GAsyncReadyCallback callback,
            gpointer callback_data, gpointer data)
{
  Work *work = data;

  if (is_under_way (work))
    set_progress (work->session, 0, "");
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
  g_autoptr (WsRun) partial =
      run == NULL ? ws_client_record_dup_partial (WS_CLIENT (client), result) : NULL;

  if (!is_under_way (work))
    return;
  if (run == NULL)
    {
      fail (work->session, error, partial);
      return;
    }
  work->run = g_steal_pointer (&run);
  ws_catalog_complete_run (work->session->catalog, work->run);
  set_state (work->session, WS_SESSION_DERIVES);
  derive (g_steal_pointer (&work));
}

static void
record (WsSession *self, WsJobSource *source, const WsRunPlace *place)
{
  Work *work = begin (self, WS_SESSION_RECORDS, WS_SHOWN_RECORDED, place);
  const WsRequest request = { .device = self->device,
                              .priority = WS_PRIORITY_RECORD,
                              .ask = ask_record,
                              .done = recorded_cb,
                              .user_data = work };

  work->device = g_strdup (self->device);
  work->source = ws_job_source_ref (source);
  set_progress (self, 0, _ ("Waiting for the device"));
  ws_queue_add (self->queue, &request, work->cancellable);
}

static void
record_later (WsSession *self, WsJobSource *source, const WsRunPlace *place)
{
  ws_job_source_ref (source);
  g_clear_pointer (&self->later, ws_job_source_unref);
  self->later = source;
  self->later_place = *place;
}

/* Starts waiting work, if any may begin now. */
static void
record_waiting (WsSession *self)
{
  g_autoptr (WsJobSource) source = NULL;

  if (self->later == NULL || self->device == NULL || self->state == WS_SESSION_OPENS)
    return;
  source = g_steal_pointer (&self->later);
  record (self, source, &self->later_place);
}

/**
 * ws_session_record:
 * @source: (transfer none): of the job to run
 * @place: what is looked at first
 *
 * Runs and records on the chosen device, or as soon as there is one. As a request of the user, it
 * replaces running work and an opened run. Ends with shown or failed, unless cancelled.
 */
void
ws_session_record (WsSession *self, WsJobSource *source, const WsRunPlace *place)
{
  g_return_if_fail (WS_IS_SESSION (self) && source != NULL && place != NULL);
  give_up (self);
  self->shown = self->run != NULL ? WS_SHOWN_RECORDED : WS_SHOWN_NOTHING;
  record_later (self, source, place);
  set_state (self, WS_SESSION_WAITS);
  record_waiting (self);
}

/**
 * ws_session_record_unasked:
 * @source: (transfer none): of the job to run
 * @place: what is looked at first
 *
 * Like ws_session_record(), for automatic runs: an opened run stays, and a file being opened comes
 * first.
 */
void
ws_session_record_unasked (WsSession *self, WsJobSource *source, const WsRunPlace *place)
{
  g_return_if_fail (WS_IS_SESSION (self) && source != NULL && place != NULL);
  if (self->state == WS_SESSION_OPENS)
    record_later (self, source, place);
  else if (self->shown != WS_SHOWN_OPENED)
    ws_session_record (self, source, place);
}

/* ---- opening ---- */

static void
open_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  GError *error = NULL;
  WsRun *run = ws_run_load (data, cancellable, &error);

  if (run != NULL)
    g_task_return_pointer (task, run, (GDestroyNotify)ws_run_unref);
  else
    g_task_return_error (task, error);
}

static void
opened_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (Work) work = data;
  g_autoptr (GError) error = NULL;
  WsSession *self = work->session;

  work->run = g_task_propagate_pointer (G_TASK (result), &error);
  if (!is_under_way (work))
    return;
  if (work->run == NULL)
    {
      g_prefix_error (&error, _ ("The run could not be opened: "));
      fail (self, error, NULL);
      record_waiting (self);
      return;
    }
  g_clear_pointer (&self->later, ws_job_source_unref);
  ws_catalog_complete_run (self->catalog, work->run);
  if (work->place.launch >= work->run->n_launches)
    work->place.launch = 0;
  derive (g_steal_pointer (&work));
}

/**
 * ws_session_open:
 * @file: (transfer none): a .wsrun file
 * @place: what of it is looked at first
 *
 * Reads @file in the background and shows it. Cancels running work, including another opening.
 */
void
ws_session_open (WsSession *self, GFile *file, const WsRunPlace *place)
{
  g_autoptr (GTask) task = NULL;
  Work *work;

  g_return_if_fail (WS_IS_SESSION (self) && G_IS_FILE (file) && place != NULL);
  work = begin (self, WS_SESSION_OPENS, WS_SHOWN_OPENED, place);
  /* the thread may be the last to let the task go: the session may not be the task's */
  task = g_task_new (NULL, work->cancellable, opened_cb, work);
  g_task_set_task_data (task, g_object_ref (file), g_object_unref);
  g_task_run_in_thread (task, open_thread);
}

/* ---- counting ---- */

static void
ask_counters (WsClient *client, GCancellable *cancellable, GAsyncReadyCallback callback,
              gpointer callback_data, gpointer data)
{
  Work *work = data;

  if (is_under_way (work))
    set_progress (work->session, 0, _ ("Reading hardware counters"));
  ws_client_read_counters_async (client, &(WsClientJob){ work->run->device, work->source },
                                 work->place.launch, cancellable, callback, callback_data);
}

static void
counted_cb (GObject *client, GAsyncResult *result, gpointer data)
{
  g_autoptr (Work) work = data;
  WsSession *self = work->session;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) counters =
      ws_client_read_counters_finish (WS_CLIENT (client), result, &error);
  g_autoptr (WsRun) more = NULL;

  if (!is_under_way (work))
    return;
  if (counters == NULL)
    {
      fail (self, error, NULL);
      return;
    }
  end (self);
  if (self->run != work->run)
    return;
  more = ws_run_with_counters (work->run, work->place.launch, counters);
  ws_trail_replace (self->trail, work->run, more);
  take_run (self, more, self->shown);
  g_signal_emit (self, signals[COUNTED], 0, more);
}

/* Reads the hardware counters of @launch, on the device that recorded it. Ends with counted or
 * failed.
 *
 * Returns: whether there is a job to run again */
gboolean
ws_session_read_counters (WsSession *self, guint launch)
{
  g_autoptr (WsJobSource) source = NULL;
  const WsRunPlace place = { .launch = launch, .block = WS_NONE, .keeps = TRUE };
  WsRequest request = { .priority = WS_PRIORITY_COUNTERS, .ask = ask_counters, .done = counted_cb };
  Work *work;

  g_return_val_if_fail (WS_IS_SESSION (self), FALSE);
  if (self->run == NULL)
    return FALSE;
  source = ws_session_dup_source (self, self->run);
  if (source == NULL)
    return FALSE;
  work = begin (self, WS_SESSION_COUNTS, self->shown, &place);
  work->source = g_steal_pointer (&source);
  work->run = ws_run_ref (self->run);
  request.device = work->run->device;
  request.user_data = work;
  ws_queue_add (self->queue, &request, work->cancellable);
  return TRUE;
}

/* Cancels running work, if any, silently; the run shown stays. A recording that waited for a file
 * to open starts then. */
void
ws_session_cancel (WsSession *self)
{
  gboolean opens;

  g_return_if_fail (WS_IS_SESSION (self));
  opens = self->state == WS_SESSION_OPENS;
  if (!opens)
    g_clear_pointer (&self->later, ws_job_source_unref);
  give_up (self);
  set_state (self, WS_SESSION_RESTS);
  record_waiting (self);
}

/* ---- runs ---- */

/* Returns: (transfer full) (nullable): a source of the job that made it; for a run of an older
 * version, from the catalogue by its name */
WsJobSource *
ws_session_dup_source (WsSession *self, const WsRun *run)
{
  WsJobSource *source;
  const WsCatalogKernel *kernel;
  WsPlanParameters parameters;

  g_return_val_if_fail (WS_IS_SESSION (self) && run != NULL, NULL);
  source = ws_job_source_new_for_run (run);
  kernel = ws_catalog_find (self->catalog, run->id, NULL);
  if (source != NULL || kernel == NULL)
    return source;
  ws_plan_parameters_from_variant (&parameters, kernel, run->parameters);
  return ws_catalog_choose (self->catalog, kernel, &parameters, NULL, FALSE);
}

/* Returns: (transfer none) (nullable): the run that is shown; %NULL if there is none yet */
WsRun *
ws_session_get_run (WsSession *self)
{
  g_return_val_if_fail (WS_IS_SESSION (self), NULL);
  return self->run;
}

/* Returns: origin of the run shown; %WS_SHOWN_RECORDED as soon as the user runs something, even
 * while another run is still shown */
WsShown
ws_session_get_shown (WsSession *self)
{
  g_return_val_if_fail (WS_IS_SESSION (self), WS_SHOWN_NOTHING);
  return self->shown;
}

/**
 * ws_session_can_go_back:
 * @by: how many runs; below 0: forth
 *
 * Returns: whether there is a run so far back
 */
gboolean
ws_session_can_go_back (WsSession *self, int by)
{
  g_return_val_if_fail (WS_IS_SESSION (self), FALSE);
  return ws_trail_get (self->trail, by) != NULL;
}

/**
 * ws_session_get_earlier:
 * @by: how many runs; below 0: forth
 *
 * Returns: (transfer none) (nullable): the run so far back, without showing it
 */
WsRun *
ws_session_get_earlier (WsSession *self, int by)
{
  g_return_val_if_fail (WS_IS_SESSION (self), NULL);
  return ws_trail_get (self->trail, by);
}

/**
 * ws_session_go_back:
 * @by: how many runs; below 0: forth
 *
 * Shows a run that was shown before, as ws_session_show() does.
 *
 * Returns: whether there is a run so far back
 */
gboolean
ws_session_go_back (WsSession *self, int by)
{
  const WsRunPlace place = WS_RUN_PLACE_INIT;
  WsRun *run;

  g_return_val_if_fail (WS_IS_SESSION (self), FALSE);
  run = ws_trail_get (self->trail, by);
  if (run != NULL)
    ws_session_show (self, run, WS_SHOWN_AGAIN, &place);
  return run != NULL;
}

/* ---- devices ---- */

static void
add_devices (GPtrArray *all, GPtrArray *some)
{
  for (guint i = 0; some != NULL && i < some->len; i++)
    g_ptr_array_add (all, ws_client_device_copy (some->pdata[i]));
}

/* Other computers' devices are listed behind those of this one, and not before them. */
static void
put_together (WsSession *self)
{
  GPtrArray *all;

  if (self->own == NULL)
    return;
  all = g_ptr_array_new_with_free_func ((GDestroyNotify)ws_client_device_free);
  add_devices (all, self->own);
  for (guint i = 0; self->places != NULL && i < ws_places_get_n (self->places); i++)
    add_devices (all, ws_place_get_devices (ws_places_get (self->places, i)));
  g_clear_pointer (&self->devices, g_ptr_array_unref);
  self->devices = all;
  g_signal_emit (self, signals[DEVICES_CHANGED], 0);
}

static void
devices_cb (GObject *client, GAsyncResult *result, gpointer data)
{
  g_autoptr (WsSession) self = data;
  g_autoptr (GError) error = NULL;
  GPtrArray *devices = ws_client_devices_finish (WS_CLIENT (client), result, &error);

  if (devices == NULL)
    {
      g_signal_emit (self, signals[FAILED], 0, error, NULL);
      return;
    }
  g_clear_pointer (&self->own, g_ptr_array_unref);
  self->own = devices;
  put_together (self);
}

/* Lists the devices by a worker of this computer. Ends with devices-changed or failed. */
void
ws_session_list_devices (WsSession *self)
{
  g_return_if_fail (WS_IS_SESSION (self));
  ws_client_devices_async (ws_queue_get_client (self->queue, NULL), NULL, devices_cb,
                           g_object_ref (self));
}

/* Returns: (transfer none) (nullable) (element-type WsClientDevice): the devices, until they are
 * listed again; %NULL before the first list */
GPtrArray *
ws_session_get_devices (WsSession *self)
{
  g_return_val_if_fail (WS_IS_SESSION (self), NULL);
  return self->devices;
}

/**
 * ws_session_find_device:
 * @id: (nullable): of a device
 *
 * Returns: (transfer none) (nullable): the device of the list
 */
const WsClientDevice *
ws_session_find_device (WsSession *self, const char *id)
{
  g_return_val_if_fail (WS_IS_SESSION (self), NULL);
  for (guint i = 0; self->devices != NULL && i < self->devices->len; i++)
    {
      const WsClientDevice *device = g_ptr_array_index (self->devices, i);

      if (g_strcmp0 (device->id, id) == 0)
        return device;
    }
  return NULL;
}

/* Returns: (transfer none) (nullable): the first real GPU of this computer that can run, else the
 * first virtual one */
const WsClientDevice *
ws_session_find_best_device (WsSession *self)
{
  const WsClientDevice *best = NULL;

  g_return_val_if_fail (WS_IS_SESSION (self), NULL);
  for (guint i = 0; self->devices != NULL && i < self->devices->len; i++)
    {
      const WsClientDevice *device = g_ptr_array_index (self->devices, i);
      g_autofree char *place = ws_remote_dup_name_of (device->id);

      if (device->usable && place == NULL
          && (best == NULL
              || (device->origin == WS_ORIGIN_MEASURED && best->origin != WS_ORIGIN_MEASURED)))
        best = device;
    }
  return best;
}

/**
 * ws_session_set_device:
 * @id: (nullable): of a device, listed or not: its worker reports an unknown one
 *
 * Sets the device to run on; starts a recording that waited for one.
 */
void
ws_session_set_device (WsSession *self, const char *id)
{
  char *device;

  g_return_if_fail (WS_IS_SESSION (self));
  device = g_strdup (id);
  g_free (self->device);
  self->device = device;
  record_waiting (self);
}

/* Returns: (transfer none) (nullable): the chosen device, as in "vm:h200", listed or not; %NULL if
 * none was chosen */
const char *
ws_session_get_device_id (WsSession *self)
{
  g_return_val_if_fail (WS_IS_SESSION (self), NULL);
  return self->device;
}

/* Returns: (transfer none) (nullable): the chosen device, until devices are listed again; %NULL if
 * none was chosen, or it is not listed */
const WsClientDevice *
ws_session_get_device (WsSession *self)
{
  return ws_session_find_device (self, ws_session_get_device_id (self));
}

/* Returns: (transfer none) (nullable): the limits of the chosen device; before it is known, those
 * of the model in its id, or of the default one */
const WsSpec *
ws_session_get_spec (WsSession *self)
{
  const WsClientDevice *device = ws_session_get_device (self);
  const WsSpec *usual;
  GPtrArray *specs;

  g_return_val_if_fail (WS_IS_SESSION (self), NULL);
  if (device != NULL && device->spec != NULL)
    return device->spec;
  specs = ws_catalog_get_specs (self->catalog);
  for (guint i = 0; i < specs->len; i++)
    {
      const WsSpec *spec = g_ptr_array_index (specs, i);

      if (self->device != NULL && g_str_has_prefix (self->device, "vm:")
          && g_str_equal (self->device + strlen ("vm:"), spec->id))
        return spec;
    }
  usual = ws_catalog_find_spec (self->catalog, WS_CATALOG_USUAL_SPEC, NULL);
  return usual != NULL ? usual : g_ptr_array_index (specs, specs->len - 1);
}

/* ---- the object ---- */

/* Returns: the state of the work towards the next run */
WsSessionState
ws_session_get_state (WsSession *self)
{
  g_return_val_if_fail (WS_IS_SESSION (self), WS_SESSION_RESTS);
  return self->state;
}

/* Whether something is being recorded, counted or derived, or waits for a busy device: not while a
 * file is read, nor while there is no device yet. */
gboolean
ws_session_is_busy (WsSession *self)
{
  return self->cancellable != NULL && self->state >= WS_SESSION_RECORDS;
}

/* Returns: progress of the running work, from 0 to 1; of the last one, if idle */
double
ws_session_get_fraction (WsSession *self)
{
  g_return_val_if_fail (WS_IS_SESSION (self), 0);
  return self->fraction;
}

/* Returns: (transfer none) (nullable): a description of the current work, valid until that changes;
 * empty if there is none yet, %NULL before the first work */
const char *
ws_session_get_sentence (WsSession *self)
{
  g_return_val_if_fail (WS_IS_SESSION (self), NULL);
  return self->sentence;
}

WsCatalog *
ws_session_get_catalog (WsSession *self)
{
  g_return_val_if_fail (WS_IS_SESSION (self), NULL);
  return self->catalog;
}

/* Returns: (transfer none): its queue of requests, shared by timings and scenarios
 */
WsQueue *
ws_session_get_queue (WsSession *self)
{
  g_return_val_if_fail (WS_IS_SESSION (self), NULL);
  return self->queue;
}

static void
ws_session_get_property (GObject *object, guint prop_id, GValue *value, GParamSpec *pspec)
{
  WsSession *self = WS_SESSION (object);

  switch (prop_id)
    {
    case PROP_STATE:
      g_value_set_uint (value, self->state);
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
ws_session_dispose (GObject *object)
{
  WsSession *self = WS_SESSION (object);

  give_up (self);
  g_clear_object (&self->places);
  g_clear_object (&self->queue);
  g_clear_pointer (&self->later, ws_job_source_unref);
  g_clear_pointer (&self->run, ws_run_unref);
  g_clear_pointer (&self->trail, ws_trail_free);

  G_OBJECT_CLASS (ws_session_parent_class)->dispose (object);
}

static void
ws_session_finalize (GObject *object)
{
  WsSession *self = WS_SESSION (object);

  g_clear_pointer (&self->own, g_ptr_array_unref);
  g_clear_pointer (&self->devices, g_ptr_array_unref);
  g_free (self->device);
  g_free (self->sentence);
  ws_catalog_unref (self->catalog);

  G_OBJECT_CLASS (ws_session_parent_class)->finalize (object);
}

static void
ws_session_class_init (WsSessionClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;

  object_class->get_property = ws_session_get_property;
  object_class->dispose = ws_session_dispose;
  object_class->finalize = ws_session_finalize;
  props[PROP_STATE] = g_param_spec_uint ("state", NULL, NULL, 0, WS_SESSION_DERIVES, 0, flags);
  props[PROP_FRACTION] = g_param_spec_double ("fraction", NULL, NULL, 0, 1, 0, flags);
  props[PROP_SENTENCE] = g_param_spec_string ("sentence", NULL, NULL, NULL, flags);
  g_object_class_install_properties (object_class, N_PROPS, props);
  signals[SHOWN] = g_signal_new ("shown", WS_TYPE_SESSION, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 3, WS_TYPE_RUN, WS_TYPE_SCENE, WS_TYPE_RUN_PLACE);
  signals[COUNTED] = g_signal_new ("counted", WS_TYPE_SESSION, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                   NULL, G_TYPE_NONE, 1, WS_TYPE_RUN);
  signals[FAILED] = g_signal_new ("failed", WS_TYPE_SESSION, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 2, G_TYPE_ERROR, WS_TYPE_RUN);
  signals[DEVICES_CHANGED] = g_signal_new ("devices-changed", WS_TYPE_SESSION, G_SIGNAL_RUN_LAST, 0,
                                           NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ws_session_init (WsSession *self)
{
  self->trail = ws_trail_new ();
}

/**
 * ws_session_new:
 * @catalog: (transfer none): the kernels
 * @argv: (nullable) (array zero-terminated=1): the workers' command, as for ws_client_new()
 *
 * Returns: (transfer full): a session without a run or requests
 */
WsSession *
ws_session_new (WsCatalog *catalog, const char *const *argv)
{
  WsSession *self;

  g_return_val_if_fail (catalog != NULL, NULL);
  self = g_object_new (WS_TYPE_SESSION, NULL);
  self->catalog = ws_catalog_ref (catalog);
  self->queue = ws_queue_new (argv);
  return self;
}

/**
 * ws_session_set_remotes:
 * @remotes: (transfer none): other computers that the user has added
 *
 * Lists their devices, too, once they are connected. To be called once.
 */
void
ws_session_set_remotes (WsSession *self, WsRemotes *remotes)
{
  g_return_if_fail (WS_IS_SESSION (self) && self->places == NULL);
  ws_queue_set_remotes (self->queue, remotes);
  self->places = ws_places_new (remotes, self->queue);
  g_signal_connect_object (self->places, "listed", G_CALLBACK (put_together), self,
                           G_CONNECT_SWAPPED);
}

/* Returns: (transfer none) (nullable): the other computers; %NULL if none can be added */
WsPlaces *
ws_session_get_places (WsSession *self)
{
  g_return_val_if_fail (WS_IS_SESSION (self), NULL);
  return self->places;
}
