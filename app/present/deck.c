#include "present/deck.h"

enum { CHANGED, MOVED, N_SIGNALS };

static guint signals[N_SIGNALS];

G_DEFINE_INTERFACE (WsDeck, ws_deck, G_TYPE_OBJECT)

static void
ws_deck_default_init (WsDeckInterface *iface)
{
  signals[CHANGED] = g_signal_new ("changed", WS_TYPE_DECK, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 0);
  signals[MOVED] =
      g_signal_new ("moved", WS_TYPE_DECK, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

/* Returns: how many steps it has; 0 if there is nothing to present yet */
guint
ws_deck_get_n_steps (WsDeck *self)
{
  g_return_val_if_fail (WS_IS_DECK (self), 0);
  return WS_DECK_GET_IFACE (self)->get_n_steps (self);
}

/* Returns: the present step, from 0 */
guint
ws_deck_get_step (WsDeck *self)
{
  g_return_val_if_fail (WS_IS_DECK (self), 0);
  return WS_DECK_GET_IFACE (self)->get_step (self);
}

/**
 * ws_deck_go:
 * @step: where to; it stays where there is none such
 */
void
ws_deck_go (WsDeck *self, guint step)
{
  g_return_if_fail (WS_IS_DECK (self));
  if (step < ws_deck_get_n_steps (self))
    WS_DECK_GET_IFACE (self)->go (self, step);
}

/* Returns: (transfer full) (nullable): its slide, as it is now; %NULL if it has none yet */
WsSlide *
ws_deck_make_slide (WsDeck *self, guint step)
{
  g_return_val_if_fail (WS_IS_DECK (self), NULL);
  return step < ws_deck_get_n_steps (self) ? WS_DECK_GET_IFACE (self)->make_slide (self, step)
                                           : NULL;
}

/**
 * ws_deck_get_moment:
 * @part: of the present slide
 * @moment: (out): when it is there
 *
 * Returns: whether the part moves
 */
gboolean
ws_deck_get_moment (WsDeck *self, guint part, WsMoment *moment)
{
  g_return_val_if_fail (WS_IS_DECK (self), FALSE);
  return WS_DECK_GET_IFACE (self)->get_moment (self, part, moment);
}

/* Plays what moves on the present slide, or pauses it. */
void
ws_deck_play (WsDeck *self)
{
  g_return_if_fail (WS_IS_DECK (self));
  if (WS_DECK_GET_IFACE (self)->play != NULL)
    WS_DECK_GET_IFACE (self)->play (self);
}

/* Tells what the present slide hides.
 *
 * Returns: whether there was anything to reveal */
gboolean
ws_deck_reveal (WsDeck *self)
{
  g_return_val_if_fail (WS_IS_DECK (self), FALSE);
  return WS_DECK_GET_IFACE (self)->reveal != NULL && WS_DECK_GET_IFACE (self)->reveal (self);
}

/**
 * ws_deck_choose:
 * @answer: of the present slide's question, from 0
 *
 * Returns: whether there is such an answer, which is chosen now
 */
gboolean
ws_deck_choose (WsDeck *self, guint answer)
{
  g_return_val_if_fail (WS_IS_DECK (self), FALSE);
  return WS_DECK_GET_IFACE (self)->choose != NULL
         && WS_DECK_GET_IFACE (self)->choose (self, answer);
}

/**
 * ws_deck_count:
 * @score: (out): what became of the questions of all steps; nothing where the deck asks none
 */
void
ws_deck_count (WsDeck *self, WsDeckScore *score)
{
  *score = (WsDeckScore){ 0 };
  g_return_if_fail (WS_IS_DECK (self));
  if (WS_DECK_GET_IFACE (self)->count != NULL)
    WS_DECK_GET_IFACE (self)->count (self, score);
}

/**
 * ws_deck_show_view:
 * @beside: whether it comes beside the present one, and not in its place
 *
 * Returns: whether the deck shows views as one wishes
 */
gboolean
ws_deck_show_view (WsDeck *self, WsView view, gboolean beside)
{
  g_return_val_if_fail (WS_IS_DECK (self), FALSE);
  return WS_DECK_GET_IFACE (self)->show_view != NULL
         && WS_DECK_GET_IFACE (self)->show_view (self, view, beside);
}

/* For decks: the present slide is another. */
void
ws_deck_changed (WsDeck *self)
{
  g_return_if_fail (WS_IS_DECK (self));
  g_signal_emit (self, signals[CHANGED], 0);
}

/* For decks: the parts of the present slide have moved on. */
void
ws_deck_moved (WsDeck *self)
{
  g_return_if_fail (WS_IS_DECK (self));
  g_signal_emit (self, signals[MOVED], 0);
}
