/* window.h: the window: panes on one playhead, a session, and the choices of what to run. */
#pragma once

#include "window/editing.h"
#include "window/exporter.h"
#include "window/kernel-choice.h"
#include "window/lessons.h"
#include "window/presentation.h"

#include <adwaita.h>

G_BEGIN_DECLS

/**
 * WsWindowOptions:
 * @kernel: (nullable): id of the kernel to start with
 * @file: (nullable): a run to open instead of running the kernel
 * @device: (nullable): as in "vm:h200"
 * @n: (nullable): elements, as typed
 * @block: (nullable): threads of a block, as typed
 * @op: (nullable): operator
 * @type: (nullable): type
 * @theme: (nullable): "system", "light", "dark" or "projector"; not remembered
 * @stage: stage to stop at the end of, counted from 0; -1 to play
 * @time: share of the launch's time to stop at, up to 1; 0 for the block's own
 * @launch: launch to show, counted from 1; 0 for the first
 * @width: of the window, in pixels; 0 for as it was left
 * @height: of the window, in pixels; 0 for as it was left
 * @pane: (nullable): pane that fills the window
 * @scenario: (nullable): scenario to show, and to run
 * @lesson: (nullable): lesson to begin with: its name, or a file
 * @timing: (nullable): chart of timings to show, as in "ladder", and to run
 * @paused: whether to stand still at the beginning
 * @maximised: whether to fill the screen
 * @present: whether to begin presenting
 *
 * How a window begins; what is not given is as it was left.
 */
typedef struct {
  char *kernel;
  GFile *file;
  char *device;
  char *n;
  char *block;
  char *op;
  char *type;
  char *theme;
  char *pane;
  char *scenario;
  char *lesson;
  char *timing;
  double time;
  int stage;
  int launch;
  int width;
  int height;
  gboolean paused;
  gboolean maximised;
  gboolean present;
} WsWindowOptions;

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
