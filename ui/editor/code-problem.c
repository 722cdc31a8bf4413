#include "editor/code-problem.h"

#include <glib/gi18n.h>

static const struct {
  const char *name; /* of its tag, and of its class in style.css */
  const char *icon;
  const char *title;
} kinds[WS_N_PROBLEM_KINDS] = {
  [WS_PROBLEM_ERROR] = { "problem-error", "dialog-error-symbolic", N_ ("Error") },
  [WS_PROBLEM_WARNING] = { "problem-warning", "dialog-warning-symbolic", N_ ("Warning") },
  [WS_PROBLEM_FINDING] = { "problem-finding", "dialog-warning-symbolic", N_ ("Mistake") },
  [WS_PROBLEM_REMARK] = { "problem-remark", "dialog-information-symbolic", N_ ("Remark") },
};

/**
 * ws_code_problem_new:
 * @line: of the source, from 1; 0 if it is of none
 * @column: from 1; 0 if unknown
 * @text: one sentence
 */
WsCodeProblem *
ws_code_problem_new (WsProblemKind kind, guint line, guint column, const char *text)
{
  WsCodeProblem *self = g_new (WsCodeProblem, 1);

  *self = (WsCodeProblem){ kind, line, column, g_strdup (text) };
  return self;
}

void
ws_code_problem_free (WsCodeProblem *self)
{
  g_free (self->text);
  g_free (self);
}

/* Returns: (transfer none): the name of its icon */
const char *
ws_problem_kind_get_icon (WsProblemKind kind)
{
  return kinds[kind].icon;
}

/* Returns: (transfer none): its name, for tags and style classes */
const char *
ws_problem_kind_get_name (WsProblemKind kind)
{
  return kinds[kind].name;
}

const char *
ws_problem_kind_get_title (WsProblemKind kind)
{
  return _ (kinds[kind].title);
}
