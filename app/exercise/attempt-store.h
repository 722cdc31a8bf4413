/* attempt-store.h: what the user has typed for exercises, kept when the window is closed: a file
 * for each, by the exercise's id; of those that a lesson brings along, in a folder of that lesson,
 * which no other lesson of its name shares.
 */
#pragma once

#include "lesson/lesson.h"

G_BEGIN_DECLS

/**
 * WsAttemptKey:
 * @lesson: (nullable): id of the lesson that brings the exercise along; %NULL if it is this
 * computer's
 * @mark: (nullable): of such a lesson, tells it from others with its id
 * @id: of the exercise
 */
typedef struct {
  char *lesson;
  char *mark;
  char *id;
} WsAttemptKey;

WsAttemptKey *ws_attempt_key_new (const WsLesson *lesson, const char *id);
void ws_attempt_key_free (WsAttemptKey *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsAttemptKey, ws_attempt_key_free)

#define WS_TYPE_ATTEMPT_STORE (ws_attempt_store_get_type ())
G_DECLARE_FINAL_TYPE (WsAttemptStore, ws_attempt_store, WS, ATTEMPT_STORE, GObject)

WsAttemptStore *ws_attempt_store_new (const char *folder);
void ws_attempt_store_keep (WsAttemptStore *self, const WsAttemptKey *key, const char *text);
char *ws_attempt_store_load (WsAttemptStore *self, const WsAttemptKey *key);

G_END_DECLS
