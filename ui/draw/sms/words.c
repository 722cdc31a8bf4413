/* words.c: what there is to say about a launch on its SMs. */
#include "sms/private.h"

#include <math.h>

static double
get_theoretical (const WsScene *scene)
{
  double warps = (double)scene->timeline->n_resident * scene->timeline->n_warps;

  return MIN (warps / scene->run->spec->max_warps_per_sm, 1);
}

/* Without registers the calculator's answer is the most that can be. */
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

/* "0.0014", "0.031", "1.94", "15.5", "993": little is not nothing */
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

void
ws_sms_get_figures (const WsScene *scene, WsSmsFigure figures[WS_SMS_N_FIGURES])
{
  const WsResidencySummary *summary = &scene->timeline->summary;

  figures[0] = (WsSmsFigure){ .title = "theoretical" };
  g_snprintf (figures[0].value, sizeof figures[0].value, "%s%.3g %%", is_bound (scene) ? "≤ " : "",
              get_theoretical (scene) * 100);
  figures[1] = (WsSmsFigure){ .title = "achieved" };
  g_snprintf (figures[1].value, sizeof figures[1].value, "%s%.1f %%",
              summary->warps_known ? "" : "≤ ", summary->achieved_occupancy * 100);
  figures[2] = (WsSmsFigure){ .title = "SM efficiency" };
  g_snprintf (figures[2].value, sizeof figures[2].value, "%.1f %%", summary->sm_efficiency * 100);
  figures[3] = (WsSmsFigure){ .title = "waves" };
  format_number (figures[3].value, sizeof figures[3].value, get_waves (scene));
}

/**
 * ws_sms_format_time:
 * @scene: of whose device
 * @cycles: of its SMs
 *
 * Returns: (transfer full): the time, in three digits and a unit
 */
char *
ws_sms_format_time (const WsScene *scene, double cycles)
{
  static const char *const units[] = { "ns", "µs", "ms", "s" };
  double value = cycles * ws_scene_get_cycle_ns (scene);
  guint unit = 0;

  while (unit + 1 < G_N_ELEMENTS (units) && value >= 999.5)
    {
      value /= 1000;
      unit++;
    }
  if (unit == 0)
    return g_strdup_printf ("%.0f ns", value);
  return g_strdup_printf (value < 9.995   ? "%.2f %s"
                          : value < 99.95 ? "%.1f %s"
                                          : "%.0f %s",
                          value, units[unit]);
}

char *
ws_sms_title (const WsScene *scene)
{
  return g_strdup ("Occupancy");
}

static const char *
get_origin (const WsScene *scene)
{
  return ws_origin_get_name (scene->run->launches[scene->launch].origin);
}

/* "limited by warps and registers"; empty where the calculator cannot say. */
static char *
describe_limit (const WsScene *scene)
{
  static const char *const names[WS_N_LIMITERS] = { "warps", "block slots", "registers",
                                                    "shared memory", "barriers" };
  WsOccupancy occupancy;
  GString *text = g_string_new (NULL);

  if (ws_residency_compute_occupancy (scene->run, scene->launch, &occupancy))
    for (guint i = 0; i < WS_N_LIMITERS; i++)
      if ((occupancy.limiters >> i & 1) != 0)
        g_string_append_printf (text, "%s%s", text->len > 0 ? " and " : ", limited by ", names[i]);
  return g_string_free (text, FALSE);
}

static const char *
plural (guint64 n)
{
  return n == 1 ? "" : "s";
}

/**
 * ws_sms_subtitle:
 * @scene: of what
 * @options: (nullable): what of it
 *
 * Returns: (transfer full): how many blocks fit, what limits them, how many waves that makes, and
 * whether it was measured
 */
char *
ws_sms_subtitle (const WsScene *scene, const WsSmsOptions *options)
{
  const WsTimeline *t = scene->timeline;
  guint resident;
  g_autofree char *limit = NULL;
  g_autofree char *blocks = NULL;
  char waves[16];

  if (t == NULL)
    return g_strdup ("");
  if (options != NULL && options->sm < t->n_sms)
    {
      const guint32 *first = &t->first_stay[(gsize)options->sm * t->n_slots];
      guint32 n = first[t->n_slots] - first[0];

      blocks = ws_format_count (n);
      return g_strdup_printf ("SM %u: %s block%s in %u slot%s  ·  %s", options->sm, blocks,
                              plural (n), t->n_slots, plural (t->n_slots), get_origin (scene));
    }
  resident = scene->timeline->n_resident;
  limit = describe_limit (scene);
  blocks = ws_format_count (t->n_stays);
  format_number (waves, sizeof waves, get_waves (scene));
  return g_strdup_printf (
      "%u block%s of %u warp%s fit on an SM%s  ·  %s waves: %s block%s on %u × %u"
      "  ·  %s",
      resident, plural (resident), t->n_warps, plural (t->n_warps), limit, waves, blocks,
      plural (t->n_stays), t->n_sms, resident, get_origin (scene));
}

/**
 * ws_sms_caption:
 * @scene: of what
 * @time: cycles since the launch began
 *
 * Returns: (transfer full): how many SMs work at @time, which wave it is, and what is to come
 */
char *
ws_sms_caption (const WsScene *scene, double time)
{
  const WsTimeline *t = scene->timeline;
  guint64 at = ws_double_to_count (time);
  g_autofree char *when = ws_sms_format_time (scene, time);
  g_autofree char *count = NULL;
  guint32 sms;
  guint32 to_come;

  if (t == NULL)
    return g_strdup ("");
  if (time >= (double)t->end)
    {
      count = ws_format_count (t->n_stays);
      return g_strdup_printf ("t = %s: the launch is over. Its %s block%s came in %u wave%s; SM "
                              "efficiency %.1f %%, achieved occupancy %.1f %%, %s.",
                              when, count, plural (t->n_stays), t->n_waves, plural (t->n_waves),
                              t->summary.sm_efficiency * 100, t->summary.achieved_occupancy * 100,
                              get_origin (scene));
    }
  if (at >= t->last_leave)
    return g_strdup_printf ("t = %s: all blocks have left. The rest is what a launch takes besides "
                            "its blocks.",
                            when);
  sms = ws_steps_get_value (&t->sms, at);
  to_come = t->n_stays - ws_timeline_count_arrived (t, at);
  if (to_come > 0)
    {
      count = ws_format_count (to_come);
      return g_strdup_printf ("t = %s: %u of %u SMs work, wave %u of %u; %s block%s still to come.",
                              when, sms, t->n_sms, ws_timeline_wave_at (t, at) + 1, t->n_waves,
                              count, to_come == 1 ? " is" : "s are");
    }
  if (sms == t->n_sms)
    return g_strdup_printf ("t = %s: all %u SMs work, wave %u of %u, and no block is left to come.",
                            when, sms, ws_timeline_wave_at (t, at) + 1, t->n_waves);
  if (t->n_stays < t->n_sms)
    return g_strdup_printf (
        "t = %s: %u of %u SMs work, %u idle: the launch has %u block%s for them.", when, sms,
        t->n_sms, t->n_sms - sms, t->n_stays, plural (t->n_stays));
  return g_strdup_printf ("t = %s: %u of %u SMs work, %u idle: no block is left to come.", when,
                          sms, t->n_sms, t->n_sms - sms);
}

/**
 * ws_sms_summarise:
 * @scene: of what
 *
 * Returns: (transfer full): the figures of the launch in words
 */
char *
ws_sms_summarise (const WsScene *scene)
{
  WsSmsFigure figures[WS_SMS_N_FIGURES];
  g_autofree char *subtitle = ws_sms_subtitle (scene, NULL);

  if (scene->timeline == NULL)
    return g_strdup ("Where the blocks of this launch ran is not known.");
  ws_sms_get_figures (scene, figures);
  return g_strdup_printf ("%u SMs; theoretical occupancy %s, achieved %s, SM efficiency %s; %s",
                          scene->timeline->n_sms, figures[0].value, figures[1].value,
                          figures[2].value, subtitle);
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
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, "Block %u, wave %u, in slot %u of SM %u\nfrom %s to %s",
                          stay->block, stay->wave + 1, hit->slot, hit->sm, start, end);
  if (time >= stay->start && time < stay->end)
    g_string_append_printf (text, "; %d of %u warps are there", __builtin_popcount (warps),
                            t->n_warps);
  g_string_append (text, kept ? "\nRecorded step by step: click to show it"
                              : "\nNot recorded step by step");
  return g_string_free (text, FALSE);
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
    return g_strdup_printf ("SM %u is idle", sm);
  return g_strdup_printf ("SM %u: %u block%s, %u of %u warps", sm, blocks, plural (blocks), warps,
                          scene->run->spec->max_warps_per_sm);
}

/**
 * ws_sms_hit_describe:
 * @scene: of what
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
      return g_strdup_printf ("Slot %u of SM %u is free", hit->slot, hit->sm);
    case WS_SMS_HIT_SM:
      return describe_sm (scene, hit->sm, time);
    case WS_SMS_HIT_TIME:
      return ws_sms_caption (scene, hit->time);
    case WS_SMS_HIT_NONE:
    default:
      return NULL;
    }
}
