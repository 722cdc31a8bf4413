/* presentation.h: the main area of a window: panes, slides, or the contents of the course;
 * full-screen while presenting. Its actions: present, lecturer, fill, beside, show-pane, scenarios,
 * next-step, previous-step, close-lesson. */
#pragma once

#include "player/lesson-deck.h"
#include "present/lecturer.h"
#include "present/story.h"
#include "window/appearance.h"

G_BEGIN_DECLS

#define WS_TYPE_PRESENTATION (ws_presentation_get_type ())
G_DECLARE_FINAL_TYPE (WsPresentation, ws_presentation, WS, PRESENTATION, GObject)

/* Signals: lesson-closing: the lesson, or the contents of the course, closes and the panes return;
 * changed: the contents of the area, or whether it presents. */
WsPresentation *ws_presentation_new (const WsContext *context, WsAppearance *appearance);
void ws_presentation_end (WsPresentation *self);
void ws_presentation_set_presenting (WsPresentation *self, gboolean presenting);
gboolean ws_presentation_get_presenting (WsPresentation *self);
void ws_presentation_fill (WsPresentation *self, int pane);
gboolean ws_presentation_press (WsPresentation *self, guint key, GdkModifierType state);
gboolean ws_presentation_go_back (WsPresentation *self);
gboolean ws_presentation_shows_slides (WsPresentation *self);
void ws_presentation_show_lesson (WsPresentation *self, WsLessonDeck *deck, guint step);
WsLessonDeck *ws_presentation_get_lesson (WsPresentation *self);
void ws_presentation_close_lesson (WsPresentation *self);
void ws_presentation_show_course (WsPresentation *self);
gboolean ws_presentation_shows_course (WsPresentation *self);
WsStory *ws_presentation_get_story (WsPresentation *self);
WsLecturer *ws_presentation_get_lecturer (WsPresentation *self);

G_END_DECLS
