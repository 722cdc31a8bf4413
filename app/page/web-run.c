/* web-run.c: a run on a page: the moments at which it stands, and what is seen at each of them. */
#include "page/web-page-private.h"

#include "scene/course.h"
#include "slide/beside-picture.h"
#include "slide/slide.h"
#include "view/view.h"
#include "words/words.h"

#include <glib/gi18n.h>

#define MAX_MOMENTS      64 /* of more, only where the window stops */
#define N_LAUNCH_MOMENTS 9  /* of a launch, of which no block was recorded */
#define N_BRIEF_MOMENTS  5  /* of a brief page */

/* What the reader chooses among; the code stands beside them. */
static const WsView views[] = { WS_VIEW_TREE, WS_VIEW_LANES, WS_VIEW_MEMORY, WS_VIEW_SMS };

/* Where a page stands. */
typedef struct {
  double position;
  double time;
  gboolean stops; /* whether the window stops there, too */
} Stand;

/* ---- moments ---- */

static guint
get_line (const WsScene *scene, guint warp, double position)
{
  const WsMoment moment = { .position = position, .warp = warp };

  return ws_code_get_line (scene, &moment);
}

static gint
compare (gconstpointer a, gconstpointer b)
{
  const Stand *one = a;
  const Stand *other = b;

  return one->position < other->position ? -1 : one->position > other->position;
}

/* Where each stage is explained. */
static void
add_stages (const WsScene *scene, GArray *stands)
{
  for (guint i = 0; i < scene->stages->n_stages; i++)
    {
      Stand stand = { .position = ws_scene_stage_moment (scene, i), .stops = TRUE };

      g_array_append_val (stands, stand);
    }
}

/* Where the warp has executed a line, and goes on to another. */
static void
add_lines (const WsScene *scene, guint warp, GArray *stands)
{
  const WsWarpTrace *trace = g_ptr_array_index (scene->warps, warp);
  double last = ws_course_get_last (scene, FALSE);

  for (guint i = 0; i + 1 < trace->n_events && trace->events[i] < last; i++)
    {
      Stand stand = { .position = trace->events[i] };

      if (get_line (scene, warp, trace->events[i]) != get_line (scene, warp, trace->events[i + 1]))
        g_array_append_val (stands, stand);
      if (stands->len > MAX_MOMENTS)
        return;
    }
}

/* Keeps one moment per position. */
static void
sort (GArray *stands)
{
  g_array_sort (stands, compare);
  for (guint i = stands->len; i-- > 1;)
    {
      Stand *before = &g_array_index (stands, Stand, i - 1);
      const Stand *stand = &g_array_index (stands, Stand, i);

      if (before->position != stand->position)
        continue;
      before->stops = before->stops || stand->stops;
      g_array_remove_index (stands, i);
    }
}

/* At most this many, evenly spaced, including the first and the last. */
static void
thin (GArray *stands, guint most)
{
  guint n = stands->len;

  if (n <= most)
    return;
  for (guint i = 0; i < most; i++)
    g_array_index (stands, Stand, i) = g_array_index (stands, Stand, i * (n - 1) / (most - 1));
  g_array_set_size (stands, most);
}

static void
add_block_moments (const WsScene *scene, guint warp, gboolean is_brief, GArray *stands)
{
  if (!is_brief)
    add_lines (scene, warp, stands);
  if (stands->len > MAX_MOMENTS)
    g_array_set_size (stands, 0);
  add_stages (scene, stands);
  sort (stands);
  if (is_brief)
    thin (stands, N_BRIEF_MOMENTS);
  for (guint i = 0; i < stands->len; i++)
    {
      Stand *stand = &g_array_index (stands, Stand, i);

      stand->time = ws_scene_time_at (scene, stand->position);
    }
}

static void
add_launch_moments (const WsScene *scene, gboolean is_brief, GArray *stands)
{
  guint n = is_brief ? N_BRIEF_MOMENTS : N_LAUNCH_MOMENTS;
  double seconds = ws_course_get_seconds (scene, TRUE);

  for (guint i = 0; i < n; i++)
    {
      Stand stand = { .stops = TRUE };
      WsMoment moment = { 0 };

      ws_course_get_moment (scene, TRUE, seconds * i / (n - 1), &moment);
      stand.time = moment.time;
      g_array_append_val (stands, stand);
    }
}

/* (transfer full) */
static GArray *
list_moments (const WsScene *scene, guint warp, gboolean is_brief)
{
  GArray *stands = g_array_new (FALSE, TRUE, sizeof (Stand));

  if (scene->record != NULL && scene->stages->n_stages > 0)
    add_block_moments (scene, warp, is_brief, stands);
  else if (scene->timeline != NULL)
    add_launch_moments (scene, is_brief, stands);
  return stands;
}

/* ---- steps ---- */

/* (transfer full) (nullable): the view's one figure */
static char *
dup_figure (WsView view, const WsPicture *picture)
{
  const WsViewClass *klass = ws_view_get_class (view);
  const WsFrame frame = { .scene = picture->scene, .moment = &picture->moment };
  const WsLook look = ws_view_look_at (klass, &frame, &picture->options);

  return ws_view_dup_figure (klass, &look);
}

/* What is said is the same of all views of a block. */
static void
fill_words (WsWebPage *self, WsWebStep *step, const WsPicture *picture)
{
  g_autofree char *title = NULL;
  g_autofree char *caption = NULL;
  g_autofree char *source = NULL;
  g_autofree char *described G_GNUC_UNUSED =
      ws_picture_describe (picture, &title, &caption, &source);

  if (self->title == NULL)
    self->title = g_steal_pointer (&title);
  if (step->words == NULL && caption != NULL && *caption != '\0')
    step->words = ws_words_make_markup (caption);
  if (step->source == NULL)
    step->source = g_steal_pointer (&source);
}

static void
add_view (WsWebPage *self, WsWebStep *step, WsView view, const WsPicture *picture)
{
  WsPicture one = *picture;
  g_autofree char *figure = dup_figure (view, picture);
  WsWebView *added;

  if (!ws_view_shows (view, picture->scene))
    return;
  one.view = view;
  fill_words (self, step, &one);
  added = ws_web_view_new (_ (ws_view_get_class (view)->title), figure);
  ws_web_view_add_picture (added, NULL, NULL, &one);
  g_ptr_array_add (step->views, added);
}

/* What is seen at a moment of a run. */
static void
add_step (WsWebPage *self, WsWebStep *step, const WsPicture *picture)
{
  WsPicture tree = *picture;

  tree.view = WS_VIEW_TREE;
  ws_web_page_add_listing (self, step, &tree);
  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    if (!self->is_brief || step->views->len == 0
        || ws_view_get_class (views[i])->needs == WS_VIEW_OF_BLOCK)
      add_view (self, step, views[i], picture);
}

/* A view of two runs: each below its heading, and what both took. */
static void
add_view_beside (WsWebPage *self, WsWebStep *step, WsView view, const WsPicture *picture)
{
  const WsBeside *beside = picture->subject;
  WsPicture one = *picture;
  g_autoptr (WsSlide) slide = NULL;
  g_autofree char *alt = NULL;
  g_autofree char *title = NULL;
  g_autofree char *caption = NULL;
  g_autofree char *source = NULL;
  WsWebView *added;

  if (!ws_view_shows (view, beside->scenes[WS_BESIDE_LEFT])
      || !ws_view_shows (view, beside->scenes[WS_BESIDE_RIGHT]))
    return;
  one.view = view;
  one.options.bare = TRUE;
  alt = ws_picture_describe (&one, &title, &caption, &source);
  slide = ws_picture_make_beside_slide (&one, ws_theme_get (WS_THEME_LIGHT));
  added = ws_web_view_new (_ (ws_view_get_class (view)->title), NULL);
  for (guint i = 0; i < slide->parts->len; i++)
    {
      const WsSlidePart *part = g_ptr_array_index (slide->parts, i);

      ws_web_view_add_picture (added, part->heading, part->note, part->picture);
      if (step->views->len == 0)
        ws_web_page_add_listing (self, step, part->picture);
    }
  ws_web_view_add_strip (added, alt, slide->strip, (guint)slide->strip_lines);
  g_ptr_array_add (step->views, added);
}

static void
add_step_beside (WsWebPage *self, WsWebStep *step, const WsPicture *picture)
{
  fill_words (self, step, picture);
  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    add_view_beside (self, step, views[i], picture);
}

static void
add_steps (WsWebPage *self, const WsPicture *picture,
           void (*add) (WsWebPage *self, WsWebStep *step, const WsPicture *picture))
{
  g_autoptr (GArray) stands = list_moments (picture->scene, picture->moment.warp, self->is_brief);

  self->seconds = WS_SECONDS_PER_STAGE;
  for (guint i = 0; i < stands->len; i++)
    {
      const Stand *stand = &g_array_index (stands, Stand, i);
      WsWebStep *step = ws_web_page_add_step (self);
      WsPicture one = *picture;

      one.moment.position = stand->position;
      one.moment.time = stand->time;
      one.moment.hover_x = one.moment.hover_y = -1;
      step->stops = stand->stops;
      add (self, step, &one);
    }
}

/**
 * ws_web_page_add_run:
 * @picture: of a view of the run: its scene, the warp that is followed, and its options are taken;
 * view and moment are not
 *
 * Adds a step for each line that the warp goes through, and where each stage is explained; of a
 * long block, and on a brief page, those alone. The metrics of all launches stand below.
 */
void
ws_web_page_add_run (WsWebPage *self, const WsPicture *picture)
{
  g_return_if_fail (self != NULL && picture->scene != NULL);

  add_steps (self, picture, add_step);
  ws_web_page_add_metrics (self, NULL, picture->scene->run);
}

/**
 * ws_web_page_add_beside:
 * @beside: two runs
 * @picture: of a view of the left one: the warp that is followed, and its options are taken
 *
 * Adds steps as ws_web_page_add_run() does of the left run, with the right one beside it, where
 * that stands at the same stage, or at the same time.
 */
void
ws_web_page_add_beside (WsWebPage *self, WsBeside *beside, const WsPicture *picture)
{
  WsPicture both = *picture;

  g_return_if_fail (self != NULL && beside != NULL);

  ws_picture_set_beside (&both, beside);
  add_steps (self, &both, add_step_beside);
  for (guint i = 0; i < WS_BESIDE_N_SIDES; i++)
    {
      g_autofree char *heading = ws_beside_heading (beside, i);

      ws_web_page_add_metrics (self, heading, beside->scenes[i]->run);
    }
}
