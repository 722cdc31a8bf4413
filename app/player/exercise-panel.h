/* exercise-panel.h: the exercise of a lesson's step, beside the slide: its code in an editor, a
 * button that runs it, the requirements with their state, hints, and the solution. The attempt
 * replaces the slide's picture, until the user switches back. */
#pragma once

#include "player/lesson-deck.h"

#include "exercise/attempt.h"

#include <gtksourceview/gtksource.h>

G_BEGIN_DECLS

#define WS_TYPE_EXERCISE_PANEL (ws_exercise_panel_get_type ())
G_DECLARE_FINAL_TYPE (WsExercisePanel, ws_exercise_panel, WS, EXERCISE_PANEL, GtkWidget)

/* Signal: left: the user leaves it by the keyboard. */
void ws_exercise_panel_set_deck (WsExercisePanel *self, WsLessonDeck *deck);
void ws_exercise_panel_set_theme (WsExercisePanel *self, WsThemeKind theme);
GtkSourceBuffer *ws_exercise_panel_get_document (WsExercisePanel *self);
gboolean ws_exercise_panel_is_running (WsExercisePanel *self);
const char *ws_exercise_panel_get_verdict (WsExercisePanel *self);
const char *ws_exercise_panel_get_results (WsExercisePanel *self);

G_END_DECLS
