/* presenter.h: a deck on the whole screen, and the keys of a lecturer. */
#pragma once

#include "present/deck.h"
#include "present/slide-view.h"
#include "playback/playhead.h"

G_BEGIN_DECLS

#define WS_TYPE_PRESENTER (ws_presenter_get_type ())
G_DECLARE_FINAL_TYPE (WsPresenter, ws_presenter, WS, PRESENTER, GtkWidget)

/* Signals: "warp-chosen" (guint): a warp of the deck was clicked; "changed". */
void ws_presenter_set_deck (WsPresenter *self, WsDeck *deck);
WsDeck *ws_presenter_get_deck (WsPresenter *self);
void ws_presenter_drive (WsPresenter *self, WsPlayhead *playhead);
void ws_presenter_set_theme (WsPresenter *self, WsThemeKind theme);
WsSlideView *ws_presenter_get_view (WsPresenter *self);
gboolean ws_presenter_get_frozen (WsPresenter *self);
gboolean ws_presenter_press (WsPresenter *self, guint key, GdkModifierType modifiers);

G_END_DECLS
