#include "calibrate/bench.h"

#include <glib/gi18n.h>
#include <string.h>

#define OUT_BYTES      (4u << 20)
#define MOST_REPEATS   9
#define WARMUP         2
#define BLOCK          1024
#define ROUNDS_OF_SPAN 8
#define BYTES_OF_BLOCK (128u << 10) /* bytes that a block reads per round */

static const char empty[] = ".version 7.0\n"
                            ".target sm_75\n"
                            ".address_size 64\n"
                            ".visible .entry " WS_KERNEL_TEXT_ENTRY " ()\n"
                            "{\n"
                            "  ret;\n"
                            "}\n";

static gboolean
is_measured (const WsBench *self)
{
  return self->device->klass->origin == WS_ORIGIN_MEASURED;
}

/**
 * ws_bench_init:
 * @self: (out caller-allocates)
 * @device: the device to measure; must outlive it
 * @cancellable: (nullable): a #GCancellable
 *
 * Uses the device's memory exclusively.
 */
gboolean
ws_bench_init (WsBench *self, WsDevice *device, GCancellable *cancellable, GError **error)
{
  const WsDeviceClass *klass = device->klass;

  *self = (WsBench){ .device = device, .cancellable = cancellable, .khz = device->spec->clock_khz };
  self->buffer_bytes =
      (guint64)device->spec->n_sms * 2 * BYTES_OF_BLOCK * ROUNDS_OF_SPAN + (64u << 20);
  klass->free_all (device);
  return klass->alloc (device, OUT_BYTES, "times", &self->out, error)
         && klass->alloc (device, self->buffer_bytes, "buffer", &self->buffer, error)
         && (!is_measured (self) || device->spec->l2_bytes == 0
             || klass->alloc (device, 4 * device->spec->l2_bytes, "flush", &self->flush, error));
}

/* Returns: threads of a large block */
guint
ws_bench_get_threads (const WsBench *self)
{
  return MIN (self->device->spec->max_threads_per_block, BLOCK);
}

/* Returns: clock cycles under load */
double
ws_bench_get_cycles (const WsBench *self, double ns)
{
  return ns * self->khz / 1e6;
}

static int
compare (gconstpointer a, gconstpointer b)
{
  double x = *(const double *)a;
  double y = *(const double *)b;

  return x < y ? -1 : x > y;
}

static double
find_median (double *values, guint n)
{
  qsort (values, n, sizeof *values, compare);
  return values[n / 2];
}

/* One timed window of @n launches. */
static gboolean
launch (WsBench *self, const WsLaunchRequest *request, guint n, guint64 *ns, GError **error)
{
  const WsDeviceClass *klass = self->device->klass;
  gboolean ok = klass->time_start (self->device, error);

  if (!ok)
    return FALSE;
  for (guint i = 0; ok && i < n; i++)
    ok = klass->launch (self->device, request, NULL, NULL, self->cancellable, error);
  if (ok)
    return klass->time_stop (self->device, ns, self->cancellable, error);
  if (!self->device->lost)
    klass->time_stop (self->device, ns, self->cancellable, NULL);
  return FALSE;
}

/* The results of the kernels for @shape. */
static gboolean
read_times (WsBench *self, const WsBenchShape *shape, WsBenchTime *time, GError **error)
{
  guint warps = (shape->block + WS_WARP_SIZE - 1) / WS_WARP_SIZE;
  gsize n = (gsize)warps * shape->grid;
  g_autofree WsKernelTimes *times = g_new (WsKernelTimes, n);
  guint64 first = G_MAXUINT64;
  guint64 last = 0;
  double sum = 0;

  g_return_val_if_fail (n * sizeof *times <= OUT_BYTES, FALSE);
  if (!self->device->klass->read (self->device, self->out, times, n * sizeof *times, error))
    return FALSE;
  for (guint w = 0; w < warps; w++)
    {
      first = MIN (first, times[w].start);
      last = MAX (last, times[w].end);
    }
  for (gsize i = 0; i < n; i += warps)
    sum += (double)times[i].end - (double)times[i].start;
  time->cycles = (double)last - (double)first;
  time->mean_cycles = sum / shape->grid;
  return TRUE;
}

/* Number of repetitions, by how much the device's times vary. */
static gboolean
repeat (WsBench *self, const WsLaunchRequest *request, const WsBenchShape *shape, WsBenchTime *time,
        GError **error)
{
  WsDevice *device = self->device;
  guint warmup = is_measured (self) ? WARMUP : shape->is_warm;
  guint n = is_measured (self) ? MOST_REPEATS : 1;
  double cycles[MOST_REPEATS];
  double means[MOST_REPEATS];
  double durations[MOST_REPEATS];

  device->stays_warm = shape->is_warm;
  for (guint i = 0; i < warmup + n; i++)
    {
      guint64 ns;

      if (g_cancellable_set_error_if_cancelled (self->cancellable, error))
        return FALSE;
      if (!shape->is_warm && self->flush != 0
          && !device->klass->copy (device, self->flush + 2 * device->spec->l2_bytes, self->flush,
                                   2 * device->spec->l2_bytes, error))
        return FALSE;
      if (!launch (self, request, 1, &ns, error) || !read_times (self, shape, time, error))
        return FALSE;
      if (i < warmup)
        continue;
      cycles[i - warmup] = time->cycles;
      means[i - warmup] = time->mean_cycles;
      durations[i - warmup] = (double)ns;
    }
  time->cycles = find_median (cycles, n);
  time->mean_cycles = find_median (means, n);
  time->ns = find_median (durations, n);
  return TRUE;
}

/**
 * ws_bench_time:
 * @parts: of the kernel
 * @shape: how it is launched
 * @time: (out): the median of several launches; of one if times are modelled
 *
 * Returns: whether all succeeded
 */
gboolean
ws_bench_time (WsBench *self, const WsKernelParts *parts, const WsBenchShape *shape,
               WsBenchTime *time, GError **error)
{
  g_autofree char *text = ws_kernel_text_new (parts, shape->copies);
  WsKernelParameters parameters = {
    .out = self->out,
    .buffer = self->buffer,
    .rounds = shape->rounds,
    .a = shape->a,
    .b = shape->b,
  };
  WsLaunchRequest request = {
    .entry = WS_KERNEL_TEXT_ENTRY,
    .grid = { shape->grid, 1, 1 },
    .block = { shape->block, 1, 1 },
    .dynamic_shared_bytes = shape->shared_bytes,
    .params = (const guint8 *)&parameters,
    .params_size = sizeof parameters,
  };

  return self->device->klass->load (self->device, text, -1, "calibrate", error)
         && repeat (self, &request, shape, time, error);
}

/**
 * ws_bench_time_empty:
 * @blocks: of one warp each
 * @launches: one after the other; 0 for nothing between the events
 * @ns: (out): the median of several times
 *
 * Times an empty kernel.
 *
 * Returns: whether all succeeded
 */
gboolean
ws_bench_time_empty (WsBench *self, guint blocks, guint launches, double *ns, GError **error)
{
  WsLaunchRequest request = {
    .entry = WS_KERNEL_TEXT_ENTRY,
    .grid = { blocks, 1, 1 },
    .block = { WS_WARP_SIZE, 1, 1 },
  };
  guint n = is_measured (self) ? MOST_REPEATS : 1;
  guint warmup = is_measured (self) ? WARMUP : 0;
  double durations[MOST_REPEATS];

  if (!self->device->klass->load (self->device, empty, -1, "calibrate", error))
    return FALSE;
  for (guint i = 0; i < warmup + n; i++)
    {
      guint64 each;

      if (g_cancellable_set_error_if_cancelled (self->cancellable, error)
          || !launch (self, &request, launches, &each, error))
        return FALSE;
      if (i >= warmup)
        durations[i - warmup] = (double)each;
    }
  *ns = find_median (durations, n);
  return TRUE;
}
