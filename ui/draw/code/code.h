/* code.h: the kernel's source with the current line of the chosen warp, and a bar per line for the
 * share of active lanes; for paper and projector (on screen, ui/code-view has an editor's widget).
 */
#pragma once

#include "code/options.h"
#include "look/look.h"

G_BEGIN_DECLS

void ws_draw_code (cairo_t *cr, const WsFrame *frame, const WsCodeOptions *options);

char *ws_code_subtitle (const WsScene *scene, const WsMoment *moment);

extern const WsViewClass ws_view_of_code;

G_END_DECLS
