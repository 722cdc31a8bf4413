/* chart.c: a scenario as bars: published, modelled and measured figures side by side, row by row.
 *
 * Times of equal work share one axis. If the published launch was different, each time is relative
 * to that of the first row on the same GPU.
 */
#include "scenario/scenario.h"

#include "sheet/words.h"
#include "words/words.h"

#include <glib/gi18n.h>
#include <math.h>

/* Ratio of the longest bar to the shortest, from which on the axis is logarithmic. */
#define LOG_SPAN    40
#define LITTLE      0.001 /* figures that differ by less count as equal */
#define MAX_SOURCES 18

/* A source of figures. */
typedef struct {
  WsFigures figures;
  const char *name;               /* of the device */
  const WsScenarioDevice *device; /* NULL for figures of the file */
  gboolean other_launch;          /* it was another launch than ours */
} Source;

/* One column of a scenario, from all sources. */
typedef struct {
  const WsScenario *scenario;
  WsScenarioColumn column;
  WsQuantity quantity;
  double factor;
  Source sources[MAX_SOURCES];
  guint n_sources;
  guint base; /* index of the cell that times are relative to; WS_NONE: absolute */
  /* times are speed-ups, if all others are faster; otherwise relative durations */
  gboolean is_speed;
} Bars;

/* NAN if unknown. */
static double
get_value (const Bars *self, const Source *source, guint cell)
{
  const WsScenarioCell *of = &self->scenario->cells[cell];

  if (source->device != NULL)
    {
      const WsScenarioResult *result = &source->device->results[cell];

      return result->state != WS_SCENARIO_FAILED && (result->known & 1u << self->column) != 0
                 ? result->value[self->column]
                 : NAN;
    }
  if (source->figures == WS_FIGURES_PUBLISHED)
    return of->published[self->column].text != NULL ? of->published[self->column].value : NAN;
  return of->measured[self->column].text != NULL ? of->measured[self->column].value : NAN;
}

static gboolean
has_any (const Bars *self, const Source *source)
{
  for (guint i = 0; i < ws_scenario_get_n_cells (self->scenario); i++)
    if (isfinite (get_value (self, source, i)))
      return TRUE;
  return FALSE;
}

static void
add_source (Bars *self, const Source *source)
{
  if (self->n_sources < MAX_SOURCES && has_any (self, source))
    self->sources[self->n_sources++] = *source;
}

static WsFigures
get_figures (const Bars *self, const WsScenarioDevice *device)
{
  for (guint i = 0; i < ws_scenario_get_n_cells (self->scenario); i++)
    if (device->results[i].known != 0)
      return device->results[i].origin == WS_ORIGIN_MEASURED ? WS_FIGURES_MEASURED
                                                             : WS_FIGURES_MODELLED;
  return WS_FIGURES_MODELLED;
}

/* The shown device before the others, all after the published figures. */
static void
find_sources (Bars *self)
{
  const WsScenario *scenario = self->scenario;
  const Source published = { WS_FIGURES_PUBLISHED, scenario->published_on, NULL,
                             scenario->published_n > 0 || scenario->published_repeats > 0 };
  const Source kept = { WS_FIGURES_MEASURED, scenario->measured_on, NULL,
                        scenario->measured_n > 0 };

  add_source (self, &published);
  for (guint shown = 2; shown-- > 0;)
    for (guint i = 0; i < scenario->devices->len; i++)
      {
        const WsScenarioDevice *device = scenario->devices->pdata[i];
        const Source source = { get_figures (self, device), device->name, device, FALSE };

        if ((device == scenario->device) == (shown == 1))
          add_source (self, &source);
      }
  add_source (self, &kept);
}

/* The first cell with a time from all sources, if one of them ran another launch. */
static guint
find_base (const Bars *self)
{
  gboolean other = FALSE;

  for (guint s = 0; s < self->n_sources; s++)
    other |= self->sources[s].other_launch;
  if (!other || self->column != WS_SCENARIO_TIME)
    return WS_NONE;
  for (guint i = 0; i < ws_scenario_get_n_cells (self->scenario); i++)
    {
      gboolean known = TRUE;

      for (guint s = 0; s < self->n_sources; s++)
        known &= get_value (self, &self->sources[s], i) > 0;
      if (known)
        return i;
    }
  return WS_NONE;
}

/* Whether no time of the first source is longer than that of the base. */
static gboolean
begins_with_longest (const Bars *self)
{
  const Source *first = &self->sources[0];

  for (guint i = 0; i < ws_scenario_get_n_cells (self->scenario); i++)
    if (get_value (self, first, i) > get_value (self, first, self->base))
      return FALSE;
  return TRUE;
}

static void
bars_init (Bars *self, const WsScenario *scenario, WsScenarioColumn column)
{
  *self = (Bars){ .scenario = scenario, .column = column };
  self->quantity = ws_scenario_column_get_quantity (column, &self->factor);
  find_sources (self);
  self->base = find_base (self);
  if (self->base == WS_NONE)
    return;
  self->quantity = WS_QUANTITY_FACTOR;
  self->is_speed = begins_with_longest (self);
}

/* As shown on the axis. */
static double
get_length (const Bars *self, const Source *source, guint cell)
{
  double value = get_value (self, source, cell);
  double base = self->base != WS_NONE ? get_value (self, source, self->base) : NAN;

  if (self->base == WS_NONE)
    return value * self->factor;
  return self->is_speed ? base / value : value / base;
}

/* (transfer full): as published, if it was */
static char *
format_value (const Bars *self, const Source *source, guint cell)
{
  const WsScenario *scenario = self->scenario;
  double factor;
  WsQuantity quantity = ws_scenario_column_get_quantity (self->column, &factor);

  if (source->figures == WS_FIGURES_PUBLISHED)
    return ws_scenario_format_published (scenario, cell / scenario->n_groups,
                                         cell % scenario->n_groups, self->column);
  return ws_quantity_format (quantity, get_value (self, source, cell) * factor);
}

/* ---- the chart ---- */

static char **
make_categories (const WsScenario *scenario)
{
  char **categories = g_new0 (char *, scenario->n_rows + 1);

  for (guint i = 0; i < scenario->n_rows; i++)
    categories[i] = ws_sheet_clean (ws_words_translate (scenario->rows[i].label));
  return categories;
}

/* (transfer full): "NVIDIA H200", and the group if there are two */
static char *
name_series (const Bars *self, const Source *source, guint group)
{
  g_autofree char *device = ws_sheet_clean (source->name != NULL ? source->name : _ ("published"));
  const char *name = self->scenario->group_names[group];

  return self->scenario->n_groups > 1
             ? g_strdup_printf ("%s, %s", ws_words_translate (name), device)
             : g_steal_pointer (&device);
}

static char *
make_tip (const Bars *self, const Source *source, guint cell)
{
  const WsScenarioRow *row = &self->scenario->rows[cell / self->scenario->n_groups];
  g_autofree char *origin =
      ws_sheet_describe_origin (source->figures, source->name != NULL ? source->name : "");

  return row->words != NULL ? g_strdup_printf ("%s\n%s", origin, ws_words_translate (row->words))
                            : g_steal_pointer (&origin);
}

static void
add_series (const Bars *self, WsChart *chart, guint s, guint group, int color)
{
  const Source *source = &self->sources[s];
  g_autofree char *name = name_series (self, source, group);
  WsSeries *series = ws_chart_add_series (chart, name, WS_MARK_BARS, color, source->figures);

  series->even = self->scenario->n_groups == 1;
  series->named = self->n_sources * self->scenario->n_groups > 1;
  for (guint row = 0; row < self->scenario->n_rows; row++)
    {
      guint cell = row * self->scenario->n_groups + group;
      double length = get_length (self, source, cell);
      WsChartPoint *p = ws_series_add_point (series, row, length);

      if (!isfinite (length))
        continue;
      p->label = self->base != WS_NONE ? ws_quantity_format (self->quantity, length)
                                       : format_value (self, source, cell);
      p->note = self->base != WS_NONE ? format_value (self, source, cell) : NULL;
      p->tip = make_tip (self, source, cell);
    }
}

/* (transfer full) */
static char *
label_axis (const Bars *self)
{
  const WsScenario *scenario = self->scenario;

  if (self->base == WS_NONE)
    return g_strdup (ws_scenario_column_get_title (self->column));
  /* Translators: %s is the name of a row of the table */
  return g_strdup_printf (
      self->is_speed ? _ ("speed, against “%s”") : _ ("time, against “%s”"),
      ws_words_translate (scenario->rows[self->base / scenario->n_groups].label));
}

/* Shares always extend to 100 %. A wide range has a logarithmic axis, starting at a power of
 * ten. */
static void
set_axis (const Bars *self, WsChartAxis *axis)
{
  double least = INFINITY;
  double most = 0;

  axis->label = label_axis (self);
  axis->quantity = self->quantity;
  for (guint s = 0; s < self->n_sources; s++)
    for (guint i = 0; i < ws_scenario_get_n_cells (self->scenario); i++)
      {
        double length = get_length (self, &self->sources[s], i);

        if (!isfinite (length) || length <= 0)
          continue;
        least = MIN (least, length);
        most = MAX (most, length);
      }
  axis->from_zero = TRUE;
  if (self->quantity == WS_QUANTITY_SHARE)
    axis->to = 1;
  else if (most > LOG_SPAN * least)
    {
      axis->kind = WS_SCALE_LOG10;
      axis->from_zero = FALSE;
      axis->from = pow (10, floor (log10 (least * 0.7)));
    }
}

static WsChart *
make_chart (const Bars *self)
{
  WsChart *chart = ws_chart_new ();
  int color = 0;

  chart->horizontal = TRUE;
  chart->y.categories = make_categories (self->scenario);
  set_axis (self, &chart->x);
  chart->empty = g_strdup (_ ("Nothing has run yet, and no results are published."));
  for (guint s = 0; s < self->n_sources; s++)
    {
      gboolean published = self->sources[s].figures == WS_FIGURES_PUBLISHED;

      for (guint group = 0; group < self->scenario->n_groups; group++)
        add_series (self, chart, s, group,
                    self->scenario->n_groups > 1 ? (int)group
                    : published                  ? -1
                                                 : color);
      color += !published;
    }
  return chart;
}

/* ---- description ---- */

/* The cells with the longest and the shortest time, of those with all sources. */
static gboolean
find_ends (const Bars *self, guint *longest, guint *shortest)
{
  const Source *first = &self->sources[0];

  *longest = *shortest = WS_NONE;
  for (guint i = 0; i < ws_scenario_get_n_cells (self->scenario); i++)
    {
      gboolean known = TRUE;

      for (guint s = 0; s < self->n_sources; s++)
        known &= get_value (self, &self->sources[s], i) > 0;
      if (!known)
        continue;
      if (*longest == WS_NONE || get_value (self, first, i) > get_value (self, first, *longest))
        *longest = i;
      if (*shortest == WS_NONE || get_value (self, first, i) < get_value (self, first, *shortest))
        *shortest = i;
    }
  return *longest != *shortest;
}

/* (transfer full): "in a row", and the group if there are two */
static char *
name_cell (const Bars *self, guint cell)
{
  const WsScenario *scenario = self->scenario;
  const char *row = ws_words_translate (scenario->rows[cell / scenario->n_groups].label);

  return scenario->n_groups > 1 ? g_strdup_printf (
             "%s, %s", row, ws_words_translate (scenario->group_names[cell % scenario->n_groups]))
                                : g_strdup (row);
}

/* (transfer full) (nullable) */
static char *
tell_times (const Bars *self)
{
  g_autoptr (GString) list = g_string_new (NULL);
  g_autofree char *slow = NULL;
  g_autofree char *fast = NULL;
  guint longest;
  guint shortest;

  if (self->n_sources == 0 || !find_ends (self, &longest, &shortest))
    return NULL;
  for (guint s = 0; s < self->n_sources; s++)
    {
      const Source *source = &self->sources[s];
      g_autofree char *origin =
          ws_sheet_describe_origin (source->figures, source->name != NULL ? source->name : "");
      g_autofree char *times =
          ws_quantity_format (WS_QUANTITY_FACTOR, get_value (self, source, longest)
                                                      / get_value (self, source, shortest));

      g_string_append_printf (list, "%s%s (%s)", s > 0 ? ", " : "", times, origin);
    }
  slow = name_cell (self, longest);
  fast = name_cell (self, shortest);
  /* Translators: %3$s is a list as in "177× (published: Tesla K40c), 7.3× (measured on ...)" */
  return longest > shortest ? g_strdup_printf (_ ("From “%1$s” to “%2$s” the time grows: %3$s."),
                                               fast, slow, list->str)
                            : g_strdup_printf (_ ("From “%1$s” to “%2$s” the speed grows: %3$s."),
                                               slow, fast, list->str);
}

/* (transfer full) (nullable): the difference between published and shown figures */
static char *
tell_distance (const Bars *self)
{
  double most = -1;
  g_autofree char *percent = NULL;

  if (self->n_sources < 2 || self->sources[0].figures != WS_FIGURES_PUBLISHED
      || self->sources[1].device == NULL)
    return NULL;
  for (guint i = 0; i < ws_scenario_get_n_cells (self->scenario); i++)
    {
      double theirs = get_value (self, &self->sources[0], i);
      double ours = get_value (self, &self->sources[1], i);

      if (theirs > 0 && isfinite (ours))
        most = MAX (most, fabs (ours / theirs - 1));
    }
  if (most < 0)
    return NULL;
  if (most < LITTLE)
    return g_strdup_printf (_ ("Published and shown results are equal (%s)."),
                            ws_scenario_column_get_title (self->column));
  percent = ws_quantity_format (WS_QUANTITY_SHARE, most);
  /* Translators: %2$s is the title of a column, as in "segments per load" */
  return g_strdup_printf (_ ("Published and shown results differ by at most %1$s (%2$s)."), percent,
                          ws_scenario_column_get_title (self->column));
}

/* (transfer full) */
static char *
make_caption (const Bars *main, const Bars *side)
{
  const Bars *all[] = { main, side };
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    {
      g_autofree char *told = NULL;

      if (all[i] == NULL)
        continue;
      told = all[i]->column == WS_SCENARIO_TIME ? tell_times (all[i]) : tell_distance (all[i]);
      if (told == NULL)
        continue;
      if (text->len > 0)
        g_string_append_c (text, ' ');
      g_string_append (text, told);
    }
  if (text->len == 0)
    g_string_append (text, ws_words_translate (main->scenario->words));
  return g_string_free (text, FALSE);
}

/* ---- the sheet ---- */

static gboolean
has_figures (const WsScenario *scenario, WsScenarioColumn column)
{
  Bars bars;

  bars_init (&bars, scenario, column);
  return bars.n_sources > 0;
}

/**
 * ws_scenario_list_charts:
 * @columns: (out caller-allocates) (array fixed-size=17): of %WS_SCENARIO_N_COLUMNS; receives those
 * suitable for charts
 *
 * The numeric columns of its table, times first; without the driver's figure, which duplicates
 * another.
 */
guint
ws_scenario_list_charts (const WsScenario *scenario, WsScenarioColumn columns[])
{
  guint n = 0;

  g_return_val_if_fail (scenario != NULL, 0);

  for (guint first = 2; first-- > 0;)
    for (guint i = 0; i < scenario->n_columns; i++)
      {
        WsScenarioColumn column = scenario->columns[i];

        if (ws_scenario_column_has_chart (column) && column != WS_SCENARIO_DRIVER
            && (column == WS_SCENARIO_TIME) == (first == 1))
          columns[n++] = column;
      }
  return n;
}

/**
 * ws_scenario_parse_chart:
 * @name: of a column, as from ws_scenario_column_get_name()
 * @column: (out): one of those from ws_scenario_list_charts()
 * @error: return location: %WS_SCENARIO_ERROR_UNKNOWN, with the valid names
 *
 * Returns: whether the scenario has a chart of that column
 */
gboolean
ws_scenario_parse_chart (const WsScenario *scenario, const char *name, WsScenarioColumn *column,
                         GError **error)
{
  WsScenarioColumn columns[WS_SCENARIO_N_COLUMNS];
  guint n = ws_scenario_list_charts (scenario, columns);
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    {
      const char *its = ws_scenario_column_get_name (columns[i]);

      if (g_str_equal (name, its))
        {
          *column = columns[i];
          return TRUE;
        }
      g_string_append_printf (names, "%s%s", i > 0 ? ", " : "", its);
    }
  g_set_error (error, WS_SCENARIO_ERROR, WS_SCENARIO_ERROR_UNKNOWN,
               _ ("The scenario has no chart of “%1$s”; known are %2$s."), name, names->str);
  return FALSE;
}

/* The column next to it: the first other one that was published, or else is known.
 * %WS_SCENARIO_N_COLUMNS: none */
static WsScenarioColumn
find_side (const WsScenario *scenario, WsScenarioColumn main)
{
  WsScenarioColumn columns[WS_SCENARIO_N_COLUMNS];
  guint n = ws_scenario_list_charts (scenario, columns);

  for (guint published = 2; published-- > 0;)
    for (guint i = 0; i < n; i++)
      {
        Bars bars;

        if (columns[i] == main || !has_figures (scenario, columns[i]))
          continue;
        bars_init (&bars, scenario, columns[i]);
        if (published == 0 || bars.sources[0].figures == WS_FIGURES_PUBLISHED)
          return columns[i];
      }
  return WS_SCENARIO_N_COLUMNS;
}

/**
 * ws_sheet_new_for_scenario:
 * @scenario: with the results of its devices
 * @column: one of those from ws_scenario_list_charts()
 *
 * Bars for each row: published figures, those of the shown device and of all others that ran it,
 * and stored ones of a real GPU. Another column is next to it. A sheet is a snapshot: it is
 * recreated as cells run.
 */
WsSheet *
ws_sheet_new_for_scenario (const WsScenario *scenario, WsScenarioColumn column)
{
  WsSheet *self;
  WsScenarioColumn other;
  Bars main;
  Bars side;

  g_return_val_if_fail (scenario != NULL && ws_scenario_column_has_chart (column), NULL);

  self = ws_sheet_new (scenario->id);
  g_clear_pointer (&self->main, ws_chart_free);
  bars_init (&main, scenario, column);
  self->main = make_chart (&main);
  other = find_side (scenario, column);
  if (other < WS_SCENARIO_N_COLUMNS)
    {
      bars_init (&side, scenario, other);
      self->side = make_chart (&side);
      self->shares_y = TRUE;
    }
  self->title = ws_scenario_dup_heading (scenario);
  self->caption = make_caption (&main, self->side != NULL ? &side : NULL);
  self->source = ws_scenario_describe_sources (scenario);
  return self;
}
