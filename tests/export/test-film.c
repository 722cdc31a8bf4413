/* Animations: frames, delays and colours, as readers see them that know nothing of us. */
#include "export/film.h"
#include "export/palette.h"
#include "paths.h"
#include "schedule.h"
#include "scratch.h"
#include "synthetic.h"

#include "pen/page.h"
#include "scene/course.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#define PYTHON "/usr/bin/python3"

static char *folder;

static char *
get_path (const char *name)
{
  return g_build_filename (folder, name, NULL);
}

/* ---- the course ---- */

/* Progress and position are each other's inverse, and never go back. */
static void
test_course (void)
{
  for (guint kernel = 0; kernel < SYNTHETIC_N_KERNELS; kernel++)
    {
      g_autoptr (WsScene) scene = synthetic_scene_new (kernel, 64, SYNTHETIC_SMALL);
      guint n = scene->stages->n_stages;
      double before = 0;

      g_assert_cmpfloat (ws_course_get_seconds (scene, FALSE), ==, n * WS_SECONDS_PER_STAGE);
      for (double progress = 0; progress <= n; progress += 1. / 16)
        {
          double position = ws_course_from_progress (scene, progress);

          g_assert_cmpfloat (position, >=, before);
          g_assert_cmpfloat (position, <=, scene->record->n_events - 1);
          before = position;
        }
      for (guint stage = 0; stage < n; stage++)
        {
          double end = ws_course_stage_end (scene, stage);

          g_assert_cmpfloat (fabs (ws_course_from_progress (scene, stage + 1) - end), <, 1e-9);
        }
      for (guint i = 0; i < 64; i++)
        {
          double position = g_test_rand_double_range (0, scene->record->n_events - 1);
          double again = ws_course_from_progress (scene, ws_course_to_progress (scene, position));

          if (n > 0)
            g_assert_cmpfloat (fabs (again - position), <, 1e-6);
        }
    }
}

/* ---- colours ---- */

static cairo_surface_t *
make_colors (guint n, guint each)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, (int)each, (int)n);

  for (guint y = 0; y < n; y++)
    for (guint x = 0; x < each; x++)
      {
        guint8 *row = cairo_image_surface_get_data (surface)
                      + y * (gsize)cairo_image_surface_get_stride (surface);
        /* what stands in the unused byte does not count */
        ((guint32 *)(void *)row)[x] = (y * 2654435761u & 0xffffff) | x << 24;
      }
  cairo_surface_mark_dirty (surface);
  return surface;
}

/* Few colours have themselves. */
static void
test_few_colors (void)
{
  for (guint n = 1; n <= WS_PALETTE_MAX_COLORS; n += 127)
    {
      cairo_surface_t *surface = make_colors (n, 3);
      g_autoptr (WsHistogram) histogram = ws_histogram_new ();
      g_autoptr (WsPalette) palette = NULL;

      ws_histogram_add (histogram, surface);
      palette = ws_palette_new (histogram);
      g_assert_cmpuint (ws_palette_get_n_colors (palette), ==, n);
      for (guint i = 0; i < n; i++)
        {
          guint32 color = i * 2654435761u & 0xffffff;

          g_assert_cmphex (ws_palette_get_color (palette, ws_palette_find (palette, color)), ==,
                           color);
        }
      cairo_surface_destroy (surface);
    }
}

/* Of many, those that are flat have themselves, and the others are near to what stands for them. */
static void
test_many_colors (void)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 256, 300);
  cairo_t *cr = cairo_create (surface);
  cairo_pattern_t *shades = cairo_pattern_create_linear (0, 0, 256, 300);
  static const guint32 flat[] = { 0x0072b2, 0xe69f00, 0xffffff, 0x1a1a1a };
  g_autoptr (WsHistogram) histogram = ws_histogram_new ();
  g_autoptr (WsPalette) palette = NULL;

  cairo_pattern_add_color_stop_rgb (shades, 0, 0, 0.2, 0.9);
  cairo_pattern_add_color_stop_rgb (shades, 0.5, 0.9, 0.8, 0.1);
  cairo_pattern_add_color_stop_rgb (shades, 1, 0.3, 0, 0.3);
  cairo_set_source (cr, shades);
  cairo_paint (cr);
  for (guint i = 0; i < G_N_ELEMENTS (flat); i++)
    {
      cairo_set_source_rgb (cr, (flat[i] >> 16) / 255., (flat[i] >> 8 & 255) / 255.,
                            (flat[i] & 255) / 255.);
      cairo_rectangle (cr, 40 * i, 40, 30, 30);
      cairo_fill (cr);
    }
  cairo_destroy (cr);
  cairo_pattern_destroy (shades);
  cairo_surface_flush (surface);
  ws_histogram_add (histogram, surface);
  palette = ws_palette_new (histogram);
  g_assert_cmpuint (ws_palette_get_n_colors (palette), ==, WS_PALETTE_MAX_COLORS);
  for (guint i = 0; i < G_N_ELEMENTS (flat); i++)
    g_assert_cmphex (ws_palette_get_color (palette, ws_palette_find (palette, flat[i])), ==,
                     flat[i]);
  for (int y = 0; y < 300; y++)
    for (int x = 0; x < 256; x++)
      {
        const guint8 *row = cairo_image_surface_get_data (surface)
                            + (gsize)y * (gsize)cairo_image_surface_get_stride (surface);
        guint32 color = ((const guint32 *)(const void *)row)[x] & 0xffffff;
        guint32 near = ws_palette_get_color (palette, ws_palette_find (palette, color));

        for (guint shift = 0; shift < 24; shift += 8)
          g_assert_cmpint (ABS ((int)(color >> shift & 255) - (int)(near >> shift & 255)), <, 24);
      }
  cairo_surface_destroy (surface);
}

/* ---- files ---- */

typedef struct {
  gboolean read; /* FALSE: there is nothing to read it with */
  int frames;
  int milliseconds;
  int loop;
  int width;
  int height;
  double worst[2];
  double share[2];
} Reading;

static Reading
read_film (const char *path, const char *first, const char *last)
{
  g_autofree char *script = g_build_filename (WS_TEST_DIR, "read-film.py", NULL);
  const char *argv[] = { PYTHON, script, path, first, last, NULL };
  g_autofree char *out = NULL;
  g_autofree char *err = NULL;
  g_auto (GStrv) lines = NULL;
  Reading reading = { FALSE };
  int status;

  if (!g_spawn_sync (NULL, (char **)argv, NULL, 0, NULL, NULL, &out, &err, &status, NULL)
      || (status != 0 && g_str_equal (err, "")))
    {
      g_test_skip ("python3-pil is not installed");
      return reading;
    }
  g_assert_cmpstr (err, ==, "");
  lines = g_strsplit (g_strchomp (out), "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, 6);
  reading.read = TRUE;
  g_assert_cmpint (sscanf (lines[0], "frames %d", &reading.frames), ==, 1);
  g_assert_cmpint (sscanf (lines[1], "milliseconds %d", &reading.milliseconds), ==, 1);
  g_assert_cmpint (sscanf (lines[2], "loop %d", &reading.loop), ==, 1);
  g_assert_cmpint (sscanf (lines[3], "size %d %d", &reading.width, &reading.height), ==, 2);
  for (guint i = 0; i < 2; i++)
    {
      g_auto (GStrv) words = g_strsplit (lines[4 + i], " ", -1);

      reading.worst[i] = g_ascii_strtod (words[1], NULL);
      reading.share[i] = g_ascii_strtod (words[2], NULL);
    }
  return reading;
}

static void
count_cb (guint done, guint n, gpointer data)
{
  guint *last = data;

  g_assert_cmpuint (done, ==, *last + 1);
  g_assert_cmpuint (done, <=, n);
  *last = done;
}

typedef struct {
  const char *name;
  WsView view;
  WsThemeKind theme;
  const char *suffix;
  double fps;
  double seconds;
  double scale;
  gboolean loop;
} Case;

static const Case cases[] = {
  { "tree", WS_VIEW_TREE, WS_THEME_LIGHT, "gif", 10, 3, 1, FALSE },
  { "lanes", WS_VIEW_LANES, WS_THEME_DARK, "gif", 12, 2, 1, TRUE },
  { "code", WS_VIEW_CODE, WS_THEME_PROJECTOR, "gif", 7, 1.5, 1, FALSE },
  { "sms", WS_VIEW_SMS, WS_THEME_LIGHT, "gif", 30, 1, 1, TRUE },
  { "twice", WS_VIEW_TREE, WS_THEME_LIGHT, "gif", 5, 1, 2, FALSE },
  { "tree", WS_VIEW_TREE, WS_THEME_LIGHT, "webp", 10, 2, 1, TRUE },
  { "lanes", WS_VIEW_LANES, WS_THEME_DARK, "webp", 8, 1, 1, FALSE },
};

static WsScene *
make_scene (WsView view)
{
  const Schedule schedule = {
    .spec = "k40c", .blocks = 300, .threads = 128, .per_sm = 8, .cycles = 900, .uneven = 0.3
  };

  return view == WS_VIEW_SMS ? schedule_scene_new (&schedule)
                             : synthetic_scene_new (SYNTHETIC_INTERLEAVED, 64, SYNTHETIC_SMALL);
}

/* Of all frames, whichever comes first: the caption with the most lines has room. */
static void
test_caption_room (void)
{
  static const WsView views[] = { WS_VIEW_TREE, WS_VIEW_SMS };
  guint n_fewer = 0;

  for (guint v = 0; v < G_N_ELEMENTS (views); v++)
    for (int width = 400; width <= 1600; width += 100)
      {
        g_autoptr (WsScene) scene = make_scene (views[v]);
        WsPicture picture = { .view = views[v], .scene = scene, .options = WS_FIGURE_OPTIONS_INIT };
        const WsFilm film = {
          .picture = &picture, .form = { WS_THEME_LIGHT, width, 500, 1 }, .fps = 10, .seconds = 4
        };
        WsPicture prepared = picture;
        guint most = 0;

        ws_film_prepare (&film, &prepared);
        for (guint i = 0; i < ws_film_get_n_frames (&film); i++)
          {
            g_autofree char *caption = NULL;
            WsMoment moment;
            guint n;

            ws_film_get_moment (&film, i, &moment);
            caption = ws_figure_dup_caption (views[v], scene, &moment, &picture.options);
            g_assert_nonnull (caption);
            n = ws_page_count_caption_lines (caption, ws_theme_get (WS_THEME_LIGHT), width, 500);
            n_fewer += n < prepared.options.caption_lines;
            most = MAX (most, n);
          }
        g_assert_cmpuint (prepared.options.caption_lines, ==, most);
      }
  g_assert_cmpuint (n_fewer, >, 0);
}

/* A launch beside a longer one plays until both are explained. */
static void
test_beside (void)
{
  const Schedule schedule = {
    .spec = "k40c", .blocks = 900, .threads = 128, .per_sm = 8, .cycles = 900, .uneven = 0.3
  };
  g_autoptr (WsScene) scene = make_scene (WS_VIEW_SMS);
  g_autoptr (WsScene) longer = schedule_scene_new (&schedule);
  WsPicture picture = { .view = WS_VIEW_SMS, .scene = scene, .options = WS_FIGURE_OPTIONS_INIT };
  const WsFilm film = {
    .picture = &picture, .form = { WS_THEME_LIGHT, 640, 400, 1 }, .fps = 10, .seconds = 1
  };
  WsMoment moment;

  picture.options.beside = longer;
  ws_film_get_moment (&film, ws_film_get_n_frames (&film) - 1, &moment);
  g_assert_cmpfloat (moment.time, ==, ws_course_get_last (longer, TRUE));
  g_assert_cmpfloat (moment.time, >, (double)scene->timeline->end);
  picture.scene = longer;
  picture.options.beside = scene;
  ws_film_get_moment (&film, ws_film_get_n_frames (&film) - 1, &moment);
  g_assert_cmpfloat (moment.time, ==, ws_course_get_last (longer, TRUE));
}

static void
test_file (gconstpointer data)
{
  const Case *c = data;
  g_autoptr (WsScene) scene = make_scene (c->view);
  WsPicture picture = { .view = c->view, .scene = scene, .options = WS_FIGURE_OPTIONS_INIT };
  WsFilm film = { .picture = &picture,
                  .form = { c->theme, 640, 400, c->scale },
                  .fps = c->fps,
                  .seconds = c->seconds,
                  .loop = c->loop };
  g_autofree char *name = g_strdup_printf ("%s.%s", c->name, c->suffix);
  g_autofree char *path = get_path (name);
  g_autofree char *first = get_path ("first.png");
  g_autofree char *last = get_path ("last.png");
  g_autoptr (GError) error = NULL;
  WsPicture still = picture;
  Reading reading;
  guint done = 0;
  guint n = ws_film_get_n_frames (&film);
  guint total_cs = 0;

  g_assert_cmpuint (n, ==, (guint)round (c->fps * c->seconds));
  g_assert_true (ws_film_write (&film, path, NULL, count_cb, &done, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (done, >=, n);
  for (guint i = 0; i < n; i++)
    total_cs += ws_film_get_delay_cs (&film, i);
  /* the last frame rests */
  g_assert_cmpfloat (fabs (total_cs - c->seconds * 100), <=, 151);

  ws_film_prepare (&film, &still);
  ws_film_get_moment (&film, 0, &still.moment);
  g_assert_cmpfloat (still.moment.time, ==, 0);
  g_assert_true (ws_picture_write (&still, &film.form, first, NULL, &error));
  ws_film_get_moment (&film, n - 1, &still.moment);
  /* active still, and not past it */
  if (c->view == WS_VIEW_SMS)
    g_assert_cmpfloat (still.moment.time, ==, ws_course_get_last (scene, TRUE));
  else
    g_assert_cmpfloat (still.moment.position, ==,
                       ws_scene_stage_moment (scene, scene->stages->n_stages - 1));
  g_assert_true (ws_picture_write (&still, &film.form, last, NULL, &error));
  reading = read_film (path, first, last);
  if (!reading.read)
    return;
  g_test_message ("%d frames of %u, worst difference %g and %g", reading.frames, n,
                  reading.worst[0], reading.worst[1]);
  /* frames in which nothing changes are one */
  g_assert_cmpint (reading.frames, <=, (int)n);
  g_assert_cmpint (reading.frames, >=, 2);
  g_assert_cmpint (reading.milliseconds, ==, (int)total_cs * 10);
  g_assert_cmpint (reading.width, ==, (int)(640 * c->scale));
  g_assert_cmpint (reading.height, ==, (int)(400 * c->scale));
  /* Pillow says 1 for once of WebP, and nothing of GIF */
  g_assert_cmpint (reading.loop, ==, c->loop ? 0 : g_str_equal (c->suffix, "webp") ? 1 : -1);
  for (guint i = 0; i < 2; i++)
    {
      g_assert_cmpfloat (reading.share[i], <, 0.0005);
      if (g_str_equal (c->suffix, "webp"))
        g_assert_cmpfloat (reading.worst[i], ==, 0);
    }
}

static void
test_frames (void)
{
  g_autoptr (WsScene) scene = make_scene (WS_VIEW_TREE);
  WsPicture picture = { .scene = scene, .options = WS_FIGURE_OPTIONS_INIT };
  WsFilm film = {
    .picture = &picture, .form = { WS_THEME_LIGHT, 320, 200, 1 }, .fps = 5, .seconds = 1
  };
  g_autofree char *numbered = get_path ("frame-%03d.png");
  g_autofree char *plain = get_path ("%d.png");
  g_autoptr (GError) error = NULL;
  static const char *const names[] = { "frame-001.png", "frame-005.png",  "1.png",
                                       "5.png",         "frame-0001.png", "frame-0005.png" };
  static const char *const bad[] = { "f-%s.png", "f-%n.png", "f-%d%d.png", "f-%99d.png", "f.mov",
                                     "f-%d.jpg", "f",        "%",          "%.png" };

  g_assert_true (ws_film_write (&film, numbered, NULL, NULL, NULL, &error));
  g_assert_true (ws_film_write (&film, plain, NULL, NULL, NULL, &error));
  g_assert_true (ws_film_write (&film, folder, NULL, NULL, NULL, &error));
  g_assert_no_error (error);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = get_path (names[i]);

      g_assert_true (g_file_test (path, G_FILE_TEST_EXISTS));
    }
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autofree char *path = get_path (bad[i]);

      g_assert_false (ws_film_write (&film, path, NULL, NULL, NULL, &error));
      g_assert_error (error, WS_EXPORT_ERROR, WS_EXPORT_ERROR_FORMAT);
      g_clear_error (&error);
    }
}

static void
cancel_cb (guint done, guint n, gpointer data)
{
  if (done == 5)
    g_cancellable_cancel (data);
}

static void
test_cancel (void)
{
  g_autoptr (WsScene) scene = make_scene (WS_VIEW_TREE);
  WsPicture picture = { .scene = scene, .options = WS_FIGURE_OPTIONS_INIT };
  WsFilm film = { .picture = &picture, .form = { WS_THEME_LIGHT, 320, 200, 1 }, .fps = 10 };
  static const char *const names[] = { "cancelled.gif", "cancelled.webp" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = get_path (names[i]);
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      g_autoptr (GError) error = NULL;
      g_autofree char *kept = NULL;

      g_assert_true (g_file_set_contents (path, "before", -1, NULL));
      g_assert_false (ws_film_write (&film, path, cancellable, cancel_cb, cancellable, &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
      g_assert_true (g_file_get_contents (path, &kept, NULL, NULL));
      g_assert_cmpstr (kept, ==, "before");

      /* of a new file no half is left */
      g_assert_cmpint (g_unlink (path), ==, 0);
      g_cancellable_reset (cancellable);
      g_clear_error (&error);
      g_assert_false (ws_film_write (&film, path, cancellable, cancel_cb, cancellable, &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
      g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
    }
}

static void
check_refused (const WsFilm *film, int code)
{
  g_autofree char *path = get_path ("refused.gif");
  g_autoptr (GError) error = NULL;

  g_assert_false (ws_film_write (film, path, NULL, NULL, NULL, &error));
  g_assert_error (error, WS_EXPORT_ERROR, code);
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
}

static void
test_errors (void)
{
  g_autoptr (WsScene) scene = make_scene (WS_VIEW_TREE);
  WsPicture picture = { .scene = scene, .options = WS_FIGURE_OPTIONS_INIT };
  WsFilm film = { .picture = &picture, .form = { WS_THEME_LIGHT, 320, 200, 1 }, .fps = 25 };

  film.fps = 0;
  check_refused (&film, WS_EXPORT_ERROR_SIZE);
  film.fps = NAN;
  check_refused (&film, WS_EXPORT_ERROR_SIZE);
  film.fps = 51;
  check_refused (&film, WS_EXPORT_ERROR_SIZE);
  film.fps = 25;
  film.seconds = -1;
  check_refused (&film, WS_EXPORT_ERROR_SIZE);
  film.seconds = 1e9;
  check_refused (&film, WS_EXPORT_ERROR_SIZE);
  film.seconds = INFINITY;
  check_refused (&film, WS_EXPORT_ERROR_SIZE);
  film.seconds = 1;
  film.form.width = 8;
  check_refused (&film, WS_EXPORT_ERROR_SIZE);
  film.form.width = 320;
  film.form.scale = 5;
  check_refused (&film, WS_EXPORT_ERROR_SIZE);
  film.form.scale = 1;
  picture.view = WS_VIEW_CALCULATOR;
  check_refused (&film, WS_EXPORT_ERROR_DRAW);
  picture.view = WS_VIEW_SMS; /* a scene without residencies */
  check_refused (&film, WS_EXPORT_ERROR_DRAW);
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  folder = g_dir_make_tmp ("warpstage-film-XXXXXX", NULL);
  g_test_add_func ("/export/film/course", test_course);
  g_test_add_func ("/export/film/beside", test_beside);
  g_test_add_func ("/export/film/caption-room", test_caption_room);
  g_test_add_func ("/export/film/few-colors", test_few_colors);
  g_test_add_func ("/export/film/many-colors", test_many_colors);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path =
          g_strdup_printf ("/export/film/file/%s/%s", cases[i].suffix, cases[i].name);

      g_test_add_data_func (path, &cases[i], test_file);
    }
  g_test_add_func ("/export/film/frames", test_frames);
  g_test_add_func ("/export/film/cancel", test_cancel);
  g_test_add_func ("/export/film/errors", test_errors);
  status = g_test_run ();
  scratch_remove (folder);
  g_free (folder);
  return status;
}
