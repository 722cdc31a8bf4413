/* sweeps.c: the kinds of sweeps, in words. */
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
                        N_ ("Run the ladder"), FALSE, NULL },
  [WS_SWEEP_SCALING] = { N_ ("Scaling"), N_ ("Time against the number of elements"),
                         N_ ("Run all sizes"), FALSE, name_size },
  [WS_SWEEP_HEATMAP] = { N_ ("Heat map"), N_ ("Time for each block size and grid"),
                         N_ ("Run the heat map"), TRUE, name_shape },
  [WS_SWEEP_BLOCK_SIZE] = { N_ ("Block size"), N_ ("Time and occupancy of each block size"),
                            N_ ("Run all block sizes"), FALSE, name_block },
  [WS_SWEEP_ROOFLINE] = { N_ ("Roofline"), N_ ("Operations and bytes against the device's limits"),
                          N_ ("Run the roofline"), FALSE, NULL },
  [WS_SWEEP_OPTION] = { N_ ("Option"), N_ ("Time for each value of a kernel option"),
                        N_ ("Run all values"), FALSE, name_option },
  [WS_SWEEP_LATENCY] = { N_ ("Latency"),
                         N_ ("How many warps hide a latency, with one to four operations in "
                             "flight"),
                         N_ ("Run all warps"), FALSE, name_option_and_block },
};

const WsSheetClass *
ws_sheet_get_class (WsSweepKind kind)
{
  g_return_val_if_fail ((guint)kind < WS_N_SWEEPS, NULL);
  return &classes[kind];
}
