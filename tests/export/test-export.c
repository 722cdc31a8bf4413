/* Pictures as files: three formats of one geometry, written whole or not at all. */
#include "export/picture.h"
#include "picture.h"
#include "scratch.h"
#include "sheet-fixture.h"

#include <glib/gstdio.h>

static char *folder;

static char *
get_path (const char *name)
{
  return g_build_filename (folder, name, NULL);
}

static gboolean
export_view (WsView view, WsScene *scene, const WsExportForm *form, const char *path,
             GError **error)
{
  const WsPicture picture = { .view = view,
                              .scene = scene,
                              .moment = { .position = ws_scene_stage_moment (scene, 2) },
                              .options = WS_FIGURE_OPTIONS_INIT };

  return ws_picture_write (&picture, form, path, NULL, error);
}

static gboolean export(const char *path, int width, int height, GError **error)
{
  g_autoptr (WsScene) scene = synthetic_scene_new (SYNTHETIC_INTERLEAVED, 128, SYNTHETIC_SMALL);
  const WsExportForm form = { WS_THEME_LIGHT, width, height, 1 };

  return export_view (WS_VIEW_TREE, scene, &form, path, error);
}

static void
test_errors (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *jpeg = get_path ("tree.jpeg");
  g_autofree char *png = get_path ("kept.png");
  g_autofree char *nowhere = get_path ("no/such/folder/tree.png");
  g_autofree char *kept = NULL;

  g_assert_false (export(jpeg, 640, 360, &error));
  g_assert_error (error, WS_EXPORT_ERROR, WS_EXPORT_ERROR_FORMAT);
  g_assert_cmpstr (error->message, ==,
                   "\"tree.jpeg\" has no known picture format: use the suffix .png, .svg or .pdf.");
  g_assert_false (g_file_test (jpeg, G_FILE_TEST_EXISTS));
  g_clear_error (&error);

  /* what was there stays */
  g_assert_true (g_file_set_contents (png, "before", -1, NULL));
  g_assert_false (export(png, 640, 20, &error));
  g_assert_error (error, WS_EXPORT_ERROR, WS_EXPORT_ERROR_SIZE);
  g_clear_error (&error);
  g_assert_false (export(png, 1000000, 1000, &error));
  g_assert_error (error, WS_EXPORT_ERROR, WS_EXPORT_ERROR_SIZE);
  g_clear_error (&error);
  g_assert_true (g_file_get_contents (png, &kept, NULL, NULL));
  g_assert_cmpstr (kept, ==, "before");

  g_assert_false (export(nowhere, 640, 360, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
}

static void
test_png (void)
{
  g_autofree char *path = get_path ("Tree.PNG");
  g_autoptr (GError) error = NULL;
  cairo_surface_t *surface;

  g_assert_true (export(path, 640, 360, &error));
  g_assert_no_error (error);
  surface = cairo_image_surface_create_from_png (path);
  g_assert_cmpint (cairo_surface_status (surface), ==, CAIRO_STATUS_SUCCESS);
  g_assert_cmpint (cairo_image_surface_get_width (surface), ==, 640);
  g_assert_cmpint (cairo_image_surface_get_height (surface), ==, 360);
  cairo_surface_destroy (surface);
}

static gboolean
rasterise (const char *const *argv)
{
  g_autofree char *program = g_find_program_in_path (argv[0]);
  g_autoptr (GError) error = NULL;
  int status = 0;

  if (program == NULL)
    return FALSE;
  g_assert_true (g_spawn_sync (NULL, (char **)argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL,
                               NULL, &status, &error));
  g_assert_no_error (error);
  g_assert_cmpint (status, ==, 0);
  return TRUE;
}

/* Edges are smoothed differently by each program, so single pixels may differ much; more than that
 * may not. */
static void
compare (const char *a, const char *b)
{
  cairo_surface_t *first = cairo_image_surface_create_from_png (a);
  cairo_surface_t *second = cairo_image_surface_create_from_png (b);
  double share = picture_compare (first, second, 96);

  g_test_message ("%s: %.2f %% of the pixels differ", b, share * 100);
  g_assert_cmpfloat (share, <, 0.02);
  cairo_surface_destroy (first);
  cairo_surface_destroy (second);
}

static void
test_same_geometry (gconstpointer data)
{
  WsView view = GPOINTER_TO_UINT (data);
  g_autoptr (WsScene) scene = synthetic_scene_new (SYNTHETIC_INTERLEAVED, 128, SYNTHETIC_SMALL);
  const WsExportForm form = { WS_THEME_LIGHT, 1000, 600, 1 };
  static const char *const suffixes[] = { "png", "svg", "pdf" };
  char *paths[G_N_ELEMENTS (suffixes)] = { NULL };
  g_autofree char *from_svg = get_path ("from-svg.png");
  g_autofree char *from_pdf = get_path ("from-pdf");
  g_autofree char *from_pdf_png = get_path ("from-pdf.png");
  g_autoptr (GError) error = NULL;
  gboolean tried = FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    {
      g_autofree char *name = g_strdup_printf ("%s.%s", ws_view_get_name (view), suffixes[i]);
      paths[i] = get_path (name);
      g_assert_true (export_view (view, scene, &form, paths[i], &error));
      g_assert_no_error (error);
    }
  if (rasterise ((const char *const[]){ "rsvg-convert", "-o", from_svg, paths[1], NULL }))
    {
      compare (paths[0], from_svg);
      tried = TRUE;
    }
  /* a point is a pixel here */
  if (rasterise ((const char *const[]){ "pdftocairo", "-png", "-singlefile", "-r", "72", paths[2],
                                        from_pdf, NULL }))
    {
      compare (paths[0], from_pdf_png);
      tried = TRUE;
    }
  if (!tried)
    g_test_skip ("neither rsvg-convert nor pdftocairo is installed");
  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    g_clear_pointer (&paths[i], g_free);
}

/* What is drawn stays a drawing: no picture is hidden in it. */
static void
test_vectors (void)
{
  g_autofree char *path = get_path ("vector.svg");
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (export(path, 1920, 1080, &error));
  g_assert_no_error (error);
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_null (strstr (text, "<image"));
  g_assert_nonnull (strstr (text, "<path"));
}

/* A sheet is written with its words and without them, in every format. */
static void
test_sheet (void)
{
  static const struct {
    const char *name;
    const char *magic;
  } formats[] = { { "ladder.png", "\x89PNG" },
                  { "ladder.svg", "<?xml" },
                  { "ladder.pdf", "%PDF" } };
  g_autoptr (WsSheet) sheet = sheet_fixture_new_sheet (WS_SWEEP_LADDER, SHEET_H200, NULL);
  WsExportForm form = { WS_THEME_DARK, 900, 520, 1 };
  gsize with_words = 0;

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    for (guint bare = 0; bare < 2; bare++)
      {
        g_autofree char *path = get_path (formats[i].name);
        g_autofree char *contents = NULL;
        g_autoptr (GError) error = NULL;
        gsize length;

        ws_export_sheet (sheet, NULL, bare == 1, &form, path, &error);
        g_assert_no_error (error);
        g_assert_true (g_file_get_contents (path, &contents, &length, NULL));
        g_assert_true (g_str_has_prefix (contents, formats[i].magic));
        if (bare == 0)
          with_words = length;
        else
          g_assert_cmpuint (length, <, with_words);
        g_unlink (path);
      }
}

/* The small line below a figure: a real GPU has a driver, what was recorded has a day. */
static void
test_source (void)
{
  static const WsView views[] = { WS_VIEW_TREE, WS_VIEW_LANES, WS_VIEW_CODE };

  for (guint measured = 0; measured < 2; measured++)
    {
      g_autoptr (WsRun) run = (measured ? synthetic_measured_run_new : synthetic_run_new) (
          SYNTHETIC_INTERLEAVED, 128, SYNTHETIC_SMALL);
      g_autoptr (WsScene) scene = ws_scene_new (run, 0, 0, NULL);
      WsMoment moment = { 0 };

      for (guint i = 0; i < G_N_ELEMENTS (views); i++)
        {
          g_autofree char *title = NULL;
          g_autofree char *caption = NULL;
          g_autofree char *source = NULL;
          g_autofree char *spoken = NULL;

          spoken = ws_figure_describe (views[i], &(WsFrame){ .scene = scene, .moment = &moment },
                                       NULL, &title, &caption, &source);
          g_assert_cmpuint (strlen (spoken), >, 10);
          g_assert_cmpstr (
              source, ==,
              measured ? "NVIDIA H200, driver 580.159, measured  ·  n 4\u202f194\u202f304, "
                         "block 128, grid 32\u202f768  ·  2026-11-21"
                       : "Virtual NVIDIA H200, modelled  ·  n 4\u202f194\u202f304, block 128, "
                         "grid 32\u202f768");
        }
    }
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  folder = g_dir_make_tmp ("warpstage-export-XXXXXX", NULL);
  g_test_add_func ("/export/errors", test_errors);
  g_test_add_func ("/export/source", test_source);
  g_test_add_func ("/export/png", test_png);
  g_test_add_func ("/export/vectors", test_vectors);
  g_test_add_func ("/export/sheet", test_sheet);
  for (guint view = 0; view < WS_N_VIEWS; view++)
    {
      g_autofree char *path = g_strconcat ("/export/same-geometry/", ws_view_get_name (view), NULL);
      g_test_add_data_func (path, GUINT_TO_POINTER (view), test_same_geometry);
    }
  status = g_test_run ();
  scratch_remove (folder);
  g_free (folder);
  return status;
}
