#include "pen/ticks.h"

#include "pen/quantity.h"

#include <math.h>
#include <string.h>

#define MAX_TICKS 64
#define MAX_TRIES 400

/**
 * ws_ticks_get_step:
 * @kind: which steps are round
 * @unit: steps are this times a round number, of at least 1; 0: any step
 * @least: no smaller
 *
 * Returns: the least round step
 */
double
ws_ticks_get_step (WsTicksKind kind, double unit, double least)
{
  static const double mantissas[] = { 1, 2, 5, 10 };
  double scaled = unit > 0 ? least / unit : least;
  double power;

  if (!(scaled > 0) || (unit > 0 && scaled <= 1))
    return unit > 0 ? unit : 1;
  if (kind == WS_TICKS_BINARY)
    return (unit > 0 ? unit : 1) * exp2 (ceil (log2 (scaled) - 1e-9));
  power = pow (10, floor (log10 (scaled)));
  for (guint i = 0; i < G_N_ELEMENTS (mantissas); i++)
    if (mantissas[i] * power >= scaled * (1 - 1e-9))
      return (unit > 0 ? unit : 1) * mantissas[i] * power;
  return (unit > 0 ? unit : 1) * 10 * power;
}

/**
 * ws_ticks_format:
 * @label: (out caller-allocates): "0", "2.5", "12 000", "10⁹", "2.5 × 10⁹"
 * @size: of @label, at least 48
 *
 * Writes @value as short as it is exact to six digits.
 */
void
ws_ticks_format (double value, char *label, gsize size)
{
  double whole = round (value);

  if (fabs (value) < 1e-300)
    g_snprintf (label, size, "0");
  else if (fabs (value - whole) < fabs (value) * 1e-9 && fabs (value) < 1e7)
    {
      g_autofree char *count = ws_format_count ((guint64)fabs (whole));

      g_snprintf (label, size, "%s%s", value < 0 ? "−" : "", count);
    }
  else
    {
      char digits[24];
      char *e;

      g_ascii_formatd (digits, sizeof digits, "%.6g", fabs (value));
      e = strchr (digits, 'e');
      if (e != NULL)
        {
          g_autoptr (GString) power = g_string_new (NULL);

          *e = '\0';
          ws_quantity_append_power (power, 10, (int)g_ascii_strtoll (e + 1, NULL, 10));
          g_snprintf (label, size, "%s%s%s%s", value < 0 ? "−" : "",
                      g_str_equal (digits, "1") ? "" : digits,
                      g_str_equal (digits, "1") ? "" : " × ", power->str);
        }
      else
        g_snprintf (label, size, "%s%s", value < 0 ? "−" : "", digits);
    }
}

static void
add (GArray *ticks, const WsScale *scale, const WsTicksOptions *options, double value)
{
  WsTick tick = { .value = value, .at = ws_scale_to_place (scale, value) };

  ws_ticks_format (value / (options->shown_unit > 0 ? options->shown_unit : 1), tick.label,
                   sizeof tick.label);
  g_array_append_val (ticks, tick);
}

/* Six digits are the same for numbers that lie close, far from 0: those have all their digits. */
static void
tell_apart (WsTick *tick, const WsTicksOptions *options, double step)
{
  double unit = options->shown_unit > 0 ? options->shown_unit : 1;
  double shown = fabs (tick->value / unit);

  if (shown >= 1e7 && shown < 1e15 && step / unit < shown * 1e-4 && step / unit >= 1)
    {
      g_autofree char *count = ws_format_count ((guint64)round (shown));

      g_snprintf (tick->label, sizeof tick->label, "%s%s", tick->value < 0 ? "−" : "", count);
    }
}

/* Values by integer index, so that errors do not add up. */
static void
fill_linear (GArray *ticks, const WsScale *scale, const WsTicksOptions *options, double step)
{
  double slack = (scale->to - scale->from) * 1e-9;
  double first = ceil ((scale->from - slack) / step);
  double last = floor ((scale->to + slack) / step);

  g_array_set_size (ticks, 0);
  for (double i = first; i <= last && ticks->len < MAX_TICKS; i++)
    {
      add (ticks, scale, options, i * step);
      tell_apart (&g_array_index (ticks, WsTick, ticks->len - 1), options, step);
      if (i + 1 == i) /* beyond what integers are exact for */
        break;
    }
}

/* Powers of the base, every @stride-th; where there are few decades, 2 and 5 times them. */
static void
fill_logarithmic (GArray *ticks, const WsScale *scale, const WsTicksOptions *options, int stride)
{
  double base = scale->kind == WS_SCALE_LOG2 ? 2 : 10;
  int first = (int)floor (log (scale->from) / log (base) - 1e-9);
  int last = (int)ceil (log (scale->to) / log (base) + 1e-9);
  static const double mantissas[] = { 1, 2, 5 };
  guint n = stride == 0 && base == 10 ? G_N_ELEMENTS (mantissas) : 1;

  g_array_set_size (ticks, 0);
  for (int exponent = first; exponent <= last && ticks->len < MAX_TICKS; exponent++)
    for (guint m = 0; m < n; m++)
      {
        double value = mantissas[m] * pow (base, exponent);

        if (exponent % MAX (stride, 1) != 0 || value < scale->from * (1 - 1e-9)
            || value > scale->to * (1 + 1e-9))
          continue;
        add (ticks, scale, options, value);
        if (options->powers && m == 0)
          {
            g_autoptr (GString) power = g_string_new (NULL);
            WsTick *tick = &g_array_index (ticks, WsTick, ticks->len - 1);

            ws_quantity_append_power (power, (int)base, exponent);
            g_strlcpy (tick->label, power->str, sizeof tick->label);
          }
      }
}

static double
get_extent (WsText *text, WsFace face, double px, const WsTicksOptions *options, const char *label)
{
  return options->vertical ? ws_text_cap_height (text, face, px)
                           : ws_text_gather_width (text, face, px, label);
}

/* Whether each label keeps away from the one before. */
static gboolean
have_room (const GArray *ticks, const WsTicksOptions *options, WsText *text, WsFace face, double px)
{
  double air = px * MAX (options->air, options->vertical ? 0.9 : 1.5);
  double before = 0;

  for (guint i = 0; i < ticks->len; i++)
    {
      const WsTick *tick = &g_array_index (ticks, WsTick, i);
      double half = get_extent (text, face, px, options, tick->label) / 2;

      if (i > 0 && fabs (tick->at - g_array_index (ticks, WsTick, i - 1).at) < before + half + air)
        return FALSE;
      before = half;
    }
  return TRUE;
}

static void
find_linear (GArray *ticks, const WsScale *scale, const WsTicksOptions *options, WsText *text,
             WsFace face, double px)
{
  double span = scale->to - scale->from;
  double length = fabs (scale->at_to - scale->at_from);
  double step = ws_ticks_get_step (options->kind, options->unit,
                                   MAX (span * px * 1.2 / length, span / (MAX_TICKS - 4)));

  for (guint i = 0; i < MAX_TRIES && isfinite (step); i++)
    {
      fill_linear (ticks, scale, options, step);
      if (have_room (ticks, options, text, face, px))
        return;
      step = ws_ticks_get_step (options->kind, options->unit, step * 1.01);
    }
  g_array_set_size (ticks, 0);
}

static void
find_logarithmic (GArray *ticks, const WsScale *scale, const WsTicksOptions *options, WsText *text,
                  WsFace face, double px)
{
  for (int stride = scale->kind == WS_SCALE_LOG10 ? 0 : 1; stride < MAX_TRIES; stride++)
    {
      fill_logarithmic (ticks, scale, options, stride);
      if (ticks->len < MAX_TICKS && have_room (ticks, options, text, face, px))
        return;
    }
  g_array_set_size (ticks, 0);
}

/* Fewer than so many powers on an axis say too little of it. */
#define MIN_POWERS 3

/**
 * ws_ticks_new:
 * @scale: of the axis
 * @options: which values are round
 * @text: measures the labels
 * @face: of the labels
 * @px: of the labels
 *
 * Finds the closest round values whose labels, centred at their places, keep apart. There may be
 * one, or none, where the axis is too short. A logarithmic axis that reaches over few powers has
 * the round values of a linear one.
 *
 * Returns: (transfer full) (element-type WsTick): the ticks, in rising order
 */
GArray *
ws_ticks_new (const WsScale *scale, const WsTicksOptions *options, WsText *text, WsFace face,
              double px)
{
  GArray *ticks = g_array_new (FALSE, FALSE, sizeof (WsTick));

  if (!(fabs (scale->at_to - scale->at_from) > 0))
    return ticks;
  if (scale->kind == WS_SCALE_LINEAR)
    find_linear (ticks, scale, options, text, face, px);
  else
    {
      g_autoptr (GArray) linear = g_array_new (FALSE, FALSE, sizeof (WsTick));

      find_logarithmic (ticks, scale, options, text, face, px);
      if (ticks->len >= MIN_POWERS || scale->to / scale->from > 100)
        return ticks;
      find_linear (linear, scale, options, text, face, px);
      if (linear->len > ticks->len)
        {
          g_array_set_size (ticks, 0);
          g_array_append_vals (ticks, linear->data, linear->len);
        }
    }
  return ticks;
}
