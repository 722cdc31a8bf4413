/* error.h: errors of a worker. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define WS_CLIENT_ERROR (ws_client_error_quark ())
GQuark ws_client_error_quark (void);

/**
 * WsClientError:
 * @WS_CLIENT_ERROR_START: the worker cannot be started
 * @WS_CLIENT_ERROR_DIED: the worker ended while it worked
 * @WS_CLIENT_ERROR_PROTOCOL: the worker sent an invalid reply
 * @WS_CLIENT_ERROR_SILENT: the worker was silent for too long, and was ended
 * @WS_CLIENT_ERROR_REMOTE: the worker reported an error of an unknown domain
 * @WS_CLIENT_ERROR_NO_WORKER: another computer has no worker, or one of another version:
 * ws_install_worker() can help
 *
 * Errors that the worker reports keep their domain and code: WS_JOB_ERROR, WS_DEVICE_ERROR,
 * WS_RECORD_ERROR, WS_PTX_ERROR, G_IO_ERROR. Errors of the job's source are passed on unchanged.
 */
typedef enum {
  WS_CLIENT_ERROR_START,
  WS_CLIENT_ERROR_DIED,
  WS_CLIENT_ERROR_PROTOCOL,
  WS_CLIENT_ERROR_REMOTE,
  WS_CLIENT_ERROR_SILENT,
  WS_CLIENT_ERROR_NO_WORKER,
} WsClientError;

gboolean ws_client_error_is_fault (const GError *error);

G_END_DECLS
