/* program-files.h: files that a program wrote to its private folder. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define WS_PROGRAM_MAX_FILES 200 /* limit of listed files */

/**
 * WsProgramFile:
 * @name: relative to the folder: "frames/01.ppm"
 * @bytes: its size
 */
typedef struct {
  char *name;
  guint64 bytes;
} WsProgramFile;

void ws_program_file_free (WsProgramFile *self);
GPtrArray *ws_program_files_list (const char *folder);
gboolean ws_program_files_save (GPtrArray *files, const char *folder, const char *to,
                                GError **error);
void ws_program_file_save_async (const char *folder, const char *name, GFile *to,
                                 GAsyncReadyCallback callback, gpointer user_data);
gboolean ws_program_file_save_finish (GAsyncResult *result, GError **error);

G_END_DECLS
