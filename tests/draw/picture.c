#include "picture.h"

#include "pen/paint.h"

#include <stdlib.h>

WsTheme
picture_get_wordless_theme (WsThemeKind kind)
{
  WsTheme theme = *ws_theme_get (kind);

  theme.font = NULL;
  return theme;
}

void
picture_draw (cairo_t *cr, WsView view, const WsScene *scene, const WsMoment *moment,
              const WsTheme *theme, double width, double height)
{
  static const WsTreeOptions tree = WS_TREE_OPTIONS_INIT;
  static const WsCodeOptions code = { .ptx = TRUE };

  switch (view)
    {
    case WS_VIEW_LANES:
      ws_draw_lanes (cr, scene, moment, NULL, theme, width, height);
      break;
    case WS_VIEW_CODE:
      ws_draw_code (cr, scene, moment, &code, theme, width, height);
      break;
    case WS_VIEW_SMS:
      ws_draw_sms (cr, scene, moment, NULL, theme, width, height);
      break;
    case WS_VIEW_TREE:
    default:
      ws_draw_tree (cr, scene, moment, &tree, theme, width, height);
      break;
    }
}

cairo_surface_t *
picture_new (WsView view, const WsScene *scene, const WsMoment *moment, const WsTheme *theme,
             int width, int height)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, width, height);
  cairo_t *cr = cairo_create (surface);

  ws_paint_set (cr, theme->background);
  cairo_paint (cr);
  picture_draw (cr, view, scene, moment, theme, width, height);
  g_assert_cmpstr (cairo_status_to_string (cairo_status (cr)), ==,
                   cairo_status_to_string (CAIRO_STATUS_SUCCESS));
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  return surface;
}

static guint32
get_pixel (cairo_surface_t *surface, int x, int y)
{
  const guint8 *row =
      cairo_image_surface_get_data (surface) + (gsize)y * cairo_image_surface_get_stride (surface);

  return ((const guint32 *)row)[x];
}

static guint
get_difference (guint32 a, guint32 b)
{
  guint most = 0;

  for (guint shift = 0; shift < 24; shift += 8)
    most = MAX (most, (guint)abs ((int)(a >> shift & 255) - (int)(b >> shift & 255)));
  return most;
}

double
picture_compare (cairo_surface_t *a, cairo_surface_t *b, guint tolerance)
{
  int width = cairo_image_surface_get_width (a);
  int height = cairo_image_surface_get_height (a);
  guint n = 0;

  if (width != cairo_image_surface_get_width (b) || height != cairo_image_surface_get_height (b))
    return 1;
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      n += get_difference (get_pixel (a, x, y), get_pixel (b, x, y)) > tolerance;
  return n / ((double)width * height);
}

cairo_surface_t *
picture_new_difference (cairo_surface_t *a, cairo_surface_t *b)
{
  int width = MIN (cairo_image_surface_get_width (a), cairo_image_surface_get_width (b));
  int height = MIN (cairo_image_surface_get_height (a), cairo_image_surface_get_height (b));
  cairo_surface_t *difference = cairo_image_surface_create (CAIRO_FORMAT_RGB24, width, height);

  for (int y = 0; y < height; y++)
    {
      guint8 *data = cairo_image_surface_get_data (difference)
                     + (gsize)y * cairo_image_surface_get_stride (difference);
      for (int x = 0; x < width; x++)
        {
          guint shade =
              255 - MIN (get_difference (get_pixel (a, x, y), get_pixel (b, x, y)) * 4, 255);
          ((guint32 *)data)[x] = 0xff0000 | shade << 8 | shade;
        }
    }
  cairo_surface_mark_dirty (difference);
  return difference;
}

void
picture_check_golden (cairo_surface_t *drawn, const char *name)
{
  g_autofree char *file = g_strconcat (name, ".png", NULL);
  g_autofree char *path = g_build_filename (WS_TEST_DIR, "golden", file, NULL);
  cairo_surface_t *expected;
  double share;

  if (g_getenv ("WS_UPDATE_GOLDEN") != NULL)
    g_assert_cmpint (cairo_surface_write_to_png (drawn, path), ==, CAIRO_STATUS_SUCCESS);
  expected = cairo_image_surface_create_from_png (path);
  g_assert_cmpint (cairo_surface_status (expected), ==, CAIRO_STATUS_SUCCESS);
  share = picture_compare (drawn, expected, PICTURE_TOLERANCE);
  if (share > PICTURE_MAX_SHARE)
    {
      cairo_surface_t *difference = picture_new_difference (drawn, expected);
      g_autofree char *drawn_path = g_strdup_printf ("%s/%s.drawn.png", WS_BUILD_DIR, name);
      g_autofree char *difference_path =
          g_strdup_printf ("%s/%s.difference.png", WS_BUILD_DIR, name);

      cairo_surface_write_to_png (drawn, drawn_path);
      cairo_surface_write_to_png (difference, difference_path);
      cairo_surface_destroy (difference);
      g_test_message ("%.2f %% of the pixels differ: see %s and %s", share * 100, drawn_path,
                      difference_path);
    }
  g_assert_cmpfloat (share, <=, PICTURE_MAX_SHARE);
  cairo_surface_destroy (expected);
}
