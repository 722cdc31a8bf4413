/* web-page.h: a recording, or a lesson, as one HTML file that a browser steps through, forwards and
 * backwards. It is self-contained: drawings, code, words and a small script are inside, and a
 * Content-Security-Policy blocks everything else.
 *
 * The contents are collected in the main thread; they may be written in another.
 */
#pragma once

#include "beside/beside.h"
#include "export/picture.h"
#include "lesson/lesson.h"
#include "lesson/runs.h"

G_BEGIN_DECLS

typedef struct _WsWebPage WsWebPage;

WsWebPage *ws_web_page_new (void);
void ws_web_page_free (WsWebPage *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsWebPage, ws_web_page_free)
void ws_web_page_set_brief (WsWebPage *self);
void ws_web_page_add_words (WsWebPage *self, const char *title, const char *markup);
void ws_web_page_add_run (WsWebPage *self, const WsPicture *picture);
void ws_web_page_add_beside (WsWebPage *self, WsBeside *beside, const WsPicture *picture);
void ws_web_page_add_lesson (WsWebPage *self, const WsLesson *lesson, WsLessonRuns *runs,
                             GPtrArray *problems);

/* @done: steps drawn; @n: of how many. In the thread that writes. */
typedef void (*WsWebPageProgress) (guint done, guint n, gpointer user_data);

/**
 * WsWebPageWatch:
 * @progress: (nullable): called after each step
 * @user_data: for @progress
 * @cancellable: (nullable): cancelling keeps the old file
 */
typedef struct {
  WsWebPageProgress progress;
  gpointer user_data;
  GCancellable *cancellable;
} WsWebPageWatch;

GBytes *ws_web_page_to_bytes (const WsWebPage *self, const WsWebPageWatch *watch, GError **error);
gboolean ws_web_page_write (const WsWebPage *self, GFile *file, const WsWebPageWatch *watch,
                            GError **error);

G_END_DECLS
