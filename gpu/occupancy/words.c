#include "occupancy/words.h"
#include "words/words.h"

#include <glib/gi18n.h>
#include <math.h>

static const char *const limiter_names[WS_N_LIMITERS] = { N_ ("warps"), N_ ("blocks"),
                                                          N_ ("registers"), N_ ("shared memory"),
                                                          N_ ("barriers") };

/**
 * ws_limiter_get_name:
 * @limiter: what limits
 *
 * Returns: (transfer none): its name, as in "warps" or "shared memory"
 */
const char *
ws_limiter_get_name (WsLimiter limiter)
{
  g_return_val_if_fail ((guint)limiter < WS_N_LIMITERS, NULL);

  return _ (limiter_names[limiter]);
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
  static const char *const names[] = { N_ ("unknown"), "Tesla",     "Fermi",    "Kepler", "unknown",
                                       "Maxwell",      "Pascal",    "Volta",    "Ampere", "Hopper",
                                       "Blackwell",    "Blackwell", "Blackwell" };

  if (cc_major == 7 && cc_minor >= 5)
    return "Turing";
  if (cc_major == 8 && cc_minor == 9)
    return "Ada";
  return cc_major < G_N_ELEMENTS (names) ? _ (names[cc_major]) : _ (names[0]);
}

/**
 * ws_occupancy_name_limiters:
 * @limiters: a set: bit i is the #WsLimiter i
 *
 * Returns: (transfer full): their names, as in "registers" or "warps and registers"; empty for none
 */
char *
ws_occupancy_name_limiters (guint limiters)
{
  const char *names[WS_N_LIMITERS];
  guint n = 0;

  for (guint i = 0; i < WS_N_LIMITERS; i++)
    if ((limiters & 1u << i) != 0)
      names[n++] = ws_limiter_get_name (i);
  return ws_words_list (names, n);
}

/**
 * ws_occupancy_format_share:
 * @share: from 0 to 1
 *
 * Returns: (transfer full): it in per cent, with one decimal where that is not 0: "75 %", "93.8 %"
 */
char *
ws_occupancy_format_share (double share)
{
  double tenths = round (share * 1000);

  if (fmod (tenths, 10) == 0)
    return g_strdup_printf ("%.0f %%", tenths / 10);
  return g_strdup_printf ("%.1f %%", tenths / 10);
}

/**
 * ws_occupancy_get_first_limiter:
 * @limiters: a set: bit i is the #WsLimiter i
 *
 * Returns: the limiter that the set is drawn as: its first; warps of the empty set
 */
WsLimiter
ws_occupancy_get_first_limiter (guint limiters)
{
  for (guint i = 0; i < WS_N_LIMITERS; i++)
    if ((limiters & 1u << i) != 0)
      return i;
  return WS_LIMITER_WARPS;
}
