/* step.h: one thing that a program did with its device. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define WS_HISTORY_ERROR (ws_history_error_quark ())
GQuark ws_history_error_quark (void);
typedef enum {
  WS_HISTORY_ERROR_NONSENSE, /* not a history, or an inconsistent one */
  WS_HISTORY_ERROR_LONG,     /* longer than the limit */
} WsHistoryError;

#define WS_HISTORY_MAX_NAME \
  65536 /* bytes of a kernel's name: a library's templates make long ones */
#define WS_HISTORY_MAX_WORDS   4096 /* bytes of a sentence */
#define WS_HISTORY_MAX_CHANGED 4096 /* allocations: beyond this, changes are unknown */

typedef enum {
  WS_STEP_ALLOC,
  WS_STEP_FREE,
  WS_STEP_COPY,
  WS_STEP_SET, /* cudaMemset() */
  WS_STEP_LAUNCH,
  WS_STEP_EVENT,
  WS_STEP_WAIT,    /* the host waits for the device */
  WS_STEP_REFUSED, /* a call that the runtime lacks */
  WS_STEP_LIBRARY, /* a call of cuBLAS or cuRAND: done by the host, no kernel */
  WS_STEP_LAST = WS_STEP_LIBRARY
} WsStepKind;

typedef enum {
  WS_COPY_ON_HOST,
  WS_COPY_TO_DEVICE,
  WS_COPY_FROM_DEVICE,
  WS_COPY_ON_DEVICE,
  WS_COPY_LAST = WS_COPY_ON_DEVICE
} WsCopyKind;

/**
 * WsStep:
 * @kind: what it is
 * @name: of a launch, the kernel's in the PTX; of others, the call, as in "cudaMalloc"
 * @title: of a launch, as the source has it: "add(float const*, float*, int)"; else empty
 * @words: what went wrong, as a sentence; empty where nothing did
 * @stream: in which it is: 0 of the default one, others by their creation
 * @copy: of a copy, from where to where
 * @module: of a launch, index of the module that has the kernel
 * @grid: of a launch: blocks
 * @block: of a launch: threads
 * @shared_bytes: of a launch: dynamic shared memory
 * @address: where memory is allocated, freed, set or written
 * @from: of a copy
 * @size: bytes
 * @begin_ns: on the device's clock, from the program's first call on
 * @duration_ns: modelled; of a real GPU, measured
 * @changed: (nullable) (element-type guint64): addresses of the memory whose contents a launch
 * changed, or that a library call wrote; %NULL if unknown
 * @is_repeated: whether a launch was skipped: an identical one with the same arguments and memory
 * had changed nothing
 * @error: CUDA's error code of the call, or of the kernel's fault; 0: none
 */
typedef struct {
  WsStepKind kind;
  char *name;
  char *title;
  char *words;
  guint32 stream;
  WsCopyKind copy;
  guint32 module;
  guint32 grid[3];
  guint32 block[3];
  guint32 shared_bytes;
  guint64 address;
  guint64 from;
  guint64 size;
  guint64 begin_ns;
  guint64 duration_ns;
  guint32 error;
  GArray *changed;
  gboolean is_repeated;
} WsStep;

GVariant *ws_step_to_variant (const WsStep *self);
WsStep *ws_step_from_variant (GVariant *variant, GError **error);
void ws_step_free (WsStep *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsStep, ws_step_free)
gboolean ws_step_is_like (const WsStep *self, const WsStep *other);

G_END_DECLS
