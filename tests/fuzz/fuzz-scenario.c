/* libFuzzer: any bytes as a scenario; one that can be read is drawn. */
#include "draw/scenario.h"

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (WsScenario) scenario =
      ws_scenario_new_from_data ("fuzz", (const char *)data, size, NULL);

  if (scenario != NULL)
    {
      cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 320, 240);
      cairo_t *cr = cairo_create (surface);
      WsTheme theme = *ws_theme_get (WS_THEME_LIGHT);

      theme.font = NULL; /* fontconfig keeps what it allocates */
      ws_draw_scenario (cr, scenario, NULL, &theme, 320, 240);
      cairo_destroy (cr);
      cairo_surface_destroy (surface);
    }
  return 0;
}
