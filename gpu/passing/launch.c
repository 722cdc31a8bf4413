/* launch.c: launches. */
#include "passing.h"

/* A launch that is asked for, and what is known of it before CUDA answers. */
typedef struct {
  WsFunction *function; /* nullable */
  WsStep step;
  WsFlight flight;
  cudaStream_t stream;
  WsRecord record;
} Launch;

/* A module is told when something of it is used first. */
void
ws_passing_use (WsPassing *self, WsModule *module)
{
  if (!module->is_loaded)
    ws_registry_load (&self->registry, module, self->history);
}

/* Returns: (transfer none) (nullable): the kernel that a call of the host, or a handle, means */
WsFunction *
ws_passing_find_function (WsPassing *self, const void *host)
{
  WsFunction *function = g_hash_table_lookup (self->kernels, host);

  return function != NULL ? function : ws_registry_find_function (&self->registry, host);
}

/**
 * ws_passing_describe_launch:
 * @function: the kernel
 * @grid: blocks
 * @block: threads
 * @shared: bytes
 *
 * Returns: the step
 */
WsStep
ws_passing_describe_launch (WsPassing *self, WsFunction *function, dim3 grid, dim3 block,
                            gsize shared)
{
  ws_passing_use (self, function->module);
  return (WsStep){ .kind = WS_STEP_LAUNCH,
                   .name = function->name,
                   .title = function->title,
                   .module = function->module->history_index,
                   .grid = { grid.x, grid.y, grid.z },
                   .block = { block.x, block.y, block.z },
                   .shared_bytes = (guint32)MIN (shared, G_MAXUINT32) };
}

/* Whether the device has done all there is: only then its memory is what the kernel will find. */
static gboolean
wait_for_capture (void)
{
  WsPassing *self = ws_passing_enter ();
  gboolean is_meant = self->n_launches == self->capture && g_hash_table_size (self->sequences) == 0;

  ws_passing_leave (self);
  return is_meant && WS_REAL (cudaDeviceSynchronize) () == cudaSuccess;
}

/* Its code is sent to the GPU before the clock runs, which else the first launch would wait for. */
static void
prepare (const WsPassing *self, WsFunction *function)
{
  cudaFuncAttributes attributes = { 0 };

  if (function->registers > 0 || g_hash_table_size (self->sequences) > 0
      || WS_REAL (cudaPeekAtLastError) () != cudaSuccess)
    return;
  if (WS_REAL (cudaFuncGetAttributes) (&attributes, function->host) == cudaSuccess)
    function->registers = (guint32)attributes.numRegs;
  else
    WS_REAL (cudaGetLastError) ();
}

static Launch
begin (const void *host, const cudaLaunchConfig_t *config, void **arguments, WsRecord record)
{
  gboolean captures = wait_for_capture ();
  WsPassing *self = ws_passing_enter ();
  Launch launch = { .function = config != NULL ? ws_passing_find_function (self, host) : NULL,
                    .record = record };

  if (launch.function != NULL)
    {
      launch.stream = config->stream;
      launch.step = ws_passing_describe_launch (self, launch.function, config->gridDim,
                                                config->blockDim, config->dynamicSmemBytes);
      prepare (self, launch.function);
      if (captures)
        ws_passing_capture (self, launch.function, arguments);
      ws_flight_begin (self, &launch.flight, record, config->stream);
    }
  ws_passing_leave (self);
  return launch;
}

static cudaError_t
end (Launch *launch, cudaError_t error)
{
  WsPassing *self = ws_passing_enter ();
  guint index = G_MAXUINT;
  GPtrArray *graph;

  ws_flight_end (self, &launch->flight, launch->record, launch->stream, error);
  graph = ws_passing_find_graph (self, launch->stream);
  launch->step.error = error;
  if (launch->function != NULL && graph != NULL && error == cudaSuccess)
    ws_passing_add_to_graph (graph, &launch->step);
  else if (launch->function != NULL && graph == NULL)
    {
      launch->step.words =
          (char *)(error != cudaSuccess ? WS_REAL (cudaGetErrorString) (error) : NULL);
      launch->step.stream = ws_passing_get_stream (self, launch->stream);
      index = ws_passing_tell (self, &launch->step);
      self->n_launches++;
    }
  ws_flight_await (self, &launch->flight, index);
  ws_passing_leave (self);
  return error;
}

/* As a call does it, and its twin. */
#define WATCH_LAUNCH(call, end_of_name, parameters, host, config, values)              \
  cudaError_t call parameters                                                          \
  {                                                                                    \
    Launch launch = begin (host, config, arguments, WS_REAL (cudaEventRecord));        \
                                                                                       \
    return end (&launch, WS_REAL (call) values);                                       \
  }                                                                                    \
  WS_API cudaError_t call##end_of_name parameters;                                     \
  cudaError_t call##end_of_name parameters                                             \
  {                                                                                    \
    Launch launch = begin (host, config, arguments, WS_TWIN (cudaEventRecord, _ptsz)); \
                                                                                       \
    return end (&launch, WS_TWIN (call, end_of_name) values);                          \
  }

#define CONFIG (&(cudaLaunchConfig_t){ grid, block, shared, stream, NULL, 0 })

WATCH_LAUNCH (cudaLaunchKernel, _ptsz,
              (const void *host, dim3 grid, dim3 block, void **arguments, size_t shared,
               cudaStream_t stream),
              host, CONFIG, (host, grid, block, arguments, shared, stream))
WATCH_LAUNCH (cudaLaunchCooperativeKernel, _ptsz,
              (const void *host, dim3 grid, dim3 block, void **arguments, size_t shared,
               cudaStream_t stream),
              host, CONFIG, (host, grid, block, arguments, shared, stream))
WATCH_LAUNCH (cudaLaunchKernelExC, _ptsz,
              (const cudaLaunchConfig_t *config, const void *host, void **arguments), host, config,
              (config, host, arguments))
WATCH_LAUNCH (__cudaLaunchKernel, _ptsz,
              (cudaKernel_t kernel, dim3 grid, dim3 block, void **arguments, size_t shared,
               cudaStream_t stream),
              kernel, CONFIG, (kernel, grid, block, arguments, shared, stream))
