#include "compare/beside-size.h"

#define MOST_BLOCKS 1024

/* Returns: blocks of the first launch; 0 if there is none */
static guint64
count_blocks (WsCatalog *catalog, const WsCatalogKernel *kernel, const WsPlanParameters *parameters,
              const WsSpec *spec)
{
  g_autoptr (WsPlan) plan = ws_plan_new (catalog, kernel, parameters, spec, NULL);
  const WsPlanLaunch *launch;

  if (plan == NULL || plan->launches->len == 0)
    return 0;
  launch = &g_array_index (plan->launches, WsPlanLaunch, 0);
  return (guint64)launch->grid[0] * launch->grid[1] * launch->grid[2];
}

/**
 * ws_beside_size_find:
 * @kernels: what is compared
 * @parameters: of both, where they do the same
 * @spec: of the device
 * @size: (out): the fewest elements, of 2, 4, 8, ... blocks, for which they have not as many blocks
 *
 * Returns: whether there is such a number: kernels that add as much have always as many blocks
 */
gboolean
ws_beside_size_find (WsCatalog *catalog, const WsCatalogKernel *const kernels[2],
                     const WsPlanParameters *parameters, const WsSpec *spec, WsBesideSize *size)
{
  WsPlanParameters tried = *parameters;

  for (guint blocks = 2; blocks <= MOST_BLOCKS; blocks *= 2)
    {
      guint64 n[2];

      tried.n = (guint64)blocks * parameters->block;
      if (tried.n <= parameters->n)
        continue;
      n[0] = count_blocks (catalog, kernels[0], &tried, spec);
      n[1] = count_blocks (catalog, kernels[1], &tried, spec);
      if (n[0] == 0 || n[1] == 0)
        return FALSE;
      if (n[0] == n[1])
        continue;
      *size = (WsBesideSize){ tried.n, MAX (n[0], n[1]) };
      return TRUE;
    }
  return FALSE;
}
