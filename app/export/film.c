/* film.c: the frames of a film: which moment each has, how long it is shown, and drawing it. */
#include "export/film.h"

#include "pen/page.h"
#include "scene/course.h"

#include <glib/gi18n.h>
#include <math.h>

#define REST_CS     150 /* pause at the end before it repeats */
#define MAX_SAMPLES 48  /* frames whose captions are measured */

static gboolean
is_of_launch (const WsFilm *self)
{
  return ws_view_get_class (self->picture->view)->needs == WS_VIEW_OF_LAUNCH;
}

static double
get_course (const WsFilm *self)
{
  const WsPicture *picture = self->picture;

  if (picture->scene == NULL || picture->scenario != NULL || picture->sheet != NULL
      || picture->calculator != NULL
      || ws_view_get_class (picture->view)->needs == WS_VIEW_OF_LIMITS)
    return 0;
  return ws_course_get_seconds (picture->scene, is_of_launch (self));
}

static double
get_seconds (const WsFilm *self)
{
  return self->seconds > 0 ? self->seconds : get_course (self);
}

/* Returns: whether it can be drawn; %WS_EXPORT_ERROR says why not */
gboolean
ws_film_check (const WsFilm *self, GError **error)
{
  g_return_val_if_fail (self != NULL && self->picture != NULL, FALSE);

  if (!(get_course (self) > 0))
    {
      g_set_error (
          error, WS_EXPORT_ERROR, WS_EXPORT_ERROR_DRAW,
          _ ("This picture cannot be animated: only tree, lanes, code, memory and sms can."));
      return FALSE;
    }
  if (!(self->fps >= 1 && self->fps <= WS_FILM_MAX_FPS))
    {
      g_set_error (error, WS_EXPORT_ERROR, WS_EXPORT_ERROR_SIZE,
                   _ ("An animation must have 1 to %d frames per second, not %g."), WS_FILM_MAX_FPS,
                   self->fps);
      return FALSE;
    }
  if (!(self->seconds >= 0) || get_seconds (self) * self->fps > WS_FILM_MAX_FRAMES)
    {
      g_set_error (error, WS_EXPORT_ERROR, WS_EXPORT_ERROR_SIZE,
                   _ ("An animation of %g seconds with %g frames per second is too long: at most "
                      "%d frames are possible."),
                   get_seconds (self), self->fps, WS_FILM_MAX_FRAMES);
      return FALSE;
    }
  return TRUE;
}

/* Returns: its frames, at least 2 */
guint
ws_film_get_n_frames (const WsFilm *self)
{
  return MAX ((guint)round (get_seconds (self) * self->fps), 2);
}

/**
 * ws_film_get_delay_cs:
 * @frame: from 0
 *
 * Fractions of a hundredth of a second are carried over to the next frame, so that the total length
 * is right.
 *
 * Returns: how long it is shown, in hundredths of a second
 */
guint
ws_film_get_delay_cs (const WsFilm *self, guint frame)
{
  double cs = 100 / self->fps;
  guint delay = (guint)(round ((frame + 1) * cs) - round (frame * cs));

  return frame + 1 < ws_film_get_n_frames (self) ? delay : MAX (delay, REST_CS);
}

/**
 * ws_film_get_moment:
 * @frame: index: the first frame is the begin, the last the end
 * @moment: (out): what it shows, without a pointer
 */
void
ws_film_get_moment (const WsFilm *self, guint frame, WsMoment *moment)
{
  double share = frame / (double)(ws_film_get_n_frames (self) - 1);

  *moment = self->picture->moment;
  moment->hover_x = moment->hover_y = -1;
  if (is_of_launch (self))
    ws_course_get_moment_beside (self->picture->scene, self->picture->options.beside,
                                 MIN (share, 1) * get_course (self), moment);
  else
    ws_course_get_moment (self->picture->scene, FALSE, MIN (share, 1) * get_course (self), moment);
}

/**
 * ws_film_prepare:
 * @self: a film that passes ws_film_check()
 * @picture: (inout): a copy of its picture
 *
 * Reserves space for the longest caption, so that nothing jumps between frames.
 */
void
ws_film_prepare (const WsFilm *self, WsPicture *picture)
{
  guint n = ws_film_get_n_frames (self);
  guint n_samples = MIN (n, MAX_SAMPLES);
  guint lines = 0;
  g_autofree char *before = NULL;

  for (guint i = 0; i < n_samples; i++)
    {
      g_autofree char *caption = NULL;
      WsMoment moment;

      ws_film_get_moment (self, (guint)((guint64)i * (n - 1) / (n_samples - 1)), &moment);
      caption = ws_figure_dup_caption (picture->view, picture->scene, &moment, &picture->options);
      /* of a stage all frames say the same, and breaking it into lines takes a millisecond */
      if (caption == NULL || g_strcmp0 (caption, before) == 0)
        continue;
      lines = MAX (lines, ws_page_count_caption_lines (caption, ws_theme_get (self->form.theme),
                                                       self->form.width, self->form.height));
      g_free (before);
      before = g_steal_pointer (&caption);
    }
  picture->options.caption_lines = lines;
}

/**
 * ws_film_draw:
 * @self: a film that passes ws_film_check(), its picture prepared
 * @frame: from 0
 *
 * Returns: (transfer full): the frame, RGB24, with the form's scale
 */
cairo_surface_t *
ws_film_draw (const WsFilm *self, guint frame)
{
  double scale = self->form.scale;
  cairo_surface_t *surface =
      cairo_image_surface_create (CAIRO_FORMAT_RGB24, (int)round (self->form.width * scale),
                                  (int)round (self->form.height * scale));
  cairo_t *cr = cairo_create (surface);
  WsPicture picture = *self->picture;

  ws_film_get_moment (self, frame, &picture.moment);
  cairo_scale (cr, scale, scale);
  ws_picture_draw (&picture, cr, ws_theme_get (self->form.theme), self->form.width,
                   self->form.height);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  return surface;
}
