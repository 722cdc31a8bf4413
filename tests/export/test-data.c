/* Figures as CSV and JSON: read back by readers that know nothing of us, cell by cell. */
#include "table-reader.h"

#include "advice/causes.h"
#include "export/export.h"
#include "scenario-fixture.h"
#include "schedule.h"
#include "synthetic.h"

#include <locale.h>
#include <math.h>
#include <string.h>

/* ---- the formats ---- */

static const char *const odd_texts[] = {
  "plain",       "a,b",
  "say \"so\"",  "two\nlines",
  "\r\n",        "# no head",
  " blanks ",    "",
  "ünïcödé →",   "12",
  "-",           "null",
  "=SUM(A1:A9)", "tab\there",
  "\"",          "\"\"\"",
  ",,,",         "trailing ",
  "back\\slash", "\x01 control",
  "'quoted'",    "percent %s %n",
  "𝔘",           "a;b",
};

static const double odd_numbers[] = {
  0,
  -0.0,
  1,
  -1,
  0.1,
  1. / 3,
  1e-300,
  5e-324,
  1.7976931348623157e308,
  9007199254740992.,
  9007199254740993.,
  1e22,
  -1e15,
  123456789.123,
  2.5e-7,
  4194304,
  1e17,
};

static void
check_number (const char *text, double expected)
{
  char *end;

  g_assert_nonnull (text);
  g_assert_true (g_ascii_strtod (text, &end) == expected);
  g_assert_cmpstr (end, ==, "");
}

static void
test_odd_cells (gconstpointer suffix)
{
  g_autoptr (WsData) data = ws_data_new ("odd");
  g_autoptr (Table) table = NULL;
  guint n = MAX (G_N_ELEMENTS (odd_texts), G_N_ELEMENTS (odd_numbers));

  if (!table_can_read ())
    return;
  ws_data_set_text (data, "words", "one\ntwo, \"three\" # four");
  ws_data_set_number (data, "number", 0.1);
  ws_data_set_text (data, "nothing", NULL);
  ws_data_set_number (data, "unknown", NAN);
  ws_data_set_number (data, "twice", 1);
  ws_data_set_number (data, "twice", 2);
  ws_data_add_column (data, "text");
  ws_data_add_column (data, "with \"quotes\", commas");
  ws_data_add_column (data, "number");
  ws_data_add_column (data, "never put");
  for (guint i = 0; i < n; i++)
    {
      ws_data_add_row (data);
      ws_data_put_text (data, odd_texts[i % G_N_ELEMENTS (odd_texts)]);
      ws_data_put_number (data, i % 2 == 0 ? NAN : INFINITY);
      ws_data_put_number (data, odd_numbers[i % G_N_ELEMENTS (odd_numbers)]);
    }
  table = table_read_data (data, suffix);
  g_assert_cmpuint (table->n_rows, ==, n);
  for (guint i = 0; i < n; i++)
    {
      const char *unknown = table_get (table, i, "with \"quotes\", commas");
      const char *left_out = table_get (table, i, "never put");

      g_assert_cmpstr (table_get (table, i, "text"), ==, odd_texts[i % G_N_ELEMENTS (odd_texts)]);
      check_number (table_get (table, i, "number"), odd_numbers[i % G_N_ELEMENTS (odd_numbers)]);
      g_assert_true (unknown == NULL || *unknown == '\0');
      g_assert_true (left_out == NULL || *left_out == '\0');
    }
  g_assert_cmpstr (table_get_head (table, "name"), ==, "odd");
  g_assert_nonnull (strstr (table_get_head (table, "words"), "two, \"three\" # four"));
  g_assert_nonnull (strstr (table_get_head (table, "program"), "Warpstage"));
  check_number (table_get_head (table, "number"), 0.1);
  check_number (table_get_head (table, "twice"), 2);
  g_assert_false (g_hash_table_contains (table->head, "nothing"));
  g_assert_false (g_hash_table_contains (table->head, "unknown"));
}

static void
test_random_cells (gconstpointer suffix)
{
  static const char alphabet[] = "a,\"\n\r# ;'=é\t";
  g_autoptr (WsData) data = ws_data_new ("random");
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (Table) table = NULL;

  if (!table_can_read ())
    return;
  ws_data_add_column (data, "one");
  ws_data_add_column (data, "two");
  for (guint i = 0; i < 600; i++)
    {
      g_autofree char *bytes = g_new0 (char, 13);
      char *text;

      for (guint k = 0; k < 12; k++)
        bytes[k] = alphabet[g_test_rand_int_range (0, sizeof alphabet)];
      /* what is not UTF-8 is mended, and stays mended */
      text = g_utf8_make_valid (bytes, -1);
      g_ptr_array_add (texts, text);
      if (i % 2 == 0)
        ws_data_add_row (data);
      ws_data_put_text (data, bytes);
    }
  table = table_read_data (data, suffix);
  g_assert_cmpuint (table->cells->len, ==, texts->len);
  for (guint i = 0; i < texts->len; i++)
    g_assert_cmpstr (g_ptr_array_index (table->cells, i), ==, g_ptr_array_index (texts, i));
}

/* A point is a point, whatever the user's language. */
static void
test_locale (void)
{
  g_autoptr (WsData) data = ws_data_new ("locale");
  g_autofree char *before = g_strdup (setlocale (LC_NUMERIC, NULL));
  g_autofree char *csv = NULL;
  g_autofree char *json = NULL;

  if (setlocale (LC_NUMERIC, "de_DE.UTF-8") == NULL && setlocale (LC_NUMERIC, "de_DE.utf8") == NULL)
    {
      g_test_skip ("there is no German locale");
      return;
    }
  ws_data_add_column (data, "x");
  ws_data_add_row (data);
  ws_data_put_number (data, 1.5);
  csv = ws_data_to_csv (data);
  json = ws_data_to_json (data);
  setlocale (LC_NUMERIC, before);
  g_assert_true (g_str_has_suffix (csv, "\r\nx\r\n1.5\r\n"));
  g_assert_nonnull (strstr (json, "\"x\": 1.5"));
}

static void
test_errors (void)
{
  g_autoptr (WsData) data = ws_data_new ("errors");
  g_autoptr (GError) error = NULL;

  g_assert_true (ws_data_is_path ("/a/b.CSV"));
  g_assert_true (ws_data_is_path ("c.json"));
  g_assert_false (ws_data_is_path ("csv"));
  g_assert_false (ws_data_write (data, "/tmp/table.txt", NULL, &error));
  g_assert_error (error, WS_EXPORT_ERROR, WS_EXPORT_ERROR_FORMAT);
  g_clear_error (&error);
  g_assert_false (ws_data_write (data, "/no/such/folder/table.csv", NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
}

static void
test_empty (gconstpointer suffix)
{
  g_autoptr (WsData) data = ws_data_new ("empty");
  g_autoptr (Table) table = NULL;

  if (!table_can_read ())
    return;
  ws_data_add_column (data, "x");
  g_assert_cmpuint (ws_data_get_n_rows (data), ==, 0);
  table = table_read_data (data, suffix);
  g_assert_cmpuint (table->n_rows, ==, 0);
  g_assert_cmpuint (table->columns->len, ==, 1);
}

/* ---- the views ---- */

static void
check_head (const Table *table, const WsScene *scene)
{
  const WsLaunch *launch = &scene->run->launches[scene->launch];

  g_assert_cmpstr (table_get_head (table, "device"), ==, scene->run->device_name);
  g_assert_nonnull (table_get_head (table, "figures"));
  g_assert_nonnull (table_get_head (table, "exported"));
  g_assert_cmpstr (table_get_head (table, "kernel"), ==, scene->run->id);
  check_number (table_get_head (table, "launch"), scene->launch + 1);
  check_number (table_get_head (table, "block"), ws_launch_get_n_threads (launch));
  check_number (table_get_head (table, "grid"), (double)ws_launch_get_n_blocks (launch));
}

/* Each value of the tree is the sum of the values that it says it was made of. */
static void
test_tree (gconstpointer suffix)
{
  g_autoptr (WsScene) scene = synthetic_scene_new (SYNTHETIC_INTERLEAVED, 128, SYNTHETIC_SMALL);
  g_autoptr (WsData) data = ws_data_new_for_view (WS_VIEW_TREE, scene, NULL, NULL);
  g_autoptr (Table) table = NULL;
  guint n_sums = 0;

  if (!table_can_read ())
    return;
  table = table_read_data (data, suffix);
  check_head (table, scene);
  g_assert_cmpuint (table->n_rows, ==, scene->dataflow->n_nodes);
  for (guint row = 0; row < table->n_rows; row++)
    {
      const char *nodes = table_get (table, row, "operand_nodes");
      g_auto (GStrv) words = g_strsplit (nodes != NULL ? nodes : "", " ", -1);
      double sum = 0;

      check_number (table_get (table, row, "node"), row);
      for (guint i = 0; words[i] != NULL; i++)
        sum += table_get_number (table, (guint)g_ascii_strtoull (words[i], NULL, 10), "value");
      if (g_strv_length (words) < 2)
        continue;
      n_sums++;
      check_number (table_get (table, row, "value"), sum);
      g_assert_cmpint ((int)table_get_number (table, row, "thread"), >=, 0);
    }
  g_assert_cmpuint (n_sums, ==, 127);
}

static void
test_lanes (gconstpointer suffix)
{
  g_autoptr (WsScene) scene = synthetic_scene_new (SYNTHETIC_INTERLEAVED, 128, SYNTHETIC_SMALL);
  g_autoptr (WsData) data = ws_data_new_for_view (WS_VIEW_LANES, scene, NULL, NULL);
  g_autoptr (Table) table = NULL;

  if (!table_can_read ())
    return;
  table = table_read_data (data, suffix);
  check_head (table, scene);
  g_assert_cmpuint (table->n_rows, ==, scene->record->n_events);
  for (guint row = 0; row < table->n_rows; row++)
    {
      const WsEvent *event = &scene->run->events[scene->record->first_event + row];
      const char *mask = table_get (table, row, "active_mask");

      g_assert_cmpuint (strlen (mask), ==, 10);
      g_assert_cmpuint (g_ascii_strtoull (mask, NULL, 16), ==, event->active);
      check_number (table_get (table, row, "active_lanes"), __builtin_popcount (event->active));
      check_number (table_get (table, row, "warp"), event->warp);
      check_number (table_get (table, row, "time_cycles"), (double)event->time);
    }
}

static void
test_code (gconstpointer suffix)
{
  g_autoptr (WsScene) scene = synthetic_scene_new (SYNTHETIC_STRIDED, 64, SYNTHETIC_SMALL);
  g_autoptr (WsData) data = ws_data_new_for_view (WS_VIEW_CODE, scene, NULL, NULL);
  g_autoptr (Table) table = NULL;
  double executed = 0;

  if (!table_can_read ())
    return;
  table = table_read_data (data, suffix);
  check_head (table, scene);
  for (guint row = 0; row < table->n_rows; row++)
    {
      double n = table_get_number (table, row, "warp_instructions");
      double share = table_get_number (table, row, "lanes_at_work_share");

      check_number (table_get (table, row, "line"), row + 1);
      executed += isnan (n) ? 0 : n;
      if (n > 0)
        g_assert_true (share > 0 && share <= 1);
      else
        g_assert_true (isnan (share));
    }
  g_assert_cmpfloat (executed, >, 0);
}

static void
test_sms (gconstpointer suffix)
{
  const Schedule schedule = { .spec = "k40c",
                              .blocks = 500,
                              .threads = 256,
                              .per_sm = 8,
                              .cycles = 1000,
                              .uneven = 0.3,
                              .spans = TRUE };
  g_autoptr (WsScene) scene = schedule_scene_new (&schedule);
  g_autoptr (WsData) data = ws_data_new_for_view (WS_VIEW_SMS, scene, NULL, NULL);
  g_autoptr (Table) table = NULL;
  const WsResidency *residencies =
      &scene->run->residencies[scene->run->launches[0].first_residency];

  if (!table_can_read ())
    return;
  table = table_read_data (data, suffix);
  check_head (table, scene);
  check_number (table_get_head (table, "sms"), 15);
  check_number (table_get_head (table, "sm_efficiency"), scene->timeline->summary.sm_efficiency);
  g_assert_cmpuint (table->n_rows, ==, 500);
  for (guint row = 0; row < table->n_rows; row++)
    {
      check_number (table_get (table, row, "block"), row);
      check_number (table_get (table, row, "sm"), residencies[row].sm);
      check_number (table_get (table, row, "slot"), residencies[row].slot);
      check_number (table_get (table, row, "start_cycles"), (double)residencies[row].start);
      check_number (table_get (table, row, "end_cycles"), (double)residencies[row].end);
    }
}

/* The curve at the launch's own block size says what the answer says. */
static void
test_calculator (gconstpointer suffix)
{
  WsCalculatorCase asked = {
    .limits = ws_occupancy_limits_find (8, 6),
    .launch = { .threads = 256, .registers = 37, .static_shared_bytes = 12288, .carve_out = -1 },
    .registers_from = "typed in"
  };
  g_autoptr (WsCalculator) calculator = ws_calculator_new (&asked, NULL, NULL);
  WsFigureOptions options = { .calculator = calculator };
  g_autoptr (WsData) data = ws_data_new_for_view (WS_VIEW_CALCULATOR, NULL, NULL, &options);
  g_autoptr (Table) table = NULL;
  guint n_found = 0;
  guint n_capabilities = 0;

  if (!table_can_read ())
    return;
  table = table_read_data (data, suffix);
  g_assert_cmpstr (table_get_head (table, "figures"), ==, "computed");
  g_assert_cmpstr (table_get (table, 0, "curve"), ==, "this launch");
  check_number (table_get (table, 0, "resident_blocks"), 6);
  check_number (table_get (table, 0, "occupancy"), 1);
  for (guint row = 0; row < table->n_rows; row++)
    {
      const char *curve = table_get (table, row, "curve");

      n_capabilities += g_str_equal (curve, "compute capability");
      if (g_str_equal (curve, ws_calculator_chart_get_name (WS_CALCULATOR_THREADS))
          && table_get_number (table, row, "above") < 256
          && table_get_number (table, row, "up_to") >= 256)
        {
          n_found++;
          check_number (table_get (table, row, "resident_blocks"), 6);
        }
    }
  g_assert_cmpuint (n_found, ==, 1);
  g_assert_cmpuint (n_capabilities, ==, ws_occupancy_limits_get_n ());
}

static void
test_scenario (gconstpointer suffix)
{
  g_autoptr (WsScenario) scenario = scenario_fixture_load ("occupancy-k40c");
  g_autoptr (WsData) data = NULL;
  g_autoptr (Table) table = NULL;
  guint n_ours = 0;
  guint n_theirs = 0;

  if (!table_can_read ())
    return;
  scenario_fixture_fill (scenario, FALSE);
  data = ws_data_new_for_scenario (scenario);
  table = table_read_data (data, suffix);
  g_assert_cmpuint (table->n_rows, ==, ws_scenario_get_n_cells (scenario));
  g_assert_nonnull (strstr (table_get_head (table, "published_by"), "lger"));
  for (guint row = 0; row < table->n_rows; row++)
    {
      const WsScenarioResult *result =
          ws_scenario_get_result (scenario, row / scenario->n_groups, row % scenario->n_groups);
      double ours = table_get_number (table, row, "sm_efficiency_percent");
      double theirs = table_get_number (table, row, "sm_efficiency_percent_published");

      n_ours += !isnan (ours);
      n_theirs += !isnan (theirs);
      if (result->state != WS_SCENARIO_DONE)
        g_assert_true (isnan (ours));
      else
        g_assert_true (ours == result->value[WS_SCENARIO_SM_EFFICIENCY]);
    }
  g_assert_cmpuint (n_ours, >, 0);
  g_assert_cmpuint (n_ours, <, table->n_rows);
  g_assert_cmpuint (n_theirs, ==, table->n_rows);
}

static void
test_metrics (gconstpointer suffix)
{
  g_autoptr (WsRun) run = synthetic_run_new (SYNTHETIC_INTERLEAVED, 128, SYNTHETIC_SMALL);
  g_autoptr (GArray) metrics = ws_metrics_new (run, 0);
  g_autoptr (WsData) data = ws_data_new_for_metrics (run, 0);
  g_autoptr (Table) table = NULL;

  if (!table_can_read ())
    return;
  table = table_read_data (data, suffix);
  g_assert_cmpuint (table->n_rows, ==, metrics->len);
  for (guint row = 0; row < table->n_rows; row++)
    {
      const WsMetric *metric = &g_array_index (metrics, WsMetric, row);

      g_assert_cmpstr (table_get (table, row, "id"), ==, metric->id);
      if (metric->valid)
        check_number (table_get (table, row, "value"), metric->value);
      else
        g_assert_true (isnan (table_get_number (table, row, "value")));
    }
}

/* Row by row what stands out, with its place; what is about the launch has none. */
static void
test_causes (gconstpointer suffix)
{
  g_autoptr (WsRun) run = synthetic_run_new (SYNTHETIC_INTERLEAVED, 128, SYNTHETIC_SMALL);
  g_autoptr (WsCauses) causes = ws_causes_new (run, 0);
  g_autoptr (WsData) data = ws_data_new_for_causes (run, 0);
  g_autoptr (Table) table = NULL;

  if (!table_can_read ())
    return;
  table = table_read_data (data, suffix);
  g_assert_cmpuint (causes->n_causes, >, 0);
  g_assert_cmpuint (table->n_rows, ==, causes->n_causes);
  g_assert_cmpstr (table_get_head (table, "summary"), ==, causes->summary);
  for (guint row = 0; row < table->n_rows; row++)
    {
      const WsCause *cause = &causes->causes[row];
      gboolean placed = cause->event != WS_NONE;
      g_autofree char *lanes = g_strdup_printf ("0x%08x", cause->lanes);

      check_number (table_get (table, row, "rank"), row + 1);
      g_assert_cmpstr (table_get (table, row, "cause"), ==, cause->id);
      g_assert_cmpstr (table_get (table, row, "title"), ==, cause->title);
      check_number (table_get (table, row, "saved_share"), cause->share);
      check_number (table_get (table, row, "times_as_fast"), cause->factor);
      g_assert_cmpstr (table_get (table, row, "figure"), ==, cause->figure);
      g_assert_cmpstr (table_get (table, row, "estimate"), ==, cause->how);
      if (!placed)
        {
          g_assert_true (isnan (table_get_number (table, row, "block")));
          continue;
        }
      g_assert_cmpstr (table_get (table, row, "file"), ==, ws_run_get_kernel (run, 0)->file);
      check_number (table_get (table, row, "line"), cause->line);
      check_number (table_get (table, row, "block"), cause->block);
      check_number (table_get (table, row, "warp"), cause->warp);
      g_assert_cmpstr (table_get (table, row, "lanes"), ==, lanes);
      if (cause->cure != NULL)
        g_assert_cmpstr (table_get (table, row, "cure"), ==, cause->cure);
    }
}

/* What every table of a run says of where it is from; without a driver and a date, that there are
 * none. */
static void
check_recording (const WsData *data, const char *suffix, gboolean known, double block)
{
  g_autoptr (Table) table = table_read_data (data, suffix);

  g_assert_cmpstr (table_get_head (table, "driver"), ==, known ? SYNTHETIC_DRIVER : NULL);
  g_assert_cmpstr (table_get_head (table, "date"), ==, known ? "2026-11-21T12:00:00Z" : NULL);
  g_assert_cmpstr (table_get_head (table, "device"), ==,
                   known ? "NVIDIA H200" : "Virtual NVIDIA H200");
  g_assert_cmpstr (table_get_head (table, "device_id"), ==, known ? "cuda:0" : "vm:h200");
  g_assert_cmpstr (table_get_head (table, "figures"), ==, known ? "measured" : "modelled");
  check_number (table_get_head (table, "n"), 32768 * block);
  check_number (table_get_head (table, "block"), block);
}

static void
test_recording (gconstpointer suffix)
{
  static const WsView views[] = { WS_VIEW_TREE, WS_VIEW_LANES, WS_VIEW_CODE };

  if (!table_can_read ())
    return;
  for (guint known = 0; known < 2; known++)
    {
      g_autoptr (WsRun) run =
          (known ? synthetic_measured_run_new : synthetic_run_new) (SYNTHETIC_CASCADE, 64, 0);
      g_autoptr (WsScene) scene = ws_scene_new (run, 0, 0, NULL);
      const guint32 launches[] = { 0, WS_NONE };

      for (guint i = 0; i < G_N_ELEMENTS (views); i++)
        {
          g_autoptr (WsData) data = ws_data_new_for_view (views[i], scene, NULL, NULL);

          check_recording (data, suffix, known, 64);
        }
      for (guint i = 0; i < G_N_ELEMENTS (launches); i++)
        {
          g_autoptr (WsData) data = ws_data_new_for_metrics (run, launches[i]);

          check_recording (data, suffix, known, 64);
        }
    }
}

static void
test_dates (void)
{
  static const struct {
    gint64 seconds;
    const char *text;
  } cases[] = {
    { 1, "1970-01-01T00:00:01Z" },
    { 1795262400, "2026-11-21T12:00:00Z" },
    { 253402300799, "9999-12-31T23:59:59Z" },
    { 0, NULL },
    { -1, NULL },
    { G_MAXINT64, NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = ws_data_format_date (cases[i].seconds);

      g_assert_cmpstr (text, ==, cases[i].text);
    }
}

/* Every kernel made up for the drawings has figures, whatever its shape. */
static void
test_all_kernels (void)
{
  for (guint kernel = 0; kernel < SYNTHETIC_N_KERNELS; kernel++)
    for (guint values = SYNTHETIC_SMALL; values <= SYNTHETIC_FLOAT; values++)
      {
        g_autoptr (WsScene) scene = synthetic_scene_new (kernel, 64, values);

        for (guint view = 0; view < WS_N_VIEWS; view++)
          {
            g_autoptr (WsData) data = ws_data_new_for_view (view, scene, NULL, NULL);
            g_autofree char *csv = NULL;
            g_autofree char *json = NULL;

            if (data == NULL)
              continue;
            csv = ws_data_to_csv (data);
            json = ws_data_to_json (data);
            g_assert_true (g_utf8_validate (csv, -1, NULL));
            g_assert_nonnull (strstr (json, "\"rows\""));
          }
      }
}

int
main (int argc, char **argv)
{
  static const TableTest of_both[] = {
    { "odd-cells", test_odd_cells },
    { "random-cells", test_random_cells },
    { "empty", test_empty },
    { "tree", test_tree },
    { "lanes", test_lanes },
    { "code", test_code },
    { "sms", test_sms },
    { "calculator", test_calculator },
    { "scenario", test_scenario },
    { "metrics", test_metrics },
    { "causes", test_causes },
    { "recording", test_recording },
  };

  setlocale (LC_ALL, "");
  g_test_init (&argc, &argv, NULL);
  table_add_tests ("/export/data", of_both, G_N_ELEMENTS (of_both));
  g_test_add_func ("/export/data/locale", test_locale);
  g_test_add_func ("/export/data/errors", test_errors);
  g_test_add_func ("/export/data/dates", test_dates);
  g_test_add_func ("/export/data/all-kernels", test_all_kernels);
  return g_test_run ();
}
