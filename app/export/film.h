/* film.h: an animation of a block or a launch, in frames of equal length; written as animated GIF
 * or WebP, or as numbered PNG files. Needs no display.
 */
#pragma once

#include "export/picture.h"

G_BEGIN_DECLS

#define WS_FILM_MAX_FPS    50 /* browsers slow down faster ones */
#define WS_FILM_MAX_FRAMES 20000

/**
 * WsFilm:
 * @picture: what is shown; its moment sets everything but position and time
 * @form: theme, size and scale of a frame
 * @fps: frames a second: 1 to WS_FILM_MAX_FPS
 * @seconds: duration; 0: as on the screen at speed 1
 * @loop: whether it loops for ever; else it stops at its end
 *
 * Borrows the picture.
 */
typedef struct {
  const WsPicture *picture;
  WsExportForm form;
  double fps;
  double seconds;
  gboolean loop;
} WsFilm;

gboolean ws_film_check (const WsFilm *self, GError **error);
guint ws_film_get_n_frames (const WsFilm *self);
guint ws_film_get_delay_cs (const WsFilm *self, guint frame);
void ws_film_get_moment (const WsFilm *self, guint frame, WsMoment *moment);
void ws_film_prepare (const WsFilm *self, WsPicture *picture);
cairo_surface_t *ws_film_draw (const WsFilm *self, guint frame);

/* @done: finished frames; @n: of how many. In the thread that writes. */
typedef void (*WsFilmProgress) (guint done, guint n, gpointer user_data);
gboolean ws_film_write (const WsFilm *self, const char *path, GCancellable *cancellable,
                        WsFilmProgress progress, gpointer user_data, GError **error);

G_END_DECLS
