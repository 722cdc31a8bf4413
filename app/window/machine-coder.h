/* machine-coder.h: generates the machine code of the kernel that a view shows, for the architecture
 * chosen there: in a thread, once for each text.
 */
#pragma once

#include "editor/code-view.h"

G_BEGIN_DECLS

#define WS_TYPE_MACHINE_CODER (ws_machine_coder_get_type ())
G_DECLARE_FINAL_TYPE (WsMachineCoder, ws_machine_coder, WS, MACHINE_CODER, GObject)

WsMachineCoder *ws_machine_coder_new (WsCodeView *view, WsPlayhead *playhead);
void ws_machine_coder_find_tools (WsMachineCoder *self);
guint ws_machine_coder_get_n_made (WsMachineCoder *self);

G_END_DECLS
