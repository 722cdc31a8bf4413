/* handout.h: lessons on paper: a PDF with the summary of each, its steps with figures, words and
 * questions, room to write, and at the end the answers, with everything that the questions hide.
 *
 * The contents are collected in the main thread; they may be written in another.
 */
#pragma once

#include "handout/paper.h"
#include "lesson/lesson.h"
#include "lesson/runs.h"

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct _WsHandout WsHandout;

WsHandout *ws_handout_new (void);
WsHandout *ws_handout_new_course (GPtrArray *lessons);
void ws_handout_free (WsHandout *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsHandout, ws_handout_free)
void ws_handout_add_lesson (WsHandout *self, const WsLesson *lesson, WsLessonRuns *runs,
                            GPtrArray *problems);

/* @done: pages drawn; @n: of how many. In the thread that writes. */
typedef void (*WsHandoutProgress) (guint done, guint n, gpointer user_data);

/**
 * WsHandoutWatch:
 * @progress: (nullable): called after each page
 * @user_data: for @progress
 * @cancellable: (nullable): cancelling keeps the old file
 */
typedef struct {
  WsHandoutProgress progress;
  gpointer user_data;
  GCancellable *cancellable;
} WsHandoutWatch;
gboolean ws_handout_write (WsHandout *self, WsPaper paper, GFile *file, const WsHandoutWatch *watch,
                           GError **error);

G_END_DECLS
