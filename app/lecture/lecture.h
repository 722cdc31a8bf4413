/* lecture.h: a lecture bundle: a lesson with the recordings, timings and scenarios of its steps,
 * and the sources of their kernels, in one file: magic "WSLECT\0\1", then a version, then a
 * GVariant, little-endian, as runs and sweeps are.
 *
 * It is a GVariant, not an archive: its parts are GVariants themselves, which are safe to read even
 * from strangers; nothing is unpacked to a folder, and no name becomes a path. Each part is
 * compressed by zlib and states its size in advance, which bounds its decompression; together they
 * are limited to %WS_LECTURE_MAX_BYTES.
 *
 * Files may be read and written in any thread; the lesson is created in the main one.
 */
#pragma once

#include "lesson/lesson.h"
#include "lesson/runs.h"

#include <gio/gio.h>

G_BEGIN_DECLS

#define WS_LECTURE_SUFFIX      ".lecture"
#define WS_LECTURE_MAX_ENTRIES 4096
#define WS_LECTURE_MAX_BYTES   (G_GUINT64_CONSTANT (1) << 30)

#define WS_LECTURE_ERROR (ws_lecture_error_quark ())
GQuark ws_lecture_error_quark (void);

/**
 * WsLectureError:
 * @WS_LECTURE_ERROR_DAMAGED: not a valid bundle: the message says what is wrong, and where
 * @WS_LECTURE_ERROR_VERSION: one of a version that this program does not read
 * @WS_LECTURE_ERROR_NOT_RUN: a lesson with a step that has not been run yet
 */
typedef enum {
  WS_LECTURE_ERROR_DAMAGED,
  WS_LECTURE_ERROR_VERSION,
  WS_LECTURE_ERROR_NOT_RUN,
} WsLectureError;

typedef struct _WsLecture WsLecture;

WsLecture *ws_lecture_new (const WsLesson *lesson, WsLessonRuns *runs, GError **error);
void ws_lecture_unref (WsLecture *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsLecture, ws_lecture_unref)

gboolean ws_lecture_is_path (const char *path);
WsLecture *ws_lecture_load (GFile *file, GCancellable *cancellable, GError **error);
WsLecture *ws_lecture_load_bytes (GBytes *bytes, GError **error);
GBytes *ws_lecture_to_bytes (WsLecture *self, GError **error);
gboolean ws_lecture_save (WsLecture *self, GFile *file, GCancellable *cancellable, GError **error);
WsLesson *ws_lecture_open (WsLecture *self, WsCatalog *catalog, WsLessonRuns **runs,
                           GError **error);

G_END_DECLS
