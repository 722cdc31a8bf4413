/* view.h: the views of a run: one row each, with all that anybody asks of a view.
 *
 * A view is a class: it draws what is looked at, says it in words, answers the pointer, has the
 * figures behind it as a table. Panes, pictures, films, tables, the command line and what a screen
 * reader hears go through the rows; none knows one view from another. To add a view: its folder,
 * its number in #WsView, its row in view.c.
 */
#pragma once

#include "calculator/calculator.h"
#include "code/code.h"
#include "flow/flow.h"
#include "table/data.h"
#include "lanes/lanes.h"
#include "memory/memory.h"
#include "sms/sms.h"
#include "tree/tree.h"

G_BEGIN_DECLS

typedef enum {
  WS_VIEW_TREE,
  WS_VIEW_LANES,
  WS_VIEW_CODE,
  WS_VIEW_MEMORY,
  WS_VIEW_SMS,
  WS_VIEW_CALCULATOR,
  WS_N_VIEWS
} WsView;

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
 * WsFigureOptions:
 * @emphasis: what stands out, and what is kept back, in all views; what the views' own options say
 * of it is not looked at
 * @calculator: (nullable): what the view of occupancy shows; without it, the scene's launch
 * @bare: the view alone: no title, no caption
 * @beside: (nullable): a scene beside which this one is drawn: both have one scale of time, and one
 * of instructions; what the views' own options say of it is not looked at
 * @caption_lines: lines of the caption that are kept free at least, so that pictures of one series
 * have one layout
 */
typedef struct {
  WsTreeOptions tree;
  WsLanesOptions lanes;
  WsCodeOptions code;
  WsMemoryOptions memory;
  WsSmsOptions sms;
  WsCalculatorOptions occupancy;
  WsEmphasis emphasis;
  const WsCalculator *calculator;
  const WsScene *beside;
  gboolean bare;
  guint caption_lines;
} WsFigureOptions;

#define WS_FIGURE_OPTIONS_INIT                                                         \
  {                                                                                    \
    .tree = WS_TREE_OPTIONS_INIT, .code = { .ptx = TRUE }, .sms = WS_SMS_OPTIONS_INIT, \
    .occupancy = WS_CALCULATOR_OPTIONS_INIT                                            \
  }

/**
 * WsLook:
 * @frame: scene and moment, which only of limits may be %NULL, theme and size: of tables and
 * captions neither is looked at
 * @options: how much of it
 * @calculator: (nullable): of limits: the launch's, or one of its own
 *
 * What a view looks at. Borrowed.
 */
typedef struct {
  WsFrame frame;
  const WsFigureOptions *options;
  const WsCalculator *calculator;
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
  gboolean stands_alone;
} WsViewClass;

const WsViewClass *ws_view_get_class (WsView view);
const char *ws_view_get_name (WsView view);
gboolean ws_view_parse (const char *name, WsView *view);
gboolean ws_view_shows (WsView view, const WsScene *scene);
WsData *ws_data_new_for_view (WsView view, const WsScene *scene, const WsMoment *moment,
                              const WsFigureOptions *options);

WsData *ws_data_new_for_metrics (const WsRun *run, guint launch);
WsData *ws_data_new_for_causes (const WsRun *run, guint launch);

G_END_DECLS
