/* remote.h: another computer's devices: a name, and a command that ends in a worker, as in "ssh
 * gpu-server warpstage-worker".
 *
 * The command is a list of words that no shell interprets. Ids of its devices begin with the name,
 * as in "gpu-server/cuda:0". */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define WS_REMOTE_MOST_NAME 40                 /* characters of a name */
#define WS_REMOTE_WORKER    "warpstage-worker" /* last word of a command */

#define WS_REMOTE_ERROR (ws_remote_error_quark ())
GQuark ws_remote_error_quark (void);

/**
 * WsRemoteError:
 * @WS_REMOTE_ERROR_NAME: the name cannot be one
 * @WS_REMOTE_ERROR_COMMAND: the command is empty, too long, or has an unterminated quote
 * @WS_REMOTE_ERROR_UNKNOWN: there is no device of that name
 * @WS_REMOTE_ERROR_SETTINGS: it cannot be saved
 */
typedef enum {
  WS_REMOTE_ERROR_NAME,
  WS_REMOTE_ERROR_COMMAND,
  WS_REMOTE_ERROR_UNKNOWN,
  WS_REMOTE_ERROR_SETTINGS,
} WsRemoteError;

typedef struct _WsRemote WsRemote;

#define WS_TYPE_REMOTE (ws_remote_get_type ())
GType ws_remote_get_type (void);

WsRemote *ws_remote_new (const char *name, const char *command, GError **error);
char *ws_remote_dup_command (const char *const *words);
WsRemote *ws_remote_new_of_words (const char *name, const char *const *words, GError **error);
WsRemote *ws_remote_ref (WsRemote *self);
void ws_remote_unref (WsRemote *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsRemote, ws_remote_unref)

const char *ws_remote_get_name (const WsRemote *self);
const char *ws_remote_get_command (const WsRemote *self);
const char *const *ws_remote_get_words (const WsRemote *self);
gboolean ws_remote_is_direct (const WsRemote *self);

char *ws_remote_dup_name_of (const char *device);
const char *ws_remote_strip (const char *device);
gboolean ws_remote_is_device_id (const char *id);

G_END_DECLS
