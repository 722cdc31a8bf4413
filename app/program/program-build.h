/* program-build.h: the result of compiling a program's source: a shared object and, if only kernels
 * were edited since, their new code.
 *
 * nvcc compiles the whole program in a second or more, unless program-cache.h has it. NVRTC
 * compiles only the kernels in some 30 ms: they run in the existing object. Their code may differ
 * from nvcc's in details.
 */
#pragma once

#include "client/client.h"
#include "program/program-run.h"

G_BEGIN_DECLS

#define WS_TYPE_PROGRAM_BUILD (ws_program_build_get_type ())
G_DECLARE_FINAL_TYPE (WsProgramBuild, ws_program_build, WS, PROGRAM_BUILD, GObject)

/**
 * WsProgramSource:
 * @text: of the source
 * @spec: of the virtual GPU that it will run on
 * @ptx: (nullable): PTX of the object's kernels, once they have run: required for compiling kernels
 * alone
 * @reader: of a compiler's worker, which compiles them
 */
typedef struct {
  const char *text;
  const WsSpec *spec;
  const char *ptx;
  WsClient *reader;
} WsProgramSource;

WsProgramBuild *ws_program_build_new (GFile *file);
gboolean ws_program_build_is_of (WsProgramBuild *self, const char *text, const WsSpec *spec);
GBytes *ws_program_build_get_object (WsProgramBuild *self);
const char *ws_program_build_get_compiler (WsProgramBuild *self);
const WsProgramCode *ws_program_build_get_code (WsProgramBuild *self);
GPtrArray *ws_program_build_get_diagnostics (WsProgramBuild *self);
void ws_program_build_forget (WsProgramBuild *self);
void ws_program_build_make_async (WsProgramBuild *self, const WsProgramSource *source,
                                  GCancellable *cancellable, GAsyncReadyCallback callback,
                                  gpointer user_data);
gboolean ws_program_build_make_finish (WsProgramBuild *self, GAsyncResult *result, GError **error);

G_END_DECLS
