#include "window/presentation.h"

#include "player/exercise-panel.h"
#include "player/lesson-bar.h"
#include "playback/transport.h"
#include "present/lecturer-place.h"
#include "present/presenter.h"
#include "toolkit/side.h"
#include "words/words.h"

#include <adwaita.h>

struct _WsPresentation {
  GObject parent_instance;

  GtkWindow *window;
  WsCatalog *catalog;
  WsPlayhead *playhead;
  WsNotices *notices;
  WsAppearance *appearance;
  WsPanes *panes;
  GtkStack *place;        /* the panes, the course, or the presentation */
  GtkWidget *slides;      /* there */
  GtkWidget *course_page; /* likewise */
  WsPresenter *presenter;
  WsLessonBar *lesson_bar;
  WsExercisePanel *exercise_panel;
  GtkWidget *caption;
  GtkWidget *player; /* the transport, and the Share button */
  GtkWidget *toolbar;
  GtkWidget *header_bar;
  WsSide *side;         /* the list of kernels, next to the rest */
  WsLessonDeck *lesson; /* the open lesson; NULL for none */
  WsStory *story;       /* of the shown kernel; NULL until presented */
  WsLecturer *lecturer; /* a weak pointer */
  gboolean presenting;
  gboolean sidebar_before;
  int filled_before; /* the maximised pane, -1 for none */
};

enum { SIGNAL_LESSON_CLOSING, SIGNAL_CHANGED, N_SIGNALS };

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WsPresentation, ws_presentation, G_TYPE_OBJECT)

/* Slides of the kernel's story show views of its run. Charts of timings, scenarios and two runs
 * fill the screen as panes, with the transport below. */
static gboolean
is_of_story (int pane)
{
  return pane >= 0 && ws_panes_get_view (pane) != WS_N_VIEWS;
}

gboolean
ws_presentation_shows_slides (WsPresentation *self)
{
  return gtk_stack_get_visible_child (self->place) == self->slides;
}

gboolean
ws_presentation_shows_course (WsPresentation *self)
{
  return gtk_stack_get_visible_child (self->place) == self->course_page;
}

/* The catalogue's description of the choice. */
static void
tell_story (WsPresentation *self)
{
  WsRun *run = ws_playhead_get_run (self->playhead);
  const WsCatalogKernel *kernel =
      run != NULL ? ws_catalog_find (self->catalog, run->id, NULL) : NULL;

  if (self->story == NULL)
    return;
  ws_story_set_words (self->story, kernel != NULL ? ws_words_translate (kernel->idea) : NULL,
                      kernel != NULL ? ws_words_translate (kernel->look) : NULL,
                      kernel != NULL ? ws_words_translate (kernel->defect) : NULL);
}

static void
begin_story (WsPresentation *self)
{
  if (self->story != NULL)
    return;
  self->story = ws_story_new (self->playhead);
  g_signal_connect_object (self->playhead, "notify::run", G_CALLBACK (tell_story), self,
                           G_CONNECT_SWAPPED);
  tell_story (self);
}

static void
show_transport (WsPresentation *self, gboolean show)
{
  gtk_widget_set_visible (self->caption, show);
  gtk_widget_set_visible (self->player, show);
}

/* Shows slides instead of the panes, the fields and the transport, or restores these: the caption
 * could give away the answer to the slide's question. While presenting, only the slide is
 * visible. */
static void
show_slides (WsPresentation *self, gboolean show)
{
  gtk_stack_set_visible_child (self->place, show ? self->slides : GTK_WIDGET (self->panes));
  show_transport (self, !show);
  gtk_widget_set_visible (self->toolbar, !show && !self->presenting);
  gtk_widget_set_visible (GTK_WIDGET (self->lesson_bar), show);
  ws_lesson_bar_set_presenting (self->lesson_bar, self->presenting);
  ws_presenter_drive (self->presenter, show ? self->playhead : NULL);
  gtk_widget_set_valign (GTK_WIDGET (ws_notices_get_signs (self->notices)),
                         show ? GTK_ALIGN_START : GTK_ALIGN_END);
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
  if (!show)
    return;
  if (self->lesson == NULL)
    {
      begin_story (self);
      ws_story_set_layout (self->story, ws_panes_get_tree_layout (self->panes));
    }
  ws_presenter_set_deck (self->presenter,
                         self->lesson != NULL ? WS_DECK (self->lesson) : WS_DECK (self->story));
  gtk_widget_grab_focus (GTK_WIDGET (ws_presenter_get_view (self->presenter)));
}

/* Shows a pane full-screen: as a slide, if possible. */
static void
present_pane (WsPresentation *self, int pane)
{
  gboolean slides = is_of_story (pane);

  show_slides (self, slides);
  if (!slides)
    ws_panes_fill (self->panes, pane);
  else if (self->lesson == NULL)
    ws_deck_show_view (WS_DECK (self->story), ws_panes_get_view (pane), FALSE);
}

/**
 * ws_presentation_close_lesson:
 * @self: a presentation
 *
 * The last run stays on screen. Also closes the contents of the course.
 */
void
ws_presentation_close_lesson (WsPresentation *self)
{
  if (self->lesson == NULL && !ws_presentation_shows_course (self))
    return;
  g_signal_emit (self, signals[SIGNAL_LESSON_CLOSING], 0);
  ws_presenter_set_deck (self->presenter, NULL);
  ws_lesson_bar_set_deck (self->lesson_bar, NULL);
  ws_exercise_panel_set_deck (self->exercise_panel, NULL);
  g_clear_object (&self->lesson);
  show_slides (self, self->presenting);
}

/**
 * ws_presentation_fill:
 * @self: a presentation
 * @pane: a pane
 *
 * For keys and actions: maximises @pane, or restores all.
 */
void
ws_presentation_fill (WsPresentation *self, int pane)
{
  if (self->presenting)
    {
      present_pane (self, pane);
      return;
    }
  ws_presentation_close_lesson (self);
  ws_panes_toggle (self->panes, pane);
}

/* ---- the lecturer ---- */

/* Notes, the next slide and the clock, separate from what the class sees. */
static void
show_lecturer (WsPresentation *self)
{
  if (self->lecturer != NULL || !ws_presentation_shows_slides (self))
    return;
  g_set_weak_pointer (&self->lecturer, WS_LECTURER (ws_lecturer_new (self->presenter)));
  gtk_window_set_application (GTK_WINDOW (self->lecturer),
                              gtk_window_get_application (self->window));
  ws_lecturer_place (self->lecturer, self->window);
}

/* Shows the lecturer's view, or closes it. */
static void
lecturer_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  WsPresentation *self = data;
  g_autoptr (GdkMonitor) monitor = ws_lecturer_find_monitor (self->window);

  if (self->lecturer != NULL)
    {
      gtk_window_destroy (GTK_WINDOW (self->lecturer));
      return;
    }
  ws_presentation_set_presenting (self, TRUE);
  if (!ws_presentation_shows_slides (self))
    return;
  if (monitor != NULL)
    show_lecturer (self);
  else
    ws_lecturer_ask (self->window, G_CALLBACK (show_lecturer), self);
}

static void
fullscreened_cb (WsPresentation *self)
{
  /* the window manager can end a full screen too */
  if (self->presenting && !gtk_window_is_fullscreen (self->window)
      && gtk_widget_get_mapped (GTK_WIDGET (self->window)))
    ws_presentation_set_presenting (self, FALSE);
}

/**
 * ws_presentation_set_presenting:
 * @self: a presentation
 * @presenting: whether to present
 *
 * While presenting, the window is full-screen, with the current pane large, in the projector theme,
 * and the caption. Ending it restores the previous state.
 */
void
ws_presentation_set_presenting (WsPresentation *self, gboolean presenting)
{
  int pane = -1;

  if (self->presenting == presenting)
    return;
  self->presenting = presenting;
  ws_appearance_set_presenting (self->appearance, presenting);
  if (presenting)
    {
      pane = ws_panes_get_current (self->panes);
      self->sidebar_before = ws_side_get_revealed (self->side);
      self->filled_before = ws_panes_get_filled (self->panes);
      gtk_window_fullscreen (self->window);
      gtk_widget_add_css_class (GTK_WIDGET (self->window), "presenting");
    }
  else
    {
      gtk_window_unfullscreen (self->window);
      gtk_widget_remove_css_class (GTK_WIDGET (self->window), "presenting");
    }
  ws_appearance_scale_type (self->appearance);
  gtk_widget_set_visible (self->header_bar, !presenting);
  ws_side_set_revealed (self->side, presenting ? FALSE : self->sidebar_before);
  if (presenting && self->lesson == NULL)
    present_pane (self, pane);
  else
    show_slides (self, self->lesson != NULL);
  if (!presenting)
    {
      if (self->lecturer != NULL)
        gtk_window_destroy (GTK_WINDOW (self->lecturer));
      ws_panes_fill (self->panes, self->filled_before);
    }
  ws_appearance_apply (self->appearance);
}

/* ---- actions ---- */

static void
present_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  ws_presentation_set_presenting (WS_PRESENTATION (data), !WS_PRESENTATION (data)->presenting);
}

/* Makes a pane visible. */
static void
show_pane_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  WsPresentation *self = data;
  int pane = ws_panes_find (g_variant_get_string (parameter, NULL));

  if (pane == WS_PANE_SMS)
    ws_panes_show_sms (self->panes);
  else if (pane == WS_PANE_CODE)
    ws_panes_show_figures (self->panes, FALSE);
  if (pane >= 0 && !gtk_widget_get_mapped (GTK_WIDGET (ws_panes_get_pane (self->panes, pane))))
    ws_presentation_fill (self, pane);
}

static void
fill_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  WsPresentation *self = data;
  const char *name = g_variant_get_string (parameter, NULL);
  int pane = ws_panes_find (name);

  if (g_str_equal (name, WS_PANES_CALCULATOR))
    ws_panes_show_calculator (self->panes);
  else if (pane >= 0)
    ws_presentation_fill (self, pane);
}

static void
beside_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  ws_presentation_fill (WS_PRESENTATION (data), WS_PANE_BESIDE);
}

static void
scenarios_cb (GSimpleAction *action, GVariant *state, gpointer data)
{
  WsPresentation *self = data;
  gboolean show = g_variant_get_boolean (state);

  ws_presentation_close_lesson (self);
  if (ws_panes_get_filled (self->panes) >= 0 && !self->presenting)
    ws_panes_fill (self->panes, -1);
  ws_panes_show_scenarios (self->panes, show);
  if (self->presenting)
    present_pane (self, show ? WS_PANE_SCENARIOS : WS_PANE_TREE);
}

static void
scenarios_shown_cb (WsPresentation *self)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self->window), "scenarios");

  g_simple_action_set_state (G_SIMPLE_ACTION (action),
                             g_variant_new_boolean (ws_panes_get_shows_scenarios (self->panes)));
}

static void
close_lesson_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  ws_presentation_close_lesson (WS_PRESENTATION (data));
}

static void
step_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  WsPresentation *self = data;

  if (ws_presentation_shows_slides (self))
    ws_presenter_press (self->presenter,
                        g_str_equal (g_action_get_name (G_ACTION (action)), "next-step")
                            ? GDK_KEY_Page_Down
                            : GDK_KEY_Page_Up,
                        0);
}

/* Focuses what plays. */
static void
focus_picture_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  WsPresentation *self = data;

  if (ws_presentation_shows_slides (self))
    gtk_widget_grab_focus (GTK_WIDGET (ws_presenter_get_view (self->presenter)));
  else if (!ws_presentation_shows_course (self))
    ws_panes_focus_picture (self->panes);
}

static const GActionEntry entries[] = {
  { "beside", beside_cb },
  { "close-lesson", close_lesson_cb },
  { "focus-picture", focus_picture_cb },
  { "fill", fill_cb, "s" },
  { "lecturer", lecturer_cb },
  { "next-step", step_cb },
  { "present", present_cb },
  { "previous-step", step_cb },
  { "show-pane", show_pane_cb, "s" },
};

static const GActionEntry scenario_entries[] = {
  { "scenarios", NULL, NULL, "false", scenarios_cb },
};

/* ---- the object ---- */

static void
ws_presentation_finalize (GObject *object)
{
  ws_presentation_end (WS_PRESENTATION (object));

  G_OBJECT_CLASS (ws_presentation_parent_class)->finalize (object);
}

static void
ws_presentation_class_init (WsPresentationClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ws_presentation_finalize;
  signals[SIGNAL_LESSON_CLOSING] =
      g_signal_new ("lesson-closing", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                    NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST,
                                          0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ws_presentation_init (WsPresentation *self)
{
}

static void
exercise_left_cb (WsPresentation *self)
{
  gtk_widget_grab_focus (GTK_WIDGET (ws_presenter_get_view (self->presenter)));
}

/**
 * ws_presentation_new:
 * @context: of the window
 * @appearance: also presents
 *
 * Returns: (transfer full): a presentation, whose actions the window has by now
 */
WsPresentation *
ws_presentation_new (const WsContext *context, WsAppearance *appearance)
{
  WsPresentation *self = g_object_new (WS_TYPE_PRESENTATION, NULL);
  GActionMap *actions = G_ACTION_MAP (context->window);

  self->window = context->window;
  self->catalog = context->catalog;
  self->playhead = context->playhead;
  self->notices = context->notices;
  self->panes = context->panes;
  self->appearance = appearance;
  self->place = ws_context_get_child (context, "place");
  self->slides = ws_context_get_child (context, "slides");
  self->course_page = ws_context_get_child (context, "course_page");
  self->presenter = ws_context_get_child (context, "presenter");
  self->lesson_bar = ws_context_get_child (context, "lesson_bar");
  self->exercise_panel = ws_context_get_child (context, "exercise_panel");
  g_signal_connect_object (self->exercise_panel, "left", G_CALLBACK (exercise_left_cb), self,
                           G_CONNECT_SWAPPED);
  self->caption = ws_context_get_child (context, "caption");
  self->player = ws_context_get_child (context, "player");
  self->toolbar = ws_context_get_child (context, "toolbar");
  self->header_bar = ws_context_get_child (context, "header_bar");
  self->side = ws_context_get_child (context, "side");
  g_action_map_add_action_entries (actions, entries, G_N_ELEMENTS (entries), self);
  if (ws_panes_get_scenarios (self->panes) != NULL)
    g_action_map_add_action_entries (actions, scenario_entries, G_N_ELEMENTS (scenario_entries),
                                     self);
  g_signal_connect_object (self->panes, "notify::shows-scenarios", G_CALLBACK (scenarios_shown_cb),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->presenter, "warp-chosen", G_CALLBACK (ws_playhead_set_warp),
                           self->playhead, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->window, "notify::fullscreened", G_CALLBACK (fullscreened_cb), self,
                           G_CONNECT_SWAPPED);
  return self;
}

/**
 * ws_presentation_end:
 * @self: a presentation
 *
 * To be called when the window closes.
 */
void
ws_presentation_end (WsPresentation *self)
{
  g_return_if_fail (WS_IS_PRESENTATION (self));
  if (self->lecturer != NULL)
    gtk_window_destroy (GTK_WINDOW (self->lecturer));
  g_clear_weak_pointer (&self->lecturer);
  g_clear_object (&self->lesson);
  g_clear_object (&self->story);
}

gboolean
ws_presentation_get_presenting (WsPresentation *self)
{
  g_return_val_if_fail (WS_IS_PRESENTATION (self), FALSE);
  return self->presenting;
}

/**
 * ws_presentation_press:
 * @self: a presentation
 * @key: the pressed key
 * @state: modifiers
 *
 * Returns: whether the slides on the screen used the key
 */
gboolean
ws_presentation_press (WsPresentation *self, guint key, GdkModifierType state)
{
  g_return_val_if_fail (WS_IS_PRESENTATION (self), FALSE);
  return ws_presentation_shows_slides (self) && ws_presenter_press (self->presenter, key, state);
}

/**
 * ws_presentation_go_back:
 * @self: a presentation
 *
 * Leaves the topmost mode: the full screen, a lesson or the course, or the maximised pane.
 *
 * Returns: whether there was anything to leave
 */
gboolean
ws_presentation_go_back (WsPresentation *self)
{
  g_return_val_if_fail (WS_IS_PRESENTATION (self), FALSE);

  if (self->presenting)
    ws_presentation_set_presenting (self, FALSE);
  else if (self->lesson != NULL || ws_presentation_shows_course (self))
    ws_presentation_close_lesson (self);
  else if (ws_panes_get_filled (self->panes) >= 0)
    ws_panes_fill (self->panes, -1);
  else if (ws_panes_show_figures (self->panes, FALSE))
    return TRUE;
  else
    return FALSE;
  return TRUE;
}

/**
 * ws_presentation_show_lesson:
 * @self: a presentation that shows no lesson
 * @deck: (transfer none): of a lesson
 * @step: the first step to show, from 0
 */
void
ws_presentation_show_lesson (WsPresentation *self, WsLessonDeck *deck, guint step)
{
  g_return_if_fail (WS_IS_PRESENTATION (self) && WS_IS_LESSON_DECK (deck));

  g_set_object (&self->lesson, deck);
  ws_lesson_deck_begin (self->lesson, step);
  ws_lesson_bar_set_deck (self->lesson_bar, self->lesson);
  ws_exercise_panel_set_deck (self->exercise_panel, self->lesson);
  show_slides (self, TRUE);
}

/**
 * ws_presentation_get_lesson:
 * @self: a presentation
 *
 * Returns: (transfer none) (nullable): the open lesson
 */
WsLessonDeck *
ws_presentation_get_lesson (WsPresentation *self)
{
  g_return_val_if_fail (WS_IS_PRESENTATION (self), NULL);
  return self->lesson;
}

/**
 * ws_presentation_show_course:
 * @self: a presentation
 *
 * Shows the contents of the course instead of the panes.
 */
void
ws_presentation_show_course (WsPresentation *self)
{
  g_return_if_fail (WS_IS_PRESENTATION (self));

  ws_presentation_close_lesson (self);
  gtk_stack_set_visible_child (self->place, self->course_page);
  show_transport (self, FALSE);
  gtk_widget_set_visible (self->toolbar, FALSE);
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

/**
 * ws_presentation_get_story:
 * @self: a presentation
 *
 * Returns: (transfer none) (nullable): story of the shown kernel; %NULL until presented
 */
WsStory *
ws_presentation_get_story (WsPresentation *self)
{
  g_return_val_if_fail (WS_IS_PRESENTATION (self), NULL);
  return self->story;
}

/**
 * ws_presentation_get_lecturer:
 * @self: a presentation
 *
 * Returns: (transfer none) (nullable): the lecturer's own view
 */
WsLecturer *
ws_presentation_get_lecturer (WsPresentation *self)
{
  g_return_val_if_fail (WS_IS_PRESENTATION (self), NULL);
  return self->lecturer;
}
