/* compiler.h: the compiler of this computer, and how to compile with it. */
#pragma once

#include "compile/compile.h"

G_BEGIN_DECLS

/**
 * WsCompilerKind:
 * @WS_COMPILER_NVRTC: NVIDIA's library
 * @WS_COMPILER_NVCC: NVIDIA's program, of a CUDA Toolkit without that library
 * @WS_COMPILER_CLANG: the distribution's, with a header of Warpstage's own
 *
 * The kinds of compiler, in order of preference.
 */
typedef enum {
  WS_COMPILER_NVRTC,
  WS_COMPILER_NVCC,
  WS_COMPILER_CLANG,
  WS_COMPILER_LAST = WS_COMPILER_CLANG
} WsCompilerKind;

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
 * @kind: what it is
 * @place: where it was found
 * @library: its file: NVRTC's library, or a program
 * @include: (nullable): the folder with CUDA's headers; %NULL if there is none
 */
typedef struct {
  WsCompilerKind kind;
  WsCompilerPlace place;
  char *library;
  char *include;
} WsCompiler;

WsCompiler *ws_compiler_find (GError **error);
WsCompiler *ws_compiler_find_nvcc (GError **error);
WsCompiler *ws_compiler_find_clang (GError **error);
void ws_compiler_free (WsCompiler *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsCompiler, ws_compiler_free)
char *ws_compiler_get_fetched_folder (void);
const char *ws_compiler_explain (WsCompilerKind kind);
const char *ws_compiler_explain_name (const char *name);

/* A compiler that is open: nvrtc.c */
typedef struct _WsNvrtc WsNvrtc;

WsNvrtc *ws_nvrtc_open (const WsCompiler *compiler, GError **error);
void ws_nvrtc_close (WsNvrtc *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsNvrtc, ws_nvrtc_close)
const char *ws_nvrtc_get_name (const WsNvrtc *self);
WsCompileResult *ws_nvrtc_compile (WsNvrtc *self, const WsCompileRequest *request, GError **error);

/* A compiler that is a program: command.c */
typedef struct _WsCommand WsCommand;

WsCommand *ws_command_new (const WsCompiler *compiler, GError **error);
void ws_command_free (WsCommand *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsCommand, ws_command_free)
const char *ws_command_get_name (const WsCommand *self);
const char *ws_command_get_folder (const WsCommand *self);
WsCompileResult *ws_command_compile (WsCommand *self, const WsCompileRequest *request,
                                     GError **error);

G_END_DECLS
