/* bench-chart: what a frame of each kind of chart costs, as medians; printed, never asserted.
 * build/bin/bench-chart [REPEATS] */
#include "chart-fixture.h"
#include "measure.h"

#include <stdio.h>
#include <stdlib.h>

/* Drawn with the pointer on it, or without. */
static double
measure (const WsChart *chart, gboolean hover, int width, int height, guint repeats)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, width, height);
  g_autoptr (GArray) took = g_array_new (FALSE, FALSE, sizeof (double));
  WsChartOptions options = WS_CHART_OPTIONS_INIT;
  cairo_t *cr = cairo_create (surface);

  for (guint i = 0; i <= repeats; i++)
    {
      double began = measure_cpu_ms ();
      double ms;

      if (hover)
        {
          options.hover_x = width * (0.3 + 0.4 * i / (repeats + 1));
          options.hover_y = height * 0.5;
        }
      ws_draw_chart (cr, chart, &options,
                     &(WsArea){ ws_theme_get (WS_THEME_LIGHT), width, height });
      ms = measure_cpu_ms () - began;
      if (i > 0) /* the first loads fonts */
        g_array_append_val (took, ms);
    }
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  return measure_get_share (took, 0.5);
}

static void
print (const char *name, WsChart *chart, guint repeats)
{
  printf ("%-16s a frame %5.2f ms at 1920x1080, %5.2f ms at 3840x2160, pointed at %5.2f ms\n", name,
          measure (chart, FALSE, 1920, 1080, repeats), measure (chart, FALSE, 3840, 2160, repeats),
          measure (chart, TRUE, 1920, 1080, repeats));
  ws_chart_free (chart);
}

int
main (int argc, char **argv)
{
  guint repeats = argc > 1 ? (guint)MAX (atoi (argv[1]), 1) : 21;

  printf ("Medians of %u frames.\n", repeats);
  for (ChartFixture kind = 0; kind < N_CHART_FIXTURES; kind++)
    print (chart_fixture_get_name (kind), chart_fixture_new (kind), repeats);
  print ("100000 points", chart_fixture_new_long (100000, WS_SCALE_LINEAR), repeats);
  print ("the same, log", chart_fixture_new_long (100000, WS_SCALE_LOG10), repeats);
  return 0;
}
