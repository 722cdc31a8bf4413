/* lesson-store.h: the lessons that are bundled into the program, those in the user's folder, and
 * one in a file. */
#pragma once

#include "lesson/lesson.h"

#include <gio/gio.h>

G_BEGIN_DECLS

#define WS_LESSON_SUFFIX ".lesson"

WsLesson *ws_lesson_store_read (WsCatalog *catalog, GFile *file, GPtrArray **problems,
                                GError **error);
WsLesson *ws_lesson_store_load (WsCatalog *catalog, const char *name, GError **error);
GPtrArray *ws_lesson_store_load_all (WsCatalog *catalog, GPtrArray **sentences);
char *ws_lesson_store_get_folder (void);

G_END_DECLS
