/* The figures that others have published of the bundled scenarios, against those of the virtual GPU
 * of the same model: those that need no clock come out within 2 %. */
#include "part.h"
#include "plans.h"
#include "scenarios/scenario-store.h"

#include <math.h>

#define WITHIN 0.02

/* Those that are counted; the others are of a clock. */
static gboolean
is_counted (WsScenarioColumn column)
{
  switch (column)
    {
    case WS_SCENARIO_RESIDENT:
    case WS_SCENARIO_THEORETICAL:
    case WS_SCENARIO_LOAD_SEGMENTS:
    case WS_SCENARIO_LOAD_SECTORS:
    case WS_SCENARIO_LOAD_EFFICIENCY:
      return TRUE;
    default:
      return FALSE;
    }
}

static void
run_cell (PlanFixture *fixture, WsScenario *scenario, guint row, guint group)
{
  const WsScenarioCell *cell = ws_scenario_get_cell (scenario, row, group);
  const WsSpec *spec = ws_catalog_find_spec (fixture->catalog, "k40c", NULL);
  g_autoptr (GError) error = NULL;
  const WsCatalogKernel *kernel = ws_catalog_find (fixture->catalog, cell->kernel, &error);
  g_autoptr (WsPlan) plan = NULL;
  g_autoptr (WsRun) run = NULL;
  WsPlanParameters parameters;

  g_assert_no_error (error);
  ws_scenario_store_fill_parameters (kernel, cell, spec, &parameters);
  plan = ws_plan_new (fixture->catalog, kernel, &parameters, spec, &error);
  g_assert_no_error (error);
  run = plan_record (fixture->device, fixture->catalog, plan, "0", 0, NULL, &error);
  g_assert_no_error (error);
  ws_scenario_take_run (scenario, row, group, run, 0);
}

/* Returns: how many figures were held against each other */
static guint
check_cell (const WsScenario *scenario, guint row, guint group)
{
  const WsScenarioCell *cell = ws_scenario_get_cell (scenario, row, group);
  const WsScenarioResult *result = ws_scenario_get_result (scenario, row, group);
  guint n = 0;

  for (guint column = 0; column < WS_SCENARIO_N_COLUMNS; column++)
    {
      const WsScenarioFigure *published = &cell->published[column];

      if (published->text == NULL || !is_counted (column))
        continue;
      g_test_message ("%s, %s, %s: %g, published %s", scenario->id, scenario->rows[row].label,
                      ws_scenario_column_get_name (column), result->value[column], published->text);
      g_assert_true ((result->known & 1u << column) != 0);
      g_assert_cmpfloat (fabs (result->value[column] - published->value), <=,
                         WITHIN * published->value);
      n++;
    }
  return n;
}

typedef struct {
  const char *scenario;
  guint n_figures;
} Case;

static const Case cases[] = {
  { "coalescing-k40c", 3 },
  { "block-shape-k40c", 4 },
  { "block-sizes", 6 },
  { "occupancy-k40c", 24 },
};

static void
test_counted (gconstpointer data)
{
  const Case *one = data;
  PlanFixture fixture = { NULL };
  g_autoptr (GError) error = NULL;
  g_autoptr (WsScenario) scenario = NULL;
  guint n = 0;

  plan_set_up (&fixture, "k40c");
  scenario = ws_scenario_store_load (fixture.catalog, one->scenario, &error);
  g_assert_no_error (error);
  ws_scenario_set_device (scenario, "vm:k40c", "Virtual NVIDIA Tesla K40c");
  for (guint row = 0; row < scenario->n_rows; row++)
    for (guint group = 0; group < scenario->n_groups; group++)
      if (ws_scenario_get_cell (scenario, row, group)->kernel != NULL
          && part_has (row * scenario->n_groups + group, 4))
        {
          run_cell (&fixture, scenario, row, group);
          n += check_cell (scenario, row, group);
        }
  g_assert_cmpuint (n, >, 0);
  if (g_test_thorough ())
    g_assert_cmpuint (n, ==, one->n_figures);
  plan_tear_down (&fixture, "k40c");
}

/* Ways of the warp leave all lanes active; those of the thread, fewer than half of them. */
static void
test_divergence (void)
{
  PlanFixture fixture = { NULL };
  g_autoptr (GError) error = NULL;
  g_autoptr (WsScenario) scenario = NULL;

  plan_set_up (&fixture, "k40c");
  scenario = ws_scenario_store_load (fixture.catalog, "divergence-k40c", &error);
  g_assert_no_error (error);
  ws_scenario_set_device (scenario, "vm:k40c", "Virtual NVIDIA Tesla K40c");
  for (guint row = 0; row < 2; row++)
    {
      const WsScenarioResult *result;

      run_cell (&fixture, scenario, row, 0);
      result = ws_scenario_get_result (scenario, row, 0);
      if (row == 0)
        {
          g_assert_cmpfloat (result->value[WS_SCENARIO_WARP_EFFICIENCY], ==, 100);
          g_assert_cmpfloat (result->value[WS_SCENARIO_BRANCH_EFFICIENCY], ==, 100);
        }
      else
        {
          g_assert_cmpfloat (result->value[WS_SCENARIO_WARP_EFFICIENCY], <, 50);
          g_assert_cmpfloat (result->value[WS_SCENARIO_BRANCH_EFFICIENCY], <, 10);
        }
    }
  plan_tear_down (&fixture, "k40c");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/published/%s", cases[i].scenario);

      g_test_add_data_func (path, &cases[i], test_counted);
    }
  g_test_add_func ("/published/divergence", test_divergence);
  return g_test_run ();
}
