/* options.h: what of the code is drawn, and which line is the present one. */
#pragma once

#include "pen/emphasis.h"
#include "scene/scene.h"

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

guint ws_code_get_line (const WsScene *scene, const WsMoment *moment);

G_END_DECLS
