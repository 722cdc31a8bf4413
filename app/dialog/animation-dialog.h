/* animation-dialog.h: settings of an animation: format, size, length; with a preview. */
#pragma once

#include "export/film.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define WS_TYPE_ANIMATION_DIALOG (ws_animation_dialog_get_type ())
G_DECLARE_FINAL_TYPE (WsAnimationDialog, ws_animation_dialog, WS, ANIMATION_DIALOG, AdwWindow)

/* Signal chosen: the button Export was pressed. @picture: one that ws_film_check() takes */
WsAnimationDialog *ws_animation_dialog_new (GtkWindow *parent, const WsPicture *picture,
                                            WsThemeKind theme);
/* The film that is chosen; borrows the dialog's picture. */
void ws_animation_dialog_get_film (WsAnimationDialog *self, WsFilm *film);
/* (transfer full): its target: a file, or for numbered pictures a new folder */
char *ws_animation_dialog_get_path (WsAnimationDialog *self);

G_END_DECLS
