/* fill.c: makes a sheet from sweeps. */
#include "sheet/words.h"

#include <glib/gi18n.h>

static void (*const fills[WS_N_SWEEPS]) (WsSheet *sheet, WsSweep *const *sweeps, guint n_sweeps) = {
  [WS_SWEEP_LADDER] = ws_sheet_fill_ladder,     [WS_SWEEP_SCALING] = ws_sheet_fill_scaling,
  [WS_SWEEP_HEATMAP] = ws_sheet_fill_heatmap,   [WS_SWEEP_BLOCK_SIZE] = ws_sheet_fill_block_size,
  [WS_SWEEP_ROOFLINE] = ws_sheet_fill_roofline, [WS_SWEEP_OPTION] = ws_sheet_fill_option,
  [WS_SWEEP_LATENCY] = ws_sheet_fill_latency,
};

/* A conclusion about the whole must not be drawn from a part. */
static void
tell_that_more_comes (WsSheet *self, const WsSweep *sweep)
{
  g_autofree char *caption = NULL;

  if (ws_sweep_is_finished (sweep) || ws_sweep_get_n_done (sweep) == 0 || self->caption == NULL
      || *self->caption == '\0')
    return;
  caption = g_steal_pointer (&self->caption);
  self->caption = g_strdup_printf (_ ("So far: %s"), caption);
}

/**
 * ws_sheet_new_for_sweeps:
 * @sweeps: (array length=n_sweeps): of one kind; the first is shown, the others are in the
 * background
 * @n_sweeps: their number; at least one
 *
 * Points without a time are left out; failed ones are listed in the caption. A sheet is a snapshot:
 * it is recreated as its sweeps continue.
 */
WsSheet *
ws_sheet_new_for_sweeps (WsSweep *const *sweeps, guint n_sweeps)
{
  WsSheet *self;

  g_return_val_if_fail (n_sweeps > 0 && (guint)sweeps[0]->kind < WS_N_SWEEPS, NULL);

  self = ws_sheet_new (ws_sweep_kind_get_name (sweeps[0]->kind));
  g_clear_pointer (&self->main, ws_chart_free);
  fills[sweeps[0]->kind](self, sweeps, n_sweeps);
  tell_that_more_comes (self, sweeps[0]);
  return self;
}
