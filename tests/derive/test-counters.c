/* Hardware counters beside what is derived. */
#include "metrics/counters.h"

static void
test_counters (void)
{
  WsCounter ratio = { .name = (char *)"smsp__thread_inst_executed_per_inst_executed.ratio" };
  WsCounter sum = { .name = (char *)"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum" };
  WsCounter unknown = { .name = (char *)"made__up.sum" };
  WsMetric all[] = {
    { .ncu = ratio.name, .unit = "%", .value = 50, .valid = TRUE, .numerator_name = "lanes" },
    { .ncu = sum.name,
      .unit = "",
      .value = 9,
      .valid = TRUE,
      .numerator_name = "sectors of the recorded blocks",
      .of_recorded = TRUE },
  };
  g_autoptr (GArray) metrics = g_array_new (FALSE, FALSE, sizeof (WsMetric));

  g_array_append_vals (metrics, all, G_N_ELEMENTS (all));
  g_assert_cmpstr (ws_counter_get_title (ratio.name), ==, "Threads per warp instruction");
  g_assert_cmpstr (ws_counter_get_title (unknown.name), ==, "made__up.sum");
  /* half of the warp is 16 threads */
  g_assert_cmpfloat (ws_counter_comparable (&ratio, ws_counter_find_metric (&ratio, metrics)), ==,
                     16);
  /* a count over all blocks has no counterpart in one over some */
  g_assert_null (ws_counter_find_metric (&sum, metrics));
  g_assert_null (ws_counter_find_metric (&unknown, metrics));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/record/timing/counters", test_counters);
  return g_test_run ();
}
