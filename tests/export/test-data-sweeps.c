/* Figures of sweeps and of live timings as CSV and JSON, read back. */
#include "sheet-fixture.h"
#include "table-reader.h"

#include <math.h>
#include <string.h>

/* What is not there is empty in one form, and missing in the other. */
static void
check_text (const Table *table, guint row, const char *column, const char *text)
{
  const char *found = table_get (table, row, column);

  g_assert_cmpstr (found != NULL ? found : "", ==, text != NULL ? text : "");
}

static void
check_point (const Table *table, guint row, const WsSweep *sweep, const WsSweepPoint *point)
{
  g_assert_cmpstr (table_get (table, row, "kernel"), ==, point->kernel);
  g_assert_true (table_get_number (table, row, "n") == (double)point->n);
  if (point->state != WS_SWEEP_DONE)
    {
      g_assert_true (isnan (table_get_number (table, row, "median_ns")));
      return;
    }
  g_assert_true (table_get_number (table, row, "median_ns") == (double)point->time.median_ns);
  /* one figure is no spread */
  g_assert_true (isnan (table_get_number (table, row, "p95_ns")) == (point->time.n <= 1));
  g_assert_true (isnan (table_get_number (table, row, "achieved_occupancy"))
                 == !point->has_occupancy);
  g_assert_true (isnan (table_get_number (table, row, "operations")) == !point->has_work);
  check_text (table, row, "set", point->set);
  check_text (table, row, "option", point->option);
  if (point->has_metric)
    g_assert_cmpfloat (table_get_number (table, row, "metric"), ==, point->metric);
  else
    g_assert_true (isnan (table_get_number (table, row, "metric")));
  g_assert_cmpstr (table_get (table, row, "figures"), ==,
                   sweep->source != NULL                 ? "published"
                   : sweep->origin == WS_ORIGIN_MEASURED ? "measured"
                                                         : "modelled");
}

static void
test_kinds (gconstpointer suffix)
{
  if (!table_can_read ())
    return;
  for (guint kind = 0; kind < WS_N_SWEEPS; kind++)
    {
      g_autoptr (WsSweep) ours = sheet_fixture_new_sweep (kind, SHEET_H200);
      g_autoptr (WsSweep) other = sheet_fixture_new_sweep (kind, SHEET_VM_H200);
      WsSweep *const both[] = { ours, other };
      g_autoptr (WsData) data = ws_data_new_for_sweeps (both, 2);
      g_autoptr (Table) table = table_read_data (data, suffix);
      guint n = ws_sweep_get_n_points (ours);
      g_autofree char *date = NULL;

      g_assert_cmpstr (table_get_head (table, "name"), ==, ws_sweep_kind_get_name (kind));
      g_assert_cmpstr (table_get_head (table, "device"), ==, ours->device_name);
      g_assert_nonnull (ours->driver);
      g_assert_cmpstr (table_get_head (table, "driver"), ==, ours->driver);
      date = ws_data_format_date (ours->date);
      g_assert_nonnull (date);
      g_assert_cmpstr (table_get_head (table, "date"), ==, date);
      g_assert_cmpstr (table_get_head (table, "figures"), ==, "measured");
      if (ours->over != NULL)
        {
          g_assert_cmpstr (table_get_head (table, "over"), ==, ours->over);
          g_assert_cmpstr (table_get_head (table, "metric"), ==, ours->metric);
        }
      g_assert_cmpuint (table->n_rows, ==, n + ws_sweep_get_n_points (other));
      for (guint i = 0; i < n; i++)
        check_point (table, i, ours, ws_sweep_get_point (ours, i));
      for (guint i = n; i < table->n_rows; i++)
        check_point (table, i, other, ws_sweep_get_point (other, i - n));
    }
}

/* The steps multiply to the whole. */
static void
test_speed_ups (gconstpointer suffix)
{
  g_autoptr (WsSweep) ladder = sheet_fixture_new_sweep (WS_SWEEP_LADDER, SHEET_PUBLISHED);
  g_autoptr (WsData) data = NULL;
  g_autoptr (Table) table = NULL;
  double product = 1;

  if (!table_can_read ())
    return;
  data = ws_data_new_for_sweeps (&ladder, 1);
  table = table_read_data (data, suffix);
  g_assert_cmpstr (table_get_head (table, "figures"), ==, "published");
  g_assert_cmpstr (table_get_head (table, "source"), ==, ladder->source);
  g_assert_true (isnan (table_get_number (table, 0, "step_speed_up")));
  for (guint row = 1; row < table->n_rows; row++)
    {
      product *= table_get_number (table, row, "step_speed_up");
      g_assert_cmpfloat (fabs (product - table_get_number (table, row, "cumulative_speed_up")), <,
                         1e-9 * product);
    }
  g_assert_cmpfloat (product, >, 20);
}

static void
test_not_done (gconstpointer suffix)
{
  g_autoptr (WsSweep) sweep = ws_sweep_new (WS_SWEEP_LADDER);
  WsSweepPoint *point = ws_sweep_add_point (sweep, "reduce1", "Kernel 1", 1024, 128, 0);
  g_autoptr (WsData) data = NULL;
  g_autoptr (Table) table = NULL;

  if (!table_can_read ())
    return;
  point->state = WS_SWEEP_FAILED;
  point->sentence = g_strdup ("It \"failed\",\nalas.");
  ws_sweep_add_point (sweep, "reduce2", "Kernel 2", 1024, 128, 0);
  data = ws_data_new_for_sweeps (&sweep, 1);
  table = table_read_data (data, suffix);
  g_assert_cmpuint (table->n_rows, ==, 2);
  g_assert_cmpstr (table_get (table, 0, "state"), ==, "failed");
  g_assert_cmpstr (table_get (table, 0, "failure"), ==, "It \"failed\",\nalas.");
  g_assert_cmpstr (table_get (table, 1, "state"), ==, "waiting");
  g_assert_true (isnan (table_get_number (table, 1, "median_ns")));
}

static void
test_live (gconstpointer suffix)
{
  g_autoptr (WsLive) live = sheet_fixture_new_live (SHEET_H200, 300);
  g_autoptr (WsLive) empty = sheet_fixture_new_live (SHEET_VM_H200, 0);
  g_autoptr (WsData) data = ws_data_new_for_live (live);
  g_autoptr (WsData) nothing = ws_data_new_for_live (empty);
  g_autoptr (Table) table = NULL;

  if (!table_can_read ())
    return;
  table = table_read_data (data, suffix);
  g_assert_cmpuint (table->n_rows, ==, 300);
  g_assert_cmpstr (table_get_head (table, "figures"), ==, "measured");
  g_assert_nonnull (table_get_head (table, "median_ns"));
  g_assert_nonnull (live->driver);
  g_assert_cmpstr (table_get_head (table, "driver"), ==, live->driver);
  for (guint row = 0; row < 300; row++)
    {
      g_assert_true (table_get_number (table, row, "sample") == row);
      g_assert_true (table_get_number (table, row, "duration_ns")
                     == (double)ws_live_get_duration_ns (live, row));
    }
  g_clear_pointer (&table, table_free);
  table = table_read_data (nothing, suffix);
  g_assert_cmpuint (table->n_rows, ==, 0);
  g_assert_null (table_get_head (table, "median_ns"));
  g_assert_null (table_get_head (table, "driver"));
}

int
main (int argc, char **argv)
{
  static const TableTest of_both[] = {
    { "kinds", test_kinds },
    { "speed-ups", test_speed_ups },
    { "not-done", test_not_done },
    { "live", test_live },
  };

  g_test_init (&argc, &argv, NULL);
  table_add_tests ("/export/data-sweeps", of_both, G_N_ELEMENTS (of_both));
  return g_test_run ();
}
