/* data.c: the data of a scenario, and comparison of figures. */
#include "scenario/data.h"
#include "scenario/private.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

/* Figures that differ by less count as equal. */
#define SAME_SHARE 0.01

G_DEFINE_QUARK (ws - scenario - error - quark, ws_scenario_error)
G_DEFINE_BOXED_TYPE (WsScenario, ws_scenario, ws_scenario_ref, ws_scenario_unref)

/* The format of a figure. */
typedef enum {
  IS_NO_NUMBER,
  IS_COUNT,
  IS_SHARE,
  IS_TIME,
  IS_RATE,
  IS_BYTE_RATE,
  IS_RATIO,
} Kind;

/* The quantity in charts, and the factor to its unit. */
static const struct {
  WsQuantity quantity;
  double factor;
} quantities[] = {
  [IS_NO_NUMBER] = { WS_QUANTITY_NUMBER, 1 }, [IS_COUNT] = { WS_QUANTITY_COUNT, 1 },
  [IS_SHARE] = { WS_QUANTITY_SHARE, 0.01 },   [IS_TIME] = { WS_QUANTITY_TIME, 1e9 },
  [IS_RATE] = { WS_QUANTITY_RATE, 1 },        [IS_BYTE_RATE] = { WS_QUANTITY_BANDWIDTH, 1 },
  [IS_RATIO] = { WS_QUANTITY_NUMBER, 1 },
};

static const struct {
  const char *name;
  const char *title;
  const char *short_title;
  int better; /* 1: more is better, -1: less is better, 0: neither */
  Kind kind;
  const char *metric; /* the metric that gives the value, times @factor; NULL if none */
  double factor;
} columns[WS_SCENARIO_N_COLUMNS] = {
  [WS_SCENARIO_LAUNCH] = { "launch", N_ ("threads × blocks"), N_ ("launch"), 0, IS_NO_NUMBER },
  [WS_SCENARIO_RESIDENT] = { "resident", N_ ("blocks per SM"), N_ ("blocks"), 0, IS_COUNT },
  [WS_SCENARIO_DRIVER] = { "driver", N_ ("driver's answer"), N_ ("driver"), 0, IS_COUNT },
  [WS_SCENARIO_SM_EFFICIENCY] = { "sm-efficiency", N_ ("SM efficiency"), N_ ("SM eff."), 1,
                                  IS_SHARE },
  [WS_SCENARIO_THEORETICAL] = { "theoretical", N_ ("theoretical"), N_ ("theor."), 1, IS_SHARE },
  [WS_SCENARIO_ACHIEVED] = { "achieved", N_ ("achieved"), N_ ("achv."), 1, IS_SHARE },
  [WS_SCENARIO_TIME] = { "time", N_ ("time"), N_ ("time"), -1, IS_TIME },
  [WS_SCENARIO_RATE] = { "rate", N_ ("elements per second"), N_ ("per s"), 1, IS_RATE },
  [WS_SCENARIO_WARP_EFFICIENCY] = { "warp-efficiency", N_ ("active lanes"), N_ ("lanes"), 1,
                                    IS_SHARE, "warp-execution-efficiency", 1 },
  [WS_SCENARIO_BRANCH_EFFICIENCY] = { "branch-efficiency", N_ ("branch efficiency"),
                                      N_ ("branches"), 1, IS_SHARE, "branch-efficiency", 1 },
  [WS_SCENARIO_LOAD_SEGMENTS] = { "load-segments", N_ ("segments per load"), N_ ("segments"), -1,
                                  IS_RATIO, "global-load-segments-per-request", 1 },
  [WS_SCENARIO_LOAD_SECTORS] = { "load-sectors", N_ ("sectors per load"), N_ ("sectors"), -1,
                                 IS_RATIO, "global-load-transactions-per-request", 1 },
  [WS_SCENARIO_LOAD_EFFICIENCY] = { "load-efficiency", N_ ("load efficiency"), N_ ("load eff."), 1,
                                    IS_SHARE, "global-load-efficiency", 1 },
  [WS_SCENARIO_LOAD_THROUGHPUT] = { "load-throughput", N_ ("load throughput"), N_ ("loads"), 1,
                                    IS_BYTE_RATE, "global-load-throughput", 1e9 },
  [WS_SCENARIO_PASSES] = { "passes", N_ ("passes per load"), N_ ("passes"), -1, IS_RATIO,
                           "shared-load-transactions-per-request", 1 },
  [WS_SCENARIO_PROFILE_COLUMN] = { "profile", N_ ("SMs and warps over time"), N_ ("over time"), 0,
                                   IS_NO_NUMBER },
  [WS_SCENARIO_WORDS] = { "words", "", "", 0, IS_NO_NUMBER },
};

static const WsScenarioResult no_result = { .state = WS_SCENARIO_NOT_RUN };

/* Returns: (transfer none): its name in files, as in "sm-efficiency" */
const char *
ws_scenario_column_get_name (WsScenarioColumn column)
{
  g_return_val_if_fail ((guint)column < WS_SCENARIO_N_COLUMNS, NULL);
  return columns[column].name;
}

/* Returns: (transfer none): its title, as in "SM efficiency" */
const char *
ws_scenario_column_get_title (WsScenarioColumn column)
{
  g_return_val_if_fail ((guint)column < WS_SCENARIO_N_COLUMNS, NULL);
  return *columns[column].title != '\0' ? _ (columns[column].title) : "";
}

/* Returns: (transfer none): its short title, as in "SM eff." */
const char *
ws_scenario_column_get_short_title (WsScenarioColumn column)
{
  g_return_val_if_fail ((guint)column < WS_SCENARIO_N_COLUMNS, NULL);
  return *columns[column].short_title != '\0' ? _ (columns[column].short_title) : "";
}

/* Whether its figures are percentages. */
gboolean
ws_scenario_column_is_share (WsScenarioColumn column)
{
  g_return_val_if_fail ((guint)column < WS_SCENARIO_N_COLUMNS, FALSE);
  return columns[column].kind == IS_SHARE;
}

/* Whether its figures are times, or rates. */
gboolean
ws_scenario_column_is_clocked (WsScenarioColumn column)
{
  g_return_val_if_fail ((guint)column < WS_SCENARIO_N_COLUMNS, FALSE);
  return columns[column].kind == IS_TIME || columns[column].kind == IS_RATE
         || columns[column].kind == IS_BYTE_RATE;
}

/* Whether its figures are numbers, which can be drawn as bars. */
gboolean
ws_scenario_column_has_chart (WsScenarioColumn column)
{
  g_return_val_if_fail ((guint)column < WS_SCENARIO_N_COLUMNS, FALSE);
  return columns[column].kind != IS_NO_NUMBER;
}

/**
 * ws_scenario_column_get_quantity:
 * @column: a column of numbers
 * @factor: (out): factor to the quantity's unit
 *
 * Returns: the quantity of its axis
 */
WsQuantity
ws_scenario_column_get_quantity (WsScenarioColumn column, double *factor)
{
  g_return_val_if_fail ((guint)column < WS_SCENARIO_N_COLUMNS, WS_QUANTITY_NUMBER);
  *factor = quantities[columns[column].kind].factor;
  return quantities[columns[column].kind].quantity;
}

/**
 * ws_scenario_column_get_metric:
 * @factor: (out): factor to the column's unit
 *
 * Returns: (transfer none) (nullable): the id of the metric that it shows; %NULL if none
 */
const char *
ws_scenario_column_get_metric (WsScenarioColumn column, double *factor)
{
  g_return_val_if_fail ((guint)column < WS_SCENARIO_N_COLUMNS, NULL);
  *factor = columns[column].factor;
  return columns[column].metric;
}

/**
 * ws_scenario_column_get_sample:
 * @decimals: maximum number of decimals
 *
 * Returns: (transfer none): a figure of typical width
 */
const char *
ws_scenario_column_get_sample (WsScenarioColumn column, guint decimals)
{
  static const char *const samples[] = {
    [IS_NO_NUMBER] = "88", [IS_COUNT] = "88",      [IS_SHARE] = "88.8 %",
    [IS_TIME] = "888 us",  [IS_RATE] = "88.8 M/s", [IS_BYTE_RATE] = "88.8 M/s",
    [IS_RATIO] = "88.8"
  };

  g_return_val_if_fail ((guint)column < WS_SCENARIO_N_COLUMNS, NULL);
  return columns[column].kind == IS_SHARE && decimals == 0 ? "100 %"
                                                           : samples[columns[column].kind];
}

/**
 * ws_scenario_column_parse:
 * @name: (nullable): from ws_scenario_column_get_name()
 * @column: (out): the column; unchanged if there is no such column
 */
gboolean
ws_scenario_column_parse (const char *name, WsScenarioColumn *column)
{
  for (guint i = 0; i < WS_SCENARIO_N_COLUMNS; i++)
    if (g_strcmp0 (name, columns[i].name) == 0)
      {
        *column = i;
        return TRUE;
      }
  return FALSE;
}

/* Returns: whether its tables have the column: those of occupancy always, others if shown */
gboolean
ws_scenario_tells (const WsScenario *self, WsScenarioColumn column)
{
  g_return_val_if_fail (self != NULL && (guint)column < WS_SCENARIO_N_COLUMNS, FALSE);

  for (guint i = 0; i < self->n_columns; i++)
    if (self->columns[i] == column)
      return columns[column].kind != IS_NO_NUMBER;
  return columns[column].kind != IS_NO_NUMBER && columns[column].metric == NULL;
}

/* ---- life ---- */

/**
 * ws_scenario_result_clear:
 * @result: (inout): result of a cell; then empty
 */
void
ws_scenario_result_clear (WsScenarioResult *result)
{
  g_free (result->sentence);
  g_free (result->explanation);
  *result = no_result;
}

static void
device_free (WsScenario *self, WsScenarioDevice *device)
{
  for (guint i = 0; i < ws_scenario_get_n_cells (self); i++)
    ws_scenario_result_clear (&device->results[i]);
  g_free (device->results);
  g_free (device->id);
  g_free (device->name);
  g_free (device);
}

static void
clear (gpointer data)
{
  WsScenario *self = data;

  for (guint i = 0; i < self->devices->len; i++)
    device_free (self, g_ptr_array_index (self->devices, i));
  g_ptr_array_unref (self->devices);
  for (guint i = 0; i < ws_scenario_get_n_cells (self); i++)
    {
      g_free (self->cells[i].kernel);
      g_free (self->cells[i].set);
      for (guint c = 0; c < WS_SCENARIO_N_COLUMNS; c++)
        {
          g_free (self->cells[i].published[c].text);
          g_free (self->cells[i].measured[c].text);
        }
    }
  for (guint i = 0; i < self->n_rows; i++)
    {
      g_free (self->rows[i].label);
      g_free (self->rows[i].words);
      g_free (self->rows[i].pair);
    }
  for (guint i = 0; i < WS_SCENARIO_MAX_GROUPS; i++)
    {
      g_free (self->group_names[i]);
      g_free (self->group_words[i]);
    }
  g_free (self->cells);
  g_free (self->rows);
  g_free (self->id);
  g_free (self->title);
  g_free (self->words);
  g_free (self->row_title);
  g_free (self->spec);
  g_free (self->source);
  g_free (self->published_on);
  g_free (self->measured_on);
}

/**
 * ws_scenario_new_empty:
 * @id: as in "occupancy-k40c"
 *
 * Returns: (transfer full): a scenario without rows and devices, to be read or copied into
 */
WsScenario *
ws_scenario_new_empty (const char *id)
{
  WsScenario *self = g_atomic_rc_box_new0 (WsScenario);

  self->id = g_strdup (id);
  self->devices = g_ptr_array_new ();
  return self;
}

static void
copy_cells (WsScenario *self, const WsScenario *from)
{
  self->cells = g_memdup2 (from->cells, ws_scenario_get_n_cells (from) * sizeof *from->cells);
  self->rows = g_memdup2 (from->rows, from->n_rows * sizeof *from->rows);
  for (guint i = 0; i < ws_scenario_get_n_cells (self); i++)
    {
      WsScenarioCell *cell = &self->cells[i];

      cell->kernel = g_strdup (cell->kernel);
      cell->set = g_strdup (cell->set);
      for (guint c = 0; c < WS_SCENARIO_N_COLUMNS; c++)
        {
          cell->published[c].text = g_strdup (cell->published[c].text);
          cell->measured[c].text = g_strdup (cell->measured[c].text);
        }
    }
  for (guint i = 0; i < self->n_rows; i++)
    {
      self->rows[i].label = g_strdup (self->rows[i].label);
      self->rows[i].words = g_strdup (self->rows[i].words);
      self->rows[i].pair = g_strdup (self->rows[i].pair);
    }
}

static WsScenarioDevice *
copy_device (const WsScenario *self, const WsScenarioDevice *device)
{
  guint n = ws_scenario_get_n_cells (self);
  WsScenarioDevice *copy = g_new0 (WsScenarioDevice, 1);

  copy->id = g_strdup (device->id);
  copy->name = g_strdup (device->name);
  copy->results = g_memdup2 (device->results, n * sizeof *device->results);
  for (guint i = 0; i < n; i++)
    {
      copy->results[i].sentence = g_strdup (copy->results[i].sentence);
      copy->results[i].explanation = g_strdup (copy->results[i].explanation);
    }
  return copy;
}

/* Returns: (transfer full): a snapshot for another thread */
WsScenario *
ws_scenario_copy (const WsScenario *self)
{
  WsScenario *copy;

  g_return_val_if_fail (self != NULL, NULL);

  copy = g_atomic_rc_box_new0 (WsScenario);
  *copy = *self;
  copy->devices = g_ptr_array_new ();
  copy->id = g_strdup (self->id);
  copy->title = g_strdup (self->title);
  copy->words = g_strdup (self->words);
  copy->row_title = g_strdup (self->row_title);
  copy->spec = g_strdup (self->spec);
  copy->source = g_strdup (self->source);
  copy->published_on = g_strdup (self->published_on);
  copy->measured_on = g_strdup (self->measured_on);
  for (guint i = 0; i < WS_SCENARIO_MAX_GROUPS; i++)
    {
      copy->group_names[i] = g_strdup (self->group_names[i]);
      copy->group_words[i] = g_strdup (self->group_words[i]);
    }
  copy_cells (copy, self);
  for (guint i = 0; i < self->devices->len; i++)
    {
      WsScenarioDevice *device = copy_device (self, self->devices->pdata[i]);

      if (self->devices->pdata[i] == self->device)
        copy->device = device;
      g_ptr_array_add (copy->devices, device);
    }
  return copy;
}

WsScenario *
ws_scenario_ref (WsScenario *self)
{
  g_return_val_if_fail (self != NULL, NULL);
  return g_atomic_rc_box_acquire (self);
}

void
ws_scenario_unref (WsScenario *self)
{
  g_return_if_fail (self != NULL);
  g_atomic_rc_box_release_full (self, clear);
}

/* Returns: rows × groups, including those without a kernel */
guint
ws_scenario_get_n_cells (const WsScenario *self)
{
  return self->n_rows * self->n_groups;
}

/**
 * ws_scenario_get_cell:
 * @row: index
 * @group: index
 *
 * Returns: (transfer none): the cell's launch, and its published figures
 */
const WsScenarioCell *
ws_scenario_get_cell (const WsScenario *self, guint row, guint group)
{
  g_return_val_if_fail (row < self->n_rows && group < self->n_groups, NULL);
  return &self->cells[row * self->n_groups + group];
}

/**
 * ws_scenario_set_blocks:
 * @row: of a cell
 * @group: of a cell
 * @blocks: blocks of the cell's plan
 *
 * Sets the launch before it has run, as planned by the catalogue.
 */
void
ws_scenario_set_blocks (WsScenario *self, guint row, guint group, guint64 blocks)
{
  g_return_if_fail (row < self->n_rows && group < self->n_groups);
  self->cells[row * self->n_groups + group].blocks = blocks;
}

/* ---- results ---- */

static WsScenarioDevice *
find_device (WsScenario *self, const char *id)
{
  WsScenarioDevice *device;

  for (guint i = 0; i < self->devices->len; i++)
    {
      device = g_ptr_array_index (self->devices, i);
      if (g_str_equal (device->id, id))
        return device;
    }
  device = g_new0 (WsScenarioDevice, 1);
  device->id = g_strdup (id);
  device->name = g_strdup (id);
  device->results = g_new0 (WsScenarioResult, ws_scenario_get_n_cells (self));
  g_ptr_array_add (self->devices, device);
  return device;
}

static void
set_name (WsScenarioDevice *device, const char *name)
{
  if (name == NULL || g_str_equal (name, device->name))
    return;
  g_free (device->name);
  device->name = g_strdup (name);
}

/* Returns: (transfer full) (nullable): id of the default device of its cells, as in "vm:k40c";
 * %NULL for the current device */
char *
ws_scenario_dup_own_device (const WsScenario *self)
{
  return self->spec != NULL ? g_strconcat ("vm:", self->spec, NULL) : NULL;
}

/**
 * ws_scenario_set_device:
 * @id: of a device, as in "vm:k40c"
 * @name: (nullable): its display name; %NULL keeps the old one
 *
 * Shows the recordings of this device; those of others are kept.
 */
void
ws_scenario_set_device (WsScenario *self, const char *id, const char *name)
{
  WsScenarioDevice *device;

  g_return_if_fail (self != NULL && id != NULL);
  device = find_device (self, id);
  set_name (device, name);
  self->device = device;
}

/**
 * ws_scenario_get_result:
 * @row: index
 * @group: index
 *
 * Returns: (transfer none): the result of the shown device; if there is none, that of a cell not
 * run
 */
const WsScenarioResult *
ws_scenario_get_result (const WsScenario *self, guint row, guint group)
{
  g_return_val_if_fail (row < self->n_rows && group < self->n_groups, &no_result);
  return self->device != NULL ? &self->device->results[row * self->n_groups + group] : &no_result;
}

/**
 * ws_scenario_set_state:
 * @device: the cell's device
 * @row: of the cell
 * @group: of the cell
 * @progress: its new state
 *
 * A waiting or running cell keeps its previous figures.
 */
void
ws_scenario_set_state (WsScenario *self, const char *device, guint row, guint group,
                       const WsScenarioProgress *progress)
{
  WsScenarioResult *result;

  g_return_if_fail (row < self->n_rows && group < self->n_groups && device != NULL);
  result = &find_device (self, device)->results[row * self->n_groups + group];
  if (progress->state == WS_SCENARIO_FAILED)
    ws_scenario_result_clear (result);
  result->state = progress->state;
  /* cancelled: keeps its previous figures */
  if (result->state == WS_SCENARIO_NOT_RUN && result->known != 0)
    result->state = WS_SCENARIO_DONE;
  result->fraction = CLAMP (progress->fraction, 0, 1);
  g_free (result->sentence);
  result->sentence = g_strdup (progress->sentence);
}

/**
 * ws_scenario_take_run:
 * @row: of a cell
 * @group: of a cell
 * @run: (transfer none): its recording
 * @date: when, seconds since 1970; 0 if unknown
 *
 * Fills the cell's figures, under the run's device, from the first launch of the run.
 */
void
ws_scenario_take_run (WsScenario *self, guint row, guint group, WsRun *run, gint64 date)
{
  WsScenarioDevice *device;
  WsScenarioResult *result;

  g_return_if_fail (row < self->n_rows && group < self->n_groups && run != NULL);
  device = find_device (self, run->device);
  set_name (device, run->device_name);
  result = &device->results[row * self->n_groups + group];
  ws_scenario_result_clear (result);
  if (run->n_launches == 0 || (run->has_result && !run->correct))
    {
      result->state = WS_SCENARIO_FAILED;
      result->sentence = g_strdup (run->n_launches == 0 ? _ ("The run has no launch.")
                                                        : _ ("The kernel's result was wrong."));
      return;
    }
  result->date = date;
  ws_scenario_result_fill (result, run);
}

/* Returns: number of cells with a kernel in that state on the shown device */
guint
ws_scenario_count (const WsScenario *self, WsScenarioState state)
{
  guint n = 0;

  for (guint row = 0; row < self->n_rows; row++)
    for (guint group = 0; group < self->n_groups; group++)
      n += ws_scenario_get_cell (self, row, group)->kernel != NULL
           && ws_scenario_get_result (self, row, group)->state == state;
  return n;
}

/* ---- comparison ---- */

static gboolean
get_value (const WsScenario *self, guint row, guint group, WsScenarioColumn column,
           gboolean published, double *value)
{
  const WsScenarioCell *cell = ws_scenario_get_cell (self, row, group);
  const WsScenarioResult *result = ws_scenario_get_result (self, row, group);

  *value = published ? cell->published[column].value : result->value[column];
  return published ? cell->published[column].text != NULL
                   : result->state != WS_SCENARIO_FAILED && (result->known & 1u << column) != 0;
}

/* -1, 0 or 1: worse, the same, better */
static int
compare (WsScenarioColumn column, double a, double b)
{
  if (fabs (a - b) <= SAME_SHARE * MAX (fabs (a), fabs (b)))
    return 0;
  return (a > b ? 1 : -1) * columns[column].better;
}

static gboolean
is_same_launch (const WsScenarioCell *a, const WsScenarioCell *b)
{
  return g_strcmp0 (a->kernel, b->kernel) == 0 && a->n == b->n && a->block == b->block
         && a->repeats == b->repeats && g_strcmp0 (a->set, b->set) == 0
         && a->wave_percent == b->wave_percent;
}

static WsScenarioMark
mark_in_row (const WsScenario *self, guint row, guint group, WsScenarioColumn column,
             gboolean published, double value)
{
  double other;
  int order;

  if (self->n_groups != 2 || !get_value (self, row, 1 - group, column, published, &other))
    return WS_SCENARIO_NO_MARK;
  if (is_same_launch (ws_scenario_get_cell (self, row, 0), ws_scenario_get_cell (self, row, 1)))
    return WS_SCENARIO_EQUAL;
  order = compare (column, value, other);
  return order == 0 ? WS_SCENARIO_EQUAL : order == 1 ? WS_SCENARIO_BETTER : WS_SCENARIO_NO_MARK;
}

/* The best of its pair, if no other is as good. */
static WsScenarioMark
mark_in_pair (const WsScenario *self, guint row, guint group, WsScenarioColumn column,
              gboolean published, double value)
{
  guint n = 0;

  for (guint other = 0; other < self->n_rows; other++)
    {
      double its;

      if (other == row || g_strcmp0 (self->rows[other].pair, self->rows[row].pair) != 0
          || !get_value (self, other, group, column, published, &its))
        continue;
      n++;
      if (compare (column, value, its) != 1)
        return WS_SCENARIO_NO_MARK;
    }
  return n > 0 ? WS_SCENARIO_BETTER : WS_SCENARIO_NO_MARK;
}

/**
 * ws_scenario_get_mark:
 * @row: of a cell
 * @group: of a cell
 * @published: whether published figures are compared, or those recorded
 *
 * Follows the document: marks the better figure of two scenarios, or both if they are equal (less
 * than 1 % apart) or of the same launch. In pairs of rows, the best one.
 *
 * Returns: the mark; none if there is nothing to compare with
 */
WsScenarioMark
ws_scenario_get_mark (const WsScenario *self, guint row, guint group, WsScenarioColumn column,
                      gboolean published)
{
  double value;

  g_return_val_if_fail ((guint)column < WS_SCENARIO_N_COLUMNS, WS_SCENARIO_NO_MARK);
  if (columns[column].better == 0 || !get_value (self, row, group, column, published, &value))
    return WS_SCENARIO_NO_MARK;
  if (self->rows[row].pair != NULL)
    return mark_in_pair (self, row, group, column, published, value);
  return mark_in_row (self, row, group, column, published, value);
}

/**
 * ws_scenario_find_telling_row:
 * @self: a scenario
 *
 * Returns: the first row in which the scenarios differ in most of the figures recorded; 0 if
 * they differ in none
 */
guint
ws_scenario_find_telling_row (const WsScenario *self)
{
  guint most = 0;
  guint telling = 0;

  for (guint row = 0; row < self->n_rows; row++)
    {
      guint n = 0;

      for (guint group = 0; group < self->n_groups; group++)
        for (guint c = 0; c < self->n_columns; c++)
          n += ws_scenario_get_mark (self, row, group, self->columns[c], FALSE)
               == WS_SCENARIO_BETTER;
      if (n > most)
        telling = row;
      most = MAX (most, n);
    }
  return telling;
}
