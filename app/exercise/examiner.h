/* examiner.h: tests an attempt at an exercise: a kernel is compiled and run as the exercise
 * prescribes, a program by its own main(), both on the exercise's virtual GPU, with checks.
 *
 * Attempts are untrusted. Each source is compiled and run by fresh workers that end with it, in a
 * new, empty folder that is removed afterwards. Expected results are computed from the exercise's
 * solution, never from the attempt.
 */
#pragma once

#include "exercise/attempt.h"
#include "exercise/exercise.h"

#include <gio/gio.h>

G_BEGIN_DECLS

#define WS_EXAMINER_SECONDS 20 /* default time limit of a source */

#define WS_TYPE_EXAMINER (ws_examiner_get_type ())
G_DECLARE_FINAL_TYPE (WsExaminer, ws_examiner, WS, EXAMINER, GObject)

WsExaminer *ws_examiner_new (WsExercise *exercise, WsCatalog *catalog, GError **error);
void ws_examiner_set_seconds (WsExaminer *self, guint seconds);
void ws_examiner_prepare_async (WsExaminer *self, GCancellable *cancellable,
                                GAsyncReadyCallback callback, gpointer user_data);
gboolean ws_examiner_prepare_finish (WsExaminer *self, GAsyncResult *result, GError **error);
void ws_examiner_try_async (WsExaminer *self, const char *name, const char *text,
                            GCancellable *cancellable, GAsyncReadyCallback callback,
                            gpointer user_data);
WsAttempt *ws_examiner_try_finish (WsExaminer *self, GAsyncResult *result, GError **error);

G_END_DECLS
