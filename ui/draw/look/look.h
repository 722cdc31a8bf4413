/* look.h: a view as a class: what it looks at, and what it is asked. Each view's folder exports
 * one, which it is known by; view.h has them in one table.
 */
#pragma once

#include "pen/emphasis.h"
#include "scene/painter.h"
#include "table/data.h"

G_BEGIN_DECLS

/**
 * WsViewNeeds:
 * @WS_VIEW_OF_BLOCK: a block that was recorded in full; it plays instruction by instruction, in
 * stages
 * @WS_VIEW_OF_LAUNCH: when and where the blocks of a launch ran; it plays in the launch's time
 * @WS_VIEW_OF_LIMITS: what a launch asks for, recorded or not; nothing in it moves
 *
 * What a view looks at.
 */
typedef enum {
  WS_VIEW_OF_BLOCK,
  WS_VIEW_OF_LAUNCH,
  WS_VIEW_OF_LIMITS,
} WsViewNeeds;

/**
 * WsLook:
 * @frame: scene and moment, which only of limits may be %NULL, theme and size: of tables and
 * captions neither is looked at
 * @options: how much of it: the view's own, as #WsTreeOptions of the tree; what they say of
 * emphasis and of what is beside is not looked at
 * @emphasis: what stands out, and what is kept back
 * @beside: (nullable): a scene beside which this one is drawn
 * @calculator: (nullable): of limits: the launch's, or one of its own
 * @of_launch: whether it is that of the launch
 *
 * What a view looks at. Borrowed.
 */
typedef struct {
  WsFrame frame;
  gconstpointer options;
  const WsEmphasis *emphasis;
  const WsScene *beside;
  const struct _WsCalculator *calculator;
  gboolean of_launch;
} WsLook;

/**
 * WsViewClass:
 * @name: of files and command lines: "tree"
 * @title: of the pane: "Reduction tree"
 * @needs: what it looks at
 * @draw: draws it, without words
 * @subtitle: (transfer full): what exactly is shown; it may depend on the room
 * @caption: (transfer full): what happens, in a sentence or two
 * @describe: (transfer full): what an eye would see; @caption: what @caption said
 * @point: (nullable) (transfer full) (nullable): what there is to say of a place
 * @find_warp: (nullable): the warp that a place is of, %WS_NONE where it is of none
 * @new_painter: (nullable): the same in parts; see painter.h
 * @set_painter: (nullable): sets it to what is looked at
 * @make_data: (transfer full) (nullable): the figures behind it; called only where it shows
 * anything
 * @figure: (transfer full) (nullable): its one figure, as in "4 of 16 threads work": what a glance
 * takes away; %NULL where there is none, or it is kept back
 * @find_lanes: (nullable): where each lane of the warp that is followed is drawn: what stays the
 * same from view to view; a bit for each lane that is
 * @stands_alone: whether there is something to see of a launch of which no block was recorded, too
 */
typedef struct {
  const char *name;
  const char *title;
  WsViewNeeds needs;
  void (*draw) (const WsLook *look, cairo_t *cr);
  char *(*subtitle) (const WsLook *look);
  char *(*caption) (const WsLook *look);
  char *(*describe) (const WsLook *look, const char *caption);
  char *(*point) (const WsLook *look, double x, double y);
  guint (*find_warp) (const WsLook *look, double x, double y);
  WsPainter *(*new_painter) (cairo_t *cr);
  void (*set_painter) (WsPainter *painter, const WsLook *look);
  WsData *(*make_data) (const WsLook *look);
  char *(*figure) (const WsLook *look);
  guint32 (*find_lanes) (const WsLook *look, WsBox boxes[WS_WARP_SIZE]);
  gboolean stands_alone;
} WsViewClass;

gboolean ws_look_hides (const WsLook *self, guint hide);
char *ws_look_say_stage (const WsLook *self);

G_END_DECLS
