/* picture-form.h: theme, size and caption of exported pictures: the choices, and the last
 * selection. */
#pragma once

#include "export/picture.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * WsPictureSize:
 * @id: in the settings
 * @name: for people, to be translated
 * @width: pixels; 0 if not from this table: as shown, or typed in
 * @height: likewise
 */
typedef struct {
  const char *id;
  const char *name;
  int width;
  int height;
} WsPictureSize;

enum { WS_PICTURE_SIZE_AS_SHOWN = 5, WS_PICTURE_SIZE_CUSTOM, WS_N_PICTURE_SIZES };

extern const WsPictureSize ws_picture_sizes[WS_N_PICTURE_SIZES];

void ws_picture_form_add_sizes (GtkStringList *list);
void ws_picture_form_bind (GSettings *settings, gpointer size_list, gpointer theme_list,
                           gpointer caption_switch);
void ws_picture_form_read (GSettings *settings, WsThemeKind screen, int shown_width,
                           int shown_height, WsPicture *picture, WsExportForm *form);
void ws_picture_form_set_caption (WsPicture *picture, gboolean has_caption);

G_END_DECLS
