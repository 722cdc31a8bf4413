/* sweep-data.c: the figures behind the charts of sweeps. */
#include "table/private.h"
#include "sheet/sheet.h"

#include <math.h>

static const char *
get_figures (const WsSweep *sweep)
{
  if (sweep->source != NULL)
    return "published";
  return ws_origin_get_name (sweep->origin);
}

static void
set_head (WsData *self, const WsSweep *sweep)
{
  ws_data_set_device (self, sweep->device_name, sweep->device, sweep->driver);
  ws_data_set_text (self, "figures", get_figures (sweep));
  ws_data_set_text (self, "source", sweep->source);
  ws_data_set_date (self, "date", sweep->date);
  ws_data_set_type (self, sweep->type);
  ws_data_set_text (self, "op", sweep->op);
  if (sweep->repeats > 0)
    ws_data_set_number (self, "repeats", sweep->repeats);
  if (sweep->peak_bytes_per_s > 0)
    ws_data_set_number (self, "peak_bytes_per_s", (double)sweep->peak_bytes_per_s);
  if (sweep->copy_bytes_per_s > 0)
    ws_data_set_number (self, "copy_bytes_per_s", (double)sweep->copy_bytes_per_s);
  ws_data_set_text (self, "over", sweep->over);
  ws_data_set_text (self, "metric", sweep->metric);
  if (sweep->needs > 0)
    ws_data_set_number (self, sweep->each == 1 ? "needed_operations_per_sm" : "needed_bytes_per_sm",
                        sweep->needs);
}

/* If all points have the same, it applies to the whole table. */
static void
set_common (WsData *self, const WsSweep *sweep)
{
  const WsSweepPoint *first = sweep->points->len > 0 ? sweep->points->pdata[0] : NULL;
  gboolean one_n = first != NULL;
  gboolean one_block = first != NULL;

  for (guint i = 1; i < sweep->points->len; i++)
    {
      const WsSweepPoint *point = sweep->points->pdata[i];

      one_n &= point->n == first->n;
      one_block &= point->block == first->block;
    }
  if (one_n)
    ws_data_set_number (self, "n", (double)first->n);
  if (one_block)
    ws_data_set_number (self, "block", first->block);
}

static void
put_positive (WsData *self, double value)
{
  ws_data_put_number (self, value > 0 ? value : NAN);
}

/* Speed-up over @other, an earlier one with the same number of elements. */
static double
get_speed_up (const WsSweepPoint *point, const WsSweepPoint *other)
{
  if (other == NULL || other->n != point->n || point->time.median_ns == 0)
    return NAN;
  return (double)other->time.median_ns / (double)point->time.median_ns;
}

static void
put_time (WsData *self, const WsSweepPoint *point)
{
  const WsTimingSummary *time = &point->time;
  gboolean spread = time->n > 1;

  ws_data_put_number (self, time->n);
  ws_data_put_number (self, (double)time->median_ns);
  ws_data_put_number (self, spread ? (double)time->p5_ns : NAN);
  ws_data_put_number (self, spread ? (double)time->p95_ns : NAN);
  ws_data_put_number (self, spread ? (double)time->min_ns : NAN);
  ws_data_put_number (self, spread ? (double)time->max_ns : NAN);
  put_positive (self, ws_sweep_point_get_bandwidth (point));
}

static const char *
get_state (const WsSweepPoint *point)
{
  switch (point->state)
    {
    case WS_SWEEP_DONE:
      return "done";
    case WS_SWEEP_FAILED:
      return "failed";
    case WS_SWEEP_RUNNING:
      return "running";
    case WS_SWEEP_WAITING:
    default:
      return "waiting";
    }
}

static void
put_point (WsData *self, const WsSweep *sweep, const WsSweepPoint *point,
           const WsSweepPoint *before, const WsSweepPoint *first)
{
  gboolean done = point->state == WS_SWEEP_DONE;

  ws_data_add_row (self);
  ws_data_put_text_or_nothing (self, sweep->device_name);
  ws_data_put_text (self, get_figures (sweep));
  ws_data_put_text (self, point->kernel);
  ws_data_put_text_or_nothing (self, point->title);
  ws_data_put_number (self, (double)point->n);
  put_positive (self, point->block);
  put_positive (self, point->max_grid);
  ws_data_put_text_or_nothing (self, point->set);
  ws_data_put_text_or_nothing (self, point->option);
  put_positive (self, (double)point->grid);
  put_positive (self, (double)point->n_bytes);
  ws_data_put_text (self, get_state (point));
  ws_data_put_text_or_nothing (self, point->sentence);
  if (!done)
    return;
  put_time (self, point);
  ws_data_put_number (self, get_speed_up (point, before));
  ws_data_put_number (self, get_speed_up (point, first));
  ws_data_put_number (self, point->has_occupancy ? point->theoretical : NAN);
  ws_data_put_number (self, point->has_occupancy ? point->achieved : NAN);
  ws_data_put_number (self, point->has_work ? point->moved_bytes : NAN);
  ws_data_put_number (self, point->has_work ? point->operations : NAN);
  ws_data_put_number (self, point->has_metric ? point->metric : NAN);
  ws_data_put_text (self, point->rotates ? "kept out" : "may answer");
  ws_data_put_text (self, point->correct ? "right" : "wrong");
}

/* Speed-ups compare kernels: only a ladder has them. */
static void
put_sweep (WsData *self, const WsSweep *sweep)
{
  const WsSweepPoint *before = NULL;
  const WsSweepPoint *first = NULL;

  for (guint i = 0; i < sweep->points->len; i++)
    {
      const WsSweepPoint *point = sweep->points->pdata[i];

      put_point (self, sweep, point, before, first);
      if (sweep->kind != WS_SWEEP_LADDER || point->state != WS_SWEEP_DONE)
        continue;
      before = point;
      first = first != NULL ? first : point;
    }
}

/**
 * ws_data_new_for_sweeps:
 * @sweeps: of one kind; the head is that of the first
 * @n_sweeps: at least 1
 *
 * Returns: (transfer full): a table with a row for each of their points
 */
WsData *
ws_data_new_for_sweeps (WsSweep *const *sweeps, guint n_sweeps)
{
  static const char *const columns[] = { "device",
                                         "figures",
                                         "kernel",
                                         "title",
                                         "n",
                                         "block",
                                         "max_grid",
                                         "set",
                                         "option",
                                         "grid",
                                         "input_bytes",
                                         "state",
                                         "failure",
                                         "samples",
                                         "median_ns",
                                         "p5_ns",
                                         "p95_ns",
                                         "min_ns",
                                         "max_ns",
                                         "input_bytes_per_s",
                                         "step_speed_up",
                                         "cumulative_speed_up",
                                         "theoretical_occupancy",
                                         "achieved_occupancy",
                                         "moved_bytes",
                                         "operations",
                                         "metric",
                                         "l2_cache",
                                         "result",
                                         NULL };
  WsData *self;

  g_return_val_if_fail (sweeps != NULL && n_sweeps > 0, NULL);

  self = ws_data_new (ws_sweep_kind_get_name (sweeps[0]->kind));
  set_head (self, sweeps[0]);
  set_common (self, sweeps[0]);
  ws_data_set_text (self, "times_are_of",
                    sweeps[0]->first_launch_only ? "the first launch" : "all launches");
  ws_data_add_columns (self, columns);
  for (guint i = 0; i < n_sweeps; i++)
    put_sweep (self, sweeps[i]);
  return self;
}
