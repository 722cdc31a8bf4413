/* lesson-exporter.h: exports a lesson, or a whole course, to a file: first runs everything that the
 * steps need, then writes it, with progress and cancellation. */
#pragma once

#include "player/lesson-deck.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

typedef enum {
  WS_LESSON_EXPORT_HANDOUT, /* a PDF to be printed */
  WS_LESSON_EXPORT_COURSE,  /* the same, of all lessons */
  WS_LESSON_EXPORT_BUNDLE,  /* lesson and runs in one file */
  WS_LESSON_EXPORT_PAGE,    /* a web page that steps through it */
  WS_LESSON_N_EXPORTS
} WsLessonExportKind;

#define WS_TYPE_LESSON_EXPORTER (ws_lesson_exporter_get_type ())
G_DECLARE_FINAL_TYPE (WsLessonExporter, ws_lesson_exporter, WS, LESSON_EXPORTER, GObject)

/* Signals: exported (path), failed (sentence). Property busy: while steps are run for it; also
 * notified for each lesson. */
WsLessonExporter *ws_lesson_exporter_new (GtkWindow *window);
void ws_lesson_exporter_begin (WsLessonExporter *self, WsLessonExportKind kind, WsLessonDeck *deck,
                               GFile *file);
void ws_lesson_exporter_begin_course (WsLessonExporter *self, WsSession *session,
                                      GPtrArray *lessons, GFile *file);
void ws_lesson_exporter_cancel (WsLessonExporter *self);
gboolean ws_lesson_exporter_is_busy (WsLessonExporter *self);
char *ws_lesson_exporter_dup_sentence (WsLessonExporter *self);
WsLessonExportKind ws_lesson_exporter_get_kind (WsLessonExporter *self);

G_END_DECLS
