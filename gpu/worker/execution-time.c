/* execution-time.c: times a job without recording, and reads hardware counters. */
#include "worker/execution-private.h"

#include <glib/gi18n.h>

#define DEFAULT_REPEATS 20
#define DEFAULT_WARMUP  3
#define L2_FACTOR       3 /* copies of the input fill the L2 cache this many times */
#define MAX_COPIES      4096
#define COPY_BYTES      (G_GUINT64_CONSTANT (1) << 30)
#define COPY_REPEATS    5
/* For continuous timing: on the virtual GPU, whose samples are identical, enough for a smooth
 * chart; on a real one, such that the kept samples cover a minute. */
#define MODELLED_PER_S 60
#define MEASURED_PER_S 2000
#define REST_US        10000

/* The contents of a buffer, and their specification. */
typedef struct {
  WsContents said;
  WsValueType type;
  guint64 length;
  GBytes *bytes;
} Kept;

struct _WsTimingCache {
  GArray *kept; /* Kept: of the job timed last */
  char *device; /* nullable: whose copies were measured */
  guint64 copy_bytes_per_s;
};

typedef struct {
  WsExecution execution;
  guint n_copies;
  guint64 *firsts; /* for each read-only buffer, which rotates: its first copy; else 0 */
  guint64 *kept;   /* for each buffer that is read and written: its contents before the first run */
  guint64 stride;  /* bytes from one copy to the next */
} Timer;

static void
timer_clear (Timer *self)
{
  ws_execution_clear (&self->execution);
  g_free (self->firsts);
  g_free (self->kept);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Timer, timer_clear)

static void
kept_clear (gpointer data)
{
  Kept *self = data;

  ws_contents_clear (&self->said);
  g_clear_pointer (&self->bytes, g_bytes_unref);
}

/* Returns: (transfer full): an empty store, for the timings of one process */
WsTimingCache *
ws_timing_cache_new (void)
{
  WsTimingCache *self = g_new0 (WsTimingCache, 1);

  self->kept = g_array_new (FALSE, TRUE, sizeof (Kept));
  g_array_set_clear_func (self->kept, kept_clear);
  return self;
}

void
ws_timing_cache_free (WsTimingCache *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->kept);
  g_free (self->device);
  g_free (self);
}

/* (transfer full) (nullable) */
static GBytes *
find_kept (const WsTimingCache *self, const WsBuffer *buffer)
{
  guint64 length;
  WsValueType type = ws_buffer_get_type (buffer, &length);

  for (guint i = 0; i < self->kept->len; i++)
    {
      const Kept *kept = &g_array_index (self->kept, Kept, i);

      if (kept->type == type && kept->length == length
          && ws_contents_equal (&kept->said, &buffer->contents))
        return g_bytes_ref (kept->bytes);
    }
  return NULL;
}

static void
keep (WsTimingCache *self, const WsJob *job, GBytes *const *contents)
{
  g_array_set_size (self->kept, 0);
  for (guint i = 0; i < job->buffers->len; i++)
    {
      const WsBuffer *buffer = ws_job_get_buffer (job, i);
      Kept kept = { 0 };

      if (contents[i] == NULL)
        continue;
      ws_contents_copy (&buffer->contents, &kept.said);
      kept.type = ws_buffer_get_type (buffer, &kept.length);
      kept.bytes = g_bytes_ref (contents[i]);
      g_array_append_val (self->kept, kept);
    }
}

/* (transfer full) (nullable): as ws_execution_make_contents() */
static GBytes **
get_contents (WsTimingCache *self, WsDevice *device, const WsJob *job, GError **error)
{
  GBytes **contents;
  gboolean has_all = self != NULL && self->kept->len > 0;

  if (self == NULL)
    return ws_execution_make_contents (device, job, error);
  contents = g_new0 (GBytes *, job->buffers->len + 1);
  for (guint i = 0; i < job->buffers->len && has_all; i++)
    {
      const WsBuffer *buffer = ws_job_get_buffer (job, i);

      if (buffer->contents.kind == WS_CONTENTS_NOTHING && buffer->contents.patches == NULL)
        continue;
      contents[i] = find_kept (self, buffer);
      has_all = contents[i] != NULL;
    }
  if (has_all)
    return contents;
  ws_execution_free_contents (contents, job->buffers->len);
  g_array_set_size (self->kept, 0);
  contents = ws_execution_make_contents (device, job, error);
  if (contents != NULL)
    keep (self, job, contents);
  return contents;
}

/**
 * ws_timing_request_init:
 * @self: (out caller-allocates): a request
 *
 * Sets defaults for a first look: 20 samples after 3 runs, with rotating input.
 */
void
ws_timing_request_init (WsTimingRequest *self)
{
  *self = (WsTimingRequest){
    .repeats = DEFAULT_REPEATS, .warmup = DEFAULT_WARMUP, .rotate = TRUE, .copy = TRUE
  };
}

/* Enough copies that between two uses of one the others evict it from the L2 cache; limited to half
 * of the memory. */
static guint
choose_copies (const WsSpec *spec, guint64 n_bytes, gboolean rotate)
{
  guint64 wanted;
  guint64 room = spec->memory_bytes / 2 / MAX (n_bytes, 1);

  if (!rotate || spec->l2_bytes == 0)
    return 1;
  wanted = (L2_FACTOR * spec->l2_bytes + n_bytes - 1) / MAX (n_bytes, 1) + 1;
  return (guint)CLAMP (MIN (wanted, room), 1, MAX_COPIES);
}

/* Whether each run may read another copy of it; a variable or a texture has only one. */
static gboolean
rotates (const Timer *self, guint buffer)
{
  const WsBuffer *what = ws_job_get_buffer (self->execution.job, buffer);

  return self->execution.contents[buffer] != NULL && what->use == WS_BUFFER_IN
         && what->symbol == NULL && what->texture.width == 0;
}

/* The alignment of a fresh allocation. */
static guint64
get_room (const Timer *self, guint buffer)
{
  return (ws_buffer_get_bytes (ws_job_get_buffer (self->execution.job, buffer)) + 511) / 512 * 512;
}

/* Rotating input is contiguous: copy after copy, each with one buffer after the other. */
static gboolean
begin_rotating (Timer *self, GError **error)
{
  WsExecution *execution = &self->execution;
  WsDevice *device = execution->device;
  const WsDeviceClass *klass = device->klass;
  guint64 first = 0;
  guint64 at = 0;

  for (guint i = 0; i < execution->job->buffers->len; i++)
    if (rotates (self, i))
      self->stride += get_room (self, i);
  if (self->stride == 0)
    return TRUE;
  if (!klass->alloc (device, self->stride * self->n_copies, "in", &first, error))
    return FALSE;
  for (guint i = 0; i < execution->job->buffers->len; i++)
    if (rotates (self, i))
      {
        gsize size;
        const void *data = g_bytes_get_data (execution->contents[i], &size);

        self->firsts[i] = first + at;
        at += get_room (self, i);
        if (!klass->write (device, self->firsts[i], data, size, error))
          return FALSE;
      }
  for (guint i = 1; i < self->n_copies; i++)
    if (!klass->copy (device, first + i * self->stride, first, self->stride, error))
      return FALSE;
  return TRUE;
}

static gboolean
begin (Timer *self, GError **error)
{
  WsExecution *execution = &self->execution;
  WsDevice *device = execution->device;
  const WsDeviceClass *klass = device->klass;
  guint n = execution->job->buffers->len;

  self->firsts = g_new0 (guint64, n + 1);
  self->kept = g_new0 (guint64, n + 1);
  if (!ws_execution_load (execution, error) || !begin_rotating (self, error))
    return FALSE;
  for (guint i = 0; i < n; i++)
    {
      const WsBuffer *buffer = ws_job_get_buffer (execution->job, i);
      gsize size;
      const void *data;

      if (self->firsts[i] != 0)
        continue;
      if (!ws_execution_place (execution, i, error))
        return FALSE;
      if (execution->contents[i] == NULL)
        continue;
      data = g_bytes_get_data (execution->contents[i], &size);
      if (!klass->alloc (device, size, buffer->name, &self->kept[i], error)
          || !klass->write (device, self->kept[i], data, size, error))
        return FALSE;
    }
  return TRUE;
}

/* Restores the state before the first launch. */
static gboolean
set_back (Timer *self, guint copy, GError **error)
{
  WsExecution *execution = &self->execution;
  WsDevice *device = execution->device;

  for (guint i = 0; i < execution->job->buffers->len; i++)
    if (self->firsts[i] != 0)
      execution->buffers[i] = execution->handed[i] = self->firsts[i] + copy * self->stride;
    else if (self->kept[i] != 0
             && !device->klass->copy (device, execution->buffers[i], self->kept[i],
                                      ws_buffer_get_bytes (ws_job_get_buffer (execution->job, i)),
                                      error))
      return FALSE;
  return TRUE;
}

static gboolean
queue_launches (Timer *self, GCancellable *cancellable, GError **error)
{
  WsExecution *execution = &self->execution;

  for (guint i = 0; i < execution->job->launches->len; i++)
    if (!ws_execution_launch (execution, ws_job_get_launch (execution->job, i), NULL, NULL,
                              cancellable, error))
      return FALSE;
  return TRUE;
}

/* Runs the job once, from one copy of its input, which is not modified. */
static gboolean
run_once (Timer *self, guint copy, guint64 *duration_ns, GCancellable *cancellable, GError **error)
{
  WsDevice *device = self->execution.device;

  if (!set_back (self, copy, error) || !device->klass->time_start (device, error))
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

/* Bytes read and written per second by a copy within the device's memory, median of several. */
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

/* The same, but only once per device. */
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

/* Pauses after the @n-th sample since @begun_us. A real GPU pauses rarely, as the first launch
 * after a pause takes longer. */
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
              GCancellable *cancellable, GError **error)
{
  gboolean endless = request->repeats == 0;
  gint64 begun_us = g_get_monotonic_time ();
  guint64 duration_ns = 0;

  /* an earlier run has put its input into the L2 cache */
  if (timing->origin == WS_ORIGIN_MODELLED && !timing->rotates
      && !run_once (self, 0, &duration_ns, cancellable, error))
    return FALSE;
  for (guint64 i = 0; endless || i < (guint64)request->warmup + request->repeats; i++)
    {
      /* a model gives the same time on each run */
      gboolean is_known = timing->origin == WS_ORIGIN_MODELLED && i > 0;
      WsSample each = { .launch = WS_NONE, .origin = timing->origin };

      if (g_cancellable_set_error_if_cancelled (cancellable, error)
          || (!is_known
              && !run_once (self, (guint)(i % timing->n_copies), &duration_ns, cancellable, error)))
        return FALSE;
      each.duration_ns = duration_ns;
      if (i >= request->warmup && request->sample != NULL)
        request->sample (&each, request->user_data);
      if (endless)
        rest (timing->origin, i + 1, begun_us);
    }
  return TRUE;
}

/* The minimum that a run must read: the buffers' contents. */
static guint64
count_bytes (const WsExecution *execution)
{
  guint64 n = 0;

  for (guint i = 0; i < execution->job->buffers->len; i++)
    if (execution->contents[i] != NULL)
      n += g_bytes_get_size (execution->contents[i]);
  return n;
}

/**
 * ws_execution_time:
 * @device: runs it
 * @job: the job
 * @request: how often, on what, and the callback for samples
 * @timing: (out caller-allocates): the reference for the samples, and the result of the last run
 *
 * Runs @job without recording: its unmodified PTX, between two marks on the device's own clock that
 * enclose all launches; only once if its times are modelled, as all samples are identical. A timing
 * with 0 repeats ends with %G_IO_ERROR_CANCELLED.
 *
 * Returns: whether all repetitions succeeded
 */
gboolean
ws_execution_time (WsDevice *device, const WsJob *job, const WsTimingRequest *request,
                   WsTiming *timing, GCancellable *cancellable, GError **error)
{
  g_auto (Timer) self = { 0 };
  const WsJobLaunch *first = ws_job_get_launch (job, 0);
  GBytes **contents = get_contents (request->cache, device, job, error);
  WsVerdict verdict;
  guint64 n_bytes;
  guint n_copies;

  if (contents == NULL || !ws_execution_init (&self.execution, device, job, contents, error))
    return FALSE;
  n_bytes = count_bytes (&self.execution);
  n_copies = choose_copies (device->spec, n_bytes, request->rotate);
  /* on a virtual GPU nothing needs to be evicted from the cache: it is told to be cold */
  self.n_copies = device->klass->origin == WS_ORIGIN_MODELLED ? 1 : n_copies;
  *timing = (WsTiming){
    .n_bytes = n_bytes,
    .grid = (guint64)first->grid[0] * first->grid[1] * first->grid[2],
    .n_copies = self.n_copies,
    .rotates = (guint64)n_copies * n_bytes > L2_FACTOR * device->spec->l2_bytes,
    .peak_bytes_per_s = device->spec->memory_bandwidth_bytes_per_s,
    .origin = device->klass->origin,
  };
  device->stays_warm = !timing->rotates;
  if (request->copy && device->klass->origin == WS_ORIGIN_MEASURED
      && !find_copy (request->cache, device, &timing->copy_bytes_per_s, error))
    return FALSE;
  if (!begin (&self, error))
    return FALSE;
  if (request->facts != NULL)
    request->facts (timing, request->user_data);
  if (!take_samples (&self, request, timing, cancellable, error)
      || !ws_execution_judge (&self.execution, &verdict, error))
    return FALSE;
  timing->result = verdict.result;
  timing->correct = verdict.correct;
  timing->has_result = verdict.checked;
  return TRUE;
}

/**
 * ws_execution_read_counters:
 * @device: runs it
 * @job: the job
 * @launch: index of the launch, from 0; earlier ones run first
 * @error: return location: %WS_DEVICE_ERROR_COUNTERS if they cannot be read, with the remedy
 *
 * Returns: (transfer full) (element-type WsCounter) (nullable): the hardware counters of the launch
 */
GPtrArray *
ws_execution_read_counters (WsDevice *device, const WsJob *job, guint launch,
                            GCancellable *cancellable, GError **error)
{
  g_auto (WsExecution) self = { 0 };
  g_autoptr (GPtrArray) counters = ws_counters_new ();
  guint8 params[WS_JOB_PARAMS_BYTES];
  WsLaunchRequest request;

  if (device->klass->read_counters == NULL || job->program.library != NULL)
    {
      g_set_error (error, WS_DEVICE_ERROR, WS_DEVICE_ERROR_COUNTERS,
                   _ ("No hardware counters for %s on the %s."), job->words.id, device->name);
      return NULL;
    }
  if (launch >= job->launches->len)
    {
      g_set_error (error, WS_JOB_ERROR, WS_JOB_ERROR_LAUNCH,
                   _ ("The plan has no launch %u; it has %u."), launch, job->launches->len);
      return NULL;
    }
  if (!ws_execution_init (&self, device, job, NULL, error) || !ws_execution_begin (&self, error))
    return NULL;
  for (guint i = 0; i < launch; i++)
    if (!ws_execution_launch (&self, ws_job_get_launch (job, i), NULL, NULL, cancellable, error))
      return NULL;
  ws_execution_make_request (&self, ws_job_get_launch (job, launch), params, &request);
  return device->klass->read_counters (device, &request, counters, error)
             ? g_steal_pointer (&counters)
             : NULL;
}
