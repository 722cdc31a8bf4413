/* program-private.h: shared by the ways to compile a whole program. */
#pragma once

#include "compile/folder.h"
#include "compile/program.h"

G_BEGIN_DECLS

/* The source is placed eight folders deep, so that headers named with "../.." stay inside the
 * folder. */
#define WS_PROGRAM_SOURCES "1/2/3/4/5/6/7/8"
#define WS_PROGRAM_OWN     "own" /* headers of Warpstage's */
#define WS_PROGRAM_OUTPUT  "out.so"

typedef struct _WsProgramWay WsProgramWay;

/**
 * WsProgramCompiler:
 * @way: how it compiles
 * @device: path of the compiler of device code
 * @host: (nullable): path of the compiler of host code, if it is a different one
 * @name: of both
 * @folder: where they work
 * @reads: folders
 * @includes: (nullable): of clang: folders of the system's headers
 */
struct _WsProgramCompiler {
  const WsProgramWay *way;
  WsCompiler *device;
  char *host;
  char *name;
  WsCompileFolder *folder;
  char **reads;
  char **includes;
};

/**
 * WsProgramWork:
 * @compiler: what compiles
 * @request: what
 * @separate: for nvcc: whether kernels launch kernels, so that device code is linked separately
 * @lambdas: of nvcc: whether a macro makes lambdas for kernels
 * @result: receives the result
 * @status: of the program that ran last, as from waitpid()
 *
 * One compilation.
 */
typedef struct {
  const WsProgramCompiler *compiler;
  const WsCompileRequest *request;
  gboolean separate;
  gboolean lambdas;
  WsCompileResult *result;
  int status;
} WsProgramWork;

/**
 * WsProgramWay:
 * @find: as ws_compiler_find_nvcc()
 * @open: given what @find found and its output for --version, sets name and host
 * @write: (nullable): writes files that only this way has
 * @build: compiles once
 * @change: (nullable): whether a different attempt may succeed
 * @finish: (nullable): called after a successful attempt
 * @explain: (nullable): adds to the messages of a failed one
 * @most_architecture: highest architecture that it compiles for; 0: any
 *
 * A way to compile whole programs.
 */
struct _WsProgramWay {
  WsCompiler *(*find) (GError **error);
  gboolean (*open) (WsProgramCompiler *self, const char *said, GError **error);
  gboolean (*write) (const WsProgramWork *work, GError **error);
  gboolean (*build) (WsProgramWork *work, GError **error);
  gboolean (*change) (WsProgramWork *work);
  gboolean (*finish) (WsProgramWork *work, GError **error);
  void (*explain) (WsProgramWork *work);
  guint most_architecture;
};

extern const WsProgramWay ws_program_nvcc;
extern const WsProgramWay ws_program_clang;

guint ws_program_work_get_architecture (const WsProgramWork *work);
void ws_program_work_add_arguments (const WsProgramWork *work, GPtrArray *argv,
                                    const char *const *list, guint n);
void ws_program_work_add_source (const WsProgramWork *work, GPtrArray *argv);
gboolean ws_program_work_run (WsProgramWork *work, GPtrArray *argv, GError **error);
char *ws_program_name_files (const char *text, const char *before);
gboolean ws_program_work_has_failed (const WsProgramWork *work);
gboolean ws_program_write_own (const WsProgramCompiler *self, const char *below, const char *name,
                               const char *resource, GError **error);

G_END_DECLS
