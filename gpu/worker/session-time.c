/* session-time.c: how long a plan takes when nobody looks, and what the hardware counts. */
#include "worker/session-private.h"

#define DEFAULT_REPEATS 20
#define DEFAULT_WARMUP  3
#define L2_FACTOR       3 /* copies of the input fill the L2 cache so many times */
#define MAX_COPIES      4096
#define COPY_BYTES      (G_GUINT64_CONSTANT (1) << 30)
#define COPY_REPEATS    5
/* Of an endless timing: on the virtual GPU, whose samples are all alike, so many that the computer
 * stays usable; on a real one, so many that the latest of them cover a minute. */
#define MODELLED_PER_S 60
#define MEASURED_PER_S 2000
#define REST_US        10000

struct _WsTimingCache {
  WsPlanParameters parameters; /* that the input is of */
  const WsCatalogKernel *map;  /* nullable: whose input it is, if it is that of a map */
  GBytes *input;               /* nullable */
  char *device;                /* nullable: whose copies were measured */
  guint64 copy_bytes_per_s;
};

typedef struct {
  WsSession session;
  guint64 input;   /* copy after copy; a copy holds all inputs */
  guint64 stride;  /* from one copy to the next: bytes */
  guint64 part;    /* from one input of a copy to the next: bytes */
  guint64 outs[2]; /* results of the launches, in turn */
} Timer;

/**
 * ws_timing_cache_new:
 *
 * Returns: (transfer full): an empty one, for the timings of one process
 */
WsTimingCache *
ws_timing_cache_new (void)
{
  return g_new0 (WsTimingCache, 1);
}

/**
 * ws_timing_cache_free:
 * @self: (transfer full) (nullable): a cache
 */
void
ws_timing_cache_free (WsTimingCache *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->input, g_bytes_unref);
  g_free (self->device);
  g_free (self);
}

/* An input is a function of these; see ws_plan_make_input(). */
static gboolean
has_input (const WsTimingCache *self, const WsPlan *plan)
{
  const WsPlanParameters *a = &self->parameters;
  const WsPlanParameters *b = &plan->parameters;

  return self->input != NULL && self->map == (plan->kernel->map != NULL ? plan->kernel : NULL)
         && a->n == b->n && a->type == b->type && a->seed == b->seed && g_str_equal (a->op, b->op);
}

/* (transfer full) (nullable) */
static GBytes *
get_input (WsTimingCache *self, WsDevice *device, const WsPlan *plan, GError **error)
{
  if (self == NULL)
    return ws_session_make_input (device, plan, error);
  if (!has_input (self, plan))
    {
      g_clear_pointer (&self->input, g_bytes_unref);
      self->input = ws_session_make_input (device, plan, error);
      self->parameters = plan->parameters;
      self->map = plan->kernel->map != NULL ? plan->kernel : NULL;
    }
  return self->input != NULL ? g_bytes_ref (self->input) : NULL;
}

/**
 * ws_timing_request_init:
 * @self: (out caller-allocates): a request
 *
 * Sets what suits a first look: 20 samples after 3 runs, on an input that rotates.
 */
void
ws_timing_request_init (WsTimingRequest *self)
{
  *self = (WsTimingRequest){
    .repeats = DEFAULT_REPEATS, .warmup = DEFAULT_WARMUP, .rotate = TRUE, .copy = TRUE
  };
}

/* So many that between two uses of a copy the others push it out of the L2 cache; as far as half of
 * the memory allows. */
static guint
choose_copies (const WsDevice *device, guint64 n_bytes, gboolean rotate)
{
  const WsSpec *spec = device->spec;
  guint64 wanted;
  guint64 room = spec->memory_bytes / 2 / MAX (n_bytes, 1);

  if (!rotate || spec->l2_bytes == 0 || device->klass->origin == WS_ORIGIN_MODELLED)
    return 1;
  wanted = (L2_FACTOR * spec->l2_bytes + n_bytes - 1) / MAX (n_bytes, 1) + 1;
  return (guint)CLAMP (MIN (wanted, room), 1, MAX_COPIES);
}

static gboolean
begin (Timer *self, GBytes *input, guint n_copies, GError **error)
{
  WsSession *session = &self->session;
  WsDevice *device = session->device;
  const WsDeviceClass *klass = device->klass;
  gsize size;
  const guint8 *data = g_bytes_get_data (input, &size);
  guint64 n_blocks = g_array_index (session->plan->launches, WsPlanLaunch, 0).grid[0];
  guint n_inputs = ws_plan_get_n_inputs (session->plan);
  guint64 out_bytes =
      MAX (4096, ws_value_type_get_width (session->plan->parameters.type) * (1 + n_blocks));

  if (session->plan->kernel->map != NULL)
    out_bytes = size / n_inputs;
  /* as a fresh allocation is aligned */
  self->part = (size / n_inputs + 511) / 512 * 512;
  self->stride = self->part * n_inputs;
  if (!ws_session_load (session, error)
      || !klass->alloc (device, self->stride * n_copies, "in", &self->input, error)
      || !klass->alloc (device, out_bytes, "out", &self->outs[0], error)
      || !klass->alloc (device, out_bytes, "out 2", &self->outs[1], error))
    return FALSE;
  for (guint k = 0; k < n_inputs; k++)
    if (!klass->write (device, self->input + k * self->part, data + k * (size / n_inputs),
                       size / n_inputs, error))
      return FALSE;
  for (guint i = 1; i < n_copies; i++)
    if (!klass->copy (device, self->input + i * self->stride, self->input, self->stride, error))
      return FALSE;
  return TRUE;
}

static gboolean
queue_launches (Timer *self, GCancellable *cancellable, GError **error)
{
  WsSession *session = &self->session;
  guint n_inputs = ws_plan_get_n_inputs (session->plan);

  for (guint i = 0; i < session->plan->launches->len; i++)
    {
      if (!ws_session_launch (session, &g_array_index (session->plan->launches, WsPlanLaunch, i),
                              NULL, NULL, cancellable, error))
        return FALSE;
      if (session->plan->kernel->map == NULL)
        session->buffers[n_inputs] = self->outs[(i + 1) % 2];
    }
  return TRUE;
}

/* The plan once, from one copy of the input, which stays as it is. */
static gboolean
run_once (Timer *self, guint copy, guint64 *duration_ns, GCancellable *cancellable, GError **error)
{
  WsSession *session = &self->session;
  WsDevice *device = session->device;
  guint n_inputs = ws_plan_get_n_inputs (session->plan);

  for (guint k = 0; k < n_inputs; k++)
    session->buffers[k] = self->input + copy * self->stride + k * self->part;
  session->buffers[n_inputs] = self->outs[0];
  if (!device->klass->time_start (device, error))
    return FALSE;
  if (queue_launches (self, cancellable, error))
    return device->klass->time_stop (device, duration_ns, cancellable, error);
  if (!device->lost)
    device->klass->time_stop (device, duration_ns, cancellable, NULL);
  return FALSE;
}

static int
compare_durations (gconstpointer a, gconstpointer b)
{
  guint64 x = *(const guint64 *)a;
  guint64 y = *(const guint64 *)b;

  return x < y ? -1 : x > y;
}

/* Bytes read and written per second by a copy inside the device's memory, the median of some. */
static gboolean
measure_copy (WsDevice *device, guint64 *bytes_per_s, GError **error)
{
  guint64 size = MIN (COPY_BYTES, device->spec->memory_bytes / 8);
  guint64 durations[COPY_REPEATS + 1];
  guint64 from;
  guint64 to;

  device->klass->free_all (device);
  if (!device->klass->alloc (device, size, "copy from", &from, error)
      || !device->klass->alloc (device, size, "copy to", &to, error))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (durations); i++)
    if (!device->klass->time_start (device, error)
        || !device->klass->copy (device, to, from, size, error)
        || !device->klass->time_stop (device, &durations[i], NULL, error))
      return FALSE;
  qsort (durations + 1, COPY_REPEATS, sizeof *durations, compare_durations);
  *bytes_per_s = (guint64)(2. * (double)size / MAX (durations[1 + COPY_REPEATS / 2], 1) * 1e9);
  return TRUE;
}

/* The same, but once for a device. */
static gboolean
find_copy (WsTimingCache *cache, WsDevice *device, guint64 *bytes_per_s, GError **error)
{
  if (cache != NULL && g_strcmp0 (cache->device, device->id) == 0)
    {
      *bytes_per_s = cache->copy_bytes_per_s;
      return TRUE;
    }
  if (!measure_copy (device, bytes_per_s, error))
    return FALSE;
  if (cache != NULL)
    {
      g_free (cache->device);
      cache->device = g_strdup (device->id);
      cache->copy_bytes_per_s = *bytes_per_s;
    }
  return TRUE;
}

/* After the @n-th sample since @begun_us. A real GPU rests seldom, and works in one go between: the
 * first launch after a rest takes longer. */
static void
rest (WsOrigin origin, guint64 n, gint64 begun_us)
{
  guint per_s = origin == WS_ORIGIN_MODELLED ? MODELLED_PER_S : MEASURED_PER_S;
  gint64 due_us = begun_us + (gint64)(n * G_USEC_PER_SEC / per_s);
  gint64 early_us = due_us - g_get_monotonic_time ();

  if (early_us >= REST_US)
    g_usleep ((gulong)early_us);
}

static gboolean
take_samples (Timer *self, const WsTimingRequest *request, const WsTiming *timing,
              WsSessionSample sample, gpointer user_data, GCancellable *cancellable, GError **error)
{
  gboolean endless = request->repeats == 0;
  gint64 begun_us = g_get_monotonic_time ();

  for (guint64 i = 0; endless || i < (guint64)request->warmup + request->repeats; i++)
    {
      WsSample each = { .launch = WS_NONE, .origin = timing->origin };

      if (g_cancellable_set_error_if_cancelled (cancellable, error)
          || !run_once (self, (guint)(i % timing->n_copies), &each.duration_ns, cancellable, error))
        return FALSE;
      if (i >= request->warmup && sample != NULL)
        sample (&each, user_data);
      if (endless)
        rest (timing->origin, i + 1, begun_us);
    }
  return TRUE;
}

/**
 * ws_session_time:
 * @device: what runs it
 * @catalog: where the plan is from
 * @plan: the launches
 * @request: how often, and on what
 * @facts: (nullable): told what the samples are to be held against, before the first
 * @sample: (nullable): called with each timing as it comes
 * @user_data: for both
 * @timing: (out caller-allocates): the same facts, and the result of the last run
 * @cancellable: (nullable): to give up
 * @error: return location
 *
 * Runs @plan without recording: the very PTX of the catalogue, between two marks on the device's
 * own clock that enclose all launches. A timing of no repeats ends with %G_IO_ERROR_CANCELLED.
 *
 * Returns: whether all repetitions ended well
 */
gboolean
ws_session_time (WsDevice *device, WsCatalog *catalog, const WsPlan *plan,
                 const WsTimingRequest *request, WsSessionFacts facts, WsSessionSample sample,
                 gpointer user_data, WsTiming *timing, GCancellable *cancellable, GError **error)
{
  Timer self = { .session = { .device = device, .catalog = catalog, .plan = plan } };
  const WsPlanLaunch *first = &g_array_index (plan->launches, WsPlanLaunch, 0);
  g_autoptr (GBytes) input = get_input (request->cache, device, plan, error);
  g_autoptr (GBytes) output = NULL;
  WsPlanVerdict verdict;

  if (input == NULL)
    return FALSE;
  *timing = (WsTiming){
    .n_bytes = g_bytes_get_size (input),
    .grid = (guint64)first->grid[0] * first->grid[1] * first->grid[2],
    .n_copies = choose_copies (device, g_bytes_get_size (input), request->rotate),
    .peak_bytes_per_s = device->spec->memory_bandwidth_bytes_per_s,
    .origin = device->klass->origin,
  };
  timing->rotates =
      timing->origin == WS_ORIGIN_MODELLED
      || (guint64)timing->n_copies * timing->n_bytes > L2_FACTOR * device->spec->l2_bytes;
  if (request->copy && device->klass->origin == WS_ORIGIN_MEASURED
      && !find_copy (request->cache, device, &timing->copy_bytes_per_s, error))
    return FALSE;
  if (!begin (&self, input, timing->n_copies, error))
    return FALSE;
  if (facts != NULL)
    facts (timing, user_data);
  if (!take_samples (&self, request, timing, sample, user_data, cancellable, error)
      || (output = ws_session_read_output (&self.session, error)) == NULL)
    return FALSE;
  ws_plan_judge (plan, input, output, &verdict);
  timing->result = verdict.result;
  timing->correct = verdict.correct;
  timing->has_result = TRUE;
  return TRUE;
}

/**
 * ws_session_count:
 * @device: what runs it
 * @catalog: where the plan is from
 * @plan: the launches
 * @launch: which of them, from 0; those before it run first
 * @cancellable: (nullable): to give up
 * @error: return location: %WS_DEVICE_ERROR_COUNTERS where they cannot be read, with the cure
 *
 * Returns: (transfer full) (element-type WsCounter) (nullable): the hardware counters of the launch
 */
GPtrArray *
ws_session_count (WsDevice *device, WsCatalog *catalog, const WsPlan *plan, guint launch,
                  GCancellable *cancellable, GError **error)
{
  WsSession self = { .device = device, .catalog = catalog, .plan = plan };
  g_autoptr (GPtrArray) counters = ws_counters_new ();
  g_autoptr (GBytes) input = NULL;
  guint8 params[WS_PLAN_PARAMS_BYTES];
  WsLaunchRequest request;

  if (device->klass->count == NULL || plan->kernel->library != NULL)
    {
      g_set_error (error, WS_DEVICE_ERROR, WS_DEVICE_ERROR_COUNTERS,
                   "There are no hardware counters for %s on the %s.", plan->kernel->id,
                   device->name);
      return NULL;
    }
  if (launch >= plan->launches->len)
    {
      g_set_error (error, WS_CATALOG_ERROR, WS_CATALOG_ERROR_BAD_PARAMETER,
                   "There is no launch %u: the plan has %u.", launch, plan->launches->len);
      return NULL;
    }
  input = ws_session_make_input (device, plan, error);
  if (input == NULL || !ws_session_begin (&self, input, error))
    return NULL;
  for (guint i = 0; i < launch; i++)
    if (!ws_session_launch (&self, &g_array_index (plan->launches, WsPlanLaunch, i), NULL, NULL,
                            cancellable, error))
      return NULL;
  ws_session_make_request (&self, &g_array_index (plan->launches, WsPlanLaunch, launch), params,
                           &request);
  return device->klass->count (device, &request, counters, error) ? g_steal_pointer (&counters)
                                                                  : NULL;
}
