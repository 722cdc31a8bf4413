/* What each line did: the figures of its columns. */
#include "lines/lines.h"
#include "programs.h"
#include "recorded.h"
#include "specs.h"
#include "virtual/virtual.h"

static const WsLineUse *
get_line (GArray *uses, guint line)
{
  g_assert_cmpuint (line, <, uses->len);
  return &g_array_index (uses, WsLineUse, line);
}

static void
assert_figures (const WsLineUse *use, const char *executions, const char *lanes, const char *passes,
                const char *sectors)
{
  const char *const expected[WS_N_LINE_COLUMNS] = { executions, lanes, passes, sectors, NULL };

  for (guint column = 0; column < WS_N_LINE_COLUMNS; column++)
    {
      g_autofree char *text = ws_line_use_format (use, (WsLineColumn)column);
      double value;

      if (expected[column] != NULL)
        g_assert_cmpstr (text, ==, expected[column]);
      g_assert_cmpint (ws_line_use_get (use, (WsLineColumn)column, &value), ==, *text != '\0');
    }
}

/* A column of a tile is one bank; a row of it, and of the output, is whole sectors. */
static void
test_transpose (void)
{
  const Recorded what = { "transpose_shared", "k40c", 128, 256 };
  g_autoptr (WsRun) run = recorded_new (&what);
  g_autoptr (GArray) uses = ws_line_use_new (run, 0);

  assert_figures (get_line (uses, 17), NULL, "32.0", "1.0", "4.0");
  assert_figures (get_line (uses, 25), NULL, "32.0", "32.0", "4.0");
  assert_figures (get_line (uses, 18), "128", "32.0", "", "");
  assert_figures (get_line (uses, 12), "", "", "", "");
  g_assert_cmpuint (get_line (uses, 25)->passes, ==, 32 * get_line (uses, 25)->ideal_passes);
}

/* Of events alone, without counts, it is the same in the recorded blocks. */
static void
test_recorded (void)
{
  const Recorded what = { "reduce2", "h200", 256, 128 };
  g_autoptr (WsRun) run = recorded_new (&what);
  g_autoptr (GArray) counted = ws_line_use_new (run, 0);
  g_autoptr (GArray) seen = NULL;
  WsLaunch *launch = (WsLaunch *)&run->launches[0];

  g_assert_cmpuint (ws_launch_get_n_blocks (launch), ==, 2);
  g_assert_true (launch->has_counts);
  launch->has_counts = FALSE;
  seen = ws_line_use_new (run, 0);
  launch->has_counts = TRUE;
  g_assert_cmpuint (seen->len, ==, counted->len);
  for (guint line = 0; line < seen->len; line++)
    {
      g_assert_cmpuint (get_line (seen, line)->executed, ==, get_line (counted, line)->executed);
      g_assert_cmpuint (get_line (seen, line)->lanes, ==, get_line (counted, line)->lanes);
      g_assert_cmpuint (get_line (seen, line)->passes, ==, get_line (counted, line)->passes);
      g_assert_cmpuint (get_line (seen, line)->sectors, ==, get_line (counted, line)->sectors);
    }
}

static WsRun *
record_program (const char *entry)
{
  g_autoptr (WsSpec) spec = specs_load ("h200");
  WsDevice *device = ws_vm_device_new (spec, 1);
  g_autoptr (WsRunBuilder) builder =
      ws_run_builder_new (spec, device->id, device->name, WS_ORIGIN_MODELLED);
  const guint32 block = 0;
  const WsRecordRequest wanted = {
    .builder = builder, .blocks = &block, .n_blocks = 1, .counts = TRUE
  };
  g_autoptr (GError) error = NULL;
  guint p = 0;

  while (!g_str_equal (programs[p].entry, entry))
    p++;
  program_run (&programs[p], device, &wanted, &error);
  g_assert_no_error (error);
  ws_device_close (device);
  return ws_run_builder_end (builder);
}

/* A function of the kernel's file has the figures of its lines, though the compiler put it into the
 * kernel, at two calls; the line of a call has its own. 4 warps, and 2 with half of their lanes. */
static void
test_inlined (void)
{
  g_autoptr (WsRun) run = record_program ("inlined");
  g_autoptr (GArray) uses = ws_line_use_new (run, 0);
  const WsKernel *kernel = ws_run_get_kernel (run, 0);
  guint calls[2] = { 0, 0 };

  g_assert_true (run->launches[0].has_counts);
  for (guint i = 0; i < kernel->n_sites; i++)
    {
      const WsSite *site = &kernel->sites[i];
      const guint32 call = ws_site_get_call_line (site);

      if (site->line == 6 || site->line == 11 || site->line == 12)
        g_assert_true (call == 17 || call == 19);
      else
        g_assert_cmpuint (call, ==, 0);
      if (site->line == 11 && site->op_class == WS_OP_LOAD)
        calls[call == 19]++;
      g_assert_cmpuint (ws_site_get_kernel_line (site), >=, 15);
    }
  g_assert_cmpuint (calls[0], ==, 1);
  g_assert_cmpuint (calls[1], ==, 1);
  /* 4 sectors of a warp's words; of half a warp's, that begin at the second word, 3 */
  g_assert_cmpuint (get_line (uses, 11)->global_requests, ==, 6);
  g_assert_cmpuint (get_line (uses, 11)->sectors, ==, 4 * 4 + 2 * 3);
  g_assert_cmpuint (get_line (uses, 6)->executed, >=, 6);
  g_assert_cmpuint (get_line (uses, 17)->global_requests, ==, 0);
  g_assert_cmpuint (get_line (uses, 19)->global_requests, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/lines/transpose", test_transpose);
  g_test_add_func ("/lines/inlined", test_inlined);
  g_test_add_func ("/lines/recorded", test_recorded);
  return g_test_run ();
}
