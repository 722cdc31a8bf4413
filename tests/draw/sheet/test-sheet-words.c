/* The documents' charts made of fixed figures: what their captions say, what stands in their tables
 * and series, and that odd figures give a sentence, not nonsense. */
#include "specs.h"
#include "sheet-fixture.h"

#include <math.h>
#include <string.h>

static const char *
get_cell (const WsSheet *sheet, guint row, guint column)
{
  g_assert_nonnull (sheet->table);
  g_assert_cmpuint (column, <, sheet->table->n_columns);
  return sheet->table->cells->pdata[row * sheet->table->n_columns + column];
}

static void
check_row (const WsSheet *sheet, guint row, const char *expected)
{
  g_autofree char *text = NULL;
  g_autoptr (GPtrArray) cells = g_ptr_array_new ();

  for (guint c = 0; c < sheet->table->n_columns; c++)
    g_ptr_array_add (cells, (gpointer)get_cell (sheet, row, c));
  g_ptr_array_add (cells, NULL);
  text = g_strjoinv (" | ", (char **)cells->pdata);
  g_assert_cmpstr (text, ==, expected);
}

static void
check_heads (const WsSheet *sheet, const char *expected)
{
  g_autofree char *text = g_strjoinv (" | ", sheet->table->heads);

  g_assert_cmpstr (text, ==, expected);
}

static const WsChartPoint *
get_point (const WsChart *chart, guint series, guint point)
{
  const WsSeries *s = chart->series->pdata[series];

  g_assert_cmpuint (point, <, s->points->len);
  return &g_array_index (s->points, WsChartPoint, point);
}

/* ---- ladder ---- */

/* The steps that the lecture prints: 2.33, 2.01, 1.78, 1.8, 1.41, 1.42. Its cumulative factors are
 * products of those, already rounded; ours are of the times, and differ by a hundredth. */
static void
test_published (void)
{
  static const char *const steps[] = { "–", "2.33", "2.01", "1.78", "1.80", "1.41", "1.42" };
  static const double cumulative[] = { 1, 2.33, 4.68, 8.34, 15.01, 21.16, 30.04 };
  g_autoptr (WsSheet) sheet = sheet_fixture_new_sheet (WS_SWEEP_LADDER, SHEET_PUBLISHED, NULL);
  double product = 1;

  check_heads (sheet, "kernel | time, ms | GB/s | of peak, % | step, × | speed-up, ×");
  check_row (sheet, 0, "1 interleaved addressing | 8.054 | 2.08 | 2.4 | – | 1.00");
  check_row (sheet, 6, "7 several elements per thread | 0.268 | 62.60 | 72.5 | 1.42 | 30.05");
  for (guint k = 0; k < 7; k++)
    {
      double speedup = g_ascii_strtod (get_cell (sheet, k, 5), NULL);

      g_assert_cmpstr (get_cell (sheet, k, 4), ==, steps[k]);
      g_assert_cmpfloat_with_epsilon (speedup, cumulative[k], 0.025);
      if (k > 0)
        product *= g_ascii_strtod (steps[k], NULL);
      g_assert_cmpfloat_with_epsilon (product, cumulative[k], 0.011);
    }
  g_assert_cmpstr (sheet->caption, ==,
                   "Kernel 7, the fastest, is 30 times as fast as kernel 1, the slowest. The "
                   "largest gain, 2.3 times, is kernel 2: strided index.");
  g_assert_cmpstr (sheet->title, ==, "Seven reductions");
  g_assert_cmpstr (sheet->subtitle, ==, "2²² ints, block 128  ·  published: NVIDIA G80");
  g_assert_cmpstr (sheet->source, ==,
                   "NVIDIA G80, published: M. Harris, Optimizing Parallel Reduction in CUDA  ·  n "
                   "4\u202f194\u202f304, block 128");
  g_assert_cmpint (sheet->table->figures[1], ==, WS_FIGURES_PUBLISHED);
}

/* Where the factors were published, too, they are shown, and not what rounded times give; but only
 * against what they are against. */
static void
test_published_gain (void)
{
  g_autoptr (WsSweep) g80 = sheet_fixture_new_sweep (WS_SWEEP_LADDER, SHEET_PUBLISHED);
  g_autoptr (WsSweep) h200 = sheet_fixture_new_sweep (WS_SWEEP_LADDER, SHEET_H200);
  WsSweep *both[2] = { h200, g80 };
  WsSweepPoint *last = ws_sweep_get_point (g80, 6);
  g_autoptr (WsSheet) alone = NULL;
  g_autoptr (WsSheet) beside = NULL;
  g_autoptr (WsSheet) other = NULL;

  last->has_gain = TRUE;
  last->step = 1.43;
  last->speedup = 30.04;
  alone = ws_sheet_new_for_sweeps (&g80, 1);
  check_row (alone, 6, "7 several elements per thread | 0.268 | 62.60 | 72.5 | 1.43 | 30.04");
  beside = ws_sheet_new_for_sweeps (both, 2);
  g_assert_cmpfloat (get_point (beside->side, 1, 6)->y, ==, 30.04);
  /* ours begins with the second kernel */
  g_ptr_array_remove_index (h200->points, 0);
  other = ws_sheet_new_for_sweeps (both, 2);
  g_assert_cmpfloat_with_epsilon (get_point (other->side, 1, 5)->y, 3456 / 268., 1e-9);
}

/* A G80 takes 166 times as long: not beside our bars, but in a chart of speed-ups, and the table.
 */
static void
test_far (void)
{
  g_autoptr (WsSweep) g80 = sheet_fixture_new_sweep (WS_SWEEP_LADDER, SHEET_PUBLISHED);
  g_autoptr (WsSheet) sheet = sheet_fixture_new_sheet (WS_SWEEP_LADDER, SHEET_H200, g80);

  g_assert_cmpuint (sheet->main->series->len, ==, 1);
  g_assert_nonnull (sheet->side);
  g_assert_true (sheet->shares_y);
  g_assert_cmpuint (sheet->side->series->len, ==, 2);
  g_assert_cmpfloat_with_epsilon (get_point (sheet->side, 0, 6)->y, 48383 / 16896., 1e-9);
  g_assert_cmpfloat_with_epsilon (get_point (sheet->side, 1, 6)->y, 8054 / 268., 1e-9);
  g_assert_true (((WsSeries *)sheet->side->series->pdata[1])->quiet);
  g_assert_cmpstr (get_point (sheet->main, 0, 0)->label, ==, "48.4 µs");
  g_assert_null (get_point (sheet->main, 0, 0)->note);
  g_assert_cmpstr (get_point (sheet->main, 0, 6)->note, ==, "2.86×");
  g_assert_cmpfloat (get_point (sheet->main, 0, 6)->low, ==, 16127);
  g_assert_cmpfloat (get_point (sheet->main, 0, 6)->high, ==, 18432);
  check_heads (sheet, "kernel | time, µs | GB/s | of peak, % | step, × | speed-up, × | G80, ms | "
                      "G80, ×");
  check_row (sheet, 3,
             "4 first add during the load | 20.2 | 832 | 17.3 | 1.59 | 2.40 | 0.965 | 8.35");
  g_assert_cmpint (sheet->table->figures[5], ==, WS_FIGURES_MEASURED);
  g_assert_cmpint (sheet->table->figures[6], ==, WS_FIGURES_PUBLISHED);
  g_assert_cmpint (sheet->table->figures[7], ==, WS_FIGURES_PUBLISHED);
  g_assert_cmpstr (
      sheet->caption, ==,
      "Kernel 7, the fastest, is 2.9 times as fast as kernel 1, the slowest; on the G80 it was 30 "
      "times. The largest gain, 1.6 times, is kernel 4: first add during the load.");
  g_assert_cmpstr (sheet->subtitle, ==,
                   "2²² ints, block 128  ·  median of 31  ·  measured on NVIDIA H200");
  g_assert_cmpstr (
      sheet->source, ==,
      "NVIDIA H200, driver 580.159.04, measured  ·  n 4\u202f194\u202f304, block 128, "
      "median of 31  ·  2026-11-21  ·  compared with: NVIDIA G80, published: M. Harris, "
      "Optimizing Parallel Reduction in CUDA");
}

/* What is of our size, and the same work, stands beside our bars. */
static void
test_near (void)
{
  g_autoptr (WsSweep) vm = sheet_fixture_new_sweep (WS_SWEEP_LADDER, SHEET_VM_H200);
  g_autoptr (WsSweep) first = sheet_fixture_new_first_launches ();
  g_autoptr (WsSheet) sheet = sheet_fixture_new_sheet (WS_SWEEP_LADDER, SHEET_H200, vm);
  g_autoptr (WsSheet) other = sheet_fixture_new_sheet (WS_SWEEP_LADDER, SHEET_H200, first);

  g_assert_cmpuint (sheet->main->series->len, ==, 2);
  g_assert_null (sheet->side);
  g_assert_true (((WsSeries *)sheet->main->series->pdata[1])->quiet);
  g_assert_cmpint (((WsSeries *)sheet->main->series->pdata[1])->figures, ==, WS_FIGURES_MODELLED);
  /* another n, and its first launch alone */
  g_assert_cmpuint (other->main->series->len, ==, 1);
  g_assert_nonnull (other->side);
}

static WsSheet *
make_one (WsSweep *sweep)
{
  return ws_sheet_new_for_sweeps (&sweep, 1);
}

static void
test_odd_ladders (void)
{
  g_autoptr (WsSweep) sweep = sheet_fixture_new_sweep (WS_SWEEP_LADDER, SHEET_VM_H200);
  WsSweepPoint *point;

  { /* a wrong result counts for nothing, however fast */
    g_autoptr (WsSheet) sheet = NULL;

    ws_sweep_get_point (sweep, 5)->correct = FALSE;
    point = ws_sweep_get_point (sweep, 2);
    point->state = WS_SWEEP_FAILED;
    point->sentence = g_strdup ("A block of 128 threads takes too much shared memory.");
    sheet = make_one (sweep);
    g_assert_cmpstr (
        sheet->caption, ==,
        "Kernel 5, the fastest, is 2.0 times as fast as kernel 1, the slowest. The largest gain, "
        "1.2 times, is kernel 2: strided index. The result of kernel 6 was wrong: not counted. "
        "Kernel 3 failed: A block of 128 threads takes too much shared memory.");
    g_assert_cmpstr (get_point (sheet->main, 0, 5)->note, ==, "wrong result");
    g_assert_true (isnan (get_point (sheet->main, 0, 2)->y));
    check_row (sheet, 2, "3 sequential addressing | failed | – | – | – | –");
    check_row (sheet, 5, "6 completely unrolled | wrong | – | – | – | –");
    check_row (sheet, 6, "7 several elements per thread | 24.9 | 674 | 14.0 | – | 1.94");
  }
  { /* running */
    g_autoptr (WsSheet) sheet = NULL;

    for (guint i = 1; i < 7; i++)
      ws_sweep_get_point (sweep, i)->state = i == 1 ? WS_SWEEP_RUNNING : WS_SWEEP_WAITING;
    sheet = make_one (sweep);
    g_assert_cmpstr (sheet->caption, ==, "So far: Kernel 1 takes 48.3 µs.");
    g_assert_cmpstr (sheet->subtitle, ==,
                     "2²² ints, block 128  ·  modelled: Virtual NVIDIA H200  ·  1 of 7 done");
    /* bars keep their places */
    g_assert_cmpuint (g_strv_length (sheet->main->y.categories), ==, 7);
  }
  { /* not begun */
    g_autoptr (WsSheet) sheet = NULL;

    ws_sweep_get_point (sweep, 0)->state = WS_SWEEP_WAITING;
    sheet = make_one (sweep);
    g_assert_cmpstr (sheet->caption, ==, "The first point is not finished yet.");
    g_assert_cmpstr (sheet->main->empty, ==, "The first point is not finished yet.");
  }
  { /* all failed */
    g_autoptr (WsSheet) sheet = NULL;

    for (guint i = 0; i < 7; i++)
      ws_sweep_get_point (sweep, i)->state = WS_SWEEP_FAILED;
    sheet = make_one (sweep);
    g_assert_cmpstr (sheet->caption, ==, "No point has a time yet. 7 of 7 failed, kernel 1 first.");
  }
  { /* all equal; one has another title */
    g_autoptr (WsSheet) sheet = NULL;

    for (guint i = 0; i < 7; i++)
      {
        point = ws_sweep_get_point (sweep, i);
        point->state = WS_SWEEP_DONE;
        point->correct = TRUE;
        point->time.median_ns = 5000;
      }
    sheet = make_one (sweep);
    g_assert_cmpstr (sheet->caption, ==, "All 7 kernels take the same time: 5.00 µs.");
    check_row (sheet, 6, "7 several elements per thread | 5.00 | 3.36 | 69.9 | 1.00 | 1.00");
  }
  { /* nothing at all */
    g_autoptr (WsSweep) nothing = ws_sweep_new (WS_SWEEP_LADDER);
    g_autoptr (WsSheet) sheet = make_one (nothing);

    g_assert_cmpstr (sheet->caption, ==, "Nothing has run yet.");
  }
}

/* Two runs on one device are told apart by when they were. */
static void
test_same_device (void)
{
  g_autoptr (WsSweep) before = sheet_fixture_new_sweep (WS_SWEEP_LADDER, SHEET_H200);
  g_autoptr (WsSheet) sheet = NULL;

  before->date -= 86400;
  sheet = sheet_fixture_new_sheet (WS_SWEEP_LADDER, SHEET_H200, before);
  g_assert_cmpstr (((WsSeries *)sheet->main->series->pdata[0])->name, ==, "H200, 2026-11-21");
  g_assert_cmpstr (((WsSeries *)sheet->main->series->pdata[1])->name, ==, "H200, 2026-11-20");
  g_clear_pointer (&sheet, ws_sheet_unref);
  before->date += 86400 - 3600;
  sheet = sheet_fixture_new_sheet (WS_SWEEP_LADDER, SHEET_H200, before);
  g_assert_cmpstr (((WsSeries *)sheet->main->series->pdata[1])->name, ==, "H200, 11:00");
}

/* ---- the others ---- */

static void
test_scaling (void)
{
  g_autoptr (WsSweep) vm = sheet_fixture_new_sweep (WS_SWEEP_SCALING, SHEET_VM_H200);
  g_autoptr (WsSheet) both = sheet_fixture_new_sheet (WS_SWEEP_SCALING, SHEET_H200, vm);
  g_autoptr (WsSheet) sheet = make_one (vm);

  g_assert_cmpstr (
      sheet->caption, ==,
      "With 2²⁵ elements kernel 7 is 2.6 times as fast as kernel 1, with 2¹⁷ only 1.04 times. "
      "Kernel 7 is the fastest from 2²⁵ on; with the fewest it is kernel 6. Up to 2²¹ elements, "
      "launch overhead dominates: kernel 7 takes 14.8 µs to 19.7 µs.");
  g_assert_cmpstr (sheet->subtitle, ==,
                   "2¹⁷ to 2²⁵ ints, block 128  ·  modelled: Virtual NVIDIA H200");
  g_assert_true (g_str_has_prefix (sheet->source, "Virtual NVIDIA H200, modelled, off by "));
  g_assert_nonnull (strstr (sheet->source, " % on average  ·  n 131"));
  g_assert_cmpuint (sheet->main->series->len, ==, 7);
  g_assert_cmpint (sheet->main->x.kind, ==, WS_SCALE_LOG2);
  g_assert_cmpint (sheet->main->y.kind, ==, WS_SCALE_LOG10);
  g_assert_cmpfloat (get_point (sheet->main, 6, 8)->y, ==, 97639);
  g_assert_true (isnan (get_point (sheet->main, 6, 8)->low)); /* one sample has no spread */
  /* those compared stand behind, in the same colours, and one of them is named */
  g_assert_cmpuint (both->main->series->len, ==, 14);
  for (guint i = 0; i < 14; i++)
    {
      const WsSeries *series = both->main->series->pdata[i];

      g_assert_cmpint (series->quiet, ==, i < 7);
      g_assert_cmpint (series->color, ==, (int)(i % 7));
      g_assert_cmpint (series->named, ==, i == 0 || i >= 7);
    }
}

static void
test_odd_scaling (void)
{
  g_autoptr (WsSweep) sweep = sheet_fixture_new_empty (WS_SWEEP_SCALING, SHEET_VM_H200);
  g_autoptr (WsSheet) one = NULL;
  g_autoptr (WsSheet) slanted = NULL;

  sheet_fixture_add (sweep, 7, 1 << 20, 128, 0, 7000);
  one = make_one (sweep);
  g_assert_cmpstr (one->caption, ==, "Kernel 7 takes 7.00 µs for 2²⁰ elements.");
  /* in no order, and without a level part or a crossing */
  sheet_fixture_add (sweep, 1, 1 << 22, 128, 0, 84000);
  sheet_fixture_add (sweep, 7, 1 << 22, 128, 0, 28000);
  sheet_fixture_add (sweep, 1, 1 << 20, 128, 0, 21000);
  slanted = make_one (sweep);
  g_assert_cmpstr (slanted->caption, ==,
                   "With 2²² elements kernel 7 is 3.0 times as fast as kernel 1.");
  for (guint s = 0; s < 2; s++)
    g_assert_cmpfloat (get_point (slanted->main, s, 0)->x, <, get_point (slanted->main, s, 1)->x);
}

static void
test_heatmap (void)
{
  g_autoptr (WsSweep) ti = sheet_fixture_new_sweep (WS_SWEEP_HEATMAP, SHEET_PUBLISHED);
  g_autoptr (WsSheet) alone = make_one (ti);
  g_autoptr (WsSheet) both = sheet_fixture_new_sheet (WS_SWEEP_HEATMAP, SHEET_VM_H200, ti);
  const WsChartCells *cells = alone->main->cells;

  g_assert_cmpstr (alone->title, ==, "Kernel 7 by block and grid");
  g_assert_cmpstr (alone->caption, ==,
                   "The fastest is block 256 with a grid of 2048: 123 µs; the slowest, block 1024 "
                   "with a grid of 4096, takes 1.2 times as long. 12 of 16 choices are within 2 % "
                   "of the best.");
  g_assert_cmpuint (cells->n_rows, ==, 4);
  g_assert_cmpuint (cells->n_columns, ==, 4);
  g_assert_cmpstr (alone->main->y.categories[0], ==, "128");
  g_assert_cmpstr (alone->main->x.categories[3], ==, "4096");
  g_assert_cmpfloat (cells->values[0], ==, 122720);
  g_assert_cmpfloat (cells->values[15], ==, 147840);
  g_assert_true (cells->less_is_better);
  g_assert_null (alone->side);
  g_assert_nonnull (both->side->cells);
  g_assert_cmpstr (both->main->heading, ==, "Virtual H200, modelled");
  g_assert_cmpstr (both->side->heading, ==, "RTX 2080 Ti, published: first launch");
  g_assert_true (g_str_has_suffix (both->caption,
                                   " On the RTX 2080 Ti it was block 256 with a grid of 2048."));
}

static void
test_odd_heatmap (void)
{
  g_autoptr (WsSweep) sweep = sheet_fixture_new_empty (WS_SWEEP_HEATMAP, SHEET_VM_H200);
  g_autoptr (WsSheet) sheet = NULL;
  WsSweepPoint *failed;

  sheet_fixture_add (sweep, 7, 1 << 24, 128, 512, 50000);
  sheet_fixture_add (sweep, 7, 1 << 24, 256, 64, 50000)->correct = FALSE;
  failed = sheet_fixture_add (sweep, 7, 1 << 24, 1024, 64, 0);
  failed->state = WS_SWEEP_FAILED;
  failed->sentence = g_strdup ("Too\nlarge.");
  sheet = make_one (sweep);
  g_assert_cmpstr (
      sheet->caption, ==,
      "Block 128 with a grid of 512 takes 50.0 µs. The result of block 256 with a grid of 64 was "
      "wrong: not counted. Block 1024 with a grid of 64 failed: Too large.");
  g_assert_cmpuint (sheet->main->cells->n_rows, ==, 3);
  g_assert_cmpuint (sheet->main->cells->n_columns, ==, 2);
  g_assert_true (isnan (sheet->main->cells->values[0])); /* 128, 64: not run */
  g_assert_cmpfloat (sheet->main->cells->values[1], ==, 50000);
  g_assert_true (isnan (sheet->main->cells->values[2]));
  g_assert_cmpstr (sheet->main->cells->tips[2], ==, "wrong result");
  g_assert_cmpstr (sheet->main->cells->tips[4], ==, "Too large.");
}

static void
test_occupancy (void)
{
  g_autoptr (WsSweep) sweep = sheet_fixture_new_sweep (WS_SWEEP_BLOCK_SIZE, SHEET_H200);
  g_autoptr (WsSheet) sheet = make_one (sweep);
  g_autoptr (WsSheet) fullest = NULL;
  g_autoptr (WsSheet) unknown = NULL;

  g_assert_cmpstr (sheet->title, ==, "Kernel 3: time and occupancy");
  g_assert_cmpstr (sheet->caption, ==,
                   "The fastest, block 256 (36.9 µs), achieves an occupancy of 90.2 %, not the "
                   "highest: block 1024 achieves 93.5 % and takes 1.2 times as long.");
  check_heads (sheet, "block | time, µs | theoretical, % | achieved, %");
  check_row (sheet, 1, "64 | 61.9 | 100.0 | 73.1");
  g_assert_cmpfloat (get_point (sheet->main, 0, 1)->x, ==, 0.731);
  g_assert_cmpfloat (get_point (sheet->main, 0, 1)->y, ==, 61900);
  g_assert_cmpstr (get_point (sheet->main, 0, 1)->label, ==, "64");

  ws_sweep_get_point (sweep, 9)->time.median_ns = 30000;
  fullest = make_one (sweep);
  g_assert_cmpstr (fullest->caption, ==,
                   "The fastest, block 1024 (30.0 µs), also has the highest occupancy: 93.5 %.");

  for (guint i = 0; i < ws_sweep_get_n_points (sweep); i++)
    ws_sweep_get_point (sweep, i)->has_occupancy = FALSE;
  unknown = make_one (sweep);
  g_assert_cmpstr (unknown->caption, ==, "The occupancy is not known.");
  check_row (unknown, 1, "64 | 61.9 | – | –");
}

/* Bars for each stride, the passes beside the times; another device's stand back. */
static void
test_option (void)
{
  g_autoptr (WsSweep) sweep = sheet_fixture_new_sweep (WS_SWEEP_OPTION, SHEET_H200);
  g_autoptr (WsSweep) other = sheet_fixture_new_sweep (WS_SWEEP_OPTION, SHEET_VM_H200);
  g_autoptr (WsSweep) strange = sheet_fixture_new_sweep (WS_SWEEP_LATENCY, SHEET_VM_H200);
  WsSweep *const all[] = { sweep, other, strange };
  g_autoptr (WsSheet) sheet = make_one (sweep);
  g_autoptr (WsSheet) both = ws_sheet_new_for_sweeps (all, 3);

  g_assert_cmpstr (sheet->title, ==, "Bank conflicts: by stride");
  g_assert_true (g_str_has_prefix (sheet->subtitle, "Stride  ·  "));
  g_assert_cmpstr (sheet->caption, ==,
                   "Stride 32 takes 4.7 times as long as Stride 1. Shared-memory wavefronts of "
                   "loads: 1 to 32.");
  g_assert_cmpstr (sheet->main->x.categories[23], ==, "24");
  g_assert_cmpfloat (get_point (sheet->main, 0, 23)->x, ==, 23);
  g_assert_cmpfloat (get_point (sheet->main, 0, 23)->y, ==, 2300 + 310 * 8);
  g_assert_cmpfloat (get_point (sheet->side, 0, 23)->y, ==, 8);
  g_assert_cmpuint (sheet->main->series->len, ==, 1);
  /* of another kernel nothing is shown */
  g_assert_cmpuint (both->main->series->len, ==, 2);
  g_assert_cmpfloat (get_point (both->main, 1, 3)->y, ==, 2000 + 310 * 4);
  for (guint i = 0; i < ws_sweep_get_n_points (sweep); i++)
    {
      WsSweepPoint *point = ws_sweep_get_point (sweep, i);

      point->time.median_ns = 1000 + i % 2;
    }
  g_clear_pointer (&sheet, ws_sheet_unref);
  sheet = make_one (sweep);
  g_assert_true (g_str_has_prefix (sheet->caption, "All take equally long, within one per cent."));
  /* few choices lie, with their values beside them */
  sweep->over_is_choice = TRUE;
  g_ptr_array_set_size (sweep->points, 4);
  g_free (ws_sweep_get_point (sweep, 1)->option);
  ws_sweep_get_point (sweep, 1)->option = g_strdup ("32x16");
  g_clear_pointer (&sheet, ws_sheet_unref);
  sheet = make_one (sweep);
  g_assert_true (sheet->main->horizontal && sheet->shares_y);
  g_assert_cmpstr (sheet->main->y.categories[1], ==, "32 × 16");
  g_assert_cmpstr (get_point (sheet->side, 0, 3)->label, ==, "4");
}

/* A line for each number of chains; against what is in flight they are one, and bend where Little's
 * law says. */
static void
test_latency (void)
{
  g_autoptr (WsSweep) sweep = sheet_fixture_new_sweep (WS_SWEEP_LATENCY, SHEET_VM_H200);
  g_autoptr (WsSheet) sheet = make_one (sweep);
  const WsChartRule *rule = &g_array_index (sheet->main->rules, WsChartRule, 0);
  const WsChartRule *needed = &g_array_index (sheet->side->rules, WsChartRule, 0);

  g_assert_cmpuint (sheet->main->series->len, ==, 4);
  g_assert_cmpstr (((const WsSeries *)sheet->main->series->pdata[2])->name, ==, "Chains 3");
  /* the third of one chain: 4 warps, 132 SMs of 128 threads in 11.5 µs; three chains: 2 warps */
  g_assert_cmpfloat (get_point (sheet->main, 0, 2)->x, ==, 4);
  g_assert_cmpfloat_with_epsilon (get_point (sheet->main, 0, 2)->y, 132 * 128 / 11.5e-6, 1e3);
  g_assert_cmpfloat (get_point (sheet->side, 0, 2)->x, ==, 4 * 32);
  g_assert_cmpfloat (get_point (sheet->side, 2, 1)->x, ==, 2 * 32 * 3);
  g_assert_true (rule->vertical && needed->vertical);
  g_assert_cmpfloat (rule->value, ==, 6);
  g_assert_cmpfloat (needed->value, ==, 192);
  g_assert_cmpstr (sheet->caption, ==,
                   "Latency × throughput: an SM needs 192 operations in flight, 6 warps with one "
                   "each. This many warps per SM reach nine tenths of the highest rate: 8 (Chains "
                   "1), 4 (Chains 2), 2 (Chains 3), 2 (Chains 4).");
  sweep->each = 4;
  g_clear_pointer (&sheet, ws_sheet_unref);
  sheet = make_one (sweep);
  g_assert_cmpfloat (get_point (sheet->side, 2, 1)->x, ==, 2 * 32 * 3 * 4);
  g_assert_cmpstr (sheet->side->x.label, ==, "bytes in flight");
  /* where no latency is known there is no need to speak of */
  sweep->needs = 0;
  g_clear_pointer (&sheet, ws_sheet_unref);
  sheet = make_one (sweep);
  g_assert_cmpuint (sheet->main->rules->len, ==, 0);
  g_assert_true (g_str_has_prefix (sheet->caption, "This many warps"));
}

static void
test_roofline (void)
{
  g_autoptr (WsSweep) sweep = sheet_fixture_new_sweep (WS_SWEEP_ROOFLINE, SHEET_H200);
  g_autoptr (WsSheet) sheet = make_one (sweep);
  g_autoptr (WsSheet) floats = NULL;
  g_autoptr (WsSheet) bare = NULL;
  const WsChartRule *rules = (const WsChartRule *)(const void *)sheet->main->rules->data;
  /* 132 SMs, 64 additions of integers each in a cycle, 1.98 GHz */
  double peak = 132 * 64 * 1.98e9;
  static const struct {
    const char *spec;
    WsValueType type;
    guint lanes;
  } others[] = { { "k40c", WS_VALUE_F32, 192 },
                 { "k40c", WS_VALUE_S32, 160 },
                 { "rtx2080ti", WS_VALUE_F32, 64 },
                 { "rtx2080ti", WS_VALUE_S32, 64 },
                 { "g80", WS_VALUE_S32, 8 } };

  g_assert_cmpuint (sheet->main->rules->len, ==, 3);
  g_assert_true (rules[0].slanted && !rules[0].dashed);
  g_assert_cmpfloat (rules[0].value, ==, 4814304000000.);
  g_assert_cmpfloat_with_epsilon (rules[0].until, peak / 4814304000000., 1e-9);
  g_assert_true (rules[1].slanted && rules[1].dashed);
  g_assert_cmpfloat (rules[1].value, ==, 4251000000000.);
  g_assert_true (!rules[2].slanted && !rules[2].vertical);
  g_assert_cmpfloat_with_epsilon (rules[2].value / peak, 1, 1e-12);
  g_assert_cmpfloat_with_epsilon (rules[2].from, peak / 4814304000000., 1e-9);
  g_assert_cmpfloat_with_epsilon (get_point (sheet->main, 0, 0)->x, 4194303. / (4.16 * 4194304),
                                  1e-9);
  g_assert_cmpfloat_with_epsilon (get_point (sheet->main, 0, 0)->y / (4194303 / 48383e-9), 1, 1e-9);
  g_assert_cmpstr (sheet->main->x.label, ==, "integer operations of the reduction per byte moved");
  g_assert_cmpstr (sheet->main->y.label, ==, "integer operations of the reduction per second");
  g_assert_cmpstr (rules[2].label, ==, "peak of integer operations 16.7 T/s");
  check_heads (sheet, "kernel | op/B | of its roof, %");
  check_row (sheet, 6, "7 several elements per thread | 0.25 | 20.7");
  g_assert_cmpstr (
      sheet->caption, ==,
      "Below the ridge, at 3.47 operations per byte, memory is the lower roof: all kernels are "
      "there. Kernel 7 comes closest to its roof, 20.7 %; kernel 1 reaches 7.49 %: something else "
      "limits it. Marks and roof count only the integer operations that combine two elements, "
      "4 194 303; with indices and addresses kernel 1 executes 123 312 537.");

  /* of floats there are as many lanes as schedulers feed; beyond the ridge arithmetic holds back */
  sweep->type = WS_VALUE_F32;
  for (guint k = 0; k < ws_sweep_get_n_points (sweep); k++)
    ws_sweep_get_point (sweep, k)->moved_bytes /= k == 0 ? 64 : 1;
  floats = make_one (sweep);
  rules = (const WsChartRule *)(const void *)floats->main->rules->data;
  g_assert_cmpfloat_with_epsilon (rules[2].value / (2 * peak), 1, 1e-12);
  g_assert_nonnull (strstr (floats->caption, "at 6.95 operations per byte, arithmetic is the lower "
                                             "roof: 1 of 7 kernels is there."));
  g_assert_nonnull (strstr (floats->caption, "Marks and roof count only the float operations"));

  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    {
      g_autoptr (WsSpec) spec = specs_load (others[i].spec);
      g_autoptr (WsSheet) other = NULL;

      g_clear_pointer (&sweep->spec, ws_spec_unref);
      sweep->spec = g_steal_pointer (&spec);
      sweep->type = others[i].type;
      other = make_one (sweep);
      rules = (const WsChartRule *)(const void *)other->main->rules->data;
      g_assert_cmpfloat_with_epsilon (
          rules[2].value / (1e3 * sweep->spec->n_sms * others[i].lanes * sweep->spec->clock_khz), 1,
          1e-12);
    }

  g_clear_pointer (&sweep->spec, ws_spec_unref);
  sweep->peak_bytes_per_s = 0;
  sweep->copy_bytes_per_s = 0;
  bare = make_one (sweep);
  g_assert_cmpuint (bare->main->rules->len, ==, 0);
  g_assert_cmpstr (bare->caption, ==, "The device's peaks are not known, so there is no roof.");
  check_row (bare, 6, "7 several elements per thread | 0.25 | –");
}

/* ---- live ---- */

static void
test_live (void)
{
  g_autoptr (WsLive) live = sheet_fixture_new_live (SHEET_H200, 12034);
  g_autoptr (WsSheet) sheet = ws_sheet_new_for_live (live, 0, 12034, 1000);
  const WsSeries *line = sheet->main->series->pdata[0];
  guint64 n = 0;

  g_assert_cmpstr (sheet->title, ==, "Kernel 1: interleaved addressing");
  g_assert_cmpstr (sheet->subtitle, ==, "2²² elements, block 128  ·  measured on NVIDIA H200");
  check_heads (sheet, "median | p5–p95 | runs | bandwidth | of the peak 4.81 TB/s | of a copy 4.25 "
                      "TB/s");
  g_assert_cmpuint (line->points->len, <=, 122);
  g_assert_cmpuint (line->points->len, >=, 50);
  g_assert_cmpstr (get_cell (sheet, 0, 2), ==, "12\u202f034");
  /* what the histogram shows, and what the caption counts beyond it, is all there is */
  for (guint i = 0; i < ((WsSeries *)sheet->side->series->pdata[0])->points->len; i++)
    n += (guint64)get_point (sheet->side, 0, i)->y;
  g_assert_cmpuint (n, <, 12034);
  {
    g_autofree char *beyond =
        g_strdup_printf (" %d took longer than shown, up to ", (int)(12034 - n));

    g_assert_nonnull (strstr (sheet->caption, beyond));
  }
  g_assert_cmpfloat (sheet->main->y.from, ==, sheet->side->y.from);
  g_assert_cmpfloat (sheet->main->y.to, ==, sheet->side->y.to);
}

/* While samples come, full columns stay as they are. */
/* What was timed before stays in the trace, up to a mark that says what began there; the figures
 * are of what is timed now. */
static void
test_live_steps (void)
{
  g_autoptr (WsLive) one = sheet_fixture_new_live (SHEET_H200, 300);
  g_autoptr (WsLive) two = NULL;
  g_autoptr (WsLive) three = NULL;
  g_autoptr (WsSheet) sheet = NULL;
  const WsChartRule *rules;

  two = ws_live_new_after (one, "reduce3", "Kernel 3: sequential addressing");
  two->n = one->n;
  two->block = one->block;
  g_assert_cmpuint (ws_live_get_n_total (two), ==, 0);
  ws_live_append (two, (const guint64[]){ 70000, 70100 }, 2);
  three = ws_live_new_after (two, "reduce3", "Kernel 3: sequential addressing");
  three->n = one->n;
  three->block = 256;
  ws_live_append (three, (const guint64[]){ 50000, 50200, 50100 }, 3);
  g_assert_cmpuint (three->n_before, ==, 302);
  g_assert_cmpuint (two->steps->len, ==, 1);
  g_assert_cmpuint (three->steps->len, ==, 2);

  sheet = ws_sheet_new_for_live (three, 0, 3, 100);
  g_assert_cmpuint (sheet->main->series->len, ==, 3);
  g_assert_cmpuint (sheet->main->rules->len, ==, 2);
  rules = (const WsChartRule *)(const void *)sheet->main->rules->data;
  g_assert_true (rules[0].vertical && rules[1].vertical);
  g_assert_cmpfloat (rules[0].value, ==, 300.5);
  g_assert_cmpstr (rules[0].label, ==, "kernel 3");
  g_assert_cmpfloat (rules[1].value, ==, 302.5);
  g_assert_cmpstr (rules[1].label, ==, "block 256");
  g_assert_cmpfloat (sheet->main->x.from, ==, 1);
  g_assert_cmpfloat (sheet->main->x.to, ==, 305);
  g_assert_cmpfloat (sheet->main->y.to, >, 70100);
  g_assert_cmpstr (get_cell (sheet, 0, 2), ==, "3");

  ws_live_clear (three);
  g_assert_null (three->before);
  g_assert_cmpuint (three->n_before, ==, 0);
}

/* Of what was timed before, no more is kept than the trace shows. */
static void
test_live_steps_end (void)
{
  g_autoptr (WsLive) live = sheet_fixture_new_live (SHEET_H200, 3000);

  for (guint i = 0; i < 6; i++)
    {
      WsLive *next = ws_live_new_after (live, "reduce2", "Kernel 2: strided index");
      g_autoptr (WsSheet) sheet = NULL;

      for (guint64 k = 0; k < 1000; k++)
        ws_live_append (next, (const guint64[]){ 50000 + k }, 1);
      ws_live_unref (live);
      live = next;
      g_assert_cmpuint (live->n_before, ==, 3000 + i * 1000);
      g_assert_cmpuint (ws_live_get_n_kept (live->before), ==,
                        MIN (3000 + i * 1000, WS_LIVE_MAX_BEFORE));
      g_assert_null (live->before->before);
      sheet = ws_sheet_new_for_live (live, 0, 1000, 500);
      g_assert_cmpfloat (sheet->main->x.to - sheet->main->x.from + 1, <=, WS_LIVE_MAX_BEFORE);
    }
  g_assert_cmpuint (live->steps->len, <=, 6);
}

static void
test_live_columns (void)
{
  g_autoptr (WsLive) live = sheet_fixture_new_live (SHEET_H200, 9000);
  g_autoptr (WsSheet) before = ws_sheet_new_for_live (live, 3000, 6000, 200);
  const guint64 more[] = { 48000, 48500, 49000 };
  g_autoptr (WsSheet) after = NULL;
  const WsSeries *a = before->main->series->pdata[0];
  const WsSeries *b = NULL;

  ws_live_append (live, more, 3);
  after = ws_sheet_new_for_live (live, 3003, 6000, 200);
  b = after->main->series->pdata[0];
  for (guint i = 1; i + 1 < a->points->len; i++)
    {
      const WsChartPoint *p = get_point (before->main, 0, i);
      gboolean found = FALSE;

      for (guint k = 0; k < b->points->len; k++)
        found |=
            get_point (after->main, 0, k)->x == p->x && get_point (after->main, 0, k)->y == p->y;
      g_assert_true (found || i == 1);
    }
}

static void
test_odd_live (void)
{
  g_autoptr (WsLive) equal = sheet_fixture_new_live (SHEET_VM_H200, 500);
  g_autoptr (WsSheet) sheet = ws_sheet_new_for_live (equal, 0, 500, 300);
  g_autoptr (WsLive) none = sheet_fixture_new_live (SHEET_H200, 0);
  g_autoptr (WsSheet) empty = ws_sheet_new_for_live (none, 0, 100, 300);
  g_autoptr (WsLive) bare = ws_live_new ("mine", "Mine");
  g_autoptr (WsSheet) unknown = NULL;
  static const guint64 odd[] = { 0, 0, G_MAXUINT64 / 2, 1, 7 };

  g_assert_cmpstr (sheet->caption, ==,
                   "A virtual GPU takes the same time in every run: nothing varies. "
                   "Here it takes 48.3 µs: 347 GB/s, 7.24 % of the memory's peak.");
  check_row (sheet, 0, "48.3 µs | 48.3 µs | 500 | 347 GB/s | 7.24 %");
  /* an axis of one hundredth about one value would say that something differs */
  g_assert_cmpfloat (sheet->main->y.from, ==, 0);
  g_assert_cmpfloat (sheet->main->y.to, ==, 65000);
  g_assert_cmpstr (empty->caption, ==, "No run has been timed yet.");
  g_assert_null (empty->side);
  g_assert_null (empty->table);
  g_assert_cmpstr (empty->main->empty, ==, "No run has been timed yet.");
  for (guint i = 0; i < G_N_ELEMENTS (odd); i++)
    {
      ws_live_append (bare, &odd[i], 1);
      g_clear_pointer (&unknown, ws_sheet_unref);
      unknown = ws_sheet_new_for_live (bare, 0, G_MAXUINT, G_MAXUINT);
      g_assert_nonnull (unknown->caption);
      g_assert_true (unknown->main->y.from < unknown->main->y.to);
    }
  g_clear_pointer (&unknown, ws_sheet_unref);
  unknown = ws_sheet_new_for_live (bare, 77, 5, 0); /* beyond what is there */
  g_assert_cmpuint (((WsSeries *)unknown->main->series->pdata[0])->points->len, ==, 0);
}

/* ---- names that came from elsewhere ---- */

static void
test_titles (void)
{
  static const char *const cases[][2] = {
    { "Kernel 1: interleaved addressing", "1 interleaved addressing" },
    { "Kernel 12: cooperative groups", "12 cooperative groups" },
    { "Kernel 10: 64 bytes in flight", "10: 64 bytes in flight" },
    { "CUB: DeviceReduce", "CUB: DeviceReduce" },
    { "Work 2: two elements a thread", "Work 2: two elements a thread" },
    { "Kernel", "Kernel" },
    { "Kernel :", "Kernel :" },
    { "a\nb\tc", "a b c" },
    { "", "" },
  };
  g_autofree char *none = ws_sheet_shorten_title (NULL);

  g_assert_cmpstr (none, ==, "");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *shortened = ws_sheet_shorten_title (cases[i][0]);

      g_assert_cmpstr (shortened, ==, cases[i][1]);
    }
}

/* What is clicked on leads to its kernel; the one that the window shows stands out. */
static void
test_kernels (void)
{
  g_autoptr (WsSweep) g80 = sheet_fixture_new_sweep (WS_SWEEP_LADDER, SHEET_PUBLISHED);
  g_autoptr (WsSweep) vm = sheet_fixture_new_sweep (WS_SWEEP_SCALING, SHEET_VM_H200);
  g_autoptr (WsSheet) ladder = sheet_fixture_new_sheet (WS_SWEEP_LADDER, SHEET_H200, g80);
  g_autoptr (WsSheet) scaling = sheet_fixture_new_sheet (WS_SWEEP_SCALING, SHEET_H200, vm);
  g_autoptr (WsSheet) heatmap = sheet_fixture_new_sheet (WS_SWEEP_HEATMAP, SHEET_H200, NULL);
  g_autoptr (WsSheet) roofline = sheet_fixture_new_sheet (WS_SWEEP_ROOFLINE, SHEET_H200, NULL);

  g_assert_cmpstr (ws_sheet_get_kernel (ladder, 0, 3), ==, "reduce4");
  g_assert_null (ws_sheet_get_kernel (ladder, 0, 7));
  g_assert_null (ws_sheet_get_kernel (ladder, 9, 0));
  ws_sheet_choose_kernel (ladder, "mine");
  ws_sheet_choose_kernel (ladder, NULL);
  g_assert_cmpint (ladder->table->chosen, ==, -1);
  ws_sheet_choose_kernel (ladder, "reduce4");
  g_assert_cmpint (ladder->table->chosen, ==, 3);
  g_assert_cmpuint (ladder->main->series->len, ==, 2);
  g_assert_true (isnan (get_point (ladder->main, 0, 3)->y));
  g_assert_cmpfloat (get_point (ladder->main, 1, 0)->y, ==, 20160);
  g_assert_cmpstr (get_point (ladder->main, 1, 0)->label, ==, "20.2 µs");
  g_assert_cmpint (((WsSeries *)ladder->main->series->pdata[1])->color, ==, -2);
  g_assert_cmpstr (ws_sheet_get_kernel (ladder, 1, 0), ==, "reduce4");
  g_assert_cmpstr (ws_sheet_get_kernel (ladder, 0, 6), ==, "reduce7");
  g_assert_cmpuint (ladder->side->series->len, ==, 3);

  g_assert_cmpstr (ws_sheet_get_kernel (scaling, 0, 5), ==, "reduce1"); /* of those compared */
  g_assert_cmpstr (ws_sheet_get_kernel (scaling, 13, 0), ==, "reduce7");
  g_assert_null (ws_sheet_get_kernel (scaling, 14, 0));
  ws_sheet_choose_kernel (scaling, "reduce5"); /* lines have colours of their own */

  ws_sheet_choose_kernel (roofline, "reduce5");
  g_assert_cmpint (roofline->table->chosen, ==, 4);

  g_assert_cmpstr (ws_sheet_get_kernel (heatmap, 0, 11), ==, "reduce7");
  ws_sheet_choose_kernel (heatmap, "reduce7");
}

static const char *const hostile[] = {
  NULL,
  "",
  "%s%n%d",
  "Kernel 7:",
  "Kernel %n: %s",
  "\xff\xfe",
  "Virtual ",
  "NVIDIA ",
  "Tesla Tesla ",
  "a very long name that goes on and on and on and on and on "
  "and on and on and on and on and on and on and on and on and "
  "on and on and on and on and on and on and on and on"
};

/* Figures and names at random, of every kind: words come out, and they are valid. */
static void
test_random (void)
{
  for (guint seed = 0; seed < 600; seed++)
    {
      g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
      WsSweepKind kind = seed % WS_N_SWEEPS;
      g_autoptr (WsSweep) a = sheet_fixture_new_empty (kind, g_rand_int_range (rand, 0, 3));
      g_autoptr (WsSweep) b = sheet_fixture_new_empty (kind, g_rand_int_range (rand, 0, 3));
      WsSweep *sweeps[2] = { a, b };
      g_autoptr (WsSheet) sheet = NULL;

      for (guint s = 0; s < 2; s++)
        {
          guint n = g_rand_int_range (rand, 0, 30);

          g_free (sweeps[s]->device_name);
          sweeps[s]->device_name =
              g_strdup (hostile[g_rand_int_range (rand, 0, G_N_ELEMENTS (hostile))]);
          sweeps[s]->peak_bytes_per_s = g_rand_boolean (rand) ? 0 : G_GUINT64_CONSTANT (1) << 60;
          sweeps[s]->date = g_rand_boolean (rand) ? 0 : G_GINT64_CONSTANT (253402300799);
          for (guint i = 0; i < n; i++)
            {
              g_autofree char *id = g_strdup_printf ("reduce%d", g_rand_int_range (rand, 1, 9));
              WsSweepPoint *point = ws_sweep_add_point (
                  sweeps[s], id, hostile[g_rand_int_range (rand, 0, G_N_ELEMENTS (hostile))],
                  G_GUINT64_CONSTANT (1) << g_rand_int_range (rand, 0, 48),
                  (guint32)g_rand_int_range (rand, 0, 1025),
                  (guint32)g_rand_int_range (rand, 0, 5));

              point->state = g_rand_int_range (rand, 0, 4);
              point->sentence =
                  g_strdup (hostile[g_rand_int_range (rand, 0, G_N_ELEMENTS (hostile))]);
              point->time.n = (guint)g_rand_int_range (rand, 0, 40);
              point->time.median_ns = G_GUINT64_CONSTANT (1) << g_rand_int_range (rand, 0, 55);
              point->time.p5_ns = point->time.median_ns / 2;
              point->time.p95_ns = point->time.median_ns * 2;
              point->correct = g_rand_int_range (rand, 0, 5) > 0;
              point->n_bytes = g_rand_boolean (rand) ? 0 : 4 * point->n;
              point->has_occupancy = g_rand_boolean (rand);
              point->achieved = g_rand_double (rand);
              point->has_work = g_rand_boolean (rand);
              point->moved_bytes = g_rand_boolean (rand) ? 0 : g_rand_double_range (rand, 0, 1e24);
              point->operations = g_rand_boolean (rand) ? 1e24 : g_rand_double (rand);
            }
        }
      sheet = ws_sheet_new_for_sweeps (sweeps, 1 + seed % 2);
      ws_sheet_choose_kernel (sheet, "reduce3");
      g_assert_true (g_utf8_validate (sheet->title, -1, NULL) && *sheet->title != '\0');
      g_assert_true (g_utf8_validate (sheet->subtitle, -1, NULL));
      g_assert_true (g_utf8_validate (sheet->caption, -1, NULL) && *sheet->caption != '\0');
      g_assert_true (g_utf8_validate (sheet->source, -1, NULL) && *sheet->source != '\0');
      g_assert_null (strchr (sheet->caption, '\n'));
      g_assert_null (strstr (sheet->caption, "nan"));
      g_assert_null (strstr (sheet->caption, "inf"));
      g_assert_null (strstr (sheet->caption, "not known times"));
    }
}

int
main (int argc, char **argv)
{
  g_setenv ("TZ", "UTC", TRUE);
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sheet/ladder/published", test_published);
  g_test_add_func ("/sheet/ladder/published-gain", test_published_gain);
  g_test_add_func ("/sheet/ladder/far", test_far);
  g_test_add_func ("/sheet/ladder/near", test_near);
  g_test_add_func ("/sheet/ladder/odd", test_odd_ladders);
  g_test_add_func ("/sheet/ladder/same-device", test_same_device);
  g_test_add_func ("/sheet/scaling", test_scaling);
  g_test_add_func ("/sheet/scaling/odd", test_odd_scaling);
  g_test_add_func ("/sheet/heatmap", test_heatmap);
  g_test_add_func ("/sheet/heatmap/odd", test_odd_heatmap);
  g_test_add_func ("/sheet/occupancy", test_occupancy);
  g_test_add_func ("/sheet/roofline", test_roofline);
  g_test_add_func ("/sheet/option", test_option);
  g_test_add_func ("/sheet/latency", test_latency);
  g_test_add_func ("/sheet/live", test_live);
  g_test_add_func ("/sheet/live/steps", test_live_steps);
  g_test_add_func ("/sheet/live/steps-end", test_live_steps_end);
  g_test_add_func ("/sheet/live/columns", test_live_columns);
  g_test_add_func ("/sheet/live/odd", test_odd_live);
  g_test_add_func ("/sheet/titles", test_titles);
  g_test_add_func ("/sheet/kernels", test_kernels);
  g_test_add_func ("/sheet/random", test_random);
  return g_test_run ();
}
