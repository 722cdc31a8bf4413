/* story.h: one thread at one moment of its story: what it does now, its variables and registers in
 * a table, the memory near what it reads and writes in strips below, and an arrow for each load and
 * store between them. What changed has a sign and a frame, what is not set a dash.
 */
#pragma once

#include "pen/paint.h"
#include "threads/thread-state.h"

G_BEGIN_DECLS

/**
 * WsStoryOptions:
 * @story: of which thread
 * @state: of it, at the moment
 * @active: lanes of its warp that are on the path of the present instruction
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
