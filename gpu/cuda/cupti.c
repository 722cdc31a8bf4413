/* cupti.c: after the CUPTI documentation, "Range Profiling API": a range around each kernel,
 * repeated until every counter has had its pass. CUPTI's own replay would restore memory before
 * each pass, which would show in the counted traffic. */
#include "cuda/cupti.h"

#include <glib/gi18n.h>
#include <math.h>

G_DEFINE_QUARK (ws - cupti - error - quark, ws_cupti_error)

#ifdef WS_HAVE_CUPTI

/* NVIDIA's headers do not compile cleanly with our warnings. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wstrict-prototypes"
#include <cupti.h>
#include <cupti_profiler_host.h>
#include <cupti_profiler_target.h>
#include <cupti_range_profiler.h>
#include <cupti_target.h>
#pragma GCC diagnostic pop
#include <dlfcn.h>
#include <string.h>

#define MAX_PASSES 256

struct _WsCupti {
  void *library;
  CUcontext context;
  char *chip;
  guint8 *availability;
  gsize availability_size;
#define WS_CUPTI(name) __typeof__ (name) *name;
#include "cuda/cupti.def"
#undef WS_CUPTI
};

/* One measurement. */
typedef struct {
  WsCupti *cupti;
  CUpti_Profiler_Host_Object *host;
  CUpti_RangeProfiler_Object *profiler;
  GPtrArray *known; /* const char *: the names that this chip has */
  guint8 *config;
  gsize config_size;
  guint8 *data;
  gsize data_size;
} Session;

static gboolean
check (const WsCupti *self, CUptiResult result, const char *call, GError **error)
{
  const char *text = NULL;

  if (result == CUPTI_SUCCESS)
    return TRUE;
  if (result == CUPTI_ERROR_INSUFFICIENT_PRIVILEGES
      || result == CUPTI_ERROR_VIRTUALIZED_DEVICE_INSUFFICIENT_PRIVILEGES)
    {
      g_set_error_literal (
          error, WS_CUPTI_ERROR, WS_CUPTI_ERROR_PERMISSION,
          _ ("This user may not read the GPU's hardware counters (ERR_NVGPUCTRPERM). An "
             "administrator can permit it: add the line “options nvidia "
             "NVreg_RestrictProfilingToAdminUsers=0” to /etc/modprobe.d/nvidia.conf and restart. "
             "Everything else works without them."));
      return FALSE;
    }
  self->cuptiGetResultString (result, &text);
  g_set_error (error, WS_CUPTI_ERROR,
               result == CUPTI_ERROR_NOT_SUPPORTED ? WS_CUPTI_ERROR_UNSUPPORTED
                                                   : WS_CUPTI_ERROR_CALL,
               _ ("The hardware counters cannot be read: %s returned %s."), call,
               text != NULL ? text : _ ("an unknown error"));
  return FALSE;
}

#define TRY(self, name, params, error) check ((self), (self)->name (params), #name, (error))

static gboolean
open_library (WsCupti *self, GError **error)
{
  static const char *const names[] = { "libcupti.so.13", "libcupti.so.12", "libcupti.so",
                                       "/usr/local/cuda/extras/CUPTI/lib64/libcupti.so",
                                       "/usr/local/cuda/lib64/libcupti.so" };

  for (guint i = 0; i < G_N_ELEMENTS (names) && self->library == NULL; i++)
    self->library = dlopen (names[i], RTLD_NOW | RTLD_LOCAL);
  if (self->library == NULL)
    {
      g_set_error_literal (error, WS_CUPTI_ERROR, WS_CUPTI_ERROR_MISSING,
                           _ ("Hardware counters need CUPTI (libcupti.so) of the CUDA Toolkit, "
                              "which was not found. Everything else works without it."));
      return FALSE;
    }
#define WS_CUPTI(name)                                                                             \
  {                                                                                                \
    void *function = dlsym (self->library, #name);                                                 \
    memcpy (&self->name, &function, sizeof function);                                              \
    if (function == NULL)                                                                          \
      {                                                                                            \
        g_set_error (error, WS_CUPTI_ERROR, WS_CUPTI_ERROR_MISSING,                                \
                     _ ("The CUPTI found is too old: it has no %s. Install CUPTI of CUDA 12.8 or " \
                        "later."),                                                                 \
                     #name);                                                                       \
        return FALSE;                                                                              \
      }                                                                                            \
  }
#include "cuda/cupti.def"
#undef WS_CUPTI
  return TRUE;
}

static gboolean
read_availability (WsCupti *self, GError **error)
{
  CUpti_Profiler_GetCounterAvailability_Params params = {
    CUpti_Profiler_GetCounterAvailability_Params_STRUCT_SIZE
  };

  params.ctx = self->context;
  if (!TRY (self, cuptiProfilerGetCounterAvailability, &params, error))
    return FALSE;
  self->availability_size = params.counterAvailabilityImageSize;
  self->availability = g_malloc0 (MAX (self->availability_size, 1));
  params.pCounterAvailabilityImage = self->availability;
  return TRY (self, cuptiProfilerGetCounterAvailability, &params, error);
}

/**
 * ws_cupti_open:
 * @context: the CUcontext, which is current
 * @ordinal: of its device, as CUDA counts them
 *
 * CUPTI documentation, "Range Profiling API". Sets a #WsCuptiError.
 *
 * Returns: (transfer full) (nullable): a reader of hardware counters; %NULL if unavailable
 */
WsCupti *
ws_cupti_open (void *context, int ordinal, GError **error)
{
  g_autoptr (WsCupti) self = g_new0 (WsCupti, 1);
  CUpti_Profiler_Initialize_Params initialize = { CUpti_Profiler_Initialize_Params_STRUCT_SIZE };
  CUpti_Device_GetChipName_Params chip = { CUpti_Device_GetChipName_Params_STRUCT_SIZE };

  self->context = context;
  chip.deviceIndex = (size_t)ordinal;
  if (!open_library (self, error) || !TRY (self, cuptiProfilerInitialize, &initialize, error)
      || !TRY (self, cuptiDeviceGetChipName, &chip, error) || !read_availability (self, error))
    return NULL;
  self->chip = g_strdup (chip.pChipName);
  return g_steal_pointer (&self);
}

/**
 * ws_cupti_close:
 * @self: (transfer full) (nullable): a reader of hardware counters
 *
 * The library stays loaded: CUPTI cannot be unloaded safely.
 */
void
ws_cupti_close (WsCupti *self)
{
  CUpti_Profiler_DeInitialize_Params params = { CUpti_Profiler_DeInitialize_Params_STRUCT_SIZE };

  if (self == NULL)
    return;
  if (self->chip != NULL)
    self->cuptiProfilerDeInitialize (&params);
  g_free (self->chip);
  g_free (self->availability);
  g_free (self);
}

/* ---- a measurement ---- */

static void
session_clear (Session *self)
{
  if (self->profiler != NULL)
    {
      CUpti_RangeProfiler_Disable_Params params = {
        CUpti_RangeProfiler_Disable_Params_STRUCT_SIZE
      };

      params.pRangeProfilerObject = self->profiler;
      self->cupti->cuptiRangeProfilerDisable (&params);
    }
  if (self->host != NULL)
    {
      CUpti_Profiler_Host_Deinitialize_Params params = {
        CUpti_Profiler_Host_Deinitialize_Params_STRUCT_SIZE
      };

      params.pHostObject = self->host;
      self->cupti->cuptiProfilerHostDeinitialize (&params);
    }
  g_clear_pointer (&self->known, g_ptr_array_unref);
  g_free (self->config);
  g_free (self->data);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Session, session_clear)

static gboolean
begin (Session *self, GError **error)
{
  CUpti_Profiler_Host_Initialize_Params params = {
    CUpti_Profiler_Host_Initialize_Params_STRUCT_SIZE
  };

  params.profilerType = CUPTI_PROFILER_TYPE_RANGE_PROFILER;
  params.pChipName = self->cupti->chip;
  params.pCounterAvailabilityImage = self->cupti->availability;
  if (!TRY (self->cupti, cuptiProfilerHostInitialize, &params, error))
    return FALSE;
  self->host = params.pHostObject;
  return TRUE;
}

/* Metrics differ between chips: those that this one lacks are left out. */
static gboolean
choose (Session *self, const char *const *names, GError **error)
{
  CUpti_Profiler_Host_ConfigAddMetrics_Params add = {
    CUpti_Profiler_Host_ConfigAddMetrics_Params_STRUCT_SIZE
  };

  self->known = g_ptr_array_new ();
  for (guint i = 0; names[i] != NULL; i++)
    {
      CUpti_Profiler_Host_GetMetricProperties_Params params = {
        CUpti_Profiler_Host_GetMetricProperties_Params_STRUCT_SIZE
      };

      params.pHostObject = self->host;
      params.pMetricName = names[i];
      if (self->cupti->cuptiProfilerHostGetMetricProperties (&params) == CUPTI_SUCCESS)
        g_ptr_array_add (self->known, (char *)names[i]);
    }
  if (self->known->len == 0)
    {
      g_set_error (error, WS_CUPTI_ERROR, WS_CUPTI_ERROR_UNSUPPORTED,
                   _ ("The chip %s has none of the requested counters."), self->cupti->chip);
      return FALSE;
    }
  add.pHostObject = self->host;
  add.ppMetricNames = (const char **)self->known->pdata;
  add.numMetrics = self->known->len;
  return TRY (self->cupti, cuptiProfilerHostConfigAddMetrics, &add, error);
}

static gboolean
configure (Session *self, GError **error)
{
  CUpti_Profiler_Host_GetConfigImageSize_Params size = {
    CUpti_Profiler_Host_GetConfigImageSize_Params_STRUCT_SIZE
  };
  CUpti_Profiler_Host_GetConfigImage_Params image = {
    CUpti_Profiler_Host_GetConfigImage_Params_STRUCT_SIZE
  };

  size.pHostObject = self->host;
  if (!TRY (self->cupti, cuptiProfilerHostGetConfigImageSize, &size, error))
    return FALSE;
  self->config_size = size.configImageSize;
  self->config = g_malloc0 (self->config_size);
  image.pHostObject = self->host;
  image.configImageSize = self->config_size;
  image.pConfigImage = self->config;
  return TRY (self->cupti, cuptiProfilerHostGetConfigImage, &image, error);
}

static gboolean
enable (Session *self, GError **error)
{
  CUpti_RangeProfiler_Enable_Params params = { CUpti_RangeProfiler_Enable_Params_STRUCT_SIZE };
  CUpti_RangeProfiler_GetCounterDataSize_Params size = {
    CUpti_RangeProfiler_GetCounterDataSize_Params_STRUCT_SIZE
  };
  CUpti_RangeProfiler_CounterDataImage_Initialize_Params image = {
    CUpti_RangeProfiler_CounterDataImage_Initialize_Params_STRUCT_SIZE
  };
  CUpti_RangeProfiler_SetConfig_Params config = {
    CUpti_RangeProfiler_SetConfig_Params_STRUCT_SIZE
  };

  params.ctx = self->cupti->context;
  if (!TRY (self->cupti, cuptiRangeProfilerEnable, &params, error))
    return FALSE;
  self->profiler = params.pRangeProfilerObject;
  size.pRangeProfilerObject = self->profiler;
  size.pMetricNames = (const char **)self->known->pdata;
  size.numMetrics = self->known->len;
  size.maxNumOfRanges = 1;
  size.maxNumRangeTreeNodes = 1;
  if (!TRY (self->cupti, cuptiRangeProfilerGetCounterDataSize, &size, error))
    return FALSE;
  self->data_size = size.counterDataSize;
  self->data = g_malloc0 (self->data_size);
  image.pRangeProfilerObject = self->profiler;
  image.counterDataSize = self->data_size;
  image.pCounterData = self->data;
  if (!TRY (self->cupti, cuptiRangeProfilerCounterDataImageInitialize, &image, error))
    return FALSE;
  config.pRangeProfilerObject = self->profiler;
  config.configSize = self->config_size;
  config.pConfig = self->config;
  config.counterDataImageSize = self->data_size;
  config.pCounterDataImage = self->data;
  config.range = CUPTI_AutoRange;
  config.replayMode = CUPTI_UserReplay;
  config.maxRangesPerPass = 1;
  config.numNestingLevels = 1;
  config.minNestingLevel = 1;
  config.passIndex = 0;
  config.targetNestingLevel = 1;
  return TRY (self->cupti, cuptiRangeProfilerSetConfig, &config, error);
}

static gboolean
run_passes (Session *self, WsCuptiWork work, gpointer data, GError **error)
{
  CUpti_RangeProfiler_Start_Params start = { CUpti_RangeProfiler_Start_Params_STRUCT_SIZE };
  CUpti_RangeProfiler_Stop_Params stop = { CUpti_RangeProfiler_Stop_Params_STRUCT_SIZE };

  start.pRangeProfilerObject = self->profiler;
  stop.pRangeProfilerObject = self->profiler;
  for (guint i = 0; i < MAX_PASSES && !stop.isAllPassSubmitted; i++)
    if (!TRY (self->cupti, cuptiRangeProfilerStart, &start, error) || !work (data, error)
        || !TRY (self->cupti, cuptiRangeProfilerStop, &stop, error))
      return FALSE;
  return TRUE;
}

static gboolean
evaluate (Session *self, const char *const *names, double *values, GError **error)
{
  CUpti_RangeProfiler_DecodeData_Params decode = {
    CUpti_RangeProfiler_DecodeData_Params_STRUCT_SIZE
  };
  CUpti_Profiler_Host_EvaluateToGpuValues_Params params = {
    CUpti_Profiler_Host_EvaluateToGpuValues_Params_STRUCT_SIZE
  };
  g_autofree double *known = g_new0 (double, self->known->len);

  decode.pRangeProfilerObject = self->profiler;
  if (!TRY (self->cupti, cuptiRangeProfilerDecodeData, &decode, error))
    return FALSE;
  params.pHostObject = self->host;
  params.pCounterDataImage = self->data;
  params.counterDataImageSize = self->data_size;
  params.rangeIndex = 0;
  params.ppMetricNames = (const char **)self->known->pdata;
  params.numMetrics = self->known->len;
  params.pMetricValues = known;
  if (!TRY (self->cupti, cuptiProfilerHostEvaluateToGpuValues, &params, error))
    return FALSE;
  for (guint i = 0, k = 0; names[i] != NULL; i++)
    values[i] = k < self->known->len && g_ptr_array_index (self->known, k) == names[i]
                    ? known[k++]
                    : (double)NAN;
  return TRUE;
}

/**
 * ws_cupti_measure:
 * @self: a reader of hardware counters
 * @names: (array zero-terminated=1): of metrics, as Nsight Compute spells them
 * @work: one launch; called once per pass
 * @data: for @work
 * @values: (out caller-allocates): one for each of @names, in the metric's own unit; NaN for a
 * metric that this GPU does not have
 * @error: return location for a #GError: a #WsCuptiError, or what @work sets
 *
 * Returns: %FALSE if something failed
 */
gboolean
ws_cupti_measure (WsCupti *self, const char *const *names, WsCuptiWork work, gpointer data,
                  double *values, GError **error)
{
  g_auto (Session) session = { .cupti = self };

  return begin (&session, error) && choose (&session, names, error) && configure (&session, error)
         && enable (&session, error) && run_passes (&session, work, data, error)
         && evaluate (&session, names, values, error);
}

#else

WsCupti *
ws_cupti_open (void *context, int ordinal, GError **error)
{
  g_set_error_literal (error, WS_CUPTI_ERROR, WS_CUPTI_ERROR_MISSING,
                       _ ("This program was built without the CUDA Toolkit's headers, so it cannot "
                          "read hardware counters. Everything else works without them."));
  return NULL;
}

void
ws_cupti_close (WsCupti *self)
{
}

gboolean
ws_cupti_measure (WsCupti *self, const char *const *names, WsCuptiWork work, gpointer data,
                  double *values, GError **error)
{
  g_assert_not_reached ();
}

#endif
