#include "lines/lines.h"

#include "accesses/site-counts.h"

#include <glib/gi18n.h>
#include <inttypes.h>

#define MAX_LINE 250000 /* a line beyond it is not worth a table */

static void
add_site (WsLineUse *self, const WsSite *site, const WsSiteCount *count)
{
  self->executed += count->executed;
  self->lanes += count->active_lanes;
  if (ws_site_is_shared (site, count))
    {
      self->shared_requests += count->requests;
      self->passes += count->wavefronts;
      self->ideal_passes += count->ideal_wavefronts;
    }
  if (ws_site_is_global (site, count))
    {
      self->global_requests += count->requests;
      self->sectors += count->sectors;
    }
}

/* Of the source, or of the PTX. */
static guint32
get_line (const WsSite *site, gboolean of_ptx)
{
  return of_ptx ? site->ptx_line : site->line;
}

static GArray *
count_lines (const WsRun *run, guint launch, gboolean of_ptx)
{
  const WsKernel *kernel = ws_run_get_kernel (run, launch);
  GArray *uses = g_array_new (FALSE, TRUE, sizeof (WsLineUse));
  guint64 n_blocks;
  g_autofree WsSiteCount *counts =
      ws_site_counts_new (run, launch, !run->launches[launch].has_counts, &n_blocks);
  guint n_lines = 0;

  for (guint i = 0; i < kernel->n_sites; i++)
    if (get_line (&kernel->sites[i], of_ptx) < MAX_LINE)
      n_lines = MAX (n_lines, get_line (&kernel->sites[i], of_ptx));
  g_array_set_size (uses, n_lines + 1);
  for (guint i = 0; i < kernel->n_sites; i++)
    if (get_line (&kernel->sites[i], of_ptx) <= n_lines)
      add_site (&g_array_index (uses, WsLineUse, get_line (&kernel->sites[i], of_ptx)),
                &kernel->sites[i], &counts[i]);
  return uses;
}

/* Counts of all blocks where the launch has them, else of the events of the blocks recorded in
 * full. A guarded instruction counts the lanes on its path, not those whose guard held, as warp
 * execution efficiency does.
 *
 * Returns: (transfer full) (element-type WsLineUse): one per line of the source, the first line at
 * index 1 */
GArray *
ws_line_use_new (const WsRun *run, guint launch)
{
  return count_lines (run, launch, FALSE);
}

/* Returns: (transfer full) (element-type WsLineUse): as ws_line_use_new(), one per line of the PTX
 */
GArray *
ws_line_use_new_of_ptx (const WsRun *run, guint launch)
{
  return count_lines (run, launch, TRUE);
}

/**
 * ws_line_use_share:
 * @self: what a line did
 *
 * Returns: the share of its active lanes, 0 to 1; 0 if it never ran
 */
double
ws_line_use_share (const WsLineUse *self)
{
  return self->executed > 0 ? self->lanes / (self->executed * (double)WS_WARP_SIZE) : 0;
}

/* ---- columns ---- */

static double
divide (guint64 sum, guint64 n)
{
  return n > 0 ? (double)sum / (double)n : -1;
}

static double
get_executions (const WsLineUse *self)
{
  return self->executed > 0 ? (double)self->executed : -1;
}

static double
get_lanes (const WsLineUse *self)
{
  return divide (self->lanes, self->executed);
}

static double
get_passes (const WsLineUse *self)
{
  return divide (self->passes, self->shared_requests);
}

static double
get_sectors (const WsLineUse *self)
{
  return divide (self->sectors, self->global_requests);
}

static double
get_waited (const WsLineUse *self)
{
  guint64 waited = 0;

  for (guint i = 0; i < WS_N_STALLS; i++)
    waited += ws_stall_is_wait ((WsStall)i) ? self->blamed[i] : 0;
  return waited > 0 ? 100 * divide (waited, self->warp_cycles) : -1;
}

static const struct {
  const char *name;
  const char *title;
  double (*get) (const WsLineUse *self); /* negative where there is none */
  gboolean is_count;
} columns[WS_N_LINE_COLUMNS] = {
  [WS_LINE_EXECUTIONS] = { "executions", N_ ("Warp instructions"), get_executions, TRUE },
  [WS_LINE_LANES] = { "lanes", N_ ("Active lanes, of 32"), get_lanes, FALSE },
  [WS_LINE_PASSES] = { "passes", N_ ("Passes per access to shared memory"), get_passes, FALSE },
  [WS_LINE_SECTORS] = { "sectors", N_ ("Sectors per request to global memory"), get_sectors,
                        FALSE },
  [WS_LINE_WAITED] = { "waited", N_ ("Cycles that warps wait for it, %"), get_waited, FALSE },
};

/* Returns: (transfer none): its stable name, as in "sectors" */
const char *
ws_line_column_get_name (WsLineColumn column)
{
  return columns[column].name;
}

/* Returns: (transfer none): what it is called, translated */
const char *
ws_line_column_get_title (WsLineColumn column)
{
  return _ (columns[column].title);
}

/**
 * ws_line_use_get:
 * @self: what a line did
 * @value: (out): the line's figure in it
 *
 * Returns: %FALSE if the line has none: it never ran, or asks nothing of that memory
 */
gboolean
ws_line_use_get (const WsLineUse *self, WsLineColumn column, double *value)
{
  *value = columns[column].get (self);
  return *value >= 0;
}

/**
 * ws_line_use_format:
 * @self: what a line did
 *
 * Returns: (transfer full): its figure: a count, or a mean to one decimal; "" where there is none
 */
char *
ws_line_use_format (const WsLineUse *self, WsLineColumn column)
{
  double value;

  if (!ws_line_use_get (self, column, &value))
    return g_strdup ("");
  return columns[column].is_count ? g_strdup_printf ("%" PRIu64, (guint64)value)
                                  : g_strdup_printf ("%.1f", value);
}
