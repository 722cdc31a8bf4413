/* options.h: how a scenario's table is drawn. */
#pragma once

#include "pen/emphasis.h"
#include "scenario/data.h"

G_BEGIN_DECLS

/**
 * WsScenarioOptions:
 * @chart: the column that is drawn as bars instead of the table; %WS_SCENARIO_N_COLUMNS for the
 * table
 * @row: of the chosen cell
 * @group: of the chosen cell
 * @show_choice: whether the chosen cell is outlined
 * @has_launch: whether a launch is shown beside the table: its cell is then outlined, and the
 * chosen one dashed if it differs
 * @launch_row: of that launch's cell; %WS_NONE if it is not a cell of the scenario
 * @launch_group: of that launch's cell
 * @show_title: whether the scenario's title is shown
 * @show_summary: whether the chosen cell's sentence is shown below it
 * @top: first row shown if not all fit; negative: such that the chosen row is visible
 * @hover_x: pointer; negative: none
 * @hover_y: likewise
 * @hide: of #WsHide: counts hide all our figures except launches, times hide ours that depend on
 * them, published hides those; and each hides the sentences about them
 * @grows: whether a small table uses larger type, as on a slide with nothing else
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
