/* program-control.h: a program of the user's in a window: the question whether its main() may run,
 * the strip of its steps above the views, the launch shown, and the arguments of main(). Its
 * action: stop-program. */
#pragma once

#include "window/editing.h"

G_BEGIN_DECLS

#define WS_TYPE_PROGRAM_CONTROL (ws_program_control_get_type ())
G_DECLARE_FINAL_TYPE (WsProgramControl, ws_program_control, WS, PROGRAM_CONTROL, GObject)

WsProgramControl *ws_program_control_new (const WsContext *context, WsPresentation *presentation,
                                          WsEditing *editing);
void ws_program_control_follow_device (WsProgramControl *self);
void ws_program_control_end (WsProgramControl *self);

G_END_DECLS
