/* passing.h: what the watched calls share. */
#pragma once

#include "calls.h"
#include "history/step.h"
#include "registry/registry.h"

G_BEGIN_DECLS

#define WS_PASSING_DEVICES 16 /* launches on further GPUs are not timed */

/**
 * WsMemoryOf:
 * @begin: address of the first byte
 * @size: bytes
 * @is_device: whether the host cannot read it by that address
 *
 * Memory that the program has asked for.
 */
typedef struct {
  guint64 begin;
  guint64 size;
  gboolean is_device;
} WsMemoryOf;

/* A CUDA array. */
typedef struct {
  guint64 size;
  guint texel_bytes;
} WsArrayOf;

/**
 * WsPassing:
 * @lock: protects everything below; never held across a call that may block
 * @history: descriptor; -1: none
 * @capture: index of the launch to capture before it runs; %G_MAXUINT32: none
 * @registry: of the program
 * @modules: (element-type WsModule): by CUDA's handle for each
 * @kernels: (element-type WsFunction): likewise
 * @memories: (element-type WsMemoryOf): ascending
 * @arrays: (element-type WsArrayOf): by handle
 * @objects: numbers of textures and surfaces
 * @streams: numbers of streams, by handle
 * @graphs: (element-type GPtrArray): steps of a graph, by handle
 * @execs: likewise, of what can be launched
 * @flights: launches that have not been timed yet: flight.c
 * @sequences: streams in capture: until they end, only the program itself makes calls
 * @n_streams: that have been created
 * @untold: (element-type WsStep): not written to the history yet, so that launches need not wait
 * for it
 * @n_steps: that the history has, or will have
 * @n_launches: likewise
 * @begin_us: of the host's clock, when the first call was made
 *
 * The program.
 */
typedef struct {
  GMutex lock;
  int history;
  guint32 capture;
  WsRegistry registry;
  GHashTable *modules;
  GHashTable *kernels;
  GArray *memories;
  GHashTable *arrays;
  GHashTable *objects;
  GHashTable *streams;
  GHashTable *graphs;
  GHashTable *execs;
  GHashTable *sequences;
  GQueue flights;
  guint n_streams;
  GArray *untold;
  guint n_steps;
  guint n_launches;
  gint64 begin_us;
} WsPassing;

/**
 * WsFlight:
 * @before: (nullable): recorded in the stream before the launch; %NULL if it is not timed
 * @after: (nullable): behind it
 * @device: that it is on
 * @now: host time of the call
 * @step: index in the history
 *
 * A launch, from before its call until the GPU has run it.
 */
typedef struct {
  cudaEvent_t before;
  cudaEvent_t after;
  int device;
  guint64 now;
  guint step;
} WsFlight;

WsPassing *ws_passing_enter (void);
void ws_passing_leave (WsPassing *self);
guint64 ws_passing_now (const WsPassing *self);
guint ws_passing_tell (WsPassing *self, const WsStep *step);
void ws_passing_flush (WsPassing *self);
void ws_passing_tell_in (WsPassing *self, cudaStream_t stream, const WsStep *step);
void ws_passing_refuse (WsPassing *self, const char *name, const char *words);
guint32 ws_passing_get_stream (WsPassing *self, cudaStream_t stream);
const WsMemoryOf *ws_passing_find_memory (const WsPassing *self, guint64 address);
void ws_passing_forget_memories (WsPassing *self);

/* flight.c */
typedef cudaError_t (*WsRecord) (cudaEvent_t event, cudaStream_t stream);
void ws_flight_begin (WsPassing *self, WsFlight *flight, WsRecord record, cudaStream_t stream);
void ws_flight_end (WsPassing *self, WsFlight *flight, WsRecord record, cudaStream_t stream,
                    cudaError_t error);
void ws_flight_await (WsPassing *self, WsFlight *flight, guint step);
void ws_flight_land (WsPassing *self, cudaError_t error);
void ws_flight_land_all (WsPassing *self);

/* graph.c */
GPtrArray *ws_passing_find_graph (WsPassing *self, cudaStream_t stream);
void ws_passing_add_to_graph (GPtrArray *graph, const WsStep *step);

/* launch.c */
void ws_passing_use (WsPassing *self, WsModule *module);
WsFunction *ws_passing_find_function (WsPassing *self, const void *host);
WsStep ws_passing_describe_launch (WsPassing *self, WsFunction *function, dim3 grid, dim3 block,
                                   gsize shared);
/* copy.c */
WsStep ws_passing_describe_copy (WsPassing *self, const char *call, const void *to,
                                 const void *from, gsize size, cudaMemcpyKind kind);
WsStep ws_passing_describe_set (const char *call, const void *to, gsize size);
WsStep ws_passing_describe_box (WsPassing *self, const char *call, const cudaMemcpy3DParms *parms);

/* capture.c */
void ws_passing_capture (WsPassing *self, WsFunction *function, void **arguments);

G_END_DECLS
