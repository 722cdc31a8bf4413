/* options.h: options of the code's drawing. */
#pragma once

#include "pen/emphasis.h"
#include "scene/scene.h"

G_BEGIN_DECLS

/**
 * WsCodeOptions:
 * @ptx: whether the PTX of the current line is shown, too
 * @emphasis: highlighted lines; hiding masks or counts hides the shares of lanes; hiding the fault
 * hides the faulting line, and the current line in such a launch
 */
typedef struct {
  gboolean ptx;
  WsEmphasis emphasis;
} WsCodeOptions;

guint ws_code_get_line (const WsScene *scene, const WsMoment *moment);

G_END_DECLS
