/* bench-scenario: what a frame of each scenario's table costs, as medians; printed, never asserted.
 * build/bin/bench-scenario [REPEATS] */
#include "measure.h"
#include "scenario-fixture.h"

#include <stdio.h>
#include <stdlib.h>

static double
measure (const WsScenario *scenario, const WsTheme *theme, int width, int height, guint repeats)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, width, height);
  g_autoptr (GArray) took = g_array_new (FALSE, FALSE, sizeof (double));
  WsScenarioOptions options = WS_SCENARIO_OPTIONS_INIT;
  cairo_t *cr = cairo_create (surface);

  for (guint i = 0; i <= repeats; i++)
    {
      double began = measure_cpu_ms ();
      double ms;

      options.row = i % scenario->n_rows;
      ws_draw_scenario (cr, scenario, &options, &(WsArea){ theme, width, height });
      ms = measure_cpu_ms () - began;
      if (i > 0) /* the first loads fonts */
        g_array_append_val (took, ms);
    }
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  return measure_get_share (took, 0.5);
}

int
main (int argc, char **argv)
{
  static const char *const ids[] = { "occupancy-k40c", "block-sizes", "low-achieved",
                                     "utilisation" };
  guint repeats = argc > 1 ? (guint)MAX (atoi (argv[1]), 1) : 21;

  printf ("Medians of %u frames.\n", repeats);
  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    for (guint theme = 0; theme < WS_N_THEMES; theme++)
      {
        g_autoptr (WsScenario) scenario = scenario_fixture_load (ids[i]);

        scenario_fixture_fill (scenario, TRUE);
        printf ("%-15s %-9s a frame %5.2f ms at 1920x1080, %5.2f ms at 3840x2160\n", ids[i],
                ws_theme_get (theme)->name,
                measure (scenario, ws_theme_get (theme), 1920, 1080, repeats),
                measure (scenario, ws_theme_get (theme), 3840, 2160, repeats));
      }
  return 0;
}
