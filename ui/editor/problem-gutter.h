/* problem-gutter.h: a sign at each line of the source that has an error or a warning: a source mark
 * whose category is the kind's name. */
#pragma once

#include "editor/code-problem.h"

#include <gtksourceview/gtksource.h>

G_BEGIN_DECLS

#define WS_TYPE_PROBLEM_GUTTER (ws_problem_gutter_get_type ())
G_DECLARE_FINAL_TYPE (WsProblemGutter, ws_problem_gutter, WS, PROBLEM_GUTTER,
                      GtkSourceGutterRenderer)

WsProblemGutter *ws_problem_gutter_new (void);

G_END_DECLS
