#include "scenarios/scenario-store.h"

#include "bundle/bundle.h"
#include "occupancy/occupancy.h"

#include <glib/gi18n.h>
#include <string.h>

#define PREFIX "/warpstage/scenarios/"
#define SUFFIX ".ini"

/* The kernels of scenarios have few registers: threads and blocks alone limit them. */
static guint64
count_wave (const WsSpec *spec, guint block)
{
  const WsOccupancyLimits *limits = ws_occupancy_limits_find (spec->cc_major, spec->cc_minor);
  const WsOccupancyLaunch launch = { .threads = block, .carve_out = -1 };
  WsOccupancy occupancy;

  if (limits == NULL)
    return 0;
  ws_occupancy_compute (limits, &launch, &occupancy);
  return (guint64)occupancy.blocks * spec->n_sms;
}

/**
 * ws_scenario_store_fill_parameters:
 * @kernel: what the cell runs
 * @spec: (nullable): of the device that is to run it, where that is known
 * @parameters: (out caller-allocates): what it runs with: what the catalogue suggests for @kernel,
 * but for elements, threads of a block, repeats and options that the scenario gives
 */
void
ws_scenario_store_fill_parameters (const WsCatalogKernel *kernel, const WsScenarioCell *cell,
                                   const WsSpec *spec, WsPlanParameters *parameters)
{
  guint64 wave;

  ws_plan_parameters_init (parameters, kernel);
  if (cell->n > 0)
    parameters->n = cell->n;
  if (cell->block > 0)
    parameters->block = cell->block;
  if (cell->repeats > 0 && kernel->default_repeats > 0)
    parameters->repeats = cell->repeats;
  if (cell->set != NULL)
    ws_plan_set_options (parameters, kernel, cell->set, NULL);
  wave = spec != NULL && cell->wave_percent > 0 ? count_wave (spec, parameters->block) : 0;
  if (wave > 0)
    parameters->n = wave * cell->wave_percent / 100 * parameters->block;
}

/**
 * ws_scenario_store_find_spec:
 * @device: id of a device, as in "vm:k40c"
 * @name: (nullable): what people call it, as in "NVIDIA H200"
 *
 * Returns: (transfer none) (nullable): of what model it is
 */
const WsSpec *
ws_scenario_store_find_spec (WsCatalog *catalog, const char *device, const char *name)
{
  GPtrArray *specs = ws_catalog_get_specs (catalog);
  const char *id = strchr (device, ':');

  for (guint i = 0; i < specs->len; i++)
    {
      const WsSpec *spec = g_ptr_array_index (specs, i);

      if ((id != NULL && g_str_equal (id + 1, spec->id))
          || (name != NULL && strstr (name, spec->name) != NULL))
        return spec;
    }
  return NULL;
}

/**
 * ws_scenario_store_is_run:
 * @catalog: that has its kernel
 *
 * Returns: whether the run is of what the cell runs, on whatever device
 */
gboolean
ws_scenario_store_is_run (WsCatalog *catalog, const WsScenarioCell *cell, const WsRun *run)
{
  const WsCatalogKernel *kernel =
      cell->kernel != NULL && g_strcmp0 (cell->kernel, run->id) == 0 && run->parameters != NULL
          ? ws_catalog_find (catalog, cell->kernel, NULL)
          : NULL;
  g_autoptr (GVariant) asked = NULL;
  g_autoptr (GVariant) ran = NULL;
  WsPlanParameters parameters;

  if (kernel == NULL)
    return FALSE;
  ws_scenario_store_fill_parameters (kernel, cell, run->spec, &parameters);
  asked = g_variant_ref_sink (ws_plan_parameters_to_variant (&parameters, kernel));
  ws_plan_parameters_from_variant (&parameters, kernel, run->parameters);
  ran = g_variant_ref_sink (ws_plan_parameters_to_variant (&parameters, kernel));
  return g_variant_equal (asked, ran);
}

/* Blocks of the first launch, on the newest spec that can have it; 0 if none can. */
static guint64
count_blocks (WsCatalog *catalog, const WsCatalogKernel *kernel, const WsScenarioCell *cell)
{
  GPtrArray *specs = ws_catalog_get_specs (catalog);
  WsPlanParameters parameters;

  ws_scenario_store_fill_parameters (kernel, cell, NULL, &parameters);
  for (guint i = specs->len; i > 0; i--)
    {
      g_autoptr (WsPlan) plan =
          ws_plan_new (catalog, kernel, &parameters, g_ptr_array_index (specs, i - 1), NULL);

      if (plan != NULL && plan->launches->len > 0)
        {
          const WsPlanLaunch *launch = &g_array_index (plan->launches, WsPlanLaunch, 0);

          return (guint64)launch->grid[0] * launch->grid[1] * launch->grid[2];
        }
    }
  return 0;
}

static gboolean
check_spec (WsCatalog *catalog, const WsScenario *scenario, GError **error)
{
  g_autoptr (GError) wrong = NULL;

  if (scenario->spec == NULL || ws_catalog_find_spec (catalog, scenario->spec, &wrong) != NULL)
    return TRUE;
  g_set_error (error, WS_SCENARIO_ERROR, WS_SCENARIO_ERROR_DAMAGED,
               _ ("The scenario cannot be read: %1$s, device: %2$s"), scenario->id, wrong->message);
  return FALSE;
}

/**
 * ws_scenario_store_plan:
 * @catalog: with its kernels
 * @error: return location: %WS_SCENARIO_ERROR_DAMAGED, with the cell's row
 *
 * Tells each cell how many blocks its first launch has: on the newest GPU of the catalogue that can
 * have it; 0 if none can.
 *
 * Returns: %TRUE if its GPU model is there, and every kernel that it names is and can be recorded
 */
gboolean
ws_scenario_store_plan (WsCatalog *catalog, WsScenario *scenario, GError **error)
{
  if (!check_spec (catalog, scenario, error))
    return FALSE;
  for (guint row = 0; row < scenario->n_rows; row++)
    for (guint group = 0; group < scenario->n_groups; group++)
      {
        const WsScenarioCell *cell = ws_scenario_get_cell (scenario, row, group);
        const WsCatalogKernel *kernel;

        if (cell->kernel == NULL)
          continue;
        kernel = ws_catalog_find (catalog, cell->kernel, NULL);
        if (kernel == NULL || kernel->library != NULL)
          {
            g_set_error (error, WS_SCENARIO_ERROR, WS_SCENARIO_ERROR_DAMAGED,
                         _ ("The scenario cannot be read: %1$s, row “%2$s”: no kernel “%3$s” that "
                            "can be recorded."),
                         scenario->id, scenario->rows[row].label, cell->kernel);
            return FALSE;
          }
        ws_scenario_set_blocks (scenario, row, group, count_blocks (catalog, kernel, cell));
      }
  return TRUE;
}

static char **
list_ids (void)
{
  char **children = g_resource_enumerate_children (ws_bundle_get_resource (), PREFIX, 0, NULL);
  g_autoptr (GStrvBuilder) ids = g_strv_builder_new ();

  for (guint i = 0; children != NULL && children[i] != NULL; i++)
    if (g_str_has_suffix (children[i], SUFFIX))
      {
        children[i][strlen (children[i]) - strlen (SUFFIX)] = '\0';
        g_strv_builder_add (ids, children[i]);
      }
  g_strfreev (children);
  return g_strv_builder_end (ids);
}

/**
 * ws_scenario_store_load:
 * @catalog: with its kernels
 * @id: as in "occupancy-k40c"
 * @error: return location: %WS_SCENARIO_ERROR_UNKNOWN, with those that there are, or
 * %WS_SCENARIO_ERROR_DAMAGED
 *
 * Returns: (transfer full) (nullable): the scenario, its launches planned
 */
WsScenario *
ws_scenario_store_load (WsCatalog *catalog, const char *id, GError **error)
{
  g_auto (GStrv) ids = list_ids ();
  g_autofree char *path = g_strconcat (PREFIX, id, SUFFIX, NULL);
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (WsScenario) scenario = NULL;
  gsize size;
  const char *data;

  if (!g_strv_contains ((const char *const *)ids, id))
    {
      g_autofree char *all = g_strjoinv (", ", ids);

      g_set_error (error, WS_SCENARIO_ERROR, WS_SCENARIO_ERROR_UNKNOWN,
                   _ ("Unknown scenario “%1$s”; known are %2$s."), id, all);
      return NULL;
    }
  bytes = g_resource_lookup_data (ws_bundle_get_resource (), path, 0, error);
  if (bytes == NULL)
    return NULL;
  data = g_bytes_get_data (bytes, &size);
  scenario = ws_scenario_new_from_data (id, data, size, error);
  if (scenario == NULL || !ws_scenario_store_plan (catalog, scenario, error))
    return NULL;
  return g_steal_pointer (&scenario);
}

static int
compare_order (gconstpointer a, gconstpointer b)
{
  const WsScenario *x = *(WsScenario *const *)a;
  const WsScenario *y = *(WsScenario *const *)b;

  if (x->order != y->order)
    return x->order < y->order ? -1 : 1;
  return g_strcmp0 (x->id, y->id);
}

/**
 * ws_scenario_store_load_all:
 * @catalog: with their kernels
 * @error: return location: %WS_SCENARIO_ERROR_DAMAGED
 *
 * Returns: (transfer full) (element-type WsScenario) (nullable): all scenarios that are bundled, in
 * their order, their launches planned; %NULL if one of them cannot be read
 */
GPtrArray *
ws_scenario_store_load_all (WsCatalog *catalog, GError **error)
{
  g_auto (GStrv) ids = list_ids ();
  g_autoptr (GPtrArray) all = g_ptr_array_new_with_free_func ((GDestroyNotify)ws_scenario_unref);

  for (guint i = 0; ids[i] != NULL; i++)
    {
      WsScenario *scenario = ws_scenario_store_load (catalog, ids[i], error);

      if (scenario == NULL)
        return NULL;
      g_ptr_array_add (all, scenario);
    }
  g_ptr_array_sort (all, compare_order);
  return g_steal_pointer (&all);
}
