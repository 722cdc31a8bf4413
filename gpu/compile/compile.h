/* compile.h: requests to compile a source, and their results: PTX, or errors with their
 * places.
 *
 * A whole program is compiled to a shared object: see program.h.
 *
 * Requests and results are sent as GVariants between the program and its worker, which compiles. No
 * file is read for a source: the request contains it and the headers beside it.
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define WS_COMPILE_MAX_SOURCE      (1u << 20) /* bytes of a source or a header */
#define WS_COMPILE_MAX_HEADERS     256
#define WS_COMPILE_MAX_EXPRESSIONS 256
#define WS_COMPILE_MAX_DIAGNOSTICS 200
#define WS_COMPILE_SECONDS         10   /* of the processor that a compiler may take */
#define WS_COMPILE_COMMAND_SECONDS 30   /* that a compiler may take that is a program */
#define WS_COMPILE_PROGRAM_SECONDS 300  /* that all may take for a program; Thrust takes 60 */
#define WS_COMPILE_MOST_SECONDS    3600 /* that WARPSTAGE_COMPILE_SECONDS may say instead */

/**
 * WS_COMPILE_LEAST_ARCHITECTURE:
 *
 * The least compute capability, times ten, that CUDA 13 compiles for.
 */
#define WS_COMPILE_LEAST_ARCHITECTURE 75

/**
 * WS_COMPILE_CLANG_ARCHITECTURE:
 *
 * The highest one that every clang from 14 on compiles for.
 */
#define WS_COMPILE_CLANG_ARCHITECTURE 80

#define WS_COMPILE_ERROR (ws_compile_error_quark ())
GQuark ws_compile_error_quark (void);

/**
 * WsCompileError:
 * @WS_COMPILE_ERROR_NO_COMPILER: there is none, or it cannot be opened
 * @WS_COMPILE_ERROR_NONSENSE: bytes that are no request, or no answer
 * @WS_COMPILE_ERROR_TOO_LARGE: the source is too large
 * @WS_COMPILE_ERROR_ENDLESS: the compiler took longer than it may
 * @WS_COMPILE_ERROR_SOURCE: there are errors in the source
 */
typedef enum {
  WS_COMPILE_ERROR_NO_COMPILER,
  WS_COMPILE_ERROR_NONSENSE,
  WS_COMPILE_ERROR_TOO_LARGE,
  WS_COMPILE_ERROR_ENDLESS,
  WS_COMPILE_ERROR_SOURCE,
} WsCompileError;

typedef enum {
  WS_SEVERITY_ERROR,
  WS_SEVERITY_WARNING,
  WS_SEVERITY_NOTE,
  WS_SEVERITY_LAST = WS_SEVERITY_NOTE
} WsSeverity;

/**
 * WsDiagnostic:
 * @file: as the compiler calls it: "sum.cu"
 * @line: from 1; 0 if it has none
 * @column: from 1; 0 if unknown
 * @severity: how bad it is
 * @text: one sentence
 *
 * What a compiler says about a place of a source.
 */
typedef struct {
  char *file;
  guint line;
  guint column;
  WsSeverity severity;
  char *text;
} WsDiagnostic;

/**
 * WsCompileRequest:
 * @file: name of the source: "sum.cu"
 * @source: its text
 * @headers: (element-type utf8): names of headers and their texts, alternating: an include is
 * looked up here first
 * @expressions: (element-type utf8): kernels whose names in the PTX are requested, as in
 * "scale<float>"
 * @architecture: compute capability to compile for, times ten: 75 of 7.5
 * @wants_machine_code: whether to return machine code for that architecture with the PTX, and to
 * keep unused variables: NVRTC only
 */
typedef struct {
  char *file;
  char *source;
  GPtrArray *headers;
  GPtrArray *expressions;
  guint architecture;
  gboolean wants_machine_code;
} WsCompileRequest;

/**
 * WsCompileResult:
 * @ptx: (nullable): the text; %NULL if there are errors
 * @object: (nullable): for a whole program, a shared object instead of @ptx; for a request with
 * machine code, a cubin in addition to it
 * @names: (element-type utf8): what the request's expressions are called in @ptx; empty where there
 * is none
 * @diagnostics: (element-type WsDiagnostic): errors and warnings, in the compiler's order
 * @reads: (element-type utf8): for a whole program: the system's files that it includes, in
 * addition to the request's
 * @compiler: what compiled, as in "NVRTC 13.0"
 */
typedef struct {
  char *ptx;
  GBytes *object;
  GPtrArray *names;
  GPtrArray *diagnostics;
  GPtrArray *reads;
  char *compiler;
} WsCompileResult;

WsDiagnostic *ws_diagnostic_new (const char *file, guint line, guint column, WsSeverity severity,
                                 const char *text);
void ws_diagnostic_free (WsDiagnostic *self);
char *ws_diagnostic_format (const WsDiagnostic *self);

WsCompileRequest *ws_compile_request_new (const char *file, const char *source);
WsCompileRequest *ws_compile_request_copy (const WsCompileRequest *self);
void ws_compile_request_free (WsCompileRequest *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsCompileRequest, ws_compile_request_free)
void ws_compile_request_add_header (WsCompileRequest *self, const char *name, const char *text);
GVariant *ws_compile_request_to_variant (const WsCompileRequest *self);
WsCompileRequest *ws_compile_request_from_variant (GVariant *variant, GError **error);

WsCompileResult *ws_compile_result_new (const char *compiler);
void ws_compile_result_free (WsCompileResult *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsCompileResult, ws_compile_result_free)
GVariant *ws_compile_result_to_variant (const WsCompileResult *self);
WsCompileResult *ws_compile_result_from_variant (GVariant *variant, GError **error);
guint ws_compile_get_architecture (guint capability);
guint ws_compile_get_limit (guint seconds);
void ws_compile_set_endless (guint seconds, GError **error);
gboolean ws_compile_refuse_text (const char *name, GError **error);
gboolean ws_compile_result_check (const WsCompileResult *self, GError **error);

G_END_DECLS
