/* figure.h: a view with its title above, and below a caption with the source of its figures, for
 * export. */
#pragma once

#include "view/view.h"

G_BEGIN_DECLS

void ws_draw_figure (cairo_t *cr, WsView view, const WsFrame *frame,
                     const WsFigureOptions *options);
char *ws_figure_dup_caption (WsView view, const WsScene *scene, const WsMoment *moment,
                             const WsFigureOptions *options);
char *ws_figure_describe (WsView view, const WsFrame *frame, const WsFigureOptions *options,
                          char **title, char **caption, char **source) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
