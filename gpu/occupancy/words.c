#include "occupancy/words.h"

#include <math.h>

static const char *const limiter_names[WS_N_LIMITERS] = { "warps", "blocks", "registers",
                                                          "shared memory", "barriers" };

const char *
ws_limiter_get_name (WsLimiter limiter)
{
  g_return_val_if_fail ((guint)limiter < WS_N_LIMITERS, NULL);

  return limiter_names[limiter];
}

/**
 * ws_occupancy_get_architecture:
 * @cc_major: of a compute capability, before the point
 * @cc_minor: behind it
 *
 * Names as in the table "GPU Feature List" of the documentation of nvcc.
 *
 * Returns: the architecture's name; "unknown" where @cc_major is
 */
const char *
ws_occupancy_get_architecture (guint cc_major, guint cc_minor)
{
  static const char *const names[] = { "unknown",   "Tesla",     "Fermi",    "Kepler", "unknown",
                                       "Maxwell",   "Pascal",    "Volta",    "Ampere", "Hopper",
                                       "Blackwell", "Blackwell", "Blackwell" };

  if (cc_major == 7 && cc_minor >= 5)
    return "Turing";
  if (cc_major == 8 && cc_minor == 9)
    return "Ada";
  return cc_major < G_N_ELEMENTS (names) ? names[cc_major] : names[0];
}

char *
ws_occupancy_name_limiters (guint limiters)
{
  GString *text = g_string_new (NULL);
  guint left = limiters & ((1u << WS_N_LIMITERS) - 1);

  for (guint i = 0; i < WS_N_LIMITERS; i++)
    {
      if ((left & 1u << i) == 0)
        continue;
      left &= ~(1u << i);
      if (text->len > 0)
        g_string_append (text, left == 0 ? " and " : ", ");
      g_string_append (text, limiter_names[i]);
    }
  return g_string_free (text, FALSE);
}

char *
ws_occupancy_format_share (double share)
{
  double tenths = round (share * 1000);

  if (fmod (tenths, 10) == 0)
    return g_strdup_printf ("%.0f %%", tenths / 10);
  return g_strdup_printf ("%.1f %%", tenths / 10);
}

WsLimiter
ws_occupancy_get_first_limiter (guint limiters)
{
  for (guint i = 0; i < WS_N_LIMITERS; i++)
    if ((limiters & 1u << i) != 0)
      return i;
  return WS_LIMITER_WARPS;
}
