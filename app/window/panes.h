/* panes.h: the panes of a window: views of one run on one playhead, and pages beside them; their
 * relative sizes, and the maximised one; in a narrow window one at a time, below a switcher. */
#pragma once

#include "export/picture.h"
#include "session/session.h"
#include "timings/page.h"
#include "editor/code-editor.h"
#include "inspector/inspector.h"
#include "toolkit/pane.h"
#include "playback/playhead.h"
#include "compare/beside-page.h"
#include "window/machine-coder.h"
#include "window/ribbon.h"
#include "window/scenario-page.h"

G_BEGIN_DECLS

#define WS_TYPE_PANES (ws_panes_get_type ())
G_DECLARE_FINAL_TYPE (WsPanes, ws_panes, WS, PANES, GtkWidget)

/* in the order of their keys */
enum {
  WS_PANE_TREE,
  WS_PANE_LANES,
  WS_PANE_SMS,
  WS_PANE_TIMING,
  WS_PANE_CODE,
  WS_PANE_SCENARIOS,
  WS_PANE_BESIDE,
  WS_PANE_MEMORY,
  WS_PANE_STALLS,
  WS_N_PANES
};

/* replaces the SMs; fills the window under this name */
#define WS_PANES_CALCULATOR "calculator"

/* Properties: explores: see ws_panes_get_explores(); finding, of the visible pane, %NULL for views
 * of a run; shows-scenarios, instead of tree and warps. Signals: block-chosen (guint): a block of
 * the launch shown was clicked; tree-moved: the tree shows another part of the block;
 * memory-changed: mode or colouring of memory.
 */
void ws_panes_begin (WsPanes *self, WsSession *session, WsPlayhead *playhead, GSettings *settings);
WsMachineCoder *ws_panes_get_coder (WsPanes *self);
void ws_panes_set_waits (WsPanes *self, const char *sentence, gboolean can_change);
WsInspector *ws_panes_get_inspector (WsPanes *self);
void ws_panes_set_said (WsPanes *self, const char *said);
WsPane *ws_panes_get_pane (WsPanes *self, int pane);
WsTimingPage *ws_panes_get_timing (WsPanes *self);
WsScenarioPage *ws_panes_get_scenarios (WsPanes *self);
int ws_panes_find (const char *name);
char **ws_panes_dup_names (void);
const char *ws_panes_get_label (int pane);
WsView ws_panes_get_view (int pane);
int ws_panes_get_index (WsPanes *self, WsPane *pane);
int ws_panes_get_current (WsPanes *self);
void ws_panes_focus_picture (WsPanes *self);
gboolean ws_panes_get_picture (WsPanes *self, int pane, WsPicture *picture);
void ws_panes_fill (WsPanes *self, int pane);
void ws_panes_show (WsPanes *self, int pane);
void ws_panes_toggle (WsPanes *self, int pane);
void ws_panes_set_workbench (WsPanes *self, gboolean workbench);
gboolean ws_panes_get_explores (WsPanes *self);
gboolean ws_panes_show_figures (WsPanes *self, gboolean show);
void ws_panes_set_room (WsPanes *self, int width, int height);
WsRibbon *ws_panes_get_ribbon (WsPanes *self);
int ws_panes_get_filled (WsPanes *self);
void ws_panes_set_narrow (WsPanes *self, gboolean narrow);
gboolean ws_panes_get_narrow (WsPanes *self);
void ws_panes_show_scenarios (WsPanes *self, gboolean show);
gboolean ws_panes_get_shows_scenarios (WsPanes *self);
void ws_panes_show_sms (WsPanes *self);
void ws_panes_toggle_thread (WsPanes *self);
void ws_panes_show_calculator (WsPanes *self);
void ws_panes_find_figure (WsPanes *self);
void ws_panes_follow_focus (WsPanes *self);
WsTreeFocus ws_panes_get_tree_focus (WsPanes *self, guint *count);
void ws_panes_set_memory (WsPanes *self, const char *mode, const char *coloring,
                          const char *ranking);
void ws_panes_get_memory (WsPanes *self, WsMemoryOptions *options);
WsPattern ws_panes_get_tree_layout (WsPanes *self);
void ws_panes_set_tree_layout (WsPanes *self, WsPattern layout);
void ws_panes_offer_plan (WsPanes *self, gboolean has_plan);
void ws_panes_show_whole_tree (WsPanes *self, gboolean full, guint count);
void ws_panes_set_theme (WsPanes *self, WsThemeKind theme);
WsCodeEditor *ws_panes_get_editor (WsPanes *self);
WsBesidePage *ws_panes_get_beside (WsPanes *self);
void ws_panes_offer_edit (WsPanes *self, const char *title, gboolean copies, gboolean saves);
void ws_panes_set_stale (WsPanes *self, gboolean is_stale);

G_END_DECLS
