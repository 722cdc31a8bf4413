/* words.c: the calculator's picture in sentences. */
#include "calculator/private.h"
#include "words/words.h"

#include <glib/gi18n.h>

/* (transfer full) */
static char *
describe_shared (const WsOccupancyLaunch *launch)
{
  guint64 bytes = (guint64)launch->static_shared_bytes + launch->dynamic_shared_bytes;
  g_autofree char *count = ws_format_count (bytes);

  if (bytes == 0)
    return g_strdup (_ ("no shared memory"));
  return g_strdup_printf (ngettext ("%s byte of shared memory", "%s bytes of shared memory", bytes),
                          count);
}

/* (transfer full) */
static char *
describe_registers (const WsCalculatorSide *side)
{
  g_autofree char *count = ws_words_count (WS_NOUN_REGISTER, side->launch.registers);

  if (side->launch.registers == 0)
    return g_strdup (_ ("registers not known"));
  if (side->registers_from == NULL || *side->registers_from == '\0')
    return g_steal_pointer (&count);
  /* Translators: registers of a thread, and who says so */
  return g_strdup_printf (_ ("%1$s (%2$s)"), count, side->registers_from);
}

/* Returns: (transfer full): as in "8.6 Ampere: 256 threads per block, 37 registers, 12 288 bytes"
 */
char *
ws_calculator_describe_launch (const WsCalculatorSide *side)
{
  const WsOccupancyLaunch *launch = &side->launch;
  const WsOccupancyLimits *limits = side->limits;
  const char *architecture = ws_occupancy_get_architecture (limits->cc_major, limits->cc_minor);
  g_autofree char *registers = describe_registers (side);
  g_autofree char *shared = describe_shared (launch);
  GString *text = g_string_new (NULL);

  /* Translators: compute capability, its architecture, threads, registers, shared memory */
  g_string_printf (text,
                   ngettext ("%1$u.%2$u %3$s: %4$u thread per block, %5$s, %6$s",
                             "%1$u.%2$u %3$s: %4$u threads per block, %5$s, %6$s", launch->threads),
                   limits->cc_major, limits->cc_minor, architecture, launch->threads, registers,
                   shared);
  if (launch->carve_out >= 0)
    {
      g_autofree char *carve_out = g_strdup_printf (_ ("carve-out %d %%"), launch->carve_out);

      ws_words_add_item (text, carve_out);
    }
  return g_string_free (text, FALSE);
}

/* Returns: (transfer full): as in "limited by registers" */
char *
ws_calculator_describe_limiters (const WsCalculatorSide *side)
{
  g_autofree char *limiters = ws_occupancy_name_limiters (side->result.limiters);

  return g_strdup_printf (
      side->result.blocks == 0 ? _ ("does not run: too many %s") : _ ("limited by %s"), limiters);
}

/**
 * ws_calculator_dup_difference:
 * @calculator: of two cases
 *
 * Returns: (transfer full): a sentence: what changes from A to B
 */
char *
ws_calculator_dup_difference (const WsCalculator *calculator)
{
  return g_strdup_printf (_ ("From A to B: %s."), calculator->difference);
}

/**
 * ws_calculator_format_value:
 * @chart: which of its values
 *
 * Returns: (transfer full): as in "256" or "12 KB"; "?" of registers that are not known
 */
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
      return g_strdup_printf (_ ("%s KB"), kb);
    }
  return ws_format_count (value);
}

/* (transfer full): what would help @side next */
static char *
describe_advice (const WsCalculatorSide *side)
{
  g_autofree char *advice = side->advice != NULL ? ws_words_capitalize (side->advice) : NULL;

  if (advice != NULL)
    return g_strdup_printf ("%s.", advice);
  return g_strdup (side->result.warps >= side->limits->warps
                       ? _ ("No change: every warp slot is taken.")
                       : _ ("No single change allows more blocks."));
}

/* Adds the text of a side; with two sides, after its letter. */
static void
append_side (GString *text, const WsCalculator *calculator, guint side, const char *sentence)
{
  g_autofree char *named = g_strdup_printf (side == 0 ? _ ("A: %s") : _ ("B: %s"), sentence);

  ws_words_append (text, calculator->n_sides == 2 ? named : sentence);
}

/**
 * ws_calculator_dup_advice:
 * @calculator: of one case or two
 *
 * Returns: (transfer full): what would help next, of each case
 */
char *
ws_calculator_dup_advice (const WsCalculator *calculator)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < calculator->n_sides; i++)
    {
      g_autofree char *advice = describe_advice (&calculator->sides[i]);

      append_side (text, calculator, i, advice);
    }
  return g_string_free (text, FALSE);
}

/**
 * ws_calculator_dup_change:
 * @calculator: of one case or two
 *
 * Returns: (transfer full): what the last step of the compute capability changed; what the strip
 * is, where there was none
 */
char *
ws_calculator_dup_change (const WsCalculator *calculator)
{
  if (calculator->change != NULL)
    return g_strdup (calculator->change);
  return g_strdup (_ ("Time machine: this launch on every compute capability"));
}

/* Returns: (transfer full): "Occupancy calculator", or "Occupancy calculator: two launches" */
char *
ws_calculator_title (const WsCalculator *self)
{
  return g_strdup (self->n_sides == 2 ? _ ("Occupancy calculator: two launches")
                                      : _ ("Occupancy calculator"));
}

/* Returns: (transfer full): the compute capability, or both, with the names of their architectures
 */
char *
ws_calculator_subtitle (const WsCalculator *self)
{
  const WsOccupancyLimits *a = self->sides[0].limits;
  const WsOccupancyLimits *b = self->sides[self->n_sides - 1].limits;
  const char *name = ws_occupancy_get_architecture (a->cc_major, a->cc_minor);

  if (a != b)
    return g_strdup_printf (_ ("compute capabilities %1$u.%2$u (%3$s) and %4$u.%5$u (%6$s)"),
                            a->cc_major, a->cc_minor, name, b->cc_major, b->cc_minor,
                            ws_occupancy_get_architecture (b->cc_major, b->cc_minor));
  return g_strdup_printf (_ ("compute capability %1$u.%2$u (%3$s)"), a->cc_major, a->cc_minor,
                          name);
}

/* (transfer full): of a launch that runs not at all, or that does */
static char *
describe_answer (const WsCalculatorSide *side)
{
  const WsOccupancy *result = &side->result;
  WsLimiter first = ws_occupancy_get_first_limiter (result->limiters);
  g_autofree char *share = ws_occupancy_format_share (result->occupancy);
  g_autofree char *limiters = ws_occupancy_name_limiters (result->limiters);
  g_autofree char *launch = ws_calculator_describe_launch (side);
  g_autofree char *blocks = ws_words_count (WS_NOUN_BLOCK, result->blocks);

  if (result->blocks == 0)
    {
      g_autofree char *why = ws_occupancy_name_explanation (first, side->explanations[first]);

      /* Translators: a launch, and what of it is too much */
      return g_strdup_printf (_ ("%1$s: does not run, %2$s."), launch, why);
    }
  /* Translators: launch, share, blocks, warps, room for warps, what limits them */
  return g_strdup_printf (side->launch.registers == 0
                              ? _ ("%1$s: at most %2$s theoretical occupancy, %3$s and %4$u of "
                                   "%5$u warps on an SM, limited by %6$s.")
                              : _ ("%1$s: %2$s theoretical occupancy, %3$s and %4$u of %5$u warps "
                                   "on an SM, limited by %6$s."),
                          launch, share, blocks, result->warps, side->limits->warps, limiters);
}

/* (transfer full): the same, without what the picture says anyway */
static char *
describe_answer_briefly (const WsCalculatorSide *side)
{
  const WsOccupancy *result = &side->result;
  g_autofree char *share = ws_occupancy_format_share (result->occupancy);
  g_autofree char *limiters = ws_occupancy_name_limiters (result->limiters);
  g_autofree char *blocks = ws_words_count (WS_NOUN_BLOCK, result->blocks);
  g_autofree char *warps = ws_words_count (WS_NOUN_WARP, result->warps_per_block);

  if (result->blocks == 0)
    return g_strdup_printf (_ ("Does not run: %s."),
                            side->explanations[ws_occupancy_get_first_limiter (result->limiters)]);
  /* Translators: share, blocks, warps of each, what limits them */
  return g_strdup_printf (
      _ ("%1$s of an SM's warp slots are taken: %2$s of %3$s, limited by %4$s."), share, blocks,
      warps, limiters);
}

/* (transfer full): what @describe says of each side, and of one side what would help */
static char *
describe_sides (const WsCalculator *self, char *(*describe) (const WsCalculatorSide *))
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < self->n_sides; i++)
    {
      g_autofree char *answer = describe (&self->sides[i]);

      append_side (text, self, i, answer);
    }
  if (self->n_sides == 1 && self->sides[0].advice != NULL)
    {
      g_autofree char *advice = describe_advice (&self->sides[0]);

      ws_words_append (text, advice);
    }
  return g_string_free (text, FALSE);
}

/* Returns: (transfer full): the answer in one or two sentences, without what the picture says
 * anyway */
char *
ws_calculator_caption (const WsCalculator *self)
{
  return describe_sides (self, describe_answer_briefly);
}

/* Returns: (transfer full): what the picture shows, in a few sentences: a caption, and what a
 * screen reader reads */
char *
ws_calculator_describe (const WsCalculator *self)
{
  g_autofree char *answers = describe_sides (self, describe_answer);
  GString *text = g_string_new (answers);

  if (self->difference != NULL)
    {
      g_autofree char *difference = ws_calculator_dup_difference (self);

      ws_words_append (text, difference);
    }
  if (self->change != NULL)
    g_string_append_printf (text, " %s.", self->change);
  return g_string_free (text, FALSE);
}

/* Returns: (transfer full): what the figures are: computed, from which limits */
char *
ws_calculator_source (const WsCalculator *self)
{
  const WsCalculatorSide *a = &self->sides[0];

  return g_strdup_printf (
      _ ("Theoretical: computed from the limits of compute capability %1$u.%2$u, not measured"),
      a->limits->cc_major, a->limits->cc_minor);
}

static char *
describe_value (const WsCalculator *calculator, const WsCalculatorHit *hit)
{
  const WsCalculatorSide *a = &calculator->sides[0];
  WsCalculatorSide other = { .limits = a->limits, .launch = a->launch };
  g_autofree char *value = NULL;
  g_autofree char *limiters = NULL;
  g_autofree char *asked = NULL;
  g_autofree char *blocks = NULL;

  ws_calculator_set_value (&other.launch, hit->chart, hit->value);
  ws_occupancy_compute (other.limits, &other.launch, &other.result);
  value = hit->chart == WS_CALCULATOR_SHARED ? ws_format_count (hit->value)
                                             : g_strdup_printf ("%u", hit->value);
  asked =
      hit->chart == WS_CALCULATOR_SHARED
          ? g_strdup_printf (ngettext ("%s byte of shared memory per block",
                                       "%s bytes of shared memory per block", hit->value),
                             value)
          : g_strdup_printf (_ ("%1$s %2$s"), value, _ (ws_calculator_chart_get_name (hit->chart)));
  limiters = ws_occupancy_name_limiters (other.result.limiters);
  blocks = ws_words_count (WS_NOUN_BLOCK, other.result.blocks);
  if (other.result.blocks == 0)
    return g_strdup_printf (_ ("%1$s: does not run because of %2$s"), asked, limiters);
  /* Translators: registers, say; blocks, warps, room for warps, what limits them */
  return g_strdup_printf (_ ("%1$s: %2$s, %3$u of %4$u warps\nlimited by %5$s"), asked, blocks,
                          other.result.warps, other.limits->warps, limiters);
}

/**
 * ws_calculator_hit_describe:
 * @calculator: the calculator
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
      return ws_occupancy_name_explanation (
          hit->limiter, calculator->sides[hit->side].explanations[hit->limiter]);
      case WS_CALCULATOR_HIT_CAPABILITY: {
        const WsOccupancyLimits *limits = ws_occupancy_limits_get (hit->capability);
        const WsCalculatorSide *a = &calculator->sides[0];
        const WsOccupancy *result = &calculator->capabilities[hit->capability];
        g_autofree char *share = ws_occupancy_format_share (result->occupancy);

        if (limits != a->limits)
          return ws_occupancy_describe_change (a->limits, &a->launch, limits, &a->launch);
        /* Translators: a compute capability, its architecture, a share */
        return g_strdup_printf (_ ("%1$u.%2$u %3$s: %4$s"), limits->cc_major, limits->cc_minor,
                                ws_occupancy_get_architecture (limits->cc_major, limits->cc_minor),
                                share);
      }
    case WS_CALCULATOR_HIT_NONE:
    default:
      return NULL;
    }
}
