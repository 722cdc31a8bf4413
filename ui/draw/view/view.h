/* view.h: the table of views of a run.
 *
 * A view is a class that draws its subject, describes it in words, handles the pointer, and
 * provides its figures as a table. Panes, pictures, films, tables, the command line and assistive
 * technology use the table; none treats any view specially. To add a view: its folder with its row,
 * its number in #WsView, its line in view.c.
 */
#pragma once

#include "calculator/calculator.h"
#include "code/code.h"
#include "flow/flow.h"
#include "table/data.h"
#include "lanes/lanes.h"
#include "memory/memory.h"
#include "sms/sms.h"
#include "stalls/stalls.h"
#include "tree/tree.h"

G_BEGIN_DECLS

typedef enum {
  WS_VIEW_TREE,
  WS_VIEW_LANES,
  WS_VIEW_CODE,
  WS_VIEW_MEMORY,
  WS_VIEW_SMS,
  WS_VIEW_CALCULATOR,
  WS_VIEW_STALLS,
  WS_N_VIEWS
} WsView;

/**
 * WsFigureOptions:
 * @emphasis: what is highlighted and hidden in all views; replaces the views' own
 * @calculator: (nullable): shown in the view of occupancy; else the scene's launch
 * @bare: the view alone: no title, no caption
 * @beside: (nullable): a second scene drawn side by side: both share one scale of time, and one of
 * instructions; replaces the views' own
 * @caption_lines: minimum lines reserved for the caption, so that pictures of one series share a
 * layout
 */
typedef struct {
  WsTreeOptions tree;
  WsLanesOptions lanes;
  WsCodeOptions code;
  WsMemoryOptions memory;
  WsSmsOptions sms;
  WsCalculatorOptions occupancy;
  WsStallsOptions stalls;
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

const WsViewClass *ws_view_get_class (WsView view);
const char *ws_view_get_name (WsView view);
gboolean ws_view_parse (const char *name, WsView *view);
gboolean ws_view_shows (WsView view, const WsScene *scene);
char *ws_view_dup_figure (const WsViewClass *klass, const WsLook *look);
guint32 ws_view_find_lanes (const WsViewClass *klass, const WsLook *look,
                            WsBox boxes[WS_WARP_SIZE]);
WsLook ws_view_look_at (const WsViewClass *klass, const WsFrame *frame,
                        const WsFigureOptions *options);
WsData *ws_data_new_for_view (WsView view, const WsScene *scene, const WsMoment *moment,
                              const WsFigureOptions *options);

WsData *ws_data_new_for_metrics (const WsRun *run, guint launch);
WsData *ws_data_new_for_causes (const WsRun *run, guint launch);

G_END_DECLS
