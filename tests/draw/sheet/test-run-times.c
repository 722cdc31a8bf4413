/* The times of one run as bars: those of its launches, as they were recorded, and the bound that
 * the metrics have, too. */
#include "metrics/metrics.h"
#include "recorded.h"
#include "sheet/sheet.h"

#include <math.h>

static const WsChartPoint *
get_bar (const WsSheet *sheet, guint series, guint i)
{
  const WsSeries *bars = sheet->main->series->pdata[series];

  g_assert_cmpuint (i, <, bars->points->len);
  return &g_array_index (bars->points, WsChartPoint, i);
}

static guint
count_categories (const WsSheet *sheet)
{
  return g_strv_length (sheet->main->y.categories);
}

static void
test_launches (void)
{
  g_autoptr (WsRun) run = recorded_new (&(Recorded){ "reduce3", "h200", 1 << 20, 128 });
  g_autoptr (WsSheet) sheet = ws_sheet_new_for_run (run);
  g_autoptr (GArray) metrics = ws_metrics_new (run, WS_NONE);
  const WsMetric *metric = ws_metrics_find (metrics, "bandwidth-of-peak");
  double all = 0;

  g_assert_cmpuint (run->n_launches, ==, 3);
  g_assert_cmpuint (count_categories (sheet), ==, 4);
  for (guint i = 0; i < run->n_launches; i++)
    {
      g_assert_cmpfloat (get_bar (sheet, 0, i)->y, ==, (double)run->launches[i].duration_ns);
      g_assert_cmpfloat (get_bar (sheet, 0, i)->x, ==, i);
      all += (double)run->launches[i].duration_ns;
    }
  g_assert_cmpfloat (fabs (get_bar (sheet, 1, 0)->y / all * 100 - metric->value), <, 0.01);
  g_assert_cmpfloat (get_bar (sheet, 1, 0)->x, ==, 3);
  g_assert_cmpint (((WsSeries *)sheet->main->series->pdata[0])->figures, ==, WS_FIGURES_MODELLED);
  g_assert_cmpint (((WsSeries *)sheet->main->series->pdata[1])->figures, ==, WS_FIGURES_PUBLISHED);
}

/* Of 16 elements there is no bound to be seen. */
static void
test_small (void)
{
  g_autoptr (WsRun) run = recorded_new (&(Recorded){ "reduce1", "h200", 16, 16 });
  g_autoptr (WsSheet) sheet = ws_sheet_new_for_run (run);

  g_assert_cmpuint (sheet->main->series->len, ==, 1);
  g_assert_cmpuint (count_categories (sheet), ==, 1);
  g_assert_cmpstr (sheet->main->y.categories[0], ==, "launch");
}

/* Many launches have one bar. */
static void
test_many (void)
{
  g_autoptr (WsRun) run = recorded_new (&(Recorded){ "reduce1", "h200", 1 << 12, 2 });
  g_autoptr (WsSheet) sheet = ws_sheet_new_for_run (run);
  double all = 0;

  for (guint i = 0; i < run->n_launches; i++)
    all += (double)run->launches[i].duration_ns;
  g_assert_cmpuint (run->n_launches, ==, 12);
  g_assert_cmpstr (sheet->main->y.categories[0], ==, "12 launches");
  g_assert_cmpuint (((WsSeries *)sheet->main->series->pdata[0])->points->len, ==, 1);
  g_assert_cmpfloat (get_bar (sheet, 0, 0)->y, ==, all);
}

/* Without the time of each launch there is none of all. */
static void
test_unknown (void)
{
  g_autoptr (WsRun) run = recorded_new (&(Recorded){ "reduce1", "h200", 1024, 128 });

  ((WsLaunch *)run->launches)[1].has_duration = FALSE;
  g_assert_null (ws_sheet_new_for_run (run));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/run-times/launches", test_launches);
  g_test_add_func ("/run-times/small", test_small);
  g_test_add_func ("/run-times/many", test_many);
  g_test_add_func ("/run-times/unknown", test_unknown);
  return g_test_run ();
}
