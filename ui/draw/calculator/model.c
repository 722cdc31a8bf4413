/* model.c: what the calculator's picture is drawn from: answers and steps. */
#include "calculator/calculator.h"
#include "schedule/residency.h"

#include <glib/gi18n.h>
#include <math.h>

#define WARP_SIZE     32
#define MAX_THREADS   1024
#define MAX_REGISTERS 255

/* ---- the values of a chart ---- */

/* Returns: place of the launch on the chart's axis */
guint
ws_calculator_get_value (const WsOccupancyLaunch *launch, WsCalculatorChart chart)
{
  switch (chart)
    {
    case WS_CALCULATOR_THREADS:
      return launch->threads;
    case WS_CALCULATOR_REGISTERS:
      return launch->registers;
    case WS_CALCULATOR_SHARED:
      return (guint)MIN ((guint64)launch->static_shared_bytes + launch->dynamic_shared_bytes,
                         G_MAXUINT);
    default:
      g_return_val_if_reached (0);
    }
}

/**
 * ws_calculator_set_value:
 * @launch: (inout): the launch
 * @value: on its axis
 *
 * Shared memory is taken from or added to what the launch asks for, as long as it asks for any;
 * what the kernel declares changes where there is nothing else to change.
 */
void
ws_calculator_set_value (WsOccupancyLaunch *launch, WsCalculatorChart chart, guint value)
{
  switch (chart)
    {
    case WS_CALCULATOR_THREADS:
      launch->threads = MAX (value, 1);
      break;
    case WS_CALCULATOR_REGISTERS:
      launch->registers = value;
      break;
    case WS_CALCULATOR_SHARED:
      if (launch->dynamic_shared_bytes > 0 && value > launch->static_shared_bytes)
        launch->dynamic_shared_bytes = value - launch->static_shared_bytes;
      else
        {
          launch->static_shared_bytes = value;
          launch->dynamic_shared_bytes = 0;
        }
      break;
    default:
      g_return_if_reached ();
    }
}

/**
 * ws_calculator_get_step:
 * @chart: which one
 * @large: whether it is a large step
 *
 * Returns: how far one key press moves the point: threads, registers or bytes
 */
guint
ws_calculator_get_step (WsCalculatorChart chart, gboolean large)
{
  static const guint steps[WS_CALCULATOR_N_CHARTS][2] = { { WARP_SIZE, 4 * WARP_SIZE },
                                                          { 1, 8 },
                                                          { 256, 4096 } };

  g_return_val_if_fail ((guint)chart < WS_CALCULATOR_N_CHARTS, 1);

  return steps[chart][large ? 1 : 0];
}

/**
 * ws_calculator_clamp_value:
 * @limits: of the launch shown
 * @value: any number
 *
 * Returns: the nearest value that the chart has: whole warps, whole registers, whole KB / 4
 */
guint
ws_calculator_clamp_value (const WsOccupancyLimits *limits, WsCalculatorChart chart, double value)
{
  static const double least[] = { WARP_SIZE, 1, 0 };
  double most = chart == WS_CALCULATOR_THREADS     ? MAX_THREADS
                : chart == WS_CALCULATOR_REGISTERS ? MAX_REGISTERS
                                                   : limits->shared_opt_in_bytes;
  double step = ws_calculator_get_step (chart, FALSE);

  g_return_val_if_fail ((guint)chart < WS_CALCULATOR_N_CHARTS, 0);

  if (isnan (value))
    return (guint)least[chart];
  return (guint)CLAMP (round (CLAMP (value, -1e9, 1e9) / step) * step, least[chart], most);
}

/**
 * ws_calculator_chart_get_name:
 * @chart: which one
 *
 * Returns: (transfer none): what its values are, as in "threads per block"
 */
const char *
ws_calculator_chart_get_name (WsCalculatorChart chart)
{
  static const char *const names[WS_CALCULATOR_N_CHARTS] = { N_ ("threads per block"),
                                                             N_ ("registers per thread"),
                                                             N_ ("KB of shared memory per block") };

  g_return_val_if_fail ((guint)chart < WS_CALCULATOR_N_CHARTS, NULL);

  return names[chart];
}

/* ---- steps ---- */

static void
add_step (GArray *steps, double from, double to, const WsOccupancy *result)
{
  WsCalculatorStep step = {
    .from = from, .to = to, .blocks = result->blocks, .warps = result->warps, result->limiters
  };

  if (steps->len > 0)
    {
      WsCalculatorStep *last = &g_array_index (steps, WsCalculatorStep, steps->len - 1);

      if (last->warps == step.warps && last->blocks == step.blocks
          && last->limiters == step.limiters)
        {
          last->to = to;
          return;
        }
    }
  g_array_append_val (steps, step);
}

/* Whole warps and registers are as broad as they are far apart, so that the point stands in the
 * middle of its step; bytes lie where they lie. */
static GArray *
make_steps (const WsCalculatorSide *side, WsCalculatorChart chart, guint shared_bytes)
{
  GArray *steps = g_array_new (FALSE, FALSE, sizeof (WsCalculatorStep));
  gboolean shared = chart == WS_CALCULATOR_SHARED;
  guint unit = chart == WS_CALCULATOR_THREADS     ? WARP_SIZE
               : chart == WS_CALCULATOR_REGISTERS ? 1
                                                  : side->limits->shared_unit_bytes;
  guint most = chart == WS_CALCULATOR_THREADS     ? MAX_THREADS
               : chart == WS_CALCULATOR_REGISTERS ? MAX_REGISTERS
                                                  : shared_bytes;
  double half = shared ? 0 : unit / 2.;

  for (guint value = shared ? 0 : unit; value <= most; value += unit)
    {
      WsOccupancyLaunch launch = side->launch;
      WsOccupancy result;

      ws_calculator_set_value (&launch, chart, value);
      ws_occupancy_compute (side->limits, &launch, &result);
      add_step (steps, shared ? MAX ((double)value - unit, 0) : value - half, value + half,
                &result);
    }
  return steps;
}

/* ---- the whole ---- */

static void
side_init (WsCalculatorSide *self, const WsCalculatorCase *asked, guint shared_bytes)
{
  *self = (WsCalculatorSide){ .limits = asked->limits,
                              .launch = asked->launch,
                              .registers_from = g_strdup (asked->registers_from) };
  self->launch.threads = MAX (self->launch.threads, 1);
  ws_occupancy_compute (self->limits, &self->launch, &self->result);
  for (guint i = 0; i < WS_N_LIMITERS; i++)
    self->explanations[i] = ws_occupancy_explain (self->limits, &self->launch, i);
  if (self->launch.registers == 0)
    {
      g_free (self->explanations[WS_LIMITER_REGISTERS]);
      self->explanations[WS_LIMITER_REGISTERS] =
          g_strdup (_ ("not known; they may allow fewer blocks"));
    }
  /* advice is looked for one register after the other: not where no GPU is near */
  if (self->launch.registers <= 4 * MAX_REGISTERS && self->launch.threads <= 64 * MAX_THREADS
      && ws_calculator_get_value (&self->launch, WS_CALCULATOR_SHARED) <= 1u << 24)
    self->advice = ws_occupancy_advise (self->limits, &self->launch);
  for (guint i = 0; i < WS_CALCULATOR_N_CHARTS; i++)
    self->steps[i] = make_steps (self, i, shared_bytes);
}

static void
side_clear (WsCalculatorSide *self)
{
  g_free (self->registers_from);
  g_free (self->advice);
  for (guint i = 0; i < WS_N_LIMITERS; i++)
    g_free (self->explanations[i]);
  for (guint i = 0; i < WS_CALCULATOR_N_CHARTS; i++)
    g_clear_pointer (&self->steps[i], g_array_unref);
}

/**
 * ws_calculator_new:
 * @shown: what is asked: A
 * @compared: (nullable): what it is compared with: B
 * @before: (nullable): the limits of the step of the time machine before
 *
 * Returns: (transfer full): all that is drawn
 */
WsCalculator *
ws_calculator_new (const WsCalculatorCase *shown, const WsCalculatorCase *compared,
                   const WsOccupancyLimits *before)
{
  WsCalculator *self;
  guint n = ws_occupancy_limits_get_n ();
  guint shared_bytes;

  g_return_val_if_fail (shown != NULL && shown->limits != NULL, NULL);
  g_return_val_if_fail (compared == NULL || compared->limits != NULL, NULL);

  self = g_new0 (WsCalculator, 1);
  self->n_sides = compared != NULL ? 2 : 1;
  /* both on the same axis */
  shared_bytes = shown->limits->shared_opt_in_bytes;
  if (compared != NULL)
    shared_bytes = MAX (shared_bytes, compared->limits->shared_opt_in_bytes);
  side_init (&self->sides[0], shown, shared_bytes);
  if (compared != NULL)
    {
      side_init (&self->sides[1], compared, shared_bytes);
      self->difference =
          ws_occupancy_describe_change (self->sides[0].limits, &self->sides[0].launch,
                                        self->sides[1].limits, &self->sides[1].launch);
    }
  if (before != NULL && before != shown->limits)
    {
      self->before = before;
      self->change = ws_occupancy_describe_change (before, &self->sides[0].launch, shown->limits,
                                                   &self->sides[0].launch);
    }
  self->capabilities = g_new (WsOccupancy, n);
  for (guint i = 0; i < n; i++)
    ws_occupancy_compute (ws_occupancy_limits_get (i), &self->sides[0].launch,
                          &self->capabilities[i]);
  return self;
}

/* Returns: (transfer full) (nullable): where its registers per thread come from, as in "from ptxas
 * for sm_86"; %NULL if unknown */
char *
ws_calculator_dup_registers_from (const WsRun *run, guint launch)
{
  g_return_val_if_fail (launch < run->n_launches, NULL);

  switch (run->launches[launch].registers_from)
    {
    case WS_REGISTERS_DRIVER:
      return g_strdup (_ ("from the driver"));
    case WS_REGISTERS_PTXAS:
      return g_strdup_printf (_ ("from ptxas for sm_%1$u%2$u"), run->spec->cc_major,
                              run->spec->cc_minor);
    case WS_REGISTERS_NEAREST:
      return g_strdup (_ ("from ptxas for the nearest architecture"));
    case WS_REGISTERS_GIVEN:
      return g_strdup (_ ("typed in"));
    default:
      return NULL;
    }
}

/* Returns: (transfer full) (nullable): the calculator's answer for it; %NULL if the device's
 * compute capability is not known */
WsCalculator *
ws_calculator_new_for_launch (const WsRun *run, guint launch)
{
  g_autofree char *registers_from = NULL;
  WsCalculatorCase asked = { NULL };

  g_return_val_if_fail (launch < run->n_launches, NULL);

  asked.limits = ws_occupancy_limits_find (run->spec->cc_major, run->spec->cc_minor);
  if (asked.limits == NULL)
    return NULL;
  ws_residency_describe_launch (&run->launches[launch], &asked.launch);
  registers_from = ws_calculator_dup_registers_from (run, launch);
  asked.registers_from = registers_from;
  return ws_calculator_new (&asked, NULL, NULL);
}

void
ws_calculator_free (WsCalculator *self)
{
  for (guint i = 0; i < self->n_sides; i++)
    side_clear (&self->sides[i]);
  g_free (self->change);
  g_free (self->difference);
  g_free (self->capabilities);
  g_free (self);
}
