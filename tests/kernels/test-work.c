/* Bytes and operations of the seven reductions: bytes as an H200 counted them, operations no fewer
 * than the sum needs. */
#include "part.h"
#include "paths.h"
#include "plans.h"
#include "accesses/work.h"
#include "virtual/virtual.h"

#include <string.h>

#define COUNTERS WS_SOURCE_DIR "/tests/measured/h200-counters.txt"
#define N        (1 << 24)
#define LOADS    "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"
#define STORES   "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"

/* What stands behind @name below the head of @kernel; 0 where it does not. */
static guint64
find_counter (char **lines, const char *kernel, const char *name)
{
  g_autofree char *head = g_strdup_printf ("%s, n 2^24, block 128, first launch", kernel);
  gboolean inside = FALSE;

  for (guint i = 0; lines[i] != NULL; i++)
    {
      const char *line = g_strstrip (lines[i]);

      if (strstr (line, "first launch") != NULL)
        inside = g_str_has_prefix (line, head);
      if (inside && g_str_has_prefix (line, name))
        return (guint64)g_ascii_strtod (line + strlen (name), NULL);
    }
  return 0;
}

static void
test_reductions (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WsCatalog) catalog = ws_catalog_new (NULL, &error);
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  g_autoptr (WsDevice) device = NULL;

  g_assert_no_error (error);
  g_assert_true (g_file_get_contents (COUNTERS, &text, NULL, &error));
  lines = g_strsplit (text, "\n", -1);
  device = ws_vm_device_new ((WsSpec *)ws_catalog_find_spec (catalog, "h200", &error), 0);
  for (guint k = 1; k <= 7; k++)
    {
      if (!part_has (k, 7))
        continue;
      g_autofree char *id = g_strdup_printf ("reduce%u", k);
      const WsCatalogKernel *kernel = ws_catalog_find (catalog, id, NULL);
      g_autoptr (WsPlan) plan = NULL;
      g_autoptr (WsRun) run = NULL;
      guint64 sectors = find_counter (lines, id, LOADS) + find_counter (lines, id, STORES);
      WsPlanParameters parameters;
      WsWork work;

      ws_plan_parameters_init (&parameters, kernel);
      parameters.n = N;
      parameters.block = 128;
      plan = ws_plan_new (catalog, kernel, &parameters, device->spec, &error);
      g_assert_no_error (error);
      run = plan_record (device, catalog, plan, "0", 0, NULL, &error);
      g_assert_no_error (error);
      g_assert_true (ws_work_count (run, 0, NULL, &work));
      g_assert_true (work.of_all_blocks);
      g_print ("# %s moves %" G_GUINT64_FORMAT " bytes (an H200 counted %" G_GUINT64_FORMAT
               "), %.2f operations an element\n",
               id, work.moved_bytes, sectors * 32, (double)work.operations / N);
      g_assert_cmpuint (sectors, >, 0);
      g_assert_cmpuint (work.moved_bytes, ==, sectors * 32);
      g_assert_cmpuint (work.operations, >=, N - run->launches[0].n_results);
      g_assert_cmpuint (work.float_operations, ==, 0);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/work/reductions", test_reductions);
  return g_test_run ();
}
