/* sweeps.c: from sweeps to the sheet that shows them. */
#include "sheet/words.h"

#include <glib/gi18n.h>

static char *
name_size (const WsSweepPoint *point, const char *kernel)
{
  g_autofree char *n = ws_quantity_format (WS_QUANTITY_ELEMENTS, (double)point->n);

  return g_strdup_printf (_ ("%1$s with %2$s elements"), kernel, n);
}

static char *
name_shape (const WsSweepPoint *point, const char *kernel)
{
  return g_strdup_printf (_ ("block %1$u with a grid of %2$u"), point->block, point->max_grid);
}

static char *
name_block (const WsSweepPoint *point, const char *kernel)
{
  return g_strdup_printf (_ ("%1$s with block %2$u"), kernel, point->block);
}

static char *
name_option (const WsSweepPoint *point, const char *kernel)
{
  g_autofree char *set = ws_sheet_clean (point->set != NULL ? point->set : "");

  return g_strdup_printf (_ ("%1$s with %2$s"), kernel, set);
}

static char *
name_option_and_block (const WsSweepPoint *point, const char *kernel)
{
  g_autofree char *set = ws_sheet_clean (point->set != NULL ? point->set : "");

  return g_strdup_printf (_ ("%1$s with %2$s and block %3$u"), kernel, set, point->block);
}

static const WsSheetClass classes[WS_N_SWEEPS] = {
  [WS_SWEEP_LADDER] = { N_ ("Ladder"), N_ ("One kernel after another, and the gain of each step"),
                        N_ ("Run the ladder"), FALSE, ws_sheet_fill_ladder, NULL },
  [WS_SWEEP_SCALING] = { N_ ("Scaling"), N_ ("Time against the number of elements"),
                         N_ ("Run all sizes"), FALSE, ws_sheet_fill_scaling, name_size },
  [WS_SWEEP_HEATMAP] = { N_ ("Heat map"), N_ ("Time for each block size and grid"),
                         N_ ("Run the heat map"), TRUE, ws_sheet_fill_heatmap, name_shape },
  [WS_SWEEP_BLOCK_SIZE] = { N_ ("Block size"), N_ ("Time and occupancy of each block size"),
                            N_ ("Run all block sizes"), FALSE, ws_sheet_fill_block_size,
                            name_block },
  [WS_SWEEP_ROOFLINE] = { N_ ("Roofline"), N_ ("Operations and bytes against the device's limits"),
                          N_ ("Run the roofline"), FALSE, ws_sheet_fill_roofline, NULL },
  [WS_SWEEP_OPTION] = { N_ ("Option"), N_ ("Time for each value of a kernel option"),
                        N_ ("Run all values"), FALSE, ws_sheet_fill_option, name_option },
  [WS_SWEEP_LATENCY] = { N_ ("Latency"),
                         N_ ("How many warps hide a latency, with one to four operations in "
                             "flight"),
                         N_ ("Run all warps"), FALSE, ws_sheet_fill_latency,
                         name_option_and_block },
};

const WsSheetClass *
ws_sheet_get_class (WsSweepKind kind)
{
  g_return_val_if_fail ((guint)kind < WS_N_SWEEPS, NULL);
  return &classes[kind];
}

/* A sentence about all of it must not be read out of a part. */
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
 * @sweeps: (array length=n_sweeps): of one kind; the first is shown, the others stand back
 * @n_sweeps: how many; at least one
 *
 * Points without a time are left out; those that failed stand in the caption. A sheet does not
 * follow its sweeps: it is made anew as they go on.
 */
WsSheet *
ws_sheet_new_for_sweeps (WsSweep *const *sweeps, guint n_sweeps)
{
  WsSheet *self;

  g_return_val_if_fail (n_sweeps > 0 && (guint)sweeps[0]->kind < WS_N_SWEEPS, NULL);

  self = ws_sheet_new (ws_sweep_kind_get_name (sweeps[0]->kind));
  g_clear_pointer (&self->main, ws_chart_free);
  classes[sweeps[0]->kind].fill (self, sweeps, n_sweeps);
  tell_that_more_comes (self, sweeps[0]);
  return self;
}
