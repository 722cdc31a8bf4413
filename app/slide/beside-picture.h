/* beside-picture.h: two runs beside each other as a picture: a slide with two parts. */
#pragma once

#include "beside/beside.h"
#include "export/picture.h"

G_BEGIN_DECLS

void ws_picture_set_beside (WsPicture *self, WsBeside *beside);
guint ws_picture_get_beside_stage (const WsPicture *self);

G_END_DECLS
