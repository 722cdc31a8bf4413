/* window.h: the window: panes on one playhead, a session, and the choices of what to run. */
#pragma once

#include "window/editing.h"
#include "window/exporter.h"
#include "window/kernel-choice.h"
#include "window/lessons.h"
#include "window/options.h"
#include "window/presentation.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define WS_TYPE_WINDOW (ws_window_get_type ())
G_DECLARE_FINAL_TYPE (WsWindow, ws_window, WS, WINDOW, AdwApplicationWindow)

WsWindow *ws_window_new (AdwApplication *application, const WsWindowOptions *options);
WsWindow *ws_window_make (void);
gboolean ws_window_begin (WsWindow *self, AdwApplication *application,
                          const WsWindowOptions *options);
WsPlayhead *ws_window_get_playhead (WsWindow *self);
WsNotices *ws_window_get_notices (WsWindow *self);
WsSession *ws_window_get_session (WsWindow *self);
WsCatalog *ws_window_get_catalog (WsWindow *self);
WsPanes *ws_window_get_panes (WsWindow *self);
WsExporter *ws_window_get_exporter (WsWindow *self);
WsAppearance *ws_window_get_appearance (WsWindow *self);
WsPresentation *ws_window_get_presentation (WsWindow *self);
WsLessons *ws_window_get_lessons (WsWindow *self);
WsEditing *ws_window_get_editing (WsWindow *self);
WsKernelChoice *ws_window_get_choice (WsWindow *self);
void ws_window_open (WsWindow *self, GFile *file);
void ws_window_open_run (WsWindow *self, GFile *file);

G_END_DECLS
