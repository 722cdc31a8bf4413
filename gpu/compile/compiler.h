/* compiler.h: which compiler this computer has, and what compiling with it takes. */
#pragma once

#include "compile/compile.h"

G_BEGIN_DECLS

/**
 * WsCompilerPlace:
 * @WS_COMPILER_NAMED: in the folder that WARPSTAGE_COMPILER, CUDA_HOME or CUDA_PATH names
 * @WS_COMPILER_TOOLKIT: in a CUDA Toolkit
 * @WS_COMPILER_FETCHED: in the user's data folder, where Warpstage put it
 * @WS_COMPILER_SYSTEM: among the system's libraries
 *
 * Where a compiler was found.
 */
typedef enum {
  WS_COMPILER_NAMED,
  WS_COMPILER_TOOLKIT,
  WS_COMPILER_FETCHED,
  WS_COMPILER_SYSTEM,
} WsCompilerPlace;

/**
 * WsCompiler:
 * @place: where it was found
 * @library: NVRTC's file
 * @include: (nullable): the folder with CUDA's headers; %NULL where there is none
 */
typedef struct {
  WsCompilerPlace place;
  char *library;
  char *include;
} WsCompiler;

WsCompiler *ws_compiler_find (GError **error);
void ws_compiler_free (WsCompiler *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsCompiler, ws_compiler_free)
char *ws_compiler_get_fetched_folder (void);

/* A compiler that is open: nvrtc.c */
typedef struct _WsNvrtc WsNvrtc;

WsNvrtc *ws_nvrtc_open (const WsCompiler *compiler, GError **error);
void ws_nvrtc_close (WsNvrtc *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsNvrtc, ws_nvrtc_close)
const char *ws_nvrtc_get_name (const WsNvrtc *self);
WsCompileResult *ws_nvrtc_compile (WsNvrtc *self, const WsCompileRequest *request, GError **error);

G_END_DECLS
