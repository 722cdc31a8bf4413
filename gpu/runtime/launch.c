/* launch.c: launches, and the one that is captured. */
#include "runtime/api.h"
#include "runtime/sequence.h"

#include "occupancy/occupancy.h"
#include "runtime/capture.h"
#include "runtime/change.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct {
  dim3 grid;
  dim3 block;
  gsize shared;
  cudaStream_t stream;
} Configuration;

/* cudaLaunchAttributeID */
#define CLUSTER_DIMENSION           4
#define PREFERRED_CLUSTER_DIMENSION 11

/* Exit status of a program that used up its time: that of coreutils' "timeout". */
#define STATUS_STOPPED 124

/* The values between <<< and >>>: a stack per thread, as a launch may be an argument of another. */
static _Thread_local GArray *configurations;

unsigned
__cudaPushCallConfiguration (dim3 grid, dim3 block, size_t shared, cudaStream_t stream)
{
  Configuration configuration = { grid, block, shared, stream };

  if (configurations == NULL)
    configurations = g_array_new (FALSE, FALSE, sizeof (Configuration));
  g_array_append_val (configurations, configuration);
  return 0;
}

cudaError_t
__cudaPopCallConfiguration (dim3 *grid, dim3 *block, size_t *shared, void *stream)
{
  Configuration configuration;

  if (configurations == NULL || configurations->len == 0)
    return cudaErrorMissingConfiguration;
  configuration = g_array_index (configurations, Configuration, configurations->len - 1);
  g_array_set_size (configurations, configurations->len - 1);
  *grid = configuration.grid;
  *block = configuration.block;
  *shared = configuration.shared;
  *(cudaStream_t *)stream = configuration.stream;
  return cudaSuccess;
}

/* ---- one launch ---- */

/* Whether there are enough registers for the warps of a block. */
static gboolean
has_registers (const WsSpec *spec, guint32 registers, guint64 threads)
{
  const WsOccupancyLaunch launch = {
    .threads = (guint)threads, .registers = registers, .carve_out = -1, .barriers = 1
  };
  const WsOccupancyLimits *all = ws_occupancy_limits_find (spec->cc_major, spec->cc_minor);
  WsOccupancy result = { .blocks = 1 };

  if (all != NULL)
    ws_occupancy_compute (all, &launch, &result);
  return result.blocks > 0;
}

/* Checks the launch before it begins. */
static cudaError_t
check (const WsRuntime *self, const WsFunction *function, dim3 grid, dim3 block, gsize shared)
{
  const WsSpec *spec = self->options.spec;
  guint64 threads = (guint64)block.x * block.y * block.z;
  guint64 bytes = function->entry->shared_bytes + shared;

  /* as the driver of an H200 with CUDA 13 does; earlier ones returned
   * cudaErrorInvalidConfiguration */
  if (threads == 0 || threads > ws_runtime_get_max_threads (self, function) || block.x > 1024
      || block.y > 1024 || block.z > 64)
    return cudaErrorInvalidValue;
  if (grid.x == 0 || grid.y == 0 || grid.z == 0 || grid.x > spec->max_grid_x || grid.y > 65535
      || grid.z > 65535)
    return cudaErrorInvalidValue;
  /* beyond 48 KB a kernel must opt in: "CUDA C++ Programming Guide", Shared Memory of 7.x */
  if (bytes > spec->shared_per_block_bytes
      || bytes > MAX (function->max_dynamic_shared + function->entry->shared_bytes, 48 << 10))
    return cudaErrorInvalidValue;
  return has_registers (spec, function->registers, threads) ? cudaSuccess
                                                            : cudaErrorLaunchOutOfResources;
}

/* Markers for cuLaunchKernel(), instead of addresses: CU_LAUNCH_PARAM_END and those before. */
enum { END_OF_EXTRA, EXTRA_BUFFER, EXTRA_SIZE };

/* All arguments in one buffer, in the kernel's layout. Returns: whether the size fits */
static gboolean
take_params (void **extra, guint8 *params, gsize params_size)
{
  const void *buffer = NULL;
  gsize size = 0;

  for (; (guintptr)extra[0] != END_OF_EXTRA; extra += 2)
    switch ((guintptr)extra[0])
      {
      case EXTRA_BUFFER:
        buffer = extra[1];
        break;
      case EXTRA_SIZE:
        size = *(const gsize *)extra[1];
        break;
      default:
        return FALSE;
      }
  if (buffer == NULL || size < params_size)
    return params_size == 0;
  memcpy (params, buffer, params_size);
  return TRUE;
}

/* CUDA's error for the fault that ended a kernel. */
static cudaError_t
name_fault (const GError *error, WsFindingKind kind)
{
  static const struct {
    WsFindingKind kind;
    cudaError_t error;
  } faults[] = {
    { WS_FINDING_MISALIGNED, cudaErrorMisalignedAddress },
    { WS_FINDING_TRAP, cudaErrorLaunchFailure },
    { WS_FINDING_DEADLOCK, cudaErrorLaunchTimeout },
    { WS_FINDING_DIVERGENT_BARRIER, cudaErrorLaunchFailure },
    { WS_FINDING_WRONG_MASK, cudaErrorLaunchFailure },
  };

  if (!g_error_matches (error, WS_DEVICE_ERROR, WS_DEVICE_ERROR_FAULT))
    return g_error_matches (error, WS_DEVICE_ERROR, WS_DEVICE_ERROR_ENDLESS)
               ? cudaErrorLaunchTimeout
           : g_error_matches (error, WS_DEVICE_ERROR, WS_DEVICE_ERROR_MEMORY)
               ? cudaErrorMemoryAllocation
           : g_error_matches (error, WS_DEVICE_ERROR, WS_DEVICE_ERROR_LIMIT)
               ? cudaErrorInvalidConfiguration
               : cudaErrorNotSupported;
  for (guint i = 0; i < G_N_ELEMENTS (faults); i++)
    if (faults[i].kind == kind)
      return faults[i].error;
  return cudaErrorIllegalAddress;
}

static void
stop (WsRuntime *self)
{
  fflush (NULL);
  ws_runtime_tell (self, &(WsStep){ .kind = WS_STEP_REFUSED,
                                    .name = (char *)"",
                                    .words = (char *)_ ("The program was stopped: its kernels have "
                                                        "taken all the time that they may.") });
  _exit (STATUS_STOPPED);
}

static cudaError_t
run (WsRuntime *self, const WsLaunchRequest *request, GString *printed, WsStep *step)
{
  const guint32 none[1] = { 0 };
  WsFindingKind fault = WS_FINDING_OUT_OF_BOUNDS;
  g_autoptr (GString) asserted = g_string_new (NULL);
  WsRecordRequest record = {
    .blocks = none, .printed = printed, .fault = &fault, .asserted = asserted
  };
  WsLaunchResult result = { 0 };
  g_autoptr (GError) error = NULL;
  gint64 begin = g_get_monotonic_time ();
  gboolean ok = self->device->klass->launch (self->device, request, &record, &result, NULL, &error);

  self->seconds += (double)(g_get_monotonic_time () - begin) / 1e6;
  fwrite (printed->str, 1, printed->len, stdout);
  step->duration_ns = result.duration_ns;
  if (ok)
    return cudaSuccess;
  /* for PTX, the line itself would follow below */
  step->words = g_strndup (error->message, strcspn (error->message, "\n"));
  fputs (asserted->str, stderr);
  return asserted->len > 0 ? cudaErrorAssert : name_fault (error, fault);
}

static void
begin_step (const WsKernelWork *kernel, const WsStream *stream, WsStep *step)
{
  *step = (WsStep){ .kind = WS_STEP_LAUNCH,
                    .name = kernel->function->name,
                    .title = kernel->function->title,
                    .stream = stream->id,
                    .module = kernel->function->module->history_index,
                    .grid = { kernel->grid.x, kernel->grid.y, kernel->grid.z },
                    .block = { kernel->block.x, kernel->block.y, kernel->block.z },
                    .shared_bytes = kernel->shared };
}

static void
end_step (WsRuntime *self, WsStream *stream, WsStep *step)
{
  self->n_launches++;
  step->begin_ns =
      ws_runtime_queue (self, stream, step->duration_ns + self->options.spec->launch_ns);
  ws_runtime_tell (self, step);
}

/* Runs it, unless it is known to change nothing, and detects what it changes. */
static cudaError_t
run_and_compare (WsRuntime *self, const WsKernelWork *kernel, const WsLaunchRequest *request,
                 WsStep *step)
{
  g_autoptr (GArray) before = ws_digest_new (self);
  g_autoptr (GArray) after = NULL;
  g_autoptr (GString) printed = NULL;
  cudaError_t error;

  if (before != NULL && ws_settled_has (self, kernel, before))
    {
      ws_settled_repeat (self, step);
      return cudaSuccess;
    }
  printed = g_string_new (NULL);
  error = run (self, request, printed, step);
  after = before != NULL ? ws_digest_new (self) : NULL;
  if (after == NULL)
    return error;
  step->changed = ws_digest_compare (before, after);
  if (error == cudaSuccess && step->changed->len == 0 && after->len == before->len
      && !ws_vm_device_tells_time (self->device, kernel->function->name))
    ws_settled_set (self, kernel, after, step, printed->str);
  return error;
}

/* Runs a kernel to its end. Its errors are kept for the next call that waits. */
cudaError_t
ws_kernel_run (WsRuntime *self, const WsWork *work, WsStream *stream)
{
  const WsKernelWork *kernel = &work->kernel;
  dim3 grid = kernel->grid;
  dim3 block = kernel->block;
  WsLaunchRequest request = { .entry = kernel->function->name,
                              .grid = { grid.x, grid.y, grid.z },
                              .block = { block.x, block.y, block.z },
                              .dynamic_shared_bytes = kernel->shared,
                              .registers = kernel->function->registers,
                              .params = kernel->params,
                              .params_size = kernel->params_size };
  WsStep step;

  if (self->left_error != cudaSuccess)
    return cudaSuccess;
  ws_runtime_load (self, kernel->function->module);
  begin_step (kernel, stream, &step);
  if (self->n_launches == self->options.capture)
    ws_runtime_capture (self, kernel->function, &request);
  self->left_error = run_and_compare (self, kernel, &request, &step);
  step.error = self->left_error;
  end_step (self, stream, &step);
  g_free (step.words);
  g_clear_pointer (&step.changed, g_array_unref);
  if (self->options.max_seconds > 0 && self->seconds > self->options.max_seconds)
    stop (self);
  return cudaSuccess;
}

/* Why the kernel cannot be launched like this; @function: the loaded kernel. */
static cudaError_t
prepare (WsRuntime *self, const cudaKernelNodeParams *params, WsFunction *function)
{
  cudaError_t error;

  if (function == NULL)
    return cudaErrorInvalidDeviceFunction;
  error = ws_runtime_find_entry (self, function);
  return error != cudaSuccess
             ? error
             : check (self, function, params->gridDim, params->blockDim, params->sharedMemBytes);
}

/**
 * ws_work_of_kernel:
 * @params: parameters of the launch
 * @work: (out): the launch, with the arguments' current values
 */
cudaError_t
ws_work_of_kernel (WsRuntime *self, const cudaKernelNodeParams *params, WsWork *work)
{
  WsFunction *function = ws_registry_find_function (&self->registry, params->func);
  cudaError_t error = prepare (self, params, function);
  gsize size;

  *work = (WsWork){ .type = cudaGraphNodeTypeKernel, .call = "cudaLaunchKernel" };
  work->kernel = (WsKernelWork){ .function = function,
                                 .grid = params->gridDim,
                                 .block = params->blockDim,
                                 .shared = params->sharedMemBytes };
  if (error != cudaSuccess)
    return error;
  if (params->kernelParams == NULL && params->extra == NULL && function->entry->params->len > 0)
    return cudaErrorInvalidValue;
  work->kernel.params = ws_function_fill_params (function, params->kernelParams, &size);
  work->kernel.params_size = size;
  if (params->kernelParams == NULL && params->extra != NULL)
    return take_params (params->extra, work->kernel.params, size) ? cudaSuccess
                                                                  : cudaErrorInvalidValue;
  return cudaSuccess;
}

/* Returns: (nullable): the launch's unsupported attribute, as a sentence */
static const char *
find_lack (const cudaLaunchConfig_t *config)
{
  const cudaLaunchAttribute *attributes = config->attrs;

  for (guint i = 0; i < config->numAttrs; i++)
    {
      guint size[3];

      memcpy (size, attributes[i].value, sizeof size);
      if ((attributes[i].id == CLUSTER_DIMENSION || attributes[i].id == PREFERRED_CLUSTER_DIMENSION)
          && (size[0] > 1 || size[1] > 1 || size[2] > 1))
        return _ ("%s: the virtual GPU has no thread block clusters yet.");
    }
  return NULL;
}

/**
 * ws_runtime_launch:
 * @function: (nullable): the kernel
 * @config: its configuration; attributes are hints, except those of clusters
 * @arguments: (nullable): addresses of the arguments, as many as the kernel has parameters
 * @extra: (nullable): instead of these, cuLaunchKernel()'s parameter of that name
 *
 * Puts a kernel into a stream.
 */
cudaError_t
ws_runtime_launch (WsRuntime *self, WsFunction *function, const cudaLaunchConfig_t *config,
                   void **arguments, void **extra)
{
  WsStream *stream = ws_runtime_get_stream (self, config->stream);
  const cudaKernelNodeParams params = {
    .func = (void *)(function != NULL ? function->host : NULL),
    .gridDim = config->gridDim,
    .blockDim = config->blockDim,
    .sharedMemBytes = (guint)MIN (config->dynamicSmemBytes, G_MAXUINT32),
    .kernelParams = arguments,
    .extra = extra,
  };
  const char *lack = find_lack (config);
  WsWork work;
  cudaError_t error;

  if (stream == NULL)
    return cudaErrorInvalidResourceHandle;
  if (function == NULL)
    return cudaErrorInvalidDeviceFunction;
  if (lack != NULL)
    return ws_runtime_refuse (self, function->title, lack);
  error = ws_work_of_kernel (self, &params, &work);
  if (error == cudaSuccess)
    error = ws_runtime_submit (self, &work, config->stream, FALSE);
  else if (function->module->is_loaded)
    {
      WsStep step;

      begin_step (&work.kernel, stream, &step);
      step.error = error;
      end_step (self, stream, &step);
    }
  ws_work_clear (&work);
  return error;
}

/* ---- calls ---- */

cudaError_t
__cudaGetKernel (cudaKernel_t *kernel, const void *host)
{
  return cudaGetKernel (kernel, host);
}

cudaError_t
cudaGetKernel (cudaKernel_t *kernel, const void *host)
{
  WsRuntime *self = ws_runtime_enter ();

  *kernel = ws_registry_find_function (&self->registry, host);
  return ws_runtime_leave (self, *kernel != NULL ? cudaSuccess : cudaErrorInvalidDeviceFunction);
}

cudaError_t
__cudaLaunchKernel (cudaKernel_t kernel, dim3 grid, dim3 block, void **arguments, size_t shared,
                    cudaStream_t stream)
{
  WsRuntime *self = ws_runtime_enter ();
  const cudaLaunchConfig_t config = { grid, block, shared, stream, NULL, 0 };

  return ws_runtime_leave (self, ws_runtime_launch (self, kernel, &config, arguments, NULL));
}

cudaError_t
__cudaLaunchKernel_ptsz (cudaKernel_t kernel, dim3 grid, dim3 block, void **arguments,
                         size_t shared, cudaStream_t stream)
{
  return __cudaLaunchKernel (kernel, grid, block, arguments, shared, stream);
}

cudaError_t
cudaLaunchKernel (const void *host, dim3 grid, dim3 block, void **arguments, size_t shared,
                  cudaStream_t stream)
{
  const cudaLaunchConfig_t config = { grid, block, shared, stream, NULL, 0 };

  return cudaLaunchKernelExC (&config, host, arguments);
}

/* Whether blocks wait for each other is evident from the kernel: then all are resident at once. */
cudaError_t
cudaLaunchCooperativeKernel (const void *host, dim3 grid, dim3 block, void **arguments,
                             size_t shared, cudaStream_t stream)
{
  return cudaLaunchKernel (host, grid, block, arguments, shared, stream);
}

cudaError_t
cudaLaunchKernelExC (const cudaLaunchConfig_t *config, const void *host, void **arguments)
{
  WsRuntime *self = ws_runtime_enter ();

  return ws_runtime_leave (
      self, config == NULL
                ? cudaErrorInvalidConfiguration
                : ws_runtime_launch (self, ws_registry_find_function (&self->registry, host),
                                     config, arguments, NULL));
}
