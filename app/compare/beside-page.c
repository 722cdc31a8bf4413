#include "compare/beside-page.h"

#include "session/second-run.h"
#include "slide/beside-picture.h"
#include "toolkit/tip.h"
#include "views/sms-view.h"
#include "toolkit/wrap-layout.h"
#include "compare/beside-choice.h"
#include "compare/beside-elsewhere.h"
#include "compare/beside-panel.h"
#include "compare/beside-size.h"
#include "compare/times-view.h"

#include "words/words.h"

#include <glib/gi18n.h>

#define GAP_PX 10

/* Which of the two it is: what the window shows, and what is compared with it. Where each stands is
 * another question: before is always left. */
typedef enum { SHOWN, SECOND, N_RUNS } Which;

struct _WsBesidePage {
  GtkWidget parent_instance;

  WsSession *session;
  GSettings *settings;
  WsPlayhead *playheads[N_RUNS]; /* the window's, and one that follows it */
  WsSecondRun *second;
  WsRun *asked;            /* nullable: beside which the second was asked for last */
  WsRun *given;            /* nullable: what is to be the second, until something else is chosen */
  WsBeside *pairs[N_RUNS]; /* nullable: each leads in one of them */
  gboolean second_first;   /* the second is what was before */
  gboolean swapped;        /* the user wants it the other way round */
  char *finding;
  char *title;
  WsView view;
  WsThemeKind theme;
  gboolean following;      /* the second is being moved */
  char *notes[N_RUNS];     /* nullable: what is said below each, but for what holds now */
  gboolean zooms_together; /* the views of the SMs do */

  WsSecondRun *wider; /* the run shown, with so many elements that the two differ */
  WsBesideSize size;  /* with how many */
  guint64 few;        /* with how many they do the same */
  char *widened;      /* nullable: of which kernel that was run by itself */
  guint kept_stage;   /* that was looked at then */

  GtkBox *box;
  GtkBox *bar;
  WsBesideChoice *choice;
  GtkBox *hint;
  GtkLabel *hint_label;
  GtkButton *wider_button; /* with as many elements as it takes */
  GtkButton *view_button;  /* what shows the difference */
  GtkBox *panel_box;
  WsBesidePanel *panels[N_RUNS]; /* NULL until it is seen first */
  WsTimesView *times;
  GSimpleActionGroup *actions;
};

enum { CHANGED, N_SIGNALS };

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WsBesidePage, ws_beside_page, GTK_TYPE_WIDGET)

/* What can stand beside each other, in the order of their buttons. */
static const WsView views[] = { WS_VIEW_TREE, WS_VIEW_LANES, WS_VIEW_CODE, WS_VIEW_MEMORY,
                                WS_VIEW_SMS };

/* ---- one playhead ---- */

static WsScene *
get_scene (WsPlayhead *playhead)
{
  WsScene *scene = ws_playhead_get_scene (playhead);

  return scene != NULL ? scene : ws_playhead_get_launch_scene (playhead);
}

/* Returns: (nullable): both as they stand there, before at the left */
static WsBeside *
get_beside (WsBesidePage *self)
{
  return self->pairs[self->second_first ? SECOND : SHOWN];
}

/* The run that stands there. */
static Which
get_which (WsBesidePage *self, WsBesideSide side)
{
  return (side == WS_BESIDE_LEFT) == self->second_first ? SECOND : SHOWN;
}

/* The second stands where the one shown does. */
static void
follow (WsBesidePage *self)
{
  WsPlayhead *shown = self->playheads[SHOWN];
  WsPlayhead *second = self->playheads[SECOND];
  WsMoment ours;
  WsMoment theirs;

  if (self->pairs[SHOWN] == NULL || self->following)
    return;
  self->following = TRUE;
  ws_playhead_get_moment (shown, &ours);
  ws_beside_moment_of (self->pairs[SHOWN], &ours, &theirs);
  ws_playhead_set_clock (second, ws_playhead_get_clock (shown));
  ws_playhead_set_warp (second, theirs.warp);
  if (ws_playhead_get_clock (shown) == WS_CLOCK_LAUNCH)
    ws_playhead_set_time (second, theirs.time);
  else
    ws_playhead_set_position (second, theirs.position);
  self->following = FALSE;
}

/* The second was moved: the one shown goes where that belongs. */
static void
lead_back_cb (WsBesidePage *self)
{
  WsPlayhead *shown = self->playheads[SHOWN];
  WsMoment theirs;
  WsMoment ours;

  if (self->following || self->pairs[SECOND] == NULL)
    return;
  ws_playhead_get_moment (self->playheads[SECOND], &theirs);
  ws_beside_moment_of (self->pairs[SECOND], &theirs, &ours);
  if (ws_playhead_get_clock (shown) == WS_CLOCK_LAUNCH)
    ws_playhead_set_time (shown, ours.time);
  else
    ws_playhead_set_position (shown, ours.position);
}

static void
warp_cb (WsBesidePage *self)
{
  if (!self->following && self->pairs[SHOWN] != NULL)
    ws_playhead_set_warp (self->playheads[SHOWN], ws_playhead_get_warp (self->playheads[SECOND]));
}

/* ---- what it says ---- */

/* The moment of the left. */
static void
get_moment (WsBesidePage *self, WsMoment *moment)
{
  ws_playhead_get_moment (self->playheads[get_which (self, WS_BESIDE_LEFT)], moment);
}

static guint
get_stage (WsBesidePage *self)
{
  WsBeside *beside = get_beside (self);
  WsMoment moment;

  get_moment (self, &moment);
  return beside != NULL && beside->stage_of != NULL && self->view != WS_VIEW_SMS
             ? ws_scene_stage_at (beside->scenes[WS_BESIDE_LEFT], moment.position)
             : WS_NONE;
}

/* (transfer full) (nullable): why there is no second yet */
static char *
make_message (WsBesidePage *self, double *fraction)
{
  const char *sentence = ws_second_run_get_sentence (self->second);

  *fraction = -1;
  switch (ws_second_run_get_state (self->second))
    {
    case WS_SECOND_RUNS:
      *fraction = ws_second_run_get_fraction (self->second);
      return g_strdup (_ ("Recording the second run…"));
    case WS_SECOND_FAILED:
      return g_strdup (sentence != NULL ? sentence : "");
    case WS_SECOND_THERE:
      return get_beside (self) != NULL ? NULL : g_strdup (_ ("This block was not recorded."));
    case WS_SECOND_NONE:
    default:
      return g_strdup (_ ("Nothing was run yet."));
    }
}

/* Below each panel: over time, what holds now, and the figures. */
static void
update_notes (WsBesidePage *self)
{
  WsBeside *beside = get_beside (self);
  WsMoment moment;

  get_moment (self, &moment);
  for (guint side = 0; side < WS_BESIDE_N_SIDES; side++)
    {
      Which which = get_which (self, side);
      const char *note = self->notes[which] != NULL ? self->notes[which] : "";
      g_autofree char *now = beside != NULL && self->view == WS_VIEW_SMS
                                 ? ws_beside_say_now (beside, side, moment.time)
                                 : g_strdup ("");
      g_autofree char *escaped = g_markup_escape_text (now, -1);
      g_autofree char *text =
          g_strdup_printf ("%s%s%s", escaped, *now != '\0' && *note != '\0' ? "\n" : "", note);

      if (self->panels[which] != NULL)
        ws_beside_panel_set_note (self->panels[which], text);
    }
}

static void
update_times (WsBesidePage *self)
{
  WsMoment moment;

  get_moment (self, &moment);
  ws_times_view_show (self->times, get_beside (self), &moment, self->view == WS_VIEW_SMS);
}

static void
moved_cb (WsBesidePage *self)
{
  update_times (self);
  if (self->view == WS_VIEW_SMS)
    update_notes (self);
}

static void
enable (WsBesidePage *self, const char *name, gboolean enabled)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self->actions), name);

  g_simple_action_set_enabled (G_SIMPLE_ACTION (action), enabled);
}

/* Returns: (nullable): id of the kernel from which the next pair goes on */
static const char *
get_step (WsBesidePage *self)
{
  WsBeside *beside = get_beside (self);
  WsRun *shown = ws_playhead_get_run (self->playheads[SHOWN]);

  if (beside == NULL || ws_beside_choice_get_kind (self->choice) != WS_BESIDE_KERNEL)
    return shown != NULL ? shown->id : NULL;
  return beside->scenes[WS_BESIDE_RIGHT]->run->id;
}

static void
update_words (WsBesidePage *self)
{
  const WsTheme *theme = ws_theme_get (self->theme);
  WsBeside *beside = get_beside (self);
  const char *step = get_step (self);
  g_autofree char *message = NULL;
  double fraction;

  g_clear_pointer (&self->finding, g_free);
  g_clear_pointer (&self->title, g_free);
  enable (self, "swap", beside != NULL);
  enable (self, "next", step != NULL && ws_beside_choice_has_next (self->choice, step));
  if (self->panels[SHOWN] == NULL)
    return;
  message = make_message (self, &fraction);
  ws_beside_panel_set_message (self->panels[SECOND], message, fraction);
  for (guint side = 0; side < WS_BESIDE_N_SIDES; side++)
    {
      Which which = get_which (self, side);
      g_autofree char *heading = beside != NULL ? ws_beside_heading (beside, side) : NULL;
      g_autofree char *note =
          beside != NULL ? ws_beside_note (beside, side, get_stage (self), theme) : NULL;

      ws_beside_panel_set_heading (self->panels[which], heading != NULL ? heading : "");
      g_free (self->notes[which]);
      self->notes[which] = g_steal_pointer (&note);
    }
  update_notes (self);
  update_times (self);
  if (beside != NULL)
    {
      self->finding = ws_beside_sentence (beside, get_stage (self));
      self->title = ws_beside_title (beside);
    }
  g_signal_emit (self, signals[CHANGED], 0);
}

/* ---- what was before, and what after ---- */

static guint
find_kernel (WsBesidePage *self, const WsRun *run)
{
  WsCatalog *catalog = ws_session_get_catalog (self->session);

  for (guint i = 0; i < ws_catalog_get_n_kernels (catalog); i++)
    if (g_strcmp0 (ws_catalog_get_kernel (catalog, i)->id, run->id) == 0)
      return i;
  return WS_NONE;
}

static gboolean
is_earlier_kernel (WsBesidePage *self, const WsRun *shown, const WsRun *second)
{
  return find_kernel (self, second) < find_kernel (self, shown);
}

static gboolean
is_earlier_run (WsBesidePage *self, const WsRun *shown, const WsRun *second)
{
  return TRUE;
}

static gboolean
is_smaller_block (WsBesidePage *self, const WsRun *shown, const WsRun *second)
{
  return ws_launch_get_n_threads (&second->launches[0])
         < ws_launch_get_n_threads (&shown->launches[0]);
}

/* Whether the second belongs before the one shown; of devices the present one is before. */
static gboolean
comes_first (WsBesidePage *self, const WsRun *shown, const WsRun *second)
{
  static gboolean (*const tests[WS_BESIDE_N_KINDS]) (WsBesidePage *, const WsRun *,
                                                     const WsRun *) = {
    [WS_BESIDE_KERNEL] = is_earlier_kernel,
    [WS_BESIDE_BEFORE] = is_earlier_run,
    [WS_BESIDE_BLOCK] = is_smaller_block,
  };
  WsBesideKind kind = ws_beside_choice_get_kind (self->choice);

  return self->given == NULL && tests[kind] != NULL && tests[kind](self, shown, second);
}

static void
put_in_order (WsBesidePage *self)
{
  if (self->pairs[SHOWN] != NULL)
    self->second_first = comes_first (self, self->pairs[SHOWN]->scenes[WS_BESIDE_LEFT]->run,
                                      self->pairs[SHOWN]->scenes[WS_BESIDE_RIGHT]->run)
                         != self->swapped;
  if (self->panels[SHOWN] != NULL)
    gtk_box_reorder_child_after (self->panel_box, GTK_WIDGET (self->panels[SHOWN]),
                                 self->second_first ? GTK_WIDGET (self->panels[SECOND]) : NULL);
}

/* While both are seen, their launches have one time, which goes on until both are over. */
static void
pair (WsBesidePage *self)
{
  WsBeside *pair = self->pairs[SHOWN];
  gboolean seen = pair != NULL && gtk_widget_get_mapped (GTK_WIDGET (self));

  for (guint i = 0; i < N_RUNS; i++)
    if (self->playheads[i] != NULL)
      ws_playhead_set_beside (self->playheads[i], seen ? pair->scenes[N_RUNS - 1 - i] : NULL);
}

/* ---- where both do the same ---- */

/* (nullable): of the catalogue, of both */
static gboolean
find_kernels (WsBesidePage *self, const WsCatalogKernel *kernels[N_RUNS])
{
  WsCatalog *catalog = ws_session_get_catalog (self->session);

  for (guint i = 0; i < N_RUNS; i++)
    {
      kernels[i] = ws_catalog_find (catalog, ws_playhead_get_run (self->playheads[i])->id, NULL);
      if (kernels[i] == NULL)
        return FALSE;
    }
  return kernels[SHOWN] != kernels[SECOND];
}

/* The run shown, with as many elements as @size says. */
static void
widen (WsBesidePage *self)
{
  WsCatalog *catalog = ws_session_get_catalog (self->session);
  WsRun *shown = ws_playhead_get_run (self->playheads[SHOWN]);
  const WsCatalogKernel *kernel = ws_catalog_find (catalog, shown->id, NULL);
  WsPlanParameters parameters;
  g_autoptr (WsJobSource) source = NULL;

  ws_plan_parameters_from_variant (&parameters, kernel, shown->parameters);
  self->few = parameters.n;
  parameters.n = self->size.n;
  source = ws_catalog_choose (catalog, kernel, &parameters, "0,mid,last", FALSE);
  g_free (self->widened);
  self->widened = g_strdup (shown->id);
  self->kept_stage = ws_playhead_get_stage (self->playheads[SHOWN]);
  ws_second_run_record (self->wider, shown->device, source, 0, 0);
}

static void
wider_cb (WsBesidePage *self)
{
  const WsRunPlace place = WS_RUN_PLACE_INIT;

  if (ws_second_run_get_state (self->wider) == WS_SECOND_THERE)
    ws_session_show (self->session, ws_second_run_get_run (self->wider), WS_SHOWN_AGAIN, &place);
}

/* The stage that was looked at is shown again: behind the window, which plays what is new. */
static void
shown_cb (WsBesidePage *self, WsRun *run, WsScene *scene)
{
  if (run != ws_second_run_get_run (self->wider) || scene == NULL || scene->stages == NULL
      || self->kept_stage >= scene->stages->n_stages)
    return;
  ws_playhead_set_playing (self->playheads[SHOWN], FALSE);
  ws_playhead_set_position (self->playheads[SHOWN],
                            ws_scene_stage_moment (scene, self->kept_stage));
  self->kept_stage = WS_NONE;
}

/* (transfer full): what is said where both do the same; the view in which they differ is offered */
static char *
say_same (WsBesidePage *self, gboolean can_differ)
{
  WsView view = self->view;
  g_autofree char *elsewhere =
      can_differ ? NULL
                 : ws_beside_elsewhere_say (self->pairs[get_which (self, WS_BESIDE_LEFT)], &view);
  const char *same = _ ("Both do the same here, stage by stage.");

  gtk_widget_set_visible (GTK_WIDGET (self->view_button), view != self->view);
  if (elsewhere == NULL)
    return g_strdup (same);
  if (view != self->view)
    {
      /* Translators: a view: Code, Memory, SMs */
      g_autofree char *label = g_strdup_printf (_ ("Show %s"), _ (ws_view_get_class (view)->title));

      gtk_button_set_label (self->view_button, label);
      gtk_actionable_set_action_target (GTK_ACTIONABLE (self->view_button), "s",
                                        ws_view_get_name (view));
    }
  /* Translators: two sentences */
  return g_strdup_printf (_ ("%1$s %2$s"), same, elsewhere);
}

/* (transfer full) (nullable): what is said where both did the same, with fewer elements */
static char *
say_widened (WsBesidePage *self)
{
  g_autofree char *few = NULL;
  g_autofree char *n = NULL;

  if (self->pairs[SHOWN] == NULL
      || ws_playhead_get_run (self->playheads[SHOWN]) != ws_second_run_get_run (self->wider))
    return NULL;
  few = ws_format_count (self->few);
  n = ws_format_count (self->size.n);
  return g_strdup_printf (_ ("Compared at n = %1$s: at n = %2$s both do the same."), n, few);
}

/* Whether both do the same, stage by stage. @kernels: (out): what they are of */
static gboolean
is_same (WsBesidePage *self, const WsCatalogKernel *kernels[N_RUNS])
{
  return self->pairs[SHOWN] != NULL && self->given == NULL && find_kernels (self, kernels)
         && ws_beside_is_same (self->pairs[SHOWN]);
}

/* Whether they would do something else with more elements: with how many is kept. */
static gboolean
find_size (WsBesidePage *self, const WsCatalogKernel *kernels[N_RUNS])
{
  const WsRun *shown = self->pairs[SHOWN]->scenes[WS_BESIDE_LEFT]->run;
  WsPlanParameters parameters;

  ws_plan_parameters_from_variant (&parameters, kernels[SHOWN], shown->parameters);
  return ws_beside_size_find (ws_session_get_catalog (self->session), kernels, &parameters,
                              shown->spec, &self->size);
}

static void
update_hint (WsBesidePage *self, gboolean same, gboolean can_differ)
{
  g_autofree char *hint = same ? say_same (self, can_differ) : say_widened (self);

  gtk_widget_set_visible (GTK_WIDGET (self->hint), hint != NULL);
  gtk_label_set_text (self->hint_label, hint != NULL ? hint : "");
  gtk_widget_set_visible (GTK_WIDGET (self->wider_button), can_differ);
  if (!same)
    gtk_widget_set_visible (GTK_WIDGET (self->view_button), FALSE);
  if (can_differ)
    {
      g_autofree char *blocks = ws_words_count (WS_NOUN_BLOCK, self->size.n_blocks);
      g_autofree char *label = g_strdup_printf (_ ("Compare at %s"), blocks);

      gtk_button_set_label (self->wider_button, label);
    }
}

/* Two equal pictures show nothing: what comes by itself is run with as many elements as it takes,
 * and to what was chosen that is offered; where no number does, another view is. */
static void
look_for_difference (WsBesidePage *self)
{
  const WsCatalogKernel *kernels[N_RUNS];
  gboolean same = is_same (self, kernels);
  gboolean can_differ = same && find_size (self, kernels);

  update_hint (self, same, can_differ);
  if (can_differ && ws_beside_choice_is_next (self->choice)
      && ws_session_get_shown (self->session) != WS_SHOWN_OPENED
      && g_strcmp0 (self->widened, kernels[SHOWN]->id) != 0)
    widen (self);
}

/* Another run, launch or block, of either. */
static void
align (WsBesidePage *self)
{
  WsScene *scenes[N_RUNS] = { get_scene (self->playheads[SHOWN]),
                              get_scene (self->playheads[SECOND]) };
  gboolean is_there = ws_second_run_get_state (self->second) == WS_SECOND_THERE;

  for (guint i = 0; i < N_RUNS; i++)
    g_clear_pointer (&self->pairs[i], ws_beside_unref);
  for (guint i = 0; i < N_RUNS && is_there && scenes[SHOWN] != NULL && scenes[SECOND] != NULL; i++)
    self->pairs[i] = ws_beside_new (scenes[i], scenes[N_RUNS - 1 - i]);
  put_in_order (self);
  pair (self);
  follow (self);
  update_words (self);
  look_for_difference (self);
}

/* ---- what is compared with it ---- */

/* (transfer full) (nullable): of the chosen kernel, or of the same with other blocks, what is like
 * @left in all else */
static WsJobSource *
make_source (WsBesidePage *self, const WsRun *left, GError **error)
{
  WsBesideKind kind = ws_beside_choice_get_kind (self->choice);
  const char *id = ws_beside_choice_get_id (self->choice);
  WsCatalog *catalog = ws_session_get_catalog (self->session);
  const WsCatalogKernel *kernel;
  WsPlanParameters parameters;
  g_autofree char *blocks = NULL;

  if (kind == WS_BESIDE_DEVICE)
    return ws_session_dup_source (self->session, left);
  kernel = ws_catalog_find (catalog, kind == WS_BESIDE_KERNEL && id != NULL ? id : left->id, error);
  if (kernel == NULL)
    return NULL;
  ws_plan_parameters_from_variant (&parameters, kernel, left->parameters);
  if (kind == WS_BESIDE_BLOCK && id != NULL)
    parameters.block = (guint32)g_ascii_strtoull (id, NULL, 10);
  blocks = g_strdup_printf ("0,mid,last,%u", ws_playhead_get_block (self->playheads[SHOWN]));
  return ws_catalog_choose (catalog, kernel, &parameters, blocks, FALSE);
}

static void
record (WsBesidePage *self, const WsRun *left)
{
  WsPlayhead *playhead = self->playheads[SHOWN];
  gboolean on_device = ws_beside_choice_get_kind (self->choice) == WS_BESIDE_DEVICE;
  const char *device = on_device ? ws_beside_choice_get_id (self->choice) : left->device;
  g_autoptr (GError) error = NULL;
  g_autoptr (WsJobSource) source = make_source (self, left, &error);

  if (source == NULL || device == NULL)
    ws_second_run_fail (self->second,
                        error != NULL ? error->message : _ ("No second run to compare with."));
  else
    ws_second_run_record (self->second, device, source, ws_playhead_get_launch (playhead),
                          ws_playhead_get_block (playhead));
}

/* Asks for what is chosen, beside the run that the window shows by now. */
static void
ask (WsBesidePage *self)
{
  WsPlayhead *playhead = self->playheads[SHOWN];
  WsRun *left = ws_playhead_get_run (playhead);
  WsRun *before;

  if (left == NULL || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  ws_run_ref (left);
  g_clear_pointer (&self->asked, ws_run_unref);
  self->asked = left;
  if (self->given != NULL)
    {
      ws_second_run_show (self->second, self->given, ws_playhead_get_launch (playhead),
                          ws_playhead_get_block (playhead));
      return;
    }
  if (ws_beside_choice_get_kind (self->choice) != WS_BESIDE_BEFORE)
    {
      record (self, left);
      return;
    }
  before = ws_session_get_earlier (self->session, 1);
  if (before != NULL)
    ws_second_run_show (self->second, before, ws_playhead_get_launch (playhead),
                        ws_playhead_get_block (playhead));
  else
    ws_second_run_fail (self->second, _ ("There was no run before this one."));
}

/* The user wants something else beside it. */
static void
chosen_cb (WsBesidePage *self)
{
  self->swapped = FALSE;
  g_clear_pointer (&self->given, ws_run_unref);
  ask (self);
}

/* The run that the window shows is another. */
static void
run_cb (WsBesidePage *self)
{
  WsRun *left = ws_playhead_get_run (self->playheads[SHOWN]);

  if (left == NULL || left == self->asked || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  g_signal_handlers_block_by_func (self->choice, chosen_cb, self);
  ws_beside_choice_set_run (self->choice, left);
  g_signal_handlers_unblock_by_func (self->choice, chosen_cb, self);
  ask (self);
}

/* The same launch and block of the second, as far as it has them. */
static void
scene_cb (WsBesidePage *self)
{
  WsPlayhead *left = self->playheads[SHOWN];
  WsPlayhead *right = self->playheads[SECOND];
  WsRun *run = ws_playhead_get_run (right);
  guint launch;

  if (run != NULL && run->n_launches > 0)
    {
      launch = MIN (ws_playhead_get_launch (left), (guint)run->n_launches - 1);
      ws_playhead_set_launch (right, launch);
      if (ws_run_find_block (run, launch, ws_playhead_get_block (left)) != NULL)
        ws_playhead_set_block (right, ws_playhead_get_block (left));
    }
  align (self);
}

static void
second_cb (WsBesidePage *self)
{
  if (ws_second_run_get_state (self->second) == WS_SECOND_THERE)
    {
      self->following = TRUE; /* a new run begins at its beginning: it was not moved there */
      ws_playhead_set_run_and_scene (self->playheads[SECOND], ws_second_run_get_run (self->second),
                                     ws_second_run_get_scene (self->second));
      self->following = FALSE;
    }
  align (self);
}

/* ---- the bar ---- */

static void
show_view (WsBesidePage *self, WsView view)
{
  self->view = view;
  for (guint i = 0; i < N_RUNS; i++)
    ws_beside_panel_set_view (self->panels[i], view);
  if (view == WS_VIEW_SMS && !self->zooms_together)
    {
      ws_sms_view_zoom_together (WS_SMS_VIEW (ws_beside_panel_get_view (self->panels[SHOWN])),
                                 WS_SMS_VIEW (ws_beside_panel_get_view (self->panels[SECOND])));
      self->zooms_together = TRUE;
    }
  ws_playhead_set_clock (self->playheads[SHOWN],
                         view == WS_VIEW_SMS ? WS_CLOCK_LAUNCH : WS_CLOCK_BLOCK);
  update_words (self);
  look_for_difference (self);
}

static void
view_cb (GSimpleAction *action, GVariant *state, WsBesidePage *self)
{
  WsView view;

  if (!ws_view_parse (g_variant_get_string (state, NULL), &view) || view >= WS_VIEW_CALCULATOR)
    return;
  g_simple_action_set_state (action, state);
  g_settings_set_string (self->settings, "beside-view", ws_view_get_name (view));
  if (self->panels[SHOWN] != NULL)
    show_view (self, view);
}

/* The other way round. */
static void
swap_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  WsBesidePage *self = data;

  self->swapped = !self->swapped;
  put_in_order (self);
  update_words (self);
}

/* What is after now becomes what is before, and the next kernel comes after it. */
static void
next_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  WsBesidePage *self = data;
  WsRun *shown = ws_playhead_get_run (self->playheads[SHOWN]);
  const char *step = get_step (self);
  g_autofree char *id = g_strdup (step);

  if (id == NULL || shown == NULL)
    return;
  self->swapped = FALSE;
  g_clear_pointer (&self->given, ws_run_unref);
  ws_beside_choice_choose_next (self->choice);
  if (g_str_equal (id, shown->id))
    ask (self);
  else
    gtk_widget_activate_action (GTK_WIDGET (self), "win.kernel", "s", id);
}

static const GActionEntry entries[] = { { "next", next_cb }, { "swap", swap_cb } };

static void
add_actions (WsBesidePage *self)
{
  g_autoptr (GSimpleAction) view = g_simple_action_new_stateful (
      "view", G_VARIANT_TYPE_STRING, g_variant_new_string (ws_view_get_name (self->view)));

  self->actions = g_simple_action_group_new ();
  g_signal_connect_object (view, "change-state", G_CALLBACK (view_cb), self, 0);
  g_action_map_add_action (G_ACTION_MAP (self->actions), G_ACTION (view));
  g_action_map_add_action_entries (G_ACTION_MAP (self->actions), entries, G_N_ELEMENTS (entries),
                                   self);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "beside", G_ACTION_GROUP (self->actions));
}

static void
add_button (WsBesidePage *self, const char *label, const char *tip, const char *action)
{
  GtkWidget *button = gtk_button_new_with_label (label);

  ws_tip_set (button, tip);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  gtk_widget_add_css_class (button, "flat");
  gtk_box_append (self->bar, button);
}

static void
add_view_buttons (WsBesidePage *self)
{
  GtkWidget *buttons = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  gtk_widget_add_css_class (buttons, "linked");
  gtk_widget_add_css_class (buttons, "pane-switcher");
  gtk_widget_set_hexpand (buttons, TRUE);
  gtk_widget_set_halign (buttons, GTK_ALIGN_END);
  gtk_widget_set_valign (buttons, GTK_ALIGN_CENTER);
  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    {
      const WsViewClass *view = ws_view_get_class (views[i]);
      GtkWidget *button = gtk_toggle_button_new_with_label (_ (view->title));

      gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "beside.view");
      gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "s", view->name);
      gtk_box_append (GTK_BOX (buttons), button);
    }
  gtk_box_append (self->bar, buttons);
}

/* ---- the widget ---- */

static gboolean
is_narrow (WsBesidePage *self)
{
  return gtk_orientable_get_orientation (GTK_ORIENTABLE (self->panel_box))
         == GTK_ORIENTATION_VERTICAL;
}

/* Views cost memory: they are made when they are seen first. */
static void
make_panels (WsBesidePage *self)
{
  g_autoptr (GtkSizeGroup) level = gtk_size_group_new (GTK_SIZE_GROUP_VERTICAL);

  for (guint i = 0; i < N_RUNS; i++)
    {
      GtkWidget *panel = ws_beside_panel_new (self->playheads[i], level);

      self->panels[i] = WS_BESIDE_PANEL (panel);
      ws_beside_panel_set_theme (self->panels[i], self->theme);
      ws_beside_panel_show_note (self->panels[i], !is_narrow (self));
      gtk_box_append (self->panel_box, panel);
    }
}

static void
ws_beside_page_map (GtkWidget *widget)
{
  WsBesidePage *self = WS_BESIDE_PAGE (widget);

  GTK_WIDGET_CLASS (ws_beside_page_parent_class)->map (widget);
  if (self->panels[SHOWN] == NULL)
    make_panels (self);
  put_in_order (self);
  show_view (self, self->view);
  pair (self);
  follow (self);
  gtk_widget_grab_focus (widget);
  run_cb (self);
}

/* The keys go to the run that the window shows. */
static gboolean
ws_beside_page_grab_focus (GtkWidget *widget)
{
  WsBesidePage *self = WS_BESIDE_PAGE (widget);

  return self->panels[SHOWN] != NULL && gtk_widget_grab_focus (GTK_WIDGET (self->panels[SHOWN]));
}

/* What is not seen is not run. */
static void
ws_beside_page_unmap (GtkWidget *widget)
{
  WsBesidePage *self = WS_BESIDE_PAGE (widget);

  if (self->second != NULL && ws_second_run_get_state (self->second) == WS_SECOND_RUNS)
    {
      g_clear_pointer (&self->asked, ws_run_unref);
      ws_second_run_cancel (self->second);
    }
  if (self->wider != NULL)
    ws_second_run_cancel (self->wider);
  g_clear_pointer (&self->widened, g_free);
  GTK_WIDGET_CLASS (ws_beside_page_parent_class)->unmap (widget);
  pair (self);
}

static void
ws_beside_page_dispose (GObject *object)
{
  WsBesidePage *self = WS_BESIDE_PAGE (object);

  if (self->second != NULL)
    g_signal_handlers_disconnect_by_data (self->second, self);
  g_clear_object (&self->second);
  if (self->wider != NULL)
    g_signal_handlers_disconnect_by_data (self->wider, self);
  g_clear_object (&self->wider);
  g_clear_object (&self->actions);
  g_clear_pointer (&self->widened, g_free);
  if (self->box != NULL)
    gtk_widget_unparent (GTK_WIDGET (self->box));
  self->box = NULL;
  g_clear_pointer (&self->asked, ws_run_unref);
  g_clear_pointer (&self->given, ws_run_unref);
  for (guint i = 0; i < N_RUNS; i++)
    {
      g_clear_pointer (&self->pairs[i], ws_beside_unref);
      if (self->playheads[i] != NULL)
        ws_playhead_set_beside (self->playheads[i], NULL);
      g_clear_object (&self->playheads[i]);
      g_clear_pointer (&self->notes[i], g_free);
    }
  g_clear_object (&self->settings);
  g_clear_object (&self->session);
  g_clear_pointer (&self->finding, g_free);
  g_clear_pointer (&self->title, g_free);

  G_OBJECT_CLASS (ws_beside_page_parent_class)->dispose (object);
}

static void
ws_beside_page_class_init (WsBesidePageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ws_beside_page_dispose;
  widget_class->grab_focus = ws_beside_page_grab_focus;
  widget_class->map = ws_beside_page_map;
  widget_class->unmap = ws_beside_page_unmap;
  signals[CHANGED] = g_signal_new ("changed", WS_TYPE_BESIDE_PAGE, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                   NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
make_hint_row (WsBesidePage *self)
{
  self->hint = GTK_BOX (gtk_box_new (GTK_ORIENTATION_HORIZONTAL, GAP_PX));
  self->hint_label = GTK_LABEL (gtk_label_new (NULL));
  self->wider_button = GTK_BUTTON (gtk_button_new ());
  self->view_button = GTK_BUTTON (gtk_button_new ());
  gtk_label_set_wrap (self->hint_label, TRUE);
  gtk_label_set_xalign (self->hint_label, 0);
  gtk_box_append (self->hint, GTK_WIDGET (self->hint_label));
  gtk_box_append (self->hint, GTK_WIDGET (self->wider_button));
  gtk_box_append (self->hint, GTK_WIDGET (self->view_button));
  /* an action has its target before its name, else GTK finds the wrong one */
  gtk_actionable_set_action_target (GTK_ACTIONABLE (self->view_button), "s",
                                    ws_view_get_name (WS_VIEW_CODE));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->view_button), "beside.view");
  gtk_widget_set_visible (GTK_WIDGET (self->hint), FALSE);
  g_signal_connect_object (self->wider_button, "clicked", G_CALLBACK (widen), self,
                           G_CONNECT_SWAPPED);
}

static void
ws_beside_page_init (WsBesidePage *self)
{
  self->playheads[SECOND] = ws_playhead_new ();
  self->box = GTK_BOX (gtk_box_new (GTK_ORIENTATION_VERTICAL, GAP_PX));
  self->bar = GTK_BOX (gtk_box_new (GTK_ORIENTATION_HORIZONTAL, GAP_PX));
  gtk_widget_set_layout_manager (GTK_WIDGET (self->bar),
                                 g_object_new (WS_TYPE_WRAP_LAYOUT, "spacing", GAP_PX, NULL));
  self->panel_box = GTK_BOX (gtk_box_new (GTK_ORIENTATION_HORIZONTAL, GAP_PX));
  gtk_box_set_homogeneous (self->panel_box, TRUE);
  self->times = WS_TIMES_VIEW (ws_times_view_new ());
  self->kept_stage = WS_NONE;
  make_hint_row (self);
  gtk_widget_set_hexpand (GTK_WIDGET (self), TRUE);
  gtk_widget_set_vexpand (GTK_WIDGET (self), TRUE);
  gtk_widget_set_vexpand (GTK_WIDGET (self->panel_box), TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (self->box), "beside");
  gtk_box_append (self->box, GTK_WIDGET (self->bar));
  gtk_box_append (self->box, GTK_WIDGET (self->hint));
  gtk_box_append (self->box, GTK_WIDGET (self->panel_box));
  gtk_box_append (self->box, GTK_WIDGET (self->times));
  gtk_widget_set_parent (GTK_WIDGET (self->box), GTK_WIDGET (self));
}

static void
connect_playheads (WsBesidePage *self)
{
  static const char *const moves[] = { "notify::position", "notify::time", "notify::warp",
                                       "notify::clock" };
  WsPlayhead *left = self->playheads[SHOWN];
  WsPlayhead *right = self->playheads[SECOND];

  for (guint i = 0; i < G_N_ELEMENTS (moves); i++)
    g_signal_connect_object (left, moves[i], G_CALLBACK (follow), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (left, "notify::position", G_CALLBACK (moved_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (left, "notify::time", G_CALLBACK (moved_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (left, "notify::stage", G_CALLBACK (update_words), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (left, "notify::run", G_CALLBACK (run_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (left, "notify::scene", G_CALLBACK (scene_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (right, "notify::position", G_CALLBACK (lead_back_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (right, "notify::time", G_CALLBACK (lead_back_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (right, "notify::warp", G_CALLBACK (warp_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (right, "notify::scene", G_CALLBACK (align), self, G_CONNECT_SWAPPED);
}

/**
 * ws_beside_page_new:
 * @session: (transfer none): by which the second run is recorded
 * @playhead: (transfer none): the window's
 * @settings: (transfer none): keep what is chosen
 *
 * Returns: (transfer floating): a page
 */
GtkWidget *
ws_beside_page_new (WsSession *session, WsPlayhead *playhead, GSettings *settings)
{
  WsBesidePage *self = g_object_new (WS_TYPE_BESIDE_PAGE, NULL);
  g_autofree char *view = g_settings_get_string (settings, "beside-view");

  self->session = g_object_ref (session);
  self->settings = g_object_ref (settings);
  self->playheads[SHOWN] = g_object_ref (playhead);
  self->second = ws_second_run_new (ws_session_get_queue (session));
  self->wider = ws_second_run_new (ws_session_get_queue (session));
  if (!ws_view_parse (view, &self->view) || self->view >= WS_VIEW_CALCULATOR)
    self->view = WS_VIEW_TREE;
  self->choice = WS_BESIDE_CHOICE (ws_beside_choice_new (session, settings));
  gtk_box_append (self->bar, GTK_WIDGET (self->choice));
  add_actions (self);
  add_button (self, _ ("Swap ⇄"), _ ("Exchange before and after"), "beside.swap");
  add_button (self, _ ("Next kernel ▸"), _ ("Compare the second with the kernel that follows it"),
              "beside.next");
  add_view_buttons (self);
  g_signal_connect_object (self->choice, "changed", G_CALLBACK (chosen_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_swapped (self->second, "changed", G_CALLBACK (second_cb), self);
  g_signal_connect_swapped (self->wider, "changed", G_CALLBACK (wider_cb), self);
  g_signal_connect_object (session, "shown", G_CALLBACK (shown_cb), self,
                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  connect_playheads (self);
  return GTK_WIDGET (self);
}

/**
 * ws_beside_page_get_finding:
 * @self: a page
 *
 * Returns: (transfer none) (nullable): what differs, in a sentence or two
 */
const char *
ws_beside_page_get_finding (WsBesidePage *self)
{
  g_return_val_if_fail (WS_IS_BESIDE_PAGE (self), NULL);
  return self->finding;
}

/**
 * ws_beside_page_get_title:
 * @self: a page
 *
 * Returns: (transfer none) (nullable): what stand beside each other
 */
const char *
ws_beside_page_get_title (WsBesidePage *self)
{
  g_return_val_if_fail (WS_IS_BESIDE_PAGE (self), NULL);
  return self->title;
}

/**
 * ws_beside_page_shows_launch:
 * @self: a page
 *
 * Returns: whether the launches play, and not their blocks
 */
gboolean
ws_beside_page_shows_launch (WsBesidePage *self)
{
  g_return_val_if_fail (WS_IS_BESIDE_PAGE (self), FALSE);
  return self->view == WS_VIEW_SMS;
}

/**
 * ws_beside_page_get_picture:
 * @self: a page
 * @picture: (inout): gets what is shown; borrows all
 *
 * Returns: whether it shows anything
 */
gboolean
ws_beside_page_get_picture (WsBesidePage *self, WsPicture *picture)
{
  g_return_val_if_fail (WS_IS_BESIDE_PAGE (self), FALSE);

  if (get_beside (self) == NULL || self->panels[SHOWN] == NULL)
    return FALSE;
  picture->view = self->view;
  get_moment (self, &picture->moment);
  ws_beside_panel_get_options (self->panels[get_which (self, WS_BESIDE_LEFT)], &picture->options);
  ws_picture_set_beside (picture, get_beside (self));
  return TRUE;
}

/**
 * ws_beside_page_set_narrow:
 * @self: a page
 * @narrow: whether one stands above the other, for want of width
 */
void
ws_beside_page_set_narrow (WsBesidePage *self, gboolean narrow)
{
  g_return_if_fail (WS_IS_BESIDE_PAGE (self));
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self->panel_box),
                                  narrow ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL);
  for (guint i = 0; i < N_RUNS; i++)
    if (self->panels[i] != NULL)
      ws_beside_panel_show_note (self->panels[i], !narrow);
}

/**
 * ws_beside_page_set_theme:
 * @self: a page
 * @theme: in which it is drawn; who presents chooses nothing
 */
void
ws_beside_page_set_theme (WsBesidePage *self, WsThemeKind theme)
{
  g_return_if_fail (WS_IS_BESIDE_PAGE (self));

  self->theme = theme;
  gtk_widget_set_visible (GTK_WIDGET (self->bar), theme != WS_THEME_PRESENTING);
  ws_drawing_set_theme (WS_DRAWING (self->times), theme);
  for (guint i = 0; i < N_RUNS; i++)
    if (self->panels[i] != NULL)
      ws_beside_panel_set_theme (self->panels[i], theme);
  update_words (self);
}

/**
 * ws_beside_page_show_run:
 * @self: a page
 * @run: (nullable): what is to come after what is shown; %NULL for what is chosen
 *
 * It stands there until something else is chosen.
 */
void
ws_beside_page_show_run (WsBesidePage *self, WsRun *run)
{
  g_return_if_fail (WS_IS_BESIDE_PAGE (self));
  if (run != NULL)
    ws_run_ref (run);
  g_clear_pointer (&self->given, ws_run_unref);
  self->given = run;
  self->swapped = FALSE;
  ask (self);
}
