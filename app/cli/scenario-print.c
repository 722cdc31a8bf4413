/* scenario-print.c: a scenario's table as text, CSV and JSON: our figures next to the published
 * ones. */
#include "cli/scenario.h"
#include "cli/column.h"
#include "cli/json.h"
#include "words/words.h"

#include <glib/gi18n.h>
#include <stdio.h>

#define MARKS " *=" /* by WsScenarioMark */

static const char *
state_name (const WsScenarioCell *cell, const WsScenarioResult *result)
{
  if (cell->kernel == NULL)
    return "published";
  switch (result->state)
    {
    case WS_SCENARIO_DONE:
      return ws_origin_get_name (result->origin);
    case WS_SCENARIO_FAILED:
      return "failed";
    case WS_SCENARIO_NOT_RUN:
    case WS_SCENARIO_WAITING:
    case WS_SCENARIO_RUNNING:
    default:
      return "not run";
    }
}

/* ---- text ---- */

/* Column widths of the text. */
typedef struct {
  int label;
  int launch;
  int ours[WS_SCENARIO_N_COLUMNS];
  int published;
} Widths;

static void
measure (const WsScenario *scenario, Widths *widths)
{
  /* a space before, and a mark after ours */
  g_autofree char *launch = g_strdup_printf (" %s", _ ("thr × blk"));
  g_autofree char *published = g_strdup_printf ("  %s", _ ("published"));

  *widths = (Widths){ -17, 12, { 0 }, 13 };
  cli_column_widen (&widths->launch, launch);
  cli_column_widen (&widths->published, published);
  cli_column_widen (&widths->label, ws_words_translate (scenario->row_title));
  for (guint row = 0; row < scenario->n_rows; row++)
    cli_column_widen (&widths->label, ws_words_translate (scenario->rows[row].label));
  widths->label--; /* a space after it */
  for (guint c = 0; c < WS_SCENARIO_N_COLUMNS; c++)
    {
      g_autofree char *title = g_strdup_printf (" %s", ws_scenario_column_get_short_title (c));

      widths->ours[c] = 11;
      cli_column_widen (&widths->ours[c], title);
    }
}

static void
print_figure (const WsScenario *scenario, const Widths *widths, guint row, guint group,
              WsScenarioColumn column)
{
  g_autofree char *ours = ws_scenario_format (scenario, row, group, column, 1);
  g_autofree char *theirs = ws_scenario_format_published (scenario, row, group, column);
  WsScenarioMark mark = ws_scenario_get_mark (scenario, row, group, column, FALSE);

  if (column == WS_SCENARIO_LAUNCH)
    {
      cli_column_print (widths->launch, ours != NULL ? ours : "");
      return;
    }
  cli_column_print (widths->ours[column], ours != NULL ? ours : "-");
  printf ("%c", MARKS[mark]);
  cli_column_print (widths->published - 1, theirs != NULL ? theirs : "");
}

static void
print_head (const WsScenario *scenario, const Widths *widths)
{
  cli_column_print (widths->label, ws_words_translate (scenario->row_title));
  for (guint g = 0; g < scenario->n_groups; g++)
    {
      if (*scenario->group_names[g] != '\0')
        printf ("| ");
      for (guint c = 0; c < scenario->n_columns; c++)
        if (scenario->columns[c] == WS_SCENARIO_LAUNCH)
          /* Translators: threads of a block, and blocks: the title of a column as "64 × 8192" */
          cli_column_print (widths->launch, _ ("thr × blk"));
        else if (ws_scenario_tells (scenario, scenario->columns[c]))
          {
            cli_column_print (widths->ours[scenario->columns[c]],
                              ws_scenario_column_get_short_title (scenario->columns[c]));
            cli_column_print (widths->published, _ ("published"));
          }
    }
  printf ("\n");
}

static void
print_row (const WsScenario *scenario, const Widths *widths, guint row)
{
  cli_column_print (widths->label, ws_words_translate (scenario->rows[row].label));
  for (guint g = 0; g < scenario->n_groups; g++)
    {
      if (*scenario->group_names[g] != '\0')
        printf ("| ");
      for (guint c = 0; c < scenario->n_columns; c++)
        if (ws_scenario_tells (scenario, scenario->columns[c])
            || scenario->columns[c] == WS_SCENARIO_LAUNCH)
          print_figure (scenario, widths, row, g, scenario->columns[c]);
    }
  printf ("\n");
}

/**
 * cli_scenario_print:
 * @scenario: with results
 *
 * Prints its table to stdout, our figures next to the published ones, and what each row shows.
 */
void
cli_scenario_print (const WsScenario *scenario)
{
  g_autofree char *place = ws_scenario_describe_place (scenario);
  g_autofree char *source = ws_scenario_describe_source (scenario);
  g_autofree char *fidelity = ws_scenario_describe_fidelity (scenario);
  Widths widths;

  printf ("%s\n", ws_words_translate (scenario->title));
  if (place != NULL)
    printf ("%s\n", place);
  printf ("\n");
  for (guint g = 0; g < scenario->n_groups; g++)
    if (*scenario->group_names[g] != '\0')
      printf ("%s: %s\n", ws_words_translate (scenario->group_names[g]),
              scenario->group_words[g] != NULL ? ws_words_translate (scenario->group_words[g])
                                               : "");
  measure (scenario, &widths);
  print_head (scenario, &widths);
  for (guint row = 0; row < scenario->n_rows; row++)
    print_row (scenario, &widths, row);
  printf ("\n");
  for (guint row = 0; row < scenario->n_rows; row++)
    {
      g_autofree char *told = ws_scenario_tell (scenario, row, 0);

      printf ("%s\n", told);
    }
  printf (scenario->n_groups > 1 ? _ ("\n* better than the other, = equal. %s\n") : "\n%s\n",
          source);
  if (fidelity != NULL)
    printf ("%s\n", fidelity);
}

/* ---- CSV ---- */

static void
print_quoted (const char *text)
{
  putchar ('"');
  for (const char *p = text; *p != '\0'; p++)
    {
      if (*p == '"')
        putchar ('"');
      putchar (*p);
    }
  putchar ('"');
}

static void
print_csv_cell (const WsScenario *scenario, guint row, guint group)
{
  const WsScenarioCell *cell = ws_scenario_get_cell (scenario, row, group);
  const WsScenarioResult *result = ws_scenario_get_result (scenario, row, group);
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  print_quoted (scenario->rows[row].label);
  putchar (',');
  print_quoted (scenario->group_names[group]);
  printf (",%s,%s,", cell->kernel != NULL ? cell->kernel : "",
          scenario->device != NULL ? scenario->device->id : "");
  if (result->threads > 0)
    printf ("%u,%" G_GUINT64_FORMAT, result->threads, result->blocks);
  else
    printf (",");
  for (guint c = 0; c < WS_SCENARIO_N_COLUMNS; c++)
    if (ws_scenario_tells (scenario, c))
      {
        printf (",%s,", (result->known & 1u << c) == 0
                            ? ""
                            : g_ascii_formatd (number, sizeof number, "%.9g", result->value[c]));
        if (cell->published[c].text != NULL)
          printf ("%s", g_ascii_formatd (number, sizeof number, "%.9g", cell->published[c].value));
      }
  printf (",%s,%s\n", state_name (cell, result), result->is_bound ? "unknown" : "known");
}

/**
 * cli_scenario_print_csv:
 * @scenario: with results
 *
 * Prints one line per cell to stdout.
 */
void
cli_scenario_print_csv (const WsScenario *scenario)
{
  printf ("row,group,kernel,device,threads,blocks");
  for (guint c = 0; c < WS_SCENARIO_N_COLUMNS; c++)
    if (ws_scenario_tells (scenario, c))
      printf (",%s,%s_published", ws_scenario_column_get_name (c), ws_scenario_column_get_name (c));
  printf (",origin,registers\n");
  for (guint row = 0; row < scenario->n_rows; row++)
    for (guint g = 0; g < scenario->n_groups; g++)
      print_csv_cell (scenario, row, g);
}

/* ---- JSON ---- */

static void
add_figures (JsonBuilder *builder, const WsScenario *scenario, guint row, guint group,
             gboolean published)
{
  static const char *const marks[] = { NULL, "better", "equal" };
  const WsScenarioCell *cell = ws_scenario_get_cell (scenario, row, group);
  const WsScenarioResult *result = ws_scenario_get_result (scenario, row, group);

  json_builder_set_member_name (builder, published ? "published" : "figures");
  json_builder_begin_object (builder);
  for (guint c = 0; c < WS_SCENARIO_N_COLUMNS; c++)
    {
      WsScenarioMark mark = ws_scenario_get_mark (scenario, row, group, c, published);

      if (!ws_scenario_tells (scenario, c)
          || (published ? cell->published[c].text == NULL : (result->known & 1u << c) == 0))
        continue;
      json_builder_set_member_name (builder, ws_scenario_column_get_name (c));
      json_builder_begin_object (builder);
      json_builder_set_member_name (builder, "value");
      json_builder_add_double_value (builder,
                                     published ? cell->published[c].value : result->value[c]);
      if (mark != WS_SCENARIO_NO_MARK)
        cli_json_add_text (builder, "mark", marks[mark]);
      json_builder_end_object (builder);
    }
  json_builder_end_object (builder);
}

static void
add_cell (JsonBuilder *builder, const WsScenario *scenario, guint row, guint group)
{
  const WsScenarioCell *cell = ws_scenario_get_cell (scenario, row, group);
  const WsScenarioResult *result = ws_scenario_get_result (scenario, row, group);
  g_autofree char *told = ws_scenario_tell (scenario, row, group);

  json_builder_begin_object (builder);
  cli_json_add_text (builder, "row", scenario->rows[row].label);
  cli_json_add_text (builder, "group", scenario->group_names[group]);
  cli_json_add_text (builder, "kernel", cell->kernel);
  cli_json_add_text (builder, "state", state_name (cell, result));
  if (result->threads > 0)
    {
      json_builder_set_member_name (builder, "threads");
      json_builder_add_int_value (builder, result->threads);
      json_builder_set_member_name (builder, "blocks");
      json_builder_add_int_value (builder, (gint64)result->blocks);
      json_builder_set_member_name (builder, "registers_known");
      json_builder_add_boolean_value (builder, !result->is_bound);
    }
  if (result->sentence != NULL)
    cli_json_add_text (builder, "failure", result->sentence);
  cli_json_add_text (builder, "told", told);
  add_figures (builder, scenario, row, group, FALSE);
  add_figures (builder, scenario, row, group, TRUE);
  json_builder_end_object (builder);
}

/**
 * cli_scenario_print_json:
 * @scenario: with results
 *
 * Prints all of it to stdout.
 */
void
cli_scenario_print_json (const WsScenario *scenario)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autofree char *place = ws_scenario_describe_place (scenario);
  g_autofree char *source = ws_scenario_describe_source (scenario);

  json_builder_begin_object (builder);
  cli_json_add_text (builder, "scenario", scenario->id);
  cli_json_add_text (builder, "title", scenario->title);
  cli_json_add_text (builder, "device", scenario->device != NULL ? scenario->device->id : NULL);
  cli_json_add_text (builder, "device_name",
                     scenario->device != NULL ? scenario->device->name : NULL);
  cli_json_add_text (builder, "place", place);
  cli_json_add_text (builder, "source", source);
  json_builder_set_member_name (builder, "cells");
  json_builder_begin_array (builder);
  for (guint row = 0; row < scenario->n_rows; row++)
    for (guint g = 0; g < scenario->n_groups; g++)
      add_cell (builder, scenario, row, g);
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  cli_json_print (builder);
}
