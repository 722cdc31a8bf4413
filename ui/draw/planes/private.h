/* private.h: the state of one drawing of planes, shared by the files that draw its parts. */
#pragma once

#include "planes/layout.h"
#include "scene/tree-model.h"
#include "sheet/stamp.h"

G_BEGIN_DECLS

typedef struct {
  cairo_t *cr;
  const WsScene *scene;
  const WsMoment *moment;
  const WsTheme *theme;
  const WsEmphasis *emphasis;
  const WsPlanes *planes;
  WsText *text;
  WsStamps *stamps;
  WsPlanesLayout layout;
  guint event;   /* last one executed */
  guint stage;   /* that it belongs to */
  guint32 focus; /* highlighted node; WS_NONE for none */
} WsPlanesDrawing;

guint32 ws_planes_drawing_find_focus (const WsPlanesDrawing *self);
gboolean ws_planes_drawing_is_kept_back (const WsPlanesDrawing *self, guint32 node);

void ws_planes_draw_nothing (WsPlanesDrawing *self);
void ws_planes_draw_titles (WsPlanesDrawing *self, guint plane);
void ws_planes_draw_cells (WsPlanesDrawing *self, guint plane);
void ws_planes_draw_flow (WsPlanesDrawing *self);
void ws_planes_draw_marks (WsPlanesDrawing *self);
void ws_planes_draw_stacks (WsPlanesDrawing *self);
void ws_planes_draw_tokens (WsPlanesDrawing *self);
void ws_planes_draw_highlights (WsPlanesDrawing *self);
void ws_planes_draw_strip (WsPlanesDrawing *self);
void ws_planes_draw_legend (WsPlanesDrawing *self);
gboolean ws_planes_pick_in (const WsPlanesLayout *l, const WsScene *scene, guint event, double x,
                            double y, WsTreeHit *hit);

G_END_DECLS
