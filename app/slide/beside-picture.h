/* beside-picture.h: two runs beside each other as a picture: a slide with two parts. */
#pragma once

#include "beside/beside.h"
#include "slide/slide.h"

G_BEGIN_DECLS

void ws_picture_set_beside (WsPicture *self, WsBeside *beside);
WsSlide *ws_picture_make_beside_slide (const WsPicture *self, const WsTheme *theme);
guint ws_picture_get_beside_stage (const WsPicture *self);

G_END_DECLS
