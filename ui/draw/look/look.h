/* look.h: the class of a view, and its input. Each view's folder exports one class; view.h has a
 * table of them.
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
 * @WS_VIEW_OF_LIMITS: the resources of a launch, recorded or not; it is static
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
 * @frame: scene and moment, which may be %NULL only for limits, theme and size; tables and captions
 * ignore the last two
 * @options: how much of it: the view's own options, such as #WsTreeOptions; their emphasis and
 * @beside are ignored
 * @emphasis: what is highlighted, and what is hidden
 * @beside: (nullable): the other scene, if two are drawn side by side
 * @calculator: (nullable): for limits: the launch's calculator, or a separate one
 * @of_launch: whether @calculator is the launch's
 *
 * The input of a view. Borrowed.
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
 * @name: in files and command lines: "tree"
 * @title: of the pane: "Reduction tree"
 * @needs: its kind of subject
 * @draw: draws it, without title and caption
 * @subtitle: (transfer full): what exactly is shown; may depend on the size
 * @caption: (transfer full): what happens, in a sentence or two
 * @describe: (transfer full): a description of the picture for assistive technology; @caption: the
 * result of @caption
 * @point: (nullable) (transfer full) (nullable): tooltip of a place
 * @find_warp: (nullable): the warp at a place, %WS_NONE for none
 * @new_painter: (nullable): the same in parts; see painter.h
 * @set_painter: (nullable): updates it to a subject
 * @make_data: (transfer full) (nullable): its figures as a table; called only if it shows anything
 * @figure: (transfer full) (nullable): its main figure, as in "4 of 16 threads work"; %NULL if
 * there is none, or it is hidden
 * @find_lanes: (nullable): the position of each lane of the followed warp, for transitions between
 * views; a bit for each lane that is drawn
 * @stands_alone: whether it shows anything of a launch without a recorded block
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
