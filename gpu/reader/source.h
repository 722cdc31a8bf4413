/* source.h: a CUDA source, and the parts of it that a kernel needs.
 *
 * A file with main(), host code and host headers is read unchanged: its top-level items are found,
 * and those that no kernel depends on are blanked, so that every line keeps its number. Nothing is
 * evaluated or guessed here.
 */
#pragma once

#include "compile/compile.h"
#include "user/texts.h"
#include "reader/token.h"

G_BEGIN_DECLS

#define WS_USER_MAX_FILES 64

/**
 * WsUserParameter:
 * @name: of a function's parameter; empty where it has none
 * @type: its tokens, without the name
 * @is_array: whether it is declared as an array, or as a pointer to one
 * @rows: for "a[][16]" and "(*a)[16]", the brackets with the row length; else empty
 */
typedef struct {
  char *name;
  WsSpan type;
  gboolean is_array;
  WsSpan rows;
} WsUserParameter;

/**
 * WsUserFunction:
 * @name: as in "scale"
 * @qualified: with its namespaces: "image::scale"
 * @file: index of its file
 * @line: of its name, from 1
 * @is_kernel: whether it is __global__
 * @is_device: whether it is __device__
 * @template_parameters: (element-type WsSpan): as in "typename T", "int N"
 * @is_specialization: whether it is a specialisation, "template <>"
 * @parameters: (element-type WsUserParameter)
 * @head: the tokens before its parameters
 * @body: the tokens between its braces; empty of a declaration
 * @has_body: whether it is more than a declaration
 */
typedef struct {
  char *name;
  char *qualified;
  guint file;
  guint line;
  gboolean is_kernel;
  gboolean is_device;
  GArray *template_parameters;
  gboolean is_specialization;
  GArray *parameters;
  WsSpan head;
  WsSpan body;
  gboolean has_body;
} WsUserFunction;

/**
 * WsUserItem:
 * @file: index of its file
 * @span: its tokens
 * @names: (element-type utf8): what it declares
 * @prefix: of its namespaces: "image::"; may be empty
 * @function: (nullable): where it is one
 * @kept: whether a kernel depends on it
 * @makes_kernel: whether it is a macro's call that declares one
 * @is_made: whether it comes from the expansion of such a call, and not from its file
 * @is_functor: whether it replaces a lambda; placed after all files if a kernel depends on it
 */
typedef struct {
  guint file;
  WsSpan span;
  GPtrArray *names;
  char *prefix;
  WsUserFunction *function;
  gboolean kept;
  gboolean makes_kernel;
  gboolean is_made;
  gboolean is_functor;
} WsUserItem;

/**
 * WsUserMacro:
 * @parameters: (nullable) (element-type utf8): of a function-like macro
 * @tokens: its replacement
 */
typedef struct {
  GPtrArray *parameters;
  WsTokens *tokens;
} WsUserMacro;

/**
 * WsUserFile:
 * @name: as an include names it; of the first, the source's
 * @tokens: of its text
 */
typedef struct {
  char *name;
  WsTokens *tokens;
} WsUserFile;

/**
 * WsUserSource:
 * @files: (element-type WsUserFile): the source, and the headers beside it that it includes
 * @items: (element-type WsUserItem): of all files
 * @named: (element-type utf8 GPtrArray): the items that declare a name
 * @kernels: (element-type WsUserFunction): those with a body, in their order
 * @macros: (element-type utf8 WsUserMacro)
 * @made: (element-type WsTokens): expansions of macros that declare items
 * @lambdas: (nullable) (element-type WsLambda): lambdas in host code that are passed to kernels
 * @ptx: (nullable): for PTX that is run unchanged: its text; locations refer to the first file
 */
typedef struct {
  GPtrArray *files;
  GPtrArray *items;
  GHashTable *named;
  GPtrArray *kernels;
  GHashTable *macros;
  GPtrArray *made;
  GPtrArray *lambdas;
  char *ptx;
} WsUserSource;

WsUserSource *ws_user_source_new (const char *name, const char *text, const WsInputScope *scope,
                                  GError **error);
WsUserSource *ws_user_source_new_for_ptx (const char *name, const char *text,
                                          const WsInputScope *scope, GError **error);
WsUserSource *ws_user_source_read (const char *name, const char *text, WsUserTexts *texts,
                                   GError **error);
WsUserSource *ws_user_source_read_files (const char *name, const char *text, WsUserTexts *texts,
                                         GError **error);
WsUserFunction *ws_user_source_add_functor (WsUserSource *self, guint file,
                                            const WsTokens *functor);
void ws_user_function_free (WsUserFunction *self);
void ws_user_source_free (WsUserSource *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsUserSource, ws_user_source_free)
void ws_user_source_keep (WsUserSource *self, const char *expression);
WsCompileRequest *ws_user_source_make_request (const WsUserSource *self);
void ws_user_source_name_files (const WsUserSource *self, GPtrArray *diagnostics);
const WsUserFunction *ws_user_source_find_kernel (const WsUserSource *self, const char *name);
const WsUserFunction *ws_user_source_find_function (const WsUserSource *self, const char *name);
const WsUserItem *ws_user_source_find_item (const WsUserSource *self, const char *name);
const WsUserMacro *ws_user_source_find_macro (const WsUserSource *self, const char *name);

G_END_DECLS
