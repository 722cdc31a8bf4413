/* private.h: one drawing of a plan while it is made, and the words for it. */
#pragma once

#include "launches/layout.h"

G_BEGIN_DECLS

/* Lines of a box: its index in the size of notes, and its result in the size of text. */
#define LABEL_LINE 1.45
#define VALUE_LINE 1.6

/**
 * WsLaunchesState:
 * @WS_LAUNCHES_LATER: it has not begun
 * @WS_LAUNCHES_RUNNING: it has begun, and its result is not stored yet
 * @WS_LAUNCHES_DONE: its result is stored
 */
typedef enum {
  WS_LAUNCHES_LATER,
  WS_LAUNCHES_RUNNING,
  WS_LAUNCHES_DONE,
} WsLaunchesState;

typedef struct {
  cairo_t *cr;
  const WsScene *scene;
  const WsMoment *moment;
  const WsTheme *theme;
  const WsEmphasis *emphasis;
  const WsPyramid *pyramid;
  WsText *text;
  WsLaunchesLayout layout;
  guint event;     /* of the current block, the last one executed */
  double time;     /* in cycles since the current launch began */
  guint32 present; /* node; WS_NONE for none */
  guint32 focus;   /* node whose lines are highlighted; WS_NONE for none */
} WsLaunchesDrawing;

void ws_launches_set_moment (WsLaunchesDrawing *self, const WsScene *scene, const WsMoment *moment);
WsLaunchesState ws_launches_get_state (const WsLaunchesDrawing *self, guint launch, guint32 block);
gboolean ws_launches_is_kept_back (const WsScene *scene, const WsEmphasis *emphasis, guint launch);

void ws_launches_draw_band (WsLaunchesDrawing *self);
void ws_launches_draw_links (WsLaunchesDrawing *self);
void ws_launches_draw_row (WsLaunchesDrawing *self, guint row);
void ws_launches_draw_marks (WsLaunchesDrawing *self);
void ws_launches_draw_notes (WsLaunchesDrawing *self);
gboolean ws_launches_pick_in (const WsLaunchesLayout *l, double x, double y, WsTreeHit *hit);

/* words.c */
char *ws_launches_make_title (const WsScene *scene, guint launch);
void ws_launches_make_notes (const WsScene *scene, guint launch, guint64 time, char *notes[2]);
char *ws_launches_name_block (guint32 block);
char *ws_launches_format_values (const WsPyramidBlock *block);

G_END_DECLS
