/* Where the cycles of a launch went: each cycle of a warp is counted once, for every kernel of the
 * catalogue; and kernels that are known to wait for one thing wait for that. */
#include "advice/launch-stalls.h"
#include "catalog/catalog.h"
#include "recorded.h"

#include <string.h>

static guint64
add_up (const guint64 *cycles)
{
  guint64 sum = 0;

  for (guint i = 0; i < WS_N_STALLS; i++)
    sum += cycles[i];
  return sum;
}

/* The spans of a warp of the first block follow each other without gap or overlap from its begin to
 * its end; the warps of others leave, and others come. */
static void
check_spans (const WsLaunchStalls *self)
{
  guint n_warps = self->n_warps * self->n_resident;
  g_autofree guint64 *ends = g_new0 (guint64, n_warps);
  guint64 end = 0;

  for (guint i = 0; i < self->stalls->spans->len; i++)
    {
      const WsStallSpan *span = &g_array_index (self->stalls->spans, WsStallSpan, i);

      g_assert_cmpuint (span->warp, <, n_warps);
      g_assert_cmpuint (span->op, <, self->stalls->n_ops);
      g_assert_cmpuint (span->begin, >=, ends[span->warp]);
      if (span->warp < self->n_warps)
        g_assert_cmpuint (span->begin, ==, ends[span->warp]);
      g_assert_cmpuint (span->begin, <, self->stalls->end);
      g_assert_cmpuint (span->end, >, span->begin);
      g_assert_cmpint (span->reason, <, WS_STALL_NO_WARP);
      ends[span->warp] = span->end;
      if (span->warp < self->n_warps)
        end = MAX (end, span->end);
    }
  g_assert_cmpuint (end, ==, self->stalls->end);
}

/* A scheduler always does one thing: it issues from the warp that issues, or waits for what the
 * warp waits for. */
static void
check_slots (const WsLaunchStalls *self)
{
  const WsStalls *stalls = self->stalls;
  g_autofree guint64 *ends = g_new0 (guint64, stalls->n_schedulers);
  guint n_warps = self->n_warps * self->n_resident;
  guint64 issued[2] = { 0 };

  for (guint i = 0; i < stalls->slots->len; i++)
    {
      const WsStallSpan *slot = &g_array_index (stalls->slots, WsStallSpan, i);
      const WsStallSpan *span = ws_stalls_find_warp (stalls, slot->warp, slot->begin);
      guint scheduler = slot->warp % stalls->n_schedulers;

      g_assert_cmpuint (slot->begin, ==, ends[scheduler]);
      g_assert_cmpuint (slot->end, >, slot->begin);
      ends[scheduler] = slot->end;
      if (slot->reason == WS_STALL_SELECTED)
        issued[0] += slot->end - slot->begin;
      if (slot->reason == WS_STALL_NO_WARP)
        {
          for (guint w = scheduler; w < n_warps; w += stalls->n_schedulers)
            g_assert_null (ws_stalls_find_warp (stalls, w, MIN (slot->end, stalls->end) - 1));
          continue;
        }
      g_assert_nonnull (span);
      g_assert_cmpint (span->reason, ==, slot->reason);
      g_assert_cmpuint (span->end, >=, slot->end);
      g_assert_true (ws_stalls_find_slot (stalls, scheduler, slot->end - 1) == slot);
    }
  for (guint s = 0; s < stalls->n_schedulers; s++)
    g_assert_cmpuint (ends[s], >=, stalls->end);
  for (guint i = 0; i < stalls->spans->len; i++)
    {
      const WsStallSpan *span = &g_array_index (stalls->spans, WsStallSpan, i);

      issued[1] += span->reason == WS_STALL_SELECTED ? span->end - span->begin : 0;
    }
  g_assert_cmpuint (issued[0], ==, issued[1]);
}

static void
check (const WsLaunchStalls *self)
{
  guint64 here = 0;
  guint64 blamed = 0;
  guint64 waited = 0;
  guint64 of_lines = 0;
  double share = 0;

  g_assert_nonnull (self->stalls);
  g_assert_cmpuint (self->stalls->n_ops, ==, self->kernel->n_sites);
  for (guint s = 0; s < self->stalls->n_ops; s++)
    {
      here += add_up (self->stalls->here[s]);
      blamed += add_up (self->stalls->blamed[s]);
    }
  for (guint i = 0; i < WS_N_STALLS; i++)
    share += ws_launch_stalls_get_share (self, (WsStall)i);
  g_assert_cmpuint (self->warp_cycles, >, 0);
  g_assert_cmpuint (add_up (self->stalls->warps), ==, self->warp_cycles);
  g_assert_cmpuint (here, ==, self->warp_cycles);
  g_assert_cmpuint (blamed, ==, self->warp_cycles);
  g_assert_cmpfloat_with_epsilon (share, 1, 1e-9);
  /* what a scheduler issues is what its warps issue */
  g_assert_cmpuint (self->stalls->schedulers[WS_STALL_SELECTED], ==,
                    self->stalls->warps[WS_STALL_SELECTED]);
  g_assert_cmpuint (self->stalls->schedulers[WS_STALL_NOT_SELECTED], ==, 0);
  waited = self->warp_cycles - self->stalls->warps[WS_STALL_SELECTED]
           - self->stalls->warps[WS_STALL_NOT_SELECTED];
  for (guint i = 0; i < self->lines->len; i++)
    {
      of_lines += g_array_index (self->lines, WsStallLine, i).waited;
      if (i > 0)
        g_assert_cmpuint (g_array_index (self->lines, WsStallLine, i).waited, <=,
                          g_array_index (self->lines, WsStallLine, i - 1).waited);
    }
  g_assert_cmpuint (of_lines, ==, waited);
  check_spans (self);
  check_slots (self);
}

/* Those with an error to show, and those of libraries, are not looked at. */
static gboolean
is_plain (const WsCatalogKernel *kernel)
{
  return !kernel->faults && !kernel->races && !kernel->tries && kernel->library == NULL;
}

static void
test_all (void)
{
  static const char *const specs[] = { "h200", "k40c", "g80" };
  g_autoptr (WsCatalog) catalog = ws_catalog_new (NULL, NULL);
  guint n = 0;

  for (guint i = 0; i < ws_catalog_get_n_kernels (catalog); i++)
    {
      const WsCatalogKernel *kernel = ws_catalog_get_kernel (catalog, i);
      /* compute capabilities 9.0, 3.5 and 1.0 */
      guint oldest = kernel->cc_min_major * 10 + kernel->cc_min_minor;
      guint n_specs = oldest <= 10 && kernel->default_block <= 512 ? 3 : oldest <= 35 ? 2 : 1;
      g_autoptr (WsRun) run = NULL;
      g_autoptr (WsLaunchStalls) stalls = NULL;

      if (!is_plain (kernel))
        continue;
      run =
          recorded_new (&(Recorded){ kernel->id, specs[i % n_specs], MIN (kernel->default_n, 4096),
                                     MIN (kernel->default_block, 512) });
      stalls = ws_launch_stalls_new (run, 0);
      g_test_message ("%s on %s", kernel->id, run->device);
      check (stalls);
      n++;
    }
  g_assert_cmpuint (n, >, 60);
}

/* Of each launch the reason that is known, and the text of the line that is to blame. */
static const struct {
  Recorded run;
  WsStall first;
  const char *culprit;
} cases[] = {
  { { "transpose_naive", "h200", 1024, 256 }, WS_STALL_LONG_SCOREBOARD, "in[" },
  { { "readStride", "h200", 1 << 20, 512 }, WS_STALL_LONG_SCOREBOARD, "[" },
  { { "bank_stride", "h200", 1 << 20, 256, .options = (const guint32[]){ 32 } },
    WS_STALL_MIO_THROTTLE,
    "table[" },
  { { "warp_divergence", "h200", 1 << 20, 1024 }, WS_STALL_LG_THROTTLE, "C[tid]" },
  { { "reduceInterleaved", "h200", 1 << 22, 512 }, WS_STALL_BARRIER, "__syncthreads" },
  { { "work1", "h200", 1 << 20, 128 }, WS_STALL_WAIT, "for (" },
};

static void
test_first (gconstpointer data)
{
  guint index = GPOINTER_TO_UINT (data);
  g_autoptr (WsRun) run = recorded_new (&cases[index].run);
  g_autoptr (WsLaunchStalls) stalls = ws_launch_stalls_new (run, 0);
  g_autofree char *sentence = ws_launch_stalls_describe (stalls);
  WsStall sorted[WS_N_STALLS];
  guint n = ws_launch_stalls_sort (stalls, sorted);
  guint at = 0;

  check (stalls);
  g_test_message ("%s", sentence);
  while (at < n && (sorted[at] == WS_STALL_SELECTED || sorted[at] == WS_STALL_NOT_SELECTED))
    at++;
  g_assert_cmpuint (at, <, n);
  g_assert_cmpstr (ws_stall_get_name (sorted[at]), ==, ws_stall_get_name (cases[index].first));
  {
    g_auto (GStrv) lines = g_strsplit (stalls->kernel->source, "\n", -1);
    const WsStallLine *most = NULL;

    for (guint i = 0; i < stalls->lines->len; i++)
      {
        const WsStallLine *line = &g_array_index (stalls->lines, WsStallLine, i);

        if (most == NULL || line->blamed[cases[index].first] > most->blamed[cases[index].first])
          most = line;
      }
    g_assert_nonnull (most);
    g_assert_cmpuint (most->line, >, 0);
    g_test_message ("%u: %s", most->line, lines[most->line - 1]);
    g_assert_nonnull (strstr (lines[most->line - 1], cases[index].culprit));
  }
}

/* The lines of the source, and those of the PTX, have all that is waited for between them. */
static void
test_lines (void)
{
  g_autoptr (WsRun) run = recorded_new (&(Recorded){ "reduce3", "h200", 1 << 16, 128 });
  g_autoptr (WsLaunchStalls) stalls = ws_launch_stalls_new (run, 0);

  for (guint of_ptx = 0; of_ptx < 2; of_ptx++)
    {
      g_autoptr (GArray) uses = of_ptx ? ws_line_use_new_of_ptx (run, 0) : ws_line_use_new (run, 0);
      double before;
      double sum = 0;
      double expected = 100;

      g_assert_false (
          ws_line_use_get (&g_array_index (uses, WsLineUse, 13), WS_LINE_WAITED, &before));
      ws_launch_stalls_fill (stalls, uses, of_ptx);
      for (guint line = 0; line < uses->len; line++)
        {
          double value;

          if (ws_line_use_get (&g_array_index (uses, WsLineUse, line), WS_LINE_WAITED, &value))
            sum += value;
          if (!of_ptx && line > 0)
            g_assert_cmpfloat_with_epsilon (
                MAX (value, 0), 100 * ws_launch_stalls_get_line_share (stalls, line), 1e-9);
        }
      expected -= 100 * ws_launch_stalls_get_share (stalls, WS_STALL_SELECTED);
      expected -= 100 * ws_launch_stalls_get_share (stalls, WS_STALL_NOT_SELECTED);
      g_assert_cmpfloat_with_epsilon (sum, expected, 1e-6);
    }
}

/* What is not known is said not to be. */
static void
test_unknown (void)
{
  g_autoptr (WsRun) run = recorded_new (&(Recorded){ "reduce1", "h200", 1024, 128 });
  WsRun without = *run;
  g_autoptr (WsLaunchStalls) stalls = NULL;
  g_autofree char *sentence = NULL;

  without.n_blocks = 0;
  stalls = ws_launch_stalls_new (&without, 0);
  sentence = ws_launch_stalls_describe (stalls);
  g_assert_null (stalls->stalls);
  g_assert_true (g_str_has_prefix (sentence, "Not known"));
  g_assert_cmpfloat (ws_launch_stalls_get_share (stalls, WS_STALL_WAIT), ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/stalls/all", test_all);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/stalls/first/%s", cases[i].run.kernel);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_first);
    }
  g_test_add_func ("/stalls/lines", test_lines);
  g_test_add_func ("/stalls/unknown", test_unknown);
  return g_test_run ();
}
