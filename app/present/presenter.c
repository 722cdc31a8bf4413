#include "present/presenter.h"

#include "playback/ticker.h"

struct _WsPresenter {
  GtkWidget parent_instance;

  WsDeck *deck;
  GSignalGroup *deck_signals;
  GHashTable *ink; /* step + 1: WsInk */
  gboolean frozen; /* what the class sees stays */
  WsTicker *ticker;

  WsSlideView *view;
};

enum { WARP_CHOSEN, CHANGED, N_SIGNALS };

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WsPresenter, ws_presenter, GTK_TYPE_WIDGET)

/* ---- what is seen ---- */

static WsInk *
get_ink (WsPresenter *self)
{
  gpointer key = GUINT_TO_POINTER (ws_deck_get_step (self->deck) + 1);
  WsInk *ink = g_hash_table_lookup (self->ink, key);

  if (ink == NULL)
    {
      ink = ws_ink_new ();
      g_hash_table_insert (self->ink, key, ink);
    }
  return ink;
}

static void
changed_cb (WsPresenter *self)
{
  if (self->deck == NULL || self->frozen)
    return;
  ws_slide_view_set_ink (self->view, get_ink (self));
  ws_slide_view_set_slide (self->view,
                           ws_deck_make_slide (self->deck, ws_deck_get_step (self->deck)));
}

static void
moved_cb (WsPresenter *self)
{
  const WsSlide *slide = ws_slide_view_get_slide (self->view);

  if (self->frozen || slide == NULL)
    return;
  for (guint i = 0; i < slide->parts->len; i++)
    {
      WsMoment moment;

      if (ws_deck_get_moment (self->deck, i, &moment))
        ws_slide_view_set_moment (self->view, i, &moment);
    }
}

static void
answer_cb (WsPresenter *self, int answer)
{
  if (self->deck != NULL)
    ws_deck_choose (self->deck, (guint)answer);
}

/* What is frozen, or of another run than what is driven, is only looked at. */
static void
warp_cb (WsPresenter *self, guint part, guint warp)
{
  WsMoment moment;

  if (self->deck != NULL && !self->frozen && ws_deck_get_moment (self->deck, part, &moment))
    g_signal_emit (self, signals[WARP_CHOSEN], 0, warp);
}

/* ---- keys ---- */

typedef void (*Press) (WsPresenter *self);

/* A remote clicker has one key to go on with: what is hidden is revealed first. */
static void
go_on (WsPresenter *self)
{
  if (!ws_deck_reveal (self->deck))
    ws_deck_go (self->deck, ws_deck_get_step (self->deck) + 1);
}

static void
go_back (WsPresenter *self)
{
  guint step = ws_deck_get_step (self->deck);

  if (step > 0)
    ws_deck_go (self->deck, step - 1);
}

static void
go_first (WsPresenter *self)
{
  ws_deck_go (self->deck, 0);
}

static void
go_last (WsPresenter *self)
{
  guint n = ws_deck_get_n_steps (self->deck);

  if (n > 0)
    ws_deck_go (self->deck, n - 1);
}

/* What is hidden is revealed first; then it plays. */
static void
reveal (WsPresenter *self)
{
  if (!ws_deck_reveal (self->deck))
    ws_deck_play (self->deck);
}

static void
set_curtain (WsPresenter *self, WsCurtain curtain)
{
  ws_slide_view_set_curtain (
      self->view, ws_slide_view_get_curtain (self->view) == curtain ? WS_CURTAIN_NONE : curtain);
}

static void
draw_black (WsPresenter *self)
{
  set_curtain (self, WS_CURTAIN_BLACK);
}

static void
draw_white (WsPresenter *self)
{
  set_curtain (self, WS_CURTAIN_WHITE);
}

static void
turn_spotlight (WsPresenter *self)
{
  ws_slide_view_set_spotlight (self->view, !ws_slide_view_get_spotlight (self->view));
}

static void
take_pen (WsPresenter *self)
{
  ws_slide_view_set_draws (self->view, !ws_slide_view_get_draws (self->view));
}

static void
wipe (WsPresenter *self)
{
  ws_ink_clear (get_ink (self));
  gtk_widget_queue_draw (GTK_WIDGET (self->view));
}

static void
freeze (WsPresenter *self)
{
  self->frozen = !self->frozen;
  changed_cb (self);
  g_signal_emit (self, signals[CHANGED], 0);
}

static const struct {
  guint key;
  Press press;
  gboolean draws_curtain; /* or leaves it alone */
} keys[] = {
  { GDK_KEY_Page_Down, go_on, FALSE },  { GDK_KEY_Page_Up, go_back, FALSE },
  { GDK_KEY_Down, go_on, FALSE },       { GDK_KEY_Up, go_back, FALSE },
  { GDK_KEY_Home, go_first, FALSE },    { GDK_KEY_End, go_last, FALSE },
  { GDK_KEY_space, reveal, FALSE },     { GDK_KEY_b, draw_black, TRUE },
  { GDK_KEY_period, draw_black, TRUE }, { GDK_KEY_w, draw_white, TRUE },
  { GDK_KEY_p, turn_spotlight, FALSE }, { GDK_KEY_i, take_pen, FALSE },
  { GDK_KEY_Delete, wipe, FALSE },      { GDK_KEY_BackSpace, wipe, FALSE },
  { GDK_KEY_f, freeze, FALSE },
};

/* The digits choose an answer where there is a question, and a view otherwise: with Ctrl, beside
 * the one that is there. */
static gboolean
press_digit (WsPresenter *self, guint digit, gboolean beside)
{
  static const WsView views[] = { WS_VIEW_TREE, WS_VIEW_LANES, WS_VIEW_SMS, WS_N_VIEWS,
                                  WS_VIEW_CODE, WS_N_VIEWS,    WS_N_VIEWS,  WS_VIEW_MEMORY };

  if (!beside && ws_deck_choose (self->deck, digit - 1))
    return TRUE;
  return digit <= G_N_ELEMENTS (views) && views[digit - 1] != WS_N_VIEWS
         && ws_deck_show_view (self->deck, views[digit - 1], beside);
}

/**
 * ws_presenter_press:
 * @key: that was pressed
 * @modifiers: with it
 *
 * What the speaker's keys do. Behind a curtain, any key that steps opens it first.
 *
 * Returns: whether the key means anything here
 */
gboolean
ws_presenter_press (WsPresenter *self, guint key, GdkModifierType modifiers)
{
  gboolean hidden;

  g_return_val_if_fail (WS_IS_PRESENTER (self), FALSE);

  modifiers &= GDK_CONTROL_MASK | GDK_SHIFT_MASK | GDK_ALT_MASK;
  if (self->deck == NULL || (modifiers & ~(guint)GDK_CONTROL_MASK) != 0)
    return FALSE;
  if (key >= GDK_KEY_1 && key <= GDK_KEY_9)
    return press_digit (self, key - GDK_KEY_0, modifiers != 0);
  if (modifiers != 0)
    return FALSE;
  hidden = ws_slide_view_get_curtain (self->view) != WS_CURTAIN_NONE;
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    if (keys[i].key == gdk_keyval_to_lower (key))
      {
        if (hidden && !keys[i].draws_curtain)
          ws_slide_view_set_curtain (self->view, WS_CURTAIN_NONE);
        else
          keys[i].press (self);
        return TRUE;
      }
  return FALSE;
}

/* ---- the widget ---- */

static void
ws_presenter_dispose (GObject *object)
{
  WsPresenter *self = WS_PRESENTER (object);

  g_clear_pointer (&self->ticker, ws_ticker_free);
  g_clear_object (&self->deck_signals);
  g_clear_object (&self->deck);
  g_clear_pointer ((GtkWidget **)&self->view, gtk_widget_unparent);

  G_OBJECT_CLASS (ws_presenter_parent_class)->dispose (object);
}

static void
ws_presenter_finalize (GObject *object)
{
  g_clear_pointer (&WS_PRESENTER (object)->ink, g_hash_table_unref);

  G_OBJECT_CLASS (ws_presenter_parent_class)->finalize (object);
}

static void
ws_presenter_class_init (WsPresenterClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = ws_presenter_dispose;
  object_class->finalize = ws_presenter_finalize;
  signals[WARP_CHOSEN] = g_signal_new ("warp-chosen", WS_TYPE_PRESENTER, G_SIGNAL_RUN_LAST, 0, NULL,
                                       NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  signals[CHANGED] = g_signal_new ("changed", WS_TYPE_PRESENTER, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                   NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "presenter");
}

static void
ws_presenter_init (WsPresenter *self)
{
  self->ink = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify)ws_ink_free);
  self->ticker = ws_ticker_new (GTK_WIDGET (self));
  self->view = WS_SLIDE_VIEW (ws_slide_view_new ());
  gtk_widget_set_parent (GTK_WIDGET (self->view), GTK_WIDGET (self));
  g_signal_connect_swapped (self->view, "answer-chosen", G_CALLBACK (answer_cb), self);
  g_signal_connect_swapped (self->view, "warp-chosen", G_CALLBACK (warp_cb), self);
  self->deck_signals = g_signal_group_new (WS_TYPE_DECK);
  g_signal_group_connect_swapped (self->deck_signals, "changed", G_CALLBACK (changed_cb), self);
  g_signal_group_connect_swapped (self->deck_signals, "moved", G_CALLBACK (moved_cb), self);
}

/**
 * ws_presenter_set_deck:
 * @deck: (nullable): what is presented; the lines drawn over another deck are gone
 */
void
ws_presenter_set_deck (WsPresenter *self, WsDeck *deck)
{
  g_return_if_fail (WS_IS_PRESENTER (self));

  if (self->deck == deck)
    return;
  ws_slide_view_set_ink (self->view, NULL);
  g_hash_table_remove_all (self->ink);
  self->frozen = FALSE;
  g_set_object (&self->deck, deck);
  g_signal_group_set_target (self->deck_signals, deck);
  if (deck == NULL)
    ws_slide_view_set_slide (self->view, NULL);
  changed_cb (self);
}

/* Returns: (transfer none) (nullable): what is presented */
WsDeck *
ws_presenter_get_deck (WsPresenter *self)
{
  g_return_val_if_fail (WS_IS_PRESENTER (self), NULL);
  return self->deck;
}

/**
 * ws_presenter_drive:
 * @playhead: (nullable): what moves with its frames; %NULL if something else on the screen moves
 * it
 */
void
ws_presenter_drive (WsPresenter *self, WsPlayhead *playhead)
{
  g_return_if_fail (WS_IS_PRESENTER (self));
  ws_ticker_set_playhead (self->ticker, playhead);
}

/**
 * ws_presenter_set_theme:
 * @theme: of the slides
 */
void
ws_presenter_set_theme (WsPresenter *self, WsThemeKind theme)
{
  g_return_if_fail (WS_IS_PRESENTER (self));
  ws_drawing_set_theme (WS_DRAWING (self->view), theme);
}

/* Returns: (transfer none): the slide on the screen */
WsSlideView *
ws_presenter_get_view (WsPresenter *self)
{
  g_return_val_if_fail (WS_IS_PRESENTER (self), NULL);
  return self->view;
}

/* Returns: whether what the class sees stays, whatever the deck does */
gboolean
ws_presenter_get_frozen (WsPresenter *self)
{
  g_return_val_if_fail (WS_IS_PRESENTER (self), FALSE);
  return self->frozen;
}
