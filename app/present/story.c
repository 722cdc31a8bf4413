#include "present/story.h"

#include "inspector/inspection.h"
#include "playback/caption.h"
#include "words/words.h"

#include <glib/gi18n.h>

struct _WsStory {
  GObject parent_instance;

  WsPlayhead *playhead;
  char *idea;
  char *look;
  char *left;
  WsView views[WS_SLIDE_MAX_PARTS];
  guint n_views;
  WsPattern layout; /* as what the data flow is drawn */
  gboolean closes;  /* the last step is shown, which stands where the last stage does */
  guint told;       /* the step of which was last told that it is the present one */
};

static void ws_story_deck_init (WsDeckInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (WsStory, ws_story, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (WS_TYPE_DECK, ws_story_deck_init))

/* ---- steps: what it is about, one for each stage, what it leaves ---- */

static guint
ws_story_get_n_steps (WsDeck *deck)
{
  const WsScene *scene = ws_playhead_get_scene (WS_STORY (deck)->playhead);

  return scene != NULL && scene->stages->n_stages > 0 ? scene->stages->n_stages + 2 : 0;
}

static guint
ws_story_get_step (WsDeck *deck)
{
  WsStory *self = WS_STORY (deck);
  guint n = ws_story_get_n_steps (deck);

  if (n == 0)
    return 0;
  if (self->closes)
    return n - 1;
  if (ws_playhead_get_position (self->playhead) <= 0)
    return 0;
  return MIN (ws_playhead_get_stage (self->playhead) + 1, n - 2);
}

static void
ws_story_go (WsDeck *deck, guint step)
{
  WsStory *self = WS_STORY (deck);
  const WsScene *scene = ws_playhead_get_scene (self->playhead);
  gboolean closes = step + 1 == ws_story_get_n_steps (deck);
  guint before = ws_story_get_step (deck);

  ws_playhead_set_playing (self->playhead, FALSE);
  ws_playhead_set_clock (self->playhead, WS_CLOCK_BLOCK);
  self->closes = closes;
  if (step == 0)
    ws_playhead_set_position (self->playhead, 0);
  else
    {
      double position = ws_scene_stage_moment (scene, MIN (step - 1, scene->stages->n_stages - 1));

      /* one step on is seen to happen */
      if (step == before + 1 && !closes)
        ws_playhead_glide_to (self->playhead, position);
      else
        ws_playhead_set_position (self->playhead, position);
    }
  ws_deck_changed (deck);
}

/* ---- words ---- */

/* (transfer full): "1048576 elements in 65536 blocks of 16 threads; this is block 0." */
static char *
describe_launch (const WsScene *scene)
{
  const WsLaunch *launch = &scene->run->launches[scene->launch];
  g_autofree char *n = ws_format_count (launch->n_elements);
  g_autofree char *grid = ws_format_extent (launch->grid);
  g_autofree char *block = ws_format_extent (launch->block);
  g_autofree char *shown = ws_format_count (scene->block);

  if (launch->n_elements == 0)
    return g_strdup_printf (_ ("%1$s blocks of %2$s threads; this is block %3$s."), grid, block,
                            shown);
  return g_strdup_printf (_ ("%1$s elements, in %2$s blocks of %3$s threads; this is block %4$s."),
                          n, grid, block, shown);
}

static char *
make_opening (WsStory *self, const WsScene *scene)
{
  g_autofree char *launch = describe_launch (scene);

  if (self->idea == NULL)
    return g_markup_escape_text (launch, -1);
  if (self->look != NULL)
    return g_markup_printf_escaped ("<b>%s</b>\n%s\n%s", self->idea, self->look, launch);
  return g_markup_printf_escaped ("<b>%s</b>\n%s", self->idea, launch);
}

/* The figures that tell kernels apart. */
static char *
make_closing (WsStory *self, const WsScene *scene)
{
  static const char *const ids[] = { "warp-execution-efficiency", "branch-efficiency",
                                     "shared-bank-conflicts", "duration" };
  GString *words = g_string_new (NULL);
  gboolean any = FALSE;

  if (self->left != NULL)
    {
      g_autofree char *left = g_markup_escape_text (self->left, -1);

      g_string_append_printf (words, "<b>%s</b>\n", left);
    }
  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    {
      const WsMetric *metric = ws_metrics_find (scene->metrics, ids[i]);
      g_autofree char *value = NULL;
      g_autofree char *text = NULL;

      if (metric == NULL || !metric->valid)
        continue;
      value = ws_metric_format_value (metric);
      text = g_markup_printf_escaped ("%s: <b>%s</b>", _ (metric->title), value);
      g_string_append_printf (words, "%s%s", any ? "   " : "", text);
      any = TRUE;
    }
  return g_string_free (words, FALSE);
}

static char *
make_stage_words (WsStory *self, const WsScene *scene, guint stage)
{
  g_autofree char *caption = NULL;

  if (ws_view_get_class (self->views[0])->needs == WS_VIEW_OF_BLOCK)
    caption = ws_stages_caption (scene->stages, scene->run, scene->launch, scene->block, stage);
  else
    caption = ws_sms_caption (ws_playhead_get_launch_scene (self->playhead),
                              ws_playhead_get_time (self->playhead));
  return ws_words_make_markup (caption);
}

/* ---- slides ---- */

static void
set_moment (WsStory *self, const WsScene *scene, guint step, WsMoment *moment)
{
  guint n = ws_story_get_n_steps (WS_DECK (self));

  ws_playhead_get_moment (self->playhead, moment);
  if (step == ws_story_get_step (WS_DECK (self)))
    return;
  moment->position = step == 0 ? 0 : ws_scene_stage_moment (scene, MIN (step - 1, MAX (n, 3) - 3));
  moment->time = ws_scene_time_at (scene, moment->position);
}

static WsSlide *
ws_story_make_slide (WsDeck *deck, guint step)
{
  WsStory *self = WS_STORY (deck);
  WsScene *scene = ws_playhead_get_scene (self->playhead);
  guint n = ws_story_get_n_steps (deck);
  const WsRun *run = scene->run;
  const char *title = run->title != NULL && *run->title != '\0'
                          ? ws_words_translate (run->title)
                          : ws_run_get_kernel (run, scene->launch)->title;
  WsSlide *slide = ws_slide_new (title);
  WsPicture picture = { .options = WS_FIGURE_OPTIONS_INIT };

  slide->step = step + 1;
  slide->n_steps = n;
  slide->subtitle = g_strdup (self->idea);
  if (step == 0)
    slide->words = make_opening (self, scene);
  else if (step + 1 == n)
    slide->words = make_closing (self, scene);
  else
    slide->words = make_stage_words (self, scene, step - 1);
  if (step == 0)
    g_clear_pointer (&slide->subtitle, g_free);
  slide->source = g_strdup_printf ("%s · %s", run->device_name,
                                   _ (ws_origin_get_name (run->launches[scene->launch].origin)));
  set_moment (self, scene, step, &picture.moment);
  picture.options.tree.layout = self->layout;
  for (guint i = 0; i < self->n_views; i++)
    {
      const WsViewClass *klass = ws_view_get_class (self->views[i]);

      picture.view = self->views[i];
      picture.scene =
          klass->needs == WS_VIEW_OF_LAUNCH ? ws_playhead_get_launch_scene (self->playhead) : scene;
      if (ws_view_shows (picture.view, picture.scene))
        ws_slide_add_part (slide, self->n_views > 1 ? _ (klass->title) : NULL, &picture);
    }
  slide->shows_warps =
      self->n_views == 1 && self->views[0] == WS_VIEW_TREE && self->layout != WS_PATTERN_PYRAMID;
  return slide;
}

static gboolean
ws_story_get_moment (WsDeck *deck, guint part, WsMoment *moment)
{
  ws_playhead_get_moment (WS_STORY (deck)->playhead, moment);
  return TRUE;
}

static void
ws_story_play (WsDeck *deck)
{
  WsStory *self = WS_STORY (deck);

  self->closes = FALSE;
  ws_playhead_set_playing (self->playhead, !ws_playhead_get_playing (self->playhead));
}

static gboolean
ws_story_show_view (WsDeck *deck, WsView view, gboolean beside)
{
  WsStory *self = WS_STORY (deck);

  if (beside && view != self->views[0])
    {
      self->n_views = 2;
      self->views[1] = view;
    }
  else
    {
      self->n_views = 1;
      self->views[0] = view;
    }
  ws_deck_changed (deck);
  return TRUE;
}

static void
ws_story_deck_init (WsDeckInterface *iface)
{
  iface->get_n_steps = ws_story_get_n_steps;
  iface->get_step = ws_story_get_step;
  iface->go = ws_story_go;
  iface->make_slide = ws_story_make_slide;
  iface->get_moment = ws_story_get_moment;
  iface->play = ws_story_play;
  iface->show_view = ws_story_show_view;
}

/* ---- the playhead ---- */

/* Tells that the slide is another. */
static void
change (WsStory *self)
{
  self->told = ws_story_get_step (WS_DECK (self));
  ws_deck_changed (WS_DECK (self));
}

static void
scene_cb (WsStory *self)
{
  self->closes = FALSE;
  change (self);
}

static void
position_cb (WsStory *self)
{
  const WsScene *scene = ws_playhead_get_scene (self->playhead);

  /* going back by other ways leaves the last step */
  if (self->closes && scene != NULL
      && ws_playhead_get_position (self->playhead)
             < ws_scene_stage_moment (scene, scene->stages->n_stages - 1))
    self->closes = FALSE;
  if (ws_story_get_step (WS_DECK (self)) != self->told)
    change (self);
  else
    ws_deck_moved (WS_DECK (self));
}

static void
ws_story_finalize (GObject *object)
{
  WsStory *self = WS_STORY (object);

  g_clear_object (&self->playhead);
  g_clear_pointer (&self->idea, g_free);
  g_clear_pointer (&self->look, g_free);
  g_clear_pointer (&self->left, g_free);

  G_OBJECT_CLASS (ws_story_parent_class)->finalize (object);
}

static void
ws_story_class_init (WsStoryClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ws_story_finalize;
}

static void
ws_story_init (WsStory *self)
{
  self->views[0] = WS_VIEW_TREE;
  self->n_views = 1;
}

/**
 * ws_story_new:
 * @playhead: (transfer none): whose kernel is shown, and which moves
 */
WsStory *
ws_story_new (WsPlayhead *playhead)
{
  WsStory *self = g_object_new (WS_TYPE_STORY, NULL);

  self->playhead = g_object_ref (playhead);
  g_signal_connect_object (playhead, "notify::scene", G_CALLBACK (scene_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (playhead, "notify::warp", G_CALLBACK (change), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (playhead, "notify::position", G_CALLBACK (position_cb), self,
                           G_CONNECT_SWAPPED);
  return self;
}

/**
 * ws_story_set_words:
 * @idea: (nullable): one sentence: what the kernel shows
 * @look: (nullable): one sentence: what to look at
 * @left: (nullable): one sentence: what is left to do
 */
void
ws_story_set_words (WsStory *self, const char *idea, const char *look, const char *left)
{
  g_return_if_fail (WS_IS_STORY (self));

  g_free (self->idea);
  self->idea = g_strdup (idea);
  g_free (self->look);
  self->look = g_strdup (look);
  g_free (self->left);
  self->left = g_strdup (left);
  ws_deck_changed (WS_DECK (self));
}

/**
 * ws_story_set_layout:
 * @layout: as what the data flow of a block is drawn, or %WS_PATTERN_PYRAMID for all launches
 */
void
ws_story_set_layout (WsStory *self, WsPattern layout)
{
  g_return_if_fail (WS_IS_STORY (self));

  if (self->layout == layout)
    return;
  self->layout = layout;
  ws_deck_changed (WS_DECK (self));
}
