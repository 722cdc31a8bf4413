/* job.h: the work that a step of a lesson needs before it can be shown. */
#pragma once

#include "lesson/lesson.h"

#include "client/client.h"

G_BEGIN_DECLS

typedef enum {
  WS_LESSON_JOB_RUN,      /* is recorded: a WsRun */
  WS_LESSON_JOB_SWEEP,    /* is timed: a WsSweep */
  WS_LESSON_JOB_SCENARIO, /* all cells are run: a WsScenario */
} WsLessonJobKind;

/**
 * WsLessonJob:
 * @kind: what it is
 * @key: key of its result: equal for the same work on the same requested device, in any step
 * @device: the requested device: ws_lesson_job_choose_device() finds a matching one
 * @source: (nullable): of a run: source of the job
 * @kernel: (nullable): of a run
 * @parameters: of a run
 * @outcome: of a run: its expected outcome
 * @request: of a sweep: for ws_sweep_plan()
 * @scenario: (nullable): id of the scenario
 */
typedef struct {
  WsLessonJobKind kind;
  char *key;
  WsLessonDevice device;
  WsJobSource *source;
  const WsCatalogKernel *kernel;
  WsPlanParameters parameters;
  WsLessonOutcome outcome;
  WsSweepRequest request;
  char *scenario;
} WsLessonJob;

GPtrArray *ws_lesson_step_list_jobs (const WsLesson *lesson, guint step);
WsRun *ws_lesson_job_judge (const WsLessonJob *self, WsRun *run, WsRun *partial,
                            const GError *failure, GError **error);
char *ws_lesson_job_choose_device (const WsLessonJob *self, GPtrArray *devices,
                                   const char *preferred, char **note);

G_END_DECLS
