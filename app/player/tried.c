#include "player/tried.h"

#include "lesson/instant.h"
#include "player/telling.h"

/* The first thing that is wrong with it and has a place. (nullable) */
static const WsFinding *
find_finding (const WsRun *run)
{
  for (guint i = 0; i < run->n_launches; i++)
    {
      const WsFinding *finding = ws_run_find_finding (run, i);

      if (finding != NULL)
        return finding;
    }
  return NULL;
}

/**
 * ws_tried_new:
 * @run: what was recorded; something is recorded of its first launch
 * @heading: whose code it was
 * @view: that it is seen in, where the step itself shows none of a run
 *
 * Returns: (transfer full): it, at the place that tells most
 */
WsTried *
ws_tried_new (WsRun *run, const char *heading, WsView view)
{
  WsTried *self = g_new0 (WsTried, 1);
  const WsFinding *finding = find_finding (run);

  self->run = ws_run_ref (run);
  self->heading = g_strdup (heading);
  self->view = view;
  self->launch = finding != NULL ? finding->launch : 0;
  self->block = ws_run_get_first_block (run, self->launch);
  if (finding != NULL && ws_run_find_block (run, self->launch, finding->block) != NULL)
    self->block = finding->block;
  return self;
}

void
ws_tried_free (WsTried *self)
{
  ws_run_unref (self->run);
  g_clear_pointer (&self->scene, ws_scene_unref);
  g_free (self->heading);
  g_free (self);
}

/* Whether the step itself shows a run. */
static gboolean
shows_run (const WsLessonStep *step)
{
  return step->n_views > 0 && step->views[0].kind == WS_LESSON_VIEW_OF_RUN;
}

/* What has no such picture, as a launch that was refused, has its code. */
static WsView
choose_view (const WsTried *self, WsView view)
{
  return ws_view_shows (view, self->scene) ? view : WS_VIEW_CODE;
}

/* Where something is wrong; else at the step's own instant; if this run has no such instant, at the
 * end of its last stage. */
static WsMoment
find_moment (const WsTried *self, const WsLessonStep *step)
{
  WsView view = choose_view (self, shows_run (step) ? step->views[0].view : self->view);
  gboolean of_launch = ws_view_get_class (view)->needs != WS_VIEW_OF_BLOCK;
  const WsScene *scene = self->scene;
  WsMoment moment;

  if (!ws_lesson_instant_find (&step->at, scene, of_launch, &moment, NULL) && scene->record != NULL
      && scene->stages->n_stages > 0)
    moment.position = ws_scene_stage_moment (scene, scene->stages->n_stages - 1);
  if (!of_launch && scene->record != NULL)
    ws_telling_find (scene, view, &moment);
  return moment;
}

/**
 * ws_tried_take_scene:
 * @step: whose exercise it is
 * @playhead: for which scenes are worked out, beside the window
 *
 * Returns: whether the playhead has what this was waiting for
 */
gboolean
ws_tried_take_scene (WsTried *self, const WsLessonStep *step, WsPlayhead *playhead)
{
  WsScene *scene = ws_playhead_get_scene (playhead);

  if (scene == NULL)
    scene = ws_playhead_get_launch_scene (playhead);
  if (self->scene != NULL || scene == NULL || scene->run != self->run)
    return FALSE;
  self->scene = ws_scene_ref (scene);
  self->moment = find_moment (self, step);
  return TRUE;
}

/* ---- on the slide ---- */

static void
add_view (const WsTried *self, const WsLessonView *shown, WsSlide *slide)
{
  WsView view = choose_view (self, shown->view);
  WsPicture picture = { .view = view, .scene = self->scene, .options = WS_FIGURE_OPTIONS_INIT };

  picture.moment = self->moment;
  picture.options.code.ptx = FALSE;
  picture.options.tree.layout = shown->layout;
  ws_slide_add_part (slide, self->heading, &picture);
}

/* As below the step's own tree. */
static gboolean
shows_warps (const WsSlide *slide)
{
  const WsPicture *picture = ((const WsSlidePart *)g_ptr_array_index (slide->parts, 0))->picture;

  return picture->view == WS_VIEW_TREE && picture->options.tree.layout != WS_PATTERN_PYRAMID;
}

/* What is wrong with it, below the picture; and where its figures are from. */
static void
add_words (const WsTried *self, WsSlide *slide)
{
  WsSlidePart *part = g_ptr_array_index (slide->parts, 0);
  const WsFinding *finding = ws_run_find_finding (self->run, self->scene->launch);
  g_autofree char *title = NULL;
  g_autofree char *caption = NULL;
  g_autofree char *described G_GNUC_UNUSED = NULL;

  g_clear_pointer (&slide->source, g_free);
  described = ws_picture_describe (part->picture, &title, &caption, &slide->source);
  if (finding != NULL)
    part->note = g_markup_escape_text (finding->message, -1);
}

/**
 * ws_tried_fill_slide:
 * @self: what was tried; its scene is worked out
 * @step: that the slide is of
 * @slide: (inout): has its own picture; then that of what was tried, in the same views
 */
void
ws_tried_fill_slide (const WsTried *self, const WsLessonStep *step, WsSlide *slide)
{
  const WsLessonView without = { .view = self->view };

  g_return_if_fail (self->scene != NULL);

  g_ptr_array_set_size (slide->parts, 0);
  g_clear_pointer (&slide->subtitle, g_free);
  if (!shows_run (step))
    add_view (self, &without, slide);
  for (guint i = 0; shows_run (step) && i < step->n_views; i++)
    if (step->views[i].kind == WS_LESSON_VIEW_OF_RUN)
      add_view (self, &step->views[i], slide);
  slide->shows_warps = slide->parts->len == 1 && shows_warps (slide);
  add_words (self, slide);
}
