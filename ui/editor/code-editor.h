/* code-editor.h: an editor for the code of a kernel: search, completion, compiler messages at their
 * lines and in a list, and the state of the text.
 *
 * It edits a given text buffer, and emits the user's requests. Its owner handles files, compilers
 * and runs. */
#pragma once

#include "editor/code-problem.h"
#include "editor/code-view.h"

G_BEGIN_DECLS

#define WS_TYPE_CODE_EDITOR (ws_code_editor_get_type ())
G_DECLARE_FINAL_TYPE (WsCodeEditor, ws_code_editor, WS, CODE_EDITOR, GtkWidget)

/* Property: view. Signals: left: the user leaves it by the keyboard; reload and keep: the user's
 * answer to the notice. */
void ws_code_editor_set_document (WsCodeEditor *self, GtkSourceBuffer *document);
void ws_code_editor_set_problems (WsCodeEditor *self, GPtrArray *problems);
guint ws_code_editor_get_n_problems (WsCodeEditor *self);
void ws_code_editor_set_state (WsCodeEditor *self, const char *sentence, gboolean is_stale);
void ws_code_editor_set_notice (WsCodeEditor *self, const char *sentence);
void ws_code_editor_add (WsCodeEditor *self, GtkWidget *widget);
void ws_code_editor_add_above (WsCodeEditor *self, GtkWidget *widget);
void ws_code_editor_replace (WsCodeEditor *self);
void ws_code_editor_take_keyboard (WsCodeEditor *self);
gboolean ws_code_editor_has_keyboard (WsCodeEditor *self);

G_END_DECLS
