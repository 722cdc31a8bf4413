/* lesson-fixture.h: what the steps of a lesson need, run in the test's own process or by its
 * worker. */
#pragma once

#include "lesson/lesson.h"
#include "lesson/runs.h"

G_BEGIN_DECLS

/* (transfer full): without a mistake */
WsLesson *lesson_fixture_read (WsCatalog *catalog, const char *id, const char *text);
/* Records what is recorded, on the virtual H200 or the model that is asked for; times and runs
 * scenarios on a worker. */
void lesson_fixture_run_step (WsCatalog *catalog, const WsLesson *lesson, guint step,
                              WsLessonRuns *runs);

G_END_DECLS
