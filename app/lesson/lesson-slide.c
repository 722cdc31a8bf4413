#include "lesson/lesson-slide.h"
#include "lesson/instant.h"
#include "lesson/job.h"
#include "lesson/lesson-private.h"
#include "lesson/words.h"

#include "sheet/sheet.h"
#include "sheet/words.h"
#include "words/words.h"

#include <glib/gi18n.h>

/* A slide being made of a step. */
typedef struct {
  const WsLesson *lesson;
  const WsLessonStep *step;
  guint number;
  WsLessonRuns *runs;
  gboolean revealed;
  GPtrArray *problems; /* nullable */
  WsSlide *slide;
  GString *source; /* the source of figures */
} Maker;

/* ---- words ---- */

static char *
make_words (const Maker *self, const WsLessonText *text)
{
  return ws_lesson_words_make (self->lesson, self->number, text, self->runs, self->problems);
}

/* (transfer full) (nullable): a line for each paragraph */
static char *
make_paragraphs (const Maker *self, GPtrArray *texts)
{
  GString *all = g_string_new (NULL);

  for (guint i = 0; i < texts->len; i++)
    {
      g_autofree char *words = make_words (self, g_ptr_array_index (texts, i));

      g_string_append_printf (all, "%s%s", i > 0 ? "\n" : "", words);
    }
  return g_string_free (all, texts->len == 0);
}

static void
fill_words (const Maker *self)
{
  const WsLessonStep *step = self->step;
  WsSlide *slide = self->slide;
  g_autoptr (GStrvBuilder) answers = g_strv_builder_new ();

  slide->words = make_paragraphs (self, step->words);
  if (step->question != NULL)
    slide->question = make_words (self, step->question);
  for (guint i = 0; i < step->answers->len; i++)
    {
      const WsLessonAnswer *answer = g_ptr_array_index (step->answers, i);
      g_autofree char *words = make_words (self, &answer->text);

      g_strv_builder_add (answers, words);
      if (answer->is_right)
        slide->right = (int)i;
    }
  if (step->answers->len > 0)
    slide->answers = g_strv_builder_end (answers);
  slide->reveal = make_paragraphs (self, step->reveal);
  slide->notes = make_paragraphs (self, step->notes);
}

/* ---- pictures ---- */

/* Each fact only once: two runs side by side have much in common. */
static void
add_source (const Maker *self, const char *facts)
{
  g_auto (GStrv) said = g_strsplit (self->source->str, WS_SHEET_DOT, -1);
  g_auto (GStrv) all = g_strsplit (facts != NULL ? facts : "", WS_SHEET_DOT, -1);

  for (guint i = 0; all[i] != NULL; i++)
    if (*all[i] != '\0' && !g_strv_contains ((const char *const *)said, all[i]))
      g_string_append_printf (self->source, "%s%s", self->source->len > 0 ? WS_SHEET_DOT : "",
                              all[i]);
}

static WsSlidePart *
add_part (const Maker *self, const char *heading, const char *key, const WsPicture *picture)
{
  g_autofree char *title = NULL;
  g_autofree char *caption = NULL;
  g_autofree char *source = NULL;
  g_autofree char *described G_GNUC_UNUSED =
      ws_picture_describe (picture, &title, &caption, &source);

  add_source (self, ws_lesson_runs_get_note (self->runs, key));
  if (picture->scenario == NULL) /* whose table says it */
    add_source (self, source);
  return ws_slide_add_part (self->slide, heading, picture);
}

/* The warp that weave and code follow: the specified, highlighted, or faulty one. */
static guint
find_warp (const WsLessonStep *step, const WsLessonWork *work, const WsScene *scene)
{
  const WsFinding *finding = ws_run_find_finding (scene->run, scene->launch);

  if (work->warp < scene->warps->len)
    return work->warp;
  for (guint i = 0; i < step->emphasis.n_highlights; i++)
    {
      const WsHighlight *highlight = &step->emphasis.highlights[i];

      if (highlight->kind == WS_HIGHLIGHT_WARP && highlight->number < scene->warps->len)
        return highlight->number;
    }
  return finding != NULL && finding->warp < scene->warps->len ? finding->warp : 0;
}

/* The device's error of a failed launch; its space is veiled until revealed. */
static void
add_finding (const Maker *self, WsSlidePart *part)
{
  const WsScene *scene = part->picture->scene;
  const WsSlidePart *first = g_ptr_array_index (self->slide->parts, 0);
  const WsFinding *finding = ws_run_find_finding (scene->run, scene->launch);

  /* two views of one block have it once */
  if (finding == NULL || (part != first && first->picture->scene == scene))
    return;
  part->note_room = g_markup_escape_text (finding->message, -1);
  part->veils_note = (part->picture->options.emphasis.hide & WS_HIDE_FAULT) != 0;
  if (!part->veils_note)
    part->note = g_strdup (part->note_room);
}

/* Highlights, and parts hidden until revealed. */
static WsEmphasis
get_emphasis (const Maker *self)
{
  WsEmphasis emphasis = self->step->emphasis;

  if (self->revealed)
    emphasis.hide = 0;
  return emphasis;
}

/* (transfer none) (nullable) */
static WsScene *
get_scene (const Maker *self, const WsLessonWork *work)
{
  g_autofree char *key = ws_lesson_work_make_key (work);

  return ws_lesson_runs_get_scene (self->runs, key, work->launch, work->block);
}

static void
add_run (const Maker *self, const WsLessonWork *work, const WsLessonView *view, const char *heading)
{
  WsBesideSide side = work == &self->step->beside ? WS_BESIDE_RIGHT : WS_BESIDE_LEFT;
  WsScene *sides[WS_BESIDE_N_SIDES] = { NULL };
  g_autofree char *key = ws_lesson_work_make_key (work);
  WsScene *scene = get_scene (self, work);
  gboolean of_launch = ws_lesson_step_is_of_launch (self->step);
  WsPicture picture = { .view = view->view, .scene = scene, .options = WS_FIGURE_OPTIONS_INIT };
  g_autoptr (GError) error = NULL;

  if (scene == NULL || !ws_view_shows (view->view, scene))
    return;
  if (self->step->has_beside)
    {
      sides[WS_BESIDE_LEFT] = get_scene (self, &self->step->work);
      sides[WS_BESIDE_RIGHT] = get_scene (self, &self->step->beside);
      picture.options.beside = sides[WS_BESIDE_N_SIDES - 1 - side];
    }
  if (!(sides[WS_BESIDE_LEFT] != NULL && sides[WS_BESIDE_RIGHT] != NULL
            ? ws_lesson_instant_find_beside (&self->step->at, sides, side, of_launch,
                                             &picture.moment, &error)
            : ws_lesson_instant_find (&self->step->at, scene, of_launch, &picture.moment, &error)))
    {
      if (self->problems != NULL)
        ws_lesson_problem_add (self->problems, self->step->at.place, "%s", error->message);
      if (scene->record != NULL && scene->stages->n_stages > 0)
        picture.moment.position = ws_scene_stage_moment (scene, scene->stages->n_stages - 1);
    }
  picture.moment.warp = find_warp (self->step, work, scene);
  picture.options.code.ptx = FALSE;
  picture.options.tree.layout = view->layout;
  picture.options.emphasis = get_emphasis (self);
  add_finding (self, add_part (self, heading, key, &picture));
}

/* Number of visible bars; -1 for all. The last is the one to be revealed. */
static int
count_bars (const Maker *self)
{
  if (self->step->show == 0)
    return -1;
  return (int)self->step->show
         - (!self->revealed && ws_lesson_step_can_reveal (self->step) ? 1 : 0);
}

/* Published figures of the same work. */
static void
add_published (const Maker *self, const WsSweep *sweep, GPtrArray *sweeps)
{
  GPtrArray *published = ws_lesson_get_published (self->lesson);

  for (guint i = 0; i < published->len; i++)
    {
      WsSweep *other = g_ptr_array_index (published, i);

      if (other->kind == sweep->kind && other->first_launch_only == sweep->first_launch_only)
        g_ptr_array_add (sweeps, ws_sweep_ref (other));
    }
}

static void
add_chart (const Maker *self, const WsLessonView *view)
{
  g_autofree char *key = ws_lesson_view_make_key (view, self->step);
  WsSweep *sweep = ws_lesson_runs_get_sweep (self->runs, key);
  g_autoptr (GPtrArray) sweeps = g_ptr_array_new_with_free_func ((GDestroyNotify)ws_sweep_unref);
  g_autoptr (WsSheet) sheet = NULL;
  WsPicture picture = { .charts = WS_SHEET_OPTIONS_INIT, .sweeps = sweeps };

  if (sweep == NULL || ws_sweep_get_n_done (sweep) == 0)
    return;
  g_ptr_array_add (sweeps, ws_sweep_ref (sweep));
  add_published (self, sweep, sweeps);
  sheet = ws_sheet_new_for_sweeps ((WsSweep *const *)sweeps->pdata, sweeps->len);
  picture.sheet = sheet;
  picture.charts.no_table = TRUE;
  ws_sheet_options_keep_back (&picture.charts, get_emphasis (self).hide, count_bars (self));
  add_part (self, NULL, key, &picture);
}

static void
add_scenario (const Maker *self, const WsLessonView *view)
{
  g_autofree char *key = ws_lesson_view_make_key (view, self->step);
  WsScenario *scenario = ws_lesson_runs_get_scenario (self->runs, key);
  WsPicture picture = { .scenario = scenario != NULL ? scenario : view->scenario,
                        .table = WS_SCENARIO_OPTIONS_INIT };

  picture.table.show_choice = view->row > 0;
  picture.table.row = view->row > 0 ? view->row - 1 : 0;
  picture.table.group = view->group - 1;
  picture.table.show_title = picture.table.show_summary = FALSE;
  picture.table.grows = TRUE;
  picture.table.hide = get_emphasis (self).hide;
  picture.table.chart = view->column;
  ws_slide_add_part (self->slide, NULL, &picture);
  /* the table itself says where its figures are from */
  if (view->column < WS_SCENARIO_N_COLUMNS)
    {
      g_autofree char *source = ws_scenario_describe_sources (picture.scenario);

      add_source (self, source);
    }
  add_source (self, ws_lesson_runs_get_note (self->runs, key));
}

static void
add_view (const Maker *self, const WsLessonView *view)
{
  const char *heading = self->step->n_views > 1 ? _ (ws_view_get_class (view->view)->title) : NULL;

  if (view->kind == WS_LESSON_VIEW_OF_SWEEP)
    add_chart (self, view);
  else if (view->kind == WS_LESSON_VIEW_OF_SCENARIO)
    add_scenario (self, view);
  else if (self->step->work.kernel != NULL)
    add_run (self, &self->step->work, view, heading);
}

/* (transfer full) (nullable): options of the common kernel that differ: "Stride: 31" */
static char *
name_options (const WsLessonWork *const works[2], guint side)
{
  GString *text = NULL;

  for (guint i = 0; works[0]->kernel == works[1]->kernel && i < works[0]->kernel->options->len; i++)
    {
      const WsOption *option = ws_catalog_kernel_get_option (works[0]->kernel, i);
      g_autofree char *value = ws_option_format (option, works[side]->parameters.options[i]);

      if (works[0]->parameters.options[i] == works[1]->parameters.options[i])
        continue;
      if (text == NULL)
        text = g_string_new (NULL);
      g_string_append_printf (text, "%s%s: %s", text->len > 0 ? ", " : "",
                              ws_words_translate (option->label), value);
    }
  return text != NULL ? g_string_free (text, FALSE) : NULL;
}

/* What differs: "Kernel 3: sequential addressing", "Stride: 31", "Block of 256", "4096 elements", a
 * device. */
static void
add_beside (const Maker *self)
{
  const WsLessonWork *works[] = { &self->step->work, &self->step->beside };
  gboolean same_kernel = works[0]->kernel == works[1]->kernel;
  gboolean same_block = works[0]->parameters.block == works[1]->parameters.block;
  gboolean same_n = works[0]->parameters.n == works[1]->parameters.n;

  for (guint i = 0; i < G_N_ELEMENTS (works); i++)
    {
      g_autofree char *key = ws_lesson_work_make_key (works[i]);
      const WsRun *run = ws_lesson_runs_get_run (self->runs, key);
      g_autofree char *n = ws_format_count (works[i]->parameters.n);
      g_autofree char *options = name_options (works, i);
      g_autofree char *heading =
          !same_kernel      ? g_strdup (ws_words_translate (works[i]->kernel->title))
          : options != NULL ? g_steal_pointer (&options)
          : !same_block ? g_strdup_printf (_ ("Blocks of %u threads"), works[i]->parameters.block)
          : !same_n     ? g_strdup_printf (_ ("%s elements"), n)
                        : g_strdup (run != NULL ? run->device_name : NULL);

      add_run (self, works[i], &self->step->views[0], heading);
    }
}

static void
fill_parts (const Maker *self)
{
  const WsLessonStep *step = self->step;
  gboolean of_run = step->n_views > 0 && step->views[0].kind == WS_LESSON_VIEW_OF_RUN;

  if (step->has_beside)
    {
      add_beside (self);
      return;
    }
  for (guint i = 0; i < step->n_views; i++)
    add_view (self, &step->views[i]);
  if (!of_run || step->work.kernel == NULL)
    return;
  self->slide->subtitle = g_strdup (ws_words_translate (step->work.kernel->title));
  self->slide->shows_warps = step->n_views == 1 && step->views[0].view == WS_VIEW_TREE
                             && step->views[0].layout != WS_PATTERN_PYRAMID;
}

/**
 * ws_lesson_step_is_ready:
 * @step: of it, from 0
 * @runs: what was run
 *
 * Returns: whether the results of all its jobs are there
 */
gboolean
ws_lesson_step_is_ready (const WsLesson *lesson, guint step, WsLessonRuns *runs)
{
  g_autoptr (GPtrArray) jobs = ws_lesson_step_list_jobs (lesson, step);

  for (guint i = 0; i < jobs->len; i++)
    if (!ws_lesson_runs_has (runs, ((const WsLessonJob *)g_ptr_array_index (jobs, i))->key))
      return FALSE;
  return TRUE;
}

/**
 * ws_lesson_make_slide:
 * @step: of it, from 0
 * @runs: what was run: missing results have no picture on the slide, and no figures in its text
 * @revealed: whether to show hidden parts and the reveal
 * @chosen: index of the chosen answer, from 0; -1 for none
 * @problems: (nullable) (element-type WsLessonProblem): receives mismatches with the results
 *
 * Returns: (transfer full): the step as a slide; its hint is set by the caller
 */
WsSlide *
ws_lesson_make_slide (const WsLesson *lesson, guint step, WsLessonRuns *runs, gboolean revealed,
                      int chosen, GPtrArray *problems)
{
  const WsLessonStep *self = ws_lesson_get_step (lesson, step);
  Maker maker = { .lesson = lesson,
                  .step = self,
                  .number = step,
                  .runs = runs,
                  .revealed = revealed,
                  .problems = problems,
                  .slide = ws_slide_new (ws_words_translate (self->title)),
                  .source = g_string_new (NULL) };

  maker.slide->step = step + 1;
  maker.slide->n_steps = ws_lesson_get_n_steps (lesson);
  maker.slide->revealed = revealed;
  maker.slide->chosen = chosen;
  fill_words (&maker);
  fill_parts (&maker);
  maker.slide->source = g_string_free (maker.source, maker.source->len == 0);
  return maker.slide;
}
