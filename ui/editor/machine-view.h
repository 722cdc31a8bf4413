/* machine-view.h: a kernel's machine code (SASS): its architecture, the resources of a thread
 * there, and the text, or why there is none. Its owner has it disassembled. */
#pragma once

#include "lines/lines.h"
#include "lines/machine-code.h"
#include "pen/theme.h"

#include <gtksourceview/gtksource.h>

G_BEGIN_DECLS

#define WS_TYPE_MACHINE_VIEW (ws_machine_view_get_type ())
G_DECLARE_FINAL_TYPE (WsMachineView, ws_machine_view, WS, MACHINE_VIEW, GtkWidget)

/* Property: architecture: as chosen, compute capability times ten; 0: the run's. Signal: changed:
 * its contents. */
void ws_machine_view_set_architectures (WsMachineView *self, const guint *list, guint n);
void ws_machine_view_set_preferred (WsMachineView *self, guint architecture, gboolean is_of_run);
guint ws_machine_view_get_effective (WsMachineView *self);
void ws_machine_view_set_busy (WsMachineView *self);
void ws_machine_view_set_message (WsMachineView *self, const char *sentence,
                                  const char *button_label, const char *action_name);
const char *ws_machine_view_get_message (WsMachineView *self);
void ws_machine_view_set_code (WsMachineView *self, WsMachineCode *code, const char *usage);
WsMachineCode *ws_machine_view_get_code (WsMachineView *self);
void ws_machine_view_set_uses (WsMachineView *self, GArray *ptx_uses);
void ws_machine_view_set_columns (WsMachineView *self, guint columns);
void ws_machine_view_set_line (WsMachineView *self, guint line);
void ws_machine_view_set_theme (WsMachineView *self, WsThemeKind theme);
GtkSourceView *ws_machine_view_get_text (WsMachineView *self);

G_END_DECLS
