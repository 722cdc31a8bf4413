/* fold-gutter.h: a triangle in the margin at each line that begins a block: a click folds and
 * unfolds it.
 */
#pragma once

#include "editor/code-folds.h"

#include <gtksourceview/gtksource.h>

G_BEGIN_DECLS

#define WS_TYPE_FOLD_GUTTER (ws_fold_gutter_get_type ())
G_DECLARE_FINAL_TYPE (WsFoldGutter, ws_fold_gutter, WS, FOLD_GUTTER, GtkSourceGutterRenderer)

WsFoldGutter *ws_fold_gutter_new (WsCodeFolds *folds);

G_END_DECLS
