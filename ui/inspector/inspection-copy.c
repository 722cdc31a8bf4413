/* inspection-copy.c: figures as text, for the clipboard. */
#include "sheet/words.h"
#include "inspector/inspection.h"
#include "words/date.h"
#include "words/words.h"

#include <glib/gi18n.h>

/* The columns of a figure in copies. */
enum {
  COLUMN_GROUP,
  COLUMN_TITLE,
  COLUMN_VALUE,
  COLUMN_UNIT,
  COLUMN_FORMULA,
  COLUMN_NUMERATOR,
  COLUMN_NUMERATOR_NAME,
  COLUMN_DENOMINATOR,
  COLUMN_DENOMINATOR_NAME,
  COLUMN_HARDWARE,
  COLUMN_NVPROF,
  COLUMN_NCU,
  N_COLUMNS
};

static const char *const columns[N_COLUMNS + 1] = { "group",    "figure",      "value",
                                                    "unit",     "formula",     "numerator",
                                                    "counts",   "denominator", "counts",
                                                    "hardware", "nvprof",      "Nsight Compute" };

/* The subject of the copies, in one line. */
static char *
describe_source (const WsInspection *self)
{
  g_autofree char *what = ws_inspection_describe (self);
  g_autofree char *day = ws_date_format (self->run->date, WS_DATE_DAY);
  g_autofree char *driver = ws_sheet_clean (self->run->driver);
  const WsLaunch *launch = &self->run->launches[self->launch == WS_NONE ? 0 : self->launch];
  g_autofree char *blocks = ws_words_count (WS_NOUN_BLOCK, ws_launch_get_n_blocks (launch));
  g_autofree char *threads = ws_words_count (WS_NOUN_THREAD, ws_launch_get_n_threads (launch));
  /* Translators: blocks of threads, as in "8 blocks of 128 threads" */
  g_autofree char *shape = g_strdup_printf (_ ("%1$s of %2$s"), blocks, threads);
  g_autofree char *version = g_strdup_printf (_ ("driver %s"), driver);
  const char *title = self->run->title != NULL ? ws_words_translate (self->run->title) : "";
  g_autofree char *n = launch->n_elements > 0
                           ? g_strdup_printf ("n = %" G_GUINT64_FORMAT ", ", launch->n_elements)
                           : g_strdup ("");

  return g_strdup_printf ("%s · %s%s · %s%s%s%s%s", title, n, shape, what,
                          *driver != '\0' ? " · " : "", *driver != '\0' ? version : "",
                          *day != '\0' ? " · " : "", day);
}

/* Returns: (transfer full): the figure in a few lines: value, formula, numbers, names, and what it
 * is of */
char *
ws_inspection_figure_to_text (const WsInspection *self, const WsFigure *figure)
{
  const WsMetric *metric = &figure->metric;
  g_autofree char *value = ws_metric_format_value (metric);
  g_autofree char *source = ws_metric_format_source (metric);
  g_autofree char *what = describe_source (self);
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, "%s: %s (%s)\n", figure->title, value,
                          _ (ws_origin_get_name (metric->origin)));
  g_string_append_printf (text, "= %s\n", metric->formula);
  if (*source != '\0')
    g_string_append_printf (text, "%s\n", source);
  if (figure->has_hardware)
    {
      g_autofree char *hardware = ws_figure_format_hardware (figure);

      g_string_append_printf (text, _ ("hardware: %s\n"), hardware);
    }
  if (metric->nvprof != NULL)
    g_string_append_printf (text, "nvprof: %s\n", metric->nvprof);
  if (metric->ncu != NULL)
    g_string_append_printf (text, "Nsight Compute: %s\n", metric->ncu);
  g_string_append_printf (text, "%s\n", what);
  return g_string_free (text, FALSE);
}

static char *
format_plain (double value)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  return g_strdup (g_ascii_formatd (digits, sizeof digits, "%.10g", value));
}

/* (transfer full): what stands in the figure's columns, one after the other */
static GStrv
make_cells (const WsInspection *self, const WsFigure *figure)
{
  const WsMetric *metric = &figure->metric;
  GStrv cells = g_new0 (char *, N_COLUMNS + 1);
  gboolean is_counter = figure->kind == WS_FIGURE_HARDWARE;

  cells[COLUMN_GROUP] = g_strdup (ws_inspection_get_kind_title (self, figure->kind));
  cells[COLUMN_TITLE] = g_strdup (figure->title);
  cells[COLUMN_VALUE] = format_plain (metric->value);
  cells[COLUMN_UNIT] = g_strdup (metric->unit);
  cells[COLUMN_FORMULA] = g_strdup (metric->formula);
  cells[COLUMN_NUMERATOR] = is_counter ? g_strdup ("") : format_plain (metric->numerator);
  cells[COLUMN_NUMERATOR_NAME] = g_strdup (metric->numerator_name);
  cells[COLUMN_DENOMINATOR] = is_counter ? g_strdup ("") : format_plain (metric->denominator);
  cells[COLUMN_DENOMINATOR_NAME] = g_strdup (metric->denominator_name);
  cells[COLUMN_HARDWARE] = figure->has_hardware ? format_plain (figure->hardware) : g_strdup ("");
  cells[COLUMN_NVPROF] = g_strdup (metric->nvprof != NULL ? metric->nvprof : "");
  cells[COLUMN_NCU] = g_strdup (metric->ncu != NULL ? metric->ncu : "");
  return cells;
}

/* The columns of a cause in copies. */
enum {
  CAUSE_TITLE,
  CAUSE_FACTOR,
  CAUSE_SHARE,
  CAUSE_FIGURE,
  CAUSE_PLACE,
  CAUSE_HOW,
  CAUSE_CURE,
  N_CAUSE_COLUMNS
};

static const char *const cause_columns[N_CAUSE_COLUMNS + 1] = {
  "cause", "times as fast", "share of the time", "figure", "where", "estimate", "cure"
};

static GStrv
make_cause_cells (const WsInspection *self, const WsCause *cause)
{
  GStrv cells = g_new0 (char *, N_CAUSE_COLUMNS + 1);
  char *place = ws_cause_describe_place (cause, self->run, self->launch);

  cells[CAUSE_TITLE] = g_strdup (cause->title);
  cells[CAUSE_FACTOR] = format_plain (cause->factor);
  cells[CAUSE_SHARE] = format_plain (cause->share);
  cells[CAUSE_FIGURE] = g_strdup (cause->figure);
  cells[CAUSE_PLACE] = place != NULL ? place : g_strdup ("");
  cells[CAUSE_HOW] = g_strdup (cause->how);
  cells[CAUSE_CURE] = g_strdup (cause->cure != NULL ? cause->cure : "");
  return cells;
}

static gboolean
has_causes (const WsInspection *self, const WsCauses *causes)
{
  return causes != NULL && causes->n_causes > 0 && self->launch != WS_NONE;
}

/**
 * ws_inspection_to_text:
 * @causes: (nullable): of the same launch
 *
 * Returns: (transfer full): all of them as tab-separated lines, for a spreadsheet, after a line
 * with the subject; after an empty line, the causes
 */
char *
ws_inspection_to_text (const WsInspection *self, const WsCauses *causes)
{
  g_autofree char *what = describe_source (self);
  g_autofree char *heads = g_strjoinv ("\t", (char **)columns);
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, "%s\n%s\n", what, heads);
  for (guint i = 0; i < self->figures->len; i++)
    {
      g_auto (GStrv) cells = make_cells (self, &g_array_index (self->figures, WsFigure, i));
      g_autofree char *line = g_strjoinv ("\t", cells);

      g_string_append_printf (text, "%s\n", line);
    }
  if (has_causes (self, causes))
    {
      g_autofree char *titles = g_strjoinv ("\t", (char **)cause_columns);

      g_string_append_printf (text, "\n%s\n", titles);
      for (guint i = 0; i < causes->n_causes; i++)
        {
          g_auto (GStrv) cells = make_cause_cells (self, &causes->causes[i]);
          g_autofree char *line = g_strjoinv ("\t", cells);

          g_string_append_printf (text, "%s\n", line);
        }
    }
  return g_string_free (text, FALSE);
}

static void
append_html_row (GString *text, const char *tag, const char *const *cells)
{
  g_string_append (text, "<tr>");
  for (guint i = 0; cells[i] != NULL; i++)
    {
      g_autofree char *escaped = g_markup_escape_text (cells[i], -1);

      g_string_append_printf (text, "<%s>%s</%s>", tag, escaped, tag);
    }
  g_string_append (text, "</tr>\n");
}

/**
 * ws_inspection_to_html:
 * @causes: (nullable): of the same launch
 *
 * Returns: (transfer full): the same as tables, for a document
 */
char *
ws_inspection_to_html (const WsInspection *self, const WsCauses *causes)
{
  g_autofree char *what = describe_source (self);
  g_autofree char *escaped = g_markup_escape_text (what, -1);
  /* without it a clipboard is read as Latin-1 */
  GString *text = g_string_new ("<meta charset=\"utf-8\">\n<table>\n");

  g_string_append_printf (text, "<caption>%s</caption>\n", escaped);
  append_html_row (text, "th", columns);
  for (guint i = 0; i < self->figures->len; i++)
    {
      g_auto (GStrv) cells = make_cells (self, &g_array_index (self->figures, WsFigure, i));

      append_html_row (text, "td", (const char *const *)cells);
    }
  g_string_append (text, "</table>\n");
  if (has_causes (self, causes))
    {
      g_string_append (text, "<table>\n");
      append_html_row (text, "th", cause_columns);
      for (guint k = 0; k < causes->n_causes; k++)
        {
          g_auto (GStrv) cells = make_cause_cells (self, &causes->causes[k]);

          append_html_row (text, "td", (const char *const *)cells);
        }
      g_string_append (text, "</table>\n");
    }
  return g_string_free (text, FALSE);
}
