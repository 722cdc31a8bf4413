/* code-view.h: the kernel's source, its PTX and its machine code, as selected, with the current
 * line of the chosen warp and a bar per line for the active lanes. A line that is selected or under
 * the pointer in one is highlighted in the others. */
#pragma once

#include "lines/code-link.h"
#include "editor/machine-view.h"
#include "playback/follower.h"

#include <gtksourceview/gtksource.h>

G_BEGIN_DECLS

#define WS_TYPE_CODE_VIEW (ws_code_view_get_type ())
G_DECLARE_FINAL_TYPE (WsCodeView, ws_code_view, WS, CODE_VIEW, WsFollower)

/* Properties: playhead; show-source, show-ptx, show-sass. Signal: describe (guint line): additional
 * text for the tooltip of a displayed source line, from 1: (transfer full) (nullable) char *. */
GtkWidget *ws_code_view_new (void);
void ws_code_view_set_theme (WsCodeView *self, WsThemeKind theme);
void ws_code_view_hide_uses (WsCodeView *self);
void ws_code_view_set_shown (WsCodeView *self, WsCodeText text, gboolean shown);
gboolean ws_code_view_get_shown (WsCodeView *self, WsCodeText text);
GtkSourceView *ws_code_view_get_text (WsCodeView *self, WsCodeText text);
WsMachineView *ws_code_view_get_machine (WsCodeView *self);
GActionGroup *ws_code_view_get_actions (WsCodeView *self);
GMenuModel *ws_code_view_dup_menu (WsCodeView *self, const char *prefix);
guint ws_code_view_get_columns (WsCodeView *self);
void ws_code_view_set_document (WsCodeView *self, GtkSourceBuffer *document);
guint ws_code_view_get_fault_line (WsCodeView *self);
guint ws_code_view_get_current_line (WsCodeView *self);

G_END_DECLS
