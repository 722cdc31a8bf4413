/* user-copy.h: copies a kernel to a source of the user's own: its complete text, and a .wsjob file
 * that runs it like its job. From a run, or a template. */
#pragma once

#include "client/client.h"

G_BEGIN_DECLS

/**
 * WsUserTemplate:
 * @id: of its files: "reduction"
 * @title: what it is called
 * @about: one sentence: what it does
 *
 * A template for a new kernel.
 */
typedef struct {
  const char *id;
  const char *title;
  const char *about;
} WsUserTemplate;

gboolean ws_user_copy_is_possible (const WsRun *run);
void ws_user_copy_write_async (const WsRun *run, GFile *file, WsClient *client,
                               GAsyncReadyCallback callback, gpointer user_data);
gboolean ws_user_copy_write_finish (GAsyncResult *result, GError **error);

guint ws_user_template_get_n (void);
void ws_user_template_get (guint index, WsUserTemplate *self);
gboolean ws_user_template_write (const char *id, GFile *file, GError **error);

G_END_DECLS
