/* application.h: the program: its command line, its keys, its windows. */
#pragma once

#include "window/window.h"

G_BEGIN_DECLS

#define WS_TYPE_APPLICATION (ws_application_get_type ())
G_DECLARE_FINAL_TYPE (WsApplication, ws_application, WS, APPLICATION, AdwApplication)

WsApplication *ws_application_new (void);
void ws_application_show_about (GtkWindow *parent);

G_END_DECLS
