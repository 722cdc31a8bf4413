/* attempt-store.h: what the user has typed for exercises, kept when the window is closed: a file
 * for each, by the exercise's id; of those that a lesson brings along, in a folder of the lesson.
 */
#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

#define WS_TYPE_ATTEMPT_STORE (ws_attempt_store_get_type ())
G_DECLARE_FINAL_TYPE (WsAttemptStore, ws_attempt_store, WS, ATTEMPT_STORE, GObject)

WsAttemptStore *ws_attempt_store_new (const char *folder);
void ws_attempt_store_keep (WsAttemptStore *self, const char *bundle, const char *id,
                            const char *text);
char *ws_attempt_store_load (WsAttemptStore *self, const char *bundle, const char *id);

G_END_DECLS
