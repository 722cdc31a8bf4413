/* memory-view.h: memory accesses in a widget: choose a lane; from a line, go to its first access.
 * */
#pragma once

#include "playback/canvas.h"

#include "view/figure.h"

G_BEGIN_DECLS

#define WS_TYPE_MEMORY_VIEW (ws_memory_view_get_type ())
G_DECLARE_FINAL_TYPE (WsMemoryView, ws_memory_view, WS, MEMORY_VIEW, WsCanvas)

/* Signals: changed: its mode or colouring changed; warp-chosen (guint): a line was clicked; the
 * warp of its first access. */
GtkWidget *ws_memory_view_new (void);
void ws_memory_view_set_mode (WsMemoryView *self, WsMemoryMode mode);
void ws_memory_view_set_coloring (WsMemoryView *self, WsMemoryColoring coloring);
void ws_memory_view_set_ranking (WsMemoryView *self, WsMemoryRanking ranking);
void ws_memory_view_get_options (WsMemoryView *self, WsMemoryOptions *options);
char *ws_memory_view_dup_subtitle (WsMemoryView *self);

G_END_DECLS
