/* scaling.c: time against the number of elements, a line for each kernel.
 *
 * Both axes are logarithmic: a cost per element is a slanted line, the fixed cost of a launch a
 * level one.
 */
#include "sheet/words.h"

#include "words/words.h"

#include <glib/gi18n.h>
#include <math.h>

#define LEVEL     1.5 /* up to this factor, a time still counts as that of the smallest size */
#define MAX_SIZES 64  /* mentioned in the caption */

/**
 * Scaling:
 * @sweep: the one that is shown
 * @kernels: (element-type WsSweepPoint): the first point of each kernel
 * @sizes: (element-type guint64): numbers of elements, rising
 * @times: for each kernel, of each size: in ns; NAN if there is no valid one
 */
typedef struct {
  const WsSweep *sweep;
  GPtrArray *kernels;
  GArray *sizes;
  double *times;
} Scaling;

static int
compare_sizes (gconstpointer a, gconstpointer b)
{
  guint64 x = *(const guint64 *)a;
  guint64 y = *(const guint64 *)b;

  return x < y ? -1 : x > y;
}

/* (transfer full) (element-type guint64): ascending, without duplicates */
static GArray *
list_sizes (const WsSweep *sweep)
{
  GArray *all = g_array_new (FALSE, FALSE, sizeof (guint64));
  GArray *sizes = g_array_new (FALSE, FALSE, sizeof (guint64));

  for (guint i = 0; i < ws_sweep_get_n_points (sweep); i++)
    if (ws_sheet_is_ranked (ws_sweep_get_point (sweep, i)))
      g_array_append_val (all, ws_sweep_get_point (sweep, i)->n);
  g_array_sort (all, compare_sizes);
  for (guint i = 0; i < all->len && sizes->len < MAX_SIZES; i++)
    if (i == 0 || g_array_index (all, guint64, i) != g_array_index (all, guint64, i - 1))
      g_array_append_val (sizes, g_array_index (all, guint64, i));
  g_array_unref (all);
  return sizes;
}

static guint
find_size (const Scaling *self, guint64 n)
{
  guint i = 0;

  while (i < self->sizes->len && g_array_index (self->sizes, guint64, i) != n)
    i++;
  return i;
}

static guint
find_kernel (const Scaling *self, const char *kernel)
{
  guint k = 0;

  while (k < self->kernels->len
         && g_strcmp0 (((const WsSweepPoint *)self->kernels->pdata[k])->kernel, kernel) != 0)
    k++;
  return k;
}

static void
fill_times (Scaling *self)
{
  guint n = self->kernels->len * self->sizes->len;

  self->times = g_new (double, MAX (n, 1));
  for (guint i = 0; i < n; i++)
    self->times[i] = NAN;
  for (guint i = 0; i < ws_sweep_get_n_points (self->sweep); i++)
    {
      const WsSweepPoint *point = ws_sweep_get_point (self->sweep, i);
      guint kernel = find_kernel (self, point->kernel);
      guint size = find_size (self, point->n);

      if (ws_sheet_is_ranked (point) && kernel < self->kernels->len && size < self->sizes->len)
        self->times[kernel * self->sizes->len + size] = ws_sheet_get_time (point);
    }
}

static double
get_time (const Scaling *self, guint kernel, guint size)
{
  return self->times[kernel * self->sizes->len + size];
}

/* ---- the chart ---- */

static int
compare_points (gconstpointer a, gconstpointer b)
{
  const WsSweepPoint *x = *(const WsSweepPoint *const *)a;
  const WsSweepPoint *y = *(const WsSweepPoint *const *)b;

  return x->n < y->n ? -1 : x->n > y->n;
}

/* (transfer full) (element-type WsSweepPoint): of one kernel, by their size */
static GPtrArray *
list_points (const WsSweep *sweep, const char *kernel)
{
  GPtrArray *points = g_ptr_array_new ();

  for (guint i = 0; i < ws_sweep_get_n_points (sweep); i++)
    {
      WsSweepPoint *point = ws_sweep_get_point (sweep, i);

      if (g_strcmp0 (point->kernel, kernel) == 0 && ws_sheet_is_timed (point))
        g_ptr_array_add (points, point);
    }
  g_ptr_array_sort (points, compare_points);
  return points;
}

static char *
make_tip (const WsSweepPoint *point)
{
  double bandwidth = ws_sweep_point_get_bandwidth (point);
  g_autofree char *text = NULL;

  if (!point->correct)
    return g_strdup (_ ("wrong result"));
  if (bandwidth <= 0)
    return NULL;
  text = ws_quantity_format (WS_QUANTITY_BANDWIDTH, bandwidth);
  if (point->time.n < 2)
    return g_steal_pointer (&text);
  return g_strdup_printf (ngettext ("%1$s, %2$u run", "%1$s, %2$u runs", point->time.n), text,
                          point->time.n);
}

static WsSeries *
add_line (WsSheet *sheet, const WsSweep *sweep, const WsSweepPoint *first, const char *name,
          int color)
{
  g_autoptr (GPtrArray) points = list_points (sweep, first->kernel);
  WsSeries *series =
      ws_chart_add_series (sheet->main, name, WS_MARK_LINE, color, ws_sheet_get_figures (sweep));

  ws_sheet_add_kernel (sheet, first->kernel);
  for (guint i = 0; i < points->len; i++)
    {
      const WsSweepPoint *point = points->pdata[i];

      ws_sheet_add_time (series, (double)point->n, point)->tip = make_tip (point);
    }
  return series;
}

/* The lines of a sweep for comparison: in the colours of ours, with only the uppermost labelled. */
static void
add_compared (WsSheet *sheet, const Scaling *self, const WsSweep *sweep, const char *name)
{
  gboolean named = FALSE;

  for (guint k = 0; k < self->kernels->len; k++)
    {
      const WsSweepPoint *first = self->kernels->pdata[k];
      g_autoptr (GPtrArray) points = list_points (sweep, first->kernel);
      g_autofree char *kernel = ws_sheet_shorten_title (first->title);
      g_autofree char *both = g_strdup_printf (_ ("%1$s, %2$s"), kernel, name);
      WsSeries *series;

      if (points->len == 0)
        continue;
      series = add_line (sheet, sweep, first, named ? both : name, (int)k);
      series->quiet = TRUE;
      series->named = !named;
      named = TRUE;
    }
}

static void
make_chart (const Scaling *self, WsSweep *const *sweeps, guint n_sweeps, WsSheet *sheet)
{
  WsChart *chart = sheet->main = ws_chart_new ();

  chart->x.label = g_strdup (_ ("elements"));
  chart->x.quantity = WS_QUANTITY_ELEMENTS;
  chart->x.kind = WS_SCALE_LOG2;
  chart->y.label = g_strdup (_ ("time per run"));
  chart->y.quantity = WS_QUANTITY_TIME;
  chart->y.kind = WS_SCALE_LOG10;
  chart->empty = ws_sheet_explain_nothing (self->sweep);
  for (guint s = 1; s < n_sweeps; s++)
    {
      g_autofree char *name = ws_sheet_name_sweep (sweeps, n_sweeps, s);

      add_compared (sheet, self, sweeps[s], name);
    }
  for (guint k = 0; k < self->kernels->len; k++)
    {
      const WsSweepPoint *first = self->kernels->pdata[k];
      g_autofree char *name = ws_sheet_shorten_title (first->title);

      add_line (sheet, self->sweep, first, name, (int)k)->named = TRUE;
    }
}

/* ---- caption ---- */

/* -1 if none has a time */
static int
find_fastest (const Scaling *self, guint size)
{
  int fastest = -1;

  for (guint k = 0; k < self->kernels->len; k++)
    {
      double time = get_time (self, k, size);

      if (isfinite (time) && (fastest < 0 || time < get_time (self, (guint)fastest, size)))
        fastest = (int)k;
    }
  return fastest;
}

/* The slowest, and its time relative to the fastest. */
static double
get_spread (const Scaling *self, guint size, int *slowest)
{
  int fastest = find_fastest (self, size);

  *slowest = fastest;
  for (guint k = 0; k < self->kernels->len; k++)
    if (isfinite (get_time (self, k, size))
        && get_time (self, k, size) > get_time (self, (guint)*slowest, size))
      *slowest = (int)k;
  return fastest >= 0
             ? get_time (self, (guint)*slowest, size) / get_time (self, (guint)fastest, size)
             : NAN;
}

static char *
refer (const Scaling *self, int kernel)
{
  return ws_sheet_refer (((const WsSweepPoint *)self->kernels->pdata[kernel])->title);
}

static char *
format_size (const Scaling *self, guint size)
{
  return ws_quantity_format (WS_QUANTITY_ELEMENTS,
                             (double)g_array_index (self->sizes, guint64, size));
}

/* "At 2²⁵ elements kernel 7 is 8.7 times as fast as kernel 1, at 2¹⁷ only 1.2 times." */
static void
append_spread (const Scaling *self, GString *caption)
{
  guint last = self->sizes->len - 1;
  int fastest = find_fastest (self, last);
  int slowest;
  int ignored;
  double ratio = get_spread (self, last, &slowest);
  double first_ratio = get_spread (self, 0, &ignored);
  g_autofree char *n = format_size (self, last);
  g_autofree char *fast = refer (self, fastest);
  g_autofree char *slow = refer (self, slowest);
  g_autofree char *times = ws_sheet_format_times (ratio);
  g_autofree char *least = NULL;
  g_autofree char *less = NULL;
  double there;

  if (slowest == fastest)
    {
      g_autofree char *time =
          ws_quantity_format (WS_QUANTITY_TIME, get_time (self, (guint)fastest, last));
      g_autofree char *begun = ws_words_capitalize (fast);

      g_string_append_printf (caption, _ ("%1$s takes %2$s for %3$s elements."), begun, time, n);
      return;
    }
  least = format_size (self, 0);
  there = last > 0 ? get_time (self, (guint)slowest, 0) / get_time (self, (guint)fastest, 0) : NAN;
  less = ws_sheet_format_times (there);
  if (isfinite (there) && there < ratio && first_ratio < ratio && there > 1.005)
    g_string_append_printf (
        caption,
        _ ("With %1$s elements %2$s is %3$s times as fast as %4$s, with %5$s only %6$s times."), n,
        fast, times, slow, least, less);
  else if (isfinite (there) && there < ratio && first_ratio < ratio)
    g_string_append_printf (
        caption, _ ("With %1$s elements %2$s is %3$s times as fast as %4$s, with %5$s no faster."),
        n, fast, times, slow, least);
  else
    g_string_append_printf (caption, _ ("With %1$s elements %2$s is %3$s times as fast as %4$s."),
                            n, fast, times, slow);
}

/* Where the lines cross: the size from which the winner is fastest. */
static void
append_crossing (const Scaling *self, GString *caption)
{
  guint last = self->sizes->len - 1;
  int winner = find_fastest (self, last);
  int first = find_fastest (self, 0);
  guint from = last;
  g_autofree char *name = NULL;
  g_autofree char *other = NULL;
  g_autofree char *begun = NULL;
  g_autofree char *n = NULL;

  if (last == 0 || self->kernels->len < 2)
    return;
  while (from > 0 && find_fastest (self, from - 1) == winner)
    from--;
  if (from == 0 || first == winner)
    return;
  name = refer (self, winner);
  begun = ws_words_capitalize (name);
  other = refer (self, first);
  n = format_size (self, from);
  g_string_append_c (caption, ' ');
  g_string_append_printf (caption,
                          _ ("%1$s is the fastest from %2$s on; with the fewest it is %3$s."),
                          begun, n, other);
}

/* The size up to which a line is level: there launches dominate, not elements. */
static void
append_level (const Scaling *self, GString *caption)
{
  guint last = self->sizes->len - 1;
  int kernel = find_fastest (self, last);
  double least = get_time (self, (guint)kernel, 0);
  guint level = 0;
  g_autofree char *n = NULL;
  g_autofree char *name = NULL;
  g_autofree char *from = NULL;
  g_autofree char *to = NULL;

  while (level < last && isfinite (least)
         && get_time (self, (guint)kernel, level + 1) <= LEVEL * least)
    level++;
  /* fourfold the elements in about the same time */
  if (g_array_index (self->sizes, guint64, level) < 4 * g_array_index (self->sizes, guint64, 0))
    return;
  n = format_size (self, level);
  name = refer (self, kernel);
  from = ws_quantity_format (WS_QUANTITY_TIME, least);
  to = ws_quantity_format (WS_QUANTITY_TIME, get_time (self, (guint)kernel, level));
  g_string_append_c (caption, ' ');
  g_string_append_printf (
      caption, _ ("Up to %1$s elements, launch overhead dominates: %2$s takes %3$s to %4$s."), n,
      name, from, to);
}

static char *
make_caption (const Scaling *self)
{
  GString *caption = g_string_new (NULL);

  if (self->sizes->len == 0)
    {
      g_autofree char *nothing = ws_sheet_explain_nothing (self->sweep);

      g_string_append (caption, nothing);
    }
  else
    {
      append_spread (self, caption);
      append_crossing (self, caption);
      append_level (self, caption);
    }
  ws_sheet_append_failures (caption, self->sweep);
  return g_string_free (caption, FALSE);
}

/**
 * ws_sheet_fill_scaling:
 * @sweeps: (array length=n_sweeps): the first is shown, the others next to it
 * @n_sweeps: at least 1
 *
 * Time against the number of elements, a line for each kernel, both logarithmic.
 */
void
ws_sheet_fill_scaling (WsSheet *self, WsSweep *const *sweeps, guint n_sweeps)
{
  g_autoptr (GPtrArray) kernels = ws_sheet_list_kernels (sweeps[0]);
  g_autoptr (GArray) sizes = list_sizes (sweeps[0]);
  g_autofree char *count = ws_sheet_count_kernels (sweeps[0]);
  g_autofree char *what =
      kernels->len == 1
          ? ws_sheet_clean (ws_words_translate (((const WsSweepPoint *)kernels->pdata[0])->title))
          : ws_words_capitalize (count);
  Scaling scaling = { .sweep = sweeps[0], .kernels = kernels, .sizes = sizes };

  fill_times (&scaling);
  self->title = g_strdup_printf (_ ("%s, from few elements to many"), what);
  self->subtitle = ws_sheet_make_subtitle (sweeps[0], TRUE);
  self->source = ws_sheet_make_source (sweeps, n_sweeps);
  self->caption = make_caption (&scaling);
  make_chart (&scaling, sweeps, n_sweeps, self);
  g_free (scaling.times);
}
