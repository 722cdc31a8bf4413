/* options.h: how a scenario's table is drawn. */
#pragma once

#include "pen/emphasis.h"
#include "scenario/data.h"

G_BEGIN_DECLS

/**
 * WsScenarioOptions:
 * @chart: the column that is drawn as bars in the place of the table; %WS_SCENARIO_N_COLUMNS for
 * the table
 * @row: of the chosen cell
 * @group: of the chosen cell
 * @show_choice: whether the chosen cell is outlined
 * @has_launch: whether a launch is shown beside the table: its cell is outlined then, and the
 * chosen one by dashes where it is another
 * @launch_row: of that launch's cell; %WS_NONE where it is no cell of the scenario
 * @launch_group: of that launch's cell
 * @show_title: whether the scenario's title stands above
 * @show_summary: whether what the chosen cell says stands below it
 * @top: first row shown where not all fit; below 0, one that shows the chosen row
 * @hover_x: where the pointer is; below 0, nowhere
 * @hover_y: where the pointer is
 * @hide: of #WsHide: with the counts all of our figures but the launches, with the times ours that
 * depend on them, with what was published that; and with any of them the sentences about them
 * @grows: whether a small table is set in larger type, as on a slide, which has nothing else
 */
typedef struct {
  WsScenarioColumn chart;
  guint row;
  guint group;
  gboolean show_choice;
  gboolean has_launch;
  guint launch_row;
  guint launch_group;
  gboolean show_title;
  gboolean show_summary;
  int top;
  double hover_x;
  double hover_y;
  guint hide;
  gboolean grows;
} WsScenarioOptions;

#define WS_SCENARIO_OPTIONS_INIT                                                                   \
  {                                                                                                \
    .chart = WS_SCENARIO_N_COLUMNS, .show_choice = TRUE, .show_title = TRUE, .show_summary = TRUE, \
    .top = -1, .hover_x = -1, .hover_y = -1                                                        \
  }

G_END_DECLS
