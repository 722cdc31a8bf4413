/* runtime-private.h: shared by the calls of the runtime and of the driver. */
#pragma once

#include "history/step.h"
#include "registry/registry.h"
#include "runtime/runtime.h"
#include "runtime/types.h"
#include "virtual/inside.h"

G_BEGIN_DECLS

/* A CUDA array: @extent is of texels. */
struct _WsArray {
  guint64 address;
  cudaChannelFormatDesc texel;
  cudaExtent extent;
};

/**
 * WsSequence:
 * @graph: that it becomes
 * @n_before: nodes that the graph had before
 * @is_given: whether the program supplied the graph
 * @origin: stream in which it began
 * @mode: cudaStreamCaptureMode
 * @id: of it
 * @is_broken: whether a call invalidated the capture
 *
 * A stream capture.
 */
typedef struct {
  cudaGraph_t graph;
  guint n_before;
  gboolean is_given;
  cudaStream_t origin;
  int mode;
  guint id;
  gboolean is_broken;
} WsSequence;

#define WS_STREAM_ATTRIBUTES 17

/* Exit status of a program without a device, as a shell reports a command that cannot be run. */
#define WS_STATUS_NO_DEVICE 126

/**
 * WsStream:
 * @id: in order of creation; 0: the default stream
 * @end_ns: when its queued work ends
 * @flags: as it was created with
 * @priority: as it was created with
 * @waits: whether it synchronises with the default stream
 * @sequence: (nullable): what it is captured into
 * @last: (nullable): likewise: the nodes that the next one depends on
 * @attributes: as set, by number
 */
typedef struct _WsStream WsStream;
struct _WsStream {
  guint id;
  guint64 end_ns;
  guint flags;
  int priority;
  gboolean waits;
  WsSequence *sequence;
  GPtrArray *last;
  guint8 attributes[WS_STREAM_ATTRIBUTES][sizeof ((cudaLaunchAttribute *)NULL)->value];
};

/**
 * WsRuntimeEvent:
 * @time_ns: when it happened
 * @is_recorded: whether it was recorded
 * @flags: as it was created with
 * @sequence: (nullable): that it was recorded in last, instead
 * @nodes: (nullable): likewise: its dependencies
 */
typedef struct _WsRuntimeEvent WsRuntimeEvent;
struct _WsRuntimeEvent {
  guint64 time_ns;
  gboolean is_recorded;
  guint flags;
  WsSequence *sequence;
  GPtrArray *nodes;
};

/* A launch that changed nothing: change.c */
typedef struct _WsSettled WsSettled;

typedef struct {
  gint is_open; /* atomic */
  GRecMutex lock;
  WsRuntimeOptions options;
  WsDevice *device;
  WsRegistry registry;
  GHashTable *objects;    /* of textures and surfaces, by their numbers: texture.c */
  GPtrArray *sequences;   /* WsSequence: that are being captured */
  GHashTable *kept;       /* memory that graphs have allocated, by its address */
  guint n_sequences;      /* that have been begun */
  GPtrArray *streams;     /* WsStream: those that are there, the default one first */
  guint n_streams;        /* that have been created */
  guint n_allocations;    /* likewise */
  guint n_launches;       /* that have been asked for */
  guint64 host_ns;        /* until when the host has waited for the device */
  double seconds;         /* processor time that launches have taken */
  cudaError_t last_error; /* cudaGetLastError() returns and resets it */
  cudaError_t left_error; /* of a kernel: returned by all synchronising calls from now on */
  gboolean is_broken;     /* that call was */
  gboolean is_linked;     /* whether the program has code of nvcc's, which calls the runtime */
  guint64 digested_bytes; /* of memory compared to find changes */
  WsSettled *settled;     /* nullable: the last one */
} WsRuntime;

void ws_runtime_begin_from_environment (void);
/* Every call begins with the one and returns through the other. */
WsRuntime *ws_runtime_enter (void);
cudaError_t ws_runtime_leave (WsRuntime *self, cudaError_t error);
cudaError_t ws_runtime_end (WsRuntime *self, cudaError_t error);

/* A synchronising call: it reports faults of kernels. */
cudaError_t ws_runtime_wait (WsRuntime *self, WsStream *stream);
WsStream *ws_runtime_get_stream (WsRuntime *self, cudaStream_t stream);
guint64 ws_runtime_queue (WsRuntime *self, WsStream *stream, guint64 duration_ns);

void ws_runtime_tell (WsRuntime *self, const WsStep *step);

WsModule *ws_module_new (WsRuntime *self, gconstpointer image);
void ws_module_add_variables (WsRuntime *self, WsModule *module);
WsFunction *ws_module_find_function (WsRuntime *self, WsModule *module, const char *name);
GPtrArray *ws_module_list_functions (WsRuntime *self, WsModule *module);
cudaError_t ws_module_find_symbol (WsRuntime *self, WsModule *module, const char *name,
                                   WsDeviceSymbol *found);
cudaError_t ws_runtime_load_module (WsRuntime *self, WsModule *module, GError **error);
cudaError_t ws_runtime_load (WsRuntime *self, WsModule *module);
cudaError_t ws_runtime_find_entry (WsRuntime *self, WsFunction *function);
guint ws_runtime_get_max_threads (const WsRuntime *self, const WsFunction *function);
cudaError_t ws_runtime_find_symbol (WsRuntime *self, const void *symbol, WsDeviceSymbol *found);
guint8 *ws_runtime_reach (WsRuntime *self, const void *pointer, gsize size,
                          WsAllocation **allocation);
cudaError_t ws_runtime_launch (WsRuntime *self, WsFunction *function,
                               const cudaLaunchConfig_t *config, void **arguments, void **extra);
cudaError_t ws_runtime_refuse (WsRuntime *self, const char *call, const char *words);
guint ws_channel_count (const cudaChannelFormatDesc *texel);
cudaError_t ws_runtime_take (WsRuntime *self, const char *call, void **pointer, gsize size);
cudaError_t ws_runtime_free (WsRuntime *self, const char *call, void *pointer);
cudaError_t ws_runtime_allocate (WsRuntime *self, const char *call, void **pointer, gsize size);

G_END_DECLS
