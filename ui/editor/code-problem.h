/* code-problem.h: a message of a compiler, or a finding of a run, at a line of the source. */
#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

/**
 * WsProblemKind:
 * @WS_PROBLEM_ERROR: it does not compile
 * @WS_PROBLEM_WARNING: it compiles, but is probably not intended
 * @WS_PROBLEM_FINDING: it runs, with an error
 * @WS_PROBLEM_REMARK: it runs, but may fail with other input
 */
typedef enum {
  WS_PROBLEM_ERROR,
  WS_PROBLEM_WARNING,
  WS_PROBLEM_FINDING,
  WS_PROBLEM_REMARK,
  WS_N_PROBLEM_KINDS
} WsProblemKind;

/**
 * WsCodeProblem:
 * @kind: what it is
 * @line: of the source, from 1; 0 for none
 * @column: from 1; 0 if unknown
 * @text: one sentence
 */
typedef struct {
  WsProblemKind kind;
  guint line;
  guint column;
  char *text;
} WsCodeProblem;

WsCodeProblem *ws_code_problem_new (WsProblemKind kind, guint line, guint column, const char *text);
void ws_code_problem_free (WsCodeProblem *self);
const char *ws_problem_kind_get_icon (WsProblemKind kind);
const char *ws_problem_kind_get_name (WsProblemKind kind);
const char *ws_problem_kind_get_title (WsProblemKind kind);

G_END_DECLS
