/* editing.h: the user's source in a window: opened, edited, checked, and the versions that ran.
 * After a pause in typing it runs the source and shows the result; the window is not involved. Its
 * actions: edit, own-settings, save, save-source, stop-reading, allow-folder, get-compiler. */
#pragma once

#include "edit/user-editor.h"
#include "edit/user-versions.h"
#include "sidebar/fields.h"
#include "window/presentation.h"

G_BEGIN_DECLS

#define WS_TYPE_EDITING (ws_editing_get_type ())
G_DECLARE_FINAL_TYPE (WsEditing, ws_editing, WS, EDITING, GObject)

/* Signal: opened: another source was opened, and has no run yet. */
WsEditing *ws_editing_new (const WsContext *context, WsPresentation *presentation);
void ws_editing_end (WsEditing *self);
void ws_editing_open (WsEditing *self, GFile *file);
void ws_editing_cancel_opening (WsEditing *self);
gboolean ws_editing_has_source (WsEditing *self);
gboolean ws_editing_shows_no_run (WsEditing *self);
gboolean ws_editing_run_source (WsEditing *self);
gboolean ws_editing_run_change (WsEditing *self);
gboolean ws_editing_has_run (WsEditing *self, const WsRun *run);
gboolean ws_editing_is_typing (WsEditing *self);
void ws_editing_take_failure (WsEditing *self, const char *sentence);
gboolean ws_editing_is_checking (WsEditing *self);
gboolean ws_editing_ask (WsEditing *self, WsUserEditorFunc go_on, gpointer data);
WsUserOpener *ws_editing_get_opener (WsEditing *self);
WsUserEditor *ws_editing_get_editor (WsEditing *self);
WsUserVersions *ws_editing_get_versions (WsEditing *self);

G_END_DECLS
