#include "record/record-private.h"

#include <math.h>
#include <string.h>

static float
to_float (guint64 bits)
{
  guint32 word = bits;
  float value;

  memcpy (&value, &word, sizeof value);
  return value;
}

static double
to_double (guint64 bits)
{
  double value;

  memcpy (&value, &bits, sizeof value);
  return value;
}

/* A floating-point format of 16 bits (IEEE 754, "Binary interchange format encodings"). */
typedef struct {
  guint n_fraction; /* bits */
  int bias;
} Small;

static const Small binary16 = { 10, 15 };
static const Small bfloat16 = { 7, 127 };

/* Number of digits that distinguishes any two values of a format. */
#define DIGITS_F16  5
#define DIGITS_BF16 4

static double
small_to_double (const Small *self, guint16 bits)
{
  int exponent = (bits & 0x7fff) >> self->n_fraction;
  int fraction = bits & ((1 << self->n_fraction) - 1);
  double value;

  if (exponent == 2 * self->bias + 1)
    value = fraction != 0 ? NAN : HUGE_VAL;
  else if (exponent == 0)
    value = ldexp (fraction, 1 - self->bias - (int)self->n_fraction);
  else
    value =
        ldexp (fraction + (1 << self->n_fraction), exponent - self->bias - (int)self->n_fraction);
  return bits & 0x8000 ? -value : value;
}

/* Rounded to nearest, ties to even. */
static guint16
small_from_double (const Small *self, double value)
{
  const guint16 infinity = (guint16)((2 * self->bias + 1) << self->n_fraction);
  double size = fabs (value);
  int exponent = 0;
  double bits;

  if (isnan (value))
    return infinity | (guint16)(1 << (self->n_fraction - 1));
  if (size > 0 && !isinf (size))
    {
      frexp (size, &exponent);
      /* rounding up to the next power of two carries into the exponent, as intended */
      exponent = MAX (exponent - 1 + self->bias, 1);
      bits = nearbyint (ldexp (size, self->bias + (int)self->n_fraction - exponent))
             + ldexp (exponent - 1, (int)self->n_fraction);
    }
  else
    bits = size > 0 ? infinity : 0;
  return (guint16)(MIN (bits, infinity) + (signbit (value) ? 0x8000 : 0));
}

/* Returns: whether it is a floating-point type */
gboolean
ws_value_type_is_float (WsValueType type)
{
  return type == WS_VALUE_F32 || type == WS_VALUE_F64 || type == WS_VALUE_F16
         || type == WS_VALUE_BF16;
}

/* Returns: its bytes */
guint
ws_value_type_get_width (WsValueType type)
{
  switch (type)
    {
    case WS_VALUE_B8:
      return 1;
    case WS_VALUE_B16:
    case WS_VALUE_F16:
    case WS_VALUE_BF16:
      return 2;
    case WS_VALUE_U64:
    case WS_VALUE_S64:
    case WS_VALUE_F64:
      return 8;
    case WS_VALUE_U32:
    case WS_VALUE_S32:
    case WS_VALUE_F32:
    default:
      return 4;
    }
}

/**
 * ws_value_to_double:
 * @bits: bits of a value of it, zero-extended
 *
 * Returns: the value; 64-bit integers beyond 2^53 are rounded
 */
double
ws_value_to_double (WsValueType type, guint64 bits)
{
  switch (type)
    {
    case WS_VALUE_S32:
      return (gint32)bits;
    case WS_VALUE_F32:
      return to_float (bits);
    case WS_VALUE_U64:
      return bits;
    case WS_VALUE_S64:
      return (gint64)bits;
    case WS_VALUE_F64:
      return to_double (bits);
    case WS_VALUE_B8:
      return (guint8)bits;
    case WS_VALUE_B16:
      return (guint16)bits;
    case WS_VALUE_F16:
      return small_to_double (&binary16, (guint16)bits);
    case WS_VALUE_BF16:
      return small_to_double (&bfloat16, (guint16)bits);
    case WS_VALUE_U32:
    default:
      return (guint32)bits;
    }
}

/**
 * ws_value_from_double:
 * @type: a floating-point type
 * @value: any
 *
 * Returns: the bits of the nearest value of @type, ties to even; infinity if that is nearer than
 * the greatest value
 */
guint64
ws_value_from_double (WsValueType type, double value)
{
  float single = (float)value;
  guint64 bits = 0;
  guint32 word;

  switch (type)
    {
    case WS_VALUE_F16:
      return small_from_double (&binary16, value);
    case WS_VALUE_BF16:
      return small_from_double (&bfloat16, value);
    case WS_VALUE_F32:
      memcpy (&word, &single, sizeof word);
      return word;
    case WS_VALUE_F64:
      memcpy (&bits, &value, sizeof bits);
      return bits;
    default:
      g_return_val_if_reached (0);
    }
}

/**
 * ws_double_to_count:
 * @value: any, including NaN
 *
 * Returns: the value rounded down to an integer of 64 bits without sign, clamped; 0 for NaN
 */
guint64
ws_double_to_count (double value)
{
  if (!(value > 0))
    return 0;
  return value < 0x1p64 ? (guint64)value : G_MAXUINT64;
}

/* "1.5e+09" -> "1.5e9", "2e-07" -> "2e-7": in a cell of a drawing every character counts. */
static char *
shorten_exponent (char *text)
{
  char *e = strchr (text, 'e');
  char *digits;

  if (e == NULL)
    return text;
  digits = e + 1;
  if (*digits == '+')
    memmove (digits, digits + 1, strlen (digits));
  else if (*digits == '-')
    digits++;
  while (digits[0] == '0' && digits[1] != '\0')
    memmove (digits, digits + 1, strlen (digits));
  return text;
}

static char *
format_real (double value, int digits, guint max_chars)
{
  char buffer[64];

  if (isnan (value))
    return g_strdup ("NaN");
  if (isinf (value))
    return g_strdup (value < 0 ? "-∞" : "∞");
  for (; digits > 0; digits--)
    {
      char format[8];

      g_snprintf (format, sizeof format, "%%.%dg", digits);
      shorten_exponent (g_ascii_formatd (buffer, sizeof buffer, format, value));
      if (max_chars == 0 || strlen (buffer) <= max_chars)
        return g_strdup (buffer);
    }
  return g_strdup ("…");
}

/**
 * ws_value_format:
 * @bits: bits of a value of it, zero-extended
 * @max_chars: maximum length of the text, in characters; 0 for any
 *
 * Formats a value for display. One that is too long loses digits and becomes "2.15e9", or "…" if
 * still too long.
 */
char *
ws_value_format (WsValueType type, guint64 bits, guint max_chars)
{
  g_autofree char *text = NULL;

  switch (type)
    {
    case WS_VALUE_F32:
      return format_real (to_float (bits), 7, max_chars);
    case WS_VALUE_F64:
      return format_real (to_double (bits), 15, max_chars);
    case WS_VALUE_F16:
      return format_real (ws_value_to_double (type, bits), DIGITS_F16, max_chars);
    case WS_VALUE_BF16:
      return format_real (ws_value_to_double (type, bits), DIGITS_BF16, max_chars);
    case WS_VALUE_S32:
      text = g_strdup_printf ("%d", (gint32)bits);
      break;
    case WS_VALUE_S64:
      text = g_strdup_printf ("%" G_GINT64_FORMAT, (gint64)bits);
      break;
    case WS_VALUE_U64:
      text = g_strdup_printf ("%" G_GUINT64_FORMAT, bits);
      break;
    case WS_VALUE_B8:
      text = g_strdup_printf ("%u", (guint8)bits);
      break;
    case WS_VALUE_B16:
      text = g_strdup_printf ("%u", (guint16)bits);
      break;
    case WS_VALUE_U32:
    default:
      text = g_strdup_printf ("%u", (guint32)bits);
      break;
    }
  if (max_chars == 0 || strlen (text) <= max_chars)
    return g_steal_pointer (&text);
  return format_real (ws_value_to_double (type, bits), 15, max_chars);
}

/* Relative tolerance of results of approximate functions. The PTX ISA bounds a single one by
 * 2^-20.5 ("Floating Point Instructions": sin.approx, the worst); several of them follow each
 * other, and sums of them. */
#define APPROXIMATE_SHARE 1e-5

/**
 * ws_value_is_nearly:
 * @type: of both
 * @a: bits of a value
 * @b: bits of another
 *
 * Two devices' results differ in the last digits if each computed them with its own approximate
 * functions.
 *
 * Returns: whether both are floats within this tolerance
 */
gboolean
ws_value_is_nearly (WsValueType type, guint64 a, guint64 b)
{
  double x = ws_value_to_double (type, a);
  double y = ws_value_to_double (type, b);

  return ws_value_type_is_float (type)
         && fabs (x - y) <= APPROXIMATE_SHARE * MAX (fabs (x), fabs (y));
}
