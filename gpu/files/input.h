/* input.h: reads files that the user names, and files that another file names, which are restricted
 * to its own folder.
 *
 * Only regular files of a bounded size are read, so that no read blocks or goes on without end.
 */
#pragma once

#include <gio/gio.h>
#include <sys/stat.h>

G_BEGIN_DECLS

#define WS_INPUT_ERROR (ws_input_error_quark ())
GQuark ws_input_error_quark (void);

/**
 * WsInputError:
 * @WS_INPUT_ERROR_MISSING: there is no such file
 * @WS_INPUT_ERROR_OUTSIDE: it is in a folder that may not be read; see ws_input_error_get_folder()
 * @WS_INPUT_ERROR_LINK: a link leads out of the folder
 * @WS_INPUT_ERROR_KIND: it is no regular file
 * @WS_INPUT_ERROR_TOO_LARGE: it exceeds the size limit
 * @WS_INPUT_ERROR_FAILED: the system cannot read it
 */
typedef enum {
  WS_INPUT_ERROR_MISSING,
  WS_INPUT_ERROR_OUTSIDE,
  WS_INPUT_ERROR_LINK,
  WS_INPUT_ERROR_KIND,
  WS_INPUT_ERROR_TOO_LARGE,
  WS_INPUT_ERROR_FAILED,
} WsInputError;

/**
 * WsInputScope:
 * @folder: (nullable): of the file that names others
 * @allowed: (nullable): paths of further folders that the user allows to be read
 *
 * The files that a file may name: those in or below these folders.
 */
typedef struct {
  GFile *folder;
  const char *const *allowed;
} WsInputScope;

const char *ws_input_name_kind (mode_t mode);
const char *ws_input_error_get_folder (const GError *error);
GBytes *ws_input_read (GFile *file, gsize most, GCancellable *cancellable, GError **error);
GBytes *ws_input_read_named (const WsInputScope *scope, const char *name, gsize most,
                             GCancellable *cancellable, GError **error);
char *ws_input_dup_text (GBytes *bytes);

G_END_DECLS
