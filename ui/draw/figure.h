/* figure.h: a view with its title above and a caption below that says where its figures come from:
 * what export writes. */
#pragma once

#include "draw/calculator.h"
#include "draw/code.h"
#include "draw/lanes.h"
#include "draw/sms.h"
#include "draw/tree.h"

G_BEGIN_DECLS

typedef enum {
  WS_VIEW_TREE,
  WS_VIEW_LANES,
  WS_VIEW_CODE,
  WS_VIEW_SMS,
  WS_VIEW_OCCUPANCY,
  WS_N_VIEWS
} WsView;

/* "tree", "lanes", "code", "sms", "occupancy": of files and command lines */
const char *ws_view_get_name (WsView view);
gboolean ws_view_parse (const char *name, WsView *view);

/**
 * WsFigureOptions:
 * @calculator: (nullable): what the view of occupancy shows; without it, the scene's launch
 * @bare: the view alone: no title, no caption
 * @caption_lines: lines of the caption that are kept free at least, so that pictures of one series
 * have one layout
 */
typedef struct {
  WsTreeOptions tree;
  WsLanesOptions lanes;
  WsCodeOptions code;
  WsSmsOptions sms;
  WsCalculatorOptions occupancy;
  const WsCalculator *calculator;
  gboolean bare;
  guint caption_lines;
} WsFigureOptions;

#define WS_FIGURE_OPTIONS_INIT                                                         \
  {                                                                                    \
    .tree = WS_TREE_OPTIONS_INIT, .code = { .ptx = TRUE }, .sms = WS_SMS_OPTIONS_INIT, \
    .occupancy = WS_CALCULATOR_OPTIONS_INIT                                            \
  }

/* @options: nullable. Paints the background, too. @scene and @moment are nullable where @options
 * have a calculator. */
void ws_draw_figure (cairo_t *cr, WsView view, const WsScene *scene, const WsMoment *moment,
                     const WsFigureOptions *options, const WsTheme *theme, double width,
                     double height);
guint ws_figure_count_caption_lines (WsView view, const WsScene *scene, const WsMoment *moment,
                                     const WsFigureOptions *options, const WsTheme *theme,
                                     double width, double height);
void ws_figure_describe (WsView view, const WsScene *scene, const WsMoment *moment,
                         const WsFigureOptions *options, char **title, char **caption,
                         char **source);

G_END_DECLS
