/* deck.h: what there is to present, step by step: the story of a kernel, a lesson. */
#pragma once

#include "slide/slide.h"

#include <glib-object.h>

G_BEGIN_DECLS

#define WS_TYPE_DECK (ws_deck_get_type ())
G_DECLARE_INTERFACE (WsDeck, ws_deck, WS, DECK, GObject)

/**
 * WsDeckScore:
 * @n_right: questions whose right answer was chosen before it was revealed
 * @n_answered: those that any answer was chosen for
 * @n_questions: all that have answers to choose from
 */
typedef struct {
  guint n_right;
  guint n_answered;
  guint n_questions;
} WsDeckScore;

/**
 * WsDeckInterface:
 * @get_n_steps: how many there are, 0 where there is nothing yet
 * @get_step: the present one, from 0
 * @go: to another; it stays where there is none such
 * @make_slide: (transfer full) (nullable): of a step, as it is now; of another than the present one
 * as it will be
 * @get_moment: of a part of the present slide; FALSE where it does not move
 * @play: (nullable): plays or pauses what moves on the present slide
 * @reveal: (nullable): tells what is hidden; FALSE where nothing is
 * @choose: (nullable): one of the answers; FALSE where there is none to choose
 * @count: (nullable): what became of the questions so far
 * @show_view: (nullable): shows a view in place of the present one, or beside it; FALSE where it
 * has none such
 *
 * Signals: "changed": the present slide is another; "moved": its parts have moved on.
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
