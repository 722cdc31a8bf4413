/* data.c: the figures behind the calculator: its answer, and its curves. */
#include "table/private.h"
#include "calculator/private.h"

#include <math.h>

static void
put_answer (WsData *self, guint blocks, guint warps, guint room, guint limiters)
{
  g_autofree char *names = ws_occupancy_name_limiters (limiters);

  ws_data_put_number (self, blocks);
  ws_data_put_number (self, warps);
  ws_data_put_number (self, room > 0 ? warps / (double)room : NAN);
  ws_data_put_text (self, names);
}

static void
put_where (WsData *self, guint side, const char *curve, const WsOccupancyLimits *limits)
{
  g_autofree char *capability = g_strdup_printf ("%u.%u", limits->cc_major, limits->cc_minor);

  ws_data_add_row (self);
  ws_data_put_text (self, side == 0 ? "A" : "B");
  ws_data_put_text (self, curve);
  ws_data_put_text (self, capability);
}

static void
put_side (WsData *self, const WsCalculatorSide *side, guint index)
{
  put_where (self, index, "this launch", side->limits);
  ws_data_put_nothing (self);
  ws_data_put_nothing (self);
  put_answer (self, side->result.blocks, side->result.warps, side->limits->warps,
              side->result.limiters);
  for (guint chart = 0; chart < WS_CALCULATOR_N_CHARTS; chart++)
    for (guint i = 0; i < side->steps[chart]->len; i++)
      {
        const WsCalculatorStep *step = &g_array_index (side->steps[chart], WsCalculatorStep, i);

        put_where (self, index, ws_calculator_chart_get_name (chart), side->limits);
        ws_data_put_number (self, step->from);
        ws_data_put_number (self, step->to);
        put_answer (self, step->blocks, step->warps, side->limits->warps, step->limiters);
      }
}

static void
set_launch (WsData *self, const WsCalculatorSide *side)
{
  const WsOccupancyLaunch *launch = &side->launch;

  ws_data_set_number (self, "block", launch->threads);
  if (launch->registers > 0)
    ws_data_set_number (self, "registers_per_thread", launch->registers);
  ws_data_set_text (self, "registers_from", side->registers_from);
  ws_data_set_number (self, "static_shared_bytes", launch->static_shared_bytes);
  ws_data_set_number (self, "dynamic_shared_bytes", launch->dynamic_shared_bytes);
  ws_data_set_text (self, "advice", side->advice);
}

/**
 * ws_data_new_for_calculator:
 * @calculator: the input, and the results
 *
 * Rows: the launch itself, then each curve in its steps (above one value, up to another), then the
 * launch on each compute capability.
 */
WsData *
ws_data_new_for_calculator (const WsCalculator *calculator)
{
  static const char *const columns[] = {
    "side",           "curve",     "compute_capability", "above", "up_to", "resident_blocks",
    "resident_warps", "occupancy", "limited_by",         NULL
  };
  g_autofree char *title = NULL;
  g_autofree char *source = NULL;
  WsData *self;

  g_return_val_if_fail (calculator != NULL, NULL);

  title = ws_calculator_title (calculator);
  source = ws_calculator_source (calculator);
  self = ws_data_new_titled ("calculator", title);
  ws_data_set_text (self, "figures", "computed");
  ws_data_set_text (self, "source", source);
  set_launch (self, &calculator->sides[0]);
  ws_data_add_columns (self, columns);
  for (guint i = 0; i < calculator->n_sides; i++)
    put_side (self, &calculator->sides[i], i);
  for (guint i = 0; i < ws_occupancy_limits_get_n (); i++)
    {
      const WsOccupancyLimits *limits = ws_occupancy_limits_get (i);
      const WsOccupancy *result = &calculator->capabilities[i];

      put_where (self, 0, "compute capability", limits);
      ws_data_put_nothing (self);
      ws_data_put_nothing (self);
      put_answer (self, result->blocks, result->warps, limits->warps, result->limiters);
    }
  return self;
}

/**
 * ws_data_new_for_launch:
 * @scene: of a launch that was recorded
 * @calculator: asked for that launch
 *
 * Returns: (transfer full): what the calculator says, and of which launch of which run that is
 */
WsData *
ws_data_new_for_launch (const WsScene *scene, const WsCalculator *calculator)
{
  WsData *self = ws_data_new_for_calculator (calculator);

  ws_data_set_run (self, scene->run);
  ws_data_set_launch (self, scene->run, scene->launch);
  ws_data_set_text (self, "figures", "computed");
  return self;
}
