/* Scenarios: reading them, damaged ones too; figures of runs laid out by hand; what is better. */
#include "scenario-fixture.h"

#include <math.h>
#include <string.h>

static const char *const ids[] = { "occupancy-k40c", "block-sizes", "low-achieved", "utilisation" };

static const char good[] = "[scenario]\n"
                           "title=A title\n"
                           "words=Some words.\n"
                           "row-title=n\n"
                           "groups=One;Two\n"
                           "columns=launch;sm-efficiency;theoretical;achieved;time\n"
                           "summary=spread\n"
                           "kernel=vector_add\n"
                           "repeats=7\n"
                           "\n"
                           "[row a]\n"
                           "n=64\n"
                           "block-1=64\n"
                           "block-2=32\n"
                           "published-1=sm-efficiency 6.5; time 0.41 s\n"
                           "published-2=sm-efficiency 12.4; time 0.41 s\n"
                           "\n"
                           "[row b]\n"
                           "label=the second\n"
                           "words=A sentence.\n"
                           "n=128\n"
                           "block=128\n"
                           "published=time 1.5 ms;\n"
                           "measured=time 7 µs\n";

static WsScenario *
read_text (const char *text, GError **error)
{
  return ws_scenario_new_from_data ("made-up", text, strlen (text), error);
}

static WsScenario *
read_good (void)
{
  g_autoptr (GError) error = NULL;
  WsScenario *scenario = read_text (good, &error);

  g_assert_no_error (error);
  return scenario;
}

/* ---- reading ---- */

static void
test_read (void)
{
  g_autoptr (WsScenario) scenario = read_good ();
  const WsScenarioCell *cell;

  g_assert_cmpstr (scenario->title, ==, "A title");
  g_assert_cmpuint (scenario->n_rows, ==, 2);
  g_assert_cmpuint (scenario->n_groups, ==, 2);
  g_assert_cmpuint (scenario->n_columns, ==, 5);
  g_assert_cmpint (scenario->summary, ==, WS_SCENARIO_SUMMARY_SPREAD);
  g_assert_cmpstr (scenario->rows[0].label, ==, "a");
  g_assert_cmpstr (scenario->rows[1].label, ==, "the second");
  cell = ws_scenario_get_cell (scenario, 0, 1);
  g_assert_cmpstr (cell->kernel, ==, "vector_add");
  g_assert_cmpuint (cell->n, ==, 64);
  g_assert_cmpuint (cell->block, ==, 32);
  g_assert_cmpuint (cell->repeats, ==, 7);
  g_assert_cmpfloat (cell->published[WS_SCENARIO_SM_EFFICIENCY].value, ==, 12.4);
  g_assert_cmpstr (cell->published[WS_SCENARIO_TIME].text, ==, "0.41 s");
  g_assert_null (cell->published[WS_SCENARIO_ACHIEVED].text);
  cell = ws_scenario_get_cell (scenario, 1, 0);
  g_assert_cmpuint (cell->block, ==, 128);
  g_assert_cmpstr (cell->published[WS_SCENARIO_TIME].text, ==, "1.5 ms");
  g_assert_cmpfloat_with_epsilon (cell->published[WS_SCENARIO_TIME].value, 1.5e-3, 1e-12);
  g_assert_cmpfloat_with_epsilon (cell->measured[WS_SCENARIO_TIME].value, 7e-6, 1e-15);
  g_assert_null (cell->measured[WS_SCENARIO_ACHIEVED].text);
}

/* Those that are bundled, and in the first all that the document says. */
static void
test_bundled (void)
{
  static const double sm_efficiency[][2] = {
    { 6.54, 6.55 },   { 6.54, 12.46 },  { 6.54, 18.83 },  { 6.54, 37.17 },
    { 6.54, 68.48 },  { 6.54, 78.32 },  { 13.15, 96.32 }, { 26.26, 95.91 },
    { 52.41, 95.10 }, { 83.29, 83.28 }, { 62.07, 62.11 }, { 72.80, 72.80 },
  };
  g_autoptr (WsScenario) scenario = scenario_fixture_load ("occupancy-k40c");

  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    ws_scenario_unref (scenario_fixture_load (ids[i]));
  g_assert_cmpuint (scenario->n_rows, ==, 12);
  for (guint row = 0; row < 12; row++)
    for (guint g = 0; g < 2; g++)
      {
        const WsScenarioCell *cell = ws_scenario_get_cell (scenario, row, g);

        g_assert_cmpuint (cell->n, ==, 32u << row);
        g_assert_cmpuint (cell->n % cell->block, ==, 0);
        g_assert_cmpfloat (cell->published[WS_SCENARIO_SM_EFFICIENCY].value, ==,
                           sm_efficiency[row][g]);
        for (guint c = 1; c < scenario->n_columns; c++)
          g_assert_nonnull (cell->published[scenario->columns[c]].text);
      }
}

static void
test_refuse (void)
{
  static const struct {
    const char *from;
    const char *to;
    const char *says; /* what and where */
  } cases[] = {
    { "title=A title\n", "", "[scenario] title: it is missing" },
    { "words=Some words.\n", "", "[scenario] words" },
    { "[scenario]", "[scenery]", "[scenario]: it is missing" },
    { "[row a]", "[rows a]", "unknown section; use [scenario] or [row" },
    { "columns=launch", "columns=lunch", "“lunch”" },
    { "columns=launch;", "columns=time;", "duplicate “time”" },
    { "summary=spread", "summary=spared", "“spared”" },
    { "groups=One;Two", "groups=One;Two;Three", "groups: at most 2 are possible" },
    { "n=64", "n=-64", "[row a] n: “-64” is not an integer" },
    { "n=64", "n=0", "from 1 to" },
    { "n=64", "n=99999999999999999999999", "[row a] n" },
    { "n=64", "n=6 4", "[row a] n" },
    { "block-1=64", "block-1=2048", "[row a] block-1: “2048” is not an integer from 1 to 1024" },
    { "block-1=64", "block-3=64", "block-3: unknown word" },
    { "block-1=64", "blocks-1=64", "blocks-1: unknown word" },
    { "block-1=64", "block-1=64\\u1", "[row a] block-1" },
    { "repeats=7", "repeats=seven", "[scenario] repeats" },
    { "sm-efficiency 6.5", "sm-efficiency", "“sm-efficiency” has no value" },
    { "time 1.5 ms", "time 1.5 mins", "“mins” is not a unit" },
    { "sm-efficiency 6.5", "sm-efficiency x", "“x” is not a number" },
    { "sm-efficiency 6.5", "sm-efficiency nan", "“nan” is not a number" },
    { "sm-efficiency 6.5", "sm-efficiency 1e999", "is not a number" },
    { "sm-efficiency 6.5", "sm-efficiency -1", "“-1” is not a number" },
    { "sm-efficiency 6.5", "sm-efficiency 101", "more than 100 %" },
    { "sm-efficiency 6.5", "time 6.5", "duplicate “time”" },
    { "kernel=vector_add", "kernel=../../etc", "is not a kernel" },
    { "repeats=7", "device=vm:k40c", "[scenario] device: “vm:k40c” is not a GPU model" },
    { "label=the second", "label=a\\nb", "an invalid character" },
    { "label=the second", "labels=b", "labels: unknown word" },
    { "title=A title", "title", "made-up" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GString) text = g_string_new (good);
      g_autoptr (GError) error = NULL;
      g_autoptr (WsScenario) scenario = NULL;

      g_assert_cmpuint (g_string_replace (text, cases[i].from, cases[i].to, 1), ==, 1);
      scenario = read_text (text->str, &error);
      g_assert_null (scenario);
      g_assert_error (error, WS_SCENARIO_ERROR, WS_SCENARIO_ERROR_DAMAGED);
      if (strstr (error->message, cases[i].says) == NULL
          || strstr (error->message, "made-up") == NULL || strchr (error->message, '\n') != NULL)
        g_error ("case %u: “%s” does not say “%s” in one line", i, error->message, cases[i].says);
    }
}

static void
test_hostile (void)
{
  g_autoptr (GString) many = g_string_new (good);
  g_autoptr (GString) large = g_string_new (good);
  g_autofree char *long_text = g_strnfill (500, 'x');
  g_autofree char *titled = g_strdup_printf ("[scenario]\ntitle=%s\n", long_text);
  const struct {
    const char *data;
    gsize size;
  } cases[] = {
    { NULL, 0 },
    { "", 0 },
    { "\0\0\0", 3 },
    { "\xff\xfe[scenario]", 12 },
    { "[scenario", 9 },
    { "[scenario]\n", 11 },
    { many->str, many->len },
    { large->str, large->len },
    { titled, strlen (titled) },
  };

  for (guint i = 0; i < 100; i++)
    g_string_append_printf (many, "[row %u]\n", i);
  while (large->len < 70000)
    g_string_append (large, "# nothing\n");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      const char *data = i == 6 ? many->str : i == 7 ? large->str : cases[i].data;
      gsize size = i == 6 ? many->len : i == 7 ? large->len : cases[i].size;

      g_assert_null (ws_scenario_new_from_data ("made-up", data, size, &error));
      g_assert_error (error, WS_SCENARIO_ERROR, WS_SCENARIO_ERROR_DAMAGED);
      g_assert_true (g_utf8_validate (error->message, -1, NULL));
    }
}

/* Bytes thrown at it: a scenario or an error, and one that can be drawn. */
static void
test_random (void)
{
  gsize size = sizeof good - 1;

  for (guint i = 0; i < 4000; i++)
    {
      g_autofree char *text = g_memdup2 (good, sizeof good);
      guint n = (guint)g_test_rand_int_range (1, 6);
      g_autoptr (GError) error = NULL;
      g_autoptr (WsScenario) scenario = NULL;

      for (guint k = 0; k < n; k++)
        {
          gsize at = (gsize)g_test_rand_int_range (0, (int)size);

          if (g_test_rand_bit ())
            text[at] = (char)g_test_rand_int_range (0, 256);
          else
            text[at] = good[g_test_rand_int_range (0, (int)size)];
        }
      scenario = ws_scenario_new_from_data ("made-up", text, size, &error);
      g_assert_true ((scenario == NULL) == (error != NULL));
      if (scenario != NULL)
        {
          g_autofree char *told = ws_scenario_tell (scenario, 0, 0);

          g_assert_nonnull (told);
        }
    }
}

/* ---- figures ---- */

static void
assert_near (double a, double b)
{
  if (fabs (a - b) > 1e-6 * MAX (fabs (a), 1))
    g_error ("%.9f is not %.9f", a, b);
}

/* 8 blocks of one warp, an SM each, for the whole launch: 8 of 15 SMs, 1 of 64 warps. */
static void
test_figures (void)
{
  g_autoptr (WsScenario) scenario = read_good ();
  g_autoptr (WsRun) run = scenario_fixture_run ("vm:k40c", 256, 32, 8, 1000, FALSE);
  const WsScenarioResult *result;

  ws_scenario_take_run (scenario, 0, 1, run, 5);
  g_assert_cmpint (ws_scenario_get_result (scenario, 0, 1)->state, ==, WS_SCENARIO_NOT_RUN);
  ws_scenario_set_device (scenario, "vm:k40c", NULL);
  result = ws_scenario_get_result (scenario, 0, 1);
  g_assert_cmpint (result->state, ==, WS_SCENARIO_DONE);
  g_assert_cmpuint (result->threads, ==, 32);
  g_assert_cmpuint (result->blocks, ==, 8);
  g_assert_cmpuint (result->n_used_sms, ==, 8);
  g_assert_cmpint (result->date, ==, 5);
  g_assert_false (result->is_bound);
  assert_near (result->value[WS_SCENARIO_SM_EFFICIENCY], 800 / 15.);
  assert_near (result->value[WS_SCENARIO_THEORETICAL], 25);
  assert_near (result->value[WS_SCENARIO_RESIDENT], 16);
  assert_near (result->value[WS_SCENARIO_ACHIEVED], 100 / 64.);
  assert_near (result->value[WS_SCENARIO_TIME], 1e-6);
  assert_near (result->value[WS_SCENARIO_RATE], 256e6);
  g_assert_cmpuint (result->known & 1u << WS_SCENARIO_DRIVER, ==, 0);
  g_assert_cmpstr (scenario->device->name, ==, "A made-up K40c");
  for (guint i = 0; i < WS_SCENARIO_PROFILE; i++)
    {
      g_assert_cmpfloat_with_epsilon (result->sms[i], 8 / 15., 1e-5);
      g_assert_cmpfloat_with_epsilon (result->warps[i], 8 / 15. / 64, 1e-5);
    }
}

/* The area below the course of warps and SMs is the figure. */
static void
test_profile (void)
{
  g_autoptr (WsScenario) scenario = read_good ();

  ws_scenario_set_device (scenario, "vm:k40c", NULL);
  for (guint i = 0; i < 60; i++)
    {
      guint threads = 32u << (i % 6);
      guint blocks = (guint)g_test_rand_int_range (1, 700);
      guint64 cycles = (guint64)g_test_rand_int_range (1, 100000);
      g_autoptr (WsRun) run =
          scenario_fixture_run ("vm:k40c", 1000, threads, blocks, cycles, i % 2 == 0);
      const WsScenarioResult *result;
      double sms = 0;
      double warps = 0;

      ws_scenario_take_run (scenario, 0, 0, run, 0);
      result = ws_scenario_get_result (scenario, 0, 0);
      for (guint k = 0; k < WS_SCENARIO_PROFILE; k++)
        {
          g_assert_cmpfloat (result->warps[k], <=, 1);
          g_assert_cmpfloat (result->sms[k], <=, 1);
          sms += result->sms[k] / WS_SCENARIO_PROFILE;
          warps += result->warps[k] / WS_SCENARIO_PROFILE;
        }
      g_assert_cmpfloat_with_epsilon (sms * 100, result->value[WS_SCENARIO_SM_EFFICIENCY], 0.2);
      g_assert_cmpfloat_with_epsilon (
          warps * 1e4,
          result->value[WS_SCENARIO_SM_EFFICIENCY] * result->value[WS_SCENARIO_ACHIEVED], 20);
    }
}

/* What a device recorded stays with it. */
static void
test_devices (void)
{
  g_autoptr (WsScenario) scenario = read_good ();
  g_autoptr (WsRun) one = scenario_fixture_run ("vm:a", 64, 64, 1, 100, FALSE);
  g_autoptr (WsRun) two = scenario_fixture_run ("vm:b", 64, 64, 1, 900, FALSE);

  ws_scenario_take_run (scenario, 0, 0, one, 0);
  ws_scenario_take_run (scenario, 0, 0, two, 0);
  ws_scenario_set_device (scenario, "vm:a", "A");
  assert_near (ws_scenario_get_result (scenario, 0, 0)->value[WS_SCENARIO_TIME], 100e-9);
  ws_scenario_set_device (scenario, "vm:b", "B");
  assert_near (ws_scenario_get_result (scenario, 0, 0)->value[WS_SCENARIO_TIME], 900e-9);
  ws_scenario_set_device (scenario, "vm:c", "C");
  g_assert_cmpint (ws_scenario_get_result (scenario, 0, 0)->state, ==, WS_SCENARIO_NOT_RUN);
  /* given up, a cell keeps what it had; failed, it has nothing */
  ws_scenario_set_device (scenario, "vm:a", NULL);
  ws_scenario_set_state (scenario, "vm:a", 0, 0,
                         &(WsScenarioProgress){ WS_SCENARIO_RUNNING, 0.5, NULL });
  g_assert_cmpuint (ws_scenario_count (scenario, WS_SCENARIO_RUNNING), ==, 1);
  ws_scenario_set_state (scenario, "vm:a", 0, 0,
                         &(WsScenarioProgress){ WS_SCENARIO_NOT_RUN, 0, NULL });
  g_assert_cmpuint (ws_scenario_count (scenario, WS_SCENARIO_DONE), ==, 1);
  ws_scenario_set_state (scenario, "vm:a", 0, 0,
                         &(WsScenarioProgress){ WS_SCENARIO_FAILED, 0, "Broken." });
  g_assert_cmpuint (ws_scenario_get_result (scenario, 0, 0)->known, ==, 0);
  g_assert_cmpuint (ws_scenario_count (scenario, WS_SCENARIO_FAILED), ==, 1);
}

/* ---- marks ---- */

static WsScenarioMark
get_mark (const WsScenario *scenario, guint row, guint group, WsScenarioColumn column)
{
  return ws_scenario_get_mark (scenario, row, group, column, FALSE);
}

static void
test_marks (void)
{
  g_autoptr (WsScenario) scenario = read_good ();
  g_autoptr (WsRun) one = scenario_fixture_run ("vm:k40c", 64, 64, 1, 1000, FALSE);
  g_autoptr (WsRun) two = scenario_fixture_run ("vm:k40c", 64, 32, 2, 1005, FALSE);
  g_autoptr (WsRun) slow = scenario_fixture_run ("vm:k40c", 64, 32, 2, 1500, FALSE);

  ws_scenario_set_device (scenario, "vm:k40c", NULL);
  ws_scenario_take_run (scenario, 0, 0, one, 0);
  g_assert_cmpint (get_mark (scenario, 0, 0, WS_SCENARIO_TIME), ==, WS_SCENARIO_NO_MARK);
  ws_scenario_take_run (scenario, 0, 1, two, 0);
  /* more SMs, fewer warps, as long within 1 % */
  g_assert_cmpint (get_mark (scenario, 0, 1, WS_SCENARIO_SM_EFFICIENCY), ==, WS_SCENARIO_BETTER);
  g_assert_cmpint (get_mark (scenario, 0, 0, WS_SCENARIO_SM_EFFICIENCY), ==, WS_SCENARIO_NO_MARK);
  g_assert_cmpint (get_mark (scenario, 0, 0, WS_SCENARIO_THEORETICAL), ==, WS_SCENARIO_BETTER);
  g_assert_cmpint (get_mark (scenario, 0, 0, WS_SCENARIO_ACHIEVED), ==, WS_SCENARIO_BETTER);
  g_assert_cmpint (get_mark (scenario, 0, 0, WS_SCENARIO_TIME), ==, WS_SCENARIO_EQUAL);
  g_assert_cmpint (get_mark (scenario, 0, 1, WS_SCENARIO_TIME), ==, WS_SCENARIO_EQUAL);
  g_assert_cmpint (get_mark (scenario, 0, 0, WS_SCENARIO_LAUNCH), ==, WS_SCENARIO_NO_MARK);
  ws_scenario_take_run (scenario, 0, 1, slow, 0);
  g_assert_cmpint (get_mark (scenario, 0, 0, WS_SCENARIO_TIME), ==, WS_SCENARIO_BETTER);
  g_assert_cmpint (get_mark (scenario, 0, 1, WS_SCENARIO_TIME), ==, WS_SCENARIO_NO_MARK);
  /* the same launch twice: equal, whatever a clock says */
  ws_scenario_take_run (scenario, 1, 0, one, 0);
  ws_scenario_take_run (scenario, 1, 1, slow, 0);
  g_assert_cmpint (get_mark (scenario, 1, 0, WS_SCENARIO_TIME), ==, WS_SCENARIO_EQUAL);
  /* those published, as the document marks them */
  g_assert_cmpint (ws_scenario_get_mark (scenario, 0, 1, WS_SCENARIO_SM_EFFICIENCY, TRUE), ==,
                   WS_SCENARIO_BETTER);
  g_assert_cmpint (ws_scenario_get_mark (scenario, 0, 0, WS_SCENARIO_TIME, TRUE), ==,
                   WS_SCENARIO_EQUAL);
  g_assert_cmpint (ws_scenario_get_mark (scenario, 0, 0, WS_SCENARIO_ACHIEVED, TRUE), ==,
                   WS_SCENARIO_NO_MARK);
}

/* Of rows that are a pair, the best; of others nothing. */
static void
test_pairs (void)
{
  g_autoptr (WsScenario) scenario = scenario_fixture_load ("utilisation");

  g_assert_cmpint (ws_scenario_get_mark (scenario, 5, 0, WS_SCENARIO_RATE, TRUE), ==,
                   WS_SCENARIO_BETTER);
  g_assert_cmpint (ws_scenario_get_mark (scenario, 4, 0, WS_SCENARIO_RATE, TRUE), ==,
                   WS_SCENARIO_NO_MARK);
  g_assert_cmpint (ws_scenario_get_mark (scenario, 4, 0, WS_SCENARIO_THEORETICAL, TRUE), ==,
                   WS_SCENARIO_BETTER);
  g_assert_cmpint (ws_scenario_get_mark (scenario, 0, 0, WS_SCENARIO_RATE, FALSE), ==,
                   WS_SCENARIO_NO_MARK);
}

/* ---- words ---- */

static void
test_words (void)
{
  g_autoptr (WsScenario) scenario = scenario_fixture_load ("occupancy-k40c");
  g_autoptr (WsRun) one = scenario_fixture_run ("vm:k40c", 256, 256, 1, 1000, FALSE);
  g_autoptr (WsRun) two = scenario_fixture_run ("vm:k40c", 256, 32, 8, 1000, FALSE);
  g_autofree char *before = ws_scenario_tell (scenario, 3, 1);
  g_autofree char *after = NULL;
  g_autofree char *cell = NULL;
  g_autofree char *failed = NULL;
  g_autofree char *source = NULL;

  g_assert_true (g_str_has_prefix (
      before, "Published: Scenario 2 keeps 5.7 times as many SMs busy at n = 256 (37.17"));
  ws_scenario_set_device (scenario, "vm:k40c", NULL);
  ws_scenario_take_run (scenario, 3, 0, one, 0);
  ws_scenario_take_run (scenario, 3, 1, two, 1795219200);
  after = ws_scenario_tell (scenario, 3, 1);
  g_assert_cmpstr (after, ==,
                   "Scenario 2 keeps 8.0 times as many SMs busy at n = 256 (53.3\u00a0% against "
                   "6.7\u00a0%) and takes as long; Scenario 1 achieves 8.0 times its occupancy "
                   "(12.5\u00a0% against 1.6\u00a0%).");
  cell = ws_scenario_describe_cell (scenario, 3, 1);
  g_assert_nonnull (strstr (cell, "SM efficiency 53.3 %, better (published 37.17 %)"));
  g_assert_nonnull (strstr (cell, "modelled"));
  source = ws_scenario_describe_source (scenario);
  g_assert_nonnull (strstr (source, "A made-up K40c, modelled 2026-11-"));
  g_assert_nonnull (strstr (source, "published: Tesla K40c"));
  ws_scenario_set_state (scenario, "vm:k40c", 3, 1,
                         &(WsScenarioProgress){ WS_SCENARIO_FAILED, 0, "No memory." });
  failed = ws_scenario_tell (scenario, 3, 1);
  g_assert_cmpstr (failed, ==, "This run failed: No memory.");
}

/* Under figures that another model published stands which one ran; under its own, nothing. */
static void
test_place (void)
{
  static const struct {
    const char *head;
    const char *device;
    const char *name;
    const char *place;
  } cases[] = {
    { "published-on=Tesla K40c\ndevice=k40c\n", "vm:k40c", "Virtual NVIDIA Tesla K40c", NULL },
    { "published-on=Tesla K40c\ndevice=k40c\n", "cuda:1", "NVIDIA Tesla K40c", NULL },
    { "published-on=Tesla K40c\ndevice=k40c\n", "vm:h200", "Virtual NVIDIA H200",
      "on Virtual NVIDIA H200; published: Tesla K40c" },
    { "published-on=a GPU\ndevice=k40c\n", "vm:k40c", "Virtual NVIDIA Tesla K40c", NULL },
    { "published-on=Tesla M2070\n", "vm:k40c", "Virtual NVIDIA Tesla K40c",
      "on Virtual NVIDIA Tesla K40c; published: Tesla M2070" },
    { "", "vm:h200", "Virtual NVIDIA H200", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GString) text = g_string_new (good);
      g_autofree char *head = g_strconcat ("[scenario]\n", cases[i].head, NULL);
      g_autoptr (WsScenario) scenario = NULL;
      g_autoptr (WsSheet) sheet = NULL;
      g_autofree char *place = NULL;
      g_autofree char *heading = NULL;
      g_autofree char *described = NULL;

      g_string_replace (text, "[scenario]\n", head, 1);
      scenario = read_text (text->str, NULL);
      g_assert_nonnull (scenario);
      g_assert_null (ws_scenario_describe_place (scenario));
      ws_scenario_set_device (scenario, cases[i].device, cases[i].name);
      place = ws_scenario_describe_place (scenario);
      g_assert_cmpstr (place, ==, cases[i].place);
      heading = place != NULL ? g_strconcat ("A title  ·  ", place, NULL) : g_strdup ("A title");
      described = ws_scenario_describe (scenario, NULL);
      g_assert_true (g_str_has_prefix (described, heading));
      sheet = ws_sheet_new_for_scenario (scenario, WS_SCENARIO_TIME);
      g_assert_cmpstr (sheet->title, ==, heading);
    }
}

static void
test_format (void)
{
  static const struct {
    WsScenarioColumn column;
    double value;
    guint decimals;
    const char *text;
  } cases[] = {
    { WS_SCENARIO_SM_EFFICIENCY, 53.333, 1, "53.3 %" },
    { WS_SCENARIO_SM_EFFICIENCY, 53.333, 0, "53 %" },
    { WS_SCENARIO_SM_EFFICIENCY, 0.3, 0, "0.3 %" },
    { WS_SCENARIO_THEORETICAL, 100, 1, "100 %" },
    { WS_SCENARIO_THEORETICAL, 93.75, 1, "93.8 %" },
    { WS_SCENARIO_TIME, 1.234e-9, 1, "1.23 ns" },
    { WS_SCENARIO_TIME, 1915 / 1e9, 1, "1.92 µs" },
    { WS_SCENARIO_TIME, 162.4e-6, 1, "162 µs" },
    { WS_SCENARIO_TIME, 0.9999999, 1, "1.00 s" },
    { WS_SCENARIO_TIME, 12345, 1, "12345 s" },
    { WS_SCENARIO_RATE, 12.8e9, 1, "12.8 G/s" },
    { WS_SCENARIO_RESIDENT, 16, 1, "16" },
  };
  g_autoptr (WsScenario) scenario = read_good ();
  g_autoptr (WsRun) run = scenario_fixture_run ("vm:k40c", 64, 64, 1, 1000, FALSE);
  WsScenarioResult *result;

  ws_scenario_set_device (scenario, "vm:k40c", NULL);
  g_assert_null (ws_scenario_format (scenario, 0, 0, WS_SCENARIO_TIME, 1));
  ws_scenario_take_run (scenario, 0, 0, run, 0);
  result = (WsScenarioResult *)ws_scenario_get_result (scenario, 0, 0);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = NULL;

      result->value[cases[i].column] = cases[i].value;
      text = ws_scenario_format (scenario, 0, 0, cases[i].column, cases[i].decimals);
      g_assert_cmpstr (text, ==, cases[i].text);
    }
  result->is_bound = TRUE;
  {
    g_autofree char *text = ws_scenario_format (scenario, 0, 0, WS_SCENARIO_RESIDENT, 1);
    g_assert_cmpstr (text, ==, "≤16");
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/scenario/read", test_read);
  g_test_add_func ("/scenario/bundled", test_bundled);
  g_test_add_func ("/scenario/refuse", test_refuse);
  g_test_add_func ("/scenario/hostile", test_hostile);
  g_test_add_func ("/scenario/random", test_random);
  g_test_add_func ("/scenario/figures", test_figures);
  g_test_add_func ("/scenario/profile", test_profile);
  g_test_add_func ("/scenario/devices", test_devices);
  g_test_add_func ("/scenario/marks", test_marks);
  g_test_add_func ("/scenario/pairs", test_pairs);
  g_test_add_func ("/scenario/words", test_words);
  g_test_add_func ("/scenario/format", test_format);
  g_test_add_func ("/scenario/place", test_place);
  return g_test_run ();
}
