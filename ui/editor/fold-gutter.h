/* fold-gutter.h: in the margin of a text, a triangle at each line where a block begins: a click
 * folds and unfolds it.
 */
#pragma once

#include "editor/code-folds.h"

#include <gtksourceview/gtksource.h>

G_BEGIN_DECLS

#define WS_TYPE_FOLD_GUTTER (ws_fold_gutter_get_type ())
G_DECLARE_FINAL_TYPE (WsFoldGutter, ws_fold_gutter, WS, FOLD_GUTTER, GtkSourceGutterRenderer)

WsFoldGutter *ws_fold_gutter_new (WsCodeFolds *folds);

G_END_DECLS
