/* film-write.c: a film as a file, or as many. */
#include "export/film.h"

#include "export/export-private.h"
#include "export/gif.h"
#include "export/webp.h"

#include <glib/gi18n.h>
#include <string.h>

#define MAX_SAMPLES 32 /* frames that the palette is made of */
#define MAX_DIGITS  9

typedef struct {
  const WsFilm *film;
  GCancellable *cancellable;
  WsFilmProgress progress;
  gpointer user_data;
  guint done;
  guint n;
} Work;

/* (transfer full) (nullable): NULL if it was cancelled, or cairo cannot */
static cairo_surface_t *
draw (Work *self, guint frame, GError **error)
{
  cairo_surface_t *surface;
  cairo_status_t status;

  if (g_cancellable_set_error_if_cancelled (self->cancellable, error))
    return NULL;
  surface = ws_film_draw (self->film, frame);
  status = cairo_surface_status (surface);
  if (status != CAIRO_STATUS_SUCCESS)
    {
      g_set_error (error, WS_EXPORT_ERROR, WS_EXPORT_ERROR_DRAW,
                   _ ("The picture could not be drawn: %s."), cairo_status_to_string (status));
      g_clear_pointer (&surface, cairo_surface_destroy);
    }
  return surface;
}

static void
tell (Work *self)
{
  self->done++;
  if (self->progress != NULL)
    self->progress (self->done, self->n, self->user_data);
}

/* ---- GIF ---- */

static WsPalette *
choose_colors (Work *self, GError **error)
{
  g_autoptr (WsHistogram) histogram = ws_histogram_new ();
  guint n = ws_film_get_n_frames (self->film);
  guint n_samples = MIN (n, MAX_SAMPLES);

  for (guint i = 0; i < n_samples; i++)
    {
      cairo_surface_t *surface =
          draw (self, (guint)((guint64)i * (n - 1) / (n_samples - 1)), error);

      if (surface == NULL)
        return NULL;
      ws_histogram_add (histogram, surface);
      cairo_surface_destroy (surface);
      tell (self);
    }
  return ws_palette_new (histogram);
}

static gboolean
write_gif (GOutputStream *stream, gpointer data, GError **error)
{
  Work *self = data;
  guint n = ws_film_get_n_frames (self->film);
  g_autoptr (WsPalette) palette = NULL;
  g_autoptr (WsGif) gif = NULL;

  self->n = n + MIN (n, MAX_SAMPLES);
  palette = choose_colors (self, error);
  if (palette == NULL)
    return FALSE;
  for (guint i = 0; i < n; i++)
    {
      cairo_surface_t *surface = draw (self, i, error);
      gboolean ok;

      if (surface == NULL)
        return FALSE;
      if (gif == NULL)
        gif =
            ws_gif_new (stream, cairo_image_surface_get_width (surface),
                        cairo_image_surface_get_height (surface), palette, self->film->loop, error);
      ok = gif != NULL && ws_gif_add (gif, surface, ws_film_get_delay_cs (self->film, i), error);
      cairo_surface_destroy (surface);
      if (!ok)
        return FALSE;
      tell (self);
    }
  return ws_gif_end (gif, error);
}

/* ---- WebP ---- */

static gboolean
write_webp (GOutputStream *stream, gpointer data, GError **error)
{
  Work *self = data;
  g_autoptr (WsWebp) webp = NULL;

  self->n = ws_film_get_n_frames (self->film);
  for (guint i = 0; i < self->n; i++)
    {
      cairo_surface_t *surface = draw (self, i, error);
      gboolean ok;

      if (surface == NULL)
        return FALSE;
      if (webp == NULL)
        webp = ws_webp_new (cairo_image_surface_get_width (surface),
                            cairo_image_surface_get_height (surface), self->film->loop, error);
      ok = webp != NULL && ws_webp_add (webp, surface, ws_film_get_delay_cs (self->film, i), error);
      cairo_surface_destroy (surface);
      if (!ok)
        return FALSE;
      tell (self);
    }
  return ws_webp_end (webp, stream, error);
}

/* ---- numbered files ---- */

/* "frame-%04d.png": what stands before and after, and how many digits. FALSE where it is none; a
 * folder's name is no pattern. It is never given to printf. */
static gboolean
split_pattern (const char *path, char **before, char **after, guint *digits)
{
  const char *slash = strrchr (path, '/');
  const char *percent = strchr (slash != NULL ? slash : path, '%');
  const char *p = percent;
  guint n = 0;

  if (percent == NULL || strchr (percent + 1, '%') != NULL)
    return FALSE;
  for (p++; g_ascii_isdigit (*p) && n < 100; p++)
    n = n * 10 + (guint)(*p - '0');
  if (*p != 'd' || n > MAX_DIGITS)
    return FALSE;
  *before = g_strndup (path, (gsize)(percent - path));
  *after = g_strdup (p + 1);
  *digits = MAX (n, 1);
  return TRUE;
}

static gboolean
write_frames (Work *self, const char *path, GError **error)
{
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  g_autofree char *pattern = NULL;
  g_autofree char *lower = NULL;
  guint digits;
  WsPicture picture = *self->film->picture;

  if (g_file_test (path, G_FILE_TEST_IS_DIR))
    path = pattern = g_build_filename (path, "frame-%04d.png", NULL);
  lower = g_ascii_strdown (path, -1);
  if (!split_pattern (path, &before, &after, &digits) || !g_str_has_suffix (lower, ".png"))
    {
      g_autofree char *base = g_path_get_basename (path);

      g_set_error (error, WS_EXPORT_ERROR, WS_EXPORT_ERROR_FORMAT,
                   _ ("\"%s\" has no known animation format: use F.gif, F.webp, F-%%04d.png, or an "
                      "existing folder."),
                   base);
      return FALSE;
    }
  self->n = ws_film_get_n_frames (self->film);
  for (guint i = 0; i < self->n; i++)
    {
      g_autofree char *file = g_strdup_printf ("%s%0*u%s", before, (int)digits, i + 1, after);

      if (g_cancellable_set_error_if_cancelled (self->cancellable, error))
        return FALSE;
      ws_film_get_moment (self->film, i, &picture.moment);
      if (!ws_picture_write (&picture, &self->film->form, file, self->cancellable, error))
        return FALSE;
      tell (self);
    }
  return TRUE;
}

/**
 * ws_film_write:
 * @path: F.gif, F.webp, or for numbered files, from 1 on, 'F-%04d.png', or a folder that is there
 * @cancellable: (nullable): to stop it: G_IO_ERROR_CANCELLED
 * @progress: (nullable): is told of each frame, in this thread
 * @user_data: for @progress
 *
 * Writes it; takes a while. An existing file is only replaced once the new one is complete. May run
 * in a thread of its own, as long as what is shown does not change.
 *
 * Returns: whether it was written
 */
gboolean
ws_film_write (const WsFilm *self, const char *path, GCancellable *cancellable,
               WsFilmProgress progress, gpointer user_data, GError **error)
{
  WsPicture picture;
  WsFilm film = *self;
  Work work = {
    .film = &film, .cancellable = cancellable, .progress = progress, .user_data = user_data
  };
  g_autofree char *lower = NULL;

  g_return_val_if_fail (self->picture != NULL && path != NULL, FALSE);

  if (!ws_film_check (self, error) || !ws_export_check_form (&self->form, error))
    return FALSE;
  picture = *self->picture;
  ws_film_prepare (self, &picture);
  film.picture = &picture;
  lower = g_ascii_strdown (path, -1);
  if (g_str_has_suffix (lower, ".gif"))
    return ws_export_replace (path, write_gif, &work, cancellable, error);
  if (g_str_has_suffix (lower, ".webp"))
    return ws_export_replace (path, write_webp, &work, cancellable, error);
  return write_frames (&work, path, error);
}
