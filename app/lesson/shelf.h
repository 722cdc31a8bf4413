/* shelf.h: files of one kind: those that are bundled into the program, those in the user's folder,
 * and one by its name. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * WsShelf:
 * @name: of the folder, in the bundle and in the user's data: "lessons"
 * @suffix: of a file: ".lesson"
 * @max_bytes: that one may have
 */
typedef struct {
  const char *name;
  const char *suffix;
  gsize max_bytes;
} WsShelf;

char *ws_shelf_get_folder (const WsShelf *self);
char *ws_shelf_make_id (const WsShelf *self, const char *path);
gboolean ws_shelf_is_path (const WsShelf *self, const char *name);
GPtrArray *ws_shelf_list_bundled (const WsShelf *self);
GPtrArray *ws_shelf_list_own (const WsShelf *self);
GBytes *ws_shelf_read (const WsShelf *self, GFile *file, GError **error);
GBytes *ws_shelf_read_bundled (const WsShelf *self, const char *id, GError **error);
gboolean ws_shelf_find (const WsShelf *self, const char *id, GFile **file, char **known);

G_END_DECLS
