/* options.h: parses and validates the options that a window starts with. */
#pragma once

#include "catalog/catalog.h"
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
 * @theme: (nullable): "system", "light", "dark" or "projector"; not saved
 * @stage: stage to stop at the end of, counted from 0; -1 to play
 * @time: share of the launch's time to stop at, up to 1; 0 for the block's own
 * @launch: launch to show, counted from 1; 0 for the first
 * @width: of the window, in pixels; 0 for as it was left
 * @height: of the window, in pixels; 0 for as it was left
 * @pane: (nullable): pane that fills the window
 * @scenario: (nullable): scenario to show, and to run
 * @lesson: (nullable): lesson to begin with: its name, or a file
 * @timing: (nullable): chart of timings to show, as in "ladder", and to run
 * @paused: whether to start paused
 * @maximised: whether to fill the screen
 * @present: whether to begin presenting
 *
 * The initial state of a window; missing options are as last time.
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

gboolean ws_window_options_apply (const WsWindowOptions *self, WsPlanParameters *parameters,
                                  GError **error);
gboolean ws_window_options_check (const WsWindowOptions *self, WsCatalog *catalog, GError **error);

G_END_DECLS
