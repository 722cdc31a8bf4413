/* lesson.h: runs the steps of a lesson, blocking, for a command line. */
#pragma once

#include "catalog/catalog.h"
#include "lesson/lesson-slide.h"

G_BEGIN_DECLS

typedef struct _CliLessonRunner CliLessonRunner;

CliLessonRunner *cli_lesson_runner_new (WsCatalog *catalog, const char *device, GError **error);
void cli_lesson_runner_free (CliLessonRunner *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CliLessonRunner, cli_lesson_runner_free)
gboolean cli_lesson_run_step (CliLessonRunner *self, const WsLesson *lesson, guint step,
                              WsLessonRuns *runs, GError **error);
gboolean cli_lesson_run (WsCatalog *catalog, const char *device, const WsLesson *lesson,
                         WsLessonRuns *runs, GError **error);
WsLesson *cli_lesson_load (WsCatalog *catalog, const char *name, WsLessonRuns **runs,
                           GError **error);
void cli_lesson_say_problems (GPtrArray *problems, const char *name);
gboolean cli_lesson_write (WsCatalog *catalog, const char *name, const char *device,
                           const WsExportForm *form, const char *folder, GError **error);

G_END_DECLS
