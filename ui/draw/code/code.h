/* code.h: the kernel's source with the line that the chosen warp is on and a bar per line for the
 * share of lanes at work; for paper and projector (on screen, ui/code-view has an editor's widget).
 */
#pragma once

#include "scene/scene.h"

G_BEGIN_DECLS

/* @ptx: shows the PTX of the present line, too */
typedef struct {
  gboolean ptx;
} WsCodeOptions;

/* @options: nullable */
void ws_draw_code (cairo_t *cr, const WsScene *scene, const WsMoment *moment,
                   const WsCodeOptions *options, const WsTheme *theme, double width, double height);

/* (transfer full): "reduce1.cu", "line 19: if (tid % (2 * s) == 0)" */
char *ws_code_title (const WsScene *scene);
char *ws_code_subtitle (const WsScene *scene, const WsMoment *moment);

/* Line of the kernel's source that the chosen warp is on, 1-based; 0 where none is known. */
guint ws_code_get_line (const WsScene *scene, const WsMoment *moment);

G_END_DECLS
