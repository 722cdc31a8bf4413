/* style.h: how an element of an SVG is painted, as one line of CSS. Private to page/. */
#pragma once

#include "page/svg.h"

G_BEGIN_DECLS

char *ws_style_make (const WsSvgNode *node, const WsSvgNode *group, double scale);

G_END_DECLS
