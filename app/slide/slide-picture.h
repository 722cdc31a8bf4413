/* slide-picture.h: a slide as a picture, for all exporters. */
#pragma once

#include "slide/slide.h"

G_BEGIN_DECLS

void ws_picture_set_slide (WsPicture *self, WsSlide *slide);

G_END_DECLS
