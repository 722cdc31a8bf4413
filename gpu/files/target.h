/* target.h: what a path leads to in the end. Private to files/. */
#pragma once

#include <gio/gio.h>
#include <sys/stat.h>

G_BEGIN_DECLS

typedef enum {
  WS_TARGET_NEW,    /* nothing is there yet */
  WS_TARGET_FILE,   /* a file */
  WS_TARGET_FOLDER, /* a folder */
  WS_TARGET_DEVICE, /* something else that can be written to: a pipe, a terminal */
} WsTargetKind;

/**
 * WsTarget:
 * @kind: what is there
 * @path: its path, with all symbolic links resolved
 * @info: of what is there
 * @descriptor: the descriptor of ours that the path names (/dev/stdout, /proc/self/fd/3); -1 for
 * none
 */
typedef struct {
  WsTargetKind kind;
  char *path;
  struct stat info;
  int descriptor;
} WsTarget;

gboolean ws_target_find (WsTarget *self, const char *path, GError **error);
void ws_target_clear (WsTarget *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (WsTarget, ws_target_clear)

gboolean ws_target_fail (const char *path, int code, GError **error);

G_END_DECLS
