/* user-editor.h: the source of the user's kernel as it is edited in the window: its text, its file,
 * and how both stand to the run that is shown.
 *
 * A pause in typing hands the text to an opener; what comes of it is told to the editor, which says
 * what is wrong at its line. The file is written when the user saves, and never before. */
#pragma once

#include "editor/code-editor.h"
#include "edit/user-opener.h"

G_BEGIN_DECLS

#define WS_TYPE_USER_EDITOR (ws_user_editor_get_type ())
G_DECLARE_FINAL_TYPE (WsUserEditor, ws_user_editor, WS, USER_EDITOR, GObject)

/**
 * WsUserEditorFunc:
 * @data: as it was given with the callback
 *
 * Called when nothing stands in the way any more.
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
