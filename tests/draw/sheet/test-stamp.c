/* Stamps look like the paths that they stand for: at every place and scale, on an image and on what
 * a screen's recording is replayed on. */
#include "sheet/stamp.h"
#include "picture.h"

#define N_BOXES 12

static const WsStampShape shapes[] = {
  { .kind = WS_STAMP_FILL, .radius = 7 },
  { .kind = WS_STAMP_FILL, .radius = 12 },
  { .kind = WS_STAMP_FRAME, .radius = 7, .line = 2 },
  { .kind = WS_STAMP_DASHES, .radius = 7, .line = 1, .dash = 4 },
};

static void
show (cairo_t *cr, const WsStampShape *shape, double phase, gboolean one_by_one)
{
  g_autoptr (WsStamps) stamps = ws_stamps_new (cr);
  WsColor color = { 0.1, 0.3, 0.6, 0.8 };
  WsBox boxes[N_BOXES];

  for (guint i = 0; i < N_BOXES; i++)
    boxes[i] = (WsBox){ 8 + (i % 4) * (40 + phase), 6 + i / 4 * 33.25, 30 + i % 3 * 0.5, 24 };
  if (!one_by_one)
    ws_stamps_show (stamps, shape, boxes, N_BOXES, color);
  for (guint i = 0; i < N_BOXES && one_by_one; i++) /* one is not worth a stamp */
    ws_stamps_show (stamps, shape, &boxes[i], 1, color);
}

static cairo_surface_t *
make_surface (int scale)
{
  cairo_surface_t *surface =
      cairo_image_surface_create (CAIRO_FORMAT_RGB24, 200 * scale, 120 * scale);
  cairo_t *cr;

  cairo_surface_set_device_scale (surface, scale, scale);
  cr = cairo_create (surface);
  cairo_set_source_rgb (cr, 1, 1, 1);
  cairo_paint (cr);
  cairo_destroy (cr);
  return surface;
}

static void
check_same (cairo_surface_t *stamped, cairo_surface_t *drawn)
{
  g_assert_cmpfloat (picture_compare (stamped, drawn, 40), <=, 0.001);
  cairo_surface_destroy (stamped);
  cairo_surface_destroy (drawn);
}

static cairo_surface_t *
draw (const WsStampShape *shape, double phase, double user_scale, int scale, gboolean one_by_one)
{
  cairo_surface_t *surface = make_surface (scale);
  cairo_t *cr = cairo_create (surface);

  cairo_translate (cr, phase, 3);
  cairo_scale (cr, user_scale, user_scale);
  show (cr, shape, phase, one_by_one);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  return surface;
}

static void
test_image (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (shapes); i++)
    for (double phase = -1; phase < 1.2; phase += 0.23)
      for (int scale = 1; scale <= 3; scale++)
        {
          check_same (draw (&shapes[i], phase, 1, scale, FALSE),
                      draw (&shapes[i], phase, 1, scale, TRUE));
          check_same (draw (&shapes[i], phase, 0.7, scale, FALSE),
                      draw (&shapes[i], phase, 0.7, scale, TRUE));
        }
}

/* @scale: of the screen; 0 where the recording is not told */
static cairo_surface_t *
replay (const WsStampShape *shape, int told, int scale)
{
  cairo_rectangle_t extents = { 0, 0, 200, 120 };
  cairo_surface_t *recording = cairo_recording_surface_create (CAIRO_CONTENT_COLOR_ALPHA, &extents);
  cairo_surface_t *surface = make_surface (scale);
  cairo_t *cr = cairo_create (recording);

  if (told > 0)
    ws_stamps_set_scale (cr, told);
  cairo_translate (cr, 0.4, 3);
  show (cr, shape, 0.4, FALSE);
  cairo_destroy (cr);
  cr = cairo_create (surface);
  cairo_set_source_surface (cr, recording, 0, 0);
  cairo_paint (cr);
  cairo_destroy (cr);
  cairo_surface_destroy (recording);
  return surface;
}

static void
test_recording (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (shapes); i++)
    for (int scale = 1; scale <= 3; scale++)
      check_same (replay (&shapes[i], scale, scale), replay (&shapes[i], 0, scale));
}

/* Nothing, no size, far away, turned round. */
static void
test_odd (void)
{
  cairo_surface_t *surface = make_surface (1);
  cairo_t *cr = cairo_create (surface);
  g_autoptr (WsStamps) stamps = ws_stamps_new (cr);
  WsColor color = { 0, 0, 0, 1 };
  WsBox boxes[8] = { { 0, 0, 0, 0 },       { 1, 1, 1e-9, 5 },   { -1e4, 3, 20, 20 },
                     { 1e5, 1e5, 9, 9 },   { 5, 5, 0.4, 0.4 },  { 30.5, 30.5, 3, 3 },
                     { 190, 110, 40, 40 }, { 60, 60, 30, 0.01 } };

  for (guint i = 0; i < G_N_ELEMENTS (shapes); i++)
    {
      ws_stamps_show (stamps, &shapes[i], NULL, 0, color);
      ws_stamps_show (stamps, &shapes[i], boxes, G_N_ELEMENTS (boxes), color);
      cairo_save (cr);
      cairo_rotate (cr, 0.3);
      ws_stamps_show (stamps, &shapes[i], boxes, G_N_ELEMENTS (boxes), color);
      cairo_restore (cr);
    }
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/draw/stamp/image", test_image);
  g_test_add_func ("/draw/stamp/recording", test_recording);
  g_test_add_func ("/draw/stamp/odd", test_odd);
  return g_test_run ();
}
