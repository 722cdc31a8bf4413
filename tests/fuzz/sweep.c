/* sweep.c: any bytes as a sweep's file. One that can be read is drawn, alone and beside itself, and
 * written. */
#include "fuzz.h"

#include "sheet/figure.h"
#include "export/data.h"
#include "sweeps/sweep-file.h"

#define HEADER_BYTES 16

static void
draw (cairo_t *cr, gconstpointer subject, const WsTheme *theme, double width, double height)
{
  WsSheetOptions options = WS_SHEET_OPTIONS_INIT;
  const WsSheet *self = subject;
  WsChartPick pick;
  guint series;
  guint point;

  options.main.focus = ws_chart_move_focus (self->main, -1, 1, 0);
  options.main.focus = ws_chart_move_focus (self->main, options.main.focus, 0, 1);
  options.main.focus = ws_chart_move_focus_to_series (self->main, options.main.focus, 1);
  if (ws_chart_find_point (self->main, options.main.focus, &series, &point))
    ws_fuzz_hear (ws_chart_describe_point (self->main, series, point));
  ws_draw_sheet_figure (cr, subject, &options, FALSE, &(WsArea){ theme, width, height });
  ws_sheet_pick (subject, &options, &(WsArea){ theme, width, height }, width / 3, height / 2,
                 &pick);
  if (ws_sheet_zoom (subject, &options, &(WsArea){ theme, width, height }, width / 3, height / 2,
                     1.7))
    ws_draw_sheet (cr, subject, &options, &(WsArea){ theme, width, height });
  if (ws_sheet_zoom_to (subject, &options, &(WsArea){ theme, width, height },
                        &(WsBox){ width / 4, height / 4, width / 5, height / 3 }))
    ws_draw_sheet (cr, subject, &options, &(WsArea){ theme, width, height });
  if (ws_sheet_pan (subject, &options, &(WsArea){ theme, width, height },
                    &(WsPoint){ width / 3, height / 2 }, 40, -20))
    ws_draw_sheet (cr, subject, &options, &(WsArea){ theme, width, height });
}

static void
look_at (WsSweep *const *sweeps, guint n_sweeps, guint32 choice)
{
  g_autoptr (WsSheet) sheet = ws_sheet_new_for_sweeps (sweeps, n_sweeps);

  ws_fuzz_hear (ws_sheet_describe (sheet));
  if (ws_sweep_get_n_points (sweeps[0]) > 0)
    ws_sheet_choose_kernel (sheet, ws_sweep_get_point (sweeps[0], 0)->kernel);
  ws_fuzz_draw (draw, sheet, choice);
  ws_fuzz_write_data (ws_data_new_for_sweeps (sweeps, n_sweeps));
}

void
ws_fuzz_sweep (const guint8 *data, gsize size)
{
  g_autoptr (GBytes) bytes = g_bytes_new (data, size);
  g_autoptr (GError) error = NULL;
  g_autoptr (WsSweep) sweep = ws_sweep_file_from_bytes (bytes, &error);
  g_autoptr (GBytes) written = NULL;
  g_autoptr (WsSweep) again = NULL;

  g_assert_true ((sweep == NULL) == (error != NULL));
  if (sweep == NULL)
    return;
  written = ws_sweep_file_to_bytes (sweep);
  again = ws_sweep_file_from_bytes (written, &error);
  g_assert_no_error (error);
  look_at (&sweep, 1, ws_fuzz_choose (data, size));
  look_at ((WsSweep *const[]){ sweep, again }, 2, ws_fuzz_choose (data, size) + 1);
}

gsize
ws_fuzz_sweep_mutate (guint8 *data, gsize size, gsize max_size, guint32 seed)
{
  return ws_fuzz_mutate_payload (data, size, max_size, HEADER_BYTES, G_VARIANT_TYPE_VARDICT, seed);
}
