/* compiling.h: a worker that compiles: its compiler, and the time that it is given. */
#pragma once

#include "compile/program.h"

G_BEGIN_DECLS

typedef struct _WsCompiling WsCompiling;

/* @error: (transfer none): what to say of it */
typedef void (*WsCompilingEndless) (const GError *error, gpointer user_data);

/**
 * WsCompilingWhat:
 * @WS_COMPILING_KERNELS: kernels to PTX, and what else is asked about sources
 * @WS_COMPILING_PROGRAMS: whole programs to shared objects, by programs that it starts
 *
 * What a worker compiles.
 */
typedef enum {
  WS_COMPILING_KERNELS,
  WS_COMPILING_PROGRAMS,
} WsCompilingWhat;

WsCompiling *ws_compiling_new (WsCompilingWhat what, WsCompilingEndless endless,
                               gpointer user_data);
void ws_compiling_free (WsCompiling *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsCompiling, ws_compiling_free)
const char *ws_compiling_get_own_folder (const WsCompiling *self);
const char *const *ws_compiling_get_folders (const WsCompiling *self);
GVariant *ws_compiling_describe (const WsCompiling *self, GError **error);
GVariant *ws_compiling_run (WsCompiling *self, GVariant *body, GError **error);
GVariant *ws_compiling_guess (GVariant *body, GError **error);
GVariant *ws_compiling_remark (GVariant *body);
GVariant *ws_compiling_build (WsCompiling *self, GVariant *body, GError **error);
GVariant *ws_compiling_make (GVariant *body, GError **error);
GVariant *ws_compiling_examine (GVariant *body, GError **error);
GVariant *ws_compiling_write (GVariant *body, GError **error);
GVariant *ws_compiling_edit (WsCompiling *self, GVariant *body, GError **error);
GVariant *ws_compiling_capture (GVariant *body, GError **error);

G_END_DECLS
