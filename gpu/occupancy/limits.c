#include "occupancy/occupancy.h"

static const WsOccupancyLimits all[] = {
#define WS_LIMITS(...) { __VA_ARGS__ },
#include "occupancy/limits.def"
#undef WS_LIMITS
};

/**
 * ws_occupancy_limits_get:
 * @index: below ws_occupancy_limits_get_n()
 *
 * Returns: (transfer none): the limits of a compute capability, oldest first
 */
const WsOccupancyLimits *
ws_occupancy_limits_get (guint index)
{
  g_return_val_if_fail (index < G_N_ELEMENTS (all), NULL);

  return &all[index];
}

/* Returns: compute capabilities that limits.def knows */
guint
ws_occupancy_limits_get_n (void)
{
  return G_N_ELEMENTS (all);
}

/**
 * ws_occupancy_limits_find:
 * @cc_major: of a compute capability, before the point
 * @cc_minor: behind it
 *
 * Returns: (transfer none) (nullable): its limits; %NULL for one that is not known
 */
const WsOccupancyLimits *
ws_occupancy_limits_find (guint cc_major, guint cc_minor)
{
  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    if (all[i].cc_major == cc_major && all[i].cc_minor == cc_minor)
      return &all[i];
  return NULL;
}
