/* words.c: the calculator's picture in sentences. */
#include "calculator/private.h"

#include <string.h>

static void
append_bytes (GString *text, guint64 bytes)
{
  g_autofree char *count = ws_format_count (bytes);

  g_string_append_printf (text, "%s bytes", count);
}

static void
append_shared (GString *text, const WsOccupancyLaunch *launch)
{
  guint64 bytes = (guint64)launch->static_shared_bytes + launch->dynamic_shared_bytes;

  if (bytes == 0)
    {
      g_string_append (text, "no shared memory");
      return;
    }
  append_bytes (text, bytes);
  g_string_append (text, " of shared memory");
}

char *
ws_calculator_describe_launch (const WsCalculatorSide *side)
{
  const WsOccupancyLaunch *launch = &side->launch;
  GString *text = g_string_new (NULL);

  g_string_append_printf (
      text, "%u.%u %s: %u thread%s per block, ", side->limits->cc_major, side->limits->cc_minor,
      ws_occupancy_get_architecture (side->limits->cc_major, side->limits->cc_minor),
      launch->threads, launch->threads == 1 ? "" : "s");
  if (launch->registers == 0)
    g_string_append (text, "registers not known");
  else
    {
      g_string_append_printf (text, "%u register%s", launch->registers,
                              launch->registers == 1 ? "" : "s");
      if (side->registers_from != NULL && *side->registers_from != '\0')
        g_string_append_printf (text, " (%s)", side->registers_from);
    }
  g_string_append (text, ", ");
  append_shared (text, launch);
  if (launch->carve_out >= 0)
    g_string_append_printf (text, ", carve-out %d %%", launch->carve_out);
  return g_string_free (text, FALSE);
}

char *
ws_calculator_describe_limiters (const WsCalculatorSide *side)
{
  g_autofree char *limiters = ws_occupancy_name_limiters (side->result.limiters);

  return g_strdup_printf (
      "%s %s", side->result.blocks == 0 ? "does not run: too many" : "limited by", limiters);
}

char *
ws_calculator_dup_difference (const WsCalculator *calculator)
{
  return g_strdup_printf ("From A to B: %s.", calculator->difference);
}

char *
ws_calculator_format_value (const WsCalculatorSide *side, WsCalculatorChart chart)
{
  guint value = ws_calculator_get_value (&side->launch, chart);

  if (chart == WS_CALCULATOR_REGISTERS && value == 0)
    return g_strdup ("?");
  if (chart == WS_CALCULATOR_SHARED && value > 0)
    {
      char kb[32];

      g_ascii_formatd (kb, sizeof kb, "%.4g", value / 1024.);
      return g_strdup_printf ("%s KB", kb);
    }
  return ws_format_count (value);
}

const char *
ws_calculator_get_sentence (const WsCalculatorSide *side, WsLimiter limiter)
{
  const char *colon = strstr (side->explanations[limiter], ": ");

  return colon != NULL ? colon + 2 : side->explanations[limiter];
}

static void
append_advice (GString *text, const WsCalculatorSide *side)
{
  gsize begin = text->len;

  if (side->advice != NULL)
    {
      g_string_append_printf (text, "%s.", side->advice);
      text->str[begin] = g_ascii_toupper (text->str[begin]);
    }
  else if (side->result.warps >= side->limits->warps)
    g_string_append (text, "Nothing: every warp slot is taken.");
  else
    g_string_append (text, "No change of one thing gives more blocks.");
}

/* (transfer full): what would help next, of each case */
char *
ws_calculator_dup_advice (const WsCalculator *calculator)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < calculator->n_sides; i++)
    {
      if (calculator->n_sides == 2)
        g_string_append (text, i == 0 ? "A: " : " B: ");
      append_advice (text, &calculator->sides[i]);
    }
  return g_string_free (text, FALSE);
}

char *
ws_calculator_dup_change (const WsCalculator *calculator)
{
  if (calculator->change != NULL)
    return g_strdup (calculator->change);
  return g_strdup ("Time machine: this launch on every compute capability");
}

char *
ws_calculator_title (const WsCalculator *self)
{
  return g_strdup (self->n_sides == 2 ? "Occupancy of two launches" : "Occupancy");
}

char *
ws_calculator_subtitle (const WsCalculator *self)
{
  const WsOccupancyLimits *a = self->sides[0].limits;
  const WsOccupancyLimits *b = self->sides[self->n_sides - 1].limits;
  const char *name = ws_occupancy_get_architecture (a->cc_major, a->cc_minor);

  if (a != b)
    return g_strdup_printf ("compute capabilities %u.%u (%s) and %u.%u (%s)", a->cc_major,
                            a->cc_minor, name, b->cc_major, b->cc_minor,
                            ws_occupancy_get_architecture (b->cc_major, b->cc_minor));
  return g_strdup_printf ("compute capability %u.%u (%s)", a->cc_major, a->cc_minor, name);
}

static void
append_answer (GString *text, const WsCalculatorSide *side)
{
  const WsOccupancy *result = &side->result;
  g_autofree char *share = ws_occupancy_format_share (result->occupancy);
  g_autofree char *limiters = ws_occupancy_name_limiters (result->limiters);
  g_autofree char *launch = ws_calculator_describe_launch (side);

  if (result->blocks == 0)
    g_string_append_printf (text, "%s: does not run, %s.", launch,
                            side->explanations[ws_occupancy_get_first_limiter (result->limiters)]);
  else
    g_string_append_printf (text,
                            "%s: %s%s theoretical occupancy, %u block%s and %u of %u warps on an "
                            "SM, limited by %s.",
                            launch, side->launch.registers == 0 ? "at most " : "", share,
                            result->blocks, result->blocks == 1 ? "" : "s", result->warps,
                            side->limits->warps, limiters);
}

/**
 * ws_calculator_caption:
 * @self: a calculator
 *
 * Returns: (transfer full): the answer in one or two sentences, without what the picture says
 * anyway
 */
char *
ws_calculator_caption (const WsCalculator *self)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < self->n_sides; i++)
    {
      const WsCalculatorSide *side = &self->sides[i];
      const WsOccupancy *result = &side->result;
      g_autofree char *share = ws_occupancy_format_share (result->occupancy);
      g_autofree char *limiters = ws_occupancy_name_limiters (result->limiters);

      if (self->n_sides == 2)
        g_string_append (text, i == 0 ? "A: " : " B: ");
      if (result->blocks == 0)
        g_string_append_printf (
            text, "Does not run: %s.",
            ws_calculator_get_sentence (side, ws_occupancy_get_first_limiter (result->limiters)));
      else
        g_string_append_printf (text,
                                "%s of an SM's warp slots are taken: %u block%s of %u "
                                "warp%s, limited by %s.",
                                share, result->blocks, result->blocks == 1 ? "" : "s",
                                result->warps_per_block, result->warps_per_block == 1 ? "" : "s",
                                limiters);
      if (self->n_sides == 1 && side->advice != NULL)
        {
          g_string_append_c (text, ' ');
          append_advice (text, side);
        }
    }
  return g_string_free (text, FALSE);
}

/**
 * ws_calculator_describe:
 * @self: a calculator
 *
 * Returns: (transfer full): what the picture shows, in a few sentences: a caption, and what a
 * screen reader reads
 */
char *
ws_calculator_describe (const WsCalculator *self)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < self->n_sides; i++)
    {
      if (self->n_sides == 2)
        g_string_append (text, i == 0 ? "A: " : " B: ");
      append_answer (text, &self->sides[i]);
    }
  if (self->n_sides == 1 && self->sides[0].advice != NULL)
    {
      g_string_append_c (text, ' ');
      append_advice (text, &self->sides[0]);
    }
  if (self->difference != NULL)
    g_string_append_printf (text, " From A to B: %s.", self->difference);
  if (self->change != NULL)
    g_string_append_printf (text, " %s.", self->change);
  return g_string_free (text, FALSE);
}

/**
 * ws_calculator_source:
 * @self: a calculator
 *
 * Returns: (transfer full): what the figures are: computed, from which limits
 */
char *
ws_calculator_source (const WsCalculator *self)
{
  const WsCalculatorSide *a = &self->sides[0];

  return g_strdup_printf ("Theoretical: computed from the limits of compute capability %u.%u, not "
                          "measured",
                          a->limits->cc_major, a->limits->cc_minor);
}

static char *
describe_value (const WsCalculator *calculator, const WsCalculatorHit *hit)
{
  const WsCalculatorSide *a = &calculator->sides[0];
  WsCalculatorSide other = { .limits = a->limits, .launch = a->launch };
  g_autofree char *value = NULL;
  g_autofree char *limiters = NULL;
  const char *name = ws_calculator_chart_get_name (hit->chart);

  ws_calculator_set_value (&other.launch, hit->chart, hit->value);
  ws_occupancy_compute (other.limits, &other.launch, &other.result);
  value = hit->chart == WS_CALCULATOR_SHARED ? ws_format_count (hit->value)
                                             : g_strdup_printf ("%u", hit->value);
  if (hit->chart == WS_CALCULATOR_SHARED)
    name = "bytes of shared memory per block";
  limiters = ws_occupancy_name_limiters (other.result.limiters);
  if (other.result.blocks == 0)
    return g_strdup_printf ("%s %s: does not run, for %s", value, name, limiters);
  return g_strdup_printf ("%s %s: %u block%s, %u of %u warps\nlimited by %s", value, name,
                          other.result.blocks, other.result.blocks == 1 ? "" : "s",
                          other.result.warps, other.limits->warps, limiters);
}

/**
 * ws_calculator_hit_describe:
 * @calculator: what is drawn
 * @hit: from ws_calculator_pick()
 *
 * Returns: (transfer full) (nullable): text for a tooltip
 */
char *
ws_calculator_hit_describe (const WsCalculator *calculator, const WsCalculatorHit *hit)
{
  switch (hit->kind)
    {
    case WS_CALCULATOR_HIT_CHART:
      return describe_value (calculator, hit);
    case WS_CALCULATOR_HIT_LIMITER:
      return g_strdup (calculator->sides[hit->side].explanations[hit->limiter]);
      case WS_CALCULATOR_HIT_CAPABILITY: {
        const WsOccupancyLimits *limits = ws_occupancy_limits_get (hit->capability);
        const WsCalculatorSide *a = &calculator->sides[0];
        const WsOccupancy *result = &calculator->capabilities[hit->capability];
        g_autofree char *share = ws_occupancy_format_share (result->occupancy);

        if (limits != a->limits)
          return ws_occupancy_describe_change (a->limits, &a->launch, limits, &a->launch);
        return g_strdup_printf ("%u.%u %s: %s", limits->cc_major, limits->cc_minor,
                                ws_occupancy_get_architecture (limits->cc_major, limits->cc_minor),
                                share);
      }
    case WS_CALCULATOR_HIT_NONE:
    default:
      return NULL;
    }
}
