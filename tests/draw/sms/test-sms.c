/* The SMs: golden pictures, where things stand at any size, what is under the pointer, what is
 * said. */
#include "pen/quantity.h"
#include "sms/private.h"
#include "picture.h"
#include "schedule.h"
#include "specs.h"
#include "synthetic-kernel.h"
#include "texts.h"

#include <string.h>

/* Fifteen SMs and a tail; 132 and one wave and a half; blocks that fill half an SM; one block. */
static const Schedule schedules[] = {
  { .spec = "k40c",
    .blocks = 40,
    .threads = 1024,
    .per_sm = 2,
    .cycles = 20000,
    .uneven = 0.6,
    .spans = TRUE },
  { .spec = "h200",
    .blocks = 3200,
    .threads = 128,
    .per_sm = 16,
    .cycles = 9000,
    .uneven = 0.5,
    .spans = TRUE,
    .kept = TRUE },
  { .spec = "h200",
    .blocks = 9000,
    .threads = 32,
    .per_sm = 32,
    .cycles = 700,
    .uneven = 0.9,
    .spans = FALSE },
  { .spec = "g80",
    .blocks = 1,
    .threads = 96,
    .per_sm = 8,
    .cycles = 100,
    .uneven = 0,
    .spans = TRUE },
};

static WsMoment
moment_at (const WsScene *scene, double share)
{
  return (WsMoment){ .time = share * (double)scene->timeline->end, .hover_x = -1, .hover_y = -1 };
}

typedef struct {
  const char *name;
  guint schedule;
  double share; /* of the launch's time */
  guint sm;
  WsThemeKind theme;
} Golden;

static const Golden goldens[] = {
  { "sms-wave-light", 1, 0.4, WS_NONE, WS_THEME_LIGHT },
  { "sms-tail-dark", 1, 0.9, WS_NONE, WS_THEME_DARK },
  { "sms-tail-projector", 0, 0.8, WS_NONE, WS_THEME_PROJECTOR },
  { "sms-one-light", 1, 0.55, 17, WS_THEME_LIGHT },
  { "sms-one-projector", 0, 0.3, 3, WS_THEME_PROJECTOR },
  { "sms-half-light", 2, 0.2, WS_NONE, WS_THEME_LIGHT },
};

static cairo_surface_t *
draw (const WsScene *scene, const WsMoment *moment, const WsSmsOptions *options,
      const WsTheme *theme, int width, int height)
{
  cairo_t *cr = picture_begin (theme, width, height);

  ws_draw_sms (cr, &(WsFrame){ scene, moment, theme, width, height }, options);
  return picture_finish (cr);
}

static void
test_golden (gconstpointer data)
{
  const Golden *golden = data;
  g_autoptr (WsScene) scene = schedule_scene_new (&schedules[golden->schedule]);
  WsMoment moment = moment_at (scene, golden->share);
  WsSmsOptions options = WS_SMS_OPTIONS_INIT;
  WsTheme theme = picture_get_wordless_theme (golden->theme);
  cairo_surface_t *drawn;

  options.sm = golden->sm;
  ws_scene_get_stalls (scene);
  drawn = draw (scene, &moment, &options, &theme, 640, 400);
  picture_check_golden (drawn, golden->name);
  cairo_surface_destroy (drawn);
}

/* Another time is another picture, and so is another SM; the same one is the same, whatever was
 * drawn before. */
static void
test_function_of_moment (void)
{
  g_autoptr (WsScene) scene = schedule_scene_new (&schedules[1]);
  const WsTheme *theme = ws_theme_get (WS_THEME_LIGHT);
  WsMoment moment = moment_at (scene, 0.3);
  WsMoment later = moment_at (scene, 0.9);
  WsSmsOptions one = WS_SMS_OPTIONS_INIT;
  cairo_surface_t *a = draw (scene, &moment, NULL, theme, 640, 400);
  cairo_surface_t *b = draw (scene, &later, NULL, theme, 640, 400);
  cairo_surface_t *c;
  cairo_surface_t *d = draw (scene, &moment, NULL, theme, 640, 400);

  one.sm = 5;
  c = draw (scene, &moment, &one, theme, 640, 400);
  g_assert_cmpfloat (picture_compare (a, b, PICTURE_TOLERANCE), >, 0.05);
  g_assert_cmpfloat (picture_compare (a, c, PICTURE_TOLERANCE), >, 0.05);
  g_assert_cmpfloat (picture_compare (a, d, 0), ==, 0);
  cairo_surface_destroy (a);
  cairo_surface_destroy (b);
  cairo_surface_destroy (c);
  cairo_surface_destroy (d);
}

/* ---- layout ---- */

typedef struct {
  double width;
  double height;
} Size;

static const Size sizes[] = { { 200, 120 },   { 320, 240 },   { 560, 180 },   { 640, 400 },
                              { 1000, 560 },  { 1920, 1080 }, { 1080, 1920 }, { 2400, 400 },
                              { 3840, 2160 }, { 90, 900 } };

static gboolean
is_inside (const WsBox *inner, const WsBox *outer)
{
  return inner->x >= outer->x - 0.01 && inner->y >= outer->y - 0.01
         && inner->x + inner->w <= outer->x + outer->w + 0.01
         && inner->y + inner->h <= outer->y + outer->h + 0.01;
}

static void
check_texts (const WsScene *scene, const WsMoment *moment, const WsSmsOptions *options,
             const WsTheme *theme, double width, double height)
{
  cairo_rectangle_t extents = { 0, 0, width, height };
  cairo_surface_t *surface = cairo_recording_surface_create (CAIRO_CONTENT_COLOR_ALPHA, &extents);
  cairo_t *cr = cairo_create (surface);
  g_autoptr (GArray) boxes = ws_text_watch (cr);

  ws_draw_sms (cr, &(WsFrame){ scene, moment, theme, width, height }, options);
  texts_check (boxes, theme, "sms", NULL, FALSE, width, height);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

static void
check_layout (const WsScene *scene, const WsTheme *theme, double width, double height)
{
  g_autoptr (WsText) text = ws_text_new (NULL, theme);
  WsBox canvas = { 0, 0, width, height };
  WsSmsLayout l;

  ws_sms_layout_init (
      &l, text, &(WsFrame){ .scene = scene, .theme = theme, .width = width, .height = height },
      NULL);
  if (l.grid.h <= 0 || l.grid.w <= 0)
    return;
  g_assert_cmpuint (l.n_columns * l.n_rows, >=, l.n_sms);
  g_assert_cmpuint (l.place_columns * l.place_rows, >=, l.n_places);
  if (l.cell_w > 0)
    g_assert_cmpuint (l.warp_columns * l.warp_rows, ==, scene->timeline->n_warps);
  g_assert_cmpuint (l.n_usable, <=, l.n_places);
  for (guint sm = 0; sm < l.n_sms && l.cell_w > 0; sm++)
    {
      WsBox box = ws_sms_layout_get_sm (&l, sm);

      g_assert_true (is_inside (&box, &canvas));
      if (l.plot.h > 0)
        g_assert_cmpfloat (box.y + box.h, <=, l.legend.y + 1);
      if (sm > 0 && sm % l.n_columns != 0)
        {
          WsBox before = ws_sms_layout_get_sm (&l, sm - 1);
          g_assert_cmpfloat (before.x + before.w, <=, box.x + 1.01);
        }
      for (guint place = 0; place<l.n_places; place += l.n_places - 1> 0 ? l.n_places - 1 : 1)
        {
          WsBox where = ws_sms_layout_get_place (&l, &box, place);
          g_assert_true (is_inside (&where, &box));
        }
    }
  if (l.plot.h <= 0)
    return;
  g_assert_true (is_inside (&l.plot, &canvas));
  g_assert_true (is_inside (&l.axis, &canvas));
  g_assert_cmpfloat (l.plot.y, >=, l.legend.y + l.legend.h - 0.01);
  g_assert_cmpfloat (l.ribbon.y, >=, l.plot.y + l.plot.h);
  if (l.figures.h > 0)
    {
      g_assert_true (is_inside (&l.figures, &canvas));
      g_assert_cmpfloat (l.plot.x + l.plot.w, <=, l.figures.x);
    }
}

static void
test_sizes (gconstpointer data)
{
  const Size *size = data;

  for (guint i = 0; i < G_N_ELEMENTS (schedules); i++)
    {
      g_autoptr (WsScene) scene = schedule_scene_new (&schedules[i]);

      for (guint theme = 0; theme < WS_N_THEMES; theme++)
        for (guint step = 0; step <= 6; step++)
          {
            WsMoment moment = moment_at (scene, step / 6.);
            WsSmsOptions options = WS_SMS_OPTIONS_INIT;

            if (step % 3 == 1)
              options.sm = step;
            if (step % 3 == 2)
              {
                options.from = 0.2 * (double)scene->timeline->end;
                options.to = 0.5 * (double)scene->timeline->end;
              }
            check_texts (scene, &moment, &options, ws_theme_get (theme), size->width, size->height);
            check_layout (scene, ws_theme_get (theme), size->width, size->height);
          }
    }
}

/* Anything between: no size, no time and no stretch of it is too odd. */
static void
test_odd (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (4);

  for (guint i = 0; i < 300; i++)
    {
      g_autoptr (WsScene) scene = schedule_scene_new (&schedules[i % 4]);
      WsMoment moment = moment_at (scene, g_rand_double_range (rand, -0.2, 1.2));
      int width = g_rand_int_range (rand, 1, 900);
      int height = g_rand_int_range (rand, 1, 700);
      WsSmsOptions options = { .sm = i % 3 == 0 ? (guint)g_rand_int_range (rand, 0, 200) : WS_NONE,
                               .mark = (guint)g_rand_int_range (rand, 0, 200),
                               .from = g_rand_double_range (rand, -100, 30000),
                               .to = g_rand_double_range (rand, -100, 30000) };
      WsSmsHit hit;

      moment.hover_x = g_rand_int_range (rand, 0, width);
      moment.hover_y = g_rand_int_range (rand, 0, height);
      cairo_surface_destroy (
          draw (scene, &moment, &options, ws_theme_get (i % WS_N_THEMES), width, height));
      if (ws_sms_pick (&(WsFrame){ scene, &moment, ws_theme_get (i % WS_N_THEMES), width, height },
                       &options, moment.hover_x, moment.hover_y, &hit))
        {
          g_autofree char *text = ws_sms_hit_describe (scene, &moment, &hit);
          g_assert_nonnull (text);
        }
    }
}

#define LATEST (G_GUINT64_CONSTANT (1) << 48) /* WS_BOUND_CYCLES */

/* Times as late as a file may say. */
static void
test_late (void)
{
  static const WsResidency residencies[] = { { 0, 0, 0, LATEST - 40, LATEST },
                                             { 1, 131, 31, 0, 1 },
                                             { 2, 131, 31, 0, 0 } };
  g_autoptr (WsSpec) spec = specs_load ("h200");
  g_autoptr (WsRunBuilder) late = ws_run_builder_new (spec, "vm", "Virtual", WS_ORIGIN_MODELLED);
  WsLaunch launch = { .grid = { 3, 1, 1 }, .block = { 1024, 1, 1 }, .duration_cycles = LATEST };
  g_autoptr (WsRun) run = NULL;
  g_autoptr (WsScene) scene = NULL;

  ws_run_builder_set_about (late, "late", "Late", g_variant_new_parsed ("@a{sv} {}"), WS_VALUE_S32,
                            ws_run_words_find ("sum"));
  launch.kernel = ws_run_builder_add_kernel (
      late, synthetic_kernel_new (SYNTHETIC_SEQUENTIAL, SYNTHETIC_SMALL));
  ws_run_builder_add_launch (late, &launch);
  ws_run_builder_add_residencies (late, 0, residencies, 3);
  run = ws_run_builder_end (late);
  scene = ws_scene_new_for_launch (run, 0, NULL);
  for (guint i = 0; i <= 20; i++)
    {
      WsMoment moment = moment_at (scene, i / 20.);
      WsSmsOptions options = WS_SMS_OPTIONS_INIT;
      g_autofree char *caption = ws_sms_caption (scene, moment.time);
      WsSmsHit hit;

      options.sm = i % 2 == 0 ? 131 : WS_NONE;
      g_assert_nonnull (caption);
      cairo_surface_destroy (
          draw (scene, &moment, &options, ws_theme_get (WS_THEME_DARK), 500, 300));
      for (int x = 0; x < 500; x += 9)
        if (ws_sms_pick (&(WsFrame){ scene, &moment, ws_theme_get (WS_THEME_DARK), 500, 300 },
                         &options, x, x * 0.6, &hit))
          g_free (ws_sms_hit_describe (scene, &moment, &hit));
    }
}

/* ---- picking ---- */

static void
test_pick_slots (void)
{
  g_autoptr (WsScene) scene = schedule_scene_new (&schedules[1]);
  const WsTheme *theme = ws_theme_get (WS_THEME_LIGHT);
  g_autoptr (WsText) text = ws_text_new (NULL, theme);
  WsMoment moment = moment_at (scene, 0.93);
  WsSmsLayout l;
  WsSmsHit hit;
  guint n_free = 0;

  ws_sms_layout_init (
      &l, text, &(WsFrame){ .scene = scene, .theme = theme, .width = 1000, .height = 700 }, NULL);
  for (guint sm = 0; sm < l.n_sms; sm++)
    {
      WsBox box = ws_sms_layout_get_sm (&l, sm);

      for (guint slot = 0; slot < l.n_usable; slot++)
        {
          WsBox place = ws_sms_layout_get_place (&l, &box, slot);
          const WsStay *stay = ws_timeline_find (scene->timeline, sm, slot, (guint64)moment.time);

          g_assert_true (ws_sms_pick (&(WsFrame){ scene, &moment, theme, 1000, 700 }, NULL,
                                      place.x + place.w / 2, place.y + place.h / 2, &hit));
          g_assert_cmpint (hit.kind, ==, WS_SMS_HIT_SLOT);
          g_assert_cmpuint (hit.sm, ==, sm);
          g_assert_cmpuint (hit.slot, ==, slot);
          g_assert_cmpuint (hit.block, ==, stay != NULL ? stay->block : WS_NONE);
          n_free += stay == NULL;
        }
    }
  g_assert_cmpuint (n_free, >, 0);
  g_assert_false (ws_sms_pick (&(WsFrame){ scene, &moment, theme, 1000, 700 }, NULL, 2, 2, &hit));
}

static void
test_pick_time (void)
{
  g_autoptr (WsScene) scene = schedule_scene_new (&schedules[0]);
  const WsTheme *theme = ws_theme_get (WS_THEME_DARK);
  g_autoptr (WsText) text = ws_text_new (NULL, theme);
  WsMoment moment = moment_at (scene, 0.5);
  WsSmsOptions options = WS_SMS_OPTIONS_INIT;
  WsSmsLayout l;
  WsSmsHit hit;

  options.sm = 4;
  options.from = 1000;
  options.to = 30000;
  ws_sms_layout_init (&l, text,
                      &(WsFrame){ .scene = scene, .theme = theme, .width = 1000, .height = 700 },
                      &options);
  for (double time = 1200; time < 30000; time += 711)
    {
      double x = ws_sms_layout_time_to_x (&l, time);
      const WsStay *stay;

      g_assert_true (ws_sms_pick (&(WsFrame){ scene, &moment, theme, 1000, 700 }, &options, x,
                                  l.plot.y + l.plot.h / 2, &hit));
      g_assert_cmpint (hit.kind, ==, WS_SMS_HIT_TIME);
      g_assert_cmpfloat_with_epsilon (hit.time, time, 1e-6);
      for (guint slot = 0; slot < 2; slot++)
        {
          WsBox lane = ws_sms_layout_get_lane (&l, slot);

          g_assert_true (ws_sms_pick (&(WsFrame){ scene, &moment, theme, 1000, 700 }, &options, x,
                                      lane.y + lane.h / 2, &hit));
          g_assert_cmpint (hit.kind, ==, WS_SMS_HIT_BAR);
          g_assert_cmpuint (hit.slot, ==, slot);
          stay = ws_timeline_find (scene->timeline, 4, slot, (guint64)hit.time);
          g_assert_cmpuint (hit.block, ==, stay != NULL ? stay->block : WS_NONE);
        }
    }
}

/* ---- words ---- */

/* The same duration, in cycles and in the whole nanoseconds that a run has, reads the same. */
static void
test_durations (void)
{
  g_autoptr (WsScene) scene = schedule_scene_new (&schedules[0]);
  const guint64 khz = scene->run->spec->clock_khz;

  for (guint64 cycles = 0; cycles < 40000; cycles++)
    {
      g_autofree char *of_cycles = ws_sms_format_time (scene, (double)cycles);
      g_autofree char *of_run =
          ws_quantity_format (WS_QUANTITY_TIME, (double)(cycles * 1000000 / khz));

      g_assert_cmpstr (of_cycles, ==, of_run);
    }
}

static void
test_words (void)
{
  g_autoptr (WsScene) scene = schedule_scene_new (&schedules[0]);
  const WsTimeline *t = scene->timeline;
  g_autofree char *subtitle = ws_sms_subtitle (scene, NULL);
  g_autofree char *all = ws_sms_summarise (scene);
  g_autofree char *begin = ws_sms_caption (scene, (double)t->tail / 2);
  g_autofree char *tail = ws_sms_caption (scene, (double)t->end * 0.8);
  g_autofree char *end = ws_sms_caption (scene, (double)t->end);
  g_autofree char *short_time = ws_sms_format_time (scene, 10);
  g_autofree char *long_time = ws_sms_format_time (scene, 1e9);
  WsSmsFigure figures[WS_SMS_N_FIGURES];

  g_assert_cmpstr (subtitle, ==,
                   "2 blocks of 32 warps fit on an SM, limited by warps  ·  1.33 waves: 40 blocks "
                   "on 15 × 2  ·  modelled");
  g_assert_nonnull (strstr (all, "theoretical occupancy 100 %"));
  g_assert_nonnull (strstr (begin, "15 of 15 SMs busy, wave 1 of "));
  g_assert_nonnull (strstr (begin, "10 blocks still to come."));
  g_assert_nonnull (strstr (tail, "idle: no block still to come."));
  g_assert_nonnull (strstr (end, "the launch has finished. Its 40 blocks ran in "));
  g_assert_true (g_str_has_suffix (short_time, " ns"));
  g_assert_true (g_str_has_suffix (long_time, " s"));
  ws_sms_get_figures (scene, figures);
  g_assert_cmpstr (figures[0].value, ==, "100 %");
  g_assert_cmpstr (figures[3].value, ==, "1.33");
}

/* Where it is not known where the blocks were, nothing is drawn and little said. */
static void
test_unknown (void)
{
  g_autoptr (WsScene) scene = synthetic_scene_new (SYNTHETIC_SEQUENTIAL, 64, SYNTHETIC_SMALL);
  const WsTheme *theme = ws_theme_get (WS_THEME_LIGHT);
  WsMoment moment = { .time = 5, .hover_x = -1 };
  g_autofree char *subtitle = ws_sms_subtitle (scene, NULL);
  g_autofree char *caption = ws_sms_caption (scene, 5);
  g_autofree char *all = ws_sms_summarise (scene);
  WsSmsHit hit;

  g_assert_null (scene->timeline);
  g_assert_null (ws_scene_new_for_launch (scene->run, 0, NULL));
  g_assert_null (ws_scene_new_for_launch (scene->run, 9, NULL));
  cairo_surface_destroy (draw (scene, &moment, NULL, theme, 300, 200));
  g_assert_false (
      ws_sms_pick (&(WsFrame){ scene, &moment, theme, 300, 200 }, NULL, 100, 100, &hit));
  g_assert_cmpuint (
      ws_sms_get_n_columns (
          &(WsFrame){ .scene = scene, .theme = theme, .width = 300, .height = 200 }, NULL),
      ==, 1);
  g_assert_cmpstr (subtitle, ==, "");
  g_assert_cmpstr (caption, ==, "");
  g_assert_true (g_str_has_suffix (all, "are not known."));
}

/* Plates of names in the ribbon of the waves: what is as pale as the background, and wider than a
 * gap. */
static guint
count_names (const Schedule *schedule, int width, int height)
{
  g_autoptr (WsScene) scene = schedule_scene_new (schedule);
  const WsTheme *theme = ws_theme_get (WS_THEME_LIGHT);
  g_autoptr (WsText) text = ws_text_new (NULL, theme);
  WsMoment moment = moment_at (scene, 0.4);
  cairo_surface_t *drawn = draw (scene, &moment, NULL, theme, width, height);
  const guint32 *row;
  guint n = 0;
  guint pale = 0;
  WsSmsLayout l;

  ws_sms_layout_init (
      &l, text, &(WsFrame){ .scene = scene, .theme = theme, .width = width, .height = height },
      NULL);
  row = (const guint32 *)(const void *)(cairo_image_surface_get_data (drawn)
                                        + ((gsize)l.ribbon.y + 2)
                                              * (gsize)cairo_image_surface_get_stride (drawn));
  for (int x = (int)l.ribbon.x; x < (int)(l.ribbon.x + l.ribbon.w); x++)
    {
      pale = row[x] == row[0] ? pale + 1 : 0;
      n += pale == 12;
    }
  if (g_getenv ("WS_PICTURES") != NULL)
    {
      g_autofree char *path =
          g_strdup_printf ("%s/waves-%u.png", g_getenv ("WS_PICTURES"), scene->timeline->n_waves);

      cairo_surface_write_to_png (drawn, path);
    }
  cairo_surface_destroy (drawn);
  return n;
}

/* Where not all waves have room for their names, some have. */
static void
test_wave_names (void)
{
  Schedule schedule = schedules[0];

  schedule.blocks = 30 * 62 - 4;
  schedule.uneven = 0.2;
  g_assert_cmpuint (count_names (&schedule, 1280, 800), >=, 6);
  g_assert_cmpuint (count_names (&schedule, 640, 400), >=, 2);
  schedule.blocks = 30 * 4 - 4; /* the names stand in the colours */
  g_assert_cmpuint (count_names (&schedule, 1280, 800), ==, 0);
}

/* 3.87 waves are four, in the figure and in the caption. */
static void
test_waves_agree (void)
{
  Schedule schedule = schedules[0];
  WsSmsFigure figures[WS_SMS_N_FIGURES];
  g_autoptr (WsScene) scene = NULL;
  g_autofree char *end = NULL;

  schedule.blocks = 116;
  schedule.uneven = 0.9;
  scene = schedule_scene_new (&schedule);
  ws_sms_get_figures (scene, figures);
  g_assert_cmpstr (figures[3].value, ==, "3.87");
  end = ws_sms_caption (scene, (double)scene->timeline->end);
  g_assert_nonnull (strstr (end, "Its 116 blocks ran in 4 waves;"));
}

/* A scene shares its timeline with the next one of the same launch. */
static void
test_scene (void)
{
  g_autoptr (WsScene) scene = schedule_scene_new (&schedules[1]);
  g_autoptr (WsScene) again = ws_scene_new_with_timeline (scene->run, 0, 0, scene->timeline, NULL);
  g_autoptr (WsScene) launch = ws_scene_new_for_launch (scene->run, 0, scene->timeline);

  g_assert_true (again->timeline == scene->timeline && launch->timeline == scene->timeline);
  g_assert_null (launch->record);
  g_assert_cmpuint (ws_scene_get_n_events (launch), ==, 0);
  g_assert_cmpfloat (ws_scene_position_at (launch, 100), ==, 0);
  g_assert_cmpfloat (ws_scene_time_at (scene, 0), ==, 0);
  g_assert_cmpfloat (ws_scene_time_at (scene, 3.5), ==, 50);
  g_assert_cmpfloat (ws_scene_position_at (scene, 50), ==, 3.5);
  g_assert_cmpfloat (ws_scene_position_at (scene, 1e9), ==, 11);
}

int
main (int argc, char **argv)
{
  texts_init ();
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (goldens); i++)
    {
      g_autofree char *path = g_strconcat ("/draw/sms/golden/", goldens[i].name, NULL);
      g_test_add_data_func (path, &goldens[i], test_golden);
    }
  g_test_add_func ("/draw/sms/function-of-moment", test_function_of_moment);
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autofree char *path =
          g_strdup_printf ("/draw/sms/layout/%.0fx%.0f", sizes[i].width, sizes[i].height);
      g_test_add_data_func (path, &sizes[i], test_sizes);
    }
  g_test_add_func ("/draw/sms/odd", test_odd);
  g_test_add_func ("/draw/sms/late", test_late);
  g_test_add_func ("/draw/sms/pick/slots", test_pick_slots);
  g_test_add_func ("/draw/sms/pick/time", test_pick_time);
  g_test_add_func ("/draw/sms/durations", test_durations);
  g_test_add_func ("/draw/sms/words", test_words);
  g_test_add_func ("/draw/sms/waves/names", test_wave_names);
  g_test_add_func ("/draw/sms/waves/agree", test_waves_agree);
  g_test_add_func ("/draw/sms/unknown", test_unknown);
  g_test_add_func ("/draw/sms/scene", test_scene);
  return g_test_run ();
}
