/* Captions of kernels whose threads do more than one thing, or something that no verb of arithmetic
 * is for. */
#include "stages/stages.h"
#include "recorded.h"

static const struct {
  Recorded recorded;
  guint launch;
  guint stage;
  const char *begins;
} cases[] = {
  /* four ways, and no one verb for them */
  { { .kernel = "warp_divergence", .spec = "h200", .n = 2048, .block = 128, .repeats = 2 },
    0,
    0,
    "Stage 1 of 1, store: 128 threads compute and store 128 results. Every warp diverges" },
  { { .kernel = "convolution_1d", .spec = "h200", .n = 256, .block = 64 },
    0,
    0,
    "Stage 1 of 1, store: 64 threads multiply, add and store 64 results." },
  /* zeros in the bins; then what meets there */
  { { .kernel = "histogram_shared", .spec = "h200", .n = 2048, .block = 128 },
    0,
    0,
    "Stage 1 of 3, load: 32 of 128 threads store initial values." },
  { { .kernel = "histogram_shared", .spec = "h200", .n = 2048, .block = 128 },
    0,
    1,
    "Stage 2 of 3, atomics: 128 threads update memory with atomics." },
  { { .kernel = "histogram_global", .spec = "h200", .n = 2048, .block = 128 },
    0,
    0,
    "Stage 1 of 1, store: 128 threads update memory with atomics." },
  /* what adds by an atomic adds */
  { { .kernel = "reduce10", .spec = "h200", .n = 65536, .block = 128 },
    0,
    2,
    "Stage 3 of 3, add: 1 of 128 threads adds." },
  { { .kernel = "reduce3", .spec = "h200", .n = 200, .block = 128 },
    0,
    0,
    "Stage 1 of 9, load: 128 threads load 128 elements." },
};

static void
test_caption (gconstpointer data)
{
  guint i = GPOINTER_TO_UINT (data);
  g_autoptr (WsRun) run = recorded_new (&cases[i].recorded);
  guint launch = cases[i].launch;
  guint block = ws_run_get_first_block (run, launch);
  g_autoptr (WsDataflow) flow = ws_dataflow_new (run, launch, block);
  g_autoptr (WsStages) stages = ws_stages_new (run, launch, block, flow);
  g_autofree char *caption = ws_stages_caption (stages, run, launch, block, cases[i].stage);

  g_test_message ("%s", caption);
  g_assert_true (g_str_has_prefix (caption, cases[i].begins));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path =
          g_strdup_printf ("/derive/captions/%s/%u", cases[i].recorded.kernel, i);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_caption);
    }
  return g_test_run ();
}
