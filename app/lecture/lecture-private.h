/* lecture-private.h: shared by lecture.c (converts lessons to bundles and back) and lecture-file.c
 * (the file). Private to lecture/. */
#pragma once

#include "lecture/lecture.h"

#include "lesson/job.h"

G_BEGIN_DECLS

/* Program that wrote it, id of the lesson, its file; and of each job: kind, key, note, and its
 * file: its length, and then it, packed. */
#define WS_LECTURE_FORMAT       "(ssaya(ysms(tay)))"
#define WS_LECTURE_ENTRY_FORMAT "(ysms(tay))"

#define WS_LECTURE_EXERCISE 16 /* beyond all of #WsLessonJobKind */

/**
 * WsLectureEntry:
 * @kind: of the job; %WS_LECTURE_EXERCISE of an exercise
 * @key: of the job, or of ws_lecture_make_exercise_key()
 * @note: (nullable): why it ran on another device than the lesson requests
 * @run: (nullable): its recording
 * @scene: (nullable): of its first launch, derived on reading
 * @sweep: (nullable): what was timed
 * @results: (nullable): of a scenario, as a GVariant
 * @exercise: (nullable): its file
 *
 * The result of one job, or an exercise of a step.
 */
typedef struct {
  guint kind;
  char *key;
  char *note;
  WsRun *run;
  WsScene *scene;
  WsSweep *sweep;
  GVariant *results;
  GBytes *exercise;
} WsLectureEntry;

struct _WsLecture {
  char *id;
  GBytes *text;       /* of the lesson's file */
  GPtrArray *entries; /* WsLectureEntry */
  gatomicrefcount refs;
};

WsLecture *ws_lecture_new_empty (const char *id, GBytes *text);
char *ws_lecture_make_exercise_key (const char *name);
WsLectureEntry *ws_lecture_add_entry (WsLecture *self, guint kind, const char *key,
                                      const char *note);

G_END_DECLS
