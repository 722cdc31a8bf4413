/* One picture in four formats: PNG, SVG and PDF, drawn by programs that know nothing of us, have
 * their edges at the same places; a PNG of four times the pixels has the same layout; the words of
 * a PDF are words. */
#include "export/picture.h"
#include "part.h"
#include "paths.h"
#include "picture.h"
#include "scenario-fixture.h"
#include "schedule.h"
#include "scratch.h"
#include "sheet-fixture.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#define WIDTH  960
#define HEIGHT 540
/* of a channel: what the smoothing of an edge may differ by */
#define TOLERANCE 40
/* of the pixels, that may be unlike all those round their place in the other */
#define MAX_SHARE_BARE  0.0005
#define MAX_SHARE_WORDS 0.003
/* poppler puts thin lines on whole pixels in its own way: they are darker, or paler */
#define MAX_SHARE_PDF 0.004
/* hairlines are as thin as pixels are, so that they are paler where there are more */
#define MAX_SHARE_LARGE 0.03

static char *folder;

static char *
get_path (const char *name)
{
  return g_build_filename (folder, name, NULL);
}

/* ---- what is drawn ---- */

typedef struct {
  WsPicture picture;
  gboolean wordless;
} Subject;

static void
draw_cb (cairo_t *cr, gconstpointer data, const WsTheme *theme, double width, double height)
{
  const Subject *subject = data;
  WsTheme wordless = *theme;

  wordless.font = NULL;
  ws_picture_draw (&subject->picture, cr, subject->wordless ? &wordless : theme, width, height);
}

typedef enum {
  CASE_TREE,
  CASE_LANES,
  CASE_CODE,
  CASE_SMS,
  CASE_CALCULATOR,
  CASE_SCENARIO,
  CASE_SHEET, /* and those of the other kinds */
  CASE_LIVE = CASE_SHEET + WS_N_SWEEPS,
  N_CASES
} Case;

/* (transfer full) */
static char *
get_name (guint which)
{
  static const char *const names[] = { "tree", "lanes", "code", "sms", "calculator", "scenario" };

  if (which == CASE_LIVE)
    return g_strdup ("live");
  if (which >= CASE_SHEET)
    return g_strdup (ws_sweep_kind_get_name (which - CASE_SHEET));
  return g_strdup (names[which]);
}

/* (transfer full) */
static WsPicture *
make_picture (guint which)
{
  const Schedule schedule = {
    .spec = "k40c", .blocks = 300, .threads = 128, .per_sm = 8, .cycles = 900, .uneven = 0.3
  };
  WsPicture *picture = g_new0 (WsPicture, 1);
  const WsFigureOptions options = WS_FIGURE_OPTIONS_INIT;
  const WsScenarioOptions table = WS_SCENARIO_OPTIONS_INIT;
  const WsSheetOptions charts = WS_SHEET_OPTIONS_INIT;

  picture->options = options;
  picture->table = table;
  picture->charts = charts;
  if (which == CASE_SCENARIO)
    {
      picture->scenario = scenario_fixture_load ("occupancy-k40c");
      scenario_fixture_fill (picture->scenario, TRUE);
    }
  else if (which == CASE_LIVE)
    {
      picture->live = sheet_fixture_new_live (SHEET_H200, 2000);
      picture->sheet = ws_sheet_new_for_live (picture->live, 0, 2000, 400);
    }
  else if (which >= CASE_SHEET)
    picture->sheet = sheet_fixture_new_sheet (which - CASE_SHEET, SHEET_VM_H200, NULL);
  else if (which == CASE_SMS)
    {
      picture->scene = schedule_scene_new (&schedule);
      picture->view = WS_VIEW_SMS;
      picture->moment.time = (double)picture->scene->timeline->end / 2;
    }
  else
    {
      picture->scene = synthetic_scene_new (SYNTHETIC_INTERLEAVED, 128, SYNTHETIC_SMALL);
      picture->view = which == CASE_CALCULATOR ? WS_VIEW_CALCULATOR : (WsView)which;
      picture->moment.position = ws_scene_stage_moment (picture->scene, 2);
    }
  return picture;
}

/* ---- comparing ---- */

/* A picture's pixels, of four bytes each. */
typedef struct {
  const guint8 *data;
  gsize stride; /* bytes */
  int width;
  int height;
} Pixels;

static Pixels
get_pixels (cairo_surface_t *surface)
{
  return (Pixels){ .data = cairo_image_surface_get_data (surface),
                   .stride = (gsize)cairo_image_surface_get_stride (surface),
                   .width = cairo_image_surface_get_width (surface),
                   .height = cairo_image_surface_get_height (surface) };
}

static inline const guint8 *
get_pixel (const Pixels *pixels, int x, int y)
{
  return pixels->data + (gsize)y * pixels->stride + (gsize)x * 4;
}

/* Whether what @a has at a place is like anything that @b has there or beside it. */
static gboolean
is_near (const Pixels *a, const Pixels *b, int x, int y)
{
  for (guint channel = 0; channel < 3; channel++)
    {
      int value = get_pixel (a, x, y)[channel];
      int low = 255;
      int high = 0;

      for (int v = MAX (y - 1, 0); v <= MIN (y + 1, b->height - 1); v++)
        for (int u = MAX (x - 1, 0); u <= MIN (x + 1, b->width - 1); u++)
          {
            int other = get_pixel (b, u, v)[channel];

            low = MIN (low, other);
            high = MAX (high, other);
          }
      if (value < low - TOLERANCE || value > high + TOLERANCE)
        return FALSE;
    }
  return TRUE;
}

static double
compare_geometry (cairo_surface_t *a, cairo_surface_t *b)
{
  Pixels one = get_pixels (a);
  Pixels other = get_pixels (b);
  guint n = 0;

  if (one.width != other.width || one.height != other.height)
    return 1;
  for (int y = 0; y < one.height; y++)
    for (int x = 0; x < one.width; x++)
      n += memcmp (get_pixel (&one, x, y), get_pixel (&other, x, y), 3) != 0
           && (!is_near (&one, &other, x, y) || !is_near (&other, &one, x, y));
  return n / ((double)one.width * one.height);
}

/* (transfer full): on white, in 32 bits */
static cairo_surface_t *
load (const char *path, double scale)
{
  cairo_surface_t *file = cairo_image_surface_create_from_png (path);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
  cairo_t *cr = cairo_create (surface);

  g_assert_cmpint (cairo_surface_status (file), ==, CAIRO_STATUS_SUCCESS);
  g_assert_cmpint (cairo_image_surface_get_width (file), ==, (int)(WIDTH * scale));
  g_assert_cmpint (cairo_image_surface_get_height (file), ==, (int)(HEIGHT * scale));
  cairo_set_source_rgb (cr, 1, 1, 1);
  cairo_paint (cr);
  cairo_scale (cr, 1 / scale, 1 / scale);
  cairo_set_source_surface (cr, file, 0, 0);
  cairo_paint (cr);
  cairo_destroy (cr);
  cairo_surface_destroy (file);
  cairo_surface_flush (surface);
  return surface;
}

/* A second reader of SVG, one of PDF ... */
typedef struct {
  const char *name;
  const char *suffix;
  const char *argv[12]; /* IN and OUT are replaced */
} Reader;

static const Reader readers[] = {
  { "librsvg", "svg", { "rsvg-convert", "-o", "OUT", "IN", NULL } },
  { "cairosvg", "svg", { "/usr/bin/python3", "-m", "cairosvg", "IN", "-o", "OUT", NULL } },
  /* a point is a pixel here */
  { "poppler", "pdf", { "pdftocairo", "-png", "-singlefile", "-r", "72", "IN", "STEM", NULL } },
};

/* (transfer full) (nullable): NULL where it is not installed */
static char *
rasterise (const Reader *reader, const char *in)
{
  g_autofree char *stem = get_path (reader->name);
  char *out = g_strconcat (stem, ".png", NULL);
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();
  g_autofree char *err = NULL;
  int status;

  for (guint i = 0; reader->argv[i] != NULL; i++)
    g_ptr_array_add (argv, (gpointer)(g_str_equal (reader->argv[i], "IN")     ? in
                                      : g_str_equal (reader->argv[i], "OUT")  ? out
                                      : g_str_equal (reader->argv[i], "STEM") ? stem
                                                                              : reader->argv[i]));
  g_ptr_array_add (argv, NULL);
  g_unlink (out);
  if (!g_spawn_sync (NULL, (char **)argv->pdata, NULL,
                     G_SPAWN_SEARCH_PATH | G_SPAWN_STDOUT_TO_DEV_NULL, NULL, NULL, NULL, &err,
                     &status, NULL)
      || strstr (err, "No module named") != NULL)
    {
      g_free (out);
      return NULL;
    }
  g_assert_cmpint (status, ==, 0);
  return out;
}

static void
keep (cairo_surface_t *a, cairo_surface_t *b, const char *name)
{
  g_autofree char *one = g_strdup_printf ("%s/geometry-%s-png.png", WS_BUILD_DIR, name);
  g_autofree char *two = g_strdup_printf ("%s/geometry-%s.png", WS_BUILD_DIR, name);

  cairo_surface_write_to_png (a, one);
  cairo_surface_write_to_png (b, two);
  g_test_message ("see %s and %s", one, two);
}

static void
check (const char *name, const char *reader, const char *png, const char *other, double scale,
       double most)
{
  cairo_surface_t *a = load (png, 1);
  cairo_surface_t *b = load (other, scale);
  double share = compare_geometry (a, b);

  g_test_message ("%s, %s: %.4f %% of the pixels are elsewhere", name, reader, share * 100);
  if (share > most)
    {
      g_autofree char *kept = g_strdup_printf ("%s-%s", name, reader);

      keep (a, b, kept);
    }
  g_assert_cmpfloat (share, <=, most);
  cairo_surface_destroy (a);
  cairo_surface_destroy (b);
}

static void
compare_formats (const Subject *subject, const char *name, double most)
{
  WsExportForm form = { WS_THEME_LIGHT, WIDTH, HEIGHT, 1 };
  g_autofree char *png = get_path ("picture.png");
  g_autofree char *large = get_path ("large.png");
  g_autoptr (GError) error = NULL;

  g_assert_true (ws_export_drawing (draw_cb, subject, &form, png, NULL, &error));
  g_assert_no_error (error);
  for (guint i = 0; i < G_N_ELEMENTS (readers); i++)
    {
      g_autofree char *file = g_strdup_printf ("%s/picture.%s", folder, readers[i].suffix);
      g_autofree char *drawn = NULL;

      g_assert_true (ws_export_drawing (draw_cb, subject, &form, file, NULL, &error));
      g_assert_no_error (error);
      /* words are glyphs in both of them: one reader will do */
      if (!subject->wordless && g_str_equal (readers[i].name, "cairosvg"))
        continue;
      drawn = rasterise (&readers[i], file);
      if (drawn == NULL)
        g_test_skip ("rsvg-convert, pdftocairo or cairosvg is not installed");
      else
        check (name, readers[i].name, png, drawn, 1,
               g_str_equal (readers[i].suffix, "pdf") ? MAX_SHARE_PDF : most);
    }
  if (!subject->wordless)
    return;
  form.scale = 4;
  g_assert_true (ws_export_drawing (draw_cb, subject, &form, large, NULL, &error));
  g_assert_no_error (error);
  check (name, "4x", png, large, 4, MAX_SHARE_LARGE);
}

/* (transfer full) (element-type WsTextBox) */
static GArray *
watch (const Subject *subject, double scale)
{
  cairo_surface_t *surface =
      cairo_image_surface_create (CAIRO_FORMAT_RGB24, (int)(WIDTH * scale), (int)(HEIGHT * scale));
  cairo_t *cr = cairo_create (surface);
  GArray *boxes = ws_text_watch (cr);

  cairo_scale (cr, scale, scale);
  draw_cb (cr, subject, ws_theme_get (WS_THEME_LIGHT), WIDTH, HEIGHT);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  return boxes;
}

/* Every word stands where it stood, whatever the number of pixels. */
static void
compare_layouts (const Subject *subject)
{
  g_autoptr (GArray) small = watch (subject, 1);
  g_autoptr (GArray) large = watch (subject, 4);

  g_assert_cmpuint (small->len, >, 5);
  g_assert_cmpuint (small->len, ==, large->len);
  for (guint i = 0; i < small->len; i++)
    {
      const WsTextBox *a = &g_array_index (small, WsTextBox, i);
      const WsTextBox *b = &g_array_index (large, WsTextBox, i);

      g_assert_cmpstr (a->string, ==, b->string);
      g_assert_cmpfloat (fabs (a->box.x * 4 - b->box.x), <=, 4);
      g_assert_cmpfloat (fabs (a->box.y * 4 - b->box.y), <=, 4);
      g_assert_cmpfloat (fabs (a->box.w * 4 - b->box.w), <=, 4);
    }
}

static void
test_formats (gconstpointer data)
{
  guint which = GPOINTER_TO_UINT (data);
  g_autoptr (WsPicture) picture = make_picture (which);
  g_autofree char *name = get_name (which);
  g_autofree char *wordless = g_strconcat (name, "-wordless", NULL);
  Subject subject = { .picture = *picture, .wordless = TRUE };

  compare_formats (&subject, wordless, MAX_SHARE_BARE);
  subject.wordless = FALSE;
  compare_layouts (&subject);
  compare_formats (&subject, name, MAX_SHARE_WORDS);
}

/* The test can fail: the same picture one and two pixels further to the right. */
static void
test_sensitive (void)
{
  g_autoptr (WsPicture) picture = make_picture (CASE_SHEET);
  cairo_surface_t *surfaces[3];

  for (guint i = 0; i < G_N_ELEMENTS (surfaces); i++)
    {
      cairo_t *cr;

      surfaces[i] = cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
      cr = cairo_create (surfaces[i]);
      cairo_set_source_rgb (cr, 1, 1, 1);
      cairo_paint (cr);
      cairo_translate (cr, i, 0);
      ws_picture_draw (picture, cr, ws_theme_get (WS_THEME_LIGHT), WIDTH, HEIGHT);
      cairo_destroy (cr);
      cairo_surface_flush (surfaces[i]);
    }
  g_assert_cmpfloat (compare_geometry (surfaces[0], surfaces[1]), <, 0.001);
  g_assert_cmpfloat (compare_geometry (surfaces[0], surfaces[2]), >, MAX_SHARE_WORDS * 2);
  for (guint i = 0; i < G_N_ELEMENTS (surfaces); i++)
    cairo_surface_destroy (surfaces[i]);
}

/* (transfer full): without blanks of any kind, which programs set as they like, and without
 * ligatures */
static char *
squeeze (const char *text)
{
  g_autofree char *plain = g_utf8_normalize (text, -1, G_NORMALIZE_ALL);
  GString *out = g_string_new (NULL);

  for (const char *p = plain; *p != '\0'; p = g_utf8_next_char (p))
    if (!g_unichar_isspace (g_utf8_get_char (p)))
      g_string_append_unichar (out, g_utf8_get_char (p));
  return g_string_free (out, FALSE);
}

static void
test_words (gconstpointer data)
{
  guint which = GPOINTER_TO_UINT (data);
  g_autoptr (WsPicture) picture = make_picture (which);
  WsExportForm form = { WS_THEME_LIGHT, 1920, 1080, 1 };
  g_autofree char *pdf = get_path ("words.pdf");
  const char *argv[] = { "pdftotext", "-raw", pdf, "-", NULL };
  g_autofree char *title = NULL;
  g_autofree char *caption = NULL;
  g_autofree char *source = NULL;
  g_autofree char *alt = ws_picture_describe (picture, &title, &caption, &source);
  g_autofree char *out = NULL;
  g_autofree char *squeezed = NULL;
  const char *words[] = { title, source };
  g_autoptr (GError) error = NULL;
  int status;

  g_assert_true (ws_picture_write (picture, &form, pdf, NULL, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (strlen (alt), >, 20);
  if (!g_spawn_sync (NULL, (char **)argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, &out, NULL,
                     &status, NULL))
    {
      g_test_skip ("pdftotext is not installed");
      return;
    }
  g_assert_cmpint (status, ==, 0);
  squeezed = squeeze (out);
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    {
      g_autofree char *wanted = squeeze (words[i]);

      if (strstr (squeezed, wanted) == NULL)
        g_error ("The PDF does not say “%s”, but:\n%s", words[i], out);
    }
  /* where the figures are from */
  g_assert_true (strstr (squeezed, "modelled") != NULL || strstr (squeezed, "measured") != NULL
                 || strstr (squeezed, "published") != NULL);
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  folder = g_dir_make_tmp ("warpstage-geometry-XXXXXX", NULL);
  g_test_add_func ("/export/geometry/sensitive", test_sensitive);
  for (guint i = 0; i < N_CASES; i++)
    {
      g_autofree char *name = get_name (i);
      g_autofree char *formats = g_strdup_printf ("/export/geometry/formats/%s-%u", name, i);
      g_autofree char *words = g_strdup_printf ("/export/geometry/words/%s-%u", name, i);

      if (part_has (i, 5))
        g_test_add_data_func (formats, GUINT_TO_POINTER (i), test_formats);
      g_test_add_data_func (words, GUINT_TO_POINTER (i), test_words);
    }
  status = g_test_run ();
  scratch_remove (folder);
  g_free (folder);
  return status;
}
