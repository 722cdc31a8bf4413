/* program.h: a whole program, with its main(), as a shared object: by nvcc and the system's C++
 * compiler, or by clang.
 *
 * Its calls of the CUDA runtime stay undefined: the process that loads it resolves them. main() is
 * a symbol of it; its kernels are PTX for one compute capability, not compressed, with lines.
 */
#pragma once

#include "compile/compiler.h"

G_BEGIN_DECLS

typedef struct _WsProgramCompiler WsProgramCompiler;

WsProgramCompiler *ws_program_compiler_new (GError **error);
void ws_program_compiler_free (WsProgramCompiler *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsProgramCompiler, ws_program_compiler_free)
const WsCompiler *ws_program_compiler_get_device (const WsProgramCompiler *self);
const char *ws_program_compiler_get_host (const WsProgramCompiler *self);
const char *ws_program_compiler_get_name (const WsProgramCompiler *self);
const char *ws_program_compiler_get_folder (const WsProgramCompiler *self);
const char *const *ws_program_compiler_get_read_folders (const WsProgramCompiler *self);
WsCompileResult *ws_program_compiler_compile (WsProgramCompiler *self,
                                              const WsCompileRequest *request, GError **error);

G_END_DECLS
