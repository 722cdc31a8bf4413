/* story.h: one thread at one moment of its story: its current step, its variables and registers in
 * a table, strips of the memory around its accesses, and an arrow for each load and store between
 * them. Changed values have a sign and a frame, unset ones a dash.
 */
#pragma once

#include "pen/paint.h"
#include "threads/thread-state.h"

G_BEGIN_DECLS

/**
 * WsStoryOptions:
 * @story: of the thread
 * @state: of the thread, at the moment
 * @active: lanes of its warp on the path of the current instruction
 * @lanes: lanes that its warp has
 */
typedef struct {
  const WsThreadStory *story;
  const WsThreadState *state;
  guint32 active;
  guint32 lanes;
} WsStoryOptions;

guint ws_story_count_cells (const WsArea *area);
void ws_draw_story (cairo_t *cr, const WsStoryOptions *options, const WsArea *area);
guint ws_story_pick_lane (const WsStoryOptions *options, const WsArea *area, double x, double y);

G_END_DECLS
