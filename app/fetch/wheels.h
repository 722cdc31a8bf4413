/* wheels.h: the packages that can be downloaded: the table resources/wheels.ini. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef enum {
  WS_FETCH_COMPILER = 1 << 0, /* NVRTC, nvcc and CUDA's headers */
  WS_FETCH_CURAND = 1 << 1,   /* cuRAND's headers */
  WS_FETCH_SASS = 1 << 2,     /* nvdisasm, which prints machine code */
} WsFetchParts;

/**
 * WsWheel:
 * @name: of the package and its version
 * @part: a #WsFetchParts
 * @path: of the file, below the base
 * @file: its name
 * @bytes: of the file
 * @sha256: of the file, in hexadecimal digits
 * @files: (array zero-terminated=1): the files to unpack: prefixes of paths below nvidia/cu13/
 * @most: maximum size of these, bytes
 */
typedef struct {
  char *name;
  guint part;
  char *path;
  char *file;
  guint64 bytes;
  char *sha256;
  char **files;
  guint64 most;
} WsWheel;

/**
 * WsWheels:
 * @base: of the addresses
 * @machine: architecture of the processor
 * @list: (element-type WsWheel): in the order of downloading
 */
typedef struct {
  char *base;
  char *machine;
  GPtrArray *list;
} WsWheels;

WsWheels *ws_wheels_read (GBytes *text, GError **error);
WsWheels *ws_wheels_load (GError **error);
void ws_wheels_free (WsWheels *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsWheels, ws_wheels_free)
const WsWheel *ws_wheels_get (const WsWheels *self, guint index);
guint64 ws_wheels_get_bytes (const WsWheels *self, guint wanted);

G_END_DECLS
