/* problem-gutter.h: a sign at each line of the source that something is said about. */
#pragma once

#include "editor/code-problem.h"

#include <gtksourceview/gtksource.h>

G_BEGIN_DECLS

#define WS_TYPE_PROBLEM_GUTTER (ws_problem_gutter_get_type ())
G_DECLARE_FINAL_TYPE (WsProblemGutter, ws_problem_gutter, WS, PROBLEM_GUTTER,
                      GtkSourceGutterRenderer)

WsProblemGutter *ws_problem_gutter_new (void);
void ws_problem_gutter_set_problem (WsProblemGutter *self, guint line, WsProblemKind kind);
void ws_problem_gutter_clear (WsProblemGutter *self);

G_END_DECLS
