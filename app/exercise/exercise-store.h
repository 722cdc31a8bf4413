/* exercise-store.h: the exercises that are bundled into the program, those in the user's folder,
 * and one in a file. */
#pragma once

#include "exercise/exercise.h"

#include <gio/gio.h>

G_BEGIN_DECLS

#define WS_EXERCISE_SUFFIX ".exercise"

WsExercise *ws_exercise_store_read (WsCatalog *catalog, GFile *file, GPtrArray **problems,
                                    GError **error);
WsExercise *ws_exercise_store_load (WsCatalog *catalog, const char *name, GError **error);
GBytes *ws_exercise_store_load_text (const WsLesson *lesson, const char *name, GError **error);
WsExercise *ws_exercise_store_load_of (const WsLesson *lesson, const char *name, GError **error);
GPtrArray *ws_exercise_store_load_all (WsCatalog *catalog, GPtrArray **sentences);

G_END_DECLS
