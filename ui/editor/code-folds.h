/* code-folds.h: which blocks of a text are folded: lines between the first and the last are hidden.
 * The text is unchanged.
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WS_CODE_FOLDS_TAG "folded" /* of the hidden lines */

#define WS_TYPE_CODE_FOLDS (ws_code_folds_get_type ())
G_DECLARE_FINAL_TYPE (WsCodeFolds, ws_code_folds, WS, CODE_FOLDS, GObject)

typedef enum { WS_FOLD_NONE, WS_FOLD_OPEN, WS_FOLD_CLOSED } WsFoldState;

WsCodeFolds *ws_code_folds_new (GtkTextBuffer *buffer);
WsFoldState ws_code_folds_get_state (WsCodeFolds *self, guint line);
void ws_code_folds_set_closed (WsCodeFolds *self, guint line, gboolean closed);
void ws_code_folds_set_around (WsCodeFolds *self, guint line, gboolean closed);
void ws_code_folds_open_all (WsCodeFolds *self);

G_END_DECLS
