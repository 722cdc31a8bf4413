#include "pen/quantity.h"

#include "pen/paint.h"
#include "record/run.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#define N_DIGITS 3 /* significant ones */

typedef struct {
  const char *name;
  double divisor;
} Unit;

/* the smallest first */
static const Unit time_units[] = { { "ns", 1 }, { "µs", 1e3 }, { "ms", 1e6 }, { "s", 1e9 } };
static const Unit bandwidth_units[] = {
  { "B/s", 1 }, { "kB/s", 1e3 }, { "MB/s", 1e6 }, { "GB/s", 1e9 }, { "TB/s", 1e12 }
};
static const Unit rate_units[] = {
  { "/s", 1 }, { "k/s", 1e3 }, { "M/s", 1e6 }, { "G/s", 1e9 }, { "T/s", 1e12 }
};
static const Unit share_units[] = { { "%", 0.01 } };
static const Unit factor_units[] = { { "×", 1 } };

static const struct {
  const Unit *units;
  guint n_units;
} units_of[] = {
  [WS_QUANTITY_TIME] = { time_units, G_N_ELEMENTS (time_units) },
  [WS_QUANTITY_BANDWIDTH] = { bandwidth_units, G_N_ELEMENTS (bandwidth_units) },
  [WS_QUANTITY_RATE] = { rate_units, G_N_ELEMENTS (rate_units) },
  [WS_QUANTITY_SHARE] = { share_units, G_N_ELEMENTS (share_units) },
  [WS_QUANTITY_FACTOR] = { factor_units, G_N_ELEMENTS (factor_units) },
  [WS_QUANTITY_INTENSITY] = { NULL, 0 },
};

static void
append_superscript (GString *text, int number)
{
  static const char *const digits[] = { "⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹" };
  char plain[16];

  g_snprintf (plain, sizeof plain, "%d", number);
  for (const char *c = plain; *c != '\0'; c++)
    g_string_append (text, *c == '-' ? "⁻" : digits[*c - '0']);
}

/* The exponent of the first digit, once it is rounded to @n_digits. */
static int
get_exponent (double value, int n_digits)
{
  char text[32];
  const char *e;

  g_snprintf (text, sizeof text, "%.*e", n_digits - 1, value);
  e = strchr (text, 'e');
  return e != NULL ? (int)g_ascii_strtoll (e + 1, NULL, 10) : 0;
}

/* Without the error of the ways that led to it: what was whole nanoseconds is that again after a
 * way over seconds, and where it lies halfway between two figures it is rounded to the same one. */
static double
settle (double value)
{
  char text[40];

  g_ascii_formatd (text, sizeof text, "%.12g", value);
  return g_ascii_strtod (text, NULL);
}

/* To three digits; whole numbers of up to three are not given decimals where @whole. */
static void
append_digits (GString *text, double value, gboolean whole)
{
  char digits[40];
  char format[8];
  int exponent;
  int n_decimals;

  if (value < 0)
    g_string_append (text, "−");
  value = fabs (value);
  if (!(value > 0))
    {
      g_string_append_c (text, '0');
      return;
    }
  exponent = get_exponent (value, N_DIGITS);
  if (exponent < -3 || exponent > 6)
    {
      double mantissa = value / pow (10, exponent);

      /* where the power itself is nothing, or too much */
      if (!isfinite (mantissa) || mantissa < 0.9 || mantissa > 11)
        mantissa = 1;
      g_ascii_formatd (digits, sizeof digits, "%.2f", mantissa);
      g_string_append_printf (text, "%s × 10", digits);
      append_superscript (text, exponent);
      return;
    }
  n_decimals = MAX (N_DIGITS - 1 - exponent, 0);
  if (whole && value < 1000 && fabs (value - round (value)) < 1e-9 * value)
    n_decimals = 0;
  if (n_decimals == 0)
    {
      double unit = pow (10, MAX (exponent - N_DIGITS + 1, 0));
      g_autofree char *count = ws_format_count (ws_double_to_count (round (value / unit) * unit));

      g_string_append (text, count);
      return;
    }
  g_snprintf (format, sizeof format, "%%.%df", n_decimals);
  g_string_append (text, g_ascii_formatd (digits, sizeof digits, format, value));
}

/* A unit in which the value, rounded, has one to three digits before the point. */
static const Unit *
find_unit (WsQuantity quantity, double value)
{
  const Unit *units = units_of[quantity].units;
  guint n = units_of[quantity].n_units;
  guint i = 0;

  while (i + 1 < n
         && get_exponent (fabs (value), N_DIGITS) >= (int)round (log10 (units[i + 1].divisor)))
    i++;
  return &units[i];
}

static gboolean
get_power_of_two (double value, int *exponent)
{
  double mantissa = frexp (value, exponent);

  *exponent -= 1;
  return mantissa == 0.5;
}

/**
 * ws_quantity_append_power:
 * @text: what it is added to
 * @base: as in 2
 * @exponent: as in 22
 *
 * Adds "2²²".
 */
void
ws_quantity_append_power (GString *text, int base, int exponent)
{
  g_string_append_printf (text, "%d", base);
  append_superscript (text, exponent);
}

/**
 * ws_quantity_format:
 * @value: in ns, bytes per second, operations per second, shares of 1
 *
 * Returns: (transfer full): the value with its unit, to three significant digits: "3.04 ms"; of
 * counts, all digits; "not known" of what is not finite
 */
char *
ws_quantity_format (WsQuantity quantity, double value)
{
  g_autoptr (GString) text = NULL;
  gboolean whole;
  int exponent;

  if (!isfinite (value))
    return g_strdup (_ ("not known"));
  value = settle (value);
  text = g_string_new (NULL);
  if (quantity == WS_QUANTITY_ELEMENTS && value >= 1024 && get_power_of_two (value, &exponent))
    {
      ws_quantity_append_power (text, 2, exponent);
      return g_string_free (g_steal_pointer (&text), FALSE);
    }
  whole = quantity == WS_QUANTITY_COUNT || quantity == WS_QUANTITY_ELEMENTS;
  if (whole && fabs (value) < 9e15)
    {
      g_autofree char *count = ws_format_count ((guint64)round (fabs (value)));

      g_string_append_printf (text, "%s%s", value < -0.5 ? "−" : "", count);
    }
  else if ((guint)quantity >= G_N_ELEMENTS (units_of) || units_of[quantity].n_units == 0)
    append_digits (text, value, TRUE);
  else
    {
      const Unit *unit = find_unit (quantity, value);

      append_digits (text, value / unit->divisor,
                     quantity != WS_QUANTITY_SHARE && unit->divisor == 1);
      g_string_append_printf (text, "%s%s", quantity == WS_QUANTITY_FACTOR ? "" : " ", unit->name);
    }
  if (quantity == WS_QUANTITY_INTENSITY)
    g_string_append (text, " op/B");
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/**
 * ws_quantity_format_in_unit:
 * @value: of a metric or a counter
 * @unit: (nullable): as it says it: "ns", "GB/s", "%", any other, or none
 *
 * Returns: (transfer full): the value with its unit: whole where it is a count, a share to one
 * decimal, a time and a bandwidth to three digits
 */
char *
ws_quantity_format_in_unit (double value, const char *unit)
{
  gboolean whole = value == floor (value) && value >= 0 && value < 1e15;
  g_autofree char *number = NULL;

  if (g_strcmp0 (unit, "ns") == 0)
    return ws_quantity_format (WS_QUANTITY_TIME, value);
  if (g_strcmp0 (unit, "GB/s") == 0)
    return ws_quantity_format (WS_QUANTITY_BANDWIDTH, value * 1e9);
  if (g_strcmp0 (unit, "%") == 0)
    number = g_strdup_printf ("%.1f", value);
  else
    number = whole ? ws_format_count ((guint64)value) : g_strdup_printf ("%.2f", value);
  if (unit == NULL || *unit == '\0')
    return g_steal_pointer (&number);
  return g_strdup_printf ("%s\u00a0%s", number, _ (unit));
}

/**
 * ws_quantity_choose_unit:
 * @largest: the largest value that is shown
 * @divisor: (out): labels are values divided by it
 *
 * Returns: the unit's name, as in "ms"; empty where there is none
 */
const char *
ws_quantity_choose_unit (WsQuantity quantity, double largest, double *divisor)
{
  const Unit *unit;

  *divisor = 1;
  if ((guint)quantity >= G_N_ELEMENTS (units_of) || units_of[quantity].n_units == 0)
    return "";
  unit = find_unit (quantity, isfinite (largest) ? largest : 1);
  *divisor = unit->divisor;
  return unit->name;
}
