/* slide-view.h: a slide on the screen: with clickable answers, and optional ink, curtain and
 * spotlight on top. */
#pragma once

#include "present/ink.h"
#include "slide/slide.h"
#include "toolkit/drawing.h"

G_BEGIN_DECLS

#define WS_TYPE_SLIDE_VIEW (ws_slide_view_get_type ())
G_DECLARE_FINAL_TYPE (WsSlideView, ws_slide_view, WS, SLIDE_VIEW, WsDrawing)

/* What hides the slide. */
typedef enum { WS_CURTAIN_NONE, WS_CURTAIN_BLACK, WS_CURTAIN_WHITE } WsCurtain;

/* Signals: "answer-chosen" (int): clicked; "warp-chosen" (guint part, guint warp): a circle of a
 * tree or a row of warps was clicked. */
GtkWidget *ws_slide_view_new (void);
void ws_slide_view_set_slide (WsSlideView *self, WsSlide *slide);
const WsSlide *ws_slide_view_get_slide (WsSlideView *self);
void ws_slide_view_set_moment (WsSlideView *self, guint part, const WsMoment *moment);
void ws_slide_view_set_curtain (WsSlideView *self, WsCurtain curtain);
WsCurtain ws_slide_view_get_curtain (WsSlideView *self);
void ws_slide_view_set_spotlight (WsSlideView *self, gboolean spotlight);
gboolean ws_slide_view_get_spotlight (WsSlideView *self);
void ws_slide_view_set_ink (WsSlideView *self, WsInk *ink);
WsInk *ws_slide_view_get_ink (WsSlideView *self);
void ws_slide_view_set_draws (WsSlideView *self, gboolean draws);
gboolean ws_slide_view_get_draws (WsSlideView *self);

G_END_DECLS
