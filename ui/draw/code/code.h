/* code.h: the kernel's source with the line that the chosen warp is on and a bar per line for the
 * share of active lanes; for paper and projector (on screen, ui/code-view has an editor's widget).
 */
#pragma once

#include "pen/emphasis.h"
#include "scene/scene.h"
#include "look/look.h"

G_BEGIN_DECLS

/**
 * WsCodeOptions:
 * @ptx: whether the PTX of the present line is shown, too
 * @emphasis: lines that stand out; with masks or counts, the shares of lanes are kept back; with
 * the fault, the line that went wrong, and the one that the warp is at in such a launch
 */
typedef struct {
  gboolean ptx;
  WsEmphasis emphasis;
} WsCodeOptions;

void ws_draw_code (cairo_t *cr, const WsFrame *frame, const WsCodeOptions *options);

char *ws_code_subtitle (const WsScene *scene, const WsMoment *moment);

guint ws_code_get_line (const WsScene *scene, const WsMoment *moment);

extern const WsViewClass ws_view_of_code;

G_END_DECLS
