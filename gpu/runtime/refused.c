/* refused.c: missing calls: each is reported by name. */
#include "runtime/api.h"
#include "runtime/refused.h"

#include <glib/gi18n.h>

static const char *const reasons[] = {
  [WS_LACK_GRAPHICS] = N_ ("%s: the virtual GPU draws nothing; OpenGL and Vulkan are not there."),
  [WS_LACK_EXTERNAL] =
      N_ ("%s: the virtual GPU shares no memory or semaphore with other programs."),
  [WS_LACK_IPC] = N_ ("%s: the virtual GPU is of this process alone."),
  [WS_LACK_PEER] = N_ ("%s: there is one virtual GPU, and no second one."),
  [WS_LACK_CLUSTER] = N_ ("%s: the virtual GPU has no thread block clusters yet."),
  [WS_LACK_LIBRARY] =
      N_ ("%s: kernels that a program loads itself are not supported; those that it was "
          "compiled with are."),
  [WS_LACK_DRIVER] = N_ ("%s: this call of the driver is not supported yet."),
  [WS_LACK_GRAPH] = N_ ("%s: CUDA graphs are not supported yet."),
  [WS_LACK_TEXTURE] =
      N_ ("%s: textures and surfaces are not supported in a program's own main() yet."),
  [WS_LACK_ARRAY] = N_ ("%s: CUDA arrays are not supported in a program's own main() yet."),
  [WS_LACK_POOL] = N_ ("%s: memory pools are not supported; cudaMallocAsync() is."),
  [WS_LACK_COPY] = N_ ("%s: this kind of copy is not supported yet."),
  [WS_LACK_HINT] = N_ ("%s is not supported."),
  [WS_LACK_MAP] = N_ ("%s: addresses that a program maps itself are not supported; memory that is "
                      "allocated is."),
  [WS_LACK_OLD] = N_ ("%s is deprecated, and not supported."),
  [WS_LACK_TENSOR] = N_ ("%s: the virtual GPU has no tensor maps yet."),
  [WS_LACK_TABLE] = N_ ("%s: NVIDIA's own libraries ask for tables of its driver, which are not "
                        "documented. A program that was linked with the static CUDA runtime does "
                        "so; link it with “nvcc -cudart shared”."),
  [WS_LACK_ORDER] = N_ ("%s: streams do not wait for values in memory yet."),
};

/**
 * ws_runtime_refuse:
 * @call: as in "cudaMalloc3DArray"
 * @words: why it is missing, as a sentence with %s for the call
 */
cudaError_t
ws_runtime_refuse (WsRuntime *self, const char *call, const char *words)
{
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  g_autofree char *sentence = g_strdup_printf (words, call);
#pragma GCC diagnostic pop

  ws_runtime_tell (self, &(WsStep){ .kind = WS_STEP_REFUSED,
                                    .name = (char *)call,
                                    .words = sentence,
                                    .begin_ns = self->host_ns,
                                    .error = cudaErrorNotSupported });
  return cudaErrorNotSupported;
}

/**
 * ws_runtime_lack:
 * @call: the missing call
 * @lack: why
 */
cudaError_t
ws_runtime_lack (WsRuntime *self, const char *call, WsLack lack)
{
  return ws_runtime_refuse (self, call, _ (reasons[lack]));
}

static cudaError_t
refuse (const char *call, WsLack lack)
{
  WsRuntime *self = ws_runtime_enter ();

  return ws_runtime_leave (self, ws_runtime_lack (self, call, lack));
}

/* Their arguments are ignored. */
#define WS_LACKS(call, group)               \
  WS_API cudaError_t call (void);           \
  cudaError_t call (void)                   \
  {                                         \
    return refuse (#call, WS_LACK_##group); \
  }
#include "runtime/lacks.def"
#undef WS_LACKS
