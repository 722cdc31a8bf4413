/* program-run.h: a program that runs: what it printed, what it did with its device, how it ended.
 *
 * One that nvcc linked as a shared object is run by warpstage-host, in its sandbox. A command of
 * the user's, which was linked with the shared libcudart, is run as it is, with the user's rights:
 * it finds Warpstage's libcudart in that one's place.
 */
#pragma once

#include "history/history.h"
#include "program/program-files.h"
#include "record/spec.h"

G_BEGIN_DECLS

#define WS_PROGRAM_ERROR (ws_program_error_quark ())
GQuark ws_program_error_quark (void);
typedef enum {
  WS_PROGRAM_ERROR_SANDBOX,   /* this computer has no sandbox for it: main() is not run */
  WS_PROGRAM_ERROR_START,     /* it could not be started */
  WS_PROGRAM_ERROR_NO_LAUNCH, /* it has not launched what is looked at */
} WsProgramError;

/**
 * WsProgramCode:
 * @ptx: its text
 * @cubin: what was made of it for the architecture that the program was compiled for
 *
 * Kernels that run in place of those that the program brings.
 */
typedef struct {
  char *ptx;
  GBytes *cubin;
} WsProgramCode;

/**
 * WsProgramOptions:
 * @spec: (transfer none): of the virtual GPU that it runs on
 * @arguments: (nullable) (array zero-terminated=1): of main(), behind the program's name; of a
 * command, all of it
 * @folder: (nullable): the source's: what the program may read
 * @code: (nullable) (transfer none): what runs in place of the program's kernels
 * @capture: launch to capture, counted from 0; %G_MAXUINT32 for none
 * @seconds: of this computer's time that its launches may take together; 0 for no limit
 * @cudart: (nullable): of a command: CUDA's own libcudart, which its calls are handed on to, so
 * that it runs on a real GPU, whatever @spec and @seconds say
 * @inherits: whether standard input and output are this process's own; else nothing comes in, and
 * what comes out is kept
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
 * @history: what it did with its device, as far as it got
 * @frames: the same, as it came
 * @output: what it wrote to its standard output, where that was kept
 * @errors: likewise of its standard error
 * @status: its exit status, where @signal is 0
 * @signal: what ended it; 0 where nothing did
 * @is_stopped: whether it was ended since its launches had taken the time that they may
 * @folder: (nullable): where the files are that it has written; removed with this. Of a command:
 * %NULL
 * @files: (nullable) (element-type WsProgramFile): those, likewise
 * @compiler: (nullable): what has made the program, as in "clang 14.0.6"
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
