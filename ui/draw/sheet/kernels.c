/* kernels.c: the kernels of a chart's marks, and highlighting of one. */
#include "sheet/words.h"

#include <math.h>

/**
 * ws_sheet_add_kernel:
 * @kernel: (nullable): id of the kernel of the next category, or series: for ws_sheet_get_kernel()
 */
void
ws_sheet_add_kernel (WsSheet *self, const char *kernel)
{
  guint n = self->kernels != NULL ? g_strv_length (self->kernels) : 0;

  self->kernels = g_renew (char *, self->kernels, n + 2);
  self->kernels[n] = g_strdup (kernel != NULL ? kernel : "");
  self->kernels[n + 1] = NULL;
}

static gboolean
has_categories (const WsSheet *self)
{
  return self->main->cells == NULL && self->main->y.categories != NULL;
}

/**
 * ws_sheet_get_kernel:
 * @series: of its main chart, as in #WsChartPick
 * @point: of the series; for a heat map, index of the cell
 *
 * Returns: (transfer none) (nullable): id of its kernel in the catalogue
 */
const char *
ws_sheet_get_kernel (const WsSheet *self, guint series, guint point)
{
  guint n = self->kernels != NULL ? g_strv_length (self->kernels) : 0;
  guint i = series;

  if (self->main->cells != NULL)
    i = 0;
  else if (has_categories (self))
    {
      const WsSeries *s =
          series < self->main->series->len ? self->main->series->pdata[series] : NULL;
      double x = s != NULL && point < s->points->len
                     ? g_array_index (s->points, WsChartPoint, point).x
                     : -1;

      if (!(x >= 0 && x < n))
        return NULL;
      i = (guint)x;
    }
  return i < n ? self->kernels[i] : NULL;
}

/* Moves its bar to a separate series, in the accent colour; the others are paler. */
static void
choose_bar (WsChart *chart, double x)
{
  WsSeries *ours = chart->series->len > 0 ? chart->series->pdata[0] : NULL;

  if (ours == NULL || ours->mark != WS_MARK_BARS)
    return;
  ours->color = -1;
  for (guint i = 0; i < ours->points->len; i++)
    {
      WsChartPoint *from = &g_array_index (ours->points, WsChartPoint, i);
      WsSeries *own;
      WsChartPoint *to;

      if (from->x != x || !isfinite (from->y))
        continue;
      own = ws_chart_add_series (chart, ours->name, WS_MARK_BARS, -2, ours->figures);
      own->named = FALSE;
      to = ws_series_add_point (own, x, from->y);
      *to = *from;
      *from = (WsChartPoint){ .x = x, .y = NAN, .low = NAN, .high = NAN };
      /* next to ours in its group, before those for comparison */
      g_ptr_array_insert (chart->series, 1,
                          g_ptr_array_steal_index (chart->series, chart->series->len - 1));
      return;
    }
}

/* The row that begins with the kernel's name in the chart. */
static void
choose_row (WsSheetTable *table, const char *name)
{
  for (guint i = 0; i < table->cells->len; i += table->n_columns)
    if (g_strcmp0 (table->cells->pdata[i], name) == 0)
      {
        table->chosen = (int)(i / table->n_columns);
        return;
      }
}

/**
 * ws_sheet_choose_kernel:
 * @self: a sheet that was just made
 * @kernel: (nullable): id in the catalogue
 *
 * Highlights a kernel's bars and its row of the table. To be called once; without effect if the
 * sheet has no such kernel, or no other.
 */
void
ws_sheet_choose_kernel (WsSheet *self, const char *kernel)
{
  guint n = self->kernels != NULL ? g_strv_length (self->kernels) : 0;
  guint i = n;

  /* the last: lines for comparison precede ours */
  while (i > 0 && g_strcmp0 (self->kernels[i - 1], kernel) != 0)
    i--;
  if (kernel == NULL || n < 2 || i == 0)
    return;
  i--;
  if (self->table != NULL)
    choose_row (self->table, has_categories (self)
                                 ? self->main->y.categories[i]
                                 : ((const WsSeries *)self->main->series->pdata[i])->name);
  if (!has_categories (self))
    return;
  choose_bar (self->main, i);
  if (self->side != NULL)
    choose_bar (self->side, i);
}
