/* own-editor.h: the source of the user's kernel as it is edited in the window: its text, its file,
 * and how both stand to the run that is shown.
 *
 * A pause in typing hands the text to an opener; what comes of it is told to the editor, which says
 * what is wrong at its line. The file is written when the user saves, and never before. */
#pragma once

#include "editor/code-editor.h"
#include "window/own-opener.h"

G_BEGIN_DECLS

#define WS_TYPE_OWN_EDITOR (ws_own_editor_get_type ())
G_DECLARE_FINAL_TYPE (WsOwnEditor, ws_own_editor, WS, OWN_EDITOR, GObject)

/**
 * WsOwnEditorFunc:
 * @data: of whoever asked
 *
 * Called when nothing stands in the way any more.
 */
typedef void (*WsOwnEditorFunc) (gpointer data);

/* Signal: changed: its title, or whether it is saved or stale. */
WsOwnEditor *ws_own_editor_new (WsCodeEditor *view, WsPlayhead *playhead, WsOwnOpener *opener);
void ws_own_editor_load (WsOwnEditor *self, GFile *file, const char *text);
void ws_own_editor_run (WsOwnEditor *self);
void ws_own_editor_take_made (WsOwnEditor *self);
void ws_own_editor_take_failure (WsOwnEditor *self, const char *sentence);
gboolean ws_own_editor_has_run (WsOwnEditor *self, const WsRun *run);
gboolean ws_own_editor_is_shown (WsOwnEditor *self);
gboolean ws_own_editor_is_modified (WsOwnEditor *self);
gboolean ws_own_editor_is_stale (WsOwnEditor *self);
GtkSourceBuffer *ws_own_editor_get_document (WsOwnEditor *self);
char *ws_own_editor_dup_title (WsOwnEditor *self);
gboolean ws_own_editor_save (WsOwnEditor *self, GError **error);
gboolean ws_own_editor_ask (WsOwnEditor *self, GtkWindow *parent, WsOwnEditorFunc go_on,
                            gpointer data);
void ws_own_editor_set_text (WsOwnEditor *self, const char *text);

G_END_DECLS
