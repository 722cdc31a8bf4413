/* exercise-panel.h: the exercise of a lesson's step, beside the slide: its code in an editor, a
 * button that tries it, what holds of what is required, hints, and the solution. What was tried
 * stands on the slide, until the slide's own picture is asked for. */
#pragma once

#include "player/lesson-deck.h"

#include "exercise/attempt.h"

#include <gtksourceview/gtksource.h>

G_BEGIN_DECLS

#define WS_TYPE_EXERCISE_PANEL (ws_exercise_panel_get_type ())
G_DECLARE_FINAL_TYPE (WsExercisePanel, ws_exercise_panel, WS, EXERCISE_PANEL, GtkWidget)

/* Signal: left: the user gives the keyboard back. */
void ws_exercise_panel_set_deck (WsExercisePanel *self, WsLessonDeck *deck);
void ws_exercise_panel_set_theme (WsExercisePanel *self, WsThemeKind theme);
GtkSourceBuffer *ws_exercise_panel_get_document (WsExercisePanel *self);
gboolean ws_exercise_panel_is_running (WsExercisePanel *self);
const char *ws_exercise_panel_get_verdict (WsExercisePanel *self);
const char *ws_exercise_panel_get_results (WsExercisePanel *self);

G_END_DECLS
