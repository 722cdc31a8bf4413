/* scenario.c: any bytes as a scenario. One that can be read is planned with the catalogue, drawn
 * and written. */
#include "fuzz.h"

#include "scenarios/scenario-store.h"

static const char *const words[] = {
  "[scenario]",
  "[row a]",
  "order=",
  "title=",
  "words=",
  "row-title=",
  "groups=a;b",
  "group-words=x;y",
  "columns=",
  "launch",
  "resident",
  "driver",
  "sm-efficiency",
  "theoretical",
  "achieved",
  "time",
  "rate",
  "profile",
  "summary=",
  "spread",
  "causes",
  "work",
  "source=",
  "published-on=",
  "published-repeats=",
  "label=",
  "pair=",
  "kernel=reduce1",
  "kernel=work4",
  "kernel=balanced",
  "kernel-2=reduce7",
  "n=",
  "n-1=",
  "block=",
  "repeats=",
  "published=",
  "published=sm-efficiency 6.54; theoretical 25; time 0.35 s",
  " ms",
  " us",
  " ns",
  " %",
  "1e999",
  "-1",
  "nan",
  "18446744073709551615",
  "2^20",
};

void
ws_fuzz_scenario (const guint8 *data, gsize size)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WsCatalog) catalog = NULL;
  g_autoptr (WsScenario) scenario =
      ws_scenario_new_from_data ("fuzz", (const char *)data, size, &error);

  g_assert_true ((scenario == NULL) == (error != NULL));
  if (scenario == NULL)
    return;
  catalog = ws_catalog_new (NULL, &error);
  g_assert_no_error (error);
  ws_scenario_store_plan (catalog, scenario, NULL);
  ws_fuzz_look_at_scenario (scenario, ws_fuzz_choose (data, size));
  ws_scenario_set_device (scenario, "vm:h200", "Virtual NVIDIA H200");
  for (guint row = 0; row < scenario->n_rows; row++)
    ws_scenario_set_state (
        scenario, "vm:h200", row, 0,
        &(WsScenarioProgress){ row % (WS_SCENARIO_FAILED + 1), 0.5, scenario->title });
  ws_fuzz_look_at_scenario (scenario, ws_fuzz_choose (data, size) + 1);
}

gsize
ws_fuzz_scenario_mutate (guint8 *data, gsize size, gsize max_size, guint32 seed)
{
  return ws_fuzz_mutate_text (data, size, max_size, seed, words, G_N_ELEMENTS (words));
}
