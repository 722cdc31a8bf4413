/* web-lesson.c: a lesson on a page: a step for each of its slides, with the code that is run. */
#include "page/web-page-private.h"

#include "exercise/exercise-store.h"
#include "lesson/lesson-slide.h"
#include "words/words.h"

#define WARPS_SHOWN 4

/* The runs that a slide shows, unless their code is a picture already. */
static void
add_listings (WsWebPage *self, WsWebStep *step, const WsSlide *slide)
{
  for (guint i = 0; i < slide->parts->len; i++)
    {
      const WsPicture *picture =
          ((const WsSlidePart *)g_ptr_array_index (slide->parts, i))->picture;

      if (ws_picture_is_of_view (picture) && picture->view == WS_VIEW_CODE)
        return;
    }
  for (guint i = 0; i < slide->parts->len; i++)
    {
      const WsPicture *picture =
          ((const WsSlidePart *)g_ptr_array_index (slide->parts, i))->picture;

      if (ws_picture_is_of_view (picture) && picture->scene != NULL)
        ws_web_page_add_listing (self, step, picture);
    }
}

static void
add_views (GPtrArray *views, const WsSlide *slide)
{
  WsWebView *view;
  g_autoptr (WsPicture) warps = ws_slide_make_warps (slide);

  if (slide->parts->len == 0)
    return;
  view = ws_web_view_new ("", NULL);
  for (guint i = 0; i < slide->parts->len; i++)
    {
      const WsSlidePart *part = g_ptr_array_index (slide->parts, i);

      ws_web_view_add_picture (view, part->heading, part->note, part->picture);
    }
  if (warps != NULL)
    ws_web_view_add_picture (view, NULL, NULL, warps)->n_rows =
        MIN (warps->scene->warps->len, WARPS_SHOWN);
  g_ptr_array_add (views, view);
}

/* Whether parts are hidden before the reveal. */
static gboolean
hides_picture (const WsLessonStep *step)
{
  return step->emphasis.hide != 0 || step->show > 0;
}

/* What is asked for, and the code with the gap; hints and solution are left out. */
static void
add_exercise (WsWebPage *self, WsWebStep *step, const WsLesson *lesson, const char *name)
{
  g_autoptr (WsExercise) exercise = ws_exercise_store_load_of (lesson, name, NULL);
  g_autofree char *file = g_strconcat (name, ".cu", NULL);
  g_autofree char *said = g_steal_pointer (&step->words);
  g_autofree char *words = exercise != NULL ? ws_exercise_dup_words (exercise) : NULL;

  step->words = g_strjoin ("\n", said != NULL ? said : "", words, NULL);
  if (exercise != NULL)
    ws_web_page_add_text (self, step, file, exercise->blocks[WS_EXERCISE_CODE]);
}

static void
add_step (WsWebPage *self, const WsLesson *lesson, guint number, WsLessonRuns *runs,
          GPtrArray *problems)
{
  const WsLessonStep *from = ws_lesson_get_step (lesson, number);
  g_autoptr (WsSlide) asks = ws_lesson_make_slide (lesson, number, runs, FALSE, -1, problems);
  WsWebStep *step = ws_web_page_add_step (self);

  step->title = g_strdup (asks->title);
  step->subtitle = g_strdup (asks->subtitle);
  step->words = g_strdup (asks->words);
  step->question = g_strdup (asks->question);
  step->answers = g_strdupv (asks->answers);
  step->right = asks->right;
  step->source = g_strdup (asks->source);
  step->hides = ws_lesson_step_can_reveal (from);
  step->stops = TRUE;
  add_views (step->views, asks);
  add_listings (self, step, asks);
  if (from->exercise != NULL)
    add_exercise (self, step, lesson, from->exercise);
  if (!step->hides)
    return;
  step->reveal = g_strdup (asks->reveal);
  if (hides_picture (from))
    {
      g_autoptr (WsSlide) tells = ws_lesson_make_slide (lesson, number, runs, TRUE, -1, NULL);

      step->told = g_ptr_array_new_with_free_func (ws_web_view_free);
      add_views (step->told, tells);
    }
}

/**
 * ws_web_page_add_lesson:
 * @runs: what its steps were run for: all of it
 * @problems: (nullable) (element-type WsLessonProblem): gets what does not fit what was run
 *
 * Adds a step for each of the lesson's. What is for the lecturer alone is left out.
 */
void
ws_web_page_add_lesson (WsWebPage *self, const WsLesson *lesson, WsLessonRuns *runs,
                        GPtrArray *problems)
{
  g_return_if_fail (self != NULL && lesson != NULL && runs != NULL);

  if (self->title == NULL)
    self->title = g_strdup (ws_words_translate (lesson->title));
  if (self->about == NULL && lesson->about != NULL)
    self->about = g_strdup (ws_words_translate (lesson->about->text));
  for (guint i = 0; i < ws_lesson_get_n_steps (lesson); i++)
    add_step (self, lesson, i, runs, problems);
}
