/* companion.h: places the figures of the launch in the code pane: below the code, beside it, or as
 * a sheet over it. */
#pragma once

#include "editor/code-view.h"
#include "inspector/inspector.h"
#include "toolkit/pane.h"
#include "toolkit/split.h"

G_BEGIN_DECLS

typedef enum {
  WS_COMPANION_HIDDEN,
  WS_COMPANION_BELOW,
  WS_COMPANION_BESIDE, /* when the pane fills the window */
  WS_COMPANION_SHEET,  /* with its own title and close button */
} WsCompanionPlace;

#define WS_TYPE_COMPANION (ws_companion_get_type ())
G_DECLARE_FINAL_TYPE (WsCompanion, ws_companion, WS, COMPANION, GObject)

WsCompanion *ws_companion_new (WsPane *pane, WsSplit *split, GtkWidget *editor, WsCodeView *code,
                               WsInspector *inspector);
void ws_companion_place (WsCompanion *self, WsCompanionPlace place);
void ws_companion_share (WsCompanion *self);
void ws_companion_keep_focus (WsCompanion *self);
void ws_companion_take_focus (WsCompanion *self);
gboolean ws_companion_return_focus (WsCompanion *self);

G_END_DECLS
