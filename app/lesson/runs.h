/* runs.h: results of a lesson's jobs, by the job's key. The command line adds them step by step,
 * the window as they arrive. */
#pragma once

#include "scenario/data.h"
#include "scene/scene.h"
#include "timing/sweep.h"

G_BEGIN_DECLS

/* Counted by reference; belongs to the main thread. */
typedef struct _WsLessonRuns WsLessonRuns;

WsLessonRuns *ws_lesson_runs_new (void);
WsLessonRuns *ws_lesson_runs_ref (WsLessonRuns *self);
void ws_lesson_runs_unref (WsLessonRuns *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsLessonRuns, ws_lesson_runs_unref)

gboolean ws_lesson_runs_has (WsLessonRuns *self, const char *key);
void ws_lesson_runs_set_run (WsLessonRuns *self, const char *key, WsRun *run);
void ws_lesson_runs_set_scene (WsLessonRuns *self, const char *key, WsScene *scene);
void ws_lesson_runs_set_sweep (WsLessonRuns *self, const char *key, WsSweep *sweep);
void ws_lesson_runs_set_scenario (WsLessonRuns *self, const char *key, WsScenario *scenario);
void ws_lesson_runs_set_note (WsLessonRuns *self, const char *key, const char *note);
WsRun *ws_lesson_runs_get_run (WsLessonRuns *self, const char *key);
WsScene *ws_lesson_runs_get_scene (WsLessonRuns *self, const char *key, guint launch, guint block);
WsSweep *ws_lesson_runs_get_sweep (WsLessonRuns *self, const char *key);
WsScenario *ws_lesson_runs_get_scenario (WsLessonRuns *self, const char *key);
const char *ws_lesson_runs_get_note (WsLessonRuns *self, const char *key);

G_END_DECLS
