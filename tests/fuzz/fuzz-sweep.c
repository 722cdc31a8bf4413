/* libFuzzer: any bytes as a sweep's file; one that can be read is drawn. */
#include "draw/sheet.h"
#include "sweeps/sweep-file.h"

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (GBytes) bytes = g_bytes_new (data, size);
  g_autoptr (WsSweep) sweep = ws_sweep_file_from_bytes (bytes, NULL);

  if (sweep != NULL)
    {
      g_autoptr (WsSheet) sheet = ws_sheet_new_for_sweeps (&sweep, 1);
      cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 320, 240);
      cairo_t *cr = cairo_create (surface);
      WsTheme theme = *ws_theme_get (WS_THEME_LIGHT);

      theme.font = NULL; /* fontconfig keeps what it allocates */
      ws_draw_sheet (cr, sheet, NULL, &theme, 320, 240);
      cairo_destroy (cr);
      cairo_surface_destroy (surface);
    }
  return 0;
}
