/* deck.h: the interface of presentations, step by step: the story of a kernel, a lesson. */
#pragma once

#include "slide/slide.h"

#include <glib-object.h>

G_BEGIN_DECLS

#define WS_TYPE_DECK (ws_deck_get_type ())
G_DECLARE_INTERFACE (WsDeck, ws_deck, WS, DECK, GObject)

/**
 * WsDeckScore:
 * @n_right: questions whose right answer was chosen before the reveal
 * @n_answered: questions with any answer chosen
 * @n_questions: questions with answers to choose from
 */
typedef struct {
  guint n_right;
  guint n_answered;
  guint n_questions;
} WsDeckScore;

/**
 * WsDeckInterface:
 * @get_n_steps: number of steps, 0 if there are none yet
 * @get_step: the current one, from 0
 * @go: goes to a step; ignored if there is no such step
 * @make_slide: (transfer full) (nullable): slide of a step, in its current state; for other steps,
 * as it will be shown
 * @get_moment: moment of a part of the current slide; FALSE if it is static
 * @play: (nullable): plays or pauses the current slide
 * @reveal: (nullable): reveals what is hidden; FALSE if nothing is
 * @choose: (nullable): chooses an answer; FALSE without any
 * @count: (nullable): the score so far
 * @show_view: (nullable): shows a view instead of the current one, or beside it; FALSE if not
 * available
 *
 * Signals: "changed": the current slide has changed; "moved": its parts have advanced.
 */
struct _WsDeckInterface {
  GTypeInterface parent;

  guint (*get_n_steps) (WsDeck *self);
  guint (*get_step) (WsDeck *self);
  void (*go) (WsDeck *self, guint step);
  WsSlide *(*make_slide) (WsDeck *self, guint step);
  gboolean (*get_moment) (WsDeck *self, guint part, WsMoment *moment);
  void (*play) (WsDeck *self);
  gboolean (*reveal) (WsDeck *self);
  gboolean (*choose) (WsDeck *self, guint answer);
  void (*count) (WsDeck *self, WsDeckScore *score);
  gboolean (*show_view) (WsDeck *self, WsView view, gboolean beside);
};

guint ws_deck_get_n_steps (WsDeck *self);
guint ws_deck_get_step (WsDeck *self);
void ws_deck_go (WsDeck *self, guint step);
WsSlide *ws_deck_make_slide (WsDeck *self, guint step);
gboolean ws_deck_get_moment (WsDeck *self, guint part, WsMoment *moment);
void ws_deck_play (WsDeck *self);
gboolean ws_deck_reveal (WsDeck *self);
gboolean ws_deck_choose (WsDeck *self, guint answer);
void ws_deck_count (WsDeck *self, WsDeckScore *score);
gboolean ws_deck_show_view (WsDeck *self, WsView view, gboolean beside);
void ws_deck_changed (WsDeck *self);
void ws_deck_moved (WsDeck *self);

G_END_DECLS
