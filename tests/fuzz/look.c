/* look.c: derives, draws and writes all that the program makes of a run, or of a scenario. */
#include "fuzz.h"

#include "scene/course.h"
#include "export/export-private.h"
#include "view/figure.h"
#include "scenario/scenario.h"
#include "lines/lines.h"
#include "schedule/residency.h"
#include "timing/timing.h"
#include "accesses/work.h"

#define MOST_LAUNCHES 2 /* looked at */
#define N_PLACES      3 /* of the pointer, along each side */
#define SELDOM        8 /* one in so many drawings is also written as a file is */

/* A pane in a corner, a window, a projector; only the first is rasterised, which is cairo's work
 * and most of the time. */
static const struct {
  double width;
  double height;
  WsThemeKind theme;
  gboolean raster;
} sizes[] = {
  { 160, 120, WS_THEME_LIGHT, TRUE },
  { 640, 360, WS_THEME_DARK, FALSE },
  { 1920, 1080, WS_THEME_PROJECTOR, FALSE },
};

/**
 * ws_fuzz_choose:
 * @data: (array length=size): an input
 * @size: of @data
 *
 * Returns: a number that is always the same for the same input
 */
guint32
ws_fuzz_choose (const guint8 *data, gsize size)
{
  guint32 hash = 2166136261u;

  for (gsize i = 0; i < size; i++)
    hash = (hash ^ data[i]) * 16777619u;
  return hash;
}

void
ws_fuzz_hear (char *text)
{
  if (text != NULL)
    g_assert_true (g_utf8_validate (text, -1, NULL));
  g_free (text);
}

static cairo_t *
begin_drawing (guint i)
{
  const cairo_rectangle_t extents = { 0, 0, sizes[i].width, sizes[i].height };
  cairo_surface_t *surface =
      sizes[i].raster ? cairo_image_surface_create (CAIRO_FORMAT_RGB24, (int)sizes[i].width,
                                                    (int)sizes[i].height)
                      : cairo_recording_surface_create (CAIRO_CONTENT_COLOR_ALPHA, &extents);
  cairo_t *cr = cairo_create (surface);

  cairo_surface_destroy (surface);
  return cr;
}

/* A drawing that asked cairo for what cannot be (no matrix, no number) has gone wrong, too. */
static void
end_drawing (cairo_t *cr)
{
  g_assert_cmpstr (cairo_status_to_string (cairo_status (cr)), ==,
                   cairo_status_to_string (CAIRO_STATUS_SUCCESS));
  cairo_destroy (cr);
}

static void
write_picture (WsFuzzDraw draw, gconstpointer subject, guint32 choice)
{
  static const char *const formats[] = { "svg", "pdf", "png" };
  const WsExportForm form = {
    .theme = choice % WS_N_THEMES, .width = 240 + (int)(choice % 64), .height = 180, .scale = 1
  };
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) written = ws_export_to_bytes (
      draw, subject, &form, formats[choice / SELDOM % G_N_ELEMENTS (formats)], &error);

  g_assert_no_error (error);
  g_assert_cmpuint (g_bytes_get_size (written), >, 0);
}

void
ws_fuzz_draw (WsFuzzDraw draw, gconstpointer subject, guint32 choice)
{
  if (choice % SELDOM == 0)
    write_picture (draw, subject, choice);
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      cairo_t *cr = begin_drawing (i);

      draw (cr, subject, ws_theme_get (sizes[i].theme), sizes[i].width, sizes[i].height);
      end_drawing (cr);
    }
}

void
ws_fuzz_write_data (WsData *data)
{
  if (data == NULL)
    return;
  ws_fuzz_hear (ws_data_to_csv (data));
  ws_fuzz_hear (ws_data_to_json (data));
  ws_data_unref (data);
}

/* ---- a scene ---- */

typedef struct {
  const WsScene *scene;
  WsView view;
  WsMoment moment;
  WsFigureOptions options;
} Look;

static void
draw_look (cairo_t *cr, gconstpointer subject, const WsTheme *theme, double width, double height)
{
  const Look *self = subject;
  WsMoment moment = self->moment;

  if (moment.hover_x >= 0)
    {
      moment.hover_x *= width;
      moment.hover_y *= height;
    }
  ws_draw_figure (cr, self->view, &(WsFrame){ self->scene, &moment, theme, width, height },
                  &self->options);
}

static char *
describe_place (const Look *self, const WsTheme *theme, double width, double height, double x,
                double y)
{
  const WsViewClass *view = ws_view_get_class (self->view);
  const WsLook look = ws_view_look_at (
      view, &(WsFrame){ self->scene, &self->moment, theme, width, height }, &self->options);

  return view->point != NULL ? view->point (&look, x, y) : NULL;
}

/* What the pointer says on its way over the middle size. */
static void
point_at (const Look *self, guint32 choice)
{
  double aside = (choice % 16 + 0.5) / 16;

  for (guint i = 0; i < N_PLACES * N_PLACES; i++)
    {
      double x = sizes[1].width * (i % N_PLACES + aside) / N_PLACES;
      double y = sizes[1].height * (i / N_PLACES + aside) / N_PLACES;

      ws_fuzz_hear (describe_place (self, ws_theme_get (sizes[1].theme), sizes[1].width,
                                    sizes[1].height, x, y));
    }
}

static void
look_at_titles (const Look *self, const WsTheme *theme)
{
  switch (self->view)
    {
    case WS_VIEW_TREE:
      ws_fuzz_hear (g_strdup (ws_flow_get_title (self->scene, &self->options.tree)));
      ws_fuzz_hear (ws_flow_subtitle (
          &(WsFrame){ .scene = self->scene, .theme = theme, .width = 640, .height = 360 },
          &self->options.tree));
      break;
    case WS_VIEW_LANES:
      ws_fuzz_hear (ws_lanes_subtitle (self->scene, &self->moment));
      break;
    case WS_VIEW_CODE:
      ws_fuzz_hear (ws_code_subtitle (self->scene, &self->moment));
      break;
    case WS_VIEW_SMS:
      ws_fuzz_hear (ws_sms_subtitle (self->scene, &self->options.sms));
      ws_fuzz_hear (ws_sms_caption (self->scene, self->moment.time));
      ws_fuzz_hear (ws_sms_summarise (self->scene));
      break;
    default:
      break;
    }
}

static void
look_at_view (const WsScene *scene, WsView view, const WsMoment *moment, guint32 choice)
{
  Look look = {
    .scene = scene, .view = view, .moment = *moment, .options = WS_FIGURE_OPTIONS_INIT
  };
  const WsTheme *theme = ws_theme_get (sizes[1].theme);
  char *title = NULL;
  char *caption = NULL;
  char *source = NULL;

  look.options.tree.first = choice % 64;
  look.options.tree.count = choice / 64 % 3 * 16;
  look.options.tree.zoom = choice % 5;
  look.options.lanes.first = choice / 7 % 8;
  look.options.lanes.count = choice / 7 % 3 * 10;
  if (choice % 3 == 1)
    look.options.sms.sm = choice % scene->run->spec->n_sms;
  else
    look.options.sms.mark = choice % scene->run->spec->n_sms;
  if (choice % 4 == 1)
    look.options.sms.from = moment->time / 2;
  ws_fuzz_draw (draw_look, &look, choice);
  if (view < WS_VIEW_CALCULATOR)
    point_at (&look, choice);
  look_at_titles (&look, theme);
  ws_fuzz_hear (ws_figure_describe (view, &(WsFrame){ .scene = scene, .moment = moment },
                                    &look.options, &title, &caption, &source));
  ws_fuzz_hear (title);
  ws_fuzz_hear (caption);
  ws_fuzz_hear (source);
  ws_fuzz_write_data (ws_data_new_for_view (view, scene, moment, &look.options));
}

static void
look_at_stages (const WsScene *scene, guint32 choice)
{
  guint n = scene->stages->n_stages;

  for (guint i = 0; i < MIN (n, 4); i++)
    {
      guint stage = (choice / 16 + i) % n;
      ws_scene_stage_moment (scene, stage);
      ws_fuzz_hear (
          ws_stages_caption (scene->stages, scene->run, scene->launch, scene->block, stage));
    }
}

static void
look_at_block (WsRun *run, const WsBlockRecord *record, WsTimeline *timeline, guint32 choice)
{
  g_autoptr (WsScene) scene =
      ws_scene_new_with_timeline (run, record->launch, record->block, timeline, NULL);
  WsMoment moment = { .hover_x = -1, .hover_y = -1 };
  guint n;

  if (scene == NULL)
    return;
  n = ws_scene_get_n_events (scene);
  if (scene->warps != NULL && scene->warps->len > 0)
    moment.warp = choice % scene->warps->len;
  look_at_stages (scene, choice);
  ws_scene_position_at (scene, (double)(choice % 5000));
  if (n > 0)
    ws_course_get_moment (scene, FALSE, ws_course_get_seconds (scene, FALSE) * (choice % 9) / 8,
                          &moment);
  for (WsView view = 0; view < WS_VIEW_CALCULATOR; view++)
    {
      look_at_view (scene, view, &moment, choice + view);
      if (n > 0)
        {
          moment.position = (double)(n - 1) * ((choice / 3 + view) % 5) / 4;
          moment.time = ws_scene_time_at (scene, moment.position);
        }
      /* shares of the drawing */
      moment.hover_x = (choice / 5 % 64 + 0.5) / 64;
      moment.hover_y = (choice / 320 % 36 + 0.5) / 36;
    }
}

static void
look_at_launch_alone (WsRun *run, guint launch, WsTimeline *timeline, guint32 choice)
{
  g_autoptr (WsScene) scene = ws_scene_new_for_launch (run, launch, timeline);
  WsMoment moment = { .hover_x = -1, .hover_y = -1 };
  guint64 chapters[8];
  double means[32];

  if (scene == NULL)
    return;
  ws_timeline_get_chapters (timeline, G_N_ELEMENTS (chapters), chapters);
  ws_steps_sample (&timeline->warps, 0, (double)timeline->end, G_N_ELEMENTS (means), means);
  ws_timeline_next_change (timeline, timeline->end / 2, choice % 2 == 0 ? 1 : -1);
  ws_course_get_moment (scene, TRUE, ws_course_get_seconds (scene, TRUE) * (choice % 9) / 8,
                        &moment);
  look_at_view (scene, WS_VIEW_SMS, &moment, choice + 1);
  look_at_view (scene, WS_VIEW_STALLS, &moment, choice + 2);
  look_at_view (scene, WS_VIEW_CALCULATOR, &moment, choice);
}

/* ---- figures ---- */

static void
derive (WsRun *run, guint launch)
{
  g_autoptr (GArray) metrics = ws_metrics_new (run, launch);
  WsWork work;

  g_assert_cmpuint (metrics->len, >, 0);
  ws_work_count (run, launch, NULL, &work);
  ws_fuzz_write_data (ws_data_new_for_metrics (run, launch));
}

/* What the calculator says of a launch as it is pointed at and dragged. */
static void
look_at_calculator (WsRun *run, guint launch, guint32 choice)
{
  g_autoptr (WsCalculator) calculator = ws_calculator_new_for_launch (run, launch);
  const WsTheme *theme = ws_theme_get (WS_THEME_DARK);
  WsCalculatorOptions options = WS_CALCULATOR_OPTIONS_INIT;
  WsCalculatorChart chart = choice % WS_CALCULATOR_N_CHARTS;
  double aside = (choice % 16 + 0.5) / 16;
  WsCalculatorHit hit;
  double x;
  double y;
  guint value;

  if (calculator == NULL)
    return;
  ws_fuzz_hear (ws_calculator_describe (calculator));
  ws_fuzz_write_data (ws_data_new_for_calculator (calculator));
  ws_calculator_locate (calculator, &options, &(WsArea){ theme, 640, 360 }, chart, &x, &y);
  ws_calculator_pick_value (calculator, &options, &(WsArea){ theme, 640, 360 }, chart, choice % 640,
                            &value);
  for (guint i = 0; i < N_PLACES * N_PLACES; i++)
    if (ws_calculator_pick (calculator, &options, &(WsArea){ theme, 640, 360 },
                            640 * (i % N_PLACES + aside) / N_PLACES,
                            360 * (i / N_PLACES + aside) / N_PLACES, &hit))
      ws_fuzz_hear (ws_calculator_hit_describe (calculator, &hit));
}

static void
look_at_launch (WsRun *run, guint launch, guint32 choice)
{
  g_autoptr (WsTimeline) timeline = ws_timeline_new (run, launch);
  g_autoptr (GArray) lines = ws_line_use_new (run, launch);
  WsResidencySummary summary;
  WsOccupancy occupancy;

  g_assert_nonnull (lines);
  derive (run, launch);
  ws_residency_summarise (run, launch, &summary);
  ws_residency_compute_occupancy (run, launch, &occupancy);
  ws_residency_get_resident (run, launch);
  look_at_calculator (run, launch, choice);
  if (timeline != NULL)
    look_at_launch_alone (run, launch, timeline, choice);
  for (gsize i = 0; i < run->n_blocks; i++)
    {
      const WsBlockRecord *record = &run->blocks[(choice + i) % run->n_blocks];

      if (record->launch == launch)
        {
          look_at_block (run, record, timeline, choice);
          break;
        }
    }
}

/* A run as a scenario's cell. */
static void
take_into_scenario (WsRun *run, guint32 choice)
{
  static const char text[] =
      "[scenario]\norder=1\ntitle=t\nwords=w\nrow-title=n\n"
      "columns=launch;resident;driver;sm-efficiency;theoretical;achieved;time;rate;profile;words\n"
      "summary=resident\n[row a]\nkernel=reduce1\n";
  g_autoptr (WsScenario) scenario = ws_scenario_new_from_data ("fuzz", text, sizeof text - 1, NULL);

  g_assert_nonnull (scenario);
  ws_scenario_set_device (scenario, run->device, run->device_name);
  ws_scenario_take_run (scenario, 0, 0, run, run->date);
  ws_fuzz_look_at_scenario (scenario, choice);
}

/**
 * ws_fuzz_look_at_run:
 * @run: a run
 * @choice: of launches, blocks, moments and options
 *
 * Derives, draws and writes what the program makes of a run.
 */
void
ws_fuzz_look_at_run (WsRun *run, guint32 choice)
{
  WsTimingSummary times;

  derive (run, WS_NONE);
  if (run->n_samples > 0)
    ws_timing_summarise (run->samples, (guint)run->n_samples, &times);
  for (guint i = 0; i < MIN (run->n_launches, MOST_LAUNCHES); i++)
    look_at_launch (run, (guint)((choice + i) % run->n_launches), choice + i);
  if (run->n_launches > 0)
    take_into_scenario (run, choice);
}

/* ---- a scenario ---- */

typedef struct {
  const WsScenario *scenario;
  WsScenarioOptions options;
} Table;

static void
draw_table (cairo_t *cr, gconstpointer subject, const WsTheme *theme, double width, double height)
{
  const Table *self = subject;
  WsScenarioOptions options = self->options;
  WsScenarioHit hit;

  ws_draw_scenario (cr, self->scenario, &options, &(WsArea){ theme, width, height });
  ws_scenario_scroll (self->scenario, &options, &(WsArea){ theme, width, height });
  ws_scenario_pick (self->scenario, &options, &(WsArea){ theme, width, height }, width / 2,
                    height / 2, &hit);
}

/**
 * ws_fuzz_look_at_scenario:
 * @scenario: a scenario
 * @choice: of the cell and options
 *
 * Draws and writes a scenario, and says all that there is to be said of it.
 */
void
ws_fuzz_look_at_scenario (const WsScenario *scenario, guint32 choice)
{
  Table table = { .scenario = scenario, .options = WS_SCENARIO_OPTIONS_INIT };

  table.options.row = choice % scenario->n_rows;
  table.options.group = choice % scenario->n_groups;
  table.options.hover_x = choice % 640;
  table.options.hover_y = choice / 640 % 360;
  ws_fuzz_draw (draw_table, &table, choice);
  ws_fuzz_hear (ws_scenario_describe_source (scenario));
  ws_fuzz_hear (ws_scenario_describe (scenario, &table.options));
  for (guint row = 0; row < scenario->n_rows; row++)
    for (guint group = 0; group < scenario->n_groups; group++)
      {
        ws_fuzz_hear (ws_scenario_tell (scenario, row, group));
        ws_fuzz_hear (ws_scenario_describe_cell (scenario, row, group));
        for (guint c = 0; c < scenario->n_columns; c++)
          {
            ws_fuzz_hear (ws_scenario_format (scenario, row, group, scenario->columns[c], 2));
            ws_fuzz_hear (
                ws_scenario_format_published (scenario, row, group, scenario->columns[c]));
            ws_scenario_get_mark (scenario, row, group, scenario->columns[c], TRUE);
          }
      }
  ws_fuzz_write_data (ws_data_new_for_scenario (scenario));
}
