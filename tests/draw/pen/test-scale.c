/* The chart kit's core: scales there and back, round ticks whose labels keep apart, whatever the
 * range. */
#include "pen/axis.h"
#include "picture.h"

#include <math.h>
#include <string.h>

static const double odd[] = { 0,     1,   -1,       1e-300,    1e300, -1e300, 1e-12,
                              7,     1.5, 123456,   1e9,       0.1,   -0.3,   1024,
                              65536, NAN, INFINITY, -INFINITY, 3e38,  1e-9 };

static void
test_scale (void)
{
  WsScale scale;

  ws_scale_init (&scale, WS_SCALE_LINEAR, 0, 64, 100, 20);
  g_assert_cmpfloat (ws_scale_to_place (&scale, 0), ==, 100);
  g_assert_cmpfloat (ws_scale_to_place (&scale, 48), ==, 40);
  g_assert_cmpfloat (ws_scale_from_place (&scale, 40), ==, 48);
  g_assert_cmpfloat (ws_scale_clamp_place (&scale, -500), ==, 64);
  g_assert_true (ws_scale_contains (&scale, 64));
  g_assert_false (ws_scale_contains (&scale, 64.1));
  ws_scale_init (&scale, WS_SCALE_LOG2, 1, 1024, 0, 100);
  g_assert_cmpfloat_with_epsilon (ws_scale_to_place (&scale, 32), 50, 1e-9);
  g_assert_cmpfloat_with_epsilon (ws_scale_from_place (&scale, 50), 32, 1e-9);
  ws_scale_init (&scale, WS_SCALE_LOG10, 0.01, 100, 0, 400);
  g_assert_cmpfloat_with_epsilon (ws_scale_to_place (&scale, 1), 200, 1e-9);
}

/* Whatever ends it is given, places are numbers, and there and back is the same. */
static void
test_scale_odd (void)
{
  for (guint kind = 0; kind <= WS_SCALE_LOG10; kind++)
    for (guint i = 0; i < G_N_ELEMENTS (odd); i++)
      for (guint k = 0; k < G_N_ELEMENTS (odd); k++)
        {
          WsScale scale;

          ws_scale_init (&scale, kind, odd[i], odd[k], 10, 510);
          g_assert_true (isfinite (scale.from) && isfinite (scale.to));
          g_assert_cmpfloat (scale.from, <, scale.to);
          g_assert_cmpfloat_with_epsilon (ws_scale_to_place (&scale, scale.from), 10, 1e-6);
          g_assert_cmpfloat_with_epsilon (ws_scale_to_place (&scale, scale.to), 510, 1e-6);
          for (double place = 10; place <= 510; place += 50)
            {
              double value = ws_scale_from_place (&scale, place);

              g_assert_true (isfinite (value));
              g_assert_cmpfloat_with_epsilon (ws_scale_to_place (&scale, value), place, 1e-3);
            }
        }
}

static void
test_scale_values (void)
{
  WsScale scale;

  ws_scale_init (&scale, WS_SCALE_LINEAR, 5, 5, 0, 100);
  g_assert_cmpfloat (ws_scale_to_place (&scale, 5), ==, 50);
  ws_scale_init (&scale, WS_SCALE_LOG10, -3, 100, 0, 100);
  g_assert_cmpfloat_with_epsilon (scale.from, 1e-4, 1e-12);
  g_assert_cmpfloat (ws_scale_to_place (&scale, -1), ==, 0);
  ws_scale_init (&scale, WS_SCALE_LINEAR, 0, 1, 30, 30); /* no room: one place */
  g_assert_cmpfloat (ws_scale_from_place (&scale, 77), ==, 0);
  g_assert_cmpfloat (ws_scale_to_place (&scale, 0.7), ==, 30);
}

static GArray *
make_ticks (WsScaleKind kind, double from, double to, double length, const WsTicksOptions *options)
{
  WsTheme theme = picture_get_wordless_theme (WS_THEME_LIGHT);
  g_autoptr (WsText) text = ws_text_new (NULL, &theme);
  WsScale scale;

  ws_scale_init (&scale, kind, from, to, 0, length);
  return ws_ticks_new (&scale, options, text, WS_FACE_SANS, 12);
}

static void
assert_labels (GArray *ticks, const char *expected)
{
  g_autoptr (GString) labels = g_string_new (NULL);

  for (guint i = 0; i < ticks->len; i++)
    g_string_append_printf (labels, "%s%s", i > 0 ? " " : "",
                            g_array_index (ticks, WsTick, i).label);
  g_assert_cmpstr (labels->str, ==, expected);
  g_array_unref (ticks);
}

static void
test_ticks (void)
{
  const WsTicksOptions decimal = { .kind = WS_TICKS_DECIMAL };
  const WsTicksOptions counts = { .kind = WS_TICKS_DECIMAL, .unit = 1 };
  const WsTicksOptions warps = { .kind = WS_TICKS_BINARY, .unit = 32 };
  const WsTicksOptions kb = { .kind = WS_TICKS_BINARY, .unit = 1024, .shown_unit = 1024 };

  assert_labels (make_ticks (WS_SCALE_LINEAR, 0, 1, 220, &decimal), "0 0.2 0.4 0.6 0.8 1");
  assert_labels (make_ticks (WS_SCALE_LINEAR, 0, 3, 400, &counts), "0 1 2 3");
  assert_labels (make_ticks (WS_SCALE_LINEAR, 0, 1024, 300, &warps), "0 256 512 768 1024");
  assert_labels (make_ticks (WS_SCALE_LINEAR, 0, 101376, 240, &kb), "0 16 32 48 64 80 96");
  assert_labels (make_ticks (WS_SCALE_LINEAR, -3, 3, 240, &decimal), "−3 −2 −1 0 1 2 3");
  assert_labels (make_ticks (WS_SCALE_LOG10, 0.5, 2000, 240, &decimal), "1 10 100 1000");
  assert_labels (make_ticks (WS_SCALE_LOG10, 1, 100, 400, &decimal), "1 2 5 10 20 50 100");
  assert_labels (make_ticks (WS_SCALE_LOG2, 1, 64, 400, &decimal), "1 2 4 8 16 32 64");
  assert_labels (make_ticks (WS_SCALE_LINEAR, 1e7, 1e7 + 400, 300, &counts),
                 "10\u202f000\u202f000 10\u202f000\u202f200 10\u202f000\u202f400");
  assert_labels (make_ticks (WS_SCALE_LINEAR, 0, 10, 0, &decimal), "");
}

/* A step is 1, 2 or 5 times a power of ten, or a power of two, times the unit; and no larger than
 * twice what it must be, or two and a half times. */
static void
test_steps (void)
{
  for (double least = 1e-9; least < 1e12; least *= 1.37)
    {
      double decimal = ws_ticks_get_step (WS_TICKS_DECIMAL, 0, least);
      double binary = ws_ticks_get_step (WS_TICKS_BINARY, 32, least);
      double mantissa = decimal / pow (10, floor (log10 (decimal) + 1e-9));

      g_assert_cmpfloat (decimal, >=, least * (1 - 1e-6));
      g_assert_cmpfloat (decimal, <=, least * 2.5 * (1 + 1e-6));
      g_assert_true (fabs (mantissa - 1) < 1e-6 || fabs (mantissa - 2) < 1e-6
                     || fabs (mantissa - 5) < 1e-6);
      g_assert_cmpfloat (binary, >=, MIN (least, 32) * (1 - 1e-6));
      g_assert_cmpfloat (fmod (binary, 32), ==, 0);
      g_assert_cmpfloat (exp2 (round (log2 (binary))), ==, binary);
    }
}

/* Labels never touch, ticks rise and lie on the axis, and there are some where there is room. */
static void
test_ticks_odd (void)
{
  WsTheme theme = picture_get_wordless_theme (WS_THEME_LIGHT);
  g_autoptr (WsText) text = ws_text_new (NULL, &theme);
  static const double units[] = { 0, 1, 32, 1024 };

  for (guint n = 0; n < G_N_ELEMENTS (odd) * G_N_ELEMENTS (odd); n++)
    for (guint kind = 0; kind <= WS_SCALE_LOG10; kind++)
      for (double length = 15; length < 2000; length *= 3.1)
        {
          WsTicksOptions options = { .kind = n % 2,
                                     .unit = units[n % G_N_ELEMENTS (units)],
                                     .vertical = n % 3 == 0 };
          WsScale scale;
          g_autoptr (GArray) ticks = NULL;
          double end = -1e9;

          ws_scale_init (&scale, kind, odd[n % G_N_ELEMENTS (odd)], odd[n / G_N_ELEMENTS (odd)], 0,
                         length);
          ticks = ws_ticks_new (&scale, &options, text, WS_FACE_SANS, 12);
          g_assert_cmpuint (ticks->len, <=, 64);
          for (guint i = 0; i < ticks->len; i++)
            {
              const WsTick *tick = &g_array_index (ticks, WsTick, i);
              double half = options.vertical
                                ? ws_text_cap_height (text, WS_FACE_SANS, 12) / 2
                                : ws_text_width (text, WS_FACE_SANS, 12, tick->label) / 2;

              g_assert_cmpfloat (tick->at, >=, -0.01);
              g_assert_cmpfloat (tick->at, <=, length + 0.01);
              g_assert_cmpfloat (tick->at - half, >, end);
              g_assert_cmpuint (strlen (tick->label), >, 0);
              end = tick->at + half;
            }
          if (options.unit == 0 && length > 400 && scale.kind == WS_SCALE_LINEAR
              && fabs (scale.from) < 1e6 && fabs (scale.to) < 1e6 && scale.to - scale.from > 1e-3)
            g_assert_cmpuint (ticks->len, >=, 2);
        }
}

static void
test_format (void)
{
  static const struct {
    double value;
    const char *label;
  } cases[] = { { 0, "0" },     { -0.0, "0" },       { 2.5, "2.5" },
                { -4, "−4" },   { 1024, "1024" },    { 12000, "12\u202f000" },
                { 1e9, "10⁹" }, { 0.1 + 0.2, "0.3" } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      char label[48];

      ws_ticks_format (cases[i].value, label, sizeof label);
      g_assert_cmpstr (label, ==, cases[i].label);
    }
}

/* Labels keep inside the plot and the room beside it. */
static void
test_axis (void)
{
  const WsTheme *theme = ws_theme_get (WS_THEME_LIGHT);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 400, 200);
  cairo_t *cr = cairo_create (surface);
  g_autoptr (GArray) boxes = ws_text_watch (cr);
  WsText *text = ws_text_new (cr, theme);
  WsAxis axis = { .side = WS_AXIS_BOTTOM, .plot = { 50, 20, 300, 100 }, .px = 12, .room = 10 };
  double size = ws_axis_get_size (&axis, text);

  axis.ticks.kind = WS_TICKS_DECIMAL;
  ws_scale_init (&axis.scale, WS_SCALE_LINEAR, 0, 1e6, 50, 350);
  ws_draw_axis (cr, text, &axis, theme, 1);
  axis.side = WS_AXIS_LEFT;
  ws_scale_init (&axis.scale, WS_SCALE_LINEAR, 0, 64, 120, 20);
  axis.ticks.vertical = TRUE;
  g_assert_cmpfloat (ws_axis_get_size (&axis, text), >, 12);
  ws_draw_axis (cr, text, &axis, theme, 1);
  ws_text_free (text);
  g_assert_cmpuint (boxes->len, >=, 6);
  for (guint i = 0; i < boxes->len; i++)
    {
      const WsBox *box = &g_array_index (boxes, WsTextBox, i).box;

      g_assert_cmpfloat (box->x + box->w, <=, 360);
      g_assert_cmpfloat (box->y + box->h, <=, 120 + size);
      g_assert_cmpfloat (box->y, >=, 8);
    }
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

/* ---- hatches ---- */

static const WsBox stairs[] = { { 10, 40, 30, 60 }, { 40, 20, 7, 80 }, { 47, 70, 43, 30 } };

/* How much of @box is other than @ground: a whole pixel of the lines' colour counts 1. */
static double
get_ink (cairo_surface_t *surface, const WsBox *box, int scale)
{
  const guint8 *data = cairo_image_surface_get_data (surface);
  int stride = cairo_image_surface_get_stride (surface);
  double ink = 0;

  cairo_surface_flush (surface);
  for (int y = (int)box->y * scale; y < (int)(box->y + box->h) * scale; y++)
    for (int x = (int)box->x * scale; x < (int)(box->x + box->w) * scale; x++)
      ink += 1 - data[y * stride + x * 4 + 1] / 255.;
  return ink / (scale * scale);
}

static cairo_surface_t *
draw_stairs (WsHatch hatch, int scale, gboolean recorded)
{
  cairo_surface_t *image =
      cairo_image_surface_create (CAIRO_FORMAT_RGB24, 100 * scale, 120 * scale);
  cairo_rectangle_t extents = { 0, 0, 100, 120 };
  cairo_surface_t *surface = recorded
                                 ? cairo_recording_surface_create (CAIRO_CONTENT_COLOR, &extents)
                                 : cairo_surface_reference (image);
  WsColor ground = { 1, 1, 1, 1 };
  WsColor color = { 0, 0, 0, 1 };
  cairo_t *cr = cairo_create (surface);

  if (!recorded)
    cairo_scale (cr, scale, scale);
  ws_paint_set (cr, ground);
  cairo_paint (cr);
  ws_hatch_fill (cr, &(WsHatchFill){ hatch, 7.8, 1.5, ground, color }, stairs,
                 G_N_ELEMENTS (stairs));
  cairo_destroy (cr);
  if (recorded)
    {
      cr = cairo_create (image);
      cairo_scale (cr, scale, scale);
      cairo_set_source_surface (cr, surface, 0, 0);
      cairo_paint (cr);
      cairo_destroy (cr);
    }
  cairo_surface_destroy (surface);
  return image;
}

/* As many lines in tiles as in lines, nothing beside the boxes, and at every scale, recorded or
 * not, as sharp. */
static void
test_hatch (void)
{
  for (WsHatch hatch = WS_HATCH_RISING; hatch < WS_N_HATCHES; hatch++)
    for (int scale = 1; scale <= 3; scale++)
      {
        gboolean diagonal = hatch == WS_HATCH_RISING || hatch == WS_HATCH_FALLING;
        gboolean twice = hatch == WS_HATCH_CROSSED || hatch == WS_HATCH_GRID;
        double per_line = hatch == WS_HATCH_CROSSED || diagonal ? 1.5 * G_SQRT2 / 8 : 1.5 / 8;
        double share = twice ? 1 - (1 - per_line) * (1 - per_line) : per_line;
        cairo_surface_t *drawn = draw_stairs (hatch, scale, FALSE);
        cairo_surface_t *recorded = draw_stairs (hatch, scale, TRUE);
        double all = get_ink (drawn, &(WsBox){ 0, 0, 100, 120 }, scale);
        double inside = 0;
        double area = 0;

        for (guint i = 0; i < G_N_ELEMENTS (stairs); i++)
          {
            inside += get_ink (drawn, &stairs[i], scale);
            area += stairs[i].w * stairs[i].h;
          }
        g_assert_cmpfloat_with_epsilon (inside, all, 1e-6);
        g_assert_cmpfloat_with_epsilon (inside / area, share, share * 0.15);
        g_assert_cmpfloat (picture_compare (drawn, recorded, 8), ==, 0);
        cairo_surface_destroy (drawn);
        cairo_surface_destroy (recorded);
      }
}

/* A line across boxes is one, as long as its part in each: the way of both together is the same. */
static void
test_hatch_in_steps (void)
{
  for (WsHatch hatch = WS_HATCH_RISING; hatch < WS_N_HATCHES; hatch++)
    {
      double length[2] = { 0, 0 };
      cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_A8, 8, 8);
      cairo_t *cr = cairo_create (surface);

      for (guint way = 0; way < 2; way++)
        {
          cairo_path_t *path;

          if (way == 0)
            ws_hatch_path_in_steps (cr, hatch, stairs, G_N_ELEMENTS (stairs), 6.5);
          else
            for (guint i = 0; i < G_N_ELEMENTS (stairs); i++)
              ws_hatch_path (cr, hatch, &stairs[i], 6.5);
          path = cairo_copy_path (cr);
          for (int i = 0; i < path->num_data; i += path->data[i].header.length)
            if (path->data[i].header.type == CAIRO_PATH_LINE_TO)
              length[way] += hypot (path->data[i + 1].point.x - path->data[i - 1].point.x,
                                    path->data[i + 1].point.y - path->data[i - 1].point.y);
          cairo_path_destroy (path);
          cairo_new_path (cr);
        }
      g_assert_cmpfloat (length[1], >, 100);
      g_assert_cmpfloat_with_epsilon (length[0], length[1], 0.2);
      cairo_destroy (cr);
      cairo_surface_destroy (surface);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/draw/scale/there-and-back", test_scale);
  g_test_add_func ("/draw/scale/odd", test_scale_odd);
  g_test_add_func ("/draw/scale/values", test_scale_values);
  g_test_add_func ("/draw/ticks/labels", test_ticks);
  g_test_add_func ("/draw/ticks/steps", test_steps);
  g_test_add_func ("/draw/ticks/odd", test_ticks_odd);
  g_test_add_func ("/draw/ticks/format", test_format);
  g_test_add_func ("/draw/axis", test_axis);
  g_test_add_func ("/draw/hatch/fill", test_hatch);
  g_test_add_func ("/draw/hatch/in-steps", test_hatch_in_steps);
  return g_test_run ();
}
