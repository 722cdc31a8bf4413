/* lecture.h: a lecture bundle: a lesson with what was recorded, timed and run for its steps, each
 * with the source text of its kernels, in one file: magic "WSLECT\0\1", then a version, then a
 * GVariant, little-endian, as runs and sweeps are.
 *
 * A GVariant, and no archive: the parts are GVariants themselves, of which a stranger's is read in
 * bounds whatever it holds; nothing is unpacked into a folder, no name becomes a path. Each part is
 * packed by zlib, and says before how large it is: no more is made of it, and of all of them no
 * more than %WS_LECTURE_MAX_BYTES.
 *
 * What is read from a file may be read and written in any thread; a lesson is made of it in the
 * main one.
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
 * @WS_LECTURE_ERROR_DAMAGED: a file that is no bundle: the message says what and where
 * @WS_LECTURE_ERROR_VERSION: one of a version that this program does not read
 * @WS_LECTURE_ERROR_NOT_RUN: a lesson of which a step has not been run yet
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
