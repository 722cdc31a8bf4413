/* client.h: starts warpstage-worker and talks to it, for the window and the command line.
 *
 * A worker is a command that exchanges frames on stdin and stdout (wire/protocol.h). The client
 * starts it on first use, reads from it in a thread, and starts another if it dies: finished
 * results are kept, and the running call fails with a sentence. It never blocks the main loop,
 * never runs a kernel and knows nothing of CUDA.
 */
#pragma once

#include "client/error.h"
#include "compile/compiler.h"
#include "job/source.h"
#include "job/timing.h"
#include "remote/remote.h"

#include <gio/gio.h>

G_BEGIN_DECLS

typedef enum {
  WS_CLIENT_STOPPED, /* no worker: not needed yet, or ended */
  WS_CLIENT_READY,   /* the worker is idle */
  WS_CLIENT_BUSY,    /* the worker is busy */
} WsClientState;

/**
 * WsClientStall:
 * @WS_CLIENT_STALL_NONE: it has responded, or the call has ended
 * @WS_CLIENT_STALL_SILENT: it has sent nothing at all: it hangs or is stopped, or its computer is
 * @WS_CLIENT_STALL_STILL: it responds, but makes no progress: it waits for something, such as a
 * compiler, possibly in vain
 *
 * Why a worker may have stalled.
 */
typedef enum {
  WS_CLIENT_STALL_NONE,
  WS_CLIENT_STALL_SILENT,
  WS_CLIENT_STALL_STILL,
} WsClientStall;

/**
 * WsClientLimits:
 * @hello_ms: from a worker's start to its hello; then it is ended
 * @devices_ms: of silence while it lists devices; then it is ended
 * @silence_ms: without messages or progress in any other call; then the signal "stalled" asks what
 * to do
 * @let_go_ms: to cancel a job; then the worker is ended
 *
 * Timeouts of a worker.
 */
typedef struct {
  guint hello_ms;
  guint devices_ms;
  guint silence_ms;
  guint let_go_ms;
} WsClientLimits;

void ws_client_limits_init (WsClientLimits *self);
void ws_client_limits_init_far (WsClientLimits *self);

/**
 * WsClientDevice:
 * @id: as in "vm:h200"
 * @name: as in "Virtual NVIDIA H200"
 * @spec_id: as in "h200"
 * @state: one sentence: that it is ready, or what it lacks and how to fix it
 * @uuid: of a real GPU, as nvidia-smi writes it; empty otherwise
 * @usable: whether it can be used now
 * @origin: whether its times are measured or modelled
 * @driver: (nullable): version of a real GPU's driver, as in "580.159"
 * @spec: (nullable): its limits; %NULL only where it is not usable
 */
typedef struct {
  char *id;
  char *name;
  char *spec_id;
  char *state;
  char *uuid;
  gboolean usable;
  WsOrigin origin;
  char *driver;
  WsSpec *spec;
} WsClientDevice;

#define WS_TYPE_CLIENT_DEVICE (ws_client_device_get_type ())
GType ws_client_device_get_type (void);
WsClientDevice *ws_client_device_copy (const WsClientDevice *self);
void ws_client_device_free (WsClientDevice *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsClientDevice, ws_client_device_free)
const WsClientDevice *ws_client_device_find_virtual (GPtrArray *devices,
                                                     const WsClientDevice *like);

/* @fraction: of the whole, 0 to 1; @sentence: what is being done */
typedef void (*WsClientProgress) (double fraction, const char *sentence, gpointer user_data);
#define WS_TYPE_CLIENT (ws_client_get_type ())
G_DECLARE_FINAL_TYPE (WsClient, ws_client, WS, CLIENT, GObject)

WsClient *ws_client_new (const char *const *argv);
WsClient *ws_client_new_for_compiler (const char *const *argv);
WsClient *ws_client_new_for_programs (const char *const *argv);
WsClient *ws_client_new_for_remote (WsRemote *remote);
WsClient *ws_client_new_absent (const GError *error);
void ws_client_add_spec_file (const char *path);
void ws_client_set_limits (WsClient *self, const WsClientLimits *limits);
void ws_client_end_worker (WsClient *self);
void ws_client_stop_waiting (WsClient *self);
WsClientState ws_client_get_state (WsClient *self);
guint ws_client_get_worker_pid (WsClient *self);
WsRemote *ws_client_get_remote (WsClient *self);
gboolean ws_client_is_connected (WsClient *self);
const GError *ws_client_get_loss (WsClient *self);
char *ws_client_dup_waiting (WsClient *self);
const char *ws_client_get_version (WsClient *self);
gint64 ws_client_get_latency_us (WsClient *self);

/* A client belongs to the thread that created it: callbacks and signals run in the main context
 * that was the thread's default then. A cancelled call fails at once with G_IO_ERROR_CANCELLED; a
 * worker that does not abandon the job soon is killed. */
void ws_client_devices_async (WsClient *self, GCancellable *cancellable,
                              GAsyncReadyCallback callback, gpointer user_data);
GPtrArray *ws_client_devices_finish (WsClient *self, GAsyncResult *result, GError **error);

/**
 * WsClientJob:
 * @device: as in "vm:h200"
 * @source: of the job, which is made and serialised in a thread when it is the call's turn
 *
 * The job to run, and its device.
 */
typedef struct {
  const char *device;
  WsJobSource *source;
} WsClientJob;

/* Called with the progress; never after the call has ended. */
typedef struct {
  WsClientProgress progress;
  gpointer user_data;
} WsClientWatch;

void ws_client_record_async (WsClient *self, const WsClientJob *job, const WsClientWatch *watch,
                             GCancellable *cancellable, GAsyncReadyCallback callback,
                             gpointer user_data);
WsRun *ws_client_record_finish (WsClient *self, GAsyncResult *result, GError **error);
WsRun *ws_client_record_dup_partial (WsClient *self, GAsyncResult *result);

/* @timing: their context; @durations_ns: (array length=n): timings of the whole job, the oldest
 * first. Both are borrowed */
typedef void (*WsClientSamples) (const WsTiming *timing, const guint64 *durations_ns, guint n,
                                 gpointer user_data);

/**
 * WsTimeRequest:
 * @repeats: samples; 0: until it is cancelled
 * @warmup: runs before the first of them
 * @rotate: whether each run reads another copy of the input, to defeat the L2 cache
 * @copy: whether to measure the bandwidth of a copy on the device, too; a worker does it once
 * @samples: (nullable): called with timings as they arrive, in batches if they are fast
 * @samples_data: for @samples
 *
 * How to time a job.
 */
typedef struct {
  guint repeats;
  guint warmup;
  gboolean rotate;
  gboolean copy;
  WsClientSamples samples;
  gpointer samples_data;
} WsTimeRequest;

void ws_time_request_init (WsTimeRequest *self);

void ws_client_time_async (WsClient *self, const WsClientJob *job, const WsTimeRequest *request,
                           GCancellable *cancellable, GAsyncReadyCallback callback,
                           gpointer user_data);
GArray *ws_client_time_finish (WsClient *self, GAsyncResult *result, WsTiming *timing,
                               GError **error);

void ws_client_calibrate_async (WsClient *self, const char *device, const WsClientWatch *watch,
                                GCancellable *cancellable, GAsyncReadyCallback callback,
                                gpointer user_data);
char *ws_client_calibrate_finish (WsClient *self, GAsyncResult *result, GError **error);

void ws_client_read_counters_async (WsClient *self, const WsClientJob *job, guint launch,
                                    GCancellable *cancellable, GAsyncReadyCallback callback,
                                    gpointer user_data);
void ws_client_compute_async (WsClient *self, const WsClientJob *job, GCancellable *cancellable,
                              GAsyncReadyCallback callback, gpointer user_data);
GPtrArray *ws_client_compute_finish (WsClient *self, GAsyncResult *result, GError **error);
GPtrArray *ws_client_read_counters_finish (WsClient *self, GAsyncResult *result, GError **error);

/**
 * WsClientCompiler:
 * @name: as in "NVRTC 13.0"
 * @kind: what it is
 * @library: its file
 * @host: (nullable): for whole programs, the compiler of host code, if different
 * @include: (nullable): the folder with CUDA's headers
 * @is_fetched: whether it is the one that Warpstage fetched for this user
 *
 * The compiler that the worker found.
 */
typedef struct {
  char *name;
  WsCompilerKind kind;
  char *library;
  char *host;
  char *include;
  gboolean is_fetched;
} WsClientCompiler;

void ws_client_compiler_free (WsClientCompiler *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsClientCompiler, ws_client_compiler_free)

void ws_client_find_compiler_async (WsClient *self, GCancellable *cancellable,
                                    GAsyncReadyCallback callback, gpointer user_data);
WsClientCompiler *ws_client_find_compiler_finish (WsClient *self, GAsyncResult *result,
                                                  GError **error);
void ws_client_compile_async (WsClient *self, const WsCompileRequest *request,
                              GCancellable *cancellable, GAsyncReadyCallback callback,
                              gpointer user_data);
WsCompileResult *ws_client_compile_finish (WsClient *self, GAsyncResult *result, GError **error);
void ws_client_ask_async (WsClient *self, const char *request, GVariant *body,
                          GCancellable *cancellable, GAsyncReadyCallback callback,
                          gpointer user_data);
GVariant *ws_client_ask_finish (WsClient *self, GAsyncResult *result, GError **error);
GVariant *ws_client_ask_dup_remark (WsClient *self, GAsyncResult *result);

G_END_DECLS
