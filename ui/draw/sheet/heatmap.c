/* heatmap.c: time by block size and greatest grid, a cell for each pair.
 *
 * A sweep for comparison is a separate heat map next to it, with its own colours: between devices,
 * only the positions of the fastest and slowest can be compared, not times. There is space for one.
 */
#include "sheet/words.h"

#include <glib/gi18n.h>
#include <math.h>

#define MAX_LINES 64 /* rows, and columns, of one heat map */

static int
compare_numbers (gconstpointer a, gconstpointer b)
{
  guint32 x = *(const guint32 *)a;
  guint32 y = *(const guint32 *)b;

  return x < y ? -1 : x > y;
}

/* (transfer full) (element-type guint32): the block sizes, or maximum grids, ascending, without
 * duplicates */
static GArray *
list_values (const WsSweep *sweep, gboolean blocks)
{
  GArray *values = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < ws_sweep_get_n_points (sweep) && values->len < MAX_LINES; i++)
    {
      const WsSweepPoint *point = ws_sweep_get_point (sweep, i);
      guint32 value = blocks ? point->block : point->max_grid;

      if (g_hash_table_add (seen, GUINT_TO_POINTER (value)))
        g_array_append_val (values, value);
    }
  g_array_sort (values, compare_numbers);
  return values;
}

static char **
make_categories (const GArray *values)
{
  char **categories = g_new0 (char *, values->len + 1);

  for (guint i = 0; i < values->len; i++)
    categories[i] = ws_format_count (g_array_index (values, guint32, i));
  return categories;
}

static guint
find_value (const GArray *values, guint32 value)
{
  for (guint i = 0; i < values->len; i++)
    if (g_array_index (values, guint32, i) == value)
      return i;
  return values->len;
}

static char *
make_tip (const WsSweepPoint *point)
{
  double bandwidth = ws_sheet_is_ranked (point) ? ws_sweep_point_get_bandwidth (point) : 0;

  if (point->state == WS_SWEEP_FAILED)
    return point->sentence != NULL ? ws_sheet_clean (point->sentence) : g_strdup (_ ("failed"));
  if (ws_sheet_is_timed (point) && !point->correct)
    return g_strdup (_ ("wrong result"));
  return bandwidth > 0 ? ws_quantity_format (WS_QUANTITY_BANDWIDTH, bandwidth) : NULL;
}

static void
fill_cells (WsChart *chart, const WsSweep *sweep, const GArray *blocks, const GArray *grids)
{
  WsChartCells *cells = ws_chart_set_cells (chart, grids->len, blocks->len);

  cells->quantity = WS_QUANTITY_TIME;
  cells->less_is_better = TRUE;
  if (cells->tips == NULL)
    cells->tips = g_new0 (char *, (gsize)grids->len * blocks->len);
  for (guint i = 0; i < grids->len * blocks->len; i++)
    cells->values[i] = NAN;
  for (guint i = 0; i < ws_sweep_get_n_points (sweep); i++)
    {
      const WsSweepPoint *point = ws_sweep_get_point (sweep, i);
      guint row = find_value (blocks, point->block);
      guint column = find_value (grids, point->max_grid);
      guint at = row * grids->len + column;

      if (row == blocks->len || column == grids->len)
        continue;
      if (ws_sheet_is_ranked (point))
        cells->values[at] = ws_sheet_get_time (point);
      g_free (cells->tips[at]);
      cells->tips[at] = make_tip (point);
    }
}

static WsChart *
make_chart (const WsSweep *sweep)
{
  WsChart *chart = ws_chart_new ();
  g_autoptr (GArray) blocks = list_values (sweep, TRUE);
  g_autoptr (GArray) grids = list_values (sweep, FALSE);

  chart->x.label = g_strdup (_ ("largest grid, in blocks"));
  chart->x.categories = make_categories (grids);
  chart->y.label = g_strdup (_ ("threads per block"));
  chart->y.categories = make_categories (blocks);
  chart->empty = ws_sheet_explain_nothing (sweep);
  if (blocks->len > 0 && grids->len > 0)
    fill_cells (chart, sweep, blocks, grids);
  return chart;
}

/* "Virtual H200, modelled", above each if there are two */
static char *
make_heading (WsSweep *const *sweeps, guint n_sweeps, guint i)
{
  g_autofree char *name = ws_sheet_name_sweep (sweeps, n_sweeps, i);
  g_autofree char *begun = ws_words_capitalize (name);
  g_autofree char *origin = ws_sheet_describe_origin (ws_sheet_get_figures (sweeps[i]), NULL);

  /* Translators: a device, and "measured", "modelled" or "published" */
  return g_strdup_printf (sweeps[i]->first_launch_only ? _ ("%1$s, %2$s: first launch")
                                                       : _ ("%1$s, %2$s"),
                          begun, origin);
}

/* ---- caption ---- */

typedef struct {
  const WsSweepPoint *best;
  const WsSweepPoint *worst;
  guint n;
} Findings;

static void
find (const WsSweep *sweep, Findings *found)
{
  *found = (Findings){ .n = 0 };
  for (guint i = 0; i < ws_sweep_get_n_points (sweep); i++)
    {
      const WsSweepPoint *point = ws_sweep_get_point (sweep, i);

      if (!ws_sheet_is_ranked (point))
        continue;
      found->n++;
      if (found->best == NULL || point->time.median_ns < found->best->time.median_ns)
        found->best = point;
      if (found->worst == NULL || point->time.median_ns > found->worst->time.median_ns)
        found->worst = point;
    }
}

/* "block 512 with a grid of 1 024" */
static char *
name_cell (const WsSweepPoint *point)
{
  g_autofree char *grid = ws_format_count (point->max_grid);

  return g_strdup_printf (_ ("block %1$u with a grid of %2$s"), point->block, grid);
}

/* Number of cells within 2 % of the best: whether the optimum is a point or a plateau. */
static guint
count_good (const WsSweep *sweep, const Findings *found)
{
  guint n = 0;

  for (guint i = 0; i < ws_sweep_get_n_points (sweep); i++)
    if (ws_sheet_is_ranked (ws_sweep_get_point (sweep, i)))
      n += ws_sheet_get_time (ws_sweep_get_point (sweep, i))
           <= 1.02 * ws_sheet_get_time (found->best);
  return n;
}

static void
append_findings (const WsSweep *sweep, const Findings *found, GString *caption)
{
  g_autofree char *best = name_cell (found->best);
  g_autofree char *worst = name_cell (found->worst);
  g_autofree char *time = ws_quantity_format (WS_QUANTITY_TIME, ws_sheet_get_time (found->best));
  double ratio = ws_sheet_get_time (found->worst) / ws_sheet_get_time (found->best);
  g_autofree char *times = ws_sheet_format_times (ratio);
  guint n_good = count_good (sweep, found);

  if (found->n == 1)
    {
      g_autofree char *begun = ws_words_capitalize (best);

      g_string_append_printf (caption, _ ("%1$s takes %2$s."), begun, time);
      return;
    }
  if (ratio < 1.005)
    {
      g_string_append_printf (caption, _ ("All %1$u choices take the same time: %2$s."), found->n,
                              time);
      return;
    }
  g_string_append_printf (
      caption, _ ("The fastest is %1$s: %2$s; the slowest, %3$s, takes %4$s times as long."), best,
      time, worst, times);
  if (n_good > 1)
    {
      g_string_append_c (caption, ' ');
      g_string_append_printf (caption,
                              ngettext ("%1$u of %2$u choices is within 2 %% of the best.",
                                        "%1$u of %2$u choices are within 2 %% of the best.",
                                        n_good),
                              n_good, found->n);
    }
}

static char *
make_caption (WsSweep *const *sweeps, guint n_sweeps)
{
  GString *caption = g_string_new (NULL);
  Findings found;

  find (sweeps[0], &found);
  if (found.n == 0)
    {
      g_autofree char *nothing = ws_sheet_explain_nothing (sweeps[0]);

      g_string_append (caption, nothing);
    }
  else
    append_findings (sweeps[0], &found, caption);
  if (n_sweeps > 1)
    {
      find (sweeps[1], &found);
      if (found.n > 1)
        {
          g_autofree char *name = ws_sheet_name_sweep (sweeps, n_sweeps, 1);
          g_autofree char *best = name_cell (found.best);

          g_string_append_c (caption, ' ');
          g_string_append_printf (caption,
                                  sweeps[1]->source != NULL ? _ ("On the %1$s it was %2$s.")
                                                            : _ ("On the %1$s it is %2$s."),
                                  name, best);
        }
    }
  ws_sheet_append_failures (caption, sweeps[0]);
  return g_string_free (caption, FALSE);
}

/**
 * ws_sheet_fill_heatmap:
 * @sweeps: (array length=n_sweeps): heat maps; the first is shown, the second next to it
 * @n_sweeps: at least 1
 *
 * Time by block size and greatest grid, a cell for each pair.
 */
void
ws_sheet_fill_heatmap (WsSheet *self, WsSweep *const *sweeps, guint n_sweeps)
{
  guint n = MIN (n_sweeps, 2);
  g_autofree char *kernel = ws_sweep_get_n_points (sweeps[0]) > 0
                                ? ws_sheet_refer (ws_sweep_get_point (sweeps[0], 0)->title)
                                : g_strdup (_ ("time"));
  g_autofree char *begun = ws_words_capitalize (kernel);

  self->title = g_strdup_printf (_ ("%s by block and grid"), begun);
  self->subtitle = ws_sheet_make_subtitle (sweeps[0], FALSE);
  self->source = ws_sheet_make_source (sweeps, n);
  self->caption = make_caption (sweeps, n);
  self->main = make_chart (sweeps[0]);
  if (ws_sweep_get_n_points (sweeps[0]) > 0)
    ws_sheet_add_kernel (self, ws_sweep_get_point (sweeps[0], 0)->kernel);
  if (n < 2)
    return;
  self->side = make_chart (sweeps[1]);
  self->main->heading = make_heading (sweeps, n, 0);
  self->side->heading = make_heading (sweeps, n, 1);
}
