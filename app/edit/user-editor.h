/* user-editor.h: the user's source in the window's editor: its text, its file, and whether the run
 * shown is up to date.
 *
 * After a pause in typing, the text is passed to an opener; the editor shows the resulting errors
 * at their lines. The file is written only when the user saves. */
#pragma once

#include "editor/code-editor.h"
#include "edit/user-opener.h"

G_BEGIN_DECLS

#define WS_TYPE_USER_EDITOR (ws_user_editor_get_type ())
G_DECLARE_FINAL_TYPE (WsUserEditor, ws_user_editor, WS, USER_EDITOR, GObject)

/**
 * WsUserEditorFunc:
 * @data: given with the callback
 *
 * Called when it is safe to proceed.
 */
typedef void (*WsUserEditorFunc) (gpointer data);

/* Signal: changed: its title, or whether it is saved or stale. */
WsUserEditor *ws_user_editor_new (WsCodeEditor *view, WsPlayhead *playhead, WsUserOpener *opener);
void ws_user_editor_load (WsUserEditor *self, GFile *file, const char *text);
void ws_user_editor_run (WsUserEditor *self);
void ws_user_editor_take_made (WsUserEditor *self);
void ws_user_editor_take_failure (WsUserEditor *self, const char *sentence);
gboolean ws_user_editor_has_run (WsUserEditor *self, const WsRun *run);
gboolean ws_user_editor_is_shown (WsUserEditor *self);
gboolean ws_user_editor_is_modified (WsUserEditor *self);
gboolean ws_user_editor_is_stale (WsUserEditor *self);
GtkSourceBuffer *ws_user_editor_get_document (WsUserEditor *self);
char *ws_user_editor_dup_title (WsUserEditor *self);
gboolean ws_user_editor_save (WsUserEditor *self, GError **error);
gboolean ws_user_editor_ask (WsUserEditor *self, GtkWindow *parent, WsUserEditorFunc go_on,
                             gpointer data);
void ws_user_editor_set_text (WsUserEditor *self, const char *text);

G_END_DECLS
