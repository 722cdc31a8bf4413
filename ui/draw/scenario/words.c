/* words.c: formats the figures of a scenario, and states conclusions in sentences. */
#include "pen/paint.h"
#include "scenario/private.h"
#include "sheet/words.h"
#include "timing/fidelity.h"
#include "words/date.h"
#include "words/words.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#define AS_LONG 0.01 /* times that differ by less count as equal */
#define UNKNOWN "–"

/* Returns: (transfer full): the text without full stop and newlines */
char *
ws_scenario_clean (const char *message)
{
  char *text = g_strdelimit (g_strstrip (g_strdup (message)), "\n\r\t", ' ');
  gsize length = strlen (text);

  if (length > 0 && text[length - 1] == '.')
    text[length - 1] = '\0';
  return text;
}

/* ---- one figure ---- */

/* (transfer full): @value with three significant digits, at most @decimals behind the point */
static char *
format_digits (double value, guint decimals)
{
  int before = value >= 1 ? (int)floor (log10 (value)) + 1 : 1;

  return g_strdup_printf ("%.*f", CLAMP (3 - before, 0, (int)decimals), value);
}

/* (transfer full) */
static char *
format_scaled (double value, const char *const *units, guint n_units, double step, guint decimals)
{
  g_autofree char *digits = NULL;
  guint unit = 0;

  while (unit + 1 < n_units && fabs (value) >= step * 0.9995)
    {
      value /= step;
      unit++;
    }
  digits = format_digits (value, decimals);
  return g_strconcat (digits, " ", units[unit], NULL);
}

static char *
format_time (double seconds, guint decimals)
{
  static const char *const units[] = { "ns", "µs", "ms", "s" };

  /* a duration is in whole nanoseconds: converting to seconds must not change it */
  return format_scaled (round (seconds * 1e12) / 1e3, units, G_N_ELEMENTS (units), 1000, decimals);
}

static char *
format_rate (double rate, guint decimals)
{
  static const char *const units[] = { "/s", "k/s", "M/s", "G/s", "T/s" };

  return format_scaled (rate, units, G_N_ELEMENTS (units), 1000, decimals);
}

static char *
format_bytes_rate (double rate, guint decimals)
{
  static const char *const units[] = { "B/s", "kB/s", "MB/s", "GB/s", "TB/s" };

  return format_scaled (rate, units, G_N_ELEMENTS (units), 1000, decimals);
}

/* Integers have no decimals. */
static char *
format_ratio (double value, guint decimals)
{
  return g_strdup_printf ("%.*f", fabs (value - round (value)) < 0.005 ? 0 : (int)decimals, value);
}

static char *
format_share (double percent, guint decimals, gboolean whole)
{
  if (whole && fabs (percent - round (percent)) < 0.01)
    decimals = 0;
  /* a small value is not shown as 0 */
  if (decimals == 0 && percent > 0 && percent < 0.95)
    decimals = 1;
  return g_strdup_printf ("%.*f %%", (int)decimals, percent);
}

static char *
format_launch (const WsScenarioCell *cell, const WsScenarioResult *result)
{
  guint threads = result->threads > 0 ? result->threads : cell->block;
  guint64 blocks = result->threads > 0 ? result->blocks : cell->blocks;
  g_autofree char *count = ws_format_count (blocks);

  if (threads == 0)
    return NULL;
  return blocks > 0 ? g_strdup_printf ("%u × %s", threads, count)
                    : g_strdup_printf ("%u × " UNKNOWN, threads);
}

/**
 * ws_scenario_format:
 * @row: of a cell
 * @group: of a cell
 * @column: a figure that is a number or a launch
 * @decimals: behind the point, at most
 *
 * Returns: (transfer full) (nullable): the figure on the shown device with its unit; %NULL if
 * unknown
 */
char *
ws_scenario_format (const WsScenario *self, guint row, guint group, WsScenarioColumn column,
                    guint decimals)
{
  const WsScenarioResult *result = ws_scenario_get_result (self, row, group);
  double value = result->value[column];
  g_autofree char *text = NULL;

  if (column == WS_SCENARIO_LAUNCH)
    return format_launch (ws_scenario_get_cell (self, row, group), result);
  if ((result->known & 1u << column) == 0)
    return NULL;
  switch (column)
    {
    case WS_SCENARIO_TIME:
      return format_time (value, decimals + 1);
    case WS_SCENARIO_RATE:
      return format_rate (value, decimals + 1);
    case WS_SCENARIO_LOAD_THROUGHPUT:
      return format_bytes_rate (value, decimals + 1);
    case WS_SCENARIO_LOAD_SEGMENTS:
    case WS_SCENARIO_LOAD_SECTORS:
    case WS_SCENARIO_PASSES:
      return format_ratio (value, decimals + 1);
    case WS_SCENARIO_WARP_EFFICIENCY:
    case WS_SCENARIO_BRANCH_EFFICIENCY:
    case WS_SCENARIO_LOAD_EFFICIENCY:
    case WS_SCENARIO_SM_EFFICIENCY:
    case WS_SCENARIO_ACHIEVED:
      return format_share (value, decimals, FALSE);
    case WS_SCENARIO_THEORETICAL:
      text = format_share (value, decimals, TRUE);
      return g_strconcat (result->is_bound ? "≤" : "", text, NULL);
    case WS_SCENARIO_RESIDENT:
    case WS_SCENARIO_DRIVER:
      return g_strdup_printf ("%s%.0f",
                              column == WS_SCENARIO_RESIDENT && result->is_bound ? "≤" : "", value);
    case WS_SCENARIO_LAUNCH:
    case WS_SCENARIO_PROFILE_COLUMN:
    case WS_SCENARIO_WORDS:
    case WS_SCENARIO_N_COLUMNS:
    default:
      return NULL;
    }
}

/**
 * ws_scenario_format_published:
 * @row: of a cell
 * @group: of a cell
 *
 * Returns: (transfer full) (nullable): as published, with its unit
 */
char *
ws_scenario_format_published (const WsScenario *self, guint row, guint group,
                              WsScenarioColumn column)
{
  const char *text = ws_scenario_get_cell (self, row, group)->published[column].text;

  if (text == NULL)
    return NULL;
  return ws_scenario_column_is_share (column) ? g_strconcat (text, " %", NULL) : g_strdup (text);
}

/* ---- summaries ---- */

/* A figure, ours or a published one, and its text. */
typedef struct {
  gboolean known;
  double value;
  char *text;
} Figure;

static void
figure_clear (Figure *self)
{
  g_clear_pointer (&self->text, g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Figure, figure_clear)

static Figure
get_figure (const WsScenario *self, guint row, guint group, WsScenarioColumn column,
            gboolean published)
{
  Figure figure = { .text = published ? ws_scenario_format_published (self, row, group, column)
                                      : ws_scenario_format (self, row, group, column, 1) };

  figure.known = figure.text != NULL;
  figure.value = published ? ws_scenario_get_cell (self, row, group)->published[column].value
                           : ws_scenario_get_result (self, row, group)->value[column];
  return figure;
}

/* (transfer full): "5.7 times" */
static char *
format_times (double ratio)
{
  g_autofree char *number = g_strdup_printf ("%.*f",
                                             ratio >= 9.95    ? 0
                                             : ratio >= 1.995 ? 1
                                                              : 2,
                                             ratio);

  return g_strdup_printf (_ ("%s times"), number);
}

/* (transfer full): which one keeps more SMs busy, and the effect on time. @speed: its time relative
 * to the other's; 0 if unknown */
static char *
describe_busier (const WsScenario *self, guint row, guint wide, const Figure *more,
                 const Figure *less, double speed)
{
  g_autofree char *ratio = format_times (more->value / less->value);
  g_autofree char *times = format_times (speed >= 1 ? speed : 1 / MAX (speed, 1e-9));
  const char *format =
      speed <= 0 ? _ ("%1$s keeps %2$s as many SMs busy at %3$s = %4$s (%5$s against %6$s)")
      : fabs (speed - 1) <= AS_LONG ? _ (
            "%1$s keeps %2$s as many SMs busy at %3$s = %4$s (%5$s against %6$s) and takes as long")
      : speed < 1 ? _ ("%1$s keeps %2$s as many SMs busy at %3$s = %4$s (%5$s against %6$s) and is "
                       "%7$s as fast")
                  : _ ("%1$s keeps %2$s as many SMs busy at %3$s = %4$s (%5$s against %6$s) and "
                       "takes %7$s as long");

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral" /* one of those above */
  return g_strdup_printf (format, ws_words_translate (self->group_names[wide]), ratio,
                          ws_words_translate (self->row_title),
                          ws_words_translate (self->rows[row].label), more->text, less->text,
                          times);
#pragma GCC diagnostic pop
}

/* The gain of the scenario that spreads its blocks, the effect on time, and the cost in
 * occupancy. */
static char *
tell_spread (const WsScenario *self, guint row, gboolean published)
{
  g_auto (Figure) sms_a = get_figure (self, row, 0, WS_SCENARIO_SM_EFFICIENCY, published);
  g_auto (Figure) sms_b = get_figure (self, row, 1, WS_SCENARIO_SM_EFFICIENCY, published);
  guint wide = sms_b.value >= sms_a.value ? 1 : 0;
  g_auto (Figure) warps = get_figure (self, row, wide, WS_SCENARIO_ACHIEVED, published);
  g_auto (Figure) other_warps = get_figure (self, row, 1 - wide, WS_SCENARIO_ACHIEVED, published);
  g_auto (Figure) time = get_figure (self, row, wide, WS_SCENARIO_TIME, published);
  g_auto (Figure) other_time = get_figure (self, row, 1 - wide, WS_SCENARIO_TIME, published);
  const Figure *more = wide == 1 ? &sms_b : &sms_a;
  const Figure *less = wide == 1 ? &sms_a : &sms_b;
  gboolean timed = time.known && other_time.known && other_time.value > 0;
  g_autofree char *busy = NULL;
  g_autofree char *achieved = NULL;

  if (!sms_a.known || !sms_b.known || less->value <= 0)
    return NULL;
  if (more->value < less->value * (1 + AS_LONG))
    busy = g_strdup_printf (_ ("At %1$s = %2$s both keep the SMs equally busy (%3$s)"),
                            ws_words_translate (self->row_title),
                            ws_words_translate (self->rows[row].label), more->text);
  else
    busy = describe_busier (self, row, wide, more, less, timed ? time.value / other_time.value : 0);
  if (warps.known && other_warps.known && warps.value > 0
      && other_warps.value > warps.value * (1 + AS_LONG))
    {
      g_autofree char *times = format_times (other_warps.value / warps.value);

      achieved = g_strdup_printf (_ ("%1$s achieves %2$s its occupancy (%3$s against %4$s)"),
                                  ws_words_translate (self->group_names[1 - wide]), times,
                                  other_warps.text, warps.text);
    }
  return achieved != NULL ? g_strdup_printf ("%s; %s.", busy, achieved)
                          : g_strdup_printf ("%s.", busy);
}

/* The same launch twice: what it leaves idle, depending on whether its waves are full. */
static char *
tell_waves (const WsScenario *self, guint row, guint group)
{
  const WsScenarioResult *result = ws_scenario_get_result (self, row, group);
  guint32 needed = 1u << WS_SCENARIO_RESIDENT | 1u << WS_SCENARIO_SM_EFFICIENCY;
  g_autofree char *busy = ws_scenario_format (self, row, group, WS_SCENARIO_SM_EFFICIENCY, 1);
  double room;
  double waves;

  if ((result->known & needed) != needed || result->value[WS_SCENARIO_RESIDENT] < 1)
    return NULL;
  room = result->value[WS_SCENARIO_RESIDENT] * result->n_sms;
  waves = (double)result->blocks / room;
  if (waves <= 1)
    return g_strdup_printf (
        ngettext ("The same launch twice: %1$" PRIu64
                  " block, so %2$u of %3$u SMs have work; they are busy for %4$s of the time.",
                  "The same launch twice: %1$" PRIu64
                  " blocks, so %2$u of %3$u SMs have work; they are busy for %4$s of the time.",
                  result->blocks),
        result->blocks, result->n_used_sms, result->n_sms, busy);
  return g_strdup_printf (_ ("The same launch twice: %1$" PRIu64
                             " blocks on %2$u SMs with room for %3$.0f each are %4$.2f waves; the "
                             "SMs are busy for %5$s of the time."),
                          result->blocks, result->n_sms, result->value[WS_SCENARIO_RESIDENT], waves,
                          busy);
}

static char *
tell_resident (const WsScenario *self, guint row, guint group)
{
  const WsScenarioResult *result = ws_scenario_get_result (self, row, group);
  g_autofree char *share = ws_scenario_format (self, row, group, WS_SCENARIO_THEORETICAL, 1);
  double blocks = result->value[WS_SCENARIO_RESIDENT];
  GString *text;

  if (share == NULL || result->explanation == NULL)
    return NULL;
  text = g_string_new (NULL);
  g_string_printf (text,
                   ngettext ("%1$.0f block of %2$u threads fills %3$s of an SM: %4$s.",
                             "%1$.0f blocks of %2$u threads fill %3$s of an SM: %4$s.",
                             (gulong)blocks),
                   blocks, result->threads, share, result->explanation);
  if ((result->known & 1u << WS_SCENARIO_DRIVER) != 0)
    {
      g_string_append_c (text, ' ');
      g_string_append_printf (text, _ ("The driver reports %.0f."),
                              result->value[WS_SCENARIO_DRIVER]);
    }
  else if (result->origin == WS_ORIGIN_MODELLED)
    ws_words_append (text, _ ("A virtual GPU has no driver to ask."));
  return g_string_free (text, FALSE);
}

static char *
tell_cause (const WsScenario *self, guint row, guint group)
{
  g_autofree char *achieved = ws_scenario_format (self, row, group, WS_SCENARIO_ACHIEVED, 1);
  g_autofree char *possible = ws_scenario_format (self, row, group, WS_SCENARIO_THEORETICAL, 1);
  g_autofree char *busy = ws_scenario_format (self, row, group, WS_SCENARIO_SM_EFFICIENCY, 1);

  if (achieved == NULL || possible == NULL)
    return NULL;
  return g_strdup_printf (_ ("%1$s: %2$s of an SM's warps while it is busy; %3$s would be "
                             "possible; the SMs are busy for %4$s of the time."),
                          ws_words_translate (self->rows[row].label), achieved, possible, busy);
}

static char *
tell_work (const WsScenario *self, guint row, guint group, gboolean published)
{
  g_auto (Figure) rate = get_figure (self, row, group, WS_SCENARIO_RATE, published);
  g_auto (Figure) share = get_figure (self, row, group, WS_SCENARIO_THEORETICAL, published);

  if (!rate.known || !share.known || self->rows[row].pair == NULL)
    return NULL;
  for (guint first = 0; first < row; first++)
    {
      g_auto (Figure) its_rate = get_figure (self, first, group, WS_SCENARIO_RATE, published);
      g_auto (Figure) its_share =
          get_figure (self, first, group, WS_SCENARIO_THEORETICAL, published);
      g_autofree char *times = NULL;

      if (g_strcmp0 (self->rows[first].pair, self->rows[row].pair) != 0)
        continue;
      if (!its_rate.known || !its_share.known || its_rate.value <= 0)
        return NULL;
      times = format_times (rate.value / its_rate.value);
      return g_strdup_printf (_ ("%1$s: %2$s the speed of %3$s (%4$s against %5$s), at %6$s "
                                 "theoretical occupancy against %7$s."),
                              ws_words_translate (self->rows[row].label), times,
                              ws_words_translate (self->rows[first].label), rate.text,
                              its_rate.text, share.text, its_share.text);
    }
  return NULL;
}

/* (transfer full) (nullable): @text with its figures and units kept on one line */
static char *
bind_units (const char *text)
{
  g_auto (GStrv) parts = text != NULL ? g_strsplit (text, " %", -1) : NULL;

  return parts != NULL ? g_strjoinv ("\u00a0%", parts) : NULL;
}

static gboolean
is_launch_twice (const WsScenario *self, guint row)
{
  const WsScenarioCell *a = ws_scenario_get_cell (self, row, 0);
  const WsScenarioCell *b = ws_scenario_get_cell (self, row, 1);

  return a->n == b->n && a->block == b->block && g_strcmp0 (a->kernel, b->kernel) == 0;
}

/* (transfer full) (nullable): from recorded or published figures */
static char *
tell (const WsScenario *self, guint row, guint group, gboolean published)
{
  switch (self->summary)
    {
    case WS_SCENARIO_SUMMARY_SPREAD:
      if (self->n_groups == 2 && !published && is_launch_twice (self, row))
        return tell_waves (self, row, group);
      return self->n_groups == 2 ? tell_spread (self, row, published) : NULL;
    case WS_SCENARIO_SUMMARY_RESIDENT:
      return published ? NULL : tell_resident (self, row, group);
    case WS_SCENARIO_SUMMARY_CAUSES:
      return published ? NULL : tell_cause (self, row, group);
    case WS_SCENARIO_SUMMARY_WORK:
      return tell_work (self, row, group, published);
    case WS_SCENARIO_SUMMARY_NONE:
    default:
      return NULL;
    }
}

/**
 * ws_scenario_tell:
 * @row: of the chosen cell
 * @group: of the chosen cell
 *
 * The conclusion from recorded figures, else from published ones, else what to look at.
 *
 * Returns: (transfer full): one or two sentences
 */
char *
ws_scenario_tell (const WsScenario *self, guint row, guint group)
{
  const WsScenarioResult *result;
  g_autofree char *ours = NULL;
  g_autofree char *theirs = NULL;
  g_autofree char *bound = NULL;

  g_return_val_if_fail (row < self->n_rows && group < self->n_groups, NULL);

  result = ws_scenario_get_result (self, row, group);
  if (result->state == WS_SCENARIO_FAILED && result->sentence != NULL)
    return g_strdup_printf (_ ("This run failed: %s"), result->sentence);
  ours = tell (self, row, group, FALSE);
  if (ours != NULL)
    return bind_units (ours);
  theirs = tell (self, row, group, TRUE);
  bound = bind_units (theirs);
  if (bound != NULL)
    return g_strdup_printf (_ ("Published: %s"), bound);
  return g_strdup (
      ws_words_translate (self->rows[row].words != NULL ? self->rows[row].words : self->words));
}

/* ---- for tooltips, screen readers and captions ---- */

static const char *
describe_state (const WsScenarioCell *cell, const WsScenarioResult *result)
{
  if (cell->kernel == NULL)
    return _ ("published figures");
  switch (result->state)
    {
    case WS_SCENARIO_WAITING:
      return _ ("waiting");
    case WS_SCENARIO_RUNNING:
      return _ ("running");
    case WS_SCENARIO_DONE:
      return _ (ws_origin_get_name (result->origin));
    case WS_SCENARIO_FAILED:
      return _ ("failed");
    case WS_SCENARIO_NOT_RUN:
    default:
      return _ ("not run yet");
    }
}

/* (transfer full) (nullable): a figure, how it compares, and what was published */
static char *
describe_figure (const WsScenario *self, guint row, guint group, WsScenarioColumn column)
{
  const char *title = ws_scenario_column_get_title (column);
  g_autofree char *ours = ws_scenario_format (self, row, group, column, 1);
  g_autofree char *theirs = ws_scenario_format_published (self, row, group, column);
  WsScenarioMark mark = ws_scenario_get_mark (self, row, group, column, FALSE);
  g_autofree char *shown = NULL;

  if (ours == NULL && theirs == NULL)
    return NULL;
  if (ours == NULL)
    shown = g_strdup (title);
  else if (mark == WS_SCENARIO_NO_MARK)
    shown = g_strdup_printf (_ ("%1$s %2$s"), title, ours);
  else
    shown = g_strdup_printf (
        mark == WS_SCENARIO_BETTER ? _ ("%1$s %2$s, better") : _ ("%1$s %2$s, equal"), title, ours);
  return theirs != NULL ? g_strdup_printf (_ ("%1$s (published %2$s)"), shown, theirs)
                        : g_steal_pointer (&shown);
}

/**
 * ws_scenario_describe_cell:
 * @row: index
 * @group: index
 *
 * Returns: (transfer full): the whole cell, for tooltips and screen readers
 */
char *
ws_scenario_describe_cell (const WsScenario *self, guint row, guint group)
{
  GString *text = g_string_new (NULL);
  const WsScenarioCell *cell;
  const WsScenarioResult *result;

  g_return_val_if_fail (row < self->n_rows && group < self->n_groups, g_string_free (text, FALSE));

  cell = ws_scenario_get_cell (self, row, group);
  result = ws_scenario_get_result (self, row, group);
  g_string_append_printf (text, "%s %s", ws_words_translate (self->row_title),
                          ws_words_translate (self->rows[row].label));
  if (*self->group_names[group] != '\0')
    ws_words_add_item (text, ws_words_translate (self->group_names[group]));
  if (cell->kernel != NULL)
    ws_words_add_item (text, cell->kernel);
  g_string_append_printf (text, ": %s", describe_state (cell, result));
  for (guint i = 0; i < self->n_columns; i++)
    {
      g_autofree char *figure = describe_figure (self, row, group, self->columns[i]);

      if (figure != NULL)
        g_string_append_printf (text, "; %s", figure);
    }
  if (result->state == WS_SCENARIO_FAILED && result->sentence != NULL)
    g_string_append_printf (text, "; %s", result->sentence);
  return g_string_free (text, FALSE);
}

/* Whether the device shown is the model of the published figures. */
static gboolean
is_published_model (const WsScenario *self)
{
  g_autofree char *own = ws_scenario_dup_own_device (self);

  return g_strcmp0 (self->device->id, own) == 0
         || strstr (self->device->name, self->published_on) != NULL;
}

/* Returns: (transfer full) (nullable): the GPU of the cells and that of the published figures, if
 * they differ: the second half of a heading */
char *
ws_scenario_describe_place (const WsScenario *self)
{
  if (self->published_on == NULL || self->device == NULL || is_published_model (self))
    return NULL;
  /* Translators: below a scenario's title: "on Virtual NVIDIA H200; published: Tesla K40c" */
  return g_strdup_printf (_ ("on %1$s; published: %2$s"), self->device->name, self->published_on);
}

/* Returns: (transfer full): its title, followed by ws_scenario_describe_place() on the same line */
char *
ws_scenario_dup_heading (const WsScenario *self)
{
  g_autofree char *place = ws_scenario_describe_place (self);

  return g_strconcat (ws_words_translate (self->title), place != NULL ? WS_SHEET_DOT : NULL, place,
                      NULL);
}

/* The result whose date and origin stand for all. */
static const WsScenarioResult *
find_latest (const WsScenario *self)
{
  const WsScenarioResult *latest = NULL;

  for (guint row = 0; row < self->n_rows; row++)
    for (guint group = 0; group < self->n_groups; group++)
      {
        const WsScenarioResult *result = ws_scenario_get_result (self, row, group);

        if (result->known != 0 && (latest == NULL || result->date > latest->date))
          latest = result;
      }
  return latest;
}

/* @outlined: whether published figures are outlined, instead of grey */
static GString *
describe_source (const WsScenario *self, gboolean outlined)
{
  const WsScenarioResult *latest = find_latest (self);
  const char *device = self->device != NULL ? self->device->name : NULL;
  GString *text = g_string_new (NULL);

  if (latest == NULL && device != NULL)
    g_string_append_printf (text, _ ("%s: nothing has run yet"), device);
  else if (latest == NULL)
    g_string_append (text, _ ("Nothing has run yet"));
  else
    {
      g_autofree char *day = ws_date_format (latest->date, WS_DATE_DAY);
      /* Translators: "measured" or "modelled", and a day */
      g_autofree char *origin =
          g_strdup_printf (_ ("%1$s %2$s"), _ (ws_origin_get_name (latest->origin)), day);

      g_string_append (text, device != NULL ? device : "");
      ws_words_add_item (text, g_strchomp (origin));
      if (latest->is_bound)
        g_string_append_printf (text, WS_SHEET_DOT "%s", _ ("≤: registers not known"));
    }
  if (latest != NULL && latest->repeats > 0 && self->published_repeats > 0)
    {
      g_autofree char *ours = ws_format_count (latest->repeats);
      g_autofree char *theirs = ws_format_count (self->published_repeats);

      g_string_append (text, WS_SHEET_DOT);
      g_string_append_printf (text, _ ("%1$s repeats instead of %2$s"), ours, theirs);
    }
  if (self->published_on != NULL)
    {
      g_autoptr (GString) published = g_string_new (self->published_on);

      if (self->source != NULL)
        ws_words_add_item (published, self->source);
      if (self->published_n > 0)
        {
          g_autofree char *n = ws_format_count (self->published_n);
          g_autofree char *elements = g_strdup_printf (_ ("%s elements"), n);

          ws_words_add_item (published, elements);
        }
      g_string_append (text, WS_SHEET_DOT);
      g_string_append_printf (
          text, outlined ? _ ("outlined, published: %s") : _ ("in grey, published: %s"),
          published->str);
    }
  else if (self->source != NULL)
    g_string_append_printf (text, WS_SHEET_DOT "%s", self->source);
  return text;
}

/* Returns: (transfer full): device, measured or modelled, date; publisher, and what differs
 * there */
char *
ws_scenario_describe_source (const WsScenario *self)
{
  return g_string_free (describe_source (self, FALSE), FALSE);
}

/* Returns: (transfer full) (nullable): the error of its modelled times; %NULL if it has none */
char *
ws_scenario_describe_fidelity (const WsScenario *self)
{
  const WsScenarioResult *latest = find_latest (self);
  g_autoptr (GPtrArray) kernels = g_ptr_array_new ();

  if (latest == NULL || self->device == NULL || !ws_scenario_tells (self, WS_SCENARIO_TIME))
    return NULL;
  for (guint i = 0; i < ws_scenario_get_n_cells (self); i++)
    if (self->cells[i].kernel != NULL)
      g_ptr_array_add (kernels, self->cells[i].kernel);
  g_ptr_array_add (kernels, NULL);
  return ws_fidelity_describe (self->device->id, (const char *const *)kernels->pdata);
}

/* Returns: (transfer full): as ws_scenario_describe_source(), for a chart, which also shows stored
 * figures of a real GPU */
char *
ws_scenario_describe_sources (const WsScenario *self)
{
  GString *text = describe_source (self, TRUE);
  g_autofree char *n = ws_format_count (self->measured_n);

  if (self->measured_on == NULL)
    return g_string_free (text, FALSE);
  g_string_append (text, WS_SHEET_DOT);
  if (self->measured_n > 0)
    g_string_append_printf (text, _ ("measured before: %1$s, %2$s elements"), self->measured_on, n);
  else
    g_string_append_printf (text, _ ("measured before: %s"), self->measured_on);
  return g_string_free (text, FALSE);
}
