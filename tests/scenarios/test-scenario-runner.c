/* The scenarios that are bundled, and the runner against the real worker. */
#include "scenarios/scenario-runner.h"
#include "scenarios/scenario-store.h"

#include <math.h>
#include <string.h>

#define DEVICE "vm:k40c"

static WsCatalog *
load_catalog (void)
{
  g_autoptr (GError) error = NULL;
  WsCatalog *catalog = ws_catalog_new (NULL, &error);

  g_assert_no_error (error);
  return catalog;
}

static WsScenario *
load (WsCatalog *catalog, const char *id)
{
  g_autoptr (GError) error = NULL;
  WsScenario *scenario = ws_scenario_store_load (catalog, id, &error);

  g_assert_no_error (error);
  return scenario;
}

static void
test_all (void)
{
  static const char *const ids[] = { "occupancy-k40c",   "block-sizes",
                                     "low-achieved",     "utilisation",
                                     "divergence-k40c",  "predication",
                                     "coalescing-k40c",  "coalescing-large-k40c",
                                     "block-shape-k40c", "global-reductions" };
  g_autoptr (WsCatalog) catalog = load_catalog ();
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) all = ws_scenario_store_load_all (catalog, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (all->len, ==, G_N_ELEMENTS (ids));
  for (guint i = 0; i < all->len; i++)
    {
      const WsScenario *scenario = g_ptr_array_index (all, i);

      g_assert_cmpstr (scenario->id, ==, ids[i]);
      for (guint k = 0; k < ws_scenario_get_n_cells (scenario); k++)
        if (scenario->cells[k].kernel != NULL)
          g_assert_cmpuint (scenario->cells[k].blocks, >, 0);
    }
}

static void
test_refuse (void)
{
  static const char text[] = "[scenario]\ntitle=A\nwords=B\nrow-title=n\ncolumns=time\n"
                             "[row 1]\nlabel=first\nkernel=nonsuch\n";
  g_autoptr (WsCatalog) catalog = load_catalog ();
  g_autoptr (GError) error = NULL;
  g_autoptr (WsScenario) scenario =
      ws_scenario_new_from_data ("made-up", text, strlen (text), &error);

  g_assert_no_error (error);
  g_assert_false (ws_scenario_store_plan (catalog, scenario, &error));
  g_assert_error (error, WS_SCENARIO_ERROR, WS_SCENARIO_ERROR_DAMAGED);
  g_assert_nonnull (strstr (error->message, "“first”"));
  g_assert_nonnull (strstr (error->message, "“nonsuch”"));
  g_clear_error (&error);
  g_assert_null (ws_scenario_store_load (catalog, "../kernels/catalog", &error));
  g_assert_error (error, WS_SCENARIO_ERROR, WS_SCENARIO_ERROR_UNKNOWN);
  g_assert_nonnull (strstr (error->message, "occupancy-k40c"));
}

/* Scenarios with figures of a model that is here run on it; a model that is not here is refused. */
static void
test_device (void)
{
  static const char text[] = "[scenario]\ntitle=A\nwords=B\nrow-title=n\ncolumns=time\n"
                             "device=m2070\n[row 1]\nlabel=first\nkernel=vector_add\n";
  g_autoptr (WsCatalog) catalog = load_catalog ();
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) all = ws_scenario_store_load_all (catalog, &error);
  g_autoptr (WsScenario) made_up = NULL;

  g_assert_no_error (error);
  for (guint i = 0; i < all->len; i++)
    {
      const WsScenario *scenario = g_ptr_array_index (all, i);
      g_autofree char *own = ws_scenario_dup_own_device (scenario);

      if (g_strcmp0 (scenario->published_on, "Tesla K40c") == 0)
        g_assert_cmpstr (own, ==, DEVICE);
      if (scenario->published_on == NULL)
        g_assert_null (own);
    }
  made_up = ws_scenario_new_from_data ("made-up", text, strlen (text), &error);
  g_assert_no_error (error);
  g_assert_false (ws_scenario_store_plan (catalog, made_up, &error));
  g_assert_error (error, WS_SCENARIO_ERROR, WS_SCENARIO_ERROR_DAMAGED);
  g_assert_nonnull (strstr (error->message, "made-up, device: "));
  g_assert_nonnull (strstr (error->message, "“m2070”"));
}

/* A wave and a quarter of each device: its SMs × the blocks that each can have, and a quarter more.
 */
static void
test_waves (void)
{
  static const struct {
    const char *device;
    const char *name;
    guint64 blocks;
  } cases[] = {
    { "vm:h200", "Virtual NVIDIA H200", 132 * 4 * 5 / 4 },
    { "cuda:0", "NVIDIA H200", 132 * 4 * 5 / 4 },
    { "vm:k40c", NULL, 15 * 4 * 5 / 4 },
    { "vm:rtx2080ti", NULL, 68 * 2 * 5 / 4 },
    { "cuda:0", "NVIDIA Nonesuch", 545 }, /* as the catalogue has it */
  };
  g_autoptr (WsCatalog) catalog = load_catalog ();
  g_autoptr (WsScenario) scenario = load (catalog, "low-achieved");
  const WsScenarioCell *cell = ws_scenario_get_cell (scenario, 3, 0);
  const WsCatalogKernel *kernel = ws_catalog_find (catalog, "partial_wave", NULL);

  g_assert_cmpstr (cell->kernel, ==, "partial_wave");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      WsPlanParameters parameters;

      ws_scenario_store_fill_parameters (
          kernel, cell, ws_scenario_store_find_spec (catalog, cases[i].device, cases[i].name),
          &parameters);
      g_assert_cmpuint (parameters.n, ==, cases[i].blocks * 512);
    }
}

/* ---- running ---- */

typedef struct {
  WsCatalog *catalog;
  WsScenario *scenario;
  WsQueue *queue;
  WsScenarioRunner *runner;
  GMainLoop *loop;
  guint n_changed;
  guint n_recorded;
  guint n_failed;
  guint rows[8]; /* of those recorded, in order */
} Fixture;

static void
changed_cb (WsScenarioRunner *runner, WsScenario *scenario, guint row, guint group,
            Fixture *fixture)
{
  fixture->n_changed++;
}

static void
recorded_cb (WsScenarioRunner *runner, WsScenario *scenario, guint row, guint group, WsRun *run,
             Fixture *fixture)
{
  g_assert_cmpstr (run->device, ==, DEVICE);
  g_assert_cmpuint (run->n_blocks, ==, 1);
  g_assert_cmpint (ws_scenario_get_result (scenario, row, group)->state, ==, WS_SCENARIO_DONE);
  if (fixture->n_recorded < G_N_ELEMENTS (fixture->rows))
    fixture->rows[fixture->n_recorded] = row;
  fixture->n_recorded++;
}

static void
failed_cb (WsScenarioRunner *runner, WsScenario *scenario, guint row, guint group, GError *error,
           Fixture *fixture)
{
  fixture->n_failed++;
}

static void
busy_cb (WsScenarioRunner *runner, GParamSpec *pspec, Fixture *fixture)
{
  if (!ws_scenario_runner_is_busy (runner))
    g_main_loop_quit (fixture->loop);
}

static void
set_up (Fixture *fixture, gconstpointer scenario)
{
  fixture->catalog = load_catalog ();
  fixture->scenario = load (fixture->catalog, scenario);
  fixture->queue = ws_queue_new (NULL);
  fixture->runner = ws_scenario_runner_new (fixture->catalog, fixture->queue);
  fixture->loop = g_main_loop_new (NULL, FALSE);
  g_signal_connect (fixture->runner, "changed", G_CALLBACK (changed_cb), fixture);
  g_signal_connect (fixture->runner, "recorded", G_CALLBACK (recorded_cb), fixture);
  g_signal_connect (fixture->runner, "failed", G_CALLBACK (failed_cb), fixture);
  g_signal_connect (fixture->runner, "notify::busy", G_CALLBACK (busy_cb), fixture);
}

static void
tear_down (Fixture *fixture, gconstpointer scenario)
{
  g_main_loop_unref (fixture->loop);
  g_object_unref (fixture->runner);
  g_object_unref (fixture->queue);
  ws_scenario_unref (fixture->scenario);
  ws_catalog_unref (fixture->catalog);
}

static double
get (const WsScenario *scenario, guint row, guint group, WsScenarioColumn column)
{
  const WsScenarioResult *result = ws_scenario_get_result (scenario, row, group);

  g_assert_cmpint (result->state, ==, WS_SCENARIO_DONE);
  g_assert_true ((result->known & 1u << column) != 0);
  return result->value[column];
}

/* Two cells, at n = 256: one block of 256 on one SM, and eight blocks of 32 on eight. */
static void
test_two_cells (Fixture *fixture, gconstpointer data)
{
  WsScenario *scenario = fixture->scenario;
  WsScenarioRunner *runner = fixture->runner;

  ws_scenario_set_device (scenario, DEVICE, NULL);
  ws_scenario_runner_run (runner, scenario, DEVICE, 3, 0);
  g_assert_true (ws_scenario_runner_is_busy (runner));
  ws_scenario_runner_run (runner, scenario, DEVICE, 3, 0); /* runs already */
  ws_scenario_runner_run (runner, scenario, DEVICE, 3, 1);
  ws_scenario_runner_run (runner, scenario, DEVICE, 3, 1); /* waits already */
  g_assert_cmpint (ws_scenario_get_result (scenario, 3, 0)->state, ==, WS_SCENARIO_RUNNING);
  g_assert_cmpint (ws_scenario_get_result (scenario, 3, 1)->state, ==, WS_SCENARIO_WAITING);
  g_main_loop_run (fixture->loop);
  g_assert_cmpuint (fixture->n_recorded, ==, 2);
  g_assert_cmpuint (fixture->n_failed, ==, 0);
  g_assert_cmpuint (fixture->n_changed, >=, 5);
  for (guint g = 0; g < 2; g++)
    {
      const WsScenarioResult *result = ws_scenario_get_result (scenario, 3, g);

      g_assert_cmpint (result->origin, ==, WS_ORIGIN_MODELLED);
      g_assert_cmpuint (result->repeats, ==, 200);
      g_assert_cmpint (result->date, >, 1600000000);
      g_assert_cmpfloat (get (scenario, 3, g, WS_SCENARIO_TIME), >, 0);
      g_assert_cmpfloat (get (scenario, 3, g, WS_SCENARIO_ACHIEVED), <,
                         get (scenario, 3, g, WS_SCENARIO_THEORETICAL));
    }
  g_assert_cmpuint (ws_scenario_get_result (scenario, 3, 0)->n_used_sms, ==, 1);
  g_assert_cmpuint (ws_scenario_get_result (scenario, 3, 1)->n_used_sms, ==, 8);
  g_assert_cmpfloat_with_epsilon (get (scenario, 3, 0, WS_SCENARIO_THEORETICAL), 100, 1e-9);
  g_assert_cmpfloat_with_epsilon (get (scenario, 3, 1, WS_SCENARIO_THEORETICAL), 25, 1e-9);
  g_assert_cmpint (ws_scenario_get_mark (scenario, 3, 1, WS_SCENARIO_SM_EFFICIENCY, FALSE), ==,
                   WS_SCENARIO_BETTER);
  g_assert_cmpint (ws_scenario_get_mark (scenario, 3, 0, WS_SCENARIO_ACHIEVED, FALSE), ==,
                   WS_SCENARIO_BETTER);
}

/* A cell asked for while others wait comes before them. */
static void
test_order (Fixture *fixture, gconstpointer data)
{
  WsScenario *scenario = fixture->scenario;
  WsScenarioRunner *runner = fixture->runner;

  ws_scenario_set_device (scenario, DEVICE, NULL);
  ws_scenario_runner_run (runner, scenario, DEVICE, 0, 0);
  ws_scenario_runner_run (runner, scenario, DEVICE, 1, 0);
  ws_scenario_runner_run (runner, scenario, DEVICE, 2, 0);
  g_main_loop_run (fixture->loop);
  g_assert_cmpuint (fixture->n_recorded, ==, 3);
  g_assert_cmpuint (fixture->rows[0], ==, 0);
  g_assert_cmpuint (fixture->rows[1], ==, 2);
  g_assert_cmpuint (fixture->rows[2], ==, 1);
}

/* Given up, nothing comes any more, and it can begin anew. */
static void
test_cancel (Fixture *fixture, gconstpointer data)
{
  WsScenario *scenario = fixture->scenario;
  WsScenarioRunner *runner = fixture->runner;

  ws_scenario_runner_cancel (runner);
  ws_scenario_runner_run_all (runner, scenario, DEVICE);
  g_assert_cmpuint (ws_scenario_count (scenario, WS_SCENARIO_RUNNING), ==, 1);
  g_assert_cmpuint (ws_scenario_count (scenario, WS_SCENARIO_WAITING), ==, 23);
  ws_scenario_runner_cancel (runner);
  g_assert_false (ws_scenario_runner_is_busy (runner));
  g_assert_cmpuint (ws_scenario_count (scenario, WS_SCENARIO_NOT_RUN), ==, 24);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_cmpuint (fixture->n_recorded, ==, 0);
  g_assert_cmpuint (fixture->n_failed, ==, 0);
  ws_scenario_runner_run (runner, scenario, DEVICE, 0, 1);
  g_main_loop_run (fixture->loop);
  g_assert_cmpuint (fixture->n_recorded, ==, 1);
  g_assert_cmpuint (ws_scenario_count (scenario, WS_SCENARIO_DONE), ==, 1);
}

/* The whole table: theoretical occupancy is what was published, and who is better, too. */
static void
test_k40c (Fixture *fixture, gconstpointer data)
{
  WsScenario *scenario = fixture->scenario;
  WsScenarioRunner *runner = fixture->runner;

  ws_scenario_runner_run_all (runner, scenario, DEVICE);
  g_main_loop_run (fixture->loop);
  g_assert_cmpuint (fixture->n_recorded, ==, 24);
  for (guint row = 0; row < 12; row++)
    for (guint g = 0; g < 2; g++)
      {
        const WsScenarioCell *cell = ws_scenario_get_cell (scenario, row, g);

        g_assert_cmpfloat_with_epsilon (get (scenario, row, g, WS_SCENARIO_THEORETICAL),
                                        cell->published[WS_SCENARIO_THEORETICAL].value, 1e-9);
        g_assert_false (ws_scenario_get_result (scenario, row, g)->is_bound);
        for (guint c = 0; c < 3; c++)
          {
            static const WsScenarioColumn columns[] = { WS_SCENARIO_SM_EFFICIENCY,
                                                        WS_SCENARIO_THEORETICAL,
                                                        WS_SCENARIO_ACHIEVED };

            g_assert_cmpint (ws_scenario_get_mark (scenario, row, g, columns[c], FALSE), ==,
                             ws_scenario_get_mark (scenario, row, g, columns[c], TRUE));
          }
      }
}

/* A device that is none: each cell says so, and the next is tried. */
static void
test_no_device (Fixture *fixture, gconstpointer data)
{
  WsScenario *scenario = fixture->scenario;
  WsScenarioRunner *runner = fixture->runner;

  ws_scenario_runner_run_all (runner, scenario, "vm:nonsuch");
  g_main_loop_run (fixture->loop);
  g_assert_cmpuint (fixture->n_failed, ==, 4);
  g_assert_cmpuint (ws_scenario_count (scenario, WS_SCENARIO_FAILED), ==, 4);
  g_assert_nonnull (strstr (ws_scenario_get_result (scenario, 0, 0)->sentence, "nonsuch"));
  ws_scenario_set_device (scenario, DEVICE, NULL);
  g_assert_cmpuint (ws_scenario_count (scenario, WS_SCENARIO_NOT_RUN), ==, 4);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/scenario-runner/all", test_all);
  g_test_add_func ("/scenario-runner/refuse", test_refuse);
  g_test_add_func ("/scenario-runner/device", test_device);
  g_test_add_func ("/scenario-runner/waves", test_waves);
  g_test_add ("/scenario-runner/two-cells", Fixture, "occupancy-k40c", set_up, test_two_cells,
              tear_down);
  g_test_add ("/scenario-runner/order", Fixture, "occupancy-k40c", set_up, test_order, tear_down);
  g_test_add ("/scenario-runner/cancel", Fixture, "occupancy-k40c", set_up, test_cancel, tear_down);
  g_test_add ("/scenario-runner/k40c", Fixture, "occupancy-k40c", set_up, test_k40c, tear_down);
  g_test_add ("/scenario-runner/no-device", Fixture, "utilisation", set_up, test_no_device,
              tear_down);
  return g_test_run ();
}
