/* counters.c: reads the hardware counters of one launch. */
#include "cuda/cuda-private.h"
#include "cuda/cupti.h"

#include <math.h>

#define WARMUP 3

struct _WsCudaCounters {
  WsCupti *cupti;
};

typedef struct {
  WsCudaDevice *device;
  CUfunction function;
  const WsLaunchRequest *request;
} Work;

static const struct {
  const char *name;
  const char *unit;
} wanted[] = {
#define WS_COUNTER(name, unit, title) { name, unit },
#include "record/counters.def"
#undef WS_COUNTER
};

static gboolean
run_once (gpointer data, GError **error)
{
  Work *work = data;

  return ws_cuda_enqueue (work->device, work->function, work->request, error)
         && ws_cuda_wait (work->device, NULL, error);
}

static gboolean
open_counters (WsCudaDevice *self, GError **error)
{
  WsCupti *cupti;

  if (self->counters != NULL)
    return TRUE;
  cupti = ws_cupti_open (self->context, self->device, error);
  if (cupti == NULL)
    return FALSE;
  self->counters = g_new0 (WsCudaCounters, 1);
  self->counters->cupti = cupti;
  return TRUE;
}

/**
 * ws_cuda_counters_close:
 * @self: (transfer full): counters
 */
void
ws_cuda_counters_close (WsCudaCounters *self)
{
  ws_cupti_close (self->cupti);
  g_free (self);
}

/**
 * ws_cuda_count:
 * @counters: (element-type WsCounter): receives those that this GPU has; the caller fills in their
 * launch
 *
 * Repeats the launch until every counter has been read: a few times to warm up, then once per pass,
 * each on the memory that the previous one left. If counters cannot be read,
 * %WS_DEVICE_ERROR_COUNTERS says why and how to fix it.
 *
 * Returns: %FALSE if they could not be read
 */
gboolean
ws_cuda_count (WsCudaDevice *self, const WsLaunchRequest *request, GPtrArray *counters,
               GError **error)
{
  Work work = { .device = self, .request = request };
  const char *names[G_N_ELEMENTS (wanted) + 1] = { NULL };
  double values[G_N_ELEMENTS (wanted)];
  g_autoptr (GError) local = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (wanted); i++)
    names[i] = wanted[i].name;
  if (!ws_cuda_find (self, self->module, request->entry, &work.function, error))
    return FALSE;
  /* counters are read in several passes: the first should find the same state of caches and page
   * tables as the others */
  for (guint i = 0; i < WARMUP; i++)
    if (!run_once (&work, error))
      return FALSE;
  if (!open_counters (self, &local)
      || !ws_cupti_measure (self->counters->cupti, names, run_once, &work, values, &local))
    {
      if (local->domain == WS_CUPTI_ERROR)
        g_set_error_literal (error, WS_DEVICE_ERROR, WS_DEVICE_ERROR_COUNTERS, local->message);
      else
        g_propagate_error (error, g_steal_pointer (&local));
      return FALSE;
    }
  for (guint i = 0; i < G_N_ELEMENTS (wanted); i++)
    {
      WsCounter *counter;

      if (isnan (values[i]))
        continue;
      counter = g_new0 (WsCounter, 1);
      counter->name = g_strdup (wanted[i].name);
      counter->unit = g_strdup (wanted[i].unit);
      counter->value = values[i];
      g_ptr_array_add (counters, counter);
    }
  return TRUE;
}
