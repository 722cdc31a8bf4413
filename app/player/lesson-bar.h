/* lesson-bar.h: below the slide of a lesson that is not presented: which lesson, where in it, and
 * the buttons to go on. */
#pragma once

#include "player/lesson-score.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WS_TYPE_LESSON_BAR (ws_lesson_bar_get_type ())
G_DECLARE_FINAL_TYPE (WsLessonBar, ws_lesson_bar, WS, LESSON_BAR, GtkWidget)

void ws_lesson_bar_set_deck (WsLessonBar *self, WsLessonDeck *deck);
WsLessonScore *ws_lesson_bar_get_score (WsLessonBar *self);

G_END_DECLS
