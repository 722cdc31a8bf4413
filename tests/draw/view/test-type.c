/* The type scale and the colours of docs/design.md, held by what is drawn: at every size that a
 * window gives, in every theme, no text is smaller than is read, over another or outside, and each
 * stands out from what is behind it. The limits are written here once more, not asked of the theme.
 */
#include "chart/private.h"
#include "paths.h"
#include "picture.h"
#include "recorded.h"
#include "scenario-fixture.h"
#include "sheet-fixture.h"
#include "texts.h"

#include <math.h>
#include <string.h>

#define LEAST_PX        11    /* at 100 % */
#define LEAST_SHARE     0.022 /* of a screen that is presented on */
#define TEXT_CONTRAST   4.5
#define LINE_CONTRAST   3
#define BEHIND_SHARE    0.3 /* of a text's box: from here on a colour is behind it */
#define NEARLY          0.02
#define PRESENTED_SHARE 0.8 /* of a screen: what header and caption leave */

static const struct {
  int width;
  int height;
} windows[] = { { 1024, 768 }, { 1366, 768 }, { 1920, 1080 }, { 2560, 1440 }, { 3840, 2160 } };

/* What a window shows large, and small in its ribbon. */
#define STAGE_WIDTH_SHARE  0.62
#define STAGE_HEIGHT_SHARE 0.55

static const struct {
  int width;
  int height;
} small[] = { { 240, 96 }, { 300, 120 }, { 460, 160 } };

/* One thing that is drawn, whatever it is. */
typedef struct {
  const char *what;
  void (*draw) (gconstpointer data, cairo_t *cr, const WsArea *area);
  gconstpointer data;
} Subject;

/* ---- sizes and places ---- */

static void
check_sizes (const Subject *subject, const WsArea *area, double least)
{
  cairo_rectangle_t extents = { 0, 0, area->width, area->height };
  cairo_surface_t *surface = cairo_recording_surface_create (CAIRO_CONTENT_COLOR_ALPHA, &extents);
  cairo_t *cr = cairo_create (surface);
  g_autoptr (GArray) boxes = ws_text_watch (cr);

  subject->draw (subject->data, cr, area);
  texts_check (boxes, area->theme, subject->what, NULL, FALSE, area->width, area->height);
  for (guint i = 0; i < boxes->len; i++)
    {
      const WsTextBox *box = &g_array_index (boxes, WsTextBox, i);

      if (box->px >= least - NEARLY)
        continue;
      g_test_message ("%s, %s at %.0fx%.0f: “%s” has %.1f px of %.1f", subject->what,
                      area->theme->name, area->width, area->height, box->string, box->px, least);
      g_test_fail ();
    }
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

static void
check_all_sizes (const Subject *subject)
{
  for (guint i = 0; i < G_N_ELEMENTS (windows); i++)
    {
      for (guint kind = 0; kind < WS_N_THEMES; kind++)
        check_sizes (subject,
                     &(WsArea){ ws_theme_get (kind), round (windows[i].width * STAGE_WIDTH_SHARE),
                                round (windows[i].height * STAGE_HEIGHT_SHARE) },
                     LEAST_PX);
      check_sizes (subject,
                   &(WsArea){ ws_theme_get (WS_THEME_PRESENTING), windows[i].width,
                              round (windows[i].height * PRESENTED_SHARE) },
                   windows[i].height * LEAST_SHARE);
    }
  for (guint i = 0; i < G_N_ELEMENTS (small); i++)
    for (guint kind = 0; kind < WS_N_THEMES; kind++)
      check_sizes (subject, &(WsArea){ ws_theme_get (kind), small[i].width, small[i].height },
                   LEAST_PX);
}

/* ---- contrast ---- */

static WsColor
get_color (guint32 pixel)
{
  return (WsColor){ (pixel >> 16 & 255) / 255., (pixel >> 8 & 255) / 255., (pixel & 255) / 255.,
                    1 };
}

static gboolean
is_alike (WsColor a, WsColor b)
{
  return fabs (a.r - b.r) < NEARLY && fabs (a.g - b.g) < NEARLY && fabs (a.b - b.b) < NEARLY;
}

/* Of a text with what is behind it: with the worst of the colours that fill much of its box, and
 * are not its own. 1 where there is none. */
static double
measure_contrast (cairo_surface_t *surface, const WsTextBox *text)
{
  int left = MAX ((int)text->box.x - 2, 0);
  int top = MAX ((int)text->box.y - 2, 0);
  int right =
      MIN ((int)ceil (text->box.x + text->box.w) + 2, cairo_image_surface_get_width (surface));
  int bottom =
      MIN ((int)ceil (text->box.y + text->box.h) + 2, cairo_image_surface_get_height (surface));
  g_autoptr (GHashTable) counts = g_hash_table_new (NULL, NULL);
  double worst = 21;
  guint n = 0;
  guint most = 0;
  GHashTableIter iter;
  gpointer key;
  gpointer count;

  for (int y = top; y < bottom; y++)
    {
      const guint8 *row = cairo_image_surface_get_data (surface)
                          + (gsize)y * (gsize)cairo_image_surface_get_stride (surface);

      for (int x = left; x < right; x++)
        {
          guint32 pixel = ((const guint32 *)(const void *)row)[x] & 0xffffff;

          if (text->color.a > 0.99 && is_alike (get_color (pixel), text->color))
            continue;
          key = GUINT_TO_POINTER (pixel);
          count = g_hash_table_lookup (counts, key);
          g_hash_table_insert (counts, key, GUINT_TO_POINTER (GPOINTER_TO_UINT (count) + 1));
          most = MAX (most, GPOINTER_TO_UINT (count) + 1);
          n++;
        }
    }
  if (n == 0)
    return 1;
  g_hash_table_iter_init (&iter, counts);
  while (g_hash_table_iter_next (&iter, &key, &count))
    if (GPOINTER_TO_UINT (count) == most || GPOINTER_TO_UINT (count) > n * BEHIND_SHARE)
      {
        WsColor behind = get_color (GPOINTER_TO_UINT (key));
        WsColor ink = text->color;

        ink.a = 1;
        worst = MIN (worst, ws_color_contrast (ws_color_mix (behind, ink, text->color.a), behind));
      }
  return worst;
}

static void
check_contrast (const Subject *subject, const WsArea *area)
{
  cairo_t *cr = picture_begin (area->theme, (int)area->width, (int)area->height);
  g_autoptr (GArray) boxes = ws_text_watch (cr);
  cairo_surface_t *surface;

  subject->draw (subject->data, cr, area);
  surface = picture_finish (cr);
  for (guint i = 0; i < boxes->len; i++)
    {
      const WsTextBox *text = &g_array_index (boxes, WsTextBox, i);
      double contrast = measure_contrast (surface, text);

      if (contrast >= TEXT_CONTRAST - NEARLY)
        continue;
      g_test_message ("%s, %s: “%s” has a contrast of %.1f", subject->what, area->theme->name,
                      text->string, contrast);
      g_test_fail ();
    }
  cairo_surface_destroy (surface);
}

static void
check_subject (const Subject *subject)
{
  check_all_sizes (subject);
  for (guint kind = 0; kind < WS_N_THEMES; kind++)
    check_contrast (subject, &(WsArea){ ws_theme_get (kind), 1190, 594 });
}

/* ---- views of a run ---- */

typedef struct {
  WsView view;
  const WsScene *scene;
  WsMoment moment;
} View;

static void
draw_view (gconstpointer data, cairo_t *cr, const WsArea *area)
{
  const View *self = data;
  WsFigureOptions options = WS_FIGURE_OPTIONS_INIT;

  options.bare = TRUE;
  ws_draw_figure (cr, self->view,
                  &(WsFrame){ self->scene, &self->moment, area->theme, area->width, area->height },
                  &options);
}

static const Recorded recorded[] = {
  { .kernel = "reduce1", .spec = "h200", .n = 1024, .block = 128 },
  { .kernel = "reduce7", .spec = "k40c", .n = 4096, .block = 256 },
  { .kernel = "scan_work_efficient", .spec = "h200", .n = 256, .block = 64 },
};

static void
test_views (gconstpointer data)
{
  const Recorded *what = data;
  g_autoptr (WsRun) run = recorded_new (what);
  g_autoptr (WsScene) scene = ws_scene_new (run, 0, 0, NULL);

  for (guint view = 0; view < WS_N_VIEWS; view++)
    {
      g_autofree char *name = g_strdup_printf ("%s of %s", ws_view_get_name (view), what->kernel);
      View shown = { view, scene, { .hover_x = -1, .hover_y = -1 } };

      shown.moment.position = ws_scene_stage_moment (scene, 2);
      shown.moment.time = ws_scene_time_at (scene, shown.moment.position);
      if (ws_view_shows (view, scene))
        check_subject (&(Subject){ name, draw_view, &shown });
    }
}

/* ---- timings ---- */

static void
draw_sheet (gconstpointer data, cairo_t *cr, const WsArea *area)
{
  ws_draw_sheet (cr, data, NULL, area);
}

static void
test_sheets (void)
{
  for (guint kind = 0; kind < WS_N_SWEEPS; kind++)
    {
      g_autoptr (WsSweep) compared = kind == WS_SWEEP_LADDER || kind == WS_SWEEP_SCALING
                                         ? sheet_fixture_new_sweep (kind, SHEET_VM_H200)
                                         : NULL;
      g_autoptr (WsSheet) sheet = sheet_fixture_new_sheet (kind, SHEET_H200, compared);

      check_subject (&(Subject){ sheet->name, draw_sheet, sheet });
    }
}

static void
test_live (void)
{
  g_autoptr (WsLive) live = sheet_fixture_new_live (SHEET_H200, 12034);
  g_autoptr (WsSheet) sheet = ws_sheet_new_for_live (live, 0, 12034, 1000);

  check_subject (&(Subject){ sheet->name, draw_sheet, sheet });
}

/* ---- scenarios ---- */

static void
draw_scenario (gconstpointer data, cairo_t *cr, const WsArea *area)
{
  static const WsScenarioOptions options = WS_SCENARIO_OPTIONS_INIT;

  ws_draw_scenario (cr, data, &options, area);
}

static void
test_scenarios (void)
{
  static const char *const ids[] = { "occupancy-k40c", "low-achieved", "utilisation" };

  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    {
      g_autoptr (WsScenario) scenario = scenario_fixture_load (ids[i]);

      scenario_fixture_fill (scenario, i != 2);
      check_subject (&(Subject){ ids[i], draw_scenario, scenario });
    }
}

/* ---- the theme's own table ---- */

#define FIELD(name) G_STRUCT_OFFSET (WsTheme, name)

/* What lies on what, and how far it stands out at least. */
static const struct {
  const char *what;
  gsize upon;
  gsize behind;
  double least;
} pairs[] = {
  { "ink", FIELD (ink), FIELD (background), 7 },
  { "ink on the band", FIELD (ink), FIELD (band), 7 },
  { "muted", FIELD (muted), FIELD (background), TEXT_CONTRAST },
  { "muted on the band", FIELD (muted), FIELD (band), TEXT_CONTRAST },
  { "muted on idle", FIELD (muted), FIELD (idle), TEXT_CONTRAST },
  { "idle ink", FIELD (idle_ink), FIELD (idle), TEXT_CONTRAST },
  { "accent", FIELD (accent), FIELD (background), TEXT_CONTRAST },
  { "accent ink", FIELD (accent_ink), FIELD (accent), TEXT_CONTRAST },
  { "playhead", FIELD (playhead), FIELD (background), TEXT_CONTRAST },
  { "playhead on the band", FIELD (playhead), FIELD (band), LINE_CONTRAST },
  { "good", FIELD (good), FIELD (background), TEXT_CONTRAST },
  { "warning", FIELD (warning), FIELD (background), TEXT_CONTRAST },
  { "warning on the band", FIELD (warning), FIELD (band), LINE_CONTRAST },
};

static void
check_pair (const WsTheme *theme, const char *what, const WsColor *upon, const WsColor *behind,
            double least)
{
  double contrast = ws_color_contrast (*upon, *behind);

  if (contrast >= least)
    return;
  g_test_message ("%s: %s has %.2f of %.1f", theme->name, what, contrast, least);
  g_test_fail ();
}

static void
test_theme (void)
{
  for (guint kind = 0; kind <= WS_THEME_PRESENTING; kind++)
    {
      const WsTheme *theme = ws_theme_get (kind);

      for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
        check_pair (theme, pairs[i].what, &G_STRUCT_MEMBER (WsColor, theme, pairs[i].upon),
                    &G_STRUCT_MEMBER (WsColor, theme, pairs[i].behind), pairs[i].least);
      for (guint warp = 0; warp < WS_N_WARP_COLORS; warp++)
        {
          g_autofree char *what = g_strdup_printf ("warp %u", warp);
          WsColor ink = ws_color_ink_on (theme->warp[warp]);

          check_pair (theme, what, &theme->warp[warp], &theme->background, LINE_CONTRAST);
          check_pair (theme, "ink on it", &ink, &theme->warp[warp], TEXT_CONTRAST);
        }
      for (int color = -2; color < 0; color++)
        {
          WsColor bar = ws_chart_get_color (theme, &(WsSeries){ .color = color });

          check_pair (theme, "a bar", &bar, &theme->background, LINE_CONTRAST);
        }
    }
}

/* ---- what is written down ---- */

static const struct {
  const char *name;
  gsize field;
} sizes[] = { { "title", FIELD (title_px) },
              { "text", FIELD (text_px) },
              { "label", FIELD (label_px) },
              { "note", FIELD (note_px) },
              { "index", FIELD (index_px) } },
  colors[] = { { "background", FIELD (background) },
               { "ink", FIELD (ink) },
               { "muted", FIELD (muted) },
               { "faint", FIELD (faint) },
               { "idle", FIELD (idle) },
               { "idle_ink", FIELD (idle_ink) },
               { "band", FIELD (band) },
               { "accent", FIELD (accent) },
               { "accent_ink", FIELD (accent_ink) },
               { "accent_soft", FIELD (accent_soft) },
               { "playhead", FIELD (playhead) },
               { "good", FIELD (good) },
               { "warning", FIELD (warning) },
               { "warp 0", FIELD (warp[0]) },
               { "warp 1", FIELD (warp[1]) },
               { "warp 2", FIELD (warp[2]) },
               { "warp 3", FIELD (warp[3]) },
               { "warp 4", FIELD (warp[4]) },
               { "warp 5", FIELD (warp[5]) },
               { "warp 6", FIELD (warp[6]) } };

static guint
get_byte (double channel)
{
  return (guint)round (channel * 255);
}

/* The tables of docs/design.md are those of the themes. */
static void
test_written (void)
{
  g_autofree char *path = g_build_filename (WS_SOURCE_DIR, "docs/design.md", NULL);
  g_autofree char *page = NULL;

  g_assert_true (g_file_get_contents (path, &page, NULL, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autofree char *row = g_strdup_printf (
          "| `%s` | %g | %g |", sizes[i].name,
          G_STRUCT_MEMBER (double, ws_theme_get (WS_THEME_LIGHT), sizes[i].field),
          G_STRUCT_MEMBER (double, ws_theme_get (WS_THEME_PROJECTOR), sizes[i].field));

      g_assert_cmpfloat (G_STRUCT_MEMBER (double, ws_theme_get (WS_THEME_LIGHT), sizes[i].field),
                         ==,
                         G_STRUCT_MEMBER (double, ws_theme_get (WS_THEME_DARK), sizes[i].field));
      if (strstr (page, row) == NULL)
        g_error ("design.md lacks “%s”", row);
    }
  for (guint i = 0; i < G_N_ELEMENTS (colors); i++)
    {
      g_autoptr (GString) row = g_string_new (NULL);

      g_string_printf (row, "| `%s` |", colors[i].name);
      for (guint kind = 0; kind < WS_N_THEMES; kind++)
        {
          const WsTheme *theme = ws_theme_get (kind);
          WsColor color = G_STRUCT_MEMBER (WsColor, theme, colors[i].field);

          g_string_append_printf (row, " #%02x%02x%02x | %.1f |", get_byte (color.r),
                                  get_byte (color.g), get_byte (color.b),
                                  ws_color_contrast (color, theme->background));
        }
      if (strstr (page, row->str) == NULL)
        g_error ("design.md lacks “%s”", row->str);
    }
}

int
main (int argc, char **argv)
{
  texts_init ();
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/type/theme", test_theme);
  g_test_add_func ("/type/written", test_written);
  for (guint i = 0; i < G_N_ELEMENTS (recorded); i++)
    {
      g_autofree char *path = g_strconcat ("/type/views/", recorded[i].kernel, NULL);

      g_test_add_data_func (path, &recorded[i], test_views);
    }
  g_test_add_func ("/type/sheets", test_sheets);
  g_test_add_func ("/type/live", test_live);
  g_test_add_func ("/type/scenarios", test_scenarios);
  return g_test_run ();
}
