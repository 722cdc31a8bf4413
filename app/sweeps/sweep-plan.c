#include "sweeps/sweep-plan.h"

#include "schedule/latency-hiding.h"
#include "words/words.h"

#include <glib/gi18n.h>

#define LADDER_N      (G_GUINT64_CONSTANT (1) << 22)
#define HEATMAP_N     (G_GUINT64_CONSTANT (1) << 24)
#define SCALING_FIRST 17 /* powers of two */
#define SCALING_LAST  25
#define BLOCK         128
#define N_CLASSIC     7 /* reduce1 ... */
#define N_ROOFLINE    10
#define FEW_ROUNDS    100  /* of a kernel's loop: what a launch costs would hide what they cost */
#define ROUNDS        256  /* instead */
#define LONG_ROUNDS   4800 /* where rates are asked for, which a launch is not to dilute */
#define MOST_VALUES   130  /* of an option: of more, the powers of two */

static const guint32 heatmap_blocks[] = { 64, 128, 256, 512, 1024 };
/* Warps of the one block that an SM has. */
static const guint latency_warps[] = { 1, 2, 3, 4, 6, 8, 12, 16, 20, 24, 32 };
#define LATENCY_ELEMENTS 4096 /* of each SM, of a kernel that strides over them */
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
 * blocks of its first launch, 0 if it is left out */
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

/* ---- options ---- */

static gboolean
hides (const WsCatalogKernel *kernel, guint option)
{
  return ws_catalog_kernel_get_option (kernel, option)->hides != WS_OPTION_HIDES_NOTHING;
}

/* Whether its options can be swept: not where the device refuses it on purpose. */
static gboolean
has_options (const WsCatalogKernel *kernel)
{
  return kernel->options->len > 0 && !kernel->faults && !kernel->tries;
}

/* Returns: index of the first option that hides a latency; their number where none does */
static guint
find_hiding (const WsCatalogKernel *kernel)
{
  guint i = 0;

  while (i < kernel->options->len && !hides (kernel, i))
    i++;
  return i;
}

/* The kernel asked for, and the option that is swept; @hiding: which must hide a latency. */
static const WsCatalogKernel *
find_option (Planner *self, const char *fallback, gboolean hiding, guint *option, GError **error)
{
  const char *id = self->request->kernel != NULL ? self->request->kernel : fallback;
  const char *over = self->request->over;
  const WsCatalogKernel *kernel = ws_catalog_find (self->catalog, id, error);
  g_autoptr (GString) names = g_string_new (NULL);

  if (kernel == NULL)
    return NULL;
  *option = hiding ? find_hiding (kernel) : 0;
  for (guint i = 0; i < kernel->options->len; i++)
    {
      const char *name = ws_catalog_kernel_get_option (kernel, i)->name;

      if (over != NULL && g_str_equal (name, over))
        *option = i;
      g_string_append_printf (names, "%s%s", i > 0 ? ", " : "", name);
    }
  if (!has_options (kernel))
    g_set_error (error, WS_CATALOG_ERROR, WS_CATALOG_ERROR_BAD_PARAMETER,
                 _ ("%s has no option to sweep."), kernel->id);
  else if (hiding && (*option >= kernel->options->len || !hides (kernel, *option)))
    g_set_error (error, WS_CATALOG_ERROR, WS_CATALOG_ERROR_BAD_PARAMETER,
                 _ ("%s has no option that hides a latency; use chains or loads."), kernel->id);
  else if (over != NULL
           && !g_str_equal (ws_catalog_kernel_get_option (kernel, *option)->name, over))
    g_set_error (error, WS_CATALOG_ERROR, WS_CATALOG_ERROR_BAD_OPTION,
                 _ ("%1$s has no option “%2$s”; it has %3$s."), kernel->id, over, names->str);
  else
    return kernel;
  return NULL;
}

/* (nullable): of the model: what a device says of itself has no latencies */
static const WsSpec *
find_model (const Planner *self)
{
  GPtrArray *specs = ws_catalog_get_specs (self->catalog);

  for (guint i = 0; i < specs->len; i++)
    {
      const WsSpec *spec = g_ptr_array_index (specs, i);

      if (g_strcmp0 (spec->name, self->spec->name) == 0)
        return spec;
    }
  return NULL;
}

/* What is swept, and what it needs: Little's law. */
static void
set_over (Planner *self, const WsCatalogKernel *kernel, const WsOption *option)
{
  WsSweep *sweep = self->sweep;
  const WsSpec *model = find_model (self);
  WsPlanParameters parameters;
  WsLatencyHiding little;

  ws_plan_parameters_init (&parameters, kernel);
  sweep->type = parameters.type;
  g_free (sweep->op);
  sweep->op = g_strdup (parameters.op);
  sweep->over = g_strdup (option->name);
  sweep->over_label = g_strdup (option->label);
  sweep->over_is_choice = option->choices != NULL;
  sweep->metric =
      g_strdup (option->shows != NULL && sweep->kind == WS_SWEEP_OPTION ? option->shows
                                                                        : "achieved-occupancy");
  if (parameters.repeats > 0 && sweep->kind == WS_SWEEP_LATENCY)
    sweep->rounds = LONG_ROUNDS;
  else if (parameters.repeats > 0 && parameters.repeats < FEW_ROUNDS)
    sweep->rounds = ROUNDS;
  if (option->hides == WS_OPTION_HIDES_NOTHING)
    return;
  sweep->each = option->hides == WS_OPTION_HIDES_MEMORY ? 4 : 1;
  if (model == NULL || !ws_latency_hiding_init (&little, model))
    return;
  sweep->needs = option->hides == WS_OPTION_HIDES_MEMORY ? little.bytes_per_sm : little.operations;
}

static void
fill_parameters (const Planner *self, const WsCatalogKernel *kernel, guint option, guint32 value,
                 WsPlanParameters *parameters)
{
  ws_plan_parameters_init (parameters, kernel);
  for (guint i = 0; i < kernel->options->len && self->request->options != NULL; i++)
    parameters->options[i] = self->request->options[i];
  parameters->options[option] = value;
  if (self->sweep->rounds > 0)
    parameters->repeats = self->sweep->rounds;
  if (self->request->n > 0)
    parameters->n = self->request->n;
  if (self->request->block > 0)
    parameters->block = self->request->block;
}

/* (transfer full): all options, as the catalogue reads them */
static char *
format_options (const WsCatalogKernel *kernel, const WsPlanParameters *parameters)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < kernel->options->len; i++)
    {
      const WsOption *option = ws_catalog_kernel_get_option (kernel, i);
      g_autofree char *value = ws_option_format (option, parameters->options[i]);

      g_string_append_printf (text, "%s%s=%s", i > 0 ? "; " : "", option->name, value);
    }
  return g_string_free (text, FALSE);
}

/* (transfer full) (nullable): %NULL if the kernel or the device refuses it */
static WsPlan *
try_plan (Planner *self, const WsCatalogKernel *kernel, const WsPlanParameters *parameters)
{
  g_autoptr (GError) error = NULL;
  WsPlan *plan = ws_plan_new (self->catalog, kernel, parameters, self->spec, &error);

  if (plan == NULL && self->refused == NULL)
    self->refused = g_steal_pointer (&error);
  return plan;
}

static void
add_value (Planner *self, const WsCatalogKernel *kernel, guint option,
           const WsPlanParameters *parameters, gboolean caps_grid)
{
  const WsOption *of = ws_catalog_kernel_get_option (kernel, option);
  g_autoptr (WsPlan) plan = try_plan (self, kernel, parameters);
  const WsPlanLaunch *first;
  WsSweepPoint *point;

  if (plan == NULL)
    return;
  first = &g_array_index (plan->launches, WsPlanLaunch, 0);
  point = ws_sweep_add_point (self->sweep, kernel->id, kernel->title, parameters->n,
                              parameters->block, caps_grid ? parameters->max_grid : 0);
  point->grid = (guint64)first->grid[0] * first->grid[1] * first->grid[2];
  point->set = format_options (kernel, parameters);
  point->value = parameters->options[option];
  point->option = ws_option_format (of, point->value);
}

static gboolean
plan_option (Planner *self, GError **error)
{
  guint option;
  const WsCatalogKernel *kernel = find_option (self, "bank_stride", FALSE, &option, error);
  const WsOption *of;

  if (kernel == NULL)
    return FALSE;
  of = ws_catalog_kernel_get_option (kernel, option);
  set_over (self, kernel, of);
  for (guint64 value = of->least; value <= of->most;)
    {
      WsPlanParameters parameters;

      fill_parameters (self, kernel, option, (guint32)value, &parameters);
      add_value (self, kernel, option, &parameters, FALSE);
      if (of->most - of->least < MOST_VALUES)
        value++;
      else
        value = value < of->most ? MIN (MAX (value * 2, 1), of->most) : value + 1;
    }
  return TRUE;
}

/* One block an SM, of so many warps. A kernel that strides over its elements has as many as ever;
 * of another each thread has one. */
static void
add_warps (Planner *self, const WsCatalogKernel *kernel, guint option, guint32 value, guint warps)
{
  guint32 n_sms = self->spec->n_sms;
  g_autoptr (WsPlan) plan = NULL;
  WsPlanParameters parameters;

  fill_parameters (self, kernel, option, value, &parameters);
  parameters.block = warps * WS_WARP_SIZE;
  parameters.max_grid = n_sms;
  parameters.n = (guint64)n_sms * LATENCY_ELEMENTS;
  plan = try_plan (self, kernel, &parameters);
  if (plan == NULL)
    return;
  if (g_array_index (plan->launches, WsPlanLaunch, 0).grid[0] == n_sms)
    {
      add_value (self, kernel, option, &parameters, TRUE);
      return;
    }
  parameters.n = (guint64)n_sms * parameters.block;
  add_value (self, kernel, option, &parameters, FALSE);
}

static gboolean
plan_latency (Planner *self, GError **error)
{
  guint option;
  const WsCatalogKernel *kernel = find_option (self, "chains", TRUE, &option, error);
  const WsOption *of;

  if (kernel == NULL)
    return FALSE;
  of = ws_catalog_kernel_get_option (kernel, option);
  set_over (self, kernel, of);
  for (guint i = 0; i < G_N_ELEMENTS (latency_warps); i++)
    for (guint32 value = of->least; value <= of->most; value++)
      if (latency_warps[i] * WS_WARP_SIZE <= self->spec->max_threads_per_block)
        add_warps (self, kernel, option, value, latency_warps[i]);
  return TRUE;
}

/* ---- the other kinds ---- */

static const WsCatalogKernel *
find_kernel (Planner *self, const char *fallback, GError **error)
{
  const char *id = self->request->kernel != NULL ? self->request->kernel : fallback;
  const WsCatalogKernel *kernel = ws_catalog_find (self->catalog, id, error);

  if (kernel == NULL || (kernel->library == NULL && kernel->blueprint == NULL))
    return kernel;
  g_set_error (error, WS_CATALOG_ERROR, WS_CATALOG_ERROR_BAD_PARAMETER,
               _ ("%s is not a reduction that a sweep can record."), kernel->id);
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
      g_set_error (error, WS_CATALOG_ERROR, WS_CATALOG_ERROR_BAD_PARAMETER,
                   _ ("The grid of %s grows with its elements. A heat map needs a grid-stride "
                      "kernel, such as reduce7."),
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

static gboolean
takes_reduction (const WsCatalogKernel *kernel)
{
  return kernel->blueprint == NULL;
}

static gboolean
takes_striding (const WsCatalogKernel *kernel)
{
  return takes_reduction (kernel) && kernel->library == NULL && kernel->strides;
}

static gboolean
takes_hiding (const WsCatalogKernel *kernel)
{
  return has_options (kernel) && find_hiding (kernel) < kernel->options->len;
}

/**
 * WsSweepRecipe:
 * @plan: adds the points
 * @records: whether each point is recorded before it is timed
 * @counts: whether what is recorded is counted, and that on the virtual GPU where the other
 * measures
 * @takes: (nullable): whether it is of a kernel that the user has chosen; %NULL: of none
 *
 * What there is to run of a kind of sweep: one row. What there is to show of it is a row of
 * ui/draw/sheet/sweeps.c.
 */
typedef struct {
  gboolean (*plan) (Planner *self, GError **error);
  gboolean records;
  gboolean counts;
  gboolean (*takes) (const WsCatalogKernel *kernel);
} WsSweepRecipe;

static const WsSweepRecipe recipes[WS_N_SWEEPS] = {
  [WS_SWEEP_LADDER] = { plan_ladder, FALSE, FALSE, NULL },
  [WS_SWEEP_SCALING] = { plan_scaling, FALSE, FALSE, NULL },
  [WS_SWEEP_HEATMAP] = { add_heatmap, FALSE, FALSE, takes_striding },
  [WS_SWEEP_BLOCK_SIZE] = { add_block_sizes, TRUE, FALSE, takes_reduction },
  [WS_SWEEP_ROOFLINE] = { plan_roofline, TRUE, TRUE, NULL },
  [WS_SWEEP_OPTION] = { plan_option, TRUE, FALSE, has_options },
  [WS_SWEEP_LATENCY] = { plan_latency, TRUE, FALSE, takes_hiding },
};

/**
 * ws_sweep_kind_records:
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
 * ws_sweep_kind_takes:
 * @kernel: that the user has chosen
 *
 * Returns: whether it is swept; else the kind has a kernel of its own, or several
 */
gboolean
ws_sweep_kind_takes (WsSweepKind kind, const WsCatalogKernel *kernel)
{
  g_return_val_if_fail ((guint)kind < WS_N_SWEEPS && kernel != NULL, FALSE);
  return recipes[kind].takes != NULL && recipes[kind].takes (kernel);
}

/**
 * ws_sweep_plan:
 * @request: the request
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
                         _ ("This device can run no point of this sweep."));
  return NULL;
}
