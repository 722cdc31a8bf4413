/* ladder-words.c: the table and the caption of a ladder. */
#include "sheet/ladder.h"

#include <glib/gi18n.h>
#include <math.h>

#define MAX_NAMED  2 /* compared sweeps mentioned in the caption */
#define MAX_TABLED 3 /* compared sweeps that have columns in the table */

/* The minimum and maximum of a column. */
typedef struct {
  double least;
  double largest;
} Extent;

static void
extend (Extent *self, double value)
{
  if (!isfinite (value) || value <= 0)
    return;
  self->least = MIN (self->least, value);
  self->largest = MAX (self->largest, value);
}

static double
get_bandwidth (const WsLadder *self, guint i)
{
  const WsSweepPoint *point = ws_ladder_find (self, 0, i);
  double bandwidth = point != NULL ? ws_sweep_point_get_bandwidth (point) : 0;

  return bandwidth > 0 ? bandwidth : NAN;
}

static double
get_time (const WsLadder *self, guint s, guint i)
{
  const WsSweepPoint *point = ws_ladder_find (self, s, i);

  return point != NULL ? ws_sheet_get_time (point) : NAN;
}

static void
init_time_column (const WsLadder *self, guint s, WsSheetColumn *column)
{
  Extent extent = { INFINITY, 0 };

  for (guint i = 0; i < self->kernels->len; i++)
    extend (&extent, get_time (self, s, i));
  ws_sheet_column_init (column, WS_QUANTITY_TIME, extent.least, extent.largest);
}

static char *
format_time_cell (const WsLadder *self, const WsSheetColumn *column, guint i)
{
  const WsSweepPoint *point = ws_ladder_get_kernel (self, i);

  if (point->state == WS_SWEEP_FAILED)
    return g_strdup (_ ("failed"));
  if (ws_sheet_is_timed (point) && !point->correct)
    return g_strdup (_ ("wrong"));
  return ws_sheet_column_format (column, get_time (self, 0, i));
}

static char *
make_head (const char *what, const char *unit)
{
  return *unit != '\0' ? g_strdup_printf (_ ("%1$s, %2$s"), what, unit) : g_strdup (what);
}

/* Whether any point is done or has failed. */
static gboolean
is_begun (const WsSweep *sweep)
{
  for (guint i = 0; i < ws_sweep_get_n_points (sweep); i++)
    {
      WsSweepState state = ws_sweep_get_point (sweep, i)->state;

      if (state == WS_SWEEP_DONE || state == WS_SWEEP_FAILED)
        return TRUE;
    }
  return FALSE;
}

/**
 * ws_ladder_make_table:
 * @sheet: receives a table of times, bandwidths, steps and speed-ups, with up to three compared
 * sweeps; nothing before the first point begins
 */
void
ws_ladder_make_table (const WsLadder *self, WsSheet *sheet)
{
  const WsSweep *ours = self->sweeps[0];
  g_autoptr (GPtrArray) heads = g_ptr_array_new_with_free_func (g_free);
  WsSheetColumn times[MAX_TABLED + 1];
  WsSheetColumn bandwidths;
  Extent extent = { INFINITY, 0 };
  guint n = MIN (self->n_sweeps, MAX_TABLED + 1);

  if (!is_begun (ours))
    return;
  for (guint s = 0; s < n; s++)
    init_time_column (self, s, &times[s]);
  for (guint i = 0; i < self->kernels->len; i++)
    extend (&extent, get_bandwidth (self, i));
  ws_sheet_column_init (&bandwidths, WS_QUANTITY_BANDWIDTH, extent.least, extent.largest);

  g_ptr_array_add (heads, g_strdup (_ ("kernel")));
  g_ptr_array_add (heads, make_head (_ ("time"), times[0].unit));
  g_ptr_array_add (heads, g_strdup (*bandwidths.unit != '\0' ? bandwidths.unit : _ ("bandwidth")));
  g_ptr_array_add (heads, g_strdup (_ ("of peak, %")));
  g_ptr_array_add (heads, g_strdup (_ ("step, ×")));
  g_ptr_array_add (heads, g_strdup (_ ("speed-up, ×")));
  for (guint s = 1; s < n; s++)
    {
      g_autofree char *name = ws_sheet_name_sweep (self->sweeps, self->n_sweeps, s);

      g_ptr_array_add (heads, make_head (name, times[s].unit));
      g_ptr_array_add (heads, make_head (name, "×"));
    }
  g_ptr_array_add (heads, NULL);
  ws_sheet_set_table (sheet, (const char *const *)heads->pdata);
  for (guint c = 0; c < sheet->table->n_columns; c++)
    sheet->table->figures[c] = ws_sheet_get_figures (self->sweeps[c < 6 ? 0 : (c - 4) / 2]);

  for (guint i = 0; i < self->kernels->len; i++)
    {
      g_autoptr (GPtrArray) cells = g_ptr_array_new_with_free_func (g_free);
      double bandwidth = get_bandwidth (self, i);
      double share = ours->peak_bytes_per_s > 0 ? bandwidth / (double)ours->peak_bytes_per_s : NAN;

      g_ptr_array_add (cells, g_strdup (sheet->main->y.categories[i]));
      g_ptr_array_add (cells, format_time_cell (self, &times[0], i));
      g_ptr_array_add (cells, ws_sheet_column_format (&bandwidths, bandwidth));
      g_ptr_array_add (cells, ws_sheet_format_percent (share));
      g_ptr_array_add (cells, ws_sheet_format_factor (ws_ladder_get_step (self, 0, i)));
      g_ptr_array_add (cells, ws_sheet_format_factor (ws_ladder_get_speedup (self, 0, i)));
      for (guint s = 1; s < n; s++)
        {
          g_ptr_array_add (cells, ws_sheet_column_format (&times[s], get_time (self, s, i)));
          g_ptr_array_add (cells, ws_sheet_format_factor (ws_ladder_get_speedup (self, s, i)));
        }
      ws_sheet_add_row (sheet, (const char *const *)cells->pdata);
    }
}

/* ---- caption ---- */

/* The first and last kernel of the ladder, and its biggest step; -1 if there is none. */
typedef struct {
  int fastest;
  int slowest;
  int biggest_step;
  guint n_ranked;
} Findings;

static void
find (const WsLadder *self, Findings *found)
{
  double biggest = 1;

  *found = (Findings){ .fastest = -1, .slowest = -1, .biggest_step = -1 };
  for (guint i = 0; i < self->kernels->len; i++)
    {
      double time = get_time (self, 0, i);
      double step = ws_ladder_get_step (self, 0, i);

      if (!isfinite (time))
        continue;
      found->n_ranked++;
      if (found->fastest < 0 || time < get_time (self, 0, found->fastest))
        found->fastest = (int)i;
      if (found->slowest < 0 || time > get_time (self, 0, found->slowest))
        found->slowest = (int)i;
      if (isfinite (step) && step > biggest)
        {
          biggest = step;
          found->biggest_step = (int)i;
        }
    }
}

/* "on the G80 it was 30 times", for each compared sweep */
static void
list_compared (const WsLadder *self, const Findings *found, GString *list)
{
  guint n_named = 0;

  for (guint s = 1; s < self->n_sweeps && n_named < MAX_NAMED; s++)
    {
      double fast = get_time (self, s, found->fastest);
      double slow = get_time (self, s, found->slowest);
      g_autofree char *name = NULL;
      g_autofree char *times = NULL;
      g_autofree char *compared = NULL;

      if (!isfinite (fast) || !isfinite (slow))
        continue;
      name = ws_sheet_name_sweep (self->sweeps, self->n_sweeps, s);
      times = ws_sheet_format_times (slow / fast);
      compared =
          g_strdup_printf (self->sweeps[s]->source != NULL ? _ ("on the %1$s it was %2$s times")
                                                           : _ ("on the %1$s it is %2$s times"),
                           name, times);
      ws_words_add_item (list, compared);
      n_named++;
    }
}

static void
append_step (const WsLadder *self, const Findings *found, GString *caption)
{
  g_autofree char *times = NULL;
  g_autofree char *name = NULL;
  g_autofree char *idea = NULL;

  if (found->biggest_step < 0 || found->n_ranked < 3)
    return;
  times = ws_sheet_format_times (ws_ladder_get_step (self, 0, found->biggest_step));
  name = ws_sheet_refer (ws_ladder_get_kernel (self, found->biggest_step)->title);
  idea = ws_sheet_get_idea (ws_ladder_get_kernel (self, found->biggest_step)->title);
  g_string_append_c (caption, ' ');
  if (*idea != '\0')
    g_string_append_printf (caption, _ ("The largest gain, %1$s times, is %2$s: %3$s."), times,
                            name, idea);
  else
    g_string_append_printf (caption, _ ("The largest gain, %1$s times, is %2$s."), times, name);
}

/* Returns: (transfer full): the conclusion of the ladder, in a sentence or two, with failures */
char *
ws_ladder_make_caption (const WsLadder *self)
{
  GString *caption = g_string_new (NULL);
  Findings found;
  double ratio;

  find (self, &found);
  if (found.n_ranked == 0)
    {
      g_autofree char *nothing = ws_sheet_explain_nothing (self->sweeps[0]);

      g_string_append (caption, nothing);
      ws_sheet_append_failures (caption, self->sweeps[0]);
      return g_string_free (caption, FALSE);
    }
  ratio = get_time (self, 0, found.slowest) / get_time (self, 0, found.fastest);
  if (found.n_ranked == 1 || ratio < 1.005)
    {
      g_autofree char *name = ws_sheet_refer (ws_ladder_get_kernel (self, found.fastest)->title);
      g_autofree char *begun = ws_words_capitalize (name);
      g_autofree char *time =
          ws_quantity_format (WS_QUANTITY_TIME, get_time (self, 0, found.fastest));

      if (found.n_ranked == 1)
        g_string_append_printf (caption, _ ("%1$s takes %2$s."), begun, time);
      else
        g_string_append_printf (caption, _ ("All %1$u kernels take the same time: %2$s."),
                                found.n_ranked, time);
    }
  else
    {
      g_autofree char *fast = ws_sheet_refer (ws_ladder_get_kernel (self, found.fastest)->title);
      g_autofree char *begun = ws_words_capitalize (fast);
      g_autofree char *slow = ws_sheet_refer (ws_ladder_get_kernel (self, found.slowest)->title);
      g_autofree char *times = ws_sheet_format_times (ratio);
      g_autoptr (GString) compared = g_string_new (NULL);

      list_compared (self, &found, compared);
      if (compared->len > 0)
        g_string_append_printf (
            caption, _ ("%1$s, the fastest, is %2$s times as fast as %3$s, the slowest; %4$s."),
            begun, times, slow, compared->str);
      else
        g_string_append_printf (
            caption, _ ("%1$s, the fastest, is %2$s times as fast as %3$s, the slowest."), begun,
            times, slow);
      append_step (self, &found, caption);
    }
  ws_sheet_append_failures (caption, self->sweeps[0]);
  return g_string_free (caption, FALSE);
}
