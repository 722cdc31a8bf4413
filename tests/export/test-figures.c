/* A folder of figures: whole or not there, and a page that shows all of it. */
#include "export/figures.h"
#include "paths.h"
#include "scenario-fixture.h"
#include "schedule.h"
#include "scratch.h"
#include "synthetic.h"

#include <glib/gstdio.h>
#include <string.h>

#define PYTHON "/usr/bin/python3"

static const WsExportForm form = { WS_THEME_LIGHT, 480, 300, 1 };
static char *folder;

static char *
get_path (const char *name)
{
  return g_build_filename (folder, name, NULL);
}

/* (nullable): what it says, or NULL where there is nothing to read it with */
static char *
read_page (const char *path)
{
  g_autofree char *script = g_build_filename (WS_TEST_DIR, "read-page.py", NULL);
  const char *argv[] = { PYTHON, script, path, NULL };
  char *out = NULL;
  g_autofree char *err = NULL;
  int status;

  if (!g_file_test (PYTHON, G_FILE_TEST_IS_EXECUTABLE))
    {
      g_test_skip (PYTHON " is not installed");
      return NULL;
    }
  g_assert_true (
      g_spawn_sync (NULL, (char **)argv, NULL, 0, NULL, NULL, &out, &err, &status, NULL));
  g_assert_cmpstr (err, ==, "");
  g_assert_cmpint (status, ==, 0);
  return out;
}

static void
count_cb (guint done, guint n, gpointer data)
{
  guint *seen = data;

  g_assert_cmpuint (done, ==, seen[0] + 1);
  seen[0] = done;
  seen[1] = n;
}

static void
test_folder (void)
{
  const Schedule schedule = {
    .spec = "k40c", .blocks = 300, .threads = 128, .per_sm = 8, .cycles = 900, .uneven = 0.3
  };
  g_autoptr (WsScene) scene = synthetic_scene_new (SYNTHETIC_INTERLEAVED, 128, SYNTHETIC_SMALL);
  g_autoptr (WsScene) launch_scene = schedule_scene_new (&schedule);
  g_autoptr (WsScenario) scenario = scenario_fixture_load ("occupancy-k40c");
  g_autoptr (WsFigureFolder) figures = ws_figures_new ("<b>\"Seven\" & more</b> 'é'", &form);
  WsPicture table = { .scenario = scenario, .table = WS_SCENARIO_OPTIONS_INIT };
  g_autofree char *path = get_path ("all");
  g_autofree char *csv = g_build_filename (path, "occupancy-k40c.csv", NULL);
  g_autofree char *out = NULL;
  g_autofree char *expected = NULL;
  g_autofree char *text = NULL;
  g_autofree char *before = NULL;
  g_autoptr (WsData) data = NULL;
  g_autoptr (GError) error = NULL;
  guint seen[2] = { 0 };
  guint n_stages = scene->stages->n_stages;

  ws_figures_begin_section (figures, "One <run>");
  ws_figures_add_run (figures, scene, launch_scene, NULL, NULL);
  ws_figures_begin_section (figures, "Scenario");
  ws_figures_add (figures, "occupancy-k40c", NULL, &table);
  /* each stage of the tree, lanes, code, an access to memory and its lines, SMs, calculator, table
   */
  g_assert_cmpuint (ws_figures_get_n (figures), ==, n_stages + 7);
  /* what goes on meanwhile is not in it */
  data = ws_data_new_for_scenario (scenario);
  before = ws_data_to_csv (data);
  scenario_fixture_fill (scenario, TRUE);

  g_assert_true (ws_figures_write (figures, path, NULL, count_cb, seen, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (seen[0], ==, seen[1]);
  g_assert_cmpuint (seen[1], ==, scratch_count_entries (path));
  g_assert_cmpuint (scratch_count_entries (folder), ==, 1);
  g_assert_true (g_file_get_contents (csv, &text, NULL, NULL));
  g_assert_cmpstr (strstr (text, "row,group"), ==, strstr (before, "row,group"));
  out = read_page (path);
  if (out != NULL)
    {
      g_assert_nonnull (strstr (out, "title 3c623e22536576656e222026206d6f72653c2f623e2027c3a927"));
      expected = g_strdup_printf ("figures %u\nfiles %u\n", n_stages + 7, (n_stages + 7) * 5 + 4);
      g_assert_true (g_str_has_prefix (out, expected));
    }
  scratch_remove (path);
}

/* Of a tree of many stages only three, and no two files of one name. */
static void
test_names (void)
{
  g_autoptr (WsScene) scene = synthetic_scene_new (SYNTHETIC_SEQUENTIAL, 64, SYNTHETIC_SMALL);
  g_autoptr (WsFigureFolder) figures = ws_figures_new ("Names", &form);
  WsPicture picture = { .view = WS_VIEW_CODE, .scene = scene, .options = WS_FIGURE_OPTIONS_INIT };
  static const char *const names[] = { "a",   "a", "../../etc/passwd", "",      "..",    "a b",
                                       "a/b", "A", "metrics",          "index", "Causes" };
  g_autofree char *path = get_path ("names");
  g_autofree char *out = NULL;
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    ws_figures_add (figures, names[i], NULL, &picture);
  g_assert_true (ws_figures_write (figures, path, NULL, NULL, NULL, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (scratch_count_entries (path), ==, 5 * G_N_ELEMENTS (names) + 1);
  out = read_page (path);
  scratch_remove (path);
}

static void
cancel_cb (guint done, guint n, gpointer data)
{
  if (done == 7)
    g_cancellable_cancel (data);
}

static void
test_never_half (void)
{
  g_autoptr (WsScene) scene = synthetic_scene_new (SYNTHETIC_STRIDED, 64, SYNTHETIC_SMALL);
  g_autoptr (WsFigureFolder) figures = ws_figures_new ("Cancelled", &form);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autofree char *path = get_path ("cancelled");
  g_autofree char *nowhere = get_path ("no/such/folder");
  g_autofree char *full = get_path ("full");
  g_autofree char *inside = g_build_filename (full, "thesis.tex", NULL);
  g_autofree char *empty = get_path ("empty/");
  g_autoptr (GError) error = NULL;

  ws_figures_add_run (figures, scene, NULL, NULL, NULL);
  g_assert_false (ws_figures_write (figures, path, cancellable, cancel_cb, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&error);
  g_assert_cmpuint (scratch_count_entries (folder), ==, 0);

  g_assert_false (ws_figures_write (figures, nowhere, NULL, NULL, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_clear_error (&error);

  /* what is not ours stays */
  g_assert_cmpint (g_mkdir (full, 0777), ==, 0);
  g_assert_true (g_file_set_contents (inside, "x", -1, NULL));
  g_assert_false (ws_figures_write (figures, full, NULL, NULL, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_EXISTS);
  g_clear_error (&error);
  g_assert_false (ws_figures_write (figures, inside, NULL, NULL, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_EXISTS);
  g_clear_error (&error);
  g_assert_cmpuint (scratch_count_entries (folder), ==, 1);
  g_assert_cmpuint (scratch_count_entries (full), ==, 1);

  g_assert_cmpint (g_mkdir (empty, 0777), ==, 0);
  g_assert_true (ws_figures_write (figures, empty, NULL, NULL, NULL, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (scratch_count_entries (folder), ==, 2);
}

/* In a thread of its own, while the same scene is drawn here. */
static gpointer
write_thread (gpointer data)
{
  g_autofree char *path = get_path ("thread");
  g_autoptr (GError) error = NULL;

  g_assert_true (ws_figures_write (data, path, NULL, NULL, NULL, &error));
  g_assert_no_error (error);
  return NULL;
}

static void
test_thread (void)
{
  g_autoptr (WsScene) scene = synthetic_scene_new (SYNTHETIC_CASCADE, 64, SYNTHETIC_FLOAT);
  g_autoptr (WsFigureFolder) figures = ws_figures_new ("Thread", &form);
  WsMoment moment = { .position = 0 };
  GThread *thread;

  ws_figures_add_run (figures, scene, NULL, NULL, NULL);
  thread = g_thread_new ("figures", write_thread, figures);
  for (guint i = 0; i < 40; i++)
    {
      cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 480, 300);
      cairo_t *cr = cairo_create (surface);

      ws_draw_figure (cr, i % WS_VIEW_SMS,
                      &(WsFrame){ scene, &moment, ws_theme_get (i % WS_N_THEMES), 480, 300 }, NULL);
      cairo_destroy (cr);
      cairo_surface_destroy (surface);
    }
  g_thread_join (thread);
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  folder = g_dir_make_tmp ("warpstage-figures-XXXXXX", NULL);
  g_test_add_func ("/export/figures/folder", test_folder);
  g_test_add_func ("/export/figures/names", test_names);
  g_test_add_func ("/export/figures/never-half", test_never_half);
  g_test_add_func ("/export/figures/thread", test_thread);
  status = g_test_run ();
  scratch_remove (folder);
  g_free (folder);
  return status;
}
