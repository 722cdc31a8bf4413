#include "sweeps/sweep-plan.h"

#include <glib/gi18n.h>

#define LADDER_N      (G_GUINT64_CONSTANT (1) << 22)
#define HEATMAP_N     (G_GUINT64_CONSTANT (1) << 24)
#define SCALING_FIRST 17 /* powers of two */
#define SCALING_LAST  25
#define BLOCK         128
#define N_CLASSIC     7 /* reduce1 ... */
#define N_ROOFLINE    10

static const guint32 heatmap_blocks[] = { 64, 128, 256, 512, 1024 };
static const guint32 heatmap_grids[] = { 64, 128, 256, 512, 1024, 2048, 4096 };

/* One sweep being planned. */
typedef struct {
  WsCatalog *catalog;
  const WsSweepRequest *request;
  const WsSpec *spec;
  WsSweep *sweep;
  GError *refused; /* nullable: why the first point that was left out was */
} Planner;

/**
 * ws_sweep_request_init:
 * @self: (out caller-allocates): a request
 * @kind: what is swept
 *
 * Sums of ints; all else is what suits the kind.
 */
void
ws_sweep_request_init (WsSweepRequest *self, WsSweepKind kind)
{
  *self = (WsSweepRequest){ .kind = kind, .type = WS_VALUE_S32, .op = "sum" };
}

/* A point, unless the kernel or the device refuses it. @max_grid: 0 for the kernel's own. Returns:
 * blocks of its first launch, 0 where it is left out */
static guint64
add_point (Planner *self, const WsCatalogKernel *kernel, guint64 n, guint32 block, guint32 max_grid)
{
  g_autoptr (WsPlan) plan = NULL;
  g_autoptr (GError) error = NULL;
  const WsPlanLaunch *first;
  WsPlanParameters parameters;
  WsSweepPoint *point;

  ws_plan_parameters_init (&parameters, kernel);
  parameters.n = n;
  parameters.block = block;
  parameters.type = self->request->type;
  if (max_grid > 0)
    parameters.max_grid = max_grid;
  if (ws_plan_set_op (&parameters, self->request->op, &error))
    plan = ws_plan_new (self->catalog, kernel, &parameters, self->spec, &error);
  if (plan == NULL)
    {
      if (self->refused == NULL)
        self->refused = g_steal_pointer (&error);
      return 0;
    }
  first = &g_array_index (plan->launches, WsPlanLaunch, 0);
  /* a grid that cannot grow any more has its point already */
  if (max_grid > heatmap_grids[0] && first->grid[0] <= max_grid / 2)
    return first->grid[0];
  point = ws_sweep_add_point (self->sweep, kernel->id, kernel->title, n, block,
                              kernel->strides ? parameters.max_grid : 0);
  point->grid = (guint64)first->grid[0] * first->grid[1] * first->grid[2];
  return point->grid;
}

static const WsCatalogKernel *
find_kernel (Planner *self, const char *fallback, GError **error)
{
  const char *id = self->request->kernel != NULL ? self->request->kernel : fallback;
  const WsCatalogKernel *kernel = ws_catalog_find (self->catalog, id, error);

  if (kernel == NULL || (kernel->library == NULL && kernel->blueprint == NULL))
    return kernel;
  g_set_error (error, WS_CATALOG_ERROR, WS_CATALOG_ERROR_BAD_PARAMETER,
               _ ("%s is none of the reductions that a sweep can record."), kernel->id);
  return NULL;
}

static guint64
get_n (const Planner *self)
{
  return self->request->n > 0 ? self->request->n : LADDER_N;
}

static guint32
get_block (const Planner *self)
{
  return self->request->block > 0 ? self->request->block : BLOCK;
}

/* The first @count reductions of the catalogue, at one size. */
static void
add_kernels (Planner *self, guint count, guint64 n, guint32 block)
{
  for (guint i = 1; i <= count; i++)
    {
      g_autofree char *id = g_strdup_printf ("reduce%u", i);
      const WsCatalogKernel *kernel = ws_catalog_find (self->catalog, id, NULL);

      if (kernel != NULL)
        add_point (self, kernel, n, block, 0);
    }
}

/* From small to large, all kernels at each size: so all lines grow together, and the first part is
 * there at once. */
static void
add_sizes (Planner *self, guint32 block)
{
  guint64 last = G_GUINT64_CONSTANT (1) << SCALING_LAST;
  guint64 n;

  if (self->request->n > 0)
    last = self->request->n;
  n = MIN (last, G_GUINT64_CONSTANT (1) << SCALING_FIRST);
  add_kernels (self, N_CLASSIC, n, block);
  while (n <= last / 2)
    {
      n *= 2;
      add_kernels (self, N_CLASSIC, n, block);
    }
}

/* Places from 0 to below @n: the ends, the middle, the quarters ...: so that little already shows
 * the whole. */
static guint
spread (guint n, guint order[])
{
  gboolean taken[16] = { FALSE };
  guint count = 0;

  for (guint step = 16; step > 0; step /= 2)
    for (guint i = 0; i <= 16; i += step)
      {
        guint place = i * (n - 1) / 16;

        if (taken[place])
          continue;
        taken[place] = TRUE;
        order[count++] = place;
      }
  return count;
}

static gboolean
add_heatmap (Planner *self, GError **error)
{
  const WsCatalogKernel *kernel = find_kernel (self, "reduce7", error);
  guint64 n = self->request->n > 0 ? self->request->n : HEATMAP_N;
  guint blocks[16];
  guint grids[16];
  guint n_blocks = spread (G_N_ELEMENTS (heatmap_blocks), blocks);
  guint n_grids = spread (G_N_ELEMENTS (heatmap_grids), grids);

  if (kernel == NULL)
    return FALSE;
  if (!kernel->strides)
    {
      g_set_error (
          error, WS_CATALOG_ERROR, WS_CATALOG_ERROR_BAD_PARAMETER,
          _ ("The grid of %s is as large as its elements ask for. A heat map takes a kernel "
             "whose grid strides over them, such as reduce7."),
          kernel->id);
      return FALSE;
    }
  /* the corners first */
  for (guint sum = 0; sum < n_blocks + n_grids; sum++)
    for (guint i = 0; i < n_blocks; i++)
      if (sum >= i && sum - i < n_grids)
        add_point (self, kernel, n, heatmap_blocks[blocks[i]], heatmap_grids[grids[sum - i]]);
  return TRUE;
}

/* Every block size in warps that the kernel allows. */
static gboolean
add_block_sizes (Planner *self, GError **error)
{
  const WsCatalogKernel *kernel = find_kernel (self, "reduce3", error);
  guint64 n = self->request->n > 0 ? self->request->n : LADDER_N;

  if (kernel == NULL)
    return FALSE;
  for (guint32 block = WS_WARP_SIZE; block <= self->spec->max_threads_per_block;
       block += WS_WARP_SIZE)
    add_point (self, kernel, n, block, 0);
  return TRUE;
}

static gboolean
plan_ladder (Planner *self, GError **error)
{
  add_kernels (self, N_CLASSIC, get_n (self), get_block (self));
  return TRUE;
}

static gboolean
plan_scaling (Planner *self, GError **error)
{
  add_sizes (self, get_block (self));
  return TRUE;
}

static gboolean
plan_roofline (Planner *self, GError **error)
{
  add_kernels (self, N_ROOFLINE, get_n (self), get_block (self));
  return TRUE;
}

/**
 * WsSweepRecipe:
 * @plan: adds the points
 * @records: whether each point is recorded before it is timed
 * @counts: whether what is recorded is counted, and that on the virtual GPU where the other
 * measures
 * @of_kernel: whether it is of the kernel chosen
 *
 * What there is to run of a kind of sweep: one row. What there is to show of it is a row of
 * ui/draw/sheet/sweeps.c.
 */
typedef struct {
  gboolean (*plan) (Planner *self, GError **error);
  gboolean records;
  gboolean counts;
  gboolean of_kernel;
} WsSweepRecipe;

static const WsSweepRecipe recipes[WS_N_SWEEPS] = {
  [WS_SWEEP_LADDER] = { plan_ladder, FALSE, FALSE, FALSE },
  [WS_SWEEP_SCALING] = { plan_scaling, FALSE, FALSE, FALSE },
  [WS_SWEEP_HEATMAP] = { add_heatmap, FALSE, FALSE, FALSE },
  [WS_SWEEP_BLOCK_SIZE] = { add_block_sizes, TRUE, FALSE, TRUE },
  [WS_SWEEP_ROOFLINE] = { plan_roofline, TRUE, TRUE, FALSE },
};

/**
 * ws_sweep_kind_records:
 * @kind: of a sweep
 * @counts: (out) (optional): whether it is for what a recording counts; else for its occupancy
 *
 * Returns: whether each point is recorded before it is timed
 */
gboolean
ws_sweep_kind_records (WsSweepKind kind, gboolean *counts)
{
  g_return_val_if_fail ((guint)kind < WS_N_SWEEPS, FALSE);
  if (counts != NULL)
    *counts = recipes[kind].counts;
  return recipes[kind].records;
}

/**
 * ws_sweep_kind_is_of_kernel:
 * @kind: of a sweep
 *
 * Returns: whether it is of the kernel that the user has chosen
 */
gboolean
ws_sweep_kind_is_of_kernel (WsSweepKind kind)
{
  g_return_val_if_fail ((guint)kind < WS_N_SWEEPS, FALSE);
  return recipes[kind].of_kernel;
}

/**
 * ws_sweep_plan:
 * @catalog: the catalogue
 * @request: what is asked for
 * @spec: of the device that is to run it; points that it refuses are left out
 * @error: return location: %WS_CATALOG_ERROR, where no point at all can run
 *
 * The points stand in the order in which they should run, so that a chart of some of them already
 * shows what it is about.
 *
 * Returns: (transfer full) (nullable): the sweep with all its points, none of them run. Its
 * @repeats is 0 unless it was asked for: the runner knows the device
 */
WsSweep *
ws_sweep_plan (WsCatalog *catalog, const WsSweepRequest *request, const WsSpec *spec,
               GError **error)
{
  g_autoptr (WsSweep) sweep = ws_sweep_new (request->kind);
  g_autoptr (GError) refused = NULL;
  Planner self = { .catalog = catalog, .request = request, .spec = spec, .sweep = sweep };
  gboolean planned;

  sweep->type = request->type;
  sweep->repeats = request->repeats;
  g_free (sweep->op);
  sweep->op = g_strdup (request->op);
  planned = recipes[request->kind].plan (&self, error);
  refused = self.refused;
  if (!planned)
    return NULL;
  if (ws_sweep_get_n_points (sweep) > 0)
    return g_steal_pointer (&sweep);
  if (refused != NULL)
    g_propagate_error (error, g_steal_pointer (&refused));
  else
    g_set_error_literal (error, WS_CATALOG_ERROR, WS_CATALOG_ERROR_BAD_PARAMETER,
                         _ ("Nothing of this sweep can run on this device."));
  return NULL;
}
