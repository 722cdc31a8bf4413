/* program-run.h: runs a program: its output, its use of the device, its end.
 *
 * A program linked by nvcc as a shared object is run by warpstage-host in its sandbox. A user's
 * command that is linked to the shared libcudart runs unchanged, with the user's rights: it loads
 * Warpstage's libcudart instead.
 */
#pragma once

#include "history/history.h"
#include "program/program-files.h"
#include "record/spec.h"

G_BEGIN_DECLS

#define WS_PROGRAM_ERROR (ws_program_error_quark ())
GQuark ws_program_error_quark (void);
typedef enum {
  WS_PROGRAM_ERROR_SANDBOX,   /* no sandbox available: main() is not run */
  WS_PROGRAM_ERROR_START,     /* it could not be started */
  WS_PROGRAM_ERROR_NO_LAUNCH, /* it did not make the requested launch */
} WsProgramError;

/**
 * WsProgramCode:
 * @ptx: its text
 * @cubin: compiled from it for the program's architecture
 *
 * Kernels that replace the program's own.
 */
typedef struct {
  char *ptx;
  GBytes *cubin;
} WsProgramCode;

/**
 * WsProgramOptions:
 * @spec: (transfer none): of the virtual GPU that it runs on
 * @arguments: (nullable) (array zero-terminated=1): of main(), after the program's name; for a
 * command, all of it
 * @folder: (nullable): the source's folder, which the program may read
 * @code: (nullable) (transfer none): replacement of the program's kernels
 * @capture: launch to capture, counted from 0; %G_MAXUINT32 for none
 * @seconds: limit of the processor time of all launches together; 0: none
 * @cudart: (nullable): for a command: CUDA's own libcudart to forward its calls to, so that it runs
 * on a real GPU, regardless of @spec and @seconds
 * @inherits: whether it inherits standard input and output; else input is empty, and output is kept
 */
typedef struct {
  WsSpec *spec;
  const char *const *arguments;
  GFile *folder;
  const WsProgramCode *code;
  guint32 capture;
  double seconds;
  const char *cudart;
  gboolean inherits;
} WsProgramOptions;

#define WS_PROGRAM_MAX_OUTPUT (1u << 20) /* bytes of each output that are kept */

/**
 * WsProgramRun:
 * @history: its use of the device, as far as it got
 * @frames: the same, unparsed
 * @output: its standard output, if kept
 * @errors: its standard error, likewise
 * @status: its exit status, where @signal is 0
 * @signal: that ended it; 0: none
 * @is_stopped: whether it was ended as its launches exceeded their time limit
 * @folder: (nullable): folder of the files that it wrote; removed with this. %NULL for a command
 * @files: (nullable) (element-type WsProgramFile): those, likewise
 * @compiler: (nullable): compiler of the program, as in "clang 14.0.6"
 */
typedef struct {
  WsHistory *history;
  GBytes *frames;
  char *output;
  char *errors;
  int status;
  int signal;
  gboolean is_stopped;
  char *folder;
  GPtrArray *files;
  char *compiler;
} WsProgramRun;

WsProgramCode *ws_program_code_new (const char *ptx, GBytes *cubin);
WsProgramCode *ws_program_code_copy (const WsProgramCode *self);
void ws_program_code_free (WsProgramCode *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsProgramCode, ws_program_code_free)

char *ws_program_find_runtime (void);
void ws_program_run_free (WsProgramRun *self);
const char *ws_program_run_find_limit (const WsProgramRun *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsProgramRun, ws_program_run_free)
void ws_program_run_async (GBytes *object, const WsProgramOptions *options,
                           GCancellable *cancellable, GAsyncReadyCallback callback,
                           gpointer user_data);
WsProgramRun *ws_program_run_finish (GAsyncResult *result, GError **error);

G_END_DECLS
