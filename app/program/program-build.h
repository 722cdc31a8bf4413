/* program-build.h: what a program's source was compiled to: a shared object, and, where kernels
 * alone have been edited since, what they have become.
 *
 * nvcc compiles all of it, which takes a second or more, where program-cache.h does not have it.
 * Kernels alone take NVRTC some 30 ms: they run in the object that is there. Their code may differ
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
 * @spec: of the virtual GPU that it is to run on
 * @ptx: (nullable): what the object's kernels are, once they have run: without it kernels alone
 * cannot be compiled
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
