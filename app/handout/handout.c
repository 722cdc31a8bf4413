#include "handout/handout-private.h"

#include "exercise/exercise-store.h"
#include "lesson/lesson-slide.h"
#include "words/words.h"

#include <glib/gi18n.h>

#define LINES_FOR_CHOICE 2 /* to write on, below answers to choose from */
#define LINES_FOR_ANSWER 4 /* where there are none */
#define WARPS_ROW_PT     9.5
#define WARPS_REST_PT    22.0
#define SHARE_OF_TWO     0.82
#define MAX_WARPS        4 /* that stand below a tree */

/* Of a view how high a figure is, in points; of one that has no row, VIEW_LEAST_PT and
 * VIEW_MOST_PT. */
static const struct {
  double least;
  double most;
} view_heights[WS_N_VIEWS] = {
  [WS_VIEW_TREE] = { 150, 250 }, [WS_VIEW_LANES] = { 140, 230 },      [WS_VIEW_CODE] = { 150, 250 },
  [WS_VIEW_SMS] = { 165, 260 },  [WS_VIEW_CALCULATOR] = { 190, 280 },
};

#define VIEW_LEAST_PT  170
#define VIEW_MOST_PT   270
#define CHART_LEAST_PT 140
#define CHART_MOST_PT  280
#define TABLE_LEAST_PT 210
#define TABLE_MOST_PT  330

static void
item_free (gpointer data)
{
  WsHandoutItem *self = data;

  g_free (self->text);
  g_clear_pointer (&self->picture, ws_picture_free);
  g_free (self->name);
  g_free (self->link);
  g_free (self->outline);
  g_free (self);
}

/* ---- items ---- */

/* Where items are added: the steps, or the answers at the end. */
typedef struct {
  WsHandout *handout;
  GPtrArray *items;
} Adder;

static WsHandoutItem *
add_item (const Adder *self)
{
  WsHandoutItem *item = g_new0 (WsHandoutItem, 1);

  item->part = self->handout->part;
  item->step = self->handout->step;
  g_ptr_array_add (self->items, item);
  return item;
}

static WsHandoutItem *
add_markup (const Adder *self, WsHandoutStyle style, const char *markup)
{
  WsHandoutItem *item = add_item (self);

  item->style = style;
  item->text = g_strdup (markup);
  return item;
}

static WsHandoutItem *
add_text (const Adder *self, WsHandoutStyle style, const char *text)
{
  WsHandoutItem *item = add_item (self);

  item->style = style;
  item->text = g_markup_escape_text (text, -1);
  return item;
}

/* Paragraphs, a line each. */
static void
add_paragraphs (const Adder *self, WsHandoutStyle style, const char *markup)
{
  g_auto (GStrv) lines = g_strsplit (markup != NULL ? markup : "", "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    if (*lines[i] != '\0')
      add_markup (self, style, lines[i]);
}

static void
begin_part (const Adder *self)
{
  self->handout->part++;
}

static void
begin_step (const Adder *self)
{
  self->handout->step++;
  self->handout->part++;
}

/* What is below a title is with its first step. */
static void
begin_step_below (const Adder *self)
{
  const WsHandoutItem *last =
      self->items->len > 0 ? g_ptr_array_index (self->items, self->items->len - 1) : NULL;

  if (last != NULL
      && (last->style == WS_HANDOUT_TITLE || last->style == WS_HANDOUT_FACTS
          || last->style == WS_HANDOUT_ABOUT)
      && last->text != NULL)
    begin_part (self);
  else
    begin_step (self);
}

/* ---- figures ---- */

static void
add_picture (const Adder *self, const WsPicture *picture, double least, double most)
{
  WsHandoutItem *item = add_item (self);

  item->picture = ws_picture_copy (picture);
  item->least = least;
  item->most = most;
}

/* What stands beside something on a slide stands below it here; words speak of left and right.
 * (transfer full) (nullable) */
static char *
make_figure_heading (const WsSlide *slide, guint i)
{
  const WsSlidePart *part = g_ptr_array_index (slide->parts, i);

  if (part->heading == NULL || slide->parts->len < 2)
    return g_strdup (part->heading);
  /* Translators: a picture that stands at the left of another on a slide, or at its right */
  return g_strdup_printf (i == 0 ? _ ("Left: %s") : _ ("Right: %s"), part->heading);
}

static void
add_figure (const Adder *self, const WsSlide *slide, guint i)
{
  const WsSlidePart *part = g_ptr_array_index (slide->parts, i);
  const WsPicture *picture = part->picture;
  double share = slide->parts->len > 1 ? SHARE_OF_TWO : 1; /* of the usual height */
  g_autofree char *heading = make_figure_heading (slide, i);

  if (heading != NULL)
    add_text (self, WS_HANDOUT_FIGURE, heading);
  if (picture->sheet != NULL)
    add_picture (self, picture, CHART_LEAST_PT * share, CHART_MOST_PT * share);
  else if (picture->scenario != NULL)
    add_picture (self, picture, TABLE_LEAST_PT * share, TABLE_MOST_PT);
  else if (view_heights[picture->view].least > 0)
    add_picture (self, picture, view_heights[picture->view].least * share,
                 view_heights[picture->view].most * share);
  else
    add_picture (self, picture, VIEW_LEAST_PT * share, VIEW_MOST_PT * share);
  if (part->note != NULL)
    add_markup (self, WS_HANDOUT_SOURCE, part->note);
}

static void
add_figures (const Adder *self, const WsSlide *slide)
{
  g_autoptr (WsPicture) warps = ws_slide_make_warps (slide);

  for (guint i = 0; i < slide->parts->len; i++)
    add_figure (self, slide, i);
  if (warps != NULL)
    {
      double height = MIN (warps->scene->warps->len, MAX_WARPS) * WARPS_ROW_PT + WARPS_REST_PT;

      add_picture (self, warps, height, height);
    }
  if (slide->source != NULL)
    add_text (self, WS_HANDOUT_SOURCE, slide->source);
}

/* ---- steps ---- */

/* (transfer full): place of the document: "q3.2", of step 2 of the third lesson */
static char *
make_name (const WsHandout *self, char kind, guint step)
{
  return g_strdup_printf ("%c%u.%u", kind, self->n_lessons, step + 1);
}

static char *
make_heading (const WsLesson *lesson, guint step)
{
  /* Translators: a step of a lesson: its number and its title */
  return g_strdup_printf (_ ("%1$u. %2$s"), step + 1,
                          ws_words_translate (ws_lesson_get_step (lesson, step)->title));
}

static void
add_question (const Adder *self, const WsSlide *slide, guint step)
{
  WsHandoutItem *item;

  begin_part (self);
  if (slide->question != NULL)
    add_markup (self, WS_HANDOUT_QUESTION, slide->question);
  for (guint i = 0; slide->answers != NULL && slide->answers[i] != NULL; i++)
    add_markup (self, WS_HANDOUT_ANSWER, slide->answers[i]);
  item = add_item (self);
  item->n_lines = slide->answers != NULL ? LINES_FOR_CHOICE : LINES_FOR_ANSWER;
  /* Translators: of a question on paper; %u is a page */
  item = add_markup (self, WS_HANDOUT_LINK, _ ("Answer on page %u"));
  item->link = make_name (self->handout, 'a', step);
}

/* What is asked for, and the code with the gap. */
static void
add_exercise (const Adder *self, const WsLesson *lesson, const char *name)
{
  g_autoptr (WsExercise) exercise = ws_exercise_store_load_of (lesson, name, NULL);
  g_autofree char *words = NULL;
  g_auto (GStrv) lines = NULL;

  if (exercise == NULL)
    return;
  words = ws_exercise_dup_words (exercise);
  add_paragraphs (self, WS_HANDOUT_WORDS, words);
  lines = g_strsplit (exercise->blocks[WS_EXERCISE_CODE], "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_autofree char *line =
          g_markup_printf_escaped ("<tt>%s</tt>", *lines[i] != '\0' ? lines[i] : " ");

      add_markup (self, WS_HANDOUT_CODE, line);
    }
}

static void
add_step (const Adder *self, const WsLesson *lesson, guint step, const WsSlide *slide)
{
  g_autofree char *heading = make_heading (lesson, step);
  WsHandoutItem *item;

  begin_step_below (self);
  item = add_text (self, WS_HANDOUT_STEP, heading);
  item->name = make_name (self->handout, 'q', step);
  item->outline = g_strdup (heading);
  item->depth = 1;
  add_figures (self, slide);
  add_paragraphs (self, WS_HANDOUT_WORDS, slide->words);
  if (ws_lesson_get_step (lesson, step)->exercise != NULL)
    add_exercise (self, lesson, ws_lesson_get_step (lesson, step)->exercise);
  if (ws_lesson_step_can_reveal (ws_lesson_get_step (lesson, step)))
    add_question (self, slide, step);
}

/* Whether the figure of the question is not the whole one. */
static gboolean
hides_figure (const WsLessonStep *step)
{
  return step->emphasis.hide != 0 || step->show > 0;
}

static void
add_answer (const Adder *self, const WsLesson *lesson, guint step, const WsSlide *slide)
{
  g_autofree char *heading = make_heading (lesson, step);
  WsHandoutItem *item;

  begin_step_below (self);
  item = add_text (self, WS_HANDOUT_STEP, heading);
  item->name = make_name (self->handout, 'a', step);
  if (slide->question != NULL)
    add_markup (self, WS_HANDOUT_WORDS, slide->question);
  if (slide->right >= 0)
    add_markup (self, WS_HANDOUT_RIGHT, slide->answers[slide->right]);
  add_paragraphs (self, WS_HANDOUT_WORDS, slide->reveal);
  if (hides_figure (ws_lesson_get_step (lesson, step)))
    add_figures (self, slide);
  /* Translators: of an answer on paper; %u is a page */
  item = add_markup (self, WS_HANDOUT_LINK, _ ("Question on page %u"));
  item->link = make_name (self->handout, 'q', step);
}

/* ---- a lesson ---- */

static void
add_head (const Adder *self, const WsLesson *lesson)
{
  const char *title = ws_words_translate (lesson->title);
  g_autofree char *facts = ws_lesson_describe (lesson);
  WsHandoutItem *item;

  begin_step (self);
  item = add_text (self, WS_HANDOUT_TITLE, title);
  item->new_page = TRUE;
  item->name = make_name (self->handout, 'l', 0);
  item->outline = g_strdup (title);
  if (lesson->about != NULL)
    add_text (self, WS_HANDOUT_ABOUT, ws_words_translate (lesson->about->text));
  add_text (self, WS_HANDOUT_FACTS, facts);
}

/* Where the answers begin, or those of the next lesson. */
static void
add_answers_head (const Adder *self, const WsLesson *lesson)
{
  const char *title = ws_words_translate (lesson->title);
  /* Translators: a lesson */
  g_autofree char *heading =
      self->handout->is_course ? g_strdup_printf (_ ("Answers: %s"), title) : NULL;
  WsHandoutItem *item;

  begin_step (self);
  item = add_text (self, WS_HANDOUT_TITLE, heading != NULL ? heading : _ ("Answers"));
  item->new_page = self->items->len == 1;
  item->outline = g_strdup (heading != NULL ? heading : _ ("Answers"));
}

/**
 * ws_handout_add_lesson:
 * @runs: what its steps were run for: all of it
 * @problems: (nullable) (element-type WsLessonProblem): gets what does not fit what was run
 *
 * Adds the lesson's steps, and their answers at the end.
 */
void
ws_handout_add_lesson (WsHandout *self, const WsLesson *lesson, WsLessonRuns *runs,
                       GPtrArray *problems)
{
  const Adder steps = { self, self->items };
  const Adder answers = { self, self->answers };
  gboolean answered = FALSE;

  g_return_if_fail (self != NULL && lesson != NULL && runs != NULL);

  self->n_lessons++;
  if (self->title == NULL)
    self->title = g_strdup (ws_words_translate (lesson->title));
  add_head (&steps, lesson);
  for (guint i = 0; i < ws_lesson_get_n_steps (lesson); i++)
    {
      g_autoptr (WsSlide) asks = ws_lesson_make_slide (lesson, i, runs, FALSE, -1, problems);
      g_autoptr (WsSlide) tells = NULL;

      add_step (&steps, lesson, i, asks);
      if (!ws_lesson_step_can_reveal (ws_lesson_get_step (lesson, i)))
        continue;
      if (!answered)
        add_answers_head (&answers, lesson);
      answered = TRUE;
      tells = ws_lesson_make_slide (lesson, i, runs, TRUE, -1, NULL);
      add_answer (&answers, lesson, i, tells);
    }
}

/* ---- the whole ---- */

/* Returns: (transfer full): a handout of the lesson that is added to it */
WsHandout *
ws_handout_new (void)
{
  WsHandout *self = g_new0 (WsHandout, 1);

  self->items = g_ptr_array_new_with_free_func (item_free);
  self->answers = g_ptr_array_new_with_free_func (item_free);
  return self;
}

/**
 * ws_handout_new_course:
 * @lessons: (element-type WsLesson): those that will be added, in their order
 *
 * Returns: (transfer full): a handout of several lessons, which begins with a list of them
 */
WsHandout *
ws_handout_new_course (GPtrArray *lessons)
{
  WsHandout *self = ws_handout_new ();
  const Adder adder = { self, self->items };
  WsHandoutItem *item;

  self->is_course = TRUE;
  self->title = g_strdup (_ ("Course"));
  item = add_text (&adder, WS_HANDOUT_TITLE, self->title);
  item->outline = g_strdup (self->title);
  item = add_item (&adder);
  item->style = WS_HANDOUT_FACTS;
  item->text = ws_lesson_describe_course (lessons);
  for (guint i = 0; i < lessons->len; i++)
    {
      const WsLesson *lesson = g_ptr_array_index (lessons, i);
      g_autofree char *title =
          g_strdup_printf (_ ("%1$u. %2$s"), i + 1, ws_words_translate (lesson->title));
      g_autofree char *facts = ws_lesson_describe (lesson);

      begin_step (&adder);
      item = add_text (&adder, WS_HANDOUT_CONTENTS, title);
      item->link = g_strdup_printf ("l%u.1", i + 1);
      if (lesson->about != NULL)
        add_text (&adder, WS_HANDOUT_SUMMARY, ws_words_translate (lesson->about->text));
      add_text (&adder, WS_HANDOUT_FACTS, facts);
    }
  return self;
}

void
ws_handout_free (WsHandout *self)
{
  if (self == NULL)
    return;
  g_free (self->title);
  g_ptr_array_unref (self->items);
  g_ptr_array_unref (self->answers);
  g_free (self);
}

/* Returns: how many items there are, with the answers */
guint
ws_handout_get_n_items (const WsHandout *self)
{
  return self->items->len + self->answers->len;
}

/**
 * ws_handout_get_item:
 * @item: index: of the steps' items, and then of the answers'
 */
const WsHandoutItem *
ws_handout_get_item (const WsHandout *self, guint item)
{
  return item < self->items->len ? g_ptr_array_index (self->items, item)
                                 : g_ptr_array_index (self->answers, item - self->items->len);
}
