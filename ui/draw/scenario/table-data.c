/* table-data.c: the figures of a scenario's table: ours next to published ones. */
#include "table/private.h"
#include "scenario/data.h"

#include <math.h>

/* Those of #WsScenarioColumn that are numbers, with their unit. */
static const struct {
  WsScenarioColumn column;
  const char *name;
} numbers[] = {
  { WS_SCENARIO_RESIDENT, "resident_blocks" },
  { WS_SCENARIO_DRIVER, "resident_blocks_driver" },
  { WS_SCENARIO_SM_EFFICIENCY, "sm_efficiency_percent" },
  { WS_SCENARIO_THEORETICAL, "theoretical_occupancy_percent" },
  { WS_SCENARIO_ACHIEVED, "achieved_occupancy_percent" },
  { WS_SCENARIO_TIME, "time_s" },
  { WS_SCENARIO_RATE, "elements_per_s" },
  { WS_SCENARIO_WARP_EFFICIENCY, "warp_execution_efficiency_percent" },
  { WS_SCENARIO_BRANCH_EFFICIENCY, "branch_efficiency_percent" },
  { WS_SCENARIO_LOAD_SEGMENTS, "global_load_segments_per_request" },
  { WS_SCENARIO_LOAD_SECTORS, "global_load_sectors_per_request" },
  { WS_SCENARIO_LOAD_EFFICIENCY, "global_load_efficiency_percent" },
  { WS_SCENARIO_LOAD_THROUGHPUT, "global_load_bytes_per_s" },
  { WS_SCENARIO_PASSES, "shared_load_wavefronts_per_request" },
};

static const char *
get_state (const WsScenarioCell *cell, const WsScenarioResult *result)
{
  if (cell->kernel == NULL)
    return "published alone";
  if (result->state == WS_SCENARIO_FAILED)
    return "failed";
  if (result->state != WS_SCENARIO_DONE)
    return "not run";
  return ws_origin_get_name (result->origin);
}

/* 0 is the kernel's default, unknown to a scenario. */
static void
put_given (WsData *self, double value)
{
  ws_data_put_number (self, value > 0 ? value : NAN);
}

static void
put_cell (WsData *self, const WsScenario *scenario, guint row, guint group)
{
  const WsScenarioCell *cell = ws_scenario_get_cell (scenario, row, group);
  const WsScenarioResult *result = ws_scenario_get_result (scenario, row, group);
  g_autofree char *told = ws_scenario_tell (scenario, row, group);
  g_autofree char *date = ws_data_format_date (result->date);

  ws_data_add_row (self);
  ws_data_put_text (self, scenario->rows[row].label);
  ws_data_put_text (self, scenario->group_names[group]);
  ws_data_put_text_or_nothing (self, cell->kernel);
  put_given (self, (double)cell->n);
  put_given (self, result->threads > 0 ? result->threads : cell->block);
  put_given (self, result->threads > 0 ? (double)result->blocks : (double)cell->blocks);
  put_given (self, result->repeats > 0 ? (double)result->repeats : cell->repeats);
  ws_data_put_text (self, get_state (cell, result));
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    {
      guint column = numbers[i].column;

      if (!ws_scenario_tells (scenario, column))
        continue;

      ws_data_put_number (self, (result->known & 1u << column) != 0 ? result->value[column] : NAN);
      ws_data_put_number (self, cell->published[column].text != NULL ? cell->published[column].value
                                                                     : NAN);
    }
  ws_data_put_text_or_nothing (self, date);
  ws_data_put_text_or_nothing (
      self, result->state == WS_SCENARIO_DONE ? result->is_bound ? "upper bound" : "exact" : NULL);
  ws_data_put_text (self, told);
}

/**
 * ws_data_new_for_scenario:
 * @scenario: with the results of the shown device
 *
 * Returns: (transfer full): a table with a row for each of its cells
 */
WsData *
ws_data_new_for_scenario (const WsScenario *scenario)
{
  g_autofree char *source = NULL;
  g_autofree char *place = NULL;
  WsData *self;

  g_return_val_if_fail (scenario != NULL, NULL);

  source = ws_scenario_describe_source (scenario);
  self = ws_data_new_titled (scenario->id, scenario->title);
  if (scenario->device != NULL)
    {
      ws_data_set_text (self, "device", scenario->device->name);
      ws_data_set_text (self, "device_id", scenario->device->id);
    }
  place = ws_scenario_describe_place (scenario);
  if (place != NULL)
    ws_data_set_text (self, "place", place);
  ws_data_set_text (self, "source", source);
  ws_data_set_text (self, "published_by", scenario->source);
  ws_data_set_text (self, "published_on", scenario->published_on);
  if (scenario->published_repeats > 0)
    ws_data_set_number (self, "published_repeats", (double)scenario->published_repeats);
  ws_data_add_columns (self, (const char *const[]){ "row", "group", "kernel", "n", "block", "grid",
                                                    "repeats", "figures", NULL });
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    {
      g_autofree char *published = g_strconcat (numbers[i].name, "_published", NULL);

      if (!ws_scenario_tells (scenario, numbers[i].column))
        continue;
      ws_data_add_column (self, numbers[i].name);
      ws_data_add_column (self, published);
    }
  ws_data_add_columns (
      self, (const char *const[]){ "recorded", "theoretical_occupancy_is", "words", NULL });
  for (guint row = 0; row < scenario->n_rows; row++)
    for (guint group = 0; group < scenario->n_groups; group++)
      put_cell (self, scenario, row, group);
  return self;
}
