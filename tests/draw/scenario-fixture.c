#include "scenario-fixture.h"

static const WsSite site = {
  .op_class = WS_OP_EXIT, .vector = 1, .target = WS_NONE, .reconverge = WS_NONE, .file = WS_NONE
};

WsScenario *
scenario_fixture_load (const char *id)
{
  g_autofree char *file = g_strconcat (id, ".ini", NULL);
  g_autofree char *path = g_build_filename (WS_SOURCE_DIR, "resources", "scenarios", file, NULL);
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  WsScenario *scenario;
  gsize size;

  g_file_get_contents (path, &text, &size, &error);
  g_assert_no_error (error);
  scenario = ws_scenario_new_from_data (id, text, size, &error);
  g_assert_no_error (error);
  return scenario;
}

static WsSpec *
load_spec (void)
{
  g_autoptr (GKeyFile) file = g_key_file_new ();
  g_autoptr (GError) error = NULL;
  WsSpec *spec;

  g_key_file_load_from_file (file, WS_SOURCE_DIR "/resources/specs/k40c.ini", G_KEY_FILE_NONE,
                             &error);
  g_assert_no_error (error);
  spec = ws_spec_new_from_key_file (file, "k40c", &error);
  g_assert_no_error (error);
  return spec;
}

WsRun *
scenario_fixture_run (const char *device, guint64 n, guint threads, guint blocks, guint64 cycles,
                      gboolean ragged)
{
  g_autoptr (WsSpec) spec = load_spec ();
  g_autoptr (WsRunBuilder) builder =
      ws_run_builder_new (spec, device, "A made-up K40c", WS_ORIGIN_MODELLED);
  guint n_warps = (threads + 31) / 32;
  g_autofree WsResidency *residencies = g_new0 (WsResidency, blocks);
  g_autofree WsWarpSpan *spans = g_new0 (WsWarpSpan, (gsize)blocks * n_warps);
  guint room = MIN (2048 / threads, 16);
  WsLaunch launch = { .grid = { blocks, 1, 1 },
                      .block = { threads, 1, 1 },
                      .registers_per_thread = 16,
                      .registers_from = WS_REGISTERS_GIVEN,
                      .n_elements = n,
                      .n_results = n,
                      .has_duration = TRUE };
  guint64 end = 0;
  guint index;

  for (guint b = 0; b < blocks; b++)
    {
      guint turn = b / 15;
      guint64 start = turn / room * cycles;

      residencies[b] = (WsResidency){
        .block = b, .sm = b % 15, .slot = turn % room, .start = start, .end = start + cycles
      };
      end = MAX (end, start + cycles);
      for (guint w = 0; w < n_warps; w++)
        spans[b * n_warps + w].end = (guint32)(ragged ? cycles * (w + 1) / n_warps : cycles);
    }
  launch.duration_cycles = end;
  launch.duration_ns = end;
  ws_run_builder_set_about (builder, "vector_add", "Vector add",
                            g_variant_new_array (G_VARIANT_TYPE ("{sv}"), NULL, 0), WS_VALUE_F32,
                            ws_run_words_find ("map"));
  launch.kernel =
      ws_run_builder_add_kernel (builder, ws_kernel_new (&(WsKernel){ .entry = (char *)"k",
                                                                      .title = (char *)"k",
                                                                      .file = (char *)"k.cu",
                                                                      .source = (char *)"",
                                                                      .ptx = (char *)"",
                                                                      .sites = &site,
                                                                      .n_sites = 1,
                                                                      .strings = "",
                                                                      .strings_size = 1 }));
  index = ws_run_builder_add_launch (builder, &launch);
  ws_run_builder_add_residencies (builder, index, residencies, blocks);
  ws_run_builder_add_warp_spans (builder, index, spans, (gsize)blocks * n_warps);
  return ws_run_builder_end (builder);
}

void
scenario_fixture_fill (WsScenario *scenario, gboolean all)
{
  ws_scenario_set_device (scenario, "vm:k40c", "Virtual NVIDIA Tesla K40c");
  for (guint row = 0; row < scenario->n_rows; row++)
    for (guint g = 0; g < scenario->n_groups; g++)
      {
        const WsScenarioCell *cell = ws_scenario_get_cell (scenario, row, g);
        guint threads = cell->block > 0 ? cell->block : 128;
        guint64 n = cell->n > 0 && cell->block > 0 ? cell->n : threads * (7u << row);
        g_autoptr (WsRun) run = NULL;

        if (cell->kernel == NULL)
          continue;
        if (!all && row % 5 == 1)
          {
            ws_scenario_set_state (scenario, "vm:k40c", row, g,
                                   g == 0 ? WS_SCENARIO_RUNNING : WS_SCENARIO_WAITING, 0.4, NULL);
            continue;
          }
        if (!all && row % 5 == 3)
          {
            if (g == 0)
              ws_scenario_set_state (scenario, "vm:k40c", row, g, WS_SCENARIO_FAILED, 0,
                                     "The device has no memory left.");
            continue;
          }
        run = scenario_fixture_run ("vm:k40c", n, threads, (guint)((n + threads - 1) / threads),
                                    12345 * (row + 1), row % 2 == 0);
        ws_scenario_take_run (scenario, row, g, run, 1795219200);
      }
}
