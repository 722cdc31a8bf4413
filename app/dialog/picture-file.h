/* picture-file.h: a picture dragged as a file or as image data: it is written in a thread when
 * dropped. */
#pragma once

#include "export/picture.h"

#include <gdk/gdk.h>

G_BEGIN_DECLS

#define WS_TYPE_PICTURE_FILE (ws_picture_file_get_type ())
G_DECLARE_FINAL_TYPE (WsPictureFile, ws_picture_file, WS, PICTURE_FILE, GdkContentProvider)

GdkContentProvider *ws_picture_file_new (const WsPicture *picture, const WsExportForm *form,
                                         const char *path);

G_END_DECLS
