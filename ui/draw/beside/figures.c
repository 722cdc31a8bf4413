/* figures.c: the figures of two runs, and which of them differ. */
#include "beside/private.h"

#include "metrics/metrics.h"
#include "pen/quantity.h"

#include <glib/gi18n.h>
#include <math.h>

/* One side, as a figure is read off it. */
typedef struct {
  const WsScene *scene;
  const WsLaunch *launch;
  const WsStage *stage; /* nullable */
  GArray *metrics;      /* of the launch */
} Side;

typedef struct {
  const char *id;
  const char *title;
  const char *unit;
  gboolean of_stage;
  double (*get) (const Side *side);
  char *(*say) (const Side *side, double value);               /* nullable; as a clause */
  char *(*say_both) (const Side *sides, const double *values); /* nullable; where they differ */
} Row;

static gboolean
have_one_block (const Side *sides)
{
  return ws_launch_get_n_threads (sides[0].launch) == ws_launch_get_n_threads (sides[1].launch);
}

static double
get_stage_number (const Side *side)
{
  return (double)(side->stage - side->scene->stages->stages) + 1;
}

static double
get_threads (const Side *side)
{
  return side->stage->n_threads;
}

static char *
say_threads (const Side *side, double value)
{
  guint n = (guint)value;
  guint n_threads = ws_launch_get_n_threads (side->launch);

  return g_strdup_printf (ngettext ("%1$u of %2$u threads works", "%1$u of %2$u threads work", n),
                          n, n_threads);
}

static char *
say_both_threads (const Side *sides, const double *values)
{
  guint left = (guint)values[WS_BESIDE_LEFT];
  guint right = (guint)values[WS_BESIDE_RIGHT];
  guint n_left = ws_launch_get_n_threads (sides[WS_BESIDE_LEFT].launch);
  guint n_right = ws_launch_get_n_threads (sides[WS_BESIDE_RIGHT].launch);

  if (have_one_block (sides))
    return g_strdup_printf (_ ("%1$u | %2$u of %3$u threads work"), left, right, n_left);
  return g_strdup_printf (_ ("%1$u of %2$u | %3$u of %4$u threads work"), left, n_left, right,
                          n_right);
}

static double
get_vain (const Side *side)
{
  return side->stage->n_threads_in_vain;
}

static double
get_warps (const Side *side)
{
  return side->stage->n_warps_working;
}

static char *
say_warps (const Side *side, double value)
{
  guint n = (guint)value;
  guint n_warps = ws_launch_get_n_warps (side->launch);

  return g_strdup_printf (ngettext ("%1$u of %2$u warps works", "%1$u of %2$u warps work", n), n,
                          n_warps);
}

static char *
say_both_warps (const Side *sides, const double *values)
{
  guint left = (guint)values[WS_BESIDE_LEFT];
  guint right = (guint)values[WS_BESIDE_RIGHT];
  guint n_left = ws_launch_get_n_warps (sides[WS_BESIDE_LEFT].launch);
  guint n_right = ws_launch_get_n_warps (sides[WS_BESIDE_RIGHT].launch);

  if (have_one_block (sides))
    return g_strdup_printf (_ ("%1$u | %2$u of %3$u warps work"), left, right, n_left);
  return g_strdup_printf (_ ("%1$u of %2$u | %3$u of %4$u warps work"), left, n_left, right,
                          n_right);
}

static double
get_divergent (const Side *side)
{
  return side->stage->n_warps_divergent;
}

static char *
say_divergent (const Side *side, double value)
{
  guint n = (guint)value;
  guint n_warps = ws_launch_get_n_warps (side->launch);

  if (n == 0)
    return g_strdup (_ ("no warp diverges"));
  if (n_warps == 1)
    return g_strdup (_ ("the warp diverges"));
  return g_strdup_printf (ngettext ("%1$u of %2$u warps diverges", "%1$u of %2$u warps diverge", n),
                          n, n_warps);
}

static char *
say_both_divergent (const Side *sides, const double *values)
{
  guint left = (guint)values[WS_BESIDE_LEFT];
  guint right = (guint)values[WS_BESIDE_RIGHT];
  guint n_left = ws_launch_get_n_warps (sides[WS_BESIDE_LEFT].launch);
  guint n_right = ws_launch_get_n_warps (sides[WS_BESIDE_RIGHT].launch);

  if (MAX (n_left, n_right) == 1)
    return g_strdup (left > 0 ? _ ("the warp diverges | it does not")
                              : _ ("the warp does not diverge | it does"));
  if (right == 0)
    return g_strdup_printf (ngettext ("%1$u of %2$u warps diverges | none does",
                                      "%1$u of %2$u warps diverge | none does", left),
                            left, n_left);
  if (left == 0)
    return g_strdup_printf (ngettext ("no warp diverges | %1$u of %2$u does",
                                      "no warp diverges | %1$u of %2$u do", right),
                            right, n_right);
  if (have_one_block (sides))
    return g_strdup_printf (_ ("%1$u | %2$u of %3$u warps diverge"), left, right, n_left);
  return g_strdup_printf (_ ("%1$u of %2$u | %3$u of %4$u warps diverge"), left, n_left, right,
                          n_right);
}

static double
get_ways (const Side *side)
{
  return side->stage->ways > 1 ? side->stage->ways : 0;
}

static char *
say_ways (const Side *side, double value)
{
  return value < 2 ? g_strdup (_ ("no bank conflict"))
                   : g_strdup_printf (_ ("%u-way bank conflict"), (guint)value);
}

static char *
say_both_ways (const Side *sides, const double *values)
{
  guint left = (guint)values[WS_BESIDE_LEFT];
  guint right = (guint)values[WS_BESIDE_RIGHT];
  if (right == 0)
    return g_strdup_printf (_ ("%u-way bank conflict | none"), left);
  if (left == 0)
    return g_strdup_printf (_ ("no bank conflict | %u-way"), right);
  return g_strdup_printf (_ ("%1$u-way | %2$u-way bank conflict"), left, right);
}

static double
get_elements (const Side *side)
{
  return side->launch->n_elements > 0 ? (double)side->launch->n_elements : NAN;
}

static double
get_block (const Side *side)
{
  return ws_launch_get_n_threads (side->launch);
}

static double
get_grid (const Side *side)
{
  return (double)ws_launch_get_n_blocks (side->launch);
}

static double
get_launches (const Side *side)
{
  return (double)side->scene->run->n_launches;
}

static double
get_result (const Side *side)
{
  const WsRun *run = side->scene->run;

  return run->has_result ? ws_value_to_double (run->value_type, run->result) : NAN;
}

static double
get_waves (const Side *side)
{
  return side->scene->timeline != NULL ? side->scene->timeline->n_waves : NAN;
}

static double
get_metric (const Side *side, const char *id)
{
  const WsMetric *metric = ws_metrics_find (side->metrics, id);

  return metric != NULL && metric->valid ? metric->value : NAN;
}

static double
get_occupancy (const Side *side)
{
  return get_metric (side, "achieved-occupancy");
}

static char *
say_occupancy (const Side *side, double value)
{
  return g_strdup_printf (_ ("achieved occupancy %.1f\u00a0%%"), value);
}

static char *
say_both_occupancy (const Side *sides, const double *values)
{
  return g_strdup_printf (_ ("achieved occupancy %1$.1f | %2$.1f\u00a0%%"), values[WS_BESIDE_LEFT],
                          values[WS_BESIDE_RIGHT]);
}

static double
get_sm_efficiency (const Side *side)
{
  return get_metric (side, "sm-efficiency");
}

static char *
say_sm_efficiency (const Side *side, double value)
{
  return g_strdup_printf (_ ("SM efficiency %.1f\u00a0%%"), value);
}

static char *
say_both_sm_efficiency (const Side *sides, const double *values)
{
  return g_strdup_printf (_ ("SM efficiency %1$.1f | %2$.1f\u00a0%%"), values[WS_BESIDE_LEFT],
                          values[WS_BESIDE_RIGHT]);
}

static double
get_launch_ns (const Side *side)
{
  return side->launch->has_duration ? (double)side->launch->duration_ns : NAN;
}

static double
get_plan_ns (const Side *side)
{
  return ws_beside_get_plan_ns (side->scene->run);
}

static char *
say_time (const Side *side, double value)
{
  return ws_quantity_format (WS_QUANTITY_TIME, value);
}

/* In the order in which they are said. The metrics of the launch follow them. */
static const Row rows[] = {
  { "stage", N_ ("stage"), "", TRUE, get_stage_number, NULL, NULL },
  { "divergent-warps", N_ ("warps that diverge"), "", TRUE, get_divergent, say_divergent,
    say_both_divergent },
  { "bank-conflict-ways", N_ ("degree of the worst bank conflict"), "", TRUE, get_ways, say_ways,
    say_both_ways },
  { "threads", N_ ("active threads"), "", TRUE, get_threads, say_threads, say_both_threads },
  { "threads-in-vain", N_ ("threads with unused results"), "", TRUE, get_vain, NULL, NULL },
  { "warps", N_ ("active warps"), "", TRUE, get_warps, say_warps, say_both_warps },
  { "result", N_ ("result"), "", FALSE, get_result, NULL, NULL },
  { "launches", N_ ("launches"), "", FALSE, get_launches, NULL, NULL },
  { "elements", N_ ("elements of the launch"), "", FALSE, get_elements, NULL, NULL },
  { "block-threads", N_ ("threads per block"), "", FALSE, get_block, NULL, NULL },
  { "grid-blocks", N_ ("blocks"), "", FALSE, get_grid, NULL, NULL },
  { "waves", N_ ("waves"), "", FALSE, get_waves, NULL, NULL },
  { "achieved-occupancy", N_ ("achieved occupancy"), "%", FALSE, get_occupancy, say_occupancy,
    say_both_occupancy },
  { "sm-efficiency", N_ ("SM efficiency"), "%", FALSE, get_sm_efficiency, say_sm_efficiency,
    say_both_sm_efficiency },
  { "launch-duration", N_ ("time of the launch"), "ns", FALSE, get_launch_ns, say_time, NULL },
  { "plan-duration", N_ ("time of the plan"), "ns", FALSE, get_plan_ns, say_time, NULL },
};

/* ---- the list ---- */

static void
figure_free (gpointer data)
{
  WsBesideFigure *figure = data;

  for (guint i = 0; i < WS_BESIDE_N_SIDES; i++)
    g_free (figure->texts[i]);
  g_free (figure->both);
  g_free (figure);
}

/* Where there are words, what they say; else the numbers themselves. */
static gboolean
differs (const WsBesideFigure *figure)
{
  const double *values = figure->values;

  if (isnan (values[0]) || isnan (values[1]))
    return isnan (values[0]) != isnan (values[1]);
  if (figure->texts[0] != NULL && figure->texts[1] != NULL)
    return !g_str_equal (figure->texts[0], figure->texts[1]);
  return values[0] < values[1] || values[0] > values[1];
}

static void
add_row (GPtrArray *figures, const Row *row, const Side sides[WS_BESIDE_N_SIDES])
{
  WsBesideFigure *figure;

  if (row->of_stage && sides[0].stage == NULL)
    return;
  figure = g_new0 (WsBesideFigure, 1);
  figure->id = row->id;
  figure->title = row->title;
  figure->unit = row->unit;
  figure->of_stage = row->of_stage;
  for (guint i = 0; i < WS_BESIDE_N_SIDES; i++)
    {
      figure->values[i] = row->get (&sides[i]);
      if (row->say != NULL && !isnan (figure->values[i]))
        figure->texts[i] = row->say (&sides[i], figure->values[i]);
    }
  figure->differs = differs (figure);
  if (figure->differs && row->say_both != NULL && !isnan (figure->values[WS_BESIDE_LEFT])
      && !isnan (figure->values[WS_BESIDE_RIGHT]))
    figure->both = row->say_both (sides, figure->values);
  g_ptr_array_add (figures, figure);
}

static gboolean
is_listed (GPtrArray *figures, const char *id)
{
  return ws_beside_find (figures, id) != NULL || g_str_equal (id, "duration");
}

static void
add_metric (GPtrArray *figures, const WsMetric *metric, const Side *right)
{
  const WsMetric *other = ws_metrics_find (right->metrics, metric->id);
  WsBesideFigure *figure;

  if (is_listed (figures, metric->id) || (!metric->valid && (other == NULL || !other->valid)))
    return;
  figure = g_new0 (WsBesideFigure, 1);
  figure->id = metric->id;
  figure->title = metric->title;
  figure->unit = metric->unit;
  figure->values[WS_BESIDE_LEFT] = metric->valid ? metric->value : NAN;
  figure->values[WS_BESIDE_RIGHT] = other != NULL && other->valid ? other->value : NAN;
  figure->differs = differs (figure);
  g_ptr_array_add (figures, figure);
}

/**
 * ws_beside_find:
 * @figures: what ws_beside_list_figures() gave
 *
 * Returns: (transfer none) (nullable): the figure
 */
const WsBesideFigure *
ws_beside_find (GPtrArray *figures, const char *id)
{
  for (guint i = 0; i < figures->len; i++)
    if (g_str_equal (((const WsBesideFigure *)figures->pdata[i])->id, id))
      return figures->pdata[i];
  return NULL;
}

/**
 * ws_beside_list_figures:
 * @stage: one of the left; or %WS_NONE for what is of launch and plan alone
 *
 * Returns: (transfer full) (element-type WsBesideFigure): their figures, those of the stage first
 */
GPtrArray *
ws_beside_list_figures (const WsBeside *self, guint stage)
{
  GPtrArray *figures = g_ptr_array_new_with_free_func (figure_free);
  Side sides[WS_BESIDE_N_SIDES];

  for (guint i = 0; i < WS_BESIDE_N_SIDES; i++)
    {
      const WsScene *scene = self->scenes[i];

      sides[i] =
          (Side){ scene, ws_beside_get_launch (self, i), ws_beside_get_stage (self, i, stage),
                  scene->metrics != NULL ? g_array_ref (scene->metrics)
                                         : ws_metrics_new (scene->run, scene->launch) };
    }
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    add_row (figures, &rows[i], sides);
  for (guint i = 0; i < sides[WS_BESIDE_LEFT].metrics->len; i++)
    add_metric (figures, &g_array_index (sides[WS_BESIDE_LEFT].metrics, WsMetric, i),
                &sides[WS_BESIDE_RIGHT]);
  for (guint i = 0; i < WS_BESIDE_N_SIDES; i++)
    g_array_unref (sides[i].metrics);
  return figures;
}

/* Returns: nanoseconds that all its launches took; NAN where that of one is not known */
double
ws_beside_get_plan_ns (const WsRun *run)
{
  double sum = 0;

  for (gsize i = 0; i < run->n_launches; i++)
    {
      if (!run->launches[i].has_duration)
        return NAN;
      sum += (double)run->launches[i].duration_ns;
    }
  return run->n_launches > 0 ? sum : NAN;
}
