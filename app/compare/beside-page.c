#include "compare/beside-page.h"

#include "session/second-run.h"
#include "slide/beside-picture.h"
#include "views/sms-view.h"
#include "toolkit/wrap-layout.h"
#include "compare/beside-choice.h"
#include "compare/beside-panel.h"

#include <glib/gi18n.h>

#define GAP_PX 10

struct _WsBesidePage {
  GtkWidget parent_instance;

  WsSession *session;
  GSettings *settings;
  WsPlayhead *playheads[WS_BESIDE_N_SIDES]; /* the window's, and one that follows it */
  WsSecondRun *second;
  WsRun *asked; /* nullable: beside which the right was asked for last */
  WsRun *given; /* nullable: what is to stand at the right, until something else is chosen */
  WsBeside *beside;
  WsBeside *reverse; /* the other way round: for who moves the right */
  char *finding;
  char *title;
  WsView view;
  WsThemeKind theme;
  gboolean following;             /* the right is being moved */
  char *notes[WS_BESIDE_N_SIDES]; /* nullable: what is said below each, but for what holds now */
  gboolean zooms_together;        /* the views of the SMs do */

  GtkBox *box;
  GtkBox *bar;
  WsBesideChoice *choice;
  GtkBox *panel_box;
  WsBesidePanel *panels[WS_BESIDE_N_SIDES]; /* NULL until it is seen first */
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

/* The right stands where the left does. */
static void
follow (WsBesidePage *self)
{
  WsPlayhead *left = self->playheads[WS_BESIDE_LEFT];
  WsPlayhead *right = self->playheads[WS_BESIDE_RIGHT];
  WsMoment ours;
  WsMoment theirs;

  if (self->beside == NULL || self->following)
    return;
  self->following = TRUE;
  ws_playhead_get_moment (left, &ours);
  ws_beside_moment_of (self->beside, &ours, &theirs);
  ws_playhead_set_clock (right, ws_playhead_get_clock (left));
  ws_playhead_set_warp (right, theirs.warp);
  if (ws_playhead_get_clock (left) == WS_CLOCK_LAUNCH)
    ws_playhead_set_time (right, theirs.time);
  else
    ws_playhead_set_position (right, theirs.position);
  self->following = FALSE;
}

/* The right was moved: the left goes where that belongs. */
static void
lead_back_cb (WsBesidePage *self)
{
  WsPlayhead *left = self->playheads[WS_BESIDE_LEFT];
  WsMoment theirs;
  WsMoment ours;

  if (self->following || self->reverse == NULL)
    return;
  ws_playhead_get_moment (self->playheads[WS_BESIDE_RIGHT], &theirs);
  ws_beside_moment_of (self->reverse, &theirs, &ours);
  if (ws_playhead_get_clock (left) == WS_CLOCK_LAUNCH)
    ws_playhead_set_time (left, ours.time);
  else
    ws_playhead_set_position (left, ours.position);
}

static void
warp_cb (WsBesidePage *self)
{
  if (!self->following && self->beside != NULL)
    ws_playhead_set_warp (self->playheads[WS_BESIDE_LEFT],
                          ws_playhead_get_warp (self->playheads[WS_BESIDE_RIGHT]));
}

/* ---- what it says ---- */

static guint
get_stage (WsBesidePage *self)
{
  WsPlayhead *left = self->playheads[WS_BESIDE_LEFT];

  return self->beside != NULL && self->beside->stage_of != NULL && self->view != WS_VIEW_SMS
             ? ws_scene_stage_at (self->beside->scenes[WS_BESIDE_LEFT],
                                  ws_playhead_get_position (left))
             : WS_NONE;
}

/* (transfer full) (nullable): why nothing stands at the right yet */
static char *
make_message (WsBesidePage *self, double *fraction)
{
  const char *sentence = ws_second_run_get_sentence (self->second);

  *fraction = -1;
  switch (ws_second_run_get_state (self->second))
    {
    case WS_SECOND_RUNS:
      *fraction = ws_second_run_get_fraction (self->second);
      return g_strdup (_ ("Running what stands beside…"));
    case WS_SECOND_FAILED:
      return g_strdup (sentence != NULL ? sentence : "");
    case WS_SECOND_THERE:
      return self->beside != NULL ? NULL : g_strdup (_ ("This block was not recorded."));
    case WS_SECOND_NONE:
    default:
      return g_strdup (_ ("Nothing was run yet."));
    }
}

/* Below each panel: over time, what holds now, and the figures. */
static void
update_notes (WsBesidePage *self)
{
  double time = ws_playhead_get_time (self->playheads[WS_BESIDE_LEFT]);

  for (guint i = 0; i < WS_BESIDE_N_SIDES && self->panels[i] != NULL; i++)
    {
      const char *note = self->notes[i] != NULL ? self->notes[i] : "";
      g_autofree char *now = self->beside != NULL && self->view == WS_VIEW_SMS
                                 ? ws_beside_say_now (self->beside, i, time)
                                 : g_strdup ("");
      g_autofree char *escaped = g_markup_escape_text (now, -1);
      g_autofree char *text =
          g_strdup_printf ("%s%s%s", escaped, *now != '\0' && *note != '\0' ? "\n" : "", note);

      ws_beside_panel_set_note (self->panels[i], text);
    }
}

static void
time_cb (WsBesidePage *self)
{
  if (self->view == WS_VIEW_SMS)
    update_notes (self);
}

static void
update_words (WsBesidePage *self)
{
  const WsTheme *theme = ws_theme_get (self->theme);
  g_autofree char *message = NULL;
  double fraction;

  g_clear_pointer (&self->finding, g_free);
  g_clear_pointer (&self->title, g_free);
  if (self->panels[WS_BESIDE_LEFT] == NULL)
    return;
  message = make_message (self, &fraction);
  ws_beside_panel_set_message (self->panels[WS_BESIDE_RIGHT], message, fraction);
  for (guint i = 0; i < WS_BESIDE_N_SIDES; i++)
    {
      g_autofree char *heading = self->beside != NULL ? ws_beside_heading (self->beside, i) : NULL;
      g_autofree char *note =
          self->beside != NULL ? ws_beside_note (self->beside, i, get_stage (self), theme) : NULL;

      ws_beside_panel_set_heading (self->panels[i], heading != NULL ? heading : "");
      g_free (self->notes[i]);
      self->notes[i] = g_steal_pointer (&note);
    }
  update_notes (self);
  if (self->beside != NULL)
    {
      self->finding = ws_beside_sentence (self->beside, get_stage (self));
      self->title = ws_beside_title (self->beside);
    }
  g_signal_emit (self, signals[CHANGED], 0);
}

/* While both are seen, their launches have one time, which goes on until both are over. */
static void
pair (WsBesidePage *self)
{
  gboolean seen = self->beside != NULL && gtk_widget_get_mapped (GTK_WIDGET (self));

  for (guint i = 0; i < WS_BESIDE_N_SIDES; i++)
    if (self->playheads[i] != NULL)
      ws_playhead_set_beside (self->playheads[i],
                              seen ? self->beside->scenes[WS_BESIDE_N_SIDES - 1 - i] : NULL);
}

/* Another run, launch or block, on either side. */
static void
align (WsBesidePage *self)
{
  WsScene *left = get_scene (self->playheads[WS_BESIDE_LEFT]);
  WsScene *right = get_scene (self->playheads[WS_BESIDE_RIGHT]);
  gboolean is_there = ws_second_run_get_state (self->second) == WS_SECOND_THERE;

  g_clear_pointer (&self->beside, ws_beside_unref);
  g_clear_pointer (&self->reverse, ws_beside_unref);
  if (left != NULL && right != NULL && is_there)
    {
      self->beside = ws_beside_new (left, right);
      self->reverse = ws_beside_new (right, left);
    }
  pair (self);
  follow (self);
  update_words (self);
}

/* ---- what stands at the right ---- */

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
  blocks =
      g_strdup_printf ("0,mid,last,%u", ws_playhead_get_block (self->playheads[WS_BESIDE_LEFT]));
  return ws_catalog_choose (catalog, kernel, &parameters, blocks, FALSE);
}

static void
record (WsBesidePage *self, const WsRun *left)
{
  WsPlayhead *playhead = self->playheads[WS_BESIDE_LEFT];
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
  WsPlayhead *playhead = self->playheads[WS_BESIDE_LEFT];
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
  g_clear_pointer (&self->given, ws_run_unref);
  ask (self);
}

/* The run that the window shows is another. */
static void
run_cb (WsBesidePage *self)
{
  WsRun *left = ws_playhead_get_run (self->playheads[WS_BESIDE_LEFT]);

  if (left == NULL || left == self->asked || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  g_signal_handlers_block_by_func (self->choice, chosen_cb, self);
  ws_beside_choice_set_run (self->choice, left);
  g_signal_handlers_unblock_by_func (self->choice, chosen_cb, self);
  ask (self);
}

/* The same launch and block on the right, as far as it has them. */
static void
scene_cb (WsBesidePage *self)
{
  WsPlayhead *left = self->playheads[WS_BESIDE_LEFT];
  WsPlayhead *right = self->playheads[WS_BESIDE_RIGHT];
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
      ws_playhead_set_run_and_scene (self->playheads[WS_BESIDE_RIGHT],
                                     ws_second_run_get_run (self->second),
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
  for (guint i = 0; i < WS_BESIDE_N_SIDES; i++)
    ws_beside_panel_set_view (self->panels[i], view);
  if (view == WS_VIEW_SMS && !self->zooms_together)
    {
      ws_sms_view_zoom_together (
          WS_SMS_VIEW (ws_beside_panel_get_view (self->panels[WS_BESIDE_LEFT])),
          WS_SMS_VIEW (ws_beside_panel_get_view (self->panels[WS_BESIDE_RIGHT])));
      self->zooms_together = TRUE;
    }
  ws_playhead_set_clock (self->playheads[WS_BESIDE_LEFT],
                         view == WS_VIEW_SMS ? WS_CLOCK_LAUNCH : WS_CLOCK_BLOCK);
  update_words (self);
}

static void
view_cb (GSimpleAction *action, GVariant *state, WsBesidePage *self)
{
  WsView view;

  if (!ws_view_parse (g_variant_get_string (state, NULL), &view) || view >= WS_VIEW_CALCULATOR)
    return;
  g_simple_action_set_state (action, state);
  g_settings_set_string (self->settings, "beside-view", ws_view_get_name (view));
  if (self->panels[WS_BESIDE_LEFT] != NULL)
    show_view (self, view);
}

static void
add_view_buttons (WsBesidePage *self)
{
  g_autoptr (GSimpleActionGroup) group = g_simple_action_group_new ();
  g_autoptr (GSimpleAction) action = g_simple_action_new_stateful (
      "view", G_VARIANT_TYPE_STRING, g_variant_new_string (ws_view_get_name (self->view)));
  GtkWidget *buttons = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  g_signal_connect_object (action, "change-state", G_CALLBACK (view_cb), self, 0);
  g_action_map_add_action (G_ACTION_MAP (group), G_ACTION (action));
  gtk_widget_insert_action_group (GTK_WIDGET (self), "beside", G_ACTION_GROUP (group));
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

  for (guint i = 0; i < WS_BESIDE_N_SIDES; i++)
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
  if (self->panels[WS_BESIDE_LEFT] == NULL)
    make_panels (self);
  show_view (self, self->view);
  pair (self);
  follow (self);
  gtk_widget_grab_focus (widget);
  run_cb (self);
}

/* Who looks at two runs has the keys of the left one. */
static gboolean
ws_beside_page_grab_focus (GtkWidget *widget)
{
  WsBesidePage *self = WS_BESIDE_PAGE (widget);

  return self->panels[WS_BESIDE_LEFT] != NULL
         && gtk_widget_grab_focus (GTK_WIDGET (self->panels[WS_BESIDE_LEFT]));
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
  if (self->box != NULL)
    gtk_widget_unparent (GTK_WIDGET (self->box));
  self->box = NULL;
  g_clear_pointer (&self->beside, ws_beside_unref);
  g_clear_pointer (&self->reverse, ws_beside_unref);
  g_clear_pointer (&self->asked, ws_run_unref);
  g_clear_pointer (&self->given, ws_run_unref);
  for (guint i = 0; i < WS_BESIDE_N_SIDES; i++)
    {
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
ws_beside_page_init (WsBesidePage *self)
{
  self->playheads[WS_BESIDE_RIGHT] = ws_playhead_new ();
  self->box = GTK_BOX (gtk_box_new (GTK_ORIENTATION_VERTICAL, GAP_PX));
  self->bar = GTK_BOX (gtk_box_new (GTK_ORIENTATION_HORIZONTAL, GAP_PX));
  gtk_widget_set_layout_manager (GTK_WIDGET (self->bar),
                                 g_object_new (WS_TYPE_WRAP_LAYOUT, "spacing", GAP_PX, NULL));
  self->panel_box = GTK_BOX (gtk_box_new (GTK_ORIENTATION_HORIZONTAL, GAP_PX));
  gtk_box_set_homogeneous (self->panel_box, TRUE);
  gtk_widget_set_hexpand (GTK_WIDGET (self), TRUE);
  gtk_widget_set_vexpand (GTK_WIDGET (self), TRUE);
  gtk_widget_set_vexpand (GTK_WIDGET (self->panel_box), TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (self->box), "beside");
  gtk_box_append (self->box, GTK_WIDGET (self->bar));
  gtk_box_append (self->box, GTK_WIDGET (self->panel_box));
  gtk_widget_set_parent (GTK_WIDGET (self->box), GTK_WIDGET (self));
}

static void
connect_playheads (WsBesidePage *self)
{
  static const char *const moves[] = { "notify::position", "notify::time", "notify::warp",
                                       "notify::clock" };
  WsPlayhead *left = self->playheads[WS_BESIDE_LEFT];
  WsPlayhead *right = self->playheads[WS_BESIDE_RIGHT];

  for (guint i = 0; i < G_N_ELEMENTS (moves); i++)
    g_signal_connect_object (left, moves[i], G_CALLBACK (follow), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (left, "notify::time", G_CALLBACK (time_cb), self, G_CONNECT_SWAPPED);
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
  self->playheads[WS_BESIDE_LEFT] = g_object_ref (playhead);
  self->second = ws_second_run_new (ws_session_get_queue (session));
  if (!ws_view_parse (view, &self->view) || self->view >= WS_VIEW_CALCULATOR)
    self->view = WS_VIEW_TREE;
  self->choice = WS_BESIDE_CHOICE (ws_beside_choice_new (session, settings));
  gtk_box_append (self->bar, GTK_WIDGET (self->choice));
  add_view_buttons (self);
  g_signal_connect_object (self->choice, "changed", G_CALLBACK (chosen_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_swapped (self->second, "changed", G_CALLBACK (second_cb), self);
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

  if (self->beside == NULL || self->panels[WS_BESIDE_LEFT] == NULL)
    return FALSE;
  picture->view = self->view;
  ws_playhead_get_moment (self->playheads[WS_BESIDE_LEFT], &picture->moment);
  ws_beside_panel_get_options (self->panels[WS_BESIDE_LEFT], &picture->options);
  ws_picture_set_beside (picture, self->beside);
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
  for (guint i = 0; i < WS_BESIDE_N_SIDES; i++)
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
  for (guint i = 0; i < WS_BESIDE_N_SIDES; i++)
    if (self->panels[i] != NULL)
      ws_beside_panel_set_theme (self->panels[i], theme);
  update_words (self);
}

/**
 * ws_beside_page_show_run:
 * @self: a page
 * @run: (nullable): what is to stand at the right; %NULL for what is chosen
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
  ask (self);
}
