/* call.h: a call of the client's that is waited for: how it ended. */
#pragma once

#include "client/client.h"

G_BEGIN_DECLS

/* The user data of the callbacks, or its beginning. */
typedef struct {
  GMainLoop *loop; /* is quit */
  GError *error;   /* (nullable) */
  guint n_answers;
} Call;

/* The call has ended. @error: (transfer full) (nullable) */
void call_end (Call *self, GError *error);
/* What came is let go of. */
void call_recorded_cb (GObject *source, GAsyncResult *result, gpointer data);
void call_timed_cb (GObject *source, GAsyncResult *result, gpointer data);
void call_counted_cb (GObject *source, GAsyncResult *result, gpointer data);

G_END_DECLS
