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

/**
 * ws_value_type_get_width:
 * @type: a type
 *
 * Returns: its bytes
 */
guint
ws_value_type_get_width (WsValueType type)
{
  switch (type)
    {
    case WS_VALUE_B8:
      return 1;
    case WS_VALUE_B16:
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
 * @type: a type
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
    case WS_VALUE_U32:
    default:
      return (guint32)bits;
    }
}

/**
 * ws_double_to_count:
 * @value: any, also what is no number
 *
 * Returns: the greatest whole number that is not above it; the first or the last of 64 bits where
 * there is none
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
 * @type: a type
 * @bits: bits of a value of it, zero-extended
 * @max_chars: longest text wanted, in characters; 0 for any
 *
 * Writes a value for people. One that does not fit loses digits and becomes "2.15e9"; one that does
 * not fit even so is "…".
 *
 * Returns: (transfer full): the text
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
