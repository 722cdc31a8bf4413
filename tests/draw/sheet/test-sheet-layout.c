/* The documents' charts as figures: at every size and in every theme text is inside, none over
 * another, none too small or cut; and golden pictures without text. */
#include "sheet/figure.h"
#include "picture.h"
#include "sheet-fixture.h"
#include "texts.h"

#include <string.h>

typedef struct {
  double width;
  double height;
} Size;

static const Size sizes[] = { { 320, 240 },  { 480, 640 },   { 700, 300 },   { 900, 380 },
                              { 1000, 560 }, { 1440, 1080 }, { 1920, 1080 }, { 3840, 2160 } };

#define N_SHEETS (WS_N_SWEEPS + 8)

/* One of each kind, alone and compared; and some that have little to show. */
static WsSheet *
make_sheet (guint i)
{
  g_autoptr (WsSweep) compared = NULL;
  g_autoptr (WsLive) live = NULL;
  WsSheet *sheet;

  if (i < WS_N_SWEEPS)
    return sheet_fixture_new_sheet (i, SHEET_VM_H200, NULL);
  switch (i)
    {
    case WS_N_SWEEPS:
      compared = sheet_fixture_new_sweep (WS_SWEEP_LADDER, SHEET_PUBLISHED);
      sheet = sheet_fixture_new_sheet (WS_SWEEP_LADDER, SHEET_H200, compared);
      ws_sheet_choose_kernel (sheet, "reduce3");
      return sheet;
    case WS_N_SWEEPS + 1:
      compared = sheet_fixture_new_sweep (WS_SWEEP_LADDER, SHEET_VM_H200);
      return sheet_fixture_new_sheet (WS_SWEEP_LADDER, SHEET_H200, compared);
    case WS_N_SWEEPS + 2:
      compared = sheet_fixture_new_sweep (WS_SWEEP_SCALING, SHEET_VM_H200);
      return sheet_fixture_new_sheet (WS_SWEEP_SCALING, SHEET_H200, compared);
    case WS_N_SWEEPS + 3:
      compared = sheet_fixture_new_sweep (WS_SWEEP_HEATMAP, SHEET_PUBLISHED);
      return sheet_fixture_new_sheet (WS_SWEEP_HEATMAP, SHEET_H200, compared);
    case WS_N_SWEEPS + 4:
      live = sheet_fixture_new_live (SHEET_H200, 12034);
      return ws_sheet_new_for_live (live, 0, 12034, 1000);
    case WS_N_SWEEPS + 5:
      live = sheet_fixture_new_live (SHEET_VM_H200, 3);
      return ws_sheet_new_for_live (live, 0, 3, 1000);
    case WS_N_SWEEPS + 6:
      live = sheet_fixture_new_live (SHEET_H200, 0);
      return ws_sheet_new_for_live (live, 0, 3, 1000);
    case WS_N_SWEEPS + 7:
    default:
      compared = sheet_fixture_new_empty (WS_SWEEP_ROOFLINE, SHEET_VM_H200);
      return ws_sheet_new_for_sweeps (&compared, 1);
    }
}

static void
check (const WsSheet *sheet, const WsTheme *theme, double width, double height, gboolean bare,
       gboolean whole)
{
  cairo_rectangle_t extents = { 0, 0, width, height };
  cairo_surface_t *surface = cairo_recording_surface_create (CAIRO_CONTENT_COLOR_ALPHA, &extents);
  cairo_t *cr = cairo_create (surface);
  g_autoptr (GArray) boxes = ws_text_watch (cr);
  g_autofree char *names = NULL;

  ws_draw_sheet_figure (cr, sheet, NULL, bare, &(WsArea){ theme, width, height });
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  names = sheet_fixture_list_names ();
  texts_check (boxes, theme, sheet->name, names, FALSE, width, height);
  /* on a slide nothing is left out: title, and where the figures come from */
  if (whole && !bare && width >= 1400)
    {
      gboolean has_title = FALSE;
      gboolean has_source = FALSE;

      for (guint i = 0; i < boxes->len; i++)
        {
          const WsTextBox *a = &g_array_index (boxes, WsTextBox, i);

          has_title |= strcmp (a->string, sheet->title) == 0;
          has_source |= g_str_has_prefix (sheet->source, a->string);
          if (strstr (a->string, "…") != NULL)
            g_error ("%s %s: \"%s\" is cut", theme->name, sheet->name, a->string);
        }
      g_assert_true (has_title && has_source);
    }
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

static guint
count_words (const WsSheet *sheet, const char *words, double width, double height)
{
  cairo_rectangle_t extents = { 0, 0, width, height };
  cairo_surface_t *surface = cairo_recording_surface_create (CAIRO_CONTENT_COLOR_ALPHA, &extents);
  cairo_t *cr = cairo_create (surface);
  g_autoptr (GArray) boxes = ws_text_watch (cr);
  guint n = 0;

  ws_draw_sheet (cr, sheet, NULL, &(WsArea){ ws_theme_get (WS_THEME_LIGHT), width, height });
  for (guint i = 0; i < boxes->len; i++)
    n += strstr (g_array_index (boxes, WsTextBox, i).string, words) != NULL;
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  return n;
}

/* What is compared with is seen in a small pane, too: in words, where its chart has no room. */
static void
test_asides (void)
{
  g_autoptr (WsSweep) compared = sheet_fixture_new_sweep (WS_SWEEP_LADDER, SHEET_PUBLISHED);
  g_autoptr (WsSheet) sheet = sheet_fixture_new_sheet (WS_SWEEP_LADDER, SHEET_VM_H200, compared);
  g_autoptr (WsSheet) alone = sheet_fixture_new_sheet (WS_SWEEP_LADDER, SHEET_VM_H200, NULL);

  g_assert_cmpuint (count_words (sheet, ", G80 ", 420, 180), >=, 4);
  g_assert_cmpuint (count_words (sheet, ", G80 ", 1200, 500), ==, 0);
  g_assert_cmpuint (count_words (sheet, "G80", 1200, 500), >=, 1);
  g_assert_cmpuint (count_words (alone, "G80", 420, 180), ==, 0);
}

static gboolean
has_number (const char *words, const char *number)
{
  g_auto (GStrv) parts = g_strsplit_set (words, " ,:", -1);
  gboolean list = strlen (words) == strspn (words, "0123456789, ");

  for (guint i = 0; parts[i] != NULL; i++)
    if ((list || i == 0) && g_str_equal (parts[i], number))
      return TRUE;
  return FALSE;
}

/* Marks that lie on one spot are told by their numbers, where there is no room for their names. */
static void
test_one_spot (void)
{
  static const char *const names[] = { "7 several elements per thread", "8 warp shuffle",
                                       "9 one instruction per warp", "another" };
  const WsTheme *theme = ws_theme_get (WS_THEME_PROJECTOR);
  cairo_rectangle_t extents = { 0, 0, 360, 300 };
  cairo_surface_t *surface = cairo_recording_surface_create (CAIRO_CONTENT_COLOR_ALPHA, &extents);
  cairo_t *cr = cairo_create (surface);
  g_autoptr (GArray) boxes = ws_text_watch (cr);
  g_autoptr (WsSheet) sheet = ws_sheet_new ("spot");

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      WsSeries *series =
          ws_chart_add_series (sheet->main, names[i], WS_MARK_POINTS, (int)i, WS_FIGURES_MEASURED);

      series->named = TRUE;
      ws_series_add_point (series, i == 3 ? 0 : 1, i == 3 ? 0 : 1);
    }
  ws_draw_sheet (cr, sheet, NULL, &(WsArea){ theme, extents.width, extents.height });
  for (guint k = 0; k < 3; k++)
    {
      const char number[] = { names[k][0], '\0' };
      gboolean found = FALSE;

      for (guint i = 0; i < boxes->len; i++)
        found |= has_number (g_array_index (boxes, WsTextBox, i).string, number);
      if (!found)
        g_error ("%s is not named", names[k]);
    }
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

/* Marks so close that not each name finds a place: all are told by their numbers then. (Numbers
 * that no tick has.) */
static void
test_close_marks (void)
{
  static const struct {
    const char *name;
    double x;
    double y;
  } marks[] = {
    { "41 interleaved addressing", 3.29, 1.22 },
    { "42 strided index", 3.53, 1.58 },
    { "43 sequential addressing", 1.65, 0.74 },
    { "44 first add during the load", 1.33, 0.93 },
    { "45 unroll the last warp", 1.52, 1.08 },
    { "46 completely unrolled", 1.21, 0.87 },
    { "47 several elements per thread", 1.03, 0.70 },
    { "48 warp shuffle", 1.05, 0.71 },
    { "49 one instruction per warp", 1.05, 0.72 },
    { "50 64 bytes in flight", 0.31, 0.68 },
  };
  guint n_lists = 0;
  guint n_numbers = 0;

  for (int width = 220; width <= 1000; width += 40)
    {
      cairo_rectangle_t extents = { 0, 0, width, width * 0.7 };
      cairo_surface_t *surface =
          cairo_recording_surface_create (CAIRO_CONTENT_COLOR_ALPHA, &extents);
      cairo_t *cr = cairo_create (surface);
      g_autoptr (GArray) boxes = ws_text_watch (cr);
      g_autoptr (WsSheet) sheet = ws_sheet_new ("close");

      sheet->main->x.kind = sheet->main->y.kind = WS_SCALE_LOG10;
      for (guint i = 0; i < G_N_ELEMENTS (marks); i++)
        {
          WsSeries *series = ws_chart_add_series (sheet->main, marks[i].name, WS_MARK_POINTS,
                                                  (int)i, WS_FIGURES_MODELLED);

          series->named = TRUE;
          ws_series_add_point (series, marks[i].x, marks[i].y);
        }
      ws_draw_sheet (cr, sheet, NULL,
                     &(WsArea){ ws_theme_get (WS_THEME_LIGHT), extents.width, extents.height });
      for (guint k = 0; k < G_N_ELEMENTS (marks); k++)
        {
          g_autofree char *number = g_strndup (marks[k].name, strspn (marks[k].name, "0123456789"));
          gboolean found = FALSE;

          for (guint i = 0; i < boxes->len; i++)
            {
              found |= has_number (g_array_index (boxes, WsTextBox, i).string, number);
              n_lists += g_str_equal (g_array_index (boxes, WsTextBox, i).string, "47, 48, 49");
              n_numbers += g_str_equal (g_array_index (boxes, WsTextBox, i).string, "45");
            }
          if (!found)
            g_error ("%d pixels wide, %s is not named", width, marks[k].name);
        }
      cairo_destroy (cr);
      cairo_surface_destroy (surface);
    }
  g_assert_cmpuint (n_lists, >, 0);
  g_assert_cmpuint (n_numbers, >, 0);
}

static void
test_sizes (gconstpointer data)
{
  guint i = GPOINTER_TO_UINT (data);
  g_autoptr (WsSheet) sheet = make_sheet (i);

  for (guint kind = 0; kind < WS_N_THEMES; kind++)
    for (guint s = 0; s < G_N_ELEMENTS (sizes); s++)
      for (guint bare = 0; bare < 2; bare++)
        check (sheet, ws_theme_get (kind), sizes[s].width, sizes[s].height, bare == 1, TRUE);
}

/* Long names, in many sizes at random. */
static void
test_long_names (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (11);

  for (guint i = 0; i < 40; i++)
    {
      WsSweepKind kind = i % WS_N_SWEEPS;
      g_autoptr (WsSweep) sweep = sheet_fixture_new_sweep (kind, SHEET_H200);
      g_autoptr (WsSheet) sheet = NULL;
      WsSweepPoint *point = ws_sweep_get_point (sweep, 1);

      g_free (point->title);
      point->title = g_strdup ("Kernel 2: the one with a name that no axis has the room for, and "
                               "no label, and certainly no table of a small picture");
      point = ws_sweep_get_point (sweep, 3);
      point->state = WS_SWEEP_FAILED;
      point->sentence = g_strdup ("Line one.\nLine two, which is rather long as sentences of "
                                  "compilers go, and goes on: error, error, error.");
      g_free (sweep->device_name);
      sweep->device_name = g_strdup ("A device of some maker, with a name of some length (PCIe)");
      sheet = ws_sheet_new_for_sweeps (&sweep, 1);
      check (sheet, ws_theme_get (i % WS_N_THEMES), g_rand_double_range (rand, 320, 2000),
             g_rand_double_range (rand, 240, 1200), FALSE, FALSE);
    }
}

typedef struct {
  const char *name;
  guint sheet;
  WsThemeKind theme;
} Golden;

static const Golden goldens[] = {
  { "sheet-ladder-far-light", WS_N_SWEEPS, WS_THEME_LIGHT },
  { "sheet-ladder-near-dark", WS_N_SWEEPS + 1, WS_THEME_DARK },
  { "sheet-scaling-projector", WS_N_SWEEPS + 2, WS_THEME_PROJECTOR },
  { "sheet-heatmap-light", WS_N_SWEEPS + 3, WS_THEME_LIGHT },
  { "sheet-occupancy-dark", WS_SWEEP_BLOCK_SIZE, WS_THEME_DARK },
  { "sheet-roofline-light", WS_SWEEP_ROOFLINE, WS_THEME_LIGHT },
  { "sheet-option-light", WS_SWEEP_OPTION, WS_THEME_LIGHT },
  { "sheet-latency-dark", WS_SWEEP_LATENCY, WS_THEME_DARK },
  { "sheet-live-projector", WS_N_SWEEPS + 4, WS_THEME_PROJECTOR },
};

static void
test_golden (gconstpointer data)
{
  const Golden *golden = data;
  g_autoptr (WsSheet) sheet = make_sheet (golden->sheet);
  WsTheme theme = picture_get_wordless_theme (golden->theme);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 640, 360);
  cairo_t *cr = cairo_create (surface);

  ws_draw_sheet_figure (cr, sheet, NULL, TRUE, &(WsArea){ &theme, 640, 360 });
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  picture_check_golden (surface, golden->name);
  cairo_surface_destroy (surface);
}

int
main (int argc, char **argv)
{
  g_setenv ("TZ", "UTC", TRUE);
  texts_init ();
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < N_SHEETS; i++)
    {
      g_autoptr (WsSheet) sheet = make_sheet (i);
      g_autofree char *path = g_strdup_printf ("/sheet-layout/sizes/%s-%u", sheet->name, i);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_sizes);
    }
  g_test_add_func ("/sheet-layout/asides", test_asides);
  g_test_add_func ("/sheet-layout/one-spot", test_one_spot);
  g_test_add_func ("/sheet-layout/close-marks", test_close_marks);
  g_test_add_func ("/sheet-layout/long-names", test_long_names);
  for (guint i = 0; i < G_N_ELEMENTS (goldens); i++)
    {
      g_autofree char *path = g_strdup_printf ("/sheet-layout/golden/%s", goldens[i].name);

      g_test_add_data_func (path, &goldens[i], test_golden);
    }
  return g_test_run ();
}
