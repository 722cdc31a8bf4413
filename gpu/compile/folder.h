/* folder.h: a private folder in which compilers are run, with their input files, their results and
 * their output. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define WS_COMPILE_MAX_OUTPUT (64u << 20) /* bytes of a file that a compiler writes */

/**
 * WS_COMPILE_READS:
 *
 * Prefix of the dependency files that compilers write, as rules of make. gcc needs only an
 * environment variable for that.
 */
#define WS_COMPILE_READS "reads-"

typedef struct _WsCompileFolder WsCompileFolder;

WsCompileFolder *ws_compile_folder_new (guint seconds);
void ws_compile_folder_free (WsCompileFolder *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsCompileFolder, ws_compile_folder_free)
const char *ws_compile_folder_get_path (const WsCompileFolder *self);
gboolean ws_compile_folder_write (const WsCompileFolder *self, const char *below, const char *name,
                                  const char *text, GError **error);
gboolean ws_compile_folder_write_bytes (const WsCompileFolder *self, const char *below,
                                        const char *name, GBytes *bytes, GError **error);
GBytes *ws_compile_folder_read (const WsCompileFolder *self, const char *name);
char *ws_compile_folder_read_text (const WsCompileFolder *self, const char *name);
void ws_compile_folder_list_reads (const WsCompileFolder *self, GPtrArray *reads);
char *ws_compile_folder_hide (const WsCompileFolder *self, const char *text);
gboolean ws_compile_folder_run (WsCompileFolder *self, const char *below, const GPtrArray *argv,
                                int *status, GError **error);
char *ws_compile_folder_read_log (const WsCompileFolder *self);
char *ws_compile_folder_ask_version (WsCompileFolder *self, const char *program);
void ws_compile_folder_set_failure (const WsCompileFolder *self, const char *name, int status,
                                    const char *log, GError **error);
void ws_compile_folder_clean (const WsCompileFolder *self);

char *ws_compile_read_version (const char *said, const char *before);

G_END_DECLS
