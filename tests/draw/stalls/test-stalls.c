/* What is drawn of where the cycles went is what was found: lengths of bars, colours over time,
 * and words. */
#include "recorded.h"

#include "stalls/private.h"

#include <math.h>

#define WIDTH  1600
#define HEIGHT 900

typedef struct {
  cairo_surface_t *surface;
  GArray *texts; /* WsTextBox */
  WsStallsLayout layout;
} Picture;

static void
draw (const WsLaunchStalls *stalls, WsThemeKind kind, Picture *self)
{
  const WsArea area = { ws_theme_get (kind), WIDTH, HEIGHT };
  cairo_t *cr;

  self->surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
  cr = cairo_create (self->surface);
  ws_paint_set (cr, area.theme->background);
  cairo_paint (cr);
  self->texts = ws_text_watch (cr);
  ws_draw_stalls (cr, stalls, &area);
  {
    g_autoptr (WsText) text = ws_text_new (cr, area.theme);

    ws_stalls_layout_init (&self->layout, text, stalls, &area);
  }
  cairo_surface_flush (self->surface);
  cairo_destroy (cr);
}

static gboolean
is_color (const Picture *self, double x, double y, WsColor color)
{
  const guint8 *row = cairo_image_surface_get_data (self->surface)
                      + (gsize)y * (gsize)cairo_image_surface_get_stride (self->surface);
  guint32 pixel = ((const guint32 *)(const void *)row)[(gsize)x];

  return fabs ((pixel >> 16 & 0xff) / 255. - color.r) < 0.02
         && fabs ((pixel >> 8 & 0xff) / 255. - color.g) < 0.02
         && fabs ((pixel & 0xff) / 255. - color.b) < 0.02;
}

/* Of a reason without a hatch. */
static gboolean
is_plain (WsStall reason)
{
  return reason == WS_STALL_LONG_SCOREBOARD || reason == WS_STALL_SHORT_SCOREBOARD
         || reason == WS_STALL_BARRIER || reason == WS_STALL_SELECTED || reason == WS_STALL_WAIT;
}

/* Above the words in it. */
static void
check_bar (const Picture *self, const WsTheme *theme, const WsBox *bar,
           double (*get_share) (const WsLaunchStalls *, WsStall), const WsLaunchStalls *stalls)
{
  double y = floor (bar->y + 3);

  for (guint i = 0; i < WS_N_STALLS; i++)
    {
      double expected = get_share (stalls, (WsStall)i) * bar->w;
      double drawn = 0;

      if (!is_plain ((WsStall)i))
        continue;
      for (double x = floor (bar->x); x < bar->x + bar->w; x++)
        drawn += is_color (self, x, y, ws_stall_get_color (theme, (WsStall)i));
      g_assert_cmpfloat (fabs (drawn - expected), <=, 2);
    }
}

static void
check_strips (const Picture *self, const WsTheme *theme, const WsLaunchStalls *stalls)
{
  const WsBox *strips = &self->layout.strips;
  double each = strips->h / stalls->n_warps;
  double per_cycle = strips->w / (double)self->layout.end;
  guint n = 0;

  g_assert_cmpfloat (strips->h, >, 0);
  for (guint i = 0; i < stalls->stalls->spans->len; i++)
    {
      const WsStallSpan *span = &g_array_index (stalls->stalls->spans, WsStallSpan, i);
      double middle = strips->x + (double)(span->begin + span->end) / 2 * per_cycle;

      if (span->warp >= stalls->n_warps || (double)(span->end - span->begin) * per_cycle < 4)
        continue;
      g_assert_true (is_color (self, middle, strips->y + (span->warp + 0.5) * each,
                               ws_stall_get_color (theme, (WsStall)span->reason)));
      n++;
    }
  g_assert_cmpuint (n, >, stalls->n_warps);
}

static gboolean
has_text (const Picture *self, const char *string)
{
  for (guint i = 0; i < self->texts->len; i++)
    if (g_str_equal (g_array_index (self->texts, WsTextBox, i).string, string))
      return TRUE;
  return FALSE;
}

static void
check_words (const Picture *self, const WsLaunchStalls *stalls)
{
  g_assert_cmpuint (self->layout.n_reasons, >=, 3);
  for (guint i = 0; i < self->layout.n_reasons; i++)
    {
      WsStall reason = self->layout.reasons[i];
      g_autofree char *percent =
          g_strdup_printf ("%.0f %%", 100 * ws_launch_stalls_get_share (stalls, reason));

      g_assert_true (has_text (self, ws_stall_get_title (reason)));
      g_assert_true (has_text (self, percent));
    }
  g_assert_cmpuint (self->layout.n_lines, >=, 2);
  for (guint i = 0; i < self->layout.n_lines; i++)
    {
      const WsStallLine *line = &g_array_index (stalls->lines, WsStallLine, i);
      g_autofree char *number = g_strdup_printf ("%u", line->line);
      double share = ws_launch_stalls_get_line_share (stalls, line->line);

      if (share >= 0.01)
        g_assert_true (has_text (self, number));
    }
  for (guint i = 0; i < self->texts->len; i++)
    {
      const WsTextBox *text = &g_array_index (self->texts, WsTextBox, i);

      g_assert_cmpfloat (text->box.x, >=, 0);
      g_assert_cmpfloat (text->box.x + text->box.w, <=, WIDTH);
      g_assert_cmpfloat (text->box.y + text->box.h, <=, HEIGHT);
    }
}

static void
test_drawn (gconstpointer data)
{
  g_autoptr (WsRun) run = recorded_new (&(Recorded){ data, "h200", 1 << 18, 256 });
  g_autoptr (WsLaunchStalls) stalls = ws_launch_stalls_new (run, 0);

  for (guint kind = 0; kind < WS_N_THEMES; kind++)
    {
      const WsTheme *theme = ws_theme_get ((WsThemeKind)kind);
      Picture picture;

      draw (stalls, (WsThemeKind)kind, &picture);
      check_bar (&picture, theme, &picture.layout.bars[0], ws_launch_stalls_get_share, stalls);
      check_bar (&picture, theme, &picture.layout.bars[1], ws_launch_stalls_get_scheduler_share,
                 stalls);
      check_strips (&picture, theme, stalls);
      check_words (&picture, stalls);
      cairo_surface_destroy (picture.surface);
    }
}

/* Where a reason and its neighbour in the list could be taken for each other. */
static void
test_colors (void)
{
  for (guint kind = 0; kind < WS_N_THEMES; kind++)
    for (guint a = 0; a < WS_N_STALLS; a++)
      for (guint b = 0; b < a; b++)
        {
          const WsTheme *theme = ws_theme_get ((WsThemeKind)kind);
          WsColor x = ws_stall_get_color (theme, (WsStall)a);
          WsColor y = ws_stall_get_color (theme, (WsStall)b);

          g_test_message ("%s: %s and %s", theme->name, ws_stall_get_name ((WsStall)a),
                          ws_stall_get_name ((WsStall)b));
          g_assert_cmpfloat (fabs (x.r - y.r) + fabs (x.g - y.g) + fabs (x.b - y.b), >, 0.15);
        }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/draw-stalls/reduce2", "reduce2", test_drawn);
  g_test_add_data_func ("/draw-stalls/scan_work_efficient", "scan_work_efficient", test_drawn);
  g_test_add_data_func ("/draw-stalls/convolution_1d_tiled", "convolution_1d_tiled", test_drawn);
  g_test_add_func ("/draw-stalls/colors", test_colors);
  return g_test_run ();
}
