/* words.c: descriptions of a launch on its SMs. */
#include "sms/private.h"
#include "words/words.h"

#include "pen/quantity.h"

#include <glib/gi18n.h>
#include <math.h>

#define ROUNDING_NS 1e-6 /* an instant has the same text, from any device's cycles */

static double
get_theoretical (const WsScene *scene)
{
  double warps = (double)scene->timeline->n_resident * scene->timeline->n_warps;

  return MIN (warps / scene->run->spec->max_warps_per_sm, 1);
}

/* Without registers the calculator's answer is an upper bound. */
static gboolean
is_bound (const WsScene *scene)
{
  const WsLaunch *launch = &scene->run->launches[scene->launch];

  return launch->registers_from == WS_REGISTERS_UNKNOWN && launch->driver_blocks == 0;
}

static double
get_waves (const WsScene *scene)
{
  return scene->timeline->n_stays / ((double)scene->timeline->n_resident * scene->timeline->n_sms);
}

/* "0.0014", "0.031", "1.94", "15.5", "993": small values are not 0 */
static void
format_number (char *text, gsize size, double value)
{
  g_snprintf (text, size,
              value < 0.0995  ? "%.2g"
              : value < 9.995 ? "%.2f"
              : value < 99.95 ? "%.1f"
                              : "%.0f",
              value);
}

/**
 * ws_sms_get_figures:
 * @scene: with a timeline
 * @figures: (out caller-allocates) (array fixed-size=4): theoretical and achieved occupancy, SM
 * efficiency and waves, as the chart shows them
 */
void
ws_sms_get_figures (const WsScene *scene, WsSmsFigure figures[WS_SMS_N_FIGURES])
{
  const WsResidencySummary *summary = &scene->timeline->summary;

  figures[0] = (WsSmsFigure){ .title = _ ("theoretical") };
  g_snprintf (figures[0].value, sizeof figures[0].value, "%s%.3g %%", is_bound (scene) ? "≤ " : "",
              get_theoretical (scene) * 100);
  figures[1] = (WsSmsFigure){ .title = _ ("achieved") };
  g_snprintf (figures[1].value, sizeof figures[1].value, "%s%.1f %%",
              summary->warps_known ? "" : "≤ ", summary->achieved_occupancy * 100);
  figures[2] = (WsSmsFigure){ .title = _ ("SM efficiency") };
  g_snprintf (figures[2].value, sizeof figures[2].value, "%.1f %%", summary->sm_efficiency * 100);
  figures[3] = (WsSmsFigure){ .title = _ ("waves") };
  format_number (figures[3].value, sizeof figures[3].value, get_waves (scene));
}

/**
 * ws_sms_format_time:
 * @scene: of whose device
 *
 * In whole nanoseconds, like the launch's duration in the run: rounded once, it is the same in all
 * views.
 *
 * Returns: (transfer full): the time, in three digits and a unit, as in "41.2 µs"
 */
char *
ws_sms_format_time (const WsScene *scene, double cycles)
{
  return ws_quantity_format (
      WS_QUANTITY_TIME, floor (cycles * 1e6 / (double)scene->run->spec->clock_khz + ROUNDING_NS));
}

static const char *
get_origin (const WsScene *scene)
{
  return _ (ws_origin_get_name (scene->run->launches[scene->launch].origin));
}

/* (transfer full): how many blocks fit on an SM, and the limiter if the calculator can tell */
static char *
describe_room (const WsScene *scene)
{
  /* not those of the calculator: these are blocks of a launch and their slots */
  static const char *const names[WS_N_LIMITERS] = { N_ ("warps"), N_ ("block slots"),
                                                    N_ ("registers"), N_ ("shared memory"),
                                                    N_ ("barriers") };
  guint resident = scene->timeline->n_resident;
  g_autofree char *blocks = ws_words_count (WS_NOUN_BLOCK, resident);
  g_autofree char *warps = ws_words_count (WS_NOUN_WARP, scene->timeline->n_warps);
  const char *limiters[WS_N_LIMITERS];
  g_autofree char *list = NULL;
  WsOccupancy occupancy;
  guint n = 0;

  if (ws_residency_compute_occupancy (scene->run, scene->launch, &occupancy))
    for (guint i = 0; i < WS_N_LIMITERS; i++)
      if ((occupancy.limiters >> i & 1) != 0)
        limiters[n++] = _ (names[i]);
  if (n == 0)
    return g_strdup_printf (
        ngettext ("%1$s of %2$s fits on an SM", "%1$s of %2$s fit on an SM", resident), blocks,
        warps);
  list = ws_words_list (limiters, n);
  return g_strdup_printf (ngettext ("%1$s of %2$s fits on an SM, limited by %3$s",
                                    "%1$s of %2$s fit on an SM, limited by %3$s", resident),
                          blocks, warps, list);
}

/**
 * ws_sms_subtitle:
 * @options: (nullable): what of it
 *
 * Returns: (transfer full): how many blocks fit, what limits them, how many waves that makes, and
 * whether it was measured
 */
char *
ws_sms_subtitle (const WsScene *scene, const WsSmsOptions *options)
{
  const WsTimeline *t = scene->timeline;
  g_autofree char *room = NULL;
  g_autofree char *count = NULL;
  g_autofree char *blocks = NULL;
  char waves[16];

  if (t == NULL)
    return g_strdup ("");
  if (options != NULL && options->sm < t->n_sms)
    {
      const guint32 *first = &t->first_stay[(gsize)options->sm * t->n_slots];
      guint32 n = first[t->n_slots] - first[0];

      g_autofree char *slots = ws_words_count (WS_NOUN_SLOT, t->n_slots);

      count = ws_format_count (n);
      blocks = ws_words_count_as (WS_NOUN_BLOCK, n, count);
      /* Translators: an SM, blocks, slots, and "measured" or "modelled" */
      return g_strdup_printf (_ ("SM %1$u: %2$s in %3$s  ·  %4$s"), options->sm, blocks, slots,
                              get_origin (scene));
    }
  room = describe_room (scene);
  count = ws_format_count (t->n_stays);
  blocks = ws_words_count_as (WS_NOUN_BLOCK, t->n_stays, count);
  format_number (waves, sizeof waves, get_waves (scene));
  /* Translators: blocks that fit, waves, blocks, SMs, blocks of each, and "measured" or "modelled"
   */
  return g_strdup_printf (_ ("%1$s  ·  %2$s waves: %3$s on %4$u × %5$u  ·  %6$s"), room, waves,
                          blocks, t->n_sms, t->n_resident, get_origin (scene));
}

/**
 * ws_sms_caption:
 * @time: cycles since the launch began
 *
 * Returns: (transfer full): how many SMs work at @time, the current wave, and what follows
 */
char *
ws_sms_caption (const WsScene *scene, double time)
{
  const WsTimeline *t = scene->timeline;
  guint64 at = ws_double_to_count (time);
  g_autofree char *when = ws_sms_format_time (scene, time);
  g_autofree char *count = NULL;
  g_autofree char *blocks = NULL;
  guint32 sms;
  guint32 to_come;

  if (t == NULL)
    return g_strdup ("");
  if (time >= (double)t->end)
    {
      g_autofree char *waves = ws_words_count (WS_NOUN_WAVE, t->n_waves);

      count = ws_format_count (t->n_stays);
      blocks = ws_words_count_as (WS_NOUN_BLOCK, t->n_stays, count);
      /* Translators: time, blocks, waves, two percentages, and "measured" or "modelled" */
      return g_strdup_printf (_ ("t = %1$s: the launch has finished. Its %2$s ran in %3$s; SM "
                                 "efficiency %4$.1f %%, achieved occupancy %5$.1f %%, %6$s."),
                              when, blocks, waves, t->summary.sm_efficiency * 100,
                              t->summary.achieved_occupancy * 100, get_origin (scene));
    }
  if (at >= t->last_leave)
    return g_strdup_printf (_ ("t = %s: all blocks have finished. The rest is launch overhead."),
                            when);
  sms = ws_steps_get_value (&t->sms, at);
  to_come = t->n_stays - ws_timeline_count_arrived (t, at);
  if (to_come > 0)
    {
      count = ws_format_count (to_come);
      return g_strdup_printf (
          ngettext (
              "t = %1$s: %2$u of %3$u SMs busy, wave %4$u of %5$u; %6$s block still to come.",
              "t = %1$s: %2$u of %3$u SMs busy, wave %4$u of %5$u; %6$s blocks still to come.",
              to_come),
          when, sms, t->n_sms, ws_timeline_wave_at (t, at) + 1, t->n_waves, count);
    }
  if (sms == t->n_sms)
    return g_strdup_printf (
        _ ("t = %1$s: all %2$u SMs busy, wave %3$u of %4$u, and no block still to come."), when,
        sms, ws_timeline_wave_at (t, at) + 1, t->n_waves);
  if (t->n_stays < t->n_sms)
    return g_strdup_printf (
        ngettext (
            "t = %1$s: %2$u of %3$u SMs busy, %4$u idle: the launch has %5$u block for them.",
            "t = %1$s: %2$u of %3$u SMs busy, %4$u idle: the launch has %5$u blocks for them.",
            t->n_stays),
        when, sms, t->n_sms, t->n_sms - sms, t->n_stays);
  return g_strdup_printf (_ ("t = %1$s: %2$u of %3$u SMs busy, %4$u idle: no block still to come."),
                          when, sms, t->n_sms, t->n_sms - sms);
}

/* Returns: (transfer full): the figures of the launch in words */
char *
ws_sms_summarise (const WsScene *scene)
{
  WsSmsFigure figures[WS_SMS_N_FIGURES];
  g_autofree char *subtitle = ws_sms_subtitle (scene, NULL);

  if (scene->timeline == NULL)
    return g_strdup (_ ("The SMs of this launch's blocks are not known."));
  ws_sms_get_figures (scene, figures);
  return g_strdup_printf (
      _ ("%1$u SMs; theoretical occupancy %2$s, achieved %3$s, SM efficiency %4$s; %5$s"),
      scene->timeline->n_sms, figures[0].value, figures[1].value, figures[2].value, subtitle);
}

static char *
describe_stay (const WsScene *scene, const WsSmsHit *hit, guint64 time)
{
  const WsTimeline *t = scene->timeline;
  const WsStay *stay = &t->stays[t->stay_of_block[hit->block]];
  g_autofree char *start = ws_sms_format_time (scene, (double)stay->start);
  g_autofree char *end = ws_sms_format_time (scene, (double)stay->end);
  guint32 warps = ws_timeline_get_warps (t, stay, time);
  gboolean kept = ws_run_find_block (scene->run, scene->launch, stay->block) != NULL;
  const char *recorded =
      kept ? _ ("Recorded step by step: click to show") : _ ("Not recorded step by step");

  if (time >= stay->start && time < stay->end)
    return g_strdup_printf (_ ("Block %1$u, wave %2$u, in slot %3$u of SM %4$u\nfrom %5$s to %6$s; "
                               "%7$d of %8$u warps resident\n%9$s"),
                            stay->block, stay->wave + 1, hit->slot, hit->sm, start, end,
                            __builtin_popcount (warps), t->n_warps, recorded);
  return g_strdup_printf (
      _ ("Block %1$u, wave %2$u, in slot %3$u of SM %4$u\nfrom %5$s to %6$s\n%7$s"), stay->block,
      stay->wave + 1, hit->slot, hit->sm, start, end, recorded);
}

static char *
describe_sm (const WsScene *scene, guint sm, guint64 time)
{
  const WsTimeline *t = scene->timeline;
  guint blocks = 0;
  guint warps = 0;

  for (guint slot = 0; slot < t->n_slots; slot++)
    {
      const WsStay *stay = ws_timeline_find (t, sm, slot, time);

      if (stay == NULL)
        continue;
      blocks++;
      warps += (guint)__builtin_popcount (ws_timeline_get_warps (t, stay, time));
    }
  if (blocks == 0)
    return g_strdup_printf (_ ("SM %u is idle"), sm);
  return g_strdup_printf (ngettext ("SM %1$u: %2$u block, %3$u of %4$u warps",
                                    "SM %1$u: %2$u blocks, %3$u of %4$u warps", blocks),
                          sm, blocks, warps, scene->run->spec->max_warps_per_sm);
}

/**
 * ws_sms_hit_describe:
 * @moment: when
 * @hit: from ws_sms_pick()
 *
 * Returns: (transfer full) (nullable): text for a tooltip
 */
char *
ws_sms_hit_describe (const WsScene *scene, const WsMoment *moment, const WsSmsHit *hit)
{
  guint64 time = ws_double_to_count (moment->time);

  switch (hit->kind)
    {
    case WS_SMS_HIT_SLOT:
      if (hit->block != WS_NONE)
        return describe_stay (scene, hit, time);
      return describe_sm (scene, hit->sm, time);
    case WS_SMS_HIT_BAR:
      if (hit->block != WS_NONE)
        return describe_stay (scene, hit, ws_double_to_count (hit->time));
      return g_strdup_printf (_ ("Slot %1$u of SM %2$u is free"), hit->slot, hit->sm);
    case WS_SMS_HIT_SM:
      return describe_sm (scene, hit->sm, time);
    case WS_SMS_HIT_TIME:
      return ws_sms_caption (scene, hit->time);
    case WS_SMS_HIT_ISSUE:
      return ws_sms_describe_issue (scene, hit);
    case WS_SMS_HIT_WARP:
      return ws_sms_describe_warp (scene, hit, moment->time);
    case WS_SMS_HIT_NONE:
    default:
      return NULL;
    }
}
